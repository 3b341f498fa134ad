"""Sections 7.2, 12.1, 20.3 and 23.3: guests of an HQ, and what fights as one force."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.sources import has_sources
from adjudicator.battle_for_normandy.r07.tracing import (
    corps_in_supply,
    decreed,
    hq_line,
    own_way,
    way_to_hq,
)
from adjudicator.battle_for_normandy.r23_brigades import comes_whole, members
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Fault

__all__ = [
    "BRIGADE",
    "CORPS",
    "FOREIGN",
    "FREE",
    "KG_SLOTS",
    "SLOTS",
    "attach",
    "belongs",
    "claim",
    "division_hqs",
    "formation_of",
    "joining",
    "may_attach",
    "one_force",
    "taking",
    "too_many",
]

SLOTS, KG_SLOTS = 3, 6
# What a guest takes up: nothing, a corps unit's place, the one place open to other divisions, the brigade's.
FREE, CORPS, FOREIGN, BRIGADE, NEVER = "free", "corps", "foreign", "brigade", "never"


@rule("7.2", "20.3", "23.3")
def claim(view: View, piece: Piece, formation: str) -> str:
    """What a unit would take up as the guest of a division or KG.

    Parameters
    ----------
    formation
        Slug of the division or KG.

    Returns
    -------
    str
        ``free``, ``corps``, ``foreign``, ``brigade`` or ``never``; ``free`` for its own units.
    """
    unit = piece.printed
    if belongs(view, piece, formation) or terms.is_naval(unit) or _is_funny(unit.marks):
        return FREE
    divisional = terms.is_division_unit(view, piece)
    if terms.is_hq(unit):
        return NEVER
    if terms.is_artillery(unit):
        if unit.side == terms.GERMAN:
            freely = view.option("german-guests") == "A"
            return FREE if freely else CORPS
        return NEVER if divisional else CORPS
    if _is_kg(view, formation):
        return CORPS
    if divisional:
        return FOREIGN
    commonwealth = terms.group_of(unit) == terms.COMMONWEALTH
    return BRIGADE if commonwealth and _is_brigade(view, piece) else CORPS


@rule("7.2", "15.1")
def belongs(view: View, piece: Piece, formation: str) -> bool:
    """Whether a unit is of a formation and no guest of it: companies are corps units."""
    unit = piece.printed
    return unit.division == formation and (not terms.is_company(unit) or terms.is_division_unit(view, piece))


def _is_funny(marks: Iterable[str]) -> bool:
    return not {"avre", "crocodile", "kangaroo"}.isdisjoint(marks)


def _is_kg(view: View, formation: str) -> bool:
    hq = terms.hq_of(view, formation)
    return hq is not None and terms.is_kg_hq(hq.printed)


@rule("7.2", "23.3")
def _is_brigade(view: View, piece: Piece) -> bool:
    """Whether a unit of an armoured or tank brigade, or of one that is attached like those."""
    unit = piece.printed
    level = terms.level_of(view, unit.division)
    return level == "brigade" and not terms.marked(unit, "commando", "ranger")


@rule("7.2", "6.3", "12.1")
def may_attach(view: View, uid: str, formation: str) -> list[Fault]:
    """What keeps a unit from being attached to a division or KG, the number of its other guests left out.

    Parameters
    ----------
    formation
        Slug of the division or KG.

    Returns
    -------
    list of (section, text)
        Empty when it may.
    """
    piece, hq = view.pieces[uid], terms.hq_of(view, formation)
    title, found = piece.printed.title, list[Fault]()
    if belongs(view, piece, formation):
        return found
    if claim(view, piece, formation) == NEVER:
        what = "an HQ" if terms.is_hq(piece.printed) else "organic artillery of an Allied division"
        found.append(Fault("7.2", f"{title} is {what}, which is never attached to another division"))
    if hq is not None and terms.group_of(hq.printed) != terms.group_of(piece.printed):
        found.append(
            Fault("6.3", f"{title} and {hq.printed.title}: US and CW units are never attached to each other")
        )
    if hq is None or found or not has_sources(view, piece.side):
        return found
    if not _draws(view, piece, hq):
        found.append(
            Fault("12.1", f"{title} can draw General Supply neither to {hq.printed.title} nor to a corps HQ")
        )
    elif comes_whole(piece):
        apart = [p for p in members(view, piece) if not _draws(view, p, hq)]
        if apart:
            found.append(
                Fault(
                    "23.3",
                    f"{title} comes only with its whole brigade, and {terms.titles(apart)} cannot be",
                )
            )
    return found


@rule("12.1", "7.2")
def _draws(view: View, piece: Piece, hq: Piece) -> bool:
    """Whether a unit can draw General Supply to an HQ, or to a corps HQ that supplies that one."""
    known = decreed(view, piece)
    if known is not None or terms.is_naval(piece.printed):
        return terms.is_naval(piece.printed) or bool(known is not None and known.why)
    if hq_line(view, hq) is not None and way_to_hq(view, piece.space, hq) is not None:
        return True
    group, corps = terms.group_of(piece.printed), corps_in_supply(view, piece.side)
    hqs = (view.pieces[uid] for uid in corps if terms.group_of(view.pieces[uid].printed) == group)
    if any(way_to_hq(view, piece.space, c) is not None for c in hqs):
        return True
    own = own_way(view, piece)  # before the corps HQs land a Beachhead acts as one
    return own is not None and piece.side == terms.ALLIED and view.number("date") < 11


def division_hqs(view: View, side: str) -> list[Piece]:
    """Division and KG HQs of a side that are on the map, sorted by id."""

    def find(state: State) -> list[Piece]:
        return _all_hqs(state, side)

    moved = terms.unless_moved(find, lambda piece: terms.is_division_hq(piece.printed))
    return terms.derived(view, f"division-hqs:{side}", find, moved)


def _all_hqs(state: State, side: str) -> list[Piece]:
    hqs = (p for p in state.pieces.values() if p.side == side and terms.is_division_hq(p.printed))
    return sorted((hq for hq in hqs if terms.on_map(state, hq)), key=lambda hq: hq.uid)


# --- one force --------------------------------------------------------------------------------------------


def formation_of(view: View, piece: Piece) -> str:
    """The division or brigade under which a unit fights, its own or its host; empty for none."""
    told = view.text("attached", piece.uid)
    if told:
        return told
    slug = piece.printed.division
    return (
        slug if terms.level_of(view, slug) in {"division", "brigade"} and not _is_loose(view, piece) else ""
    )


def _is_loose(view: View, piece: Piece) -> bool:
    """Companies, Commandos and Rangers are corps units."""
    return not terms.is_division_unit(view, piece) and not _is_brigade(view, piece)


@rule("12.1", "7.2", "6.3", "12.7")
def one_force(view: View, uids: Sequence[str], support: Sequence[str] = ()) -> list[Fault]:
    """What keeps units, with their supporting artillery and ships, from fighting as one force.

    Returns
    -------
    list of (section, text)
        Empty when they all belong to one division or brigade, or are attached to it; else what is wrong
        with the division that suits them best.
    """
    if len(uids) + len(support) < 2:
        return []
    key = (tuple(uids), tuple(support))
    layer = f"lines/{view.pieces[uids[0]].side}/forces"
    return list(_known(view, layer, key, lambda at: _one_force(at, uids, support)))


def _one_force(view: View, uids: Sequence[str], support: Sequence[str]) -> list[Fault]:
    pieces = [view.pieces[uid] for uid in (*uids, *support)]
    groups = {terms.group_of(p.printed) for p in pieces}
    if len(groups) > 1:
        rule_ = "6.3" if len({terms.group_of(view.pieces[u].printed) for u in uids}) > 1 else "12.7"
        return [Fault(rule_, f"{terms.titles(pieces)}: US and CW units do not fight as one force")]
    homes = _hosts(view, pieces[0].side, [formation_of(view, p) for p in pieces])
    if not homes:
        return too_many(view, pieces, "")
    fewest: list[Fault] | None = None
    for home in homes:
        faults = _faults(view, pieces, home)
        if not faults:
            return faults
        fewest = faults if fewest is None or len(faults) < len(fewest) else fewest
    return fewest or []


def _hosts(view: View, side: str, formations: Iterable[str]) -> dict[str, None]:
    """Formations under which units may fight together: their own, and every KG; all where they have none."""
    homes = dict.fromkeys(f for f in formations if f)
    hqs = division_hqs(view, side)
    return homes | dict.fromkeys(h.printed.division for h in hqs if not homes or terms.is_kg_hq(h.printed))


def _faults(view: View, pieces: Sequence[Piece], home: str) -> list[Fault]:
    found = [fault for piece in pieces for fault in _apart(view, piece, home)]
    return found + too_many(view, pieces, home)


def _apart(view: View, piece: Piece, home: str) -> Sequence[Fault]:
    """What keeps a unit from fighting under a formation, the number of its guests left out."""
    layer, key = f"lines/{piece.side}/apart", (piece.uid, home)
    return _known(view, layer, key, lambda at: _looked_apart(at, piece, home))


_Faults = dict[Hashable, tuple[Sequence[Fault], Inquiry]]


def _known(view: View, layer: str, key: Hashable, look: Callable[[View], Sequence[Fault]]) -> Sequence[Fault]:
    """Faults worked out once where a position leaves nothing out; an inquiry is told again what was read."""
    state = terms.state_of(view)
    if state.unknown or not isinstance(state, Position):
        return look(view)
    known = terms.derived(state, layer, _none_known)
    if key not in known:
        inquiry = Inquiry(state)
        known[key] = look(inquiry), inquiry
    faults, read = known[key]
    if isinstance(view, Inquiry):
        view.recall(read)
    return faults


def _none_known(_: State) -> _Faults:
    return {}


def _looked_apart(view: View, piece: Piece, home: str) -> Sequence[Fault]:
    told = view.text("attached", piece.uid)
    if told and told != home:
        return [Fault("7.2", f"{piece.printed.title} is attached to {told} for this phase")]
    return () if belongs(view, piece, home) else _stranger(view, piece, home)


@rule("12.1", "7.2", "6.3", "12.7")
def joining(view: View, force: Sequence[Piece], guns: Iterable[Piece]) -> set[str]:
    """Guns with each of which a force is one force; the force is looked at once for each formation.

    Parameters
    ----------
    force
        Units of one nation, one at least.

    Returns
    -------
    set of str
        Ids.
    """
    group, own = terms.group_of(force[0].printed), [formation_of(view, p) for p in force]

    @functools.cache
    def hosts(home: str) -> tuple[str, ...]:
        """Formations that suit the force beside a gun of a formation; no name where nobody has one."""
        homes = _hosts(view, force[0].side, [*own, home])
        return tuple([h for h in homes if not any(_apart(view, p, h) for p in force)]) if homes else ("",)

    def joins(gun: Piece) -> bool:
        fitting = (h for h in hosts(formation_of(view, gun)) if not h or not _apart(view, gun, h))
        return any(not too_many(view, [*force, gun], h) for h in fitting)

    return {g.uid for g in guns if terms.group_of(g.printed) == group and joins(g)}


def _stranger(view: View, piece: Piece, home: str) -> list[Fault]:
    """What bars a unit from a division or brigade that is not its own."""
    if terms.level_of(view, home) == "brigade" and terms.hq_of(view, home) is None:
        if terms.is_division_unit(view, piece) or _is_brigade(view, piece):
            return [Fault("12.1", f"{piece.printed.title} belongs neither to {home} nor is attached to it")]
        return []
    return may_attach(view, piece.uid, home)


@rule("7.2", "12.1", "20.3")
def too_many(view: View, pieces: Sequence[Piece], home: str) -> list[Fault]:
    """Guests over the limit, with those of this phase: three, one of them foreign; six at a KG.

    Parameters
    ----------
    pieces
        Units that fight or are supplied together; those of the division itself are not counted.
    """
    guests: dict[str, list[Piece]] = {}
    for piece in (*_earlier(view, pieces, home), *pieces):
        if not home or not belongs(view, piece, home):
            guests.setdefault(claim(view, piece, home), []).append(piece)
    kg, found = bool(home) and _is_kg(view, home), list[Fault]()
    beside = _second_brigades(guests.get(BRIGADE, ()))
    counted = [*guests.get(CORPS, ()), *beside, *guests.get(FOREIGN, ())]
    most = KG_SLOTS if kg else SLOTS
    if len(counted) > most and home:
        section = "20.3" if kg else "12.1"
        found.append(
            Fault(section, f"{terms.titles(counted)}: {len(counted)} units attached, {most} at the most")
        )
    foreign = guests.get(FOREIGN, ())
    if len(foreign) > 1:
        found.append(Fault("7.2", f"{terms.titles(foreign)}: one unit of another division at the most"))
    return found


def _earlier(view: View, pieces: Iterable[Piece], home: str) -> list[Piece]:
    """Units that are attached to a formation in this phase, besides some units."""
    here = {p.uid for p in pieces}
    told = [u for u in view.subjects("attached") if u not in here and view.text("attached", u) == home]
    return [view.pieces[u] for u in told if u in view.pieces] if home else []


@rule("7.2")
def taking(view: View, piece: Piece, home: str) -> str:
    """What a unit takes up as the next guest of a formation: see `claim`.

    Returns
    -------
    str
        ``corps`` for a unit of a brigade where another one is attached already.
    """
    found = claim(view, piece, home)
    if found != BRIGADE:
        return found
    others = [p for p in _earlier(view, [piece], home) if claim(view, p, home) == BRIGADE]
    return CORPS if piece in _second_brigades([*others, piece]) else BRIGADE


@rule("7.2", "23.3")
def _second_brigades(guests: Iterable[Piece]) -> list[Piece]:
    """Guests that take places of corps units: all but those of the one brigade that takes none.

    Parameters
    ----------
    guests
        Units of armoured and tank brigades; the brigade with the most of them takes no place.
    """
    brigades: dict[str, list[Piece]] = {}
    for piece in guests:
        brigades.setdefault(piece.printed.division, []).append(piece)
    free = max(brigades, key=lambda b: (comes_whole(brigades[b][0]), len(brigades[b])), default="")
    return [p for brigade, pieces in brigades.items() if brigade != free for p in pieces]


@rule("7.2")
def attach(draft: Draft, uids: Sequence[str], support: Sequence[str] = ()) -> None:
    """Keep the guests of a force with their division for the rest of the phase.

    Parameters
    ----------
    uids, support
        As in `one_force`.
    """
    pieces = [draft.pieces[uid] for uid in (*uids, *support)]
    homes = dict.fromkeys(f for p in pieces if (f := formation_of(draft, p)))
    fitting = [home for home in homes if not _faults(draft, pieces, home)]
    if not fitting or len(pieces) < 2:
        return
    for piece in pieces:
        if not belongs(draft, piece, fitting[0]) and not terms.is_naval(piece.printed):
            draft.set("attached", fitting[0], piece.uid)
