"""Every fault has one code, and every code has an explanation."""

import re

import pytest

from generator.check.reference_docs import fault_codes
from tests.conftest import ROOT

FAMILIES, MEANINGS = fault_codes()
CODE = re.compile(r'"([A-Z]\d{3})"')


def codes_in_source():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "generator").rglob("*.py"))
    return {code for text in sources for code in CODE.findall(text)}


def test_every_code_that_is_used_is_explained_and_every_code_explained_is_used():
    assert codes_in_source() == set(MEANINGS)


def test_the_list_is_in_order_and_every_family_has_a_name():
    codes = list(MEANINGS)
    assert codes == sorted(codes)
    assert {code[0] for code in codes} == set(FAMILIES)


def test_a_meaning_and_a_cure_are_sentences():
    for code, means, cure in MEANINGS.values():
        assert re.fullmatch(r"[A-Z].*\.", means), code
        assert re.fullmatch(r'[A-Z`|-].*[.]|.*"\.', cure), code


@pytest.mark.parametrize("word", ["L031", "l031"])
def test_a_code_is_explained_with_what_to_do(scrawl, word):
    result = scrawl("explain", word)
    assert result.returncode == 0
    assert result.stdout.startswith("L031  A text does not fit its box.\n      Shorten it")


def test_without_a_code_all_are_listed_by_family(scrawl):
    result = scrawl("explain")
    assert result.returncode == 0
    assert re.findall(r"^  ([A-Z]\d{3})  ", result.stdout, re.M) == list(MEANINGS)
    assert result.stdout.splitlines()[0] == FAMILIES["C"]


@pytest.mark.parametrize(("word", "hint"), [("L03X", "did you mean 'L"), ("nonsense", "codes look like L031")])
def test_an_unknown_code_is_a_fault_of_the_command(scrawl, word, hint):
    result = scrawl("explain", word)
    assert result.returncode == 2
    assert hint in result.stderr


def test_every_code_is_raised_by_a_test_that_names_it():
    files = [path for path in (ROOT / "tests").rglob("*") if path.suffix in (".py", ".yaml", ".txt")]
    codes_in_tests = set(
        re.findall(r"\b[A-Z]\d{3}\b", "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files))
    )
    assert set(MEANINGS) - codes_in_tests == set()
