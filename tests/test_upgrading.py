"""Saves that live on: every one that was ever released opens in the newest module, with all that it held."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from click.testing import CliRunner

from adjudicator.errors import SaveError
from adjudicator.game import GAMES, load
from adjudicator.position import Position
from adjudicator.saves.ground import find_ground, geometry_file, ground_entry, own_ground
from adjudicator.saves.layout import lay_out, load_layout
from adjudicator.saves.positions import read_save
from adjudicator.saves.upgrading import upgrade_save
from module_builder.cli import cli
from module_builder.save import write_position
from module_builder.vassal.archive import open_archive, write_archive
from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    ChangePiece,
    Chat,
    Command,
    GlobalProperty,
    MovePiece,
    Raw,
)
from module_builder.vassal.log import append_steps, read_log
from module_builder.vassal.pieces import neutral_pieces
from tests.module_builder.building import built, quick_build
from tests.owning.test_borders import draw

FOLDER = Path(__file__).parent / "saves" / "released"
KEPT: dict[str, Any] = tomllib.loads((FOLDER / "released.toml").read_text(encoding="utf-8"))
RELEASED: list[dict[str, Any]] = KEPT["save"]
SCALE = 0.9
QUICK = "storm-over-normandy"


def game_of(file: str) -> str:
    return file.rpartition("-")[0]


def position_of(path: Path, overlay: Path | None = None) -> Position:
    found = read_save(path, overlay=overlay).position
    assert found is not None
    return found


def marked(row: dict[str, Any]) -> Any:
    slow = pytest.mark.slow if game_of(row["file"]) != QUICK else ()
    return pytest.param(row, id=row["file"], marks=slow)


# --- every save that was ever released -------------------------------------------------------------------


def test_every_game_has_a_save_of_its_first_module() -> None:
    assert {game_of(row["file"]) for row in RELEASED} == {
        p.parent.name.replace("_", "-") for p in Path("adjudicator").glob("*/adapter.toml")
    }
    assert {row["file"] for row in RELEASED} == {p.name for p in FOLDER.glob("*.vsav")}


@pytest.mark.parametrize("row", [marked(row) for row in RELEASED])
def test_a_released_save_lives_on(row: dict[str, Any], tmp_path: Path) -> None:
    old, new = FOLDER / row["file"], tmp_path / "new.vsav"
    done = upgrade_save(old, built(game_of(row["file"])), new)
    assert sorted(done.lost) == sorted(row["lost"])
    assert len(done.new) == row["new"]
    assert position_of(new) == position_of(old)
    before, after = (open_archive(path).save() for path in (old, new))
    assert others(before.commands()) == others(after.commands())
    assert hands(after.commands()) == hands(before.commands())
    assert (
        "pieces carried over"
        in CliRunner()
        .invoke(
            cli,
            [
                "upgrade",
                str(old),
                "--module",
                str(built(game_of(row["file"]))),
                "-o",
                str(tmp_path / "b.vsav"),
            ],
        )
        .output
    )


def others(commands: tuple[Command, ...]) -> list[str]:
    """What no module changes: players, notes, chat, whatever we do not know."""
    return [c.text for c in commands if isinstance(c, Raw | Chat) or type(c).__name__ in {"Player", "Sgkc"}]


def hands(commands: tuple[Command, ...]) -> list[tuple[str | None, str]]:
    """Who holds what face down."""
    every = neutral_pieces(commands, reveal=True)
    return sorted((p.masked_by, p.markers.get("Uid", "")) for p in every if p.masked_by is not None)


@pytest.mark.parametrize("row", [marked(row) for row in RELEASED])
def test_every_piece_is_the_new_modules_own(row: dict[str, Any], tmp_path: Path) -> None:
    """No trait of the older module is left, so that refreshing the counters in VASSAL finds nothing to do."""
    game, new = game_of(row["file"]), tmp_path / "new.vsav"
    upgrade_save(FOLDER / row["file"], built(game), new)
    write_position(load(game).scenario(next(iter(load(game).scenarios))), fresh := tmp_path / "fresh.vsav")
    kinds = [types_by_uid(open_archive(path).save().commands()) for path in (new, fresh)]
    both = set(kinds[0]) & set(kinds[1])
    assert len(both) > 100
    assert {uid: kinds[0][uid] for uid in both} == {uid: kinds[1][uid] for uid in both}


def types_by_uid(commands: tuple[Command, ...]) -> dict[str, str]:
    pieces = [c for c in commands if isinstance(c, AddPiece)]
    return {
        uid: piece.type
        for piece in pieces
        for trait in piece.traits()
        if trait.id == "mark" and "Uid" in trait.fields
        for uid in [trait.values[trait.fields.index("Uid")]]
    }


# --- another geometry, another overlay -------------------------------------------------------------------


def shrunk(value: Any) -> Any:
    """Every point of a geometry nearer to the corner."""
    if isinstance(value, list):
        return [shrunk(v) for v in value]
    if isinstance(value, dict):
        keep = {"angle", "labels", "title", "boundary", "bridge"}
        return {k: v if k in keep else shrunk(v) for k, v in value.items()}
    return value if isinstance(value, bool) or not isinstance(value, int | float) else round(value * SCALE, 1)


def redrawn(game: str, folder: Path) -> Path:
    """An overlay whose map is drawn otherwise: every Area, box and track elsewhere, or every hex."""
    with geometry_file(game).open("rb") as file:
        data = tomllib.load(file)
    if "hexes" in data:
        data["hexes"] |= {"x0": data["hexes"]["x0"] + 5, "y0": data["hexes"]["y0"] + 4}
    for part in () if "hexes" in data else ("areas", "boxes", "crossings", "borders", "tracks"):
        data[part] = shrunk(data.get(part, {}))
    (folder / game).mkdir(parents=True)
    (folder / game / "geometry.toml").write_text(tomlkit.dumps({**data, "version": 2}), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def other_ground(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Path]]:
    made: dict[str, tuple[Path, Path]] = {}

    def make(game: str) -> tuple[Path, Path]:
        if game not in made:
            overlay = redrawn(game, tmp_path_factory.mktemp("overlay"))
            module = quick_build(game, tmp_path_factory.mktemp("module"), counters=False, overlay=overlay)
            made[game] = overlay, module
        return made[game]

    return make


@pytest.mark.parametrize(
    "file",
    [
        pytest.param("storm-over-normandy-1.vsav", marks=pytest.mark.slow),
        pytest.param("breakout-normandy-2.vsav", marks=pytest.mark.slow),
        pytest.param("dark-summer-2.vsav", marks=pytest.mark.slow),
    ],
)
def test_a_save_goes_to_another_geometry_and_back(
    file: str, tmp_path: Path, other_ground: Callable[[str], tuple[Path, Path]]
) -> None:
    game = game_of(file)
    overlay, module = other_ground(game)
    first, second = tmp_path / "there.vsav", tmp_path / "back.vsav"
    there = upgrade_save(FOLDER / file, module, first, overlay=overlay)
    assert position_of(first, overlay) == position_of(FOLDER / file)
    moved = {
        p.id: (p.x, p.y) for p in open_archive(first).save().pieces() if p.map == "Map" and p.deck is None
    }
    stood = {p.id: (p.x, p.y) for p in open_archive(FOLDER / file).save().pieces()}
    on_tracks = 0.7 if game == "dark-summer" else 0.1  # which lie where they lay on a map of hexes
    assert sum(moved[i] != stood.get(i) for i in moved) > (1 - on_tracks) * len(moved)
    with pytest.raises(SaveError, match="give --was with the module that made it"):
        upgrade_save(first, built(game), second)
    back = upgrade_save(first, built(game), second, was=module)
    assert position_of(second) == position_of(FOLDER / file)
    assert not back.lost
    assert there.pieces <= back.pieces


@pytest.mark.slow
def test_a_piece_snaps_to_the_same_spot(
    tmp_path: Path, other_ground: Callable[[str], tuple[Path, Path]]
) -> None:
    game = "storm-over-normandy"
    overlay, module = other_ground(game)
    board = load(game).board()
    old, new = load_layout(game, board), lay_out(game, board, own_ground(game, overlay))
    upgrade_save(FOLDER / f"{game}-1.vsav", module, tmp_path / "a.vsav", overlay=overlay)
    before = {p.id: p for p in open_archive(FOLDER / f"{game}-1.vsav").save().pieces()}
    met = 0
    for piece in open_archive(tmp_path / "a.vsav").save().pieces():
        was = before.get(piece.id)
        place = old.find(was.map, was.x, was.y) if was and was.deck is None else None
        spots = [w for w, s in place.spots.items() if was and (s.x, s.y) == (was.x, was.y)] if place else []
        if spots:
            there = new.find(piece.map, piece.x, piece.y)
            assert there is not None
            assert (there.kind, there.id) == (place.kind, place.id)  # type: ignore[union-attr]
            assert (piece.x, piece.y) in {(there.spots[s].x, there.spots[s].y) for s in spots}
            met += 1
    assert met > 50


@pytest.mark.slow
def test_a_space_that_is_no_more_is_told(
    tmp_path: Path, other_ground: Callable[[str], tuple[Path, Path]]
) -> None:
    """Somebody's geometry had a box that ours has not: what stood there is listed, and lies aside."""
    game = "storm-over-normandy"
    overlay, module = other_ground(game)
    ground = json.loads(open_archive(module).read("layout.json"))
    ground["version"] = "9.1"
    ground["board"]["boxes"]["attic"] = ground["board"]["boxes"].pop("eliminated")
    strange = tmp_path / "strange.vmod"
    strange.write_bytes(
        write_archive(open_archive(module).with_data("layout.json", json.dumps(ground).encode()))
    )
    first, second = tmp_path / "a.vsav", tmp_path / "b.vsav"
    upgrade_save(FOLDER / f"{game}-1.vsav", module, first, overlay=overlay)
    rewrite(first, lambda c: GlobalProperty(c.name, "9.1") if is_property(c, "bocage_geometry") else c)
    done = upgrade_save(first, built(game), second, was=strange)
    assert [line for line in done.lost if "the map has no attic any more" in line]
    assert open_archive(second).save().commands()


