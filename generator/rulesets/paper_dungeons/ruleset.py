"""The ruleset of Paper Dungeons, opened for the data of a game: all that other packages may use of these rules."""

from collections.abc import Sequence
from functools import lru_cache, partial

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, InvalidInput, bare_place
from generator.game.game import Game
from generator.reading.yaml_nodes import Node
from generator.rulesets.paper_dungeons.bots.style_weights import restrict, restrictions
from generator.rulesets.paper_dungeons.bots.weighted_bot import WeightedBot
from generator.rulesets.paper_dungeons.model.rulebook import (
    MISSHAPEN,
    CompiledGameRules,
    misshapen,
    read_rulebook,
    table_of,
)
from generator.rulesets.paper_dungeons.model.setup import variants_of
from generator.rulesets.paper_dungeons.model.state import State, start
from generator.rulesets.paper_dungeons.rules.actions import advance, legal_actions
from generator.rulesets.paper_dungeons.rules.final_score_file import Scorer
from generator.rulesets.paper_dungeons.rules.rounds import HAND, deal
from generator.rulesets.paper_dungeons.style_statistics import StyleStatisticNames
from generator.rulesets.paper_dungeons.text.narrative import Narrator
from generator.rulesets.paper_dungeons.text.notation import action_text, position_text, read_position
from generator.rulesets.paper_dungeons.text.record import GameRecord, final_state, read_record, write_record
from generator.rulesets.paper_dungeons.text.sheet_marks import marked_sheets
from generator.rulesets.ruleset import BotStyle, ReplayChapter, ReplayedGame
from generator.scoring.rules import game_rules

BOTS = 16  # the most cached bots; each keeps the paths that it found on maps


class PaperDungeons:
    """The ruleset of Paper Dungeons."""

    choices = ("power", "goal")
    total = "glory"
    legal_actions = staticmethod(legal_actions)
    advance = staticmethod(advance)
    restrict = staticmethod(restrict)

    def __init__(self, game: Game) -> None:
        self.book = read_rulebook(game)
        self.scorer = Scorer(self.book, game_rules(game))
        self.lines: Sequence[str] = self.scorer.letters
        self.warnings: Sequence[Diagnostic] = self.book.left_out
        self.scores = self.scorer.scores
        self.restrictions = partial(restrictions, self.book)
        self.statistics = partial(StyleStatisticNames, self.book)
        self.action_text = partial(action_text, self.book)
        self.position_text = partial(position_text, self.book)
        self.read_position = partial(read_position, self.book)
        self._cached_bot = lru_cache(BOTS)(partial(_new_bot, self.book))

    # set-up

    def check_map(self, name: str) -> None:
        """Raise InvalidInput if the dungeon `name`, or for "" any dungeon of the game, cannot be played."""
        names = [name] if name else self.book.dungeons
        faults = [fault for dungeon in names for fault in self.book.dungeon_faults(dungeon)]
        if faults:
            raise InvalidInput(faults)

    def set_up(
        self, chance: RandomStream, names: Sequence[str], map: str, variants: Sequence[str], *, chooses: bool
    ) -> State:
        """Return the first state of a random game; with `chooses`, players choose from two powers and two goals."""
        setup = deal(self.book, chance, names, map, variants_of(variants), hand=HAND if chooses else 1)
        return start(table_of(self.book, setup))

    def dealt_cards(self, state: State) -> dict[str, list[str]]:
        """Return the keys of the dungeon, its bosses, the missions, and the dealt powers and goals, by deck."""
        setup = state.data.setup
        return {
            "dungeons": [setup.dungeon],
            "bosses": list(setup.bosses),
            "missions": list(setup.missions),
            "powers": [power for hand in setup.hands for power in hand.powers],
            "goals": [goal for hand in setup.hands for goal in hand.goals],
        }

    # play

    def roll(self, _state: State, dice: RandomStream) -> int:
        """Return a random accepted roll."""
        return dice.choice(self.book.rolls)

    # players

    def bot(self, style: BotStyle) -> WeightedBot:
        """Return the bot with the weights of a style, cached by weights (chunks of a run have equal styles)."""
        return self._cached_bot(frozenset(style.values.items()))

    # text

    def describe(self, state: State) -> ReplayChapter:
        """Return a description of a state in the language of the game."""
        return Narrator(self.book, self.scorer).position(state)

    def record_text(self, start: State, actions: Sequence[int]) -> str:
        """Return a game as the text of a record, from its setup on."""
        return write_record(self.book, GameRecord(start.data.setup, tuple(actions)))

    def replay(self, record: Node, start: State | None = None) -> ReplayedGame:
        """Return the game in a record, played again from `start` if given.

        Raises InvalidInput if the rules forbid it.
        """
        book, scorer = self.book, self.scorer
        played = read_record(book, record, start)
        end = final_state(book, played)
        return ReplayedGame(
            played.setup.dungeon,
            tuple(Narrator(book, scorer).chapters(played)),
            tuple(marked_sheets(book, scorer, played)),
            end.over,
            position_text(book, end),
            lambda count: marked_sheets(book, scorer, played._replace(actions=played.actions[:count])),
        )


def _new_bot(book: CompiledGameRules, weights: frozenset[tuple[str, float]]) -> WeightedBot:
    try:
        return WeightedBot(book, dict(weights))
    except MISSHAPEN as fault:
        hint = "tracks.yaml, items.yaml and goals.yaml say what things are worth"
        raise misshapen(fault, bare_place(f"cards/{book.game.id}"), hint) from fault


open_ruleset = PaperDungeons  # raises InvalidInput for data that cannot be played
