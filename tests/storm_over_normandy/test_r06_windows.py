"""Cards played in answer to something: Defensive Fire, attack points, cancelling, the first impulse (6.2)."""

from __future__ import annotations

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position
from adjudicator.storm_over_normandy import cards, r06_play, r06_windows
from adjudicator.storm_over_normandy.r05_pass import Pass
from adjudicator.storm_over_normandy.r06_draw import DrawCards
from adjudicator.storm_over_normandy.r06_moments import IMPULSE, Moment
from adjudicator.storm_over_normandy.r06_play import Decline, PlayCard, Respond
from adjudicator.storm_over_normandy.r09_attack import current
from adjudicator.storm_over_normandy.r09_fire import AddSupport, FireAttack
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from adjudicator.storm_over_normandy.r11_assault import Assault
from counters.catalog import Unit
from maps.filing import OURS
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.asking import ask
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import EXAMPLE, LINKS, battle, ground, notes, where
from tests.storm_over_normandy.playing import Facts, copy, declined, hands, on_the_spot, place_of, ways

FIELD = (*EXAMPLE, "gold 1 star", "12a 1")
ROADS = (*LINKS, "gold/12", "12/12a", "depot/rear")
SIX = tuple(f"us-{c}{n}" for c in "ab" for n in range(3))


def field(*placed: tuple[Unit, str], side: str = "allied", **more: object) -> Position:
    return battle(ground(FIELD, ROADS), *placed, side=side, **more)  # type: ignore[arg-type]


def example() -> Position:
    """The situation of the Assault example: three units each in 16 and 17, two German ones in 11."""
    sixteen = [(unit(f"us-a{n}", division="4"), "16") for n in range(3)]
    seventeen = [(unit(f"us-b{n}", division="29"), "17") for n in range(3)]
    germans = [(unit("ge-x", af=3, df=10), "11"), (unit("ge-y", af=1, df=9), "11")]
    facts = {**held("16", "17"), **hands("shock-assault", "bocage", "defensive-fire")}
    return field(*sixteen, *seventeen, *germans, facts=facts)


def test_the_assault_example() -> None:
    """Example 4, from Shock Assault to the end of the impulse."""
    state = play(example(), PlayCard("shock-assault", "11", SIX))
    assert on_the_spot(state, "german")
    assert rules(state, Respond("bocage", "17")) == {"14.2"}
    state = play(state, Respond("bocage", "16"))
    assert where(state, *SIX) == ["16 spent"] * 3 + ["11 fresh"] * 3
    assert on_the_spot(state, "german")
    fire = Respond("defensive-fire", units=("ge-x", "ge-y"))
    assert rules(state, fire) == set()
    state = play(state, fire, (2, 4))
    assert state.decision is not None
    assert (state.decision.player, state.decision.data["damage"]) == ("allied", 1)
    state = play(state, TakeDamage((("us-b1", "flip"),)))
    assert where(state, "ge-x", "ge-y") == ["11 fresh", "11 fresh"]
    assert where(state, "us-b0", "us-b1", "us-b2") == ["11 fresh", "17 spent", "11 fresh"]
    assault = current(state)
    assert assault is not None
    assert assault.attackers == ("us-b0", "us-b2")
    state = play(state, (3, 3))
    assert state.pending == ()
    assert where(state, "us-b0", "us-b2", "ge-x", "ge-y") == ["11 spent", "11 spent", "11 fresh", "11 fresh"]
    assert (state.text("side"), state.text("control", "11")) == ("german", "german")
    assert {place_of(state, w) for w in ("shock-assault", "bocage", "defensive-fire")} == {"discard"}


def assaulted(
    *placed: tuple[Unit, str], cards_: tuple[str, ...] = ("defensive-fire",), facts: Facts | None = None
) -> Position:
    """Three units of 17 have entered 11, where two German ones stand."""
    seventeen = [(unit(f"us-b{n}", "battalion", df=7), "17") for n in range(3)]
    germans = [(unit("ge-x", af=3, df=10), "11"), (unit("ge-y", af=2, df=9), "11 spent")]
    said = {**held("17"), **hands("prepared-assault", *cards_), **(facts or {})}
    state = field(*seventeen, *germans, *placed, facts=said)
    return play(state, PlayCard("prepared-assault", "11", ("us-b0", "us-b1", "us-b2")))


# --- Defensive Fire ---------------------------------------------------------------------------------------


