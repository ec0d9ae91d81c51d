"""Elements of words: text becomes positioned runs of glyphs and inline icons, straight or on a circle."""

import re
from itertools import groupby
from math import degrees, radians
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.diagnostics import SourceLocation, did_you_mean
from generator.fonts.bidi import base_level, is_turned, levels, visual_order
from generator.fonts.faces import Font
from generator.frame import ImageItem, Item, LetterOutline, Paint, Paragraph, ShapeItem, TextItem, VectorOutline
from generator.geometry import Rect, Size, align
from generator.layout.binding import PICTURE, PICTURE_END, Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import SLACK, FaceLayoutContext, Handler
from generator.layout.elements.simple import fit_outline, icon_items
from generator.layout.text import (
    CUTS,
    EM,
    END,
    NBSP,
    PICTURE_GAP,
    PICTURE_HEIGHT,
    SIZED,
    SMALL,
    TOLERANCE,
    Emphasis,
    InlinePicture,
    TextFonts,
    TextLine,
    WordOrIcon,
    WrappedLine,
    WrappedText,
    balance_lines,
    loose_marks,
    natural_lines,
    shrink_to_fit,
    spread_line,
    without_widow,
)
from generator.units import length_name, mm

PARAGRAPHS: tuple[Paragraph, ...] = ("P", "H1", "H2", "H3")  # by the level of a heading; 0 is none
MINUS = "\u2212"
LEAST_PERCENT, MOST_PERCENT = 50, 200  # of the size, allowed in <size=120%>
BELOW, THICK = 0.09, 0.055  # of the size: distance of an underline from the baseline, and its thickness
MANY_LINES, MOST_MEASURE = 3, 85  # texts with this many lines should have at most this many letters per line
TOUCHING, BLANK_SLACK = 0.001, 0.01  # points: tolerance for no gap, and for a gap as wide as a blank
ICON = "\ufffc"  # represents an icon among characters
MIRRORED = {"start": "end", "center": "center", "end": "start"}
LIKE_HTML = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline"} | {
    cut: cut for cut in CUTS
}
_OPENS, _CLOSES = re.compile(r"(?<!\\)<([a-zA-Z#][^<>\n]{0,40})>"), re.compile(r"(?<!\\)</([a-zA-Z]\w*)>")
NOT_CLOSED = {
    "**": r"write ** behind the last bold word, or \** for two stars",
    END: "delete it, or write the tag that it closes",
    "{": "close what is filled, as in {name}, and name each form, as in {n|one: coin|other: coins}",
}
_PICTURES = re.compile(f"({PICTURE}[^{PICTURE_END}]*{PICTURE_END})")
_NAMED_PICTURE = re.compile(rf"{PICTURE}([^{PICTURE_END}]*){PICTURE_END}|(?<!\\):([a-z][a-z0-9_]*):")
_HALF_ICON = re.compile(r"(?<![\w:\\}]):([a-z][a-z0-9_]*)(?![\w:])")  # without the colon behind its name
_NEGATIVE = re.compile(r"(?<![^\s(:,;/*])-(?=\d)")  # the hyphen of a number below zero, not that of 3-4


def _face(context: FaceLayoutContext, element: Element, text: str) -> TextFonts:
    """Return the fonts of a text: its own, and the bold and italic fonts of its family if needed and present."""
    look, tagged = context.look(element), END in text
    with_bold = "**" in text or tagged
    key = (look.font, look.features, look.hyphenate, look.wrap, with_bold, tagged)
    cached = context.program.faces.get(key)
    if cached is not None:
        return cached
    plain = context.font(look.font, element.place, look.features)
    family, _, cut = look.font.partition(".")
    bold_name = f"{family}.bold_italic" if cut == "italic" else f"{family}.bold"
    bold_wanted = with_bold and bold_name in context.fonts.paths
    bold = context.font(bold_name, element.place, look.features) if bold_wanted else plain
    cuts = [name for name in (f"{family}.italic", f"{family}.bold_italic") if name in context.fonts.paths]
    names = [cuts[0], cuts[-1]] if tagged and cuts else []  # plain and bold; both the same if there is only one
    if not names and "<italic>" in text.lower():
        hint = f"name one under fonts: {family}: italic"
        context.fault("L013", f"font {family!r} has no italic cut", element.place, hint)
    slanted = [context.font(name, element.place, look.features) for name in names]
    italic, bold_italic = slanted or (None, None)
    face = TextFonts(plain, bold, context.language, look.hyphenate, italic, bold_italic, look.wrap == "justify")
    if look.font in context.fonts.paths and not plain.absent_features:
        context.program.faces[key] = face
    return face


