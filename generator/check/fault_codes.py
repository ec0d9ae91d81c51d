"""The codes of faults with their meanings and cures, from fault_codes.yaml in this folder."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.reading.yaml_nodes import plain, read_yaml

FILE = Path(__file__).with_suffix(".yaml")


class FaultMeaning(NamedTuple):
    """The meaning of a code, and what to do about it."""

    code: str
    means: str
    cure: str


@cache
def _read() -> tuple[dict[str, str], dict[str, FaultMeaning]]:
    root = plain(read_yaml(FILE, FILE.name))
    return root["families"], {code: FaultMeaning(code, **texts) for code, texts in root["codes"].items()}


def families() -> dict[str, str]:
    """Return the subjects of families of codes, by their letter."""
    return _read()[0]


def meanings() -> dict[str, FaultMeaning]:
    """Return all codes in order, with their meanings and cures."""
    return _read()[1]
