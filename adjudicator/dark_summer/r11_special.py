"""Sections 11.4, 11.5.1, 11.8, 11.9: what a result of the Combat Results Table means for this defender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_strength import (
    Combat,
    combat,
    is_augmented,
    is_carpet_bombed,
    is_open_beach_alone,
)
from adjudicator.dark_summer.r11_tables import crt
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = ["NOTHING", "Effect", "effect", "effect_of", "may_take_bl1", "note_beach", "reading"]

NOTHING = "-"
_LAST_BOCAGE_TURN = 6
_POINTE_DU_HOC = "approach-pointe-du-hoc"
_EXPOSED = frozenset({"flak", "strongpoint"})


@dataclass(frozen=True, slots=True)
class Effect:
    """What a result does, before step losses are shared out and retreats are made.

    Parameters
    ----------
    code
        The result as it is read for this defender; ``-`` for none.
    attacker_losses, defender_losses
        Steps to lose, as the owners choose (11.3.6); no more than there are.
    destroyed
        Whether no defender is left: all are in `eliminated`; an Open Beach alone falls.
    retreat
        Whether units retreat.
    retreating
        Their ids (of those that survive their losses).
    beach_falls
        Whether the Open Beach is Closed, if a German unit advances into it.
    bl1_choice
        Whether the attacker may take the Exchange as BL1.
    notes
        (section, sentence): why it is read so.

    Examples
    --------
    >>> Effect("AL1", 1).destroyed
    False
    """

    code: str
    attacker_losses: int = 0
    defender_losses: int = 0
    destroyed: bool = False
    eliminated: tuple[str, ...] = ()
    retreat: bool = False
    retreating: tuple[str, ...] = ()
    beach_falls: bool = False
    bl1_choice: bool = False
    notes: tuple[tuple[str, str], ...] = ()


def effect(
    view: View,
    target: str,
    code: str,
    attackers: Sequence[str],
    support_a: Sequence[str] = (),
    *,
    wave: str = "",
    as_bl1: bool = False,
) -> Effect:
    """What a printed result does in a Combat.

    Parameters
    ----------
    target, code, attackers
        The defending space, the printed result, and ids of the attacking units.
    support_a
        Support of the attacker: Carpet Bombing cancels Bocage.
    wave
        The Wave Round in play; empty for what the position says.
    as_bl1
        Whether the attacker takes an Exchange as BL1, where `Effect.bl1_choice` allows it.
    """
    found = effect_of(view, combat(view, target, attackers, support_a, wave=wave), code, as_bl1=as_bl1)
    if isinstance(view, Inquiry):
        for section, text in found.notes:
            view.note(section, text)
    return found


def effect_of(view: View, fight: Combat, printed: str, *, as_bl1: bool = False) -> Effect:
    """What a printed result does in a Combat that is looked up already.

    Parameters
    ----------
    as_bl1
        As in `effect`.
    """
    code, notes = reading(view, fight, printed)
    choice = code == "EX" and may_take_bl1(fight)
    if choice and as_bl1:
        code = "BL1"
        notes = (*notes, ("11.3.5", "attackers that are all Kampfgruppen or Tigers take EX as BL1"))
    found = _on_beach_alone(view, code) if is_open_beach_alone(fight) else _on_units(view, fight, code)
    losses = found.attacker_losses
    capped = losses if losses < 2 else min(losses, _steps(fight.attackers))  # there is always one
    if capped == losses and not choice and not notes:
        return found
    return replace(found, attacker_losses=capped, bl1_choice=choice, notes=(*notes, *found.notes))


# --- how the result is read -------------------------------------------------------------------------------


@rule("11.4.1", "11.4.2", "11.8", "11.9")
def reading(view: View, fight: Combat, printed: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The result that takes the place of the printed one, and why.

    Parameters
    ----------
    printed
        Code of the table.

    Returns
    -------
    (str, tuple of (section, sentence))
        ``-`` for a result that is ignored.
    """
    if printed in {"EX", "BL1"} and _is_pointe_du_hoc(fight):
        return "DE", (("11.4.2", f"the Rangers at Pointe du Hoc treat {printed} as DE"),)
    if printed == "DR*" and is_augmented(view, fight) and _whole_omaha(view, fight):
        return "EX", (("11.4.1", "an Omaha Strongpoint treats DR* as EX"),)
    if printed == "DR" and is_open_beach_alone(fight):
        return NOTHING, (("11.9", "an Open Beach that defends alone ignores DR"),)
    if printed in {"DR", "DR*"} and (where := _stubborn_ground(view, fight)):
        return _stubborn(fight, printed, where)
    return printed, ()


@rule("11.4.2")
def _is_pointe_du_hoc(fight: Combat) -> bool:
    """The US 2nd Ranger Battalion assaults out of the approach of Pointe du Hoc, in the 1st Wave Round."""
    return fight.wave == "first-wave" and any(p.space == _POINTE_DU_HOC for p in fight.attackers)


@rule("11.4.1")
def _whole_omaha(view: View, fight: Combat) -> bool:
    """Whether DR* is an Exchange for all defenders: a Strongpoint alone, or by the reading of a stack."""
    return len(fight.defenders) == 1 or view.option("omaha-stack") == "A"


