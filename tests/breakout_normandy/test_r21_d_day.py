"""Sections 21.2, 21.5 and 4.7: airborne units, the first wave, its interdiction and its assaults."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r09_casualties import TakeLosses
from adjudicator.breakout_normandy.r09_retreats import RetreatDefender, StandFast
from adjudicator.breakout_normandy.r21_d_day import (
    FirstWave,
    LandFirstWave,
    SecureBridge,
    amphibious_phase_done,
    beaches,
    first_wave,
)
from adjudicator.errors import RollNeeded
from adjudicator.game import apply, legal, need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r2 import ge, position, unit
from tests.playing import play, reasons, rules

DROP: dict[str, Any] = {
    "airborne": True,
    "arrival": 6,
    "entry": ("labbe",),
    "values": "3-4-5-2",
    "division": "82",
}


# --- the airborne phase ---------------------------------------------------------------------------------


def dropped(*others: Piece, facts: dict[Key, Fact] | None = None) -> Position:
    pieces = [unit("us-505", "labbe", **DROP), unit("us-507", "labbe", **DROP), *others]
    return position(pieces, facts, phase="airborne")


def test_each_airborne_unit_may_take_one_bridge() -> None:
    state = dropped(ge("1057", "labbe", values="4-5-4-3"))
    after = play(state, SecureBridge("us-505", "labbe/valognes"), SecureBridge("us-507", "labbe/mereglise"))
    assert [after.text("bridge", e) for e in ("labbe/valognes", "labbe/mereglise")] == ["allied", "allied"]
    assert [after.pieces[u].status for u in ("us-505", "us-507")] == ["spent", "spent"]
    assert rules(after, SecureBridge("us-505", "labbe/mereglise")) == {"21.2"}


@pytest.mark.parametrize(
    ("uid", "edge"),
    [
        ("us-505", "carentan/mereglise"),
        ("us-505", "isigny/vire"),
        ("us-505", "nowhere"),
        ("nobody", "labbe/valognes"),
        ("ge-1", "labbe/valognes"),
        ("us-x", "labbe/valognes"),
        ("us-y", "labbe/valognes"),
    ],
)
def test_bridges_that_cannot_be_taken(uid: str, edge: str) -> None:
    late = unit("us-y", "labbe", **{**DROP, "arrival": 7})
    state = dropped(ge("1", "labbe"), unit("us-x", "labbe"), late)
    assert rules(state, SecureBridge(uid, edge)) == {"21.2"}


@pytest.mark.parametrize("bridge", ["destroyed", "allied"])
def test_a_bridge_must_be_intact_and_not_held_already(bridge: str) -> None:
    state = dropped(facts={("bridge", "labbe/valognes"): bridge})
    assert rules(state, SecureBridge("us-505", "labbe/valognes")) == {"21.2"}


def test_unbridged_boundaries_have_nothing_to_take() -> None:
    state = position([unit("us-1", "port", **{**DROP, "entry": ("port",)})], phase="airborne")
    assert "no bridge joins" in reasons(state, SecureBridge("us-1", "port/trevieres"))


def test_bridges_are_taken_in_the_airborne_phase_only() -> None:
    state = position([unit("us-505", "labbe", **DROP)], active=("labbe",))
    assert rules(state, SecureBridge("us-505", "labbe/valognes")) == {"21.2"}


def test_options_name_one_unit_of_a_class_and_each_bridge() -> None:
    found = list(legal(dropped()).of("secure-bridge"))
    assert found == [SecureBridge("us-505", "labbe/mereglise"), SecureBridge("us-505", "labbe/valognes")]


def test_airborne_units_assault_in_their_drop_area() -> None:
    state = dropped(ge("1057", "labbe", values="4-5-4-3"))
    ready = play(state, Assault("labbe", ("us-505", "us-507"), "us-505"), NameForward("ge-1057"))
    assert ready.decision is not None
    assert (ready.decision.data["av"], ready.decision.data["dv"]) == (4, 8)
    after = play(ready, (12, 6))
    assert after.decision is not None
    assert after.decision.data["points"] == 1
    assert rules(after, TakeLosses((("ge-1057", 1, ""),))) == set()
    assert rules(
        play(ready, (12, 6), TakeLosses((("ge-1057", 1, ""),))), SecureBridge("us-505", "labbe/valognes")
    )


def test_only_dropped_units_assault_in_the_night() -> None:
    state = dropped(unit("us-x", "labbe"), ge("1057", "labbe"))
    assert rules(state, Assault("labbe", ("us-505", "us-x"), "us-505")) == {"21.2"}


def test_a_lost_night_assault_has_no_retreat_and_the_german_may_go() -> None:
    state = dropped(ge("1057", "labbe", values="4-5-4-3"))
    after = play(state, Assault("labbe", ("us-505", "us-507"), "us-505"), NameForward("ge-1057"), (2, 12))
    assert {(after.pieces[u].space, after.pieces[u].status) for u in ("us-505", "us-507")} == {
        ("labbe", "d1")
    }
    gone = play(after, RetreatDefender("ge-1057", "valognes"))
    assert gone.pieces["ge-1057"].status == "spent"
    assert gone.text("control", "labbe") == "us"


def test_a_stalemate_at_night_has_no_retreat() -> None:
    state = dropped(ge("1057", "labbe", values="4-5-4-3"))
    after = play(state, Assault("labbe", ("us-505", "us-507"), "us-505"), NameForward("ge-1057"), (9, 5))
    assert [after.pieces[u].status for u in ("us-505", "us-507")] == ["d1", "spent"]
    assert after.decision is not None
    assert after.decision.kind == "retreat-defenders"


def test_each_drop_area_is_attacked_once_in_the_phase() -> None:
    state = dropped(ge("1057", "labbe"), facts={("attacked", "labbe"): "attacked"})
    assert rules(state, Assault("labbe", ("us-505",), "us-505")) == {"8.22"}


# --- the first wave -------------------------------------------------------------------------------------


def scheduled(uid: str, beach: str, **printed: Any) -> Piece:
    return unit(uid, "setup-card", **{"arrival": 6, "entry": (beach,), **printed})


def fleet(*others: Piece, **more: Any) -> Position:
    pieces = [scheduled(f"us-4-{n}", "utah", division="4") for n in (1, 2, 3)]
    pieces += [scheduled("us-1-16", "omaha", division="1"), scheduled("br-50-231", "gold", division="50")]
    pieces.append(scheduled("us-4-art", "utah", type="field-artillery", division="4"))
    germans = [
        ge("1-919", "utah", "spent", "1-2-3-0"),
        ge("916", "omaha"),
        ge("441", "gold", "d2", "1-1-3-1"),
    ]
    return position([*pieces, *germans, *others], phase="amphibious", **more)


ALL = FirstWave(("us-4-1", "us-4-2", "us-4-3", "us-1-16", "br-50-231"))


def test_the_beaches_are_those_of_the_board() -> None:
    assert beaches(fleet()) == ["omaha", "utah", "gold"]


def test_the_first_wave_goes_into_its_approach_boxes() -> None:
    state = play(fleet(), ALL)
    assert first_wave(state, "utah") == ["us-4-1", "us-4-2", "us-4-3"]
    assert state.pieces["br-50-231"].space == "approach-gold"
    assert state.pieces["us-4-art"].space == "setup-card"


def test_units_are_placed_one_by_one_too() -> None:
    offered = list(legal(fleet()).of("first-wave"))
    assert offered == [FirstWave(("us-1-16",)), FirstWave(("us-4-1",)), FirstWave(("br-50-231",))]


@pytest.mark.parametrize(
    "units",
    [
        (),
        ("us-4-1", "us-4-1"),
        ("nobody",),
        ("us-4-art",),
        ("ge-916",),
        ("us-late",),
        ("us-air",),
        ("us-there",),
    ],
)
def test_who_is_not_of_the_first_wave(units: tuple[str, ...]) -> None:
    late = scheduled("us-late", "utah", arrival=7)
    air = scheduled("us-air", "utah", airborne=True)
    there = unit("us-there", "approach-utah", arrival=6, entry=("utah",))
    assert rules(fleet(late, air, there), FirstWave(units)) == {"21.5"}


def test_no_more_than_ten_land_on_a_beach() -> None:
    crowd = [scheduled(f"us-x{n}", "utah") for n in range(8)]
    units = ("us-4-1", "us-4-2", "us-4-3", *(p.uid for p in crowd))
    assert rules(fleet(*crowd), FirstWave(units)) == {"7.1"}
    assert rules(fleet(*crowd), FirstWave(units[1:])) == set()
    nine = play(fleet(*crowd), FirstWave(units[:10]))
    assert rules(nine, FirstWave(units[10:])) == {"7.1"}


def test_every_beach_needs_a_landing() -> None:
    state = play(fleet(), FirstWave(("us-4-1", "us-1-16")))
    assert rules(state, LandFirstWave()) == {"21.5"}
    assert "at least one unit must land on Gold" in reasons(state, LandFirstWave())
    assert rules(play(fleet(), ALL), LandFirstWave()) == set()


def test_nothing_is_assaulted_before_the_landing() -> None:
    state = play(fleet(), ALL)
    assert "21.5" in rules(state, Assault("utah", ("us-4-1",), "us-4-1"))


def test_without_coastal_artillery_all_go_ashore_fresh() -> None:
    state = play(fleet(), ALL, LandFirstWave())
    assert state.decision is None
    assert {(state.pieces[u].space, state.pieces[u].status) for u in ("us-4-1", "us-4-2")} == {
        ("utah", "fresh")
    }
    assert state.flag("mandatory", "us-4-1")
    assert (state.text("came-from", "us-4-1"), state.text("crossed", "us-4-1")) == (
        "approach-utah",
        "landing",
    )
    assert rules(state, FirstWave(("us-4-art",))) == {"21.5"}
    assert rules(state, LandFirstWave()) == {"21.5"}


def test_an_empty_beach_falls_without_an_assault() -> None:
    state = fleet().draft()
    state.place("ge-441", "bretteville")
    after = play(state.finish(), ALL, LandFirstWave())
    assert after.text("control", "gold") == "british"
    assert not after.flag("mandatory", "br-50-231")


def guarded(count: int = 1) -> Position:
    guns = [ge(f"ca{n}", "utah", type="coastal-artillery", values="x-3-x-2") for n in range(count)]
    return play(fleet(*guns), ALL, LandFirstWave())


def test_each_unit_makes_its_own_interdiction_dr() -> None:
    state = guarded()
    with pytest.raises(RollNeeded, match=r"the interdiction of Unit us-4-1 at Utah \(19.4\): give --roll dr"):
        need_roll(state)
    after = play(state, (1,), (2,), (3,))
    assert after.decision is None
    assert [after.pieces[f"us-4-{n}"].status for n in (1, 2, 3)] == ["spent", "fresh", "fresh"]
    assert {after.pieces[f"us-4-{n}"].space for n in (1, 2, 3)} == {"utah"}
    assert after.flag("interdicted", "us-4-1")
    assert rules(after, Assault("utah", ("us-4-1", "us-4-2", "us-4-3"), "us-4-2")) == {"8.22"}
    assert rules(after, Assault("utah", ("us-4-2", "us-4-3"), "us-4-2")) == set()
    assert rules(after, Assault("utah", ("us-4-2",), "us-4-2")) == {"21.5"}


def test_an_advantage_reroll_goes_before() -> None:
    draft = guarded().draft()
    draft.set("advantage-used", False)
    asked = play(draft.finish(), (1,))
    assert asked.decision is not None
    assert asked.decision.kind == "reroll"


def test_a_landing_of_interdicted_units_is_lost() -> None:
    after = play(guarded(2), (1,), (2,), (2,))
    assert [after.pieces[f"us-4-{n}"].status for n in (1, 2, 3)] == ["d1", "d1", "d1"]
    assert after.text("attacked", "utah") == "attacked"
    assert not after.flag("fortification-destroyed", "utah")


def landed() -> Position:
    """Utah of example 4: the 8th Regiment was interdicted; the battery fell silent afterwards."""
    draft = play(guarded(), (1,), (4,), (5,)).draft()
    draft.place("ge-ca0", "eliminated")
    return draft.finish()


UTAH = Assault("utah", ("us-4-2", "us-4-3"), "us-4-2")


def utah(state: Position) -> list[str]:
    return [state.pieces[f"us-4-{n}"].status for n in (1, 2, 3)]


def test_example_4_equal_rolls() -> None:
    ready = play(landed(), UTAH, NameForward("ge-1-919"))
    assert ready.decision is not None
    assert (ready.decision.data["av"], ready.decision.data["dv"]) == (8, 3)
    after = play(ready, (7, 7))
    assert after.pieces["ge-1-919"].space == "eliminated"
    assert utah(after) == ["spent"] * 3
    assert (after.text("control", "utah"), after.text("attacked", "utah")) == ("us", "attacked")
    assert after.flag("fortification-destroyed", "utah")


@pytest.mark.parametrize(
    ("dice", "wanted"), [((4, 9), ["spent", "d1", "spent"]), ((4, 10), ["d1", "d1", "d1"])]
)
def test_example_4_tie_and_loss(dice: tuple[int, int], wanted: list[str]) -> None:
    after = play(landed(), UTAH, NameForward("ge-1-919"), dice)
    assert utah(after) == wanted
    assert {after.pieces[f"us-4-{n}"].space for n in (1, 2, 3)} == {"utah"}


def test_losers_leave_the_fortification_and_a_tie_ends_it() -> None:
    fallen = play(landed(), UTAH, NameForward("ge-1-919"))
    assert not finish(play(fallen, (4, 10))).flag("fortification-destroyed", "utah")
    assert finish(play(fallen, (4, 9))).flag("fortification-destroyed", "utah")


def finish(state: Position) -> Position:
    return play(state, StandFast()) if state.decision else state


def test_example_4_omaha_after_the_reroll() -> None:
    wave = [scheduled(f"us-1-{n}", "omaha", division="1") for n in (18, 26)]
    wave += [scheduled(f"us-29-{n}", "omaha", division="29") for n in (115, 116)]
    wave += [scheduled(f"us-r{n}", "omaha", values="3-3-5-2") for n in (2, 5)]
    germans = [
        ge("vierville", "omaha", "spent", "x-5-x-4", type="coastal-artillery"),
        ge("726", "omaha"),
        ge("art", "omaha", type="field-artillery"),
    ]
    state = play(fleet(*wave, *germans), FirstWave((*ALL.units, *(p.uid for p in wave))), LandFirstWave())
    units = ("us-1-16", *(p.uid for p in wave))
    action = Assault("omaha", units, "us-1-16")
    ready = play(state, action, NameForward("ge-vierville"))
    assert ready.decision is not None
    assert (ready.decision.data["av"], ready.decision.data["dv"]) == (14, 10)
    lost = play(ready, (2, 7))
    assert {lost.pieces[u].status for u in units} == {"d1"}
    assert {lost.pieces[u].space for u in units} == {"omaha"}
    won = play(ready, (7, 7))
    assert won.decision is not None
    assert won.decision.data["points"] == 4
    losses = (("ge-vierville", 1, ""), ("ge-916", 1, ""), ("ge-726", 1, "grandcamp"))
    after = play(won, TakeLosses(losses))
    assert (after.pieces["ge-726"].space, after.pieces["ge-726"].status) == ("grandcamp", "spent")


def test_the_phase_ends_after_every_assault() -> None:
    def done(state: Position) -> list[str]:
        inquiry = Inquiry(state)
        assert amphibious_phase_done(inquiry) is not bool(inquiry.violations)
        return [v.text for v in inquiry.violations]

    assert done(fleet()) == ["the first wave has not landed yet"]
    state = play(fleet(), ALL, LandFirstWave())
    assert done(state) == [f"{n} is still to be assaulted" for n in ("Gold", "Omaha", "Utah")]
    for area, uid, forward in (
        ("gold", "br-50-231", "ge-441"),
        ("utah", ("us-4-1", "us-4-2", "us-4-3"), "ge-1-919"),
        ("omaha", "us-1-16", "ge-916"),
    ):
        units = (uid,) if isinstance(uid, str) else uid
        state = finish(play(state, Assault(area, units, units[0]), NameForward(forward), (2, 12)))
    assert done(state) == []


def test_us_and_british_beaches_are_assaulted_in_one_phase() -> None:
    state = play(fleet(), ALL, LandFirstWave())
    state = finish(play(state, Assault("gold", ("br-50-231",), "br-50-231"), NameForward("ge-441"), (2, 12)))
    assert rules(state, Assault("omaha", ("us-1-16",), "us-1-16")) == set()


def test_the_scenario_can_be_played_to_the_beaches() -> None:
    from adjudicator.breakout_normandy import GAME

    draft = GAME.scenario("d-day").draft()
    draft.set("phase", "amphibious")
    draft.set("advantage-used", True)
    state = draft.finish()
    while True:
        action = next(iter(legal(state).of("first-wave")), None)
        if action is None:
            break
        state = apply(state, action)
    state = play(state, LandFirstWave())
    while state.decision is not None:
        state = apply(state, next(iter(legal(state))))
    assert all(first_wave(state, b) == [] for b in beaches(state))
    assert any(True for _ in legal(state).of("assault")) or not Inquiry(state).violations