def test_who_may_fire_at_the_assaulting_units() -> None:
    more = [(strongpoint("ge-sp"), "11"), (unit("ge-12"), "12")]
    state = assaulted(*more)

    def said(*units: str) -> set[str]:
        return rules(state, Respond("defensive-fire", units=units))

    assert said("ge-x") == said("ge-x", "ge-sp") == set()
    assert said() == {"6.2"}
    assert said("ge-y") == {"7.1"}  # spent
    assert said("ge-12") == {"9.1"}
    assert said("us-b0") >= {"6.2"}
    assert said("ge-x", "ge-x") == {"6.2"}
    assert said("ge-z") == {"6.2"}
    assert rules(state, Respond("defensive-fire", "11", ("ge-x",))) == {"6.2"}
    assert len(ways(state, copy("defensive-fire"))) == 3


def test_several_copies_each_give_one_attack_by_the_same_units() -> None:
    state = assaulted(cards_=("defensive-fire", "defensive-fire"))
    state = play(state, Respond("defensive-fire", units=("ge-x",)), Decline())
    state = play(state, (3, 2), TakeDamage((("us-b0", "flip"),)))
    assert on_the_spot(state, "german")
    state = play(state, Respond("defensive-fire", units=("ge-x",)), (1, 1))
    assert where(state, "us-b0", "us-b1", "us-b2", "ge-x") == ["17 spent", "11 fresh", "11 fresh", "11 fresh"]
    assert decision(state) == "roll"


def test_an_assault_of_which_nobody_is_left_ends_without_an_attack() -> None:
    state = assaulted()
    state = play(state, Respond("defensive-fire", units=("ge-x",)), (3, 4))
    state = play(state, TakeDamage(tuple((f"us-b{n}", "flip") for n in range(3))))
    assert where(state, "us-b0", "us-b1", "us-b2") == ["17 spent"] * 3
    assert (state.pending, state.text("side")) == ((), "german")


def test_eliminated_and_retreating_units_are_out_of_the_assault() -> None:
    state = assaulted()
    state = play(state, Respond("defensive-fire", units=("ge-x",)), (5, 4))
    state = play(state, TakeDamage((("us-b0", "eliminate"), ("us-b1", "retreat"))))
    assert state.pieces["us-b0"].space == "eliminated"
    assert state.number("lost", "non-airborne") == 1
    assert where(state, "us-b1", "us-b2") == ["17 spent", "11 fresh"]
    assault = current(state)
    assert assault is not None
    assert assault.attackers == ("us-b2",)


def test_units_out_of_a_landing_box_go_back_to_it_spent() -> None:
    """Trap 22: the answer to an Assault meets them, although no card touches units in a box."""
    facts = hands("defensive-fire")
    state = field((unit("us-sea"), "landing-gold"), (unit("ge-g", af=4), "gold"), facts=facts)
    state = play(state, Assault(("us-sea",), "gold"))
    assert on_the_spot(state, "german")
    state = play(state, Respond("defensive-fire", units=("ge-g",)), (3, 3), TakeDamage((("us-sea", "flip"),)))
    assert where(state, "us-sea", "ge-g") == ["landing-gold spent", "gold fresh"]
    assert state.pending == ()


def test_other_allied_units_in_the_area_are_no_targets() -> None:
    state = assaulted((unit("us-there", df=12), "11"))
    state = play(state, Respond("defensive-fire", units=("ge-x",)), (3, 3))
    assert state.decision is not None
    assert state.decision.data["damage"] == 2  # 3 + 6 against 7
    assert "us-there" not in state.decision.data["units"]


def test_assaulting_units_have_the_defensive_value_where_the_allies_control() -> None:
    state = assaulted((unit("us-there"), "11"), facts=held("11", "17"))
    state = play(state, Respond("defensive-fire", units=("ge-x",)), (3, 3))
    assert where(state, "us-b0", "us-b1", "us-b2") == ["11 fresh"] * 3  # 3 + 6 against 7 + 2


def test_an_assault_on_unreleased_regiments_lets_them_fire() -> None:
    """14.1: the Assault releases them at once."""
    facts = {**held("17"), **hands("prepared-assault", "defensive-fire")}
    state = field((unit("us-1"), "17"), (unit("ge-711-731"), "11"), facts=facts)
    state = play(state, PlayCard("prepared-assault", "11", ("us-1",)))
    assert rules(state, Respond("defensive-fire", units=("ge-711-731",))) == set()


