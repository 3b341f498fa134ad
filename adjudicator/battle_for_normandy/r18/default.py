"""Sections 18.2, 18.9.2 and 20.6: one action sets up what is left of a side much as it was in 1944."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_companies, terms
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18 import placement as r18_placement
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r18.beaches import Beach
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "HistoricalPlacement", "TakeBack", "place_invasion"]

_DD = 2  # companies of each DD battalion that swim
_FIGHTERS = frozenset({"infantry", "tank", "commando", "ranger"})


@dataclass(frozen=True, slots=True)
class HistoricalPlacement(Action):
    """Place all that is left of one's own side: Strongpoints and guns, or the assault forces.

    Examples
    --------
    >>> HistoricalPlacement()
    HistoricalPlacement()
    """


@rule("18.2", "19.6.2", "19.6.3", "20.6")
def place_invasion(draft: Draft) -> None:
    """Fill the Assault Hexes: beach assault battalions first, then tanks, infantry, Commandos, support."""
    for site in terms.SITES:
        if r18_placement.site_due(draft, site):
            _clear(draft, site)
    for piece in _in_order(draft):
        space = _room(draft, piece)
        if space:
            r18_placement.embark(draft, piece.uid, space, _swimmers(draft, piece, space))
            _to_the_front(draft, space)


def _clear(draft: Draft, site: str) -> None:
    """Take back all that was placed at a site: its DD Tanks are not where they belong."""
    for piece in r18_placement.aboard(draft, site):
        uid = draft.text("battalion", piece.uid) or piece.uid
        if uid in draft.pieces and _is_aboard(draft, draft.pieces[uid]):
            _take_back(draft, uid)


def _in_order(view: View) -> list[Piece]:
    """Units to be placed, those first whose place is fixed."""
    known = r18_beaches.beaches(view)

    def rank(piece: Piece) -> tuple[int, str]:
        unit = piece.printed
        if terms.is_support(unit):
            return 5, piece.uid
        if "rm-asg" in unit.marks:
            return 4, piece.uid
        if any(e in known for e in unit.entry):
            return 0, piece.uid
        if r19_funnies.is_commando(piece):
            return 1, piece.uid
        return (2 if terms.is_tank(unit) else 3), piece.uid

    waiting = r18_placement.unplaced(view)
    fit = [p for p in waiting if p.printed.type in _FIGHTERS or terms.is_support(p.printed)]
    return sorted(fit, key=rank)


def _room(view: View, piece: Piece) -> str:
    """The first Assault Hex that takes a unit: a row of first hexes, west to east, then the next row."""
    sites = r18_placement.sites_of(view, piece)
    every = [b for b in r18_beaches.beaches(view).values() if b.site in sites or not piece.printed.entry]
    extra = "omaha" if piece.printed.entry == (terms.POOL,) else ""
    every += list(r18_beaches.of_site(view.board, extra)) if extra else []
    hexes = [b.hex for b in every if not b.queue] + [
        b.queue[n] for n in range(3) for b in _ordered(view, every, piece) if n < len(b.queue)
    ]
    return next((h for h in hexes if h in view.board.spaces and _takes(view, piece, h)), "")


def _takes(view: View, piece: Piece, space: str) -> bool:
    return not r18_placement.embark_faults(view, piece.uid, space, _swimmers(view, piece, space))


def _ordered(view: View, every: list[Beach], piece: Piece) -> list[Beach]:
    """Beaches in the order in which they are tried: support units go where fewest are."""
    if terms.is_support(piece.printed):
        return sorted(every, key=lambda b: _supported(view, b))
    if terms.is_tank(piece.printed) and "rm-asg" not in piece.printed.marks:
        eastward = {b.slug: n for n, b in enumerate(every)}
        return sorted(every, key=lambda b: (b.commando, _special(view, b), -eastward[b.slug]))
    own = r19_funnies.is_commando(piece)
    return [b for b in every if b.commando == own] + [b for b in every if b.commando != own]


def _special(view: View, beach: Beach) -> bool:
    """Whether DD Tanks, Commandos or Rangers hold the first hex of a beach."""
    front = view.units_in(beach.queue[0]) if beach.queue else ()
    return any(r19_funnies.is_commando(p) or terms.marked(p.printed, "dd-tank") for p in front)


def _supported(view: View, beach: Beach) -> int:
    return sum(terms.is_support(p.printed) for n in beach.queue for p in view.units_in(n))


@rule("19.6.3")
def _swimmers(view: View, piece: Piece, space: str) -> int:
    beach = r18_beaches.beach_of(view, space)
    if "dd-battalion" not in piece.printed.marks or beach is None or terms.has_option(view, "22.3o"):
        return 0
    return _DD if r19_funnies.most_dd(view, beach.site) > _DD else 0


@rule("18.2", "19.6.2")
def _to_the_front(draft: Draft, space: str) -> None:
    """DD Tanks change places with companies of the first hex of their beach."""
    beach = r18_beaches.beach_of(draft, space)
    if beach is None or not beach.queue or space == beach.queue[0]:
        return
    swim = [p for p in draft.units_in(space) if terms.marked(p.printed, "dd-tank")]
    front = [p for p in draft.units_in(beach.queue[0]) if terms.is_company(p.printed)]
    others = [p for p in front if not terms.marked(p.printed, "dd-tank")]
    for tank, company in zip(swim, others, strict=False):
        draft.place(tank.uid, beach.queue[0])
        draft.place(company.uid, space)


# --- taking back ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take a unit of the assault forces back at set-up: it may be placed otherwise (18.2).

    Parameters
    ----------
    unit
        A battalion whose companies are aboard, or a unit in an Assault Hex.

    Examples
    --------
    >>> TakeBack("us-v-743").unit
    'us-v-743'
    """

    unit: str


