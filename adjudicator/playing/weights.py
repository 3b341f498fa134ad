"""What players weigh in a game, and how much: ``weights.toml``, read and checked.

The environment variable ``BOCAGE_WEIGHTS`` names a file of other weights, for who tries some.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.actions import kind_of
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.sides import SIDES
from maps.errors import DataError
from maps.tomlfile import read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "TERMS",
    "Count",
    "Measures",
    "Weights",
    "measures_of",
    "weighed",
    "weighed_games",
    "weights_text",
]

_OURS = Path(__file__).with_name("weights.toml")
_OTHERS = "BOCAGE_WEIGHTS"
TERMS = ("win", "points", "own", "enemy", "supply", "control", "guard", "approach", "threat")
"""What is weighed, in the order in which it is told."""
_LISTS_OF_KINDS = ("ends", "opens", "prepares", "left_out")
_KEYS: Mapping[str, type] = {
    "points": list,
    "winner": str,
    "worth": str,
    "worth_now": str,
    "worth_when": list,
    "decides": dict,
    "features": dict,
    "control": str,
    "supply": str,
    "supply_takes": str,
    "ratings": list,
    "bare": float,
    "shore": list,
    "waiting": dict,
    "reach": int,
    "enough": float,
    "status": dict,
    **dict.fromkeys(_LISTS_OF_KINDS, list),
    **dict.fromkeys(SIDES, dict),
}


@dataclass(frozen=True, slots=True)
class Count:
    """A number in the answer of a game's ``victory`` question.

    Parameters
    ----------
    path
        Keys that lead to it, with dots between; to a list of scores where `number` is given.
    times
        What it is multiplied with, so that points of the Allies are positive.
    side
        Of a list: only rows of this side.
    number
        Of a list: the key of its rows that is added up.

    Examples
    --------
    >>> Count("vp.german", -1.0).number
    ''
    """

    path: str
    times: float
    side: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each term counts for one side.

    Parameters
    ----------
    win, points, own, enemy, supply, control, guard, approach, threat
        See ``weights.toml``.

    Examples
    --------
    >>> measures_of("storm-over-normandy").weights["allied"].points
    1.0
    """

    win: float
    points: float
    own: float
    enemy: float
    supply: float
    control: float
    guard: float
    approach: float
    threat: float


@dataclass(frozen=True, slots=True)
class Measures:
    """How a game is measured.

    Parameters
    ----------
    points, winner
        Where its ``victory`` question tells the points, and who has won.
    worth
        ``module:function`` that names places of a board that may count; empty where `features` of spaces say
        which do, and for how much.
    worth_now
        ``module:function`` in the game that says what they are worth in a position, by their spaces.
    worth_when
        Items of the game's state by which they are worth more or less.
    decides
        Space -> what it is worth besides until the Allies hold it, since the Germans win by it.
    features
        Feature of a space -> what a point of it counts.
    control
        ``module:function`` in the game that says who controls a space.
    supply, supply_takes
        ``module:function`` in the game that says whether a unit is supplied, given ``unit`` (its id) or
        ``piece``; empty where it is not weighed.
    ratings, bare
        Attributes and ratings of a counter, the first that it has is its strength; the strength of others.
    shore, waiting
        Kinds of space where a unit counts whole; other kinds, or single spaces, with their share. Elsewhere
        it counts nothing.
    reach, enough
        How many spaces from a place a unit still counts there; the strength that half secures one.
    status
        Status -> share of its strength that a unit has left.
    ends, opens, prepares, left_out
        Kinds of action by which a side lets play go on: what comes of them comes anyway. Kinds that count as
        the best of what they open the way to. Kinds that are taken before an end even if they gain nothing
        that is seen. Kinds that are not looked at, as long as there are others.
    weights
        Side -> its weights.

    Examples
    --------
    >>> measures_of("breakout-normandy").status["d2"] < 1
    True
    """

    points: tuple[Count, ...]
    winner: str
    worth: str
    worth_now: str
    worth_when: tuple[str, ...]
    decides: Mapping[str, float]
    features: Mapping[str, float]
    control: str
    supply: str
    supply_takes: str
    ratings: tuple[str, ...]
    bare: float
    shore: frozenset[str]
    waiting: Mapping[str, float]
    reach: int
    enough: float
    status: Mapping[str, float]
    ends: frozenset[str]
    opens: frozenset[str]
    prepares: frozenset[str]
    left_out: frozenset[str]
    weights: Mapping[str, Weights]


@functools.cache
def _read(others: str) -> Mapping[str, Measures]:
    path = Path(others or _OURS)
    data = read_toml(path)
    return {slug: _measures(path.name, slug, body) for slug, body in data.items()}


def weighed_games() -> tuple[str, ...]:
    """Slugs of the games that a greedy player can play.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> "dark-summer" in weighed_games()
    True
    """
    return tuple(_read(os.environ.get(_OTHERS, "")))


