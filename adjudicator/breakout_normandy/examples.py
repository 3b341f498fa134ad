"""The positions of the rulebook's examples of play, from ``examples.toml``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r05_set_up import set_up
from adjudicator.errors import DataError
from maps.loader import read_toml

if TYPE_CHECKING:
    from adjudicator.position import Draft, Position

__all__ = ["example_position"]

_FILE = Path(__file__).parent / "examples.toml"
_KEYS = {"title", "after", "units", "facts"}


@functools.cache
def _read() -> Mapping[str, Mapping[str, Any]]:
    data = read_toml(_FILE)
    for name, body in data.items():
        if set(body) - _KEYS:
            raise DataError(_FILE.name, f"[{name}]", f"the keys {', '.join(sorted(_KEYS))}")
    return data


def example_position(name: str, overlay: Path | None = None) -> Position:
    """The position of one example.

    Parameters
    ----------
    name
        ``example-1`` to ``example-11``.

    Raises
    ------
    DataError
        A unit or space does not exist.

    Examples
    --------
    >>> example_position("example-4").text("phase")
    'amphibious'
    """
    draft = set_up(overlay).draft()
    for step in _chain(name):
        _change(draft, step, _read()[step])
    return draft.finish()


def _chain(name: str) -> list[str]:
    body = _read()[name]
    return [*(_chain(str(body["after"])) if "after" in body else []), name]


def _change(draft: Draft, name: str, body: Mapping[str, Any]) -> None:
    for uid, text in body.get("units", {}).items():
        space, status, *landed = str(text).split()
        if uid not in draft.pieces or space not in draft.board.spaces or status not in terms.STATUSES:
            raise DataError(_FILE.name, f"[{name}] units {uid}", "a unit, a space and a status that exist")
        draft.place(uid, space)
        draft.set_status(uid, status)
        if landed:
            box = terms.approach_of(draft, space)
            for item, value in (("start", box), ("came-from", box), ("crossed", "landing")):
                draft.set(item, value, uid)
            draft.set("mandatory", True, uid)
    for key, value in body.get("facts", {}).items():
        item, _, subject = key.partition(":")
        draft.set(item, value, subject)
