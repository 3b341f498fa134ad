"""Sections 9.7, 14.4 and 16.12 to 16.14: which Field Artillery may support an assault."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault

__all__ = ["ground", "is_nebelwerfer", "moved", "reaches", "support_faults", "supporters"]

FIELD_ARTILLERY = "field-artillery"


@rule("16.14")
def is_nebelwerfer(piece: Piece) -> bool:
    """Whether rocket artillery, which supports nothing (16.14).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> is_nebelwerfer(GAME.scenario("d-day").pieces["ge-916"])
    False
    """
    return piece.printed.kind == "nebelwerfer"


def moved(view: View, piece: Piece) -> bool:
    """Whether a unit has moved or used MF in this impulse (9.7).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> moved(d_day, d_day.pieces["ge-916"])
    False
    """
    uid = piece.uid
    return bool(view.number("entered", uid) or view.number("mf-used", uid) or view.text("came-from", uid))


@rule("9.7", "14.4", "16.12")
def reaches(view: View, piece: Piece, area: str) -> list[Fault]:
    """Why guns do not reach an Area: own or adjacent Area, own only when Contested, no Zone border (9.7).

    Returns
    -------
    list of (section, sentence)
        Empty when they do.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> reaches(d_day, d_day.pieces["ge-916"], "omaha-beach")
    []
    """
    if piece.space == area:
        return []
    name, board = piece.printed.title, view.board
    edge = board.edge(piece.space, area)
    if edge is None or not terms.on_map(view, piece.space):
        return [Fault("9.7", f"{name} is neither in {board.name(area)} nor in an adjacent Area")]
    faults = []
    if terms.is_zone(view, piece.space) or terms.is_zone(view, area):
        faults.append(Fault("14.4", f"{name} cannot support across the border of a Zone"))
    if terms.is_contested(view, piece.space):
        here = board.name(piece.space)
        faults.append(Fault("16.12", f"{name} stands in Contested {here} and can support there only"))
    return faults


@rule("9.7", "16.1", "16.12", "16.13", "16.14")
def support_faults(
    view: View, area: str, piece: Piece, assaulting: Sequence[Piece], side: str
) -> list[Fault]:
    """Why a unit may not support an assault.

    Parameters
    ----------
    assaulting
        Units that assault.

    Returns
    -------
    list of (section, sentence)
        Empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> support_faults(d_day, "omaha-beach", d_day.pieces["ge-916"], [], "german")[0]
    Fault(rule='9.7', text='916 Rgt, 352 Div is no Field Artillery')
    """
    name = piece.printed.title
    if piece.side != side:
        return [Fault("9.7", f"{name} is the enemy's")]
    if piece.printed.type != FIELD_ARTILLERY:
        return [Fault("9.7", f"{name} is no Field Artillery")]
    faults = []
    if piece.status != terms.FRESH:
        faults.append(Fault("9.7", f"{name} is not Fresh"))
    if moved(view, piece):
        faults.append(Fault("9.7", f"{name} has moved in this impulse"))
    return [*faults, *_parent_faults(piece, assaulting), *reaches(view, piece, area)]


def _parent_faults(piece: Piece, assaulting: Sequence[Piece]) -> list[Fault]:
    """Whose assault the artillery may support."""
    name, nation = piece.printed.title, terms.nationality(piece)
    if is_nebelwerfer(piece):
        return [Fault("16.14", f"{name} is a Nebelwerfer brigade and supports no assault")]
    allies = [p for p in assaulting if terms.nationality(p) == nation]
    division = piece.printed.division
    if division and not piece.printed.corps:
        if not any(p.printed.division == division for p in allies):
            return [
                Fault(
                    "16.12", f"no other unit of the {division} Division takes part, so {name} cannot support"
                )
            ]
    elif not allies:
        return [Fault("16.13", f"{name} can support its own nationality only")]
    return []


@rule("16.12", "16.13")
def ground(piece: Piece) -> tuple[str, str]:
    """Section by which artillery may support, and what it asks for (16.12, 16.13).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> ground(GAME.scenario("d-day").pieces["ge-352-art"])[0]
    '16.12'
    """
    title, division = piece.printed.title, piece.printed.division
    if piece.printed.corps or not division:
        return ("16.13", f"{title} supports any units of its own nationality")
    return ("16.12", f"another unit of the {division} Division takes part, so {title} can support")


def supporters(view: View, area: str, assaulting: Sequence[Piece], side: str) -> list[Piece]:
    """Artillery that may support an assault.

    Parameters
    ----------
    view, area, assaulting, side
        As in `support_faults`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> supporters(GAME.scenario("d-day"), "utah-beach", [], "german")
    []
    """
    spaces = [area, *(other for _, other in view.board.neighbours(area))]
    guns = (
        p for s in spaces for p in view.units_in(s) if p.printed.type == FIELD_ARTILLERY and p.side == side
    )
    return [p for p in guns if not support_faults(view, area, p, assaulting, side)]
