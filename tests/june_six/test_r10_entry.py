"""Sections 10.31 and 10.35 to 10.38: the Entry hexes of German reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r10_entry as entry
from adjudicator.june_six import r10_placement as placement
from adjudicator.june_six.r07_rulings import activate_ruling
from adjudicator.june_six.r10_entry import ChooseEntry, Withhold
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import board, hq, position, unit
from tests.playing import barred, done

ENTRIES = {
    "e0132": "D",
    "e0144": "C",
    "e0121": "E",
    "e0128": "E",
    "w0124": "F",
    "e2353": "A",
    "e2853": "A",
    "e1653": "B",
}
MAP = board(ENTRIES, features={h: {"entry": letter} for h, letter in ENTRIES.items()})
LEHR = (hq("ge-lehr-hq", "ge-lehr", arrival=2), "turn-track")
A_HQ = (hq("ge-346-hq", "ge-346", arrival=2), "turn-track")
CHOOSE, WITHHOLD = entry.HANDLERS


def naming(*placed: tuple[Unit, str], turn: int = 2, **facts: Fact) -> Position:
    """The German player names Entry hexes; facts of Panzer Lehr by name."""
    known: dict[Key, Fact] = {("phase", ""): "bombardment", ("side", ""): "german", ("turn", ""): turn}
    known |= {(item.replace("_", "-"), "ge-lehr"): value for item, value in facts.items()}
    return position(MAP, LEHR, *placed, facts=known)


def test_a_formation_waits_from_its_turn_until_it_has_entered() -> None:
    assert not entry.waits(naming(turn=1), "ge-lehr")
    assert entry.waits(naming(), "ge-lehr")
    assert entry.waits(naming(turn=3), "ge-lehr")
    assert not entry.waits(naming(entered=True), "ge-lehr")
    assert not entry.waits(naming(available_from=3), "ge-lehr")
    assert not entry.waits(naming(), "us-1")


def test_the_schedules_letters_until_one_is_chosen() -> None:
    assert entry.entry_letters(naming(), "ge-lehr") == ("C", "D")
    assert entry.entry_letters(naming(entry_choice="D"), "ge-lehr") == ("D",)
    assert set(entry.entry_hexes(naming(), "ge-lehr")) == {"e0132", "e0144"}


def test_both_hexes_of_a_letter_that_has_two() -> None:
    assert set(entry.entry_hexes(naming(A_HQ), "ge-346")) == {"e2353", "e2853"}


def test_choosing_is_for_good() -> None:
    chosen = done(naming(), ChooseEntry("ge-lehr", "D"))
    assert entry.undecided(naming()) == ["ge-lehr"]
    assert not entry.undecided(chosen)
    assert barred(chosen, ChooseEntry("ge-lehr", "C")) == ["10.35"]


@pytest.mark.parametrize(
    ("formation", "letter", "section"),
    [("ge-lehr", "E", "10.35"), ("ge-77", "F", "10.31"), ("us-1", "A", "10.31")],
)
def test_illegal_choices(formation: str, letter: str, section: str) -> None:
    assert barred(naming(), ChooseEntry(formation, letter)) == [section]


def test_the_allied_player_names_nothing() -> None:
    here = position(MAP, LEHR, facts={("phase", ""): "bombardment", ("side", ""): "allied"})
    assert barred(here, ChooseEntry("ge-lehr", "D")) == ["3.31"]


def test_a_withheld_formation_comes_next_turn_at_its_new_hex_and_its_markers_are_free() -> None:
    then = done(naming(), Withhold("ge-lehr", "E"))
    assert not entry.waits(then, "ge-lehr")
    assert then.text("entry-choice", "ge-lehr") == "E"
    assert then.flag("free", "am-ge-lehr-1")
    assert then.flag("free", "am-ge-lehr-2")


def test_a_formation_that_is_held_back_enters_no_more_by_itself() -> None:
    """10.36: the delay allows no automatic entry, whether it was chosen or forced."""
    assert not done(naming(automatic=True), Withhold("ge-lehr", "E")).flag("automatic", "ge-lehr")


def test_a_marker_activates_no_formation_that_is_held_back_or_blocked() -> None:
    held = activate_ruling(done(naming(), Withhold("ge-lehr", "E")), "ge-lehr")
    assert [v.rule for v in held.violations] == ["10.36"]
    missed = activate_ruling(naming(automatic=True, available_from=3), "ge-lehr")
    assert [v.rule for v in missed.violations] == ["10.34"]
    there = (unit("us-1"), "e0132")
    blocked = activate_ruling(naming(there, entry_choice="D"), "ge-lehr")
    assert [v.rule for v in blocked.violations] == ["10.37"]
    assert activate_ruling(naming(there, entry_choice="C"), "ge-lehr").ok


@pytest.mark.parametrize(
    ("letter", "facts", "section"),
    [
        ("C", {}, "10.36"),
        ("E", {"entry_choice": "D"}, "10.35"),
        ("F", {"withheld": 1, "entry_choice": "E"}, "10.36"),
    ],
)
def test_withholding_is_for_one_turn_and_another_hex(
    letter: str, facts: dict[str, Any], section: str
) -> None:
    assert barred(naming(**facts), Withhold("ge-lehr", letter)) == [section]


def test_options_are_legal() -> None:
    here = naming()
    assert set(CHOOSE.options(here)) == {ChooseEntry("ge-lehr", "C"), ChooseEntry("ge-lehr", "D")}
    held = set(WITHHOLD.options(here))
    assert held == {Withhold("ge-lehr", letter) for letter in "ABEF"}
    assert all(not barred(here, action) for action in held)
    assert not list(WITHHOLD.options(naming(withheld=1)))
    assert not list(WITHHOLD.options(naming(entry_choice="D")))


def test_allied_units_block_an_entry_hex_and_their_zoc_does_not() -> None:
    near = naming((unit("us-1"), "e0128"), entry_choice="D")
    assert not entry.is_blocked(near, "ge-lehr")
    support = naming((hq("us-1-hq", "us-1"), "e0132"), entry_choice="D")
    assert entry.is_blocked(support, "ge-lehr")
    inquiry = Inquiry(support)
    assert entry.explain_entry(inquiry, "ge-lehr") == ()
    assert "10.37" in {s.rule for s in inquiry.steps}


def test_a_blocked_formation_may_be_entered_anywhere_on_the_next_turn() -> None:
    draft = naming(entry_choice="D").draft()
    draft.set("am", "cup", "am-ge-lehr-2")
    entry.hold_back(draft, "ge-lehr", "")
    assert draft.text("am", "am-ge-lehr-2") == "used"
    later = naming(turn=3, withheld=2, available_from=3)
    assert set(entry.entry_letters(later, "ge-lehr")) == set("ABCDEF")
    assert not barred(later, ChooseEntry("ge-lehr", "F"))


def test_a_corps_without_markers_of_its_own_is_delayed_too_when_blocked() -> None:
    corps = (hq("ge-i-ss-hq", "ge-i-ss", size="corps", arrival=2), "turn-track")
    free, blocked = naming(corps).draft(), naming(corps, (unit("us-1"), "e0144")).draft()
    placement.open_phase(free)
    placement.open_phase(blocked)
    assert free.flag("entered", "ge-i-ss")
    assert not blocked.flag("entered", "ge-i-ss")
    assert blocked.number("available-from", "ge-i-ss") == 3
