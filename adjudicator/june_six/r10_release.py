"""Sections 10.32 to 10.34: the release of German reinforcements, the override, automatic entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r05_groups, r07_activation, r10_entry, terms
from adjudicator.june_six.formations import load_formations
from adjudicator.june_six.r07_markers import is_hidden
from adjudicator.june_six.r13_losses import lose_step
from adjudicator.june_six.r17_interdiction import interdiction
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Used
from adjudicator.tables import cite
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "AbideByRelease",
    "Override",
    "Strafe",
    "chance",
    "explain_release",
    "is_here",
    "may_be_strafed",
    "modifier",
    "needs_release",
    "on_marker",
    "release_number",
]

_RELEASE = "release"
_HEAVY = -2


@dataclass(frozen=True, slots=True)
class Override(Action):
    """The German player brings a formation on in spite of its Release roll (10.33).

    Examples
    --------
    >>> Override()
    Override()
    """


@dataclass(frozen=True, slots=True)
class AbideByRelease(Action):
    """The German player leaves a formation off the map for now (10.33).

    Examples
    --------
    >>> AbideByRelease()
    AbideByRelease()
    """


@dataclass(frozen=True, slots=True)
class Strafe(Action):
    """The Allied player names the unit of an overriding formation that loses a step (10.33).

    Examples
    --------
    >>> Strafe("ge-lehr-130").unit
    'ge-lehr-130'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class _Failed:
    """Which formation was not released, by which marker."""

    formation: str
    chit: str


@dataclass(frozen=True, slots=True)
class _Strafed:
    """Which units of a formation can lose a step as it enters by a marker."""

    formation: str
    chit: str
    units: tuple[str, ...]


_FAILED, _STRAFE = Frame("release-failed", "10.33", _Failed), Frame("strafing", "10.33", _Strafed)


# --- the number and the roll ------------------------------------------------------------------------------


@rule("10.32")
def is_here(view: View, formation: str) -> bool:
    """Whether the HQ of a formation stands on the map, so that no roll releases it any more.

    Parameters
    ----------
    view, formation
        The position, and the slug of the formation.
    """
    hq = terms.hq_of(view, formation)
    return hq is not None and terms.on_map(view, hq)


@rule("10.31", "10.34")
def release_number(view: View, formation: str) -> int | None:
    """Release Number of a formation; None where it enters by itself."""
    known, group = load_formations(view).get(formation), r05_groups.formation_group(view, formation)
    if known is None or known.release is None or view.flag("automatic", formation):
        return None
    if group is not None:
        return cite(view, group, "release", "10.31")
    if isinstance(view, Inquiry):
        used = Used(f"Release Number of {known.name}", "formations.csv", formation, "release")
        view.source("10.31", used, known.sources.of("release"))
    return known.release


@rule("10.31", "10.34")
def needs_release(view: View, formation: str) -> bool:
    """Whether a formation must be released before it enters."""
    return release_number(terms.state_of(view), formation) is not None


@rule("10.32", "10.34", "4.12", "17.24", "18.23")
def modifier(view: View, formation: str) -> int:
    """What is added to a Release roll: interdiction of the Entry hexes, less two in Heavy Overcast."""
    letters = r10_entry.entry_letters(view, formation)
    total = interdiction(view, letters[0]) if letters else 0
    weather = view.text("weather")
    if weather == "heavy-overcast":
        total += _HEAVY
    if isinstance(view, Inquiry) and weather == "heavy-overcast":
        view.note("4.12", "Heavy Overcast", _HEAVY)
    elif isinstance(view, Inquiry) and weather == "storm":
        view.note("4.12", "a Storm gives no DRM to Release rolls", 0)
    return total


@rule("10.32", "10.33")
def chance(number: int, drm: int) -> Fraction:
    """Chance that one Release roll succeeds: the modified roll is the number or less.

    Examples
    --------
    >>> chance(6, 1), chance(9, -2)
    (Fraction(3, 5), Fraction(1, 1))
    """
    return Fraction(sum(face + drm <= number for face in range(10)), 10)


# --- a marker is drawn ------------------------------------------------------------------------------------


@rule("10.32", "10.34", "10.37")
def on_marker(draft: Draft, formation: str, chit: str) -> bool:
    """What a drawn marker does for a formation that is still to come.

    Returns
    -------
    bool
        Whether it enters now. A formation that rolls, or is blocked, does not: the roll goes on from there.
    """
    if draft.flag("entered", formation):
        return True
    if not r10_entry.waits(draft, formation):
        return False
    if r10_entry.is_blocked(draft, formation):
        r10_entry.hold_back(draft, formation, "")
        return False
    if not needs_release(draft, formation):
        draft.set("entered", True, formation)
        return True
    ask_roll(draft, _RELEASE, [terms.DIE], formation=formation, chit=chit)
    return False


@rule("10.32", "10.33", "10.34")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    formation, chit = data["formation"], data["chit"]
    number = release_number(draft, formation)
    draft.set("release-tries", draft.number("release-tries", formation) + 1, formation)
    if number is None or values[0] + modifier(draft, formation) <= number:
        _enter(draft, formation, chit)
    else:
        _FAILED.push(draft, _Failed(formation, chit), terms.GERMAN)


@rule("7.24", "10.33", "10.34")
def _enter(draft: Draft, formation: str, chit: str) -> None:
    """Let a formation that has been released begin its activation."""
    draft.set("entered", True, formation)
    hq = terms.hq_of(draft, formation)
    if hq is not None:
        r07_activation.begin(draft, [hq], chit)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the release of {load_formations(state)[data['formation']].name}"


