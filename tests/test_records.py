"""State in the traits of pieces: levels of layers, notes, what stands aside, and saves of earlier modules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.errors import PositionError
from adjudicator.game import GAMES, load
from adjudicator.position import Fact, Position
from adjudicator.saves.looks import carries
from adjudicator.saves.patching import load_printed, patched
from adjudicator.saves.positions import position_of_state, read_save
from adjudicator.saves.printed import PrintedModule
from adjudicator.saves.records import ASIDE, Record, text_to_aside
from module_builder.kit import load_kit
from module_builder.save import position_save
from module_builder.vassal.archive import open_archive
from module_builder.vassal.savegame import Save
from module_builder.vassal.state import GameState

EARLIER = Path(__file__).parent / "earlier"
"""Made in the engine with modules in which every item had a Dynamic Property of its own."""
SAID = json.loads((EARLIER / "said.json").read_text())
YOUNGER = {"june-six": {"began-zoc", "broke-down"}}
"""Items that rules have come to need since, which pieces of those modules do not bear."""
QUICK = "storm-over-normandy"
EACH = [g if g == QUICK else pytest.param(g, marks=pytest.mark.slow) for g in GAMES]


def earlier(game: str) -> Path:
    return EARLIER / f"{game.replace('-', '_')}.vsav"


def on_pieces(position: Position) -> dict[str, Fact]:
    items = position.schema.items
    rows = sorted(position.facts.items())
    return {f"{k[0]}:{k[1]}": v for k, v in rows if items[k[0]].carrier.startswith("piece ")}


def again(save: Save, printed: PrintedModule) -> Position:
    state = GameState.from_commands(save.commands())
    return position_of_state(state, printed.game, printed.board, printed.units)[0]


def other_value(record: Record) -> Fact:
    """A value of an item that is not its default."""
    item = record.item
    if isinstance(item.default, bool):
        return not item.default
    if isinstance(item.default, int):
        return 1
    return next((v for v in item.values if v != item.default), "one; =%two")


@pytest.mark.parametrize("game", GAMES)
def test_a_save_of_an_earlier_module_says_the_same(game: str) -> None:
    position = read_save(earlier(game)).position
    assert position is not None
    assert on_pieces(position) == SAID[game]


@pytest.mark.parametrize("game", EACH)
def test_a_save_of_an_earlier_module_is_written_in_its_own_traits(game: str) -> None:
    """Every item goes into the old piece and comes out of it, set and cleared; a younger one is refused."""
    printed = load_printed(game)
    save = open_archive(earlier(game)).save()
    start = again(save, printed)
    spaces = printed.adapter["unit"]["spaces"]
    for record in printed.carriers.of_pieces("unit"):
        item = record.item.name
        uid = next(u for u in sorted(start.pieces) if carries(printed, printed.units[u], item))
        draft = start.draft()
        draft.set(item, other_value(record) if item not in spaces else next(iter(start.board.spaces)), uid)
        wanted = draft.finish()
        if item in YOUNGER.get(game, ()):
            with pytest.raises(PositionError, match="in this save: refresh the counters in VASSAL"):
                patched(save, start, wanted, printed)
            continue
        marked = patched(save, start, wanted, printed)
        assert again(marked, printed) == wanted, item
        assert again(patched(marked, wanted, start, printed), printed) == start, item


@pytest.mark.parametrize("game", EACH)
def test_what_a_counter_does_not_carry_stands_aside(game: str) -> None:
    printed, kit = load_printed(game), load_kit(game)
    start = kit.game.scenario(next(iter(kit.game.scenarios)))
    draft = start.draft()
    left: dict[tuple[str, str], Fact] = {}
    for record in printed.carriers.of_pieces("unit"):
        without = (
            u for u in sorted(start.pieces) if not carries(printed, printed.units[u], record.item.name)
        )
        if uid := next(without, ""):
            left[record.item.name, uid] = other_value(record)
            draft.set(record.item.name, other_value(record), uid)
    wanted = draft.finish()
    save = position_save(kit, wanted).save()
    assert again(save, printed) == wanted
    said = GameState.from_commands(save.commands()).property(ASIDE) or ""
    assert text_to_aside(said, kit.game.schema) == left


def test_every_level_of_a_layer_is_read_as_it_is_written() -> None:
    for game in GAMES:
        for record in load_printed(game).carriers.of_pieces("unit"):
            if record.form == "layer":
                levels = range(1, record.levels + 1) if record.levels else (1, -1)
                assert [record.level(record.value(level)) for level in levels] == list(levels)
                assert record.value(record.rest) == record.item.default


@pytest.mark.parametrize(
    "text", ["repple=true", "repple:us-1", "moon:us-1=true", "repple:us-1=perhaps", "date:x=6"]
)
def test_what_stands_aside_wrongly_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        text_to_aside(text, load("battle-for-normandy").schema)
