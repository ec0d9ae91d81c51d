"""Scores of filled sheets: each kind of input reads the fields that scoring.yaml names, or says what it cannot read."""

import inspect
import json
import re
from types import SimpleNamespace

import pypdf
import pytest

from generator.check.checking import check_game
from generator.cli import score_photos
from generator.photo import scores_from_photos
from generator.photo.reader import UnreadablePhoto
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.input_spec import INPUT_KINDS
from generator.scoring.messages import UnscorableGame
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, disagreements, read_filled
from tests.conftest import ROOT, often
from tests.page_texts import page_texts
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

FILES = TABLES["files"]
LINE = "lines: [{{letter: A, word: lines.a, points: {points}}}]\n"


def moon(folder, kind, fields="fields: [x]", sheet="", more=""):
    """Write a game that reads one input of a kind from its sheet."""
    spec, points = TABLES["kinds"][kind]
    scoring = f"inputs: {{x: {spec % fields}}}\n" + LINE.format(points=json.dumps(points)) + more
    page = f"extends: ../common/styles.yaml\nfront:\n  column:\n{sheet or boxes('x', text=True)}"
    game_files = {"cards/moon/scoring.yaml": scoring, "layouts/moon/sheet.yaml": page}
    return GameCatalogue((write_files(folder, {**FILES, **game_files}), ROOT))


def boxes(*ids, text=False):
    entry = ", entry: text" if text else ""
    return "".join(f"    - {{field: {each}{entry}, height: 8mm}}\n" for each in ids)


@table("boxes, reads, number, messages")
def test_a_gap_in_a_row_of_boxes_is_reported_unless_ticks_are_counted(boxes, reads, number, messages, tmp_path):
    folder = moon(tmp_path, "number")
    change(tmp_path / "cards/moon/scoring.yaml", "kind: number,", f"kind: number, reads: {reads},")
    for language, message in messages.items():
        rules = open_rules(folder, "moon", language)
        record, faults = read_filled(rules, [SheetMarks({f"x.{box}": "yes" for box in boxes}, "filled.pdf")])
        assert record.sheets[0].marks["x"].plain == number
        assert [rules.words.diagnostic(fault).message for fault in faults if fault.code == "F015"] == (
            [message] if message else []
        )


@pytest.mark.parametrize(("boxes", "gaps"), [((2, 4), ["fox 3"]), ((4,), []), ((1, 2, 3), [])])
def test_a_gap_below_the_highest_tick_is_reported_unless_it_is_the_only_one(boxes, gaps, tmp_path):
    folder = moon(tmp_path, "group")
    change(tmp_path / "cards/moon/scoring.yaml", "kind: group,", "kind: group, reads: highest,")
    rules = open_rules(folder, "moon", "en")
    record, faults = read_filled(rules, [SheetMarks({f"x.fox.{box}": "yes" for box in boxes}, "filled.pdf")])
    assert record.sheets[0].marks["x"].plain["fox"] == boxes[-1]
    messages = [rules.words.diagnostic(fault).message for fault in faults if fault.code == "F015"]
    assert messages == [f"thing: box 4 is ticked, but {name} before it is not: the row is read as 4" for name in gaps]


@table("kind, marks, expected", "read")
def test_a_kind_of_input_reads_its_fields_or_says_what_it_cannot_read(kind, marks, expected, tmp_path):
    rules = open_rules(moon(tmp_path, kind), "moon", "en")
    if isinstance(expected, str):
        with pytest.raises(UnscorableGame) as caught:
            read_filled(rules, [SheetMarks(marks, "filled.pdf")])
        (fault, *_) = caught.value.faults
        assert (fault.code, fault.place.path) == (expected, "filled.pdf")
        return
    total, *warning_codes = expected if isinstance(expected, list) else [expected]
    record, faults = read_filled(rules, [SheetMarks(marks, "filled.pdf")])
    assert [(fault.code, fault.severity) for fault in faults if fault.code != "G036"] == [
        (code, "warning") for code in warning_codes
    ]
    assert score_game(rules, record).players[0].total == total


@table("language, expected")
def test_a_name_that_is_nearly_right_is_asked_back_in_the_language_in_use(language, expected, tmp_path):
    catalogue = moon(tmp_path, "choice")
    names = f"name: {{en: Star Gazer, {language}: Astronom}}" if language != "en" else "name: Star Gazer"
    change(
        tmp_path / "cards/moon/aims.yaml", "name: Star Gazer", names
    )  # the program scores an English sheet in each language
    rules = open_rules(catalogue, "moon", language)
    with pytest.raises(UnscorableGame) as caught:
        read_filled(rules, [SheetMarks({"x": "Star Gazr"}, "filled.pdf")])
    diagnostic = rules.words.diagnostic(caught.value.faults[0])
    assert (diagnostic.code, diagnostic.message) == ("F006", expected)


