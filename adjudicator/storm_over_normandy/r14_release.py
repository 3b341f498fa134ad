"""Section 14.1: the regiments 711/731 and 711/744 do nothing before they are released."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, View
from adjudicator.storm_over_normandy import terms

__all__ = [
    "RELEASED",
    "RESTRICTED",
    "ROLLED",
    "attacked",
    "flip_marker",
    "is_released",
    "may_roll",
    "units_held",
]

RESTRICTED, ROLLED, RELEASED = "restricted", "rolled", "released"


# --- what holds -------------------------------------------------------------------------------------------


@rule("14.1")
def is_released(view: View, uid: str = "") -> bool:
    """Whether the two regiments, or one of them, may perform impulses.

    Parameters
    ----------
    uid
        Id of one of them, which may have been released by itself (an open point).
    """
    if view.text("release") == RELEASED:
        return True
    return bool(uid) and view.option("release-both") == "B" and view.flag("freed", uid)


def _regiments(view: View) -> list[Piece]:
    """The two regiments, as far as the position has them."""
    return [p for p in view.pieces.values() if terms.is_restricted(p.printed)]


def units_held(view: View) -> tuple[str, ...]:
    """The regiments that are in play and wait for their release.

    Returns
    -------
    tuple of str
        Ids.
    """
    return tuple(p.uid for p in _regiments(view) if terms.on_map(p) and not is_released(view, p.uid))


@rule("14.1")
def may_roll(view: View) -> bool:
    """Whether a release roll is still open this turn, whoever has the impulse."""
    return view.text("release") == RESTRICTED and bool(units_held(view))


# --- what changes it --------------------------------------------------------------------------------------


@rule("14.1")
def attacked(draft: Draft, uids: Iterable[str]) -> None:
    """Release the regiments when one of them is attacked."""
    restricted = [uid for uid in uids if terms.is_restricted(draft.pieces[uid].printed)]
    hit = [uid for uid in restricted if not is_released(draft, uid)]
    if not hit:
        return
    if draft.option("release-both") == "A":
        draft.set("release", RELEASED)
        return
    for uid in hit:
        draft.set("freed", True, uid)
    if all(draft.flag("freed", piece.uid) for piece in _regiments(draft)):
        draft.set("release", RELEASED)


@rule("14.1", "5.1")
def flip_marker(draft: Draft) -> None:
    """When the turn ends, let a release roll be open again."""
    if draft.text("release") == ROLLED:
        draft.set("release", RESTRICTED)
