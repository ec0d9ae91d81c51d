"""An input that is a list of rows, such as the expeditions of a player, each with the same columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from generator.formulas.domains import Domain, Lists, Rows
from generator.reading.structure import TaggedUnion
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.choice import ChoiceSpec
from generator.scoring.inputs.flag import FlagSpec
from generator.scoring.inputs.number import NumberSpec
from generator.scoring.inputs.numbers import Entries
from generator.scoring.messages import Message, UnreadableAnswer, Value, key_word, list_of, message

COLUMN_KINDS = {"number": NumberSpec, "flag": FlagSpec, "choice": ChoiceSpec}
Column = Annotated[input_spec.InputSpec, TaggedUnion("kind", COLUMN_KINDS)]
Row = tuple[input_spec.InputMarks, ...]


@dataclass(frozen=True)
class RowsMarks(input_spec.InputMarks):
    """Rows with the marks of each column, in the order of the columns `names`."""

    names: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(number for row in self.rows for marks in row for number in marks.numbers)

    @property
    def plain(self) -> list[dict[str, Any]]:
        return [{name: marks.plain for name, marks in zip(self.names, row, strict=True)} for row in self.rows]


class RowsSpec(input_spec.InputSpec, kind="rows"):
    """Rows of `columns`, each a number, a flag or a choice; a score file lists mappings: `[{size: 3, crowns: 1}]`.

    Players type a row at a time, its columns with blanks between, or with commas where a column is a choice. On a sheet
    the ids of row n are INPUT.n.COLUMN. `words` is the section with the names of the columns. In formulas a list of
    rows: `sum(l.size * l.crowns for l in lands)`.
    """

    ticks_tell: ClassVar[bool] = False
    adds_up: ClassVar[bool] = False
    columns: dict[str, Column]
    least_entries: Entries = 0
    most_entries: Entries = 20

    @property
    def grows(self) -> bool:
        return True

    @property
    def of_deck(self) -> str:
        return next(filter(None, (spec.of_deck for spec in self.columns.values())), "")

    def domain(self, data: GameScoringData) -> Lists:
        row = Rows({name: spec.domain(data) for name, spec in self.columns.items()})
        return Lists(row, self.least_entries, self.most_entries)

    def with_cells(self, domain: Domain, cells: Mapping[str, Domain]) -> Domain:
        if not isinstance(domain, Lists) or not isinstance(domain.entry, Rows):
            return domain
        fields = {name: spec.with_cells(domain.entry.fields[name], cells) for name, spec in self.columns.items()}
        return replace(domain, entry=replace(domain.entry, fields=fields))

    def value(self, marks: RowsMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        return tuple(
            {name: spec.value(cell, data) for (name, spec), cell in zip(self.columns.items(), row, strict=True)}
            for row in marks.rows
        )

    def empty(self, _data: GameScoringData) -> RowsMarks:
        return RowsMarks(tuple(self.columns))

    def parts_of(self, marks: RowsMarks) -> int:
        return min(len(marks.rows) + 1, max(self.most_entries, len(marks.rows)))

    def _in_column(
        self, name: str, context: input_spec.InputReadingContext
    ) -> tuple[input_spec.InputSpec, input_spec.InputReadingContext]:
        return self.columns[name], replace(context, name=f"{context.name}.{name}", spec=self.columns[name])

    # from files and sheets

    def read(self, node: Node, context: input_spec.InputReadingContext) -> RowsMarks | None:
        if not context.listing(node) or not context.has_entries(
            len(node.value), self.least_entries, self.most_entries, node.place
        ):
            return None
        return RowsMarks(tuple(self.columns), tuple(self._row(child, context) for child in node.value))

    def _row(self, node: Node, context: input_spec.InputReadingContext) -> Row:
        if len(self.columns) == 1 and not node.is_map:
            node = Node({next(iter(self.columns)): node}, node.place)
        held = dict(context.entries(node, self.columns)) if context.mapping(node) else {}
        row = []
        for name in self.columns:
            spec, inner = self._in_column(name, context)
            marks = spec.read(held[name], inner) if name in held else None
            row.append(marks if marks is not None else spec.empty(context.data))
        return tuple(row)

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> RowsMarks:
        numbers = {end.partition(".")[0] for head in self.heads for end in fields.below(head)}
        rows = []
        for number in sorted(int(number) for number in numbers if number.isdecimal()):
            row = []
            for name in self.columns:
                spec, inner = self._in_column(name, context)
                ids = tuple(f"{head}.{number}.{name}" for head in self.heads)
                row.append(replace(spec, fields=ids).read_ticks(fields, inner))
            rows.append(tuple(row))
        context.has_entries(len(rows), self.least_entries, self.most_entries, fields.place)
        return RowsMarks(tuple(self.columns), tuple(rows))

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        number, _, rest = end.partition(".")
        name, _, box = rest.partition(".")
        return number.isdecimal() and name in self.columns and self.columns[name].takes(box, written=written, data=data)

    # at the table

    def _words(self) -> Value:
        return list_of(key_word(self.words, name) for name in self.columns)

    def ask(self, part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_row", what=context.word, number=part + 1, names=self._words())

    def possible(self, _part: int, context: input_spec.InputReadingContext) -> Value:
        said = []
        for name in self.columns:
            spec, inner = self._in_column(name, context)
            possible = spec.possible(0, inner)
            said += [message("of_player", name=key_word(self.words, name), said=possible)] if possible else []
        return list_of(said, "; ")

    def control(self, part: int, context: input_spec.InputReadingContext) -> Control:
        specs = self.columns.values()
        if len(self.columns) == 1:
            spec, inner = self._in_column(next(iter(self.columns)), context)
            return spec.control(part, inner)
        numbers = [spec.domain(context.data) for spec in specs if isinstance(spec, NumberSpec)]
        options = tuple(ControlOption(name, key_word(self.words, name)) for name in self.columns)
        if any(spec.of_deck or isinstance(spec, ChoiceSpec) for spec in specs):
            return Control("names", entries=len(options))
        least, most = min((each.low for each in numbers), default=0), max((each.high for each in numbers), default=1)
        return Control("group", least, most, options=options)

    def answer(self, text: str, part: int, before: RowsMarks, context: input_spec.InputReadingContext) -> RowsMarks:
        rows = list(before.rows)
        if text == "-":
            del rows[part : part + 1]
        elif text:
            typed = [each.strip() for each in text.split(",")] if "," in text else input_spec.split(text)
            if len(self.columns) == 1:
                typed = [text]
            if len(typed) != len(self.columns):
                said = message("wants_all", count=len(self.columns), names=self._words(), found=len(typed))
                raise UnreadableAnswer(said)
            row = []
            for name, each in zip(self.columns, typed, strict=True):
                spec, inner = self._in_column(name, context)
                row.append(spec.answer(spec.answer_in(each, inner), 0, spec.empty(context.data), inner))
            rows[part : part + 1] = [tuple(row)]
        return RowsMarks(before.names, tuple(rows))

    def answer_text(self, marks: RowsMarks, part: int, context: input_spec.InputReadingContext) -> str:
        return self._text("answer_text", marks, part, context)

    def page_answer(self, marks: RowsMarks, part: int, context: input_spec.InputReadingContext) -> str:
        return self._text("page_answer", marks, part, context)

    def _text(self, kind: str, marks: RowsMarks, part: int, context: input_spec.InputReadingContext) -> str:
        if part >= len(marks.rows):
            return ""
        texts = []
        for name, cell in zip(self.columns, marks.rows[part], strict=True):
            spec, inner = self._in_column(name, context)
            texts.append(getattr(spec, kind)(cell, 0, inner))
        return (", " if any(isinstance(spec, ChoiceSpec) for spec in self.columns.values()) else " ").join(texts)

    def label(self, marks: RowsMarks, part: int | None, context: input_spec.InputReadingContext) -> Value:
        parts = range(len(marks.rows)) if part is None else [part]
        rows = "; ".join(self.answer_text(marks, each, context) for each in parts) or input_spec.NOTHING
        what = context.word if part is None else message("numbered", what=context.word, number=part + 1)
        return message("amount_of", what=what, amount=rows)
