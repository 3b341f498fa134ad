"""Saved games: the text of ``savedGame`` with its envelope, read, patched and written."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from module_builder.vassal.command_reader import parse_command
from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    BeginSave,
    ChangePiece,
    Chat,
    Command,
    EndSave,
    ExtensionUsed,
    GlobalProperty,
    Log,
    MovePiece,
    MutableProperty,
    PlacedBoard,
    Player,
    Raw,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetupStackDone,
    Sgkc,
    Turn,
    Undo,
)
from module_builder.vassal.envelope import Chunks, Envelope, Kind, unwrap, wrap
from module_builder.vassal.errors import FormatError
from module_builder.vassal.pieces import Layer, NeutralDeck, NeutralPiece, neutral_decks, neutral_pieces
from module_builder.vassal.tree import ESC, Group, Node, edit_tree, flatten, format_tree, parse_tree
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = [
    "AddDeck",
    "AddPiece",
    "AddStack",
    "BeginSave",
    "ChangePiece",
    "Chat",
    "Command",
    "EndSave",
    "Envelope",
    "ExtensionUsed",
    "GlobalProperty",
    "Kind",
    "Layer",
    "Log",
    "MovePiece",
    "MutableProperty",
    "NeutralDeck",
    "NeutralPiece",
    "PlacedBoard",
    "Player",
    "Raw",
    "RemovePiece",
    "RemovePlayer",
    "Save",
    "SetBoards",
    "SetupStackDone",
    "Sgkc",
    "Turn",
    "Undo",
    "check_save",
    "deck_command",
    "deck_type",
    "neutral_decks",
    "neutral_pieces",
    "parse_command",
    "unwrap",
    "wrap",
]


MOST_COMMANDS = 200_000
"""Commands of a save or a log: a game of 2,000 pieces and a log of months stay far below."""


@dataclass(frozen=True, slots=True)
class Save:
    """A save or log as text, with the envelope that it came in.

    Parameters
    ----------
    text
        The command text.
    envelope
        For writing it back.
    file
        Named in errors.

    Examples
    --------
    >>> save = Save.from_commands([BeginSave(), SetupStackDone(), EndSave()])
    >>> Save.from_bytes(save.to_bytes()).text == save.text
    True
    """

    text: str
    envelope: Envelope = field(default_factory=Envelope)
    file: str = "savedGame"

    @classmethod
    def from_bytes(cls, data: bytes | Chunks, *, file: str = "savedGame") -> Save:
        """Read the bytes of the entry ``savedGame``, or what gives them bit by bit.

        Raises
        ------
        FormatError
            Cut off, damaged, not UTF-8, or no save at all.
        """
        text, envelope = unwrap(data, file=file)
        if text.count(ESC) > MOST_COMMANDS:
            raise FormatError(file, "commands", f"at most {MOST_COMMANDS:,}", "a zip bomb?")
        first = flatten(text[:4096], file=file)[:1]
        if first != ["begin_save"]:
            raise FormatError(file, "first command", "begin_save", "this is no saved game of VASSAL")
        return cls(text, envelope, file)

    @classmethod
    def from_commands(cls, commands: Iterable[Command]) -> Save:
        """Make a new save as one flat list of commands, which the engine accepts."""
        return cls(format_tree(Group(tuple([command.text for command in commands]))))

    def to_bytes(self) -> bytes:
        """Write the bytes of the entry ``savedGame``, in the envelope that it was read from."""
        return wrap(self.text, self.envelope)

    def tree(self) -> Node:
        """Parse the command tree; `format_tree` gives the text again, byte for byte."""
        return parse_tree(self.text, file=self.file)

    def commands(self) -> tuple[Command, ...]:
        """List all commands in order of execution.

        Raises
        ------
        FormatError
            A command that the engine could not read either.
        """
        try:
            return tuple([parse_command(text) for text in flatten(self.text, file=self.file)])
        except FormatError as error:
            raise FormatError(self.file, error.place, error.expected, error.way_out) from None

    def pieces(self, *, reveal: bool = False) -> tuple[NeutralPiece, ...]:
        """Read the pieces at the start of play; see `neutral_pieces`."""
        return neutral_pieces(self.commands(), reveal=reveal)

    def edited(self, change: Callable[[Command], Command | Iterable[Command] | None]) -> Save:
        """Patch single commands; every other one stays byte for byte, groups included.

        Parameters
        ----------
        change
            Given each command, returns it, another one, several, or None to drop it.

        Returns
        -------
        Save
            In the same envelope.
        """

        def change_text(text: str) -> str | list[str] | None:
            before = parse_command(text)
            after = change(before)
            if after is None or after is before:
                return None if after is None else text
            return after.text if isinstance(after, Command) else [one.text for one in after]

        return replace(self, text=format_tree(edit_tree(self.tree(), change_text)))


def check_save(commands: Iterable[Command], maps: Iterable[str] = ()) -> list[str]:
    """Name what would go wrong when the engine loads a save.

    Parameters
    ----------
    commands
        Of the save.
    maps
        Names of the module's maps, each of which needs its boards.

    Returns
    -------
    list of str
        One line each; empty when all is well.

    Examples
    --------
    >>> check_save([BeginSave(), EndSave()])
    ['no SETUP_STACK command: at-start stacks would be created again']
    """
    listed = list(commands)
    faults = []
    if not any(isinstance(c, SetupStackDone) for c in listed):
        faults.append("no SETUP_STACK command: at-start stacks would be created again")
    boards = {c.map for c in listed if isinstance(c, SetBoards)}
    faults += [f"no boards for map {name}: it would stay empty" for name in maps if name not in boards]
    seen: set[str] = set()
    for command in listed:
        if isinstance(command, AddStack | AddDeck):
            late = [child for child in command.children if child not in seen]
            faults += [f"{command.id} holds {child}, which is not added before it" for child in late]
        if isinstance(command, AddPiece | AddStack | AddDeck):
            if command.id in seen:
                faults.append(f"{command.id} is added twice")
            seen.add(command.id)
    return faults


def deck_type(
    name: str,
    *,
    width: int = 40,
    height: int = 40,
    face_down: str = "Always",
    shuffle: str = "Always",
    outline: bool = False,
    max_stack: int = 10,
    allow_multiple: bool = True,
    allow_select: bool = True,
    reversible: bool = True,
    draw_face_up: bool = False,
    only: str = "",
    reshuffle: tuple[str, str, str] = ("", "", ""),
    commands: Sequence[str] = (),
    owners: Sequence[str] = (),
) -> str:
    """Write the type text of a deck; fields left out take the engine's defaults (reference 9.1).

    Parameters
    ----------
    name
        The DrawPile's name, to which the engine links the deck.
    width, height, outline
        The box.
    face_down, shuffle
        ``Always``, ``Never``, ``Via right-click Menu``.
    max_stack, allow_multiple, allow_select, reversible, draw_face_up
        As in the editor.
    only
        Expression: which pieces may lie in it; empty for all.
    reshuffle
        Menu text, target and report of "send the whole deck to another".
    commands
        Key commands of its menu, from `deck_command`.
    owners
        Sides that may use it; empty for all.

    Returns
    -------
    str
        The type text.

    Examples
    --------
    >>> AddDeck("9", deck_type("Cup"), "Main", 1, 2, True, ()).name
    'Cup'
    """
    from module_builder.vassal.sequence_encoder import Item, encode

    head: list[Item] = [
        outline,
        "0,0,0",
        width,
        height,
        face_down,
        shuffle,
        allow_multiple,
        allow_select,
        reversible,
    ]
    middle: list[Item] = [*reshuffle, name, "", "", "", draw_face_up, False, "", "", max_stack]
    # no counts; "select" lists show the BasicPiece's name
    shown: list[Item] = ["", False, encode(commands, ","), False, "", "$BasicName$", "", bool(only), only]
    last: list[Item] = [*_DECK_TEXTS, True, encode(owners, ",")] if owners else []
    return "deck;" + encode([*head, *middle, *(shown if only or commands or owners else []), *last], ";")


_DECK_TEXTS = (
    *("Shuffle", "Reverse", "", "Draw multiple cards", "Draw specific cards", "Face up", "Face down"),
    *("", "", "", "", "Save Deck", "", "Deck Saved", "Load Deck", "", "Deck Loaded"),
)


def deck_command(attributes: Mapping[str, object]) -> str:
    """A DeckGlobalKeyCommand as the type text of a deck holds it.

    Parameters
    ----------
    attributes
        Those of the component.

    Returns
    -------
    str

    Examples
    --------
    >>> deck_command({"name": "Draw", "hotkey": "72,130", "deckCount": 1, "target": "DECK"})
    'Draw|72,130||1||Draw|DECK|false|false|'
    """
    from module_builder.vassal.sequence_encoder import encode

    def text(name: str) -> str:
        value = attributes.get(name, "")
        return str(value).lower() if isinstance(value, bool) else str(value)

    name, report = text("name"), text("reportFormat")
    single = text("reportSingle") or "false"
    head = [name, text("hotkey"), text("filter"), text("deckCount"), report, name]
    return encode([*head, text("target"), single, "false", ""], "|")
