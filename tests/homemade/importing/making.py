"""Small modules as other people make them, and exports of LaTeX wargames, for tests of importers."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml.etree import _Element
from PIL import Image

from module_builder.vassal.archive import Archive, write_archive
from module_builder.vassal.builders import basic_piece, layer, marker, mask
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.metadata import Metadata, format_metadata
from module_builder.vassal.traits import Trait, format_definition

M, W = "VASSAL.build.module.", "VASSAL.build.widget."
BOARD, GRID = M + "map.boardPicker.Board", M + "map.boardPicker.board."


def png(size: tuple[int, int] = (60, 60), color: str = "#8899aa", kind: str = "PNG") -> bytes:
    """A picture of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, kind)
    return buffer.getvalue()


def slot(
    name: str, gpid: int, traits: Sequence[Trait] = (), *, image: str = "", card: bool = False
) -> _Element:
    """A slot of the palette, of a deck or of a stack."""
    text = format_definition((basic_piece(name, image, gpid=gpid), *traits))
    return element(W + ("CardSlot" if card else "PieceSlot"), {"entryName": name, "gpid": gpid}, text=text)


def unit(name: str, gpid: int, side: str, **marks: str) -> _Element:
    """A unit with a front and a back, each of its own colour."""
    pictures = [f"{name}.png", f"{name}-back.png"]
    return slot(name, gpid, (layer(pictures, name="Step"), marker({"Side": side, **marks})))


def tab(name: str, *slots: _Element) -> _Element:
    """A tab of the palette."""
    return element(W + "PanelWidget", {"entryName": name}, *slots)


def stack(name: str, x: int, y: int, *slots: _Element) -> _Element:
    """What stands on the map when a game begins."""
    attributes = {"name": name, "owningBoard": "Board", "x": x, "y": y, "useGridLocation": False}
    return element(M + "map.SetupStack", attributes, *slots)


def deck(name: str, *slots: _Element) -> _Element:
    """A deck."""
    return element(M + "map.DrawPile", {"name": name, "x": 50, "y": 50, "owningBoard": "Board"}, *slots)


def zone(name: str, path: str, *inner: _Element, location: str = "$name$", parent: bool = False) -> _Element:
    """A zone of a board."""
    attributes = {"name": name, "path": path, "locationFormat": location, "useParentGrid": parent}
    return element(GRID + "mapgrid.Zone", attributes, *inner)


def regions(**points: tuple[int, int]) -> _Element:
    """A grid of named points."""
    made = (element(GRID + "Region", {"name": n, "originx": x, "originy": y}) for n, (x, y) in points.items())
    return element(GRID + "RegionGrid", {"snapto": True}, *made)


def hexes(numbering: Mapping[str, object] | None = None, **grid: object) -> _Element:
    """A grid of hexes of 60 pixels."""
    inner = element(
        GRID + "mapgrid.HexGridNumbering", {"hOff": 1, "vOff": 1, "stagger": False, **(numbering or {})}
    )
    return element(GRID + "HexGrid", {"x0": 40, "y0": 25, "dx": 52.0, "dy": 60.0, **grid}, inner)


def squares() -> _Element:
    """A chess board: squares of 80 pixels, A1 in the upper left corner."""
    numbers = {"hType": "A", "hOff": 0, "hLeading": 0, "vOff": 1, "vLeading": 0}
    inner = element(GRID + "mapgrid.SquareGridNumbering", numbers)
    return element(GRID + "SquareGrid", {"x0": 40, "y0": 40, "dx": 80.0, "dy": 80.0}, inner)


def zoned(*zones: _Element) -> _Element:
    """A grid of zones."""
    return element(GRID + "ZonedGrid", None, *zones)


