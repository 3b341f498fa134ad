"""Questions about the set-up and the invasion phase: strongpoints, air landings, bombardment, beaches."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from adjudicator.actions import Roll
from adjudicator.dice import die_range
from adjudicator.errors import MalformedAction
from adjudicator.game import apply, check
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step
from adjudicator.storm_over_normandy import (
    announcing,
    hypothesis,
    r03_choices,
    r03_set_up,
    r04_airborne,
    r04_bombardment,
    r04_invasion,
    terms,
)
from adjudicator.storm_over_normandy.planning import Order
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Bombardment", "Landing", "Scatter", "SetUp", "Strongpoints"]

_WORD = {"word": True}


# --- set-up -----------------------------------------------------------------------------------------------


@question("set-up")
class SetUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Is the set-up legal; or where one unit is set up, and why not elsewhere.

    Example: adjudicator set-up storm-over-normandy:invasion "5 ranger" --to landing-omaha-1
    """

    unit: Annotated[str, Meta(description="a unit; without one the whole set-up", extra=_WORD)] = ""
    to: Annotated[str, Meta(description="one space: whether the unit is set up there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        if not self.unit:
            return r03_set_up.set_up_ruling(position, strict=asking.strict)
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name
        unit = find_unit(position, self.unit).printed
        to = find_space(position.board, self.to).id if self.to else ""
        found = r03_set_up.explain_set_up(inquiry, unit, to)
        answer = {"spaces": list(found), "status": terms.FRESH, "arrival": unit.arrival}
        where = " or ".join(map(name, found))
        verdict = f"{unit.title} is set up in {where}."
        if to:
            verdict = f"{unit.title} {'may' if to in found else 'may not'} be set up in {name(to)}."
        return inquiry.ruling(f"set-up {unit.title}", verdict, answer)


@question("strongpoints")
class Strongpoints(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which strongpoints the next beach may get, with exact chances; with a seed, a draw for every beach.

    Example: adjudicator strongpoints storm-over-normandy:set-up --seed 7
    """

    seed: Annotated[int | None, Meta(description="a number: draw at random from it")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        if self.seed is None:
            found = r03_choices.draw_ruling(position, strict=asking.strict)
            ways = found.answer["ways"].items()
            told = [
                Step("3.0", f"ratings {ratings}: ways of {found.answer['total']}", n) for ratings, n in ways
            ]
            return dataclasses.replace(found, steps=(*found.steps, *told))
        rng, after, steps = random.Random(self.seed), position, list[Step]()  # noqa: S311 - a given seed
        answer: dict[str, Any] = {}
        for beach in r03_choices.beaches_to_draw(position):
            action = r03_choices.DrawStrongpoints(beach)
            ruling = check(after, action, strict=asking.strict)
            if not ruling.ok:
                found = Ruling("strongpoints", "No strongpoints can be drawn now.", None)
                return hypothesis.joined(found, ruling)
            after = apply(after, action)
            dice = after.pending[-1].data["dice"]
            values = tuple(rng.choice(die_range(die) or range(1, 2)) for die in dice)
            after = apply(after, Roll(values))
            drawn = terms.strongpoints(after, beach)
            answer[beach] = {"roll": list(values), "units": [p.uid for p in drawn]}
            steps.append(Step("3.0", f"{position.board.name(beach)}: {terms.titles(drawn)}"))
        verdict = f"Drawn with seed {self.seed} for {len(answer)} beaches."
        return Ruling("strongpoints", verdict, answer, tuple(steps))


# --- airborne landings ------------------------------------------------------------------------------------


@question("scatter")
class Scatter(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How American airborne units of an Area land, by a die or with what chances; without an Area, who rolls.

    Example: adjudicator scatter storm-over-normandy:invasion ste-mere-eglise --roll 4
    """

    area: Annotated[str, Meta(description="the Area", extra=_WORD)] = ""
    roll: Annotated[int | None, Meta(description="the die")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        if self.area:
            area = find_space(position.board, self.area).id
            return r04_airborne.scatter_ruling(position, area, self.roll, strict=asking.strict)
        if self.roll is not None:
            raise MalformedAction("a die for which Area", "Name it")
        inquiry, areas = Inquiry(position, strict=asking.strict), r04_airborne.areas_to_roll(position)
        answer = {}
        for area in areas:
            units = r04_airborne.american_airborne(inquiry, area)
            chances = {str(n): str(c) for n, c in r04_airborne.scatter_chances(len(units)).items()}
            told = ", ".join(f"{n} spent {c}" for n, c in chances.items())
            inquiry.note("4.0", f"{inquiry.board.name(area)}, {terms.titles(units)}: {told}")
            answer[area] = chances
        inquiry.note("4.0", "British airborne units are not rolled for")
        verdict = f"{len(areas)} Areas with American airborne units are rolled for."
        return inquiry.ruling("scatter", verdict, answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The roll for the Area; see `Question.supposes`."""
        if self.area:
            area = find_space(asking.position.board, self.area).id
            yield Supposed(asking.position, r04_airborne.LandAirborne(area))


# --- bombardment and landing ------------------------------------------------------------------------------


@question("bombardment")
class Bombardment(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Is an assignment of the 24 Support Points to the beaches legal, and how many are left.

    Example: adjudicator bombardment storm-over-normandy:invasion omaha-1=2 omaha-2=8 --part
    """

    points: Annotated[tuple[str, ...], Meta(description="BEACH=POINTS for each beach", extra=_WORD)]
    part: Annotated[bool, Meta(description="it is only a part of the assignment")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        points = tuple(_points(position, text) for text in self.points)
        if not points:
            raise MalformedAction("no beach is named", "Write BEACH=POINTS: bombardment omaha-1=12 utah=12")
        return r04_bombardment.bombardment_ruling(
            position, points, complete=not self.part, strict=asking.strict
        )

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The bombardment; of a part of it, that of its first beach and another; see `Question.supposes`."""
        position = asking.position
        points = tuple(_points(position, text) for text in self.points)
        if points and not self.part:
            yield Supposed(position, r04_bombardment.Bombard(points))
        for beach, number in points if self.part else ():
            order = Order("bombardment", beach, support=number)
            yield from announcing.attack(position, order, asking.viewpoint)


def _points(position: Position, text: str) -> tuple[str, int]:
    """Read ``omaha-1=2``."""
    name, equals, number = text.partition("=")
    if not equals or not number.strip().isdecimal() or len(number) > 3:
        raise MalformedAction(f"{text!r} assigns nothing", "Write BEACH=POINTS: omaha-1=2")
    return find_space(position.board, name).id, int(number)


@question("landing")
class Landing(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who lands on a beach, which strongpoints attack whom, where units retreat, and who may attack then.

    Example: adjudicator landing storm-over-normandy:invasion omaha-2
    """

    beach: Annotated[str, Meta(description="the beach Area", extra=_WORD)]
    with_units: Annotated[tuple[str, ...], Meta(description="units: whether they may join the attack")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        beach = find_space(position.board, self.beach).id
        state, name = hypothesis.landed(position, "strongpoints"), position.board.name(beach)
        inquiry = Inquiry(state, strict=asking.strict)
        known = beach in terms.beaches(state)
        if not inquiry.require("4.0", known, "", f"{name} is no beach Area", spaces=[beach]):
            return inquiry.ruling(f"landing {name}", f"Nobody lands in {name}.", None)
        if hypothesis.is_unsaid(position, "phase"):
            inquiry.assume("4.0", "the strongpoints have still to attack")
        elif state is not position:
            inquiry.note("4.0", "supposed: the Invasion sections have landed as they stand, with no losses")
        there = r04_invasion.landed_units(state, beach)
        inquiry.note("4.0", f"just landed in {name}: {terms.titles(there) or 'nobody'}", len(there))
        fire = r04_invasion.strongpoint_ruling(state, beach, strict=asking.strict)
        units = hypothesis.units_named(state, self.with_units)
        join = r04_invasion.beach_ruling(state, beach, units, strict=asking.strict)
        _recall(inquiry, "the strongpoints attack", fire, refusing=False)
        _recall(inquiry, "the landed units may attack", join, refusing=bool(self.with_units))
        answer = {"landed": [p.uid for p in there], "strongpoints": fire.answer, "attack": join.answer}
        return inquiry.ruling(f"landing {name}", _landing_verdict(name, fire, join), answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack of the units that are named; see `Question.supposes`."""
        if not self.with_units:
            return ()
        order = Order("landed", self.beach, self.with_units)
        return announcing.attack(asking.position, order, asking.viewpoint)


def _recall(inquiry: Inquiry, text: str, ruling: Ruling, *, refusing: bool) -> None:
    """Hang the steps of a ruling under one; what speaks against it is a step too unless it was asked for."""
    with inquiry.under("4.0", text):
        inquiry.steps += ruling.steps
        for fault in ruling.violations if not refusing else ():
            inquiry.note(fault.rule, f"not so: {fault.text}")
    for fault in ruling.violations if refusing else ():
        inquiry.refuse(fault.rule, fault.text, units=fault.units, spaces=fault.spaces)
    for used in ruling.sources:
        inquiry.source("4.0", used, "reconstructed")


def _landing_verdict(name: str, fire: Ruling, join: Ruling) -> str:
    first = f"No strongpoint attacks in {name}"
    if fire.ok:
        count, points, defense = (
            len(fire.answer["attackers"]),
            fire.answer["attack"],
            fire.answer["defense"],
        )
        plural = "s attack" if count != 1 else " attacks"
        first = f"In {name} {count} strongpoint{plural} with {points} and two dice against {defense}"
    if not join.ok:
        return f"{first}; the landed units may not attack so."
    count, points, defense = (len(join.answer["attackers"]), join.answer["attack"], join.answer["defense"])
    return f"{first}; {many(count, 'landed unit')} may attack with {points} and two dice against {defense}."


QUESTIONS: tuple[type[Question], ...] = (SetUp, Strongpoints, Scatter, Bombardment, Landing)
