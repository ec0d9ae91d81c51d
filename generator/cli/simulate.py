"""`scrawl simulate` and `scrawl tiles`: play a game or lay its tiles many times, and show the results."""

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from generator.cli import options
from generator.cli.console import amounts, as_json, busy, say, show_table
from generator.cli.options import force_option, write_output
from generator.diagnostics import CannotWrite, InvalidInput, bare_place, did_you_mean, format_count, refuse
from generator.game.rule_sources import read_sources
from generator.reading.game_catalogue import built_in_root
from generator.reading.phrase_templates import decimal
from generator.rulesets.ruleset import BotStyle, ruleset_release
from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup, add_comparisons, restrict_match
from generator.rulesets.simulate.runs import (
    RunSoFar,
    Workers,
    checkpoint_file,
    fingerprint,
    read_checkpoint,
    run,
    seed_of,
    summary,
)
from generator.rulesets.simulate.simulator import RANDOM, SEARCHING
from generator.rulesets.simulate.spec import SimulationSpec, read_simulation, style_of
from generator.rulesets.simulate.workers import open_workers
from generator.rulesets.value_counts import ConfidenceInterval, ValueCounts
from generator.storage.whole_files import write_whole

if TYPE_CHECKING:
    from generator.products.print_pack import PrintPack

EVERY = 10.0  # seconds between two saves
seed_option = click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0, 2**32 - 1),
    help="The same seed gives the same result.",
)


class SimulationBatch:
    """Runs simulations with the same number of games, seed and workers.

    Saves their progress to a file every few seconds and at the end, even after errors; no path: nowhere.
    """

    def __init__(self, games: int, seed: int, workers: Workers, path: Path | None, rules: str) -> None:
        """Read the file; raises InvalidInput if it is no checkpoint, CannotWrite if it cannot be written."""
        self.games, self.seed, self._workers = games, seed, workers
        self._path, self._rules = path, rules
        self._runs = {} if path is None else read_checkpoint(path)
        self._saved_games = 0  # in the file
        self._due = 0.0
        self._has_warned = False
        if path is not None:
            self._write(path)

    def play(self, match: MatchSetup | ComparisonSetup, games: int | None = None) -> ValueCounts:
        """Return the counts of `games` simulated games (None: the usual number); show the progress on a terminal.

        Raises InvalidInput if the file contains more of these games than requested.
        """
        game_count, so_far = games or self.games, RunSoFar()
        if self._path is not None:
            so_far = self._runs.setdefault(fingerprint(match, self.seed, self._rules), so_far)
        if so_far.done and so_far.done[-1][1] > game_count:
            message = f"{self._path} holds {so_far.games:,} of these games already, {game_count:,} are asked for"
            raise refuse("R016", message, bare_place(str(self._path)), "ask for as many or more, or name another file")
        with amounts("games", game_count) as progress:

            def report(amount: int) -> None:
                progress(amount)
                if time.monotonic() >= self._due:
                    self.keep()

            progress(so_far.games)
            return run(match.play, game_count, self.seed, self._workers, report, so_far)

    def keep(self) -> None:
        """Save the progress now; if saving fails, warn once and continue, since the results are still printed."""
        if self._path is None:
            return
        try:
            self._write(self._path)
        except CannotWrite as fault:
            self._due = time.monotonic() + EVERY
            if not self._has_warned:
                say(f"warning: {fault}", err=True)
            self._has_warned = True

    def __enter__(self) -> "SimulationBatch":
        return self

    def __exit__(self, kind: type[BaseException] | None, _fault: object, _trace: TracebackType | None) -> None:
        """Save the progress so far; after an interruption, print how to continue."""
        self.keep()
        if self._saved_games and kind is not None and not issubclass(kind, InvalidInput):
            say(
                f"{self._path} holds {format_count(self._saved_games, 'game')}: the same command goes on from there",
                err=True,
            )

    def _write(self, path: Path) -> None:
        write_whole(path, checkpoint_file(self._runs), replace=True, remember=False)
        self._saved_games = sum(run.games for run in self._runs.values())
        self._due = time.monotonic() + EVERY


