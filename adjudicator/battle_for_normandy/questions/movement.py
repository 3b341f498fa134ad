"""Questions about movement: allowance, reach, cost of a path, Strategic Movement, slipping through EZOCs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.errors import MalformedAction
from adjudicator.names import find_hex, find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed
from adjudicator.views import side_asked

__all__ = ["Allowance", "Cost", "Legal", "Reach", "Slip", "Strategic"]

_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_Hex = Annotated[str, Meta(description="the hex", extra={"word": True})]
_SIDES = (terms.GERMAN, terms.ALLIED)


def _space(asking: Asking, word: str) -> str:
    return find_space(asking.position.board, word).id if word else ""


def _any_step(position: Position, piece: Piece) -> tuple[str, ...]:
    """A path of one hex, for a question that names none: the first hex around."""
    around = position.board.neighbours(piece.space) if piece.space in position.board.spaces else ()
    return next(((other,) for _, other in around), (piece.space,))


def _reach(
    asking: Asking, uid: str, to: str, *, strategic: bool = False
) -> tuple[Ruling, tuple[str, ...] | None]:
    """Where a unit gets at the moment when it moves, and the path to the hex that is asked for."""
    from adjudicator.battle_for_normandy.r10.rulings import reach_ruling, strategic_ruling
    from adjudicator.battle_for_normandy.r18.march_rulings import reach_ruling as on_june_6

    position, strict = asking.position, asking.strict
    piece = position.pieces[uid]
    probe = supposed.moving(position, (uid,), _any_step(position, piece), strategic=strategic)
    there, how = supposed.at_moment(position, probe), supposed.movement(position, piece)
    if how != "move":
        ruling = on_june_6(there, piece, how, to, strategic=strategic, strict=strict)
    else:
        told = strategic_ruling if strategic else reach_ruling
        ruling = told(there, uid, to=to, strict=strict)
    places = ruling.answer["destinations"] if not ruling.violations else ()
    path = next((tuple(place["path"]) for place in places if place["space"] == to), None)
    return supposed.remarked(ruling, position, [probe]), path


def _going(asking: Asking, uid: str, to: str, *, strategic: bool = False) -> Iterable[Supposed]:
    """The move to the hex that is asked for, where there is a way."""
    path = _reach(asking, uid, to, strategic=strategic)[1] if to else None
    if path is not None:
        yield Supposed(asking.position, supposed.moving(asking.position, (uid,), path, strategic=strategic))


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can move to with its cost, or why not one of them.

    Example: adjudicator legal battle-for-normandy:carentan 1/506 --to B1226
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return _reach(asking, uid, _space(asking, self.to))[0]

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move, where there is a way."""
        return _going(asking, find_unit(asking.position, self.unit).uid, _space(asking, self.to))


@question("reach")
class Reach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units of a side can move to a hex, each with cost and path.

    Example: adjudicator reach tests/saves/epsom.vsav C3014 --side german
    """

    area: _Hex
    side: Annotated[str, Meta(description="german or allied; by default the Phasing Player")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10.rulings import reachers_ruling

        side = self.side or side_asked(asking.position, asking.viewpoint)
        if side not in _SIDES:
            raise MalformedAction(f"--side {side!r}", f"One of {', '.join(_SIDES)}")
        position, to = asking.position, find_hex(asking.position.board, self.area).id
        mine = (p for p in position.pieces.values() if p.side == side and terms.on_map(position, p))
        some = next(mine, None)
        if some is None:
            return reachers_ruling(position, to, side, strict=asking.strict)
        probe = supposed.moving(position, (some.uid,), _any_step(position, some))
        there, how = supposed.at_moment(position, probe), supposed.movement(position, some)
        ruling = reachers_ruling(there, to, side, how=how, strict=asking.strict)
        return supposed.remarked(ruling, position, [probe])


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
        from adjudicator.battle_for_normandy.r10.rulings import cost_ruling
        from adjudicator.battle_for_normandy.r18.march_rulings import cost_ruling as on_june_6

        if not self.path:
            raise MalformedAction("the path names no hex", "Name the hexes that the unit enters")
        position, (uids, path) = asking.position, self._named(asking)
        piece, more = position.pieces[uids[0]], {"strategic": self.strategic, "strict": asking.strict}
        how = supposed.movement(position, piece)
        there = supposed.at_moment(position, supposed.moving(position, uids, path, strategic=self.strategic))
        if how != "move" and len(uids) == 1 and self._is_own(position, piece, path):
            return on_june_6(there, piece, [n for n in path if n != piece.space], how, **more)
        return cost_ruling(there, uids, path, **more)

    def _named(self, asking: Asking) -> tuple[list[str], list[str]]:
        uids = [find_unit(asking.position, word).uid for word in (self.unit, *self.together)]
        return uids, [_space(asking, word) for word in self.path]

    @staticmethod
    def _is_own(position: Position, piece: Piece, path: Sequence[str]) -> bool:
        """Whether a path begins where the unit stands, or next to it: not somewhere else to see its price."""
        around = {other for _, other in position.board.neighbours(piece.space)}
        return path[0] in {piece.space, *around}

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move, from where the unit stands."""
        position, (uids, path) = asking.position, self._named(asking)
        piece = position.pieces[uids[0]]
        if path and self._is_own(position, piece, path):
            way = [n for n in path if n != piece.space]
            if way:
                yield Supposed(position, supposed.moving(position, uids, way, strategic=self.strategic))


@question("slip")
class Slip(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a trapped company may slip from EZOC to EZOC, and where.

    Example: adjudicator slip tests/saves/epsom.vsav 'us inf co 1' --to C3129
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10.rulings import slip_ruling

        position, piece = asking.position, find_unit(asking.position, self.unit)
        probe = supposed.moving(position, (piece.uid,), _any_step(position, piece))
        there, to = supposed.at_moment(position, probe), _space(asking, self.to)
        ruling = slip_ruling(there, piece.uid, to, strict=asking.strict)
        return supposed.remarked(ruling, position, [probe])

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The step into the hex that is asked for."""
        uid, to = find_unit(asking.position, self.unit).uid, _space(asking, self.to)
        if to:
            yield Supposed(asking.position, supposed.moving(asking.position, (uid,), (to,)))


@question("allowance")
class Allowance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement Points of a unit in the phase in play, and what adds to them or takes some away.

    Example: adjudicator allowance tests/saves/epsom.vsav '3 rtr'
    """

    unit: _Unit

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10.rulings import allowance_ruling
        from adjudicator.battle_for_normandy.r18.march_rulings import allowance_ruling as on_june_6

        position, piece = asking.position, find_unit(asking.position, self.unit)
        probe = supposed.moving(position, (piece.uid,), _any_step(position, piece))
        there, how = supposed.at_moment(position, probe), supposed.movement(position, piece)
        if how == "move":
            ruling = allowance_ruling(there, piece.uid, strict=asking.strict)
        else:
            ruling = on_june_6(there, piece, how, strict=asking.strict)
        return supposed.remarked(ruling, position, [probe])


@question("strategic")
class Strategic(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can reach by Strategic Movement, or why not one of them.

    Example: adjudicator strategic tests/saves/epsom.vsav '3 rtr' --to C3031
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return _reach(asking, uid, _space(asking, self.to), strategic=True)[0]

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move, where there is a way."""
        uid, to = find_unit(asking.position, self.unit).uid, _space(asking, self.to)
        return _going(asking, uid, to, strategic=True)
