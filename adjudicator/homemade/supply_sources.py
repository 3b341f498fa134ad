"""Sources of supply of a game of one's own: spaces by name, by a column of ``spaces.csv``, or on an edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.homemade import terms
from adjudicator.homemade.reading import fault_at
from adjudicator.homemade.said import Source, Supply
from adjudicator.names import find_space
from adjudicator.position import Position
from maps.board import Space
from maps.games import FolderHome, home_of, per_game
from maps.loader import read_toml

__all__ = ["sources_of"]

_NUMBER = re.compile(r"(\D*)(\d+)")
_YES = frozenset({"yes", True})


def sources_of(position: Position, supply: Supply, side: str) -> Mapping[str, str]:
    """Spaces that are sources of a side -> where the table stands that says so.

    Parameters
    ----------
    position, supply, side
        Where, the rules, and whose.

    Returns
    -------
    mapping of str to str

    Raises
    ------
    DataError
        A table names a space, a side or an edge that the map has not.
    """
    found: dict[str, str] = {}
    sides = terms.sides_of(position.game)
    for source in supply.sources:
        if sides and source.side not in sides:
            raise fault_at(source.rule, f"one of the sides {', '.join(sides)}, not {source.side!r}")
        if source.side == side:
            for space in _spaces(position, source):
                found.setdefault(space, source.rule)
    return found


def _spaces(position: Position, source: Source) -> Iterator[str]:
    board = position.board
    for word in source.spaces:
        if word not in board.spaces and word not in {space.name for space in board.spaces.values()}:
            raise fault_at(source.rule, f"spaces of the map, not {word!r}", "spaces.csv lists them")
        yield find_space(board, word).id
    on_map = [space for space in board.spaces.values() if terms.is_on_map(space)]
    if source.column:
        if not any(source.column in space.features for space in on_map):
            raise fault_at(source.rule, f"a column of spaces.csv, not {source.column!r}")
        for space in on_map:
            said = space[source.column]
            if said in _YES or said == source.side:
                yield space.id
    if source.edge:
        yield from _edge(position, source, on_map)


def _edge(position: Position, source: Source, spaces: Sequence[Space]) -> Iterator[str]:
    """The hexes of the outermost column or row, by their numbers and as map.toml counts them."""
    found: dict[str, tuple[int, int]] = {}
    for space in spaces:
        match = _NUMBER.fullmatch(space.id)
        if space.kind == "hex" and match is not None and len(match.group(2)) % 2 == 0:
            half = len(match.group(2)) // 2
            found[space.id] = (int(match.group(2)[:half]), int(match.group(2)[half:]))
    if not found:
        raise fault_at(
            source.rule, "hexes with numbers such as 0308 for an edge of the map", "name the spaces instead"
        )
    pointed, northward, westward = _counted(position.game)
    upright = source.edge in {"north", "south"}
    part = int(upright is not pointed)  # a number has the column first, that of a pointed grid the row
    turned = northward if upright else westward
    numbers = [number[part] for number in found.values()]
    wanted = min(numbers) if (source.edge in {"north", "west"}) is not turned else max(numbers)
    yield from (space for space, number in found.items() if number[part] == wanted)


@per_game
def _counted(slug: str) -> tuple[bool, bool, bool]:
    """Whether the grid has points above, and whether its numbers rise to the north and to the west."""
    home = home_of(slug)
    path = home.root / "map.toml" if isinstance(home, FolderHome) else Path("map.toml")
    hexes = read_toml(path).get("hexes", {}) if isinstance(home, FolderHome) and path.is_file() else {}
    return bool(hexes.get("pointed")), bool(hexes.get("northward")), bool(hexes.get("westward"))
