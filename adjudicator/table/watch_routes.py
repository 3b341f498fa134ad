"""The page on which everything of a game is seen while its folder is written, and what the page asks for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.routing import Route

from adjudicator.table.paging import watch_html
from adjudicator.table.replies import Work, endpoint_of, json_reply

if TYPE_CHECKING:
    from starlette.requests import Request

    from adjudicator.table.gate import Gate
    from adjudicator.table.news import News
    from adjudicator.table.showcase import Showcase

__all__ = ["WATCH", "watch_routes"]

WATCH = "watch"
"""Address of the page."""
_PICTURE = re.compile(r"([A-Za-z0-9_-]{1,120})\.webp")
_LONG = "private, max-age=31536000, immutable"


def watch_routes(
    news: News, newest: Callable[[], Showcase | None], folder: str, gate: Gate
) -> tuple[Route, ...]:
    """The addresses.

    Parameters
    ----------
    news
        What happens to the folder.
    newest
        Everything that the game prints, as it was when nothing was wrong; None where that has never been.
    folder
        As the user named it.
    gate
        Of the table.

    Returns
    -------
    tuple of Route
    """

    def page(request: Request, body: bytes) -> Any:  # noqa: ARG001 - as all work has it
        return Response(watch_html(folder), media_type="text/html; charset=utf-8")

    def everything(request: Request, body: bytes) -> Any:  # noqa: ARG001
        case = newest()
        return case.form() if case is not None else {"title": "", "map": "", "templates": "", "groups": []}

    def picture(request: Request, body: bytes) -> Any:  # noqa: ARG001
        case, name = newest(), _PICTURE.fullmatch(request.path_params["name"])
        with gate.together():
            data = case.picture(name[1]) if case is not None and name is not None else None
        if data is None:
            return json_reply({"error": "there is nothing here", "way": ""}, 404)
        return Response(data, media_type="image/webp", headers={"cache-control": _LONG})

    rows: list[tuple[str, Work]] = [
        (f"/{WATCH}", page),
        (f"/api/{WATCH}", everything),
        (f"/{WATCH}/{{name}}", picture),
    ]
    routes = [Route(path, endpoint_of(work), methods=["GET"]) for path, work in rows]
    return (*routes, news.route(f"/api/{WATCH}/events"))
