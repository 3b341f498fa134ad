"""Sections 13.4 and 13.52: who may advance into the defender hex, and on from it; the Bocage Ambush."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.june_six import battle as fights
from adjudicator.june_six import r09_stacking, r12_crt, r13_losses, terms
from adjudicator.june_six.battle import Battle
from adjudicator.june_six.r08_cost import can_enter
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from maps.filing import Located

__all__ = [
    "ADVANCE",
    "ROLLS",
    "ROUT_ADVANCE",
    "advance_faults",
    "allowed",
    "ambush",
    "ambush_effect",
    "ambush_faults",
    "begin",
    "candidates",
    "cell_of",
    "exposed",
    "is_over",
    "obliged",
    "second_faults",
    "second_hexes",
]

ADVANCE, ROUT_ADVANCE = "advance", "rout-advance"


# --- what the table allows --------------------------------------------------------------------------------


def cell_of(at: Located, battle: Battle) -> r12_crt.Cell:
    """The cell of the Combat Results Table that a combat came to."""
    return r12_crt.cell(at, battle.attack_mode, battle.defence_mode, battle.modified or 0)


@rule("13.42", "13.43", "13.52")
def allowed(at: Located, battle: Battle) -> str:
    """Whether the result lets attackers advance: ``optional``, ``mandatory`` or empty."""
    cell = cell_of(at, battle)
    return cell.advance or ("optional" if cell.breakthrough else "")


@rule("13.42", "14.28")
def is_over(view: View, battle: Battle) -> str:
    """Why nobody can advance into the defender hex; empty when units can."""
    name = view.board.name(battle.hex)
    if not allowed(view, battle):
        return "the result allows no advance"
    if there := fights.defenders_of(view, battle):
        return f"{name} is not vacant: {terms.titles(there)} is there"
    if battle.gca == "made" and not _holds(view, battle):
        return f"the first unit to advance holds {name} no more after the counterattack"
    return ""


def _holds(view: View, battle: Battle) -> bool:
    return bool(battle.entered) and view.pieces[battle.entered].space == battle.hex


# --- one unit ---------------------------------------------------------------------------------------------


@rule("13.41", "13.42", "13.51", "20.34")
def advance_faults(view: View, battle: Battle, uid: str) -> list[Fault]:
    """Why a unit cannot advance into the defender hex.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    found, piece = list(_role_faults(view, battle, uid)), view.pieces[uid]
    found += fights.eligible(view, uid)
    if uid in battle.advanced:
        found.append(Fault("13.42", f"{piece.printed.title} has advanced already"))
    if uid in battle.retreats:
        found.append(Fault("13.31", f"{piece.printed.title} had to retreat"))
    if not found:
        found += _entry_faults(view, battle, uid, battle.hex, "13.42")
    if over := is_over(view, battle):
        found.append(Fault("13.42", over))
    return found


@rule("13.45", "13.44")
def _entry_faults(view: View, battle: Battle, uid: str, to: str, section: str) -> list[Fault]:
    """What terrain and stacking say against a step; enemy ZOCs are ignored (13.45)."""
    piece = view.pieces[uid]
    found = can_enter(view, piece.printed, piece.space, to, over_river=uid in battle.crossing)
    if piece.space == to:
        found = [Fault(section, f"{piece.printed.title} is there already")]
    return found + r09_stacking.faults(view, to, piece.side, [uid])


@rule("13.41")
def _role_faults(view: View, battle: Battle, uid: str) -> Iterator[Fault]:
    """Only attackers advance; an HQ with an eligible attacking combat unit of its stack."""
    piece = view.pieces[uid]
    title = piece.printed.title
    if piece.side != battle.side or not terms.on_map(view, piece):
        yield Fault("13.41", f"{title} does not attack")
    elif terms.is_hq(piece.printed):
        if not _escorted(view, battle, piece.space):
            yield Fault("13.41", f"{title} is an HQ without an eligible attacking combat unit in its stack")
    elif uid not in battle.attackers:
        yield Fault("13.41", f"{title} did not attack")


def _escorted(view: View, battle: Battle, space: str) -> bool:
    """Whether a combat unit that attacked out of a hex, and bears no marker, stands or stood there."""
    for piece in fights.attackers_of(view, battle):
        from_here = battle.advanced.get(piece.uid, piece.space) == space
        if from_here and terms.is_combat(piece.printed) and not fights.eligible(view, piece.uid):
            return True
    return False


@rule("13.52", "13.53")
def second_faults(view: View, battle: Battle, uid: str, to: str) -> list[Fault]:
    """Why a unit cannot advance a second hex.

    Returns
    -------
    list of (str, str)
        Section and sentence of each reason.
    """
    piece, found = view.pieces[uid], list(fights.eligible(view, uid))
    title, name = piece.printed.title, view.board.name(to)
    if not cell_of(view, battle).breakthrough:
        found.append(Fault("13.52", "the result is no Breakthrough"))
    if not terms.is_motorized(piece.printed) or uid not in battle.attackers:
        found.append(Fault("13.51", f"{title} is no motorized attacker: one hex is all it advances"))
    if uid not in battle.advanced or uid in battle.second or piece.space != battle.hex:
        found.append(Fault("13.52", f"{title} has no second hex to go from {view.board.name(battle.hex)}"))
    if there := terms.enemies(view, to, piece.side):
        found.append(Fault("8.14", f"{name} is occupied by {terms.titles(there)}"))
    return found or _entry_faults(view, battle, uid, to, "13.52")


