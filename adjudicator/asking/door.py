"""The front door: a position opened, a question asked, an action judged or carried out, in one call each.

Everything here is a public name of `adjudicator` itself, with the errors, and loaded when first asked for::

    from adjudicator import ask, open_position, render

    position = open_position("tests/saves/bridges.vsav")
    print(render(ask(position, "supply", "1058")))
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from adjudicator.action_words import UNITS, known_action, read_action
from adjudicator.actions import Action, LegalActions, Roll, action_to_json, kind_of
from adjudicator.asking.flags import flag_names, values_of
from adjudicator.asking.hypothetical import with_supposed
from adjudicator.asking.loading import load_any
from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.taken import asking_of
from adjudicator.asking.topics import meant
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.fingerprint import sealed
from adjudicator.game import Viewpoint, load, look, need_roll, open_now
from adjudicator.game import apply as carry_out
from adjudicator.game import legal as legal_actions
from adjudicator.names import find_unit
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, fields_of, read_question
from adjudicator.ruling import Ruling
from adjudicator.saves.loaded import Loaded
from adjudicator.supposing import reply

__all__ = ["Announced", "Opened", "Viewpoint", "apply", "ask", "check", "legal", "open_position"]

Announced = Action | str | Mapping[str, Any]
"""An action: itself, as a player types it, or as JSON data."""
Opened = str | Path | Mapping[str, Any]
"""What a position is opened from."""


def open_position(
    source: Opened,
    *,
    overlay: str | Path | None = None,
    step: int | None = None,
    adapter: str | Path | None = None,
) -> Position:
    """Open a position, whatever it is kept in.

    Parameters
    ----------
    source
        A file (``.vsav``, ``.vlog``, a position as JSON, a sketch), the text of a sketch or of JSON, the data
        that `adjudicator.codec.position_to_json` writes, or a scenario such as ``breakout-normandy:d-day``.
    overlay
        Folder with an owner's corrections; the environment is not looked at.
    step
        Of a log: how many steps to play; all by default.
    adapter
        TOML that maps the names of another module to ours.

    Returns
    -------
    Position

    Raises
    ------
    SaveError
        There is no such file, or it is no save, damaged, or of another module.
    PositionError
        It contradicts itself, every defect named; or it names a game without saying how it stands.
    MalformedAction
        A sketch, or the name of a scenario, cannot be read.
    DataError
        A file of the overlay is wrong.

    Examples
    --------
    >>> open_position("breakout-normandy:d-day").text("phase")
    'airborne'
    >>> open_position("breakout-normandy, 7 june, overcast").text("weather-today")
    'overcast'
    >>> open_position("june-six")
    Traceback (most recent call last):
    adjudicator.errors.PositionError: june-six names a game, not how it stands: june-six:campaign, ...
    """
    loaded = load_any(source, overlay=_path(overlay), step=step, adapter=_path(adapter))
    if loaded.position is None:
        known = ", ".join(f"{loaded.game.slug}:{name}" for name in loaded.game.scenarios)
        raise PositionError([f"{loaded.game.slug} names a game, not how it stands: {known}"])
    return loaded.position


def _path(folder: str | Path | None) -> Path | None:
    return None if folder is None else Path(folder)


def ask(
    position: Position | Opened,
    verb: str,
    *words: str | int,
    viewpoint: str | None = None,
    given: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    suppose: Sequence[str] = (),
    actions: Sequence[str | Mapping[str, Any]] = (),
    strict: bool = False,
    overlay: str | Path | None = None,
    **named: Any,
) -> Ruling:
    """Ask a question; the ruling is the one that the command line gives, fingerprint and all.

    Parameters
    ----------
    position
        A position, or what `open_position` opens; a game alone (``june-six``) where a question needs none.
    verb
        The question: ``odds``, ``legal``, ``supply``; ``load(position.game).questions`` has them all.
    *words
        What is typed by place: ``ask(position, "odds", "assault", "omaha")``.
    viewpoint
        Who asks. None is the public, before whom `given` may correct what it cannot see.
    given
        Facts corrected for this question: ``advantage=german``, ``unit:916=4-4-4``.
    options
        Optional rules and readings of open points, by id: ``{"disrupted-df-floor": "B"}``.
    suppose
        What if: ``SPACE=enemy``, ``SPACE=empty``.
    actions
        Taken before the question, typed or as JSON data.
    strict
        Refuse assumptions and reconstructed values.
    overlay
        Folder with an owner's corrections, where the position is yet to be opened.
    **named
        Fields of the question, by their name in JSON or by the option of the command line (``with_`` and
        ``from_`` for those that Python keeps for itself).

    Returns
    -------
    Ruling
        Sealed with the edition, the viewpoint and the fingerprint.

    Raises
    ------
    MalformedAction
        The game has no such question, the question no such field, or a value cannot be read.
    AmbiguousAction
        A name fits several units or spaces.
    PositionError
        The position leaves out what the answer needs; all of it is named.
    UnsupportedRule
        A value has no ground, or only a reconstructed one and `strict` is on.

    Examples
    --------
    >>> odds = ask("breakout-normandy", "odds", "assault", av=14, dv=10)
    >>> odds.verdict, odds.rules[:2], len(odds.fingerprint)
    ('14:10, success 1090/1296 (84.1%), mean 4.19 CP.', ('9.2', '9.3'), 16)
    >>> d_day = open_position("breakout-normandy:d-day")
    >>> ask(d_day, "next", viewpoint="german").answer["phase"]
    'airborne'
    """
    loaded = _given(position, _path(overlay))
    game = loaded.game
    if verb not in set(game.questions):
        near = " or ".join(meant(verb, set(game.questions)))
        way = f"Did you mean {near}?" if near else f"Known: {', '.join(game.questions)}"
        raise MalformedAction(f"{game.title} has no {verb!r}", way)
    asked = _read(game.questions[verb], words, named)
    needing = "suppose" if suppose else "actions" if actions else ""
    if needing and loaded.position is None:
        raise MalformedAction(f"{needing} needs a position", "Open a save, a sketch or a scenario first")
    asking = asking_of(
        game,
        loaded.position,
        viewpoint or ("public" if actions else None),
        given=given,
        chosen=[f"{name}={letter}" for name, letter in (options or {}).items()],
        actions=actions,
        strict=strict,
        overlay=_path(overlay),
    )
    if suppose:
        there = with_supposed(asking.position, game, suppose, _by_place(asked))
        asking = replace(asking, given=there)
    return _answered(asked, asking)


def _given(position: Position | Opened, overlay: Path | None) -> Loaded:
    if isinstance(position, Position):
        return Loaded(load(position.game), position)
    return load_any(position, overlay=overlay)


def _answered(asked: Question, asking: Asking) -> Ruling:
    """The answer as every door gives it: weighed and sealed."""
    return sealed(weighed(reply(asked, asking), asked, asking), asking, asked)


def _read(cls: type[Question], words: Sequence[str | int], named: Mapping[str, Any]) -> Question:
    """A question of words by place and of values by the name of a field or of an option."""
    flags = flag_names(cls)
    field_of = {flag.replace("-", "_"): field for field, flag in flags.items()} | {f: f for f in flags}
    told = {field_of.get(name.removesuffix("_"), name): value for name, value in named.items()}
    if unknown := [name for name in told if name not in flags]:
        raise MalformedAction(f"{cls.verb} has no {unknown[0]!r} in this game", f"It has: {', '.join(flags)}")
    many = {field.name for field in fields_of(cls) if field.many}
    typed = {flags[name]: _plain(value, many=name in many) for name, value in told.items()}
    return read_question(cls, values_of(cls, [str(word) for word in words], typed))


def _plain(value: Any, *, many: bool) -> Any:
    """A value as JSON has it: a list for any sequence, and for the one word of a list."""
    if many and isinstance(value, str | int):
        return [value]
    return list(value) if isinstance(value, tuple) else value


def _by_place(asked: Question) -> list[str]:
    """What a question names by place, as words."""
    values = [getattr(asked, field.name) for field in fields_of(type(asked)) if field.word]
    return [str(word) for value in values for word in (value if isinstance(value, tuple) else (value,))]


def legal(position: Position, unit: str | None = None) -> LegalActions:
    """The legal actions of a position, all or those that name a unit; computed as they are asked for.

    The position is seen whole, as a referee sees it; ``ask(position, "legal", unit)`` says what each costs,
    and why the rest is refused, as a viewpoint sees it.

    Parameters
    ----------
    position
        The position.
    unit
        Name of a unit, as a player types it: any unique part of it.

    Returns
    -------
    LegalActions
        To iterate, to count, and to ask whether an action is ``in`` it.

    Raises
    ------
    MalformedAction, AmbiguousAction
        No unit, or several, have that name.

    Examples
    --------
    >>> position = open_position("tests/saves/bridges.vsav")
    >>> from adjudicator.wording import describe
    >>> [describe(position, action) for action in legal(position, "1058").of("move")][-1]
    'move 1058/91 st-vaast'
    """
    every = legal_actions(position)
    if unit is None:
        return every
    uid = find_unit(position, unit).uid
    handlers = {kind_of(h.action): h for h in open_now(position)}
    found = {kind: functools.partial(_naming, uid, handlers[kind].options, position) for kind in every.kinds}
    return LegalActions(found, lambda action: _names(action, uid) and not look(position, action).violations)


def _naming(uid: str, options: Any, position: Position) -> Iterator[Action]:
    return (action for action in options(position) if _names(action, uid))


def _names(action: Action, uid: str) -> bool:
    """Whether an action is one of a unit."""
    return any(_holds(getattr(action, f.name), uid) for f in fields(action) if f.name in _ACTORS)


_ACTORS = UNITS | {"by", "losses", "artillery", "primary", "second"}  # fields that can hold the id of a unit


def _holds(value: Any, uid: str) -> bool:
    return any(_holds(part, uid) for part in value) if isinstance(value, tuple) else value == uid


def check(
    position: Position, action: Announced, *, viewpoint: str = "referee", strict: bool = False
) -> Ruling:
    """Rule on one action: every check that passed, and every reason against it at once.

    Parameters
    ----------
    position
        The position before.
    action
        ``"move 1058 montebourg"``, JSON data, or an action.
    viewpoint
        Who asks; the referee sees the position whole, so that an action is legal if it is in `legal`.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Ruling
        Sealed; ``answer`` is whether the action is legal.

    Raises
    ------
    MalformedAction, AmbiguousAction
        The action cannot be read, or names several things.
    PositionError
        The position leaves out what a rule needs.

    Examples
    --------
    >>> position = open_position("tests/saves/bridges.vsav")
    >>> check(position, "move 1058 montebourg").ok
    True
    >>> check(position, "move 1058 caen").reasons
    ('Valognes and Caen are not adjacent (8.33)',)
    """
    if isinstance(action, str) and not action.startswith("{"):
        return ask(position, "check", *_words(action), viewpoint=viewpoint, strict=strict)
    data = action_to_json(_announced(position, action))
    return ask(position, "check", data=data, viewpoint=viewpoint, strict=strict)


def _words(action: str) -> list[str]:
    """An action in the words that the command line has; whole where it has options."""
    try:
        return shlex.split(action) if " --" not in action else [action]
    except ValueError:
        return [action]


def _announced(position: Position, action: Announced) -> Action:
    if isinstance(action, Action):
        return known_action(position, action)
    return read_action(position, load(position.game), action)


def apply(
    position: Position, action: Announced, *, roll: Sequence[str | int] = (), strict: bool = False
) -> Position:
    """Carry an action out; the position before stays as it is.

    Parameters
    ----------
    position
        The position before, seen whole.
    action
        As in `check`.
    roll
        What falls, each time that dice are asked for: ``["8,5"]`` for two dice at once, ``[4, 6]`` for two
        one after the other. Dice of which nothing is said stay to be rolled: see ``position.decision``.
    strict
        Refuse assumptions and reconstructed values.

    Returns
    -------
    Position

    Raises
    ------
    IllegalAction
        With the ruling that says why: ``fault.ruling``.
    RollNeeded
        Dice must fall first: ``apply(position, "roll 8,5")``.
    MalformedAction, AmbiguousAction
        As in `check`.

    Examples
    --------
    >>> position = open_position("tests/saves/bridges.vsav")
    >>> apply(position, "move 1058 montebourg").pieces["ge-1058"].space
    'montebourg'
    >>> apply(position, "move 1058 caen")
    Traceback (most recent call last):
    adjudicator.errors.IllegalAction: ...
    """
    announced = _announced(position, action)
    if not isinstance(announced, Roll):
        need_roll(position)
    position = carry_out(position, announced, strict=strict)
    for fallen in roll:
        position = carry_out(position, _announced(position, f"roll {fallen}"), strict=strict)
    return position