def test_no_defensive_fire_without_fresh_units_or_against_german_assaults() -> None:
    facts = {**held("17"), **hands("prepared-assault", "defensive-fire")}
    state = field((unit("us-1"), "17"), (unit("ge-1"), "11 spent"), facts=facts)
    assert decision(play(state, PlayCard("prepared-assault", "11", ("us-1",)))) == "roll"
    facts = {**held("17"), **hands("counterattack", "defensive-fire")}
    state = field((unit("us-1"), "17"), (unit("ge-1"), "11"), facts=facts, side="german")
    state = play(state, PlayCard("counterattack", "17", ("ge-1",)))
    assert on_the_spot(state, "german")  # for a 88s
    assert options(state, Respond) == []
    assert decision(play(state, Decline())) == "roll"


# --- attack points ----------------------------------------------------------------------------------------


def test_attack_points_are_cumulative_and_the_attacker_comes_first() -> None:
    facts = {**held("16"), **hands("massed-guns", "massed-guns", "bocage")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "16"), facts={**facts, **held("16", side="german")})
    state = play(state, FireAttack(("us-1",)))
    assert on_the_spot(state, "allied")
    state = play(state, Respond("massed-guns"), Respond("massed-guns"))
    attack = current(state)
    assert attack is not None
    assert attack.firepower == 4
    assert on_the_spot(state, "german")
    state = play(state, Respond("bocage"))
    attack = current(state)
    assert attack is not None
    assert (attack.firepower, attack.dv_times, decision(state)) == (4, 2, "roll")


def test_attack_points_are_for_attacks_of_units_only() -> None:
    facts = {**held("16"), **hands("artillery", "nebelwerfer")}
    state = field((unit("us-1"), "16"), facts=facts, side="german")
    state = play(state, PlayCard("artillery", "16"))
    assert decision(state) == "roll"  # no time for a 88s


def test_defensive_fire_takes_attack_points_too() -> None:
    state = assaulted(cards_=("defensive-fire", "nebelwerfer"))
    state = play(state, Respond("defensive-fire", units=("ge-x",)))
    assert on_the_spot(state, "german")
    state = play(state, Respond("nebelwerfer"))
    attack = current(state)
    assert attack is not None
    assert (attack.side, attack.firepower) == ("german", 2)


def test_an_attack_has_no_time_for_cards_of_another_moment() -> None:
    facts = {**held("16"), **hands("massed-guns", "shock-assault")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "16"), facts=facts)
    state = play(state, FireAttack(("us-1",)))
    assert "is played for one's impulse" in reasons(state, Respond("shock-assault"))
    assert rules(state, Respond("bocage")) == {"6.2"}
    assert rules(state, Respond("rain")) == {"6.2"}
    assert rules(state, Respond("massed-guns", "16")) == {"6.2"}
    assert "plays no more cards" in notes(state, Decline())


def test_more_shells_may_come_in_time_for_the_attack() -> None:
    facts = {**held("16"), **hands("more-shells")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "16"), facts=facts)
    state = play(state, FireAttack(("us-1",)), Respond("more-shells"))
    assert decision(state) == "support"
    state = play(state, AddSupport(2))
    assert state.number("support") == 0


def test_one_copy_of_a_card_that_is_not_cumulative() -> None:
    facts = {**held("16"), **hands("more-shells")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "16"), facts=facts)
    draft = play(state, FireAttack(("us-1",))).draft()
    top = draft.settle()
    draft.ask(top.player, top.kind, top.rule, **{**top.data, "played": ["more-shells"]})
    again = draft.finish()
    assert rules(again, Respond("more-shells")) == {"6.2"}
    fit = r06_windows.fitting(again, "allied", "attack", Moment(played=("more-shells", "massed-guns")))
    assert [card.id for card, _ in fit] == ["massed-guns"]


# --- cancelling -------------------------------------------------------------------------------------------


def test_flak_cancels_an_air_strike_and_the_impulse_is_over() -> None:
    state = field((unit("ge-1"), "16"), facts=hands("air-strike", "flak"))
    state = play(state, PlayCard("air-strike", "16"))
    assert on_the_spot(state, "german")
    assert rules(state, Respond("bocage")) == {"6.2"}
    state = play(state, Respond("flak"))
    assert (state.pending, state.text("side")) == ((), "german")
    assert (place_of(state, "air-strike"), place_of(state, "flak")) == ("discard", "discard")
    assert where(state, "ge-1") == ["16 fresh"]


def test_an_air_strike_that_nobody_answers() -> None:
    state = field((unit("ge-1"), "16"), facts=hands("air-strike", "artillery"))
    state = play(state, PlayCard("air-strike", "16"))
    assert on_the_spot(state, "german")  # Flak might be in the hand
    assert options(state, Respond) == []
    assert decision(play(state, Decline())) == "roll"


