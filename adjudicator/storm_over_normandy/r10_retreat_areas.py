"""Section 10.2: into which spaces a unit may retreat, and whether it finds a place at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.storm_over_normandy import r12_boxes, r13_control, terms
from adjudicator.storm_over_normandy.r09_strength import Attack
from maps.board import Edge

__all__ = [
    "candidates",
    "explain",
    "explain_candidates",
    "has_place",
    "onward",
    "survivors",
    "symbol_bars",
    "told_ends",
    "ways",
]


# --- where to ---------------------------------------------------------------------------------------------


@rule("10.2", "12.3", "2.2.1")
def _box_fault(view: View, piece: Piece, to: str, edge: Edge) -> Fault:
    """Why a box or what lies behind a line is closed to a retreat."""
    space, boundary = view.board.spaces[to], view.boundary(edge, "10.2")
    if boundary == "impassable":
        return Fault("10.2", f"a red dashed line bars the way to {space.name}")
    if boundary == "odl" and piece.side == terms.ALLIED:
        return Fault("10.2", f"{space.name} lies beyond the Operational Dividing Line")
    faults = r12_boxes.retreat_faults(view, piece.side, to)
    return faults[0] if faults else Fault("", "")


@rule("10.2", "8.0")
def _fault(view: View, piece: Piece, to: str, edge: Edge, attacked: str) -> Fault:
    """Why a unit may not retreat over a boundary, the airborne symbol and the number of enemies apart."""
    space = view.board.spaces[to]
    if to == attacked:
        return Fault("10.2", f"{space.name} is the Area that was attacked")
    fault = _box_fault(view, piece, to, edge)
    if fault[0] or terms.is_box(space):
        return fault
    if not terms.is_area(space) or r13_control.holder(view, to) != piece.side:
        return Fault("10.2", f"{space.name} is not controlled by the {piece.side.capitalize()} side")
    return Fault("", "")


@rule("8.0", "10.2")
def symbol_bars(view: View, piece: Piece, to: str) -> bool:
    """Whether the lack of an airborne symbol keeps a unit out of a space.

    Parameters
    ----------
    view, piece, to
        The position, the unit, and the space.
    """
    return not terms.may_stand(view, view.board.spaces[to], piece.printed)


@rule("10.2", "8.0", "4.0")
def candidates(
    view: View, uid: str, area: str, *, attack: Attack | None = None, passed: Sequence[str] = ()
) -> tuple[str, ...]:
    """Spaces into which a unit may retreat: of the legal ones those with the fewest enemy units.

    Parameters
    ----------
    passed
        Areas that this retreat has passed, because they had no room.

    Returns
    -------
    tuple of str
        Ids, sorted; empty when there is none.
    """
    if attack is not None and uid in attack.retreat_to:
        return (attack.retreat_to[uid],)
    piece, attacked = view.pieces[uid], attack.area if attack is not None else area
    found = [to for e, to in view.board.neighbours(area) if not _fault(view, piece, to, e, attacked)[0]]
    if terms.is_airborne(piece.printed) and view.option("airborne-retreat") == "A":
        found = [to for to in found if not symbol_bars(view, piece, to)]
    if passed and view.option("overflow-passed") == "A":
        return _fewest(view, [to for to in found if to not in passed], piece.side)
    return tuple(to for to in _fewest(view, found, piece.side) if to not in passed)


def _fewest(view: View, found: Sequence[str], side: str) -> tuple[str, ...]:
    if len(found) < 2:
        return tuple(found)
    enemies = {to: len(terms.enemies(view, to, side)) for to in found}
    least = min(enemies.values())
    return tuple(to for to in found if enemies[to] == least)


@rule("10.2")
def has_place(view: View, uid: str, area: str, *, attack: Attack | None = None) -> bool:
    """Whether a unit survives a retreat from the attacked Area when it goes alone.

    Parameters
    ----------
    view, uid, area, attack
        As in `candidates`.
    """
    return any(True for _ in _ends(view, uid, area, attack, {}))


@rule("10.2", "8.1")
def survivors(view: View, uids: Sequence[str], attack: Attack | None) -> int:
    """How many units find a place when they retreat together from where they stand, at best.

    Parameters
    ----------
    view, uids, attack
        The position, the units, and the attack that drives them out.
    """
    areas = {to for uid in uids for to in candidates(view, uid, view.pieces[uid].space, attack=attack)}
    sides = {view.pieces[uid].side for uid in uids}
    if not any(_is_full(view, to, side, len(uids) - 1) for to in areas for side in sides):
        return sum(has_place(view, uid, view.pieces[uid].space, attack=attack) for uid in uids)
    return _placed(view, uids, attack, {})


def _placed(view: View, uids: Sequence[str], attack: Attack | None, added: Mapping[str, int]) -> int:
    """Most units that find a place, whoever comes first, others having filled some Areas before."""
    best = 0
    for uid in _first_of_each_kind(view, uids):
        rest = [other for other in uids if other != uid]
        for end in {*_ends(view, uid, view.pieces[uid].space, attack, added)}:
            more = {**added, end: added.get(end, 0) + 1}
            best = max(best, 1 + _placed(view, rest, attack, more))
            if best == len(uids):
                return best
    return best


def _first_of_each_kind(view: View, uids: Sequence[str]) -> Iterator[str]:
    """One unit for each airborne symbol that units need, and one of those that need none."""
    met = set[tuple[str, str]]()
    for uid in uids:
        piece = view.pieces[uid]
        kind = piece.space, terms.group_of(piece.printed) if terms.is_airborne(piece.printed) else ""
        if kind not in met:
            met.add(kind)
            yield uid


def _ends(
    view: View,
    uid: str,
    area: str,
    attack: Attack | None,
    added: Mapping[str, int],
    *,
    passed: Sequence[str] = (),
) -> Iterator[str]:
    """Spaces where the retreat of a unit may end, Areas without room being passed."""
    piece = view.pieces[uid]
    for to in candidates(view, uid, area, attack=attack, passed=passed):
        if symbol_bars(view, piece, to):
            continue
        if not _is_full(view, to, piece.side, added.get(to, 0)):
            yield to
        else:
            yield from _ends(view, uid, to, onward(attack, area), added, passed=(*passed, to))


@rule("10.2", "8.1")
def ways(
    view: View, uid: str, area: str, attack: Attack | None = None, passed: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Ways of a retreat to where it ends, through Areas that have no room.

    Parameters
    ----------
    view, uid, area, attack, passed
        As in `candidates`.

    Yields
    ------
    tuple of str
        Spaces in the order in which the unit comes to them; none where it finds no place.
    """
    piece = view.pieces[uid]
    for to in candidates(view, uid, area, attack=attack, passed=passed):
        if symbol_bars(view, piece, to):
            continue
        if not _is_full(view, to, piece.side):
            yield (*passed, to)
        else:
            yield from ways(view, uid, to, onward(attack, area), (*passed, to))


