"""Sections 11.3.3 and 11.3.4: odds rounded for the defender, column shifts, and the column that is used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r11_memory import Memory
from adjudicator.dark_summer.r11_numbers import odds_of_numbers
from adjudicator.dark_summer.r11_strength import (
    Combat,
    attack_steps,
    combat,
    defense_steps,
    is_carpet_bombed,
)
from adjudicator.dark_summer.r11_tables import AUTOMATIC, crt, ground, hexside, note_column, result
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import View
from adjudicator.ruling import Step, Total
from adjudicator.tables import DIE, Axis, cite, level, odds_name
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["LineUp", "line_up", "lined_up", "odds_of_numbers", "shifts"]

_GOOD_SKIES = frozenset({"sun", "cloud"})


@dataclass(frozen=True, slots=True)
class LineUp:
    """A Combat made ready for the die.

    Parameters
    ----------
    av, dv
        Total Combat Strengths of attacker and defender.
    start
        Odds before shifts: above 6-1 they are 6-1 already.
    shift
        Net shift: columns to the right, negative to the left.
    column
        Column that is used; one left of 1-3 where `auto` is set.
    auto
        Whether the result is AL2 without a roll.

    Examples
    --------
    >>> LineUp(Combat("3304", "allied", (), ()), 33, 10, "3-1", -1, "2-1", False).column
    '2-1'
    """

    fight: Combat
    av: int
    dv: int
    start: str
    shift: int
    column: str
    auto: bool


@by_filing
def _axis(filing: Filing) -> Axis:
    return crt(filing).axis


# --- column shifts ----------------------------------------------------------------------------------------


@rule("11.3.4", "7.2.3", "9.3.3", "12.1")
def shifts(view: View, fight: Combat) -> Total:
    """The net column shift: positive to the right, negative to the left."""
    return _net(Memory(view), fight)


def _net(memory: Memory, fight: Combat) -> Total:
    spaces = tuple(dict.fromkeys([p.space for p in fight.attackers]))
    bombed = is_carpet_bombed(memory.view, fight)
    key = ("shift", fight.target, fight.side, bombed, spaces)
    return memory.of(key, _shifts, fight.target, fight.side, spaces, bombed=bombed)


def _shifts(view: View, target: str, side: str, spaces: Sequence[str], *, bombed: bool) -> Total:
    adding = Adding(view if isinstance(view, Inquiry) else None, "shift")
    _shift_of_ground(adding, view, target, bombed=bombed)
    _shift_of_river(adding, view, target, spaces)
    if side == terms.ALLIED:
        if view.text("round-kind") == "combined":
            adding.add("9.3.3", "Combined Action Round", -1)
        elif view.flag("prepared"):
            adding.add("7.2.3", "Prepared Offensive", 1)
        if bombed:
            adding.add("12.1", "Carpet Bombing", 1)
    elif view.text("weather") in _GOOD_SKIES:
        adding.add("7.2.3", f"Allied air power on a {view.text('weather').capitalize()} turn", -1)
    return adding.total


@rule("11.3.4", "12.1")
def _shift_of_ground(adding: Adding, view: View, target: str, *, bombed: bool) -> None:
    entry = ground(view, terms.terrain(view, target, "11.3.4"))
    columns, title = cite(view, entry, "shift", "11.3.4"), entry.text("title")
    if columns and bombed and entry.flag("carpet"):
        adding.add("12.1", f"Carpet Bombing cancels the shift of {title}", 0)
    elif columns:
        adding.add("11.3.4", f"{title} in the defender's hex", -columns)


@rule("11.3.4", "11.6")
def _shift_of_river(adding: Adding, view: View, target: str, spaces: Sequence[str]) -> None:
    """The River bonus: only when every attacking unit attacks across a River."""
    crossed: list[tuple[str, str]] = []
    dry: list[tuple[str, str]] = []
    for space in spaces:
        edge = view.board.edge(space, target)
        boundary = "open" if edge is None else view.boundary(edge, "11.3.4")
        (crossed if boundary.endswith("river") else dry).append((space, boundary))
    if crossed and dry:
        names = ", ".join(view.board.name(space) for space, _ in dry)
        adding.add("11.6", f"no River bonus: units in {names} do not attack across it", 0)
    elif crossed:
        columns = min(cite(view, hexside(view, b), "shift", "11.3.4") for _, b in crossed)
        adding.add("11.3.4", "every attacker attacks across a River", -columns)


# --- the line-up ------------------------------------------------------------------------------------------


@rule("11.3.1", "11.3.2", "11.3.3", "11.3.4")
def line_up(
    inquiry: View,
    target: str,
    attackers: Iterable[str],
    support_a: Iterable[str] = (),
    support_d: Iterable[str] = (),
    *,
    wave: str = "",
) -> LineUp:
    """Add both sides up, calculate the odds and shift the column.

    Parameters
    ----------
    support_a, support_d
        Ids of the Support markers of attacker and defender.
    wave
        The Wave Round in play; empty for what the position says.

    Raises
    ------
    MalformedAction
        Nobody attacks, or there is nothing to attack.
    PositionError
        A unit is still hidden: its factor is not known.
    """
    return lined_up(inquiry, combat(inquiry, target, attackers, support_a, support_d, wave=wave))


def lined_up(view: View, fight: Combat) -> LineUp:
    """Make a Combat that is looked up already ready for the die; see `line_up`."""
    memory = Memory(view)
    attack, defense = tuple(attack_steps(memory, fight)), tuple(defense_steps(memory, fight))
    if isinstance(view, Inquiry):
        name = view.board.name(fight.target)
        view.steps.append(Step("11.3.1", f"Combat Strength of the attack on {name}", under=attack))
        view.steps.append(Step("11.3.1", f"Combat Strength of the defense of {name}", under=defense))
    av, dv = Total("attack", attack).value, Total("defense", defense).value
    start = memory.of(("start", av, dv), _start, av, dv)
    net = _net(memory, fight).value
    column, auto = memory.of(("column", start, net), _columned, start, net)
    return LineUp(fight, av, dv, odds_name(start), net, column, auto)


@rule("11.3.1", "11.3.3")
def _start(view: View, av: int, dv: int) -> int:
    """Level on which the Combat starts."""
    axis = _axis(view)
    if av < 1:
        found, text = axis.lowest - 1, "the attackers have no Combat Strength: below 1-3"
    elif dv < 1 and view.option("no-defense") == "A":
        found, text = axis.highest, "no Defense Strength: the attack starts on 6-1"
    else:
        odds_level = level(av, max(dv, 1))
        found = axis.start(odds_level)
        text = f"{av} to {max(dv, 1)} is {odds_name(odds_level)}, rounded in favour of the defender"
        if odds_level > axis.highest:
            text += ": the attack starts on 6-1"
    if isinstance(view, Inquiry):
        view.note("11.3.3", text)
    return found


@rule("11.3.3", "11.3.4")
def _columned(view: View, start: int, net: int) -> tuple[str, bool]:
    """Column that is used, and whether it lies left of the table: AL2 without a roll."""
    axis = _axis(view)
    final = axis.final(start, net)
    auto, column = not axis.printed(final), odds_name(final)
    if isinstance(view, Inquiry):
        if auto:
            view.note("11.3.3", f"{column} is less than 1-3: the result is {AUTOMATIC} without a roll")
        else:
            limit = ", never beyond the table" if start + net != final else ""
            shifted = f"net shift {abs(net)}{'R' if net > 0 else 'L'}{limit}: " if net else ""
            view.note("11.3.4", f"{shifted}column {column}")
            printed = [result(view, column, die) for die in DIE]
            ways = ", ".join(f"{code} {printed.count(code)}/6" for code in dict.fromkeys(printed))
            view.note("11.3.5", f"one die on this column: {ways}")
            note_column(view, column)
    return column, auto
