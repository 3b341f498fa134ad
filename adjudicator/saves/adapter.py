"""The ``adapter.toml`` of a game: how its module names what the rules know."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from maps.errors import BocageError
from maps.games import OUR_GAMES, FolderHome, game_names, home_of, per_game

if TYPE_CHECKING:
    from counters.catalog import Unit

__all__ = ["LAYERS", "OVERLAY", "draw_layers", "is_masked", "load_adapter", "module_titles"]

_NAMES = "names.toml"
OVERLAY = "Overlay"
"""Property of a piece that states nothing and only shows what follows from the rest."""
LAYERS = ("Control", "Bridges", "Units", "Markers")
"""Draw layers from the bottom up."""


@per_game
def load_adapter(game: str) -> Mapping[str, Any]:
    """Read the ``adapter.toml`` of a game.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    mapping

    Examples
    --------
    >>> load_adapter("breakout-normandy")["windows"]["map"]
    'Map'
    """
    return home_of(game).table("adjudicator", "adapter.toml")


def module_titles() -> dict[str, str]:
    """The titles of the modules of all games that are known by name.

    Returns
    -------
    dict
        Slug -> title; a folder whose ``game.toml`` is wrong is left out, as it is for whoever asks about it.

    Examples
    --------
    >>> module_titles()["june-six"]
    'June Six (Bocage)'
    """
    found = {slug: str(load_adapter(slug)["module"]) for slug in OUR_GAMES}
    for slug in game_names():
        with contextlib.suppress(BocageError):
            if isinstance(home := home_of(slug), FolderHome):
                found[slug] = str(home.table("adjudicator", _NAMES)["module"])
    return found


def draw_layers(adapter: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw layers of a module, from the bottom up.

    Parameters
    ----------
    adapter
        The game's ``adapter.toml``.

    Returns
    -------
    tuple of str
        Playing cards lie above all counters, and above all what says what a stack is worth.

    Examples
    --------
    >>> draw_layers(load_adapter("breakout-normandy"))[-1]
    'Markers'
    """
    cards = ("Cards",) if "piles" in adapter else ()
    overlays = ("Overlays",) if "summary" in adapter else ()
    return (*LAYERS, *cards, *overlays)


def is_masked(data: Mapping[str, Any], unit: Unit | None) -> bool:
    """Whether a counter has a hidden side, under which its owner alone sees what it is.

    Parameters
    ----------
    data
        Table ``[unit]`` of the game's ``adapter.toml``.
    unit
        Of the module, or None.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_masked(load_adapter("june-six")["unit"], None)
    False
    """
    row = data.get("masked")
    return row is not None and unit is not None and (unit.type in row["types"] or unit.id in row["units"])
