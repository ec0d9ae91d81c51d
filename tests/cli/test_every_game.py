"""Every command answers for every game: exit 0, 1 or 2, never a traceback; what a game lacks is a sentence."""

import click
import pytest
import yaml

from generator.commands.name_completion import NAMES
from generator.main import scrawl as program
from tests.conftest import DEEP, ROOT, with_coarse_pictures

TINY = ROOT / "tests" / "data" / "games" / "tiny"
GAMES = {
    "paper-dungeons": {"deck": "powers", "page": "dice", "sheet": "player_sheet", "kit": ["--copies", "1"]},
    "dungeon-fighter": {"page": "fight", "sheet": "score_sheet"},
    "labirynt-smierci": {"page": "tables", "sheet": "party_log"},
    "platformer": {"deck": "events", "page": "help", "sheet": "solo_log"},
    "yacht": {"page": "rules", "sheet": "score_sheet"},
    "tiny": {"deck": "coins", "page": "note", "sheet": "sheet", "home": TINY, "lang": "de"},
}
SCORES = {
    "paper-dungeons": {
        "bosses": [-1, -4, -3],
        "heroes": {"warrior": 4, "wizard": 3, "cleric": 3, "rogue": 3},
        "damage": 3,
    },
    "dungeon-fighter": {"coins": 3, "scars": [0], "difficulty": "normal"},
    "labirynt-smierci": {
        "members": ["Ada", "Bo"],
        "ledger": [{"level": 2, "pool": [5, 7]}, {"who": "Bo", "out": True}],
    },
    "platformer": {"coins": 6},
    "yacht": {"ones": 3, "yacht": 50},
    "tiny": {"coins": 3},
}
DECK = ["--deck", "{deck}"]
# the words of each command; {deck} and the like are the game's own, else names that it does not have
COMMANDS = {
    "print kit": [["--paper", "letter", "-o", "kit"]],
    "print sheets": [[], ["{sheet}", "--fillable", "-o", "form.pdf"]],
    "print cards": [[*DECK, "-o", "c.pdf"]],
    "print page": [["{page}", "-o", "p.pdf"]],
    "print pieces": [["-o", "pieces.pdf"]],
    "dungeon new": [["vault"]],
    "dungeon card": [["a"]],
    "dungeon check": [["a", "--games", "2"]],
    "dungeon show": [["a"]],
    "dungeon picture": [["a", "-o", "map.png", "--dpi", "40"]],
    "dungeon generate": [["--code", "AACA-JYF", "--games", "2", "-o", "made.yaml"]],
    "score": [["game.yaml", "--why"], ["form.pdf"], ["game.yaml", "--json", "--save", "--db", "{db}"]],
    "history list": [["--db", "{db}"]],
    "history show": [["1", "--db", "{db}"]],
    "history edit": [["1", "--db", "{db}"]],
    "history fame": [["--db", "{db}"]],
    "history plot": [["--db", "{db}", "-o", "totals.png"]],
    "history backup": [["copy.db", "--db", "{db}"]],
    "backup": [["all.zip", "--db", "{db}"]],
    "restore": [["all.zip", "--db", "back.db", "--printers", "back.yaml"]],
    "export csv": [["--db", "{db}", "-o", "g.csv"]],
    "export json": [["--db", "{db}", "-o", "g.json"]],
    "export bgstats": [["--db", "{db}", "-o", "g.bgs"]],
    "history delete": [["1", "--db", "{db}"]],
    "history undo": [["1", "--db", "{db}"]],
    "campaign": [["--db", "{db}"]],
    "export png": [[*DECK, "--dpi", "40", "-o", "png"]],
    "export svg": [[*DECK, "-o", "svg"]],
    "export shop": [["plain", *DECK, "-o", "shop"]],
    "export press": [[*DECK, "-o", "press"]],
    "export screentop": [[*DECK, "-o", "screentop"]],
    "export tabletopia": [[*DECK, "-o", "tabletopia"]],
    "export tts": [[*DECK, "-o", "tts"]],
    "simulate": [["--games", "2", "--workers", "1"]],
    "tiles": [["--layings", "2"]],
    "calibrate": [["-o", "ruler.pdf", "--printers", "printers.yaml"]],
    "new game": [["another"]],
    "new deck": [["{deck}"]],
    "new copy": [["layouts/common/styles.yaml"]],
    "upgrade": [[]],
    "check": [["{folder}/cards/{game}/scoring.yaml"]],
    "list": [["decks"], ["sheets"], ["pages"], ["languages"], ["dungeons"], ["editions"]],
    "explain": [["C012"]],
    "sources": [["--json"]],
    "replay": [["no-game.json"]],
    "reference": [["faults"]],
    "schema": [["deck", "--deck", "{deck}"], ["score"], ["words"]],
    "completion": [["bash"]],
    "workshop": [["--help"]],  # it runs until it is ended: tests/workshop tries every game
}
# what takes long, or hardly asks for the game: the quick run tries each of them for two games, in turn
IN_TURN = (
    *("calibrate", "print cards", "print kit", "tiles", "upgrade", "reference", "completion", "explain", "backup"),
    *("restore", "export png", "export svg", "export shop", "export screentop", "export tabletopia", "export tts"),
    *("print page", "print pieces", "export press"),
)


