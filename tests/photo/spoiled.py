"""Photos with random damage: cut, turned, mirrored, blurred, painted over. Their files are damaged, too."""

import io
import math
import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from tests.photo.seeds import grains, stream

LONG_SIDE = 900  # pixels, for most photos: small ones are read quickly
WHOLE = 0.15  # share of the photos that keep their size
FORMATS = ("JPEG", "JPEG", "PNG", "WEBP")
CUT, CHANGED = 0.25, 0.3  # shares of the files


class SpoiledPhoto(NamedTuple):
    """A picture, and the names of its mishaps."""

    content: bytes
    ways: tuple[str, ...]


def spoiled(content: bytes, seed: int) -> SpoiledPhoto:
    """Return a photo after one to three mishaps; the same seed gives the same photo."""
    chance = stream(seed, "spoiled")
    image = Image.open(io.BytesIO(content)).convert("RGB")
    if chance.random() > WHOLE:
        image.thumbnail((LONG_SIDE, LONG_SIDE))
    ways = chance.choices(list(WAYS), k=chance.randint(1, 3))
    for way in ways:
        image = WAYS[way](image, chance, seed)
    file = io.BytesIO()
    image.save(file, chance.choice(FORMATS), quality=chance.randint(5, 95))
    file_content, file_ways = _spoiled_file(bytearray(file.getvalue()), chance)
    return SpoiledPhoto(file_content, (*ways, *file_ways))


def _spoiled_file(content: bytearray, chance: random.Random) -> tuple[bytes, tuple[str, ...]]:
    kind = chance.random()
    if kind < CUT:
        return bytes(content[: chance.randrange(len(content))]), ("file cut",)
    if kind > CUT + CHANGED:
        return bytes(content), ()
    for _ in range(chance.choice((1, 3, 30, 300))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return bytes(content), ("bytes changed",)


def _part(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    wide, high = image.size
    left, top = chance.uniform(0, 0.5) * wide, chance.uniform(0, 0.5) * high
    across, down = chance.uniform(0.3, 0.5) * wide, chance.uniform(0.3, 0.5) * high
    part = image.crop((int(left), int(top), int(left + across) + 1, int(top + down) + 1))
    return part.resize((max(520, int(0.7 * wide)), max(520, int(0.7 * high))))


def _turned(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    return image.rotate(chance.uniform(0, 360), expand=True)


def _mirrored(image: Image.Image, _chance: random.Random, _seed: int) -> Image.Image:
    return ImageOps.mirror(image)


def _blurred(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(chance.uniform(0.5, 6)))


def _noisy(image: Image.Image, chance: random.Random, seed: int) -> Image.Image:
    noise = grains(seed, "spoiled").normal(0, chance.uniform(5, 90), (image.height, image.width, 3))
    return Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))


def _dark(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    share = chance.uniform(0.02, 0.4)
    return image.point(lambda value: int(value * share))


def _light(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    share = chance.uniform(1.2, 6)
    return image.point(lambda value: min(255, int(value * share)))


def _negative(image: Image.Image, _chance: random.Random, _seed: int) -> Image.Image:
    return ImageOps.invert(image)


def _stretched(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    return image.resize((int(image.width * chance.uniform(0.6, 1.4)), int(image.height * chance.uniform(0.6, 1.4))))


def _four_times(image: Image.Image, _chance: random.Random, _seed: int) -> Image.Image:
    small, whole = image.resize((image.width // 2 + 1, image.height // 2 + 1)), Image.new("RGB", image.size)
    for x in (0, image.width // 2):
        for y in (0, image.height // 2):
            whole.paste(small, (x, y))
    return whole


def _painted_over(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    pen = ImageDraw.Draw(image)
    for _ in range(chance.randint(1, 9)):
        x, y = chance.randrange(image.width), chance.randrange(image.height)
        across, down = chance.randint(20, image.width // 2), chance.randint(20, image.height // 2)
        pen.rectangle((x, y, x + across, y + down), fill=tuple(chance.choices(range(256), k=3)))
    return image


def _leaning(image: Image.Image, chance: random.Random, _seed: int) -> Image.Image:
    wide, high = image.size
    corners = ((0, 0), (0, high), (wide, high), (wide, 0))
    new_corners = [(x + chance.uniform(-0.4, 0.4) * wide, y + chance.uniform(-0.4, 0.4) * high) for x, y in corners]
    return image.transform(
        image.size, Image.Transform.QUAD, [math.floor(side) for each in new_corners for side in each]
    )


def _grey(image: Image.Image, _chance: random.Random, _seed: int) -> Image.Image:
    return image.convert("L").convert("RGB")


def _as_it_was(image: Image.Image, _chance: random.Random, _seed: int) -> Image.Image:
    return image


WAYS: dict[str, Callable[[Image.Image, random.Random, int], Image.Image]] = {
    each.__name__.strip("_").replace("_", " "): each
    for each in (
        _part, _turned, _mirrored, _blurred, _noisy, _dark, _light, _negative, _stretched, _four_times, _painted_over, _leaning,
        _grey, _as_it_was,
    )
}  # fmt: skip
"""All mishaps of a photo, by their names."""
