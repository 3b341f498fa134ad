"""What our module of a game is made of, without its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.game import Game, load
from adjudicator.saves.adapter import load_adapter
from adjudicator.saves.carriers import Carriers, load_carriers
from adjudicator.saves.layout import Layout, load_layout
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["PrintedModule", "arrivals", "load_printed"]


@dataclass(frozen=True, slots=True)
class PrintedModule:
    """What our module of a game is made of, without its pictures.

    Parameters
    ----------
    game, board, units, carriers, layout, adapter
        The game; board and counters with an owner's corrections; what carries what; where things lie.

    Examples
    --------
    >>> load_printed("breakout-normandy").units["ge-916"].name
    '916'
    """

    game: Game
    board: Board
    units: Mapping[str, Unit]
    carriers: Carriers
    layout: Layout
    adapter: Mapping[str, Any]


def load_printed(game: str, overlay: Path | None = None) -> PrintedModule:
    """Gather what our module of a game is made of.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    PrintedModule
    """
    from counters.catalog import load_units

    known = load(game)
    board = known.scenario(next(iter(known.scenarios)), overlay).board
    layout = load_layout(game, board, overlay)
    return PrintedModule(
        known, board, load_units(game, overlay), load_carriers(known), layout, load_adapter(game)
    )


def arrivals(units: Mapping[str, Unit]) -> dict[int, tuple[str, ...]]:
    """Nationalities of which something arrives after the first day, for the Turn Record Track.

    Parameters
    ----------
    units
        Of the counter mix.

    Returns
    -------
    dict
        Day -> nationalities, sorted.

    Examples
    --------
    >>> arrivals(load_printed("breakout-normandy").units)[22]
    ('german',)
    """
    from counters.nations import NATIONS

    found: dict[int, list[str]] = {}
    first = min((u.arrival for u in units.values() if u.arrival is not None), default=0)
    for unit in units.values():
        known = NATIONS.get(unit.nationality)
        day, nation = unit.arrival, known.symbol if known else unit.nationality
        if day is not None and day > first and nation not in (here := found.setdefault(day, [])):
            here.append(nation)
    return {day: tuple(sorted(nations)) for day, nations in found.items()}
