"""Who may attack: a hex, or any hex with the units of a formation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Fault, Ruling
from adjudicator.showing import closed
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Attackers"]

_Hex = Annotated[
    str, Meta(description="the defender hex; without, all that may be attacked", extra={"word": True})
]
_Kind = Annotated[str, Meta(description="attack, breakthrough, rout or gca")]


@question("attackers")
class Attackers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units may attack a hex, and what keeps the others from it.

    Without a hex: every hex that a formation may attack, and with which units.

    Example: adjudicator attackers tests/saves/june.vsav E1830 --with 69/50

    Example: adjudicator attackers tests/saves/june.vsav --formation us-1
    """

    area: _Hex = ""
    with_units: Annotated[tuple[str, ...], Meta(description="units: why, or why not")] = ()
    side: Annotated[str, Meta(description="the attacker, where the hex is empty")] = ""
    kind: _Kind = "attack"
    formation: Annotated[str, Meta(description="whose attacks, without a hex; by default who acts")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if not self.area:
            return self._all(asking)
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        target, able = find_space(position.board, self.area).id, list[str]()
        named = list(dict.fromkeys(find_unit(position, word).uid for word in self.with_units))
        for uid in named or self._near(position, target):
            faults = self._faults(inquiry, uid, target)
            for section, text in faults:
                if named:
                    inquiry.refuse(section, text, units=[uid], spaces=[target])
                else:
                    inquiry.note(section, text)
            able += [] if faults else [uid]
        act = able if named or self.kind != "attack" else _who_acts(inquiry, able)
        for uid in act:
            _note_able(inquiry, position.pieces[uid], target)
        if act:
            inquiry.note(
                "12.31", f"nothing in the terrain keeps them from entering {position.board.name(target)}"
            )
            inquiry.note("12.23", "nobody must attack; who does attacks every unit in the hex")
        names = terms.titles(position.pieces[u] for u in act) or "nobody"
        return inquiry.ruling(f"attackers {target}", f"May attack: {names}.", list(act))

    def _all(self, asking: Asking) -> Ruling:
        """Every hex that some units may attack, with those that may, and why the others may not."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        answer = self._open(inquiry, self._units(position))
        for target, uids in answer.items():
            names = terms.titles(position.pieces[u] for u in uids)
            inquiry.note("12.21", f"{position.board.name(target)} may be attacked by {names}")
        if not answer and not inquiry.steps:
            inquiry.note("12.21", "no enemy unit is next to any of them")
        told = ", ".join(f"{position.board.name(t)} ({len(uids)})" for t, uids in answer.items())
        verdict = f"Hexes that may be attacked, with units: {told}." if answer else "No hex may be attacked."
        return inquiry.ruling("attackers", verdict, answer)

    def _units(self, position: Position) -> list[Piece]:
        """The units named, those of the formation named, or those that act."""
        from adjudicator.june_six.r07_rulings import find_group

        if self.with_units:
            return [find_unit(position, word) for word in self.with_units]
        slug = find_group(position, self.formation) if self.formation else ""
        active = [u for u in position.subjects("active") if position.raw("active", u) is True]
        if not slug and not active:
            raise MalformedAction("no activation is under way", "Name a hex, or a --formation")
        pieces = [p for _, p in sorted(position.pieces.items()) if terms.on_map(position, p)]
        return [p for p in pieces if (terms.formation_of(position, p) == slug if slug else p.uid in active)]

    def _open(self, inquiry: Inquiry, pieces: Sequence[Piece]) -> dict[str, list[str]]:
        """Hexes next to units, each with those that may attack it."""
        found: dict[str, list[str]] = {}
        for piece in pieces:
            for _, target in inquiry.board.neighbours(piece.space):
                if not terms.enemies(inquiry, target, piece.side):
                    continue
                faults = self._faults(inquiry, piece.uid, target)
                for section, text in faults:
                    inquiry.steps.append(closed(section, inquiry.board.name(target), text))
                if not faults:
                    found.setdefault(target, []).append(piece.uid)
        return dict(sorted(found.items()))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """An attack by each unit named, or by all that may; see `Question.supposes`."""
        from adjudicator.june_six.r12_attack import Attack

        position = asking.position
        if not self.area and self.kind == "attack":
            for target, uids in self._open(Inquiry(position), self._units(position)).items():
                yield from (Supposed(position, Attack((uid,), target)) for uid in uids)
        if not self.area:
            return
        target = find_space(position.board, self.area).id
        if self.kind != "attack":
            return
        if self.with_units:
            for word in self.with_units:
                yield Supposed(position, Attack((find_unit(position, word).uid,), target))
            return
        able = [u for u in self._near(position, target) if not self._faults(Inquiry(position), u, target)]
        for uid in _acting(position, able):
            yield Supposed(position, Attack((uid,), target))

    def _faults(self, inquiry: Inquiry, uid: str, target: str) -> list[Fault]:
        """What keeps one unit from attacking, whoever acts now."""
        from adjudicator.june_six.r12_eligibility import fight_faults
        from adjudicator.june_six.r12_fight import Fight, crosses

        piece = inquiry.pieces[uid]
        crossing = frozenset([uid] if crosses(inquiry, piece, target) else [])
        fight = Fight(self.kind, piece.side, target, (piece,), (), crossing)
        return [Fault(section, text) for _, section, text in fight_faults(inquiry, fight)]

    def _near(self, position: Position, target: str) -> list[str]:
        there = position.units_in(target)
        side = self.side or (terms.enemy_of(there[0].side) if there else position.text("side"))
        near = [other for _, other in position.board.neighbours(target)]
        return sorted(p.uid for space in near for p in terms.friends(position, space, side))


def _acting(position: Position, able: Sequence[str]) -> tuple[str, ...]:
    from adjudicator.june_six.r07_activation import acting

    return acting(position, able)


@rule("3.63", "7.3")
def _who_acts(inquiry: Inquiry, able: Sequence[str]) -> list[str]:
    """Those of the units next to a hex that act now, or that one activation brings; says who does not."""
    from adjudicator.june_six.r07_activation import acting

    found = list(acting(inquiry, able))
    under_way = inquiry.text("activation") != ""
    for uid in [u for u in able if u not in found]:
        title = inquiry.pieces[uid].printed.title
        why = "does not take part in this activation" if under_way else "acts in another activation"
        inquiry.note("7.3", f"{title} {why}")
    return found


@rule("12.21", "12.22", "12.31")
def _note_able(inquiry: Inquiry, piece: Piece, target: str) -> None:
    """Say how a unit may attack a hex."""
    from adjudicator.june_six.r07_activation import at_re
    from adjudicator.june_six.r08_cost import can_enter
    from adjudicator.june_six.r12_fight import crosses

    wet = crosses(inquiry, piece, target)
    how = ", by Assault River Crossing" if wet else ""
    section = "12.22" if at_re(inquiry) else "12.21"
    inquiry.note(section, f"{piece.printed.title} may attack{how}")
    _note_markers(inquiry, piece)
    if can_enter(inquiry, piece.printed, piece.space, target, off_road=True, over_river=wet):
        inquiry.note("12.31", f"{piece.printed.title} attacks along the road")


@rule("12.24")
def _note_markers(inquiry: Inquiry, piece: Piece) -> None:
    """Say that a marked unit attacks, but does not advance."""
    worn = [m.title() for m in ("isolated", "pinned", "disorder", "scattered") if inquiry.fact(m, piece.uid)]
    if worn:
        title = piece.printed.title
        inquiry.note("12.24", f"{title} bears {', '.join(worn)}: it attacks but does not advance")


QUESTIONS: tuple[type[Question], ...] = (Attackers,)
