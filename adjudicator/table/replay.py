"""The positions of a tree: made when somebody looks, kept while near, made again when they are not."""

from __future__ import annotations

import contextlib
import itertools
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.actions import Roll, action_from_json
from adjudicator.asking.loading import read_text
from adjudicator.asking.typed import with_given, with_options
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import apply, load, seen_by
from adjudicator.lookers import REFEREE
from adjudicator.names import find_space
from adjudicator.position import Piece, Position
from adjudicator.subjects import Ground, find_unit_in
from adjudicator.table.steps import Stepped, folded
from adjudicator.table.tree import Acted, Edited, Made, Node, Rolled, Shown, Tree
from counters.catalog import load_units
from maps.games import game_names

__all__ = ["Kept", "Positions", "decoded", "edited", "read_start", "remade"]

_NEAR = 96  # positions that are kept
_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class Kept(Generic[_K, _V]):
    """The values asked for last.

    Parameters
    ----------
    most
        How many are kept.

    Examples
    --------
    >>> kept = Kept(1)
    >>> kept.get("a", lambda: 1), kept.get("a", lambda: 2), kept.get("b", lambda: 3), kept.get("a", lambda: 4)
    (1, 1, 3, 4)
    """

    def __init__(self, most: int) -> None:
        self._most, self._values, self._lock = most, OrderedDict[_K, _V](), RLock()

    def find(self, key: _K) -> _V | None:
        """A value that is kept, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: _K, value: _V) -> _V:
        """Keep a value; the one that nobody asked for longest goes."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def get(self, key: _K, make: Callable[[], _V]) -> _V:
        """A value, made if it is not kept."""
        found = self.find(key)
        return found if found is not None else self.put(key, make())

    def drop(self, wanted: Callable[[_K], bool]) -> None:
        """Let go of every value with such a key."""
        with self._lock:
            for key in [key for key in self._values if wanted(key)]:
                del self._values[key]


def read_start(start: str, overlay: Path | None = None) -> Position:
    """The position at which a tree starts; no word of it is taken for the name of a file.

    Parameters
    ----------
    start
        A scenario, the text of a sketch, or a position as JSON.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Position

    Raises
    ------
    BocageError
        It is none of them, or has defects.

    Examples
    --------
    >>> read_start("breakout-normandy:d-day").text("phase")
    'airborne'
    >>> read_start("/etc/passwd")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: a sketch begins with the name of a game, not '/etc/passwd'. One of ...
    """
    slug, colon, scenario = start.strip().partition(":")
    if slug in game_names() and colon and "\n" not in scenario:
        return load(slug).scenario(scenario, overlay)
    position = read_text(start, overlay=overlay).position
    if position is None:
        raise MalformedAction("that names a game, not how it stands", "Choose a scenario, or write a sketch")
    return position


def edited(position: Position, changes: tuple[str, ...]) -> Position:
    """A position that somebody has set right by hand.

    Parameters
    ----------
    position
        As it was.
    changes
        ``unit:X@SPACE`` puts a unit somewhere, ``unit:X@`` takes it off, ``option:ID=B`` reads an open point
        otherwise; every other is a fact as ``--given`` takes it.

    Returns
    -------
    Position

    Raises
    ------
    BocageError
        A change cannot be read.

    Examples
    --------
    >>> at = edited(read_start("breakout-normandy:d-day"), ("unit:916@caen", "advantage=german"))
    >>> at.pieces["ge-916"].space, at.text("advantage")
    ('caen', 'german')
    """
    game = load(position.game)
    for change in changes:
        kind, _, rest = change.partition(":")
        unit, at, space = rest.partition("@")
        if kind == "unit" and at and "=" not in unit:
            position = _put(position, unit.strip(), space.strip())
        elif kind == "option":
            position = with_options(position, game, [rest])
        else:
            position = with_given(position, game, [change])
    return position


def _put(position: Position, name: str, space: str) -> Position:
    """A unit put into a space, whether it is there already or not, or taken off the map."""
    units = load_units(position.game, position.filing.overlay)
    uid = find_unit_in(Ground(position.game, position.board, position.pieces, units), name)
    draft = position.draft()
    there = draft.pieces.get(uid)
    if not space:
        draft.pieces.pop(uid, None)
        return _anew(position, draft.pieces)
    to = find_space(position.board, space).id
    fresh = there or Piece(units[uid], to, load(position.game).statuses[0])
    draft.pieces[uid] = replace(fresh, space=to)
    return _anew(position, draft.pieces)


