"""Whatever an address or a body says, the answer is the page's or one line: never a fault of ours."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.routing import Mount, Route

from tests.table.serving import ORIGIN, TOKEN, Page, serving
from tests.table.test_scans import a_scan

STRANGE = ("", "..", "-1", "x" * 300, "9" * 30, "%00", "٣", '{"a":[1,2]}', "nobody~nothing")
PARTS = {"game": "breakout-normandy", "tree": "t1", "node": "n0", "sheet": "1"}
"""What an address must name before it looks at anything else."""
NAMES = ("as", "ask", "channel", "form", "game", "id", "key", "kind", "name", "row", "column", "side", "tree",
         "unit", "window", "x", "y")  # fmt: skip
BODIES: tuple[Any, ...] = (
    None,
    [],
    {},
    {"game": 1},
    {"row": 10**30, "column": 1, "name": "x"},
    {"words": ["x"]},
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    overlay = Path(tmp_path_factory.mktemp("mine"))
    a_scan(overlay)
    with serving(overlay=overlay) as found:
        found.open("breakout-normandy:d-day")
        yield found


def addresses(page: Page, *methods: str, said: str = "") -> list[tuple[str, str]]:
    """Every address of the table that answers one of these methods, with what it must name filled in.

    Where something is `said`, that stands for each part of an address.
    """
    app: Any = page.client.app
    (mount,) = (route for route in vars(app)["_app"].routes if isinstance(route, Mount))
    routes = [route for route in mount.routes if isinstance(route, Route)]
    pairs = [
        (method, route.path) for route in routes for method in methods if method in (route.methods or ())
    ]
    return [
        (method, re.sub(r"{(\w+)(?::\w+)?}", lambda part: quote(said) or PARTS.get(part[1], "nothing"), path))
        for method, path in pairs
    ]


@pytest.mark.slow
def test_no_address_fails_whatever_its_query_says(page: Page) -> None:
    found = addresses(page, "GET")
    assert len(found) > 30
    for (_, path), said in itertools.product(found, STRANGE):
        reply = page.client.get(f"/{TOKEN}{path}", params=dict.fromkeys(NAMES, said))
        assert reply.status_code < 500, (path, said, reply.text[:300])


@pytest.mark.parametrize("said", STRANGE[1:])
def test_no_address_fails_whatever_it_names(page: Page, said: str) -> None:
    for _, path in addresses(page, "GET", said=said):
        reply = page.client.get(f"/{TOKEN}{path}")
        assert reply.status_code < 500, (path, reply.text[:300])


def test_no_address_fails_whatever_its_body_says(page: Page) -> None:
    for (method, path), said in itertools.product(addresses(page, "POST", "PATCH"), BODIES):
        reply = page.client.request(method, f"/{TOKEN}{path}", json=said, headers={"origin": ORIGIN})
        assert reply.status_code < 500, (path, said, reply.text[:300])
