"""Pages of words in a large print: laid out anew in the width of the paper, on as many pages as they need."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from generator.frame import UNMOVED, Frame, GroupItem, Item, ReusableDrawing, ShadowItem, TextItem, opens_anew, part_of
from generator.geometry import Insets, Matrix, Rect, Size, combine
from generator.layout.engine import TOO_FULL
from generator.layout.frame_checks import small_type
from generator.products.faces_on_paper import LARGER_PAPER, drawn_area, on_page
from generator.products.print_pack import PrintPack

FEWEST, MOST = 1, 6  # pages that a face is laid out for
BELOW_HEADING = 30.0  # points that stay with a heading
GAP = 14.0  # points between two parts of a page that were further from each other
LINE = 1.0  # points around a part, for the lines of its frames
Span = tuple[float, float]
SHARES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # of a page, so that the last page is about as full as the others


def large_pages(
    pack: PrintPack, lay: Callable[[Size], Frame], page: Size, caption: str, edges: Insets
) -> Iterator[Frame]:
    """Yield the pages of a large print; `lay` lays out its content in a size, and no paragraph or panel is cut."""
    face, paper, room = large_face(pack, lay, page)
    drawing = face.content()
    pack.faults += small_type(drawing, pack.scale, LARGER_PAPER)
    parts = page_parts(drawing, room.height)
    for number, runs in enumerate(parts, 1):
        items, y = list[Item](), 0.0
        for top, bottom in runs:
            part = part_of(drawing, Rect(0, top, room.width, bottom - top), drawing.name, LINE)
            items.append(GroupItem(part, (pack.scale, 0, 0, pack.scale, -LINE * pack.scale, y - LINE * pack.scale)))
            y += (bottom - top + GAP) * pack.scale
        larger = ReusableDrawing(Size(room.width * pack.scale, y - GAP * pack.scale), tuple(items), drawing.name)
        yield on_page(pack, larger, paper, f"{caption} · {number}/{len(parts)}", edges)


def large_face(pack: PrintPack, lay: Callable[[Size], Frame], page: Size) -> tuple[Frame, Size, Size]:
    """Return a face as high as its content, the paper for its pages, and the room on each page before enlargement.

    The paper is upright, unless something, such as a table, is too wide for that.
    """
    before = len(pack.faults)
    for paper, count in product((page, page.turned), range(FEWEST, MOST + 1)):
        del pack.faults[before:]
        drawn = drawn_area(paper)
        room = Size(drawn.width / pack.scale, drawn.height / pack.scale)
        face = lay(Size(room.width, count * room.height))
        if not any(fault.code in TOO_FULL for fault in pack.faults[before:]):
            break
    return face, paper, room


def page_parts(drawing: ReusableDrawing, most: float) -> list[list[Span]]:
    """Return the vertical spans of a face that each page shows; large gaps are left out, pages are about equally full.

    Neither a paragraph nor a panel is cut, and no heading stands alone at the foot. The height of a page is at most
    `most`, unless one panel is higher.
    """
    blocks = _blocks(drawing, most)
    count = len(_filled(blocks, most))
    return next(parts for share in SHARES if len(parts := _filled(blocks, share * most)) == count)


def _filled(blocks: list[Span], most: float) -> list[list[Span]]:
    pages: list[list[Span]] = []
    used = most
    for top, bottom in blocks:
        gap = top - pages[-1][-1][1] if pages else 0.0
        used += min(gap, GAP) + bottom - top
        if used > most or not pages:
            pages.append([(top, bottom)])
            used = bottom - top
        elif gap > GAP:
            pages[-1].append((top, bottom))
        else:
            pages[-1][-1] = (pages[-1][-1][0], bottom)
    return pages


def _blocks(drawing: ReusableDrawing, most: float) -> list[Span]:
    """Return the vertical spans that a page must not cut, from the top down: paragraphs, panels, items side by side."""
    spans: list[Span] = []
    words: Span | None = None
    for item, box in _boxes(drawing.items, UNMOVED):
        if not isinstance(item, TextItem):
            if box.height < most:  # a panel that is higher than a page is cut between paragraphs
                spans.append((box.y, box.bottom))
            continue
        if words is None or opens_anew(item):
            words = (box.y, box.bottom + (BELOW_HEADING if item.opens.startswith("H") else 0))
        words = (min(words[0], box.y), max(words[1], box.bottom))
        spans.append(words)
    blocks: list[Span] = []
    for top, bottom in sorted(spans):
        if blocks and top < blocks[-1][1]:
            blocks[-1] = (blocks[-1][0], max(blocks[-1][1], bottom))
        else:
            blocks.append((top, bottom))
    return blocks


def _boxes(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Item, Rect]]:
    """Yield (item, box of its visible part): groups are opened, but a clipped group is one item with its clip."""
    for item in items:
        if isinstance(item, ShadowItem):
            continue
        if not isinstance(item, GroupItem):
            yield item, item.rect.around(matrix)
        elif item.clip is None:
            yield from _boxes(item.content.items, combine(matrix, item.matrix))
        else:
            clip = item.clip if isinstance(item.clip, Rect) else item.clip.rect
            yield item, clip.around(combine(matrix, item.matrix))
