"""Cards of section 11: the Interdiction Track, the Armed Recon Chart, the Anti-Aircraft Fire Table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.filing import Filing, by_filing

__all__ = ["row_from", "tables"]

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "interdiction": {"from": int, "mp": int},
    "recon": {"from": int, "attacks": int, "hit": int},
    "fire": {"from": int, "result": str},
}


@by_filing
def tables(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The three cards: ``interdiction``, ``recon`` and ``fire``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> tables(OURS)["recon"]["twelve"].number("hit")
    7
    """
    return load_records(filing.path(Path(__file__).parents[1] / "r11_tables.toml"), _FIELDS)


@by_filing
def row_from(filing: Filing, table: str, number: int) -> Record:
    """The row of a card that serves for a number: the last one that begins at it or below.

    Parameters
    ----------
    table, number
        Name of the card, and the number.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> row_from(OURS, "interdiction", 10).number("mp"), row_from(OURS, "fire", 8).text("result")
    (1, 'abort')
    """
    rows = list(tables(filing)[table].values())
    return next((r for r in reversed(rows) if r.number("from") <= number), rows[0])
