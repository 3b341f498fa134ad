"""The tree of positions: where it starts, what was done from where, and one file that holds all of it.

A tree holds no position. Each node says how it is made of the one before it: by an action, by dice, by a hand
on the table, by a step of a log; `adjudicator.table.replay` makes the position when somebody looks at it. So
nothing that was tried is lost, and the same action again leads to the same node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

from adjudicator.errors import MalformedAction, SaveError
from adjudicator.table.steps import Stepped
from adjudicator.version import VERSION
from maps.games import game_names

__all__ = [
    "LARGEST",
    "Acted",
    "Edited",
    "Made",
    "Node",
    "Rolled",
    "Shown",
    "Started",
    "Tree",
    "Verdict",
    "trees_from_json",
    "trees_to_json",
]

LARGEST = 128 << 20
"""Bytes of the largest file of trees that is read."""
_SCHEMA = 1
_NODES, _TREES, _WORDS = 20_000, 200, 10_000
_ID = re.compile(r"[a-z][0-9]{1,6}")


class Started(msgspec.Struct, frozen=True, tag_field="kind", tag="start", forbid_unknown_fields=True):
    """The first node: the tree itself says where it starts."""


class Acted(msgspec.Struct, frozen=True, tag_field="kind", tag="action", forbid_unknown_fields=True):
    """An action was taken, as JSON data."""

    action: dict[str, Any]


class Rolled(msgspec.Struct, frozen=True, tag_field="kind", tag="roll", forbid_unknown_fields=True):
    """Dice fell: which numbers, and who let them fall (``chosen`` or ``rolled``, with a seed)."""

    values: tuple[int, ...]
    dice_by: str = "chosen"
    seed: int | None = None


class Edited(msgspec.Struct, frozen=True, tag_field="kind", tag="edit", forbid_unknown_fields=True):
    """Somebody set things right by hand: the changes as they are typed."""

    changes: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True, tag_field="kind", tag="shown", forbid_unknown_fields=True):
    """What somebody sees after an action whose words he may not read: the position itself, as JSON data."""

    position: dict[str, Any]


Made: TypeAlias = Started | Acted | Rolled | Edited | Stepped | Shown


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the audit says of a step: ``legal``, ``illegal``, ``chance`` ..., its words, and why."""

    verdict: str
    text: str = ""
    why: str = ""
    moment: str = ""