def shown_words(context: FaceLayoutContext, element: Element, scope: Scope) -> str:
    """Return the words of a text element as they are set: filled, with true minus signs, marks and capitals."""
    look = context.look(element)
    text = context.fill(element.own.text, scope, element.place)
    text = text.replace("\\n", "\n")  # typed as \n in a cell of a table
    if "-" in text and not context.font(look.font, element.place).missing_signs(MINUS):
        text = _NEGATIVE.sub(MINUS, text)
    if PICTURE in text or context.layout.icons:
        text = _with_pictures(context, element, text)
    if look.case != "upper":
        return text
    return "".join([part if part[:1] == PICTURE else _upper(part) for part in _PICTURES.split(text)])


def _with_pictures(context: FaceLayoutContext, element: Element, text: str) -> str:
    """Return a text with the mark of an InlinePicture for each picture, named directly or by a code of the layout."""

    def mark(match: re.Match[str]) -> str:
        code = context.layout.icons.get(match[2] or "")
        context.program.shown.add(match[2] or "")
        name = match[1] or (code and code.image)
        if not name:
            return match[0]
        file = context.picture(name, element.place)
        if file is None:
            return ""
        code_name = match[2] or PurePosixPath(name).stem
        spoken = context.program.spoken.get(code_name, code_name.replace("_", " "))
        width = PICTURE_HEIGHT * file.size.width / file.size.height + PICTURE_GAP
        return InlinePicture(name, spoken.replace("|", "/"), width).mark

    return _NAMED_PICTURE.sub(mark, text)


def _tag_hint(tag: str) -> str | None:
    """Return a hint which tag of layouts has the effect of an HTML tag; None if there is none."""
    cut = LIKE_HTML.get(tag.lower())
    return f"write <{cut}> and </>" if cut else None


def _is_size(tag: str) -> bool:
    sized = SIZED.fullmatch(tag)
    return sized is not None and LEAST_PERCENT <= int(sized[1]) <= MOST_PERCENT


def _upper(text: str) -> str:
    parts = text.split(":")
    return ":".join(
        part if 0 < index < len(parts) - 1 and part.isidentifier() else part.upper() for index, part in enumerate(parts)
    )


