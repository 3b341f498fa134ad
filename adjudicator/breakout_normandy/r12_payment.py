"""Section 12.51: what Depots ask for a refit, whether they can pay, and the payment itself."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_depots import depot_name, nation_of, on_map, points_left, stands
from adjudicator.breakout_normandy.r12_lines import Line, depot_line, refit_cost, witness
from adjudicator.breakout_normandy.r12_sources import side_of
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, View
from adjudicator.ruling import Total
from module_builder.vassal.values import dataclass

__all__ = [
    "Bill",
    "Offer",
    "bill_of",
    "charge",
    "check_payment",
    "offer",
    "offers",
    "payers",
    "shares",
    "tell_recovery",
]


@dataclass(frozen=True, slots=True)
class Bill:
    """What is to be paid for: the refit of a unit, or of a bridge site at night (20.23).

    Parameters
    ----------
    nation
        Nation that must provide the supply.
    ends
        Spaces where the supply may arrive: that of the unit, or those next to the bridge site.
    disrupted
        Whether the unit is Disrupted.
    extra
        Boundaries beyond the end of the line (option ``night-site``).

    Examples
    --------
    >>> Bill("916 Rgt", "german", ("trevieres",)).extra
    0
    """

    what: str
    nation: str
    ends: tuple[str, ...]
    disrupted: bool = False
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What one Depot asks for one refit.

    Parameters
    ----------
    left
        Points that the Depot has.

    Examples
    --------
    >>> Offer("ge-1", Line(("a",), 0, ()), Total("refit cost", ()), 5).left
    5
    """

    depot: str
    line: Line
    cost: Total
    left: int


@rule("12.2", "12.4")
def tell_recovery(inquiry: Inquiry, piece: Piece) -> str:
    """Record the level of a unit that is not Fresh, and the one to which a refit raises it.

    Returns
    -------
    str
        Its status after the refit.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set_status("ge-916", "d2")
    >>> tell_recovery(Inquiry(draft), draft.pieces["ge-916"])
    'd1'
    """
    better = terms.STATUSES[terms.STATUSES.index(piece.status) - 1]
    level = "Disrupted" if terms.is_disrupted(piece) else "Spent, which is not Disrupted"
    inquiry.note("12.2", f"{piece.printed.title} is {level}", terms.LEVEL[piece.status])
    inquiry.note("12.4", f"{piece.printed.title} recovers one level: {piece.status} to {better}")
    return better


def bill_of(piece: Piece) -> Bill:
    """What the refit of a unit is billed as.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> bill_of(GAME.scenario("d-day").pieces["ge-916"]).nation
    'german'
    """
    disrupted = terms.is_disrupted(piece)
    return Bill(piece.printed.title, terms.nationality(piece), (piece.space,), disrupted=disrupted)


@rule("12.51", "20.23")
def offer(view: View, depot: str, bill: Bill) -> Offer | None:
    """What a Depot on the map asks, by its most advantageous route.

    Returns
    -------
    Offer or None
        None when the Depot does not reach.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("depot", "trevieres", "ge-1"); draft.set("depot-points", 5, "ge-1")
    >>> offer(draft, "ge-1", Bill("a unit", "german", ("bayeux",))).cost.value
    2
    """
    area, side = stands(view, depot), side_of(nation_of(depot))
    found = [line for line in (depot_line(view, area, side, end) for end in bill.ends) if line is not None]
    if not found:
        return None
    line = min(found, key=lambda way: way.surcharge)
    cost = refit_cost(line, view, disrupted=bill.disrupted, extra=bill.extra)
    return Offer(depot, line, cost, points_left(view, depot))


def offers(view: View, bill: Bill) -> list[Offer]:
    """What every Depot of the right nation on the map asks, the cheapest first.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> offers(GAME.scenario("d-day"), Bill("a unit", "german", ("bayeux",)))
    []
    """
    depots = [d for d in on_map(view, side_of(bill.nation)) if nation_of(d) == bill.nation]
    found = (offer(view, d, bill) for d in depots)
    return sorted((o for o in found if o is not None), key=lambda o: (o.cost.value, o.depot))


@rule("12.51")
def shares(offered: Sequence[Offer], points: Sequence[int] = ()) -> tuple[int, ...]:
    """Points that each Depot gives: as named, or drained in order until the farthest one's price is paid.

    Parameters
    ----------
    offered
        Offers of the Depots, in the order in which they are drained.
    points
        Points from each, or empty.

    Examples
    --------
    >>> from adjudicator.ruling import Step
    >>> one, three = (Total("refit cost", (Step("12.51", "", n, "set"),)) for n in (1, 3))
    >>> near, far = Offer("a", Line(("a",), 0, ()), one, 2), Offer("b", Line(("b",), 0, ()), three, 5)
    >>> shares([near, far])
    (2, 1)
    """
    if points:
        return tuple(points)
    need = max((o.cost.value for o in offered), default=0)
    given = []
    for one in offered:
        given.append(min(one.left, need))
        need -= given[-1]
    return tuple(given)


