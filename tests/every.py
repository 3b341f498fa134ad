"""A test of many cheap values: one test that runs for each of them, and names all that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

__all__ = ["for_every"]

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
