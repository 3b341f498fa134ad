"""Section 8.1.3."""

from __future__ import annotations

import pytest

from adjudicator import game
from adjudicator.dark_summer import r08_entry
from adjudicator.dark_summer.r08_all_placed import close_entry, still_to_place
from adjudicator.dark_summer.r08_hexes import entry_hexes
from adjudicator.dark_summer.r08_placement import PlaceReinforcement
from adjudicator.dark_summer.r08_third_wave import (
    HANDLERS,
    Displace,
    LandThirdWave,
    displacement_faults,
    landing_faults,
    landing_hexes,
)
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit
from tests.playing import play, refused

COAST = board(
    [*hexes(30, 36, 3, 6), "4003", "4102", "4004", "4103", "4002", "4704"],
    terrain={"3403": "sea"},
    sides={"3303/3404": "major-river"},
)
US: dict[Key, Fact] = {
    ("round-kind", ""): "move",
    ("round-group", ""): "us",
    ("round-part", ""): "entry",
    ("side", ""): "allied",
    ("round", ""): 5,
    ("turn", ""): 1,
    ("beach", "3203"): "open",
    ("beach", "3303"): "open",
    ("beach", "4003"): "open",
    ("beach", "4102"): "open",
}
BRITISH: dict[Key, Fact] = {**US, ("round-group", ""): "british"}
SECOND = [unit(f"us-2-{n}", division="2", marks=("wave-3",)) for n in (9, 23, 38)]
FIRST = [unit(f"us-1-{n}", division="1", marks=("wave-1",)) for n in (16, 18, 26)]
DIV29 = [unit(f"us-29-{n}", division="29") for n in (115, 116)]
GLIDERS = unit("us-82-325", "glider", division="82", marks=("wave-3",))
AIRLANDING = unit("br-6ab-6", "glider", size="brigade", division="6 AB", marks=("wave-3",))
OFFSHORE = "third-wave-omaha"


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None, **options: str) -> Position:
    here = position(COAST, *placed, facts=US if facts is None else facts)
    here.options = {k.replace("_", "-"): v for k, v in options.items()}
    return here


def each(units: list[Unit], where: str) -> list[tuple[Unit, str]]:
    return [(u, where) for u in units]


def closed(here: Position) -> Position:
    draft = here.draft()
    close_entry(draft)
    return draft.finish()


# --- landing ------------------------------------------------------------------------------------------------


def test_the_worked_example_of_omaha() -> None:
    """ds-ex-07: 2nd Division lands in 3303 and displaces the regiment of the 1st to 3304."""
    here = at(*each(SECOND, OFFSHORE), (FIRST[0], "3303"), (DIV29[0], "3203"))
    r08_entry.open_entry(draft := here.draft())
    assert draft.decision is None
    landed = apply(here, LandThirdWave("us-2-9", "3303"))
    assert landed.decision is not None
    assert (landed.decision.player, landed.decision.kind) == ("allied", "displace")
    done = play(landed, Displace("us-1-16", "3304"))
    assert done.decision is None
    assert done.pieces["us-1-16"].space == "3304"
    assert done.text("control", "3304") == "allied"
    assert still_to_place(done) == ("us-2-23", "us-2-38")
    done = play(done, LandThirdWave("us-2-23", "3303"), LandThirdWave("us-2-38", "3303"))
    assert {p.printed.division for p in done.units_in("3303")} == {"2"}
    assert still_to_place(done) == ()


def test_several_hexes_of_a_beach_leave_a_choice() -> None:
    here = at((SECOND[0], OFFSHORE))
    assert landing_hexes(here, here.pieces["us-2-9"]) == ("3203", "3303")


def test_only_at_the_assigned_beach_and_only_where_it_is_open() -> None:
    here = at((SECOND[0], OFFSHORE), facts={**US, ("beach", "3203"): ""})
    assert refused(here, LandThirdWave("us-2-9", "3203")) == ["8.1.3"]
    assert refused(here, LandThirdWave("us-2-9", "4003")) == ["8.1.3"]
    assert refused(here, LandThirdWave("us-2-9", "3404")) == ["8.1.3", "8.1.3"]
    assert refused(here, LandThirdWave("us-2-9", OFFSHORE)) == ["8.1.3"]
    assert refused(here, LandThirdWave("us-2-9", "3303")) == []


