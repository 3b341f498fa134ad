"""Tests of many values: the cheap ones in one test that names all that fail, the dear ones mostly slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

__all__ = ["for_every", "quick_one"]

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
