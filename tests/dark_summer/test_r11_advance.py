"""Sections 11.3.8, 9.4.1, 9.4.3, 11.4 and 11.9: advance after Combat, and Beaches that open or close."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import game
from adjudicator.dark_summer.r11_advance import Advance, advance_faults, second_faults
from adjudicator.dark_summer.r11_attack import Attack
from adjudicator.dark_summer.r11_resolve import Combat, begin
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import unit
from tests.dark_summer.fighting import battle, ground
from tests.playing import decision, options, play, reasons, rules

US, TANK = unit("us-1", factor=5), unit("us-cc", "armor", size="combat-command", factor=5)
KG, GERMAN = unit("ge-kg", "mechanized", factor=9), unit("ge-914")
STRONGPOINT = unit("ge-sp", "strongpoint", steps=1)
RESERVE = (unit("ge-r"), "3510")
LANDER, LANDER2 = (unit(f"us-w{n}", marks=("wave-1",)) for n in (1, 2))
FOLLOWER = unit("us-w3", marks=("wave-2",))


def won(
    target: str,
    attackers: tuple[str, ...],
    *placed: tuple[Unit, str],
    on: Board | None = None,
    kind: str = "combat",
    group: str = "us",
    falls: bool = False,
    **more: Any,
) -> Position:
    """The defender's hex is empty, and the attackers may advance."""
    state = battle(kind, group, *placed, RESERVE, on=on, **more)
    draft = state.draft()
    wave = kind if kind.endswith("wave") else ""
    begin(draft, Combat(target, attackers, wave, stage="advance", falls=falls))
    return draft.finish()


# --- one hex (11.3.8) -----------------------------------------------------------------------------------


def test_attackers_advance_into_the_empty_hex_or_stay() -> None:
    state = won("3306", ("us-1", "us-cc"), (US, "3305"), (TANK, "3305"))
    found = {frozenset(a.units) for a in options(state, Advance) if isinstance(a, Advance)}
    assert found == {frozenset(), frozenset({"us-1"}), frozenset({"us-cc"}), frozenset({"us-1", "us-cc"})}
    after = play(state, Advance(("us-1",)))
    assert after.pieces["us-1"].space == "3306"
    assert after.text("control", "3306") == "allied"
    assert not after.pending


def test_nobody_is_asked_while_a_defender_is_left() -> None:
    assert not won("3306", ("us-1",), (US, "3305"), (GERMAN, "3306")).pending


def test_only_attackers_advance() -> None:
    state = won("3306", ("us-1",), (US, "3305"), (TANK, "3305"))
    assert "did not attack" in reasons(state, Advance(("us-cc",)))
    assert "named twice" in reasons(state, Advance(("us-1", "us-1")))


def test_enemy_zocs_do_not_matter() -> None:
    state = won("3306", ("us-1",), (US, "3305"), (GERMAN, "3307"))
    assert rules(state, Advance(("us-1",))) == set()


@pytest.mark.parametrize(("bridge", "legal"), [(False, False), (True, True)])
def test_vehicles_need_a_bridge_over_a_major_river(bridge: bool, legal: bool) -> None:
    river = ground(sides={"3305/3306": "major-river"}, roads=["3305/3306"] if bridge else [])
    state = won("3306", ("us-1", "us-cc"), (US, "3305"), (TANK, "3305"), on=river)
    assert rules(state, Advance(("us-cc",))) == (set() if legal else {"11.3.8"})
    assert rules(state, Advance(("us-1",))) == set()


def test_an_exit_marker_of_the_other_group_keeps_units_out() -> None:
    marked = won("3306", ("us-1",), (US, "3305"), exit_marker__3306="british")
    assert not marked.pending
    own = won("3306", ("us-1",), (US, "3305"), exit_marker__3306="us")
    assert rules(own, Advance(("us-1",))) == set()
    assert [v.rule for v in advance_faults(marked, "us-1", "3306")] == ["10.1"]


def test_strongpoints_never_advance() -> None:
    state = won("3305", ("ge-sp", "ge-kg"), (STRONGPOINT, "3306"), (KG, "3306"), group="german")
    assert rules(state, Advance(("ge-sp",))) == {"11.5.1"}
    assert not won("3305", ("ge-sp",), (STRONGPOINT, "3306"), group="german").pending
    assert advance_faults(state, "ge-kg", "3305") == ()


def test_flak_may_advance() -> None:
    flak = unit("ge-flak", "flak", factor=0)
    state = won("3305", ("ge-flak", "ge-kg"), (flak, "3306"), (KG, "3306"), group="german")
    assert rules(state, Advance(("ge-flak",))) == set()


