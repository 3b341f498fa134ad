"""Sections 12.41, 12.42 and 13.0: the Combat Results Table, cell by cell, for each pair of combat modes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View
from adjudicator.ruling import Used
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.errors import DataError
from maps.filing import Filing, Located, by_filing
from module_builder.vassal.values import dataclass

__all__ = [
    "ASSAULT",
    "ATTACK_MODES",
    "CODES",
    "DEFENCE_MODES",
    "DIE",
    "EFFECTS",
    "FIRST",
    "LAST",
    "PAIRS",
    "PROBE",
    "PROBE_AGAINST_STAND",
    "RETREAT",
    "STAND",
    "Cell",
    "Result",
    "cell",
    "cells",
    "mode_drm",
    "note_table",
    "printed",
    "row_of",
    "rows",
    "said",
    "title_of",
    "used",
]

PROBE, ASSAULT, STAND, RETREAT = "probe", "assault", "stand", "retreat"
ATTACK_MODES, DEFENCE_MODES = (PROBE, ASSAULT), (STAND, RETREAT)
PAIRS = tuple((a, d) for a in (ASSAULT, PROBE) for d in (STAND, RETREAT))
EFFECTS = ("dis-1", "dis-2", "reduced")
CODES = ("A", "B", "C", "D", "E", "F")
FIRST, LAST, PROBE_AGAINST_STAND = 0, 12, -3
DIE = range(10)
Result = tuple[str, str]
_ADVANCES = ("", "optional", "mandatory")
_FIELDS: Mapping[str, type] = {
    "attacker": str,
    "attacker_retreat": int,
    "defender": str,
    "defender_retreat": int,
    "advance": str,
    "breakthrough": bool,
}
_RESULT = re.compile(r"([A-F]) (dis-1|dis-2|reduced)")
_TOLD = {"dis-1": "Dis-1", "dis-2": "Dis-2", "reduced": "Reduced"}
_PATH = Path(__file__).parent / "crt.toml"


@dataclass(frozen=True, slots=True)
class Cell:
    """What the table says for a pair of modes and a modified roll.

    Parameters
    ----------
    row
        0 (zero or less) to 12 (twelve or more).
    attacker, defender
        What each force suffers: none, one or two of (allocation code, ``dis-1``, ``dis-2`` or ``reduced``).
    attacker_retreat, defender_retreat
        Hexes that each force must retreat.
    advance
        Empty, ``optional`` or ``mandatory``.
    breakthrough
        Whether motorized attackers break through.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> cell(OURS, "assault", "stand", -2).attacker
    (('B', 'dis-1'), ('D', 'reduced'))
    """

    attack_mode: str
    defence_mode: str
    row: int
    attacker: tuple[Result, ...] = ()
    attacker_retreat: int = 0
    defender: tuple[Result, ...] = ()
    defender_retreat: int = 0
    advance: str = ""
    breakthrough: bool = False

    @property
    def text(self) -> str:
        """The cell as a person would read it."""
        return _text(self)


def said(results: Iterable[Result]) -> str:
    """Results as the book writes them; empty for none.

    Parameters
    ----------
    results
        Of one force.

    Examples
    --------
    >>> said([("B", "dis-1"), ("D", "reduced")]), said([("A", "dis-1")])
    ('B Dis-1 / D Reduced', 'All Dis-1')
    """
    return " / ".join(f"{'All' if code == 'A' else code} {_TOLD[effect]}" for code, effect in results)


@functools.lru_cache(maxsize=256)
def _text(found: Cell) -> str:
    sides = []
    hurt = (("attacker", found.attacker, found.attacker_retreat),)
    for side, results, retreat in (*hurt, ("defender", found.defender, found.defender_retreat)):
        told = [said(results)] if results else []
        told += [f"retreat {retreat}"] if retreat else []
        sides.append(f"{side} {', '.join(told) or 'unharmed'}")
    more = [f"{found.advance} advance"] if found.advance else []
    more += ["Breakthrough"] if found.breakthrough else []
    return "; ".join([*sides, *more])


@rule("12.41", "12.42")
def row_of(modified: int) -> int:
    """Row that a modified die roll uses.

    Examples
    --------
    >>> row_of(-4), row_of(7), row_of(15)
    (0, 7, 12)
    """
    return min(max(modified, FIRST), LAST)


@rule("12.42", "13.0")
def cell(at: Located, attack_mode: str, defence_mode: str, modified: int) -> Cell:
    """The cell of a pair of modes and a modified die roll.

    Parameters
    ----------
    attack_mode
        ``probe`` or ``assault``.
    defence_mode
        ``stand`` or ``retreat``.
    modified
        The roll with all its modifiers, the -3 of a Probe against Stand among them.

    Raises
    ------
    KeyError
        There is no such mode.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> cell(OURS, "probe", "retreat", 5).text
    'attacker unharmed; defender retreat 1; optional advance'
    """
    return cells(at)[attack_mode, defence_mode][row_of(modified)]


@rule("12.54")
def mode_drm(attack_mode: str, defence_mode: str) -> int:
    """The modifier of a pair of combat modes.

    Examples
    --------
    >>> mode_drm("probe", "stand"), mode_drm("assault", "stand")
    (-3, 0)
    """
    return PROBE_AGAINST_STAND if (attack_mode, defence_mode) == (PROBE, STAND) else 0


@functools.lru_cache(maxsize=512)
def rows(filing: Filing, attack_mode: str, defence_mode: str, drm: int) -> tuple[Cell, ...]:
    """The cells of the faces 0 to 9 of the die with a total modifier.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> [found.row for found in rows(OURS, "assault", "stand", 4)]
    [4, 5, 6, 7, 8, 9, 10, 11, 12, 12]
    """
    found = cells(filing)[attack_mode, defence_mode]
    return tuple([found[row_of(face + drm)] for face in DIE])


@by_filing
def cells(filing: Filing) -> Mapping[tuple[str, str], tuple[Cell, ...]]:
    """The whole table: pair of modes -> thirteen cells.

    Raises
    ------
    maps.errors.DataError
        A row is missing, or a cell holds what the rules do not know.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> sum(map(len, cells(OURS).values()))
    52
    """
    return {(a, d): _rows(a, d, _records(filing)[f"{a}-{d}"]) for a, d in PAIRS}


def printed(filing: Filing) -> Iterator[str]:
    """Every cell of the table as a person would read it, in the order of `PAIRS`, row by row.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> list(printed(OURS))[-1]
    'attacker unharmed; defender All Dis-1, retreat 2; optional advance'
    """
    for pair in PAIRS:
        yield from (found.text for found in cells(filing)[pair])


@by_filing
def _records(filing: Filing) -> Mapping[str, Mapping[str, Record]]:
    return load_records(filing.path(_PATH), {f"{a}-{d}": _FIELDS for a, d in PAIRS})


def _rows(attack_mode: str, defence_mode: str, found: Mapping[str, Record]) -> tuple[Cell, ...]:
    wanted = [str(row) for row in range(FIRST, LAST + 1)]
    if list(found) != wanted:
        raise DataError(_PATH.name, f"[{attack_mode}-{defence_mode}]", f"the rows {FIRST} to {LAST} in order")
    return tuple([_cell(attack_mode, defence_mode, int(row), found[row]) for row in wanted])


def _cell(attack_mode: str, defence_mode: str, row: int, record: Record) -> Cell:
    place = f"[{record.group}.{row}]"
    if record.values["advance"] not in _ADVANCES:
        raise DataError(_PATH.name, f"{place}, key advance", f"one of {', '.join(_ADVANCES[1:])}, or nothing")
    retreats = {key: record.number(key) for key in ("attacker_retreat", "defender_retreat")}
    if not all(0 <= hexes <= 2 for hexes in retreats.values()):
        raise DataError(_PATH.name, place, "retreats of 0 to 2 hexes")
    return Cell(
        attack_mode,
        defence_mode,
        row,
        _results(place, record.text("attacker")),
        retreats["attacker_retreat"],
        _results(place, record.text("defender")),
        retreats["defender_retreat"],
        record.text("advance"),
        record.flag("breakthrough"),
    )


@rule("13.71", "13.72")
def _results(place: str, text: str) -> tuple[Result, ...]:
    parts = text.split(" / ") if text else []
    found = [match.groups() for match in map(_RESULT.fullmatch, parts) if match]
    codes = "".join(code for code, _ in found)
    if len(found) != len(parts) or (len(codes) > 1 and codes not in {"BD", "CE"}):
        raise DataError(_PATH.name, place, f"a code and a result, or B with D or C with E, not {text!r}")
    return tuple((str(code), str(effect)) for code, effect in found)


@functools.cache
def title_of(attack_mode: str, defence_mode: str) -> str:
    """A pair of modes in words.

    Examples
    --------
    >>> title_of("assault", "stand")
    'Assault against Stand'
    """
    return f"{attack_mode.title()} against {defence_mode.title()}"


@by_filing
def used(filing: Filing, attack_mode: str, defence_mode: str) -> tuple[Used, str]:
    """The table of a pair of modes as a ruling names it, and the source of its cells.

    Returns
    -------
    (Used, str)
        The source is the most doubtful one of the thirteen cells.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> used(OURS, "assault", "stand")[1]
    'reconstructed'
    """
    group = f"{attack_mode}-{defence_mode}"
    what = Used(f"Combat Results Table: {title_of(attack_mode, defence_mode)}", _PATH.name, group, "cells")
    sources = {record.sources.of(key) for record in _records(filing)[group].values() for key in _FIELDS}
    return what, next((word for word in ("unknown", "reconstructed") if word in sources), min(sources))


@rule("12.42")
def note_table(view: View, pairs: Iterable[tuple[str, str]] = PAIRS) -> None:
    """Record the source of the tables of pairs of modes.

    Parameters
    ----------
    pairs
        Those that were read.
    """
    if isinstance(view, Inquiry):
        for pair in pairs:
            view.source("12.42", *used(view, *pair))
