"""Questions about supply, refit and bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from adjudicator.actions import Action
from adjudicator.breakout_normandy import hypothesis, plans, terms
from adjudicator.breakout_normandy import r12_depots as depots
from adjudicator.breakout_normandy import r12_explain as explain
from adjudicator.breakout_normandy import r12_night as night
from adjudicator.breakout_normandy import r12_plan as best
from adjudicator.breakout_normandy import r12_refit as refit
from adjudicator.breakout_normandy import r12_supply as supply
from adjudicator.breakout_normandy import r20_sites as sites
from adjudicator.breakout_normandy.r06_moment import moment
from adjudicator.breakout_normandy.r12_lines import depot_line, refit_cost
from adjudicator.breakout_normandy.r12_payment import bill_of, check_payment, tell_recovery
from adjudicator.breakout_normandy.r12_sources import CHERBOURG
from adjudicator.breakout_normandy.r20_bridges import Demolish, Seize
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.supposing import Found, Supposed, suppose
from adjudicator.views import side_asked
from maps.board import Edge

__all__ = ["QUESTIONS", "AirSupplyOdds", "Bridge", "Depots", "Isolation", "RefitPlan", "Refits", "Supply"]

_SIDES = (terms.GERMAN, terms.ALLIED)
_NEEDED = 7
_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]


@question("supply")
class Supply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The supply line of a unit, or of every unit of a side: the path, or what cuts it.

    Example: adjudicator supply tests/saves/bridges.vsav 115/29
    """

    subject: Annotated[str, Meta(description="a unit, german or allied", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        side = self.subject.casefold()
        subject = side if side in _SIDES else find_unit(asking.position, self.subject).uid
        return explain.supply(asking.position, subject, strict=asking.strict)


@question("refit")
class Refits(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the refit of a unit costs from a Depot in some Area.

    Example: adjudicator refit tests/saves/omaha.vsav longues --depot trevieres
    """

    unit: _Unit
    depot: Annotated[str, Meta(description="Area of the Depot")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The refit by the Depots that pay, or from the cheapest place, where one is put if none stands."""
        piece = find_unit(asking.position, self.unit)
        if refit.refit_faults(asking.position, piece, piece.side) or self._by_zone(asking.position, piece):
            return ()
        if paying := self._paying(asking.position, piece):
            return (Supposed(asking.position, refit.Refit(piece.uid, tuple(paying))),)
        costs = self._costs(Inquiry(asking.position), piece, self._wanted(asking, piece))
        return plans.refits(asking.position, piece, min(costs, key=lambda a: (costs[a], a))) if costs else ()

    def _by_zone(self, position: Position, piece: Piece) -> bool:
        """Whether a Zone refits it, unless it is asked what a Depot asks once the phase has begun."""
        begun = position.raw("phase") == "refit-german"
        return refit.zone_refits(position, piece) and not (self.depot and begun)

    def _paying(self, position: Position, piece: Piece) -> dict[str, int]:
        """Depots on the map that pay, where no place is asked about."""
        return {} if self.depot else plans.paying(position, piece)

    def _wanted(self, asking: Asking, piece: Piece) -> list[str]:
        """Areas of Depots that are asked about."""
        position = asking.position
        if self.depot:
            return [find_space(position.board, self.depot).id]
        return self._places(Inquiry(position), piece)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        inquiry = Inquiry(position, strict=asking.strict)
        title, board = piece.printed.title, position.board
        for section, fault in refit.refit_faults(inquiry, piece, piece.side):
            inquiry.refuse(section, fault, units=(piece.uid,))
        if inquiry.violations:
            return inquiry.ruling(f"refit {title}", f"{title} cannot refit.", None)
        if self._by_zone(position, piece):
            return self._free(inquiry, piece)
        self._tell_cherbourg(inquiry, position, piece)
        places = self._wanted(asking, piece)
        if not places:
            raise MalformedAction("no Depot is on the map", "Give --depot AREA")
        costs = self._costs(inquiry, piece, places)
        if not costs:
            inquiry.refuse("12.5", f"no Depot reaches {title}", units=(piece.uid,))
            return inquiry.ruling(f"refit {title}", f"{title} cannot refit from there.", None)
        best, cost = self._best(inquiry, self._paying(position, piece), costs)
        better = tell_recovery(inquiry, piece)
        for section, fault in plans.place_faults(position, piece, best[0]) if self.depot else ():
            inquiry.refuse(section, fault, units=(piece.uid,), spaces=best)
        points = f"{cost} supply point{'s' * (cost > 1)}"
        verdict = f"{title} refits for {points} from {' and '.join(map(board.name, best))}."
        return inquiry.ruling(f"refit {title}", verdict, {"cost": cost, "costs": costs, "status": better})

    @staticmethod
    def _best(inquiry: Inquiry, paying: Mapping[str, int], costs: Mapping[str, int]) -> tuple[list[str], int]:
        """Areas of the Depots that pay and what the farthest asks; the cheapest place where none can pay."""
        areas = list(dict.fromkeys(depots.stands(inquiry, d) for d in paying))
        if not areas or not {*areas} <= {*costs}:
            best = min(costs, key=lambda a: (costs[a], a))
            return [best], costs[best]
        if len(areas) > 1:
            inquiry.note("12.51", "several Depots: the cost of the farthest is paid", max(paying.values()))
        return areas, max(paying.values())

    @staticmethod
    def _free(inquiry: Inquiry, piece: Piece) -> Ruling:
        """The refit of a unit in a Zone, which takes no Depot."""
        title, zone = piece.printed.title, inquiry.board.name(piece.space)
        inquiry.note(
            "12.61", f"{zone} refits German units in it as the Refit Phase begins, without Depots", 0
        )
        better = tell_recovery(inquiry, piece)
        answer = {"cost": 0, "costs": {}, "status": better}
        return inquiry.ruling(f"refit {title}", f"{title} refits in {zone} without a Depot.", answer)

    @staticmethod
    def _tell_cherbourg(inquiry: Inquiry, position: Position, piece: Piece) -> None:
        """Say that a unit in Cherbourg may make a dr before Depots are placed (12.62)."""
        dr = Supposed(position, night.CherbourgRefit(piece.uid))
        if piece.space == CHERBOURG and not hypothesis.barred(dr):
            need = night.cherbourg_need(piece.status)
            inquiry.note(
                "12.62", f"before Depots are placed a dr of {need} or more refits it at no cost", need
            )

    @staticmethod
    def _costs(inquiry: Inquiry, piece: Piece, places: Sequence[str]) -> dict[str, int]:
        """What the refit costs from each place that reaches the unit."""
        costs: dict[str, int] = {}
        for area in places:
            name, line = inquiry.board.name(area), depot_line(inquiry, area, piece.side, piece.space)
            if line is None:
                inquiry.note("12.5", f"a Depot in {name} does not reach {piece.printed.title}")
                continue
            total = refit_cost(line, inquiry, disrupted=terms.is_disrupted(piece))
            path = " - ".join(inquiry.board.name(s) for s in line.path)
            inquiry.steps.append(Step("12.51", f"from {name}: {path}", total.value, under=total.steps))
            costs[area] = total.value
        return costs

    @staticmethod
    def _places(inquiry: Inquiry, piece: Piece) -> list[str]:
        own = (
            d for d in depots.on_map(inquiry, piece.side) if depots.nation_of(d) == terms.nationality(piece)
        )
        return list(dict.fromkeys(depots.stands(inquiry, d) for d in own))


@question("refit-plan")
class RefitPlan(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A best plan for the Depots in place: most units Fresh, then most levels, then most points kept.

    Example: adjudicator refit-plan breakout-normandy:example-9
    """

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The refits of the plan, one after another."""
        return tuple(plans.planned(asking.position))

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        side, phase = refit.side_in_refit(inquiry), inquiry.text("phase")
        placed = bool(depots.on_map(inquiry, side))
        if inquiry.require("6.4", phase == f"refit-{side}", "", "no Refit Phase is in play"):
            inquiry.require("12.51", placed, "", f"no Depot of the {side.capitalize()} side is on the map")
        if inquiry.violations:
            return inquiry.ruling("refit-plan", "There is nothing to plan.", None)
        plan = best.plan_of(asking.position, side)
        by_zone = [p for p in inquiry.pieces.values() if p.side == side and refit.zone_refits(inquiry, p)]
        if by_zone:
            inquiry.note("12.61", f"Zones refit without Depots: {terms.titles(by_zone)}")
        for payment in plan.payments:
            piece = inquiry.pieces[payment.unit]
            with inquiry.under("12.51", f"{piece.printed.title} refits for {payment.cost}"):
                check_payment(inquiry, bill_of(piece), payment.depots, payment.points)
        inquiry.note(
            "12.4",
            f"{many(plan.fresh, 'unit becomes', 'units become')} Fresh, {plan.levels} recover a level",
            plan.levels,
        )
        inquiry.note("12.53", f"{many(plan.left, 'point is', 'points are')} left in the Depots", plan.left)
        if not plan.exact:
            inquiry.note("", f"more than {best.MOST} distributions of points: a better plan may exist")
        told = [
            {"unit": p.unit, "cost": p.cost, "depots": dict(zip(p.depots, p.points, strict=True))}
            for p in plan.payments
        ]
        answer = {"refits": told, "fresh": plan.fresh, "left": plan.left, "exact": plan.exact}
        left = many(plan.left, "point is", "points are")
        refitted = many(plan.levels, "unit refits", "units refit")
        verdict = f"{refitted}, {plan.fresh} of them become Fresh; {left} left."
        return inquiry.ruling("refit-plan", verdict, answer)


@question("depots")
class Depots(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each Depot is worth tonight, and where it may be placed.

    Example: adjudicator depots tests/saves/bridges.vsav --depot utah
    """

    depot: Annotated[str, Meta(description="one Depot: utah, omaha-1, gold, ge-1 ...")] = ""
    area: Annotated[str, Meta(description="an Area where it would be placed")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The placement, where Depot and Area are named."""
        if not (self.area and self.depot):
            return ()
        area = find_space(asking.position.board, self.area).id
        return (Supposed(asking.position, refit.PlaceDepot(self.depot, area)),)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry = Inquiry(position, strict=asking.strict)
        known = [*(f"ge-{n}" for n in range(1, 7)), *depots.depots_tonight(position)]
        wanted = [self.depot] if self.depot else list(dict.fromkeys(known))
        if self.depot and self.depot not in known:
            raise MalformedAction(f"there is no Depot {self.depot!r} tonight", f"Known: {', '.join(known)}")
        values: dict[str, int] = {}
        for depot in wanted:
            total = depots.depot_value(inquiry, depot)
            added = position.number("depot-added", depot)
            values[depot] = total.value + added
            section = total.steps[0].rule if total.steps else "12.51"
            more = (Step("24.7", "reserves added tonight", added, "+"),) if added else ()
            under = (*total.steps, *more)
            inquiry.steps.append(Step(section, depots.depot_name(depot), values[depot], under=under))
        if self.area and self.depot:
            area = find_space(position.board, self.area)
            (placed,) = self.supposes(asking)
            may = "may not" if hypothesis.barred(placed) else "may"
            verdict = f"{depots.depot_name(self.depot)} {may} be placed in {area.name}."
            return inquiry.ruling("depots", verdict, values)
        places = self._places(inquiry, position) if self.depot else []
        listed = ", ".join(f"{depots.depot_name(d)} {v}" for d, v in values.items())
        return inquiry.ruling("depots", f"{listed}.", {"values": values, "places": places})

    def _places(self, inquiry: Inquiry, position: Position) -> list[str]:
        """Where the Depot may stand tonight, its Beach among them; none once it is past placing."""
        then = moment(position, refit.PlaceDepot(self.depot, ""))
        faults = depots.standing_faults(then, self.depot)
        for section, text in faults:
            inquiry.note(section, text)
        return [] if faults else sorted(depots.depot_areas(inquiry, self.depot))


@question("isolation")
class Isolation(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which German units must make a Surrender dr, and what each result does.

    Example: adjudicator isolation tests/saves/bridges.vsav
    """

    status: Annotated[str, Meta(description="without a position: status of the unit")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.status:
            if self.status not in terms.STATUSES:
                raise MalformedAction(f"{self.status!r} is no status", f"One of {', '.join(terms.STATUSES)}")
            results = {str(d): night.surrender_result(self.status, d) for d in range(1, 7)}
            step = Step(
                "12.8", f"a {self.status} unit is level {terms.LEVEL[self.status]}", terms.LEVEL[self.status]
            )
            lost = sum(r == terms.ELIMINATED for r in results.values())
            return Ruling("isolation", f"Eliminated on {lost} of 6.", {"by_dr": results}, (step,))
        inquiry = Inquiry(asking.position, strict=asking.strict)
        units = supply.isolated_germans(inquiry)
        answer = {}
        for uid in units:
            piece = inquiry.pieces[uid]
            answer[uid] = {str(d): night.surrender_result(piece.status, d) for d in range(1, 7)}
            inquiry.note("12.8", f"{piece.printed.title} is isolated and rolls", terms.LEVEL[piece.status])
        inquiry.note("12.62", "a line to Cherbourg saves a German unit from the Surrender dr")
        return inquiry.ruling("isolation", f"{many(len(units), 'German unit')} must roll.", answer)


@question("air-supply")
class AirSupplyOdds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The modifiers and the die that a unit needs to refit by Air Supply.

    Example: adjudicator air-supply tests/saves/bridges.vsav 505/82
    """

    unit: _Unit

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The Air Supply of the unit where it stands."""
        piece = find_unit(asking.position, self.unit)
        return (Supposed(asking.position, night.AirSupply(piece.space, (piece.uid,))),)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        inquiry = Inquiry(position, strict=asking.strict)
        title = piece.printed.title
        if not terms.is_area(position, piece.space):
            return inquiry.ruling("air-supply", f"{title} is in no Area and cannot be supplied by air.", None)
        drm = night.air_supply_drm(inquiry, piece).value
        return _dice(inquiry, f"air-supply {title}", f"{title} refits", "12.9", drm)


def _dice(inquiry: Inquiry, asked: str, what: str, section: str, drm: int) -> Ruling:
    """A ruling on a dr that needs a final 7."""
    needed = max(1, _NEEDED - drm)
    ways = max(0, 7 - needed)
    inquiry.note(
        section, f"a final dr of {_NEEDED} or more: {needed} on the die" if ways else "no dr suffices"
    )
    verdict = f"{what} with a dr of {needed} or more ({ways}/6)." if ways else f"{what} with no dr."
    if needed == 1:
        verdict = f"{what} with any dr (6/6)."
    return inquiry.ruling(
        asked, verdict, {"drm": drm, "needed": needed if ways else None, "ways": ways, "of": 6}
    )


@question("bridge")
class Bridge(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who holds a bridge, or the modifiers and the die for seizing, repairing or demolishing it.

    Example: adjudicator bridge tests/saves/bridges.vsav seize valognes/pont-labbe --by 1058
    """

    kind: Annotated[str, Meta(description="state, seize, repair or demolish", extra={"word": True})]
    bridge: Annotated[str, Meta(description="the two Areas, A/B", extra={"word": True})]
    by: Annotated[str, Meta(description="the unit that seizes")] = ""
    side: Annotated[str, Meta(description="who repairs or demolishes; by default the active side")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The seizure, the repair by day or by night, or the demolition."""
        position = asking.position
        edge = find_boundary(position.board, self.bridge)
        side = terms.side_named(self.side) or side_asked(position, asking.viewpoint)
        if self.kind == "seize" and self.by:
            action: Action = Seize(find_unit(position, self.by).uid, edge.id)
        elif self.kind == "repair" and not plans.knows_no_source(position, side):
            action = plans.repair(position, edge, side)
        elif self.kind == "demolish":
            action = Demolish(edge.id)
        else:
            return ()
        return (Supposed(plans.by_side(position, side) if self.kind != "seize" else position, action),)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        edge = find_boundary(position.board, self.bridge)
        inquiry = Inquiry(position, strict=asking.strict)
        name = terms.boundary_name(position, edge)
        side = terms.side_named(self.side) or side_asked(position, asking.viewpoint)
        asked = f"bridge {self.kind} {name}"
        if self.kind not in {"state", "seize", "repair", "demolish"}:
            raise MalformedAction(f"bridge {self.kind!r}", "Ask for state, seize, repair or demolish")
        if not edge.bridge:
            inquiry.refuse("3.24", f"no bridge is printed on {name}", spaces=(edge.a, edge.b))
            return inquiry.ruling(asked, f"There is no bridge on {name}.", None)
        state = terms.bridge_state(inquiry, edge)
        inquiry.note("20.1", f"the bridge {name} is {state if state == 'destroyed' else f'{state}-held'}")
        if self.kind == "state":
            inquiry.note("3.24", f"a bridge is printed on {name}")
            if state != "german":
                face = "Destroyed Bridge" if state == "destroyed" else "Allied-held"
                inquiry.note("4.7", f"a marker shows it: {face}")
            crossed = inquiry.number("crossings", edge.id)
            inquiry.note("8.371", f"{crossed} of 5 units have crossed it", crossed)
            river = terms.river_holder(inquiry, edge)
            answer = {"state": state, "crossings": crossed, "river": river, "boundary": edge.boundary}
            return inquiry.ruling(asked, f"The bridge {name}: {state}.", answer)
        if self.kind == "seize":
            return self._seize(asking, inquiry, asked)
        if self.kind == "repair":
            drm, what, section = sites.repair_drm(inquiry, edge, side), f"{name} is repaired", "20.2"
        else:
            drm, what, section = sites.demolition_drm(inquiry, edge, side), f"{name} is destroyed", "20.4"
        if self.kind == "repair" and plans.knows_no_source(position, side):
            return self._unsaid(position, edge, side, _dice(inquiry, asked, what, section, drm))
        return replace(_dice(inquiry, asked, what, section, drm), moment=self._turn(position, side))

    def _unsaid(self, position: Position, edge: Edge, side: str, ruling: Ruling) -> Ruling:
        """The repair where a sketch does not say whence its Areas are supplied (12.8)."""
        try:
            found = suppose(plans.by_side(position, side), plans.repair(position, edge, side))
        except PositionError:
            found = Found()
        against = tuple(v for v in found.violations if v.rule != "12.8")
        assumed = f"assumed: the Areas at {terms.boundary_name(position, edge)} are not isolated (12.8)"
        return replace(
            ruling,
            violations=against,
            moment=(*found.moment, *self._turn(position, side)),
            assumptions=tuple(dict.fromkeys((*ruling.assumptions, *found.assumptions, assumed))),
        )

    @staticmethod
    def _turn(position: Position, side: str) -> tuple[Violation, ...]:
        """What the turn of the other side has against it."""
        if position.raw("side") in {side, UNKNOWN}:
            return ()
        return (
            Violation(
                "8.12",
                f"the {position.text('side').capitalize()} side is on turn, not the {side.capitalize()} side",
            ),
        )

    def _seize(self, asking: Asking, inquiry: Inquiry, asked: str) -> Ruling:
        position = asking.position
        edge = find_boundary(position.board, self.bridge)
        if not self.by:
            raise MalformedAction("who seizes it", "Give --by UNIT")
        piece = find_unit(position, self.by)
        title, name = piece.printed.title, terms.boundary_name(position, edge)
        if piece.space not in (edge.a, edge.b):
            return inquiry.ruling(
                asked, f"{title} is not next to the bridge {name} and cannot seize it.", None
            )
        if terms.is_free(inquiry, piece.space, piece.side):
            inquiry.note("8.221", f"{position.board.name(piece.space)} is Free")
        drm = sites.seizure_drm(inquiry, edge, piece)
        return _dice(inquiry, asked, f"{title} seizes {name}", "8.221", drm)


QUESTIONS: tuple[type[Question], ...] = (Supply, Refits, RefitPlan, Depots, Isolation, AirSupplyOdds, Bridge)
