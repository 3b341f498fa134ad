"""What a program that works beside the table has to tell its pages: sent to them as soon as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["News"]

_LOOK, _QUIET = 0.1, 15.0  # seconds between two looks; after so many a page is told that nothing happened


class News:
    """The newest state of something, numbered, for pages that listen.

    Examples
    --------
    >>> news = News()
    >>> news.tell({"fault": ""})
    >>> news.newest
    {'number': 1, 'fault': ''}
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: dict[str, Any] = {"number": 0}

    @property
    def newest(self) -> dict[str, Any]:
        """What was told last."""
        with self._lock:
            return self._newest

    def tell(self, told: dict[str, Any]) -> None:
        """Tell something new."""
        with self._lock:
            self._newest = {"number": self._newest["number"] + 1, **told}

    async def _lines(self) -> AsyncIterator[bytes]:
        """Server-sent events: the newest at once, then whatever is told."""
        number, quiet = -1, 0.0
        while True:
            newest = self.newest
            if newest["number"] != number:
                number, quiet = newest["number"], 0.0
                yield b"data: " + msgspec.json.encode(newest) + b"\n\n"
            elif quiet >= _QUIET:
                quiet = 0.0
                yield b": nothing new\n\n"
            await asyncio.sleep(_LOOK)
            quiet += _LOOK

    async def _endpoint(self, request: Request) -> StreamingResponse:  # noqa: ARG002 - as Starlette has it
        headers = {"cache-control": "no-store"}
        return StreamingResponse(self._lines(), media_type="text/event-stream", headers=headers)

    def route(self, path: str) -> Route:
        """The address at which pages listen."""
        return Route(path, self._endpoint, methods=["GET"])
