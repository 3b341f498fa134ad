from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six import r08_landing as landing
from adjudicator.june_six.r08_allowance import landing_cost
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_reach import reach, refusals
from adjudicator.june_six.r08_strategic import StrategicMove, strategic_reach
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, look

SHORE = board(hexes(36, 44, 20, 27), terrain={"e2641": "sea", "e2741": "sea"})
BOX = "landing-sword"


def ashore(who: Unit, *more: tuple[Unit, str], **kinds: Any) -> Position:
    return situation(SHORE, (who, BOX), *more, **kinds)


# --- the beaches ------------------------------------------------------------------------------------------


def test_the_sword_beach_hexes_are_those_of_the_rule() -> None:
    now = ashore(unit("br-1"))
    assert landing.first_hexes(now, now.pieces["br-1"]) == ("e2540", "e2640")


@pytest.mark.parametrize(("points", "spent"), [(4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_landing_takes_half_the_allowance_rounded_up(points: int, spent: int) -> None:
    assert landing_cost(points) == spent
    now = ashore(unit("br-1", ma=points))
    inquiry = look(now, Move("br-1", ("e2640",)))
    assert not inquiry.violations
    assert f"{spent + 1} MP of {points} MP" in inquiry.steps[-1].text
    assert reach(now, "br-1").cost("e2640") == 2 * (spent + 1)


def test_a_unit_moves_on_from_the_beach() -> None:
    now = ashore(unit("br-1"))
    after = done(now, Move("br-1", ("e2540", "e2440")))
    assert after.pieces["br-1"].space == "e2440"
    assert after.text("began", "br-1") == BOX
    assert barred(now, Move("br-1", ("e2540", "e2440", "e2340", "e2240"))) == ["8.12"]


def test_only_its_own_beaches() -> None:
    assert barred(ashore(unit("br-1")), Move("br-1", ("e2439",))) == ["8.11"]


def test_no_landing_on_germans_but_in_their_zoc() -> None:
    held = ashore(unit("br-1"), (unit("ge-1"), "e2640"))
    assert barred(held, Move("br-1", ("e2640",))) == ["10.21"]
    watched = ashore(unit("br-1"), (unit("ge-1"), "e2440"))
    assert barred(watched, Move("br-1", ("e2540",))) == []
    assert barred(watched, Move("br-1", ("e2540", "e2539"))) == ["11.12", "11.13", "8.12"]


def test_support_units_land_in_a_zoc_onto_combat_units_only() -> None:
    at = unit("br-2", "anti-tank")
    assert barred(ashore(at, (unit("ge-1"), "e2440")), Move("br-2", ("e2540",))) == ["11.14"]
    covered = ashore(at, (unit("ge-1"), "e2440"), (unit("br-1"), "e2540"))
    assert barred(covered, Move("br-2", ("e2540",))) == []


def test_stacking_on_the_beach() -> None:
    full = [(unit(f"br-{n}"), "e2640") for n in (2, 3)]
    held = ashore(unit("br-1"), *full, options={"stacking-moment": "B"})
    assert barred(held, Move("br-1", ("e2640",))) == ["9.12"]
    assert barred(ashore(unit("br-1"), *full), Move("br-1", ("e2640",))) == []


def test_a_unit_too_slow_for_the_ground_stays_aboard() -> None:
    rough = board(hexes(36, 44, 20, 27), terrain={"e2640": "bocage", "e2540": "bocage"})
    now = situation(rough, (unit("br-1", ma=3), BOX))
    assert barred(now, Move("br-1", ("e2640",))) == ["8.12"]
    assert not reach(now, "br-1").destinations
    assert refusals(now, reach(now, "br-1"))


def test_germans_do_not_land_and_nobody_lands_by_strategic_movement() -> None:
    now = situation(SHORE, (unit("ge-1"), BOX), side="german")
    assert barred(now, Move("ge-1", ("e2640",))) == ["8.47"]
    late = ashore(unit("br-1", division="br-3"), (hq("br-hq", "br-3"), "e2239"), turn=5)
    assert "8.23" in barred(late, StrategicMove("br-1", ("e2640",)))


def test_armor_lands_on_no_marsh() -> None:
    wet = board(hexes(36, 44, 20, 27), terrain={"e2640": "marsh"})
    tank = unit("br-1", "armor", armor=4)
    assert barred(situation(wet, (tank, BOX)), Move("br-1", ("e2640",))) == ["8.46"]


# --- German entry -----------------------------------------------------------------------------------------

EDGE = board(
    hexes(36, 44, 1, 6),
    terrain={"e0138": "bocage", "e0142": "bocage"},
    roads={"e0140/e0240": "primary", "e0240/e0340": "primary", "e0142/e0143": "secondary"},
    features={
        "e0138": {"entry": "D"}, "e0140": {"entry": "E", "edge": "south"}, "e0142": {"entry": "E"},
    },
)  # fmt: skip
LEHR: dict[Key, Fact] = {("entered", "ge-lehr"): True}


def enters(who: Unit, *more: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return situation(EDGE, (who, "turn-track"), *more, side="german", facts=LEHR if facts is None else facts)


def tanks(**more: Any) -> Unit:
    return unit("ge-1", "armor", division="ge-lehr", entry=("D", "E"), arrival=2, armor=4, **more)


def test_reinforcements_pay_their_entry_hex_as_the_first_one() -> None:
    now = enters(tanks())
    assert barred(now, Move("ge-1", ("e0138",))) == []
    assert "3 MP of 8 MP" in look(now, Move("ge-1", ("e0138",))).steps[-1].text
    assert "1 MP of 8 MP" in look(now, Move("ge-1", ("e0140",))).steps[-1].text
    assert "1 MP of 8 MP" in look(now, Move("ge-1", ("e0142",))).steps[-1].text
    after = done(now, Move("ge-1", ("e0140", "e0240")))
    assert after.pieces["ge-1"].space == "e0240"
    assert after.text("began", "ge-1") == "turn-track"


def test_both_hexes_of_a_letter_serve_unless_a_choice_was_made() -> None:
    now = enters(tanks())
    assert landing.first_hexes(now, now.pieces["ge-1"]) == ("e0138", "e0140", "e0142")
    chosen = enters(tanks(), facts={**LEHR, ("entry-choice", "ge-lehr"): "E"})
    assert landing.first_hexes(chosen, chosen.pieces["ge-1"]) == ("e0140", "e0142")
    assert barred(chosen, Move("ge-1", ("e0138",))) == ["8.48"]
    assert barred(now, Move("ge-1", ("e0139",))) == ["8.48"]


def test_the_schedule_of_the_formation_names_the_letters() -> None:
    who = unit("ge-1", division="ge-lehr", arrival=2)
    now = enters(who)
    assert landing.entry_letters(now, now.pieces["ge-1"]) == {"C", "D"}


def test_a_formation_that_is_not_released_stays_out() -> None:
    now = enters(tanks(), facts={})
    assert barred(now, Move("ge-1", ("e0138",))) == ["10.31"]
    assert not reach(now, "ge-1").destinations
    early = enters(unit("ge-1", division="ge-lehr", entry=("D",), arrival=3))
    assert barred(early, Move("ge-1", ("e0138",))) == ["10.31"]
    returning = enters(tanks(), facts={**LEHR, ("returns", "ge-1"): 4})
    assert barred(returning, Move("ge-1", ("e0138",))) == ["10.31"]


def test_a_unit_of_no_formation_enters_when_it_is_due() -> None:
    lone = unit("ge-1", entry=("D",), arrival=2)
    assert barred(enters(lone, facts={}), Move("ge-1", ("e0138",))) == []


def test_units_that_come_after_their_formation_have_letters_of_their_own() -> None:
    late = unit("ge-1", division="ge-lehr", entry=("E",), arrival=3)
    facts = {**LEHR, ("entry-choice", "ge-lehr"): "D"}
    now = situation(EDGE, (late, "turn-track"), side="german", turn=3, facts=facts)
    assert landing.entry_letters(now, now.pieces["ge-1"]) == {"E"}
    held = [(unit("us-1"), "e0140"), (unit("us-2"), "e0142")]
    first = situation(EDGE, (late, "turn-track"), *held, side="german", turn=3, facts=facts)
    assert landing.entry_letters(first, first.pieces["ge-1"]) == {"E"}
    then = situation(EDGE, (late, "turn-track"), *held, side="german", turn=4, facts=facts)
    assert landing.entry_letters(then, then.pieces["ge-1"]) == {"D", "E"}


def test_units_of_a_corps_on_the_map_need_no_release() -> None:
    who = unit("ge-1", division="ge-lxxxiv", entry=("E",), arrival=2)
    assert barred(enters(who, facts={}), Move("ge-1", ("e0140",))) == []


def test_an_entry_hex_with_allied_units_is_closed_one_in_their_zoc_is_not() -> None:
    assert barred(enters(tanks(), (unit("us-1"), "e0138")), Move("ge-1", ("e0138",))) == ["8.14"]
    assert barred(enters(tanks(), (unit("us-1"), "e0239")), Move("ge-1", ("e0138",))) == []


def test_congestion_at_the_edge() -> None:
    one = enters(tanks(), (unit("ge-2"), "e0142"))
    assert "2 MP of 8 MP" in look(one, Move("ge-1", ("e0142",))).steps[-1].text
    two = enters(tanks(), (unit("ge-2"), "e0142"), (unit("ge-3", "flak"), "e0142"))
    assert "3 MP of 8 MP" in look(two, Move("ge-1", ("e0142",))).steps[-1].text


def test_the_search_agrees_with_single_moves() -> None:
    now = enters(tanks(), (unit("ge-2"), "e0142"), (unit("us-1"), "e0538"))
    found = reach(now, "ge-1")
    assert found.cost("e0138") == 6
    assert found.cost("e0142") == 4
    assert all(barred(now, Move("ge-1", found.path(space))) == [] for space in found.destinations)


def test_allied_units_do_not_come_off_the_track() -> None:
    now = situation(EDGE, (unit("us-1", arrival=2, entry=("D",)), "turn-track"))
    assert barred(now, Move("us-1", ("e0138",))) == ["10.21"]


def test_reinforcements_may_enter_by_strategic_movement() -> None:
    who = tanks()
    now = enters(who, (hq("ge-hq", "ge-lehr", arrival=2), "turn-track"))
    assert barred(now, StrategicMove("ge-1", ("e0140", "e0240", "e0340"))) == []
    inquiry = look(now, StrategicMove("ge-1", ("e0140", "e0240", "e0340")))
    assert "1 1/2 MP of 16 MP" in inquiry.steps[-1].text
    assert strategic_reach(now, "ge-1")["e0340"].half == 3
    assert barred(now, StrategicMove("ge-1", ("e0138",))) == ["8.23"]
    assert set(strategic_reach(now, "ge-1")) == {"e0140", "e0240", "e0340", "e0142", "e0143"}
