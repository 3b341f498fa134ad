"""Sections 11.3.8, 9.4.1, 9.4.3 and 11.9: advance after Combat, and the Beaches that change hands by it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r11_cherbourg_combat, terms
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.dark_summer.r05_stacking import enforce, stacking_faults
from adjudicator.dark_summer.r06_zones_of_control import is_negated, projectors
from adjudicator.dark_summer.r11_losses import classes
from adjudicator.dark_summer.r11_resolve import (
    WAVES,
    Combat,
    Waiting,
    attackers_of,
    attacking_side,
    begin,
    is_empty,
)
from adjudicator.dark_summer.r11_retreat_paths import exit_marker_fault
from adjudicator.dark_summer.r15_boundary import zone_faults
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "ADVANCE",
    "HANDLERS",
    "STAGE_RULES",
    "Advance",
    "advance_faults",
    "advance_options",
    "ask",
    "candidates",
    "enter",
    "obliged",
    "second_faults",
]

ADVANCE = Frame("advance", "11.3.8", Waiting)


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance after Combat into the defender's hex (11.3.8); without units nobody advances.

    Parameters
    ----------
    second
        In the Wave Rounds: those of them that go one hex further, each with that hex.

    Examples
    --------
    >>> Advance(("us-4-8",), (("us-4-8", "2404"),)).second
    (('us-4-8', '2404'),)
    """

    units: tuple[str, ...] = ()
    second: tuple[tuple[str, str], ...] = ()


# --- who may advance ------------------------------------------------------------------------------------


@rule("11.3.8", "10.2", "11.5.1", "11.7")
def advance_faults(view: View, uid: str, target: str) -> tuple[Violation, ...]:
    """Why a unit may not advance into the defender's hex.

    Returns
    -------
    tuple of Violation
        Empty when it may.
    """
    piece = view.pieces[uid]
    title = piece.printed.title
    found: list[Violation] = []
    if terms.is_strongpoint(piece.printed):
        found.append(Violation("11.5.1", f"{title} never advances", (uid,)))
    if target == terms.CHERBOURG:
        found.append(Violation("11.7", "nobody advances after Cherbourg Combat", (uid,), (target,)))
    section, text = exit_marker_fault(view, piece, target)
    if section:
        found.append(Violation(section, f"{title} cannot enter: {text}", (uid,), (target,)))
    return (*found, *_river_faults(view, piece, piece.space, target))


def _river_faults(view: View, piece: Piece, frm: str, to: str) -> tuple[Violation, ...]:
    edge = view.board.edge(frm, to)
    if edge is None or edge.boundary != "major-river" or edge.bridge or not terms.is_vehicle(piece.printed):
        return ()
    text = f"{piece.printed.title} cannot cross the Major River to {view.board.name(to)} without a bridge"
    return (Violation("11.3.8", text, (piece.uid,), (to,)),)


@rule("9.4.1", "9.4.3")
def obliged(view: View, combat: Combat) -> tuple[str, ...]:
    """Units that must advance: those in a Beach Approach hex out of which the Beach was taken.

    Returns
    -------
    tuple of str
        In the 2nd Wave Round also those of the Approach hex that did not attack.
    """
    if combat.wave not in WAVES:
        return ()
    attackers = attackers_of(view, combat)
    offshore = {p.space for p in attackers if view.board.spaces[p.space].kind == "approach"}
    if combat.wave == "first-wave":
        return tuple(p.uid for p in attackers if p.space in offshore)
    return tuple(p.uid for space in sorted(offshore) for p in view.units_in(space))


def candidates(view: View, combat: Combat) -> tuple[str, ...]:
    """Units that may advance once the hex is empty."""
    units = dict.fromkeys([*(p.uid for p in attackers_of(view, combat)), *obliged(view, combat)])
    return tuple(u for u in units if not advance_faults(view, u, combat.target))


# --- the second hex -------------------------------------------------------------------------------------


