"""The zip files .vmod, .vmdx, .vsav and .vlog: read with suspicion, written the same way every time.

Entries that nobody changed are copied as the bytes they are in the file, still compressed.
"""

from __future__ import annotations

import functools
import io
import struct
import zipfile
import zlib
from dataclasses import field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import LARGEST, load_bytes, make_folder, write_file
from module_builder.vassal.metadata import Metadata, format_metadata, parse_metadata
from module_builder.vassal.savegame import Save
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "SAVES",
    "Archive",
    "ArchiveKind",
    "Entry",
    "Limits",
    "build_save",
    "make_folder",
    "open_archive",
    "read_save",
    "write_archive",
    "write_file",
    "write_save",
]

_DATE = (46 << 9 | 1 << 5 | 1) & 0xFFFF
_LOCAL = struct.Struct("<IHHHHHIIIHH")
_CENTRAL = struct.Struct("<IHHHHHHIIIHHHHHII")
_END = struct.Struct("<IHHHHIIH")
_UTF8 = 0x800
_CHUNK = 512
"""Packed bytes that are unpacked at a time: so few that what they become stays near the processor."""
_READ_ERRORS = (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, EOFError, ValueError, struct.error)
_PACKED = frozenset({"png", "jpg", "jpeg", "gif", "mp3", "zip", "vsav", "vlog", "pdf"})


class ArchiveKind(Enum):
    """What a file is, told as the engine tells it."""

    SAVE = "a saved game or log"
    EXTENSION = "an extension"
    MODULE = "a module"
    OTHER = "no file of VASSAL"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a well-meant file stays below.

    Parameters
    ----------
    entries
        Number of entries.
    entry_bytes, total_bytes
        Size of one entry and of all, unpacked.
    ratio
        Unpacked to packed, for entries above a megabyte.
    file_bytes
        Size of the file, packed.
    """

    entries: int = 50_000
    entry_bytes: int = 512 * 1024 * 1024
    total_bytes: int = 4 * 1024 * 1024 * 1024
    ratio: int = 1100
    file_bytes: int = LARGEST


SAVES = Limits(1_000, 64 * 1024 * 1024, 96 * 1024 * 1024, file_bytes=32 * 1024 * 1024)
"""What a saved game or a log stays below: the largest known one has 27 MB unpacked."""
_SAVES = (".vsav", ".vlog")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry, packed.

    Parameters
    ----------
    name
        With ``/`` between folders.
    packed
        The bytes in the file.
    method
        0 stored, 8 deflated.
    size, crc
        Of the unpacked bytes.
    stamp
        DOS time and date.
    """

    name: str
    packed: bytes = field(repr=False)
    method: int
    size: int
    crc: int
    stamp: tuple[int, int] = (0, _DATE)

    @classmethod
    def from_data(cls, name: str, data: bytes, *, level: int = 9) -> Entry:
        """Pack data; images and archives are stored, what does not shrink too."""
        packed = data
        if name.rpartition(".")[2].lower() not in _PACKED:
            packer = zlib.compressobj(level, zlib.DEFLATED, -15)
            packed = packer.compress(data) + packer.flush()
        if len(packed) >= len(data):
            return cls(name, data, 0, len(data), zlib.crc32(data))
        return cls(name, packed, 8, len(data), zlib.crc32(data))

    def data(self, *, file: str = "zip") -> bytes:
        """Unpack.

        Raises
        ------
        FormatError
            Damaged, or longer than it says.
        """
        return b"".join(self.chunks(file=file))

    def chunks(self, *, file: str = "zip") -> Iterator[bytes]:
        """Unpack bit by bit: much quicker than a large entry as one, for which memory has to be found.

        Yields
        ------
        bytes

        Raises
        ------
        FormatError
            As `data`; for a wrong checksum after the last of them.
        """
        size = crc = 0
        for chunk in self._inflated(file) if self.method == 8 else (self.packed,):
            size, crc = size + len(chunk), zlib.crc32(chunk, crc)
            if size > self.size:
                break
            yield chunk
        if size != self.size or crc != self.crc:
            raise FormatError(
                file, f"entry {self.name}", f"{self.size} bytes of checksum {self.crc:08x}", "damaged"
            )

    def _inflated(self, file: str) -> Iterator[bytes]:
        reader = zlib.decompressobj(-15)
        try:
            for start in range(0, len(self.packed), _CHUNK):
                yield reader.decompress(self.packed[start : start + _CHUNK])
        except zlib.error as error:
            raise FormatError(file, f"entry {self.name}", f"deflated data ({error})", "damaged") from None


