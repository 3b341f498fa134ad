"""A module of VASSAL to be imported, from its ``.vmod`` or from a folder in which it lies unpacked."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from module_builder.vassal.archive import Archive, Entry, open_archive
from module_builder.vassal.buildfile import descendants, read_components
from module_builder.vassal.files import load_bytes
from module_builder.vassal.geometry import BoardMap, Locator, image_size
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["Source", "is_unpacked", "open_source"]

_TREES = ("buildFile.xml", "buildFile")
_MOST_FILES = 20_000
_PICTURES = "images/"


@dataclass(frozen=True)
class Source:
    """A module.

    Parameters
    ----------
    file
        Name of the file or folder.
    root, archive
        Its component tree, and its entries.
    """

    file: str
    root: _Element = field(repr=False)
    archive: Archive = field(repr=False)

    @functools.cached_property
    def title(self) -> str:
        """What it is called."""
        meta = self.archive.metadata()
        name: str = self.root.get("name", "") or (meta.name if meta and meta.name else "")
        return name or Path(self.file).stem

    @functools.cached_property
    def version(self) -> str:
        """Its version; 1.0 where it has none."""
        return self.root.get("version", "") or "1.0"

    @functools.cached_property
    def locator(self) -> Locator:
        """The grids of its maps."""
        return Locator.from_module(self.root, size_of=self.size_of)

    @functools.cached_property
    def maps(self) -> dict[str, BoardMap]:
        """Its windows with boards, by name."""
        return dict(self.locator.maps)

    def find(self, *names: str) -> Iterator[_Element]:
        """Every component of some classes."""
        return descendants(self.root, *names)

    def picture(self, name: str) -> bytes | None:
        """A picture by the name that components use; None where the module has it not."""
        for entry in (f"{_PICTURES}{name}", name.lstrip("/")):
            if name and entry in self.archive:
                return self.archive.read(entry)
        return None

    def size_of(self, name: str) -> tuple[int, int] | None:
        """Width and height of a picture; None where it is not there, or of a kind that we do not know."""
        if name not in self._sizes:
            data = self.picture(name)
            self._sizes[name] = None if data is None else image_size(data)
        return self._sizes[name]

    @functools.cached_property
    def _sizes(self) -> dict[str, tuple[int, int] | None]:
        return {}


def is_unpacked(path: Path) -> bool:
    """Whether a module lies in a folder, unpacked.

    Parameters
    ----------
    path
        The folder.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_unpacked(Path("no-such-folder"))
    False
    """
    return any((path / name).is_file() for name in _TREES)


def open_source(path: Path) -> Source:
    """Read a module.

    Parameters
    ----------
    path
        A ``.vmod``, or a folder with a ``buildFile.xml`` in it.

    Returns
    -------
    Source

    Raises
    ------
    DataError, FormatError
        No module, damaged, or an extension.

    Examples
    --------
    >>> open_source(Path("no-such.vmod"))
    Traceback (most recent call last):
    module_builder.vassal.errors.FormatError: no-such.vmod: file: expected a readable file (...
    """
    archive = _unpacked(path) if path.is_dir() else open_archive(path)
    root = read_components(archive)
    if str(root.tag).endswith("ModuleExtension"):
        raise DataError(path.name, "", "a module; this is an extension", "import the module that it extends")
    return Source(path.name, root, archive)


def _unpacked(folder: Path) -> Archive:
    """The files of a folder as the entries of an archive; hidden ones are left out."""
    entries: dict[str, Entry] = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if not path.is_file() or any(part.startswith(".") for part in parts):
            continue
        if len(entries) == _MOST_FILES:
            raise DataError(
                folder.name, "", f"at most {_MOST_FILES:,} files", "name the folder of one module"
            )
        name = "/".join(parts)
        entries[name] = Entry.from_data(name, load_bytes(path), level=1)
    return Archive(entries, folder.name)
