"""Section 17: targets of the naval and air markers, and the bombardment phases of D-Day (21.3, 21.4)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r18_weather, terms
from adjudicator.breakout_normandy.r16_bombarding import le_havre_faults
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "MARKERS",
    "Battery",
    "NameTargets",
    "air_phase_done",
    "end_naval_phase",
    "marker_faults",
    "nation_near",
    "naval_phase_done",
]


@dataclass(frozen=True, slots=True)
class Battery:
    """A bombardment marker.

    Parameters
    ----------
    counter
        Its id in ``markers.csv``.
    title
        Printed name.
    nation
        german, us or british.
    kind
        naval, air or le-havre.

    Examples
    --------
    >>> MARKERS["wtf"].nation
    'us'
    """

    id: str
    counter: str
    title: str
    nation: str
    kind: str


MARKERS: Mapping[str, Battery] = {
    b.id: b
    for b in (
        Battery("wtf", "western-task-force", "Western Task Force", "us", "naval"),
        Battery("etf", "eastern-task-force", "Eastern Task Force", "british", "naval"),
        Battery("ix-af", "ix-af", "IX AF", "us", "air"),
        Battery("2-taf", "2-taf", "2 TAF", "british", "air"),
        Battery("le-havre", "le-havre", "Le Havre Batteries", "german", "le-havre"),
    )
}
_AIR = ("ix-af", "2-taf")
_BEACH_CODE = {"us": "us", "british": "br"}
_ADJECTIVE = {"us": "US", "british": "British"}


@dataclass(frozen=True, slots=True)
class NameTargets(Action):
    """Declare both targets of the Air Bombardment Phase before either strike (21.4).

    Parameters
    ----------
    ix_af, two_taf
        Ids of the Target Areas of the IX AF and of the 2 TAF.

    Examples
    --------
    >>> NameTargets("grandcamp", "port-en-bessin").ix_af
    'grandcamp'
    """

    ix_af: str
    two_taf: str


# --- targets of a marker --------------------------------------------------------------------------------


@rule("16.4", "17.1", "17.2", "17.3", "21.3", "21.4", "24.6C")
def marker_faults(view: View, battery: Battery, target: str) -> list[Fault]:
    """Why a bombardment marker may not attack a space now.

    Returns
    -------
    list of (section, sentence)
        Empty when it may.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("phase", "naval")
    >>> marker_faults(draft, MARKERS["wtf"], "utah-beach")
    []
    >>> [section for section, text in marker_faults(draft, MARKERS["etf"], "utah-beach")]
    ['17.2']
    """
    faults = _ready_faults(view, battery)
    if battery.kind == "le-havre":
        return faults + le_havre_faults(view, target)
    if battery.kind == "naval":
        faults += _naval_faults(view, battery, target)
    else:
        faults += _air_faults(view, battery, target)
    struck = view.text("bombarded-by", target)
    if struck and struck != battery.nation:
        said = f"{view.board.name(target)} was bombarded by the other nationality today"
        faults.append(Fault("17.1", said))
    return faults


def _ready_faults(view: View, battery: Battery) -> list[Fault]:
    if view.flag("used", battery.id):
        return [Fault("10.11", f"the {battery.title} marker was used today")]
    return []


@rule("17.2", "21.3", "3.26")
def _naval_faults(view: View, battery: Battery, target: str) -> list[Fault]:
    space, faults = view.board.spaces[target], []
    colours = str(view.feature(space, "naval", "3.26")) if space.kind == "area" else ""
    if battery.id not in colours.split("+"):
        faults.append(Fault("17.2", f"{space.name} does not have the colour of the {battery.title}"))
    if terms.weather(view) == r18_weather.STORM:
        faults.append(Fault("24.6C", "there is no Naval Bombardment in a Storm"))
    if view.text("phase") == "naval":
        return faults + _d_day_naval_faults(view, target)
    boxes = view.option("naval-approach-box") == "B"
    if not nation_near(view, battery.nation, target, boxes=boxes):
        faults.append(Fault("17.2", _far(view, battery, target)))
    return faults


def _d_day_naval_faults(view: View, target: str) -> list[Fault]:
    name = view.board.name(target)
    if not _is_beach(view, target):
        return [Fault("21.3", f"{name} is no Beach Area")]
    if view.text("bombarded-by", target):
        return [Fault("21.3", f"{name} has been bombarded in this phase")]
    return []


@rule("17.3", "14.4", "21.4")
def _air_faults(view: View, battery: Battery, target: str) -> list[Fault]:
    faults, name = [], view.board.name(target)
    if not r18_weather.air_flies(view):
        faults.append(Fault("17.3", "there is no Air Bombardment unless the weather is Clear"))
    if not terms.is_area(view, target):
        faults.append(Fault("17.3", f"{name} is a Zone and no target of an Air Bombardment"))
    if view.text("phase") != "air":
        if not nation_near(view, battery.nation, target, boxes=True):
            faults.append(Fault("17.3", _far(view, battery, target)))
        return faults
    declared = view.text("air-target", battery.id)
    if declared != target:
        faults.append(Fault("21.4", f"{name} was not declared as the target of the {battery.title}"))
    return faults + _d_day_air_faults(view, battery, target)


def _d_day_air_faults(view: View, battery: Battery, target: str) -> list[Fault]:
    """On or next to a Beach; what stands for the missing ground forces is a reading."""
    name, beaches = view.board.name(target), _beaches_at(view, target)
    if not beaches:
        return [Fault("21.4", f"{name} is neither a Beach nor adjacent to one")]
    reading = view.option("d-day-air-nationality")
    ours = any(view.board.spaces[b].features.get("beach") == _BEACH_CODE[battery.nation] for b in beaches)
    allowed = reading == "B" or (reading == "A" and ours)
    if allowed or nation_near(view, battery.nation, target, boxes=True):
        return []
    return [Fault("17.3", _far(view, battery, target))]


def _far(view: View, battery: Battery, target: str) -> str:
    nation = _ADJECTIVE[battery.nation]
    return f"no {nation} unit is in or next to {view.board.name(target)}, nor {nation} control next to it"


def _is_beach(view: View, space: str) -> bool:
    return terms.is_area(view, space) and bool(view.board.spaces[space].features.get("beach"))


def _beaches_at(view: View, target: str) -> list[str]:
    near = (target, *(other for _, other in view.board.neighbours(target)))
    return [s for s in near if _is_beach(view, s)]


@rule("17.2", "17.3")
def nation_near(view: View, nation: str, target: str, *, boxes: bool) -> bool:
    """Whether a nationality has a unit in or next to a target, or controls an Area next to it.

    Parameters
    ----------
    nation
        us or british.
    boxes
        Whether an Approach Box is part of its Beach.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [nation_near(d_day, nation, "utah-beach", boxes=True) for nation in ("us", "british")]
    [True, False]
    """
    around = [other for _, other in view.board.neighbours(target) if terms.on_map(view, other)]
    if any(terms.controller(view, s) == nation for s in around):
        return True
    near = [target, *around]
    if boxes:
        near += [terms.approach_of(view, s) for s in near if _has_box(view, s)]
    return any(terms.nationality(p) == nation for s in near for p in view.units_in(s))


def _has_box(view: View, space: str) -> bool:
    return any(edge.boundary == "landing" for edge, _ in view.board.neighbours(space))


# --- D-Day ----------------------------------------------------------------------------------------------


@rule("21.3")
def naval_phase_done(inquiry: Inquiry) -> bool:
    """Require that every Beach with German units has been bombarded.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> naval_phase_done(inquiry), len(inquiry.violations)
    (False, 5)
    """
    left = [
        s
        for s in terms.areas(inquiry)
        if _is_beach(inquiry, s)
        and terms.enemies(inquiry, s, terms.ALLIED)
        and not inquiry.text("bombarded-by", s)
    ]
    for beach in left:
        inquiry.refuse("21.3", f"{inquiry.board.name(beach)} has not been bombarded yet", spaces=(beach,))
    return not left


@rule("21.3")
def end_naval_phase(draft: Draft) -> None:
    """Turn both naval markers to their Used side.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> end_naval_phase(draft); draft.flag("used", "wtf"), draft.flag("used", "etf")
    (True, True)
    """
    for marker in ("wtf", "etf"):
        draft.set("used", True, marker)


@rule("21.4")
def air_phase_done(inquiry: Inquiry) -> bool:
    """Require that both air markers have struck their declared targets, if there are any to declare.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> air_phase_done(inquiry), inquiry.violations[0].rule
    (False, '21.4')
    """
    if not inquiry.text("air-target", _AIR[0]):
        none = next(_target_pairs(inquiry.state), None) is None
        return inquiry.require("21.4", none, "", "both targets are still to be declared")
    left = [MARKERS[m].title for m in _AIR if not inquiry.flag("used", m)]
    return inquiry.require("21.4", not left, "", f"still to strike: {', '.join(left)}")


def _can_be_declared(view: View, battery: Battery, target: str) -> list[Fault]:
    """Why a space may not be declared: `marker_faults` as it will be once it is declared."""
    faults = marker_faults(view, battery, target)
    if not terms.enemies(view, target, terms.ALLIED):
        faults.append(Fault("17.3", f"{view.board.name(target)} holds no German unit"))
    return [f for f in faults if "was not declared" not in f[1]]


@rule("21.4")
def _check_targets(inquiry: Inquiry, action: NameTargets) -> None:
    named = inquiry.text("air-target", _AIR[0])
    inquiry.require("21.4", not named, "", "both targets have been declared already")
    apart = action.ix_af != action.two_taf
    inquiry.require("21.4", apart, "the targets are two different Areas", "the two targets must be different")
    for marker, target in zip(_AIR, (action.ix_af, action.two_taf), strict=True):
        space = inquiry.board.spaces.get(target)
        if space is None or not terms.on_map(inquiry, target):
            inquiry.refuse("21.4", f"{inquiry.board.name(target)} is no Area", spaces=(target,))
            continue
        faults = _can_be_declared(inquiry, MARKERS[marker], target)
        for section, text in faults:
            inquiry.refuse(section, text, spaces=(target,))
        if not faults:
            inquiry.note("21.4", f"{space.name} is on or next to a Beach")


def _perform_targets(draft: Draft, action: NameTargets) -> None:
    draft.set("air-target", action.ix_af, _AIR[0])
    draft.set("air-target", action.two_taf, _AIR[1])


def _target_pairs(state: State) -> Iterator[NameTargets]:
    areas = [s for s in terms.areas(state) if _beaches_at(state, s)]
    first, second = ([a for a in areas if not _can_be_declared(state, MARKERS[marker], a)] for marker in _AIR)
    for us, british in itertools.product(first, second):
        if us != british:
            yield NameTargets(us, british)


def _target_options(state: State) -> Iterator[NameTargets]:
    if not state.text("air-target", _AIR[0]):
        yield from _target_pairs(state)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        NameTargets, _check_targets, _perform_targets, _target_options, "21.4", phases=frozenset({"air"})
    ),
)
