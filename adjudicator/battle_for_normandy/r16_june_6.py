"""Section 16.0: the phases of June 6, and whether it is the Invasion."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.position import View

__all__ = [
    "AIRBORNE_PHASES",
    "BEACH_PHASES",
    "JUNE_6",
    "LAST_PHASE",
    "PHASES",
    "is_invasion",
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
