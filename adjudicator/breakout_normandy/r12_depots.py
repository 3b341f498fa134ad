"""Sections 12.52, 12.61, 12.71 and 12.72: which Depots there are, what they hold and where they may stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.breakout_normandy import r18_weather, r24_ports, r24_storm, terms
from adjudicator.breakout_normandy.r12_sources import beaches, has_depots, side_of, source_of
from adjudicator.breakout_normandy.r12_supply import friendly, reaches_zone, sweep
from adjudicator.citation import rule
from adjudicator.inquiry import Adding
from adjudicator.position import UNKNOWN, Piece, State, View
from adjudicator.ruling import Fault, Total
from adjudicator.silence import hear
from adjudicator.views import derived, state_of

__all__ = [
    "ALLIED_DEPOTS",
    "GERMAN_DEPOTS",
    "depot_areas",
    "depot_name",
    "depot_value",
    "depots_tonight",
    "interdictors",
    "is_shown",
    "nation_of",
    "on_map",
    "placement_faults",
    "points_left",
    "standing_faults",
    "stands",
    "unnamed_faults",
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
    ours = [d for d in view.subjects("depot") if nation_of(d) and side_of(nation_of(d)) == side]
    stated = [d for d in ours if view.text("depot", d)]
    if side == terms.GERMAN or "depot" not in state_of(view).unknown:
        return stated
    return [d for d in ALLIED_DEPOTS if d in stated or _waits_at_home(view, d)]


@rule("12.71")
def _waits_at_home(view: View, depot: str) -> bool:
    """Whether a sketch of the Allied Refit Phase leaves out an Allied Depot, which begins in its Beach."""
    state = state_of(view)
    if depot not in ALLIED_DEPOTS or state.said("depot", depot) is not UNKNOWN:
        return False
    shown = is_shown(view, ALLIED_DEPOTS[depot][0])
    return shown and state.text("phase") == "refit-allied" and _comes(view, depot)


def is_shown(view: View, beach: str) -> bool:
    """Whether a position says who controls a Beach; a sketch need not speak of every one.

    Parameters
    ----------
    beach
        Its id; it need not be on the board.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> is_shown(GAME.scenario("d-day"), "utah-beach")
    True
    """
    return beach in view.board.spaces and state_of(view).said("control", beach) is not UNKNOWN


@rule("12.61", "12.71")
def stands(view: View, depot: str) -> str:
    """Where a Depot stands tonight, empty while it is not on the map.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> stands(GAME.scenario("d-day"), "ge-1")
    ''
    """
    if not _waits_at_home(view, depot):
        return view.text("depot", depot)
    home = ALLIED_DEPOTS[depot][0]
    _assume(view, "depot", depot, f"{depot_name(depot)} stands in {view.board.name(home)}")
    return home


@rule("12.51", "12.71")
def points_left(view: View, depot: str) -> int:
    """Supply points that a Depot on the map has left.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> points_left(GAME.scenario("d-day"), "ge-1")
    0
    """
    unsaid = state_of(view).said("depot-points", depot) is UNKNOWN
    if not unsaid or not _waits_at_home(view, depot):
        return view.number("depot-points", depot)
    full = depot_value(view, depot).value
    _assume(view, "depot-points", depot, f"{depot_name(depot)} has all its {full} points")
    return full


def _assume(view: View, item: str, depot: str, assumed: str) -> None:
    """Tell what is assumed of a Depot that a sketch leaves out."""
    state = state_of(view)
    hear(item, depot, lambda: replace(state.silence(item, depot), assumed=assumed))


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
    yield from (depot for depot in ALLIED_DEPOTS if _comes(view, depot))


def _comes(view: View, depot: str) -> bool:
    """Whether an Allied Depot can be placed tonight."""
    area = ALLIED_DEPOTS[depot][0]
    if area not in view.board.spaces:
        return False
    later = depot.startswith(("port-", "mulberry-"))
    if later and all(area != site for site, _ in r24_ports.extra_depots(view)):
        return False
    if not depot.startswith("port-") and not has_depots(view, area):
        return False
    allied = terms.control_side(view, area) == terms.ALLIED
    return allied or bool(terms.friends(view, area, terms.ALLIED))


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
    if area == stands(view, depot):
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


@rule("12.61", "12.71")
def standing_faults(view: View, depot: str) -> list[Fault]:
    """Why a Depot cannot be placed or moved any more tonight, wherever it should go.

    Parameters
    ----------
    depot
        Its id; there must be such a Depot.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> standing_faults(GAME.scenario("d-day"), "ge-1")
    []
    >>> standing_faults(GAME.scenario("d-day"), "utah")
    [Fault(rule='12.71', text='Depot Utah cannot be placed tonight')]
    """
    name, placed = depot_name(depot), stands(view, depot)
    if depot in GERMAN_DEPOTS:
        return [Fault("12.61", f"{name} stands in {view.board.name(placed)} already")] if placed else []
    if not placed:
        return [Fault("12.71", f"{name} cannot be placed tonight")]
    if view.flag("depot-fixed", depot):
        return [Fault("12.71", f"{name} has been moved or drawn upon already")]
    return []


@rule("12.52", "12.71")
def unnamed_faults(view: View, area: str, nation: str) -> list[Fault]:
    """Why no Allied Depot may stand in an Area, whichever Beach it comes from: for sketches of other Beaches.

    Parameters
    ----------
    area, nation
        The space, and whom the Depot would feed; the way to a Beach is left out where none is shown.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [f.rule for f in unnamed_faults(GAME.scenario("d-day"), "trevieres", "us")]
    ['12.71']
    """
    name = view.board.name(area)
    known = [b for b in beaches(view, nation) if is_shown(view, b)]
    if source_of(view, area, nation)[0]:
        return []
    if terms.is_contested(view, area):
        return [Fault("12.52", f"{name} is Contested and no source of Depots")]
    if not terms.is_free(view, area, terms.ALLIED):
        return [Fault("12.71", f"{name} is not Free")]
    if terms.controller(view, area) != nation:
        return [Fault("12.71", f"{name} is not controlled by the nationality of the Depot")]
    if known and not any(area in _from_beach(view, beach, nation) for beach in known):
        return [
            Fault("12.71", f"no way over Free Areas of its nationality and bridges joins {name} to a Beach")
        ]
    return []


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
