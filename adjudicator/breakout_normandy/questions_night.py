"""Questions about supply, refit and bridges."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.breakout_normandy import r12_depots as depots
from adjudicator.breakout_normandy import r12_explain as explain
from adjudicator.breakout_normandy import r12_night as night
from adjudicator.breakout_normandy import r12_plan as best
from adjudicator.breakout_normandy import r12_refit as refit
from adjudicator.breakout_normandy import r12_supply as supply
from adjudicator.breakout_normandy import r20_sites as sites
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r12_lines import depot_line, refit_cost
from adjudicator.breakout_normandy.r12_payment import bill_of, check_payment, tell_recovery
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_boundary, find_space, find_unit
from adjudicator.position import Piece
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step
from adjudicator.views import side_asked

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
        places = [find_space(board, self.depot).id] if self.depot else self._places(inquiry, piece)
        if not places:
            raise MalformedAction("no Depot is on the map", "Give --depot AREA")
        costs: dict[str, int] = {}
        for area in places:
            line = depot_line(inquiry, area, piece.side, piece.space)
            if line is None:
                inquiry.note("12.5", f"a Depot in {board.name(area)} does not reach {title}")
                continue
            total = refit_cost(line, inquiry, disrupted=terms.is_disrupted(piece))
            way = " - ".join(board.name(s) for s in line.path)
            inquiry.steps.append(
                Step("12.51", f"from {board.name(area)}: {way}", total.value, under=total.steps)
            )
            costs[area] = total.value
        if not costs:
            inquiry.refuse("12.5", f"no Depot reaches {title}", units=(piece.uid,))
            return inquiry.ruling(f"refit {title}", f"{title} cannot refit from there.", None)
        best = min(costs, key=lambda a: (costs[a], a))
        better = tell_recovery(inquiry, piece)
        points = f"{costs[best]} supply point{'s' * (costs[best] > 1)}"
        verdict = f"{title} refits for {points} from {board.name(best)}."
        return inquiry.ruling(
            f"refit {title}", verdict, {"cost": costs[best], "costs": costs, "status": better}
        )

    @staticmethod
    def _places(inquiry: Inquiry, piece: Piece) -> list[str]:
        own = (
            d for d in depots.on_map(inquiry, piece.side) if depots.nation_of(d) == terms.nationality(piece)
        )
        return list(dict.fromkeys(inquiry.text("depot", d) for d in own))


@question("refit-plan")
class RefitPlan(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A best plan for the Depots in place: most units Fresh, then most levels, then most points kept.

    Example: adjudicator refit-plan breakout-normandy:example-9
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        side, phase = refit.side_in_refit(inquiry), inquiry.text("phase")
        placed = bool(depots.on_map(inquiry, side))
        if inquiry.require("6.4", phase == f"refit-{side}", "", "no Refit Phase is in play"):
            inquiry.require("12.51", placed, "", f"no Depot of the {side} side is on the map")
        if inquiry.violations:
            return inquiry.ruling("refit-plan", "There is nothing to plan.", None)
        plan = best.refit_plan(asking.position, side)
        for payment in plan.payments:
            piece = inquiry.pieces[payment.unit]
            with inquiry.under("12.51", f"{piece.printed.title} refits for {payment.cost}"):
                check_payment(inquiry, bill_of(piece), payment.depots, payment.points)
        inquiry.note("12.4", f"{plan.fresh} units become Fresh, {plan.levels} recover a level", plan.levels)
        inquiry.note("12.53", f"{plan.left} points are left in the Depots", plan.left)
        if not plan.exact:
            inquiry.note("", f"more than {best.MOST} distributions of points: a better plan may exist")
        told = [
            {"unit": p.unit, "cost": p.cost, "depots": dict(zip(p.depots, p.points, strict=True))}
            for p in plan.payments
        ]
        answer = {"refits": told, "fresh": plan.fresh, "left": plan.left, "exact": plan.exact}
        verdict = (
            f"{plan.levels} units refit, {plan.fresh} of them become Fresh; {plan.left} points are left."
        )
        return inquiry.ruling("refit-plan", verdict, answer)


@question("depots")
class Depots(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each Depot is worth tonight, and where it may be placed.

    Example: adjudicator depots tests/saves/bridges.vsav --depot utah
    """

    depot: Annotated[str, Meta(description="one Depot: utah, omaha-1, gold, ge-1 ...")] = ""
    area: Annotated[str, Meta(description="an Area where it would be placed")] = ""

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
            for section, text in depots.placement_faults(inquiry, self.depot, area.id):
                inquiry.refuse(section, text, spaces=(area.id,))
            may = "may" if not inquiry.violations else "may not"
            verdict = f"{depots.depot_name(self.depot)} {may} be placed in {area.name}."
            return inquiry.ruling("depots", verdict, values)
        places = sorted(depots.depot_areas(inquiry, self.depot)) if self.depot else []
        listed = ", ".join(f"{depots.depot_name(d)} {v}" for d, v in values.items())
        return inquiry.ruling("depots", f"{listed}.", {"values": values, "places": places})


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
        return inquiry.ruling("isolation", f"{len(units)} German units must roll.", answer)


