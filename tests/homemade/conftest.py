"""Games of folders that a module of tests opens are forgotten after it: commands ask every known game."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from maps import games


@pytest.fixture(autouse=True, scope="module")
def _nothing_stays_open() -> Iterator[None]:
    told, known = os.environ.get(games.FOLDERS), dict(games._OPEN)
    yield
    games._OPEN.clear()
    games._OPEN.update(known)
    os.environ.pop(games.FOLDERS, None)
    if told is not None:
        os.environ[games.FOLDERS] = told
    for forget in games._KEPT:
        forget()
