"""Section 22.1o: the commander of a bad division is replaced, which costs a day without its HQ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r22.quality import exempt, is_head, is_rolled
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Sack"]

_PHASES = frozenset({"engineering", "movement", "combat", "mech-movement", "reinforcements"})


@dataclass(frozen=True, slots=True)
class Sack(Action):
    """Replace the commander of a division: its HQ leaves for a day, and its quality is rolled anew (22.1o).

    Examples
    --------
    >>> Sack("us-90-hq").unit
    'us-90-hq'
    """

    unit: str


@rule("22.1o", "7.8")
def _check(inquiry: Inquiry, action: Sack) -> None:
    hq = inquiry.pieces[action.unit]
    title, units = hq.printed.title, [action.unit]
    inquiry.require("22.1o", is_rolled(inquiry), "", "commanders are replaced only by the optional rule")
    mine = hq.side == inquiry.text("side")
    inquiry.require("22.1o", mine, "", f"{title} is of the other side", units=units)
    fits = is_head(inquiry, hq) and terms.on_map(inquiry, hq)
    inquiry.require("22.1o", fits, "", f"{title} is no HQ of a division on the map", units=units)
    lifted = not exempt(inquiry, hq.printed.division) or inquiry.option("22.1o") == "C"
    inquiry.require("22.1o", lifted, "", f"the division of {title} is exempt", units=units)
    if not inquiry.violations:
        inquiry.note("22.1o", f"{title} gets a new commander: it returns as if eliminated, and rolls again")


@rule("22.1o", "7.8")
def _perform(draft: Draft, action: Sack) -> None:
    r07_headquarters.eliminated(draft, action.unit)


def _options(state: State) -> Iterator[Sack]:
    if not is_rolled(state):
        return
    for uid in sorted(state.pieces):
        hq = state.pieces[uid]
        if is_head(state, hq) and hq.side == state.text("side") and terms.on_map(state, hq):
            yield Sack(uid)


HANDLERS: tuple[Handler[Any], ...] = (Handler(Sack, _check, _perform, _options, "22.1o", phases=_PHASES),)
