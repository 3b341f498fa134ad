"""Sections 12.8 to 12.11 told: results, losses, retreats and advances as rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator import showing
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12 import advance as r12_advance
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r12 import retreat as r12_retreat
from adjudicator.battle_for_normandy.r12 import retreat_paths as r12_retreat_paths
from adjudicator.battle_for_normandy.r12.allocation import allocations
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.crt import note_cell, said
from adjudicator.battle_for_normandy.r12.line_up import line_up
from adjudicator.battle_for_normandy.r12.odds_rulings import without_roll
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position, State
from adjudicator.ruling import Ruling
from adjudicator.wording import way_words

__all__ = ["advance_ruling", "losses_ruling", "result_ruling", "retreat_ruling"]


@rule("12.8", "12.4", "12.6.2")
def result_ruling(state: State, attack: AttackRecord, roll: int, *, strict: bool = False) -> Ruling:
    """What a roll of the die brings in a combat, without and with Combined Arms.

    Raises
    ------
    MalformedAction
        Nobody defends the hex.
    """
    inquiry = Inquiry(state, strict=strict)
    if not battles.defenders_of(inquiry, attack):
        raise MalformedAction(f"nobody defends {state.board.name(attack.hex)}")
    if falls := without_roll(inquiry, attack):
        return inquiry.ruling(f"result {attack.hex}", falls, {"automatic": True})
    line = line_up(inquiry, attack)
    if not inquiry.require(
        "12.4", line.legal, "", "less than 1:4: no attack is allowed", spaces=[attack.hex]
    ):
        return inquiry.ruling(f"result {attack.hex}", "No such attack.", {})
    answer: dict[str, Any] = {"column": line.column, "drm": line.drm}
    driven = False
    ways = [("plain", line.drm), *([("combined", line.combined_drm)] if line.combined_arms else [])]
    for name, drm in ways:
        found = line.result(roll, combined=name == "combined")
        note_cell(inquiry, line.column, roll + drm)
        inquiry.note("12.8", f"{roll}{drm:+d} on {line.column}: {found.text}, {said(found)}")
        answer[name] = found.text
        driven |= bool(found.defender_retreat)
    lost = _note_retreat(inquiry, attack) if driven else []
    answer |= {"without_way": lost} if lost else {}
    told = " or, with Combined Arms, ".join(str(answer[name]) for name, _ in ways)
    titles = terms.titles(inquiry.pieces[u] for u in lost)
    ends = f" In a retreat {titles} {'is' if len(lost) == 1 else 'are'} eliminated." if lost else ""
    return inquiry.ruling(f"result {attack.hex}", f"A roll of {roll}: {told}.{ends}", answer)


@rule("12.9", "18.9.3", "23.2", "14.3o")
def losses_ruling(
    state: State,
    battle: Battle,
    steps: int,
    *,
    attacking: bool,
    chosen: Sequence[str] = (),
    strict: bool = False,
) -> Ruling:
    """Every legal way to spread lost steps, or whether one way is legal.

    Parameters
    ----------
    steps
        Steps that are lost.
    attacking
        Whether by the attacker.
    chosen
        One way, to check it; empty for all.
    """
    inquiry = Inquiry(state, strict=strict)
    units = r12_losses.victims(inquiry, battle, attacking=attacking)
    for unit in units:
        title = inquiry.pieces[unit.uid].printed.title
        inquiry.note("12.9", f"{title} used its strength; steps that it can lose", unit.left)
        if unit.first:
            inquiry.note("14.3o", f"{title} gave its bonus: the first step is its own")
        if unit.last:
            inquiry.note("23.2", f"{title} does not lose the first step where others can")
    ways = allocations(units, steps)
    if chosen:
        fine = r12_losses.explain(inquiry, units, steps, chosen)
        return inquiry.ruling("losses", "Legal." if fine else "Illegal.", fine)
    inquiry.note("12.9", "nobody loses a second step before every unit has lost one")
    for way in ways:
        inquiry.steps.append(showing.way("12.9", way_words(inquiry.state, [(uid, "") for uid in way])))
    verdict = f"{len(ways)} way{'s' * (len(ways) != 1)} to lose {steps} step{'s' * (steps != 1)}."
    return inquiry.ruling("losses", verdict, [list(way) for way in ways])


@rule("12.10", "5.4", "10.3")
def retreat_ruling(state: State, units: Sequence[str], to: str = "", *, strict: bool = False) -> Ruling:
    """Hexes into which units of one hex may retreat together, or why one of them is closed.

    Parameters
    ----------
    state, units
        The position, and ids of units that stand together.
    to
        One hex, to check it.
    """
    inquiry = Inquiry(state, strict=strict)
    pieces = [state.pieces[u] for u in units]
    fixed = [p for p in pieces if r12_retreat.is_immobile(p)]
    for piece in fixed:
        inquiry.note("10.3", f"{piece.printed.title} has no Movement Allowance: a retreat destroys it")
    moving = [p for p in pieces if p not in fixed]
    if not moving:
        return inquiry.ruling("retreats", f"{terms.titles(pieces)} is eliminated.", [])
    found = r12_retreat_paths.explain_ways(inquiry, [p.uid for p in moving])
    if to:
        _check_way(inquiry, found, to)
    answer = [{"hex": w.hex, "ezoc": w.zone, "overstacked": w.crowded} for w in found.legal]
    names = ", ".join(inquiry.board.name(w.hex) for w in found.legal)
    title = terms.titles(moving)
    verdict = f"{title} may retreat into {names}{_price(inquiry, found)}." if names else ""
    lost = [*fixed, *([] if names else _stuck(inquiry, moving))]
    apart = [p for p in moving if not names and p not in lost]
    verdict += f" {terms.titles(apart)} may retreat, but not in one stack." if apart else ""
    verdict += f" {terms.titles(lost)} {'is' if len(lost) == 1 else 'are'} eliminated." if lost else ""
    verdict = verdict.strip()
    if to:
        verdict = f"{inquiry.board.name(to)} is {'not ' * bool(inquiry.violations)}open."
    return inquiry.ruling("retreats", verdict, answer)


@rule("12.10", "5.4")
def _price(inquiry: Inquiry, found: r12_retreat_paths.Ways) -> str:
    """What the retreat costs wherever it leads: a step of the stack where each way enters an EZOC."""
    if not all(way.zone for way in found.legal):
        return ""
    inquiry.note("12.10", "every way enters an EZOC: one step of the stack is lost", 1)
    return ", and loses a step to the EZOC"


@rule("12.10")
def _stuck(inquiry: Inquiry, pieces: Sequence[Piece]) -> list[Piece]:
    """Units of a stack that has no way together which have none alone either: they are eliminated."""
    lost = []
    for piece in pieces:
        alone = r12_retreat_paths.ways(inquiry, [piece.uid]).legal
        lost += [] if alone else [piece]
        if alone and len(pieces) > 1:
            names = ", ".join(inquiry.board.name(way.hex) for way in alone)
            inquiry.note("12.10", f"{piece.printed.title} alone may retreat into {names}")
    return lost


@rule("12.10", "10.3", "20.5")
def _note_retreat(inquiry: Inquiry, attack: AttackRecord) -> list[str]:
    """What a retreat of the defenders brings, as all stand now; those who cannot, and are eliminated."""
    lost = []
    pieces = battles.defenders_of(inquiry, attack)
    if why := r12_retreat.may_stand(inquiry, Battle(attack), attacking=False):
        inquiry.note("12.10", f"{why}: the defenders may lose one more step instead of the retreat")
    for piece in pieces:
        ways = () if r12_retreat.is_immobile(piece) else r12_retreat_paths.ways(inquiry, [piece.uid]).legal
        if not ways:
            inquiry.note("12.10", f"{piece.printed.title} cannot retreat: it is eliminated")
            lost.append(piece.uid)
        elif all(way.zone for way in ways):
            inquiry.note(
                "12.10", f"{piece.printed.title} can retreat only into an EZOC: a step of its stack is lost"
            )
    return lost


def _check_way(inquiry: Inquiry, found: r12_retreat_paths.Ways, to: str) -> None:
    way = found.find(to)
    if way is None:
        inquiry.refuse("12.10", f"{inquiry.board.name(to)} is not adjacent", spaces=[to])
    elif not way.legal:
        inquiry.refuse(*way.reason, spaces=[to])


@rule("12.11", "12.10", "10.6")
def advance_ruling(state: State, attack: AttackRecord, *, swept: bool, strict: bool = False) -> Ruling:
    """Which attackers might advance into a hex once its defenders are gone.

    Parameters
    ----------
    swept
        Whether all defenders were lost to steps of the table, as Bocage demands.

    Returns
    -------
    Ruling
        Its answer: unit -> whether it may.
    """
    inquiry = Inquiry(_without(state, attack), strict=strict)
    battle, answer = Battle(attack, crt=int(swept)), dict[str, bool]()
    for piece in battles.units_of(inquiry, attack.attackers):
        faults = r12_advance.advance_faults(inquiry, battle, piece.uid)
        answer[piece.uid] = not faults
        for section, text in faults:
            inquiry.note(section, f"{piece.printed.title}: {text}")
    able = terms.titles(inquiry.pieces[u] for u, fine in answer.items() if fine)
    inquiry.note("12.11", "no MPs, EZOCs ignored, within the stacking limit, before the next combat")
    verdict = f"{able} may advance." if able else "Nobody may advance."
    return inquiry.ruling(f"advance {attack.hex}", verdict, answer)


def _without(state: State, attack: AttackRecord) -> Position:
    """The position without the units that defend a hex; those that retreated into it before stay there."""
    gone = {p.uid for p in battles.defenders_of(state, attack)}
    pieces = {u: p for u, p in state.pieces.items() if u not in gone}
    facts = dict(state.facts)
    return Position(
        state.game,
        state.board,
        state.schema,
        pieces,
        facts,
        options=state.options,
        unknown=state.unknown,
        strange=state.strange,
    )
