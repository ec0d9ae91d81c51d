"""A language that lacks words: the program uses the English ones, and `scrawl check` lists the missing words."""

import ast
import json

import pytest

from generator.diagnostics import InvalidInput, SourceLocation
from generator.game.game import open_game
from generator.game.words import WordFile, Words, languages_of, machinery_words, own_file, read_words
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from tests.conftest import ROOT, often
from tests.sources import modules, nodes
from tests.tables import table, tables, write_files

TABLES = tables(__file__)
SHEET = "game: {game}\nplayers:\n  - {{name: Ada, {marks}}}\n"
MARKS = {
    "paper-dungeons": "heroes: {warrior: 4, wizard: 3, cleric: 3, rogue: 5}, bosses: [3, -4, -3], rooms: 20, gems: 1, damage: 3",
    "yacht": "ones: 3, sixes: 18",
}


def english(game):
    return (ROOT / "cards" / game / "words" / "en.yaml").read_text(encoding="utf-8")


def sane(done):
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_a_file_of_the_machinery_with_one_word_prints_and_scores_and_is_reported(scrawl, tmp_path):
    write_files(tmp_path, {"cards/common/words/de.yaml": 'marks: {page: "Seite {n} von {total}"}\n'})
    write_files(tmp_path, {"cards/yacht/words/de.yaml": english("yacht")})
    checked = sane(scrawl("check", "--game", "yacht"))
    assert checked.returncode == 0
    assert "cards/common/words/de.yaml:1:1: warning W001 missing word 'spoken' (en has it)" in checked.stderr
    assert "cards/common/words/de.yaml:1:8: warning W001 missing word 'marks.ruler_mm' (en has it)" in checked.stderr
    for words in ("print kit -o kit", "print sheets -o sheet.pdf", "calibrate -o page.pdf"):
        assert sane(scrawl(*words.split(), "--game", "yacht", "--lang", "de")).returncode == 0, words
    write_files(tmp_path, {"one.yaml": SHEET.format(game="yacht", marks=MARKS["yacht"])})
    assert sane(scrawl("score", "one.yaml", "--why", "--lang", "de")).returncode == 0


@pytest.mark.parametrize("game", often(["yacht"], ["yacht", "paper-dungeons"]))
@pytest.mark.parametrize("language", ["pl", "de"])
def test_a_file_of_the_scorer_with_twenty_lines_scores_and_is_reported(language, game, scrawl, tmp_path):
    lines = (ROOT / "cards/common/words/score.pl.yaml").read_text(encoding="utf-8").splitlines()[:20]
    write_files(tmp_path, {f"cards/common/words/score.{language}.yaml": "\n".join(lines) + "\n"})
    if language not in languages_of(GameCatalogue((ROOT,)), game):
        write_files(tmp_path, {f"cards/{game}/words/{language}.yaml": english(game)})
    write_files(tmp_path, {"one.yaml": SHEET.format(game=game, marks=MARKS[game])})
    scored = sane(scrawl("score", "one.yaml", "--why", "--lang", language))
    assert scored.returncode == 0, scored.stderr
    assert "Ada" in scored.stdout
    assert sane(scrawl("score", "--db", "games.db", "--lang", language, stdin="")).returncode in (0, 130)
    warnings = [
        fault
        for fault in json.loads(scrawl("check", "--game", game, "--format", "json").stdout)
        if fault["path"].endswith(f"score.{language}.yaml")
    ]
    assert {(fault["code"], fault["severity"]) for fault in warnings} == {("W001", "warning")}
    assert any(fault["message"] == "missing word 'player_n' (en has it)" for fault in warnings)
    one = scrawl("check", tmp_path / f"cards/common/words/score.{language}.yaml", "--format", "json")
    assert len(json.loads(one.stdout)) == len(warnings)


def test_a_word_that_only_english_has_is_printed_in_english_and_told(scrawl, tmp_path):
    write_files(tmp_path, TABLES["owls"])
    result = sane(scrawl("check", "--game", "mini"))
    assert result.returncode == 0, result.stderr
    assert "cards/mini/words/cs.yaml:2:15: warning W001 missing word 'cards.owls.a' (en has it)" in result.stderr
    assert "cards/mini/words/cs.yaml:2:46: warning W001 word 'cards.owls.c.name' is empty" in result.stderr
    from generator.products.cards import card_values
    from generator.products.print_pack import open_pack

    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "mini", "cs")
    assert [card_values(pack, "owls", card)["name"] for card in pack.game.deck("owls")] == ["Sova", "Jestřáb", "Wren"]
    assert [pack.values["words"]["foot"]["text"].plural(number) for number in (1, 2, 5)] == ["one", "other", "other"]


@table("name, text, expected")
def test_a_word_of_a_wrong_shape_is_a_fault_at_its_place(name, text, expected, scrawl, tmp_path):
    write_files(tmp_path, {name: text})
    write_files(tmp_path, {"one.yaml": SHEET.format(game="paper-dungeons", marks=MARKS["paper-dungeons"])})
    result = sane(scrawl("check", "--game", "paper-dungeons"))
    assert (result.returncode, f"{name}:{expected}" in result.stderr) == (1, True), result.stderr
    printed = sane(
        scrawl("print", "cards", "--deck", "goals", "--lang", "pl" if "pl" in name else "en", "-o", "cards.pdf")
    )
    assert printed.returncode == int("score" not in name)
    assert sane(scrawl("score", "one.yaml", "--lang", "en")).returncode == int(
        name.endswith("words/en.yaml") and "score" not in name
    )


