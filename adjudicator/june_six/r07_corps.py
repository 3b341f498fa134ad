"""Section 7.5: the Corps Activation: its declaration, who takes part, and the order of its groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r07_activation, r07_free_ops, r07_hqs, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.formations import load_formations
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "FIRST_TURN",
    "HANDLERS",
    "MOST_DIVISIONS",
    "PRICE",
    "RANGE",
    "ActivateDivision",
    "DeclareCorps",
    "PassGroup",
    "declaration_faults",
    "explain_corps",
    "go_on",
    "group_of_division",
    "in_range",
    "open_activation",
    "out_of_range",
    "price",
    "subordinates",
]

PRICE, FIRST_TURN, RANGE, MOST_DIVISIONS = 12, 5, 10, 5
GROUPS = ("infantry", "armored")
_ARMORED = frozenset({"armored", "panzer", "panzer-grenadier"})


@dataclass(frozen=True, slots=True)
class _Group:
    """Which group of Divisions acts now, by which marker."""

    group: str
    marker: str


_CHOICE = Frame("corps-division", "7.56", _Group)


@dataclass(frozen=True, slots=True)
class DeclareCorps(Action):
    """Declare a Corps Activation for twelve Resource Points: the first activation of the turn (7.51).

    Parameters
    ----------
    divisions
        Divisions that the German player chooses; empty for the Allied player, whose subordinate ones all go.

    Examples
    --------
    >>> DeclareCorps("us-v-hq", ()).hq
    'us-v-hq'
    """

    hq: str
    divisions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActivateDivision(Action):
    """Name the Division of the group that acts next (7.56).

    Examples
    --------
    >>> ActivateDivision("us-1").division
    'us-1'
    """

    division: str


@dataclass(frozen=True, slots=True)
class PassGroup(Action):
    """Let the Divisions of the group that have not acted do nothing (7.56).

    Examples
    --------
    >>> PassGroup()
    PassGroup()
    """


# --- who could take part ----------------------------------------------------------------------------------


@rule("7.56", "6.11")
def group_of_division(at: Located, division: str) -> str:
    """Group of a Division in the sequence of a Corps Activation.

    Returns
    -------
    str
        ``armored`` for Allied armored, Panzer and Panzer Grenadier Divisions, otherwise ``infantry``.
    """
    known = load_formations(at).get(division)
    return "armored" if known is not None and known.kind in _ARMORED else "infantry"


def _division_hqs(view: View, side: str) -> list[Piece]:
    hqs = [p for p in view.pieces.values() if terms.is_division_hq(p.printed) and p.printed.side == side]
    return sorted((p for p in hqs if markers.group_of_hq(p)), key=lambda p: p.uid)


@rule("7.53", "7.54")
def subordinates(view: View, corps_hq: Piece) -> tuple[str, ...]:
    """Divisions that a Corps HQ can take along: its own, or any of the German player's.

    Returns
    -------
    tuple of str
        Slugs of those whose HQ is on the map.
    """
    hqs = [hq for hq in _division_hqs(view, corps_hq.printed.side) if terms.on_map(view, hq)]
    if corps_hq.printed.side == terms.ALLIED:
        hqs = [hq for hq in hqs if terms.parent_corps(hq.printed) == corps_hq.printed.division]
    return tuple([hq.printed.division for hq in hqs])


@rule("7.55")
def in_range(view: View, corps_hq: Piece, piece: Piece) -> bool:
    """Whether a unit is within ten hexes of the Corps HQ."""
    both = terms.on_map(view, corps_hq) and terms.on_map(view, piece)
    return both and terms.distance(corps_hq.space, piece.space) <= RANGE


@rule("7.55")
def out_of_range(view: View, corps_hq: Piece, division: str) -> tuple[str, ...]:
    """Units of a Division that are too far from the Corps HQ to take part.

    Returns
    -------
    tuple of str
        Ids; the HQ itself among them where nobody takes part.
    """
    found = r07_activation.members(view, terms.hq_of(view, division), division)
    return tuple([p.uid for p in found if not in_range(view, corps_hq, p)])


@rule("7.51", "1.0")
def price(view: View, side: str) -> int:
    """Resource Points of a Corps Activation: twelve, or what of them falls to the part in play."""
    return r01_part.shared(view, PRICE, side)


# --- the declaration --------------------------------------------------------------------------------------


@rule("7.51", "7.52", "7.54", "7.57", "5.17")
def declaration_faults(view: View, action: DeclareCorps) -> list[Fault]:
    """Why a Corps Activation cannot be declared."""
    side, hq = view.text("side"), view.pieces.get(action.hq)
    if hq is None or not terms.is_corps_hq(hq.printed) or hq.printed.side != side:
        return [Fault("7.52", f"{action.hq} is no Corps HQ of the {side.capitalize()} player")]
    found, name = list[Fault](), hq.printed.title
    if view.text("initiative") != side:
        found.append(Fault("7.51", f"the {side.capitalize()} player does not have the initiative"))
    if view.number("turn") < FIRST_TURN:
        found.append(Fault("7.51", "Corps Activations begin with the June 13-14 turn"))
    if view.number("rp", side) < price(view, side):
        found.append(
            Fault("7.51", f"it costs {price(view, side)} Resource Points, not {view.number('rp', side)}")
        )
    if view.text("corps-hq"):
        found.append(Fault("7.51", "a Corps Activation has been declared this turn"))
    if side == terms.GERMAN and view.flag("corps-activated", side):
        found.append(Fault("7.57", "the German player has had his Corps Activation of the scenario"))
    if not terms.on_map(view, hq):
        found.append(Fault("7.52", f"{name} is not on the map"))
    elif marker := r07_activation.barred_at_me(view, hq.uid):
        found.append(Fault("5.17", f"{name} bears {marker} marker"))
    if not _marker(view, markers.group_of_hq(hq)):
        found.append(Fault("7.51", "no Corps marker is left to hold out"))
    return found + _division_faults(view, hq, action.divisions)


@rule("7.53", "7.54", "5.17")
def _division_faults(view: View, hq: Piece, divisions: tuple[str, ...]) -> list[Fault]:
    possible, found = subordinates(view, hq), list[Fault]()
    if hq.printed.side == terms.ALLIED:
        return (
            [Fault("7.53", "all Divisions of an Allied Corps activate: none is chosen")] if divisions else []
        )
    if len(set(divisions)) != len(divisions) or len(divisions) > MOST_DIVISIONS:
        found.append(Fault("7.54", "up to five different Divisions may be chosen"))
    for slug in divisions:
        name = markers.name_of_group(view, slug)
        if slug not in possible:
            found.append(Fault("7.54", f"{name} is no German Division on the map"))
        elif not _is_near(view, hq, slug):
            found.append(Fault("7.55", f"the HQ of {name} is more than ten hexes from {hq.printed.title}"))
        elif not _has_marker(view, slug):
            found.append(
                Fault("7.54", f"no marker of {name} is left, or its HQ bears an RE or Isolated marker")
            )
    return found


def _has_marker(view: View, division: str) -> bool:
    """Whether a marker of a Division can be set aside."""
    head = terms.hq_of(view, division)
    barred = head is None or r07_activation.barred_at_me(view, head.uid)
    return not barred and bool(_marker(view, division))


@rule("7.51", "7.53", "7.54")
def _marker(view: View, group: str) -> str:
    """A marker that can be held out or set aside: one that was not bought, or else one that was; or none."""
    bought = (chit for chit in markers.chits_of(group) if view.text("am", chit) == markers.CUP)
    return next(markers.spare(view, group), "") or next(bought, "")


@rule("7.55")
def _is_near(view: View, corps_hq: Piece, division: str) -> bool:
    """Whether the HQ of a Division is within ten hexes of the Corps HQ."""
    head = terms.hq_of(view, division)
    return head is not None and in_range(view, corps_hq, head)


@rule("7.53", "7.54", "7.55")
def _taking_part(view: View, hq: Piece, chosen: tuple[str, ...]) -> tuple[str, ...]:
    slugs = chosen if hq.printed.side == terms.GERMAN else subordinates(view, hq)
    return tuple([slug for slug in slugs if _has_marker(view, slug) and _is_near(view, hq, slug)])


@rule("7.51", "7.53", "7.54", "7.55", "7.56")
def explain_corps(inquiry: Inquiry, action: DeclareCorps) -> tuple[str, ...]:
    """Say whether a Corps Activation can be declared, and who would take part.

    Returns
    -------
    tuple of str
        Divisions that would take part.
    """
    for section, text in declaration_faults(inquiry, action):
        inquiry.refuse(section, text)
    hq = inquiry.pieces.get(action.hq)
    if hq is None or not terms.is_corps_hq(hq.printed):
        return ()
    inquiry.note("7.51", "Resource Points", price(inquiry, hq.printed.side))
    inquiry.note("7.52", f"of all Corps HQs only {hq.printed.title} activates; a Corps marker is held out")
    if hq.printed.side == terms.ALLIED:
        inquiry.note("7.53", "all subordinate Divisions activate, at no further cost")
    else:
        inquiry.note("7.54", "German Divisions chosen, five at most", len(action.divisions))
        inquiry.note("7.57", "it is the only one of the scenario")
    found = _taking_part(inquiry, hq, action.divisions)
    possible = action.divisions if hq.printed.side == terms.GERMAN else subordinates(inquiry, hq)
    for slug in possible:
        _explain_division(inquiry, hq, slug)
    inquiry.note("7.56", "order: a US Corps HQ's TOT, infantry, armored Divisions, then the Corps units")
    return found


@rule("7.55", "7.56")
def _explain_division(inquiry: Inquiry, hq: Piece, division: str) -> None:
    name, far = markers.name_of_group(inquiry, division), out_of_range(inquiry, hq, division)
    head = terms.hq_of(inquiry, division)
    if head is not None and head.uid in far:
        inquiry.note("7.55", f"{name} is more than ten hexes away: the Division takes no part")
        return
    inquiry.note("7.55", f"the HQ of {name} is within ten hexes")
    if not _has_marker(inquiry, division):
        inquiry.note("7.53", f"no marker of {name} can be set aside: the Division takes no part")
        return
    inquiry.note("7.56", f"{name} acts in the group of {group_of_division(inquiry, division)} Divisions")
    for uid in far:
        text = f"{inquiry.pieces[uid].printed.title} is more than ten hexes away and takes no part"
        inquiry.note("7.55", text)


def _check_declare(inquiry: Inquiry, action: DeclareCorps) -> None:
    explain_corps(inquiry, action)


@rule("7.51", "7.53", "7.54")
def _perform_declare(draft: Draft, action: DeclareCorps) -> None:
    side, hq = draft.text("side"), draft.pieces[action.hq]
    taking = _taking_part(draft, hq, action.divisions)
    draft.set("rp", draft.number("rp", side) - price(draft, side), side)
    draft.set("corps-hq", hq.uid)
    draft.set("corps-activated", True, side)
    markers.put(draft, _marker(draft, markers.group_of_hq(hq)), markers.INITIATIVE)
    for slug in taking:
        markers.put(draft, _marker(draft, slug), markers.ASIDE)


def _declare_options(state: State) -> Iterator[DeclareCorps]:
    side = state.text("side")
    if state.number("rp", side) < price(state, side) or state.text("initiative") != side:
        return
    groups = [g for g in markers.CORPS_GROUPS.values() if markers.side_of_group(g) == side]
    for hq in [hq for group in groups for hq in markers.hqs_of_group(state, group)]:
        if side == terms.ALLIED:
            yield DeclareCorps(hq.uid, ())
        else:
            near = [s for s in subordinates(state, hq) if _is_near(state, hq, s)]
            yield DeclareCorps(hq.uid, tuple([s for s in near if _has_marker(state, s)][:MOST_DIVISIONS]))


# --- its course -------------------------------------------------------------------------------------------


@rule("7.52", "7.53", "7.56", "5.33")
def open_activation(draft: Draft, chit: str) -> None:
    """Begin a Corps Activation with the marker that was held out."""
    hq = draft.pieces[draft.text("corps-hq")]
    able = not r07_hqs.activation_faults(draft, hq) and r07_hqs.check_loc(draft, hq)
    if not able and draft.option("corps-without-loc") == "A":
        for aside in _aside(draft):
            markers.put(draft, f"am-{aside}-{_number(draft, aside)}", markers.USED)
        return
    tot = able and terms.nation_of(hq.printed) == terms.US and not draft.flag("fired", hq.uid)
    if tot:
        r07_activation.activate(draft, "corps", chit, [hq.uid], part="", group="tot")
    else:
        _next_group(draft, chit, "infantry")


def _aside(view: View) -> list[str]:
    """Divisions whose marker is set aside for the Corps Activation."""
    chits = markers.in_place(view, markers.ASIDE)
    return [markers.group_of_marker(c) for c in chits if not markers.is_free_ops(c)]


def _number(view: View, division: str) -> str:
    chit = next(c for c in markers.chits_of(division) if view.text("am", c) == markers.ASIDE)
    return chit.rpartition("-")[2]


@rule("7.55", "7.56")
def _ready(view: View, group: str) -> tuple[str, ...]:
    """Divisions of a group that may act now."""
    hq = view.pieces[view.text("corps-hq")]
    found = []
    for division in _aside(view):
        head = terms.hq_of(view, division)
        near = head is not None and in_range(view, hq, head)
        if head is not None and near and not r07_hqs.activation_faults(view, head):
            found.append(division)
    return tuple([d for d in found if group_of_division(view, d) == group])


@rule("7.56")
def _next_group(draft: Draft, chit: str, group: str) -> None:
    """Ask for the next Division of a group, or go on to the next group, at last to the Corps units."""
    for name in GROUPS[GROUPS.index(group) :]:
        if _ready(draft, name):
            side = markers.side_of_marker(chit)
            draft.set("side", side)
            _CHOICE.push(draft, _Group(name, chit), side)
            return
    for division in _aside(draft):
        markers.put(draft, f"am-{division}-{_number(draft, division)}", markers.USED)
    hq = draft.pieces[draft.text("corps-hq")]
    if r07_activation.barred_at_me(draft, hq.uid) or not terms.on_map(draft, hq):
        _close(draft)
    else:
        r07_activation.begin(draft, [hq], chit, kind="corps", group="corps")


@rule("7.56")
def go_on(draft: Draft, chit: str, group: str) -> None:
    """Go on after one part of a Corps Activation.

    Parameters
    ----------
    group
        The group that has acted: ``tot``, ``infantry``, ``armored`` or ``corps``.
    """
    if group == "corps":
        _close(draft)
    else:
        _next_group(draft, chit, "infantry" if group == "tot" else group)


def _close(draft: Draft) -> None:
    """End the Corps Activation: the points that its HQ used are no longer counted."""
    draft.clear("artillery-used")
    r07_free_ops.conclude(draft)


@rule("7.56")
def _check_division(inquiry: Inquiry, action: ActivateDivision) -> None:
    asked = _CHOICE.asked(inquiry)
    group = asked.group if asked is not None else "infantry"
    name = markers.name_of_group(inquiry, action.division)
    inquiry.note("7.56", f"the group of {group} Divisions acts, one at a time, in any order")
    failed = f"{name} is no Division of the group that can act now"
    inquiry.require("7.56", action.division in _ready(inquiry, group), f"{name} is next", failed)


@rule("7.55", "7.56", "5.33", "16.26")
def _perform_division(draft: Draft, action: ActivateDivision) -> None:
    asked = _CHOICE.settle(draft)
    markers.put(draft, f"am-{action.division}-{_number(draft, action.division)}", markers.USED)
    head, hq = terms.hq_of(draft, action.division), draft.pieces[draft.text("corps-hq")]
    assert head is not None  # noqa: S101 - it was there when the choice was legal
    if r07_hqs.check_loc(draft, head):
        far = out_of_range(draft, hq, action.division)
        r07_activation.begin(draft, [head], asked.marker, kind="corps", group=asked.group, without=far)
        if not r07_activation.barred_at_me(draft, hq.uid):
            draft.set("active", True, hq.uid)
    else:
        _next_group(draft, asked.marker, asked.group)


def _division_options(state: State) -> Iterator[ActivateDivision]:
    return (ActivateDivision(d) for d in _ready(state, _CHOICE.read(state.pending[-1]).group))


@rule("7.56")
def _check_pass(inquiry: Inquiry, action: PassGroup) -> None:  # noqa: ARG001 - it has no fields
    inquiry.note("7.56", "the other Divisions of the group do nothing")


def _perform_pass(draft: Draft, action: PassGroup) -> None:  # noqa: ARG001 - it has no fields
    asked = _CHOICE.settle(draft)
    for division in _ready(draft, asked.group):
        markers.put(draft, f"am-{division}-{_number(draft, division)}", markers.USED)
    _next_group(draft, asked.marker, asked.group)


def _pass_options(state: State) -> Iterator[PassGroup]:  # noqa: ARG001 - it is always open
    yield PassGroup()


_LOGISTICS, _CHOOSE = frozenset({"allied-logistics", "german-logistics"}), frozenset({_CHOICE.kind})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(DeclareCorps, _check_declare, _perform_declare, _declare_options, "7.51", phases=_LOGISTICS),
    Handler(ActivateDivision, _check_division, _perform_division, _division_options, "7.56", answers=_CHOOSE),
    Handler(PassGroup, _check_pass, _perform_pass, _pass_options, "7.56", answers=_CHOOSE),
)
