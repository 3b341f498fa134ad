"""Modules become folders that build the same module again."""

from __future__ import annotations

import csv
import functools
import io
import re
from pathlib import Path

import numpy as np
import pytest
from lxml.etree import _Element
from PIL import Image

from adjudicator.game import load
from maps.board import board_of
from maps.errors import DataError
from maps.games import open_folder
from maps.loader import read_toml
from module_builder.homemade.importing.draft import Draft
from module_builder.homemade.importing.vmod import from_module
from module_builder.module import build
from module_builder.vassal.archive import Archive, open_archive, write_archive
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.errors import FormatError
from tests.homemade.importing.making import (
    GRID,
    M,
    W,
    card,
    deck,
    hexes,
    module,
    png,
    regions,
    slot,
    squares,
    stack,
    tab,
    two_armies,
    unit,
    zone,
    zoned,
)

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "two-rivers"


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    lines = [line for line in (folder / name).read_text("utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def imported(path: Path, folder: Path) -> Draft:
    draft = from_module(path)
    draft.write(folder, path.name)
    return draft


def built(folder: Path, out: Path) -> Archive:
    return open_archive(build(open_folder(folder), out))


def square(x: int, y: int, side: int) -> str:
    """The path of a zone."""
    return f"{x},{y};{x + side},{y};{x + side},{y + side};{x},{y + side}"


@functools.cache
def two_rivers(tmp: Path) -> tuple[Archive, Path, Archive]:
    """The example's module, the folder made of it, and the module of that."""
    first = build(open_folder(EXAMPLE), tmp / "first")
    was = open_archive(first)
    imported(first, tmp / "again")
    return was, tmp / "again", built(tmp / "again", tmp / "second")


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> tuple[Archive, Path, Archive]:
    return two_rivers(tmp_path_factory.mktemp("two-rivers"))


def likeness(one: bytes, other: bytes) -> float:
    """How much two pictures differ, of 255."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB").resize((32, 32)) for data in (one, other)]
    a, b = (np.asarray(picture, dtype=float)[3:-3, 3:-3] for picture in pictures)
    return float(np.abs(a - b).mean())


@pytest.mark.slow
def test_two_rivers_has_the_same_units_by_name_and_picture(again: tuple[Archive, Path, Archive]) -> None:
    was, folder, now = again
    first = {row["id"]: row for row in rows(EXAMPLE, "units.csv")}
    second = {row["id"]: row for row in rows(folder, "units.csv")}
    assert second.keys() == first.keys()
    for id_, row in second.items():
        assert (row["name"], row["side"], row["steps"]) == (
            first[id_]["title"],
            first[id_]["side"],
            first[id_]["steps"],
        )
        for side in "fb" if row["steps"] == "2" else "f":
            name = f"images/{id_}_{side}.png"
            assert likeness(was.read(name), now.read(name)) < 6, name


@pytest.mark.slow
def test_two_rivers_has_the_same_set_ups(again: tuple[Archive, Path, Archive]) -> None:
    _, folder, _ = again
    for name in ("start.csv", "turn-four.csv"):
        first = {row["unit"]: row for row in rows(EXAMPLE, f"set-ups/{name}")}
        second = {row["unit"]: row for row in rows(folder, f"set-ups/{name}")}
        names = {row["id"]: row["name"] for row in rows(EXAMPLE, "spaces.csv")}
        places = {row["id"]: row["name"] for row in rows(folder, "spaces.csv")}
        boxes = {
            "north-reserve": "Northern Reserve",
            "south-reserve": "Southern Reserve",
            "eliminated": "Eliminated",
        }
        shown = {row["id"]: row["title"] for row in read_toml(folder / "map.toml").get("box", [])}
        for id_, row in first.items():
            there = second[id_]
            wanted = names.get(row["space"]) or boxes[row["space"]]
            assert (places.get(there["space"]) or shown[there["space"]], there["status"]) == (
                wanted,
                row["status"],
            )
        points = second.pop("vp")  # of a track of points nothing is left but boxes, in one of which it lies
        assert shown[points["space"]] == "Victory Points 6"
        assert second.keys() == first.keys()


def test_two_rivers_has_the_same_areas_cards_and_phases(again: tuple[Archive, Path, Archive]) -> None:
    was, folder, now = again
    areas = {row["name"] for row in rows(folder, "spaces.csv") if row["kind"] == "area"}
    assert {row["name"] for row in rows(EXAMPLE, "spaces.csv") if row.get("kind", "") != "box"} <= areas
    assert {row["title"] for row in rows(folder, "cards.csv")} == {
        row["title"] for row in rows(EXAMPLE, "cards.csv")
    }
    barrage = next(row for row in rows(folder, "cards.csv") if row["title"] == "Barrage")
    assert (
        likeness(
            was.read("images/card-league-barrage.png"),
            now.read(f"images/card-{barrage['deck']}-{barrage['id']}.png"),
        )
        < 6
    )
    phases = [(phase["title"], phase["player"]) for phase in read_toml(folder / "sequence.toml")["phase"]]
    assert phases == [(p["title"], p["player"]) for p in read_toml(EXAMPLE / "sequence.toml")["phase"]]
    assert read_toml(folder / "map.toml")["track"][0]["count"] == 8
    assert likeness(was.read("images/map.png"), now.read("images/map.png")) < 3


def test_what_two_rivers_leaves_behind_is_listed(again: tuple[Archive, Path, Archive]) -> None:
    _, folder, _ = again
    text = (folder / "not-carried.md").read_text("utf-8")
    assert "- private windows and hands: 2 (North Hand, South Hand)" in text
    assert re.search(r"- traits: Trigger Action: \d+", text)


# --- grids ------------------------------------------------------------------------------------------------


def test_squares_are_areas_with_common_borders(tmp_path: Path) -> None:
    start = stack("Start", 120, 40, unit("1st Blue", 1, "Blue", CF="4"))
    imported(module(tmp_path / "chess.vmod", squares(), two_armies(), start), tmp_path / "chess")
    game = load(open_folder(tmp_path / "chess"))
    board = board_of(game.slug)
    assert len([space for space in board.spaces.values() if space.kind == "area"]) == 64
    assert board.edge("a1", "b1") is not None
    assert board.edge("a1", "c1") is None
    assert game.scenario("start").pieces["1st-blue"].space == "b1"
    assert built(tmp_path / "chess", tmp_path).read("images/1st-blue_f.png")


def test_regions_and_zones_are_areas_and_boxes(tmp_path: Path) -> None:
    grid = zoned(
        zone("Reinforcements", "10,500;300,500;300,630;10,630"),
        *(zone(f"Turn {n}", square(300 + 60 * n, 560, 60)) for n in (1, 2, 3)),
        zone(
            "Country",
            square(0, 0, 480),
            regions(Caen=(100, 100), Bayeux=(300, 100), Falaise=(300, 320)),
            location="$gridLocation$",
        ),
    )
    starts = (
        stack("a", 95, 110, unit("1st Blue", 1, "Blue", CF="4")),
        stack("b", 100, 560, unit("1st Red", 3, "Red", CF="5")),
        stack("c", 450, 590, unit("2nd Red", 4, "Red", CF="2")),
        stack("d", 300, 100, slot("Mud", 6, image="mud.png")),
    )
    draft = imported(module(tmp_path / "old.vmod", grid, two_armies(), *starts), tmp_path / "old")
    spaces = {row["id"]: row["kind"] for row in rows(tmp_path / "old", "spaces.csv")}
    assert spaces == {"caen": "area", "bayeux": "area", "falaise": "area"}
    told = read_toml(tmp_path / "old" / "map.toml")
    assert [box["id"] for box in told["box"]] == ["reinforcements"]
    assert (told["track"][0]["count"], told["track"][0]["columns"]) == (3, 3)
    assert rows(tmp_path / "old", "set-ups/start.csv") == [
        {"unit": "1st-blue", "space": "caen", "status": ""},
        {"unit": "1st-red", "space": "reinforcements", "status": ""},
        {"unit": "mud", "space": "bayeux", "status": ""},
    ]
    units = {row["id"]: row for row in rows(tmp_path / "old", "units.csv")}
    assert units["2nd-red"]["arrival"] == "2"
    assert (units["1st-blue"]["cf"], units["1st-blue"]["side_mark"]) == ("4", "Blue")
    assert not any("markers" in what for what in draft.left.counts)
    assert built(tmp_path / "old", tmp_path).read("images/mud_f.png")


@pytest.mark.parametrize(
    ("grid", "first", "lower", "third"),
    [
        (hexes(), "0101", "even", ""),
        (hexes({"stagger": True}), "0101", "odd", ""),
        (hexes({"hOff": 10, "vOff": 20}), "1020", "odd", ""),
        (hexes({"hType": "A", "hLeading": 0}), "0101", "even", "B03"),
        (hexes({"first": "V", "sep": "."}), "0101", "even", "03.01"),
        (hexes({"vDescend": True}), "0101", "even", "0111"),
    ],
)
def test_hexes_keep_their_numbers_where_a_folder_has_such(
    tmp_path: Path, grid: _Element, first: str, lower: str, third: str
) -> None:
    """Letters, rows first and falling numbers become names; the third hex of the first column tells."""
    imported(
        module(
            tmp_path / "old.vmod",
            grid,
            two_armies(),
            stack("a", 40, 145, unit("1st Blue", 1, "Blue", CF="4")),
        ),
        tmp_path / "old",
    )
    told = read_toml(tmp_path / "old" / "map.toml")["hexes"]
    assert (told["first"], told["lower"]) == (first, lower)
    game = load(open_folder(tmp_path / "old"))
    space = game.scenario("start").pieces["1st-blue"].space
    assert space == f"{first[:2]}{int(first[2:]) + 2:02d}"
    name = board_of(game.slug).spaces[space].name
    assert name == (f"{space} {third}" if third else space)


def test_a_grid_that_lies_on_its_side_has_lines(tmp_path: Path) -> None:
    start = stack("a", 100, 92, unit("1st Blue", 1, "Blue", CF="4"))
    imported(module(tmp_path / "old.vmod", hexes(sideways=True), two_armies(), start), tmp_path / "old")
    told = read_toml(tmp_path / "old" / "map.toml")["hexes"]
    assert told["pointed"] is True
    game = load(open_folder(tmp_path / "old"))
    space = game.scenario("start").pieces["1st-blue"].space
    assert space.startswith("02")


def test_hexes_that_are_not_regular_stretch_the_picture(tmp_path: Path) -> None:
    draft = imported(module(tmp_path / "old.vmod", hexes(dx=60.0), two_armies()), tmp_path / "old")
    assert any("as wide: its hexes are not regular" in note for note in draft.left.notes)
    board_of(open_folder(tmp_path / "old"))


def test_a_map_without_a_grid_is_one_area(tmp_path: Path) -> None:
    imported(module(tmp_path / "old.vmod", None, two_armies()), tmp_path / "old")
    assert [row["id"] for row in rows(tmp_path / "old", "spaces.csv")] == ["map"]


# --- sides, decks, dice, pages ----------------------------------------------------------------------------


def test_the_two_sides_with_most_pieces_are_taken(tmp_path: Path) -> None:
    palette = [*two_armies(), tab("Green", unit("1st Green", 9, "Green"))]
    path = module(tmp_path / "old.vmod", None, palette, sides=("Green", "Red", "Solitaire", "Blue"))
    draft = imported(path, tmp_path / "old")
    assert [side["id"] for side in read_toml(tmp_path / "old" / "game.toml")["side"]] == ["red", "blue"]
    assert draft.left.counts["sides beyond two"] == 1
    assert "1st-green" in {row["id"] for row in rows(tmp_path / "old", "markers.csv")}


def test_a_module_without_sides_has_those_of_its_tabs(tmp_path: Path) -> None:
    draft = imported(module(tmp_path / "old.vmod", None, two_armies(), sides=()), tmp_path / "old")
    assert draft.left.notes[0] == "The module names no two sides; Blue and Red were taken for them."


def test_decks_dice_turns_and_pages(tmp_path: Path) -> None:
    pile = deck(
        "Red Deck", card("Rain", 20, Text="No attack."), card("Rain", 21, Text="No attack."), card("Fog", 22)
    )
    parts = (
        element(M + "DiceButton", {"name": "Combat", "nDice": 2, "nSides": 10}),
        element(M + "DiceButton", {"name": "Odd", "nDice": 40, "nSides": 6}),
        element(M + "GlobalKeyCommand", {"name": "Rally all"}),
        element(
            M + "turn.TurnTracker",
            {"name": "Turn"},
            element(M + "turn.ListTurnLevel", {"list": "Blue Move,Red Move,End"}),
            element(M + "turn.CounterTurnLevel", {"loop": True, "loopLimit": 12, "property": "Week"}),
        ),
        element(
            M + "Documentation",
            None,
            element(M + "documentation.HelpFile", {"title": "Rules", "fileName": "rules.html"}),
        ),
        element(M + "ChartWindow", None, element(W + "Chart", {"chartName": "CRT", "fileName": "crt.png"})),
    )
    files = {
        "rules.html": b"<html><body><h2>Moves</h2><p>All of them.</body></html>",
        "images/crt.png": png((200, 90)),
    }
    path = module(tmp_path / "old.vmod", None, two_armies(), pile, parts=parts, files=files)
    draft = imported(path, tmp_path / "old")
    told = read_toml(tmp_path / "old" / "game.toml")
    assert told["dice"] == [{"name": "Combat", "count": 2, "sides": 10}]
    assert (told["turns"], told["deck"][0]["side"]) == ({"name": "Week", "count": 12}, "red")
    cards = [(row["title"], row["text"], row["count"]) for row in rows(tmp_path / "old", "cards.csv")]
    assert cards == [("Rain", "No attack.", "2"), ("Fog", "", "1")]
    phases = [
        (phase["id"], phase["player"]) for phase in read_toml(tmp_path / "old" / "sequence.toml")["phase"]
    ]
    assert phases == [("blue-move", "blue"), ("red-move", "red"), ("end", "alternating")]
    assert (tmp_path / "old" / "help" / "rules.md").read_text() == "# Rules\n\n## Moves\n\nAll of them.\n"
    assert "](art/chart-crt.png)" in (tmp_path / "old" / "charts" / "crt.md").read_text()
    assert draft.left.counts["dice that a folder cannot have"] == 1
    assert draft.left.counts["global key commands"] == 1
    assert built(tmp_path / "old", tmp_path).read("images/page-art-chart-crt.png") == files["images/crt.png"]


# --- what is wrong ----------------------------------------------------------------------------------------


def test_no_module(tmp_path: Path) -> None:
    (tmp_path / "x.vmod").write_bytes(b"PK but no zip")
    with pytest.raises(FormatError, match=r"^x\.vmod: 13 bytes: expected a whole zip file"):
        from_module(tmp_path / "x.vmod")
    (tmp_path / "y.vmod").write_bytes(write_archive(Archive().with_data("a.txt", b"a")))
    with pytest.raises(FormatError) as told:
        from_module(tmp_path / "y.vmod")
    assert str(told.value) == (
        "y.vmod: entry buildFile.xml: expected a module or extension (this is no file of VASSAL)"
    )


def test_an_extension(tmp_path: Path) -> None:
    archive = Archive().with_data("buildFile.xml", b"<VASSAL.build.module.ModuleExtension/>")
    (tmp_path / "x.vmod").write_bytes(write_archive(archive))
    with pytest.raises(DataError) as told:
        from_module(tmp_path / "x.vmod")
    assert str(told.value) == (
        "x.vmod: expected a module; this is an extension; import the module that it extends"
    )


def test_no_piece_and_no_map(tmp_path: Path) -> None:
    with pytest.raises(DataError) as told:
        from_module(module(tmp_path / "x.vmod", None, []))
    assert str(told.value) == "x.vmod: expected a module with pieces; this one has none"
    root = format_build_file(element("VASSAL.build.GameModule", None, slot("A", 1)))
    (tmp_path / "y.vmod").write_bytes(write_archive(Archive().with_data("buildFile.xml", root)))
    with pytest.raises(DataError) as told:
        from_module(tmp_path / "y.vmod")
    assert (
        str(told.value) == "y.vmod: expected a module with a map; this one has no board; a folder needs one"
    )


def test_a_board_without_its_picture(tmp_path: Path) -> None:
    path = module(tmp_path / "x.vmod", None, two_armies())
    archive = open_archive(path).without("images/map.png")
    path.write_bytes(write_archive(archive))
    with pytest.raises(DataError) as told:
        from_module(path)
    assert str(told.value) == (
        "x.vmod, picture map.png: expected the picture of the board, which is not in the module"
    )


def test_a_picture_that_is_too_large_or_none(tmp_path: Path) -> None:
    path = module(tmp_path / "x.vmod", None, two_armies(), board=png((12_001, 10)), size=(12_001, 10))
    with pytest.raises(DataError) as told:
        from_module(path)
    assert str(told.value) == (
        "x.vmod, picture map.png: expected at most 12,000 pixels a side and 100 million in all, "
        "not 12001 x 10; make it smaller in the module, with its grid"
    )
    path = module(tmp_path / "y.vmod", None, two_armies(), board=b"no picture")
    with pytest.raises(DataError) as told:
        from_module(path)
    assert str(told.value) == "y.vmod, picture map.png: expected a picture that can be read: PNG, JPEG or GIF"


def test_gif_pictures_and_missing_ones(tmp_path: Path) -> None:
    palette = [
        *two_armies(),
        tab("Blue", slot("Old Guard", 30, image="old.gif"), slot("Ghost", 31, image="gone.gif")),
    ]
    path = module(tmp_path / "x.vmod", None, palette, files={"images/old.gif": png(kind="GIF")})
    draft = imported(path, tmp_path / "x")
    units = {row["id"]: row["picture"] for row in rows(tmp_path / "x", "units.csv")}
    assert (units["old-guard"], units["ghost"]) == ("art/old-guard.png", "")
    assert draft.left.counts["pictures that the module has not (or draws itself)"] == 1


def test_zones_that_overlap_cross_or_have_no_inside(tmp_path: Path) -> None:
    grid = element(
        GRID + "ZonedGrid",
        None,
        zone("One", "0,0;300,0;300,300;0,300"),
        zone("Two", "200,0;500,0;500,300;200,300"),
        zone("Hidden", "10,10;50,10;50,50;10,50"),
        zone("Bow", "0,320;200,520;200,320;0,520"),
        zone("Line", "0,600;100,600"),
    )
    draft = imported(module(tmp_path / "x.vmod", grid, two_armies()), tmp_path / "x")
    assert [row["id"] for row in rows(tmp_path / "x", "spaces.csv")] == ["one", "two", "bow"]
    assert draft.left.counts["zones that lie under another"] == 1
    assert draft.left.counts["zones without an inside"] == 1
    board_of(open_folder(tmp_path / "x"))
