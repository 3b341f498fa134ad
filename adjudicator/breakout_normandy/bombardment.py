"""Odds and losses of bombardments; loaded when one is asked about, since a plain assault needs none of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator.breakout_normandy import r10_bombardment as fire
from adjudicator.breakout_normandy import r17_naval_and_air as markers
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r10_attrition import (
    DUE,
    Due,
    TakeAttrition,
    allocations,
    construct_faults,
    demand,
    past_construct,
    primary_candidates,
    primary_faults,
)
from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.game import check
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.plural import many
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import way
from adjudicator.supposing import Supposed
from adjudicator.wording import way_words

if TYPE_CHECKING:
    from adjudicator.position import Piece, Position
    from adjudicator.questions import Asking

__all__ = ["attrition_losses", "attrition_odds", "bombardment_odds", "supposed_fire"]


def bombardment_odds(
    asking: Asking, target: str, by: str, guns: Sequence[str], *, primary: str = ""
) -> Ruling:
    """Exact odds of a bombardment, with what each number of Attrition Points would do (10.1-10.5).

    Parameters
    ----------
    target
        Name of the Area.
    by
        Marker, or lead Field Artillery.
    guns
        Supporting Field Artillery; the first leads where `by` names none.
    primary
        Name of the one Primary Target asked about, or the boundary with a Construct marker; every enemy unit
        there by default.

    Raises
    ------
    MalformedAction
        Nobody is named who could bombard.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking
    >>> asking = Asking(GAME, GAME.scenario("example-3"))
    >>> bombardment_odds(asking, "omaha", "wtf", ()).verdict
    '8:3, two AP or more 1090/1296 (84.1%).'
    """
    position = asking.position
    area = find_space(position.board, target).id
    lead, support = _guns(position, by, guns)
    side = fire.firing_side(position, lead)
    inquiry = Inquiry(position, strict=asking.strict)
    av = fire.attack_value(inquiry, lead, support).value
    dv = fire.defense_value(inquiry, lead, area, side).value
    asked = f"odds bombardment {position.board.name(area)}"
    enemy = terms.enemy_of(side)
    chosen = _primary(position, primary) if primary else ""
    there = [p.uid for p in terms.friends(position, area, enemy) if chosen in {"", p.uid}]
    targets = {
        uid: {str(n): _reduced(position, area, enemy, uid, n) for n in range(1, 11)}
        for uid in ([chosen] if chosen in position.board.edges else there)
    }
    return attrition_odds(inquiry.ruling(asked, ""), av, dv, {"losses_by_primary_target": targets})


def supposed_fire(asking: Asking, target: str, by: str, guns: Sequence[str], primary: str = "") -> Supposed:
    """The bombardment whose odds are asked for; its Primary Target is the first unit that may be one (10.12).

    Parameters
    ----------
    asking, target, by, guns, primary
        As in `bombardment_odds`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.questions import Asking
    >>> supposed_fire(Asking(GAME, GAME.scenario("example-3")), "omaha", "wtf", ()).action.by
    'wtf'
    """
    position = asking.position
    area = find_space(position.board, target).id
    lead, support = _guns(position, by, guns)
    if primary:
        chosen = _primary(position, primary)
    else:
        able = primary_candidates(position, area, terms.enemy_of(fire.firing_side(position, lead)))
        chosen = able[0].uid if able else ""
    return Supposed(position, fire.Bombard(lead, area, chosen, support))


def attrition_odds(ruling: Ruling, av: int, dv: int, more: Mapping[str, Any] | None = None) -> Ruling:
    """Chances of each number of Attrition Points (10.4).

    Parameters
    ----------
    more
        Joins the answer.

    Examples
    --------
    >>> attrition_odds(Ruling("", "", None), 8, 3).verdict
    '8:3, two AP or more 1090/1296 (84.1%).'
    """
    chances = fire.attrition_chances(av, dv)
    steps = ruling.steps or (
        Step("10.2", "Attack Value as given", av),
        Step("10.3", "Defense Value as given", dv),
    )
    ways = {str(ap): n for ap, n in sorted(chances.items())}
    at_least_two = sum(n for ap, n in chances.items() if ap >= 2)
    verdict = (
        f"{av}:{dv}, two AP or more {at_least_two}/{chances.total} ({at_least_two / chances.total:.1%})."
    )
    answer = {"av": av, "dv": dv, "of": chances.total, "ap": ways, **(more or {})}
    last = Step("10.4", "Attrition Points are the Attack Total less the Defense Total")
    return replace(ruling, verdict=verdict, answer=answer, steps=(*steps, last))


def attrition_losses(
    asking: Asking, area: str, side: str, primary: str, *, points: int, take: Sequence[str]
) -> Ruling:
    """Legal ways to take Attrition Points, or a check of one of them (10.4, 10.5).

    Parameters
    ----------
    area, side
        Id of the Area, and whose units are hit.
    primary
        Name of the Primary Target, or the boundary with a Construct marker.
    points
        Attrition Points.
    take
        ``UNIT=STATUS`` of each unit reduced, to check; empty lists the ways.

    Raises
    ------
    MalformedAction, AmbiguousAction
        A unit is not there.
    """
    position = asking.position
    target = _primary(position, primary, terms.friends(position, area, side))
    inquiry = Inquiry(position, strict=asking.strict)
    _tell_primary(inquiry, area, side, target, points)
    left = past_construct(position, target, points)
    ways = sorted({tuple(sorted(units)) for units in allocations(demand(position, area, side, *left))})
    if take:
        draft = position.draft()
        DUE.push(draft, Due(area, *left), side)
        action = TakeAttrition(tuple(find_unit(position, t.partition("=")[0]).uid for t in take))
        ruling = check(draft.finish(), action, strict=asking.strict)
        more = (*inquiry.violations, *(v for t in take for v in _no_attrition(position, t)))
        faults = (*ruling.violations, *more)
        said, steps = "Illegal." if faults else "Legal.", (*inquiry.steps, *ruling.steps)
        return replace(ruling, verdict=said, answer=not faults, steps=steps, violations=faults)
    asked = f"losses {position.board.name(area)}"
    inquiry.steps += [way("10.4", way_words(position, [(u, "") for u in w])) for w in ways]
    return inquiry.ruling(
        asked, f"{many(len(ways), 'way')} to take {points} AP.", {"ways": [list(w) for w in ways]}
    )


def _tell_primary(inquiry: Inquiry, area: str, side: str, target: str, points: int) -> None:
    """Say what takes the first point, and what bars it from being the Primary Target."""
    edge = inquiry.board.edges.get(target)
    if edge is not None:
        name = f"the Construct on {terms.boundary_name(inquiry, edge)}"
        faults = construct_faults(inquiry, edge, area, side)
        inquiry.note("20.22", f"{name} is reduced by the first AP")
    else:
        name = inquiry.pieces[target].printed.title
        faults = primary_faults(inquiry, area, side, target)
    inquiry.note("10.4", f"{points} AP, the first on {name}; exact count, the most that fits")
    for section, text in faults:
        inquiry.refuse(section, text, units=(target,) if edge is None else (), spaces=(area,))


def _primary(position: Position, name: str, among: Sequence[Piece] | None = None) -> str:
    """Id of the unit that is named, or of the boundary on which a Construct marker is meant."""
    try:
        return find_unit(position, name, among).uid
    except MalformedAction:
        with contextlib.suppress(MalformedAction, AmbiguousAction):
            return find_boundary(position.board, name).id
        raise


def _guns(position: Position, by: str, support: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    lead = by.casefold().replace(" ", "-") or (support[0] if support else "")
    if lead in markers.MARKERS:
        return lead, ()
    if not lead:
        known = ", ".join(markers.MARKERS)
        raise MalformedAction("who bombards", f"Give --by with Field Artillery or one of {known}")
    uid = find_unit(position, by or lead).uid
    others = tuple(u for u in (find_unit(position, s).uid for s in support) if u != uid)
    return uid, others


def _reduced(position: Position, area: str, side: str, primary: str, points: int) -> list[list[str]]:
    found = demand(position, area, side, *past_construct(position, primary, points))
    return sorted(sorted(units) for units in set(allocations(found)))


def _no_attrition(position: Position, text: str) -> Iterator[Violation]:
    """Why ``726=spent+retreat:trevieres`` is no way to take Attrition Points: one level, and no retreat."""
    name, _, what = text.partition("=")
    status, _, retreat = what.partition("+")
    piece = find_unit(position, name)
    title, uid = piece.printed.title, (piece.uid,)
    if retreat or status.startswith("retreat"):
        yield Violation("10.5", f"{title} may not retreat from a bombardment", uid, ())
    elif status and (piece.status == terms.D2 or status != terms.lower(piece.status)):
        yield Violation("10.4", f"{title} loses one level, and none at Disrupt 2", uid, ())