class TextHandler(Handler, kinds="text"):
    """Lays out text wrapped to the width; `fit: shrink` makes it smaller down to a limit; too much text is a fault."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look = context.look(element)
        text = shown_words(context, element, scope)
        room = 1e6 if width is None else max(0.0, width - look.pad.left - look.pad.right)
        broken = natural_lines(text, _face(context, element, text), look.size, room)
        high = len(broken) * look.leading * look.size
        return Size(broken.width + look.pad.left + look.pad.right + 0.02, high + look.pad.top + look.pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        text = shown_words(context, element, scope)
        if not text:
            return
        area = rect.inset(context.look(element).pad)
        broken = self.wrap(context, element, text, area)
        self.judge(context, element, text, broken, area)
        self.place_lines(context, element, broken, area, scope, out)

    def wrap(self, context: FaceLayoutContext, element: Element, text: str, area: Rect) -> WrappedText:
        """Return the text in lines; the element's look says whether they are shrunk, balanced or without widows."""
        look, face = context.look(element), _face(context, element, text)
        floor = max(look.floor, context.layout.text_floor) if look.fit == "shrink" else look.size
        box = Size(area.width, area.height)
        broken = shrink_to_fit(text, face, look.size, floor, box, look.leading, element.own.lines)
        if look.wrap == "balance" or (look.align == "center" and look.wrap != "fill"):
            return balance_lines(broken, face, long=look.wrap == "balance")
        return broken if look.wrap in ("fill", "justify") else without_widow(broken, face, area.width)

    def judge(self, context: FaceLayoutContext, element: Element, text: str, broken: WrappedText, area: Rect) -> None:
        """Record faults of a text: too long, too small, lines too long, wrong tags, missing glyphs."""
        shown_text = _PICTURES.sub(lambda mark: f"{{image: {InlinePicture.read(mark[0]).name}}}", text)
        shown_text = shown_text if len(shown_text) <= 30 else shown_text[:27] + "..."
        high = len(broken) * context.look(element).leading * broken.size - area.height
        if high > SLACK or not broken.fits:
            excess = f"by {length_name(high)}" if high > SLACK else "in width"
            message = f"text {shown_text!r} does not fit its box {excess}"
            context.fault("L031", message, element.place, "shorten it or give it room", value=text)
        least_percent = min([100, *map(int, SIZED.findall(text))]) if END in text else 100
        smallest = broken.size * least_percent / 100 * (SMALL if END in text and "<small>" in text.lower() else 1.0)
        if smallest < context.layout.text_floor - 0.01:
            least_size = length_name(context.layout.text_floor, "pt")
            context.fault(
                "L032", f"text {shown_text!r} is smaller than {least_size}", element.place, "use a larger size"
            )
        if len(broken) >= MANY_LINES and len(text) > MOST_MEASURE * len(broken):
            letters = len(text) // len(broken)
            message = f"lines of text {shown_text!r} are {letters} letters long, 45 to 75 are easy to follow"
            context.fault("L035", message, element.place, "set it in columns (flow:), or larger", "warning")
        if "**" in text or "<" in text or "{" in text or "}" in text:
            self.judge_marks(context, element, text, shown_text)
        for name in _HALF_ICON.findall(text) if ":" in text else ():
            if name in context.layout.icons or context.program.icons.find(name):
                message = f":{name} is printed literally in {shown_text!r}"
                context.fault("L061", message, element.place, f"write :{name}: for the icon", "warning", f":{name}")
        face, signs = broken.face, set(_PICTURES.sub("", text))
        if END in text or not (face.plain.all_signs >= signs and face.bold.all_signs >= signs):
            self.judge_signs(context, element, broken, shown_text)

    def judge_marks(self, context: FaceLayoutContext, element: Element, text: str, shown_text: str) -> None:
        """Record faults for marks that are not closed, unknown tags, and tags closed as in HTML."""
        tags = {tag: context.color_code(tag.lower()) for tag in _OPENS.findall(text)}
        unknown = [tag for tag, code in tags.items() if not (tag.lower() in CUTS or code or _is_size(tag))]
        for tag in unknown if END in text else ():
            hint = _tag_hint(tag) or did_you_mean(tag, [*CUTS, *context.layout.colors])
            hint = f"write a size from {LEAST_PERCENT}% to {MOST_PERCENT}%: <size=120%>" if tag[:4] == "size" else hint
            context.fault("L058", f"there is no tag <{tag}>", element.place, hint, value=f"<{tag}>")
        loose = loose_marks(text) if END not in text or not unknown else ()
        if "</" not in text:
            similar_tags = [
                tag for tag, code in tags.items() if tag.lower() in LIKE_HTML or (code or "").startswith("#")
            ]
            loose = (*loose, *(f"<{tag}>" for tag in similar_tags))
        for mark in loose:
            is_half = mark[0] == "{" or mark[-1] == "}"
            wrong = "is printed literally" if is_half else "closes nothing" if mark == END else "is not closed"
            message = f"{mark} {wrong} in {shown_text!r}"
            hint = (
                NOT_CLOSED.get("{" if is_half else mark)
                or _tag_hint(mark[1:-1])
                or "write </> behind the last word of it"
            )
            context.fault("L061", message, element.place, hint, "warning", mark)
        for tag in dict.fromkeys(_CLOSES.findall(text)):
            message = f"</{tag}> is printed literally: a stretch of a text ends with </>"
            context.fault("L058", message, element.place, _tag_hint(tag), "warning", f"</{tag}>")

    def judge_signs(self, context: FaceLayoutContext, element: Element, broken: WrappedText, shown_text: str) -> None:
        """Record a fault for every character that the font of its word lacks."""
        for piece in [piece for line in broken.lines for piece in line.pieces if not piece.icon]:
            font = broken.face.of(piece.run)
            for sign in font.missing_signs(piece.text.replace(NBSP, " ")):
                name = font.name.partition("+")[0].partition("|")[0]
                message = f"font {name!r} has no glyph for {sign!r} in {shown_text!r}"
                context.fault("L033", message, element.place, "choose another sign or font", value=sign)

    def place_lines(
        self,
        context: FaceLayoutContext,
        element: Element,
        broken: WrappedText,
        area: Rect,
        scope: Scope,
        out: list[Item],
    ) -> None:
        """Append the items of every line to `out`; the height of capitals is centred in the height of the line."""
        look, size, face = context.look(element), broken.size, broken.face
        high = size * look.leading
        where = "start" if look.valign == "stretch" else look.valign
        across = "start" if look.align == "stretch" else look.align
        top = align(area.y, area.height, high * len(broken), where)
        color = context.color(look.color, scope, element.place) or "#000000"
        setting = TextSetting(face, size, color, element.place, context.letter_outline(element, look, scope))
        opens = PARAGRAPHS[look.heading]
        turned = is_turned(broken.text)
        for index, (units, span) in enumerate(broken.spans):
            width = span.width * size / EM
            base = base_level(units.text) if turned else 0
            left = align(area.x, area.width, width, MIRRORED[across] if base else across)
            middle = top + high * (index + 0.5)
            spot = TextLinePosition(left, middle + face.plain.cap * size / 2, middle)
            if turned:
                items = line_items(context, setting, turned_runs(broken.lines[index], face, size, base), spot, opens)
            elif look.wrap == "justify" and broken.spans[index + 1 : index + 2] and broken.spans[index + 1][0] is units:
                line = spread_line(broken.lines[index], area.width, face.plain.width(" ", size))
                spot = spot._replace(left=area.x)
                items = line_items(context, setting, joined_runs(line, face, size), spot, opens)
            elif units.words is None:
                items = line_items(context, setting, joined_runs(broken.lines[index], face, size), spot, opens)
            else:
                items = setting.words(face.plain, plain_line(units.words, span), left, spot.baseline, width, opens)
            if items:
                out += items
                opens = ""


