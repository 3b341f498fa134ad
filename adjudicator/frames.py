"""What a pending decision holds, as a dataclass: asked, read and changed in one way by every game.

A position carries plain JSON data; a rule reads fields. A dataclass says which: a field without a default
must be there, and a field that holds its default is left out, except one made by `always`.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from adjudicator.errors import PositionError
from adjudicator.position import AUTO, Decision, Draft, View
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Frame", "always", "plain", "strict"]

_T = TypeVar("_T", bound="DataclassInstance")
_V = TypeVar("_V")
_ALWAYS = "always"


def always(default: _V) -> _V:
    """A field of a frame that is written even while it holds its default.

    Parameters
    ----------
    default
        An immutable value; a mapping is copied for each frame.

    Returns
    -------
    a field of a dataclass

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Fire:
    ...     hex: str
    ...     stage: str = always("dice")
    ...     lost: int = 0
    >>> plain(Fire("3304"))
    {'hex': '3304', 'stage': 'dice'}
    """
    told = {_ALWAYS: True}
    if isinstance(default, Mapping):
        made: _V = dataclasses.field(default_factory=lambda: _plain(default), metadata=told)
        return made
    kept: _V = dataclasses.field(default=default, metadata=told)
    return kept


def plain(held: Any) -> dict[str, Any]:
    """Plain JSON data of a frame, in the order of its fields.

    Parameters
    ----------
    held
        A dataclass of numbers, words, tuples, mappings and dataclasses.

    Returns
    -------
    dict

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Losses:
    ...     units: tuple[str, ...]
    ...     steps: int = 0
    >>> plain(Losses(("ge-916",)))
    {'units': ['ge-916']}
    """
    pairs = ((f, getattr(held, f.name)) for f in _fields(held.__class__))
    return {f.name: _plain(value) for f, value in pairs if _is_told(f, value)}


@functools.cache
def _fields(holds: type[DataclassInstance]) -> tuple[dataclasses.Field[Any], ...]:
    """Of a class, looked up once."""
    return dataclasses.fields(holds)


def _is_told(field: dataclasses.Field[Any], value: Any) -> bool:
    if _ALWAYS in field.metadata:
        return True
    if field.default_factory is not dataclasses.MISSING:
        return bool(value != field.default_factory())
    return field.default is dataclasses.MISSING or value != field.default


def _plain(value: Any) -> Any:
    if isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return plain(value) if dataclasses.is_dataclass(value) else value


def strict(holds: type[_T], data: Mapping[str, Any]) -> _T:
    """Read plain JSON data: every field that is needed, no other, each of its type.

    Parameters
    ----------
    holds
        The dataclass.
    data
        As `plain` writes it.

    Returns
    -------
    instance of `holds`

    Raises
    ------
    PositionError
        A field is missing, unknown, or of another type.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Losses:
    ...     units: tuple[str, ...]
    ...     steps: int = 0
    >>> strict(Losses, {"units": ["ge-916"]})
    Losses(units=('ge-916',), steps=0)
    >>> strict(Losses, {"units": ["ge-916"], "hex": "3304"})
    Traceback (most recent call last):
    ...
    adjudicator.errors.PositionError: Losses holds units, steps, not hex
    """
    try:
        found = msgspec.convert(data, holds)
    except msgspec.ValidationError as fault:
        raise PositionError([f"{holds.__name__}: {fault}"]) from None
    _no_others(found, data)
    return found


def _no_others(held: Any, data: Mapping[str, Any]) -> None:
    """Refuse data that belong to no field, in the dataclasses that it holds as well."""
    names = [f.name for f in _fields(held.__class__)]
    if others := [str(key) for key in data if key not in names]:
        fields = ", ".join(names) or "nothing"
        raise PositionError([f"{type(held).__name__} holds {fields}, not {', '.join(others)}"])
    for key, value in data.items():
        if isinstance(value, Mapping) and dataclasses.is_dataclass(inner := getattr(held, key)):
            _no_others(inner, value)


@dataclass(frozen=True, slots=True)
class Frame(Generic[_T]):
    """One kind of pending decision, and the dataclass that it holds.

    Parameters
    ----------
    kind
        As ``decisions.toml`` names it.
    rule
        Section that asks for it.
    holds
        The dataclass.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> @dataclass(frozen=True)
    ... class Losses:
    ...     area: str
    ...     points: int
    >>> losses, draft = Frame("casualties", "9.5", Losses), GAME.scenario("d-day").draft()
    >>> losses.push(draft, Losses("omaha-beach", 3), "german")
    >>> losses.amend(draft, points=2)
    Losses(area='omaha-beach', points=2)
    >>> draft.decision
    Decision(player='german', kind='casualties', rule='9.5', data={'area': 'omaha-beach', 'points': 2})
    """

    kind: str
    rule: str
    holds: type[_T]

    def push(self, draft: Draft, held: _T, player: str = AUTO, *, rule: str = "") -> None:
        """Ask for it: it is settled before all that waits already.

        Parameters
        ----------
        draft
            The position in the making.
        held
            What it is about.
        player
            Who settles it; `AUTO` for a step that follows by itself.
        rule
            Section that asks for it, if not the usual one.
        """
        draft.pending = (*draft.pending, Decision(player, self.kind, rule or self.rule, plain(held)))

    def read(self, decision: Decision) -> _T:
        """What a decision of this kind holds.

        Parameters
        ----------
        decision
            Such a decision.

        Returns
        -------
        instance of the dataclass

        Raises
        ------
        PositionError
            It holds something else.
        """
        return strict(self.holds, decision.data)

    def asked(self, view: View) -> _T | None:
        """What is asked for now; None when the decision on top is another.

        Parameters
        ----------
        view
            Where to look.

        Returns
        -------
        instance of the dataclass or None

        Raises
        ------
        PositionError
            It holds something else.
        """
        top = view.decision
        return self.read(top) if top is not None and top.kind == self.kind else None

    def settle(self, draft: Draft) -> _T:
        """Take it off the stack, and say what it held.

        Parameters
        ----------
        draft
            The position in the making, with this kind of decision on top.

        Returns
        -------
        instance of the dataclass

        Raises
        ------
        LookupError
            Another decision is on top.
        PositionError
            It holds something else.
        """
        held = self.asked(draft)
        if held is None:
            raise LookupError(f"no {self.kind} is to be settled now")
        draft.settle()
        return held

    def every(self, view: View) -> tuple[_T, ...]:
        """What all decisions of this kind on the stack hold.

        Parameters
        ----------
        view
            Where to look.

        Returns
        -------
        tuple
            The innermost, which interrupts all others, last.

        Raises
        ------
        PositionError
            One holds something else.
        """
        return tuple([self.read(d) for d in state_of(view).pending if d.kind == self.kind])

    def current(self, view: View) -> _T | None:
        """What the innermost decision of this kind holds, whatever it waits for.

        Parameters
        ----------
        view
            Where to look.

        Returns
        -------
        instance of the dataclass or None
            None without one.

        Raises
        ------
        PositionError
            It holds something else.
        """
        found = [d for d in state_of(view).pending if d.kind == self.kind]
        return self.read(found[-1]) if found else None

    def amend(self, draft: Draft, **changes: Any) -> _T:
        """Change what the innermost decision of this kind holds.

        Parameters
        ----------
        draft
            The position in the making.
        **changes
            Fields of the dataclass.

        Returns
        -------
        instance of the dataclass
            As it is now.

        Raises
        ------
        LookupError
            None is on the stack.
        PositionError
            It holds something else.
        """
        pending = draft.pending
        place = max((n for n, d in enumerate(pending) if d.kind == self.kind), default=None)
        if place is None:
            raise LookupError(f"no {self.kind} is under way")
        old = pending[place]
        held = dataclasses.replace(self.read(old), **changes)
        draft.pending = (*pending[:place], _holding(old, held), *pending[place + 1 :])
        return held

    def amend_every(self, draft: Draft, change: Callable[[_T], Mapping[str, Any]]) -> None:
        """Change what every decision of this kind holds.

        Parameters
        ----------
        draft
            The position in the making.
        change
            What one holds -> fields with their new values.

        Raises
        ------
        PositionError
            One holds something else.
        """
        read = self.read
        draft.pending = tuple(
            [
                _holding(d, dataclasses.replace(read(d), **change(read(d)))) if d.kind == self.kind else d
                for d in draft.pending
            ]
        )


def _holding(decision: Decision, held: DataclassInstance) -> Decision:
    return dataclasses.replace(decision, data=plain(held))
