"""Names of units written out, where there is more room than on a counter."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.loader import read_toml

if TYPE_CHECKING:
    from counters.units import Unit

__all__ = ["full_name"]

_NUMBER = re.compile(r"[0-9IVXL]+(/[0-9IVXL]+)?")
_LEADING = re.compile(r"^\d+(?= )")
_GLUED = re.compile(r"(?<=\d)(?=[A-Z])")
_COMPANY = re.compile(r" company (.+) (\d+)")
_WORD = re.compile(r"[^\W\d_]+")
_FORMATIONS = ("Division", "Corps", "Brigade", "Command", "Group", "Regiment", "Garrison")


def full_name(unit: Unit, formations: Mapping[str, str]) -> tuple[str, str]:
    """Name of a unit and of what it belongs to, in whole words.

    Parameters
    ----------
    unit
        A unit.
    formations
        Names of the formations of its game by id; without any the counter itself says to which it belongs.

    Returns
    -------
    tuple of str and str
        The second is empty for a unit on its own.

    Examples
    --------
    >>> from counters.units import Unit
    >>> regiment = Unit("ge-916", "916", "916 Rgt, 352 Div", "german", "german", size="regiment")
    >>> full_name(regiment, {})
    ('916 Regiment', '352nd Division')
    """
    above = formations.get(unit.corps, "") if unit.corps != unit.division else ""
    if unit.type == "headquarters" and unit.division in formations:
        own = formations[unit.division]
        return own if own.endswith("HQ") else f"{own} HQ", above
    own, parent = _split(unit)
    parent = formations.get(unit.division) or above if formations else _parent(unit, parent)
    return _own(unit, own), "" if parent == own else parent


def _split(unit: Unit) -> tuple[str, str]:
    """What a title says of the unit, and of its parent: ``16/1 Inf``, or ``16 Rgt, 1 Inf Div``."""
    if unit.title.startswith(f"{unit.name}/"):
        return unit.name, unit.title.removeprefix(f"{unit.name}/")
    own, _, parent = unit.title.partition(", ")
    return own, parent


def _own(unit: Unit, text: str) -> str:
    """The name of a unit itself; a number alone, or with an arm, gets its size."""
    text = _COMPANY.sub(r" \1 Company \2", text)
    last = text.rpartition(" ")[2]
    sized = _NUMBER.fullmatch(text) or last in _words()["arms"]
    size = f" {unit.size.replace('-', ' ').title()}" if sized and unit.size else ""
    return _written_out(unit, text) + size


def _parent(unit: Unit, text: str) -> str:
    """What a unit belongs to, after its counter: a division where a number alone stands there."""
    parted = _GLUED.sub(" ", text)
    whole = _written_out(unit, " ".join(_words()["parents"].get(word, word) for word in parted.split()))
    if unit.title.startswith(f"{unit.name}/") and not any(word in whole for word in _FORMATIONS):
        whole += " Division"
    return _LEADING.sub(lambda found: _ordinal(int(found[0])), whole)


def _written_out(unit: Unit, text: str) -> str:
    known = _words()
    nation = known["nations"].get(unit.nationality, {})
    every = {**known["words"], **known["arms"], **known["nations"][""], **nation}
    words = _WORD.sub(lambda found: every.get(found[0], found[0]), text).split()
    return " ".join(word for before, word in zip(["", *words], words, strict=False) if word != before)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


@functools.cache
def _words() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("full_names.toml"))
