"""Sections 12.4 and 12.8: the ten faces of the combat die, from a column and its modifiers."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.battle_for_normandy.r12.crt import DIE, Result, result
from adjudicator.citation import rule
from maps.filing import Filing
from module_builder.vassal.values import dataclass

__all__ = ["Face", "Odds", "best_of", "odds_of"]


@dataclass(frozen=True, slots=True)
class Face:
    """What one face of the die gives.

    Parameters
    ----------
    roll
        1 to 10.

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

    Examples
    --------
    >>> from maps.filing import OURS
    >>> found = odds_of(OURS, "3:1", -1)
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

    Examples
    --------
    >>> best_of(Result(1, 0, 1, 0), Result(1, 0, 2, 0)).text
    '1/2'
    """
    return combined if combined.balance > plain.balance else plain


@functools.lru_cache(maxsize=1024)
@rule("12.4", "12.8", "12.6.2")
def odds_of(filing: Filing, column: str, drm: int, combined_drm: int | None = None) -> Odds:
    """Exact odds of a column and its modifiers.

    Parameters
    ----------
    column
        One of `adjudicator.battle_for_normandy.r12.crt.COLUMNS`.
    combined_drm
        The modifier with Combined Arms; None where there is none.
    """
    other = drm if combined_drm is None else combined_drm
    faces = []
    for roll in DIE:
        plain, combined = result(filing, column, roll + drm), result(filing, column, roll + other)
        faces.append(Face(roll, plain, combined, best_of(plain, combined)))
    return Odds(column, drm, other, tuple(faces))
