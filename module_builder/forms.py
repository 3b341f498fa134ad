"""Compiles everything of ours that is compiled: ``python -m module_builder.forms`` fills the user's cache.

``hatch_build.py`` runs it when a wheel is built and packs them, so that nobody's first question waits.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.game import GAMES, load
from counters.cards import load_cards
from counters.catalog import load_units
from maps.tomlfile import read_toml

__all__ = ["compile_all"]

_ROOT = Path(__file__).parent.parent
_PACKAGES = ("adjudicator", "counters", "maps")


def compile_all() -> None:
    """Read every table, board, unit, formation and card of ours once.

    Raises
    ------
    maps.errors.DataError
        A file is wrong.
    """
    for package in _PACKAGES:
        for path in sorted((_ROOT / package).rglob("*.toml")):
            read_toml(path)
    for game in GAMES:
        load(game).board()
        load_units(game)
        load_cards(game)


if __name__ == "__main__":
    compile_all()
