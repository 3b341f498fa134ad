"""On which line of a TOML file each key stands, which its reader does not tell."""

from __future__ import annotations

import bisect
import tomllib
from collections.abc import Mapping, Sequence

__all__ = ["key_lines", "line_of"]

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_BLANK = " \t"
Path = tuple[str, ...]


def key_lines(text: str) -> dict[Path, int]:
    r"""Find the line of every table and of every key that begins a line.

    Parameters
    ----------
    text
        Valid TOML.

    Returns
    -------
    dict
        Path of keys -> line, from 1; the tables of an array have their number from 0 in the path. Keys within
        an inline table stand where it begins; `line_of` finds them.

    Examples
    --------
    >>> key_lines('[a]\nb = 1\n\n[[c]]\nd.e = [\n 2,\n]\n[[c]]\n"f g" = 3\n')[("c", "1", "f g")]
    9
    """
    scan = _Scan(text)
    scan.run()
    return scan.found


def line_of(lines: Mapping[Path, int], path: Sequence[str]) -> int:
    """The line of a key, or of the table around it that has one.

    Parameters
    ----------
    lines
        As `key_lines` gives them.
    path
        Of the key.

    Returns
    -------
    int
        1 where nothing around it is known.

    Examples
    --------
    >>> line_of({("a",): 3}, ("a", "b", "c"))
    3
    """
    for end in range(len(path), 0, -1):
        found = lines.get(tuple(path[:end]))
        if found is not None:
            return found
    return 1


class _Scan:
    """Goes through the text statement by statement."""

    __slots__ = ("at", "counts", "found", "starts", "table", "text")

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.found: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}  # array of tables -> number of the last one
        self.table: Path = ()
        self.starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    def run(self) -> None:
        while self._to_statement():
            line = bisect.bisect_right(self.starts, self.at)
            if self.text.startswith("[[", self.at):
                self.at += 2
                self._open(self._key(), line, many=True)
                self._to_line_end()
            elif self.text.startswith("[", self.at):
                self.at += 1
                self._open(self._key(), line, many=False)
                self._to_line_end()
            else:
                path = self.table
                for name in self._key():
                    path = (*path, name)
                    self.found.setdefault(path, line)
                self._over_value()

    def _open(self, names: Sequence[str], line: int, *, many: bool) -> None:
        """Go into the table of a header; of an array of tables into a new one."""
        path: Path = ()
        for number, name in enumerate(names, 1):
            path = (*path, name)
            last = many and number == len(names)
            if last:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts:
                self.found.setdefault(path, line)
                path = (*path, str(self.counts[path]))
        self.table = path
        self.found.setdefault(path, line)

    def _to_statement(self) -> bool:
        """Go over blanks, line ends and comments; false at the end."""
        text = self.text
        while self.at < len(text):
            if text[self.at] == "#":
                self._to_line_end()
            elif text[self.at] in " \t\r\n":
                self.at += 1
            else:
                return True
        return False

    def _to_line_end(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _key(self) -> list[str]:
        """Read a key with its dots, and what ends it."""
        found, text = list[str](), self.text
        while True:
            self._blanks()
            start = self.at
            if text[start] in "\"'":
                self._over_string()
                found.append(next(iter(tomllib.loads(f"{text[start : self.at]} = 0"))))
            else:
                while self.at < len(text) and text[self.at] in _BARE:
                    self.at += 1
                found.append(text[start : self.at])
            self._blanks()
            ended = text[self.at] != "."
            self.at += 1
            if ended:
                return found

    def _blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1

    def _over_value(self) -> None:
        """Go to the end of the value: of its line, or of the line that closes its last bracket."""
        depth, text = 0, self.text
        while self.at < len(text):
            sign = text[self.at]
            if sign in "\"'":
                self._over_string()
                continue
            if sign == "#":
                self._to_line_end()
                continue
            if sign == "\n" and depth == 0:
                return
            depth += (sign in "[{") - (sign in "]}")
            self.at += 1

    def _over_string(self) -> None:
        """Go behind the string that begins here."""
        text, mark = self.text, self.text[self.at]
        long = text.startswith(mark * 3, self.at)
        end = mark * 3 if long else mark
        self.at += len(end)
        while not text.startswith(end, self.at):
            self.at += 2 if text[self.at] == "\\" and mark == '"' else 1
        self.at += len(end)
        while long and text.startswith(mark, self.at):  # a quotation mark before the three that end it
            self.at += 1
