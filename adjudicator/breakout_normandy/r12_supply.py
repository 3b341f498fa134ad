"""Sections 12.5 and 12.8: supply lines and who is isolated.

`flood` finds in one sweep every space that is joined to a source of a nation; `trace` walks one line and
tells what cut it.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping

from adjudicator import search
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_sources import side_of, source_of, source_spaces
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.views import derived
from maps.board import Board, Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "CLOSED",
    "Cut",
    "Flood",
    "area_in_supply",
    "barrier",
    "flood",
    "friendly",
    "in_supply",
    "isolated_germans",
    "nation_of_area",
    "reaches_zone",
    "roads",
    "sweep",
    "trace",
]

_WATER = ("river", "flooded")
CLOSED = {terms.GERMAN: frozenset({"destroyed", terms.ALLIED}), terms.ALLIED: frozenset({"destroyed"})}
_NOT_LAND = frozenset({"landing"})
_Road = tuple[str, bool, tuple[str, str] | None]


@dataclass(frozen=True, slots=True)
class Cut:
    """Why a supply line cannot go on over one boundary.

    Parameters
    ----------
    at, to
        From where to where the line, followed from the unit to its source, would go.
    rule
        Section that stops it.
    text
        Why, in this case.

    Examples
    --------
    >>> Cut("a", "b", "12.5", "no friendly bridge").rule
    '12.5'
    """

    at: str
    to: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Flood:
    """Every space that is joined to a source over bridged lines.

    Parameters
    ----------
    nation
        For whom.
    toward
        Space -> next space on the shortest way to a source; empty for a source itself.
    local
        Contested Beaches: sources for the units that stand there only (12.71).

    Examples
    --------
    >>> Flood("us", {"a": "", "b": "a"}, frozenset()).path("b")
    ('b', 'a')
    """

    nation: str
    toward: Mapping[str, str]
    local: frozenset[str]

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a joined space to its source.

        Parameters
        ----------
        space
            A key of `toward`.

        Examples
        --------
        >>> Flood("us", {"a": ""}, frozenset()).path("a")
        ('a',)
        """
        found = [space]
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


@functools.lru_cache(maxsize=8)
def roads(board: Board) -> Mapping[str, tuple[_Road, ...]]:
    """Neighbours of every Area and Zone: (space, whether water lies between, key of the bridge fact).

    Returns
    -------
    mapping
        The key is None where no bridge is printed; Approach Boxes are left out.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> roads(GAME.scenario("d-day").board)["carentan"][0]
    ('isigny', True, ('bridge', 'carentan/isigny'))
    """
    return {
        space: tuple(
            (other, edge.boundary in _WATER, ("bridge", edge.id) if edge.bridge else None)
            for edge, other in board.neighbours(space)
            if edge.boundary not in _NOT_LAND
        )
        for space, body in board.spaces.items()
        if body.kind in {"area", "zone"}
    }


def friendly(state: State, side: str) -> set[str]:
    """Ids of the Areas and Zones that a side controls.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> friendly(GAME.scenario("d-day"), "allied")
    set()
    """
    want = side == terms.GERMAN
    return {s for s in roads(state.board) if (state.fact("control", s) == terms.GERMAN) == want}


# --- the flood ------------------------------------------------------------------------------------------


@rule("12.5", "12.51", "12.71")
def sweep(state: State, sources: Iterable[str], through: Collection[str], side: str) -> dict[str, str]:
    """Join every space to the nearest of some sources, through given spaces, over open ground and bridges.

    Parameters
    ----------
    through
        Spaces of that side.
    side
        Whose bridges carry supply; between two Allied-controlled Areas every standing bridge does (8.511).

    Returns
    -------
    dict
        Space -> next space toward the source; empty for the sources.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> sweep(d_day, ["zone-b"], {"zone-b", "mezidon", "argences"}, "german")["argences"]
    'mezidon'
    """
    ways, closed = roads(state.board), CLOSED[side]
    toward = dict.fromkeys(sources, "")
    queue = list(toward)
    for here in queue:
        for other, water, bridge in ways[here]:
            if other in toward or other not in through:
                continue
            if water and (bridge is None or state.fact(*bridge) in closed):
                continue
            toward[other] = here
            queue.append(other)
    return toward


@rule("12.5", "12.6", "12.71")
def flood(view: View, nation: str) -> Flood:
    """Every space joined to a source of a nation; kept with the position.

    Parameters
    ----------
    nation
        ``german``, ``us`` or ``british``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> flood(GAME.scenario("d-day"), "german").path("caen")[-1]
    'zone-b'
    """
    return derived(view, f"supply:{nation}", lambda state: _flood(state, nation))


def _flood(state: State, nation: str) -> Flood:
    sources, local = [], set()
    for space in source_spaces(state, nation):
        section, _, only_there = source_of(state, space, nation)
        if section and only_there:
            local.add(space)
        elif section:
            sources.append(space)
    return Flood(
        nation, sweep(state, sources, friendly(state, side_of(nation)), side_of(nation)), frozenset(local)
    )


def _joined(view: View, space: str, reached: Flood, side: str) -> str | None:
    """The space from which supply enters, the space itself when it is joined, or None when it is cut."""
    if space in reached.local or space in reached.toward:
        return space
    if not terms.on_map(view, space):
        return None
    for edge, other in view.board.neighbours(space):
        if other in reached.toward and not barrier(view, edge, side, last=True)[0]:
            return other
    return None


