"""Questions about bombardments, interdiction, reinforcements and Detachments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.names import find_space, find_unit
from adjudicator.position import Position, View
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Violation
from adjudicator.supposing import Supposed

__all__ = ["QUESTIONS", "Arrivals", "Bombardment", "Breakdown", "Entry", "Interdiction", "Markers", "Release"]

_KINDS = ("air", "naval", "tot", "nw")


def _formation(view: View, word: str) -> str:
    """Slug of a formation by its slug, its name or what its counters print."""
    from adjudicator.june_six.formations import load_formations
    from adjudicator.june_six.r07_rulings import find_group

    found = find_group(view, word)
    if found not in load_formations(view):
        raise MalformedAction(f"{word!r} is no formation", "Write a slug such as us-1 or ge-lehr")
    return found


@question("bombardment")
class Bombardment(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chances of a bombardment of a hex: TOT, Nebelwerfer, air or naval markers, each DRM by its rule.

    Example: adjudicator bombardment tests/saves/june.vsav e1830 air --markers 2
    """

    target: Annotated[str, Meta(description="the hex", extra={"word": True})]
    kind: Annotated[str, Meta(description=", ".join(_KINDS), extra={"word": True})] = "air"
    markers: Annotated[int, Meta(description="air or naval markers, 1 or 2", ge=1, le=2)] = 1
    by: Annotated[str, Meta(description="the US Corps HQ or Nebelwerfer unit that is to fire")] = ""
    roll: Annotated[Annotated[int, Meta(ge=0, le=9)] | None, Meta(description="the die, 0 to 9")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r16_bombardment as bombardment

        if self.kind not in _KINDS:
            raise MalformedAction(f"there is no bombardment {self.kind!r}", f"One of {', '.join(_KINDS)}")
        target = find_space(asking.position.board, self.target).id
        inquiry = Inquiry(self._at(asking, target), strict=asking.strict)
        kind = self.kind
        if self.by:
            kind = self._fires(asking, inquiry, target) or kind
        elif kind in {"air", "naval"}:
            bombardment.require_target(inquiry, kind, self.markers, target)
        else:
            bombardment.require_enemies(inquiry, kind, target)
        drm = bombardment.modifier(inquiry if not self.by else asking.position, kind, target, self.markers)
        told = f"bombardment {kind} {target}"
        if not self.by and not inquiry.steps:
            inquiry.note(bombardment.section_of(kind), "no modifier applies to the die roll", 0)
        if self.roll is not None:
            row = bombardment.row_of(inquiry, self.roll + drm)
            inquiry.note(bombardment.section_of(kind), "modified roll", self.roll + drm)
            return inquiry.ruling(told, f"{row.values['text']}.".capitalize(), {"drm": drm, "row": row.id})
        chances = {row: f"{ways}/10" for row, ways in bombardment.outcomes(inquiry, drm).items()}
        texts = (f"{ways}: {bombardment.text_of(inquiry, row)}" for row, ways in chances.items())
        return inquiry.ruling(told, f"{'; '.join(texts)}.", {"drm": drm, "chances": chances})

    def _at(self, asking: Asking, target: str) -> Position:
        """The position in which it is reckoned: in the activation of the unit that is to fire."""
        from adjudicator.june_six.r03_moment import at_moment
        from adjudicator.june_six.r16_bombardment import FireMission

        position = asking.position
        if not self.by:
            return position
        return at_moment(position, FireMission(find_unit(position, self.by).uid, target))

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The bombardment by markers, or by the unit named; see `Question.supposes`."""
        from adjudicator.june_six import r16_bombardment as bombardment

        position = asking.position
        target = find_space(position.board, self.target).id
        if self.by:
            yield Supposed(position, bombardment.FireMission(find_unit(position, self.by).uid, target))
        elif self.kind in {"air", "naval"}:
            yield Supposed(position, bombardment.Bombard(self.kind, self.markers, target))

    def _fires(self, asking: Asking, inquiry: Inquiry, target: str) -> str:
        """Rule on the unit that is to fire; its kind of bombardment."""
        from adjudicator.june_six import r16_bombardment as bombardment

        piece = find_unit(asking.position, self.by)
        bombardment.check_mission(inquiry, bombardment.FireMission(piece.uid, target))
        return bombardment.mission_of(asking.position, piece)


@question("markers")
class Markers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which air and naval markers are left, and what they may still be used for.

    Example: adjudicator markers tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r04_weather import received as received_in

        inquiry = Inquiry(asking.position, strict=asking.strict)
        weather = inquiry.text("weather")
        received = received_in(inquiry, weather)
        said = weather.replace("-", " ").title()
        inquiry.note("17.11", f"air markers of a {said} turn", received[0])
        inquiry.note("18.11", f"naval markers of a {said} turn", received[1])
        left = (inquiry.number("air"), inquiry.number("naval"))
        if inquiry.text("phase") == "bombardment":
            inquiry.note("17.21", "air missions now: bombardment, supply and reinforcement interdiction")
            inquiry.note("18.21", "naval missions now: bombardment, reinforcement interdiction")
        inquiry.note("17.12", "each air marker is used once a turn; left", left[0])
        inquiry.note("18.12", "each naval marker is used once a turn; left", left[1])
        inquiry.note("17.31", "air markers for one attack or defence, at most", 2)
        inquiry.note("18.31", "naval markers for one attack or defence, at most", 2)
        inquiry.note("17.32", "not both kinds in the same combat")
        answer = {"received": list(received), "air": left[0], "naval": left[1]}
        return inquiry.ruling("markers", f"Air markers: {left[0]}; naval markers: {left[1]}.", answer)


@question("interdiction")
class Interdiction(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What interdiction adds to Release rolls at each Entry hex, and takes from the German Resource Points.

    Example: adjudicator interdiction tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r01_part import letters
        from adjudicator.june_six.r17_interdiction import interdiction, supply_loss

        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = {letter: interdiction(inquiry, letter) for letter in letters(inquiry)}
        lost = supply_loss(inquiry)
        inquiry.note("17.23", "German Resource Points lost to Supply Interdiction", lost)
        told = ", ".join(f"{letter} +{value}" for letter, value in found.items() if value) or "none"
        verdict = f"Release rolls: {told}; German Resource Points: -{lost}."
        return inquiry.ruling("interdiction", verdict, {"release": found, "resource_points": -lost})


@question("release")
class Release(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chance that a German formation is released, each DRM by its rule, or what a roll brings.

    Example: adjudicator release tests/saves/june.vsav ge-lehr --roll 6
    """

    formation: Annotated[str, Meta(description="slug or name of the formation", extra={"word": True})]
    roll: Annotated[Annotated[int, Meta(ge=0, le=9)] | None, Meta(description="the die, 0 to 9")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r10_entry
        from adjudicator.june_six import r10_release as release
        from adjudicator.june_six.formations import load_formations

        inquiry, slug = (
            Inquiry(asking.position, strict=asking.strict),
            _formation(asking.position, self.formation),
        )
        name, told = load_formations(inquiry)[slug].name, f"release {slug}"
        if release.is_here(inquiry, slug):
            inquiry.note("10.32", f"{name} has entered the map: no Release roll is made any more")
            return inquiry.ruling(told, f"{name} has entered: no Release roll is made.", {"needed": False})
        chance = release.explain_release(inquiry, slug)
        later: tuple[Violation, ...] = ()
        if not r10_entry.waits(inquiry, slug):
            later = (Violation("10.31", f"{name} is not to enter this turn"),)
        if chance is None:
            found = inquiry.ruling(told, f"{name} enters without a Release roll.", {"needed": False})
            return replace(found, moment=later)
        return replace(self._rolled(asking, inquiry, slug, chance), moment=later)

    def _rolled(self, asking: Asking, inquiry: Inquiry, slug: str, chance: Fraction) -> Ruling:
        """What the roll brings, or its chance."""
        from adjudicator.june_six import r10_release as release
        from adjudicator.june_six.formations import load_formations

        name, told = load_formations(inquiry)[slug].name, f"release {slug}"
        number = release.release_number(asking.position, slug)
        drm = release.modifier(asking.position, slug)
        answer: dict[str, object] = {"number": number, "drm": drm, "chance": str(chance)}
        if self.roll is None or number is None:
            return inquiry.ruling(told, f"{name} is released with a chance of {chance}.", answer)
        released = self.roll + drm <= number
        if not self.roll:
            inquiry.note("2.3", "a 0 is read as zero", 0)
        inquiry.note("10.32", "modified roll", self.roll + drm)
        answer["released"] = released
        if not released:
            units = release.may_be_strafed(asking.position, slug)
            inquiry.note("10.33", "the German player may override: the Allied player takes one step")
            answer["override_costs_one_of"] = list(units)
        verdict = f"{name} is {'released' if released else 'not released'}."
        return inquiry.ruling(told, verdict, answer)


@question("entry")
class Entry(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a German formation may enter the map this turn, and what blocks the rest.

    Example: adjudicator entry tests/saves/june.vsav ge-lehr
    """

    formation: Annotated[str, Meta(description="slug or name of the formation", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r10_entry
        from adjudicator.june_six.formations import load_formations

        inquiry, slug = (
            Inquiry(asking.position, strict=asking.strict),
            _formation(asking.position, self.formation),
        )
        name = load_formations(inquiry)[slug].name
        if not r10_entry.waits(inquiry, slug):
            inquiry.note("10.31", f"{name} is not to enter this turn")
            return inquiry.ruling(f"entry {slug}", f"{name} is not to enter this turn.", [])
        found = r10_entry.explain_entry(inquiry, slug)
        names = ", ".join(map(inquiry.board.name, found)) or "nowhere: it is delayed by a turn"
        return inquiry.ruling(f"entry {slug}", f"{name} may enter at {names}.", list(found))


@question("arrivals")
class Arrivals(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which reinforcements arrive this turn, and where.

    Example: adjudicator arrivals tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six.r10_placement import explain_arrivals

        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = explain_arrivals(inquiry)
        number = sum(map(len, found.values()))
        return inquiry.ruling("arrivals", f"Units and formations that arrive: {number}.", found)


@question("breakdown")
class Breakdown(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a German unit may break down, and into how many Detachments.

    Example: adjudicator breakdown tests/saves/june.vsav 916
    """

    unit: Annotated[str, Meta(description="the unit", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r19_breakdown as breakdown

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        title, told = piece.printed.title, f"breakdown {piece.uid}"
        faults = breakdown.breakdown_faults(inquiry, piece)
        for section, text in faults:
            inquiry.note(section, text)
        if faults:
            answer = {"legal": False, "reduce": 0, "replace": 0}
            return inquiry.ruling(told, f"{title} cannot break down.", answer)
        inquiry.note("19.35", "Detachments not in play", len(breakdown.detachments_left(inquiry)))
        inquiry.note("19.33", "CS of the unit", terms.rating(inquiry, piece, "cs", "19.33"))
        most = {kind: breakdown.most_detachments(inquiry, piece, kind) for kind in breakdown.KINDS}
        if not any(most.values()):
            return inquiry.ruling(
                told, f"{title} cannot break down: no Detachment is left.", {"legal": False, **most}
            )
        verdict = f"{title} may leave {most['reduce']} Detachment, or be replaced by {most['replace']}."
        return inquiry.ruling(told, verdict, {"legal": True, **most})

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """A Breakdown of each kind that it may make; see `Question.supposes`."""
        from adjudicator.june_six import r19_breakdown as breakdown

        position = asking.position
        piece = find_unit(position, self.unit)
        if breakdown.breakdown_faults(position, piece):
            return
        for kind in breakdown.KINDS:
            if most := breakdown.most_detachments(position, piece, kind):
                ways = (way for way in breakdown.ways(position, piece) if way.kind == kind)
                yield Supposed(
                    position, next(ways, breakdown.Breakdown(piece.uid, kind, (piece.space,) * most))
                )


QUESTIONS: tuple[type[Question], ...] = (
    Bombardment,
    Markers,
    Interdiction,
    Release,
    Entry,
    Arrivals,
    Breakdown,
)
