"""Simulated paper is reliable: a seed gives the same photo again, and the truth of a photo is right."""

import io
import math
import random
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageOps

from tests.conftest import often
from tests.photo import four_sheets, photo
from tests.photo.camera import REACH, Camera, Paper
from tests.photo.damaged import KINDS, damaged
from tests.photo.filled import STATES, filling
from tests.photo.grades import GRADES
from tests.photo.hands import Page
from tests.photo.seeds import DAMAGED, FITTED, HELD_OUT, stream
from tests.photo.sheets import BORDER, printed, raster
from tests.photo.taking import write_down


def test_the_same_seed_gives_the_same_bytes_and_another_one_others():
    first, again, other = (photo(seed, megapixels=0.5, grade="fair", dungeon="a") for seed in (3, 3, 4))
    assert first == again
    assert first[0] != other[0]
    picture = ImageOps.exif_transpose(Image.open(io.BytesIO(first[0])))
    assert list(picture.size) == first[1]["picture"]


def test_seeds_for_fitting_are_not_those_for_judging():
    ranges = [set(each) for each in (FITTED, HELD_OUT, DAMAGED)]
    assert len(set.union(*ranges)) == sum(map(len, ranges))


@pytest.mark.parametrize("seed", often([5], range(20)))
def test_what_is_told_as_marked_is_where_ink_is(seed):
    form = printed("paper-dungeons", "", "en", "a4", "", "a")
    state = filling(form.game, form.sheet, "a", form.boxes, random.Random(seed))
    empty = raster(form.pdf, 100)
    page = Page(empty.copy(), 100, seed)
    states = write_down(page, form, state, seed)
    ink = (empty.astype(int) - page.pixels).sum(axis=2) / 255
    assert set(states.values()) <= {"marked", "empty", "erased"}
    amounts = {id: _within(ink, form.ticked[id], page.scale) for id in states}
    tracks = [id for id in states if id.startswith(("damage", "item", "monster_track", "mission", "power"))]
    marked = [amounts[id] for id in tracks if states[id] == "marked"]
    assert min(marked) > 0.5
    assert np.median([amounts[id] for id in tracks if states[id] == "empty"]) == 0
    field_ink = {id: _within(ink, box, page.scale) for id, box in form.written.items()}
    assert [(id, ink) for id, ink in field_ink.items() if (ink > 1) != (id in state.written)] == []


def test_four_sheets_of_one_game_are_told_apart_in_a_picture():
    _, truth = four_sheets(3, megapixels=0.5)
    assert len({tuple(each["written"].items()) for each in truth["sheets"]}) == 4
    wide, high = truth["picture"]
    corners = [corner for each in truth["sheets"] for corner in each["corners"]]
    assert [(x, y) for x, y in corners if not (0 <= x <= wide and 0 <= y <= high)] == []
    middles = [np.mean(each["corners"], axis=0) for each in truth["sheets"]]
    assert min(math.dist(one, other) for one, other in combinations(middles, 2)) > 0.3 * wide


@pytest.mark.parametrize("kind", often(["no_picture", "huge", "one_colour"], KINDS))
def test_damaged_pictures_come_again_by_their_seed(kind):
    seed = next(seed for seed in DAMAGED if list(KINDS)[seed % len(KINDS)] == kind)
    content, truth = damaged(seed)
    assert (content, truth) == damaged(seed)
    assert (truth["seed"], truth["kind"]) == (seed, kind)


@pytest.mark.parametrize(("game", "sheet"), often([("dungeon-fighter", "score_sheet")], STATES))
def test_a_sheet_of_each_game_is_filled_in_by_its_rules(game, sheet):
    form = printed(game, sheet, "en", "a4", "", "")
    states = [filling(game, sheet, "", form.boxes, random.Random(seed)) for seed in range(often(5, 50))]
    assert [
        state
        for state in states
        if not (set(state.marks) <= set(form.ticked) and set(state.written) <= set(form.written))
    ] == []
    assert [state for state in states if not (set(state.counted) <= set(form.boxes))] == []
    assert all(state.totals for state in states) == (sheet != "character_sheet")
    assert len({state.totals for state in states}) > 1 or sheet == "character_sheet"


def test_a_sheet_of_several_pages_is_not_photographed():
    with pytest.raises(ValueError, match="several pages"):
        printed("paper-dungeons", "", "en", "a4", "large-print", "")


def _within(ink, box, scale):
    """Return how much ink, in square mm of black, is in a box."""
    left, top, right, bottom = (
        round((each + BORDER) * scale) for each in (box.x, box.y, box.x + box.width, box.y + box.height)
    )
    return ink[top:bottom, left:right].sum() / 3 / scale**2


@pytest.mark.parametrize("grade", GRADES)
def test_a_point_of_the_page_is_found_where_the_picture_shows_it(grade):
    for seed in range(often(3, 60)):
        paper = Paper((210, 297), GRADES[grade], stream(seed, "paper"))
        camera = Camera([paper], GRADES[grade], (1500, 2000), stream(seed, "camera"))
        x, y = (each.ravel() for each in np.meshgrid(np.linspace(-100, 100, 21), np.linspace(-144, 144, 21)))
        px, py = camera.seen(paper, x, y)
        assert 0 <= px.min() < px.max() <= 1500
        assert 0 <= py.min() < py.max() <= 2000
        back_x, back_y = camera.on_page(paper, px, py)
        assert np.abs(np.hypot(back_x - x, back_y - y)).max() < 0.1, (grade, seed)
        assert np.abs(paper.bend.reach).max() <= REACH + 1
