"""Sections 5.14-5.19, 7.22 and 7.23: Activation Markers are bought; others come free into the cup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r04_weather, r05_groups, r07_activation, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.formations import Formation, load_formations
from adjudicator.june_six.r10_schedule import ONE_ONLY, RE_ONLY
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PRICE",
    "Purchase",
    "add_free_markers",
    "arriving",
    "explain_free_markers",
    "explain_purchase",
    "free_markers",
    "is_free",
    "note_of",
    "purchasable",
    "purchase_faults",
]

PRICE = 1
_PHASES = frozenset({"allied-logistics", "german-logistics"})


@dataclass(frozen=True, slots=True)
class Purchase(Action):
    """Buy one Activation Marker for a Resource Point (5.14).

    Parameters
    ----------
    marker
        Division such as ``us-1``, or ``us-corps``, ``commonwealth-corps``, ``german-corps``.

    Examples
    --------
    >>> Purchase("us-corps").marker
    'us-corps'
    """

    marker: str


# --- formations that arrive -------------------------------------------------------------------------------


def _formation(view: View, slug: str) -> Formation | None:
    return load_formations(view).get(slug)


@rule("7.23")
def note_of(view: View, formation: str) -> str:
    """Exception that the Reinforcement Schedule makes for the markers of an arriving formation.

    Returns
    -------
    str
        ``1 AM Only``, ``RE Phase Only`` or empty.
    """
    known = _formation(view, formation)
    return known.note if known is not None else ""


@rule("5.14", "10.11", "10.34", "10.36", "10.37")
def arriving(view: View, hq: Piece) -> bool:
    """Whether an HQ is to enter the map this turn: due, not withheld, and not on the map yet."""
    formation, turn = hq.printed.division, view.number("turn")
    if not r07_activation.awaits_entry(view, hq) or view.number("withheld", formation) == turn:
        return False
    later = view.number("available-from", formation)
    return later <= turn if later else r07_activation.arrived(view, hq)


@rule("5.16", "7.23")
def is_free(view: View, group: str) -> bool:
    """Whether the markers of a group cost nothing this turn.

    Parameters
    ----------
    group
        Division, or ``us-corps`` ...
    """
    if any(view.flag("free", chit) for chit in markers.chits_of(group)):
        return True
    if markers.is_corps_group(group) and view.option("corps-reinforcement") == "A":
        return False
    return any(arriving(view, hq) for hq in markers.hqs_of_group(view, group))


@rule("7.23", "5.16")
def free_markers(view: View, group: str) -> int:
    """How many markers of a group go into the cup at no cost this turn.

    Parameters
    ----------
    group
        Division, or ``us-corps`` ...
    """
    if not is_free(view, group) or _withheld(view, group):
        return 0
    notes = {_note_now(view, hq) for hq in markers.hqs_of_group(view, group) if arriving(view, hq)}
    return 0 if RE_ONLY in notes else 1 if ONE_ONLY in notes else len(markers.chits_of(group))


@rule("7.23", "10.34", "10.36")
def _note_now(view: View, hq: Piece) -> str:
    """The schedule's exception for a formation on the turn on which it is due; none on a later one."""
    formation, turn = hq.printed.division, view.number("turn")
    due = view.number("available-from", formation) or r05_groups.formation_arrival(view, formation) or 1
    return note_of(view, formation) if due == turn else ""


@rule("10.36", "10.37")
def _withheld(view: View, group: str) -> bool:
    """Whether a formation has been held back this turn: its markers stay out of the cup."""
    return 0 < view.number("withheld", group) == view.number("turn")


def _groups(view: View, side: str) -> tuple[str, ...]:
    """Groups of markers of a side, from the HQs in the game."""
    hqs = [p for p in view.pieces.values() if terms.is_hq(p.printed) and p.printed.side == side]
    return tuple(sorted({group for group in map(markers.group_of_hq, hqs) if group}))


@rule("3.22", "3.42", "7.22", "7.23", "4.12", "4.23", "10.12")
def add_free_markers(draft: Draft, side: str) -> None:
    """Put the markers that cost nothing into the cup: those of reinforcements, and Free Ops."""
    for group in _groups(draft, side):
        chits = markers.chits_of(group)
        for chit in chits[: free_markers(draft, group)]:
            if not draft.text("am", chit):
                markers.put(draft, chit, markers.CUP)
        for chit in () if _withheld(draft, group) else chits:
            draft.clear("free", chit)
    _mark_late(draft, side)
    row = r04_weather.effects(draft, draft.text("weather"))
    place = markers.ASIDE if row.flag("held") else markers.CUP
    for chit in markers.chits_of(markers.FREE_OPS[side])[: r04_weather.free_ops(draft, side)]:
        markers.put(draft, chit, place)


@rule("7.23", "10.12")
def _mark_late(draft: Draft, side: str) -> None:
    """Formations that enter in the RE Phase only get an RE marker on their HQ."""
    for hq in [p for p in draft.pieces.values() if terms.is_hq(p.printed) and p.printed.side == side]:
        if arriving(draft, hq) and _note_now(draft, hq) == RE_ONLY:
            draft.set("re", True, hq.uid)


