"""Section 13.2: who observes the fire of artillery and ships."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import one_force
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r22.charts import facing_of
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault

__all__ = [
    "is_coast",
    "needs_spotter",
    "observes",
    "spotters",
    "spotting_faults",
    "viewers",
    "watchers",
]

_OPEN_RANGE, _SEA_RANGE = 2, 10
_BLUFFS = frozenset({"bluff", "draw", "cliff"})


@rule("13.2", "20.5", "22.7o")
def needs_spotter(view: View, gun: Piece, target: str) -> bool:
    """Whether fire at a hex needs a Spotter besides the gun.

    Parameters
    ----------
    view, gun, target
        The position, the gun or ship, and the hex.

    Returns
    -------
    bool
        A ship needs none against the coast within ten hexes, and a battery of 22.7o none against ships.
    """
    if terms.is_naval(gun.printed):
        far = terms.distance(gun.space, target) > _SEA_RANGE and view.option("ship-sight") == "A"
        return far or not is_coast(view, target)
    at_sea = terms.terrain(view, target, "13.2") == "sea"
    return not (at_sea and facing_of(view, gun))


@rule("13.2", "10.6")
def is_coast(view: View, space: str) -> bool:
    """Whether a land hex lies on the coast: Coastline, or a Bluff on one of its hexsides."""
    known = view.board.spaces[space]
    if terms.terrain(view, space, "13.2") == "sea":
        return False
    if view.feature(known, "coastal", "13.2") or terms.terrain(view, space, "13.2") == "beach":
        return True
    return any(edge.boundary in _BLUFFS for edge, _ in view.board.neighbours(space))


@rule("13.2")
def _is_open(view: View, space: str) -> bool:
    known = space in view.board.spaces
    return known and terms.terrain(view, space, "13.2") in terms.OPEN_GROUND and _is_bare(view, space)


def _is_bare(view: View, space: str) -> bool:
    """Whether no Village and no Town covers a hex, or none counts by the other reading."""
    return not terms.settlement(view, space, "13.2") or view.option("village-sight") == "B"


@rule("13.2", "10.6")
def observes(view: View, piece: Piece, target: str) -> bool:
    """Whether a unit sees a hex, its supply and its division left out.

    Returns
    -------
    bool
        Next to it; by day two hexes over open ground into open ground, three from a Hill; ten out to sea from
        the coast.
    """
    away = terms.distance(piece.space, target)
    if away <= 1:
        return True
    if view.text("time") == "night":
        return False
    if terms.terrain(view, target, "13.2") == "sea":
        return away <= _SEA_RANGE and is_coast(view, piece.space)
    hill = int(view.feature(view.board.spaces[piece.space], "level", "13.2") or 0) > 0
    reach = _OPEN_RANGE + hill
    return away <= reach and _is_open(view, target) and _sees_through(view, piece.space, target)


@rule("13.2")
def _sees_through(view: View, frm: str, target: str) -> bool:
    """Whether a shortest path of open hexes leads from a unit to a hex."""
    away = terms.distance(frm, target)
    if away <= 1:
        return True
    return any(
        terms.distance(n, target) == away - 1 and _is_open(view, n) and _sees_through(view, n, target)
        for n in terms.neighbours(frm)
    )


@rule("13.2", "12.1", "7.2")
def spotters(view: View, gun: Piece | str, target: str) -> tuple[str, ...]:
    """Units that may observe fire at a hex for a gun or ship.

    Returns
    -------
    tuple of str
        Sorted ids; the ship itself where it sees the coast, the battery itself where it needs nobody.
    """
    piece = view.pieces[gun] if isinstance(gun, str) else gun
    if not needs_spotter(view, piece, target):
        return (piece.uid,)
    return tuple(
        sorted([p.uid for p in _near(view, piece.side, target) if _may_spot(view, p, piece, target)])
    )


@rule("13.2")
def watchers(view: View, target: str, side: str) -> tuple[str, ...]:
    """Units of a side in General Supply that see a hex, for whichever gun: computed once for a position.

    Parameters
    ----------
    view, target, side
        The position, the hex, and whose units.

    Returns
    -------
    tuple of str
        Sorted ids; a gun needs one of its own division, or an attached one.
    """
    return terms.derived(view, f"watchers:{side}:{target}", lambda state: _watchers(state, target, side))


def _watchers(state: State, target: str, side: str) -> tuple[str, ...]:
    return tuple([u for u in viewers(state, target, side) if _supplied(state, u)])


@rule("13.2")
def viewers(view: View, target: str, side: str) -> tuple[str, ...]:
    """Units of a side that see a hex, their supply left out: computed once for a position.

    Parameters
    ----------
    view, target, side
        The position, the hex, and whose units.

    Returns
    -------
    tuple of str
        Sorted ids.
    """
    return terms.derived(view, f"viewers:{side}:{target}", lambda state: _viewers(state, target, side))


def _viewers(state: State, target: str, side: str) -> tuple[str, ...]:
    near = (p for p in _near(state, side, target) if terms.has_zoc(p.printed) and observes(state, p, target))
    return tuple(sorted([p.uid for p in near]))


def _near(view: View, side: str, target: str) -> Iterator[Piece]:
    """Ground units of a side within the greatest distance from which they could see a hex."""
    if terms.terrain(view, target, "13.2") == "sea":
        coast = terms.derived(view, f"on-coast:{side}", lambda state: _on_coast(state, side))
        yield from (p for p in coast if terms.distance(p.space, target) <= _SEA_RANGE)
        return
    seen = around = {target: None}
    for _ in range(_OPEN_RANGE + 1):
        around = dict.fromkeys(n for a in around for n in terms.neighbours(a) if n not in seen)
        seen = seen | around
    for space in seen:
        yield from (p for p in terms.friends(view, space, side) if not terms.is_naval(p.printed))


def _on_coast(state: State, side: str) -> tuple[Piece, ...]:
    """Ground units of a side on the coast, or next to the sea."""
    board = state.board
    mine = (p for p in state.pieces.values() if p.printed.side == side and not terms.is_naval(p.printed))
    return tuple([p for p in mine if terms.is_land(board, p.space) and _sees_sea(state, p.space)])


def _sees_sea(view: View, space: str) -> bool:
    beside = (n for _, n in view.board.neighbours(space))
    return is_coast(view, space) or any(terms.terrain(view, n, "13.2") == "sea" for n in beside)


@rule("13.2", "12.1")
def _may_spot(view: View, piece: Piece, gun: Piece, target: str) -> bool:
    if terms.is_naval(piece.printed) or not terms.has_zoc(piece.printed):
        return False
    return observes(view, piece, target) and _belongs(view, piece, gun) and _supplied(view, piece.uid)


def _supplied(view: View, uid: str) -> bool:
    return in_supply(view, uid)


@rule("13.2", "12.1", "7.2")
def _belongs(view: View, piece: Piece, gun: Piece) -> bool:
    """Whether Spotter and gun are of one division, or attached; anybody spots for a ship."""
    if piece.uid == gun.uid or terms.is_naval(gun.printed):
        return True
    return not one_force(view, [piece.uid], [gun.uid])


@rule("13.1", "13.2")
def spotting_faults(view: View, gun: Piece | str, target: str) -> list[Fault]:
    """What keeps a gun or ship from firing alone at a hex for want of a Spotter.

    Parameters
    ----------
    view, gun, target
        As in `spotters`.
    """
    piece, state = view.pieces[gun] if isinstance(gun, str) else gun, terms.state_of(view)
    if not (terms.is_artillery(piece.printed) or terms.is_naval(piece.printed)):
        return [Fault("13.1", f"{piece.printed.title} is neither artillery nor a ship")]
    if not needs_spotter(state, piece, target):
        return []
    if any(_belongs(state, state.pieces[u], piece) for u in watchers(state, target, piece.side)):
        return []
    return [
        Fault(
            "13.2", f"nobody in General Supply observes {view.board.name(target)} for {piece.printed.title}"
        )
    ]
