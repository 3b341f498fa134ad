"""Bocage cards (14.2): both uses, and what is no occasion for them."""

from __future__ import annotations

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards, r06_windows
from adjudicator.storm_over_normandy.r06_moments import IMPULSE, Moment
from adjudicator.storm_over_normandy.r06_play import Decline, PlayCard, Respond
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r09_attack import current
from adjudicator.storm_over_normandy.r09_fire import FireAttack
from adjudicator.storm_over_normandy.r09_strength import strength
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from adjudicator.storm_over_normandy.r11_assault import Assault
from adjudicator.storm_over_normandy.r14_bocage import stoppable
from counters.catalog import Unit
from maps.filing import OURS
from tests.playing import decision, play, rules
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, ground, notes, where
from tests.storm_over_normandy.playing import copy, declined, hands, on_the_spot, place_of, ways

AREAS = ("11 2", "15 2 bocage", "16 3 bocage", "17 2", "hedge 1 star bocage", "gold 1 bocage")
ROADS = ("16/17", "16/15", "11/16", "11/15", "11/17", "hedge/16", "gold/17", "depot/rear")


def field(*placed: tuple[Unit, str], words: tuple[str, ...] = ("bocage",), **more: object) -> Position:
    facts = {**held("15", "16", "17"), **hands(*words), **more.pop("facts", {})}  # type: ignore[dict-item]
    return battle(ground(AREAS, ROADS), *placed, facts=facts, **more)  # type: ignore[arg-type]


# --- moving out -------------------------------------------------------------------------------------------


def test_units_that_move_out_of_bocage_stay_there_spent() -> None:
    state = field((unit("us-1"), "16"), (unit("us-2"), "16"), (unit("us-3"), "16"))
    state = play(state, Move(("us-1", "us-2"), ("17", "11")))
    assert on_the_spot(state, "german")
    state = play(state, Respond("bocage"))
    assert where(state, "us-1", "us-2", "us-3") == ["16 spent", "16 spent", "16 fresh"]
    assert (state.pending, state.text("side"), place_of(state, "bocage")) == ((), "german", "discard")


def test_units_that_are_not_stopped_go_on() -> None:
    state = play(field((unit("us-1"), "16")), Move(("us-1",), ("17", "11")), Decline())
    assert where(state, "us-1") == ["11 spent"]


def test_what_is_no_occasion() -> None:
    into = field((unit("us-1"), "17"))
    assert play(into, Move(("us-1",), ("16",))).pending == ()  # into bocage
    german = field((unit("ge-1"), "15"), side="german", facts={("control", "15"): "german"})
    assert play(german, Move(("ge-1",), ("11",))).pending == ()  # German units
    landing = field((unit("us-1"), "landing-gold"), (unit("ge-g"), "gold spent"))
    state = play(landing, Assault(("us-1",), "gold"))
    assert on_the_spot(state, "german")
    assert state.decision is not None
    assert state.decision.data["window"] == "attack"  # not out of a box, but within bocage


def test_a_retreat_out_of_bocage_is_no_occasion() -> None:
    placed = [(unit("us-1", "battalion"), "16 spent"), (unit("ge-1", af=9), "16")]
    state = play(field(*placed, side="german"), FireAttack(("ge-1",)))
    state = play(declined(state), (1, 2))
    assert decision(state) == "damage"
    state = play(state, TakeDamage((("us-1", "retreat"),)))
    assert "window" not in [d.kind for d in state.pending]


def test_passing_through_bocage_is_an_open_point() -> None:
    placed = (unit("us-1"), "17")
    state = play(field(placed), Move(("us-1",), ("16", "15")))
    assert where(state, "us-1") == ["15 spent"]
    state = play(field(placed, options={"bocage-in-transit": "B"}), Move(("us-1",), ("16", "15")))
    assert on_the_spot(state, "german")
    assert where(play(state, Respond("bocage")), "us-1") == ["16 spent"]


def test_an_assault_is_stopped_and_its_discard_stays_paid() -> None:
    state = field((unit("us-1"), "16"), (unit("ge-1"), "11"), words=("bocage", "massed-guns"))
    state = play(state, Assault(("us-1",), "11", copy("massed-guns")), Respond("bocage"))
    state = declined(state)
    assert where(state, "us-1") == ["16 spent"]
    assert (place_of(state, "massed-guns"), state.pending) == ("discard", ())


def test_a_shock_assault_loses_one_area_for_each_card() -> None:
    placed = [(unit("us-15"), "15"), (unit("us-16"), "16"), (unit("ge-1"), "11 spent")]
    action = PlayCard("shock-assault", "11", ("us-15", "us-16"))
    state = play(field(*placed, words=("bocage", "shock-assault")), action)
    assert rules(state, Respond("bocage")) == {"14.2"}  # which Area?
    assert rules(state, Respond("bocage", "11")) == {"14.2"}
    assert [a.area for a in ways(state, copy("bocage"))] == ["15", "16"]
    one = declined(play(state, Respond("bocage", "15")))
    assert where(one, "us-15", "us-16") == ["15 spent", "11 fresh"]
    state = play(field(*placed, words=("bocage", "bocage", "shock-assault")), action)
    both = play(state, Respond("bocage", "15"), Respond("bocage"))
    assert where(both, "us-15", "us-16") == ["15 spent", "16 spent"]
    assert (both.pending, both.text("side")) == ((), "german")