@click.command(epilog="Example: scrawl simulate a --games 20 --bot greedy")
@click.argument("dungeons", nargs=-1, metavar="[DUNGEON]...", shell_complete=options.complete("dungeons"))
@click.option("--players", default=1, show_default=True, type=click.IntRange(1, 8), help="Number of players.")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1, 100_000_000), help="Games to play.")
@click.option("--bot", "bots", multiple=True, help="Style of the players, in turn; repeatable (default: tuned).")
@seed_option
@click.option(
    "--workers", "many", default=None, type=click.IntRange(1, 256), help="Processes (default: one for each core)."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler.")
@click.option("--checkpoint", type=options.ANY_FILE, help="Save the played games in this file, and continue from it.")
@click.option(
    "--without",
    metavar="KIND.KEY",
    help="Measure what players lose without this; an unknown name lists what can be left out.",
)
@click.option(
    "--compare",
    nargs=2,
    metavar="A B",
    help="Play two versions on the same dice: dungeons, or folders with cards/ of their own.",
)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    shell_complete=options.complete("variants"),
    help="Play a variant of the rules (`scrawl list variants`); repeatable.",
)
@click.option("--book", metavar="NAME", help="Play as the readers of a rulebook do, such as CZ, with all its variants.")
@click.option("--json", "json", is_flag=True, help="Print means, lines and every count as JSON.")
@click.option(
    "--record",
    "record_to",
    type=options.ANY_FILE,
    help="Write the first game as a record, which `scrawl replay` shows.",
)
@click.option("--report", type=options.ANY_FILE, help="Write a report: a .pdf or .html file.")
@force_option
@options.paper_option
@options.pack_options
def simulate(
    dungeons: tuple[str, ...],
    players: int,
    games: int,
    bots: tuple[str, ...],
    seed: int,
    many: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    without: str | None,
    compare: tuple[str, str] | None,
    variants: tuple[str, ...],
    book: str | None,
    json: bool,
    record_to: Path | None,
    report: Path | None,
    paper: str,
    lang: str | None,
    game: str,
    home: Path | None,
) -> None:
    """Play a game many times by computer, and show the results."""
    if report is not None and report.suffix.lower() not in (".pdf", ".html"):
        raise click.UsageError(f"a report is a .pdf or .html, not {report.suffix or report.name!r}")
    if record_to is not None and (compare is not None or without is not None):
        raise click.UsageError("--record writes a game of one run: use it without --compare and --without")
    pack = options.open_asked_pack(home, game, lang)
    spec = read_simulation(pack.catalogue, game)
    match = MatchSetup(
        pack.catalogue.roots, game, seats_of(spec, bots, players), tuple(dungeons), asked_variants(pack, variants, book)
    )
    compared = difference_asked(match, compare, without)
    if compared is None:
        match.check()
    release = ruleset_release(pack.game)
    with (
        open_workers(many or os.cpu_count() or 1, cluster) as workers,
        SimulationBatch(games, seed, workers, checkpoint, release) as crew,
    ):
        if compared is not None:
            names = compare or (f"without {without}", "with it")
            show_difference(pack.title, crew.play(compared), names, json=json)
            return
        counts = crew.play(match)
        plain = as_plain(crew, match, counts)
        if report is not None:
            write_report(pack, spec, crew, match, counts, report, paper)
            plain["counts"] = counts.plain()
    if record_to is not None:
        write_output(record_to, match.simulator().record(match, seed_of(seed, 0)).encode("utf-8"))
        say(f"written: {record_to}", err=True)
    if json:
        say(as_json(plain))
    elif report is None and record_to is None:
        say(pack.title)
        show(counts, list(dict.fromkeys(seat.name for seat in match.seats)))


def asked_variants(pack: "PrintPack", names: Sequence[str], book: str | None) -> tuple[str, ...]:
    """Return the variants of the rule book `book` and those in `names`; raises UsageError for unknown ones."""
    if not names and book is None:
        return ()
    sources = read_sources(pack.catalogue, pack.game.id)
    variants_by_name, books = (sources.named.variants, sources.whole_books) if sources is not None else ({}, {})
    for name in names:
        if name not in variants_by_name:
            raise click.UsageError(
                f"there is no variant {name!r}; {did_you_mean(name, variants_by_name) or 'this game has none'}"
            )
    if book is not None and book.upper() not in books:
        raise click.UsageError(f"there is no book {book!r}; {did_you_mean(book, books) or 'this game has none'}")
    of_book = sources.played_by(book.upper()) if sources is not None and book is not None else ()
    return tuple(dict.fromkeys([*of_book, *names]))


def difference_asked(match: MatchSetup, compare: tuple[str, str] | None, without: str | None) -> ComparisonSetup | None:
    """Return the comparison that `--compare` or `--without` requests, or None; raises InvalidInput.

    Raises UsageError for an unknown restriction.
    """
    if compare is not None:
        compared = ComparisonSetup(*(version(match, name) for name in compare))
    elif without is not None:
        restrictions = match.simulator().rules.restrictions()
        if without not in restrictions:
            hint = did_you_mean(without, restrictions) or "nothing can be"
            raise click.UsageError(f"there is no {without!r} to forbid; {hint}")
        compared = ComparisonSetup(restrict_match(match, without), match)
    else:
        return None
    compared.one.check()
    compared.other.check()
    return compared


def seats_of(spec: SimulationSpec, bots: Sequence[str], players: int) -> tuple[BotStyle, ...]:
    """Return the styles of the players by seat; raises UsageError for an unknown style."""
    style_names = bots or (spec.usual or RANDOM,)
    known_styles = [RANDOM, *spec.styles, SEARCHING]
    for name in style_names:
        if name not in known_styles:
            raise click.UsageError(f"there is no bot {name!r}: {', '.join(known_styles)}")
    return tuple(style_of(spec, style_names[seat % len(style_names)]) for seat in range(players))


