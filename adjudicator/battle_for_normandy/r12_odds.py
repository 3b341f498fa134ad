"""Sections 12.4 and 12.8: exact odds of a combat, with and without Combined Arms."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.battle_for_normandy.r12_battle import AttackRecord, units_of
from adjudicator.battle_for_normandy.r12_crt import COLUMNS, DIE, Result, result
from adjudicator.battle_for_normandy.r12_line_up import LineUp, line_up
from adjudicator.battle_for_normandy.r12_ratio import column
from adjudicator.battle_for_normandy.r12_strength import as_record, support_strength
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View

__all__ = ["Face", "Odds", "best_of", "odds", "odds_of"]


@dataclass(frozen=True, slots=True)
class Face:
    """What one face of the die gives.

    Parameters
    ----------
    roll
        1 to 10.
    plain
        The result without Combined Arms.
    combined
        With it; the same where the bonus is not there.
    best
        The one of the two that the attacker takes.

    Examples
    --------
    >>> Face(1, Result(), Result(), Result()).takes
    False
    """

    roll: int
    plain: Result
    combined: Result
    best: Result

    @property
    def takes(self) -> bool:
        """Whether the attacker is better off with the bonus."""
        return self.best != self.plain


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact odds of a combat: ten faces of equal chance.

    Parameters
    ----------
    column
        Of the Combat Results Table.
    drm, combined_drm
        Modifiers without and with Combined Arms.
    faces
        What each face gives.

    Examples
    --------
    >>> found = odds_of("3:1", -1)
    >>> found.attacker_steps, found.faces[8].best.text
    (Fraction(6, 5), '1/2')
    """

    column: str
    drm: int
    combined_drm: int
    faces: tuple[Face, ...]

    @property
    def attacker_steps(self) -> Fraction:
        """Steps that the attacker loses on the average."""
        return Fraction(sum([f.best.attacker_steps for f in self.faces]), len(DIE))

    @property
    def defender_steps(self) -> Fraction:
        """Steps that the defender loses on the average."""
        return Fraction(sum([f.best.defender_steps for f in self.faces]), len(DIE))

    @property
    def attacker_retreats(self) -> Fraction:
        """Chance that the attacker must retreat."""
        return Fraction(sum([f.best.attacker_retreat for f in self.faces]), len(DIE))

    @property
    def defender_retreats(self) -> Fraction:
        """Chance that the defender must retreat."""
        return Fraction(sum([f.best.defender_retreat for f in self.faces]), len(DIE))

    @property
    def worth(self) -> Fraction:
        """What the attack gains on the average: two for each step, one for a retreat."""
        return Fraction(sum([f.best.balance for f in self.faces]), len(DIE))

    @property
    def chances(self) -> Mapping[Result, Fraction]:
        """Result -> its chance, the best for the attacker first."""
        found: dict[Result, int] = {}
        for face in self.faces:
            found[face.best] = found.get(face.best, 0) + 1
        ranked = sorted(found, key=lambda r: (-r.balance, r.text))
        return {r: Fraction(found[r], len(DIE)) for r in ranked}

    def cleared(self, steps: int) -> Fraction:
        """Chance that a defender of so many steps leaves the hex: dead, or in retreat."""
        gone = [f for f in self.faces if f.best.defender_retreat or f.best.defender_steps >= steps]
        return Fraction(len(gone), len(DIE))


@rule("12.6.2", "12.4")
def best_of(plain: Result, combined: Result) -> Result:
    """The result that the attacker takes of two, each step counting two and each retreat one.

    Parameters
    ----------
    plain, combined
        Without and with Combined Arms.

    Returns
    -------
    Result

    Examples
    --------
    >>> best_of(Result(1, 0, 1, 0), Result(1, 0, 2, 0)).text
    '1/2'
    """
    return combined if combined.balance > plain.balance else plain


@functools.lru_cache(maxsize=1024)
@rule("12.4", "12.8", "12.6.2")
def odds_of(column: str, drm: int, combined_drm: int | None = None) -> Odds:
    """Exact odds of a column and its modifiers.

    Parameters
    ----------
    column
        One of `adjudicator.battle_for_normandy.r12_crt.COLUMNS`.
    drm
        The modifier within its limits.
    combined_drm
        The modifier with Combined Arms; None where there is none.

    Returns
    -------
    Odds
    """
    other = drm if combined_drm is None else combined_drm
    faces = []
    for roll in DIE:
        plain, combined = result(column, roll + drm), result(column, roll + other)
        faces.append(Face(roll, plain, combined, best_of(plain, combined)))
    return Odds(column, drm, other, tuple(faces))


@rule("12.4", "12.8")
def odds(view: View, attack: AttackRecord | Mapping[str, Any]) -> tuple[LineUp, Odds | None]:
    """A combat made ready for the die, and its exact odds.

    Parameters
    ----------
    view
        The position; an Inquiry records the steps.
    attack
        The attack.

    Returns
    -------
    (LineUp, Odds or None)
        No odds below 1:4; where only Defensive Support brought it there, those of 1:4.

    Raises
    ------
    MalformedAction
        The data describe no attack.
    """
    record = as_record(attack)
    found = line_up(view, record)
    name = found.column or _worst(view, record, found)
    if not name:
        return found, None
    return found, odds_of(name, found.drm, found.combined_drm if found.combined_arms else None)


@rule("12.4", "12.5.4")
def _worst(view: View, attack: AttackRecord, found: LineUp) -> str:
    """1:4 for an attack that was permitted before the defender called his support; else empty."""
    guns = units_of(view, attack.defence_support)
    lent = sum([support_strength(view, gun, defending=True) for gun in guns])
    before = bool(lent) and bool(column(found.attack, found.defence - lent))
    if before and isinstance(view, Inquiry):
        view.note("12.4", "permitted before the Defensive Support: column 1:4")
    return COLUMNS[0] if before else ""
