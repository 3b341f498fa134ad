"""Questions about movement: allowance, reach, cost of a path, Strategic Movement, slipping through EZOCs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import terms
from adjudicator.errors import MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.views import side_asked

__all__ = ["Allowance", "Cost", "Legal", "Reach", "Slip", "Strategic"]

_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_Hex = Annotated[str, Meta(description="the hex", extra={"word": True})]
_SIDES = (terms.GERMAN, terms.ALLIED)


def _space(asking: Asking, word: str) -> str:
    return find_space(asking.position.board, word).id if word else ""


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can move to with its cost, or why not one of them.

    Example: adjudicator legal battle-for-normandy:carentan 1/506 --to B1226
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_rulings import reach_ruling

        uid = find_unit(asking.position, self.unit).uid
        return reach_ruling(asking.position, uid, to=_space(asking, self.to), strict=asking.strict)


@question("reach")
class Reach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units of a side can move to a hex, each with cost and path.

    Example: adjudicator reach tests/saves/epsom.vsav C3014 --side german
    """

    area: _Hex
    side: Annotated[str, Meta(description="german or allied; by default the Phasing Player")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_rulings import reachers_ruling

        side = self.side or side_asked(asking.position, asking.viewpoint)
        if side not in _SIDES:
            raise MalformedAction(f"--side {side!r}", f"One of {', '.join(_SIDES)}")
        return reachers_ruling(asking.position, _space(asking, self.area), side, strict=asking.strict)


@question("cost")
class Cost(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a path costs a unit step by step, or what forbids it.

    Example: adjudicator cost tests/saves/epsom.vsav '3 rtr' C3129 C3128
    """

    unit: _Unit
    path: Annotated[tuple[str, ...], Meta(description="the hexes entered, in order", extra={"word": True})]
    together: Annotated[tuple[str, ...], Meta(description="units of its hex that move with it")] = ()
    strategic: Annotated[bool, Meta(description="by Strategic Movement")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_rulings import cost_ruling

        if not self.path:
            raise MalformedAction("the path names no hex", "Name the hexes that the unit enters")
        uids = [find_unit(asking.position, word).uid for word in (self.unit, *self.together)]
        path = [_space(asking, word) for word in self.path]
        return cost_ruling(asking.position, uids, path, strategic=self.strategic, strict=asking.strict)


@question("slip")
class Slip(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a trapped company may slip from EZOC to EZOC, and where.

    Example: adjudicator slip tests/saves/epsom.vsav 'us inf co 1' --to C3129
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_rulings import slip_ruling

        uid = find_unit(asking.position, self.unit).uid
        return slip_ruling(asking.position, uid, _space(asking, self.to), strict=asking.strict)


@question("allowance")
class Allowance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement Points of a unit in the phase in play, and what adds to them or takes some away.

    Example: adjudicator allowance tests/saves/epsom.vsav '3 rtr'
    """

    unit: _Unit

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_rulings import allowance_ruling

        uid = find_unit(asking.position, self.unit).uid
        return allowance_ruling(asking.position, uid, strict=asking.strict)


@question("strategic")
class Strategic(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can reach by Strategic Movement, or why not one of them.

    Example: adjudicator strategic tests/saves/epsom.vsav '3 rtr' --to C3031
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10_strategic import strategic_ruling

        uid = find_unit(asking.position, self.unit).uid
        return strategic_ruling(asking.position, uid, to=_space(asking, self.to), strict=asking.strict)
