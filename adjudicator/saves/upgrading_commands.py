"""The commands of an older save or log as the newest module needs them; all others stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.saves.carriers import IDENTITY
from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.slots import Slot
from adjudicator.saves.upgrading_pieces import carried_states, is_masked_piece, move_basic, renewed
from module_builder.vassal.command_reader import parse_command
from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    ChangePiece,
    Command,
    EndSave,
    GlobalProperty,
    Log,
    MovePiece,
    MutableProperty,
    RemovePiece,
    SetBoards,
    Turn,
)
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.traits import Trait, join_piece, join_state, split_piece

if TYPE_CHECKING:
    from adjudicator.saves.upgrading_module import NewModule
    from adjudicator.saves.upgrading_places import Moves
    from adjudicator.saves.upgrading_texts import Texts

__all__ = ["Converter"]

_MODULE = "Module"
_OURS = "bocage_"


class Converter:
    """Turns the commands of one save into those of another module.

    Parameters
    ----------
    module
        The file of the new module.
    moves, texts
        Where points lie now, and what properties say now.
    commands
        Of the whole save: what lies in which deck is told after the pieces.
    """

    def __init__(self, module: NewModule, moves: Moves, texts: Texts, commands: Iterable[Command]) -> None:
        self.module, self.moves, self.texts, self.printed = module, moves, texts, texts.printed
        self.lost: list[str] = []
        self.pieces = 0
        self._members = members_by_uid(self.printed.game.slug, self.printed.board.filing.overlay)
        self._options = texts.options()
        self._old: dict[str, str] = {}  # id -> type of the piece as it was
        self._new: dict[str, tuple[Trait, ...]] = {}
        self._gone: set[str] = set()
        self._layer: dict[str, int] = {}
        self._met: set[tuple[str, str]] = set()
        self._holders: dict[str, AddStack | AddDeck] = {}  # as they are now
        listed = list(commands)
        self._uids = {c.id: _uid(c) for c in listed if isinstance(c, AddPiece)}
        self._ids = (c.id for c in listed if isinstance(c, AddPiece | AddStack | AddDeck))
        self._last = max((int(i) for i in self._ids if i.isascii() and i.isdigit()), default=1000)
        self._decks = {child: c for c in listed if isinstance(c, AddDeck) for child in c.children}
        self._held = Counter(self._uids.values())

    def command(self, command: Command) -> Command | list[Command] | None:
        """What becomes of a command; the same one where nothing does.

        Parameters
        ----------
        command
            Of the save.

        Returns
        -------
        Command, list or None
        """
        match command:
            case AddPiece():
                return self._piece(command)
            case AddStack():
                return self._stack(command)
            case AddDeck():
                return self._deck(command)
            case ChangePiece():
                return self._changed(command)
            case MovePiece():
                return self._moved(command)
            case RemovePiece(id=item):
                return None if item in self._gone else command
            case GlobalProperty() | MutableProperty():
                return self._property(command)
            case Turn():
                return self._turn(command)
            case SetBoards():
                return self._boards(command)
            case EndSave():
                return [*self._missing(), command]
            case Log(inner=inner):
                return self._logged(command, inner)
        return command

    # --- pieces --------------------------------------------------------------------------------------

    def _piece(self, piece: AddPiece) -> AddPiece | None:
        old, uid = piece.traits(), self._uids.get(piece.id) or _uid(piece)
        slot = self.module.slots.get(uid)
        self._old[piece.id] = piece.type
        if slot is None and uid:
            self._gone.add(piece.id)
            self.lost.append(f"{self._name(piece.id, old)}: the module has no such piece")
            return None
        self.pieces += 1
        if slot is None or (is_masked_piece(old) and not any(t.id == "obs" for t in slot.traits)):
            return self._as_it_was(piece, old)
        new, lost = self._states(piece.id, old, slot.traits)
        self.lost += [f"{self._name(piece.id, old)}: {text}" for text in lost]
        self._new[piece.id] = slot.traits
        self._layer[piece.id] = self.module.layers.index(slot.marks().get("Layer", self.module.layers[-1]))
        return AddPiece(piece.id, *join_piece(new))

    def _as_it_was(self, piece: AddPiece, old: Sequence[Trait]) -> AddPiece:
        """A piece of nobody's, or one that cannot be masked any more: as it is, at its place."""
        basic = Trait(old[0].type, move_basic(old[0].state, self.moves))
        self.lost.append(f"{self._name(piece.id, old)}: it stays as it is, the module cannot show it")
        return replace(piece, state=join_state((basic, *old[1:])))

    def _states(
        self, item: str, old: Sequence[Trait], new: Sequence[Trait]
    ) -> tuple[tuple[Trait, ...], list[str]]:
        old = renewed(old, new, self.texts.records)
        made, lost = carried_states(old, new, self.moves, self.texts.of_piece)
        head, x, y, *_ = decode(old[0].state, ";")
        deck = self._decks.get(item)
        there = self._target(deck, item) if deck is not None else None
        if there is not None and there.map:
            at = encode([there.map, there.x, there.y, *decode(made[0].state, ";")[3:]], ";")
            made = (Trait(made[0].type, at), *made[1:])
        elif deck is None and head not in {"", "null"} and self.moves.is_lost(head, int(x), int(y)):
            place = self.moves.place(head, int(x), int(y))
            lost.append(f"the map has no {place.name if place else 'such place'} any more")
        return made, lost

    def _name(self, item: str, traits: Sequence[Trait]) -> str:
        """What a piece is called in a list that everybody may read: nothing that lies face down."""
        deck = self._decks.get(item)
        head, x, y, *_ = decode(traits[0].state, ";")
        if deck is not None:
            return f"a piece in {deck.name}"
        place = self.moves.place(head, int(x), int(y)) if head != "null" else None
        where = place.name if place else "off the map"
        if is_masked_piece(traits) or (place is not None and head in self.moves.old.hands):
            return f"a piece that lies face down, {where}"
        return f"{_title(traits)}, {where}"

    # --- stacks and decks ----------------------------------------------------------------------------

    def _stack(self, stack: AddStack) -> AddStack | None:
        children = self._left(stack.children)
        if stack.children and not children:
            self._gone.add(stack.id)
            return None
        layer = next((self._layer[child] for child in children if child in self._layer), stack.layer)
        window, x, y = self._at(stack.map, stack.x, stack.y)
        made = self._holders[stack.id] = AddStack(stack.id, window, x, y, children, layer)
        return made

    def _target(self, deck: AddDeck, child: str) -> AddDeck | None:
        """The deck of the new module where a piece of an old deck lies."""
        if deck.name in self.module.decks or self.printed.carriers.piles is None:
            return self.module.decks.get(deck.name)
        side = self._members[uid].side if (uid := self._uids.get(child, "")) in self._members else ""
        row = self.printed.carriers.piles.named(deck.name, side) if side else None
        return self.module.decks.get(row.name) if row is not None else None

    def _deck(self, deck: AddDeck) -> list[Command]:
        """A deck as the module has it, in its order; one that was divided becomes several."""
        shares: dict[str, list[str]] = {deck.name: []} if deck.name in self.module.decks else {}
        for child in deck.children:
            new = self._target(deck, child)
            if child not in self._gone and new is not None:
                shares.setdefault(new.name, []).append(child)
        if not shares:
            return [self._kept_deck(deck)] if set(deck.children) - self._gone else []
        made: list[Command] = []
        for number, (name, children) in enumerate(shares.items()):
            id_ = self._next_id() if number else deck.id
            made += self._filled(id_, self.module.decks[name], children)
        return made

    def _kept_deck(self, deck: AddDeck) -> Command:
        self.lost.append(
            f"the deck {deck.name or deck.id}: the module has none of that name, it stays as it is"
        )
        children = self._left(deck.children)
        window, x, y = self._at(deck.map, deck.x, deck.y)
        return replace(deck, map=window, x=x, y=y, children=children)

    def _filled(self, id_: str, new: AddDeck, children: Iterable[str]) -> Iterator[Command]:
        """A deck; pieces of it that the older module did not know lie at its bottom."""
        self._met.add(("deck", new.name))
        fresh = [uid for uid in self.module.dealt(new) if not self._held[uid] and uid in self.module.slots]
        added = []
        for uid in fresh:
            basic, *rest = self.module.slots[uid].traits
            at = encode([new.map or "null", new.x, new.y, *decode(basic.state, ";")[3:]], ";")
            added.append(AddPiece.from_traits(self._next_id(), (Trait(basic.type, at), *rest)))
            self._held[uid] += 1
        yield from added
        made = replace(new, id=id_, children=(*(piece.id for piece in added), *children))
        self._holders[id_] = made
        yield made

    def _next_id(self) -> str:
        self._last += 1
        return str(self._last)

    # --- what a log does -----------------------------------------------------------------------------

    def _logged(self, log: Log, inner: str) -> Command | list[Command] | None:
        made = self.command(parse_command(inner))
        if made is None or isinstance(made, Command):
            return None if made is None else log if made.text == inner else Log(made.text)
        return [Log(command.text) for command in made]

    def _changed(self, change: ChangePiece) -> Command | None:
        if change.id in self._gone:
            return None
        if change.id in self._holders:
            return self._rearranged(change, self._holders[change.id])
        if change.id not in self._new:
            return change
        states = [self._restated(change.id, s) if s is not None else None for s in (change.state, change.old)]
        return replace(change, state=states[0] or "", old=states[1])

    def _rearranged(self, change: ChangePiece, holder: AddStack | AddDeck) -> ChangePiece:
        """Another order or place of a stack or deck, where it lies now."""
        states = [None if s is None else self._held_state(holder, s) for s in (change.state, change.old)]
        return replace(change, state=states[0] or "", old=states[1])

    def _held_state(self, holder: AddStack | AddDeck, state: str) -> str:
        if isinstance(holder, AddDeck):
            deck = AddDeck.from_state(holder.id, holder.type, state)
            return replace(holder, face_down=deck.face_down, children=self._left(deck.children)).state()
        stack = AddStack.from_state(holder.id, state)
        window, x, y = self._at(stack.map, stack.x, stack.y)
        return AddStack(holder.id, window, x, y, self._left(stack.children), holder.layer).state()

    def _at(self, window: str | None, x: int, y: int) -> tuple[str | None, int, int]:
        """Where a point of a window lies now; nothing is nowhere still."""
        return self.moves.point(window, x, y) if window else (window, x, y)

    def _left(self, children: Iterable[str]) -> tuple[str, ...]:
        return tuple([child for child in children if child not in self._gone])

    def _restated(self, item: str, state: str) -> str:
        try:
            old = split_piece(self._old[item], state)
        except FormatError:
            return state
        old = renewed(old, self._new[item], self.texts.records)
        return join_state(carried_states(old, self._new[item], self.moves, self.texts.of_piece)[0])

    def _moved(self, move: MovePiece) -> Command | None:
        if move.id in self._gone:
            return None
        now = self._at(move.map, move.x, move.y)
        was = self._at(move.old_map, move.old_x, move.old_y)
        under = [None if u in self._gone else u for u in (move.under, move.old_under)]
        return replace(
            move,
            map=now[0],
            x=now[1],
            y=now[2],
            under=under[0],
            old_map=was[0],
            old_x=was[1],
            old_y=was[2],
            old_under=under[1],
        )

    # --- the game ------------------------------------------------------------------------------------

    def _property(self, command: GlobalProperty | MutableProperty) -> Command | None:
        name = command.name
        if (command.container or _MODULE) != _MODULE:
            return None  # what the module prints of its places
        if not name.startswith(_OURS):
            return command
        self._met.add(("property", name))
        if name not in self.module.properties:
            value = command.value if isinstance(command, GlobalProperty) else command.new
            self.lost += [f"{name} {value}: the module keeps nothing of that name"] if value.strip() else []
            return None
        if isinstance(command, MutableProperty):
            return replace(command, old=self._value(name, command.old), new=self._value(name, command.new))
        return replace(command, value=self._value(name, command.value))

    def _value(self, name: str, text: str) -> str:
        if name in IDENTITY:
            return self.module.properties[name]
        if name in self._options and text.strip():
            shown = self.texts.option(self._options[name], text)
            if shown is None:
                self.lost.append(f"option {self._options[name]}: {text}")
            return self.module.properties[name] if shown is None else shown
        made, lost = self.texts.of_game(name, text)
        self.lost += lost
        return made

    def _turn(self, turn: Turn) -> Command | None:
        """A turn tracker on the value where it stood; new values of it are switched on."""
        new = self.module.turns.get(turn.id)
        if new is None:
            self.lost.append(f"the turn tracker {turn.id}: the module has none of that name")
            return None
        self._met.add(("turn", turn.id))
        was, now = _levels(turn.state), _levels(new)
        if len(was) == len(now):
            return turn
        head, level, *rest = [*decode(turn.state, "|"), ""]
        fields = [*decode(level, ";"), "", "", ""]
        index = int(fields[0]) if fields[0].isdigit() else 0
        if index >= len(now):
            self.lost.append(f"the turn tracker {turn.id}: value {index + 1} of {len(now)}")
            index = 0
        active = [*was, *["true"] * len(now)][: len(now)]
        text = encode([index, fields[1] or "0", fields[2] or "0", encode(active, ",")], ";")
        return replace(turn, state=encode([head, text, *rest[:-1]], "|"))

    def _boards(self, boards: SetBoards) -> Command | None:
        new = self.module.boards.get(boards.map)
        if new is None:
            self.lost.append(f"the window {boards.map}: the module has none of that name")
            return None
        self._met.add(("boards", boards.map))
        known = {p.title: p for p in self.printed.layout.windows[boards.map].parts}
        names = [board.name for board in boards.boards]
        if known and all(name in known for name in names):
            return boards
        return boards if names == [board.name for board in new.boards] else new

    def _missing(self) -> Iterator[Command]:
        """What the older save has not: decks, boards, properties and trackers of the module."""
        if "end" in {kind for kind, _ in self._met}:
            return
        self._met.add(("end", ""))
        for name, deck in self.module.decks.items():
            if ("deck", name) not in self._met:
                yield from self._filled(self._next_id(), deck, ())
        yield from (b for name, b in self.module.boards.items() if ("boards", name) not in self._met)
        for name, value in self.module.properties.items():
            if ("property", name) not in self._met:
                yield GlobalProperty(name, value)
        yield from (Turn(id_, s) for id_, s in self.module.turns.items() if ("turn", id_) not in self._met)

    def nowhere(self) -> list[str]:
        """Names of the module's units and markers of which the save has no copy, in their order."""
        markers = self.printed.carriers.markers
        wanted = [u for u in self.module.slots if u in self.printed.units]
        wanted += [u for u, s in self.module.slots.items() if u in markers and markers[u].form == "single"]
        return [self.module.slots[uid].name for uid in wanted if not self._held[uid]]


def _uid(piece: AddPiece) -> str:
    return Slot("", "", piece.traits()).marks().get("Uid", "")


def _title(traits: Sequence[Trait]) -> str:
    names = [t.field("name") for t in traits if t.id == "basicName"]
    return names[-1] if names else traits[0].field("name")


def _levels(state: str) -> list[str]:
    """Which values of a turn tracker are switched on."""
    level = [*decode(state, "|"), ""][1]
    return decode([*decode(level, ";"), "", "", ""][3], ",")
