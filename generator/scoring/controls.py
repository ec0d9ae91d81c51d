"""The controls of a web form in which a player enters an answer: switches, steppers, cards to choose from, etc."""

from dataclasses import dataclass
from typing import Any, Literal

from generator.scoring.messages import Value
from generator.scoring.words import ScoreWords

ControlKind = Literal["number", "switch", "choice", "steps", "group", "grid", "numbers", "names", "entry"]


@dataclass(frozen=True)
class ControlOption:
    """One choice of a control: the value `sent` with the form, its name, and the card that pictures it, if any.

    `whole` is true if the choice is a complete answer, without a number beside it.
    """

    sent: str
    name: Value
    whole: bool = True


@dataclass(frozen=True)
class Control:
    """A field of a form, by its `kind`:

    - number: from `least` to `most` in steps of `each`, or one of `options`;
    - switch: two options, yes first;
    - choice: one of `options`, or nothing unless `required`;
    - steps: an option with a number up to `most`, or one of `points`;
    - group: a number for each option;
    - grid: the ticked options, sent with spaces between; `entries` boxes in a row;
    - numbers: `least_entries` to `entries` numbers, sent with spaces between;
    - names: the same with words, sent with commas between;
    - entry: an entry of a ledger, sent as in a score file: `options` are goods, `kinds` those of members, `points`
      the levels.
    `deck` is the deck whose cards the options are, so that pictures of them can be shown.
    """

    kind: ControlKind
    least: int = 0
    most: int = 0
    each: int = 1
    least_entries: int = 0
    entries: int = 1
    options: tuple[ControlOption, ...] = ()
    kinds: tuple[ControlOption, ...] = ()
    points: tuple[int, ...] = ()
    members: str = ""
    deck: str = ""
    required: bool = False

    def plain(self, words: ScoreWords) -> dict[str, Any]:
        """Return the control as data for JSON, with the names of options in the language of `words`."""

        def options_plain(options: tuple[ControlOption, ...]) -> list[dict[str, Any]]:
            return [{"sent": option.sent, "name": words.tell(option.name), "whole": option.whole} for option in options]

        return {
            **vars(self),
            "options": options_plain(self.options),
            "kinds": options_plain(self.kinds),
            "points": list(self.points),
        }
