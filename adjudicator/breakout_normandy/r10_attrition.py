"""Section 10.4: how a defender absorbs Attrition Points, by exact count; and the mistaken attack (17.31)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r16_bombarding import FIELD_ARTILLERY
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "DUE",
    "HANDLERS",
    "MISTAKEN",
    "Demand",
    "Due",
    "Mistaken",
    "MistakenTarget",
    "TakeAttrition",
    "allocations",
    "attrition_cost",
    "best_sum",
    "construct_faults",
    "demand",
    "past_construct",
    "primary_candidates",
    "primary_faults",
    "suffer",
]

_EVERY_SUBSET = 10


@dataclass(frozen=True, slots=True)
class Due:
    """Attrition Points that a defender has to absorb, the first on the Primary Target."""

    area: str
    primary: str
    points: int


@dataclass(frozen=True, slots=True)
class Mistaken:
    """Attrition Points of a mistaken attack, until its Primary Target has been named."""

    area: str
    points: int


DUE, MISTAKEN = Frame("attrition", "10.4", Due), Frame("mistaken-target", "17.31", Mistaken)


@dataclass(frozen=True, slots=True)
class TakeAttrition(Action):
    """Name every unit that a bombardment reduces by one level.

    Examples
    --------
    >>> TakeAttrition(("ge-916",)).units
    ('ge-916',)
    """

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MistakenTarget(Action):
    """Name the Allied unit that suffers first from a mistaken Air Bombardment (17.31).

    Examples
    --------
    >>> MistakenTarget("us-4-8").unit
    'us-4-8'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class Demand:
    """What a number of Attrition Points demands of a defender.

    Parameters
    ----------
    must
        The Primary Target, when it can be and is reduced.
    others
        Units among which the rest is distributed.
    rest
        Attrition Points left for them.
    best
        The most of these that can be used by exact count.

    Examples
    --------
    >>> Demand((), (), 3, 0).best
    0
    """

    must: tuple[str, ...]
    others: tuple[Piece, ...]
    rest: int
    best: int


@rule("10.4")
def attrition_cost(piece: Piece) -> int:
    """Attrition Points that reduce a unit by one level.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> pieces = GAME.scenario("d-day").pieces
    >>> attrition_cost(pieces["ge-916"]), attrition_cost(pieces["ge-21pz-22"])
    (2, 3)
    """
    fresh, kind = piece.status == terms.FRESH, piece.printed.type
    if kind == "armor":
        return 3 if fresh else 2
    if kind == "coastal-artillery" or fresh:
        return 2
    return 1


@rule("10.4")
def best_sum(costs: Iterable[int], limit: int) -> int:
    """The largest sum of some of the costs that does not exceed a limit.

    Parameters
    ----------
    costs
        Costs, each usable once.
    limit
        Attrition Points at hand.

    Examples
    --------
    >>> best_sum([2, 2, 2], 3), best_sum([3, 2, 2], 4)
    (2, 4)
    """
    reached = 1
    for cost in costs:
        reached |= reached << cost
    return (reached & ((1 << (limit + 1)) - 1)).bit_length() - 1


@rule("10.4")
def demand(view: View, area: str, side: str, primary: str, points: int) -> Demand:
    """Split Attrition Points into what the Primary Target takes and what the defender distributes.

    Parameters
    ----------
    primary
        Id of the Primary Target; empty when none is left to serve.
    points
        Attrition Points.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> found = demand(d_day, "omaha-beach", "german", "ge-916", 3)
    >>> found.must, found.rest, found.best
    (('ge-916',), 1, 0)
    """
    rest, must = points, ()  # type: tuple[int, tuple[str, ...]]
    target = view.pieces.get(primary)
    if target is not None and not _is_spared(view, target):
        if attrition_cost(target) > points:
            return Demand((), (), 0, 0)
        must, rest = (primary,), points - attrition_cost(target)
    elif target is not None and view.option("bombard-d2-primary") == "B":
        rest = max(0, points - attrition_cost(target))
    there = terms.friends(view, area, side)
    others = tuple(p for p in there if p.uid != primary and not _is_spared(view, p))
    return Demand(must, others, rest, best_sum(map(attrition_cost, others), rest))


def _is_spared(view: View, piece: Piece) -> bool:
    """Whether a bombardment leaves a unit as it is: at Disrupt 2, or reduced by one in this impulse."""
    return piece.status == terms.D2 or _was_reduced(view, piece)


@rule("10.4", "11.4")
def _was_reduced(view: View, piece: Piece) -> bool:
    return view.flag("bombarded", piece.uid) and view.option("double-bombardment") == "A"


