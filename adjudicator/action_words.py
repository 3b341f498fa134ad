"""Actions as players type them: ``move 1058 valognes``, ``assault omaha --with 18/1 16/1 --point 16/1``."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from adjudicator.actions import Action, Roll, action_from_json
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_boundary, find_space, find_unit, fits_unit

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Position

__all__ = [
    "BOUNDARIES",
    "EITHER",
    "SPACES",
    "UNITS",
    "known_action",
    "number",
    "parse_action",
    "read_action",
]

UNITS = {
    "unit", "units", "point", "support", "uid", "lead", "unit_id", "hq", "lender", "gun", "ship", "company",
    "bonus",
}  # fmt: skip
EITHER = {"by", "primary"}  # a unit, a boundary, or a marker that only the game knows
SPACES = {"area", "space", "to", "approach", "target", "beach", "zone", "hex", "hexes", "a", "b"}
BOUNDARIES = {"bridge", "edge", "boundary"}


def parse_action(
    position: Position, game: Game, words: Sequence[str], options: Mapping[str, Sequence[str]] | None = None
) -> Action:
    """Read an action as a player types it.

    Parameters
    ----------
    position
        Where its names are looked up.
    game
        Whose actions there are.
    words
        Kind of action, then its values in order; the last list takes all that follow.
    options
        Values given by name (``--with``, ``--point``, ``--support``).

    Returns
    -------
    Action

    Raises
    ------
    MalformedAction
        There is no such action, or a value is missing or cannot be read.
    AmbiguousAction
        A name fits several things.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> parse_action(GAME.scenario("d-day"), GAME, ["roll", "8", "5"])
    Roll(values=(8, 5))
    """
    kind, *rest = words
    if kind == "roll":
        return Roll(_fallen(position, [number(w) for part in rest for w in part.split(",")]))
    if kind not in game.kinds:
        raise MalformedAction(f"there is no action {kind!r}", f"Known: {', '.join(sorted(game.kinds))}")
    losses = any(f.name == "losses" for f in dataclasses.fields(game.kinds[kind]))
    names = {"with": "units", "take": "losses" if losses else "units"}
    named = {names.get(k, k): list(v) for k, v in (options or {}).items() if v}
    return _built(position, kind, game.kinds[kind], rest, named)


def _built(
    position: Position, kind: str, cls: type[Action], rest: list[str], named: dict[str, list[str]]
) -> Action:
    """Give each field its words: flags and ``NAME=VALUE`` by name, lists all that later fields leave."""
    every = dataclasses.fields(cls)
    fields = [f for f in every if str(f.type) != "bool"]
    flags, rest = _flags(kind, [f for f in every if str(f.type) == "bool"], rest)
    listed = {f.name: str(f.type).startswith("tuple") for f in fields}
    told = [word for word in rest if word.partition("=")[0] in listed and "=" in word]
    for name, _, value in (word.partition("=") for word in told):
        named[name] = [*named.get(name, []), *filter(None, _parts(value) if listed[name] else [value])]
    rest = [word for word in rest if word not in told]
    takes = " ".join(f.name for f in fields) or "(nothing)"
    values: dict[str, Any] = dict(flags)
    for place, f in enumerate(fields):
        many, needed = str(f.type).startswith("tuple"), f.default is dataclasses.MISSING
        if f.name in named:
            given = named.pop(f.name)
        else:
            later = [g for g in fields[place + 1 :] if g.name not in named]
            cut = len(rest) - sum(g.default is dataclasses.MISSING for g in later) if many else 1
            if f.name == "units" and [g.name for g in later if g.default is dataclasses.MISSING] == ["path"]:
                cut = 1 if rest and len(_parts(rest[0])) > 1 else _crew(position, rest[:cut])
            given, rest = rest[:cut], rest[cut:]
        if given and many:
            given = [part for word in given for part in _parts(word)]
        if given:
            read = [_of_field(position, cls, f, word) for word in given]
            values[f.name] = tuple(read) if many else read[0]
        elif needed and not many:
            raise MalformedAction(f"{kind} needs: {takes}", f"{f.name} is missing")
        elif needed:
            values[f.name] = ()
    if rest or named:
        raise MalformedAction(f"{kind} takes: {takes}", f"Not: {' '.join([*rest, *named])}")
    if len(values.get("path", ())) > 1:
        mover = values.get("unit", "") or next(iter(values.get("units", ())), "")
        values["path"] = _onward(position, mover, values["path"])
    return cls(**values)


def _parts(word: str) -> list[str]:
    """The values of ``18/1,16/1``; a comma before a blank belongs to a name."""
    return re.split(r",(?! )", word)


def _flags(
    kind: str, fields: Sequence[dataclasses.Field[Any]], rest: list[str]
) -> tuple[dict[str, bool], list[str]]:
    """What is said of each yes and no, ``NAME`` or ``NAME=no``, and the other words."""
    found, left = dict[str, bool](), list(rest)
    for f in fields:
        for word, value in ((f.name, True), (f"{f.name}=yes", True), (f"{f.name}=no", False)):
            if word in left:
                left.remove(word)
                found[f.name] = value
        if f.name not in found and f.default is dataclasses.MISSING:
            raise MalformedAction(f"{kind} needs: {f.name}", f"Write {f.name}=yes or {f.name}=no")
    return found, left


def _fallen(position: Position, values: Sequence[int]) -> tuple[int, ...]:
    """What fell: the 0 that ten-sided dice print is a 10."""
    asked = position.decision.data.get("dice", ()) if position.decision is not None else ()
    if len(asked) != len(values):
        return tuple(values)
    return tuple(
        [10 if die == "d10" and not value else value for die, value in zip(asked, values, strict=True)]
    )


def _crew(position: Position, words: Sequence[str]) -> int:
    """How many words name the units of a stack: those before the first that names none, one at least."""
    for count, word in enumerate(words[1:], 1):
        if not any(fits_unit(piece.printed, word) for piece in position.pieces.values()):
            return count
    return len(words)


def _of_field(position: Position, cls: type[Action], f: dataclasses.Field[Any], word: str) -> Any:
    """One word for a field of an action."""
    if f.name == "losses":
        return _loss(position, cls, word)
    if f.name == "second":
        unit, colon, space = word.partition(":")
        if not (unit and colon and space):
            raise MalformedAction(f"a second advance is written UNIT:HEX, not {word!r}")
        return find_unit(position, unit).uid, find_space(position.board, space).id
    if f.name == "points" and str(f.type).startswith("tuple[tuple"):
        return _share(word, "AREA", lambda name: find_space(position.board, name).id)
    if f.name == "artillery":
        return _share(word, "UNIT", lambda name: find_unit(position, name).uid)
    return _read(position, f.name, str(f.type), word)


def _share(word: str, what: str, find: Callable[[str], str]) -> tuple[str, int]:
    """Points that an Area gets or a unit gives, ``AREA=POINTS`` or ``UNIT=POINTS``."""
    name, equals, points = word.partition("=")
    if not (name and equals and points):
        raise MalformedAction(f"points are written {what}=POINTS, not {word!r}")
    return find(name), number(points)


def _loss(position: Position, cls: type[Action], word: str) -> tuple[str | int, ...]:
    """What a unit takes, ``UNIT=LEVEL`` or ``UNIT=LEVEL:SPACE``, in the shape that the game's action has."""
    name, equals, rest = word.partition("=")
    (loss, _) = get_args(get_type_hints(cls)["losses"])
    _, of_level, *of_space = get_args(loss)
    level, plus, space = rest.partition("+retreat:") if "+" in rest else rest.partition(":")
    if not (name and equals and level) or (plus and not space) or (space and not of_space):
        raise MalformedAction(f"losses are written {_loss_form(cls, where=bool(of_space))}, not {word!r}")
    uid = find_unit(position, name).uid
    where = [find_space(position.board, space).id if space else ""] if of_space else []
    return uid, _level(position, cls, uid, level) if of_level is int else level, *where


