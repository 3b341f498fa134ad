"""Worked examples 5, 6, 7, 8, 10 and 11 of the rulebook, as far as movement goes."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r08_impulses import Activate
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack
from adjudicator.breakout_normandy.r08_reach import reach
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r1 import area, edge, piece, play, position, reasons
from tests.playing import rules

SAFE, STOP, DISRUPT = Roll((6,)), Roll((2,)), Roll((1,))

# --- example 5 ------------------------------------------------------------------------------------------


def cotentin(cherbourg_flak: int = 3) -> Position:
    spaces = [area(n) for n in ("cap-de-la-hague", "cherbourg", "valognes", "montebourg")]
    edges = [edge(a.id, b.id) for a, b in itertools.pairwise(spaces)]
    units = [
        piece("ge-920", "cap-de-la-hague", mf=3),
        piece("ge-101", "cap-de-la-hague", type="field-artillery", kind="nebelwerfer", mf=4),
        *(piece(f"ge-f{n}", "cherbourg", type="flak") for n in range(cherbourg_flak)),
    ]
    return position(spaces, edges, units, {("impulse", ""): 0})


WAY = ("cherbourg", "valognes", "montebourg")


def test_example_5() -> None:
    now = play(cotentin(), Activate("cap-de-la-hague"), Move("ge-920", WAY))
    assert now.pieces["ge-920"].space == "valognes"
    now = play(now, DISRUPT)
    assert (now.pieces["ge-920"].space, now.pieces["ge-920"].status) == ("valognes", "d1")
    now = play(now, Move("ge-101", WAY), Roll((3,)))
    assert (now.pieces["ge-101"].space, now.number("mf-used", "ge-101")) == ("montebourg", 3)


def test_example_5_alternating_and_the_other_roll() -> None:
    now = play(cotentin(), Activate("cap-de-la-hague"), MoveStack(("ge-920", "ge-101"), WAY), STOP)
    assert (now.pieces["ge-920"].space, now.pieces["ge-920"].status) == ("valognes", "spent")
    assert now.pieces["ge-101"].space == "valognes"


def test_example_5_without_flak_cherbourg_is_rolled_for() -> None:
    now = play(cotentin(0), Activate("cap-de-la-hague"), Move("ge-920", WAY))
    assert (now.pieces["ge-920"].space, now.decision is not None) == ("cherbourg", True)


# --- example 6 ------------------------------------------------------------------------------------------


def pont_labbe(active: str, *, contested: bool = True) -> Position:
    spaces = [area("valognes"), area("pont-labbe", tem=3), area("st-jores"), area("st-sauveur")]
    edges = [
        edge("valognes", "pont-labbe", "river", bridge=True),
        edge("pont-labbe", "st-jores", "flooded", bridge=True),
        edge("pont-labbe", "st-sauveur", "river", bridge=True),
        edge("valognes", "st-sauveur"),
    ]
    units = [
        piece("ge-1058", "valognes"),
        piece("us-1", "pont-labbe", "spent"),
        piece("us-2", "pont-labbe", "spent"),
    ]
    if contested:
        units.append(piece("ge-1057", "pont-labbe"))
    facts: dict[Key, Fact] = {("bridge", "pont-labbe/valognes"): "allied"}
    return position(spaces, edges, units, facts, active=[active])


def test_example_6_withdrawal_and_control() -> None:
    now = play(pont_labbe("pont-labbe"), Move("ge-1057", ("st-jores",)))
    assert now.text("control", "pont-labbe") == "us"
    assert now.number("mf-used", "ge-1057") == 4


# The bridge is Allied-held although both its Areas are German-controlled: the Americans secured it by drop.
def test_example_6_no_exit_over_the_enemy_held_bridge() -> None:
    assert rules(pont_labbe("pont-labbe"), Move("ge-1057", ("valognes",))) == {"8.372"}
    assert "enemy-held" in reasons(pont_labbe("pont-labbe"), Move("ge-1057", ("valognes",)))["8.372"]


def test_example_6_the_short_way_is_mandatory() -> None:
    now = play(pont_labbe("valognes"), Move("ge-1058", ("pont-labbe",)))
    assert now.flag("mandatory", "ge-1058")
    assert now.flag("bridge-was-held", "ge-1058")


def test_example_6_the_long_way_is_not_but_risks_the_air() -> None:
    start = pont_labbe("valognes")
    now = play(start, Move("ge-1058", ("st-sauveur", "pont-labbe")))
    assert now.pieces["ge-1058"].space == "st-sauveur"
    assert now.decision is not None
    now = play(now, SAFE)
    assert (now.pieces["ge-1058"].space, now.flag("mandatory", "ge-1058")) == ("pont-labbe", False)
    assert reach(start, "ge-1058").destinations["pont-labbe"].path == ("pont-labbe",)


def test_example_6_a_failed_seizure_bars_the_long_way() -> None:
    draft = pont_labbe("valognes").draft()
    draft.set("mf-used", 1, "ge-1058")
    draft.set_status("us-2", "fresh")
    assert rules(draft.finish(), Move("ge-1058", ("st-sauveur", "pont-labbe"))) == {"8.36D", "8.38"}


# --- example 7 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("garrison", "must"), [(False, True), (True, False)])
def test_example_7(garrison: bool, must: bool) -> None:
    spaces = [area("carentan"), area("st-mere-eglise", tem=3, terrain="bocage")]
    edges = [edge("carentan", "st-mere-eglise", "flooded", bridge=True)]
    units = [piece("ge-6fs", "carentan", af=6), piece("us-1", "st-mere-eglise", "spent")]
    if garrison:
        units.append(piece("ge-0", "st-mere-eglise", "d2"))
    facts: dict[Key, Fact] = {("control", "st-mere-eglise"): "us", ("weather-today", ""): "overcast"}
    now = play(
        position(spaces, edges, units, facts, active=["carentan"]), Move("ge-6fs", ("st-mere-eglise",))
    )
    assert now.flag("mandatory", "ge-6fs") == must
    assert (now.text("crossed", "ge-6fs"), now.flag("bridge-was-held", "ge-6fs")) == ("bridge", False)


# --- example 8 ------------------------------------------------------------------------------------------


def omaha(*defenders: Piece, mf: int = 5, fought: str = "attacked") -> Position:
    spaces = [area("omaha-beach"), area("port-en-bessin"), area("grandcamp"), area("bayeux")]
    edges = [
        edge("omaha-beach", "port-en-bessin"),
        edge("omaha-beach", "grandcamp"),
        edge("port-en-bessin", "bayeux"),
    ]
    units = [
        piece("us-29-115", "omaha-beach", mf=mf),
        piece("us-tank", "omaha-beach", type="armor", mf=6),
        *defenders,
    ]
    facts: dict[Key, Fact] = {
        ("control", "omaha-beach"): "us",
        ("control", "port-en-bessin"): "us",
        ("control", "bayeux"): "us",
        ("attacked", "omaha-beach"): fought,
        ("assault-mf", "omaha-beach"): 2,
    }
    return position(spaces, edges, units, facts, side="allied", active=["omaha-beach"])


def test_example_8_idle_units_leave_for_the_free_area_and_stop() -> None:
    now = omaha(piece("ge-1", "omaha-beach"), piece("ge-2", "grandcamp"))
    found = reach(now, "us-29-115")
    assert {d.space: d.cost for d in found.destinations.values()} == {"port-en-bessin": 3}
    assert play(now, Move("us-29-115", ("port-en-bessin",))).number("mf-used", "us-29-115") == 5
    assert rules(now, Move("us-29-115", ("grandcamp",))) >= {"8.34", "8.35"}


def test_example_8_armor_goes_on() -> None:
    now = omaha(piece("ge-1", "omaha-beach"))
    assert rules(now, Move("us-tank", ("port-en-bessin", "bayeux"))) == set()
    assert reach(now, "us-tank").destinations["bayeux"].cost == 2
    assert mf_after(now, "us-tank", "port-en-bessin") == 3


def mf_after(now: Position, uid: str, space: str) -> int:
    return play(now, Move(uid, (space,))).number("mf-used", uid)


def test_example_8_a_cleared_area_lets_idle_units_attack_what_retreated() -> None:
    now = omaha(piece("ge-1", "grandcamp", "spent"))
    assert mf_after(now, "us-29-115", "grandcamp") == 5
    assert rules(now, Move("us-29-115", ("port-en-bessin", "bayeux"))) == set()


# --- examples 10 and 11 ---------------------------------------------------------------------------------


def bretteville() -> Position:
    spaces = [area(n) for n in ("gold-beach", "bretteville", "verson", "villars-bocage", "tilly")]
    bridged = [edge("bretteville", n, "river", bridge=True) for n in ("verson", "villars-bocage", "tilly")]
    units = [piece("br-56", "bretteville", mf=5), piece("br-8", "bretteville", type="armor", mf=6)]
    facts: dict[Key, Fact] = {
        ("control", "gold-beach"): "british",
        ("control", "bretteville"): "british",
        ("taken", "bretteville"): True,
        ("attacked", "bretteville"): "overrun",
        ("seizure-tried", "bretteville/verson"): True,
        ("seized-by", "bretteville/verson"): "br-56",
        ("bridge", "bretteville/verson"): "allied",
    }
    for uid, used in (("br-56", 5), ("br-8", 4)):
        facts |= {("start", uid): "approach-gold", ("entered", uid): 2, ("mf-used", uid): used}
        facts["came-from", uid] = "gold-beach"
    edges = [edge("gold-beach", "bretteville"), *bridged]
    return position(spaces, edges, units, facts, side="allied", active=["approach-gold"])


def test_example_10_after_the_overrun() -> None:
    now = bretteville()
    assert set(reach(now, "br-8").destinations) == {"gold-beach", "villars-bocage", "tilly"}
    assert "8.36B" in rules(now, Move("br-8", ("verson",)))
    assert reach(now, "br-56").destinations == {}
    after = play(now, Move("br-8", ("tilly",)))
    assert after.text("bridge", "bretteville/tilly") == "allied"


def isigny(river: str = "bridge") -> Position:
    units = [piece(f"us-{n}", "isigny") for n in range(6)]
    units += [piece("ge-1", "st-lo"), piece("us-9", "st-lo", "spent")]
    spaces = [area("isigny"), area("st-lo", tem=3)]
    facts: dict[Key, Fact] = {("control", "isigny"): "us", ("weather-today", ""): "overcast"}
    facts["bridge", "isigny/st-lo"] = "allied" if river == "bridge" else "german"
    edges = [edge("isigny", "st-lo", "river", bridge=True)]
    return position(spaces, edges, units, facts, side="allied", active=["isigny"])


def test_example_11_five_by_the_bridge_and_the_sixth_through_the_river() -> None:
    now = play(isigny(), MoveStack(tuple(f"us-{n}" for n in range(5)), ("st-lo",)))
    assert rules(now, Move("us-5", ("st-lo",))) == {"8.371"}
    now = play(now, Move("us-5", ("~st-lo",)))
    assert [now.flag("mandatory", f"us-{n}") for n in range(6)] == [False] * 6
    assert now.text("crossed", "us-5") == "river"


def test_example_11_a_river_that_is_not_held() -> None:
    now = play(isigny("river"), Move("us-5", ("~st-lo",)))
    assert now.flag("mandatory", "us-5")
