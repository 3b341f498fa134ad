"""Sections 12.5 to 12.59: a combat made ready for the die: strengths, ratio, every modifier with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.june_six import r12_modifiers
from adjudicator.june_six.r12_crt import mode_drm
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r12_strength import attack_strength, defence_strength, ratio_of
from adjudicator.june_six.r15_armor import armor_drm
from adjudicator.june_six.r16_artillery import artillery_drm
from adjudicator.june_six.r17_support import support_drm
from adjudicator.position import View
from adjudicator.ruling import Step
from module_builder.vassal.values import dataclass

__all__ = ["LineUp", "line_up", "lined_up", "mode_drm"]


@dataclass(frozen=True, slots=True)
class LineUp:
    """A combat made ready for the die.

    Parameters
    ----------
    attack, defence
        Combat Strengths.
    modifiers
        Every modifier but that of the modes, with its section.

    Examples
    --------
    >>> LineUp(Fight("attack", "allied", "e1940", (), ()), 18, 10, "2:1", (), 1).total("probe", "stand")
    -2
    """

    fight: Fight
    attack: int
    defence: int
    ratio: str
    modifiers: tuple[Step, ...]
    drm: int

    def total(self, attack_mode: str, defence_mode: str) -> int:
        """The sum with the modifier of a pair of modes (12.54)."""
        return self.drm + mode_drm(attack_mode, defence_mode)

    @property
    def chosen(self) -> int:
        """The sum with the modifier of the modes that are chosen already."""
        return self.total(self.fight.attack_mode, self.fight.defence_mode)


def line_up(view: View, attack: Mapping[str, Any]) -> LineUp:
    """Make a combat ready for the die.

    Parameters
    ----------
    attack
        Plain data of the combat, as the pending decision holds it.

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or hex, or nobody defends it.
    """
    return lined_up(view, fight_of(view, attack))


@rule("12.5", "12.51", "12.52", "12.53", "12.59")
def lined_up(view: View, fight: Fight) -> LineUp:
    """Make a combat that is looked up already ready for the die; see `line_up`."""
    ours, theirs = attack_strength(view, fight), defence_strength(view, fight)
    inquiry = view if isinstance(view, Inquiry) else None
    if inquiry is not None:
        _fold(inquiry, ours, theirs, view.board.name(fight.target))
    attack, defence = ours.value, theirs.value
    found = ratio_of(view, attack, defence)
    adding = Adding(inquiry, "drm")
    adding.add("12.51", found.text, found.drm)
    adding.add(*r12_modifiers.cohesion(view, fight))
    _add(adding, r12_modifiers.directions(view, fight))
    for modifiers in (
        r12_modifiers.special(view, fight),
        r12_modifiers.markers(view, fight),
        r12_modifiers.ground(view, fight),
        r12_modifiers.river(view, fight),
    ):
        for modifier in modifiers:
            adding.add(*modifier)
    _add_points(adding, view, fight)
    if inquiry is not None:
        _note_total(inquiry, fight, adding.value)
    return LineUp(fight, attack, defence, found.name, tuple(adding.steps), adding.value)


def _fold(inquiry: Inquiry, ours: Adding, theirs: Adding, name: str) -> None:
    """Hang the steps of the two strengths under one step each."""
    del inquiry.steps[-len(ours.steps) - len(theirs.steps) :]
    for what, adding in ((f"attack on {name}", ours), (f"defence of {name}", theirs)):
        text = f"Combat Strength of the {what}: {adding.value}"
        inquiry.steps.append(Step("12.51", text, under=tuple(adding.steps)))


@rule("12.5", "20.33")
def _note_total(inquiry: Inquiry, fight: Fight, drm: int) -> None:
    """Say what the modifiers come to, and that a river was among them."""
    if fight.crossing:
        inquiry.note("20.33", "the -3 of the Major River counts for the attack as a whole, once")
    inquiry.note("12.5", "all modifiers but that of the modes, for the one die roll", drm)


def _add(adding: Adding, modifier: tuple[str, str, int]) -> None:
    """Add a modifier where there is one, or say why there is none."""
    if modifier[2]:
        adding.add(*modifier)
    elif adding.inquiry is not None:
        adding.inquiry.note(modifier[0], modifier[1])


@rule("12.59", "15.12", "16.32", "17.31", "18.31")
def _add_points(adding: Adding, view: View, fight: Fight) -> None:
    """Armor superiority, artillery, and air or naval support."""
    armor = armor_drm(view, fight)
    if armor is not None:
        adding.add("15.12", armor[1], armor[0])
    fired = artillery_drm(view, fight)
    if fired is not None:
        adding.add("16.32", fired[1], fired[0])
    support = support_drm(fight)
    if support is not None:
        adding.add(*support)