@rule("7.22", "7.23", "4.12", "4.23")
def explain_free_markers(inquiry: Inquiry, side: str) -> None:
    """Say which markers a side gets for nothing as its Logistics Phase ends.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    """
    for group in _groups(inquiry, side):
        if is_free(inquiry, group):
            name = markers.name_of_group(inquiry, group)
            inquiry.note("7.23", f"free markers of {name} for the cup", free_markers(inquiry, group))
    row = r04_weather.effects(inquiry, inquiry.text("weather"))
    if number := r04_weather.free_ops(inquiry, side):
        where = "held and declared after any activation" if row.flag("held") else "put into the cup"
        inquiry.note("7.22", f"Free Ops markers, {where}", number)


# --- what can be bought -----------------------------------------------------------------------------------


@rule("5.14", "5.15", "5.16", "5.17", "7.11")
def purchase_faults(view: View, side: str, group: str) -> list[Fault]:
    """Why a side cannot buy a marker of a group; its Resource Points are left out of account.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    group
        Division, or ``us-corps`` ...
    """
    name, hqs = markers.name_of_group(view, group), markers.hqs_of_group(view, group)
    hqs = tuple([hq for hq in hqs if hq.printed.side == side])
    if markers.is_free_ops(group):
        return [Fault("5.11", "Free Ops markers are not bought")]
    if not hqs and (out := markers.absent(view, group)):
        return out
    if not hqs:
        head = terms.hq_of(view, group)
        if head is not None and "cherbourg" in head.printed.marks:
            return [Fault("7.11", f"{name} has no Activation Marker")]
        return [Fault("5.14", f"{name} is no Division or Corps of the {side.capitalize()} player")]
    found = list[Fault]()
    if is_free(view, group):
        late = any(arriving(view, hq) and _note_now(view, hq) == RE_ONLY for hq in hqs)
        free, none = f"the markers of {name} are free this turn", f"{name} enters in the RE Phase only"
        found.append(Fault("7.23", none) if late else Fault("5.16", free))
    if next(markers.spare(view, group), None) is None:
        found.append(Fault("5.14", f"both markers of {name} have been taken"))
    return found + _hq_faults(view, group, hqs)


@rule("5.15", "5.17")
def _hq_faults(view: View, group: str, hqs: tuple[Piece, ...]) -> list[Fault]:
    there = [hq for hq in hqs if terms.on_map(view, hq)]
    if any(arriving(view, hq) for hq in hqs):
        return []
    if not there:
        return [Fault("5.15", f"{markers.name_of_group(view, group)} has no HQ on the map")]
    barred = {hq.uid: _marker(view, hq) for hq in there}
    if not all(barred.values()):
        return []
    if markers.is_corps_group(group):
        name = markers.name_of_group(view, group)
        return [Fault("5.17", f"all {name} HQs bear RE or Isolated markers")]
    return [Fault("5.17", f"{hq.printed.title} bears {barred[hq.uid]} marker") for hq in there]


def _marker(view: View, hq: Piece) -> str:
    return "an RE" if view.flag("re", hq.uid) else "an Isolated" if view.flag("isolated", hq.uid) else ""


@rule("5.14", "5.18")
def purchasable(view: View, side: str) -> tuple[str, ...]:
    """Groups of which a side can buy a marker now, its Resource Points left out of account.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    """
    return tuple([g for g in _groups(view, side) if not purchase_faults(view, side, g)])


# --- the action -------------------------------------------------------------------------------------------


@rule("5.11", "5.14")
def explain_purchase(inquiry: Inquiry, side: str, group: str) -> None:
    """Say whether a side can buy a marker, and what it costs.

    Parameters
    ----------
    side
        ``allied`` or ``german``.
    group
        Division, or ``us-corps`` ...
    """
    faults = purchase_faults(inquiry, side, group)
    for section, text in faults:
        inquiry.refuse(section, text)
    left, name = inquiry.number("rp", side), markers.name_of_group(inquiry, group)
    inquiry.note("5.12", f"Resource Points of the {side.capitalize()} player", left)
    failed = f"no Resource Point is left of the {side.capitalize()} player's"
    inquiry.require("5.11", left >= PRICE, "markers are bought with Resource Points", failed)
    if not inquiry.violations:
        number = len(markers.taken(inquiry, group)) + 1
        inquiry.note("3.22" if side == terms.ALLIED else "3.42", "bought in the Logistics Phase")
        inquiry.note("5.14", f"marker number {number} of {name}", PRICE)
        inquiry.note("5.15", f"with it {name} can act at ME")
        inquiry.note("5.19", "it is set aside for the cup")
        _note_barred(inquiry, group)


@rule("5.17")
def _note_barred(inquiry: Inquiry, group: str) -> None:
    """Say which HQs of a Corps marker it does not activate as things stand."""
    there = [hq for hq in markers.hqs_of_group(inquiry, group) if terms.on_map(inquiry, hq)]
    for hq in there:
        if marker := _marker(inquiry, hq):
            inquiry.note("5.17", f"{hq.printed.title} bears {marker} marker; another Corps HQ does not")


def _check(inquiry: Inquiry, action: Purchase) -> None:
    explain_purchase(inquiry, inquiry.text("side"), action.marker)


@rule("5.14", "5.19")
def _perform(draft: Draft, action: Purchase) -> None:
    side = draft.text("side")
    draft.set("rp", draft.number("rp", side) - PRICE, side)
    markers.put(draft, next(markers.spare(draft, action.marker)), markers.CUP)


def _options(state: State) -> Iterator[Purchase]:
    side = state.text("side")
    if state.number("rp", side) >= PRICE:
        yield from (Purchase(group) for group in purchasable(state, side))


HANDLERS: tuple[Handler[Any], ...] = (Handler(Purchase, _check, _perform, _options, "5.14", phases=_PHASES),)
