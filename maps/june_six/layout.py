"""Makes ``geometry.toml``, the places of everything on the module's board, from ``map.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maps.filing import OURS, Filing
from maps.generating import write_texts
from maps.hexlayout import head, rect_box, track_lines
from maps.june_six.grid import GRID
from maps.loader import read_toml

__all__ = ["geometry_text", "main", "map_data"]

_HERE = Path(__file__).parent
_KEYS = ["title", "subtitle", "sheet", "hexes", "boxes", "places", "tracks", "turns", "resources", "waters"]


def map_data(filing: Filing = OURS) -> dict[str, Any]:
    """What ``map.toml`` says.

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    44.0
    """
    return read_toml(filing.path(_HERE / "map.toml"), _KEYS)


def _hexes(at: dict[str, int]) -> Iterator[str]:
    """Where the hexes lie, with the numbers of both sheets."""
    yield "[hexes]"
    yield 'axis = "lines"'
    yield from (f"{k} = {v}" for k, v in at.items())
    yield f'shifted = "{GRID.shifted}"'
    yield "sheets = ["
    for s in GRID.sheets:
        part = f'letter = "{s.letter}", lines = {list(s.lines)}, places = {list(s.places)}'
        yield f"  {{ {part}, line = {s.line}, place = {s.place} }},"
    yield "]"


def geometry_text() -> str:
    """The text of ``geometry.toml``.

    Examples
    --------
    >>> geometry_text().splitlines()[2]
    'version = 1'
    """
    data = map_data()
    scale, counter = data["sheet"]["pixels_per_inch"], data["sheet"]["counter"]
    out = [*head(data["sheet"], maker="layout.py"), "", *_hexes(data["hexes"]), ""]
    for id_, box in data["boxes"].items():
        out += [f'[boxes."{id_}"]', *rect_box(box["rect"], box["who"], scale, counter), ""]
    for track in data["tracks"]:
        out += [f'[tracks."{track["id"]}"]', *track_lines(track, scale), ""]
    return "\n".join(out)


def main() -> None:
    """Write ``geometry.toml``."""
    write_texts(_HERE, {"geometry.toml": geometry_text})


if __name__ == "__main__":
    main()
