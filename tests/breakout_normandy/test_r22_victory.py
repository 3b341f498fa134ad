"""Section 22 with 12.8, 3.25, 23.22, 24.1: Breakout, Victory Points, who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r22_victory import (
    breakout_units,
    cherbourg_is_isolated,
    contested_pool,
    has_broken_out,
    victory,
    victory_points,
    week_end,
    week_winner,
)
from adjudicator.errors import UnsupportedRule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.breakout_normandy.tracks import Tracks
from tests.breakout_normandy.build_r3 import Facts, position, unit

SHORE: Facts = {("control", "utah-beach"): "us", ("control", "gold-beach"): "british"}
ASHORE = [unit("us-1", "utah-beach"), unit("br-1", "gold-beach")]
GERMAN_ADVANTAGE: Facts = {"advantage": "german"}


def held(*areas: str, nation: str = "us", **facts: str | int) -> Facts:
    """Both Beaches and some more Areas in Allied hands, the Advantage with the Germans."""
    return {**SHORE, **GERMAN_ADVANTAGE, **{("control", a): nation for a in areas}, **facts}


def points(before: Position) -> int:
    return victory_points(Inquiry(before))[0]


# --- points ---------------------------------------------------------------------------------------------


def test_german_beaches_cost_a_point_each() -> None:
    assert points(position((), GERMAN_ADVANTAGE)) == -2
    assert points(position(ASHORE, {**GERMAN_ADVANTAGE, ("control", "utah-beach"): "us"})) == -1
    assert points(position(ASHORE, held())) == 0


def test_the_advantage_is_worth_a_point() -> None:
    assert points(position(ASHORE, {**held(), "advantage": "allied"})) == 1


def test_controlled_and_supplied_areas_count() -> None:
    assert points(position(ASHORE, held("marsh", "town"))) == 3
    assert points(position(ASHORE, held("marsh", "town", "hill"))) == 7


def test_an_isolated_area_does_not_count() -> None:
    """The river between Marsh and Town needs a friendly bridge to go through to the Hill (12.5)."""
    cut = {**held("marsh", "town", "hill"), ("bridge", "marsh/town"): "destroyed"}
    assert points(position(ASHORE, cut)) == 3  # Town itself is entered over the river, the Hill is behind it
    ruling = victory(position(ASHORE, cut))
    assert "12.8" in ruling.rules
    assert "Hill is Allied-controlled but isolated" in " ".join(s.text for s in ruling.steps)


def test_supply_is_of_the_nation_in_control() -> None:
    """Lane leads to Gold Beach, a British source: American control of it is isolated."""
    assert points(position(ASHORE, held("lane", nation="british"))) == 1
    assert points(position(ASHORE, held("lane", nation="us"))) == 0


def test_contested_control_counts_in_full() -> None:
    there = [*ASHORE, unit("us-2", "town"), unit("ge-1", "town")]
    assert points(position(there, held("marsh", "town"))) == 3


@pytest.mark.parametrize(
    ("contested", "pool", "bonus"), [(("town",), 3, 0), (("hill",), 4, 0), (("town", "hill"), 7, 1)]
)
def test_contested_pool(contested: tuple[str, ...], pool: int, bonus: int) -> None:
    """22.4: supplied Areas contested but not controlled; seven points of them make one."""
    there = [*ASHORE, *(unit(f"us-{a}", a) for a in contested), *(unit(f"ge-{a}", a) for a in contested)]
    there += [unit("br-2", "lane")]
    facts = {**held("marsh"), ("control", "lane"): "british"}
    before = position([*there, *(unit(f"br-{a}", a) for a in contested if a == "hill")], facts)
    assert contested_pool(before) == pool
    assert points(before) == 1 + bonus  # the Lane is worth one


def test_isolated_contesters_do_not_count() -> None:
    there = [*ASHORE, unit("us-2", "hill"), unit("ge-1", "hill")]
    assert contested_pool(position(there, held())) == 0


def test_only_contesting_units_make_the_pool() -> None:
    assert contested_pool(position([*ASHORE, unit("ge-1", "town")], held("marsh"))) == 0


@given(st.sets(st.sampled_from(["marsh", "lane", "town", "hill"])))
def test_more_control_is_never_worth_less(areas: set[str]) -> None:
    before = position(ASHORE, held(*areas, nation="us"))
    more = position(ASHORE, held("marsh", "town", "hill", "lane", nation="us"))
    assert points(before) <= points(more)


# --- Cherbourg ------------------------------------------------------------------------------------------


def test_cherbourg_on_the_real_map() -> None:
    draft = GAME.scenario("d-day").draft()
    assert not cherbourg_is_isolated(draft)
    for _, other in draft.board.neighbours("cherbourg"):
        draft.set("control", "us", other)
    assert cherbourg_is_isolated(draft)
    before, _ = victory_points(Inquiry(draft.finish()))
    draft.set("control", "us", "cherbourg")
    assert not cherbourg_is_isolated(draft)
    assert victory_points(Inquiry(draft.finish()))[0] in {before - 2, before - 2 + 4}


def test_cherbourg_cut_off_further_away_is_isolated_too() -> None:
    """22.3, reading A: no line to a Zone; reading B looks at its neighbours only."""
    draft = GAME.scenario("d-day").draft()
    for space in draft.board.spaces.values():
        if space.kind == "area" and space.id not in {"cherbourg", "valognes"}:
            draft.set("control", "us", space.id)
    assert cherbourg_is_isolated(draft)
    draft.options = {"cherbourg-isolated": "B"}
    assert not cherbourg_is_isolated(draft)


def test_no_cherbourg_no_points() -> None:
    assert not cherbourg_is_isolated(position())


# --- Breakout -------------------------------------------------------------------------------------------

ROAD: Facts = held("marsh", "town", "hill", "zone-b")


def test_breakout_needs_fresh_supplied_and_a_zone() -> None:
    assert has_broken_out(position([*ASHORE, unit("us-2", "zone-b")], ROAD))
    assert not has_broken_out(position([*ASHORE, unit("us-2", "zone-b", "spent")], ROAD))
    assert not has_broken_out(position([*ASHORE, unit("us-2", "hill")], ROAD))
    assert not has_broken_out(position([*ASHORE, unit("us-2", "zone-b")], held("zone-b", "hill")))
    assert not has_broken_out(position([unit("ge-1", "zone-b")], ROAD))


def test_breakout_works_in_a_contested_zone() -> None:
    there = [*ASHORE, unit("us-2", "zone-b"), unit("ge-1", "zone-b")]
    before = position(there, held("marsh", "town", "hill"))
    assert [p.uid for p in breakout_units(before)] == ["us-2"]
    assert has_broken_out(before)


def test_breakout_is_announced() -> None:
    ruling = victory(position([*ASHORE, unit("us-2", "zone-b")], ROAD))
    assert ruling.answer["breakout"] is True
    assert ruling.verdict.startswith("The Allies have broken out")
    isolated = victory(position([*ASHORE, unit("us-2", "zone-b")], held("zone-b")))
    assert isolated.answer["breakout"] is False
    assert "isolated" in " ".join(s.text for s in isolated.steps if s.rule == "22.1")


# --- the verdict ----------------------------------------------------------------------------------------


def at(date: int, *, bid: int = 0, contested: int = 0, extended: bool = False, equal: str = "A") -> Position:
    """Seven Victory Points (Town 3, Hill 4) on some day."""
    facts = {**held("marsh", "town", "hill"), "date": date, "bid": bid, "bid-contested": contested}
    options = {"extended-game": "B" if extended else "A", "equal-at-the-end": equal}
    return position(ASHORE, facts, options=options)


@pytest.mark.parametrize(("bid", "winner"), [(-4, "allied"), (-3, "allied"), (-2, "german"), (0, "german")])
def test_12_june_in_the_short_game(bid: int, winner: str) -> None:
    assert week_winner(at(12, bid=bid)) == winner


def test_earlier_nobody_has_won() -> None:
    assert week_winner(at(11, bid=-10)) == ""


@pytest.mark.parametrize(("bid", "winner"), [(-4, "allied"), (-3, ""), (-2, "german")])
def test_weeks_of_the_extended_game(bid: int, winner: str) -> None:
    """24.1: above wins, below loses, exactly the requirement plays on."""
    assert week_winner(at(12, bid=bid, extended=True)) == winner


@pytest.mark.parametrize(("equal", "winner"), [("A", "german"), ("B", "allied")])
def test_equality_in_the_last_week_is_open(equal: str, winner: str) -> None:
    assert week_winner(at(26, bid=-13, extended=True, equal=equal)) == winner


def test_week_ends() -> None:
    assert week_end(at(6)) == week_end(at(14)) == 12
    assert [week_end(at(d, extended=True)) for d in (6, 12, 13, 19, 20, 26, 28)] == [
        12,
        12,
        19,
        19,
        26,
        26,
        26,
    ]


def test_no_winner_in_the_middle_of_an_extended_week() -> None:
    assert week_winner(at(14, bid=-50, extended=True)) == ""


def test_the_verb_says_what_is_needed() -> None:
    assert victory(at(8)).verdict == "The Allies have 7 Victory Points; they need 10 on 12 June."
    assert victory(at(12)).verdict.endswith("The Germans win as things stand, when the turn ends.")
    assert victory(at(12, bid=-3)).verdict.endswith(
        "need 7 on 12 June. The Allies win as things stand, when the turn ends."
    )
    longer = victory(at(15, extended=True))
    assert "more than 15 on 19 June" in longer.verdict
    assert "Victory Points required on 19 June" in " ".join(map(str, longer.sources))
    numbers = {"points": 7, "required": 15, "contested": 0, "breakout": False}
    assert longer.answer == {"winner": "", "leads": "", **numbers}


def test_the_last_turn_of_the_week_decides_when_it_ends() -> None:
    draft = at(12).draft()
    draft.set("phase", "regroup-allied")
    ruling = victory(draft.finish())
    assert isinstance(ruling.answer, dict)
    assert ruling.answer["winner"] == ruling.answer["leads"] == "german"
    assert ruling.verdict.endswith("The Germans win.")


def test_a_track_without_the_week_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    tracks = Tracks({6: "clear"}, (0, 1), {19: 15}, {})
    monkeypatch.setattr("adjudicator.breakout_normandy.r22_victory.load_tracks", lambda at: tracks)
    with pytest.raises(UnsupportedRule, match="12 June"):
        victory(at(8))


def test_strict_refuses_a_reconstructed_requirement() -> None:
    with pytest.raises(UnsupportedRule, match="19 June"):
        week_winner(Inquiry(at(19, extended=True), strict=True))


def test_the_verb_repeats_a_decided_game() -> None:
    draft = at(8).draft()
    draft.set("winner", "allied")
    assert victory(draft.finish()).verdict.endswith("The Allies win.")


def test_a_fractional_bid_decides_a_tie() -> None:
    """23.21: seven points against 10 - 3 and three Contested points more."""
    assert week_winner(at(12, bid=-3, contested=3)) == "german"
    assert week_winner(at(12, bid=-3, contested=-3)) == "allied"


def test_the_printed_position_of_the_start() -> None:
    ruling = victory(GAME.scenario("d-day"))
    assert ruling.answer["points"] == 1 - 5
    assert ruling.rules[:1] == ("22.3",)
