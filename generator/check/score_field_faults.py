"""Checks whether the fields on the sheets of a game are those that scoring.yaml reads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean, meant_or, nearest
from generator.formulas.domains import Numbers, Rows
from generator.frame import FieldItem, walk
from generator.geometry import A4
from generator.products.faces_on_paper import drawn_area
from generator.products.print_pack import PrintPack
from generator.products.sheets import own_paper, sheet_face
from generator.reading.pdf_form import TICKED
from generator.scoring.input_reading import FilledFields
from generator.scoring.input_spec import InputSpec
from generator.scoring.messages import Faults
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import SheetFieldIdsSpec, is_below, scoring_node
from generator.scoring.ticks_to_inputs import parts_of


class SheetField(NamedTuple):
    """A field of a sheet: id without the column of a player, whether it is a text field, place in the layout."""

    id: str
    is_written: bool
    place: SourceLocation


def field_faults(pack: PrintPack, rules: ScoringRules) -> list[Diagnostic]:
    """Return faults for inputs whose fields are on no sheet or of a wrong type, and for boxes that no input reads.

    Empty for a game whose filled sheets cannot be scored. Raises InvalidInput.
    """
    if not rules.table.is_filled:
        return []
    sheets = [tuple(fields_of(pack, name, rules.table.filled)) for name in pack.manifest.sheets]
    fields = list(dict.fromkeys(field for sheet in sheets for field in sheet))
    faults = [fault for name in rules.table.inputs for fault in _of_input(pack, rules, name, fields)]
    if any(fault.severity == "error" for fault in faults):  # unread boxes are probably the missing ones
        return [fault for fault in faults if fault.severity == "error"]
    heads = [head for spec in rules.table.inputs.values() for head in spec.heads]
    scored_sheets = [sheet for sheet in sheets if any(is_below(field.id, head) for field in sheet for head in heads)]
    return [
        *faults,
        *_row_faults(rules, fields),
        *_unread(rules, [field for sheet in scored_sheets for field in sheet]),
    ]


def _row_faults(rules: ScoringRules, fields: Sequence[SheetField]) -> Iterator[Diagnostic]:
    """Yield a warning for each input with more boxes than can count, or with fewer than it can be by `most`."""
    checked = {name for check in rules.table.checks.values() for name in check.names}
    root = scoring_node(rules.data.source.catalogue, rules.game)
    for name, spec in rules.table.inputs.items():
        rows = [row for head in spec.fields for row in _rows(rules, name, head, fields)]
        for row_name, length, can, place in rows:
            if length > can.high:
                message = f"there are {length} boxes for {row_name!r}, and at most {can.high} can count"
                hint = f"write most: {length} for {name!r} in scoring.yaml, or take boxes out"
                yield Diagnostic("G048", message, place, hint, "warning")
        node = root.at(f"inputs.{name}.most") or root.at(f"inputs.{name}.most_from")
        has_text_field = any(field.is_written for head in spec.fields for field in fields if is_below(field.id, head))
        if not rows or node is None or spec.filled or has_text_field or name in checked:  # something else bounds it
            continue
        length, low, high = max(length for _, length, _, _ in rows), max(1, rows[0][2].low), rows[0][2].high
        if low < length < high:
            message = f"{name!r} can be {high}, and no sheet has more than {length} boxes for it"
            yield Diagnostic("G048", message, node.place, f"write most: {length}, or draw more boxes", "warning")


BoxRow = tuple[str, int, Numbers, SourceLocation]
"""A row of boxes: the input with its key, the highest number that it gives, what can count, and its first box."""


def _rows(rules: ScoringRules, name: str, head: str, fields: Sequence[SheetField]) -> Iterator[BoxRow]:
    """Yield the rows of boxes for a number, or for each key of a group, whose ids begin with `head`."""
    spec, data = rules.table.inputs[name], rules.data
    domain = spec.domain(data)
    keys = domain.fields if isinstance(domain, Rows) and domain.kind == "group" else {"": domain}
    for key, can in keys.items():
        start = f"{head}.{key}" if key else head
        boxes = [field for field in fields if not field.is_written and is_below(field.id, start)]
        if not boxes or not isinstance(can, Numbers):
            continue
        numbers = []
        for ticked in (boxes, boxes[:1]):  # boxes may be ticked for lost points
            ticks = FilledFields(spec.place, {field.id: TICKED for field in ticked})
            value = spec.value(spec.read_ticks(ticks, rules.reading(name, Faults(), solo=False, cards={})), data)
            numbers.append(value[key] if key else value)
        yield f"{name}.{key}" if key else name, max(numbers), can, boxes[0].place


def fields_of(pack: PrintPack, sheet: str, field_ids: SheetFieldIdsSpec) -> Iterator[SheetField]:
    """Yield the fields of a sheet in all its modes."""
    size = drawn_area(own_paper(pack, sheet) or A4)
    for mode in pack.manifest.sheets[sheet].modes:
        items = [item for item, _ in walk(sheet_face(pack, size, None, mode, sheet=sheet).items)]
        field_items = {item.id: item for item in items if isinstance(item, FieldItem)}
        for column in parts_of({name: name for name in field_items}, field_ids):
            for id, full_id in column.items():
                yield SheetField(id, field_items[full_id].entry == "text", field_items[full_id].place)


def _of_input(pack: PrintPack, rules: ScoringRules, name: str, fields: Sequence[SheetField]) -> Iterator[Diagnostic]:
    spec = rules.table.inputs[name]
    root = scoring_node(pack.catalogue, pack.game.id)
    lists = [root.at(f"inputs.{name}.{key}") for key in ("fields", "filled", "unsure")]
    places = {
        str(node.value): node.place for nodes in lists if nodes is not None and nodes.is_list for node in nodes.value
    }
    for head in dict.fromkeys((*spec.heads, *spec.unsure)):
        place = places.get(head, spec.place)
        head_fields = [field for field in fields if is_below(field.id, head)]
        if not head_fields:
            places_by_start = {
                ".".join(steps[:end]): field.place
                for field in reversed(fields)
                for steps in [field.id.split(".")]
                for end in range(1, 4)
            }
            message = f"no sheet has a field {head!r} for {name!r}, or one that begins so"
            yield Diagnostic("G033", message, place, _similar_field_hint(head, dict(sorted(places_by_start.items()))))
            continue
        yield from _unfit(rules, name, head, head_fields, place)
        if head in spec.fields and spec.ticks_tell and all(field.is_written for field in head_fields):
            message = f"the fields of {name!r} are written in, not ticked: {_list_fields(head_fields)}"
            hint = f"name them under filled: [{head}], so that phones ask for it"
            yield Diagnostic("G035", message, place, hint, "warning")
        is_boxed = not any(field.is_written for field in head_fields)
        if (
            isinstance(spec.domain(rules.data), Numbers)
            and head in spec.filled
            and head not in spec.fields
            and is_boxed
        ):
            message = f"the fields of {name!r} are boxes to tick, not written in: {_list_fields(head_fields)}"
            hint = "write entry: text at the field, or name it under fields:"
            yield Diagnostic("G035", message, place, hint, "warning")


def _unfit(
    rules: ScoringRules, name: str, head: str, head_fields: Sequence[SheetField], place: SourceLocation
) -> Iterator[Diagnostic]:
    """Yield faults for the fields of an input, those whose ids begin with `head`: wrong types and missing ones."""
    spec, data = rules.table.inputs[name], rules.data
    ends = {field: field.id[len(head) + 1 :] for field in head_fields}
    for is_written, field_kind in ((False, "boxes to tick"), (True, "fields to write in")):
        wrong = [field for field in head_fields if field.is_written == is_written]
        wrong = [field for field in wrong if not spec.takes(ends[field], written=is_written, data=data)]
        if wrong:
            message = f"{name!r} cannot be read from {field_kind}: {_list_fields(wrong)}"
            yield Diagnostic("G034", message, wrong[0].place, _cure(spec, head, ends[wrong[0]], rules))
    required_ids = [f"{head}.{end}" for end in spec.required_ends(data) if end]
    missing_ids = [
        required_id for required_id in required_ids if not any(is_below(field.id, required_id) for field in head_fields)
    ]
    if missing_ids:
        places_by_id = {field.id: field.place for field in reversed(head_fields)}
        message = f"no sheet has a field {missing_ids[0]!r} for {name!r}, or one that begins so"
        message += f"; {len(missing_ids)} of its {len(required_ids)} are missing" if missing_ids[1:] else ""
        yield Diagnostic("G033", message, place, _similar_field_hint(missing_ids[0], places_by_id))


def _similar_field_hint(name: str, places_by_id: Mapping[str, SourceLocation]) -> str | None:
    """Return a hint with the known field most similar to a name, and its place, since either may be misspelt."""
    similar_id = nearest(name, list(places_by_id))
    if similar_id is None:
        return did_you_mean(name, places_by_id)
    return f"did you mean {similar_id!r}? Or is that the slip: it is in {places_by_id[similar_id]}"


def _cure(spec: InputSpec, head: str, end: str, rules: ScoringRules) -> str:
    """Return a hint with the ids or types of fields that an input can read, after one that it cannot."""
    ends = spec.required_ends(rules.data)
    if ends != ("",):
        return did_you_mean(end.partition(".")[0], ends) or ""
    shapes = ((head, True), (f"{head}.1", False), (f"{head}.1", True))
    fit = [
        (id, is_written)
        for id, is_written in shapes
        if spec.takes(id[len(head) + 1 :], written=is_written, data=rules.data)
    ]
    examples = "such as " + " or ".join(f"{{field: {id}{', entry: text' * is_written}}}" for id, is_written in fit)
    return meant_or(end, spec.keys_in(rules.data), examples)


def _unread(rules: ScoringRules, fields: Sequence[SheetField]) -> Iterator[Diagnostic]:
    """Yield warnings for boxes that no input reads, one for all ids with the same first part."""
    groups: dict[str, list[SheetField]] = {}
    for field in fields:
        if not rules.table.reads(field.id):
            groups.setdefault(field.id.partition(".")[0], []).append(field)
    table, field_ids = rules.table, rules.table.filled
    read_ids = {field_ids.name, field_ids.map, *(id for ids in table.shields.values() for id in ids)}
    unmet = sorted(read_ids - {field.id for field in fields})
    for head, group_fields in groups.items():
        id = group_fields[0].id
        message = f"nothing in scoring.yaml reads {_list_fields(group_fields)}"
        hint = f"name {head} under fields: of an input; if it counts for nothing, filled: {{notes: [{head}]}}"
        is_points = group_fields[0].is_written and is_below(id, field_ids.points)
        if is_points and table.shields[table.total_letter][0] in unmet:
            hint = f"if it takes the total, filled: {{total: {id}}}; else {hint}"
        elif group_fields[0].is_written and field_ids.name in unmet:
            hint = f"if it takes the name of the player, filled: {{name: {id}}}; else {hint}"
        similar_id = nearest(id, unmet)
        hint = f"did you mean {similar_id!r}, which it reads? Else {hint}" if similar_id else hint
        yield Diagnostic("G036", message, group_fields[0].place, hint, "warning")


def _list_fields(fields: Sequence[SheetField]) -> str:
    names = list(dict.fromkeys(field.id for field in fields))
    return repr(names[0]) + (f" and {len(names) - 1} more" if len(names) > 1 else "")
