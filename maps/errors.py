"""The root of the error tree, and the error of a data file.

::

    BocageError
      DataError    a file, row or cell is wrong: file, place, what was expected, the way out

The other branches stand in `adjudicator.errors`, one layer up.
"""

from __future__ import annotations

__all__ = ["BocageError", "DataError"]


class BocageError(Exception):
    """Root of everything this project raises for bad input; its text is one line for a person.

    Parameters
    ----------
    text
        The line; breaks in it, and signs that cannot be shown, become spaces: they are words of a file.

    Examples
    --------
    >>> print(BocageError("there is no field" + chr(10) + "here"))
    there is no field here
    """

    def __init__(self, text: str = "") -> None:
        super().__init__("".join(sign if sign.isprintable() else " " for sign in text))


class DataError(BocageError):
    """A data file is wrong.

    Parameters
    ----------
    file
        Name of the file.
    place
        Where in it: ``line 12, column tem``, a key, or empty.
    expected
        What was wrong and what was expected instead.
    way_out
        What to do about it, if there is more to say.

    Examples
    --------
    >>> print(DataError("spaces.csv", "line 4, column tem", "a whole number from 1 to 4, not 'x'"))
    spaces.csv, line 4, column tem: expected a whole number from 1 to 4, not 'x'
    """

    def __init__(self, file: str, place: str, expected: str, way_out: str = "") -> None:
        self.file, self.place, self.expected, self.way_out = file, place, expected, way_out
        where = f"{file}, {place}" if place else file
        super().__init__(f"{where}: expected {expected}" + (f"; {way_out}" if way_out else ""))
