"""Section 8.4: Allied air power stops German units that move further than one Area in Clear weather."""

from __future__ import annotations

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r18_weather import air_flies
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Total

__all__ = [
    "HARMLESS",
    "air_dr",
    "drm",
    "explain_interdiction",
    "interdicted_status",
    "is_exposed",
    "stop_by_air",
]

HARMLESS = 3


@rule("8.4", "18.2", "18.3")
def is_exposed(view: View, piece: Piece, entered: int) -> bool:
    """Whether the next space that a unit enters takes an Air Interdiction dr.

    Parameters
    ----------
    entered
        Spaces that it has entered in this impulse.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> is_exposed(d_day, d_day.pieces["ge-916"], 0), is_exposed(d_day, d_day.pieces["ge-916"], 1)
    (False, True)
    """
    return piece.side == terms.GERMAN and entered > 0 and air_flies(view)


def _flak(view: View, space: str, uid: str) -> list[Piece]:
    """Fresh FLAK units that stand there and are not themselves on the move."""
    return [
        p
        for p in view.units_in(space)
        if p.printed.type == "flak"
        and p.status == terms.FRESH
        and p.uid != uid
        and not view.number("entered", p.uid)
        and not view.number("mf-used", p.uid)
    ]


@rule("8.4", "16.2")
def drm(view: View, space: str, uid: str) -> int:
    """What Fresh FLAK in the Area being left adds to the dr.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> drm(GAME.scenario("d-day"), "cherbourg", "ge-920")
    3
    """
    return len(_flak(view, space, uid))


def air_dr(inquiry: Inquiry | None, view: View, space: str, uid: str, die: int) -> Total:
    """The dr with every FLAK unit that adds to it (8.4, 16.2).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> air_dr(None, GAME.scenario("d-day"), "cherbourg", "ge-920", 1).value
    4
    """
    adding = Adding(inquiry, "Air Interdiction dr")
    adding.add("8.4", "dr", die, "set")
    for gun in _flak(view, space, uid):
        adding.add("16.2", f"Fresh {gun.printed.title}", 1)
    return adding.total


@rule("8.4")
def interdicted_status(final: int) -> str:
    """Status in which a unit is stopped by a final dr, or empty when it goes on.

    Examples
    --------
    >>> interdicted_status(1), interdicted_status(2), interdicted_status(3)
    ('d1', 'spent', '')
    """
    if final <= 1:
        return terms.D1
    return terms.SPENT if final < HARMLESS else ""


@rule("8.4")
def explain_interdiction(inquiry: Inquiry, piece: Piece, at: str, entered: int) -> bool:
    """Record whether the next step is rolled for; true when a dr can stop the unit.

    Parameters
    ----------
    entered
        Spaces that it has entered in this impulse.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> explain_interdiction(Inquiry(d_day), d_day.pieces["ge-1058"], "valognes", 1)
    True
    """
    if piece.side != terms.GERMAN or entered == 0:
        return False
    name, here = piece.printed.title, inquiry.board.name(at)
    if not is_exposed(inquiry, piece, entered):
        inquiry.note("18.3", f"no Air Interdiction: the weather is {terms.weather(inquiry)}")
        return False
    added = drm(inquiry, at, piece.uid)
    if added >= HARMLESS - 1:
        inquiry.note("8.4", f"{name} leaves {here} safely: {added} Fresh FLAK units cover it", added)
        return False
    inquiry.note("8.4", f"{name} makes an Air Interdiction dr on leaving {here}", added)
    return True


@rule("8.4")
def stop_by_air(draft: Draft, uid: str, final: int) -> bool:
    """Let an Air Interdiction dr take effect; true when the unit is stopped where it is.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> stop_by_air(draft, "ge-916", 2), draft.pieces["ge-916"].status
    (True, 'spent')
    """
    status = interdicted_status(final)
    if status:
        draft.set_status(uid, status)
        draft.set("interdicted", True, uid)
    return bool(status)
