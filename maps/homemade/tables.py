"""Tables of a user's own: some columns must be there, some may be, and any further column is kept."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from maps.errors import DataError
from maps.loader import Row, header, read_rows

__all__ = ["read_free_rows"]


def read_free_rows(path: Path, required: Sequence[str], optional: Sequence[str]) -> list[Row]:
    r"""Read a CSV file that may have columns of its own.

    Parameters
    ----------
    path
        The file.
    required
        Columns that must be there.
    optional
        Columns that may be left out; their cells are empty then.

    Returns
    -------
    list of Row
        With the cells of every column.

    Raises
    ------
    DataError
        Missing file, missing column, a column twice, wrong number of cells.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "e.csv"
    ...     _ = file.write_text("id,mood\na,gay\n")
    ...     [row.cells for row in read_free_rows(file, ["id"], ["name"])]
    [{'id': 'a', 'mood': 'gay', 'name': ''}]
    """
    columns = header(path)
    missing = [column for column in required if column not in columns]
    if columns and missing:
        near = difflib.get_close_matches(missing[0], [c for c in columns if c not in required], 1)
        way_out = f"Is {near[0]!r} meant for it?" if near else f"the columns are {', '.join(columns)}"
        raise DataError(path.name, "line 1", f"a column {missing[0]!r}", way_out)
    twice = [column for n, column in enumerate(columns) if not column or column in columns[:n]]
    if twice:
        raise DataError(path.name, f"line 1, column {twice[0]}", "each column once, with a name")
    rest = dict.fromkeys([column for column in optional if column not in columns], "")
    return [Row(row.file, row.line, {**row.cells, **rest}) for row in read_rows(path, columns or required)]
