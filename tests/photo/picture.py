"""The picture of a camera: light on a page and a table, blur of the lens, noise of the sensor, work of the phone."""

import io
import math
import random
from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.photo.camera import Camera, Paper
from tests.photo.grades import Grade
from tests.photo.printer import Printer
from tests.photo.seeds import grains, stream
from tests.photo.sheets import BORDER
from tests.photo.tables import PAD, TILE, TILE_MM
from tests.photo.things import drawn_thing

CELL = 24  # pixels between the grid points that bend the picture
COARSE = 8  # pixels of the picture to one of the map of light
USUAL = 2592  # pixels of the longer side for which grades have their lengths
NOISE = 768
ORIENTATION = 0x0112
TURNED = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


class Scene:
    """A picture in the making, in light (linear, 0 to 255)."""

    def __init__(self, picture: tuple[int, int], table: np.ndarray) -> None:
        self.picture = picture
        wide, high = picture
        self.xs = np.minimum(np.arange(0, wide + CELL, CELL), wide)
        self.ys = np.minimum(np.arange(0, high + CELL, CELL), high)
        self.nodes = np.meshgrid(self.xs.astype(float), self.ys.astype(float))
        self.table = Image.fromarray(table)
        self.seen = Image.new("RGB", picture)
        self.light = np.ones((math.ceil(high / COARSE), math.ceil(wide / COARSE), 3), dtype=np.float32)

    def lay_table(self, camera: Camera, at: tuple[float, float]) -> None:
        """Show the table where no page hides it. Its tile begins at a point (mm)."""
        x, y = camera.on_table(*self.nodes)
        scale = TILE / TILE_MM
        free = np.ones(x.shape, dtype=bool)
        for paper in camera.papers:
            px, py = camera.on_page(paper, *self.nodes)
            free &= (np.abs(px) > paper.size[0] / 2 - 3) | (np.abs(py) > paper.size[1] / 2 - 3)
        px, py = (x - at[0]) * scale, (y - at[1]) * scale
        near = self._cells((np.ptp(_corners(px), axis=-1) < PAD) & (np.ptp(_corners(py), axis=-1) < PAD))
        quads = self._quads(px, py, inside=free, repeats=True)
        plain = tuple(np.asarray(self.table).mean(axis=(0, 1)).astype(int).tolist())
        self.seen = Image.new("RGB", self.picture, plain)
        self.seen.paste(_bent(self.table, quads, self.picture), mask=near)

    def _cells(self, chosen: np.ndarray) -> Image.Image:
        """Return a mask of the chosen cells of the picture."""
        mask = Image.fromarray(np.where(chosen, 255, 0).astype(np.uint8))
        return mask.resize((CELL * mask.width, CELL * mask.height), Image.Resampling.NEAREST).crop(
            (0, 0, *self.picture)
        )

    def lay_things(self, camera: Camera, chance: random.Random, scale: float) -> None:
        """Show pencils, dice and cards on the table (`scale`: pixels to a mm)."""
        layer, mask = Image.new("RGB", self.picture), Image.new("L", self.picture)
        pens = ImageDraw.Draw(layer), ImageDraw.Draw(mask)
        for _ in range(chance.randint(1, 4)):
            px, py = chance.uniform(0, 1) * self.picture[0], chance.uniform(0, 1) * self.picture[1]
            x, y = (float(each[0]) for each in camera.on_table(np.array([px]), np.array([py])))
            turn = chance.uniform(0, 2 * math.pi)
            for points, color in drawn_thing(chance):
                cos, sin = math.cos(turn), math.sin(turn)
                a = np.array([cos * u - sin * v + x for u, v in points])
                b = np.array([sin * u + cos * v + y for u, v in points])
                shown = list(zip(*(each.tolist() for each in camera.shown(a, b, np.zeros(len(points)))), strict=True))
                pens[0].polygon(shown, fill=color)
                pens[1].polygon(shown, fill=255)
        small = mask.resize(self.light.shape[1::-1], Image.Resampling.BOX)
        soft = ImageChops.offset(small, 1, 2).filter(ImageFilter.GaussianBlur(1.2 * scale / COARSE))
        self.light *= 1 - 0.4 * (np.asarray(soft, dtype=np.float32) / 255)[..., None] * (1 - self._coarse(mask))
        self.seen.paste(layer, mask=mask)

    def lay_page(
        self, camera: Camera, paper: Paper, page: np.ndarray, dpi: int, printer: Printer, sun: tuple[float, float]
    ) -> None:
        """Show a page on top, with shade on its bends (`sun`: strength, and direction in radians)."""
        x, y = camera.on_page(paper, *self.nodes)
        wide, high = paper.size
        inside = (np.abs(x) < wide / 2 + 12) & (np.abs(y) < high / 2 + 12)
        px, py = printer.on_print(x, y)
        scale = dpi / 25.4
        quads = self._quads((px + BORDER) * scale, (py + BORDER) * scale, inside=inside)
        shown = _bent(Image.fromarray(page), quads, self.picture)
        mask = self._mask(camera, paper, within=0.2)
        self.light += self._coarse(mask) * (1 - self.light)  # shadows on the table are under the page
        self._drop_shadow(mask, sun)
        self.seen.paste(shown, mask=mask)
        self._shade(paper, x, y, mask, sun)

    def _quads(self, x, y, *, inside=None, repeats=False) -> list:
        """Return the cells of the picture, each with its four corners in another picture."""
        corners = np.stack([_corners(x), _corners(y)], axis=-1).reshape(len(self.ys) - 1, len(self.xs) - 1, 8)
        if repeats:
            corners[..., 0::2] -= TILE * np.floor(corners[..., 0::2].min(axis=-1, keepdims=True) / TILE)
            corners[..., 1::2] -= TILE * np.floor(corners[..., 1::2].min(axis=-1, keepdims=True) / TILE)
        used = np.ones(corners.shape[:2], dtype=bool)
        if inside is not None:
            used = inside[:-1, :-1] | inside[1:, :-1] | inside[1:, 1:] | inside[:-1, 1:]
        rows, columns = np.nonzero(used)
        xs, ys = self.xs.tolist(), self.ys.tolist()
        return [
            ((xs[column], ys[row], xs[column + 1], ys[row + 1]), quad)
            for row, column, quad in zip(rows.tolist(), columns.tolist(), corners[used].tolist(), strict=True)
            if xs[column + 1] > xs[column] and ys[row + 1] > ys[row]
        ]

    def _mask(self, camera: Camera, paper: Paper, within: float) -> Image.Image:
        x, y = camera.seen(paper, *paper.outline(80, within))
        mask = Image.new("L", (2 * self.picture[0], 2 * self.picture[1]))
        ImageDraw.Draw(mask).polygon(list(zip((2 * x).tolist(), (2 * y).tolist(), strict=True)), fill=255)
        return mask.reduce(2)

    def _coarse(self, mask: Image.Image) -> np.ndarray:
        small = mask.resize(self.light.shape[1::-1], Image.Resampling.BOX)
        return np.asarray(small, dtype=np.float32)[..., None] / 255

    def _drop_shadow(self, mask: Image.Image, sun: tuple[float, float]) -> None:
        """Darken the table beside the page, away from the light."""
        small = mask.resize(self.light.shape[1::-1], Image.Resampling.BOX)
        away = 0.8 / COARSE * self.picture[1] / 297
        small = ImageChops.offset(small, round(away * 2 * math.cos(sun[1])), round(away * 2 * math.sin(sun[1])))
        soft = np.asarray(small.filter(ImageFilter.GaussianBlur(1.6 * away)), dtype=np.float32)[..., None] / 255
        self.light *= 1 - 0.5 * soft * (1 - self._coarse(mask))

    def _shade(self, paper: Paper, x, y, mask: Image.Image, sun: tuple[float, float]) -> None:
        _, _, _, slope = paper.lifted(x, y)
        shade = 1 - sun[0] * np.cos(sun[1] - paper.axis - paper.pose.turn) * slope
        nodes = Image.fromarray(shade.astype(np.float32))
        high, wide = self.light.shape[:2]
        box = (0, 0, self.picture[0] / CELL, self.picture[1] / CELL)
        fine = np.asarray(nodes.resize((wide, high), Image.Resampling.BILINEAR, box=box))[..., None]
        on = self._coarse(mask)
        self.light *= 1 + on * (np.clip(fine, 0.45, 1.3) - 1)

    def lamp(self, grade: Grade, chance: random.Random) -> None:
        """Light the scene from one side, weaker towards the corners, in a slightly changing colour."""
        high, wide = self.light.shape[:2]
        y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j].astype(np.float32)
        turn = chance.uniform(0, 2 * math.pi)
        side = (math.cos(turn) * x + math.sin(turn) * y) / 1.42
        near = np.exp(-((x - chance.uniform(-1, 1)) ** 2 + (y - chance.uniform(-1, 1)) ** 2) / 1.5)
        uneven = chance.uniform(*grade.uneven)
        bright = 1 - uneven * (0.35 + 0.35 * side + 0.3 * (1 - near)) - chance.uniform(0.04, 0.14) * (x * x + y * y) / 2
        tint = chance.gauss(0, 0.25) * uneven * side
        self.light *= np.stack([bright * (1 + 0.4 * tint), bright, bright * (1 - 0.6 * tint)], axis=-1)

    def cast_shadow(self, grade: Grade, chance: random.Random, scale: float) -> None:
        """Cast the shadow of an arm and a phone on the picture (`scale`: pixels to a mm)."""
        high, wide = self.light.shape[:2]
        shade = Image.new("L", (wide, high))
        pen = ImageDraw.Draw(shade)
        turn = chance.uniform(0, 2 * math.pi)
        cx, cy = chance.uniform(0.15, 0.85) * wide, chance.uniform(0.2, 0.9) * high
        unit = scale / COARSE
        out, side = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

        def at(along: float, across: float) -> tuple[float, float]:
            return cx + unit * (along * out[0] + across * side[0]), cy + unit * (along * out[1] + across * side[1])

        if chance.random() < 0.65:
            half, long = chance.uniform(36, 60), chance.uniform(75, 110)
            pen.polygon([at(-long, -half), at(long, -half), at(long, half), at(-long, half)], fill=255)
            pen.polygon([at(0, -half - 8), at(0, 20), at(600, chance.uniform(60, 180)), at(600, -40)], fill=255)
        else:
            pen.polygon([at(0, -900), at(0, 900), at(900, 900), at(900, -900)], fill=255)
        soft = shade.filter(ImageFilter.GaussianBlur(max(0.6, chance.uniform(*grade.soft) * unit / 2)))
        dark = chance.uniform(*grade.shadow) * np.asarray(soft, dtype=np.float32)[..., None] / 255
        self.light *= 1 - dark * np.array([1.0, 0.97, 0.92], dtype=np.float32)

    def thumb(
        self, camera: Camera, paper: Paper, grade: Grade, chance: random.Random, scale: float
    ) -> list[tuple[float, float]]:
        """Hold a page at an edge with a thumb; return the thumb's outline in the picture."""
        side = chance.choice((-1, 1))
        x, y = side * (paper.size[0] / 2 - chance.uniform(*grade.under)), chance.uniform(-0.2, 0.42) * paper.size[1]
        px, py = (float(each[0]) for each in camera.seen(paper, np.array([x]), np.array([y])))
        qx, qy = (
            float(each[0])
            for each in camera.seen(paper, np.array([x + side * 40]), np.array([y + chance.uniform(5, 30)]))
        )
        length = math.hypot(qx - px, qy - py)
        ux, uy = (qx - px) / length, (qy - py) / length
        wide = chance.uniform(8.5, 11) * scale
        tone = chance.choice(((150, 88, 62), (165, 105, 78), (96, 52, 34), (44, 24, 16), (178, 118, 92)))
        long = 95 * scale

        def at(along: float, across: float) -> tuple[float, float]:
            return px + ux * along - uy * across, py + uy * along + ux * across

        tip = [at(wide * (1 - math.cos(a)), wide * math.sin(a)) for a in np.linspace(-math.pi / 2, math.pi / 2, 15)]
        outline = [at(long, -1.35 * wide), *tip, at(long, 1.35 * wide)]
        layer, mask = Image.new("RGB", self.picture, tone), Image.new("L", self.picture)
        ImageDraw.Draw(mask).polygon(outline, fill=255)
        pen = ImageDraw.Draw(layer)
        for step in range(24):
            share = 1 - step / 24
            shade = tuple(round(each * (0.5 + 0.58 * math.sqrt(1 - share**2))) for each in tone)
            inner = [
                at(wide * (1 - share * math.cos(a)), share * wide * math.sin(a) - 0.12 * wide * (1 - share))
                for a in np.linspace(-math.pi / 2, math.pi / 2, 15)
            ]
            pen.polygon([at(long, -1.35 * wide * share), *inner, at(long, 1.35 * wide * share)], fill=shade)
        if chance.random() < 0.7:
            nail = tuple(min(255, round(each * 1.12 + 12)) for each in tone)
            around = np.linspace(0, 2 * math.pi, 40)
            rounded = [
                (
                    math.copysign(abs(math.cos(a)) ** 0.7, math.cos(a)),
                    math.copysign(abs(math.sin(a)) ** 0.7, math.sin(a)),
                )
                for a in around
            ]
            pen.polygon([at(wide * (0.92 + 0.66 * u), wide * (0.56 - 0.06 * u) * v) for u, v in rounded], fill=nail)
            moon = tuple(min(255, round(each * 1.15 + 22)) for each in tone)
            pen.polygon([at(wide * (0.34 + 0.1 * u), wide * 0.42 * v) for u, v in rounded], fill=moon)
        under = ImageChops.offset(mask, round(1.5 * scale), round(2 * scale)).filter(ImageFilter.BoxBlur(2.2 * scale))
        self.light *= 1 - 0.45 * self._coarse(under) * (1 - self._coarse(mask))
        self.seen.paste(layer.filter(ImageFilter.BoxBlur(0.9 * scale)), mask=mask)
        return outline

    def inked(self, grade: Grade, chance: random.Random, seed: int) -> Image.Image:
        """Return the phone's image of the scene."""
        unit = max(self.picture) / USUAL
        image = self._blurred(grade, chance, unit)
        high, wide = image.height, image.width
        lamp = Image.fromarray(np.clip(self.light * 255 * 0.98, 0, 255).astype(np.uint8))
        lit = lamp.resize((wide, high), Image.Resampling.BICUBIC, box=(0, 0, wide / COARSE, high / COARSE))
        counts = np.asarray(image).astype(np.uint16) * np.asarray(lit)
        warm, bright, contrast = chance.uniform(*grade.warmth), chance.uniform(*grade.light), chance.uniform(0.0, 0.25)
        gains = (bright, bright, bright * warm)
        brightest = max(1.0, float(np.percentile(counts[::16, ::16], 97)))
        levels = np.empty_like(counts, dtype=np.uint8)
        for at, gain in enumerate(gains):
            levels[..., at] = _curve(gain / brightest, contrast)[counts[..., at]]
        noisy = levels + _noise(seed, chance.uniform(*grade.noise), (high, wide))
        image = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
        if chance.random() < 0.75:
            image = Image.blend(image.filter(ImageFilter.BoxBlur(1.2 * unit)), image, 1 + chance.uniform(0.15, 0.7))
        return image

    def _blurred(self, grade: Grade, chance: random.Random, unit: float) -> Image.Image:
        blur, move = chance.uniform(*grade.blur) * unit, chance.uniform(*grade.motion) * unit
        image = self.seen
        turn = chance.uniform(0, math.pi)
        steps = round(move)
        for step in range(1, steps + 1):
            copy = ImageChops.offset(self.seen, round(step * math.cos(turn)), round(step * math.sin(turn)))
            image = Image.blend(image, copy, 1 / (step + 1))
        sharp = image.filter(ImageFilter.GaussianBlur(blur))
        if grade.depth < 0.3:
            return sharp
        far = sharp.filter(ImageFilter.BoxBlur(chance.uniform(0.3, 1.5) * grade.depth * unit))
        ramp = Image.linear_gradient("L").resize(self.picture)
        if chance.random() < 0.3:
            ramp = ImageChops.invert(ramp)
        return Image.composite(sharp, far, ramp)


