"""Only the page that the table served may talk to it, and whatever is sent, the table lives on."""

from __future__ import annotations

import io
import os
import signal
import socket
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from adjudicator.table import guard
from adjudicator.table.worker import MOST, Opener, plain_name
from tests.table.serving import ORIGIN, PORT, SAVES, TOKEN, Page, serving

API = f"/{TOKEN}/api"
HOST = f"127.0.0.1:{PORT}"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with serving() as found:
        found.open("breakout-normandy:d-day")
        yield found


def asked(page: Page, method: str, path: str, **options: Any) -> Any:
    """The reply to a request; that the table answers the next one as ever is seen to."""
    reply = page.client.request(method, path, **options)
    assert page.client.get(f"{API}/trees").status_code == 200
    return reply


@pytest.mark.parametrize(
    "host",
    [
        "", "evil.example", "127.0.0.1", "localhost", f"127.0.0.1:{PORT + 1}",
        f"localhost:{PORT}.evil.example",
        f"evil.example:{PORT}", f"127.0.0.1:{PORT}@evil", f"[::1]:{PORT}", f"127.0.0.1:0{PORT}", "127.0.0.1:",
        ":",
        f"LOCALHOST:{PORT}", f"127.1:{PORT}", "a" * 5000, f"127.0.0.1:{PORT}, evil.example",
    ],
)  # fmt: skip
def test_a_host_that_is_not_exactly_ours_is_refused(page: Page, host: str) -> None:
    reply = asked(page, "GET", f"{API}/trees", headers={"host": host})
    assert reply.status_code == 400
    assert TOKEN not in reply.text


def test_both_names_of_this_machine_are_known(page: Page) -> None:
    assert asked(page, "GET", f"{API}/trees", headers={"host": f"localhost:{PORT}"}).status_code == 200


@pytest.mark.parametrize("hosts", [[], [HOST, HOST], [b"\xff\xfe"], [HOST, "evil"]])
def test_none_or_several_hosts_are_refused_without_a_crash(page: Page, hosts: list[Any]) -> None:
    raw = [(b"host", h.encode() if isinstance(h, str) else h) for h in hosts]
    assert direct(page, raw)[0] == 400


def direct(page: Page, headers: list[tuple[bytes, bytes]], **scope: Any) -> tuple[int, bytes]:
    """A request as no client would send it, given to the application itself.

    It runs in a thread of its own: where a browser is driven in the same process, there is a loop already.
    """
    import anyio

    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    plain = {"type": "http", "method": "GET", "path": f"{API}/trees", "query_string": b"", "headers": headers}
    app: Any = page.client.app
    whole = {**plain, "http_version": "1.1", "scheme": "http", **scope}
    with ThreadPoolExecutor(1) as alone:
        alone.submit(anyio.run, app, whole, receive, send).result()
    return sent[0]["status"], b"".join(m.get("body", b"") for m in sent[1:])


@pytest.mark.parametrize(
    "path",
    [
        "/", "/api/trees", f"/{TOKEN[:-1]}/api/trees", f"/{TOKEN}x/api/trees", f"/{TOKEN.upper()}/api/trees",
        "//api/trees", f"//{TOKEN}/api/trees", f"/{TOKEN}/../{TOKEN}/api/trees", f"/{TOKEN}/api/%2e%2e/trees",
        f"/{TOKEN}/page/../command.py", f"/{TOKEN}/page/%2e%2e/command.py", f"/{TOKEN}/page/..%2fcommand.py",
        f"/{TOKEN}/page//etc/passwd", f"/{TOKEN}/page/\\..\\command.py", f"/{TOKEN}/page/nothing.js",
        f"/{TOKEN}/page/table.html.j2", f"/{TOKEN}/api/nothing", f"/{TOKEN}", f"/{TOKEN}/api/boards/..",
    ],
)  # fmt: skip
def test_nothing_lies_beside_the_path(page: Page, path: str) -> None:
    status, body = direct(page, [(b"host", HOST.encode())], path=path, raw_path=path.encode())
    assert status in {404, 307, 422}
    assert TOKEN.encode() not in body
    assert b"root:" not in body
    assert b"import" not in body


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"http://localhost:{PORT}"},
        {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
        {"origin": ORIGIN, "sec-fetch-site": "same-site"},
        {"origin": ORIGIN, "sec-fetch-site": "none"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "open"), ("PATCH", "trees/t1/nodes/n0"), ("DELETE", "trees/t1")]
)
def test_only_our_own_page_changes_anything(
    page: Page, method: str, path: str, headers: dict[str, str]
) -> None:
    reply = asked(page, method, f"{API}/{path}", headers=headers, json={"source": "june-six:campaign"})
    assert reply.status_code == 403
    assert [tree["tree"] for tree in page.get("api/trees")] == ["t1"]


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "http://evil.example"}])
def test_another_page_does_not_look_either(page: Page, headers: dict[str, str]) -> None:
    assert asked(page, "GET", f"{API}/trees", headers=headers).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_are_refused(page: Page, method: str) -> None:
    reply = asked(page, method, f"{API}/trees", headers={"origin": ORIGIN})
    assert reply.status_code == 405
    assert "access-control-allow-origin" not in reply.headers


def test_a_method_at_an_address_that_has_it_not_is_refused(page: Page) -> None:
    assert asked(page, "POST", f"{API}/trees", headers={"origin": ORIGIN}).status_code == 405