# --- override or not --------------------------------------------------------------------------------------


def _asked(inquiry: Inquiry) -> str:
    """Slug of the formation whose Release roll failed."""
    asked = _FAILED.asked(inquiry)
    return asked.formation if asked is not None else ""


@rule("10.33")
def _check_override(inquiry: Inquiry, action: Override) -> None:  # noqa: ARG001 - it has no fields
    formation = _asked(inquiry)
    inquiry.note("10.33", f"{load_formations(inquiry)[formation].name} enters all the same")
    units = may_be_strafed(inquiry, formation)
    titles = terms.titles(inquiry.pieces[u] for u in units) or "none"
    inquiry.note("10.33", f"the Allied player takes a step from one of: {titles}")


@rule("10.33")
def may_be_strafed(view: View, formation: str) -> tuple[str, ...]:
    """Organic units, the HQ left out, that enter with a formation now; by a reading those on the map too."""
    return tuple(p.uid for p in terms.organic(view, formation) if _enters(view, p))


def _enters(view: View, piece: Piece) -> bool:
    if terms.on_map(view, piece):
        return view.option("strafed-units") == "B"
    due = r05_groups.arrival_of(view, piece)
    return piece.space == terms.POOL and due is not None and due <= view.number("turn")


def _perform_override(draft: Draft, action: Override) -> None:  # noqa: ARG001 - it has no fields
    asked = _FAILED.settle(draft)
    units = may_be_strafed(draft, asked.formation)
    if units:
        _STRAFE.push(draft, _Strafed(asked.formation, asked.chit, units), terms.ALLIED)
    else:
        _enter(draft, asked.formation, asked.chit)


def _override_options(state: State) -> Iterator[Override]:  # noqa: ARG001 - it is always open
    yield Override()


@rule("10.33", "10.34")
def _check_abide(inquiry: Inquiry, action: AbideByRelease) -> None:  # noqa: ARG001 - it has no fields
    formation = _asked(inquiry)
    if _markers_left(inquiry, formation):
        inquiry.note("10.33", "it tries again when its second marker is drawn")
    elif any(is_hidden(chit) and inquiry.text("am", chit) == "cup" for chit in inquiry.subjects("am")):
        inquiry.note("10.33", "it tries again if its second marker is still in the cup")
        inquiry.note("10.34", "if not, it enters automatically next turn, its markers free")
    else:
        inquiry.note("10.34", "it enters automatically next turn, its markers free, interdiction or not")


def _markers_left(view: View, formation: str) -> bool:
    """Whether a marker of a formation is still to be drawn this turn."""
    chits = (f"am-{formation}-{number}" for number in (1, 2))
    return any(view.text("am", chit) in {"cup", "initiative", "next"} for chit in chits)


def _perform_abide(draft: Draft, action: AbideByRelease) -> None:  # noqa: ARG001 - it has no fields
    formation = _FAILED.settle(draft).formation
    if _markers_left(draft, formation):
        return
    draft.set("automatic", True, formation)
    draft.set("available-from", draft.number("turn") + 1, formation)
    for number in (1, 2):
        draft.set("free", True, f"am-{formation}-{number}")


def _abide_options(state: State) -> Iterator[AbideByRelease]:  # noqa: ARG001 - it is always open
    yield AbideByRelease()


@rule("10.33")
def _check_strafe(inquiry: Inquiry, action: Strafe) -> None:
    asked = _STRAFE.asked(inquiry)
    if asked is None:
        return
    failed = "the step comes from an organic unit of the formation that is no HQ"
    able = action.unit in asked.units
    passed = f"{inquiry.pieces[action.unit].printed.title} loses a step to strafing" if able else ""
    inquiry.require("10.33", able, passed, failed, units=[action.unit])


def _perform_strafe(draft: Draft, action: Strafe) -> None:
    asked = _STRAFE.settle(draft)
    lose_step(draft, action.unit)
    _enter(draft, asked.formation, asked.chit)


def _strafe_options(state: State) -> Iterator[Strafe]:
    asked = _STRAFE.asked(state)
    if asked is not None:
        yield from (Strafe(uid) for uid in asked.units)


# --- the answer with its reasons --------------------------------------------------------------------------


@rule("10.31", "10.32", "10.33", "10.34")
def explain_release(inquiry: Inquiry, formation: str) -> Fraction | None:
    """Say how a formation that waits gets onto the map this turn, and its chance.

    Returns
    -------
    Fraction or None
        Chance of one Release roll; None for a formation that enters without one.
    """
    number = release_number(inquiry, formation)
    if number is None:
        automatic = inquiry.flag("automatic", formation)
        inquiry.note("10.34" if automatic else "10.31", "it enters without release")
        return None
    inquiry.note("10.31", "Release Number", number)
    drm = modifier(inquiry, formation)
    inquiry.note("10.32", "sum of the modifiers", drm)
    inquiry.note("10.33", "released on a modified roll of the number or less; the player may override")
    return chance(number, drm)


_ON_FAILED = frozenset({_FAILED.kind})
HANDLERS = (
    Handler(Override, _check_override, _perform_override, _override_options, "10.33", answers=_ON_FAILED),
    Handler(AbideByRelease, _check_abide, _perform_abide, _abide_options, "10.33", answers=_ON_FAILED),
    Handler(
        Strafe, _check_strafe, _perform_strafe, _strafe_options, "10.33", answers=frozenset({_STRAFE.kind})
    ),
)
ROLLS = {_RELEASE: RollRule(_resolve, _why, "10.32")}
