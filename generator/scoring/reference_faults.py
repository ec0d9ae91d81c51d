"""Look up every name in scoring.yaml: inputs in the file itself, everything else in the game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.reading.decks import deck_files
from generator.reading.structure import NameReferenceUse, name_references
from generator.reading.yaml_nodes import Node
from generator.scoring import references
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import INPUT_KINDS, InputSpec

Inputs = Mapping[str, InputSpec]


def input_faults(root: Node, kind: type, inputs: Inputs) -> list[Diagnostic]:
    """Return faults for unknown names of inputs, and missing or repeated letters of lines, in scoring.yaml."""
    faults: list[Diagnostic] = []
    letters: list[str] = []
    for each in name_references(root, kind):
        if isinstance(each.mark, references.InputNameAnnotation):
            faults += _of_input(each.node, each.mark, inputs)
        elif isinstance(each.mark, references.LetterOfLine):
            letter, place = each.node.value, each.node.place
            if not letter:
                faults.append(Diagnostic("G024", "a line needs a letter", place, "write letter: A"))
            elif letter in letters:
                faults.append(
                    Diagnostic("G024", f"two lines have the letter {letter!r}", place, "give each line its own")
                )
            letters.append(letter)
    return faults


def _fault(message: str, place: SourceLocation, word: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("G024", message, place, did_you_mean(word, known))


def _of_input(node: Node, mark: references.InputNameAnnotation, inputs: Inputs) -> Iterator[Diagnostic]:
    name = node.value.partition(".")[0] if mark.parted else node.value
    fitting = [key for key, spec in inputs.items() if not mark.having or getattr(spec, mark.having)]
    if name not in inputs:
        yield _fault(f"{name!r} is no input of this sheet", node.place, name, fitting or inputs)
    elif name not in fitting:
        kind = next((kind for kind, spec in INPUT_KINDS.items() if type(inputs[name]) is spec), "another")
        wanted = " or ".join(kind for kind, spec in INPUT_KINDS.items() if getattr(spec, mark.having))
        yield _fault(f"input {name!r} is of kind {kind}, here stands one of kind {wanted}", node.place, name, fitting)


@dataclass(frozen=True)
class ReferableNames:
    """Looks up the names in scoring.yaml that refer to other files of a game; skips files that cannot be read."""

    data: GameScoringData
    inputs: Inputs

    def faults(self, root: Node, kind: type) -> list[Diagnostic]:
        """Return a fault for each name in scoring.yaml, read as `kind`, that refers to nothing."""
        faults: list[Diagnostic] = []
        for each in name_references(root, kind):
            try:
                faults += self._of(each)
            except InvalidInput:
                continue
        return faults

    def _of(self, each: NameReferenceUse) -> Iterator[Diagnostic]:
        match each.mark:
            case references.InputNameAnnotation(parted=True):
                name, dot, part = each.node.value.partition(".")
                parts = [str(number) for number in range(self.inputs[name].parts())]
                if dot and part not in parts:
                    hint = did_you_mean(part, parts) if len(parts) > 1 else f"write {name}, which asks for all of it"
                    message = f"{part!r} is no question of the input {name!r}"
                    yield Diagnostic("G024", message, each.node.place, hint)
            case references.DeckReference():
                source, deck = self.data.source, each.node.value
                decks = source.manifest.tables
                if deck not in decks and not deck_files(source.catalogue, source.id, deck):
                    yield _fault(f"there is no deck {deck!r}", each.node.place, deck, decks)
            case references.CardFieldNameAnnotation(of):
                yield from self._of_field(each.node, of, each.within)

    def _of_field(self, node: Node, of: str, within: Node) -> Iterator[Diagnostic]:
        deck = within.get(of)
        if deck is None:
            return
        cards = self.data.cards(deck.value).values()
        known: dict[str, Any] = {field: None for card in cards for field in card.fields}
        if cards and node.value not in known:
            yield _fault(f"no card of {deck.value!r} has a field {node.value!r}", node.place, node.value, known)
