"""A negative total of Victory Points lies on the minus faces of its two markers, where players see it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game import load
from adjudicator.saves.beyond import split_beyond
from adjudicator.saves.placing import Placer
from adjudicator.saves.printed import load_printed

PRINTED = load_printed("storm-over-normandy")
START = load("storm-over-normandy").scenario("invasion")


@given(st.integers(-99, 99))
def test_the_markers_show_the_whole_total(total: int) -> None:
    facts = {("vp", ""): total}
    shown, beyond = split_beyond(PRINTED.carriers, PRINTED.layout, facts)
    assert (shown, beyond) == (facts, {})


def test_minus_sixteen_stands_on_ten_and_six_with_the_minus_up() -> None:
    draft = START.draft()
    draft.set("vp", -16)
    placer = Placer(PRINTED, draft.finish(), {("vp", ""): -16})
    laid = {p.uid: p for p in placer.markers() if p.uid in {"vp-x10", "vp-x1"}}
    boxes = {uid: PRINTED.layout.find(p.window, p.x, p.y) for uid, p in laid.items()}
    assert {uid: box.id for uid, box in boxes.items() if box} == {"vp-x10": "vp:10", "vp-x1": "vp:6"}
    assert all(p.levels == {"Face": 2} for p in laid.values())


def test_what_is_beyond_the_track_keeps_its_sign() -> None:
    _, beyond = split_beyond(PRINTED.carriers, PRINTED.layout, {("vp", ""): -120})
    assert beyond == {("vp", ""): -21}
