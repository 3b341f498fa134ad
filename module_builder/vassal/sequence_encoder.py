"""VASSAL's escape scheme for nested lists, byte for byte as the engine does it.

Items are joined by a delimiter; inside an item each delimiter gets a backslash before it and nothing
else is escaped. An item that begins with a backslash, or that begins and ends with a single quote, is
wrapped in single quotes. The scheme is not free of ambiguity (an item that ends in a backslash eats the
delimiter after it); both functions here do exactly what the engine does with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Item", "decode", "encode"]

Item = str | int | float | bool | None


def _text(item: Item) -> str:
    if item is None:
        return ""
    if isinstance(item, bool):
        return "true" if item else "false"
    return str(item)


def _quoted(item: str, delimiter: str) -> str:
    escaped = item.replace(delimiter, "\\" + delimiter)
    if item and (item[0] == "\\" or item[0] == item[-1] == "'"):
        return f"'{escaped}'"
    return escaped


def encode(items: Iterable[Item], delimiter: str) -> str:
    r"""Join items to one text.

    Parameters
    ----------
    items
        The fields in order; booleans become ``true`` and ``false``, None an empty field.
    delimiter
        One character.

    Returns
    -------
    str
        The encoded text; "" for no item at all.

    Examples
    --------
    >>> encode(["70,130", "57348,0,Fire"], ",")
    '70\\,130,57348\\,0\\,Fire'
    """
    texts = [item if type(item) is str else _text(item) for item in items]
    text = delimiter.join(texts)
    if text.count(delimiter) == len(texts) - 1 and "\\" not in text and "'" not in text:
        return text
    return delimiter.join([_quoted(item, delimiter) for item in texts])


def _unquoted(token: str) -> str:
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _joined(parts: list[str], delimiter: str) -> list[str]:
    """Merge the parts whose delimiter was escaped (the part before it ends in a backslash)."""
    tokens: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for i, part in enumerate(parts):
        if i < last and part.endswith("\\"):
            pending.append(part[:-1])
        elif pending:
            pending.append(part)
            tokens.append(delimiter.join(pending))
            pending = []
        else:
            tokens.append(part)
    return tokens


def decode(text: str, delimiter: str) -> list[str]:
    """Split a text into its items.

    Parameters
    ----------
    text
        What `encode` or the engine wrote.
    delimiter
        One character other than the backslash.

    Returns
    -------
    list of str
        At least one item; a trailing delimiter gives a last empty item.

    Examples
    --------
    >>> decode("a;b" + chr(92) + ";c;", ";")
    ['a', 'b;c', '']
    """
    parts = text.split(delimiter)
    if "\\" + delimiter in text:
        parts = _joined(parts, delimiter)
    if "'" in text:
        parts = [_unquoted(part) for part in parts]
    return parts
