"""Sections 12.10 and 18.9.3: where units retreat, what it costs, and who may stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import retreat as r12_retreat
from adjudicator.battle_for_normandy.r12 import retreat_paths as r12_retreat_paths
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.losses import TakeLosses
from adjudicator.battle_for_normandy.r12.retreat import AnswerRetreat, Retreat
from adjudicator.frames import plain
from adjudicator.position import AUTO, Decision, Position
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import EAST, NE, NW, SE, SW, TARGET, WEST, asked, combat
from tests.playing import choices, play, refused

GE, GE_2 = unit("ge-1", division="ge-352"), unit("ge-2", division="ge-352")
US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")


def retreating(*placed: Any, stage: str = "defender-retreat", **more: Any) -> Position:
    """A combat at C2020 in which the side whose retreat comes next must retreat."""
    units = [u.id for u, _ in placed]
    attackers = tuple(u for u in units if u.startswith(("us", "br")))
    defenders = tuple(u.id for u, where in placed if u.id not in attackers and where.startswith(TARGET))
    attack = AttackRecord("allied", TARGET, attackers)
    fields: Mapping[str, Any] = more.pop("battle", {})
    battle = Battle(attack, stage=stage, defenders=defenders, result=(0, 1, 0, 1), **fields)
    pending = (Decision(AUTO, battles.COMBAT, "12.4", plain(battle)),)
    return started(combat(*placed, pending=pending, **more))


def started(here: Position) -> Position:
    """The position once nothing is left that nobody decides."""
    from adjudicator.battle_for_normandy.r12.results import STEPS

    draft = here.draft()
    while draft.pending and draft.pending[-1].player == AUTO:
        decision = draft.settle()
        STEPS[decision.kind](draft, decision)
    return draft.finish()


def hexes(here: Position) -> list[str]:
    """Hexes of the first stack's legal retreats."""
    found = [a for a in choices(here, "retreat") if isinstance(a, Retreat)]
    return sorted({a.to for a in found})


# --- where ------------------------------------------------------------------------------------------------


def test_towards_the_nearest_source_and_ties_are_the_owners_choice() -> None:
    here = retreating((US, NW), (GE, TARGET))
    assert asked(here) == ("german", "retreat")
    assert hexes(here) == [SE, SW]
    assert refused(here, Retreat(("ge-1",), WEST)) == ["12.10"]
    assert refused(here, Retreat(("ge-1",), NW)) == ["12.10"]
    assert refused(here, Retreat(("ge-1",), "c2420")) == ["12.10"]
    assert refused(here, Retreat(("ge-2",), SE)) == ["12.10"]
    after = play(here, Retreat(("ge-1",), SE))
    assert after.pieces["ge-1"].space == SE
    assert after.flag("retreated", "ge-1")


def test_distance_may_be_read_in_movement_points() -> None:
    ground = {SE: "bocage", "c2219": "bocage", "c2220": "bocage"}
    here = retreating((US, NW), (GE, TARGET), terrain=ground, options={"retreat-distance": "B"})
    assert hexes(here) == [SW]


def test_units_of_a_stack_may_part() -> None:
    here = retreating((US, NW), (GE, TARGET), (GE_2, TARGET))
    found = choices(here, "retreat")
    assert Retreat(("ge-1", "ge-2"), SE) in found
    after = play(here, Retreat(("ge-1",), SE), Retreat(("ge-2",), SW))
    assert (after.pieces["ge-1"].space, after.pieces["ge-2"].space) == (SE, SW)


def test_no_retreat_over_closed_terrain_or_into_enemies() -> None:
    here = retreating(
        (US, NW), (US_2, SE), (unit("ge-t", "panzer"), TARGET),
        sides={f"{TARGET}/{SW}": "major-river"}, options={"retreat-distance": "A"},
    )  # fmt: skip
    assert SE not in hexes(here)
    assert SW not in hexes(here)


