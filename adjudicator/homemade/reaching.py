"""The answer where a unit can go, step by step, and which units come to a space."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from adjudicator.homemade import terms
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.movement import Mover, Reach, move_of
from adjudicator.homemade.reading import SIXTHS, points
from adjudicator.homemade.rules_file import needed
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import against, closed, costing
from maps.board import Board

__all__ = ["comers_ruling", "distances", "nearest", "reach_ruling", "shortest"]


def reach_ruling(position: Position, title: str, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer where a unit can go, or whether and how it reaches one space.

    Parameters
    ----------
    position, title
        The position, and the title of its game.
    uid
        The unit.
    to
        Id of the space wished for; empty for all of them.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling

    Raises
    ------
    MalformedAction
        The game has no ``[movement]``.
    PositionError
        The position does not say what the rules need.
    """
    inquiry = Inquiry(position, strict=strict)
    mover = Mover(inquiry, needed(rules_of(position.game).movement, "movement", title), position.pieces[uid])
    name, asked = mover.piece.printed.title, f"reach {uid}" + f" --to {to}" * bool(to)
    fault = mover.standing()
    if fault is not None:
        inquiry.violations.append(fault)
        return inquiry.ruling(asked, f"{name} may not move.", _plain(mover, Reach({}, {}, {})))
    inquiry.note(mover.allowance.rule, f"{name} has {points(mover.allowance.value)}")
    found = move_of(mover, budget=mover.allowance.value)
    verdict = _one(mover, found, to) if to else _all(mover, found)
    return inquiry.ruling(asked, verdict, _plain(mover, found))


def _plain(mover: Mover, found: Reach) -> dict[str, Any]:
    places = [{"space": s, "sixths": found.cost[s], "path": list(way)} for s, way in found.ways.items()]
    faults = {space: list(map(str, why)) for space, why in found.refused.items()}
    on_map = terms.is_on_map(mover.inquiry.board.spaces.get(mover.piece.space))
    return {
        "points": str(Fraction(mover.allowance.value if on_map else 0, SIXTHS)),
        "destinations": places,
        "refused": faults,
    }


def _all(mover: Mover, found: Reach) -> str:
    board, name = mover.inquiry.board, mover.piece.printed.title
    for space, way in found.ways.items():
        told = " - ".join(map(board.name, way))
        step = costing(mover.movement.rule, board.name(space), points(found.cost[space]), f": {told}")
        mover.inquiry.steps.append(step)
    for space, faults in found.refused.items():
        mover.inquiry.steps += against(board.name(space), faults)
    count = len(found.ways)
    return f"{name} reaches {count} {'space' if count == 1 else 'spaces'}."


def _one(mover: Mover, found: Reach, to: str) -> str:
    inquiry, board, name = mover.inquiry, mover.inquiry.board, mover.piece.printed.title
    if to in found.ways:
        _tell(mover, found.ways[to])
        return f"{name} reaches {board.name(to)} for {points(found.cost[to])}."
    inquiry.violations += found.refused.get(to, ()) or _far(mover, to)
    instead = nearest(board, found, to)
    near = f" It gets as near as {board.name(instead)}." if instead else ""
    return f"{name} does not reach {board.name(to)}.{near}"


def _tell(mover: Mover, way: tuple[str, ...]) -> None:
    """Tell the way step by step, each line of its cost with where it stands."""
    inquiry, board, here, spent = mover.inquiry, mover.inquiry.board, mover.piece.space, 0
    for space in way:
        edge = board.edge(here, space)
        if edge is None:
            continue
        toll = mover.toll(here, edge, space)
        spent += toll.cost
        head = f"{board.name(here)} - {board.name(space)}: {points(toll.cost)}, {points(spent)} in all"
        with inquiry.under(mover.movement.rule, head):
            for rule, text, sixths in toll.parts:
                inquiry.note(rule, f"{text}: {points(sixths)}" if sixths else text)
        here = space


