"""The addresses of scanned sheets in the room "Your copy"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from adjudicator.game import load
from adjudicator.owning.scan_names import title_of
from adjudicator.table.drawing.faces import webp
from adjudicator.table.replies import Work, endpoint_of, number_in, read_request
from maps.art import BACK, open_picture

if TYPE_CHECKING:
    from starlette.requests import Request

    from adjudicator.table.owners import Owners

__all__ = ["scan_routes"]

_PIECE = 260  # pixels of a piece that is shown


class _Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies at a place: a counter, ``ID-back``, or nothing."""

    row: int
    column: int
    name: str


class _Shifting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where on the names move by one: on, or back."""

    row: int
    column: int
    back: bool = False


class _Undoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last answer is taken back."""


class _Ends:
    """What the addresses lead to."""

    def __init__(self, owners: Owners) -> None:
        self._owners = owners

    def overview(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        game = request.path_params["game"]
        sheets = self._owners.sheets(game)
        counters = [{"id": uid, "title": title} for uid, title in sheets.titles().items()]
        told = {"slug": game, "title": load(game).title}
        return {"game": told, "sheets": sheets.numbers(), "counters": counters}

    def sheet(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        game, number = _sheet(request)
        sheets = self._owners.sheets(game)
        naming, cut, titles = sheets.naming(number), sheets.sides(number), sheets.titles()
        places = [
            {
                "row": place[0],
                "column": place[1],
                "name": name,
                "title": title_of(name, titles),
                "checked": place in naming.checked,
                "front": (place, "") in cut,
                "back": (place, BACK) in cut,
            }
            for place, name in naming.names.items()
        ]
        return {"sheet": number, "undo": sheets.undoable(number), "places": places}

    def piece(self, request: Request, body: bytes) -> Any:  # noqa: ARG002
        """A cut piece, drawn anew: the request gives numbers, of which the sheet's own file is found."""
        game, number = _sheet(request)
        place = number_in(request, "row"), number_in(request, "column")
        end = BACK if request.query_params.get("side") == "back" else ""
        picture = open_picture(self._owners.sheets(game).picture(number, place, end))
        picture.thumbnail((_PIECE, _PIECE))
        return Response(webp(picture), media_type="image/webp")

    def name(self, request: Request, body: bytes) -> Any:
        game, number = _sheet(request)
        said = read_request(body, _Naming)
        self._owners.name_piece(game, lambda s: s.name(number, (said.row, said.column), said.name))
        return self.sheet(request, b"")

    def shift(self, request: Request, body: bytes) -> Any:
        game, number = _sheet(request)
        said = read_request(body, _Shifting)
        self._owners.name_piece(game, lambda s: s.shift(number, (said.row, said.column), back=said.back))
        return self.sheet(request, b"")

    def undo(self, request: Request, body: bytes) -> Any:
        game, number = _sheet(request)
        read_request(body, _Undoing)
        self._owners.name_piece(game, lambda s: s.undo(number))
        return self.sheet(request, b"")


def _sheet(request: Request) -> tuple[str, int]:
    return request.path_params["game"], request.path_params["sheet"]


def scan_routes(owners: Owners) -> list[Route]:
    """The addresses of scanned sheets.

    Parameters
    ----------
    owners
        The owner's copies.

    Returns
    -------
    list of Route
    """
    ends = _Ends(owners)
    room = "/api/copy/{game}/scans"
    sheet = f"{room}/{{sheet:int}}"
    rows: list[tuple[str, Work, str]] = [
        (room, ends.overview, "GET"),
        (sheet, ends.sheet, "GET"),
        (f"{sheet}/piece", ends.piece, "GET"),
        (f"{sheet}/name", ends.name, "POST"),
        (f"{sheet}/shift", ends.shift, "POST"),
        (f"{sheet}/undo", ends.undo, "POST"),
    ]
    return [Route(path, endpoint_of(work), methods=[method]) for path, work, method in rows]
