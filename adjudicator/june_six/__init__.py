"""June Six (GMT Games): its rules, one module for each section.

``GAME`` is put together when it is first asked for, so that a single section can be imported by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.june_six.assembly import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    if name != "GAME":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudicator.june_six.assembly import GAME

    return GAME
