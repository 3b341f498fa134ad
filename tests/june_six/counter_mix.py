"""The counter mix of June Six as the tests of counters and schedule read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from adjudicator.june_six import r10_schedule
from adjudicator.june_six.formations import load_formations
from counters.catalog import Unit, load_markers, load_units
from maps.filing import OURS
from maps.june_six.board import load_board

GAME = "june-six"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
FORMATIONS = load_formations(OURS)
BOARD = load_board()
GROUPS = ("turn", "cup", "drop", "scatter", "glide", "delay_point", "group")
SCHEDULE = {group: r10_schedule.schedule(OURS, group) for group in GROUPS}


def of(formation: str) -> list[Unit]:
    """Units organic to a formation, its HQ among them."""
    return [u for u in UNITS.values() if u.division == formation]


def hq(formation: str) -> Unit:
    """The headquarters of a formation."""
    (found,) = [u for u in of(formation) if u.type == "headquarters"]
    return found


def kind(type_: str) -> list[Unit]:
    """Units of a type."""
    return [u for u in UNITS.values() if u.type == type_]


def set_up() -> dict[str, list[Unit]]:
    """German units by the hex where they stand at the start."""
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in UNITS.values():
        if (
            unit.arrival is None
            and unit.entry[0] in BOARD.spaces
            and BOARD.spaces[unit.entry[0]].kind == "hex"
        ):
            found[unit.entry[0]].append(unit)
    return found


def strength(units: Iterable[Unit], name: str) -> int:
    """Sum of a rating."""
    return sum(u.rating(name) or 0 for u in units)


def on_hand(side: str, turn: int) -> list[Unit]:
    """Units of a side that have come by a turn."""
    come = (u for u in UNITS.values() if u.side == side and u.entry != ("turn-track",))
    return [u for u in come if (u.arrival or 1) <= turn]
