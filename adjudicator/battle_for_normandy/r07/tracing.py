"""Sections 7.2 to 7.4: lines of General Supply of HQs, and of units without an attachment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.lines import (
    Area,
    Circle,
    Flood,
    circle,
    flood,
    line_of_any_length,
    line_of_mps,
    ranges,
)
from adjudicator.battle_for_normandy.r07.sources import PATHFINDER, has_sources, sources
from adjudicator.citation import rule
from adjudicator.position import Piece, Position, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACHED",
    "CORPS_HQ",
    "DECREED",
    "HQ_LINE",
    "OWN_HQ",
    "SOURCE",
    "Line",
    "Way",
    "circle_of_corps",
    "circle_of_hq",
    "circle_of_sources",
    "corps_flood",
    "corps_in_supply",
    "corps_line",
    "corps_of",
    "decreed",
    "draws_on",
    "hq_line",
    "is_beyond",
    "line_to_hq",
    "line_to_pathfinder",
    "own_line",
    "own_way",
    "way_to_ends",
    "way_to_hq",
]

SOURCE, OWN_HQ, CORPS_HQ, ATTACHED, HQ_LINE, DECREED = (
    "source",
    "own-hq",
    "corps-hq",
    "attached",
    "hq",
    "decreed",
)
_FARTHEST = 18  # hexes: 6 MPs at a third of an MP each (7.3.2)


@dataclass(frozen=True, slots=True)
class Line:
    """A Line of Supply.

    Parameters
    ----------
    kind
        ``source``, ``own-hq``, ``corps-hq``, ``attached`` (to another HQ), ``hq`` (of an HQ itself), or
        ``decreed`` where no line is needed.
    path
        Hexes from the unit to the end.
    via
        Uid of the HQ where it ends; empty for a source.
    length, measure
        How long it is, and in what: ``hexes`` or ``sixths`` of MPs; empty for a line of any length.
    rule, why
        Section and reason of a decreed one.

    Examples
    --------
    >>> Line("source", ("c1929", "c1829"), length=1, measure="hexes").path[-1]
    'c1829'
    """

    kind: str
    path: tuple[str, ...] = ()
    via: str = ""
    length: int = 0
    measure: str = ""
    rule: str = "7.3"
    why: str = ""


class Way(NamedTuple):
    """A Line of Supply that there is, written out when somebody asks for it.

    Parameters
    ----------
    kind
        As in `Line`.
    area, space
        The hexes from which a line reaches the ends that are meant, and the one where it begins.
    measure
        As in `Line`.
    hqs
        Hex -> uid of the HQ that it is the end of; empty for sources.

    Examples
    --------
    >>> area = Area({"c3014": 0}, {"c3014": ""}, {"c3014": ()}, 6, 1)
    >>> Way("corps-hq", area, "c3014", "hexes", {"c3014": "us-v-hq"}).line().via
    'us-v-hq'
    """

    kind: str
    area: Area
    space: str
    measure: str
    hqs: Mapping[str, str] = MappingProxyType({})

    def line(self) -> Line:
        """The line, hex by hex."""
        path, length = self.area.path(self.space), self.area.length(self.space)
        return Line(self.kind, path, self.hqs.get(path[-1], ""), length, self.measure)


# --- what needs no line -----------------------------------------------------------------------------------


@rule("7.5", "9.2.1", "18.4", "18.6")
def decreed(view: View, piece: Piece) -> Line | None:
    """General Supply, or its lack, that is not traced; None where a line has to be found.

    Returns
    -------
    Line or None
        A line without `why` is a decreed lack of supply.
    """
    if _is_plain(view, piece):
        return None
    said = view.text("general-supply", piece.uid)
    if said:
        return Line(DECREED, rule="7.1", why="the position says so" if said == "in" else "")
    if view.number("date") == 6 and view.text("time") != "pm":
        return Line(DECREED, rule="7.5", why="nobody is out of supply in the Invasion Turns of 6 June")
    if not terms.on_map(view, piece) or view.number("line-up", piece.uid) > 0:
        return Line(DECREED, rule="9.2.1", why="it enters the map this turn")
    if not has_sources(view, piece.side):
        return Line(DECREED, rule="7.4", why="the position shows no Supply Source and no HQ of its side")
    return None


def _is_plain(view: View, piece: Piece) -> bool:
    """Whether nothing is decreed of a unit, told by one glance where a position leaves nothing out."""
    state = terms.state_of(view)
    if state.unknown or not isinstance(state, Position):
        return False
    told = terms.derived(state, f"lines/{piece.side}/decreed", lambda now: _decreed_of(now, piece.side))
    return told is not None and piece.uid not in told and terms.on_map(state, piece)


def _decreed_of(state: State, side: str) -> frozenset[str] | None:
    """Units of which something is decreed one by one; None where it is of all of them."""
    if (state.number("date") == 6 and state.text("time") != "pm") or not has_sources(state, side):
        return None
    said = [uid for uid in state.subjects("general-supply") if state.text("general-supply", uid)]
    late = [uid for uid in state.subjects("line-up") if state.number("line-up", uid) > 0]
    return frozenset((*said, *late))


# --- headquarters -----------------------------------------------------------------------------------------


def _ends(view: View, side: str) -> frozenset[str]:
    """Hexes of sources that supply everybody: not the Pathfinders."""
    return terms.derived(view, f"lines/{side}/ends", lambda state: _all_ends(state, side))


def _all_ends(state: State, side: str) -> frozenset[str]:
    return frozenset(s.space for s in sources(state, side).values() if s.kind != PATHFINDER)


@rule("7.3.1")
def corps_flood(view: View, side: str) -> Flood:
    """Every hex joined to a Supply Source at any length."""
    return terms.derived(
        view, f"lines/{side}/flood", lambda state: flood(state, side, sorted(_ends(state, side)))
    )


@rule("7.3.1")
def corps_in_supply(view: View, side: str) -> Mapping[str, str]:
    """Corps HQs of a side in General Supply: uid -> hex."""
    return terms.derived(view, f"lines/{side}/corps-supply", lambda state: _corps(state, side))


def _corps(state: State, side: str) -> Mapping[str, str]:
    found = dict[str, str]()
    for hq in terms.corps_hqs(state, side):
        known = decreed(state, hq)
        if corps_line(state, hq) if known is None else known.why:
            found[hq.uid] = hq.space
    return found


@rule("7.3.1")
def corps_line(view: View, hq: Piece) -> tuple[str, ...]:
    """The line of a corps HQ to the nearest Supply Source, at any length; empty without one."""
    ends = _ends(view, hq.side)
    return terms.derived(
        view, f"lines/{hq.side}/corps-line:{hq.uid}", lambda s: line_of_any_length(s, hq.side, hq.space, ends)
    )


@rule("7.2", "7.3.1")
def hq_line(view: View, hq: Piece) -> Line | None:
    """The line that gives an HQ its General Supply; None where there is none."""
    known = decreed(view, hq)
    if known is not None:
        return known if known.why else None
    if terms.is_corps_hq(hq.printed):
        path = corps_line(view, hq)
        return Line(HQ_LINE, path) if path else None
    return terms.derived(view, f"lines/{hq.side}/hq-line:{hq.uid}", lambda state: _hq_line(state, hq))


def _hq_line(state: State, hq: Piece) -> Line | None:
    corps = corps_in_supply(state, hq.side)
    ends = terms.derived(state, f"lines/{hq.side}/hq-ends", lambda s: _ends(s, hq.side).union(corps.values()))
    length, path = line_of_mps(state, hq.side, hq.space, ends, mps=ranges(state)[2])
    if not path:
        return None
    via = next((uid for uid, at in corps.items() if at == path[-1]), "")
    return Line(HQ_LINE, path, via, length, "sixths")


# --- units ------------------------------------------------------------------------------------------------


@rule("7.3.1")
def way_to_ends(
    view: View, side: str, name: str, ends: Callable[[State], Iterable[str]], space: str
) -> Way | None:
    """A line of six hexes or 6 MPs from a hex to one of some ends that are no HQs.

    Parameters
    ----------
    name
        Says which ends are meant: searches from them are kept under it.
    ends
        Finds them.
    """
    found = circle(view, side, name, ends).around(space)
    return None if found is None else Way(SOURCE, found[0], space, found[1])


def circle_of_hq(view: View, hq: Piece) -> Circle:
    """Hexes from which units reach an HQ on the map."""
    return circle(view, hq.side, f"to:{hq.uid}", lambda _: [hq.space])


def circle_of_sources(view: View, side: str) -> Circle:
    """Hexes from which units reach a Supply Source that supplies everybody."""
    return circle(view, side, "to-sources", lambda state: _ends(state, side))


def circle_of_corps(view: View, side: str, group: str) -> Circle:
    """Hexes from which units reach a corps HQ of a group in General Supply."""
    return circle(view, side, f"corps:{group}", lambda state: corps_of(state, side, group))


@rule("7.3.1")
def way_to_hq(view: View, space: str, hq: Piece, kind: str = OWN_HQ) -> Way | None:
    """A line of six hexes or 6 MPs from a hex to an HQ, whether or not the HQ is in supply."""
    if not terms.on_map(view, hq) or is_beyond(view, space, hq.space):
        return None
    found = circle_of_hq(view, hq).around(space)
    return None if found is None else Way(kind, found[0], space, found[1], {hq.space: hq.uid})


def line_to_hq(view: View, space: str, hq: Piece, kind: str = OWN_HQ) -> Line | None:
    """The line of `way_to_hq`, hex by hex."""
    found = way_to_hq(view, space, hq, kind)
    return None if found is None else found.line()


@rule("7.3.1", "7.3.2")
def is_beyond(view: View, space: str, end: str) -> bool:
    """Whether a hex is farther from an end than six MPs lead even along a Highway.

    Parameters
    ----------
    space, end
        Ids of the hex and of the one where its line would end.
    """
    known = view.board.spaces.get(space)
    return known is not None and terms.is_hex(known) and terms.distance(space, end) > _FARTHEST


@rule("7.2", "7.3.1", "7.4")
def own_way(view: View, piece: Piece) -> Way | None:
    """The line of a unit to a source, to its own division HQ, or to a corps HQ: without an attachment."""
    state = terms.state_of(view)
    if state.unknown or not isinstance(state, Position):
        return _own_way(view, piece)
    known = terms.derived(state, f"lines/{piece.side}/own-ways", _no_ways)
    key = piece.uid, piece.space
    if key not in known:
        known[key] = _own_way(state, piece)
    return known[key]


def _no_ways(_: State) -> dict[tuple[str, str], Way | None]:
    """Nothing is known yet of the lines of units: where no position leaves anything out, none is told of."""
    return {}


def _own_way(view: View, piece: Piece) -> Way | None:
    side, here = piece.side, piece.space
    near = circle_of_sources(view, side).around(here)
    if near is not None:
        return Way(SOURCE, near[0], here, near[1])
    if terms.is_airborne(piece.printed) and (dropped := _to_pathfinder(view, piece)) is not None:
        return dropped
    if terms.is_division_unit(view, piece):
        hq = terms.hq_of(view, piece.printed.division)
        if hq is None or (way := way_to_hq(view, here, hq)) is None or hq_line(view, hq) is None:
            return None
        return way
    return _to_corps(view, piece)


def own_line(view: View, piece: Piece) -> Line | None:
    """The line of `own_way`, hex by hex."""
    found = own_way(view, piece)
    return None if found is None else found.line()


@rule("7.4", "7.5", "17.1")
def _to_pathfinder(view: View, piece: Piece) -> Way | None:
    ends = [s.space for s in sources(view, piece.side).values() if s.kind == PATHFINDER]
    return way_to_ends(view, piece.side, "pathfinders", lambda _: ends, piece.space) if ends else None


@rule("7.4", "17.7")
def line_to_pathfinder(view: View, division: str, space: str) -> Line | None:
    """The line from a hex to a Pathfinder of an Airborne division; None where there is none."""
    known = (p for p in view.pieces.values() if p.printed.type == "pathfinder" and terms.on_map(view, p))
    ends = [p.space for p in known if p.printed.division == division]
    if not ends:
        return None
    found = way_to_ends(view, terms.ALLIED, f"pathfinders:{division}", lambda _: ends, space)
    return None if found is None else found.line()


@rule("7.2", "6.3")
def _to_corps(view: View, piece: Piece) -> Way | None:
    """Corps HQs in supply, of the same group, supply any number of units that are not divisional."""
    side, group = piece.side, terms.group_of(piece.printed)
    hqs = corps_of(view, side, group)
    found = circle_of_corps(view, side, group).around(piece.space) if hqs else None
    return None if found is None else Way(CORPS_HQ, found[0], piece.space, found[1], hqs)


def corps_of(view: View, side: str, group: str) -> Mapping[str, str]:
    """Corps HQs of a group in General Supply: hex -> uid."""

    def find(state: State) -> Mapping[str, str]:
        known = corps_in_supply(state, side)
        return {at: uid for uid, at in known.items() if terms.group_of(state.pieces[uid].printed) == group}

    return terms.derived(view, f"lines/{side}/corps-of:{group}", find)


@rule("6.1", "7.2")
def draws_on(view: View, piece: Piece, hq: Piece) -> bool:
    """Whether a unit traces its supply to one HQ, as a CW stack of seven points must.

    Returns
    -------
    bool
        True where the position shows no sources.
    """
    known = decreed(view, piece)
    if known is not None or not has_sources(view, piece.side):
        return known is None or bool(known.why)
    return hq_line(view, hq) is not None and way_to_hq(view, piece.space, hq) is not None
