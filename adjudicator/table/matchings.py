"""The room "Their module": one module of somebody else lies open, and the saves that wait for it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from threading import RLock
from typing import IO, Any

import msgspec

from adjudicator.errors import MalformedAction
from adjudicator.table.matcher import Asked, Reply
from adjudicator.table.messages import Process
from adjudicator.table.worker import plain_name
from module_builder.vassal.values import dataclass

__all__ = ["LARGEST", "Matchings", "Waiting"]

LARGEST = 512 << 20
"""Bytes of the largest module that can be dropped."""
_SECONDS = 180.0
_SUFFIX = ".vmod"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A save that was dropped before its module was known.

    Parameters
    ----------
    name, data, module
        Of its file, its bytes, and what its module is called.
    viewpoint
        Who dropped it.
    """

    name: str
    data: bytes
    module: str
    viewpoint: str | None = None


class Matchings:
    """The module that is matched at a table.

    Parameters
    ----------
    seconds
        How long an answer may take.

    Examples
    --------
    >>> Matchings().ask("names")
    Traceback (most recent call last):
    adjudicator.errors.MalformedAction: no module is open. Drop its .vmod on this page
    """

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._process, self._lock = Process("adjudicator.table.matcher", seconds), RLock()
        self._folder: Path | None = None
        self._is_open = False
        self.waiting: Waiting | None = None

    @property
    def pid(self) -> int | None:
        """The process that holds the module, while there is one."""
        return self._process.pid

    def overview(self) -> dict[str, Any]:
        """What is open, how far it is, and the save that waits."""
        told = self.ask("overview") if self._is_open else None
        waits = {"file": self.waiting.name, "module": self.waiting.module} if self.waiting else None
        return {"open": told, "waiting": waits}

    def open(self, path: Path, game: str = "", *, own: bool = True) -> msgspec.Raw:
        """Open a module.

        Parameters
        ----------
        path
            The file.
        game
            Slug; the one that suits best where nobody says.
        own
            Whether the file stays where it is; one that was dropped does not.

        Returns
        -------
        msgspec.Raw
            As the page is told of it.

        Raises
        ------
        MalformedAction
            No module, or one that cannot be read in time.
        """
        with self._lock:
            self._process.close()
            self._is_open = True
            try:
                return self.ask("open", path=str(path.resolve()), own=own, game=game)
            except MalformedAction:
                self._is_open = False
                raise

    async def taken(self, name: str, chunks: AsyncIterator[bytes]) -> Path:
        """A module that is dropped, laid into a folder of its own as it comes in.

        Parameters
        ----------
        name
            How the file is called.
        chunks
            Its bytes.

        Returns
        -------
        Path

        Raises
        ------
        MalformedAction
            Another kind of file.
        """
        plain = plain_name(name)
        if not plain.casefold().endswith(_SUFFIX):
            raise MalformedAction(f"{plain} is no module", f"A module of VASSAL ends with {_SUFFIX}")
        folder = Path(tempfile.mkdtemp(prefix="bocage-"))
        try:
            with (folder / plain).open("wb") as file:
                await _written(file, chunks)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._forget()
        self._folder = folder
        return folder / plain

    def ask(self, do: str, **said: Any) -> msgspec.Raw:
        """Have something done with the module; the answer is JSON.

        Parameters
        ----------
        do, said
            What, and with what.

        Returns
        -------
        msgspec.Raw

        Raises
        ------
        MalformedAction
            What is wrong, and the way out.
        """
        return self._asked(do, said)[0]

    def picture(self, do: str, **said: Any) -> bytes:
        """A picture out of the module; empty where there is none.

        Parameters
        ----------
        do, said
            As in `ask`.

        Returns
        -------
        bytes

        Raises
        ------
        MalformedAction
            As in `ask`.
        """
        return self._asked(do, said)[1]

    def _asked(self, do: str, said: dict[str, Any]) -> tuple[msgspec.Raw, bytes]:
        with self._lock:
            if not self._is_open:
                raise MalformedAction("no module is open", "Drop its .vmod on this page")
            asked = msgspec.json.encode(Asked(do, said))
            found = None if self._process.is_lost else self._process.ask(asked, replies=2)
            if found is None:
                self._is_open = False
                self._process.close()
                way = "What you said of it is kept: drop it again"
                raise MalformedAction("the module cannot be read: too large, or damaged", way)
        reply = msgspec.json.decode(found[0], type=Reply)
        if reply.error:
            raise MalformedAction(reply.error, reply.way)
        return reply.value, found[1]

    def wait(self, name: str, data: bytes, module: str, viewpoint: str | None) -> None:
        """Keep a save until its module is known."""
        self.waiting = Waiting(plain_name(name), data, module, viewpoint)

    def close(self) -> None:
        """End the process, and throw away what was dropped."""
        with self._lock:
            self._is_open = False
            self._process.close()
            self._forget()

    def _forget(self) -> None:
        folder, self._folder = self._folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


async def _written(file: IO[bytes], chunks: AsyncIterator[bytes]) -> None:
    async for chunk in chunks:
        file.write(chunk)
