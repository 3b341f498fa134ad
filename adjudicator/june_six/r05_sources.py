"""Section 5.2: Supply Sources, and the ground over which Lines of Communication run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six.r09_beaches import controller
from adjudicator.position import Piece, View
from adjudicator.silence import kept
from maps.board import Board, edge_id
from module_builder.vassal.values import dataclass

__all__ = [
    "CHERBOURG",
    "GROUPS",
    "Ground",
    "explain_sources",
    "ground",
    "group_of",
    "holds_cherbourg",
    "marked",
    "side_of",
    "sources",
    "standing",
]

CHERBOURG = "cherbourg"
GROUPS = (terms.GERMAN, CHERBOURG, terms.US, terms.COMMONWEALTH)
_GARRISON = "ge-cherbourg"
_BEACHES = {terms.US: ("utah", "omaha"), terms.COMMONWEALTH: ("gold", "juno", "sword")}
_BARRIERS = frozenset({"cliff", "sea", "major-river"})
_EDGES = {"w": frozenset({"south"}), "e": frozenset({"south", "east"})}


@dataclass(frozen=True, slots=True)
class Ground:
    """What of a board matters to lines, whatever stands on it.

    Parameters
    ----------
    ways
        Hex -> neighbours over hexsides that are never impassable; Major Rivers apart.
    rivers
        Hex -> neighbours over a Major River.
    roads
        Hex -> neighbours along a road.
    exits
        Hexes where a Primary Road leaves the map and makes a German source.
    beaches
        Group -> its Beach hexes.
    cherbourg
        Hexes of Cherbourg.
    """

    ways: Mapping[str, tuple[str, ...]]
    rivers: Mapping[str, tuple[str, ...]]
    roads: Mapping[str, tuple[str, ...]]
    exits: tuple[str, ...]
    beaches: Mapping[str, tuple[str, ...]]
    cherbourg: tuple[str, ...]


@rule("1.0", "5.21", "5.23", "5.32")
def ground(view: View) -> Ground:
    """The ground that is in play.

    Returns
    -------
    Ground
        Computed once for each board and each part of it.
    """
    return _ground(view.board, r01_part.outside(view))


@kept(maxsize=16)
def _ground(board: Board, out: frozenset[str]) -> Ground:
    every = (s for s in board.spaces.values() if s.id not in out)
    land = [s.id for s in every if terms.is_hex(s) and s["terrain"] != "sea"]
    dry, spaces = frozenset(land), board.spaces
    around = {n: [(e, o) for e, o in board.neighbours(n) if o in dry] for n in land}
    return Ground(
        {n: tuple([o for e, o in sides if e.boundary not in _BARRIERS]) for n, sides in around.items()},
        {n: tuple([o for e, o in sides if e.boundary == "major-river"]) for n, sides in around.items()},
        {
            n: tuple([o for e, o in sides if e.road])
            for n, sides in around.items()
            if any(e.road for e, _ in sides)
        },
        tuple([n for n in land if str(spaces[n]["edge"] or "") in _EDGES.get(n[0], ())]),
        {g: tuple([n for n in land if spaces[n]["beach"] in names]) for g, names in _BEACHES.items()},
        tuple([n for n in land if spaces[n]["cherbourg"]]),
    )


# --- who draws on what ------------------------------------------------------------------------------------


@rule("5.21", "5.23")
def group_of(view: View, piece: Piece) -> str:
    """Whose sources a unit uses: one of `GROUPS`."""
    if piece.printed.side == terms.GERMAN and terms.formation_of(view, piece) == _GARRISON:
        return CHERBOURG
    return terms.nation_of(piece.printed)


def side_of(group: str) -> str:
    """Side of a group of `GROUPS`.

    Examples
    --------
    >>> side_of("cherbourg"), side_of("us")
    ('german', 'allied')
    """
    return terms.ALLIED if group in _BEACHES else terms.GERMAN


@rule("5.22")
def holds_cherbourg(view: View) -> bool:
    """Whether Cherbourg is a source: no hex of it is or was Allied controlled."""
    if view.flag("cherbourg-lost"):
        return False
    return all(controller(view, number) == terms.GERMAN for number in ground(view).cherbourg)


@rule("5.21", "5.22", "5.23")
def sources(view: View, group: str) -> tuple[str, ...]:
    """Hexes that are Supply Sources for a group, whether or not a line can enter them now.

    Parameters
    ----------
    group
        One of `GROUPS`.
    """
    known = ground(view)
    if group in _BEACHES:
        return known.beaches[group]
    own = known.cherbourg if group == CHERBOURG and holds_cherbourg(view) else ()
    return (*known.exits, *own)


@rule("5.21", "5.22", "5.23")
def marked(view: View) -> Iterator[tuple[str, str, str]]:
    """Sources that a module that knows no position can mark: side, hex, and what decides it in play.

    Empty always; ``but`` names scenarios played on another part of the maps, ``c`` holds while Cherbourg
    never was Allied, ``h`` while no Allied marker lies in the hex named.
    """
    known = ground(view)
    for group in (terms.US, terms.COMMONWEALTH):
        yield from ((terms.ALLIED, number, _elsewhere(view, number)) for number in known.beaches[group])
    yield from ((terms.GERMAN, number, _elsewhere(view, number)) for number in known.exits)
    held = ["c", *(f"h {number}" for number in known.cherbourg)]
    for number in known.cherbourg:
        yield terms.GERMAN, number, ", ".join(filter(None, [_elsewhere(view, number), *held]))


def _elsewhere(view: View, number: str) -> str:
    """The scenarios in which a hex is out of play, for `marked`; empty where there are none."""
    parts = {name: r01_part.part_of(view, name) for name in r01_part.scenarios(view)}
    names = [n for n, p in parts.items() if p and number in r01_part.outside_of(view.board, p.text("hexes"))]
    return f"but {' '.join(names)}" if names else ""


@rule("5.21", "5.22", "5.23")
def explain_sources(inquiry: Inquiry, group: str) -> None:
    """Say what the sources of a group are.

    Parameters
    ----------
    group
        One of `GROUPS`.
    """
    known, name = ground(inquiry), inquiry.board.name
    if group in _BEACHES:
        which = " or ".join(word.title() for word in _BEACHES[group])
        _read(inquiry, known.beaches[group], "beach", "5.23")
        hexes = ", ".join(map(name, known.beaches[group])) or "none on this map"
        inquiry.note("5.23", f"Supply Sources are Beach hexes of {which}: {hexes}")
        return
    _read(inquiry, known.exits, "edge", "5.21")
    exits = ", ".join(map(name, known.exits)) or "none on this map"
    inquiry.note("5.21", f"Supply Sources are Primary Roads that leave the map: {exits}")
    if group == CHERBOURG and known.cherbourg:
        _read(inquiry, known.cherbourg, "cherbourg", "5.22")
        held = holds_cherbourg(inquiry)
        said = "is one too: all its hexes are German controlled" if held else "is none any more"
        inquiry.note("5.22", f"Cherbourg {said}")


def _read(inquiry: Inquiry, hexes: Iterable[str], feature: str, section: str) -> None:
    """Read what is printed on hexes, so that a reconstructed map is told."""
    for number in hexes:
        inquiry.feature(inquiry.board.spaces[number], feature, section)


@rule("20.45", "20.54")
def standing(view: View, a: str, b: str, side: str) -> bool:
    """Whether a line may cross a Major River hexside now: a bridge that stands, or an Allied Pontoon Bridge.

    Parameters
    ----------
    a, b
        Hexes on either bank.
    """
    key = edge_id(a, b)
    if view.board.edges[key].bridge and not view.flag("blown", key):
        return True
    return side == terms.ALLIED and view.flag("pontoon", key)