def test_only_in_the_first_move_round_of_turn_1() -> None:
    for key, value in (("turn", 2), ("round-kind", "combined")):
        here = at((SECOND[0], OFFSHORE), facts={**US, (key, ""): value})
        assert "8.1.3" in refused(here, LandThirdWave("us-2-9", "3303"))
    again = at((SECOND[0], OFFSHORE), facts={**US, ("third-wave-landed", "us"): True})
    assert refused(again, LandThirdWave("us-2-9", "3303")) == ["8.1.3"]
    british = at((SECOND[0], OFFSHORE), facts=BRITISH)
    assert "9.3" in refused(british, LandThirdWave("us-2-9", "3303"))
    assert refused(at((FIRST[0], "3303")), LandThirdWave("us-1-16", "3203")) == ["8.1.3"]


def test_turn_1_reinforcements_wait_for_the_second_move_round() -> None:
    armor = unit("us-2a-cca", "armor", arrival=1)
    here = at((armor, "turn-track"), facts={**US, ("entries-left", ""): 2})
    assert refused(here, PlaceReinforcement("us-2a-cca", "3303")) == ["8.1.3"]
    assert not list(game.legal(here).of("place-reinforcement"))
    later = at(
        (armor, "turn-track"), facts={**US, ("entries-left", ""): 2, ("third-wave-landed", "us"): True}
    )
    assert refused(later, PlaceReinforcement("us-2a-cca", "3303")) == []


# --- displacement -------------------------------------------------------------------------------------------


def test_four_units_make_room_one_by_one_only_as_far_as_needed() -> None:
    independents = [unit(f"us-x{n}") for n in range(4)]
    here = at(*each(SECOND[:2], OFFSHORE), *each(independents, "3303"))
    one = play(here, LandThirdWave("us-2-9", "3303"), Displace("us-x0", "3304"))
    assert one.decision is None
    assert len(one.units_in("3303")) == 4
    two = play(one, LandThirdWave("us-2-23", "3303"), Displace("us-x1", "3304"))
    assert two.decision is None


def test_a_unit_that_does_not_help_is_not_displaced() -> None:
    loner, ranger = unit("us-x"), unit("us-rng-5", "special-forces", size="battalion")
    here = at((SECOND[0], OFFSHORE), (FIRST[0], "3303"), (loner, "3303"), (ranger, "3303"))
    landed = apply(here, LandThirdWave("us-2-9", "3303"))
    for uid in ("us-x", "us-rng-5", "us-2-9", "nobody"):
        assert refused(landed, Displace(uid, "3304")) == ["8.1.3"]
    options = {a.unit for a in game.legal(landed).of("displace")}  # type: ignore[attr-defined]
    assert options == {"us-1-16"}


def test_displaced_units_go_where_they_could_move() -> None:
    panzer = unit("us-1-a", "armor", division="1")
    german = unit("ge-1")
    here = at((SECOND[0], OFFSHORE), (panzer, "3303"), (german, "3304"), (DIV29[0], "3203"))
    piece = here.pieces["us-1-a"]
    assert [f[0] for f in displacement_faults(here, piece, "3304")] == ["10.1"]
    assert [f[0] for f in displacement_faults(here, piece, "3404")] == ["10.2"]
    assert [f[0] for f in displacement_faults(here, piece, "3403")] == ["2.4"]
    assert [f[0] for f in displacement_faults(here, piece, "3203")] == ["5.1"]
    assert [f[0] for f in displacement_faults(here, piece, "3305")] == ["8.1.3"]
    assert displacement_faults(here, piece, "3204") == []
    landed = apply(here, LandThirdWave("us-2-9", "3303"))
    assert refused(landed, Displace("us-1-a", "3304")) == ["10.1"]