def test_what_has_a_fault_is_not_checked_besides(tmp_path):
    rules = open_rules(moon(tmp_path, "group", more="checks: {few: all(n <= 4 for n in x)}\n"), "moon", "en")
    warning_codes = {"fox: 5": ["G014"], "fox: 12": ["G010"], "fox: 4": []}
    for text, codes in warning_codes.items():
        _, faults = read_score(rules, parse_yaml(f"game: moon\nplayers: [{{x: {{{text}}}}}]\n", "score.yaml"))
        assert [(fault.code, fault.severity) for fault in faults] == [(code, "warning") for code in codes]
    for text, error_code in (("fox: 9, oul: 1", "G007"), ("fox: many", "S003")):
        with pytest.raises(UnscorableGame) as caught:
            read_score(rules, parse_yaml(f"game: moon\nplayers: [{{x: {{{text}}}}}]\n", "score.yaml"))
        assert [fault.code for fault in caught.value.faults] == [error_code]
    with pytest.raises(UnscorableGame) as caught:
        read_filled(rules, [SheetMarks({"x.fox": "9", "x.owl": "many"}, "filled.pdf")])
    assert [fault.code for fault in caught.value.faults] == ["F006"]


def test_every_kind_of_input_reads_a_filled_sheet_by_code_of_its_own():
    for name, kind in INPUT_KINDS.items():
        assert not inspect.isabstract(kind), name
        assert {"read_ticks", "on_sheet"} & {*vars(kind)}, name
        assert "takes" in vars(kind), name
    tested_separately = {"names", "ledger"}
    assert {kind for kind, _, _ in TABLES["read"]} | tested_separately == {*INPUT_KINDS, "counted"}


def test_rounds_are_read_where_a_game_is_alone(tmp_path):
    rules = open_rules(moon(tmp_path, "counted", more="only_solo: true\n"), "moon", "en")
    for marks, points in (({"x.2": "yes"}, 4), ({"x": "1 3"}, 8), ({"x.1": "4"}, 2)):
        assert score_game(rules, read_filled(rules, [SheetMarks(marks, "filled.pdf")])[0]).players[0].total == points


def line_a(rules, marks):
    """Return points and reason of line A for the only player of a filled sheet, and the codes of all warnings."""
    record, faults = read_filled(rules, [SheetMarks(marks, "filled.pdf")])
    line = score_game(rules, record).players[0].lines[0]
    return line.points, rules.words.text(line.reasons[0]), [fault.code for fault in faults]


def test_a_shield_that_nobody_wrote_in_is_not_called_written(tmp_path):
    catalogue = moon(tmp_path, "choice")
    for old, new in (("fields: [x]}", "fields: [x]}, y: {kind: choice, deck: aims}"), ("x.worth", "y.worth")):
        change(tmp_path / "cards/moon/scoring.yaml", old, new)
    rules = open_rules(catalogue, "moon", "en")
    assert line_a(rules, {"player": "Ann", "x.gazer": "yes"})[:2] == (0, "no points here → 0")
    assert line_a(rules, {"x.gazer": "yes", "score.A": "6"})[:2] == (6, "as written on the sheet")


def test_the_shield_of_an_only_fight_is_read_as_its_points(tmp_path):
    rules = open_rules(moon(tmp_path, "results", "filled: [w]"), "moon", "en")
    assert line_a(rules, {"score.A": "6"}) == (6, "thing 1 → +6", [])
    assert line_a(rules, {"w.1": "4"})[0] == 4
    assert line_a(rules, {"score.A": "5"})[::2] == (5, ["G012"])


