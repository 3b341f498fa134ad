"""Section 18.3: units come down the Landing Queue and ashore; Drift, and the survival of DD Tanks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control, r06_stacking, terms
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.beaches import Beach
from adjudicator.battle_for_normandy.r18.fire import DD_FIRE, Swum
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, State, View
from adjudicator.ruling import Fault, Used
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "STEPS",
    "Arrival",
    "ComeAshore",
    "arrivals",
    "barred",
    "dd_chance",
    "distribution",
    "drift_chance",
    "land_faults",
    "landed_before",
    "still_due",
    "to_land",
    "waits",
]

Faults = list[Fault]
TEN = 10


@dataclass(frozen=True, slots=True)
class Queue:
    """The beach whose queue moves up."""

    beach: str


_UP = Frame("queue-up", "18.3", Queue)


@dataclass(frozen=True, slots=True)
class ComeAshore(Action):
    """Land the units of a Phase 1 Assault Hex, and move up those behind them (18.3).

    Parameters
    ----------
    units
        Some of them; all that may land where none is named. In Phase 1 all land.
    to
        In Phases 2 and 3 another Beach hex next to their own.

    Examples
    --------
    >>> ComeAshore("c1829").units
    ()
    """

    beach: str
    units: tuple[str, ...] = ()
    to: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Chances of one unit that lands in Phase 1.

    Examples
    --------
    >>> Arrival("us-co-1", Fraction(1), Fraction(3, 5), Fraction(2, 5)).drifted
    Fraction(2, 5)
    """

    unit: str
    survival: Fraction
    on_target: Fraction
    drifted: Fraction


# --- who lands --------------------------------------------------------------------------------------------


@rule("18.3.1", "19.6.2", "18.2")
def to_land(view: View, beach: Beach) -> tuple[Piece, ...]:
    """Units that may land on a beach now: of its first Assault Hex, and the Commandos of its Holding Box.

    Returns
    -------
    tuple of Piece
        Companies wait in the Holding Box until Phase 2.
    """
    found = [p for p in r18_beaches.held(view, beach, 1) if p.side == terms.ALLIED]
    if view.number("invasion") > 1:
        found += [p for p in r18_beaches.held(view, beach, 0) if terms.is_company(p.printed)]
    return tuple([p for p in found if not view.flag("moved", p.uid) and not terms.is_naval(p.printed)])


def _near_enemy(view: View, space: str) -> bool:
    return any(
        p
        for n in terms.neighbours(space)
        for p in terms.enemies(view, n, terms.ALLIED)
        if r18_fire.can_be_hit(p)
    )


@rule("18.2", "18.3.2", "6.1")
def land_faults(view: View, piece: Piece, to: str, *, adding: Sequence[str] = ()) -> Faults:
    """What keeps a unit of the queue from landing on a Beach hex.

    Parameters
    ----------
    adding
        Units that land there with it.
    """
    name, where = piece.printed.title, view.board.name(to)
    found: Faults = []
    if terms.enemies(view, to, terms.ALLIED):
        found.append(Fault("10.1", f"enemy units hold {where}"))
    if r18_beaches.lands_alone(piece) and _near_enemy(view, to):
        found.append(Fault("18.2", f"{name} lands only where no enemy unit or Strongpoint is adjacent"))
    if view.number("invasion") > 1 and r06_stacking.value(view, piece):
        more = [uid for uid in adding if uid != piece.uid]
        faults = r06_stacking.faults(view, to, terms.ALLIED, adding=[*more, piece.uid])
        found += [Fault("18.3.2", text) for _, text in faults]
    return found


@rule("18.3.1")
def still_due(view: View) -> Faults:
    """What keeps the Landing Segment of Phase 1 from ending: all units of the first hexes land."""
    if view.number("invasion") != 1:
        return []
    return [
        Fault("18.3.1", f"the units of the first Assault Hex of {beach.name} are still to land")
        for beach in r18_beaches.beaches(view).values()
        if _landing(view, beach)
    ]


def _landing(view: View, beach: Beach) -> list[Piece]:
    """Units of the first Assault Hex that can land on their beach."""
    waiting = [p for p in to_land(view, beach) if not r20_pointe_du_hoc.is_held_back(view, p)]
    return [p for p in waiting if not land_faults(view, p, beach.hex)]


