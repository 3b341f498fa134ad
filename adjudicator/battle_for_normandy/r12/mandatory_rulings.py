"""Sections 12.3 and 22.5o told: duties of a side and of a unit as rulings."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r12 import forced as r12_forced
from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory
from adjudicator.battle_for_normandy.r12.mandatory import Duty
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import State
from adjudicator.ruling import Ruling

__all__ = ["duty_ruling", "mandatory_ruling"]


@rule("12.3", "22.5o")
def mandatory_ruling(state: State, side: str, *, strict: bool = False) -> Ruling:
    """Which hexes a side must attack in its Combat Phase, and which of them it has not.

    Returns
    -------
    Ruling
        Its answer: unit -> hexes, unmet hexes, exempt hexes with the reason.
    """
    inquiry = Inquiry(state, strict=strict)
    if not _is_used(inquiry):
        return inquiry.ruling(f"mandatory {side}", "Nobody has to attack.", {})
    found = r12_mandatory.duties(inquiry, side)
    for duty in found:
        _note_duty(inquiry, duty)
    due = sorted({h for d in found for h in d.unmet})
    for target in due:
        if not r12_forced.is_possible(state, target, side):
            name = inquiry.board.name(target)
            inquiry.note("12.3", f"{name} cannot be attacked: the opponent will retreat who must attack it")
    names = ", ".join(map(inquiry.board.name, due))
    verdict = f"Still to be attacked: {names}." if due else "No mandatory attack is left."
    return inquiry.ruling(f"mandatory {side}", verdict, {d.unit: _told(d) for d in found})


@rule("22.5o")
def _is_used(inquiry: Inquiry) -> bool:
    if inquiry.option("22.5o") == "A":
        return True
    inquiry.note("22.5o", "the rules of mandatory attacks are ignored")
    return False


def _told(duty: Duty) -> dict[str, Any]:
    exempt = {space: f"{text} ({section})" for space, section, text in duty.exempt}
    return {"hexes": list(duty.hexes), "unmet": list(duty.unmet), "exempt": exempt}


def _note_duty(inquiry: Inquiry, duty: Duty) -> None:
    title, name = inquiry.pieces[duty.unit].printed.title, inquiry.board.name
    for space, section, text in duty.exempt:
        inquiry.note(section, f"{title} need not attack {name(space)}: {text}")
    if duty.hexes:
        left = ", ".join(map(name, duty.unmet))
        inquiry.note(duty.reason[0], f"{title}: {', '.join(map(name, duty.hexes))}; {duty.reason[1]}")
        inquiry.note("12.3", f"{title}: still to do {left}" if left else f"{title}: all is done")


@rule("12.3")
def duty_ruling(state: State, uid: str, attacking: str = "", *, strict: bool = False) -> Ruling:
    """What one unit must attack, or what it must see attacked besides if it attacks a hex.

    Parameters
    ----------
    attacking
        Hex that it would attack; empty without.
    """
    inquiry, title = Inquiry(state, strict=strict), state.pieces[uid].printed.title
    if not _is_used(inquiry):
        return inquiry.ruling(f"mandatory {uid}", "It does not have to attack.", {})
    if attacking:
        return _owed_ruling(inquiry, uid, attacking)
    duty = r12_mandatory.unit_duty(inquiry, uid)
    _note_duty(inquiry, duty)
    section, text = r12_mandatory.why_free(inquiry, state.pieces[uid])
    if section and not duty.hexes:
        inquiry.note(section, text)
    names = ", ".join(map(inquiry.board.name, duty.hexes))
    verdict = f"{title} must attack {names}." if names else f"{title} need not attack."
    return inquiry.ruling(f"mandatory {uid}", verdict, _told(duty))


@rule("12.3")
def _owed_ruling(inquiry: Inquiry, uid: str, target: str) -> Ruling:
    piece, name = inquiry.pieces[uid], inquiry.board.name(target)
    section, text = r12_mandatory.exemption(inquiry, piece, target)
    if section:
        inquiry.note(section, f"{name} is exempt: {text}; who attacks it all the same has no exception left")
    owed = r12_mandatory.owed_by(inquiry, piece, target)
    for space in owed:
        inquiry.note("12.3", f"{inquiry.board.name(space)} must be attacked or fired at too")
    for fault in r12_mandatory.spared(inquiry, piece, target):
        inquiry.note(*fault)
    if not owed:
        text = "no other enemy unit with a ZOC into its hex has to be attacked too"
        inquiry.note("12.3", text)
    names = ", ".join(map(inquiry.board.name, owed)) or "nothing else"
    verdict = f"If {piece.printed.title} attacks {name}, it must see attacked: {names}."
    return inquiry.ruling(f"mandatory {uid}", verdict, {"owed": list(owed), "exempt": bool(section)})
