"""What the makers of boards share: lines of a table, yes and no, and the files that they write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["csv_line", "write_texts", "yes_no"]


def csv_line(columns: Sequence[str], cells: Mapping[str, object]) -> str:
    """A line of a CSV file.

    Parameters
    ----------
    columns
        Names of its columns, in order.
    cells
        Column -> value; a column without one is empty.

    Returns
    -------
    str
        In quotes where a value has a comma.

    Examples
    --------
    >>> csv_line(["id", "name", "town"], {"id": "e1830", "name": "Caen, north"})
    'e1830,"Caen, north",'
    """
    texts = [str(cells.get(column, "")) for column in columns]
    return ",".join(f'"{text}"' if "," in text else text for text in texts)


def yes_no(on: object) -> str:
    """The cell of a column that is ``yes`` or ``no``.

    Parameters
    ----------
    on
        Anything that is true or not.

    Returns
    -------
    str

    Examples
    --------
    >>> yes_no("primary"), yes_no(False)
    ('yes', 'no')
    """
    return "yes" if on else "no"


def write_texts(folder: Path, texts: Mapping[str, Callable[[], str]]) -> None:
    """Write the files that a game's data are made into.

    Parameters
    ----------
    folder
        Where they lie.
    texts
        File name -> what makes its text; one after the other, so that a later one may read an earlier.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_texts(Path(folder), {"edges.csv": lambda: "a,b"})
    ...     (Path(folder) / "edges.csv").read_text()
    'a,b'
    """
    for name, make in texts.items():
        (folder / name).write_text(make(), encoding="utf-8")
