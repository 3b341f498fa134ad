"""Section 9.2: who is due, and where Allied reinforcements are placed in the Landing Queues."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_control, terms
from adjudicator.battle_for_normandy.r07 import sources as supply
from adjudicator.battle_for_normandy.r09 import landing as r09_landing
from adjudicator.battle_for_normandy.r09 import queues as r09_queues
from adjudicator.battle_for_normandy.r10 import naval as r10_naval
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Place", "due", "is_by_sea", "placeable", "sites_of", "spots"]


_SAMPLE = 3


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place Allied reinforcements in an Assault Hex of a Landing Queue.

    Examples
    --------
    >>> Place(("us-2-9-1", "us-2-9-2"), "c1550").units
    ('us-2-9-1', 'us-2-9-2')
    """

    units: tuple[str, ...]
    hex: str


# --- who is due -------------------------------------------------------------------------------------------


@rule("9.2", "2.4.2")
def due(view: View, side: str) -> tuple[Piece, ...]:
    """Units of a side on the Turn Record Track whose day has come; they may be withheld.

    Returns
    -------
    tuple of Piece
        HQs and others that return after a loss by rules of their own are left out.
    """
    return terms.derived(view, f"due:{side}", lambda s: _due(s, side))


def _due(state: State, side: str) -> tuple[Piece, ...]:
    today = state.number("date")
    return tuple([
        p for p in state.units_in(terms.TRACK)
        if p.side == side and (p.printed.arrival or 0) <= today and not state.number("returns", p.uid)
        and _is_in_play(state, p)
    ])  # fmt: skip


@rule("23.1", "23.4", "23.5")
def _is_in_play(view: View, piece: Piece) -> bool:
    """Whether the optional rules bring a unit into play."""
    unit = piece.printed
    if terms.marked(unit, "swap"):
        return False
    if terms.marked(unit, "kangaroo") and not terms.has_option(view, "23.4"):
        return False
    return not terms.marked(unit, "expansion") or terms.has_option(view, "expansion")


@rule("9.2.2", "17.7")
def is_by_sea(view: View, piece: Piece) -> bool:
    """Whether an Allied unit comes over the beaches, not through the air."""
    return piece.side == terms.ALLIED and not terms.is_naval(piece.printed) and bool(_named(view, piece))


def _named(view: View, piece: Piece) -> tuple[str, ...]:
    """Landing Sites that a counter names."""
    spaces = view.board.spaces
    found = []
    for slug in piece.printed.entry:
        box = spaces.get(f"holding-{slug}")
        site = slug if slug in terms.SITES else str(box["site"]) if box is not None else ""
        found += [site] if site in terms.SITES else []
    return tuple(dict.fromkeys(found))


def _corps_unit(view: View, piece: Piece) -> bool:
    return (
        not terms.is_division_unit(view, piece) and terms.level_of(view, piece.printed.division) != "division"
    )


@rule("9.2.2", "9.2o")
def sites_of(view: View, piece: Piece) -> tuple[str, ...]:
    """Landing Sites at which an Allied unit may land now.

    Returns
    -------
    tuple of str
        The scheduled one; another of the nation where that is lost; any of the nation for corps units, and
        with option 9.2o.
    """
    group = supply.GROUP_SITES[terms.group_of(piece.printed)]
    held = [s for s in group if r09_queues.beach_of(view, s) and _is_held(view, s)]
    named = [s for s in _named(view, piece) if s in held]
    if not named or _corps_unit(view, piece) or terms.has_option(view, "9.2o"):
        return tuple(held)
    return tuple(named)


@rule("9.2.2")
def _is_held(view: View, site: str) -> bool:
    """Whether the Beach hex of a Beachhead is not controlled by the German player."""
    return r03_control.controller(view, supply.beachhead_hex(view, site)) == terms.ALLIED


