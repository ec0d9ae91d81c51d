"""The bundled text editor, built from packages of others: its bytes, versions, credits, and its use in our scripts."""

import hashlib
import json
import re

from generator.workshop.guard import HEADERS
from generator.workshop.http import STATIC
from tests.conftest import ROOT

TOOLS = ROOT / "tools" / "editor"
BUILT = STATIC / "vendor" / "codemirror.js"


def test_the_shipped_editor_is_the_build_of_the_pinned_packages():
    """After a change in tools/editor, `make editor` builds it again and saves its checksum."""
    build = json.loads((TOOLS / "built.json").read_text(encoding="utf-8"))
    assert hashlib.sha256(BUILT.read_bytes()).hexdigest() == build["sha256"]
    packages = json.loads((TOOLS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    versions = {path.removeprefix("node_modules/"): package for path, package in packages.items() if path}
    assert build["packages"] == sorted(build["packages"])
    for package in build["packages"]:
        name, version = package.split()
        assert (versions[name]["version"], versions[name]["license"]) == (version, "MIT"), name
    manifest = json.loads((TOOLS / "package.json").read_text(encoding="utf-8"))
    assert {name: versions[name]["version"] for name in manifest["dependencies"]} == manifest["dependencies"]


def test_everybody_whose_work_is_in_it_is_named_with_the_licence():
    packages = json.loads((TOOLS / "built.json").read_text(encoding="utf-8"))["packages"]
    first = BUILT.read_text(encoding="utf-8").partition("\n")[0]
    licences = BUILT.with_name("codemirror.LICENSE").read_text(encoding="utf-8")
    assert first.endswith(f" of: {', '.join(packages)} */")
    for package in packages:
        assert f"{package.split()[0]}\n\n" in licences
    assert licences.count("Permission is hereby granted") == len(packages)
    assert "| `codemirror.js` |" in BUILT.with_name("CREDITS.md").read_text(encoding="utf-8")


def test_our_scripts_use_all_exports_of_the_editor_and_no_others():
    exports = set(
        re.findall(r"\w+", " ".join(re.findall(r"\{(.*?)\}", (TOOLS / "exports.js").read_text(encoding="utf-8"))))
    )
    text = (STATIC / "text_editor.js").read_text(encoding="utf-8")
    look = (STATIC / "text_look.js").read_text(encoding="utf-8")
    imports = re.search(r"import \{(.*?)\} from \"./vendor/codemirror.js\"", look)[1]
    assert set(re.findall(r"\bcm\.(\w+)", text)) | set(re.findall(r"\w+", imports)) == exports


def test_the_policy_of_the_pages_lets_nothing_in_for_it():
    assert HEADERS["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
