"""Actions and facts as players type them: ``move 1058 valognes``, ``--given crossings:isigny/st-lo=3``."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from adjudicator.actions import Action, Roll, action_from_json
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_boundary, find_space, find_unit, fits_unit
from adjudicator.position import Fact, Piece, Position
from adjudicator.vocabulary import Vocabulary, load_vocabulary
from maps.board import Board, Edge, Feature

if TYPE_CHECKING:
    from adjudicator.game import Game

__all__ = ["known_action", "parse_action", "read_action", "with_given", "with_options"]

_UNITS = {
    "unit", "units", "point", "support", "uid", "lead", "unit_id", "hq", "lender", "gun", "ship", "company",
    "bonus",
}  # fmt: skip
_EITHER = {"by", "primary"}  # a unit, a boundary, or a marker that only the game knows
_SPACES = {"area", "space", "to", "approach", "target", "beach", "zone", "hex", "hexes", "a", "b"}
_BOUNDARIES = {"bridge", "edge", "boundary"}


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
        return Roll(_fallen(position, [_int(w) for part in rest for w in part.split(",")]))
    if kind not in game.kinds:
        raise MalformedAction(f"there is no action {kind!r}", f"Known: {', '.join(sorted(game.kinds))}")
    named = {("units" if k == "with" else k): list(v) for k, v in (options or {}).items() if v}
    return _built(position, kind, game.kinds[kind], rest, named)


def _built(
    position: Position, kind: str, cls: type[Action], rest: list[str], named: dict[str, list[str]]
) -> Action:
    """Give each field its words: flags and ``NAME=VALUE`` by name, lists all that later fields leave."""
    every = dataclasses.fields(cls)
    fields = [f for f in every if str(f.type) != "bool"]
    flags = {f.name for f in every if f not in fields and f.name in rest}
    rest = [word for word in rest if word not in flags]
    single = {f.name for f in fields if str(f.type) == "int" or (str(f.type) == "str" and f.default == "")}
    told = [word for word in rest if word.partition("=")[0] in single and "=" in word]
    named |= {word.partition("=")[0]: [word.partition("=")[2]] for word in told}
    rest = [word for word in rest if word not in told]
    takes = " ".join(f.name for f in fields) or "(nothing)"
    values: dict[str, Any] = dict.fromkeys(flags, True)
    for number, f in enumerate(fields):
        many, needed = str(f.type).startswith("tuple"), f.default is dataclasses.MISSING
        if f.name in named:
            given = named.pop(f.name)
        else:
            later = [g for g in fields[number + 1 :] if g.name not in named]
            cut = len(rest) - sum(g.default is dataclasses.MISSING for g in later) if many else 1
            if f.name == "units" and [g.name for g in later if g.default is dataclasses.MISSING] == ["path"]:
                cut = _crew(position, rest[:cut])
            given, rest = rest[:cut], rest[cut:]
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
    for number, word in enumerate(words[1:], 1):
        if not any(fits_unit(piece.printed, word) for piece in position.pieces.values()):
            return number
    return len(words)


def _of_field(position: Position, cls: type[Action], f: dataclasses.Field[Any], word: str) -> Any:
    """One word for a field of an action."""
    if f.name == "losses":
        return _loss(position, cls, word)
    if f.name == "points" and str(f.type).startswith("tuple"):
        return _share(word, "AREA", lambda name: find_space(position.board, name).id)
    if f.name == "artillery":
        return _share(word, "UNIT", lambda name: find_unit(position, name).uid)
    return _read(position, f.name, str(f.type), word)


def _share(word: str, what: str, find: Callable[[str], str]) -> tuple[str, int]:
    """Points that an Area gets or a unit gives, ``AREA=POINTS`` or ``UNIT=POINTS``."""
    name, equals, points = word.partition("=")
    if not (name and equals and points):
        raise MalformedAction(f"points are written {what}=POINTS, not {word!r}")
    return find(name), _int(points)


def _loss(position: Position, cls: type[Action], word: str) -> tuple[str | int, ...]:
    """What a unit takes, ``UNIT=LEVEL`` or ``UNIT=LEVEL:SPACE``, in the shape that the game's action has."""
    name, equals, rest = word.partition("=")
    level, _, space = rest.partition(":")
    (loss, _) = get_args(get_type_hints(cls)["losses"])
    _, of_level, *of_space = get_args(loss)
    if not (name and equals and level) or (space and not of_space):
        raise MalformedAction(f"losses are written UNIT=LEVEL{':SPACE' * bool(of_space)}, not {word!r}")
    where = [find_space(position.board, space).id if space else ""] if of_space else []
    return find_unit(position, name).uid, _int(level) if of_level is int else level, *where


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
    options = {name: values for name, *values in map(str.split, named)}
    return parse_action(position, game, words.split() or [""], options)


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
    if name in _UNITS:
        return part in position.pieces
    if name in _BOUNDARIES:
        return part in position.board.edges
    if name == "target" and part in position.board.edges:
        return True  # a hexside with a bridge
    if name in _SPACES or name == "path":
        return part.removeprefix("~") in position.board.spaces
    return True


