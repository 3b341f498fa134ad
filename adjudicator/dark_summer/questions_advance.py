"""The question about advance after Combat: who may follow into the hex that was emptied, and beyond."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.dark_summer import terms
from adjudicator.dark_summer.questions_combat import units_named
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Violation
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Advance"]

_Area = Annotated[str, Meta(description="the defending hex", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="attacking units")]
_Wave = Annotated[str, Meta(description="first-wave or second-wave, where that Round is meant")]


@question("advance")
class Advance(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which attackers may advance into an emptied hex.

    Example: adjudicator advance tests/saves/summer.vsav 3305 --with 116/29 115/29
    """

    area: _Area
    with_units: _With
    second: Annotated[str, Meta(description="in the Wave Rounds: one more hex")] = ""
    wave: _Wave = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r06_zones_of_control import projectors
        from adjudicator.dark_summer.r11_advance import advance_faults, second_faults
        from adjudicator.dark_summer.r11_strength import wave_of

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        target, able = find_space(position.board, self.area).id, []
        onward = find_space(position.board, self.second).id if self.second else ""
        wave = wave_of(inquiry, self.wave) if onward else ""
        for uid in units_named(position, self.with_units):
            faults = advance_faults(inquiry, uid, target) + _apart(position, uid, target, onward)
            faults += second_faults(inquiry, uid, target, onward, wave) if onward else ()
            inquiry.violations += faults
            able += [] if faults else [uid]
            if not faults:
                title = position.pieces[uid].printed.title
                inquiry.note("11.3.8", f"{title} may advance into {position.board.name(onward or target)}")
        if able and not onward and projectors(position, target, position.pieces[able[0]].side):
            inquiry.note("6.4", f"an advance ignores the enemy ZOC in {position.board.name(target)}")
        if able and onward:
            inquiry.note("11.4", f"the Wave Rounds allow a second hex, {position.board.name(onward)}")
        names = terms.titles(position.pieces[u] for u in able) or "nobody"
        return inquiry.ruling("advance", f"May advance: {names}.", able)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The advance, where one may be made now; see `Question.supposes`."""
        from adjudicator.dark_summer.r11_advance import ADVANCE
        from adjudicator.dark_summer.r11_advance import Advance as AdvanceAction

        position = asking.position
        asked, target = ADVANCE.asked(position), find_space(position.board, self.area).id
        if asked is None or asked.combat.target != target:
            return
        units = tuple(units_named(position, self.with_units))
        onward = find_space(position.board, self.second).id if self.second else ""
        yield Supposed(position, AdvanceAction(units, tuple((u, onward) for u in units if onward)))


def _apart(position: Position, uid: str, target: str, onward: str) -> tuple[Violation, ...]:
    """The fault of a unit that cannot have attacked a hex, since it does not stand next to it.

    One that goes on into a second hex may stand in the first already.
    """
    piece, board = position.pieces[uid], position.board
    if board.edge(piece.space, target) is not None or target == terms.CHERBOURG:
        return ()
    if piece.space == target and onward:
        return ()
    where = "it stands in it" if piece.space == target else "it is not adjacent to it"
    text = f"{piece.printed.title} has not attacked {board.name(target)}: {where}"
    return (Violation("11.3.8", text, (uid,), (target,)),)


QUESTIONS: tuple[type[Question], ...] = (Advance,)