@rule("9.4.1", "9.4.3", "6.2", "6.4", "15.0")
def second_faults(view: View, uid: str, target: str, to: str, wave: str) -> tuple[Violation, ...]:
    """Why a unit may not advance out of the defender's hex into a second one.

    Parameters
    ----------
    target, to
        The defender's hex, and the second hex.
    wave
        ``first-wave``, ``second-wave``, or empty for any other Round.
    """
    piece, board = view.pieces[uid], view.board
    title, name, edge = piece.printed.title, board.name(to), board.edge(target, to)
    if wave not in WAVES:
        return (Violation("11.4", f"{title}: a second hex is for the Wave Rounds only", (uid,)),)
    section = "9.4.1" if wave == "first-wave" else "9.4.3"
    if edge is None or not terms.is_hex(board.spaces[to]):
        return (Violation(section, f"{name} is not adjacent to {board.name(target)}", (uid,), (to,)),)
    found: list[Violation] = []
    if terms.impassable(edge, board.spaces[to]):
        found.append(Violation(section, f"{name} or the hexside before it is Impassable", (uid,), (to,)))
    enemy = terms.enemies(view, to, piece.side)
    if enemy:
        found.append(Violation(section, f"{name} is occupied by {terms.titles(enemy)}", (uid,), (to,)))
    found += [*_river_faults(view, piece, target, to), *zone_faults(view, piece.printed, to)]
    if wave == "second-wave" and _from_zoc_to_zoc(view, piece, target, to):
        text = f"{title} cannot go on from {board.name(target)} to {name}: both are in enemy ZOCs"
        found.append(Violation("9.4.3", text, (uid,), (to,)))
    return tuple(found)


def _from_zoc_to_zoc(view: View, piece: Piece, target: str, to: str) -> bool:
    """Whether the defender's hex is in an enemy ZOC and the second hex in one that nobody negates."""
    if not projectors(view, target, piece.side) or _opens(view, target):
        return False
    return bool(projectors(view, to, piece.side)) and not is_negated(view, to, piece.side, "second-advance")


@rule("9.4.1", "11.9")
def _opens(view: View, hexagon: str) -> bool:
    """Whether a Beach hex receives an Open Beach marker when it is entered; no ZOC extends into that."""
    return bool(terms.beach_group(view, hexagon)) and not view.text("beach", hexagon)


# --- the decision ---------------------------------------------------------------------------------------


def ask(draft: Draft, combat: Combat) -> bool:
    """Ask the attacker how he advances, if the hex is empty and somebody can.

    Returns
    -------
    bool
        Whether he is asked.
    """
    if not is_empty(draft, combat) or not candidates(draft, combat):
        return False
    ADVANCE.push(draft, Waiting(combat), attacking_side(draft, combat))
    return True


@rule("11.3.8", "9.4.1", "9.4.3")
def _check(inquiry: Inquiry, action: Advance) -> None:
    asked = ADVANCE.asked(inquiry)
    if asked is None:
        return
    combat, name = asked.combat, inquiry.board.name
    able = candidates(inquiry, combat)
    involved = {*(p.uid for p in attackers_of(inquiry, combat)), *able}
    for uid in dict.fromkeys(action.units):
        if uid not in involved:
            inquiry.refuse("11.3.8", f"{uid} did not attack {name(combat.target)}", units=[uid])
        else:
            inquiry.violations.extend(advance_faults(inquiry, uid, combat.target))
    if len(set(action.units)) < len(action.units):
        inquiry.refuse("11.3.8", "a unit is named twice")
    for uid in obliged(inquiry, combat):
        if uid in able and uid not in action.units:
            title = inquiry.pieces[uid].printed.title
            section = "9.4.1" if combat.wave == "first-wave" else "9.4.3"
            inquiry.refuse(section, f"{title} must advance into {name(combat.target)}", units=[uid])
    _check_second(inquiry, combat, action)
    if not inquiry.violations:
        _check_stacks(inquiry, combat, action)


def _check_second(inquiry: Inquiry, combat: Combat, action: Advance) -> None:
    seen: set[str] = set()
    for pair in action.second:
        uid, to = pair if len(pair) == 2 else ("", "")
        if uid not in action.units or uid in seen:
            inquiry.refuse("11.4", f"{uid or pair} does not advance a first hex, or is named twice")
        elif to not in inquiry.board.spaces:
            inquiry.refuse("11.4", f"there is no hex {to}", spaces=[to])
        else:
            faults = second_faults(inquiry, uid, combat.target, to, combat.wave)
            inquiry.violations.extend(faults)
            if not faults:
                _note_second(inquiry, uid, to, combat.wave)
        seen.add(uid)


def _note_second(inquiry: Inquiry, uid: str, to: str, wave: str) -> None:
    title, name = inquiry.pieces[uid].printed.title, inquiry.board.name(to)
    if wave == "first-wave":
        inquiry.note("9.4.1", f"{title} goes on to {name}, enemy ZOCs ignored")
    else:
        inquiry.note("9.4.3", f"{title} goes on to {name}: not from one enemy ZOC into another")


@rule("5.1", "5.2", "11.3.8", "9.4.3")
def _check_stacks(inquiry: Inquiry, combat: Combat, action: Advance) -> None:
    """The limit holds where units end; over the target only outside the Wave Rounds."""
    side, name = attacking_side(inquiry, combat), inquiry.board.name
    for space, units in _ends(combat.target, action).items():
        faults = stacking_faults(inquiry, space, side, units)
        if space == combat.target and combat.wave in WAVES and faults:
            inquiry.note("9.4.3", f"{name(space)} is over-stacked; the limit is enforced later")
            continue
        inquiry.violations.extend(faults)
        if not faults:
            titles = terms.titles(inquiry.pieces[u] for u in units)
            inquiry.note("11.3.8", f"{titles}: advance into {name(space)}, within the stacking limit")
    if not action.units:
        inquiry.note("11.3.8", "nobody advances")


