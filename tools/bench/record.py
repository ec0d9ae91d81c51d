"""Frames become plain drawing calls at given places, y up, for programs that know nothing of frames.

Whatever comes more than once is a named form, so that no rival has to draw it twice.
"""

from collections import Counter

from generator.frame import FieldItem, GroupItem, ImageItem, ShapeItem, TextItem, walk

CARD_HEIGHT = 88 * 72 / 25.4


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


def plain_calls(frames, fonts):
    """Return {"fonts", "forms", "pages"} made of words and numbers only."""
    return _Recorder(frames).calls(fonts)


class _Recorder:
    def __init__(self, frames):
        self.frames = frames
        self.fonts = set()
        self.forms = {}
        self.shown = Counter()
        for frame in frames:
            self.count(id(frame.items), frame.items)

    def count(self, key, items):
        """Count how often contents, outlines and whole pages are shown; what is inside a form counts once."""
        self.shown[key] += 1
        if self.shown[key] > 1:
            return
        for item in items:
            if isinstance(item, GroupItem):
                self.count(id(item.content), item.content.items)
            elif isinstance(item, ShapeItem):
                self.shown[item.outline] += 1
            elif isinstance(item, FieldItem):
                self.shown[item.shape.outline] += 1

    def calls(self, fonts):
        pages = [(*frame.size, self.page(frame)) for frame in self.frames]
        used = {name: fonts[name] for name in sorted(self.fonts)}
        return {"fonts": used, "forms": list(self.forms.values()), "pages": pages}

    def page(self, frame):
        if self.shown[id(frame.items)] > 1:
            return [("form", self.form(id(frame.items), frame), (1, 0, 0, 1, 0, 0), None)]
        return self.listed(frame)

    def form(self, key, content):
        if key not in self.forms:
            calls = self.listed(content)
            self.forms[key] = (f"form{len(self.forms)}", *content.size, calls)
        return self.forms[key][0]

    def listed(self, content):
        return [call for item in content.items for call in self.call(item, content.size.height)]

    def call(self, item, height):
        if isinstance(item, TextItem):
            self.fonts.add(item.font)
            yield ("text", item.x, height - item.y, item.text, item.font, item.size, rgb(item.color))
        elif isinstance(item, GroupItem):
            yield self.group(item, height)
        elif isinstance(item, ShapeItem):
            yield from self.shape(item, item.paint, height)
        elif isinstance(item, FieldItem):
            yield from self.shape(item.shape, item.paint, height)
        elif isinstance(item, ImageItem):
            raise ValueError("pictures are not compared")

    def group(self, item, height):
        content, clip = item.content, item.clip
        a, b, c, d, e, f = item.matrix
        inner = content.size.height
        matrix = (a, -b, -c, d, e + c * inner, height - f - d * inner)
        box = clip and (clip.x, inner - clip.bottom, clip.width, clip.height)
        if self.shown[id(content)] > 1:
            return ("form", self.form(id(content), content), matrix, box)
        return ("group", self.listed(content), matrix, box)

    def shape(self, item, paint, height):
        outline, rect = item.outline, item.rect
        x, y = rect.x, height - rect.bottom
        look = (rgb(paint.fill), rgb(paint.stroke), paint.stroke_width, paint.dash)
        if not (paint.fill or paint.stroke):
            return
        if outline is None:
            yield (item.kind, x, y, rect.width, rect.height, item.radius, *look)
            return
        across, up = rect.width / outline.width, rect.height / outline.height
        if paint.stroke or self.shown[outline] < 2:
            yield ("path", path(outline, x, y, across, up), *look)
        else:
            yield ("icon", self.icon(outline), (across, 0, 0, up, x, y), rgb(paint.fill))

    def icon(self, outline):
        if outline not in self.forms:
            calls = [("path", path(outline, 0, 0, 1, 1), (), None, 0, ())]
            self.forms[outline] = (f"form{len(self.forms)}", outline.width, outline.height, calls)
        return self.forms[outline][0]


def path(outline, x, y, across, up):
    """Return the path as (command, numbers), put in its place and y up."""
    out = []
    for command, numbers in outline.commands():
        placed = [y + (outline.height - v) * up if at % 2 else x + v * across for at, v in enumerate(numbers)]
        out.append((command, tuple(placed)))
    return out


def rgb(color):
    return color and tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
