"""Section 7.1: the units of one Area, fresh and of one nationality, that act together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State, View
from adjudicator.storm_over_normandy import r05_pass, r14_release, terms

__all__ = [
    "groups",
    "is_restricted",
    "may_act",
    "require_ready",
    "require_together",
    "select",
    "selections",
    "turns",
]

_MANY = 4  # units of which every selection is offered
_COLOURS = {"german": "German", "us": "US", "commonwealth": "Commonwealth"}


# --- one unit ---------------------------------------------------------------------------------------------


@rule("14.1")
def is_restricted(view: View, piece: Piece) -> bool:
    """Whether a unit is 711/731 or 711/744 and has not been released."""
    return terms.is_restricted(piece.printed) and not r14_release.is_released(view, piece.uid)


@rule("7.1", "2.1.1")
def may_act(view: View, piece: Piece) -> bool:
    """Whether a unit may be picked for an action: in play, fresh, and released."""
    return piece.status == terms.FRESH and terms.on_map(piece) and not is_restricted(view, piece)


@rule("7.1", "2.1.1", "14.1")
def require_ready(inquiry: Inquiry, piece: Piece) -> bool:
    """Check that a unit may be picked for an action; every reason against is recorded."""
    name, one = piece.printed.title, (piece.uid,)
    held = is_restricted(inquiry, piece)
    checks = (
        inquiry.require("7.1", terms.on_map(piece), "", f"{name} is not in play", units=one),
        inquiry.require(
            "7.1", piece.status == terms.FRESH, f"{name} is fresh", f"{name} is spent", units=one
        ),
        inquiry.require("14.1", not held, "", f"{name} does nothing before it is released", units=one),
    )
    return all(checks)


# --- the units that act together --------------------------------------------------------------------------


@rule("7.1")
def select(inquiry: Inquiry, uids: Sequence[str], *, areas: int = 1) -> tuple[Piece, ...]:
    """Check that units may act together in this impulse; every reason against is recorded.

    Parameters
    ----------
    areas
        From how many Areas they may come: 2 by a card for a Shock Assault.

    Returns
    -------
    tuple of Piece
        Those that exist, each once.
    """
    if not inquiry.require("7.1", bool(uids), "", "the action names no unit"):
        return ()
    unknown = [uid for uid in uids if uid not in inquiry.pieces]
    for uid in unknown:
        inquiry.refuse("7.1", f"there is no unit {uid!r}", units=(uid,))
    pieces = tuple(inquiry.pieces[uid] for uid in dict.fromkeys(uids) if uid not in unknown)
    inquiry.require("7.1", len(set(uids)) == len(uids), "", "a unit is named twice", units=uids)
    if pieces and len({p.side for p in pieces}) == 1:
        r05_pass.begin_impulse_action(inquiry, pieces[0].side)
    require_together(inquiry, pieces, areas=areas)
    return pieces


@rule("7.1")
def require_together(inquiry: Inquiry, pieces: Sequence[Piece], *, areas: int = 1) -> bool:
    """Check that units may act together in some impulse of theirs; every reason against is recorded.

    Parameters
    ----------
    areas
        From how many Areas they may come.
    """
    before = len(inquiry.violations)
    if pieces:
        _check_one_group(inquiry, pieces, areas)
    for piece in pieces:
        require_ready(inquiry, piece)
    return len(inquiry.violations) == before


def _check_one_group(inquiry: Inquiry, pieces: Sequence[Piece], areas: int) -> None:
    """One side, one nationality, one Area."""
    uids, sides = [p.uid for p in pieces], {p.side for p in pieces}
    inquiry.require("7.1", len(sides) == 1, "", "the units are of both sides", units=uids)
    colours = dict.fromkeys(_COLOURS[terms.group_of(p.printed)] for p in pieces)
    mixed = f"{' and '.join(colours)} units do not act together"
    passed = f"all of them are {next(iter(colours))} units" if len(pieces) > 1 else ""
    inquiry.require("7.1", len(colours) == 1, passed, mixed, units=uids)
    spaces = terms.places(inquiry, pieces)
    where = " and ".join(map(inquiry.board.name, spaces))
    passed = f"all of them are in {where}" if len(pieces) > 1 else ""
    failed = f"the units are in {where}, not in {'one Area' if areas == 1 else f'{areas} Areas'}"
    inquiry.require("7.1", len(spaces) <= areas, passed, failed, units=uids, spaces=spaces)


@rule("7.1")
def groups(view: View, side: str, *, moving: bool = False) -> Iterator[tuple[Piece, ...]]:
    """Units of a side that may act, by space and nationality.

    Parameters
    ----------
    moving
        Whether strongpoints are left out, which never move.

    Yields
    ------
    tuple of Piece
        Units of one space and one nationality, at least one.
    """
    found: dict[str, list[Piece]] = {}
    for space in view.board.spaces.values():
        ready = [p for p in terms.friends(view, space.id, side) if may_act(view, p)]
        if moving:
            ready = [p for p in ready if not terms.is_strongpoint(p.printed)]
        if ready:
            found.setdefault(terms.place_of(space), []).extend(ready)
    for pieces in found.values():
        for colour in dict.fromkeys(terms.group_of(p.printed) for p in pieces):
            yield tuple(p for p in pieces if terms.group_of(p.printed) == colour)


@rule("7.1")
def selections(pieces: Sequence[Piece]) -> Iterator[tuple[str, ...]]:
    """Ways to pick some or all of the units of a group, all of them first.

    Of more than four units not every way is offered: all, each division, each alone, all but one, and of more
    than six, as in a box, any six that stand beside each other in the order of their ids.

    Parameters
    ----------
    pieces
        Units of one space and one nationality.

    Yields
    ------
    tuple of str
        Ids, each set of them once.
    """
    uids = tuple(p.uid for p in pieces)
    if len(uids) <= _MANY:
        for count in range(len(uids), 0, -1):
            yield from itertools.combinations(uids, count)
        return
    divisions = dict.fromkeys(p.printed.division for p in pieces)
    wider = (tuple(p.uid for p in pieces if p.printed.division == d) for d in divisions if d)
    singles = ((uid,) for uid in uids)
    others = (tuple(u for u in uids if u != uid) for uid in uids)
    sixes = (uids[n : n + terms.STACK_LIMIT] for n in range(len(uids) - terms.STACK_LIMIT + 1))
    yield from dict.fromkeys((uids, *wider, *singles, *others, *sixes))


def turns(state: State, side: str, *, moving: bool = False) -> Iterator[tuple[str, ...]]:
    """Selections of every group of a side, one of each group in turn, so that no Area comes last.

    There are none while the German player has to pay a card before he may act (5.0).

    Parameters
    ----------
    side, moving
        As in `groups`.

    Yields
    ------
    tuple of str
        Ids of units that may act together.
    """
    if side == terms.GERMAN and r05_pass.must_discard(state):
        return
    waiting = [selections(group) for group in groups(state, side, moving=moving)]
    for row in itertools.zip_longest(*waiting):
        yield from (uids for uids in row if uids is not None)
