"""Games of folders that a module of tests opens are forgotten after it: commands ask every known game."""

from __future__ import annotations

import os

import pytest

from maps import games


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Forget what is open once the last test of a module is over."""
    if games._OPEN and (nextitem is None or nextitem.path != item.path):
        games._OPEN.clear()
        os.environ.pop(games.FOLDERS, None)
        for forget in games._KEPT:
            forget()
