"""Section 11.1: Air Points and AA Points are allotted in secret, then revealed; interdiction is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r08_weather, r21_part, terms
from adjudicator.battle_for_normandy.r11 import interdiction as track
from adjudicator.battle_for_normandy.r11 import recon_numbers as recon_chart
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Decision, Draft, State, View
from adjudicator.tables import cite
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "MAPS",
    "RECON",
    "REVEAL",
    "STEPS",
    "AllocateAa",
    "AllocateAir",
    "effective",
    "explain_net",
    "halved_maps",
    "reveal",
    "why_halved",
]

MAPS = ("a", "b", "c", "d", "e")
RECON = "recon"
REVEAL = "reveal-air"
_MOST_RECON = 20


@dataclass(frozen=True, slots=True)
class AllocateAir(Action):
    """Allot the Allied Air Points of the day; what is left is for Ground Support.

    Parameters
    ----------
    maps
        Points for the interdiction of maps A to E.
    recon
        Points for Armed Recon.

    Examples
    --------
    >>> AllocateAir((20, 20, 50, 0, 0), 20).recon
    20
    """

    maps: tuple[int, ...]
    recon: int = 0


@dataclass(frozen=True, slots=True)
class AllocateAa(Action):
    """Allot the German AA Points of the day.

    Parameters
    ----------
    maps
        Points for maps A to E.

    Examples
    --------
    >>> AllocateAa((10, 10, 5, 5, 5)).maps[0]
    10
    """

    maps: tuple[int, ...]


# --- what points are worth --------------------------------------------------------------------------------


@rule("11.1.2", "23.6")
def halved_maps(view: View) -> frozenset[str]:
    """Maps on which Allied points count half: B and C, and D and E once the front has left A, B or C."""
    return frozenset("bcde") if track.freed(view) else frozenset("bc")


@rule("11.1.2")
def effective(view: View, map_: str, points: int) -> int:
    """Allied points that count on a map, before the AA Points.

    Returns
    -------
    int
        Half of them, rounded up, on the maps of `halved_maps`.
    """
    return -(-points // 2) if map_ in halved_maps(view) else points


@rule("11.1.2", "23.6")
def why_halved(map_: str) -> str:
    """Section that halves the points of a map.

    Examples
    --------
    >>> why_halved("b"), why_halved("d")
    ('11.1.2', '23.6')
    """
    return "11.1.2" if map_ in "bc" else "23.6"


@rule("11.1.3", "11.2", "23.6")
def explain_net(inquiry: Inquiry, air: Sequence[int], aa: Sequence[int]) -> dict[str, int]:
    """Work the interdiction of every map out.

    Parameters
    ----------
    air, aa
        Points of both sides for maps A to E.

    Returns
    -------
    dict of str to int
        MPs that German units lose.
    """
    found = {}
    for map_, points, guns in zip(MAPS, air, aa, strict=True):
        total = inquiry.adding(f"interdiction of Map {map_.upper()}")
        total.add("11.1.2", "Air Points", points)
        if map_ in halved_maps(inquiry):
            total.add(why_halved(map_), "halved on this map", 0, "half up")
        total.add("11.1.3", "AA Points", -guns)
        found[map_] = track.cited(inquiry, total.value)
        inquiry.note("11.2", f"MPs that German units lose on Map {map_.upper()}", found[map_])
    return found


# --- the reveal -------------------------------------------------------------------------------------------


@rule("11.1.1", "11.2", "11.3.1")
def reveal(draft: Draft) -> None:
    """Reveal both allotments: interdiction of every map, Armed Recon, Ground Support."""
    used = 0
    for map_ in MAPS:
        points = draft.number("air-plan", map_)
        used += points
        net = effective(draft, map_, points) - draft.number("aa-plan", map_)
        draft.set("interdiction", track.penalty(draft, net), map_)
    points = draft.number("air-plan", RECON)
    row = recon_chart.allowance(draft, points) if points else None
    draft.set("recon-attacks", row.number("attacks") if row is not None else 0)
    draft.set("recon-hit", row.number("hit") if row is not None else 0)
    draft.set("ground-support", max(0, r08_weather.air_points(draft) - used - points))
    draft.set("air-revealed", True)


def _reveal(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    reveal(draft)


# --- the allotments ---------------------------------------------------------------------------------------


@rule("11.1.1", "11.1.2")
def _check_air(inquiry: Inquiry, action: AllocateAir) -> None:
    inquiry.require("11.1.1", inquiry.text("side") == terms.ALLIED, "", "the German player allots now")
    if not _check_maps(inquiry, action.maps, action.recon):
        return
    fits = action.recon <= _MOST_RECON
    failed = f"{many(action.recon, 'point')} for Armed Recon, of {_MOST_RECON} at the most"
    inquiry.require("11.3", fits, f"{many(action.recon, 'point')} for Armed Recon", failed)
    total, there = sum(action.maps) + action.recon, r08_weather.air_points(inquiry)
    text = f"{total} of {there} Air Points are allotted"
    if inquiry.require("11.1.1", total <= there, text, text):
        inquiry.note("11.1.2", "Ground Support Points that are left", there - total)
    for map_, points in zip(MAPS, action.maps, strict=True):
        if points and map_ in halved_maps(inquiry):
            text = f"Map {map_.upper()} counts half"
            inquiry.note(why_halved(map_), text, effective(inquiry, map_, points))
    if action.recon:
        row = recon_chart.allowance(inquiry, action.recon)
        number = cite(inquiry, row, "attacks", "11.3.1")
        inquiry.note("11.3.1", f"attacks with Hit Number {row.number('hit')}", number)


def _check_maps(inquiry: Inquiry, points: Sequence[int], recon: int = 0) -> bool:
    five = len(points) == len(MAPS)
    inquiry.require("11.1.2", five, "", "points are allotted to the five maps A to E")
    whole = all(p >= 0 for p in (*points, recon))
    there = r21_part.maps_in_play(inquiry) or frozenset(MAPS)
    for map_ in (m for m, p in zip(MAPS, points, strict=False) if p and m not in there):
        inquiry.refuse("21.0", f"Map {map_.upper()} is not in play")
    return inquiry.require("11.1.2", whole, "", "no number of points is below 0") and five


def _perform_air(draft: Draft, action: AllocateAir) -> None:
    for map_, points in zip(MAPS, action.maps, strict=True):
        draft.set("air-plan", points, map_)
    draft.set("air-plan", action.recon, RECON)


def _airs(state: State) -> Iterator[AllocateAir]:
    if state.text("side") != terms.ALLIED:
        return
    total = r08_weather.air_points(state)
    recon = min(_MOST_RECON, total)
    third = (total - recon) // 4
    yield AllocateAir((0, 0, 0, 0, 0), recon)
    yield from (AllocateAir(only, recon) for only in _only_in_play(state, 2 * third))
    yield AllocateAir((third, third, third, 0, 0), recon)
    yield AllocateAir((0, third, 2 * third, 0, third), 0)
    yield AllocateAir((0, 0, 0, 0, 0), 0)


def _only_in_play(state: State, points: int) -> Iterator[tuple[int, ...]]:
    """All points on one of the maps of a small scenario."""
    there = r21_part.maps_in_play(state)
    yield from (tuple([points * (m == only) for m in MAPS]) for only in MAPS if only in there)


@rule("11.1.3")
def _check_aa(inquiry: Inquiry, action: AllocateAa) -> None:
    inquiry.require("11.1.1", inquiry.text("side") == terms.GERMAN, "", "the Allied player allots now")
    if not _check_maps(inquiry, action.maps):
        return
    total, there = sum(action.maps), inquiry.number("aa-points")
    text = f"{total} of {there} AA Points are allotted"
    inquiry.require("11.1.3", total <= there, text, text)


def _perform_aa(draft: Draft, action: AllocateAa) -> None:
    for map_, points in zip(MAPS, action.maps, strict=True):
        draft.set("aa-plan", points, map_)


def _aas(state: State) -> Iterator[AllocateAa]:
    if state.text("side") != terms.GERMAN:
        return
    yield from (AllocateAa(only) for only in _only_in_play(state, state.number("aa-points")))
    fifth = state.number("aa-points") // 5
    yield AllocateAa((fifth,) * 5)
    yield AllocateAa((2 * fifth, 2 * fifth, fifth, 0, 0))
    yield AllocateAa((0, 0, 5 * fifth, 0, 0))


STEPS: dict[str, Callable[[Draft, Decision], None]] = {REVEAL: _reveal}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(AllocateAir, _check_air, _perform_air, _airs, "11.1.2", phases=frozenset({"air"})),
    Handler(AllocateAa, _check_aa, _perform_aa, _aas, "11.1.3", phases=frozenset({"air"})),
)
