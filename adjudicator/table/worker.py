"""The process that opens what somebody drops on the table: it may be lost, the trees are not.

A saved game is a stranger's file. It is read in a process of its own, which hands back plain JSON: the
position, and of a log every step as a difference. If it takes too long, or dies, it is ended and another one
started when the next file comes.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError, MalformedAction, PositionError, UnknownModule
from adjudicator.saves.patching import patch_save
from adjudicator.saves.steps import open_log, shown_steps
from adjudicator.table.messages import Process, answer_with
from adjudicator.table.replay import decoded
from adjudicator.table.steps import Stepped, difference
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["MOST", "SUFFIXES", "Opened", "Opener", "main", "plain_name"]

MOST = 32 << 20
"""Bytes of the largest file that can be dropped."""
SUFFIXES = (".vsav", ".vlog")
_SECONDS = 120.0
_PLAIN = re.compile(r"[^\w. ()+-]+")
_LONGEST = 80


class _Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file to open, whose bytes follow; with two positions, to be written anew as the later one."""

    name: str
    overlay: str = ""
    before: msgspec.Raw = msgspec.Raw(b"null")
    after: msgspec.Raw = msgspec.Raw(b"null")


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was found: a position as JSON, the steps of a log, a save; or what is wrong, and the way out.

    `defects` are those of a position of `game`, which tell what lies where; `module` is one that nobody has
    matched.
    """

    start: msgspec.Raw = msgspec.Raw(b"null")
    steps: tuple[Stepped, ...] = ()
    save: bytes = b""
    error: str = ""
    way: str = ""
    game: str = ""
    defects: tuple[str, ...] = ()
    module: str = ""


def plain_name(name: str) -> str:
    r"""The name of a file without folders and without signs that a path could need.

    Examples
    --------
    >>> plain_name("../../etc/pass wd?.vsav"), plain_name(".."), plain_name("C:\\x\\June Six.vlog")
    ('pass wd_.vsav', 'file', 'June Six.vlog')
    """
    last = re.split(r"[/\\]", name)[-1]
    return _PLAIN.sub("_", last).strip(". ")[-_LONGEST:] or "file"


class Opener:
    """Opens saved games and logs in a process of its own.

    Parameters
    ----------
    overlay
        Folder with an owner's corrections.
    seconds
        How long a file may take.
    """

    def __init__(self, overlay: Path | None = None, seconds: float = _SECONDS) -> None:
        self._overlay, self._lock = overlay, Lock()
        self._process = Process("adjudicator.table.worker", seconds)

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._process.pid

    def start(self) -> None:
        """Start the process, unless it runs: so the first file finds it ready."""
        self._process.start()

    def open(self, name: str, data: bytes) -> Opened:
        """Open a file.

        Parameters
        ----------
        name
            How it is called; only its last part is looked at.
        data
            Its bytes.

        Returns
        -------
        Opened
            Without an error.

        Raises
        ------
        MalformedAction
            It cannot be opened, took too long, or cost the process its life.
        PositionError
            Its position contradicts itself.
        """
        return self._done(_Wanted(plain_name(name), str(self._overlay or "")), data)

    def patch(self, name: str, data: bytes, before: Position, after: Position) -> bytes:
        """A copy of a saved game in which what differs between two positions is carried out.

        Parameters
        ----------
        name, data
            The saved game.
        before, after
            The position that it holds, and the one that the copy shall hold.

        Returns
        -------
        bytes

        Raises
        ------
        MalformedAction
            As in `open`; or something of the new position has no place in a save.
        """
        there = [msgspec.Raw(msgspec.json.encode(position_to_json(each))) for each in (before, after)]
        return self._done(_Wanted(plain_name(name), str(self._overlay or ""), *there), data).save

    def _done(self, wanted: _Wanted, data: bytes) -> Opened:
        if len(data) > MOST:
            raise MalformedAction(f"{wanted.name} has more than {MOST >> 20} MB")
        with self._lock:
            found = self._asked(wanted, data)
        if found is None:
            raise MalformedAction(f"{wanted.name} cannot be opened", "It is too large, or no saved game")
        if found.defects:
            raise PositionError(found.defects, found.game)
        if found.module:
            raise UnknownModule(wanted.name, found.error, found.way, found.module)
        if found.error:
            raise MalformedAction(found.error, found.way)
        return found

    def _asked(self, wanted: _Wanted, data: bytes) -> Opened | None:
        replies = self._process.ask(msgspec.json.encode(wanted), data)
        try:
            return None if replies is None else msgspec.json.decode(replies[0], type=Opened)
        except msgspec.MsgspecError:
            return None

    def close(self) -> None:
        """End the process."""
        self._process.close()


# --- in the process ---------------------------------------------------------------------------------------


def main() -> None:
    """Open files until nobody asks any more."""
    answer_with(lambda head, data: [_reply(head, data)])


def _reply(head: bytes, data: bytes) -> bytes:
    return msgspec.json.encode(_opened(msgspec.json.decode(head, type=_Wanted), data))


def _opened(wanted: _Wanted, data: bytes) -> Opened:
    try:
        with tempfile.TemporaryDirectory(prefix="bocage-") as folder:
            path = Path(folder) / wanted.name
            path.write_bytes(data)
            overlay = Path(wanted.overlay) if wanted.overlay else None
            before, after = (msgspec.json.decode(raw) for raw in (wanted.before, wanted.after))
            return _patched(path, before, after, overlay) if before and after else _read(path, overlay)
    except PositionError as fault:
        return Opened(error=str(fault), game=fault.game, defects=fault.defects)
    except UnknownModule as fault:
        return Opened(error=fault.expected, way=fault.way_out, module=fault.module or "another")
    except (BocageError, FormatError) as fault:
        return Opened(error=str(fault))
    except (MemoryError, RecursionError):
        return Opened(error=f"{wanted.name} is larger than any saved game")
    except Exception as fault:  # noqa: BLE001 - a stranger's file; the process lives on
        return Opened(error=f"{wanted.name} cannot be read ({type(fault).__name__})")


def _patched(path: Path, before: Any, after: Any, overlay: Path | None) -> Opened:
    out = path.with_name(f"new-{path.name}")
    patch_save(path, decoded(before, overlay), decoded(after, overlay), out, overlay=overlay)
    return Opened(save=out.read_bytes())


def _read(path: Path, overlay: Path | None) -> Opened:
    log, read = open_log(path, overlay=overlay)
    shown = shown_steps(log, read)
    first = next(shown).position
    if first is None:
        raise MalformedAction(f"{path.name} begins with nothing that can be read")
    before = position_to_json(first)
    start = msgspec.Raw(msgspec.json.encode(before))
    steps = list[Stepped]()
    for step in shown:
        after = before if step.position is None else position_to_json(step.position)
        said = {"chat": step.chat, "undo": step.is_undo, "fault": step.fault}
        steps.append(difference(step.number, before, after, **said))
        before = after
    return Opened(start, tuple(steps))
