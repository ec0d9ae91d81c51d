"""What a camera takes: light falls on a page and a table, a lens blurs it, a sensor adds noise, a phone sharpens and packs it."""

import io
import math
import random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.photo.camera import Camera
from tests.photo.grades import Grade
from tests.photo.seeds import grains
from tests.photo.sheets import BORDER
from tests.photo.tables import TILE, TILE_MM

CELL = 24  # pixels between the points that the picture is bent by
COARSE = 8  # pixels of the picture to one of the map of light
USUAL = 2592  # pixels of the longer side that lengths of grades are told for
NOISE = 768
ORIENTATION = 0x0112
TURNED = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


class Placing:
    """Where a print lies on its paper: a printer moves, turns and shrinks a page a little. Points in mm."""

    def __init__(self, size: tuple[float, float], chance: random.Random) -> None:
        self.size = size
        self.scale = 1.0 if chance.random() < 0.7 else chance.uniform(0.96, 1.0)
        turn = math.radians(chance.gauss(0, 0.12))
        self.cos, self.sin = math.cos(turn), math.sin(turn)
        self.moved = (chance.gauss(0, 0.5), chance.gauss(0, 0.5))

    def on_print(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return which points of the print, from its upper left corner, lie on points of the paper, from its middle."""
        x, y = x - self.moved[0], y - self.moved[1]
        return (
            (self.cos * x + self.sin * y) / self.scale + self.size[0] / 2,
            (self.cos * y - self.sin * x) / self.scale + self.size[1] / 2,
        )

    def on_paper(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the print lies on the paper."""
        x, y = self.scale * (x - self.size[0] / 2), self.scale * (y - self.size[1] / 2)
        return self.cos * x - self.sin * y + self.moved[0], self.sin * x + self.cos * y + self.moved[1]


class Scene:
    """A picture as it comes about, in light (linear, 0 to 255)."""

    def __init__(self, picture: tuple[int, int], table: np.ndarray) -> None:
        self.picture = picture
        wide, high = picture
        self.xs = np.minimum(np.arange(0, wide + CELL, CELL), wide)
        self.ys = np.minimum(np.arange(0, high + CELL, CELL), high)
        self.nodes = np.meshgrid(self.xs.astype(float), self.ys.astype(float))
        self.table = Image.fromarray(table)
        self.seen = Image.new("RGB", picture)
        self.light = np.ones((math.ceil(high / COARSE), math.ceil(wide / COARSE), 3), dtype=np.float32)
        self.on_page = Image.new("L", picture)

    def lay_table(self, camera: Camera, at: tuple[float, float]) -> None:
        """Show the table, whose tile begins at a point (mm)."""
        x, y = camera.on_table(*self.nodes)
        scale = TILE / TILE_MM
        self.seen = _bent(self.table, self._quads((x - at[0]) * scale, (y - at[1]) * scale, repeats=True), self.picture)

    def lay_page(self, camera: Camera, page: np.ndarray, dpi: int, placing: Placing, sun: tuple[float, float]) -> None:
        """Show a page over what is there, shaded where it is bent (`sun`: how strong, and from where in radians)."""
        x, y = camera.on_page(*self.nodes)
        wide, high = camera.paper.size
        inside = (np.abs(x) < wide / 2 + 12) & (np.abs(y) < high / 2 + 12)
        px, py = placing.on_print(x, y)
        scale = dpi / 25.4
        quads = self._quads((px + BORDER) * scale, (py + BORDER) * scale, inside=inside)
        shown = _bent(Image.fromarray(page), quads, self.picture)
        mask = self._mask(camera, within=0.2)
        self._drop_shadow(camera, mask, sun)
        self.seen.paste(shown, mask=mask)
        self._shade(camera, x, y, mask, sun)
        self.on_page = ImageChops.lighter(self.on_page, mask)

    def _quads(self, x, y, *, inside=None, repeats=False) -> list:
        """Return the cells of the picture, each with the four corners that it shows of another one."""
        corners = np.stack(
            [x[:-1, :-1], y[:-1, :-1], x[1:, :-1], y[1:, :-1], x[1:, 1:], y[1:, 1:], x[:-1, 1:], y[:-1, 1:]], axis=-1
        )
        if repeats:
            corners[..., 0::2] -= TILE * np.floor(corners[..., 0::2].min(axis=-1, keepdims=True) / TILE)
            corners[..., 1::2] -= TILE * np.floor(corners[..., 1::2].min(axis=-1, keepdims=True) / TILE)
        kept = np.ones(corners.shape[:2], dtype=bool)
        if inside is not None:
            kept = inside[:-1, :-1] | inside[1:, :-1] | inside[1:, 1:] | inside[:-1, 1:]
        rows, columns = np.nonzero(kept)
        xs, ys = self.xs.tolist(), self.ys.tolist()
        return [
            ((xs[column], ys[row], xs[column + 1], ys[row + 1]), quad)
            for row, column, quad in zip(rows.tolist(), columns.tolist(), corners[kept].tolist(), strict=True)
            if xs[column + 1] > xs[column] and ys[row + 1] > ys[row]
        ]

    def _mask(self, camera: Camera, within: float) -> Image.Image:
        x, y = camera.seen(*camera.paper.outline(80, within))
        mask = Image.new("L", (2 * self.picture[0], 2 * self.picture[1]))
        ImageDraw.Draw(mask).polygon(list(zip((2 * x).tolist(), (2 * y).tolist(), strict=True)), fill=255)
        return mask.reduce(2)

    def _coarse(self, mask: Image.Image) -> np.ndarray:
        small = mask.resize(self.light.shape[1::-1], Image.Resampling.BOX)
        return np.asarray(small, dtype=np.float32)[..., None] / 255

    def _drop_shadow(self, camera: Camera, mask: Image.Image, sun: tuple[float, float]) -> None:
        """Darken the table beside the page, away from the light."""
        small = mask.resize(self.light.shape[1::-1], Image.Resampling.BOX)
        away = 0.8 / COARSE * self.picture[1] / 297
        small = ImageChops.offset(small, round(away * 2 * math.cos(sun[1])), round(away * 2 * math.sin(sun[1])))
        soft = np.asarray(small.filter(ImageFilter.GaussianBlur(1.6 * away)), dtype=np.float32)[..., None] / 255
        self.light *= 1 - 0.5 * soft * (1 - self._coarse(mask))

    def _shade(self, camera: Camera, x, y, mask: Image.Image, sun: tuple[float, float]) -> None:
        _, _, _, slope = camera.paper.lifted(x, y)
        shade = 1 - sun[0] * np.cos(sun[1] - camera.paper.axis) * slope
        nodes = Image.fromarray(shade.astype(np.float32))
        high, wide = self.light.shape[:2]
        box = (0, 0, self.picture[0] / CELL, self.picture[1] / CELL)
        fine = np.asarray(nodes.resize((wide, high), Image.Resampling.BILINEAR, box=box))[..., None]
        on = self._coarse(mask)
        self.light *= 1 + on * (np.clip(fine, 0.45, 1.3) - 1)

    def lamp(self, grade: Grade, chance: random.Random) -> None:
        """Let light fall from one side, paler towards the corners, of a colour that changes a little on the way."""
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
        """Let the shadow of an arm and a phone fall over the picture (`scale`: pixels to a mm)."""
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

    def thumb(self, camera: Camera, grade: Grade, chance: random.Random, scale: float) -> list[tuple[float, float]]:
        """Hold the page at an edge with a thumb; returns its outline in the picture."""
        paper = camera.paper
        side = chance.choice((-1, 1))
        x, y = side * (paper.size[0] / 2 - chance.uniform(*grade.under)), chance.uniform(-0.2, 0.42) * paper.size[1]
        px, py = (float(each[0]) for each in camera.seen(np.array([x]), np.array([y])))
        qx, qy = (
            float(each[0]) for each in camera.seen(np.array([x + side * 40]), np.array([y + chance.uniform(5, 30)]))
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
        for at_edge in range(12):
            share = 1 - at_edge / 12
            shade = tuple(round(each * (0.62 + 0.42 * (1 - share**2))) for each in tone)
            inner = [
                at(wide * (1 - share * math.cos(a)), share * wide * math.sin(a))
                for a in np.linspace(-math.pi / 2, math.pi / 2, 15)
            ]
            pen.polygon([at(long, -1.35 * wide * share), *inner, at(long, 1.35 * wide * share)], fill=shade)
        if chance.random() < 0.7:
            nail = tuple(min(255, round(each * 1.22 + 14)) for each in tone)
            pen.polygon(
                [
                    at(wide * (0.85 - 0.62 * math.cos(a)), 0.6 * wide * math.sin(a))
                    for a in np.linspace(0, 2 * math.pi, 24)
                ],
                fill=nail,
            )
        under = ImageChops.offset(mask, round(1.5 * scale), round(2 * scale)).filter(ImageFilter.BoxBlur(2.2 * scale))
        self.light *= 1 - 0.45 * self._coarse(under) * (1 - self._coarse(mask))
        self.seen.paste(layer.filter(ImageFilter.BoxBlur(0.5 * scale)), mask=mask)
        return outline

    def developed(self, grade: Grade, chance: random.Random, seed: int) -> Image.Image:
        """Return what the phone keeps of the scene."""
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
            moved = ImageChops.offset(self.seen, round(step * math.cos(turn)), round(step * math.sin(turn)))
            image = Image.blend(image, moved, 1 / (step + 1))
        sharp = image.filter(ImageFilter.GaussianBlur(blur))
        if grade.depth < 0.3:
            return sharp
        far = sharp.filter(ImageFilter.BoxBlur(chance.uniform(0.3, 1.5) * grade.depth * unit))
        ramp = Image.linear_gradient("L").resize(self.picture)
        if chance.random() < 0.3:
            ramp = ImageChops.invert(ramp)
        return Image.composite(sharp, far, ramp)


def _bent(source: Image.Image, quads: list, size: tuple[int, int]) -> Image.Image:
    return source.transform(size, Image.Transform.MESH, quads, Image.Resampling.BILINEAR)


def _curve(gain: float, contrast: float) -> np.ndarray:
    """Return the level of a picture for each count of light: a gamma, and a shoulder as phones have it."""
    light = np.clip(np.arange(65536, dtype=np.float32) * gain, 0, 1.6)
    light = np.where(light > 0.8, 0.8 + 0.25 * np.tanh((light - 0.8) / 0.25), light)
    level = light ** (1 / 2.2)
    level = level + contrast * 0.3 * (level - 0.5) * (1 - (2 * level - 1) ** 2)
    return np.clip(255 * level + 0.5, 0, 255).astype(np.uint8)


def _noise(seed: int, sigma: float, size: tuple[int, int]) -> np.ndarray:
    """Return noise for each pixel and colour: much the same in all colours, and as in neighbours."""
    chance = grains(seed, "sensor")
    grey = chance.standard_normal((NOISE, NOISE, 1), dtype=np.float32)
    colour = 0.55 * chance.standard_normal((NOISE, NOISE, 3), dtype=np.float32)
    both = grey + colour
    both = 0.62 * both + 0.3 * (np.roll(both, 1, axis=0) + np.roll(both, 1, axis=1))
    tile = np.clip(np.rint(sigma * both), -120, 120).astype(np.int16)
    reps = (-(-size[0] // NOISE), -(-size[1] // NOISE), 1)
    return np.tile(tile, reps)[: size[0], : size[1]]


def packed(image: Image.Image, grade: Grade, chance: random.Random) -> bytes:
    """Return a picture as a JPEG; some phones keep it on its side and say so."""
    exif = Image.Exif()
    exif[ORIENTATION] = chance.choices((1, 6, 3, 8), (0.6, 0.3, 0.05, 0.05))[0]
    if exif[ORIENTATION] != 1:
        image = image.transpose(TURNED[exif[ORIENTATION]])
    file = io.BytesIO()
    quality = chance.randint(*grade.jpeg)
    image.save(file, "JPEG", quality=quality, subsampling=0 if quality > 90 else 2, exif=exif)
    return file.getvalue()
