"""Reads single commands into the values of `commands`."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

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
    read_int,
    read_null,
)
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["parse_bytes", "parse_command"]


def _whole(text: str, place: str) -> int:
    value = read_int(text, 1 << 40)
    if value == 1 << 40:
        raise FormatError("savedGame", place, f"a whole number, not {text[:20]!r}")
    return value


def _parts(text: str, delimiter: str, least: int, what: str) -> list[str]:
    tokens = decode(text, delimiter)
    if len(tokens) < least:
        raise FormatError("savedGame", f"command {text[:40]!r}", f"{least} fields: {what}")
    return tokens


def _add(text: str) -> Command:
    tokens = _parts(text[2:], "/", 3, "id, type and state")
    if tokens[1] == "stack":
        return AddStack.from_state(tokens[0], tokens[2])
    if tokens[1].startswith("deck;"):
        return AddDeck.from_state(tokens[0], tokens[1], tokens[2])
    return AddPiece(tokens[0], tokens[1], tokens[2])


def _change(text: str) -> Command:
    tokens = _parts(text[2:], "/", 2, "id and new state")
    return ChangePiece(tokens[0], tokens[1], tokens[2] if len(tokens) > 2 else None)


def _move(text: str) -> Command:
    t = _parts(text[2:], "/", 9, "id, map, x, y, under, old map, old x, old y, old under")
    x, y, old_x, old_y = (_whole(t[i], f"move of piece {t[0]}") for i in (2, 3, 6, 7))
    player = t[9] if len(t) > 9 else ""
    return MovePiece(
        t[0], read_null(t[1]), x, y, read_null(t[4]), read_null(t[5]), old_x, old_y, read_null(t[8]), player
    )


def _player(text: str) -> Command:
    return Player(*_parts(text[7:], "\t", 3, "id, name and side")[:3])


def _global(text: str) -> Command:
    _, name, value, container, *_ = [*decode(text, ";"), "", "", ""]
    return GlobalProperty(name, value, container)


def _mutable(text: str) -> Command:
    name, old, new, container, *_ = [*decode(text[16:], "\t"), "", "", ""]
    return MutableProperty(name, old, new, container)


def _sgkc(text: str) -> Command:
    name, done, *_ = [*decode(text[5:], "\t"), ""]
    return Sgkc(name, done == "true")


def _extension(text: str) -> Command:
    name, version, *_ = [*decode(text[4:], "\t"), ""]
    return ExtensionUsed(name, version)


_PREFIXES: Mapping[str, Callable[[str], Command]] = MappingProxyType(
    {
        "+/": _add,
        "-/": lambda text: RemovePiece(text[2:]),
        "D/": _change,
        "M/": _move,
        "PLAYER\t": _player,
        "PYREMOVE\t": lambda text: RemovePlayer(decode(text[9:], "\t")[0]),
        "GlobalProperty\t;": _global,
        "MutableProperty\t": _mutable,
        "SGKC\t": _sgkc,
        "EXT\t": _extension,
        "CHAT": lambda text: Chat(text[4:]),
        "LOG\t": lambda text: Log(text[4:]),
        "UNDO\t": lambda text: Undo(text[5:] == "true"),
        "SETUP_STACK\t": lambda text: SetupStackDone(),  # noqa: ARG005
        "begin_save": lambda text: BeginSave() if text == "begin_save" else Raw(text),
        "end_save": lambda text: EndSave() if text == "end_save" else Raw(text),
    }
)
_LENGTHS = tuple(sorted({len(prefix) for prefix in _PREFIXES}))


def _boards(head: str, tokens: list[str]) -> SetBoards:
    boards = []
    for i in range(0, len(tokens), 3):
        name, *turned = decode(tokens[i], "/")
        x, y = [*map(read_int, tokens[i + 1 : i + 3]), 0, 0][:2]
        boards.append(PlacedBoard(name, x, y, turned[:1] == ["rev"]))
    return SetBoards(head.removesuffix("BoardPicker"), tuple(boards))


def _other(text: str) -> Command:
    head, tab, rest = text.partition("\t")
    if text.startswith("TURN") and tab:
        return Turn(head[4:], rest)
    tokens = decode(text, "\t") if "BoardPicker" in text else [""]
    if tokens[0].endswith("BoardPicker"):
        return _boards(tokens[0], tokens[1:])
    return Raw(text)


def _reader(text: str) -> Callable[[str], Command]:
    """What reads a command; nearly all commands of a save add something."""
    if text.startswith("+/"):
        return _add
    return next((_PREFIXES[text[:n]] for n in _LENGTHS if text[:n] in _PREFIXES), _other)


def parse_command(text: str) -> Command:
    r"""Read one command.

    Parameters
    ----------
    text
        A leaf of the command tree.

    Returns
    -------
    Command
        Of the matching class, `Raw` for an unknown one; its `text` is the text read.

    Raises
    ------
    FormatError
        A command that the engine could not read either.

    Examples
    --------
    >>> parse_command("PLAYER\tsecret\tAnna\tGerman")
    Player(id='secret', name='Anna', side='German')
    >>> parse_command("NOTES\tabc").text
    'NOTES\tabc'
    """
    command = _reader(text)(text)
    object.__setattr__(command, "_source", text)
    return command


def parse_bytes(raw: bytes) -> Command:
    """Read one command of its bytes: most of a save are pieces, whose text hardly anybody asks for.

    Parameters
    ----------
    raw
        A leaf of the command tree in UTF-8.

    Returns
    -------
    Command
        As `parse_command`.

    Raises
    ------
    FormatError
        As `parse_command`.
    UnicodeDecodeError
        It is no UTF-8; of a piece, FormatError when its text is first asked for.

    Examples
    --------
    >>> parse_bytes(b"+/7/piece;;;inf.png;1st Div/Main;10;20;1;0").state
    'Main;10;20;1;0'
    """
    return AddPiece.from_bytes(raw) or parse_command(raw.decode())
