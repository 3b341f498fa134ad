"""Questions about mandatory attacks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import terms
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.views import side_asked

__all__ = ["Mandatory"]


@question("mandatory")
class Mandatory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which hexes a side, or one unit, must attack, why not others, and what is still to do.

    Example: adjudicator mandatory tests/saves/epsom.vsav 1/16/1 --attacking C2020
    """

    unit: Annotated[
        str, Meta(description="a unit, german or allied; the side on turn without", extra={"word": True})
    ] = ""
    attacking: Annotated[
        str, Meta(description="a hex that the unit would attack: what must be attacked besides")
    ] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r12.mandatory_rulings import duty_ruling, mandatory_ruling

        position = asking.position
        if self.unit in {"", terms.GERMAN, terms.ALLIED}:
            side = self.unit or side_asked(position, asking.viewpoint)
            return mandatory_ruling(position, side, strict=asking.strict)
        uid = find_unit(position, self.unit).uid
        target = find_space(position.board, self.attacking).id if self.attacking else ""
        return duty_ruling(position, uid, target, strict=asking.strict)
