"""What a viewpoint sees of a node: its words, where play stands, what waits for whom, what is stated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.audit.clock import clock_of
from adjudicator.errors import BocageError
from adjudicator.game import load, seen_by
from adjudicator.lookers import PUBLIC, REFEREE
from adjudicator.table.replay import remade
from adjudicator.table.tree import Acted, Rolled, Shown, Started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adjudicator.game import Game
    from adjudicator.position import Position
    from adjudicator.table.tree import Made, Node, Tree

__all__ = [
    "UNTOLD",
    "facts_of",
    "may_read",
    "moment_of",
    "node_json",
    "readers",
    "viewpoints",
    "waiting_for",
]

_PARTS = re.compile(r"[\s,:/=@]+")
UNTOLD = "something that you do not see"


def viewpoints(game: Game) -> tuple[str, ...]:
    """Who can look: the public, the sides, the referee.

    Examples
    --------
    >>> viewpoints(load("june-six"))[0], viewpoints(load("june-six"))[-1]
    ('public', 'referee')
    """
    return game.viewpoints


def moment_of(position: Position) -> str:
    """Where play stands, in words that everybody may read."""
    return clock_of(seen_by(position, PUBLIC))


def readers(
    made: Made, by: str, game: Game, before: Callable[[str], Position], *, played: bool = False
) -> tuple[str, ...]:
    """Who besides its maker may read the words of a node: whoever can make it too and sees all that it does.

    Of what is played, whoever sees afterwards all that it changed and all that its words name: its being done
    is no secret. Of a trial that would tell what lies hidden.

    Parameters
    ----------
    made, by
        How it is made, and with whose eyes.
    game
        The game.
    before
        What a viewpoint knows before it.
    played
        Whether it is no trial.

    Returns
    -------
    tuple of str
        Viewpoints; none where nothing is hidden in the game, since all may read everything there.
    """
    if game.mask is None:
        return ()
    others = [who for who in viewpoints(game) if who not in {by, REFEREE}]
    if played:
        truth = before(REFEREE)
        after = remade(truth, made)
        return tuple([who for who in others if _shows(truth, after, made, who)])
    return tuple([who for who in others if _sees(before(who), made, who)])


def _shows(before: Position, after: Position, made: Made, who: str) -> bool:
    """Whether somebody sees afterwards all that has changed, and all that the words name."""
    seen = seen_by(after, who)
    if seen is after:
        return True
    hidden = {(change.what, change.subject) for change in after.diff(seen)}
    changed = {(change.what, change.subject) for change in before.diff(after)}
    unseen = {subject for _, subject in hidden if subject}
    return seen.pending == after.pending and not hidden & changed and unseen.isdisjoint(_words(made))


def _words(made: Made) -> Iterator[str]:
    """Every word that an action names, and of each what it is made of."""
    left: list[object] = [made.action] if isinstance(made, Acted) else []
    while left:
        each = left.pop()
        if isinstance(each, Mapping):
            left.extend(each.values())
        elif isinstance(each, list | tuple):
            left.extend(each)
        else:
            yield from (str(each), *_PARTS.split(str(each)))


def _sees(before: Position, made: Made, who: str) -> bool:
    """Whether the same can be done with these eyes, and leaves nothing that they do not see."""
    try:
        after = remade(before, made)
    except BocageError:
        return False
    return seen_by(after, who) == after


def may_read(tree: Tree, who: str, by: str, told: Sequence[str] = ()) -> bool:
    """Whether a viewpoint may read what another one has written."""
    return load(tree.game).mask is None or who in {by, REFEREE, *told}


def node_json(tree: Tree, node: Node, viewpoint: str) -> dict[str, Any]:
    """A node as the page has it, without a word that the viewpoint may not read."""
    made = node.made
    start = isinstance(made, Started)
    read = start or may_read(tree, viewpoint, node.by, node.told)
    name, note = node.notes.get(viewpoint) or node.notes.get(PUBLIC, ("", ""))
    said = tree.verdicts.get(viewpoint, {}).get(node.id)
    rolled = isinstance(made, Rolled) and read
    kind = "action" if isinstance(made, Shown) else str(made.__struct_config__.tag)
    return {
        "id": node.id,
        "parent": node.parent,
        "kind": kind,
        "text": said.text if said else node.text if read or kind == "step" else UNTOLD,
        "verdict": said.verdict if said else node.verdict,
        "why": said.why if said else node.why * read,
        "dice": ",".join(map(str, made.values)) if rolled and isinstance(made, Rolled) else "",
        "dice_by": made.dice_by if rolled and isinstance(made, Rolled) else "",
        "seed": made.seed if rolled and isinstance(made, Rolled) else None,
        "name": name,
        "note": note,
        "moment": (said.moment if said else "") or node.moment,
        "by": node.by,
    }


def facts_of(position: Position) -> Iterator[dict[str, Any]]:
    """What a position states of anything but where units stand."""
    for (item, subject), value in sorted(position.stated().items()):
        of = (
            position.pieces[subject].printed.title
            if subject in position.pieces
            else position.board.name(subject)
        )
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        text = f"{item.replace('-', ' ')}{' of ' if of else ''}{of}: {said}"
        yield {"item": item, "subject": subject, "value": value, "text": text}


def waiting_for(position: Position, words: Sequence[str]) -> list[dict[str, str]]:
    """The decisions that wait, the next one first; `words` are those of ``next``."""
    pairs = zip(position.pending, words, strict=True)
    return [{"kind": d.kind, "who": d.player, "text": text} for d, text in pairs][::-1]
