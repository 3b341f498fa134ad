"""What a position is made of, for a reader: items of state, and the points that a book leaves open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction
from adjudicator.vocabulary import load_vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.game import Game
    from adjudicator.position import Fact
    from adjudicator.schema import Item

__all__ = ["explain_readings", "explain_state", "plain_words"]

_REFERENCE = re.compile(r"[;,(]?\s*(?:see|as in|as for|as)\s+`[^`]*`\)?")
_OF = {"boundary": "A/B", "feature": "SPACE"}


def plain_words(docstring: str) -> str:
    """The first sentence of a docstring without the names of a program.

    Parameters
    ----------
    docstring
        Of a function.

    Returns
    -------
    str

    Examples
    --------
    >>> plain_words("Make a combat ready for the die; see `line_up`.")
    'Make a combat ready for the die.'
    """
    first = " ".join(docstring.strip().partition("\n\n")[0].split())
    said = _REFERENCE.sub("", first)
    return re.sub(r"`+([^`]*)`+", lambda found: _word(found[1]), said)


def _word(name: str) -> str:
    """A name of the program as a word; what else stood in such marks as it was."""
    last = name.rpartition(".")[2] if re.fullmatch(r"[\w.]+", name) else name
    return last.strip("_").replace("_", " ")


def explain_state(game: Game, name: str = "") -> str:
    """Every item of state of a game: its values, what holds when it is left out, and how it is given.

    Parameters
    ----------
    game
        The game.
    name
        One item; all by default.

    Returns
    -------
    str

    Raises
    ------
    MalformedAction
        There is no such item.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> print(explain_state(GAME, "advantage").splitlines()[0])
    --given advantage=german|allied (11.2)
    """
    items = game.schema.items
    if name and name not in items:
        import difflib

        near = difflib.get_close_matches(name, items, 3)
        all_items = f"`adjudicator explain {game.slug} state` lists all"
        way = f"Did you mean {' or '.join(near)}? {all_items}" if near else all_items
        raise MalformedAction(f"{game.title} has no item of state {name!r}", way)
    chosen = [name] if name else list(items)
    sides = "|".join(load_vocabulary(game.slug).sides)
    lines = [line for each in chosen for line in _item_lines(items[each], {**_OF, "side": sides})]
    head = [] if name else [f"{game.title}: what a position may state, in a sketch or by --given"]
    return "\n".join([*head, *lines])


def _item_lines(item: Item, subjects: Mapping[str, str]) -> Iterator[str]:
    subject = f":{subjects.get(item.of, item.of.upper())}" if item.of else ""
    word = "printed there, " if item.of == "feature" else "--given "
    yield f"{word}{item.name}{subject}={_values(item)} ({item.rule})"
    if item.assumed:
        yield f"  left out: {item.assumed}"
    elif item.of != "feature":
        yield f"  by default: {_said(item.default) or 'nothing'}"


def _values(item: Item) -> str:
    if isinstance(item.default, bool):
        return "yes|no"
    if isinstance(item.default, int):
        return "NUMBER"
    return "|".join(filter(None, item.values)) or "WORD"


def _said(value: Fact) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def explain_readings(game: Game) -> str:
    """Every point that the book leaves open and every optional rule, with its letters.

    Parameters
    ----------
    game
        The game.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "several-bridges (9.3C)" in explain_readings(GAME)
    True
    """
    lines = [f"{game.title}: --interpretation ID=LETTER, --option ID"]
    for reading in game.schema.readings.values():
        lines.append(f"{reading.id} ({reading.rule}): {reading.question}")
        for letter, text in reading.options.items():
            lines.append(f"  {letter}{' (default)' if letter == reading.default else ''}: {text}")
    return "\n".join(lines)
