"""Section 11.0: Assaults, their price, and the assault example."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game import check
from adjudicator.position import Position
from adjudicator.storm_over_normandy import r11_assault
from adjudicator.storm_over_normandy.r06_play import Decline, PlayCard, Respond
from adjudicator.storm_over_normandy.r09_attack import current
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from adjudicator.storm_over_normandy.r11_assault import Assault
from counters.catalog import Unit
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, carried_on, ground, notes, where

CARD = "allied-shock-assault-1"
GERMAN_CARD = "german-artillery-1"
IN_HAND = {("card", CARD): "hand", ("card", GERMAN_CARD): "stack"}
BRIGADES = [unit(f"br-{n}", "brigade", division="50") for n in (1, 2, 3)]
IDS = tuple(u.id for u in BRIGADES)
GERMANS: list[tuple[Unit, str]] = [(unit("ge-a", af=2, df=10), "11"), (unit("ge-b", af=2), "11")]


def ready(*more: tuple[Unit, str], origin: str = "17", **facts: Any) -> Position:
    placed = [(u, origin) for u in BRIGADES]
    return battle(ground(), *placed, *GERMANS, *more, facts={**IN_HAND, **held("16", "17")}, **facts)


def assault(*units: str, target: str = "11", discard: str = CARD) -> Assault:
    return Assault(units or IDS, target, discard)


def test_an_assault_moves_in_attacks_and_ends_spent() -> None:
    state = ready()
    assert check(state, assault()).ok
    text = notes(state, assault())
    assert "11.0 17 holds no enemy unit" in text
    assert "11.0 11 holds ge-a, ge-b" in text
    assert "the way to 11 costs 2 of 4 movement points" in text
    assert "9.3.2 division integrity" in text
    rolling = play(state, assault())
    assert where(rolling, *IDS) == ["11 fresh"] * 3
    assert rolling.text("card", CARD) == "discard"
    after = play(rolling, (1, 1))
    assert where(after, *IDS) == ["11 spent"] * 3
    assert after.text("control", "11") == "german"
    assert after.text("side") == "german"


def test_only_the_assaulting_units_attack() -> None:
    state = ready((unit("br-9", division="50"), "11"))
    rolling = play(state, assault(*IDS[:2]))
    found = current(rolling)
    assert found is not None
    assert found.attackers == IDS[:2]
    after = play(rolling, (1, 1))
    assert where(after, "br-9", "br-3") == ["11 fresh", "17 fresh"]


def test_a_card_must_be_discarded() -> None:
    assert rules(ready(), assault(discard="")) == {"11.0"}
    assert "names no card to discard" in reasons(ready(), assault(discard=""))
    assert rules(ready(), assault(discard="allied-shock-assault-2")) == {"11.0"}
    assert rules(ready(), assault(discard=GERMAN_CARD)) == {"11.0"}


def test_the_origin_must_be_free_of_the_enemy_and_the_target_not() -> None:
    crowded = ready((unit("ge-c"), "17"))
    assert rules(crowded, assault()) == {"11.0"}
    assert "17 holds ge-c" in reasons(crowded, assault())
    assert rules(ready(), assault(target="16")) == {"11.0"}
    assert "holds no enemy unit" in reasons(ready(), assault(target="16"))


def test_every_fault_is_told_at_once() -> None:
    state = ready((unit("ge-c"), "17"))
    found = rules(state, assault(target="12", discard=""))
    assert found == {"8.0", "11.0"}
    text = reasons(state, assault(target="12", discard=""))
    for part in ("17 holds ge-c", "12 holds no enemy", "not adjacent", "names no card"):
        assert part in text


def test_units_need_the_points_to_enter() -> None:
    slow = battle(ground(), (unit("br-1", mf=1), "17"), *GERMANS, facts={**IN_HAND, **held("17")})
    assert rules(slow, assault("br-1")) == {"8.0"}


def test_the_stacking_limit_holds_in_the_target() -> None:
    there = [(unit(f"br-{n}"), "11") for n in (5, 6, 7, 8)]
    assert rules(ready(*there), assault()) == {"8.1"}
    assert check(ready(*there), assault(*IDS[:2])).ok


def test_lines_and_symbols_bar_an_assault_as_they_bar_a_move() -> None:
    placed: list[tuple[Unit, str]] = [(unit("us-505", airborne=True), "16"), (unit("ge-1"), "beyond")]
    state = battle(ground(), *placed, *GERMANS, facts={**IN_HAND, **held("16")})
    assert rules(state, assault("us-505", target="beyond")) == {"8.0"}
    assert rules(state, assault("us-505", target="11")) == {"8.0"}


def test_strongpoints_spent_units_and_other_spaces() -> None:
    on = ground(["utah 1 star", "inland 2"], ["utah/inland"])
    placed: list[tuple[Unit, str]] = [(strongpoint("ge-s"), "utah"), (unit("us-1"), "inland")]
    state = battle(on, *placed, side="german", facts={("card", GERMAN_CARD): "hand"})
    assert "2.1.1" in rules(state, Assault(("ge-s",), "inland", GERMAN_CARD))
    assert rules(ready(), Assault(IDS, "atlantis", CARD)) == {"11.0"}
    assert rules(ready(), Assault(IDS, "eliminated", CARD)) == {"11.0"}
    assert "7.1" in rules(ready(), assault("br-1", "us-spare"))


# --- boxes ------------------------------------------------------------------------------------------------


def landing(**facts: Any) -> Position:
    on = ground(["utah 1 star us", "inland 2"], ["utah/inland"])
    placed: list[tuple[Unit, str]] = [
        (unit("us-1"), "landing-utah"),
        (unit("us-2"), "exploitation-utah"),
        (unit("us-3"), "inland"),
        (strongpoint("ge-s", 8), "utah"),
    ]
    return battle(on, *placed, facts={**IN_HAND, **held("inland")}, **facts)


@pytest.mark.parametrize("uid", ["us-1", "us-2"])
def test_an_assault_out_of_a_landing_box_is_free(uid: str) -> None:
    assert check(landing(), Assault((uid,), "utah")).ok
    assert rules(landing(), Assault((uid,), "utah", CARD)) == {"11.0"}
    after = play(landing(), Assault((uid,), "utah"), Decline(), (1, 1))
    assert where(after, uid) == ["utah spent"]
    assert after.text("card", CARD) == "hand"


def test_it_is_not_free_of_points_or_stacking() -> None:
    on = ground(["utah 1 star us"])
    full = [(unit(f"us-{n}"), "utah") for n in range(6)]
    crowded = battle(on, (unit("us-9"), "landing-utah"), *full, (strongpoint("ge-s"), "utah"))
    assert rules(crowded, Assault(("us-9",), "utah")) == {"8.1"}
    slow = battle(on, (unit("us-9", mf=1), "landing-utah"), (strongpoint("ge-s"), "utah"))
    assert rules(slow, Assault(("us-9",), "utah")) == {"8.0"}


def test_no_assault_goes_into_a_box() -> None:
    on = ground(["a 1", "zone-a 2"], ["a/zone-a"])
    state = battle(on, (unit("us-1"), "a"), (unit("ge-1"), "zone-a"), facts={**IN_HAND, **held("a")})
    assert rules(state, Assault(("us-1",), "zone-a", CARD)) == {"11.0"}


def reinforced(option: str) -> Position:
    on = ground(["a 1", "zone-a 2"], ["a/zone-a"])
    placed: list[tuple[Unit, str]] = [(unit("ge-1"), "zone-a"), (unit("us-1"), "zone-a"), (unit("us-2"), "a")]
    facts = {("card", GERMAN_CARD): "hand", **held("a")}
    return battle(on, *placed, facts=facts, side="german", options={"box-with-enemies": option})


def test_germans_pay_out_of_a_reinforcement_box_and_enemies_in_it_are_an_open_point() -> None:
    paid, free = Assault(("ge-1",), "a", GERMAN_CARD), Assault(("ge-1",), "a")
    assert check(reinforced("A"), paid).ok
    assert rules(reinforced("A"), free) == {"11.0"}
    assert "12.3 enemy units in Zone A do not bar" in notes(reinforced("A"), paid)
    assert rules(reinforced("B"), paid) == {"11.0"}


def test_allied_units_never_leave_a_reinforcement_box() -> None:
    on = ground(["a 1", "zone-a 2"], ["a/zone-a"])
    state = battle(on, (unit("us-1"), "zone-a"), (unit("ge-1"), "a"), facts=IN_HAND)
    assert rules(state, Assault(("us-1",), "a", CARD)) == {"12.3"}


# --- the example: SON-E18 ---------------------------------------------------------------------------------


def shock() -> Position:
    there = [(unit(f"br-1{n}", "brigade"), "16") for n in (1, 2, 3)]
    return ready(*there)


def test_both_groups_of_a_shock_assault_go_in_together() -> None:
    state, all_six = shock(), (*IDS, "br-11", "br-12", "br-13")
    draft = state.draft()
    r11_assault.launch(draft, all_six, "11")
    rolling = carried_on(draft, state)
    found = current(rolling)
    assert found is not None
    assert set(found.attackers) == set(all_six)
    assert (found.origins["br-1"], found.origins["br-11"]) == ("17", "16")


def test_units_kept_by_bocage_stay_and_the_others_go_on() -> None:  # SON-E18
    state, all_six = shock(), (*IDS, "br-11", "br-12", "br-13")
    draft = state.draft()
    r11_assault.launch(draft, all_six, "11")
    for uid in ("br-11", "br-12", "br-13"):
        draft.set_status(uid, "spent")
    rolling = carried_on(draft, state)
    found = current(rolling)
    assert found is not None
    assert found.attackers == IDS
    assert where(rolling, "br-11", "br-1") == ["16 spent", "11 fresh"]


def test_an_assault_that_is_stopped_altogether_is_over() -> None:
    state = ready(origin="16")
    draft = state.draft()
    r11_assault.launch(draft, IDS, "11")
    for uid in IDS:
        draft.set_status(uid, "spent")
    after = carried_on(draft, state)
    assert (decision(after), where(after, *IDS)) == ("", ["16 spent"] * 3)


def test_two_groups_need_room_together() -> None:
    from adjudicator.inquiry import Inquiry

    there = [(unit("br-7"), "11")]
    state = ready(*[(unit(f"br-1{n}", "brigade"), "16") for n in (1, 2, 3)], *there)
    inquiry = Inquiry(state)
    pieces = [state.pieces[u] for u in (*IDS, "br-11", "br-12", "br-13")]
    r11_assault.check_assault(inquiry, pieces, "11")
    assert [v.rule for v in inquiry.violations] == ["8.1"]


def with_cards(*copies: str) -> Position:
    """The assault example: Shock Assault in the Allied hand, some cards in the German."""
    origin_16 = [(unit(f"br-1{n}", "brigade"), "16") for n in (1, 2, 3)]
    facts = {("card", copy): "hand" for copy in (CARD, *copies)}
    placed = [(u, "17") for u in BRIGADES]
    return battle(ground(), *placed, *origin_16, *GERMANS, facts={**facts, **held("16", "17")})


def test_the_assault_example_from_card_to_card() -> None:  # SON-E18, SON-E19, SON-E20
    state = with_cards("german-bocage-1", "german-defensive-fire-1")
    all_six = (*IDS, "br-11", "br-12", "br-13")
    asked = play(state, PlayCard(CARD, "11", all_six))
    assert rules(asked, Respond("german-bocage-1", "17")) == {"14.2"}
    entering = play(asked, Respond("german-bocage-1", "16"))
    assert where(entering, "br-11", "br-12", "br-13") == ["16 spent"] * 3
    assert where(entering, *IDS) == ["11 fresh"] * 3
    rolling = play(entering, Respond("german-defensive-fire-1", units=("ge-a", "ge-b")))
    fire = current(rolling)
    assert fire is not None
    assert (fire.side, fire.targets, fire.stay_fresh) == ("german", IDS, True)
    asked = play(rolling, (3, 3))
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.data["damage"]) == ("allied", 1)
    after = play(asked, TakeDamage((("br-2", "flip"),)), (2, 4))
    assert where(after, *IDS) == ["11 spent", "17 spent", "11 spent"]
    assert where(after, "ge-a", "ge-b") == ["11 fresh", "11 fresh"]
    assert (after.text("control", "11"), after.text("side")) == ("german", "german")
    assert after.text("card", CARD) == "discard"


def test_two_copies_of_defensive_fire_are_two_attacks() -> None:
    state = with_cards("german-defensive-fire-1", "german-defensive-fire-2")
    entering = play(state, PlayCard(CARD, "11", (*IDS, "br-11")))
    assert _is(entering, "leaving")
    fired = play(entering, Decline(), Respond("german-defensive-fire-1", units=("ge-a", "ge-b")))
    assert _is(fired, "attack")
    once = play(fired, Decline(), (6, 6))
    assert decision(once) == "damage"
    again = play(once, TakeDamage((("br-1", "eliminate"), ("br-2", "flip"), ("br-3", "flip"))))
    assert _is(again, "entering")
    twice = play(again, Respond("german-defensive-fire-2", units=("ge-a", "ge-b")))
    fire = current(twice)
    assert fire is not None
    assert fire.targets == ("br-11",)


def _is(state: Position, window: str) -> bool:
    return state.decision is not None and state.decision.data.get("window") == window


# --- options ----------------------------------------------------------------------------------------------


def test_options_name_targets_and_one_copy_of_each_card() -> None:
    state = ready()
    found = options(state, Assault)
    assert len(found) == 7
    assert {(a.target, a.discard) for a in found} == {("11", CARD)}
    more = {("card", "allied-shock-assault-2"): "hand"}
    placed = [(u, "17") for u in BRIGADES]
    two = battle(ground(), *placed, *GERMANS, facts={**IN_HAND, **more, **held("16", "17")})
    assert len(options(two, Assault)) == 7


def test_without_a_card_only_the_landing_boxes_assault() -> None:
    on = ground(["utah 1 star us", "inland 2"], ["utah/inland"])
    placed: list[tuple[Unit, str]] = [
        (unit("us-1"), "landing-utah"),
        (unit("us-3"), "inland"),
        (strongpoint("ge-s", 8), "utah"),
    ]
    state = battle(on, *placed, facts=held("inland"))
    assert options(state, Assault) == [Assault(("us-1",), "utah")]


def test_assaulting_711_releases_it() -> None:
    placed: list[tuple[Unit, str]] = [(BRIGADES[0], "17"), (unit("ge-711-744"), "11")]
    state = battle(ground(), *placed, facts={**IN_HAND, **held("17")})
    assert play(state, assault("br-1")).text("release") == "released"


# --- one Landing Box ----------------------------------------------------------------------------------------


def test_both_sections_of_a_landing_box_are_one_box() -> None:
    state, both = landing(), ("us-1", "us-2")
    assert check(state, Assault(both, "utah")).ok
    assert Assault(both, "utah") in options(state, Assault)
    after = play(state, Assault(both, "utah"), Decline(), (1, 1))
    assert where(after, *both) == ["utah spent", "utah spent"]
    assert "7.1" in rules(state, Assault(("us-1", "us-3"), "utah"))