def _far(mover: Mover, to: str) -> tuple[Violation, ...]:
    """Why a space is not reached that nothing is against."""
    board, piece, name = mover.inquiry.board, mover.piece, mover.piece.printed.title
    if to == piece.space:
        return (Violation(mover.movement.rule, f"{name} stands there already", (piece.uid,), (to,)),)
    if not terms.is_on_map(board.spaces.get(to)):
        text = f"{board.name(to)} lies beside the map"
        return (Violation(mover.movement.rule, text, (piece.uid,), (to,)),)
    whole = move_of(mover, budget=None)
    if to in whole.cost:
        have, cost = points(mover.allowance.value), points(whole.cost[to])
        text = f"it costs {cost} to get to {board.name(to)}, and {name} has {have}"
        return (Violation(mover.allowance.rule, text, (piece.uid,), (to,)),)
    if to in whole.refused:
        return whole.refused[to]
    for space, faults in whole.refused.items():
        mover.inquiry.steps += against(board.name(space), faults)
    text = f"no way leads to {board.name(to)}, however many points a unit has"
    return (Violation(mover.movement.rule, text, (piece.uid,), (to,)),)


def nearest(board: Board, found: Reach, to: str) -> str:
    """The space nearest to one that is not reached; the cheapest of several.

    Parameters
    ----------
    board, found, to
        The map, what is reached, and the space wished for.

    Returns
    -------
    str
        Empty where nothing is reached, or no way leads there.
    """
    away = distances(board, to)
    near = [space for space in found.ways if space in away]
    return min(near, key=lambda space: (away[space], found.cost[space], space), default="")


def distances(board: Board, start: str) -> Mapping[str, int]:
    """Space of the map -> how many spaces it is away from one, boxes and what lies in them left out.

    Parameters
    ----------
    board, start
        The map, and the space.

    Returns
    -------
    mapping of str to int
    """
    found, queue = {start: 0}, [start]
    for here in queue:
        for _, other in board.neighbours(here):
            if other not in found and terms.is_on_map(board.spaces.get(other)):
                found[other] = found[here] + 1
                queue.append(other)
    return found


def shortest(board: Board, start: str, end: str) -> tuple[str, ...]:
    """A way of the fewest spaces, both ends included; of several the first in the order of the map.

    Parameters
    ----------
    board, start, end
        The map, and the two spaces.

    Returns
    -------
    tuple of str
        Empty where no way leads there.
    """
    away = distances(board, end)
    if start not in away:
        return ()
    found = [start]
    while found[-1] != end:
        near = (other for _, other in board.neighbours(found[-1]))
        found.append(next(other for other in near if away.get(other) == away[found[-1]] - 1))
    return tuple(found)


def comers_ruling(
    position: Position, title: str, space: str, *, side: str = "", strict: bool = False
) -> Ruling:
    """Answer which units can move to a space, each with its cost and way.

    Parameters
    ----------
    position, title, space
        The position, the title of its game, and the space.
    side
        Only units of this side; empty for both.
    strict
        As in `reach_ruling`.

    Returns
    -------
    Ruling
        Unit -> its way, as of `reach_ruling`.
    """
    movement = needed(rules_of(position.game).movement, "movement", title)
    inquiry, board, answer = Inquiry(position, strict=strict), position.board, dict[str, Any]()
    shut, asked = list[Step](), 0
    for piece in position.pieces.values():
        if (side and piece.side != side) or piece.space == space:
            continue
        if not terms.is_on_map(board.spaces.get(piece.space)):
            continue
        asked += 1
        mover, name = Mover(inquiry, movement, piece), piece.printed.title
        fault = mover.standing()
        found = Reach({}, {}, {}) if fault else move_of(mover, budget=mover.allowance.value)
        if space in found.ways:
            way = found.ways[space]
            answer[piece.uid] = {"space": space, "sixths": found.cost[space], "path": list(way)}
            told = " - ".join(map(board.name, way))
            inquiry.steps.append(Step(movement.rule, f"{name} for {points(found.cost[space])}: {told}"))
            continue
        for reason in (fault,) if fault else found.refused.get(space, ()):
            shut.append(closed(reason.rule, name, reason.text))
    inquiry.steps += shut
    if not asked:
        inquiry.note(movement.rule, f"no unit {f'of {side} ' * bool(side)}stands elsewhere on the map")
    names = "; ".join(position.pieces[uid].printed.title for uid in answer)
    count = f"{len(answer)} {'unit reaches' if len(answer) == 1 else 'units reach'}"
    verdict = f"{count} {board.name(space)}: {names}." if answer else f"No unit reaches {board.name(space)}."
    return inquiry.ruling(f"reach {space}", verdict, answer)
