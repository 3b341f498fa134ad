"""Section 19.4: Mulberry Harbors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.battle_for_normandy.r19 import mulberry as r19_mulberry
from adjudicator.battle_for_normandy.r19.mulberry import BuildMulberry
from adjudicator.game import resolve_roll
from adjudicator.position import Decision, Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(["c3014"])
HEADS = {
    ("beachhead", s): b for s, b in (("omaha", "easy-green"), ("gold", "king-red"), ("utah", "uncle-red"))
}


def phase(date: int = 7, facts: dict[tuple[str, str], Any] | None = None, **more: Any) -> Position:
    known = {**HEADS, **(facts or {})}
    return build.situation(ON, phase="mulberry", time="night", date=date, facts=known, **more)


def asking(**more: Any) -> Position:
    return phase(pending=[Decision("allied", "build-mulberry", "19.4.1", {})], **more)


def test_two_of_the_beachheads_are_chosen() -> None:
    assert r19_mulberry.sites(phase()) == ("utah", "omaha", "gold")
    assert playing.barred(asking(), BuildMulberry(("omaha", "gold"))) == []
    assert playing.barred(asking(), BuildMulberry(("omaha", "gold", "utah"))) == ["19.4.1"]
    assert "19.4.1" in playing.barred(asking(), BuildMulberry(("sword",)))
    assert playing.barred(asking(), BuildMulberry()) == []


def test_not_before_7_june_and_later_if_wished() -> None:
    assert r19_mulberry.sites(phase(6)) == ()
    started = phase(9, {("mulberry-ready", "gold"): 99, ("mulberry", "gold"): 5})
    assert r19_mulberry.sites(started) == ("utah", "omaha")


def test_a_die_for_each_harbor_until_21() -> None:
    draft = playing.done(asking(), BuildMulberry(("omaha", "gold"))).draft()
    assert r19_mulberry.under_construction(draft) == ("omaha", "gold")
    draft.set("mulberry", 18, "gold")
    resolve_roll(draft, {"what": "mulberry", "site": "gold"}, [4])
    assert r19_mulberry.is_complete(draft, "gold")
    assert r19_mulberry.working(draft) == ()
    draft.set("date", 8)
    assert r19_mulberry.working(draft) == ("gold",)


def test_chances_of_being_ready() -> None:
    assert r19_mulberry.chances(15, 1)[1] == Fraction(1, 6)
    found = r19_mulberry.chances(0, 21)
    assert found[3] == 0
    assert found[4] == Fraction(35, 1296)
    assert found[21] == 1


def test_a_storm_asks_for_the_condition_of_every_harbor() -> None:
    facts = {("mulberry-ready", "gold"): 9, ("mulberry", "gold"): 21}
    draft = phase(20, facts, weather="storm").draft()
    r19_mulberry.open_phase(draft)
    assert draft.pending[-1].data["what"] == "mulberry-storm"
    resolve_roll(draft, {"what": "mulberry-storm", "site": "gold"}, [6])
    assert draft.pending[-1].data["dice"] == ["dr", "dr", "dr"]
    resolve_roll(draft, {"what": "mulberry-damage", "site": "gold"}, [3, 4, 5])
    assert draft.number("mulberry", "gold") == 9
    assert r19_mulberry.under_construction(draft) == ("gold",)


def test_damage_under_construction_never_goes_below_zero() -> None:
    draft = phase(20, {("mulberry-ready", "gold"): 99, ("mulberry", "gold"): 7}).draft()
    resolve_roll(draft, {"what": "mulberry-damage", "site": "gold"}, [6, 6, 6])
    assert (draft.number("mulberry", "gold"), r19_mulberry.begun(draft)) == (0, ("gold",))
