"""Section 8.3: Allied airborne, Ranger and Special Service units leave the game, if their way is open."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry, r09_parts, terms
from adjudicator.dark_summer.r06_zones_of_control import in_enemy_zoc
from adjudicator.dark_summer.r10_boxes import leave_faults, lettered
from adjudicator.dark_summer.r10_steps import hex_faults, step_faults
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Violation
from adjudicator.search import Traced, Try, trace
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LAST_TURN",
    "WithdrawUnit",
    "is_withdrawable",
    "way_to_beach",
    "withdrawable",
]

LAST_TURN = 5
_SHOWN = 4
_CLASSES = frozenset({"paratrooper", "glider", "special-forces"})


@dataclass(frozen=True, slots=True)
class WithdrawUnit(Action):
    """Take a unit out of the game for good (8.3).

    Examples
    --------
    >>> WithdrawUnit("us-rng-2").unit
    'us-rng-2'
    """

    unit: str


@rule("8.3")
def is_withdrawable(piece: Piece) -> bool:
    """Whether a unit is of a class that may be withdrawn: Allied airborne, Rangers, Special Service.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> ranger = Unit("us-rng-2", "2", "2 Rng", "allied", "us", type="special-forces")
    >>> is_withdrawable(Piece(ranger, "3104", "full"))
    True
    """
    return piece.side == terms.ALLIED and piece.printed.type in _CLASSES


# --- the way to a Beach -------------------------------------------------------------------------------------


@rule("8.3", "6.3", "10.1")
def way_to_beach(view: View, piece: Piece) -> Traced[str, Violation]:
    """The shortest way of a unit to an Open Beach of its nationality, Movement Points left aside.

    Returns
    -------
    Traced
        With the path, or with the steps that were refused. A hex in an enemy ZOC ends every way, and friendly
        units do not negate it for Movement.
    """
    group = terms.group_of(piece.printed)

    def goal(space: str) -> bool:
        return terms.is_open_beach(view, space) and terms.beach_group(view, space) == group

    def steps(space: str, cost: int) -> Iterator[Try[str, Violation]]:  # noqa: ARG001 - MPs are unlimited
        for to, faults in _onward(view, piece, space):
            stop = in_enemy_zoc(view, to, piece.side)
            yield Try(to, 1, faults[0] if faults else None, stop)

    return trace(piece.space, steps, goal)


@rule("8.3", "10.4.2", "10.4.3", "10.4.4")
def _onward(view: View, piece: Piece, space: str) -> Iterator[tuple[str, tuple[Violation, ...]]]:
    """Hexes that may follow on a way, each with what forbids it."""
    board = view.board
    if terms.is_hex(board.spaces[space]):
        for _, other in board.neighbours(space):
            if terms.is_hex(board.spaces[other]):
                yield other, step_faults(view, piece, space, other)
        return
    for to in sorted(lettered(board)):
        yield to, (*leave_faults(view, piece, space, to), *hex_faults(view, piece, to))


@rule("8.3")
def _explain_way(inquiry: Inquiry, piece: Piece) -> None:
    traced, name, title = way_to_beach(inquiry, piece), inquiry.board.name, piece.printed.title
    if traced.found:
        way = " - ".join(map(name, traced.path))
        inquiry.note("8.3", f"with unlimited MP {title} could move to an Open Beach: {way}")
        return
    failed = f"{title} could not move to any Open Beach of its nationality"
    inquiry.refuse("8.3", failed, units=(piece.uid,), spaces=(piece.space,))
    goals = _beaches(inquiry, terms.group_of(piece.printed))
    if not goals:
        inquiry.note("8.3", "no Beach of its nationality is Open")
        return
    blocks = _blocks(inquiry, traced, goals)
    for section, text in blocks[:_SHOWN]:
        inquiry.note(section, f"the way is blocked: {text}")
    if len(blocks) > _SHOWN:
        inquiry.note("8.3", f"and {len(blocks) - _SHOWN} more hexes are closed to it")


def _beaches(view: View, group: str) -> tuple[str, ...]:
    hexes = sorted(h for h in view.subjects("beach") if terms.is_open_beach(view, h))
    return tuple(h for h in hexes if terms.beach_group(view, h) == group)


def _blocks(inquiry: Inquiry, traced: Traced[str, Violation], goals: Sequence[str]) -> list[tuple[str, str]]:
    """What closes each hex at the edge of what the unit reaches, the nearest to a Beach first."""
    found: dict[str, tuple[str, str]] = {}
    for node, arrival in traced.reached.arrivals.items():
        if arrival.stop:
            text = f"movement would end in {inquiry.board.name(node)}, in an enemy ZOC"
            found[node] = ("6.3", text)
    for refused in traced.cut:
        found.setdefault(refused.to, (refused.why.rule, refused.why.text))
    return [found[h] for h in sorted(found, key=lambda h: min(terms.distance(h, g) for g in goals))]


# --- the action ---------------------------------------------------------------------------------------------


@rule("8.3", "9.3.3")
def _check(inquiry: Inquiry, action: WithdrawUnit) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("8.3", f"there is no unit {action.unit!r}")
        return
    title, one = piece.printed.title, (piece.uid,)
    able = is_withdrawable(piece)
    failed = f"{title} is neither an Allied airborne unit nor a Ranger or Special Service unit"
    inquiry.require("8.3", able, f"{title} is of a class that may be withdrawn", failed, units=one)
    r09_parts.require_part(inquiry, "8.3", "entry", side=piece.side, group=terms.group_of(piece.printed))
    inquiry.require(
        "8.3",
        r08_entry.may_enter(inquiry),
        "",
        "units are withdrawn in a Move Round, or in a Combined Action Round made with a Move chit",
    )
    turn, storm = inquiry.number("turn"), inquiry.text("weather") == "storm"
    passed = f"Turn {turn} is not later than Turn {LAST_TURN}"
    inquiry.require(
        "8.3", turn <= LAST_TURN, passed, f"nothing is withdrawn after Turn {LAST_TURN}", units=one
    )
    inquiry.require("8.3", not storm, "", "nothing is withdrawn on the Storm turn", units=one)
    if not _is_in_play(inquiry, piece):
        inquiry.refuse("8.3", f"{title} is not in play", units=one)
    elif able:
        _explain_way(inquiry, piece)


def _is_in_play(view: View, piece: Piece) -> bool:
    """Whether a unit is on the map or in a box from which units move."""
    kind = view.board.spaces[piece.space].kind if piece.space in view.board.spaces else ""
    return kind in {"hex", "box"} and piece.space not in terms.OFF_MAP


@rule("8.3")
def withdrawable(view: View, group: str) -> Iterator[tuple[Piece, tuple[str, ...]]]:
    """Units of a group that could be withdrawn now, each with its way to an Open Beach.

    Parameters
    ----------
    group
        ``us`` or ``british``.
    """
    for piece in _withdrawable(view, group):
        if (traced := way_to_beach(view, piece)).found:
            yield piece, tuple(traced.path)


def _withdrawable(view: View, group: str) -> list[Piece]:
    """Units of a group that could be withdrawn now if there is a way, which is not looked for."""
    if view.number("turn") > LAST_TURN or view.text("weather") == "storm":
        return []
    pieces = sorted(view.pieces.values(), key=lambda p: p.uid)
    units = [p for p in pieces if is_withdrawable(p) and terms.group_of(p.printed) == group]
    return [p for p in units if _is_in_play(view, p)]


@rule("8.3")
def _perform(draft: Draft, action: WithdrawUnit) -> None:
    draft.place(action.unit, terms.WITHDRAWN)


def _options(state: State) -> Iterator[WithdrawUnit]:
    return itertools.chain.from_iterable(found for _, found in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[WithdrawUnit]]]:
    if state.text("round-part") == "entry" and r08_entry.may_enter(state):
        for piece in _withdrawable(state, state.text("round-group")):
            yield piece.uid, _of_unit(state, piece)


def _of_unit(state: State, piece: Piece) -> Iterator[WithdrawUnit]:
    if way_to_beach(state, piece).found:
        yield WithdrawUnit(piece.uid)


HANDLERS = (
    Handler(WithdrawUnit, _check, _perform, _options, "8.3", phases=frozenset({"action"}), parts=_parts),
)