def test_every_answer_keeps_itself_to_itself(page: Page) -> None:
    good, bad = page.client.get(f"{API}/games"), page.client.get("/")
    for reply in (good, bad, page.client.get(f"{API}/trees/t9")):
        told = reply.headers
        assert told["content-security-policy"] == guard.CONTENT
        assert "unsafe" not in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert told["cross-origin-resource-policy"] == "same-origin"
        assert "set-cookie" not in told
        assert "access-control-allow-origin" not in told


BODIES = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}", b'{"source": 1}', b'{"source": null}', b'{"sauce": "x"}',
    b'{"source": "x"', b"\xff\xfe", b'{"source": "\\ud800"}', b"[" * 1_000_000,
    b'{"source":' * 100_000, b"\0" * 100,
    b'{"source": "' + b"x" * 1_000_000 + b'"}', b'{"source": "june-six:moon"}',
    b'{"source": "{' + b"[" * 100_000 + b'"}',
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize(
    "path", ["open", "trees/t1/nodes/n0/ask", "trees/t1/nodes/n0/act", "trees/t1/nodes/n0/edit"]
)
def test_a_request_that_cannot_be_read_is_told_in_one_line(page: Page, path: str, body: bytes) -> None:
    reply = asked(page, "POST", f"{API}/{path}", content=body, headers={"origin": ORIGIN})
    assert reply.status_code == 422, reply.text[:300]
    said = reply.json()["error"]
    assert said
    assert "\n" not in said
    assert len(said) < 5000


@pytest.mark.parametrize("length", ["-1", "x", "99999999999999", "1e9"])
def test_a_length_that_is_none_is_refused(page: Page, length: str) -> None:
    headers = [(b"host", HOST.encode()), (b"origin", ORIGIN.encode()), (b"content-length", length.encode())]
    status, _ = direct(page, headers, method="POST", path=f"{API}/open")
    assert status in {400, 413}


def test_a_file_that_is_too_large_is_refused_whatever_length_it_says(page: Page) -> None:
    def flood() -> Iterator[bytes]:
        for _ in range((MOST >> 20) + 2):
            yield b"x" * (1 << 20)

    headers = {"origin": ORIGIN, "content-type": "application/octet-stream"}
    assert asked(page, "POST", f"{API}/open", content=flood(), headers=headers).status_code == 413


# --- files ------------------------------------------------------------------------------------------------


def zipped(megabytes: int = 0, **files: bytes) -> bytes:
    """A zip file; the last of its files is filled up with so many megabytes that weigh nothing."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            with archive.open(name, "w", force_zip64=True) as file:
                file.write(data)
                for _ in range(megabytes if name == [*files][-1] else 0):
                    file.write(b"0" * (1 << 20))
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bomb.vsav", lambda: zipped(120, moduledata=b"<data/>", savedGame=b"")),
        ("bomb.vlog", lambda: zipped(60, savedGame=b"!VCSK00")),
        ("empty.vsav", b""),
        ("text.vsav", b"hello"),
        ("cut.vsav", (SAVES / "june.vsav").read_bytes()[:5000]),
        ("zip.vsav", zipped(other=b"x")),
        ("a.txt", b"\xff\xfe\x00"),
        ("a.json", b"[" * 1_000_000),
        ("a.json", b'{"table": 1, "tool": "x", "trees": [{}]}'),
        ("a.json", b'{"table": 2, "tool": "x", "trees": []}'),
        ("a.exe", b"MZ"),
        ("", b"x"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_strangers_file_is_refused_in_one_line(
    page: Page, name: str, data: bytes | Callable[[], bytes]
) -> None:
    reply = page.drop(name, data if isinstance(data, bytes) else data())
    assert reply.status_code == 422, reply.text[:300]
    assert "\n" not in reply.json()["error"]
    assert "Traceback" not in reply.text
    assert page.drop("bridges.vsav").status_code == 200


@pytest.mark.parametrize(
    "name", ["../../june.vsav", "/etc/june.vsav", "..\\june.vsav", "a/b/june.vsav", "june\0.vsav"]
)
def test_the_name_of_a_file_leads_nowhere(page: Page, name: str) -> None:
    headers = {"origin": ORIGIN, "content-type": "application/octet-stream"}
    content = (SAVES / "june.vsav").read_bytes()
    reply = page.client.post(f"{API}/open", params={"name": name}, content=content, headers=headers)
    assert reply.status_code == 200
    title = page.get(f"api/trees/{reply.json()['tree']}")["title"]
    assert title == plain_name(name)
    assert not {"/", "\\", "\0"} & {*title}


def test_the_process_that_opens_files_may_be_lost() -> None:
    with serving() as page:
        tree = page.drop("bridges.vsav").json()["tree"]
        first = page.opener.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert page.drop("june.vsav").status_code in {200, 422}
        assert page.drop("june.vsav").status_code == 200
        assert page.opener.pid != first
        assert page.get(f"api/trees/{tree}/nodes/n0")["next"]["ruling"]["ok"]


def test_a_file_that_takes_too_long_is_given_up() -> None:
    with serving() as page:
        page.opener._process.seconds = 0.01
        assert page.drop("june.vsav").status_code == 422
        page.opener._process.seconds = 60
        assert page.drop("june.vsav").status_code == 200


def test_it_listens_on_this_machine_alone() -> None:
    from adjudicator.table.command import listening_on

    with listening_on(0) as listening:
        assert listening.family == socket.AF_INET
        assert listening.getsockname()[0] == "127.0.0.1"


def test_a_path_is_new_each_time() -> None:
    assert len({guard.new_token() for _ in range(100)}) == 100
    assert Opener().pid is None
