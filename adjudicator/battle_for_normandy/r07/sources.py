"""Section 7.4: Supply Sources: Beachheads, Mulberries, Pathfinders; roads of the map edge and cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Step
from adjudicator.showing import fact
from adjudicator.silence import kept
from maps.board import Board, Space
from module_builder.vassal.values import dataclass

__all__ = [
    "BEACHHEAD",
    "CITIES",
    "CITY",
    "EDGE",
    "GROUP_SITES",
    "PATHFINDER",
    "Source",
    "beach_hexes",
    "beachhead_hex",
    "explain_sources",
    "has_sources",
    "marked",
    "mulberry_hexes",
    "sources",
    "sources_for",
]

BEACHHEAD, EDGE, CITY, PATHFINDER = "beachhead", "edge", "city", "pathfinder"
CITIES = frozenset({"bayeux", "cherbourg", "caen", "argentan", "flers", "vire"})
GROUP_SITES: Mapping[str, tuple[str, ...]] = {
    terms.US: ("utah", "omaha"),
    terms.COMMONWEALTH: ("gold", "juno", "sword"),
}
MULBERRY_POINTS = 21


@dataclass(frozen=True, slots=True)
class Source:
    """A hex to which lines are traced.

    Parameters
    ----------
    kind
        ``beachhead``, ``edge``, ``city`` or ``pathfinder``.
    combat
        Groups that may draw Combat Supply through it.

    Examples
    --------
    >>> Source("c1829", "beachhead", frozenset({"commonwealth"})).kind
    'beachhead'
    """

    space: str
    kind: str
    combat: frozenset[str] = frozenset()


# --- Allied sources ---------------------------------------------------------------------------------------


@rule("18.1", "18.8.2")
def beach_hexes(board: Board, beach: str) -> tuple[str, ...]:
    """Beach hexes at the end of the Landing Queue of a beach.

    Parameters
    ----------
    beach
        Slug of the beach.
    """
    return _beaches(board).get(beach, ())


@kept(maxsize=32)
def _beaches(board: Board) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for space in board.spaces.values():
        if space.kind == "hex" and space.features.get("beach") and not space.features.get("queue"):
            found.setdefault(str(space["beach"]), []).append(space.id)
    return {beach: tuple(spaces) for beach, spaces in found.items()}


@rule("7.4", "18.8.2")
def beachhead_hex(view: View, site: str) -> str:
    """The Beach hex that a Beachhead makes a Supply Source; empty where there is none.

    Parameters
    ----------
    site
        ``utah``, ``omaha``, ``gold``, ``juno`` or ``sword``.
    """
    beach = view.text("beachhead", site)
    if beach in view.board.spaces:
        return beach
    found = beach_hexes(view.board, beach) if beach else ()
    return found[0] if found else ""


@rule("19.4.1")
def mulberry_hexes(view: View, site: str) -> tuple[str, ...]:
    """Beach hexes beside the Beachhead that a finished Mulberry makes Supply Sources.

    Returns
    -------
    tuple of str
        Empty without a finished Mulberry.
    """
    here = beachhead_hex(view, site)
    if not here or view.number("mulberry", site) < MULBERRY_POINTS:
        return ()
    return _beside(view.board, here)


def _beside(board: Board, beach: str) -> tuple[str, ...]:
    """Beach hexes beside one."""
    around = (board.spaces[n] for n in terms.neighbours(beach) if n in board.spaces)
    return tuple([s.id for s in around if s.features.get("terrain") == "beach"])


def _allied(state: State) -> Iterator[Source]:
    for group, sites in GROUP_SITES.items():
        for site in sites:
            here = beachhead_hex(state, site)
            spaces = (here, *mulberry_hexes(state, site)) if here else ()
            yield from (Source(space, BEACHHEAD, frozenset({group})) for space in spaces)


@rule("7.4", "17.1")
def _pathfinders(state: State) -> Iterator[Source]:
    """Hexes of Pathfinders, while they supply Airborne units: until the end of the AM turn of 7 June."""
    if (state.number("date"), state.text("time") == "pm") > (7, False):
        return
    for uid in sorted(state.pieces):
        piece = state.pieces[uid]
        if piece.printed.type == "pathfinder" and terms.on_map(state, piece):
            yield Source(piece.space, PATHFINDER)


# --- German sources ---------------------------------------------------------------------------------------


@rule("7.4", "20.2", "21.0", "23.1")
def _german(state: State) -> Iterator[Source]:
    edges, cities = _printed(state.board)
    wide = terms.has_option(state, "expansion")
    combat, out = frozenset({terms.GERMAN}), r21_part.outside(state)
    if out:
        yield from (Source(road.hex, EDGE, combat) for road in r21_part.roads(state))
        edges, cities = (), tuple([c for c in cities if c not in out])
    for space, side in edges:
        sheet = terms.sheet_of(space)
        beyond = (sheet in "de" and side == "south") if wide else sheet in "fg"
        if not beyond:
            yield Source(space, EDGE, combat)
    for space in cities:
        if state.text("control", space) == terms.GERMAN and not terms.friends(state, space, terms.ALLIED):
            yield Source(space, CITY)


@kept(maxsize=32)
def _printed(board: Board) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Road hexes of the map edge, and hexes of the cities that supply Germans."""
    hexes = [space for space in board.spaces.values() if space.kind == "hex"]
    edges = tuple([(s.id, str(s["edge"])) for s in hexes if s.features.get("edge")])
    return edges, tuple([s.id for s in hexes if _is_city(s)])


