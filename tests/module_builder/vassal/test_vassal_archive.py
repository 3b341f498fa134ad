"""Zip files: broken ones, bombs, raw copies, same bytes every time; metadata."""

from __future__ import annotations

import contextlib
import io
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal.archive import (
    Archive,
    ArchiveKind,
    Entry,
    Limits,
    build_save,
    open_archive,
    read_save,
    write_archive,
    write_file,
    write_save,
)
from module_builder.vassal.commands import BeginSave, EndSave
from module_builder.vassal.errors import FormatError
from module_builder.vassal.metadata import Metadata, format_metadata, parse_metadata
from module_builder.vassal.savegame import Save

if TYPE_CHECKING:
    from pathlib import Path

META = Metadata("1.0", "3.7.0", "a demo", "Mini")


def zipped(entries: dict[str, bytes], *, level: int = 6) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as target:
        for name, data in entries.items():
            target.writestr(name, data)
    return out.getvalue()


def save() -> Archive:
    return build_save(Save.from_commands([BeginSave(), EndSave()]), saved=Metadata("1", "3.7.0"), module=META)


@given(
    st.dictionaries(
        st.text(st.sampled_from("abé/"), min_size=1, max_size=6).filter(lambda n: not n.startswith("/")),
        st.binary(max_size=300),
        max_size=5,
    )
)
def test_what_we_write_every_reader_reads(entries: dict[str, bytes]) -> None:
    entries = {name: data for name, data in entries.items() if not name.endswith("/")}
    data = write_archive([Entry.from_data(name, body) for name, body in entries.items()])
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == entries
    assert {name: open_archive(data).read(name) for name in open_archive(data)} == entries


def test_unchanged_entries_keep_their_packed_bytes() -> None:
    before = zipped({"a.txt": b"a" * 1000, "images/b.png": b"b" * 1000, "c.txt": b"c"}, level=1)
    archive = open_archive(before)
    after = open_archive(write_archive(archive.with_data("c.txt", b"changed")))
    assert list(after) == ["a.txt", "images/b.png", "c.txt"]
    for name in ("a.txt", "images/b.png"):
        assert after.entries[name] == archive.entries[name]
        assert after.entries[name].packed in before
    assert after.read("c.txt") == b"changed"


def test_the_same_entries_give_the_same_bytes() -> None:
    assert write_archive(save()) == write_archive(save())
    assert write_archive(open_archive(write_archive(save()))) == write_archive(save())
    shuffled = Archive().with_data("b", b"1").with_data("a", b"2")
    assert list(shuffled.sorted()) == ["a", "b"]
    assert list(shuffled.without("b", "none")) == ["a"]


def test_pictures_are_stored_and_text_is_deflated() -> None:
    assert Entry.from_data("images/a.png", b"a" * 100).method == 0
    assert Entry.from_data("a.txt", b"a" * 100).method == 8
    assert Entry.from_data("a.txt", b"a").method == 0


def lying(data: bytes, size: int) -> bytes:
    """A zip whose directory tells another unpacked size."""
    at = data.index(b"PK\1\2")
    return data[: at + 24] + struct.pack("<I", size) + data[at + 28 :]


DEFLATED = zipped({"savedGame": b"!VCSK00" + b"61" * 500, "x": b"y"})
BROKEN = {
    "empty": (b"", "a whole zip file"),
    "no zip": (b"hello", "a whole zip file"),
    "cut off": (DEFLATED[:-30], "cut off"),
    "cut off early": (DEFLATED[:20], "cut off"),
    "climbs out": (zipped({"../x": b""}), "a path inside the file"),
    "absolute": (zipped({"/etc/x": b""}), "a path inside the file"),
    "drive": (zipped({"C:/x": b""}), "a path inside the file"),
    "backslash": (zipped({"a\\..\\x": b""}), "a path inside the file"),
    "overlap": (DEFLATED[:0] + lying(DEFLATED, 2**31), "a zip bomb"),
}


