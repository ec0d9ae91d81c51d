"""The scorer's words in a language: messages become sentences. What a language lacks is said in English."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.diagnostics import Diagnostic
from generator.reading.catalogue import Catalogue
from generator.reading.phrases import Plural, phrase, plural_of, signed
from generator.reading.yaml_nodes import plain
from generator.scoring.messages import Fault, Listed, Message, Term, Value, message

FALLBACK = "en"


@dataclass
class ScoreWords:
    """What the scorer says in one language; `game` are the game's own words, its section `score` goes first."""

    catalogue: Catalogue
    language: str
    game: dict[str, Any]

    @cached_property
    def words(self) -> dict[str, Any]:
        """The sentences by key, those of the game over the common ones."""
        common = plain(self.catalogue.read(self.catalogue.need(f"cards/common/words/score.{self.spoken}.yaml")))
        own = self.game.get("score")
        return {**common, **(own if isinstance(own, dict) else {})}

    @cached_property
    def spoken(self) -> str:
        """The language of the common sentences."""
        known = self.catalogue.find(f"cards/common/words/score.{self.language}.yaml")
        return self.language if known else FALLBACK

    @cached_property
    def plural(self) -> Plural:
        return plural_of(self.catalogue, self.spoken)

    def say(self, key: str, /, **values: Any) -> str:
        """Return the sentence of a key."""
        return self.tell(message(key, **values))

    def tell(self, said: Value) -> str:
        """Return a message, a term or a list of them in words."""
        if isinstance(said, Message):
            values = {name: value if isinstance(value, int) else self.tell(value) for name, value in said.values}
            return phrase(str(self.words[said.key]), values, self.plural)
        if isinstance(said, Term):
            return next((word for path in said.paths if (word := self._word(path))), said.bare)
        if isinstance(said, Listed):
            return said.between.join(self.tell(entry) for entry in said.entries)
        return signed(said) if isinstance(said, int) else said

    def _word(self, path: str) -> str:
        word: Any = self.game
        for step in path.split("."):
            word = word.get(step) if isinstance(word, dict) else None
        return word if isinstance(word, str) else ""

    def diagnostic(self, fault: Fault) -> Diagnostic:
        """Return a fault in words."""
        hint = self.tell(fault.hint) if fault.hint else None
        return Diagnostic(fault.code, self.tell(fault.message), fault.place, hint, fault.severity)
