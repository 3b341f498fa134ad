"""Sections 9.3 to 9.5: Replacement Points and how they are used."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r09 import rebuilding as r09_rebuilding
from adjudicator.battle_for_normandy.r09 import replacements as r09_replacements
from adjudicator.battle_for_normandy.r09.rebuilding import Raise, Rebuild
from adjudicator.battle_for_normandy.r09.replacements import Replenish, Spend
from adjudicator.game import resolve_roll
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=4))
INF = build.unit("us-16-1", division="us-1")
HQ = build.hq("us-1")
COMPANY = build.unit("us-co-1", "co")


def segment(
    *placed: Any, points: tuple[int, int] = (0, 0), pool: str = "us", date: int = 20, **more: Any
) -> Position:
    facts = {("inf-rp", pool): points[0], ("arm-rp", pool): points[1], **more.pop("facts", {})}
    side = more.pop("side", "allied")
    phase = f"{side}-replacements"
    return build.situation(ON, *placed, phase=phase, side=side, time="night", date=date, facts=facts, **more)


def test_worked_examples_of_the_daily_charts() -> None:
    july = segment(date=38, side="german")
    assert {k: v for k, v in r09_replacements.daily(july, "german", 5).items() if v} == {"inf": 1, "arm": 1}
    august = r09_replacements.daily(segment(date=67), "allied", 8)
    assert (august["us_arm"], august["us_inf"], august["cw_inf"], august["cw_arm"]) == (1, 2, 1, 1)


def test_caps_of_july_and_august_are_ignored_with_repple_depple() -> None:
    free = r09_replacements.daily(segment(date=67, options={"9.4o": "B"}), "allied", 10)
    capped = r09_replacements.daily(segment(date=67), "allied", 10)
    assert free["us_inf"] > capped["us_inf"] == 2


def test_chances_of_the_die_sum_to_one() -> None:
    for side in ("german", "allied"):
        for row in r09_replacements.chances(segment(), side).values():
            assert sum(row.values()) == 1


def test_a_segment_opens_with_rem_points_and_the_die() -> None:
    draft = segment(facts={("inf-rem", "us"): 2}).draft()
    r09_replacements.open_segment(draft)
    assert (draft.number("inf-rp", "us"), draft.number("inf-rem", "us")) == (2, 0)
    assert draft.pending[-1].data["what"] == "replacements"


def test_no_turn_based_points_on_june_6() -> None:
    draft = segment(date=6).draft()
    r09_replacements.open_segment(draft)
    assert not draft.pending


def test_replenish_a_reduced_battalion() -> None:
    here = segment((INF, "c3014 reduced"), points=(1, 0))
    after = playing.done(here, Replenish("us-16-1"))
    assert after.pieces["us-16-1"].status == "full"
    assert after.number("inf-rp", "us") == 0


def test_replenishing_needs_supply_points_and_a_reduced_unit() -> None:
    out = segment((INF, "c3014 reduced"), points=(1, 0), marks={"us-16-1": {"general-supply": "out"}})
    assert playing.barred(out, Replenish("us-16-1")) == ["9.4"]
    assert playing.barred(segment((INF, "c3014 reduced")), Replenish("us-16-1")) == ["9.4"]
    assert playing.barred(segment((INF, "c3014"), points=(1, 0)), Replenish("us-16-1")) == ["9.4"]


def test_a_unit_in_an_ezoc_may_receive_points() -> None:
    here = segment((INF, "c3014 reduced"), (build.unit("ge-916"), "c3013"), points=(1, 0))
    assert playing.barred(here, Replenish("us-16-1")) == []


@pytest.mark.parametrize("word", ["commando", "ranger", "battery", "sp", "bb"])
def test_who_never_receives_points(word: str) -> None:
    side = "german" if word in {"battery", "sp"} else "allied"
    uid = {"commando": "br-x", "ranger": "us-x", "battery": "ge-x", "sp": "ge-x", "bb": "us-x"}[word]
    here = segment((build.unit(uid, word, steps=2), "c3014 reduced"), points=(9, 9), side=side)
    assert "9.3.3" in playing.barred(here, Replenish(uid))


def test_airborne_pay_two_and_wait_until_8_june() -> None:
    para = build.unit("us-505", "para")
    one = segment((para, "c3014 reduced"), points=(1, 0))
    assert playing.barred(one, Replenish("us-505")) == ["9.4"]
    assert playing.barred(segment((para, "c3014 reduced"), points=(2, 0)), Replenish("us-505")) == []
    early = segment((para, "c3014 reduced"), points=(9, 0), date=7)
    assert playing.barred(early, Replenish("us-505")) == ["9.3.3"]
    rem = segment((para, "c3014 reduced"), facts={("inf-rem", "us-airborne"): 1}, options={"22.4o": "B"})
    assert playing.barred(rem, Replenish("us-505")) == []


def test_artillery_costs_two_armor_points() -> None:
    gun = build.unit("us-7-fa", "artillery", division="us-1")
    here = segment((HQ, "c3014"), (gun, "eliminated"), points=(9, 1))
    action = Rebuild("us-7-fa", "c3013", full=True)
    assert playing.barred(here, action) == ["9.4"]
    after = playing.done(segment((HQ, "c3014"), (gun, "eliminated"), points=(0, 2)), action)
    assert (after.pieces["us-7-fa"].space, after.number("arm-rp", "us")) == ("c3013", 0)


def test_commandos_with_the_bonus_pay_two() -> None:
    here = segment(
        (build.unit("br-3", "commando"), "c3014 reduced"),
        points=(2, 0),
        pool="commonwealth",
        options={"19.5o": "B"},
    )
    assert playing.barred(here, Replenish("br-3")) == []


def test_points_of_one_nation_do_not_serve_the_other() -> None:
    here = segment((build.unit("br-1"), "c3014 reduced"), points=(5, 5), pool="us")
    assert playing.barred(here, Replenish("br-1")) == ["9.4"]


def test_rebuild_an_eliminated_battalion_next_to_its_hq() -> None:
    here = segment((HQ, "c3014"), (INF, "eliminated"), points=(3, 0))
    assert playing.barred(here, Rebuild("us-16-1", "c3013", full=True)) == []
    assert playing.barred(here, Rebuild("us-16-1", "c3011")) == ["9.4"]
    after = playing.done(here, Rebuild("us-16-1", "c3013"))
    assert (after.pieces["us-16-1"].status, after.number("inf-rp", "us")) == ("reduced", 1)


def test_no_rebuilding_in_an_ezoc_or_next_to_an_hq_out_of_supply() -> None:
    enemy = (build.unit("ge-916"), "c3012")
    here = segment((HQ, "c3014"), (INF, "eliminated"), enemy, points=(3, 0))
    assert "9.4" in playing.barred(here, Rebuild("us-16-1", "c3013"))
    cut = segment(
        (HQ, "c3014"), (INF, "eliminated"), points=(3, 0), marks={"us-1-hq": {"general-supply": "out"}}
    )
    assert r09_rebuilding.rebuild_hexes(cut, cut.pieces["us-16-1"]) == frozenset()


def test_a_kampfgruppe_rebuilds_nobody() -> None:
    kg = build.unit("ge-kg-1-hq", "kg-hq", division="ge-kg-1")
    here = segment(
        (kg, "c3014"),
        (build.unit("ge-916", division="ge-kg-1"), "eliminated"),
        side="german",
        pool="german",
        points=(3, 0),
    )
    assert playing.barred(here, Rebuild("ge-916", "c3013")) == ["9.4"]


def test_panzergrenadier_from_an_infantry_company() -> None:
    pzgr = build.unit("ge-i-125", "pzgr", division="ge-21pz")
    here = segment((pzgr, "eliminated"), side="german", pool="german", points=(1, 1))
    piece = here.pieces["ge-i-125"]
    assert r09_replacements.price(here, piece, ["reduced"], "german") == Spend(0, 1)
    assert r09_replacements.price(here, piece, ["full"], "german") == Spend(1, 0)


def test_a_company_next_to_its_hq_becomes_a_battalion() -> None:
    placed = ((HQ, "c3014"), (INF, "eliminated"), (COMPANY, "c3013"))
    here = segment(*placed, points=(2, 0))
    after = playing.done(here, Raise("us-16-1", "us-co-1", full=True))
    assert (after.pieces["us-16-1"].space, after.pieces["us-16-1"].status) == ("c3013", "full")
    assert after.pieces["us-co-1"].space == "companies"
    assert after.number("inf-rp", "us") == 0


def test_a_company_far_from_any_hq_is_not_built_up() -> None:
    here = segment((HQ, "c3014"), (INF, "eliminated"), (COMPANY, "c3011"), points=(2, 0))
    assert playing.barred(here, Raise("us-16-1", "us-co-1")) == ["9.5"]


def test_repple_depple_markers() -> None:
    on = {"9.4o": "B"}
    here = segment((INF, "c3014 reduced"), points=(1, 0), options=on)
    assert playing.done(here, Replenish("us-16-1")).flag("repple", "us-16-1")
    early = segment((INF, "c3014 reduced"), points=(1, 0), options=on, date=7)
    assert not playing.done(early, Replenish("us-16-1")).flag("repple", "us-16-1")
    german = segment(
        (build.unit("ge-916"), "c3014 reduced"), side="german", pool="german", points=(1, 0), options=on
    )
    assert not playing.done(german, Replenish("ge-916")).flag("repple", "ge-916")


def test_one_tiger_step_a_day_by_its_own_point_or_two() -> None:
    tigers = [build.unit(f"ge-10{n}", "panzer", marks=("tiger",)) for n in (1, 2)]
    placed = [(u, "c3014 reduced") for u in tigers]
    known: dict[str, Any] = {"side": "german", "pool": "german", "options": {"15.4o": "B"}}
    poor = segment(*placed, points=(0, 1), **known)
    assert playing.barred(poor, Replenish("ge-101")) == ["9.4"]
    rem = segment(*placed, facts={("arm-rp", "tiger"): 1}, **known)
    after = playing.done(rem, Replenish("ge-101"))
    assert after.number("arm-rp", "tiger") == 0
    rich = playing.done(segment(*placed, points=(0, 9), **known), Replenish("ge-101"))
    assert rich.number("arm-rp", "german") == 7
    assert playing.barred(rich, Replenish("ge-102")) == ["15.4o"]


def test_nobody_has_more_than_ten_points_of_a_kind() -> None:
    draft = segment(side="german", pool="german", points=(10, 0)).draft()
    resolve_roll(draft, {"what": "replacements", "side": "german"}, [10])
    assert draft.number("inf-rp", "german") == 10