class Node(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A node: the one before it, how it is made, with whose eyes, and what is said of it.

    `told` names the viewpoints who may read its words although they did not make it. `notes` are the name and
    the note that each viewpoint has given it; those of the public are everybody's.
    """

    id: str
    parent: str = ""
    made: Made
    by: str = "public"
    told: tuple[str, ...] = ()
    verdict: str = ""
    text: str = ""
    why: str = ""
    moment: str = ""
    notes: dict[str, tuple[str, str]] = {}


class _KeptTree(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tree in the file."""

    id: str
    title: str
    game: str
    start: str
    last: int
    nodes: tuple[Node, ...]
    save: bytes = b""
    verdicts: dict[str, dict[str, Verdict]] = {}


class _Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file."""

    table: int
    tool: str
    trees: tuple[_KeptTree, ...]


class Tree:
    """The positions that were tried from one start.

    Parameters
    ----------
    name
        Its id.
    title
        What it is called.
    game
        Slug.
    start
        Where it starts: a scenario, the text of a sketch, or a position as JSON.
    save
        The saved game that it was read from, so that copies of it can be written; empty without one.
    first
        Its first node; by default one that says nothing.

    Examples
    --------
    >>> tree = Tree("t1", "Try", "june-six", "june-six:campaign")
    >>> node = tree.add("n0", Acted({"action": "pass"}), by="public", text="pass")
    >>> tree.add("n0", Acted({"action": "pass"}), by="public", text="pass") is node
    True
    """

    __slots__ = ("_last", "_made", "children", "game", "id", "nodes", "save", "start", "title", "verdicts")

    def __init__(
        self, name: str, title: str, game: str, start: str, *, save: bytes = b"", first: Node | None = None
    ) -> None:
        self.id, self.title, self.game, self.start, self.save = name, title, game, start, save
        self.nodes: dict[str, Node] = {}
        self.children: dict[str, list[str]] = {}
        self.verdicts: dict[str, dict[str, Verdict]] = {}
        self._made: dict[tuple[str, str, bytes], str] = {}
        self._last = 0
        self._enter(first or Node(id="n0", made=Started(), text=title))

    def __getitem__(self, name: str) -> Node:
        if name not in self.nodes:
            raise MalformedAction(f"the tree has no node {name[:20]!r}", "It may have been deleted")
        return self.nodes[name]

    @property
    def root(self) -> Node:
        """Where it starts."""
        return next(iter(self.nodes.values()))

    @property
    def log(self) -> bool:
        """Whether it holds the steps of a log."""
        return any(isinstance(self.nodes[n].made, Stepped) for n in self.children[self.root.id])

    def _enter(self, node: Node) -> None:
        self.nodes[node.id] = node
        self.children[node.id] = []
        if node.parent:
            self.children[node.parent].append(node.id)
            self._made.setdefault(_key(node), node.id)

    def known(self, parent: str, made: Made, by: str) -> Node | None:
        """The node that was made in the same way from the same one by the same eyes, if there is one."""
        found = self._made.get(_key(Node(id="", parent=parent, made=made, by=by)))
        return None if found is None else self.nodes[found]

    def add(self, parent: str, made: Made, *, by: str, **said: Any) -> Node:
        """A node made from another one; the same one where it is there already.

        Parameters
        ----------
        parent
            Id of the node before it.
        made
            How.
        by
            With whose eyes.
        **said
            Its other fields.

        Returns
        -------
        Node

        Raises
        ------
        MalformedAction
            There is no such node, or the tree is full.
        """
        before = self[parent].id
        if (known := self.known(before, made, by)) is not None:
            return known
        if len(self.nodes) >= _NODES:
            raise MalformedAction(f"a tree has at most {_NODES:,} nodes", "Delete branches, or open another")
        self._last += 1
        node = Node(id=f"n{self._last}", parent=before, made=made, by=by, **said)
        self._enter(node)
        return node

    def change(self, which: str, /, **said: Any) -> Node:
        """Say something else of a node."""
        node = msgspec.structs.replace(self[which], **said)
        self.nodes[which] = node
        return node

    def delete(self, name: str) -> tuple[str, ...]:
        """Take a node away with all that was made from it; never the start.

        Returns
        -------
        tuple of str
            Ids of what is gone.

        Raises
        ------
        MalformedAction
            It is the start, or there is no such node.
        """
        node = self[name]
        if not node.parent:
            raise MalformedAction("the start of a tree stays", "Delete what was made from it")
        gone = tuple(self.under(name))
        for each in gone:
            key = _key(self.nodes[each])
            if self._made.get(key) == each:
                del self._made[key]
            del self.nodes[each], self.children[each]
            for said in self.verdicts.values():
                said.pop(each, None)
        self.children[node.parent].remove(name)
        return gone

    def under(self, name: str) -> Iterator[str]:
        """A node and all that was made from it, each after the one before it."""
        left = [name]
        while left:
            each = left.pop()
            yield each
            left.extend(reversed(self.children[each]))

    def path(self, name: str) -> list[Node]:
        """The nodes from the start to one of them, both included."""
        found = [self[name]]
        while found[-1].parent:
            found.append(self.nodes[found[-1].parent])
        return found[::-1]

    def copied(self, start: str, nodes: Sequence[Node], verdicts: dict[str, dict[str, Verdict]]) -> Tree:
        """The tree with another start and other nodes, and without its saved game."""
        first, *others = nodes
        tree = Tree(self.id, self.title, self.game, start, first=first)
        for node in others:
            tree._enter(node)
        tree.verdicts, tree._last = verdicts, self._last
        return tree

    def _kept(self) -> _KeptTree:
        return _KeptTree(
            id=self.id,
            title=self.title,
            game=self.game,
            start=self.start,
            last=self._last,
            nodes=tuple(self.nodes.values()),
            save=self.save,
            verdicts=self.verdicts,
        )

    @classmethod
    def _of(cls, kept: _KeptTree) -> Tree:
        first, *others = kept.nodes
        tree = cls(kept.id, kept.title, kept.game, kept.start, save=kept.save, first=first)
        for node in others:
            tree._enter(node)
        tree.verdicts, tree._last = kept.verdicts, kept.last
        return tree


def _key(node: Node) -> tuple[str, str, bytes]:
    """What makes a node the same as another: of a roll the numbers alone, of a step its place in the log."""
    made: Any = node.made.values if isinstance(node.made, Rolled) else node.made
    if isinstance(made, Stepped):
        made = made.number
    return node.parent, node.by, msgspec.json.encode(made, order="deterministic")


def trees_to_json(trees: Sequence[Tree]) -> bytes:
    """Trees as one file.

    Examples
    --------
    >>> trees_from_json(trees_to_json([Tree("t1", "Try", "june-six", "june-six:campaign")]))[0].title
    'Try'
    """
    kept = _Kept(table=_SCHEMA, tool=VERSION, trees=tuple([tree._kept() for tree in trees]))
    return msgspec.json.encode(kept)


def trees_from_json(data: bytes, file: str = "the file") -> list[Tree]:
    """Read trees from a file, whatever somebody has written into it.

    Parameters
    ----------
    data
        What `trees_to_json` wrote.
    file
        How the file is called.

    Returns
    -------
    list of Tree

    Raises
    ------
    SaveError
        It is no such file: what is wrong, in one line.
    """
    try:
        kept = msgspec.json.decode(data, type=_Kept)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
        raise SaveError(file, f"a tree of positions ({str(fault)[:200]})") from None
    if kept.table != _SCHEMA:
        raise SaveError(file, f"a tree of positions of form {_SCHEMA}, not {kept.table}")
    ids = [tree.id for tree in kept.trees]
    faults = ["trees that bear the same id"] if len(set(ids)) < len(ids) or len(ids) > _TREES else []
    faults += [wrong for tree in kept.trees if (wrong := _fault(tree))]
    if faults:
        raise SaveError(file, f"a tree of positions, not {faults[0]}")
    return [Tree._of(tree) for tree in kept.trees]


def _fault(tree: _KeptTree) -> str:
    """What no tree of ours can hold; empty where all is well."""
    if not _ID.fullmatch(tree.id) or tree.game not in game_names():
        return "one of another game"
    if not 0 < len(tree.nodes) <= _NODES or not 0 <= tree.last <= 10**6:
        return f"one of {len(tree.nodes):,} nodes"
    known: set[str] = set()
    for number, node in enumerate(tree.nodes):
        start = isinstance(node.made, Started)
        if not _ID.fullmatch(node.id) or node.id in known or int(node.id[1:]) > tree.last:
            return f"a node {node.id[:20]!r} that is there twice, or has no number of its own"
        if start != (number == 0) or (node.parent in known) == start or (start and node.parent):
            return f"a node {node.id!r} that hangs in the air"
        noted = (text for pair in node.notes.values() for text in pair)
        if any(len(text) > _WORDS for text in (node.text, node.why, node.moment, *noted)):
            return f"a node {node.id!r} with more than {_WORDS:,} letters"
        known.add(node.id)
    strange = [n for said in tree.verdicts.values() for n in said if n not in known]
    return f"a verdict on {strange[0][:20]!r}, which is no node" if strange else ""
