"""Sections 10.3 to 10.3.2: the Emergency Withdrawal of a unit that enemy units and ZOCs hold fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r10_cost as costs
from adjudicator.dark_summer import r10_movement as movement
from adjudicator.dark_summer import r10_steps as steps
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r06_zones_of_control import zoc_of
from adjudicator.dark_summer.r10_reach import reach, refusals
from adjudicator.dark_summer.r13_sources import allied_sources, german_sources
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Ruling, Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Withdraw",
    "end_hexes",
    "is_held",
    "nearest_sources",
    "withdrawal_ruling",
    "withdrawals",
]

_HEXES = 2
_ACTION = frozenset({"action"})


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Make an Emergency Withdrawal with one unit (10.3).

    Parameters
    ----------
    via
        Id of the hex between; empty for the first that is open.

    Examples
    --------
    >>> Withdraw("ge-1058", "2207").via
    ''
    """

    unit: str
    to: str
    via: str = ""


# --- whether it is open -----------------------------------------------------------------------------------


@rule("10.3")
def is_held(view: View, piece: Piece) -> bool:
    """Whether a unit has no legal move, and would have one without enemy units and ZOCs."""
    if not _on_map(view, piece) or not _enemy_is_near(view, piece):
        return False
    found = reach(view, piece.uid)
    if found.mover is None or found.destinations:
        return False
    return any(
        all(_by_enemy(view, piece, space, fault) for fault in faults)
        for space, faults in refusals(view, found).items()
    )


def _enemy_is_near(view: View, piece: Piece) -> bool:
    """Whether an enemy unit or ZOC is in a hex next to a unit: without one nothing of theirs holds it."""
    zoc = zoc_of(view, terms.enemy_of(piece.side))
    near = [other for _, other in view.board.neighbours(piece.space)]
    return any(hexagon in zoc or terms.enemies(view, hexagon, piece.side) for hexagon in near)


def _on_map(view: View, piece: Piece) -> bool:
    known = view.board.spaces.get(piece.space)
    return known is not None and terms.is_hex(known)


@rule("10.3")
def _by_enemy(view: View, piece: Piece, space: str, fault: Violation) -> bool:
    """Whether enemy units or ZOCs are the reason of a refusal."""
    return fault.rule == "6.3" or fault == steps.occupied_fault(view, piece, space)


@rule("10.3", "10.3.2")
def _check_round(inquiry: Inquiry, piece: Piece) -> None:
    kind = inquiry.text("round-kind")
    if kind == "reaction" and piece.side == terms.GERMAN:
        allowed = inquiry.option("reaction-withdrawal") == "B"
        failed = "no Emergency Withdrawal in a Reaction Round: the optional rule is not in use"
        inquiry.require("10.3.2", allowed, "the optional rule lets active units withdraw", failed)
    else:
        failed = f"an Emergency Withdrawal is made in a Move Round, not in a {kind} Round"
        inquiry.require("10.3", kind in {"", "move"}, "it is a friendly Move Round", failed)


# --- where to ---------------------------------------------------------------------------------------------


@rule("10.3.1", "13.1.1", "13.1.2")
def nearest_sources(view: View, piece: Piece) -> tuple[str, ...]:
    """The enemy Supply Sources nearest to a unit, counted in hexes.

    Returns
    -------
    tuple of str
        Several when they are equally near; empty when there is none.
    """
    sources = _enemy_sources(view, piece.side)
    least = min((terms.distance(piece.space, s) for s in sources), default=0)
    return tuple(s for s in sources if terms.distance(piece.space, s) == least)


def _enemy_sources(view: View, side: str) -> tuple[str, ...]:
    if side == terms.ALLIED:
        return tuple(sorted(german_sources(view)))
    return tuple(sorted({*allied_sources(view, terms.US), *allied_sources(view, terms.BRITISH)}))


