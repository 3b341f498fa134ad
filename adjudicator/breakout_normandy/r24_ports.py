"""Sections 24.2 to 24.4: Minor Ports and Mulberries of the Extended Game."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r24_storm import MULBERRIES, beach_depot, in_storm, is_extended
from adjudicator.citation import rule
from adjudicator.position import Draft, View

__all__ = ["DAYS", "extra_depots", "minor_ports", "night", "note_captures", "sites"]

DAYS = 10


@rule("24.2")
def minor_ports(view: View) -> Iterator[str]:
    """Ids of the Minor Port Areas.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> sorted(minor_ports(GAME.scenario("d-day")))
    ['barfleur', 'carentan', 'isigny', 'st-vaast']
    """
    return (s.id for s in view.board.spaces.values() if s.features.get("minor_port"))


@rule("24.2", "24.3")
def sites(view: View) -> tuple[str, ...]:
    """Areas that can get a Minor Port or Mulberry marker.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> len(sites(GAME.scenario("d-day")))
    6
    """
    return (*minor_ports(view), *(b for b in MULBERRIES if b in view.board.spaces))


@rule("24.2", "24.3", "24.4")
def note_captures(draft: Draft) -> None:
    """Put the marker of a Minor Port or Mulberry ten days on when the Allies have taken its Area.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> note_captures(draft); draft.subjects("port-ready")
    ()
    """
    if not is_extended(draft):
        return
    for area in sites(draft):
        if draft.number("port-ready", area) or draft.flag("mulberry-lost", area):
            continue
        if terms.control_side(draft, area) == terms.ALLIED:
            draft.set("port-ready", draft.number("date") + DAYS, area)


@rule("24.4")
def night(draft: Draft) -> None:
    """In the Refit Phase, delay a waiting marker that the Germans contest, and remove what they control.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("port-ready", 20, "carentan")
    >>> draft.place("us-4-8", "carentan"); draft.set("control", "us", "carentan")
    >>> draft.place("ge-6-fs", "carentan")
    >>> night(draft); draft.number("port-ready", "carentan")
    21
    """
    for area in draft.subjects("port-ready"):
        ready, mulberry = draft.number("port-ready", area), area in MULBERRIES
        waiting, german = ready > draft.number("date"), terms.control_side(draft, area) == terms.GERMAN
        if german and _is_removed(draft, waiting=waiting, mulberry=mulberry):
            draft.clear("port-ready", area)
            if mulberry:
                draft.set("mulberry-lost", True, area)
        elif waiting and (german or terms.is_contested(draft, area)):
            draft.set("port-ready", ready + 1, area)


def _is_removed(view: View, *, waiting: bool, mulberry: bool) -> bool:
    """Whether German control takes the marker away; a waiting Mulberry is only delayed."""
    if not waiting:
        return True
    return not mulberry and view.option("retaken-waiting-port") == "A"


@rule("24.2", "24.3", "24.4", "24.6B", "24.6D")
def extra_depots(view: View) -> tuple[tuple[str, int], ...]:
    """Area and value of each Depot that a Minor Port or Mulberry places tonight, before 12.72.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> extra_depots(GAME.scenario("d-day"))
    ()
    """
    found = []
    for area in view.subjects("port-ready"):
        if view.number("port-ready", area) > view.number("date"):
            continue
        if terms.control_side(view, area) != terms.ALLIED:
            continue
        if area not in MULBERRIES:
            found.append((area, 1))
        elif not in_storm(view):
            found.append((area, beach_depot(view).value))
    return tuple(found)