def is_property(command: Command, name: str) -> bool:
    return isinstance(command, GlobalProperty) and command.name == name


def rewrite(path: Path, change: Callable[[Any], Command]) -> None:
    archive = open_archive(path)
    path.write_bytes(write_archive(archive.with_save(archive.save().edited(change))))


# --- what lies in hands and decks, what was written ------------------------------------------------------


def test_decks_keep_their_order_and_hands_stay_hidden(tmp_path: Path) -> None:
    game, new = "storm-over-normandy", tmp_path / "new.vsav"
    old = FOLDER / f"{game}-1.vsav"
    done = upgrade_save(old, built(game), new)
    before, after = (in_decks(path) for path in (old, new))
    assert set(before) == set(after)
    for name, uids in before.items():
        kept = [uid for uid in uids if uid in after[name]]
        assert [uid for uid in after[name] if uid in uids] == kept
    assert sum(map(len, before.values())) == sum(map(len, after.values()))
    gone = {uid for uids in before.values() for uid in uids} - {u for uids in after.values() for u in uids}
    assert len(gone) == 2
    assert not [line for line in done.lost for uid in gone if uid in line]


def in_decks(path: Path) -> dict[str, list[str]]:
    commands = open_archive(path).save().commands()
    uids = {c.id: next(iter(types_by_uid((c,))), "") for c in commands if isinstance(c, AddPiece)}
    return {c.name: [uids[child] for child in c.children] for c in commands if isinstance(c, AddDeck)}


