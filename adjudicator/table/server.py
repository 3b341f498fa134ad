"""The addresses of the table: each reads a request, asks the session, and writes the answer as JSON."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

from adjudicator.asking.guard import told
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import GAMES
from adjudicator.patience import while_wanted
from adjudicator.table.acting import Acting, Editing, Noting
from adjudicator.table.channels import Channels
from adjudicator.table.forms import forms_of
from adjudicator.table.guard import App, Guard, Refused
from adjudicator.table.matching_routes import LARGER, matching_routes
from adjudicator.table.opponents import Replying
from adjudicator.table.owners import Entering, Typing
from adjudicator.table.paging import PAGE, copy_html, page_html
from adjudicator.table.questioning import Asked
from adjudicator.table.replies import Work, endpoint_of, eyes_of, json_reply, read_request
from adjudicator.table.rulebook import section_json
from adjudicator.table.scan_routes import scan_routes
from adjudicator.table.session import Table
from adjudicator.table.sharing import PICTURES, WORDS
from adjudicator.table.uploads import open_file
from adjudicator.table.worker import MOST

if TYPE_CHECKING:
    import socket

    from starlette.requests import Request

    from adjudicator.table.gate import Gate
    from adjudicator.table.worker import Opener

__all__ = ["serve", "table_app"]

_AT_ONCE = 64  # connections
_PATIENCE = 2  # seconds for answers that are under way when the table ends
_FREE = {"/page/{name:path}", "/tiles/{key}/{level}/{name}"}  # what rests on no game, or waits for its board
_NAMED = 80  # letters of the name of a channel
_LONG = "private, max-age=31536000, immutable"
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
}


class _Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario, or the text of a position."""

    source: str


