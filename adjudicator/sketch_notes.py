"""What was noticed when a sketch was read, for every ruling to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.position import Fact, Key, Piece
    from maps.board import Board

__all__ = ["beyond_the_map", "overruled", "supposed"]


def supposed(implied: Mapping[Key, tuple[Fact, str]]) -> Iterator[str]:
    """What words were taken to mean besides what they say.

    Parameters
    ----------
    implied
        (item, subject) -> value, and the word.

    Examples
    --------
    >>> list(supposed({("time", ""): ("night", "allied engineering")}))
    ["assumed: 'allied engineering' means that the time is night"]
    """
    for (item, _), (value, word) in implied.items():
        yield f"assumed: {word!r} means that the {item.replace('-', ' ')} is {value}"


def beyond_the_map(title: str, hexes: Iterable[str]) -> Iterator[str]:
    """Hexes that the map of a game does not reach.

    Parameters
    ----------
    title
        Of the game.
    hexes
        Their numbers.

    Examples
    --------
    >>> list(beyond_the_map("June Six", ["9901", "9902"]))
    ['noted: the map of June Six has no hex 9901, nor 1 more of this sketch']
    """
    first, *rest = [*hexes, ""]
    if first:
        others = f", nor {len(rest) - 1} more of this sketch" if len(rest) > 1 else ""
        yield f"noted: the map of {title} has no hex {first}{others}"


def overruled(item: str, facts: Mapping[Key, Fact], pieces: Iterable[Piece], board: Board) -> Iterator[str]:
    """Words about who controls a space where units of the other side alone stand, so that they decide.

    Parameters
    ----------
    item
        Item that units overrule; empty in a game where they do not.
    facts, pieces, board
        Of the sketch.
    """
    there: dict[str, set[str]] = {}
    for piece in pieces:
        there.setdefault(piece.space, set()).add(piece.side)
    for (name, space), value in facts.items():
        if item and name == item and len(sides := there.get(space, {str(value)})) == 1 and value not in sides:
            side = min(sides).capitalize()
            yield f"noted: {board.name(space)} is said to be {value}, but {side} units alone stand there"
