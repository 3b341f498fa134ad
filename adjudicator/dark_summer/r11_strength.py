"""Sections 11.3.1, 11.6, 13.4: the Combat Strength of both sides, hex by hex, with Support added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_memory import Memory
from adjudicator.dark_summer.r11_tables import ground
from adjudicator.dark_summer.r12_eligibility import SECTIONS, WAVES
from adjudicator.dark_summer.r12_support import marker, value
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Step, Total
from adjudicator.tables import cite
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "Combat",
    "attack_steps",
    "attack_total",
    "combat",
    "defense_steps",
    "defense_total",
    "factor",
    "flak_at_full",
    "is_augmented",
    "is_carpet_bombed",
    "is_open_beach_alone",
    "wave_of",
]

AUGMENTED, OPEN_BEACH, FLAK_UNMET = 3, 1, 1
_COMMANDS = frozenset({"brigade", "combat-command"})
_AGAINST_FLAK = frozenset({"tac-air", "td"})
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Combat:
    """One Combat: who attacks what, with what Support.

    Parameters
    ----------
    attackers, defenders
        The units; an Open Beach that defends alone has no defenders.
    support_a, support_d
        Ids of the Support markers of attacker and defender.
    wave
        ``first-wave`` or ``second-wave`` in these Rounds, else empty.

    Examples
    --------
    >>> Combat("3304", "allied", (), ()).wave
    ''
    """

    target: str
    side: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    support_a: tuple[str, ...] = ()
    support_d: tuple[str, ...] = ()
    wave: str = ""


@rule("9.4", "11.4")
def wave_of(view: View, wave: str = "") -> str:
    """The Wave Round that is played: the one given, else that of the position; empty in other Rounds.

    Parameters
    ----------
    wave
        ``first-wave``, ``second-wave`` or empty.
    """
    kind = wave or view.text("round-kind")
    return kind if kind in WAVES else ""


def combat(
    view: View,
    target: str,
    attackers: Iterable[str],
    support_a: Iterable[str] = (),
    support_d: Iterable[str] = (),
    *,
    wave: str = "",
) -> Combat:
    """Look the units of a Combat up.

    Parameters
    ----------
    support_a, support_d
        Ids of the Support markers of attacker and defender.
    wave
        The Wave Round in play; empty for what the position says.

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or space, or there is nothing to attack.
    """
    pieces, named = view.pieces, tuple(attackers)
    unknown = [u for u in named if u not in pieces]
    if unknown or not named:
        raise MalformedAction(f"no such unit: {', '.join(unknown)}" if unknown else "no unit attacks")
    if target not in view.board.spaces:
        raise MalformedAction(f"no such hex: {target}")
    fighting = tuple([pieces[u] for u in named])
    side = fighting[0].side
    defenders = terms.enemies(view, target, side)
    if not defenders and not (side == terms.GERMAN and terms.is_open_beach(view, target)):
        raise MalformedAction(f"no enemy defends {view.board.name(target)}")
    return Combat(target, side, fighting, defenders, tuple(support_a), tuple(support_d), wave_of(view, wave))


# --- what a unit counts -----------------------------------------------------------------------------------


@rule("11.6")
def flak_at_full(at: Located, fight: Combat) -> bool:
    """Whether the Allied attack holds what lets Flak defend with its printed factor.

    Returns
    -------
    bool
        An armored brigade, armored combat command, armored cavalry regiment, Tac Air or Tank Destroyers.
    """
    for piece in fight.attackers:
        printed = piece.printed
        if printed.type == "armored-cavalry" or (printed.type == "armor" and printed.size in _COMMANDS):
            return True
    return any(marker(at, m).values["kind"] in _AGAINST_FLAK for m in fight.support_a)


@rule("11.3.1", "11.6")
def factor(view: View, piece: Piece, *, attacks: bool, flak_full: bool = True) -> int:
    """Attack or Defense factor of a unit on the side that shows.

    Parameters
    ----------
    attacks
        Whether it attacks.
    flak_full
        What `flak_at_full` says.

    Raises
    ------
    PositionError
        The unit is hidden, or the position does not say its factor.
    """
    section = "11.3.1"
    if piece.printed.type == "flak":
        section = "11.6"
        if attacks:
            return 0
        if not flak_full:
            return FLAK_UNMET
    name = "af" if attacks else "df"
    reduced = piece.status == terms.REDUCED and piece.printed.steps == 2
    return view.printed(piece, f"reduced_{name}" if reduced else name, section)


@rule("11.9")
def is_open_beach_alone(fight: Combat) -> bool:
    """Whether an Open Beach defends alone."""
    return not fight.defenders


@rule("11.4.1")
def is_augmented(view: View, fight: Combat) -> bool:
    """Whether an Augmented Omaha Defense marker works: a Strongpoint beside it, in a Wave Round."""
    if not fight.wave or fight.side != terms.ALLIED:
        return False
    here = any(terms.is_strongpoint(p.printed) for p in fight.defenders)
    return here and view.flag("augmented", fight.target)


@rule("12.1")
def is_carpet_bombed(at: Located, fight: Combat) -> bool:
    """Whether the attacker commits a Carpet Bombing marker."""
    return any(marker(at, m).values["kind"] == "carpet" for m in fight.support_a)


# --- totals -----------------------------------------------------------------------------------------------


@rule("11.3.1", "11.3.2", "13.4")
def attack_total(view: View, fight: Combat) -> Total:
    """The attacker's total Combat Strength."""
    return _recorded("attack", view, attack_steps(Memory(view), fight))


