"""Write a game whose cards all differ, and the same deck for typst, which lays it out itself.

Each card has a frame and an icon in one of six colours, a title, 30 words of Polish and three numbers; all share a back.
"""

import csv
import json
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLORS = {
    "ruby": "#8f1d1d",
    "amber": "#8a4b08",
    "moss": "#3b6629",
    "sea": "#20716d",
    "night": "#204175",
    "plum": "#65398a",
}
POLISH = """
gdy wejdziesz do komnaty rzuć kością i wybierz jeden skarb zanim strażnik lochu zgasi pochodnię albo zapłać dwa klejnoty
żeby otworzyć żelazne drzwi pod schodami wieży czarnoksiężnika wtedy drużyna odzyska źródło światła oraz śpiący smok
odda ostatnią łuskę księżycową każdemu bohaterowi który przetrwał całą noc na bagnach
"""
WORDS = POLISH.split()
LAYOUT = """\
extends: ../common/styles.yaml
size: {width: 63mm, height: 88mm}
safe: 3mm
text_floor: 7pt
colors: COLORS
front:
  stack:
    - {shape: rect, fill: "{suit}", x: -3mm, y: -3mm, width: 69mm, height: 94mm}
    - {shape: rect, fill: paper, stroke: ink, stroke_width: 0.6pt, radius: 2mm, x: 3mm, y: 3mm, width: 57mm, height: 82mm}
    - {icon: frame_goal, color: "{suit}", x: 12mm, y: 15mm, width: 39mm, height: 30mm}
    - {icon: gem, color: on_dark, x: 26mm, y: 22mm, width: 11mm, height: 11mm}
    - {text: "{title}", style: title, x: 5mm, y: 5mm, width: 53mm, height: 9mm}
    - {text: "{text}", style: body, size: 9.5pt, x: 6mm, y: 46mm, width: 51mm, height: 26.5mm, valign: center, hyphenate: true}
    - row:
        - {each: numbers, grow: 1, box: [{text: "{item}", style: number, color: on_dark, grow: 1}], fill: "{suit}", radius: 1mm}
      gap: 2mm
      x: 6mm
      y: 73mm
      width: 51mm
      height: 10mm
back:
  stack:
    - {shape: rect, fill: night, x: -3mm, y: -3mm, width: 69mm, height: 94mm}
    - {icon: boss_dragon, color: on_dark, align: center, valign: center, width: 40mm, height: 40mm}
"""
GAME = """\
game: bench
data: []
decks:
  cards: {layout: card, backs: same}
"""


def cards(count):
    """Return cards that all differ, the same ones for a number."""
    draw = random.Random(count)
    return [
        {
            "key": f"c{at}",
            "suit": list(COLORS)[at % len(COLORS)],
            "title": f"{draw.choice(WORDS).capitalize()} {draw.choice(WORDS)} {at}",
            "text": " ".join(draw.choices(WORDS, k=30)).capitalize() + ".",
            **{f"numbers.{place}": draw.randint(1, 20) for place in (1, 2, 3)},
        }
        for at in range(count)
    ]


def write_deck(folder, count):
    """Write a home folder with a game called bench, and deck.typ beside cards.json; return the folder."""
    files = {"layouts/bench/card.yaml": LAYOUT.replace("COLORS", json.dumps(COLORS)), "cards/bench/game.yaml": GAME}
    files["cards/bench/words/pl.yaml"] = "game: {title: Bench}\ncard_types: {card: Karta}\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    rows = cards(count)
    with open(folder / "cards/bench/cards.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    (folder / "cards.json").write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    write_icons(folder)
    (folder / "laid.typ").write_text(TYPST.replace("COLORS", typst_colors()), encoding="utf-8")
    return folder


def write_dungeons(folder, count):
    """Write so many generated dungeons into a folder, each with a name of its own."""
    from generator.chance import code_of
    from generator.main import scrawl

    for number in range(count):
        file = str(folder / f"d{number:03}.yaml")
        scrawl.main(["dungeon", "generate", "--code", code_of(number), "-o", file], standalone_mode=False)
        with open(file, "a", encoding="utf-8") as out:
            out.write(f"name: {{en: {WORDS[number % len(WORDS)].capitalize()} {number}}}\n")


def write_icons(folder):
    """Write the icons in their colours, as typst can colour none itself."""
    wanted = [("frame_goal", name, color) for name, color in COLORS.items()]
    for icon, name, color in [*wanted, ("gem", "light", "#ffffff"), ("boss_dragon", "light", "#ffffff")]:
        svg = (ROOT / "fonts" / "icons" / f"{icon}.svg").read_text(encoding="utf-8")
        (folder / f"{icon}-{name}.svg").write_text(re.sub(r"<path ", f'<path fill="{color}" ', svg), encoding="utf-8")


def typst_colors():
    return "(" + ", ".join(f'{name}: rgb("{color}")' for name, color in COLORS.items()) + ")"


TYPST = """\
#let colors = COLORS
#let deck = json("cards.json")
#set page(width: 210mm, height: 297mm, margin: (x: 10.5mm, y: 16.5mm))
#set text(font: "Fira Sans", stretch: 75%, size: 10pt, lang: "pl", hyphenate: true, fill: rgb("#1c1a17"))
#let at(x, y, w, h, what) = place(dx: x * 1mm, dy: y * 1mm, box(width: w * 1mm, height: h * 1mm, what))
#let number(value, color) = box(width: 100%, height: 10mm, fill: color, radius: 1mm,
  align(center + horizon, text(font: "Grenze Gotisch", weight: 700, size: 12pt, fill: white, str(value))))
#let front(card) = box(width: 63mm, height: 88mm, {
  let color = colors.at(card.suit)
  at(0, 0, 63, 88, rect(width: 100%, height: 100%, fill: color))
  at(3, 3, 57, 82, rect(width: 100%, height: 100%, fill: white, stroke: 0.6pt, radius: 2mm))
  at(12, 15, 39, 30, image("frame_goal-" + card.suit + ".svg", width: 100%, height: 100%))
  at(26, 22, 11, 11, image("gem-light.svg", width: 100%, height: 100%))
  at(5, 5, 53, 9, align(center + horizon, text(font: "Grenze Gotisch", weight: 700, size: 15pt, card.title)))
  at(6, 47, 51, 24, align(horizon, { set par(leading: 3pt); text(size: 9.5pt, card.text) }))
  at(6, 73, 51, 10, grid(columns: (1fr,) * 3, gutter: 2mm, ..(1, 2, 3).map(n => number(card.at("numbers." + str(n)), color))))
})
#let back = box(width: 63mm, height: 88mm, {
  at(0, 0, 63, 88, rect(width: 100%, height: 100%, fill: colors.night))
  at(11.5, 24, 40, 40, image("boss_dragon-light.svg", width: 100%, height: 100%))
})
#for group in deck.chunks(9) {
  page(grid(columns: 3, ..group.map(front)))
  page(grid(columns: 3, ..group.map(_ => back)))
}
"""


if __name__ == "__main__":
    write_dungeons(Path(sys.argv[1]), int(sys.argv[2]))
