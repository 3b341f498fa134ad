"""A save or a log opened: its archive, and the state of the game after a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from module_builder.vassal.archive import Archive
    from module_builder.vassal.state import GameState

__all__ = ["open_state"]


def open_state(path: Path, step: int | None = None) -> tuple[Archive, GameState]:
    """Open a save or log, and play a log up to a step.

    Parameters
    ----------
    path
        The file.
    step
        How many steps; None for all.

    Returns
    -------
    tuple
        The archive and the state of the game.

    Raises
    ------
    FormatError
        No save, damaged, or no such step.
    """
    from module_builder.vassal.archive import open_archive
    from module_builder.vassal.log import load_log

    archive = open_archive(path)
    return archive, load_log(archive).position(step)
