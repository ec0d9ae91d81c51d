"""Which tests the quick run has, by what they cost, and a guard that keeps it quick.

`make test` leaves out the tests of `tests/deep.txt` and most tests of pages; `make test-deep` has them all, and so has
a run that names a test or selects some by `-k`. `SCRAWL_COSTS=FILE` writes what each test took. A cost is CPU time of
the test's process and of the processes that it waited for, in seconds of a machine on which `work_a_little` takes
USUAL_SECONDS. To draw the list anew:

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
except ImportError:  # on Windows, where the processes that a test starts are not counted
    getrusage = None

DEEP_LIST = Path(__file__).with_name("deep.txt")
CHEAP = 0.04  # seconds: a test that takes at most as long is quick
CHEAPEST = 0.3  # seconds: of a function whose cases all take longer, the cheapest is quick if it takes at most this
MOST = 1.0  # seconds of a quick test, before it is named
# CI fails above this: who is first to read the pictures of a deck pays for all, and a busy neighbour doubles any cost
MUCH = 2.0
SUM = 145.0  # seconds of all quick tests
MARGIN = 1.15
# what users do with a whole game or in a browser; quick whatever it costs
PAGES = "tests/workshop/pages/"  # the browser's own time is not seen: all but KEPT are deep, listed or not
# what users do with whole games, and in a browser; quick whatever it costs
KEPT = (
    "tests/test_whole_games.py::",
    f"{PAGES}test_forms.py::test_a_form_is_filled_in_by_taps_and_digits",
    f"{PAGES}test_browser.py::test_a_click_on_a_picture_leads_to_its_line_and_what_is_saved_there_is_drawn",
    f"{PAGES}test_finish.py::test_the_big_screen_and_every_phone_show_the_same_moment",
    f"{PAGES}test_keyboard.py::test_a_table_is_opened_shown_and_saved_by_keys",
    f"{PAGES}test_access.py::test_axe_finds_nothing_on_any_page_and_no_page_has_a_fault",
    f"{PAGES}test_photos.py::test_a_phone_photographs_a_sheet_puts_a_mark_right_and_nobody_else_sees_the_total",
)
# Between two looks at how fast the machine is. One look says little: where neighbours share a core, the same work takes
# twice as long a moment later. So the mean of many looks counts, not the best.
MEASURED_EVERY = 50  # tests
LOOKS = 4
TESTS = os.environ.get("SCRAWL_TESTS", "")  # "deep", "all" (listed tests too, as few cases as in a quick run), or none
COST, LEFT = "cost", pytest.StashKey()


def listed():
    """Return the tests of the list, by their node ids."""
    return set(DEEP_LIST.read_text(encoding="utf-8").splitlines())


def is_deep(test, deep):
    """Return whether a test is left to the deep run: one of the list, or a page, but for what is quick in any case."""
    return test in deep or (test.startswith(PAGES) and not test.startswith(KEPT))


class Tiers:
    """Leaves tests of the list out of a run of whole files, and measures the others in the process that runs them."""

    def __init__(self):
        self.seconds = defaultdict(float)  # of the test under way, by phase
        self.work = []
        self.tests = 0

    def pytest_collection_modifyitems(self, config, items):
        if TESTS in ("deep", "all") or config.option.keyword or any("::" in word for word in config.args):
            return
        deep = listed()
        left = [item for item in items if is_deep(item.nodeid, deep)]
        items[:] = [item for item in items if not is_deep(item.nodeid, deep)]
        config.hook.pytest_deselected(items=left)
        config.stash[LEFT] = deep - {item.nodeid for item in left}

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
            whole = (self.seconds["setup"] + self.seconds["call"] + self.seconds["teardown"]) / slowness
            # what a module prepares for all its tests is not the first one's
            own_part = (self.seconds["setup"] - self.seconds["shared"] + self.seconds["call"]) / slowness
            item.user_properties.append((COST, (own_part, whole)))

    def counted(self, phase):
        return Counted(self.seconds, phase)


class Counted:
    """Adds the CPU time of its block to a phase."""

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
    """Collects the costs in the process that reports; in CI a quick run that has become slow fails."""

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
    """Return a sentence for each quick test above `most` seconds, and one for a large sum; `costs` as Tiers counts them."""
    slow = {test: own for test, (own, _) in costs.items() if own > most and not test.startswith(KEPT)}
    sentences = [
        f"{test} takes {own:.2f} CPU seconds: make it cheaper, or add it to tests/deep.txt"
        for test, own in slow.items()
    ]
    total = sum(whole for _, whole in costs.values())
    if total > SUM * MARGIN:
        sentences.append(f"the quick tests take {total:.0f} CPU seconds, the most is {SUM * MARGIN:.0f}")
    return sentences


def deep_tests(costs):
    """Return the tests that are left to the deep run: the expensive ones, but for the cheapest case of each function."""
    functions = defaultdict(list)
    for test, (own, _) in costs.items():
        functions[test.partition("[")[0]].append((own, test))
    deep = set()
    for cases in functions.values():
        expensive = {test for own, test in cases if own > CHEAP}
        cheapest, test = min(cases)
        deep |= expensive - ({test} if cheapest <= CHEAPEST else set())
    return {test for test in deep if not test.startswith((PAGES, *KEPT))}


def main(paths):
    """Draw the list by what tests took: of several runs the least counts, as other processes only slow a test."""
    least = {}
    for path in paths:
        for test, (own, whole) in json.loads(Path(path).read_text(encoding="utf-8")).items():
            least[test] = min(least.get(test, (own, whole)), (own, whole))
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