@pytest.mark.slow
def test_a_log_keeps_its_steps_and_its_comments(
    tmp_path: Path, other_ground: Callable[[str], tuple[Path, Path]]
) -> None:
    game = "storm-over-normandy"
    overlay, module = other_ground(game)
    archive = open_archive(FOLDER / f"{game}-1.vsav")
    save = archive.save()
    stood = next(p for p in save.pieces() if p.map == "Map" and p.deck is None and p.gpid)
    piece = next(c for c in save.commands() if isinstance(c, AddPiece) and c.id == stood.id)
    there = load_layout(game, load(game).board()).space("caen")
    assert there is not None
    spot = there.spots["german 1"]
    stack = next(c for c in save.commands() if isinstance(c, AddStack) and piece.id in c.children)
    deck = next(c for c in save.commands() if isinstance(c, AddDeck) and c.name == "Allied Discards")
    steps: list[list[Command]] = [
        [
            Chat("* Now for Caen"),
            MovePiece(piece.id, "Map", spot.x, spot.y, None, stood.map, stood.x, stood.y, None),
        ],
        [ChangePiece(piece.id, piece.state, piece.state), Chat("* it was a mistake")],
        [ChangePiece(stack.id, stack.state(), stack.state()), ChangePiece(deck.id, deck.state())],
    ]
    log = tmp_path / "old.vlog"
    log.write_bytes(write_archive(archive.with_save(append_steps(save, steps))))
    upgrade_save(log, module, tmp_path / "new.vlog", overlay=overlay)
    new = read_log(open_archive(tmp_path / "new.vlog").save())
    assert [step.chat for step in new.steps] == [("* Now for Caen",), ("* it was a mistake",), ()]
    changes = [c for c in new.steps[2].commands if isinstance(c, ChangePiece)]
    now = {c.id: c for c in new.initial().commands() if isinstance(c, AddStack | AddDeck)}
    assert [change.state for change in changes] == [now[change.id].state() for change in changes]
    assert changes[0].state != stack.state()
    layout = lay_out(game, load(game).board(), own_ground(game, overlay))
    moved = neutral_pieces(new.position(1).commands(), reveal=True)
    at = next(p for p in moved if p.id == piece.id)
    place = layout.find(at.map, at.x, at.y)
    assert place is not None
    assert place.id == "caen"
    for number in (0, 1, 2, 3):
        before = read_save(log, step=number).position
        after = read_save(tmp_path / "new.vlog", step=number, overlay=overlay).position
        assert before == after


