"""Players of ours at the table: what comes next at a node, from the same seed the same, and why."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from adjudicator.actions import Roll
from adjudicator.game import load
from adjudicator.lookers import REFEREE
from adjudicator.playing.games import chosen, need_whole
from adjudicator.playing.players import in_numbers
from adjudicator.playing.roster import player_named
from adjudicator.playing.turns import OVER, decider
from adjudicator.table.dice import due, thrown
from adjudicator.table.tree import Acted
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.playing.players import Valued
    from adjudicator.table.replay import Positions
    from adjudicator.table.tree import Node, Tree

__all__ = ["NOBODY", "Opponents", "Reply", "Replying", "seed_at", "turn_of"]

NOBODY = "over"
"""Whose turn it is when the game has ended."""
_SEEDS = 10**9


class Replying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is played by us: side -> name of the player; and the seed of their choices and dice."""

    as_: str | None = msgspec.field(name="as", default=None)
    players: dict[str, str]
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes next.

    Parameters
    ----------
    side
        Who does it, or whose dice fall.
    action
        The action, or the roll.
    seed
        Of dice that fell; None for an action.
    reason
        What the player expects of it, in numbers; empty of dice, and of a choice by lot.
    idle
        How many choices of the side in turn have gained nothing.

    Examples
    --------
    >>> Reply("german", Roll((4,)), 7).reason
    ''
    """

    side: str
    action: Action
    seed: int | None = None
    reason: str = ""
    idle: int = 0


class Opponents:
    """What players of ours do at the nodes of trees, with their own eyes.

    Parameters
    ----------
    positions
        Of the trees.
    """

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._idle: dict[tuple[str, str, str], int] = {}

    def reply(self, tree: Tree, node: str, players: Mapping[str, str], seed: int) -> Reply | None:
        """What comes next at a node, where a player of ours has the turn.

        Parameters
        ----------
        tree, node
            Where.
        players
            Side -> name of the player.
        seed
            The same node and seed bring the same.

        Returns
        -------
        Reply or None
            None where somebody else has to decide or to throw, or the game is over.

        Raises
        ------
        BocageError
            Nothing is legal, a player is not known, or he does not know the game.
        """
        side = turn_of(self._positions, tree, node)
        if side not in players:
            return None
        own = seed_at(tree, node, seed)
        truth = self._positions.seen(tree, node, REFEREE)
        need_whole(truth, tree.title)
        if due(truth) is not None:
            return Reply(side, Roll(thrown(truth, own)), own)
        player = player_named(players[side], tree.game, own)
        player.idle = self._idled(tree, node, side)
        valued = chosen(truth, side, player, own)
        return Reply(side, valued.action, None, _reason(players[side], valued), player.idle)

    def remember(self, tree: Tree, node: Node, reply: Reply) -> None:
        """Keep what a player has to know again at its next turn."""
        if reply.seed is None:
            self._idle[tree.id, node.id, reply.side] = reply.idle

    def _idled(self, tree: Tree, at: str, side: str) -> int:
        known = (self._idle.get((tree.id, node.id, side)) for node in reversed(tree.path(at)))
        return next((idle for idle in known if idle is not None), 0)


def seed_at(tree: Tree, node: str, seed: int) -> int:
    """The seed of what comes next at a node: that of the whole game, and how far it has come.

    Examples
    --------
    >>> from adjudicator.table.tree import Tree
    >>> tree = Tree("t1", "Try", "june-six", "june-six:campaign")
    >>> seed_at(tree, "n0", 1) == seed_at(tree, "n0", 1) != seed_at(tree, "n0", 2)
    True
    """
    return random.Random(f"{seed} {len(tree.path(node))}").randrange(_SEEDS)  # noqa: S311 - a given seed


def turn_of(positions: Positions, tree: Tree, node: str) -> str:
    """Whose turn it is at a node: who has to decide, or after whose action dice are due.

    Parameters
    ----------
    positions
        Of the trees.
    tree, node
        Where.

    Returns
    -------
    str
        A side, or `NOBODY`.
    """
    truth = positions.seen(tree, node, REFEREE)
    if truth.text("phase") == OVER:
        return NOBODY
    if due(truth) is None:
        return decider(truth)
    for each in reversed(tree.path(node)):
        if isinstance(each.made, Acted):
            return decider(positions.seen(tree, each.parent, REFEREE))
    return load(truth.game).player_on_turn(truth)


def _reason(name: str, valued: Valued) -> str:
    if not valued.terms:
        return ""
    return f"{name}: {in_numbers(valued.score, valued.told)}"
