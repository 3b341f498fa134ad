"""Section 19.3: Detachments and Breakdown."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.june_six import r19_breakdown as breakdown
from adjudicator.june_six.r19_breakdown import HANDLERS, Breakdown
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done

BLOCK = hexes(36, 44, 16, 22)
(HANDLER,) = HANDLERS
A = unit("ge-a", division="ge-352")


def dets(number: int, where: str = "turn-track") -> list[tuple[Unit, str]]:
    return [(unit(f"ge-{where[:2]}{i}", "detachment"), where) for i in range(number)]


def active(
    printed: Unit = A,
    *more: tuple[Unit, str],
    at: str = "e1940",
    pool: int = 6,
    kind: str = "me",
    **facts: Any,
) -> Position:
    """A German activation under way with the unit active."""
    return situation(
        board(BLOCK), (printed, at), *more, *dets(pool), side="german", kind=kind, active=["ge-a"], **facts
    )


def test_the_unit_is_reduced_and_leaves_a_detachment() -> None:
    then = done(active(), Breakdown("ge-a", "reduce", ("e1941",)))
    assert then.pieces["ge-a"].status == "reduced"
    made = [p for p in then.pieces.values() if p.space == "e1941"]
    assert [p.printed.type for p in made] == ["detachment"]
    assert then.flag("re", made[0].uid)
    assert not then.flag("active", made[0].uid)


@pytest.mark.parametrize(("cs", "number"), [(2, 1), (3, 1), (6, 3), (7, 3), (8, 4)])
def test_it_is_replaced_by_detachments_of_no_more_cs(cs: int, number: int) -> None:
    here = active(unit("ge-a", cs=cs, division="ge-352"))
    spread = ("e1940", "e1940", "e1941", "e1941")[:number]
    assert breakdown.most_detachments(here, here.pieces["ge-a"], "replace") == number
    then = done(here, Breakdown("ge-a", "replace", spread))
    assert then.pieces["ge-a"].space == "eliminated"
    assert sum(p.space in {"e1940", "e1941"} for p in then.pieces.values()) == number
    assert barred(here, Breakdown("ge-a", "replace", (*spread, "e1939"))) == ["19.33"]


def test_fewer_detachments_by_a_reading_only() -> None:
    action = Breakdown("ge-a", "replace", ("e1940",))
    assert barred(active(), action) == ["19.33"]
    assert not barred(active(options={"fewer-detachments": "B"}), action)


def test_six_detachments_and_no_more_but_eliminated_ones_come_back() -> None:
    few = active(pool=1)
    assert breakdown.most_detachments(few, few.pieces["ge-a"], "replace") == 1
    back = active(A, *dets(2, "eliminated"), pool=1)
    assert breakdown.most_detachments(back, back.pieces["ge-a"], "replace") == 3
    none = active(pool=0)
    assert barred(none, Breakdown("ge-a", "reduce", ("e1940",))) == ["19.33"]


@pytest.mark.parametrize(
    ("printed", "at"),
    [
        (unit("ge-a", cohesion=3, division="ge-352"), "e1940"),
        (unit("ge-a", "armor", armor=3, division="ge-352"), "e1940"),
        (unit("ge-a", "anti-tank", division="ge-352"), "e1940"),
        (unit("ge-a", division="ge-352"), "e1940 reduced"),
        (unit("ge-a"), "e1940"),
        (unit("ge-a", division="ge-cherbourg"), "e1940"),
    ],
)
def test_who_may_not(printed: Unit, at: str) -> None:
    assert barred(active(printed, at=at), Breakdown("ge-a", "reduce", ("e1940",))) == ["19.32"]


def test_a_disorder_marker_bars_it() -> None:
    here = active(marks={"ge-a": {"disorder": 1}})
    assert barred(here, Breakdown("ge-a", "reduce", ("e1940",))) == ["19.32"]


def test_an_attached_unit_functions_as_organic() -> None:
    here = active(unit("ge-a", division="ge-lxxxiv"), marks={"ge-a": {"attached": "ge-352"}})
    assert not barred(here, Breakdown("ge-a", "reduce", ("e1940",)))


def test_a_unit_of_one_step_can_only_be_replaced() -> None:
    here = active(unit("ge-a", cs=3, steps=1, division="ge-352"))
    assert barred(here, Breakdown("ge-a", "reduce", ("e1940",))) == ["19.33"]
    assert not barred(here, Breakdown("ge-a", "replace", ("e1940",)))


def test_no_allied_unit_breaks_down() -> None:
    here = situation(board(BLOCK), (unit("us-a", division="us-1"), "e1940"), *dets(2), side="allied")
    assert barred(here, Breakdown("us-a", "reduce", ("e1940",))) == ["19.31"]


def test_at_the_start_of_an_activation_at_me_or_before_the_landings() -> None:
    action = Breakdown("ge-a", "reduce", ("e1940",))
    moved = active(A, (unit("ge-b", division="ge-352"), "e1942"), marks={"ge-b": {"moved": True}})
    assert barred(moved, action) == ["19.31"]
    assert barred(active(kind="re"), action) == ["7.4"]
    for turn, sections in ((1, []), (2, ["19.31"])):
        facts: dict[Key, Fact] = {("activation", ""): "", ("active", "ge-a"): False}
        here = active(facts=facts, phase="bombardment", turn=turn)
        assert barred(here, action) == sections


@pytest.mark.parametrize(
    ("spaces", "section"), [(("e1942",), "19.33"), (("e1941", "e1939"), "19.33"), (("e1839",), "8.14")]
)
def test_a_new_detachment_moves_one_hex_at_most(spaces: tuple[str, ...], section: str) -> None:
    enemy = (hq("us-hq", "us-1"), "e1839")
    here = active(A, enemy) if section == "19.33" else active(A, (hq("us-hq", "us-1"), "e1840"))
    spaces = spaces if section == "19.33" else ("e1840",)
    assert barred(here, Breakdown("ge-a", "reduce", spaces)) == [section]


def test_it_must_move_out_of_a_full_stack() -> None:
    here = active(A, (unit("ge-b"), "e1940"))
    assert barred(here, Breakdown("ge-a", "reduce", ("e1940",))) == ["9.12"]
    assert not barred(here, Breakdown("ge-a", "reduce", ("e1941",)))


def test_one_that_ends_on_a_delay_point_absorbs_it_and_controls_the_hex() -> None:
    here = active(facts={("dp", "e1941"): True, ("control", "e1941"): "allied"})
    then = done(here, Breakdown("ge-a", "reduce", ("e1941",)))
    assert not then.flag("dp", "e1941")
    assert then.text("control", "e1941") == "german"


def test_options_are_legal() -> None:
    here = active(A, (unit("ge-b"), "e1940"), (unit("us-1"), "e1942"))
    found = list(HANDLER.options(here))
    assert {a.kind for a in found} == {"reduce", "replace"}
    assert all(not barred(here, action) for action in found)
    assert not list(HANDLER.options(active(kind="re")))


def test_unknown_units_and_kinds_are_refused() -> None:
    assert barred(active(), Breakdown("ge-x", "reduce", ("e1940",))) == ["19.32"]
    assert barred(active(), Breakdown("ge-a", "split", ("e1940",))) == ["19.33"]