@question("air-supply")
class AirSupplyOdds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The modifiers and the die that a unit needs to refit by Air Supply.

    Example: adjudicator air-supply tests/saves/bridges.vsav 505/82
    """

    unit: _Unit

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        inquiry = Inquiry(position, strict=asking.strict)
        title = piece.printed.title
        if not terms.is_area(position, piece.space):
            inquiry.refuse("12.9", f"{title} is in no Area", units=(piece.uid,))
            return inquiry.ruling("air-supply", f"{title} cannot be supplied by air.", None)
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

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        edge = find_boundary(position.board, self.bridge)
        inquiry = Inquiry(position, strict=asking.strict)
        name = terms.boundary_name(position, edge)
        side = self.side or side_asked(position, asking.viewpoint)
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
            inquiry.require("20.2", state == "destroyed", "", f"the bridge {name} is not destroyed")
            return _dice(inquiry, asked, f"{name} is repaired", "20.2", sites.repair_drm(inquiry, edge, side))
        if not sites.threatened(inquiry, edge, side):
            text = f"{name} is not a bridge of that side whose Areas the enemy contests or controls"
            inquiry.refuse("20.4", text, spaces=(edge.a, edge.b))
        return _dice(
            inquiry, asked, f"{name} is destroyed", "20.4", sites.demolition_drm(inquiry, edge, side)
        )

    def _seize(self, asking: Asking, inquiry: Inquiry, asked: str) -> Ruling:
        position = asking.position
        edge = find_boundary(position.board, self.bridge)
        if not self.by:
            raise MalformedAction("who seizes it", "Give --by UNIT")
        piece = find_unit(position, self.by)
        title, name = piece.printed.title, terms.boundary_name(position, edge)
        if piece.space not in (edge.a, edge.b):
            inquiry.refuse("8.221", f"{title} is not next to the bridge {name}", units=(piece.uid,))
            return inquiry.ruling(asked, f"{title} cannot seize it.", None)
        held = terms.bridge_state(inquiry, edge) == terms.enemy_of(piece.side)
        free = terms.is_free(inquiry, piece.space, piece.side)
        able = piece.printed.is_point and piece.status == terms.FRESH
        here = position.board.name(piece.space)
        inquiry.require("8.221", able, "", f"{title} is no Fresh infantry or armor", units=(piece.uid,))
        inquiry.require("8.221", held, "", f"the enemy does not hold the bridge {name}")
        inquiry.require("8.221", free, f"{here} is Free", f"{here} is not Free", spaces=(piece.space,))
        tried = inquiry.flag("seizure-tried", edge.id)
        inquiry.require("20.3", not tried, "", f"{name} has been tried already this impulse")
        drm = sites.seizure_drm(inquiry, edge, piece)
        return _dice(inquiry, asked, f"{title} seizes {name}", "8.221", drm)


QUESTIONS: tuple[type[Question], ...] = (Supply, Refits, RefitPlan, Depots, Isolation, AirSupplyOdds, Bridge)