def test_the_shield_of_a_line_that_counts_more_than_a_fight_is_not_its_points(tmp_path):
    catalogue = moon(
        tmp_path, "results", "filled: [w]}, y: {kind: number, most: 9, filled: [v]", boxes("w", "v", text=True)
    )
    scoring = tmp_path / "cards/moon/scoring.yaml"
    change(scoring, "x[1].points", "x[1].points + y")
    rules = open_rules(catalogue, "moon", "en")
    assert line_a(rules, {"w.1": "6", "v": "5", "score.A": "11"})[::2] == (11, [])
    assert line_a(rules, {"w.1": "6", "v": "5", "score.A": "12"})[::2] == (11, [])
    with pytest.raises(UnscorableGame) as caught:
        line_a(rules, {"v": "5", "score.A": "6"})  # some card gives this number, but not the fight of this line
    assert [fault.code for fault in caught.value.faults] == ["G016"]
    change(tmp_path / "cards/moon/words/en.yaml", "x: thing", "x: thing, y: another")
    faults = [each for each in check_game(catalogue, "moon") if each.code == "G034"]
    assert [(each.place.path, each.hint) for each in faults] == [
        ("layouts/moon/sheet.yaml", "such as {field: w.1, entry: text}")
    ]
    change(scoring, "worth, filled: [w]}", "worth}")
    shield_line = line_a(open_rules(catalogue, "moon", "en"), {"v": "5", "score.A": "9"})
    assert shield_line[:2] == (9, "as written on the sheet")


def test_a_number_of_which_another_is_taken_away_may_be_above_the_most_by_that(tmp_path):
    rules = open_rules(moon(tmp_path, "number", "filled: [w], less: h", boxes("w", "h", text=True)), "moon", "en")
    most = rules.table.inputs["x"].most
    assert line_a(rules, {"w": str(most + 4), "h": "4"})[0] == line_a(rules, {"w": str(most), "h": "0"})[0]
    assert line_a(rules, {"w": str(most + 5), "h": "4"})[::2] == (most + 1, ["G010"])


def test_a_field_of_a_fight_comes_before_its_shield(tmp_path):
    rules = open_rules(moon(tmp_path, "results", "filled: [w]"), "moon", "en")
    record, _ = read_filled(rules, sheets := [SheetMarks({"w.1": "6", "score.A": "4"}, "filled.pdf")])
    result = score_game(rules, record)
    assert result.players[0].total == 6
    assert [fault.code for fault in disagreements(rules, sheets, result)] == ["F007"]


@table("box, hint")
def test_a_box_of_no_card_is_reported_with_the_card_that_is_meant(box, hint, tmp_path):
    faults = [each for each in check_game(moon(tmp_path, "choice", sheet=boxes(box)), "moon") if each.code == "G034"]
    assert [each.hint for each in faults] == [hint]


@table("language, none, wrong")
def test_entries_of_cards_are_called_by_the_games_own_word(language, none, wrong, tmp_path):
    catalogue = moon(tmp_path, "results", "filled: [w]")
    rules = open_rules(catalogue, "moon", language)
    _, (fault,) = read_filled(rules, [SheetMarks({"player": "Ann", "w.1": "5"}, "filled.pdf")])
    assert rules.words.diagnostic(fault).message.startswith(wrong)
    with pytest.raises(UnscorableGame) as caught:
        read_filled(rules, [SheetMarks({"player": "Ann", "w.2": "5"}, "filled.pdf")])
    assert rules.words.diagnostic(caught.value.faults[0]).message.startswith(none)
    assert line_a(rules, {"w.1": "6"})[1] == "thing 1 → +6"


def test_a_number_beyond_its_bounds_names_its_field(tmp_path):
    for kind, marks in (("numbers", {"x.3": "9"}), ("number", {"x": "31"}), ("group", {"x.fox": "12"})):
        rules = open_rules(moon(tmp_path, kind), "moon", "en")
        _, (fault,) = read_filled(rules, [SheetMarks(marks, "filled.pdf")])
        diagnostic = rules.words.diagnostic(fault)
        assert (diagnostic.code, diagnostic.severity, diagnostic.hint) == (
            "G010",
            "warning",
            f"correct the field {next(iter(marks))}",
        )


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_a_card_without_its_number_is_asked_for_it_as_it_is_written(language, tmp_path):
    catalogue = moon(tmp_path, "tiers")
    rules = open_rules(catalogue, "moon", language)
    with pytest.raises(UnscorableGame) as caught:
        read_filled(rules, [SheetMarks({"x": "Star Gazer"}, "filled.pdf")])
    assert rules.words.diagnostic(caught.value.faults[0]).message.endswith(": Star Gazer 5")
    assert line_a(rules, {"x": "Star Gazer 5"})[0] == 4


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_an_empty_sheet_among_others_is_reported(language, tmp_path):
    catalogue = moon(tmp_path, "number")
    rules = open_rules(catalogue, "moon", language)
    ann, nobody = {"player": "Ann", "x": "3"}, {"player": "Bo"}
    sheets = [SheetMarks(ann, "ann.pdf"), SheetMarks(nobody, "bo.pdf")]
    record, faults = read_filled(rules, sheets)
    assert [(fault.code, fault.severity, fault.place.path) for fault in faults] == [("F005", "warning", "bo.pdf")]
    assert [(sheet.name, sheet.marks["x"].plain) for sheet in record.sheets] == [("Ann", 3), ("Bo", 0)]
    assert "Bo" in rules.words.diagnostic(faults[0]).message
    sheets[1] = SheetMarks({}, "bo.pdf")
    record, faults = read_filled(rules, sheets)
    assert [(fault.code, fault.severity, fault.place.path) for fault in faults] == [("F005", "warning", "bo.pdf")]
    assert [sheet.name for sheet in record.sheets] == ["Ann"]
    assert "sheet_left_out" not in rules.words.diagnostic(faults[0]).message
    assert read_filled(rules, [each._replace(shown="all.pdf") for each in sheets])[1] == ()  # spare sheets in a file


