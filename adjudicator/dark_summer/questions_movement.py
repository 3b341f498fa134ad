"""Questions about places and movement: where a unit can go, ZOCs, stacks, zones, distances, control."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.dark_summer import announcing, terms
from adjudicator.dark_summer import r06_zones_of_control as zones
from adjudicator.errors import AmbiguousAction, MalformedAction
from adjudicator.holding import held_ruling, zoc_ruling
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.sides import SIDES
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Control", "Distance", "Legal", "Moving", "Stack", "Withdrawal", "Zoc", "Zone"]

_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_Hex = Annotated[str, Meta(description="the hex", extra={"word": True})]
_PURPOSES = ("movement", *sorted(zones.NEGATED_FOR))
_MOMENTS = "now, passing, placement, end-of-movement, retreat, advance"


def space_or_unit(position: Position, word: str) -> str:
    """Id of the space that a word names; empty where it names a unit.

    Raises
    ------
    MalformedAction
        It names neither, or several units.
    """
    if word in position.board.spaces:
        return word
    try:
        find_unit(position, word)
    except AmbiguousAction:
        raise
    except MalformedAction as fault:
        try:
            return find_space(position.board, word).id
        except MalformedAction:
            raise fault from None
    return ""


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every hex and box that a unit can reach with its cost, or why not one of them.

    Example: adjudicator legal tests/saves/summer.vsav lehr/901 --to 3305
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex or box: the way, or every reason against")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r10_rulings import reach_ruling

        position = asking.position
        to = find_space(position.board, self.to).id if self.to else ""
        return reach_ruling(position, find_unit(position, self.unit).uid, to=to, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The Movement to the space, or to the first that is reached; see `Question.supposes`."""
        position = asking.position
        to = find_space(position.board, self.to).id if self.to else ""
        return announcing.journey(position, find_unit(position, self.unit).uid, to)


