"""Sections 8.51, 8.511, 8.52, 15.2 and 21.6: which entry forces an assault, and which only allows one."""

from __future__ import annotations

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r15_fortifications import stands
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from maps.board import Edge

__all__ = [
    "crossing_kind",
    "duty",
    "enemy_holds",
    "landing_choice",
    "landing_duty",
    "led_by_point",
    "swims",
]

_PLAIN = {"open": "open", "arrow": "arrow", "landing": "landing"}


def crossing_kind(edge: Edge, *, river: bool = False) -> str:
    """How a unit crosses a boundary: open, arrow, landing, bridge or river.

    Parameters
    ----------
    river
        Whether it crosses the water without the bridge.

    Returns
    -------
    str
        One of the values of the item ``crossed``.

    Examples
    --------
    >>> crossing_kind(Edge("a", "b", "flooded", bridge=True))
    'bridge'
    """
    return _PLAIN.get(edge.boundary) or ("river" if river else "bridge")


def swims(view: View, edge: Edge, *, river: bool = False) -> bool:
    """Whether a unit crosses water without a bridge: by choice, or because no bridge stands there (8.371).

    Parameters
    ----------
    river
        Whether it crosses beside the bridge by choice.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [swims(d_day, d_day.board.edge("bieville", area)) for area in ("cagny", "caen")]
    [True, False]
    """
    return river or (edge.boundary == "river" and not terms.usable_bridge(view, edge))


@rule("8.372", "8.511", "20.1")
def enemy_holds(view: View, edge: Edge, side: str, at: str) -> bool:
    """Whether the enemy of a side holds the boundary that a unit is about to cross.

    A unit that has just taken a Vacant space on its way makes the bridges back to friendly Areas friendly.

    Parameters
    ----------
    side
        Side of the unit.
    at
        Where the unit stands, one end of the boundary.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> edge = d_day.board.edge("pont-labbe", "valognes")
    >>> enemy_holds(d_day, edge, "allied", "pont-labbe")
    True
    """
    if not terms.held_by_enemy(view, edge, side):
        return False
    taking = terms.control_side(view, at) != side and terms.is_vacant(view, at, side)
    return not (taking and terms.is_friendly_controlled(view, edge.other(at), side))


@rule("8.51", "8.511", "8.52")
def duty(view: View, piece: Piece, edge: Edge, to: str, *, at: str, river: bool = False) -> tuple[str, str]:
    """Why entering a space would force a unit to assault there.

    Parameters
    ----------
    river
        Whether it crosses without the bridge.

    Returns
    -------
    (section, sentence)
        Two empty strings when no assault is forced.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> edge = d_day.board.edge("pont-labbe", "valognes")
    >>> duty(d_day, d_day.pieces["ge-916"], edge, "pont-labbe", at="valognes")[0]
    ''
    """
    if terms.is_vacant(view, to, piece.side):
        return ("", "")
    if edge.boundary == "landing":
        return landing_duty(view, to)
    name = view.board.name(to)
    if swims(view, edge, river=river) and enemy_holds(view, edge, piece.side, at):
        return (
            "8.511",
            f"it crosses the enemy-held river {terms.boundary_name(view, edge)} without a bridge",
        )
    if not terms.was_contested(view, to):
        return ("8.51", f"{name} was not Contested when the impulse began")
    if enemy_holds(view, edge, piece.side, at):
        return ("8.51", f"it enters Contested {name} over the enemy-held {terms.boundary_name(view, edge)}")
    return ("", "")


@rule("8.51", "15.2", "21.6")
def landing_duty(view: View, beach: str) -> tuple[str, str]:
    """Why landing on a Beach would force an assault.

    A Beach already contested by a Fresh or Spent Allied unit may be joined without one, and so may one whose
    Fortification is gone.

    Returns
    -------
    (section, sentence)
        Two empty strings when no assault is forced.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> landing_duty(GAME.scenario("d-day"), "utah-beach")[0]
    '8.51'
    """
    name = view.board.name(beach)
    if terms.is_vacant(view, beach, terms.ALLIED):
        return ("", "")
    ashore = [p for p in terms.friends(view, beach, terms.ALLIED) if terms.started_in(view, p) == beach]
    if not ashore:
        return ("8.51", f"{name} was not Contested when the impulse began")
    if all(terms.is_disrupted(p) for p in ashore) and stands(view, beach, "21.6"):
        return ("21.6", f"the Fortification of {name} stands and only Disrupted Allied units contest it")
    return ("", "")


@rule("8.51", "21.6")
def landing_choice(view: View, beach: str) -> tuple[str, str]:
    """Why landing on a Beach forces no assault, where it forces none.

    Parameters
    ----------
    beach
        As in `landing_duty`.

    Returns
    -------
    (section, sentence)
    """
    name = view.board.name(beach)
    if terms.is_vacant(view, beach, terms.ALLIED):
        return ("8.51", f"no enemy unit holds {name}: there is nobody to assault")
    ashore = [p for p in terms.friends(view, beach, terms.ALLIED) if not terms.is_disrupted(p)]
    if ashore:
        return ("21.6", f"a Fresh or Spent Allied unit contests {name}: no assault is Mandatory")
    return (
        "21.6",
        f"Allied units contest {name}, and no Fortification stands there: no assault is Mandatory",
    )


@rule("8.375", "9.7")
def led_by_point(view: View, piece: Piece, to: str, at: str) -> bool:
    """Whether a Point Unit has gone before, so that Field Artillery, FLAK or PAK may follow.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> led_by_point(d_day, d_day.pieces["ge-916"], "utah-beach", "montebourg")
    False
    """
    entered = [
        p
        for p in terms.friends(view, to, piece.side)
        if p.printed.is_point and view.number("entered", p.uid) > 0 and p.status == terms.FRESH
    ]
    if not entered:
        return False
    same = any(view.text("came-from", p.uid) == at for p in entered)
    return same or view.option("led-by-point") == "B"
