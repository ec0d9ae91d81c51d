"""What phones do by themselves: a line that is silent is given up, so is one that was asleep, and older pages are taken over."""

import pytest

from generator.workshop import sessions
from tests.conftest import ROOT
from tests.workshop.scripts import Scripts

COMMON = (ROOT / "generator/workshop/static/common.js").read_text(encoding="utf-8")
LINE = COMMON[COMMON.index("const SILENCE") :].replace("export ", "")
# a clock that the test turns, and lines that say what the test has them say
SURROUNDINGS = """
globalThis.now = 0; globalThis.clocks = []; globalThis.lines = []; globalThis.told = []; globalThis.seen = []; globalThis.wakes = [];
Date.now = () => now;
globalThis.setInterval = (does) => clocks.push(does);
globalThis.clearInterval = (at) => (clocks[at - 1] = () => {});
globalThis.setTimeout = (does) => queueMicrotask(does);
globalThis.document = { visibilityState: "visible", addEventListener: (_, does) => wakes.push(does), removeEventListener: (_, does) => (wakes = wakes.filter((each) => each !== does)) };
globalThis.TextDecoderStream = class {};
globalThis.fetch = async (address, { signal }) => {
  const line = { given: false, parts: [] };
  line.says = (value) => (line.wants ? line.wants({ value, done: false }) : line.parts.push(value));
  lines.push(line);
  signal.addEventListener("abort", () => { line.given = true; line.fails?.(new Error("given up")); });
  const read = () => new Promise((wants, fails) => (line.parts.length ? wants({ value: line.parts.shift(), done: false }) : Object.assign(line, { wants, fails })));
  return { ok: true, status: 200, body: { pipeThrough: () => ({ getReader: () => ({ read }) }) } };
};
globalThis.passes = (milliseconds, step = 1000) => { for (let at = 0; at < milliseconds; at += step) { now += step; clocks.forEach((does) => does()); } };
"""


@pytest.fixture
def line():
    scripts = Scripts(
        SURROUNDINGS,
        f"{LINE}; globalThis.listen = listen; globalThis.SILENCE = SILENCE",
        "void listen('events', {}, (view) => seen.push(view), (state) => told.push(state))",
    )
    yield scripts
    scripts.close()


def test_a_line_of_which_no_byte_comes_for_20_s_is_begun_anew_and_one_that_says_that_it_stands_is_not(line):
    line.run("lines[0].says('data: 1\\n\\n')")
    for _ in range(6):  # a minute, in which the server says that it stands
        line.run(f"passes({sessions.ALIVE * 1000})")
        line.run("lines[0].says(': still here\\n\\n')")
    assert line.run("[lines.length, ...seen]") == [1, 1]
    line.run("passes(19000)")
    assert line.run("lines.length") == 1
    line.run("passes(3000)")
    assert line.run("[lines.length, lines[0].given]") == [2, True]
    line.run("lines[1].says('data: 2\\n\\n')")
    assert line.run("seen") == [1, 2]
    assert line.run("told") == ["here", "away", "here"]
    assert line.run("SILENCE") / 1000 > sessions.ALIVE * 2


@pytest.mark.parametrize("wakes", ["clocks.forEach((does) => does())", "wakes.forEach((does) => does())"])
def test_a_page_that_slept_begins_anew_as_soon_as_it_is_awake(line, wakes):
    line.run("passes(3000)")
    line.run(f"now += 8000; {wakes}")
    assert line.run("[lines.length, lines[0].given]") == [2, True]


def test_half_an_event_waits_for_its_other_half(line):
    for part in ("da", 'ta: {"a"', ": 1}\\n", "\\ndata: 2\\n\\ndata: 3"):
        line.run(f"lines[0].says('{part}')")
    assert line.run("JSON.stringify(seen)") == '[{"a":1},2]'
