"""Section 3.3 in a save: flags lie in places with a name, and where players lay them; the rest is aside."""

from __future__ import annotations

import functools

import pytest

from adjudicator.position import Position
from adjudicator.saves.patching import load_printed, patched
from adjudicator.saves.positions import position_of_state
from adjudicator.saves.tabletop import Tabletop
from module_builder.ground_facts import places_of_worth
from module_builder.kit import Kit, load_kit
from module_builder.save import position_save
from module_builder.vassal.savegame import Save
from module_builder.vassal.state import GameState

GAME = "battle-for-normandy"


@functools.cache
def kit() -> Kit:
    return load_kit(GAME)


@functools.cache
def carentan() -> tuple[Position, Save]:
    start = kit().game.scenario("carentan")
    return start, position_save(kit(), start).save()


def held(position: Position, *, named: bool) -> str:
    """A hex that the Allies control and where nobody stands, with or without a place in it."""
    known = (h for item, h in sorted(position.facts) if item == "control")
    return next(h for h in known if bool(position.board.spaces[h]["town"]) == named)


def flags(save: Save) -> list[str]:
    """Those on the map; one that is not needed lies with the spare markers."""
    found = (p for p in save.pieces(reveal=True) if p.markers.get("Uid") == "control")
    return [p.id for p in found if p.map == kit().layout.main]


def read(save: Save) -> Position:
    return position_of_state(GameState.from_commands(save.commands()), kit().game, kit().board, kit().units)[
        0
    ]


def lost(save: Save, before: Position, space: str) -> Save:
    """The save after the Germans have come through a hex."""
    draft = before.draft()
    draft.set("control", "german", space)
    return patched(save, before, draft.finish(), load_printed(GAME))


@pytest.mark.slow
def test_flags_lie_in_places_with_a_name_alone() -> None:
    start, save = carentan()
    stated = [h for item, h in start.facts if item == "control"]
    assert len(flags(save)) == sum(bool(start.board.spaces[h]["town"]) for h in stated) < len(stated) / 4
    assert not start.diff(read(save))


def test_a_flag_lies_wherever_victory_reads_who_controls() -> None:
    spec = kit().carriers.markers["control"]
    counted = {space for place in places_of_worth(kit()) for space in place.spaces}
    assert len(counted) > 80
    assert not [space for space in counted if not spec.shows_in(kit().board.spaces[space])]


def test_a_hex_changes_hands_with_and_without_a_flag() -> None:
    start, save = carentan()
    for named, gone in ((True, 1), (False, 0)):
        space = held(start, named=named)
        after = lost(save, start, space)
        assert read(after).text("control", space) == "german"
        assert len(flags(save)) - len(flags(after)) == gone


def test_a_flag_that_a_player_lays_counts_and_is_taken_away_with_the_hex() -> None:
    start, save = carentan()
    table, field = Tabletop(save), held(start, named=False)
    place = kit().layout.space("b1935")
    assert place is not None
    assert start.text("control", "b1935") == "german"
    table.move(flags(save)[0], kit().layout.main, *place.middle)
    laid = table.save()
    assert read(laid).text("control", "b1935") == "allied"
    assert read(laid).text("control", field) == "allied"
    after = lost(laid, read(laid), "b1935")
    assert read(after).text("control", "b1935") == "german"
    assert len(flags(after)) == len(flags(laid)) - 1


def test_a_flag_of_the_other_side_counts_more_than_what_is_kept_aside() -> None:
    start, save = carentan()
    table, field = Tabletop(save), held(start, named=False)
    place = kit().layout.space(field)
    assert place is not None
    flag = flags(save)[0]
    table.move(flag, kit().layout.main, *place.middle)
    table.set_level(flag, "Face", 2)
    assert read(table.save()).text("control", field) == "german"
