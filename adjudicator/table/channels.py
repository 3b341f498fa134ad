"""Questions that take one another's place: of those asked on one channel only the newest is looked at."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

__all__ = ["Channels"]

_MOST = 256  # channels that are known at once: those of a few pages


class Channels:
    """The newest question of each channel.

    Examples
    --------
    >>> channels = Channels()
    >>> first = channels.begin("page ruling")
    >>> first(), channels.begin("page layers")(), first()
    (True, True, True)
    >>> channels.begin("page ruling")(), first()
    (True, False)
    """

    def __init__(self) -> None:
        self._newest: OrderedDict[str, int] = OrderedDict()
        self._numbers, self._lock = itertools.count(), Lock()

    def begin(self, channel: str) -> Callable[[], bool]:
        """Begin a question, which takes the place of the one before on its channel.

        Parameters
        ----------
        channel
            Its name.

        Returns
        -------
        callable
            Whether no newer one was begun there since.
        """
        with self._lock:
            mine = self._newest[channel] = next(self._numbers)
            self._newest.move_to_end(channel)
            while len(self._newest) > _MOST:
                self._newest.popitem(last=False)
        return lambda: self._newest.get(channel) == mine
