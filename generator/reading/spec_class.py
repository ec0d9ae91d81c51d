"""Turn a class of annotated fields into a record: what a mapping of a file may say, as a value that nobody edits.

A record is a dataclass all of whose fields are given by name. Its methods are the same for all records, so that nothing
is compiled for each: a program of a hundred records starts as soon as one of ten.
"""

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

Spec = TypeVar("Spec", bound=type)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def record(spec: Spec) -> Spec:
    """Make a record of a class; two records are equal if they are the same one.

    >>> @record
    ... class Room:
    ...     '''A room.'''
    ...     name: str
    ...     doors: int = 1
    >>> Room(name="A1")
    Room(name='A1', doors=1)
    """
    dataclass(init=False, repr=False, eq=False, kw_only=True)(spec)
    for name, method in METHODS.items():
        setattr(spec, name, method)
    return spec


def _fill(self: Any, **values: Any) -> None:
    """Take every field from the values, else its default; raises TypeError where one is missing or unknown."""
    known = type(self).__dataclass_fields__
    for name, each in known.items():
        if name not in values:
            if each.default_factory is not MISSING:
                values[name] = each.default_factory()
            elif each.default is MISSING:
                raise TypeError(f"{type(self).__name__} lacks {name!r}")
            else:
                values[name] = each.default
    if len(values) > len(known):
        raise TypeError(f"{type(self).__name__} has no {', '.join(values.keys() - known.keys())}")
    vars(self).update(values)


def _told(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{each.name}={getattr(self, each.name)!r}' for each in fields(self))})"


def _keep(self: Any, *_change: Any) -> NoReturn:
    raise FrozenInstanceError(f"a {type(self).__name__} is not changed")


METHODS = {"__init__": _fill, "__repr__": _told, "__setattr__": _keep, "__delattr__": _keep}
