"""Section 15.0: which controlled Areas are chained to a beach, or to a Reinforcement Box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View
from adjudicator.storm_over_normandy import r13_control, terms
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["Chains", "chains", "explain_chain", "path_of", "zone_roots", "zones_reached"]


@dataclass(frozen=True, slots=True)
class Chains:
    """Areas of one side that are chained to where its points come from.

    Parameters
    ----------
    roots
        Areas where chains end: controlled beaches; for the German side, controlled Areas beside a
        Reinforcement Box.
    before
        Every chained Area -> the next one towards the root; a root -> itself.

    Examples
    --------
    >>> "bayeux" in Chains("allied", ("gold",), {"gold": "gold", "bayeux": "gold"})
    True
    """

    side: str
    roots: tuple[str, ...]
    before: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, area: object) -> bool:
        return area in self.before


@rule("15.0")
def _carries(view: View, edge: Edge, side: str) -> bool:
    """Whether a chain may cross a boundary between two Areas."""
    boundary = view.boundary(edge, "15.0")
    if boundary == "impassable":
        return view.option("vp-chain-lines") == "C"
    if boundary == "odl":
        return side == terms.GERMAN or view.option("vp-chain-lines") != "B"
    return True


def zone_roots(view: View, zone: str, side: str) -> tuple[str, ...]:
    """Areas beside a Reinforcement Box that a side controls."""
    near = [area for _, area in view.board.neighbours(zone)]
    return tuple(a for a in near if r13_control.holder(view, a) == side)


def _roots(view: View, side: str) -> tuple[str, ...]:
    if side == terms.ALLIED:
        return _beach_roots(view)
    zones = [s.id for s in view.board.spaces.values() if terms.is_zone(s)]
    return tuple(dict.fromkeys(area for zone in zones for area in zone_roots(view, zone, side)))


@rule("15.0")
def _beach_roots(view: View) -> tuple[str, ...]:
    """Controlled beaches, and by another reading controlled Areas that border on a beach."""
    ends = terms.beaches(view)
    held = [b for b in ends if r13_control.holder(view, b) == terms.ALLIED]
    if view.option("vp-chain-beach") == "A":
        return tuple(held)
    near = [(e, a) for b in ends for e, a in view.board.neighbours(b) if terms.is_area(view.board.spaces[a])]
    held += [
        a for e, a in near if r13_control.holder(view, a) == terms.ALLIED and _carries(view, e, terms.ALLIED)
    ]
    return tuple(dict.fromkeys(held))


@rule("15.0")
def chains(view: View, side: str) -> Chains:
    """Areas that a side controls and that are chained, by Areas that it controls, to a root of its points."""
    roots = _roots(view, side)
    return Chains(side, roots, _spread(view, side, roots))


def _spread(view: View, side: str, roots: Iterable[str]) -> dict[str, str]:
    """Every Area reached from the roots, with the next one on the shortest way back."""
    before = {root: root for root in roots}
    wave = list(before)
    for area in wave:
        for edge, other in view.board.neighbours(area):
            space = view.board.spaces[other]
            if other in before or not terms.is_area(space) or r13_control.holder(view, other) != side:
                continue
            if _carries(view, edge, side):
                before[other] = area
                wave.append(other)
    return before


def path_of(found: Chains, area: str) -> tuple[str, ...]:
    """The chain of an Area, itself first and a root last.

    Parameters
    ----------
    found, area
        The chains, and an Area that is in them.

    Examples
    --------
    >>> path_of(Chains("allied", ("gold",), {"gold": "gold", "bayeux": "gold"}), "bayeux")
    ('bayeux', 'gold')
    """
    way = [area]
    while found.before[way[-1]] != way[-1]:
        way.append(found.before[way[-1]])
    return tuple(way)


@rule("15.0")
def zones_reached(view: View, found: Chains) -> tuple[str, ...]:
    """Reinforcement Boxes beside a chained Area: Allied units in them count."""
    zones = [s.id for s in view.board.spaces.values() if terms.is_zone(s)]
    return tuple(z for z in zones if any(area in found for _, area in view.board.neighbours(z)))


# --- answers ----------------------------------------------------------------------------------------------


@rule("15.0")
def explain_chain(inquiry: Inquiry, area: str) -> bool:
    """Say whether an Area is chained, and by which way.

    Parameters
    ----------
    inquiry, area
        Takes the steps; an Area or a Reinforcement Box.
    """
    name = inquiry.board.name
    if terms.is_zone(inquiry.board.spaces[area]):
        found = chains(inquiry, terms.ALLIED)
        linked = area in zones_reached(inquiry, found)
        start = next((a for _, a in inquiry.board.neighbours(area) if a in found), "")
    else:
        found = chains(inquiry, r13_control.holder(inquiry, area))
        linked, start = area in found, area
        inquiry.note("13.0", f"{name(area)} is {found.side.capitalize()} controlled")
    end = "a beach" if found.side == terms.ALLIED else "a Reinforcement Box"
    if not linked:
        inquiry.note("15.0", f"no chain of {found.side.capitalize()} Areas leads from {name(area)} to {end}")
        return False
    way = path_of(found, start)
    inquiry.note("15.0", f"chained to {end}: {' - '.join(map(name, dict.fromkeys((area, *way))))}")
    return True
