"""Section 9.3.5: the Step Loss Track and REM Replacements."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.position import Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.battle_for_normandy import build

ON = build.board(["c3014", "c3013"])
INF, PANZER = build.unit("ge-916"), build.unit("ge-i-22", "panzer")


def recorded(*units: Unit, facts: dict[tuple[str, str], int] | None = None, **more: Any) -> Position:
    here = build.situation(ON, *((u, "c3014") for u in units), facts=facts, **more)
    draft = here.draft()
    for unit in units:
        r09_losses.record(draft, draft.pieces[unit.id])
    return draft.finish()


def test_worked_example_of_2r() -> None:
    facts = {("inf-losses", "german"): 2, ("arm-losses", "german"): 4}
    after = recorded(INF, PANZER, facts=facts)
    assert after.number("inf-losses", "german") == 3
    assert after.number("arm-losses", "german") == 0
    assert after.number("arm-rem", "german") == 1


def test_what_is_never_recorded() -> None:
    units = [build.unit("ge-sp", "sp"), build.unit("ge-bty", "battery"), build.unit("br-3-cdo", "commando"),
             build.unit("us-2-rgr", "ranger"), build.unit("us-texas", "bb")]  # fmt: skip
    after = recorded(*units)
    assert not any(after.subjects(item) for item in ("inf-losses", "arm-losses"))


def test_artillery_counts_as_armor() -> None:
    assert recorded(build.unit("us-7-fa", "artillery")).number("arm-losses", "us") == 1


def test_panzergrenadiers_lose_both_kinds() -> None:
    pzgr = build.unit("ge-i-125", "pzgr")
    here = build.position(ON, (pzgr, "c3014"))
    assert r09_losses.kind_of_step(OURS, here.pieces["ge-i-125"]) == "inf"
    reduced = build.position(ON, (pzgr, "c3014 reduced"))
    assert r09_losses.kind_of_step(OURS, reduced.pieces["ge-i-125"]) == "arm"


def test_nations_have_their_own_tracks() -> None:
    after = recorded(build.unit("us-16"), build.unit("fr-2"), build.unit("po-1"), build.unit("ca-7"))
    assert (after.number("inf-losses", "us"), after.number("inf-losses", "commonwealth")) == (2, 2)


def test_a_point_of_an_airborne_loss_is_retained() -> None:
    para = build.unit("us-505", "para")
    after = recorded(para, facts={("inf-losses", "us"): 4}, date=7)
    assert (after.number("inf-losses", "us"), after.number("inf-rem", "us-airborne")) == (0, 1)
    apart = recorded(para, options={"22.4o": "B"})
    assert apart.number("inf-losses", "us-airborne") == 1


def test_commandos_have_a_track_with_the_option() -> None:
    after = recorded(
        build.unit("br-3-cdo", "commando"), build.unit("us-2-rgr", "ranger"), options={"9.3.5o": "B"}
    )
    assert after.number("inf-losses", "commando") == 1


def test_tigers_have_a_track_with_the_option() -> None:
    tiger = build.unit("ge-101", "panzer", marks=("tiger",))
    assert recorded(tiger, options={"15.4o": "B"}).number("arm-losses", "tiger") == 1
    assert recorded(tiger).number("arm-losses", "german") == 1


def test_cumulative_losses_of_divisions() -> None:
    us, cw = build.unit("us-16", division="us-2"), build.unit("br-1", division="br-15")
    after = recorded(us, cw, options={"12.9o": "B"})
    assert (after.number("step-losses", "us-2"), after.number("step-losses", "br-15")) == (1, 0)
    assert recorded(cw, options={"12.9o": "C"}).number("step-losses", "br-15") == 1
    landing = recorded(build.unit("us-18", division="us-1"), options={"12.9o": "B"}, date=6, time="am")
    assert landing.number("step-losses", "us-1") == 0


def test_a_tiger_point_blocks_further_tiger_losses() -> None:
    tiger = build.unit("ge-101", "panzer", marks=("tiger",))
    full = {("arm-rem", "tiger"): 1, ("arm-losses", "tiger"): 2}
    after = recorded(tiger, facts=full, options={"15.4o": "B"})
    assert (after.number("arm-losses", "tiger"), after.number("arm-rem", "tiger")) == (2, 1)


def test_a_unit_that_is_removed_loses_each_step_by_its_kind() -> None:
    grenadiers = build.unit("ge-i-125", "pzgr")
    here = build.situation(ON, (grenadiers, "c3014"))
    draft = here.draft()
    r09_losses.record_all(draft, here.pieces["ge-i-125"], 3)
    assert (draft.number("inf-losses", "german"), draft.number("arm-losses", "german")) == (2, 1)
    two = here.draft()
    r09_losses.record_all(two, here.pieces["ge-i-125"], 2)
    assert (two.number("inf-losses", "german"), two.number("arm-losses", "german")) == (1, 1)