@rule("11.8", "12.1")
def _stubborn_ground(view: View, fight: Combat) -> str:
    """``Bocage`` or ``City`` where German defenders hold out in it; else empty."""
    if (
        fight.side != terms.ALLIED
        or fight.target == terms.CHERBOURG
        or all(map(_is_exposed, fight.defenders))
    ):
        return ""
    match terms.terrain(view, fight.target, "11.8"):
        case "city":
            return "City"
        case "bocage" if view.number("turn") <= _LAST_BOCAGE_TURN and not is_carpet_bombed(view, fight):
            return "Bocage"
    return ""


def _is_exposed(piece: Piece) -> bool:
    """Flak, Ost battalions and Strongpoints by themselves get nothing from Bocage and City."""
    return piece.printed.type in _EXPOSED or "ost" in piece.printed.marks


@rule("11.8")
def _stubborn(fight: Combat, printed: str, where: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    if printed == "DR":
        return NOTHING, (("11.8", f"Germans in {where} ignore DR"),)
    if _steps(fight.defenders) > 1:
        return "BL1", (("11.8", f"two or more German steps in {where} treat DR* as BL1"),)
    return printed, (("11.8", f"a single German step in {where} retreats on DR*"),)


@rule("11.3.5")
def may_take_bl1(fight: Combat) -> bool:
    """Whether the attacker may take an Exchange as BL1: Germans, all of them KGs or Tiger battalions."""
    return fight.side == terms.GERMAN and all(terms.fights_in_reaction(p.printed) for p in fight.attackers)


# --- what it does -----------------------------------------------------------------------------------------


def _steps(pieces: Sequence[Piece]) -> int:
    return sum([terms.steps_left(p) for p in pieces])


@rule("11.9")
def note_beach(inquiry: Inquiry, target: str, found: Effect) -> None:
    """Say that an Open Beach with units in it stays open where it does."""
    defended = bool(terms.friends(inquiry, target, terms.ALLIED))
    if defended and not found.beach_falls and terms.is_open_beach(inquiry, target):
        inquiry.note("11.9", "the Open Beach with units in it stays open: it ignores every result but DE")


@rule("11.9")
def _on_beach_alone(at: Located, code: str) -> Effect:
    """An Open Beach is one step: any step loss, DR* and DE make it fall."""
    if code == NOTHING:
        return Effect(code)
    known = crt(at).codes[code]
    falls = known.destroys or known.retreat or known.defender > 0
    notes = (("11.9", "the Open Beach falls, if a German unit advances into it"),) if falls else ()
    losses = 1 if known.exchange else known.attacker
    return Effect(code, losses, destroyed=falls, beach_falls=falls, notes=notes)


@rule("11.3.5", "11.4.1", "11.5.1", "11.9")
def _on_units(view: View, fight: Combat, code: str) -> Effect:
    if code == NOTHING:
        return Effect(code)
    known, steps = crt(view).codes[code], _steps(fight.defenders)
    everyone = tuple([p.uid for p in fight.defenders])
    if known.destroys or known.defender >= steps:
        return _destruction(view, fight, code, steps, everyone)
    if not known.retreat:
        return Effect(code, known.attacker, known.defender)
    return _retreat(view, fight, code, everyone)


@rule("11.4.1", "11.9")
def _destruction(view: View, fight: Combat, code: str, steps: int, everyone: tuple[str, ...]) -> Effect:
    """No defender is left; in an Exchange the attacker loses as many steps; an Omaha Strongpoint is two."""
    known, losses, notes = crt(view).codes[code], crt(view).codes[code].attacker, []
    if known.exchange:
        augmented = is_augmented(view, fight)
        losses = steps + augmented
        notes.append(
            ("11.3.5", f"in an Exchange the attacker loses as many steps as the defender had: {losses}")
        )
        if augmented:
            notes.append(("11.4.1", "the Omaha Strongpoint counts as two steps"))
    falls = code == "DE" and fight.side == terms.GERMAN and terms.is_open_beach(view, fight.target)
    if falls:
        notes.append(("11.9", "DE takes the Open Beach too, if a German unit advances into it"))
    return Effect(code, losses, destroyed=True, eliminated=everyone, beach_falls=falls, notes=tuple(notes))


@rule("11.3.7", "11.4.1", "11.5.1")
def _retreat(view: View, fight: Combat, code: str, everyone: tuple[str, ...]) -> Effect:
    """Strongpoints do not retreat: they hold, or they are eliminated."""
    fixed = tuple([p.uid for p in fight.defenders if terms.is_strongpoint(p.printed)])
    moving = tuple([u for u in everyone if u not in fixed])
    losses, notes = crt(view).codes[code].attacker, []
    if fixed and code == "DR" and _holds_on(view, fight):
        fixed = ()
        notes.append(("11.5.1", "a Strongpoint ignores DR when attacked only from the Beach Approach hex"))
        if not moving:
            return Effect(NOTHING, losses, notes=tuple(notes))
    elif fixed:
        notes.append(("11.5.1", "a Strongpoint that must retreat is eliminated"))
        if code == "DR*" and is_augmented(view, fight):
            losses += 2
            notes.append(("11.4.1", "the Omaha Strongpoint is exchanged for two steps"))
    destroyed = len(fixed) == len(everyone)
    return Effect(code, losses, 0, destroyed, fixed, bool(moving), moving, notes=tuple(notes))


@rule("11.5.1")
def _holds_on(view: View, fight: Combat) -> bool:
    """In the Wave Rounds, against attackers out of the Beach Approach hex only."""
    spaces = view.board.spaces
    return bool(fight.wave) and all(spaces[p.space].kind == "approach" for p in fight.attackers)
