"""The Battle for Normandy (GMT Games, with its Expansion): its rules, one module for each section.

``GAME`` is put together when it is first asked for, so that a single section can be imported by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.battle_for_normandy.assembly import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    if name != "GAME":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudicator.battle_for_normandy.assembly import GAME

    return GAME
