"""Sections 8.1 and 8.1.1."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.actions import Roll
from adjudicator.dark_summer import r08_entry
from adjudicator.dark_summer.r08_entry import ChooseEntryNumber, allowed_by, awaiting, chances, selectable
from adjudicator.dark_summer.r08_placement import PlaceReinforcement
from adjudicator.dice import Distribution
from adjudicator.errors import IllegalAction
from adjudicator.game import apply
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import play

EAST = board(hexes(56, 60, 8, 14), letters={"6010": "E", "6011": "E", "6012": "E"})
ROUND: dict[Key, Fact] = {
    ("round-kind", ""): "move",
    ("round-group", ""): "german",
    ("round-part", ""): "entry",
    ("side", ""): "german",
    ("round", ""): 5,
}


def reinforcements(*arrivals: int) -> list[tuple[Unit, str]]:
    return [(unit(f"ge-{n}", arrival=turn, entry=("E",)), "turn-track") for n, turn in enumerate(arrivals)]


def at(*placed: tuple[Unit, str], turn: int = 1, weather: str = "showers", **options: str) -> Position:
    here = position(EAST, *placed, facts={**ROUND, ("turn", ""): turn, ("weather", ""): weather})
    chosen = {"entry_number": "A", **options}
    here.options = {k.replace("_", "-"): v for k, v in chosen.items()}
    return here


def opened(here: Position) -> Position:
    draft = here.draft()
    r08_entry.open_entry(draft)
    return draft.finish()


def rolled(here: Position, die: int) -> Position:
    return apply(opened(here), Roll((die,)))


# --- the numbers of ds-ex-06 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("available", "die", "most"),
    [(7, 3, 3), (4, 2, 2), (4, 1, 2), (4, 4, 4), (4, 5, 4), (4, 6, 4)],
)
def test_the_worked_example(available: int, die: int, most: int) -> None:
    here = rolled(at(*reinforcements(*[1] * available)), die)
    assert here.number("entries-left") == most
    assert here.number("entry-roll") == die


@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_the_handicapped_die_must_be_used(die: int, number: int) -> None:
    assert allowed_by(die, 9, handicapped=True) == (number,)


@pytest.mark.parametrize(("weather", "number"), [("sun", 1), ("cloud", 4), ("storm", 4)])
def test_the_germans_are_handicapped_on_sun(weather: str, number: int) -> None:
    assert rolled(at(*reinforcements(*[2] * 8), turn=2, weather=weather), 2).number("entries-left") == number


def test_exact_chances() -> None:
    assert chances(at(*reinforcements(*[1] * 7)), "german") == Distribution({3: 3, 4: 1, 5: 1, 6: 1})
    assert chances(at(*reinforcements(*[1] * 4), weather="sun"), "german") == Distribution(
        {1: 3, 2: 1, 3: 1, 4: 1}
    )


def test_nothing_is_rolled_when_nothing_can_enter() -> None:
    assert opened(at()).decision is None
    assert opened(at(*reinforcements(2))).decision is None
    blocked = [(unit("us-1"), h) for h in ("6010", "6011", "6012")]
    assert opened(at(*reinforcements(1), *[(unit(f"us-{h}"), h) for _, h in blocked])).decision is None
    top = opened(at(*reinforcements(1))).decision
    assert top is not None
    assert (top.player, top.data["what"]) == ("dice", "formation-entry")


@pytest.mark.parametrize(
    ("kind", "chit", "open_"),
    [("move", "", True), ("combined", "move", True), ("combined", "combat", False), ("combat", "", False)],
)
def test_the_rounds_in_which_they_enter(kind: str, chit: str, open_: bool) -> None:
    here = at(*reinforcements(2), turn=2)
    draft = here.draft()
    draft.set("round-kind", kind)
    draft.set("round-chit", chit)
    r08_entry.open_entry(draft)
    assert (draft.decision is not None) is open_


# --- the choice of the number -------------------------------------------------------------------------------


def test_the_smaller_number_only_where_the_reading_allows_it() -> None:
    here = at(*reinforcements(1, 1, 1, 1), entry_number="B")
    asked = rolled(here, 4)
    assert asked.decision is not None
    assert asked.decision.player == "german"
    assert sorted(a.number for a in game.legal(asked).of("choose-entry-number")) == [2, 4]  # type: ignore[attr-defined]
    assert apply(asked, ChooseEntryNumber(2)).number("entries-left") == 2
    with pytest.raises(IllegalAction, match="2 or 4 Formations, not 3"):
        apply(asked, ChooseEntryNumber(3))


def test_equal_numbers_leave_no_choice() -> None:
    assert rolled(at(*reinforcements(1, 1, 1, 1), entry_number="B"), 2).decision is None


def test_blocked_formations_count_for_the_half_by_default() -> None:
    tiger = (
        unit("ge-tiger", "armor", size="battalion", marks=("tiger",), arrival=1, entry=("W",)),
        "turn-track",
    )
    placed = [*reinforcements(1), tiger]
    assert r08_entry.counted(at(*placed), "german") == 2
    assert r08_entry.counted(at(*placed, blocked_formations="B"), "german") == 1


# --- which Formations ---------------------------------------------------------------------------------------


def test_a_division_is_one_formation_and_iii_flak_corps_another() -> None:
    lehr = [unit(f"ge-9{n}", "mechanized", division="Lehr", arrival=1, entry=("E",)) for n in range(3)]
    flak = [unit(f"ge-f{n}", "flak", corps="III Flak", arrival=1, entry=("E",)) for n in range(3)]
    here = at(*[(u, "turn-track") for u in (*lehr, *flak)], *reinforcements(1))
    assert set(r08_entry.formations(here, "german")) == {"german Lehr", "III Flak", "ge-0"}


def test_earlier_turns_come_first_and_among_them_the_choice_is_free() -> None:
    here = at(*reinforcements(1, 2, 3), turn=3)
    assert selectable(here, "german") == {"ge-0", "ge-1"}
    ready = rolled(here, 3)
    with pytest.raises(IllegalAction, match="earlier turns must be chosen"):
        apply(ready, PlaceReinforcement("ge-2", "6010"))
    done = play(ready, PlaceReinforcement("ge-1", "6010"), PlaceReinforcement("ge-0", "6010"))
    assert apply(done, PlaceReinforcement("ge-2", "6011")).number("entries-left") == 0


def test_an_earlier_formation_without_a_hex_is_disregarded() -> None:
    stuck = (unit("ge-old", arrival=1, entry=("W",)), "turn-track")
    assert selectable(at(*reinforcements(2), stuck, turn=2), "german") == {"ge-0"}


def test_scheduled_turns_and_later_availability() -> None:
    here = at(*reinforcements(1, 3), turn=2)
    assert [p.uid for p in awaiting(here, "german")] == ["ge-0"]
    draft = here.draft()
    draft.set("available-from", 3, "ge-0")
    assert not awaiting(draft, "german")
    assert r08_entry.schedule(here, position(EAST, (unit("ge-x"), "6010")).pieces["ge-x"]) == 0


def test_french_enter_with_the_us_and_poles_with_the_british() -> None:
    french, polish = unit("fr-2", arrival=1), unit("po-1", arrival=1)
    here = at((french, "turn-track"), (polish, "turn-track"))
    assert [p.uid for p in awaiting(here, "us")] == ["fr-2"]
    assert [p.uid for p in awaiting(here, "british")] == ["po-1"]


def test_the_dice_say_what_they_are_for() -> None:
    here = opened(at(*reinforcements(1, 1)))
    assert here.decision is not None
    assert r08_entry.ROLLS["formation-entry"].why(here, here.decision.data).endswith("2 Formations")


def test_a_choice_that_nobody_asked_for() -> None:
    here = at()
    assert not game.check(here, ChooseEntryNumber(1)).ok
    assert not list(r08_entry.HANDLERS[0].options(here))
    inquiry = Inquiry(here)
    r08_entry.HANDLERS[0].check(inquiry, ChooseEntryNumber(1))
    assert not inquiry.steps
