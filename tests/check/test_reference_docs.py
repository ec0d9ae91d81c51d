"""docs/ agrees with the program: a new build is the same, every link has a target, every layout key has a text."""

import re

import pytest

from generator.check.formats import reference_texts
from generator.check.reference_docs import faults_reference, files_reference, layout_reference
from generator.game.deck_fields import CardField
from generator.game.manifest import DeckManifestEntry, GameManifest, PieceEntry
from generator.layout.element_spec import KINDS, ElementPlacementSpec, Look
from generator.layout.spec import IconCode, LayoutSpec
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import field_specs
from generator.scoring.input_spec import INPUT_KINDS, InputSpec
from tests.conftest import ROOT

PAGES = {
    "reference.md": layout_reference,
    "files.md": lambda: files_reference(GameCatalogue((ROOT,)), "paper-dungeons"),
    "faults.md": faults_reference,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_docs_is_what_the_program_says(name):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == PAGES[name](), "make docs"


@pytest.mark.parametrize("name", PAGES)
def test_every_link_in_a_page_leads_to_a_heading(name):
    text = PAGES[name]()
    headings = {
        re.sub(r"[^a-z0-9 _-]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= headings


@pytest.mark.parametrize(
    "spec", [LayoutSpec, Look, ElementPlacementSpec, GameManifest, DeckManifestEntry, PieceEntry, CardField, InputSpec]
)
def test_every_key_that_designers_write_is_explained(spec):
    assert [key for key in field_specs(spec) if not reference_texts()["keys"].get(f"{spec.__name__}.{key}")] == []


def test_no_key_is_explained_that_is_not_there():
    keys = {
        f"{spec.__name__}.{key}"
        for spec in (
            LayoutSpec,
            Look,
            ElementPlacementSpec,
            GameManifest,
            DeckManifestEntry,
            PieceEntry,
            CardField,
            InputSpec,
            IconCode,
        )
        for key in field_specs(spec)
    }
    assert set(reference_texts()["keys"]) <= keys


def test_every_element_has_its_section():
    text = layout_reference()
    assert [word for word in KINDS if f"\n### {word}\n" not in text] == []


def test_a_kind_of_mapping_is_called_by_the_word_that_files_say_it_with():
    text = PAGES["files.md"]()
    assert [word for word in INPUT_KINDS if f"\n### kind: {word}\n" not in text] == []
    assert [word for word in INPUT_KINDS if f"| `kind` | `{word}` | **needed** |" not in text] == []


@pytest.mark.parametrize(("part", "name"), [("layout", "reference.md"), ("files", "files.md"), ("faults", "faults.md")])
def test_the_command_prints_the_page(scrawl, part, name):
    result = scrawl("reference", part, cwd=ROOT)
    assert (result.returncode, result.stdout) == (0, PAGES[name]())