@rule("18.2", "18.3.1")
def barred(view: View, beach: Beach) -> Faults:
    """What keeps units of the first Assault Hex of a beach from landing there."""
    return [fault for piece in to_land(view, beach) for fault in land_faults(view, piece, beach.hex)]


# --- ratings and chances ----------------------------------------------------------------------------------


@rule("18.3.1")
def _rating(view: View, beach: Beach, name: str) -> int:
    if isinstance(view, Inquiry):
        what = Used(f"{name} rating of {beach.name}", "beaches.csv", beach.slug, name)
        view.source("18.3.1", what, beach.sources.of(name))
    return beach.drift if name == "drift" else beach.dd


@rule("18.3.1", "19.5")
def drift_chance(view: View, beach: Beach, piece: Piece) -> Fraction:
    """Chance that a unit lands on the beach that it aims at.

    Returns
    -------
    Fraction
        Commandos and Rangers subtract 1 from the roll.
    """
    good = _rating(view, beach, "drift") - r19_funnies.drift_bonus(piece)
    return Fraction(max(0, min(TEN, good)), TEN)


@rule("19.6.2")
def dd_chance(view: View, beach: Beach, piece: Piece) -> Fraction:
    """Chance that a unit swims ashore: 1 unless it is a DD Tank."""
    if not terms.marked(piece.printed, "dd-tank"):
        return Fraction(1)
    return Fraction(max(0, min(TEN, _rating(view, beach, "dd"))), TEN)


@rule("18.3.1", "19.6.2")
def distribution(view: View, slug: str) -> tuple[Arrival, ...]:
    """Exact chances of every unit in the first Assault Hex of a beach."""
    beach = r18_beaches.beaches(view)[slug]
    found = []
    for piece in _landing(view, beach):
        swims, hits = dd_chance(view, beach, piece), drift_chance(view, beach, piece)
        found.append(Arrival(piece.uid, swims, swims * hits, swims * (1 - hits)))
    return tuple(found)


@rule("18.3.1")
def arrivals(view: View, slug: str) -> dict[str, Fraction]:
    """Expected number of units with a Stacking Value that one beach brings to each hex in Phase 1."""
    beach = r18_beaches.beaches(view)[slug]
    east = r18_beaches.drift_hex(view, beach)
    found: dict[str, Fraction] = {}
    for arrival in distribution(view, slug):
        for space, part in ((beach.hex, arrival.on_target), (east, arrival.drifted)):
            found[space] = found.get(space, Fraction(0)) + part
    return found


# --- the action -------------------------------------------------------------------------------------------


def _beach(view: View, space: str) -> Beach | None:
    found = r18_beaches.beach_of(view, space)
    return found if found is not None and found.hex == space else None


def _check(inquiry: Inquiry, action: ComeAshore) -> None:
    beach = _beach(inquiry, action.beach)
    if beach is None:
        where = inquiry.board.name(action.beach) if action.beach in inquiry.board.spaces else action.beach
        inquiry.refuse("18.1", f"{where} is no Beach hex with a Landing Queue", spaces=[action.beach])
        return
    if inquiry.number("invasion") == 1:
        _check_first(inquiry, beach, action)
    else:
        _check_later(inquiry, beach, action)


@rule("18.3.1")
def _check_first(inquiry: Inquiry, beach: Beach, action: ComeAshore) -> None:
    plain = not action.units and action.to in {"", beach.hex}
    inquiry.require("18.3.1", plain, "", "in Phase 1 all units of the Assault Hex land on their own beach")
    inquiry.require("18.3.1", not waits(inquiry, beach), "", waits(inquiry, beach))
    landing = _landing(inquiry, beach)
    ready = bool(landing) or _can_move_up(inquiry, beach)
    inquiry.require("18.3.1", ready, "", f"no unit lands on {beach.name} now, none moves up")
    for piece in landing:
        _explain(inquiry, beach, piece)


@rule("18.3.1")
def waits(view: View, beach: Beach) -> str:
    """Why units of a beach do not land in Phase 1 yet: those further west come first; empty where none do."""
    west = [b for b in _before(view, beach) if _landing(view, b)]
    return f"units land from west to east: first {', '.join(b.name for b in west)}" if west else ""


@rule("18.3.1")
def landed_before(draft: Draft, beach: Beach) -> None:
    """Suppose that the units of the beaches further west have landed."""
    for other in _before(draft, beach):
        for piece in _landing(draft, other):
            draft.set("moved", True, piece.uid)