def test_no_room_when_nobody_can_be_displaced() -> None:
    small = board(["3303", "3304"])
    here = position(small, (SECOND[0], OFFSHORE), (FIRST[0], "3303"), (unit("ge-1"), "3304"), facts=US)
    assert [f[0] for f in landing_faults(here, here.pieces["us-2-9"], "3303")] == ["5.1", "8.1.3"]
    assert not landing_hexes(here, here.pieces["us-2-9"])


def test_a_displacement_that_blocks_the_next_one_is_refused() -> None:
    three = board(["3303", "3304", "3204", "3203"])
    crowd = [unit(f"us-x{n}") for n in range(3)]
    placed = [(SECOND[0], OFFSHORE), *each(FIRST[:2], "3303"), *each(crowd, "3304"), (unit("ge-1"), "3204")]
    here = position(three, *placed, facts={**US, ("beach", "3203"): "open"})
    landed = apply(here, LandThirdWave("us-2-9", "3303"))
    assert refused(landed, Displace("us-1-16", "3304")) == []
    after = play(landed, Displace("us-1-16", "3304"))
    assert refused(after, Displace("us-1-18", "3304")) == ["5.1"]
    assert play(after, Displace("us-1-18", "3203")).decision is None


@pytest.mark.parametrize(("reading", "allowed"), [("A", True), ("B", False)])
def test_one_hex_of_each_beach_or_of_the_nationality(reading: str, allowed: bool) -> None:
    gold, juno = unit("br-7a-22", "armor", division="7A"), unit("br-51-152", division="51")
    land = board(
        ["4003", "4102", "4004", "4103", "4203", "4204", "4104"],
    )
    facts: dict[Key, Fact] = {**BRITISH, ("beach", "4203"): "open", ("displaced", "4003"): True}
    placed = [(gold, "third-wave-gold"), (juno, "third-wave-juno")]
    crowd = [(unit("br-50-1", division="50"), "4102"), (unit("ca-3-7", division="3 Can"), "4203")]
    here = position(land, *placed, *crowd, facts=facts)
    here.options = {"third-wave-displacement": reading}
    assert refused(here, LandThirdWave("br-7a-22", "4102")) == ["8.1.3"]
    assert (refused(here, LandThirdWave("br-51-152", "4203")) == []) is allowed


# --- gliders ------------------------------------------------------------------------------------------------


def test_325_lands_with_its_division_within_the_limit() -> None:
    mate, full = unit("us-82-505", "paratrooper", division="82"), [unit(f"us-x{n}") for n in range(3)]
    here = at((GLIDERS, "airfield-us"), (mate, "3105"), (FIRST[0], "3305"))
    assert landing_hexes(here, here.pieces["us-82-325"]) == ("3105",)
    assert refused(here, LandThirdWave("us-82-325", "3305")) == ["8.1.3"]
    done = apply(here, LandThirdWave("us-82-325", "3105"))
    assert done.pieces["us-82-325"].space == "3105"
    crowded = at((GLIDERS, "airfield-us"), (mate, "3105"), *each(full, "3105"))
    assert refused(crowded, LandThirdWave("us-82-325", "3105")) == ["5.1"]


def test_6_airlanding_lands_in_4704() -> None:
    here = at((AIRLANDING, "airfield-british"), facts=BRITISH)
    assert landing_hexes(here, here.pieces["br-6ab-6"]) == ("4704",)
    assert refused(here, LandThirdWave("br-6ab-6", "4003")) == ["8.1.3"]
    held = at((AIRLANDING, "airfield-british"), (unit("ge-1"), "4704"), facts=BRITISH)
    assert refused(held, LandThirdWave("br-6ab-6", "4704")) == ["8.1.3"]


# --- late ---------------------------------------------------------------------------------------------------


