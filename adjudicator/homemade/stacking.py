"""The stacking limit of a game of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.homemade.folder_rules import rules_of
from adjudicator.homemade.said import Stacking
from adjudicator.homemade.terms import is_on_map, steps_left, terrain_of, value_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece
from adjudicator.ruling import Violation
from adjudicator.sides import titles

__all__ = ["count", "limit_rule", "overfull"]


def count(inquiry: Inquiry, stacking: Stacking, piece: Piece) -> int:
    """For how much a unit counts.

    Parameters
    ----------
    inquiry, stacking, piece
        Where it is recorded, the rules, and the unit.

    Returns
    -------
    int
    """
    if piece.printed.type in stacking.exempt.value:
        return 0
    if stacking.counts.value == "units":
        return 1
    if stacking.counts.value == "steps":
        return steps_left(inquiry.state, piece)
    return value_of(inquiry, piece, stacking.counts.value, stacking.counts.rule)


def limit_rule(stacking: Stacking) -> str:
    """Where the limit stands that holds where no other does."""
    return stacking.limit.rule if stacking.limit is not None else stacking.counts.rule


def overfull(inquiry: Inquiry, space: str, side: str, adding: Sequence[Piece] = ()) -> Violation | None:
    """What is against units of a side standing in a space together with others that come there.

    Parameters
    ----------
    inquiry
        Where doubtful values are recorded.
    space, side
        Where, and whose units.
    adding
        Units that come there; of these those that are there already count once.

    Returns
    -------
    Violation or None
        None where there is room, or where there is no limit.
    """
    stacking = rules_of(inquiry.state.game).stacking
    if stacking is None or not is_on_map(inquiry.board.spaces.get(space)):
        return None
    terrain = terrain_of(inquiry, space, limit_rule(stacking)) if stacking.terrain else ""
    limit = stacking.limit_of(side, terrain)
    if limit is None:
        return None
    there = together(inquiry, space, side, adding)
    found = sum(count(inquiry, stacking, piece) for piece in there)
    if found <= limit.value:
        return None
    counts = "counts" if len(there) == 1 else "count"
    text = f"the limit of {inquiry.board.name(space)} is {limit.value}; {titles(there)} {counts} for {found}"
    return Violation(limit.rule, text, tuple(p.uid for p in there), (space,))


def together(inquiry: Inquiry, space: str, side: str, adding: Iterable[Piece]) -> tuple[Piece, ...]:
    """Units of a side in a space and those that come, each once."""
    there = [piece for piece in inquiry.units_in(space) if piece.side == side]
    return tuple({piece.uid: piece for piece in (*there, *adding)}.values())