def _is_aboard(view: View, piece: Piece) -> bool:
    """Whether a unit, or companies that stand for it, were placed for the invasion."""
    if r15_companies.companies_of(view, piece.uid):
        return piece.side == terms.ALLIED and r18_beaches.beach_of(view, piece.space) is not None
    own = not view.text("battalion", piece.uid) and not terms.is_naval(piece.printed)
    placed = r18_beaches.in_queue(view, piece.space) or r20_pointe_du_hoc.is_pointe(piece.space)
    return own and bool(placed) and piece.side == terms.ALLIED


@rule("18.2")
def _check_back(inquiry: Inquiry, action: TakeBack) -> None:
    if action.unit not in inquiry.pieces:
        inquiry.refuse("18.2", f"there is no unit {action.unit}", units=[action.unit])
        return
    inquiry.require("18.2", inquiry.text("side") == terms.ALLIED, "", "the German player sets up first")
    piece = inquiry.pieces[action.unit]
    failed = f"{piece.printed.title} was not placed for the invasion"
    passed = f"{piece.printed.title} was placed there, and may be placed anew"
    inquiry.require("18.2", _is_aboard(inquiry, piece), passed, failed, units=[action.unit])


def _perform_back(draft: Draft, action: TakeBack) -> None:
    _take_back(draft, action.unit)


def _take_back(draft: Draft, uid: str) -> None:
    beach = r18_beaches.beach_of(draft, draft.pieces[uid].space)
    for company in r15_companies.companies_of(draft, uid):
        r15_companies.to_pool(draft, company)
    if beach is not None:
        draft.place(uid, beach.box)


def _options_back(state: State) -> Iterator[TakeBack]:
    if state.text("side") == terms.ALLIED:
        yield from (TakeBack(uid) for uid in sorted(state.pieces) if _is_aboard(state, state.pieces[uid]))


# --- the action -------------------------------------------------------------------------------------------


def _left(view: View) -> bool:
    """Whether there is something that the action would place."""
    if view.text("side") == terms.GERMAN:
        return bool(r18_strongpoints.still_due(view)) or _guns_open(view)
    return bool(r18_placement.still_due(view)) or any(_room(view, p) for p in _in_order(view))


def _guns_open(view: View) -> bool:
    return r20_pointe_du_hoc.GUNS in view.pieces and view.text("guns-moved") == ""


def _check(inquiry: Inquiry, action: HistoricalPlacement) -> None:  # noqa: ARG001 - it has no fields
    section = "18.9.2" if inquiry.text("side") == terms.GERMAN else "18.2"
    inquiry.require(section, _left(inquiry), "what is left is set up", "nothing is left that could be placed")


def _perform(draft: Draft, action: HistoricalPlacement) -> None:  # noqa: ARG001 - it has no fields
    if draft.text("side") != terms.GERMAN:
        place_invasion(draft)
        return
    r18_strongpoints.place_all(draft)
    if _guns_open(draft):
        draft.set("guns-moved", "no")


def _options(state: State) -> Iterator[HistoricalPlacement]:  # noqa: ARG001 - one for each side
    yield HistoricalPlacement()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(HistoricalPlacement, _check, _perform, _options, "18.2", phases=frozenset({"set-up"})),
    Handler(TakeBack, _check_back, _perform_back, _options_back, "18.2", phases=frozenset({"set-up"})),
)