@question("allowance")
class Moving(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement Points that a unit has now, and what takes some away.

    Example: adjudicator allowance tests/saves/summer.vsav 1058
    """

    unit: _Unit

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r10_rulings import allowance_ruling

        uid = find_unit(asking.position, self.unit).uid
        return allowance_ruling(asking.position, uid, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """A Movement that the allowance would be spent on; see `Question.supposes`."""
        return announcing.journey(asking.position, find_unit(asking.position, self.unit).uid)


@question("withdrawal")
class Withdrawal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit may make an Emergency Withdrawal, and where it may end.

    Example: adjudicator withdrawal tests/saves/summer.vsav 1058
    """

    unit: _Unit
    to: Annotated[str, Meta(description="one hex: why, or why not")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r10_withdrawal import withdrawal_ruling

        position = asking.position
        to = find_space(position.board, self.to).id if self.to else ""
        return withdrawal_ruling(position, find_unit(position, self.unit).uid, to=to, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The Emergency Withdrawal; see `Question.supposes`."""
        from adjudicator.dark_summer.r10_withdrawal import Withdraw

        if self.to:
            position = asking.position
            to = find_space(position.board, self.to).id
            yield Supposed(position, Withdraw(find_unit(position, self.unit).uid, to))


@question("zoc")
class Zoc(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a hex is in an enemy ZOC and for what; or which hexes a unit, or a side, has in its ZOC.

    Example: adjudicator zoc tests/saves/summer.vsav 2507 --for supply

    Example: adjudicator zoc tests/saves/summer.vsav german
    """

    subject: Annotated[str, Meta(description="a hex, a unit, or a side", extra={"word": True})]
    purpose: Annotated[str, Meta(description=", ".join(_PURPOSES))] = "movement"
    side: Annotated[str, Meta(description="side affected; by default the one that is there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if self.purpose not in _PURPOSES:
            raise MalformedAction(f"--for {self.purpose!r}", f"One of {', '.join(_PURPOSES)}")
        if (whose := self.subject.casefold()) in SIDES:
            return zoc_ruling(inquiry, "6.0", whose, zones.zoc_of(inquiry, whose))
        if not (here := space_or_unit(position, self.subject)):
            return _projected(inquiry, find_unit(position, self.subject).uid)
        side = self.side or next((p.side for p in position.units_in(here)), position.text("side"))
        found = zones.explain_zoc(inquiry, here, side, self.purpose)
        said = f"{position.board.name(here)} {'is' if found else 'is not'} in an enemy ZOC ({self.purpose})"
        verdict = f"For the {side.capitalize()} side {said}."
        return inquiry.ruling("zoc", verdict, found)


def _projected(inquiry: Inquiry, uid: str) -> Ruling:
    """Hexes into which a unit's ZOC extends."""
    piece, board = inquiry.pieces[uid], inquiry.board
    if not terms.has_zoc(piece.printed):
        inquiry.note("6.0", "battalions and Strongpoints project no ZOC")
        return inquiry.ruling("zoc", f"{piece.printed.title} projects no ZOC.", [])
    found = []
    for edge, other in board.neighbours(piece.space):
        if not terms.is_hex(board.spaces[other]):
            continue
        reaches, why = zones.extends(inquiry, edge, board.spaces[other], piece.side)
        found += [other] if reaches else []
        inquiry.note("6.0" if reaches else "6.1", f"{board.name(other)}: {why or 'the ZOC extends into it'}")
    names = ", ".join(map(board.name, found)) or "no hex"
    return inquiry.ruling("zoc", f"{piece.printed.title} projects its ZOC into {names}.", found)


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a stack is within the limit, when that matters, and who would remove units.

    Example: adjudicator stack dark-summer:campaign 3305 --adding 116/29
    """

    area: _Hex
    adding: Annotated[tuple[str, ...], Meta(description="units that would join it")] = ()
    moment: Annotated[str, Meta(description=_MOMENTS)] = "now"

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r05_stacking import MOMENTS, stack_ruling

        position = asking.position
        if self.moment not in MOMENTS:
            raise MalformedAction(f"--moment {self.moment!r}", f"One of {', '.join(MOMENTS)}")
        here = find_space(position.board, self.area).id
        adding = [find_unit(position, word).uid for word in self.adding]
        return stack_ruling(position, here, adding=adding, moment=self.moment, strict=asking.strict)


@question("distance")
class Distance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes between two hexes by the most direct route, terrain ignored; adjacency.

    Example: adjudicator distance dark-summer:campaign 3207 3303
    """

    area: _Hex
    to: Annotated[str, Meta(description="the other hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        board, inquiry = asking.position.board, Inquiry(asking.position, strict=asking.strict)
        one, other = find_space(board, self.area), find_space(board, self.to)
        if not (terms.is_hex(one) and terms.is_hex(other)):
            raise MalformedAction("only hexes have a distance", "Name two hexes of the map")
        found = terms.distance(one.id, other.id)
        inquiry.note("10.3.1", "hexes of the most direct route, whatever the terrain", found)
        edge = board.edge(one.id, other.id)
        if edge is not None:
            inquiry.note("2.4", f"they are adjacent across: {inquiry.boundary(edge, '10.2')}")
        return inquiry.ruling(
            "distance", f"{many(found, 'hex')}.", {"distance": found, "adjacent": edge is not None}
        )


@question("zone")
class Zone(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which Zone a hex lies, and whether a unit may enter it, end there and attack it.

    Example: adjudicator zone tests/saves/summer.vsav 3405 --unit 116/29
    """

    area: _Hex
    unit: Annotated[str, Meta(description="the unit")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r10_rulings import entry_verdict

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        space = find_space(position.board, self.area)
        if not terms.is_hex(space):
            raise MalformedAction(f"{space.name} is no hex, and lies in no Zone", "Name a hex of the map")
        here, zone = space.id, "US" if int(space.id[:2]) < 36 else "British"
        inquiry.note("15.0", f"the Boundary Line runs between 35xx and 36xx: {here} lies in the {zone} Zone")
        verdict, answer = f"{space.name} lies in the {zone} Zone", dict[str, str | bool](zone=zone)
        if self.unit:
            piece = find_unit(position, self.unit)
            answer |= _entered(inquiry, piece, here)
            entry = entry_verdict(
                position, piece, here, enters=bool(answer["enter"]), stays=bool(answer["end"])
            )
            verdict = f"{verdict}; {entry}"
        return inquiry.ruling("zone", f"{verdict}.", answer)


def _entered(inquiry: Inquiry, piece: Piece, here: str) -> dict[str, bool]:
    """Whether a unit may enter a hex and end there, and whether the hex may be attacked by it."""
    from adjudicator.dark_summer.r10_rulings import explain_hex
    from adjudicator.dark_summer.r10_steps import never_moves
    from adjudicator.dark_summer.r11_mandatory import spared
    from adjudicator.dark_summer.r15_boundary import zone_faults

    enters, stays = explain_hex(inquiry, piece, here)
    if terms.is_strongpoint(piece.printed):
        inquiry.violations.extend(v for v in never_moves(inquiry, piece) if v.rule == "11.5.1")
        enters = stays = False
    barred = zone_faults(inquiry, piece.printed, here, attack=True)
    if terms.enemies(inquiry, here, piece.side):
        barred = (*barred, *spared(inquiry, piece.side, here))
    inquiry.violations.extend(barred)
    return {"enter": enters, "end": stays, "attack": not barred}


@question("control")
class Control(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who controls a hex or the Cherbourg Box; without one, all of them.

    Example: adjudicator control tests/saves/summer.vsav 2726

    Example: adjudicator control tests/saves/summer.vsav
    """

    area: _Hex = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r03_victory import controller

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if not self.area:
            every = [s.id for s in position.board.spaces.values() if terms.is_land(s)]
            box = [terms.CHERBOURG] if terms.CHERBOURG in position.board.spaces else []
            return held_ruling(inquiry, "3.2.2", "hexes", [*every, *box], controller)
        here = find_space(position.board, self.area).id
        found = controller(inquiry, here)
        if here == terms.CHERBOURG:
            inquiry.note("11.7", "control of the Box passes through Cherbourg Combat only")
        else:
            inquiry.note("3.2.2", "the side whose unit is there or passed through last")
        return inquiry.ruling("control", f"{position.board.name(here)}: {found}.", found)


QUESTIONS: tuple[type[Question], ...] = (Legal, Moving, Withdrawal, Zoc, Stack, Distance, Zone, Control)
