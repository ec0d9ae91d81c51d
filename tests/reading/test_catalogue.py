"""Test that real places decide whether a file is inside a folder; names that begin alike do not."""

from pathlib import Path

import pytest

from generator.reading.game_catalogue import GameCatalogue, is_inside


@pytest.fixture
def home(tmp_path, monkeypatch):
    (tmp_path / "home/cards").mkdir(parents=True)
    (tmp_path / "home-of-others").mkdir()
    (tmp_path / "home-of-others/x.yaml").write_text("a: 1\n")
    (tmp_path / "home/cards/x.yaml").write_text("a: 1\n")
    (tmp_path / "home/cards/out.yaml").symlink_to(tmp_path / "home-of-others/x.yaml")
    (tmp_path / "linked").symlink_to(tmp_path / "home")
    monkeypatch.chdir(tmp_path / "home-of-others")
    return tmp_path / "home"


def test_what_lies_in_a_folder_is_found_and_what_a_link_leads_to_is_not(home):
    linked = home.parent / "linked"
    for root in (home, linked):
        assert is_inside(root / "cards/x.yaml", home)
        assert is_inside(home / "cards/x.yaml", root)
        assert is_inside(root, home)
        assert not is_inside(root / "cards/out.yaml", home)
        assert not is_inside(root / "cards/../../home-of-others/x.yaml", home)
        catalogue = GameCatalogue((root,))
        assert catalogue.find("cards/x.yaml") == root / "cards/x.yaml"
        assert catalogue.find("cards/out.yaml") is None
        assert (catalogue.names("cards"), catalogue.names("cards/\0"), catalogue.names("none")) == (["x"], [], [])
        digest = catalogue.digest(["cards"])
        (home.parent / "home-of-others/x.yaml").write_text(f"a: {root}\n")
        assert catalogue.digest(["cards"]) == digest
    assert is_inside(home, Path("/"))


def test_a_file_is_shown_from_where_one_is_else_from_its_root_else_whole(home):
    catalogue = GameCatalogue((home,))
    others = home.parent / "home-of-others"
    assert catalogue.display_path(home / "cards/x.yaml") == "cards/x.yaml"
    assert catalogue.display_path(home.parent / "linked/cards/x.yaml") == "cards/x.yaml"
    assert catalogue.display_path(others / "x.yaml") == "x.yaml"
    assert catalogue.display_path(Path("x.yaml")) == "x.yaml"
    assert catalogue.display_path(others.parent / "elsewhere.yaml") == (others.parent / "elsewhere.yaml").as_posix()