@table("more, box, why")
def test_a_photo_of_boxes_beside_other_things_is_not_said_to_have_no_boxes(more, box, why, tmp_path):
    catalogue, identity = moon(tmp_path, "group", more), SimpleNamespace(game="moon", language="en")
    page = SimpleNamespace(print=SimpleNamespace(boxes={box: None}), text_fields={})
    pages = SimpleNamespace(find_print=lambda _identity, _fields: page, catalogue=catalogue)
    picture = SimpleNamespace(read=lambda *_: None)
    with pytest.raises(UnreadablePhoto) as caught:
        scores_from_photos._read(pages, picture, None, identity, 0, "ann.jpg")
    assert caught.value.key == (why or "photo_unsharp")
    for language in ("en", "pl", "cs"):
        words = open_rules(GameCatalogue((ROOT,)), "paper-dungeons", language).words
        assert words.say(caught.value.key) != caught.value.key
        assert words.say(f"{caught.value.key}_hint").strip()


def fill(path, values):
    writer = pypdf.PdfWriter(clone_from=path)
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    writer.write(path)


def test_numbers_that_are_written_on_a_fillable_sheet_count(scrawl, tmp_path):
    moon(tmp_path, "numbers", "fields: [seed]", boxes("seed.1", "seed.2", "seed.3", text=True))
    assert scrawl("print", "sheets", "--fillable", "-o", "s.pdf", "--game", "moon").returncode == 0
    fill(tmp_path / "s.pdf", {"seed.1": "4", "seed.2": "5"})
    result = scrawl("score", "s.pdf", "--why", "--lang", "en", "--game", "moon")
    assert (result.returncode, "thing 4 5 → +9" in result.stdout) == (0, True), result.stdout + result.stderr
    fill(tmp_path / "s.pdf", {"seed.1": "nine"})
    result = scrawl("score", "s.pdf", "--lang", "en", "--game", "moon")
    assert result.returncode == 1
    assert "error F006 'nine' in field seed.1 is not a whole number" in result.stderr, result.stderr


def test_the_choice_of_a_new_game_is_read_from_its_box(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    change(
        tmp_path / "cards/tiny/scoring.yaml",
        "aim: {kind: choice, deck: aims",
        "aim: {kind: choice, filled: [aim], deck: aims",
    )
    change(tmp_path / "layouts/tiny/sheet.yaml", "  column:\n", f"  column:\n{boxes('aim', text=True)}", 1)
    assert scrawl("check").returncode == 0, scrawl("check").stderr
    assert scrawl("print", "sheets", "--fillable", "-o", "s.pdf").returncode == 0
    fill(tmp_path / "s.pdf", {"aim": "stargazer", "score.C": "5"})
    result = scrawl("score", "s.pdf", "--json", "--lang", "en")
    assert json.loads(result.stdout)["players"][0]["lines"]["C"] == 6
    assert "F007" in result.stderr


def change(path, old, new, count=-1):
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, count), encoding="utf-8")


SLIPS = TABLES["slips"]


@pytest.mark.parametrize(("file", "old", "new", "expected", "hint"), SLIPS)
def test_a_slip_in_the_name_of_a_field_is_reported_with_the_name_that_was_meant(
    file, old, new, expected, hint, scrawl, tmp_path
):
    assert scrawl("new", "game", "tiny").returncode == 0
    change(next(tmp_path.rglob(file)), old, new)
    result = scrawl("check")
    assert result.returncode == 1, result.stdout
    assert expected in result.stderr, result.stderr
    assert hint in result.stderr, result.stderr


