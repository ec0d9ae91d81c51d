"""Hands that write: each with a tool, its own habits, and more or less care."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.photo.camera import Paper
from tests.photo.printer import Printer
from tests.photo.seeds import grains
from tests.photo.sheets import BORDER, Box
from tests.photo.strokes import MARKS, Point, Stroke, signs, smooth

FINER = 3  # strokes are drawn larger by this factor, then reduced
TOOTH = 512  # size in pixels of the paper grain, which a pencil shows


@dataclass(frozen=True)
class Tool:
    """A writing tool: reflected light of the ink (linear, 0 to 1), width in mm, how much it covers, how much the
    grain of paper shows, and whether it can be erased."""

    name: str
    ink: tuple[float, float, float]
    width: float
    cover: float
    grain: float = 0.0
    erased: bool = False


def tools(chance: random.Random) -> Tool:
    """Draw a tool: mostly pencils, because the box of the main game has some."""
    kind = chance.choices(("pencil", "faint", "pen", "fineliner", "marker"), (0.4, 0.08, 0.3, 0.12, 0.1))[0]
    grey = chance.uniform(0.03, 0.07)
    pen = chance.choice(
        ((0.012, 0.02, 0.17), (0.02, 0.02, 0.025), (0.02, 0.035, 0.26), (0.42, 0.02, 0.03), (0.01, 0.16, 0.06))
    )
    if kind == "pencil":
        return Tool(
            kind,
            (grey, grey, grey * 1.1),
            chance.uniform(0.45, 0.75),
            chance.uniform(0.6, 0.85),
            chance.uniform(0.5, 0.9),
            True,
        )
    if kind == "faint":
        return Tool(
            kind,
            (grey, grey, grey),
            chance.uniform(0.4, 0.6),
            chance.uniform(0.42, 0.55),
            chance.uniform(0.5, 0.8),
            True,
        )
    if kind == "pen":
        return Tool(kind, pen, chance.uniform(0.32, 0.5), chance.uniform(0.85, 0.95), 0.12)
    if kind == "fineliner":
        return Tool(kind, pen, chance.uniform(0.4, 0.6), 0.96)
    return Tool(kind, pen, chance.uniform(0.9, 1.5), chance.uniform(0.86, 0.94))


@dataclass
class Hand:
    """A person with a tool: the usual marks, and how far they miss their place (shares of a box)."""

    tool: Tool
    marks: dict[str, float]
    jitter: float
    size: float
    overshoot: float
    slant: float
    tremble: float
    forms: dict[str, int] = field(default_factory=dict)

    @classmethod
    def drawn(cls, chance: random.Random) -> "Hand":
        """Draw a hand: most people keep to one mark, and mix others in."""
        kinds = ("tick", "cross", "slash", "fill", "scribble", "dot", "ring")
        usual = chance.choices(kinds, (0.3, 0.3, 0.12, 0.12, 0.1, 0.02, 0.04))[0]
        marks = {kind: 0.02 for kind in kinds} | {"dot": 0.004, "ring": 0.004, usual: 1.0}
        return cls(
            tools(chance), marks, chance.uniform(0.02, 0.12), chance.uniform(0.8, 1.1), chance.choice((0.0, 0.05, 0.2)),
            chance.uniform(-0.1, 0.35), chance.uniform(0.01, 0.05),
        )  # fmt: skip


class Page:
    """A printed page to write on: pixels as light (linear, 0 to 255), and the pixels per mm."""

    def __init__(self, pixels: np.ndarray, dpi: int, seed: int) -> None:
        self.pixels = pixels
        self.scale = dpi / 25.4
        noise = grains(seed, "tooth").integers(0, 256, (TOOTH, TOOTH), dtype=np.uint8)
        blurred = Image.fromarray(noise).filter(ImageFilter.GaussianBlur(0.045 * self.scale))
        tooth = np.asarray(blurred, dtype=np.float32)
        self.tooth = 0.5 + (tooth - tooth.mean()) / (5 * tooth.std() + 1e-6)

    def mark(self, hand: Hand, kind: str, box: Box, chance: random.Random) -> None:
        """Draw a mark into a box, as well as the hand can."""
        self.draw(hand, self.placed(hand, MARKS[kind](chance), box, chance), chance)

    def placed(self, hand: Hand, strokes: list[Stroke], box: Box, chance: random.Random) -> list[Stroke]:
        """Return strokes of a unit box at their place on the page, in mm."""
        near = hand.jitter
        x, y = box.middle
        x, y = x + chance.uniform(-near, near) * box.width, y + chance.uniform(-near, near) * box.height
        size = hand.size * chance.uniform(0.9, 1.08)
        wide, high = _as_read(box)
        wide, high = size * wide, size * high
        wide, high = (
            min(wide, 1.5 * high),
            min(high, 1.5 * wide),
        )  # marks are no taller or wider than those of real hands
        overshoots = chance.random() < hand.overshoot
        shaken = [[(a + chance.gauss(0, near / 3), b + chance.gauss(0, near / 3)) for a, b in each] for each in strokes]
        cos, sin = math.cos(box.turn), math.sin(box.turn)
        placed = [[_turned(x, y, wide * (a - 0.5), high * (b - 0.5), cos, sin) for a, b in each] for each in shaken]
        if overshoots:
            (fromx, fromy), (tox, toy) = placed[-1][-2:]
            far = chance.uniform(0.2, 0.6)
            placed[-1][-1] = (tox + far * (tox - fromx), toy + far * (toy - fromy))
        return placed

    def write(self, hand: Hand, text: str, box: Box, chance: random.Random) -> None:
        """Write a number or a name into a box, no larger than it is."""
        placed = signs(text, chance, hand.forms)
        if not placed:
            return
        reach = placed[-1][0] + 0.6
        room_wide, room_high = _as_read(box)
        high = min(hand.size * chance.uniform(0.5, 0.62) * room_high, 7.5, 0.9 * room_wide / reach)
        left_edge = -reach * high / 2 + chance.gauss(0, hand.jitter) * high
        top = -0.5 * high + chance.gauss(0, hand.jitter) * high
        rough = hand.jitter / 2.5
        cos, sin = math.cos(box.turn), math.sin(box.turn)
        for left, strokes in placed:
            lines = [
                [
                    _turned(
                        *box.middle,
                        left_edge + high * (left + a - hand.slant * (b - 0.5) + chance.gauss(0, rough)),
                        top + high * (b + chance.gauss(0, rough)),
                        cos,
                        sin,
                    )
                    for a, b in stroke
                ]
                for stroke in strokes
            ]
            self.draw(hand, lines, chance)

    def draw(self, hand: Hand, strokes: Sequence[Sequence[Point]], chance: random.Random, left: float = 1.0) -> None:
        """Draw strokes in mm; `left` is the share of them that an eraser leaves."""
        for stroke in strokes:
            self._drawn(hand, smooth(stroke) if len(stroke) > 2 else _bowed(stroke, hand, chance), chance, left)

    def erase(self, hand: Hand, kind: str, box: Box, chance: random.Random) -> None:
        """Draw a mark and rub it out: a pale trace and a smear remain."""
        strokes = self.placed(hand, MARKS[kind](chance), box, chance)
        self.draw(hand, strokes, chance, left=chance.uniform(0.06, 0.2))
        self._smeared(box, chance)

    def _smeared(self, box: Box, chance: random.Random) -> None:
        grow = chance.uniform(0.1, 0.5)
        left, top = (round((each - grow + BORDER) * self.scale) for each in (box.x, box.y))
        wide, high = (round((each + 2 * grow) * self.scale) for each in (box.width, box.height))
        soft = Image.new("L", (wide, high))
        ImageDraw.Draw(soft).ellipse((wide * 0.1, high * 0.1, wide * 0.9, high * 0.9), fill=255)
        cover = np.asarray(soft.filter(ImageFilter.GaussianBlur(wide / 8)), dtype=np.float32) / 255
        self._inked(left, top, cover * chance.uniform(0.01, 0.05), (0.1, 0.1, 0.1))

    def _drawn(self, hand: Hand, points: Sequence[Point], chance: random.Random, left: float) -> None:
        tool = hand.tool
        scale = self.scale * FINER
        width = tool.width * scale * chance.uniform(0.88, 1.12)
        xs, ys = [(x + BORDER) * scale for x, _ in points], [(y + BORDER) * scale for _, y in points]
        edge = 2 * width + FINER
        left_edge, top = (int((min(each) - edge) / FINER) for each in (xs, ys))
        wide, high = (
            int((max(each) + edge) / FINER) + 1 - at for each, at in zip((xs, ys), (left_edge, top), strict=True)
        )
        canvas = Image.new("L", (wide * FINER, high * FINER))
        pen = ImageDraw.Draw(canvas)
        force = 1.0
        before = None
        for x, y in zip(xs, ys, strict=True):
            force += chance.gauss(0, 0.06) + 0.15 * (1 - force)
            radius = max(0.8, width * min(1.3, max(0.7, force)) / 2)
            x, y = x - left_edge * FINER, y - top * FINER
            if before:
                pen.line((*before, x, y), fill=255, width=round(2 * radius))
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
            before = (x, y)
        cover = np.asarray(canvas.reduce(FINER), dtype=np.float32) / 255
        cover *= tool.cover * left * chance.uniform(0.92, 1.05)
        if tool.grain:
            rows = np.arange(top, top + high) % TOOTH
            columns = np.arange(left_edge, left_edge + wide) % TOOTH
            tooth = self.tooth[np.ix_(rows, columns)]
            cover = cover * np.clip(1 + tool.grain * 2.2 * (tooth - 0.55), 0.05, 1.25)
        self._inked(left_edge, top, np.minimum(cover, 0.98), tool.ink)

    def crease(self, paper: Paper, printer: Printer) -> None:
        """Show folds on the paper: some print is rubbed off, and fibres stand up."""
        for fold in paper.folds:
            long = math.hypot(*paper.size)
            ends = [
                (
                    fold.at * math.cos(paper.axis) - v * math.sin(paper.axis),
                    fold.at * math.sin(paper.axis) + v * math.cos(paper.axis),
                )
                for v in (-long / 2, long / 2)
            ]
            (ax, ay), (bx, by) = (printer.on_print(*end) for end in ends)
            steps = int(long * self.scale)
            t = np.linspace(0, 1, steps)
            for aside, paler in ((-0.12, 0.75), (0.0, 0.55), (0.12, 0.8), (0.3, 0.95)):
                x = np.rint((ax + (bx - ax) * t + aside + BORDER) * self.scale).astype(int)
                y = np.rint((ay + (by - ay) * t + aside + BORDER) * self.scale).astype(int)
                on = (x >= 0) & (y >= 0) & (x < self.pixels.shape[1]) & (y < self.pixels.shape[0])
                part = self.pixels[y[on], x[on]].astype(np.float32)
                self.pixels[y[on], x[on]] = (225 - paler * (225 - part)).astype(np.uint8)

    def _inked(self, left: int, top: int, cover: np.ndarray, ink: tuple[float, float, float]) -> None:
        """Let ink cover a part of the page, cut off at its edges."""
        high, wide = self.pixels.shape[:2]
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(wide, left + cover.shape[1]), min(high, top + cover.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        visible = cover[y0 - top : y1 - top, x0 - left : x1 - left, None]
        part = self.pixels[y0:y1, x0:x1]
        part[:] = (part * (1 - visible * (1 - np.array(ink, dtype=np.float32))) + 0.5).astype(np.uint8)


def _bowed(stroke: Sequence[Point], hand: Hand, chance: random.Random) -> Stroke:
    """Return a straight stroke as a hand draws it, a little bent."""
    (ax, ay), (bx, by) = stroke[0], stroke[-1]
    bow = chance.gauss(0, hand.tremble)
    middle = ((ax + bx) / 2 - bow * (by - ay), (ay + by) / 2 + bow * (bx - ax))
    return smooth([(ax, ay), middle, (bx, by)])


def _as_read(box: Box) -> tuple[float, float]:
    """Return the width and height of a box as a reader sees it."""
    return (box.height, box.width) if abs(math.sin(box.turn)) > 0.7 else (box.width, box.height)


def _turned(x: float, y: float, right: float, down: float, cos: float, sin: float) -> Point:
    """Return the point at this distance to the right of a middle and below it, as a reader sees it."""
    return x + cos * right - sin * down, y + sin * right + cos * down
