"""The front of 20 July by script: divisions of both sides along the line they held, for oracles and speed.

Where the armies stood is history (roughly, by sector from west to east); which unit lies in which hex is not.
"""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence

from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.position import Draft, Piece, Position
from maps.battle_for_normandy.ground import hex_at_degrees
from maps.board import Space

__all__ = ["DAY", "front"]

DAY = 50  # 20 July
STEP = 0.016  # degrees of longitude of a hex
ROW = 0.00904  # degrees of latitude of a row of hexes
EAST = -0.19  # the Dives: German beyond it
ROOM = 6
# The front line from the west coast to the sea at Cabourg: longitude, latitude.
LINE = (
    (-1.70, 49.24), (-1.55, 49.21), (-1.40, 49.19), (-1.22, 49.15), (-1.09, 49.11), (-0.93, 49.12),
    (-0.80, 49.07), (-0.62, 49.12), (-0.46, 49.11), (-0.37, 49.14), (-0.28, 49.12), (-0.19, 49.19),
)  # fmt: skip
ALLIES = (
    "us-79", "us-8", "us-90", "us-83", "us-4", "us-9", "us-30", "us-35", "us-29", "us-2", "us-5", "br-50",
    "br-49", "br-59", "br-53", "br-15", "br-43", "ca-2", "ca-3", "br-7-armd", "br-gds-armd", "br-11-armd",
    "br-3", "br-51", "br-6",
)  # fmt: skip
RESERVE = {"us-1": -1.15, "us-2-armd": -1.1, "us-3-armd": -1.15, "us-4-armd": -1.3, "us-6-armd": -1.4}
GERMANS = (
    "ge-243", "ge-91", "ge-77", "ge-353", "ge-2ss", "ge-17ss", "ge-lehr", "ge-5fj", "ge-352", "ge-275",
    "ge-3fj", "ge-2pz", "ge-276", "ge-277", "ge-10ss", "ge-9ss", "ge-271", "ge-272", "ge-1ss", "ge-12ss",
    "ge-21pz", "ge-16lw", "ge-346", "ge-711",
)  # fmt: skip
HEADQUARTERS = {
    "us-viii-hq": -1.4, "us-vii-hq": -1.25, "us-xix-hq": -1.05, "us-v-hq": -0.9, "br-xxx-hq": -0.75,
    "br-xii-hq": -0.55, "br-viii-hq": -0.45, "ca-ii-hq": -0.38, "br-i-hq": -0.3,
    "ge-lxxxiv-hq": -1.3, "ge-ii-fj-hq": -1.0, "ge-xlvii-hq": -0.75, "ge-ii-ss-hq": -0.5, "ge-i-ss-hq": -0.3,
    "ge-lxxxvi-hq": -0.15,
}  # fmt: skip
BEACHHEADS = {
    "utah": "uncle-red", "omaha": "easy-red", "gold": "king-red", "juno": "nan-red", "sword": "queen-red",
}  # fmt: skip
GERMAN_TOWNS = frozenset({"vire", "flers", "argentan"})


def _latitude(lon: float) -> float:
    """Where the front runs at a longitude."""
    for (west, at), (east, then) in itertools.pairwise(LINE):
        if west <= lon <= east:
            return at + (then - at) * (lon - west) / (east - west)
    return LINE[0][1] if lon < LINE[0][0] else 50.0


@functools.cache
def _grounds() -> tuple[dict[str, tuple[float, int]], dict[str, tuple[float, int]]]:
    """Land hexes behind the front of the Allies and of the Germans: hex -> longitude and depth in rows."""
    board, found = (
        GAME.scenario("campaign").board,
        (dict[str, tuple[float, int]](), dict[str, tuple[float, int]]()),
    )
    for row, column in itertools.product(range(90), range(150)):
        lon, lat = -1.9 + column * STEP, 49.75 - row * ROW
        number = hex_at_degrees(lon, lat)
        space = board.spaces.get(number or "")
        if space is None or not _is_land(space):
            continue
        depth = (lat - _latitude(lon)) / ROW
        if lon > EAST:
            depth = -abs(lon - EAST) / STEP
        theirs = found[0 if depth >= 0 else 1]
        theirs.setdefault(space.id, (lon, int(abs(depth))))
    return found


def _is_land(space: Space) -> bool:
    return space.kind == "hex" and space["terrain"] not in {"sea", "flooded"} and not space["queue"]


def _free(side: str, west: float, east: float, deep: range) -> list[str]:
    """Hexes of a sector, the front line first."""
    ground = _grounds()[side == terms.GERMAN]
    there = [(d, lon, h) for h, (lon, d) in ground.items() if west <= lon < east and d in deep]
    return [h for _, _, h in sorted(there)]


