"""How every address of the table answers: JSON, or one line that says what is wrong and the way out."""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from adjudicator.asking.guard import BROKEN, told
from adjudicator.errors import BocageError, UnknownModule
from adjudicator.patience import GivenUp
from adjudicator.table.guard import Refused
from module_builder.vassal.errors import FormatError

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["Work", "endpoint_of", "eyes_of", "json_reply", "number_in", "read_request", "streamed"]

_SECONDS = 60.0  # for a request to come in
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_T = TypeVar("_T")


def json_reply(value: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _fault(fault: Exception, status: int) -> Response:
    way = str(getattr(fault, "way_out", "") or "")
    text = " ".join(told(fault)[0].split())
    more = {"module": fault.module} if isinstance(fault, UnknownModule) else {}
    return json_reply({"error": text.removesuffix(f"; {way}") if way else text, "way": way, **more}, status)


Work = Callable[["Request", bytes], Any]


def _answer(work: Work, request: Request, body: bytes) -> Response:
    """What a request gets: JSON, or one line that says what is wrong."""
    try:
        found = work(request, body)
    except GivenUp:
        return json_reply({"error": "a newer question has taken its place", "way": ""}, 409)
    except (BocageError, FormatError) as fault:
        return _fault(fault, 422)
    except Exception as fault:  # noqa: BLE001 - the table lives on
        return _fault(fault, 500 if told(fault)[1] == BROKEN else 422)
    return found if isinstance(found, Response) else json_reply(found)


def endpoint_of(work: Work) -> Callable[[Request], Any]:
    """A request read whole, answered in a thread, so that a long question holds nobody up."""

    @functools.wraps(work)
    async def endpoint(request: Request) -> Response:
        try:
            async with asyncio.timeout(_SECONDS):
                body = await request.body()
        except TimeoutError:
            raise Refused(408, "the request took too long to come in") from None
        return await run_in_threadpool(_answer, work, request, body)

    return endpoint


def read_request(body: bytes, form: type[_T]) -> _T:
    """What a request says, in the form that it must have."""
    try:
        return msgspec.json.decode(body or b"{}", type=form)
    except RecursionError:
        raise BocageError("a request is not nested so deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise BocageError(f"a request that cannot be read: {fault}") from None


def eyes_of(request: Request) -> str | None:
    """Who looks, where the address says it."""
    return request.query_params.get("as")


def number_in(request: Request, name: str) -> int:
    """A whole number that the address gives; 0 where it is none."""
    text = request.query_params.get(name, "")
    return int(text) if _NUMBER.fullmatch(text) else 0


def streamed(work: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """A request whose body is taken bit by bit, by work that is awaited; it answers as the others do."""

    @functools.wraps(work)
    async def endpoint(request: Request) -> Response:
        try:
            return json_reply(await work(request))
        except (BocageError, FormatError) as fault:
            return _fault(fault, 422)

    return endpoint