def test_the_stacking_limit_holds() -> None:
    placed = [(unit(f"us-{n}", division="1"), "3305") for n in range(1, 4)]
    others = [(unit(f"us-{n}", division="29"), "3206") for n in range(4, 6)]
    units = tuple(u.id for u, _ in (*placed, *others))
    state = won("3306", units, *placed, *others)
    assert rules(state, Advance(units)) == {"5.1"}
    assert rules(state, Advance(units[:3])) == set()
    assert rules(state, Advance(units[3:])) == set()


def test_a_second_hex_is_for_the_wave_rounds() -> None:
    state = won("3306", ("us-1",), (US, "3305"))
    assert rules(state, Advance(("us-1",), (("us-1", "3307"),))) == {"11.4"}


# --- the 1st Wave Round (9.4.1) -------------------------------------------------------------------------


def landed(**more: Any) -> Position:
    placed = [(LANDER, "approach-3203"), (LANDER2, "approach-3203")]
    return won("3203", ("us-w1", "us-w2"), *placed, kind="first-wave", group="allied", **more)


def test_a_landing_opens_the_beach_and_may_go_on() -> None:
    state = landed()
    assert rules(state, Advance()) == {"9.4.1"}
    assert rules(state, Advance(("us-w1",))) == {"9.4.1"}
    after = play(state, Advance(("us-w1", "us-w2"), (("us-w2", "3204"),)))
    assert after.text("beach", "3203") == "open"
    assert [after.pieces[u].space for u in ("us-w1", "us-w2")] == ["3203", "3204"]
    assert after.text("control", "3204") == "allied"


def test_the_second_hex_ignores_enemy_zocs_in_the_first_wave_only() -> None:
    near = (GERMAN, "3304")
    state = won("3203", ("us-w1",), (LANDER, "approach-3203"), near, kind="first-wave", group="allied")
    go_on = Advance(("us-w1",), (("us-w1", "3204"),))
    assert rules(state, go_on) == set()


@pytest.mark.parametrize(
    ("to", "word"),
    [
        ("3205", "not adjacent"),
        ("3204", "is occupied by"),
        ("3202", "Impassable"),
        ("9999", "there is no hex"),
    ],
)
def test_where_the_second_hex_cannot_be(to: str, word: str) -> None:
    on = ground(terrain={"3202": "sea"})
    placed = [(LANDER, "approach-3203"), (GERMAN, "3204")]
    state = won("3203", ("us-w1",), *placed, on=on, kind="first-wave", group="allied")
    assert word in reasons(state, Advance(("us-w1",), (("us-w1", to),)))


def test_who_stays_offshore_cannot_go_on() -> None:
    state = landed()
    assert "11.4" in rules(state, Advance(("us-w1",), (("us-w2", "3204"),)))


def test_pointe_du_hoc_is_no_beach() -> None:
    rangers = unit("us-rng", "special-forces", size="battalion", marks=("wave-1",))
    place = "approach-pointe-du-hoc"
    state = won("3003", ("us-rng",), (rangers, place), kind="first-wave", group="allied")
    after = play(state, Advance(("us-rng",)))
    assert after.text("beach", "3003") == ""


# --- the 2nd Wave Round (9.4.3) -------------------------------------------------------------------------


def second(*placed: tuple[Unit, str], on: Board | None = None, target: str = "3304", **more: Any) -> Position:
    return won(
        target, ("us-w1",), (LANDER, "3303"), *placed, on=on, kind="second-wave", group="allied", **more
    )


def go(to: str, uid: str = "us-w1") -> Advance:
    return Advance((uid,), ((uid, to),))


def test_all_units_of_the_approach_advance() -> None:
    state = won(
        "3203",
        ("us-w1",),
        (LANDER, "approach-3203"),
        (FOLLOWER, "approach-3203"),
        kind="second-wave",
        group="allied",
    )
    assert rules(state, Advance(("us-w1",))) == {"9.4.3"}
    after = play(state, Advance(("us-w1", "us-w3")))
    assert after.pieces["us-w3"].space == "3203"
    assert after.text("beach", "3203") == "open"


def test_units_ashore_are_free_to_stay() -> None:
    assert rules(second(), Advance()) == set()


def test_out_of_a_hex_in_no_zoc_into_one() -> None:
    state = second((GERMAN, "3306"))  # its ZOC covers 3305, not 3304
    assert rules(state, go("3305")) == set()


def test_not_from_a_zoc_into_a_zoc() -> None:
    state = second((GERMAN, "3305"))
    assert rules(state, go("3405")) == {"9.4.3"}
    assert "both are in enemy ZOCs" in reasons(state, go("3405"))
    assert rules(state, go("3404")) == set()


def test_unless_another_friend_in_the_second_hex_negates_it() -> None:
    state = second((GERMAN, "3305"), (unit("us-501", "paratrooper"), "3405"))
    assert rules(state, go("3405")) == set()


