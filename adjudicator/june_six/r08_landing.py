"""Sections 8.47, 8.48 and 10.13: the first hex of units that land on a beach, or enter from the map edge."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.june_six import r01_part, r05_groups, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.june_six.r08_allowance import landing_cost
from adjudicator.june_six.r08_cost import BAN, Class, Price, chart, off_road_cost
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.silence import kept
from maps.board import Board, Edge, Space

__all__ = [
    "LANDING",
    "arrives",
    "entry_faults",
    "entry_hexes",
    "entry_letters",
    "entry_price",
    "first_hexes",
    "is_landing_box",
    "landing_price",
    "lettered",
    "spent_before",
    "waiting_faults",
]

LANDING = "landing-"


# --- Allied landings --------------------------------------------------------------------------------------


@rule("8.47")
def is_landing_box(view: View, space: str) -> bool:
    """Whether a space is a Beach Landing Box."""
    known = view.board.spaces.get(space)
    return known is not None and known.kind == "landing"


@rule("8.47")
def spent_before(view: View, piece: Piece, points: int) -> int:
    """Half MPs that a unit has used before its first hex: half its MA when it lands from a Landing Box."""
    return 2 * landing_cost(points) if is_landing_box(view, piece.space) else 0


@rule("8.47")
def landing_price(view: View, to: str, kind: Class) -> Price:
    """What a Beach hex costs a unit that lands: its terrain."""
    edge = Edge(to, f"{LANDING}{view.board.spaces[to]['beach']}", "landing")
    half = off_road_cost(view.board, edge, to, kind, bridged=False)
    return Price(half, False, (("terrain", str(view.board.spaces[to]["terrain"] or "clear")),))


# --- German entry -----------------------------------------------------------------------------------------


def lettered(view: View) -> dict[str, str]:
    """Entry hexes in play with their letters, found once for each board and each part of it."""
    return _lettered(view.board, r01_part.outside(view))


@kept(maxsize=16)
@rule("1.0", "8.48", "10.38")
def _lettered(board: Board, out: frozenset[str]) -> dict[str, str]:
    return {s.id: str(s["entry"]) for s in board.spaces.values() if s["entry"] and s.id not in out}


@rule("8.48", "10.35", "10.36", "10.37")
def entry_letters(view: View, piece: Piece) -> frozenset[str]:
    """Letters of the Entry hexes that a German reinforcement may use now.

    Returns
    -------
    frozenset of str
        The choice made for its formation, which units that come later do not share; without one,
        the schedule's letters; all of them for a unit that was blocked there on an earlier turn.
    """
    formation = load_formations(view).get(piece.printed.division)
    own = frozenset(word for word in piece.printed.entry if len(word) == 1)
    if formation is not None and not own:
        own = frozenset(formation.entry)
    own = (r05_groups.unit_letters(view, piece) or own) & {*r01_part.letters(view)}
    if _comes_later(view, piece):
        late = (r05_groups.arrival_of(view, piece) or 0) < view.number("turn")
        return frozenset(lettered(view).values()) if late and _all_blocked(view, own) else own
    chosen = view.text("entry-choice", piece.printed.division)
    return frozenset({chosen}) if chosen else own


@rule("10.37")
def _all_blocked(view: View, letters: frozenset[str]) -> bool:
    """Whether Allied units stand in every Entry hex of some letters."""
    hexes = [space for space, letter in lettered(view).items() if letter in letters]
    return all(terms.enemies(view, space, terms.GERMAN) for space in hexes)


def _comes_later(view: View, piece: Piece) -> bool:
    """Whether a unit joins a formation that was on the map, or was due, before it."""
    formation = load_formations(view).get(piece.printed.division)
    if formation is None:
        return not piece.printed.division
    return formation.arrival is None or formation.arrival < (piece.printed.arrival or 0)


@rule("8.48", "10.38")
def entry_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Entry hexes that a German reinforcement may use now, sorted; both of a letter that has two."""
    letters = entry_letters(view, piece)
    return tuple(sorted(space for space, letter in lettered(view).items() if letter in letters))


@rule("10.31", "10.34")
def arrives(view: View, piece: Piece) -> bool:
    """Whether a German unit that waits on the Turn Record Track may enter: due, its formation released."""
    own, due = piece.printed.division, r05_groups.arrival_of(view, piece)
    if due is None or due > view.number("turn") or view.number("returns", piece.uid):
        return False
    formation = load_formations(view).get(own)
    present = not own or (formation is not None and formation.arrival is None)
    return present or r05_groups.names(view, piece.uid) is not None or view.flag("entered", own)


@rule("10.21", "10.31")
def waiting_faults(view: View, piece: Piece) -> list[Fault]:
    """Why a unit on the Turn Record Track does not enter the map from there now; none of other units.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    title = piece.printed.title
    if piece.space != terms.POOL:
        return []
    if piece.side != terms.GERMAN:
        return [Fault("10.21", f"{title} comes in by a Landing Box")]
    return [] if arrives(view, piece) else [Fault("10.31", f"{title} has not been released to enter the map")]


@rule("8.48", "10.36", "10.37")
def entry_faults(view: View, piece: Piece, to: str) -> list[Fault]:
    """Why a unit on the Turn Record Track may not enter the map in a hex; enemy units there are told apart.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    title, name = piece.printed.title, view.board.name(to)
    waiting = waiting_faults(view, piece)
    if piece.side != terms.GERMAN:
        return waiting
    faults = [*r01_part.faults(view, to), *waiting]
    if to not in entry_hexes(view, piece):
        letters = ", ".join(sorted(entry_letters(view, piece))) or "no letter"
        faults.append(Fault("8.48", f"{title} enters at {letters}, not in {name}"))
    return faults


@rule("8.45", "8.48")
def entry_price(view: View, to: str, kind: Class, friends: int) -> Price:
    """What an Entry hex costs: by the road that leaves the map there, or else one that runs through the hex.

    Parameters
    ----------
    friends
        Friendly units in it.
    """
    road, space = _road_in(view, view.board.spaces[to]), view.board.spaces[to]
    other = off_road_cost(view.board, Edge(to, "off-map", "open"), to, kind, bridged=False)
    paved = chart(view)["road"][road].number(kind.column) if road and friends < 2 else BAN
    paved += 2 if friends == 1 else 0
    if paved < BAN and (paved <= other or not kind.choice):
        return Price(paved, True, (("road", road),), friends == 1)
    return Price(other, False, (("terrain", str(space["terrain"] or "clear")),))


def _road_in(view: View, space: Space) -> str:
    if space["edge"]:
        return "primary"
    roads = {edge.road for edge, _ in view.board.neighbours(space.id)}
    return "primary" if "primary" in roads else "secondary" if "secondary" in roads else ""


def first_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes in which a unit that is not on the map could begin: Beach hexes of its box, or Entry hexes.

    Returns
    -------
    tuple of str
        Sorted; empty for a unit on the map.
    """
    if is_landing_box(view, piece.space):
        out = r01_part.outside(view)
        return tuple(sorted(to for _, to in view.board.neighbours(piece.space) if to not in out))
    if piece.space == terms.POOL and piece.side == terms.GERMAN and arrives(view, piece):
        return entry_hexes(view, piece)
    return ()
