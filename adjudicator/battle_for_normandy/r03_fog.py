"""Sections 3.6, 12.6.3o and 18.9.1: which enemy stacks a player may examine, and when Strongpoints turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View

__all__ = ["explain", "is_revealed", "may_inspect", "named", "recon_inspects", "reveal"]

_CLOSED = frozenset({"city", "bocage"})
_AFTER_MECH = frozenset({"armed-recon", "end-of-turn", "end-of-day"})
_DONE = frozenset({"attacked", "fired"})


def _adjacent(view: View, space: str, side: str) -> Iterator[Piece]:
    """Units of a side next to a hex that can look: no ship."""
    for _, other in view.board.neighbours(space):
        for piece in terms.friends(view, other, side):
            if not terms.is_naval(piece.printed) and terms.on_map(view, piece):
                yield piece


@rule("12.6.3o")
def recon_inspects(view: View, space: str, side: str) -> bool:
    """Whether a Recon unit next to a hex sees into any terrain: once its side has moved its vehicles.

    Parameters
    ----------
    space
        Hex of the enemy stack.
    side
        Who wants to look.
    """
    if not terms.has_option(view, "12.6.3o"):
        return False
    phase, phasing = view.text("phase"), view.text("side")
    after = phase in _AFTER_MECH or (phasing != side and side == terms.ALLIED)
    own = phase == "mech-movement" and phasing == side
    return (after or own) and any(terms.is_recon(p.printed) for p in _adjacent(view, space, side))


@rule("3.6")
def is_revealed(view: View, space: str) -> bool:
    """Whether a stack lies open: attacked on the ground or struck by Armed Recon, not just fired at."""
    if view.flag("struck", space):
        return True
    if view.flag("hex-attacked", space):
        return not view.flag("fired-at", space)
    decision = view.decision
    return decision is not None and space in _spaces(dict(decision.data))


def _spaces(data: object) -> set[str]:
    """Every word in the data of a decision: attacks name their hexes and units there."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return {w for value in data.values() for w in _spaces(value)}
    if isinstance(data, list | tuple):
        return {w for value in data for w in _spaces(value)}
    return set()


@rule("3.6", "12.6.3o", "22.6o")
def may_inspect(view: View, space: str, side: str) -> bool:
    """Whether a side may examine the enemy stack of a hex now.

    Parameters
    ----------
    side
        Who wants to look.

    Returns
    -------
    bool
        Never in the boxes of the three-map track.
    """
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return known is not None and known.kind != "track"
    if is_revealed(view, space):
        return True
    near = any(True for _ in _adjacent(view, space, side))
    if near and known.features.get("terrain") not in _CLOSED:
        return True
    return near and recon_inspects(view, space, side)


def named(state: State) -> frozenset[str]:
    """Units that lie open: those that attacked or fired, and those a pending decision names.

    Returns
    -------
    frozenset of str
        Their ids.
    """
    words = {word for decision in state.pending for word in _spaces(dict(decision.data))}
    busy = {uid for item in _DONE for uid in state.subjects(item)}
    return frozenset(words | busy)


@rule("18.9.1")
def reveal(draft: Draft, uids: Iterable[str]) -> None:
    """Turn those of some units that are Strongpoints to their revealed side, for good.

    Parameters
    ----------
    draft, uids
        The position in the making, and units that attack or are attacked.
    """
    for uid in uids:
        if terms.is_strongpoint(draft.pieces[uid].printed):
            draft.set("revealed", True, uid)


@rule("3.6", "12.6.3o", "22.6o")
def explain(inquiry: Inquiry, space: str, side: str) -> bool:
    """Say whether a side may examine the enemy stack of a hex, and why.

    Parameters
    ----------
    side
        Who wants to look.
    """
    board = inquiry.board
    name, known = board.name(space), board.spaces[space]
    if known.kind == "track":
        return inquiry.require("22.6o", False, "", "stacks in the boxes of a map track are never inspected")
    if not terms.is_hex(known):
        inquiry.note("3.6", f"what lies in {name} lies open")
        return True
    if is_revealed(inquiry, space):
        inquiry.note("3.6", f"the stack in {name} was attacked: it lies open")
        return True
    near = terms.titles(_adjacent(inquiry, space, side))
    text = f"no unit of the {side.capitalize()} side is next to {name}"
    if not inquiry.require("3.6", bool(near), f"next to {name}: {near}", text, spaces=[space]):
        return False
    ground = str(inquiry.feature(known, "terrain", "3.6"))
    if ground not in _CLOSED:
        inquiry.note("3.6", f"{name} is {ground}: the stack may be examined")
        return True
    recon = recon_inspects(inquiry, space, side)
    passed = f"a Recon unit sees into the {ground} of {name}"
    failed = f"{name} is {ground}: only Armed Recon or an attack reveals the stack"
    return inquiry.require("12.6.3o" if recon else "3.6", recon, passed, failed, spaces=[space])
