"""The bare rival: replays recorded drawing calls with reportlab and nothing else. Usage: bare.py CALLS OUT.pdf"""

import pickle
import sys

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas


def replay(canvas, calls):
    for word, *values in calls:
        DRAW[word](canvas, *values)


def text(canvas, x, y, words, font, size, color):
    canvas.setFillColorRGB(*color)
    canvas.setFont(font, size)
    canvas.drawString(x, y, words)


def look(canvas, fill, stroke, width, dash):
    if fill:
        canvas.setFillColorRGB(*fill)
    if stroke:
        canvas.setStrokeColorRGB(*stroke)
        canvas.setLineWidth(width)
        canvas.setDash(dash)


def rect(canvas, x, y, width, height, radius, fill, stroke, line, dash):
    look(canvas, fill, stroke, line, dash)
    if radius:
        canvas.roundRect(x, y, width, height, radius, bool(stroke), bool(fill))
    else:
        canvas.rect(x, y, width, height, bool(stroke), bool(fill))


def ellipse(canvas, x, y, width, height, _radius, fill, stroke, line, dash):
    look(canvas, fill, stroke, line, dash)
    canvas.ellipse(x, y, x + width, y + height, bool(stroke), bool(fill))


def line(canvas, x, y, width, height, _radius, fill, stroke, thick, dash):
    look(canvas, fill, stroke, thick, dash)
    canvas.line(x, y + height, x + width, y)


def path(canvas, commands, fill, stroke, line, dash):
    look(canvas, fill, stroke, line, dash)
    drawn = canvas.beginPath()
    steps = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.curveTo, "Z": drawn.close}
    for command, numbers in commands:
        steps[command](*numbers)
    canvas.drawPath(drawn, bool(stroke), fill is not None, FILL_NON_ZERO)


def begin(canvas, matrix, clip):
    canvas.saveState()
    canvas.transform(*matrix)
    if clip:
        window = canvas.beginPath()
        window.rect(*clip)
        canvas.clipPath(window, 0, 0)


def form(canvas, name, matrix, clip):
    begin(canvas, matrix, clip)
    canvas.doForm(name)
    canvas.restoreState()


def group(canvas, calls, matrix, clip):
    begin(canvas, matrix, clip)
    replay(canvas, calls)
    canvas.restoreState()


def icon(canvas, name, matrix, color):
    canvas.saveState()
    canvas.setFillColorRGB(*color)
    canvas.transform(*matrix)
    canvas.doForm(name)
    canvas.restoreState()


DRAW = {
    "text": text,
    "rect": rect,
    "ellipse": ellipse,
    "line": line,
    "path": path,
    "form": form,
    "group": group,
    "icon": icon,
}


def main(source, target):
    with open(source, "rb") as file:
        calls = pickle.load(file)
    for name, font in calls["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, font))
    canvas = Canvas(target, invariant=1, pageCompression=1)
    for name, width, height, drawn in calls["forms"]:
        canvas.beginForm(name, 0, 0, width, height)
        replay(canvas, drawn)
        canvas.endForm()
    for width, height, drawn in calls["pages"]:
        canvas.setPageSize((width, height))
        replay(canvas, drawn)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
