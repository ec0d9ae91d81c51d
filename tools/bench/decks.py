"""Write a game whose cards all differ, and the same deck for typst, which lays it out itself.

Each card has a frame and an icon in one of six colours, a title, 30 words of Polish and three numbers; all share a back.
"""

import csv
import json
import random
import re
import shutil
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
DECK = Path(__file__).with_name("deck")  # a home folder, with the same cards for typst
COLORS = yaml.safe_load((DECK / "layouts/bench/card.yaml").read_text(encoding="utf-8"))["colors"]
WORDS = (DECK / "words.txt").read_text(encoding="utf-8").split()


def cards(count):
    """Return `count` cards that all differ; the same count gives the same cards."""
    draw = random.Random(count)
    return [
        {
            "key": f"c{number}",
            "suit": list(COLORS)[number % len(COLORS)],
            "title": f"{draw.choice(WORDS).capitalize()} {draw.choice(WORDS)} {number}",
            "text": " ".join(draw.choices(WORDS, k=30)).capitalize() + ".",
            **{f"numbers.{place}": draw.randint(1, 20) for place in (1, 2, 3)},
        }
        for number in range(count)
    ]


def write_deck(folder, count):
    """Write a home folder with a game called bench, and deck.typ beside cards.json; return the folder."""
    shutil.copytree(DECK, folder, dirs_exist_ok=True)
    rows = cards(count)
    with open(folder / "cards/bench/cards.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    (folder / "cards.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    write_icons(folder)
    template = (DECK / "laid.typ").read_text(encoding="utf-8")
    colors = ", ".join(f'{name}: rgb("{color}")' for name, color in COLORS.items())
    (folder / "laid.typ").write_text(template.replace("COLORS", f"({colors})"), encoding="utf-8")
    return folder


def write_dungeons(folder, count):
    """Write `count` generated dungeons into a folder, each with its own name."""
    from generator.chance import code_of
    from generator.main import scrawl

    for number in range(count):
        file = str(folder / f"d{number:03}.yaml")
        scrawl.main(["dungeon", "generate", "--code", code_of(number), "-o", file], standalone_mode=False)
        with open(file, "a", encoding="utf-8") as dungeon_file:
            dungeon_file.write(f"name: {{en: {WORDS[number % len(WORDS)].capitalize()} {number}}}\n")


def write_icons(folder):
    """Write the icons in their colours, because typst cannot colour them."""
    frames = [("frame_goal", name, color) for name, color in COLORS.items()]
    for icon, name, color in [*frames, ("gem", "light", "#ffffff"), ("boss_dragon", "light", "#ffffff")]:
        svg = (ROOT / "fonts" / "icons" / f"{icon}.svg").read_text(encoding="utf-8")
        (folder / f"{icon}-{name}.svg").write_text(re.sub(r"<path ", f'<path fill="{color}" ', svg), encoding="utf-8")


if __name__ == "__main__":
    write_dungeons(Path(sys.argv[1]), int(sys.argv[2]))
