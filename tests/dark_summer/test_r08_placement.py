"""Section 8.1.2."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.dark_summer.r08_all_placed import close_entry, entry_faults, still_to_place
from adjudicator.dark_summer.r08_hexes import entry_hexes, letters_of
from adjudicator.dark_summer.r08_placement import PlaceReinforcement
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import refused

LETTERS = {"6010": "E", "6011": "E", "5928": "S", "6028": "S"}
EAST = board([*hexes(58, 60, 8, 12), "5400", "5928", "6028", "1200", "3303", "4003"], letters=LETTERS)
GERMAN: dict[Key, Fact] = {
    ("round-kind", ""): "move",
    ("round-group", ""): "german",
    ("round-part", ""): "entry",
    ("side", ""): "german",
    ("round", ""): 5,
    ("turn", ""): 2,
    ("entries-left", ""): 3,
}
US: dict[Key, Fact] = {**GERMAN, ("round-group", ""): "us", ("side", ""): "allied"}
INF = unit("ge-inf", arrival=2, entry=("E",))
KG = unit("ge-kg", "mechanized", arrival=2, entry=("E|S",), division="Lehr")
TIGER = unit("ge-tiger", "armor", size="battalion", marks=("tiger",), arrival=2, entry=("E",))
YANK = unit("us-9-39", arrival=2, division="9")


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, **options: str) -> Position:
    here = position(EAST, *placed, facts=GERMAN if facts is None else facts)
    here.options = {k.replace("_", "-"): v for k, v in options.items()}
    return here


def waiting(*units: Unit) -> list[tuple[Unit, str]]:
    return [(u, "turn-track") for u in units]


def hexes_of(here: Position, uid: str) -> tuple[str, ...]:
    return entry_hexes(here, here.pieces[uid])


# --- German hexes -------------------------------------------------------------------------------------------


def test_infantry_with_an_e_uses_e_and_paren_e_hexes() -> None:
    assert set(hexes_of(at(*waiting(INF)), "ge-inf")) == {"6010", "6011", "5400"}


def test_tigers_never_use_5400_and_kgs_only_with_the_other_reading() -> None:
    here = at(*waiting(TIGER, KG))
    assert set(hexes_of(here, "ge-tiger")) == {"6010", "6011"}
    assert set(hexes_of(here, "ge-kg")) == {"6010", "6011", "5928"}
    wide = at(*waiting(TIGER, KG), paren_e_entry="B")
    assert "5400" in hexes_of(wide, "ge-kg")
    assert "5400" not in hexes_of(wide, "ge-tiger")


def test_fallschirmjaeger_fight_as_infantry() -> None:
    jaeger = Piece(unit("ge-6", "paratrooper", entry=("E",)), "turn-track", "full")
    assert letters_of(at(), jaeger) == {"E", "(E)"}


def test_alencon_is_no_entry_hex() -> None:
    (fault,) = check(at(*waiting(KG)), PlaceReinforcement("ge-kg", "6028")).violations
    assert fault.text == "no Reinforcement enters at 6028"


def test_exit_markers_and_allied_units_close_a_hex_but_zoc_and_control_do_not() -> None:
    facts: dict[Key, Fact] = {**GERMAN, ("exit-marker", "6010"): "british", ("control", "6011"): "allied"}
    here = at(*waiting(INF), (unit("br-1"), "5910"), facts=facts)
    assert set(hexes_of(here, "ge-inf")) == {"6011", "5400"}
    held = at(*waiting(INF), (unit("br-1"), "6011"), facts=facts)
    assert set(hexes_of(held, "ge-inf")) == {"5400"}


@pytest.mark.parametrize("where", ["5809", "1200", "3303"])
def test_other_hexes_are_refused(where: str) -> None:
    assert refused(at(*waiting(INF)), PlaceReinforcement("ge-inf", where)) == ["8.1.2"]


def test_a_hex_off_the_map_is_refused() -> None:
    assert refused(at(*waiting(INF)), PlaceReinforcement("ge-inf", "turn-track")) == ["8.1.2"]
    assert refused(at(*waiting(INF)), PlaceReinforcement("ge-inf", "9999")) == ["8.1.2"]


def test_all_reasons_are_listed() -> None:
    facts: dict[Key, Fact] = {**GERMAN, ("exit-marker", "6028"): "us"}
    found = check(at(*waiting(INF), (YANK, "6028"), facts=facts), PlaceReinforcement("ge-inf", "6028"))
    assert len(found.violations) == 4


def test_stacking_is_observed() -> None:
    full = [(unit(f"ge-s{n}"), "6010") for n in range(4)]
    assert refused(at(*waiting(INF), *full), PlaceReinforcement("ge-inf", "6010")) == ["5.1"]
    assert refused(at(*waiting(TIGER), *full), PlaceReinforcement("ge-tiger", "6010")) == []


# --- Allied hexes -------------------------------------------------------------------------------------------


def test_allied_units_enter_at_open_beaches_of_their_nationality() -> None:
    facts: dict[Key, Fact] = {**US, ("beach", "3303"): "open", ("beach", "4003"): "open"}
    here = at(*waiting(YANK), facts=facts)
    assert hexes_of(here, "us-9-39") == ("3303",)
    assert refused(here, PlaceReinforcement("us-9-39", "4003")) == ["8.1.2"]
    closed = at(*waiting(YANK), facts={**US, ("beach", "3303"): "closed"})
    assert refused(closed, PlaceReinforcement("us-9-39", "3303")) == ["8.1.2"]


def test_a_german_unit_in_the_beach_hex_keeps_them_out() -> None:
    facts: dict[Key, Fact] = {**US, ("beach", "3303"): "open"}
    here = at(*waiting(YANK), (unit("ge-1"), "3303"), facts=facts)
    assert "8.1.2" in refused(here, PlaceReinforcement("us-9-39", "3303"))


# --- when and who -------------------------------------------------------------------------------------------


def test_only_in_the_entry_part_of_a_round_of_its_group() -> None:
    late = at(*waiting(INF), facts={**GERMAN, ("round-part", ""): "movement"})
    assert refused(late, PlaceReinforcement("ge-inf", "6010")) == ["8.1"]
    other = at(*waiting(INF), facts={**US})
    assert "8.1" in refused(other, PlaceReinforcement("ge-inf", "6010"))
    combat = at(*waiting(INF), facts={**GERMAN, ("round-kind", ""): "combat"})
    assert "8.1" in refused(combat, PlaceReinforcement("ge-inf", "6010"))
    none = at(*waiting(INF), facts={})
    assert "8.1" in refused(none, PlaceReinforcement("ge-inf", "6010"))


def test_not_before_its_turn_and_only_reinforcements() -> None:
    early = at(*waiting(unit("ge-x", arrival=4, entry=("E",))))
    assert refused(early, PlaceReinforcement("ge-x", "6010")) == ["8.1"]
    there = at((INF, "5809"))
    assert refused(there, PlaceReinforcement("ge-inf", "6010")) == ["8.1"]
    assert refused(there, PlaceReinforcement("nobody", "6010")) == ["8.1"]


def test_the_number_of_formations_counts_down_once_for_each() -> None:
    mates = [unit(f"ge-9{n}", "mechanized", division="9SS", arrival=2, entry=("E",)) for n in range(2)]
    here = at(*waiting(*mates, INF), facts={**GERMAN, ("entries-left", ""): 1})
    one = apply(here, PlaceReinforcement("ge-90", "6010"))
    assert one.number("entries-left") == 0
    assert one.flag("entered", "ge-90")
    assert one.text("control", "6010") == "german"
    two = apply(one, PlaceReinforcement("ge-91", "6010"))
    assert two.pieces["ge-91"].space == "6010"
    with pytest.raises(IllegalAction, match="no further Formation"):
        apply(two, PlaceReinforcement("ge-inf", "6011"))


def test_placement_takes_control_of_an_allied_hex() -> None:
    here = at(*waiting(INF), facts={**GERMAN, ("control", "6010"): "allied"})
    assert apply(here, PlaceReinforcement("ge-inf", "6010")).text("control", "6010") == "german"


def test_legal_actions_are_those_that_the_check_lets_pass() -> None:
    legal = game.legal(at(*waiting(INF, KG)))
    found = list(legal.of("place-reinforcement"))
    assert len(found) == 6
    assert PlaceReinforcement("ge-inf", "6028") not in legal


# --- nobody delays entry at will ----------------------------------------------------------------------------


def test_what_can_enter_must_be_placed_before_movement() -> None:
    here = at(*waiting(INF))
    assert still_to_place(here) == ("ge-inf",)
    inquiry = Inquiry(here)
    entry_faults(inquiry)
    assert [v.units for v in inquiry.violations] == [("ge-inf",)]
    assert "3 more Formations must be chosen" in inquiry.violations[0].text
    placed = apply(here, PlaceReinforcement("ge-inf", "6010"))
    assert still_to_place(placed) == ()
    entry_faults(done := Inquiry(placed))
    assert not done.violations


def test_a_unit_without_a_hex_holds_nobody_up() -> None:
    facts: dict[Key, Fact] = {**GERMAN, ("exit-marker", "6010"): "us", ("exit-marker", "6011"): "us"}
    assert still_to_place(at(*waiting(TIGER), facts=facts)) == ()


def test_nothing_is_owed_outside_the_rounds_of_entry() -> None:
    assert still_to_place(at(*waiting(INF), facts={**GERMAN, ("round-kind", ""): "combat"})) == ()


def test_late_third_wave_units_enter_without_a_choice() -> None:
    facts: dict[Key, Fact] = {
        **US, ("beach", "3303"): "open", ("entries-left", ""): 0, ("automatic-entry", "us-2-9"): True,
        ("available-from", "us-2-9"): 2, ("third-wave-landed", "us"): True,
    }  # fmt: skip
    late = unit("us-2-9", division="2", marks=("wave-3",))
    here = at(*waiting(late, YANK), facts=facts)
    assert still_to_place(here) == ("us-2-9",)
    placed = apply(here, PlaceReinforcement("us-2-9", "3303"))
    assert placed.number("entries-left") == 0
    draft = placed.draft()
    close_entry(draft)
    assert not draft.flag("automatic-entry", "us-2-9")
    assert draft.decision is None


def test_the_end_of_entry_enforces_stacking() -> None:
    crowd = [(unit(f"ge-s{n}"), "6010") for n in range(5)]
    here = at(*crowd, facts={**GERMAN, ("entered", "ge-s0"): True})
    draft = here.draft()
    close_entry(draft)
    assert draft.decision is not None
    assert (draft.decision.kind, draft.decision.player) == ("remove-excess", "allied")


def test_the_rest_of_a_chosen_formation_is_named() -> None:
    mates = [unit(f"ge-9{n}", "mechanized", division="9SS", arrival=2, entry=("E",)) for n in range(2)]
    here = at(*waiting(*mates), facts={**GERMAN, ("entries-left", ""): 1})
    entry_faults(inquiry := Inquiry(apply(here, PlaceReinforcement("ge-90", "6010"))))
    assert [v.rule for v in inquiry.violations] == ["8.1.2"]
    assert "these can be: ge-91" in inquiry.violations[0].text
