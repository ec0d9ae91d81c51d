"""Redraw the backgrounds behind the figures of cards: `python -m tools.art.card_grounds`. Ten units are a millimetre.

Only the joints are drawn, in one dark colour: the ground of each deck shows between them.
"""

from tests.conftest import ROOT
from tools.art.brush import Drawing

WIDTH, HEIGHT = 750, 1000
JOINT, GAP = "#15111c", "#21140c"


def strip(art, left, top, right, low, shake, color):
    """Draw a joint: a thin strip with slightly uneven sides."""
    corners = [(left, top), (right, top), (right, low), (left, low)]
    art.shape(art.rough(corners, shake, 45) if shake else [(*spot, True) for spot in corners], color, 0, 0)


def wall(seed, wide, shake):
    """Draw a wall in courses of stone; `wide` is the range of widths of a stone. Some joints are left out, as if worn."""
    art = Drawing("wall", WIDTH, HEIGHT, seed, "none")
    for course in range(13):
        top, low = round(course * HEIGHT / 13), round((course + 1) * HEIGHT / 13)
        x = 0.0
        while course and x < WIDTH:
            right = min(x + art.chance.uniform(60, 190), WIDTH)
            if art.chance.random() < 0.75:
                strip(art, x, top - 1.1, right, top + 1.1, shake, JOINT)
            x = right
        x = art.chance.uniform(40, 110)
        while x < WIDTH - 30:
            if art.chance.random() < 0.75:
                strip(art, x - 1.1, top, x + 1.1, low, shake, JOINT)
            x += art.chance.uniform(*wide)
    return art


def planks(seed):
    """Draw the table of a tavern: planks with their ends, and the grain of the wood."""
    art = Drawing("planks", WIDTH, HEIGHT, seed, "none")
    left = 0.0
    while left < WIDTH:
        right = left + art.chance.uniform(85, 125)
        strip(art, right - 2, 0, right + 2, HEIGHT, 0.8, GAP)
        y = art.chance.uniform(80, 450)
        while y < HEIGHT - 20:
            strip(art, left, y - 1.5, right, y + 1.5, 0.5, GAP)
            y += art.chance.uniform(320, 550)
        for _ in range(2):
            x, y = art.chance.uniform(left + 18, right - 18), art.chance.uniform(20, 800)
            bow, long = art.chance.uniform(-14, 14), art.chance.uniform(100, 180)
            art.stroke([(x, y), (x + bow, y + long * 0.4), (x, y + long)], GAP, 4, 0)
        left = right
    return art


def write(root=ROOT):
    """Write the walls and the table into the folders of their games."""
    grounds = {
        "paper-dungeons": wall(7, (95, 155), 0.6),
        "labirynt-smierci": wall(12, (80, 170), 1.0),
        "platformer": wall(3, (100, 140), 0),
        "dungeon-fighter": planks(11),
    }
    for game, art in grounds.items():
        (root / "layouts" / game / "art" / f"{art.name}.svg").write_text(art.svg(), encoding="utf-8")


if __name__ == "__main__":
    write()
