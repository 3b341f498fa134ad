"""Section 23.3: the Belgian and Princess Irene Brigades: attached as a whole, spared the first step loss."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.tracing import way_to_hq
from adjudicator.citation import rule
from adjudicator.position import Piece, View

__all__ = ["comes_whole", "is_supplied_whole", "members"]

_BRIGADES, _WORDS = frozenset({"be-1", "nl-irene"}), ("belg", "irene")  # ours, and those of sketches


@rule("23.3")
def comes_whole(piece: Piece) -> bool:
    """Whether a unit is of the Belgian or the Princess Irene Brigade."""
    slug = piece.printed.division
    return slug in _BRIGADES or any(word in slug for word in _WORDS)


@rule("23.3")
def members(view: View, piece: Piece) -> tuple[Piece, ...]:
    """Units of the brigade of a unit that stand on the map, itself among them, an HQ left out."""
    slug = piece.printed.division
    return tuple(
        [
            p
            for p in view.pieces.values()
            if p.printed.division == slug and terms.on_map(view, p) and not terms.is_hq(p.printed)
        ]
    )


@rule("7.2", "23.3")
def is_supplied_whole(view: View, uid: str, formation: str) -> bool:
    """Whether a division can supply all of the brigade of a unit, where that is asked for.

    Parameters
    ----------
    formation
        Slug of the division.
    """
    piece, hq = view.pieces[uid], terms.hq_of(view, formation)
    if hq is None or not comes_whole(piece):
        return True
    return all(way_to_hq(view, p.space, hq) is not None for p in members(view, piece))