def _ends(target: str, action: Advance) -> Mapping[str, list[str]]:
    """Hexes where units end, each with them."""
    further = dict(action.second)
    found: dict[str, list[str]] = {}
    for uid in action.units:
        found.setdefault(further.get(uid, target), []).append(uid)
    return found


def _perform(draft: Draft, action: Advance) -> None:
    combat = ADVANCE.settle(draft).combat
    further = dict(action.second)
    for uid in action.units:
        enter(draft, uid, combat.target, wave=combat.wave)
    for uid, to in further.items():
        enter(draft, uid, to, wave=combat.wave)
    begin(draft, combat.at("done"))
    if combat.wave == "first-wave":
        enforce(draft, _ends(combat.target, action))


@rule("11.9", "9.4.1", "9.4.3", "3.2.2")
def enter(draft: Draft, uid: str, hexagon: str, *, wave: str = "") -> None:
    """Put an advancing unit into a hex: control passes, a Beach opens or is closed.

    Parameters
    ----------
    wave
        Wave Round, in which a Beach opens.
    """
    piece = draft.pieces[uid]
    draft.place(uid, hexagon)
    if piece.side == terms.GERMAN and terms.is_open_beach(draft, hexagon):
        draft.set("beach", "closed", hexagon)
        draft.set("beach-captured", True, hexagon)
    elif piece.side == terms.ALLIED and wave in WAVES and _opens(draft, hexagon):
        draft.set("beach", "open", hexagon)
    take_control(draft, uid, (hexagon,))


# --- options --------------------------------------------------------------------------------------------


def advance_options(view: View, units: Iterable[str], target: str, wave: str = "") -> Iterator[Advance]:
    """Ways to advance, up to units that are alike: as many units as possible first, none last.

    Parameters
    ----------
    wave
        ``first-wave`` or ``second-wave`` where a second hex is allowed.

    Yields
    ------
    Advance
        What the stacking limit forbids in the end is among them.
    """
    groups = classes(view, [view.pieces[uid] for uid in units])
    ways = [_ways(view, group, target, wave) for group in groups]
    for chosen in itertools.product(*ways):
        moves = [pair for g, goals in zip(groups, chosen, strict=True) for pair in zip(g, goals, strict=True)]
        going = tuple(p.uid for p, goal in moves if goal)
        yield Advance(going, tuple((p.uid, goal) for p, goal in moves if goal and goal != target))


def _ways(view: View, group: Sequence[Piece], target: str, wave: str) -> list[tuple[str, ...]]:
    """Where the units of a class end, in every mixture; an empty text for staying behind."""
    uid, goals = group[0].uid, [target]
    if wave in WAVES:
        near = [other for _, other in view.board.neighbours(target)]
        goals += [h for h in near if not second_faults(view, uid, target, h, wave)]
    return list(itertools.combinations_with_replacement([*goals, ""], len(group)))


def _options(state: State) -> Iterator[Advance]:
    asked = ADVANCE.asked(state)
    if asked is None:
        return
    combat = asked.combat
    yield from advance_options(state, candidates(state, combat), combat.target, combat.wave)


def _toward(before: Position, after: Position) -> Iterator[Advance]:
    """The advance that leads units to where they are in another position; else what is listed."""
    asked = ADVANCE.asked(before)
    if asked is None:
        return
    combat = asked.combat
    able = candidates(before, combat)
    ends = {u: after.pieces[u].space for u in able if after.pieces[u].space != before.pieces[u].space}
    yield Advance(tuple(ends), tuple((u, end) for u, end in ends.items() if end != combat.target))
    yield from _options(before)


@rule("11.3.8", "5.2")
def _advance(draft: Draft, combat: Combat) -> Combat | None:
    """Ask for the advance; before it the owner removes what broke the stacking limit in a retreat."""
    if combat.target == terms.CHERBOURG:
        return r11_cherbourg_combat.finish(draft, combat)
    asked = ask(draft, combat)
    if combat.ends:
        enforce(draft, combat.ends, retreat=True)
    return None if asked else combat


STAGE_RULES = {"advance": _advance}
HANDLERS = (
    Handler(
        Advance,
        _check,
        _perform,
        _options,
        "11.3.8",
        answers=frozenset({ADVANCE.kind}),
        sampled="of units that are alike the first are named",
        toward=_toward,
    ),
)
