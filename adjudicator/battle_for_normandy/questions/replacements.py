"""Questions about replacements: the daily die, loss tracks, what a unit costs, Feldersatz, the Cotentin."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.battle_for_normandy.r09 import replacements as r09_replacements
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.position import UNKNOWN, Piece, Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed

__all__ = ["Cotentin", "Feldersatz", "Motorization", "Rebuilding", "Rem", "Replacements"]

_UNIT = Annotated[str, Meta(description="one unit", extra={"word": True})]
_PLENTY = 99  # points: more than any unit costs
_POOLS = (
    "us", "commonwealth", "german", "cotentin", "commando", "tiger", "us-airborne", "british-airborne",
)  # fmt: skip


@question("replacements")
class Replacements(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the daily replacement die brings, or the chances of each number.

    Example: adjudicator replacements battle-for-normandy:campaign german --roll 5
    """

    side: Annotated[str, Meta(description="allied or german", extra={"word": True})]
    roll: Annotated[int | None, Meta(description="the die, 1 to 10")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry, side = Inquiry(asking.position, strict=asking.strict), self.side.casefold()
        if side not in {terms.ALLIED, terms.GERMAN} or not 1 <= (1 if self.roll is None else self.roll) <= 10:
            raise MalformedAction("name a side, allied or german, and a roll of 1 to 10")
        if self.roll is None:
            found = r09_replacements.chances(inquiry, side)
            for key, row in found.items():
                said = ", ".join(f"{n}: {float(100 * c):.0f}%" for n, c in sorted(row.items()))
                inquiry.note("9.3.4", f"{key.replace('_', ' ').upper()}: {said}")
            answer = {k: {n: str(c) for n, c in row.items()} for k, row in found.items()}
            return inquiry.ruling(f"replacements {side}", "The chances of each number.", answer)
        got = r09_replacements.daily(inquiry, side, self.roll)
        for key, number in got.items():
            inquiry.note("9.3.4", key.replace("_", " ").upper(), number)
        said = ", ".join(f"{n} {k.replace('_', ' ').upper()}" for k, n in got.items() if n) or "nothing"
        return inquiry.ruling(f"replacements {side} {self.roll}", f"{said}.", dict(got))


@question("rem")
class Rem(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a step loss of a unit does on the Step Loss Track; without a unit, how the tracks stand.

    Example: adjudicator rem tests/saves/epsom.vsav 1/16/1
    """

    unit: Annotated[str, Meta(description="one unit; empty for all tracks", extra={"word": True})] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        if not self.unit:
            return self._tracks(inquiry)
        piece = find_unit(asking.position, self.unit)
        track, kind, at, earned = r09_losses.explain_record(inquiry, piece)
        title = piece.printed.title
        if not track:
            inquiry.note("9.3.5", f"losses of {title} are never counted on the Step Loss Track")
            return inquiry.ruling(f"rem {piece.uid}", f"Losses of {title} are not recorded.", None)
        section = r09_losses.section_of(track)
        inquiry.note(section, f"the {kind.upper()} loss marker of {track} comes to", at)
        if earned:
            inquiry.note(
                section, f"it reached {r09_losses.POINT}: one {kind.upper()} point for the next phase"
            )
        more = ", and a point is earned" if earned else ""
        said = f"The {kind.upper()} loss marker of {track} moves to {at}{more}."
        return inquiry.ruling(
            f"rem {piece.uid}", said, {"track": track, "kind": kind, "at": at, "earned": earned}
        )

    def _tracks(self, inquiry: Inquiry) -> Ruling:
        answer = {}
        for pool in _POOLS:
            row = {i: inquiry.number(i, pool) for i in ("inf-losses", "arm-losses", "inf-rem", "arm-rem")}
            if any(row.values()):
                answer[pool] = row
                for item, number in row.items():
                    inquiry.note("9.3.5", f"{item.replace('-', ' ')} of {pool}", number)
        return inquiry.ruling("rem", f"{len(answer)} tracks bear losses or points.", answer)


@question("rebuilding")
class Rebuilding(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What replacements of a unit cost now, and where it may come back.

    Example: adjudicator rebuilding tests/saves/epsom.vsav 1/16/1
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r09 import rebuilding as r09_rebuilding

        piece = find_unit(asking.position, self.unit)
        moment = supposed.at_moment(asking.position, self._action(asking.position, piece, ""))
        inquiry, title = Inquiry(moment, strict=asking.strict), piece.printed.title
        if not r09_replacements.require_unit(inquiry, piece):
            never = r09_losses.category(piece.printed) != "airborne" or terms.is_company(piece.printed)
            verdict = "Never." if never else "Not yet."
            return inquiry.ruling(f"rebuilding {piece.uid}", verdict, None)
        pool = r09_losses.pool_of(inquiry, piece, piece.space)
        there = r09_replacements.available(inquiry, pool)
        inquiry.note("9.3.4", f"points of {pool} at hand: {there.text}")
        gone = piece.space in {terms.ELIMINATED, terms.BROKEN}
        answer: dict[str, object] = {"pool": pool}
        for name, full in (("reduced", False), ("full", True)):
            steps = r09_replacements.steps_of(piece, full=full, company=False) if gone else ["full"]
            cost = r09_replacements.explain_price(inquiry, piece, steps, pool)
            inquiry.note(
                "9.4", f"{'' if gone else 'from reduced '}to {name if gone else 'full'}: {cost.text}"
            )
            answer[name] = {"inf": cost.inf, "arm": cost.arm}
        if gone:
            hexes = sorted(r09_rebuilding.rebuild_hexes(inquiry, piece))
            names = ", ".join(inquiry.board.name(h) for h in hexes) or "none"
            inquiry.note("9.4", f"hexes where it may come back: {names}")
            answer["hexes"] = hexes
        nowhere = ", and no hex where it may come back" if gone and not answer["hexes"] else ""
        return inquiry.ruling(f"rebuilding {piece.uid}", f"{title}: points of {pool}{nowhere}.", answer)

    @staticmethod
    def _action(position: Position, piece: Piece, hex_: str) -> Action:
        """What brings the unit back: it is rebuilt, raised from a company, or replenished."""
        from adjudicator.battle_for_normandy.r09 import rebuilding as r09_rebuilding

        if piece.space == terms.ELIMINATED:
            return r09_rebuilding.Rebuild(piece.uid, hex_ or piece.space)
        if piece.space == terms.BROKEN:
            company = r09_rebuilding.company_for(position, piece)
            return r09_rebuilding.Raise(piece.uid, company)
        return r09_replacements.Replenish(piece.uid)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """Its return; with points enough where the die of the segment has still to bring them."""
        from adjudicator.battle_for_normandy.r09 import rebuilding as r09_rebuilding

        position = asking.position
        piece = find_unit(position, self.unit)
        gone = piece.space == terms.ELIMINATED
        hexes = sorted(r09_rebuilding.rebuild_hexes(position, piece)) if gone else [""]
        if not hexes:
            return
        action = self._action(position, piece, hexes[0])
        draft, known = position.draft(), position.text("phase") in r09_replacements.PHASES
        for item, pool in itertools.product(("inf-rp", "arm-rp", "inf-rem"), _POOLS):
            if not known or position.raw(item, pool) is UNKNOWN:
                draft.set(item, _PLENTY, pool)
        yield Supposed(draft.finish(), action)


@question("feldersatz")
class Feldersatz(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Feldersatz point may replenish a German unit.

    Example: adjudicator feldersatz tests/saves/epsom.vsav I/914/352
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r09 import feldersatz as r09_feldersatz

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        r09_feldersatz.explain(inquiry, piece.uid)
        left = r09_feldersatz.points_of(inquiry, piece.printed.division)
        verdict = "Legal." if not inquiry.violations else "Illegal."
        return inquiry.ruling(f"feldersatz {piece.uid}", verdict, {"points": left})

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That the point is used."""
        from adjudicator.battle_for_normandy.r09.feldersatz import UseFeldersatz

        yield Supposed(asking.position, UseFeldersatz(find_unit(asking.position, self.unit).uid))


@question("cotentin")
class Cotentin(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a German unit in a hex is cut off in the Cotentin, and which points serve there.

    Example: adjudicator cotentin tests/saves/epsom.vsav A3325
    """

    hex: Annotated[str, Meta(description="a hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r20 import cotentin as r20_cotentin

        inquiry = Inquiry(asking.position, strict=asking.strict)
        space = find_space(asking.position.board, self.hex)
        cut = r20_cotentin.explain(inquiry, space.id)
        return inquiry.ruling(f"cotentin {space.id}", "Cut off." if cut else "Not cut off.", cut)


@question("motorization")
class Motorization(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Divisions that are motorized, and those that may become so.

    Example: adjudicator motorization tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
        from adjudicator.battle_for_normandy.r19 import motorization as r19_motorization

        inquiry = Inquiry(asking.position, strict=asking.strict)
        now = sorted(r10_allowance.motorized_formations(asking.position))
        left = inquiry.number("motorizations", terms.ALLIED)
        inquiry.note("19.10", "Motorizations that the Allied player has to give", left)
        for piece in r19_motorization.candidates(inquiry):
            inquiry.note("19.10", f"{piece.printed.title} could be turned to its T side")
        return inquiry.ruling("motorization", f"Motorized: {', '.join(now) or 'none'}.", now)
