"""Formulas as scoring.yaml holds them: a text with its place, read into a tree when the file is read."""

from collections.abc import Collection
from functools import partial
from typing import Annotated, NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.formulas.syntax import OF_PLAYERS, Call, Constant, FormulaFault, Name, Part, chosen, names, parse, walk
from generator.reading.structure import ValueReader
from generator.reading.yaml_nodes import Node, kind_name


class Formula(NamedTuple):
    """A formula: its text, its tree, and the place of its first character."""

    text: str
    tree: Part
    place: SourceLocation

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the formula takes from outside, in the order of its text."""
        return names(self.tree)

    @property
    def compares_players(self) -> bool:
        """Whether the formula looks at the sheets of all players."""
        return any(isinstance(part, Call) and part.function in OF_PLAYERS for part in walk(self.tree))

    def entries_of(self, name: str) -> dict[int | str, int]:
        """Return the numbers and keys of entries that the formula takes of a name, and where: 2 of fights[2]."""
        entries = ((part.at, *chosen(part)) for part in walk(self.tree))
        return {entry: at for at, of, entry in entries if of == name}

    def takes_whole(self, name: str) -> bool:
        """Tell whether the formula takes a name without naming an entry, as in sum(points)."""
        parts = list(walk(self.tree))
        entries = sum(chosen(part)[0] == name for part in parts)
        return sum(isinstance(part, Name) and part.name == name for part in parts) > entries

    def unknown_entries(self, name: str, entries: Collection[str]) -> list[Diagnostic]:
        """Return a fault for each entry that the formula takes of a name, and that is not known."""
        return [
            self.diagnostic(FormulaFault("E009", f"there is no .{key} here", at, did_you_mean(str(key), entries)))
            for key, at in self.entries_of(name).items()
            if key not in entries
        ]

    def diagnostic(self, fault: FormulaFault) -> Diagnostic:
        """Return a fault of this formula at its place in the file."""
        lines, (path, line, column) = self.text[: fault.at].split("\n"), self.place
        at = SourceLocation(path, line + len(lines) - 1, column + len(lines[-1]))
        return Diagnostic(fault.code, fault.message, at, fault.hint)


@partial(ValueReader, "formula", {"type": ["string", "integer", "boolean"], "format": "formula"})
def _read_formula(node: Node, faults: list[Diagnostic]) -> Formula | None:
    """Return the formula in a value of a file, with its tree."""
    value = ("no", "yes")[node.value] if isinstance(node.value, bool) else node.value
    formula = Formula(str(value), Constant(0, 0), node.body or node.place)
    try:
        if not isinstance(value, str | int):
            hint = 'write it in quotes, such as "2 * stars"'
            raise FormulaFault("E001", f"expected a formula, found {kind_name(node)}", 0, hint)
        return formula._replace(tree=parse(formula.text))
    except FormulaFault as fault:
        faults.append(formula.diagnostic(fault))
        return None


FormulaText = Annotated[Formula, _read_formula]