@rule("10.2", "8.1")
def told_ends(
    view: View, uid: str, area: str, *, attack: Attack | None = None, passed: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Each first space of a retreat in words, with what comes of it where there is no room.

    Parameters
    ----------
    view, uid, area, attack, passed
        As in `candidates`.

    Returns
    -------
    tuple of str
        Empty where no space is open at all.
    """
    name, found = view.board.name, [way[len(passed) :] for way in ways(view, uid, area, attack, passed)]
    told = []
    for to in candidates(view, uid, area, attack=attack, passed=passed):
        ends = sorted({name(way[-1]) for way in found if way[0] == to})
        straight = (to,) in found
        then = f", which has no room, and on to {' or '.join(ends)}" if ends else ", where it finds no room"
        told.append(name(to) + ("" if straight else then))
    return tuple(told)


@rule("10.2")
def onward(attack: Attack | None, area: str) -> Attack:
    """The attack as the rest of a retreat sees it: its Area stays closed, nothing else is prescribed.

    Parameters
    ----------
    area
        Then the Area that is closed.
    """
    side = attack.side if attack is not None else ""
    return Attack("fire", side, attack.area if attack is not None else area)


@rule("8.1", "10.2")
def _is_full(view: View, space: str, side: str, added: int = 0) -> bool:
    if not terms.is_area(view.board.spaces[space]):
        return False
    return terms.stacked(view, space, side) + added >= terms.STACK_LIMIT


# --- explanations -----------------------------------------------------------------------------------------


@rule("10.2", "8.0", "4.0")
def explain(
    inquiry: Inquiry,
    uid: str,
    area: str,
    to: str,
    *,
    attack: Attack | None = None,
    passed: Sequence[str] = (),
) -> None:
    """Record why a unit may or may not retreat to a space.

    Parameters
    ----------
    uid, area, attack, passed
        As in `candidates`.
    """
    piece, board = inquiry.pieces[uid], inquiry.board
    title, name, units, spaces = piece.printed.title, board.name(to), [uid], [to]
    allowed = candidates(inquiry, uid, area, attack=attack, passed=passed)
    if attack is not None and uid in attack.retreat_to:
        text, section = f"{title} retreats to {board.name(allowed[0])}", "11.0" if attack.sent_back else "4.0"
        inquiry.require(section, to in allowed, text, f"{text}, not to {name}", units=units, spaces=spaces)
        return
    edge = board.edge(area, to)
    if edge is None:
        text = f"{name} is not adjacent to {board.name(area)}"
        inquiry.refuse("10.2", text, units=units, spaces=spaces)
        return
    section, text = _fault(inquiry, piece, to, edge, attack.area if attack is not None else area)
    if not section and terms.is_airborne(piece.printed):
        section, text = _symbol_fault(inquiry, piece, to)
    if not section and to in passed:
        section, text = "10.2", f"{title} found no room in {name}"
    if section:
        inquiry.refuse(section, text, units=units, spaces=spaces)
        return
    _explain_rank(inquiry, piece, to, allowed)


@rule("8.0", "10.2")
def _symbol_fault(inquiry: Inquiry, piece: Piece, to: str) -> Fault:
    if inquiry.option("airborne-retreat") == "A" and symbol_bars(inquiry, piece, to):
        return Fault("8.0", f"{inquiry.board.name(to)} has no airborne symbol for {piece.printed.title}")
    return Fault("", "")


@rule("10.2")
def _explain_rank(inquiry: Inquiry, piece: Piece, to: str, allowed: Sequence[str]) -> None:
    name, board = inquiry.board.name(to), inquiry.board
    enemies = len(terms.enemies(inquiry, to, piece.side))
    others = ", ".join(map(board.name, allowed))
    inquiry.require(
        "10.2",
        to in allowed,
        f"{name} is open, and no legal space holds fewer enemy units than its {enemies}",
        f"{name} holds {many(enemies, 'enemy unit')}: {piece.printed.title} must rather retreat to {others}",
        units=[piece.uid],
        spaces=[to],
    )


@rule("10.2")
def explain_candidates(
    inquiry: Inquiry, uid: str, area: str, *, attack: Attack | None = None, passed: Sequence[str] = ()
) -> tuple[str, ...]:
    """Record for every neighbour why a unit may or may not retreat there.

    Parameters
    ----------
    inquiry, uid, area, attack, passed
        As in `candidates`.

    Returns
    -------
    tuple of str
        The candidates.
    """
    for _, to in inquiry.board.neighbours(area):
        look = Inquiry(inquiry.state, strict=inquiry.strict)
        explain(look, uid, area, to, attack=attack, passed=passed)
        for fault in look.violations:
            look.note(fault.rule, f"not to {look.board.name(to)}: {fault.text}")
        look.violations = []
        inquiry.recall(look)
    return candidates(inquiry, uid, area, attack=attack, passed=passed)
