"""Test the print of a form, in a separate process: the same bytes as the command line, and faults at their fields."""

import time

import pytest

from generator.child_processes import OVER, AbandonedCall, call_apart
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError, SourceLocation
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_options import read_options
from generator.workshop.print_forms import COMMANDS, PrintFormFaults, command_forms, print_form, print_here
from tests.conftest import ROOT, often

TINY = ROOT / "tests" / "data" / "games" / "tiny"
PRINTS = [
    ("cards", {"decks": ["goals"], "only": ["1-2"], "two_files": True}, ("--deck=goals", "--card=1-2", "--two-files")),
    ("page", {"names": ["help"], "paper": "letter"}, ("help", "--paper=letter")),
    (
        "sheets",
        {"game": "yacht", "edition": "ink-saver", "players": ["Zofia Żak"]},
        ("--game=yacht", "--edition=ink-saver", "--player=Zofia Żak"),
    ),
]


@pytest.mark.parametrize(("name", "values", "words"), PRINTS, ids=[name for name, _, _ in PRINTS])
@pytest.mark.parametrize("language", often(["pl"], ["en", "pl"]))
def test_the_files_are_those_of_the_command_line(scrawl, tmp_path, name, values, words, language):
    files, _, _ = print_here(read_options(COMMANDS[name], {**values, "lang": language, "home": ROOT}))
    assert scrawl("print", name, *words, "--lang", language, "-o", f"{name}.pdf").returncode == 0
    contents = {path.name: path.read_bytes() for path in tmp_path.glob("*.pdf")}
    assert sorted(contents.values()) == sorted(file.content for file in files)


def test_a_process_of_its_own_gives_the_same_as_this_one():
    values = {"lang": "de", "margins": "2mm", "marks": False, "strip": False, "size": "68x97mm"}
    output = print_form(GameCatalogue.at(TINY), "tiny", {"command": "cards", "values": values})
    files, summary, warnings = print_here(read_options(COMMANDS["cards"], {**values, "game": "tiny", "home": TINY}))
    assert output.files == files
    assert output.messages.startswith(summary)
    assert [warning.code for warning in warnings] == ["L057", "P010"]
    assert "cards of " in summary


@pytest.mark.parametrize(("back", "expected"), [("", ["cards"]), ("back: {text: x}\n", [])])
def test_a_form_of_cards_names_the_decks_whose_layout_has_no_back(tmp_path, back, expected):
    for name, text in {
        "cards/own/game.yaml": "game: own\ndecks: {cards: {layout: card}}\n",
        "cards/own/cards.csv": "key\na\n",
        "cards/own/words/en.yaml": "game: {title: Own}\n",
        "layouts/own/card.yaml": f"size: {{width: 63mm, height: 88mm}}\nfront: {{text: x}}\n{back}",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    forms = command_forms(GameCatalogue((tmp_path, ROOT)), "own")
    assert {form["command"]: form["backless"] for form in forms if form["backless"]} == (
        {"cards": expected} if expected else {}
    )


def test_faults_come_back_with_their_places_and_fields(tmp_path):
    (tmp_path / "cards/bad").mkdir(parents=True)
    (tmp_path / "cards/bad/game.yaml").write_text("game: bad\ndecks: [\n")
    catalogue = GameCatalogue.at(tmp_path)

    def faults(command, values):
        with pytest.raises(PrintFormFaults) as wrong:
            print_form(catalogue, "bad", {"command": command, "values": values})
        return [
            (fault.code, fault.place.path.rpartition("/")[2], field)
            for fault, field in zip(wrong.value.diagnostics, wrong.value.options, strict=True)
        ]

    assert [(code[0], file, field) for code, file, field in faults("kit", {})] == [("Y", "game.yaml", "")]
    assert faults("sheets", {"copies": "0"}) == [("S006", "--copies", "copies")]
    assert faults("sheets", {"output": "x"}) == [("S001", "", "")]


def test_faults_reach_another_process_as_they_are():
    fault = Diagnostic("C001", "there is no file", SourceLocation("a.yaml", 3, 4), "a hint")
    with pytest.raises(InvalidInput) as wrong:
        call_apart(exec, f"from generator.diagnostics import *; raise InvalidInput([{fault!r}])", seconds=60)
    assert wrong.value.diagnostics == (fault,)


def test_what_takes_too_long_or_dies_is_reported_and_leaves_nothing_running():
    began = time.monotonic()
    with pytest.raises(ScrawlError, match=r"longer than 0\.1 seconds"):
        call_apart(time.sleep, 600, seconds=0.1)  # it hangs
    with pytest.raises(ScrawlError, match="longer than 2 seconds"):
        call_apart(exec, often(f"import os; os.kill(os.getpid(), {OVER})", "while True: pass"), seconds=2)
    with pytest.raises(ScrawlError, match="without an answer"):
        call_apart(exec, "import os; os._exit(3)", seconds=60)
    with pytest.raises(AbandonedCall):
        call_apart(time.sleep, 600, seconds=60, given_up=lambda: True)
    assert time.monotonic() - began < 60


def test_what_waits_for_the_processor_has_longer_than_its_seconds():
    limits = "(__import__('time').sleep(1.3), *map(__import__('resource').getrlimit, (0, 4)))"
    _, (cpu, _), (core, _) = call_apart(eval, limits, seconds=1)
    assert (cpu, core) == (1, 0)
