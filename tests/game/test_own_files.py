"""Files that users add to a game: a language in one file, data with wrong values. Each works or gives an error."""

import pytest

from tests.conftest import ROOT, often
from tests.tables import write_files

SCORE = "game: {game}\nplayers:\n  - {{name: Ada, {sheet}}}\n"
SHEETS = {
    "paper-dungeons": "heroes: {warrior: 4, wizard: 3, cleric: 3, rogue: 5}, bosses: [3, -4, -3], rooms: 20, gems: 1",
    "platformer": "coins: 6",
}


@pytest.mark.parametrize(
    ("game", "word", "total"), [("paper-dungeons", "Gems", "Edelsteine"), ("platformer", "Coins", "Muenzen")]
)
def test_a_file_of_words_is_a_language_of_every_command(game, word, total, scrawl, tmp_path):
    english = (ROOT / "cards" / game / "words" / "en.yaml").read_text(encoding="utf-8")
    assert word in english
    score = SCORE.format(game=game, sheet=SHEETS[game])
    write_files(tmp_path, {f"cards/{game}/words/de.yaml": english.replace(word, total), "one.yaml": score})
    options = ("--lang", "de", "--game", game)
    saved = scrawl("score", "one.yaml", "--save", "--db", "games.db", *options)
    assert (saved.returncode, total in saved.stdout) == (0, True), saved.stderr
    for line in ("history list --lang de", "history show 1 --lang de", f"campaign --lang de --game {game}"):
        result = scrawl(*line.split(), "--db", "games.db")
        assert "there is no language" not in result.stderr
        assert result.returncode in (0, 1), (line, result.stderr)
    dialogue = scrawl("score", "--db", "games.db", *options, stdin="")
    assert "there is no language" not in dialogue.stderr
    assert "de" in scrawl("list", "languages", "--game", game).stdout


TEXTS = {"empty": "{{}}\n", "number": "{name}: 1\n", "wrong": "heroes: []\ndamage: x\nitems: {{a: [1]}}\n"}
WRONG = [(name, what) for name in ("tracks", "rounds", "items", "dice", "missions") for what in TEXTS]


@pytest.mark.parametrize(("name", "what"), often(WRONG[::2], WRONG))
def test_data_of_ones_own_with_wrong_values_is_reported_and_never_a_traceback(name, what, scrawl, tmp_path):
    score = SCORE.format(game="paper-dungeons", sheet=SHEETS["paper-dungeons"])
    write_files(tmp_path, {f"cards/paper-dungeons/{name}.yaml": TEXTS[what].format(name=name), "one.yaml": score})
    codes = []
    for words in (("score", "one.yaml"), ("print", "sheets", "-o", "sheet.pdf")):
        result = scrawl(*words, "--lang", "en")
        assert result.returncode in (0, 1)
        assert "Traceback" not in result.stderr, (words, result.stderr)
        assert result.returncode == 0 or " error " in result.stderr
        codes.append(result.returncode)
    if name in ("tracks", "items"):
        assert codes == [1, 1]


def test_a_data_file_that_no_game_names_is_a_warning(scrawl, tmp_path):
    folder = tmp_path / "cards" / "mini"
    files = {
        "game.yaml": "game: mini\ndata: [sun]\n",
        "words/en.yaml": "game: {title: Mini}\n",
        "sun.yaml": "days: [1]\n",
        "weather.yaml": "rain: [1, 2]\n",
        "things.csv": "key\none\n",
    }
    write_files(folder, files)
    for words in (("check", folder / "weather.yaml"), ("check", "--game", "mini"), ("check", folder)):
        result = scrawl(*words)
        assert result.returncode == 0, words
        assert "cards/mini/weather.yaml:1:1: warning C031 no game reads weather.yaml" in result.stderr, words
        assert "sun.yaml" not in result.stderr
    messages = scrawl("check", "--game", "mini").stderr
    assert "cards/mini/things.csv:1:1: warning C031 no game reads things.csv" in messages
    assert "hint: name it in game.yaml: under decks:, or write it as things.yaml for data:" in messages
