"""Section 7.3: one activation: who takes part, its two parts, and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r05_groups, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from adjudicator.views import state_of

__all__ = [
    "BARRING",
    "COMBAT",
    "HANDLERS",
    "MOVEMENT",
    "EndActivation",
    "EndMovement",
    "acting",
    "activate",
    "acts_with",
    "arrived",
    "barred_at_me",
    "begin",
    "end",
    "members",
    "require_active",
    "require_part",
]

MOVEMENT, COMBAT = "movement", "combat"
BARRING = ("re", "isolated", "scattered")
_MARKERS = {"re": "an RE", "isolated": "an Isolated", "scattered": "a Scattered"}
_KINDS = {"me": "ME", "re": "RE", "corps": "Corps"}
_ALONE = frozenset({"strongpoint", "detachment"})
_BOXES = frozenset({"landing", "airfield"})


@dataclass(frozen=True, slots=True)
class EndMovement(Action):
    """End the movement part of the activation: attrition, bridges, then combat (12.21, 12.22).

    Examples
    --------
    >>> EndMovement()
    EndMovement()
    """


@dataclass(frozen=True, slots=True)
class EndActivation(Action):
    """End the activation: its units have done all that they were to do (7.24).

    Examples
    --------
    >>> EndActivation()
    EndActivation()
    """


# --- what others ask --------------------------------------------------------------------------------------


@rule("7.3", "7.4", "3.63")
def require_active(inquiry: Inquiry, section: str, uid: str, part: str = MOVEMENT) -> bool:
    """Whether a unit may do something in the activation under way; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``movement`` or ``combat``; empty where the part does not matter.

    Returns
    -------
    bool
        Whether all of it holds.
    """
    if uid not in inquiry.pieces:
        return inquiry.require(section, False, "", f"there is no unit {uid!r}")
    if not require_part(inquiry, section, part):
        return False
    unit = inquiry.pieces[uid].printed
    acts = inquiry.state.raw("side") in {UNKNOWN, unit.side}
    mine = f"the {unit.side.capitalize()} player does not act now"
    acts = inquiry.require("7.0", acts, "", mine, units=[uid])
    active = inquiry.state.raw("active", uid)
    if active is UNKNOWN and part != COMBAT and not acting(inquiry, [uid]):
        active = False  # others are said to be active, of another activation
    passed = f"{unit.title} is active" if active is True else f"{unit.title} is taken to be active"
    failed = f"{unit.title} does not take part in this activation"
    fits = inquiry.require("7.3", active is not False, passed, failed, units=[uid])
    return _its_group(inquiry, uid, part) and fits and acts


@rule("7.56")
def _its_group(inquiry: Inquiry, uid: str, part: str) -> bool:
    """Whether a unit is not the Corps HQ while Divisions of a Corps Activation move and fight."""
    early = (
        part and uid == inquiry.text("corps-hq") and inquiry.text("corps-group") in {"infantry", "armored"}
    )
    failed = "units of the Corps move and fight after all Divisions of the Corps Activation"
    return inquiry.require("7.56", not early, "", failed, units=[uid])


@rule("12.21", "12.22")
def require_part(inquiry: Inquiry, section: str, part: str = "") -> bool:
    """Whether an activation is under way and has come to a part; every failure is a violation.

    Parameters
    ----------
    section
        Section that opens the action.
    part
        ``movement`` or ``combat``; empty where it does not matter.
    """
    if inquiry.state.raw("activation") == "":
        return inquiry.require(section, False, "", "no activation is under way")
    now = inquiry.state.raw("part")
    fits = not part or now in {UNKNOWN, part}
    at = {"": "not at its movement yet", MOVEMENT: "at its movement", COMBAT: "at its combat"}
    failed = f"the activation is {at.get(str(now), 'elsewhere')}, not at its {part}"
    return inquiry.require(section, fits, "", failed)


@rule("3.63", "7.24")
def barred_at_me(view: View, uid: str) -> str:
    """Marker that keeps a unit out of an activation at ME, as the book names it; empty for none.

    Returns
    -------
    str
        Such as ``an RE``.
    """
    worn = [item for item in _MARKERS if view.flag(item, uid)]
    if (
        worn == ["isolated"]
        and not terms.is_hq(view.pieces[uid].printed)
        and view.option("isolated-me") == "B"
    ):
        return ""
    return _MARKERS[worn[0]] if worn else ""


# --- who takes part ---------------------------------------------------------------------------------------


@rule("7.25", "10.12")
def arrived(view: View, piece: Piece) -> bool:
    """Whether a unit is on the map, in a box from which it lands, or about to enter by its turn."""
    space = view.board.spaces.get(piece.space)
    if space is not None and (terms.is_hex(space) or space.kind in _BOXES):
        return True
    if piece.space != terms.POOL or view.number("returns", piece.uid):
        return False
    due = r05_groups.arrival_of(view, piece)
    return due is not None and due <= view.number("turn")


@rule("6.1", "7.3")
def members(view: View, hq: Piece | None, formation: str) -> tuple[Piece, ...]:
    """The HQ and the units of a formation that are there to act."""
    found = [*([hq] if hq is not None else []), *terms.organic(view, formation)]
    return tuple([p for p in found if arrived(view, p)])


@rule("7.24", "3.63", "7.3")
def begin(
    draft: Draft,
    hqs: Iterable[Piece],
    by: str,
    *,
    kind: str = "me",
    group: str = "",
    without: Iterable[str] = (),
) -> None:
    """Begin an activation at ME of the formations of these HQs.

    Parameters
    ----------
    hqs
        HQs that activate.
    kind
        ``me``, or ``corps`` in a Corps Activation.
    group
        Group of the Corps Activation.
    without
        Units that take no part although they could.
    """
    left_out, found = set(without), list[Piece]()
    for hq in hqs:
        formation = hq.printed.division
        if not terms.on_map(draft, hq):
            _join_hq(draft, formation)
        draft.set("activations", draft.number("activations", hq.uid) + 1, hq.uid)
        found += [p for p in members(draft, hq, formation) if p.uid not in left_out]
    ready = [p for p in found if not barred_at_me(draft, p.uid)]
    activate(draft, kind, by, [p.uid for p in ready], group=group)
    for piece in ready:
        draft.set("acted-me", True, piece.uid)


@rule("7.24")
def _join_hq(draft: Draft, formation: str) -> None:
    """Units that came before their HQ lose their RE markers when it enters at ME."""
    for unit in terms.organic(draft, formation):
        draft.clear("re", unit.uid)


@rule("7.0")
def activate(
    draft: Draft, kind: str, by: str, units: Iterable[str], *, part: str = MOVEMENT, group: str = ""
) -> None:
    """State that an activation is under way, and which units are active.

    Parameters
    ----------
    kind
        ``me``, ``re`` or ``corps``.
    by
        The marker, or the formation of the RE Phase.
    group
        Group of a Corps Activation.
    """
    draft.set("activation", kind)
    draft.set("activated-by", by)
    draft.set("part", part)
    draft.set("corps-group", group)
    for uid in units:
        draft.set("active", True, uid)
        draft.set("side", draft.pieces[uid].printed.side)
    from adjudicator.june_six import r10_airborne

    r10_airborne.on_activation(draft)


@rule("7.11", "7.24", "7.26")
def acts_with(view: View, piece: Piece) -> str:
    """Whom a unit acts with: its formation, by a Corps marker all Corps of its nation, at RE only itself.

    Returns
    -------
    str
        Empty for an ad hoc unit of no formation, with which any may act.
    """
    if piece.printed.type in _ALONE:
        return piece.uid
    slug = terms.formation_of(view, piece)
    known, head = load_formations(view).get(slug), terms.hq_of(view, slug)
    corps = (
        known.level == "corps" if known is not None else head is not None and terms.is_corps_hq(head.printed)
    )
    by_marker = state_of(view).raw("activation") != "corps" and state_of(view).raw("phase") != "re"
    return f"{terms.nation_of(piece.printed)}-corps" if corps and by_marker else slug


@rule("3.63", "7.3", "7.24")
def acting(view: View, uids: Iterable[str]) -> tuple[str, ...]:
    """Those of some units that act in the activation under way; without one, of one activation only.

    Where nothing says who is active, those act that have the most Combat Strength together.
    """
    state, units = state_of(view), list(uids)
    known = [u for u in state.subjects("active") if state.raw("active", u) is True and u in view.pieces]
    sides = {view.pieces[u].side for u in units}
    mine = {acts_with(view, view.pieces[u]) for u in known if view.pieces[u].side in sides}
    if mine:
        units = [u for u in units if state.raw("active", u) is not False]
    keys = {u: acts_with(view, view.pieces[u]) for u in units}
    if not mine:
        weights = Counter[str]()
        for uid, key in keys.items():
            weights[key] += terms.rating(state, view.pieces[uid], "cs", "7.3") if key else 0
        mine = {key for key, _ in weights.most_common(1)}
    return tuple([u for u in units if keys[u] in mine | {""} or u in known])


# --- its end ----------------------------------------------------------------------------------------------


@rule("7.24", "3.64", "3.7")
def end(draft: Draft) -> None:
    """End the activation under way: what it knew is forgotten, and play goes on by its kind."""
    kind, by, group = draft.text("activation"), draft.text("activated-by"), draft.text("corps-group")
    acted = [uid for uid in draft.subjects("active") if draft.flag("active", uid)]
    corps_hq = draft.text("corps-hq")
    points = draft.number("artillery-used", corps_hq) if kind == "corps" else 0
    draft.forget("activation")
    if kind == "re":
        from adjudicator.june_six import r07_re_phase

        r07_re_phase.finish(draft, by, acted)
    elif kind == "corps":
        from adjudicator.june_six import r07_corps

        draft.set("artillery-used", points, corps_hq)
        r07_corps.go_on(draft, by, group)
    else:
        from adjudicator.june_six import r07_draws

        r07_draws.conclude(draft)


# --- the two actions --------------------------------------------------------------------------------------


def _active(view: View) -> list[Piece]:
    return [view.pieces[u] for u in view.subjects("active") if view.flag("active", u) and u in view.pieces]


@rule("9.11", "12.21", "12.22")
def _check_end_movement(inquiry: Inquiry, action: EndMovement) -> None:  # noqa: ARG001 - it has no fields
    from adjudicator.june_six import r09_stacking

    if not require_part(inquiry, "12.21", MOVEMENT):
        return
    side = inquiry.text("side")
    hexes = sorted({p.space for p in _active(inquiry) if terms.on_map(inquiry, p)})
    for space in hexes:
        for section, text in r09_stacking.faults(inquiry, space, side):
            inquiry.refuse(section, text, spaces=[space])
    if not inquiry.violations:
        inquiry.note("9.11", "stacking is legal at the end of movement")


@rule("8.31", "20.53", "12.21")
def _perform_end_movement(draft: Draft, action: EndMovement) -> None:  # noqa: ARG001 - it has no fields
    from adjudicator.june_six import r08_attrition, r20_bridges

    draft.set("part", COMBAT)
    r20_bridges.complete(draft)
    r08_attrition.after_movement(draft)


def _end_movement_options(state: State) -> Iterator[EndMovement]:
    if state.text("activation") and state.text("part") == MOVEMENT:
        yield EndMovement()


@rule("7.24", "3.64", "14.23")
def _check_end(inquiry: Inquiry, action: EndActivation) -> None:  # noqa: ARG001 - it has no fields
    from adjudicator.june_six.r14_counterattack import owed

    tot = inquiry.text("corps-group") == "tot"
    for space in owed(inquiry):
        text = f"the attack on {inquiry.board.name(space)}, which was named, is still to be made"
        inquiry.refuse("14.23", text, spaces=[space])
    if require_part(inquiry, "7.24", "" if tot else COMBAT):
        kind = _KINDS.get(inquiry.text("activation"), "")
        inquiry.note("7.24", f"the {kind} activation ends" if not tot else "the Corps HQ has had its TOT")
        if inquiry.text("activation") == "me":
            _note_pool(inquiry)


@rule("3.64", "3.65")
def _note_pool(inquiry: Inquiry) -> None:
    from adjudicator.june_six import r07_markers as markers

    left = len(markers.in_place(inquiry, markers.CUP))
    if left:
        inquiry.note("3.64", "another marker is drawn from those in the cup", left)
    else:
        inquiry.note("3.65", "the pool is empty: the RE Activation Phase follows")


def _perform_end(draft: Draft, action: EndActivation) -> None:  # noqa: ARG001 - it has no fields
    end(draft)


def _end_options(state: State) -> Iterator[EndActivation]:
    if state.text("activation") and (state.text("part") == COMBAT or state.text("corps-group") == "tot"):
        yield EndActivation()


_PHASES = frozenset({"me", "re"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        EndMovement,
        _check_end_movement,
        _perform_end_movement,
        _end_movement_options,
        "12.21",
        phases=_PHASES,
    ),
    Handler(EndActivation, _check_end, _perform_end, _end_options, "7.24", phases=_PHASES),
)
