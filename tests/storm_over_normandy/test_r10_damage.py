"""Sections 10.0 and 10.1: the owner takes damage."""

from __future__ import annotations

import pytest

from adjudicator.game import check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r09_attack import Attack, _wait, strength, take_result
from adjudicator.storm_over_normandy.r10_damage import (
    TakeDamage,
    best_choices,
    conditions_of,
    levels_of,
    ways_to_take,
)
from adjudicator.storm_over_normandy.r10_retreats import Retreat
from counters.catalog import Unit
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import board, held, position, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, carried_on, ground, notes, where

US = [unit(f"us-{n}") for n in (1, 2)]
GERMAN = unit("ge-22", df=10, spent_df=9)
OTHER = unit("ge-125", df=10, spent_df=9)
BATTALION = unit("ge-b", "battalion")


def hit(state: Position, damage: int, *, side: str = "allied", area: str = "16", **more: object) -> Position:
    """The position after an attack has done so much damage."""
    draft, attack = state.draft(), Attack("card", side, area, **more)  # type: ignore[arg-type]
    _wait(draft, attack, "end")
    points, defense = strength(Inquiry(draft), attack)
    take_result(draft, damage + defense - points)
    return carried_on(draft, state)


def take(*losses: tuple[str, str]) -> TakeDamage:
    return TakeDamage(losses)


def test_prices_of_the_units_themselves() -> None:
    placed: list[tuple[Unit, str]] = [
        (GERMAN, "16 spent"),
        (BATTALION, "16"),
        (strongpoint("ge-s", 9), "16 spent"),
    ]
    state = battle(ground(), *placed, (unit("ca-b", "brigade"), "11"))
    prices = {uid: dict(levels_of(state, piece)) for uid, piece in state.pieces.items()}
    assert prices["ge-22"] == {"": 0, "retreat": 2, "eliminate": 4}
    assert prices["ge-b"] == {"": 0, "flip": 1, "retreat": 2, "eliminate": 3}
    assert prices["ge-s"] == {"": 0, "eliminate": 3}
    assert prices["ca-b"] == {"": 0, "flip": 1, "retreat": 3, "eliminate": 5}


def fire_example() -> Position:
    placed = [(US[0], "16"), (GERMAN, "16 spent"), (OTHER, "16")]
    return battle(ground(), *placed, facts=held("11", "17"))


def test_fire_attack_example_eliminates_the_spent_regiment() -> None:  # SON-E10
    asked = hit(fire_example(), 4)
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.player) == ("damage", "german")
    ruling = check(asked, take(("ge-22", "eliminate")))
    assert ruling.ok
    assert (ruling.steps[0].rule, ruling.steps[0].value) == ("10.0", 4)
    after = play(asked, take(("ge-22", "eliminate")))
    assert where(after, "ge-22", "ge-125") == ["eliminated spent", "16 fresh"]
    assert after.text("control", "16") == "german"


def test_fire_attack_example_or_retreats_both_for_five() -> None:  # SON-E10
    asked = hit(fire_example(), 4)
    both = take(("ge-22", "retreat"), ("ge-125", "retreat"))
    assert "10.1 5 of 4 damage points are applied, 1 more than received" in notes(asked, both)
    choosing = play(asked, both)
    assert {a.to for a in options(choosing, Retreat)} == {"15", "beyond"}
    after = play(choosing, Retreat("ge-22", "15"), Retreat("ge-125", "15"))
    assert where(after, "ge-22", "ge-125") == ["15 spent", "15 spent"]
    assert after.text("control", "16") == "allied"


def test_less_damage_than_can_be_taken_is_illegal_with_the_reason() -> None:
    asked = hit(fire_example(), 4)
    for losses in (take(), take(("ge-22", "retreat")), take(("ge-22", "retreat"), ("ge-125", "flip"))):
        assert rules(asked, losses) == {"10.1"}
    assert "4 damage points were received and 4 can be applied, not only 3" in reasons(
        asked, take(("ge-22", "retreat"), ("ge-125", "flip"))
    )


def test_every_fault_is_told() -> None:
    asked = hit(fire_example(), 4)
    bad = take(("us-1", "flip"), ("ge-22", "flip"), ("ge-22", "eliminate"), ("ge-125", "vanish"))
    text = reasons(asked, bad)
    assert "us-1 is not among the units attacked" in text
    assert "ge-22 (spent) can retreat or eliminate, not 'flip'" in text
    assert "ge-22 is named twice" in text
    assert "not 'vanish'" in text
    assert rules(asked, TakeDamage((("ge-22",),))) == {"10.0"}  # type: ignore[arg-type]


