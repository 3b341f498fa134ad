"""What a position is worth to a side: its terms in numbers, each by the game's own rules and data."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from adjudicator.contract import Asking
from adjudicator.errors import BocageError
from adjudicator.game import load
from adjudicator.playing.ground import ground_of, strength_of
from adjudicator.playing.places import holder_of, places_of, worths_of
from adjudicator.playing.weights import Measures, measures_of, weighed_games
from adjudicator.sides import ALLIED, SIDES, enemy_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position

__all__ = ["Terms", "glance_of", "standing_of", "terms_of", "total_of"]

Terms = tuple[float, ...]
"""What each of `TERMS` adds for one side, weighed."""
_OVER = "over"


@dataclass(frozen=True, slots=True)
class _Raw:
    """The terms of a position before they are weighed; mappings by side."""

    strength: Mapping[str, float]
    control: Mapping[str, float]
    guard: Mapping[str, float]
    approach: Mapping[str, float]
    threat: Mapping[str, float]
    win: float = 0.0
    points: float = 0.0
    unsupplied: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(SIDES, 0.0))


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
    9
    """
    return _weighed(position.derived("playing/terms", _measured), measures_of(position.game), side)


def glance_of(position: Position, side: str) -> Terms:
    """What is seen at a glance of the worth of a position: the terms without victory, its points and supply.

    Parameters
    ----------
    position, side
        As in `terms_of`.

    Returns
    -------
    tuple of float
        In the order of `TERMS`; 0 for what is left out.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> invasion = GAME.scenario("invasion")
    >>> glance_of(invasion, "german")[2:4] == terms_of(invasion, "german")[2:4]
    True
    """
    return _weighed(position.derived("playing/glance", _glanced), measures_of(position.game), side)


def _weighed(raw: _Raw, measures: Measures, side: str) -> Terms:
    weigh, foe = measures.weights[side], enemy_of(side)
    sign = 1.0 if side == ALLIED else -1.0
    return (
        sign * weigh.win * raw.win,
        sign * weigh.points * raw.points,
        weigh.own * raw.strength[side],
        -weigh.enemy * raw.strength[foe],
        weigh.supply * (raw.unsupplied[foe] - raw.unsupplied[side]),
        weigh.control * (raw.control[side] - raw.control[foe]),
        weigh.guard * raw.guard[side],
        weigh.approach * raw.approach[side],
        weigh.threat * (raw.threat[foe] - raw.threat[side]),
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
    win, points = standing_of(position)
    unsupplied = _unsupplied(position, measures_of(position.game))
    glanced = position.derived("playing/glance", _glanced)
    return replace(glanced, win=win, points=points, unsupplied=unsupplied)


def _glanced(position: Position) -> _Raw:
    measures, ground = measures_of(position.game), ground_of(position)
    worths, secured = worths_of(position), {}
    control, guard = _control(position, worths, measures)
    for number, side in enumerate(SIDES):
        near = ground.secured(number, measures.enough)
        secured[side] = sum([worth * share for worth, share in zip(worths, near, strict=True)])
    return _Raw(
        strength={side: ground.on_map(number) for number, side in enumerate(SIDES)},
        control=control,
        guard=guard,
        approach=secured,
        threat={side: ground.threatened(number) for number, side in enumerate(SIDES)},
    )


def _unsupplied(position: Position, measures: Measures) -> Mapping[str, float]:
    """By side: strength ashore that is out of supply, as the game says it."""
    found: dict[str, list[float]] = {side: [] for side in SIDES}
    if (supplied := _supply(position, measures)) is not None:
        ashore = (piece for space in ground_of(position).ashore for piece in position.units_in(space))
        for piece in ashore:
            if piece.side in found and not supplied(piece):
                found[piece.side].append(strength_of(piece, measures))
    return {side: math.fsum(strengths) for side, strengths in found.items()}


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


def _control(
    position: Position, worths: Sequence[float], measures: Measures
) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """By side: worth of the places that it controls, and of those where a unit of its own stands besides."""
    holder, ashore = load(position.game).own(measures.control), ground_of(position).ashore
    control, guard = dict.fromkeys(SIDES, 0.0), dict.fromkeys(SIDES, 0.0)
    for place, worth in zip(places_of(position.game, position.board), worths, strict=True):
        for space in place.spaces if worth else ():
            side = holder_of(holder, position, space)
            if side in control:
                control[side] += worth / len(place.spaces)
                if space in ashore and ashore[space][SIDES.index(side)]:
                    guard[side] += worth / len(place.spaces)
    return control, guard
