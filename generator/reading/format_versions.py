"""The format numbers of files that users keep. A newer file is rejected; a file without a number has format 1."""

from generator.diagnostics import refuse
from generator.reading.yaml_nodes import Node

KEY = "format"
GAME = 1  # of cards/GAME and layouts/GAME, written in game.yaml
RECORD = 1  # of records of played games
SCORE = 1  # of score files
DUNGEON = 1  # of dungeon files
PRINTERS = 1  # of the file of measured printers
SESSION = 1  # of journals of scoring sessions


def format_of(root: Node, newest: int, subject: str) -> int:
    """Return the format number of a file; raises InvalidInput if it is not a number, or higher than `newest`."""
    node = root.get(KEY)
    if node is None:
        return 1
    number = number_of(node)
    if number is None:
        raise refuse("C040", f"the format of {subject} is a number from 1 to {newest}", node.place, f"write {newest}")
    if number > newest:
        message = f"{subject} is of format {number}, and this version of Scrawlpress reads formats up to {newest}"
        raise refuse("C040", message, node.place, "install the newest version: pip install -U scrawlpress")
    return number


def number_of(node: Node) -> int | None:
    """Return the number in a node as a format number; None if the node is not a valid one."""
    number = node.value
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 1 else None


def without_format(root: Node) -> Node:
    """Return the mapping of a file without the key of its format number, for code that reads all other keys."""
    if root.get(KEY) is None:
        return root
    return root._replace(value={key: node for key, node in root.items() if key != KEY})
