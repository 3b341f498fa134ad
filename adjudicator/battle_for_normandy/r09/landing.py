"""Sections 9.2.2 and 19.4.1: reinforcements land from the Landing Queue, and the queue moves up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r06_excess, r08_weather, terms
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy.r07 import headquarters as clock
from adjudicator.battle_for_normandy.r09 import queues as r09_queues
from adjudicator.battle_for_normandy.r19 import mulberry as r19_mulberry
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "CAPACITY",
    "HANDLERS",
    "Land",
    "advance_queues",
    "close_movement",
    "is_taken",
    "landing_hexes",
    "note_beaches",
    "rows",
    "site_of",
    "waiting",
    "weather_limit",
]

CAPACITY = 4


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land units from the Phase 1 hex of a Landing Queue on a Beach hex next to it.

    Examples
    --------
    >>> Land(("us-2-9-1",), "c1651").hex
    'c1651'
    """

    units: tuple[str, ...]
    hex: str


# --- the rows ---------------------------------------------------------------------------------------------


@rule("9.2.2", "19.4.1")
def rows(view: View, site: str) -> tuple[r09_queues.Row, ...]:
    """Rows of Assault Hexes where reinforcements of a site queue, each from the beach outward.

    Returns
    -------
    tuple of tuple of str
        One; three with a complete Mulberry; none without a Beachhead.
    """
    main = r09_queues.main_row(view, site)
    if not main:
        return ()
    return (main, *r09_queues.side_rows(view, site)) if r19_mulberry.is_complete(view, site) else (main,)


def site_of(view: View, space: str) -> str:
    """The Landing Site in whose rows a hex lies; empty outside."""
    return next((s for s in terms.SITES if any(space in row for row in rows(view, s))), "")


@rule("9.2.2")
def landing_hexes(view: View, front: str) -> tuple[str, ...]:
    """Beach hexes next to a Phase 1 hex.

    Parameters
    ----------
    front
        The Phase 1 hex.
    """
    spaces = view.board.spaces
    near = [n for n in terms.neighbours(front) if n in spaces]
    return tuple([n for n in near if terms.terrain(view, n, "9.2.2") == "beach"])


@rule("9.2.2")
def is_taken(view: View, space: str) -> bool:
    """Whether an enemy unit stands in a Beach hex, so that nobody lands there."""
    return bool(terms.enemies(view, space, terms.ALLIED))


@rule("9.2.2")
def note_beaches(inquiry: Inquiry, front: str) -> None:
    """Say on which Beach hexes units of a Phase 1 hex land, and which of them enemies hold."""
    name, near = inquiry.board.name, landing_hexes(inquiry, front)
    taken = [h for h in near if is_taken(inquiry, h)]
    free = ", ".join(name(h) for h in near if h not in taken) or "no Beach hex"
    inquiry.note("9.2.2", f"from {name(front)} units land on {free}")
    if taken:
        inquiry.note("9.2.2", f"enemy units keep everybody off {', '.join(map(name, taken))}")


def waiting(view: View, space: str) -> tuple[Piece, ...]:
    """Units that wait in an Assault Hex."""
    return tuple([p for p in terms.friends(view, space, terms.ALLIED) if not terms.is_naval(p.printed)])


# --- landing ----------------------------------------------------------------------------------------------


@rule("9.2.2")
def _check(inquiry: Inquiry, action: Land) -> None:
    pieces = [inquiry.pieces[u] for u in action.units]
    if not inquiry.require("9.2.2", bool(pieces), "", "no unit is named"):
        return
    allied = inquiry.text("side") == terms.ALLIED
    inquiry.require("9.2.2", allied, "", "reinforcements land in an Allied Movement Phase")
    front, name = pieces[0].space, inquiry.board.name(action.hex)
    site = site_of(inquiry, front)
    first = bool(site) and any(row[0] == front for row in rows(inquiry, site))
    same = first and all(p.space == front for p in pieces)
    text = f"{terms.titles(pieces)} do not stand together in a Phase 1 hex of a Beachhead"
    if not inquiry.require("9.2.2", same, "", text, units=action.units):
        return
    near = action.hex in landing_hexes(inquiry, front)
    passed = f"{name} is a Beach hex next to {inquiry.board.name(front)}"
    failed = f"{name} is no Beach hex next to {inquiry.board.name(front)}"
    inquiry.require("9.2.2", near, passed, failed, spaces=[action.hex])
    _check_phase(inquiry)
    _check_units(inquiry, pieces, action.hex)
    _check_weather(inquiry, site, len(pieces))


@rule("9.2.2", "9.2.2o")
def _check_phase(inquiry: Inquiry) -> None:
    """Landing in the Mechanized Movement Phase is an option, until the Mulberry is complete (9.2.2o)."""
    if inquiry.text("phase") != "mech-movement":
        return
    if not terms.has_option(inquiry, "9.2.2o"):
        inquiry.refuse("9.2.2", "no unit lands in the Mechanized Movement Phase")
        return
    done = any(r19_mulberry.is_complete(inquiry, s) for s in terms.SITES)
    passed = "until a Mulberry works, units land in the Mechanized Movement Phase too"
    inquiry.require(
        "9.2.2o", not done, passed, "since a Mulberry works, units land in the Movement Phase only"
    )