def is_tried(command, game):
    """Tell whether this run tries a command for a game."""
    return DEEP or command not in IN_TURN or (list(GAMES).index(game) + IN_TURN.index(command)) % 3 == 0


def leaves(group=program, path=()):
    """Yield every command of the program with its words, and the command itself."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


LEAVES = dict(leaves())


def test_no_command_is_left_out():
    assert set(COMMANDS) == set(LEAVES)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for each game, with a score file; commands are tried there in order."""
    made = {}
    for game, sheet in SCORES.items():
        made[game] = tmp_path_factory.mktemp(game)
        content = {"game": game, "players": [{"name": "Ada", **sheet}]}
        (made[game] / "game.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
        if not DEEP:
            with_coarse_pictures(made[game])
    return made


def words_for(command, words, game, folder):
    """Return a command line: the words with the game's own names, and the options that the command has."""
    facts = {"deck": "cards", "page": "help", "sheet": "sheet", "home": ROOT, **GAMES[game]}
    own = {"db": folder / "games.db", "game": game, "folder": facts["home"]}
    filled = [word.format(**facts, **own) for word in words]
    known = {option for param in LEAVES[command].params for option in param.opts}
    own = ["--game", game] if "--game" in known else []
    own += (
        ["--home", str(facts["home"])]
        if "--home" in known and "home" in GAMES[game] and command not in ("new game", "new deck", "dungeon new")
        else []
    )
    own += ["--lang", facts.get("lang", "cs")] if "--lang" in known and command != "new game" else []
    return [*command.split(), *filled, *own]


@pytest.mark.parametrize("game", GAMES)
def test_every_command_answers_for_every_game(game, scrawl, folders):
    folder = folders[game]
    for command, tries in COMMANDS.items():
        for words in tries if is_tried(command, game) else ():
            line = words_for(command, words, game, folder)
            done = scrawl(*line, stdin="\n" * 60, cwd=folder)
            said = f"scrawl {' '.join(map(str, line))}\n{done.stdout}{done.stderr}"
            assert done.returncode in (0, 1, 2), said
            assert "Traceback" not in done.stderr, said
            assert done.returncode == 0 or done.stderr.strip(), said


@pytest.mark.parametrize("game", [game for game in GAMES if game != "tiny"])
def test_every_kind_of_name_can_be_listed_for_every_game(scrawl, game):
    for kind in NAMES:
        done = scrawl("list", kind, "--game", game)
        assert (done.returncode, done.stderr) == (0, ""), kind
