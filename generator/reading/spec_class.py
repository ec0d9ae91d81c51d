"""Turns a class with annotated fields into a spec: an immutable value for a mapping in a file.

A spec is a dataclass with keyword-only fields. `dataclass` compiles methods for each class, which takes most of the
start of a program with 150 specs. Here all specs share the same methods instead.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

Spec = TypeVar("Spec", bound=type)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def spec(cls: Spec) -> Spec:
    """Turn a class into a spec; two specs of the same content are equal only if they are the same object.

    >>> @spec
    ... class Room:
    ...     '''A room.'''
    ...     name: str
    ...     doors: int = 1
    >>> Room(name="A1")
    Room(name='A1', doors=1)
    """
    dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    for name, method in METHODS.items():
        setattr(cls, name, method)
    return cls


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def spec_of(kinds: dict[str, type], word: str) -> Callable[[Spec], Spec]:
    """Return a decorator that turns a class into a spec, and registers it in `kinds` under a word used in YAML."""

    def register(cls: Spec) -> Spec:
        kinds[word] = spec(cls)
        return cls

    return register


def _set_fields(self: Any, **values: Any) -> None:
    """Set all fields from `values` or their defaults; raises TypeError if one is missing or unknown."""
    declarations = type(self).__dataclass_fields__
    for name, declared in declarations.items():
        if name not in values:
            if declared.default_factory is not MISSING:
                values[name] = declared.default_factory()
            elif declared.default is MISSING:
                raise TypeError(f"{type(self).__name__} lacks {name!r}")
            else:
                values[name] = declared.default
    if len(values) > len(declarations):
        raise TypeError(f"{type(self).__name__} has no {', '.join(values.keys() - declarations.keys())}")
    vars(self).update(values)


def _repr(self: Any) -> str:
    values = (f"{declared.name}={getattr(self, declared.name)!r}" for declared in fields(self))
    return f"{type(self).__name__}({', '.join(values)})"


def _refuse_change(self: Any, *_change: Any) -> NoReturn:
    raise FrozenInstanceError(f"a {type(self).__name__} is not changed")


METHODS = {"__init__": _set_fields, "__repr__": _repr, "__setattr__": _refuse_change, "__delattr__": _refuse_change}
