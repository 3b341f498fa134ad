"""Presets: paper, margins, bleed and marks of one way to print, read from a TOML file (packaged or a user's).

Lengths are numbers (millimetres) or text (``1/8in``); a new preset is a new file and needs no code.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

import msgspec

from maps.errors import DataError
from maps.tomlfile import read_toml
from module_builder.printing.lengths import parse_length, parse_paper
from module_builder.vassal.values import dataclass

__all__ = [
    "CUTTER_INSET",
    "Axis",
    "Backs",
    "Crop",
    "Flip",
    "Fold",
    "Grid",
    "Preset",
    "Registration",
    "load_preset",
    "preset_names",
    "replaced",
]

Axis: TypeAlias = Literal["vertical", "horizontal"]
Backs: TypeAlias = Literal["duplex", "gutterfold", "separate", "numbered", "none"]
Crop: TypeAlias = Literal["front", "back", "both", "none"]
CutLines: TypeAlias = Literal["marks", "full"]
Flip: TypeAlias = Literal["long", "short"]
Fold: TypeAlias = Literal["auto", "vertical", "horizontal"]
Registration: TypeAlias = Literal["none", "crosshairs", "cutter"]

CUTTER_INSET = 10.0
"""From the edges of the paper to the marks of a cutter."""

_FOLDER = Path(__file__).parent / "presets"
_LENGTHS = ("margin", "gap", "bleed", "safe", "corner")
_RANGES = {
    "margin": (0.0, 50.0),
    "gap": (0.0, 50.0),
    "bleed": (0.0, 3.2),
    "safe": (0.0, 10.0),
    "corner": (0.0, 10.0),
    "dpi": (72, 1200),
    "png_dpi": (36, 1200),
}
_PAPER = (40.0, 5080.0)  # the second is the limit of a PDF page
_LEAST_ROOM = 10.0
_MOST_CELLS = 100
_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
_FAULT = re.compile(r"(?P<text>.*?)(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Grid:
    """Fixed places of a die-cut sheet: touching counters in blocks with gutters between.

    Parameters
    ----------
    columns, rows
        Counters across and down.
    block_columns, block_rows
        Counters of one block.
    gutter
        Between blocks, in millimetres.

    Examples
    --------
    >>> Grid(16, 12, 8, 3, 2.4).columns
    16
    """

    columns: int
    rows: int
    block_columns: int
    block_rows: int
    gutter: float

    def __post_init__(self) -> None:
        for key in ("columns", "rows", "block_columns", "block_rows"):
            _check("grid", f"grid.{key}", getattr(self, key), (1, _MOST_CELLS))
        _check("grid", "grid.gutter", self.gutter, _RANGES["gap"])


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to print; a changed copy (`dataclasses.replace`) is checked as a file is.

    Parameters
    ----------
    name
        Of the file, without its ending.
    title
        For people.
    paper
        Width and height as the page lies; with a `grid`, the finished sheet: the page is larger by the bleed.
    margin
        What the printer cannot reach, or the shop wants free.
    gap
        Between the trims of neighbours.
    bleed
        How far pictures reach over the trim; between neighbours half the gap at most.
    safe
        How far inside the trim the art must stay.
    backs
        ``duplex``, ``gutterfold``, ``separate``, ``numbered`` or ``none``.
    flip
        Edge of the paper about which the printer turns it.
    crop
        Which sides bear marks for cutting; a numbered back sheet, cut by itself, has those of the front.
    cut_lines
        ``marks`` outside the block, or ``full`` lines over it, which need no room of their own.
    registration
        ``crosshairs``, the three marks that a desktop ``cutter`` reads, or ``none``.
    corner
        Radius of rounded corners; 0 for square ones.
    fold
        Direction of the fold of a gutterfold.
    grid
        Fixed places, or None to fill the paper.
    pieces
        Also one PNG a piece, bleed included.
    dpi, png_dpi
        Of pictures in the PDF, and of PNG files.
    intent
        ICC profile of the press, which the PDF carries for the print shop; empty for none.

    Raises
    ------
    maps.errors.DataError
        A value is out of range, or two do not go together.

    Examples
    --------
    >>> Preset("mine", "Mine", (210.0, 297.0), bleed=0.6).axis
    'vertical'
    """

    name: str
    title: str
    paper: tuple[float, float]
    margin: float = 5.0
    gap: float = 0.0
    bleed: float = 0.0
    safe: float = 0.0
    backs: Backs = "duplex"
    flip: Flip = "long"
    crop: Crop = "front"
    cut_lines: CutLines = "marks"
    registration: Registration = "none"
    corner: float = 0.0
    fold: Fold = "auto"
    grid: Grid | None = None
    pieces: bool = False
    dpi: int = 600
    png_dpi: int = 300
    intent: str = ""

    def __post_init__(self) -> None:
        where = f"preset {self.name}"
        for side in self.paper:
            _check(where, "paper", side, _PAPER)
        for key, limits in _RANGES.items():
            _check(where, key, getattr(self, key), limits)
        most = (min(self.paper) - _LEAST_ROOM) / 2
        if self.margin > most:
            size = f"{self.paper[0]:g} x {self.paper[1]:g} mm"
            raise DataError(where, "margin", f"at most {most:g} mm on paper of {size}, not {self.margin:g}")
        if self.registration == "cutter" and self.margin > CUTTER_INSET:
            wanted = f"at most {CUTTER_INSET:g} mm, where the marks of a cutter stand"
            raise DataError(where, "margin", f"{wanted}, not {self.margin:g}")
        if self.grid and self.backs in {"gutterfold", "numbered"}:
            wanted = "duplex, separate or none with a grid"
            raise DataError(where, "backs", f"{wanted}, not {self.backs}", "a die has its places fixed")

    @property
    def axis(self) -> Axis:
        """Axis about which the sheet turns over: that of the edge `flip` names, as the paper lies."""
        portrait = self.paper[1] >= self.paper[0]
        return "vertical" if portrait == (self.flip == "long") else "horizontal"


