"""Keep the scores of many sheets, to hold a rebuilt scoring against the one before.

    python -m tools.witness record /tmp/witness --from 0 --games 300  # writes a file for each source, inputs beside scores
    python -m tools.witness compare /tmp/witness                      # scores the kept inputs again, prints differences
    python -m tools.witness sample /tmp/witness tests/data/witness.json

A kept game has its score file (`input`), the dungeon, and `scores`: for each player the points of the lines in their order, the total and the rank. A game
that the program rejected has the codes of its errors instead. Engine games depend only on their seed, so `--from 300` adds more.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from generator.api import InvalidInput, PrintableGame, open_game
from generator.chance import RandomStream
from tools.outputs import ASKED, DATA, HERE, draw_value

ENGINE_GAME = "paper-dungeons"
OTHER_GAMES = ("dungeon-fighter", "labirynt-smierci", "platformer", "yacht")
SAMPLED = {"engine": 24, **dict.fromkeys(OTHER_GAMES, 6), "files": 12}
MAPS = "abcdefghijkl"
Kept = dict[str, Any]


@cache
def opened(game: str) -> PrintableGame:
    """Return a game in English, with the cards that the score files of the tests name."""
    return open_game(game, "en", home=DATA / "three_chimeras")


def score(content: Kept, dungeon: str | None) -> Kept:
    """Return the scores of a score file, or the codes of its errors."""
    try:
        players = opened(content["game"]).score(content, dungeon=dungeon)["players"]
    except InvalidInput as fault:
        return {"refused": sorted({each.code for each in fault.diagnostics if each.severity == "error"})}
    return {"scores": [[*player["lines"].values(), player["total"], player["rank"]] for player in players]}


def keep(name: str, content: Kept, dungeon: str | None = None) -> Kept:
    return {"name": name, "dungeon": dungeon, "input": content, **score(content, dungeon)}


def engine_games(first: int, count: int) -> Iterator[Kept]:
    """Yield final sheets of simulated games; every other game with the strengths of fights instead of their points."""
    from generator.game.game import open_game as open_source
    from generator.reading.game_catalogue import GameCatalogue
    from generator.rulesets.ruleset import open_ruleset
    from generator.rulesets.simulate.match_setup import MatchSetup
    from generator.rulesets.simulate.simulator import RANDOM, Simulator
    from generator.rulesets.simulate.spec import read_simulation, style_of

    catalogue = GameCatalogue((HERE,))
    simulator: Any = Simulator(open_ruleset(open_source(catalogue, ENGINE_GAME)))
    spec = read_simulation(catalogue, ENGINE_GAME)
    switches = yaml.safe_load((HERE / "tests/scoring/test_legal_games.yaml").read_text(encoding="utf-8"))["variants"]
    for seed in range(first, first + count):
        chance = RandomStream(seed, "witness")
        styles = [*spec.styles, RANDOM, RANDOM]
        seats = tuple(style_of(spec, chance.choice(styles)) for _ in range(1 + seed % 4))
        dungeon, variants = chance.choice(MAPS), tuple(chance.choice(switches))
        match = MatchSetup((HERE,), ENGINE_GAME, seats, (dungeon,), variants, digest="witness")
        state, _ = simulator.play(match, seed)
        content = simulator.rules.scorer.score_file(state, dungeon)
        if seed % 2 and "may_flee" not in variants:
            for player, sheet in zip(content["players"], state.sheets, strict=True):
                del player["bosses"]
                player["fights"] = [strength if strength > 0 else None for strength in sheet.strengths]
        yield keep(f"engine {seed}", content, dungeon if seed % 3 else None)


def chance_games(game: str) -> Iterator[Kept]:
    """Yield random games of one sheet that the program accepts."""
    for number in range(10_000):
        chance = random.Random(f"{game}{number}")
        kept = keep(
            f"{game} {number}",
            {"game": game, "players": [{"name": "Ann", **draw_value(ASKED["scores"][game], chance)}]},
        )
        if "scores" in kept:
            yield kept


def file_games() -> Iterator[Kept]:
    """Yield the score files in the data of the tests, those inside other YAML files too, and the sheets worked by hand."""
    seen = set()
    for path in sorted((HERE / "tests").rglob("*.yaml")):
        if path.stat().st_size < 1_000_000:
            for number, content in enumerate(score_files_in(path.read_text(encoding="utf-8"))):
                text = json.dumps(content, default=str)
                if text not in seen:
                    seen.add(text)
                    yield keep(f"{path.relative_to(HERE).as_posix()} {number}", json.loads(text))
    for name, sheet in yaml.safe_load((HERE / "tests/scoring/sheets.yaml").read_text(encoding="utf-8"))[
        "worked"
    ].items():
        levels = dict(zip(("warrior", "wizard", "cleric", "rogue"), map(int, sheet["heroes"].split()), strict=True))
        player = {key: value for key, value in sheet.items() if key not in ("lines", "total", "solo")}
        top = {"game": ENGINE_GAME, "solo": sheet.get("solo", False)}
        bosses = ["chimera_first", "chimera", "chimera_last"]
        yield keep(f"worked {name}", {**top, "bosses": bosses, "players": [{"name": name, **player, "heroes": levels}]})


def score_files_in(text: str) -> Iterator[Kept]:
    """Yield all score files of our games in a YAML text, and in texts within it."""
    try:
        left = [yaml.safe_load(text)] if "players:" in text else []
    except yaml.YAMLError:
        return
    while left:
        value = left.pop()
        if isinstance(value, str) and "\n" in value:
            yield from score_files_in(value)
        elif isinstance(value, list):
            left += value
        elif isinstance(value, dict):
            if value.get("game") in (ENGINE_GAME, *OTHER_GAMES) and isinstance(value.get("players"), list):
                yield value
            left += value.values()


def record(folder: Path, first: int, count: int) -> None:
    """Write engine games from a seed on; with seed 0, all other sources too."""
    sources = {f"engine-{first:05}": engine_games(first, count)}
    if not first:
        sources |= {"files": file_games(), **{game: islice(chance_games(game), 100) for game in OTHER_GAMES}}
    folder.mkdir(parents=True, exist_ok=True)
    for name, games in sources.items():
        kept = list(games)
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in kept), encoding="utf-8")
        print(f"{name}: {len(kept)} games, {sum('scores' in each for each in kept)} with a score", flush=True)


def kept_in(path: Path) -> list[Kept]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def compare(folder: Path) -> int:
    """Print each kept game that is scored in another way now; return how many scores differ.

    A game that was rejected and is scored now is printed too, but it is no difference.
    """
    differing, games = 0, 0
    for path in sorted(folder.glob("*.jsonl")):
        for kept in kept_in(path):
            games += 1
            before, now = ({"scores": kept.get("scores")}, score(kept["input"], kept["dungeon"]))
            if before["scores"] is None:
                if "scores" in now:
                    print(f"{kept['name']}: scored now, before {' '.join(kept['refused'])}")
            elif before != now:
                differing += 1
                for seat, (one, other) in enumerate(zip(before["scores"], now.get("scores", []), strict=False), 1):
                    if one != other:
                        print(f"{kept['name']} player {seat}: {one} -> {other}")
                if "refused" in now:
                    print(f"{kept['name']}: rejected now with {' '.join(now['refused'])}")
    print(f"{games} games, {differing} differ")
    return differing


def sample(folder: Path, target: Path) -> None:
    """Write a few games of each source with a score, evenly chosen, for the tests."""
    chosen: list[Kept] = []
    for source, wanted in SAMPLED.items():
        kept = [each for path in sorted(folder.glob(f"{source}*.jsonl")) for each in kept_in(path) if "scores" in each]
        chosen += kept[:: max(1, len(kept) // wanted)][:wanted]
    target.write_text("[\n" + ",\n".join(map(json.dumps, chosen)) + "\n]\n", encoding="utf-8")
    print(f"{len(chosen)} games, {sum(len(each['scores']) for each in chosen)} sheets")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("record", "compare", "sample"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path, nargs="?")
    parser.add_argument("--from", type=int, default=0, dest="first", help="seed of the first engine game, default 0")
    parser.add_argument("--games", type=int, default=300, help="number of engine games, default 300")
    asked = parser.parse_args()
    if asked.mode == "record":
        record(asked.folder, asked.first, asked.games)
    elif asked.mode == "sample":
        sample(asked.folder, asked.target or DATA / "witness.json")
    else:
        sys.exit(bool(compare(asked.folder)))


if __name__ == "__main__":
    main()
