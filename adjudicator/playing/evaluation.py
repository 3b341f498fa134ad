"""What a position is worth to a side: its terms in numbers, each by the game's own rules and data."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.contract import Asking
from adjudicator.errors import BocageError
from adjudicator.game import load
from adjudicator.playing.places import holder_of, nearby, places_of
from adjudicator.playing.weights import Measures, measures_of, weighed_games
from adjudicator.sides import ALLIED, SIDES, enemy_of
from adjudicator.silence import kept
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position
    from maps.board import Board

__all__ = ["Terms", "standing_of", "strength_of", "terms_of", "total_of"]

Terms = tuple[float, ...]
"""What each of `TERMS` adds for one side, weighed."""
_OVER = "over"


@dataclass(frozen=True, slots=True)
class _Raw:
    """The terms of a position before they are weighed; mappings by side."""

    win: float
    points: float
    strength: Mapping[str, float]
    unsupplied: Mapping[str, float]
    control: Mapping[str, float]
    approach: Mapping[str, float]
    threat: Mapping[str, float]


def terms_of(position: Position, side: str) -> Terms:
    """What each term adds to the worth of a position for a side.

    Parameters
    ----------
    position
        As the side sees it.
    side
        ``german`` or ``allied``.

    Returns
    -------
    tuple of float
        In the order of `TERMS`.

    Raises
    ------
    MalformedAction
        ``weights.toml`` does not know the game.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> len(terms_of(GAME.scenario("invasion"), "german"))
    8
    """
    raw = position.derived("playing/terms", _measured)
    weigh, foe = measures_of(position.game).weights[side], enemy_of(side)
    sign = 1.0 if side == ALLIED else -1.0
    return (
        sign * weigh.win * raw.win,
        sign * weigh.points * raw.points,
        weigh.own * raw.strength[side],
        -weigh.enemy * raw.strength[foe],
        weigh.supply * (raw.unsupplied[foe] - raw.unsupplied[side]),
        weigh.control * (raw.control[side] - raw.control[foe]),
        weigh.approach * raw.approach[side],
        -weigh.threat * raw.threat[side],
    )


def total_of(position: Position, side: str) -> float:
    """What a position is worth to a side.

    Parameters
    ----------
    position, side
        As in `terms_of`.

    Returns
    -------
    float

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> invasion = GAME.scenario("invasion")
    >>> total_of(invasion, "german") > total_of(invasion, "allied")
    True
    """
    return sum(terms_of(position, side))


def _measured(position: Position) -> _Raw:
    measures = measures_of(position.game)
    on_map, ashore = dict.fromkeys(SIDES, 0.0), dict[str, dict[str, float]]()
    unsupplied, supplied = dict.fromkeys(SIDES, 0.0), _supply(position, measures)
    kinds = {space.id: space.kind for space in position.board.spaces.values()}
    for piece in position.pieces.values():
        kind = kinds.get(piece.space, "")
        share = 1.0 if kind in measures.shore else measures.waiting.get(kind, 0.0)
        if not share or piece.side not in on_map:
            continue
        strength = strength_of(piece, measures)
        on_map[piece.side] += share * strength
        if share == 1.0:
            there = ashore.setdefault(piece.space, dict.fromkeys(SIDES, 0.0))
            there[piece.side] += strength
            if supplied is not None and not supplied(piece):
                unsupplied[piece.side] += strength
    control, approach = _places(position, measures, ashore)
    win, points = standing_of(position)
    return _Raw(win, points, on_map, unsupplied, control, approach, _threats(position.board, ashore))


def strength_of(piece: Piece, measures: Measures) -> float:
    """The strength that a unit has left, by its counter and its status.

    Parameters
    ----------
    piece
        The unit.
    measures
        Of its game.

    Returns
    -------
    float

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> units = GAME.scenario("d-day").pieces
    >>> strength_of(units["ge-1-919"], measures_of("breakout-normandy"))
    1.0
    """
    printed = piece.printed
    for name in measures.ratings:
        value = printed.ratings.get(name) if name in printed.ratings else getattr(printed, name, None)
        if isinstance(value, int | float) and value > 0:
            return float(value) * measures.status.get(piece.status, 1.0)
    return measures.bare * measures.status.get(piece.status, 1.0)


def _supply(position: Position, measures: Measures) -> Callable[[Piece], bool] | None:
    """Whether a unit is supplied, as the game says it; what it cannot say counts as supplied."""
    if not measures.supply:
        return None
    rule = load(position.game).own(measures.supply)

    def told(piece: Piece) -> bool:
        try:
            return bool(rule(position, piece if measures.supply_takes == "piece" else piece.uid))
        except BocageError:
            return True

    return told


# --- Victory Points -----------------------------------------------------------------------------------------


def standing_of(position: Position) -> tuple[float, float]:
    """Who has won, and the Victory Points of the Allies, as the game's own question answers.

    Parameters
    ----------
    position
        The position.

    Returns
    -------
    tuple of float
        1 where the Allies have won, -1 where the Germans have, 0 where nobody has; the points. Both 0 in a
        game of which ``weights.toml`` does not say where its answer tells them, and where it gives none.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> standing_of(GAME.scenario("d-day"))
    (0.0, -4.0)
    """
    if position.game not in weighed_games():
        return 0.0, 0.0
    measures = measures_of(position.game)
    game = load(position.game)
    try:
        answer = game.questions["victory"]().answer(Asking(game, position, "public", seen=True)).answer
    except BocageError:
        return 0.0, 0.0
    points = sum(_counted(answer, c.path, c.side, c.number) * c.times for c in measures.points)
    if position.text("phase") != _OVER:
        return 0.0, points
    won = _at(answer, measures.winner)
    return (1.0 if won == ALLIED else -1.0 if won in SIDES else 0.0), points


def _at(answer: Any, path: str) -> Any:
    for key in path.split("."):
        answer = answer[key]
    return answer


def _counted(answer: Any, path: str, side: str, number: str) -> float:
    found = _at(answer, path)
    if not number:
        return float(found)
    return float(sum(row[number] for row in found if row["side"] == side))


# --- places -------------------------------------------------------------------------------------------------


def _places(
    position: Position, measures: Measures, ashore: Mapping[str, Mapping[str, float]]
) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """By side: worth of the places that it controls, and of what its units near them come to."""
    holder = load(position.game).own(measures.control)
    control, approach = dict.fromkeys(SIDES, 0.0), dict.fromkeys(SIDES, 0.0)
    places, around = places_of(position.game, position.board), nearby(position.game, position.board)
    near = {side: [0.0] * len(places) for side in SIDES}
    for space, there in ashore.items():
        for side in SIDES:
            if strength := there[side]:
                found = near[side]
                for number, share in around.get(space, ()):
                    found[number] += share * strength
    for number, place in enumerate(places):
        holders = [holder_of(holder, position, space) for space in place.spaces]
        for side in SIDES:
            control[side] += place.worth * holders.count(side) / len(holders)
            approach[side] += place.worth * near[side][number] / (near[side][number] + measures.enough)
    return control, approach


def _threats(board: Board, ashore: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """By side: strength that stands before more enemies, in its space and next to it, than it can meet."""
    found, around = dict.fromkeys(SIDES, 0.0), _neighbours(board)
    for space, there in ashore.items():
        near = [there, *(ashore[s] for s in around(space) if s in ashore)]
        for side in SIDES:
            own, foes = there[side], sum(n[enemy_of(side)] for n in near)
            found[side] += min(own, max(0.0, foes - own))
    return found


@kept(maxsize=16)
def _neighbours(board: Board) -> Callable[[str], tuple[str, ...]]:
    return functools.cache(lambda space: tuple(other for _, other in board.neighbours(space)))