def second_hexes(view: View, battle: Battle, uid: str) -> tuple[str, ...]:
    """Hexes into which a unit may go on in a Breakthrough.

    Parameters
    ----------
    view, battle, uid
        The position, the combat and the unit.
    """
    if uid not in battle.advanced or uid in battle.second:
        return ()
    near = [other for _, other in view.board.neighbours(battle.hex)]
    return tuple(h for h in near if not second_faults(view, battle, uid, h))


@rule("13.41", "13.42", "13.43")
def candidates(view: View, battle: Battle) -> tuple[str, ...]:
    """Units that may advance into the defender hex now."""
    if is_over(view, battle):
        return ()
    named = [*battle.attackers, *_hqs(view, battle)]
    return tuple(u for u in dict.fromkeys(named) if not advance_faults(view, battle, u))


def _hqs(view: View, battle: Battle) -> list[str]:
    """HQs in hexes where attackers stand, or stood before they advanced."""
    hexes = {p.space for p in fights.attackers_of(view, battle)} | set(battle.advanced.values())
    stacked = (p for h in sorted(hexes) for p in terms.friends(view, h, battle.side))
    return [p.uid for p in stacked if terms.is_hq(p.printed)]


@rule("13.43", "14.28")
def obliged(view: View, battle: Battle) -> tuple[str, ...]:
    """Attackers that must advance before the advance can end; none once a counterattack was made."""
    if allowed(view, battle) != "mandatory" or battle.gca == "made":
        return ()
    able = candidates(view, battle)
    if view.option("hq-eligible") == "B":
        return able
    return tuple(u for u in able if not terms.is_hq(view.pieces[u].printed))


# --- the stage --------------------------------------------------------------------------------------------


def begin(draft: Draft, battle: Battle) -> bool:
    """Ask for the next advance, while anybody can advance.

    Returns
    -------
    bool
        Whether the attacker was asked, so that the stage comes again.
    """
    if ADVANCE in battle.over:
        return False
    on = any(second_hexes(draft, battle, u) for u in battle.advanced)
    if not on and not candidates(draft, battle):
        return False
    draft.ask(battle.side, ADVANCE, "13.4", hex=battle.hex)
    return True


# --- the ambush -------------------------------------------------------------------------------------------


@rule("13.46")
def ambush_faults(view: View, battle: Battle, *, demanded: bool = False) -> list[Fault]:
    """Why no Bocage Ambush threatens the attackers.

    Parameters
    ----------
    demanded
        Whether the result is taken to demand an advance, whatever the die.

    Returns
    -------
    list of (str, str)
        Section and sentence of each condition that is not met; empty when it does.
    """
    name, ground = view.board.name(battle.hex), terms.terrain(view, battle.hex, "13.46")
    conditions = (
        (battle.side == terms.ALLIED, "the defenders are not German"),
        (ground == "bocage", f"{name} is {ground}, not bocage"),
        (battle.attack_mode == r12_crt.ASSAULT, "the Allied mode is not Assault"),
        (battle.defence_mode == r12_crt.STAND, "the German mode is not Stand"),
        (demanded or cell_of(view, battle).advance == "mandatory", "the result demands no advance"),
    )
    return [Fault("13.46", text) for holds, text in conditions if not holds]


@rule("13.46")
def ambush(draft: Draft, battle: Battle) -> None:
    """Ask for the roll of each eligible attacker, whether or not it will be able to advance."""
    if ambush_faults(draft, battle):
        return
    for uid in reversed(exposed(draft, battle)):
        ask_roll(draft, "ambush", [terms.DIE], unit=uid)


@rule("13.46", "13.41")
def exposed(view: View, battle: Battle) -> tuple[str, ...]:
    """Units that an ambush threatens: those eligible to advance, by the second reading HQs too."""
    units = [p.uid for p in fights.attackers_of(view, battle) if not terms.is_hq(p.printed)]
    if view.option("hq-eligible") == "B":
        escorted = (u for u in _hqs(view, battle) if _escorted(view, battle, view.pieces[u].space))
        units += escorted
    return tuple(u for u in units if u not in battle.retreats and not fights.eligible(view, u))


@rule("13.46")
def _ambushed(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """A die above the cohesion means a Dis-1 result, which waits until the advance is complete."""
    piece, fight = draft.pieces[data["unit"]], fights.current(draft)
    if fight is not None and values[0] > terms.rating(draft, piece, "cohesion", "13.46"):
        fights.amend(draft, ambushed=(*fight.ambushed, piece.uid))


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"Bocage Ambush on {state.pieces[data['unit']].printed.title}"


@rule("13.46")
def ambush_effect(draft: Draft, battle: Battle) -> None:
    """Disorder the units that were ambushed, once the advance is complete."""
    for piece in fights.units_of(draft, battle.ambushed):
        r13_losses.disorder(draft, piece.uid, 1)


ROLLS = {"ambush": RollRule(_ambushed, _why, "13.46")}