def test_other_attacks_by_cards_cannot_be_cancelled() -> None:
    state = field((unit("ge-1"), "16"), facts=hands("corps-artillery", "flak"))
    assert decision(play(state, PlayCard("corps-artillery", "16"))) == "roll"
    assert (
        r06_play.answers_to(
            OURS, cards.load_deck(OURS)["corps-artillery"], cards.Use("impulse", "card-attack")
        )
        == ()
    )


def test_hedge_breakers_let_the_assault_go_on() -> None:
    facts = {**held("16"), **hands("prepared-assault", "hedge-breakers", "bocage", "bocage")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "11"), facts=facts)
    state = play(state, PlayCard("prepared-assault", "11", ("us-1",)), Respond("bocage"))
    assert on_the_spot(state, "allied")
    state = play(state, Respond("hedge-breakers"))
    assert on_the_spot(state, "german")  # with a second copy
    assert where(state, "us-1") == ["16 fresh"]
    gone_on = declined(state)
    assert where(gone_on, "us-1") == ["11 fresh"]
    stopped = declined(play(state, Respond("bocage")))
    assert where(stopped, "us-1") == ["16 spent"]
    assert (stopped.pending, stopped.text("side")) == ((), "german")


def test_a_bocage_card_that_is_not_cancelled_takes_effect() -> None:
    facts = {**held("16"), **hands("prepared-assault", "hedge-breakers", "bocage")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "11"), facts=facts)
    state = play(state, PlayCard("prepared-assault", "11", ("us-1",)), Respond("bocage"), Decline())
    assert where(state, "us-1") == ["16 spent"]
    assert place_of(state, "hedge-breakers") == "hand"


# --- the first impulse ------------------------------------------------------------------------------------


def test_the_german_player_takes_the_first_impulse() -> None:
    facts = {
        **hands("seize-the-hour", "seize-the-hour", "flak", "bocage", "artillery"),
        ("phase", ""): "draw",
    }
    state = play(field((unit("ge-1"), "16"), facts=facts), DrawCards())
    while decision(state) == "roll":
        state = play(state, (1,))
    assert on_the_spot(state, "german")
    later = play(state, Decline())
    assert (later.text("phase"), later.text("side")) == ("impulses", "allied")
    state = play(state, Respond("seize-the-hour"))
    assert (state.pending, state.text("side")) == ((), "german")
    state = play(state, Pass())
    assert state.text("side") == "allied"


def test_the_first_impulse_of_turn_1_is_allied() -> None:
    state = field(facts={**hands("seize-the-hour"), ("turn", ""): 1})
    assert not r06_windows.wants(state, "german", "turn-start")
    assert "7.0" not in rules(state, PlayCard("seize-the-hour"))
    assert "before the first impulse" in reasons(state, PlayCard("seize-the-hour"))


# --- what a window gives away -----------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["bocage", "flak", "goetz-recon"])
def test_a_window_opens_whatever_is_in_the_hand(word: str) -> None:
    facts = {**held("16"), **hands("prepared-assault", word)}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "11"), facts=facts)
    assert on_the_spot(play(state, PlayCard("prepared-assault", "11", ("us-1",))), "german")


def test_no_window_when_every_card_that_fits_is_known_to_be_elsewhere() -> None:
    bocage = cards.load_deck(OURS)["bocage"]
    facts = {**held("16"), **hands("prepared-assault", "flak")}
    facts |= {("card", c): "discard" for c in bocage.copies}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "11 spent"), facts=facts)
    assert decision(play(state, PlayCard("prepared-assault", "11", ("us-1",)))) == "roll"


def test_no_window_for_an_empty_hand() -> None:
    draft: Draft = field((unit("us-1"), "16")).draft()
    r06_windows.open_window(draft, "german", "attack")
    assert draft.pending == ()
    draft.set("held", 1, "german")
    r06_windows.open_window(draft, "german", "attack")
    assert len(draft.pending) == 1
    assert draft.pending[0].kind == "offer"


# --- explanations -----------------------------------------------------------------------------------------


def said(state: Position, word: str) -> tuple[bool, str, str]:
    inquiry = Inquiry(state)
    may = r06_play.explain(inquiry, word)
    return may, "; ".join(s.text for s in inquiry.steps), "; ".join(map(str, inquiry.violations))


def test_why_a_card_may_be_played_now() -> None:
    state = field((unit("us-1"), "16"), facts={**held("16"), **hands("artillery")}, side="german")
    may, text, against = said(state, "artillery")
    assert (may, against) == (True, "")
    assert "an attack with a firepower of 6 on an Area" in text
    assert "it can be played on 16, Depot" in text
    assert "it goes to the discard pile" in text


