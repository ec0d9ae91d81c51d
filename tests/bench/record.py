"""Frames become plain drawing calls at given places, y up, for programs that know nothing of frames.

Whatever comes more than once is a named form, so that no rival has to draw it twice.
"""

from collections import Counter

from generator.frame import FieldItem, GroupItem, ImageItem, ShapeItem, TextItem


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
