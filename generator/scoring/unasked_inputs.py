"""Inputs of scoring.yaml that nobody is asked for: a line counts nothing of them, which looks like a low score."""

from generator.diagnostics import Diagnostic
from generator.reading.structure import marked
from generator.reading.yaml_nodes import Node
from generator.scoring.inputs.flag import FlagSpec
from generator.scoring.references import InputNameAnnotation
from generator.scoring.spec import ScoringSpec


def unasked_input_faults(root: Node, table: ScoringSpec) -> dict[str, Diagnostic]:
    """Return a warning for each input that lines count, or that nothing names, and that no line and no tie asks for.

    What checks alone look at may be told by files and sheets only, and a flag without a box is a switch of score files.
    They stand by the names of their inputs.
    `root` is scoring.yaml as it is written.
    """
    uses = (each for each in marked(root, ScoringSpec) if isinstance(each.mark, InputNameAnnotation))
    named = {str(node.value).partition(".")[0] for each in uses for node in _listed(each.node)}
    counted = {name for line in table.lines for part in line.parts for name in part.inputs}
    faults = {}
    for name, spec in table.inputs.items():
        is_switch = isinstance(spec, FlagSpec) and not spec.heads and name in named
        if is_switch or name in (*table.asked, *table.ties) or (name in named and name not in counted):
            continue
        inputs = root.get("inputs")
        place = inputs.key_place(name) if inputs is not None else root.place
        counts = next((line.letter for line in table.lines for part in line.parts if name in part.inputs), None)
        hint = "write it under asks: of a line" + (f", such as {counts!r}" if counts else ", or take it out")
        message = f"no line asks for {name!r}" + (f", which line {counts!r} counts" if counts else "")
        faults[name] = Diagnostic("G047", message, place, hint, "warning")
    return faults


def _listed(node: Node) -> list[Node]:
    return node.value if node.is_list else [node]
