"""Test small layouts: each case is a layout, its data, and the expected listing or faults.

After an intended change, `python -m tests.layout.test_cases` writes the current results into the files; read the
difference before you keep it.
"""

import json
from pathlib import Path

import pytest
import yaml

from generator.check.reference_docs import fault_codes
from generator.diagnostics import InvalidInput
from generator.layout.binding import words_as_templates
from generator.layout.frame_checks import frame_faults, safe_faults
from generator.layout.tracing import FaceSources
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import plural_of
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT
from tests.layout.frame_listing import list_items
from tests.layout.laying import lay
from tests.tables import read_yaml_documents

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


def cases(path):
    return [case for case in read_yaml_documents(path) if case]


def outcome(case):
    """Return the listing of a case without its boxes, then its faults with places and hints."""
    data = dict(case.get("data") or {})
    words, plural = (
        parse_yaml(json.dumps(case.get("words") or {}), "words.yaml"),
        plural_of(GameCatalogue((ROOT,)), case.get("language", "en")),
    )
    data["words"] = words_as_templates(words, lambda _place: plural)
    language, more = case.get("language", "en"), {key: case[key] for key in ("size", "bleed") if key in case}
    if case.get("traced"):
        origins = parse_yaml(json.dumps(case["data"]), "data").value
        more["sources"] = FaceSources({**origins, "words": words})
    try:
        face = lay(case["layout"], data, name="face", language=language, **more)
    except InvalidInput as error:
        return "\n".join(fault_line(fault) for fault in error.diagnostics)
    lines = [line[2:] for line in list_items(face.frame).splitlines()[1:] if not line.startswith(("  trim", "  bleed"))]
    near = safe_faults(face.frame) if "bleed" in case else ()
    return "\n".join([*lines, *(fault_line(fault) for fault in (*face.faults, *frame_faults(face.frame), *near))])


def fault_line(fault):
    place = f"{fault.place.line}:{fault.place.column}" if fault.place.line else "-"
    return f"{fault.code} at {place}: {fault.message}" + (f" ({fault.hint})" if fault.hint else "")


ALL = [pytest.param(case, id=f"{path.stem}: {case['case']}") for path in FILES for case in cases(path)]


@pytest.mark.parametrize("case", ALL)
def test_a_layout_comes_out_as_listed(case):
    assert outcome(case).splitlines() == (case.get("gives") or "").splitlines()


def test_every_fault_of_a_layout_has_a_case():
    listings = "\n".join(case.values[0].get("gives") or "" for case in ALL)
    # these need files or a game: sides of a deck, the paper, pictures, icons, fonts, words and editions
    elsewhere = {*["L002", "L044", "L016", "L019", "L029", "L044", "L057", "L048", "L066", "L059", "L049"]}
    raised = {code for code in fault_codes()[1] if code.startswith("L") and f"{code} at" in listings}
    assert {code for code in fault_codes()[1] if code.startswith("L")} - raised <= elsewhere


def rewrite():
    """Write the result of every case into its file."""
    for path in FILES:
        documents = []
        for case in cases(path):
            keys = {key: value for key, value in case.items() if key not in ("case", "layout", "gives")}
            head = f"case: {case['case']}\n"
            middle = "".join(
                f"{key}: {yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6).strip().removesuffix('...').strip()}\n"
                for key, value in keys.items()
            )
            documents.append(f"{head}{middle}layout: |\n{block(case['layout'])}gives: |\n{block(outcome(case))}")
        path.write_text("---\n".join(documents), encoding="utf-8")


def block(text):
    return "".join(f"  {line}\n" if line else "\n" for line in text.rstrip("\n").splitlines())


if __name__ == "__main__":
    rewrite()
