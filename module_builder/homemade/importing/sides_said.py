"""The two sides of an import as the user says them: ``French=French|Bavarian,Allied=Austrian|Russian``."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from maps.errors import DataError
from module_builder.homemade.importing.naming import one_line, words
from module_builder.vassal.values import dataclass

__all__ = ["SidesSaid", "read_sides"]

_WHERE = "--sides"
_EXAMPLE = 'such as --sides "French=French|Bavarian,Allied=Austrian|Russian"'
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class SidesSaid:
    """Two sides, and the words by which their pieces are known.

    Parameters
    ----------
    titles
        What the folder calls them, in their order.
    words
        Of each side: names of sides, tabs, prototypes, values or factions of the source.

    Examples
    --------
    >>> said = read_sides("French=French|Bavarian,Allied=Austrian")
    >>> said.side_of(["5th Bavarian Infantry"]), said.side_of(["5th Infantry"])
    ('French', '')
    """

    titles: tuple[str, str]
    words: tuple[tuple[str, ...], tuple[str, ...]]

    def side_of(self, texts: Sequence[str]) -> str:
        """The one side that some texts name; empty where they name none, or both.

        Parameters
        ----------
        texts
            Of a piece.

        Returns
        -------
        str
            Its title.
        """
        pairs = zip(self.titles, self.words, strict=True)
        found = [title for title, own in pairs if any(_names(text, word) for text in texts for word in own)]
        return found[0] if len(found) == 1 else ""

    def check(self, texts: Iterable[str]) -> None:
        """Refuse a word that nothing in the source bears.

        Parameters
        ----------
        texts
            All that can tell whose a piece is.

        Raises
        ------
        DataError
            With the nearest word.
        """
        known = list(dict.fromkeys(filter(None, texts)))
        for word in (word for own in self.words for word in own):
            if not any(_names(text, word) for text in known):
                near = difflib.get_close_matches(word, known, 1, 0.5)
                shown = ", ".join(known[:_SHOWN])
                hint = f"Did you mean {near[0]}?" if near else f"it has {shown or 'no such words'}"
                raise DataError(
                    _WHERE, "", f"a word by which pieces of the source are told, not {word!r}", hint
                )


def _names(text: str, word: str) -> bool:
    """Whether a text holds a word, or all of several."""
    told = words(word)
    return text.casefold() == word.casefold() or (bool(told) and told <= words(text))


def read_sides(text: str) -> SidesSaid:
    """Read what the user says of the sides.

    Parameters
    ----------
    text
        Two titles parted by a comma; behind ``=`` the words of their pieces, parted by ``|``: without them
        the title itself.

    Returns
    -------
    SidesSaid

    Raises
    ------
    DataError
        There are not two, one has no title, or a word is both's.

    Examples
    --------
    >>> read_sides("Red, Blue").words
    (('Red',), ('Blue',))
    >>> read_sides("Red")
    Traceback (most recent call last):
    maps.errors.DataError: --sides: expected two sides parted by a comma, not 1; such as --sides "French=...
    """
    rows = [row.partition("=") for row in text.split(",") if row.strip()]
    if len(rows) != 2:
        raise DataError(_WHERE, "", f"two sides parted by a comma, not {len(rows)}", _EXAMPLE)
    titles = [one_line(title) for title, _, _ in rows]
    told = [
        tuple(word for part in said.split("|") if (word := one_line(part))) if sign else (title,)
        for title, (_, sign, said) in zip(titles, rows, strict=True)
    ]
    for title, own in zip(titles, told, strict=True):
        if not title or not own:
            raise DataError(_WHERE, "", f"a title and words of its pieces, not {title or '='!r}", _EXAMPLE)
    if titles[0].casefold() == titles[1].casefold():
        raise DataError(_WHERE, "", f"two titles, not {titles[0]!r} twice", _EXAMPLE)
    lowered = [{word.casefold() for word in own} for own in told]
    if both := sorted(lowered[0] & lowered[1]):
        raise DataError(_WHERE, "", f"each word of one side, not {both[0]!r} of both")
    return SidesSaid((titles[0], titles[1]), (told[0], told[1]))
