"""The text editor that was built of the packages of others: its bytes, its versions, its credits, and where its words are said."""

import hashlib
import json
import re

from generator.workshop.guard import HEADERS
from generator.workshop.http import STATIC
from tests.conftest import ROOT

TOOLS = ROOT / "tools" / "editor"
BUILT = STATIC / "vendor" / "codemirror.js"


def test_what_is_given_away_is_what_was_built_of_the_pinned_packages():
    """After a change of tools/editor, `make editor` builds anew and notes the sum of it."""
    noted = json.loads((TOOLS / "built.json").read_text(encoding="utf-8"))
    assert hashlib.sha256(BUILT.read_bytes()).hexdigest() == noted["sha256"]
    locked = json.loads((TOOLS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    versions = {path.removeprefix("node_modules/"): package for path, package in locked.items() if path}
    assert noted["packages"] == sorted(noted["packages"])
    for package in noted["packages"]:
        name, version = package.split()
        assert (versions[name]["version"], versions[name]["license"]) == (version, "MIT"), name
    pinned = json.loads((TOOLS / "package.json").read_text(encoding="utf-8"))
    assert {name: versions[name]["version"] for name in pinned["dependencies"]} == pinned["dependencies"]


def test_everybody_whose_work_is_in_it_is_named_with_the_licence():
    noted = json.loads((TOOLS / "built.json").read_text(encoding="utf-8"))["packages"]
    first = BUILT.read_text(encoding="utf-8").partition("\n")[0]
    licences = BUILT.with_name("codemirror.LICENSE").read_text(encoding="utf-8")
    assert first.endswith(f" of: {', '.join(noted)} */")
    for package in noted:
        assert f"{package.split()[0]}\n\n" in licences
    assert licences.count("Permission is hereby granted") == len(noted)
    assert "| `codemirror.js` |" in BUILT.with_name("CREDITS.md").read_text(encoding="utf-8")


def test_our_scripts_take_from_it_what_it_gives_and_nothing_is_built_for_nobody():
    given = set(
        re.findall(r"\w+", " ".join(re.findall(r"\{(.*?)\}", (TOOLS / "exports.js").read_text(encoding="utf-8"))))
    )
    text = (STATIC / "text_editor.js").read_text(encoding="utf-8")
    look = (STATIC / "text_look.js").read_text(encoding="utf-8")
    named = re.search(r"import \{(.*?)\} from \"./vendor/codemirror.js\"", look)[1]
    assert set(re.findall(r"\bcm\.(\w+)", text)) | set(re.findall(r"\w+", named)) == given


def test_the_policy_of_the_pages_lets_nothing_in_for_it():
    assert HEADERS["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
