"""Sections 5.1 and 6.3: the end phase in its order."""

from __future__ import annotations

from adjudicator.game import legal
from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import r05_end, r15_victory
from adjudicator.storm_over_normandy.r05_end import DiscardCards
from adjudicator.storm_over_normandy.r05_pass import Pass
from adjudicator.storm_over_normandy.r12_reinforcements import PlaceReinforcement
from tests.playing import decision, options, play, reasons
from tests.storm_over_normandy.build import board, held, position, unit
from tests.storm_over_normandy.fighting import where
from tests.storm_over_normandy.playing import copy, hands, place_of

AREAS = ("gold 1 vp2", "inland 1 vp1", "rear 1 vp3", "zone-a 2", "omaha-1 1", "omaha-2 1")
LINKS = ("gold/inland", "inland/rear", "rear/zone-a")
BOTH = ("landing-omaha-1", "landing-omaha-2")


def evening(*words: str, turn: int = 3, **said: Fact) -> Position:
    """Turn 3 before the passes: one spent unit of each side, reinforcements of both."""
    facts: dict[Key, Fact] = {("turn", ""): turn, **held("gold", "inland"), **hands(*words)}
    facts |= {(item.replace("_", "-"), ""): value for item, value in said.items()}
    placed = [
        (unit("us-1"), "inland spent"),
        (unit("ge-1"), "rear spent"),
        (unit("us-2", arrival=turn, entry=BOTH), "turn-track"),
        (unit("us-3", arrival=turn, entry=("landing-gold",)), "turn-track"),
        (unit("ge-2", arrival=turn, entry=("zone-a",)), "turn-track"),
        (unit("ge-3", arrival=turn + 1, entry=("zone-a",)), "turn-track"),
    ]
    return position(board(AREAS, LINKS), *placed, facts=facts)


def test_the_whole_end_phase_in_order() -> None:
    state = play(evening("bocage", "shock-assault", "artillery"), Pass(), Pass())
    assert (state.text("phase"), state.text("side")) == ("discard-allied", "allied")
    assert len(options(state, DiscardCards)) == 2
    assert "is not in the Allied hand" in reasons(state, DiscardCards((copy("shock-assault", 2),)))
    assert "not of the Allied one" in reasons(state, DiscardCards((copy("bocage"),)))
    state = play(state, DiscardCards())
    assert (state.text("phase"), state.text("side")) == ("discard-german", "german")
    assert where(state, "us-1", "ge-1") == ["inland spent", "rear spent"]
    state = play(state, DiscardCards((copy("bocage"),)))
    assert (place_of(state, "bocage"), place_of(state, "shock-assault")) == ("discard", "hand")
    assert where(state, "us-1", "ge-1") == ["inland fresh", "rear fresh"]
    assert state.number("vp") == 2 + 1 - 3
    assert (decision(state), state.pieces["us-3"].space) == ("reinforcement", "landing-gold")
    assert state.pieces["ge-2"].space == "turn-track"
    state = play(state, PlaceReinforcement("us-2", "landing-omaha-2"))
    assert (state.number("turn"), decision(state)) == (4, "roll")
    assert where(state, "us-2", "ge-2", "ge-3") == [
        "landing-omaha-2 fresh",
        "zone-a fresh",
        "turn-track fresh",
    ]


def test_a_card_is_named_once() -> None:
    state = play(evening("bocage", "shock-assault"), Pass(), Pass(), DiscardCards())
    assert "named twice" in reasons(state, DiscardCards((copy("bocage"), copy("bocage"))))


def test_without_cards_nobody_is_asked() -> None:
    state = play(evening(passed="allied", side="german"), Pass())
    assert (decision(state), state.text("phase")) == ("reinforcement", "reinforcements-allied")


def test_losses_and_support_are_forgotten_and_the_release_roll_is_open_again() -> None:
    draft = evening(passed="allied", side="german", release="rolled", support=3).draft()
    draft.set("lost", 2, "non-airborne")
    state = play(draft.finish(), Pass(), PlaceReinforcement("us-2", "landing-omaha-1"))
    assert state.number("lost", "non-airborne") == 0
    assert state.text("release") == "restricted"
    assert state.number("vp") == 2 + 1 - 3 - 4


def test_after_turn_8_the_game_ends() -> None:
    state = play(evening(turn=8, passed="allied", side="german"), Pass())
    state = play(state, PlaceReinforcement("us-2", "landing-omaha-1"))
    assert (state.text("phase"), state.number("turn"), state.text("side")) == ("over", 8, "german")
    assert r15_victory.winner(state) == "german"
    assert not list(legal(state))


def test_units_in_boxes_become_fresh_too_and_the_dead_stay_as_they_are() -> None:
    draft = evening().draft()
    for uid, space in (("us-1", "zone-a"), ("ge-1", "eliminated")):
        draft.place(uid, space)
    r05_end.refresh(draft)
    assert where(draft.finish(), "us-1", "ge-1") == ["zone-a fresh", "eliminated spent"]


def test_the_ruling_tells_what_comes() -> None:
    ruling = r05_end.end_ruling(evening("bocage", release="rolled"))
    assert ruling.answer == {"spent": 2, "change": 0, "total": 0, "arrive": ["us-2", "us-3", "ge-2"]}
    texts = [s.text for s in ruling.steps]
    assert texts[0] == "the Allied player may discard"
    assert texts[-1] == "turn 4 begins"
    assert "the game ends" in [s.text for s in r05_end.end_ruling(evening(turn=8)).steps]
