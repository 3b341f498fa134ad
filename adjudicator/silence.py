"""What a position leaves out, heard wherever it is read: by a rule, by a layer kept from before, by a table.

Whoever reads what is not said calls `hear`. What can be assumed is assumed and kept for the ruling; what
cannot raises `Missing`, or is noted when everything that is missing shall be named at once. What was heard
while a layer was computed is kept with it and told again to whoever uses it: all verbs assume the same.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from adjudicator.errors import PositionError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.schema import Fact, Item, Schema
    from maps.board import Feature, Space

__all__ = [
    "EVERY",
    "PIECE",
    "Ear",
    "Missing",
    "Said",
    "Silence",
    "everything_missing",
    "form_of",
    "hear",
    "kept",
    "listening",
    "missing_feature",
    "overheard",
    "remember",
    "strange_pieces",
    "tell",
    "words_for",
]

_T = TypeVar("_T")
EVERY = "*"
"""Subject of a reading of all that is stated of an item."""
PIECE = "piece"
"""Item of a reading of who stands in a space where something stands that nobody could tell to be a unit."""
_LISTED = 3


@dataclass(frozen=True, slots=True)
class Silence:
    """One thing that a position does not say and a rule read.

    Parameters
    ----------
    item, subject
        Item of state or printed feature, and the id of whom or what.
    name
        The subject as a person calls it.
    rule
        Section that reads it.
    assumed
        What is assumed instead; empty when it must be said.
    missing
        What is missing, with the form in which it can be typed.
    needed
        Whether nothing may be assumed.

    Examples
    --------
    >>> str(Silence("weather", "", "", "18.1", "it is Clear", "the position does not say the weather"))
    'assumed: it is Clear (18.1)'
    """

    item: str
    subject: str
    name: str
    rule: str
    assumed: str
    missing: str
    needed: bool = False

    def __str__(self) -> str:
        return f"assumed: {self.assumed} ({self.rule})"


class Missing(PositionError):
    """The position does not say what a rule needs.

    Examples
    --------
    >>> print(Missing([Silence("tem", "a", "A", "9.3B", "", "the position does not say the tem of A")]))
    the position does not say the tem of A
    """

    def __init__(self, silences: Iterable[Silence]) -> None:
        self.silences = tuple(silences)
        super().__init__([silence.missing for silence in self.silences])


@dataclasses.dataclass(slots=True)
class Ear:
    """What was heard so far.

    Parameters
    ----------
    strict
        Nothing may be assumed.
    lenient
        What is missing is noted, and a stand-in read instead, so that all of it can be named.
    heard
        (item, subject, whether it may not be assumed) -> what was not said.

    Examples
    --------
    >>> Ear().heard
    {}
    """

    strict: bool = False
    lenient: bool = False
    heard: dict[tuple[str, str, bool], Silence] = field(default_factory=dict)


_EAR: ContextVar[Ear | None] = ContextVar("ear", default=None)


@contextmanager
def listening(*, strict: bool = False, lenient: bool = False) -> Iterator[Ear]:
    """Hear what is read and not said until the end of the block.

    Parameters
    ----------
    strict, lenient
        As in `Ear`.

    Yields
    ------
    Ear

    Examples
    --------
    >>> with listening() as ear:
    ...     hear("weather", "", lambda: Silence("weather", "", "", "18.1", "it is Clear", "not said"))
    >>> [str(silence) for silence in ear.heard.values()]
    ['assumed: it is Clear (18.1)']
    """
    ear = Ear(strict, lenient)
    token = _EAR.set(ear)
    try:
        yield ear
    finally:
        _EAR.reset(token)


def hear(item: str, subject: str, silence: Callable[[], Silence], *, strict: bool = False) -> None:
    """Something was read that the position does not say.

    Parameters
    ----------
    item, subject
        What, and of whom or what.
    silence
        Puts it into words.
    strict
        It may not be assumed.

    Raises
    ------
    Missing
        It cannot be assumed.
    """
    ear = _EAR.get()
    if ear is None or (item, subject, strict) not in ear.heard:
        told = silence()
        _take(ear, replace(told, needed=True) if strict and not told.needed else told)


def _take(ear: Ear | None, silence: Silence) -> None:
    demanded = silence.needed or (ear is not None and ear.strict and silence.missing)
    if demanded and not (ear is not None and ear.lenient):
        raise Missing([silence])
    if ear is not None:
        ear.heard[silence.item, silence.subject, silence.needed] = silence


def tell(silences: Iterable[Silence]) -> None:
    """Tell again what was heard when something now used was worked out.

    Parameters
    ----------
    silences
        What was heard then.

    Raises
    ------
    Missing
        It cannot be assumed.
    """
    ear = _EAR.get()
    for silence in silences:
        _take(ear, silence)


def overheard(compute: Callable[[], _T]) -> tuple[_T, tuple[Silence, ...]]:
    """Work something out that may not be used, with what was heard meanwhile: `tell` it if it is used.

    Parameters
    ----------
    compute
        Works it out.

    Returns
    -------
    (whatever `compute` returns, tuple of Silence)

    Examples
    --------
    >>> overheard(lambda: 1)
    (1, ())
    """
    outer = _EAR.get()
    strict, lenient = (outer.strict, outer.lenient) if outer is not None else (False, False)
    with listening(strict=strict, lenient=lenient) as ear:
        value = compute()
    if lenient:
        tell(ear.heard.values())
    return value, tuple(ear.heard.values())


def remember(compute: Callable[[], _T]) -> tuple[_T, tuple[Silence, ...]]:
    """Work something out, with what was heard meanwhile.

    Parameters
    ----------
    compute
        Works it out.

    Returns
    -------
    (whatever `compute` returns, tuple of Silence)

    Examples
    --------
    >>> remember(lambda: 1)
    (1, ())
    """
    outer = _EAR.get()
    with listening(lenient=outer is not None and outer.lenient) as ear:
        value = compute()
    silences = tuple(ear.heard.values())
    if silences:
        tell(silences)
    return value, silences


def kept(maxsize: int) -> Callable[[Callable[..., _T]], Callable[..., _T]]:
    """Keep what a function of a board returns, and what it heard; everyone who is given it is told again.

    Parameters
    ----------
    maxsize
        How many results are kept.

    Returns
    -------
    decorator

    Examples
    --------
    >>> @kept(maxsize=2)
    ... def size(board: str) -> int:
    ...     return len(board)
    >>> size("abc")
    3
    """

    def decorate(function: Callable[..., _T]) -> Callable[..., _T]:
        memory = functools.lru_cache(maxsize)(
            lambda *args, **words: remember(lambda: function(*args, **words))
        )

        @functools.wraps(function)
        def again(*args: Any, **words: Any) -> _T:
            value, silences = cast("tuple[_T, tuple[Silence, ...]]", memory(*args, **words))
            if silences:
                tell(silences)
            return value

        return again

    return decorate


def words_for(item: Item, subject: str, name: str) -> Silence:
    """Put into words that an item of state is not said.

    Parameters
    ----------
    item
        The item.
    subject
        Id of whom or what; `EVERY` where all that is stated of it was read.
    name
        The subject as a person calls it.

    Returns
    -------
    Silence

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> str(words_for(GAME.schema.items["date"], "", ""))
    'assumed: it is 6 June (3.7)'
    """
    what = item.name.replace("-", " ")
    if subject == EVERY:
        return Silence(item.name, subject, "", item.rule, f"of '{what}' only what is stated", "")
    of = f" of {name}" if subject else ""
    place = f':"{name}"' if subject else ""
    missing = (
        f"the position does not say the {what}{of} ({item.rule}): add it, "
        f"or give --given {item.name}{place}={form_of(item)}"
    )
    assumed = item.assumed.format(name=name) or f"the {what}{of} is {_spelt(item.default)}"
    return Silence(item.name, subject, name, item.rule, assumed, missing)


def _spelt(value: Fact) -> str:
    """A value as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"


