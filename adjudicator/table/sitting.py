"""A game played at the command line: what happens is told, and each line that is typed is answered."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from adjudicator.asking.guard import told
from adjudicator.audit.clock import clock_of
from adjudicator.audit.judged import Act, Judged
from adjudicator.audit.record import record_lines
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import legal, load
from adjudicator.lookers import REFEREE
from adjudicator.playing.advice import advise
from adjudicator.playing.games import need_whole
from adjudicator.playing.players import in_numbers
from adjudicator.playing.roster import ME
from adjudicator.plural import many
from adjudicator.table.acting import Acting
from adjudicator.table.dice import due
from adjudicator.table.opponents import NOBODY, Replying, seed_at
from adjudicator.table.questioning import Asked
from adjudicator.table.tree import Acted, Rolled

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.table.session import Table

__all__ = ["HELP", "Sitting"]

HELP = """\
An action, as `check` and `apply` take it: end-phase, or the words of one that `actions` lists.
actions [KIND]   what may be done now, or all of a kind
suggest          three good things to do, in numbers
roll [4,6]       throw the dice that are due, or say what your own show; an empty line throws them
undo             back to where you last decided
quit             stop here
Any question     next, legal UNIT, odds ..., supply ..., as on the command line without the position"""
_ENDS = frozenset({"quit", "exit", "q"})


class Sitting:
    """A game that goes on from a node of a tree.

    Parameters
    ----------
    table, tree
        The table, and which of its trees.
    players
        Side -> name of who plays it, `ME` for whoever types.
    seed
        Of our players and of all dice that are thrown.
    say
        Told every line.

    Examples
    --------
    >>> from adjudicator.table.session import Table
    >>> table, lines = Table(), []
    >>> players = {"german": "random", "allied": "me"}
    >>> sitting = Sitting(table, table.open_text("breakout-normandy:d-day"), players, 1, lines.append)
    >>> sitting.run(iter(["end-phase", "quit"]), steps=1)
    >>> lines[0]
    '[date 6, impulse 0, Airborne Phase, allied]'
    """

    def __init__(
        self, table: Table, tree: str, players: Mapping[str, str], seed: int, say: Callable[[str], object]
    ) -> None:
        self._table, self._tree, self._seed, self._say = table, table.named(tree), seed, say
        self._ours = {side: name for side, name in players.items() if name != ME}
        self._mine = [side for side, name in players.items() if name == ME]
        *_, self.node = self._tree.under(self._tree.root.id)
        self._moment = ""

    # --- going on ---------------------------------------------------------------------------------------

    def run(self, lines: Iterator[str], *, steps: int) -> None:
        """Play until the game is over, nothing more is typed, or our players have taken so many actions."""
        need_whole(self._seen(REFEREE), self._tree.title)
        taken = 0
        while (turn := self._table.turn(self._tree, self.node)) != NOBODY:
            self._tell_moment(turn)
            if turn in self._ours:
                if taken >= steps:
                    self._say(f"Stopped after {many(steps, 'action')} of our players.")
                    return
                self._reply(turn)
                taken += 1
            elif turn not in self._mine:
                raise MalformedAction(f"it is for {turn} to decide, whom nobody plays")
            elif not self._answered(turn, lines):
                return
        self._say(self._asked(Asked(verb="victory"), self._eyes(NOBODY)))

    def _eyes(self, turn: str) -> str:
        """Who looks: the side that is played by hand; of both the one whose turn it is; else the referee."""
        if len(self._mine) > 1:
            return turn if turn in self._mine else self._mine[0]
        return self._mine[0] if self._mine else REFEREE

    def _tell_moment(self, turn: str) -> None:
        moment = clock_of(self._seen(self._eyes(turn)))
        if moment != self._moment:
            self._say(f"[{moment}]")
            self._moment = moment

    def _seen(self, eyes: str) -> Position:
        return self._table.positions.seen(self._tree, self.node, eyes)

    def _reply(self, turn: str) -> None:
        eyes = self._eyes(turn)
        replying = Replying(as_=eyes, players=self._ours, seed=self._seed)
        self._went(self._table.reply(self._tree.id, self.node, replying)["node"], turn)

    def _went(self, node: Mapping[str, str], who: str) -> None:
        """Tell what was done, as far as the one who looks may read it, and go there."""
        self.node = node["id"]
        why = f" ({node['why']})" if node["why"] else ""
        note = f"   {node['note']}" if node["note"] and who in self._ours else ""
        self._say(f"{who.capitalize()}: {node['text']}{why}{note}")

    # --- whoever types ----------------------------------------------------------------------------------

    def _answered(self, turn: str, lines: Iterator[str]) -> bool:
        """Take lines until something is done; whether to go on."""
        eyes = self._eyes(turn)
        self._say(self._asked(Asked(verb="next"), eyes).splitlines()[0])
        before = self.node
        while self.node == before:
            try:
                line = next(lines).strip()
            except StopIteration:
                return False
            if line.casefold() in _ENDS:
                return False
            try:
                self._typed(line, turn, eyes)
            except BocageError as fault:
                self._say(told(fault)[0])
        return True

    def _typed(self, line: str, turn: str, eyes: str) -> None:
        word, _, rest = line.partition(" ")
        game = load(self._tree.game)
        if word in {"help", "?"}:
            self._say(HELP)
        elif word == "undo":
            self._undo()
        elif word in {"", "roll"} and due(self._seen(eyes)) is not None:
            self._do(Acting(as_=eyes, dice=rest.strip() or "roll", seed=self._own_seed(), played=True), turn)
        elif word == "actions":
            self._list(eyes, rest.strip())
        elif word == "suggest":
            self._advise(eyes)
        elif word in game.kinds or line.startswith("{"):
            self._do(Acting(as_=eyes, action=line, played=True), turn)
        elif word in game.questions:
            self._say(self._asked(Asked(verb=word, words=_words(rest)), eyes))
        elif line:
            raise MalformedAction(f"{word[:40]!r} is no action and no question here", "Type help")

    def _own_seed(self) -> int:
        return seed_at(self._tree, self.node, self._seed)

    def _do(self, acting: Acting, turn: str) -> None:
        done = self._table.act(self._tree.id, self.node, acting)
        if done["node"] is None:
            self._say(done["text"])
        else:
            self._went(done["node"], turn)

    def _asked(self, asked: Asked, eyes: str) -> str:
        question = msgspec.structs.replace(asked, as_=eyes)
        return str(self._table.ask(self._tree.id, self.node, question)["text"])

    def _list(self, eyes: str, kind: str) -> None:
        if not kind:
            self._say(f"actions KIND lists those of a kind: {', '.join(legal(self._seen(eyes)).kinds)}")
            return
        found = self._table.legal(self._tree.id, self.node, viewpoint=eyes, kind=kind)
        for row in found["actions"]:
            self._say(row["typed"])
        if found["more"]:
            self._say(f"... and more than these {len(found['actions'])}: ask `legal UNIT` of one unit")

    def _advise(self, eyes: str) -> None:
        for number, one in enumerate(advise(self._seen(eyes), eyes, seed=self._own_seed()).best, 1):
            self._say(f"{number}. {one.action}: {in_numbers(one.score, one.terms)}")

    def _undo(self) -> None:
        """Back to the last position in which the one who types had to decide."""
        for node in reversed(self._tree.path(self.node)[:-1]):
            if self._table.turn(self._tree, node.id) in self._mine:
                self.node = node.id
                self._say(f"Back where you had to decide: {node.text}")
                return
        raise MalformedAction("there is nothing to take back")

    # --- what is kept -----------------------------------------------------------------------------------

    def record(self, start: str) -> Iterator[str]:
        """The lines of a game record, with all that was hidden.

        Parameters
        ----------
        start
            Where the game began, as the record names it.

        Yields
        ------
        str
        """
        nodes = [node for node in self._tree.path(self.node) if isinstance(node.made, Acted | Rolled)]
        acts = [Act(node.text, "", {}, clock_of(self._before(node.parent))) for node in nodes]
        yield from record_lines(start, [Judged(n, "action", "", (act,)) for n, act in enumerate(acts, 1)])

    def _before(self, node: str) -> Position:
        return self._table.positions.seen(self._tree, node, REFEREE)


def _words(text: str) -> tuple[str, ...]:
    """What follows a verb, as a shell takes it apart."""
    try:
        return tuple(shlex.split(text))
    except ValueError as fault:
        raise MalformedAction(f"{text[:40]!r} cannot be taken apart: {fault}") from None
