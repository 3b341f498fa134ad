"""The games that the page offers, with their sides, scenarios, and a sketch to begin with."""

from __future__ import annotations

import contextlib
from typing import Any

from adjudicator.game import has_module, load
from adjudicator.vocabulary import load_vocabulary
from maps.errors import DataError
from maps.games import game_names

__all__ = ["games_json", "sides_json"]


def games_json() -> list[dict[str, Any]]:
    """Every game; one whose folder is wrong at the moment is left out.

    Examples
    --------
    >>> games_json()[0]["slug"]
    'breakout-normandy'
    """
    found = []
    for slug in game_names():
        with contextlib.suppress(DataError):
            found.append(_game_json(slug))
    return found


def sides_json(slug: str) -> list[dict[str, str]]:
    """The sides of a game, with their titles.

    Examples
    --------
    >>> sides_json("june-six")[0]
    {'id': 'german', 'title': 'German'}
    """
    words = load_vocabulary(slug)
    return [{"id": side, "title": words.title_of(side)} for side in words.sides]


def _game_json(slug: str) -> dict[str, Any]:
    game = load(slug)
    return {
        "slug": slug,
        "title": game.title,
        "sides": sides_json(slug),
        "scenarios": [{"id": f"{slug}:{name}", "title": name.replace("-", " ")} for name in game.scenarios],
        "sketch": game.sketch,
        "module": has_module(slug),
    }
