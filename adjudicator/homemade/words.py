"""The words of sketches and of ``--given`` in a game of one's own, made of what its files name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.homemade.decks import every_card
from counters.catalog import load_units
from counters.units import Unit
from maps.board import board_of
from maps.games import FolderHome
from maps.geometry import read_geometry
from maps.homemade.game import GameFile, game_file

__all__ = ["words_of"]


def words_of(home: FolderHome) -> dict[str, Any]:
    """What ``vocabulary.toml`` says in one of our games, made of the folder.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        A file of the folder is wrong.
    """
    told, board, units = game_file(home), board_of(home.slug), load_units(home.slug)
    spaces = [space for space in board.spaces.values() if space.kind != "box"]
    terrains = dict.fromkeys(str(space["terrain"]) for space in spaces if space["terrain"])
    kind = "hex" if any(space.kind == "hex" for space in spaces) else "area"
    boundaries = dict.fromkeys(edge.boundary for edge in board.edges.values())
    roads = dict.fromkeys(edge.road for edge in board.edges.values() if edge.road)
    names, first = list(told.units.printed) or _numbers(told, units), told.nations[0].id
    found: dict[str, Any] = {
        "nations": {row.id: [row.side, row.id, row.id] for row in told.nations},
        "types": {u.type: [u.type, u.kind, u.size] for u in units.values() if u.type},
        "general": {
            "facts": {f"{side} turn": [["side", side]] for side in told.sides},
            "numbers": {"turn": "turn", **{row.id: row.id for row in told.state}},
            "hint": f"Such as: turn 3, {told.sides[0]} turn, phase NAME",
        },
        "space": {
            "kind": kind,
            "kinds": ["box"],
            "facts": {side: [["control", side]] for side in told.sides} if told.control else {},
            "features": {word: ["terrain", word] for word in terrains},
            "hint": "Such as: " + ", ".join([*terrains, *(told.sides if told.control else ())]),
        },
        "boundary": {
            "kinds": {name: name for name in boundaries},
            "roads": {name: name for name in roads},
            "hint": "Such as: " + ", ".join([*boundaries, "bridge", *roads]),
        },
        "unit": {
            "factors": "ratings",
            "ratings": names,
            "steps": {u.type: u.steps for u in units.values() if u.type and u.steps},
            "sizes": {u.size: u.size for u in units.values() if u.size},
            "hint": f"Such as: {first} TYPE {'-'.join(names[:3])} 'name' {told.units.statuses[0]}",
        },
        "subjects": {
            "side": list(told.sides),
            **({"card": list(every_card(home.slug))} if told.deck else {}),
        },
        "values": {},
        "titles": {row.id: row.title for row in told.side},
    }
    lattice = read_geometry(home.table("maps", "geometry.toml"), file="map.toml").hexes
    if lattice is not None:
        found["grid"] = lattice.grid
    return found


def _numbers(told: GameFile, units: Mapping[str, Unit]) -> list[str]:
    """The numbers that the front of a counter prints, in the order of the file."""
    names = dict.fromkeys(name for unit in units.values() for name in unit.ratings)
    return [name for name in names if not told.units.is_worn(name)]
