"""Questions about what a combat does to units, and about artillery and ships that fire alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_on_map, find_space, find_unit
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed

if TYPE_CHECKING:
    from adjudicator.battle_for_normandy.r13.fire import FireAlone
    from adjudicator.battle_for_normandy.r13.ships import FireAtShip

__all__ = ["Advance", "Fire", "Losses", "Result", "Retreats"]

_Hex = Annotated[str, Meta(description="the hex that is attacked", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="the attacking units")]
_Guns = Annotated[tuple[str, ...], Meta(description="artillery and ships that support the attack")]
_Air = Annotated[int, Meta(description="Ground Support Points of the attacker", ge=0, le=3)]


def _uids(position: Position, words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(find_unit(position, word).uid for word in words))


def _record(
    position: Position, area: str, with_units: Iterable[str], support: Iterable[str] = (), air: int = 0
) -> AttackRecord:
    target = find_space(position.board, area).id
    guns = _uids(position, support)
    return battles.record_of(position, target, _uids(position, with_units), support=guns, air=air)


@question("result")
class Result(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a roll of the die brings in a combat, without and with Combined Arms.

    Example: adjudicator result tests/saves/epsom.vsav cheux --with 10hli '2 gordons' --roll 7
    """

    area: _Hex
    with_units: _With
    roll: Annotated[int, Meta(description="what the die shows, 1 to 10", ge=1, le=10, extra={"word": False})]
    support: _Guns = ()
    air: _Air = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.result_rulings import result_ruling

        attack = _record(asking.position, self.area, self.with_units, self.support, self.air)
        return result_ruling(asking.position, attack, self.roll, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack."""
        attack = _record(asking.position, self.area, self.with_units, self.support, self.air)
        return supposed.attack(asking.position, attack)


@question("losses")
class Losses(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every legal way to spread lost steps among the defenders of a hex, or among some attackers.

    Example: adjudicator losses tests/saves/epsom.vsav cheux --steps 2 --take I/26/12SS 12Pi/12SS
    """

    area: Annotated[str, Meta(description="a hex: its units lose the steps", extra={"word": True})] = ""
    with_units: Annotated[tuple[str, ...], Meta(description="attackers that lose the steps instead")] = ()
    steps: Annotated[int, Meta(description="steps that are lost", ge=1)] = 1
    take: Annotated[tuple[str, ...], Meta(description="units that lose a step each, to check one way")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.result_rulings import losses_ruling

        position = asking.position
        chosen = tuple(find_unit(position, word).uid for word in self.take)
        return losses_ruling(
            position,
            self._battle(position),
            self.steps,
            attacking=bool(self.with_units),
            chosen=chosen,
            strict=asking.strict,
        )

    def _battle(self, position: Position) -> Battle:
        if self.with_units:
            return self._attackers(position, _uids(position, self.with_units))
        if not self.area:
            raise MalformedAction("nobody loses steps", "Name a hex, or attackers with --with")
        space = find_space(position.board, self.area).id
        there = [p for p in position.units_in(space) if not terms.is_naval(p.printed)]
        if not there:
            raise MalformedAction(f"nobody stands in {position.board.name(space)}")
        attack = AttackRecord(terms.enemy_of(there[0].side), space, ())
        return Battle(attack, defenders=tuple(p.uid for p in battles.defenders_of(position, attack)))

    def _attackers(self, position: Position, units: tuple[str, ...]) -> Battle:
        """The force that attacks; with the hex also the Engineer whose bonus it has (14.3o)."""
        from adjudicator.battle_for_normandy.r12.modifiers import engineer_of

        target = find_space(position.board, self.area).id if self.area else ""
        attack = AttackRecord(position.pieces[units[0]].side, target, units)
        digger = engineer_of(position, attack) if target else ""
        return Battle(attack, engineers=(digger,) if digger else ())


@question("retreats")
class Retreats(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit, or the stack of a hex, may retreat, at what price, and why not elsewhere.

    Example: adjudicator retreats tests/saves/epsom.vsav I/26/12SS
    """

    unit: Annotated[str, Meta(description="a unit, or a hex for the whole stack", extra={"word": True})]
    to: Annotated[str, Meta(description="one hex: why, or why not")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.result_rulings import retreat_ruling

        position = asking.position
        to = find_space(position.board, self.to).id if self.to else ""
        return retreat_ruling(position, self._units(position), to, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The retreat to the hex that is named, where just these units have to retreat now."""
        from adjudicator.battle_for_normandy.r12.retreat import RETREAT, Retreat

        position, due = asking.position, RETREAT.asked(asking.position)
        units = self._units(position)
        if self.to and due is not None and set(units) <= set(due.units):
            yield Supposed(position, Retreat(units, find_space(position.board, self.to).id))

    def _units(self, position: Position) -> tuple[str, ...]:
        known = position.board.spaces.get(self.unit.casefold())
        if known is None or not terms.is_hex(known):
            return (find_on_map(position, self.unit).uid,)
        from adjudicator.battle_for_normandy.r12.retreat import stack_in

        there = stack_in(position, known.id)
        if not there:
            raise MalformedAction(f"nobody stands in {known.name}")
        return there


@question("advance")
class Advance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which attackers may advance into a hex once its defenders are gone, and why not the others.

    Example: adjudicator advance tests/saves/epsom.vsav C2020 --with 1/16/1 --retreated
    """

    area: _Hex
    with_units: _With
    retreated: Annotated[
        bool, Meta(description="not all defenders were lost to steps of the table (Bocage)")
    ] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.result_rulings import advance_ruling

        attack = _record(asking.position, self.area, self.with_units)
        return advance_ruling(asking.position, attack, swept=not self.retreated, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The advance of one unit that is named, where its combat has come so far."""
        from adjudicator.battle_for_normandy.r12.advance import ADVANCE
        from adjudicator.battle_for_normandy.r12.advance import Advance as GoAhead

        position, battle = asking.position, battles.current(asking.position)
        top, named = position.decision, _uids(position, self.with_units)
        here = battle is not None and battle.hex == find_space(position.board, self.area).id
        if here and top is not None and top.kind == ADVANCE and len(named) == 1:
            yield Supposed(position, GoAhead(named[0]))


@question("fire")
class Fire(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether artillery or a ship may fire alone, who observes, the price and the Hit Number.

    Example: adjudicator fire tests/saves/epsom.vsav '131 fd' cheux
    """

    gun: Annotated[str, Meta(description="artillery or a ship", extra={"word": True})]
    target: Annotated[str, Meta(description="a hex, or a ship for 13.5", extra={"word": True})]
    counter_battery: Annotated[bool, Meta(description="in answer to German artillery (13.4)")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r13 import rulings as r13_rulings
        from adjudicator.battle_for_normandy.r13.fire import FireAlone

        shot, strict = self._shot(asking.position), asking.strict
        if self.counter_battery and isinstance(shot, FireAlone):
            return r13_rulings.answer_ruling(asking.position, shot.gun, shot.target, strict=strict)
        if isinstance(shot, FireAlone):
            return r13_rulings.fire_ruling(asking.position, shot.gun, shot.target, strict=strict)
        return r13_rulings.ship_ruling(asking.position, shot.gun, shot.ship, strict=strict)

    def _shot(self, position: Position) -> FireAlone | FireAtShip:
        """The fire at a hex, or at a ship."""
        from adjudicator.battle_for_normandy.r13.fire import FireAlone
        from adjudicator.battle_for_normandy.r13.ships import FireAtShip

        gun = find_unit(position, self.gun).uid
        if self.target.casefold() in position.board.spaces or _is_place(position, self.target):
            return FireAlone(gun, find_space(position.board, self.target).id)
        return FireAtShip(gun, find_unit(position, self.target).uid)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The fire; an answer to German artillery only where that is waited for."""
        from adjudicator.battle_for_normandy.r13.counter_battery import CounterBattery
        from adjudicator.battle_for_normandy.r13.ships import FireAtShip

        position, top, shot = asking.position, asking.position.decision, self._shot(asking.position)
        if not self.counter_battery or isinstance(shot, FireAtShip):
            yield Supposed(position, shot)
        elif top is not None and top.kind == "counter-battery":
            yield Supposed(position, CounterBattery(shot.gun))


def _is_place(position: Position, text: str) -> bool:
    try:
        find_space(position.board, text)
    except ActionError:
        return False
    return True
