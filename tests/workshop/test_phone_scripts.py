"""Scripts of the phone: they reopen a silent or sleeping line, and load letters before they show the text."""

import json
from pathlib import Path

import pytest

from generator.workshop import sessions
from tests.conftest import ROOT
from tests.workshop.scripts import Scripts

COMMON = (ROOT / "generator/workshop/static/common.js").read_text(encoding="utf-8")
LOADS = (ROOT / "generator/workshop/static/fonts.js").read_text(encoding="utf-8").replace("export ", "")
LINE = COMMON[COMMON.index("const SILENCE") :].replace("export ", "")
SURROUNDINGS = Path(__file__).with_name("phone_line.js").read_text(encoding="utf-8")

FACES = """
globalThis.begun = []; globalThis.done = []; globalThis.document = { fonts: new Set() };
globalThis.FontFace = class {
  constructor(name) { this.name = name; }
  load() { return new Promise((comes, fails) => begun.push({ name: this.name, comes: () => comes(this), fails })); }
};
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


def test_a_line_without_a_byte_for_20_s_is_opened_again_and_one_with_signs_of_life_is_not(line):
    line.run("lines[0].says('data: 1\\n\\n')")
    for _ in range(6):  # a minute in which the server says that the line works
        line.run(f"passes({sessions.ALIVE * 1000})")
        line.run("lines[0].says(': still here\\n\\n')")
    assert line.run("[lines.length, ...seen]") == [1, 1]
    line.run("passes(19000)")
    assert line.run("lines.length") == 1
    line.run("passes(3000)")
    assert line.run("[lines.length, lines[0].given]") == [2, True]
    line.run("lines[1].says('data: 2\\n\\n')")
    assert line.run("seen") == [1, 2]
    assert line.run("told") == ["here"]  # a page is "away" only if a new line gets no answer
    assert line.run("SILENCE") / 1000 > sessions.ALIVE * 2


def test_a_page_gets_a_message_at_each_try_without_an_answer(line):
    line.run("isDown = true; lines[0].fails(new Error('broken off')); null")
    assert line.run("[...told, rested.length]") == ["here", "away", "away", 3]  # then it waits for a second or more
    line.run("isDown = false; wakes.forEach((does) => does()); null")
    assert line.run("[told.at(-1), lines.length]") == ["here", 2]


@pytest.mark.parametrize("wakes", ["clocks.forEach((does) => does())", "wakes.forEach((does) => does())"])
def test_a_page_that_slept_connects_again_as_soon_as_it_is_awake(line, wakes):
    line.run("passes(3000)")
    line.run(f"now += 8000; {wakes}")
    assert line.run("[lines.length, lines[0].given]") == [2, True]


def test_a_hidden_tab_or_one_without_a_free_line_asks_now_and_then_and_keeps_no_line():
    tab = Scripts(
        SURROUNDINGS,
        "hasLocks(); held = new Set(['line 0', 'line 1', 'line 2']); null",
        f"{LINE}; void listen('events', {{}}, (view) => seen.push(view), (state) => told.push(state)); null",
    )
    tab.run("lines[0].says('data: 1\\n\\n')")
    assert tab.run("[lines.length, lines[0].given, held.has('line 3')]") == [1, False, True]
    tab.run("turns('hidden')")
    assert tab.run("[lines.length, lines[0].given, held.has('line 3')]") == [2, True, False]
    tab.run("lines[1].says('data: 2\\n\\ndata:')")  # all missed events
    assert tab.run("[lines.length, lines[1].given, seen, rested.at(-1)]") == [2, True, [1, 2], 1500]
    tab.run("held.add('line 3'); turns('visible')")  # the tab is visible again, but other tabs have all lines
    tab.run("lines[2].says('data: 3\\n\\n')")
    assert tab.run("[lines.length, lines[2].given, seen.at(-1), told]") == [3, True, 3, ["here"]]
    tab.run("held.delete('line 3'); wakes.forEach((does) => does())")  # it asks again, and a line is free
    tab.run("lines[3].says('data: 4\\n\\n')")
    assert tab.run("[lines.length, lines[3].given, held.has('line 3'), seen.at(-1)]") == [4, False, True, 4]
    tab.close()


def test_half_an_event_waits_for_its_other_half(line):
    for part in ("da", 'ta: {"a"', ": 1}\\n", "\\ndata: 2\\n\\ndata: 3"):
        line.run(f"lines[0].says('{part}')")
    assert line.run("JSON.stringify(seen)") == '[{"a":1},2]'


def test_a_picture_waits_for_letters_that_another_asked_for():
    scripts = Scripts(FACES, f"{LOADS}; globalThis.loadFonts = loadFonts")
    letters = "new Map([['text-bold', new Set([65])], ['sign', new Set([66])]])"
    ask = f"void loadFonts(['text.bold', 'sign'], (name) => name, {letters}).then(() => done.push(1))"
    scripts.run(ask)
    scripts.run(ask)
    assert scripts.run("begun.map((each) => each.name)") == ["text-bold", "sign"]
    scripts.run("begun[0].comes()")
    assert scripts.run("done") == []
    scripts.run("begun[1].fails(new Error('no network'))")
    assert scripts.run("[done.length, document.fonts.size]") == [2, 1]
    scripts.run(ask)  # a second request for the font that failed
    assert scripts.run("begun.map((each) => each.name)") == ["text-bold", "sign", "sign"]
    scripts.close()


def test_only_letters_that_are_written_are_asked_for_and_further_ones_beside_them():
    scripts = Scripts(FACES.replace("constructor(name)", "constructor(name, url)").replace("name: this.name", "url: this.url").replace("this.name = name", "this.url = url"), f"{LOADS}; Object.assign(globalThis, {{ loadFonts, lettersIn }}); null")  # fmt: skip
    letters = "begun.map((each) => new URLSearchParams(each.url.split('?')[1].slice(0, -2)).get('letters'))"

    def draws(text):
        svg = f"<svg><text x='1' font-family=\"text-bold, sign\" y='2'>{text}</text></svg>"
        scripts.run(f"void loadFonts(['text.bold'], (name) => name, lettersIn({json.dumps(svg)}))")
        return scripts.run(letters)[-1]

    assert draws("ABBA &lt;") == "20,3c,41,42"
    assert draws("AB") == "20,3c,41,42"
    assert scripts.run("begun.length") == 1
    assert draws("AC").startswith("20-7e,a0,")
    usual = draws("abcdefghijklmnopqrstuvwxyz0123456789 \u2713")
    assert usual.startswith("20-7e,a0,")
    assert usual.endswith(",2713")
    assert ",a1-17f," in draws("żółw")
    scripts.close()


@pytest.fixture
def queue():
    text = (ROOT / "generator/workshop/static/queue.js").read_text(encoding="utf-8").replace("export ", "")
    scripts = Scripts(
        Path(__file__).with_name("table_model.js").read_text(encoding="utf-8"),
        f"{text}; globalThis.queue = new Queue(phones[phone()], 'T', 'page'); null",
        "const left = (text) => { queue.setTyping(0, 'line.A', text); queue.leaveField(0, 'line.A', ''); }; globalThis.left = left",
        "globalThis.settle = (status, reply) => queue.settle(queue.next(), status, reply); null",
    )
    yield scripts
    scripts.close()


def test_a_refused_text_stays_in_its_field_with_the_reasons_until_another_is_typed(queue):
    queue.run("left('99')")
    assert queue.run("settle(200, { taken: false, revision: 1, messages: ['possible are 1 to 8'] })") == ""
    assert queue.run("[queue.waiting.length, queue.wantedText(0, 'line.A', '3')]") == [0, "99"]
    assert queue.run("queue.refused(0, 'line.A')") == {"text": "99", "messages": ["possible are 1 to 8"], "why": ""}
    queue.run("left('8')")
    assert queue.run("[queue.refused(0, 'line.A'), queue.isWaiting(0, 'line.A'), queue.next().text]") == [
        None,
        True,
        "8",
    ]
    assert queue.run("settle(0, {})") == "away", "no answer: the change waits"
    assert queue.run("settle(200, { taken: true, revision: 2 })") == ""
    assert queue.run("queue.wantedText(0, 'line.A', '3')") == "8", "taken, and not shown yet"
    assert queue.run("(queue.setRevision(2), queue.wantedText(0, 'line.A', '8'))") == "8"
    assert queue.run("queue.shown.length") == 0