def test_a_box_that_nobody_reads_is_told_by_check_and_when_it_is_marked(scrawl, tmp_path):
    page = boxes("x", "moon.1", "moon.2") + boxes("note", text=True)
    moon(tmp_path, "flag", "fields: [x]", page)
    result = scrawl("check", "--game", "moon")
    assert result.returncode == 0, result.stderr
    assert re.findall(r"sheet.yaml:(\d+):7: warning G036 nothing in scoring.yaml reads (.+)", result.stderr) == [
        ("5", "'moon.1' and 1 more"),
        ("7", "'note'"),
    ]
    assert scrawl("print", "sheets", "--fillable", "-o", "s.pdf", "--game", "moon").returncode == 0
    fill(tmp_path / "s.pdf", {"x": "/Yes", "moon.2": "/Yes"})
    result = scrawl("score", "s.pdf", "--lang", "en", "--game", "moon")
    assert result.returncode == 0, result.stderr
    assert "s.pdf:1:1: warning G036 1 marked box counts for nothing: moon.2" in result.stderr
    moon(tmp_path, "flag", "fields: [x]", page, more="filled: {notes: [moon, note]}\n")
    assert scrawl("check", "--game", "moon").stdout.endswith("no faults\n")
    assert scrawl("score", "s.pdf", "--lang", "en", "--game", "moon").stderr == ""


def test_fields_that_are_written_in_are_not_named_as_boxes_to_tick(scrawl, tmp_path):
    moon(tmp_path, "number", "fields: [x]", boxes("x", text=True))
    warnings = scrawl("check", "--game", "moon").stderr
    assert "scoring.yaml:1:47: warning G035 the fields of 'x' are written in, not ticked: 'x'" in warnings
    moon(tmp_path, "number", "filled: [x]", boxes("x", text=True))
    assert scrawl("check", "--game", "moon").stdout.endswith("no faults\n")


def test_a_ledger_takes_no_boxes_to_tick(scrawl, tmp_path):
    name = "cards/labirynt-smierci/scoring.yaml"
    text = (ROOT / name).read_text(encoding="utf-8")
    write_files(tmp_path, {name: text.replace("    filled: [log.strengths", "    fields: [log.strengths")})
    errors = scrawl("check", "--game", "labirynt-smierci").stderr
    assert "error G024 a ledger is filled in on 4 kinds of fields" in errors


