"""The templates of a game's folder, read from its ``counters.toml``.

::

    size = 13                                   # side of a counter in millimetres

    [template.default.front]
    name = { show = "text", text = "{name}", at = [1, 1, 11, 3] }

    [template.default.back]
    like = "front"                              # the same but for what follows
    ground = "tint"
    name = false                                # left out
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from counters.homemade.fields import COLOR_WORDS, Condition, literal
from counters.homemade.inheriting import inherited, joined, settled
from counters.homemade.items import Item, read_item
from counters.homemade.reader import FILE, Reader
from counters.overlays import ART_EDGE
from counters.palette import is_dark
from counters.stock import MARKER, Stock
from counters.units import Marker, Unit
from maps.errors import DataError
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["DEFAULT", "FRONT", "FaceTemplate", "Template", "Templates", "load_templates"]

FRONT, DEFAULT = "front", "default"
"""The face that every template has; the template of units that name none."""
_FACE_KEYS = ("like", "when", "ground", "clear", "rim", "rim_width")
_KEYS = ("size", "sizes", "per_sheet", "color", "formation", "template")
_SMALLEST, _LARGEST = 5.0, 60.0  # mm; as `counters.stock` has it
_WRITTEN = 100.0  # for which a template may be written, whose places are hundredths then
_INIT = "`module-builder init DIR` lays out a folder with one of each file"
_NEUTRAL = {"ground": "#d9d4c5", "ink": "#1a1a17", "accent": "#7a2a20", "tint": "#ffffff"}
_Rows = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class FaceTemplate:
    """One face.

    Parameters
    ----------
    name
        ``front``, ``back`` or a word of the user's.
    items
        In the order in which they are drawn.
    ground
        Colour as the template words it.
    clear
        Whether what nothing is drawn on is clear on the screen.
    rim, rim_width
        Colour of a rim along the edge, empty without one; its width in hundredths of the side.
    when
        What must be so of a unit for it to have the face.

    Examples
    --------
    >>> FaceTemplate("front", ()).ground
    'ground'
    """

    name: str
    items: tuple[Item, ...]
    ground: str = "ground"
    rim: str = ""
    rim_width: float = 0.0
    clear: bool = False
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """How counters of one kind are drawn.

    Parameters
    ----------
    name
        By which ``units.csv`` calls it.
    faces
        Front, back and further ones.
    side
        Of the counter for which its places are written, in millimetres.

    Examples
    --------
    >>> Template("default", (FaceTemplate("front", ()),)).columns
    {}
    """

    name: str
    faces: tuple[FaceTemplate, ...]
    side: float = 13.0

    @property
    def columns(self) -> dict[str, str]:
        """The columns that it shows or asks for, each with the place in the file that names it."""
        found: dict[str, str] = {}
        for face in self.faces:
            place = f"template.{self.name}.{face.name}"
            asked = [(f"{place}.when", one.column) for one in face.when]
            for where, column in asked + [(item.place, c) for item in face.items for c in item.columns]:
                found.setdefault(column, where)
        return found


@dataclass(frozen=True, slots=True)
class Templates:
    """Everything that ``counters.toml`` says, and the colours of ``game.toml`` that it names by words.

    Parameters
    ----------
    folder
        Of the game; pictures are named from there.
    templates
        By name.
    side
        Of a counter, in millimetres.
    sizes
        Side of units of another size, by unit size; of markers, by ``marker``.
    formations
        Colours of formations: ``color`` and ``ink``.
    colors
        Colours by words of the user's.
    nations, sides
        Rows of ``game.toml`` by id: ``ground``, ``ink``, ``accent``, ``tint``; ``color``.
    per_sheet
        Counters on a sheet.

    Examples
    --------
    >>> Templates(Path(), {}, 13.0, {"division": 15.0}).stock.side_of("division")
    15.0
    """

    folder: Path
    templates: Mapping[str, Template]
    side: float = 13.0
    sizes: Mapping[str, float] = field(default_factory=dict)
    formations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    nations: _Rows = field(default_factory=dict)
    sides: _Rows = field(default_factory=dict)
    per_sheet: int = 100

    @property
    def stock(self) -> Stock:
        """The sizes of the printed counters, as the sheets take them."""
        return Stock(self.side, self.per_sheet, self.sizes)

    def of_unit(self, unit: Unit) -> Template:
        """Return the template of a unit: the one it names, else that of its type, else the default.

        Parameters
        ----------
        unit
            As read.

        Returns
        -------
        Template

        Raises
        ------
        DataError
            There is none.
        """
        named = unit.texts.get("template", "")
        return self._found(named, (unit.type, DEFAULT), f"units.csv, {unit.id}")

    def of_marker(self, marker: Marker) -> Template:
        """Return the template of a marker: the one it names, else that of its id, else ``marker``.

        Parameters
        ----------
        marker
            As read.

        Returns
        -------
        Template

        Raises
        ------
        DataError
            There is none.
        """
        named = marker.texts.get("template", "")
        return self._found(named, (marker.id, MARKER, DEFAULT), f"markers.csv, {marker.id}")

    def _found(self, named: str, others: tuple[str, ...], what: str) -> Template:
        for name in (named,) if named else others:
            if name in self.templates:
                return self.templates[name]
        missing = named or others[-1]
        near = difflib.get_close_matches(missing, self.templates, 1)
        hint = f"Did you mean {near[0]}?" if near else f"there are {', '.join(self.templates)}"
        raise DataError(FILE, "template", f"a table [template.{missing}] for {what}", hint)

    def palette(self, nation: str, formation: str, side: str) -> dict[str, str]:
        """Return the colours that words stand for on a counter.

        Parameters
        ----------
        nation, formation, side
            Ids; empty where it has none.

        Returns
        -------
        dict of str
            Without a nation those of the side, without either neutral ones; of a formation without colours
            the accent of the nation.

        Examples
        --------
        >>> Templates(Path(), {}, nations={"red": {"accent": "#a01010"}}).palette("red", "", "")["formation"]
        '#a01010'
        """
        own = str(self.sides.get(side, {}).get("color", ""))
        found = {**_NEUTRAL, **self.colors, "side": own or _NEUTRAL["accent"]}
        if nation in self.nations:
            row = self.nations[nation]
            found |= {word: str(row[word]) for word in ("ground", "ink", "accent", "tint") if row.get(word)}
        elif own:
            found |= {"ground": own, "ink": "#ffffff" if is_dark(own) else "#111111"}
        badge = self.formations.get(formation, {})
        color = badge.get("color", found["accent"])
        ink = badge.get("ink") or ("#ffffff" if is_dark(color) else "#111111")
        return found | {"formation": color, "formation-ink": ink}


def load_templates(
    folder: Path,
    *,
    sides: _Rows | None = None,
    nations: _Rows | None = None,
    words: Collection[str] = (),
) -> Templates:
    r"""Read the ``counters.toml`` of a game's folder.

    Parameters
    ----------
    folder
        Of the game.
    sides, nations
        Rows of ``game.toml`` by id: the ``color`` of a side; ``ground``, ``ink``, ``accent`` and ``tint`` of
        a nation.
    words
        Further words for colours that templates may use; whoever draws gives the colours.

    Returns
    -------
    Templates

    Raises
    ------
    DataError
        The file is missing, a key is unknown, a value is none.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "counters.toml"
    ...     _ = file.write_text('[template.default.front]\nsymbol = {at = [3, 3, 6, 4]}')
    ...     sorted(load_templates(Path(d)).templates["default"].columns)
    ['symbol']
    """
    path = folder / FILE
    if not path.is_file():
        raise DataError(FILE, "", f"this file in the folder {folder.name or '.'}", _INIT)
    top = Reader("", read_toml(path, _KEYS), 1.0, ())
    side = _side(top.table.get("size", 13), "size")
    sizes = {name: _side(value, f"sizes.{name}") for name, value in _table(top, "sizes").items()}
    colors = {name: _literal(value, f"color.{name}") for name, value in _table(top, "color").items()}
    if shadowed := next((name for name in colors if name in COLOR_WORDS or "on" in name.split()), ""):
        raise DataError(FILE, f"color.{shadowed}", f"another word than {', '.join(COLOR_WORDS)}")
    formations = {name: _formation(name, row) for name, row in _table(top, "formation").items()}
    rows = joined(_table(top, "template"))
    if not rows:
        raise DataError(FILE, "template", "at least a table [template.default.front]")
    templates = {name: _template(name, row, side, [*colors, *words]) for name, row in rows.items()}
    for key, found in (("nation", nations), ("side", sides)):
        _check_rows(key, found or {})
    per_sheet = top.whole("per_sheet", 100, 1, 999)
    return Templates(
        folder, templates, side, sizes, formations, colors, nations or {}, sides or {}, per_sheet
    )


def _check_rows(key: str, rows: _Rows) -> None:
    """Colours of ``game.toml`` are as those of ``counters.toml``."""
    for name, row in rows.items():
        for word in (*_NEUTRAL, "color"):
            if row.get(word) and not literal(row[word]):
                expected = f"a colour such as #86ab62, not {row[word]!r}"
                raise DataError("game.toml", f"{key} {name}, {word}", expected)


def _table(top: Reader, key: str) -> Mapping[str, Any]:
    return Reader(key, top.table.get(key, {}), 1.0, ()).table


def _side(value: object, place: str, most: float = _LARGEST) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not _SMALLEST <= value <= most:
        raise DataError(FILE, place, f"a side from {_SMALLEST:g} to {most:g} millimetres, not {value!r}")
    return float(value)


def _literal(value: object, place: str) -> str:
    if not literal(value):
        raise DataError(FILE, place, f"a colour such as #86ab62, not {value!r}")
    return str(value)


def _formation(name: str, row: object) -> dict[str, str]:
    reader = Reader(f"formation.{name}", row, 1.0, ())
    reader.only(("color", "ink"))
    if "color" not in reader.table:
        raise reader.fault("", 'a colour, such as color = "#2f5a8c"')
    return {key: _literal(value, f"{reader.place}.{key}") for key, value in reader.table.items()}


def _template(name: str, row: Mapping[str, Any], side: float, colors: Collection[str]) -> Template:
    place = f"template.{name}"
    own = _side(row["size"], f"{place}.size", _WRITTEN) if "size" in row else side
    faces = {key: value for key, value in row.items() if key != "size"}
    for key, value in faces.items():
        Reader(f"{place}.{key}", value, own, ())
    if FRONT not in faces:
        raise DataError(FILE, place, f"a table [{place}.front]")
    order = sorted(faces, key=lambda key: (key != FRONT, key != "back"))
    drawn = [_face(f"{place}.{key}", key, inherited(faces, key, place), own, colors) for key in order]
    return Template(name, tuple(drawn), own)


def _face(
    place: str, name: str, row: Mapping[str, Any], side: float, colors: Collection[str]
) -> FaceTemplate:
    reader = Reader(place, row, side, colors)
    named = settled({key: value for key, value in row.items() if key not in _FACE_KEYS}, place)
    rim, width = reader.color("rim", ""), reader.length("rim_width", side * 0.04)
    edge = max(ART_EDGE, width if rim else 0.0)
    items = [
        read_item(key, Reader(f"{place}.{key}", value, side, colors, edge)) for key, value in named.items()
    ]
    return FaceTemplate(
        name,
        tuple(sorted(items, key=_level)),
        reader.color("ground", "ground"),
        rim,
        width,
        when=reader.conditions("when"),
        clear=reader.flag("clear", default=False),
    )


def _level(item: Item) -> int:
    """Pictures that reach to the edge lie lowest, then bands and stripes, then everything else."""
    if item.show == "picture":
        box = item.box
        return 0 if min(box.left, box.top) <= 0 or max(box.right, box.bottom) >= 100 else 2
    return 1 if item.show in {"band", "stripe"} else 2
