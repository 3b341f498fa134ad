"""Modules as they lie about in the wild, large and untidy, made for the tests of `lint` and `diff`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml.etree import _Element

from module_builder.vassal.archive import Archive, write_archive
from module_builder.vassal.builders import (
    basic_piece,
    calculated_property,
    layer,
    marker,
    place_marker,
    prototype,
    replace_with,
    send_to_region,
)
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.traits import Trait, format_definition

M, W = "VASSAL.build.module.", "VASSAL.build.widget."
GRID = M + "map.boardPicker.board."
MARKERS = f"{M}PieceWindow:Pieces/{W}ListWidget:Markers/{W}PieceSlot"


def make_wild(
    path: Path, pieces: int, *, first: int = 1, gpids: bool = True, renamed: str = "", uses: str = "Unit"
) -> Path:
    """Make a module with many pieces, each of which makes markers, is replaced and is sent somewhere.

    Parameters
    ----------
    path
        The file.
    pieces
        How many.
    first
        Number of the first piece: another one renumbers all of them.
    gpids
        Whether they have numbers.
    renamed
        What stands behind the text of every marker.
    uses
        The prototype of every piece.

    Returns
    -------
    Path
    """
    units = list(_units(pieces, first, gpids=gpids, renamed=renamed, uses=uses))
    folders = [
        element(W + "ListWidget", {"entryName": f"List {n}"}, *units[n * 100 : n * 100 + 100])
        for n in range((pieces + 99) // 100)
    ]
    markers = [
        _slot(f"Marker {n}", [basic_piece(f"Marker {n}", "m.png", gpid=str(90000 + n))], str(90000 + n))
        for n in range(40)
    ]
    window = element(
        M + "PieceWindow",
        {"name": "Pieces"},
        element(W + "ListWidget", {"entryName": "Markers"}, *markers),
        *folders,
    )
    root = element(
        "VASSAL.build.GameModule",
        {"name": "Wild", "version": "1", "VassalVersion": "3.6.7", "nextPieceSlotId": 99999},
        element(M + "PlayerRoster", {}, element("entry", text="US"), element("entry", text="German")),
        _prototypes(),
        window,
        _map(pieces),
        element(M + "PredefinedSetup", {"name": "Campaign", "file": "", "useFile": True}),
        element(M + "documentation.BrowserHelpFile", {"title": "Rules", "startingPage": "index.html"}),
    )
    archive = Archive().with_data("buildFile.xml", format_build_file(root))
    archive = archive.with_data("help/Rules", _help())
    for name in ("m.png", "u.png", "back.png", "left.png", "flag_us.png", "page.png", "paper.png"):
        archive = archive.with_data(f"images/{name}", b"\x89PNG\r\n\x1a\n" + bytes(24))
    path.write_bytes(write_archive(archive))
    return path


def _help() -> bytes:
    """The zip of a help window, whose page shows pictures of the module."""
    page = b"<body background='../images/paper.png'><img src='../images/page.png'></body>"
    return write_archive(Archive().with_data("index.html", page))


def _slot(name: str, traits: list[Trait], gpid: str) -> _Element:
    return element(W + "PieceSlot", {"entryName": name, "gpid": gpid or None}, text=format_definition(traits))


def _units(pieces: int, first: int, *, gpids: bool, renamed: str, uses: str) -> Iterator[_Element]:
    for n in range(pieces):
        gpid = str(first + n) if gpids else ""
        spec = f"{MARKERS}:Marker {n % 40}"
        traits = [
            basic_piece(f"Unit {n % 700}", "u.png", gpid=gpid),
            prototype(uses),
            marker({"Text": f"{n}{renamed}", "Side": "us"}),
            place_marker("Mark", key="77,130", spec=spec, gpid=str(60000 + n)),
            replace_with("Flip", key="70,130", spec=f"{MARKERS}:Marker {n % 37}", gpid=str(70000 + n)),
            layer(["u.png", "back.png"]),
            send_to_region("Home", key="72,130", map_name="Main", region=f"Home {n % 500}"),
        ]
        yield _slot(f"Unit {n % 700}", traits, gpid)


def _prototypes() -> _Element:
    names = ("Unit", *(f"Never used {n}" for n in range(50)))
    definitions = [
        element(
            M + "PrototypeDefinition",
            {"name": name},
            text=format_definition((basic_piece("", "", gpid=""), *_broken(name))),
        )
        for name in names
    ]
    return element(M + "PrototypesContainer", {}, *definitions)


def _broken(name: str) -> list[Trait]:
    """What a prototype that nobody uses refers to and there is not."""
    if name == "Unit":
        return [calculated_property("Flag", '{"flag_" + Side + ".png"}')]
    return [send_to_region("Away", key="65,130", map_name="Main", region=f"No {name}")]


def _map(pieces: int) -> _Element:
    regions = [
        element(GRID + "Region", {"name": f"Home {n}", "originx": n % 50 * 20, "originy": n // 50 * 20})
        for n in range(500)
    ]
    board = element(
        M + "map.boardPicker.Board",
        {"name": "Board", "width": 1000, "height": 1000},
        element(GRID + "RegionGrid", {}, *regions),
    )
    stacks = [
        element(
            M + "map.SetupStack",
            {
                "name": f"Stack {n}",
                "owningBoard": "Board",
                "useGridLocation": True,
                "location": f"Home {n % 500}" if n % 9 else "",
            },
        )
        for n in range(pieces // 4)
    ]
    return element(M + "Map", {"mapName": "Main"}, element(M + "map.BoardPicker", {}, board), *stacks)
