"""Answers about June 6 with every step and exact chances: drops, landings, fire, placement, the End Phase."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r12.range import range_faults
from adjudicator.battle_for_normandy.r13.shot import is_gun
from adjudicator.battle_for_normandy.r16_june_6 import JUNE_6
from adjudicator.battle_for_normandy.r17 import drop as r17_drop
from adjudicator.battle_for_normandy.r17 import gliders as r17_gliders
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import dives as r18_dives
from adjudicator.battle_for_normandy.r18 import end as r18_end
from adjudicator.battle_for_normandy.r18 import german_movement as r18_german_movement
from adjudicator.battle_for_normandy.r18 import landing as r18_landing
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus
from adjudicator.battle_for_normandy.r20 import batteries as r20_batteries
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, State
from adjudicator.ruling import Ruling

__all__ = [
    "battery_ruling",
    "dives_ruling",
    "drop_ruling",
    "glider_ruling",
    "landing_ruling",
    "march_ruling",
    "pathfinder_ruling",
    "pegasus_ruling",
    "percent",
    "regroup_ruling",
    "strongpoint_ruling",
    "strongpoints_ruling",
]


def _name(state: State, space: str) -> str:
    return state.board.name(space) if space else "off the map"


def percent(chance: Fraction) -> str:
    """A chance in words."""
    return f"{float(chance) * 100:.1f} %"


# --- the drop ---------------------------------------------------------------------------------------------


@rule("17.1")
def pathfinder_ruling(
    state: State, piece: Piece, to: str = "", *, dice: Sequence[int] = (), strict: bool = False
) -> Ruling:
    """Where a Pathfinder comes down: for two dice, or the chance of every hex.

    Parameters
    ----------
    to
        Assigned hex; empty for its set-up hex.
    dice
        Accuracy and direction; empty for the chances.
    """
    inquiry = Inquiry(state, strict=strict)
    aim = to or r17_pathfinders.assigned(state, piece) or piece.space
    question, title = f"drop {piece.uid}", piece.printed.title
    inquiry.note("17.1", f"{title} is assigned to {_name(state, aim)}: 1 to 3 on target, 4 to 6 one hex off")
    if len(dice) > 1 or (dice and dice[0] <= r17_scatter.ON_TARGET):
        way = dice[1] if len(dice) > 1 else 1
        first = r17_scatter.scattered(inquiry, aim, dice[0], way)
        inquiry.note("17.1", f"dice {', '.join(map(str, dice))}: it comes down in {_name(state, first)}")
        end = r17_scatter.settle(inquiry, first)
        if end != first:
            inquiry.note(
                "17.1", f"{_name(state, first)} is Flooded: directions 1, 2 ... lead to {_name(state, end)}"
            )
        return inquiry.ruling(question, f"{title} is placed in {_name(state, end)}.", end)
    found = r17_scatter.distribution(inquiry, aim)
    for space, chance in found.items():
        inquiry.note("17.1", f"{_name(state, space)}: {chance} ({percent(chance)})")
    best = next(iter(found))
    verdict = f"{title} most likely ends up in {_name(state, best)} ({percent(found[best])})."
    return inquiry.ruling(question, verdict, {space: str(c) for space, c in found.items()})


@rule("17.2", "17.8")
def drop_ruling(state: State, piece: Piece, pathfinder: str, *, strict: bool = False) -> Ruling:
    """Exact chances of one company of a battalion that drops around a Pathfinder.

    Parameters
    ----------
    pathfinder
        Hex of the Pathfinder.
    """
    inquiry = Inquiry(state, strict=strict)
    title = piece.printed.title
    companies = r17_drop.companies(inquiry, piece.uid)
    jumps = r17_drop.jumps(inquiry, piece)
    inquiry.require("17.2", jumps, "", f"{title} does not come by parachute", units=[piece.uid])
    if terms.group_of(piece.printed) == terms.COMMONWEALTH:
        inquiry.note("17.2", "Commonwealth units have accuracy 1: half a die, rounded down")
    else:
        inquiry.note("17.2", "accuracy 1: half a die, rounded down; 2 to 5: one die; 6: two dice")
    inquiry.note("17.2", f"one direction for all; a distance each for {many(len(companies), 'unit')}")
    if r17_drop.may_wait(piece):
        inquiry.note("17.8", "airborne artillery rolls for Glider Survival with -2 first: 1 to 4 destroys it")
    landings = r17_drop.distribution(inquiry, piece, pathfinder)
    for landing in landings[:12]:
        name = _name(state, landing.hex)
        safe = f"{percent(landing.survival)} without a loss"
        inquiry.note("17.2", f"{name}: {landing.chance} ({percent(landing.chance)}), {safe}")
    whole = sum((x.chance * x.survival for x in landings), Fraction(0))
    verdict = f"Each unit of {title} comes down without a loss with {percent(whole)}."
    answer = {
        "survival": str(whole),
        "expected": str(whole * len(companies)),
        "hexes": {x.hex: [str(x.chance), str(x.survival)] for x in landings},
    }
    return inquiry.ruling(f"drop {piece.uid}", verdict, answer)


@rule("17.7")
def glider_ruling(state: State, piece: Piece, to: str, *, strict: bool = False) -> Ruling:
    """Whether a glider unit may aim at a hex, and its chances there."""
    inquiry = Inquiry(state, strict=strict)
    for section, text in r17_gliders.glider_faults(inquiry, piece.uid, to):
        inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
    inquiry.note("17.7", "it loses a step on a D10 of 1 or 2; 4 to 6 of a D6 is one hex off")
    if r17_gliders.is_aarr(piece):
        inquiry.note("17.7.1", "the Armoured Recon Regiment takes part by an optional rule, on 6 June PM")
    if r17_drop.may_wait(piece):
        inquiry.note("17.8", "it may drop on the Night of 6 June, or wait and land as gliders do")
    landings = r17_gliders.distribution(inquiry, to) if terms.is_hex(state.board.spaces[to]) else ()
    for landing in landings:
        chances = f"{percent(landing.chance)}, {percent(landing.survival)} without a loss"
        inquiry.note("17.7", f"{_name(state, landing.hex)}: {chances}")
    whole = sum((x.chance * x.survival for x in landings), Fraction(0))
    legal = "may" if not inquiry.violations else "may not"
    verdict = f"{piece.printed.title} {legal} land in {_name(state, to)}; unharmed with {percent(whole)}."
    answer = {"legal": not inquiry.violations, "survival": str(whole)}
    return inquiry.ruling(f"glider {piece.uid}", verdict, answer)


@rule("19.8")
def pegasus_ruling(state: State, *, strict: bool = False) -> Ruling:
    """The chance that the company of the 2nd O&B takes Pegasus Bridge."""
    inquiry = Inquiry(state, strict=strict)
    for section, text in r19_pegasus.explain(inquiry):
        inquiry.note(section, text)
    inquiry.note("19.8", "the rest of the battalion lands at Sword on 7 June, reduced")
    chance = r19_pegasus.chance(inquiry)
    return inquiry.ruling("pegasus", f"The company takes the bridge with {percent(chance)}.", str(chance))


# --- the landing ------------------------------------------------------------------------------------------


@rule("18.3.1", "19.6.2", "19.5")
def landing_ruling(state: State, slug: str, *, strict: bool = False) -> Ruling:
    """Survival, Drift and expected arrivals of a beach in Phase 1."""
    inquiry = Inquiry(state, strict=strict)
    beach = r18_beaches.beaches(state)[slug]
    phase = inquiry.number("invasion")
    failed = f"DD Tanks and Drift are rolled for in Phase 1 only; this is Phase {phase}"
    inquiry.require("18.3.1", phase <= 1, "", failed)
    queue = ", ".join(_name(state, n) for n in beach.queue) or "none"
    inquiry.note(
        "18.1", f"{beach.name}, {_name(state, beach.hex)}; Assault Hexes from the beach out: {queue}"
    )
    east = r18_beaches.drift_hex(inquiry, beach)
    inquiry.option("drift-east")
    if east == beach.hex:
        text = (
            f"no hex where it can land touches {beach.name} to the east: whoever drifts lands on its target"
        )
        inquiry.note("18.3.1", text)
    units = {}
    for arrival in r18_landing.distribution(inquiry, slug):
        name = state.pieces[arrival.unit].printed.title
        if arrival.survival < 1:
            inquiry.note("19.6.2", f"{name} swims ashore with {percent(arrival.survival)}")
        told = f"{percent(arrival.on_target)} on target, {percent(arrival.drifted)} in {_name(state, east)}"
        inquiry.note("18.3.1", f"{name}: {told}")
        units[arrival.unit] = [str(arrival.on_target), str(arrival.drifted)]
    for section, text in r18_landing.barred(inquiry, beach):
        if units:
            inquiry.note(section, text)
        else:
            inquiry.refuse(section, text, spaces=[beach.hex])
    expected = r18_landing.arrivals(inquiry, slug)
    said = "; ".join(f"{_name(state, n)}: {float(c):.1f}" for n, c in expected.items()) or "no unit"
    answer = {"units": units, "expected": {n: str(c) for n, c in expected.items()}}
    return inquiry.ruling(f"landing {slug}", f"Units expected of {beach.name}: {said}.", answer)


# --- bridges, batteries, Strongpoints ---------------------------------------------------------------------


@rule("18.8.5")
def dives_ruling(state: State, points: int, *, strict: bool = False) -> Ruling:
    """Chances of the three bridges over the Dives for so many CSPs."""
    inquiry = Inquiry(state, strict=strict)
    good = 0 <= points <= r18_dives.MOST
    inquiry.require("18.8.5", good, "", f"{r18_dives.MOST} CSPs at the most are spent")
    if points and terms.state_of(state).raw("csp") is not UNKNOWN:
        left = inquiry.number("csp")
        inquiry.require("18.8.5", points <= left, "", f"only {left} Combat Supply Points are left")
    answer = {}
    for bridge in r18_dives.BRIDGES:
        highest, chance = r18_dives.blown_up_to(bridge, points), r18_dives.chance(bridge, points)
        inquiry.note("18.8.5", f"{bridge.name}: blown on 1 to {highest} ({percent(chance)})", highest)
        answer[bridge.name] = str(chance)
    told = "; ".join(f"{name} {chance}" for name, chance in answer.items())
    return inquiry.ruling("dives", f"Chances with {points} CSPs: {told}.", answer)


@rule("20.5", "20.6", "22.7o", "18.7")
def battery_ruling(state: State, piece: Piece, target: str = "", *, strict: bool = False) -> Ruling:
    """What holds for a fixed battery, and whether it may fire at a hex.

    Parameters
    ----------
    target
        A hex; empty for what holds in general.
    """
    inquiry = Inquiry(state, strict=strict)
    title = piece.printed.title
    if r20_batteries.is_battery(piece):
        inquiry.note(
            "20.5", f"{title} never moves, dies when it must retreat, and attacks and defends with 1"
        )
        inquiry.note("20.5", "it is in Combat Supply against ships; on land it needs supply like other guns")
    inquiry.require("20.5", is_gun(piece), "", f"{title} is neither artillery nor a ship", units=[piece.uid])
    for section, text in r20_pointe_du_hoc.can_fire(inquiry, piece):
        inquiry.refuse(section, text, units=[piece.uid])
    if target:
        for section, text in r20_batteries.arc_faults(inquiry, piece, target):
            inquiry.refuse(section, text, spaces=[target])
        most, away = terms.rating(inquiry, piece, "range", "12.5.3"), terms.distance(piece.space, target)
        said = f"{_name(state, target)} is {many(away, 'hex')} off, its range {most}"
        if inquiry.require("12.5.3", away <= most, said, said, spaces=[target]):
            for section, text in range_faults(inquiry, piece, target):
                inquiry.refuse(section, text, spaces=[target])
    word = "may" if not inquiry.violations else "may not"
    empty = target and not inquiry.violations and not terms.enemies(inquiry, target, piece.side)
    if empty:
        inquiry.note("13.1", f"no enemy unit stands in {_name(state, target)} now")
    reach = "; no enemy unit stands there now" if empty else ""
    verdict = f"{title} {word} fire{' there' if empty else ''}{reach}."
    return inquiry.ruling(f"battery {piece.uid}", verdict, not inquiry.violations)


@rule("18.9.2", "18.9.4")
def strongpoint_ruling(state: State, piece: Piece, to: str = "", *, strict: bool = False) -> Ruling:
    """Whether a Strongpoint may be placed in a hex; without one whether it is isolated.

    Parameters
    ----------
    to
        The hex; empty for isolation.
    """
    inquiry = Inquiry(state, strict=strict)
    title = piece.printed.title
    if to:
        for section, text in r18_strongpoints.place_faults(inquiry, piece.uid, to):
            inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
        if terms.has_option(inquiry, "22.9o"):
            inquiry.note("22.9o", "the two Strongpoints of Utah stand where they stood in 1944")
        if not inquiry.violations:
            _note_site(inquiry, to)
        word = "may" if not inquiry.violations else "may not"
        verdict = f"{title} {word} be placed in {_name(state, to)}."
        return inquiry.ruling(f"strongpoints {piece.uid}", verdict, not inquiry.violations)
    alone, title = r18_strongpoints.is_isolated(inquiry, piece.uid), piece.printed.title
    if alone and inquiry.number("date") <= JUNE_6:
        text = "no Strongpoint is Isolated before the German Combat Phase of 7 June Night"
        inquiry.note("18.9.4", text)
        verdict = f"{title} is not isolated yet, though no line leads to a friendly unit."
        return inquiry.ruling(f"strongpoints {piece.uid}", verdict, answer=False)
    if alone:
        inquiry.note(
            "18.9.4", "no line of any length to a friendly unit or Strongpoint: on a 1 of 1D6 it is lost"
        )
    else:
        inquiry.note("18.9.4", "a line of some length leads to a friendly unit or Strongpoint")
    verdict = f"{title} is {'' if alone else 'not '}isolated."
    return inquiry.ruling(f"strongpoints {piece.uid}", verdict, alone)


@rule("18.9.2")
def _note_site(inquiry: Inquiry, to: str) -> None:
    """Say why a Strongpoint may stand in a hex of which nothing speaks against it."""
    where, area = _name(inquiry.state, to), r18_strongpoints.area_of(inquiry.board, to)
    if area == r18_strongpoints.CHERBOURG:
        inquiry.note("18.9.2", f"{where} lies within the Cherbourg Perimeter")
        return
    inquiry.note("18.9.2", f"{where} is next to a Beach hex of {area.capitalize()}, and none itself")
    inquiry.note("18.9.2", f"no other Strongpoint stands in {where}; its terrain does not matter")


@rule("18.9.2")
def strongpoints_ruling(state: State, area: str = "", *, strict: bool = False) -> Ruling:
    """Hexes where Strongpoints may be placed: of one area, or how many each area has."""
    inquiry = Inquiry(state, strict=strict)
    known = r18_strongpoints.areas(state.board)
    answer: dict[str, list[str]] = {}
    for name, hexes in known.items():
        if area in {"", name}:
            answer[name] = sorted(hexes)
            told = ", ".join(_name(state, n) for n in sorted(hexes))
            number = r18_strongpoints.quota(state, name)
            inquiry.note("18.9.2", f"{name.capitalize()}, {number} Strongpoints: {told or 'no hex'}", number)
    inquiry.note("18.9.2", "one for each hex next to a Beach hex, terrain ignored, never on it")
    total = sum(len(hexes) for hexes in answer.values())
    return inquiry.ruling(
        "strongpoints", f"{many(total, 'hex is', 'hexes are')} open to Strongpoints.", answer
    )


# --- German movement, the End Phase -----------------------------------------------------------------------


@rule("17.5", "18.6", "18.7", "20.2.1")
def march_ruling(state: State, piece: Piece, path: Sequence[str] = (), *, strict: bool = False) -> Ruling:
    """Whether a German unit may move on June 6, and how far.

    Parameters
    ----------
    path
        Hexes that it would enter; none for the unit alone.
    """
    inquiry = Inquiry(state, strict=strict)
    faults = r18_german_movement.may_march(inquiry, piece)
    if path and not faults:
        faults = r18_german_movement.march_faults(inquiry, piece.uid, path)
    for section, text in faults:
        inquiry.refuse(section, text, units=[piece.uid], spaces=path)
    if not faults and r18_german_movement.keeps_watch(inquiry, piece):
        inquiry.note("20.2.1", "it is alerted: a US unit is within 2 hexes, or a ship within 10")
    have = r18_german_movement.allowance(inquiry)
    inquiry.note(
        "18.6", f"German units have {r10_cost.mp(have)} MP in this phase; one hex is always open to them"
    )
    word = "may" if not inquiry.violations else "may not"
    return inquiry.ruling(
        f"june-6-march {piece.uid}", f"{piece.printed.title} {word} move.", not inquiry.violations
    )


@rule("18.8", "19.6.1")
def regroup_ruling(state: State, *, strict: bool = False) -> Ruling:
    """What the End Phase of the invasion does and still asks for."""
    inquiry = Inquiry(state, strict=strict)
    gone = [state.pieces[u] for u in r19_funnies.may_be_removed(state)]
    inquiry.note("18.8.1", f"support units that leave the game: {terms.titles(gone) or 'none'}")
    for site in terms.SITES:
        waiting, boxes = r18_end.unlanded(state, site), r18_end.left_in_boxes(state, site)
        told = f"not landed: {terms.titles(waiting) or 'none'}; in the boxes: {terms.titles(boxes) or 'none'}"
        inquiry.note("18.8.1", f"{site.capitalize()}: {told}")
        head = state.text("beachhead", site)
        inquiry.note("18.8.2", f"{site.capitalize()}: Beachhead {'at ' + head if head else 'to be placed'}")
    due = r18_end.still_due(inquiry)
    for section, text in due:
        inquiry.note(section, text)
    inquiry.note("18.8.4", "all artillery of both sides is turned to its Ready side")
    verdict = f"{len(due)} things are still to be done." if due else "Nothing is left to be done."
    return inquiry.ruling("regroup", verdict, [text for _, text in due])