def _loss_form(cls: type[Action], *, where: bool) -> str:
    return "UNIT=STATUS+retreat:AREA" if hasattr(cls, "ladder") else f"UNIT=LEVEL{':SPACE' * where}"


def _level(position: Position, cls: type[Action], uid: str, word: str) -> int:
    """How many levels a unit loses: the number, or the status to which it sinks."""
    ladder: Sequence[str] = cls.ladder(position, uid) if hasattr(cls, "ladder") else ()
    if word in ladder:
        return ladder.index(word)
    if ladder and not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise MalformedAction(f"{word!r} is no status of it", f"From {ladder[0]}: {', '.join(ladder[1:])}")
    return number(word)


def _onward(position: Position, unit: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """A path without the space that its unit is in, which many players write first."""
    return path[1:] if unit and position.pieces[unit].space == path[0] else path


def read_action(position: Position, game: Game, action: str | Mapping[str, Any]) -> Action:
    """Read an action given as one text, or as JSON.

    Parameters
    ----------
    position
        Where its names are looked up.
    game
        Whose actions there are.
    action
        Words with ``--with``, ``--support`` and ``--point``; JSON text; or its data.

    Returns
    -------
    Action

    Raises
    ------
    MalformedAction
        It cannot be read.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> read_action(d_day, GAME, "roll 8 5")
    Roll(values=(8, 5))
    """
    if not isinstance(action, str):
        return known_action(position, action_from_json(action, game.kinds))
    if action.startswith("{"):
        try:
            data = json.loads(action)
        except (ValueError, RecursionError) as fault:
            raise MalformedAction(f"no valid JSON: {fault}") from None
        return known_action(position, action_from_json(data, game.kinds))
    words, *named = action.split(" --")
    parts = [_split(part) for part in named]
    if not all(parts):
        raise MalformedAction(f"{action!r} has an option without a name", "Write --units 1/919")
    options = {name: values for name, *values in parts}
    return parse_action(position, game, _split(words) or [""], options)


def _split(text: str) -> list[str]:
    """Words as a shell splits them; plainly where its quotes do not match."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def known_action(position: Position, action: Action) -> Action:
    """An action made of JSON, once all that it names is known to exist.

    Parameters
    ----------
    position
        Where its ids are looked up.
    action
        The action.

    Returns
    -------
    Action
        The same.

    Raises
    ------
    MalformedAction
        It names something that is not there.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> known_action(GAME.scenario("d-day"), Roll((8, 5)))
    Roll(values=(8, 5))
    """
    for f in dataclasses.fields(action):
        value = getattr(action, f.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, str) and part and not _exists(position, f.name, part):
                raise MalformedAction(f"{f.name}: there is no {part!r}", "JSON takes ids, words take names")
    return action


def _exists(position: Position, name: str, part: str) -> bool:
    """Whether a field's id exists, so far as the field's name tells what it is the id of."""
    if name in UNITS:
        return part in position.pieces
    if name in BOUNDARIES:
        return part in position.board.edges
    if name == "target" and part in position.board.edges:
        return True  # a hexside with a bridge
    if name in SPACES or name == "path":
        return part.removeprefix("~") in position.board.spaces
    return True


def _either(position: Position, word: str) -> str:
    """A unit; where none is meant a boundary; else the word itself, which names a marker."""
    with contextlib.suppress(MalformedAction):
        return find_unit(position, word).uid
    with contextlib.suppress(ActionError):
        return find_boundary(position.board, word).id
    return word.casefold()


def number(word: str) -> int:
    """Read a whole number.

    Parameters
    ----------
    word
        What was typed.

    Returns
    -------
    int

    Raises
    ------
    MalformedAction
        It is none.

    Examples
    --------
    >>> number("-3")
    -3
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise MalformedAction(f"expected a number, not {word[:40]!r}")
    return int(word)


def _read(position: Position, name: str, type_: str, word: str) -> Any:
    if name in UNITS:
        return find_unit(position, word).uid
    if name in EITHER:
        return _either(position, word)
    if name == "target" and "/" in word and position.board.edges:
        with contextlib.suppress(ActionError):
            return find_boundary(position.board, word).id
    if name in SPACES:
        return find_space(position.board, word).id
    if name == "path":
        mark = "~" if word.startswith("~") else ""
        return mark + find_space(position.board, word.removeprefix("~")).id
    if name in BOUNDARIES:
        return find_boundary(position.board, word).id
    return number(word) if "int" in type_ else word