def _corners(values: np.ndarray) -> np.ndarray:
    """Return the values at the four corners of each cell, in Pillow's order."""
    return np.stack([values[:-1, :-1], values[1:, :-1], values[1:, 1:], values[:-1, 1:]], axis=-1)


def _bent(source: Image.Image, quads: list, size: tuple[int, int]) -> Image.Image:
    return source.transform(size, Image.Transform.MESH, quads, Image.Resampling.BILINEAR)


def _curve(gain: float, contrast: float) -> np.ndarray:
    """Return the level of a picture for each count of light: a gamma, and a shoulder like that of phones."""
    light = np.clip(np.arange(65536, dtype=np.float32) * gain, 0, 1.6)
    light = np.where(light > 0.8, 0.8 + 0.25 * np.tanh((light - 0.8) / 0.25), light)
    level = light ** (1 / 2.2)
    level = level + contrast * 0.3 * (level - 0.5) * (1 - (2 * level - 1) ** 2)
    return np.clip(255 * level + 0.5, 0, 255).astype(np.uint8)


def _noise(seed: int, sigma: float, size: tuple[int, int]) -> np.ndarray:
    """Return noise for each pixel and colour, from a random place in one tile of noise."""
    chance = stream(seed, "sensor")
    tile = np.roll(_grain(chance.randrange(4)), (chance.randrange(NOISE), chance.randrange(NOISE)), axis=(0, 1))
    tile = np.rint(sigma * tile).astype(np.int16)
    reps = (-(-size[0] // NOISE), -(-size[1] // NOISE), 1)
    return np.tile(tile, reps)[: size[0], : size[1]]


@lru_cache(maxsize=4)
def _grain(form: int) -> np.ndarray:
    """Return sensor noise with a deviation of about 1, similar in all colours and in neighbouring pixels."""
    chance = grains(form, "sensor")
    both = chance.standard_normal((NOISE, NOISE, 1), dtype=np.float32) + 0.55 * chance.standard_normal(
        (NOISE, NOISE, 3), dtype=np.float32
    )
    both = 0.62 * both + 0.3 * (np.roll(both, 1, axis=0) + np.roll(both, 1, axis=1))
    return np.clip(both, -4, 4)


def packed(image: Image.Image, grade: Grade, chance: random.Random) -> bytes:
    """Return a picture as a JPEG. Some phones save it on its side and note that in EXIF."""
    exif = Image.Exif()
    exif[ORIENTATION] = chance.choices((1, 6, 3, 8), (0.6, 0.3, 0.05, 0.05))[0]
    if exif[ORIENTATION] != 1:
        image = image.transpose(TURNED[exif[ORIENTATION]])
    file = io.BytesIO()
    quality = chance.randint(*grade.jpeg)
    image.save(file, "JPEG", quality=quality, subsampling=0 if quality > 90 else 2, exif=exif)
    return file.getvalue()
