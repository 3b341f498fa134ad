"""Section 20.7: isolated Ost battalions."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r20 import ost as r20_ost
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy import build

OST, INF = build.unit("ge-439", "ost", steps=2), build.unit("ge-916")
WAY = ("c3014", "c3013", "c3012")
ON = build.board(WAY, roads=build.road(*WAY), features={"c3012": {"edge": "east"}})


def turn(*placed: Any, time: str = "am", **more: Any) -> Position:
    return build.situation(
        ON, (OST, "c3014"), *placed, phase="end-of-turn", side="german", time=time, supplied=False, **more
    )


def test_a_line_of_any_length_saves_it() -> None:
    assert r20_ost.isolated(turn()) == ()
    draft = turn().draft()
    r20_ost.dissolve(draft)
    assert draft.pieces["ge-439"].status == "full"


def test_isolated_it_loses_a_step_after_am_and_pm() -> None:
    cut = (build.unit("us-16"), "c3013")
    for time, status in (("am", "reduced"), ("pm", "reduced"), ("night", "full")):
        draft = turn(cut, time=time).draft()
        r20_ost.dissolve(draft)
        assert draft.pieces["ge-439"].status == status


def test_it_can_be_eliminated_and_no_other_unit_suffers() -> None:
    cut = (build.unit("us-16"), "c3013")
    here = build.situation(
        ON, (OST, "c3014 reduced"), (INF, "c3014"), cut, phase="end-of-turn", side="german", supplied=False
    )
    draft = here.draft()
    r20_ost.dissolve(draft)
    assert draft.pieces["ge-439"].space == "eliminated"
    assert draft.pieces["ge-916"].status == "full"
    assert r20_ost.explain(Inquiry(here)) == 1
