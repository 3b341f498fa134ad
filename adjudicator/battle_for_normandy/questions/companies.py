"""Questions about companies: breaking down, combining, absorbing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import r15_breakdown, r15_combining, r15_companies, terms
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_unit
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Fault, Ruling
from adjudicator.supposing import Supposed

__all__ = ["BreakdownOf", "CombineInto"]

_Unit = Annotated[str, Meta(description="the battalion", extra={"word": True})]


@question("breakdown")
class BreakdownOf(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a battalion may break down, into which companies, and how many are left of them.

    Example: adjudicator breakdown tests/saves/epsom.vsav 1/16/1 --number 1
    """

    unit: _Unit
    number: Annotated[int, Meta(description="3, or 1 for one company and a step less")] = 3

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        title = piece.printed.title
        kinds = r15_companies.classes(inquiry, piece.printed)
        inquiry.note("15.1", f"classes of company for {title}: {', '.join(kinds) or 'none'}")
        left = r15_companies.matching(inquiry, piece.uid)
        inquiry.note("15.1", f"companies for it in the pool: {len(left)}", len(left))
        inquiry.note("3.4", f"{title} has {many(terms.steps_left(piece), 'step')}", terms.steps_left(piece))
        for section, text in r15_breakdown.faults(inquiry, piece.uid, self.number):
            inquiry.refuse(section, text, units=[piece.uid])
        legal = not inquiry.violations
        if legal:
            kind = "three companies" if self.number == r15_breakdown.THREE else "one company, for a step"
            inquiry.note("15.2", f"in a friendly Movement Phase, before it moves, it gives {kind}")
            for section, text in r15_companies.optional_notes(inquiry, piece.printed):
                inquiry.note(section, text)
        verdict = f"{title} {'may' if legal else 'may not'} break down so."
        return inquiry.ruling(f"breakdown {piece.uid}", verdict, {"legal": legal, "companies": len(left)})

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The breakdown."""
        unit = find_unit(asking.position, self.unit).uid
        yield Supposed(asking.position, r15_breakdown.BreakDown(unit, self.number))


@question("combine")
class CombineInto(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether companies may rebuild a battalion, or a reduced battalion may absorb one.

    Example: adjudicator combine tests/saves/epsom.vsav 10hli --companies 'CW Inf Co 1' 'CW Inf Co 2'
    """

    unit: _Unit
    companies: Annotated[tuple[str, ...], Meta(description="one to absorb, two or three to combine")]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(position, self.unit)
        companies = [find_unit(position, word).uid for word in self.companies]
        if len(companies) == 1 and terms.on_map(position, piece):
            faults = r15_combining.absorb_faults(inquiry, piece.uid, companies[0])
            end = terms.FULL
        else:
            faults = (
                r15_combining.combine_faults(inquiry, companies, piece.uid)
                if companies
                else [Fault("15.4", "two or three companies combine")]
            )
            end = terms.FULL if len(companies) == r15_combining.THREE else terms.REDUCED
        for section, text in faults:
            inquiry.refuse(section, text, units=companies)
        legal = not inquiry.violations
        if legal:
            r15_combining.note_rebuilding(inquiry, companies, piece)
        done = f"{'may' if legal else 'may not'} be brought to its {end} side"
        answer = {"legal": legal, "status": end}
        return inquiry.ruling(
            f"combine {piece.uid}", f"{piece.printed.title} {done} by these companies.", answer
        )

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That the battalion absorbs the company, or that the companies become it."""
        position = asking.position
        piece = find_unit(position, self.unit)
        companies = tuple(find_unit(position, word).uid for word in self.companies)
        if len(companies) == 1 and terms.on_map(position, piece):
            yield Supposed(position, r15_combining.Absorb(piece.uid, companies[0]))
        elif companies:
            yield Supposed(position, r15_combining.Combine(companies, piece.uid))
