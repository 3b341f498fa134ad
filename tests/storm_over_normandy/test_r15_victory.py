"""Section 15.0: chains of control, the points of a turn, and who wins."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import r03_set_up, r15_chains, r15_victory, terms
from tests.storm_over_normandy.build import board, held, position, unit

AREAS = (
    "gold 1 vp1",
    "bayeux 2 vp2",
    "tilly 3 vp1",
    "ranville 1 vp4",
    "caumont 2 vp3",
    "rear 1 vp2",
    "pocket 1 vp5",
    "zone-a 1",
    "zone-b 4",
)
LINKS = (
    "gold/bayeux",
    "bayeux/tilly",
    "tilly/caumont odl",
    "tilly/ranville impassable",
    "caumont/rear",
    "rear/zone-a",
    "caumont/zone-b",
    "caumont/pocket impassable",
)


def state(
    *allied: str,
    placed: tuple[tuple[str, str], ...] = (),
    letters: dict[str, str] | None = None,
    **said: Fact,
) -> Position:
    facts: dict[Key, Fact] = {("turn", ""): 4, **held(*allied)}
    facts |= {(item, ""): value for item, value in said.items()}
    there = [(unit(uid, airborne=uid.endswith("ab")), where) for uid, where in placed]
    return position(board(AREAS, LINKS), *there, facts=facts, options=letters)


def change(found: Position) -> int:
    return r15_victory.explain_change(Inquiry(found))


def lost(found: Position, **groups: int) -> Position:
    draft = found.draft()
    for group, count in groups.items():
        draft.set("lost", count, group.replace("_", "-"))
    return draft.finish()


# --- chains -----------------------------------------------------------------------------------------------


def test_allied_areas_are_chained_to_a_beach_that_the_allies_control() -> None:
    found = r15_chains.chains(state("gold", "bayeux"), "allied")
    assert set(found.before) == {"gold", "bayeux"}
    assert not r15_chains.chains(state("bayeux"), "allied").before


def test_a_red_dashed_line_cuts_and_by_another_reading_not() -> None:
    west = ("gold", "bayeux", "tilly", "ranville")
    assert "ranville" not in r15_chains.chains(state(*west), "allied")
    assert "ranville" in r15_chains.chains(state(*west, letters={"vp-chain-lines": "C"}), "allied")


@pytest.mark.parametrize(("letter", "linked"), [("A", True), ("B", False), ("C", True)])
def test_the_dividing_line_and_the_allied_chain(letter: str, linked: bool) -> None:
    found = state("gold", "bayeux", "tilly", "caumont", letters={"vp-chain-lines": letter})
    assert ("caumont" in r15_chains.chains(found, "allied")) is linked


@pytest.mark.parametrize(("letter", "linked"), [("A", False), ("B", True)])
def test_whether_the_beach_itself_must_be_allied(letter: str, linked: bool) -> None:
    found = state("bayeux", "tilly", letters={"vp-chain-beach": letter})
    assert ("tilly" in r15_chains.chains(found, "allied")) is linked


def test_the_dividing_line_never_cuts_a_german_chain() -> None:
    found = state("gold", letters={"vp-chain-lines": "B"})
    assert "tilly" in r15_chains.chains(found, "german")


def test_german_areas_are_chained_to_a_reinforcement_box() -> None:
    found = r15_chains.chains(state("gold"), "german")
    assert found.roots == ("rear", "caumont")
    assert set(found.before) == {"rear", "caumont", "tilly", "bayeux"}
    assert "pocket" not in found


def test_an_enemy_unit_in_the_chain_does_not_cut_it_but_control_does() -> None:
    contested = state("gold", "bayeux", placed=(("us-1", "gold"), ("ge-1", "gold")))
    assert "bayeux" in r15_chains.chains(contested, "allied")
    assert "bayeux" not in r15_chains.chains(state("bayeux", placed=(("us-1", "bayeux"),)), "allied")


def test_the_way_is_told() -> None:
    told = (True, "chained to a beach: Tilly - Bayeux - Gold")
    assert chained(state("gold", "bayeux", "tilly"), "tilly") == told
    assert chained(state("gold", "bayeux", "tilly", "caumont"), "zone-b")[0]
    assert not chained(state("ranville"), "ranville")[0]
    assert not chained(state(), "zone-b")[0]
    assert "Reinforcement Box" in chained(state(), "tilly")[1]


def chained(here: Position, area: str) -> tuple[bool, str]:
    """Whether an Area is chained, and the last thing that is said of it."""
    inquiry = Inquiry(here)
    linked = r15_chains.explain_chain(inquiry, area)
    return linked, inquiry.steps[-1].text


# --- points -----------------------------------------------------------------------------------------------


def test_areas_of_both_sides() -> None:
    assert change(state("gold", "bayeux")) == (1 + 2) - (1 + 3 + 2)


def test_isolated_areas_of_either_side_count_for_nobody() -> None:
    everything = ("gold", "bayeux", "tilly", "ranville")
    assert change(state(*everything)) == (1 + 2 + 1) - (3 + 2)  # ranville and pocket are cut off
    assert change(state("gold", "bayeux", "tilly", "caumont", "rear")) == 1 + 2 + 1 + 3 + 2


def test_units_in_reinforcement_boxes_count_every_turn_when_chained() -> None:
    west = ("gold", "bayeux", "tilly", "caumont", "rear")
    base = change(state(*west))
    assert change(state(*west, placed=(("us-1", "zone-b"), ("us-2", "zone-b")))) == base + 4
    assert change(state(*west, placed=(("us-1", "zone-b"), ("ge-2", "zone-b")))) == base + 2
    cut = ("gold", "bayeux")
    assert change(state(*cut, placed=(("us-1", "zone-b"),))) == change(state(*cut))


@pytest.mark.parametrize(("units", "points"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_half_points_are_rounded_down(units: int, points: int) -> None:
    west = ("gold", "bayeux", "tilly", "caumont", "rear")
    inside = tuple((f"us-{n}", "zone-a") for n in range(units))
    assert change(state(*west, placed=inside)) == change(state(*west)) + points


def test_readings_of_the_rounding() -> None:
    both = ("zone-a 1", "zone-b 1")
    areas = tuple(a for a in AREAS if not a.startswith("zone"))
    on, inside = board([*areas, *both], LINKS), [(unit("us-1"), "zone-a"), (unit("us-2"), "zone-b")]
    west = held("gold", "bayeux", "tilly", "caumont", "rear")
    by_letter = {
        letter: change(position(on, *inside, facts=west, options={"vp-rounding": letter})) for letter in "ABC"
    }
    assert by_letter == {"A": 10, "B": 9, "C": 10}
    one = lost(state(*(a for _, a in west), placed=(("us-1", "zone-a"),)), non_airborne=6)
    assert change(one) == 9 - 12  # -2.5
    draft = one.draft()
    draft.options = {"vp-rounding": "C"}
    assert change(draft.finish()) == -2


def test_losses_of_the_turn_by_kind() -> None:
    base = state("gold", "bayeux")
    assert change(lost(base, non_airborne=2, airborne=3)) == change(base) - 4 - 3


def test_the_running_total_may_be_negative() -> None:
    draft = state("gold", vp=-2).draft()
    assert r15_victory.score(draft) == 1 - (2 + 1 + 3 + 2)
    assert draft.number("vp") == -9


# --- who wins ---------------------------------------------------------------------------------------------


def beaches(count: int, points: int, phase: str = "over") -> Position:
    facts: dict[Key, Fact] = {("turn", ""): 8, ("phase", ""): phase, ("vp", ""): points}
    return position(board([f"{b} 1" for b in terms.BEACHES]), facts={**facts, **held(*terms.BEACHES[:count])})


@pytest.mark.parametrize(
    ("count", "points", "side"),
    [(6, 31, "allied"), (5, 31, "allied"), (5, 30, "german"), (4, 99, "german"), (0, 31, "german")],
)
def test_five_beaches_and_more_than_thirty_points(count: int, points: int, side: str) -> None:
    found = beaches(count, points)
    assert r15_victory.winner(found) == side
    assert r15_victory.victory_ruling(found).answer == {"total": points, "change": 0, "winner": side}


def test_nobody_has_won_before_the_end() -> None:
    found = beaches(6, 50, "impulses")
    assert r15_victory.winner(found) == ""
    assert "would win" in r15_victory.victory_ruling(found).verdict


def test_points_that_have_been_counted_are_not_counted_again() -> None:
    found = state("gold", "bayeux", vp=7, phase="reinforcements-allied")
    assert r15_victory.victory_ruling(found).answer["total"] == 7
    assert r15_victory.victory_ruling(state("gold", "bayeux", vp=7)).answer["total"] == 7 + change(found)


def test_reconstructed_values_are_named() -> None:
    ruling = r15_victory.victory_ruling(r03_set_up.set_up())
    assert any(used.file == "spaces.csv" for used in ruling.sources)
    assert ruling.answer["winner"] == "german"
