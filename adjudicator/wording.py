"""An action as a player would type it: what is printed as an action can be typed back."""

from __future__ import annotations

import contextlib
import dataclasses
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.action_words import BOUNDARIES, EITHER, SPACES, UNITS, parse_action
from adjudicator.actions import Action, kind_of
from adjudicator.errors import BocageError
from adjudicator.names import find_boundary, find_space, find_unit

if TYPE_CHECKING:
    from adjudicator.position import Change, Position, View
    from maps.board import Board

__all__ = ["change_words", "describe", "space_word", "unit_word", "way_words"]

_UNSAFE = re.compile(r"^~|[\s'\"\\$`!*?()<>&|;#\[\]{}]")
_MARKS = re.compile(r"[\s,=~'\"\\$`!*?()<>&|;#\[\]{}]")


def describe(position: Position, action: Action) -> str:
    """An action in the names of the map and the counters, as it can be typed.

    Parameters
    ----------
    position
        Where the ids are looked up.
    action
        The action.

    Returns
    -------
    str
        `adjudicator.asking.typed.read_action` makes the same action of it.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> describe(GAME.scenario("d-day"), Roll((8, 5)))
    'roll 8 5'
    >>> describe(GAME.scenario("d-day"), Move("ge-1058", ("montebourg", "utah-beach")))
    'move 1058/91 Montebourg utah-beach'
    """
    plain = _typed(position, action, explicit=False)
    return plain if _reads_back(position, action, plain) else _typed(position, action, explicit=True)


def _reads_back(position: Position, action: Action, text: str) -> bool:
    from adjudicator.game import load

    with contextlib.suppress(BocageError, ValueError):
        return parse_action(position, load(position.game), shlex.split(text)) == action
    return False


def _typed(position: Position, action: Action, *, explicit: bool) -> str:
    words = [kind_of(type(action))]
    fields = dataclasses.fields(action)
    for field in fields:
        value = getattr(action, field.name)
        if value != field.default or isinstance(value, bool):
            words.extend(_field_words(position, action, field, fields, explicit=explicit))
    return " ".join([shlex.quote(word) if _UNSAFE.search(word) else word for word in words])


def _field_words(
    position: Position,
    action: Action,
    field: dataclasses.Field[Any],
    fields: Sequence[dataclasses.Field[Any]],
    *,
    explicit: bool,
) -> Iterator[str]:
    """Words of one field: by place where that is plain, else by name."""
    value, needed = getattr(action, field.name), field.default is dataclasses.MISSING
    if isinstance(value, bool):
        if needed or value != field.default:
            yield field.name if value and not needed else f"{field.name}={'yes' if value else 'no'}"
        return
    told = [
        _value(position, action, field.name, v) for v in (value if isinstance(value, tuple) else (value,))
    ]
    first_list = not needed and isinstance(value, tuple) and fields[0] is field
    if explicit or not (needed or first_list):
        yield f"{field.name}={','.join(told)}"
    elif field.name == "units" and any(f.name == "path" for f in fields) and len(told) > 1:
        yield ",".join(told)
    else:
        yield from told


def _value(position: Position, action: Action, name: str, value: Any) -> str:
    """One value: the shortest word that names it."""
    if isinstance(value, tuple):
        return _pair(position, action, name, value)
    text = str(value)
    if name in UNITS and text in position.pieces:
        return unit_word(position, text)
    if name in EITHER and text in position.pieces:
        return unit_word(position, text)
    if name in BOUNDARIES | EITHER | {"target"} and text in position.board.edges:
        return _boundary_word(position, text)
    if name in SPACES | {"path"} and text.removeprefix("~") in position.board.spaces:
        return "~" * text.startswith("~") + space_word(position, text.removeprefix("~"))
    return text


def _pair(position: Position, action: Action, name: str, value: tuple[Any, ...]) -> str:
    """What a unit takes, gives or goes on to: ``916=spent+retreat:trevieres``, ``8/4:2404``."""
    first, second, *rest = map(str, value)
    subject = unit_word(position, first) if first in position.pieces else space_word(position, first)
    if name == "second":
        return f"{subject}:{space_word(position, second)}"
    space = next(filter(None, rest), "")
    ladder = getattr(type(action), "ladder", None)
    if ladder is None:
        return f"{subject}={second}" + (f":{space_word(position, space)}" if space else "")
    word = ladder(position, first)[int(second)]
    return f"{subject}={word}" + (f"+retreat:{space_word(position, space)}" if space else "")


def way_words(view: View, losses: Iterable[tuple[str, str]]) -> str:
    """One way to take losses, in the notation of ``--take``.

    Parameters
    ----------
    view
        The position.
    losses
        Units, each with what it takes; where that is empty the unit alone is named.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> way_words(GAME.scenario("d-day"), [("ge-916", "spent+retreat:trevieres")])
    '916/352=spent+retreat:trevieres'
    """
    return " ".join([unit_word(view, uid) + (f"={what}" if what else "") for uid, what in losses])


def unit_word(position: View, uid: str) -> str:
    """The shortest word that names a unit there.

    Parameters
    ----------
    position
        The position.
    uid
        The unit's id.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> unit_word(GAME.scenario("d-day"), "ge-1058")
    '1058/91'
    """
    if uid not in position.pieces:
        return uid
    printed = position.pieces[uid].printed
    names = [f"{printed.name}/{printed.division}"] if printed.division else []
    closed = printed.title.replace(" ", "")
    short = [closed, printed.name] if printed.name.isdigit() else [printed.name, closed]
    for word in [printed.title, *names, *short]:
        if word and not _MARKS.search(word) and not word.startswith(("-", "~")):
            with contextlib.suppress(BocageError):
                if find_unit(position, word).uid == uid:
                    return word
    return uid


def space_word(position: View, space: str) -> str:
    """The shortest word that names a space.

    Parameters
    ----------
    position
        The position.
    space
        Its id.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> space_word(GAME.scenario("d-day"), "montebourg"), space_word(GAME.scenario("d-day"), "utah-beach")
    ('Montebourg', 'utah-beach')
    """
    if space not in position.board.spaces:
        return space
    name = position.board.name(space)
    number = name.split()[0]
    for word in (number if number.casefold() == space else name,):
        if not _MARKS.search(word):
            with contextlib.suppress(BocageError):
                if find_space(position.board, word).id == space:
                    return word
    return space


def _boundary_word(position: Position, edge_id: str) -> str:
    edge = position.board.edges[edge_id]
    word = f"{space_word(position, edge.a)}/{space_word(position, edge.b)}"
    with contextlib.suppress(BocageError):
        if find_boundary(position.board, word).id == edge_id:
            return word
    return edge_id


def change_words(position: View, change: Change) -> str:
    """A change in the names of the map and the counters.

    Parameters
    ----------
    position
        Where the names are looked up.
    change
        The change.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.position import Change
    >>> change_words(GAME.scenario("d-day"), Change("space", "ge-916", "omaha-beach", "trevieres"))
    '916 Rgt, 352 Div: Omaha Beach -> Trevieres'
    """
    board, subject = position.board, change.subject
    of = position.pieces[subject].printed.title if subject in position.pieces else board.name(subject)
    before, after = (_value_words(board, change.what, v) for v in (change.before, change.after))
    what = "" if change.what in {"space", "status"} else f"{change.what.replace('-', ' ')}{' of' * bool(of)} "
    return f"{what}{of}: {before} -> {after}".replace(" :", ":")


def _value_words(board: Board, what: str, value: object) -> str:
    """A value as a reader says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == "":
        return "nothing"
    return board.name(str(value)) if what == "space" else str(value)