def _before(view: View, beach: Beach) -> list[Beach]:
    """Beaches of the same site further west."""
    every = list(r18_beaches.of_site(view.board, beach.site))
    return every[: every.index(beach)]


def _explain(inquiry: Inquiry, beach: Beach, piece: Piece) -> None:
    name = piece.printed.title
    if terms.marked(piece.printed, "dd-tank"):
        inquiry.note("19.6.2", f"{name} swims ashore on at most", int(dd_chance(inquiry, beach, piece) * TEN))
    if r19_funnies.drift_bonus(piece):
        inquiry.note("19.5", f"{name} subtracts 1 from its roll for Drift")
    good = int(drift_chance(inquiry, beach, piece) * TEN)
    where = inquiry.board.name(r18_beaches.drift_hex(inquiry, beach))
    inquiry.note("18.3.1", f"{name} lands on {beach.name}, above it in {where}, on at most", good)


@rule("18.3.2", "19.6.2")
def _check_later(inquiry: Inquiry, beach: Beach, action: ComeAshore) -> None:
    to = action.to or beach.hex
    if to != beach.hex:
        beside = to in r18_beaches.sideways(inquiry, beach)
        free = beside and not r05_zones_of_control.in_ezoc(inquiry, to, terms.ALLIED)
        where = inquiry.board.name(to)
        inquiry.require("18.3.2", beside, "", f"{where} is no Beach hex next to {beach.name}")
        inquiry.require("18.3.2", free or not beside, "", f"{where} is in an EZOC")
    known = {p.uid: p for p in to_land(inquiry, beach)}
    strangers = [uid for uid in action.units if uid not in known]
    failed = f"not in the first Assault Hex of {beach.name}, or moved: {', '.join(strangers)}"
    inquiry.require("18.3.2", not strangers, "", failed, units=strangers)
    before: list[str] = []
    for uid in action.units:
        if uid in known:
            for section, text in land_faults(inquiry, known[uid], to, adding=before):
                inquiry.refuse(section, text, units=[uid], spaces=[to])
            before.append(uid)
    fitting = action.units or tuple(_who_fit(inquiry, beach, to))
    if not action.units and not inquiry.violations:
        some = fitting or _can_move_up(inquiry, beach)
        inquiry.require("18.3.2", bool(some), "", f"no unit of {beach.name} has room to land or move up")
    if not inquiry.violations:
        _explain_later(inquiry, beach, [inquiry.pieces[uid] for uid in fitting], to)


@rule("18.3.2", "18.2", "19.6.2")
def _explain_later(inquiry: Inquiry, beach: Beach, landing: Sequence[Piece], to: str) -> None:
    """Say who lands in Phase 2 or 3, and where: there is no Drift, and DD Tanks need not swim."""
    where, names = inquiry.board.name(to), terms.titles(landing)
    if landing:
        inquiry.note("18.3.2", f"{names} {'lands' if len(landing) == 1 else 'land'} on {where} without Drift")
    else:
        inquiry.note("18.3.2", f"nobody lands on {where}; units in the queue of {beach.name} move up")
    if landing and to != beach.hex:
        inquiry.note("18.3.2", f"{where} is next to {beach.name} and in no EZOC")
    for piece in landing:
        name = piece.printed.title
        if r18_beaches.lands_alone(piece):
            inquiry.note("18.2", f"{name} may land: no enemy unit or Strongpoint is next to {where}")
        if terms.marked(piece.printed, "dd-tank"):
            inquiry.note("19.6.2", f"{name} does not roll for survival after Phase 1")


@rule("18.3.2")
def _who_fit(view: View, beach: Beach, to: str) -> list[str]:
    """Units that land together on a Beach hex as long as there is room."""
    chosen: list[str] = []
    for piece in to_land(view, beach):
        if not land_faults(view, piece, to, adding=chosen):
            chosen.append(piece.uid)
    return chosen


def _can_move_up(view: View, beach: Beach) -> bool:
    later = zip(beach.queue[1:], beach.queue, strict=False)
    return any(
        not view.flag("moved", p.uid) and _fits(view, p, ahead)
        for behind, ahead in later
        for p in view.units_in(behind)
        if p.side == terms.ALLIED and not terms.is_naval(p.printed)
    )


def _fits(view: View, piece: Piece, ahead: str) -> bool:
    if not r06_stacking.value(view, piece):
        return True
    return not r06_stacking.faults(view, ahead, terms.ALLIED, adding=[piece.uid])


