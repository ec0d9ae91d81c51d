"""Tables under a page: wood, cloth, a white table, a dark one. They are tiles that repeat, as reflected light."""

import random
from functools import lru_cache

import numpy as np
from PIL import Image

from tests.photo.seeds import grains

TILE = 1024  # pixels
TILE_MM = 460.0
PAD = 160  # pixels at the end that repeat the beginning
KINDS = ("oak", "pine", "walnut", "cloth", "white", "stone", "dark")


def drawn_table(chance: random.Random) -> np.ndarray:
    """Draw a table: (height, width, 3), 0 to 255, linear."""
    return table(chance.choice(KINDS), chance.randrange(3))


@lru_cache(maxsize=8)
def table(kind: str, form: int) -> np.ndarray:
    """Return a table of a kind in one of its forms."""
    chance = grains(form, kind)
    light = _grained(kind, chance) if kind in WOODS else _woven(chance) if kind == "cloth" else _plain(kind, chance)
    tile = np.clip(light, 0, 255).astype(np.uint8)
    return np.pad(tile, ((0, PAD), (0, PAD), (0, 0)), mode="wrap")


WOODS = {"oak": (138, 92, 48), "pine": (176, 128, 74), "walnut": (62, 36, 20)}
PLAINS = {"white": (188, 186, 180), "stone": (96, 94, 92), "dark": (14, 14, 16)}


def _noise(chance: np.random.Generator, across: int, down: int) -> np.ndarray:
    """Return smooth chance from about -1 to 1 that repeats, with so many lumps across and down a tile."""
    coarse = chance.standard_normal((down, across)).astype(np.float32)
    ring = np.pad(coarse, 2, mode="wrap")
    step_x, step_y = TILE / across, TILE / down
    image = Image.fromarray(ring).resize(
        (round((across + 4) * step_x), round((down + 4) * step_y)), Image.Resampling.BICUBIC
    )
    left, top = round(2 * step_x), round(2 * step_y)
    return np.asarray(image)[top : top + TILE, left : left + TILE]


def _grained(kind: str, chance: np.random.Generator) -> np.ndarray:
    """Return wood: planks, rings that wave along them, and pores."""
    y = np.arange(TILE, dtype=np.float32)[:, None]
    drift = 26 * _noise(chance, 3, 5) + 5 * _noise(chance, 8, 12)
    rings = np.sin((y + drift) * 2 * np.pi * 24 / TILE) * 0.5 + np.sin((y + 2 * drift) * 2 * np.pi * 61 / TILE) * 0.25
    pores = _noise(chance, 32, TILE) * 0.3 + _noise(chance, 12, 256) * 0.35
    tone = 1 + 0.13 * rings + 0.11 * pores + 0.1 * _noise(chance, 4, 6)
    planks = np.repeat(chance.uniform(0.88, 1.1, 4), TILE // 4).astype(np.float32)[:, None]
    gaps = np.where(np.arange(TILE) % (TILE // 4) < 2, 0.45, 1.0).astype(np.float32)[:, None]
    warm = 1 + 0.05 * rings[..., None] * np.array([0.3, 0, -0.6], dtype=np.float32)
    return (tone * planks * gaps)[..., None] * np.array(WOODS[kind], dtype=np.float32) * warm


def _woven(chance: np.random.Generator) -> np.ndarray:
    """Return cloth: threads across and down, in one colour or checked."""
    at = np.arange(TILE, dtype=np.float32)
    threads = (
        0.5 + 0.25 * np.sin(at * 2 * np.pi * 256 / TILE)[:, None] + 0.25 * np.sin(at * 2 * np.pi * 256 / TILE)[None, :]
    )
    tone = 0.75 + 0.4 * threads + 0.07 * _noise(chance, 6, 6) + 0.06 * _noise(chance, 400, 400)
    ground = chance.choice(
        np.array([[96, 20, 22], [24, 50, 96], [40, 84, 44], [150, 140, 118], [60, 58, 66]], dtype=np.float32)
    )
    checks = 1 + 0.22 * ((at // (TILE / 8)) % 2)[:, None] + 0.22 * ((at // (TILE / 8)) % 2)[None, :]
    if chance.random() < 0.5:
        tone = tone * checks
    return tone[..., None] * ground


def _plain(kind: str, chance: np.random.Generator) -> np.ndarray:
    tone = 1 + 0.03 * _noise(chance, 5, 5) + 0.025 * _noise(chance, 300, 300)
    if kind == "stone":
        specks = chance.standard_normal((TILE, TILE)).astype(np.float32)
        tone = (
            tone + 0.1 * np.where(specks > 1.3, 2.2, np.where(specks < -1.5, -2.4, 0)) + 0.05 * _noise(chance, 120, 120)
        )
    return tone[..., None] * np.array(PLAINS[kind], dtype=np.float32)
