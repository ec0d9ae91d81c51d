"""What the cards of a deck give by their bands: a strength in, points out, and the other way round. Reads no sheet."""

from dataclasses import dataclass

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import pick_in


@dataclass(frozen=True)
class CardBands:
    """The cards of a deck with bands, and the names of their fields; raises InvalidInput at a card that lacks one."""

    data: GameScoringData
    deck: str
    bands: str
    reach: str
    gain: str
    flee: str
    turn: str
    letter: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The cards of the deck."""
        return tuple(self.data.cards(self.deck))

    def rows(self, key: str, *names: str) -> list[tuple[int, ...]]:
        """Return the bands of a card: where each begins and what it gives, or other fields of them."""
        return list(self.data.card_rows(self.deck, key, self.bands, names or (self.reach, self.gain)))

    def flight(self, key: str) -> int:
        """Return the points of a card without a band."""
        return self.data.card_number(self.deck, key, self.flee)

    def points(self, *keys: str) -> set[int]:
        """Return all points that cards can give."""
        return {points for key in keys for points in (self.flight(key), *(gain for _, gain in self.rows(key)))}

    def points_at(self, key: str, strength: int) -> int:
        """Return the points of the highest band that a strength reaches, else of a flight. [PL p.12] [CZ p.12-13]"""
        reached = [band for band in self.rows(key) if strength >= band[0]]
        return max(reached)[1] if reached else self.flight(key)

    def points_in_box(self, key: str, box: str) -> int:
        """Return the points of a box of a card: of flight, or of the band of a number from below."""
        rows = sorted(self.rows(key))
        if box == self.flee or not rows:
            return self.flight(key)
        return rows[min(int(box), len(rows)) - 1][1]

    def strength_for(self, key: str, points: int | None) -> int | None:
        """Return the strength from which a card gives points, 0 without a band; None where it never does."""
        if points == self.flight(key):
            return 0
        return min((reach for reach, gain in self.rows(key) if gain == points), default=None)

    def usual(self, index: int) -> tuple[str, ...]:
        """Return the cards that are met in a turn, counted from 0, or in any; all, where none is."""
        cards = self.data.cards(self.deck).items()
        return tuple(key for key, card in cards if card.fields.get(self.turn) in (None, index + 1)) or self.keys

    def find(self, text: str) -> str:
        """Return the card of this letter or name; raises UnreadableAnswer."""
        for key, card in self.data.cards(self.deck).items():
            if self.letter and card.fields.get(self.letter) == text.upper():
                return key
        return pick_in(
            self.data,
            text,
            lambda data: {key: data.words.tell(data.card_name(self.deck, key)) for key in data.cards(self.deck)},
        )
