"""The quick run has every cheap test and the cheapest case of each function; the report names slow tests."""

import pytest

from tests.costs import CHEAP, CHEAPEST, KEPT, LEFT, MARGIN, MOST, PAGES, SUM, deep_tests, is_deep, problems
from tests.costs import MUCH as MUCH_IN_CI

LITTLE, SOME, MUCH = CHEAP / 2, (CHEAP + CHEAPEST) / 2, CHEAPEST * 2
COSTS = {
    "a.py::cheap": LITTLE,
    "a.py::cases[1]": SOME,
    "a.py::cases[2]": SOME + 0.01,
    "a.py::mixed[1]": LITTLE,
    "a.py::mixed[2]": SOME,
    "a.py::expensive": MUCH,
    f"{KEPT[0]}a_kit": MUCH,
}


def test_the_expensive_tests_are_deep_but_for_the_cheapest_case_of_a_function():
    deep = {"a.py::cases[2]", "a.py::mixed[2]", "a.py::expensive"}
    assert deep_tests({test: (seconds, seconds) for test, seconds in COSTS.items()}) == deep


@pytest.mark.parametrize(
    ("test", "expected"),
    [("a.py::listed", True), ("a.py::cheap", False), (f"{PAGES}test_a.py::a_page", True), (f"{KEPT[1]}[pl]", False)],
)
def test_listed_tests_are_deep_and_so_is_each_page_except_some(test, expected):
    assert is_deep(test, {"a.py::listed"}) is expected


@pytest.mark.parametrize(
    ("costs", "starts"),
    [
        ({"a.py::a": (MOST, MOST)}, []),
        ({"a.py::a": (MOST * 1.1, MOST * 1.1)}, ["a.py::a takes 1.10 CPU seconds"]),
        ({f"{KEPT[0]}a_kit": (MOST * 3, MOST * 3)}, []),
        ({"a.py::a": (0.0, SUM * MARGIN + 1)}, ["the quick tests take"]),
    ],
)
def test_a_slow_test_and_a_slow_suite_are_named(costs, starts):
    sentences = problems(costs)
    assert [sentence.startswith(start) for sentence, start in zip(sentences, starts, strict=True)] == [True] * len(
        starts
    )


def test_ci_fails_later_than_a_test_is_named():
    costs = {"a.py::a": (MOST * 1.1, MOST * 1.1), "a.py::b": (MUCH_IN_CI * 1.1, MUCH_IN_CI * 1.1)}
    assert (len(problems(costs)), len(problems(costs, MUCH_IN_CI))) == (2, 1)


def test_every_listed_test_of_the_files_that_run_exists(request):
    """A renamed test would join the quick run, however slow it is."""
    files = {item.nodeid.partition("::")[0] for item in request.session.items}
    unknown = [test for test in request.config.stash.get(LEFT, ()) if test.partition("::")[0] in files]
    assert unknown == [], "draw tests/deep.txt again, or rename these tests there"