class TextSetting(NamedTuple):
    """How words are set: fonts, size in points, colour "#rrggbb", place of their element, line around letters."""

    face: TextFonts
    size: float
    color: str
    place: SourceLocation
    outline: LetterOutline | None = None

    def of(self, context: FaceLayoutContext, run: Emphasis) -> "TextSetting":
        """Return the setting for words with this emphasis: their size and colour."""
        code = context.color_code(run.color) if run.color else None  # unknown tags are reported by `judge_marks`
        color = code if code and code.startswith("#") else self.color
        return self._replace(size=self.size * run.scale, color=color)

    def words(
        self,
        font: Font,
        text: str,
        x: float,
        baseline: float,
        width: float,
        opens: Paragraph,
        *,
        rtl: bool | None = None,
    ) -> list[Item]:
        """Return a list with the item of words in one font, empty for no words; `opens` and `rtl` as in TextItem."""
        plain_text = text.replace(NBSP, " ")
        item = TextItem(x, baseline, plain_text, font.name, self.size, self.color, width, self.place, opens, rtl)
        if self.outline is not None:
            item = item._replace(outline=self.outline)
        return [item] if text else []

    def underline(self, run: Emphasis, x: float, baseline: float, width: float) -> list[Item]:
        """Return a list with the line under words that have this emphasis; empty if they are not underlined."""
        box = Rect(x, baseline + BELOW * self.size, width, THICK * self.size)
        return [ShapeItem("rect", box, Paint(self.color), place=self.place)] if run.underline else []