@rule("10.3.1")
def end_hexes(view: View, piece: Piece) -> Mapping[str, tuple[str, ...]]:
    """Hexes in which a unit may end an Emergency Withdrawal, each with the hexes between.

    Returns
    -------
    mapping
        Hex -> hexes by which it is reached, sorted.
    """
    found: dict[str, list[str]] = {}
    for via in _next(view, piece, piece.space):
        for to in _next(view, piece, via):
            if not _end_faults(view, piece, to):
                found.setdefault(to, []).append(via)
    return {to: tuple(sorted(ways)) for to, ways in sorted(found.items())}


def _next(view: View, piece: Piece, frm: str) -> list[str]:
    """Hexes into which a withdrawing unit can go from a hex."""
    return [to for _, to in view.board.neighbours(frm) if not _step_faults(view, piece, frm, to)]


@rule("10.3.1")
def _step_faults(view: View, piece: Piece, frm: str, to: str) -> tuple[Violation, ...]:
    """Why a withdrawing unit may not cross into a hex; ZOCs and costs are ignored."""
    if view.option("withdrawal-path") == "A":
        return steps.step_faults(view, piece, frm, to, zoc=False)
    edge, known = view.board.edge(frm, to), view.board.spaces.get(to)
    if edge is None or known is None or not terms.is_hex(known):
        return steps.step_faults(view, piece, frm, to, zoc=False)
    occupied = steps.occupied_fault(view, piece, to)
    faults = costs.crossing_faults(view, piece.printed, edge)
    return faults if occupied is None else (*faults, occupied)


@rule("10.3.1")
def _end_faults(view: View, piece: Piece, to: str) -> tuple[Violation, ...]:
    """Why a hex is no end of a withdrawal: distance, enemy units beside it, the enemy Supply Source."""
    name, title = view.board.name(to), piece.printed.title
    faults = list(steps.end_faults(view, piece, to))
    far = terms.distance(piece.space, to)
    if far != _HEXES:
        away = f"{far} hex{'es' * (far != 1)} away"
        faults.append(Violation("10.3.1", f"{name} is {away}, not two", (piece.uid,), (to,)))
    beside = [o for _, o in view.board.neighbours(to) if terms.enemies(view, o, piece.side)]
    if beside:
        text = f"{name} is next to enemy units in {', '.join(map(view.board.name, beside))}"
        faults.append(Violation("10.3.1", text, (piece.uid,), (to, *beside)))
    if not _is_farther(view, piece, to):
        text = f"{title} would be no farther from the nearest enemy Supply Source in {name}"
        faults.append(Violation("10.3.1", text, (piece.uid,), (to,)))
    return tuple(faults)


@rule("10.3.1")
def _is_farther(view: View, piece: Piece, to: str) -> bool:
    nearest = nearest_sources(view, piece)
    if not nearest:
        return True
    before = terms.distance(piece.space, nearest[0])
    if view.option("withdrawal-source") == "A":
        return any(terms.distance(to, s) > before for s in nearest)
    return min(terms.distance(to, s) for s in _enemy_sources(view, piece.side)) > before


# --- the action -------------------------------------------------------------------------------------------


@rule("10.3")
def _check_held(inquiry: Inquiry, uid: str) -> Piece | None:
    """Check the Round, and that enemy units and ZOCs hold a unit; None where nothing more can be said."""
    piece = movement.check_actor(inquiry, uid, "10.3")
    if piece is None:
        return None
    _check_round(inquiry, piece)
    failed = f"it is not that enemy units and ZOCs leave {piece.printed.title} no move"
    held = is_held(inquiry, piece)
    inquiry.require("10.3", held, "enemy units and ZOCs leave it no move", failed, units=(uid,))
    return piece


def _check(inquiry: Inquiry, action: Withdraw) -> None:
    piece = _check_held(inquiry, action.unit)
    if piece is None:
        return
    if not _on_map(inquiry, piece):
        inquiry.refuse("10.3.1", "only a unit on the map withdraws", units=(piece.uid,))
    elif action.to not in inquiry.board.spaces or not terms.is_hex(inquiry.board.spaces[action.to]):
        text = f"{inquiry.board.name(action.to)} is no hex: nobody withdraws into an off-map box"
        inquiry.refuse("10.4.1", text, spaces=(action.to,))
    else:
        _check_way(inquiry, piece, action)


