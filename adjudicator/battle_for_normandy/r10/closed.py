"""Sections 7.5, 10.1 and 10.8: hexes that are closed to the units of a side, in layers for searches."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r14_bridges import WATER
from adjudicator.citation import rule
from adjudicator.position import Earlier, Piece, Position, State, View

__all__ = [
    "bars",
    "closed_hexes",
    "forced_hexes",
    "is_outward",
    "is_resting",
    "near_enemies",
    "rest_hexes",
]

NEAR = 3  # hexes from an enemy within which nobody uses Strategic Movement
_PHASE = ("phase", "")
_BETWEEN = WATER | {"sea"}  # hexsides over which nobody has to attack
_NO_BEACH = frozenset({"german-movement", "reaction-movement"})


@rule("10.1", "19.9", "17.1", "17.5", "18.6")
def closed_hexes(view: View, side: str) -> Mapping[str, int]:
    """Hexes that units of a side never enter, each with -1: those of enemies; Beach hexes on June 6.

    Returns
    -------
    mapping
        Computed once for each position. Rhino tanks and Pathfinders alone bar nobody (19.9, 17.1).
    """
    return terms.derived(
        view,
        f"closed:{side}",
        lambda state: _closed(state, side),
        lambda was, now: _closed_again(was, now, side),
    )


def _closed_again(earlier: Earlier[dict[str, int]], position: Position, side: str) -> dict[str, int]:
    """The same again as long as no enemy moves and the phase goes on."""
    if earlier.facts.get(_PHASE) != position.facts.get(_PHASE):
        return _closed(position, side)
    moved = (piece for pair in position.moved(earlier) for piece in pair)
    stays = all(piece is None or piece.side == side for piece in moved)
    return earlier.value if stays else _closed(position, side)


def _closed(state: State, side: str) -> dict[str, int]:
    found = {p.space: -1 for p in state.pieces.values() if p.printed.side != side and bars(p)}
    if side == terms.GERMAN and state.text("phase") in _NO_BEACH:
        hexes = (s for s in state.board.spaces.values() if s.features.get("terrain") == "beach")
        found.update({s.id: -1 for s in hexes})
    return found


def bars(piece: Piece) -> bool:
    """Whether an enemy unit closes its hex: all but Rhino tanks (19.9) and Pathfinders (17.1)."""
    return not terms.marked(piece.printed, "rhino") and piece.printed.type != "pathfinder"


@rule("7.5", "12.3", "22.5o")
def forced_hexes(view: View, side: str) -> Mapping[str, int]:
    """Hexes beside enemies in which units of a side would have to attack, each with -1.

    Parameters
    ----------
    side
        Whose units; out of supply they may not move there.

    Returns
    -------
    mapping
        Computed once for each position; empty at Night and in Heavy Rain and Storm.
    """
    return terms.derived(view, f"forced:{side}", lambda state: _forced(state, side))


def _forced(state: State, side: str) -> dict[str, int]:
    if state.text("time") == "night" or terms.is_bad_weather(state) or terms.has_option(state, "22.5o"):
        return {}
    board, found = state.board, dict[str, int]()
    for space in dict.fromkeys(
        p.space for p in state.pieces.values() if p.side != side and terms.on_map(state, p)
    ):
        if not _provokes(state, space, side):
            continue
        for edge, other in board.neighbours(space):
            exempt = edge.boundary in _BETWEEN or is_outward(state, other, space)
            if not exempt and terms.is_open(state, other) and not board.spaces[other].features.get("poi"):
                found[other] = -1
    return {space: -1 for space in found if not _sheltered(state, space, side)}


@rule("12.3")
def _provokes(state: State, space: str, side: str) -> bool:
    """Whether the enemies in a hex have to be attacked: Allied units pass by Strongpoints and static guns."""
    there = [p for p in terms.enemies(state, space, side) if not terms.is_naval(p.printed)]
    if side == terms.ALLIED:
        there = [p for p in there if not (terms.is_strongpoint(p.printed) or terms.is_static(p.printed))]
    return any(terms.has_zoc(p.printed) for p in there)


@rule("10.6", "12.3")
def is_outward(view: View, frm: str, to: str) -> bool:
    """Whether one stands inside the Cherbourg Perimeter, and the other hex is outside.

    Parameters
    ----------
    view, frm, to
        The position, and two hexes side by side.
    """
    spaces = view.board.spaces
    inside = bool(view.feature(spaces[frm], "perimeter", "12.3"))
    return inside and not view.feature(spaces[to], "perimeter", "12.3")


@rule("12.3")
def _sheltered(state: State, space: str, side: str) -> bool:
    """Whether a Strongpoint, a static gun or an Entrenchment frees the stack in a hex from attacking."""
    trench = state.text("entrenchment", space) == "ready" and state.text("entrenchment-side", space) == side
    there = terms.friends(state, space, side)
    return trench or any(terms.is_strongpoint(p.printed) or terms.is_static(p.printed) for p in there)


@rule("12.9o")
def is_resting(view: View, piece: Piece) -> bool:
    """Whether the division of a unit is withdrawn for rest, an option: no combat, no EZOCs."""
    return view.option("12.9o") != "A" and view.number("resting", piece.printed.division) > 0


@rule("12.9o")
def rest_hexes(view: View, side: str) -> Mapping[str, int]:
    """Hexes in EZOCs, each with -1: closed to units of resting divisions.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    enemy = terms.enemy_of(side)
    return terms.derived(view, f"rest:{side}", lambda state: dict.fromkeys(zones.zoc_of(state, enemy), -1))


@rule("10.8")
def near_enemies(view: View, side: str) -> Mapping[str, int]:
    """Hexes within three hexes of an enemy unit, each with -1: closed to Strategic Movement.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    return terms.derived(view, f"near-enemies:{side}", lambda state: _near(state, side))


def _near(state: State, side: str) -> dict[str, int]:
    found = {p.space: -1 for p in state.pieces.values() if p.side != side and terms.on_map(state, p)}
    rim = list(found)
    for _ in range(NEAR):
        rim = list(dict.fromkeys(n for space in rim for n in terms.neighbours(space) if n not in found))
        found.update(dict.fromkeys(rim, -1))
    return found
