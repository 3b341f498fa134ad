"""What turns one state of a game into another, as commands that a log may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    ChangePiece,
    Command,
    MovePiece,
    MutableProperty,
    RemovePiece,
    Turn,
)
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import moved_piece
from module_builder.vassal.traits import unnest

if TYPE_CHECKING:
    from module_builder.vassal.state import GameState

__all__ = ["changes"]

_Spot = tuple[str | None, int, int]


def changes(before: GameState, after: GameState) -> Iterator[Command]:
    r"""The commands that a player's client sends when one state becomes another.

    Traits change first and pieces move then, as when a player drags them; the engine makes and drops the
    stacks itself.

    Parameters
    ----------
    before, after
        The states; a piece of both has one id.

    Yields
    ------
    Command
        None where the states are alike.

    Examples
    --------
    >>> from module_builder.vassal.state import GameState
    >>> def game(x: int, face: int) -> GameState:
    ...     piece = AddPiece("7", "emb2;\tpiece;;;i.png;Inf", f"{face}\tMap;{x};2;1;0")
    ...     return GameState.from_commands([piece, AddStack("8", "Map", x, 2, ("7",))])
    >>> [command.text for command in changes(game(1, 1), game(5, 2))]
    ['D/7/2\tMap;1;2;1;0/1\tMap;1;2;1;0', 'M/7/Map/5/2/null/Map/1/2/null/']
    """
    was, now = _Lying(before), _Lying(after)
    for id_, new in now.pieces.items():
        old = was.pieces.get(id_)
        if old is None:
            yield moved_piece(new, None, 0, 0)
        elif old.state != new.state:
            turned = moved_piece(new, *_spot(old)).state
            if turned != old.state:
                yield ChangePiece(id_, turned, old.state)
    for id_ in now.arriving(was):
        yield _move(id_, was, now)
    yield from (RemovePiece(id_) for id_ in was.pieces if id_ not in now.pieces)
    for (where, name), value in after.globals.items():
        if before.globals.get((where, name), "") != value:
            yield MutableProperty(name, before.globals.get((where, name), ""), value, where)
    yield from (Turn(i, state) for i, state in after.turns.items() if before.turns.get(i) != state)


class _Lying:
    """Where the pieces of a state lie, each on what."""

    def __init__(self, state: GameState) -> None:
        self.pieces = {id_: item for id_, item in state.items.items() if isinstance(item, AddPiece)}
        self.holders = [h for h in state.items.values() if isinstance(h, AddStack | AddDeck)]
        self.under = {
            child: below
            for holder in self.holders
            for below, child in zip((None, *holder.children), holder.children, strict=False)
        }
        self.deck_of = {
            child: holder.id
            for holder in self.holders
            if isinstance(holder, AddDeck)
            for child in holder.children
        }

    def arriving(self, was: _Lying) -> Iterator[str]:
        """Pieces that lie elsewhere than before, those at the bottom of a stack first."""
        loose = [id_ for id_ in self.pieces if id_ not in self.under]
        for id_ in [*(child for holder in self.holders for child in holder.children), *loose]:
            old, new = was.pieces.get(id_), self.pieces[id_]
            same = old is not None and (old.state == new.state or _spot(old) == _spot(new))
            if not same or was.deck_of.get(id_) != self.deck_of.get(id_):
                yield id_


def _spot(piece: AddPiece) -> _Spot:
    """Map and pixel of a piece."""
    name, x, y, *_ = decode(unnest(piece.state)[-1], ";")
    return (None if name == "null" else name), int(x), int(y)


def _move(id_: str, was: _Lying, now: _Lying) -> MovePiece:
    old: _Spot = _spot(was.pieces[id_]) if id_ in was.pieces else (None, 0, 0)
    return MovePiece(id_, *_spot(now.pieces[id_]), now.under.get(id_), *old, was.under.get(id_))
