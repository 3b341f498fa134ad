"""What the page asks to be done at a node, and the words for what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.actions import Roll
from adjudicator.asking.between import rule_of
from adjudicator.asking.typed import read_action
from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.table.dice import due
from adjudicator.table.tree import Acted, Edited, Made, Rolled
from adjudicator.wording import describe

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["Acting", "Editing", "Noting", "said_of"]


class Acting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to try: typed or as data; dice chosen (``8,5``), thrown (``roll``) or left to fall.

    What is `played` is no trial: it is carried out on what truly lies there, and everybody sees what he may
    see of what came of it.
    """

    as_: str | None = msgspec.field(name="as", default=None)
    action: str | dict[str, Any] | None = None
    dice: str | None = None
    seed: int | None = None
    played: bool = False


class Editing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes by hand, as `adjudicator.table.replay.edited` takes them."""

    as_: str | None = msgspec.field(name="as", default=None)
    changes: tuple[str, ...]


class Noting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name or a note for a node."""

    as_: str | None = msgspec.field(name="as", default=None)
    name: str | None = None
    note: str | None = None


def said_of(before: Position, made: Made) -> dict[str, str]:
    """The words for a way to make a node.

    Parameters
    ----------
    before
        The position before it.
    made
        How.

    Returns
    -------
    dict
        Its text, its verdict, and where it has one the reason.

    Raises
    ------
    MalformedAction
        It is no way to make one of another.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> said_of(GAME.scenario("d-day"), Acted({"action": "end-phase"}))
    {'text': 'end-phase', 'verdict': 'legal', 'why': '6.1'}
    """
    if isinstance(made, Edited):
        return {"text": "; ".join(made.changes), "verdict": "correction"}
    game = load(before.game)
    if isinstance(made, Rolled):
        top = due(before)
        why = game.rolls[top.data["what"]].why(before, top.data) if top is not None else ""
        return {"text": describe(before, Roll(made.values)), "verdict": "chance", "why": why}
    if not isinstance(made, Acted):
        raise MalformedAction("that is no way to make a node")
    action = read_action(before, game, made.action)
    return {"text": describe(before, action), "verdict": "legal", "why": rule_of(before, action)}
