"""Section 12: which Combat Support marker may be committed to a Combat, and what it adds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_tables import ground, support_markers
from adjudicator.dark_summer.r12_eligibility import Case, case_of, kind_faults, settled
from adjudicator.errors import MalformedAction
from adjudicator.position import Draft, View
from adjudicator.ruling import Fault
from adjudicator.tables import Record, cite
from maps.filing import Located

__all__ = [
    "announce_faults",
    "available",
    "choices",
    "combination_faults",
    "marker",
    "spend",
    "support_faults",
    "value",
    "why_none",
]

_NEVER_WITH_CARPET = frozenset({"tac-air", "naval"})
_ONE_OF_A_KIND = {"tac-air": "12.2", "td": "12.4", "naval": "12.3", "carpet": "12.1"}
_IN_CHERBOURG = frozenset({"tac-air", "td"})


def marker(at: Located, marker_id: str) -> Record:
    """A Combat Support marker.

    Raises
    ------
    MalformedAction
        There is no such marker.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> marker(OURS, "td-1").text("title")
    'US Tank Destroyers 1'
    """
    known = support_markers(at)
    if marker_id not in known:
        raise MalformedAction(f"no Support marker is called {marker_id!r}", f"Known: {', '.join(known)}")
    return known[marker_id]


@rule("11.3.2", "12.0", "12.2")
def value(view: View, marker_id: str, target: str) -> int:
    """Combat Strength that a marker adds: its Support value; Tac Air less in Woods and Forest.

    Examples
    --------
    >>> from maps.board import Board, Space
    >>> from adjudicator.dark_summer import GAME
    >>> position = GAME.empty(Board([Space("3304", "3304", "hex", {"terrain": "clear"})], []))
    >>> value(position, "naval-us", "3304")
    6
    """
    record = marker(view, marker_id)
    worth = cite(view, record, "value", "12.0")
    if record.values["kind"] != "tac-air" or target == terms.CHERBOURG:
        return worth
    return max(0, worth - cite(view, ground(view, terms.terrain(view, target, "12.2")), "tac_air", "12.2"))


@rule("12.0", "9.4.1")
def support_faults(
    view: View, marker_id: str, target: str, attackers: Sequence[str], side: str, *, wave: str = ""
) -> list[Fault]:
    """Why a marker may not be committed to a Combat; the other markers are looked at elsewhere.

    Parameters
    ----------
    side
        Who commits it.
    wave
        ``first-wave`` or ``second-wave``; empty for the Round in play.

    Returns
    -------
    list of (section, sentence)
        Empty when it may.
    """
    record, case = marker(view, marker_id), case_of(view, target, attackers, side, wave)
    return _faults(view, record, case)


def _faults(view: View, record: Record, case: Case) -> list[Fault]:
    title, found = record.text("title"), []
    if record.values["side"] != case.side:
        return [Fault("12.0", f"{title} supports the other side")]
    turn, arrival = view.number("turn"), cite(view, record, "arrival", "12.0")
    if turn < arrival:
        found.append(Fault("12.0", f"{title} arrives on Turn {arrival}"))
    if case.round == "first-wave":
        found.append(Fault("9.4.1", "no Support is available in the 1st Wave Round"))
    if case.target == terms.CHERBOURG and record.values["kind"] not in _IN_CHERBOURG:
        found.append(Fault("11.7", f"{title} has no part in Cherbourg Combat"))
    return [*found, *kind_faults(view, record, case)]


@rule("11.7", "12.1", "12.2", "12.3", "12.4")
def combination_faults(at: Located, markers: Sequence[str]) -> list[Fault]:
    """Why the markers that one side commits may not be combined.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> combination_faults(OURS, ["tac-air-us-1", "naval-us", "td-1"])
    []
    >>> combination_faults(OURS, ["eighth-af", "naval-us"])
    [Fault(rule='12.1', text='Carpet Bombing may not be combined with US Naval Support')]
    """
    records, found = [marker(at, m) for m in dict.fromkeys(markers)], []
    if len(records) < len(markers):
        found.append(Fault("12.0", "a marker is named twice"))
    kinds = [r.text("kind") for r in records]
    for kind, section in _ONE_OF_A_KIND.items():
        if kinds.count(kind) > 1:
            titles = ", ".join(r.text("title") for r in records if r.values["kind"] == kind)
            found.append(Fault(section, f"only one of these in a Combat: {titles}"))
    if "carpet" in kinds:
        found += [
            Fault("12.1", f"Carpet Bombing may not be combined with {r.text('title')}")
            for r in records
            if r.values["kind"] in _NEVER_WITH_CARPET
        ]
        if "td" in kinds and not any(r.id == "eighth-af" for r in records):
            found.append(Fault("12.1", "only the US 8th Air Force may be combined with Tank Destroyers"))
    return found


@rule("11.3.2")
def announce_faults(
    view: View, markers: Sequence[str], target: str, attackers: Sequence[str], side: str, *, wave: str = ""
) -> list[Fault]:
    """Everything against the markers that a side announces for a Combat.

    Parameters
    ----------
    target, attackers, side, wave
        As in `support_faults`.
    """
    still = settled(view)
    case = case_of(still, target, attackers, side, wave)
    single = [fault for m in dict.fromkeys(markers) for fault in _faults(still, marker(view, m), case)]
    return [*single, *combination_faults(view, markers)]


def available(
    view: View, target: str, attackers: Sequence[str], side: str, *, wave: str = ""
) -> tuple[str, ...]:
    """Markers that a side may commit to a Combat, each by itself.

    Parameters
    ----------
    view, target, attackers, side, wave
        As in `support_faults`.
    """
    still = settled(view)
    case = case_of(still, target, attackers, side, wave)
    own = [r for r in support_markers(view).values() if r.values["side"] == side]
    return tuple([r.id for r in own if not _faults(still, r, case)])


def why_none(
    view: View, target: str, attackers: Sequence[str], side: str, *, wave: str = ""
) -> tuple[Fault, ...]:
    """What keeps each marker of a side from a Combat for which it has none: the first reason of each.

    Parameters
    ----------
    view, target, attackers, side, wave
        As in `support_faults`.
    """
    still = settled(view)
    case = case_of(still, target, attackers, side, wave)
    own = [r for r in support_markers(view).values() if r.values["side"] == side]
    return tuple(dict.fromkeys(fault for r in own for fault in _faults(still, r, case)[:1]))


def choices(
    view: View, target: str, attackers: Sequence[str], side: str, *, wave: str = ""
) -> tuple[tuple[str, ...], ...]:
    """Every set of markers that a side may commit to a Combat, the empty one first.

    Parameters
    ----------
    view, target, attackers, side, wave
        As in `support_faults`.
    """
    able = available(view, target, attackers, side, wave=wave)
    sets = (s for n in range(len(able) + 1) for s in itertools.combinations(able, n))
    return tuple([s for s in sets if not combination_faults(view, s)])


@rule("12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.7")
def spend(draft: Draft, markers: Sequence[str]) -> None:
    """Record that markers were used."""
    for marker_id in markers:
        for item in ("support-turn", "support-round", "support-game"):
            draft.set(item, draft.number(item, marker_id) + 1, marker_id)
