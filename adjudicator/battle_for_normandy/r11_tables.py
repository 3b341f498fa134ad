"""Cards of section 11: the Interdiction Track, the Armed Recon Chart, the Anti-Aircraft Fire Table."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from adjudicator.table_files import load_records
from adjudicator.tables import Record

__all__ = ["row_from", "tables"]

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "interdiction": {"from": int, "mp": int},
    "recon": {"from": int, "attacks": int, "hit": int},
    "fire": {"from": int, "result": str},
}


@functools.cache
def tables() -> Mapping[str, Mapping[str, Record]]:
    """The three cards: ``interdiction``, ``recon`` and ``fire``.

    Returns
    -------
    mapping

    Examples
    --------
    >>> tables()["recon"]["twelve"].number("hit")
    7
    """
    return load_records(Path(__file__).parent / "r11_tables.toml", _FIELDS)


@functools.lru_cache(maxsize=512)
def row_from(table: str, number: int) -> Record:
    """The row of a card that serves for a number: the last one that begins at it or below.

    Parameters
    ----------
    table, number
        Name of the card, and the number.

    Returns
    -------
    Record

    Examples
    --------
    >>> row_from("interdiction", 10).number("mp"), row_from("fire", 8).text("result")
    (1, 'abort')
    """
    rows = list(tables()[table].values())
    return next((r for r in reversed(rows) if r.number("from") <= number), rows[0])
