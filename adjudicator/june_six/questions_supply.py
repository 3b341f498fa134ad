"""Questions about Lines of Communication, isolation, surrender, refit and victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.names import find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Fault, Ruling
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Isolation", "Refit", "Sources", "Supply", "Surrender", "Victory"]

_SIDES = (terms.GERMAN, terms.ALLIED)


@question("supply")
class Supply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit can trace a Line of Communication, by which hexes, or what cuts it.

    Example: adjudicator supply tests/saves/june.vsav 1049
    """

    unit: Annotated[
        str, Meta(description="a unit; german or allied for all without a LOC", extra={"word": True})
    ]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r05_loc import explain_loc, loc_path

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if self.unit in _SIDES:
            return _without(inquiry, self.unit)
        piece = find_unit(position, self.unit)
        traced = explain_loc(inquiry, piece.uid)
        path = list(loc_path(position, piece.uid)) if traced else []
        said = "can trace a LOC" if traced else "cannot trace a LOC"
        verdict = f"{piece.printed.title} {said}."
        return inquiry.ruling(f"supply {piece.uid}", verdict, {"loc": traced, "path": path})


def _without(inquiry: Inquiry, side: str) -> Ruling:
    from adjudicator.june_six.r05_loc import without_loc

    found = [uid for uid in without_loc(inquiry) if inquiry.pieces[uid].printed.side == side]
    for uid in found:
        piece = inquiry.pieces[uid]
        where = inquiry.board.name(piece.space)
        inquiry.note("5.34", f"{piece.printed.title} in {where} cannot trace a LOC")
    names = terms.titles(inquiry.pieces[uid] for uid in found) or "none"
    return inquiry.ruling(f"supply {side}", f"Without a LOC: {names}.", found)


@question("sources")
class Sources(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Supply Sources the units of a nationality have.

    Example: adjudicator sources tests/saves/june.vsav commonwealth
    """

    group: Annotated[
        str, Meta(description="german, cherbourg (its garrison), us, commonwealth", extra={"word": True})
    ]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r05_loc import why_barred
        from adjudicator.june_six.r05_sources import GROUPS, explain_sources, side_of, sources

        if self.group not in GROUPS:
            raise MalformedAction(f"there is no group {self.group!r}", f"One of {', '.join(GROUPS)}")
        inquiry = Inquiry(asking.position, strict=asking.strict)
        explain_sources(inquiry, self.group)
        free = []
        for space in sources(asking.position, self.group):
            why = why_barred(asking.position, space, side_of(self.group))
            free += [] if why else [space]
            if why:
                inquiry.note("5.32", f"no line enters it: {why}")
        names = ", ".join(map(asking.position.board.name, free)) or "none"
        return inquiry.ruling(
            f"sources {self.group}", f"Supply Sources that a line can enter: {names}.", free
        )


@question("isolation")
class Isolation(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit is Isolated in the End Phase, and what that does to it; or all units of a side.

    Example: adjudicator isolation tests/saves/june.vsav 1049
    """

    unit: Annotated[str, Meta(description="a unit; german or allied for all of them", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r22_isolation import explain_isolation, explain_toll

        inquiry = Inquiry(asking.position, strict=asking.strict)
        if self.unit in _SIDES:
            toll = explain_toll(inquiry, self.unit)
            names = terms.titles(inquiry.pieces[uid] for uid in toll) or "none"
            return inquiry.ruling(f"isolation {self.unit}", f"Isolated: {names}.", toll)
        piece = find_unit(asking.position, self.unit)
        isolated = explain_isolation(inquiry, piece.uid)
        said = "is Isolated" if isolated else "is not Isolated"
        return inquiry.ruling(f"isolation {piece.uid}", f"{piece.printed.title} {said}.", isolated)


@question("surrender")
class Surrender(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit makes a Surrender Check in the End Phase, and its chance to surrender.

    Example: adjudicator surrender tests/saves/june.vsav 1049 --roll 8
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    roll: Annotated[Annotated[int, Meta(ge=0, le=9)] | None, Meta(description="the die, 0 to 9")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r22_isolation import explain_surrender

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        needed, title = explain_surrender(inquiry, piece.uid), piece.printed.title
        if needed is None:
            none = {"checks": False, "needed": None, "chance": "0/10"}
            return inquiry.ruling(f"surrender {piece.uid}", f"{title} makes no Surrender Check.", none)
        ways = 1 if inquiry.option("surrender-roll") == "B" else 10 - needed
        answer: dict[str, object] = {"checks": True, "needed": needed, "chance": f"{ways}/10"}
        verdict = f"{title} surrenders with a chance of {ways}/10."
        if self.roll is not None:
            exact = inquiry.option("surrender-roll") == "B"
            gives_up = self.roll == needed if exact else self.roll >= needed
            verdict = f"{title} {'surrenders' if gives_up else 'does not surrender'} on {self.roll}."
            answer["surrenders"] = gives_up
        return inquiry.ruling(f"surrender {piece.uid}", verdict, answer)


@question("refit")
class Refit(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Refits a unit may make in its activation, and everything against the others.

    Example: adjudicator refit tests/saves/june.vsav 1049
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]
    kind: Annotated[str, Meta(description="disordered or reduced; both when left out")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r05_loc import explain_loc
        from adjudicator.june_six.r21_refit import KINDS, note_quota, refit_faults

        if self.kind and self.kind not in KINDS:
            raise MalformedAction(f"there is no Refit {self.kind!r}", f"One of {', '.join(KINDS)}")
        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        open_ = []
        if self.kind != "disordered":
            note_quota(inquiry, terms.nation_of(piece.printed))
        for kind in (self.kind,) if self.kind else KINDS:
            faults = refit_faults(inquiry, piece.uid, kind)
            if kind == "reduced" and not explain_loc(inquiry, piece.uid):
                inquiry.note("5.35", "a unit that undergoes Reduced Refit traces a LOC itself")
                faults.append(Fault("21.35", "it cannot trace a LOC"))
            for section, text in faults:
                inquiry.note(section, f"no {kind.title()} Refit: {text}")
            if not faults:
                section = "21.21" if kind == "disordered" else "21.31"
                inquiry.note(section, f"{kind.title()} Refit is open to it")
                open_.append(kind)
        said = " and ".join(k.title() for k in open_) if open_ else "no"
        return inquiry.ruling(f"refit {piece.uid}", f"{piece.printed.title}: {said} Refit.", open_)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """Each Refit that is open to it; see `Question.supposes`."""
        from adjudicator.june_six import r21_refit

        uid = find_unit(asking.position, self.unit).uid
        open_: list[str] = self.answer(asking).answer
        return [Supposed(asking.position, r21_refit.Refit(uid, kind)) for kind in open_]


@question("victory")
class Victory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the game stands: Victory Points by place, and what they would amount to at the end.

    Example: adjudicator victory tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r01_victory import counting, explain_victory, holds, level, points

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        won, total = explain_victory(inquiry), points(position)
        if position.text("phase") == "over":
            won = position.text("winner")
        said = (
            level(position, total, position.text("scenario")).values["title"] if won else "the players decide"
        )
        held = {id_: p.number("points") for id_, p in counting(position).items() if holds(position, p)}
        over = position.text("phase") == "over"
        answer = {"points": total, "winner": won, "over": over, "held": held}
        return inquiry.ruling("victory", f"Allied Victory Points: {total} ({said}).", answer)


QUESTIONS: tuple[type[Question], ...] = (Supply, Sources, Isolation, Surrender, Refit, Victory)