def measures_of(slug: str) -> Measures:
    """How a game is measured.

    Parameters
    ----------
    slug
        The game.

    Returns
    -------
    Measures

    Raises
    ------
    MalformedAction
        Nobody has said what counts in it.

    Examples
    --------
    >>> measures_of("storm-over-normandy").winner
    'winner'
    """
    return _known(os.environ.get(_OTHERS, ""), slug)


@functools.cache
def _known(others: str, slug: str) -> Measures:
    """The measures of a game, whose kinds of action are those of its rules."""
    found = _read(others).get(slug)
    if found is None:
        raise MalformedAction(
            f"nobody has said what counts in {slug}, so no greedy player plays it",
            f"Known: {', '.join(_read(others))}",
        )
    kinds = {kind_of(handler.action) for handler in load(slug).handlers.values()}
    for key in _LISTS_OF_KINDS:
        for kind in sorted(getattr(found, key) - kinds):
            place = f"[{slug}], key {key}"
            raise DataError(Path(others or _OURS).name, place, f"kinds of action of the game, not {kind!r}")
    return found


def _measures(file: str, slug: str, body: Any) -> Measures:
    if not isinstance(body, dict) or set(body) != set(_KEYS):
        wrong = sorted(set(body) ^ set(_KEYS)) if isinstance(body, dict) else [slug]
        raise DataError(file, f"[{slug}], key {wrong[0]}", f"exactly the keys {', '.join(_KEYS)}")
    for key, kind in _KEYS.items():
        if not isinstance(body[key], kind):
            raise DataError(file, f"[{slug}], key {key}", f"a {kind.__name__}, not {body[key]!r}")
    return Measures(
        points=tuple(_count(file, slug, row) for row in body["points"]),
        decides=_numbers(file, f"{slug}.decides", body["decides"]),
        features=_numbers(file, f"{slug}.features", body["features"]),
        waiting=_numbers(file, f"{slug}.waiting", body["waiting"]),
        status=_numbers(file, f"{slug}.status", body["status"]),
        ratings=tuple(body["ratings"]),
        worth_when=tuple(map(str, body["worth_when"])),
        shore=frozenset(body["shore"]),
        ends=frozenset(map(str, body["ends"])),
        opens=frozenset(map(str, body["opens"])),
        prepares=frozenset(map(str, body["prepares"])),
        left_out=frozenset(map(str, body["left_out"])),
        weights={side: _weights(file, f"{slug}.{side}", body[side]) for side in SIDES},
        **{k: body[k] for k in ("winner", "worth", "worth_now", "control", "supply", "supply_takes")},
        **{k: body[k] for k in ("bare", "reach", "enough")},
    )


def _count(file: str, slug: str, row: Any) -> Count:
    known = {"path", "times", "side", "number"}
    if not isinstance(row, dict) or not {"path", "times"} <= set(row) <= known:
        raise DataError(file, f"[{slug}], key points", f"tables with path, times, side, number, not {row!r}")
    return Count(str(row["path"]), float(row["times"]), str(row.get("side", "")), str(row.get("number", "")))


def _numbers(file: str, place: str, body: Mapping[str, Any]) -> Mapping[str, float]:
    for key, value in body.items():
        if type(value) not in {int, float}:
            raise DataError(file, f"[{place}], key {key}", f"a number, not {value!r}")
    return {key: float(value) for key, value in body.items()}


def _weights(file: str, place: str, body: Mapping[str, Any]) -> Weights:
    numbers = _numbers(file, place, body)
    _exactly(file, place, numbers, TERMS)
    return Weights(**numbers)


def _exactly(file: str, place: str, body: Mapping[str, Any], keys: Sequence[str]) -> None:
    wrong = sorted(set(body) ^ set(keys))
    if wrong:
        raise DataError(file, f"[{place}], key {wrong[0]}", f"exactly the keys {', '.join(keys)}")


def weighed(slug: str) -> str:
    """All that is weighed in a game, as one line: what its players do depends on it.

    Parameters
    ----------
    slug
        The game.

    Returns
    -------
    str
        ``null`` where nobody has said what counts in the game.

    Raises
    ------
    maps.errors.DataError
        The file of weights is wrong.

    Examples
    --------
    >>> "cherbourg" in weighed("dark-summer"), weighed("market-garden")
    (True, 'null')
    """
    others = os.environ.get(_OTHERS, "")
    _read(others)  # which says what is wrong with it
    return json.dumps(read_toml(Path(others or _OURS)).get(slug), sort_keys=True)


def weights_text() -> str:
    """The file of weights as it is written, that of who tries some where he names one.

    Returns
    -------
    str
    """
    others = os.environ.get(_OTHERS, "")
    _read(others)  # which says what is wrong with it
    return Path(others or _OURS).read_text(encoding="utf-8")
