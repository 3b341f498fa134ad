"""Questions about the turn: release, reinforcements, end phase, Victory Points, markers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    cards,
    hypothesis,
    r04_bombardment,
    r05_end,
    r06_draw,
    r12_reinforcements,
    r13_control,
    r14_release,
    r14_release_roll,
    r15_chains,
    r15_victory,
    terms,
)
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Arrivals", "End", "Markers", "Reinforcements", "Release", "Tally", "Victory"]

_SIDES = (terms.ALLIED, terms.GERMAN)
_UNMARKED = frozenset({"set-up", "airborne"})  # markers of Areas under airborne units are placed after them


# --- release ----------------------------------------------------------------------------------------------


@question("release")
class Release(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Are 711/731 and 711/744 released, may a roll be made now, and with what chance or result.

    Example: adjudicator release tests/saves/storm.vsav --roll 2
    """

    roll: Annotated[int | None, Meta(description="the die")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        found = r14_release_roll.release_ruling(position, strict=asking.strict)
        if self.roll is None:
            return found
        if self.roll not in range(1, 7):
            raise MalformedAction(f"--roll {self.roll}", "One die shows 1 to 6")
        if found.answer["released"]:
            return found
        turn = position.number("turn")
        freed = self.roll < turn
        does = "releases them" if freed else "does not release them"
        answer = {**found.answer, "released": freed and found.answer["may_roll"]}
        verdict = f"In turn {turn} a roll of {self.roll} {does}."
        return hypothesis.joined(Ruling("release", verdict, answer), found)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The roll; see `Question.supposes`."""
        if self.roll is not None:
            yield Supposed(asking.position, r14_release_roll.ReleaseRoll())


# --- reinforcements and the end phase ---------------------------------------------------------------------


@question("reinforcements")
class Reinforcements(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units arrive at the end of a turn, where each is placed, and what finds no room.

    Example: adjudicator reinforcements tests/saves/storm.vsav german --turn 3
    """

    side: Annotated[str, Meta(description="german or allied; both by default", extra={"word": True})] = ""
    turn: Annotated[int | None, Meta(description="the turn; the one in play by default")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, side = asking.position, hypothesis.one_side(self.side)
        if self.turn is not None and self.turn not in range(1, r15_victory.LAST_TURN + 1):
            raise MalformedAction(f"--turn {self.turn}", f"The game has {r15_victory.LAST_TURN} turns")
        inquiry = Inquiry(position, strict=asking.strict)
        number = self.turn or inquiry.number("turn")
        answer: dict[str, list[str]] = {}
        for who in [side] if side else _SIDES:
            coming = r12_reinforcements.explain(inquiry, who, number)
            answer |= {p.uid: list(r12_reinforcements.places(p)) for p in coming}
        arrive = many(len(answer), "unit arrives", "units arrive") if answer else "no units arrive"
        verdict = f"At the end of turn {number} {arrive}."
        return inquiry.ruling(f"reinforcements {side}".strip(), verdict, answer)


@question("arrivals")
class Arrivals(Reinforcements, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same as reinforcements, by the name that it has in the other area game.

    Example: adjudicator arrivals tests/saves/storm.vsav allied
    """


@question("end")
class End(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end phase in order: discards, fresh units, Victory Points, reinforcements, the turn marker.

    Example: adjudicator end tests/saves/storm.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r05_end.end_ruling(asking.position, strict=asking.strict)


# --- Victory Points ---------------------------------------------------------------------------------------


@question("victory")
class Victory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has won, or would win now: beaches held, Victory Points, and what this turn would change.

    Example: adjudicator victory tests/saves/storm.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        ruling = r15_victory.victory_ruling(asking.position, strict=asking.strict)
        held = list(r06_draw.beaches_held(asking.position))
        return hypothesis.joined(
            Ruling(ruling.question, ruling.verdict, {**ruling.answer, "beaches": held}), ruling
        )


@question("tally")
class Tally(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Victory Points of this turn, line by line, and the running total.

    Example: adjudicator tally tests/saves/storm.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        before, change = inquiry.number("vp"), r15_victory.explain_rest(inquiry)
        areas: dict[str, int] = {}
        for side, sign in ((terms.ALLIED, 1), (terms.GERMAN, -1)):
            found = r15_chains.chains(inquiry, side)
            for space in terms.areas(inquiry):
                worth = int(space["vp"] or 0)
                if worth and space.id in found:
                    areas[space.id] = sign * worth
        boxes = {z: len(terms.friends(inquiry, z, terms.ALLIED)) for z in _zones(inquiry)}
        lost = {group: inquiry.number("lost", group) for group in ("non-airborne", "airborne")}
        inquiry.note("15.0", "Allied Victory Points so far", before)
        inquiry.note("5.1", "Allied Victory Points then", before + change)
        counted = {k: n for k, n in boxes.items() if n}
        answer = {"change": change, "before": before, "total": before + change, "areas": areas}
        verdict = (
            f"The turn changes the Allied Victory Points by {change:+}, from {before} to {before + change}."
        )
        if r15_victory.is_counted(inquiry):
            verdict = f"The Allied Victory Points of this turn have been counted: {before}."
        return inquiry.ruling("tally", verdict, {**answer, "boxes": counted, "lost": lost})


def _zones(inquiry: Inquiry) -> list[str]:
    return [s.id for s in inquiry.board.spaces.values() if terms.is_zone(s)]


# --- markers ----------------------------------------------------------------------------------------------


@question("markers")
class Markers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Do the markers agree with what stands on the map: control, Support Points, release, Victory Points.

    Example: adjudicator markers storm-over-normandy:invasion
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        marked = _check_control(inquiry)
        _check_support(inquiry)
        _check_release(inquiry)
        points, turn = inquiry.number("vp"), inquiry.number("turn")
        face = "front" if points >= 0 else "back, the negative side"
        tens, units = divmod(abs(points), 10)
        inquiry.note("2.1.2", f"the Victory Point markers show {tens}0 and {units}, {face}", points)
        on_track = 1 <= turn <= r15_victory.LAST_TURN
        failed = f"turn {turn} is not on the Game Turn Track"
        inquiry.require("2.2.2", on_track, f"the turn marker is on turn {turn}", failed)
        faults = len(inquiry.violations)
        verdict = "The markers agree with the position."
        if faults:
            verdict = f"The markers do not agree with the position, for {faults} reason{'s' * (faults > 1)}."
        return inquiry.ruling("markers", verdict, {"control": marked, "faults": faults})


def _check_control(inquiry: Inquiry) -> list[str]:
    """Control markers against who stands where; the Areas that need one."""
    needed, name = list[str](), inquiry.board.name
    early = inquiry.text("phase") in _UNMARKED
    for space in terms.areas(inquiry):
        shown, holder = terms.controller(inquiry, space.id), r13_control.holder(inquiry, space.id)
        text = (
            f"{space.name} is marked {shown.capitalize()}, but only {holder.capitalize()} units stand there"
        )
        inquiry.require("13.0", early or shown == holder, "", text, spaces=[space.id])
        strong = bool(terms.strongpoints(inquiry, space.id)) and holder == terms.ALLIED
        text = f"{space.name} holds a strongpoint and cannot have become Allied controlled"
        inquiry.require("13.0", not strong, "", text, spaces=[space.id])
        if holder != str(space["start"] or terms.GERMAN):
            needed.append(space.id)
    told = ", ".join(map(name, needed)) or "none"
    inquiry.note("2.1.2", f"Areas that need a Control marker: {told}", len(needed))
    return needed


def _check_support(inquiry: Inquiry) -> None:
    """Support Points against the most that the turn can give."""
    left, first = inquiry.number("support"), inquiry.number("turn") == 1
    gifts = (
        card for card in cards.load_deck(inquiry).values() if "support" in {use.effect for use in card.uses}
    )
    more = sum(card.number("points") * card.count for card in gifts)
    most = (r04_bombardment.TOTAL if first else r06_draw.SUPPORT_EACH_TURN) + more
    passed, failed = f"{left} Support Points are left", f"{left} Support Points are left, of at most {most}"
    inquiry.require("9.3.3", 0 <= left <= most, passed, failed)
    placed: dict[str, Any] = {
        a: inquiry.number("support-placed", a) for a in inquiry.subjects("support-placed")
    }
    lying = [a for a, n in placed.items() if n] if inquiry.text("phase") != "bombardment" else []
    text = f"Support Points still lie in {', '.join(map(inquiry.board.name, lying))}: they are discarded"
    inquiry.require("9.3.1", not lying, "", text, spaces=lying)


def _check_release(inquiry: Inquiry) -> None:
    """The release marker against the two regiments."""
    marker = inquiry.text("release")
    held = r14_release.units_held(inquiry)
    faces = {"restricted": "roll for release", "rolled": "roll performed"}
    if marker in faces:
        inquiry.note("14.1", f"the release marker shows '{faces[marker]}'")
        text = "the release marker lies there, but neither 711/731 nor 711/744 is in play"
        inquiry.require("14.1", bool(held) or not _regiments(inquiry), "", text)
    else:
        inquiry.note("14.1", "711/731 and 711/744 are released: their marker is discarded")


def _regiments(inquiry: Inquiry) -> bool:
    """Whether the position has the two regiments at all."""
    return any(terms.is_restricted(p.printed) for p in inquiry.pieces.values())


QUESTIONS: tuple[type[Question], ...] = (Release, Reinforcements, Arrivals, End, Victory, Tally, Markers)
