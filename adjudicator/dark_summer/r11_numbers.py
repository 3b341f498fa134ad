"""Odds of a Combat from bare numbers (11.3.3 to 11.3.5): no position, no board, and quick to load."""

from __future__ import annotations

from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer.r11_tables import crt, ground, result
from adjudicator.ruling import Ruling, Step, Used
from adjudicator.tables import DIE, level, odds_name
from maps.filing import Located

__all__ = ["odds_of_numbers", "ruling_of_numbers"]


@rule("11.3.3", "11.3.4", "11.3.5")
def odds_of_numbers(at: Located, attack: int, defense: int, net: int = 0) -> dict[str, Any]:
    """Column and printed results of bare totals and a net shift, without any position.

    Parameters
    ----------
    attack, defense
        The totals, at least 1.
    net
        Columns to the right; negative to the left.

    Returns
    -------
    dict
        ``odds``, ``column``, ``automatic``, ``faces`` and the ways of each printed result.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> odds_of_numbers(OURS, 33, 10)["column"], odds_of_numbers(OURS, 11, 1, -2)["column"]
    ('3-1', '4-1')
    >>> odds_of_numbers(OURS, 1, 5, 1)["automatic"]
    True
    """
    axis = crt(at).axis
    start = axis.start(level(attack, defense))
    column = odds_name(axis.final(start, net))
    faces = [result(at, column, die) for die in DIE]
    return {
        "odds": odds_name(start),
        "column": column,
        "automatic": column not in crt(at).columns,
        "faces": faces,
        "results": {code: faces.count(code) for code in dict.fromkeys(faces)},
    }


@rule("11.3.1", "11.3.4")
def ruling_of_numbers(
    at: Located, attack: int, defense: int, *, terrain: str = "clear", shift: int = 0
) -> Ruling:
    """Odds of bare totals with the trail and the reconstructed values they rest on.

    Parameters
    ----------
    attack, defense
        The totals, at least 1; Woods are still to be added.
    terrain
        Of the defending hex.
    shift
        All other columns to the right; negative to the left.

    Returns
    -------
    Ruling
        Answer as of `odds_of_numbers`: printed results, before a rule reads them otherwise.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> ruling_of_numbers(OURS, 14, 5, terrain="bocage", shift=1).verdict
    '14:5, column 1-1: AL2 1/6, AL1 2/6, BL1 1/6, EX 1/6, DR 1/6.'
    """
    entry, steps = ground(at, terrain), []
    title, bonus, columns = entry.text("title"), entry.number("defense_bonus"), entry.number("shift")
    defense += bonus
    if bonus:
        steps.append(Step("11.3.1", f"{title} in the defender's hex", bonus, "+"))
    net = shift - columns
    found = odds_of_numbers(at, attack, defense, net)
    steps.append(Step("11.3.3", f"{attack} to {defense} starts on {found['odds']}, rounded for the defender"))
    if columns:
        steps.append(Step("11.3.4", f"{title} in the defender's hex", -columns, "+"))
    if shift:
        steps.append(Step("11.3.4", "other shifts as given", shift, "+"))
    steps.append(Step("11.3.5", f"column {found['column']}"))
    used = [known for known, _ in crt(at).used(found["column"])] if not found["automatic"] else []
    if columns and entry.sources.of("shift") == "reconstructed":
        used.append(Used(f"shift of {title}", entry.file, entry.id, "shift"))
    results = ", ".join(f"{code} {ways}/6" for code, ways in found["results"].items())
    verdict = f"{attack}:{defense}, column {found['column']}: {results}."
    question = f"odds attack --strength {attack}:{defense - bonus}"
    return Ruling(question, verdict, found, tuple(steps), sources=tuple(used))
