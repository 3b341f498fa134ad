"""Section 21: Disordered and Reduced Refit."""

from __future__ import annotations

import pytest

from adjudicator.june_six.r21_refit import HANDLERS, Refit, quota_left
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done

HANDLER = HANDLERS[0]
BLOCK = hexes(30, 36, 10, 16)
OMAHA = {"e1634": "omaha"}


def here(printed: Unit, where: str = "e1534", **more: object) -> Position:
    """One unit beside an Omaha Beach hex, or a German one beside a source."""
    on = board(BLOCK, beaches=OMAHA, features={"e1034": {"edge": "south"}})
    values = {"turn": 4, **more}
    return situation(on, (printed, where), side=printed.side, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0)])
def test_a_disordered_refit_removes_one_level(before: int, after: int) -> None:
    at = here(unit("us-1"), turn=1, marks={"us-1": {"disorder": before}})
    then = done(at, Refit("us-1", "disordered"))
    assert then.number("disorder", "us-1") == after
    assert then.flag("refitted", "us-1")


def test_a_reduced_refit_flips_and_uses_the_nations_one_refit_of_the_turn() -> None:
    then = done(here(unit("us-1"), "e1534 reduced"), Refit("us-1", "reduced"))
    assert then.pieces["us-1"].status == "full"
    assert not quota_left(then, "us")
    assert quota_left(then, "commonwealth")


def test_a_second_reduced_refit_of_the_nation_is_refused() -> None:
    at = here(unit("us-1"), "e1534 reduced", facts={("reduced-refits", "us"): 1})
    assert barred(at, Refit("us-1", "reduced")) == ["21.33"]


def test_reduced_refit_begins_on_11_12_june() -> None:
    at = here(unit("us-1"), "e1534 reduced", turn=3)
    assert barred(at, Refit("us-1", "reduced")) == ["21.31"]


def test_reduced_refit_needs_a_loc_and_disordered_refit_does_not() -> None:
    far = "e1031 reduced"
    assert barred(here(unit("us-1"), far), Refit("us-1", "reduced")) == ["21.35"]
    at = here(unit("us-1"), far, marks={"us-1": {"disorder": 1}})
    assert not barred(at, Refit("us-1", "disordered"))


@pytest.mark.parametrize(
    ("printed", "section"),
    [
        (unit("us-1", "parachute"), "21.32"),
        (unit("ge-1", "parachute"), "21.32"),
        (unit("br-1", "glider"), "21.32"),
        (unit("br-1", "commando"), "21.32"),
        (unit("ge-1", "armor", armor=4), "21.32"),
    ],
)
def test_units_without_reduced_refit(printed: Unit, section: str) -> None:
    where = "e1534 reduced" if printed.side == "allied" else "e1134 reduced"
    at = here(printed, where)
    assert section in barred(at, Refit(printed.id, "reduced"))


def test_allied_armor_makes_a_reduced_refit() -> None:
    at = here(unit("us-1", "armor", armor=4), "e1534 reduced")
    assert not barred(at, Refit("us-1", "reduced"))


@pytest.mark.parametrize("kind", ["strongpoint", "detachment"])
def test_strongpoints_and_detachments_do_not_refit(kind: str) -> None:
    at = here(unit("ge-1", kind), "e1134", marks={"ge-1": {"disorder": 1}})
    assert barred(at, Refit("ge-1", "disordered")) == ["21.24"]


@pytest.mark.parametrize("did", ["moved", "attacked", "refitted"])
def test_a_unit_that_did_something_else_does_not_refit(did: str) -> None:
    at = here(unit("us-1"), marks={"us-1": {"disorder": 1, did: True}})
    assert barred(at, Refit("us-1", "disordered")) == ["21.22"]
    at = here(unit("us-1"), "e1534 reduced", marks={"us-1": {did: True}})
    assert barred(at, Refit("us-1", "reduced")) == ["21.34"]


def test_an_isolated_unit_or_a_unit_of_an_isolated_hq_does_not_refit() -> None:
    at = here(unit("us-1"), marks={"us-1": {"disorder": 1, "isolated": True}})
    assert barred(at, Refit("us-1", "disordered")) == ["21.23", "22.25"]
    on = board(BLOCK, beaches=OMAHA)
    head, own = hq("us-hq", "us-1"), unit("us-1", division="us-1")
    placed = ((head, "e1533"), (own, "e1534 reduced"))
    marks: dict[str, dict[str, Fact]] = {"us-hq": {"isolated": True}, "us-1": {"disorder": 1}}
    at = situation(on, *placed, marks=marks, turn=4)
    assert barred(at, Refit("us-1", "disordered")) == ["21.23"]
    assert barred(at, Refit("us-1", "reduced")) == ["21.32"]


def test_there_must_be_something_to_refit() -> None:
    assert barred(here(unit("us-1")), Refit("us-1", "disordered")) == ["21.21"]
    assert barred(here(unit("us-1")), Refit("us-1", "reduced")) == ["21.31"]
    at = here(unit("us-1"), "eliminated reduced")
    assert "21.12" in barred(at, Refit("us-1", "reduced"))


def test_only_an_active_unit_refits_and_only_in_these_two_ways() -> None:
    at = here(unit("us-1"), marks={"us-1": {"disorder": 1, "active": False}})
    assert barred(at, Refit("us-1", "disordered")) == ["7.3"]
    assert barred(here(unit("us-1")), Refit("us-1", "whole")) == ["21.1"]


def test_refit_is_open_at_re() -> None:
    at = here(unit("us-1"), kind="re", marks={"us-1": {"disorder": 1}})
    assert not barred(at, Refit("us-1", "disordered"))


def test_options_are_those_that_are_legal() -> None:
    at = here(unit("us-1"), "e1534 reduced", marks={"us-1": {"disorder": 1}})
    assert set(HANDLER.options(at)) == {Refit("us-1", "disordered"), Refit("us-1", "reduced")}