def strange_pieces(space: str, name: str, pieces: Sequence[str]) -> Silence:
    """Put into words that nobody could tell what some pieces in a space are.

    Parameters
    ----------
    space, name
        Where they stand.
    pieces
        What they are called.

    Returns
    -------
    Silence

    Examples
    --------
    >>> str(strange_pieces("caen", "Caen", ["Tiger 503", "Tiger 503", "A", "B"]))
    'assumed: Tiger 503, Tiger 503, A and 1 more in Caen are no units (adapter)'
    """
    many = f" and {len(pieces) - _LISTED} more" if len(pieces) > _LISTED else ""
    named, one = ", ".join(pieces[:_LISTED]) + many, len(pieces) == 1
    it = "it" if one else "them"
    missing = (
        f"nobody has said what {named} in {name} {'is' if one else 'are'} (adapter): name {it} there under "
        f"[units], or list {it} under ignore"
    )
    assumed = f"{named} in {name} {'is no unit' if one else 'are no units'}"
    return Silence(PIECE, space, name, "adapter", assumed, missing)


def form_of(item: Item) -> str:
    """How a value of an item is typed.

    Parameters
    ----------
    item
        The item.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> form_of(GAME.schema.items["advantage"])
    'german|allied'
    """
    if item.values:
        return "|".join(filter(None, item.values))
    kinds = {bool: "yes|no", int: "NUMBER"}
    return kinds.get(type(item.default), "WORD")


