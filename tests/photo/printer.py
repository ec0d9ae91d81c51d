"""Printers: they move, turn and shrink a page a little, their ink spreads, their toner runs out."""

import math
import random

import numpy as np
from PIL import Image, ImageFilter

from tests.photo.seeds import grains


class Printer:
    """A printer moves, turns and shrinks a page a little; its ink spreads, or its toner runs out.

    Points are in mm.
    """

    def __init__(self, size: tuple[float, float], chance: random.Random) -> None:
        self.size = size
        self.scale = 1.0 if chance.random() < 0.7 else chance.uniform(0.96, 1.0)
        turn = math.radians(chance.gauss(0, 0.12))
        self.cos, self.sin = math.cos(turn), math.sin(turn)
        self.moved = (chance.gauss(0, 0.5), chance.gauss(0, 0.5))
        self.kind = chance.choices(("laser", "ink", "tired"), (0.55, 0.3, 0.15))[0]
        self.black = {"laser": (0.02, 0.05), "ink": (0.04, 0.09), "tired": (0.14, 0.32)}[self.kind]
        self.black = chance.uniform(*self.black)
        self.bands = (
            chance.uniform(15, 60),
            chance.uniform(0.1, 0.25) if self.kind == "tired" else chance.uniform(0, 0.04),
        )
        self.phase = chance.uniform(0, 7)

    def printed(self, page: np.ndarray, dpi: int, seed: int) -> np.ndarray:
        """Return a page, as reflected light from 0 to 255, after this printer has printed it."""
        if self.kind == "ink":
            page = np.asarray(Image.fromarray(page).filter(ImageFilter.BoxBlur(0.04 * dpi / 25.4)))
        across = np.arange(page.shape[1], dtype=np.float32) * 25.4 / dpi
        wave = 0.5 + 0.5 * np.sin(across * 2 * math.pi / self.bands[0] + self.phase)
        ink = 256 * (1 - self.black) * (1 - self.bands[1] * wave)
        grain = grains(seed, "toner").integers(-14, 15, (128, page.shape[1]), dtype=np.int16)
        density = np.tile((ink[None, :] + grain), (-(-page.shape[0] // 128), 1))[: page.shape[0]]
        density = np.clip(density, 0, 255).astype(np.uint16)[..., None]
        return (255 - ((255 - page).astype(np.uint16) * density >> 8)).astype(np.uint8)

    def on_print(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the points of the print, from its upper left corner, at points of the paper, from its middle."""
        x, y = x - self.moved[0], y - self.moved[1]
        return (
            (self.cos * x + self.sin * y) / self.scale + self.size[0] / 2,
            (self.cos * y - self.sin * x) / self.scale + self.size[1] / 2,
        )

    def on_paper(self, x: float, y: float) -> tuple[float, float]:
        """Return the place of a point of the print on the paper."""
        x, y = self.scale * (x - self.size[0] / 2), self.scale * (y - self.size[1] / 2)
        return self.cos * x - self.sin * y + self.moved[0], self.sin * x + self.cos * y + self.moved[1]