def _either(position: Position, word: str) -> str:
    """A unit; where none is meant a boundary; else the word itself, which names a marker."""
    with contextlib.suppress(MalformedAction):
        return find_unit(position, word).uid
    with contextlib.suppress(ActionError):
        return find_boundary(position.board, word).id
    return word.casefold()


def _int(word: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise MalformedAction(f"expected a number, not {word[:40]!r}")
    return int(word)


def _read(position: Position, name: str, type_: str, word: str) -> Any:
    if name in _UNITS:
        return find_unit(position, word).uid
    if name in _EITHER:
        return _either(position, word)
    if name == "target" and "/" in word and position.board.edges:
        with contextlib.suppress(ActionError):
            return find_boundary(position.board, word).id
    if name in _SPACES:
        return find_space(position.board, word).id
    if name == "path":
        mark = "~" if word.startswith("~") else ""
        return mark + find_space(position.board, word.removeprefix("~")).id
    if name in _BOUNDARIES:
        return find_boundary(position.board, word).id
    return _int(word) if "int" in type_ else word


def with_given(position: Position, game: Game, facts: Sequence[str]) -> Position:
    """A position with facts corrected for one question.

    Parameters
    ----------
    position
        As it was read.
    game
        Whose facts there are.
    facts
        ``crossings:isigny/st-lo=3``, ``advantage=german``, ``unit:916=4-4-4``, ``unit:916=spent``,
        ``area:carentan=tem 2 bocage``, ``side:isigny/st-lo=river bridge``.

    Returns
    -------
    Position

    Raises
    ------
    MalformedAction
        A fact cannot be read.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> with_given(GAME.scenario("d-day"), GAME, ["advantage=german"]).text("advantage")
    'german'
    """
    for fact in facts:
        key, equals, value = fact.partition("=")
        item, _, subject = key.partition(":")
        subject = subject.strip().strip('"')
        if not equals:
            raise MalformedAction(f"--given {fact!r}", "Write ITEM=VALUE or ITEM:SUBJECT=VALUE")
        if item == "unit":
            position = _given_unit(position, game, subject, value.strip())
        elif item in {"area", "hex", "zone"}:
            position = _given_space(position, load_vocabulary(game.slug), subject, value.split())
        elif item == "side" and subject:
            position = _given_boundary(position, load_vocabulary(game.slug), subject, value.split())
        else:
            position = _given_item(position, game, item.strip(), subject, value.strip())
    return position


def _given_item(position: Position, game: Game, item: str, subject: str, word: str) -> Position:
    known = game.schema.items.get(item)
    if known is None or known.of == "feature":
        raise MalformedAction(f"there is no item of state {item!r}", "See `adjudicator explain GAME state`")
    draft = position.draft()
    draft.facts[item, _subject(position, known.of, subject)] = _fact(item, known.default, known.values, word)
    return draft.finish()


def _subject(position: Position, of: str, subject: str) -> str:
    if of in {"area", "hex"}:
        return find_space(position.board, subject).id
    if of == "boundary":
        return find_boundary(position.board, subject).id
    if of == "unit":
        return find_unit(position, subject).uid
    return subject


def _fact(item: str, default: Fact, values: Sequence[str], word: str) -> Fact:
    if isinstance(default, bool):
        if word not in {"yes", "no"}:
            raise MalformedAction(f"{item} is yes or no, not {word!r}")
        return word == "yes"
    if isinstance(default, int):
        return _int(word)
    if values and word not in values:
        raise MalformedAction(f"{item} is one of {', '.join(filter(None, values))}, not {word!r}")
    return word


def _given_unit(position: Position, game: Game, subject: str, value: str) -> Position:
    piece = find_unit(position, subject)
    factors = re.fullmatch(r"([0-9]{1,3}|\*|-)-([0-9]{1,3})-([0-9]{1,3}|-)", value)
    single = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", value) if piece.printed.steps else None
    draft = position.draft()
    if value in game.statuses:
        draft.set_status(piece.uid, value)
    elif factors or single:
        texts = factors.groups() if factors else (value.split("-", maxsplit=1)[0], *value.split("-"))
        af, df, mf = (int(x) if x.isdigit() else None for x in texts)
        sources = replace(piece.printed.sources, columns={"af": "owner", "df": "owner", "mf": "owner"})
        printed = replace(piece.printed, af=af, df=df, mf=mf, sources=sources)
        draft.pieces[piece.uid] = Piece(printed, piece.space, piece.status)
    else:
        raise MalformedAction(f"unit:{subject}={value}", f"Write factors 4-4-4 or {', '.join(game.statuses)}")
    return draft.finish()


def _given_space(position: Position, known: Vocabulary, subject: str, words: Sequence[str]) -> Position:
    space = find_space(position.board, subject)
    features: dict[str, Feature] = {}
    rest = iter(words)
    for word in rest:
        if word in known.features:
            name, value = known.features[word]
            features[name] = value
        elif word in known.feature_numbers:
            features[word] = _int(next(rest, ""))
        elif word in known.feature_texts:
            text = next(rest, "")
            features[known.feature_items.get(word, word)] = known.feature_texts[word].get(text, text)
        else:
            raise MalformedAction(f"{word!r} says nothing of a space", known.hints["space"])
    sources = replace(space.sources, columns={**space.sources.columns, **dict.fromkeys(features, "owner")})
    new = replace(space, features={**space.features, **features}, sources=sources)
    spaces = {**position.board.spaces, space.id: new}
    return _on_board(
        position, Board(spaces.values(), position.board.edges.values(), overlay=position.board.overlay)
    )


def _given_boundary(position: Position, known: Vocabulary, subject: str, words: Sequence[str]) -> Position:
    edge = find_boundary(position.board, subject)
    kinds = [known.boundaries[w] for w in words if w in known.boundaries]
    roads = [known.roads[w] for w in words if w in known.roads]
    if len(kinds) + len(roads) + words.count("bridge") != len(words) or len(kinds) > 1 or len(roads) > 1:
        raise MalformedAction(f"side:{subject}={' '.join(words)}", known.hints["boundary"])
    boundary, road = (kinds or [edge.boundary])[0], (roads or [edge.road])[0]
    new = Edge(edge.a, edge.b, boundary, "bridge" in words, road=road)
    edges = {**position.board.edges, edge.id: new}
    return _on_board(
        position, Board(position.board.spaces.values(), edges.values(), overlay=position.board.overlay)
    )


def _on_board(position: Position, board: Board) -> Position:
    draft = position.draft()
    draft.board = board
    return draft.finish()


def with_options(position: Position, game: Game, chosen: Sequence[str]) -> Position:
    """A position with open points read another way, or optional rules in force, for one question.

    Parameters
    ----------
    position
        As it was read.
    game
        Whose readings there are.
    chosen
        ``ID=B``, or ``ID`` for an optional rule, which stands for ``ID=B``.

    Returns
    -------
    Position

    Raises
    ------
    MalformedAction
        There is no such reading, or it has no such letter.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> with_options(GAME.scenario("d-day"), GAME, ["disrupted-df-floor=B"]).option("disrupted-df-floor")
    'B'
    """
    if not chosen:
        return position
    options = dict(position.options)
    for text in chosen:
        name, _, letter = text.partition("=")
        reading = game.schema.readings.get(name)
        if reading is None:
            known = ", ".join(sorted(game.schema.readings))
            raise MalformedAction(f"there is no interpretation or option {name!r}", f"Known: {known}")
        letter = letter.upper() or "B"
        if letter not in reading.options:
            raise MalformedAction(f"{name} has no option {letter!r}", f"It has: {', '.join(reading.options)}")
        options[name] = letter
    draft = position.draft()
    draft.options = options
    return draft.finish()