def version(match: MatchSetup, name: str) -> MatchSetup:
    """Return the match with the data of the folder `name` if there is one, else on the dungeon of this name."""
    folder = Path(name)
    if folder.is_dir():
        if not (folder / "cards").is_dir():
            raise click.UsageError(f"{name} holds no cards/")
        return replace(match, roots=(folder.resolve(), built_in_root()), digest="")
    return replace(match, maps=(name,), digest="")


def show(counts: ValueCounts, styles: Sequence[str]) -> None:
    """Print the totals, the points of each line, and the uses of dice for the players of each style."""
    rows = []
    for style in styles:
        sample = counts.of(f"{style}/total")
        spread = [decimal(sample.quantile(part), 0) for part in (0.05, 0.25, 0.5, 0.75, 0.95)]
        wins = counts.of(f"{style}/won").share(1)
        rows.append([style, str(sample.size), _interval(sample.interval()), *spread, f"{100 * wins.estimate:.1f} %"])
    show_table(["player", "sheets", "mean", "5 %", "25 %", "half", "75 %", "95 %", "won"], rows)
    for style in styles:
        say()
        lines = [
            [name, _interval(sample.interval()), *(decimal(sample.quantile(part), 0) for part in (0.05, 0.95))]
            for name, sample in counts.under(f"{style}/line")
        ]
        show_table([f"{style}: line", "mean", "5 %", "95 %"], lines)
        actions = [f"{name} {decimal(sample.mean, 1)}" for name, sample in counts.under(f"{style}/action")]
        say(f"uses of dice in a game: {', '.join(actions)}")


def _interval(interval: ConfidenceInterval) -> str:
    return f"{decimal(interval.estimate, 2)} ± {decimal(interval.high - interval.estimate, 2)}"


def show_difference(game: str, counts: ValueCounts, names: Sequence[str], *, json: bool) -> None:
    """Print the means of two versions, played on the same dice, and how many points the second one gains."""
    if json:
        say(as_json(counts.plain()))
        return
    say(game)
    rows = [[name, _interval(counts.of(key).interval())] for key, name in zip(("one", "other"), names, strict=True)]
    show_table(["version", "mean"], [*rows, ["difference", _interval(counts.of("difference").interval())]])


def as_plain(crew: SimulationBatch, match: MatchSetup, counts: ValueCounts) -> dict[str, Any]:
    """Return all results of a run as plain data; they are the same for any number of workers."""
    seats = [seat.name for seat in match.seats]
    return {
        "game": match.game,
        "games": crew.games,
        "seed": crew.seed,
        "seats": seats,
        "dungeons": list(match.maps),
        **({"variants": list(match.variants)} if match.variants else {}),
        "players": summary(counts, dict.fromkeys(seats), match.simulator().rules.total),
        "counts": counts.plain(),
    }


def write_report(
    pack: "PrintPack",
    spec: SimulationSpec,
    crew: SimulationBatch,
    match: MatchSetup,
    counts: ValueCounts,
    path: Path,
    paper: str,
) -> None:
    """Simulate the games that the report compares the run with, add them to `counts`, and write the report."""
    from generator.imposition.paper import page_size
    from generator.products.reports.balance_report import balance_report

    styles = add_comparisons(counts, match, spec, crew.play, crew.games)
    where = ", ".join(match.maps) or pack.words.word("simulation.all")
    players, games = len(match.seats), f"{crew.games:,}"
    about = pack.words.say("simulation.about", games=games, players=players, seed=crew.seed, dungeons=where)
    balance = balance_report(pack, spec, counts, styles, about, page_size(pack.catalogue, paper))
    write_output(path, balance.pdf() if path.suffix.lower() == ".pdf" else balance.html().encode("utf-8"))
    say(f"written: {path}", err=True)


@click.command(epilog="Example: scrawl tiles --layings 50 --game caves")
@click.option(
    "--layings", default=1000, show_default=True, type=click.IntRange(1, 100_000), help="How often to lay each set."
)
@seed_option
@click.option("--json", "json", is_flag=True, help="Print the figures as JSON.")
@options.game_option
@options.home_option
def tiles(layings: int, seed: int, json: bool, game: str, home: Path | None) -> None:
    """Lay each set of tiles of a game at random, and show how often its way closes before all are laid."""
    from generator.game.game import open_game
    from generator.game.words import languages_of
    from generator.products.tile_set_data import laid_often

    catalogue = options.catalogue_of(home)
    with busy("tiles"):
        results = list(laid_often(open_game(catalogue, game, languages_of(catalogue, game)[0]), layings, seed))
    if not results:
        raise click.UsageError(f"{game} has no set of tiles that is laid at random")
    if json:
        figures = {
            name: {
                "tiles": count,
                "layings": statistics.tries,
                "closed": statistics.closed,
                "mean": statistics.mean,
                "fewest": statistics.fewest,
            }
            for name, count, statistics in results
        }
        say(as_json(figures))
        return
    rows = []
    for name, count, statistics in results:
        closed, mean = f"{statistics.closed / statistics.tries:.1%}", f"{statistics.mean:.1f}"
        rows.append((name, str(count), f"{statistics.tries:,}", closed, mean, str(statistics.fewest)))
    show_table(("set", "tiles", "layings", "closed early", "lie on average", "at least"), rows)
