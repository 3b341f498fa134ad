"""Whether an answer is still wanted: whoever has asked can give a long question up while rules look at it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

__all__ = ["GivenUp", "go_on", "while_wanted"]

_STILL: ContextVar[Callable[[], bool] | None] = ContextVar("still_wanted", default=None)


class GivenUp(Exception):
    """Nobody waits for the answer any more. It is no fault of what was asked, so no rule catches it."""


@contextlib.contextmanager
def while_wanted(still: Callable[[], bool]) -> Iterator[None]:
    """Look at a question only as long as somebody wants to know.

    Parameters
    ----------
    still
        Whether somebody does; it is called often, by the thread that looks.

    Raises
    ------
    GivenUp
        Within: nobody does.

    Examples
    --------
    >>> with while_wanted(lambda: False):
    ...     go_on()
    Traceback (most recent call last):
    adjudicator.patience.GivenUp
    """
    token = _STILL.set(still)
    try:
        yield
    finally:
        _STILL.reset(token)


def go_on() -> None:
    """Raise GivenUp where nobody waits for the answer any more; every inquiry begins with it.

    Examples
    --------
    >>> go_on()
    """
    still = _STILL.get()
    if still is not None and not still():
        raise GivenUp