def module(
    path: Path,
    grid: _Element | None,
    palette: Iterable[_Element],
    *beside: _Element,
    size: tuple[int, int] = (640, 640),
    sides: Sequence[str] = ("Blue", "Red"),
    board: bytes | None = None,
    parts: Iterable[_Element] = (),
    files: Mapping[str, bytes] | None = None,
) -> Path:
    """Write a module: a board with a grid, a palette, what stands on the map, and anything else."""
    attributes = {"name": "Board", "image": "map.png", "width": size[0], "height": size[1]}
    picker = element(
        M + "map.BoardPicker", None, element(BOARD, attributes, *([] if grid is None else [grid]))
    )
    window = element(M + "Map", {"mapName": "Main Map"}, picker, *beside)
    tabs = element(
        M + "PieceWindow", {"name": "Pieces"}, element(W + "TabWidget", {"entryName": "Pieces"}, *palette)
    )
    entries = (element("entry", text=side) for side in sides)
    roster = element(M + "PlayerRoster", None, *entries)
    root = element(
        "VASSAL.build.GameModule", {"name": "Old Game", "version": "2.1"}, roster, tabs, window, *parts
    )
    archive = Archive().with_data("moduledata", format_metadata(Metadata("2.1", "3.6.0", "", "Old Game")))
    archive = archive.with_data("buildFile.xml", format_build_file(root))
    archive = archive.with_data("images/map.png", png(size, "#cfd8b0") if board is None else board)
    for number, name in enumerate(_pictures(root)):
        if f"images/{name}" not in archive:
            archive = archive.with_data(
                f"images/{name}", png(color=f"#{40 + number * 3:02x}{200 - number * 2:02x}60")
            )
    for name, data in (files or {}).items():
        archive = archive.with_data(name, data)
    path.write_bytes(write_archive(archive))
    return path


def _pictures(root: _Element) -> list[str]:
    text = " ".join(node.text or "" for node in root.iterdescendants())
    return sorted(set(re.findall(r"[^;,/|\t\\]+\.png", text)))


def two_armies() -> list[_Element]:
    """A palette of two sides, of markers, and of a turn marker."""
    return [
        tab("Blue", unit("1st Blue", 1, "Blue", CF="4"), unit("2nd Blue", 2, "Blue", CF="3")),
        tab("Red", unit("1st Red", 3, "Red", CF="5"), unit("2nd Red", 4, "Red", CF="2")),
        tab("Markers", slot("Game Turn", 5, image="turn.png"), slot("Mud", 6, image="mud.png")),
    ]


def card(name: str, gpid: int, **marks: str) -> _Element:
    """A card with a back."""
    back = mask("card-back.png", key="70,130", text="Flip", style="Gcard-back.png", name="?", who="side:")
    traits = (marker(marks), back) if marks else (back,)
    return slot(name, gpid, traits, image=f"{name.casefold()}.png", card=True)


def export(folder: Path, *more: dict[str, Any], zones: Mapping[str, Any] | None = None) -> Path:
    """Write the export of a LaTeX wargame, with a picture of each entry beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, Any]] = [
        {"category": "board", "subcategory": "", "name": "Map", "zones": ZONES if zones is None else zones},
        {"category": "counter", "subcategory": "Blue", "name": "blue 1", "chit": factors(3, 4)},
        {"category": "counter", "subcategory": "Blue", "name": "blue 1 flipped", "chit": factors(1, 4)},
        {"category": "counter", "subcategory": "Red", "name": "red 1", "natoapp6c": {"main": "armoured"}},
        {"category": "counter", "subcategory": "Markers", "name": "game turn"},
        {"category": "chart", "subcategory": "", "name": "CRT"},
        *more,
        {"category": "<<eol>>", "name": "end"},
    ]  # fmt: skip
    for number, entry in enumerate(entries, 1):
        entry["number"] = number
        size = (900, 700) if entry["category"] == "board" else (72, 72)
        stem = str(entry["name"]).replace(" ", "_")
        (folder / f"{stem}.png").write_bytes(png(size, f"#{60 + 9 * number:02x}9977"))
    path = folder / "export.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    return path


def factors(*numbers: int) -> dict[str, str]:
    """What a counter says of its factors."""
    return {"factors": f"chit/{len(numbers)} factors={' '.join(map(str, numbers))}"}


def point(name: str, x: float, y: float) -> dict[str, Any]:
    """A point of a board, in the coordinates of TikZ."""
    return {"type": "point", "name": name, "coords": [x, y]}


ZONES: dict[str, Any] = {
    "zoned": {
        "lower left": [-1, -1], "upper right": [14, 10.6667],
        "xx": 1, "xy": 0, "yx": 0, "yy": 1, "dx": 0, "dy": 0,
    },
    "zone scope hexes": {
        "global lower left": [-1, 0], "global upper right": [11, 10.6667],
        "coords": {"row": {"factor": -1}, "column": {"offset": 1}},
    },
    "zone path turns": {
        "path": [[11.2, 0], [13.8, 0], [13.8, 10], [11.2, 10]],
        "point 1": point("Turn 1", 12.5, 9), "point 2": point("Turn 2", 12.5, 7.5),
        "point 3": point("Turn 3", 12.5, 6),
    },
    "zone path start": {
        "path": [[11.2, -1], [13.8, -1], [13.8, -0.1], [11.2, -0.1]], "point 1": point("red 1", 12.5, -0.5),
    },
}  # fmt: skip
