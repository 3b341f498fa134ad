"""Sections 6.3, 8.6, 11.5, 17.3: the end of an impulse, the Sunset DR, the end of the Daylight Phase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r06_daylight import explain_sunset, is_pass, sunset_drm, sunset_outcome
from adjudicator.breakout_normandy.r06_sequence import EndImpulse, EndPhase, player_on_turn, sunset
from adjudicator.breakout_normandy.r08_impulses import Activate, Pass
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.errors import RollNeeded, UnsupportedRule
from adjudicator.game import need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import Facts, fact_items, position, unit
from tests.playing import allowed, play, reasons, rules

UNITS = [unit("ge-1", "hill"), unit("ge-2", "town"), unit("us-1", "utah-beach"), unit("us-2", "utah-beach")]
SHORE = {("control", "utah-beach"): "us"}


def allied(impulse: int = 3, facts: Facts | None = None, **options: str) -> Position:
    known = {k.replace("_", "-"): v for k, v in options.items()}
    return position(UNITS, {**SHORE, "impulse": impulse, **(facts or {})}, options=known)


def german(impulse: int = 3, facts: Facts | None = None, **options: str) -> Position:
    known = {k.replace("_", "-"): v for k, v in options.items()}
    return position(UNITS, {**SHORE, "impulse": impulse, **(facts or {})}, side="german", options=known)


def rolled(before: Position, dr: int) -> Position:
    return play(before, Pass(), Roll((dr,)), KeepRoll())


# --- the transition table -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("impulse", "roll", "drm", "effect"),
    [
        (3, 2, 0, (True, False, False)),
        (3, 3, 0, (False, True, True)),
        (3, 4, 0, (False, True, False)),
        (0, 2, 0, (False, True, False)),
        (5, 4, 1, (False, True, False)),
        (5, 4, -1, (True, False, False)),
        (5, 5, -1, (True, False, False)),  # no German impulse follows that the change could have (18.4)
        (5, 7, -2, (False, True, False)),
        (5, 3, 2, (False, True, False)),
        (12, 12, 0, (False, True, True)),
        (13, 12, 0, (True, False, False)),
        (13, 12, 3, (True, False, False)),  # the marker leaves the track
        (-2, 2, 0, (False, True, False)),
    ],
)
def test_sunset_table(impulse: int, roll: int, drm: int, effect: tuple[bool, bool, bool]) -> None:
    found = sunset_outcome(allied(impulse, {"sunset-drm": drm}), roll)
    assert (found.ends, found.advances, found.changes) == effect
    assert found.total == roll + drm


@given(st.integers(-3, 13), st.integers(2, 12), st.integers(-6, 6))
def test_sunset_ends_or_advances(impulse: int, roll: int, drm: int) -> None:
    found = sunset_outcome(allied(impulse, {"sunset-drm": drm}), roll)
    assert found.ends != found.advances
    assert found.changes == (roll == impulse and not found.ends)


def test_air_bombardment_neither_advances_nor_hides_the_end() -> None:
    air: Facts = {"impulse-type": "bombardment", "bombardment": "air"}
    stays = sunset_outcome(allied(3, air), 7)
    assert (stays.ends, stays.advances) == (False, False)
    assert sunset_outcome(allied(3, air), 2).ends
    last = sunset_outcome(allied(13, air), 12)
    assert last.ends  # 12 is less than 13
    assert not sunset_outcome(allied(13, {**air, "sunset-drm": 1}), 12).ends  # it does not leave the track


def test_the_verb_explains() -> None:
    ruling = sunset(allied(6, {"sunset-drm": 1}), 5)
    assert ruling.verdict == "The impulse marker advances."
    assert ruling.answer == {"ends": False, "advances": True, "changes": False, "total": 6}
    assert "11.23" in ruling.rules
    both = sunset(allied(6), 6)
    assert both.verdict == "The impulse marker advances and the weather changes."
    assert "18.4" in both.rules
    assert sunset(allied(6), 5).verdict == "The Daylight Phase ends."
    air = sunset(allied(3, {"impulse-type": "bombardment", "bombardment": "air"}), 7)
    assert (air.verdict, "17.3" in air.rules) == ("The impulse marker stays.", True)
    assert "off the Impulse Track" in sunset(allied(13, {"sunset-drm": 4}), 12).steps[-1].text
    assert not sunset(allied(3), 13).ok


# --- who is next ----------------------------------------------------------------------------------------


def test_german_impulse_has_no_sunset_dr() -> None:
    after = play(german(), Pass())
    assert (after.text("side"), after.number("impulse"), after.decision) == ("allied", 3, None)
    assert player_on_turn(after) == "allied"


def test_allied_pass_still_rolls() -> None:
    asked = play(allied(), Pass())
    assert asked.decision is not None
    assert asked.decision.data["what"] == "sunset"
    with pytest.raises(RollNeeded, match=r"Sunset DR of Allied impulse 3 \(6\.3\)"):
        need_roll(asked)
    after = rolled(allied(), 7)
    assert (after.text("side"), after.number("impulse"), after.text("passed")) == ("german", 4, "allied")


def test_an_attack_that_gave_the_dr_is_not_rolled_again() -> None:
    guns = [*UNITS, unit("us-a", "utah-beach", type="field-artillery"), unit("ge-m", "marsh")]
    fired = play(
        position(guns, {**SHORE, "impulse": 4}), Bombard("us-a", "marsh", "ge-m"), Roll((6, 8)), KeepRoll()
    )
    after = play(fired, EndImpulse())
    assert (after.text("side"), after.number("impulse")) == ("german", 5)


def test_units_that_moved_are_spent_and_the_impulse_is_forgotten() -> None:
    moved = play(german(), Activate("hill"), Move("ge-1", ("town",)))
    assert moved.pieces["ge-1"].status == "fresh"
    after = play(moved, EndImpulse())
    assert after.pieces["ge-1"].status == "spent"
    items = after.schema.items
    assert not [item for item in fact_items(after) if items[item].memory == "impulse"]


def test_end_impulse_needs_an_impulse() -> None:
    assert rules(german(), EndImpulse()) == {"8.6"}
    assert "declare a Pass" in reasons(german(), EndImpulse())
    assert allowed(german(), "end-impulse") == set()


def test_end_impulse_waits_for_a_mandatory_assault() -> None:
    entered = play(german(), Activate("hill"), Move("ge-1", ("lane",)))
    assert rules(entered, EndImpulse()) == set()
    there = [*UNITS, unit("us-3", "lane")]
    owing = play(position(there, SHORE, side="german"), Activate("hill"), Move("ge-1", ("lane",)))
    assert rules(owing, EndImpulse()) == {"8.51"}
    draft = owing.draft()
    draft.set("attacked", "attacked", "lane")
    assert rules(draft.finish(), EndImpulse()) == set()


def test_units_that_are_gone_or_spent_owe_nothing() -> None:
    facts: Facts = {"impulse-type": "assault", ("mandatory", "us-gone"): True, ("mandatory", "ge-2"): True}
    there = [unit("ge-2", "lane", "spent"), unit("us-1", "lane")]
    assert rules(position(there, facts, side="german"), EndImpulse()) == set()


def test_end_impulse_is_not_for_other_phases() -> None:
    assert rules(position(UNITS, phase="dawn"), EndImpulse()) == {"8.1"}
    assert rules(german(), EndPhase()) == {"6.1"}


# --- passing --------------------------------------------------------------------------------------------


def test_german_then_allied_pass_ends_the_day() -> None:
    after = rolled(play(german(), Pass()), 12)
    assert after.text("phase") == "refit-german"
    assert after.text("passed") == ""


@pytest.mark.parametrize(("reading", "phase"), [("A", "refit-german"), ("B", "daylight")])
def test_allied_then_german_pass_is_open(reading: str, phase: str) -> None:
    first = rolled(allied(consecutive_passes=reading), 12)
    assert first.text("phase") == "daylight"
    assert play(first, Pass()).text("phase") == phase


def test_an_impulse_between_breaks_the_row() -> None:
    first = play(german(), Pass(), Activate("utah-beach"), Move("us-1", ("marsh",)), EndImpulse())
    after = play(first, Roll((12,)), KeepRoll())
    assert (after.text("phase"), after.text("passed")) == ("daylight", "")
    assert play(after, Pass()).text("phase") == "daylight"


def test_an_active_area_without_action_counts_as_a_pass() -> None:
    begun = play(german(), Activate("hill"))
    assert is_pass(begun)
    after = play(begun, EndImpulse())
    assert after.text("passed") == "german"


def test_a_bombardment_is_no_pass() -> None:
    assert not is_pass(german(3, {"impulse-type": "bombardment"}))
    assert not is_pass(german(3, {"impulse-type": "assault", ("mf-used", "ge-1"): 1}))


# --- sunset ---------------------------------------------------------------------------------------------


def test_sunset_puts_the_markers_back() -> None:
    after = rolled(allied(8, {"sunset-drm": -2}), 4)
    assert after.text("phase") == "refit-german"
    assert after.text("side") == "german"
    assert (after.number("impulse"), after.number("sunset-drm")) == (0, 0)
    assert after.number("impulses-today") == 9


def test_advantage_used_in_the_last_impulse_passes_too() -> None:
    after = rolled(allied(8, {"advantage": "german"}), 4)
    assert after.text("advantage") == "german"
    draft = allied(8).draft()
    draft.set("advantage-used", True)
    assert play(draft.finish(), Pass(), Roll((4,))).text("advantage") == "german"


def test_breakout_ends_the_game_at_sunset() -> None:
    there = [*UNITS, unit("us-3", "zone-b"), unit("us-4", "marsh")]
    held: Facts = {("control", s): "us" for s in ("utah-beach", "marsh", "town", "hill", "zone-b")}
    free = [u for u in there if u.space not in {"town", "hill"}]
    won = rolled(position(free, {**held, "impulse": 5}), 3)
    assert (won.text("phase"), won.text("winner")) == ("over", "allied")
    later = rolled(position(free, {**held, "impulse": 5}), 9)
    assert later.text("phase") == "daylight"  # only when the Daylight Phase ends


def test_nothing_is_legal_when_the_game_is_over() -> None:
    over = position(UNITS, phase="over")
    assert rules(over, Pass()) == {"8.6"}
    assert rules(over, EndPhase()) == {"6.1"}


@given(st.integers(-3, 3), st.integers(-3, 3))
def test_the_marker_modifies_later_sunset_drs_only(before: int, late: int) -> None:
    moved = allied(6, {"sunset-drm": before + late, "sunset-late": late})
    assert sunset_drm(moved) == before
    assert sunset_outcome(moved, 7) == sunset_outcome(allied(6, {"sunset-drm": before}), 7)


@pytest.mark.parametrize(
    ("box", "roll", "named"), [(8, 9, False), (9, 9, True), (9, 8, False), (13, 12, False)]
)
def test_boxes_that_the_rulebook_does_not_name_are_reported(box: int, roll: int, *, named: bool) -> None:
    inquiry = Inquiry(allied(box))
    explain_sunset(inquiry, roll)
    assert bool(inquiry.sources) == named


def test_strict_refuses_what_hangs_on_the_length_of_the_track() -> None:
    with pytest.raises(UnsupportedRule, match="last box of the Impulse Track"):
        explain_sunset(Inquiry(allied(13, {"sunset-drm": 1}), strict=True), 12)
    assert explain_sunset(Inquiry(allied(8), strict=True), 12).advances
