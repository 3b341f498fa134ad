"""Rule numbers: reading, ordering, and the register of sections that have code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from maps.loader import read_toml

__all__ = ["load_rulebook", "registered_sections", "rule"]

_F = TypeVar("_F", bound=Callable[..., object])
_ATTRIBUTE = "__rule_sections__"
_SECTION = re.compile(r"\d+(?:\.\d+){0,3}[A-Zo]?")


def rule(*sections: str) -> Callable[[_F], _F]:
    """Mark a function as the code of one or more rule sections; it is returned unchanged.

    Parameters
    ----------
    *sections
        Numbers such as ``9.2`` or ``9.3C``.

    Returns
    -------
    decorator

    Raises
    ------
    ValueError
        A text is no section number.

    Examples
    --------
    >>> @rule("9.2")
    ... def attack_value() -> int:
    ...     return 14
    >>> registered_sections(attack_value)
    ('9.2',)
    """
    for section in sections:
        if not _SECTION.fullmatch(section):
            raise ValueError(f"{section!r} is no rule section")

    def mark(function: _F) -> _F:
        setattr(function, _ATTRIBUTE, sections)
        return function

    return mark


def registered_sections(function: object) -> tuple[str, ...]:
    """Sections a function was marked with.

    Parameters
    ----------
    function
        Anything.

    Returns
    -------
    tuple of str
        Empty when it was not marked.

    Examples
    --------
    >>> registered_sections(len)
    ()
    """
    found: tuple[str, ...] = getattr(function, _ATTRIBUTE, ())
    return found


def load_rulebook(path: Path) -> Mapping[str, Mapping[str, str]]:
    """Read a game's ``rulebook.toml``: section -> title, state, reason.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    mapping

    Raises
    ------
    maps.errors.DataError
        The file is missing or no TOML.

    Examples
    --------
    >>> book = load_rulebook(Path(__file__).parent / "breakout_normandy" / "rulebook.toml")
    >>> book["9.3C"]["title"]
    'Defense Value: bridge crossed in a Mandatory Assault'
    """
    sections: Mapping[str, Mapping[str, str]] = read_toml(path, ["edition", "section"])["section"]
    return sections
