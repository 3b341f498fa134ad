"""Makes ``geometry.toml``, the places of everything on the module's board, from ``map.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from maps.geography import Point
from maps.hexdrawing_sheet import hexagon
from maps.loader import read_toml

__all__ = ["geometry_text", "map_data"]

_HERE = Path(__file__).parent
_KEYS = [
    "title", "subtitle", "sheet", "hexes", "operational", "offshore", "boxes", "places", "tracks", "turns",
    "waters",
]  # fmt: skip
_AIRFIELD = 1.10  # inches from flat to flat


def map_data() -> dict[str, Any]:
    """What ``map.toml`` says.

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    34.0
    """
    return read_toml(_HERE / "map.toml", _KEYS)


def _numbers(values: Iterable[float]) -> str:
    return f"[{', '.join(f'{v:.1f}'.removesuffix('.0') for v in values)}]"


def _flat(points: Iterable[Point]) -> str:
    return _numbers(v for point in points for v in point)


def _box(polygon: Sequence[Point], german: Sequence[Point], allied: Sequence[Point]) -> list[str]:
    """The lines of one box; the name stands at the top."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    middle, top = (min(xs) + max(xs)) / 2, min(ys)
    return [
        f"symbol = {_numbers((middle, top + 16))}",
        f"name = {_numbers((middle, top + 16))}",
        f"german = {_flat(german)}",
        f"allied = {_flat(allied)}",
        f"control = {_numbers((max(xs) - 44, top + 44))}",
        f"polygon = {_flat(polygon)}",
    ]


def _hex_box(at: Point, height: float) -> list[str]:
    """A hex that holds Allied units."""
    return _box(hexagon(at, height), [], [at])


def _spots(x: float, y: float, wide: float, high: float, counter: float) -> list[Point]:
    """Points for stacks in rows, under the name."""
    room, step = high - 36, counter + 12
    columns, rows = max(1, int((wide - 6) // step)), max(1, int(room // step))
    return [
        (x + wide * (i + 0.5) / columns, y + 34 + room * (j + 0.5) / rows)
        for j in range(rows)
        for i in range(columns)
    ]


def _rect_box(id_: str, rect: Sequence[float], scale: float, counter: float) -> list[str]:
    """A rectangular box: Germans to the left, Allies to the right, where both may be there."""
    x, y, wide, high = (v * scale for v in rect)
    spots = _spots(x, y, wide, high, counter)
    german, allied = [s for s in spots if s[0] < x + wide / 2], [s for s in spots if s[0] >= x + wide / 2]
    if id_ == "exit-german":
        german, allied = spots, []
    elif id_ not in {"cherbourg", "eliminated"}:
        german, allied = [], spots
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return _box(corners, german, allied)


def geometry_text() -> str:
    """The text of ``geometry.toml``."""
    data = map_data()
    sheet, at = data["sheet"], data["hexes"]
    scale, counter = sheet["pixels_per_inch"], sheet["counter"]
    out = [
        "# Made by generate.py: pixels of the module's board. Saves hold them: a change needs a new version.",
        "",
    ]
    out += ["version = 1", "", "[board]"]
    out += [f"width = {round(sheet['width'] * scale)}", f"height = {round(sheet['height'] * scale)}"]
    out += [f"pixels_per_inch = {scale}", f"counter = {counter}", "", "[hexes]"]
    out += [f"{k} = {v}" for k, v in at.items() if k != "lower"] + [f'lower = "{at["lower"]}"', ""]
    for id_, (column, row) in data["offshore"].items():
        centre = at["x0"] + column * at["dx"], at["y0"] + (row + (column & 1) / 2) * at["dy"]
        out += [f'[boxes."{id_}"]', *_hex_box(centre, at["dy"]), ""]
    for id_, box in data["boxes"].items():
        if "hex" in box:
            x, y = box["hex"]
            lines = _hex_box((x * scale, y * scale), _AIRFIELD * scale)
        else:
            lines = _rect_box(id_, box["rect"], scale, counter)
        out += [f'[boxes."{id_}"]', *lines, ""]
    for track in data["tracks"]:
        out += [f'[tracks."{track["id"]}"]', *_track(track, scale), ""]
    return "\n".join(out)


def _track(track: dict[str, Any], scale: float) -> list[str]:
    (left, top), (w, h), columns = track["at"], track["box"], track["columns"]
    boxes = [
        _numbers(v * scale for v in (left + w * (i % columns), top + h * (i // columns), w, h))
        for i in range(len(track["labels"]))
    ]
    labels = ", ".join(f'"{label}"' for label in track["labels"])
    return [f'title = "{track["title"]}"', f"labels = [{labels}]", f"boxes = [{', '.join(boxes)}]"]
