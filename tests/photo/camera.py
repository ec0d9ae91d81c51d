"""The place of a page's point in a picture: bent paper, a table, a camera and its lens.

Page points are mm from the middle of the page, x to the right, y down; heights are mm above the table.
"""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tests.photo.grades import Grade

REACH = 420  # mm from the middle of a page for which its bends are defined
STEP = 0.5
CREASE = 0.7  # mm over which a fold turns


class Fold(NamedTuple):
    """A fold: its place on the bend's axis (mm from the middle), and its angle in radians."""

    at: float
    turn: float


class Bend:
    """Paper that bends along one axis and keeps its length: the reach and the height of each length along it."""

    def __init__(self, curl: float, waves: float, folds: tuple[Fold, ...]) -> None:
        self.along = np.arange(-REACH, REACH + STEP, STEP)
        slope = curl * self.along + waves * np.sin(self.along / 48)
        for fold in folds:
            slope = slope + fold.turn * (0.5 + 0.5 * np.tanh((self.along - fold.at) / CREASE))
            slope = slope - fold.turn * 0.5
        slope = np.where(
            np.abs(self.along) > 230,
            np.interp(self.along, (-230, 230), np.interp((-230, 230), self.along, slope)),
            slope,
        )
        self.slope = np.clip(slope, -0.9, 0.9)
        middle = len(self.along) // 2
        self.reach = np.cumsum(np.cos(self.slope)) * STEP
        self.height = np.cumsum(np.sin(self.slope)) * STEP
        self.reach -= self.reach[middle]
        self.height -= self.height[middle]

    def at(self, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the reach, the height and the slope at lengths along the paper."""
        return tuple(np.interp(lengths, self.along, each) for each in (self.reach, self.height, self.slope))


class Pose(NamedTuple):
    """The place of a page's middle on the table, in mm, and its turn, in radians."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0


CENTRED = Pose()


class Paper:
    """A page on a table, bent along an axis, and a little across it."""

    def __init__(self, size: tuple[float, float], grade: Grade, chance: random.Random, pose: Pose = CENTRED) -> None:
        self.size = size
        self.pose = pose
        long = max(size)
        count = chance.choices(range(len(grade.folds)), grade.folds)[0]
        self.axis = chance.choice((0.0, math.pi / 2)) + chance.gauss(0, 0.04 if count else 0.25)
        span = size[0] * abs(math.cos(self.axis)) + size[1] * abs(math.sin(self.axis))
        curl = chance.choice((-0.6, 1, 1)) * chance.uniform(*grade.curl) * 8 / span**2
        turns = [math.radians(chance.uniform(*grade.fold)) * chance.choice((-1, 1)) for _ in range(count)]
        first = tuple(
            Fold(chance.gauss(0, 0.03) * long + at, turn)
            for at, turn in zip(self._places(count, span), turns, strict=False)
        )
        self.folds = first[:2]
        self.bend = Bend(curl, chance.gauss(0, 0.004) * grade.curl[1] / 3, self.folds)
        self.across = Bend(chance.gauss(0, 0.15) * curl, 0.0, ())
        self.lowest = 0.0
        self.lowest = min(self.lifted(*self.outline(40))[2].min(), 0.0)

    @staticmethod
    def _places(count: int, span: float) -> tuple[float, ...]:
        return ((), (0.0,), (-span / 6, span / 6))[count]

    def outline(self, steps: int, within: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Return points around the page, `within` mm inside its edges, from the upper left corner on."""
        wide, high = self.size[0] / 2 - within, self.size[1] / 2 - within
        t = np.linspace(-1, 1, steps)
        ones = np.ones(steps)
        return wide * np.concatenate([t, ones, -t, -ones]), high * np.concatenate([-ones, t, ones, -t])

    def lifted(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the places of page points over the table: x, y, height, and the slope along the bend."""
        cos, sin = math.cos(self.axis), math.sin(self.axis)
        along, height, slope = self.bend.at(cos * x + sin * y)
        aside, more, _ = self.across.at(cos * y - sin * x)
        cos, sin = math.cos(self.axis + self.pose.turn), math.sin(self.axis + self.pose.turn)
        return (
            cos * along - sin * aside + self.pose.x,
            sin * along + cos * aside + self.pose.y,
            height + more - self.lowest,
            slope,
        )


class Camera:
    """A phone over a table: its place, its tilt, and the distortion of its lens."""

    def __init__(
        self, papers: Sequence[Paper], grade: Grade, picture: tuple[int, int], chance: random.Random, quarters: int = 0
    ) -> None:
        """Place the phone so that it sees all papers, turned by this many quarters."""
        self.papers = papers
        self.picture = picture
        self.focal = chance.uniform(0.7, 0.86) * max(picture)
        self.bend = chance.uniform(*grade.lens)
        tilt, towards = math.radians(chance.uniform(*grade.tilt)), chance.uniform(0, 2 * math.pi)
        if chance.random() < 0.6:
            towards = math.pi / 2 + chance.gauss(0, 0.35)  # people stand in front of the table and lean over it
        away = np.array([math.sin(tilt) * math.cos(towards), math.sin(tilt) * math.sin(towards), math.cos(tilt)])
        turn = math.radians(chance.choice((-1, 1)) * chance.uniform(*grade.turn)) + quarters * math.pi / 2
        right = np.array([1.0, 0.0, 0.0]) - away[0] * away
        right /= np.linalg.norm(right)
        down = np.array([0.0, 1.0, 0.0]) - away[1] * away - right[1] * right
        down /= np.linalg.norm(down)
        cos, sin = math.cos(turn), math.sin(turn)
        self.axes = np.array([cos * right - sin * down, sin * right + cos * down, -away])
        self.stand = 400.0 * away
        self.shift = (0.0, 0.0)
        self._step_back(chance.uniform(*grade.fills), chance)

    def _step_back(self, fills: float, chance: random.Random) -> None:
        """Move until the page fills this share of the picture and is near its middle."""
        wide, high = self.picture
        for _ in range(12):
            x, y = self._outlines()
            share = max((x.max() - x.min()) / wide, (y.max() - y.min()) / high)
            self.stand = self.stand * (1 + 0.9 * (share / fills - 1))
            x, y = self._outlines()
            gap = np.array([(x.max() + x.min()) / 2 - wide / 2, (y.max() + y.min()) / 2 - high / 2])
            depth = np.linalg.norm(self.stand)
            self.stand = self.stand + (gap[0] * self.axes[0] + gap[1] * self.axes[1]) * depth / self.focal
        x, y = self._outlines()
        free = (min(x.min(), wide - x.max()), min(y.min(), high - y.max()))
        self.shift = tuple(chance.uniform(-0.6, 0.6) * max(0.0, each) for each in free)

    def _outlines(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the places in the picture of points around all pages."""
        seen = [self.seen(paper, *paper.outline(9)) for paper in self.papers]
        return tuple(np.concatenate([each[axis] for each in seen]) for axis in (0, 1))

    def shown(self, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the places in the picture of points over the table, in pixels."""
        px, py, pz = x - self.stand[0], y - self.stand[1], z - self.stand[2]
        right, down, ahead = [axis[0] * px + axis[1] * py + axis[2] * pz for axis in self.axes]
        u, v = right / ahead, down / ahead
        corner = (self.picture[0] ** 2 + self.picture[1] ** 2) / (4 * self.focal**2)
        bent = 1 + self.bend * (u * u + v * v) / corner
        return (
            self.picture[0] / 2 + self.focal * u * bent + self.shift[0],
            self.picture[1] / 2 + self.focal * v * bent + self.shift[1],
        )

    def seen(self, paper: Paper, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the places in the picture of points of a page, in pixels."""
        return self.shown(*paper.lifted(x, y)[:3])

    def on_table(self, px: np.ndarray, py: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the points of the table that pixels show, in mm."""
        u = (px - self.shift[0] - self.picture[0] / 2) / self.focal
        v = (py - self.shift[1] - self.picture[1] / 2) / self.focal
        corner = (self.picture[0] ** 2 + self.picture[1] ** 2) / (4 * self.focal**2)
        a, b = u, v
        for _ in range(5):
            bent = 1 + self.bend * (a * a + b * b) / corner
            a, b = u / bent, v / bent
        rays = [self.axes[0][at] * a + self.axes[1][at] * b + self.axes[2][at] for at in range(3)]
        far = -self.stand[2] / np.minimum(rays[2], -1e-3)
        return self.stand[0] + far * rays[0], self.stand[1] + far * rays[1]

    def on_page(self, paper: Paper, px: np.ndarray, py: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the points of the page that pixels show, in mm, as if the page had no end (Newton's method)."""
        tx, ty = self.on_table(px, py)
        cos, sin = math.cos(paper.pose.turn), math.sin(paper.pose.turn)
        x, y = (
            cos * (tx - paper.pose.x) + sin * (ty - paper.pose.y),
            cos * (ty - paper.pose.y) - sin * (tx - paper.pose.x),
        )
        x, y = np.clip(x, -REACH, REACH), np.clip(y, -REACH, REACH)
        small = 0.5
        for _ in range(6):
            ax, ay = self.seen(paper, x, y)
            bx, by = self.seen(paper, x + small, y)
            cx, cy = self.seen(paper, x, y + small)
            a, b, c, d = (bx - ax) / small, (cx - ax) / small, (by - ay) / small, (cy - ay) / small
            det = a * d - b * c
            det = np.where(np.abs(det) < 1e-6, 1e-6, det)
            ex, ey = px - ax, py - ay
            x = np.clip(x + np.clip((d * ex - b * ey) / det, -40, 40), -REACH, REACH)
            y = np.clip(y + np.clip((a * ey - c * ex) / det, -40, 40), -REACH, REACH)
        return x, y
