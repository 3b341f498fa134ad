"""Section 7.6.1: Combat Supply: from the unit over its division HQ and a corps HQ to a Supply Source."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import division_hqs
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r07.lines import line_of_any_length, line_of_mps, ranges
from adjudicator.battle_for_normandy.r07.seating import guest_way, guest_ways
from adjudicator.battle_for_normandy.r07.sources import BEACHHEAD, sources
from adjudicator.battle_for_normandy.r07.tracing import (
    CORPS_HQ,
    Line,
    Way,
    decreed,
    hq_line,
    way_to_ends,
    way_to_hq,
)
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View

__all__ = [
    "CORPS_LANDING",
    "chain",
    "combat_hqs",
    "corps_chain",
    "division_chain",
    "in_combat_supply",
    "supplied_in_combat",
]

CORPS_LANDING = 11  # 11 June: until then Beachheads act as corps HQs (7.2)


def _ends(state: State, group: str) -> list[str]:
    """Hexes of the sources that give Combat Supply to a group."""
    side = terms.GERMAN if group == terms.GERMAN else terms.ALLIED
    return sorted(s.space for s in sources(state, side).values() if group in s.combat)


def _side(group: str) -> str:
    return terms.GERMAN if group == terms.GERMAN else terms.ALLIED


@rule("7.6.1", "7.4")
def corps_chain(view: View, group: str) -> Mapping[str, str]:
    """Corps HQs of a group that are joined to a source of Combat Supply: uid -> hex.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``commonwealth``.
    """
    return terms.derived(
        view, f"lines/{_side(group)}/combat-corps:{group}", lambda state: _corps(state, group)
    )


@rule("7.6.1", "7.4")
def _corps_line(view: View, hq: Piece) -> tuple[str, ...]:
    """The line of a corps HQ to a source of Combat Supply; empty without one."""
    ends = _ends(terms.state_of(view), terms.group_of(hq.printed))
    return terms.derived(
        view,
        f"lines/{hq.side}/combat-line:{hq.uid}",
        lambda s: line_of_any_length(s, hq.side, hq.space, ends),
    )


def _corps(state: State, group: str) -> Mapping[str, str]:
    found = {}
    for hq in terms.corps_hqs(state, _side(group)):
        if terms.group_of(hq.printed) != group:
            continue
        known = decreed(state, hq)
        if known.why if known is not None else _corps_line(state, hq):
            found[hq.uid] = hq.space
    return found


@rule("7.2", "7.6.1")
def _stands_in(view: View, group: str) -> list[str]:
    """Beach hexes of Beachheads that act as corps HQs of a group."""
    if group == terms.GERMAN or view.number("date") >= CORPS_LANDING:
        return []
    return [
        s.space for s in sources(view, terms.ALLIED).values() if s.kind == BEACHHEAD and group in s.combat
    ]


@rule("7.6.1")
def division_chain(view: View, hq: Piece) -> tuple[str, ...]:
    """The way from a division HQ to the corps HQ that gives it Combat Supply; empty without one."""
    if not terms.on_map(view, hq):
        return ()
    known = decreed(view, hq)
    if known is not None:
        return (hq.space,) if known.why else ()
    return terms.derived(
        view, f"lines/{hq.side}/combat-chain:{hq.uid}", lambda state: _division_chain(state, hq)
    )


@rule("7.3.1", "7.6.1")
def _division_chain(state: State, hq: Piece) -> tuple[str, ...]:
    group, general = terms.group_of(hq.printed), hq_line(state, hq)
    if general is not None and general.via in corps_chain(state, group):
        return general.path
    ends = {*corps_chain(state, group).values(), *_stands_in(state, group)}
    return line_of_mps(state, hq.side, hq.space, ends, mps=ranges(state)[2])[1]


def combat_hqs(view: View, group: str) -> tuple[Piece, ...]:
    """Division and KG HQs of a group in Combat Supply."""
    layer = f"lines/{_side(group)}/combat-hqs:{group}"
    return terms.derived(view, layer, lambda state: _combat_hqs(state, group))


def _combat_hqs(state: State, group: str) -> tuple[Piece, ...]:
    hqs = [hq for hq in division_hqs(state, _side(group)) if terms.group_of(hq.printed) == group]
    return tuple([hq for hq in hqs if division_chain(state, hq)])


@rule("7.6.1", "7.5", "20.5")
def chain(view: View, uid: str) -> Line | None:
    """The first part of the chain that gives a unit Combat Supply: to an HQ, or what makes it needless.

    Returns
    -------
    Line or None
        None without Combat Supply.
    """
    found = _found(view, uid)
    return found.line() if isinstance(found, Way) else found


def _found(view: View, uid: str) -> Line | Way | None:
    """What gives a unit Combat Supply, its line not written out."""
    piece = view.pieces[uid]
    known = decreed(view, piece)
    if known is not None and (known.why == "" or known.rule != "9.2.1"):
        return known if known.why else None
    if terms.is_hq(piece.printed):
        return _hq_chain(view, piece)
    own = _own_chain(view, piece)
    return own if own is not None else _guest_chain(view, piece)


def _hq_chain(view: View, hq: Piece) -> Line | None:
    if terms.is_corps_hq(hq.printed):
        known = corps_chain(view, terms.group_of(hq.printed))
        return Line("hq", _corps_line(view, hq)) if hq.uid in known else None
    path = division_chain(view, hq)
    return Line("hq", path) if path else None


def _own_chain(view: View, piece: Piece) -> Way | None:
    """To its own division HQ; corps units to a corps HQ, or to a Beachhead before those land."""
    group = terms.group_of(piece.printed)
    if terms.is_division_unit(view, piece):
        hq = terms.hq_of(view, piece.printed.division)
        if hq is None or not division_chain(view, hq):
            return None
        return way_to_hq(view, piece.space, hq)
    for uid in corps_chain(view, group):
        way = way_to_hq(view, piece.space, view.pieces[uid], CORPS_HQ)
        if way is not None:
            return way
    beaches = _stands_in(view, group)
    if not beaches:
        return None
    return way_to_ends(view, piece.side, f"stand-ins:{group}", lambda _: beaches, piece.space)


@rule("7.2", "7.6.1", "12.1")
def _guest_chain(view: View, piece: Piece) -> Way | None:
    """To the HQ of a division that it is, or may be, attached to."""
    given = guest_ways(view, piece.side).get(piece.uid)
    if given is not None and any(division_chain(view, view.pieces[uid]) for uid in given.hqs.values()):
        return given
    hqs = combat_hqs(view, terms.group_of(piece.printed))
    return next((way for hq in hqs if (way := guest_way(view, piece, hq)) is not None), None)


@rule("7.1", "7.2", "12.1")
def supplied_in_combat(view: View, uid: str) -> bool:
    """Whether a unit is in General Supply at the moment of a combat, for which HQs choose guests anew."""
    piece = view.pieces[uid]
    if in_supply(view, uid):
        return True
    if decreed(view, piece) is not None or terms.is_hq(piece.printed):
        return False
    hqs = (hq for hq in division_hqs(view, piece.side) if hq_line(view, hq) is not None)
    return any(guest_way(view, piece, hq) is not None for hq in hqs)


@rule("7.6.1")
def in_combat_supply(view: View, uid: str) -> bool:
    """Whether a unit is in Combat Supply; one such unit is enough for its whole force."""
    return _found(view, uid) is not None
