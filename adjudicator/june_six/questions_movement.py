"""Questions about places and movement: reach, roads, ZOCs, stacks, control, crossings, bridges."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.holding import held_ruling, zoc_ruling
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six import r11_zones_of_control as zones
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Used
from adjudicator.showing import closed
from adjudicator.sides import SIDES
from adjudicator.supposing import Supposed, not_now
from adjudicator.views import side_asked
from maps.board import Edge, Space, edge_id
from maps.june_six.grid import NAMED

__all__ = [
    "QUESTIONS",
    "Bridge",
    "Control",
    "Cost",
    "Crossing",
    "Distance",
    "Legal",
    "Reach",
    "Stack",
    "Strategic",
    "Zoc",
]

_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_Hex = Annotated[str, Meta(description="the hex", extra={"word": True})]
_SIDES = (terms.GERMAN, terms.ALLIED)


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can move to with its cost, or why not one of them.

    Example: adjudicator legal tests/saves/june.vsav 151/50 --to E1929
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r08_rulings import reach_ruling

        position, to = asking.position, self._to(asking)
        return reach_ruling(position, find_unit(position, self.unit).uid, to=to, strict=asking.strict)

    def _to(self, asking: Asking) -> str:
        return find_space(asking.position.board, self.to).id if self.to else ""

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move to the hex that is asked for, or to the first that it reaches; see `Question.supposes`."""
        position = asking.position
        yield from _moves(position, [find_unit(position, self.unit).uid], self._to(asking))


@question("reach")
class Reach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units of a side can move to a hex, each with its cost.

    Example: adjudicator reach tests/saves/june.vsav E1940 --side german
    """

    area: _Hex
    side: Annotated[str, Meta(description="german or allied; by default the side that acts")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r08_rulings import reachers_ruling

        to = find_space(asking.position.board, self.area).id
        return reachers_ruling(asking.position, to, self._whose(asking), strict=asking.strict)

    def _whose(self, asking: Asking) -> str:
        side = self.side or side_asked(asking.position, asking.viewpoint)
        if side not in _SIDES:
            raise MalformedAction(f"--side {side!r}", f"One of {', '.join(_SIDES)}")
        return side

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move of the first unit that reaches the hex; see `Question.supposes`."""
        from adjudicator.june_six.r08_rulings import reachers

        position = asking.position
        to = find_space(position.board, self.area).id
        yield from _moves(position, itertools.islice(reachers(position, to, self._whose(asking)), 1), to)


def _moves(position: Position, units: Iterable[str], to: str) -> Iterator[Supposed]:
    """Moves of units to a space, or for want of one to the first that each reaches."""
    from adjudicator.june_six.r08_movement import Move
    from adjudicator.june_six.r08_reach import reach

    for uid in units:
        found = reach(position, uid)
        space = to or next(iter(found.destinations), "")
        if space in found.destinations:
            yield Supposed(position, Move(uid, tuple(found.path(space))))


