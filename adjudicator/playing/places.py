"""Places that may be worth something: what each is worth now, who holds it, and how near a unit is to it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.errors import BocageError
from adjudicator.game import load
from adjudicator.homes import named
from adjudicator.playing.weights import Measures, measures_of, weighed_games
from adjudicator.sides import ALLIED
from adjudicator.silence import kept
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Earlier, Position
    from maps.board import Board

__all__ = ["Place", "holder_of", "nearby", "places_of", "pull_of", "worths_of"]

_FADES = 0.8  # what a space further from a place leaves of a unit's share in it


@dataclass(frozen=True, slots=True)
class Place:
    """A place that may be worth something, and how much of a unit counts for it where it stands.

    Parameters
    ----------
    title, spaces
        Its name, and where it lies.
    printed
        What its printed features make it worth, in points; 0 where a table of the game tells it.
    shares
        Space -> what a unit there counts for it.

    Examples
    --------
    >>> Place("Caen", ("caen",), 1.0, {"caen": 1.0}).printed
    1.0
    """

    title: str
    spaces: tuple[str, ...]
    printed: float
    shares: Mapping[str, float]


@kept(maxsize=16)
def places_of(slug: str, board: Board) -> tuple[Place, ...]:
    """Places that may be worth something in a scenario of a game, each with the spaces around it.

    Parameters
    ----------
    slug
        The game.
    board
        Its board.

    Returns
    -------
    tuple of Place

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> board = GAME.board()
    >>> next(p.printed for p in places_of("storm-over-normandy", board) if p.spaces == ("caen",))
    1.0
    """
    measures, found = measures_of(slug), []
    if measures.worth:
        found += [(w.title, w.spaces, 0.0) for w in named(measures.worth)(board) if w.spaces]
    for space in board.spaces.values():
        each = [_printed(space.features.get(f)) * times for f, times in measures.features.items()]
        if space.kind in measures.shore and any(each):
            found.append((space.name, (space.id,), math.fsum(each)))
    return tuple(Place(*place, _around(board, place[1], measures)) for place in found)


@kept(maxsize=16)
def nearby(slug: str, board: Board) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Places near each space.

    Parameters
    ----------
    slug, board
        As in `places_of`.

    Returns
    -------
    mapping of str to tuple
        Space -> the numbers of places in `places_of`, each with what a unit there counts for it, in
        thousandths.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> max(share for _, share in nearby("storm-over-normandy", GAME.board())["caen"])
    1000
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for number, place in enumerate(places_of(slug, board)):
        for space, share in place.shares.items():
            found.setdefault(space, []).append((number, round(1000 * share)))
    return {space: tuple(near) for space, near in found.items()}


def _printed(value: object) -> float:
    """A printed number, or 1 for a word or a yes."""
    return float(value) if isinstance(value, int | float) else float(bool(value))


def _around(board: Board, spaces: tuple[str, ...], measures: Measures) -> Mapping[str, float]:
    """Spaces on land around a place, with what a unit there counts for it."""
    steps, queue = dict.fromkeys(spaces, 0), deque(spaces)
    while queue:
        here = queue.popleft()
        if steps[here] == measures.reach:
            continue
        for _, there in board.neighbours(here):
            space = board.spaces[there]
            if there not in steps and space.kind in measures.shore and space.features.get("terrain") != "sea":
                steps[there] = steps[here] + 1
                queue.append(there)
    return {space: _FADES**far for space, far in steps.items()}


def worths_of(position: Position) -> tuple[float, ...]:
    """What each of `places_of` is worth in the scenario of a position, as long as its turn lasts.

    Parameters
    ----------
    position
        The position.

    Returns
    -------
    tuple of float

    Examples
    --------
    >>> from adjudicator.dark_summer import GAME
    >>> campaign = GAME.scenario("campaign")
    >>> titles = [place.title for place in places_of("dark-summer", campaign.board)]
    >>> worths_of(campaign)[titles.index("Caen")]
    4.0
    """
    return position.derived("playing/worths", _worths, _worths_now)


def _worths(position: Position) -> tuple[float, ...]:
    measures, places = measures_of(position.game), places_of(position.game, position.board)
    if not measures.worth_now:
        return tuple(place.printed for place in places)
    rules = load(position.game)
    now, holder = rules.own(measures.worth_now)(position), rules.own(measures.control)
    open_ = {s: more for s, more in measures.decides.items() if holder_of(holder, position, s) != ALLIED}
    return tuple(now.get(p.spaces, 0.0) + sum(open_.get(s, 0.0) for s in p.spaces) for p in places)


def _worths_now(earlier: Earlier[tuple[float, ...]], position: Position) -> tuple[float, ...]:
    told = measures_of(position.game).worth_when
    same = all(earlier.facts.get((item, "")) == position.facts.get((item, "")) for item in told)
    return earlier.value if same else _worths(position)


def pull_of(position: Position, side: str) -> Mapping[str, float]:
    """How much each space has of what counts near it: places that the other side holds count double.

    Parameters
    ----------
    position, side
        Who asks, in which position.

    Returns
    -------
    mapping of str to float
        Space -> worth; empty where nothing is known of the game.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> found = pull_of(GAME.scenario("invasion"), "allied")
    >>> found["caen"] > found["argences"]
    True
    """
    if position.game not in weighed_games():
        return {}
    return position.derived(f"playing/pull/{side}", lambda state: _pulled(state, side))


def _pulled(position: Position, side: str) -> Mapping[str, float]:
    found: dict[str, float] = {}
    holder = load(position.game).own(measures_of(position.game).control)
    places = places_of(position.game, position.board)
    for place, worth in zip(places, worths_of(position), strict=True):
        held = sum(holder_of(holder, position, space) == side for space in place.spaces) / len(place.spaces)
        for space, share in place.shares.items() if worth else ():
            found[space] = found.get(space, 0.0) + worth * share * (2.0 - held)
    return found


def holder_of(rule: Callable[[Any, str], str], position: Position, space: str) -> str:
    """Who controls a space by a rule of the game.

    Parameters
    ----------
    rule
        The rule.
    position, space
        Of what it is asked.

    Returns
    -------
    str
        A side; empty where the position leaves out what the rule needs.
    """
    try:
        return rule(position, space)
    except BocageError:
        return ""
