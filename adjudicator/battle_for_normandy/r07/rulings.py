"""Sections 7.1 to 7.6 explained: the line of a unit hex by hex, or everything that cuts it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import claim
from adjudicator.battle_for_normandy.r07.combat import chain, corps_chain, division_chain
from adjudicator.battle_for_normandy.r07.general import supply_line
from adjudicator.battle_for_normandy.r07.lines import ranges, why_barred
from adjudicator.battle_for_normandy.r07.searches import barred, lanes_of
from adjudicator.battle_for_normandy.r07.seating import guest_ways
from adjudicator.battle_for_normandy.r07.sources import sources
from adjudicator.battle_for_normandy.r07.tracing import (
    ATTACHED,
    CORPS_HQ,
    DECREED,
    HQ_LINE,
    OWN_HQ,
    Line,
    decreed,
    hq_line,
    line_to_hq,
)
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.search import Try, reach

__all__ = ["explain", "explain_combat", "length_of", "out_of_supply"]

_MOST_CUTS = 4
_HALVED = "supply ranges are halved in Heavy Rain and Storm"
_PARTS = ("", "1/6", "1/3", "1/2", "2/3", "5/6")
_KINDS = {
    OWN_HQ: ("7.3.1", "its division HQ"),
    CORPS_HQ: ("7.3.1", "a corps HQ in supply"),
    ATTACHED: ("7.2", "the HQ to which it is attached"),
}


def length_of(line: Line) -> str:
    """The length of a line for a sentence.

    Examples
    --------
    >>> length_of(Line("source", length=3, measure="hexes"))
    '3 hexes'
    >>> length_of(Line("source", length=15, measure="sixths"))
    '2 1/2 MPs'
    """
    if line.measure != "sixths":
        return f"{line.length} hex{'es' * (line.length != 1)}"
    whole, rest = divmod(line.length, terms.MP)
    parts = [str(whole) if whole or not rest else "", _PARTS[rest]]
    return f"{' '.join(filter(None, parts))} MP{'s' * (line.length > terms.MP)}"


def _named(view: View, path: tuple[str, ...]) -> str:
    return " - ".join(view.board.name(space) for space in path)


# --- General Supply ---------------------------------------------------------------------------------------


@rule("7.1", "7.2", "7.3")
def explain(inquiry: Inquiry, uid: str) -> bool:
    """Note how a unit is in General Supply, or what keeps it out.

    Returns
    -------
    bool
        Whether it is in General Supply.
    """
    piece, line = inquiry.pieces[uid], supply_line(inquiry, uid)
    title = piece.printed.title
    inquiry.note("7.1", "General Supply as it is at this moment; where a unit may move does not depend on it")
    if line is None:
        _explain_lack(inquiry, piece)
        return False
    if line.kind == DECREED:
        inquiry.note(line.rule, f"{title} is in General Supply: {line.why}")
        return True
    if terms.is_bad_weather(inquiry):
        inquiry.note("7.3.3", _HALVED)
    _explain_line(inquiry, piece, line)
    return True


def _explain_line(inquiry: Inquiry, piece: Piece, line: Line) -> None:
    title, path = piece.printed.title, _named(inquiry, line.path)
    if line.measure == "sixths":
        rates = "infantry rates in any weather, 1/2 MP on Primary Roads, 1/3 MP on Highways"
        inquiry.note("7.3.2", f"counted in MPs: {rates}")
    if line.kind == HQ_LINE and terms.is_corps_hq(piece.printed):
        inquiry.note("7.3.1", f"{title} traces to a Supply Source at any length: {path}")
        return
    if line.kind == HQ_LINE:
        end = inquiry.pieces[line.via].printed.title if line.via else "a Supply Source"
        inquiry.note("7.3.1", f"{title} traces {length_of(line)} to {end}: {path}")
        return
    if not line.via:
        source = sources(inquiry, piece.side)[line.path[-1]]
        inquiry.note("7.4", f"{title} traces {length_of(line)} to a Supply Source ({source.kind}): {path}")
        return
    section, what = _KINDS[line.kind]
    hq = inquiry.pieces[line.via]
    inquiry.note(section, f"{title} traces {length_of(line)} to {what}, {hq.printed.title}: {path}")
    above = hq_line(inquiry, hq)
    if above is not None and above.kind != DECREED:
        _explain_line(inquiry, hq, above)


def _explain_lack(inquiry: Inquiry, piece: Piece) -> None:
    known = decreed(inquiry, piece)
    if known is not None:
        inquiry.note("7.1", f"{piece.printed.title} is out of supply: the position says so")
        return
    hexes, mps, far = ranges(inquiry)
    if terms.is_bad_weather(inquiry):
        inquiry.note("7.3.3", _HALVED)
    if terms.is_hq(piece.printed):
        most = "a line of any length" if terms.is_corps_hq(piece.printed) else f"a line of {far} MPs"
        inquiry.note("7.3.1", f"{piece.printed.title} finds no end of {most}")
    else:
        inquiry.note("7.3.1", f"{piece.printed.title} finds none within {hexes} hexes or {mps} MPs")
        _explain_hqs(inquiry, piece)
    for section, text in _cuts(inquiry, piece):
        inquiry.note(section, text)


def _explain_hqs(inquiry: Inquiry, piece: Piece) -> None:
    """Say of the HQs within reach why they do not help."""
    own = terms.hq_of(inquiry, piece.printed.division) if terms.is_division_unit(inquiry, piece) else None
    if own is not None and not terms.on_map(inquiry, own):
        inquiry.note("7.2", f"{own.printed.title} is not on the map")
    elif own is not None and line_to_hq(inquiry, piece.space, own) is not None:
        inquiry.note("7.2", f"{own.printed.title} is in reach, but itself out of supply")
    for hq in _others(inquiry, piece):
        if claim(inquiry, piece, hq.printed.division) != "never":
            full = len(guest_ways(inquiry, piece.side))
            inquiry.note(
                "7.2", f"{hq.printed.title} is in reach, but its places for guests are taken ({full} in all)"
            )


def _others(view: View, piece: Piece) -> Iterator[Piece]:
    """Division HQs in supply and in reach that are not its own."""
    for uid in sorted(view.pieces):
        hq = view.pieces[uid]
        mine = hq.side == piece.side and terms.is_division_hq(hq.printed) and terms.on_map(view, hq)
        same = terms.group_of(hq.printed) == terms.group_of(piece.printed)
        other = mine and same and hq.printed.division != piece.printed.division
        if other and hq_line(view, hq) is not None and line_to_hq(view, piece.space, hq) is not None:
            yield hq


@rule("7.3", "7.3.2")
def _cuts(view: View, piece: Piece) -> list[tuple[str, str]]:
    """What closes the ways around a unit, the nearest first, with its section."""
    state, side = terms.state_of(view), piece.side
    now, closed = lanes_of(state), barred(state, side)
    if not terms.is_land(state.board, piece.space):
        return [("7.3", f"{state.board.name(piece.space)} is no land hex")]

    def around(here: str, _: int) -> Iterator[Try[str, tuple[str, str]]]:
        name = state.board.name(here)
        for to, _ in now.wet[here]:
            if here == piece.space and to not in closed:
                yield Try(to, 1)
            else:
                where = f"{name}/{state.board.name(to)}"
                said = f"{where} is unbridged water that does not lie beside {piece.printed.title}"
                yield Try(to, 1, ("7.3.2", said))
        for to in now.around[here]:
            yield Try(to, 1, ("7.3", why_barred(state, to, side))) if to in closed else Try(to, 1)

    most = ranges(view)[0]
    found = dict.fromkeys(r.why for r in reach(piece.space, around, budget=most).frontier())
    return list(found)[:_MOST_CUTS] or [
        ("7.3.1", f"nothing bars the way, but no end lies within {most} hexes")
    ]


def out_of_supply(view: View, side: str) -> list[str]:
    """Ids of the ground units of a side on the map that are out of General Supply, sorted."""
    return [
        uid
        for uid in sorted(view.pieces)
        if (piece := view.pieces[uid]).side == side
        and terms.has_zoc(piece.printed)
        and terms.on_map(view, piece)
        and supply_line(view, uid) is None
    ]


# --- Combat Supply ----------------------------------------------------------------------------------------


@rule("7.6.1")
def explain_combat(inquiry: Inquiry, uid: str) -> bool:
    """Note the chain that gives a unit Combat Supply, or where it breaks.

    Returns
    -------
    bool
        Whether it is in Combat Supply.
    """
    piece, found = inquiry.pieces[uid], chain(inquiry, uid)
    title = piece.printed.title
    if found is None:
        _explain_break(inquiry, piece)
        return False
    if found.kind == DECREED:
        inquiry.note(found.rule, f"{title} is in Combat Supply: {found.why}")
        return True
    path = _named(inquiry, found.path)
    if not found.via:
        inquiry.note("7.6.1", f"{title} draws Combat Supply along {path}")
        return True
    hq = inquiry.pieces[found.via]
    inquiry.note("7.6.1", f"{title} traces to {hq.printed.title}: {path}")
    if terms.is_division_hq(hq.printed):
        onward = _named(inquiry, division_chain(inquiry, hq))
        inquiry.note("7.6.1", f"{hq.printed.title} traces to a corps HQ: {onward}")
    inquiry.note("7.4", "the corps HQ traces to a Supply Source that gives Combat Supply")
    return True


def _explain_break(inquiry: Inquiry, piece: Piece) -> None:
    title, group = piece.printed.title, terms.group_of(piece.printed)
    if not explain(inquiry, piece.uid):
        inquiry.note("7.5", f"{title} is out of supply: no Combat Supply")
        return
    corps = corps_chain(inquiry, group)
    if not corps:
        inquiry.note("7.6.1", "no corps HQ of its side is joined to a source of Combat Supply")
    hq = terms.hq_of(inquiry, piece.printed.division) if terms.is_division_unit(inquiry, piece) else None
    if hq is not None and not division_chain(inquiry, hq):
        inquiry.note("7.6.1", f"{hq.printed.title} reaches no corps HQ: a division HQ may not skip it")
    elif hq is None:
        inquiry.note("7.6.1", f"{title} reaches neither a corps HQ nor a division HQ with Combat Supply")
