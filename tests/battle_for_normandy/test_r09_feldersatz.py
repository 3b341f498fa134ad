"""Section 9.6: Feldersatz points."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy import GAME, r06_stacking
from adjudicator.battle_for_normandy.r09.feldersatz import UseFeldersatz
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=3))
HQ = build.hq("ge-352")
INF = build.unit("ge-916", division="ge-352")


def phase(*placed: Any, points: int = 3, side: str = "german", **more: Any) -> Position:
    marks = {"ge-352-hq": {"feldersatz": points}, **more.pop("marks", {})}
    return build.situation(ON, (HQ, "c3014"), *placed, side=side, marks=marks, **more)


def test_a_point_replenishes_a_reduced_infantry_unit() -> None:
    after = playing.done(phase((INF, "c3013 reduced")), UseFeldersatz("ge-916"))
    assert after.pieces["ge-916"].status == "full"
    assert after.number("feldersatz", "ge-352-hq") == 2


def test_only_reduced_infantry_of_the_division_in_supply() -> None:
    other = build.unit("ge-914", division="ge-716")
    tanks = build.unit("ge-i-22", "panzer", division="ge-352")
    here = phase((INF, "c3013"), (other, "c3012 reduced"), (tanks, "c3114 reduced"))
    for uid in ("ge-916", "ge-914", "ge-i-22"):
        assert playing.barred(here, UseFeldersatz(uid)) == ["9.6"]
    gone = phase((INF, "eliminated"))
    assert playing.barred(gone, UseFeldersatz("ge-916")) == ["9.6"]
    cut = phase((INF, "c3013 reduced"), marks={"ge-916": {"general-supply": "out"}})
    assert playing.barred(cut, UseFeldersatz("ge-916")) == ["9.6"]


def test_no_points_no_use_and_not_in_an_allied_phase() -> None:
    assert playing.barred(phase((INF, "c3013 reduced"), points=0), UseFeldersatz("ge-916")) == ["9.6"]
    assert playing.barred(phase((INF, "c3013 reduced"), side="allied"), UseFeldersatz("ge-916")) == ["9.6"]


def test_stacking_examples() -> None:
    here = phase()
    assert r06_stacking.value(here, here.pieces["ge-352-hq"]) == 3
    full = phase((INF, "c3014"), points=6)
    assert r06_stacking.faults(full, "c3014", "german") == []


def test_points_serve_in_the_german_replacement_segment_too() -> None:
    assert GAME.handlers["use-feldersatz"].phases == {"movement", "german-replacements"}
