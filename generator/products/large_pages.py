"""Pages of words in large print: laid out again in the width of the paper, on as many pages as they need."""

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise, product
from typing import NamedTuple
from unicodedata import normalize

from generator.frame import (
    Frame,
    GroupItem,
    Item,
    ReusableDrawing,
    ShadowItem,
    TextItem,
    begins_block,
    part_of,
    walk_seen,
)
from generator.geometry import Insets, Rect, Size
from generator.layout.engine import TOO_FULL
from generator.layout.frame_checks import small_type
from generator.products.faces_on_paper import LARGER_PAPER, drawn_area, on_page
from generator.products.print_pack import PrintPack

FEWEST, MOST = 1, 6  # pages that a face is laid out for
STEPS = 3  # heights tried for each page: a row, or another element higher than its content, falls apart
BELOW_HEADING = 30.0  # points that stay with a heading
LEAST_PICTURE, ABOVE_CAPTION = 10.0, 5.0  # points: the height of a picture, and the gap to its caption below it at most
GAP = 14.0  # points between two parts of a page that were further from each other
LEAST_GAP, WIDER = 3.0, 1.5  # points between two parts that are set further apart, and by how much of that at most
LINE = 1.0  # points around a part, for the lines of its frames
ACCENT, ASCENT = 0.28, 0.12  # of the height of a line: how far an accent, and a k in a heading, is above a capital
TRIALS, LARGEST = (1.0, 0.5), 1.3  # parts of a further enlargement, and its most
Span = tuple[float, float]


class LargeFace(NamedTuple):
    """A face as high as its content, the paper for its pages, its enlargement, and the spans that each page shows."""

    face: Frame
    paper: Size
    scale: float
    parts: list[list[Span]]

    @property
    def flaws(self) -> tuple[int, int, float]:
        """How many pages there are, how many begin with a repeated head, and how empty they are."""
        breaks = sum(next_page[0][0] < page[-1][0] for page, next_page in pairwise(self.parts))
        height = sum(bottom - top for runs in self.parts for top, bottom in runs)
        return len(self.parts), breaks, 1 - height * self.scale / (len(self.parts) * drawn_area(self.paper).height)


def large_pages(
    pack: PrintPack, lay: Callable[[Size], Frame], page: Size, caption: str, edges: Insets
) -> Iterator[Frame]:
    """Yield the pages of a large print; `lay` lays out its content in a size.

    Everything is enlarged so far that it fills its pages, and no paragraph, panel or table is cut.
    """
    face, paper, scale, parts = _fullest(pack, lay, page)
    drawing, room = face.content(), drawn_area(paper).height / scale
    pack.faults += small_type(drawing, scale, LARGER_PAPER)
    for number, runs in enumerate(parts, 1):
        items, y = list[Item](), 0.0
        gaps = [min(max(run[0] - previous[1], LEAST_GAP), GAP) for previous, run in pairwise(runs)]
        spare = max(0.0, room - sum(gaps) - sum(bottom - top for top, bottom in runs))
        wider = 1 + min(WIDER, spare / sum(gaps)) if gaps else 1.0
        for (top, bottom), gap in zip(runs, [*gaps, 0.0], strict=True):
            part = part_of(drawing, Rect(0, top, face.size.width, bottom - top), drawing.name, LINE)
            items.append(GroupItem(part, (scale, 0, 0, scale, -LINE * scale, y - LINE * scale)))
            y += (bottom - top + gap * wider) * scale
        larger = ReusableDrawing(Size(face.size.width * scale, y), tuple(items), drawing.name)
        yield on_page(pack, larger, paper, f"{caption} · {number}/{len(parts)}", edges)


def _fullest(pack: PrintPack, lay: Callable[[Size], Frame], page: Size) -> LargeFace:
    """Return the fullest setting of a face on as few pages as the enlargement of the edition needs."""
    first_fault = len(pack.faults)
    best = large_face(pack, lay, page, pack.scale)
    free_scale = min(LARGEST, (1 - best.flaws[2]) ** -0.5) - 1
    for larger, fewest in (
        *((1 + free_scale * part, FEWEST) for part in TRIALS if free_scale > 0),
        (1.0, len(best.parts)),
    ):
        fault_count = len(pack.faults)
        tried = large_face(pack, lay, best.paper, pack.scale * larger, fewest)
        if tried.paper == best.paper and all(a <= b for a, b in zip(tried.flaws, best.flaws, strict=True)):
            del pack.faults[first_fault:fault_count]
            return tried
        del pack.faults[fault_count:]
    return best


def large_face(
    pack: PrintPack, lay: Callable[[Size], Frame], page: Size, scale: float, fewest: int = FEWEST
) -> LargeFace:
    """Return a face enlarged by `scale`, laid out for `fewest` pages or more.

    The paper is upright, unless something, such as a table, is too wide for that.
    """
    fault_count = len(pack.faults)
    for paper, step in product((page, page.turned), range(min(fewest, MOST) * STEPS, MOST * STEPS + 1)):
        del pack.faults[fault_count:]
        wide, high = (side / scale for side in drawn_area(paper))
        face = lay(Size(wide, step * high / STEPS))
        if not any(fault.code in TOO_FULL for fault in pack.faults[fault_count:]):
            break
    return LargeFace(face, paper, scale, page_parts(face.content(), high))