@rule("10.3.1")
def _check_way(inquiry: Inquiry, piece: Piece, action: Withdraw) -> None:
    """Check the hex between, every such hex when none is named, and the end."""
    name, board = inquiry.board.name, inquiry.board
    for source in nearest_sources(inquiry, piece):
        far = terms.distance(piece.space, source)
        inquiry.note(
            "10.3.1", f"the nearest enemy Supply Source {name(source)} is {many(far, 'hex')} away", far
        )
    inquiry.violations.extend(_end_faults(inquiry, piece, action.to))
    if terms.distance(piece.space, action.to) != _HEXES:
        return
    between = [via for _, via in board.neighbours(piece.space) if board.edge(via, action.to)]
    if action.via and action.via not in between:
        text = f"{name(action.via)} does not lie between {name(piece.space)} and {name(action.to)}"
        inquiry.refuse("10.3.1", text, spaces=(action.via,))
        return
    ways = {via: _way_faults(inquiry, piece, via, action.to) for via in between}
    tried = {action.via: ways[action.via]} if action.via else ways
    if any(not faults for faults in tried.values()):
        inquiry.note("10.3.1", f"it withdraws to {name(action.to)}, ZOCs and Terrain costs ignored")
        return
    for faults in tried.values():
        inquiry.violations.extend(faults)


def _way_faults(view: View, piece: Piece, via: str, to: str) -> tuple[Violation, ...]:
    return (*_step_faults(view, piece, piece.space, via), *_step_faults(view, piece, via, to))


@rule("10.3.1")
def _perform(draft: Draft, action: Withdraw) -> None:
    piece = draft.pieces[action.unit]
    via = action.via or end_hexes(draft, piece)[action.to][0]
    movement.march(draft, action.unit, (via, action.to))


@rule("10.3", "10.3.1")
def withdrawal_ruling(position: Position, uid: str, *, to: str = "", strict: bool = False) -> Ruling:
    """Answer whether a unit may make an Emergency Withdrawal, and to which hexes.

    Parameters
    ----------
    to
        Id of the hex wished for; empty for all of them.
    """
    inquiry, title = Inquiry(position, strict=strict), position.pieces[uid].printed.title
    question = f"withdraw {uid}" + (f" --to {to}" if to else "")
    if to:
        _check(inquiry, Withdraw(uid, to))
        can = "may not" if inquiry.violations else "may"
        verdict = f"{title} {can} withdraw to {position.board.name(to)}."
        return inquiry.ruling(question, verdict, {"hexes": [] if inquiry.violations else [to]})
    piece = _check_held(inquiry, uid)
    able = piece is not None and not inquiry.violations and _on_map(inquiry, piece)
    ends = end_hexes(inquiry, piece) if piece is not None and able else {}
    for space, ways in ends.items():
        between = " or ".join(map(position.board.name, ways))
        inquiry.note("10.3.1", f"{position.board.name(space)}, by way of {between}")
    hexes = [] if inquiry.violations else list(ends)
    if not inquiry.violations and not ends:
        inquiry.refuse("10.3.1", "no hex meets the conditions", units=(uid,))
    names = ", ".join(map(position.board.name, hexes))
    verdict = f"{title} may withdraw to {names}." if hexes else f"{title} may not withdraw."
    return inquiry.ruling(question, verdict, {"hexes": hexes})


def withdrawals(state: State) -> Iterator[Withdraw]:
    """Every Emergency Withdrawal that units may make in the Round in play."""
    kind = state.text("round-kind")
    if kind != "move" and not (kind == "reaction" and state.option("reaction-withdrawal") == "B"):
        return
    for piece in movement.movers(state):
        if _on_map(state, piece) and is_held(state, piece):
            for to, ways in end_hexes(state, piece).items():
                yield from (Withdraw(piece.uid, to, via) for via in ways)


HANDLERS = (Handler(Withdraw, _check, _perform, withdrawals, "10.3", phases=_ACTION),)
