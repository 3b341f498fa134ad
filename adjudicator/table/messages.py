"""Processes of the table that may be lost, and messages to them: a length, then so many bytes.

What a stranger made is read by such a process, with limits of time and memory. If it takes too long, or dies,
it is ended, and another one is started when the next question comes.
"""

from __future__ import annotations

import contextlib
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from threading import Timer
from typing import IO

__all__ = ["Process", "answer_with", "received", "send"]

_HEAD = struct.Struct(">I")
_MEMORY = 3 << 30


def send(stream: IO[bytes], data: bytes) -> None:
    """Write a message."""
    stream.write(_HEAD.pack(len(data)))
    stream.write(data)
    stream.flush()


def received(stream: IO[bytes]) -> bytes | None:
    """The next message; None where whoever sends is gone."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (size,) = _HEAD.unpack(head)
    data = stream.read(size)
    return data if len(data) == size else None


class Process:
    """A process that answers one question after another: two messages there, some back.

    Parameters
    ----------
    module
        Whose ``main`` it runs.
    seconds
        How long an answer may take.

    Examples
    --------
    >>> Process("adjudicator.table.worker", 1).pid is None
    True
    """

    def __init__(self, module: str, seconds: float) -> None:
        self._module, self.seconds = module, seconds
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._running is None else self._running.pid

    @property
    def is_lost(self) -> bool:
        """Whether it has ended without being told to: what it knew is gone."""
        return self._running is not None and self._running.poll() is not None

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, unless it runs."""
        if self.is_lost:
            self.close()
        if self._running is None:
            line = [sys.executable, "-c", f"from {self._module} import main; main()"]
            self._running = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        return self._running

    def ask(self, head: bytes, data: bytes = b"", *, replies: int = 1) -> list[bytes] | None:
        """Ask it something.

        Parameters
        ----------
        head, data
            The two messages of a question.
        replies
            How many come back.

        Returns
        -------
        list of bytes or None
            None where it took too long, or cost the process its life.
        """
        running = self.start()
        ending = Timer(self.seconds, running.kill)
        ending.start()
        try:
            if running.stdin is None or running.stdout is None:
                return None
            send(running.stdin, head)
            send(running.stdin, data)
            found = [received(running.stdout) for _ in range(replies)]
            return None if None in found else [each for each in found if each is not None]
        except OSError:
            return None
        finally:
            ending.cancel()

    def close(self) -> None:
        """End it."""
        running, self._running = self._running, None
        if running is None:
            return
        running.kill()
        running.wait()
        for stream in (running.stdin, running.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def answer_with(answer: Callable[[bytes, bytes], Sequence[bytes]]) -> None:
    """Answer in such a process until nobody asks any more.

    Parameters
    ----------
    answer
        From the two messages of a question to those that go back.
    """
    _bounded()
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr
    while (head := received(sys.stdin.buffer)) is not None:
        data = received(sys.stdin.buffer)
        if data is None:
            return
        with contextlib.suppress(BrokenPipeError):  # whoever asked is gone, and the next line says so too
            for reply in answer(head, data):
                send(replies, reply)


def _bounded() -> None:
    """Let the process have so much memory and no more, where the system can say so."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
