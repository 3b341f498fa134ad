"""Messages between the table and its processes: a length, then so many bytes."""

from __future__ import annotations

import struct
from typing import IO

__all__ = ["received", "send"]

_HEAD = struct.Struct(">I")


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
