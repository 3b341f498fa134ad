"""Sections 7.2, 7.3.1, 20.3 and 23.3: who is whose guest, as many units as the places at the HQs allow.

From one position to the next few of these questions change. Whether a unit has a line of its own, and which
HQs might take it as a guest, is looked at again where the unit has moved, or where the hexes have changed
from which lines reach an HQ or a source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import (
    BRIGADE,
    FOREIGN,
    FREE,
    KG_SLOTS,
    NEVER,
    SLOTS,
    belongs,
    claim,
    division_hqs,
    too_many,
)
from adjudicator.battle_for_normandy.r07.grounds import Drawn, draws_from, ground_of, ground_of_hq, moment_of
from adjudicator.battle_for_normandy.r07.lines import Circle
from adjudicator.battle_for_normandy.r07.tracing import (
    ATTACHED,
    Way,
    circle_of_hq,
    decreed,
    hq_line,
    is_beyond,
    own_way,
)
from adjudicator.battle_for_normandy.r23_brigades import comes_whole, is_supplied_whole
from adjudicator.citation import rule
from adjudicator.position import Earlier, Piece, Position, State, View
from module_builder.vassal.values import dataclass

__all__ = ["guest_way", "guest_ways", "has_own_way"]


@dataclass(frozen=True, slots=True)
class _Place:
    """A place for a guest at an HQ."""

    formation: str
    number: int
    foreign: bool


def _places(hq: Piece) -> list[_Place]:
    """Places at an HQ: three, the first of them open to other divisions; six at a KG HQ."""
    slug = hq.printed.division
    if terms.is_kg_hq(hq.printed):
        return [_Place(slug, n, foreign=True) for n in range(KG_SLOTS)]
    return [_Place(slug, n, foreign=n == 0) for n in range(SLOTS)]


@dataclass(frozen=True, slots=True)
class _Offer:
    """An HQ that might take a unit: the way there, and what the unit would take up."""

    formation: str
    way: Way
    claim: str


class _Host:
    """An HQ in supply, with the hexes from which lines reach it.

    Parameters
    ----------
    state
        The position.
    hq
        The HQ.
    """

    __slots__ = ("_circle", "_known", "group", "hq", "state")

    def __init__(self, state: State, hq: Piece) -> None:
        self.state, self.hq, self.group = state, hq, terms.group_of(hq.printed)
        self._circle: Circle | None = None
        self._known: dict[str, bool] = {}

    def is_beyond(self, space: str) -> bool:
        """Whether a hex is too far away for any line; units that stand together ask once."""
        found = self._known.get(space)
        if found is None:
            found = self._known[space] = is_beyond(self.state, space, self.hq.space)
        return found

    def way(self, space: str) -> Way | None:
        """The line of a guest from a hex that is not too far away."""
        if self._circle is None:
            self._circle = circle_of_hq(self.state, self.hq)
        found = self._circle.around(space)
        return Way(ATTACHED, found[0], space, found[1], {self.hq.space: self.hq.uid}) if found else None


_Offers = tuple[_Offer | None, ...]
"""What each HQ offers a unit, in their order."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was found of the guests of a side, and on what it hangs.

    Parameters
    ----------
    guests
        Guests: uid -> way.
    moment
        What all of it hangs on; see `moment_of`.
    grounds
        What the own lines of units hang on, by whom they draw on.
    needs
        uid -> the unit, on whom it draws, and whether it has no line of its own.
    hqs
        HQs in supply: uid -> what their offers hang on.
    offers
        uid -> the unit, the division that it is attached to already, and what each HQ offers it.
    """

    guests: Mapping[str, Way]
    moment: object = None
    grounds: Mapping[Drawn, object] = field(default_factory=dict)
    needs: Mapping[str, tuple[Piece, Drawn, bool]] = field(default_factory=dict)
    hqs: Mapping[str, object] = field(default_factory=dict)
    offers: Mapping[str, tuple[Piece, str, _Offers]] = field(default_factory=dict)


@rule("7.2", "7.3.1", "20.3")
def guest_ways(view: View, side: str) -> Mapping[str, Way]:
    """Units in General Supply only as guests of an HQ: uid -> way of its line.

    Returns
    -------
    mapping of str to Way
        As many units as the places allow; where there are too few, the owner may choose others.
    """
    return terms.derived(
        view,
        f"lines/{side}/guests",
        lambda state: _look(state, side),
        lambda earlier, now: _look_again(earlier, now, side),
    ).guests


def has_own_way(view: View, piece: Piece) -> bool | None:
    """Whether a unit of which nothing is decreed has a line of its own; None where nobody has looked yet."""
    state = terms.state_of(view)
    looked = state.layer(f"lines/{piece.side}/guests") if isinstance(state, Position) else None
    known = looked.needs.get(piece.uid) if looked is not None else None
    return None if known is None or known[0] is not piece else not known[2]


@rule("7.2", "12.1", "23.3")
def guest_way(view: View, piece: Piece, hq: Piece) -> Way | None:
    """The way of a unit to an HQ that could take it as a guest at this moment, whichever others it has."""
    state = terms.state_of(view)
    offer = _offer(state, piece, _Host(state, hq))
    formation = hq.printed.division
    if offer is None or too_many(view, [piece], formation):
        return None
    return offer.way if is_supplied_whole(view, piece.uid, formation) else None


# --- who needs a host, and who offers to be one -----------------------------------------------------------


def _look(state: State, side: str) -> _Looked:
    """Find the guests of a side, with nothing known."""
    hosts, units = _hosts(state, side), _traced(state, side)
    needy = [p for p in units if _is_needy(state, p)]
    told = {p.uid: state.text("attached", p.uid) for p in needy}
    offers = {p.uid: (p, told[p.uid], _offers(state, p, hosts)) for p in _in_order(needy, told)}
    guests = _seated(state, hosts, offers)
    if state.unknown or not isinstance(state, Position):
        return _Looked(guests)
    alone = {p.uid for p in needy}
    needs = {p.uid: (p, draws_from(state, p), p.uid in alone) for p in units}
    return _noted(state, side, _Looked(guests, needs=needs, offers=offers), hosts)


def _look_again(earlier: Earlier[_Looked], position: Position, side: str) -> _Looked:
    """Find the guests of a side by what was found in a position before."""
    known = earlier.value
    if known.moment is None or moment_of(position, side) != known.moment:
        return _look(position, side)
    hosts, needs = _hosts(position, side), _needs(position, side, known)
    needy = [piece for piece, _, alone in needs.values() if alone]
    told = {p.uid: position.text("attached", p.uid) for p in needy}
    same = _same_offers(position, hosts, known)
    offers = {}
    for piece in _in_order(needy, told):
        was = known.offers.get(piece.uid)
        if was is None or was[0] is not piece or was[1] != told[piece.uid] or same is None:
            offers[piece.uid] = (piece, told[piece.uid], _offers(position, piece, hosts))
        elif all(same):
            offers[piece.uid] = was
        else:
            again = zip(hosts, same, was[2], strict=True)
            now = tuple([offer if kept else _offer(position, piece, host) for host, kept, offer in again])
            offers[piece.uid] = was if now == was[2] else (piece, was[1], now)
    settled = same is not None and list(offers) == list(known.offers) and _are_the_same(offers, known.offers)
    guests = known.guests if settled else _seated(position, hosts, offers)
    return _noted(position, side, _Looked(guests, needs=needs, offers=offers), hosts)


def _are_the_same(
    offers: Mapping[str, tuple[Piece, str, _Offers]], others: Mapping[str, tuple[Piece, str, _Offers]]
) -> bool:
    """Whether units stand where they stood and are offered what they were; brigades that come whole never."""
    return all(offer is others[uid] and not comes_whole(offer[0]) for uid, offer in offers.items())


def _noted(state: State, side: str, found: _Looked, hosts: Sequence[_Host]) -> _Looked:
    """Keep what was found with what it hangs on."""
    drawn = {drawn for _, drawn, _ in found.needs.values()}
    return replace(
        found,
        moment=moment_of(state, side),
        grounds={who: ground_of(state, side, who) for who in drawn},
        hqs={host.hq.uid: ground_of_hq(state, host.hq) for host in hosts},
    )


def _needs(position: Position, side: str, known: _Looked) -> dict[str, tuple[Piece, Drawn, bool]]:
    """Whether each unit has no line of its own, by what was found before."""
    same = {drawn: ground_of(position, side, drawn) == was for drawn, was in known.grounds.items()}
    found = {}
    for piece in _traced(position, side):
        was = known.needs.get(piece.uid)
        if was is None or was[0] is not piece:
            was = (piece, draws_from(position, piece), _is_needy(position, piece))
        elif not same[was[1]]:
            was = (piece, was[1], _is_needy(position, piece))
        found[piece.uid] = was
    return found


def _same_offers(position: Position, hosts: Sequence[_Host], known: _Looked) -> list[bool] | None:
    """Whether each HQ offers what it offered; None where they are not the HQs of before."""
    if [host.hq.uid for host in hosts] != list(known.hqs):
        return None
    return [ground_of_hq(position, host.hq) == known.hqs[host.hq.uid] for host in hosts]


def _traced(state: State, side: str) -> list[Piece]:
    """Units on the map for which a line is traced."""
    pieces = state.pieces
    uids = terms.derived(
        state, f"roster/{side}", lambda now: _roster(now, side), lambda was, now: _new_roster(was, now, side)
    )
    return [piece for uid in uids if terms.on_map(state, piece := pieces[uid])]


def _roster(state: State, side: str) -> tuple[str, ...]:
    known = ((uid, p.printed) for uid, p in state.pieces.items() if p.printed.side == side)
    return tuple([uid for uid, unit in known if terms.has_zoc(unit) and not terms.is_hq(unit)])


def _new_roster(earlier: Earlier[tuple[str, ...]], position: Position, side: str) -> tuple[str, ...]:
    """The roster again: whoever moves stays on it."""
    moved = position.moved(earlier)
    changed = any(was is None or now is None or was.printed is not now.printed for was, now in moved)
    return _roster(position, side) if changed else earlier.value


def _is_needy(state: State, piece: Piece) -> bool:
    """Whether no line of its own supplies a unit."""
    return decreed(state, piece) is None and own_way(state, piece) is None


def _in_order(needy: Iterable[Piece], told: Mapping[str, str]) -> list[Piece]:
    """Units that are attached first."""
    return sorted(needy, key=lambda p: (not told[p.uid], p.uid))


def _hosts(state: State, side: str) -> list[_Host]:
    return [_Host(state, hq) for hq in division_hqs(state, side) if hq_line(state, hq) is not None]


def _offers(state: State, piece: Piece, hosts: Sequence[_Host]) -> _Offers:
    return tuple([_offer(state, piece, host) for host in hosts])


def _offer(state: State, piece: Piece, host: _Host) -> _Offer | None:
    if host.is_beyond(piece.space):
        return None
    slug, told = host.hq.printed.division, state.text("attached", piece.uid)
    if (told and told != slug) or host.group != terms.group_of(piece.printed):
        return None
    way = host.way(piece.space)
    if way is None or belongs(state, piece, slug) or (taken := claim(state, piece, slug)) == NEVER:
        return None
    return _Offer(slug, way, taken)


# --- who is whose guest -----------------------------------------------------------------------------------


def _seated(
    state: State, hosts: Sequence[_Host], offers: Mapping[str, tuple[Piece, str, _Offers]]
) -> Mapping[str, Way]:
    """Give the units that need one a host."""
    known = {uid: {o.formation: o for o in some if o is not None} for uid, (_, _, some) in offers.items()}
    found: dict[str, Way] = {}
    _brigades(state, known, found)
    waiting: list[str] = []
    for uid, some in known.items():
        free = next((offer for offer in some.values() if offer.claim == FREE), None)
        if free is not None:
            found[uid] = free.way
        elif uid not in found and some and not comes_whole(offers[uid][0]):
            waiting.append(uid)
    taken = _match(waiting, {host.hq.printed.division: _places(host.hq) for host in hosts}, known)
    found.update({uid: known[uid][place.formation].way for place, uid in taken.items()})
    return found


@rule("7.2", "23.3")
def _brigades(state: State, known: Mapping[str, Mapping[str, _Offer]], found: dict[str, Way]) -> None:
    """Give each CW division the brigade of which it can supply the most units."""
    best: dict[tuple[str, str], list[str]] = {}
    for uid, some in known.items():
        for formation, offer in some.items():
            if offer.claim == BRIGADE:
                best.setdefault((state.pieces[uid].printed.division, formation), []).append(uid)
    used = set[str]()
    for (brigade, formation), uids in sorted(best.items(), key=lambda b: (-len(b[1]), b[0])):
        if formation in used or brigade in used or not is_supplied_whole(state, uids[0], formation):
            continue
        used |= {formation, brigade}
        found.update({uid: known[uid][formation].way for uid in uids})


def _match(
    waiting: Sequence[str],
    places: Mapping[str, Sequence[_Place]],
    known: Mapping[str, Mapping[str, _Offer]],
) -> dict[_Place, str]:
    """Seat as many guests as possible, moving earlier ones to other places where that helps."""
    taken: dict[_Place, str] = {}

    def seat(uid: str, tried: set[_Place]) -> bool:
        for formation, offer in known[uid].items():
            for place in places[formation]:
                if place in tried or (offer.claim == FOREIGN and not place.foreign):
                    continue
                tried.add(place)
                if place not in taken or seat(taken[place], tried):
                    taken[place] = uid
                    return True
        return False

    for uid in waiting:
        seat(uid, set())
    return taken
