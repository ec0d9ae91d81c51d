"""What the rest of the program may ask of these rules."""

from collections.abc import Iterator

from generator.diagnostics import Diagnostic, InvalidInput
from generator.game.game import Game
from generator.reading.yaml_nodes import Node
from generator.rulesets.paper_dungeons.bots.styles import Style
from generator.rulesets.paper_dungeons.match import MatchSetup
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook
from generator.rulesets.paper_dungeons.rules.actions import is_over
from generator.rulesets.paper_dungeons.rules.scorer import Scorer
from generator.rulesets.paper_dungeons.simulator import RANDOM, Simulator
from generator.rulesets.paper_dungeons.text.narrative import Narrator
from generator.rulesets.paper_dungeons.text.record import final_state, read_record
from generator.rulesets.paper_dungeons.text.sheet_marks import pencilled
from generator.rulesets.protocol import ReplayedGame
from generator.rulesets.simulate.runs import seed_of
from generator.rulesets.simulate.spec import read_simulation
from generator.scoring.book import Book
from generator.scoring.rules import Rules
from generator.scoring.spec import read_scoring

TRIAL = 1  # the seed of the games that a dungeon is measured by


class PaperDungeons:
    """The rules of Paper Dungeons."""

    def faults(self, game: Game) -> list[Diagnostic]:
        """Return what in the data cannot be played."""
        try:
            return read_rulebook(game).left_out
        except InvalidInput as refused:
            return list(refused.diagnostics)

    def played(self, game: Game, record: Node) -> ReplayedGame:
        """Return the game that a record tells of; raises InvalidInput for what the rules do not allow."""
        book = read_rulebook(game)
        game_record = read_record(book, record)
        scorer = Scorer(book, Rules(Book(game), read_scoring(game.catalogue, game.id)))
        return ReplayedGame(
            game_record.setup.dungeon,
            tuple(Narrator(book, scorer).chapters(game_record)),
            tuple(pencilled(book, scorer, game_record)),
            is_over(final_state(book, game_record)),
        )

    def totals(self, game: Game, name: str, games: int) -> Iterator[int]:
        """Yield what the usual player earns alone in a dungeon, by its id or file, in so many games."""
        simulator, spec = Simulator(game.catalogue, game.id), read_simulation(game.catalogue, game.id)
        usual = Style(spec.usual or RANDOM, spec.styles.get(spec.usual, {}))
        match = MatchSetup(game.catalogue.roots, game.id, (usual,), (name,))
        for number in range(games):
            yield simulator.scores(simulator.finished(match, seed_of(TRIAL, number)))[0].total


ENGINE = PaperDungeons()