@rule("11.3.1", "11.3.2", "13.4")
def attack_steps(memory: Memory, fight: Combat) -> list[Step]:
    """Steps of the attacker's total, not yet recorded; see `attack_total`."""
    hexes: dict[str, list[tuple[Piece, Step]]] = {}
    for piece in fight.attackers:
        entry = (piece, _known(memory, piece, "attacks", _attacking))
        hexes.setdefault(piece.space, []).append(entry)
    steps: list[Step] = []
    for space, units in hexes.items():
        _add_hex(steps, memory, space, units)
    if fight.support_a:
        _add_support(steps, memory.view, fight.support_a, fight.target)
    return steps


def _recorded(name: str, view: View, steps: Sequence[Step]) -> Total:
    if isinstance(view, Inquiry):
        view.steps += steps
    return Total(name, tuple(steps))


def _known(memory: Memory, piece: Piece, role: str, work: Callable[[View, Piece], _T]) -> _T:
    """What one unit does in a role, worked out once for each position."""
    if not memory.knows(piece):
        return work(memory.view, piece)
    return memory.of((piece.printed.id, role), work, piece)


def _attacking(view: View, piece: Piece) -> Step:
    return _as_step(piece, factor(view, piece, attacks=True))


def _as_step(piece: Piece, strength: int) -> Step:
    reduced = " (reduced)" if piece.status == terms.REDUCED else ""
    section = "11.6" if piece.printed.type == "flak" else "11.3.1"
    return Step(section, f"{piece.printed.title}{reduced}", strength, "+")


@rule("11.3.1", "11.3.2", "11.4.1", "11.6", "11.9", "13.4")
def defense_total(view: View, fight: Combat) -> Total:
    """The defender's total Combat Strength."""
    return _recorded("defense", view, defense_steps(Memory(view), fight))


@rule("11.3.1", "11.3.2", "11.4.1", "11.6", "11.9", "13.4")
def defense_steps(memory: Memory, fight: Combat) -> list[Step]:
    """Steps of the defender's total, not yet recorded; see `defense_total`."""
    steps: list[Step] = []
    if is_open_beach_alone(fight):
        steps.append(Step("11.9", "an Open Beach that defends alone", OPEN_BEACH, "+"))
    work, role = _defending, "defends"
    if fight.side == terms.ALLIED and not _flak_is_full(memory.view, steps, fight):
        work, role = _defending_with_weak_flak, "defends, weak Flak"
    units: list[tuple[Piece, Step]] = []
    for piece in fight.defenders:
        counts, step = _known(memory, piece, role, work)
        if counts:
            units.append((piece, step))
        else:
            steps.append(step)
    if units:
        _add_hex(steps, memory, fight.target, units)
    if is_augmented(memory.view, fight):
        steps.append(Step("11.4.1", "Augmented Omaha Defense", AUGMENTED, "+"))
    if fight.target != terms.CHERBOURG:
        bombed = is_carpet_bombed(memory.view, fight)
        steps += memory.of((fight.target, "adds", bombed), _of_ground, fight.target, bombed=bombed)
    if fight.support_d:
        _add_support(steps, memory.view, fight.support_d, fight.target)
    return steps


