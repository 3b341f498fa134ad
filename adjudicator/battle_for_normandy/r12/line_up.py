"""Sections 12.4 and 12.6: a combat made ready for the die: strengths, column, modifiers with their rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12 import modifiers as r12_modifiers
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of
from adjudicator.battle_for_normandy.r12.crt import Result, result
from adjudicator.battle_for_normandy.r12.ratio import LIMIT, column, limited
from adjudicator.battle_for_normandy.r12.strength import (
    as_record,
    attack_strength,
    attackers_of,
    defence_strength,
)
from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault, Step
from maps.filing import OURS, Filing
from module_builder.vassal.values import dataclass

__all__ = ["LineUp", "combined_arms", "line_up", "why_no_combined_arms"]

_CLOSED_SIDES = frozenset({"stream", "major-river", "bluff", "cliff", "sea"})
_CLOSED, _DUG = frozenset({"flooded", "sea"}), frozenset({"bocage", "forest"})


@dataclass(frozen=True, slots=True)
class LineUp:
    """A combat made ready for the die.

    Parameters
    ----------
    attack, defence
        Total strengths.
    column
        Of the Combat Results Table; empty below 1:4, where no attack is permitted.
    modifiers
        Every modifier but Combined Arms, with its section.
    raw
        Their sum, the terrain held at -3.
    combined_arms
        Whether the attacker may take the bonus after the roll.

    Examples
    --------
    >>> LineUp(56, 16, "3:1", (), -1, combined_arms=False).result(9).text
    '1/2'
    """

    attack: int
    defence: int
    column: str
    modifiers: tuple[Step, ...]
    raw: int
    combined_arms: bool
    filing: Filing = OURS

    @property
    def drm(self) -> int:
        """The modifier of the die, within its limits."""
        return limited(self.raw)

    @property
    def combined_drm(self) -> int:
        """The modifier with Combined Arms, within its limits."""
        return limited(self.raw + self.combined_arms)

    @property
    def legal(self) -> bool:
        """Whether the odds permit an attack."""
        return bool(self.column)

    def result(self, roll: int, *, combined: bool = False) -> Result:
        """What a roll of the die gives.

        Parameters
        ----------
        roll
            The die, 1 to 10.
        combined
            Whether the attacker takes the bonus of Combined Arms.
        """
        return result(self.filing, self.column, roll + (self.combined_drm if combined else self.drm))


@rule("12.4", "12.6", "12.6.5")
def line_up(view: View, attack: AttackRecord | Mapping[str, Any]) -> LineUp:
    """Make a combat ready for the die.

    Parameters
    ----------
    attack
        The attack, or its plain data as a pending decision holds it.

    Raises
    ------
    MalformedAction
        The data describe no attack.
    """
    record = as_record(attack)
    ours, theirs = attack_strength(view, record), defence_strength(view, record)
    inquiry = view if isinstance(view, Inquiry) else None
    if inquiry is not None:
        _fold(inquiry, ours, theirs, view.board.name(record.hex))
    odds = column(ours.value, theirs.value, half=_half(view, ours.value, theirs.value))
    if inquiry is not None:
        inquiry.note("12.4", f"odds {ours.value}:{theirs.value}, column {odds or 'none: below 1:4'}")
    adding = _modifiers(view, inquiry, record)
    why = why_no_combined_arms(view, record)
    if inquiry is not None:
        _note(inquiry, adding.value, why)
    return LineUp(ours.value, theirs.value, odds, tuple(adding.steps), adding.value, not why, view.filing)


@rule("12.4")
def _half(view: View, attack: int, defence: int) -> bool:
    """Whether the column 3:2 is there; the reading is asked only where it matters."""
    between = defence > 0 and column(attack, defence, half=True) == "3:2"
    return between and view.option("odds-columns") == "B"


def _fold(inquiry: Inquiry, ours: Adding, theirs: Adding, name: str) -> None:
    """Hang the steps of the two strengths under one step each."""
    del inquiry.steps[len(inquiry.steps) - len(ours.steps) - len(theirs.steps) :]
    for what, adding in ((f"Attack Strength against {name}", ours), (f"Defense Strength of {name}", theirs)):
        inquiry.steps.append(Step("12.4", f"{what}: {adding.value}", under=tuple(adding.steps)))


@rule("12.6.5", "12.6")
def _modifiers(view: View, inquiry: Inquiry | None, attack: AttackRecord) -> Adding:
    adding = Adding(inquiry, "drm")
    ground, dark = r12_modifiers.terrain(view, attack), r12_modifiers.night(view)
    worse = [m for m in ground if m[2] < 0]
    within = sum([m[2] for m in worse]) < -LIMIT or (worse and dark and _together(worse, dark) < -LIMIT)
    early = bool(dark and within) and view.option("drm-order") == "B"
    more = r12_modifiers.others(view, attack)
    covered = _covered(view, worse, more)
    for modifier in [*worse, *covered, *(dark if early else [])]:
        adding.add(*modifier)
    if adding.value < -LIMIT:
        adding.add("12.6.5", "terrain counts for -3 at the most", -LIMIT, "max")
    better = [m for m in ground if m[2] > 0]
    for modifier in [*better, *([] if early else dark), *(m for m in more if m not in covered)]:
        adding.add(*modifier)
    return adding


@rule("12.6.3", "12.6.5")
def _covered(
    view: View, worse: list[r12_modifiers.Modifier], more: list[r12_modifiers.Modifier]
) -> list[r12_modifiers.Modifier]:
    """The modifier of a lone Recon unit where the cap on terrain holds it; asked only where it matters."""
    found = [m for m in more if m[0] == "12.6.3"]
    if not found or _together(worse, found) >= -LIMIT or view.option("recon-cap") == "A":
        return []
    return found


def _together(*groups: list[r12_modifiers.Modifier]) -> int:
    return sum([m[2] for group in groups for m in group])


def _note(inquiry: Inquiry, raw: int, why: list[Fault]) -> None:
    if limited(raw) != raw:
        inquiry.note("12.4", f"modifiers of {raw:+d} are held at {limited(raw):+d}", limited(raw))
    for section, text in why:
        inquiry.note(section, f"no Combined Arms: {text}")
    if not why:
        inquiry.note("12.6.2", "Combined Arms: the attacker may add one after the roll")


# --- Combined Arms ----------------------------------------------------------------------------------------


@rule("12.6.2")
def combined_arms(view: View, attack: AttackRecord | Mapping[str, Any]) -> bool:
    """Whether the attacker may take the bonus of Combined Arms."""
    return not why_no_combined_arms(view, as_record(attack))


@rule("12.6.2", "19.6.1")
def why_no_combined_arms(view: View, attack: AttackRecord) -> list[Fault]:
    """What keeps the attacker from Combined Arms.

    Returns
    -------
    list of (section, sentence)
        Empty where the bonus may be taken.
    """
    ours = [p for p in attackers_of(view, attack) if not terms.is_support(p.printed)]
    tanks = [p for p in ours if terms.is_tank(p.printed)]
    if not tanks or not any(terms.is_infantry_type(p.printed) for p in ours):
        missing = "Tank-type" if not tanks else "Infantry-type"
        return [Fault("12.6.2", f"no {missing} unit attacks")]
    guards = [p for p in defenders_of(view, attack) if terms.is_tank(p.printed) or terms.is_at(p.printed)]
    if guards:
        return [Fault("12.6.2", f"{terms.titles(guards)} defends (white or red dots)")]
    foot = [p for p in ours if terms.is_infantry_type(p.printed)]
    if isinstance(view, Inquiry) and all(terms.is_mech(p.printed) for p in foot):
        view.note("2.4", f"{terms.titles(foot)}: vehicles that count as Infantry-type units")
    if not any(_may_roll(view, p, attack.hex) for p in tanks):
        return [
            Fault("12.6.2", f"{terms.titles(tanks)} attacks where Mechanized units may not go off a road")
        ]
    return []


@rule("12.6.2", "10.6")
def _may_roll(view: View, piece: Piece, target: str) -> bool:
    """Whether neither the hexside nor the hex, roads ignored, is closed to Mechanized units."""
    edge = view.board.edge(piece.space, target)
    if edge is None or view.boundary(edge, "12.6.2") in _CLOSED_SIDES:
        return False
    ground = terms.terrain(view, target, "12.6.2")
    if ground in _DUG:
        return view.option("dug-tanks") == "A"
    return ground not in _CLOSED
