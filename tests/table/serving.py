"""A table with a client that behaves as its page does."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from starlette.testclient import TestClient

from adjudicator.position import Position
from adjudicator.table.drawing.scene import scene_of
from adjudicator.table.server import table_app
from adjudicator.table.session import Table
from adjudicator.table.worker import Opener

__all__ = ["ORIGIN", "SAVES", "TOKEN", "Page", "Undrawn", "serving"]

PORT = 8765
ORIGIN = f"http://127.0.0.1:{PORT}"
TOKEN = "t" * 43
SAVES = Path(__file__).parent.parent / "saves"


class Page:
    """The page of a table, as far as it talks with the server."""

    def __init__(self, table: Table, opener: Opener) -> None:
        self.table, self.opener = table, opener
        app: Any = table_app(table, opener, TOKEN, lambda: PORT)
        self.client = TestClient(app, base_url=ORIGIN, follow_redirects=False)

    own: ClassVar[dict[str, str]] = {"origin": ORIGIN}

    @staticmethod
    def path(path: str) -> str:
        """An address of the table, as a path."""
        return f"/{TOKEN}/{path}"

    def get(self, path: str, **query: str) -> Any:
        """What an address holds."""
        reply = self.client.get(f"/{TOKEN}/{path}", params=query)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def post(self, path: str, body: Any, method: str = "POST") -> Any:
        """What a request brings about."""
        reply = self.client.request(method, f"/{TOKEN}/{path}", json=body, headers={"origin": ORIGIN})
        assert reply.status_code == 200, reply.text
        return reply.json()

    def refused(self, path: str, body: Any, method: str = "POST") -> tuple[int, str]:
        """Status and line of a request that is refused."""
        reply = self.client.request(method, f"/{TOKEN}/{path}", json=body, headers={"origin": ORIGIN})
        said: str = reply.json()["error"]
        assert reply.status_code >= 400
        assert "\n" not in said
        assert said
        return reply.status_code, said

    def open(self, source: str) -> str:
        """A scenario or a text on the table: the id of its tree."""
        tree: str = self.post("api/open", {"source": source})["tree"]
        return tree

    def drop(self, name: str, data: bytes | None = None) -> Any:
        """A file dropped on the page: the reply."""
        content = (SAVES / name).read_bytes() if data is None else data
        headers = {"origin": ORIGIN, "content-type": "application/octet-stream"}
        return self.client.post(f"/{TOKEN}/api/open", params={"name": name}, content=content, headers=headers)


class Undrawn:
    """A picture that is not painted: what lies in it, as words."""

    def __init__(self, position: Position, *, viewpoint: str, **_: Any) -> None:
        self._scene = msgspec.json.encode(scene_of(position, viewpoint).form())

    def png(self) -> bytes:
        """All that would be drawn."""
        return self._scene

    svg = png


@contextlib.contextmanager
def serving(**options: Any) -> Iterator[Page]:
    """A table for the length of a test."""
    opener, table = Opener(seconds=60), Table(**options)
    try:
        yield Page(table, opener)
    finally:
        opener.close()
        table.matchings.close()
