"""The commands of a save or log as values; a command of unknown form is kept as `Raw`.

A command that was read gives its own text again, byte for byte; a copy made with `dataclasses.replace`
or built anew is formatted as the engine formats it.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, Self

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import Item, decode, encode
from module_builder.vassal.traits import Trait, join_piece, split_nests, split_piece
from module_builder.vassal.values import dataclass

__all__ = [
    "AddDeck",
    "AddPiece",
    "AddStack",
    "BeginSave",
    "ChangePiece",
    "Chat",
    "Command",
    "EndSave",
    "ExtensionUsed",
    "GlobalProperty",
    "Log",
    "MovePiece",
    "MutableProperty",
    "PlacedBoard",
    "Player",
    "Raw",
    "RemovePiece",
    "RemovePlayer",
    "SetBoards",
    "SetupStackDone",
    "Sgkc",
    "Turn",
    "Undo",
    "read_int",
    "read_null",
]


_BACKSLASH = ord("\\")


def read_int(text: str, default: int = 0) -> int:
    """Read an integer as the engine does: the default where it cannot be read."""
    digits = text[1:] if text[:1] in {"-", "+"} else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else default


def read_null(text: str) -> str | None:
    """Give None for the text that stands for nothing."""
    return None if text == "null" else text


@dataclass(frozen=True, slots=True)
class Command:
    """Any command; `text` is its form in the file."""

    _source: str = field(default="", init=False, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The command's text: as read, or as the engine would write it."""
        return self._source or self._format()

    def _format(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Raw(Command):
    """A command that this library does not know; skipped, never lost."""

    raw: str

    def _format(self) -> str:
        return self.raw


@dataclass(frozen=True, slots=True)
class BeginSave(Command):
    """Closes the running game."""

    def _format(self) -> str:
        return "begin_save"


@dataclass(frozen=True, slots=True)
class EndSave(Command):
    """Starts the loaded game."""

    def _format(self) -> str:
        return "end_save"


@dataclass(frozen=True, slots=True)
class SetupStackDone(Command):
    """At-start stacks have been placed; a save without it gets them twice."""

    def _format(self) -> str:
        return "SETUP_STACK\t"


@dataclass(frozen=True, slots=True)
class AddPiece(Command):
    """Adds a piece.

    Parameters
    ----------
    id
        Unique in the save.
    type, state
        The nests of the traits. One that was read as bytes finds them when it is first asked.
    """

    id: str
    type: str
    state: str
    _raw: bytes = field(default=b"", init=False, repr=False, compare=False)

    @classmethod
    def from_traits(cls, piece_id: str, traits: tuple[Trait, ...]) -> Self:
        """Make the command for traits in editor order."""
        return cls(piece_id, *join_piece(traits))

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self | None:
        """Make the command of its bytes in a save; None where only their text can tell what they are."""
        end, cut = raw.find(b"/", 2), _last_slash(raw)
        if not raw.startswith(b"+/") or not 2 < end < cut or not raw[2:end].isalnum():
            return None
        if raw.startswith((b"stack/", b"deck;", b"'"), end + 1):
            return None
        command = object.__new__(cls)
        object.__setattr__(command, "id", raw[2:end].decode())
        object.__setattr__(command, "_raw", raw)
        return command

    def __getattr__(self, name: str) -> Any:
        """Find what the bytes say: `type`, `state` and the source.

        Raises
        ------
        AttributeError
            There is nothing of that name.
        FormatError
            The bytes are no UTF-8.
        """
        if name not in {"type", "state", "_source"}:
            raise AttributeError(name)
        try:
            text = self._raw.decode()
        except UnicodeDecodeError as error:
            place = f"piece {self.id}, byte {error.start}"
            raise FormatError("savedGame", place, "UTF-8 text", "no VASSAL save, or damaged") from None
        _, type_text, state, *_ = decode(text[2:], "/")
        for known, value in (("type", type_text), ("state", state), ("_source", text)):
            object.__setattr__(self, known, value)
        return getattr(self, name)

    def raw_nests(self) -> tuple[bytes, bytes]:
        """Types and states of the traits as they stand in a save: each slash with a backslash before it.

        A type that nevertheless has a slash without one, or begins with a quote, may be none: `nests` tells.
        """
        if self._raw:
            cut = _last_slash(self._raw)
            return self._raw[self._raw.index(b"/", 2) + 1 : cut], self._raw[cut + 1 :]
        type_text, state = (text.replace("/", "\\/") for text in (self.type, self.state))
        return type_text.encode(errors="surrogatepass"), state.encode(errors="surrogatepass")

    def nests(self) -> tuple[list[str], list[str]]:
        """Split into the types and the states of the traits, in editor order.

        Raises
        ------
        FormatError
            The numbers of types and states differ.
        """
        return split_nests(self.type, self.state, file=f"piece {self.id}")

    def traits(self) -> tuple[Trait, ...]:
        """Split into traits, in editor order.

        Raises
        ------
        FormatError
            The numbers of types and states differ.
        """
        return split_piece(self.type, self.state, file=f"piece {self.id}")

    def _format(self) -> str:
        return "+/" + encode((self.id, self.type, self.state), "/")


def _last_slash(raw: bytes) -> int:
    """Where the last slash stands that has no backslash before it; -1 without one."""
    cut = raw.rfind(b"/")
    while cut > 0 and raw[cut - 1] == _BACKSLASH:
        cut = raw.rfind(b"/", 0, cut)
    return cut


@dataclass(frozen=True, slots=True)
class AddStack(Command):
    """Adds a stack; its pieces must have been added before.

    Parameters
    ----------
    id
        Unique in the save.
    map, x, y
        Where; no map while it is being built.
    children
        Ids from the bottom up.
    layer
        Draw layer; -1 none.
    """

    id: str
    map: str | None
    x: int
    y: int
    children: tuple[str, ...]
    layer: int = -1

    def state(self) -> str:
        """Write the state text."""
        return encode([self.map or "null", self.x, self.y, *self.children, f"@@{self.layer}"], ";")

    @classmethod
    def from_state(cls, stack_id: str, state: str) -> Self:
        """Read the state text."""
        head, *rest = decode(state, ";")
        children = [token for token in rest[2:] if token and not token.startswith("@@")]
        layers = [read_int(token[2:], -1) for token in rest[2:] if token.startswith("@@")]
        x, y = [*map(read_int, rest[:2]), 0, 0][:2]
        return cls(stack_id, read_null(head), x, y, tuple(children), layers[-1] if layers else -1)

    def _format(self) -> str:
        return "+/" + encode((self.id, "stack", self.state()), "/")


@dataclass(frozen=True, slots=True)
class AddDeck(Command):
    """Adds a deck.

    Parameters
    ----------
    id
        Unique in the save.
    type
        The type text (reference 9.1).
    map, x, y
        Where.
    face_down
        Whether the cards show their backs.
    children
        Ids from the bottom up.
    """

    id: str
    type: str
    map: str | None
    x: int
    y: int
    face_down: bool
    children: tuple[str, ...]

    @property
    def name(self) -> str:
        """The deck's name, by which the engine links it to its DrawPile."""
        fields = decode(self.type, ";")
        return fields[13] if len(fields) > 13 else ""

    def state(self) -> str:
        """Write the state text."""
        head: list[Item] = [self.map or "null", self.x, self.y, self.face_down]
        return encode([*head, *([encode(self.children, ",")] if self.children else [])], ";")

    @classmethod
    def from_state(cls, deck_id: str, type_text: str, state: str) -> Self:
        """Read the state text."""
        head, x, y, down, children, *_ = [*decode(state, ";"), "", "", "", "", ""]
        ids = tuple([child for child in decode(children, ",") if child])
        return cls(deck_id, type_text, read_null(head), read_int(x), read_int(y), down == "true", ids)

    def _format(self) -> str:
        return "+/" + encode((self.id, self.type, self.state()), "/")


@dataclass(frozen=True, slots=True)
class RemovePiece(Command):
    """Removes a piece, stack or deck."""

    id: str

    def _format(self) -> str:
        return f"-/{self.id}"


@dataclass(frozen=True, slots=True)
class ChangePiece(Command):
    """Changes a state.

    Parameters
    ----------
    id
        Of a piece, stack or deck.
    state
        The new state text.
    old
        The state before, where told.
    """

    id: str
    state: str
    old: str | None = None

    def _format(self) -> str:
        rest = [] if self.old is None else [self.old]
        return "D/" + encode([self.id, self.state, *rest], "/")


@dataclass(frozen=True, slots=True)
class MovePiece(Command):
    """Moves a piece or stack.

    Parameters
    ----------
    id
        What moves.
    map, x, y, under
        Where to, and the piece that it is put upon.
    old_map, old_x, old_y, old_under
        Where from.
    player
        Who moves it.
    """

    id: str
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: str = ""

    def _format(self) -> str:
        new: list[Item] = [self.map or "null", self.x, self.y, self.under or "null"]
        old: list[Item] = [self.old_map or "null", self.old_x, self.old_y, self.old_under or "null"]
        return "M/" + encode([self.id, *new, *old, self.player], "/")


@dataclass(frozen=True, slots=True)
class Player(Command):
    """A player takes a side; `id` is his password text."""

    id: str
    name: str
    side: str

    def _format(self) -> str:
        return "PLAYER\t" + encode((self.id, self.name, self.side), "\t")


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """A player leaves his side."""

    id: str

    def _format(self) -> str:
        return "PYREMOVE\t" + encode((self.id,), "\t")


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board of a map: name, place in the row and column of boards, turned by 180 degrees or not."""

    name: str
    x: int = 0
    y: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class SetBoards(Command):
    """Lays out the boards of one map; a map without this command stays empty."""

    map: str
    boards: tuple[PlacedBoard, ...]

    def _format(self) -> str:
        tokens: list[str | int] = [self.map + "BoardPicker"]
        for b in self.boards:
            tokens += [encode([b.name, "rev"] if b.reversed else [b.name], "/"), b.x, b.y]
        return encode(tokens, "\t")


@dataclass(frozen=True, slots=True)
class GlobalProperty(Command):
    """The value of a global property in a save; the container is ``Module``, a map or a zone."""

    name: str
    value: str
    container: str = "Module"

    def _format(self) -> str:
        return encode(("GlobalProperty\t", self.name, self.value, self.container), ";")


@dataclass(frozen=True, slots=True)
class MutableProperty(Command):
    """A property that changes in play."""

    name: str
    old: str
    new: str
    container: str = ""

    def _format(self) -> str:
        return "MutableProperty\t" + encode((self.name, self.old, self.new, self.container), "\t")


@dataclass(frozen=True, slots=True)
class Turn(Command):
    """The state of a turn tracker: id (``TurnTracker0``) and nested levels."""

    id: str
    state: str

    def _format(self) -> str:
        return f"TURN{self.id}\t{self.state}"


@dataclass(frozen=True, slots=True)
class Sgkc(Command):
    """Marks a StartupGlobalKeyCommand as done."""

    id: str
    done: bool = True

    def _format(self) -> str:
        return "SGKC\t" + encode((self.id, self.done), "\t")


@dataclass(frozen=True, slots=True)
class ExtensionUsed(Command):
    """Names an extension that the save was made with."""

    name: str
    version: str

    def _format(self) -> str:
        return "EXT\t" + encode((self.name, self.version), "\t")


@dataclass(frozen=True, slots=True)
class Chat(Command):
    """A line in the chat window."""

    message: str

    def _format(self) -> str:
        return f"CHAT{self.message}"


@dataclass(frozen=True, slots=True)
class Log(Command):
    """One command of a log, wrapped; executed when the player steps."""

    inner: str

    def _format(self) -> str:
        return f"LOG\t{self.inner}"


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Begins (True) or ends an undo; the commands between are the inverse ones."""

    in_progress: bool

    def _format(self) -> str:
        return f"UNDO\t{'true' if self.in_progress else 'false'}"
