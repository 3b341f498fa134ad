"""Section 5.0: Zones of Control, what they cost to leave, and who slips through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.sources import sources_for
from adjudicator.battle_for_normandy.r10.cost import entry_faults
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Earlier, Piece, Position, State, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board, Edge

__all__ = [
    "EXIT",
    "began_here",
    "covered",
    "explain_zoc",
    "extends",
    "holder",
    "in_ezoc",
    "is_trapped",
    "projectors",
    "projects",
    "shaded",
    "slip_faults",
    "waiver",
    "zoc_around",
    "zoc_of",
]

EXIT = 2 * terms.MP  # for each hex in an EZOC that is left


# --- where they are ---------------------------------------------------------------------------------------


@rule("5.3")
def extends(board: Board, edge: Edge, to: str) -> str:
    """Why a ZOC does not extend over a hexside into a hex; empty where it does."""
    if edge.boundary == "sea":
        return "an all-sea hexside lies between"
    space = board.spaces[to]
    if not terms.is_hex(space):
        return "it is no hex"
    return "it is a City hex" if space["terrain"] == "city" else ""


@rule("5.3", "12.5.5")
def shaded(view: View, origin: str, edge: Edge, _side: str) -> str:
    """Whether a module shows a ZOC beyond a hexside: empty always, ``x`` never."""
    to = edge.other(origin)
    return "" if terms.is_land(view.board, origin) and not extends(view.board, edge, to) else "x"


class _Around(dict[str, tuple[str, ...]]):
    """Hex -> hexes into which a ZOC extends out of it, looked up when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, space: str) -> tuple[str, ...]:
        board, known = self._board, self._board.spaces.get(space)
        ways = board.neighbours(space) if known is not None and terms.is_hex(known) else ()
        found = self[space] = tuple([to for edge, to in ways if not extends(board, edge, to)])
        return found


