"""Saves of Storm Over Normandy: every item of state, cards that lie loose, a save changed by an action."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.errors import PositionError
from adjudicator.game import apply, legal
from adjudicator.position import Fact, Position
from adjudicator.saves.patching import load_printed, patch_save, patched
from adjudicator.saves.positions import position_of_state, read_save
from adjudicator.schema import Item
from adjudicator.storm_over_normandy import r12_reinforcements
from adjudicator.storm_over_normandy.r06_play import PlayCard
from module_builder import module as module_code
from module_builder.kit import Kit, load_kit
from module_builder.module import build
from module_builder.pieces import placed
from module_builder.save import position_save, save_commands, write_position
from module_builder.vassal.archive import open_archive, write_archive, write_file
from module_builder.vassal.commands import AddDeck, AddPiece, Command
from module_builder.vassal.pieces import neutral_pieces
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import GameState
from tests.commandline import run

GAME = "storm-over-normandy"
PANZERS = "german-hitler-commits-panzers-1"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


@pytest.fixture(scope="module")
def start(kit: Kit) -> Position:
    return kit.game.scenario("invasion")


@pytest.fixture(scope="module")
def vmod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module without pictures: saves need its slots only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module_code, "images", lambda *_: iter(()))
        return build(GAME, tmp_path_factory.mktemp("module"))


def changed(position: Position, *facts: tuple[str, Fact, str]) -> Position:
    draft = position.draft()
    for item, value, subject in facts:
        draft.set(item, value, subject)
    return draft.finish()


def again(kit: Kit, position: Position) -> Position:
    """A position written and read."""
    state = GameState.from_commands(save_commands(kit, position))
    found, notes = position_of_state(state, kit.game, kit.board, kit.units)
    assert notes == ()
    return found


# --- cards that lie loose --------------------------------------------------------------------------------


def edited(kit: Kit, position: Position, uid: str, window: str, owner: str = "") -> list[Command]:
    """A save in which a card lies loose in a window."""
    piece = kit.pieces[uid]
    loose = AddPiece.from_traits("9999", placed(piece, window, 700, 700, owner=owner))
    kept = [c for c in save_commands(kit, position) if not isinstance(c, AddPiece) or piece.gpid != gpid(c)]
    gone = {c.id for c in save_commands(kit, position) if isinstance(c, AddPiece) and gpid(c) == piece.gpid}
    return [
        c
        if not isinstance(c, AddDeck)
        else AddDeck(
            c.id, c.type, c.map, c.x, c.y, c.face_down, tuple(i for i in c.children if i not in gone)
        )
        for c in [loose, *kept]
    ]


def gpid(command: AddPiece) -> int:
    return int(decode(command.traits()[0].state, ";")[3])


@pytest.mark.parametrize(
    ("owner", "value", "said"),
    [
        ("", "discard", "the card Bocage at St-Jores counts as lying in the German Discards"),
        ("German", "hand", "a masked german card at St-Jores counts as lying in the German Hand"),
    ],
)
def test_a_card_that_lies_loose(kit: Kit, start: Position, owner: str, value: str, said: str) -> None:
    commands = edited(kit, start, "german-bocage-1", "Map", owner)
    state = GameState.from_commands(commands)
    position, notes = position_of_state(state, kit.game, kit.board, kit.units)
    assert position.text("card", "german-bocage-1") == value
    place = kit.layout.find("Map", 700, 700)
    assert place is not None
    assert notes == (said.replace("St-Jores", place.name),)


def test_a_card_of_the_wrong_side_is_a_defect(kit: Kit, start: Position) -> None:
    state = GameState.from_commands(edited(kit, start, "german-bocage-1", "Allied Hand"))
    with pytest.raises(PositionError, match="a german card lies in the Allied Hand"):
        position_of_state(state, kit.game, kit.board, kit.units)


def test_two_copies_of_a_card_are_a_defect(kit: Kit, start: Position) -> None:
    extra = AddPiece.from_traits("9999", placed(kit.pieces["german-bocage-1"], "German Hand", 145, 195))
    state = GameState.from_commands([extra, *save_commands(kit, start)])
    with pytest.raises(PositionError, match="two copies of the card german-bocage-1: German Hand and German"):
        position_of_state(state, kit.game, kit.board, kit.units)


def test_a_card_that_the_deck_holds_no_more_is_named(kit: Kit, start: Position) -> None:
    """An old save keeps its retired cards; which of them a hand held is not told."""
    position = changed(start, ("card", "hand", "german-regroup-1"))
    commands = [
        replace(c, state=c.state.replace("german-regroup-1", "german-regroup-2"))
        if isinstance(c, AddPiece)
        else c
        for c in save_commands(kit, position)
    ]
    found, notes = position_of_state(GameState.from_commands(commands), kit.game, kit.board, kit.units)
    assert notes == (
        "1 card is missing and counts as lying in their stack",
        "1 card of an earlier module is in no deck now, and is left out",
    )
    assert found == start


# --- every item of state ---------------------------------------------------------------------------------

_SUBJECTS = {
    "": ("",),
    "area": ("gold", "caen"),
    "unit": ("us-4-8",),
    "card": ("german-bocage-1", "allied-air-strike-1"),
    "side": ("german",),
    "group": ("us",),
}
_NUMBERS = {
    "turn": (2, 8),
    "vp": (1, 30, 57, -4, -23, 99),
    "support": (1, 24),
    "support-placed": (1, 7, 12, 24),
}


def carried(kit: Kit) -> list[Item]:
    """What a save has to carry: not what the map prints."""
    return [item for item in kit.game.schema.items.values() if item.carrier != "printed"]


def other_values(kit: Kit) -> list[tuple[str, Fact, str]]:
    found: list[tuple[str, Fact, str]] = []
    for item in carried(kit):
        values: tuple[Fact, ...]
        if item.of == "feature":  # printed on the map, nothing that a save holds
            continue
        if isinstance(item.default, bool):
            values = (True,)
        elif isinstance(item.default, int):
            values = _NUMBERS.get(item.name, (3,))
        else:
            values = tuple(v for v in item.values if v != item.default) or ("landing-utah",)
        found += [(item.name, value, subject) for value in values for subject in _SUBJECTS[item.of]]
    return found


@pytest.mark.slow
def test_every_item_is_carried(kit: Kit, start: Position) -> None:
    seen = set()
    for item, value, subject in other_values(kit):
        position = changed(start, (item, value, subject))
        assert again(kit, position) == position, (item, value, subject)
        seen.add(item)
    assert seen == {name for name, item in kit.game.schema.items.items() if item.of != "feature"}


def test_everything_at_once(kit: Kit, start: Position) -> None:
    facts = [row for row in other_values(kit) if row[1] != "unseen"]
    position = changed(start, *facts)
    assert again(kit, position) == position


def test_a_save_keeps_that_reinforcements_come_early(kit: Kit, start: Position) -> None:
    before = changed(start, ("phase", "impulses", ""), ("turn", 3, ""), ("side", "german", ""))
    played = apply(changed(before, ("card", "hand", PANZERS)), PlayCard(PANZERS))
    read = again(kit, played)
    assert (read, read.number("hastened", "german")) == (played, 1)
    assert r12_reinforcements.due(read, "german") == r12_reinforcements.due(played, "german")
    assert "ge-3fj-9" in {p.uid for p in r12_reinforcements.due(read, "german")}


def test_area_28_needs_a_marker_only_when_it_is_lost(kit: Kit, start: Position) -> None:
    """The map prints who holds an Area at the start (2.1.2)."""

    def markers(position: Position) -> list[tuple[str, int]]:
        pieces = neutral_pieces(save_commands(kit, position))
        mine = [p for p in pieces if p.markers.get("Uid") == "control"]
        places = [(kit.layout.find(p.map, p.x, p.y), p.layers["Face"].level) for p in mine]
        return sorted((place.id, level) for place, level in places if place)

    assert start.text("control", "ste-mere-eglise") == "allied"
    assert markers(start) == [("amfreville", 1)]
    lost = changed(start, ("control", "german", "ste-mere-eglise"), ("control", "allied", "caen"))
    assert markers(lost) == [("amfreville", 1), ("caen", 1), ("ste-mere-eglise", 2)]
    assert again(kit, lost) == lost


def test_the_release_marker_lies_on_the_regiment(kit: Kit, start: Position) -> None:
    def where(position: Position) -> str:
        (marker,) = (
            p for p in neutral_pieces(save_commands(kit, position)) if p.markers.get("Uid") == "release"
        )
        place = kit.layout.find(marker.map, marker.x, marker.y)
        assert place is not None
        return place.id or place.name

    assert where(start) == start.pieces["ge-711-731"].space
    assert where(changed(start, ("release", "rolled", ""))) == start.pieces["ge-711-731"].space
    assert where(changed(start, ("release", "released", ""))) == "Markers"


def test_support_points_in_an_area_are_added(kit: Kit, start: Position) -> None:
    position = changed(start, ("support-placed", 23, "gold"))
    pieces = neutral_pieces(save_commands(kit, position))
    mine = [p for p in pieces if p.markers.get("Uid", "").startswith("support-x")]
    worth = {("support-x1", 1): 1, ("support-x1", 2): 2, ("support-x4", 1): 4, ("support-x4", 2): 8}
    assert sorted(worth[p.markers["Uid"], p.layers["Face"].level] for p in mine) == [1, 2, 4, 8, 8]


@pytest.mark.parametrize("points", [100, -100])
def test_a_total_beyond_the_track_is_kept(kit: Kit, start: Position, points: int) -> None:
    position = changed(start, ("vp", points * 10, ""))
    assert again(kit, position).number("vp") == points * 10


def test_units_in_boxes_lie_side_by_side(kit: Kit, start: Position) -> None:
    pieces = neutral_pieces(save_commands(kit, start))
    at: dict[tuple[int, int], int] = {}
    for piece in pieces:
        uid = piece.markers.get("Uid", "")
        if uid in start.pieces and start.pieces[uid].space == "landing-gold":
            at[piece.x, piece.y] = at.get((piece.x, piece.y), 0) + 1
    assert sorted(at.values()) == [2, 2, 2]


# --- a save changed by an action -------------------------------------------------------------------------


def patched_again(
    kit: Kit, tmp_path: Path, before: Position, after: Position, module: Path | None = None
) -> Position:
    write_position(before, tmp_path / "a.vsav")
    patch_save(tmp_path / "a.vsav", before, after, tmp_path / "b.vsav", module=module)
    found = read_save(tmp_path / "b.vsav").position
    assert found is not None
    return found


def test_cards_of_a_save_are_moved(kit: Kit, tmp_path: Path, start: Position) -> None:
    before = changed(start, ("card", "hand", "german-bocage-1"), ("card", "discard", "german-flak-1"))
    after = changed(
        before,
        ("card", "discard", "german-bocage-1"),
        ("card", "hand", "german-flak-1"),
        ("card", "hand", "german-artillery-3"),
        ("card", "removed", "german-goetz-recon-1"),
        ("passed", "allied", ""),
    )
    assert patched_again(kit, tmp_path, before, after) == after
    pieces = neutral_pieces(open_archive(tmp_path / "b.vsav").save().commands(), reveal=True)
    masks = {p.markers["Uid"]: p.masked_by for p in pieces if p.map == "German Hand"}
    assert masks == {"german-flak-1": "German", "german-artillery-3": "German"}
    assert {p.masked_by for p in pieces if p.deck} == {None}


def test_support_points_of_a_save(kit: Kit, vmod: Path, tmp_path: Path, start: Position) -> None:
    before = changed(start, ("support-placed", 3, "gold"), ("support-placed", 24, "juno"))
    after = changed(start, ("support-placed", 5, "gold"), ("support-placed", 9, "juno"), ("support", 3, ""))
    after = changed(after, ("support-placed", 2, "utah"))
    assert patched_again(kit, tmp_path, before, after, vmod) == after
    assert patched_again(kit, tmp_path, after, before, vmod) == before


def test_units_strongpoints_and_markers_of_a_save(
    kit: Kit, vmod: Path, tmp_path: Path, start: Position
) -> None:
    draft = start.draft()
    drawn = next(uid for uid, p in start.pieces.items() if p.space == "cup")
    lost = next(uid for uid, p in start.pieces.items() if p.space == "gold")
    for uid, space in ((drawn, "utah"), (lost, "eliminated"), ("us-4-8", "utah"), ("ge-711-731", "troarn")):
        draft.place(uid, space)
    draft.set("release", "rolled")
    draft.set("vp", -12)
    draft.set("control", "german", "ste-mere-eglise")
    draft.set("landed", "landing-utah", "us-4-8")
    assert patched_again(kit, tmp_path, start, draft.finish(), vmod) == draft.finish()


def test_a_save_of_the_referee_keeps_both_hands(kit: Kit, tmp_path: Path, start: Position) -> None:
    position = changed(start, ("card", "hand", "german-bocage-1"), ("card", "hand", "allied-air-strike-1"))
    write_file(tmp_path / "a.vsav", write_archive(position_save(kit, position)))
    loaded = read_save(tmp_path / "a.vsav")
    assert loaded.position == position
    assert loaded.notes == ()


@pytest.mark.slow
def test_a_save_follows_random_play(kit: Kit, vmod: Path, start: Position) -> None:
    """Each of forty actions carried over to the save; what it says then is the position after it."""
    chance, position = random.Random(6), start
    printed, save = load_printed(GAME), position_save(kit, start).save()
    for _ in range(40):
        action = chance.choice(list(itertools.islice(legal(position), 60)))
        after = apply(position, action)
        save = patched(save, position, after, printed, module=vmod)
        position = after
    state = GameState.from_commands(save.commands())
    assert position_of_state(state, kit.game, kit.board, kit.units)[0] == position
    assert position.text("phase") != start.text("phase")
    assert again(kit, position) == position


@pytest.mark.parametrize("viewpoint", ["public", "allied", "referee"])
def test_the_command_line_writes_a_copy_with_both_hands(
    vmod: Path, tmp_path: Path, start: Position, viewpoint: str
) -> None:
    """Whoever asks, the copy holds what the save held: a ruling hides, a file does not lose."""
    position = changed(start, ("card", "hand", "german-bocage-1"), ("card", "hand", "allied-air-strike-1"))
    write_position(position, tmp_path / "a.vsav")
    old, new = tmp_path / "a.vsav", tmp_path / "b.vsav"
    line = f"adjudicator apply {old} land-airborne ste-mere-eglise --roll 2"
    asked = run(f"{line} --as {viewpoint} -o {new} --module {vmod}")
    assert asked.code == 0, asked.err
    found = read_save(new).position
    assert found is not None
    assert {"card", "held"}.isdisjoint(c.what for c in position.diff(found))
    assert found.flag("scattered", "ste-mere-eglise")
    if viewpoint != "referee":
        assert "german-bocage-1: hand" not in asked.out
