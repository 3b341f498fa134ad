"""Section 22: Isolated markers, the Disorder they bring, and Surrender Checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r05_loc import explain_loc, without_loc
from adjudicator.june_six.r05_sources import ground
from adjudicator.june_six.r11_zones_of_control import zoc_of
from adjudicator.june_six.r13_losses import disorder, eliminate
from adjudicator.position import Draft, Piece, Position, State, View

__all__ = [
    "ROLLS",
    "end_phase",
    "explain_all",
    "explain_isolation",
    "explain_surrender",
    "explain_toll",
    "must_check",
    "surrender_number",
    "ways_out",
]

SURRENDER = "surrender"
_WEAK = 5
_NINE = 9


# --- the End Phase ----------------------------------------------------------------------------------------


@rule("3.81", "22.12", "22.21", "22.31")
def end_phase(draft: Draft) -> None:
    """Trace every LOC, put Isolated markers right, disorder who bears one, and ask for Surrender Checks."""
    checked = [uid for uid in _put_right(draft) if must_check(draft, uid)]
    if checked:
        ask_roll(draft, SURRENDER, [terms.DIE] * len(checked), units=checked)


@rule("22.12", "22.21")
def _put_right(draft: Draft) -> list[str]:
    """Put Isolated markers right, and disorder who bears one; ids of those, sorted."""
    lost = sorted(without_loc(draft))
    for uid in sorted(draft.pieces):
        if draft.flag("isolated", uid) != (uid in lost):
            draft.set("isolated", uid in lost, uid)
    for uid in lost:
        disorder(draft, uid, 1)
    return lost


@rule("22.31")
def _at_the_checks(view: View) -> State:
    """The position in which Surrender Checks are made: all LOCs traced, Disorder results applied."""
    state = terms.state_of(view)
    if not isinstance(state, Position):
        return state
    draft = state.draft()
    _put_right(draft)
    return draft.finish()


# --- surrender --------------------------------------------------------------------------------------------


@rule("22.31")
def ways_out(view: View, space: str, side: str) -> tuple[str, ...]:
    """Hexes that keep a hex from being completely surrounded.

    Parameters
    ----------
    space
        Hex of the Isolated unit.

    Returns
    -------
    tuple of str
        Adjacent hexes without enemies that are in no ZOC of theirs, or hold friendly units; one that nobody
        can enter counts by the reading ``surrender-impassable``.
    """
    known = ground(view)
    around = [other for _, other in view.board.neighbours(space) if terms.is_hex(view.board.spaces[other])]
    if view.option("surrender-impassable") == "A":
        around = [o for o in around if o in known.ways.get(space, ()) or o in known.rivers.get(space, ())]
    zones = zoc_of(view, terms.enemy_of(side))
    free = [o for o in around if not terms.enemies(view, o, side)]
    return tuple([o for o in free if o not in zones or terms.friends(view, o, side)])


@rule("22.31")
def must_check(view: View, uid: str) -> bool:
    """Whether a unit checks for surrender: Isolated, Cohesion of five or less, completely surrounded."""
    piece = view.pieces[uid]
    if not view.flag("isolated", uid) or not terms.on_map(view, piece):
        return False
    return _is_weak(view, piece) and not ways_out(view, piece.space, piece.printed.side)


@rule("22.31")
def _is_weak(view: View, piece: Piece) -> bool:
    return terms.rating(view, piece, "cohesion", "22.31") <= _WEAK


@rule("22.32")
def surrender_number(view: View, piece: Piece) -> int:
    """The roll at which a unit surrenders: twice its Cohesion, nine for five."""
    return min(_NINE, 2 * terms.rating(view, piece, "cohesion", "22.32"))


@rule("22.32")
def _surrenders(view: View, piece: Piece, rolled: int) -> bool:
    needed = surrender_number(view, piece)
    return rolled >= needed if view.option("surrender-roll") == "A" else rolled == needed


@rule("22.32", "22.33")
def _surrender(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for uid, rolled in zip(data["units"], values, strict=True):
        if _surrenders(draft, draft.pieces[uid], rolled):
            eliminate(draft, uid)
            draft.place(uid, terms.ELIMINATED)  # also an HQ, which 6.17 brings back from other losses only
            draft.clear("returns", uid)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"Surrender Checks of {terms.titles(state.pieces[uid] for uid in data['units'])}"


# --- answers ----------------------------------------------------------------------------------------------


@rule("22.11", "22.12", "22.21", "22.22", "22.23", "22.24", "22.25", "22.26")
def explain_isolation(inquiry: Inquiry, uid: str) -> bool:
    """Say what the End Phase does to a unit, and what an Isolated marker means for it.

    Returns
    -------
    bool
        Whether it bears the marker afterwards.
    """
    marked, piece = inquiry.flag("isolated", uid), inquiry.pieces[uid]
    traced = explain_loc(inquiry, uid)
    inquiry.note("22.11", "each unit on the map traces a LOC in the End Phase, and suffers if it cannot")
    if traced:
        inquiry.note("22.12", "the Isolated marker is removed" if marked else "it gets no Isolated marker")
        return False
    inquiry.note("22.12", "it keeps its Isolated marker" if marked else "it gets an Isolated marker")
    inquiry.note("22.21", f"a Disorder-1 result at once: {_after(inquiry, uid)}")
    inquiry.note("22.22", "CS, MA, armor and AT points are halved, rounded down")
    if piece.printed.rating("artillery"):
        inquiry.note("22.23", "it provides no artillery support points")
    inquiry.note("22.24", "it enters no enemy ZOC; it attacks only where it begins next to the enemy")
    inquiry.note("22.25", "it undertakes no Refit")
    who = "neither it nor its organic units use" if terms.is_hq(piece.printed) else "it does not use"
    inquiry.note("22.26", f"{who} Strategic Movement")
    return True


@rule("22.21")
def _after(view: View, uid: str) -> str:
    """What the Disorder-1 result makes of a unit."""
    return ("Disorder-1", "Disorder-2", "a step is lost and the Disorder marker goes")[
        view.number("disorder", uid)
    ]


@rule("22.12", "22.21", "22.31")
def explain_toll(inquiry: Inquiry, side: str) -> dict[str, dict[str, object]]:
    """Say what the End Phase does to each unit of a side that cannot trace a LOC.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    dict
        Id -> ``{"marked": it bears the marker already, "suffers": what Dis-1 does, "surrenders": roll}``.
    """
    found: dict[str, dict[str, object]] = {}
    then = _at_the_checks(inquiry)
    for uid in without_loc(inquiry):
        piece = inquiry.pieces[uid]
        if piece.printed.side != side:
            continue
        marked, after, title = inquiry.flag("isolated", uid), _after(inquiry, uid), piece.printed.title
        inquiry.note("22.12", f"{title} {'keeps its' if marked else 'gets an'} Isolated marker")
        inquiry.note("22.21", f"{title}: {after}")
        needed = surrender_number(inquiry, then.pieces[uid]) if must_check(then, uid) else None
        if needed is not None:
            inquiry.note("22.31", f"{title} is surrounded and checks for surrender; roll", needed)
        found[uid] = {"marked": marked, "suffers": after, "surrenders": needed}
    return found


@rule("3.81", "22.12", "22.21", "22.31")
def explain_all(inquiry: Inquiry) -> None:
    """Say what the End Phase does about isolation: markers removed and placed, Disorder, Surrender Checks."""
    lost = [inquiry.pieces[u] for u in without_loc(inquiry)]
    marked = (u for u in inquiry.subjects("isolated") if inquiry.flag("isolated", u) and u in inquiry.pieces)
    freed = [inquiry.pieces[u] for u in marked if inquiry.pieces[u] not in lost]
    names = terms.titles(freed) or "none"
    inquiry.note("22.12", f"Isolated markers are removed from: {names}", len(freed))
    names = terms.titles(lost) or "none"
    inquiry.note("3.81", f"without a LOC, so Isolated and Disordered: {names}", len(lost))
    then = _at_the_checks(inquiry)
    checked = [piece for piece in lost if must_check(then, piece.uid)]
    names = terms.titles(checked) or "none"
    inquiry.note("22.31", f"Surrender Checks are made by: {names}", len(checked))


@rule("22.31", "22.32")
def explain_surrender(inquiry: Inquiry, uid: str) -> int | None:
    """Say whether a unit checks for surrender in the End Phase, and at which roll it surrenders.

    Returns
    -------
    int or None
        The lowest roll at which it surrenders, or None for a unit that does not check.
    """
    made, name = inquiry.text("phase") == "end", inquiry.board.name
    then = inquiry.state if made else _at_the_checks(inquiry)
    marked, isolated, piece = inquiry.flag("isolated", uid), then.flag("isolated", uid), then.pieces[uid]
    if isolated and not marked:
        inquiry.note("22.12", "it cannot trace a LOC: it gets an Isolated marker in the End Phase")
    elif marked and not isolated and uid not in without_loc(inquiry):
        inquiry.note("22.12", "it can trace a LOC: its Isolated marker is removed before the checks")
    if terms.on_map(inquiry, inquiry.pieces[uid]) and not terms.on_map(then, piece):
        inquiry.note("22.21", "the Disorder-1 result before the checks costs it its last step")
        return None
    inquiry.note("22.31", "it is Isolated" if isolated else "it is not Isolated and does not check")
    cohesion = terms.rating(inquiry, piece, "cohesion", "22.31")
    inquiry.note("22.31", "Cohesion, five or less checks", cohesion)
    inquiry.option("surrender-impassable")
    out = ways_out(then, piece.space, piece.printed.side)
    if out:
        inquiry.note("22.31", f"not completely surrounded: {', '.join(map(name, out))}")
    else:
        inquiry.note("22.31", "completely surrounded by enemy units and their uncontested ZOCs")
    if not isolated or cohesion > _WEAK or out:
        return None
    needed = surrender_number(inquiry, piece)
    exact = inquiry.option("surrender-roll") == "B"
    inquiry.note(
        "22.32", "it surrenders on exactly" if exact else "it surrenders on this roll or more", needed
    )
    inquiry.note("22.33", "adjacent enemy units do not occupy the hex")
    return needed


ROLLS = {SURRENDER: RollRule(_surrender, _why, "22.32")}