def test_a_sentence_that_asks_for_an_unknown_name_is_reported_and_said_in_english(scrawl, tmp_path):
    write_files(tmp_path, {"cards/common/words/score.en.yaml": 'player_n: "Seat {nn}"\n'})
    write_files(tmp_path, {"cards/common/words/pl.yaml": 'calibration: {ask_comb: "{nmae}, grzebień"}\n'})
    faults = json.loads(sane(scrawl("check", "--game", "yacht", "--format", "json")).stdout)
    keys = ("path", "column", "severity", "message", "hint")
    assert [[each[key] for key in keys] for each in faults if each["code"] == "W009"] == TABLES["unknown_names"]
    write_files(tmp_path, {"one.yaml": "game: yacht\nplayers: [{ones: 3}]\n"})
    assert "Player 1" in sane(scrawl("score", "one.yaml", "--lang", "en")).stdout
    assert sane(
        scrawl("calibrate", "--set", "office", "--lang", "pl", "--printers", "p.yaml", stdin="?\n")
    ).returncode in (1, 130)


def test_own_words_of_a_game_of_ours_lie_over_the_built_in_ones(tmp_path):
    write_files(tmp_path, {"cards/paper-dungeons/words/pl.yaml": "heroes: {warrior: Rębajło}\n"})
    game = open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "pl")
    ours = open_game(GameCatalogue((ROOT,)), "paper-dungeons", "pl")
    assert game.words.word("heroes.warrior") == "Rębajło"
    assert game.words.word("heroes.wizard") == ours.words.word("heroes.wizard")


def fault_lines(faults):
    return [f"{each.code} {each.place} {each.severity} {each.message} ({each.hint})" for each in faults]


def words_over(english, polish):
    layers = (WordFile("en", parse_yaml(english, "en")), WordFile("pl", parse_yaml(polish, "pl")))
    return Words(GameCatalogue((ROOT,)), "pl", layers)


@table("english, polish, expected, faults")
def test_one_language_lies_over_another(english, polish, expected, faults):
    words = words_over(english, polish)
    if expected is None:
        with pytest.raises(InvalidInput) as caught:
            assert plain(words.node)
        assert fault_lines(caught.value.diagnostics) == faults
    else:
        assert (plain(words.node), fault_lines(words.short_lists)) == (expected, faults)


@table("call, expected")
def test_words_are_asked_for_by_their_paths(call, expected):
    name, path, *more = call
    words = words_over(*TABLES["layers"])
    try:
        answer = words.say(path, **more[0]) if name == "say" else getattr(words, name)(path, *more)
    except InvalidInput as fault:
        answer = f"! {' '.join(fault_lines(fault.diagnostics))}"
    assert answer == expected


def test_a_word_has_the_plural_of_the_language_that_it_is_taken_from():
    words = words_over(*TABLES["layers"])
    assert (words.own("a").value, words.own("list"), words.place) == ("Jeden", None, SourceLocation("pl", 1, 1))
    assert [words.plural_at(SourceLocation(file))(3) for file in ("en", "pl", "elsewhere")] == ["other", "few", "few"]
    with pytest.raises(InvalidInput, match="words/de"):
        read_words(words.catalogue, "yacht", "de")
    with pytest.raises(InvalidInput, match="words/de"):
        own_file(words.catalogue, "yacht", "de")


@pytest.mark.parametrize("language", ["pl", "cs"])
@pytest.mark.parametrize("family", ["", "score.", "workshop."])
def test_what_the_program_says_has_every_word_in_every_language(family, language):
    catalogue = GameCatalogue((ROOT,))
    words = machinery_words(catalogue, language, family)

    def leaves(node, path=""):
        pairs = node.items() if node.is_map else ()
        return (
            {path: node}
            if not node.is_map
            else {name: leaf for key, child in pairs for name, leaf in leaves(child, f"{path}.{key}").items()}
        )

    # messages of the program stay in English here: a test of the pages compares their sentences
    translated, english = (
        {name for name in leaves(layer.node) if not name.startswith(".messages.")} for layer in words.layers[:2]
    )
    assert translated == english


INDEXED = ("words", "spoken", "sentences", "marks", "calibration", "instructions")


def indexed_by_a_literal(tree_nodes):
    """Yield the lines that take a word out of words by a literal text: words["x"], pack.words["a"]["b"]."""
    for node in tree_nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Constant, ast.JoinedStr, ast.IfExp)):
            if isinstance(node.slice, ast.Constant) and not isinstance(node.slice.value, str):
                continue
            holder = node.value
            while isinstance(holder, ast.Subscript):
                holder = holder.value
            if getattr(holder, "attr", getattr(holder, "id", "")) in INDEXED:
                yield node.lineno


def test_no_word_is_taken_by_a_literal_index():
    source = 'a = pack.words["marks"]["page"]\nb = words[f"x_{a}"]\nc = words[0]\n'
    assert sorted(indexed_by_a_literal(ast.walk(ast.parse(source)))) == [1, 1, 2]
    indexed_lines = {path.as_posix(): lines for path in modules() if (lines := list(indexed_by_a_literal(nodes(path))))}
    assert indexed_lines == {}, (
        "ask the words themselves: words.word(path), words.say(path, ...) or words.texts(section)"
    )
    assert isinstance(open_game(GameCatalogue((ROOT,)), "yacht").words, Words)