def missing_feature(feature: str, space: Space, rule: str, item: Item | None) -> Silence:
    """Put into words that something printed on a space is not said.

    Parameters
    ----------
    feature
        What would be printed.
    space
        Where.
    rule
        Section that reads it.
    item
        Its item of state, if it has one.

    Returns
    -------
    Silence

    Examples
    --------
    >>> from maps.board import Space
    >>> missing_feature("tem", Space("a", "A", "area"), "9.3B", None).missing
    'the position does not say the tem of A (9.3B): add it, or give --given area:"A"="tem VALUE"'
    """
    kind = space.kind if space.kind in {"hex", "zone"} else "area"
    name = space.name
    missing = (
        f"the position does not say the {feature} of {name} ({rule}): add it, "
        f'or give --given {kind}:"{name}"="{feature} VALUE"'
    )
    if item is not None and item.assumed:
        return Silence(feature, space.id, name, item.rule, item.assumed.format(name=name), missing)
    return Silence(feature, space.id, name, rule, "", missing, needed=True)


class Said(dict[str, "Feature"]):
    """What a sketch says to be printed on a space; what it leaves out is heard when it is read.

    Parameters
    ----------
    said
        Feature -> value.
    schema, space
        Of the game; the space.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from maps.board import Space
    >>> said = Said({"tem": 1}, GAME.schema, Space("a", "A", "area"))
    >>> with listening() as ear:
    ...     said.get("terrain"), "terrain" in said, said.get("tem")
    ('open', False, 1)
    >>> [str(silence) for silence in ear.heard.values()]
    ['assumed: A is not Bocage (3.21)']
    """

    __slots__ = ("schema", "space")

    def __init__(self, said: Mapping[str, Feature], schema: Schema, space: Space) -> None:
        super().__init__(said)
        self.schema, self.space = schema, space

    def get(self, feature: str, default: Any = None) -> Any:
        """Value of a feature; what is assumed where the sketch does not say it."""
        if feature in self:
            return self[feature]
        item = self.schema.feature(feature)
        if item is None:
            return default
        hear(feature, self.space.id, lambda: missing_feature(feature, self.space, item.rule, item))
        return item.default

    def __or__(self, more: Mapping[str, Feature]) -> Said:  # type: ignore[override]
        return Said({**self, **more}, self.schema, self.space)


def everything_missing(ask: Callable[[], object], fault: Missing, *, strict: bool) -> Missing:
    """Name all that is missing, not only what was missed first.

    Parameters
    ----------
    ask
        Asks the question of a position of its own.
    fault
        What was missed first.
    strict
        Nothing may be assumed.

    Returns
    -------
    Missing
    """
    # with stand-ins nothing is sure: what was heard before a fault counts
    with listening(strict=strict, lenient=True) as ear, contextlib.suppress(Exception):
        ask()
    silences = {(s.item, s.subject): s for s in fault.silences}
    found = [s for s in ear.heard.values() if s.missing and (strict or s.needed)]
    silences = {(s.item, s.subject): s for s in found} | silences
    return Missing(silences.values())
