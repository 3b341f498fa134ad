"""What somebody drops on the table: a saved game, a log, a position as JSON, a sketch, or a file of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from adjudicator.errors import MalformedAction
from adjudicator.table.replay import read_start
from adjudicator.table.tree import trees_from_json
from adjudicator.table.worker import SUFFIXES, plain_name

if TYPE_CHECKING:
    from adjudicator.table.session import Table
    from adjudicator.table.worker import Opener

__all__ = ["open_file"]

_MOST_TEXT = 8 << 20


def open_file(table: Table, opener: Opener, name: str, data: bytes) -> str:
    """Put a file on the table.

    Parameters
    ----------
    table
        Where.
    opener
        What opens saved games.
    name
        How the file is called: its ending says what it is.
    data
        Its bytes.

    Returns
    -------
    str
        The id of the tree, of the first where the file holds several.

    Raises
    ------
    BocageError
        It cannot be opened: what is wrong, in one line.
    """
    plain = plain_name(name)
    suffix = plain[plain.rfind(".") :].casefold() if "." in plain else ""
    if suffix in SUFFIXES:
        found = opener.open(plain, data)
        start = bytes(found.start).decode()
        position = read_start(start, table.overlay)
        save = b"" if found.steps else data
        return table.enter(plain, start, position, save=save, steps=found.steps)
    if len(data) > _MOST_TEXT and not _is_tree(data):
        raise MalformedAction(f"{plain} has more than {_MOST_TEXT >> 20} MB")
    if _is_tree(data):
        return table.lay(trees_from_json(data, plain))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MalformedAction(f"{plain} is no .vsav, no .vlog, and no text in UTF-8") from None
    return table.open_text(text, plain)


class _Head(msgspec.Struct, frozen=True):
    """What tells a file of trees from a position."""

    table: int


def _is_tree(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=_Head)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False
    return True
