"""Letters are there before what is set in them is drawn, also where another picture asked for them first."""

from tests.conftest import ROOT
from tests.workshop.scripts import Scripts

COMMON = (ROOT / "generator/workshop/static/common.js").read_text(encoding="utf-8")
LOADS = COMMON[COMMON.index("export async function loadFonts") : COMMON.index("const SILENCE")].replace("export ", "")
FACES = """
globalThis.begun = []; globalThis.done = []; globalThis.document = { fonts: new Set() };
globalThis.FontFace = class {
  constructor(name) { this.name = name; }
  load() { return new Promise((comes, fails) => begun.push({ name: this.name, comes: () => comes(this), fails })); }
};
"""


def test_a_picture_waits_for_letters_that_another_asked_for():
    scripts = Scripts(FACES, f"{LOADS}; globalThis.loadFonts = loadFonts")
    ask = "void loadFonts(['text.bold', 'sign'], (name) => name).then(() => done.push(1))"
    scripts.run(ask)
    scripts.run(ask)
    assert scripts.run("begun.map((each) => each.name)") == ["text-bold", "sign"]
    scripts.run("begun[0].comes()")
    assert scripts.run("done") == []
    scripts.run("begun[1].fails(new Error('no network'))")
    assert scripts.run("[done.length, document.fonts.size]") == [2, 1]
    scripts.run(ask)  # what failed is asked for once more
    assert scripts.run("begun.map((each) => each.name)") == ["text-bold", "sign", "sign"]
    scripts.close()
