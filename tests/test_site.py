"""The site of the handbook: complete, without dead links, made only of our own files, the same in each build."""

import json
import re
import tomllib
from html.parser import HTMLParser

import pytest

from tests import page_shape
from tests.conftest import ROOT, often
from tools import site


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    output = site.build(folder)
    assert output == ""
    return folder


class Sources(HTMLParser):
    """The files that a page loads, and the pictures and pages of its links."""

    def __init__(self, page):
        super().__init__()
        self.links = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.links += [attributes[name] for name in ("src", "href") if attributes.get(name)]


def test_every_page_is_in_the_site_and_loads_and_shows_what_is_there(built):
    for name in ("index.md", *site.BESIDE, *pages_of_the_handbook()):
        page = (built / name).with_suffix(".html")
        local_links = [each for each in Sources(page).links if not re.match(r"https?:|mailto:|data:|#", each)]
        assert local_links
        assert [each for each in local_links if not (page.parent / re.split(r"[?#]", each)[0]).exists()] == [], name
        elsewhere = re.findall(
            r'<(?:script|link|img)[^>]*(?:src|href)="?(https?:[^" >]*)', page.read_text(encoding="utf-8")
        )
        assert elsewhere == [], name


def test_every_page_stands_in_the_contents():
    nav = tomllib.loads((ROOT / "docs" / "site.toml").read_text(encoding="utf-8"))["project"]["nav"]
    pages = re.findall(r"[\w/-]+\.md", str(nav))
    assert sorted(pages) == sorted(["index.md", *site.BESIDE, *pages_of_the_handbook()])


def pages_of_the_handbook():
    return [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Skip to content"), ("pl", "Przejdź do treści"), ("cs", "Přeskočit obsah")]
)
def test_a_page_says_which_language_it_is_in_and_is_found_by_its_words(built, language, word):
    folder = "" if language == "en" else f"{language}/"
    pages = {
        each["location"]: each for each in json.loads((built / "search.json").read_text(encoding="utf-8"))["items"]
    }
    for name in page_shape.PAGES:
        page = f"{folder}{name.removesuffix('.md')}.html"
        text = (built / page).read_text(encoding="utf-8")
        assert f'<html lang="{language}"' in text
        assert word in text
        assert f"# {pages[page]['title']}\n" in page_shape.read(name, language)


def test_a_link_that_leads_nowhere_is_reported(tmp_path, monkeypatch):
    if not often(False, True):
        return
    text = site.in_one_place
    monkeypatch.setattr(
        site, "in_one_place", lambda page: text(page).replace("](first-deck.md)", "](first-deck.md#nowhere)")
    )
    assert "anchor does not exist" in site.build(tmp_path / "site")


def test_the_site_is_the_same_when_it_is_built_again(built, tmp_path):
    if not often(False, True):
        return
    assert site.build(tmp_path / "site") == ""
    assert contents(tmp_path / "site") == contents(built)


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
