"""What the answers of questions hold: the forms that games share, and those of the questions of every game.

``answer`` of a ruling is plain data. Its form is declared here for the questions that every game has, and in
``answers.py`` of a game, verb by verb, for its own: a struct, a list, a word, or one of several where a
question can be asked in several ways. A question whose supposed action is illegal may leave its answer out:
then it is null.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, UnsetType

from adjudicator.contract import load

__all__ = [
    "EVERYWHERE",
    "BySide",
    "Chance",
    "Fact",
    "Form",
    "HalfMpPath",
    "HalfMpReach",
    "Left",
    "Legality",
    "Pairs",
    "PositionData",
    "Side",
    "answer_schema",
    "answers_of",
    "forms_in",
    "read_answer",
]

_T = TypeVar("_T")

Chance = Annotated[
    str, Meta(pattern=r"^-?[0-9]+(/[0-9]+)?$", description="an exact number, as a fraction: 5/36")
]
Side = Literal["german", "allied"]
Fact = str | int | bool
Left = UnsetType
"""Of a key that is left out where there is nothing to say."""


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every form: no key that it does not name."""


class BySide(Form, Generic[_T], frozen=True, kw_only=True):
    """A value for each side."""

    german: _T
    allied: _T


class Legality(Form, frozen=True, kw_only=True):
    """Whether something is legal, and nothing else."""

    legal: bool


class HalfMpPath(Form, frozen=True, kw_only=True):
    """A hex that is reached, the way there, and its cost in halves of a Movement Point."""

    space: str
    half_mp: int
    path: list[str]


class HalfMpReach(Form, frozen=True, kw_only=True):
    """Movement Points, what they reach, and why the frontier is refused."""

    mp: int
    destinations: list[HalfMpPath]
    refused: dict[str, list[str]]


class Pairs(Form, Generic[_T], frozen=True, kw_only=True):
    """A value for each pair of combat modes, the attacker's first."""

    assault_stand: _T = msgspec.field(name="assault-stand")
    assault_retreat: _T = msgspec.field(name="assault-retreat")
    probe_stand: _T = msgspec.field(name="probe-stand")
    probe_retreat: _T = msgspec.field(name="probe-retreat")


class Sourced(Form, frozen=True, kw_only=True):
    """Where printed values are from: all of a row, and single columns."""

    default: str
    columns: dict[str, str] | Left = UNSET


class PrintedSpace(Form, frozen=True, kw_only=True):
    """A space that a position prints of its own; what is at its default is left out."""

    id: str
    name: str
    kind: str
    features: dict[str, Fact] | Left = UNSET
    aliases: list[str] | Left = UNSET
    sources: Sourced | Left = UNSET


class PrintedEdge(Form, frozen=True, kw_only=True):
    """A boundary that a position prints of its own."""

    a: str
    b: str
    boundary: str
    bridge: bool | Left = UNSET
    road: str | Left = UNSET
    sources: Sourced | Left = UNSET


class PrintedUnit(Form, frozen=True, kw_only=True):
    """A counter that a position prints of its own."""

    id: str
    name: str
    title: str
    side: str
    nationality: str
    branch: str | Left = UNSET
    type: str | Left = UNSET
    kind: str | Left = UNSET
    size: str | Left = UNSET
    division: str | Left = UNSET
    corps: str | Left = UNSET
    af: int | Left = UNSET
    df: int | Left = UNSET
    mf: int | Left = UNSET
    spent_df: int | Left = UNSET
    arrival: int | Left = UNSET
    entry: list[str] | Left = UNSET
    airborne: bool | Left = UNSET
    steps: int | Left = UNSET
    reduced_af: int | Left = UNSET
    reduced_df: int | Left = UNSET
    marks: list[str] | Left = UNSET
    ratings: dict[str, int | None] | Left = UNSET
    sources: Sourced | Left = UNSET


class Printed(Form, frozen=True, kw_only=True):
    """What a position prints otherwise than our maps and counters."""

    map: Literal["ours", "boxes"]
    spaces: list[PrintedSpace] | Left = UNSET
    edges: list[PrintedEdge] | Left = UNSET
    units: list[PrintedUnit] | Left = UNSET


class PlacedUnit(Form, frozen=True, kw_only=True):
    """A unit, where it stands, and its status."""

    id: str
    space: str
    status: str


class Pending(Form, frozen=True, kw_only=True):
    """A decision that waits for a player, or for the dice."""

    player: str
    kind: str
    rule: str
    data: dict[str, Any]


class PositionData(Form, frozen=True, kw_only=True):
    """A whole position, as `open_position` reads it back: `position`."""

    schema: int
    game: str
    printed: Printed | Left = UNSET
    units: list[PlacedUnit]
    facts: dict[str, dict[str, Fact]]
    pending: list[Pending]
    options: dict[str, str]
    unknown: list[str]
    notes: list[str] | Left = UNSET
    strange: dict[str, list[str]] | Left = UNSET


