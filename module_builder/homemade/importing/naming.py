"""Ids of small letters and hyphens for names of people's making, and the words that tell whose a piece is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

__all__ = ["Ids", "column_name", "one_line", "slug", "words"]

_LONGEST = 40
_KINDS = re.compile(r"[a-z]+|[0-9]+")
_STEMS = {
    "french": "france", "dutch": "netherlands", "polish": "poland", "spanish": "spain", "turkish": "turkey",
    "greek": "greece", "swedish": "sweden", "danish": "denmark", "finnish": "finland", "chinese": "china",
    "american": "us", "americans": "us", "usa": "us", "soviets": "soviet", "confederates": "confederate",
    "csa": "confederate", "federal": "union", "federals": "union", "allied": "allies", "ally": "allies",
    "british": "britain", "commonwealth": "britain", "german": "germany", "germans": "germany",
    "reds": "red", "blues": "blue", "whites": "white",
}  # fmt: skip


def slug(text: str, default: str = "piece") -> str:
    """Small letters, figures and single hyphens.

    Parameters
    ----------
    text
        A name.
    default
        Where nothing is left of it.

    Returns
    -------
    str

    Examples
    --------
    >>> slug("2nd Pz. Gren. (Élite)"), slug("?!")
    ('2nd-pz-gren-elite', 'piece')
    """
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    found = re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")
    return found[:_LONGEST].strip("-") or default


class Ids:
    """Gives each thing an id of its own.

    Parameters
    ----------
    taken
        Ids that are none of theirs.
    letter
        Stands before an id that would begin with a figure; none where that may be.

    Examples
    --------
    >>> ids = Ids()
    >>> ids.new("Inf"), ids.new("Inf"), Ids(letter="s-").new("4 Corps")
    ('inf', 'inf-2', 's-4-corps')
    """

    def __init__(self, taken: Iterable[str] = (), letter: str = "") -> None:
        self._taken, self._letter = set(taken), letter

    def new(self, text: str, default: str = "piece") -> str:
        """An id after a name.

        Parameters
        ----------
        text, default
            As in `slug`.

        Returns
        -------
        str
        """
        stem = slug(text, default)
        if self._letter and stem[0].isdigit():
            stem = self._letter + stem
        found, number = stem, 1
        while found in self._taken:
            number += 1
            found = f"{stem}-{number}"
        self._taken.add(found)
        return found


def column_name(text: str, taken: Collection[str] = ()) -> str:
    """Name of a column after that of a property; ``_mark`` stands behind one that has a meaning here.

    Parameters
    ----------
    text
        Of the property.
    taken
        Columns that have a meaning.

    Returns
    -------
    str

    Examples
    --------
    >>> column_name("Full CF"), column_name("Side", ["side"]), column_name("2nd")
    ('full_cf', 'side_mark', 'm_2nd')
    """
    found = slug(text, "mark").replace("-", "_")
    found = f"m_{found}" if not found[0].isalpha() else found
    return f"{found}_mark" if found in taken else found


def one_line(text: str) -> str:
    r"""A text without line breaks and control signs.

    Parameters
    ----------
    text
        Any.

    Returns
    -------
    str

    Examples
    --------
    >>> one_line(" a\n b\x07 ")
    'a b'
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(kept.split())


def words(text: str) -> frozenset[str]:
    """The words of a name, those of peoples as their countries.

    Parameters
    ----------
    text
        A name, also with capitals in it as in ``CorpsGE``.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> sorted(words("French Unit")), sorted(words("UnitCP"))
    (['france', 'unit'], ['cp', 'unit'])
    """
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    plain = unicodedata.normalize("NFKD", parted).encode("ascii", "ignore").decode().casefold()
    return frozenset(_STEMS.get(word, word) for word in _KINDS.findall(plain))
