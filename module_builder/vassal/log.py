"""Logs: an initial save and the steps after it, with every position in between."""

from __future__ import annotations

import contextlib
import functools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from module_builder.vassal.command_reader import parse_bytes, parse_command
from module_builder.vassal.commands import Chat, Command, Log, Undo
from module_builder.vassal.envelope import opened
from module_builder.vassal.errors import FormatError
from module_builder.vassal.savegame import MOST_COMMANDS
from module_builder.vassal.state import GameState
from module_builder.vassal.tree import ESC, Group, Node, format_tree, leaves, parse_tree
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from module_builder.vassal.archive import Archive
    from module_builder.vassal.savegame import Save

__all__ = ["LogGame", "Step", "append_steps", "load_log", "read_log"]

_ESC = ESC.encode()
_PICTURE = re.compile(r"\s*<img\s[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """What one press of the step button executes.

    Parameters
    ----------
    number
        From 1.
    commands
        In order; the marks of an undo among them.
    """

    number: int
    commands: tuple[Command, ...]

    @property
    def chat(self) -> tuple[str, ...]:
        """The chat lines of the step; of a report its words, without pictures."""
        return tuple(_words(command.message) for command in self.commands if isinstance(command, Chat))

    @property
    def is_undo(self) -> bool:
        """Whether the step takes an earlier one back."""
        return any(isinstance(command, Undo) and command.in_progress for command in self.commands)


def _words(line: str) -> str:
    """A line without its pictures: the engine shows those of reports, what a player types it takes literally.

    Examples
    --------
    >>> _words("* d6: 5 (Ann) <img src=die6_5.png>"), _words("&lt;Ann&gt; - <img src=a.png>")
    ('* d6: 5 (Ann)', '&lt;Ann&gt; - <img src=a.png>')
    """
    return _PICTURE.sub("", line) if line.startswith("*") else line


@dataclass(frozen=True, slots=True)
class LogGame:
    """A log, read.

    Parameters
    ----------
    start
        The commands of the initial save.
    steps
        The steps in order.
    """

    start: tuple[Command, ...]
    steps: tuple[Step, ...]

    def initial(self) -> GameState:
        """Build the state before the first step."""
        return GameState.from_commands(self.start)

    def positions(self) -> Iterator[tuple[Step, GameState]]:
        """Go through the log.

        Yields
        ------
        tuple
            Each step, and the state after it (a copy of its own).
        """
        state = self.initial()
        for step in self.steps:
            state.apply_all(step.commands)
            yield step, state.copy()

    def position(self, number: int | None = None) -> GameState:
        """Build the state after a step.

        Parameters
        ----------
        number
            0 for the start; None for the end.

        Returns
        -------
        GameState
            The state.

        Raises
        ------
        FormatError
            The log has no such step.
        """
        last = len(self.steps) if number is None else number
        if not 0 <= last <= len(self.steps):
            raise FormatError("log", f"step {number}", f"a step from 0 to {len(self.steps)}")
        state = self.initial()
        for step in self.steps[:last]:
            state.apply_all(step.commands)
        return state


def _sort(node: Node, start: list[str | bytes], steps: list[list[str]]) -> None:
    """Tell the commands of the save from the steps: a group that begins with LOG is one step."""
    if isinstance(node, str):
        if node.startswith("LOG\t"):
            steps.append([node[4:]])
        elif node:
            start.append(node)
        return
    flat = leaves(node)
    if flat and flat[0].startswith("LOG\t"):
        steps.append([text.removeprefix("LOG\t") for text in flat])
        return
    for item in node.items:
        _sort(item, start, steps)


def read_log(save: Save) -> LogGame:
    """Read a log.

    Parameters
    ----------
    save
        Of a .vlog; a .vsav is a log without steps.

    Returns
    -------
    LogGame
        The start and the steps.

    Raises
    ------
    FormatError
        A command that the engine could not read either.
    """
    tree = save.tree()
    start: list[str | bytes] = []
    steps: list[list[str]] = []
    for item in tree.items if isinstance(tree, Group) else (tree,):
        _sort(item, start, steps)
    return _game(start, steps)


def load_log(archive: Archive) -> LogGame:
    """Read the log of a file command by command: the text of a large game is long, and read at once slow.

    Parameters
    ----------
    archive
        Of a .vsav or .vlog.

    Returns
    -------
    LogGame
        As `read_log` of its save gives it.

    Raises
    ------
    FormatError
        The file holds no save, or a damaged one.
    """
    with contextlib.suppress(ValueError):  # what is wrong, and where, the whole text tells
        parts = _parts(archive)
        if parts is not None:
            return _game(*_sorted(parts))
    return read_log(archive.save())


def _sorted(parts: Iterable[bytes]) -> tuple[list[str | bytes], list[list[str]]]:
    """The commands of the save, and those of each step."""
    start: list[str | bytes] = []
    steps: list[list[str]] = []
    for part in parts:
        if _ESC in part or part.startswith(b"LOG\t"):
            _sort(parse_tree(part.decode()), start, steps)
        elif part:
            start.append(part)
    return start, steps


def _parts(archive: Archive) -> list[bytes] | None:
    """Commands and groups of a save in order; None where they cannot be told from one another so simply."""
    if "savedGame" not in archive:
        return None
    found = opened(functools.partial(archive.entries["savedGame"].chunks, file=archive.file))
    if found is None:
        return None
    parts: list[bytes] = []
    rest = b""
    for text in found[1]:
        *whole, rest = (rest + text).split(_ESC)
        parts += whole
        if len(parts) > MOST_COMMANDS:
            return None
    parts.append(rest)
    quoted = any(part.startswith(b"'") for part in parts)
    return None if quoted or parts[0] != b"begin_save" else list(_grouped(parts))


def _grouped(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts, with those that belong to one group joined: in it an escape has a backslash before it."""
    group = []
    for part in parts:
        if part.endswith(b"\\"):
            group.append(part[:-1])
        else:
            yield _ESC.join([*group, part])
            group = []
    if group:
        raise ValueError("a save whose last command goes on")


def _game(start: Iterable[str | bytes], steps: Iterable[Iterable[str]]) -> LogGame:
    numbered = [Step(i, tuple([parse_command(text) for text in step])) for i, step in enumerate(steps, 1)]
    commands = [parse_command(text) if isinstance(text, str) else parse_bytes(text) for text in start]
    return LogGame(tuple(commands), tuple(numbered))


def append_steps(save: Save, steps: Iterable[Iterable[Command]]) -> Save:
    """Make a log of a save.

    Parameters
    ----------
    save
        The start, or a log to be continued.
    steps
        The commands of each step.

    Returns
    -------
    Save
        With the steps after it; what was there stays byte for byte.

    Examples
    --------
    >>> from module_builder.vassal.savegame import Save
    >>> log = append_steps(Save("begin_save"), [[Chat("one"), Chat("two")], [Chat("three")]])
    >>> [step.chat for step in read_log(log).steps]
    [('one', 'two'), ('three',)]
    """
    added: list[Node] = []
    for step in steps:
        texts = [Log(command.text).text for command in step]
        added.append(texts[0] if len(texts) == 1 else Group(tuple(texts)))
    if not added:
        return save
    return replace(save, text=save.text + ESC + format_tree(Group(tuple(added))))