def _anew(position: Position, pieces: Mapping[str, Piece]) -> Position:
    """The position with other pieces: who stands where is looked up anew."""
    return Position(
        position.game,
        position.board,
        position.schema,
        dict(pieces),
        position.facts,
        pending=position.pending,
        options=position.options,
        unknown=position.unknown,
        notes=position.notes,
        strange=position.strange,
    )


class Positions:
    """The positions of trees, as each viewpoint knows them.

    Everybody tries the same actions from what he knows himself. Where he cannot, because they turn on what he
    does not see, he is shown what they led to for whoever made them, without what he may not see of it; so he
    is of everything that the referee makes, who sees it all.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections.
    """

    def __init__(self, overlay: Path | None = None) -> None:
        self.overlay = overlay
        self._starts: dict[str, Position] = {}
        self._near: Kept[tuple[str, str, str], Position] = Kept(_NEAR)

    def start(self, tree: Tree, position: Position | None = None) -> Position:
        """Where a tree starts; `position` where it has just been read."""
        if tree.id not in self._starts:
            self._starts[tree.id] = read_start(tree.start, self.overlay) if position is None else position
        return self._starts[tree.id]

    def forget(self, tree: str, nodes: Collection[str] = ()) -> None:
        """Let go of the positions of nodes that are gone; of a whole tree where none is named."""
        if not nodes:
            self._starts.pop(tree, None)
        self._near.drop(lambda key: key[0] == tree and (not nodes or key[1] in nodes))

    def renew(self) -> None:
        """Let go of every position: what they print is read again."""
        self._starts.clear()
        self._near.drop(lambda _: True)

    def seen(self, tree: Tree, name: str, viewpoint: str) -> Position:
        """The position of a node as a viewpoint knows it.

        Raises
        ------
        BocageError
            A tree that came from a file tells what the rules do not allow.
        """
        if load(tree.game).mask is None:
            viewpoint = REFEREE
        todo: list[Node] = []
        for node in reversed(tree.path(name)):
            found = self._near.find((tree.id, node.id, viewpoint))
            if found is not None or not node.parent:
                break
            todo.append(node)
        position = found if found is not None else self._first(tree, node, viewpoint)
        while todo:
            steps = [*itertools.takewhile(lambda node: isinstance(node.made, Stepped), reversed(todo))]
            if steps:
                del todo[-len(steps) :]
                position = self._stepped(tree, steps, viewpoint, position)
            else:
                node = todo.pop()
                position = self._kept(tree, node, viewpoint, self._next(tree, node, viewpoint, position))
        return position

    def _first(self, tree: Tree, node: Node, viewpoint: str) -> Position:
        return self._kept(tree, node, viewpoint, seen_by(self.start(tree), viewpoint))

    def _kept(self, tree: Tree, node: Node, viewpoint: str, position: Position) -> Position:
        return self._near.put((tree.id, node.id, viewpoint), position)

    def _next(self, tree: Tree, node: Node, viewpoint: str, before: Position) -> Position:
        """What somebody sees after a node, coming from what he knew before it."""
        made = node.made
        open_to_all = load(tree.game).mask is None
        if isinstance(made, Shown):
            return seen_by(decoded(made.position, self.overlay), viewpoint)
        if open_to_all or viewpoint == node.by:
            return remade(before, made)
        if node.by != REFEREE and (viewpoint == REFEREE or viewpoint in node.told):
            with contextlib.suppress(BocageError):
                return remade(before, made)
        return seen_by(self.seen(tree, node.id, node.by), viewpoint)

    def _stepped(self, tree: Tree, steps: list[Node], viewpoint: str, before: Position) -> Position:
        """What somebody sees after steps of a log, which are those of the whole table."""
        last = steps[-1]
        if viewpoint != REFEREE:
            return self._kept(tree, last, viewpoint, seen_by(self.seen(tree, last.id, REFEREE), viewpoint))
        data = folded(position_to_json(before), [n.made for n in steps if isinstance(n.made, Stepped)])
        return self._kept(tree, last, viewpoint, decoded(data, self.overlay))


def remade(position: Position, made: Made) -> Position:
    """What a way to make a node leaves of a position.

    Raises
    ------
    BocageError
        The rules forbid it there, or it is no way to make one of another.
    """
    if isinstance(made, Acted):
        return apply(position, action_from_json(made.action, load(position.game).kinds))
    if isinstance(made, Rolled):
        return apply(position, Roll(made.values))
    if isinstance(made, Edited):
        return edited(position, made.changes)
    raise MalformedAction("that is no way to make a node")


def decoded(data: Mapping[str, Any], overlay: Path | None) -> Position:
    """A position of its JSON data, checked like that of any file."""
    found = read_text(msgspec.json.encode(data).decode(), overlay=overlay).position
    if found is None:
        raise BocageError("the tree holds a game without a position")
    return found