@rule("9.2.2", "5.4", "6.1")
def _check_units(inquiry: Inquiry, pieces: list[Piece], space: str) -> None:
    name, uids = inquiry.board.name(space), [p.uid for p in pieces]
    for piece in pieces:
        moved = inquiry.flag("moved", piece.uid)
        text = f"{piece.printed.title} has moved in this phase"
        inquiry.require("9.2.2", not moved, "", text, units=[piece.uid])
    inquiry.require(
        "9.2.2", not is_taken(inquiry, space), "", f"an enemy unit stands in {name}", spaces=[space]
    )
    bound = [p for p in pieces if not terms.is_company(p.printed)]
    if bound and zones.in_ezoc(inquiry, space, terms.ALLIED):
        alone = len(pieces) == 1 and _is_last_resort(inquiry, pieces[0])
        passed = f"no unit can land but for enemies at the beach: one battalion may enter {name}"
        failed = f"only companies land into the EZOC of {name}"
        inquiry.require("9.2.2", alone, passed, failed, units=[p.uid for p in bound], spaces=[space])
        if alone:
            return
    for section, text in stacking.faults(inquiry, space, terms.ALLIED, adding=uids):
        inquiry.refuse(section, text, units=uids, spaces=[space])


@rule("9.2.2")
def _is_last_resort(view: View, piece: Piece) -> bool:
    """Whether enemies at the beach keep everybody of a site from landing: then one battalion may land."""
    site = site_of(view, piece.space)
    if not terms.is_battalion(piece.printed) or _landed(view, site):
        return False
    fronts = [row[0] for row in rows(view, site)]
    return not any(
        _lands_freely(view, p, h) for f in fronts for p in waiting(view, f) for h in landing_hexes(view, f)
    )


@rule("9.2.2", "5.4")
def _lands_freely(view: View, piece: Piece, space: str) -> bool:
    """Whether no enemy keeps a unit from a Beach hex: companies land into EZOCs."""
    if is_taken(view, space):
        return False
    return terms.is_company(piece.printed) or not zones.in_ezoc(view, space, terms.ALLIED)


def _landed(view: View, site: str) -> int:
    """How many units landed at a site in this turn."""
    now, spaces = clock.clock(view), view.board.spaces
    found = 0
    for uid in view.subjects("landed"):
        if view.number("landed", uid) == now and uid in view.pieces:
            space = spaces.get(view.pieces[uid].space)
            found += space is not None and _near_site(view, space.id, site)
    return found


def _near_site(view: View, space: str, site: str) -> bool:
    return any(space in landing_hexes(view, row[0]) for row in rows(view, site))


@rule("8.2")
def weather_limit(inquiry: Inquiry) -> str:
    """How many units land at a Beachhead in this weather, in words; empty for no limit."""
    row = r08_weather.effects(inquiry, inquiry.text("weather"))
    limit = row.number("limit")
    if limit < 0:
        return ""
    said = f"in {row.text('title')} {'no' if not limit else 'only one'} unit lands at a Beachhead in a turn"
    inquiry.note("8.2", said, limit)
    return said


@rule("8.2")
def _check_weather(inquiry: Inquiry, site: str, number: int) -> None:
    row = r08_weather.effects(inquiry, inquiry.text("weather"))
    limit, title = row.number("limit"), row.text("title")
    if limit < 0:
        return
    total = _landed(inquiry, site) + number
    failed = f"in {title} {'no' if not limit else 'only one'} unit lands at a Beachhead in a turn"
    inquiry.require("8.2", total <= limit, f"{total} of {many(limit, 'unit')} land in {title}", failed)


def _perform(draft: Draft, action: Land) -> None:
    now = clock.clock(draft)
    for uid in action.units:
        unit = draft.pieces[uid].printed
        draft.set("began", draft.pieces[uid].space, uid)  # at sea: it holds no line ashore this turn (5.2)
        draft.place(uid, action.hex)
        draft.set("moved", True, uid)
        draft.set("landed", now, uid)
        if terms.is_artillery(unit) and not terms.is_mech(unit):
            draft.set("flipped", True, uid)
    if stacking.faults(draft, action.hex, terms.ALLIED):
        r06_excess.OVERSTACK.push(draft, r06_excess.Overfull(action.hex), terms.ALLIED, rule="9.2.2")


def _options(state: State) -> Iterator[Land]:
    if state.text("side") != terms.ALLIED:
        return
    if state.text("phase") == "mech-movement" and not terms.has_option(state, "9.2.2o"):
        return
    for site in terms.SITES:
        for row in rows(state, site):
            for piece in waiting(state, row[0]):
                yield from (Land((piece.uid,), space) for space in landing_hexes(state, row[0]))


# --- the queue moves up -----------------------------------------------------------------------------------


@rule("9.2.2")
def advance_queues(draft: Draft) -> None:
    """Advance everybody behind the Phase 1 hexes one hex, as far as there is room."""
    for site in terms.SITES:
        for row in rows(draft, site):
            for front, back in itertools.pairwise(row):
                room = CAPACITY - len(waiting(draft, front))
                for piece in waiting(draft, back)[: max(0, room)]:
                    draft.place(piece.uid, front)


@rule("9.2.2")
def close_movement(draft: Draft) -> None:
    """At the end of the Allied Movement Phase the queues advance; of the Mechanized one only by an option."""
    if draft.text("phase") == "movement" or terms.has_option(draft, "9.2.2o"):
        advance_queues(draft)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Land, _check, _perform, _options, "9.2.2", phases=frozenset({"movement", "mech-movement"})),
)
