"""What is wrong with the folder of a game: every file read once, its faults gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from adjudicator.homemade.folder_rules import rules_of
from counters.cards import load_cards
from counters.catalog import load_markers, load_units
from counters.homemade.catalog import templates_of
from counters.homemade.legible import small_print
from maps.board import board_of
from maps.errors import BocageError
from maps.games import FolderHome, home_of, open_folder
from maps.homemade.game import WAITING
from module_builder.homemade.pages import folder_pages
from module_builder.kit import load_kit
from module_builder.module import set_ups

__all__ = ["advice", "check", "faults"]


def faults(folder: Path) -> list[str]:
    """Read everything in a folder, and say what is wrong.

    Parameters
    ----------
    folder
        Of the game.

    Returns
    -------
    list of str
        One line for each part of the game that cannot be read; several parts may be stopped by the same one.

    Examples
    --------
    >>> faults(Path("docs/examples/two-rivers"))
    []
    """
    try:
        slug = open_folder(folder)
    except BocageError as fault:
        return [str(fault)]
    found = dict.fromkeys(line for part in _parts(slug) if (line := _said(part)))
    return list(found)


def _parts(slug: str) -> Iterator[Callable[[], object]]:
    """What is read one after the other: what rests on other files comes after them."""
    home = home_of(slug)
    yield lambda: board_of(slug)
    yield lambda: load_units(slug)
    yield lambda: load_markers(slug)
    yield lambda: load_cards(slug)
    yield lambda: rules_of(slug)
    if isinstance(home, FolderHome):
        yield lambda: folder_pages(home)
    yield lambda: set_ups(load_kit(slug))
    yield lambda: load_kit(slug).pieces


def _said(part: Callable[[], object]) -> str:
    try:
        part()
    except BocageError as fault:
        return str(fault)
    return ""


def advice(slug: str) -> list[str]:
    """What on the counters of a game in a folder is too small to be read.

    Parameters
    ----------
    slug
        Of the game.

    Returns
    -------
    list of str

    Raises
    ------
    DataError
        A file of the folder is wrong.

    Examples
    --------
    >>> advice(open_folder(Path("docs/examples/two-rivers")))
    []
    """
    home = home_of(slug)
    if not isinstance(home, FolderHome):
        return []
    return small_print(templates_of(home), load_units(slug).values(), load_markers(slug).values())


def check(folder: Path) -> str:
    """One line about a folder without faults.

    Parameters
    ----------
    folder
        Of the game.

    Returns
    -------
    str

    Examples
    --------
    >>> check(Path("docs/examples/two-rivers"))
    'Two Rivers: 15 spaces, 20 units, 5 markers, 10 cards, 2 set-ups; nothing is wrong'
    """
    kit = load_kit(open_folder(folder))
    counts = {
        "spaces": len(kit.board.spaces) - len({WAITING} & kit.board.spaces.keys()),
        "units": len(kit.units),
        "markers": len(kit.printed),
        "cards": sum(card.count for card in load_cards(kit.game.slug)),
        "set-ups": len(kit.game.scenarios),
    }
    told = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    return f"{kit.game.title}: {told}; nothing is wrong"
