"""Page 37: the solitaire tables that allot the Allied Air Points by the weather; most cells are ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View
from adjudicator.table_files import load_records
from adjudicator.tables import Record, cite
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["START", "Solitaire", "allot", "explain"]

START = 135
_MAPS = ("a", "b", "c", "d", "e")
_FILE = Path(__file__).parents[1] / "solitaire.toml"
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "weather": {"maps": str, "recon": int, "support": int},
    "effect": {"mp": int},
    "losses": {"from": int, "maps": str, "support": int},
}


@dataclass(frozen=True, slots=True)
class Solitaire:
    """What the tables allot.

    Parameters
    ----------
    interdiction
        MPs that German units lose on maps A to E.
    letters
        Grades of interdiction of the maps.
    recon, support
        Points for Armed Recon, and for Ground Support.

    Examples
    --------
    >>> Solitaire((3, 3, 3, 3, 3), ("a",) * 5, 20, 35).recon
    20
    """

    interdiction: tuple[int, ...]
    letters: tuple[str, ...]
    recon: int
    support: int


@by_filing
def _chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_FILE), _GROUPS)


@rule("11.1", "11.2")
def allot(view: View) -> Solitaire:
    """The allotment of the day by its weather, less what air losses take."""
    row = _chart(view)["weather"][view.text("weather")]
    lost = max(0, START - view.number("air-points"))
    worn = [r for r in _chart(view)["losses"].values() if lost >= r.number("from")][-1]
    letters = tuple(row.text("maps").split())
    effects = [cite(view, _chart(view)["effect"][letter], "mp", "11.2") for letter in letters]
    less = worn.text("maps").split()
    found = tuple(max(0, mp - (map_ in less)) for map_, mp in zip(_MAPS, effects, strict=True))
    support = max(0, cite(view, row, "support", "11.1") - cite(view, worn, "support", "11.1"))
    return Solitaire(found, letters, cite(view, row, "recon", "11.1"), support)


@rule("11.1", "11.2")
def explain(inquiry: Inquiry) -> Solitaire:
    """Say what the solitaire tables allot today."""
    found = allot(inquiry)
    for map_, letter, mp in zip(_MAPS, found.letters, found.interdiction, strict=True):
        text = f"Map {map_.upper()}, Interdiction Level {letter.upper()}: MPs that German units lose"
        inquiry.note("11.2", text, mp)
    inquiry.note("11.1", "Air Points for Armed Recon", found.recon)
    inquiry.note("11.1", "Ground Support Points", found.support)
    lost = START - inquiry.number("air-points")
    inquiry.note("11.1", "Air Points lost so far", max(0, lost))
    return found
