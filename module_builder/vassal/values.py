"""Value classes that are quick to load: what `dataclasses` writes for a class is written at its first use.

A tool of some hundred small classes, of which a question needs a few, spends a third of its start on writing
methods that nobody calls and describing fields that nobody asks for. `dataclass` here makes the same class
as ``dataclasses.dataclass(frozen=True)``, which type checkers take it for; its methods compile themselves
when they are first called, and its fields are described when they are first looked at.
"""

from __future__ import annotations

import dataclasses
import itertools
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import dataclass

__all__ = ["dataclass"]

_MADE_ANEW: Any = object()  # stands for the default of a field that has a factory


def _frozen(cls: type) -> dict[str, Callable[..., Any]]:
    """What refuses every change of a value, and what copies and pickles it all the same."""

    def names() -> list[str]:
        return [field.name for field in dataclasses.fields(cls)]

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is cls or name in names():
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names():
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    def __getstate__(self: Any) -> list[Any]:  # noqa: N807
        return [getattr(self, name) for name in names()]

    def __setstate__(self: Any, state: list[Any]) -> None:  # noqa: N807
        for name, value in zip(names(), state, strict=True):
            object.__setattr__(self, name, value)

    made: dict[str, Callable[..., Any]] = {"__setattr__": __setattr__, "__delattr__": __delattr__}
    if "__slots__" in vars(cls):
        made |= {"__getstate__": __getstate__, "__setstate__": __setstate__}
    return made


def _init(cls: type) -> tuple[str, dict[str, Any]]:
    """Source of the constructor, and the names in it."""
    fields = dataclasses.fields(cls)
    names: dict[str, Any] = {"put": object.__setattr__, "made_anew": _MADE_ANEW}
    first = ["self", *(_parameter(f, names) for f in fields if f.init and not f.kw_only)]
    last = [_parameter(f, names) for f in fields if f.init and f.kw_only]
    lines = [line for f in fields if (line := _assignment(cls, f, names))]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    head = ", ".join([*first, "*", *last] if last else first)
    return "\n ".join([f"def __init__({head}):", *(lines or ["pass"])]), names


def _parameter(field: dataclasses.Field[Any], names: dict[str, Any]) -> str:
    if field.default is not dataclasses.MISSING:
        names[f"default_{field.name}"] = field.default
        return f"{field.name}=default_{field.name}"
    return field.name if field.default_factory is dataclasses.MISSING else f"{field.name}=made_anew"


def _assignment(cls: type, field: dataclasses.Field[Any], names: dict[str, Any]) -> str:
    value = field.name
    if field.default_factory is not dataclasses.MISSING:
        names[f"new_{field.name}"] = field.default_factory
        value = f"new_{field.name}()"
        if field.init:
            value += f" if {field.name} is made_anew else {field.name}"
    elif not field.init:
        if field.default is dataclasses.MISSING:
            return ""
        names[f"default_{field.name}"] = field.default
        value = f"default_{field.name}"
    slot = getattr(cls, field.name, None)
    if not isinstance(slot, MemberDescriptorType):
        return f"put(self, {field.name!r}, {value})"
    names[f"put_{field.name}"] = slot.__set__  # which takes half the time
    return f"put_{field.name}(self, {value})"


def _all_of(names: list[str], of: str) -> str:
    return "(" + "".join(f"{of}.{name}, " for name in names) + ")"


def _eq(cls: type) -> tuple[str, dict[str, Any]]:
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    same = f"{_all_of(names, 'self')} == {_all_of(names, 'other')}"
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {same}\n"
        " return NotImplemented"
    ), {}


def _hash(cls: type) -> tuple[str, dict[str, Any]]:
    names = [f.name for f in dataclasses.fields(cls) if (f.compare if f.hash is None else f.hash)]
    return f"def __hash__(self):\n return hash({_all_of(names, 'self')})", {}


def _repr(cls: type) -> tuple[str, dict[str, Any]]:
    shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in dataclasses.fields(cls) if f.repr)
    return f'def __repr__(self):\n return f"{{self.__class__.__qualname__}}({shown})"', {}


_WRITERS = {"__init__": _init, "__eq__": _eq, "__hash__": _hash, "__repr__": _repr}


def _later(cls: type, name: str) -> Callable[..., Any]:
    """A method that writes itself, takes its own place, and does what it was called for."""

    def first(self: Any, *args: Any, **words: Any) -> Any:
        source, names = _WRITERS[name](cls)
        exec(source, names)  # noqa: S102 - as `dataclasses` does; the source holds names of fields alone
        method = names[name]
        method.__qualname__, method.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
        setattr(cls, name, method)
        return method(self, *args, **words)

    first.__name__, first.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return first


