"""Write what the bare script needs to make the same cards as a command. Usage: prepare.py FOLDER print cards ...

Lines come broken and placed, y up, for a program that knows nothing of frames.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from decks import COLORS  # noqa: E402 - found by the line above

import generator.cli.printing  # noqa: E402 - loaded before the drawer is exchanged
import generator.draw.pdf.document as pdf  # noqa: E402
import generator.products.kit  # noqa: E402, F401
from generator.frame import ShapeItem, TextItem, walk  # noqa: E402
from generator.main import scrawl  # noqa: E402

CARD_HEIGHT = 88 * 72 / 25.4


def recorded(arguments):
    """Run a command in this process and return the (frames, fonts) that it had drawn first."""
    drawn, draw = [], pdf.pdf_bytes

    def noted(frames, *, fonts, **more):
        frames = list(frames)
        drawn.append((frames, {name: str(source.path) for name, source in fonts.paths.items()}))
        return draw(frames, fonts=fonts, **more)

    for module in [module for module in sys.modules.values() if getattr(module, "pdf_bytes", None) is draw]:
        module.pdf_bytes = noted
    scrawl.main(arguments, standalone_mode=False)
    return drawn[0]


def placed_deck(frames, fonts, cards, colors):
    """Return the sheets of a deck of which every card has a title, a text and three numbers, as words and places."""
    texts = [placed_texts(group.content) for frame in frames if frame.side == "front" for group in frame.items[:-2]]
    icons = {item.outline for frame in frames[:2] for item, _ in walk(frame.items) if getattr(item, "outline", None)}
    return {
        "fonts": {"text": fonts["text.regular"], "display": fonts["display.bold"]},
        "colors": colors,
        "icons": {
            each.name: {"width": each.width, "height": each.height, "commands": list(each.commands())} for each in icons
        },
        "marks_front": placed_marks(frames[0]),
        "marks_back": placed_marks(frames[1]),
        "captions": [
            (round(item.x, 2), round(frame.size.height - item.y, 2), item.text)
            for frame in frames
            for item in frame.items[-1:]
        ],
        "cards": [{"suit": card["suit"], **parts} for card, parts in zip(cards, texts, strict=True)],
    }


def placed_texts(content):
    """Return the lines of a card by what they are: (x, y up, words)."""
    parts = {"title": [], "text": [], "numbers": [], "size": 0}
    for item, (_, _, _, _, x, y) in walk(content.items):
        if isinstance(item, TextItem):
            part = "text" if item.font == "text.regular" else "title" if item.size == 15 else "numbers"
            parts["size"] = item.size if part == "text" else parts["size"]
            parts[part].append((round(item.x + x, 2), round(CARD_HEIGHT - item.y - y, 2), item.text))
    return parts


def placed_marks(frame):
    """Return the lines and texts around the cards of a sheet."""
    height = frame.size.height
    items = [item for item, _ in walk(frame.items[-2].content.items)]
    lines = [
        (
            item.rect.x,
            height - item.rect.y,
            item.rect.right,
            height - item.rect.bottom,
            item.paint.stroke_width,
            item.paint.stroke,
        )
        for item in items
        if isinstance(item, ShapeItem)
    ]
    texts = [
        (item.x, height - item.y, item.text, item.size, item.color) for item in items if isinstance(item, TextItem)
    ]
    return {"lines": lines, "texts": texts}


def main(folder, *arguments):
    home = Path(folder)
    frames, fonts = recorded([*arguments, "-o", str(home / "recorded.pdf")])
    deck = placed_deck(frames, fonts, json.loads((home / "cards.json").read_text(encoding="utf-8")), COLORS)
    (home / "placed.json").write_text(json.dumps(deck, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