def _present(draft: Draft) -> dict[str, list[Piece]]:
    """Units that have arrived by the day, by formation; those of no division by corps."""
    found = defaultdict[str, list[Piece]](list)
    kinds = {"support", "strongpoint", "pathfinder", "truck", "naval", "coastal-artillery"}
    for uid in sorted(draft.pieces):
        piece = draft.pieces[uid]
        unit = piece.printed
        late = (unit.arrival or 0) > DAY
        if not late and unit.type not in kinds and not terms.is_company(unit):
            found[unit.division or unit.corps].append(piece)
    return found


class _Placing:
    """Places units one by one, six Stacking Points to a hex."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.points = draft, defaultdict[str, int](int)

    def put(self, piece: Piece, spaces: Sequence[str]) -> bool:
        """Into the first of some hexes with room."""
        size = terms.stacking_value(self.draft, piece)
        for space in spaces:
            if self.points[space] + size <= ROOM:
                self.points[space] += size
                self.draft.place(piece.uid, space)
                return True
        return False

    def division(self, units: Sequence[Piece], side: str, west: float, east: float, back: int = 0) -> None:
        """Combat units in the front line and behind it, guns and HQ further back."""
        line = _free(side, west, east, range(back, back + 3))
        rear = _free(side, west, east, range(back + 2, back + 9))
        for piece in units:
            behind = terms.is_artillery(piece.printed) or terms.is_hq(piece.printed)
            self.put(piece, rear if behind else self._thinnest(line))

    def _thinnest(self, line: Sequence[str]) -> list[str]:
        """One unit to each hex of the front before a second one."""
        return sorted(line[: max(4, len(line) * 2 // 3)], key=lambda h: self.points[h])


def _sectors(slugs: Sequence[str], west: float, east: float) -> Iterator[tuple[str, float, float]]:
    wide = (east - west) / len(slugs)
    for number, slug in enumerate(slugs):
        yield slug, west + number * wide, west + (number + 1) * wide


def _clear(draft: Draft) -> None:
    """Nobody stands on the map: what does not fight today waits on the Turn Record Track."""
    for uid in sorted(draft.pieces):
        piece = draft.pieces[uid]
        if piece.space not in terms.OFF_MAP:
            draft.place(uid, terms.ELIMINATED if terms.is_strongpoint(piece.printed) else terms.TRACK)


def _fill(draft: Draft) -> None:
    present, placing = _present(draft), _Placing(draft)
    for slug, west, east in _sectors(ALLIES, -1.6, EAST):
        placing.division(present.pop(slug, []), terms.ALLIED, west, east)
    for slug, west, east in _sectors(GERMANS, -1.6, -0.1):
        placing.division(present.pop(slug, []), terms.GERMAN, west, east)
    for slug, lon in RESERVE.items():
        placing.division(present.pop(slug, []), terms.ALLIED, lon - 0.04, lon + 0.04, 5)
    for uid, lon in HEADQUARTERS.items():
        piece = draft.pieces[uid]
        placing.put(piece, _free(piece.side, lon - 0.05, lon + 0.05, range(8, 14)))
    loose = [p for units in present.values() for p in units if not terms.is_hq(p.printed)]
    for number, piece in enumerate(p for p in loose if p.uid not in HEADQUARTERS):
        west = -1.0 if terms.group_of(piece.printed) == terms.COMMONWEALTH else -1.5
        wide = 0.75 if piece.side == terms.ALLIED else 1.3
        at = (-0.9 if west == -1.0 else west) + (number * 0.137) % wide
        placing.put(piece, _free(piece.side, at - 0.05, at + 0.05, range(2, 12)))


@functools.cache
def front(phase: str = "movement", side: str = terms.ALLIED) -> Position:
    """The position of 20 July AM, of some 900 units on the map with their HQs.

    Parameters
    ----------
    phase, side
        A phase of `sequence.toml` and the Phasing Player.

    Returns
    -------
    Position
    """
    draft = GAME.scenario("campaign").draft()
    draft.pending = ()
    _clear(draft)
    _fill(draft)
    for item, value in {"phase": phase, "side": side, "time": "am", "weather": "clear"}.items():
        draft.set(item, value)
    draft.set("date", DAY)
    draft.set("csp", 60)
    for site, beach in BEACHHEADS.items():
        draft.set("beachhead", beach, site)
    draft.set("mulberry", 21, "gold")
    for space in draft.board.spaces.values():
        if space.kind == "hex" and space["terrain"] == "city":
            mine = str(space["town"]).casefold() in GERMAN_TOWNS
            draft.set("control", terms.GERMAN if mine else terms.ALLIED, space.id)
    return draft.finish()