# --- what is refused -------------------------------------------------------------------------------------


def refused(*words: str | Path) -> Iterator[str]:
    done = CliRunner().invoke(cli, ["upgrade", *map(str, words)], standalone_mode=False)
    assert isinstance(done.exception, SaveError)
    yield str(done.exception)


def test_what_is_no_save_of_ours_is_refused(tmp_path: Path) -> None:
    module, out = built("storm-over-normandy"), tmp_path / "new.vsav"
    save = FOLDER / "storm-over-normandy-1.vsav"
    cases = [
        (FOLDER / "dark-summer-1.vsav", module, "expected the module of The Dark Summer, as the save is"),
        (Path("README.md"), module, "expected a whole zip file"),
        (module, module, "expected a saved game or log"),
        (save, Path("README.md"), "expected a whole zip file"),
        (save, save, "expected a module; build one with module-builder build"),
    ]
    for file, given, said in cases:
        (line,) = refused(file, "--module", given, "-o", out)
        assert said in line
        assert "\n" not in line
        assert not out.exists()
    (line,) = refused(save, "--module", module, "-o", save)
    assert "the original is never changed" in line


def test_another_peoples_save_is_refused(tmp_path: Path) -> None:
    archive = open_archive(FOLDER / "storm-over-normandy-1.vsav")
    theirs = tmp_path / "theirs.vsav"
    plain = archive.save().edited(lambda c: None if is_property(c, "bocage_game") else c)
    meta = archive.read("moduledata").replace(b"Storm Over Normandy (Bocage)", b"SoN by somebody")
    theirs.write_bytes(write_archive(archive.with_save(plain).with_data("moduledata", meta)))
    (line,) = refused(theirs, "--module", built("storm-over-normandy"), "-o", tmp_path / "new.vsav")
    assert "another module's saves cannot be carried over" in line


@pytest.mark.slow
def test_the_overlay_must_be_that_of_the_new_module(
    tmp_path: Path, other_ground: Callable[[str], tuple[Path, Path]]
) -> None:
    _, module = other_ground("storm-over-normandy")
    (line,) = refused(FOLDER / "storm-over-normandy-1.vsav", "--module", module, "-o", tmp_path / "new.vsav")
    assert "give --overlay with its folder" in line


# --- pixels are permanent --------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_save_goes_to_a_map_on_which_a_border_was_drawn_and_back(tmp_path: Path) -> None:
    file = FOLDER / "breakout-normandy-2.vsav"
    overlay, first, second = (tmp_path / name for name in ("mine", "there.vsav", "back.vsav"))
    draw(overlay)
    module = quick_build(game_of(file.name), tmp_path, counters=False, overlay=overlay)
    upgrade_save(file, module, first, overlay=overlay)
    assert position_of(first, overlay) == position_of(file)
    upgrade_save(first, built(game_of(file.name)), second, was=module)
    assert position_of(second) == position_of(file)


@pytest.mark.parametrize("game", GAMES)
def test_pixels_that_saves_hold_never_change_under_an_old_version(game: str) -> None:
    known, ground = KEPT["drawn"][game], own_ground(game)
    assert known[ground.version] == hashlib.sha256(ground_entry(ground)).hexdigest()[:16]
    for version in set(known) - {ground.version}:
        kept = find_ground(game, version, file="a save")
        assert known[version] == hashlib.sha256(ground_entry(kept)).hexdigest()[:16]


@pytest.mark.slow
def test_a_changed_geometry_of_an_owner_has_a_name_of_its_own(tmp_path: Path) -> None:
    game = "storm-over-normandy"
    overlay = redrawn(game, tmp_path / "mine")
    found = own_ground(game, overlay).version
    assert found.startswith("2.1-")
    file = overlay / game / "geometry.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("counter = 66", "counter = 65"), encoding="utf-8"
    )
    assert own_ground(game, overlay).version not in {found, own_ground(game).version}
    file.write_text(geometry_file(game).read_text(encoding="utf-8"), encoding="utf-8")
    assert own_ground(game, overlay).version == own_ground(game).version
