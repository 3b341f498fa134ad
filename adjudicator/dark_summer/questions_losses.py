"""The question about step losses: every legal way to take them, or whether one way is legal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator import showing
from adjudicator.dark_summer.questions_combat import units_named
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.wording import way_words

__all__ = ["QUESTIONS", "Losses"]

_Area = Annotated[str, Meta(description="the defending hex", extra={"word": True})]


@question("losses")
class Losses(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Legal ways to take step losses.

    Example: adjudicator losses tests/saves/summer.vsav 3305 --steps 2
    """

    area: _Area = ""
    steps: Annotated[int, Meta(description="steps to lose", extra={"word": False})]
    with_units: Annotated[tuple[str, ...], Meta(description="the units involved; by default all there")] = ()
    take: Annotated[tuple[str, ...], Meta(description="UNIT=STEPS, to check one way")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r11_losses import (
            STEP_LOSSES,
            StepLosses,
            TakeStepLosses,
            allocations,
            capacity,
        )
        from adjudicator.game import check

        position = asking.position
        if not self.area and not self.with_units:
            raise MalformedAction("losses of whom", "Name a hex, or units with --with")
        uids = units_named(position, self.with_units)
        there = position.units_in(find_space(position.board, self.area).id) if self.area else ()
        pieces = [position.pieces[u] for u in uids] or list(there)
        inquiry, most = Inquiry(position, strict=asking.strict), capacity(pieces)
        if not inquiry.require("11.3.6", bool(pieces), "", "no unit is there that could lose a step"):
            return inquiry.ruling("losses", "Nobody loses a step.", None)
        if self.steps < 1:
            raise MalformedAction(f"--steps {self.steps}", "At least one step is lost")
        own = len({p.side for p in pieces}) == 1
        failed = "each side takes its own losses: name units of one side"
        if not inquiry.require("11.3.6", own, "", failed, units=[p.uid for p in pieces]):
            return inquiry.ruling("losses", "The two sides do not share losses.", None)
        steps = min(self.steps, most)
        inquiry.note(
            "11.3.6", f"the units involved can lose {many(most, 'step')}; an excess is disregarded", most
        )
        if self.take:
            draft = position.draft()
            units = tuple([p.uid for p in pieces])
            STEP_LOSSES.push(draft, StepLosses(units, self.steps), pieces[0].side)
            losses = tuple(_loss(position, text) for text in self.take)
            return check(draft.finish(), TakeStepLosses(losses), strict=asking.strict)
        found = list(allocations(position, pieces, steps))
        ways = [[{"unit": uid, "steps": n} for uid, n in way] for way in found]
        inquiry.note(
            "11.3.6", "nothing dies while a unit involved is at full strength; alike units count once"
        )
        for way in found:
            told = way_words(position, [(uid, str(n)) for uid, n in way])
            inquiry.steps.append(showing.way("11.3.6", told))
        verdict = f"{many(len(ways), 'different way')} to lose {many(steps, 'step')}."
        return inquiry.ruling("losses", verdict, {"capacity": most, "ways": ways})


def _loss(position: Position, text: str) -> tuple[str, int]:
    name, _, steps = text.partition("=")
    if steps not in {"1", "2"}:
        raise MalformedAction(f"--take {text!r}", "Write UNIT=1 or UNIT=2")
    return find_unit(position, name).uid, int(steps)


QUESTIONS: tuple[type[Question], ...] = (Losses,)