def test_first_example_of_10_1() -> None:  # SON-E13
    after = hit(battle(ground(), (BATTALION, "16")), 5)
    assert (decision(after), where(after, "ge-b")) == ("", ["eliminated spent"])


def test_second_example_of_10_1() -> None:  # SON-E14
    placed = [(US[0], "16"), (US[1], "16")]
    state = battle(ground(), *placed, (OTHER, "16"), facts=held("16", "15"))
    asked = hit(state, 4, side="german")
    after = play(asked, take(("us-1", "flip"), ("us-2", "retreat")))
    assert where(after, "us-1", "us-2") == ["16 spent", "15 spent"]
    other = play(asked, take(("us-2", "eliminate")))
    assert where(other, "us-1", "us-2") == ["16 fresh", "eliminated spent"]
    assert other.number("lost", "non-airborne") == 1


def test_third_example_of_10_1() -> None:  # SON-E15
    state = battle(ground(), (GERMAN, "16 spent"), (US[0], "16"))
    asked = hit(state, 1)
    assert options(asked, TakeDamage) == [take(), take(("ge-22", "retreat")), take(("ge-22", "eliminate"))]
    assert "0 damage points are applied, 1 cannot be and are ignored" in notes(asked, take())
    assert where(play(asked, take()), "ge-22") == ["16 spent"]


def test_final_example_of_10_1() -> None:  # SON-E16
    state = battle(ground(), (US[0], "16"), (US[1], "16"), (OTHER, "16"), facts=held("16", "15"))
    asked = hit(state, 5, side="german")
    found = options(asked, TakeDamage)
    assert take(("us-2", "eliminate")) in found
    assert take(("us-1", "retreat"), ("us-2", "retreat")) in found
    assert take(("us-1", "flip"), ("us-2", "retreat")) not in found


def test_no_damage_gives_no_choice() -> None:  # trap 40
    after = hit(fire_example(), 0)
    assert (decision(after), where(after, "ge-22")) == ("", ["16 spent"])
    assert decision(hit(fire_example(), -3)) == ""


def test_strongpoints_go_first() -> None:
    placed = [(strongpoint("ge-s7", 7), "16"), (strongpoint("ge-s9", 9), "16 spent"), (BATTALION, "16")]
    asked = hit(battle(ground(), *placed), 3)
    bad = take(("ge-s7", "eliminate"), ("ge-b", "retreat"))
    assert rules(asked, bad) == {"10.0"}
    assert "before ge-s9 is eliminated" in reasons(asked, bad)
    assert rules(asked, take(("ge-s7", "flip"))) == {"10.0"}
    assert check(asked, take(("ge-s9", "eliminate"))).ok
    assert where(play(asked, take(("ge-s9", "eliminate"))), "ge-s7", "ge-b") == ["16 fresh", "16 fresh"]
    all_gone = take(("ge-s7", "eliminate"), ("ge-s9", "eliminate"), ("ge-b", "flip"))
    assert "no strongpoint is left" in notes(hit(battle(ground(), *placed), 5), all_gone)


def test_damage_below_the_price_of_the_strongpoint_is_wasted() -> None:
    placed = [(strongpoint("ge-s9", 9), "16"), (BATTALION, "16")]
    asked = hit(battle(ground(), *placed), 2)
    assert check(asked, take()).ok
    assert rules(asked, take(("ge-b", "retreat"))) == {"10.0"}


def test_alike_units_are_offered_once_and_either_is_legal() -> None:
    alike = [unit(f"ge-{n}") for n in (1, 2, 3)]
    asked = hit(battle(ground(), *[(u, "16") for u in alike]), 1)
    flips = [a for a in options(asked, TakeDamage) if [level for _, level in a.losses] == ["flip"]]
    assert len(flips) == 1
    assert all(check(asked, take((u.id, "flip"))).ok for u in alike)


# --- cards that eliminate nobody --------------------------------------------------------------------------


