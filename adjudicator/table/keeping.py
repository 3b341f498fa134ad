"""The file of ``--keep``: read at the start, written whole after each change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.errors import SaveError
from adjudicator.table.tree import LARGEST, Tree, trees_from_json, trees_to_json
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes, write_file

__all__ = ["Keeper"]


class Keeper:
    """Keeps trees in a file, or nowhere.

    Parameters
    ----------
    path
        The file; None keeps nothing.

    Examples
    --------
    >>> Keeper(None).read()
    []
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self) -> list[Tree]:
        """The trees in the file; none where there is no file yet.

        Raises
        ------
        SaveError
            It is another kind of file, which is left as it is.
        """
        if self._path is None or not self._path.exists():
            return []
        try:
            return trees_from_json(load_bytes(self._path, most=LARGEST), self._path.name)
        except FormatError as fault:
            raise SaveError(self._path.name, fault.expected, fault.way_out) from None

    def write(self, trees: Sequence[Tree]) -> None:
        """Replace the file, whole or not at all."""
        if self._path is not None:
            write_file(self._path, trees_to_json(trees))
