"""Units and markers as they are printed, with the strict loader of ``units.csv`` and ``markers.csv``."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from counters.formations import check_formations, load_formations
from counters.nations import NATIONS
from counters.units import Marker, Unit
from maps.compiled import kept_rows
from maps.filing import our_file
from maps.games import home_of
from maps.loader import Row, Sources, header, overlay_file, read_rows, stamp

__all__ = [
    "BATTALION_RATINGS",
    "BATTALION_TYPES",
    "BATTALION_UNIT_COLUMNS",
    "BRANCHES",
    "HEX_TYPES",
    "HEX_UNIT_COLUMNS",
    "MARKER_COLUMNS",
    "NATIONALITIES",
    "RATED_TYPES",
    "RATED_UNIT_COLUMNS",
    "RATINGS",
    "SIDES",
    "STRIPE_SIZES",
    "STRIPE_TYPES",
    "STRIPE_UNIT_COLUMNS",
    "TYPES",
    "UNIT_COLUMNS",
    "Marker",
    "Unit",
    "load_markers",
    "load_units",
]

UNIT_COLUMNS = [
    "id",
    "name",
    "title",
    "side",
    "nationality",
    "branch",
    "type",
    "kind",
    "size",
    "division",
    "corps",
    "af",
    "df",
    "mf",
    "spent_df",
    "arrival",
    "entry",
    "airborne",
    "source",
]
HEX_UNIT_COLUMNS = [
    "id",
    "name",
    "title",
    "side",
    "nationality",
    "branch",
    "type",
    "kind",
    "size",
    "division",
    "corps",
    "steps",
    "af",
    "df",
    "mf",
    "reduced_af",
    "reduced_df",
    "arrival",
    "entry",
    "marks",
    "source",
]
STRIPE_UNIT_COLUMNS = [
    "id",
    "name",
    "title",
    "side",
    "nationality",
    "branch",
    "type",
    "kind",
    "size",
    "division",
    "af",
    "df",
    "mf",
    "spent_df",
    "arrival",
    "entry",
    "airborne",
    "marks",
    "source",
]
RATINGS = ("cs", "cohesion", "ma", "armor", "at", "artillery")
BATTALION_RATINGS = ("as", "ds", "ma", "stacking", "range", "calibre")
BATTALION_UNIT_COLUMNS = [
    "id",
    "name",
    "title",
    "side",
    "nationality",
    "branch",
    "type",
    "kind",
    "size",
    "division",
    "corps",
    "steps",
    *BATTALION_RATINGS,
    "reduced_as",
    "reduced_ds",
    "reduced_ma",
    "arrival",
    "entry",
    "marks",
    "source",
]
RATED_UNIT_COLUMNS = [
    "id",
    "name",
    "title",
    "side",
    "nationality",
    "branch",
    "type",
    "kind",
    "size",
    "division",
    "corps",
    "steps",
    *RATINGS,
    *(f"reduced_{rating}" for rating in RATINGS),
    "arrival",
    "entry",
    "marks",
    "source",
]
MARKER_COLUMNS = ["id", "name", "side", "front", "back", "count", "attack_factor", "source"]
SIDES = ("german", "allied")
NATIONALITIES = tuple(NATIONS)
BRANCHES = ("wehrmacht", "luftwaffe", "kriegsmarine", "ss", "us", "british", "canadian", "french", "polish")
TYPES = ("infantry", "armor", "field-artillery", "flak", "pak", "coastal-artillery")
HEX_TYPES = (
    "infantry",
    "paratrooper",
    "glider",
    "special-forces",
    "armor",
    "armored-cavalry",
    "mechanized",
    "garrison",
    "flak",
    "strongpoint",
)
STRIPE_TYPES = (
    "infantry",
    "motorized",
    "armor",
    "recon",
    "engineer",
    "machine-gun",
    "ranger",
    "commando",
    "airborne",
    "glider",
    "strongpoint",
)
RATED_TYPES = (
    "infantry",
    "parachute",
    "glider",
    "commando",
    "ranger",
    "motorized",
    "panzer-grenadier",
    "armor",
    "assault-gun",
    "recon",
    "engineer",
    "machine-gun",
    "artillery",
    "sp-artillery",
    "anti-tank",
    "nebelwerfer",
    "flak",
    "headquarters",
    "strongpoint",
    "detachment",
)
BATTALION_TYPES = (
    "infantry",
    "parachute",
    "glider",
    "commando",
    "ranger",
    "bicycle",
    "ost",
    "heavy-weapons",
    "engineer",
    "mechanized-infantry",
    "recon",
    "tank",
    "assault-gun",
    "tank-destroyer",
    "anti-tank",
    "artillery",
    "nebelwerfer",
    "coastal-artillery",
    "light-flak",
    "heavy-flak",
    "headquarters",
    "naval",
    "strongpoint",
    "support",
    "pathfinder",
    "truck",
)
STRIPE_SIZES = ("regiment", "brigade", "battalion", "strongpoint")
_HERE = Path(__file__).parent
_MAPS = _HERE.parent / "maps"
_CODE = (
    Path(__file__),
    *map(_HERE.joinpath, ("nations.py", "units.py")),
    *map(_MAPS.joinpath, ("compiled.py", "loader.py")),
)
_ALIVE: Mapping[str, Callable[[Any], Any]] = {
    "entry": tuple, "marks": tuple, "sources": lambda parts: Sources(*parts)
}  # fmt: skip


def load_units(game: str, overlay: Path | None = None) -> Mapping[str, Unit]:
    """Read the units of a game.

    Parameters
    ----------
    game
        Slug with hyphens.
    overlay
        Folder with an owner's ``units.csv``, or None.

    Returns
    -------
    mapping of str to Unit
        In the order of the file.

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.

    Examples
    --------
    >>> load_units("breakout-normandy")["ge-1-919"].spent_df
    0
    """
    own = home_of(game).module("counters", "catalog")
    if own is not None:
        printed: Mapping[str, Unit] = own.load_units()
        return printed
    path = overlay_file(overlay, game, "units.csv") or our_file("counters", game, "units.csv")
    units = _read_units(stamp(path))
    check_formations(path.name, units, load_formations(game, overlay))
    return units


@functools.cache
def _read_units(key: tuple[Path, int, int]) -> Mapping[str, Unit]:
    return {unit.id: unit for unit in kept_rows(Unit, key[0], _CODE, _units, _ALIVE)}


def _units(path: Path) -> list[Unit]:
    """The units of a file; its columns tell which kind of game they are of."""
    columns, read = UNIT_COLUMNS, _unit
    if "cohesion" in header(path):
        columns, read = RATED_UNIT_COLUMNS, _rated_unit
    elif "stacking" in header(path):
        columns, read = BATTALION_UNIT_COLUMNS, _battalion_unit
    elif "steps" in header(path):
        columns, read = HEX_UNIT_COLUMNS, _hex_unit
    elif "marks" in header(path):
        columns, read = STRIPE_UNIT_COLUMNS, _striped_unit
    return [read(row) for row in read_rows(path, columns, key=lambda r: r.cells["id"])]


def load_markers(game: str, overlay: Path | None = None) -> Mapping[str, Marker]:
    """Read the markers of a game.

    Parameters
    ----------
    game, overlay
        As in `load_units`.

    Returns
    -------
    mapping of str to Marker

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.

    Examples
    --------
    >>> load_markers("breakout-normandy")["advantage"].count
    1
    """
    own = home_of(game).module("counters", "catalog")
    if own is not None:
        printed: Mapping[str, Marker] = own.load_markers()
        return printed
    path = overlay_file(overlay, game, "markers.csv") or our_file("counters", game, "markers.csv")
    return _read_markers(stamp(path))


@functools.cache
def _read_markers(key: tuple[Path, int, int]) -> Mapping[str, Marker]:
    path = key[0]
    return {
        row.cells["id"]: Marker(
            row.text("id"),
            row.text("name"),
            row.choice("side", ["", *SIDES]),
            row.cells["front"],
            row.cells["back"],
            row.integer("count", 1, 99),
            row.optional("attack_factor", 0, 20),
            row.sources(),
        )
        for row in read_rows(path, MARKER_COLUMNS, key=lambda r: r.cells["id"])
    }


def _named(row: Row, types: tuple[str, ...]) -> dict[str, Any]:
    """What the counters of every game print alike: names, sides, type, symbol, division."""
    return {
        "id": row.text("id"),
        "name": row.text("name"),
        "title": row.text("title"),
        "side": row.choice("side", SIDES),
        "nationality": row.choice("nationality", NATIONALITIES),
        "branch": row.choice("branch", BRANCHES),
        "type": row.choice("type", types),
        "kind": row.text("kind"),
        "size": row.text("size"),
        "division": row.cells["division"],
        "sources": row.sources(),
    }


def _words(row: Row, column: str) -> tuple[str, ...]:
    """The words of a cell that holds several."""
    return tuple(word.strip() for word in row.cells[column].split("|") if word.strip())


def _unit(row: Row) -> Unit:
    named = _named(row, TYPES)
    coastal = named["type"] == "coastal-artillery"
    row.text("entry")  # every unit of this game enters somewhere
    return Unit(
        **named,
        corps=row.cells["corps"],
        af=_factor(row, "af", dash=coastal or named["type"] in {"flak", "pak"}),
        df=row.integer("df", 0, 12),
        mf=_factor(row, "mf", dash=coastal),
        spent_df=row.integer("spent_df", 0, 12),
        arrival=row.optional("arrival", 6, 30),
        entry=_words(row, "entry"),
        airborne=row.flag("airborne"),
    )


def _hex_unit(row: Row) -> Unit:
    """A unit with steps; without a reduced side its factors are empty, and so are those of a hidden side."""
    named = _named(row, HEX_TYPES)
    return Unit(
        **named,
        corps=row.cells["corps"],
        af=row.optional("af", 0, 20),
        df=row.optional("df", 0, 20),
        mf=row.integer("mf", 0, 20),
        arrival=row.optional("arrival", 1, 20),
        entry=_words(row, "entry"),
        airborne=named["type"] in {"paratrooper", "glider"} and named["side"] == "allied",
        steps=row.integer("steps", 1, 2),
        reduced_af=row.optional("reduced_af", 0, 20),
        reduced_df=row.optional("reduced_df", 0, 20),
        marks=_words(row, "marks"),
    )


def _rated_unit(row: Row) -> Unit:
    """A unit with named ratings on either side; an empty cell is a number that the counter does not print."""
    names = [*RATINGS, *(f"reduced_{rating}" for rating in RATINGS)]
    told = {name: row.optional(name, 0, 30) for name in names}
    return Unit(
        **_named(row, RATED_TYPES),
        corps=row.cells["corps"],
        arrival=row.optional("arrival", 1, 20),
        entry=_words(row, "entry"),
        steps=row.integer("steps", 1, 2),
        marks=_words(row, "marks"),
        ratings={name: value for name, value in told.items() if value is not None},
    )


def _battalion_unit(row: Row) -> Unit:
    """A battalion, company, battery, HQ or ship with named ratings; arrival in days from 1 June."""
    told = {name: row.optional(name, 0, 420) for name in BATTALION_RATINGS}
    told |= {name: row.optional(name, 0, 30) for name in ("reduced_as", "reduced_ds", "reduced_ma")}
    return Unit(
        **_named(row, BATTALION_TYPES),
        corps=row.cells["corps"],
        arrival=row.optional("arrival", 6, 77),
        entry=_words(row, "entry"),
        steps=row.integer("steps", 1, 3),
        marks=_words(row, "marks"),
        ratings={name: value for name, value in told.items() if value is not None},
    )


def _striped_unit(row: Row) -> Unit:
    """A unit under a division stripe, in a game of turns; a strongpoint prints no movement."""
    named = _named(row, STRIPE_TYPES)
    row.choice("size", STRIPE_SIZES)
    fixed = named["type"] == "strongpoint"
    return Unit(
        **named,
        af=row.integer("af", 0, 12),
        df=row.integer("df", 1, 15),
        mf=row.optional("mf", 1, 12) if fixed else row.integer("mf", 1, 12),
        spent_df=row.integer("spent_df", 0, 15),
        arrival=row.optional("arrival", 1, 20),
        entry=_words(row, "entry"),
        airborne=row.flag("airborne"),
        marks=_words(row, "marks"),
    )


def _factor(row: Row, column: str, *, dash: bool) -> int | None:
    """A factor, or None for the ``*`` and ``-`` of units that print none."""
    if dash and row.cells[column] in {"*", "-"}:
        return None
    return row.integer(column, 0, 12)
