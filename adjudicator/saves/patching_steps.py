"""A saved game carried through a whole course of play: what lies on the table after each action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.saves.patching import Patch, compare, read_state
from module_builder.vassal.state import GameState

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.saves.printed import PrintedModule
    from adjudicator.saves.slots import Slot
    from module_builder.vassal.savegame import Save

__all__ = ["patched_along"]


def patched_along(
    save: Save,
    positions: Sequence[Position],
    printed: PrintedModule,
    *,
    overlay: Path | None = None,
    slots: Callable[[str], Slot] | None = None,
) -> Iterator[GameState]:
    """Carry a saved game from one position to the next, and so on: the pieces keep their ids all the way.

    Parameters
    ----------
    save
        A saved game of the first position.
    positions
        The positions, in order.
    printed, overlay
        As in `adjudicator.saves.patching.patched`.
    slots
        The slot of a marker by its id, for those of which the save has no copy; without it they are a fault.

    Yields
    ------
    GameState
        What lies on the table at each of the positions, the first included.

    Raises
    ------
    PositionError
        Something of a position has no place in the save.

    Examples
    --------
    >>> from module_builder.vassal.savegame import Save
    >>> from adjudicator.saves.printed import load_printed
    >>> list(patched_along(Save("begin_save"), [], load_printed("june-six")))
    []
    """
    if not positions:
        return
    patch = Patch(printed, positions[0], positions[0], save, slots=slots)
    yield patch.table.state()
    for target in positions[1:]:
        patch.go_on(target)
        yield patch.table.state()
    end = GameState.from_commands(patch.table.save().commands())
    compare(positions[-1], read_state(end, printed, overlay))
