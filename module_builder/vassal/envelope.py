"""How the text of a save is wrapped: told from its first bytes, written back in the same way."""

from __future__ import annotations

import binascii
import itertools
from collections.abc import Callable, Iterable, Iterator
from enum import Enum

from module_builder.vassal.errors import FormatError
from module_builder.vassal.values import dataclass

__all__ = ["MAX_TEXT", "Chunks", "Envelope", "Kind", "opened", "unwrap", "wrap"]

MAX_TEXT = 512 * 1024 * 1024
"""Most bytes that a compressed stream may grow to."""

Chunks = Callable[[], Iterable[bytes]]
"""Gives the bytes of an entry bit by bit, and once more when it is asked again."""
_XZ_MAGIC = b"\xfd7zXZ\x00"


class Kind(Enum):
    """The wrappings known; the value is what the data begins with."""

    VCSK = b"!VCSK"
    BANG_VOBS = b"!VOBS"
    VOBS = b"VOBS"
    XZ = _XZ_MAGIC
    PLAIN = b""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A wrapping and its key byte (not used by XZ and plain text).

    Examples
    --------
    >>> unwrap(wrap("begin_save", Envelope(Kind.VOBS, 7)))
    ('begin_save', Envelope(kind=<Kind.VOBS: b'VOBS'>, key=7))
    """

    kind: Kind = Kind.VCSK
    key: int = 0xA5


def _table(key: int) -> bytes:
    return bytes(i ^ key for i in range(256))


def _xor(data: bytes, key: int) -> bytes:
    return data.translate(_table(key)) if key else data


def _from_hex(data: bytes | memoryview, file: str) -> bytes:
    try:
        return bytes.fromhex(bytes(data).decode("ascii"))
    except ValueError:
        raise FormatError(
            file, "text after !VCSK", "pairs of hex digits", "the file is cut off or damaged"
        ) from None


def _from_xz(data: bytes, file: str) -> bytes:
    import lzma

    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=256 * 1024 * 1024)
    try:
        text = reader.decompress(data, MAX_TEXT)
    except (lzma.LZMAError, EOFError) as error:
        raise FormatError(file, "XZ stream", f"readable data ({error})", "the file is damaged") from None
    if not reader.eof:
        raise FormatError(file, "XZ stream", f"a whole stream below {MAX_TEXT} bytes", "the file is cut off")
    return text


def _unpacked(data: bytes, kind: Kind, file: str) -> tuple[bytes, int]:
    """The UTF-8 bytes and the key byte."""
    start = len(kind.value)
    if kind is Kind.PLAIN:
        return data, 0
    if kind is Kind.XZ:
        return _from_xz(data, file), 0
    head = _from_hex(data[start : start + 2], file) if kind is Kind.VCSK else data[start : start + 1]
    if not head:
        raise FormatError(file, f"header {kind.value.decode()}", "a key byte", "the file is cut off")
    body = _from_hex(memoryview(data)[start + 2 :], file) if kind is Kind.VCSK else data[start + 1 :]
    return _xor(body, head[0]), head[0]


def opened(data: bytes | Chunks) -> tuple[int, Iterator[bytes]] | None:
    """Key byte and UTF-8 text, bit by bit, of what is ``!VCSK``; None for another wrapping.

    Parameters
    ----------
    data
        As for `unwrap`.

    Returns
    -------
    tuple or None
        The text raises ValueError where it is anything but pairs of hex digits.

    Examples
    --------
    >>> key, text = opened(b"!VCSK0162")
    >>> key, b"".join(text)
    (1, b'c')
    """
    chunks = iter((data,) if isinstance(data, bytes) else data())
    head = Kind.VCSK.value
    first, start = next(chunks, b""), len(head) + 2
    if len(first) < start or not first.startswith(head):
        return None
    key = binascii.unhexlify(first[len(head) : start])[0]
    return key, _cleared(itertools.chain((memoryview(first)[start:],), chunks), _table(key))


def _cleared(chunks: Iterable[bytes | memoryview], table: bytes) -> Iterator[bytes]:
    for digits in _pairs(chunks):
        yield binascii.unhexlify(digits).translate(table)


def _streamed(data: bytes | Chunks) -> tuple[str, int] | None:
    """Text and key byte of what is ``!VCSK`` and pairs of hex digits throughout; None for all else."""
    try:
        found = opened(data)
        if found is None:
            return None
        text = bytearray()
        for part in found[1]:
            text += part
        return text.decode("utf-8"), found[0]
    except ValueError:
        return None


def _pairs(chunks: Iterable[bytes | memoryview]) -> Iterator[bytes | memoryview]:
    """The same bytes, cut between pairs."""
    rest = b""
    for chunk in chunks:
        data = rest + chunk if rest else chunk
        even = len(data) & ~1
        yield memoryview(data)[:even]
        rest = bytes(data[even:])
    yield rest


def unwrap(data: bytes | Chunks, *, file: str = "savedGame") -> tuple[str, Envelope]:
    """Read the text of a save.

    Parameters
    ----------
    data
        The bytes of the entry ``savedGame``, or what gives them bit by bit.
    file
        Named in the error.

    Returns
    -------
    tuple
        The text, and the envelope to write it back in.

    Raises
    ------
    FormatError
        Cut off, damaged, or not UTF-8.

    Examples
    --------
    >>> unwrap(b"!VCSK0162")
    ('c', Envelope(kind=<Kind.VCSK: b'!VCSK'>, key=1))
    """
    streamed = _streamed(data)
    if streamed is not None:
        return streamed[0], Envelope(Kind.VCSK, streamed[1])
    whole = data if isinstance(data, bytes) else b"".join(data())
    kind = next(kind for kind in Kind if whole.startswith(kind.value))
    body, key = _unpacked(whole, kind, file)
    try:
        return body.decode("utf-8"), Envelope(kind, key)
    except UnicodeDecodeError as error:
        raise FormatError(file, f"byte {error.start}", "UTF-8 text", "no VASSAL save, or damaged") from None


def wrap(text: str, envelope: Envelope | None = None) -> bytes:
    """Write the text of a save.

    Parameters
    ----------
    text
        The command text.
    envelope
        What `unwrap` gave; a new save gets ``!VCSK``, which every engine reads.

    Returns
    -------
    bytes
        The bytes of the entry ``savedGame``.

    Raises
    ------
    FormatError
        The text holds a half of a surrogate pair.

    Examples
    --------
    >>> wrap("c", Envelope(key=1))
    b'!VCSK0162'
    """
    envelope = envelope or Envelope()
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FormatError("savedGame", f"character {error.start}", "text that UTF-8 can hold") from None
    if envelope.kind is Kind.PLAIN:
        return data
    if envelope.kind is Kind.XZ:
        import lzma

        return lzma.compress(data)
    masked = _xor(data, envelope.key)
    if envelope.kind is Kind.VCSK:
        return b"!VCSK%02x" % envelope.key + masked.hex().encode("ascii")
    head: bytes = envelope.kind.value
    return head + bytes([envelope.key]) + masked
