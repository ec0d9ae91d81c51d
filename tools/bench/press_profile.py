"""Makes the profile of our press one that a PDF/X-4 takes as its output intent: inks by colour beside colours by ink.

Run: python -m tools.bench.press_profile

What inks look like stays as it is, byte for byte (Compact ICC Profiles, CC0). For each colour of a grid those inks are
sought that look most like it, with more black the darker it is and at most 300 % in all; a minute and a half.
"""

import io
import struct
from itertools import product

from PIL import Image, ImageCms

from generator.draw.pdf.inks import OUR_PROFILE
from tests.conftest import ROOT

PATH = ROOT / "generator/draw" / OUR_PROFILE
GRID = 17
GAMUT_GRID = 9
MOST_INK = 3 * 255
STEPS = (40, 20, 10, 5, 3, 2, 1)
DARK = 60.0  # from this lightness down black is mixed in
FAITHFUL = 6.0  # as far from a colour is still said to be printed
MOVES = [move for move in product((-1, 0, 1), repeat=4) if 0 < sum(map(abs, move)) <= 2]


def tags_of(profile):
    """The tags of a profile by name."""
    count = struct.unpack_from(">I", profile, 128)[0]
    rows = [struct.unpack_from(">4sII", profile, 132 + 12 * at) for at in range(count)]
    return {name.decode(): profile[begin : begin + size] for name, begin, size in rows}


def profile_with(head, tags):
    """A profile of tags; equal ones are written once."""
    begin, places, body = 132 + 12 * len(tags), {}, b""
    for data in tags.values():
        if data not in places:
            places[data] = begin + len(body)
            body += data + bytes(-len(data) % 4)
    table = b"".join(struct.pack(">4sII", name.encode(), places[data], len(data)) for name, data in tags.items())
    whole = head + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(whole)) + whole[4:]


class Inks:
    """What inks look like, many at a time."""

    def __init__(self, profile):
        press = ImageCms.getOpenProfile(io.BytesIO(profile))
        self.seen = ImageCms.buildTransform(
            press, ImageCms.createProfile("LAB", 5000), "CMYK", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC
        )

    def look(self, inks):
        """Lab of each, as 8-bit numbers with signs."""
        image = Image.frombytes("CMYK", (len(inks), 1), bytes(part for ink in inks for part in ink))
        data = ImageCms.applyTransform(image, self.seen).tobytes()
        return [(data[at] / 2.55, signed(data[at + 1]), signed(data[at + 2])) for at in range(0, len(data), 3)]


def signed(byte):
    return byte - 256 if byte > 127 else byte


def cost(lab, inks, wanted):
    black = 255 * max(0.0, 1 - wanted[0] / DARK) ** 1.2
    return sum((a - b) ** 2 for a, b in zip(lab, wanted, strict=True)) + ((inks[3] - black) / 60) ** 2


def first_guess(wanted):
    light, a, b = wanted
    black = 255 * max(0.0, 1 - light / DARK) ** 1.2
    grey = 255 * (1 - light / 100) * 0.8
    return tuple(
        max(0, min(255, round(ink))) for ink in (grey - 1.6 * a, grey + 1.2 * a - 0.4 * b, grey + 1.8 * b, black)
    )


def within(inks):
    return sum(inks) <= MOST_INK


def nearest(inks, grid):
    """For each colour of a grid the inks that look most like it, and how far they miss it."""
    wanted = [
        (100 * light / (grid - 1), 255 * a / (grid - 1) - 128, 255 * b / (grid - 1) - 128)
        for light, a, b in product(range(grid), repeat=3)
    ]
    best = [guess if within(guess := first_guess(colour)) else (150, 150, 150, 255) for colour in wanted]
    costs = [cost(*each) for each in zip(inks.look(best), best, wanted, strict=True)]
    for step in STEPS:
        moving = list(range(len(wanted)))
        while moving:
            tried = []
            for at in moving:
                near = {
                    tuple(max(0, min(255, ink + step * by)) for ink, by in zip(best[at], move, strict=True))
                    for move in MOVES
                } - {best[at]}
                tried += [(at, one) for one in sorted(near) if within(one)]
            looks = inks.look([one for _, one in tried])
            still = set()
            for (at, one), lab in zip(tried, looks, strict=True):
                if (new := cost(lab, one, wanted[at])) < costs[at] - 1e-9:
                    best[at], costs[at] = one, new
                    still.add(at)
            moving = sorted(still)
        print("step", step, "done", flush=True)
    looks = inks.look(best)
    misses = [
        sum((a - b) ** 2 for a, b in zip(lab, colour, strict=True)) ** 0.5
        for lab, colour in zip(looks, wanted, strict=True)
    ]
    return best, misses


def table(outputs, grid, values):
    """A table of 8 bits from Lab to so many channels."""
    matrix = struct.pack(">9i", *(65536 * (at % 4 == 0) for at in range(9)))
    straight = bytes(range(256))
    head = b"mft1" + bytes(4) + bytes((3, outputs, grid, 0)) + matrix
    return head + 3 * straight + bytes(values) + outputs * straight


def text(words):
    return b"text" + bytes(4) + words.encode() + b"\0"


def described(words):
    name = words.encode() + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(name)) + name + bytes(4 + 4 + 2 + 1 + 67)


def main():
    old = PATH.read_bytes()
    tags = tags_of(old)
    looks = tags["A2B0"]
    inks = Inks(old)
    best, misses = nearest(inks, GRID)
    to_inks = table(4, GRID, [ink for each in best for ink in each])
    _, far = nearest(inks, GAMUT_GRID)
    gamut = table(1, GAMUT_GRID, [0 if miss <= FAITHFUL else 255 for miss in far])
    new = {
        "desc": described("CGATS TR 001 (SWOP), both ways, Scrawlpress"),
        "cprt": text("CC0 1.0; looks of inks: Compact ICC Profiles (saucecontrol)"),
        "wtpt": tags["wtpt"],
        **dict.fromkeys(("A2B0", "A2B1", "A2B2"), looks),
        **dict.fromkeys(("B2A0", "B2A1", "B2A2"), to_inks),
        "gamt": gamut,
    }
    head = bytearray(old[:128])
    head[12:16] = b"prtr"
    head[4:8] = bytes(4)
    head[84:100] = bytes(16)
    PATH.write_bytes(profile_with(bytes(head), new))
    print(len(PATH.read_bytes()), "bytes; printed", sum(miss <= FAITHFUL for miss in misses), "of", len(misses))


if __name__ == "__main__":
    main()
