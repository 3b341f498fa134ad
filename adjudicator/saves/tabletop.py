"""The pieces of a saved game, moved and turned by hand; every command not touched keeps its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from module_builder.vassal.commands import AddDeck, AddPiece, AddStack, Command, GlobalProperty, Turn
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.state import GameState
from module_builder.vassal.traits import Trait, join_state

if TYPE_CHECKING:
    from module_builder.vassal.savegame import Save

__all__ = ["Tabletop", "turned"]

_Holder = AddStack | AddDeck
_ADDS = (AddPiece, AddStack, AddDeck)


class Tabletop:
    """A saved game that can be changed piece by piece.

    Parameters
    ----------
    save
        The saved game; it stays as it is.

    Examples
    --------
    >>> from module_builder.vassal.savegame import BeginSave, EndSave, Save
    >>> pair = (AddPiece("7", "piece;;;i.png;Inf", "Map;1;2;1;0"), AddStack("8", "Map", 1, 2, ("7",), 2))
    >>> table = Tabletop(Save.from_commands([BeginSave(), *pair, EndSave()]))
    >>> table.move("7", "Map", 5, 6)
    >>> [c.text for c in table.save().commands()][1:3]
    ['+/7/piece;;;i.png;Inf/Map;5;6;1;0', '+/8/stack/Map;5;6;7;@@2']
    """

    def __init__(self, save: Save) -> None:
        self._save = save
        listed = save.commands()
        self._pieces = {c.id: c for c in listed if isinstance(c, AddPiece)}
        self._holders: dict[str, _Holder] = {c.id: c for c in listed if isinstance(c, AddStack | AddDeck)}
        self._parents = {child: h.id for h in self._holders.values() for child in h.children}
        self._globals: dict[str, str] = {}
        self._turns: dict[str, str] = {}
        self._old_globals = {(c.container, c.name): c.value for c in listed if isinstance(c, GlobalProperty)}
        self._old_turns = {c.id: c.state for c in listed if isinstance(c, Turn)}
        self._order = [c.id for c in listed if isinstance(c, _ADDS)]

    # --- looking -------------------------------------------------------------------------------------

    def traits(self, piece_id: str) -> tuple[Trait, ...]:
        """Traits of a piece, the BasicPiece first.

        Parameters
        ----------
        piece_id
            Its id in the save.

        Returns
        -------
        tuple of Trait
        """
        return self._pieces[piece_id].traits()

    def at(self, piece_id: str) -> tuple[str, int, int]:
        """Map and pixel of a piece; the map is empty off board.

        Parameters
        ----------
        piece_id
            Its id.

        Returns
        -------
        tuple
        """
        head, x, y, *_ = decode(self.traits(piece_id)[0].state, ";")
        return ("" if head == "null" else head), int(x), int(y)

    def layer(self, piece_id: str) -> int | None:
        """Draw layer of the stack that holds a piece; None without a stack."""
        holder = self._holders.get(self._parents.get(piece_id, ""))
        return holder.layer if isinstance(holder, AddStack) else None

    def pieces(self) -> tuple[str, ...]:
        """Ids of all pieces."""
        return tuple(self._pieces)

    def deck(self, name: str) -> AddDeck | None:
        """A deck by its name."""
        return next((h for h in self._holders.values() if isinstance(h, AddDeck) and h.name == name), None)

    def turn(self, tracker: str) -> str | None:
        """State text of a turn tracker."""
        return self._turns.get(tracker, self._old_turns.get(tracker))

    # --- changing ------------------------------------------------------------------------------------

    def _rewrite(self, piece_id: str, traits: Iterable[Trait]) -> None:
        state = join_state(tuple(traits))
        if state != self._pieces[piece_id].state:
            self._pieces[piece_id] = replace(self._pieces[piece_id], state=state)

    def _put(self, piece_id: str, window: str, x: int, y: int) -> None:
        basic, *rest = self.traits(piece_id)
        fields = decode(basic.state, ";")
        self._rewrite(piece_id, [Trait(basic.type, encode([window, x, y, *fields[3:]], ";")), *rest])

    def set_level(self, piece_id: str, layer: str, level: int) -> None:
        """Turn a layer of a piece to a level.

        Parameters
        ----------
        piece_id, layer, level
            Which piece, the layer's name, and the level from 1; negative where it is not to be active.
        """
        changed = []
        for trait in self.traits(piece_id):
            if trait.id == "emb2" and trait.field("name") == layer:
                trait = Trait(trait.type, encode([level, *decode(trait.state, ";")[1:]], ";"))  # noqa: PLW2901 - the new one
            changed.append(trait)
        self._rewrite(piece_id, changed)

    def set_property(self, piece_id: str, name: str, text: str) -> None:
        """Set a Dynamic Property of a piece.

        Parameters
        ----------
        piece_id, name, text
            Which piece, property and value.
        """
        traits = self.traits(piece_id)
        hits = (t.id == "PROP" and t.field("name") == name for t in traits)
        pairs = zip(traits, hits, strict=True)
        self._rewrite(piece_id, [Trait(t.type, text) if hit else t for t, hit in pairs])

    def set_mask(self, piece_id: str, owner: str) -> None:
        """Mask a piece for a side, or lay it open.

        Parameters
        ----------
        piece_id, owner
            Which piece, and the side that sees it; empty for everybody.
        """
        state = encode([owner or "null", ""], ";")
        pairs = [(t, decode(t.state, ";")[0] if t.id == "obs" else "") for t in self.traits(piece_id)]
        same = owner or "null"
        self._rewrite(
            piece_id, [Trait(t.type, state) if t.id == "obs" and now != same else t for t, now in pairs]
        )

    def move(self, piece_id: str, window: str, x: int, y: int, *, layer: int | None = None) -> None:
        """Move a piece: onto the stack of its draw layer that lies there, else into one of its own.

        Parameters
        ----------
        piece_id, window, x, y
            Which piece, and where to.
        layer
            Draw layer of a piece that was in no stack.
        """
        own = self.layer(piece_id)
        layer = own if own is not None else layer
        freed = self._leave(piece_id)
        self._put(piece_id, window, x, y)
        there = (window, x, y, layer)
        for stack in self._holders.values():
            if isinstance(stack, AddStack) and (stack.map, stack.x, stack.y, stack.layer) == there:
                self._adopt(replace(stack, children=(*stack.children, piece_id)))
                return
        number = -1 if layer is None else layer
        self._adopt(AddStack(freed or self._new_id(), window, x, y, (piece_id,), number))

    def draw(self, piece_id: str, deck: AddDeck) -> None:
        """Put a card on top of a deck.

        Parameters
        ----------
        piece_id, deck
            Which card and deck.
        """
        self._leave(piece_id)
        self._put(piece_id, deck.map or "null", deck.x, deck.y)
        now = self._holders[deck.id]
        self._adopt(replace(now, children=(*now.children, piece_id)))

    def add(self, traits: tuple[Trait, ...]) -> str:
        """Add a piece; `move` puts it on a map.

        Parameters
        ----------
        traits
            In editor order, prototypes expanded.

        Returns
        -------
        str
            Its id.
        """
        piece = AddPiece.from_traits(self._new_id(), traits)
        self._pieces[piece.id] = piece
        return piece.id

    def clone(self, piece_id: str) -> str:
        """Add a copy of a piece, without what play has written on it.

        Parameters
        ----------
        piece_id
            The piece.

        Returns
        -------
        str
            Id of the copy.
        """
        basic, *rest = self.traits(piece_id)
        fields = decode(basic.state, ";")
        plain = encode(["null", 0, 0, fields[3] if len(fields) > 3 else "", 0], ";")
        new = self._new_id()
        old = self._pieces[piece_id]
        self._pieces[new] = AddPiece(new, old.type, join_state((Trait(basic.type, plain), *rest)))
        return new

    def set_global(self, name: str, value: str) -> None:
        """Set a global property of the module.

        Parameters
        ----------
        name, value
            Which, and what.
        """
        self._globals[name] = value

    def set_turn(self, tracker: str, state: str) -> None:
        """Set the state of a turn tracker.

        Parameters
        ----------
        tracker, state
            Its id, and the text.
        """
        self._turns[tracker] = state

    def _adopt(self, holder: _Holder) -> None:
        self._holders[holder.id] = holder
        self._parents |= dict.fromkeys(holder.children, holder.id)

    def _leave(self, piece_id: str) -> str | None:
        """Take a piece out of its stack or deck; the id of a stack that is empty now."""
        holder = self._holders.get(self._parents.pop(piece_id, ""))
        if holder is None:
            return None
        left = tuple(child for child in holder.children if child != piece_id)
        if left or isinstance(holder, AddDeck):
            self._holders[holder.id] = replace(holder, children=left)
            return None
        del self._holders[holder.id]
        return holder.id

    def _new_id(self) -> str:
        known = [*self._pieces, *self._holders, *self._order]
        return str(max((int(i) for i in known if i.isascii() and i.isdigit()), default=1000) + 1)

    # --- writing -------------------------------------------------------------------------------------

    def state(self) -> GameState:
        """What lies there now, as far as it can change: pieces, what holds them, properties, trackers.

        Returns
        -------
        GameState
        """
        new = {("Module", name): value for name, value in self._globals.items()}
        return GameState(
            {**self._pieces, **self._holders}, self._old_globals | new, self._old_turns | self._turns
        )

    def save(self) -> Save:
        """The changed saved game, in the envelope of the old one.

        Returns
        -------
        Save
        """
        seen: set[str] = set()
        late: list[_Holder] = []
        left = len(self._order)

        def change(command: Command) -> Command | list[Command] | None:
            nonlocal left
            new = self._changed(command)
            if not isinstance(command, _ADDS):
                return new
            left -= 1
            if new is not command and isinstance(new, _Holder) and not set(new.children) <= seen:
                late.append(new)
                new = None
            seen.add(command.id)
            return new if left else [*([new] if new else []), *self._added(), *late]

        return self._save.edited(change)

    def _changed(self, command: Command) -> Command | None:
        match command:
            case AddPiece(id=item):
                now: Command | None = self._pieces[item]
            case AddStack(id=item) | AddDeck(id=item):
                now = self._holders.get(item)
            case GlobalProperty(name=name, container="Module") if name in self._globals:
                now = replace(command, value=self._globals[name])
            case Turn(id=item) if item in self._turns:
                now = replace(command, state=self._turns[item])
            case _:
                return command
        return command if now == command else now

    def _added(self) -> Iterator[Command]:
        """What is new: pieces, then stacks, properties and trackers that the save had not."""
        old = set(self._order)
        yield from (p for p in self._pieces.values() if p.id not in old)
        yield from (h for h in self._holders.values() if h.id not in old)
        missing = {n: v for n, v in self._globals.items() if ("Module", n) not in self._old_globals}
        yield from (GlobalProperty(n, v) for n, v in missing.items())
        yield from (Turn(i, s) for i, s in self._turns.items() if i not in self._old_turns)


def turned(text: str | None, index: int, size: int) -> str:
    """The state of a turn tracker with its first level on another value, which is switched on."""
    head, level, *rest = [*decode(text or "0", "|"), ""]
    fields = (decode(level, ";") if level else [])[:4]
    fields += ["0", "0", "0", ",".join(["true"] * size)][len(fields) :]
    active = decode(fields[3], ",")
    if index < len(active):
        active[index] = "true"
    more = decode(level, ";")[4:] if level else []
    new = encode([index, *fields[1:3], encode(active, ","), *more], ";")
    return encode([head, new, *rest[: len(rest) - 1 if level else 0]], "|")
