"""Questions about what a combat result does to units: losses, their allocation, retreats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from adjudicator import showing
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r12_crt, terms
from adjudicator.june_six.r13_losses import RESULTS, WORDS
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.wording import way_words

__all__ = ["QUESTIONS", "Allocation", "Losses", "Retreats", "uids_of"]

# --- what they have in common -----------------------------------------------------------------------------


def uids_of(position: Position, words: Iterable[str]) -> tuple[str, ...]:
    """Ids of units as players write them, each once.

    Parameters
    ----------
    words
        Names, or parts of them.
    """
    return tuple(dict.fromkeys(find_unit(position, word).uid for word in words))


def _result(word: str) -> str:
    """A result as players write it: ``Dis-1``, ``dis 2``, ``Reduced``."""
    found = word.casefold().strip().replace(" ", "-")
    if not set(found.split("+")).issubset(RESULTS):
        raise MalformedAction(f"there is no result {word!r}", f"One of {', '.join(RESULTS)}")
    return found


def _coded(text: str) -> tuple[str, str]:
    """A result with its code: ``B dis-1``."""
    code, _, result = text.strip().partition(" ")
    letter = "A" if code.casefold() == "all" else code.upper()
    if letter not in r12_crt.CODES:
        raise MalformedAction(f"{text!r} has no allocation code", "Write: B dis-1")
    return letter, _result(result)


# --- losses -----------------------------------------------------------------------------------------------


@question("losses")
class Losses(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Disorder or Reduced result does to units: their markers and steps afterwards.

    Example: adjudicator losses tests/saves/june.vsav 916/352 --result dis-2
    """

    units: Annotated[tuple[str, ...], Meta(description="units", extra={"word": True})]
    result: Annotated[str, Meta(description="dis-1, dis-2 or reduced", extra={"word": False})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        result, told = _result(self.result), list[str]()
        answer: dict[str, Any] = {}
        for uid in uids_of(position, self.units):
            answer[uid] = _fate(inquiry, position.pieces[uid], result)
            told.append(f"{position.pieces[uid].printed.title} {answer[uid]['becomes']}")
        return inquiry.ruling(f"losses {self.result}", f"{WORDS[result]}: {', '.join(told)}.", answer)


def _fate(inquiry: Inquiry, piece: Piece, result: str) -> dict[str, Any]:
    from adjudicator.june_six import r06_headquarters, r13_losses

    level, lost = r13_losses.fate(inquiry, piece.uid, result)
    before, title = inquiry.number("disorder", piece.uid), piece.printed.title
    gone = bool(lost) and r13_losses.is_last_step(inquiry, piece)
    becomes = "is eliminated" if gone else "is reduced" if lost else f"bears Disorder-{level}"
    if before:
        after = "is removed" if lost else "is flipped"
        section = "13.15" if result == "reduced" else "13.14" if lost else "13.13"
        inquiry.note(section, f"{title} bears Disorder-{before}: with {WORDS[result]} the marker {after}")
    inquiry.note("13.21" if lost else "13.11", f"{title} {becomes}")
    if gone and terms.is_hq(piece.printed):
        r06_headquarters.explain_loss(inquiry, piece)
    return {"disorder": level, "steps_lost": lost, "eliminated": gone, "becomes": becomes}


@question("allocation")
class Allocation(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every legal way in which the owner may let his units suffer one or two results with codes.

    Example: adjudicator allocation tests/saves/june.vsav E1830 --results 'B dis-1' 'D reduced' --enemy 5
    """

    area: Annotated[str, Meta(description="a hex: all units in it suffer", extra={"word": True})] = ""
    with_units: Annotated[tuple[str, ...], Meta(description="the units that fought")] = ()
    results: Annotated[tuple[str, ...], Meta(description="such as 'B dis-1' 'D reduced'")]
    retreat: Annotated[int, Meta(description="hexes that they must retreat too")] = 0
    enemy: Annotated[int, Meta(description="highest cohesion of the enemy in the combat")] = 0
    take: Annotated[tuple[str, ...], Meta(description="UNIT=RESULT, to check one way")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.june_six import r13_allocation as alloc

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        uids = uids_of(position, self.with_units)
        there = position.units_in(find_space(position.board, self.area).id) if self.area else ()
        pieces = [position.pieces[u] for u in uids] or list(there)
        if not pieces:
            raise MalformedAction("nobody suffers", "Name a hex, or units with --with")
        outcome = alloc.Outcome(tuple(map(_coded, self.results)), self.retreat, self.enemy)
        units = alloc.sufferers(inquiry, pieces)
        ways = alloc.ways_of(inquiry, units, outcome)
        if self.take:
            alloc.explain(inquiry, units, outcome, self._taken(position))
        else:
            self._note(inquiry, outcome, units)
            for way in ways:
                inquiry.steps.append(showing.way("13.71", way_words(position, way) or "nobody suffers"))
        told = [{uid: result for uid, result in way} for way in ways]  # noqa: C416 - pairs to JSON
        verdict = f"{len(ways)} way{'s' * (len(ways) != 1)} to suffer {' and '.join(self.results)}."
        if self.take:
            verdict = "Illegal." if inquiry.violations else "Legal."
        return inquiry.ruling("allocation", verdict, told)

    @staticmethod
    def _note(inquiry: Inquiry, outcome: Any, units: Sequence[Any]) -> None:
        from adjudicator.june_six import r13_allocation as alloc

        alloc.note_outcome(inquiry, units, outcome)
        for unit in units:
            inquiry.note("13.71", f"Cohesion of {inquiry.pieces[unit.uid].printed.title}", unit.cohesion)

    def _taken(self, position: Position) -> tuple[tuple[str, str], ...]:
        pairs = (text.rpartition("=") for text in self.take)
        return tuple(sorted((find_unit(position, name).uid, _result(word)) for name, _, word in pairs))


# --- retreats ---------------------------------------------------------------------------------------------


@question("retreats")
class Retreats(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where units may retreat, together or one by one, at what price, and why not elsewhere.

    Example: adjudicator retreats tests/saves/june.vsav E1830 --hexes 2 --stack
    """

    unit: Annotated[str, Meta(description="a unit, or a hex for all units in it", extra={"word": True})]
    hexes: Annotated[int, Meta(description="1 or 2, as the table asks", ge=1, le=2)] = 1
    stack: Annotated[bool, Meta(description="all of them together")] = False
    to: Annotated[tuple[str, ...], Meta(description="one way, a --to for each hex: why, or why not")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        groups = self._groups(position)
        answer = {", ".join(units): self._ways(inquiry, units) for units in groups}
        ways = sum(map(len, answer.values()))
        verdict = (
            f"{many(ways, 'way')} to retreat." if ways else "No retreat: the units stay and suffer a Reduced."
        )
        if self.to:
            verdict = f"This way may {'not ' * bool(inquiry.violations)}be used."
        return inquiry.ruling(f"retreats {self.unit}", verdict, answer)

    def _groups(self, position: Position) -> list[tuple[str, ...]]:
        known = position.board.spaces.get(self.unit.casefold())
        if known is not None and terms.is_hex(known):
            uids = tuple(p.uid for p in position.units_in(known.id))
        else:
            uids = (find_unit(position, self.unit).uid,)
        if not fights.units_of(position, uids):
            raise MalformedAction(f"no unit of {self.unit} is on the map")
        return [uids] if self.stack else [(uid,) for uid in uids]

    def _ways(self, inquiry: Inquiry, units: tuple[str, ...]) -> list[dict[str, Any]]:
        from adjudicator.june_six import r13_retreat_paths as ways

        found = ways.explain_paths(inquiry, units, self.hexes)
        if self.to:
            hexes = tuple(
                terms.LEFT if word == terms.LEFT else find_space(inquiry.board, word).id for word in self.to
            )
            path = found.find(hexes)
            reason = (
                ("13.35", f"no retreat of {many(self.hexes, 'hex')} runs so") if path is None else path.reason
            )
            if reason[0]:
                inquiry.refuse(*reason, units=units, spaces=hexes)
        return [{"hexes": list(p.hexes), "reduced": ways.penalties(inquiry, p)} for p in found.legal]


QUESTIONS: tuple[type[Question], ...] = (Losses, Allocation, Retreats)
