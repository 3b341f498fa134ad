"""Who may talk to the table: the page that it served itself, on this machine, and nobody else.

Every request passes here first. It must name this host and port exactly, know the random path, and, where it
changes something, come from the page itself. No cookie is set or read, and nothing is allowed to be framed.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

import msgspec

from adjudicator.asking.guard import told

__all__ = ["CONTENT", "Guard", "Refused", "new_token"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own files, and nothing that stands in the page itself."""
_HEADERS = {
    "content-security-policy": CONTENT,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}
_LOOKING, _CHANGING = frozenset({"GET", "HEAD"}), frozenset({"POST", "PATCH", "DELETE"})
_LENGTH = re.compile(rb"[0-9]{1,12}")
_PATH = re.compile(rb"/[A-Za-z0-9_./-]*")


class Refused(Exception):
    """A request that gets no answer but a status and one line."""

    def __init__(self, status: int, text: str) -> None:
        self.status, self.text = status, text
        super().__init__(text)


def new_token() -> str:
    """A path that nobody can guess: 32 random bytes.

    Examples
    --------
    >>> len(new_token()), new_token() == new_token()
    (43, False)
    """
    return secrets.token_urlsafe(32)


class Guard:
    """Lets through what the page itself may ask, and turns every fault into one line.

    Parameters
    ----------
    app
        What answers.
    token
        The path under which everything lies.
    port
        The port; looked up at each request, since it may be chosen by the system.
    most
        Bytes that a request may bring.
    larger
        Addresses to which it may bring more, and how much.
    """

    def __init__(
        self,
        app: App,
        token: str,
        port: Callable[[], int],
        most: int,
        larger: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._app, self._token, self._port, self._most = app, token, port, most
        self._larger = {f"/{token}{path}": size for path, size in larger.items()}

    def _most_of(self, scope: Scope) -> int:
        return self._larger.get(scope["path"], self._most)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        begun = False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": _headed(message.get("headers", ()))}
            await send(message)

        try:
            self._judge(scope)
            await self._app(scope, self._bounded(scope, receive), answer)
        except Refused as no:
            await _reply(answer, no.status, no.text)
        except Exception as fault:  # noqa: BLE001 - the table lives on
            if not begun:
                await _reply(answer, 500, told(fault)[0])

    def _judge(self, scope: Scope) -> None:
        """Refuse what does not come from the page."""
        hosts = _all(scope, b"host")
        ours = [f"{name}:{self._port()}".encode() for name in ("127.0.0.1", "localhost")]
        if len(hosts) != 1 or hosts[0] not in ours:
            raise Refused(400, "this table is reached by its own address only")
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        if not _PATH.fullmatch(raw) or b".." in raw or b"//" in raw:
            raise Refused(404, "there is nothing here")
        first = raw.split(b"/")[1]
        if not secrets.compare_digest(first, self._token.encode()):
            raise Refused(404, "there is nothing here")
        self._same_page(scope, hosts[0])

    def _same_page(self, scope: Scope, host: bytes) -> None:
        method, site = scope["method"], _all(scope, b"sec-fetch-site")
        origins = _all(scope, b"origin")
        own = b"http://" + host
        if method not in _LOOKING | _CHANGING:
            raise Refused(405, "there is no such request")
        if any(origin != own for origin in origins) or len(origins) > 1:
            raise Refused(403, "another page asks")
        if len(site) > 1 or (site and site[0] not in {b"same-origin", b"none"}):
            raise Refused(403, "another page asks")
        if method in _CHANGING:
            if not origins or (site and site[0] != b"same-origin"):
                raise Refused(403, "only the page of the table changes anything")
            self._small(scope)

    def _small(self, scope: Scope) -> None:
        lengths = _all(scope, b"content-length")
        if len(lengths) > 1 or (lengths and not _LENGTH.fullmatch(lengths[0])):
            raise Refused(400, "a request has one length")
        most = self._most_of(scope)
        if lengths and int(lengths[0]) > most:
            raise Refused(413, f"that has more than {most >> 20} MB")

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """A request that brings no more than it may, whatever it said of its length."""
        left = most = self._most_of(scope)

        async def bounded() -> MutableMapping[str, Any]:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise Refused(413, f"that has more than {most >> 20} MB")
            return message

        return bounded


def _all(scope: Scope, name: bytes) -> list[bytes]:
    """Every value of a header."""
    return [value for key, value in scope["headers"] if key.lower() == name]


def _headed(headers: Any) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with those that keep it to itself."""
    said = list(headers)
    known = {key.lower() for key, _ in said}
    more = [(key.encode(), value.encode()) for key, value in _HEADERS.items() if key.encode() not in known]
    if b"cache-control" not in known:
        more.append((b"cache-control", b"no-store"))
    return said + more


async def _reply(send: Send, status: int, text: str) -> None:
    body = msgspec.json.encode({"error": " ".join(text.split()), "way": ""})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
