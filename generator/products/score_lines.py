"""The lines of a game's score as sheets and pages show them."""

from typing import Any

from generator.game.game import Game
from generator.layout.binding import Scope


def score_values(game: Game, words: dict[str, Any]) -> dict[str, Any]:
    """Return `score_lines` (letter and word of each) and `total_letter`; none of them for a game without a score.

    `words` are those of the game, as layouts use them; raises InvalidInput for a line without a word.
    """
    if game.catalogue.find(f"cards/{game.id}/scoring.yaml") is None:
        return {"score_lines": [], "total_letter": ""}
    from generator.scoring.spec import read_scoring

    table = read_scoring(game.catalogue, game.id)
    for line in table.lines:
        game.word(line.word)
    scope = Scope(words)
    lines = [{"letter": line.letter, "word": scope.look_up(line.word)} for line in table.lines]
    return {"score_lines": lines, "total_letter": table.total_letter}
