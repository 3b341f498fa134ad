"""Sections 8.33 to 8.38, 14.2 and 18.3: one step of a unit, its price, and every reason against it."""

from __future__ import annotations

from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r08_assault_duty as duties
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r08_mf import Leg, Mover, has_overrun
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View
from maps.board import Edge

__all__ = [
    "BRIDGE_LIMIT",
    "WATER",
    "bridge_room",
    "check_leg",
    "entry_cost",
]

BRIDGE_LIMIT = 5
WATER = {"river", "flooded"}
_TYPES = {"infantry": "4.21", "armor": "4.22", "field-artillery": "4.23", "flak": "4.24", "pak": "4.24"}


# --- what a step costs ----------------------------------------------------------------------------------


@rule("7.3", "8.36A", "8.36B", "8.36C", "8.36D")
def entry_cost(view: View, to: str, side: str) -> tuple[int, str, str]:
    """Cost of entering a space, by who holds it and who stands there; only the dearest case counts.

    Parameters
    ----------
    side
        Side of the unit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> entry_cost(GAME.scenario("d-day"), "utah-beach", "allied")[:2]
    (4, '8.36D')
    """
    name, there = view.board.name(to), terms.enemies(view, to, side)
    if any(p.status == terms.FRESH for p in there):
        return (4, "8.36D", f"{name} holds a Fresh enemy unit")
    if there:
        return (3, "8.36C", f"{name} holds only Spent or Disrupted enemy units")
    if terms.control_side(view, to) != side:
        return (2, "8.36B", f"{name} is Vacant and enemy-controlled")
    if view.flag("taken", to):
        return (2, "8.36B", f"{name} was enemy-controlled until this impulse (7.3)")
    return (1, "8.36A", f"{name} is Free")


@rule("8.371", "11.4", "20.1")
def bridge_room(view: View, edge: Edge) -> int:
    """How many more units may use a bridge in this impulse, whatever their direction.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> bridge_room(d_day, d_day.board.edge("pont-labbe", "valognes"))
    5
    """
    limit = BRIDGE_LIMIT
    if view.flag("double-impulse") and view.option("double-impulse-bridges") == "B":
        limit *= 2
    return max(0, limit - view.number("crossings", edge.id))


@rule("8.33", "8.36", "8.373", "8.38")
def check_leg(inquiry: Inquiry, mover: Mover, to: str, *, river: bool = False) -> Leg | None:
    """Check and price one step; every reason against it is recorded.

    Parameters
    ----------
    river
        Whether it crosses a river beside the bridge.

    Returns
    -------
    Leg or None
        None when there is no such boundary; a Leg does not mean that the step is legal.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_mf import mover_of
    >>> d_day = GAME.scenario("d-day")
    >>> inquiry = Inquiry(d_day)
    >>> leg = check_leg(inquiry, mover_of(d_day, d_day.pieces["ge-1058"]), "montebourg")
    >>> leg.cost, leg.rule, inquiry.violations
    (1, '8.36A', [])
    """
    board, piece = inquiry.board, mover.piece
    uid, here, there = (piece.uid,), board.name(mover.at), board.name(to)
    edge = board.edge(mover.at, to)
    if edge is not None:
        inquiry.note("3.2", f"{here} and {there} are adjacent")
    else:
        inquiry.refuse("8.33", f"{here} and {there} are not adjacent", units=uid, spaces=(mover.at, to))
        return None
    if edge.boundary == "landing" or not terms.on_map(inquiry, to):
        inquiry.refuse(
            "19.3", f"{piece.printed.title} lands by 'land', and nobody moves into a box", units=uid
        )
        return None
    fixed = piece.printed.type == "coastal-artillery"
    if not inquiry.require("8.373", not fixed, "", f"{piece.printed.title} never moves", units=uid):
        inquiry.note("4.25", f"{piece.printed.title} is Coastal Artillery")
        return None
    if terms.is_zone(inquiry, to) or terms.is_zone(inquiry, mover.at):
        inquiry.note("14.1", "a Zone is as an Area where nothing else is said")
    _check_onward(inquiry, mover)
    _check_zone(inquiry, mover, to)
    for section, fault in r07.room_faults(inquiry, to, piece):
        inquiry.refuse(section, fault, units=uid, spaces=(to,))
    _check_attacked(inquiry, mover, to)
    whole = _check_exit(inquiry, mover, to)
    unbridged = _check_boundary(inquiry, mover, edge, to, river=river)
    crossing = duties.crossing_kind(edge, river=unbridged)
    owed = duties.duty(inquiry, piece, edge, to, at=mover.at, river=unbridged)
    _check_types(inquiry, mover, to, owed)
    cost, section = _cost(inquiry, mover, edge, to, unbridged=unbridged, whole=whole)
    if owed[0]:
        inquiry.note(owed[0], f"{piece.printed.title} must assault {there}: {owed[1]}")
    stop = bool(terms.enemies(inquiry, to, piece.side)) or terms.is_zone(inquiry, to)
    return Leg(edge, to, cost, crossing, section, owed, stop)


