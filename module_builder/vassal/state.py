"""A game in progress: what a list of commands leaves standing, changed command by command."""

from __future__ import annotations

import dataclasses
from dataclasses import field
from dataclasses import replace as changed
from itertools import zip_longest
from typing import TYPE_CHECKING

from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    ChangePiece,
    Command,
    ExtensionUsed,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    Player,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    Sgkc,
    Turn,
)
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.traits import nest, unnest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["GameState", "moved_piece"]

_Item = AddPiece | AddStack | AddDeck


def moved_piece(piece: AddPiece, map_name: str | None, x: int, y: int) -> AddPiece:
    """The piece with another place in its BasicPiece state."""
    states = unnest(piece.state)
    fields = decode(states[-1], ";")
    states[-1] = encode([map_name or "null", x, y, *fields[3:]], ";")
    return changed(piece, state=nest(states))


def _merged_state(now: str, new: str, old: str | None) -> str:
    """The new state; where the piece was not in the old state, only the traits that the change touched."""
    if old is None or old == now:
        return new
    parts = list(zip_longest(unnest(now), unnest(new), unnest(old)))
    if any(None in part for part in parts):
        return new
    return nest([current if after == before else after for current, after, before in parts])


def _does_not_stack(piece: AddPiece) -> bool:
    for text in unnest(piece.type):
        if text.startswith("immob;"):
            return [*decode(text, ";"), "", "", ""][3] == "R"
    return False


