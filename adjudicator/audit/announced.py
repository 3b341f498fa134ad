"""What the chat of a log says was done, as logs of ours write it; it is a hint, and proves nothing."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from adjudicator.actions import Roll
from adjudicator.asking.towards import Explained
from adjudicator.asking.typed import read_action
from adjudicator.errors import BocageError
from adjudicator.game import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.actions import Action
    from adjudicator.asking.memory import Memory
    from adjudicator.audit.readings import Reading
    from adjudicator.audit.tables import Lying
    from adjudicator.audit.throws import Record
    from adjudicator.position import Position

__all__ = ["announced", "announcement", "hinted"]

_TOLD = (-1,)  # dice that a record tells
_LINE = re.compile(r"\* \d+, [^:]{1,40}: (?P<words>[^()]+?)(?: \(.*\))?")


def announcement(number: int, who: str, words: str, about: str = "") -> str:
    """The line of the chat that announces an action.

    Parameters
    ----------
    number
        Which action of the game it is.
    who
        Who does it.
    words
        As it can be typed.
    about
        What it is for, or why.

    Returns
    -------
    str

    Examples
    --------
    >>> announcement(7, "Dice", "roll 8,5", "the assault on Caen")
    '* 7, Dice: roll 8,5 (the assault on Caen)'
    """
    return html.escape(f"* {number}, {who}: {words}" + (f" ({about})" if about else ""), quote=False)


def announced(position: Position, chat: Iterable[str]) -> Action | None:
    """The action that the chat of a step announces.

    Parameters
    ----------
    position
        Before it.
    chat
        The lines.

    Returns
    -------
    Action or None
        None where no line announces one that can be read there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> announced(GAME.scenario("d-day"), ["* 1, Allied: end-phase"])
    EndPhase()
    """
    for line in chat:
        if said := _LINE.fullmatch(html.unescape(line)):
            try:
                return read_action(position, load(position.game), said["words"])
            except BocageError:
                continue
    return None


def hinted(reading: Reading, lying: Lying, record: Record, memory: Memory) -> Explained | None:
    """What is known of a step: from a record, or from chat that leads to just what lies on the table.

    Whoever does not see all that lies there learns nothing from the chat either: it names what is hidden.

    Parameters
    ----------
    reading
        Of the game up to the step.
    lying
        The step, with what lies on the table after it.
    record, memory
        The dice of the game, and what actions have led to.

    Returns
    -------
    Explained or None
    """
    shown, position = lying.shown, reading.book
    if shown.actions:
        return Explained(shown.actions, (), (_TOLD,) * len(shown.actions))
    action = announced(position, shown.chat) if lying.whole else None
    if action is None or memory.carried_out(position, action) != lying.table:
        return None
    if not isinstance(action, Roll) or position.decision is None:
        return Explained((action,), ())
    here = range(shown.number, shown.number + 1)
    fell = record.fits(position.decision.data["dice"], here, reading.taken, ())
    return Explained((action,), (), (next((dice for values, dice in fell if values == action.values), ()),))