@pytest.mark.parametrize(("data", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_zips(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        open_archive(data, file="x.vmod")
    assert str(caught.value).startswith("x.vmod: ")
    assert "\n" not in str(caught.value)


def test_a_name_that_occurs_twice() -> None:
    entry = Entry.from_data("a", b"1")
    with pytest.raises(FormatError, match="to occur once"):
        open_archive(write_archive([entry, entry]))


def test_an_entry_that_is_longer_than_it_says() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b"a" * 10_000) + packer.flush()
    bomb = write_archive([Entry("a", packed, 8, 10, zlib.crc32(b"a" * 10))])
    with pytest.raises(FormatError, match="10 bytes"):
        open_archive(bomb).read("a")
    with pytest.raises(FormatError, match="deflated data"):
        Entry("a", b"\xff\xff", 8, 10, 0).data()


def test_limits() -> None:
    data = zipped({"a": b"1" * 100, "b": b"2"})
    for limits in (Limits(entries=1), Limits(total_bytes=100), Limits(entry_bytes=99)):
        with pytest.raises(FormatError):
            open_archive(data, limits=limits)
    with pytest.raises(FormatError, match="a zip bomb"):
        open_archive(zipped({"a": bytes(3_000_000)}), limits=Limits(ratio=100))


def test_encrypted_and_odd_methods() -> None:
    data = bytearray(zipped({"a": b"1"}))
    at = data.index(b"PK\1\2")
    data[at + 8] |= 1
    with pytest.raises(FormatError, match="no encryption"):
        open_archive(bytes(data))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as target:
        target.writestr("a", b"1")
    with pytest.raises(FormatError, match="stored or deflated"):
        open_archive(out.getvalue())


def test_a_directory_that_points_nowhere() -> None:
    data = bytearray(zipped({"a": b"1" * 50}))
    data[0:4] = b"XXXX"
    with pytest.raises(FormatError, match="a local header"):
        open_archive(bytes(data))


@given(st.integers(0, len(DEFLATED) - 1), st.integers(0, 255))
def test_a_damaged_byte_never_escapes_as_another_error(at: int, value: int) -> None:
    data = bytearray(DEFLATED)
    data[at] = value
    with contextlib.suppress(FormatError):
        archive = open_archive(bytes(data))
        for name in archive:
            archive.read(name)
        archive.save()


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.vsav: file: expected a readable file"):
        read_save(tmp_path / "none.vsav")
    with pytest.raises(FormatError, match="a readable file"):
        open_archive(tmp_path)
    with pytest.raises(FormatError, match="a folder that can be written"):
        write_file(tmp_path / "none" / "x", b"")


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "g.vsav"
    write_save(path, save())
    assert read_save(path).commands() == (BeginSave(), EndSave())
    write_save(path, save())
    assert [p.name for p in tmp_path.iterdir()] == ["g.vsav"]
    with pytest.raises(FormatError, match="entry savedGame"):
        write_save(path, Archive())


def test_kinds() -> None:
    module = Archive().with_data("buildFile.xml", b"<VASSAL.build.GameModule/>")
    assert module.kind is ArchiveKind.MODULE
    assert module.with_data("extensiondata", b"").kind is ArchiveKind.EXTENSION
    assert module.with_data("savedGame", b"").kind is ArchiveKind.SAVE
    assert (
        Archive().with_data("buildFile", b"<VASSAL.build.module.ModuleExtension/>").kind
        is ArchiveKind.EXTENSION
    )
    assert Archive().kind is ArchiveKind.OTHER
    with pytest.raises(FormatError, match="this is a module"):
        module.save()
    with pytest.raises(FormatError, match="to be in the file"):
        module.read("none")
    with pytest.raises(FormatError, match="a path inside"):
        module.with_data("../x", b"")


def test_a_save_is_replaced_and_nothing_else() -> None:
    before = save()
    after = before.with_save(Save.from_commands([BeginSave()]))
    assert {n for n in before if before.entries[n] != after.entries[n]} == {"savedGame"}
    saved = after.metadata("savedata")
    assert saved is not None
    assert saved.name is None
    assert after.metadata() == META
    assert after.metadata("none") is None


def test_metadata_as_the_engine_writes_it() -> None:
    assert format_metadata(META).decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
        "  <version>1.0</version>\n"
        "  <extra1/>\n  <extra2/>\n  <VassalVersion>3.7.0</VassalVersion>\n  <dateSaved>0</dateSaved>\n"
        "  <description>a demo</description>\n  <name>Mini</name>\n</data>\n"
    )


XML_TEXT = st.text(
    st.characters(min_codepoint=32, max_codepoint=0xFFF, exclude_categories=["Cs", "Cc"]), max_size=20
)


@given(XML_TEXT, XML_TEXT, XML_TEXT, st.none() | st.booleans())
def test_metadata_round_trip(name: str, description: str, translated: str, universal: bool | None) -> None:
    translations = (("description", "de", translated), ("name", 'e"s', translated))
    meta = Metadata("1.2", "3.7.1", description, name, "17", "x", "y", universal, translations)
    assert parse_metadata(format_metadata(meta)) == meta


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<data>",
        b"<other/>",
        b"<!DOCTYPE data [<!ENTITY a 'b'>]><data/>",
        b"<data>&a;</data>",
        b"<data version='1'><version>1</data>",
        b'<?xml version="1.0" encoding="nonsense"?><data/>',
        b" " * 2_000_000,
    ],
)
def test_broken_metadata(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        parse_metadata(data, file="moduledata")
    assert "\n" not in str(caught.value)
