"""Tests of many values: the cheap ones in one test that names all that fail, the dear ones mostly slow."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from adjudicator.contract import GAMES

__all__ = ["for_every", "one_game_each", "quick_one"]

_T = TypeVar("_T")


def for_every(
    values: Iterable[_T], name: Callable[[_T], str] = str
) -> Callable[[Callable[[_T], None]], Callable[[], None]]:
    """Run a test for all values at once: pytest takes longer for a test than the test does for a counter."""
    known = list(values)
    assert known, "a test of nothing"

    def decorate(test: Callable[[_T], None]) -> Callable[[], None]:
        def every() -> None:
            faults = []
            for value in known:
                try:
                    test(value)
                except AssertionError as fault:
                    fault.add_note(f"for {name(value)}")
                    faults.append(fault)
            if faults:
                raise ExceptionGroup(f"{len(faults)} of {len(known)}", faults)

        every.__name__, every.__doc__ = test.__name__, test.__doc__
        return every

    return decorate


def quick_one(cases: Iterable[Any], *quick: str) -> list[Any]:
    """Parameters of a test: cases of these names always run, the others with the slow tests.

    A case is named by its first value, or by the save that this value speaks of.
    """
    found, names = [], set[str]()
    for case in cases:
        values = case if isinstance(case, (tuple, list)) else (case,)
        known = case if isinstance(case, type(pytest.param())) else pytest.param(*values)
        first = known.values[0]
        name = str(getattr(first, "save", first))
        slow = () if name in quick else (pytest.mark.slow,)
        label = known.id or (name if hasattr(first, "save") else None)
        found.append(pytest.param(*known.values, id=label, marks=(*known.marks, *slow)))
        names.add(name)
    assert names.issuperset(quick), "no case has that name"
    return found


def one_game_each(items: Sequence[pytest.Item], *places: Path) -> None:
    """Of what tests in some folders and files do with every game, one game runs in each file, the rest slow.

    Which one the name of the file says, so that every game has its turn somewhere.
    """
    played = defaultdict[tuple[Path, str], dict[str, list[pytest.Item]]](lambda: defaultdict(list))
    for item in items:
        game = _game_of(item)
        if game and item.get_closest_marker("slow") is None and any(map(item.path.is_relative_to, places)):
            played[item.path, item.nodeid.partition("[")[0]][game].append(item)
    for (path, _), games in played.items():
        if len(games) > 2:
            known = sorted(games)
            chosen = known[zlib.crc32(path.name.encode()) % len(known)]
            for item in (item for game in known if game != chosen for item in games[game]):
                item.add_marker(pytest.mark.slow)


def _game_of(item: pytest.Item) -> str:
    """The game that a test is of by its parameters, if any."""
    said = getattr(getattr(item, "callspec", None), "params", {}).values()
    return next((value for value in said if isinstance(value, str) and value in GAMES), "")