@pytest.mark.parametrize("text", ["pth: [0, 1, 2]", "path: []"])
@pytest.mark.parametrize("words", [("check",), ("print", "sheets"), ("print", "kit", "-o", "kit")])
def test_a_list_that_is_renamed_or_empty_is_a_fault(text, words, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    tracks = tmp_path / "cards/tiny/tracks.yaml"
    tracks.write_text(re.sub(r"(?m)^path: .*$", text, tracks.read_text(encoding="utf-8")), encoding="utf-8")
    result = scrawl(*words)
    assert "Traceback" not in result.stderr
    if words == ("check",):
        message = "scoring.yaml:6:9: error G001 " if text.startswith("pth") else "scoring.yaml:10:50: warning G045 "
        assert message in result.stderr, result.stderr
        assert "did you mean 'pth'" in result.stderr or text == "path: []"
    elif text.startswith("pth"):
        assert result.returncode == 1
        assert "sheet.yaml:20:11: error L020 unknown list 'tracks.path'" in result.stderr, result.stderr


PRINTED = TABLES["printed"]


@pytest.mark.parametrize(("game", "sheet", "names", "wanted"), PRINTED)
@pytest.mark.parametrize("fillable", often([True], [True, False]))
def test_the_names_of_players_are_printed_where_the_sheet_has_a_box_for_them(
    game, sheet, names, wanted, fillable, scrawl, tmp_path
):
    if game == "tiny":
        assert scrawl("new", "game", "tiny").returncode == 0
    options = [part for name in names for part in ("--player", name)] + ["--fillable"] * fillable
    result = scrawl(
        "print", "sheets", *([sheet] if sheet else []), "--game", game, "--lang", "en", *options, "-o", "s.pdf"
    )
    assert (result.returncode, result.stderr) == (0, "")
    words = [text.split() for text in page_texts(tmp_path / "s.pdf")]
    assert [[name for name in names if name in page] for page in words] == wanted


@pytest.mark.parametrize("game", ["platformer", "dungeon-fighter", "labirynt-smierci"])
def test_a_sheet_without_a_place_for_a_name_says_so(game, scrawl):
    result = scrawl("print", "sheets", "--game", game, "--player", "Ada")
    assert result.returncode == 1
    assert re.search(f"--player: error C021 sheet '.*' of {game} has no place for a name", result.stderr)


def test_a_kit_names_the_sheets_that_have_a_place_for_it(scrawl, tmp_path):
    result = scrawl("print", "kit", "--game", "labirynt-smierci", "--player", "Hildegunst", "-o", "kit", "--lang", "en")
    assert result.returncode == 0, result.stderr
    sheets_with_name = [
        path.name
        for path in sorted((tmp_path / "kit").glob("*.pdf"))
        if any("Hildegunst" in text for text in page_texts(path))
    ]
    assert len(sheets_with_name) == 1, sheets_with_name
    assert "error C021" in scrawl("print", "kit", "--game", "platformer", "--player", "Ada", "-o", "none").stderr


def test_sheets_of_a_game_whose_boxes_tell_nothing_cannot_be_read(tmp_path):
    rules = open_rules(moon(tmp_path, "flag", ""), "moon", "en")
    with pytest.raises(UnscorableGame) as caught:
        read_filled(rules, [SheetMarks({"x": "yes"}, "filled.pdf")])
    assert [fault.code for fault in caught.value.faults] == ["F004"]


SHORT = TABLES["short"]


@pytest.mark.parametrize("name", SHORT)
def test_a_table_that_ends_before_what_it_counts_is_reported_where_it_stands(name, tmp_path):
    spec, points, short, whole, place, message = SHORT[name]
    catalogue = moon(tmp_path, "number", sheet=boxes("x.a"))
    scoring = tmp_path / "cards/moon/scoring.yaml"
    scoring.write_text(f"inputs: {{x: {spec}}}\n" + LINE.format(points=json.dumps(points)), encoding="utf-8")
    faults = [each for each in check_game(catalogue, "moon") if each.code == "G045"]
    assert [(each.message, each.severity) for each in faults] == [(message, "warning")]
    assert str(faults[0].place).endswith(f"scoring.yaml:{place}")
    change(scoring, short, whole)
    assert not [each for each in check_game(catalogue, "moon") if each.code == "G045"]


@table("players, more, place")
def test_more_players_than_the_score_takes_are_reported(players, more, place, tmp_path):
    catalogue = moon(tmp_path, "number", more=more)
    change(tmp_path / "cards/moon/game.yaml", "data:", f"players: {players}\ndata:")
    faults = [each for each in check_game(catalogue, "moon") if each.code == "G046"]
    assert [str(each.place) for each in faults] == ([f"cards/moon/scoring.yaml:{place}"] if place else [])
    change(tmp_path / "cards/moon/scoring.yaml", "inputs:", "party: true\ninputs:")
    assert not [each for each in check_game(catalogue, "moon") if each.code == "G046"]  # one sheet for all players


@table("box_name, expected")
def test_a_box_without_words_is_asked_for_by_its_id_alone(box_name, expected, monkeypatch, tmp_path):
    identity = SimpleNamespace(game="moon", sheet="sheet", dungeon="")
    page, boxes = (
        SimpleNamespace(identity=identity, box_names={"coins.2": box_name}),
        {"coins.2": SimpleNamespace(ticked=None)},
    )
    sheet = scores_from_photos.SheetFromPhoto("ann.jpg", page, boxes, None)
    questions = []
    monkeypatch.setattr(score_photos.click, "prompt", lambda question, **_: questions.append(question) or "y")
    rules = open_rules(moon(tmp_path, "number"), "moon", "en")
    assert score_photos._confirmed(rules, sheet, 0, 0) == {"coins.2": True}
    assert questions[:-1] == [expected]


def test_only_a_name_that_is_near_is_offered_for_a_key_of_a_score_file(tmp_path):
    rules = open_rules(moon(tmp_path, "number"), "moon", "en")
    rules.table.inputs["basket"] = rules.table.inputs.pop("x")
    for key, is_offered in (("market", False), ("baskt", True), ("Baskets", True)):
        with pytest.raises(UnscorableGame) as caught:
            read_score(rules, parse_yaml(f"game: moon\nplayers: [{{{key}: 1}}]\n", "score.yaml"))
        diagnostic = rules.words.diagnostic(caught.value.faults[0])
        assert (diagnostic.hint == "did you mean 'basket'?") is is_offered, diagnostic
