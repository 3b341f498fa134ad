"""Section 19.10: Motorization."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
from adjudicator.battle_for_normandy.r19.motorization import Motorize
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=2))
INF = build.unit("us-1-8-4", division="us-4", ma=6)


def segment(where: str = "c3014", left: int = 1, **more: Any) -> Position:
    facts = {("motorizations", "allied"): left}
    placed = ((build.hq("us-4"), where), (INF, "c3013"))
    return build.situation(
        ON, *placed, phase="allied-replacements", date=9, time="night", facts=facts, **more
    )


def test_worked_example_of_the_4th_division() -> None:
    draft = playing.done(segment(), Motorize("us-4")).draft()
    assert draft.flag("motorized", "us-4-hq")
    assert draft.number("motorizations", "allied") == 0
    draft.set("time", "am")
    draft.set("phase", "movement")
    after = draft.finish()
    assert r10_allowance.allowance(after, after.pieces["us-1-8-4"]) == 8


def test_it_is_given_once_and_only_on_the_map() -> None:
    assert playing.barred(segment(left=0), Motorize("us-4")) == ["19.10"]
    assert playing.barred(segment("turn-track"), Motorize("us-4")) == ["19.10"]
    done = segment(marks={"us-4-hq": {"motorized": True}})
    assert playing.barred(done, Motorize("us-4")) == ["19.10"]