@dataclasses.dataclass(slots=True)
class GameState:
    """The pieces, stacks, decks, properties, turn, players and boards of a game.

    Parameters
    ----------
    items
        Pieces, stacks and decks by id, in the order in which they came.
    globals
        Global properties by container and name.
    turns
        Turn tracker states by id.
    players
        Players by id.
    boards
        Boards by map.
    startup
        Which startup commands have been done.
    extensions
        Extensions by name.

    Notes
    -----
    A move merges as the engine merges: onto the piece named, else onto a deck or stack on the very same
    point, else into a new stack. Draw layers are not compared; ``unstacked_maps`` names the maps on which
    stacking is disabled.
    """

    items: dict[str, _Item] = field(default_factory=dict)
    globals: dict[tuple[str, str], str] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    boards: dict[str, SetBoards] = field(default_factory=dict)
    startup: dict[str, bool] = field(default_factory=dict)
    extensions: dict[str, str] = field(default_factory=dict)
    unstacked_maps: frozenset[str] = frozenset()
    _parents: dict[str, str] = field(default_factory=dict, repr=False)
    _made: int = field(default=0, repr=False)

    @classmethod
    def from_commands(cls, commands: Iterable[Command]) -> GameState:
        """Apply commands to an empty game."""
        state = cls()
        state.apply_all(commands)
        return state

    def copy(self) -> GameState:
        """Copy the state; the values are shared, they never change."""
        return GameState(
            dict(self.items),
            dict(self.globals),
            dict(self.turns),
            dict(self.players),
            dict(self.boards),
            dict(self.startup),
            dict(self.extensions),
            self.unstacked_maps,
            dict(self._parents),
            self._made,
        )

    def commands(self) -> Iterator[Command]:
        """Give the pieces, then their stacks and decks, as commands that add them."""
        yield from (item for item in self.items.values() if isinstance(item, AddPiece))
        yield from (item for item in self.items.values() if not isinstance(item, AddPiece))

    def property(self, name: str, container: str = "Module") -> str | None:
        """Look a global property up."""
        return self.globals.get((container, name))

    def apply_all(self, commands: Iterable[Command]) -> None:
        """Apply commands in order."""
        for command in commands:
            self.apply(command)

    def apply(self, command: Command) -> None:
        """Apply one command; those without effect on the game (chat, notes, unknown ones) do nothing."""
        match command:
            case AddPiece() | AddStack() | AddDeck():
                self._add(command)
            case RemovePiece(id=item_id):
                self._remove(item_id)
            case ChangePiece():
                self._change(command)
            case MovePiece():
                self._move(command)
            case _:
                self._note(command)

    def _note(self, command: Command) -> None:
        """Apply a command that touches no piece."""
        match command:
            case GlobalProperty(name=name, value=value, container=where):
                self.globals[where, name] = value
            case MutableProperty(name=name, new=value, container=where):
                self.globals[where or "Module", name] = value
            case Turn(id=name, state=value):
                self.turns[name] = value
            case Player(id=name):
                self.players[name] = command
            case RemovePlayer(id=name):
                self.players.pop(name, None)
            case SetBoards(map=name):
                self.boards[name] = command
            case Sgkc(id=name, done=done):
                self.startup[name] = done
            case ExtensionUsed(name=name, version=value):
                self.extensions[name] = value

    def _add(self, item: _Item) -> None:
        if isinstance(item, AddPiece):
            self.items[item.id] = item
        else:
            self._adopt(item)

    def _adopt(self, holder: AddStack | AddDeck) -> None:
        """Make the children of a stack or deck its own: nothing lies in two."""
        before = self.items.get(holder.id)
        known = tuple(child for child in holder.children if child in self.items)
        for child in known:
            if self._parents.get(child) != holder.id:
                self._leave(child)
            self._parents[child] = holder.id
        for child in before.children if isinstance(before, AddStack | AddDeck) else ():
            if child not in known and self._parents.get(child) == holder.id:
                del self._parents[child]
        self.items[holder.id] = holder if known == holder.children else changed(holder, children=known)

    def _leave(self, child: str) -> None:
        """Take a piece out of the stack or deck that holds it."""
        holder = self.items.get(self._parents.pop(child, ""))
        if isinstance(holder, AddStack | AddDeck):
            left = tuple(other for other in holder.children if other != child)
            self.items[holder.id] = changed(holder, children=left)

    def _remove(self, item_id: str) -> None:
        self._leave(item_id)
        item = self.items.pop(item_id, None)
        if isinstance(item, AddStack | AddDeck):
            for child in item.children:
                self._parents.pop(child, None)

    def _change(self, command: ChangePiece) -> None:
        item = self.items.get(command.id)
        match item:
            case AddPiece():
                state = _merged_state(item.state, command.state, command.old)
                self.items[item.id] = changed(item, state=state)
            case AddStack():
                self._adopt(AddStack.from_state(item.id, command.state))
            case AddDeck():
                self._adopt(AddDeck.from_state(item.id, item.type, command.state))
            case None:
                pass

    def _move(self, move: MovePiece) -> None:
        item = self.items.get(move.id)
        if item is None:
            return
        pieces = item.children if isinstance(item, AddStack) else (move.id,)
        place = (move.map, move.x, move.y)
        if isinstance(item, AddDeck):
            self.items[item.id] = changed(item, map=move.map, x=move.x, y=move.y)
            pieces = item.children
        for child in pieces:
            piece = self.items.get(child)
            if isinstance(piece, AddPiece):
                self.items[child] = moved_piece(piece, *place)
        if not isinstance(item, AddDeck):
            self._settle(move, item, pieces)

    def _settle(self, move: MovePiece, item: AddPiece | AddStack, pieces: tuple[str, ...]) -> None:
        """Put moved pieces into the deck or stack where they arrive."""
        if move.map is None:
            self._unplace(item)
            return
        holder, index = self._arrival(move, item)
        if holder is not None and holder.id != move.id:
            kept = [child for child in holder.children if child not in pieces]
            index -= len(set(holder.children[:index]) & set(pieces))
            kept[index:index] = pieces
            if isinstance(item, AddStack):
                self._remove(item.id)
            self._adopt(changed(holder, children=tuple(kept)))
        elif isinstance(item, AddStack):
            self.items[item.id] = changed(item, map=move.map, x=move.x, y=move.y)
        else:
            self._stand_alone(move, item)

    def _unplace(self, item: AddPiece | AddStack) -> None:
        if isinstance(item, AddStack):
            self.items[item.id] = changed(item, map=None, x=0, y=0)
        else:
            self._leave(item.id)

    def _stand_alone(self, move: MovePiece, piece: AddPiece) -> None:
        self._leave(piece.id)
        if move.map in self.unstacked_maps or _does_not_stack(piece):
            return
        self._made += 1
        stack = AddStack(f"replay-{self._made}", move.map, move.x, move.y, (piece.id,))
        self.items[stack.id] = stack
        self._adopt(stack)

    def _arrival(self, move: MovePiece, item: AddPiece | AddStack) -> tuple[AddStack | AddDeck | None, int]:
        """The stack or deck that receives the move, and the index in it."""
        place = (move.map, move.x, move.y)
        under = self.items.get(self._parents.get(move.under or "", ""))
        if isinstance(under, AddStack | AddDeck) and (under.map, under.x, under.y) == place:
            return under, under.children.index(move.under or "") + 1
        single = isinstance(item, AddPiece)
        stacks_not = move.map in self.unstacked_maps or (isinstance(item, AddPiece) and _does_not_stack(item))
        for other in self._holders(place):
            if isinstance(other, AddDeck):
                return other, len(other.children)
            mine = single and other.children == (move.id,)
            if not stacks_not and other.children and other.id != item.id and not mine:
                return other, 0 if move.under is None and single else len(other.children)
        return None, 0

    def _holders(self, place: tuple[str | None, int, int]) -> list[AddStack | AddDeck]:
        holders = [item for item in self.items.values() if not isinstance(item, AddPiece)]
        here = [item for item in holders if (item.map, item.x, item.y) == place]
        return sorted(here, key=lambda item: isinstance(item, AddStack))
