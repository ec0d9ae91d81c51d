"""The picture of the packages shows their imports, and every package."""

from tools.house_picture import PICTURE, picture, rooms
from tools.package_list import PAGE, package_list, page_with


def test_the_picture_is_as_the_imports_are():
    assert PICTURE.read_text(encoding="utf-8") == picture(), (
        "python -m tools.house_picture draws it anew; then look at it"
    )


def test_every_arrow_leads_on_to_the_ground():
    graph = rooms()
    assert not [room for room in graph if room != "ground" and not graph.out_degree(room)]
    assert graph.number_of_edges() > 60


def test_the_page_lists_every_package_by_its_docstring():
    assert PAGE.read_text(encoding="utf-8") == page_with(package_list()), "python -m tools.package_list writes it anew"
    assert len(PAGE.read_bytes()) <= 9000
