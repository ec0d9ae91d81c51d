"""Find pictures in the folders of a game by any spelling of their names, and suggest names for unknown ones."""

import pytest
from PIL import Image

from generator.diagnostics import InvalidInput
from generator.products.print_pack import PictureFinder
from generator.reading.game_catalogue import GameCatalogue
from tests.tables import tables

TABLES = tables(__file__)


@pytest.fixture
def found(tmp_path):
    """The pictures of a game with three pictures in its folders."""
    for name in ("cards/mine/art/Moon.PNG", "cards/mine/sun.jpg", "layouts/mine/sun.png", "cards/mine/seeds.csv"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".csv":
            Image.new("RGB", (4, 2)).save(path, "JPEG" if name.endswith("jpg") else "PNG")
    return PictureFinder(GameCatalogue((tmp_path,)), "mine")


@pytest.mark.parametrize("name", TABLES["a_picture_is_found_whatever_its_case_its_slash_and_its_suffix"])
def test_a_picture_is_found_whatever_its_case_its_slash_and_its_suffix(name, found):
    file = found.file(name)
    assert file.path.endswith("cards/mine/art/Moon.PNG")
    assert file.size == (4, 2)


@pytest.mark.parametrize(("name", "hint"), TABLES["a_picture_that_is_not_there_is_reported_with_what_is_near"])
def test_a_picture_that_is_not_there_is_reported_with_what_is_near(name, hint, found):
    with pytest.raises(InvalidInput) as error:
        found.file(name)
    (fault,) = error.value.diagnostics
    assert fault.code == "L015"
    assert hint is None or (fault.hint or "").startswith(hint)


def test_a_drawing_is_a_picture_in_vectors_and_an_invalid_one_is_an_error_at_its_line(found, tmp_path):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">\n<rect width="9" height="9" fill="red"/></svg>'
    (tmp_path / "cards/mine/Art.svg").write_text(svg, encoding="utf-8")
    file = found.file("art")
    assert (file.size, len(file.drawing.items)) == ((512, 256), 1)
    assert found.file("art.svg").drawing is file.drawing
    (tmp_path / "cards/mine/Bad.svg").write_text(svg.replace("rect", "text"), encoding="utf-8")
    with pytest.raises(InvalidInput) as error:
        PictureFinder(GameCatalogue((tmp_path,)), "mine").file("bad")
    assert str(error.value.diagnostics[0].place) == "mine/Bad.svg:2:1"
