"""The one error of the format layer."""

from __future__ import annotations

__all__ = ["FormatError"]


class FormatError(ValueError):
    """A file is not what its format demands.

    Parameters
    ----------
    file
        The file or entry that was being read.
    place
        Where in it: an entry name, a command, a trait, a byte offset.
    expected
        What should have stood there.
    way_out
        What the reader can do about it, if anything.

    Examples
    --------
    >>> print(FormatError("game.vsav", "entry savedGame", "a zip entry", "save the game again"))
    game.vsav: entry savedGame: expected a zip entry; save the game again
    """

    def __init__(self, file: str, place: str, expected: str, way_out: str = "") -> None:
        self.file = file
        self.place = place
        self.expected = expected
        self.way_out = way_out
        super().__init__(self._line())

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, str, str, str]]:
        return type(self), (self.file, self.place, self.expected, self.way_out)

    def _line(self) -> str:
        """Give the message on one line, without control characters."""
        head = ": ".join(part for part in (self.file, self.place) if part)
        tail = f"; {self.way_out}" if self.way_out else ""
        text = f"{head}: expected {self.expected}{tail}"
        return "".join(c if c.isprintable() else " " for c in text)
