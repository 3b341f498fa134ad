"""The command tree of a save: sub-commands joined by ESC, groups nested by escaping."""

from __future__ import annotations

from dataclasses import field
from itertools import repeat
from typing import TYPE_CHECKING

from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["ESC", "MAX_DEPTH", "Group", "Node", "edit_tree", "flatten", "format_tree", "leaves", "parse_tree"]

ESC = "\x1b"
MAX_DEPTH = 64
"""Groups nested deeper than this are no save."""


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that belong together; the first is the parent of the others.

    Parameters
    ----------
    items
        Command texts and groups.
    source
        The text read, where plain encoding would not give it again.
    """

    items: tuple[Group | str, ...]
    source: str | None = field(default=None, compare=False, repr=False)


Node = Group | str


def parse_tree(text: str, *, file: str = "savedGame") -> Node:
    r"""Read a command text.

    Parameters
    ----------
    text
        The whole text or one item of it.
    file
        Named in the error.

    Returns
    -------
    Node
        A single command as text, else a `Group`; `format_tree` gives the text again, byte for byte.

    Raises
    ------
    FormatError
        Nested deeper than `MAX_DEPTH`.

    Examples
    --------
    >>> parse_tree("a\x1bb\\\x1bc")
    Group(items=('a', Group(items=('b', 'c'))))
    """
    return _parse(text, file, 0)


def _plainly(text: str) -> tuple[str, ...] | None:
    """Take the fast path: the commands of a text in which nothing is escaped or quoted; else None."""
    parts = text.split(ESC)
    if any(map(str.startswith, parts, repeat(("\\", "'")))) or any(map(str.endswith, parts, repeat("\\"))):
        return None
    return tuple(parts)


def _parse(text: str, file: str, depth: int) -> Node:
    if ESC not in text and not (text[:1] == text[-1:] == "'"):
        return text
    if depth <= MAX_DEPTH and (plain := _plainly(text)) is not None:
        return Group(plain)
    tokens = decode(text, ESC)
    if tokens == [text]:
        return text
    if depth > MAX_DEPTH:
        raise FormatError(file, "command tree", f"groups nested at most {MAX_DEPTH} deep")
    group = Group(tuple([_parse(token, file, depth + 1) for token in tokens]))
    return group if format_tree(group) == text else Group(group.items, text)


def format_tree(node: Node) -> str:
    r"""Write a command text.

    Parameters
    ----------
    node
        A command or a group.

    Returns
    -------
    str
        Its text.

    Examples
    --------
    >>> format_tree(Group(("a", "b"))) == "a\x1bb"
    True
    """
    if isinstance(node, str):
        return node
    if node.source is not None:
        return node.source
    return encode([format_tree(item) for item in node.items], ESC)


def leaves(node: Node) -> list[str]:
    """List the commands of a tree in the order in which they are executed, without empty ones.

    Examples
    --------
    >>> leaves(Group(("a", Group(("", "b")))))
    ['a', 'b']
    """
    if isinstance(node, str):
        return [node] if node else []
    return [leaf for item in node.items for leaf in leaves(item)]


def flatten(text: str, *, file: str = "savedGame") -> list[str]:
    r"""Split a command text into its commands at every depth.

    Parameters
    ----------
    text
        The whole text or one item of it.
    file
        Named in the error.

    Returns
    -------
    list of str
        In order of execution, without empty ones.

    Raises
    ------
    FormatError
        Nested deeper than `MAX_DEPTH`.

    Examples
    --------
    >>> flatten("a\x1bb\\\x1bc")
    ['a', 'b', 'c']
    """
    if text[:1] == "'" or ESC + "'" in text:
        return leaves(parse_tree(text, file=file))
    parts = text.split(ESC)
    bare = [part.rstrip("\\") for part in parts[:-1]]
    return [part for part in (*bare, parts[-1]) if part]


def edit_tree(node: Node, change: Callable[[str], str | Iterable[str] | None]) -> Node:
    """Change single commands and leave everything else as it is.

    Parameters
    ----------
    node
        The tree.
    change
        Given each command, returns it, another one, several, or None to drop it.

    Returns
    -------
    Node
        Groups in which nothing changed are the same objects.

    Examples
    --------
    >>> edit_tree(Group(("a", "b", "c")), lambda text: None if text == "b" else text)
    Group(items=('a', 'c'))
    """
    edited = _edited(node, change)
    return edited[0] if len(edited) == 1 else Group(tuple(edited))


def _edited(node: Node, change: Callable[[str], str | Iterable[str] | None]) -> list[Node]:
    if isinstance(node, str):
        result = change(node) if node else node
        return [] if result is None else [result] if isinstance(result, str) else list(result)
    items = tuple([new for item in node.items for new in _edited(item, change)])
    same = len(items) == len(node.items) and all(a is b for a, b in zip(items, node.items, strict=True))
    return [node if same else Group(items)]
