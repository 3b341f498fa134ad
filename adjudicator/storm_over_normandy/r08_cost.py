"""Sections 8.0 and 12.3: what one step costs at the moment at which it is made."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.inquiry import Adding
from adjudicator.plural import many
from adjudicator.position import View
from adjudicator.storm_over_normandy import r13_control, terms

__all__ = ["add_cost", "cost", "entry_surcharge", "exit_surcharge"]


def _why(view: View, side: str, area: str) -> str:
    """What of the enemy makes a side pay at an Area: control, units, or both; empty for neither."""
    enemy = terms.enemy_of(side).capitalize()
    reasons = []
    if r13_control.holder(view, area) != side:
        reasons.append(f"is {enemy} controlled")
    if count := len(terms.enemies(view, area, side)):
        reasons.append(f"holds {count} {enemy} {'unit' if count == 1 else 'units'}")
    return f"{view.board.name(area)} {' and '.join(reasons)}" if reasons else ""


@rule("8.0", "12.3")
def entry_surcharge(view: View, side: str, to: str) -> str:
    """Why entering a space costs one movement point more.

    Returns
    -------
    str
        Empty when it does not, as for every box.
    """
    return _why(view, side, to) if terms.is_area(view.board.spaces[to]) else ""


@rule("8.0")
def exit_surcharge(view: View, side: str, frm: str) -> str:
    """Why leaving a space costs one movement point more.

    Returns
    -------
    str
        Empty when it does not.
    """
    space = view.board.spaces[frm]
    if terms.is_area(space):
        return _why(view, side, frm)
    enemies = terms.enemies(view, frm, side)
    if terms.is_zone(space) and enemies and view.option("box-with-enemies") == "B":
        return f"{space.name} holds {many(len(enemies), f'{terms.enemy_of(side).capitalize()} unit')}"
    return ""


@rule("8.0", "12.3")
def cost(view: View, unit_side: str, frm: str, to: str) -> int:
    """Movement points for one step.

    Parameters
    ----------
    unit_side
        Side of the units.

    Returns
    -------
    int
        1 to 3.
    """
    return 1 + bool(entry_surcharge(view, unit_side, to)) + bool(exit_surcharge(view, unit_side, frm))


@rule("8.0", "12.3")
def add_cost(adding: Adding, view: View, side: str, frm: str, to: str) -> int:
    """Add the movement points for one step, line by line.

    Parameters
    ----------
    side
        Side of the units.

    Returns
    -------
    int
        What the step costs.
    """
    before, name = adding.value, view.board.name
    section = "12.3" if any(terms.is_box(view.board.spaces[s]) for s in (frm, to)) else "8.0"
    adding.add(section, f"from {name(frm)} into {name(to)}", 1)
    if why := entry_surcharge(view, side, to):
        adding.add(section, f"{why}, and is entered", 1)
    if why := exit_surcharge(view, side, frm):
        adding.add("8.0", f"{why}, and is left", 1)
    if terms.is_zone(view.board.spaces[to]) and terms.enemies(view, to, side):
        adding.add("12.3", "units in a Reinforcement Box add nothing to the cost of entering it", 0)
    return adding.value - before
