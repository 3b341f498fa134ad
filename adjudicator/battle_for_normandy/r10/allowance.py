"""Sections 7.5, 10.5, 10.7, 11.2 and 19.10: the Movement Allowance of a unit in the phase in play."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r07.isolation import traces_to_corps
from adjudicator.battle_for_normandy.r11.interdiction import named, of_unit
from adjudicator.battle_for_normandy.r14_bridges import WATER, passable
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, State, View

__all__ = [
    "MECH",
    "allowance",
    "interdiction",
    "is_cut_off",
    "is_mobile",
    "is_motorized",
    "motorized_formations",
    "total_of",
]

MECH = "mech-movement"
_BONUS, _FOOT_MA, _ISOLATED_MA = 2, 6, 2


@rule("10.3")
def is_mobile(piece: Piece) -> bool:
    """Whether a unit has a Movement Allowance at all; Strongpoints and static guns have none."""
    unit = piece.printed
    if terms.is_static(unit) or terms.is_strongpoint(unit) or terms.is_naval(unit):
        return False
    return bool(unit.rating("ma"))


# --- motorization -----------------------------------------------------------------------------------------


@rule("19.10", "20.1")
def motorized_formations(view: View) -> frozenset[str]:
    """Divisions whose HQ shows its T side, or has a truck under it.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, "motorized", _motorized)


def _motorized(state: State) -> frozenset[str]:
    hqs = {uid for uid in state.subjects("motorized") if state.flag("motorized", uid)}
    trucks = (t for t in state.subjects("truck") if not state.flag("truck-spent", t))
    hqs |= {state.text("truck", t) for t in trucks}
    return frozenset(state.pieces[u].printed.division for u in hqs if u in state.pieces)


@rule("19.10", "20.1")
def is_motorized(view: View, piece: Piece) -> bool:
    """Whether the Motorization of its division gives a unit two MPs."""
    unit = piece.printed
    if not unit.division or terms.is_mech(unit) or not is_mobile(piece):
        return False
    return (unit.rating("ma") or 0) <= _FOOT_MA and unit.division in motorized_formations(view)


# --- interdiction -----------------------------------------------------------------------------------------


@rule("11.2", "23.6")
def interdiction(view: View, piece: Piece) -> int:
    """MPs that Air Interdiction takes from a German unit, by the map on which it begins its movement."""
    return of_unit(view, piece)


# --- cut off ----------------------------------------------------------------------------------------------


@rule("7.5o")
def is_cut_off(view: View, piece: Piece) -> bool:
    """Whether an isolated unit with a yellow MA has an allowance of two MPs (an option)."""
    if not terms.has_option(view, "7.5o") or not terms.marked(piece.printed, "mech"):
        return False
    if view.option("isolated-mech") == "A":
        return not traces_to_corps(view, piece.uid)
    group = terms.group_of(piece.printed)
    return piece.space not in terms.derived(view, f"corps-joined:{group}", lambda s: _joined(s, piece))


def _joined(state: State, piece: Piece) -> frozenset[str]:
    """Hexes from which a line of any length, whatever EZOCs it meets, leads to a corps HQ of a group."""
    group, hqs = terms.group_of(piece.printed), terms.corps_hqs(state, piece.side)
    ends = [p.space for p in hqs if terms.group_of(p.printed) == group]
    return frozenset(_dry_land(state, ends, _held(state, piece.side)))


def _held(state: State, side: str) -> frozenset[str]:
    held = (p for p in state.pieces.values() if p.side != side and terms.has_zoc(p.printed))
    return frozenset(p.space for p in held)


def _dry_land(state: State, ends: Iterable[str], closed: Collection[str]) -> set[str]:
    """Hexes joined to some ends over no unbridged stream or river."""
    board, queue = state.board, [e for e in ends if e in state.board.spaces]
    found = set(queue)
    for here in queue:
        for edge, to in board.neighbours(here):
            if to in found or to in closed or board.spaces[to]["terrain"] == "sea":
                continue
            if edge.boundary not in WATER or passable(state, edge):
                found.add(to)
                queue.append(to)
    return found


