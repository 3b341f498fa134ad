"""Section 6: where ZOCs reach, and for what a friendly unit cancels them in its hex."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.inquiry import Inquiry
from adjudicator.position import Earlier, Position, State, View
from maps.board import Edge, Space

__all__ = [
    "NEGATED_FOR",
    "explain_zoc",
    "extends",
    "in_enemy_zoc",
    "is_negated",
    "projectors",
    "shaded",
    "zoc_of",
]

_Zoc = Mapping[str, tuple[str, ...]]
NEGATED_FOR = frozenset({"supply", "retreat", "second-advance", "c-path"})


@rule("6.1")
def extends(view: View, edge: Edge, to: Space, side: str) -> tuple[bool, str]:
    """Whether the ZOC of a side extends over a hexside into a hex.

    Returns
    -------
    (bool, str)
        The answer, and what stops it.

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> board = Board([Space("3303", "3303", "hex"), Space("3304", "3304", "hex", {"terrain": "city"})], [])
    >>> extends(GAME.empty(board), Edge("3303", "3304", "open"), board.spaces["3304"], "allied")
    (False, 'it is a City hex')
    """
    if not terms.is_hex(to):
        return False, "it is no hex of the map"
    ground = terms.terrain(view, to.id, "6.1")
    if edge.boundary == "sea" or ground in {"flooded", "sea"}:
        return False, "hex or hexside is Impassable"
    if ground == "city":
        return False, "it is a City hex"
    if edge.boundary == "major-river":
        return False, "a Major River lies between, bridge or not"
    if side == terms.ALLIED and any(terms.is_strongpoint(p.printed) for p in view.units_in(to.id)):
        return False, "a Strongpoint is there"
    if side == terms.GERMAN and terms.is_open_beach(view, to.id):
        return False, "it is an Open Beach"
    return True, ""


def zoc_of(view: View, side: str) -> _Zoc:
    """Hexes in the ZOC of a side, each with the hexes from which it is projected, sorted.

    Returns
    -------
    mapping
        Computed once for each position.
    """
    return terms.derived(
        view, f"zoc:{side}", lambda state: _zoc(state, side), lambda then, now: _zoc_now(then, now, side)
    )


def _zoc_now(earlier: Earlier[_Zoc], position: Position, side: str) -> _Zoc:
    """The ZOCs again: as they were until a unit with a ZOC, a Strongpoint or an Open Beach changes."""
    for then, now in position.moved(earlier):
        same = then is not None and now is not None and (then.printed, then.space) == (now.printed, now.space)
        units = () if same else [p.printed for p in (then, now) if p is not None]
        if any(terms.is_strongpoint(u) or (u.side == side and terms.has_zoc(u)) for u in units):
            return _zoc(position, side)
    stated = [
        {k: v for k, v in facts.items() if k[0] == "beach"} for facts in (earlier.facts, position.facts)
    ]
    return earlier.value if stated[0] == stated[1] else _zoc(position, side)


@rule("6.0", "6.1", "15.0")
def _zoc(state: State, side: str) -> _Zoc:
    found: dict[str, list[str]] = {}
    spaces = state.board.spaces
    for origin in sorted(state.occupied()):
        space = spaces.get(origin)
        if space is None or space.kind != "hex":
            continue
        if not any(p.printed.side == side and terms.has_zoc(p.printed) for p in state.units_in(origin)):
            continue
        for edge, other in state.board.neighbours(origin):
            if extends(state, edge, spaces[other], side)[0]:
                found.setdefault(other, []).append(origin)
    return {hexagon: tuple(origins) for hexagon, origins in found.items()}


@rule("6.1")
def shaded(view: View, origin: str, edge: Edge, side: str) -> str:
    """Whether a module that knows no position shows a ZOC beyond a hexside: empty always, ``x`` never.

    Else what decides it, with the hex: ``s`` a Strongpoint that is there, ``b`` that it is an Open Beach.
    """
    to = view.board.spaces[edge.other(origin)]
    if not terms.is_hex(view.board.spaces[origin]) or not extends(view, edge, to, side)[0]:
        return "x"
    if side == terms.ALLIED:
        return f"s {to.id}"
    return f"b {to.id}" if to["beach-name"] else ""


def projectors(view: View, space: str, side: str) -> tuple[str, ...]:
    """Hexes from which the enemy of a side projects a ZOC into a hex."""
    return zoc_of(view, terms.enemy_of(side)).get(space, ())


@rule("6.0", "6.2")
def in_enemy_zoc(view: View, space: str, side: str, purpose: str = "movement") -> bool:
    """Whether a hex counts as being in an enemy ZOC for a side and a purpose.

    Parameters
    ----------
    purpose
        ``movement``, or one of `NEGATED_FOR`, for which a friendly unit in the hex cancels the ZOC.
    """
    return bool(projectors(view, space, side)) and not is_negated(view, space, side, purpose)


@rule("6.2")
def is_negated(view: View, space: str, side: str, purpose: str) -> bool:
    """Whether a friendly unit of any type or size cancels enemy ZOCs in its hex for a purpose."""
    return purpose in NEGATED_FOR and any(p.printed.side == side for p in view.units_in(space))


@rule("6.0", "6.1", "6.2")
def explain_zoc(inquiry: Inquiry, space: str, side: str, purpose: str = "movement") -> bool:
    """Say whether a hex is in an enemy ZOC, from where, and what keeps other ZOCs out.

    Parameters
    ----------
    space, side, purpose
        As in `in_enemy_zoc`.

    Returns
    -------
    bool
        As `in_enemy_zoc`.
    """
    name, enemy = inquiry.board.name, terms.enemy_of(side)
    here, near = inquiry.board.spaces[space], False
    for edge, other in inquiry.board.neighbours(space):
        able = [p for p in terms.friends(inquiry, other, enemy) if terms.is_hex(inquiry.board.spaces[other])]
        projecting = [p for p in able if terms.has_zoc(p.printed)]
        near = near or bool(able)
        if able and not projecting:
            inquiry.note("6.0", f"{terms.titles(able)} in {name(other)} projects no ZOC")
        elif able:
            reaches, why = extends(inquiry, edge, here, enemy)
            text = f"the ZOC of {terms.titles(projecting)} in {name(other)}"
            if reaches:
                inquiry.note("6.0", f"{text} extends into {name(space)}")
            else:
                inquiry.note("6.1", f"{text} does not extend into {name(space)}: {why}")
    if not near:
        inquiry.note("6.0", f"no enemy unit is next to {name(space)}: ZOCs affect only the enemy")
    if projectors(inquiry, space, side) and is_negated(inquiry, space, side, purpose):
        inquiry.note("6.2", f"a friendly unit in {name(space)} negates the ZOC for this purpose")
    return in_enemy_zoc(inquiry, space, side, purpose)
