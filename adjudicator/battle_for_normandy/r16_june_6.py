"""Section 16.0: the sequence of June 6; what opens its phases, and what must be done before one is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, View

__all__ = [
    "AIRBORNE_PHASES",
    "BEACH_PHASES",
    "JUNE_6",
    "LAST_PHASE",
    "PHASES",
    "is_beach_invasion",
    "is_invasion",
    "open",
    "require_done",
]

JUNE_6 = 6
LAST_PHASE = 3
AIRBORNE_PHASES = (
    "pathfinders",
    "drop",
    "airborne-movement",
    "airborne-combat",
    "reaction-movement",
    "reaction-combat",
)
BEACH_PHASES = ("landing", "german-fire", "allied-fire", "german-movement")
PHASES = ("set-up", *AIRBORNE_PHASES, *BEACH_PHASES, "regroup")


@rule("3.7", "16.0")
def is_invasion(view: View) -> bool:
    """Whether it is an Invasion Turn: the Night or AM turn of June 6.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from maps.board import Board
    >>> is_invasion(GAME.empty(Board([], []), facts={("date", ""): 6, ("time", ""): "pm"}))
    False
    """
    return view.number("date") == JUNE_6 and view.text("time") != "pm"


@rule("16.0", "18.3")
def is_beach_invasion(view: View) -> bool:
    """Whether it is one of the three Beach Invasion Phases."""
    return is_invasion(view) and view.number("invasion") > 0


# --- what opens a phase -----------------------------------------------------------------------------------


@rule("16.0")
def open(draft: Draft, phase: str) -> None:  # noqa: A001 - the phase opens
    """Do what opens a phase of June 6; stacking of the segment before is put right first (6.2).

    Parameters
    ----------
    phase
        Id in ``sequence.toml``; other phases are left alone.
    """
    if phase not in PHASES:
        return
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)


def _open_airborne_movement(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders

    r17_pathfinders.remove_from_enemies(draft)


@rule("6.2", "17.3")
def _stack(draft: Draft) -> None:
    """Too many units in a hex: the owner of each says which are eliminated."""
    from adjudicator.battle_for_normandy import r06_stacking

    r06_stacking.correct(draft)


def _open_landing(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc

    r20_pointe_du_hoc.ask_signal(draft)
    _stack(draft)


def _open_pathfinders(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r18 import placement as r18_placement
    from adjudicator.battle_for_normandy.r22 import bloody_omaha as r22_bloody_omaha

    r18_placement.set_aside(draft)
    r22_bloody_omaha.withdraw(draft)


def _open_regroup(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r18 import end as r18_end

    r18_end.open_phase(draft)
    _stack(draft)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "airborne-movement": _open_airborne_movement,
    "airborne-combat": _stack,
    "landing": _open_landing,
    "german-fire": _stack,
    "pathfinders": _open_pathfinders,
    "regroup": _open_regroup,
}


# --- what must be done before a phase is left -------------------------------------------------------------


@rule("16.0", "17.1", "17.2", "18.2", "18.8", "18.9.2")
def require_done(inquiry: Inquiry) -> None:
    """Refuse to leave a phase of June 6 while something is due in it."""
    due = _DUE.get(inquiry.text("phase"))
    if due is not None:
        for section, text in due(inquiry):
            inquiry.refuse(section, text)


def _due_set_up(view: View) -> list[tuple[str, str]]:
    from adjudicator.battle_for_normandy.r18 import placement as r18_placement
    from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints

    if view.text("side") == terms.GERMAN:
        return r18_strongpoints.still_due(view)
    return r18_placement.still_due(view)


def _due_pathfinders(view: View) -> list[tuple[str, str]]:
    from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders

    return r17_pathfinders.still_due(view)


def _due_drop(view: View) -> list[tuple[str, str]]:
    from adjudicator.battle_for_normandy.r17 import drop as r17_drop

    return r17_drop.still_due(view)


def _due_landing(view: View) -> list[tuple[str, str]]:
    from adjudicator.battle_for_normandy.r18 import landing as r18_landing

    return r18_landing.still_due(view)


def _due_regroup(view: View) -> list[tuple[str, str]]:
    from adjudicator.battle_for_normandy.r18 import end as r18_end

    return r18_end.still_due(view)


_DUE: Mapping[str, Callable[[View], list[tuple[str, str]]]] = {
    "set-up": _due_set_up,
    "pathfinders": _due_pathfinders,
    "drop": _due_drop,
    "landing": _due_landing,
    "regroup": _due_regroup,
}