@rule("12.51", "12.52", "12.71", "20.23")
def check_payment(inquiry: Inquiry, bill: Bill, depots: Sequence[str], points: Sequence[int]) -> None:
    """Check that Depots can pay for a refit: nationality, reach, and points enough for the farthest one.

    Parameters
    ----------
    depots, points
        As in `Refit`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> check_payment(inquiry, Bill("a unit", "german", ("bayeux",)), ["ge-1"], [])
    >>> [v.text for v in inquiry.violations]
    ['Depot 1 is not on the map']
    """
    what = bill.what
    if not depots:
        inquiry.refuse("12.51", f"no Depot is named that could pay for {what}")
        return
    if len(set(depots)) < len(depots):
        inquiry.refuse("12.51", f"name each Depot that {what} draws from, once")
        return
    found = [_check_offer(inquiry, d, bill) for d in depots]
    offered = [o for o in found if o is not None]
    if len(offered) < len(depots):
        return
    if points and (len(points) != len(depots) or min(points) < 1):
        inquiry.refuse("12.51", "name at least one point for each Depot")
        return
    need, given = max(o.cost.value for o in offered), shares(offered, points)
    if len(offered) > 1:
        inquiry.note("12.51", "several Depots: the cost of the farthest is paid", need)
    for one, part in zip(offered, given, strict=True):
        name = depot_name(one.depot)
        inquiry.require(
            "12.51", part <= one.left, "", f"{name} has {many(one.left, 'point')} left, not {part}"
        )
        idle = f"is not needed: the others pay for {what}" if one.left else "has no points left"
        inquiry.require("12.51", part > 0, "", f"{name} {idle}")
    paid, left = sum(given), sum(o.left for o in offered)
    passed, failed = f"{what} draws {many(need, 'point')}", f"{what} needs {many(need, 'point')}, not {paid}"
    if not points:
        failed = f"{what} needs {many(need, 'point')}, and these Depots have {left}"
    inquiry.require("12.51", paid == need, passed, failed)


def _check_offer(inquiry: Inquiry, depot: str, bill: Bill) -> Offer | None:
    name, whose = depot_name(depot), nation_of(depot)
    if not whose or not stands(inquiry, depot):
        inquiry.refuse("12.51", f"{name} is not on the map")
        return None
    if whose != bill.nation:
        inquiry.refuse("12.71", f"{name} feeds only units of its own nationality, not {bill.what}")
        return None
    found = offer(inquiry, depot, bill)
    if found is None:
        _refuse_reach(inquiry, depot, bill.what)
        return None
    witness(inquiry, found.line.path, side_of(whose))
    area = found.line.path[0]
    if terms.is_contested(inquiry, area):
        inquiry.note("12.52", f"{inquiry.board.name(area)} is Contested: {name} refits only units in it")
    with inquiry.under("12.51", f"{name} in {inquiry.board.name(area)}: {many(found.cost.value, 'point')}"):
        inquiry.steps.extend(found.cost.steps)
    return found


@rule("12.5", "12.52")
def _refuse_reach(inquiry: Inquiry, depot: str, what: str) -> None:
    area, name = stands(inquiry, depot), depot_name(depot)
    where = inquiry.board.name(area)
    if not terms.is_free(inquiry, area, side_of(nation_of(depot))):
        inquiry.refuse("12.52", f"{name} is in {where}, which is not Free: it supplies nothing elsewhere")
    else:
        inquiry.refuse("12.5", f"no supply line leads from {name} in {where} to {what}", spaces=(area,))


def charge(draft: Draft, bill: Bill, depots: Sequence[str], points: Sequence[int]) -> None:
    """Take the points of a payment that was checked out of its Depots.

    Parameters
    ----------
    bill, depots, points
        As in `check_payment`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("depot", "trevieres", "ge-1"); draft.set("depot-points", 5, "ge-1")
    >>> charge(draft, Bill("a unit", "german", ("bayeux",)), ["ge-1"], [])
    >>> draft.number("depot-points", "ge-1")
    3
    """
    found = (offer(draft, d, bill) for d in depots)
    offered = [o for o in found if o is not None]
    for one, part in zip(offered, shares(offered, points), strict=True):
        draft.set("depot-points", one.left - part, one.depot)
        draft.set("depot-fixed", True, one.depot)


def payers(view: View, bill: Bill) -> Iterator[tuple[str, ...]]:
    """Ways to pay for a refit: one Depot, two drained in order, or the nearest ones that suffice.

    Depots in the same Area with the same points left count as one.

    Yields
    ------
    tuple of str
        Depots, in the order in which they are drained.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("depot", "trevieres", "ge-1"); draft.set("depot-points", 5, "ge-1")
    >>> list(payers(draft, Bill("a unit", "german", ("bayeux",))))
    [('ge-1',)]
    """
    found = [o for o in offers(view, bill) if o.left]
    seen: set[tuple[tuple[str, int], ...]] = set()
    for chosen in _combinations(found):
        alike = tuple((o.line.path[0], o.left) for o in chosen)
        if alike not in seen:
            seen.add(alike)
            yield tuple(o.depot for o in chosen)


def _combinations(found: Sequence[Offer]) -> Iterator[tuple[Offer, ...]]:
    """Offers that pay together, every one of them needed."""
    yield from ((o,) for o in found if o.left >= o.cost.value)
    for pair in itertools.permutations(found, 2):
        need = max(o.cost.value for o in pair)
        if pair[0].left < need <= pair[0].left + pair[1].left:
            yield pair
    for size in range(3, len(found) + 1):
        chosen = tuple(found[:size])
        if sum(o.left for o in chosen) >= chosen[-1].cost.value and all(shares(chosen)):
            yield chosen
