"""Reads ``map.toml`` of a user's game, strictly: what is left out has a value that looks well."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maps.drawing import Colour
from maps.errors import DataError
from maps.geography import Point
from maps.homemade.looks import LOOKS, STYLES
from maps.homemade.mapparts import (
    AreasPart,
    BoardPart,
    Boundary,
    BoxPart,
    Column,
    HexesPart,
    LabelPart,
    MapFile,
    Rect,
    Road,
    ScalePart,
    Terrain,
    TrackPart,
)
from maps.homemade.strict import Table
from maps.loader import read_toml

__all__ = ["KEYS", "MapFile", "read_map_file"]

_INK: Colour = (62, 52, 42)
KEYS: Mapping[str, tuple[str, ...]] = {
    "": (
        "title", "subtitle", "board", "areas", "hexes", "picture", "terrain", "boundary", "road", "column",
        "track", "box", "label", "places", "scale",
    ),
    "board": ("width", "height", "pixels_per_inch", "counter", "background", "version"),
    "areas": ("file", "rect", "key", "tolerance", "touch"),
    "hexes": (
        "columns", "rows", "flat", "pointed", "lower", "at", "first", "digits", "northward", "westward",
        "terrain", "fitted",
    ),
    "fitted": ("hex", "at"),
    "picture": ("file",),
    "terrain": ("title", "color", "pattern", "letter"),
    "boundary": ("title", "color", "width", "style"),
    "road": ("title", "color", "width", "rim"),
    "column": ("title", "type", "values", "least", "most", "shown"),
    "track": ("id", "title", "at", "box", "columns", "labels", "count", "first"),
    "box": ("id", "title", "rect", "who"),
    "label": ("text", "at", "size", "kind"),
    "places": ("title", "legend", "compass", "scale"),
    "scale": ("per_inch", "unit", "north"),
}  # fmt: skip
"""Table of ``map.toml`` -> the keys that it may have; the file itself has no name."""
_WIDEST = 100.0  # inches


def read_map_file(folder: Path) -> MapFile:
    """Read ``map.toml`` of a folder.

    Parameters
    ----------
    folder
        The folder of a game.

    Returns
    -------
    MapFile

    Raises
    ------
    DataError
        Missing, unknown key, wrong value.

    Examples
    --------
    >>> read_map_file(Path("no-such-game"))
    Traceback (most recent call last):
    maps.errors.DataError: map.toml: expected a readable file (No such file or directory)
    """
    top = Table("map.toml", "", read_toml(folder / "map.toml"), KEYS[""])
    picture = top.table("picture", KEYS["picture"]).text("file") if "picture" in top.data else ""
    if ("areas" in top.data) == ("hexes" in top.data):
        raise DataError("map.toml", "", "either [areas] or [hexes]", "a map has Areas or hexes, not both")
    found = MapFile(
        top.text("title"),
        top.text("subtitle", ""),
        _board(top, picture),
        _scale(top),
        _areas(top) if "areas" in top.data else None,
        _hexes(top, picture) if "hexes" in top.data else None,
        picture,
        {name: _terrain(name, t) for name, t in top.named("terrain", KEYS["terrain"]).items()},
        _boundaries(top),
        {name: _road(name, t) for name, t in top.named("road", KEYS["road"]).items()},
        {name: _column(name, t) for name, t in top.named("column", KEYS["column"]).items()},
        tuple([_track(t) for t in top.rows("track", KEYS["track"])]),
        tuple([_box(t) for t in top.rows("box", KEYS["box"])]),
        tuple([_label(t) for t in top.rows("label", KEYS["label"], "text")]),
        _places(top),
    )
    _once(found)
    return found


def _once(file: MapFile) -> None:
    """No id and no letter stands for two things."""
    letters = [terrain.letter for terrain in file.terrain.values() if terrain.letter]
    groups = (
        ("[[track]]", [track.id for track in file.tracks], "id"),
        ("[[box]]", [box.id for box in file.boxes], "id"),
        ("[terrain]", letters, "letter"),
    )
    for name, ids, key in groups:
        for number, id_ in enumerate(ids):
            if id_ in ids[:number]:
                raise DataError(
                    "map.toml", f"{name}, key {key}", f"each {key} once; {id_!r} stands there twice"
                )


def _board(top: Table, picture: str) -> BoardPart:
    table = top.table("board", KEYS["board"])
    missing = 0.0 if picture else None
    width = table.number("width", 0 if picture else 1, _WIDEST, missing)
    height = table.number("height", 0 if picture else 1, _WIDEST, missing)
    return BoardPart(
        width,
        height,
        table.whole("pixels_per_inch", 50, 300, 130),
        table.number("counter", 0.2, 2, 0.5),
        table.colour("background", (232, 222, 196)),
        table.whole("version", 1, 9999, 1),
    )


def _scale(top: Table) -> ScalePart:
    table = top.table("scale", KEYS["scale"])
    north = table.number("north", -180, 180, 0)
    return ScalePart(table.number("per_inch", 0, 10_000, 0), table.text("unit", "miles"), north)


def _areas(top: Table) -> AreasPart:
    table = top.table("areas", KEYS["areas"])
    name = table.text("file", "areas.svg")
    if not name.endswith((".svg", ".geojson", ".json")):
        raise table.fault("file", f"a name that ends with .svg or .geojson, not {name!r}")
    rect = table.numbers("rect", ["left", "top", "width", "height"]) if "rect" in table.data else ()
    tolerance = table.number("tolerance", 0, 0.5, 0.04)
    return AreasPart(name, rect, table.text("key", "id"), tolerance, table.number("touch", 0, 5, 0.15))


def _hexes(top: Table, picture: str) -> HexesPart:
    table = top.table("hexes", KEYS["hexes"])
    digits, fitted = table.whole("digits", 2, 4, 2), _fitted(table)
    pointed = table.flag("pointed")
    for key in ("northward", "westward"):
        if key in table.data and not pointed:
            raise table.fault(key, "this key in a grid with pointed = true alone", "leave it out")
    first = table.text("first", "01".rjust(digits, "0") * 2)
    if len(first) != 2 * digits or not (first.isascii() and first.isdigit()):
        raise table.fault(
            "first",
            f"{2 * digits} digits, not {first!r}",
            "digits = 2, 3 or 4 says how many a coordinate has",
        )
    if fitted and not picture:
        raise table.fault("fitted", "a [picture] on which these pixels lie", "a drawn grid has flat and at")
    if picture and not fitted:
        raise table.fault(
            "fitted",
            "three hexes with their pixels on the picture",
            'fitted = [{hex = "0101", at = [120, 96]}, ...]',
        )
    columns, rows = table.whole("columns", 1, 200), table.whole("rows", 1, 200)
    start = int(first[:digits]), int(first[digits:])
    across, down = (rows, columns) if pointed else (columns, rows)
    if start[0] + across > 10**digits or start[1] + down > 10**digits:
        raise table.fault("digits", f"numbers of more digits: not all hexes from {first} on can be numbered")
    flat = 0.0 if fitted else table.number("flat", 0.2, 5)
    x, y = (0.0, 0.0) if fitted else table.numbers("at", ["x", "y"])
    return HexesPart(
        columns,
        rows,
        flat,
        (x, y),
        pointed,
        table.choice("lower", ["odd", "even"], "even"),
        first,
        digits,
        table.flag("northward"),
        table.flag("westward"),
        table.text("terrain", ""),
        fitted,
    )


def _fitted(table: Table) -> tuple[tuple[str, Point], ...]:
    rows = table.rows("fitted", KEYS["fitted"], "hex")
    if rows and len(rows) != 3:
        raise table.fault("fitted", f"three hexes with their pixels, not {len(rows)}")
    found = [(row.text("hex"), row.numbers("at", ["x", "y"])) for row in rows]
    return tuple([(number, (x, y)) for number, (x, y) in found])


def _title(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _terrain(name: str, table: Table) -> Terrain:
    pattern = table.choice("pattern", list(LOOKS), "plain" if name not in LOOKS else name)
    letter = table.text("letter", "")
    if len(letter) > 1 or letter in {".", "-", "#", ",", " "}:
        raise table.fault("letter", f"one letter, not {letter!r}")
    return Terrain(
        name, table.text("title", _title(name)), table.colour("color", LOOKS[pattern]), pattern, letter
    )


def _boundaries(top: Table) -> dict[str, Boundary]:
    found = {
        "open": Boundary("open", "Open ground", _INK, 1.6, "line"),
        "none": Boundary("none", "Not adjacent", _INK, 3.2, "double"),
        "link": Boundary("link", "Way over water", _INK, 2.0, "link"),
    }
    for name, table in top.named("boundary", KEYS["boundary"]).items():
        style = table.choice("style", list(STYLES), found[name].style if name in found else "line")
        if name in {"link", "none"} and (style == "link") != (name == "link"):
            raise table.fault(
                "style", f"another style than {style!r} for the boundary {name!r}", "leave the key out"
            )
        colour, width = STYLES[style]
        known = found.get(name)
        title = table.text("title", known.title if known else _title(name))
        found[name] = Boundary(
            name, title, table.colour("color", colour), table.number("width", 0, 30, width), style
        )
    return found


def _road(name: str, table: Table) -> Road:
    width = table.number("width", 0.5, 20, 3.2)
    colour, rim = table.colour("color", (186, 52, 38)), table.colour("rim", (84, 28, 22))
    return Road(name, table.text("title", _title(name)), colour, width, rim)


def _column(name: str, table: Table) -> Column:
    kind = table.choice("type", ["number", "flag", "text", "choice"], "text")
    values = table.texts("values")
    if (kind == "choice") != bool(values):
        raise table.fault("values", 'a list of words where type = "choice", and there alone')
    least, most = table.whole("least", -9999, 9999, 0), table.whole("most", -9999, 9999, 9999)
    shown = table.choice("shown", ["circle", "star", "text", ""], "")
    return Column(name, table.text("title", _title(name)), kind, values, least, most, shown)


def _track(table: Table) -> TrackPart:
    labels = table.texts("labels")
    if bool(labels) == ("count" in table.data):
        raise table.fault(
            "labels", "either labels = [...] or count = 10", "count numbers the boxes from first = 1 on"
        )
    if not labels:
        first = table.whole("first", -999, 999, 1)
        labels = tuple([str(first + n) for n in range(table.whole("count", 1, 200))])
    if len(set(labels)) < len(labels):
        raise table.fault("labels", "each label once")
    (left, top), (wide, high) = table.numbers("at", ["x", "y"]), table.numbers("box", ["width", "height"])
    if min(wide, high) < 0.2:
        raise table.fault("box", "boxes of 0.2 inches at least")
    columns = table.whole("columns", 1, 200, len(labels))
    return TrackPart(table.text("id"), table.text("title"), (left, top), (wide, high), columns, labels)


def _box(table: Table) -> BoxPart:
    rect = table.numbers("rect", ["left", "top", "width", "height"])
    if min(rect[2:]) < 0.3:
        raise table.fault("rect", "a width and a height of 0.3 inches at least")
    id_ = table.text("id")
    return BoxPart(id_, table.text("title", _title(id_)), rect, table.text("who", "both"))


def _label(table: Table) -> LabelPart:
    x, y = table.numbers("at", ["x", "y"])
    size = table.number("size", 0, 3, 0)
    return LabelPart(
        table.text("text"), (x, y), size, table.choice("kind", ["water", "wood", "town"], "town")
    )


def _places(top: Table) -> dict[str, Rect]:
    table = top.table("places", KEYS["places"])
    return {key: table.numbers(key, ["left", "top", "width", "height"]) for key in table.data}
