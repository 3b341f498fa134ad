"""What the chat of a log says was done, as logs of ours write it; it is a hint, and proves nothing."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from adjudicator.asking.typed import read_action
from adjudicator.errors import BocageError
from adjudicator.game import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.actions import Action
    from adjudicator.position import Position

__all__ = ["announced", "announcement"]

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
