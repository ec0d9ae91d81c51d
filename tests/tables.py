"""Cases that differ only in data are in a YAML file beside their test module: a table for each test, by its name."""

from functools import lru_cache
from pathlib import Path

import pytest
import yaml


def parse_yaml_text(text):
    """Return the data of a YAML text; libyaml is eight times as fast, and rejects a few escapes that PyYAML takes."""
    try:
        return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError:
        return yaml.safe_load(text)


def read_yaml(path):
    return parse_yaml_text(path.read_text(encoding="utf-8"))


def read_yaml_documents(path):
    return list(yaml.load_all(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


@lru_cache(maxsize=None)
def tables(module):
    """Return the tables of the YAML file beside a module of tests (its `__file__`), by name."""
    return read_yaml(Path(module).with_suffix(".yaml"))


def table(names, key=None):
    """Run a test with each row of the table of its name, or of another key; `names` are the columns."""

    def with_rows(test):
        rows = tables(test.__code__.co_filename)[key or test.__name__.removeprefix("test_")]
        return pytest.mark.parametrize(names, rows)(test)

    return with_rows


def write_files(folder, files):
    """Write files below a folder, texts or bytes by their paths; return the folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return folder
