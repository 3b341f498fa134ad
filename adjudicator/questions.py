"""Typed questions: one declaration gives the JSON form, its schema, the case file and the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.contract import Asking, Game, Question
from adjudicator.errors import MalformedAction
from adjudicator.homes import named
from module_builder.vassal.values import dataclass

__all__ = [
    "Asking",
    "Field",
    "Layered",
    "Question",
    "Verbs",
    "fields_of",
    "question",
    "read_question",
    "schema_of",
]

_NUMBER, _TEXT, _LIST = 10**9, 100_000, 10_000
_Q = TypeVar("_Q", bound="type[Question]")


def question(verb: str) -> Callable[[_Q], _Q]:
    """Name the verb that asks a question.

    Parameters
    ----------
    verb
        On the command line, in JSON and in case files.

    Returns
    -------
    decorator

    Examples
    --------
    >>> @question("weather")
    ... class Weather(Question):
    ...     pass
    >>> Weather.verb
    'weather'
    """

    def mark(cls: _Q) -> _Q:
        cls.verb = verb
        return cls

    return mark


class Layered(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question whose answer lies on a map as a layer, in those games that have what it is about."""

    @classmethod
    def lies(cls, game: Game) -> bool:
        """Whether a game has what the question is about.

        Parameters
        ----------
        game
            What is played.

        Returns
        -------
        bool
        """
        raise NotImplementedError


_EVERYWHERE: Mapping[str, str] = {
    "check": "adjudicator.asking.verbs:Check",
    "apply": "adjudicator.asking.verbs:Apply",
    "next": "adjudicator.asking.verbs:Next",
    "position": "adjudicator.asking.verbs:Where",
    "cuts": "adjudicator.asking.cuts:Cuts",
    "attacks": "adjudicator.asking.attacks:Attacks",
    "reach": "adjudicator.asking.comers:Comers",
    "route": "adjudicator.asking.route:Route",
    "printed": "adjudicator.asking.printed:Printed",
}


_BY_ACTING = frozenset({"check", "apply", "next", "attacks", "reach", "route"})
"""Verbs of every game that need its actions."""


class Verbs(Mapping[str, "type[Question]"]):
    """Verb -> question, those of every game first; a question's module is loaded when it is asked for.

    Parameters
    ----------
    package
        Package of the game.
    own
        Verb of the game -> ``module:Class`` in its package.
    acts
        Whether the game knows actions; without them nothing is checked, carried out or found out by trying.

    Examples
    --------
    >>> verbs = Verbs("adjudicator.june_six", {"odds": "questions_combat:Odds"})
    >>> verbs["odds"].verb, verbs["check"].verb
    ('odds', 'check')
    """

    __slots__ = ("_homes",)

    def __init__(self, package: str, own: Mapping[str, str], *, acts: bool = True) -> None:
        general = {verb: home for verb, home in _EVERYWHERE.items() if acts or verb not in _BY_ACTING}
        self._homes = {**general, **{verb: f"{package}.{home}" for verb, home in own.items()}}

    def __getitem__(self, verb: str) -> type[Question]:
        found: type[Question] = named(self._homes[verb])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a question, as the command line shows it.

    Parameters
    ----------
    name, help
        Name and one line.
    many, flag
        Whether it takes several words, or none.
    word
        Whether it is given by place instead of by ``--name``.
    required
        Whether it must be given.
    number
        Whether its values are whole numbers.
    json
        Whether its value is an object, typed as JSON.

    Examples
    --------
    >>> Field("area", "the Area", False, False, True, True, False).name
    'area'
    """

    name: str
    help: str
    many: bool
    flag: bool
    word: bool
    required: bool
    number: bool
    json: bool = False


def fields_of(cls: type[Question]) -> tuple[Field, ...]:
    """Fields of a question in order.

    Parameters
    ----------
    cls
        A question.

    Returns
    -------
    tuple of Field

    Examples
    --------
    >>> class Where(Question):
    ...     unit: str
    >>> [(f.name, f.word, f.required) for f in fields_of(Where)]
    [('unit', True, True)]
    """
    info = msgspec.inspect.type_info(cls)
    assert isinstance(info, msgspec.inspect.StructType)  # noqa: S101 - narrows the type
    return tuple(_field(f) for f in info.fields)


def _field(f: msgspec.inspect.Field) -> Field:
    kind, extra, text = f.type, {}, ""
    if isinstance(kind, msgspec.inspect.Metadata):
        extra, text, kind = kind.extra or {}, (kind.extra_json_schema or {}).get("description", ""), kind.type
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = next(t for t in kind.types if not isinstance(t, msgspec.inspect.NoneType))
    if isinstance(kind, msgspec.inspect.Metadata):  # the bounds of a number that may be left out
        kind = kind.type
    many = isinstance(kind, msgspec.inspect.VarTupleType)
    inner = kind.item_type if isinstance(kind, msgspec.inspect.VarTupleType) else kind
    flag = isinstance(kind, msgspec.inspect.BoolType)
    word = bool(extra.get("word", f.required))
    number = isinstance(inner, msgspec.inspect.IntType)
    data = isinstance(kind, msgspec.inspect.DictType)
    return Field(f.name, text, many, flag, word, f.required, number, data)


def read_question(cls: type[Question], data: Mapping[str, Any]) -> Question:
    """Make a question of plain JSON data.

    Parameters
    ----------
    cls
        Its class.
    data
        Field -> value.

    Returns
    -------
    Question

    Raises
    ------
    MalformedAction
        With the path of the fault.

    Examples
    --------
    >>> class Where(Question):
    ...     unit: str
    >>> read_question(Where, {"unit": "916"})
    Where(unit='916')
    >>> read_question(Where, {"unti": "916"})
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: where: Object contains unknown field `unti`
    """
    verb = cls.verb or cls.__name__.lower()
    if any(_is_monstrous(value) for value in data.values()):
        raise MalformedAction(f"{verb}: a number has at most nine digits, a text {_TEXT:,} characters")
    try:
        return msgspec.convert(data, cls)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise MalformedAction(f"{verb}: {fault}") from None


def _is_monstrous(value: Any) -> bool:
    """Whether a number, a text or a list is larger than any question needs."""
    if isinstance(value, int):
        return abs(value) >= _NUMBER
    if isinstance(value, str):
        return len(value) > _TEXT
    inner = list(value.values()) if isinstance(value, dict) else value
    return isinstance(inner, list | tuple) and (len(inner) > _LIST or any(map(_is_monstrous, inner)))


def schema_of(questions: Sequence[type[Question]]) -> dict[str, Any]:
    """JSON Schema of questions.

    Parameters
    ----------
    questions
        Their classes.

    Returns
    -------
    dict
        Verb -> schema.

    Examples
    --------
    >>> class Where(Question):
    ...     verb = "where"
    ...     unit: str
    >>> schema_of([Where])["where"]["$defs"]["Where"]["required"]
    ['unit']
    """
    return {cls.verb: msgspec.json.schema(cls) for cls in questions}
