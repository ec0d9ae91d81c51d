"""Choose the tests of the quick run by their costs, and keep that run quick.

`make test` leaves out the tests of `tests/deep.txt` and most tests of pages. `make test-deep` has them all, and so has
a run that names a test or selects some by `-k`. `SCRAWL_COSTS=FILE` writes the cost of each test. A cost is CPU time of
the test's process and of the processes that it waited for, in seconds of a machine on which `work_a_little` takes
USUAL_SECONDS. To write the list again:

    SCRAWL_TESTS=all SCRAWL_COSTS=costs.json python -m pytest -n auto
    python -m tests.costs costs.json
"""

import json
import os
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean
from time import process_time

import pytest

from tests.conftest import USUAL_SECONDS, seconds_of, work_a_little

try:
    from resource import RUSAGE_CHILDREN, getrusage
except ImportError:  # on Windows; the costs there do not include child processes
    getrusage = None

DEEP_LIST = Path(__file__).with_name("deep.txt")
CHEAP = 0.04  # seconds: a test with at most this cost is quick
CHEAPEST = 0.3  # seconds: if all cases of a function take longer, its cheapest one is quick up to this cost
MOST = 1.0  # seconds of a quick test; a report names a slower one
# CI fails above this: the first test to read the pictures of a deck pays for all, and a busy machine doubles any cost
MUCH = 2.0
SUM = 145.0  # seconds of all quick tests
MARGIN = 1.15
PAGES = "tests/workshop/pages/"  # costs do not include the browser: all but KEPT are deep, listed or not
# actions of users with whole games, and in a browser; always quick
KEPT = (
    "tests/test_whole_games.py::",
    f"{PAGES}test_forms.py::test_a_form_is_filled_in_by_taps_and_digits",
    f"{PAGES}test_browser.py::test_a_click_on_a_picture_leads_to_its_line_and_what_is_saved_there_is_drawn",
    f"{PAGES}test_finish.py::test_the_big_screen_and_every_phone_show_the_same_moment",
    f"{PAGES}test_keyboard.py::test_a_table_is_opened_shown_and_saved_by_keys",
    f"{PAGES}test_access.py::test_axe_finds_nothing_on_any_page_and_no_page_has_a_fault",
    f"{PAGES}test_photos.py::test_a_phone_photographs_a_sheet_puts_a_mark_right_and_nobody_else_sees_the_total",
)
# Tests between two measurements of the machine's speed. One measurement says little: on a shared core the same work
# may take twice as long a moment later. So we use the mean of many, not the best.
MEASURED_EVERY = 50  # tests
LOOKS = 4
TESTS = os.environ.get("SCRAWL_TESTS", "")  # "deep", "all" (listed tests too, as few cases as in a quick run), or none
COST, LEFT = "cost", pytest.StashKey()


def listed():
    """Return the tests of the list, by their node ids."""
    return set(DEEP_LIST.read_text(encoding="utf-8").splitlines())


def is_deep(test, deep):
    """Return whether only the deep run has a test: it is in the list, or a test of a page that is not always quick."""
    return test in deep or (test.startswith(PAGES) and not test.startswith(KEPT))