def test_such_a_card_refuses_eliminations_and_wants_flips_first() -> None:
    placed = [(GERMAN, "16 spent"), (OTHER, "16")]
    asked = hit(battle(ground(), *placed), 2, no_elimination=True)
    assert rules(asked, take(("ge-22", "eliminate"))) == {"10.2"}
    assert rules(asked, take(("ge-22", "retreat"))) == {"10.2"}
    assert "every fresh unit spent before one retreats" in reasons(asked, take(("ge-22", "retreat")))
    assert "10.2 flips come first" in notes(asked, take(("ge-22", "retreat"), ("ge-125", "flip")))


def test_by_option_flips_come_first_only_without_a_place_to_go() -> None:
    placed = [(GERMAN, "16 spent"), (OTHER, "16")]
    state = battle(ground(), *placed, options={"card-flips-first": "B"})
    asked = hit(state, 2, no_elimination=True)
    assert check(asked, take(("ge-22", "retreat"))).ok
    shut = battle(
        ground(), *placed, facts=held("11", "15", "17", "beyond"), options={"card-flips-first": "B"}
    )
    assert rules(hit(shut, 2, no_elimination=True), take(("ge-22", "retreat"))) == {"10.2"}


def test_strongpoints_and_such_a_card() -> None:
    placed = [(strongpoint("ge-s7", 7), "16"), (BATTALION, "16")]
    after = hit(battle(ground(), *placed), 3, no_elimination=True)
    assert (decision(after), where(after, "ge-b")) == ("", ["16 fresh"])
    opened = battle(ground(), *placed, facts=held("11"), options={"card-strongpoints": "B"})
    assert decision(hit(opened, 3, no_elimination=True)) == "retreat"


def test_conditions_are_plain_without_a_card() -> None:
    state = fire_example()
    assert conditions_of(state, None) == conditions_of(state, Attack("fire", "allied", "16"))


# --- best choices -----------------------------------------------------------------------------------------


def choices(state: Position, damage: int, attack: Attack) -> list[tuple[dict[str, str], int, int, int]]:
    pieces = [p for p in state.units_in(attack.area) if p.side != attack.side]
    found = best_choices(state, pieces, damage, attack)
    return [(dict(c.losses), c.points, c.eliminated, c.leaving) for c in found]


def test_best_choices_of_the_fire_attack_example() -> None:
    found = choices(fire_example(), 4, Attack("fire", "allied", "16"))
    assert ({"ge-22": "eliminate"}, 4, 1, 1) in found
    assert ({"ge-125": "retreat", "ge-22": "retreat"}, 5, 0, 2) in found
    assert ({"ge-125": "eliminate"}, 5, 1, 1) in found
    assert len(found) == 3
    assert found[0][2] == 0


def test_a_retreat_without_a_place_counts_as_lost() -> None:
    state = battle(ground(), (GERMAN, "16 spent"), facts=held("11", "15", "17", "beyond"))
    assert choices(state, 2, Attack("fire", "allied", "16")) == [({"ge-22": "retreat"}, 2, 1, 1)]
    card = Attack("card", "allied", "16", no_elimination=True)
    assert choices(state, 2, card) == [({"ge-22": "retreat"}, 2, 0, 0)]


def test_who_finds_no_room_with_the_others_counts_as_lost() -> None:
    on = board(["a 1", "b 1"], ["a/b"])
    full = [(unit(f"ge-b{n}"), "b") for n in range(5)]
    state = position(on, (unit("ge-1"), "a spent"), (unit("ge-2"), "a spent"), *full)
    found = choices(state, 4, Attack("fire", "allied", "a"))
    assert ({"ge-1": "retreat", "ge-2": "retreat"}, 4, 1, 2) in found


def test_assaulters_hit_by_defensive_fire_leave_even_when_only_flipped() -> None:
    state = battle(ground(), (US[0], "11"), facts=held("17"))
    back = Attack("fire", "german", "11", targets=("us-1",), retreat_to={"us-1": "17"}, sent_back=True)
    assert choices(state, 1, back) == [({"us-1": "flip"}, 1, 0, 1)]


@pytest.mark.parametrize("damage", [1, 3, 6])
def test_ways_to_take_are_lazy(damage: int) -> None:
    state = battle(ground(), *[(unit(f"ge-{n}", df=n), "16") for n in range(1, 7)])
    ways = ways_to_take(state, state.units_in("16"), damage)
    assert sum({"flip": 1}.get(level, 9) for _, level in next(ways)) >= damage
