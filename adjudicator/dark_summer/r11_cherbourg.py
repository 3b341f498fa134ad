"""Section 11.7: the odds of Cherbourg Combat, when it may and must be fought, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_hidden import hidden_among, mixture
from adjudicator.dark_summer.r11_strength import Combat, attack_total, defense_total
from adjudicator.dark_summer.r11_tables import cherbourg_table, note_column
from adjudicator.dark_summer.r12_support import announce_faults, available, combination_faults
from adjudicator.dark_summer.r13_cherbourg import is_captured
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.dice import Distribution
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault, Ruling
from adjudicator.tables import DIE, level, odds_name
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "CAPTURED",
    "CherbourgEffect",
    "CherbourgLine",
    "cherbourg_combat",
    "cherbourg_effect",
    "cherbourg_line",
    "cherbourg_odds",
    "cherbourg_result",
    "falls_undefended",
    "may_fight",
    "must_fight",
]

CAPTURED = "CC"
_LEVEL_OF_EVEN_ODDS = 0


@dataclass(frozen=True, slots=True)
class CherbourgLine:
    """Cherbourg Combat made ready for the die.

    Parameters
    ----------
    av, dv
        Total Combat Strengths.
    column
        Column of the Cherbourg Combat Table.
    below
        Whether the odds are worse than 1-1: the Combat may not be initiated.

    Examples
    --------
    >>> CherbourgLine(Combat("cherbourg", "allied", (), ()), 9, 4, "2-1", False).column
    '2-1'
    """

    fight: Combat
    av: int
    dv: int
    column: str
    below: bool


@dataclass(frozen=True, slots=True)
class CherbourgEffect:
    """What a result of the Cherbourg Combat Table does.

    Parameters
    ----------
    attacker_losses, defender_losses
        Steps to lose, no more than there are.
    captured
        Whether no German unit is left: the Allies gain control.

    Examples
    --------
    >>> CherbourgEffect("DL1", 0, 1, False).captured
    False
    """

    code: str
    attacker_losses: int
    defender_losses: int
    captured: bool


@rule("11.7")
def cherbourg_combat(view: View, support: Sequence[str] = ()) -> Combat:
    """All units of both sides in the Cherbourg Box.

    Parameters
    ----------
    support
        Ids of the Support markers of the attacker.
    """
    here = terms.CHERBOURG
    allied, german = terms.friends(view, here, terms.ALLIED), terms.friends(view, here, terms.GERMAN)
    return Combat(here, terms.ALLIED, allied, german, tuple(support))


@rule("11.7")
def cherbourg_line(view: View, support: Sequence[str] = ()) -> CherbourgLine:
    """Add both sides up and find the column: no Terrain effects, no column shifts.

    Parameters
    ----------
    support
        Ids of the Support markers of the attacker.

    Raises
    ------
    MalformedAction
        One of the sides has no unit in the Box.
    PositionError
        A unit is still hidden.
    """
    fight = cherbourg_combat(view, support)
    if not fight.attackers or not fight.defenders:
        raise MalformedAction("Cherbourg Combat needs US and German units in the Box")
    return _line(view, fight)


def _line(view: View, fight: Combat) -> CherbourgLine:
    if isinstance(view, Inquiry):
        with view.under("11.7", "US Attack Strength in the Cherbourg Box"):
            av = attack_total(view, fight).value
        with view.under("11.7", "German Defense Strength in the Cherbourg Box"):
            dv = defense_total(view, fight).value
    else:
        av, dv = attack_total(view, fight).value, defense_total(view, fight).value
    axis = cherbourg_table(view).axis
    number = axis.highest if dv < 1 else axis.start(level(max(av, 1), dv))
    column = odds_name(max(number, axis.lowest))
    below = number < _LEVEL_OF_EVEN_ODDS or av < 1
    if isinstance(view, Inquiry):
        what = "below 1-1" if below else f"column {column}"
        view.note("11.7", f"{av} to {dv}: {what} of the Cherbourg Combat Table")
        if not below:
            note_column(view, column, "cherbourg")
    return CherbourgLine(fight, av, dv, column, below)


# --- may it, must it --------------------------------------------------------------------------------------


@rule("11.7")
def _reaches(view: View, support: Sequence[str], *, strongest: bool) -> bool:
    """Whether the US reach 1-1; hidden Germans count as the strongest or the weakest they can be."""
    fight = cherbourg_combat(view, support)
    cases = [replace(fight, defenders=units) for _, units in mixture(view, fight.defenders)]
    found = [not _line(view, case).below for case in cases if case.defenders]
    return all(found) if strongest else any(found)


def _supports(view: View) -> tuple[tuple[str, ...], ...]:
    """Sets of US markers that may be committed, the empty one first."""
    fight = cherbourg_combat(view)
    able = available(view, terms.CHERBOURG, [p.uid for p in fight.attackers], terms.ALLIED)
    pairs = [(a, b) for a in able for b in able if a < b and not combination_faults(view, [a, b])]
    return ((), *((a,) for a in able), *pairs)


def _all_supplied(view: View, units: Sequence[Piece]) -> bool:
    return bool(units) and all(in_supply(view, p.uid) for p in units)


@rule("11.7")
def falls_undefended(view: View) -> bool:
    """Whether US units would take the Box without a die roll, since no German unit is in it."""
    fight = cherbourg_combat(view)
    return bool(fight.attackers) and not fight.defenders and view.option("cherbourg-empty") == "A"


@rule("11.7")
def may_fight(view: View, support: Sequence[str] = ()) -> list[Fault]:
    """Why the US may not initiate Cherbourg Combat now, apart from the Round.

    Parameters
    ----------
    support
        Ids of the Support markers to be committed.

    Returns
    -------
    list of (section, sentence)
        Empty when they may.
    """
    fight = cherbourg_combat(view, support)
    if not fight.attackers:
        return [Fault("11.7", "no US unit is in the Cherbourg Box")]
    if not fight.defenders and not falls_undefended(view):
        return [Fault("11.7", "no German unit is in the Cherbourg Box")]
    found = [
        Fault("11.7", f"{p.printed.title} is Out of Supply") for p in fight.attackers if not _fed(view, p)
    ]
    uids = [p.uid for p in fight.attackers]
    if fight.defenders:
        found += announce_faults(view, support, terms.CHERBOURG, uids, terms.ALLIED)
    if view.flag("cherbourg-fought"):
        found.append(Fault("11.7", "Cherbourg Combat has been fought this Round"))
    if not fight.defenders:
        return found
    strongest = view.option("cherbourg-hidden") == "A"
    if not _reaches(_silent(view), support, strongest=strongest):
        found.append(Fault("11.7", "the US Combat Strength in the Box does not reach 1-1 odds"))
    return found


def _fed(view: View, piece: Piece) -> bool:
    return in_supply(view, piece.uid)


def _silent(view: View) -> View:
    """The position under a view: tests that compare cases record no steps."""
    return terms.state_of(view)


@rule("11.7")
def must_fight(view: View) -> bool:
    """Whether the US must initiate Cherbourg Combat this Round: supplied, and strong enough for 1-1."""
    fight = cherbourg_combat(view)
    if (
        is_captured(view)
        or view.flag("cherbourg-fought")
        or not fight.defenders
        or not _all_supplied(view, fight.attackers)
    ):
        return False
    sets = _supports(view) if view.option("cherbourg-must") == "B" else ((),)
    return any(_reaches(_silent(view), s, strongest=True) for s in sets)


# --- results and chances ----------------------------------------------------------------------------------


@rule("11.7")
def cherbourg_result(at: Located, column: str, die: int) -> str:
    """Printed result of a column of the Cherbourg Combat Table and a die.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> cherbourg_result(OURS, "6-1", 6)
    'CC'
    """
    return cherbourg_table(at).result(column, die)


@rule("11.7")
def cherbourg_effect(at: Located, fight: Combat, code: str) -> CherbourgEffect:
    """What a result does in the Box."""
    known = cherbourg_table(at).codes[code]
    ours = sum([terms.steps_left(p) for p in fight.attackers])
    theirs = sum([terms.steps_left(p) for p in fight.defenders])
    lost = theirs if known.destroys else min(theirs, known.defender)
    return CherbourgEffect(code, min(ours, known.attacker), lost, lost == theirs)


def _mixed(view: View, fight: Combat) -> list[tuple[int, CherbourgLine | None]]:
    """The cases that hidden Germans may make; None where no German unit is left."""
    found: list[tuple[int, CherbourgLine | None]] = []
    for ways, units in mixture(view, fight.defenders):
        found.append((ways, _line(view, replace(fight, defenders=units)) if units else None))
    return found


def _spread(at: Located, lines: Sequence[tuple[int, CherbourgLine | None]]) -> Distribution[CherbourgEffect]:
    weights: dict[CherbourgEffect, int] = {}
    for ways, line in lines:
        for die in DIE:
            effect = CherbourgEffect("-", 0, 0, captured=True)
            if line is not None:
                effect = cherbourg_effect(at, line.fight, cherbourg_result(at, line.column, die))
            weights[effect] = weights.get(effect, 0) + ways
    return Distribution(weights)


@rule("11.7")
def cherbourg_odds(state: State, support: Sequence[str] = (), *, strict: bool = False) -> Ruling:
    """Exact chances of Cherbourg Combat, hidden units spread over what they may be.

    Returns
    -------
    Ruling
        Violations say why it may not be initiated; its answer also says whether it must be.

    Raises
    ------
    MalformedAction
        No US unit is in the Box, or no German one and it would not fall without.
    """
    inquiry = Inquiry(state, strict=strict)
    fight, empty = cherbourg_combat(inquiry, support), falls_undefended(inquiry)
    if not fight.attackers or not (fight.defenders or empty):
        raise MalformedAction("Cherbourg Combat needs US and German units in the Box")
    for section, text in may_fight(inquiry, support):
        inquiry.refuse(section, text, spaces=[terms.CHERBOURG])
    hidden = hidden_among(inquiry, fight.defenders)
    if empty:
        inquiry.note("11.7", "no German unit is in the Box: Cherbourg falls without a roll")
        lines = list[tuple[int, CherbourgLine | None]]([(1, None)])
    elif hidden:
        inquiry.note("11.5", f"still hidden: {terms.titles(hidden)}")
        lines = _mixed(state, fight)
    else:
        lines = [(1, _line(inquiry, fight))]
    found = _spread(state, lines)
    must = must_fight(inquiry)
    inquiry.note("11.7", f"the US {'must' if must else 'need not'} initiate Cherbourg Combat")
    body = {"support": [*support], "must": must, **_told(lines, found)}
    captured, total = body["captured"], found.total
    verdict = f"Cherbourg is captured {captured}/{total} ({captured / total:.1%})."
    return inquiry.ruling("odds cherbourg", verdict, body)


def _told(
    lines: Sequence[tuple[int, CherbourgLine | None]], found: Distribution[CherbourgEffect]
) -> dict[str, Any]:
    """Plain data of the chances."""
    body: dict[str, Any] = {
        "of": found.total,
        "results": dict(found.map(lambda e: e.code).items()),
        "captured": sum(w for e, w in found.items() if e.captured),
        "attacker_losses": {str(n): w for n, w in sorted(found.map(lambda e: e.attacker_losses).items())},
        "defender_losses": {str(n): w for n, w in sorted(found.map(lambda e: e.defender_losses).items())},
    }
    line = lines[0][1]
    if len(lines) == 1 and line is not None:
        body |= {"av": line.av, "dv": line.dv, "column": line.column}
    return body
