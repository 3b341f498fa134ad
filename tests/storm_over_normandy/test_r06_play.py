"""Cards played for an impulse or in one (6.2, 7.2): legal plays, refusals, effects."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import IllegalAction
from adjudicator.game import apply, legal
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards, r08_reach, r12_reinforcements
from adjudicator.storm_over_normandy.r05_pass import ContinueTurn, Pass
from adjudicator.storm_over_normandy.r06_effects_hand import GiveUp
from adjudicator.storm_over_normandy.r06_play import PlayCard, Respond
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r09_fire import AddSupport, FireAttack
from adjudicator.storm_over_normandy.r11_assault import Assault
from counters.catalog import Unit
from tests.playing import decision, play, reasons, rules
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import EXAMPLE, LINKS, battle, ground, notes, where
from tests.storm_over_normandy.playing import copy, declined, hands, place_of, ways

COAST = (*EXAMPLE, "gold 1 star", "inland 1", "zone-a 2", "far 2")
COAST_LINKS = (*LINKS, "gold/inland", "inland/far", "far/zone-a", "12/gold", "depot/rear")


def shot(
    *placed: tuple[Unit, str], word: str = "artillery", side: str = "german", **more: object
) -> Position:
    """A position with one card in a hand, and its side to act."""
    facts = {**held("16"), **hands(word), **more.pop("facts", {})}  # type: ignore[dict-item]
    return battle(ground(COAST, COAST_LINKS), *placed, facts=facts, side=side, **more)  # type: ignore[arg-type]


# --- an attack by the card itself -------------------------------------------------------------------------


def test_the_retreat_example() -> None:
    """Example 3: 6 + 9 against 9 + 3; the brigade is flipped, has nowhere to go, and stays."""
    state = shot((unit("us-bde"), "16"), facts=held("11", "15", "17", side="german"))
    text = notes(state, PlayCard("artillery", "16"))
    assert "9.2 firepower that the card gives" in text
    assert "10.2 no unit can be eliminated" in text
    state = play(state, PlayCard("artillery", "16"))
    assert (decision(state), place_of(state, "artillery")) == ("roll", "discard")
    state = play(state, (4, 5))
    assert where(state, "us-bde") == ["16 spent"]
    assert (state.pending, state.text("side")) == ((), "allied")


def test_artillery_needs_an_area_with_enemy_units() -> None:
    state = shot((unit("us-1"), "16"), (unit("us-2"), "landing-gold"), (unit("ge-1"), "17"))
    assert rules(state, PlayCard("artillery", "16")) == set()
    assert rules(state, PlayCard("artillery")) == {"9.2"}
    assert rules(state, PlayCard("artillery", "17")) == {"9.2"}
    assert rules(state, PlayCard("artillery", "moon")) == {"6.2"}
    assert "12.3" in rules(state, PlayCard("artillery", "landing-gold"))
    assert rules(state, PlayCard("artillery", "16", ("us-1",))) == {"6.2"}
    assert ways(state, copy("artillery")) == [
        PlayCard(copy("artillery"), "16"),
        PlayCard(copy("artillery"), "depot"),
    ]


def test_every_reason_is_listed() -> None:
    state = shot((unit("us-1"), "16"), side="allied", facts={("card", copy("artillery")): "discard"})
    text = reasons(state, PlayCard("artillery", "17"))
    assert "it has been discarded" in text
    assert "the Allied player has the impulse" in text
    assert "holds no unit of the Allied side" in text


def test_a_card_action_after_an_allied_pass_needs_a_discard_besides() -> None:
    state = shot((unit("us-1"), "16"), facts={**hands("artillery", "flak"), ("passed", ""): "allied"})
    assert rules(state, PlayCard("artillery", "16")) == {"5.0"}
    state = play(state, ContinueTurn(copy("flak")), PlayCard("artillery", "16"))
    assert place_of(state, "flak") == place_of(state, "artillery") == "discard"


def test_a_card_of_the_enemy_or_for_another_moment_is_refused() -> None:
    state = shot((unit("us-1"), "16"), word="bocage", facts=hands("shock-assault"))
    assert "played when Allied units move or assault" in reasons(state, PlayCard("bocage"))
    assert "7.0" in rules(state, PlayCard("shock-assault", "16"))
    assert rules(state, PlayCard("sunshine")) == {"6.2"}
    with pytest.raises(IllegalAction):
        apply(state, PlayCard("bocage"))


def test_no_card_outside_of_the_impulses() -> None:
    state = shot((unit("us-1"), "16"), phase="discard-german")
    assert "not part of" in reasons(state, PlayCard("artillery", "16"))


def test_an_allied_attack_by_a_card_takes_support_points_within_the_cap() -> None:
    """9.3.3: two where the name is red."""
    state = shot((unit("ge-1"), "16"), word="corps-artillery", side="allied", support=4)
    state = play(state, PlayCard("corps-artillery", "16"))
    assert decision(state) == "support"
    assert rules(state, AddSupport(3)) == {"9.3.3"}
    state = play(state, AddSupport(2))
    assert (decision(state), state.number("support")) == ("roll", 2)


def test_strongpoints_shield_others_from_a_card_that_cannot_eliminate() -> None:
    state = shot((unit("ge-1"), "16"), (strongpoint("ge-sp"), "16"), word="corps-artillery", side="allied")
    assert "shields the other units" in notes(state, PlayCard("corps-artillery", "16"))
    state = play(state, PlayCard("corps-artillery", "16"), (6, 6))
    assert (where(state, "ge-1", "ge-sp"), state.pending) == (["16 fresh", "16 fresh"], ())


def test_naval_gunfire_reaches_the_coast_and_eliminates() -> None:
    placed = [(unit(f"ge-{n}", "battalion", df=1), area) for n, area in enumerate(("gold", "inland", "far"))]
    state = shot(*placed, word="naval-gunfire", side="allied")
    assert rules(state, PlayCard("naval-gunfire", "far")) == {"9.2"}
    assert rules(state, PlayCard("naval-gunfire", "inland")) == set()
    state = play(state, PlayCard("naval-gunfire", "gold"), (6, 6))
    assert state.pieces["ge-0"].space == "eliminated"


def test_an_attack_by_a_card_releases_the_two_regiments() -> None:
    state = shot((unit("ge-711-731"), "16"), word="air-strike", side="allied")
    state = play(state, PlayCard("air-strike", "16"))
    assert state.text("release") == "released"


# --- Defensive Fire for an impulse ------------------------------------------------------------------------


def test_a_fire_attack_after_which_the_units_stay_fresh() -> None:
    state = shot((unit("ge-1"), "16"), (unit("ge-2"), "16"), (unit("us-1"), "16"), word="defensive-fire")
    state = play(state, PlayCard("defensive-fire", units=("ge-1", "ge-2")), (1, 1))
    assert where(state, "ge-1", "ge-2") == ["16 fresh", "16 fresh"]
    assert (state.text("side"), place_of(state, "defensive-fire")) == ("allied", "discard")


def test_its_fire_attack_keeps_the_rules_of_fire_attacks() -> None:
    placed = [
        (unit("ge-1"), "16"),
        (unit("us-1"), "16"),
        (unit("ge-spent"), "16 spent"),
        (unit("ge-711-744"), "16"),
        (unit("ge-alone"), "17"),
        (unit("ge-box"), "zone-a"),
        (unit("us-box"), "zone-a"),
    ]
    state = shot(*placed, word="defensive-fire")

    def said(*units: str) -> set[str]:
        return rules(state, PlayCard("defensive-fire", units=units))

    assert said("ge-1") == set()
    assert said() == {"6.2", "7.1"}
    assert said("ge-spent") == {"7.1"}
    assert said("ge-711-744") == {"14.1"}
    assert said("ge-alone") == {"9.1"}
    assert said("ge-box") == {"9.1"}
    assert said("ge-1", "ge-alone") == {"7.1"}
    assert {"6.2", "7.0"} <= said("us-1")
    assert said("ge-nobody") == {"6.2", "7.1"}


# --- Assaults by a card -----------------------------------------------------------------------------------


def shock(*extra: tuple[Unit, str], word: str = "shock-assault", **options: str) -> Position:
    placed = [(unit("us-a"), "16"), (unit("us-b"), "17"), (unit("ge-x"), "11"), *extra]
    facts = {**held("16", "17"), **hands(word)}
    return battle(ground(COAST, COAST_LINKS), *placed, facts=facts, options=options)


def test_a_shock_assault_needs_no_discard() -> None:
    state = shock()
    action = PlayCard("shock-assault", "11", ("us-a", "us-b"))
    assert "no other card is discarded" in notes(state, action)
    state = play(state, action, (1, 1))
    assert where(state, "us-a", "us-b") == ["11 spent", "11 spent"]
    assert state.text("side") == "german"


def test_a_shock_assault_is_one_attack_with_one_division_bonus() -> None:
    three = [(unit(f"us-{n}", division="4"), area) for n, area in enumerate(("16", "16", "17"))]
    facts = {**held("16", "17"), **hands("shock-assault")}
    state = battle(ground(), *three, (unit("ge-x"), "11"), facts=facts)
    text = notes(state, PlayCard("shock-assault", "11", ("us-0", "us-1", "us-2")))
    assert "division integrity: us-0, us-1, us-2" in text


def test_what_forbids_a_shock_assault() -> None:
    crowd = [(unit(f"us-c{n}"), "16") for n in range(5)]
    other = [
        (unit("br-1"), "17"),
        (unit("us-far"), "12"),
        (unit("us-tired"), "17 spent"),
        (unit("us-15"), "15"),
    ]
    state = shock(*crowd, *other, (unit("us-in"), "11"), (unit("ge-15"), "15"), (unit("us-slow", mf=1), "17"))

    def said(area: str, *units: str) -> set[str]:
        return rules(state, PlayCard("shock-assault", area, units))

    assert said("11", "us-a", "us-b") == set()
    assert said("11", "us-a", "us-c0") == {"11.0"}  # one Area only
    assert said("11", "us-a", "us-b", "us-far") == {"7.1"}  # three Areas
    assert said("11", "us-a", "br-1") == {"7.1"}
    assert said("11", "us-a", "us-tired") == {"7.1"}
    assert said("11", "us-a", "us-slow") == {"8.0"}
    assert said("11", "us-a", "us-15") == {"11.0"}  # enemies where it begins
    assert said("11", "us-a", "us-b", *(f"us-c{n}" for n in range(4))) == {"8.1"}  # all together
    assert said("17", "us-a", "us-far") >= {"11.0", "8.0"}  # empty, and not adjacent
    assert said("", "us-a", "us-b") == {"11.0"}
    assert said("zone-a", "us-a", "us-b") >= {"11.0"}
    assert said("11") >= {"6.2"}
    assert "6.2" in said("11", "ge-x", "ge-15")


def test_a_card_does_nothing_for_units_in_boxes() -> None:
    landing = [(unit("us-sea"), "landing-gold"), (unit("us-12"), "12"), (unit("ge-g"), "gold")]
    facts = {**held("12"), **hands("shock-assault", "prepared-assault")}
    state = battle(ground(COAST, COAST_LINKS), *landing, facts=facts)
    action = PlayCard("shock-assault", "gold", ("us-sea", "us-12"))
    assert rules(state, action) == {"12.3"}
    assert rules(state, PlayCard("prepared-assault", "gold", ("us-sea",))) == {"12.3"}
    opened = battle(ground(COAST, COAST_LINKS), *landing, facts=facts, options={"shock-from-box": "B"})
    assert rules(opened, action) == set()
    (found,) = ways(opened, copy("shock-assault"))
    assert isinstance(found, PlayCard)
    assert set(found.units) == {"us-12", "us-sea"}
    assert not ways(state, copy("shock-assault"))


def test_an_assault_out_of_one_area_without_a_discard() -> None:
    state = shock(word="prepared-assault")
    assert rules(state, PlayCard("prepared-assault", "11", ("us-a", "us-b"))) == {"7.1"}
    state = play(state, PlayCard("prepared-assault", "11", ("us-a",)), (1, 1))
    assert where(state, "us-a", "us-b") == ["11 spent", "17 fresh"]
    german = battle(
        ground(COAST, COAST_LINKS),
        (unit("ge-1"), "far"),
        (unit("ge-box"), "zone-a"),
        (unit("us-1"), "inland"),
        facts=hands("counterattack"),
        side="german",
    )
    assert rules(german, PlayCard("counterattack", "inland", ("ge-1",))) == set()
    assert "12.3" in rules(german, PlayCard("counterattack", "inland", ("ge-box",)))
    assert PlayCard(copy("counterattack"), "inland", ("ge-1",)) in ways(german, copy("counterattack"))
    assert not [a for a in ways(german, copy("counterattack")) if "ge-box" in a.units]


def test_ways_to_assault_from_two_areas_are_all_legal() -> None:
    state = shock((unit("us-a2"), "16"), (unit("br-1"), "17"), (unit("br-2"), "16"))
    found = ways(state, copy("shock-assault"))
    assert len(found) == 3 + 1  # three selections of 16 with one of 17; and the British pair
    assert all(isinstance(a, PlayCard) and a.area == "11" for a in found)


# --- fresh again ------------------------------------------------------------------------------------------


def test_spent_units_of_one_area_become_fresh() -> None:
    placed = [(unit(f"us-{n}"), "16 spent") for n in range(3)]
    state = shot(*placed, word="fresh-orders", side="allied")
    assert rules(state, PlayCard("fresh-orders", units=("us-0", "us-1", "us-2"))) == {"6.2"}
    assert len(ways(state, copy("fresh-orders"))) == 3 + 3
    state = play(state, PlayCard("fresh-orders", units=("us-0", "us-1")))
    assert where(state, "us-0", "us-1", "us-2") == ["16 fresh", "16 fresh", "16 spent"]
    assert state.text("side") == "german"


def test_which_units_a_card_cannot_make_fresh() -> None:
    placed = [
        (unit("us-0"), "16 spent"),
        (unit("us-far"), "17 spent"),
        (unit("us-ready"), "16"),
        (unit("us-sea"), "landing-gold spent"),
        (unit("ge-0"), "16 spent"),
    ]
    state = shot(*placed, word="fresh-orders", side="allied")

    def said(*units: str) -> set[str]:
        return rules(state, PlayCard("fresh-orders", units=units))

    assert said("us-0") == set()
    assert said() == said("us-0", "us-0") == said("us-0", "us-far") == said("ge-0") == {"6.2"}
    assert said("us-ready") == {"2.1.1"}
    assert said("us-sea") == {"12.3"}
    german = shot((strongpoint("ge-sp"), "16 spent"), (unit("us-1"), "17"), word="regroup")
    assert rules(german, PlayCard("regroup", units=("ge-sp",))) == {"6.2"}
    assert not ways(german, copy("regroup"))


# --- hands and Support Points -----------------------------------------------------------------------------


def test_drawing_cards_by_a_card_up_to_seven() -> None:
    state = shot(word="build-up", side="allied")
    state = play(state, PlayCard("build-up"))
    assert state.decision is not None
    assert state.decision.data["dice"] == ["d26"]
    state = play(state, (1,), (25,))
    assert len(cards.hand(state, "allied")) == 2
    assert (state.text("side"), place_of(state, "build-up")) == ("german", "discard")
    full = ["shock-assault"] * 4 + ["air-strike"] * 2
    state = shot(word="build-up", side="allied", facts=hands("build-up", *full))
    assert "1 card is drawn" in notes(state, PlayCard("build-up"))
    state = shot(word="build-up", side="allied", facts=hands("build-up", *full, "massed-guns"))
    assert rules(state, PlayCard("build-up")) == {"6.1"}


def test_the_enemy_discards_a_card_of_his_choice() -> None:
    state = shot(word="resistance", side="allied", facts=hands("flak", "bocage"))
    state = play(state, PlayCard("resistance"))
    assert (decision(state), place_of(state, "resistance")) == ("give-up", "removed")
    assert rules(state, GiveUp(copy("artillery"))) == {"6.2"}
    assert set(legal(state)) == {GiveUp(copy("flak")), GiveUp(copy("bocage"))}
    state = play(state, GiveUp(copy("flak")))
    assert (place_of(state, "flak"), place_of(state, "bocage")) == ("discard", "hand")
    assert state.text("side") == "german"
    assert rules(shot(word="resistance", side="allied"), PlayCard("resistance")) == {"6.2"}


def test_more_support_points_go_with_the_impulse() -> None:
    placed = [(unit("us-1"), "16"), (unit("ge-1"), "16")]
    state = shot(*placed, word="more-shells", side="allied", support=4)
    state = play(state, PlayCard("more-shells"))
    assert (state.number("support"), state.text("side")) == (6, "allied")
    state = play(state, FireAttack(("us-1",)))
    assert decision(state) == "support"
    assert rules(state, AddSupport(3)) == {"9.3.3"}  # the cap of an attack stays
    other = shot(*placed, word="more-shells", side="german")
    assert rules(other, PlayCard("more-shells")) == {"7.0"}


# --- reinforcements that come early -----------------------------------------------------------------------


def reserves(word: str = "hitler-commits-panzers", **more: Any) -> Position:
    """Turn 2 with German units of turns 2, 3 and 4 still to come."""
    waiting = [(unit(f"ge-{n}", arrival=n, entry=("zone-a",)), "turn-track") for n in (2, 3, 4)]
    return shot(*waiting, (unit("us-4", arrival=3, entry=("gold",)), "turn-track"), word=word, **more)


def due(state: Position, turn: int = 0, side: str = "german") -> list[str]:
    return [p.uid for p in r12_reinforcements.due(state, side, turn)]


def test_all_german_reserves_come_one_turn_early() -> None:
    state = reserves()
    assert [due(state, turn) for turn in (2, 3, 4)] == [["ge-2"], ["ge-3"], ["ge-4"]]
    assert ways(state, "hitler-commits-panzers") == [PlayCard(copy("hitler-commits-panzers"))]
    assert "12.1 arrive early (turns: 1)" in notes(state, PlayCard("hitler-commits-panzers"))
    after = play(state, PlayCard("hitler-commits-panzers"))
    assert (place_of(after, "hitler-commits-panzers"), after.text("side")) == ("removed", "allied")
    assert [due(after, turn) for turn in (2, 3, 4)] == [["ge-2", "ge-3"], ["ge-4"], []]
    assert due(after, 3, "allied") == due(state, 3, "allied") == ["us-4"]
    draft = after.draft()
    r12_reinforcements.begin(draft, "german")
    assert where(draft.finish(), "ge-2", "ge-3", "ge-4") == [
        "zone-a fresh",
        "zone-a fresh",
        "turn-track fresh",
    ]


def test_reserves_come_early_once_and_only_while_some_are_to_come() -> None:
    word = "hitler-commits-panzers"
    assert rules(reserves(facts={("hastened", "german"): 1}), PlayCard(word)) == {"6.2"}
    late = reserves(turn=4)
    assert rules(late, PlayCard(word)) == {"12.1"}
    assert not ways(late, word)
    assert rules(reserves(turn=3), PlayCard(word)) == set()
    assert rules(reserves(), PlayCard(word, units=("ge-3",))) == {"6.2"}


def test_patton_keeps_the_reserves_waiting() -> None:
    word = "hitler-commits-panzers"
    state = play(reserves(facts=hands("where-is-patton")), PlayCard(word))
    assert decision(state) == "window"
    assert ways(state, "where-is-patton") == [Respond(copy("where-is-patton"))]
    stopped = play(state, Respond("where-is-patton"))
    assert (due(stopped), stopped.number("hastened", "german")) == (["ge-2"], 0)
    assert {place_of(stopped, w) for w in (word, "where-is-patton")} == {"removed"}
    assert (stopped.pending, stopped.text("side")) == ((), "allied")
    assert due(declined(state)) == ["ge-2", "ge-3"]


# --- units that come by cards -----------------------------------------------------------------------------

GOETZ = unit("ge-goetz")


def test_goetz_recon_arrives_fresh_and_the_card_leaves_the_game() -> None:
    state = shot((GOETZ, "set-aside"), word="goetz-recon")
    assert [a.area for a in ways(state, copy("goetz-recon"))] == [
        "far",
        "inland",
        "gold",
        "12",
        "11",
        "15",
        "17",
    ]
    state = play(state, PlayCard("goetz-recon", "inland"))
    assert where(state, "ge-goetz") == ["inland fresh"]
    assert (place_of(state, "goetz-recon"), state.text("side")) == ("removed", "allied")


def test_where_a_unit_cannot_arrive() -> None:
    crowd = [(unit(f"ge-f{n}"), "far") for n in range(6)]
    cut = [(unit("us-12"), "12"), (unit("us-i"), "inland"), (unit("ge-i"), "inland")]
    state = shot((GOETZ, "set-aside"), *crowd, *cut, word="goetz-recon", facts=held("12", "gold"))

    def said(area: str) -> set[str]:
        return rules(state, PlayCard("goetz-recon", area))

    assert said("far") == {"8.1"}
    assert said("inland") == {"2.1.1"}  # an enemy unit
    assert said("gold") == {"2.1.1", "15.0"}  # Allied
    assert said("11") == {"15.0"}  # cut off
    assert said("zone-a") == {"12.3"}
    assert said("") == {"2.1.1"}
    assert not ways(state, copy("goetz-recon"))


def test_a_unit_arrives_once() -> None:
    there = shot((GOETZ, "inland"), word="goetz-recon")
    assert "has come into play before" in reasons(there, PlayCard("goetz-recon", "far"))
    assert rules(shot(word="goetz-recon"), PlayCard("goetz-recon", "far")) == {"2.1.1"}


# --- marching ---------------------------------------------------------------------------------------------


def test_a_march_goes_with_the_impulse_and_is_forgotten_after_it() -> None:
    state = shot((unit("us-1"), "16"), (unit("us-sea"), "landing-gold"), word="fast-column", side="allied")
    state = play(state, PlayCard("fast-column"))
    assert (state.text("side"), place_of(state, "fast-column")) == ("allied", "discard")
    bonus = [cards.movement_bonus(state, [state.pieces[u]]) for u in ("us-1", "us-sea", "ge-spare")]
    assert bonus == [2, 0, 0]
    state = play(state, Move(("us-1",), ("17",)))
    assert cards.in_effect(state, "allied", "march") == 0
    assert state.text("side") == "german"


def test_a_march_is_not_cumulative_and_needs_units_that_can_move() -> None:
    facts = {("effect", copy("fast-column")): 2}
    state = shot((unit("us-1"), "16"), word="fast-column", side="allied", facts=facts)
    assert rules(state, PlayCard("fast-column")) == {"6.2"}
    spent = battle(ground(COAST, COAST_LINKS), (unit("us-1"), "16"), facts=hands("fast-column"))
    draft = spent.draft()
    for uid in ("us-1", "us-spare"):
        draft.set_status(uid, "spent")
    assert rules(draft.finish(), PlayCard("fast-column")) == {"8.0"}


def test_a_pass_forgets_a_march() -> None:
    state = shot((unit("us-1"), "16"), word="fast-column", side="allied", facts=hands("flak"))
    state = play(state, PlayCard("fast-column"), Pass())
    assert not state.subjects("effect")


def test_every_kind_of_card_is_paid_when_it_is_played() -> None:
    state = shot((unit("us-1"), "16"), (unit("ge-1"), "16"), word="defensive-fire")
    after = declined(play(state, PlayCard("defensive-fire", units=("ge-1",))))
    assert place_of(after, "defensive-fire") == "discard"


def test_a_march_lengthens_the_move_of_the_impulse() -> None:
    more = hands("air-strike")
    placed = [(unit("us-1", mf=1), "16"), (unit("ge-15"), "15")]
    state = shot(*placed, word="fast-column", side="allied", facts=more)
    assert rules(state, Move(("us-1",), ("11",))) == {"8.0"}
    assert rules(state, Assault(("us-1",), "15", copy("air-strike"))) == {"8.0"}
    state = play(state, PlayCard("fast-column"))
    assert rules(state, Move(("us-1",), ("11",))) == set()
    assert "adds 2 movement points" in notes(state, Move(("us-1",), ("11",)))
    assert rules(state, Assault(("us-1",), "15", copy("air-strike"))) == set()
    assert "11" in r08_reach.reach(state, ("us-1",)).destinations
    sea = shot((unit("us-1", mf=1), "landing-gold"), (unit("us-2"), "16"), word="fast-column", side="allied")
    sea = play(sea, PlayCard("fast-column"))
    assert rules(sea, Move(("us-1",), ("gold",))) == {"8.0"}  # 12.3