@rule("10.4")
def allocations(found: Demand) -> Iterator[tuple[str, ...]]:
    """Every set of units that may be reduced; in a crowd equal units stand for one another.

    Yields
    ------
    tuple of str
        Ids, the Primary Target first.

    Examples
    --------
    >>> list(allocations(Demand(("ge-916",), (), 0, 0)))
    [('ge-916',)]
    """
    if not found.best:
        yield found.must
    elif len(found.others) <= _EVERY_SUBSET:
        yield from _every_subset(found)
    else:
        yield from _by_class(found)


def _every_subset(found: Demand) -> Iterator[tuple[str, ...]]:
    costs = {p.uid: attrition_cost(p) for p in found.others}
    for size in range(1, len(costs) + 1):
        for chosen in itertools.combinations(costs, size):
            if sum(costs[u] for u in chosen) == found.best:
                yield (*found.must, *chosen)


def _by_class(found: Demand) -> Iterator[tuple[str, ...]]:
    """Take the first units of each class of equal cost, status and printed values."""
    classes: dict[tuple[object, ...], list[Piece]] = {}
    for piece in found.others:
        u = piece.printed
        key = (attrition_cost(piece), piece.status, u.type, u.af, u.df, u.mf, u.spent_df, u.division)
        classes.setdefault(key, []).append(piece)
    groups = list(classes.values())
    for counts in itertools.product(*(range(len(g) + 1) for g in groups)):
        chosen = [p for g, n in zip(groups, counts, strict=True) for p in g[:n]]
        if sum(map(attrition_cost, chosen)) == found.best:
            yield (*found.must, *(p.uid for p in chosen))


# --- taking the loss ------------------------------------------------------------------------------------


@rule("10.4", "20.22")
def suffer(draft: Draft, area: str, side: str, primary: str, points: int) -> None:
    """Let a side absorb Attrition Points; it is asked only where it has a choice.

    Parameters
    ----------
    area, side, primary, points
        As in `demand`; a boundary as Primary Target means the side's Construct marker there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> suffer(draft, "utah-beach", "german", "ge-1-919", 5); draft.pieces["ge-1-919"].status
    'spent'
    """
    if points <= 0:
        return
    if primary in draft.board.edges:
        _reduce_construct(draft, side, primary)
    primary, points = past_construct(draft, primary, points)
    choices = list(itertools.islice(allocations(demand(draft, area, side, primary, points)), 2))
    if len(choices) == 1:
        _reduce(draft, choices[0])
    else:
        DUE.push(draft, Due(area, primary, points), side)


@rule("10.4", "20.22")
def past_construct(view: View, primary: str, points: int) -> tuple[str, int]:
    """What is left for units: a Construct marker that is the Primary Target absorbs the first point.

    Parameters
    ----------
    primary, points
        As in `suffer`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> past_construct(d_day, "isigny/st-lo", 3), past_construct(d_day, "ge-916", 3)
    (('', 2), ('ge-916', 3))
    """
    return ("", max(0, points - 1)) if primary in view.board.edges else (primary, points)


def _reduce(draft: Draft, units: Sequence[str]) -> None:
    for uid in units:
        draft.set_status(uid, terms.lower(draft.pieces[uid].status))
        draft.set("bombarded", True, uid)


def _reduce_construct(draft: Draft, side: str, edge: str) -> None:
    item = f"construct-{side}"
    draft.set(item, max(0, draft.number(item, edge) - 1), edge)


@rule("10.4")
def _check_take(inquiry: Inquiry, action: TakeAttrition) -> None:
    due = DUE.asked(inquiry)
    if due is None:
        inquiry.refuse("10.4", "no Attrition Points are due")
        return
    found = _demanded(inquiry, due)
    inquiry.note("10.4", "Attrition Points", due.points)
    inquiry.note("10.5", "nobody may retreat instead")
    twice = len(set(action.units)) != len(action.units)
    inquiry.require("10.4", not twice, "", "a unit loses one level at most", units=action.units)
    for uid in found.must:
        title, served = inquiry.pieces[uid].printed.title, uid in action.units
        said = f"{title}, the Primary Target, takes the first of them"
        inquiry.require(
            "10.12", served, said, f"{title} is the Primary Target and must be reduced", units=(uid,)
        )
    known = {p.uid: p for p in found.others}
    rest = [uid for uid in dict.fromkeys(action.units) if uid not in found.must]
    for uid in (u for u in rest if u not in known):
        inquiry.refuse("10.4", _why_not(inquiry, uid), units=(uid,))
    _check_sum(inquiry, found, [known[uid] for uid in rest if uid in known])


def _demanded(view: View, due: Due) -> Demand:
    assert view.decision is not None  # noqa: S101 - the callers looked
    return demand(view, due.area, view.decision.player, due.primary, due.points)


def _why_not(inquiry: Inquiry, uid: str) -> str:
    piece = inquiry.pieces.get(uid)
    if piece is None:
        return f"there is no unit {uid!r}"
    if piece.status == terms.D2:
        return f"{piece.printed.title} is at Disrupt 2 and unaffected"
    if _was_reduced(inquiry, piece):
        return f"{piece.printed.title} has lost a level by bombardment in this impulse"
    return f"{piece.printed.title} is no defender of the Target Area"


