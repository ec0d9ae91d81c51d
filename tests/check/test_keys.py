"""Test that the program's own source reads every key that people may write, in every kind of file."""

from dataclasses import is_dataclass
from typing import get_args

import pytest

from generator.check.formats import FORMATS
from generator.layout.element_spec import KINDS
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import KeyedUnion, TaggedUnion, field_specs
from tests.conftest import ROOT
from tests.sources import names_read

CATALOGUE = GameCatalogue((ROOT,))


def kinds_in(spec):
    """Return every dataclass that a file of this kind may hold, starting with its own."""
    waiting, kinds = [spec], []
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, (TaggedUnion, KeyedUnion)):
            waiting += kind.kinds.values()
        elif isinstance(kind, type) and is_dataclass(kind):
            if kind not in kinds:
                kinds.append(kind)
                waiting += [each.type for each in field_specs(kind).values()]
        else:
            waiting += [*getattr(kind, "__metadata__", ()), *get_args(kind)]
    return kinds


@pytest.fixture(scope="module")
def read():
    """Every name that the program reads from a value."""
    return names_read() | set(KINDS)  # the layout reads an element's own word by the name of its kind


# keys that are names of the game: an amount or difficulty that a player chooses, the cards that a score lists
BY_NAME = {
    "FewSomeManySpec.few",
    "FewSomeManySpec.some",
    "FewSomeManySpec.many",
    "ByDifficulty.easy",
    "ByDifficulty.hard",
    "ScoreFile.bosses",
}


@pytest.mark.parametrize("form", [each.name for each in FORMATS.values() if each.spec])
def test_every_key_of_a_file_is_read_by_something(form, read):
    kinds = kinds_in(FORMATS[form].spec_for(CATALOGUE, "paper-dungeons"))
    assert kinds
    unread = {
        f"{kind.__name__}.{each.key}" for kind in kinds for each in field_specs(kind).values() if each.key not in read
    }
    assert unread - BY_NAME == set()


def test_the_search_goes_into_unions_and_lists():
    assert {"ScoringSpec", "NumbersSpec", "CardResultsSpec"} <= {
        kind.__name__ for kind in kinds_in(FORMATS["scoring"].spec_for(CATALOGUE, "paper-dungeons"))
    }
    assert {"PrintShopSpec", "VirtualTabletopSpec"} <= {
        kind.__name__ for kind in kinds_in(FORMATS["shops"].spec_for(CATALOGUE, "paper-dungeons"))
    }
