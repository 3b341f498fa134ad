"""Section 13.0: control of Areas."""

from __future__ import annotations

import pytest

from adjudicator.errors import PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r13_control import control_ruling, holder, update
from maps.board import Board, Space
from tests.storm_over_normandy.build import board, held, position, strongpoint, unit
from tests.storm_over_normandy.moving import situation

GROUND = board(["sword", "caen", "ste-mere-eglise allied us", "zone-a"], ["sword/caen", "caen/zone-a"])


@pytest.mark.parametrize(
    ("units", "marked", "side"),
    [
        ((), "german", "german"),
        ((), "allied", "allied"),
        (("us-1",), "german", "allied"),
        (("ge-1",), "allied", "german"),
        (("us-1", "ge-1"), "german", "german"),
        (("us-1", "ge-1"), "allied", "allied"),
        (("us-1 spent", "ge-1"), "allied", "allied"),
    ],
)
def test_a_side_that_is_there_alone_takes_an_area(units: tuple[str, ...], marked: str, side: str) -> None:
    placed = [(unit(u.split()[0]), f"caen {u.partition(' ')[2]}".strip()) for u in units]
    here = situation(GROUND, *placed, facts=held("caen", side=marked))
    assert holder(here, "caen") == side
    draft = here.draft()
    changed = update(draft, "caen")
    assert changed == (("caen",) if side != marked else ())
    assert draft.text("control", "caen") == side


def test_a_strongpoint_holds_an_area_for_the_german_side() -> None:
    here = situation(GROUND, (unit("us-1"), "sword"), (strongpoint("ge-s"), "sword spent"))
    assert holder(here, "sword") == "german"
    draft = here.draft()
    draft.place("ge-s", "eliminated")
    assert update(draft, "sword") == ("sword",)


def test_all_areas_are_looked_at_when_none_is_named() -> None:
    here = situation(
        GROUND, (unit("us-1"), "sword"), (unit("us-2"), "ste-mere-eglise"), (unit("ge-1"), "zone-a")
    )
    draft = here.draft()
    assert update(draft) == ("sword", "ste-mere-eglise")
    assert update(draft) == ()


def test_boxes_have_no_control() -> None:
    draft = situation(GROUND, (unit("us-1"), "zone-a"), (unit("us-2"), "landing-sword")).draft()
    assert update(draft, "zone-a", "landing-sword", "turn-track", "nowhere") == ()
    assert not control_ruling(draft.finish(), "zone-a").ok


@pytest.mark.parametrize(("option", "side"), [("A", "allied"), ("B", "german")])
def test_airborne_units_before_they_have_been_rolled_for(option: str, side: str) -> None:
    placed = (unit("us-1", airborne=True), "caen")
    here = situation(GROUND, placed, facts={("phase", ""): "airborne"}, options={"airborne-control": option})
    assert holder(here, "caen") == side
    later = situation(GROUND, placed, options={"airborne-control": option})
    assert holder(later, "caen") == "allied"
    with_others = situation(
        GROUND,
        placed,
        (unit("us-2"), "caen"),
        facts={("phase", ""): "airborne"},
        options={"airborne-control": "B"},
    )
    assert holder(with_others, "caen") == "allied"


def test_no_area_changes_hands_before_turn_1_begins() -> None:
    placed = (unit("us-1", airborne=True), "caen")
    here = situation(GROUND, placed, facts={("phase", ""): "set-up"})
    assert holder(here, "caen") == "german"
    assert control_ruling(here, "caen").answer == "german"
    assert "the units in Caen take control when turn 1 begins" in told(here, "caen")


# --- rulings ----------------------------------------------------------------------------------------------


def told(here: Position, area: str) -> list[str]:
    return [s.text for s in control_ruling(here, area).steps]


def test_why_an_area_is_held() -> None:
    alone = situation(GROUND, (unit("us-1"), "caen"))
    assert control_ruling(alone, "caen").verdict == "Caen is Allied controlled."
    assert control_ruling(alone, "caen").answer == "allied"
    assert "the Allied side alone has units in Caen, and so controls it" in told(alone, "caen")
    assert "Allied control: a Control marker shows it" in told(alone, "caen")
    shared = situation(GROUND, (unit("us-1"), "caen"), (unit("ge-1"), "caen spent"))
    assert "the German side controlled Caen and still has a unit there, fresh or spent" in told(
        shared, "caen"
    )
    assert "German control: no Control marker lies there" in told(shared, "caen")
    assert "Caen is empty, and stays German controlled" in told(situation(GROUND), "caen")
    waiting = situation(
        GROUND,
        (unit("us-1", airborne=True), "caen"),
        facts={("phase", ""): "airborne"},
        options={"airborne-control": "B"},
    )
    assert "the units in Caen have not been rolled for, and take no control yet" in told(waiting, "caen")


def test_the_one_area_that_the_allies_hold_at_the_start() -> None:
    here = situation(GROUND, facts=held("ste-mere-eglise"))
    assert "Ste Mere Eglise is Allied controlled when the game begins" in told(here, "ste-mere-eglise")
    assert "Allied control: no Control marker lies there" in told(here, "ste-mere-eglise")


def test_who_held_an_area_at_the_start_need_not_be_told() -> None:
    space = Space("p", "P", "area", {"dv": 1})
    here = situation(Board([space], []), (unit("us-1"), "p"))
    assert control_ruling(here, "p").answer == "allied"
    assert not [s for s in told(here, "p") if "marker" in s or "begins" in s]


def test_what_a_position_does_not_say_is_asked_for_only_where_it_matters() -> None:
    base = position(GROUND, (unit("us-1"), "caen"))
    sketch = Position(base.game, base.board, base.schema, base.pieces, base.facts, unknown=["control"])
    assert holder(Inquiry(sketch), "caen") == "allied"
    if not sketch.schema.items["control"].assumed:
        with pytest.raises(PositionError, match="control of Sword"):
            holder(Inquiry(sketch), "sword")
