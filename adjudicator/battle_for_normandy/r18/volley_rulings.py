"""Sections 17.4, 17.6, 18.4 and 18.5 told: the Fire Combats of June 6, together or each unit alone."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r16_june_6 import AIRBORNE_PHASES
from adjudicator.battle_for_normandy.r18 import artillery as r18_artillery
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18 import volleys as r18_volleys
from adjudicator.battle_for_normandy.r18.fire import Volley
from adjudicator.battle_for_normandy.r18.rulings import percent
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State
from adjudicator.ruling import Ruling

__all__ = ["fires_alone", "marks_of", "shot_ruling", "volley_ruling"]

STRONGEST = 4  # Strongpoint


@rule("18.9.1")
def _hidden(state: State, volley: Volley) -> int:
    """Firing Strongpoints whose strength whoever asks may not see; the least of each is counted."""
    units = [state.pieces[uid].printed for uid in volley.units]
    return sum(terms.is_strongpoint(u) and terms.is_unseen(u) for u in units)


@rule("17.4", "17.6")
def fires_alone(state: State, side: str) -> bool:
    """Whether the next fire of a side on June 6 is that of the drop, in which each unit fires alone."""
    ahead = AIRBORNE_PHASES if side == terms.GERMAN else AIRBORNE_PHASES[:4]
    return state.text("phase") in ahead


def marks_of(state: State, volley: Volley, side: str) -> tuple[Piece, ...]:
    """Units in the target hex that a shot can hit."""
    return r18_fire.victims(state, volley.target, terms.enemy_of(side))


@rule("17.4", "17.6")
def shot_ruling(state: State, volley: Volley, *, strict: bool = False) -> Ruling:
    """The Hit Number of a unit that fires alone in the Airborne or Reaction Combat Segment."""
    inquiry, first = Inquiry(state, strict=strict), state.pieces[volley.units[0]]
    section = "17.6" if first.side == terms.GERMAN else "17.4"
    alone = len(volley.units) == 1 and not volley.guns and not volley.ships
    failed = "each unit fires alone in this segment: strengths are not combined, and nothing supports"
    inquiry.require(section, alone, "", failed, units=volley.units)
    there = marks_of(state, volley, first.side)
    where = state.board.name(volley.target)
    inquiry.require(section, bool(there), "", f"no enemy unit that can be hit stands in {where}")
    number = r18_fire.strength(inquiry, first)
    inquiry.note(section, "the Attack Strength alone; no terrain; a 1 hits, a 10 misses", number)
    chance = r18_fire.chance(number)
    verdict = f"{first.printed.title} hits on {max(1, min(number, 9))} or less: {percent(chance)}."
    answer = {"hit": number, "chance": str(chance), "losses": [p.uid for p in there]}
    return inquiry.ruling("volley", verdict, answer)


@rule("17.4", "18.4", "18.5", "18.7", "19.7")
def volley_ruling(state: State, volley: Volley, *, strict: bool = False) -> Ruling:
    """The Hit Number of a Fire Combat with its modifiers, the chance, and who may be the loss."""
    inquiry = Inquiry(state, strict=strict)
    side = state.pieces[volley.units[0]].side
    for section, text in r18_fire.faults(inquiry, volley, side):
        inquiry.refuse(section, text, units=volley.units, spaces=[volley.target])
    if volley.guns:
        for section, text in r18_artillery.gun_faults(inquiry, volley.guns, volley):
            inquiry.refuse(section, text, units=[volley.guns])
    if volley.ships:
        for section, text in r18_artillery.ship_faults(inquiry, volley.ships, volley):
            inquiry.refuse(section, text, units=volley.ships)
    total = r18_fire.explain_hit(inquiry, volley)
    chance = r18_fire.chance(total.value)
    hidden = _hidden(state, volley)
    if hidden:
        low, high = total.value, total.value + (STRONGEST - 1) * hidden
        strengths = f"strength of a Strongpoint is hidden, 1 to {STRONGEST}"
        inquiry.note("18.9.1", f"{strengths}: the Hit Number is {low} to {high}")
    lost = r18_fire.victims(inquiry, volley.target, terms.enemy_of(side))
    who = r18_volleys.chooser(inquiry, side)
    inquiry.note("18.4", f"the {who.capitalize()} player chooses among: {terms.titles(lost) or 'nobody'}")
    verdict = f"It hits on {max(1, min(total.value, 9))} or less: {percent(chance)}."
    if hidden:
        verdict = f"It hits with {percent(chance)} to {percent(r18_fire.chance(high))}."
    answer = {"hit": total.value, "chance": str(chance), "losses": [p.uid for p in lost]}
    return inquiry.ruling("volley", verdict, answer)
