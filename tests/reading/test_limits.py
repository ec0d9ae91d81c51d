"""What a file may hold is bounded: large and twisted ones are told within two seconds and 300 MB."""

import resource
import time
import tracemalloc

import pytest

from generator.diagnostics import MOST_FAULTS, InvalidInput, did_you_mean
from generator.layout.spec import LayoutSpec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import MAX_BYTES, parse_yaml, read_yaml

LARGE = {
    "keys": lambda: "".join(f"kk{i}: {i}\n" for i in range(480_000)),
    "fewer_keys": lambda: "".join(f"kk{i}: {i}\n" for i in range(99_000)),
    "anchors": lambda: "".join(f"k{i}: &a{i} 1\n" for i in range(400_000)),
    "doubled_keys": lambda: "k: 1\n" * 99_000,
    "numbers": lambda: "a: [" + ",".join("1" for _ in range(3_900_000)) + "]\n",
    "one_long_text": lambda: "a: " + "x" * 7_900_000,
    "one_long_key": lambda: "x" * 1_000 + ": 1\n",
    "long_keys": lambda: "".join(f"{'x' * 4000}{i}: 1\n" for i in range(1_900)),
}


@pytest.mark.parametrize("name", sorted(LARGE))
def test_eight_megabytes_are_told_within_two_seconds(name):
    text = LARGE[name]()
    assert len(text) < MAX_BYTES
    before, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(InvalidInput) as caught:
        structure(parse_yaml(text, "x.yaml"), LayoutSpec)
    assert time.process_time() - before < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 300_000
    assert 1 <= len(caught.value.diagnostics) <= MOST_FAULTS


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
        (b"a: " + b"x" * MAX_BYTES, "Y007"),
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
def test_what_is_no_file_is_told_and_never_waited_for(tmp_path, make):
    make(tmp_path / "x.yaml")
    with pytest.raises(InvalidInput) as caught:
        read_yaml(tmp_path / "x.yaml")
    assert caught.value.diagnostics[0].code == "Y001"