@rule("8.33", "8.53", "14.2")
def _check_onward(inquiry: Inquiry, mover: Mover) -> None:
    """A unit that has entered something may be stopped there."""
    if not mover.entered:
        return
    name, at = mover.piece.printed.title, inquiry.board.name(mover.at)
    uid, side = (mover.piece.uid,), mover.piece.side
    if terms.enemies(inquiry, mover.at, side):
        inquiry.refuse(
            "8.33", f"{name} stops in {at}, which enemy units occupy", units=uid, spaces=(mover.at,)
        )
    if terms.is_zone(inquiry, mover.at):
        inquiry.refuse("14.2", f"{name} ended its move when it entered {at}", units=uid, spaces=(mover.at,))
    fought = inquiry.text("attacked", mover.at) if mover.at == mover.piece.space else ""
    companion = fought == "overrun" and mover.piece.printed.type == "field-artillery"
    if companion and inquiry.text("came-from", mover.piece.uid) and not _came_after(inquiry, mover):
        barred = inquiry.option("overrun-companions") == "A"
        inquiry.require(
            "8.53",
            not barred,
            "",
            f"{name} did not assault, so it does not go on after the Overrun",
            units=uid,
        )
    if fought == "attacked":
        inquiry.refuse("8.53", f"without an Overrun {name} goes no further than {at}", units=uid)


def _came_after(inquiry: Inquiry, mover: Mover) -> bool:
    """Whether the unit entered its Area only after the Overrun, having been there before (8.31)."""
    return mover.at in inquiry.text("overran", mover.piece.uid).split()


@rule("14.2")
def _check_zone(inquiry: Inquiry, mover: Mover, to: str) -> None:
    """A Zone takes only units that began the impulse next to it."""
    if not terms.is_zone(inquiry, to):
        return
    near = inquiry.board.edge(mover.start, to) is not None
    if near and mover.entered:
        near = inquiry.option("zone-from-start") == "A"
    start, name = inquiry.board.name(mover.start), mover.piece.printed.title
    zone = inquiry.board.name(to)
    failed = f"{name} may not enter {zone}: it began the impulse in {start} or has moved since"
    inquiry.require(
        "14.2", near, f"{name} began next to {zone}", failed, units=(mover.piece.uid,), spaces=(to,)
    )


@rule("8.22", "8.31", "8.5")
def _check_attacked(inquiry: Inquiry, mover: Mover, to: str) -> None:
    """Nobody enters an Area once it was attacked, but those who overran it and left."""
    fought = inquiry.text("attacked", to)
    if not fought:
        return
    back = fought == "overrun" and has_overrun(inquiry, mover.piece, to)
    name = inquiry.board.name(to)
    passed = f"{mover.piece.printed.title} overran {name} in this impulse and may return"
    failed = f"{name} has been attacked in this impulse"
    inquiry.require("8.31", back, passed, failed, units=(mover.piece.uid,), spaces=(to,))


# --- leaving --------------------------------------------------------------------------------------------


