"""Makes the set-ups of the small scenarios: ``python -m adjudicator.battle_for_normandy.deploy``.

`deployments.toml` says from history where divisions and brigades stood, and what they had lost; this program
puts every unit into a hex that the rules allow, and writes ``set_ups.csv``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.battle_for_normandy import r06_stacking, r21_part, terms
from adjudicator.battle_for_normandy.assembly import GAME
from adjudicator.battle_for_normandy.r10.cost import ground
from adjudicator.battle_for_normandy.r10.naval import sea_faults
from adjudicator.battle_for_normandy.r21_set_up import COLUMNS, SET_UPS, lay_feldersatz, small_clock
from adjudicator.errors import DataError
from adjudicator.position import Draft, Piece
from counters.catalog import Unit, load_units
from maps.board import Board
from maps.filing import OURS
from maps.generating import csv_line, write_texts
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Row", "deploy", "main", "read_deployments"]

_HERE = Path(__file__).parent
_FILE = _HERE / "deployments.toml"
_KEYS = {"of", "front", "rear", "reduced", "lost", "source"}
_REAR = frozenset({"headquarters", "artillery", "nebelwerfer", "heavy-flak", "light-flak", "support"})
_HOME = "home"
_FAR = 8  # hexes from its place at which a unit may still stand
_HEAD = "# Made by deploy.py from deployments.toml: change that file.\n"


@dataclass(frozen=True, slots=True)
class Row:
    """Where the units of some formations stood.

    Parameters
    ----------
    of
        Formations, their regiments or brigades (``br-15/46``), or units, which stand there whenever they
        come in the campaign.
    front, rear
        Hexes or places: of battalions in order from end to end, and of HQs and guns; ``home`` is where a unit
        begins the campaign.
    reduced, lost
        How many battalions have lost steps, and are gone.

    Examples
    --------
    >>> Row(("br-15/46",), ("c3830",), (), 0, 0, "history").front
    ('c3830',)
    """

    of: tuple[str, ...]
    front: tuple[str, ...]
    rear: tuple[str, ...]
    reduced: int
    lost: int
    source: str


def read_deployments(board: Board) -> Mapping[str, Sequence[Row]]:
    """Scenario -> rows of ``deployments.toml``, places turned into hexes.

    Raises
    ------
    DataError
        A key, a place or a hex is not known.
    """
    towns = {str(s["town"]): s.id for s in board.spaces.values() if terms.is_hex(s) and s["town"]}

    def hexes(text: str, where: str) -> tuple[str, ...]:
        found = [towns.get(name, name) for name in (n.strip() for n in text.split(",")) if name]
        for name in found:
            if name not in board.spaces and name != _HOME:
                raise DataError(_FILE.name, where, f"a hex or a place of the map, not {name!r}")
        return tuple(found)

    def row(scenario: str, number: int, data: Mapping[str, Any]) -> Row:
        where = f"[[{scenario}]], row {number}"
        if unknown := sorted(data.keys() - _KEYS):
            raise DataError(
                _FILE.name, where, f"one of the keys {', '.join(sorted(_KEYS))}, not {unknown[0]}"
            )
        front, rear = (hexes(data.get(key, ""), where) for key in ("front", "rear"))
        losses = data.get("reduced", 0), data.get("lost", 0)
        return Row(tuple(data["of"].split()), front, rear, *losses, data["source"])

    found: Mapping[str, list[dict[str, Any]]] = read_toml(_FILE)

    def rows_of(name: str) -> Iterator[Row]:
        for number, data in enumerate(found[name], 1):
            if "like" in data:
                yield from rows_of(str(data["like"]))
            else:
                yield row(name, number, data)

    return {name: list(rows_of(name)) for name in found}


# --- who belongs to a row ---------------------------------------------------------------------------------


def _is_of(unit: Unit, name: str) -> bool:
    """Whether a unit is meant by a word: its id, its formation, or a part of that."""
    formation, _, part = name.partition("/")
    if name == unit.id:
        return True
    if formation != (unit.division or unit.corps):
        return False
    return not part or f"brigade={part}" in unit.marks or part in unit.title.split("/")[1:-1]


def _stands(unit: Unit) -> bool:
    """Whether a unit is one that a scenario sets up by itself: no company, ship or marker of the landing."""
    if terms.is_company(unit) and not terms.is_static(unit):
        return False
    return (
        not terms.is_naval(unit) and unit.type not in {"pathfinder", "truck"} and unit.id != "ge-guns-moved"
    )


def _fits(row: Row, unit: Unit) -> bool:
    """Whether a row names a unit and has a place for its kind."""
    named = any(_is_of(unit, name) for name in row.of) and (unit.id in row.of or _stands(unit))
    return named and bool(row.rear if unit.type in _REAR else row.front)


def _chosen(rows: Sequence[Row], units: Mapping[str, Unit]) -> Iterator[tuple[Row, list[Unit]]]:
    """Each row with its units: a unit belongs to the first row that names it and has a place for its kind."""
    taken: set[str] = set()
    for row in rows:
        named = [u for u in units.values() if u.id not in taken and _fits(row, u)]
        taken |= {u.id for u in named}
        yield row, named


# --- where they stand -------------------------------------------------------------------------------------


class _Field:
    """The map as it fills: units of both sides in legal hexes."""

    def __init__(self, name: str, units: Mapping[str, Unit]) -> None:
        self.board = GAME.board()
        pieces = {u.id: Piece(u, terms.POOL, terms.FULL) for u in units.values()}
        self.first = r21_part.scenarios(OURS)[name].number("first")
        self.draft: Draft = GAME.empty(self.board, pieces, small_clock(name, self.first)).draft()
        lay_feldersatz(self.draft)  # which stacks with the HQ (9.6)
        self.out = r21_part.outside(self.draft)

    def put(self, unit: Unit, place: str) -> str:
        """Put a unit into the nearest hex of a place that takes it; guns and staffs keep from the enemy."""
        bold = unit.type not in _REAR
        near = (h for h in self._around(place) if (bold or self._is_quiet(unit, h)) and self._takes(unit, h))
        found = next(near, None)
        if found is None:
            raise DataError(_FILE.name, f"unit {unit.id}", f"a hex that takes it within {_FAR} of {place}")
        self.draft.place(unit.id, found)
        return found

    def _around(self, place: str) -> Iterator[str]:
        ring, seen = [place], {place}
        for _ in range(_FAR + 1):
            yield from (h for h in ring if h in self.board.spaces and h not in self.out)
            ring = sorted({n for h in ring for n in terms.neighbours(h)} - seen)
            seen |= set(ring)

    def _takes(self, unit: Unit, space: str) -> bool:
        if terms.is_naval(unit):
            return not sea_faults(self.draft, self.draft.pieces[unit.id], space)
        if not terms.is_land(self.board, space) or terms.enemies(self.draft, space, unit.side):
            return False
        if terms.column(unit) != "infantry" and ground(self.board, space) == "flooded":
            return False
        return not r06_stacking.faults(self.draft, space, unit.side, adding=[unit.id])

    def _is_quiet(self, unit: Unit, space: str) -> bool:
        """Whether no enemy stands beside a hex."""
        return not any(terms.enemies(self.draft, n, unit.side) for n in terms.neighbours(space))


def _spread(units: Sequence[Unit], places: Sequence[str]) -> Iterator[tuple[Unit, str]]:
    """Units along a line of places, in order and evenly."""
    for number, unit in enumerate(units):
        place = places[number * len(places) // len(units)]
        yield unit, unit.entry[0] if place == _HOME else place


def deploy(name: str, rows: Sequence[Row]) -> Mapping[str, tuple[str, str, str]]:
    """The set-up of a scenario.

    Parameters
    ----------
    name
        Of the scenario.
    rows
        Its deployments; what arrives during the scenario waits on the Turn Record Track.

    Returns
    -------
    mapping
        Unit -> hex, status, source.

    Raises
    ------
    DataError
        No hex near its place takes a unit.
    """
    units = load_units(GAME.slug)
    field, last = _Field(name, units), r21_part.scenarios(OURS)[name].number("last")
    known = list(_chosen(rows, units))
    found: dict[str, tuple[str, str, str]] = {}
    for rear in (False, True):
        for row, named in known:
            mine = [u for u in named if (u.type in _REAR) == rear]
            there = [u for u in mine if u.id in row.of or (u.arrival or 0) < field.first]
            later = [u for u in mine if u not in there and (u.arrival or 0) <= last]
            lost = 0 if rear else row.lost
            there, reduced = there[: len(there) - lost], 0 if rear else row.reduced
            for number, (unit, place) in enumerate(_spread(there, row.rear if rear else row.front)):
                space = field.put(unit, place)
                status = terms.REDUCED if number < reduced and unit.steps > 1 else terms.FULL
                field.draft.set_status(unit.id, status)
                found[unit.id] = space, status, row.source
            found.update({u.id: (terms.TRACK, terms.FULL, row.source) for u in later})
    return found


def _text() -> str:
    lines = []
    for name, rows in read_deployments(GAME.board()).items():
        for uid, (space, status, source) in deploy(name, rows).items():
            cells = {"hex": space, "status": status, "source": f"reconstructed; id={source}"}
            lines.append(csv_line(COLUMNS, {"id": f"{name}:{uid}", **cells}))
    return "\n".join([_HEAD + ",".join(COLUMNS), *lines]) + "\n"


def main() -> None:
    """Write the set-ups of all scenarios."""
    write_texts(_HERE, {SET_UPS: _text})


if __name__ == "__main__":
    main()
