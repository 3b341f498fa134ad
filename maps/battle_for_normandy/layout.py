"""Makes ``geometry.toml``, the places of everything on the boards of the map, from ``map.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from maps.battle_for_normandy.grid import GRID
from maps.filing import OURS, Filing
from maps.generating import write_texts
from maps.hexlayout import head, rect_box, track_lines
from maps.loader import read_toml

__all__ = ["geometry_text", "main", "map_data"]

_HERE = Path(__file__).parent
_KEYS = [
    "title", "subtitle", "sheet", "hexes", "boards", "boxes", "places", "roses", "tracks", "waters",
    "letters",
]  # fmt: skip


def map_data(filing: Filing = OURS) -> dict[str, Any]:
    """What ``map.toml`` says.

    Examples
    --------
    >>> map_data()["hexes"]["dx"], list(map_data()["boards"])[:3]
    (66, ['A', 'B', 'D'])
    """
    return read_toml(filing.path(_HERE / "map.toml"), _KEYS)


def _flag(on: object) -> str:
    return "true" if on else "false"


def _hexes(at: Mapping[str, int]) -> Iterator[str]:
    """Where the hexes lie, with the numbers of all sheets."""
    yield "[hexes]"
    yield 'axis = "lines"'
    yield from (f"{k} = {v}" for k, v in at.items())
    yield f'shifted = "{GRID.shifted}"'
    yield f"northward = {_flag(GRID.northward)}"
    yield f"westward = {_flag(GRID.westward)}"
    yield "sheets = ["
    for s in GRID.sheets:
        part = f'letter = "{s.letter}", lines = {list(s.lines)}, places = {list(s.places)}'
        yield f"  {{ {part}, line = {s.line}, place = {s.place} }},"
    yield "]"


def _board(name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """The lines of one board: what it shows of the plane, and where it stands in the board picker."""
    yield "[[boards]]"
    yield f'name = "{name}"'
    yield f'title = "{data["title"]}"'
    yield f"rect = {data['rect']}"
    yield f"column = {data['column']}"
    yield f"row = {data['row']}"
    yield f"expansion = {_flag(data.get('expansion'))}"


def geometry_text() -> str:
    """The text of ``geometry.toml``.

    Examples
    --------
    >>> geometry_text().splitlines()[2]
    'version = 1'
    """
    data = map_data()
    sheet = data["sheet"]
    scale, inch = {**sheet, "pixels_per_inch": 1}, sheet["pixels_per_inch"]
    first = [
        f"pixels_per_inch = {inch}" if x == "pixels_per_inch = 1" else x
        for x in head(scale, maker="layout.py")
    ]
    out = [*first, "", *_hexes(data["hexes"]), ""]
    for name, board in data["boards"].items():
        out += [*_board(name, board), ""]
    for id_, box in data["boxes"].items():
        out += [f'[boxes."{id_}"]', *rect_box(box["rect"], box["who"], 1, sheet["counter"]), ""]
    for track in data["tracks"]:
        out += [f'[tracks."{track["id"]}"]', *track_lines(track, 1), ""]
    return "\n".join(out)


def main() -> None:
    """Write ``geometry.toml``.

    Examples
    --------
    >>> main.__name__
    'main'
    """
    write_texts(_HERE, {"geometry.toml": geometry_text})


if __name__ == "__main__":
    main()
