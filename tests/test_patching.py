"""A patched save shows the position after the action, and every command it did not touch is as it was."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.actions import Action
from adjudicator.errors import PositionError, SaveError
from adjudicator.game import apply, legal, load
from adjudicator.position import Draft, Fact, Position
from adjudicator.saves.patching import PrintedModule, load_printed, patch_save, patched
from adjudicator.saves.positions import position_of_state, read_save
from adjudicator.saves.tabletop import Tabletop
from module_builder.kit import Kit, load_kit
from module_builder.save import position_save
from module_builder.vassal.archive import Archive, open_archive, write_archive
from module_builder.vassal.commands import (
    AddPiece,
    AddStack,
    Chat,
    Command,
    GlobalProperty,
    Log,
    Player,
    Raw,
    Turn,
)
from module_builder.vassal.savegame import Save, check_save
from module_builder.vassal.state import GameState
from tests.commandline import run
from tests.every import quick_one

GAME = "breakout-normandy"
SAVES = Path(__file__).parent / "saves"
NAMES = ("bridges", "contested", "omaha")


@functools.cache
def kit() -> Kit:
    return load_kit(GAME)


@functools.cache
def printed() -> PrintedModule:
    return load_printed(GAME)


@functools.cache
def archive_of(name: str) -> Archive:
    """An example as our module saves it today, with commands in it that only VASSAL understands."""
    start = load(GAME).scenario("d-day") if name == "d-day" else read_save(SAVES / f"{name}.vsav").position
    assert start is not None
    archive = position_save(kit(), start)
    strange = [
        Player("pw", "Ann", "Allied").text,
        "NOTES\tprivate; \\ / text",
        "UNKNOWN\tx\x7f",
        Chat("<b>hi</b>").text,
        "+/77/piece;;;x.png;Token/null;0;0;9;0",
    ]

    def change(command: Command) -> Command | list[Command]:
        return [command, *map(Raw, strange)] if command.text.startswith("SETUP_STACK") else command

    return archive.with_save(archive.save().edited(change)).with_data("extra/notes.txt", b"mine")


def position_of(save: Save) -> Position:
    state = GameState.from_commands(save.commands())
    return position_of_state(state, kit().game, kit().board, kit().units)[0]


def changed(position: Position, *facts: tuple[str, Fact, str]) -> Position:
    draft = Draft(position)
    for item, value, subject in facts:
        draft.set(item, value, subject)
    return draft.finish()


def touched(old: Save, new: Save) -> tuple[list[Command], list[Command]]:
    """Commands that are only in the old, and only in the new."""
    before, after = old.commands(), new.commands()
    was, now = {c.text for c in before}, {c.text for c in after}
    return [c for c in before if c.text not in now], [c for c in after if c.text not in was]


def marker_ids(save: Save, uid: str) -> list[str]:
    return [p.id for p in save.pieces(reveal=True) if p.markers.get("Uid") == uid]


# --- the position ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", quick_one(NAMES, "bridges"))
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_actions(name: str, seed: int, module_file: Path) -> None:
    rng, save = random.Random(seed), archive_of(name).save()
    position = position_of(save)
    for _ in range(7):
        action: Action | None = legal(position).sample(rng, tries=24)
        assert action is not None
        after = apply(position, action)
        new = patched(save, position, after, printed(), module=module_file)
        assert position_of(new) == after, action
        check_untouched(save, new, position, after)
        save, position = new, after


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_actions_with_chits_and_hidden_counters(seed: int, tmp_path: Path) -> None:
    """The Dark Summer: chits leave their cup, counters are drawn where a "?" stood."""
    other, module = load_kit("dark-summer"), load_printed("dark-summer")
    each = [m.id for m in other.carriers.markers.values() if m.form == "each"]
    with_markers = small_module(tmp_path, *each, made=other)
    rng, position = random.Random(seed), other.game.scenario("campaign")
    save = position_save(other, position).save()
    for _ in range(6):
        action: Action | None = legal(position).sample(rng, tries=24)
        assert action is not None
        position, old = apply(position, action), position
        save = patched(save, old, position, module, module=with_markers)
        state = GameState.from_commands(save.commands())
        assert position_of_state(state, other.game, other.board, other.units)[0] == position, action
        assert not check_save(save.commands(), other.layout.windows)


def test_chits_and_counters_there_and_back() -> None:
    """Out of their decks and into them again; a unit that comes later lies in the box of that turn."""
    other, module = load_kit("dark-summer"), load_printed("dark-summer")
    start = other.game.scenario("campaign")
    draft = start.draft()
    for item, value, subject in (
        ("cup", 2, "us"),
        ("cup", 3, "german"),
        ("weather-drawn", 1, "storm"),
        ("reaction-chits", 2, ""),
        ("support-turn", 1, "td-1"),
        ("half-vp", 13, "german"),
        ("available-from", 3, "us-79-313"),
        ("combined-taken", True, "us"),
    ):
        draft.set(item, value, subject)
    draft.place("ge-sp-4", "3303")
    draft.place("ge-sp-hidden-1", "withdrawn")
    after = draft.finish()
    save = position_save(other, start).save()
    there = patched(save, start, after, module)
    back = patched(there, after, start, module)
    for one, position in ((there, after), (back, start)):
        state = GameState.from_commands(one.commands())
        assert position_of_state(state, other.game, other.board, other.units)[0] == position
        assert not check_save(one.commands(), other.layout.windows)
    piece = next(p for p in there.pieces(reveal=True) if p.markers.get("Uid") == "us-79-313")
    place = other.layout.find(piece.map, piece.x, piece.y)
    assert place is not None
    assert place.name == "US Turn 3"


def test_a_cup_without_a_chit_is_named() -> None:
    other, module = load_kit("dark-summer"), load_printed("dark-summer")
    start = other.game.scenario("campaign")
    draft = start.draft()
    draft.set("cup", 2, "us")
    after = draft.finish()
    commands = position_save(other, start).save().commands()
    bare = [c for c in commands if not (isinstance(c, AddPiece) and "chit-us" in c.type)]
    save = position_save(other, start).save().edited(lambda c: c if c in bare else None)
    with pytest.raises(PositionError, match="the Action Cup of the save does not hold chit-us-"):
        patched(save, start, after, module)


def check_untouched(old: Save, new: Save, before: Position, after: Position) -> None:
    gone, fresh = touched(old, new)
    assert all(isinstance(c, AddPiece | AddStack | GlobalProperty | Turn) for c in [*gone, *fresh])
    assert not check_save(new.commands())
    assert new.envelope == old.envelope
    units = {c.subject for c in before.diff(after)}
    known = {p.id: p.markers.get("Uid", "") for p in new.pieces(reveal=True)}
    moved = {known[c.id] for c in fresh if isinstance(c, AddPiece)}
    strangers = (moved & set(printed().units)) - units
    assert not strangers, strangers
    order = [c.text for c in old.commands() if not isinstance(c, AddStack)]
    kept = {c.text for c in new.commands()}
    rest = [t for t in order if t in kept]
    assert rest == [c.text for c in new.commands() if c.text in set(rest)]


def test_nothing_changes_where_nothing_happened() -> None:
    save = archive_of("contested").save()
    position = position_of(save)
    assert patched(save, position, position, printed()).text == save.text


def test_one_unit_moves_one_piece_and_two_stacks() -> None:
    save = archive_of("bridges").save()
    before = position_of(save)
    uid = next(u for u, p in before.pieces.items() if before.board.spaces[p.space].kind == "area")
    goal = "bayeux" if before.pieces[uid].space != "bayeux" else "caen"
    draft = before.draft()
    draft.place(uid, goal)
    after = draft.finish()
    gone, fresh = touched(save, patched(save, before, after, printed()))
    assert sum(isinstance(c, AddPiece) for c in fresh) == 1
    assert all(isinstance(c, AddPiece | AddStack) for c in [*gone, *fresh])
    assert len(gone) <= 3


# --- markers, properties, trackers -----------------------------------------------------------------------


def test_a_control_marker_is_laid_turned_and_put_away() -> None:
    save = archive_of("omaha").save()
    position = position_of(save)
    area = next(
        s.id
        for s in position.board.spaces.values()
        if s.kind == "area" and position.text("control", s.id) == "us"
    )
    for value in ("british", "german", "us"):
        after = changed(position, ("control", value, area))
        new = patched(save, position, after, printed())
        assert position_of(new) == after
        save, position = new, after


def test_a_marker_is_copied_from_another_one() -> None:
    save = archive_of("omaha").save()
    before = position_of(save)
    count = len(marker_ids(save, "control"))
    after = changed(before, ("control", "us", "cherbourg"), ("control", "british", "caen"))
    new = patched(save, before, after, printed())
    assert len(marker_ids(new, "control")) == count + 2
    assert position_of(new) == after


def test_without_a_copy_the_module_is_needed() -> None:
    save = archive_of("d-day").save()
    before = position_of(save)
    assert not marker_ids(save, "fortification-destroyed")
    after = changed(before, ("fortification-destroyed", True, "cherbourg"))
    with pytest.raises(PositionError, match=r"give --module FILE\.vmod"):
        patched(save, before, after, printed())


def test_the_module_file_has_the_marker(tmp_path: Path) -> None:
    path = small_module(tmp_path, "fortification-destroyed")
    save = archive_of("d-day").save()
    before = position_of(save)
    after = changed(before, ("fortification-destroyed", True, "cherbourg"))
    new = patched(save, before, after, printed(), module=path)
    assert position_of(new) == after
    [marker] = marker_ids(new, "fortification-destroyed")
    stack = next(c for c in new.commands() if isinstance(c, AddStack) and marker in c.children)
    assert stack.layer == 0
    with pytest.raises(SaveError, match="piece 'bridge'"):
        patched(save, before, changed(before, ("bridge", "destroyed", bridge())), printed(), module=path)


def bridge() -> str:
    return next(
        p.id
        for p in kit().layout.windows[kit().layout.main].of_kind("crossing")
        if kit().board.edges[p.id].bridge
    )


@pytest.fixture(scope="module")
def module_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    each = [m.id for m in kit().carriers.markers.values() if m.form == "each"]
    return small_module(tmp_path_factory.mktemp("module"), *each)


def small_module(folder: Path, *uids: str, made: Kit | None = None) -> Path:
    """A module with our prototypes and the slots of some markers."""
    from module_builder.prototypes import prototypes
    from module_builder.vassal.buildfile import element, format_build_file
    from module_builder.vassal.traits import format_definition

    made = made or kit()
    slots = [made.pieces[uid] for uid in uids]
    root = element(
        "VASSAL.build.GameModule",
        {"name": "Small"},
        *(
            element("VASSAL.build.module.PrototypeDefinition", {"name": n}, text=format_definition(traits))
            for n, traits in prototypes(made).items()
        ),
        element("VASSAL.build.module.map.LayeredPieceCollection", {"layerOrder": "Control,Bridges,Units"}),
        *(
            element(
                "VASSAL.build.widget.PieceSlot",
                {"entryName": slot.name, "gpid": slot.gpid},
                text=format_definition(slot.traits),
            )
            for slot in slots
        ),
    )
    path = folder / "small.vmod"
    path.write_bytes(write_archive(Archive().with_data("buildFile.xml", format_build_file(root))))
    return path


@pytest.mark.parametrize(
    "facts",
    [
        (("impulse", 7, ""),),
        (("advantage", "german", ""), ("sunset-drm", -2, "")),
        (("reserves", 37, "german"),),
        (("weather-change", "overcast", "3"),),
        (("phase", "daylight", ""), ("side", "german", "")),
        (("passed", "german", ""), ("crossings", 2, "isigny/st-lo")),
        (("used", True, "wtf"),),
        (("depot", "caen", "ge-1"),),
        (("cards-drawn", "10200000000", "german"),),
        (("start", "caen", "ge-916"), ("mf-used", 2, "ge-916")),
    ],
    ids=lambda facts: facts[0][0],
)
def test_items_of_state_there_and_back(facts: tuple[tuple[str, Fact, str], ...], module_file: Path) -> None:
    save = archive_of("d-day").save()
    before = position_of(save)
    after = changed(before, *facts)
    there = patched(save, before, after, printed(), module=module_file)
    assert position_of(there) == after
    back = patched(there, after, before, printed())
    assert position_of(back) == before


def test_a_fact_given_for_one_question_is_not_written() -> None:
    save = archive_of("omaha").save()
    before = position_of(save)
    supposed = changed(before, ("reserves", 12, "german"))
    new = patched(save, supposed, changed(supposed, ("passed", "german", "")), printed())
    assert position_of(new) == changed(before, ("passed", "german", ""))


def test_a_counter_of_an_older_module_is_named() -> None:
    save = archive_of("d-day").save()

    def older(command: Command) -> Command:
        if isinstance(command, AddPiece) and "ge-916" in command.type:
            traits = tuple(
                t for t in command.traits() if not (t.id == "PROP" and t.field("name") == "SpentMF")
            )
            return AddPiece.from_traits(command.id, traits)
        return command

    old = save.edited(older)
    before = position_of(old)
    with pytest.raises(PositionError, match="refresh the counters"):
        patched(old, before, changed(before, ("mf-used", 2, "ge-916")), printed())


def test_a_log_is_refused() -> None:
    save = archive_of("d-day").save()
    log = save.edited(lambda c: [c, Log("CHATx")] if c.text == "begin_save" else c)
    before = position_of(save)
    with pytest.raises(SaveError, match="not a log"):
        patched(log, before, before, printed())


# --- files -----------------------------------------------------------------------------------------------


def test_the_copy_keeps_the_other_entries_and_the_original(tmp_path: Path) -> None:
    path, out = tmp_path / "a.vsav", tmp_path / "b.vsav"
    path.write_bytes(write_archive(archive_of("omaha")))
    bytes_before = path.read_bytes()
    before = position_of(open_archive(path).save())
    patch_save(path, before, changed(before, ("passed", "german", "")), out)
    assert path.read_bytes() == bytes_before
    old, new = open_archive(path), open_archive(out)
    assert list(old) == list(new)
    assert all(old.entries[n] == new.entries[n] for n in old if n != "savedGame")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.vsav", "b.vsav"]
    found = read_save(out).position
    assert found is not None
    assert found.text("passed") == "german"


def test_the_original_is_never_the_goal(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(write_archive(archive_of("omaha")))
    link = tmp_path / "b.vsav"
    link.hardlink_to(path)
    before = position_of(open_archive(path).save())
    for goal in (path, link, tmp_path / "." / "a.vsav"):
        with pytest.raises(SaveError, match="the original is never changed"):
            patch_save(path, before, before, goal)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(write_archive(archive_of("omaha")))
    before = position_of(open_archive(path).save())
    with pytest.raises(SaveError, match="a folder that can be written"):
        patch_save(path, before, before, tmp_path / "none" / "b.vsav")


def test_on_the_command_line(tmp_path: Path) -> None:
    path, out = tmp_path / "a.vsav", tmp_path / "b.vsav"
    path.write_bytes(write_archive(archive_of("omaha")))
    words = "assault omaha --with 16/1 18/1 26/1 115/29 116/29 us-rangers-2 us-rangers-5 --point 116/29"
    done = run(f"adjudicator apply {path} {words} -o {out}")
    assert done.code == 0, done.err
    found = read_save(out).position
    assert found is not None
    assert found.decision is not None
    assert found.decision.kind == "forward-unit"
    again = run(f"adjudicator apply {path} {words} -o {path}")
    assert again.code == 2
    assert "never changed" in again.err


def test_the_table_stacks_by_layer() -> None:
    def add(piece: str, x: int) -> AddPiece:
        return AddPiece(piece, "piece;;;i.png;I", f"Map;{x};0;1;0;UniqueID;{piece}")

    commands = [
        add("1", 5),
        AddStack("2", "Map", 5, 0, ("1",), 1),
        add("3", 9),
        AddStack("4", "Map", 9, 0, ("3",), 2),
    ]
    table = Tabletop(Save.from_commands(commands))
    table.move("1", "Map", 9, 0)
    table.move(table.clone("3"), "Map", 9, 0, layer=2)
    stacks = {c.id: c for c in table.save().commands() if isinstance(c, AddStack)}
    assert stacks["2"] == AddStack("2", "Map", 9, 0, ("1",), 1)
    assert stacks["4"] == replace(stacks["4"], children=("3", "5"))
    assert table.at("5") == ("Map", 9, 0)
    assert table.traits("5")[0].state == "Map;9;0;1;0"