class TextLinePosition(NamedTuple):
    """The position of a line: its left edge, its baseline, and the middle of its height."""

    left: float
    baseline: float
    middle: float


def plain_line(words: list[str], span: WrappedLine) -> str:
    """Return the text of a line of plain words, joined by blanks."""
    row = words[span.first : span.last]
    if span.rest:
        row.insert(0, span.rest.text)
    if span.head:
        row.append(span.head.text)
    return " ".join(row)


def joined_runs(line: TextLine, fonts: TextFonts, size: float) -> list[WordOrIcon]:
    """Return the runs of a line: consecutive words of the same style joined to one item; icons are unchanged."""
    blank = fonts.plain.width(" ", size)
    runs: list[WordOrIcon] = []
    for piece in line.pieces:
        if not runs or runs[-1].icon or piece.icon:
            runs.append(piece)
            continue
        last_run = runs[-1]
        gap = piece.x - last_run.x - last_run.width
        touches = abs(gap) < TOUCHING
        separate = piece.run.small or fonts.of(piece.run) is not fonts.plain  # their blank has another width
        has_blank = abs(gap - blank) <= BLANK_SLACK and not separate
        if piece.run == last_run.run and (has_blank or touches):
            text = f"{last_run.text}{' ' if has_blank else ''}{piece.text}"
            runs[-1] = last_run._replace(text=text, width=piece.x + piece.width - last_run.x)
        else:
            runs.append(piece._replace(joins=touches))
    return runs


def turned_runs(line: TextLine, fonts: TextFonts, size: float, base: int) -> list[WordOrIcon]:
    """Return a line with text in both directions as runs of one direction each: in reading order, at visual positions.

    The levels are those of the bidirectional algorithm; `base` is that of the paragraph.
    """
    signs: list[tuple[WordOrIcon, str]] = []
    end = 0.0
    for piece in line.pieces:
        if piece.x - end > TOLERANCE:
            signs.append((piece, " "))
        signs += [(piece, sign) for sign in (ICON if piece.icon else piece.text.replace(NBSP, " "))]
        end = piece.x + piece.width
    sign_levels = levels("".join([sign for _, sign in signs]), base)
    runs: list[WordOrIcon] = []
    run_levels: list[int] = []
    previous: WordOrIcon | None = None
    together = groupby(range(len(signs)), key=lambda at: (id(signs[at][0]), sign_levels[at], signs[at][1] == " "))
    for (_, level, is_blank), group in together:
        places = list(group)
        piece, text = signs[places[0]][0], "".join([signs[at][1] for at in places])
        if is_blank:
            run = piece._replace(text=" ", icon=False, width=fonts.plain.width(text, size))
        elif piece.icon:
            run = piece
        else:
            width = fonts.of(piece.run).width(text, size * piece.run.scale)
            run = piece._replace(text=text, width=width, joins=previous is piece, rtl=level % 2 == 1)
        previous = None if is_blank else piece
        runs.append(run)
        run_levels.append(level)
    x = 0.0
    for index in visual_order(run_levels):
        runs[index] = runs[index]._replace(x=x)
        x += runs[index].width
    return [run for run in runs if run.text != " "]


def line_items(
    context: FaceLayoutContext, setting: TextSetting, runs: list[WordOrIcon], spot: TextLinePosition, opens: Paragraph
) -> list[Item]:
    """Return the items of a line with icons or emphasised words; `opens` is the paragraph tag of its first item."""
    items: list[Item] = []
    below: list[Item] = []
    for words in runs:
        run_setting, x = setting.of(context, words.run), spot.left + words.x
        first: Paragraph = opens if not items else "+" if words.joins else ""
        if words.icon:
            items += _inline_icon(context, run_setting, words, x, spot, first)
        else:
            font = setting.face.of(words.run)
            items += run_setting.words(font, words.text, x, spot.baseline, words.width, first, rtl=words.rtl)
            below += run_setting.underline(words.run, x, spot.baseline, words.width)
    return below + items


