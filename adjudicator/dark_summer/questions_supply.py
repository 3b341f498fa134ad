"""Questions about supply, attrition, Cherbourg, victory and set-up."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.dark_summer import terms
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling

__all__ = ["QUESTIONS", "Attrition", "Isolation", "SetUp", "Sources", "Supply", "Victory"]

_GROUPS = (*terms.GROUPS, terms.ALLIED)


@question("supply")
class Supply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit is In Supply, by which line, or where the line is cut and who would have to leave.

    Example: adjudicator supply tests/saves/summer.vsav 915
    """

    unit: Annotated[
        str, Meta(description="a unit; german or allied for all that are Out of Supply", extra={"word": True})
    ]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r13_supply import explain_supply, out_of_supply, supply_path

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if self.unit in {terms.GERMAN, terms.ALLIED}:
            found = out_of_supply(position, self.unit)
            for uid in found:
                piece = position.pieces[uid]
                inquiry.note(
                    "13.0", f"{piece.printed.title} in {position.board.name(piece.space)} is Out of Supply"
                )
            if not found:
                inquiry.note("13.0", f"every {self.unit.capitalize()} unit on the map is In Supply")
            names = terms.titles(position.pieces[u] for u in found) or "none"
            return inquiry.ruling(f"supply {self.unit}", f"Out of Supply: {names}.", list(found))
        piece = find_unit(position, self.unit)
        supplied = explain_supply(inquiry, piece.uid)
        path = list(supply_path(position, piece.uid)) if supplied else []
        said = "In Supply" if supplied else "Out of Supply"
        answer = {"supplied": supplied, "path": path}
        return inquiry.ruling(f"supply {piece.uid}", f"{piece.printed.title} is {said}.", answer)


@question("sources")
class Sources(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Supply Sources a group has, and what has closed the others.

    Example: adjudicator sources tests/saves/summer.vsav german
    """

    group: Annotated[str, Meta(description=", ".join(_GROUPS), extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r13_sources import explain_sources

        if self.group not in _GROUPS:
            raise MalformedAction(f"there is no group {self.group!r}", f"One of {', '.join(_GROUPS)}")
        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = explain_sources(inquiry, self.group)
        names = ", ".join(map(asking.position.board.name, found)) or "none"
        return inquiry.ruling("sources", f"Supply Sources: {names}.", list(found))


@question("attrition")
class Attrition(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units lose a step in the Attrition Phase.

    Example: adjudicator attrition tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r14_attrition import explain_attrition

        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = explain_attrition(inquiry)
        names = terms.titles(asking.position.pieces[u] for u in found) or "nobody"
        return inquiry.ruling("attrition", f"Lose a step: {names}.", list(found))


@question("isolation")
class Isolation(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether Cherbourg is Isolated, who is relocated, and who may leave it.

    Example: adjudicator isolation tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r13_cherbourg import explain_isolation, explain_relocation

        inquiry = Inquiry(asking.position, strict=asking.strict)
        isolated = explain_isolation(inquiry)
        moved = explain_relocation(inquiry) if isolated else ()
        said = "is Isolated" if isolated else "is not Isolated"
        verdict = f"Cherbourg {said}."
        if moved:
            verdict += f" Relocated: {terms.titles(asking.position.pieces[u] for u in moved)}."
        return inquiry.ruling("isolation", verdict, {"isolated": isolated, "relocated": list(moved)})


@question("victory")
class Victory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has won, by which sudden death, or what the Victory Check of the turn would score.

    Example: adjudicator victory tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r03_points import awards
        from adjudicator.dark_summer.r03_victory import explain_victory

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        found = explain_victory(inquiry)
        silent = Inquiry(position, strict=asking.strict)
        scored = [{"side": a.side, "half_vp": a.half, "what": a.text} for a in awards(silent)]
        totals = {side: position.number("half-vp", side) / 2 for side in (terms.GERMAN, terms.ALLIED)}
        answer = {"winner": found[0] if found else "", "vp": totals, "this_turn": scored}
        verdict = f"The {found[0].capitalize()} side has won: {found[1]}." if found else "Nobody has won yet."
        return inquiry.ruling("victory", verdict, answer)


@question("set-up")
class SetUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit is set up as the game begins, and on which side.

    Example: adjudicator set-up dark-summer:campaign 914
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    to: Annotated[str, Meta(description="one space: whether it is set up there")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r03_set_up import explain_set_up, starts_reduced

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        unit = find_unit(position, self.unit).printed
        to = find_space(position.board, self.to).id if self.to else ""
        found = explain_set_up(inquiry, unit, to)
        answer = {"spaces": list(found), "status": terms.REDUCED if starts_reduced(unit) else terms.FULL}
        where = ", ".join(map(position.board.name, found))
        return inquiry.ruling("set-up", f"{unit.title} is set up in {where}.", answer)


QUESTIONS: tuple[type[Question], ...] = (Supply, Sources, Attrition, Isolation, Victory, SetUp)