class _Described:
    """An attribute of a class that `dataclasses` would have written, found when it is first looked at."""

    __slots__ = ("_cls", "_find", "_name")

    def __init__(self, cls: type, name: str, find: Callable[[type], Any]) -> None:
        self._cls, self._name, self._find = cls, name, find

    def __get__(self, instance: object, owner: type) -> Any:
        found = self._find(self._cls)
        setattr(self._cls, self._name, found)
        return found


_STATED = "_stated_fields"  # of a class: its own annotations, and what it states beside them


def _fields(cls: type) -> dict[str, dataclasses.Field[Any]]:
    """Fields of a class by name, those of its bases first."""
    found: dict[str, dataclasses.Field[Any]] = {}
    for base in cls.__mro__[:0:-1]:
        found |= getattr(base, "__dataclass_fields__", {})
    annotations, stated = vars(cls)[_STATED]
    return found | {
        name: _field(name, text, stated.get(name, _NOTHING)) for name, text in annotations.items()
    }


def _field(name: str, annotation: str, stated: Any) -> dataclasses.Field[Any]:
    """A field as `dataclasses` describes it."""
    found: Any = stated if isinstance(stated, dataclasses.Field) else dataclasses.field(default=stated)
    found.name, found.type, found._field_type = name, annotation, _FIELD._field_type
    found.kw_only = found.kw_only is True
    return found  # type: ignore[no-any-return]


def _matched(cls: type) -> tuple[str, ...]:
    return tuple([field.name for field in dataclasses.fields(cls) if field.init and not field.kw_only])


def _described(cls: type, *, slots: bool = False) -> type:
    """What `dataclasses` makes of a class whose methods are written elsewhere."""
    return dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)


_FINDERS = {"__dataclass_fields__": _fields, "__match_args__": _matched}
_NOTHING: Any = dataclasses.MISSING
_EXAMPLE: Any = _described(
    type("Example", (), {"__annotations__": {"field": "int"}, "__doc__": "Any class."})
)
_PARAMS, _FIELD = _EXAMPLE.__dataclass_params__, _EXAMPLE.__dataclass_fields__["field"]
_NO_FIELD = ("ClassVar", "typing.ClassVar")


def _made(cls: type, *, slots: bool) -> type:
    """The class with its fields, to be described later; at once where it is of no usual kind."""
    own = vars(cls)
    annotations = {
        k: v for k, v in own.get("__annotations__", {}).items() if not str(v).startswith(_NO_FIELD)
    }
    usual = type(cls) is type and "__slots__" not in own and all(type(v) is str for v in annotations.values())
    if not usual or any("InitVar" in text or "KW_ONLY" in text for text in annotations.values()):
        return _described(cls, slots=slots)
    stated = {name: own[name] for name in annotations if name in own}
    if slots:
        cls = _with_slots(cls, annotations)
    else:
        for name, value in stated.items():
            if isinstance(value, dataclasses.Field):
                if value.default is dataclasses.MISSING:
                    delattr(cls, name)
                else:
                    setattr(cls, name, value.default)
    setattr(cls, _STATED, (annotations, stated))
    setattr(cls, "__dataclass_params__", _PARAMS)  # noqa: B010 - type checkers know it of data classes alone
    for name, find in _FINDERS.items():
        if name not in own:
            setattr(cls, name, _Described(cls, name, find))
    return cls


def _with_slots(cls: type, names: Iterable[str]) -> type:
    """The class anew, with a slot for each field that no base has."""
    inherited = set(
        itertools.chain.from_iterable(vars(base).get("__slots__", ()) for base in cls.__mro__[1:])
    )
    body = {k: v for k, v in vars(cls).items() if k not in {*names, "__dict__", "__weakref__"}}
    body["__slots__"] = tuple([name for name in names if name not in inherited])
    made = type(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


if not TYPE_CHECKING:

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
        """Make a class of frozen values.

        Parameters
        ----------
        frozen
            True; values that change are what `dataclasses` is for.
        slots
            Whether they hold their fields and nothing else.

        Returns
        -------
        function
            Makes the class, as ``dataclasses.dataclass`` does.

        Raises
        ------
        TypeError
            Another kind of class is asked for.

        Examples
        --------
        >>> @dataclass(frozen=True, slots=True)
        ... class Hex:
        ...     line: int
        ...     place: int = 1
        >>> Hex(30), {Hex(30), Hex(30, 1)} == {Hex(30)}
        (Hex(line=30, place=1), True)
        """
        if not frozen:
            raise TypeError("use dataclasses.dataclass for values that change")

        def made(cls: type) -> type:
            own = set(vars(cls))
            new = _made(cls, slots=slots)
            for name in _WRITERS:
                if name not in own or (name == "__hash__" and vars(cls)[name] is None and "__eq__" in own):
                    setattr(new, name, _later(new, name))
            for name, method in _frozen(new).items():
                if name not in own:
                    setattr(new, name, method)
            return new

        return made
