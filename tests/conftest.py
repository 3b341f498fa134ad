"""What holds for every test: no deadline, since how long an example takes says nothing of what is right."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import settings

from tests.every import one_game_each

_HERE = Path(__file__).parent
DRAWN = [
    _HERE / name for name in ("counters", "maps", "module_builder", "printing", "table", "test_adapters.py")
]

settings.register_profile("bocage", deadline=None)
settings.load_profile("bocage")


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every module and every sheet is a matter of ``make test-all``: see `one_game_each`."""
    one_game_each(items, *DRAWN)


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are no garbage: the collector need not look at them again and again."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
