"""What holds for the module of every game: its numbers, pictures, set-ups, buttons, keys and prototypes."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from adjudicator import open_position
from adjudicator.game import GAMES
from adjudicator.saves.adapter import draw_layers, is_masked
from adjudicator.saves.looks import badge_image, badge_rows
from adjudicator.saves.positions import position_of_state
from module_builder.battle import SHARED_KEYS
from module_builder.dice import dice_images
from module_builder.kit import gpid_file, load_gpids, load_kit, register
from module_builder.lint import lint
from module_builder.module import set_ups
from module_builder.pieces import all_uids
from module_builder.prototypes import prototypes
from module_builder.records import memories
from module_builder.summaries import PLATE_KEYS
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import component_table, descendants, short_name
from module_builder.vassal.keys import Modifier, alt
from module_builder.vassal.keys import key as key_of
from module_builder.vassal.savegame import AddPiece, check_save
from module_builder.vassal.state import GameState
from module_builder.vassal.traits import format_definition, parse_definition
from module_builder.zoc import ASK
from tests.every import quick_one
from tests.module_builder.building import built, tree_of

SET_UPS = {
    "breakout-normandy": ["D-Day", "Free set-up"],
    "dark-summer": ["Campaign", "Free set-up"],
    "storm-over-normandy": ["Invasion", "Free set-up"],
    "june-six": ["Campaign", "Free set-up"],
    "battle-for-normandy": ["Campaign", "Free set-up", "Carentan"],
}
"""The first set-ups in the menu; examples of the rulebook and what one plays on from come behind them."""
SIDES = ["German", "Allied"]
KEYS = {
    "breakout-normandy": 17,
    "dark-summer": 19,
    "storm-over-normandy": 23,
    "june-six": 24,
    "battle-for-normandy": 27,
}
"""How many buttons of the toolbar have a key."""
BUTTONS = {
    *("DoActionButton", "ToolbarMenu", "DiceButton", "Inventory", "NotesWindow", "ChartWindow"),
    *("LOS_Thread", "PrivateMap", "PlayerHand"),
}
UNKNOWN = {
    *("BoardPicker", "CardSlot", "GlobalMap", "HidePiecesButton", "PieceSlot", "PrototypeDefinition"),
    "entry",
}
"""Components that say more of themselves than the engine's table of attributes."""
KEPT = sorted((Path(__file__).parents[1] / "saves").rglob("*.vsav"))
LOOKED_INTO = quick_one(GAMES, "breakout-normandy")
every_game = pytest.mark.parametrize("game", GAMES)


# --- permanent ids ---------------------------------------------------------------------------------------


@every_game
def test_no_gpid_ever_changes(game: str) -> None:
    """Saved games refer to these numbers: a line may be added, none may change or go."""
    frozen = Path(__file__).with_name(f"gpids_frozen_{game.replace('-', '_')}.json")
    known = load_gpids(game)
    for uid, gpid in json.loads(frozen.read_text()).items():
        assert known.get(uid) == gpid, f"{uid} was {gpid} in saved games"


@every_game
def test_every_piece_is_registered_once(game: str) -> None:
    kit = load_kit(game)
    wanted = all_uids(kit)
    assert len(set(wanted)) == len(wanted)
    assert set(wanted) <= set(kit.gpids)
    assert len(set(kit.gpids.values())) == len(kit.gpids)
    assert gpid_file(game).read_text() == register(dict(kit.gpids), wanted)


# --- the file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LOOKED_INTO)
def test_the_linter_finds_nothing(game: str) -> None:
    found = {finding.place.removeprefix("images/") for finding in lint(built(game))}
    assert found <= earlier(game)


@pytest.mark.slow
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_every_picture_that_a_save_names_is_there(path: Path) -> None:
    """Saves of earlier modules too: the engine asks for each, whether it is ever shown or not."""
    pieces = [c.type for c in open_archive(path).save().commands() if isinstance(c, AddPiece)]
    named = set(re.findall(r"[\w-]+\.png", "\n".join(pieces)))
    with zipfile.ZipFile(built(open_position(path).game)) as archive:
        there = {n.removeprefix("images/") for n in archive.namelist()}
    framed = {f"G{name}" for name in there}  # a mask that leaves the owner's view as it is, within a frame
    assert named
    assert named <= there | framed


def earlier(game: str) -> set[str]:
    """Badges that may be there for the saves of earlier modules alone."""
    kit = load_kit(game)
    rows = badge_rows(kit).items()
    return {f"{badge_image(item, n)}.png" for item, row in rows for n, _ in enumerate(row["faces"], 1)}


@pytest.mark.parametrize("game", LOOKED_INTO)
def test_every_picture_named_is_there_and_none_is_idle(game: str) -> None:
    with zipfile.ZipFile(built(game)) as archive:
        names = {n.removeprefix("images/") for n in archive.namelist() if n.startswith("images/")}
        text = archive.read("buildFile.xml").decode()
    dice = {name for name, _ in dice_images(load_kit(game))}  # named by what a die shows: see test_dice
    assert {n for n in names if n not in text} <= earlier(game) | dice
    for node in tree_of(game).iter():
        for key in ("image", "icon"):
            value = node.get(key, "")
            assert value in names or value.startswith("/images/") or not value.endswith(".png"), value


