"""Zones of Control of a game of one's own: one answer for movement and supply alike."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.errors import MalformedAction
from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.rules_file import needed
from adjudicator.homemade.said import Zoc
from adjudicator.homemade.terms import is_on_map, sides_of, terrain_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from adjudicator.sides import titles
from maps.board import Edge

__all__ = ["extends", "has_zocs", "holder", "projects", "side_ruling", "zoc_against", "zoc_of", "zoc_ruling"]


def has_zocs(slug: str) -> bool:
    """Whether a game has Zones of Control.

    Parameters
    ----------
    slug
        Of the game.

    Returns
    -------
    bool
    """
    return rules_of(slug).zoc is not None


def zoc_of(slug: str, title: str) -> Zoc:
    """The rules of Zones of Control.

    Parameters
    ----------
    slug, title
        Of the game.

    Returns
    -------
    Zoc

    Raises
    ------
    MalformedAction
        The game has none.
    """
    rules = rules_of(slug)
    if rules.no_zoc:
        raise MalformedAction(
            f"{title} has no Zones of Control ({rules.no_zoc})", "on = true is for those that do"
        )
    return needed(rules.zoc, "zoc", title)


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


def side_ruling(inquiry: Inquiry, position: Position, zoc: Zoc, side: str, purpose: str) -> Ruling:
    """Answer which spaces the units of a side have in their Zone of Control.

    Parameters
    ----------
    inquiry, position, zoc
        Where it is recorded, the position, and the rules.
    side, purpose
        Whose, and for what, as `holder` takes it: a space in which an enemy cancels it is none of them.

    Returns
    -------
    Ruling
        Ids of the spaces, in the order of the map.
    """
    sides, name, found = sides_of(position.game), position.board.name, list[str]()
    enemy = next(other for other in sides if other != side)
    reached = zoc_against(position, enemy)
    for space in position.board.spaces:
        if space not in reached:
            continue
        title = position.pieces[reached[space]].printed.title
        if holder(position, space, enemy, purpose):
            found.append(space)
            inquiry.note(zoc.rule, f"{name(space)}: {title} has its ZOC there")
        else:
            there = titles(p for p in position.units_in(space) if p.side == enemy)
            inquiry.note(zoc.negated.rule, f"{name(space)}: {there} cancels that of {title} for {purpose}")
    count = f"{len(found)} space{'' if len(found) == 1 else 's'}"
    return inquiry.ruling(f"zoc {side}", f"The ZOC of {side} covers {count}.", found)


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
