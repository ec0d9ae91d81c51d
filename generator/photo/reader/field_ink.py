"""Whether anything is written in a field: strokes of ink too long to be a speck of the paper or of the picture."""

from collections.abc import Mapping

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.reader.added_ink import HandwrittenInkMap
from generator.photo.reader.page_print import PER_MM, in_pixels

EDGE = 0.9 * PER_MM  # pixels beside its frame where print that lies aside is taken for ink
LEAST_INK, OVER_MISS = 0.12, 6  # of the light of the paper, and of the ink that is seen where there is none
LEAST_STROKE = 1.1 * PER_MM


def fields_with_ink(inked: HandwrittenInkMap, fields: Mapping[str, Rect]) -> frozenset[str]:
    """Return the ids of the fields, in points, that hold a stroke; rather one more, which a person sees is empty."""
    return frozenset(id for id, field in fields.items() if _longest_stroke(inked, in_pixels(field)) >= LEAST_STROKE)


def _longest_stroke(inked: HandwrittenInkMap, field: Rect) -> float:
    """Return how many pixels the longest stroke in a field, in pixels, is wide or high."""
    rows = slice(max(0, round(field.y + EDGE)), max(0, round(field.bottom - EDGE)))
    columns = slice(max(0, round(field.x + EDGE)), max(0, round(field.right - EDGE)))
    ink = inked.ink[rows, columns]
    if not ink.size:
        return 0.0
    there = (ink > max(LEAST_INK, OVER_MISS * inked.miss)).astype(np.uint8)
    pieces, _, stats, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
    return float(stats[1:, (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)].max()) if pieces > 1 else 0.0