def placeable(view: View) -> tuple[Piece, ...]:
    """Allied units that may be placed in Landing Queues: those due by sea, and those in Holding Boxes."""
    boxes = r09_queues.holding_boxes(view.board)
    held = [p for box in boxes for p in terms.friends(view, box, terms.ALLIED)]
    ready = [p for p in due(view, terms.ALLIED) if is_by_sea(view, p) or terms.is_naval(p.printed)]
    return (*ready, *held)


# --- where ------------------------------------------------------------------------------------------------


@rule("9.2.2", "18.8.2")
def spots(view: View, piece: Piece) -> tuple[str, ...]:
    """Assault Hexes where a unit may be placed now.

    Returns
    -------
    tuple of str
        With room for it, and not ahead of units that were in their queue before.
    """
    if terms.is_naval(piece.printed):
        fitting = (h for h in r10_naval.waters(view) if not r10_naval.sea_faults(view, piece, h))
        return tuple(itertools.islice(fitting, _SAMPLE))
    return tuple([
        space for site in sites_of(view, piece) for row in r09_landing.rows(view, site)
        for at, space in enumerate(row)
        if len(r09_landing.waiting(view, space)) < r09_landing.CAPACITY and not _is_ahead(view, row[at + 1 :])
    ])  # fmt: skip


def _is_ahead(view: View, behind: tuple[str, ...]) -> bool:
    """Whether units that were in the queue before wait in hexes behind."""
    return any(not view.flag("moved", p.uid) for h in behind for p in r09_landing.waiting(view, h))


@rule("9.2.2", "9.2o")
def _check(inquiry: Inquiry, action: Place) -> None:
    inquiry.require("9.2", inquiry.text("side") == terms.ALLIED, "", "it is the German player who places now")
    name, known = inquiry.board.name(action.hex), placeable(inquiry)
    for uid in action.units:
        piece = inquiry.pieces[uid]
        title = piece.printed.title
        due_now = inquiry.require("9.2", piece in known, "", f"{title} is not due to land", units=[uid])
        if terms.is_naval(piece.printed):
            for section, text in r10_naval.sea_faults(inquiry, piece, action.hex):
                inquiry.refuse(section, text, units=[uid], spaces=[action.hex])
        elif due_now:
            site = r09_landing.site_of(inquiry, action.hex)
            there = bool(site) and site in sites_of(inquiry, piece)
            passed, failed = f"{title} may land at {site}", f"{title} may not land at {site or name}"
            inquiry.require("9.2.2", there, passed, failed, units=[uid], spaces=[action.hex])
            if there and terms.has_option(inquiry, "9.2o") and site not in _named(inquiry, piece):
                inquiry.note("9.2o", f"any Beachhead of its nation serves {title}; divisions keep together")
    site = r09_landing.site_of(inquiry, action.hex)
    row = next((r for r in r09_landing.rows(inquiry, site) if action.hex in r), ()) if site else ()
    ahead = bool(row) and _is_ahead(inquiry, row[row.index(action.hex) + 1 :])
    text = f"units that came before wait behind {name}"
    inquiry.require("9.2.2", not ahead, "", text, spaces=[action.hex])
    landing = {u for u in action.units if not terms.is_naval(inquiry.pieces[u].printed)}
    total = len(r09_landing.waiting(inquiry, action.hex)) + len(landing)
    fits = total <= r09_landing.CAPACITY
    text = f"{many(total, 'unit')} in {name}, of {r09_landing.CAPACITY} at the most"
    inquiry.require("9.2.2", fits, text, text, spaces=[action.hex])


def _perform(draft: Draft, action: Place) -> None:
    for uid in action.units:
        draft.place(uid, action.hex)
        draft.set("moved", True, uid)
        if terms.marked(draft.pieces[uid].printed, "lands-reduced"):
            draft.set_status(uid, terms.REDUCED)


def _options(state: State) -> Iterator[Place]:
    if state.text("side") == terms.ALLIED:
        for piece in placeable(state):
            yield from (Place((piece.uid,), space) for space in spots(state, piece))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Place, _check, _perform, _options, "9.2.2", phases=frozenset({"reinforcements"})),
)
