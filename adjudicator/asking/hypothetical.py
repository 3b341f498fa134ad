"""What if an enemy stood there: positions with a unit of no counter put in, or units taken away."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.errors import ActionError, MalformedAction
from adjudicator.names import find_space, find_unit
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.vocabulary import load_vocabulary
from counters.units import Unit

if TYPE_CHECKING:
    from adjudicator.game import Game

__all__ = ["with_enemy", "with_supposed", "without"]

_PLAIN = ("inf", "infantry")
"""Words for the type of unit that is supposed; the first type of a game that has none of them."""


def with_supposed(position: Position, game: Game, told: Sequence[str], words: Sequence[str]) -> Position:
    """A position as it would be with other units in some spaces.

    Parameters
    ----------
    position
        As it is.
    game
        Its game.
    told
        ``SPACE=enemy``, ``SPACE=german``, ``SPACE=allied``, or ``SPACE=empty``.
    words
        Of the question: its first unit says who the enemy is.

    Returns
    -------
    Position

    Raises
    ------
    MalformedAction
        It cannot be read.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> changed = with_supposed(GAME.scenario("d-day"), GAME, ["carentan=enemy"], ["505/82"])
    >>> [p.printed.title for p in changed.units_in("carentan")][-1]
    'supposed german unit in Carentan'
    """
    sides = load_vocabulary(game.slug).sides
    ways = [f"SPACE={side}" for side in sides]
    for text in told:
        name, equals, what = text.partition("=")
        if not equals or what not in {"enemy", "empty", *sides}:
            way = f"Write SPACE=enemy, {', '.join(ways)} or SPACE=empty"
            raise MalformedAction(f"--suppose {text!r}", way)
        space = find_space(position.board, name).id
        if what == "empty":
            position = without(position, [p.uid for p in position.units_in(space)])
        else:
            side = _enemy(position, words) if what == "enemy" else what
            position = with_enemy(position, game, space, side)
    return position


def _enemy(position: Position, words: Sequence[str]) -> str:
    known = load_vocabulary(position.game)
    for word in words:
        with contextlib.suppress(ActionError):
            return known.enemy_of(find_unit(position, word).side)
        if word in known.sides:
            return known.enemy_of(word)
    ways = " or ".join(f"SPACE={side}" for side in known.sides)
    raise MalformedAction("whose enemy is not known", f"Write {ways}")


def with_enemy(position: Position, game: Game, space: str, side: str) -> Position:
    """A position with one more unit of a side in a space, which holds it where nobody else stands there.

    Parameters
    ----------
    position, game
        As it is.
    space, side
        Where, and whose.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.june_six import GAME
    >>> position = with_enemy(GAME.scenario("campaign"), GAME, "e1830", "allied")
    >>> position.pieces["supposed-e1830"].side
    'allied'
    """
    unit = _unit(game, space, position.board.name(space), side)
    pieces = {**position.pieces, unit.id: Piece(unit, space, game.statuses[0])}
    return _with(position, pieces, [space])


def _unit(game: Game, space: str, name: str, side: str) -> Unit:
    """A plain infantry unit at full strength, in the factors of the game's counters."""
    known = load_vocabulary(game.slug)
    own, nationality, branch = known.nation_of(side)
    words = [word for word in (*_PLAIN, *known.types) if word in known.types]
    kind, more = (known.types[words[0]].type, known.types[words[0]].kind) if words else ("", "")
    title = f"supposed {side} unit in {name}"
    unit = Unit(f"supposed-{space}", title, title, own, nationality, branch, kind, more)
    if known.factors == "ratings":
        told = dict.fromkeys(known.ratings[:3], 5)
        return _replace(unit, steps=2, ratings=told)
    return _replace(unit, steps=0 if known.factors == "area" else 2, af=4, df=4, mf=4, spent_df=3)


def _replace(unit: Unit, **values: object) -> Unit:
    from dataclasses import replace

    return replace(unit, **values)  # type: ignore[arg-type]


def without(position: Position, uids: Iterable[str]) -> Position:
    """A position without some units; whoever is alone then where they stood holds it.

    Parameters
    ----------
    position
        As it is.
    uids
        Which ones.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "ge-916" in without(GAME.scenario("d-day"), ["ge-916"]).pieces
    False
    """
    gone = set(uids)
    pieces = {uid: piece for uid, piece in position.pieces.items() if uid not in gone}
    return _with(position, pieces, [position.pieces[uid].space for uid in gone if uid in position.pieces])


def _with(position: Position, pieces: Mapping[str, Piece], changed: Iterable[str]) -> Position:
    """A position with other units; where they changed, whoever is alone there has control."""
    facts: dict[Key, Fact] = dict(position.facts)
    control = position.schema.items.get("control")
    for space in dict.fromkeys(changed) if control is not None else ():
        there = [piece for piece in pieces.values() if piece.space == space]
        held = {there[0].side, *(p.printed.nationality for p in there)} if there else set[str]()
        alone = len({piece.side for piece in there}) == 1
        if control is not None and alone and facts.get(("control", space), control.default) not in held:
            side, nation = there[0].side, there[0].printed.nationality
            facts["control", space] = side if side in control.values else nation
    return Position(
        position.game,
        position.board,
        position.schema,
        pieces,
        facts,
        pending=position.pending,
        options=position.options,
        unknown=position.unknown,
        strange=position.strange,
    )
