"""Questions about what follows a combat: advance, ambush, Breakthrough, Rout, German counterattack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r12_crt, terms
from adjudicator.june_six.battle import ATTACK, BREAKTHROUGH, Battle
from adjudicator.june_six.questions_results import uids_of
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position, View
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Advance", "Ambush", "Breakthrough", "Counterattack", "Rout", "Solitaire"]

_Hex = Annotated[str, Meta(description="the defender hex", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="attacking units")]
_Modes = Annotated[tuple[str, ...], Meta(description="probe or assault, then stand or retreat")]
_Roll = Annotated[int, Meta(description="the die with every modifier", extra={"word": False})]
_STANDARD = (r12_crt.ASSAULT, r12_crt.STAND)


def _modes(words: Sequence[str]) -> tuple[str, str]:
    chosen = tuple(word.casefold() for word in words)
    found = next((pair for pair in r12_crt.PAIRS if pair == chosen), None)
    if found is None:
        raise MalformedAction(f"--modes {' '.join(words)}", "Write --modes assault stand")
    return found


def _combat(
    position: Position, space: str, named: Sequence[str], modes: Sequence[str], *, roll: int | None = None
) -> Battle:
    """A combat that has been fought: whoever stands in the hex now is its defender."""
    from adjudicator.june_six.r12_eligibility import joint_attackers

    target, (first, second) = find_space(position.board, space).id, _modes(modes)
    units = uids_of(position, named)
    there = position.units_in(target)
    if not units and there:
        units = joint_attackers(position, target, terms.enemy_of(there[0].side))
    if not units:
        raise MalformedAction(f"nobody attacks {position.board.name(target)}", "Name units with --with")
    side = position.pieces[units[0]].side
    defenders = tuple(p.uid for p in there if p.side != side)
    known = Battle(ATTACK, side, target, units, attack_mode=first, defence_mode=second, modified=roll)
    return _with_defenders(position, known, defenders)


def _with_defenders(view: View, battle: Battle, defenders: tuple[str, ...]) -> Battle:
    from adjudicator.june_six.r12_attack import over_river

    wet = tuple(uid for uid, _ in over_river(view, battle.attackers, battle.hex))
    return replace(battle, defenders=defenders, crossing=wet)


def _suffered(position: Position, battle: Battle) -> tuple[Position, ...]:
    """Positions in which an advance begins: the attackers have suffered, and the defenders are gone.

    Where no defender stands in the hex, or the combat is under way, nothing is left to be supposed.
    """
    from adjudicator.june_six.r13_results import after_losses

    gone = fights.defenders_of(position, battle)
    if not gone:
        return (position,)
    known = fights.current(position) is None and battle.modified is not None
    found = []
    for after in after_losses(position, battle) if known else (position,):
        draft = after.draft()
        for piece in gone:
            draft.place(piece.uid, terms.ELIMINATED)
        found.append(draft.finish())
    return tuple(found)


def _by_choice(battle: Battle, found: Sequence[Sequence[str]]) -> tuple[list[str], set[str]]:
    """Units found in some of several ways to suffer, attackers first, and those that are not found in all."""
    known = dict.fromkeys(uid for units in found for uid in units)
    some = [*(u for u in battle.attackers if u in known), *(u for u in known if u not in battle.attackers)]
    return some, {uid for uid in some if any(uid not in units for units in found)}


def _cell(inquiry: Inquiry, battle: Battle) -> r12_crt.Cell:
    """The cell that the combat came to, told with its sources."""
    cell = r12_crt.cell(inquiry, battle.attack_mode, battle.defence_mode, battle.modified or 0)
    r12_crt.note_table(inquiry)
    inquiry.note(
        "12.42", f"{battle.attack_mode} against {battle.defence_mode}, {battle.modified}: {cell.text}"
    )
    return cell


def _fought(position: Position, space: str, named: Sequence[str]) -> Iterator[Supposed]:
    """The attack that a combat began with, while both sides are still there and no combat is under way."""
    from adjudicator.june_six.r12_attack import Attack
    from adjudicator.june_six.r12_eligibility import joint_attackers

    target, there = (
        find_space(position.board, space).id,
        position.units_in(find_space(position.board, space).id),
    )
    if not there or fights.current(position) is not None:
        return
    units = uids_of(position, named)
    units = units or joint_attackers(position, target, terms.enemy_of(there[0].side))
    draft = position.draft()
    for uid in (u for u in units if draft.flag("attacked", u)):
        draft.clear("attacked", uid)
    if draft.flag("hex-attacked", target):
        draft.clear("hex-attacked", target)
    near = {other for _, other in position.board.neighbours(target)}
    if not all(position.pieces[uid].space in near for uid in units):
        return  # attackers have retreated
    if units and terms.enemies(position, target, position.pieces[units[0]].side):
        yield Supposed(draft.finish(), Attack(units, target))


class _AfterCombat(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about what follows a combat."""

    area: _Hex
    with_units: _With = ()

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack that was made; see `Question.supposes`."""
        return _fought(asking.position, self.area, self.with_units)


def _names(view: View, uids: Iterable[str]) -> str:
    return terms.titles(view.pieces[u] for u in uids) or "nobody"


# --- the questions ----------------------------------------------------------------------------------------


@question("advance")
class Advance(_AfterCombat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may and who must advance into the defender hex, or two hexes in a Breakthrough, and why others not.

    Example: adjudicator advance tests/saves/june.vsav E1940 --with 16/1 18/1 --roll 9
    """

    modes: _Modes = _STANDARD
    roll: _Roll
    unit: Annotated[str, Meta(description="one unit: why, or why not")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r13_advance as advance

        battle = _combat(asking.position, self.area, self.with_units, self.modes, roll=self.roll)
        ways = _suffered(asking.position, battle)
        position, inquiry = ways[0], Inquiry(ways[0], strict=asking.strict)
        cell = _cell(inquiry, battle)
        if position is not asking.position:
            if fights.current(asking.position) is None:
                inquiry.note("13.41", "the attackers are taken to have suffered the result")
            inquiry.note("13.42", f"the defenders of {position.board.name(battle.hex)} are taken to be gone")
        able, unsure = _by_choice(battle, [advance.candidates(inquiry, battle), *self._others(ways, battle)])
        must = [u for u in advance.obliged(inquiry, battle) if u not in unsure]
        if said := advance.allowed(inquiry, battle):
            inquiry.note("13.43" if said == "mandatory" else "13.42", f"the advance is {said}")
        uid = find_unit(position, self.unit).uid if self.unit else ""
        for one in dict.fromkeys([uid] if uid else [*battle.attackers, *able]):
            _note_advance(inquiry, battle, one, refuse=bool(uid), unsure=one in unsure)
        through = [u for u in able if cell.breakthrough and self._motorized(position, battle, u)]
        slow = [u for u in able if cell.breakthrough and u not in through]
        if slow:
            inquiry.note("13.51", f"{_names(position, slow)} may advance one hex, as after any result")
        if through:
            inquiry.note("13.52", f"{_names(position, through)} may advance two hexes, enemy ZOCs ignored")
        answer = {"may": able, "must": must, "two_hexes": through, "advance": cell.advance}
        verdict = f"May advance: {_names(position, able)}; must: {_names(position, must)}."
        if uid:
            verdict = f"It may {'not ' * bool(inquiry.violations)}advance."
        elif unsure:
            verdict = f"{verdict} It depends on who suffers: {_names(position, sorted(unsure))}."
        return inquiry.ruling(f"advance {battle.hex}", verdict, answer)

    @staticmethod
    def _others(ways: Sequence[Position], battle: Battle) -> list[tuple[str, ...]]:
        """Who may advance after each way to suffer but the first."""
        from adjudicator.june_six.r13_advance import candidates

        return [candidates(way, battle) for way in ways[1:]]

    @staticmethod
    def _motorized(view: View, battle: Battle, uid: str) -> bool:
        return uid in battle.attackers and terms.is_motorized(view.pieces[uid].printed)


def _note_advance(inquiry: Inquiry, battle: Battle, uid: str, *, refuse: bool, unsure: bool) -> None:
    from adjudicator.june_six.r13_advance import advance_faults, allowed

    if unsure:
        title = inquiry.pieces[uid].printed.title
        must = " and then must" * (allowed(inquiry, battle) == "mandatory")
        inquiry.note("13.41", f"{title} may{must} enter if its owner lets another unit suffer the result")
        return
    faults = advance_faults(inquiry, battle, uid)
    for section, text in faults:
        if refuse:
            inquiry.refuse(section, text, units=[uid], spaces=[battle.hex])
        else:
            inquiry.note(section, text)
    if not faults:
        inquiry.note("13.45", f"{inquiry.pieces[uid].printed.title} may enter; enemy ZOCs are ignored")


@question("ambush")
class Ambush(_AfterCombat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Bocage Ambush threatens, and the chance of each unit to be disordered by it.

    Example: adjudicator ambush tests/saves/june.vsav E1940 --with 16/1 18/1 --roll 8
    """

    modes: _Modes = _STANDARD
    roll: Annotated[int | None, Meta(description="the modified die; else it demands an advance")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r13_advance import ambush_faults

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        battle = _combat(position, self.area, self.with_units, self.modes, roll=self.roll)
        ways = _suffered(position, battle)
        if self.roll is None:
            inquiry.note("13.46", "the result is taken to demand an advance")
        else:
            _cell(inquiry, battle)
        faults = ambush_faults(inquiry, battle, demanded=self.roll is None)
        for section, text in faults:
            inquiry.note(section, text)
        chances = {} if faults else self._chances(inquiry, ways, battle)
        told = ", ".join(f"{position.pieces[u].printed.title} {n}/10" for u, n in chances.items())
        verdict = "No ambush." if faults else f"Chance of Dis-1: {told or 'nobody is eligible'}."
        answer = {"ambush": not faults, "chances": {u: f"{n}/10" for u, n in chances.items()}}
        return inquiry.ruling(f"ambush {battle.hex}", verdict, answer)

    @staticmethod
    def _chances(inquiry: Inquiry, ways: Sequence[Position], battle: Battle) -> dict[str, int]:
        from adjudicator.june_six.r13_advance import exposed

        found = {}
        able, unsure = _by_choice(battle, [exposed(way, battle) for way in ways])
        for section, text in (
            f for u in battle.attackers if u not in able for f in fights.eligible(ways[0], u)
        ):
            inquiry.note(section, text)
        for uid in able:
            piece, after = inquiry.pieces[uid], next(w.pieces[uid] for w in ways if uid in exposed(w, battle))
            cohesion = terms.rating(inquiry, after, "cohesion", "13.46")
            inquiry.note("13.46", f"{piece.printed.title}: a die above its cohesion disorders it", cohesion)
            if uid in unsure:
                inquiry.note("13.41", f"{piece.printed.title} is eligible only if others suffer the result")
            found[uid] = max(0, min(10, 9 - cohesion))
        return found


@question("breakthrough")
class Breakthrough(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which attackers may attack a second time after a Breakthrough, and which hexes, as they stand now.

    Example: adjudicator breakthrough tests/saves/june.vsav E1830 --with '8 ar'
    """

    area: _Hex
    with_units: Annotated[tuple[str, ...], Meta(description="units that attacked the hex")]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r13_breakthrough as again

        draft = asking.position.draft()
        for uid in uids_of(asking.position, self.with_units):
            draft.set("attacked", True, uid)
        position = draft.finish()
        battle = _combat(position, self.area, self.with_units, _STANDARD)
        inquiry = Inquiry(position, strict=asking.strict)
        able = again.able_units(inquiry, battle, again.AGAIN)
        answer = {u: list(again.targets_of(inquiry, u, BREAKTHROUGH)) for u in able}
        for uid in battle.attackers:
            title, found = position.pieces[uid].printed.title, answer.get(uid)
            hexes = ", ".join(map(position.board.name, found or ())) or "no hex"
            text = f"{title} may attack {hexes}" if uid in answer else f"{title} is not motorized"
            inquiry.note("13.53", text)
        inquiry.note("13.53", "neither side uses artillery, air or naval points; there is no third attack")
        who = _names(position, [u for u, found in answer.items() if found])
        return inquiry.ruling(f"breakthrough {battle.hex}", f"May attack again: {who}.", answer)


@question("rout")
class Rout(_AfterCombat, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the defender may attack at once after a bad roll, where he may advance, and whom he may attack.

    Example: adjudicator rout tests/saves/june.vsav E1940 --with 16/1 --roll -1 --vacated E1840
    """

    modes: _Modes = _STANDARD
    roll: _Roll
    vacated: Annotated[tuple[str, ...], Meta(description="hexes that attackers retreated from")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r13_breakthrough, r13_rout

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        battle = _combat(position, self.area, self.with_units, self.modes, roll=self.roll)
        hexes = tuple(find_space(position.board, word).id for word in self.vacated)
        battle = replace(battle, vacated=hexes)
        faults = r13_rout.rout_faults(inquiry, battle)
        for section, text in faults:
            inquiry.note(section, text)
        advances = [list(pair) for pair in r13_rout.advances(inquiry, battle)]
        units = () if faults else battle.defenders
        attacks = {u: list(r13_breakthrough.targets_of(inquiry, u, "rout")) for u in units}
        if not faults:
            inquiry.note("13.61", "the defender stood, and the modified roll is zero or less")
            inquiry.note("13.63", "neither side uses artillery, air or naval points")
        answer = {"rout": not faults, "advances": advances, "attacks": attacks}
        able = _names(position, [u for u, found in attacks.items() if found])
        verdict = "No Attacker Rout." if faults else f"Attacker Rout: {able} may attack at once."
        return inquiry.ruling(f"rout {battle.hex}", verdict, answer)


@question("counterattack")
class Counterattack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether Germans may counterattack the Allied unit that entered a hex, who must and who may join.

    Example: adjudicator counterattack tests/saves/june.vsav E1930 --retreated 915/352
    """

    area: Annotated[str, Meta(description="the hex that was entered", extra={"word": True})]
    retreated: Annotated[tuple[str, ...], Meta(description="Germans who had to retreat from it")] = ()
    hexes: Annotated[int, Meta(description="hexes that they retreated", ge=1, le=2)] = 1
    eliminated: Annotated[bool, Meta(description="all defenders died, of a result with a retreat")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r14_counterattack as gca

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        battle = self._battle(position)
        must, may = gca.must_attack(inquiry, battle), gca.may_join(inquiry, battle)
        faults = gca.gca_faults(inquiry, battle)
        for section, text in faults:
            inquiry.note(section, text)
        self._check_retreats(inquiry, battle)
        still = gca.reservable(inquiry, battle)
        if still:
            names = ", ".join(map(position.board.name, still))
            inquiry.note("14.23", f"not from {names}, if the Allied player still attacks there")
        if not faults:
            inquiry.note("14.22", f"must take part: {_names(position, must)}")
            inquiry.note("14.23", f"may take part: {_names(position, may)}")
            inquiry.note("14.24", "no support, no terrain modifier; all other modifiers count")
        answer = {
            "possible": not faults,
            "must": list(must),
            "may": list(may),
            "if_not_attacked": list(still),
        }
        said = "may" if not faults else "may not"
        return inquiry.ruling(
            f"counterattack {battle.hex}", f"The German player {said} counterattack.", answer
        )

    @staticmethod
    def _check_retreats(inquiry: Inquiry, battle: Battle) -> None:
        """Refuse units that stand farther away than they are said to have retreated."""
        for piece in fights.units_of(inquiry, battle.defenders):
            away, told = terms.distance(piece.space, battle.hex), battle.retreats[piece.uid]
            if away > told:
                far = f"{many(away, 'hex')} from {inquiry.board.name(battle.hex)}"
                text = f"{piece.printed.title} is {far}: it did not retreat {told} from it"
                inquiry.refuse("14.11", text, units=[piece.uid], spaces=[battle.hex])

    def _battle(self, position: Position) -> Battle:
        target = find_space(position.board, self.area).id
        units, there = uids_of(position, self.retreated), terms.friends(position, target, terms.ALLIED)
        if not there:
            raise MalformedAction(f"no Allied unit has entered {position.board.name(target)}")
        entered = tuple(p.uid for p in there)
        return Battle(
            ATTACK,
            terms.ALLIED,
            target,
            entered,
            defenders=units,
            called=int(self.eliminated),
            retreats=dict.fromkeys(units, self.hexes),
            entered=entered[0],
        )


@question("solitaire")
class Solitaire(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without an opponent: which markers go into the two cups, and the chance of each pair of modes.

    Example: adjudicator solitaire june-six assault retreat
    """

    attack: Annotated[str, Meta(description="likelier of probe and assault", extra={"word": True})]
    defence: Annotated[str, Meta(description="likelier of stand and retreat", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r12_solitaire import cup, pairs

        first, second = self.attack.casefold(), self.defence.casefold()
        if first not in r12_crt.ATTACK_MODES or second not in r12_crt.DEFENCE_MODES:
            raise MalformedAction(f"modes {first} {second}", "Write: assault retreat")
        held = ((name, cup(mode).items()) for name, mode in (("attack", first), ("defence", second)))
        texts = (f"the {name} cup holds {', '.join(f'{n} {m}' for m, n in modes)}" for name, modes in held)
        steps = tuple(Step("12.43", text) for text in texts)
        chances = {f"{a} {d}": str(chance) for (a, d), chance in pairs(first, second).items()}
        cups = {"attack_cup": dict(cup(first)), "defence_cup": dict(cup(second))}
        told = "; ".join(f"{pair} {chance}" for pair, chance in chances.items())
        verdict, answer = f"{told}.".capitalize(), {**cups, "chances": chances}
        return Ruling("solitaire", verdict, answer, steps, edition=asking.game.edition)


QUESTIONS: tuple[type[Question], ...] = (Advance, Ambush, Breakthrough, Rout, Counterattack, Solitaire)
