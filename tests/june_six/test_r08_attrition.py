from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r08_attrition as attrition
from adjudicator.june_six.r08_attrition import SufferAttrition
from adjudicator.position import Decision, Fact, Position
from maps.filing import OURS
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, offered

ON = board(hexes(36, 44, 16, 24))
LEHR = unit("ge-1", "armor", division="ge-lehr")
GRENADIERS = unit("ge-2", "panzer-grenadier", division="ge-lehr")
HQ = hq("ge-hq", "ge-lehr", steps=2)
OTHER = unit("ge-3", division="ge-352")


def moved(*users: str, weather: str = "clear", pending: tuple[Decision, ...] = (), **kinds: Any) -> Position:
    marks: dict[str, dict[str, Fact]] = {u: {"used-sm": True, "moved": True} for u in users}
    placed = [(LEHR, "e1940"), (GRENADIERS, "e1941"), (HQ, "e1940"), (OTHER, "e2140")]
    return situation(
        ON, *placed, side="german", turn=5, weather=weather, marks=marks, pending=pending, **kinds
    )


def after(now: Position) -> Position:
    draft = now.draft()
    attrition.after_movement(draft)
    return draft.finish()


def roll(now: Position, value: int, formation: str = "ge-lehr") -> Position:
    draft = now.draft()
    attrition.ROLLS["attrition"].resolve(draft, {"formation": formation}, [value])
    return draft.finish()


@pytest.mark.parametrize(
    ("weather", "rolls", "chance"),
    [("clear", True, Fraction(3, 5)), ("light-overcast", True, Fraction(1, 2)),
     ("heavy-overcast", False, Fraction(0)), ("storm", False, Fraction(0))],
)  # fmt: skip
def test_weather_decides(weather: str, rolls: bool, chance: Fraction) -> None:
    now = moved("ge-1", weather=weather)
    assert attrition.is_in_effect(now) == rolls
    assert bool(after(now).pending) == rolls
    assert attrition.loss_chance(now) == chance


def test_light_overcast_takes_one_off() -> None:
    inquiry = Inquiry(moved(weather="light-overcast"))
    assert attrition.steps_lost(inquiry, 4) == 0
    assert attrition.steps_lost(inquiry, 5) == 1
    assert {"4.12", "8.31"} <= {s.rule for s in inquiry.steps}
    assert inquiry.sources
    assert attrition.steps_lost(moved(), 4) == 1
    assert attrition.steps_lost(moved(), 3) == 0


def test_one_roll_for_each_formation_that_used_it() -> None:
    assert not after(moved()).pending
    both = after(moved("ge-1", "ge-2", "ge-3"))
    assert [d.data["formation"] for d in both.pending] == ["ge-lehr", "ge-352"]
    assert "ge-lehr" in attrition.ROLLS["attrition"].why(both, both.pending[0].data)
    assert attrition.formations_at_risk(both) == ("ge-352", "ge-lehr")


def test_only_units_of_the_activation_under_way_count() -> None:
    assert not after(moved("ge-1", active=["ge-3"])).pending


def test_allied_units_suffer_none() -> None:
    now = situation(ON, (unit("us-1", division="us-1"), "e1940"), turn=5, marks={"us-1": {"used-sm": True}})
    assert not after(now).pending
    assert attrition.formations_at_risk(now) == ()


def test_only_units_that_used_it_lose_the_step() -> None:
    one = roll(moved("ge-1"), 9)
    assert one.pieces["ge-1"].status == "reduced"
    assert not one.pending
    assert roll(moved("ge-1"), 0).pieces["ge-1"].status == "full"


def test_the_german_player_chooses_among_them() -> None:
    asked = roll(moved("ge-1", "ge-2"), 9)
    assert asked.pending[-1].kind == "attrition-loss"
    assert asked.pending[-1].player == "german"
    assert offered(asked, SufferAttrition) == {SufferAttrition("ge-1"), SufferAttrition("ge-2")}
    assert barred(asked, SufferAttrition("ge-3")) == ["8.31"]
    assert barred(asked, SufferAttrition("us-9")) == ["8.31"]
    after = done(asked, SufferAttrition("ge-2"))
    assert after.pieces["ge-2"].status == "reduced"
    assert not after.pending


def test_the_hq_of_a_stack_comes_last() -> None:
    assert attrition.candidates(moved("ge-1", "ge-hq"), "ge-lehr") == ("ge-1",)
    assert attrition.candidates(moved("ge-2", "ge-hq"), "ge-lehr") == ("ge-2", "ge-hq")
    assert attrition.candidates(moved("ge-hq"), "ge-lehr") == ("ge-hq",)


def test_the_table_is_reconstructed_but_for_the_step() -> None:
    rows = attrition._tables(OURS)["roll"]
    assert {r.sources.of("least") for r in rows.values()} == {"reconstructed"}
    assert {r.number("steps") for r in rows.values()} == {0, 1}
    assert offered(moved(), SufferAttrition) == set()
