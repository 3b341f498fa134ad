"""What a person's printers do wrong, as measured on the calibration page; kept in the user's folder.

The file is ``printers.toml`` in the folder of the user's settings, or in the folder that ``$BOCAGE_CONFIG``
names::

    [printer.office]
    front = [0.2, -0.5, 0]
    back = [0.4, 1.1, 0.2]
    flip = "long"
"""

from __future__ import annotations

import difflib
import json
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from maps.errors import DataError
from maps.tomlfile import read_toml
from module_builder.printing.calibration import calibration_document
from module_builder.printing.page import Shift
from module_builder.printing.preset import Axis, Flip
from module_builder.vassal.archive import make_folder, write_file
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.printing.preset import Preset

__all__ = [
    "FILE",
    "FOLDER",
    "Profile",
    "calibration_document",
    "check_shift",
    "combined",
    "load_profile",
    "mirrored",
    "printers_file",
    "profiles",
    "save_profile",
]

FILE, FOLDER = "printers.toml", "BOCAGE_CONFIG"
_NAME = re.compile(r"[\w()+.-](?:[\w()+. -]{0,58}[\w()+.-])?")
_KEYS = ("front", "back", "flip")
_STILL = Shift()
_MOST_MM, _MOST_DEGREES = 20.0, 5.0
_HEAD = "# What `module-builder printer set` stored: x, y in mm to the right and down, degrees clockwise.\n"


@dataclass(frozen=True, slots=True)
class Profile:
    """What was read on the calibration page of one printer.

    It holds for pages that lie as the calibration page does (upright or across).

    Parameters
    ----------
    name
        Letters, figures, spaces and ``().+-_``; 60 at most.
    front
        Where the creases cross on the front's scales: what the fronts are moved by.
    back
        Where the front's cross lies on the back's scales, and its angle: what the backs are moved by, if the
        fronts are not.
    flip
        Edge about which the sheet was turned.

    Raises
    ------
    maps.errors.DataError
        The name has other signs, or a number is out of reason.

    Examples
    --------
    >>> Profile("office", back=Shift(0.4, 1.1)).front
    Shift(x=0.0, y=0.0, angle=0.0)
    """

    name: str
    front: Shift = _STILL
    back: Shift = _STILL
    flip: Flip = "long"

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise DataError(
                "printer", repr(self.name), "a name of 1 to 60 letters, figures, spaces and ().+-_"
            )
        if self.flip not in get_args(Flip):
            raise DataError(f"printer {self.name}", "flip", f"long or short, not {self.flip!r}")
        for side, shift in (("front", self.front), ("back", self.back)):
            check_shift(f"printer {self.name}", side, shift)

    def shifts(self, preset: Preset) -> tuple[Shift, Shift]:
        """Return what the front and the back pages of a preset are moved by.

        A front that is moved is followed by its back, mirrored as the sheet turns over. Where the preset
        turns the sheet about the other edge than the calibration did, the same back is printed upside down.

        Parameters
        ----------
        preset
            Whose paper and flip are used.

        Returns
        -------
        tuple of Shift
            For fronts and for backs.

        Examples
        --------
        >>> from module_builder.printing.preset import load_preset
        >>> Profile("office", Shift(0.2, -0.5), Shift(0.4, 1.0)).shifts(load_preset("home-a4"))[1]
        Shift(x=0.2, y=0.5, angle=0.0)
        """
        read = self.back
        if preset.flip != self.flip:
            read = Shift(-read.x, -read.y, read.angle)
        return self.front, combined(mirrored(self.front, preset.axis), read)


def mirrored(shift: Shift, axis: Axis) -> Shift:
    """Return a movement of the front as it is seen from the back.

    Parameters
    ----------
    shift
        Of the front.
    axis
        About which the sheet turns over.

    Returns
    -------
    Shift

    Examples
    --------
    >>> mirrored(Shift(1, 2, 3), "vertical"), mirrored(Shift(1, 2, 3), "horizontal")
    (Shift(x=-1, y=2, angle=-3), Shift(x=1, y=-2, angle=-3))
    """
    if axis == "vertical":
        return Shift(-shift.x, shift.y, -shift.angle)
    return Shift(shift.x, -shift.y, -shift.angle)


def combined(first: Shift, second: Shift) -> Shift:
    """Return the movement that does one and then another.

    Parameters
    ----------
    first, second
        Each a turn about the middle of the page, then a step.

    Returns
    -------
    Shift

    Examples
    --------
    >>> both = combined(Shift(1, 0), Shift(0, 0, 90))
    >>> round(both.x, 6), round(both.y, 6), both.angle
    (0.0, 1.0, 90.0)
    """
    x, y = second.moved((first.x, first.y), (0.0, 0.0))
    return Shift(x, y, first.angle + second.angle)


