"""Questions about supply, headquarters, attachment and Combat Supply Points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import supposed, terms
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed

__all__ = ["Attach", "CombatSupply", "Csp", "Hq", "Oos", "Sources", "Supply"]

_SIDES = (terms.GERMAN, terms.ALLIED)
_UNIT = Meta(description="a unit", extra={"word": True})


@question("supply")
class Supply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit is in General Supply, by which hexes and HQs, or what cuts its lines.

    Example: adjudicator supply tests/saves/epsom.vsav 1/16/1
    """

    unit: Annotated[
        str, Meta(description="a unit; german or allied for all out of supply", extra={"word": True})
    ]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07.general import supply_line
        from adjudicator.battle_for_normandy.r07.rulings import explain, length_of

        inquiry = Inquiry(asking.position, strict=asking.strict)
        if self.unit in _SIDES:
            return _without(inquiry, self.unit)
        piece = find_unit(asking.position, self.unit)
        supplied, title = explain(inquiry, piece.uid), piece.printed.title
        line = supply_line(asking.position, piece.uid)
        answer: dict[str, object] = {"supplied": supplied, "path": list(line.path) if line else []}
        if line is not None and line.measure:
            answer |= {"length": length_of(line), "via": line.via}
        said = "is in General Supply" if supplied else "is out of supply"
        return inquiry.ruling(f"supply {piece.uid}", f"{title} {said}.", answer)


def _without(inquiry: Inquiry, side: str) -> Ruling:
    from adjudicator.battle_for_normandy.r07.rulings import out_of_supply

    found = out_of_supply(inquiry, side)
    for uid in found:
        piece = inquiry.pieces[uid]
        inquiry.note("7.5", f"{piece.printed.title} in {inquiry.board.name(piece.space)} is out of supply")
    names = terms.titles(inquiry.pieces[uid] for uid in found) or "none"
    return inquiry.ruling(f"supply {side}", f"Out of supply: {names}.", found)


