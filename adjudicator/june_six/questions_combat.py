"""Questions about combat: odds, line-up, modes, who may attack, artillery, air and naval support, results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r12_modes import Weights, given_weights
from adjudicator.names import find_space, find_unit
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed
from maps.filing import Filing

if TYPE_CHECKING:
    from adjudicator.june_six.battle import Battle
    from adjudicator.june_six.r12_attack import Attack

__all__ = [
    "QUESTIONS",
    "Artillery",
    "GroundSupport",
    "LineUp",
    "Modes",
    "Odds",
    "Result",
]

_Hex = Annotated[
    str, Meta(description="the defender hex; without, the combat under way", extra={"word": True})
]
_With = Annotated[tuple[str, ...], Meta(description="attacking units; without, all that may attack")]
_Guns = Annotated[tuple[str, ...], Meta(description="UNIT=POINTS of artillery, of either side")]
_Air = Annotated[int, Meta(description="Allied air markers")]
_Naval = Annotated[int, Meta(description="Allied naval markers")]
_Kind = Annotated[str, Meta(description="attack, breakthrough, rout or gca")]
_Worth = Annotated[tuple[str, ...], Meta(description="weights of the payoff: ground=6 step=4")]
_PAIR = re.compile(r"([0-9]{1,3})\s*:\s*([0-9]{1,3})")


def _number(name: str, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise MalformedAction(f"{name}={text!r}", "Write a whole number")
    return int(text)


def _equal(words: Sequence[str], what: str) -> list[tuple[str, int]]:
    """Words of the form NAME=NUMBER."""
    found = []
    for word in words:
        name, equals, number = word.rpartition("=")
        if not equals:
            raise MalformedAction(f"{what} {word!r}", "Write NAME=NUMBER")
        found.append((name, _number(name, number)))
    return found


def _weights(asking: Asking, words: Sequence[str]) -> Weights:
    try:
        return given_weights(asking, dict(_equal(words, "--worth")))
    except KeyError as fault:
        known = "step, disorder, ground, breakthrough, rout"
        raise MalformedAction(f"there is no weight {fault.args[0]!r}", f"One of {known}") from None


def _pair(name: str, text: str) -> tuple[int, int]:
    match = _PAIR.fullmatch(text.strip())
    if match is None:
        raise MalformedAction(f"--{name} {text!r}", "Write attacker:defender, such as 6:4")
    return int(match.group(1)), int(match.group(2))


def _attack(
    position: Position, space: str, named: Sequence[str], *, side: str = "", **more: Any
) -> dict[str, Any]:
    """Plain data of a combat; without names the one under way, or every unit that may attack."""
    from adjudicator.june_six.battle import current
    from adjudicator.june_six.r12_eligibility import joint_attackers
    from adjudicator.june_six.r12_fight import KINDS, plain

    battle = current(position)
    if battle is not None and _means(position, battle, space, named):
        return _more(battle.attack(), **more)
    if not space:
        raise MalformedAction("no combat is under way", "Name the defender hex")
    known, kind = find_space(position.board, space), more.get("kind", "attack")
    if not terms.is_hex(known):
        raise MalformedAction(f"{known.name} is no hex of the map (12.21)", "Name the defender hex")
    target = known.id
    if kind not in KINDS:
        raise MalformedAction(f"--kind {kind!r}", f"One of {', '.join(KINDS)}")
    units = list(dict.fromkeys(find_unit(position, word).uid for word in named))
    if not units:
        there = position.units_in(target)
        attacker = side or (terms.enemy_of(there[0].side) if there else position.text("side"))
        units = list(joint_attackers(position, target, attacker, kind=kind))
    if not units:
        raise MalformedAction(
            f"nobody may attack {position.board.name(target)} now", "Name units with --with"
        )
    return plain(target, units, position.pieces[units[0]].side, **more)


def _means(position: Position, battle: Battle, space: str, named: Sequence[str]) -> bool:
    """Whether a hex and units, or their absence, mean the combat under way."""
    if space and find_space(position.board, space).id != battle.hex:
        return False
    return not named or {find_unit(position, word).uid for word in named} == set(battle.attackers)


def _more(attack: dict[str, Any], *, air: int = 0, naval: int = 0, **_: Any) -> dict[str, Any]:
    """The combat under way with more markers than have been committed to it."""
    return {**attack, "air": attack["air"] + air, "naval": attack["naval"] + naval}


def _announced(attack: Mapping[str, Any]) -> Attack:
    """The announcement of a combat."""
    from adjudicator.june_six.r12_attack import Attack

    return Attack(tuple(attack["attackers"]), attack["hex"])


def _reckoned(position: Position, attack: dict[str, Any]) -> Position:
    """The position in which a combat is reckoned: in the activation of its attackers."""
    from adjudicator.june_six.battle import current
    from adjudicator.june_six.r03_moment import at_moment

    if attack["kind"] != "attack" or current(position) is not None:
        return position
    return at_moment(position, _announced(attack))


def _supposed(position: Position, attack: dict[str, Any]) -> Iterator[Supposed]:
    """The attack that a question about a combat supposes; nothing of one that is under way."""
    from adjudicator.june_six.battle import current

    battle = current(position)
    begun = battle is not None and battle.hex == attack["hex"]
    if begun and battle is not None and set(battle.attackers).issuperset(attack["attackers"]):
        return
    if attack["kind"] == "attack":
        yield Supposed(position, _announced(attack))


class _Combat(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about a combat: the one under way, or one that units would begin."""

    area: _Hex = ""
    with_units: _With = ()
    kind: _Kind = "attack"

    def data(self, asking: Asking, **more: Any) -> dict[str, Any]:
        """Plain data of the combat."""
        return _attack(asking.position, self.area, self.with_units, kind=self.kind, **more)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack; see `Question.supposes`."""
        return _supposed(asking.position, self.data(asking))


def _supported(position: Position, attack: dict[str, Any], words: Sequence[str]) -> dict[str, Any]:
    """The combat with artillery points: those of a unit of the attacker's side go to the attack."""
    fires = {side: dict(points) for side, points in attack["artillery"].items()}
    for name, points in _equal(words, "--artillery"):
        piece = find_unit(position, name)
        fires["attack" if piece.side == attack["side"] else "defence"][piece.uid] = points
    return {**attack, "artillery": fires}


