"""What a viewpoint sees of hands and stacks (2.3, 6.1, 6.2)."""

from __future__ import annotations

import pytest

from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards, r06_draw
from adjudicator.storm_over_normandy.masking import masked
from adjudicator.storm_over_normandy.r06_draw import DrawCards
from adjudicator.storm_over_normandy.r06_play import PlayCard
from adjudicator.views import hidden_from
from tests.playing import play, reasons
from tests.storm_over_normandy.build import board, position
from tests.storm_over_normandy.fighting import battle, ground
from tests.storm_over_normandy.playing import Facts, copy, hands


def dealt(*words: str, **more: str) -> Position:
    facts: Facts = {**hands(*words), **{("card", copy(w.replace("_", "-"))): p for w, p in more.items()}}
    return position(board(["caen"]), facts=facts)


STATE = dealt("bocage", "bocage", "shock-assault", artillery="discard", goetz_recon="removed")


def test_the_referee_sees_everything() -> None:
    assert masked(STATE, "referee") is STATE
    assert hidden_from(STATE, "public") == ("german", "allied")


@pytest.mark.parametrize(("viewpoint", "shown"), [("german", (2, 0)), ("allied", (0, 1)), ("public", (0, 0))])
def test_a_player_sees_his_own_hand_only(viewpoint: str, shown: tuple[int, int]) -> None:
    seen = masked(STATE, viewpoint)
    assert tuple(len(cards.hand(seen, side)) for side in ("german", "allied")) == shown
    assert [cards.hand_size(seen, side) for side in ("german", "allied")] == [2, 1]
    assert [r06_draw.stack_size(seen, side) for side in ("german", "allied")] == [23, 26]


def test_discards_and_what_has_left_the_game_lie_open() -> None:
    seen = masked(STATE, "allied")
    assert cards.discards(seen, "german") == (copy("artillery"),)
    assert seen.text("card", copy("goetz-recon")) == "removed"


def test_masking_twice_changes_nothing_more() -> None:
    seen = masked(STATE, "public")
    assert masked(seen, "public") is seen
    assert masked(masked(STATE, "german"), "public") == seen


def test_which_cards_are_hidden_makes_no_difference() -> None:
    other = dealt("flak", "nebelwerfer", "shock-assault", artillery="discard", goetz_recon="removed")
    assert masked(STATE, "allied") == masked(other, "allied")
    assert masked(STATE, "german") != masked(other, "german")


def test_a_position_without_hands_is_not_touched() -> None:
    bare = position(board(["caen"]))
    assert masked(bare, "public") is bare


def test_a_hidden_card_is_not_said_to_be_in_the_hand_or_not() -> None:
    held = battle(ground(), facts=hands("artillery"), side="german")
    without = battle(ground(), facts=hands("flak"), side="german")
    action = PlayCard(copy("artillery"), "16")
    texts = [reasons(masked(state, "allied"), action) for state in (held, without)]
    assert texts[0] == texts[1]
    assert "only that player sees" in texts[0]


def test_a_draw_goes_on_where_nobody_sees_the_stack() -> None:
    facts: Facts = {**hands("artillery"), ("phase", ""): "draw"}
    state = masked(play(battle(ground(), facts=facts), DrawCards()), "public")
    assert state.decision is not None
    side = state.decision.data["side"]
    before = cards.hand_size(state, side)
    assert cards.hand_size(play(state, (1,)), side) > before
