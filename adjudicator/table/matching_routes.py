"""The addresses of the room "Their module"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from adjudicator.position import Fact
from adjudicator.table.drawing.faces import face_webp
from adjudicator.table.matchings import LARGEST
from adjudicator.table.paging import adapt_html
from adjudicator.table.replies import Work, endpoint_of, json_reply, number_in, read_request, streamed
from adjudicator.table.uploads import open_file

if TYPE_CHECKING:
    from starlette.requests import Request

    from adjudicator.table.session import Table
    from adjudicator.table.worker import Opener

__all__ = ["LARGER", "matching_routes"]

_OPEN = "/api/adapt/open"
LARGER = {_OPEN: LARGEST}
"""Addresses to which more may be sent than to others."""


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody says of a module; each kind of change has its own fields."""


class _Play(_Form, frozen=True):
    """Which game it plays."""

    game: str
    anew: bool = False


class _Say(_Form, frozen=True):
    """Which unit a piece is."""

    key: str
    units: tuple[str, ...]
    status: str = ""


class _Place(_Form, frozen=True):
    """Which space a place is."""

    name: str
    space: str


class _Lay(_Form, frozen=True):
    """Where hexes of a grid lie with us."""

    grid: str
    known: dict[str, str]


class _Turn(_Form, frozen=True):
    """What the levels of a layer mean."""

    layer: str
    words: tuple[str, ...]
    off: str


class _Assume(_Form, frozen=True):
    """What holds where their saves tell nothing."""

    item: str
    value: Fact | None = None


_CHANGES: dict[str, type[_Form]] = {
    "game": _Play,
    "say": _Say,
    "accept": _Form,
    "place": _Place,
    "lay": _Lay,
    "turn": _Turn,
    "assume": _Assume,
    "undo": _Form,
}


class _Ends:
    """What the addresses lead to."""

    def __init__(self, table: Table, opener: Opener) -> None:
        self._table, self._opener, self._room = table, opener, table.matchings

    def page(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return Response(adapt_html(), media_type="text/html; charset=utf-8")

    def overview(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self._room.overview()

    async def open(self, request: Request) -> Any:
        """A module that is dropped: it goes to a file as it comes, and is opened by its own process."""
        said = request.query_params
        path = await self._room.taken(said.get("name", ""), request.stream())
        return await run_in_threadpool(self._room.open, path, said.get("game", ""), own=False)

    def piece(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self._room.ask("piece", key=request.query_params.get("key", ""))

    def names(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self._room.ask("names")

    def maps(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self._room.ask("maps")

    def at(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.query_params
        x, y = number_in(request, "x"), number_in(request, "y")
        return self._room.ask("at", window=said.get("window", ""), x=x, y=y)

    def face(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _picture(self._room.picture("face", key=request.query_params.get("key", "")))

    def picture(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _picture(self._room.picture("picture", name=request.query_params.get("name", "")))

    def map(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _picture(self._room.picture("map", window=request.query_params.get("window", "")))

    def ours(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.query_params
        asked = said.get("game", ""), said.get("unit", ""), said.get("side", "front")
        return _picture(face_webp(*asked, self._table.overlay))

    def change(self, request: Request, body: bytes) -> Any:
        """Something that somebody says of the module; it is written at once."""
        form = _CHANGES.get(request.path_params["what"])
        if form is None:
            return json_reply({"error": "there is nothing here", "way": ""}, 404)
        said = msgspec.to_builtins(read_request(body, form))
        return self._room.ask(request.path_params["what"], **said)

    def finish(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        """The adapter is kept; the save that waits for it comes to the table."""
        kept = msgspec.json.decode(self._room.ask("keep"))
        waits = self._room.waiting
        tree = ""
        if waits is not None:
            tree = open_file(self._table, self._opener, waits.name, waits.data, waits.viewpoint)
            self._room.waiting = None
        return {"kept": kept, "tree": tree}


def _picture(data: bytes) -> Response:
    if not data:
        return json_reply({"error": "there is nothing here", "way": ""}, 404)
    return Response(data, media_type="image/webp")


def matching_routes(table: Table, opener: Opener) -> list[Route]:
    """The addresses of the room.

    Parameters
    ----------
    table, opener
        What lies on the table, and what opens saves.

    Returns
    -------
    list of Route
    """
    ends = _Ends(table, opener)
    looks: dict[str, Work] = {
        "/adapt": ends.page,
        "/api/adapt": ends.overview,
        "/api/adapt/piece": ends.piece,
        "/api/adapt/names": ends.names,
        "/api/adapt/maps": ends.maps,
        "/api/adapt/at": ends.at,
        "/api/adapt/face": ends.face,
        "/api/adapt/picture": ends.picture,
        "/api/adapt/map": ends.map,
        "/api/adapt/ours": ends.ours,
    }
    return [
        *(Route(path, endpoint_of(work), methods=["GET"]) for path, work in looks.items()),
        Route(_OPEN, streamed(ends.open), methods=["POST"]),
        Route("/api/adapt/finish", endpoint_of(ends.finish), methods=["POST"]),
        Route("/api/adapt/{what}", endpoint_of(ends.change), methods=["POST"]),
    ]
