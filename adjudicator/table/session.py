"""A table without a browser: positions opened, questions asked, actions tried, everything for a viewpoint.

What a viewpoint may not see is hidden before anything is made of a position: rulings, marks, facts and words
are made of what is left. An action is tried on what its maker sees, and its node knows no more than that.
"""

from __future__ import annotations

import functools
import itertools
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.actions import Roll, action_to_json
from adjudicator.asking.door import Announced, check
from adjudicator.asking.loading import is_file
from adjudicator.asking.typed import read_action
from adjudicator.codec import position_to_json
from adjudicator.errors import MalformedAction
from adjudicator.game import fits, load
from adjudicator.game import legal as legal_actions
from adjudicator.lookers import PUBLIC, REFEREE
from adjudicator.playing.advice import advise
from adjudicator.report import render, ruling_to_json
from adjudicator.table.acting import Acting, Editing, Noting, said_of
from adjudicator.table.assuming import switches
from adjudicator.table.dice import thrown
from adjudicator.table.gallery import Gallery
from adjudicator.table.gate import Gate
from adjudicator.table.judging import judged
from adjudicator.table.keeping import Keeper
from adjudicator.table.looking import moment_of, node_json, readers, viewpoints
from adjudicator.table.looks import look_of
from adjudicator.table.marks import marks_of
from adjudicator.table.matchings import Matchings
from adjudicator.table.offering import games_json, sides_json
from adjudicator.table.opponents import Opponents, Replying, seed_at, turn_of
from adjudicator.table.owners import Owners
from adjudicator.table.questioning import Asked, acts_of, answered, typed_line
from adjudicator.table.replay import Kept, Positions, read_start, remade
from adjudicator.table.sharing import PICTURES, drawn_as, page_of, ruling_as, tree_for
from adjudicator.table.steps import Stepped
from adjudicator.table.tree import Acted, Edited, Made, Node, Rolled, Started, Tree
from adjudicator.wording import describe

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling
    from adjudicator.table.worker import Opener

__all__ = ["Table"]

Judging = Generator[dict[str, Any], None, None]
_LISTED = 200  # actions of a kind that are listed at once
_ANSWERS = 96  # answers about nodes that are kept
_SEEDS = 10**9
_NAME, _NOTE = 200, 10_000