def page_parts(drawing: ReusableDrawing, page_height: float) -> list[list[Span]]:
    """Return the vertical spans of a face that each page shows: as few pages as possible, about equally full.

    The height of a page is at most `page_height`, unless one panel is higher. A table that goes on repeats its head.
    """
    blocks, heads = _blocks(drawing, page_height)
    # Dynamic programming, as Knuth and Plass break lines: the best way to fill pages with the first n blocks is the
    # best way for fewer blocks and one page more. Fewest pages come first, then the least sum of squared free heights,
    # which spreads the free height over all pages.
    best = [(0, 0.0, 0)]  # of the first blocks: how many pages they fill, how unevenly, where the last of these begins
    for end in range(1, len(blocks) + 1):
        choices, bottom, used_height = list[tuple[int, float, int]](), blocks[end - 1][0], 0.0
        for start in range(end - 1, -1, -1):
            used_height += blocks[start][1] - blocks[start][0] + min(GAP, max(0.0, bottom - blocks[start][1]))
            bottom = blocks[start][0]
            spare = page_height - used_height - sum(head[1] - head[0] for head in heads.get(bottom, ()))
            # a single block that is higher than a page is taken as it is: nothing could be done about it here
            if spare < 0 and choices:
                break
            choices.append((best[start][0] + 1, best[start][1] + spare**2, start))
        best.append(min(choices))
    pages, end = list[list[Span]](), len(blocks)
    # the stored beginnings lead back from the last page to the first
    while end:
        start = best[end][2]
        runs = [*heads.get(blocks[start][0], ()), blocks[start]]
        for top, bottom in blocks[start + 1 : end]:
            runs[-1:] = [(runs[-1][0], bottom)] if top - runs[-1][1] < LEAST_GAP else [runs[-1], (top, bottom)]
        pages, end = [runs, *pages], start
    return pages


def _blocks(drawing: ReusableDrawing, page_height: float) -> tuple[list[Span], dict[float, list[Span]]]:
    """Return the vertical spans that a page must not cut, from the top down, and the heads to repeat above some.

    Such a span is a paragraph, panel or table, or items side by side. A heading stays with what is below it, and the
    first and the last entry of a list with their neighbours, and so does the last paragraph before a heading.
    """
    spans, texts = list[Span](), list[tuple[str, Span]]()
    pictures, captions = list[Rect](), list[Rect]()
    for item, matrix, _, clip in walk_seen(drawing.items):
        if isinstance(item, (GroupItem, ShadowItem)):
            continue
        box = item.rect.around(matrix) if clip is None else clip  # what is clipped together stays together
        if isinstance(item, TextItem) and clip is None:
            words = (box.y - box.height * _rise(item.text, item.opens), box.bottom)
            if texts and not begins_block(item):
                opens, opened_span = texts.pop()
                texts.append((opens, _around(words, opened_span)))
            else:
                texts.append((item.opens, words))
                captions += [box] * (item.opens == "P")
        elif box.height < page_height:  # a panel that is higher than a page is cut between paragraphs
            spans.append((box.y, box.bottom))
            pictures += [box] * (box.height > LEAST_PICTURE)
    spans += [
        (picture.y, words.bottom)
        for words, picture in product(captions, pictures)
        if 0 <= words.y - picture.bottom < ABOVE_CAPTION and picture.x < words.middle[0] < picture.right
    ]
    spans += [(top, bottom + BELOW_HEADING * opens.startswith("H")) for opens, (top, bottom) in texts]
    tall = list[tuple[Span, Span]]()  # the heads of tables higher than a page, and the tables
    groups = [(kind, list(group)) for kind, group in groupby(texts, key=lambda text: text[0][:1])]
    for (kind, parts), (next_kind, next_parts) in pairwise([*groups, ("", [])]):
        if kind == "L":
            starts = [at for at, (opens, _) in enumerate(parts) if opens == "Lbl"][1:] or [0]
            ends = parts[: starts[0] + 1], parts[starts[-1] - 1 :]
            spans += [_around(*(span for _, span in end)) for end in ends]
        elif (kind, next_kind) == ("P", "H"):
            spans.append(_around(*(span for _, span in parts[-2:])))
        elif kind == "T":
            cells = [[int(number) for number in opens.split()[1:3]] for opens, _ in parts]
            # cells of one table come in the order of rows and columns: where they go back, the next table begins
            starts = [0, *(at for at in range(1, len(cells)) if cells[at] < cells[at - 1]), len(cells)]
            for start, end in pairwise(starts):
                table = _around(*(span for _, span in parts[start:end]))
                if next_kind == "P" and end == len(parts):  # its note
                    table = _around(table, next_parts[0][1])
                if table[1] - table[0] < page_height:
                    spans.append(table)
                else:
                    head = [span for opens, span in parts[start:end] if opens.endswith("Column")]
                    tall.append((_around(*head), table))
    blocks = list[Span]()
    for top, bottom in sorted(spans):
        if blocks and top < blocks[-1][1]:
            blocks[-1] = (blocks[-1][0], max(blocks[-1][1], bottom))
        else:
            blocks.append((top, bottom))
    heads = {top: [head] for head, table in tall for top, _ in blocks if head[1] <= top < table[1]}
    return blocks, heads


def _rise(text: str, opens: str) -> float:
    """Return how far letters are above the box of their line, in heights of it: accented capitals, a k in a heading."""
    has_high_accent = any(letter.isupper() and len(normalize("NFD", letter)) > 1 for letter in text)
    return ACCENT if has_high_accent else ASCENT * opens.startswith("H")


def _around(*spans: Span) -> Span:
    return min(top for top, _ in spans), max(bottom for _, bottom in spans)