def _is_city(space: Space) -> bool:
    return (
        space.features.get("terrain") == "city" and str(space.features.get("town", "")).casefold() in CITIES
    )


# --- both -------------------------------------------------------------------------------------------------


@rule("7.4")
def sources(view: View, side: str) -> Mapping[str, Source]:
    """Supply Sources of a side, Pathfinders among them: hex -> source.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    mapping of str to Source
        Computed once for each position.
    """
    return terms.derived(view, f"lines/{side}/sources", lambda state: _sources(state, side))


def _sources(state: State, side: str) -> Mapping[str, Source]:
    found: dict[str, Source] = {}
    each = _german(state) if side == terms.GERMAN else (*_pathfinders(state), *_allied(state))
    for source in each:
        known = found.get(source.space)
        if known is None or known.kind in {CITY, PATHFINDER}:
            found[source.space] = source
    return found


@rule("7.4", "7.5", "17.1")
def sources_for(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes of the Supply Sources that a unit may draw on: Pathfinders serve Airborne units only.

    Parameters
    ----------
    view, piece
        The position, and the unit.
    """
    jumps = terms.is_airborne(piece.printed)
    return tuple([s.space for s in sources(view, piece.side).values() if jumps or s.kind != PATHFINDER])


@rule("7.4", "19.4.1", "20.2", "21.0", "23.1")
def marked(view: View) -> Iterator[tuple[str, str, str]]:
    """Sources that a module that knows no position can mark: side, hex, and what decides it in play.

    Words with what they are about: ``but`` and ``in`` say which scenarios are played, or not, ``wide``
    whether by the expansion maps; ``city`` that it is German, ``beach`` that a Beachhead lies in that box,
    ``mulberry`` that the one of a site is finished. Pathfinders move, and are left out.
    """
    parts = {n: r21_part.outside_of(view.board, r.text("part")) for n, r in r21_part.scenarios(view).items()}
    yield from _german_marks(view, {name: out for name, out in parts.items() if out})
    for site in terms.SITES:
        for beach in r18_beaches.of_site(view.board, site):
            lies = f"beach holding-{beach.slug}"
            yield terms.ALLIED, beach.hex, lies
            for number in _beside(view.board, beach.hex):
                yield terms.ALLIED, number, f"{lies}, mulberry {site}"


def _german_marks(view: View, parts: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, str]]:
    edges, cities = _printed(view.board)
    whole = f"but {' '.join(parts)}"
    for space, side in edges:
        sheet = terms.sheet_of(space)
        wide = ", wide B" if sheet in "fg" else ", wide A" if sheet in "de" and side == "south" else ""
        yield terms.GERMAN, space, whole + wide
    for name in parts:
        yield from ((terms.GERMAN, road.hex, f"in {name}") for road in r21_part.roads_of(view, name))
    for space in cities:
        played = [whole, *(f"in {name}" for name, out in parts.items() if space not in out)]
        yield from ((terms.GERMAN, space, f"{which}, city {space}") for which in played)


def has_sources(view: View, side: str) -> bool:
    """Whether a position shows any Supply Source or HQ of a side; a sketch may leave them out."""
    return terms.derived(view, f"lines/{side}/has-sources", lambda state: _has_sources(state, side))


def _has_sources(state: State, side: str) -> bool:
    if sources(state, side):
        return True
    return any(
        p.side == side and terms.is_hq(p.printed) and terms.on_map(state, p) for p in state.pieces.values()
    )


def explain_sources(inquiry: Inquiry, side: str) -> None:
    """Note every Supply Source of a side."""
    for source in sources(inquiry, side).values():
        name = inquiry.board.name(source.space)
        said = {
            BEACHHEAD: "a Beach hex of a Beachhead",
            EDGE: "a road that leaves the map over the south or east edge",
            CITY: "a city under German control: General Supply only",
            PATHFINDER: "a Pathfinder: General Supply of Airborne units only",
        }[source.kind]
        many = source.kind in {BEACHHEAD, EDGE}  # a city or a Pathfinder is named in every list
        inquiry.steps.append(fact("7.4", name, said) if many else Step("7.4", f"{name}: {said}"))
