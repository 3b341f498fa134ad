"""Sections 12.52, 12.61, 12.71 and 12.72: which Depots there are, what they hold and where they may stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.breakout_normandy import r18_weather, r24_ports, r24_storm, terms
from adjudicator.breakout_normandy.r12_sources import has_depots, side_of
from adjudicator.breakout_normandy.r12_supply import friendly, reaches_zone, sweep
from adjudicator.citation import rule
from adjudicator.inquiry import Adding
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault, Total
from adjudicator.views import derived

__all__ = [
    "ALLIED_DEPOTS",
    "GERMAN_DEPOTS",
    "depot_areas",
    "depot_name",
    "depot_value",
    "depots_tonight",
    "interdictors",
    "nation_of",
    "on_map",
    "placement_faults",
]

GERMAN_DEPOTS = ("ge-1", "ge-2", "ge-3", "ge-4", "ge-5", "ge-6")
ALLIED_DEPOTS: Mapping[str, tuple[str, str]] = {
    "utah": ("utah-beach", "us"),
    "omaha-1": ("omaha-beach", "us"),
    "omaha-2": ("omaha-beach", "us"),
    "gold": ("gold-beach", "british"),
    "juno": ("juno-beach", "british"),
    "sword": ("sword-beach", "british"),
    "mulberry-omaha": ("omaha-beach", "us"),
    "mulberry-gold": ("gold-beach", "british"),
    "port-barfleur": ("barfleur", "us"),
    "port-carentan": ("carentan", "us"),
    "port-isigny": ("isigny", "us"),
    "port-st-vaast": ("st-vaast", "us"),
}


# --- which Depots there are -----------------------------------------------------------------------------


def nation_of(depot: str) -> str:
    """Nation that a Depot feeds, or empty when there is no such Depot.

    Parameters
    ----------
    depot
        Id such as ``ge-1`` or ``omaha-2``.

    Examples
    --------
    >>> nation_of("omaha-2"), nation_of("ge-1"), nation_of("x")
    ('us', 'german', '')
    """
    if depot in GERMAN_DEPOTS:
        return terms.GERMAN
    return ALLIED_DEPOTS[depot][1] if depot in ALLIED_DEPOTS else ""


def depot_name(depot: str) -> str:
    """A Depot as a sentence calls it.

    Examples
    --------
    >>> depot_name("omaha-2"), depot_name("ge-1"), depot_name("port-st-vaast")
    ('Depot Omaha 2', 'Depot 1', 'Depot Port St Vaast')
    """
    return "Depot " + depot.removeprefix("ge-").replace("-", " ").title()


def on_map(view: View, side: str) -> list[str]:
    """Depots of a side that stand on the map, in a fixed order.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> on_map(GAME.scenario("d-day"), "german")
    []
    """
    return [d for d in view.subjects("depot") if nation_of(d) and side_of(nation_of(d)) == side]


@rule("12.71", "24.2", "24.3", "24.4")
def depots_tonight(view: View) -> Iterator[str]:
    """Allied Depots that can be placed tonight.

    A Beach without Depot capacity, or German-controlled and without Allied units, places none.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(depots_tonight(GAME.scenario("d-day")))
    []
    """
    extra = {area for area, _ in r24_ports.extra_depots(view)}
    for depot, (area, _) in ALLIED_DEPOTS.items():
        if area not in view.board.spaces:
            continue
        if depot.startswith(("port-", "mulberry-")) and area not in extra:
            continue
        if not depot.startswith("port-") and not has_depots(view, area):
            continue
        allied = terms.control_side(view, area) == terms.ALLIED
        if allied or terms.friends(view, area, terms.ALLIED):
            yield depot


@rule("12.72", "16.3")
def interdictors(view: View, area: str) -> list[Piece]:
    """Fresh Coastal Artillery in or adjacent to a Beach or Minor Port; isolation does not silence it (12.8).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [p.printed.name for p in interdictors(GAME.scenario("d-day"), "sword-beach")]
    ['Ouistreham', 'Beny', 'Merville']
    """
    near = (area, *(other for _, other in view.board.neighbours(area)))
    return [
        p
        for space in near
        for p in view.units_in(space)
        if p.printed.type == "coastal-artillery" and p.status == terms.FRESH
    ]


@rule("12.61", "12.71", "12.72", "18.41", "24.2", "24.6D")
def depot_value(view: View, depot: str) -> Total:
    """Supply points of a Depot when it is placed.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> depot_value(GAME.scenario("d-day"), "sword").value
    7
    """
    if depot in GERMAN_DEPOTS:
        return r18_weather.depot_value(view)
    area = ALLIED_DEPOTS[depot][0]
    adding = Adding(None, depot_name(depot))
    if depot.startswith("port-"):
        adding.add("24.2", "Depot of a Minor Port", 1, "set")
    else:
        for step in r24_storm.beach_depot(view).steps:
            adding.add(step.rule, step.text, step.value or 0, step.op)
    for piece in interdictors(view, area):
        adding.add("12.72", f"{piece.printed.title} is Fresh", 1, "-")
    if adding.value < 0:
        adding.add("12.72", "no less than nothing", 0, "max")
    return adding.total


# --- where they may stand -------------------------------------------------------------------------------


@rule("12.52", "12.61")
def _german_faults(view: View, area: str) -> list[Fault]:
    name, faults = view.board.name(area), []
    if terms.is_zone(view, area) and view.option("depot-in-zone") == "B":
        faults.append(Fault("12.61", f"{name} is a Zone, and Depots stand in Areas"))
    if not terms.is_free(view, area, terms.GERMAN):
        faults.append(Fault("12.61", f"{name} is not Free"))
    elif not _joined_to_zone(view, area):
        faults.append(Fault("12.61", f"no supply line leads from {name} to a German-controlled Zone"))
    return faults


@rule("12.5", "12.61")
def _joined_to_zone(view: View, area: str) -> bool:
    if view.option("depot-over-river") == "A":
        return reaches_zone(view, area)
    return area in derived(view, "supply:bridged-to-zone", _bridged_to_zone)


def _bridged_to_zone(state: State) -> dict[str, str]:
    ours = friendly(state, terms.GERMAN)
    return sweep(state, sorted(s for s in ours if terms.is_zone(state, s)), ours, terms.GERMAN)


@rule("12.71")
def _from_beach(view: View, beach: str, nation: str) -> Mapping[str, str]:
    """Free Areas of a nation that a Beach can send its Depots to, with the way back."""

    def compute(state: State) -> dict[str, str]:
        ours = friendly(state, terms.ALLIED)
        free = {s for s in ours if terms.controller(state, s) == nation and not terms.is_contested(state, s)}
        return sweep(state, [beach], free, terms.ALLIED)

    return derived(view, f"supply:from:{beach}", compute)


@rule("12.52", "12.71", "24.2")
def _allied_faults(view: View, depot: str, area: str) -> list[Fault]:
    """Why an Allied Depot may not be moved from its Beach to an Area."""
    beach, nation = ALLIED_DEPOTS[depot]
    name, home, faults = view.board.name(area), view.board.name(beach), []
    if depot.startswith("port-") and view.option("port-depot-moves") == "A":
        faults.append(Fault("24.2", f"the Depot of {home} stays there"))
    if terms.control_side(view, beach) != terms.ALLIED:
        faults.append(Fault("12.71", f"{home} is not Allied-controlled: its Depots stay there"))
    if terms.is_contested(view, beach):
        faults.append(Fault("12.71", f"{home} is Contested: its Depots stay there"))
    if area == view.text("depot", depot):
        faults.append(Fault("12.71", f"it is in {name} already"))
    elif not terms.is_free(view, area, terms.ALLIED):
        faults.append(Fault("12.71", f"{name} is not Free"))
    elif terms.controller(view, area) != nation:
        faults.append(Fault("12.71", f"{name} is not controlled by the nationality of {home}"))
    elif area not in _from_beach(view, beach, nation):
        faults.append(
            Fault("12.71", f"no way over Free Areas of its nationality and bridges joins {name} to {home}")
        )
    return faults


@rule("12.52", "12.61", "12.71")
def placement_faults(view: View, depot: str, area: str) -> list[Fault]:
    """Why a Depot may not be placed in, or moved to, a space.

    Parameters
    ----------
    depot, area
        Ids; both must exist.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> placement_faults(GAME.scenario("d-day"), "ge-1", "trevieres")
    []
    """
    if not terms.on_map(view, area):
        return [Fault("12.61" if depot in GERMAN_DEPOTS else "12.71", f"{view.board.name(area)} is no Area")]
    return _german_faults(view, area) if depot in GERMAN_DEPOTS else _allied_faults(view, depot, area)


def depot_areas(view: View, depot: str) -> Iterator[str]:
    """Spaces to which a Depot may go, or nearly so: candidates for `placement_faults`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "trevieres" in set(depot_areas(GAME.scenario("d-day"), "ge-1"))
    True
    """
    if depot in GERMAN_DEPOTS:
        side = terms.GERMAN
        yield from (s for s in view.board.spaces if terms.is_free(view, s, side))
    else:
        beach, nation = ALLIED_DEPOTS[depot]
        yield from sorted(_from_beach(view, beach, nation))
