"""Section 10: announcing a bombardment, its Attack Value and Defense Value, and what the dice do."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r10_attrition as attrition
from adjudicator.breakout_normandy import r15_fortifications, r23_cards, terms
from adjudicator.breakout_normandy import r16_bombarding as guns
from adjudicator.breakout_normandy import r17_naval_and_air as markers
from adjudicator.citation import rule
from adjudicator.dice import DIFFERENCE, Distribution
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from adjudicator.ruling import Fault, Total, Used
from counters.catalog import load_markers
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "Bombard",
    "attack_value",
    "attrition_chances",
    "battery_faults",
    "defense_value",
    "firing_side",
]

_PHASE_KIND = {"naval": "naval", "air": "air"}
_ADDS_TO_DV = {"air": "flak", "naval": "coastal-artillery", "artillery": guns.FIELD_ARTILLERY}
_ALL_TEAMS = 4


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """Announce a bombardment, the sole action of its impulse (10.1).

    Parameters
    ----------
    by
        Marker (``wtf``, ``etf``, ``ix-af``, ``2-taf``, ``le-havre``), or id of the lead Field Artillery.
    primary
        Id of the Primary Target; a boundary means the enemy's Construct marker there.
    double
        Use the Advantage: this is the second half of a Double Impulse (11.4).

    Examples
    --------
    >>> Bombard("wtf", "omaha-beach", "ge-vierville").support
    ()
    """

    by: str
    target: str
    primary: str
    support: tuple[str, ...] = ()
    double: bool = False


def _kind(by: str) -> str:
    battery = markers.MARKERS.get(by)
    return battery.kind if battery is not None else "artillery"


@rule("10.11")
def firing_side(view: View, by: str) -> str:
    """Side that owns a bombardment marker, or of the lead unit, whoever is on turn.

    Parameters
    ----------
    by
        As in `Bombard`; it must exist.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> firing_side(GAME.scenario("d-day"), "wtf"), firing_side(GAME.scenario("d-day"), "le-havre")
    ('allied', 'german')
    """
    battery = markers.MARKERS.get(by)
    if battery is None:
        return view.pieces[by].side
    return terms.GERMAN if battery.nation == terms.GERMAN else terms.ALLIED


# --- values ---------------------------------------------------------------------------------------------


@rule("10.2", "16.11")
def attack_value(inquiry: Inquiry, by: str, support: Sequence[str] = ()) -> Total:
    """Attack Value: the Attack Factor of the marker, or of the lead unit and one for each other unit.

    Parameters
    ----------
    by, support
        As in `Bombard`; they must exist.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> attack_value(Inquiry(GAME.scenario("d-day")), "wtf").value
    8
    """
    adding = inquiry.adding("AV")
    battery = markers.MARKERS.get(by)
    if battery is not None:
        adding.add("10.2", f"Attack Factor of the {battery.title}", _factor(inquiry, battery), "set")
        return adding.total
    lead = inquiry.pieces[by]
    factor = inquiry.printed(lead, "af", "10.2")
    adding.add("10.2", f"Attack Factor of {lead.printed.title}", factor, "set")
    for uid in support:
        adding.add("10.2", f"support of {inquiry.pieces[uid].printed.title}", 1)
    return adding.total


def _factor(inquiry: Inquiry, battery: markers.Battery) -> int:
    """Printed Attack Factor of a marker, its source recorded."""
    marker = load_markers(inquiry.state.game, inquiry.filing.overlay)[battery.counter]
    source = marker.sources.of("attack_factor")
    used = Used(f"Attack Factor of the {battery.title}", "markers.csv", marker.id, "attack_factor")
    inquiry.source("10.2", used, source)
    return marker.attack_factor or 0


@rule("10.3", "10.3A", "10.3B", "10.3C", "15.1", "16.14", "17.2", "17.3")
def defense_value(inquiry: Inquiry, by: str, target: str, side: str) -> Total:
    """Defense Value of a Target Area; Defense Factors of units do not enter it.

    Parameters
    ----------
    by
        As in `Bombard`.
    side
        Side that bombards.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> defense_value(Inquiry(GAME.scenario("d-day")), "wtf", "omaha-beach", "allied").value
    4
    """
    adding, space = inquiry.adding("DV"), inquiry.board.spaces[target]
    if terms.is_area(inquiry, target):
        tem = int(inquiry.feature(space, "tem", "10.3A") or 0)
        adding.add("10.3A", f"TEM of {space.name}", tem, "set")
    else:
        adding.add("10.3A", f"{space.name} has no TEM", 0, "set")
    if side == terms.ALLIED and r15_fortifications.stands(inquiry, target, "10.3B"):
        adding.add("10.3B", f"Germans defend the Fortification of {space.name}", 2)
    for piece in _adders(inquiry, by, target, side):
        adding.add("10.3C", f"Fresh {piece.printed.title}", 1)
    inquiry.note("10.3", "Defense Factors of units do not count", adding.value)
    return adding.total


@rule("10.3C", "16.14")
def _adders(view: View, by: str, target: str, side: str) -> Iterator[Piece]:
    """Fresh defenders of the type that counters this kind of bombardment."""
    kind = _kind(by)
    if kind == "artillery" and guns.is_nebelwerfer(view.pieces[by]):
        return
    if kind == "le-havre":
        kind = "artillery" if view.option("le-havre-dv") == "B" else kind
    wanted = _ADDS_TO_DV.get(kind)
    for piece in terms.enemies(view, target, side):
        fits = piece.printed.type == wanted and piece.status == terms.FRESH
        if fits and not guns.is_nebelwerfer(piece):
            yield piece


@rule("10.4")
def attrition_chances(av: int, dv: int) -> Distribution[int]:
    """Distribution of the Attrition Points of a bombardment.

    Examples
    --------
    >>> attrition_chances(8, 3)[5], attrition_chances(8, 3).total
    (146, 1296)
    """
    return DIFFERENCE.map(lambda difference: max(0, av - dv + difference))


# --- may it be announced --------------------------------------------------------------------------------


@rule("10.1", "10.11", "10.12")
def _check(inquiry: Inquiry, action: Bombard) -> None:
    space = inquiry.board.spaces.get(action.target)
    known = space is not None and space.kind in {"area", "zone"}
    name = inquiry.board.name(action.target)
    inquiry.require("10.1", known, "", f"{name} is no Area or Zone", spaces=(action.target,))
    firing = [action.by, *action.support] if _kind(action.by) == "artillery" else list(action.support)
    for uid in (u for u in firing if u not in inquiry.pieces):
        inquiry.refuse("10.11", f"there is no unit or bombardment marker {uid!r}", units=(uid,))
    if inquiry.violations:
        return
    _check_moment(inquiry, action)
    if _kind(action.by) == "artillery":
        _check_guns(inquiry, action)
    else:
        _check_marker(inquiry, action)
    owner = firing_side(inquiry, action.by)
    if owner == terms.side_on_turn(inquiry, owner):
        _check_primary(inquiry, action)
    if not inquiry.violations:
        attack_value(inquiry, action.by, action.support)
        defense_value(inquiry, action.by, action.target, owner)


@rule("10.1", "11.4", "21.3", "21.4")
def _check_moment(inquiry: Inquiry, action: Bombard) -> None:
    phase = inquiry.text("phase")
    if phase != "daylight":
        wanted = _PHASE_KIND.get(phase)
        section = "21.3" if phase == "naval" else "21.4"
        inquiry.require(
            section,
            _kind(action.by) == wanted,
            f"it is the {wanted} bombardment of D-Day",
            f"only {wanted} markers attack in this phase",
        )
        inquiry.require("11.4", not action.double, "", "a Double Impulse needs an impulse")
        return
    begun = inquiry.text("impulse-type")
    if not action.double:
        said = "a Bombardment is the sole action of its impulse, and one has begun"
        inquiry.require("10.1", not begun, "the impulse has not begun", said)
        return
    side = inquiry.text("side")
    held = inquiry.text("advantage") == side
    inquiry.require(
        "11.4", held, f"the {side.capitalize()} side holds the Advantage", "the enemy holds the Advantage"
    )
    used = inquiry.flag("advantage-used") or inquiry.flag("double-impulse")
    inquiry.require("11.6", not used, "", "the Advantage has been used in this impulse already")
    inquiry.require("11.4", bool(begun), "", "this is not yet the second half of an impulse")
    if begun == "assault":
        mixed = inquiry.option("double-impulse-kinds") == "B"
        inquiry.require("11.4", mixed, "", "the first half was an Assault")


@rule("10.11", "16.4", "17.1")
def _check_marker(inquiry: Inquiry, action: Bombard) -> None:
    battery, owner = markers.MARKERS[action.by], firing_side(inquiry, action.by)
    side = terms.side_on_turn(inquiry, owner)
    inquiry.require(
        "10.11", owner == side, "", f"the {battery.title} marker belongs to the {owner.capitalize()} side"
    )
    section = "16.4" if battery.kind == "le-havre" else "17.1"
    alone = not action.support
    inquiry.require(
        section, alone, f"the {battery.title} attacks alone", "nothing supports a bombardment marker"
    )
    faults = battery_faults(inquiry, battery, action.target)
    _refuse(inquiry, faults, action.target)
    if not faults:
        name = inquiry.board.name(action.target)
        targets = {"naval": "17.2", "air": "17.3"}
        inquiry.note(targets.get(battery.kind, section), f"{name} is a target of the {battery.title}")
        inquiry.note("10.11", f"the {battery.title} marker is ready and will be used")


@rule("10.11", "16.4", "17.1")
def battery_faults(view: View, battery: markers.Battery, target: str) -> list[Fault]:
    """Why a bombardment marker of either side may not attack a space now.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> battery_faults(GAME.scenario("d-day"), markers.MARKERS["le-havre"], "cabourg")
    []
    """
    if battery.kind != "le-havre":
        return markers.marker_faults(view, battery, target)
    faults = guns.le_havre_faults(view, target)
    if view.flag("used", battery.id):
        faults.append(Fault("10.11", f"the {battery.title} marker was used today"))
    return faults


def _refuse(
    inquiry: Inquiry, faults: Iterable[tuple[str, str]], space: str, units: tuple[str, ...] = ()
) -> None:
    for section, text in faults:
        inquiry.refuse(section, text, spaces=(space,), units=units)


@rule("10.2", "16.11", "16.14")
def _check_guns(inquiry: Inquiry, action: Bombard) -> None:
    side = terms.side_on_turn(inquiry, firing_side(inquiry, action.by))
    firing = (action.by, *action.support)
    once = len(set(firing)) == len(firing)
    inquiry.require("10.2", once, "", "a unit takes part once", units=firing)
    for uid in dict.fromkeys(firing):
        piece = inquiry.pieces[uid]
        faults = guns.gun_faults(inquiry, piece, action.target, side)
        _refuse(inquiry, faults, action.target, (uid,))
        if not faults:
            inquiry.note("12.1", f"{piece.printed.title} is Fresh")
            inquiry.note("16.11", f"{piece.printed.title} is in range")
            if guns.is_nebelwerfer(piece):
                inquiry.note("16.14", f"{piece.printed.title} fires alone, at its own Area")
    if not inquiry.violations:
        inquiry.note("10.11", "Field Artillery becomes Spent once the bombardment is resolved")
    support = [inquiry.pieces[uid] for uid in action.support]
    _refuse(inquiry, guns.team_faults(inquiry.pieces[action.by], support), action.target, action.support)


@rule("10.12", "16.1", "20.22")
def _check_primary(inquiry: Inquiry, action: Bombard) -> None:
    enemy = terms.enemy_of(firing_side(inquiry, action.by))
    if action.primary in inquiry.board.edges:
        _check_construct(inquiry, action, enemy)
        return
    faults = attrition.primary_faults(inquiry, action.target, enemy, action.primary)
    _refuse(inquiry, faults, action.target, (action.primary,))
    if not faults:
        inquiry.note("10.12", f"{inquiry.pieces[action.primary].printed.title} is the Primary Target")


@rule("10.12", "20.22")
def _check_construct(inquiry: Inquiry, action: Bombard, enemy: str) -> None:
    edge = inquiry.board.edges[action.primary]
    site = terms.boundary_name(inquiry, edge)
    faults = attrition.construct_faults(inquiry, edge, action.target, enemy)
    _refuse(inquiry, faults, action.target)
    if not faults:
        inquiry.note("20.22", f"a {enemy} Construct marker stands on {site}")
    lead = inquiry.pieces.get(action.by)
    near = lead is not None and lead.space in {edge.a, edge.b}
    passed = f"the Construct on {site} borders the Area of the lead unit"
    failed = "only Field Artillery whose lead unit stands beside the bridge may choose a Construct"
    inquiry.require("10.12", near, passed, failed)


# --- carrying it out ------------------------------------------------------------------------------------


@rule("10.11", "17.1")
def _perform(draft: Draft, action: Bombard) -> None:
    battery, kind = markers.MARKERS.get(action.by), _kind(action.by)
    if draft.raw("side") is UNKNOWN:
        draft.set("side", firing_side(draft, action.by))
    if draft.text("phase") == "daylight":
        _open_impulse(draft, kind, double=action.double)
    if battery is not None:
        if draft.text("phase") != "naval":
            draft.set("used", True, battery.id)
        if battery.nation != terms.GERMAN:
            draft.set("bombarded-by", battery.nation, action.target)
    ask_roll(
        draft,
        "bombardment",
        ["DR", "DR"],
        by=action.by,
        target=action.target,
        primary=action.primary,
        support=list(action.support),
        attacker=firing_side(draft, action.by),
    )


def _open_impulse(draft: Draft, kind: str, *, double: bool) -> None:
    if double:
        draft.set("double-impulse", True)
        draft.set("advantage-used", True)
    else:
        draft.set("impulse-type", "bombardment")
    if draft.text("bombardment") in {"", "air"}:
        draft.set("bombardment", kind)


@rule("10.11", "10.4", "10.5", "17.31")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Compare the totals, spend the guns, and let the defender absorb Attrition Points; nobody retreats."""
    inquiry, by, target, side = Inquiry(draft), data["by"], data["target"], data["attacker"]
    av = attack_value(inquiry, by, data["support"]).value
    dv = defense_value(inquiry, by, target, side).value
    points = av + values[0] - dv - values[1]
    r23_cards.record(draft, side, values)
    if _kind(by) == "artillery":
        for uid in (by, *data["support"]):
            draft.set_status(uid, terms.SPENT)
    if _kind(by) == "air" and values[0] == values[1] and terms.is_contested(draft, target):
        _mistake(draft, target, -(-values[0] // 2))
    attrition.suffer(draft, target, terms.enemy_of(side), data["primary"], points)


@rule("17.31")
def _mistake(draft: Draft, area: str, points: int) -> None:
    """The German names the first Allied unit to suffer; German losses are taken before that."""
    found = attrition.primary_candidates(draft, area, terms.ALLIED)
    if len(found) == 1:
        attrition.suffer(draft, area, terms.ALLIED, found[0].uid, points)
    else:
        attrition.MISTAKEN.push(draft, attrition.Mistaken(area, points), terms.GERMAN)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the bombardment of {state.board.name(data['target'])}"


# --- what could be announced ----------------------------------------------------------------------------


def _options(state: State) -> Iterator[Bombard]:
    for side in terms.sides_on_turn(state):
        yield from _options_of(state, side)


def _options_of(state: State, side: str) -> Iterator[Bombard]:
    """Bombardments of a side."""
    begun = bool(state.text("impulse-type")) and state.text("phase") == "daylight"
    if begun and (state.flag("advantage-used") or state.text("advantage") != side):
        return
    for space in list(state.occupied()):
        if terms.on_map(state, space) and terms.enemies(state, space, side):
            yield from _at(state, space, side, double=begun)
    for edge in state.subjects(f"construct-{terms.enemy_of(side)}"):
        yield from _at_construct(state, edge, side, double=begun)


def _at(state: State, target: str, side: str, *, double: bool) -> Iterator[Bombard]:
    primaries = [p.uid for p in attrition.primary_candidates(state, target, terms.enemy_of(side))]
    for battery in markers.MARKERS.values():
        if not _marker_out(state, battery, target, side):
            yield from (Bombard(battery.id, target, p, (), double) for p in primaries)
    if state.text("phase") == "daylight":
        for lead, support in _teams(list(guns.guns_near(state, target, side))):
            yield from (Bombard(lead, target, p, support, double) for p in primaries)


def _marker_out(state: State, battery: markers.Battery, target: str, side: str) -> bool:
    if (battery.nation == terms.GERMAN) != (side == terms.GERMAN) or state.flag("used", battery.id):
        return True
    if state.text("phase") != "daylight" and _PHASE_KIND.get(state.text("phase")) != battery.kind:
        return True
    return bool(battery_faults(state, battery, target))


def _at_construct(state: State, edge_id: str, side: str, *, double: bool) -> Iterator[Bombard]:
    edge = state.board.edges.get(edge_id)
    if edge is None or state.text("phase") != "daylight":
        return
    for target in (edge.a, edge.b):
        for lead, support in _teams(list(guns.guns_near(state, target, side))):
            if state.pieces[lead].space in {edge.a, edge.b}:
                yield Bombard(lead, target, edge_id, support, double)


def _teams(pieces: Sequence[Piece]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Lead units with their supporters: every team of few guns, growing teams of many."""
    for lead in pieces:
        nation = terms.nationality(lead)
        others = [
            p.uid
            for p in pieces
            if p is not lead and terms.nationality(p) == nation and not guns.is_nebelwerfer(p)
        ]
        if guns.is_nebelwerfer(lead):
            others = []
        for size in range(len(others) + 1):
            if len(others) <= _ALL_TEAMS:
                yield from ((lead.uid, team) for team in itertools.combinations(others, size))
            else:
                yield lead.uid, tuple(others[:size])


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Bombard, _check, _perform, _options, "10.1", phases=frozenset({"daylight", "naval", "air"})),
)
ROLLS = {"bombardment": RollRule(_resolve, _why, "10.4", r23_cards.refusal, "23.31")}