@question("combat-supply")
class CombatSupply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a unit is in Combat Supply: over its division HQ and a corps HQ to a source.

    Example: adjudicator combat-supply tests/saves/epsom.vsav 1/16/1
    """

    unit: Annotated[str, _UNIT]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07.rulings import explain_combat

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        found = explain_combat(inquiry, piece.uid)
        said = "is in Combat Supply" if found else "is not in Combat Supply"
        return inquiry.ruling(f"combat-supply {piece.uid}", f"{piece.printed.title} {said}.", found)


@question("sources")
class Sources(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Supply Sources a side has, and what each gives.

    Example: adjudicator sources tests/saves/epsom.vsav german
    """

    side: Annotated[str, Meta(description="german or allied", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07.lines import why_barred
        from adjudicator.battle_for_normandy.r07.sources import explain_sources, sources

        if self.side not in _SIDES:
            raise MalformedAction(f"there is no side {self.side!r}", "german or allied")
        inquiry = Inquiry(asking.position, strict=asking.strict)
        explain_sources(inquiry, self.side)
        free = []
        for space in sources(asking.position, self.side):
            why = why_barred(asking.position, space, self.side)
            free += [] if why else [space]
            if why:
                inquiry.note("7.3", f"no line enters it: {why}")
        names = ", ".join(map(asking.position.board.name, free)) or "none"
        return inquiry.ruling(f"sources {self.side}", f"Supply Sources that a line can enter: {names}.", free)


@question("attach")
class Attach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units an HQ may support besides its own, or whether one unit may be attached to it.

    Example: adjudicator attach tests/saves/epsom.vsav us-1 --unit 741
    """

    formation: Annotated[str, Meta(description="a division, brigade or KG", extra={"word": True})]
    unit: Annotated[str | None, Meta(description="a unit that is to be its guest")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07.attachment import BRIGADE, taking
        from adjudicator.battle_for_normandy.r07.guests import attachable, guest_faults
        from adjudicator.battle_for_normandy.r23_brigades import comes_whole

        inquiry = Inquiry(asking.position, strict=asking.strict)
        if terms.hq_of(asking.position, self.formation) is None:
            hqs = (p.printed for p in asking.position.pieces.values() if terms.is_hq(p.printed))
            known = sorted({hq.division for hq in hqs} - {""})
            hint = f"One of {', '.join(known)}" if known else "The position shows no HQ of a formation"
            raise MalformedAction(f"no HQ of {self.formation!r}", hint)
        if self.unit is None:
            found = attachable(asking.position, self.formation)
            inquiry.note("7.2", "three guests at the most, one of them of another division and no artillery")
            names = terms.titles(asking.position.pieces[uid] for uid in found) or "none"
            return inquiry.ruling(f"attach {self.formation}", f"May be attached: {names}.", found)
        piece = find_unit(asking.position, self.unit)
        for section, text in guest_faults(inquiry, piece.uid, self.formation):
            inquiry.refuse(section, text, units=[piece.uid])
        if not terms.is_division_unit(inquiry, piece):
            inquiry.note("2.4.5", f"{piece.printed.title} is a corps unit")
        legal = not inquiry.violations
        takes = taking(asking.position, piece, self.formation)
        if legal:
            inquiry.note("7.2", _CLAIMS[takes].format(piece.printed.title))
            if takes == BRIGADE and comes_whole(piece):
                inquiry.note("23.3", f"{piece.printed.title} is attached with the whole of its brigade")
        said = "may be attached" if legal else "may not be attached"
        answer = {"legal": legal, "takes": takes if legal else ""}
        return inquiry.ruling(f"attach {self.formation}", f"{piece.printed.title} {said}.", answer)


_CLAIMS = {
    "free": "{} takes none of the places",
    "corps": "{} takes one of the places of corps units",
    "foreign": "{} takes the one place open to another division",
    "brigade": "{} comes with its brigade, which takes none of the places",
}


@question("hq")
class Hq(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Defense Strength of an HQ, what becomes of it when it is lost, and where it may return.

    Example: adjudicator hq tests/saves/epsom.vsav ge-352-hq
    """

    unit: Annotated[str, Meta(description="a headquarters", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07 import headquarters as hqs

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        if not terms.is_hq(piece.printed):
            raise MalformedAction(f"{piece.printed.title} is no headquarters")
        strength = hqs.defence_strength(inquiry, piece)
        inquiry.note("7.7", f"Defense Strength {strength}", strength)
        if piece.space == terms.TRACK:
            found, some = _returning(inquiry, piece.uid), next(iter(hqs.spots(inquiry, piece.uid)), "")
            probe = [hqs.ReturnHq(piece.uid, some)] if some else []
            return supposed.remarked(found, asking.position, probe)
        back = hqs.returns_at(inquiry, piece)
        date, time = divmod(back, 3)
        when = f"{hqs.TIMES[time]} turn of day {date} (from 1 June)" if back else "never"
        section = "7.8" if back else "20.3"
        inquiry.note(section, f"lost now it returns: {when}")
        verdict = f"{piece.printed.title} defends with {strength}; lost now it returns: {when}."
        answer = {
            "strength": strength,
            "returns": back,
            "date": date,
            "time": hqs.TIMES[time] if back else "",
        }
        return inquiry.ruling(f"hq {piece.uid}", verdict, answer)


def _returning(inquiry: Inquiry, uid: str) -> Ruling:
    from adjudicator.battle_for_normandy.r07 import headquarters as hqs

    piece, found = inquiry.pieces[uid], sorted(hqs.spots(inquiry, uid))
    near = (
        "10 hexes of a friendly unit"
        if terms.is_corps_hq(piece.printed)
        else "6 MPs of a unit of its division"
    )
    inquiry.note("7.8", f"within {near}, in no EZOC: {many(len(found), 'hex')}")
    names = ", ".join(map(inquiry.board.name, found)) or "none: it waits for the next turn"
    verdict = f"{piece.printed.title} may return to: {names}."
    return inquiry.ruling(f"hq {uid}", verdict, {"spaces": found})


@question("csp")
class Csp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an attack, a defence or a gun alone costs in Combat Supply Points, and who can pay it.

    Example: adjudicator csp tests/saves/epsom.vsav cheux --with 10hli '2 gordons' --air 2
    """

    hex: Annotated[str, Meta(description="the hex attacked", extra={"word": True})]
    units: Annotated[tuple[str, ...], Meta(description="the attackers, or the defenders with --defend")] = ()
    support: Annotated[tuple[str, ...], Meta(description="artillery and ships")] = ()
    air: Annotated[int, Meta(ge=0, le=3, description="Ground Support Points")] = 0
    defend: Annotated[bool, Meta(description="support of the defence")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07 import csp
        from adjudicator.battle_for_normandy.r12.battle import AttackRecord

        inquiry = Inquiry(asking.position, strict=asking.strict)
        here = find_space(asking.position.board, self.hex).id
        uids = [find_unit(asking.position, unit).uid for unit in self.units]
        guns = [find_unit(asking.position, unit).uid for unit in self.support]
        known = [asking.position.pieces[uid] for uid in (*uids, *guns)]
        if not known:
            raise MalformedAction("nobody fights", "Name units, or artillery that fires alone")
        side, group = known[0].side, terms.group_of(known[0].printed)
        if not uids:
            points = sum(csp.price_alone(inquiry, gun) for gun in known)
            inquiry.note(
                "13.1",
                f"{many(len(known), 'unit that fires', 'units that fire')} alone: {points} CSP",
                points,
            )
        elif self.defend:
            points = csp.price_defence(inquiry, uids, guns, self.air) if side == terms.ALLIED else 0
            section = "7.6.3o" if terms.has_option(inquiry, "7.6.3o") else "7.6.3"
            inquiry.note(section, f"support of the defenders of one hex: {points} CSP", points)
        else:
            record = AttackRecord(side, here, tuple(uids), tuple(guns), self.air)
            points = csp.explain_price(inquiry, record)
        if side == terms.ALLIED and terms.has_option(inquiry, "7.6.2o"):
            inquiry.note("7.6.2o", f"{csp.left(inquiry, group)} CSP are left of the share of {group}")
        faults = [] if side == terms.GERMAN else csp.payment_faults(inquiry, points, group)
        able = not faults
        for section, text in faults:
            inquiry.refuse(section if uids else "13.1", text)
        if self.defend and uids:
            self._check_defence(inquiry, here, uids, guns)
        verdict = f"It costs {points} CSP{'' if able else ', more than there are'}."
        return inquiry.ruling(f"csp {here}", verdict, {"points": points, "affordable": able})

    def _check_defence(self, inquiry: Inquiry, here: str, uids: Sequence[str], guns: Sequence[str]) -> None:
        """What speaks against that support of the defenders of the hex."""
        from adjudicator.battle_for_normandy.r12.battle import AttackRecord
        from adjudicator.battle_for_normandy.r12.defence import DefendWith, defence_faults

        away = [inquiry.pieces[u] for u in uids if inquiry.pieces[u].space != here]
        text = f"{terms.titles(away)} does not stand in {inquiry.board.name(here)}"
        inquiry.require("12.1", not away, "", text, units=uids, spaces=[here])
        attack = AttackRecord(terms.enemy_of(inquiry.pieces[uids[0]].side), here, ())
        for section, fault in defence_faults(inquiry, attack, DefendWith(tuple(guns), self.air)):
            inquiry.refuse(section, fault, units=guns, spaces=[here])

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attack, or the fire of each gun alone; the support of a defence answers an attack."""
        from adjudicator.battle_for_normandy.r12.battle import AttackRecord
        from adjudicator.battle_for_normandy.r13.fire import FireAlone

        position = asking.position
        here = find_space(position.board, self.hex).id
        uids, guns = ([find_unit(position, u).uid for u in named] for named in (self.units, self.support))
        if not uids:
            yield from (Supposed(position, FireAlone(gun, here)) for gun in guns)
        elif not self.defend:
            side = position.pieces[uids[0]].side
            record = AttackRecord(side, here, tuple(uids), tuple(guns), self.air)
            yield from supposed.attack(position, record)


@question("oos")
class Oos(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What being out of supply does to a unit now.

    Example: adjudicator oos tests/saves/epsom.vsav 1/16/1
    """

    unit: Annotated[str, _UNIT]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r07.rulings import explain

        inquiry = Inquiry(asking.position, strict=asking.strict)
        piece = find_unit(asking.position, self.unit)
        title = piece.printed.title
        if explain(inquiry, piece.uid):
            return inquiry.ruling(f"oos {piece.uid}", f"{title} is in General Supply: no penalty.", [])
        effects = [
            "Attack Strength halved, rounded up; Defense Strength unchanged",
            "may not move next to enemies where an attack would be mandatory",
            "Movement Allowance halved, rounded up, after other halvings",
            "no Replacements",
            "no Combat Supply",
            "no road rate and no Strategic Movement; roads still negate other terrain costs",
        ]
        for text in effects:
            inquiry.note("7.5", text)
        return inquiry.ruling(
            f"oos {piece.uid}", f"{title} is out of supply: {len(effects)} penalties.", effects
        )