def test_which_areas_can_be_stopped() -> None:
    state = field(
        (unit("us-1"), "16"), (unit("us-2"), "17"), (unit("us-3"), "15 spent"), (unit("ge-1"), "11")
    )
    assert stoppable(state, ("us-1", "us-2", "us-3")) == ("16",)
    assert not r06_windows.wants(state, "german", "leaving", Moment(units=("us-2", "us-3")))


# --- attacks within bocage --------------------------------------------------------------------------------


def attacked(area: str, *more: tuple[Unit, str], holder: str = "german", **options: str) -> Position:
    placed = [(unit("us-1"), area), (unit("ge-1"), area), *more]
    state = field(*placed, facts={("control", area): holder}, options=options)
    return play(state, FireAttack(("us-1",)))


def defense(state: Position) -> int:
    attack = current(state)
    assert attack is not None
    return strength(Inquiry(state), attack)[1]


def test_the_defensive_value_counts_twice() -> None:
    state = attacked("16")
    assert (on_the_spot(state, "german"), defense(state)) == (True, 9 + 3)
    state = play(state, Respond("bocage"))
    assert (defense(state), decision(state)) == (9 + 6, "roll")


def test_a_starred_value_is_raised_first() -> None:
    state = play(attacked("hedge", (strongpoint("ge-sp"), "hedge")), Respond("bocage"))
    assert defense(state) == 9 + 2 * 2


def test_no_second_use_outside_of_bocage_or_where_the_value_does_not_count() -> None:
    assert decision(attacked("11")) == "roll"
    assert decision(attacked("16", holder="allied")) == "roll"


def test_the_other_reading_doubles_all_defense_points() -> None:
    state = attacked("16", holder="allied", **{"bocage-second-use": "B"})
    assert defense(play(state, Respond("bocage"))) == 2 * 9
    state = attacked("16", **{"bocage-second-use": "B"})
    assert defense(play(state, Respond("bocage"))) == 2 * (9 + 3)


def test_one_card_for_each_attack() -> None:
    state = field(
        (unit("us-1"), "16"), (unit("ge-1"), "16"), words=("bocage",) * 2, facts=held("16", side="german")
    )
    state = play(state, FireAttack(("us-1",)), Respond("bocage"))
    assert decision(state) == "roll"


def test_german_attacks_and_attacks_by_cards_are_no_occasion() -> None:
    placed = [(unit("us-1"), "16"), (unit("ge-1"), "16")]
    german = field(*placed, words=("bocage", "flak"), side="german")
    state = declined(play(german, FireAttack(("ge-1",))))
    assert decision(state) == "roll"
    assert [card.id for card, _ in r06_windows.fitting(state, "german", "attack", IMPULSE)] == ["nebelwerfer"]
    air = field(*placed, words=("bocage", "corps-artillery"), facts=held("16", side="german"))
    assert decision(play(air, PlayCard("corps-artillery", "16"))) == "roll"


def test_an_assault_into_bocage_meets_the_second_use() -> None:
    state = field((unit("us-1"), "17"), (unit("ge-1"), "16 spent"), words=("bocage", "prepared-assault"))
    draft = state.draft()
    draft.set("control", "german", "16")
    state = play(draft.finish(), PlayCard("prepared-assault", "16", ("us-1",)))
    assert on_the_spot(state, "german")
    assert defense(play(state, Respond("bocage"))) == 8 + 6


# --- what may come is told --------------------------------------------------------------------------------


def test_a_check_tells_which_cards_may_answer_whatever_the_german_player_holds() -> None:
    told = []
    for hand in ("bocage", "flak"):
        state = field((unit("us-1"), "16"), (unit("ge-1"), "15"), words=(hand, "air-strike"))
        said = notes(state, Assault(("us-1",), "15", "air-strike"))
        told.append(said.count("may answer with a Bocage card") + said.count("with a Defensive Fire card"))
    assert told == [3, 3]


def test_it_tells_nothing_where_no_such_card_can_be_held() -> None:
    gone = {("card", c): "discard" for c in (*cards.copies(OURS, "german"),)}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "15"), facts={**gone, **hands("flak", "air-strike")})
    said = notes(state, Assault(("us-1",), "15", "air-strike"))
    assert "Bocage card" not in said
    assert "Defensive Fire card" not in said
    assert "Bocage card" not in notes(field((unit("us-1"), "17")), Move(("us-1",), ("11",)))
    german = field((unit("ge-1"), "15"), (unit("us-1"), "11"), side="german", facts=held("16", side="german"))
    assert "Bocage card" not in notes(german, Move(("ge-1",), ("16",)))
