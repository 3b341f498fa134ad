from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six import r20_crossings as crossings
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_strategic import StrategicMove
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from maps.board import edge_id
from maps.june_six.grid import GRID
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, look

BLOCK = hexes(34, 46, 12, 28)
NORTH = {n for n in BLOCK if GRID.split(n)[0] >= 20}
RIVER = {
    edge_id(a, b): "major-river" for a in BLOCK for b in GRID.neighbours(a) if (a in NORTH) != (b in NORTH)
}
ON = board(BLOCK, sides=RIVER)
SOUTH_BANK = ["e1940", "e1941", "e1942", "e1939", "e1938"]


def ahead(hex_: str) -> str:
    """The hex north of the river with the same position."""
    return f"e20{hex_[3:]}"


def foot(n: int, division: str = "us-1", **more: Any) -> tuple[Unit, str]:
    return unit(f"us-{n}", division=division, corps="us-v", **more), SOUTH_BANK[n]


DIV = hq("us-hq", "us-1", corps="us-v")
CORPS = hq("us-c", "us-v", size="corps", corps="us-v")
OTHER = hq("us-o", "us-vii", size="corps", corps="us-vii")


def allied(*placed: tuple[Unit, str], **kinds: Any) -> Position:
    return situation(ON, *placed, **kinds)


def cross(now: Position, n: int) -> Position:
    return done(now, Move(f"us-{n}", (ahead(SOUTH_BANK[n]),)))


# --- the division's engineers -----------------------------------------------------------------------------


def test_a_division_lets_two_of_its_units_cross() -> None:
    now = allied(foot(0), foot(1), foot(2), (DIV, "e1640"))
    one = cross(now, 0)
    assert one.flag("bridge-action", "us-hq")
    assert one.number("crossings-left", "us-hq") == 1
    assert one.text("crossing", "us-0") == "us-hq"
    two = cross(one, 1)
    assert barred(two, Move("us-2", ("e2042",))) == ["20.22"]
    assert "e2042" not in reach(two, "us-2").destinations
    assert "e2042" in reach(now, "us-2").destinations


def test_crossing_costs_two_more() -> None:
    now = allied(foot(0), (DIV, "e1640"))
    assert "3 MP of 6 MP" in look(now, Move("us-0", ("e2040",))).steps[-1].text
    assert "20.21" in {s.rule for s in look(now, Move("us-0", ("e2040",))).steps}
    slow = allied((unit("us-0", ma=2, division="us-1"), "e1940"), (DIV, "e1640"))
    assert barred(slow, Move("us-0", ("e2040",))) == ["8.12"]


def test_the_unit_must_be_within_four_hexes_of_its_hq() -> None:
    assert barred(allied(foot(0), (DIV, "e1540")), Move("us-0", ("e2040",))) == []
    assert barred(allied(foot(0), (DIV, "e1440")), Move("us-0", ("e2040",))) == ["8.44"]


def test_where_that_counts_is_a_reading() -> None:
    who = unit("us-0", division="us-1", ma=9)
    way = Move("us-0", ("e1840", "e1940", "e2040"))
    far = {"A": "e1839", "B": "e1440"}
    for letter, place in far.items():
        now = allied((who, "e1740"), (DIV, "e1440"), options={"arc-range": letter})
        wanted = ["8.44"] if letter == "A" else []
        assert barred(now, way) == wanted, place
        assert ("e2040" in reach(now, "us-0").ways) == (letter == "B")


def test_an_action_used_earlier_in_the_turn_is_gone() -> None:
    now = allied(foot(0), (DIV, "e1640"), marks={"us-hq": {"bridge-action": True}})
    assert barred(now, Move("us-0", ("e2040",))) == ["20.21"]
    lent = {"A": ["20.21"], "B": []}
    for letter, sections in lent.items():
        now = allied(
            foot(0), (DIV, "e1640"), (CORPS, "e1540"), marks={"us-hq": {"bridge-action": True}},
            options={"spent-engineers": letter},
        )  # fmt: skip
        assert barred(now, Move("us-0", ("e2040",))) == sections
        assert ("e2040" in reach(now, "us-0").ways) == (letter == "B")


@pytest.mark.parametrize("space", ["eliminated", "turn-track"])
def test_no_hq_no_crossing(space: str) -> None:
    assert barred(allied(foot(0), (DIV, space)), Move("us-0", ("e2040",))) == ["8.44"]
    det = (unit("us-0"), "e1940")
    assert barred(allied(det, (DIV, "e1640")), Move("us-0", ("e2040",))) == ["8.44"]