def test_an_ezoc_is_the_last_resort_and_costs_a_step_that_a_friend_saves() -> None:
    foes = ((US, NW), (US_2, "c2119"), (unit("us-3"), "c2120"))
    here = retreating(*foes, (GE, TARGET))
    assert hexes(here) == [EAST, WEST]
    after = play(here, Retreat(("ge-1",), EAST))
    assert after.pieces["ge-1"].status == "reduced"
    friend = retreating(*foes, (GE, TARGET), (GE_2, EAST))
    assert hexes(friend) == [EAST]
    assert play(friend, Retreat(("ge-1",), EAST)).pieces["ge-1"].status == "full"


def test_a_stack_loses_one_step_in_an_ezoc_by_its_owners_choice() -> None:
    foes = ((US, NW), (US_2, "c2119"), (unit("us-3"), "c2120"))
    here = retreating(*foes, (GE, TARGET), (GE_2, TARGET))
    stack = play(here, Retreat(("ge-1", "ge-2"), EAST))
    assert asked(stack) == ("german", "losses")
    after = play(stack, TakeLosses(("ge-2",)))
    assert [after.pieces[u].status for u in ("ge-1", "ge-2")] == ["full", "reduced"]
    one_by_one = play(here, Retreat(("ge-1",), EAST), Retreat(("ge-2",), EAST))
    assert [one_by_one.pieces[u].status for u in ("ge-1", "ge-2")] == ["reduced", "full"]


def test_without_a_way_units_are_eliminated() -> None:
    foes = [(unit(f"us-{n}"), h) for n, h in enumerate((NW, NE, EAST, SE, SW, WEST))]
    here = retreating(*foes, (GE, TARGET))
    assert here.pieces["ge-1"].space == "eliminated"
    assert asked(here) == ("allied", "stand")  # 12.10: now the attacker has to retreat


def test_an_overstacked_hex_sends_the_stack_one_hex_on() -> None:
    full = [(unit(f"ge-{n}", division="ge-352"), where) for n, where in ((5, SE), (6, SE), (7, SW), (8, SW))]
    here = retreating((US, NW), (GE, TARGET), *full)
    assert hexes(here) == [SE, SW]
    on = play(here, Retreat(("ge-1",), SE))
    assert asked(on) == ("german", "retreat")
    assert TARGET not in hexes(on)
    assert play(on, Retreat(("ge-1",), "c2220")).pieces["ge-1"].space == "c2220"


def test_an_emptier_hex_is_taken_first() -> None:
    full = [(unit(f"ge-{n}", division="ge-352"), SE) for n in (5, 6)]
    assert hexes(retreating((US, NW), (GE, TARGET), *full)) == [SW]


def test_two_ezocs_on_the_way_cost_two_steps_or_one() -> None:
    path = Battle(AttackRecord("allied", TARGET, ()), defenders=("ge-1",), origins={"ge-1": TARGET})
    for letter, status, space in (("A", "full", EAST), ("B", "reduced", EAST)):
        here = combat((GE, EAST), options={"retreat-zocs": letter})
        draft = here.draft()
        battles.begin(draft, path)
        for to in (EAST, "c2018"):
            battle = battles.current(draft)
            assert battle is not None
            r12_retreat._pay(draft, battle, ["ge-1"], to, "german")
        left = draft.pieces["ge-1"]
        if letter == "A":
            assert (left.space, draft.pieces["ge-co-1"].space) == ("eliminated", space)
        else:
            assert (left.status, left.space) == (status, space)


def test_units_of_other_nations_may_meet_in_a_retreat() -> None:
    cw = unit("br-5", division="br-3")
    here = retreating(
        (US, NW), (GE, TARGET), (cw, "c1820"), (unit("br-6"), "c1819"), stage="attacker-retreat"
    )
    assert "c1820" in [w.hex for w in r12_retreat_paths.ways(here, ["us-1"]).legal]


# --- what it does -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["artillery", "sp-artillery", "nw"])
def test_artillery_flips_when_it_retreats(word: str) -> None:
    here = retreating((US, NW), (unit("ge-gun", word), TARGET))
    assert play(here, Retreat(("ge-gun",), SE)).flag("flipped", "ge-gun")
    foot = retreating((US, NW), (GE, TARGET))
    assert not play(foot, Retreat(("ge-1",), SE)).flag("flipped", "ge-1")


