"""Section 8.3."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.dark_summer.r08_withdrawals import WithdrawUnit, way_to_beach, withdrawable
from adjudicator.game import apply, check
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit

LAND = board([*hexes(30, 36, 3, 8), "4003", "4004", "1200", "1301", "1201"])
US: dict[Key, Fact] = {
    ("round-kind", ""): "move",
    ("round-group", ""): "us",
    ("round-part", ""): "entry",
    ("side", ""): "allied",
    ("turn", ""): 3,
    ("round", ""): 2,
    ("weather", ""): "cloud",
    ("beach", "3303"): "open",
    ("beach", "4003"): "open",
}
AIRBORNE = unit("us-82-505", "paratrooper", division="82")
RANGER = unit("us-rng-2", "special-forces", size="battalion", steps=1)


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return position(LAND, *placed, facts=US if facts is None else facts)


def why(here: Position, uid: str) -> list[str]:
    return [v.rule for v in check(here, WithdrawUnit(uid)).violations]


def test_it_leaves_for_good_when_the_way_is_open() -> None:
    here = at((AIRBORNE, "3306 reduced"))
    assert way_to_beach(here, here.pieces["us-82-505"]).path == ("3306", "3305", "3304", "3303")
    assert apply(here, WithdrawUnit("us-82-505")).pieces["us-82-505"].space == "withdrawn"


@pytest.mark.parametrize("type_", ["paratrooper", "glider", "special-forces"])
def test_the_classes(type_: str) -> None:
    assert why(at((unit("us-1", type_), "3304")), "us-1") == []


def test_others_stay() -> None:
    assert why(at((unit("us-1"), "3304")), "us-1") == ["8.3"]
    assert "8.3" in why(at((unit("ge-6", "paratrooper"), "3306")), "ge-6")
    assert why(at(), "nobody") == ["8.3"]


def test_until_turn_5_and_not_on_the_storm_turn() -> None:
    assert why(at((RANGER, "3304"), facts={**US, ("turn", ""): 5}), "us-rng-2") == []
    assert why(at((RANGER, "3304"), facts={**US, ("turn", ""): 6}), "us-rng-2") == ["8.3"]
    assert why(at((RANGER, "3304"), facts={**US, ("weather", ""): "storm"}), "us-rng-2") == ["8.3"]
    assert not list(withdrawable(at((RANGER, "3304"), facts={**US, ("turn", ""): 6}), "us"))
    assert not list(withdrawable(at((RANGER, "3304"), facts={**US, ("weather", ""): "storm"}), "us"))


@pytest.mark.parametrize(
    ("kind", "chit", "allowed"),
    [("combined", "move", True), ("combined", "combat", False), ("combat", "", False)],
)
def test_the_rounds(kind: str, chit: str, allowed: bool) -> None:
    here = at((RANGER, "3304"), facts={**US, ("round-kind", ""): kind, ("round-chit", ""): chit})
    assert (why(here, "us-rng-2") == []) is allowed
    assert bool(list(game.legal(here).of("withdraw-unit"))) is allowed


def test_only_before_movement_and_in_a_round_of_its_nationality() -> None:
    assert why(at((RANGER, "3304"), facts={**US, ("round-part", ""): "movement"}), "us-rng-2") == ["8.3"]
    assert why(at((RANGER, "3304"), facts={**US, ("round-group", ""): "british"}), "us-rng-2") == ["9.3"]


def test_enemy_units_and_zocs_block_the_way() -> None:
    wall = [(unit(f"ge-{n}"), n) for n in ("3106", "3306", "3506")]
    here = at((AIRBORNE, "3308"), *wall)
    assert why(here, "us-82-505") == ["8.3"]
    steps = check(here, WithdrawUnit("us-82-505")).steps
    blocked = [s for s in steps if "the way is blocked" in s.text]
    assert {s.rule for s in blocked} <= {"6.3", "10.1"}
    assert any("more hexes are closed" in s.text for s in steps)
    assert not list(withdrawable(here, "us"))


def test_a_friend_does_not_negate_zoc_for_it() -> None:
    small = board(["3303", "3304", "3305", "3204", "3404"], terrain={"3404": "flooded"})
    placed = [(AIRBORNE, "3305"), (unit("us-1"), "3304"), (unit("ge-1"), "3204")]
    assert [
        v.rule for v in check(position(small, *placed, facts=US), WithdrawUnit("us-82-505")).violations
    ] == ["8.3"]


def test_it_may_start_in_a_zoc_if_the_first_hex_is_free_of_one() -> None:
    here = at((AIRBORNE, "3306"), (unit("ge-1"), "3307"))
    assert why(here, "us-82-505") == []


def test_a_beach_is_never_in_german_zoc() -> None:
    here = at((AIRBORNE, "3304"), (unit("ge-1"), "3404"))
    assert why(here, "us-82-505") == []


def test_battalions_project_nothing_and_do_not_block() -> None:
    small = [
        (unit("ge-t", "armor", size="battalion"), "3306"),
        (unit("ge-u", "armor", size="battalion"), "3106"),
    ]
    assert why(at((AIRBORNE, "3308"), *small), "us-82-505") == []


def test_in_the_beach_hex_already() -> None:
    assert why(at((AIRBORNE, "3303"), (unit("ge-1"), "3304")), "us-82-505") == []


def test_only_beaches_of_its_own_nationality() -> None:
    british: dict[Key, Fact] = {**US, ("round-group", ""): "british"}
    commando = unit("br-1ss", "special-forces", size="brigade")
    assert why(at((commando, "4004"), facts=british), "br-1ss") == []
    assert why(at((commando, "3604"), facts=british), "br-1ss") == ["8.3"]
    assert why(at((AIRBORNE, "3304"), facts={**US, ("beach", "3303"): "closed"}), "us-82-505") == ["8.3"]


def test_out_of_the_cherbourg_box() -> None:
    coast = board(["1200", "1301", "1300", "1400", "1401", "2403", "2402", "2302", *hexes(13, 24, 0, 3)])
    facts: dict[Key, Fact] = {**US, ("beach", "2403"): "open"}
    here = position(coast, (AIRBORNE, "cherbourg"), facts=facts)
    assert why(here, "us-82-505") == []
    held = position(coast, (AIRBORNE, "cherbourg"), (unit("ge-1"), "cherbourg"), facts=facts)
    assert why(held, "us-82-505") == ["8.3"]


@pytest.mark.parametrize("where", ["eliminated", "withdrawn", "turn-track", "third-wave-omaha"])
def test_units_that_are_not_in_play(where: str) -> None:
    assert why(at((AIRBORNE, where)), "us-82-505") == ["8.3"]


def test_legal_actions() -> None:
    here = at((AIRBORNE, "3306"), (RANGER, "3204"), (unit("us-1"), "3304"))
    assert list(game.legal(here).of("withdraw-unit")) == [WithdrawUnit("us-82-505"), WithdrawUnit("us-rng-2")]


def test_a_narrow_way_is_explained_in_full() -> None:
    small = board(["3303", "3304", "3305"])
    steps = check(
        position(small, (AIRBORNE, "3305"), (unit("ge-1"), "3304"), facts=US), WithdrawUnit("us-82-505")
    ).steps
    assert [s.text for s in steps if "blocked" in s.text] == [
        "the way is blocked: 3304 is occupied by enemy units: ge-1"
    ]
    closed = check(
        position(small, (AIRBORNE, "3305"), facts={**US, ("beach", "3303"): ""}), WithdrawUnit("us-82-505")
    )
    assert closed.steps[-1].text == "no Beach of its nationality is Open"
