"""Questions about the air: Armed Recon, AA fire, Ground Support, interdiction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.names import find_hex, find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Used
from adjudicator.supposing import Supposed
from adjudicator.tables import Record
from maps.filing import Located

__all__ = ["AntiAir", "ArmedRecon", "GroundSupport", "Interdiction", "ReconChart"]

_PLAN = re.compile(r"([a-eA-E])=([0-9]{1,3}):([0-9]{1,3})")


def _target(position: Position, text: str) -> str:
    """A hex, or a bridge written as two hexes with a stroke between."""
    if "/" not in text:
        return find_space(position.board, text).id
    ends = sorted(find_space(position.board, part).id for part in text.split("/", 1))
    edge = position.board.edge(*ends)
    if edge is None:
        raise MalformedAction(f"{text!r} is no hexside", "Write two hexes that touch: B3015/B3114")
    return edge.id


def _share(chance: Fraction) -> str:
    return f"{int(100 * chance)}%"


@question("armed-recon")
class ArmedRecon(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The roll that an Armed Recon attack needs, each modifier by its rule, and the chance of losing a plane.

    Example: adjudicator armed-recon tests/saves/epsom.vsav B3015/B3114 --attacks 2
    """

    target: Annotated[str, Meta(description="a hex, or a bridge as B3015/B3114", extra={"word": True})]
    attacks: Annotated[int, Meta(description="attacks on a bridge", ge=1, le=99)] = 1

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11.armed_recon import HANDLERS, Strike
        from adjudicator.battle_for_normandy.r11.recon_numbers import chances
        from adjudicator.battle_for_normandy.r19.carpet import bombed, explain_bombs

        position, target = asking.position, _target(asking.position, self.target)
        if target in bombed(position):
            return explain_bombs(Inquiry(position, strict=asking.strict), target)
        strike = Strike(target, self.attacks)
        inquiry = Inquiry(supposed.at_moment(position, strike), strict=asking.strict)
        HANDLERS[0].check(inquiry, strike)
        found = chances(position, target)
        whole = 1 - (1 - found.hit) ** self.attacks
        answer = {
            "hit_on": found.hit_on,
            "lost_on": found.lost_on,
            "hit": str(found.hit),
            "lost": str(found.lost),
            "destroyed": str(whole),
        }
        needs = f"Hits on {found.hit_on} or more ({_share(found.hit)})" if found.hit else "No roll hits"
        loses = (
            f", loses an Air Point on {found.lost_on} or less ({_share(found.lost)})" if found.lost else ""
        )
        several = f"; {self.attacks} attacks destroy it with {_share(whole)}" if self.attacks > 1 else ""
        return inquiry.ruling(f"armed-recon {target}", f"{needs}{loses}{several}.", answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attacks; the bombs on a target of Carpet Bombing are declared already."""
        from adjudicator.battle_for_normandy.r11.armed_recon import Strike
        from adjudicator.battle_for_normandy.r19.carpet import bombed

        target = _target(asking.position, self.target)
        if target not in bombed(asking.position):
            yield Supposed(asking.position, Strike(target, self.attacks))


@question("recon-chart")
class ReconChart(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Attacks of the day and Hit Number of Armed Recon for a number of Air Points.

    Example: adjudicator recon-chart battle-for-normandy 12
    """

    points: Annotated[int, Meta(description="Air Points, up to 20", extra={"word": True}, ge=0)]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11.recon_numbers import MOST_POINTS, allowance

        if self.points > MOST_POINTS:
            raise MalformedAction(f"{many(self.points, 'point')} for Armed Recon", "20 at the most (11.3)")
        row = allowance(asking, self.points)
        attacks, hit = row.number("attacks"), row.number("hit")
        doubtful = row.sources.of("attacks") in DOUBTFUL
        sources = (Used("Armed Recon Chart", row.file, row.id, "attacks"),) if doubtful else ()
        steps = (Step("11.3.1", f"{many(self.points, 'point')}: row of {row.number('from')} and more"),)
        answer = {"attacks": attacks, "hit": hit if attacks else None}
        verdict = f"{attacks} attacks, Hit Number {hit}." if attacks else "No attacks."
        return Ruling(f"recon-chart {self.points}", verdict, answer, steps, sources=sources)


@question("anti-air")
class AntiAir(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which FLAK fires at planes over a hex, and with what chance.

    Example: adjudicator anti-air tests/saves/epsom.vsav C3014
    """

    area: Annotated[str, Meta(description="the hex", extra={"word": True})]
    roll: Annotated[Annotated[int, Meta(ge=1, le=10)] | None, Meta(description="the die, 1 to 10")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11.anti_air import chances, fire, flak

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        space = find_hex(position.board, self.area).id
        guns = flak(inquiry, space)
        for gun in guns:
            where = position.board.name(gun.space)
            inquiry.note("11.5" if terms.is_flak(gun.printed) else "11.6", f"{gun.printed.title} in {where}")
        if not guns:
            inquiry.note("11.5", f"no FLAK stands in or next to {position.board.name(space)}")
        if self.roll is not None:
            result = fire(inquiry, self.roll, len(guns))
            inquiry.note("11.5", "modified roll", self.roll + max(0, len(guns) - 1))
            return inquiry.ruling(f"anti-air {space}", f"AA fire: {result}.", result)
        shares = chances(inquiry, len(guns))
        fire(inquiry, 1, len(guns))
        told = {name: str(share) for name, share in shares.items()}
        parts = ", ".join(f"{name} {_share(share)}" for name, share in shares.items())
        return inquiry.ruling(f"anti-air {space}", f"FLAK units that fire: {len(guns)}; {parts}.", told)


@question("ground-support")
class GroundSupport(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ground Support Points that the Allied player may put into a combat, and what becomes of them.

    Example: adjudicator ground-support tests/saves/epsom.vsav cheux --with 10hli --points 3
    """

    area: Annotated[str, Meta(description="the hex attacked", extra={"word": True})]
    with_units: Annotated[tuple[str, ...], Meta(description="attacking units")] = ()
    points: Annotated[int, Meta(description="Ground Support Points", ge=0)] = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11.anti_air import chances, flak
        from adjudicator.battle_for_normandy.r12.planes import most_planes, planes_faults

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        record = self._record(position)
        target = record.hex
        for fault in planes_faults(inquiry, record, self.points):
            inquiry.refuse(*fault, spaces=[target])
        granted = 0 if inquiry.violations else self.points
        possible, against = most_planes(inquiry, record)
        for fault in against:
            inquiry.note(*fault)
        most, guns = max(granted, possible), flak(inquiry, target)
        shares = chances(inquiry, len(guns))
        sign = "+" if record.side == terms.ALLIED else "-"
        inquiry.note("11.4", f"each point that gets through is {sign}1; points that may be used", most)
        inquiry.note(
            "11.5", f"FLAK units that fire: {len(guns)}; abort {shares['abort']}, hit {shares['hit']}"
        )
        answer = {"most": most, "flak": len(guns), "abort": str(shares["abort"]), "hit": str(shares["hit"])}
        return inquiry.ruling(f"ground-support {target}", f"{many(most, 'point')} may be used.", answer)

    def _record(self, position: Position) -> AttackRecord:
        from adjudicator.battle_for_normandy.r12.odds_rulings import planned, under_way

        target = find_space(position.board, self.area).id
        named = [find_unit(position, word).uid for word in self.with_units]
        return (None if named else under_way(position, target)) or planned(position, target, named)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, with the points where they are of the attack."""
        record = self._record(asking.position)
        air = self.points if record.side == terms.ALLIED else 0
        return supposed.attack(asking.position, replace(record, air=air))


@question("interdiction")
class Interdiction(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Net interdiction of maps and what it takes from German units: MAP=AIR:AA, or that of a unit.

    Example: adjudicator interdiction battle-for-normandy a=20:10 b=20:10 c=50:5
    """

    plans: Annotated[tuple[str, ...], Meta(description="MAP=AIR:AA for each map", extra={"word": True})] = ()
    unit: Annotated[str, Meta(description="a German unit: what it loses now")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11 import interdiction
        from adjudicator.battle_for_normandy.r11.tables import row_from

        if self.unit:
            inquiry = Inquiry(asking.position, strict=asking.strict)
            piece = find_unit(asking.position, self.unit)
            lost = interdiction.of_unit(inquiry, piece)
            section, map_ = interdiction.named(inquiry, piece.space)
            inquiry.note(section, f"interdiction of map {map_}", lost)
            verdict = f"{piece.printed.title} loses {lost} MPs."
            return inquiry.ruling(f"interdiction {piece.uid}", verdict, lost)
        if not self.plans:
            raise MalformedAction("interdiction of what", "Write a=20:10, or --unit")
        nets = _nets(asking.given, self.plans)
        found = {m: {"net": net, "mp": interdiction.penalty(asking, net)} for m, (_, net) in nets.items()}
        steps = [step for m, (step, net) in nets.items() for step in (step, _lost(asking, m, net))]
        told = ", ".join(f"{m.upper()} {f['mp']}" for m, f in found.items())
        rows = {row.id: row for row in (row_from(asking, "interdiction", net) for _, net in nets.values())}
        sources = [Used("Air Interdiction Track", r.file, r.id, "mp") for r in rows.values() if _is_ours(r)]
        return Ruling("interdiction", f"MPs lost: {told}.", found, tuple(steps), sources=tuple(sources))


def _nets(position: Position | None, plans: Sequence[str]) -> dict[str, tuple[Step, int]]:
    """Map -> how its net points come about, and the points."""
    from adjudicator.battle_for_normandy.r11.allocation import effective, why_halved
    from adjudicator.battle_for_normandy.r11.interdiction import halved

    found = {}
    for word in plans:
        match = _PLAN.fullmatch(word)
        if match is None:
            raise MalformedAction(f"interdiction {word!r}", "Write MAP=AIR:AA, such as c=50:5")
        map_, air, guns = match[1].lower(), int(match[2]), int(match[3])
        counted = halved(map_, air) if position is None else effective(position, map_, air)
        text = f"map {map_.upper()}: {many(air, 'point counts', 'points count')} as {counted}, less {guns} AA"
        section = why_halved(map_) if counted < air else "11.1.2"
        found[map_] = (Step(section, text, counted - guns), counted - guns)
    return found


def _lost(at: Located, map_: str, net: int) -> Step:
    from adjudicator.battle_for_normandy.r11.interdiction import penalty

    return Step("11.2", f"map {map_.upper()}: MPs that each German unit loses", penalty(at, net))


def _is_ours(row: Record) -> bool:
    """Whether the value of a row is reconstructed."""
    return row.sources.of("mp") in DOUBTFUL
