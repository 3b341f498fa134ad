"""Sections 5.0, 6.1, 6.3 and 6.4: hand limits, draws, new stacks, Support Points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import cards, r05_flow, r06_draw, terms
from adjudicator.storm_over_normandy.r06_draw import DiscardExcess, DrawCards
from maps.filing import OURS
from tests.playing import decision, options, play, reasons
from tests.storm_over_normandy.build import board, held, position, unit
from tests.storm_over_normandy.fighting import notes
from tests.storm_over_normandy.playing import hands

AREAS = ("caen 3", "bourguebus 2", *(f"{b} 1" for b in terms.BEACHES))


def morning(
    *facts: dict[Key, Fact], turn: int = 2, placed: tuple[tuple[str, str], ...] = (), **letters: str
) -> Position:
    said: dict[Key, Fact] = {("turn", ""): turn, ("phase", ""): "draw"}
    for more in facts:
        said |= more
    options = {name.replace("_", "-"): letter for name, letter in letters.items()}
    there = [(unit("us-x"), "sword"), (unit("ge-x"), "caen")]
    if placed:
        there = [(unit(uid), where) for uid, where in placed]
    return position(board(AREAS), *there, facts=said, options=options)


def lying(side: str, place: str, count: int, start: int = 0) -> dict[Key, Fact]:
    return {("card", c): place for c in cards.copies(OURS, side)[start : start + count]}


# --- limits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beaches", range(7))
def test_allied_limit_is_two_and_one_for_each_beach_up_to_seven(beaches: int) -> None:
    taken = held(*terms.BEACHES[:beaches])
    empty = (("ge-x", "caen"),)
    assert r06_draw.hand_limit(morning(taken, placed=empty), "allied") == min(7, 2 + beaches)
    both = {**taken, **held("caen", "bourguebus")}
    bonus = r06_draw.hand_limit(morning(both, placed=(("us-x", "caen"),)), "allied")
    assert bonus == min(7, 3 + beaches)


@pytest.mark.parametrize(("turn", "limit"), [(1, 3), (2, 6), (8, 6)])
def test_german_limit_with_caen_and_bourguebus(turn: int, limit: int) -> None:
    assert r06_draw.hand_limit(morning(turn=turn), "german") == limit
    assert r06_draw.hand_limit(morning(held("bourguebus"), turn=turn), "german") == limit - 1


def test_an_enemy_unit_in_caen_costs_the_card_though_caen_is_held() -> None:
    state = morning(placed=(("ge-x", "caen"), ("us-x", "caen")))
    assert state.text("control", "caen") == "german"
    assert r06_draw.hand_limit(state, "german") == 5
    ruling = r06_draw.draw_ruling(state, "german")
    assert any("no card for Caen" in s.text for step in ruling.steps for s in step.under)


def test_limits_of_the_first_turn_follow_the_beaches_too() -> None:
    assert r06_draw.hand_limit(morning(held("utah", "gold"), turn=1), "allied") == 5  # sword by its unit


# --- drawing ----------------------------------------------------------------------------------------------


def test_the_allied_player_draws_first_and_each_draw_is_a_number_of_the_stack() -> None:
    state = play(morning(), DrawCards())
    assert state.decision is not None
    assert (state.decision.data["side"], state.decision.data["dice"]) == ("allied", ["d27"])
    state = play(state, (27,))
    assert cards.hand(state, "allied") == (cards.copies(OURS, "allied")[-1],)
    assert state.decision is not None
    assert state.decision.data["dice"] == ["d26"]
    state = play(state, (1,), (1,))
    assert state.decision is not None
    assert (state.decision.data["side"], state.decision.data["left"]) == ("german", 6)


def test_hands_are_filled_and_kept_cards_count() -> None:
    state = play(morning(hands("bocage", "bocage", "shock-assault")), DrawCards())
    for _ in range(2 + 4):
        state = play(state, (1,))
    assert [cards.hand_size(state, s) for s in ("allied", "german")] == [3, 6]
    assert state.number("support") == 4


def test_support_points_are_brought_up_to_four_and_do_not_add_up() -> None:
    full = {**lying("allied", "hand", 3), **lying("german", "hand", 6)}
    assert play(morning(full, {("support", ""): 3}), DrawCards()).number("support") == 4
    assert r06_draw.support_ruling(morning({("support", ""): 3})).answer == 4


@pytest.mark.parametrize(("letter", "points"), [("A", 5), ("B", 4)])
def test_support_points_of_the_first_turn(letter: str, points: int) -> None:
    full = {**lying("allied", "hand", 3), **lying("german", "hand", 3)}
    state = morning(full, {("support", ""): 5}, turn=1, turn_1_support=letter)
    assert r06_draw.support_ruling(state).answer == points
    assert play(state, DrawCards()).number("support") == points


# --- new stacks -------------------------------------------------------------------------------------------


def test_discards_come_back_only_when_the_stack_is_too_small() -> None:
    enough = {**lying("german", "discard", 21), **lying("allied", "hand", 3)}
    state = play(morning(enough), DrawCards())
    assert state.decision is not None
    assert state.decision.data["dice"] == ["d6"]
    assert len(cards.discards(state, "german")) == 21
    short = {**lying("german", "discard", 22), **lying("allied", "hand", 3)}
    state = play(morning(short), DrawCards())
    assert state.decision is not None
    assert state.decision.data["dice"] == ["d27"]
    assert cards.discards(state, "german") == ()


def test_removed_cards_never_come_back_and_a_stack_may_run_out() -> None:
    gone = {
        **lying("german", "removed", 24),
        **lying("german", "discard", 1, 24),
        **lying("allied", "hand", 3),
    }
    state = play(morning(gone), DrawCards(), (1,), (1,), (1,))
    assert cards.hand_size(state, "german") == 3
    assert state.text("phase") == "impulses"
    answer = r06_draw.draw_ruling(morning(gone), "german").answer
    assert answer == {"limit": 6, "hand": 0, "draw": 3, "reshuffle": True}


def test_a_hidden_hand_is_filled_by_number() -> None:
    unseen = {**lying("german", "unseen", 27), ("held", "german"): 2, **lying("allied", "hand", 3)}
    state = play(morning(unseen), DrawCards())
    assert (cards.held(state, "german"), r06_draw.stack_size(state, "german")) == (6, 21)
    draft = state.draft()
    for copy in cards.copies(OURS, "german")[:20]:
        draft.set("card", "discard", copy)
    r06_draw.reshuffle(draft, "german")
    assert cards.UNSEEN in {draft.text("card", c) for c in cards.copies(OURS, "german")[:20]}


# --- more than the limit ----------------------------------------------------------------------------------


def test_too_many_cards_are_kept_or_by_another_reading_discarded() -> None:
    many = {**lying("allied", "hand", 5), **lying("german", "hand", 6)}
    assert cards.hand_size(play(morning(many), DrawCards()), "allied") == 5
    state = play(morning(many, over_limit_hand="B"), DrawCards())
    assert decision(state) == "over-limit"
    mine = cards.hand(state, "allied")
    assert len(options(state, DiscardExcess)) == 10
    assert "2 different cards" in reasons(state, DiscardExcess(mine[:1]))
    state = play(state, DiscardExcess(mine[:2]))
    assert cards.hand_size(state, "allied") == 3


# --- answers ----------------------------------------------------------------------------------------------


def test_the_check_says_what_is_drawn() -> None:
    text = notes(morning(), DrawCards())
    assert "beach Areas that the Allies control: Sword" in text
    assert "Caen and Bourguébus are German controlled" in text


def test_chance_of_a_card() -> None:
    state = morning(lying("german", "discard", 20))
    stack = cards.stack(state, "german")
    assert r06_draw.chance_of(state, "german", stack[:1], 2) == Fraction(2, 7)
    assert r06_draw.chance_of(state, "german", stack, 1) == 1
    pile = cards.discards(state, "german")
    assert r06_draw.chance_of(state, "german", pile[:1], 7) == 0
    assert r06_draw.chance_of(state, "german", pile[:1], 9) == Fraction(9, 27)


def test_drawing_is_part_of_its_phase_only() -> None:
    draft = morning().draft()
    draft.set("phase", r05_flow.IMPULSES)
    assert "is not part of" in reasons(draft.finish(), DrawCards())
