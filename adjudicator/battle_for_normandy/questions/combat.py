"""Questions about combat: odds, line-up, who may attack, support, the table, spotting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_hex, find_on_map, find_space, find_unit
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Fault, Ruling
from adjudicator.supposing import Supposed

if TYPE_CHECKING:
    from adjudicator.battle_for_normandy.r12.best import Plan

__all__ = ["Artillery", "Attackers", "Crt", "LineUp", "Odds", "Spotters"]

_HEX = Meta(description="the hex attacked; without, the combat under way", extra={"word": True})
_Hex = Annotated[str, _HEX]
_With = Annotated[tuple[str, ...], Meta(description="attacking units; without, the strongest force")]
_Support = Annotated[tuple[str, ...], Meta(description="guns and ships that support the attack")]
_Against = Annotated[tuple[str, ...], Meta(description="guns and ships that support the defence")]
_Bonus = Annotated[tuple[str, ...], Meta(description="German guns that only add to the die (12.5.1o)")]
_Air = Annotated[int, Meta(description="Ground Support Points of the attack", ge=0)]
_DefenceAir = Annotated[int, Meta(description="Ground Support Points of the defence", ge=0)]
_Lead = Annotated[str, Meta(description="Lead Regiment such as us-1/16 (12.6o)")]
_PAIR = re.compile(r"\s*([0-9]{1,3})\s*:\s*([0-9]{1,3})\s*")
_Unit = Annotated[str, Meta(description="the gun or ship", extra={"word": True})]


def _uids(position: Position, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(find_unit(position, word).uid for word in words))


def _attack(position: Position, space: str, named: Sequence[str], **more: Any) -> AttackRecord:
    """The attack that a question means: the one under way, or one of the units named."""
    from adjudicator.battle_for_normandy.r12.odds_rulings import planned, under_way

    target = find_space(position.board, space).id if space else ""
    begun = None if named else under_way(position, target)
    if begun is not None:
        return begun
    if not target:
        raise MalformedAction("no combat is under way", "Name the hex attacked")
    for name in ("support", "defence_support", "bonus"):
        if name in more:
            more[name] = _uids(position, more[name])
    return planned(position, target, _uids(position, named), **more)


@question("odds")
class Odds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of an attack with and without Combined Arms, and the best support of both sides.

    Example: adjudicator odds battle-for-normandy 56:16 --drm -1
    """

    area: Annotated[
        str, Meta(description="the hex attacked, or two totals such as 56:16", extra={"word": True})
    ] = ""
    with_units: _With = ()
    support: _Support = ()
    against: _Against = ()
    bonus: _Bonus = ()
    air: _Air = 0
    defence_air: _DefenceAir = 0
    lead: _Lead = ""
    best: Annotated[bool, Meta(description="both sides use artillery, ships and aircraft best")] = False
    drm: Annotated[int, Meta(description="sum of the modifiers, with totals")] = 0
    combined_arms: Annotated[bool, Meta(description="the attacker may take the bonus, with totals")] = False
    half: Annotated[bool, Meta(description="there is a column 3:2, with totals")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if pair := _PAIR.fullmatch(self.area):
            from adjudicator.battle_for_normandy.r12.numbers import numbers_ruling

            attack, defence = (int(n) for n in pair.groups())
            words = {"combined": self.combined_arms, "half": self.half}
            return numbers_ruling(asking, attack, defence, self.drm, **words)
        from adjudicator.battle_for_normandy.r12.odds_rulings import best_ruling, odds_ruling

        record = _record(self, asking.position)
        if self.best:
            return best_ruling(asking.position, _best(asking.position, record), strict=asking.strict)
        return odds_ruling(asking.position, record, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack; with totals none, and with the best support what that is."""
        if _PAIR.fullmatch(self.area):
            return
        record = _record(self, asking.position)
        if self.best:
            record = _best(asking.position, record).attack
        yield from supposed.attack(asking.position, record)


@question("line-up")
class LineUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Strengths, column and every modifier of a combat, each with its rule.

    Example: adjudicator line-up tests/saves/epsom.vsav cheux --with 10hli '2 gordons' --air 2
    """

    area: _Hex = ""
    with_units: _With = ()
    support: _Support = ()
    against: _Against = ()
    bonus: _Bonus = ()
    air: _Air = 0
    defence_air: _DefenceAir = 0
    lead: _Lead = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.odds_rulings import line_up_ruling

        return line_up_ruling(asking.position, _record(self, asking.position), strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack."""
        return supposed.attack(asking.position, _record(self, asking.position))


def _best(position: Position, attack: AttackRecord) -> Plan:
    """The attack with the best support, worked out once for each position."""
    from adjudicator.battle_for_normandy.r12.best import best_attack

    return position.derived(f"best/{attack!r}", lambda state: best_attack(state, attack))


def _record(asked: Odds | LineUp, position: Position) -> AttackRecord:
    """The attack that a question about its odds means, worked out once for each position."""
    return position.derived(f"meant/{asked!r}", lambda state: _meant(asked, state))


def _meant(asked: Odds | LineUp, position: Position) -> AttackRecord:
    more = {
        "support": asked.support,
        "defence_support": asked.against,
        "bonus": asked.bonus,
        "air": asked.air,
        "defence_air": asked.defence_air,
        "lead": asked.lead,
    }
    return _attack(position, asked.area, asked.with_units, **more)


@question("attackers")
class Attackers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units may attack a hex, whether together, and what keeps others from it.

    Example: adjudicator attackers tests/saves/epsom.vsav cheux --with 10hli '2 gordons'
    """

    area: Annotated[str, Meta(description="the hex attacked", extra={"word": True})]
    with_units: Annotated[tuple[str, ...], Meta(description="units: may they attack together")] = ()
    side: Annotated[str, Meta(description="the attacker, where the hex is empty")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.attack import Attack
        from adjudicator.battle_for_normandy.r12.eligibility import attack_faults, note_force

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        target = find_space(position.board, self.area).id
        if not self.with_units:
            able = self._able(inquiry, target)
            return supposed.remarked(able, position, [Attack((u,), target) for u in able.answer])
        named = _uids(position, self.with_units)
        for section, text in attack_faults(inquiry, named, target):
            inquiry.refuse(section, text, units=named, spaces=[target])
        names = terms.titles(position.pieces[u] for u in named)
        can = "may not attack" if inquiry.violations else "may attack"
        if not inquiry.violations:
            note_force(inquiry, named, target)
        verdict = f"{names} {can} {position.board.name(target)}."
        return inquiry.ruling(f"attackers {target}", verdict, not inquiry.violations)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack of the units that are named."""
        position, named = asking.position, _uids(asking.position, self.with_units)
        if named:
            record = AttackRecord(
                position.pieces[named[0]].side, find_space(position.board, self.area).id, named
            )
            yield from supposed.attack(position, record)

    def _able(self, inquiry: Inquiry, target: str) -> Ruling:
        from adjudicator.battle_for_normandy.r12.eligibility import (
            hex_faults,
            possible_attackers,
            unit_faults,
        )

        there = [p for p in inquiry.units_in(target) if not terms.is_naval(p.printed)]
        side = self.side or (terms.enemy_of(there[0].side) if there else inquiry.text("side"))
        for fault in hex_faults(inquiry, side, target):
            inquiry.refuse(*fault, spaces=[target])
        able = possible_attackers(inquiry, target, side)
        around = [other for _, other in inquiry.board.neighbours(target)]
        for piece in (p for n in around for p in terms.friends(inquiry, n, side)):
            for fault in unit_faults(inquiry, piece.uid, target):
                inquiry.note(*fault)
        names = terms.titles(inquiry.pieces[u] for u in able) or "nobody"
        return inquiry.ruling(f"attackers {target}", f"May attack: {names}.", list(able))


@question("artillery")
class Artillery(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Guns and ships that may support a combat, how many of them, or why a gun may not.

    Example: adjudicator artillery battle-for-normandy:campaign C3014 --with 1/16/1 --side german
    """

    area: _Hex = ""
    with_units: _With = ()
    side: Annotated[str, Meta(description="german or allied; by default the attacker")] = ""
    guns: Annotated[tuple[str, ...], Meta(description="guns and ships: may they support it together")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12 import support as r12_support
        from adjudicator.battle_for_normandy.r12.battle import defenders_of
        from adjudicator.battle_for_normandy.r12.odds_rulings import explain_guns

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        record = _attack(position, self.area, self.with_units)
        side = self.side or record.side
        if side not in {terms.GERMAN, terms.ALLIED}:
            raise MalformedAction(f"--side {self.side!r}", "One of german, allied")
        helped = record.attackers
        if side != record.side:
            helped = tuple(p.uid for p in defenders_of(position, record))
        most = r12_support.limit(inquiry, helped)
        inquiry.note("12.5.1", "guns and ships that this force may call", most)
        if self.guns:
            named = _uids(position, self.guns)
            for fault in self._faults(inquiry, side, record, named):
                inquiry.refuse(*fault, units=named)
            explain_guns(inquiry, side, record, named)
            can = "may not" if inquiry.violations else "may"
            verdict = f"{terms.titles(position.pieces[u] for u in named)} {can} support it."
            return inquiry.ruling(f"artillery {record.hex}", verdict, not inquiry.violations)
        found = r12_support.available(inquiry, side, record)
        parts = [f"{position.pieces[uid].printed.title} {n}" for uid, n in found.items()]
        verdict = f"{most} of: {', '.join(parts) or 'none'}."
        return inquiry.ruling(f"artillery {record.hex}", verdict, {"most": most, "guns": found})

    def _faults(
        self, inquiry: Inquiry, side: str, record: AttackRecord, named: tuple[str, ...]
    ) -> list[Fault]:
        """What speaks against the guns; of those of the defence also that it cannot pay (7.6.3)."""
        from adjudicator.battle_for_normandy.r12.defence import DefendWith, defence_faults
        from adjudicator.battle_for_normandy.r12.support import support_faults

        if side == record.side:
            return support_faults(inquiry, side, record, named)
        return defence_faults(inquiry, record, DefendWith(named))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack with the guns that are named, where they support it; else with guns that may."""
        position = asking.position
        record = _attack(position, self.area, self.with_units)
        if self.side not in {"", record.side}:
            return
        if self.guns:
            yield from supposed.attack(position, replace(record, support=_uids(position, self.guns)))
        else:
            yield from supposed.supported(position, record)


@question("crt")
class Crt(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the Combat Results Table gives for a column and a modified roll.

    Example: adjudicator crt battle-for-normandy 3:1 8
    """

    column: Annotated[str, Meta(description="1:4 ... 7:1", extra={"word": True})]
    roll: Annotated[int, Meta(description="the modified die", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.crt import COLUMNS, result, row_of, said, used
        from adjudicator.inquiry import DOUBTFUL
        from adjudicator.ruling import Step

        if self.column not in COLUMNS:
            raise MalformedAction(f"there is no column {self.column!r}", f"One of {', '.join(COLUMNS)}")
        found, (what, source) = result(asking, self.column, self.roll), used(asking, self.column, self.roll)
        steps = (Step("12.8", f"column {self.column}, row {row_of(self.roll)}: {found.text}"),)
        sources = (what,) if source in DOUBTFUL else ()
        verdict = f"{found.text}: {said(found)}."
        return Ruling(f"crt {self.column} {self.roll}", verdict, found.text, steps, sources=sources)


@question("spotters")
class Spotters(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may observe the fire of a gun or ship at a hex.

    Example: adjudicator spotters tests/saves/epsom.vsav '131 fd' cheux
    """

    unit: _Unit
    area: Annotated[str, Meta(description="the hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r13.spotting import spotters, spotting_faults

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        gun, target = find_on_map(position, self.unit), find_hex(position.board, self.area).id
        found = spotters(inquiry, gun, target)
        for fault in spotting_faults(inquiry, gun, target):
            inquiry.refuse(*fault, units=[gun.uid], spaces=[target])
        names = terms.titles(position.pieces[u] for u in found) or "nobody"
        if found:
            inquiry.note("13.2", f"{names} observes {position.board.name(target)}")
        return inquiry.ruling(f"spotters {gun.uid} {target}", f"Spotters: {names}.", list(found))
