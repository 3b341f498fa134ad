"""Section 12.3: what keeps a Combat Phase from ending, and who retreats because he has not attacked."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.battle_for_normandy.r12 import attack as r12_attack
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import eligibility as r12_eligibility
from adjudicator.battle_for_normandy.r12 import strength as r12_strength
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.mandatory import unsatisfied
from adjudicator.battle_for_normandy.r13 import fire as r13_fire
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault

__all__ = ["begin_forced", "end_faults", "is_possible"]

_WORST = 4  # the lowest odds are 1:4


@rule("12.3")
def is_possible(view: View, target: str, side: str) -> bool:
    """Whether a hex could still be attacked by the rules, or fired at.

    Parameters
    ----------
    view, target, side
        The position, the enemy hex, and the attacker.
    """
    state = battles.frozen(view)
    if _needs_nobody_else(state, target, side):
        return True
    for attack in r12_attack.attacks_on(state, target, side):
        inquiry = Inquiry(state)
        r12_attack.explain_attack(inquiry, attack)
        if not inquiry.violations:
            return True
    return any(True for _ in r13_fire.shots_at(state, target, side))


@rule("12.3", "12.4")
def _needs_nobody_else(state: State, target: str, side: str) -> bool:
    """Whether one unit alone reaches 1:4 although it were halved twice: then no supply has to be traced."""
    for uid in r12_eligibility.possible_attackers(state, target, side):
        attack, piece = AttackRecord(side, target, (uid,)), state.pieces[uid]
        least = _WORST * max(1, -(-r12_strength.attacking(state, piece) // _WORST))
        enough = least >= r12_strength.defence_strength(state, attack).value
        if enough and not r12_eligibility.attack_faults(state, [uid], target):
            points, group = r07_csp.price(state, attack), terms.group_of(piece.printed)
            if not terms.is_support(piece.printed) and r07_csp.can_pay(state, points, group):
                return True
    return False


@rule("12.3")
def end_faults(view: View) -> list[Fault]:
    """What keeps the Phasing Player from ending his Combat Phase: attacks that he must and can make.

    Returns
    -------
    list of (str, str)
        Section and sentence of each; empty where every duty is met, or cannot be.
    """
    side, found = view.text("side"), dict[str, list[str]]()
    for duty in unsatisfied(view):
        for target in duty.unmet:
            found.setdefault(target, []).append(view.pieces[duty.unit].printed.title)
    return [
        Fault(
            "12.3", f"{view.board.name(target)} must be attacked, or fired at: next to it {', '.join(titles)}"
        )
        for target, titles in sorted(found.items())
        if is_possible(view, target, side)
    ]


@rule("12.3", "12.10")
def begin_forced(draft: Draft) -> bool:
    """At the end of the phase the opponent retreats by one hex each unit whose duties are not met.

    Returns
    -------
    bool
        Whether anybody has to retreat; who has retreated in this phase is not driven back again.
    """
    here = battles.frozen(draft)
    late = [d.unit for d in unsatisfied(here) if not here.flag("retreated", d.unit)]
    if not late:
        return False
    side = draft.pieces[late[0]].side
    attack = AttackRecord(side, draft.pieces[late[0]].space, tuple(late))
    battles.begin(draft, Battle(attack, kind=battles.FORCED, chooser=terms.enemy_of(side)))
    return True
