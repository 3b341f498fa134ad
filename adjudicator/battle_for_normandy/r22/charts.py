"""Charts of optional rules of section 22: quality, ammunition, batteries that face one way."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, Located, by_filing

__all__ = ["explain_ammunition", "facing_of", "has_ammunition", "quality_row"]

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "quality": {"from": int, "drm": int},
    "ammunition": {"upto": int},
    "facing": {"direction": int},
}


@by_filing
def _charts(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(Path(__file__).parents[1] / "r22_options.toml"), _FIELDS)


@rule("22.1o")
def quality_row(at: Located, roll: int) -> Record:
    """Row of the Unit Quality Chart for a die.

    Parameters
    ----------
    roll
        1 to 10.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> [quality_row(OURS, roll).number("drm") for roll in (2, 3, 10)]
    [-1, 0, 1]
    """
    rows = list(_charts(at)["quality"].values())
    return next(row for row in reversed(rows) if row.number("from") <= roll)


@rule("22.2o")
def has_ammunition(at: Located, roll: int) -> bool:
    """Whether a die gives ammunition to a GebH40.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> has_ammunition(OURS, 4), has_ammunition(OURS, 5)
    (True, False)
    """
    return roll <= _charts(at)["ammunition"]["fires"].number("upto")


@rule("22.2o")
def explain_ammunition(inquiry: Inquiry, gun: Piece) -> None:
    """Say that a GebH40 rolls for ammunition before it fires."""
    upto = cite(inquiry, _charts(inquiry)["ammunition"]["fires"], "upto", "22.2o")
    inquiry.note(
        "22.2o", f"{gun.printed.title} rolls for ammunition first: it fires on so much or less", upto
    )


@rule("22.7o")
def facing_of(view: View, gun: Piece) -> int:
    """Direction in which a battery is placed; 0 fires all around."""
    if not terms.is_static(gun.printed):
        return 0
    told = terms.state_of(view).number("facing", gun.uid)
    row = _charts(view)["facing"].get(gun.uid)
    if (not told and row is None) or not terms.has_option(view, "22.7o"):
        return 0
    return told or (cite(view, row, "direction", "22.7o") if row is not None else 0)
