"""Formulas as scoring.yaml holds them: a text with its place, read into a tree when the file is read."""

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.formulas.syntax import OF_PLAYERS, Call, FormulaFault, Part, chosen, names, parse, walk
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
        return any(isinstance(each, Call) and each.function in OF_PLAYERS for each in walk(self.tree))

    def entries_of(self, name: str) -> dict[int | str, int]:
        """Return the numbers and keys of entries that the formula takes of a name, and where: 2 of fights[2]."""
        found = ((each.at, *entry) for each in walk(self.tree) if (entry := chosen(each)) is not None)
        return {entry: at for at, of, entry in found if of == name}

    def unknown_entries(self, name: str, known: Collection[str]) -> list[Diagnostic]:
        """Return a fault for each entry that the formula takes of a name, and that is not known."""
        return [
            self.diagnostic(FormulaFault("E009", f"there is no .{key} here", at, did_you_mean(str(key), known)))
            for key, at in self.entries_of(name).items()
            if key not in known
        ]

    def diagnostic(self, fault: FormulaFault) -> Diagnostic:
        """Return a fault of this formula at its place in the file."""
        return _diagnostic(fault, self.text, self.place)


def formula_of(node: Node) -> Formula:
    """Return the formula in a value of a file; raises FormulaFault (E001 to E005), also for a value of another kind."""
    value, place = node.value, node.body or node.place
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if not isinstance(value, str | int):
        hint = 'write it in quotes, such as "2 * stars"'
        raise FormulaFault("E001", f"expected a formula, found {kind_name(node)}", 0, hint)
    return Formula(str(value), parse(str(value)), place)


def _diagnostic(fault: FormulaFault, text: str, place: SourceLocation) -> Diagnostic:
    lines = text[: fault.at].split("\n")
    at = place._replace(line=place.line + len(lines) - 1, column=place.column + len(lines[-1]))
    return Diagnostic(fault.code, fault.message, at, fault.hint)


class _FormulaReader:
    schema: dict[str, Any] = {"type": ["string", "integer", "boolean"], "format": "formula"}

    def read(self, node: Node, faults: list[Diagnostic]) -> Formula | None:
        try:
            return formula_of(node)
        except FormulaFault as fault:
            text = node.value if isinstance(node.value, str) else ""
            faults.append(_diagnostic(fault, text, node.body or node.place))
            return None


FormulaText = Annotated[Formula, _FormulaReader()]