class Applied(Form, frozen=True, kw_only=True):
    """What an action changed, what is still to settle, and the new position: `apply`."""

    changes: list[str]
    pending: list[str]
    position: PositionData


class Now(Form, frozen=True, kw_only=True):
    """Where play stands, who acts, what waits, and which kinds of action are open: `next`."""

    phase: str
    player: str
    pending: list[str]
    actions: list[str]


class OpenAttack(Form, frozen=True, kw_only=True):
    """An attack as it is typed, what comes first, what is against it, its odds as a question: `attacks`."""

    space: str
    first: list[str]
    attack: str
    units: list[str]
    open: bool
    against: list[str]
    moment: list[str]
    odds: dict[str, str | list[str]]


class CutLine(Form, frozen=True, kw_only=True):
    """A supply line, and the spaces and units that would cut it: `cuts`."""

    path: list[str] | Left = UNSET
    spaces: list[str]
    units: list[str]


class PrintedValue(Form, frozen=True, kw_only=True):
    """A printed value and where it is from."""

    value: Fact | list[str]
    source: str


class PrintedValues(Form, frozen=True, kw_only=True):
    """What is printed for a space or a unit, by column."""

    printed: dict[str, PrintedValue]


class Doubtful(Form, frozen=True, kw_only=True):
    """Spaces, counters or borders of which the same columns, and no others, are doubtful."""

    columns: list[str]
    of: list[str]


class DoubtfulValues(Form, frozen=True, kw_only=True):
    """What is reconstructed or without ground; each space, counter and border stands once."""

    spaces: list[Doubtful]
    counters: list[Doubtful]
    borders: list[Doubtful]


class Way(Form, frozen=True, kw_only=True):
    """A way to a space, and its cost in the measure of the game, if the unit may end there."""

    space: str
    path: list[str]
    half_mp: int | Left = UNSET
    sixths: int | Left = UNSET
    mf: int | Left = UNSET
    cost: int | Left = UNSET


class Route(Form, frozen=True, kw_only=True):
    """The way through the spaces that were named, and where it may lead on."""

    way: Way
    onward: list[Way]


EVERYWHERE: Mapping[str, Any] = {
    "check": bool,
    "apply": Applied | bool,
    "next": Now,
    "position": PositionData,
    "cuts": CutLine,
    "attacks": list[OpenAttack],
    "printed": PrintedValues | DoubtfulValues,
    "route": Route,
}
"""Verb -> what it answers, of the questions that every game has."""


def answers_of(slug: str) -> Mapping[str, Any]:
    """What the answers of a game's questions hold.

    Parameters
    ----------
    slug
        The game.

    Returns
    -------
    mapping of str to type
        Verb -> form; a union where a question is asked in several ways.

    Examples
    --------
    >>> answers_of("dark-summer")["distance"].__struct_fields__
    ('distance', 'adjacent')
    """
    own: Mapping[str, Any] = load(slug).own("answers:ANSWERS")
    return {**EVERYWHERE, **own}


def forms_in(form: Any) -> tuple[Any, ...]:
    """The single forms that an answer may have.

    Parameters
    ----------
    form
        As `answers_of` has it.

    Returns
    -------
    tuple of type

    Examples
    --------
    >>> forms_in(bool | list[str])
    (<class 'bool'>, list[str])
    """
    return get_args(form) if get_origin(form) in {Union, types.UnionType} else (form,)


def read_answer(answer: Any, form: type[_T]) -> _T:
    """An answer as a typed value, strictly: every key known, every value of its type.

    Parameters
    ----------
    answer
        ``ruling.answer``, or the same out of JSON.
    form
        A struct of a game's ``answers``, or any other single form of `forms_in`.

    Returns
    -------
    form

    Raises
    ------
    msgspec.ValidationError
        It has another form.

    Examples
    --------
    >>> read_answer({"german": 3, "allied": 5}, BySide[int]).allied
    5
    >>> read_answer({"legal": True, "moon": 1}, Legality)
    Traceback (most recent call last):
    msgspec.ValidationError: Object contains unknown field `moon`
    """
    return msgspec.json.decode(msgspec.json.encode(answer), type=form)


def answer_schema(form: Any) -> dict[str, Any]:
    """JSON Schema of an answer; null stands for an answer that was left out.

    Parameters
    ----------
    form
        As `answers_of` has it.

    Returns
    -------
    dict

    Examples
    --------
    >>> answer_schema(bool | list[str])["anyOf"]
    [{'type': 'boolean'}, {'type': 'array', 'items': {'type': 'string'}}, {'type': 'null'}]
    """
    single = [each for each in forms_in(form) if each is not types.NoneType]
    found, known = msgspec.json.schema_components(single)
    return {"anyOf": [*found, {"type": "null"}]} | ({"$defs": known} if known else {})