def _perform(draft: Draft, action: ComeAshore) -> None:
    beach = _beach(draft, action.beach)
    assert beach is not None  # noqa: S101 - checked
    _UP.push(draft, Queue(beach.slug))
    if draft.number("invasion") == 1:
        for piece in reversed(_landing(draft, beach)):
            _ask_landing(draft, beach, piece)
        return
    to = action.to or beach.hex
    for uid in action.units or _who_fit(draft, beach, to):
        _put_ashore(draft, uid, to)


@rule("18.3.1", "19.6.2", "20.6")
def _ask_landing(draft: Draft, beach: Beach, piece: Piece) -> None:
    """Ask for the dice of a unit that lands in Phase 1; Rangers at Pointe du Hoc need none."""
    draft.set("moved", True, piece.uid)
    if beach.site == "pointe-du-hoc":
        draft.place(piece.uid, beach.hex)
    elif terms.marked(piece.printed, "dd-tank"):
        ask_roll(draft, "dd-survival", [terms.D10], unit=piece.uid, beach=beach.slug)
    else:
        ask_roll(draft, "drift", [terms.D10], unit=piece.uid, beach=beach.slug)


@rule("18.2")
def _put_ashore(draft: Draft, uid: str, to: str) -> None:
    draft.place(uid, to)
    draft.set("moved", True, uid)
    if terms.is_artillery(draft.pieces[uid].printed):
        draft.set("flipped", True, uid)


@rule("18.3.1", "18.3.2")
def _move_up(draft: Draft, decision: Decision) -> None:
    """Units behind in the queue advance one hex where there is room."""
    beach = r18_beaches.beaches(draft)[_UP.read(decision).beach]
    for behind, ahead in zip(beach.queue[1:], beach.queue, strict=False):
        for piece in draft.units_in(behind):
            mine = piece.side == terms.ALLIED and not terms.is_naval(piece.printed)
            if mine and not draft.flag("moved", piece.uid) and _fits(draft, piece, ahead):
                draft.place(piece.uid, ahead)
                draft.set("moved", True, piece.uid)


@rule("19.6.2")
def _resolve_dd(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    beach = r18_beaches.beaches(draft)[data["beach"]]
    if values[0] > beach.dd:
        r12_losses.eliminate(draft, data["unit"])
        return
    DD_FIRE.push(draft, Swum(data["unit"]), terms.ALLIED)
    ask_roll(draft, "drift", [terms.D10], unit=data["unit"], beach=data["beach"])


@rule("18.3.1", "19.5")
def _resolve_drift(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    beach = r18_beaches.beaches(draft)[data["beach"]]
    uid = data["unit"]
    good = values[0] + r19_funnies.drift_bonus(draft.pieces[uid]) <= beach.drift
    _put_ashore(draft, uid, beach.hex if good else r18_beaches.drift_hex(draft, beach))
    fires = DD_FIRE.asked(draft) == Swum(uid)
    if fires and not r18_fire.targets(draft, draft.pieces[uid].space, terms.ALLIED):
        draft.settle()


def _options(state: State) -> Iterator[ComeAshore]:
    for beach in r18_beaches.beaches(state).values():
        if beach.hex not in state.board.spaces:
            continue
        yield ComeAshore(beach.hex)
        if state.number("invasion") > 1 and to_land(state, beach):
            yield from (ComeAshore(beach.hex, (), to) for to in r18_beaches.sideways(state, beach))


def _why_dd(state: State, data: Mapping[str, Any]) -> str:
    beach = r18_beaches.beaches(state)[data["beach"]]
    return f"survival of {state.pieces[data['unit']].printed.title} off {beach.name}: {beach.dd} or less"


def _why_drift(state: State, data: Mapping[str, Any]) -> str:
    beach = r18_beaches.beaches(state)[data["beach"]]
    return f"drift of {state.pieces[data['unit']].printed.title}: {beach.drift} or less lands on {beach.name}"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(ComeAshore, _check, _perform, _options, "18.3", phases=frozenset({"landing"})),
)
ROLLS = {
    "dd-survival": RollRule(_resolve_dd, _why_dd, "19.6.2"),
    "drift": RollRule(_resolve_drift, _why_drift, "18.3.1"),
}
STEPS = {_UP.kind: _move_up}
