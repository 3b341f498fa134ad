"""What somebody drops on the table: a saved game, a log, a position as JSON, a sketch, or a file of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from adjudicator.errors import MalformedAction, PositionError, UnknownModule
from adjudicator.game import load
from adjudicator.lookers import REFEREE
from adjudicator.table.replay import read_start
from adjudicator.table.tree import trees_from_json
from adjudicator.table.worker import SUFFIXES, plain_name
from maps.games import game_names

if TYPE_CHECKING:
    from adjudicator.table.session import Table
    from adjudicator.table.worker import Opener

__all__ = ["open_file"]

_MOST_TEXT = 8 << 20
_HEAD = 4096  # bytes of a text in which its game is named


def open_file(table: Table, opener: Opener, name: str, data: bytes, viewpoint: str | None = None) -> str:
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
    viewpoint
        Who looks; as the table was opened where nobody says.

    Returns
    -------
    str
        The id of the tree, of the first where the file holds several.

    Raises
    ------
    BocageError
        It cannot be opened: what is wrong, in one line, without what the viewpoint may not see.
    """
    plain = plain_name(name)
    try:
        return _opened(table, opener, plain, data)
    except UnknownModule as fault:
        table.matchings.wait(plain, data, fault.module, viewpoint)
        raise
    except PositionError as fault:
        if (viewpoint or table.viewpoint) == REFEREE or _is_open(fault.game or _game_of(data)):
            raise
        count = f"{len(fault.defects)} thing{'' if len(fault.defects) == 1 else 's'}"
        text = f"{plain} holds a position with {count} that cannot be, which may tell what you do not see"
        raise MalformedAction(text, "Look as the referee, and open it again") from None


def _is_open(slug: str) -> bool:
    """Whether nothing is hidden in a game, as far as one knows which it is."""
    return slug in game_names() and load(slug).mask is None


def _game_of(data: bytes) -> str:
    """The game that the text of a position begins with."""
    begins = data[:_HEAD].decode("utf-8", errors="replace")
    return next((slug for slug in game_names() if slug in begins), "")


def _opened(table: Table, opener: Opener, plain: str, data: bytes) -> str:
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
