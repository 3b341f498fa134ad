"""A gate that many pass together who read, and one alone who changes what they read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from threading import Condition

__all__ = ["Gate"]


class Gate:
    """Whoever waits to pass alone goes before those who come after him.

    Examples
    --------
    >>> gate = Gate()
    >>> with gate.together(), gate.together():
    ...     "two at once"
    'two at once'
    >>> with gate.alone():
    ...     "and nobody else"
    'and nobody else'
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._inside, self._waiting, self._shut = 0, 0, False

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Pass with all others who read."""
        with self._changed:
            self._changed.wait_for(lambda: not self._shut and not self._waiting)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until nobody is inside, and let nobody in meanwhile."""
        with self._changed:
            self._waiting += 1
            self._changed.wait_for(lambda: not self._shut and not self._inside)
            self._waiting -= 1
            self._shut = True
        try:
            yield
        finally:
            with self._changed:
                self._shut = False
                self._changed.notify_all()
