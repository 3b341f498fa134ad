"""Section 3.3: which side controls a hex, at every moment of play."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import in_ezoc, projects, zoc_around, zoc_of
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Ruling

__all__ = ["control_ruling", "controller", "occupied_by", "passed", "update"]


@rule("3.3")
def controller(view: View, space: str) -> str:
    """Side that controls a hex: the one that stands there, or did last or had it alone in its ZOC.

    Parameters
    ----------
    view
        The position.
    space
        Id of the hex.

    Returns
    -------
    str
    """
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
def occupied_by(state: State, side: str) -> set[str]:
    """Land hexes where units of a side stand.

    Parameters
    ----------
    state
        The position.
    side
        The side.

    Returns
    -------
    set of str
    """
    spaces, found = state.board.spaces, set[str]()
    for piece in state.pieces.values():
        if piece.printed.side == side and piece.space not in found and _holds(piece):
            known = spaces.get(piece.space)
            if known is not None and known.kind == "hex" and known["terrain"] != "sea":
                found.add(piece.space)
    return found


@rule("3.3", "5.3")
def update(draft: Draft) -> None:
    """Let every hex change hands that units hold, or that lies in the ZOC of one side only.

    Parameters
    ----------
    draft
        The position in the making.
    """
    german, allied = occupied_by(draft, terms.GERMAN), occupied_by(draft, terms.ALLIED)
    ours, theirs = zoc_of(draft, terms.GERMAN), zoc_of(draft, terms.ALLIED)
    _take(draft, german | (ours - theirs - allied), terms.GERMAN)
    _take(draft, allied | (theirs - ours - german), terms.ALLIED)


def _take(draft: Draft, spaces: Iterable[str], side: str) -> None:
    land, facts = draft.board.spaces, draft.facts
    other = terms.enemy_of(side)
    for space in spaces:
        if facts.get(("control", space), terms.GERMAN) == other and land[space]["terrain"] != "sea":
            draft.set("control", side, space)


@rule("3.3")
def passed(draft: Draft, pieces: Iterable[Piece], path: Iterable[str]) -> None:
    """Give a side the hexes that units enter on their way, and those that only their ZOC then covers.

    Parameters
    ----------
    draft
        The position before they are put at the end of their path.
    pieces
        The units, of one side.
    path
        Ids of the hexes entered.
    """
    units = list(pieces)
    side = units[0].side
    enemy = terms.enemy_of(side)
    zoc, held = zoc_of(draft, enemy), occupied_by(draft, enemy)
    exerts = any(projects(draft, p) for p in units)
    around = zoc_around(draft.board)
    for space in path:
        own = {space} | (set(around.get(space, ())) - zoc - held if exerts else set())
        _take(draft, sorted(own), side)


@rule("3.3")
def control_ruling(view: State, space: str, *, strict: bool = False) -> Ruling:
    """Answer who controls a hex, and why.

    Parameters
    ----------
    view
        The position.
    space
        Id of the hex.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling
    """
    inquiry, name = Inquiry(view, strict=strict), view.board.name(space)
    found = controller(inquiry, space)
    there = [p for p in view.units_in(space) if _holds(p)]
    zocs = [s for s in (terms.GERMAN, terms.ALLIED) if in_ezoc(view, space, terms.enemy_of(s))]
    if there:
        inquiry.note("3.3", f"{terms.titles(there)} holds it")
    elif len(zocs) == 1:
        inquiry.note("3.3", f"nobody is there, and it lies in the ZOC of the {zocs[0]} side only")
    else:
        why = "lies in the ZOCs of both sides" if zocs else "lies in no ZOC"
        inquiry.note("3.3", f"nobody is there, and it {why}: it stays as it was")
        if view.board.spaces[space]["terrain"] == "city":
            inquiry.note("5.3", "no ZOC extends into a City hex: only units take it")
    return inquiry.ruling(f"control {space}", f"{name}: {found}.", {"side": found, "zocs": zocs})