def test_a_beach_that_opens_is_in_no_zoc() -> None:
    state = won("3203", ("us-w1",), (LANDER, "3303"), (GERMAN, "3204"), kind="second-wave", group="allied")
    assert second_faults(state, "us-w1", "3203", "3103", "second-wave") == ()


def test_armor_needs_a_bridge_for_the_second_hex() -> None:
    """ds-ex-20."""
    tank = unit("us-70", "armor", marks=("wave-2",))
    river = ground(sides={"3304/3305": "major-river"})
    state = won("3304", ("us-70",), (tank, "3303"), on=river, kind="second-wave", group="allied")
    assert rules(state, go("3305", "us-70")) == {"11.3.8"}
    bridged = ground(sides={"3304/3305": "major-river"}, roads=["3304/3305"])
    over = won("3304", ("us-70",), (tank, "3303"), on=bridged, kind="second-wave", group="allied")
    assert rules(over, go("3305", "us-70")) == set()


def test_the_boundary_holds_for_the_second_hex() -> None:
    state = won("3605", ("us-w1",), (LANDER, "3505"), kind="second-wave", group="allied")
    assert rules(state, go("3705")) == {"15.0"}


def test_the_target_may_be_over_stacked_the_second_hex_not() -> None:
    placed = [(unit(f"us-{n}", marks=("wave-2",)), "3303") for n in range(6)]
    units = tuple(u.id for u, _ in placed)
    state = won("3304", units, *placed, kind="second-wave", group="allied")
    assert rules(state, Advance(units)) == set()
    assert rules(state, Advance(units, tuple((u, "3305") for u in units))) == {"5.1"}
    assert rules(state, Advance(units, tuple((u, "3305") for u in units[:4]))) == set()


# --- Open Beaches (11.9) --------------------------------------------------------------------------------


def test_a_german_who_advances_closes_a_beach_that_fell() -> None:
    state = won("3303", ("ge-kg",), (KG, "3304"), group="german", falls=True)
    after = play(state, Advance(("ge-kg",)))
    assert after.text("beach", "3303") == "closed"
    assert after.flag("beach-captured", "3303")


def test_a_beach_is_not_captured_without_an_advance() -> None:
    state = won("3303", ("ge-kg",), (KG, "3304"), group="german", falls=True)
    after = play(state, Advance())
    assert after.text("beach", "3303") == "open"
    assert not after.flag("beach-captured", "3303")


def test_a_beach_that_stands_keeps_germans_out() -> None:
    assert not won("3303", ("ge-kg",), (KG, "3304"), group="german").pending


@pytest.mark.parametrize("die", range(1, 7))
def test_an_open_beach_alone_against_every_die(die: int) -> None:
    state = battle("combat", "german", (KG, "3304"), RESERVE)
    after = play(state, Attack("3303", ("ge-kg",)), die)
    assert decision(after) in {"", "advance", "exchange"}
    assert after.text("beach", "3303") == "open"


def test_units_driven_out_of_a_beach_leave_it_standing() -> None:
    state = battle("combat", "german", (KG, "3304"), (US, "3303"), RESERVE)
    draft = state.draft()
    begin(draft, Combat("3303", ("ge-kg",), stage="result", code="BL1"))
    again = draft.finish()
    assert again.text("beach", "3303") == "open"
    assert not again.pending


def test_de_takes_the_beach_with_its_units() -> None:
    state = battle("combat", "german", (KG, "3304"), (US, "3303"), RESERVE)
    draft = state.draft()
    begin(draft, Combat("3303", ("ge-kg",), stage="result", code="DE"))
    fallen = draft.finish()
    assert fallen.pieces["us-1"].space == "eliminated"
    assert decision(fallen) == "advance"
    assert play(fallen, Advance(("ge-kg",))).text("beach", "3303") == "closed"


def test_once_closed_always_closed() -> None:
    state = won("3303", ("us-1",), (US, "3304"), beach__3303="closed")
    after = play(state, Advance(("us-1",)))
    assert after.text("beach", "3303") == "closed"


def test_a_second_hex_in_the_first_wave_is_judged_and_told_by_its_own_section() -> None:
    state = won(
        "3303", ("us-w1",), (LANDER, "approach-3303"), (GERMAN, "3304"), kind="first-wave", group="allied"
    )
    assert rules(state, Advance(("us-w1",), (("us-w1", "3304"),))) == {"9.4.1"}
    onward = game.check(state, Advance(("us-w1",), (("us-w1", "3204"),)))
    assert onward.ok
    assert "us-w1 goes on to 3204, enemy ZOCs ignored" in [s.text for s in onward.steps]
