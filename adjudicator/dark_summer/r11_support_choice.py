"""Section 11.3.2: the choice of Support, attacker first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r11_cherbourg_combat, terms
from adjudicator.dark_summer.r11_resolve import Combat, attacking_side, begin
from adjudicator.dark_summer.r11_tables import support_markers
from adjudicator.dark_summer.r12_support import announce_faults, choices, spend
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "STAGE_RULES", "CommitSupport", "ask"]


@dataclass(frozen=True, slots=True)
class CommitSupport(Action):
    """Commit Support markers to the Combat under way; none is allowed too (11.3.2).

    Examples
    --------
    >>> CommitSupport(("naval-us",)).markers
    ('naval-us',)
    """

    markers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Choice:
    """Which side chooses, and for what Combat."""

    attacking: bool
    combat: Combat


_SUPPORT = Frame("support", "11.3.2", _Choice)


# --- Support --------------------------------------------------------------------------------------------


@rule("11.3.2", "12.0")
def ask(draft: Draft, combat: Combat, *, attacking: bool) -> Combat | None:
    """Ask a side for its Support when it has any.

    Parameters
    ----------
    attacking
        Whether the attacker is asked.

    Returns
    -------
    Combat or None
        The Combat when there is nothing to ask; None when the side is asked.
    """
    side = attacking_side(draft, combat)
    side = side if attacking else terms.enemy_of(side)
    ways = choices(draft, combat.target, combat.attackers, side, wave=combat.wave)
    if combat.target == terms.CHERBOURG and attacking:
        ways = tuple(w for w in ways if r11_cherbourg_combat.is_enough(draft, w))
    if len(ways) == 1:
        return _committed(draft, combat, ways[0], attacking=attacking)
    if not ways:
        return combat
    _SUPPORT.push(draft, _Choice(attacking, combat), side)
    return None


def _committed(draft: Draft, combat: Combat, markers: tuple[str, ...], *, attacking: bool) -> Combat:
    spend(draft, markers)
    if attacking:
        return combat.at(combat.stage, support=markers)
    return combat.at(combat.stage, against=markers)


def _check(inquiry: Inquiry, action: CommitSupport) -> None:
    top, choice = inquiry.decision, _SUPPORT.asked(inquiry)
    if top is None or choice is None:
        return
    combat = choice.combat
    unknown = [m for m in action.markers if m not in support_markers(inquiry)]
    if unknown:
        inquiry.refuse("12.0", f"there is no Support marker {', '.join(unknown)}")
        return
    where = (combat.target, combat.attackers, top.player)
    for section, text in announce_faults(inquiry, action.markers, *where, wave=combat.wave):
        inquiry.refuse(section, text)
    if combat.target == terms.CHERBOURG and choice.attacking:
        enough = r11_cherbourg_combat.is_enough(inquiry, action.markers)
        inquiry.require("11.7", enough, "at least 1-1", "Cherbourg Combat needs at least 1-1")
    if not inquiry.violations:
        titles = ", ".join(support_markers(inquiry)[m].text("title") for m in action.markers) or "no Support"
        inquiry.note("11.3.2", f"{titles} for {inquiry.board.name(combat.target)}")


def _perform(draft: Draft, action: CommitSupport) -> None:
    choice = _SUPPORT.settle(draft)
    begin(draft, _committed(draft, choice.combat, action.markers, attacking=choice.attacking))


def _options(state: State) -> Iterator[CommitSupport]:
    top, choice = state.decision, _SUPPORT.asked(state)
    if top is not None and choice is not None:
        combat = choice.combat
        ways = choices(state, combat.target, combat.attackers, top.player, wave=combat.wave)
        yield from map(CommitSupport, ways)


@rule("11.3.2")
def _attackers(draft: Draft, combat: Combat) -> Combat | None:
    return ask(draft, combat, attacking=True)


@rule("11.3.2")
def _defenders(draft: Draft, combat: Combat) -> Combat | None:
    return ask(draft, combat, attacking=False)


STAGE_RULES = {"support": _attackers, "answer": _defenders}
HANDLERS = (Handler(CommitSupport, _check, _perform, _options, "11.3.2", answers=frozenset({_SUPPORT.kind})),)
