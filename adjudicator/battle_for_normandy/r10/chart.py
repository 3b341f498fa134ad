"""Section 10.6: the Terrain Effects Chart, and how its costs are written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy.terms import MP
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.filing import Filing, by_filing

__all__ = ["chart", "mp", "mps"]

_PATH = Path(__file__).parents[1] / "terrain.toml"
_COSTS: Mapping[str, type] = {"title": str, "infantry": int, "mechanized": int, "who": str, "whole": bool}
_WET: Mapping[str, type] = {"wet_infantry": int, "wet_mechanized": int}
_EFFECTS: Mapping[str, type] = {"drm": int, "tanks": int, "fire": int}
_GROUPS: Mapping[str, Mapping[str, type]] = {
    "terrain": {**_COSTS, **_WET, **_EFFECTS},
    "settlement": {"title": str, **_EFFECTS},
    "hexside": {**_COSTS, "halves": bool, "advance": str},
    "road": {"title": str, "good": int, "bad": int, "strategic": int, "rate": bool, "level": bool},
}


def mp(sixths: int) -> str:
    """Sixths of an MP as a number for a person; see `mps`.

    Examples
    --------
    >>> mp(12), mp(3), mp(8), mp(0)
    ('2', '1/2', '1 1/3', '0')
    """
    whole, rest = divmod(sixths, MP)
    part = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return " ".join(filter(None, [str(whole) if whole or not rest else "", part]))


def mps(sixths: int) -> str:
    """Sixths of an MP for a person.

    Examples
    --------
    >>> mps(12), mps(3)
    ('2 MP', '1/2 MP')
    """
    return f"{mp(sixths)} MP"


@by_filing
def chart(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    """The Terrain Effects Chart: ``terrain``, ``settlement``, ``hexside`` and ``road``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> chart(OURS)["terrain"]["farmland"].number("infantry")
    12
    """
    return load_records(filing.path(_PATH), _GROUPS)