def test_an_hq_that_is_not_activated_helps_nobody() -> None:
    now = allied(foot(0), (DIV, "e1640"), active=["us-0"])
    assert barred(now, Move("us-0", ("e2040",))) == ["20.15"]


def test_asked_outside_of_an_activation_its_hq_is_taken_to_act() -> None:
    now = allied(foot(0), (DIV, "e1640"), active=[])
    assert crossings.crossing_faults(now, "us-0", "e1940") == []


def test_commandos_and_rangers_cross_on_their_own() -> None:
    now = allied((unit("us-0", "ranger"), "e1940"))
    after = done(now, Move("us-0", ("e2040",)))
    assert "3 MP of 6 MP" in look(now, Move("us-0", ("e2040",))).steps[-1].text
    assert after.text("crossing", "us-0") == crossings.OWN
    assert reach(now, "us-0").cost("e2040") == 6


def test_motorized_units_do_not_cross() -> None:
    now = allied((unit("us-0", "motorized", division="us-1"), "e1940"), (DIV, "e1640"))
    assert "8.43" in barred(now, Move("us-0", ("e2040",)))
    assert "e2040" not in reach(now, "us-0").ways


def test_they_may_cross_into_an_enemy_zoc() -> None:
    now = allied(foot(0), (DIV, "e1640"), (unit("ge-1"), "e2139"))
    assert barred(now, Move("us-0", ("e2040",))) == []
    assert "e2040" in reach(now, "us-0").destinations
    watched = allied(foot(0), (DIV, "e1640"), (unit("ge-1"), "e2040"))
    assert barred(watched, Move("us-0", ("e2041",))) == ["11.13"]


def test_no_crossing_by_strategic_movement() -> None:
    now = allied(foot(0), (DIV, "e1640"), turn=5)
    assert barred(now, StrategicMove("us-0", ("e2040",))) == ["20.25", "8.23"]


# --- the corps' engineers ---------------------------------------------------------------------------------


def test_the_parent_corps_lends_help_for_one_more() -> None:
    now = allied(foot(0), foot(1), foot(2), foot(3), (DIV, "e1640"), (CORPS, "e1440"))
    three = cross(cross(cross(now, 0), 1), 2)
    assert three.text("crossing", "us-2") == "us-c"
    assert three.flag("bridge-action", "us-c")
    assert barred(three, Move("us-3", ("e2039",))) == ["20.22"]


def test_it_must_be_near_unused_and_the_parent() -> None:
    spent: dict[str, dict[str, Fact]] = {"us-hq": {"bridge-action": True}, "us-9": {"crossing": "us-hq"}}
    go = Move("us-0", ("e2040",))
    assert barred(allied(foot(0), (DIV, "e1640"), (CORPS, "e1240"), marks=spent), go) == []
    far = hexes(34, 46, 8, 28)
    wide = board(far, sides=dict(RIVER.items()))
    beyond = situation(wide, foot(0), (DIV, "e1640"), (CORPS, "e1140"), marks=spent)
    assert barred(beyond, go) == ["20.22"]
    assert barred(allied(foot(0), (DIV, "e1640"), (OTHER, "e1540"), marks=spent), go) == ["20.22"]
    both = {**spent, "us-c": {"bridge-action": True}}
    assert barred(allied(foot(0), (DIV, "e1640"), (CORPS, "e1540"), marks=both), go) == ["20.22"]


def test_germans_borrow_from_one_corps_of_any_name() -> None:
    placed = [(unit(f"ge-{n}", division="ge-352"), SOUTH_BANK[n]) for n in range(4)]
    chiefs = [
        (hq("ge-hq", "ge-352"), "e1640"), (hq("ge-c", "ge-lxxxiv", size="corps"), "e1540"),
        (hq("ge-d", "ge-xlvii", size="corps"), "e1541"),
    ]  # fmt: skip
    used: dict[str, dict[str, Fact]] = {"ge-hq": {"bridge-action": True}, "ge-3": {"crossing": "ge-hq"}}
    now = situation(ON, *placed, *chiefs, side="german", marks=used)
    after = done(now, Move("ge-0", ("e2040",)))
    assert after.text("crossing", "ge-0") == "ge-c"
    assert barred(after, Move("ge-1", ("e2041",))) == ["20.22"]


def test_a_corps_hq_helps_its_own_units() -> None:
    placed = [foot(n, "us-v") for n in range(3)]
    for letter, can in (("A", 2), ("B", 1)):
        now = allied(*placed, (CORPS, "e1640"), options={"corps-arc": letter})
        assert crossings.capacity(now, now.pieces["us-c"]) == can
        after = cross(now, 0)
        assert bool(barred(after, Move("us-1", ("e2041",)))) == (letter == "B")


