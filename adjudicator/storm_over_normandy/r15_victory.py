"""Section 15.0: the Victory Points of a turn, the running total, and who has won after turn 8."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Draft, Piece, Position, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r06_draw, r12_reinforcements, r13_control, terms
from adjudicator.storm_over_normandy.r15_chains import Chains, chains, zones_reached

__all__ = [
    "BEACHES_NEEDED",
    "LAST_TURN",
    "POINTS_NEEDED",
    "explain_change",
    "explain_rest",
    "explain_winner",
    "is_counted",
    "score",
    "victory_ruling",
    "winner",
]

LAST_TURN, BEACHES_NEEDED, POINTS_NEEDED = 8, 5, 31
_PENALTY = {"non-airborne": 2, "airborne": 1}


# --- the change of a turn ---------------------------------------------------------------------------------


@rule("15.0")
def explain_change(inquiry: Inquiry) -> int:
    """Change of the Allied Victory Points if the turn ended now, line by line."""
    allied, german = chains(inquiry, terms.ALLIED), chains(inquiry, terms.GERMAN)
    adding = inquiry.adding("change of the Victory Points")
    _add_areas(inquiry, adding, allied, "+")
    _add_areas(inquiry, adding, german, "-")
    halves = _add_zones(inquiry, adding, allied)
    for group, each in _PENALTY.items():
        if lost := inquiry.number("lost", group):
            text = f"{group} Allied units lost this turn: {lost}, {each} each"
            adding.add("15.0", text, lost * each, "-")
    if halves:
        _add_half(inquiry, adding)
    return adding.value


@rule("15.0", "13.0")
def _add_areas(inquiry: Inquiry, adding: Adding, found: Chains, op: str) -> None:
    """Areas of one side that are worth something."""
    for space in terms.areas(inquiry):
        if r13_control.holder(inquiry, space.id) != found.side:
            continue
        worth = int(inquiry.feature(space, "vp", "15.0") or 0)
        if worth and space.id in found:
            adding.add("15.0", f"{space.name}: {found.side.capitalize()} controlled and chained", worth, op)
        elif worth:
            text = f"{space.name}: {found.side.capitalize()} controlled, worth {worth}, but cut off"
            adding.add("15.0", text, 0, op)


@rule("15.0", "2.2.1")
def _add_zones(inquiry: Inquiry, adding: Adding, allied: Chains) -> int:
    """Allied units in Reinforcement Boxes; the half point that is left over, 0 or 1."""
    reached, halves = zones_reached(inquiry, allied), 0
    for space in inquiry.board.spaces.values():
        units = terms.friends(inquiry, space.id, terms.ALLIED) if terms.is_zone(space) else ()
        if not units:
            continue
        if space.id not in reached:
            inquiry.note("15.0", f"{terms.titles(units)} in {space.name}: cut off from every beach", 0)
            continue
        worth = len(units) * int(inquiry.feature(space, "halves", "15.0") or 0)
        each = inquiry.option("vp-rounding") == "B"
        halves += 0 if each else worth % 2
        _add_zone(adding, space.name, units, worth)
        if each and worth % 2:
            inquiry.note("15.0", f"the half point of {space.name} is rounded down")
    if halves > 1:
        adding.add("15.0", "two half points each make one", halves // 2)
    return halves % 2


def _add_zone(adding: Adding, name: str, units: Sequence[Piece], worth: int) -> None:
    half = " and a half" if worth % 2 else ""
    adding.add("15.0", f"Allied units in {name}: {len(units)}, worth {worth // 2}{half}", worth // 2)


@rule("15.0")
def _add_half(inquiry: Inquiry, adding: Adding) -> None:
    """The last half point: rounded down with the change of the turn."""
    if adding.value < 0 and inquiry.option("vp-rounding") == "C":
        adding.add("15.0", "the half point that is left is rounded towards zero", 1)
    else:
        inquiry.note("15.0", "the half point that is left is rounded down")


@rule("5.1", "15.0")
def explain_rest(inquiry: Inquiry) -> int:
    """Change of the Victory Points that the end of the turn still brings: none once it has been counted."""
    if is_counted(inquiry):
        inquiry.note("15.0", "the Victory Points of this turn have been counted")
        return 0
    return explain_change(inquiry) - _unplaced(inquiry)


@rule("12.2", "15.0")
def _unplaced(inquiry: Inquiry) -> int:
    """Victory Points that reinforcements without room cost, which is a reading."""
    lost = r12_reinforcements.unplaced(inquiry)
    if not lost or inquiry.option("reinforcement-losses") == "A":
        return 0
    points = sum(cost for _, cost in lost)
    text = f"{terms.titles(p for p, _ in lost)} find no room where they arrive, and cost"
    inquiry.note("12.2", text, points)
    return points


@rule("15.0", "5.1")
def score(draft: Draft) -> int:
    """Count the Victory Points of the turn.

    Returns
    -------
    int
        The change; the running total takes it in.
    """
    change = explain_change(Inquiry(draft))
    draft.set("vp", draft.number("vp") + change)
    return change


# --- who wins ---------------------------------------------------------------------------------------------


@rule("15.0")
def explain_winner(inquiry: Inquiry, points: int) -> str:
    """Side that wins with a total of Victory Points and the beaches as they are held.

    Parameters
    ----------
    inquiry, points
        Takes the steps; the running total.

    Returns
    -------
    str
        ``german`` or ``allied``.
    """
    held = r06_draw.beaches_held(inquiry)
    names = ", ".join(map(inquiry.board.name, held)) or "none"
    inquiry.note("15.0", f"beach Areas that the Allies control: {names}; 5 are needed", len(held))
    inquiry.note("15.0", "Victory Points; more than 30 are needed", points)
    won = len(held) >= BEACHES_NEEDED and points >= POINTS_NEEDED
    return terms.ALLIED if won else terms.GERMAN


def winner(view: View) -> str:
    """Side that has won a game that is over; empty before."""
    if view.text("phase") != "over":
        return ""
    return explain_winner(Inquiry(terms.state_of(view)), view.number("vp"))


_COUNTED = frozenset({"reinforcements-allied", "reinforcements-german", "over"})


@rule("5.1", "15.0")
def is_counted(view: View) -> bool:
    """Whether the Victory Points of the turn in play have been added to the running total already."""
    return view.text("phase") in _COUNTED


def victory_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer how the Victory Points stand, what the turn would change, and who wins or would win.

    Returns
    -------
    Ruling
        Its answer holds ``total``, ``change`` and ``winner``.
    """
    inquiry = Inquiry(position, strict=strict)
    over, counted = inquiry.text("phase") == "over", is_counted(inquiry)
    change, before = 0, inquiry.number("vp")
    if counted:
        inquiry.note("15.0", "the Victory Points of this turn have been counted")
    else:
        with inquiry.under("15.0", "if the turn ended now"):
            change = explain_rest(inquiry)
    adding = inquiry.adding("Victory Points")
    adding.add("15.0", "Allied Victory Points so far", before, "set")
    if not counted:
        adding.add("15.0", "change of this turn", change)
    side = explain_winner(inquiry, adding.value)
    last = inquiry.number("turn") == LAST_TURN
    said = "has won" if over else "would win, if this were the end of turn 8" if not last else "would win"
    verdict = f"The {side.capitalize()} player {said}, with {adding.value} Allied Victory Points."
    return inquiry.ruling("victory", verdict, {"total": adding.value, "change": change, "winner": side})
