"""Pictures of what changed between two folders of PNG files: before, after, difference side by side.

python changes.py BEFORE AFTER OUTPUT writes a picture for each file that differs, is new or is gone, and changes.md
with their names. It prints how many there are, and writes nothing if nothing differs.
"""

import sys
from pathlib import Path

from PIL import Image, ImageChops

GROUND, GAP = (228, 228, 228), 12  # pixels
LEAST = 12  # of 255: less is no difference that anybody sees


def main(before: Path, after: Path, output: Path) -> int:
    """Write the pictures and the list; returns how many files differ."""
    names = sorted({path.relative_to(folder) for folder in (before, after) for path in folder.rglob("*.png")})
    lines = []
    for name in names:
        old, new = opened(before / name), opened(after / name)
        what = "new" if old is None else "gone" if new is None else "changed"
        if old is not None and new is not None and alike(old, new):
            continue
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        side_by_side(old, new).save(target, optimize=True)
        lines.append(f"| {name.as_posix()} | {what} |")
    if lines:
        head = [
            f"{len(lines)} faces look different (before, after, difference)",
            "",
            "| face | what |",
            "| --- | --- |",
        ]
        (output / "changes.md").write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    return len(lines)


def opened(path: Path) -> Image.Image | None:
    """Return a picture on white, None where there is no file."""
    if not path.is_file():
        return None
    with Image.open(path) as picture:
        own = picture.convert("RGBA")
    ground = Image.new("RGBA", own.size, "white")
    return Image.alpha_composite(ground, own).convert("RGB")


def alike(old: Image.Image, new: Image.Image) -> bool:
    """Tell whether nobody would see a difference."""
    return old.size == new.size and difference(old, new).getextrema()[1] < LEAST


def difference(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return how far two pictures are apart in each dot, as grey; what one does not have is as white paper."""
    size = max(old.width, new.width), max(old.height, new.height)
    on_paper = [Image.new("RGB", size, "white") for _ in (old, new)]
    for paper, picture in zip(on_paper, (old, new), strict=True):
        paper.paste(picture, (0, 0))
    red, green, blue = ImageChops.difference(*on_paper).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def side_by_side(old: Image.Image | None, new: Image.Image | None) -> Image.Image:
    """Return before, after, and after in pale grey with what differs in red."""
    one = old or new
    if one is None:
        raise ValueError("there is nothing to show")
    old, new = old or Image.new("RGB", one.size, "white"), new or Image.new("RGB", one.size, "white")
    apart = difference(old, new)
    pale = Image.new("RGB", apart.size, "white")
    pale.paste(new, (0, 0))
    pale = Image.blend(pale.convert("L").convert("RGB"), Image.new("RGB", apart.size, "white"), 0.6)
    pale.paste((200, 0, 0), (0, 0), apart.point(lambda value: 255 if value >= LEAST else 0))
    shown = (old, new, pale)
    width = sum(each.width for each in shown) + GAP * (len(shown) + 1)
    sheet = Image.new("RGB", (width, max(each.height for each in shown) + 2 * GAP), GROUND)
    left = GAP
    for each in shown:
        sheet.paste(each, (left, GAP))
        left += each.width + GAP
    return sheet


if __name__ == "__main__":
    sys.stdout.write(f"{main(*map(Path, sys.argv[1:4]))}\n")
