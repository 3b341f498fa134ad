"""Nationalities of counters: the word of ``units.csv``, how it is written, the tint of its boxes."""

from __future__ import annotations

from collections.abc import Mapping

from maps.games import home_of, per_game
from module_builder.vassal.values import dataclass

__all__ = ["NATIONS", "Nation", "nations_of"]


@dataclass(frozen=True, slots=True)
class Nation:
    """A nationality.

    Parameters
    ----------
    title
        As it is written.
    tint
        Colour of the boxes in which its units wait, as ``#rrggbb``.
    symbol
        Nationality whose symbol stands for it where there is no room for every one.

    Examples
    --------
    >>> NATIONS["canadian"].symbol
    'british'
    """

    title: str
    tint: str
    symbol: str


NATIONS: Mapping[str, Nation] = {
    "german": Nation("German", "#d8e1e9", "german"),
    "us": Nation("US", "#dfe9cf", "us"),
    "british": Nation("British", "#f0e3c6", "british"),
    "canadian": Nation("Canadian", "#f0dfd0", "british"),
    "french": Nation("French", "#d3e2d8", "us"),
    "polish": Nation("Polish", "#f3e0c0", "british"),
}
"""The word of ``units.csv`` -> the nationality."""


@per_game
def nations_of(game: str) -> Mapping[str, Nation]:
    """The nationalities of a game: its own, or those of Normandy.

    Parameters
    ----------
    game
        Slug.

    Returns
    -------
    mapping of str to Nation

    Examples
    --------
    >>> nations_of("june-six")["us"].title
    'US'
    """
    own = home_of(game).module("counters", "peoples")
    found: Mapping[str, Nation] = NATIONS if own is None else own.NATIONS
    return found
