"""What the battle marker looks up: the ground of every space, tables of results, charts of ratios.

These never change in play, so that they stand in a prototype of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from adjudicator import homes
from maps.tomlfile import read_toml
from module_builder.battle_data import load_battle
from module_builder.vassal.builders import calculated_property

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.board import Space
    from module_builder.battle_data import Battle
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = ["TABLES", "battle_tables", "columns_of", "ground_at", "no_ground"]

TABLES = "Battle Tables"
"""The prototype of the marker that holds its tables."""
_SIDES = "abcdef"  # directions of a space's neighbours: east, and on clockwise
_FLAT = 10  # pixels up or down that still are the same line of hexes


def battle_tables(kit: Kit) -> Iterator[Trait]:
    """The tables of the battle marker as properties.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    Trait
        Nothing where the module has no battle marker.
    """
    battle = load_battle(kit.game.slug)
    if battle is None:
        return
    for name, text in battle.tables.items():
        yield calculated_property(name, f'{{"{"|".join(_cells(kit, text))}"}}')
    for name, text in battle.ladders.items():
        yield calculated_property(name, f"{{{_ladder(kit, text)}}}")
    if columns_of(battle):
        yield calculated_property("Ground", f'{{"{_ground(kit, battle)}"}}')


# --- the ground -------------------------------------------------------------------------------------------


def columns_of(battle: Battle) -> list[str]:
    """Properties that a space has for the marker, in the order of its record.

    Parameters
    ----------
    battle
        How battles are added up.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from module_builder.battle_data import load_battle
    >>> columns_of(load_battle("storm-over-normandy"))
    ['AreaValue', 'Star']
    """
    return [*battle.ground, *(["Sides"] if battle.edges else [])]


def no_ground(battle: Battle) -> str:
    """The record of a space that is none.

    Parameters
    ----------
    battle
        How battles are added up.

    Returns
    -------
    str

    Examples
    --------
    >>> from module_builder.battle_data import load_battle
    >>> no_ground(load_battle("storm-over-normandy"))
    ';;.'
    """
    return ";" * len(columns_of(battle)) + "."


def ground_at(battle: Battle, place: str) -> str:
    """Expression: the record of a space, its properties with semicolons after them.

    Parameters
    ----------
    battle
        How battles are added up.
    place
        Property that names the space.

    Returns
    -------
    str
    """
    text, name = '("" + Ground)', f'("|" + {place} + "|")'
    first = f'{text}.lastIndexOf("<", {text}.indexOf({name})) + 1'
    record = f'{text}.substring({first}, {text}.indexOf(">", {first}))'
    return f'{text}.contains({name}) ? {record} : "{no_ground(battle)}"'


def _ground(kit: Kit, battle: Battle) -> str:
    """Every space by its name on the map, under the record that it shares with others."""
    columns = [_column(kit, text) for text in battle.ground.values()]
    if battle.edges:
        columns.append(lambda space: _sides(kit, battle, space))
    shared: dict[str, list[str]] = {}
    for space in kit.board.spaces.values():
        place = kit.layout.space(space.id)
        if place is not None and space["terrain"] != "sea":  # where nobody is attacked
            record = ";".join([*(column(space) for column in columns), "."])
            shared.setdefault(record, []).append(place.name)
    return "".join(f"<{record}>|{'|'.join(names)}|" for record, names in shared.items())


def _column(kit: Kit, text: str) -> Callable[[Space], str]:
    """What a space says: a feature, or what a chart of the game says of the feature."""
    feature, _, chart = text.partition(": ")
    if not chart:
        return lambda space: _text(space[feature])
    file, table, column = chart.split()
    rows = _chart(kit, file, table)
    return lambda space: _text(rows.get(str(space[feature]), {}).get(column))


def _text(value: object) -> str:
    return "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)


def _sides(kit: Kit, battle: Battle, space: Space) -> str:
    """A letter for the boundary to each neighbour, from the east on clockwise; a stroke for any other."""
    letters = ["-"] * len(_SIDES)
    for edge, other in kit.board.neighbours(space.id):
        letter, here, there = battle.edges.get(edge.boundary), *map(kit.layout.space, (space.id, other))
        if letter and here is not None and there is not None:
            (a, *_), (b, *_) = here.spots.values(), there.spots.values()
            letters[_direction(b.x - a.x, b.y - a.y)] = letter
    return "".join(letters)


def _direction(across: int, down: int) -> int:
    """Place of a direction in `_SIDES`, of pixels."""
    if abs(down) <= _FLAT:
        return 0 if across > 0 else 3
    return (1 if across > 0 else 2) if down > 0 else (5 if across > 0 else 4)


# --- tables and charts ------------------------------------------------------------------------------------


def _cells(kit: Kit, text: str) -> Iterator[str]:
    """Cells of a table, row by row: of a column, the names of its rows, or what the game reads."""
    if ":" in text:
        yield from homes.named(text)(kit.board.filing)
        return
    file, table, *column = text.split()
    for name, row in _chart(kit, file, table).items():
        cell = row[column[0]] if column else name
        yield from map(str, cell if isinstance(cell, list) else [cell])


def _ladder(kit: Kit, text: str) -> str:
    """Number of midpoints between the ratios of a chart that two totals pass: the place of the nearest one.

    Where both ratios are 1 or less and ``turned`` says so, it is the midpoint of the ratios turned over.
    """
    file, table, above, below, tie, turned = text.split()
    rows = _chart(kit, file, table).values()
    ratios = [Fraction(row["attack"], row["defence"]) for row in rows]

    def passed(middle: Fraction) -> str:
        ours, theirs = f"{above} * {middle.denominator}", f"{below} * {middle.numerator}"
        return f"({ours} > {theirs} || ({tie} && {ours} == {theirs}))"

    parts = []
    for lower, upper in itertools.pairwise(ratios):
        found = passed((lower + upper) / 2)
        if upper <= 1:
            found = f"({turned} ? {passed(2 / (1 / lower + 1 / upper))} : {found})"
        parts.append(f"({found} ? 1 : 0)")
    return " + ".join(parts)


def _chart(kit: Kit, file: str, table: str) -> Mapping[str, Any]:
    """A table of the game, or what an owner has in its place."""
    rows: Mapping[str, Any] = read_toml(kit.board.filing.path(kit.game.folder / file))[table]
    return rows
