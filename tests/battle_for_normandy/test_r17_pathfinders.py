"""17.1: Pathfinders; the worked example of the 505th; 19.8 Pegasus Bridge."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.actions import Roll
from adjudicator.battle_for_normandy.r17 import pathfinders as finders
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.battle_for_normandy.r17.pathfinders import DropPathfinder
from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus
from adjudicator.game import apply
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build, june_6

FINDER = build.unit("us-82-pf", "pathfinder", entry=("a4218",), division="us-82")
HEXES = build.around("a4218", "a4219", "a4118")


def _here(terrain: dict[str, str]) -> Position:
    return june_6.night("pathfinders", build.board(HEXES, terrain=terrain), (FINDER, "a4218"))


def _dropped(here: Position, *dice: int) -> str:
    here = apply(here, DropPathfinder("us-82-pf"))
    for die in dice:
        here = apply(here, Roll((die,)))
    return here.pieces["us-82-pf"].space


def test_the_505th_goes_on_from_the_flooded_hex() -> None:
    here = _here({"a4219": "flooded"})
    assert _dropped(here, 4, 5) == "a4118"
    assert _dropped(here, 3) == "a4218"


def test_were_a4118_flooded_too_direction_2_leads_back() -> None:
    assert _dropped(_here({"a4219": "flooded", "a4118": "flooded"}), 4, 5) == "a4218"


def test_a_flooded_target_moves_it_even_on_target() -> None:
    assert (
        _dropped(_here({"a4218": "flooded"}), 2)
        == r17_scatter.settle(_here({"a4218": "flooded"}), "a4218")
        != "a4218"
    )


def test_the_chances_add_up_and_are_a_half_on_target() -> None:
    found = r17_scatter.distribution(_here({}), "a4218")
    assert sum(found.values()) == 1
    assert found["a4218"] == Fraction(1, 2)
    assert found["a4219"] == Fraction(1, 12)
    wet = r17_scatter.distribution(_here({"a4219": "flooded"}), "a4218")
    assert "a4219" not in wet
    assert wet["a4118"] > Fraction(1, 12)


def test_it_is_placed_in_or_next_to_its_set_up_hex() -> None:
    here = _here({})
    assert playing.barred(here, DropPathfinder("us-82-pf", "a4219")) == []
    assert playing.barred(here, DropPathfinder("us-82-pf", "a4118")) == []
    assert playing.barred(here, DropPathfinder("us-82-pf", "a4217")) == []
    assert playing.barred(here, DropPathfinder("us-82-pf", "a4220")) == ["17.1"]
    assert playing.barred(
        apply(apply(here, DropPathfinder("us-82-pf")), Roll((1,))), DropPathfinder("us-82-pf")
    ) == ["17.1"]


def test_enemies_remove_it_after_the_landings_or_when_they_enter() -> None:
    here = june_6.night(
        "drop",
        build.board(HEXES),
        (FINDER, "a4218"),
        (build.unit("ge-1"), "a4218"),
        marks={"us-82-pf": {"dropped": True}},
    )
    draft = here.draft()
    finders.remove_from_enemies(draft)
    assert draft.pieces["us-82-pf"].space == "removed"
    draft = _here({}).draft()
    finders.trample(draft, "a4218")
    assert draft.pieces["us-82-pf"].space == "removed"


COUP = build.unit("br-6-d", "co", type="glider", entry=("c3014",), marks=("airborne",))
BRIDGE = build.board(build.around("c3014"))


def _coup(*dice: int) -> Position:
    point = build.unit("ge-sp-01", "sp")
    here = june_6.night("pathfinders", BRIDGE, (COUP, "airborne-br-6"), (point, "c3014"))
    here = apply(here, DropPathfinder("br-6-d"))
    for die in dice:
        here = apply(here, Roll((die,)))
    return here


def test_on_target_the_company_destroys_the_strongpoint_of_pegasus_bridge() -> None:
    after = _coup(2)
    assert after.pieces["br-6-d"].space == "c3014"
    assert after.pieces["ge-sp-01"].space == "eliminated"


def test_off_target_it_lands_next_to_the_bridge() -> None:
    after = _coup(5, 1)
    assert after.pieces["br-6-d"].space == "c2913"
    assert after.pieces["ge-sp-01"].space == "c3014"


def test_the_chance_is_a_half_and_the_aim_cannot_be_moved() -> None:
    here = june_6.night("pathfinders", BRIDGE, (COUP, "airborne-br-6"))
    assert r19_pegasus.chance(here) == Fraction(1, 2)
    assert playing.barred(here, DropPathfinder("br-6-d", "c2913")) == ["17.1"]
    assert len(r19_pegasus.explain(here)) == 2
