"""Zones of Control of a game of one's own: one answer for movement and supply alike."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.said import Zoc
from adjudicator.homemade.terms import is_on_map, terrain_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from maps.board import Edge

__all__ = ["extends", "holder", "projects", "zoc_against", "zoc_ruling"]


def extends(inquiry: Inquiry, zoc: Zoc, edge: Edge, other: str) -> str:
    """Why a Zone of Control does not reach into a neighbouring space; empty where it does.

    Parameters
    ----------
    inquiry, zoc
        What is looked at, and the rules.
    edge, other
        The border, and the space beyond it.

    Returns
    -------
    str
    """
    boundary = inquiry.boundary(edge, zoc.not_across.rule) if zoc.not_across.value else ""
    if boundary and boundary in zoc.not_across.value:
        return f"it does not reach across a {boundary}"
    if zoc.not_into.value:
        terrain = terrain_of(inquiry, other, zoc.not_into.rule)
        if terrain in zoc.not_into.value:
            return f"it does not reach into {terrain}"
    return ""


def zoc_against(position: Position, side: str) -> Mapping[str, str]:
    """Spaces in the Zone of Control of enemies of a side -> the unit whose it is.

    Parameters
    ----------
    position
        The position.
    side
        The side that is hindered.

    Returns
    -------
    mapping of str to str
        Nothing where the game has no Zones of Control; of several units the first.
    """
    zoc = rules_of(position.game).zoc
    if zoc is None:
        return {}
    return position.derived(f"homemade-zoc {side}", lambda p: _zoc_against(p, zoc, side))


def _zoc_against(position: Position, zoc: Zoc, side: str) -> dict[str, str]:
    board, inquiry, found = position.board, Inquiry(position), dict[str, str]()
    for piece in position.pieces.values():
        if not projects(position, zoc, piece) or piece.side == side:
            continue
        for edge, other in board.neighbours(piece.space):
            if is_on_map(board.spaces.get(other)) and not extends(inquiry, zoc, edge, other):
                found.setdefault(other, piece.uid)
    return found


def projects(position: Position, zoc: Zoc, piece: Piece) -> bool:
    """Whether a unit has a Zone of Control where it stands.

    Parameters
    ----------
    position, zoc, piece
        Where, the rules, and the unit.

    Returns
    -------
    bool
    """
    return is_on_map(position.board.spaces.get(piece.space)) and zoc.has(piece.printed.type)


def holder(position: Position, space: str, side: str, purpose: str, besides: str = "") -> str:
    """The enemy unit in whose Zone of Control a space is for a side; empty where it is in none.

    Parameters
    ----------
    position, space, side
        Where, and who is hindered.
    purpose
        ``movement`` or ``supply``: a friendly unit in the space may cancel it for one and not for the other.
    besides
        The unit that asks: it cancels nothing itself.

    Returns
    -------
    str
    """
    found = zoc_against(position, side).get(space, "")
    zoc = rules_of(position.game).zoc
    if not found or zoc is None:
        return ""
    own = any(p.side == side and p.uid != besides for p in position.units_in(space))
    return "" if own and purpose in zoc.negated.value else found


def zoc_ruling(inquiry: Inquiry, position: Position, zoc: Zoc, piece: Piece) -> Ruling:
    """Answer into which spaces the Zone of Control of a unit reaches.

    Parameters
    ----------
    inquiry, position, zoc, piece
        Where it is recorded, where the unit stands, the rules, and the unit.

    Returns
    -------
    Ruling
        Ids of the spaces.
    """
    asked, title, name, found = f"zoc {piece.uid}", piece.printed.title, position.board.name, list[str]()
    if not projects(position, zoc, piece):
        rule = zoc.types.rule if zoc.types is not None else zoc.without.rule
        inquiry.note(rule, f"{title} has no ZOC: {piece.printed.type or 'no type'}, in {name(piece.space)}")
        return inquiry.ruling(asked, f"{title} has no ZOC.", [])
    for edge, other in position.board.neighbours(piece.space):
        if not is_on_map(position.board.spaces.get(other)):
            continue
        why = extends(inquiry, zoc, edge, other)
        found += [] if why else [other]
        inquiry.note(zoc.rule, f"{name(other)}: {why or 'it reaches there'}")
    names = ", ".join(map(name, found)) or "no space"
    return inquiry.ruling(asked, f"The ZOC of {title} reaches into {names}.", found)
