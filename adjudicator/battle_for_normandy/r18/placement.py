"""Sections 18.2, 19.6.2, 19.6.3, 20.6 and 22.3: the invading units are placed in the Assault Hexes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r06_stacking, r15_companies, terms
from adjudicator.battle_for_normandy.r18 import beaches as r18_beaches
from adjudicator.battle_for_normandy.r18.beaches import Beach
from adjudicator.battle_for_normandy.r19 import funnies as r19_funnies
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Embark",
    "Exchange",
    "Rearrange",
    "aboard",
    "dd_due",
    "embark",
    "embark_faults",
    "rearrange_faults",
    "set_aside",
    "site_due",
    "sites_of",
    "still_due",
    "unplaced",
]

Faults = list[Fault]
THREE = 3
_SET_UP = frozenset({"set-up"})
_DROPS = frozenset({"pathfinder", "truck", "naval"})


@dataclass(frozen=True, slots=True)
class Embark(Action):
    """Place a unit in an Assault Hex; a battalion breaks down into companies at once (18.2).

    Parameters
    ----------
    unit, to
        The unit, and the Assault Hex, or B1205 for the 2nd Rangers.
    dd
        How many of the companies of a DD Tank battalion land as DD Tanks.

    Examples
    --------
    >>> Embark("us-v-743", "c1452", 2).dd
    2
    """

    unit: str
    to: str
    dd: int = 0


@dataclass(frozen=True, slots=True)
class Rearrange(Action):
    """Move a company or support unit to another Assault Hex of its beach (18.2).

    Examples
    --------
    >>> Rearrange("us-dd-co-1", "c1453").to
    'c1453'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Exchange two companies of a beach between its Assault Hexes (18.2).

    Examples
    --------
    >>> Exchange("us-dd-co-1", "us-inf-co-1").lead
    'us-inf-co-1'
    """

    unit: str
    lead: str


# --- who is placed where ----------------------------------------------------------------------------------


@rule("18.2", "20.6")
def sites_of(view: View, piece: Piece) -> frozenset[str]:
    """Landing Sites at which a unit may be placed."""
    known = r18_beaches.beaches(view)
    return frozenset(known[e].site if e in known else e for e in piece.printed.entry)


def _beach_of_counter(view: View, piece: Piece) -> tuple[str, ...]:
    """Beaches whose first Assault Hex is kept for a unit, where its counter names one."""
    known = r18_beaches.beaches(view)
    return tuple([e for e in piece.printed.entry if e in known])


@rule("18.2")
def unplaced(view: View) -> tuple[Piece, ...]:
    """Units of the assault forces that stand in no Assault Hex yet."""
    gone = _aboard_as_companies(view)
    known = (view.pieces[uid] for uid in sorted(view.pieces) if uid not in gone)
    return tuple([p for p in known if _may_embark(view, p) and not terms.on_map(view, p)])


def _may_embark(view: View, piece: Piece) -> bool:
    unit = piece.printed
    if piece.side != terms.ALLIED or unit.type in _DROPS or unit.arrival is not None:
        return False
    if piece.space in {terms.ELIMINATED, terms.REMOVED, terms.COMPANIES}:
        return False
    extra = "assault-engineer" in unit.marks and unit.entry == (terms.POOL,)
    if extra:
        return terms.has_option(view, "22.8o")
    return bool(sites_of(view, piece) & {*terms.SITES, "pointe-du-hoc"})


def _aboard_as_companies(view: View) -> set[str]:
    """Battalions that lie in a Holding Box because their companies are aboard."""
    return {view.text("battalion", uid) for uid in view.subjects("battalion")}


def _whole(view: View, piece: Piece) -> bool:
    """Whether a unit stays whole in the queue: no 3-step battalion, or 22.3o, or no companies left."""
    if terms.has_option(view, "22.3o") or not r15_companies.is_three_steps(piece.printed):
        return True
    return len(r15_companies.matching(view, piece.uid, dd=True)) < THREE


# --- placing ----------------------------------------------------------------------------------------------


@rule("18.2", "19.5", "19.6.1", "19.6.2", "19.6.3", "20.6", "22.3o", "22.8o")
def embark_faults(view: View, uid: str, to: str, dd: int = 0) -> Faults:
    """What forbids a unit in an Assault Hex at set-up.

    Parameters
    ----------
    dd
        Companies that land as DD Tanks.
    """
    piece = view.pieces[uid]
    name, where = piece.printed.title, view.board.name(to)
    known = _may_embark(view, piece) and not terms.on_map(view, piece)
    if not known or uid in _aboard_as_companies(view):
        return [Fault("18.2", f"{name} is no unit of the assault forces that is still to be placed")]
    beach = r18_beaches.beach_of(view, to)
    number = r18_beaches.in_queue(view, to)
    if beach is None or not (number or r20_pointe_du_hoc.is_pointe(to)):
        return [Fault("18.2", f"{where} is no Assault Hex")]
    found = [*_site_faults(view, piece, beach, number), *_dd_faults(view, piece, beach, dd)]
    if terms.is_support(piece.printed):
        return found + _support_faults(view, piece, to)
    return found + _room_faults(view, piece, to)


@rule("18.2", "20.6", "22.8o")
def _site_faults(view: View, piece: Piece, beach: Beach, number: int) -> Faults:
    name = piece.printed.title
    if "assault-engineer" in piece.printed.marks and piece.printed.entry == (terms.POOL,):
        return [] if beach.site == "omaha" else [Fault("22.8o", f"{name} lands at Omaha")]
    if beach.site not in sites_of(view, piece):
        return [Fault("18.2", f"{name} does not land at {beach.site.capitalize()}")]
    own = _beach_of_counter(view, piece)
    if own and beach.slug not in own:
        return [Fault("18.2", f"{name} assaults another beach than {beach.name}")]
    if r20_pointe_du_hoc.is_second_rangers(piece):
        return r20_pointe_du_hoc.queue_faults(beach, number)
    if own and number != 1:
        return [
            Fault("18.2", f"{name} is a beach assault battalion: it goes to the first hex of {beach.name}")
        ]
    return []


@rule("19.6.2", "19.6.3", "19.6.3o")
def _dd_faults(view: View, piece: Piece, beach: Beach, dd: int) -> Faults:
    if not dd:
        return []
    name = piece.printed.title
    if "dd-battalion" not in piece.printed.marks or not 0 < dd <= THREE:
        return [Fault("19.6.2", f"{name} is no DD Tank battalion to land {many(dd, 'company')} as DD Tanks")]
    most = r19_funnies.most_dd(view, beach.site)
    there = len([p for p in aboard(view, beach.site) if terms.marked(p.printed, "dd-tank")])
    if there + dd > most:
        section = "19.6.3o" if most else "19.6.3"
        return [Fault(section, f"{beach.site.capitalize()} lands {most} DD Tank companies at the most")]
    free = [u for u in r15_companies.matching(view, piece.uid, dd=True) if _is_dd(view, u)]
    return [] if len(free) >= dd else [Fault("15.1", f"only {len(free)} DD Tank companies are left")]


def _is_dd(view: View, uid: str) -> bool:
    return terms.marked(view.pieces[uid].printed, "dd-tank")


@rule("18.2", "19.5", "19.6.1")
def _support_faults(view: View, piece: Piece, to: str) -> Faults:
    name = piece.printed.title
    there = [p for p in terms.friends(view, to, terms.ALLIED) if not terms.is_support(p.printed)]
    found: Faults = []
    if any(map(r19_funnies.is_commando, there)) or r20_pointe_du_hoc.is_pointe(to):
        found.append(Fault("18.2", f"{name} cannot support Commandos or Rangers"))
    british = r19_funnies.is_croc(piece)
    if british and any(terms.group_of(p.printed) == terms.US for p in there):
        found.append(Fault("19.6.1", f"{name} is placed with Commonwealth units"))
    return found


@rule("18.2", "19.6.2", "22.3o")
def _room_faults(view: View, piece: Piece, to: str) -> Faults:
    there = [p for p in terms.friends(view, to, terms.ALLIED) if not terms.is_support(p.printed)]
    where, name = view.board.name(to), piece.printed.title
    if r19_funnies.is_commando(piece) and len(terms.friends(view, to, terms.ALLIED)) > len(there):
        return [Fault("18.2", f"support units in {where} cannot support Commandos or Rangers")]
    if "rm-asg" in piece.printed.marks:
        return _asg_faults(there, name, where)
    if not there:
        return []
    if not _whole(view, piece) or terms.has_option(view, "22.3o"):
        adding = [piece.uid] if terms.has_option(view, "22.3o") else []
        faults = r06_stacking.faults(view, to, terms.ALLIED, adding=adding)
        if adding and not faults:
            return []
    return [Fault("18.2", f"{where} has no room for {name}: three companies or one battalion")]


@rule("19.6.2")
def _asg_faults(there: list[Piece], name: str, where: str) -> Faults:
    """RM ASG companies go in with Commandos, each in the place of a Commando company."""
    commandos = [p for p in there if r19_funnies.is_commando(p) and terms.is_company(p.printed)]
    if commandos:
        return []
    return [Fault("19.6.2", f"{name} is placed with Commando companies, of which none is in {where}")]


@rule("18.2", "19.6.2", "20.6", "22.3o")
def embark(draft: Draft, uid: str, to: str, dd: int = 0) -> None:
    """Place a unit in an Assault Hex; its battalion counter waits in the Holding Box.

    Parameters
    ----------
    dd
        Companies that land as DD Tanks.
    """
    piece = draft.pieces[uid]
    beach = r18_beaches.beach_of(draft, to)
    assert beach is not None  # noqa: S101 - checked
    if "rm-asg" in piece.printed.marks:
        _make_room(draft, to, beach)
    if _whole(draft, piece):
        draft.place(uid, to)
        return
    plain = list(r15_companies.matching(draft, uid))
    swimmers = [u for u in r15_companies.matching(draft, uid, dd=True) if _is_dd(draft, u)]
    chosen = [*swimmers[:dd], *plain, *swimmers[dd:]][:THREE]
    r15_companies.into(draft, uid, chosen, to)
    draft.place(uid, beach.box)


@rule("19.6.2")
def _make_room(draft: Draft, to: str, beach: Beach) -> None:
    """One Commando company goes to the Holding Box for an RM ASG company, where the hex is full."""
    companies = [p for p in terms.friends(draft, to, terms.ALLIED) if terms.is_company(p.printed)]
    commandos = [p for p in companies if r19_funnies.is_commando(p)]
    if len(companies) >= THREE and commandos:
        draft.place(commandos[-1].uid, beach.box)


# --- rearranging ------------------------------------------------------------------------------------------


def aboard(view: View, site: str) -> tuple[Piece, ...]:
    """Units in the Assault Hexes of a Landing Site."""
    hexes = [n for b in r18_beaches.of_site(view.board, site) for n in b.queue if n in view.board.spaces]
    return tuple(
        [p for n in hexes for p in terms.friends(view, n, terms.ALLIED) if not terms.is_naval(p.printed)]
    )


@rule("18.2", "19.6.2", "19.5")
def rearrange_faults(view: View, uid: str, to: str) -> Faults:
    """What forbids a company or support unit to be moved to another Assault Hex of its beach."""
    piece = view.pieces[uid]
    name, beach = piece.printed.title, r18_beaches.beach_of(view, piece.space)
    support = terms.is_support(piece.printed)
    if piece.side != terms.ALLIED or beach is None or not (support or terms.is_company(piece.printed)):
        return [Fault("18.2", f"{name} is no company or support unit of a Landing Queue")]
    same_site = to in view.board.spaces and view.board.spaces[to]["site"] == beach.site
    beside = to in beach.queue or (support and same_site)
    if to == piece.space or not r18_beaches.in_queue(view, to) or not beside:
        return [Fault("18.2", f"{name} is rearranged among the Assault Hexes of {beach.name}")]
    if support:
        return _support_faults(view, piece, to)
    faults = r06_stacking.faults(view, to, terms.ALLIED, adding=[uid])
    return [Fault("18.2", text) for _, text in faults]


def _exchange_faults(view: View, first: str, second: str) -> Faults:
    a, b = view.pieces[first], view.pieces[second]
    one, other = (r18_beaches.beach_of(view, p.space) for p in (a, b))
    companies = terms.is_company(a.printed) and terms.is_company(b.printed)
    queued = all(r18_beaches.in_queue(view, p.space) for p in (a, b))
    if not companies or not queued or one is None or one != other or a.space == b.space:
        return [Fault("18.2", "two companies of one beach are exchanged between its Assault Hexes")]
    stack, ours = r06_stacking.faults, terms.ALLIED
    found = stack(view, b.space, ours, adding=[first], removing=[second])
    return [
        Fault("18.2", t) for _, t in found + stack(view, a.space, ours, adding=[second], removing=[first])
    ]


# --- what is due at the end -------------------------------------------------------------------------------


@rule("19.6.3")
def dd_due(view: View, site: str) -> int:
    """DD Tank companies that a Landing Site still lacks."""
    there = aboard(view, site)
    tanks = [p for p in there if terms.is_tank(p.printed) and "rm-asg" not in p.printed.marks]
    swim = [p for p in tanks if terms.marked(p.printed, "dd-tank")]
    free = sum(_is_dd(view, p.uid) for p in r15_companies.free(view))
    return max(0, min(free, r19_funnies.minimum_dd(site, len(tanks)) - len(swim)))


@rule("18.2", "19.6.2", "19.6.3")
def still_due(view: View) -> Faults:
    """What keeps the Allied set-up from ending: DD Tanks that are missing or out of place."""
    return [fault for site in terms.SITES for fault in site_due(view, site)]


@rule("19.6.2", "19.6.3")
def site_due(view: View, site: str) -> Faults:
    """What of `still_due` concerns one Landing Site."""
    found: Faults = []
    lacking = dd_due(view, site)
    if lacking and not terms.has_option(view, "22.3o"):
        found.append(Fault("19.6.3", f"{site.capitalize()} lands {lacking} more DD Tank companies"))
    for piece in aboard(view, site):
        if terms.marked(piece.printed, "dd-tank") and r18_beaches.in_queue(view, piece.space) != 1:
            found.append(Fault("19.6.2", f"{piece.printed.title} is placed in a first Assault Hex"))
    return found


@rule("18.2")
def set_aside(draft: Draft) -> None:
    """Units that found no room enter in the June 6 PM turn or later, as reinforcements."""
    for piece in unplaced(draft):
        if not terms.is_support(piece.printed) or piece.printed.entry != (terms.POOL,):
            draft.place(piece.uid, terms.TRACK)


# --- the actions ------------------------------------------------------------------------------------------


def _begin(inquiry: Inquiry, *ids: str) -> bool:
    unknown = [i for i in ids if i not in inquiry.pieces and i not in inquiry.board.spaces]
    if unknown:
        inquiry.refuse("18.2", f"there is no {', '.join(unknown)}")
        return False
    failed = "the German player sets up first"
    return inquiry.require("18.2", inquiry.text("side") == terms.ALLIED, "", failed)


def _check_embark(inquiry: Inquiry, action: Embark) -> None:
    if not _begin(inquiry, action.unit, action.to):
        return
    for section, text in embark_faults(inquiry, action.unit, action.to, action.dd):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        piece = inquiry.pieces[action.unit]
        kind = "whole" if _whole(inquiry, piece) else "as three companies"
        section = "22.3o" if terms.has_option(inquiry, "22.3o") else "18.2"
        inquiry.note(section, f"{piece.printed.title} is placed {kind}")
        _note_dd(inquiry, action)


@rule("19.6.3", "19.6.3o")
def _note_dd(inquiry: Inquiry, action: Embark) -> None:
    beach = r18_beaches.beach_of(inquiry, action.to)
    if action.dd and beach is not None and beach.site == "juno":
        inquiry.note("19.6.3o", "up to two companies may land as DD Tanks at Juno")
    elif action.dd and beach is not None:
        least = r19_funnies.minimum_dd(beach.site, action.dd)
        inquiry.note("19.6.3", f"{action.dd} DD Tank companies, of which the site needs {least} or more")


def _perform_embark(draft: Draft, action: Embark) -> None:
    embark(draft, action.unit, action.to, action.dd)


def _options_embark(state: State) -> Iterator[Embark]:
    if state.text("side") != terms.ALLIED:
        return
    hexes = [(b, n) for b in r18_beaches.beaches(state).values() for n in (b.queue or (b.hex,))]
    for piece in unplaced(state):
        sites = sites_of(state, piece)
        for beach, to in hexes:
            if beach.site in sites and to in state.board.spaces:
                yield Embark(piece.uid, to)
                if "dd-battalion" in piece.printed.marks:
                    yield from (Embark(piece.uid, to, count) for count in range(1, THREE + 1))


def _check_rearrange(inquiry: Inquiry, action: Rearrange) -> None:
    if _begin(inquiry, action.unit, action.to):
        for section, text in rearrange_faults(inquiry, action.unit, action.to):
            inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
        if not inquiry.violations:
            name, where = inquiry.pieces[action.unit].printed.title, inquiry.board.name(action.to)
            inquiry.note("18.2", f"{name} goes to another Assault Hex: {where} has room for it")


def _perform_rearrange(draft: Draft, action: Rearrange) -> None:
    draft.place(action.unit, action.to)


def _options_rearrange(state: State) -> Iterator[Rearrange]:
    for site in terms.SITES:
        for piece in aboard(state, site):
            near = r18_beaches.of_site(state.board, site) if terms.is_support(piece.printed) else ()
            beach = r18_beaches.beach_of(state, piece.space)
            queues = near or ((beach,) if beach is not None else ())
            yield from (Rearrange(piece.uid, n) for b in queues for n in b.queue if n in state.board.spaces)


def _check_exchange(inquiry: Inquiry, action: Exchange) -> None:
    if _begin(inquiry, action.unit, action.lead):
        for section, text in _exchange_faults(inquiry, action.unit, action.lead):
            inquiry.refuse(section, text, units=[action.unit, action.lead])
        if not inquiry.violations:
            names = terms.titles(inquiry.pieces[u] for u in (action.unit, action.lead))
            inquiry.note("18.2", f"{names} change places between Assault Hexes of their beach")


def _perform_exchange(draft: Draft, action: Exchange) -> None:
    first, second = draft.pieces[action.unit].space, draft.pieces[action.lead].space
    draft.place(action.unit, second)
    draft.place(action.lead, first)


def _options_exchange(state: State) -> Iterator[Exchange]:
    for site in terms.SITES:
        companies = [p for p in aboard(state, site) if terms.is_company(p.printed)]
        for one, other in itertools.permutations(companies, 2):
            beach = r18_beaches.beach_of(state, one.space)
            if one.space != other.space and beach == r18_beaches.beach_of(state, other.space):
                yield Exchange(one.uid, other.uid)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Embark, _check_embark, _perform_embark, _options_embark, "18.2", phases=_SET_UP),
    Handler(Rearrange, _check_rearrange, _perform_rearrange, _options_rearrange, "18.2", phases=_SET_UP),
    Handler(Exchange, _check_exchange, _perform_exchange, _options_exchange, "18.2", phases=_SET_UP),
)