@dataclass(frozen=True, slots=True)
class Archive:
    """The entries of a file by name.

    Parameters
    ----------
    entries
        In the order of the file.
    file
        Named in errors.

    Examples
    --------
    >>> Archive().with_data("moduledata", b"x").read("moduledata")
    b'x'
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    file: str = "zip"

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def read(self, name: str) -> bytes:
        """Unpack an entry.

        Raises
        ------
        FormatError
            There is none of that name, or it is damaged.
        """
        if name not in self.entries:
            raise FormatError(self.file, f"entry {name}", "to be in the file")
        return self.entries[name].data(file=self.file)

    def with_data(self, name: str, data: bytes) -> Archive:
        """Put an entry in, in its old place or at the end; all others stay as they are packed."""
        _check_name(name, self.file)
        return Archive({**self.entries, name: Entry.from_data(name, data)}, self.file)

    def without(self, *names: str) -> Archive:
        """Leave entries out."""
        return Archive({name: entry for name, entry in self.entries.items() if name not in names}, self.file)

    def sorted(self) -> Archive:
        """Order the entries by name."""
        return Archive(dict(sorted(self.entries.items())), self.file)

    @property
    def tree(self) -> str:
        """Name of the entry with the component tree; modules before 3.2 have another."""
        return "buildFile.xml" if "buildFile.xml" in self.entries else "buildFile"

    @property
    def kind(self) -> ArchiveKind:
        """What the file is (reference 1)."""
        if "savedGame" in self.entries:
            return ArchiveKind.SAVE
        if self.tree not in self.entries:
            return ArchiveKind.OTHER
        if "extensiondata" in self.entries:
            return ArchiveKind.EXTENSION
        root = self.read(self.tree)[:4096]
        module = "moduledata" in self.entries or b"GameModule" in root or b"BasicModule" in root
        return ArchiveKind.MODULE if module else ArchiveKind.EXTENSION

    def metadata(self, name: str = "moduledata") -> Metadata | None:
        """Read a metadata entry; None where the file has none."""
        if name not in self.entries:
            return None
        return parse_metadata(self.read(name), file=f"{self.file}: {name}")

    def save(self) -> Save:
        """Read the saved game or log.

        Raises
        ------
        FormatError
            The file holds none, or a damaged one.
        """
        if "savedGame" not in self.entries:
            raise FormatError(
                self.file, "entry savedGame", "a saved game or log", f"this is {self.kind.value}"
            )
        chunks = functools.partial(self.entries["savedGame"].chunks, file=self.file)
        return Save.from_bytes(chunks, file=f"{self.file}: savedGame")

    def with_save(self, save: Save) -> Archive:
        """Put a saved game in; metadata and every other entry stay as they are."""
        return self.with_data("savedGame", save.to_bytes())


def _check_name(name: str, file: str) -> None:
    parts = name.replace("\\", "/").split("/")
    drive = len(name) > 1 and name[1] == ":"
    if not name or "\0" in name or "\\" in name or drive or parts[0] == "" or ".." in parts:
        raise FormatError(file, f"entry {name[:60]!r}", "a path inside the file", "do not unpack this file")


def _check_sizes(infos: list[zipfile.ZipInfo], size: int, file: str, limits: Limits) -> None:
    if len(infos) > limits.entries:
        raise FormatError(file, f"{len(infos)} entries", f"at most {limits.entries}")
    if sum(info.file_size for info in infos) > limits.total_bytes:
        raise FormatError(file, "all entries", f"at most {limits.total_bytes} bytes unpacked", "a zip bomb?")
    if sum(info.compress_size for info in infos) > size:
        raise FormatError(file, "all entries", "no entries that overlap", "a zip bomb?")
    for info in infos:
        swollen = info.file_size > max(1 << 20, info.compress_size * limits.ratio)
        if info.file_size > limits.entry_bytes or swollen:
            raise FormatError(file, f"entry {info.filename[:60]!r}", "a size in reason", "a zip bomb?")


def _packed(data: bytes, info: zipfile.ZipInfo, file: str) -> bytes:
    """The bytes of an entry as they stand in the file."""
    place = f"entry {info.filename[:60]!r}"
    head = data[info.header_offset : info.header_offset + _LOCAL.size]
    if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
        raise FormatError(file, place, "a local header", "the file is damaged")
    *_, name_length, extra_length = _LOCAL.unpack(head)
    start = info.header_offset + _LOCAL.size + name_length + extra_length
    packed = data[start : start + info.compress_size]
    if len(packed) != info.compress_size:
        raise FormatError(file, place, f"{info.compress_size} bytes", "the file is cut off")
    return packed


def _entry(data: bytes, info: zipfile.ZipInfo, file: str) -> Entry:
    place = f"entry {info.filename[:60]!r}"
    if info.flag_bits & 1:
        raise FormatError(file, place, "no encryption")
    if info.compress_type not in {0, 8}:
        raise FormatError(file, place, f"method stored or deflated, not {info.compress_type}")
    year, month, day, hour, minute, second = info.date_time
    stamp = (hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day)
    return Entry(
        info.filename, _packed(data, info, file), info.compress_type, info.file_size, info.CRC, stamp
    )


def _entries(data: bytes, infos: list[zipfile.ZipInfo], file: str) -> Iterator[Entry]:
    seen = set()
    for info in infos:
        _check_name(info.orig_filename, file)
        if info.filename in seen:
            raise FormatError(file, f"entry {info.filename[:60]!r}", "to occur once")
        seen.add(info.filename)
        if not info.is_dir():
            yield _entry(data, info, file)


def open_archive(source: Path | str | bytes, *, file: str = "", limits: Limits | None = None) -> Archive:
    """Read a zip file.

    Parameters
    ----------
    source
        A path or the bytes.
    file
        Named in errors; the path's name by default.
    limits
        What it must stay below; by default what its name, of a module or of a save, lets expect.

    Returns
    -------
    Archive
        Its entries, still packed; folders are left out.

    Raises
    ------
    FormatError
        Not there, no zip, cut off, a path that climbs out, a name that occurs twice, a zip bomb.
    """
    name = file or ("zip" if isinstance(source, bytes) else Path(source).name)
    known = limits or (SAVES if name.casefold().endswith(_SAVES) else Limits())
    try:
        data = source if isinstance(source, bytes) else load_bytes(source, most=known.file_bytes)
    except FormatError as error:
        raise FormatError(name, error.place, error.expected, error.way_out) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            infos = opened.infolist()
    except (*_READ_ERRORS, NotImplementedError) as error:
        hint = "the file is cut off" if data[:4] == b"PK\3\4" else ""
        raise FormatError(name, f"{len(data)} bytes", f"a whole zip file ({error})", hint) from None
    _check_sizes(infos, len(data), name, known)
    return Archive({entry.name: entry for entry in _entries(data, infos, name)}, name)


def write_archive(entries: Archive | Iterable[Entry]) -> bytes:
    """Write a zip file; the same entries always give the same bytes.

    Parameters
    ----------
    entries
        In the order in which they are to stand.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    FormatError
        Too large for a zip without extensions (4 GiB or 65,535 entries).
    """
    listed = list(entries.entries.values() if isinstance(entries, Archive) else entries)
    body, directory = io.BytesIO(), io.BytesIO()
    for entry in listed:
        name = entry.name.encode("utf-8")
        flags = 0 if entry.name.isascii() else _UTF8
        common = (
            20,
            flags,
            entry.method,
            *entry.stamp,
            entry.crc,
            len(entry.packed),
            entry.size,
            len(name),
            0,
        )
        offset = body.tell()
        if offset + len(entry.packed) >= 0xFFFF_0000 or len(listed) > 0xFFFF:
            raise FormatError("zip", f"entry {entry.name}", "at most 4 GiB and 65,535 entries")
        body.write(_LOCAL.pack(0x04034B50, *common) + name + entry.packed)
        directory.write(_CENTRAL.pack(0x02014B50, 20, *common, 0, 0, 0, 0, offset) + name)
    tail = directory.getvalue()
    end = _END.pack(0x06054B50, 0, 0, len(listed), len(listed), len(tail), body.tell(), 0)
    return body.getvalue() + tail + end


def read_save(path: Path | str) -> Save:
    """Read the saved game or log of a file.

    Raises
    ------
    FormatError
        Not a save, cut off, or damaged.
    """
    return open_archive(path).save()


def build_save(save: Save, *, saved: Metadata, module: Metadata) -> Archive:
    """Put a new save together.

    Parameters
    ----------
    save
        The commands.
    saved
        ``savedata``; its description is shown in the chat on loading.
    module
        ``moduledata`` of the module played; a save with ``savedata`` but without it makes the engine ask.

    Returns
    -------
    Archive
        Ready for `write_archive`.
    """
    archive = Archive(file="new save").with_save(save).with_data("savedata", format_metadata(saved))
    return archive.with_data("moduledata", format_metadata(module))


def write_save(path: Path | str, archive: Archive) -> None:
    """Write a save's archive to a file, whole or not at all.

    Raises
    ------
    FormatError
        The archive holds no save, or the folder cannot be written.
    """
    if "savedGame" not in archive:
        raise FormatError(archive.file, "entry savedGame", "to be in the file")
    write_file(path, write_archive(archive))