def test_without_an_open_beach_they_enter_automatically_on_turn_2() -> None:
    facts: dict[Key, Fact] = {**US, ("beach", "3203"): "closed", ("beach", "3303"): "closed"}
    here = closed(at(*each(SECOND, OFFSHORE), facts=facts))
    piece = here.pieces["us-2-9"]
    assert (piece.space, r08_entry.schedule(here, piece)) == ("turn-track", 2)
    assert r08_entry.is_automatic(here, piece)
    assert here.flag("third-wave-landed", "us")
    assert not r08_entry.awaiting(here, "us")


def test_airborne_units_try_again_in_the_second_move_round() -> None:
    here = closed(at((AIRLANDING, "airfield-british"), (unit("ge-1"), "4704"), facts=BRITISH))
    assert still_to_place(here) == ("br-6ab-6",)
    assert entry_hexes(here, here.pieces["br-6ab-6"]) == ("4003", "4102")
    done = apply(here, PlaceReinforcement("br-6ab-6", "4003"))
    assert done.pieces["br-6ab-6"].space == "4003"
    assert done.number("entries-left") == 0


@pytest.mark.parametrize(("reading", "automatic"), [("A", True), ("B", False)])
def test_without_room_at_an_open_beach(reading: str, automatic: bool) -> None:
    small = board(["3303", "3304"])
    here = position(small, (SECOND[0], OFFSHORE), (FIRST[0], "3303"), (unit("ge-1"), "3304"), facts=US)
    here.options = {"third-wave-blocked": reading}
    assert still_to_place(here) == ()
    assert closed(here).flag("automatic-entry", "us-2-9") is automatic


def test_units_left_offshore_on_turn_2_enter_automatically() -> None:
    here = at((SECOND[0], OFFSHORE), facts={**US, ("turn", ""): 2})
    assert still_to_place(here) == ("us-2-9",)
    assert apply(here, PlaceReinforcement("us-2-9", "3303")).flag("entered", "us-2-9")


def test_all_that_can_land_must_land() -> None:
    here = at(*each(SECOND, OFFSHORE), (GLIDERS, "airfield-us"))
    assert still_to_place(here) == ("us-2-23", "us-2-38", "us-2-9")
    with pytest.raises(IllegalAction, match="no unit of the division"):
        apply(here, LandThirdWave("us-82-325", "3303"))


def test_legal_landings_and_the_note_on_room() -> None:
    here = at((SECOND[0], OFFSHORE), (FIRST[0], "3303"))
    assert list(game.legal(here).of("land-third-wave")) == [
        LandThirdWave("us-2-9", "3203"),
        LandThirdWave("us-2-9", "3303"),
    ]
    assert any("displaced to make room" in s.text for s in check(here, LandThirdWave("us-2-9", "3303")).steps)
    moving = at((SECOND[0], OFFSHORE), facts={**US, ("round-part", ""): "movement"})
    assert not list(game.legal(moving).of("land-third-wave"))


def test_answers_that_nobody_asked_for() -> None:
    here = at((FIRST[0], "3303"))
    assert refused(here, Displace("us-1-16", "3304")) == ["8.1.3"]
    assert not list(HANDLERS[1].options(here))
    inquiry = Inquiry(here)
    HANDLERS[1].check(inquiry, Displace("us-1-16", "3304"))
    assert not inquiry.steps


def test_room_is_looked_for_in_every_order() -> None:
    three = board(["3303", "3304", "3203"], sides={"3303/3304": "major-river"})
    armor, foot = unit("us-1-z", "armor", division="1"), FIRST[0]
    crowd = [unit(f"us-x{n}") for n in range(3)]
    placed = [(SECOND[0], OFFSHORE), (foot, "3303"), (armor, "3303"), *each(crowd, "3203")]
    here = position(three, *placed, facts=US)
    landed = apply(here, LandThirdWave("us-2-9", "3303"))
    (fault,) = check(landed, Displace("us-1-16", "3203")).violations
    assert fault.text == "then the other units in the way could not be displaced"
    done = play(landed, Displace("us-1-16", "3304"), Displace("us-1-z", "3203"))
    assert done.decision is None
