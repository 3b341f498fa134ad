"""Questions about the map: ZOCs, stacks, control, numbers and distances of hexes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import terms
from adjudicator.errors import MalformedAction
from adjudicator.holding import held_ruling, zoc_ruling
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.sides import SIDES
from adjudicator.views import side_asked
from maps.battle_for_normandy.grid import numbers_of

__all__ = ["Control", "Distance", "Stack", "Zoc"]

_Hex = Annotated[str, Meta(description="the hex", extra={"word": True})]


@question("zoc")
class Zoc(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a hex is in an EZOC, and a friendly unit negates it; or which hexes a unit, or a side, covers.

    Example: adjudicator zoc tests/saves/epsom.vsav C3014 --side allied

    Example: adjudicator zoc tests/saves/epsom.vsav german
    """

    subject: Annotated[str, Meta(description="a hex, a unit, or a side", extra={"word": True})]
    side: Annotated[str, Meta(description="side affected; by default the one that is there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if (whose := self.subject.casefold()) in SIDES:
            return zoc_ruling(inquiry, "5.1", whose, zones.zoc_of(inquiry, whose))
        if whose not in position.board.spaces:
            return _projected(inquiry, find_unit(position, self.subject))
        here = find_space(position.board, self.subject).id
        there = next((p.side for p in position.units_in(here)), "")
        side = self.side or there or side_asked(position, asking.viewpoint)
        found = zones.explain_zoc(inquiry, here, side)
        counts = zones.covered(inquiry, here, side)
        if found:
            said = "it counts" if counts else "a friendly unit negates it"
            inquiry.note("5.4", f"for lines of supply and retreats {said}")
        word = "is" if found else "is not"
        verdict = f"For the {side.capitalize()} side {position.board.name(here)} {word} in an EZOC."
        return inquiry.ruling(f"zoc {here}", verdict, {"ezoc": found, "covered": counts})


def _projected(inquiry: Inquiry, piece: Piece) -> Ruling:
    """Hexes into which a unit's ZOC extends."""
    board, title = inquiry.board, piece.printed.title
    if not zones.projects(inquiry, piece):
        inquiry.note("5.1", "it is no ground unit, or stands in no land hex")
        return inquiry.ruling(f"zoc {piece.uid}", f"{title} exerts no ZOC.", [])
    found = []
    inquiry.note("5.1", f"{title} exerts a ZOC into the hexes around {board.name(piece.space)}")
    for edge, other in board.neighbours(piece.space):
        why = zones.extends(board, edge, other)
        found += [] if why else [other]
        inquiry.note("5.3", f"{board.name(other)}: {why or 'the ZOC extends into it'}")
    names = ", ".join(map(board.name, found)) or "no hex"
    return inquiry.ruling(f"zoc {piece.uid}", f"{title} exerts its ZOC into {names}.", found)


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a stack is within the limits, with units that would join it, and the fewest eliminations.

    Example: adjudicator stack tests/saves/epsom.vsav C3014 --adding 1/16/1
    """

    area: _Hex
    adding: Annotated[tuple[str, ...], Meta(description="units that would join it")] = ()
    side: Annotated[str, Meta(description="whose stack; by default the one that is there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r06_rulings import stack_ruling

        position = asking.position
        here = find_space(position.board, self.area).id
        adding = [find_unit(position, word).uid for word in self.adding]
        return stack_ruling(position, here, self.side, adding=adding, strict=asking.strict)


@question("control")
class Control(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who controls a hex, and why; without one, all hexes.

    Example: adjudicator control tests/saves/epsom.vsav C3014

    Example: adjudicator control tests/saves/epsom.vsav
    """

    area: _Hex = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r03_control import control_ruling, controller

        board = asking.position.board
        if not self.area:
            inquiry = Inquiry(asking.position, strict=asking.strict)
            hexes = [space for space in board.spaces if terms.is_land(board, space)]
            return held_ruling(inquiry, "3.3", "hexes", hexes, controller)
        space = find_space(board, self.area)
        if not terms.is_hex(space):
            raise MalformedAction(f"{space.name} is no hex: nobody controls it", "Name a hex of the map")
        return control_ruling(asking.position, space.id, strict=asking.strict)


@question("distance")
class Distance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes between two hexes by the shortest way, their other numbers, and what lies between neighbours.

    Example: adjudicator distance battle-for-normandy:campaign C3014 B1305
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
        inquiry.note("2.2", f"the hexes around {one.name}: {beside}", len(around))
        for space in (one, other):
            more = [n.upper() for n in numbers_of(space.id)[1:]]
            if more:
                inquiry.note("2.21", f"{space.name} is {', '.join(more)} on another map")
        inquiry.note("12.5.3", "hexes, the first not counted and the last counted", found)
        edge = board.edge(one.id, other.id)
        if edge is not None:
            inquiry.note("10.6", f"they are adjacent across: {inquiry.boundary(edge, '10.6')}")
        answer = {"distance": found, "adjacent": edge is not None, "around": sorted(around)}
        return inquiry.ruling("distance", f"{found} {'hex' if found == 1 else 'hexes'}.", answer)
