"""Section 9.11: a unit stops on a full stack while its formation moves, and another makes room at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.june_six import r09_stacking
from adjudicator.june_six.r08_reach import Reach, reach
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["MAKE_ROOM", "ask", "leavers", "may_wait", "waiting"]

MAKE_ROOM = "make-room"


@dataclass(frozen=True, slots=True)
class _Overfull:
    """In which hex a unit makes room."""

    space: str


_OVERFULL = Frame(MAKE_ROOM, "9.11", _Overfull)


@rule("9.11")
def may_wait(view: View) -> bool:
    """Whether a unit may stop on a full stack until the movement of its formation is complete."""
    return view.option("stacking-moment") == "A"


def waiting(view: View) -> str:
    """Id of the hex in which a unit has to make room before anything else is done; empty for none."""
    asked = _OVERFULL.asked(view)
    return asked.space if asked is not None else ""


@rule("9.11")
def leavers(state: State, space: str, movers: Iterable[Piece]) -> Iterator[tuple[Piece, Reach]]:
    """Units that could leave an overfull hex so that its stack, and theirs, are legal.

    Parameters
    ----------
    movers
        Units that may still move in the activation under way.

    Yields
    ------
    (Piece, Reach)
        With where it can go.
    """
    for piece in movers:
        if piece.space != space or r09_stacking.faults(state, space, piece.side, removing=(piece.uid,)):
            continue
        found = reach(state, piece.uid)
        if found.destinations:
            yield piece, found


@rule("9.11")
def ask(draft: Draft, space: str, side: str) -> None:
    """Ask for the unit that makes room, if a stack is overfull after a unit has stopped there."""
    if r09_stacking.faults(draft, space, side):
        _OVERFULL.push(draft, _Overfull(space), side)
