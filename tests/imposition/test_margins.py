"""Printed pages keep the margin of each side, even if the opposite side has another one."""

import pytest

from generator.frame import ShapeItem, walk
from generator.geometry import Insets, Size, transform_point
from generator.imposition.impose import ImpositionSettings, impose, plan_imposition
from generator.imposition.print_marks import RulerStrip
from generator.units import mm
from tests.imposition.test_backs_meet import A4, LETTER, face, no_caption, no_words

WIDE, USUAL = mm(40), mm(5)
CARD = Size(mm(57), mm(87))


def free_margins(frame):
    """Return the width without ink on each side of a page: top, right, bottom, left."""
    spots = [
        transform_point(matrix, x, y)
        for item, matrix in walk(frame.items)
        if isinstance(item, ShapeItem)
        for x in (item.rect.x, item.rect.right)
        for y in (item.rect.y, item.rect.bottom)
    ]
    across, down = zip(*spots, strict=True)
    return min(down), frame.size.width - max(across), frame.size.height - max(down), min(across)


@pytest.mark.parametrize("duplex", ["long-edge", "fold"])
@pytest.mark.parametrize("strip", [True, False])
@pytest.mark.parametrize("paper", [A4, LETTER, Size(A4.height, A4.width)])
@pytest.mark.parametrize("side", range(4), ids=["top", "right", "bottom", "left"])
def test_the_wide_margin_of_any_one_side_is_kept(side, paper, strip, duplex):
    margins = [WIDE if at == side else USUAL for at in range(4)]
    plan = plan_imposition(ImpositionSettings(paper, CARD, Insets(*margins), bleed=mm(2), strip=strip, duplex=duplex))
    cards = [(face(CARD, "card", mm(2)), face(CARD, "back", mm(2)))] * plan.per_page
    front = next(impose(cards, plan, RulerStrip({}, no_caption, no_words)))
    assert [
        (free, margin) for free, margin in zip(free_margins(front), margins, strict=True) if not (free >= margin - 0.01)
    ] == [], (free_margins(front), margins)
