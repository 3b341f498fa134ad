"""What holds for every test: no deadline, since how long an example takes says nothing of what is right."""

from __future__ import annotations

import gc

from hypothesis import settings

settings.register_profile("bocage", deadline=None)
settings.load_profile("bocage")


def pytest_collection_finish() -> None:
    """Tens of thousands of tests are no garbage: the collector need not look at them again and again."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