@rule("8.34", "8.35", "8.54", "14.2")
def _check_exit(inquiry: Inquiry, mover: Mover, to: str) -> bool:
    """Check leaving the Contested Area where a unit began; returns whether it takes all MF."""
    piece, at = mover.piece, mover.at
    if mover.entered or not terms.is_area(inquiry, at):
        return False
    foes = terms.enemies(inquiry, at, piece.side)
    if not foes:
        return False
    name, here, there = piece.printed.title, inquiry.board.name(at), inquiry.board.name(to)
    armor = piece.printed.type == "armor"
    tanks = [p for p in foes if p.printed.type == "armor"]
    free = terms.is_free(inquiry, to, piece.side) and _counts_as_free(inquiry, to)
    spaces = (at, to)
    first = f"{name} leaves Contested {here}"
    inquiry.require(
        "8.34", free, f"{first} for a Free Area", f"{first}, and {there} is not Free", spaces=spaces
    )
    if not free and (terms.enemies(inquiry, to, piece.side) or terms.control_side(inquiry, to) != piece.side):
        inquiry.refuse("8.35", f"{there} can be entered only from a Vacant Area", spaces=spaces)
    if armor and not tanks:
        inquiry.note("8.34", f"no enemy Armor in {here}: {name} leaves at normal cost")
        return False
    why = f"{tanks[0].printed.title} is enemy Armor" if armor else f"{name} is no Armor"
    inquiry.note("8.34", f"{why}: leaving takes all MF that are left")
    return True


def _counts_as_free(inquiry: Inquiry, to: str) -> bool:
    return not inquiry.flag("taken", to) or inquiry.option("taken-area-free") == "A"


# --- crossing -------------------------------------------------------------------------------------------


@rule("3.23", "8.36E", "8.371", "8.372")
def _check_boundary(inquiry: Inquiry, mover: Mover, edge: Edge, to: str, *, river: bool) -> bool:
    """Check the boundary; returns whether the unit crosses water without a bridge."""
    piece, kind = mover.piece, inquiry.boundary(edge, "8.371")
    line, spaces, uid = terms.boundary_name(inquiry, edge), (mover.at, to), (piece.uid,)
    inquiry.note("3.23", f"the boundary {line} is {kind}{' with a bridge' if edge.bridge else ''}")
    if kind not in WATER:
        inquiry.require("8.371", not river, "", f"there is no river at {line}", spaces=spaces)
        return False
    held = duties.enemy_holds(inquiry, edge, piece.side, mover.at)
    if held:
        here, alone = inquiry.board.name(mover.at), terms.is_vacant(inquiry, mover.at, piece.side)
        failed = f"from Contested {here} nobody crosses the enemy-held {line}"
        inquiry.require(
            "8.372", alone, f"the enemy-held {line} is crossed from Vacant {here}", failed, spaces=spaces
        )
    bridge = terms.usable_bridge(inquiry, edge)
    if kind == "flooded":
        dry = bridge and not river
        inquiry.require("8.371", dry, "", f"the flooded {line} is crossed only by a bridge", spaces=spaces)
    elif river or not bridge:
        _check_swim(inquiry, mover, line, bridge=bridge)
        return True
    if bridge and not river:
        room = bridge_room(inquiry, edge) - mover.bridges.count(edge.id)
        passed = f"the bridge {line} has room for {room} of {BRIDGE_LIMIT} units"
        full = f"five units have used the bridge {line} in this impulse"
        inquiry.require("8.371", room > 0, passed, full, units=uid, spaces=spaces)
    return False


def _check_swim(inquiry: Inquiry, mover: Mover, line: str, *, bridge: bool) -> None:
    name = mover.piece.printed.title
    infantry = mover.piece.printed.type == "infantry"
    beside = "beside its bridge" if bridge else "without a bridge"
    failed = f"only infantry crosses the river {line} {beside}; {name} is no infantry"
    inquiry.require(
        "8.36E", infantry, f"{name} crosses the river {line} {beside}", failed, units=(mover.piece.uid,)
    )


# --- entering -------------------------------------------------------------------------------------------


@rule("8.35", "8.375")
def _note_point(inquiry: Inquiry, mover: Mover, to: str) -> None:
    """Say that infantry and Armor may open an enemy-held Area, coming from a Vacant one."""
    side, name, there = mover.piece.side, mover.piece.printed.title, inquiry.board.name(to)
    if terms.is_uncontested_enemy_controlled(inquiry, to, side):
        inquiry.note("8.375", f"{name} is a Point Unit and may enter Uncontested, enemy-controlled {there}")
    enemy = terms.enemies(inquiry, to, side) or terms.control_side(inquiry, to) != side
    if enemy and terms.is_vacant(inquiry, mover.at, side):
        inquiry.note("8.35", f"{name} comes from Vacant {inquiry.board.name(mover.at)}")