@rule("12.5", "12.8")
def in_supply(view: View, piece: Piece) -> bool:
    """Whether a unit has a valid supply line; a unit off the map needs none.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> in_supply(d_day, d_day.pieces["ge-916"])
    True
    """
    if not terms.on_map(view, piece.space):
        return True
    nation = terms.nationality(piece)
    return _joined(view, piece.space, flood(view, nation), piece.side) is not None


def nation_of_area(view: View, space: str) -> tuple[str, ...]:
    """Nationalities whose sources count for an Area itself (12.8, option ``isolated-area-nation``).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> nation_of_area(GAME.scenario("d-day"), "caen")
    ('german',)
    """
    nation = terms.controller(view, space)
    if nation != terms.GERMAN and view.option("isolated-area-nation") == "B":
        return ("us", "british")
    return (nation,)


@rule("12.8", "22.3")
def area_in_supply(view: View, space: str) -> bool:
    """Whether an Area is joined to a source of the side that controls it, whoever contests it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> area_in_supply(GAME.scenario("d-day"), "cherbourg")
    True
    """
    side = terms.control_side(view, space)
    nations = nation_of_area(view, space)
    return any(_joined(view, space, flood(view, nation), side) is not None for nation in nations)


@rule("12.61", "22.3")
def reaches_zone(view: View, space: str) -> bool:
    """Whether a line leads from a space to a German-controlled Zone; Cherbourg is not enough.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> reaches_zone(GAME.scenario("d-day"), "cherbourg")
    True
    """
    reached = derived(view, "supply:zones", _zone_flood)
    return _joined(view, space, reached, terms.GERMAN) is not None


def _zone_flood(state: State) -> Flood:
    ours = friendly(state, terms.GERMAN)
    zones = [s for s in ours if state.board.spaces[s].kind == "zone"]
    return Flood("german", sweep(state, sorted(zones), ours, terms.GERMAN), frozenset())


@rule("12.8")
def isolated_germans(view: View) -> tuple[str, ...]:
    """Ids of the German units on the map that have no supply line, in a fixed order.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> isolated_germans(GAME.scenario("d-day"))
    ()
    """
    reached, found = flood(view, terms.GERMAN), []
    for piece in view.pieces.values():
        if piece.printed.side != terms.GERMAN or piece.space in reached.toward:
            continue
        if terms.on_map(view, piece.space) and _joined(view, piece.space, reached, terms.GERMAN) is None:
            found.append(piece.uid)
    return tuple(sorted(found))


# --- one line, and what cuts it -------------------------------------------------------------------------


@rule("12.5")
def barrier(view: View, edge: Edge, side: str, *, last: bool) -> tuple[str, str]:
    """Why supply cannot cross a boundary.

    Parameters
    ----------
    last
        Whether this is the step into the space that is being supplied.

    Returns
    -------
    (section, sentence)
        Two empty strings when it can.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> barrier(d_day, d_day.board.edge("carentan", "utah-beach"), "german", last=True)[0]
    '12.5'
    """
    kind = edge.boundary
    if kind not in _WATER:
        return ("3.4", "nothing is traced through an Approach Box") if kind == "landing" else ("", "")
    if edge.bridge and terms.bridge_state(view, edge) == side:
        return ("", "")
    line = f"{terms.boundary_name(view, edge)} is {'a river' if kind == 'river' else 'flooded'}"
    if kind == "river" and last:
        held = terms.river_holder(view, edge) == side or view.option("supply-over-enemy-river") == "A"
        return ("", "") if held else ("12.5", f"{line} that the enemy holds")
    return ("12.5", f"{line} without a friendly bridge{_of_bridge(view, edge)}")


def _of_bridge(view: View, edge: Edge) -> str:
    state = terms.bridge_state(view, edge)
    return {"": "", "destroyed": ": its bridge is destroyed"}.get(state, ": the enemy holds its bridge")


@rule("12.5", "12.51")
def trace(view: View, space: str, nation: str) -> search.Traced[str, Cut]:
    """Follow supply from a space to the nearest source, keeping what stops it on every side.

    Parameters
    ----------
    space
        Where the unit stands; a unit in an enemy-controlled Area may begin there (12.51).
    nation
        ``german``, ``us`` or ``british``.

    Returns
    -------
    adjudicator.search.Traced
        Its `path` runs from the space to the source; its `cut` lists `Cut` reasons.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> trace(GAME.scenario("d-day"), "mezidon", "german").path
    ('mezidon', 'zone-a')
    """
    side = side_of(nation)

    def steps(at: str, cost: int) -> Iterator[search.Try[str, Cut]]:  # noqa: ARG001 - a search passes it
        for edge, other in view.board.neighbours(at):
            view.boundary(edge, "12.5")
            section, why = barrier(view, edge, side, last=at == space)
            if not section and terms.control_side(view, other) != side:
                section, why = "12.51", f"{view.board.name(other)} is enemy-controlled"
            refusal = Cut(at, other, section, why) if section else None
            yield search.Try(other, 1, refusal)

    def ends(at: str) -> bool:
        section, _, local = source_of(view, at, nation)
        return bool(section) and (not local or at == space)

    return search.trace(space, steps, ends)
