"""Specs whose fields are options of a command line or a web form; a field whose type is a spec groups options."""

import types
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, InvalidRequest, SourceLocation, bare_place
from generator.reading.structure import NumberBounds, ValueReader, structure
from generator.reading.yaml_nodes import Node

T = TypeVar("T")


class Option(NamedTuple):
    """How the field of a spec is written and explained.

    - `syntax`: such as `--deck`, `--ruler/--no-ruler`, or PAGE for an argument; "" is the name of the field
    - `names`: the kind of names that it takes, as for `scrawl list`; `file`: which files it takes
    - `default_text`: its default in words; `on_pages`: whether web forms have it, too
    """

    help: str
    syntax: str = ""
    metavar: str | None = None
    names: str = ""
    file: Literal["", "any", "existing", "table", "folder"] = ""
    default_text: str = ""
    on_pages: bool = True


def option(default: Any, help: str, syntax: str = "", metavar: str | None = None, names: str = "", **rest: Any) -> Any:
    """Return the default of a field that is an option; MISSING for a required one. The others are those of `Option`."""
    return field(default=default, metadata={"option": Option(help, syntax, metavar, names, **rest)})


@partial(ValueReader, "path of a file", {"type": "string"})
def _read_file_path(node: Node, _faults: list[Diagnostic]) -> Path:
    """Read the path of a file."""
    return Path(node.value)


FilePath = Annotated[Path, _read_file_path]


class SpecOption(NamedTuple):
    """An option of a spec: the field, the field of the group that it is in or "", its types, default and bounds."""

    name: str
    group: str
    kinds: tuple[Any, ...]
    several: bool
    default: Any
    bounds: NumberBounds | None
    option: Option

    @property
    def syntax(self) -> str:
        """The option as it is written, such as `--deck`, or the metavar of an argument, such as `[PIECE]...`."""
        return self.option.syntax or f"--{self.name.replace('_', '-')}"

    @property
    def label(self) -> str:
        """The option in messages: `--ruler`, or PIECE."""
        return self.syntax.partition("/")[0].strip("[].")

    @property
    def is_argument(self) -> bool:
        return not self.syntax.startswith("--")

    @property
    def is_flag(self) -> bool:
        return bool in self.kinds

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it can be; empty if it takes other values, too."""
        return get_args(self.kinds[0]) if get_origin(self.kinds[0]) is Literal else ()


def options_of(spec: type, group: str = "") -> tuple[SpecOption, ...]:
    """Return the options of a spec in the order of its fields; those of its base classes come last."""
    hints, options = get_type_hints(spec, include_extras=True), list[SpecOption]()
    in_order = [
        field for cls in spec.__mro__ for field in fields(spec) if field.name in vars(cls).get("__annotations__", ())
    ]
    for declared in in_order:
        kind = hints[declared.name]
        if isinstance(kind, type) and is_dataclass(kind):
            options += options_of(kind, declared.name)
        elif "option" in declared.metadata:
            parts = list(_parts(kind))
            kinds = tuple(part for part in parts if isinstance(part, type) or get_origin(part) is Literal)
            bounds = next((part for part in parts if isinstance(part, NumberBounds)), None)
            several, about = tuple in kinds, declared.metadata["option"]
            options.append(SpecOption(declared.name, group, kinds, several, declared.default, bounds, about))
    return tuple(options)


def _parts(kind: Any) -> Iterator[Any]:
    """Yield the types and annotations that make up a type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _parts(args[0])
        yield from args[1:]
    elif origin in (Union, types.UnionType, tuple):
        yield from [tuple] if origin is tuple else []
        for part in args:
            yield from _parts(part)
    else:
        yield kind


def read_options(spec: type[T], values: Mapping[str, Any], subject: str = "this request") -> T:
    """Return a spec made from the values of its options by name; empty values are left out.

    Numbers may be texts. Raises InvalidRequest with all faults, each at its option, also those that the method `faults`
    of the spec yields.
    """
    options = {option.name: option for option in options_of(spec)}
    places = {name: bare_place(option.label) for name, option in options.items()}
    groups: dict[str, dict[str, Node]] = {"": {}}
    for name, value in values.items():
        if value not in (None, "", (), []):
            node = _node(options.get(name), value, places.get(name, bare_place(name)))
            groups.setdefault(options[name].group if name in options else "", {})[name] = node
    root = {**groups.pop(""), **{group: Node(nodes, NOWHERE, places) for group, nodes in groups.items()}}
    try:
        request: T = structure(Node(root, NOWHERE, places), spec, subject)
    except InvalidInput as wrong:
        names = {label.path: repr(name) for name, label in places.items()}
        raise InvalidRequest(
            fault._replace(message=fault.message.replace(names.get(fault.place.path, "''"), fault.place.path))
            for fault in wrong.diagnostics
        ) from None
    faults = list(request.faults()) if hasattr(request, "faults") else []
    if faults:
        raise InvalidRequest(faults)
    return request


def _node(option: SpecOption | None, value: Any, place: SourceLocation) -> Node:
    """Return the value of an option as a node; a text for a number becomes a number where it can."""
    if option is not None and option.several:
        values = value if isinstance(value, list | tuple) else [value]
        return Node([Node(str(entry), place) for entry in values], place)
    if isinstance(value, bool) or option is None:
        return Node(value, place)
    for number in (int, float) if option.bounds is not None and not option.bounds.unit else ():
        with suppress(ValueError, TypeError):
            return Node(number(value), place)
    return Node(str(value), place)


def option_named(spec: type, label: str) -> str:
    """Return the name of the option that a message calls `label`, such as `--paper` or PAGE; "" if it has none."""
    word = label.strip("-").lower()
    return next((option.name for option in options_of(spec) if option.label.strip("-").lower() == word), "")