@rule("4.21", "4.22", "4.23", "4.24", "8.35", "8.375")
def _check_types(inquiry: Inquiry, mover: Mover, to: str, owed: tuple[str, str]) -> None:
    """Field Artillery, FLAK and PAK need a Point Unit to lead them."""
    piece = mover.piece
    name, there, spaces = piece.printed.title, inquiry.board.name(to), (to,)
    foes, ours = terms.enemies(inquiry, to, piece.side), terms.friends(inquiry, to, piece.side)
    if foes or terms.control_side(inquiry, to) != piece.side:
        inquiry.note(_TYPES[piece.printed.type], f"{name} is {piece.printed.type.replace('-', ' ')}")
    if piece.printed.is_point:
        _note_point(inquiry, mover, to)
        return
    if foes:
        passed, failed = f"{there} is Contested already", f"no Point Unit is there for {name} to join"
        inquiry.require("8.35", bool(ours), passed, failed, units=(piece.uid,), spaces=spaces)
    if not ours and terms.control_side(inquiry, to) != piece.side:
        failed = f"only a Point Unit opens Uncontested, enemy-controlled {there}"
        inquiry.refuse("8.375", failed, units=(piece.uid,), spaces=spaces)
    elif owed[0]:
        led = duties.led_by_point(inquiry, piece, to, mover.at)
        passed = f"a Point Unit leads {name} into {there}"
        failed = f"no Point Unit leads {name} over this boundary into {there}, where it must assault"
        inquiry.require("8.375", led, passed, failed, units=(piece.uid,), spaces=spaces)


@rule("8.221", "8.36E", "8.38", "20.3")
def _cost(
    inquiry: Inquiry, mover: Mover, edge: Edge, to: str, *, unbridged: bool, whole: bool
) -> tuple[int, str]:
    """Price a step: (MF, section); records what it costs, or that it cannot be paid."""
    base, section, why = entry_cost(inquiry, to, mover.piece.side)
    seized = inquiry.text("seized-by", edge.id)
    surcharge = int(edge.bridge and not unbridged and seized not in {"", mover.piece.uid})
    if unbridged:
        section, why = "8.36E", f"the river {terms.boundary_name(inquiry, edge)} takes all MF"
    inquiry.note(section, why, None if unbridged else base)
    if surcharge:
        inquiry.note("8.221", f"{terms.boundary_name(inquiry, edge)} was seized in this impulse", surcharge)
    need = base + surcharge
    if unbridged:
        return _cost_of_river(inquiry, mover), section
    if need > mover.left:
        need = _minimum(inquiry, mover, need, section, barred=bool(surcharge))
    return (max(need, mover.left) if whole else need), section


def _cost_of_river(inquiry: Inquiry, mover: Mover) -> int:
    name, uid = mover.piece.printed.title, (mover.piece.uid,)
    if mover.used:
        some = mover.left > 0 and inquiry.option("river-all-mf") == "B"
        failed = f"crossing takes all {mover.mf} MF, and {name} has used {mover.used}"
        inquiry.require("8.36E", some, f"{name} gives the {mover.left} MF it has left", failed, units=uid)
    return mover.left


@rule("8.38")
def _minimum(inquiry: Inquiry, mover: Mover, need: int, section: str, *, barred: bool) -> int:
    """The Minimum Move, where a step costs more than the unit has."""
    name, uid = mover.piece.printed.title, (mover.piece.uid,)
    short = f"{name} needs {need} MF and has {mover.left}"
    if mover.used or mover.entered or not mover.mf:
        inquiry.refuse(section, short, units=uid)
        inquiry.refuse("8.38", f"no Minimum Move: {name} has used MF in this impulse", units=uid)
    elif barred:
        inquiry.refuse(section, short, units=uid)
        inquiry.refuse("8.38", "no Minimum Move over a bridge seized in this impulse", units=uid)
    else:
        inquiry.note("8.38", f"{short}: Minimum Move with all of them", mover.left)
    return mover.left
