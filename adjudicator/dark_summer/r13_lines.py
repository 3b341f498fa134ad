"""Section 13.2: lines of hexes. `flood` joins every hex to its sources; `trace` walks one line and is cut.

A flood is made in one sweep and kept with the position, so that each unit of a side costs one look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r06_zones_of_control import projectors
from adjudicator.dark_summer.r13_sources import (
    allied_sources,
    barred,
    barred_without,
    german_sources,
    ground,
    lettered,
    why_barred,
)
from adjudicator.position import State, View
from adjudicator.search import follow, sweep
from module_builder.vassal.values import dataclass

__all__ = ["FLOODS", "Cut", "Flood", "Route", "Traced", "cuts", "flood", "line", "openers", "trace"]

_POCKET = 12
FLOODS = ("german", "us", "british", "brittany", "c-path")


@dataclass(frozen=True, slots=True)
class Flood:
    """Every hex from which a line leads to a source.

    Parameters
    ----------
    name
        One of `FLOODS`: the group that draws supply; ``brittany`` for lines to S hexes, ``c-path`` for
        the way of Out of Supply German units to a C hex.
    toward
        Hex -> next hex on a shortest line; empty for a source.
    barred
        Hexes that no line enters.
    sources
        Where lines end.

    Examples
    --------
    >>> Flood("us", {"3303": "", "3304": "3303"}, frozenset(), ("3303",)).path("3304")
    ('3304', '3303')
    """

    name: str
    toward: Mapping[str, str]
    barred: frozenset[str]
    sources: tuple[str, ...]

    def path(self, space: str) -> tuple[str, ...]:
        """The line from a joined hex to its source, both included.

        Parameters
        ----------
        space
            A key of `toward`.
        """
        found = [space]
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Route:
    """What is to be joined by a Supply Line, and what to.

    Parameters
    ----------
    starts
        Hex of the unit; or the Lettered hexes through which a box is left.
    goals
        Sources, whether or not something bars them now.
    outside
        Whether the line comes from a box, so that its first hex must be free too.

    Examples
    --------
    >>> Route("german", ("3207",), ("6028",)).outside
    False
    """

    side: str
    starts: tuple[str, ...]
    goals: tuple[str, ...]
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Traced:
    """A line, or where it stops.

    Parameters
    ----------
    path
        From the start to the goal; empty when there is none.
    inside
        Hexes that were looked at.
    frontier
        Barred hexes next to these.

    Examples
    --------
    >>> Traced(("3304", "3303"), frozenset(), ()).path[-1]
    '3303'
    """

    path: tuple[str, ...]
    inside: frozenset[str]
    frontier: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """One thing that stops a line.

    Parameters
    ----------
    rule
        Section.
    spaces
        Hexes that it closes.

    Examples
    --------
    >>> Cut("13.2", ("3304",), "916 Rgt stands in 3304").rule
    '13.2'
    """

    rule: str
    spaces: tuple[str, ...]
    text: str


# --- floods -----------------------------------------------------------------------------------------------


@rule("13.2", "13.2.1", "13.2.2")
def flood(view: View, name: str) -> Flood:
    """Every hex from which a line of one kind can be traced.

    Parameters
    ----------
    name
        One of `FLOODS`.

    Returns
    -------
    Flood
        Computed once for each position.
    """
    return terms.derived(
        view,
        f"supply:{name}",
        lambda state: _flood(state, name),
        lambda then, now: _flood(now, name, then.value),
    )


def _flood(state: State, name: str, before: Flood | None = None) -> Flood:
    """The lines, as they were before where nothing that closes or ends one has changed."""
    side = terms.GERMAN if name in {terms.GERMAN, "c-path"} else terms.ALLIED
    closed = barred(state, side, "c-path" if name == "c-path" else "supply")
    sources = tuple([h for h in _ends(state, name) if h not in closed])
    if before is not None and (before.barred, before.sources) == (closed, sources):
        return before
    return Flood(name, sweep(ground(state.board).ways, sources, closed), closed, sources)


def _ends(state: State, name: str) -> tuple[str, ...]:
    if name == "c-path":
        return lettered(state, "C")
    if name == "brittany":
        return lettered(state, "S")
    return german_sources(state) if name == terms.GERMAN else allied_sources(state, name)


@rule("13.2")
def line(view: View, space: str, name: str) -> tuple[str, ...]:
    """A shortest line from a hex, whose own occupation and ZOCs do not count, to a source.

    Parameters
    ----------
    space
        The hex; its unit negates enemy ZOCs there.
    name
        One of `FLOODS`.

    Returns
    -------
    tuple of str
        Both ends included; empty when there is none.
    """
    reached = flood(view, name)
    if space in reached.toward:
        return reached.path(space)
    if space not in reached.barred:
        return ()
    beyond = [reached.path(o) for o in ground(view.board).ways.get(space, ()) if o in reached.toward]
    return (space, *min(beyond, key=len)) if beyond else ()


# --- one line, and what cuts it ---------------------------------------------------------------------------


@rule("13.2")
def trace(view: View, route: Route, *, without: str = "") -> Traced:
    """Walk from the starts of a route until a source is met or everything is closed.

    Parameters
    ----------
    without
        Hex of an enemy stack that is left out of account.
    """
    closed = barred_without(view, route.side, without) if without else barred(view, route.side)
    goals = set(route.goals) - closed
    before = {s: "" for s in route.starts if not route.outside or s not in closed}
    frontier = {s for s in route.starts if s not in before}
    queue, ways = list(before), ground(view.board).ways
    for here in queue:
        if here in goals:
            return Traced(follow(before, here), frozenset(before), ())
        for other in ways.get(here, ()):
            if other in closed and other not in before:
                frontier.add(other)
            elif other not in before:
                before[other] = here
                queue.append(other)
    return Traced((), frozenset(before), tuple(sorted(frontier)))


@rule("13.2", "13.2.1")
def cuts(view: View, route: Route, traced: Traced) -> Iterator[Cut]:
    """What stops a line at its frontier: units, ZOCs, Open Beaches, Exit markers, Impassable hexsides.

    Yields
    ------
    Cut
        Hexes closed by the same stacks together.
    """
    together: dict[tuple[str, ...], list[str]] = {}
    name = view.board.name
    for space in traced.frontier:
        section, text = why_barred(view, space, route.side)
        if terms.enemies(view, space, route.side) or section == "13.2.1":
            yield Cut(section, (space,), text)
        else:
            together.setdefault(projectors(view, space, route.side), []).append(space)
    enemy = terms.enemy_of(route.side)
    for origins, closed in together.items():
        who = [p for o in origins for p in terms.friends(view, o, enemy) if terms.has_zoc(p.printed)]
        hexes, from_ = ", ".join(map(name, closed)), ", ".join(map(name, origins))
        yield Cut("13.2", tuple(closed), f"{hexes}: in the ZOC of {terms.titles(who)} ({from_}), not negated")
    sides = _impassable(view, traced.inside)
    if sides:
        yield Cut("13.2", (), f"Impassable: {', '.join(sides)}")


def _impassable(view: View, inside: Collection[str]) -> list[str]:
    """Impassable hexsides of a small pocket."""
    if len(inside) > _POCKET:  # a longer list would tell nobody anything
        return []
    name = view.board.name
    return [
        f"{name(edge.a)} / {name(edge.b)}"
        for here in sorted(inside)
        if here in view.board.spaces
        for edge, other in view.board.neighbours(here)
        if terms.is_hex(view.board.spaces[other]) and terms.impassable(edge, view.board.spaces[other])
    ]


@rule("13.2")
def openers(view: View, route: Route, traced: Traced) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Enemy stacks of which a single one would have to leave for the line to open.

    Yields
    ------
    (hex, path)
        Where the stack stands, and the line that would open.
    """
    stacks: dict[str, None] = {}
    for space in traced.frontier:
        if terms.enemies(view, space, route.side):
            stacks[space] = None
        stacks.update(dict.fromkeys(projectors(view, space, route.side)))
    for stack in sorted(stacks):
        found = trace(view, route, without=stack)
        if found.path:
            yield stack, found.path
