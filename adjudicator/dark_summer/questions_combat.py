"""Questions about combat: odds, support, mandatory attacks, results, retreats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.citation import rule
from adjudicator.dark_summer import announcing, r11_tables, terms
from adjudicator.dark_summer.questions_movement import space_or_unit
from adjudicator.dark_summer.r12_eligibility import SECTIONS
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position, View
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed
from maps.filing import Located

__all__ = ["QUESTIONS", "MustAttack", "Odds", "Result", "Retreats", "Support"]

_Area = Annotated[str, Meta(description="the defending hex", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="attacking units")]
_Wave = Annotated[str, Meta(description="first-wave or second-wave, where that Round is meant")]
_LEFT_RIGHT = {"l": -1, "r": 1}


def markers_named(at: Located, words: Sequence[str]) -> list[str]:
    """Ids of Support markers as players write them: ``naval:us``, ``td``, ``tac-air-br-2``.

    Parameters
    ----------
    words
        As typed.

    Raises
    ------
    MalformedAction
        There is no such marker.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> markers_named(OURS, ["naval:us", "tac-air:us", "td"])
    ['naval-us', 'tac-air-us-1', 'td-1']
    """
    known, found = list(r11_tables.support_markers(at)), list[str]()
    for word in words:
        wanted = word.strip().casefold().replace(":", "-").replace(" ", "-").replace("british", "br")
        fitting = [m for m in known if m == wanted or m.startswith(f"{wanted}-")]
        fresh = [m for m in fitting if m not in found] or fitting
        if not fresh:
            raise MalformedAction(f"there is no Support marker {word!r}", f"Known: {', '.join(known)}")
        found.append(fresh[0])
    return found


def units_named(position: Position, words: Sequence[str]) -> list[str]:
    """Ids of units as players write them, each once."""
    return list(dict.fromkeys(find_unit(position, word).uid for word in words))


def attackers_of(position: Position, target: str, words: Sequence[str], wave: str = "") -> list[str]:
    """Ids of the attackers: those named, else every unit next to the hex that the Round lets attack it.

    Parameters
    ----------
    wave
        As in `announcing.attack`.
    """
    from adjudicator.dark_summer.r11_attack import possible_attackers

    if words:
        return units_named(position, words)
    inside = target == terms.CHERBOURG
    able = terms.friends(position, target, terms.ALLIED) if inside else ()
    able = able or announcing.landing_force(position, target, wave) or possible_attackers(position, target)
    found = [p.uid for p in able]
    if not found:
        name = position.board.name(target)
        raise MalformedAction(f"nobody may attack {name} now", "Name units with --with")
    return found


def _attack_of(position: Position, area: str, words: Sequence[str], wave: str = "") -> Iterator[Supposed]:
    """The attack of the units named, or of all that the Round lets attack a hex."""
    target = find_space(position.board, area).id
    units = attackers_of(position, target, words, wave) if target != terms.CHERBOURG else []
    return announcing.attack(position, target, units, wave=wave)


@question("odds")
class Odds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of an attack, of Cherbourg Combat, or of the order in which chits are drawn.

    Example: adjudicator odds dark-summer attack --strength 14:5 --terrain bocage --shift 1R
    """

    odds_kinds: ClassVar[Mapping[str, str]] = {
        "attack": "attack",
        "assault-beach": "attack",
        "cherbourg-combat": "cherbourg",
    }
    odds_bare: ClassVar[str] = "r13_sources:allied_sources"  # an Open Beach defends alone (11.9)

    kind: Annotated[str, Meta(description="attack, cherbourg or chits", extra={"word": True})]
    area: _Area = ""
    with_units: _With = ()
    support: Annotated[tuple[str, ...], Meta(description="Support markers of the attacker")] = ()
    against: Annotated[tuple[str, ...], Meta(description="Support markers of the defender")] = ()
    best: Annotated[bool, Meta(description="both sides choose their Support best")] = False
    paths: Annotated[bool, Meta(description="name for each face who cannot retreat")] = False
    wave: _Wave = ""
    strength: Annotated[str, Meta(description="14:5, Attack and Defense totals without a position")] = ""
    terrain: Annotated[str, Meta(description="terrain of the defending hex, without a position")] = ""
    shift: Annotated[tuple[str, ...], Meta(description="column shifts such as 1R, without a position")] = ()
    order: Annotated[str, Meta(description="of chits: next, later, before, all-before")] = ""
    chits: Annotated[tuple[str, ...], Meta(description="the chits, groups or sides meant")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.kind in {"attack", "assault"}:
            return self._numbers(asking) if self.strength else self._attack(asking)
        if self.kind == "cherbourg":
            return self._cherbourg(asking)
        if self.kind == "chits":
            return self._chits(asking)
        raise MalformedAction(f"odds of {self.kind!r}", "Ask for attack, cherbourg or chits")

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, or the Combat in Cherbourg; see `Question.supposes`."""
        if self.kind == "cherbourg":
            return announcing.attack(asking.position, terms.CHERBOURG, ())
        if self.kind not in {"attack", "assault"} or self.strength or not self.area:
            return ()
        return _attack_of(asking.position, self.area, self.with_units, self.wave)

    def _attack(self, asking: Asking) -> Ruling:
        from adjudicator.dark_summer.r11_odds import best_odds, odds

        position = asking.position
        if not self.area:
            raise MalformedAction("odds attack of what", "Name a hex, or give --strength")
        target = find_space(position.board, self.area).id
        if target == terms.CHERBOURG:
            return self._cherbourg(asking)
        units = attackers_of(position, target, self.with_units, self.wave)
        more: dict[str, Any] = {"wave": self.wave, "paths": self.paths, "strict": asking.strict}
        if self.best:
            return best_odds(position, target, units, **more)
        ours, theirs = markers_named(asking, self.support), markers_named(asking, self.against)
        return odds(position, target, units, ours, theirs, **more)

    def _cherbourg(self, asking: Asking) -> Ruling:
        from adjudicator.dark_summer.r11_cherbourg import cherbourg_odds

        return cherbourg_odds(asking.position, markers_named(asking, self.support), strict=asking.strict)

    def _numbers(self, asking: Asking) -> Ruling:
        from adjudicator.dark_summer.r11_numbers import ruling_of_numbers

        match = re.fullmatch(r"\s*([0-9]{1,3})\s*:\s*([0-9]{1,3})\s*", self.strength)
        attack, defense = (int(n) for n in match.groups()) if match else (0, 0)
        if not attack or not defense:
            raise MalformedAction(f"--strength {self.strength!r}", "Write two totals: 14:5")
        ground, net = self.terrain.casefold() or "clear", sum(map(_shift, self.shift))
        if ground not in r11_tables.terrain_chart(asking)["terrain"]:
            known = ", ".join(r11_tables.terrain_chart(asking)["terrain"])
            raise MalformedAction(f"--terrain {self.terrain!r}", f"One of {known}")
        return ruling_of_numbers(asking, attack, defense, terrain=ground, shift=net)

    def _chits(self, asking: Asking) -> Ruling:
        from adjudicator.dark_summer.r09_rulings import chits_ruling, order_ruling

        if self.order:
            return order_ruling(asking.position, self.order, self.chits)
        return chits_ruling(asking.position, strict=asking.strict)


def _shift(word: str) -> int:
    match = re.fullmatch(r"([0-9])([lr])", word.strip().casefold())
    if match is None:
        raise MalformedAction(f"--shift {word!r}", "Write 1R or 2L")
    return int(match.group(1)) * _LEFT_RIGHT[match.group(2)]


@question("support")
class Support(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Support markers a side may commit to a Combat, or why one may not.

    Example: adjudicator support tests/saves/summer.vsav 3305 --with 116/29
    """

    area: _Area
    with_units: _With = ()
    side: Annotated[str, Meta(description="german or allied; by default the attacker")] = ""
    marker: Annotated[tuple[str, ...], Meta(description="markers: why, or why not")] = ()
    wave: _Wave = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r12_support import announce_faults, available, value, why_none

        position = asking.position
        target = find_space(position.board, self.area).id
        units = attackers_of(position, target, self.with_units, self.wave)
        side = self.side or position.pieces[units[0]].side
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name(target)
        if self.marker:
            named = markers_named(asking, self.marker)
            for fault in announce_faults(inquiry, named, target, units, side, wave=self.wave):
                inquiry.refuse(*fault, spaces=[target])
            titles = ", ".join(r11_tables.support_markers(asking)[m].text("title") for m in named)
            said = "may not" if inquiry.violations else "may"
            for marker in () if inquiry.violations else named:
                _note_marker(inquiry, marker, value(inquiry, marker, target))
            return inquiry.ruling("support", f"{titles} {said} support it.", not inquiry.violations)
        able = available(inquiry, target, units, side, wave=self.wave)
        found = {marker: value(inquiry, marker, target) for marker in able}
        for marker, worth in found.items():
            _note_marker(inquiry, marker, worth)
        if not found:
            for fault in why_none(position, target, units, side, wave=self.wave):
                inquiry.note(*fault)
        listed = ", ".join(found) or "no marker"
        return inquiry.ruling("support", f"For the {side.capitalize()} side at {name}: {listed}.", found)


def _note_marker(inquiry: Inquiry, marker: str, worth: int) -> None:
    """Say of a marker that may be committed under which section, and what it is worth."""
    known = r11_tables.support_markers(inquiry)[marker]
    section = SECTIONS[known.text("kind")]
    inquiry.note(section, f"{known.text('title')}: Weather, Round, units, hex and earlier uses allow it")
    inquiry.note("12.0", f"{marker} is worth", worth)


@question("must-attack")
class MustAttack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which other hexes an attack from several hexes makes the attacker attack; without a hex, all of them.

    Example: adjudicator must-attack tests/saves/summer.vsav 3305 --with 116/29 115/29
    """

    area: _Area = ""
    with_units: _With

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r11_attack import check_aim
        from adjudicator.dark_summer.r11_mandatory import duties, in_reaction

        position = asking.position
        target = find_space(position.board, self.area).id if self.area else ""
        inquiry = Inquiry(position, strict=asking.strict)
        name, units = position.board.name, units_named(position, self.with_units)
        found = duties(inquiry, target, units)
        if len({position.pieces[u].space for u in units}) < 2:
            inquiry.note("11.2", "a single stack attacks: nothing else must be attacked")
        for duty in found:
            text = "must be attacked this Round" if duty.binds else duty.excuse
            inquiry.note(duty.rule or "11.2", f"{name(duty.hex)}: {text}")
        inquiry.note("6.4", "ZOCs force no Combat but by Mandatory Attacks")
        owed = [d.hex for d in found if d.binds]
        inquiry.violations += in_reaction(inquiry, owed)
        if target:
            check_aim(inquiry, target, [position.pieces[u] for u in units])
        said = ", ".join(map(name, owed)) or "nothing else"
        return inquiry.ruling("must-attack", f"Mandatory Attacks: {said}.", owed)


@question("result")
class Result(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a printed result does to these attackers and this defending hex.

    Example: adjudicator result tests/saves/summer.vsav 3305 --with 116/29 --result 'DR*'
    """

    area: _Area
    with_units: _With = ()
    code: Annotated[str, Meta(description="printed result: DR*", extra={"word": False})]
    support: Annotated[tuple[str, ...], Meta(description="Support markers of the attacker")] = ()
    as_bl1: Annotated[bool, Meta(description="KGs and Tigers take an Exchange as BL1")] = False
    wave: _Wave = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r11_special import effect, note_beach

        position, code = asking.position, self.code.upper()
        target = find_space(position.board, self.area).id
        table = r11_tables.cherbourg_table(asking) if target == terms.CHERBOURG else r11_tables.crt(asking)
        if code not in table.codes:
            raise MalformedAction(f"--result {self.code!r}", f"One of {', '.join(table.codes)}")
        if target == terms.CHERBOURG:
            return self._in_cherbourg(Inquiry(position, strict=asking.strict), code)
        units = attackers_of(position, target, self.with_units, self.wave)
        inquiry = Inquiry(position, strict=asking.strict)
        ours = markers_named(asking, self.support)
        found = effect(inquiry, target, code, units, ours, wave=self.wave, as_bl1=self.as_bl1)
        answer: dict[str, Any] = {
            "code": found.code,
            "attacker_losses": found.attacker_losses,
            "defender_losses": found.defender_losses,
            "destroyed": found.destroyed,
            "eliminated": [*found.eliminated],
            "retreating": [*found.retreating],
            "beach_falls": found.beach_falls,
            "bl1_choice": found.bl1_choice,
        }
        inquiry.note("11.3.5", f"{code} is read as {found.code}: {r11_tables.code_text(asking, found.code)}")
        parts = [f"attacker loses {found.attacker_losses}", f"defender loses {found.defender_losses}"]
        parts += ["the defender is destroyed"] if found.destroyed else []
        count = len(found.retreating)
        parts += [f"{count} unit{' retreats' if count == 1 else 's retreat'}"] if count else []
        if stuck := _without_way(inquiry, found.retreating):
            answer["without_way"] = stuck
            parts.append(f"with no way to go, {_are_eliminated(inquiry, stuck)}")
        note_beach(inquiry, target, found)
        return inquiry.ruling("result", f"{code}: {', '.join(parts)}.", answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, where none is being resolved; see `Question.supposes`."""
        if asking.position.decision is not None and "combat" in asking.position.decision.data:
            return ()
        return _attack_of(asking.position, self.area, self.with_units, self.wave)

    @staticmethod
    def _in_cherbourg(inquiry: Inquiry, code: str) -> Ruling:
        from adjudicator.dark_summer.r11_cherbourg import cherbourg_combat, cherbourg_effect

        fight = cherbourg_combat(inquiry)
        if not fight.attackers or not fight.defenders:
            raise MalformedAction("no die is rolled for Cherbourg without US and German units in the Box")
        found = cherbourg_effect(inquiry, fight, code)
        inquiry.note("11.7", f"{code}: {r11_tables.cherbourg_table(inquiry).codes[code].text}")
        lost = found.attacker_losses, found.defender_losses
        answer = {"code": code, "attacker_losses": lost[0], "defender_losses": lost[1]}
        fate = "Cherbourg falls" if found.captured else "Cherbourg holds"
        verdict = f"{code}: attacker loses {lost[0]}, defender loses {lost[1]}; {fate}."
        return inquiry.ruling("result", verdict, {**answer, "captured": found.captured})


@rule("11.3.7")
def _without_way(inquiry: Inquiry, uids: Iterable[str]) -> list[str]:
    """Units that have to retreat and cannot, as all stand now: each is eliminated with all its steps."""
    from adjudicator.dark_summer.r11_retreat_paths import paths

    stuck = [u for u in uids if not paths(inquiry, u, from_hex=inquiry.pieces[u].space).legal]
    for uid in stuck:
        inquiry.note("11.3.7", f"{inquiry.pieces[uid].printed.title} cannot retreat: it is eliminated")
    return stuck


def _are_eliminated(view: View, uids: Sequence[str]) -> str:
    titles = terms.titles(view.pieces[u] for u in uids)
    return f"{titles} {'is' if len(uids) == 1 else 'are'} eliminated"


@question("retreats")
class Retreats(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where defenders may retreat, and why not elsewhere.

    Example: adjudicator retreats tests/saves/summer.vsav 3305 --result 'DR*' --with 116/29
    """

    unit: Annotated[str, Meta(description="a unit, or a hex for all units in it", extra={"word": True})]
    result: Annotated[str, Meta(description="printed result: who must retreat at all")] = ""
    with_units: _With = ()
    to: Annotated[tuple[str, ...], Meta(description="one path of two hexes: why, or why not")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r11_retreat_paths import explain_paths

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        uids = self._meant(position)
        for uid in uids:
            space = position.board.spaces.get(position.pieces[uid].space)
            title = position.pieces[uid].printed.title
            if space is not None and space.kind == "approach":
                raise MalformedAction(
                    f"{title} is in {space.name}, where nobody attacks it: it never retreats"
                )
            if space is None or not terms.is_hex(space):
                raise MalformedAction(f"{title} is in no hex of the map, so it cannot retreat")
        if self.result:
            uids = self._driven(position, inquiry, uids)
        answer: dict[str, Any] = {}
        for uid in uids:
            found = explain_paths(inquiry, uid, from_hex=position.pieces[uid].space)
            answer[uid] = [list(path.hexes) for path in found.legal]
            if self.to:
                hexes = tuple(find_space(position.board, word).id for word in self.to)
                path = found.find(hexes)
                if path is None:
                    inquiry.refuse(
                        "11.3.7", "a retreat is two hexes, from hex to hex", units=[uid], spaces=hexes
                    )
                elif not path.legal:
                    inquiry.refuse(*path.reason, units=[uid], spaces=hexes)
        ways = sum(map(len, answer.values()))
        said = "may be used" if not inquiry.violations else "may not be used"
        stuck = [uid for uid, paths in answer.items() if not paths]
        lost = _are_eliminated(inquiry, stuck) if stuck else ""
        free = (
            f"{many(ways, 'way')} to retreat{f'; {lost}' * bool(lost)}."
            if ways
            else f"No retreat{': ' * bool(lost)}{lost}."
        )
        verdict = f"The path {said}." if self.to else free
        return inquiry.ruling(f"retreats {self.unit}", verdict, answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The path, where a unit has to retreat now, or the attack that would drive it out."""
        from adjudicator.dark_summer.r11_retreat import Retreat

        position, top = asking.position, asking.position.decision
        uids = self._meant(position)
        if top is not None and top.kind == "retreat":
            path = tuple(find_space(position.board, word).id for word in self.to)
            for uid in uids if path else ():
                yield Supposed(position, Retreat(uid, path))
        elif top is None and self.with_units and uids:
            yield from _attack_of(position, position.pieces[uids[0]].space, self.with_units)

    def _meant(self, position: Position) -> list[str]:
        """Ids of the unit, or of those in the hex."""
        if here := space_or_unit(position, self.unit):
            return [p.uid for p in position.units_in(here)]
        return [find_unit(position, self.unit).uid]

    def _driven(self, position: Position, inquiry: Inquiry, uids: Sequence[str]) -> list[str]:
        """Those that a printed result makes retreat, as the ground and the defenders read it."""
        from adjudicator.dark_summer.r11_special import effect

        code = self.result.upper()
        if code not in r11_tables.crt(inquiry).codes or not uids:
            raise MalformedAction(
                f"--result {self.result!r}", f"One of {', '.join(r11_tables.crt(inquiry).codes)}"
            )
        target = position.pieces[uids[0]].space
        found = effect(inquiry, target, code, attackers_of(position, target, self.with_units))
        driven = [uid for uid in uids if uid in found.retreating]
        titles = terms.titles(position.pieces[u] for u in driven) or "nobody"
        inquiry.note("11.3.5", f"{code}, read as {found.code}: {titles} must retreat")
        return driven


QUESTIONS: tuple[type[Question], ...] = (Odds, Support, MustAttack, Result, Retreats)