def _defending(view: View, piece: Piece) -> tuple[bool, Step]:
    return _counting(view, piece, flak_full=True)


def _defending_with_weak_flak(view: View, piece: Piece) -> tuple[bool, Step]:
    return _counting(view, piece, flak_full=False)


@rule("11.3.1")
def _counting(view: View, piece: Piece, *, flak_full: bool) -> tuple[bool, Step]:
    """Whether a defender counts, with its step: one that retreated here this Round does not."""
    if view.flag("retreated", piece.uid):
        return False, Step("11.3.1", f"{piece.printed.title} retreated here and adds nothing", 0, "+")
    return True, _as_step(piece, factor(view, piece, attacks=False, flak_full=flak_full))


@rule("11.6")
def _flak_is_full(at: Located, steps: list[Step], fight: Combat) -> bool:
    """Whether Flak has its printed factor; said where Flak defends."""
    full = flak_at_full(at, fight)
    if any(p.printed.type == "flak" for p in fight.defenders):
        what = "the attack holds armor, Tac Air or Tank Destroyers" if full else "the attack holds no armor"
        steps.append(Step("11.6", f"{what}: Flak defends with {'its factor' if full else FLAK_UNMET}"))
    return full


@rule("13.4")
def _add_hex(steps: list[Step], memory: Memory, space: str, units: Sequence[tuple[Piece, Step]]) -> None:
    """Units of one hex: those In Supply in full, the others added up, halved and rounded down."""
    short: list[tuple[Piece, int]] = []
    rest = 0
    for piece, step in units:
        strength = step.value or 0
        if _supplied(memory, piece):
            steps.append(step)
            rest += strength
        else:
            short.append((piece, strength))
    if short:
        steps.append(_short(memory.view, space, short, rest))


def _supplied(memory: Memory, piece: Piece) -> bool:
    return (
        memory.of((piece.printed.id, "supplied"), _is_supplied, piece)
        if memory.keeps
        else _is_supplied(memory.still, piece)
    )


def _is_supplied(view: View, piece: Piece) -> bool:
    """Whether a unit is In Supply; of a US unit it matters whether it came by Brittany."""
    if piece.printed.nationality == "us":
        view.flag("via-brittany", piece.uid)
    return in_supply(view, piece.uid)


@rule("13.4")
def _short(view: View, space: str, short: Sequence[tuple[Piece, int]], rest: int) -> Step:
    """Out of Supply units of one hex under one step."""
    halved = Adding(None, f"Out of Supply in {view.board.name(space)}")
    for piece, strength in short:
        halved.add("11.3.1", piece.printed.title, strength)
    least = _least(view, halved.value, rest)
    halved.add("13.4", "Out of Supply: half, rounded down", 0, "half down")
    if halved.value < least:
        halved.add("13.4", "the Combat Strength in a hex is at least 1", least, "max")
    names = terms.titles(p for p, _ in short)
    text = f"{names}, Out of Supply in {view.board.name(space)}, halved"
    return Step("13.4", text, halved.value, "+", tuple(halved.steps))


@rule("13.4")
def _least(view: View, total: int, rest: int) -> int:
    """Least that halved units count: by the reading, of their own sum or of the whole hex."""
    floor: Mapping[str, int] = {"A": 1 if total else 0, "B": 1, "C": max(0, 1 - rest)}
    return floor[view.option("halved-minimum")]


@rule("11.3.1", "12.1", "13.4")
def _of_ground(view: View, target: str, *, bombed: bool) -> list[Step]:
    """Woods add one to the defender's total, after halving."""
    entry = ground(view, terms.terrain(view, target, "11.3.1"))
    bonus = cite(view, entry, "defense_bonus", "11.3.1")
    if bonus and bombed and entry.flag("carpet"):
        return [Step("12.1", f"Carpet Bombing: {entry.text('title')} adds nothing", 0, "+")]
    return [Step("11.3.1", f"{entry.text('title')} in the defender's hex", bonus, "+")] if bonus else []


@rule("11.3.2", "12.0")
def _add_support(steps: list[Step], view: View, markers: Sequence[str], target: str) -> None:
    for name in markers:
        entry = marker(view, name)
        if entry.values["kind"] != "carpet":
            section = SECTIONS[entry.text("kind")]
            steps.append(Step(section, entry.text("title"), value(view, name, target), "+"))