@question("cost")
class Cost(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one step costs a unit, or what forbids it.

    Example: adjudicator cost tests/saves/june.vsav 151/50 E2029 E2129
    """

    unit: _Unit
    area: _Hex
    to: Annotated[str, Meta(description="the hex entered", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r08_movement import Move
        from adjudicator.june_six.r08_rulings import price_ruling

        position = asking.position
        one, other = (find_space(position.board, word).id for word in (self.area, self.to))
        piece = find_unit(position, self.unit)
        ruling = price_ruling(position, piece.uid, one, other, strict=asking.strict)
        later = not_now(position, Move(piece.uid, (other,))) if piece.space == one else ()
        return replace(ruling, moment=(*ruling.moment, *later))


@question("strategic")
class Strategic(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex that a unit can reach by Strategic Movement, or why not one of them; attrition.

    Example: adjudicator strategic tests/saves/june.vsav 56/XXX
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r08_rulings import strategic_ruling

        position = asking.position
        to = find_space(position.board, self.to).id if self.to else ""
        return strategic_ruling(position, find_unit(position, self.unit).uid, to=to, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move to the hex that is asked for, or to the first that it reaches; see `Question.supposes`."""
        from adjudicator.june_six.r08_strategic import StrategicMove, strategic_reach

        position = asking.position
        uid = find_unit(position, self.unit).uid
        found = strategic_reach(position, uid)
        to = find_space(position.board, self.to).id if self.to else next(iter(found), "")
        if to in found:
            yield Supposed(position, StrategicMove(uid, found[to].path))


@question("zoc")
class Zoc(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a hex is in an enemy ZOC, and uncontested; or which hexes a unit, or a side, has in its ZOC.

    Example: adjudicator zoc tests/saves/june.vsav E1940 --side allied

    Example: adjudicator zoc tests/saves/june.vsav german
    """

    subject: Annotated[str, Meta(description="a hex, a unit, or a side", extra={"word": True})]
    side: Annotated[str, Meta(description="side affected; by default the one that is there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if (whose := self.subject.casefold()) in SIDES:
            return zoc_ruling(inquiry, "11.1", whose, zones.zoc_of(inquiry, whose))
        if whose not in position.board.spaces:
            return _projected(inquiry, find_unit(position, self.subject))
        here = find_space(position.board, self.subject).id
        there = next((p.side for p in position.units_in(here)), "")
        side = self.side or there or side_asked(position, asking.viewpoint)
        found = zones.explain_zoc(inquiry, here, side)
        r01_part.note(inquiry, here)
        open_ = zones.uncontested(inquiry, here, side)
        if found:
            inquiry.note(
                "5.32", "nobody of the side stands there" if open_ else "a friendly unit contests it"
            )
        said = "is" if found else "is not"
        verdict = f"For the {side.capitalize()} side {position.board.name(here)} {said} in an enemy ZOC."
        return inquiry.ruling("zoc", verdict, {"zoc": found, "uncontested": open_})


def _projected(inquiry: Inquiry, piece: Piece) -> Ruling:
    """Hexes into which a unit's ZOC extends."""
    board, title = inquiry.board, piece.printed.title
    if not terms.has_zoc(piece.printed) or not terms.on_map(inquiry, piece):
        why = "it is not on the map" if terms.has_zoc(piece.printed) else "Combat Support units have none"
        inquiry.note("2.4", why)
        return inquiry.ruling("zoc", f"{title} projects no ZOC.", [])
    found = []
    for edge, other in board.neighbours(piece.space):
        reaches, why = zones.extends(inquiry, edge, piece.side)
        found += [other] if reaches else []
        inquiry.note("11.1", f"{board.name(other)}: {why or 'the ZOC extends into it'}")
    names = ", ".join(map(board.name, found)) or "no hex"
    return inquiry.ruling("zoc", f"{title} projects its ZOC into {names}.", found)


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a stack is within the limits, with units that would join it.

    Example: adjudicator stack tests/saves/june.vsav E1929 --adding 151/50
    """

    area: _Hex
    adding: Annotated[tuple[str, ...], Meta(description="units that would join it")] = ()
    side: Annotated[str, Meta(description="whose stack; by default the one that is there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r09_stacking import stack_ruling

        position = asking.position
        here = find_space(position.board, self.area).id
        adding = [find_unit(position, word).uid for word in self.adding]
        return stack_ruling(position, here, self.side, adding=adding, strict=asking.strict)


@question("distance")
class Distance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes between two hexes by the shortest way, and the ranges they are in.

    Example: adjudicator distance june-six:campaign E2540 E1837
    """

    area: _Hex
    to: Annotated[str, Meta(description="the other hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        board, inquiry = asking.position.board, Inquiry(asking.position, strict=asking.strict)
        one, other = find_space(board, self.area), find_space(board, self.to)
        if not (terms.is_hex(one) and terms.is_hex(other)):
            raise MalformedAction("only hexes have a distance", "Name two hexes of the map")
        found, around = terms.distance(one.id, other.id), terms.neighbours(one.id)
        beside = ", ".join(n.upper() for n in around)
        inquiry.note("2.1", f"the hexes around {one.name}: {beside}", len(around))
        inquiry.note("16.12", "hexes, the first not counted and the last counted", found)
        inquiry.note("18.13", "naval range counts both ends", found + 1)
        _note_places(inquiry, one, other)
        edge = board.edge(one.id, other.id)
        if edge is not None:
            inquiry.note("8.41", f"they are adjacent across: {inquiry.boundary(edge, '8.41')}")
        answer = {
            "distance": found,
            "both_ends": found + 1,
            "adjacent": edge is not None,
            "around": sorted(around),
        }
        return inquiry.ruling("distance", f"{found} {'hex' if found == 1 else 'hexes'}.", answer)


def _note_places(inquiry: Inquiry, *spaces: Space) -> None:
    """Say of hexes that the rulebook does not name that their place on the ground is ours."""
    ours = [s for s in spaces if s.id not in NAMED and s.sources.default != "owner"]
    for space in ours:
        used = Used(f"place of {space.name}", "placement.toml", space.id, "place")
        inquiry.source("2.1", used, "reconstructed")
    if ours:
        names = ", ".join(space.name for space in ours)
        inquiry.note("2.1", f"the rulebook does not name {names}: where it lies is our placement")


@question("control")
class Control(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who controls a hex, and what stands of its Strongpoint and Beach Engineers; without one, all hexes.

    Example: adjudicator control tests/saves/june.vsav W3710

    Example: adjudicator control tests/saves/june.vsav
    """

    area: _Hex = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r09_beaches as beaches

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if not self.area:
            out = r01_part.outside(position)
            hexes = [s.id for s in position.board.spaces.values() if terms.is_land(s) and s.id not in out]
            return held_ruling(inquiry, "5.22", "hexes", hexes, beaches.controller)
        space = find_space(position.board, self.area)
        if not terms.is_hex(space):
            raise MalformedAction(f"{space.name} is no hex: nobody controls it", "Name a hex of the map")
        here, found = space.id, beaches.controller(inquiry, space.id)
        inquiry.note("5.22", "the side whose unit is there, or was there last")
        r01_part.note(inquiry, here)
        strongpoint, engineers = (
            beaches.strongpoint_stands(inquiry, here),
            beaches.engineers_hold(inquiry, here),
        )
        if strongpoint:
            inquiry.note("19.43", "its Strongpoint stands")
        elif bool(inquiry.feature(space, "strongpoint", "19.4")):
            inquiry.note("19.43", "an Allied Combat unit has occupied it: its Strongpoint is destroyed")
        else:
            inquiry.note("19.42", "no Strongpoint is printed there, and the German player builds none")
        if engineers:
            inquiry.note("9.2", "Allied Beach Engineers defend it with strength 4 and cohesion 5")
        else:
            beaches.note_engineers(inquiry, here)
        answer = {"side": found, "strongpoint": strongpoint, "engineers": engineers}
        return inquiry.ruling("control", f"{space.name}: {found}.", answer)


def _edge(inquiry: Inquiry, one: str, other: str) -> Edge:
    board = inquiry.board
    a, b = find_space(board, one).id, find_space(board, other).id
    edge = board.edges.get(edge_id(a, b))
    if edge is None:
        raise MalformedAction(
            f"{board.name(a)} and {board.name(b)} are not adjacent", "Name two adjacent hexes"
        )
    return edge


@question("crossing")
class Crossing(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit can cross a Major River from a hex, and whose engineers help it.

    Example: adjudicator crossing tests/saves/june.vsav 8/3 E2238 E2239
    """

    unit: _Unit
    area: _Hex
    to: Annotated[str, Meta(description="the hex beyond", extra={"word": True})]
    assault: Annotated[bool, Meta(description="it attacks across (20.3)")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        piece, edge = find_unit(position, self.unit), _edge(inquiry, self.area, self.to)
        frm = find_space(position.board, self.area).id
        return _cross(inquiry, piece, edge, frm, assault=self.assault)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The move over the river of a unit that stands at it, or its attack; see `Question.supposes`."""
        from adjudicator.june_six.r08_movement import Move
        from adjudicator.june_six.r12_attack import Attack

        position = asking.position
        piece = find_unit(position, self.unit)
        frm, to = (find_space(position.board, word).id for word in (self.area, self.to))
        if piece.space != frm or bool(terms.enemies(position, to, piece.side)) != self.assault:
            return
        yield Supposed(position, Attack((piece.uid,), to) if self.assault else Move(piece.uid, (to,)))


def _cross(inquiry: Inquiry, piece: Piece, edge: Edge, frm: str, *, assault: bool) -> Ruling:
    from adjudicator.june_six import r20_bridges, r20_crossings

    title, helper, asked = piece.printed.title, "", f"crossing {piece.uid} {edge.id}"
    if inquiry.boundary(edge, "8.43") != "major-river":
        inquiry.note("8.43", "no Major River lies between")
    elif r20_bridges.passable(inquiry, edge):
        inquiry.note("8.43", "a bridge stands there")
    else:
        plan = r20_crossings.plan(inquiry, [(piece.uid, frm)], assault=assault)
        for _, section, text in plan.faults:
            inquiry.refuse(section, text, units=(piece.uid,), spaces=(edge.a, edge.b))
        helper = plan.helpers.get(piece.uid, "")
        r20_crossings.explain_help(inquiry, piece, helper)
        if helper and assault:
            inquiry.note("20.33", "-3 DRM for attacking over the river")
    can = not inquiry.violations
    verdict = f"{title} {'can' if can else 'cannot'} cross from {inquiry.board.name(frm)}."
    return inquiry.ruling(asked, verdict, {"legal": can, "helper": helper})


@question("bridge")
class Bridge(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a bridge stands on a hexside, and which HQs could blow it up or build it.

    Example: adjudicator bridge tests/saves/june.vsav E1940 E2040
    """

    area: _Hex
    to: Annotated[str, Meta(description="the hex on the other side", extra={"word": True})]
    by: Annotated[str, Meta(description="one HQ: every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r20_bridges

        inquiry = Inquiry(asking.position, strict=asking.strict)
        edge = _edge(inquiry, self.area, self.to)
        stands = r20_bridges.passable(inquiry, edge)
        inquiry.note("20.44", f"a bridge {'stands' if stands else 'does not stand'} there")
        hqs = [find_unit(asking.position, self.by)] if self.by else _hqs(asking, edge)
        found = {hq.uid: _engineers(inquiry, hq, edge, refuses=bool(self.by)) for hq in hqs}
        lent = {uid: lender for uid, (_, lender) in found.items() if lender}
        answer: dict[str, Any] = {"stands": stands, "by": {uid: how for uid, (how, _) in found.items()}}
        answer |= {"lent": lent} if lent else {}
        verb = "blow up" if stands else "build"
        able = ", ".join(inquiry.pieces[u].printed.title for u, how in answer["by"].items() if how) or "no HQ"
        return inquiry.ruling(f"bridge {edge.id}", f"{able} can {verb} the bridge.", answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """What the HQ named, or the first that can, does to the bridge; see `Question.supposes`."""
        edge = _edge(Inquiry(asking.position), self.area, self.to)
        hqs = [find_unit(asking.position, self.by)] if self.by else _hqs(asking, edge)
        found = (_works(asking.position, hq, edge) for hq in hqs)
        return [supposed for supposed in found if supposed is not None][:1]


def _works(position: Position, hq: Piece, edge: Edge) -> Supposed | None:
    """The Bridge Action that an HQ would take at a bridge; None where it can take none."""
    from adjudicator.june_six import r20_bridges

    inquiry = Inquiry(position)
    how, lender = _engineers(inquiry, hq, edge, refuses=False)
    act = r20_bridges.Demolish if r20_bridges.passable(inquiry, edge) else r20_bridges.BuildBridge
    return Supposed(position, act(hq.uid, edge.id, lender)) if how else None


def _hqs(asking: Asking, edge: Edge) -> list[Piece]:
    """HQs within four hexes of a bridge."""
    found = (p for p in asking.position.pieces.values() if terms.is_hq(p.printed))
    near = (p for p in found if terms.on_map(asking.position, p))
    ends = (edge.a, edge.b)
    return sorted(
        (p for p in near if min(terms.distance(p.space, e) for e in ends) <= 4), key=lambda p: p.uid
    )


def _engineers(inquiry: Inquiry, hq: Piece, edge: Edge, *, refuses: bool) -> tuple[str, str]:
    """What an HQ can do at a bridge (``automatic``, ``roll``, ``build`` or nothing), with whose engineers."""
    from adjudicator.june_six import r20_bridges

    stands = r20_bridges.passable(inquiry, edge)
    lender, faults = _hands(inquiry, hq, edge)
    for section, text in faults:
        if refuses:
            inquiry.refuse(section, text, units=(hq.uid,), spaces=(edge.a, edge.b))
        else:
            inquiry.steps.append(closed(section, hq.printed.title, text))
    if faults:
        return "", ""
    how = r20_bridges.demolition(inquiry, edge, hq.side) if stands else "build"
    chance = " on a roll of four or less" if how == "roll" else ""
    inquiry.note(
        "20.44" if stands else "20.51", f"{hq.printed.title} can do it{chance}, when it is activated"
    )
    if lender:
        inquiry.note(
            "20.14", f"with the engineers of {inquiry.pieces[lender].printed.title}, which it attaches"
        )
    return how, lender


@rule("6.13", "20.14", "20.15")
def _hands(inquiry: Inquiry, hq: Piece, edge: Edge) -> tuple[str, list[tuple[str, str]]]:
    """Whose engineers an HQ uses: its own, else those that a Corps HQ lends; or why neither can."""
    from adjudicator.june_six import r20_bridges
    from adjudicator.june_six.r20_crossings import lenders

    check = r20_bridges.demolition_faults if r20_bridges.passable(inquiry, edge) else r20_bridges.build_faults
    own = check(inquiry, hq, edge)
    if not own:
        return "", []
    tried = {corps.uid: check(inquiry, hq, edge, corps.uid) for corps in lenders(inquiry, hq)}
    able = next((uid for uid, faults in tried.items() if not faults), "")
    if able:
        return able, []
    return "", list(dict.fromkeys([*own, *(fault for faults in tried.values() for fault in faults)]))


QUESTIONS: tuple[type[Question], ...] = (
    Legal, Reach, Cost, Strategic, Zoc, Stack, Distance, Control, Crossing, Bridge,
)  # fmt: skip