class Table:
    """Trees of positions, and everything that can be asked of them.

    Parameters
    ----------
    viewpoint
        Who looks where nobody says.
    overlay
        Folder with an owner's corrections.
    keep
        File in which the trees are kept; read at the start if it is there.

    Notes
    -----
    `called` says how a game of a folder is named on the command line, by its slug; whoever opens such a
    folder anew passes the `gate` alone.

    Examples
    --------
    >>> table = Table()
    >>> name = table.open_text("breakout-normandy:d-day")
    >>> table.ask(name, "n0", Asked(verb="next"))["ruling"]["answer"]["phase"]
    'airborne'
    """

    def __init__(
        self, *, viewpoint: str = "public", overlay: Path | None = None, keep: Path | None = None
    ) -> None:
        self.viewpoint, self.overlay = viewpoint, overlay
        self.positions, self.gallery = Positions(overlay), Gallery(overlay)
        self.gate, self.called = Gate(), dict[str, str]()
        self._keeper = Keeper(keep)
        self._trees: dict[str, Tree] = {tree.id: tree for tree in self._keeper.read()}
        self._lock = RLock()
        self._answers: Kept[tuple[str, ...], bytes] = Kept(_ANSWERS)
        self.owners, self.matchings = Owners(overlay, self.renew), Matchings()
        self.opponents = Opponents(self.positions)

    # --- what lies on the table -------------------------------------------------------------------------

    @staticmethod
    def games() -> list[dict[str, Any]]:
        """The games that there are, with their scenarios and a sketch to begin with."""
        return games_json()

    def trees(self) -> list[dict[str, str]]:
        """The trees on the table."""
        return [{"tree": t.id, "title": t.title, "game": t.game} for t in [*self._trees.values()]]

    def named(self, tree: str) -> Tree:
        """A tree by its id."""
        if tree not in self._trees:
            raise MalformedAction(f"there is no tree {tree[:20]!r} on the table", "Open its file again")
        return self._trees[tree]

    def eyes(self, tree: Tree, viewpoint: str | None) -> str:
        """Who looks: as it is said, else as the table was opened."""
        known = viewpoints(load(tree.game))
        who = viewpoint or (self.viewpoint if self.viewpoint in known else known[0])
        if who not in known:
            raise MalformedAction(f"nobody looks as {who[:20]!r}", f"Known: {', '.join(known)}")
        return who

    def tree(self, name: str, viewpoint: str | None = None) -> dict[str, Any]:
        """A tree with all its nodes, as a viewpoint may read them."""
        tree = self.named(name)
        who, game = self.eyes(tree, viewpoint), load(tree.game)
        with self._lock:
            nodes = [node_json(tree, node, who) for node in tree.nodes.values()]
            told = {"slug": game.slug, "title": game.title, "sides": sides_json(game.slug)}
            return {
                "tree": tree.id,
                "game": {**told, "statuses": list(game.statuses), "acts": bool(game.handlers)},
                "title": tree.title,
                "as": who,
                "board": self.gallery.board_of(self.positions.start(tree)),
                "sprites": self.gallery.sheets_of(tree.game),
                "nodes": nodes,
                "log": tree.log,
            }

    # --- opening ----------------------------------------------------------------------------------------

    def open_text(self, source: str, title: str = "") -> str:
        """Put a scenario, the text of a sketch or a position as JSON on the table; the id of its tree."""
        position = read_start(source, self.overlay)
        game, scenario = load(position.game), source.strip().partition(":")[2]
        named = title or f"{game.title}: {scenario if scenario in game.scenarios else 'a position'}"
        return self.enter(named, source.strip(), position)

    def enter(
        self, title: str, start: str, position: Position, *, save: bytes = b"", steps: Sequence[Stepped] = ()
    ) -> str:
        """Put a position that was read on the table, of a log with all its steps; the id of its tree."""
        with self._lock:
            first = Node(id="n0", made=Started(), text=title, moment=moment_of(position))
            tree = Tree(self._free(), title, position.game, start, save=save, first=first)
            self.positions.start(tree, position)
            last = first.id
            for step in steps:
                last = tree.add(last, step, by=REFEREE, text=f"step {step.number}").id
            self._trees[tree.id] = tree
            self.keep()
        return tree.id

    def lay(self, trees: Sequence[Tree]) -> str:
        """Put trees from a file on the table; the id of the first."""
        if not trees:
            raise MalformedAction("the file holds no tree")
        with self._lock:
            for tree in trees:
                self.positions.start(tree, read_start(tree.start, self.overlay))
                self.positions.forget(tree.id)
            for tree in trees:
                tree.id = self._free()
                self._trees[tree.id] = tree
            self.keep()
        return trees[0].id

    def _free(self) -> str:
        return f"t{1 + max((int(name[1:]) for name in self._trees), default=0)}"

    def keep(self) -> None:
        """Write the trees into their file, where there is one."""
        self._keeper.write([*self._trees.values()])

    def renew(self) -> None:
        """Read every position and answer anew: a printed value is another one now."""
        with self._lock:
            self.positions.renew()
            self._answers.drop(lambda _: True)
            for tree in self._trees.values():
                tree.verdicts.clear()

    # --- looking and asking -----------------------------------------------------------------------------

    def node(self, name: str, node: str, viewpoint: str | None = None) -> dict[str, Any]:
        """A node, and what it looks like: each part of that as JSON."""
        tree = self.named(name)
        who = self.eyes(tree, viewpoint)
        found = tree[node]
        look = self._told(
            (name, node, who), lambda: look_of(self.positions.seen(tree, node, who), who, self.gallery)
        )
        return {"node": node_json(tree, found, who), **msgspec.json.decode(look, type=dict[str, msgspec.Raw])}

    def _told(self, key: tuple[str, ...], answer: Callable[[], dict[str, Any]]) -> msgspec.Raw:
        """An answer as JSON; the same again is not worked out again."""
        return msgspec.Raw(self._answers.get(key, lambda: msgspec.json.encode(answer())))

    def asked(self, name: str, node: str, asked: Asked) -> msgspec.Raw:
        """The answer to a question, as JSON; see `ask`."""
        who = self.eyes(self.named(name), asked.as_)
        body = msgspec.json.encode(asked, order="deterministic").decode()
        return self._told((name, node, who, body), lambda: self.ask(name, node, asked))

    def ask(self, name: str, node: str, asked: Asked) -> dict[str, Any]:
        """The answer to a question, with what of it can be shown on the map."""
        tree = self.named(name)
        who = self.eyes(tree, asked.as_)
        ruling, question = self.ruled(tree, node, asked, who)
        line = typed_line(asked, question, self._place(tree, node), who)
        acts = acts_of(asked, question, self.positions.seen(tree, node, who), who)
        given = switches(tree.game, ruling.assumptions)
        return {**self._shown(ruling, tree, node, who), "typed": line, "acts": acts, "given": given}

    def ruled(self, tree: Tree, node: str, asked: Asked, who: str) -> tuple[Ruling, Any]:
        """The ruling on a question, and the question as it was read."""
        return answered(asked, self.positions.seen(tree, node, who), who)

    def _shown(self, ruling: Ruling, tree: Tree, node: str, who: str) -> dict[str, Any]:
        marks = marks_of(ruling, self.positions.seen(tree, node, who))
        return {"ruling": ruling_to_json(ruling), "text": render(ruling), "marks": marks}

    def _place(self, tree: Tree, node: str) -> str:
        """What stands for a node on the command line: a scenario, or the file in which it was saved."""
        start, scenario = not tree[node].parent, tree.start.partition(":")[2]
        if start and "\n" not in tree.start and scenario in load(tree.game).scenarios:
            return f"{self.called.get(tree.game, tree.game)}:{scenario}"
        return tree.title if start and tree.save else f"{node}.json"

    def legal(
        self, name: str, node: str, *, viewpoint: str | None = None, kind: str = "", unit: str = ""
    ) -> dict[str, Any]:
        """The legal actions of a kind, or of a unit, as far as they are listed at once."""
        from adjudicator.asking.door import legal as of_unit

        tree = self.named(name)
        position = self.positions.seen(tree, node, self.eyes(tree, viewpoint))
        every = of_unit(position, unit) if unit else legal_actions(position)
        found = list(itertools.islice(every.of(kind) if kind else iter(every), _LISTED + 1))
        rows = [{"typed": describe(position, a), "json": action_to_json(a)} for a in found[:_LISTED]]
        return {"actions": rows, "more": len(found) > _LISTED}

    def judge(self, name: str, first: str, viewpoint: str | None = None) -> Judging:
        """The steps of a log judged one after the other, from a node on; those judged before at once."""
        tree = self.named(name)
        who = self.eyes(tree, viewpoint)
        nodes = [n for n in tree.nodes.values() if isinstance(n.made, Stepped)]
        if not nodes:
            raise MalformedAction("this tree holds no log", "Drop a .vlog on the page")
        names = [tree.root.id, *(node.id for node in nodes)]
        begin = max(names.index(first) if first in names else 0, 1) - 1
        return self._judged(tree, nodes, who, begin)

    def _judged(self, tree: Tree, nodes: Sequence[Node], who: str, begin: int) -> Judging:
        known = tree.verdicts.setdefault(who, {})
        if any(node.id not in known for node in nodes):
            steps = tuple([n.made for n in nodes if isinstance(n.made, Stepped)])
            said = judged(self.positions.start(tree), steps, who, self.overlay)
            for number, (node, verdict) in enumerate(zip(nodes, said, strict=False)):
                known[node.id] = verdict
                if number >= begin:
                    yield node_json(tree, node, who)
            self.keep()
            return
        for node in nodes[begin:]:
            yield node_json(tree, node, who)

    # --- trying -----------------------------------------------------------------------------------------

    def act(self, name: str, node: str, acting: Acting) -> dict[str, Any]:
        """Try an action, and let dice fall if they are given; the last node made, or the reasons against."""
        tree = self.named(name)
        who = self.eyes(tree, acting.as_)
        made: list[Node] = []
        told: dict[str, Any] = {}
        if acting.action is not None:
            here, ruling = self._taken(tree, node, acting.action, who, played=acting.played)
            told = self._shown(ruling, tree, node, who)
            if here is None:
                return {"node": None, "nodes": [], **told}
            made.append(here)
        if acting.dice is not None or acting.action is None:
            at = made[-1].id if made else node
            there, ruling = self._fallen(tree, at, acting, who)
            told = told if made and there else self._shown(ruling, tree, at, who)
            made += [] if there is None else [there]
        shown = [node_json(tree, each, who) for each in made]
        return {"node": shown[-1] if shown else None, "nodes": shown, **told}

    def reply(self, name: str, node: str, replying: Replying) -> dict[str, Any]:
        """What a player of ours does next, as a node; no node where it is for somebody else to go on."""
        tree = self.named(name)
        who = self.eyes(tree, replying.as_)
        reply = self.opponents.reply(tree, node, replying.players, replying.seed)
        if reply is None:
            return {"node": None, "turn": self.turn(tree, node)}
        made: Made = Acted(action_to_json(reply.action))
        if isinstance(reply.action, Roll):
            made = Rolled(reply.action.values, "rolled", reply.seed)
        new = self._made(tree, node, made, REFEREE, mover=reply.side)
        self.opponents.remember(tree, new, reply)
        for eyes in (REFEREE, reply.side) if reply.reason and not new.notes else ():
            self.note(name, new.id, Noting(as_=eyes, note=reply.reason))
        return {"node": node_json(tree, tree[new.id], who), "turn": self.turn(tree, new.id)}

    def advise(self, name: str, node: str, viewpoint: str | None = None) -> dict[str, Any]:
        """The best things to do at a node, as `adjudicator suggest` tells them."""
        tree = self.named(name)
        who = self.eyes(tree, viewpoint)
        return advise(self.positions.seen(tree, node, who), who, seed=seed_at(tree, node, 1)).to_json()

    def turn(self, tree: Tree, node: str) -> str:
        """Whose turn it is at a node, as `adjudicator.table.opponents.turn_of` says."""
        return turn_of(self.positions, tree, node)

    def _taken(
        self, tree: Tree, node: str, action: str | Mapping[str, Any], who: str, *, played: bool
    ) -> tuple[Node | None, Ruling]:
        """An action on what its maker sees; where it is played, what is hidden has its say too."""
        position = self.positions.seen(tree, node, who)
        if isinstance(action, str) and is_file(action):
            raise MalformedAction("the table looks into no file", "Drop it on the page to open it")
        read = read_action(position, load(tree.game), action)
        ruling = _checked(position, action, who)
        if not ruling.ok:
            return None, ruling
        made = Rolled(read.values) if isinstance(read, Roll) else Acted(action_to_json(read))
        if not played:
            return self._made(tree, node, made, who), ruling
        if not fits(self.positions.seen(tree, node, REFEREE), read):
            raise MalformedAction("the rules refuse it, for a reason that you do not see", "Choose another")
        return self._made(tree, node, made, REFEREE, mover=who), ruling

    def _fallen(self, tree: Tree, node: str, acting: Acting, who: str) -> tuple[Node | None, Ruling]:
        """Dice: those that were thrown here already, unless others are chosen or another seed is."""
        maker = REFEREE if acting.played else who
        position = self.positions.seen(tree, node, maker)
        if acting.played and load(tree.game).mask is not None and who not in {REFEREE, self.turn(tree, node)}:
            raise MalformedAction(
                "these dice are not for you to throw", "Look as the side whose dice they are"
            )
        dice = acting.dice or "roll"
        if dice != "roll":
            return self._taken(tree, node, f"roll {dice}", who, played=acting.played)
        hand = _hand(tree, maker)
        known = [tree.nodes[n] for n in tree.children[node] if tree.nodes[n].by == hand]
        rolls = [n.made for n in known if isinstance(n.made, Rolled) and n.made.dice_by == "rolled"]
        if acting.seed is None and rolls:
            made = rolls[0]
        else:
            seed = secrets.randbelow(_SEEDS) if acting.seed is None else acting.seed
            made = Rolled(thrown(position, seed), "rolled", seed)
        ruling = _checked(self.positions.seen(tree, node, who), Roll(made.values), who)
        if not ruling.ok:
            return None, ruling
        return self._made(tree, node, made, maker, mover=who if acting.played else ""), ruling

    def edit(self, name: str, node: str, editing: Editing) -> dict[str, Any]:
        """Set a position right by hand; the node that comes of it."""
        tree = self.named(name)
        who = self.eyes(tree, editing.as_)
        if not editing.changes:
            raise MalformedAction("nothing is changed", "Write unit:NAME@SPACE, or ITEM=VALUE")
        return node_json(tree, self._made(tree, node, Edited(editing.changes), who), who)

    def _made(self, tree: Tree, node: str, made: Made, who: str, *, mover: str = "") -> Node:
        """The node that is made so, the one that was made so before if there is one.

        What is played the referee makes, on what truly lies there; its `mover` may read the words as well.
        """
        hand = _hand(tree, who)
        with self._lock:
            if (known := tree.known(node, made, hand)) is not None:
                return known
        before = self.positions.seen(tree, node, who)
        after, said = remade(before, made), said_of(before, made)
        played = bool(mover) and hand == REFEREE
        eyes = functools.partial(self.positions.seen, tree, node)
        told = readers(made, hand, load(tree.game), eyes, played=played)
        if played:
            told = tuple(dict.fromkeys((*told, mover)))
        with self._lock:
            new = tree.add(node, made, by=hand, told=told, moment=moment_of(after), **said)
            self.keep()
        return new

    def note(self, name: str, node: str, noting: Noting) -> dict[str, Any]:
        """Give a node a name, a note or both."""
        tree = self.named(name)
        who = self.eyes(tree, noting.as_)
        if len(noting.name or "") > _NAME or len(noting.note or "") > _NOTE:
            raise MalformedAction(f"a name has at most {_NAME} letters, a note {_NOTE:,}")
        with self._lock:
            old = node_json(tree, tree[node], who)
            name, note = (
                old[k] if new is None else new for k, new in (("name", noting.name), ("note", noting.note))
            )
            node_now = tree.change(node, notes={**tree[node].notes, _hand(tree, who): (name, note)})
            self.keep()
        return node_json(tree, node_now, who)

    def delete(self, name: str, node: str) -> dict[str, Any]:
        """Take a node away with all that was made from it."""
        tree = self.named(name)
        with self._lock:
            gone = tree.delete(node)
            self.positions.forget(name, gone)
            self._answers.drop(lambda key: key[0] == name and key[1] in gone)
            self.keep()
        return {"deleted": list(gone)}

    def close(self, name: str) -> dict[str, Any]:
        """Take a tree from the table."""
        self.named(name)
        with self._lock:
            del self._trees[name]
            self.positions.forget(name)
            self._answers.drop(lambda key: key[0] == name)
            self.keep()
        return {"closed": name}

    # --- giving away ------------------------------------------------------------------------------------

    def shared(self, name: str, node: str, asked: Asked, form: str) -> bytes:
        """A ruling in words or as a picture, as `adjudicator.table.sharing` makes them."""
        tree = self.named(name)
        who = self.eyes(tree, asked.as_)
        ruling, question = self.ruled(tree, node, asked, who)
        if form in PICTURES:
            return drawn_as(ruling, form, self.positions.seen(tree, node, who), who)
        return ruling_as(ruling, form, typed_line(asked, question, self._place(tree, node), who)).encode()

    def saved(self, name: str, node: str, viewpoint: str | None, opener: Opener) -> bytes:
        """A node as a copy of the saved game that the tree began with."""
        tree = self.named(name)
        who = self.eyes(tree, viewpoint)
        if not tree.save:
            raise MalformedAction("this tree began with no saved game", "Drop a .vsav, and try it there")
        if load(tree.game).mask is not None and who != REFEREE:
            raise MalformedAction("a saved game holds what you do not see", "Look as the referee")
        before, after = self.positions.start(tree), self.positions.seen(tree, node, REFEREE)
        return opener.patch(tree.title, tree.save, before, after)

    def tree_file(self, name: str, viewpoint: str | None = None) -> bytes:
        """A tree as a file that can be dropped on a table again."""
        tree = self.named(name)
        return tree_for(tree, self.positions, self.eyes(tree, viewpoint))

    def tree_page(self, name: str, viewpoint: str | None = None) -> str:
        """A tree as one page that needs nothing else."""
        tree = self.named(name)
        return page_of(tree, self.positions, self.eyes(tree, viewpoint))

    def position_json(self, name: str, node: str, viewpoint: str | None = None) -> dict[str, Any]:
        """The position of a node as a viewpoint sees it, as JSON data."""
        tree = self.named(name)
        return position_to_json(self.positions.seen(tree, node, self.eyes(tree, viewpoint)))


def _hand(tree: Tree, who: str) -> str:
    """Whose node it is: in a game without secrets everybody's."""
    return who if load(tree.game).mask is not None else PUBLIC


def _checked(position: Position, action: Announced, who: str) -> Ruling:
    """The ruling on an action, as somebody knows the position."""
    return check(position, action, viewpoint=who)