@question("odds")
class Odds(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of a combat for all four pairs of modes, the best secret modes, and the best support.

    Example: adjudicator odds june-six --attack 18 --defense 10 --cohesion 6:5 --terrain bocage
    """

    artillery: Annotated[
        tuple[str, ...], Meta(description="UNIT=POINTS; without a position 6:2, points of both sides")
    ] = ()
    air: _Air = 0
    naval: _Naval = 0
    best: Annotated[bool, Meta(description="both sides choose support and modes best")] = False
    paths: Annotated[bool, Meta(description="tell who of the defenders could not retreat")] = False
    worth: _Worth = ()
    attack: Annotated[int, Meta(description="Combat Strength of the attack, without a position")] = 0
    defence: Annotated[int, Meta(description="Combat Strength of the defence, without a position")] = 0
    cohesion: Annotated[str, Meta(description="6:5, highest of both sides, without a position")] = ""
    terrain: Annotated[str, Meta(description="terrain of the defender hex, without a position")] = "clear"
    armor: Annotated[str, Meta(description="3:1, armor points of both sides, without a position")] = ""
    at: Annotated[int, Meta(description="AT points of the defender, without a position")] = 0
    markers: Annotated[int, Meta(description="air or naval markers, negative for the defence")] = 0
    directions: Annotated[int, Meta(description="1 or 2 for an attack from several directions")] = 0
    strongpoint: Annotated[bool, Meta(description="a printed Strongpoint under Germans")] = False
    drm: Annotated[int, Meta(description="all other modifiers, without a position")] = 0
    units: Annotated[str, Meta(description="3:2, units of both sides, without a position")] = "2:2"

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, but nothing of bare numbers; see `Question.supposes`."""
        return () if self.attack or self.defence or asking.given is None else super().supposes(asking)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        worth = _weights(asking, self.worth)
        if self.attack or self.defence:
            return self._numbers(asking.filing, worth)
        if not self.area and asking.given is None:
            raise MalformedAction("odds of what", "Name a hex, or give --attack and --defense")
        from adjudicator.june_six.r12_rulings import best_ruling, odds

        position = asking.position
        attack = self.data(asking, air=self.air, naval=self.naval)
        position = _reckoned(position, attack)
        if self.best:
            return best_ruling(position, attack, worth=worth, strict=asking.strict)
        whole = _supported(position, attack, self.artillery)
        return odds(position, whole, worth=worth, paths=self.paths, strict=asking.strict)

    def _numbers(self, filing: Filing, worth: Weights) -> Ruling:
        from adjudicator.june_six.r12_numbers import Numbers, odds_of_numbers

        numbers = Numbers(
            self.attack,
            self.defence,
            _pair("cohesion", self.cohesion) if self.cohesion else None,
            self.terrain.casefold(),
            _pair("armor", self.armor) if self.armor else (0, 0),
            self.at,
            _pair("artillery", " ".join(self.artillery)) if self.artillery else (0, 0),
            self.markers,
            self.directions,
            self.strongpoint,
            self.drm,
            _pair("units", self.units),
        )
        return odds_of_numbers(numbers, worth, filing)


@question("line-up")
class LineUp(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Combat Strengths, odds ratio and every modifier of a combat, each with its rule.

    Example: adjudicator line-up tests/saves/june.vsav E1830 --with 69/50 231/50 --air 2
    """

    artillery: _Guns = ()
    air: _Air = 0
    naval: _Naval = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r12_rulings import line_up_ruling

        position = asking.position
        attack = self.data(asking, air=self.air, naval=self.naval)
        position = _reckoned(position, attack)
        return line_up_ruling(position, _supported(position, attack, self.artillery), strict=asking.strict)


@question("modes")
class Modes(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The matrix of combat modes: what each pair is worth, and how to mix them.

    Example: adjudicator modes tests/saves/june.vsav E1830 --with 69/50 231/50 --worth ground=6
    """

    artillery: _Guns = ()
    air: _Air = 0
    naval: _Naval = 0
    worth: _Worth = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r12_rulings import modes_ruling

        position, worth = asking.position, _weights(asking, self.worth)
        attack = self.data(asking, air=self.air, naval=self.naval)
        position = _reckoned(position, attack)
        whole = _supported(position, attack, self.artillery)
        return modes_ruling(position, whole, worth=worth, strict=asking.strict)


@question("artillery")
class Artillery(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Artillery points that each unit may lend to a combat, or why it lends none.

    Example: adjudicator artillery tests/saves/june.vsav E1830 --with 69/50 --side german
    """

    side: Annotated[str, Meta(description="german or allied; both without")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r16_rulings import artillery_ruling

        if self.side not in {"", terms.GERMAN, terms.ALLIED}:
            raise MalformedAction(f"--side {self.side!r}", "One of german, allied")
        attack = self.data(asking)
        sides = (self.side,) if self.side else ()
        return artillery_ruling(_reckoned(asking.position, attack), attack, sides, strict=asking.strict)


@question("ground-support")
class GroundSupport(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Air and naval markers that the Allied player may commit to a combat.

    Example: adjudicator ground-support tests/saves/june.vsav E1830 --with 69/50 --air 2
    """

    air: _Air = 0
    naval: _Naval = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r12_fight import fight_of
        from adjudicator.june_six.r17_support import available, in_naval_range, support_faults

        attack = self.data(asking)
        position = _reckoned(asking.position, attack)
        inquiry = Inquiry(position, strict=asking.strict)
        fight = fight_of(inquiry, attack)
        for fault in support_faults(inquiry, fight, self.air, self.naval):
            inquiry.refuse(*fault, spaces=[fight.target])
        reached = in_naval_range(inquiry, fight.target)
        name = position.board.name(fight.target)
        inquiry.note("18.13", f"{name} is {'' if reached else 'not '}in naval range")
        air, naval = available(inquiry, fight)
        inquiry.note("17.31", "air markers that may be committed", air)
        inquiry.note("18.31", "naval markers that may be committed instead", naval)
        inquiry.note("17.32", "the one kind or the other")
        inquiry.note("18.32", "not both in the same attack or defence")
        answer = {"air": air, "naval": naval, "in_range": reached}
        verdict = f"Up to {air} air or {naval} naval markers."
        if inquiry.violations:
            verdict = "This support may not be committed."
        return inquiry.ruling(f"ground-support {fight.target}", verdict, answer)


@question("result")
class Result(_Combat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a modified die roll brings for a pair of modes, and who may suffer it.

    Example: adjudicator result tests/saves/june.vsav E1830 --with 69/50 231/50 --modes assault stand --roll
    7
    """

    modes: Annotated[tuple[str, ...], Meta(description="probe or assault, then stand or retreat")] = (
        "assault",
        "stand",
    )
    roll: Annotated[int, Meta(description="the die with every modifier", extra={"word": False})]
    artillery: _Guns = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r12_crt import PAIRS
        from adjudicator.june_six.r12_rulings import result_ruling

        position = asking.position
        modes = tuple(word.casefold() for word in self.modes)
        chosen = next((pair for pair in PAIRS if pair == modes), None)
        if chosen is None:
            raise MalformedAction(f"--modes {' '.join(self.modes)}", "Write --modes assault stand")
        attack = self.data(asking)
        position = _reckoned(position, attack)
        whole = _supported(position, attack, self.artillery)
        return result_ruling(position, whole, chosen, self.roll, strict=asking.strict)


QUESTIONS: tuple[type[Question], ...] = (
    Odds,
    LineUp,
    Modes,
    Artillery,
    GroundSupport,
    Result,
)