def printers_file() -> Path:
    """Return where the profiles are kept.

    Returns
    -------
    Path

    Examples
    --------
    >>> printers_file().name
    'printers.toml'
    """
    folder = os.environ.get(FOLDER)
    if not folder:
        import click

        folder = click.get_app_dir("bocage")
    return Path(folder) / FILE


def profiles() -> dict[str, Profile]:
    """Return every printer that has been measured.

    Returns
    -------
    dict
        By name, sorted; empty where none has been stored.

    Raises
    ------
    maps.errors.DataError
        The file is damaged.
    """
    path = printers_file()
    if not path.is_file():
        return {}
    tables = read_toml(path, ["printer"]).get("printer", {})
    if not isinstance(tables, dict):
        raise DataError(FILE, "printer", "a table for each printer: [printer.NAME]")
    return {name: _profile(name, tables[name]) for name in sorted(tables)}


def load_profile(name: str) -> Profile:
    """Return what was stored for a printer.

    Parameters
    ----------
    name
        As it was stored.

    Returns
    -------
    Profile

    Raises
    ------
    maps.errors.DataError
        No printer of that name, or the file is damaged.
    """
    known = profiles()
    if name in known:
        return known[name]
    if not known:
        expected = "a printer that has been measured; there is none yet"
        raise DataError("printer", name, expected, f"start with module-builder printer calibrate {name}")
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else ""
    raise DataError("printer", name, f"one of {', '.join(known)}", hint)


def save_profile(profile: Profile) -> Path:
    """Store what was read for a printer, in the place of what was stored before.

    Parameters
    ----------
    profile
        What was read.

    Returns
    -------
    Path
        The file, written whole.

    Raises
    ------
    maps.errors.DataError
        The file that is there is damaged.
    module_builder.vassal.errors.FormatError
        The folder cannot be made or written.
    """
    path = printers_file()
    known = profiles() | {profile.name: profile}
    make_folder(path.parent)
    write_file(path, (_HEAD + "".join(_table(known[name]) for name in sorted(known))).encode())
    return path


def _table(profile: Profile) -> str:
    rows = [f"\n[printer.{json.dumps(profile.name, ensure_ascii=False)}]"]
    for side, shift in (("front", profile.front), ("back", profile.back)):
        rows.append(f"{side} = [{float(shift.x)!r}, {float(shift.y)!r}, {float(shift.angle)!r}]")
    return "\n".join([*rows, f'flip = "{profile.flip}"', ""])


def _profile(name: str, table: object) -> Profile:
    cells: Mapping[str, object] = table if isinstance(table, dict) else {}
    place = f"printer.{name}"
    if unknown := sorted(cells.keys() - set(_KEYS)):
        raise DataError(FILE, place, f"the keys {', '.join(_KEYS)}, not {', '.join(unknown)}")
    if not cells:
        raise DataError(FILE, place, f"a table with the keys {', '.join(_KEYS)}")
    front, back = (_shift(cells.get(side, [0, 0]), f"{place}.{side}") for side in ("front", "back"))
    flip = cells.get("flip", "long")
    if flip not in ("long", "short"):
        raise DataError(FILE, f"{place}.flip", f"long or short, not {flip!r}")
    return Profile(name, front, back, "short" if flip == "short" else "long")


def _shift(value: object, place: str) -> Shift:
    """Two numbers, or three with the angle."""
    numbers = value if isinstance(value, list) else []
    if len(numbers) not in {2, 3} or not all(type(number) in {int, float} for number in numbers):
        raise DataError(FILE, place, f"[x, y] or [x, y, angle], not {value!r}")
    return Shift(*(float(number) for number in numbers))


def check_shift(where: str, place: str, shift: Shift) -> None:
    """Refuse what no printer does: a slip of the point.

    Parameters
    ----------
    where, place
        What the message names: a printer and one of its sides, or an option and what it was given.
    shift
        What was read or given.

    Raises
    ------
    maps.errors.DataError
        More than 20 mm or 5 degrees.

    Examples
    --------
    >>> check_shift("--back-offset", "0.4,1.1", Shift(0.4, 1.1))
    """
    limits = ((shift.x, _MOST_MM, "mm"), (shift.y, _MOST_MM, "mm"), (shift.angle, _MOST_DEGREES, "degrees"))
    for number, most, unit in limits:
        if not math.isfinite(number) or abs(number) > most:
            raise DataError(where, place, f"at most {most:g} {unit}, not {number:g}")