@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_set_ups_read_back(game: str) -> None:
    kit, archive = load_kit(game), open_archive(built(game))
    found = set_ups(kit)
    assert list(found)[: len(SET_UPS[game])] == SET_UPS[game]
    for number, (title, position) in enumerate(found.items(), 1):
        commands = open_archive(archive.read(f"setup_{number}.vsav")).save().commands()
        assert check_save(commands, kit.layout.windows) == [], title
        state = GameState.from_commands(commands)
        assert position_of_state(state, kit.game, kit.board, kit.units)[0] == position, title


@every_game
def test_every_attribute_is_one_that_the_engine_knows(game: str) -> None:
    table = component_table()
    for node in tree_of(game).iter():
        known = table.get(str(node.tag))
        if known is not None and short_name(node) not in UNKNOWN:
            assert set(node.attrib) <= set(known.attributes), node.tag


@every_game
def test_toolbar_keys_are_unique_and_listed(game: str) -> None:
    tree, desk = tree_of(game), load_kit(game).adapter["desk"]
    keys = [n.get("hotkey", "") for n in tree.iter() if short_name(n) in BUTTONS and n.get("hotkey")]
    keys = [key for key in keys if not key.startswith("57348,")]  # those go off by themselves
    keys += [n.get("buttonHotkey", "") for n in descendants(tree, "GlobalKeyCommand") if n.get("icon")]
    keys += [n.get("showHotkey", "") for n in descendants(tree, "ChessClockControl")]
    assert len(keys) == len(set(keys)) == KEYS[game]
    listed = {text.rpartition("+")[::2] for text, _ in desk["hotkeys"] if text[-2:-1] == "+"}
    held = {"Alt": Modifier.ALT, "Alt+Shift": Modifier.ALT | Modifier.SHIFT}
    assert {key_of(letter, held[with_]) for with_, letter in listed if with_ in held} >= set(keys)
    assert not {alt(letter) for letter in "FHST"} & set(keys), "the engine's own menus and server controls"


@every_game
def test_each_side_has_a_clock_that_begins_hidden(game: str) -> None:
    """The engine shows clocks once their button is pressed; a clock is known by a side of the roster."""
    tree = tree_of(game)
    (control,) = descendants(tree, "ChessClockControl")
    (roster,) = descendants(tree, "PlayerRoster")
    sides = [clock.get("side") for clock in control]
    assert sides == [entry.text for entry in roster][: len(sides)] == SIDES
    assert all(clock.get("buttonText") == clock.get("side") for clock in control)


# --- pieces ----------------------------------------------------------------------------------------------

LEVEL_KEYS = ("increase_key", "decrease_key", "activate_key", "reset_key")
KEYED = {"sendto", "macro", "delete", "placemark", "return", "AreaOfEffect", "globalkey", "obs"}


@every_game
def test_no_key_is_doubled_and_definitions_read_back(game: str) -> None:
    kit = load_kit(game)
    shared = {*memories(kit).values(), *SHARED_KEYS, *PLATE_KEYS, ASK}
    for piece in kit.pieces.values():
        keys: list[str] = []
        for trait in piece.full:
            assert trait.named() or trait.id == "mark", trait.type
            keys += [trait.field(key) for key in LEVEL_KEYS] if trait.id == "emb2" else []
            keys += [trait.field("key")] if trait.id in KEYED else []
        own = [key for key in keys if key and key not in shared]
        assert len(own) == len(set(own)), (piece.uid, own)
        assert parse_definition(format_definition(piece.traits)) == piece.traits
    assert {piece.layer for piece in kit.pieces.values()} <= set(draw_layers(kit.adapter))


@every_game
def test_no_prototype_is_missing_or_idle(game: str) -> None:
    kit = load_kit(game)
    used = {t.field("name") for p in kit.pieces.values() for t in p.traits if t.id == "prototype"}
    assert used == set(prototypes(kit))


# --- what players meet -----------------------------------------------------------------------------------

MEANINGS = {
    "Ctrl+F": "Flip",
    "Ctrl+S": "Spend",
    "Ctrl+E": "Eliminate",
    "Ctrl+B": "Back",
    "Ctrl+K": "Control marker",
    "Ctrl+M": "Mark moved",
    "Ctrl+T": "Movement trail",
    "Ctrl+L": "Show the formation",
    "Ctrl+I": "Isolated",
    "Ctrl+G": "Fired|Flipped",
    "Ctrl+J": "Disrupt|Disorder",
    "Ctrl+H": "A card into the hand|.* back to its window",
    "Ctrl+U": "Discard|.* is used",
    "Ctrl+W": "Withdraw|A card out of the game",
    "Ctrl+1": "Mark as attacker",
    "Ctrl+2": "Mark as defender",
    "Ctrl+3": "Battle marker: roll",
    "Ctrl+5": "Battle marker: add up",
    "Ctrl+9": "Battle marker: clear",
}
"""What a key means in every module that has it."""


def test_a_key_means_one_thing_in_all_modules() -> None:
    first: dict[str, str] = {}
    for game in GAMES:
        for keys, text in load_kit(game).adapter["desk"]["keys"]:
            assert keys not in {"Ctrl+D", "Ctrl+R"}, "these delete and rotate in other modules"
            assert re.match(MEANINGS.get(keys, re.escape(first.setdefault(keys, text))), text), (game, keys)


@every_game
def test_a_counter_with_a_hidden_side_is_reported_by_the_name_that_all_see(game: str) -> None:
    kit = load_kit(game)
    for unit in kit.units.values():
        reports = [t.field("format") for t in kit.pieces[unit.id].full if t.id == "report"]
        masked = is_masked(kit.adapter["unit"], unit)
        assert any("oldPieceName" in text for text in reports) is not masked
