"""A folder in the making: its files, written at the end and all at once into an empty folder."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from maps.errors import DataError
from module_builder.homemade.importing.left import FILE, Left
from module_builder.homemade.importing.naming import one_line, slug
from module_builder.vassal.files import make_folder, write_file

__all__ = ["Draft", "check_target", "toml_text", "toml_value"]


def toml_text(text: str) -> str:
    r"""A text as TOML writes it.

    Parameters
    ----------
    text
        Any.

    Returns
    -------
    str

    Examples
    --------
    >>> print(toml_text('the "7th"'))
    "the \"7th\""
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value: object) -> str:
    """A value as TOML writes it.

    Parameters
    ----------
    value
        A text, number, truth, or a list or mapping of such.

    Returns
    -------
    str

    Examples
    --------
    >>> toml_value([1, 2.5, "a"]), toml_value({"hex": "0101"}), toml_value(True)
    ('[1, 2.5, "a"]', '{ hex = "0101" }', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:.10g}"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    return toml_text(str(value))


def check_target(folder: Path) -> None:
    """Refuse a folder in which something lies.

    Parameters
    ----------
    folder
        To be made.

    Raises
    ------
    DataError
        It is no folder, or not empty.

    Examples
    --------
    >>> check_target(Path("no-such-folder"))
    """
    if folder.exists() and not folder.is_dir():
        raise DataError(str(folder), "", "a folder, not a file", "name another one")
    if folder.is_dir() and any(folder.iterdir()):
        raise DataError(
            str(folder), "", "a new or an empty folder", "nothing is overwritten: name another one"
        )


class Draft:
    """The files of a folder, and what could not be carried.

    Examples
    --------
    >>> draft = Draft()
    >>> draft.table("cards.csv", "Cards.", ["id", "title"], [{"id": "a", "title": "Rain, and fog"}])
    >>> print(draft.files["cards.csv"].decode(), end="")
    # Cards.
    id,title
    a,"Rain, and fog"
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.left = Left()
        self._pictures: dict[str, str] = {}

    def text(self, name: str, text: str) -> None:
        """Add a file of text.

        Parameters
        ----------
        name, text
            The file, and what it holds.
        """
        self.files[name] = text.encode()

    def table(
        self, name: str, comment: str, columns: Sequence[str], rows: Iterable[Mapping[str, object]]
    ) -> None:
        """Add a table.

        Parameters
        ----------
        name, comment
            The file, and the line that says what it is.
        columns, rows
            In order; a cell that a row has not is empty.
        """
        text = io.StringIO()
        text.write(f"# {comment}\n")
        writer = csv.DictWriter(text, columns, restval="", lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for row in rows:
            writer.writerow({column: one_line(str(row.get(column, ""))) for column in columns})
        self.text(name, text.getvalue())

    def picture(self, data: bytes, name: str, ending: str = ".png") -> str:
        """Add a picture; the same one lies there once.

        Parameters
        ----------
        data
            The file.
        name
            After which it is called.
        ending
            Of its name.

        Returns
        -------
        str
            Its name in the folder.
        """
        key = hashlib.sha256(data).hexdigest()
        if key not in self._pictures:
            stem, number = slug(name, "picture"), 1
            path = f"art/{stem}{ending}"
            while path in self.files:
                number += 1
                path = f"art/{stem}-{number}{ending}"
            self.files[path] = data
            self._pictures[key] = path
        return self._pictures[key]

    def write(self, folder: Path, source: str) -> None:
        """Write everything.

        Parameters
        ----------
        folder
            Where to; made where it is missing.
        source
            What was imported.

        Raises
        ------
        DataError, FormatError
            The folder is not empty, or cannot be written.
        """
        check_target(folder)
        self.text(FILE, self.left.markdown(source))
        make_folder(folder)
        for name in sorted(self.files):
            path = folder / name
            make_folder(path.parent)
            write_file(path, self.files[name])
