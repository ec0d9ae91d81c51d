"""The contents of a file have limits: errors of large and twisted ones come within two seconds and 300 MB."""

import os
import resource
import subprocess
import sys
import time
import tracemalloc

import pytest

from generator.diagnostics import MOST_FAULTS, InvalidInput, did_you_mean
from generator.layout.spec import LayoutSpec
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import structure
from generator.reading.yaml_nodes import MAX_BYTES, parse_yaml, read_yaml
from tests.conftest import ROOT, least_seconds

LARGE = {
    "keys": lambda: "".join(f"kk{i}: {i}\n" for i in range(480_000)),
    "fewer_keys": lambda: "".join(f"kk{i}: {i}\n" for i in range(99_000)),
    "anchors": lambda: "".join(f"k{i}: &a{i} 1\n" for i in range(400_000)),
    "doubled_keys": lambda: "k: 1\n" * 99_000,
    "numbers": lambda: "a: [" + ",".join("1" for _ in range(3_900_000)) + "]\n",
    "one_long_text": lambda: "a: " + "x" * 7_900_000,
    "one_long_key": lambda: "x" * 1_000 + ": 1\n",
    "dashes": lambda: "a: [1, " + "- " * 20_000 + "\nb: 1\n",
    "long_keys": lambda: "".join(f"{'x' * 4000}{i}: 1\n" for i in range(1_900)),
}


@pytest.mark.parametrize("name", sorted(LARGE))
def test_eight_megabytes_are_reported_within_two_seconds(name):
    text = LARGE[name]()
    assert len(text) < MAX_BYTES
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def refuse():
        with pytest.raises(InvalidInput) as caught:
            structure(parse_yaml(text, "x.yaml"), LayoutSpec)
        assert 1 <= len(caught.value.diagnostics) <= MOST_FAULTS

    assert least_seconds(refuse, enough=2) < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 300_000


def test_a_hint_looks_at_some_hundred_words_at_most():
    tracemalloc.start()
    before = time.process_time()
    did_you_mean("x" * 1_000_000, (f"word{i}" for i in range(10_000_000)))
    assert time.process_time() - before < 1
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"a: " + b"x" * MAX_BYTES, "D006"),
        (b"a: \xff\xfe", "Y002"),
        ("a: 1".encode("utf-16"), "Y002"),
        (b"", "Y008"),
        (b"# nothing\n", "Y008"),
        (b"a: 1\n---\nb: 2\n", "Y009"),
        (b"a: [1\n", "Y003"),
        (b"a: " + b"[" * 70, "Y004"),
        (b"a: 1\na: 2\n", "Y005"),
        (b"a: &x 1\n", "Y006"),
    ],
)
def test_the_text_of_a_file_has_its_own_faults(tmp_path, content, code):
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        read_yaml(path)
    assert caught.value.diagnostics[0].code == code


@pytest.mark.parametrize(
    "make", [lambda path: None, lambda path: path.mkdir(), lambda path: __import__("os").mkfifo(path)]
)
def test_what_is_no_file_is_reported_and_never_waited_for(tmp_path, make):
    make(tmp_path / "x.yaml")
    with pytest.raises(InvalidInput) as caught:
        read_yaml(tmp_path / "x.yaml")
    assert caught.value.diagnostics[0].code == "Y001"


@pytest.fixture
def mountain(tmp_path):
    """Return a sparse file of 20 GB, without blocks on the disk."""
    with (tmp_path / "mountain").open("wb") as file:
        file.truncate(20_000_000_000)
    return tmp_path / "mountain"


@pytest.mark.parametrize("suffix", [".csv", ".yaml", ".jpg", ".pdf", ".json"])
@pytest.mark.parametrize(
    "words",
    [
        ("print", "cards", "--from", "{}", "-o", "x.pdf"),
        ("print", "cards", "--from", "cards.csv", "--font", "{}", "-o", "x.pdf"),
        ("print", "cards", "--game", "yacht", "--deck", "goals", "--lang", "en", "-o", "{}"),
        ("score", "{}", "--game", "paper-dungeons"),
        ("check", "{}"),
        ("simulate", "a", "--games", "1", "--workers", "1", "--checkpoint", "{}"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_mountain_is_refused_before_it_is_read(scrawl, tmp_path, mountain, words, suffix):
    (tmp_path / "cards.csv").write_text("Name\nFox\n", encoding="utf-8")
    path = mountain.rename(mountain.with_suffix(suffix))
    result = scrawl(*(word.format(path) for word in words))
    assert result.returncode in (1, 2), result.stdout
    assert "Traceback" not in result.stderr
    assert path.stat().st_size == 20_000_000_000


@pytest.mark.parametrize("words", [("print", "cards", "--from", "-", "-o", "x.pdf")])
def test_what_is_pasted_is_read_in_bounds(tmp_path, words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open("/dev/zero", "rb") as endless:
        result = subprocess.run(
            [sys.executable, "-m", "generator", *words],
            stdin=endless, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False, timeout=60,
        )  # fmt: skip
    assert (result.returncode, result.stderr) == (1, "-:1:1: error D006 more than 8 MB are pasted\n  hint: split it\n")


def test_a_digest_reads_no_mountain(tmp_path, mountain):
    (tmp_path / "cards/moon").mkdir(parents=True)
    mountain.rename(tmp_path / "cards/moon/x.png")
    assert len(GameCatalogue((tmp_path,)).digest(("cards/moon",))) == 64