def test_an_attached_unit_crosses_with_its_division() -> None:
    now = allied(foot(0, "us-v"), (DIV, "e1640"), (CORPS, "e2640"), marks={"us-0": {"attached": "us-1"}})
    assert done(now, Move("us-0", ("e2040",))).text("crossing", "us-0") == "us-hq"


# --- assaults ---------------------------------------------------------------------------------------------


def test_an_assault_needs_allied_foot_that_starts_at_the_river() -> None:
    now = allied(foot(0), foot(1), (DIV, "e1640"), marks={"us-0": {"began": "e1840"}})
    assert [s for s, _ in crossings.crossing_faults(now, "us-0", "e1940", assault=True)] == ["20.32"]
    assert crossings.crossing_faults(now, "us-1", "e1941", assault=True) == []
    along = allied(foot(0), (DIV, "e1640"), marks={"us-0": {"began": "e1941"}})
    assert crossings.crossing_faults(along, "us-0", "e1940", assault=True) == []
    landed = allied(foot(0), (DIV, "e1640"), marks={"us-0": {"began": "landing-gone"}})
    assert [s for s, _ in crossings.crossing_faults(landed, "us-0", "e1940", assault=True)] == ["20.32"]
    german = situation(
        ON, (unit("ge-1", division="ge-352"), "e1940"), (hq("ge-hq", "ge-352"), "e1640"), side="german"
    )
    assert [s for s, _ in crossings.crossing_faults(german, "ge-1", "e1940", assault=True)] == ["20.31"]
    truck = allied((unit("us-0", "motorized", division="us-1"), "e1940"), (DIV, "e1640"))
    assert "20.31" in [s for s, _ in crossings.crossing_faults(truck, "us-0", "e1940", assault=True)]


def test_a_plan_for_several_units_shares_the_help() -> None:
    now = allied(foot(0), foot(1), foot(2), foot(3), (DIV, "e1640"), (CORPS, "e1540"))
    wanted = [(f"us-{n}", SOUTH_BANK[n]) for n in range(4)]
    found = crossings.plan(now, wanted, assault=True)
    assert found.helpers == {"us-0": "us-hq", "us-1": "us-hq", "us-2": "us-c"}
    assert [(u, s) for u, s, _ in found.faults] == [("us-3", "20.22")]
    draft = now.draft()
    crossings.use(draft, wanted[:3], assault=True)
    after = draft.finish()
    assert after.flag("bridge-action", "us-hq")
    assert after.flag("bridge-action", "us-c")
    assert after.number("crossings-left", "us-hq") == 0


def test_a_unit_that_has_help_keeps_it() -> None:
    now = allied(
        foot(0), (DIV, "e1640"), marks={"us-0": {"crossing": "us-hq"}, "us-hq": {"bridge-action": True}}
    )
    assert crossings.crossing_faults(now, "us-0", "e1940") == []
    draft = now.draft()
    crossings.use(draft, [("us-0", "e1940")])
    assert draft.finish() == now
    away = allied(foot(0), (DIV, "e1340"), marks={"us-0": {"crossing": "us-hq"}})
    assert [s for s, _ in crossings.crossing_faults(away, "us-0", "e1940")] == ["8.44"]


def test_an_hq_off_the_map_neither_acts_nor_lends() -> None:
    now = allied(foot(0), (DIV, "eliminated"), (CORPS, "e1640"))
    assert not crossings.hq_acts(now, now.pieces["us-0"], now.pieces["us-hq"])
    assert not crossings.lends(now, now.pieces["us-c"], now.pieces["us-hq"])
    assert not crossings.lends(now, now.pieces["us-hq"], now.pieces["us-hq"])
    assert crossings.lenders(now, now.pieces["us-c"]) == ()


def sections(now: Position, action: Move) -> set[str]:
    inquiry = look(now, action)
    assert not inquiry.violations
    return {s.rule for s in inquiry.steps}


def test_whose_help_it_is_is_told() -> None:
    own = allied(foot(0), (DIV, "e1640"), (unit("ge-1"), "e2139"))
    assert {"20.11", "20.13", "20.15", "20.21", "20.23", "20.24", "8.44"} <= sections(
        own, Move("us-0", ("e2040",))
    )
    used: dict[str, dict[str, Fact]] = {"us-hq": {"bridge-action": True}, "us-9": {"crossing": "us-hq"}}
    lent = allied(foot(0), (DIV, "e1640"), (CORPS, "e1540"), marks=used)
    assert {"20.14", "20.22"} <= sections(lent, Move("us-0", ("e2040",)))
