"""Section 3.3: which side controls a hex, at every moment of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import (
    in_ezoc,
    projectors,
    projects,
    zoc_around,
    zoc_of,
)
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Earlier, Piece, Position, State, View
from adjudicator.ruling import Ruling

__all__ = ["control_ruling", "controller", "left", "occupied_by", "passed", "update"]


@rule("3.3")
def controller(view: View, space: str) -> str:
    """Side that controls a hex: the one that stands there, or did last or had it alone in its ZOC."""
    side = _now(view, space)
    return side or view.text("control", space)


def _now(view: View, space: str) -> str:
    """Side to which a hex falls as units stand now; empty where it keeps its owner."""
    for side in (terms.GERMAN, terms.ALLIED):
        if any(_holds(p) for p in terms.friends(view, space, side)):
            return side
    zocs = [s for s in (terms.GERMAN, terms.ALLIED) if in_ezoc(view, space, terms.enemy_of(s))]
    return zocs[0] if len(zocs) == 1 else ""


def _holds(piece: Piece) -> bool:
    return not terms.is_naval(piece.printed)


@rule("3.3")
def occupied_by(view: View, side: str) -> frozenset[str]:
    """Land hexes where units of a side stand, computed once for each position."""
    return terms.derived(
        view,
        f"occupied:{side}",
        lambda state: _occupied(state, side),
        lambda earlier, now: _newly_occupied(earlier, now, side),
    )


def _occupied(state: State, side: str) -> frozenset[str]:
    places = {p.space for p in state.pieces.values() if _occupies(p, side)}
    return frozenset(space for space in places if terms.is_land(state.board, space))


def _occupies(piece: Piece, side: str) -> bool:
    return piece.printed.side == side and piece.printed.type != "naval"


def _newly_occupied(earlier: Earlier[frozenset[str]], position: Position, side: str) -> frozenset[str]:
    """The hexes again: only those are looked at that units of the side came to or left."""
    moved = (piece for pair in position.moved(earlier) for piece in pair if piece is not None)
    touched = {p.space for p in moved if _occupies(p, side) and terms.is_land(position.board, p.space)}
    now = {space for space in touched if any(_occupies(p, side) for p in position.units_in(space))}
    return (earlier.value - touched) | now if touched else earlier.value


@rule("3.3", "5.3")
def update(draft: Draft) -> None:
    """Let every hex change hands that units hold, or that lies in the ZOC of one side only."""
    here = draft.finish()  # which brings up to date what was known before
    german, allied = occupied_by(here, terms.GERMAN), occupied_by(here, terms.ALLIED)
    ours, theirs = zoc_of(here, terms.GERMAN), zoc_of(here, terms.ALLIED)
    known = {
        space for (item, space), side in draft.facts.items() if item == "control" and side == terms.ALLIED
    }
    for space in (german | (ours - theirs - allied)) & known:
        draft.set("control", terms.GERMAN, space)
    for space in sorted((allied | (theirs - ours - german)) - known):
        _give(draft, space, terms.ALLIED)


def _give(draft: Draft, space: str, side: str) -> None:
    if draft.text("control", space) != side and terms.is_land(draft.board, space):
        draft.set("control", side, space)


@rule("3.3")
def passed(draft: Draft, before: Position, pieces: Sequence[Piece], path: Sequence[str]) -> None:
    """Give a side the hexes that units enter on their way, and those that only their ZOC then covers."""
    side = pieces[0].side
    zoc = zoc_of(before, terms.enemy_of(side))
    exerts = any(projects(before, p) for p in pieces)
    around = zoc_around(draft.board)
    for space in path:
        _give(draft, space, side)
        for other in around[space] if exerts else ():
            if other not in zoc and not _enemy_in(before, other, side):
                _give(draft, other, side)


def _enemy_in(view: View, space: str, side: str) -> bool:
    return any(_holds(p) for p in terms.enemies(view, space, side))


@rule("3.3")
def left(draft: Draft, spaces: Iterable[str]) -> None:
    """Let hexes fall to the enemy that units have left, or that only his ZOC still covers."""
    near = {n for space in spaces for n in (space, *terms.neighbours(space)) if n in draft.board.spaces}
    for space in sorted(near):
        if side := _here(draft, space):
            _give(draft, space, side)


def _here(draft: Draft, space: str) -> str:
    """Side to which a hex falls, found out of the hexes around it."""
    for side in (terms.GERMAN, terms.ALLIED):
        if any(_holds(p) for p in terms.friends(draft, space, side)):
            return side
    covered = [s for s in (terms.GERMAN, terms.ALLIED) if projectors(draft, space, terms.enemy_of(s))]
    return covered[0] if len(covered) == 1 else ""


@rule("3.3")
def control_ruling(view: State, space: str, *, strict: bool = False) -> Ruling:
    """Answer who controls a hex, and why."""
    inquiry, name = Inquiry(view, strict=strict), view.board.name(space)
    found = controller(inquiry, space)
    there = [p for p in view.units_in(space) if _holds(p)]
    zocs = [s for s in (terms.GERMAN, terms.ALLIED) if in_ezoc(view, space, terms.enemy_of(s))]
    if there:
        inquiry.note("3.3", f"{terms.titles(there)} holds it")
    elif len(zocs) == 1:
        inquiry.note(
            "3.3", f"nobody is there, and it lies in the ZOC of the {zocs[0].capitalize()} side only"
        )
    else:
        why = "lies in the ZOCs of both sides" if zocs else "lies in no ZOC"
        inquiry.note("3.3", f"nobody is there, and it {why}: it stays as it was")
        if view.board.spaces[space]["terrain"] == "city":
            inquiry.note("5.3", "no ZOC extends into a City hex: only units take it")
    return inquiry.ruling(f"control {space}", f"{name}: {found}.", {"side": found, "zocs": zocs})