def test_what_answers_a_card() -> None:
    state = field(
        (unit("us-1"), "16"), (unit("ge-1"), "11"), facts={**held("16"), **hands("prepared-assault")}
    )
    may, text, _ = said(state, "prepared-assault")
    assert may
    assert "the German player may answer with Bocage, Defensive Fire" in text
    assert "may answer with Flak" in said(field(facts=hands("air-strike")), "air-strike")[1]


def test_why_a_card_may_not_be_played_now() -> None:
    state = field((unit("ge-1"), "rear"), facts={**hands("bocage", "artillery")})
    may, _, against = said(state, "bocage")
    assert not may
    assert "Bocage is played when Allied units move or assault" in against
    assert "the Allied player has the impulse" in said(state, "artillery")[2]
    assert "is not in the German hand" in said(state, "flak")[2]
    assert "there is no card" in said(state, "rain")[2]
    nothing = field((unit("us-1"), "depot"), facts=hands("naval-gunfire"))
    assert "nothing to play Naval Power on" in said(nothing, "naval-gunfire")[2]
    waiting = field(facts=hands("goetz-recon"), side="german")
    assert not said(waiting, "goetz-recon")[0]
    over = field(facts={**hands("artillery"), ("phase", ""): "discard-german"}, side="german")
    assert "cards are played in impulses" in said(over, "artillery")[2]


def test_a_card_that_would_do_nothing_is_told_why() -> None:
    full = hands("build-up", *["shock-assault"] * 4, "air-strike", "air-strike", "massed-guns")
    may, _, against = said(field(facts=full), "build-up")
    assert not may
    assert "the hand is full with 7 cards" in against


def test_conditions_outside_of_an_attack() -> None:
    state, deck = field(facts=hands("nebelwerfer", "bocage", "defensive-fire")), cards.load_deck(OURS)
    assert not r06_windows.wants(state, "german", "attack")
    assert r06_play.playable(state, "rain") is None
    for word in ("nebelwerfer", "bocage", "defensive-fire"):
        use = deck[word].uses[-1]
        found = r06_windows.conditions(state, deck[word], use, IMPULSE)
        assert [holds for _, holds, _, _ in found] == [False]
        assert not found[0][2]


def test_bocage_may_name_no_area_that_does_not_exist() -> None:
    state = play(example(), PlayCard("shock-assault", "11", SIX))
    assert rules(state, Respond("bocage", "moon")) == {"6.2"}


def test_the_ruling_on_a_card() -> None:
    state = field(
        (unit("us-1"), "16"), (unit("ge-1"), "11"), facts={**held("16"), **hands("prepared-assault")}
    )
    ruling = ask(state, "card", card="prepared-assault")
    assert (ruling.ok, ruling.verdict) == (True, "Prepared Assault may be played now.")
    answers = ["bocage", "defensive-fire"]
    assert (ruling.answer["playable"], ruling.answer["answers"]) == (True, answers)
    assert [use["effect"] for use in ruling.answer["uses"]] == ["free-assault"]
    assert [used.row for used in ruling.sources] == ["prepared-assault"]
    refused = ask(state, "card", card=copy("artillery"))
    assert (refused.ok, refused.verdict) == (False, "Artillery may not be played now.")
    with pytest.raises(MalformedAction, match="no card 'rain'"):
        ask(state, "card", card="rain")


def test_a_cancelled_bocage_does_not_double_and_another_copy_may() -> None:
    facts = {**hands("hedge-breakers", "bocage", "bocage")}
    state = field((unit("us-1"), "16"), (unit("ge-1"), "16"), facts=facts)
    state = play(state, FireAttack(("us-1",)))
    while not on_the_spot(state, "german"):
        state = play(state, Decline())
    state = play(state, Respond("bocage"), Respond("hedge-breakers"))
    attack = current(state)
    assert attack is not None
    assert attack.dv_times == 1
    assert on_the_spot(state, "german")
    attack = current(play(state, Respond("bocage")))
    assert attack is not None
    assert attack.dv_times == 2


def test_what_may_be_played_in_answer_now() -> None:
    state = play(example(), PlayCard("shock-assault", "11", SIX))
    may, text, _ = said(state, "bocage")
    assert may
    assert "it can be played on 16" in text
    assert not said(state, "defensive-fire")[0]
    assert not said(state, "massed-guns")[0]
    rolling = declined(play(state, Respond("bocage", "16")))
    assert decision(rolling) == "roll"
    assert "while this is open: roll" in said(rolling, "defensive-fire")[2]
