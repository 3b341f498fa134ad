"""Sections 16.11, 16.14 and 16.4: which guns may bombard what - Field Artillery, Nebelwerfers, Le Havre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from maps.board import Space

__all__ = ["FIELD_ARTILLERY", "gun_faults", "guns_near", "is_nebelwerfer", "le_havre_faults", "team_faults"]

FIELD_ARTILLERY = "field-artillery"


@rule("16.14")
def is_nebelwerfer(piece: Piece) -> bool:
    """Whether a rocket brigade.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> is_nebelwerfer(GAME.scenario("d-day").pieces["ge-916"])
    False
    """
    return piece.printed.kind == "nebelwerfer"


_BLUE = frozenset({1, 2})  # numbers of the Areas that the Le Havre Batteries reach (3.27)


@rule("10.11", "12.1", "14.4", "16.1", "16.11", "16.14")
def gun_faults(view: View, piece: Piece, target: str, side: str) -> list[Fault]:
    """Why a unit may not take part in a Field Artillery bombardment, seen by itself.

    Parameters
    ----------
    side
        Side that bombards.

    Returns
    -------
    list of (section, sentence)
        Empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> gun_faults(d_day, d_day.pieces["ge-916"], "omaha-beach", "german")
    [Fault(rule='10.11', text='916 Rgt, 352 Div is no Field Artillery')]
    """
    name, faults = piece.printed.title, []
    if piece.side != side:
        faults.append(Fault("8.12", f"{name} does not act in an enemy impulse"))
    if piece.printed.type != FIELD_ARTILLERY:
        return [*faults, Fault("10.11", f"{name} is no Field Artillery")]
    if piece.status != terms.FRESH:
        faults.append(Fault("12.1", f"{name} is not Fresh"))
    if view.number("mf-used", piece.uid) or view.number("entered", piece.uid):
        faults.append(Fault("8.32", f"{name} has moved in this impulse"))
    if view.flag("supporting", piece.uid):
        faults.append(Fault("9.7", f"{name} has supported an assault in this impulse"))
    return [*faults, *_range_faults(view, piece, target)]


def _range_faults(view: View, piece: Piece, target: str) -> list[Fault]:
    """Own Area always; an adjacent one from a Free Area; nothing across the border of a Zone."""
    name, board, here = piece.printed.title, view.board, piece.space
    if here == target:
        return []
    if is_nebelwerfer(piece):
        return [Fault("16.14", f"{name} is a Nebelwerfer brigade and bombards its own Area only")]
    if board.edge(here, target) is None or not terms.on_map(view, here):
        return [Fault("16.11", f"{name} is neither in {board.name(target)} nor in an adjacent Area")]
    faults = []
    if terms.is_zone(view, here) or terms.is_zone(view, target):
        faults.append(Fault("14.4", f"{name} cannot fire across the border of a Zone"))
    if terms.is_contested(view, here):
        faults.append(
            Fault("16.11", f"{name} stands in Contested {board.name(here)} and can fire there only")
        )
    return faults


@rule("10.2", "16.11", "16.14")
def team_faults(lead: Piece, support: Sequence[Piece]) -> list[Fault]:
    """Why units may not fire together: nationalities do not mix, Nebelwerfers fire alone.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> pieces = GAME.scenario("d-day").pieces
    >>> team_faults(pieces["ge-352-art"], [pieces["ge-716-art"]])
    []
    """
    faults, nation = [], terms.nationality(lead)
    if support and is_nebelwerfer(lead):
        faults.append(Fault("16.14", f"{lead.printed.title} is a Nebelwerfer brigade: nothing supports it"))
    for piece in support:
        if terms.nationality(piece) != nation:
            faults.append(
                Fault("10.2", f"{piece.printed.title} is not of the nationality of {lead.printed.title}")
            )
        if is_nebelwerfer(piece):
            faults.append(
                Fault("16.14", f"{piece.printed.title} is a Nebelwerfer brigade and supports nothing")
            )
    return faults


def guns_near(view: View, target: str, side: str) -> Iterator[Piece]:
    """Field Artillery that could fire into a space by itself (16.11).

    Parameters
    ----------
    side
        Side that bombards.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(guns_near(GAME.scenario("d-day"), "utah-beach", "allied"))
    []
    """
    for space in (target, *(other for _, other in view.board.neighbours(target))):
        for piece in view.units_in(space):
            if piece.printed.type == FIELD_ARTILLERY and not gun_faults(view, piece, target, side):
                yield piece


@rule("3.27", "16.4")
def le_havre_faults(view: View, target: str) -> list[Fault]:
    """Why the Le Havre Batteries may not fire at a space.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> le_havre_faults(GAME.scenario("d-day"), "cabourg")
    []
    """
    space = view.board.spaces[target]
    if terms.is_area(view, target) and _is_blue(view, space):
        return []
    return [Fault("16.4", f"{space.name} is no target of the Le Havre Batteries")]


@rule("3.27")
def _is_blue(view: View, space: Space) -> bool:
    """Whether the background of an Area is blue; a sketch says so by a word, or by the number of the Area."""
    if "le_havre" not in space.features and "number" in space.features:
        return space.features["number"] in _BLUE
    return bool(view.feature(space, "le_havre", "3.27"))
