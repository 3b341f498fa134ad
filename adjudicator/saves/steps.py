"""A log step by step: what lies on the table after each press of the step button, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import PositionError, SaveError
from adjudicator.saves.foreign.reading import foreign_reader
from adjudicator.saves.loaded import Loaded
from adjudicator.saves.positions import reader_of, save_fault
from module_builder.vassal.errors import FormatError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from adjudicator.actions import Action
    from adjudicator.position import Position
    from module_builder.vassal.log import LogGame
    from module_builder.vassal.state import GameState

__all__ = ["Shown", "open_log", "shown_steps"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one step leaves on the table.

    Parameters
    ----------
    number
        Of the step; 0 for what lies there before the first.
    position
        What lies there; None where the step touched nothing, or where it cannot be read.
    chat
        What was said, reports of the module among it.
    is_undo
        Whether the step takes an earlier one back.
    fault
        Why it cannot be read; empty where it can.
    label
        What the step is called where it is no step of a log: the name of a save.
    actions
        What is known to have been done, where a record tells it.

    Examples
    --------
    >>> Shown(3).position is None
    True
    """

    number: int
    position: Position | None = None
    chat: tuple[str, ...] = ()
    is_undo: bool = False
    fault: str = ""
    label: str = ""
    actions: tuple[Action, ...] = ()


def open_log(
    path: Path, *, overlay: Path | None = None, adapter: Path | None = None
) -> tuple[LogGame, Callable[[GameState], Loaded]]:
    """Open a log.

    Parameters
    ----------
    path
        A ``.vlog``, or a ``.vsav``, which is a log without steps.
    overlay, adapter
        As in `adjudicator.saves.positions.read_save`.

    Returns
    -------
    tuple
        The log, and what makes a position of a state of it.

    Raises
    ------
    SaveError
        No log, damaged, of another module, geometry or overlay.
    """
    from module_builder.vassal.archive import open_archive
    from module_builder.vassal.log import read_log

    try:
        archive = open_archive(path)
        log = read_log(archive.save())
        if adapter is not None:
            return log, foreign_reader(adapter, overlay)
        return log, reader_of(path, archive, log.initial(), overlay)
    except FormatError as fault:
        raise save_fault(path, fault) from None


def shown_steps(log: LogGame, read: Callable[[GameState], Loaded]) -> Iterator[Shown]:
    """Go through a log.

    Parameters
    ----------
    log, read
        As `open_log` gives them.

    Yields
    ------
    Shown
        What lies on the table before the first step, then after each. The same state is read once, so that
        chat and dice between two moves cost nothing.

    Raises
    ------
    SaveError
        What lies there before the first step cannot be read.
    """
    from module_builder.vassal.commands import Chat, Raw, Undo

    state = log.initial()
    try:
        yield Shown(0, read(state).position)
    except PositionError as fault:
        raise SaveError("the beginning of the log", f"a position ({fault})") from None
    for step in log.steps:
        touched = [c for c in step.commands if not isinstance(c, Chat | Raw | Undo)]
        if not touched:
            yield Shown(step.number, None, step.chat, step.is_undo)
            continue
        state.apply_all(touched)
        try:
            yield Shown(step.number, read(state).position, step.chat, step.is_undo)
        except PositionError as fault:
            yield Shown(step.number, None, step.chat, step.is_undo, str(fault))
