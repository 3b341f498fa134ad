"""Whether the names in ``rules.toml`` are those of the map, of the units and of the sides: a slip is told."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.homemade.reading import Told, fault_at
from adjudicator.homemade.rules_file import RulesFile
from adjudicator.homemade.said import Costs
from maps.games import FolderHome
from maps.homemade.game import game_file
from maps.homemade.tables import read_free_rows
from maps.loader import read_toml

__all__ = ["check_names"]

_Named = tuple[str, str, str]
"""What is named (terrain, boundary, road, type, column, side), its name, and where."""
_BUILT_IN = ("open", "link", "bridge")
_FILES = {
    "terrain": "map.toml",
    "boundary": "map.toml",
    "road": "map.toml",
    "type": "units.csv",
    "column": "units.csv",
    "side": "game.toml",
}


def check_names(rules: RulesFile, home: FolderHome) -> None:
    """Refuse a name that nothing in the folder bears.

    Parameters
    ----------
    rules
        What the file says.
    home
        Of the game; what it has no file for is not checked.

    Raises
    ------
    DataError
        With the line, the key, and the nearest name.
    """
    known = _known(home)
    for what, name, rule in _named(rules):
        names = known.get(what)
        if names is not None and name not in names:
            near = difflib.get_close_matches(name, names, 1)
            way = f"Did you mean {near[0]}?" if near else f"there are {', '.join(sorted(names)) or 'none'}"
            raise fault_at(rule, f"a {what} of {_FILES[what]}, not {name!r}", way)


def _known(home: FolderHome) -> Mapping[str, set[str]]:
    found = {"side": set(game_file(home).sides)}
    path = home.root / "map.toml"
    if path.is_file():
        told = read_toml(path)
        for what in ("terrain", "boundary", "road"):
            table = told.get(what, {})
            found[what] = {*table, *(_BUILT_IN if what == "boundary" else ())}
    return {**found, **_known_units(home.root / "units.csv")}


def _known_units(path: Path) -> Mapping[str, set[str]]:
    if not path.is_file():
        return {}
    rows = read_free_rows(path, ["id"], ["type"])
    columns = {column for row in rows for column in row.cells}
    return {"type": {row.cells["type"] for row in rows}, "column": columns}


def _named(rules: RulesFile) -> Iterator[_Named]:
    if (movement := rules.movement) is not None:
        for costs in (movement.general, *movement.classes.values()):
            yield from _costs(costs)
        for kind, name in movement.of_type.items():
            yield "type", kind, movement.types_rule(name)
    if (zoc := rules.zoc) is not None:
        yield from _each("type", zoc.types, zoc.without)
        yield from _each("boundary", zoc.not_across)
        yield from _each("terrain", zoc.not_into)
    if (stacking := rules.stacking) is not None:
        yield from _each("type", stacking.exempt)
        yield from _lines("side", stacking.sides)
        yield from _lines("terrain", stacking.terrain)
        if stacking.counts.value not in {"units", "steps"}:
            yield "column", stacking.counts.value, stacking.counts.rule
    if (crt := rules.crt) is not None:
        yield "column", crt.attack.value, crt.attack.rule
        if crt.kind.value != "strength":
            yield "column", crt.defense.value, crt.defense.rule
        yield from _lines("terrain", crt.terrain)
        yield from _lines("boundary", crt.boundary)
        for bonus in crt.bonuses:
            yield from (("type", kind, bonus.rule) for kind in bonus.types)
            yield from [("column", bonus.column, bonus.rule)] if bonus.column else []
        if (ranged := crt.ranged) is not None:
            yield "column", ranged.column.value, ranged.column.rule
            yield from [("column", ranged.attack.value, ranged.attack.rule)] if ranged.attack.value else []
            yield from _each("boundary", ranged.not_across)
            yield from _each("terrain", ranged.not_through)
    if (supply := rules.supply) is not None:
        yield from _each("boundary", supply.not_across)
        yield from _each("terrain", supply.not_into)
        yield from (("side", source.side, source.rule) for source in supply.sources)


def _costs(costs: Costs) -> Iterator[_Named]:
    if isinstance(costs.allowance.value, str):
        yield "column", costs.allowance.value, costs.allowance.rule
    yield from _lines("terrain", costs.terrain)
    yield from _lines("boundary", costs.boundary)
    yield from _lines("road", costs.road)


def _lines(what: str, lines: Mapping[str, Told[Any]]) -> Iterator[_Named]:
    yield from ((what, name, told.rule) for name, told in lines.items())


def _each(what: str, *lists: Told[tuple[str, ...]] | None) -> Iterator[_Named]:
    for told in lists:
        words: Iterable[str] = told.value if told is not None else ()
        yield from ((what, word, told.rule) for word in words if told is not None)
