"""Test differences of the two rulebooks: the data has their pages; runs and records use the named book."""

import json

from generator.game.rule_sources import read_sources, words_in
from generator.rulesets.paper_dungeons.model.setup import NAMES
from tests.rulesets.paper_dungeons.playing import book
from tests.tables import table

SOURCES = read_sources(book().game.catalogue, "paper-dungeons")
RUN = ["simulate", "a", "--games", "12", "--workers", "1", "--seed", "3", "--players", "2", "--json"]


def test_every_switch_of_the_rules_is_listed_and_what_a_book_plays_has_its_page():
    variants = SOURCES.named.variants
    assert set(variants) == set(NAMES)
    assert (SOURCES.played_by("PL"), SOURCES.played_by("CZ")) == (("potions_optional",), ("treasure_hunter_bonus",))
    for name, variant in variants.items():
        assert [book for book in variant.books if not any(at.startswith(book) for at in variant.at)] == [], name


def test_the_words_of_a_language_say_what_the_readers_of_its_book_play():
    for lang, path, text in (
        ("pl", "help.health.1", "jeśli wolisz"),  # potions may absorb [PL p.6]
        ("cs", "cards.powers.treasure_hunter.text", "mimo mapu"),  # a gem that is not on the map [CZ p.16]
    ):
        assert text in words_in(book().game.catalogue, "paper-dungeons", lang)[path]


def test_a_run_by_a_book_plays_its_variants(scrawl):
    usual, czech, same = (
        scrawl(*RUN, *more) for more in ([], ["--book", "cz"], ["--variant", "treasure_hunter_bonus"])
    )
    assert (usual.returncode, czech.returncode) == (0, 0), czech.stderr
    assert czech.stdout == same.stdout
    assert json.loads(czech.stdout)["variants"] == ["treasure_hunter_bonus"]
    assert "variants" not in json.loads(usual.stdout)
    both = scrawl(*RUN, "--book", "PL", "--variant", "random_bosses")
    assert json.loads(both.stdout)["variants"] == ["potions_optional", "random_bosses"]
    assert json.loads(both.stdout)["players"] != json.loads(usual.stdout)["players"]


@table("words, message")
def test_what_no_book_tells_is_refused(words, message, scrawl):
    result = scrawl(*RUN, *words)
    assert (result.returncode, message in result.stderr) == (2, True), result.stderr


def test_a_record_by_a_book_is_the_one_with_its_variants(scrawl, tmp_path):
    assert scrawl(*RUN, "--book", "CZ", "--record", "game.yaml").returncode == 0
    text = (tmp_path / "game.yaml").read_text(encoding="utf-8")
    assert "variants: [treasure_hunter_bonus]\n" in text
    (tmp_path / "book.yaml").write_text(text.replace("variants: [treasure_hunter_bonus]", "book: CZ"), encoding="utf-8")
    first, again = scrawl("replay", "game.yaml", "--json"), scrawl("replay", "book.yaml", "--json")
    assert (first.returncode, again.stdout) == (0, first.stdout), again.stderr
    (tmp_path / "book.yaml").write_text(text.replace("variants:", "book: XY\nvariants:"), encoding="utf-8")
    rejected = scrawl("replay", "book.yaml")
    assert (rejected.returncode, "R013 there is no book 'XY'" in rejected.stderr) == (1, True)


def test_the_variants_are_listed_with_their_pages(scrawl):
    output = scrawl("list", "variants", "--find", "potion").stdout
    assert "potions_optional" in output
    assert "[PL p.6]; by the Polish rulebook" in output
    assert "boots_brew" not in output
