"""Section 13.6: after a Stand and a modified roll of zero or less the defender attacks at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.citation import rule
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r09_stacking, r12_crt, terms
from adjudicator.june_six.battle import ROUT, Battle
from adjudicator.june_six.r08_cost import can_enter
from adjudicator.june_six.r13_advance import ROUT_ADVANCE
from adjudicator.june_six.r13_breakthrough import ROUT_ATTACK, ask_attack
from adjudicator.position import Draft, View
from adjudicator.ruling import Fault

__all__ = ["advance_faults", "advances", "begin_advance", "begin_attack", "rout_faults"]


@rule("13.61", "13.64")
def rout_faults(view: View, battle: Battle) -> list[Fault]:
    """Why a combat brings no Attacker Rout.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason; empty when it does.
    """
    found = []
    if battle.defence_mode != r12_crt.STAND:
        found.append(Fault("13.61", "the defender did not Stand"))
    if battle.modified is None or battle.modified > 0:
        found.append(Fault("13.61", f"the modified roll is {battle.modified}, more than zero"))
    if battle.kind == ROUT and view.option("rout-again") == "A":
        found.append(Fault("13.64", "after the combat of an Attacker Rout the activation goes on"))
    return found


@rule("13.62")
def advance_faults(view: View, battle: Battle, uid: str, to: str) -> list[Fault]:
    """Why a defender cannot advance into a hex that attackers have vacated.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    piece, name = view.pieces[uid], view.board.name(to)
    title, found = piece.printed.title, rout_faults(view, battle)
    if uid not in battle.defenders or not terms.on_map(view, piece):
        found.append(Fault("13.62", f"{title} did not defend"))
        return found
    found += fights.eligible(view, uid, "13.62")
    if uid in battle.advanced:
        found.append(Fault("13.62", f"{title} has advanced already"))
    if to not in battle.vacated:
        found.append(Fault("13.62", f"no attacker retreated from {name}"))
    if there := terms.enemies(view, to, piece.side):
        found.append(Fault("13.62", f"{name} is not vacant: {terms.titles(there)} is there"))
    if not found:
        found += can_enter(view, piece.printed, piece.space, to)
        found += r09_stacking.faults(view, to, piece.side, [uid])
    return found


def advances(view: View, battle: Battle) -> Iterator[tuple[str, str]]:
    """Every advance that a defender may make now: unit and hex."""
    for uid in battle.defenders:
        for to in battle.vacated:
            if not advance_faults(view, battle, uid, to):
                yield uid, to


@rule("13.62")
def begin_advance(draft: Draft, battle: Battle) -> bool:
    """Ask the defender for an advance, while one can be made.

    Returns
    -------
    bool
        Whether the stage comes again.
    """
    if ROUT_ADVANCE in battle.over or next(advances(draft, battle), None) is None:
        return False
    draft.ask(battle.defending, ROUT_ADVANCE, "13.62", hexes=list(battle.vacated))
    return True


@rule("13.61", "13.63")
def begin_attack(draft: Draft, battle: Battle) -> bool:
    """Ask the defender for an attack, while one of his units can make it.

    Returns
    -------
    bool
        Whether the stage comes again.
    """
    if rout_faults(draft, battle):
        return False
    return ask_attack(draft, battle, ROUT_ATTACK, battle.defending, "13.61")
