"""The code of every fault, with what it means and what to do: read from fault_codes.yaml beside this module."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.reading.yaml_nodes import plain, read_yaml

FILE = Path(__file__).with_suffix(".yaml")


class FaultMeaning(NamedTuple):
    """What a code stands for."""

    code: str
    means: str
    cure: str


@cache
def _read() -> tuple[dict[str, str], dict[str, FaultMeaning]]:
    root = plain(read_yaml(FILE, FILE.name))
    return root["families"], {code: FaultMeaning(code, **texts) for code, texts in root["codes"].items()}


def families() -> dict[str, str]:
    """Return what each family of codes is about, by its letter."""
    return _read()[0]


def meanings() -> dict[str, FaultMeaning]:
    """Return every code in order, with what it means and what to do."""
    return _read()[1]
