"""All accepted results of a roll (others are rolled again).

A roll is an integer with two bits for each face that can be used: how many dice show it. The other dice show skulls.
"""

from itertools import product

from generator.rulesets.paper_dungeons.model.game_constants import DieFace, dice_showing


def dice_in(roll: int) -> int:
    """Return how many dice of a roll can be used, that is, show no skull.

    >>> dice_in(0b01_00_10)
    3
    """
    count = 0
    while roll:
        count += roll & 3
        roll >>= 2
    return count


def rolls_of(faces: list[DieFace], skulls: tuple[int, ...], white: int, black: int, reroll: int) -> list[int]:
    """Return the accepted rolls of `white` and `black` dice, all equally likely.

    `skulls` is the number of skull faces of a die by colour. All dice are rolled again if at least `reroll` of them
    show a skull, or a clover. [PL p.6] [CZ p.6]
    """
    # All results are listed, not sampled: 6 dice of 6 faces have 46 656. The results of each colour are computed once
    # and paired, since a roll is the sum of both: each face has two bits of its own, so no sum carries into another
    # face.
    whites = _hand(faces, black=False, skulls=skulls[0], dice=white)
    blacks = _hand(faces, black=True, skulls=skulls[1], dice=black)
    dice = white + black
    every = []
    for (white_hand, white_used, white_clovers), (black_hand, black_used, black_clovers) in product(whites, blacks):
        if dice - white_used - black_used < reroll and white_clovers + black_clovers < reroll:
            every.append(white_hand + black_hand)
    return every


def _hand(faces: list[DieFace], *, black: bool, skulls: int, dice: int) -> list[tuple[int, int, int]]:
    """Return all results of dice of one colour, each as (roll, number of usable dice, number of clovers)."""
    results = [1 << 2 * number for number, face in enumerate(faces) if face.black == black] + [0] * skulls
    jokers = [number for number, face in enumerate(faces) if face.joker]
    hands = [sum(dice_shown) for dice_shown in product(results, repeat=dice)]
    return [(hand, dice_in(hand), sum(dice_showing(hand, joker) for joker in jokers)) for hand in hands]