class _Judging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which node on the steps of a log are wanted."""

    from_: str = msgspec.field(name="from", default="")
    as_: str | None = msgspec.field(name="as", default=None)


def _lines(nodes: Iterator[Any]) -> Iterator[bytes]:
    """One line of JSON each, as they come."""
    try:
        for node in nodes:
            yield msgspec.json.encode(node) + b"\n"
    except BocageError as fault:
        yield msgspec.json.encode({"error": told(fault)[0], "way": ""}) + b"\n"


class _Endpoints:
    """What the addresses lead to."""

    def __init__(self, table: Table, opener: Opener, beside: str) -> None:
        self.table, self._opener, self._beside = table, opener, beside
        self._channels = Channels()

    def _newest(self, request: Request) -> contextlib.AbstractContextManager[None]:
        """A question is looked at until a newer one comes on the channel that its address names."""
        channel = request.query_params.get("channel", "")[:_NAMED]
        return while_wanted(self._channels.begin(channel)) if channel else contextlib.nullcontext()

    def games(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.games()

    def open(self, request: Request, body: bytes) -> Any:
        if request.headers.get("content-type", "").partition(";")[0] == "application/octet-stream":
            name = request.query_params.get("name", "")
            return {"tree": open_file(self.table, self._opener, name, body, eyes_of(request))}
        return {"tree": self.table.open_text(read_request(body, _Opening).source)}

    def trees(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.trees()

    def tree(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.tree(request.path_params["tree"], eyes_of(request))

    def close(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.close(request.path_params["tree"])

    def node(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.node(*_place(request), eyes_of(request))

    def ask(self, request: Request, body: bytes) -> Any:
        with self._newest(request):
            return self.table.asked(*_place(request), read_request(body, Asked))

    def act(self, request: Request, body: bytes) -> Any:
        return self.table.act(*_place(request), read_request(body, Acting))

    def reply(self, request: Request, body: bytes) -> Any:
        return self.table.reply(*_place(request), read_request(body, Replying))

    def advice(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.advise(*_place(request), eyes_of(request))

    def edit(self, request: Request, body: bytes) -> Any:
        return self.table.edit(*_place(request), read_request(body, Editing))

    def note(self, request: Request, body: bytes) -> Any:
        return self.table.note(*_place(request), read_request(body, Noting))

    def delete(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.delete(*_place(request))

    def forms(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return forms_of(self.table.named(request.path_params["tree"]).game)

    def legal(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.query_params
        asked = {"kind": said.get("kind", ""), "unit": said.get("unit", "")}
        with self._newest(request):
            return self.table.legal(*_place(request), viewpoint=eyes_of(request), **asked)

    def share(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        """A ruling in words or as a picture; the question stands in the address as JSON."""
        form = request.query_params.get("form", "md")
        asked = read_request(request.query_params.get("ask", '{"verb":"next"}').encode(), Asked)
        asked = msgspec.structs.replace(asked, as_=asked.as_ or eyes_of(request))
        kinds = {**WORDS, **PICTURES}
        if form not in kinds:
            raise MalformedAction(f"nothing is shared as {form[:20]!r}", f"Known: {', '.join(kinds)}")
        file = "" if form in {"md", "bbcode"} else f"ruling.{form}"
        return _given(self.table.shared(*_place(request), asked, form), kinds[form], file)

    def save(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        name, node = _place(request)
        data = self.table.saved(name, node, eyes_of(request), self._opener)
        return _given(data, "application/octet-stream", f"{node}.vsav")

    def tree_file(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        data = self.table.tree_file(request.path_params["tree"], eyes_of(request))
        return _given(data, "application/json", "tree.json")

    def tree_page(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        text = self.table.tree_page(request.path_params["tree"], eyes_of(request))
        return _given(text.encode(), "text/html; charset=utf-8", "tree.html")

    def rules(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        section = request.path_params.get("section") or request.query_params.get("section", "")
        return section_json(request.path_params["game"], section)

    def file(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        """A script, style or picture of the page, out of its folder and no other."""
        path = (PAGE / request.path_params["name"]).resolve()
        kind = _KINDS.get(path.suffix)
        if kind is None or not path.is_relative_to(PAGE.resolve()) or not path.is_file():
            return json_reply({"error": "there is nothing here", "way": ""}, 404)
        return Response(path.read_bytes(), media_type=kind)

    def board(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _lasting(json_reply(self.table.gallery.board(request.path_params["key"])))

    def sprites(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _lasting(json_reply(self.table.gallery.sprites(request.path_params["key"])))

    def tile(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.path_params
        return _picture(self.table.gallery.tile(said["key"], said["level"], said["name"]))

    def sheet(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return _picture(self.table.gallery.sheet(request.path_params["key"], request.path_params["name"]))

    def judge(self, request: Request, body: bytes) -> Any:
        asked = read_request(body, _Judging)
        nodes = self.table.judge(request.path_params["tree"], asked.from_, asked.as_ or eyes_of(request))
        return StreamingResponse(_lines(nodes), media_type="application/x-ndjson")

    def page(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        tree = request.query_params.get("tree") or next(iter([t["tree"] for t in self.table.trees()]), "")
        owning = self.table.overlay is not None
        text = page_html(self.table.viewpoint, tree, owning=owning, beside=self._beside)
        return Response(text, media_type="text/html; charset=utf-8")

    # --- the room "Your copy" ---------------------------------------------------------------------------

    def copy_page(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        last = next(reversed([tree["game"] for tree in self.table.trees()]), GAMES[0])
        room = request.url.path.rpartition("/")[2].partition("-")[2]
        text = copy_html(request.query_params.get("game", last), room)
        return Response(text, media_type="text/html; charset=utf-8")

    def copy(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.owners.overview(request.path_params["game"])

    def copy_group(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.owners.group(request.path_params["game"], request.query_params.get("id", ""))

    def copy_face(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.query_params
        data = self.table.owners.face(
            request.path_params["game"], said.get("unit", ""), said.get("side", "front")
        )
        return Response(data, media_type="image/webp")

    def copy_map(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.owners.map_of(request.path_params["game"], self.table.gallery)

    def copy_painted(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        said = request.query_params
        return self.table.owners.painted(
            request.path_params["game"], said.get("file", ""), said.get("column", "")
        )

    def copy_enter(self, request: Request, body: bytes) -> Any:
        return self.table.owners.enter(request.path_params["game"], read_request(body, Entering))

    def copy_type(self, request: Request, body: bytes) -> Any:
        return self.table.owners.type_counter(request.path_params["game"], read_request(body, Typing))

    def copy_undo(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        return self.table.owners.undo(request.path_params["game"])


def _lasting(found: Response) -> Response:
    """What never changes under its address."""
    found.headers["cache-control"] = _LONG
    return found


def _picture(data: bytes | None) -> Response:
    if data is None:
        return json_reply({"error": "there is nothing here", "way": ""}, 404)
    return _lasting(Response(data, media_type="image/webp"))


def _given(data: bytes, kind: str, file: str = "") -> Response:
    """What is given away; as a file to be saved, where it is one."""
    headers = {"content-disposition": f'attachment; filename="{file}"'} if file else {}
    return Response(data, media_type=kind, headers=headers)


def _place(request: Request) -> tuple[str, str]:
    return request.path_params["tree"], request.path_params["node"]


def _routes(ends: _Endpoints) -> list[Route]:
    node = "/api/trees/{tree}/nodes/{node}"
    get, post = ["GET"], ["POST"]
    rows: list[tuple[str, Work, list[str]]] = [
        ("/", ends.page, get),
        ("/page/{name:path}", ends.file, get),
        ("/api/games", ends.games, get),
        ("/api/open", ends.open, post),
        ("/api/trees", ends.trees, get),
        ("/api/trees/{tree}", ends.tree, get),
        ("/api/trees/{tree}", ends.close, ["DELETE"]),
        ("/api/trees/{tree}/forms", ends.forms, get),
        ("/api/trees/{tree}/tree.json", ends.tree_file, get),
        ("/api/trees/{tree}/page.html", ends.tree_page, get),
        ("/api/trees/{tree}/judge", ends.judge, post),
        ("/api/boards/{key}", ends.board, get),
        ("/api/sprites/{key}", ends.sprites, get),
        ("/sprites/{key}/{name}", ends.sheet, get),
        ("/tiles/{key}/{level}/{name}", ends.tile, get),
        (node, ends.node, get),
        (node, ends.note, ["PATCH"]),
        (node, ends.delete, ["DELETE"]),
        (f"{node}/ask", ends.ask, post),
        (f"{node}/act", ends.act, post),
        (f"{node}/reply", ends.reply, post),
        (f"{node}/advice", ends.advice, get),
        (f"{node}/edit", ends.edit, post),
        (f"{node}/legal", ends.legal, get),
        (f"{node}/share", ends.share, get),
        (f"{node}/save.vsav", ends.save, get),
        ("/api/rules/{game}", ends.rules, get),
        ("/api/rules/{game}/{section}", ends.rules, get),
        ("/copy", ends.copy_page, get),
        ("/copy-map", ends.copy_page, get),
        ("/copy-scans", ends.copy_page, get),
        ("/api/copy/{game}", ends.copy, get),
        ("/api/copy/{game}/group", ends.copy_group, get),
        ("/api/copy/{game}/face", ends.copy_face, get),
        ("/api/copy/{game}/map", ends.copy_map, get),
        ("/api/copy/{game}/painted", ends.copy_painted, get),
        ("/api/copy/{game}/enter", ends.copy_enter, post),
        ("/api/copy/{game}/type", ends.copy_type, post),
        ("/api/copy/{game}/undo", ends.copy_undo, post),
    ]
    gate = ends.table.gate
    works = [(path, work if path in _FREE else _gated(gate, work), methods) for path, work, methods in rows]
    return [Route(path, endpoint_of(work), methods=methods) for path, work, methods in works]


def _gated(gate: Gate, work: Work) -> Work:
    """Work during which nobody opens the folder of a game anew."""

    @functools.wraps(work)
    def gated(request: Request, body: bytes) -> Any:
        with gate.together():
            return work(request, body)

    return gated


async def _no_such(request: Request, fault: Exception) -> Response:  # noqa: ARG001 - as Starlette has it
    status = fault.status_code if isinstance(fault, HTTPException) else 404
    return json_reply({"error": "there is nothing here", "way": ""}, status)


async def _refused(request: Request, no: Exception) -> Response:  # noqa: ARG001 - as Starlette has it
    known = no if isinstance(no, Refused) else Refused(400, "that cannot be read")
    return json_reply({"error": known.text, "way": ""}, known.status)


def table_app(
    table: Table,
    opener: Opener,
    token: str,
    port: Callable[[], int],
    *,
    rooms: Sequence[Route] = (),
    beside: str = "",
) -> App:
    """The table as a server.

    Parameters
    ----------
    table
        What is asked.
    opener
        What opens files.
    token
        The path under which everything lies.
    port
        On which it will listen.
    rooms
        Further addresses.
    beside
        The one of them that is a page beside the table, and is told when the game changes; empty without.

    Returns
    -------
    ASGI application
    """
    ends = _Endpoints(table, opener, beside)
    own = [*matching_routes(table, opener), *scan_routes(table.owners)]
    routes = [Mount(f"/{token}", routes=[*_routes(ends), *own, *rooms])]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_such, Refused: _refused})
    return Guard(app, token, port, MOST, LARGER)


def serve(
    table: Table, opener: Opener, token: str, port: int, listening: socket.socket, **rooms: Any
) -> None:
    """Answer on a socket until somebody ends it; Ctrl-C is the way to do so.

    Parameters
    ----------
    table, opener, token
        As in `table_app`.
    port, listening
        The socket and its port.
    rooms
        As in `table_app`.
    """
    config = uvicorn.Config(
        table_app(table, opener, token, lambda: port, **rooms),
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_PATIENCE,
        limit_concurrency=_AT_ONCE,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