class Tiers:
    """Leave the listed tests out of a run of whole files, and measure the others in the process that runs them."""

    def __init__(self):
        self.seconds = defaultdict(float)  # of the current test, by phase
        self.work = []
        self.tests = 0

    def pytest_collection_modifyitems(self, config, items):
        if TESTS in ("deep", "all") or config.option.keyword or any("::" in word for word in config.args):
            return
        deep = listed()
        deselected = [item for item in items if is_deep(item.nodeid, deep)]
        items[:] = [item for item in items if not is_deep(item.nodeid, deep)]
        config.hook.pytest_deselected(items=deselected)
        config.stash[LEFT] = deep - {item.nodeid for item in deselected}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self):
        if self.tests % MEASURED_EVERY == 0:
            self.work.append(seconds_of(work_a_little))
        self.tests += 1
        self.seconds.clear()
        with self.counted("setup"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        with self.counted("" if fixturedef.scope == "function" else "shared"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self):
        with self.counted("call"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item):
        try:
            with self.counted("teardown"):
                return (yield)
        finally:
            slowness = max(1.0, mean(self.work[-LOOKS:]) / USUAL_SECONDS)
            total_seconds = (self.seconds["setup"] + self.seconds["call"] + self.seconds["teardown"]) / slowness
            # fixtures of a whole module are not a cost of its first test
            own_seconds = (self.seconds["setup"] - self.seconds["shared"] + self.seconds["call"]) / slowness
            item.user_properties.append((COST, (own_seconds, total_seconds)))

    def counted(self, phase):
        return Counted(self.seconds, phase)


class Counted:
    """Add the CPU time of a block to a phase."""

    def __init__(self, seconds, phase):
        self.seconds, self.phase = seconds, phase

    def __enter__(self):
        self.before = cpu_seconds()

    def __exit__(self, *_):
        self.seconds[self.phase] += cpu_seconds() - self.before


def cpu_seconds():
    """Return the CPU time of this process and of the ended processes that it waited for."""
    children = getrusage(RUSAGE_CHILDREN) if getrusage else None
    return process_time() + (children.ru_utime + children.ru_stime if children else 0)


class Guard:
    """Collect the costs in the reporting process; in CI, fail a quick run that is too slow."""

    def __init__(self):
        self.costs = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown" and COST in dict(report.user_properties):
            self.costs[report.nodeid] = dict(report.user_properties)[COST]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if path := os.environ.get("SCRAWL_COSTS"):
            Path(path).write_text(json.dumps(self.costs, indent=0), encoding="utf-8")
        if (
            os.environ.get("CI")
            and not TESTS
            and session.exitstatus == pytest.ExitCode.OK
            and problems(self.costs, MUCH)
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        if not TESTS:
            for problem in problems(self.costs):
                terminalreporter.write_line(problem, red=True)


def problems(costs, most=MOST):
    """Return a sentence for each quick test above `most` seconds, and one for a large sum; `costs` are from Tiers."""
    slow = {test: seconds for test, (seconds, _) in costs.items() if seconds > most and not test.startswith(KEPT)}
    sentences = [
        f"{test} takes {seconds:.2f} CPU seconds: make it cheaper, or add it to tests/deep.txt"
        for test, seconds in slow.items()
    ]
    total = sum(whole for _, whole in costs.values())
    if total > SUM * MARGIN:
        sentences.append(f"the quick tests take {total:.0f} CPU seconds, the most is {SUM * MARGIN:.0f}")
    return sentences


def deep_tests(costs):
    """Return the tests for the deep run only: the expensive ones, except the cheapest case of each function."""
    functions = defaultdict(list)
    for test, (seconds, _) in costs.items():
        functions[test.partition("[")[0]].append((seconds, test))
    deep = set()
    for cases in functions.values():
        expensive = {test for seconds, test in cases if seconds > CHEAP}
        cheapest, test = min(cases)
        deep |= expensive - ({test} if cheapest <= CHEAPEST else set())
    return {test for test in deep if not test.startswith((PAGES, *KEPT))}


def main(paths):
    """Write the list from the costs of tests. The least of several runs counts, as other processes only slow a test."""
    least = {}
    for path in paths:
        for test, (seconds, whole) in json.loads(Path(path).read_text(encoding="utf-8")).items():
            least[test] = min(least.get(test, (seconds, whole)), (seconds, whole))
    deep = deep_tests(least)
    DEEP_LIST.write_text("".join(f"{test}\n" for test in sorted(deep)), encoding="utf-8")
    quick = [test for test in least if test not in deep]
    functions, quick_functions = ({test.partition("[")[0] for test in tests} for tests in (least, quick))
    sys.stdout.write(
        f"{len(quick)} of {len(least)} tests and {len(quick_functions)} of {len(functions)} functions are quick: "
        f"{sum(least[test][1] for test in quick):.0f} of {sum(whole for _, whole in least.values()):.0f} CPU seconds\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
