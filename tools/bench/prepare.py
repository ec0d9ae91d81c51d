"""Write what the rivals need to make the same pages as a command. Usage: prepare.py FOLDER print cards ..."""

import json
import pickle
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from decks import COLORS  # noqa: E402 - found by the line above
from record import placed_deck, plain_calls  # noqa: E402
from typst_deck import write_typst  # noqa: E402

import generator.cli.printing  # noqa: E402 - loaded before the drawer is exchanged
import generator.draw.pdf.document as pdf  # noqa: E402
import generator.products.kit  # noqa: E402, F401
from generator.main import scrawl  # noqa: E402


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


def main(folder, *arguments):
    home = Path(folder)
    frames, fonts = recorded([*arguments, "-o", str(home / "recorded.pdf")])
    if (home / "cards.json").exists():
        cards = json.loads((home / "cards.json").read_text(encoding="utf-8"))
        deck = placed_deck(frames, fonts, cards, COLORS)
        (home / "placed.json").write_text(json.dumps(deck, ensure_ascii=False), encoding="utf-8")
        return
    calls = plain_calls(frames, fonts)
    (home / "calls.pickle").write_bytes(pickle.dumps(calls, pickle.HIGHEST_PROTOCOL))
    write_typst(frames, fonts, home)


if __name__ == "__main__":
    main(*sys.argv[1:])
