"""What can be given to others: a ruling as words, a tree as a file or as one page; for one pair of eyes each.

Only what the viewpoint may see leaves: its own position at the start instead of the whole one, nodes whose
words it may not read as the position that it sees after them, and no saved game where something is hidden.
"""

from __future__ import annotations

import base64
import functools
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import msgspec

from adjudicator.asking.door import check
from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import load, seen_by
from adjudicator.lookers import REFEREE
from adjudicator.report import render
from adjudicator.table.drawing.picture import picture_of
from adjudicator.table.looking import UNTOLD, may_read, node_json
from adjudicator.table.replay import decoded
from adjudicator.table.steps import Stepped, difference, folded
from adjudicator.table.tree import Acted, Node, Shown, Started, Tree, trees_to_json
from adjudicator.version import VERSION

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.ruling import Ruling
    from adjudicator.table.replay import Positions

__all__ = ["PICTURES", "WORDS", "drawn_as", "page_of", "ruling_as", "tree_for"]

PICTURES = {"png": "image/png", "svg": "image/svg+xml"}
"""Forms in which a ruling is drawn."""
WORDS = {
    "md": "text/markdown; charset=utf-8",
    "bbcode": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""Forms in which a ruling is written, and what each is."""
_HERE = Path(__file__).parent
_DRAWN, _WIDE = 12, 720  # nodes of a page that have a picture, and its pixels
_MARKS = re.compile(r"([\\`*_<>\[\]#|~])")


def ruling_as(ruling: Ruling, form: str, typed: str = "") -> str:
    r"""A ruling in words for a forum, with its fingerprint and the command that gives the same one.

    Parameters
    ----------
    ruling
        The ruling.
    form
        ``md``, ``bbcode`` or ``html``; names in it are text, whatever signs they hold.
    typed
        The command.

    Returns
    -------
    str

    Raises
    ------
    MalformedAction
        There is no such form.

    Examples
    --------
    >>> from adjudicator.ruling import Ruling, Step
    >>> print(ruling_as(Ruling("q", "[b]No[/b].", None, (Step("9.3", "TEM *1*"),)), "bbcode"))
    [b](b)No(/b).[/b]
    Rules: 9.3
    [list]
    [*]TEM *1* (9.3)
    [/list]
    """
    if form not in WORDS:
        raise MalformedAction(f"a ruling is not written as {form[:20]!r}", f"Known: {', '.join(WORDS)}")
    if form == "html":
        line = f"<p><code>{html.escape(typed)}</code></p>" if typed else ""
        return render(ruling, "html") + line
    head, *rest = render(ruling).splitlines()
    lines = _markdown(head, rest, typed) if form == "md" else _bbcode(head, rest, typed)
    return "\n".join(lines)


def drawn_as(ruling: Ruling, form: str, position: Position, viewpoint: str) -> bytes:
    """A ruling as a picture of the part of the map that matters.

    Parameters
    ----------
    ruling
        The ruling.
    form
        ``png`` or ``svg``.
    position, viewpoint
        What it was asked of, and who asked: nothing else is drawn.

    Returns
    -------
    bytes

    Raises
    ------
    MalformedAction
        There is no such form.
    """
    if form not in PICTURES:
        raise MalformedAction(f"a ruling is not drawn as {form[:20]!r}", f"Known: {', '.join(PICTURES)}")
    picture = picture_of(position, viewpoint=viewpoint, ruling=ruling)
    return picture.png() if form == "png" else picture.svg()


def _markdown(head: str, rest: list[str], typed: str) -> Iterator[str]:
    def plain(text: str) -> str:
        return _MARKS.sub(r"\\\1", text)

    yield f"**{plain(head)}**"
    yield ""
    for line in rest:
        indent = len(line) - len(line.lstrip())
        yield f"{' ' * max(indent - 2, 0)}- {plain(line.strip())}"
    if typed:
        yield from ("", f"    {typed}")


def _bbcode(head: str, rest: list[str], typed: str) -> Iterator[str]:
    def plain(text: str) -> str:
        return text.replace("[", "(").replace("]", ")")

    yield f"[b]{plain(head)}[/b]"
    steps = [line for line in rest if line.startswith(" ")]
    for line in rest:
        if steps and line is steps[0]:
            yield "[list]"
        yield f"[*]{plain(line.strip())}" if line.startswith(" ") else plain(line)
        if steps and line is steps[-1]:
            yield "[/list]"
    if typed:
        yield f"[code]{plain(typed)}[/code]"


def tree_for(tree: Tree, positions: Positions, viewpoint: str) -> bytes:
    """A tree as a file, as a viewpoint may have it.

    Parameters
    ----------
    tree
        The tree.
    positions
        Its positions.
    viewpoint
        For whom.

    Returns
    -------
    bytes
    """
    if load(tree.game).mask is None or viewpoint == REFEREE:
        return trees_to_json([tree])
    begun = position_to_json(positions.seen(tree, tree.root.id, viewpoint))
    start = msgspec.json.encode(begun).decode()
    steps = _steps_for(tree, positions, viewpoint)
    nodes = [_node_for(tree, node, positions, viewpoint, steps) for node in tree.nodes.values()]
    known = {viewpoint: tree.verdicts.get(viewpoint, {})}
    return trees_to_json([tree.copied(start, nodes, known)])


def _steps_for(tree: Tree, positions: Positions, viewpoint: str) -> dict[str, Stepped]:
    """The steps of a log as somebody sees them, without what was said in them."""
    data: Any = position_to_json(positions.start(tree))
    before = position_to_json(positions.seen(tree, tree.root.id, viewpoint))
    overlay, found = positions.overlay, dict[str, Stepped]()
    for node in tree.nodes.values():
        if isinstance(node.made, Stepped):
            data = folded(data, [node.made])
            after = position_to_json(seen_by(decoded(data, overlay), viewpoint))
            found[node.id] = difference(node.made.number, before, after, undo=node.made.undo)
            before = after
    return found


def _node_for(
    tree: Tree, node: Node, positions: Positions, viewpoint: str, steps: dict[str, Stepped]
) -> Node:
    said = node_json(tree, node, viewpoint)
    made = node.made
    if isinstance(made, Stepped):
        made = steps[node.id]
    elif not isinstance(made, Started) and not may_read(tree, viewpoint, node.by, node.told):
        made = Shown(position_to_json(positions.seen(tree, node.id, viewpoint)))
    words = {key: said[key] for key in ("text", "verdict", "why", "moment")}
    notes = {viewpoint: (said["name"], said["note"])} if said["name"] or said["note"] else {}
    by = node.by if isinstance(made, Stepped) else viewpoint
    return Node(id=node.id, parent=node.parent, made=made, by=by, notes=notes, **words)


@functools.cache
def _template() -> jinja2.Template:
    loader = jinja2.FileSystemLoader(_HERE)
    known = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return known.get_template("shared.html.j2")


def page_of(tree: Tree, positions: Positions, viewpoint: str) -> str:
    """A tree as one HTML page that needs nothing else: no script, no network.

    Parameters
    ----------
    tree, positions, viewpoint
        As in `tree_for`.

    Returns
    -------
    str
    """
    rows = [_row(tree, node, positions, viewpoint) for node in tree.nodes.values()]
    for row in rows:
        row["picture"] = ""
    for row in _pictured(rows):
        picture = picture_of(positions.seen(tree, row["id"], viewpoint), viewpoint=viewpoint, width=_WIDE)
        row["picture"] = f"data:image/png;base64,{base64.b64encode(picture.png()).decode()}"
    game = load(tree.game)
    return _template().render(
        title=tree.title, game=game.title, edition=game.edition, viewpoint=viewpoint, rows=rows, tool=VERSION
    )


def _pictured(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The nodes that are drawn: all of a small tree, of a large one those that somebody named or noted."""
    if len(rows) <= _DRAWN:
        return rows
    noted = [row for row in rows[1:] if row["name"] or row["note"]]
    return [rows[0], *noted[: _DRAWN - 1]]


def _row(tree: Tree, node: Node, positions: Positions, viewpoint: str) -> dict[str, Any]:
    """A node as the page shows it."""
    said = node_json(tree, node, viewpoint)
    before = node_json(tree, tree[node.parent], viewpoint)["text"] if node.parent else ""
    told = said["text"] != UNTOLD
    ruling = _ruling(tree, node, positions, viewpoint) if told else None
    branch = len(tree.children.get(node.parent, ())) > 1
    text = "" if ruling is None else render(ruling)
    return {**said, "ruling": text, "branch": branch, "before": before}


def _ruling(tree: Tree, node: Node, positions: Positions, viewpoint: str) -> Ruling | None:
    """Why an action is legal, as somebody knows the position before it; nothing where he cannot say."""
    made = node.made
    if not isinstance(made, Acted):
        return None
    try:
        before = positions.seen(tree, node.parent, viewpoint)
        return check(before, made.action, viewpoint=viewpoint)
    except BocageError:
        return None
