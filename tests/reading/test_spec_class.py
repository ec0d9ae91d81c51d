from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from generator.reading.spec_class import spec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml


@spec
class Door:
    """A door."""

    to: str
    width: int = 1
    keys: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Compiled:
    to: str
    width: int = 1
    keys: list[str] = field(default_factory=list)


def test_a_spec_has_what_was_given_and_its_defaults():
    door = Door(to="A1", keys=["red"])
    assert (door.to, door.width, door.keys) == ("A1", 1, ["red"])
    assert Door(to="A2").keys is not Door(to="A2").keys
    assert repr(door) == "Door(to='A1', width=1, keys=['red'])"


@pytest.mark.parametrize("made", [Door, Compiled])
def test_a_record_is_as_strict_as_a_dataclass_of_named_fields(made):
    for wrong in ({}, {"to": "A1", "heigth": 2}):
        with pytest.raises(TypeError, match=r"to|heigth"):
            made(**wrong)
    with pytest.raises(TypeError):
        made("A1")
    with pytest.raises(FrozenInstanceError):
        made(to="A1").to = "A2"
    with pytest.raises(FrozenInstanceError):
        del made(to="A1").to


def test_a_record_can_be_read_and_made_anew_with_another_value():
    door = structure(parse_yaml("{to: B2, width: 3}", "door.yaml"), Door)
    assert (door.to, door.width) == ("B2", 3)
    wide = replace(door, width=9)
    assert (wide.to, wide.width, door.width) == ("B2", 9, 3)
