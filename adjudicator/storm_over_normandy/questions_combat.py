"""Questions about combat: odds, results, Support Points; see also `questions_losses`."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta, structs

from adjudicator.errors import MalformedAction, PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step
from adjudicator.storm_over_normandy import hypothesis, terms
from adjudicator.storm_over_normandy.hypothesis import KINDS
from adjudicator.supposing import suppose

if TYPE_CHECKING:
    from adjudicator.storm_over_normandy.planning import Order, Plan
    from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Odds", "Result", "Support"]

_SHOWN = 6
_BY_UNITS = frozenset({"fire", "assault", "landed"})
_ANNOUNCED = "the attack has been announced without it"
_CLOSED = {
    "card": "a card attacks, and no unit",
    "bombardment": "Support Points attack, and no unit",
    "strongpoints": "every fresh strongpoint attacks, and nobody else",
}
_Kind = Annotated[
    str, Meta(description=f"{', '.join(KINDS)}; empty for the attack under way", extra={"word": True})
]
_Area = Annotated[str, Meta(description="the Area", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="attacking units; by default all that may")]
_Side = Annotated[str, Meta(description="german or allied, where no unit says so")]
_Points = Annotated[tuple[str, ...], Meta(description="Support Points")]
_Card = Annotated[tuple[str, ...], Meta(description="cards of the attacker")]
_Against = Annotated[
    tuple[str, ...], Meta(description="cards of the defender; bocage:AREA stops what would leave it")
]


def _number(words: Sequence[str], what: str) -> int:
    """A whole number typed as the only word of a list option; 0 without one."""
    if not words:
        return 0
    if len(words) > 1 or not re.fullmatch(r"[0-9]{1,3}", words[0]):
        raise MalformedAction(f"--{what} {' '.join(words)!r}", f"Write a number: --{what} 2")
    return int(words[0])


class _OfAttack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about an attack, announced or supposed."""

    kind: _Kind = ""
    area: _Area = ""
    with_units: _With = ()
    side: _Side = ""
    support: _Points = ()
    card: _Card = ()
    against: _Against = ()
    attack: Annotated[int | None, Meta(description="attack points without dice, without a position")] = None
    defense: Annotated[int | None, Meta(description="defense points, without a position")] = None

    def plan(self, asking: Asking) -> Plan:
        """The attack that is meant."""
        from adjudicator.storm_over_normandy.planning import plan_attack

        return plan_attack(asking.position, self.order(), asking.viewpoint, strict=asking.strict)

    def order(self) -> Order:
        """The attack as it is worded."""
        from adjudicator.storm_over_normandy.planning import Order

        side, points = hypothesis.one_side(self.side), _number(self.support, "support")
        return Order(self.kind, self.area, self.with_units, side, points, self.card, self.against)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, and the cards that come before it; see `Question.supposes`."""
        if self.attack is not None and self.defense is not None:
            return ()
        from adjudicator.storm_over_normandy import announcing

        return announcing.attack(asking.position, self.order(), asking.viewpoint)


# --- odds -------------------------------------------------------------------------------------------------


@question("odds")
class Odds(_OfAttack, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of an attack, from bare numbers or from a position, with Support Points and cards.

    Example: adjudicator odds storm-over-normandy fire --attack 7 --defense 12 --defenders "regiment spent"

    Example: adjudicator odds tests/saves/storm.vsav assault bretteville --with '7 canadian bde' '8 canadian
    bde' --support 2
    """

    odds_kinds: ClassVar[Mapping[str, str]] = {
        "assault": "assault",
        "fire-attack": "fire",
        "beach-attack": "landed",
    }

    defenders: Annotated[
        tuple[str, ...], Meta(description="units attacked, without a position: regiment spent, strongpoint 8")
    ] = ()
    no_elimination: Annotated[bool, Meta(description="a card that eliminates nobody, without a position")] = (
        False
    )
    add: Annotated[tuple[str, ...], Meta(description="units: what each of them would change")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.attack is not None and self.defense is not None:
            return self._numbers(self.attack, self.defense)
        plan = self.plan(asking)
        name = asking.position.board.name(plan.attack.area)
        if not _goes_on(plan):
            return hypothesis.joined(
                Ruling(f"odds {name}", f"No attack comes about in {name}.", None), plan.ruling
            )
        found = _in_words(self._odds(plan, asking))
        if self.add:
            found = self._compared(found, asking)
        if plan.ruling.violations:
            count = self._count(plan, asking)
            verdict = f"Illegal, for {count} reason{'s' * (count > 1)}; if it were made: {found.verdict}"
            found = dataclasses.replace(found, verdict=verdict)
        return hypothesis.joined(found, plan.ruling)

    def _count(self, plan: Plan, asking: Asking) -> int:
        """How many reasons speak against the attack, each counted once."""
        against = {(v.rule, v.text) for v in plan.ruling.violations}
        for one in self.supposes(asking):
            with contextlib.suppress(PositionError):
                found = suppose(one.position, one.action, strict=asking.strict)
                against |= {(v.rule, v.text) for v in found.violations}
        return len(against)

    def _numbers(self, attack: int, defense: int) -> Ruling:
        from adjudicator.storm_over_normandy.r09_odds import odds_of_numbers

        if self.kind and self.kind not in {*KINDS, "attack"}:
            raise MalformedAction(f"odds of {self.kind!r}", f"Ask for {', '.join(KINDS)}")
        words = [w.strip().casefold() for text in self.defenders for w in text.split(",") if w.strip()]
        points = attack + _number(self.support, "support")
        return odds_of_numbers(points, defense, words, no_elimination=self.no_elimination)

    @staticmethod
    def _odds(plan: Plan, asking: Asking) -> Ruling:
        if plan.fires:
            from adjudicator.storm_over_normandy.entering import entering_odds

            return entering_odds(plan, strict=asking.strict)
        from adjudicator.storm_over_normandy.r09_odds import odds_of_position

        return odds_of_position(plan.state, plan.attack, strict=asking.strict)

    def _compared(self, found: Ruling, asking: Asking) -> Ruling:
        """The odds, with what each other unit would make of them."""
        units = self.with_units or tuple(self.plan(asking).attack.attackers)
        steps, added = list(found.steps), dict[str, Any]()
        for word in self.add:
            piece = find_unit(asking.position, word)
            if self.kind not in _BY_UNITS:
                text = f"{piece.printed.title} may not join: {_CLOSED.get(self.kind, _ANNOUNCED)}"
                steps.append(Step("7.1", text))
                continue
            plan = structs.replace(self, with_units=(*units, piece.uid)).plan(asking)
            if plan.ruling.violations:
                steps.append(Step("7.1", f"{piece.printed.title} may not join: {plan.ruling.reasons[0]}"))
                continue
            ruling = self._odds(plan, asking)
            hit = ruling.answer["of"] - ruling.answer["damage"].get("0", 0)
            added[piece.uid] = {"hit": hit, **{k: ruling.answer[k] for k in ("elimination", "falls", "mean")}}
            steps.append(Step("7.1", f"with {piece.printed.title} as well: {ruling.verdict}"))
        return dataclasses.replace(found, answer={**found.answer, "added": added}, steps=tuple(steps))


def _in_words(found: Ruling) -> Ruling:
    """The odds with their chances as steps, so that a reader of the text sees them too."""
    answer = found.answer
    of, damage = answer["of"], {int(points): ways for points, ways in answer["damage"].items()}
    shown = range(1, min(max(damage, default=0), _SHOWN) + 1)
    told = ", ".join(f"{d} or more {sum(n for m, n in damage.items() if m >= d)}" for d in shown) or "none"
    steps = [
        Step("9.3.5", f"damage points, in ways of {of}: {told}"),
        Step(
            "10.2",
            f"ways of {of} in which a unit is eliminated whatever its owner does",
            answer["elimination"],
        ),
        Step("13.0", f"ways of {of} in which the Area changes hands at once", answer["falls"]),
    ]
    for more, one in answer.get("support", {}).items():
        if more != "0":
            ways = f"damage in {one['hit']}, elimination in {one['elimination']}, fall in {one['falls']}"
            steps.append(Step("9.3.3", f"with {more} more Support Points: {ways} of {of}"))
    return dataclasses.replace(found, steps=(*found.steps, *steps))


def _goes_on(plan: Plan) -> bool:
    """Whether there is somebody, or a card, to attack, and somebody to be attacked."""
    from adjudicator.storm_over_normandy.r09_strength import targets_of

    attack, by_units = plan.attack, plan.attack.kind not in {"card", "bombardment"}
    if plan.called_off or not terms.is_area(plan.state.board.spaces[attack.area]):
        return False
    return bool(targets_of(plan.state, attack)) and bool(attack.attackers or not by_units)


# --- results ----------------------------------------------------------------------------------------------


@question("result")
class Result(_OfAttack, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the dice of an attack do: attack and defense points, damage, and every way to take it.

    Example: adjudicator result tests/saves/storm.vsav fire caen --support 2 --roll 11
    """

    roll: Annotated[str, Meta(description="sum of the two dice, or both: 6,5", extra={"word": False})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        dice = _dice(self.roll)
        if self.attack is not None and self.defense is not None:
            return _of_numbers(self.attack + _number(self.support, "support"), self.defense, dice)
        plan = self.plan(asking)
        name = asking.position.board.name(plan.attack.area)
        if plan.fires:
            raise MalformedAction("Defensive Fire comes first", "Ask for its result, or for odds")
        if not _goes_on(plan):
            found = Ruling(f"result {name}", f"No attack comes about in {name}.", None)
            return hypothesis.joined(found, plan.ruling)
        return hypothesis.joined(_result(plan, dice, strict=asking.strict), plan.ruling)


def _dice(text: str) -> int:
    """The sum of two dice, written as one number or as two."""
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:[,+ ]\s*([0-9]))?\s*", text)
    first, second = (int(g) if g else None for g in match.groups()) if match else (0, None)
    if first is not None and second is None and 2 <= first <= 12:
        return first
    if first in range(1, 7) and second in range(1, 7):
        return (first or 0) + (second or 0)
    raise MalformedAction(f"--roll {text!r}", "Write the sum of two dice, or both: 6,5")


def _of_numbers(points: int, defense: int, dice: int) -> Ruling:
    damage = max(0, points + dice - defense)
    steps = (
        Step("9.3.1", f"{many(points, 'attack point')} and {dice} on the dice", points + dice),
        Step("9.3.4", "defense points as given", defense),
        Step("9.3.5", "damage points", damage),
    )
    answer = {"attack": points + dice, "defense": defense, "damage": damage}
    return Ruling(f"result {dice}", f"{many(damage, 'damage point')}.", answer, steps)


def _result(plan: Plan, dice: int, *, strict: bool) -> Ruling:
    from adjudicator.storm_over_normandy.questions_losses import count_of, note_prices, note_ways, told_ways
    from adjudicator.storm_over_normandy.r09_strength import explain_strength, targets_of
    from adjudicator.storm_over_normandy.r10_damage import count_of_ways

    state, attack = plan.state, plan.attack
    inquiry = Inquiry(state, strict=strict)
    points, defense = explain_strength(inquiry, attack)
    inquiry.note("9.3.1", f"{many(points, 'attack point')} and {dice} on the dice", points + dice)
    damage = max(0, points + dice - defense)
    inquiry.note("9.3.5", f"{points + dice} less {defense}: damage points", damage)
    answer: dict[str, Any] = {"attack": points + dice, "defense": defense, "damage": damage}
    answer |= {"owner": terms.enemy_of(attack.side), "ways": []}
    name = state.board.name(attack.area)
    if not damage:
        return inquiry.ruling(f"result {name}", f"{points + dice} against {defense}: no damage.", answer)
    pieces = targets_of(state, attack)
    answer["ways"] = list(told_ways(inquiry, pieces, damage, attack))
    count = count_of_ways(inquiry, pieces, damage, attack)
    answer |= {"count": count} if count > len(answer["ways"]) else {}
    note_prices(inquiry, pieces, attack)
    note_ways(inquiry, answer["ways"])
    head = f"{points + dice} against {defense}: {many(damage, 'damage point')}"
    owner = answer["owner"].capitalize()
    verdict = f"{head}, which the {owner.capitalize()} player can take in {count_of(count)}."
    return inquiry.ruling(f"result {name}", verdict, answer)


# --- Support Points ---------------------------------------------------------------------------------------


@question("support")
class Support(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many Support Points an attack in an Area may have; without an Area, with how many a turn begins.

    Example: adjudicator support tests/saves/storm.vsav tilly --points 2
    """

    area: _Area = ""
    side: Annotated[str, Meta(description="who attacks; allied by default")] = ""
    points: Annotated[int | None, Meta(description="a number: whether so many may be added")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        if not self.area:
            from adjudicator.storm_over_normandy.r06_draw import support_ruling

            return support_ruling(position, strict=asking.strict)
        area, inquiry = find_space(position.board, self.area).id, Inquiry(position, strict=asking.strict)
        answer = _support_for(inquiry, area, hypothesis.one_side(self.side) or terms.ALLIED)
        most, name = answer["most"], position.board.name(area)
        if self.points is None:
            verdict = f"An attack in {name} may have {most} Support Point{'' if most == 1 else 's'} now."
            return inquiry.ruling(f"support {name}", verdict, answer)
        failed = f"{most} at most, not {self.points}"
        inquiry.require("9.3.3", 0 <= self.points <= most, f"{self.points} of at most {most}", failed)
        may = "may" if not inquiry.violations else "may not"
        verdict = f"An attack in {name} {may} have {self.points} Support Points."
        return inquiry.ruling(f"support {name}", verdict, answer)


def _support_for(inquiry: Inquiry, area: str, side: str) -> dict[str, int]:
    """Cap, points left, and the most that one attack can have."""
    from adjudicator.storm_over_normandy import r04_bombardment, r12_boxes
    from adjudicator.storm_over_normandy.r09_attack import support_left
    from adjudicator.storm_over_normandy.r09_strength import Attack, current, support_cap

    space, attack, now = inquiry.board.spaces[area], Attack("fire", side, area), current(inquiry)
    if now is not None and (now.area, now.side) == (area, side):
        attack = now
    for section, text in r12_boxes.attack_faults(inquiry, area):
        inquiry.refuse(section, text, spaces=[area])
    if not terms.is_area(space):
        return {"cap": 0, "left": 0, "most": 0}
    bombarding = inquiry.text("phase") == "bombardment" and area in terms.beaches(inquiry)
    if bombarding:
        attack = r04_bombardment.bombardment(area, 0)
    cap = support_cap(inquiry, attack)
    left = r04_bombardment.TOTAL if bombarding else inquiry.number("support")
    if side == terms.GERMAN:
        inquiry.note("9.3.3", "only the Allied player adds Support Points", cap)
    elif bombarding:
        inquiry.note("4.0", f"a bombardment of {space.name} takes at most", cap)
    else:
        colour = "red" if inquiry.feature(space, "red", "9.3.3") else "black"
        inquiry.note("9.3.3", f"the name of {space.name} is printed in {colour}: at most", cap)
    inquiry.note("9.3.3", "Support Points are left", left)
    if attack.support:
        inquiry.note("9.3.3", f"Support Points lie in {space.name} for the attack", attack.support)
    if attack.stage == "end":
        inquiry.note("9.3.3", "the dice are due: Support Points come before them")
    most = min(cap, left) if bombarding else support_left(inquiry, attack)
    return {"cap": cap, "left": left, "most": most}


QUESTIONS: tuple[type[Question], ...] = (Odds, Result, Support)