def _check_sum(inquiry: Inquiry, found: Demand, chosen: Sequence[Piece]) -> None:
    adding = inquiry.adding("Attrition Points of the other units")
    for piece in chosen:
        adding.add("10.4", f"{piece.printed.title}, {piece.status}", attrition_cost(piece))
    used, left = adding.value, f"{many(found.rest, 'point')} left"
    inquiry.require(
        "10.4",
        used == found.best,
        f"{used} of the {left} are used, the most possible",
        f"the other units must absorb exactly {found.best} of the {left}, not {used}",
    )


def _perform_take(draft: Draft, action: TakeAttrition) -> None:
    draft.settle()
    _reduce(draft, action.units)


def _take_options(state: State) -> Iterator[TakeAttrition]:
    due = DUE.asked(state)
    if due is not None:
        yield from map(TakeAttrition, allocations(_demanded(state, due)))


# --- the mistaken attack --------------------------------------------------------------------------------


@rule("10.12", "16.1")
def primary_candidates(view: View, area: str, side: str) -> list[Piece]:
    """Units of a defender that may be Primary Target: Field Artillery only where it stands alone.

    Parameters
    ----------
    area, side
        Target Area, and who defends it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> sorted(p.printed.name for p in primary_candidates(d_day, "omaha-beach", "german"))
    ['726', '916', 'Vierville']
    """
    there = terms.friends(view, area, side)
    return [p for p in there if p.printed.type != FIELD_ARTILLERY] or [*there]


@rule("10.12", "16.1")
def primary_faults(view: View, area: str, side: str, primary: str) -> list[Fault]:
    """Why a unit may not be the Primary Target of a bombardment.

    Parameters
    ----------
    area, side
        As in `primary_candidates`.
    primary
        Id of a unit, which need not be there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> primary_faults(GAME.scenario("d-day"), "omaha-beach", "german", "ge-352-art")[0].rule
    '10.12'
    """
    piece, name = view.pieces.get(primary), view.board.name(area)
    there = {p.uid for p in terms.friends(view, area, side)}
    if piece is None or primary not in there:
        return [Fault("10.12", f"the Primary Target must be an enemy unit in {name}")]
    if primary in {p.uid for p in primary_candidates(view, area, side)}:
        return []
    return [Fault("10.12", f"{piece.printed.title} is Field Artillery, and other types defend {name}")]


@rule("10.12", "20.22")
def construct_faults(view: View, edge: Edge, area: str, side: str) -> list[Fault]:
    """Why a bridge site offers no Construct marker of a side as Primary Target in an Area.

    Parameters
    ----------
    edge
        The boundary with the bridge site.
    area, side
        Target Area, and whose marker it is.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [f.rule for f in construct_faults(d_day, d_day.board.edge("isigny", "st-lo"), "caen", "german")]
    ['20.22', '10.12']
    """
    site, faults = terms.boundary_name(view, edge), []
    if not view.number(f"construct-{side}", edge.id):
        faults.append(Fault("20.22", f"no {side} Construct marker stands on {site}"))
    if area not in {edge.a, edge.b}:
        faults.append(Fault("10.12", f"{site} is no boundary of {view.board.name(area)}"))
    return faults


@rule("17.31", "10.12")
def _check_mistaken(inquiry: Inquiry, action: MistakenTarget) -> None:
    mistake = MISTAKEN.asked(inquiry)
    if mistake is None:
        inquiry.refuse("17.31", "there was no mistaken attack")
        return
    area = mistake.area
    allowed = {p.uid for p in primary_candidates(inquiry, area, terms.ALLIED)}
    piece = inquiry.pieces.get(action.unit)
    name = piece.printed.title if piece is not None else repr(action.unit)
    inquiry.require(
        "17.31",
        action.unit in allowed,
        f"{name} is the unintended Primary Target",
        f"{name} cannot be the unintended Primary Target in {inquiry.board.name(area)}",
        units=(action.unit,),
    )


def _perform_mistaken(draft: Draft, action: MistakenTarget) -> None:
    mistake = MISTAKEN.settle(draft)
    suffer(draft, mistake.area, terms.ALLIED, action.unit, mistake.points)


def _mistaken_options(state: State) -> Iterator[MistakenTarget]:
    mistake = MISTAKEN.asked(state)
    if mistake is not None:
        found = primary_candidates(state, mistake.area, terms.ALLIED)
        yield from (MistakenTarget(p.uid) for p in found)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        TakeAttrition, _check_take, _perform_take, _take_options, "10.4", answers=frozenset({"attrition"})
    ),
    Handler(
        MistakenTarget,
        _check_mistaken,
        _perform_mistaken,
        _mistaken_options,
        "17.31",
        answers=frozenset({"mistaken-target"}),
    ),
)
