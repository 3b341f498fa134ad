"""Why a step is against the rules: the action that comes nearest to it, and every reason that it meets."""

from __future__ import annotations

import dataclasses
import itertools
from typing import TYPE_CHECKING

from adjudicator.actions import Action, action_to_json
from adjudicator.asking.candidates import Aim, concerned_by, ids_of, relevant
from adjudicator.asking.changes import CLOCK
from adjudicator.asking.nearest import nearest
from adjudicator.errors import BocageError
from adjudicator.game import check

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.position import Change, Position
    from adjudicator.ruling import Ruling

__all__ = ["refused"]

_TRIED = 200


def refused(book: Position, aim: Aim, wanted: Sequence[Change]) -> tuple[Action, Ruling] | None:
    """The action that comes nearest to changes which no legal sequence explains, and why it is refused.

    Parameters
    ----------
    book
        The position that the rules keep.
    aim
        Where the changes lead.
    wanted
        The changes, in order.

    Returns
    -------
    tuple of Action and Ruling, or None
        None where no action of the game is about such changes.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.position import Change
    >>> d_day = GAME.scenario("d-day")
    >>> refused(d_day, Aim(d_day), [Change("morale", "", 1, 2)]) is None
    True
    """
    near = nearest(book, wanted)
    if near is not None:
        return near
    tried = []
    for action in itertools.islice(_about(book, aim, wanted), _TRIED):
        try:
            ruling = check(book, action)
        except BocageError:
            continue
        if ruling.violations:
            tried.append((action, ruling))
    return min(tried, key=lambda pair: len(pair[1].violations), default=None)


def _about(book: Position, aim: Aim, wanted: Sequence[Change]) -> Iterator[Action]:
    """Actions about what changed; of the clock, those that say nothing but that something ends."""
    clock = any(change.what in CLOCK for change in wanted)
    subjects = {change.subject for change in wanted} - {""}
    for action, _ in relevant(book, aim, concerned_by(book, wanted), ()):
        bare = not dataclasses.fields(action)
        if (bare and clock) or ids_of(action_to_json(action), book) & subjects:
            yield action