def _inline_icon(
    context: FaceLayoutContext,
    setting: TextSetting,
    piece: WordOrIcon,
    left: float,
    spot: TextLinePosition,
    opens: Paragraph,
) -> list[Item]:
    """Return the items of an icon in a line, from its left edge, centred vertically; a picture is on the baseline."""
    if piece.text[0] == PICTURE:
        picture = InlinePicture.read(piece.text)
        file, size = context.picture(picture.name, setting.place), setting.size
        if file is None:
            return []
        high, wide = PICTURE_HEIGHT * size, piece.width - PICTURE_GAP * size
        box = Rect(left + PICTURE_GAP / 2 * size, spot.baseline - high, wide, high)
        return [ImageItem(box, file.path, setting.place, picture.spoken, opens, file.drawing)]
    outline, colors = context.icon(piece.text, setting.place, in_text=True)
    if outline is None:
        return []
    side = setting.size * 1.02
    box = Rect(left + (piece.width - side) / 2, spot.middle - side / 2, side, side)
    default_text = piece.text.replace("_", " ") if piece.text in context.layout.icons else ""
    spoken, paint = context.program.spoken.get(piece.text, default_text), Paint(colors[0] if colors else setting.color)
    item = ShapeItem("outline", fit_outline(outline, box), paint, 0.0, outline, setting.place, spoken, opens)
    return [*icon_items(item, colors)]


ASCENT = 0.72  # of the size: height of letters above the baseline


class TextOnArcHandler(Handler, kinds="arc"):
    """Draws letters along a circle around the middle of the box; a text longer than the circle is a fault."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        side = width or mm(30)
        return Size(side, side)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        text = " ".join(context.fill(element.own.arc, scope, element.place).split())
        color = context.color(look.color, scope, element.place)
        if not text or color is None:
            return
        text = text.upper() if look.case == "upper" else text
        font = context.font(look.font, element.place, look.features)
        for sign in font.missing_signs(text):
            context.fault("L033", f"font {look.font!r} has no sign for {sign!r}", element.place, "choose another")
        box = rect.inset(look.pad)
        outer = min(box.width, box.height) / 2
        radius = outer if element.own.inside else outer - ASCENT * look.size
        length = font.width(text, look.size)
        if radius <= 0 or length > radians(360) * radius:
            context.fault("L031", f"text {text[:30]!r} does not fit on its circle", element.place, "make it smaller")
            return
        outline = bend_text(font, text, look.size, radius, element.own.middle, inside=element.own.inside)
        spot = Rect(box.x + box.width / 2 - outer, box.y + box.height / 2 - outer, 2 * outer, 2 * outer)
        numbers = tuple(round(number + outer, 2) for number in outline.numbers)
        arc_outline = outline._replace(name=text, path=numbers, width=2 * outer, height=2 * outer)
        out.append(ShapeItem("outline", spot, Paint(color), 0.0, arc_outline, element.place, text, "P"))


def bend_text(font: Font, text: str, size: float, radius: float, middle: float, *, inside: bool) -> VectorOutline:
    """Return the letters of a text as one outline, their baseline on a circle around (0, 0).

    `radius` is in points, `middle` the angle of the middle of the text in degrees from the top. With `inside`, the
    letters are upside down and run the other way.
    """
    from generator.reading.svg.contours import (
        join_contours,
        rotation_matrix,
        trace_path,
        transform_contours,
        written_path,
    )

    letters, scale, direction = [], size / EM, -1 if inside else 1
    half, at = font.width(text, size) / 2, 0.0
    for glyph_font, glyph in font.glyphs_of(text):
        wide = glyph.advance * scale
        if glyph_path := glyph_font.outline(glyph.number):
            angle = middle + direction * degrees((at + wide / 2 - half) / radius)
            moves = rotation_matrix(angle + (180 if inside else 0), (0.0, direction * -radius), scale)
            moves = moves.translate(glyph.across - glyph.advance / 2, glyph.up)
            letters.append(transform_contours(trace_path(glyph_path), moves))
        at += wide
    return VectorOutline("", *written_path(join_contours(letters)), 1.0, 1.0)