def test_static_units_and_strongpoints_die() -> None:
    here = retreating((US, NW), (unit("ge-bat", "battery"), TARGET), (GE, TARGET))
    assert here.pieces["ge-bat"].space == "eliminated"
    assert here.pieces["ge-1"].space == TARGET


def test_bridging_and_digging_end() -> None:
    marks = {"ge-1": {"digging": TARGET}, "ge-352-hq": {"bridging": "c2119"}}
    here = retreating(
        (US, NW),
        (GE, TARGET),
        (hq("ge-352"), TARGET),
        marks=marks,
        facts={("entrenchment", TARGET): "building"},
    )
    after = play(here, Retreat(("ge-1", "ge-352-hq"), SE))
    assert (after.text("digging", "ge-1"), after.text("entrenchment", TARGET)) == ("", "")
    assert after.text("bridging", "ge-352-hq") == ""


# --- to stand ---------------------------------------------------------------------------------------------


def test_defenders_stand_only_with_a_strongpoint_or_an_entrenchment() -> None:
    sp = unit("ge-sp", "sp")
    here = retreating((US, NW), (GE, TARGET), (sp, TARGET))
    assert asked(here) == ("german", "stand")
    stood = play(here, AnswerRetreat(stand=True))
    assert asked(stood) == ("german", "losses")
    assert play(stood, TakeLosses(("ge-sp",))).pieces["ge-1"].space == TARGET
    gone = play(here, AnswerRetreat(stand=False))
    assert asked(gone) == ("german", "retreat")
    assert gone.pieces["ge-sp"].space == "eliminated"
    dug = retreating((US, NW), (GE, TARGET), facts={("entrenchment", TARGET): "ready"})
    assert asked(dug) == ("german", "stand")
    building = retreating((US, NW), (GE, TARGET), facts={("entrenchment", TARGET): "building"})
    assert asked(building) == ("german", "retreat")


def test_attackers_may_always_stand_for_a_step_from_any_of_them() -> None:
    """The example of 12.10: four units of two hexes with a retreat."""
    four = [(unit(f"us-{n}", division="us-1"), h) for n, h in ((1, NW), (2, NW), (3, NE), (4, NE))]
    here = retreating(*four, stage="attacker-retreat")
    assert asked(here) == ("allied", "stand")
    stood = play(here, AnswerRetreat(stand=True))
    found = choices(stood, "take-losses")
    assert found == [TakeLosses((f"us-{n}",)) for n in (1, 2, 3, 4)]
    back = play(here, AnswerRetreat(stand=False))
    assert asked(back) == ("allied", "retreat")
    assert Retreat(("us-1", "us-3"), "c1820") not in choices(back, "retreat")
    assert refused(back, Retreat(("us-1", "us-3"), "c1820")) == ["12.10"]


def test_an_opponent_chooses_when_the_retreat_is_forced() -> None:
    battle = Battle(AttackRecord("allied", NW, ("us-1",)), kind=battles.FORCED, chooser="german")
    pending = (Decision(AUTO, battles.COMBAT, "12.4", plain(battle)),)
    here = started(combat((US, NW), (GE, TARGET), pending=pending))
    assert asked(here) == ("german", "retreat")
    after = play(here, choices(here, "retreat")[0])
    assert after.flag("retreated", "us-1")
    assert after.decision is None


def test_retreats_of_one_unit_by_itself() -> None:
    here = combat((US, NW), (GE, TARGET), (unit("ge-bat", "battery"), TARGET))
    assert [w.hex for w in r12_retreat.retreats(here, "ge-1")] == [SE, SW]
    assert r12_retreat.retreats(here, "ge-bat") == ()


def test_a_rhino_does_not_close_its_hex() -> None:
    here = retreating((US, NW), (GE, TARGET), (unit("us-rhino", "rhino"), SE), battle={"over": ()})
    after = play(here, Retreat(("ge-1",), SE))
    assert after.pieces["us-rhino"].space == "turn-track"