def replaced(preset: Preset, changes: Mapping[str, Any]) -> Preset:
    """Return a preset with other values, checked as those of a file are.

    Parameters
    ----------
    preset
        What holds otherwise.
    changes
        Name of a field -> value as a file would state it: a length with its unit, a word, a number.

    Returns
    -------
    Preset

    Raises
    ------
    maps.errors.DataError
        A value is out of range, or two do not go together.

    Examples
    --------
    >>> replaced(load_preset("home-a4"), {"flip": "short", "gap": "1/16in"}).gap
    1.5875
    """
    return _checked(f"preset {preset.name}", msgspec.to_builtins(preset) | dict(changes), preset.name)


def preset_names() -> tuple[str, ...]:
    """Names of the packaged presets.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> "home-a4" in preset_names()
    True
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def load_preset(name_or_path: str | Path) -> Preset:
    """Read a packaged preset by name, or a preset file.

    Parameters
    ----------
    name_or_path
        Such as ``home-a4`` or ``my/printer.toml``.

    Returns
    -------
    Preset

    Raises
    ------
    maps.errors.DataError
        No such preset, a wrong key or a wrong value.

    Examples
    --------
    >>> load_preset("home-a4").paper
    (210.0, 297.0)
    """
    text = str(name_or_path)
    path = Path(name_or_path)
    if text in preset_names():
        path = _FOLDER / f"{text}.toml"
    elif path.suffix != ".toml" and not path.is_file():
        near = difflib.get_close_matches(text.lower(), preset_names(), n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else ""
        raise DataError("preset", text, f"one of {', '.join(preset_names())}, or a .toml file", hint)
    return _read(path)


def _read(path: Path) -> Preset:
    data = read_toml(path)
    _known(path.name, data, [f.name for f in fields(Preset) if f.name != "name"])
    if isinstance(data.get("intent"), str) and data["intent"]:
        data["intent"] = str(path.parent / data["intent"])
    return _checked(path.name, data, path.stem)


def _checked(file: str, data: dict[str, Any], name: str) -> Preset:
    """Return the preset of a table, or say what of it is wrong."""
    try:
        return msgspec.convert(_measured(data) | {"name": name}, Preset)
    except msgspec.ValidationError as fault:
        raise _fault(file, str(fault), data) from None
    except DataError as fault:
        raise DataError(file, fault.place, fault.expected, fault.way_out) from None


def _known(file: str, data: dict[str, Any], keys: list[str], prefix: str = "") -> None:
    """Refuse a key that is none of a preset."""
    for key, value in data.items():
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {prefix}{near[0]}?" if near else ""
            raise DataError(file, f"key {prefix}{key}", f"one of the keys {', '.join(sorted(keys))}", hint)
        if key == "grid" and isinstance(value, dict):
            _known(file, value, [f.name for f in fields(Grid)], "grid.")


def _measured(data: dict[str, Any]) -> dict[str, Any]:
    """Return the table with every length that is text as millimetres."""
    found = dict(data)
    for key in _LENGTHS:
        if isinstance(found.get(key), str):
            found[key] = _length(key, found[key])
    if isinstance(found.get("paper"), str):
        found["paper"] = _paper(found["paper"])
    grid = found.get("grid")
    if isinstance(grid, dict) and isinstance(grid.get("gutter"), str):
        found["grid"] = grid | {"gutter": _length("grid.gutter", grid["gutter"])}
    return found


def _length(key: str, text: str) -> float:
    try:
        return parse_length(text)
    except DataError as fault:
        raise DataError("", key, f"{fault.expected}, not {text!r}") from None


def _paper(text: str) -> tuple[float, float]:
    name, _, lying = text.rpartition(" ")
    try:
        if lying.lower() not in {"landscape", "portrait"}:
            return parse_paper(text)
        width, height = sorted(parse_paper(name))
        return (height, width) if lying.lower() == "landscape" else (width, height)
    except DataError as fault:
        raise DataError("", "paper", f"{fault.expected}, not {text!r}") from None


def _fault(file: str, message: str, data: dict[str, Any]) -> DataError:
    """Return what a person is told where msgspec refuses a value."""
    found = _FAULT.fullmatch(message)
    text, place = (found["text"], found["place"] or "") if found else (message, "")
    missing = re.search(r"missing required field `(\w+)`", text)
    if missing:
        return DataError(file, f"{place}." * bool(place) + missing[1], "a value")
    choices = get_args(get_type_hints(Preset).get(place))
    if text.startswith("Invalid enum") and choices:
        return DataError(file, place, f"one of {', '.join(choices)}, not {data.get(place)!r}")
    wanted = re.sub(r"^Expected ", "", text).replace(", got ", ", not ")
    return DataError(
        file, place, re.sub(r"`(\w+)( \| null)?`", lambda kind: _WORDS.get(kind[1], kind[1]), wanted)
    )


def _check(where: str, key: str, value: float, limits: tuple[float, float]) -> None:
    least, most = limits
    if not (math.isfinite(value) and least <= value <= most):
        unit = " dpi" if "dpi" in key else "" if isinstance(value, int) and "grid" in key else " mm"
        raise DataError(where, key, f"{least:g} to {most:g}{unit}, not {value:g}")
