"""An input that is a list of rows, such as the expeditions of a player, each with the same columns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from generator.formulas.domains import Lists, Numbers, Rows
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost, TaggedUnion
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, NOTHING, Control, ControlOption, InputSpec
from generator.scoring.inputs.choice import ChoiceSpec
from generator.scoring.inputs.flag import FlagSpec
from generator.scoring.inputs.number import NumberSpec
from generator.scoring.inputs.numbers import Entries
from generator.scoring.messages import Message, ScoreFault, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.typed_text import split

COLUMN_KINDS = {"number": NumberSpec, "flag": FlagSpec, "choice": ChoiceSpec}
Column = Annotated[InputSpec, TaggedUnion("kind", COLUMN_KINDS)]


@spec_of(INPUT_KINDS, "rows")
class RowsSpec(InputSpec):
    """Rows of `columns`, each a number, a flag or a choice; a score file lists mappings: `[{size: 3, crowns: 1}]`.

    Players type a row at a time, its columns with blanks between, or with commas where a column is a choice. On a sheet
    the ids of row n are INPUT.n.COLUMN. `words` is the section with the names of the columns. In formulas a list of
    rows: `sum(l.size * l.crowns for l in lands)`.
    """

    ticks_tell: ClassVar[bool] = False
    adds_up: ClassVar[bool] = False
    grows: ClassVar[bool] = True
    columns: dict[str, Column]
    least_entries: Annotated[Entries, AtMost("most_entries")] = 0
    most_entries: Entries = 20

    @property
    def of_deck(self) -> str:
        return next(filter(None, (spec.of_deck for spec in self.columns.values())), "")

    @property
    def _with_commas(self) -> bool:
        return any(spec.takes_none for spec in self.columns.values())

    def domain(self, data: GameScoringData) -> Lists:
        row = Rows({name: spec.domain(data) for name, spec in self.columns.items()})
        return Lists(row, self.least_entries, self.most_entries)

    def value(self, marks: InputMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        columns = self.columns.items()
        return tuple({name: spec.value(InputMarks(row[name]), data) for name, spec in columns} for row in marks.plain)

    def parts(self, marks: InputMarks | None = None) -> int:
        count = len(marks.plain) if marks is not None else 0
        return min(count + 1, max(self.most_entries, count))

    def _columns(self, context: InputReadingContext) -> Iterator[tuple[str, InputSpec, InputReadingContext]]:
        for name, spec in self.columns.items():
            yield name, spec, replace(context, name=f"{context.name}.{name}", names=spec.names)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not context.listing(node, "[{...}, {...}]") or not context.has_entries(
            len(node.value), self.least_entries, self.most_entries, node.place
        ):
            return None
        rows = [self._row(child, context) for child in node.value]
        required = {name for name, spec in self.columns.items() if not spec.is_switch}
        lacking = [child for child in node.value if child.is_map and not required <= child.value.keys()]
        if lacking:
            absent = [f"{context.name}.{name}" for name in self.columns if name in required - lacking[0].value.keys()]
            text = message("not_given", names=list_of(absent))
            context.faults.met.append(ScoreFault("G051", text, lacking[0].place, severity="note"))
        return InputMarks(rows)

    def _row(self, node: Node, context: InputReadingContext) -> dict[str, Any]:
        if len(self.columns) == 1 and not node.is_map:
            node = Node({next(iter(self.columns)): node}, node.place)
        children, row = dict(context.entries(node, self.columns)) if context.mapping(node) else {}, {}
        for name, spec, inner in self._columns(context):
            marks = spec.read(children[name], inner) if name in children else None
            row[name] = (marks or spec.empty(context.data)).plain
        return row

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        numbers = {end.partition(".")[0] for head in self.heads for end in fields.below(head)}
        rows = []
        for number in sorted(int(number) for number in numbers if number.isdecimal()):
            ids = {name: tuple(f"{head}.{number}.{name}" for head in self.heads) for name in self.columns}
            cells = ((replace(spec, fields=ids[name]), inner) for name, spec, inner in self._columns(context))
            rows.append(dict(zip(ids, (spec.read_ticks(fields, inner).plain for spec, inner in cells), strict=True)))
        context.has_entries(len(rows), self.least_entries, self.most_entries, fields.place)
        return InputMarks(rows)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        number, _, rest = end.partition(".")
        name, _, box = rest.partition(".")
        return number.isdecimal() and name in self.columns and self.columns[name].takes(box, written=written, data=data)

    # at the table

    def _words(self) -> Value:
        return list_of(key_word(self.words, name) for name in self.columns)

    def ask(self, part: int, context: InputReadingContext) -> Message:
        return message("ask_row", what=context.word, number=part + 1, names=self._words())

    def possible(self, _part: int, context: InputReadingContext) -> Value:
        messages = ((name, spec.possible(0, inner)) for name, spec, inner in self._columns(context))
        parts = [message("of_player", name=key_word(self.words, name), said=each) for name, each in messages if each]
        return list_of(parts, "; ")

    def control(self, part: int, context: InputReadingContext) -> Control:
        ((_, spec, inner), *others) = self._columns(context)
        if not others:
            return spec.control(part, inner)
        options = tuple(ControlOption(name, key_word(self.words, name)) for name in self.columns)
        if self._with_commas:
            return Control("names", entries=len(options))
        domains = [each.domain(context.data) for each in self.columns.values()]
        numbers = [each for each in domains if isinstance(each, Numbers)]
        least, most = min((each.low for each in numbers), default=0), max((each.high for each in numbers), default=1)
        return Control("group", least, most, options=options)

    def answer(self, text: str, part: int, before: InputMarks, context: InputReadingContext) -> InputMarks:
        rows = list(before.plain)
        if text == "-":
            del rows[part : part + 1]
        elif text:
            cells = [each.strip() for each in text.split(",")] if "," in text else split(text)
            cells = [text] if len(self.columns) == 1 else cells
            if len(cells) != len(self.columns):
                count, names, commas = len(self.columns), self._words(), self._with_commas
                wish = message("wants_columns" if commas else "wants_all", count=count, names=names, found=len(cells))
                raise UnreadableAnswer(wish)
            row, empty = {}, InputMarks(None)
            for (name, spec, inner), each in zip(self._columns(context), cells, strict=True):
                row[name] = spec.answer(spec.answer_in(each, inner), 0, empty, inner).plain
            rows[part : part + 1] = [row]
        elif len(rows) < self.least_entries:  # formulas may count on so many rows
            least, most = self.least_entries, self.most_entries
            sentence = message("out_of_entries", what=context.word, count=len(rows), least=least, most=most)
            raise UnreadableAnswer(sentence)
        return InputMarks(rows)

    def answer_text(self, marks: InputMarks, part: int, context: InputReadingContext) -> str:
        return self._text("answer_text", marks, part, context)

    def page_answer(self, marks: InputMarks, part: int, context: InputReadingContext) -> str:
        return self._text("page_answer", marks, part, context)

    def _text(self, kind: str, marks: InputMarks, part: int, context: InputReadingContext) -> str:
        row = marks.plain[part] if part < len(marks.plain) else {}
        columns = self._columns(context) if row else ()
        texts = [getattr(spec, kind)(InputMarks(row[name]), 0, inner) for name, spec, inner in columns]
        return (", " if self._with_commas else " ").join(texts)

    def label(self, marks: InputMarks, part: int | None, context: InputReadingContext) -> Value:
        parts = range(len(marks.plain)) if part is None else [part]
        rows = "; ".join(self.answer_text(marks, each, context) for each in parts) or NOTHING
        word = context.word if part is None else message("numbered", what=context.word, number=part + 1)
        return message("amount_of", what=word, amount=rows)