@kept(maxsize=64)
def zoc_around(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Hexes into which a ZOC extends out of each hex of a board; nothing for what is no hex."""
    now = _Around(board)
    if board.before is not None:
        now.update(zoc_around(board.before))
        for space in board.altered:
            now.pop(space, None)
    return now


@rule("5.1", "12.5.5", "18.9.1")
def projects(view: View, piece: Piece) -> bool:
    """Whether a unit exerts a ZOC where it stands: not in a box, not aboard its landing craft."""
    return terms.has_zoc(piece.printed) and terms.is_land(view.board, piece.space)


@rule("5.1", "5.3")
def zoc_of(view: View, side: str) -> frozenset[str]:
    """Hexes in the ZOC of a side, computed once for each position."""
    layer = f"lines/{terms.enemy_of(side)}/ezoc"  # it closes hexes to the lines of the enemy
    return terms.derived(
        view, layer, lambda state: _zoc(state, side), lambda earlier, now: _new_zoc(earlier, now, side)
    )


def _new_zoc(earlier: Earlier[frozenset[str]], position: Position, side: str) -> frozenset[str]:
    """The ZOC again: only around hexes that units of the side came to or left is it looked for."""
    moved = (piece for pair in position.moved(earlier) for piece in pair if piece is not None)
    around = zoc_around(position.board)
    doubtful = {n for p in moved if p.side == side and terms.has_zoc(p.printed) for n in around[p.space]}
    now = {n for n in doubtful if any(n in around[o] for o in _projecting(position, n, side))}
    return earlier.value if now == doubtful & earlier.value else (earlier.value - doubtful) | now


def _projecting(state: State, space: str, side: str) -> Iterator[str]:
    """Hexes beside one in which units of a side exert a ZOC."""
    for _, other in state.board.neighbours(space):
        if any(p.side == side and projects(state, p) for p in state.units_in(other)):
            yield other


def _zoc(state: State, side: str) -> frozenset[str]:
    around, board = zoc_around(state.board), state.board
    places = {p.space for p in state.pieces.values() if p.printed.side == side and terms.has_zoc(p.printed)}
    return frozenset().union(*[around[space] for space in places if terms.is_land(board, space)])


@rule("5.1")
def in_ezoc(view: View, space: str, side: str) -> bool:
    """Whether a hex is in an enemy ZOC of a side, whoever stands there."""
    return space in zoc_of(view, terms.enemy_of(side))


@rule("5.4")
def covered(view: View, space: str, side: str) -> bool:
    """Whether an enemy ZOC counts in a hex for supply and retreats: no friendly unit stands there."""
    if not in_ezoc(view, space, side):
        return False
    return all(terms.is_naval(p.printed) for p in terms.friends(view, space, side))


@rule("5.1", "5.3")
def projectors(view: View, space: str, side: str) -> tuple[str, ...]:
    """Hexes out of which enemy ZOCs extend into a hex, sorted."""
    board = view.board
    if space not in board.spaces or not terms.is_hex(board.spaces[space]):
        return ()
    found = [other for edge, other in board.neighbours(space) if not extends(board, edge, space)]
    return tuple([o for o in found if any(projects(view, p) for p in terms.enemies(view, o, side))])


def explain_zoc(inquiry: Inquiry, space: str, side: str) -> bool:
    """Say hex by hex whether enemy ZOCs extend into a hex.

    Returns
    -------
    bool
        Whether one does.
    """
    board, found, told = inquiry.board, False, False
    inquiry.feature(board.spaces[space], "terrain", "5.3")
    for edge, other in board.neighbours(space):
        there = [p for p in terms.enemies(inquiry, other, side) if projects(inquiry, p)]
        if not there:
            continue
        inquiry.boundary(edge, "5.3")
        why = extends(board, edge, space)
        section, said = ("5.3", f"none: {why}") if why else ("5.1", "it extends into the hex")
        inquiry.note(section, f"ZOC out of {board.name(other)} ({terms.titles(there)}): {said}")
        found = found or not why
        told = True
    if not told:
        inquiry.note("5.1", f"no enemy unit that exerts a ZOC stands next to {board.name(space)}")
    return found


# --- leaving them -----------------------------------------------------------------------------------------


@rule("5.2")
def began_here(view: View, piece: Piece) -> bool:
    """Whether a unit began the turn in the hex where it stands."""
    return view.text("began", piece.uid) in {"", piece.space}


@rule("5.2")
def holder(view: View, space: str, side: str, leaving: Iterable[str]) -> Piece | None:
    """A friendly unit or Strongpoint that stays in a hex when others leave."""
    gone = set(leaving)
    stay = (p for p in terms.friends(view, space, side) if p.uid not in gone)
    return next((p for p in stay if terms.has_zoc(p.printed)), None)


@rule("5.2")
def waiver(view: View, piece: Piece, leaving: Iterable[str]) -> str:
    """Why a unit does not pay to leave the EZOC where its movement starts; empty where it pays.

    Parameters
    ----------
    leaving
        Ids of the units that leave with it, its own among them.
    """
    if view.text("time") == "night":
        return "it is a Night turn"
    stays = holder(view, piece.space, piece.side, leaving) if began_here(view, piece) else None
    return f"{stays.printed.title} holds the line" if stays is not None else ""


# --- slipping through -------------------------------------------------------------------------------------


@rule("5.2")
def is_trapped(view: View, piece: Piece) -> bool:
    """Whether EZOCs keep a unit from every hex that it could enter."""
    if not in_ezoc(view, piece.space, piece.side):
        return False
    around = (to for _, to in view.board.neighbours(piece.space) if not in_ezoc(view, to, piece.side))
    free = (to for to in around if not terms.enemies(view, to, piece.side))
    return all(entry_faults(view, piece, piece.space, to) for to in free)


@rule("5.2")
def slip_faults(view: View, piece: Piece, to: str) -> list[Fault]:
    """Why a unit may not go straight from EZOC to EZOC, as a trapped company may.

    Returns
    -------
    list of (str, str)
        Section and reason; empty when it may slip through with its whole MA.
    """
    title, name = piece.printed.title, view.board.name
    if not terms.is_company(piece.printed):
        return [Fault("5.2", f"{title} may not go from EZOC to EZOC, from {name(piece.space)} to {name(to)}")]
    found = []
    if not is_trapped(view, piece):
        found.append(f"{title} is not trapped: a hex outside of EZOCs is open to it")
    if holder(view, piece.space, piece.side, (piece.uid,)) is None:
        found.append(f"no other friendly unit remains in {name(piece.space)}")
    if not _gets_closer(view, piece, to):
        found.append(f"{name(to)} is no closer to a friendly Supply Source than {name(piece.space)}")
    other = _slipped(view, piece)
    if other is not None:
        found.append(f"one company only: {other.printed.title} has slipped out of {name(piece.space)}")
    return [Fault("5.2", text) for text in found]


@rule("5.2", "7.4")
def _gets_closer(view: View, piece: Piece, to: str) -> bool:
    far, here = terms.distance, piece.space
    return any(far(to, s) < far(here, s) for s in sources_for(view, piece))


def _slipped(view: View, piece: Piece) -> Piece | None:
    """A company that began the turn in the same hex and has slipped out of it in this phase."""
    for _, other in view.board.neighbours(piece.space):
        for unit in terms.friends(view, other, piece.side):
            left = view.flag("moved", unit.uid) and view.text("began", unit.uid) == piece.space
            if left and terms.is_company(unit.printed) and in_ezoc(view, other, piece.side):
                return unit
    return None
