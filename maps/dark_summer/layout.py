"""Makes ``geometry.toml``, the places of everything on the module's board, from ``map.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from maps.filing import OURS, Filing
from maps.geography import Point
from maps.hexdrawing_sheet import hexagon
from maps.hexlayout import head, polygon_box, rect_box, track_lines
from maps.loader import read_toml

__all__ = ["geometry_text", "map_data"]

_HERE = Path(__file__).parent
_KEYS = [
    "title", "subtitle", "sheet", "hexes", "operational", "offshore", "boxes", "places", "tracks", "turns",
    "waters",
]  # fmt: skip
_AIRFIELD = 1.10  # inches from flat to flat


def map_data(filing: Filing = OURS) -> dict[str, Any]:
    """What ``map.toml`` says.

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    34.0
    """
    return read_toml(filing.path(_HERE / "map.toml"), _KEYS)


def _hex_box(at: Point, height: float) -> list[str]:
    """A hex that holds Allied units."""
    return polygon_box(hexagon(at, height), [], [at])


def _who(id_: str) -> str:
    """Whose units stand in a rectangular box."""
    if id_ == "exit-german":
        return "german"
    return "both" if id_ in {"cherbourg", "eliminated"} else "allied"


def geometry_text() -> str:
    """The text of ``geometry.toml``."""
    data = map_data()
    sheet, at = data["sheet"], data["hexes"]
    scale, counter = sheet["pixels_per_inch"], sheet["counter"]
    out = [*head(sheet), "", "[hexes]"]
    out += [f"{k} = {v}" for k, v in at.items() if k != "lower"] + [f'lower = "{at["lower"]}"', ""]
    for id_, (column, row) in data["offshore"].items():
        centre = at["x0"] + column * at["dx"], at["y0"] + (row + (column & 1) / 2) * at["dy"]
        out += [f'[boxes."{id_}"]', *_hex_box(centre, at["dy"]), ""]
    for id_, box in data["boxes"].items():
        if "hex" in box:
            x, y = box["hex"]
            lines = _hex_box((x * scale, y * scale), _AIRFIELD * scale)
        else:
            lines = rect_box(box["rect"], _who(id_), scale, counter)
        out += [f'[boxes."{id_}"]', *lines, ""]
    for track in data["tracks"]:
        out += [f'[tracks."{track["id"]}"]', *track_lines(track, scale), ""]
    return "\n".join(out)