@rule("10.6o")
def _left_behind(view: View, piece: Piece) -> bool:
    """Whether motorized infantry out of supply stands beyond a stream or river of its HQ (an option)."""
    unit = piece.printed
    if not terms.has_option(view, "10.6o") or terms.is_mech(unit) or not terms.is_infantry_type(unit):
        return False
    if not is_motorized(view, piece) and (unit.rating("ma") or 0) <= _FOOT_MA:
        return False
    hq = terms.hq_of(view, unit.division)
    if hq is None or not terms.on_map(view, hq):
        return False
    ends = [hq.space]
    near = terms.derived(view, f"dry:{hq.space}", lambda state: _dry_land(state, ends, frozenset()))
    return piece.space not in near


# --- all of it --------------------------------------------------------------------------------------------


def total_of(piece: Piece) -> str:
    """Name of the total that `allowance` records for a unit."""
    return f"MA of {piece.printed.title}"


@rule("7.5", "10.3", "10.5", "10.7", "11.2", "17.5", "18.6", "19.10", "20.1")
def allowance(view: View, piece: Piece, *, supplied: bool | None = None) -> int:
    """Movement Points of a unit in the phase in play; outside of movement, those of its Movement Phase.

    Parameters
    ----------
    supplied
        Whether in General Supply, where that is known already.

    Returns
    -------
    int
        0 for a unit that may not move.
    """
    inquiry = view if isinstance(view, Inquiry) else None
    adding = Adding(inquiry, total_of(piece))
    if not is_mobile(piece):
        adding.add("10.3", f"{piece.printed.title} has no Movement Allowance", 0, "set")
        return 0
    if supplied is None:
        supplied = in_supply(view, piece.uid)
    _base(view, piece, adding, supplied=supplied)
    phase = view.text("phase")
    if phase == MECH and not _mechanized_phase(view, piece, adding):
        return 0
    if phase in {"german-movement", "reaction-movement"} and piece.side == terms.GERMAN:
        _invasion(view, phase, adding)
    if _is_allied_night(view, piece):
        adding.add("10.7", "Allied MPs are halved at night until July", 0, "half up")
    if not supplied and not is_cut_off(view, piece):
        adding.add("7.5", "out of supply", 0, "half up")
    return adding.value


def _base(view: View, piece: Piece, adding: Adding, *, supplied: bool) -> None:
    """The printed MA with what comes before every halving: interdiction first, then what limits it."""
    title = piece.printed.title
    adding.add("2.4.3", f"printed MA of {title}", terms.rating(view, piece, "ma", "2.4.3"), "set")
    if is_motorized(view, piece):
        section = "19.10" if piece.side == terms.ALLIED else "20.1"
        adding.add(section, "its division is motorized", _BONUS)
    taken = interdiction(view, piece)
    if taken:
        section, sheet = named(view, piece.space)
        adding.add(section, f"interdiction of map {sheet}, on which it begins", taken, "-")
        adding.add("11.2", "never below none", 0, "max")
    if not supplied and _left_behind(view, piece):
        adding.add("10.6o", "motorized infantry beyond a stream or river, out of supply", _FOOT_MA, "min")
    if is_cut_off(view, piece):
        adding.add("7.5o", "an isolated mechanized unit", _ISOLATED_MA, "min")


@rule("10.5", "7.5o", "20.1")
def _mechanized_phase(view: View, piece: Piece, adding: Adding) -> bool:
    """Whether a unit may move in the Mechanized Movement Phase; a yellow MA is halved."""
    cut_off = is_cut_off(view, piece)
    if not terms.is_mech(piece.printed) or cut_off:
        text = f"{piece.printed.title} does not move in the Mechanized Movement Phase"
        adding.add("7.5o" if cut_off else "10.5", text, 0, "set")
        return False
    if terms.marked(piece.printed, "mech-recon"):
        adding.add("10.5", "a light blue MA: all of it", 0)
    else:
        adding.add("10.5", "a yellow MA: half of it in the Mechanized Movement Phase", 0, "half up")
    return True


@rule("17.5", "18.6")
def _invasion(view: View, phase: str, adding: Adding) -> None:
    """German movement on June 6: one MP after the drop, then as many as the number of the phase."""
    if phase == "reaction-movement":
        adding.add("17.5", "reaction to the Airborne landings", 1, "min")
    else:
        number = max(1, view.number("invasion"))
        adding.add("18.6", f"German movement in Beach Invasion Phase {number}", number, "min")


@rule("10.7")
def _is_allied_night(view: View, piece: Piece) -> bool:
    night = view.text("time") == "night"
    return night and piece.side == terms.ALLIED and view.number("date") < terms.JULY
