"""Games played on from a position, by two players and the dice, with every action checked by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.errors import PositionError
from adjudicator.game import fits, perform
from adjudicator.lookers import REFEREE
from adjudicator.playing.chance import throw
from adjudicator.playing.players import Player, RandomPlayer, Valued
from adjudicator.playing.turns import DICE, OVER, decider

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.position import Position

__all__ = ["chosen", "need_whole", "played", "stuck"]

_REFUSED = 8  # actions that the rules may refuse a player before he takes any that they allow


def played(
    start: Position, players: Mapping[str, Player], seed: int, *, steps: int
) -> Iterator[tuple[Position, Action]]:
    """Play on until the game is over.

    Parameters
    ----------
    start
        Where it goes on.
    players
        Side -> who plays it.
    seed
        Of the dice.
    steps
        After so many actions, dice counted, it is broken off.

    Yields
    ------
    (Position, Action)
        The position after an action, and the action.

    Raises
    ------
    PositionError
        Nobody can do anything, or a side without a player has to decide.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> players = {"german": RandomPlayer(1), "allied": RandomPlayer(2)}
    >>> len(list(played(GAME.scenario("d-day"), players, 3, steps=5)))
    5
    """
    dice, position = random.Random(f"dice {seed}"), start  # noqa: S311 - a given seed
    for _ in range(steps):
        if position.text("phase") == OVER:
            return
        side = decider(position)
        if side == DICE:
            action: Action = throw(position, dice)
        elif side in players:
            action = chosen(position, side, players[side], seed).action
        else:
            raise stuck(position, f"a player for the side {side!r}")
        position = perform(position, action)
        yield position, action


def chosen(position: Position, side: str, player: Player, seed: int) -> Valued:
    """What a player takes of what the rules allow; they may refuse what he cannot know to be illegal.

    Parameters
    ----------
    position
        The whole of it.
    side
        Who has to decide.
    player
        Of that side.
    seed
        By which one is drawn of all legal actions, where the rules refuse whatever he takes.

    Returns
    -------
    Valued

    Raises
    ------
    PositionError
        Nothing is legal.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> fits(d_day, chosen(d_day, "allied", RandomPlayer(1), 1).action)
    True
    """
    barred: list[Action] = []
    for _ in range(_REFUSED):
        valued = player.choose(position, side, barred)
        if valued is None:
            break
        if fits(position, valued.action):
            return valued
        barred.append(valued.action)
    lot = RandomPlayer(seed).choose(position, REFEREE)
    if lot is None:
        raise stuck(position, "an action that is legal")
    return lot


def need_whole(position: Position, source: str) -> None:
    """Refuse a position from which nobody can play on.

    Parameters
    ----------
    position
        As it was read.
    source
        What it was read from.

    Raises
    ------
    PositionError
        It leaves something out, or holds pieces that nobody knows.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> need_whole(GAME.scenario("d-day"), "d-day")
    """
    if position.unknown or position.strange:
        raise PositionError([f"{source} leaves something out, so nobody can play on from it"])


def stuck(position: Position, wanted: str) -> PositionError:
    """The fault of a game that cannot go on.

    Parameters
    ----------
    position
        Where it stopped.
    wanted
        What is missing.

    Returns
    -------
    PositionError

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> stuck(GAME.scenario("d-day"), "an action that is legal").args != ()
    True
    """
    kind = position.decision.kind if position.decision is not None else "nothing"
    return PositionError([f"the game cannot go on in {position.text('phase')}, {kind} pending: {wanted}"])
