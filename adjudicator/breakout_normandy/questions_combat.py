"""Questions about combat: odds, losses, retreats, support, the values of an attack."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.hypothesis import Cast, brought_in
from adjudicator.breakout_normandy.r09_assault import forward_candidates, forward_faults
from adjudicator.breakout_normandy.r09_casualties import TakeLosses, ask_losses, capacity, count_ways
from adjudicator.breakout_normandy.r09_chances import odds_of_numbers
from adjudicator.breakout_normandy.r09_odds import odds_of_position
from adjudicator.breakout_normandy.r09_retreat_areas import destinations, explain
from adjudicator.breakout_normandy.r09_retreats import explain_attacker
from adjudicator.breakout_normandy.r09_rulings import result
from adjudicator.breakout_normandy.r16_artillery_support import supporters
from adjudicator.citation import rule
from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.game import check, legal
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import UNKNOWN, Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import against, way
from adjudicator.supposing import Supposed
from adjudicator.views import side_asked
from adjudicator.wording import describe, way_words

__all__ = ["QUESTIONS", "Losses", "Odds", "Result", "Retreats", "Support"]

_STATUS = {"f": "fresh", "s": "spent", "d1": "d1", "d2": "d2"}
_Area = Annotated[str, Meta(description="the Area", extra={"word": True})]


@question("odds")
class Odds(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact odds of an assault or a bombardment, from bare numbers or from a position.

    Example: adjudicator odds breakout-normandy assault --av 14 --dv 10 --defenders F,S,D1 --bocage
    """

    odds_kinds: ClassVar[Mapping[str, str]] = {"assault": "assault"}

    kind: Annotated[str, Meta(description="assault or bombardment", extra={"word": True})]
    area: _Area = ""
    with_units: Annotated[tuple[str, ...], Meta(description="assaulting units")] = ()
    point: Annotated[str, Meta(description="Point Unit; the best by default")] = ""
    support: Annotated[tuple[str, ...], Meta(description="supporting Field Artillery")] = ()
    forward: Annotated[str, Meta(description="Forward Unit; the defender's best by default")] = ""
    by: Annotated[str, Meta(description="marker or lead artillery of a bombardment")] = ""
    primary: Annotated[
        str, Meta(description="Primary Target of a bombardment, or boundary with a Construct")
    ] = ""
    av: Annotated[int | None, Meta(description="Attack Value, without a position")] = None
    dv: Annotated[int | None, Meta(description="Defense Value, without a position")] = None
    defenders: Annotated[tuple[str, ...], Meta(description="F, S, D1, D2 for each defender")] = ()
    bocage: Annotated[bool, Meta(description="the Area is Bocage")] = False
    no_overrun: Annotated[bool, Meta(description="no Overrun: Zone, Airborne or Amphibious Phase")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if self.kind not in {"assault", "bombardment"}:
            raise MalformedAction(f"odds of {self.kind!r}", "Ask for assault or bombardment")
        if self.av is not None and self.dv is not None:
            return self._numbers(self.av, self.dv)
        if not self.area:
            raise MalformedAction(f"odds {self.kind} of what", "Name an Area, or give --av and --dv")
        if self.kind == "assault":
            return self._assault(asking)
        from adjudicator.breakout_normandy.bombardment import bombardment_odds

        guns = self.support or self.with_units
        return bombardment_odds(asking, self.area, self.by, guns, primary=self.primary)

    def _numbers(self, av: int, dv: int) -> Ruling:
        if self.kind == "bombardment":
            from adjudicator.breakout_normandy.bombardment import attrition_odds

            return attrition_odds(Ruling(f"odds bombardment --av {av} --dv {dv}", "", None), av, dv)
        words = [w.strip().casefold() for text in self.defenders for w in text.split(",") if w.strip()]
        unknown = [w for w in words if w not in _STATUS and w not in terms.STATUSES]
        if unknown:
            raise MalformedAction(f"{unknown[0]!r} is no status", "Write F, S, D1 or D2")
        statuses = [_STATUS.get(w, w) for w in words]
        return odds_of_numbers(av, dv, statuses, bocage=self.bocage, overrun=not self.no_overrun)

    def supposes(self, asking: Asking) -> Iterator[Supposed]:
        """The bombardment; or how the units come in, the assault with its guns, and the Forward Unit."""
        if (self.av is not None and self.dv is not None) or not self.area:
            return
        if self.kind == "assault":
            cast = self._cast(asking)
            yield from cast.supposed
        else:
            from adjudicator.breakout_normandy.bombardment import supposed_fire

            yield supposed_fire(asking, self.area, self.by, self.support or self.with_units, self.primary)

    def _cast(self, asking: Asking) -> Cast:
        """Who takes part, each found by the name that was given."""
        position = asking.position
        area = find_space(position.board, self.area).id
        units = [find_unit(position, u).uid for u in self.with_units]
        if not units:
            side = side_asked(position, asking.viewpoint)
            units = [p.uid for p in terms.friends(position, area, side) if _may_fight(p)]
        if not units:
            raise MalformedAction(f"nobody assaults {position.board.name(area)}", "Name units with --with")
        return Cast(
            brought_in(position, units, area, strict=asking.strict),
            area,
            tuple(units),
            find_unit(position, self.point).uid if self.point else "",
            tuple(find_unit(position, u).uid for u in self.support),
            find_unit(position, self.forward).uid if self.forward else "",
        )

    def _assault(self, asking: Asking) -> Ruling:
        cast = self._cast(asking)
        found = odds_of_position(
            cast.scene.position,
            cast.area,
            cast.units,
            point=cast.point,
            support=cast.support,
            forward=cast.forward,
            strict=asking.strict,
        )
        return _joined(found, cast.scene.told)


def _may_fight(piece: Piece) -> bool:
    return piece.status == terms.FRESH and piece.printed.type not in {"field-artillery", "coastal-artillery"}


def _joined(found: Ruling, entered: Ruling) -> Ruling:
    """The odds, after the steps and violations of how the units came in."""
    return replace(
        found,
        steps=(*entered.steps, *found.steps),
        violations=(*entered.violations, *found.violations),
        assumptions=tuple(dict.fromkeys((*entered.assumptions, *found.assumptions))),
        interpretations=tuple(dict.fromkeys((*entered.interpretations, *found.interpretations))),
        sources=tuple(dict.fromkeys((*entered.sources, *found.sources))),
    )


_LISTED, _MOST_WAYS = 150, 10_000  # ways that are looked at one by one, and that are counted


def _counted(asked: Position) -> int:
    """How many ways there are; just beyond `_MOST_WAYS` where retreats alone have more sequences."""
    found = count_ways(asked, _MOST_WAYS)
    return _MOST_WAYS + 1 if found is None else found


def _ways(count: int, what: str) -> str:
    return f"more than {_MOST_WAYS:,} {what}s" if count == _MOST_WAYS + 1 else many(count, what)


@question("losses")
class Losses(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Legal ways to take Casualty or Attrition Points, or a check of one of them.

    Example: adjudicator losses tests/saves/omaha.vsav omaha --points 4 --forward vierville --take
    vierville=d1 916=spent 726=spent+retreat:trevieres
    """

    area: _Area
    points: Annotated[int, Meta(description="Casualty or Attrition Points", ge=0, extra={"word": False})]
    forward: Annotated[
        str, Meta(description="Forward Unit; by default the only one, or the first of --take")
    ] = ""
    primary: Annotated[
        str, Meta(description="Primary Target, or boundary with a Construct: the points are Attrition Points")
    ] = ""
    side: Annotated[
        str, Meta(description="the defender; by default the side there alone, of the unit named, or inactive")
    ] = ""
    take: Annotated[
        tuple[str, ...], Meta(description="UNIT=STATUS, UNIT=STATUS+retreat:AREA, UNIT=eliminated")
    ] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        area = find_space(position.board, self.area).id
        side = terms.side_named(self.side) or self._defender(position, area)
        if self.primary:
            from adjudicator.breakout_normandy.bombardment import attrition_losses

            return attrition_losses(asking, area, side, self.primary, points=self.points, take=self.take)
        units = terms.friends(position, area, side)
        candidates = forward_candidates(position, area, terms.enemy_of(side))
        forward, assumed = self._forward(position, units, candidates)
        found = forward_faults(position, area, position.pieces[forward], terms.enemy_of(side))
        barred = tuple(Violation(section, text, (forward,), (area,)) for section, text in found)
        most = capacity(units)
        if self.points > most:
            step = Step("9.8", f"the defenders absorb {most} CP; every one is eliminated", most)
            answer = {"capacity": most, "ways": [], "all_eliminated": True}
            verdict = f"All defenders are eliminated: {most} CP absorbed."
            faults = tuple(_must_die(position, units, text) for text in self.take)
            against = (*barred, *(f for f in faults if f is not None))
            return Ruling(f"losses {self.area}", verdict, answer, (step,), against)
        draft = position.draft()
        ask_losses(draft, area, side, self.points, forward)
        asked = draft.finish()
        if self.take:
            action = TakeLosses(tuple(_loss(asked, units, text) for text in self.take))
            ruling = check(asked, action, strict=asking.strict)
            ruling = replace(ruling, violations=(*barred, *ruling.violations))
            verdict = f"{'Legal' if ruling.ok else 'Illegal'}: {describe(asked, action)}."
            assumptions = (*ruling.assumptions, *assumed)
            return replace(ruling, verdict=verdict, answer=ruling.ok, assumptions=assumptions)
        shown = _MOST_WAYS if asking.whole else _LISTED
        ways = list(itertools.islice(legal(asked).of("take-losses"), shown + 1))
        count = len(ways) if len(ways) <= shown else _counted(asked)
        listed = [_told(asked, w) for w in ways[:shown] if isinstance(w, TakeLosses)]
        more = "--take checks any" if asking.whole else f"--all lists up to {_MOST_WAYS:,}, --take checks any"
        steps = (
            Step("9.5", f"the Forward Unit takes the first of {self.points} CP"),
            Step("9.5F", f"{_ways(count, 'way')}; in none a unit pays by both retreat and elimination"),
            *([Step("9.5", f"the first {shown} stand here; {more}")] if count > shown else ()),
            *(way("9.5", _way(asked, told), sum(t["cp"] for t in told)) for told in listed),
        )
        verdict = f"{_ways(count, 'different way')} to take {self.points} CP."
        answer = {"capacity": most, "ways": listed} | ({"count": count} if count > shown else {})
        return Ruling(f"losses {self.area}", verdict, answer, steps, barred)

    def _defender(self, position: Position, area: str) -> str:
        """The side that is there alone, that of the unit that is named, or the one not on turn."""
        there = position.units_in(area)
        if len({p.side for p in there}) == 1:
            return there[0].side
        for name in (self.forward or self.primary, *(text.partition("=")[0] for text in self.take)):
            with contextlib.suppress(MalformedAction, AmbiguousAction):
                return find_unit(position, name, there).side
        return terms.enemy_of(position.text("side"))

    def _forward(
        self, position: Position, units: Sequence[Piece], candidates: Sequence[Piece]
    ) -> tuple[str, tuple[str, ...]]:
        """Id of the Forward Unit, and what had to be assumed to know it."""
        if self.forward:
            return find_unit(position, self.forward, units).uid, ()
        if len(candidates) == 1:
            return candidates[0].uid, ()
        first = find_unit(position, self.take[0].partition("=")[0], units) if self.take else None
        if first is None or first not in candidates:
            raise MalformedAction("which unit is the Forward Unit is not known", "Give --forward UNIT")
        return first.uid, (f"assumed: {first.printed.title} is the Forward Unit (9.1)",)


def _must_die(position: Position, units: Sequence[Piece], text: str) -> Violation | None:
    """Why ``726=d2+retreat:trevieres`` does not pay when more is asked for than all units absorb."""
    name, _, what = text.partition("=")
    if what == "eliminated":
        return None
    piece = find_unit(position, name, units)
    return Violation("9.5F", f"{piece.printed.title} cannot but be eliminated", (piece.uid,), ())


def _loss(position: Position, units: Sequence[Piece], text: str) -> tuple[str, int, str]:
    """Read ``726=spent+retreat:trevieres``."""
    name, equals, what = text.partition("=")
    status, _, retreat = what.partition("+")
    piece = find_unit(position, name, units)
    to = ""
    if retreat:
        word, _, place = retreat.partition(":")
        if word != "retreat" or not place:
            raise MalformedAction(f"--take {text!r}", "Write UNIT=STATUS+retreat:AREA")
        to = find_space(position.board, place).id
    if status == "retreat" or not equals:
        raise MalformedAction(f"--take {text!r}", "Write UNIT=STATUS, as in 726=spent+retreat:trevieres")
    ladder = [*terms.STATUSES, "eliminated"]
    if status not in ladder:
        raise MalformedAction(f"--take {text!r}", f"The status is one of {', '.join(ladder)}")
    return piece.uid, ladder.index(status) - ladder.index(piece.status), to


def _way(position: Position, told: Sequence[Mapping[str, Any]]) -> str:
    """A way as `--take` takes it."""
    return way_words(
        position, [(t["unit"], t["to"] + f"+retreat:{t['retreat']}" * bool(t["retreat"])) for t in told]
    )


def _told(position: Position, action: TakeLosses) -> list[dict[str, Any]]:
    ladder = [*terms.STATUSES, "eliminated"]
    return [
        {
            "unit": uid,
            "to": ladder[ladder.index(position.pieces[uid].status) + levels],
            "cp": levels + bool(to),
            "retreat": to,
        }
        for uid, levels, to in action.losses
    ]


@question("result")
class Result(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the dice of the announced assault do to both sides, step by step.

    Example: adjudicator result tests/saves/omaha.vsav --then 'assault omaha --with 16/1 18/1 26/1 115/29
    116/29 2ranger 5ranger --point 16/1' --then 'name-forward vierville' --roll 8,5
    """

    roll: Annotated[str, Meta(description="attacker's and defender's DR: 8,5", extra={"word": False})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        thrown = re.fullmatch(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*", self.roll)
        first, second = map(int, thrown.groups()) if thrown else (0, 0)
        if not (2 <= first <= 12 and 2 <= second <= 12):
            raise MalformedAction(f"--roll {self.roll!r}", "Write two DRs from 2 to 12: 8,5")
        return result(asking.position, (first, second), strict=asking.strict)


@rule("9.5", "9.63")
def _only_losses(inquiry: Inquiry, piece: Piece) -> str:
    """What a defender that has no Area to go to can pay with: its own steps, up to elimination."""
    most = capacity([piece])
    text = "without an Area to retreat to it pays Casualty Points only with its own losses"
    inquiry.note("9.5", f"{text}, its elimination included", most)
    return f": it pays up to {most} CP by its own losses, elimination included"


@question("retreats")
class Retreats(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit may retreat, or why it may not retreat to one Area.

    Of the side on turn it is an attacker and goes only to where it came from; else it is a defender.

    Example: adjudicator retreats tests/saves/omaha.vsav 726 trevieres
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    to: Annotated[str, Meta(description="the Area asked about", extra={"word": True})] = ""
    origin: Annotated[str, Meta(description="where it retreats from; by default where it stands")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        piece = find_unit(position, self.unit)
        if self.origin:
            draft = position.draft()
            draft.place(piece.uid, find_space(position.board, self.origin).id)
            position = draft.finish()
            piece = position.pieces[piece.uid]
        inquiry = Inquiry(position, strict=asking.strict)
        board, title = position.board, piece.printed.title
        fought = position.raw("phase") in {UNKNOWN, "daylight", "airborne", "amphibious"}
        attacks = fought and position.raw("side") == piece.side
        if attacks and terms.enemies(position, piece.space, piece.side):
            return explain_attacker(inquiry, piece, find_space(board, self.to).id if self.to else "")
        found = destinations(inquiry, piece)
        tried = [find_space(board, self.to).id] if self.to else [o for _, o in board.neighbours(piece.space)]
        for space in tried:
            look = Inquiry(position)
            explain(look, piece, space)
            inquiry.steps += look.steps
            if self.to:
                inquiry.violations += look.violations
            else:
                inquiry.steps += against(board.name(space), look.violations)
        names = ", ".join(board.name(s) for s in found) or "nowhere"
        verdict = f"{title} may retreat to {names}{'' if found else _only_losses(inquiry, piece)}."
        if self.to:
            verdict = (
                f"{title} {'may' if not inquiry.violations else 'may not'} retreat to {board.name(tried[0])}."
            )
        return inquiry.ruling(f"retreats {title}", verdict, list(found))


@question("support")
class Support(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Field Artillery may support an assault on an Area, made by the units that are named.

    Where none is named, by those there that could assault; where none is there, by any that could come.

    Example: adjudicator support tests/saves/bridges.vsav omaha --with 16/1 18/1
    """

    area: _Area
    with_units: Annotated[tuple[str, ...], Meta(description="assaulting units")] = ()
    gun: Annotated[str, Meta(description="one artillery unit: why, or why not")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The assault with its gun, where both are named."""
        if not (self.with_units and self.gun):
            return ()
        from adjudicator.breakout_normandy.r16_artillery_support import support_faults

        position = asking.position
        area, gun = find_space(position.board, self.area).id, find_unit(position, self.gun)
        units = [find_unit(position, u) for u in self.with_units]
        if support_faults(position, area, gun, units, units[0].side):
            return ()
        ids = tuple(p.uid for p in units)
        scene = brought_in(position, ids, area, strict=asking.strict)
        return Cast(scene, area, ids, "", (gun.uid,), "").supposed

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.breakout_normandy.r16_artillery_support import ground, support_faults

        position = asking.position
        area = find_space(position.board, self.area).id
        inquiry = Inquiry(position, strict=asking.strict)
        name = position.board.name(area)
        side, units = self._attackers(asking, inquiry, area)
        if self.gun:
            piece = find_unit(position, self.gun)
            for section, text in support_faults(inquiry, area, piece, units, side):
                inquiry.refuse(section, text, units=[piece.uid])
            if not inquiry.violations:
                inquiry.note(*ground(piece))
                ids = [p.uid for p in units if self.with_units]
                told = brought_in(position, ids, area, strict=asking.strict).told
                inquiry.violations += told.violations
            verb = "may" if not inquiry.violations else "may not"
            inquiry.note("9.7", "a supporting unit adds 1 to the Attack Value and becomes Spent")
            return inquiry.ruling(
                "support",
                f"{piece.printed.title} {verb} support the assault on {name}.",
                not inquiry.violations,
            )
        found = supporters(inquiry, area, units, side)
        for piece in found:
            inquiry.note("9.7", f"{piece.printed.title} in {position.board.name(piece.space)} may support")
        names = terms.titles(found) or "nobody"
        return inquiry.ruling("support", f"{names} may support an assault on {name}.", [p.uid for p in found])

    def _attackers(self, asking: Asking, inquiry: Inquiry, area: str) -> tuple[str, list[Piece]]:
        """Whose assault it is, and its units: those named, those there, or all that could come."""
        position = asking.position
        if self.with_units:
            units = [find_unit(position, u) for u in self.with_units]
            return units[0].side, units
        side = find_unit(position, self.gun).side if self.gun else side_asked(position, asking.viewpoint)
        kinds = {"area", "zone", "approach"}
        able = [
            p
            for p in position.pieces.values()
            if p.side == side and _may_fight(p) and position.board.spaces[p.space].kind in kinds
        ]
        there = [p for p in able if p.space == area]
        could = f"{terms.titles(there)} could" if there else "any Fresh unit of its side that could come may"
        inquiry.note("9.7", f"no assaulting unit is named: {could} assault {inquiry.board.name(area)}")
        return side, there or able


QUESTIONS: tuple[type[Question], ...] = (Odds, Losses, Result, Retreats, Support)
