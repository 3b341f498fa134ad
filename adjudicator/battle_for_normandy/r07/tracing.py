"""Sections 7.2 to 7.4: lines of General Supply of HQs, and of units without an attachment."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.lines import (
    Flood,
    area,
    flood,
    line_of_any_length,
    line_of_mps,
    ranges,
    within_mps,
)
from adjudicator.battle_for_normandy.r07.sources import PATHFINDER, has_sources, sources
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "ATTACHED",
    "CORPS_HQ",
    "DECREED",
    "HQ_LINE",
    "OWN_HQ",
    "SOURCE",
    "Line",
    "corps_flood",
    "corps_in_supply",
    "corps_line",
    "decreed",
    "draws_on",
    "hq_line",
    "is_beyond",
    "line_to_ends",
    "line_to_hq",
    "line_to_pathfinder",
    "own_line",
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


# --- what needs no line -----------------------------------------------------------------------------------


@rule("7.5", "9.2.1", "18.4", "18.6")
def decreed(view: View, piece: Piece) -> Line | None:
    """General Supply, or its lack, that is not traced; None where a line has to be found.

    Returns
    -------
    Line or None
        A line without `why` is a decreed lack of supply.
    """
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


# --- headquarters -----------------------------------------------------------------------------------------


def _ends(view: View, side: str) -> frozenset[str]:
    """Hexes of sources that supply everybody: not the Pathfinders."""
    return frozenset(s.space for s in sources(view, side).values() if s.kind != PATHFINDER)


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
    ends = {*_ends(state, hq.side), *corps.values()}
    length, path = line_of_mps(state, hq.side, hq.space, ends, mps=ranges(state)[2])
    if not path:
        return None
    via = next((uid for uid, at in corps.items() if at == path[-1]), "")
    return Line(HQ_LINE, path, via, length, "sixths")


# --- units ------------------------------------------------------------------------------------------------


@rule("7.3.1")
def line_to_ends(view: View, side: str, name: str, ends: Collection[str], space: str) -> Line | None:
    """A line of six hexes or 6 MPs from a hex to one of some ends.

    Parameters
    ----------
    name
        Says which ends are meant: searches from them are kept under it.
    """
    hexes, mps, _ = ranges(view)
    near = terms.derived(
        view, f"lines/{side}/{name}:hexes", lambda state: area(state, side, sorted(ends), hexes=hexes)
    )
    if space in near:
        return Line(SOURCE, near.path(space), length=near.length(space), measure="hexes")
    far = terms.derived(
        view, f"lines/{side}/{name}:mps", lambda state: within_mps(state, side, sorted(ends), mps=mps)
    )
    if space in far:
        return Line(SOURCE, far.path(space), length=far.length(space), measure="sixths")
    return None


@rule("7.3.1")
def line_to_hq(view: View, space: str, hq: Piece, kind: str = OWN_HQ) -> Line | None:
    """A line of six hexes or 6 MPs from a hex to an HQ, whether or not the HQ is in supply."""
    if not terms.on_map(view, hq) or is_beyond(view, space, hq.space):
        return None
    found = line_to_ends(view, hq.side, f"to:{hq.uid}", [hq.space], space)
    return None if found is None else Line(kind, found.path, hq.uid, found.length, found.measure)


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
def own_line(view: View, piece: Piece) -> Line | None:
    """The line of a unit to a source, to its own division HQ, or to a corps HQ: without an attachment."""
    return terms.derived(
        view, f"lines/{piece.side}/own-line:{piece.uid}:{piece.space}", lambda state: _own_line(state, piece)
    )


def _own_line(view: View, piece: Piece) -> Line | None:
    side, here = piece.side, piece.space
    found = line_to_ends(view, side, f"sources:{side}", _ends(view, side), here)
    if found is not None:
        return found
    if terms.is_airborne(piece.printed) and (found := _to_pathfinder(view, piece)) is not None:
        return found
    if terms.is_division_unit(view, piece):
        hq = terms.hq_of(view, piece.printed.division)
        if hq is None or (line := line_to_hq(view, here, hq)) is None or hq_line(view, hq) is None:
            return None
        return line
    return _to_corps(view, piece)


@rule("7.4", "7.5", "17.1")
def _to_pathfinder(view: View, piece: Piece) -> Line | None:
    ends = [s.space for s in sources(view, piece.side).values() if s.kind == PATHFINDER]
    return line_to_ends(view, piece.side, "pathfinders", ends, piece.space) if ends else None


@rule("7.4", "17.7")
def line_to_pathfinder(view: View, division: str, space: str) -> Line | None:
    """The line from a hex to a Pathfinder of an Airborne division; None where there is none."""
    known = (p for p in view.pieces.values() if p.printed.type == "pathfinder" and terms.on_map(view, p))
    ends = [p.space for p in known if p.printed.division == division]
    return line_to_ends(view, terms.ALLIED, f"pathfinders:{division}", ends, space) if ends else None


@rule("7.2", "6.3")
def _to_corps(view: View, piece: Piece) -> Line | None:
    """Corps HQs in supply, of the same group, supply any number of units that are not divisional."""
    group = terms.group_of(piece.printed)
    known = corps_in_supply(view, piece.side)
    hqs = {at: uid for uid, at in known.items() if terms.group_of(view.pieces[uid].printed) == group}
    found = line_to_ends(view, piece.side, f"corps:{group}", hqs, piece.space) if hqs else None
    if found is None:
        return None
    return Line(CORPS_HQ, found.path, hqs[found.path[-1]], found.length, found.measure)


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
    return hq_line(view, hq) is not None and line_to_hq(view, piece.space, hq) is not None
