"""Section 14.2: when a Bocage card may be played, and against what."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.citation import rule
from adjudicator.position import View
from adjudicator.storm_over_normandy import r13_control, terms
from adjudicator.storm_over_normandy.r09_strength import Attack

__all__ = ["Condition", "attack_conditions", "leaving_conditions", "stoppable", "stopped_units"]

Condition = tuple[str, bool, str, str]
"""A section, whether it holds, and what to say in either case."""

_BY_UNITS = frozenset({"fire", "assault"})


@rule("14.2")
def stoppable(view: View, uids: Iterable[str]) -> tuple[str, ...]:
    """Bocage Areas out of which Allied units are about to move or assault.

    Parameters
    ----------
    uids
        Units that take part and have not been stopped.

    Returns
    -------
    tuple of str
        Ids of Areas, sorted.
    """
    leaving = (view.pieces[uid] for uid in uids)
    return tuple(sorted({p.space for p in leaving if _may_stop(view, p.space, p.side, p.status)}))


def _may_stop(view: View, space: str, side: str, status: str) -> bool:
    if side != terms.ALLIED or status != terms.FRESH:
        return False
    here = view.board.spaces[space]
    return terms.is_area(here) and bool(view.feature(here, "bocage", "14.2"))


@rule("14.2")
def stopped_units(view: View, uids: Iterable[str], area: str) -> tuple[str, ...]:
    """Units of an action that a Bocage card keeps in an Area.

    Parameters
    ----------
    view, uids
        As in `stoppable`.
    area
        The Area that the card is played against.
    """
    return tuple(uid for uid in uids if view.pieces[uid].space == area)


@rule("14.2")
def leaving_conditions(view: View, uids: Iterable[str]) -> list[Condition]:
    """What the first use of the card needs: Allied units that move or assault out of a bocage Area.

    Parameters
    ----------
    view, uids
        As in `stoppable`.
    """
    found = stoppable(view, uids)
    names = ", ".join(map(view.board.name, found))
    failed = "no Allied unit is about to move or assault out of a bocage Area"
    return [("14.2", bool(found), f"Allied units are about to leave the bocage of {names}", failed)]


@rule("14.2", "9.3.4")
def attack_conditions(view: View, attack: Attack | None) -> list[Condition]:
    """What the second use of the card needs: an attack of Allied units within a bocage Area."""
    if attack is None or attack.side != terms.ALLIED or attack.kind not in _BY_UNITS:
        return [("14.2", False, "", "no Allied units make a Fire Attack or an Assault")]
    space = view.board.spaces[attack.area]
    bocage = bool(view.feature(space, "bocage", "14.2"))
    found: list[Condition] = [
        ("14.2", bocage, f"{space.name} is a bocage Area", f"{space.name} is no bocage Area"),
        ("6.2", attack.dv_times == 1, "", "a Bocage card has been played on this attack before"),
    ]
    if view.option("bocage-second-use") == "A":
        held = r13_control.holder(view, attack.area) == terms.GERMAN
        passed = f"the German player controls {space.name}: its Defensive Value counts"
        failed = f"the Allied player controls {space.name}: there is no Defensive Value to double"
        found.append(("9.3.4", held, passed, failed))
    return found
