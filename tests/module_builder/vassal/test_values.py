"""A value class whose methods are written late is one of `dataclasses` in every other respect."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, ClassVar

import pytest

from module_builder.vassal import values

Maker = Callable[..., Callable[[type], Any]]
LATE: Maker = getattr(values, "dataclass")  # noqa: B009 - type checkers take it for that of dataclasses
MAKERS: Mapping[str, Maker] = {"late": LATE, "at once": dataclasses.dataclass}


def classes(make: Maker) -> dict[str, Any]:
    """The same classes, made in one of both ways."""

    @make(frozen=True, slots=True)
    class Hex:
        """A hex."""

        line: int
        place: int = 1
        names: tuple[str, ...] = ()
        features: dict[str, int] = field(default_factory=dict, hash=False)
        source: str = field(default="", init=False, repr=False, compare=False)
        kind: ClassVar[str] = "hex"

        @property
        def name(self) -> str:
            return f"{self.line}{self.place}"

    @make(frozen=True, slots=True)
    class Beach(Hex):
        """A hex of the coast."""

        site: str = field(default="omaha", kw_only=True)

    @make(frozen=True, slots=True)
    class Nothing:
        """No fields at all."""

    @make(frozen=True)
    class Checked:
        """Checks itself, and can keep more than its fields."""

        number: int

        def __post_init__(self) -> None:
            if self.number < 0:
                raise ValueError("below zero")
            object.__setattr__(self, "double", 2 * self.number)

    @make(frozen=True, slots=True)
    class Own:
        """Has methods of its own."""

        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.number % 2 == other.number % 2

        def __hash__(self) -> int:
            return self.number % 2

        def __repr__(self) -> str:
            return "own"

    @make(frozen=True, slots=True)
    class Listed:  # noqa: PLW1641 - so it is written
        """An equality of its own, and a hash that is written."""

        number: int

        def __eq__(self, other: object) -> bool:
            return True

    return {c.__name__: c for c in (Hex, Beach, Nothing, Checked, Own, Listed)}


BOTH = {name: classes(make) for name, make in MAKERS.items()}
CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Hex", (1,), {}),
    ("Hex", (1, 2, ("a",), {"level": 3}), {}),
    ("Hex", (), {"place": 2, "line": 7}),
    ("Beach", (1,), {"site": "utah"}),
    ("Beach", (1, 2), {}),
    ("Nothing", (), {}),
    ("Checked", (3,), {}),
    ("Own", (3,), {}),
    ("Listed", (3,), {}),
]


def told(name: str, args: tuple[Any, ...], words: dict[str, Any], made: Mapping[str, Any]) -> list[Any]:
    """All that can be told of a value."""
    cls = made[name]
    value, same = cls(*args, **words), cls(*args, **words)
    fields = dataclasses.fields(value)
    return [
        repr(value).replace("classes.<locals>.", ""),
        value == same,
        value == "a word",
        hash(value),
        {value, same} == {value},
        [(f.name, getattr(value, f.name), f.init, f.repr, f.compare, f.kw_only) for f in fields],
        dataclasses.asdict(value),
        repr(replace(value)),
        copy.copy(value) == copy.deepcopy(value),
        cls.__match_args__,
        cls.__doc__,
        getattr(cls, "__slots__", "any"),
        dataclasses.is_dataclass(cls),
    ]


@pytest.mark.parametrize(("name", "args", "words"), CALLS)
def test_values_are_made_compared_and_shown_alike(
    name: str, args: tuple[Any, ...], words: dict[str, Any]
) -> None:
    assert told(name, args, words, BOTH["late"]) == told(name, args, words, BOTH["at once"])


@pytest.mark.parametrize("made", BOTH.values(), ids=BOTH)
def test_values_do_not_change(made: Mapping[str, Any]) -> None:
    for value in (made["Checked"](3), made["Own"](3), made["Listed"](3)):
        for change in (setattr, delattr):
            with pytest.raises(dataclasses.FrozenInstanceError, match=r"cannot (assign to|delete) field"):
                change(value, *(("number", 2) if change is setattr else ("number",)))
    hex_, other = made["Hex"](1), made["Hex"](1)
    assert hex_.features is not other.features
    assert made["Beach"](1) != hex_


@pytest.mark.parametrize("made", BOTH.values(), ids=BOTH)
def test_what_is_called_wrongly_says_so(made: Mapping[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Hex.__init__\(\) missing 1 required positional argument: 'line'"):
        made["Hex"]()
    with pytest.raises(TypeError, match=r"__init__\(\) got an unexpected keyword argument 'source'"):
        made["Hex"](1, source="")
    with pytest.raises(ValueError, match="below zero"):
        made["Checked"](-1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(dataclasses.make_dataclass("Field", [("a", dict[str, int])], frozen=True)({}))


def test_a_method_is_written_once() -> None:
    made = classes(LATE)
    hex_ = made["Hex"]
    stub = hex_.__init__
    hex_(1)
    written = hex_.__init__
    assert written is not stub
    hex_(2)
    assert hex_.__init__ is written
    assert made["Beach"].__init__ not in {stub, written}


def test_a_value_takes_nothing_but_its_fields() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'colour'"):
        classes(LATE)["Hex"](1).colour = "red"


def test_only_frozen_values_are_made() -> None:
    with pytest.raises(TypeError, match="values that change"):
        LATE(frozen=False)


def test_values_of_the_tool_can_be_pickled_between_workers() -> None:
    from adjudicator.ruling import Used
    from counters.catalog import load_units

    unit = next(iter(load_units("dark-summer").values()))
    for value in (Used("af of it", "units.csv", "us-1", "af"), unit):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own
