"""The bare rival of the cards that all differ: draws with reportlab and lays nothing out.

Usage: bare_deck.py DECK.json OUT.pdf. Lines come broken and placed; the rest stands where a programmer wrote it down.
"""

import json
import sys

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0  # streams as bytes: less to do, and a smaller file
PAGE = (210 * mm, 297 * mm)
CARD = (63 * mm, 88 * mm)
LEFT, TOP = 10.5 * mm, 13 * mm
INK, GRAY, LIGHT = "#1c1a17", "#333333", "#ffffff"
TITLE, NUMBER, CAPTION = ("display", 15), ("display", 12), ("text", 6.5)


class Deck:
    def __init__(self, deck, target):
        self.deck = deck
        for name, path in deck["fonts"].items():
            pdfmetrics.registerFont(TTFont(name, path))
        self.canvas = Canvas(target, pagesize=PAGE, invariant=1, pageCompression=1)
        self.places = [
            (LEFT + column * CARD[0], PAGE[1] - TOP - (row + 1) * CARD[1]) for row in range(3) for column in range(3)
        ]

    def write(self):
        canvas = self.canvas
        for suit, color in self.deck["colors"].items():
            canvas.beginForm(suit, 0, 0, *CARD)
            self.face(color)
            canvas.endForm()
        for name in ("marks_front", "marks_back"):
            canvas.beginForm(name, 0, 0, *PAGE)
            self.marks(self.deck[name])
            canvas.endForm()
        canvas.beginForm("back", 0, 0, *CARD)
        self.back()
        canvas.endForm()
        canvas.beginForm("backs", 0, 0, *PAGE)
        self.backs()
        canvas.endForm()
        cards, captions = self.deck["cards"], self.deck["captions"]
        for at in range(0, len(cards), 9):
            self.fronts(cards[at : at + 9], captions[at // 9 * 2])
            self.back_page(captions[at // 9 * 2 + 1])
        canvas.save()

    def face(self, color):
        """What all cards of a colour show."""
        canvas = self.canvas
        canvas.setFillColor(color)
        canvas.rect(0, 0, *CARD, stroke=0, fill=1)
        canvas.setStrokeColor(INK)
        canvas.setFillColor(LIGHT)
        canvas.setLineWidth(0.6)
        canvas.roundRect(3 * mm, 3 * mm, 57 * mm, 82 * mm, 2 * mm, stroke=1, fill=1)
        canvas.setFillColor(color)
        self.icon("frame_goal", 12 * mm, 43 * mm, 39 * mm, 30 * mm)
        canvas.setFillColor(LIGHT)
        self.icon("gem", 26 * mm, 55 * mm, 11 * mm, 11 * mm)
        canvas.setFillColor(color)
        for at in range(3):
            x = 6 * mm + at * (47 / 3 + 2) * mm
            canvas.roundRect(x, 5 * mm, 47 / 3 * mm, 10 * mm, 1 * mm, stroke=0, fill=1)

    def icon(self, name, x, y, width, height):
        icon = self.deck["icons"][name]
        across, up = width / icon["width"], height / icon["height"]
        path = self.canvas.beginPath()
        steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for letter, numbers in icon["commands"]:
            placed = [y + (icon["height"] - v) * up if at % 2 else x + v * across for at, v in enumerate(numbers)]
            steps[letter](*placed)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def back(self):
        self.canvas.setFillColor(self.deck["colors"]["night"])
        self.canvas.rect(0, 0, *CARD, stroke=0, fill=1)
        self.canvas.setFillColor(LIGHT)
        self.icon("boss_dragon", 11.5 * mm, 24 * mm, 40 * mm, 40 * mm)

    def backs(self):
        for x, y in self.places:
            self.shown("back", x, y)
        self.canvas.doForm("marks_back")

    def marks(self, marks):
        for x1, y1, x2, y2, width, color in marks["lines"]:
            self.canvas.setLineWidth(width)
            self.canvas.setStrokeColor(color)
            self.canvas.line(x1, y1, x2, y2)
        for x, y, words, size, color in marks["texts"]:
            self.canvas.setFillColor(color)
            self.canvas.setFont("text", size)
            self.canvas.drawString(x, y, words)

    def shown(self, form, x, y):
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.doForm(form)
        self.canvas.restoreState()

    def fronts(self, cards, caption):
        for card, (x, y) in zip(cards, self.places, strict=False):
            self.card(card, x, y)
        self.canvas.doForm("marks_front")
        self.caption(*caption)
        self.canvas.showPage()

    def card(self, card, x, y):
        canvas = self.canvas
        self.shown(card["suit"], x, y)
        canvas.setFillColor(INK)
        self.lines(card["title"], TITLE, x, y)
        self.lines(card["text"], ("text", card["size"]), x, y)
        canvas.setFillColor(LIGHT)
        self.lines(card["numbers"], NUMBER, x, y)

    def lines(self, lines, font, x, y):
        self.canvas.setFont(*font)
        for right, up, words in lines:
            self.canvas.drawString(x + right, y + up, words)

    def back_page(self, caption):
        self.canvas.doForm("backs")
        self.caption(*caption)
        self.canvas.showPage()

    def caption(self, x, y, words):
        self.canvas.setFillColor(GRAY)
        self.canvas.setFont(*CAPTION)
        self.canvas.drawString(x, y, words)


def main(source, target):
    with open(source, encoding="utf-8") as file:
        Deck(json.load(file), target).write()


if __name__ == "__main__":
    main(*sys.argv[1:])
