"""Sections 23.3 and 23.31: two decks of 36 cards in place of the dice of attacks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.asking.casebook import Case, run_case
from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r23_cards import CARDS, difference, in_use, left, playable, record, refusal
from adjudicator.dice import DIFFERENCE, DR
from adjudicator.position import Draft
from tests.breakout_normandy.build_r2 import attackers, ge, position
from tests.playing import play


def decks() -> Draft:
    return position([], combat_cards="B").draft()


def test_the_deck_is_an_average_of_36_rolls() -> None:
    assert CARDS == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(CARDS.values()) == 36
    assert sum(v * n for v, n in CARDS.items()) == 36 * 7


def test_cards_are_optional() -> None:
    draft = position([]).draft()
    assert not in_use(draft)
    record(draft, "allied", (12, 12))
    assert left(draft, "allied")[12] == 1
    assert difference(draft, "allied") is DIFFERENCE
    assert playable(draft, "allied", (12, 12))


def test_whole_decks_are_as_good_as_dice() -> None:
    assert difference(decks(), "german") == DIFFERENCE
    assert left(decks(), "german") == DR


def test_drawn_cards_are_gone() -> None:
    draft = decks()
    record(draft, "german", (12, 2))
    assert (left(draft, "german")[12], left(draft, "allied")[2]) == (0, 0)
    assert left(draft, "german").total == 35
    assert not playable(draft, "german", (12, 7))
    assert playable(draft, "allied", (12, 2))
    assert difference(draft, "german").chance(lambda d: d == 10) == 0
    assert difference(draft, "allied")[10] == 1


def test_each_side_has_its_own_deck() -> None:
    draft = decks()
    record(draft, "german", (7, 8))
    assert (left(draft, "german")[7], left(draft, "allied")[7]) == (5, 6)
    assert (left(draft, "german")[8], left(draft, "allied")[8]) == (5, 4)


@given(st.permutations([v for v, n in CARDS.items() for _ in range(n)]))
def test_a_deck_is_reshuffled_when_all_are_drawn(cards: list[int]) -> None:
    draft = decks()
    for number, card in enumerate(cards, 1):
        assert playable(draft, "allied", (card, card))
        record(draft, "allied", (card, card))
        assert left(draft, "german").total == (36 - number or 36)
    assert left(draft, "allied") == DR
    assert draft.subjects("cards-drawn") == ()


def test_the_average_of_what_is_left_follows_the_cards_drawn() -> None:
    draft = decks()
    for _ in range(3):
        record(draft, "german", (10, 4))
    mean = Fraction(sum(v * n for v, n in left(draft, "german").items()), 33)
    assert mean < 7


def test_an_assault_draws_a_card_for_each_side() -> None:
    state = position([*attackers(1, "omaha"), ge("1", "omaha")], combat_cards="B")
    after = play(state, Assault("omaha", ("us-1-1",), "us-1-1"), NameForward("ge-1"), (12, 3))
    assert left(after, "allied")[12] == 0
    assert left(after, "german")[3] == 1


def test_a_card_that_is_gone_is_refused_with_the_deck_named() -> None:
    draft = decks()
    record(draft, "allied", (12, 7))
    assert refusal(draft, {"attacker": "allied"}, (12, 7)).endswith("12 in the allied deck")
    assert refusal(draft, {"attacker": "german"}, (12, 12)).endswith("12 in the allied deck")
    assert refusal(draft, {"attacker": "german"}, (12, 11)) == ""
    record(draft, "allied", (2, 2))
    both = refusal(draft, {"attacker": "allied"}, (2, 2))
    assert "2 in the allied deck and 2 in the german deck" in both


def test_the_roll_check_asks_the_decks() -> None:
    drawn = ("cards-drawn:allied=00000000001", "cards-drawn:german=00000100000")
    case = Case(
        "X",
        "derived",
        "breakout-normandy, 8 june, overcast, side allied, phase daylight, impulse-type assault, "
        "option combat-cards=B; A: us active |; "
        "B: german tem 1 | us inf 6-5-5 'p' fresh from A over open mandatory, "
        "ge inf 4-4-4 'd' fresh; A-B: open",
        "check",
        {"action": ["roll", "12", "7"]},
        {"ok": False},
        refused=("23.31",),
        given=drawn,
        actions=("assault b p p", "name-forward d"),
    )
    assert run_case(case).faults == ()
    dice = replace(
        case, position=case.position.replace("cards=B", "cards=A"), expect={"ok": True}, refused=()
    )
    assert run_case(dice).faults == ()
