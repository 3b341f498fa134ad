"""Sections 12.4 and 12.8: exact odds of bare numbers, and odds as data and as a sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.battle_for_normandy.r12.chances import Odds, odds_of
from adjudicator.battle_for_normandy.r12.crt import DIE, row_of, used
from adjudicator.battle_for_normandy.r12.ratio import column, limited
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import DOUBTFUL
from adjudicator.ruling import Ruling, Step
from maps.filing import Located

__all__ = ["numbers_ruling", "said_odds", "told_odds"]


def told_odds(found: Odds) -> dict[str, Any]:
    """Exact odds as plain data.

    Returns
    -------
    dict
        ``table`` holds plain and combined result for each roll.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> told_odds(odds_of(OURS, "3:1", -1))["table"]["9"]
    {'plain': '1/2', 'combined': '1/2'}
    """
    return {
        "table": {str(f.roll): {"plain": f.plain.text, "combined": f.combined.text} for f in found.faces},
        "chances": {r.text: str(share) for r, share in found.chances.items()},
        "attacker_steps": str(found.attacker_steps),
        "defender_steps": str(found.defender_steps),
        "attacker_retreats": str(found.attacker_retreats),
        "defender_retreats": str(found.defender_retreats),
        "worth": str(found.worth),
    }


def said_odds(found: Odds) -> str:
    """Exact odds as a sentence: each result with its chance, and the steps on the average."""
    parts = [f"{r.text} {_percent(share)}" for r, share in found.chances.items()]
    steps = f"Steps: attacker {float(found.attacker_steps):.1f}, defender {float(found.defender_steps):.1f}."
    return f"{', '.join(parts)}. {steps}"


def _percent(share: Fraction) -> str:
    return f"{int(100 * share)}%"


@rule("12.4", "12.8")
def numbers_ruling(
    at: Located, attack: int, defence: int, drm: int = 0, *, combined: bool = False, half: bool = False
) -> Ruling:
    """Exact odds of bare numbers.

    Parameters
    ----------
    attack, defence, drm
        Totals, and the sum of the modifiers.
    combined
        Whether the attacker may take Combined Arms.
    half
        Whether there is a column 3:2 (option ``odds-columns`` B).

    Raises
    ------
    MalformedAction
        A total is below one, or the odds are below 1:4.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> ruling = numbers_ruling(OURS, 56, 16, -1)
    >>> ruling.answer["column"], ruling.answer["table"]["9"]["plain"]
    ('3:1', '1/2')
    """
    if attack < 1 or defence < 1:
        raise MalformedAction(f"odds of {attack}:{defence}", "Write two totals: 56:16")
    name = column(attack, defence, half=half)
    if not name:
        raise MalformedAction(f"{attack}:{defence} is below 1:4: no attack is permitted (12.4)")
    found = odds_of(at.filing, name, limited(drm), limited(drm + 1) if combined else None)
    steps = [Step("12.4", f"odds {attack}:{defence}, column {name}"), Step("12.4", "modifiers", found.drm)]
    if combined:
        steps.append(Step("12.6.2", "with Combined Arms after the roll", found.combined_drm))
    rows = sorted({row_of(roll + n) for roll in DIE for n in (found.drm, found.combined_drm)})
    cells = (used(at, name, row) for row in rows)
    answer = {"attack": attack, "defence": defence, "column": name, "drm": found.drm, **told_odds(found)}
    verdict = f"{attack}:{defence}, column {name}, DRM {found.drm:+d}. {said_odds(found)}"
    sources = tuple(what for what, source in cells if source in DOUBTFUL)
    return Ruling(f"odds {attack}:{defence}", verdict, answer, tuple(steps), sources=sources)
