"""Put the messages of scoring into the words of a language; missing sentences are in English."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput
from generator.game.words import SCORER, WordFile, Words, machinery_words
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import names_in, phrase, with_sign
from generator.scoring.messages import GameWord, ListInSentence, Message, ScoreFault, Value, message

OWN = "score"  # the section of a game's words whose sentences are said instead of the common ones


@dataclass
class ScoreWords:
    """The sentences of scoring in one language; `game` holds the words of a game, or None.

    `value_at` returns a value of the game's data files by its path; raises InvalidInput if there is none.
    """

    catalogue: GameCatalogue
    language: str
    game: Words | None = None
    value_at: Callable[[str], Any] | None = None

    @cached_property
    def sentences(self) -> Words:
        """The sentences by key; those of the game override the common ones of the same language."""
        common = machinery_words(self.catalogue, self.language, SCORER)
        files = self.game.layers if self.game is not None else ()
        game_files = [WordFile(each.language, node) for each in files if (node := each.node.get(OWN)) is not None]
        languages = dict.fromkeys(each.language for each in common.layers) | {self.language: None}
        layers = [each for language in languages for each in (*common.layers, *game_files) if each.language == language]
        return Words(self.catalogue, self.language, tuple(layers))

    @property
    def spoken_language(self) -> str:
        """The language of the common sentences."""
        return machinery_words(self.catalogue, self.language, SCORER).layers[-1].language

    def say(self, key: str, /, **values: Any) -> str:
        """Return the sentence of a key."""
        return self.text(message(key, **values))

    def text(self, sentence: Value) -> str:
        """Return the text of a message, a term, or a list of these."""
        if isinstance(sentence, Message):
            values = {name: value if isinstance(value, int) else self.text(value) for name, value in sentence.values}
            return self.sentences.say(sentence.key, **values)
        if isinstance(sentence, GameWord):
            words = (self.game.find(path) for path in sentence.paths) if self.game is not None else iter(())
            return self._with_values(next((word for word in words if word), sentence.bare))
        if isinstance(sentence, ListInSentence):
            texts = [self.text(entry) for entry in sentence.entries]
            if sentence.between == "; ":  # a sentence of a game may end with a full stop
                texts[:-1] = [text.removesuffix(".") for text in texts[:-1]]
            return sentence.between.join(texts)
        return with_sign(sentence) if isinstance(sentence, int) else sentence

    def _with_values(self, word: str) -> str:
        """Return a word of the game with the values of the data files that it names, as it is printed."""
        if self.game is None or self.value_at is None or "{" not in word:
            return word
        try:
            values = {name: self.value_at(name) for name in names_in(word)}
        except InvalidInput:  # a field of a card, which the layout knows
            return word
        is_said = all(isinstance(value, int | str) for value in values.values())
        return phrase(word, values, self.game.plural_in(self.game.language)) if is_said else word

    def diagnostic(self, fault: ScoreFault) -> Diagnostic:
        """Return a fault in words."""
        hint = self.text(fault.hint) if fault.hint else None
        return Diagnostic(fault.code, self.text(fault.message), fault.place, hint, fault.severity)
