"""The faces of units and markers, as the templates of their folder draw them."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from counters.emblems import EMBLEMS
from counters.faces import PrintedFace, content_key
from counters.homemade.fields import Cells, columns_of, filled, tint_of
from counters.homemade.items import Item
from counters.homemade.looks import draw_look
from counters.homemade.marks import Around, Look, Mark, grounds_of
from counters.homemade.writing import WRITTEN
from counters.icons import ICONS
from counters.symbols import KINDS, SIZES
from counters.vehicles import VEHICLES
from maps.art import ENDINGS, OwnPicture, open_clear
from maps.errors import DataError
from maps.loader import stamp

if TYPE_CHECKING:
    from counters.homemade.templates import FaceTemplate, Template, Templates
    from counters.units import Marker, Unit

__all__ = [
    "WrongCell",
    "check_cells",
    "look_of",
    "marker_cells",
    "marker_faces",
    "marks_of",
    "unit_cells",
    "unit_faces",
]

_NAMED: Mapping[str, tuple[str, ...]] = {
    "symbol": KINDS,
    "size-mark": SIZES,
    "icon": tuple(sorted(ICONS)),
    "emblem": tuple(EMBLEMS),
    "silhouette": tuple(sorted({*VEHICLES, *ICONS})),
}
_DRAWN = (*WRITTEN, *_NAMED, "picture", "dots")  # what shows nothing where its text is empty
_MOST_DOTS = 12


class WrongCell(Exception):
    """A cell names what there is no drawing of; whoever knows its line says where it stands.

    Parameters
    ----------
    column
        Of the cell; empty where the template itself names it.
    item
        Of the template.
    expected, way_out
        As in `DataError`.

    Examples
    --------
    >>> raise WrongCell("symbol", "template.default.front.symbol", "one of infantry, not 'foot'")
    Traceback (most recent call last):
    counters.homemade.faces.WrongCell: one of infantry, not 'foot'
    """

    def __init__(self, column: str, item: str, expected: str, way_out: str = "") -> None:
        self.column, self.item, self.expected, self.way_out = column, item, expected, way_out
        super().__init__(expected)

    def told(self, file: str, row: str) -> DataError:
        """The error for whoever knows only the id of the row."""
        if not self.column:
            return DataError("counters.toml", self.item, self.expected, self.way_out)
        return DataError(file, f"{row}, column {self.column}", self.expected, self.way_out)


def unit_faces(unit: Unit, templates: Templates) -> tuple[PrintedFace, ...]:
    """Return the faces of a unit: front, back and further ones.

    Parameters
    ----------
    unit
        As `counters.homemade.reading.read_units` gives it.
    templates
        Of its folder.

    Returns
    -------
    tuple of PrintedFace
        The front alone where the template has no other face for it.

    Raises
    ------
    DataError
        It names what there is no drawing of.

    Examples
    --------
    >>> from counters.homemade.templates import FaceTemplate, Template, Templates
    >>> from counters.units import Unit
    >>> templates = Templates(Path(), {"default": Template("default", (FaceTemplate("front", ()),))})
    >>> [face.grounds for face in unit_faces(Unit("red-1", "1", "1", "red", "red"), templates)]
    [('#d9d4c5',)]
    """
    colors = templates.palette(unit.nationality, unit.division, unit.side)
    return _told(templates.of_unit(unit), unit_cells(unit), colors, templates, "units.csv")


def marker_faces(marker: Marker, templates: Templates) -> tuple[PrintedFace, ...]:
    """Return the faces of a marker.

    Parameters
    ----------
    marker
        As `counters.homemade.reading.read_markers` gives it.
    templates
        Of its folder.

    Returns
    -------
    tuple of PrintedFace
        The front alone where the template has no other face for it.

    Raises
    ------
    DataError
        It names what there is no drawing of.

    Examples
    --------
    >>> from counters.homemade.templates import FaceTemplate, Template, Templates
    >>> from counters.units import Marker
    >>> templates = Templates(Path(), {"marker": Template("marker", (FaceTemplate("front", ()),))})
    >>> len(marker_faces(Marker("turn", "Turn", "", "Turn", "", 1), templates))
    1
    """
    colors = templates.palette(marker.texts.get("nation", ""), "", marker.side)
    return _told(templates.of_marker(marker), marker_cells(marker), colors, templates, "markers.csv")


def unit_cells(unit: Unit) -> dict[str, tuple[str, ...]]:
    """Return what templates print of a unit, by column.

    Parameters
    ----------
    unit
        Any.

    Returns
    -------
    dict

    Examples
    --------
    >>> from counters.units import Unit
    >>> unit_cells(Unit("red-1", "1", "1st", "red", "red", steps=2, ratings={"attack": 4}))["attack"]
    ('4',)
    """
    own = {
        "id": unit.id,
        "name": unit.name,
        "title": unit.title,
        "side": unit.side,
        "nation": unit.nationality,
        "type": unit.type,
        "symbol": unit.kind,
        "size": unit.size,
        "formation": unit.division,
        "steps": str(unit.steps or ""),
        "arrival": "" if unit.arrival is None else str(unit.arrival),
    }
    free = {**unit.texts, **{name: str(number) for name, number in unit.ratings.items()}}
    return {**_words(free | own), "entry": unit.entry, "marks": unit.marks}


def marker_cells(marker: Marker) -> dict[str, tuple[str, ...]]:
    """Return what templates print of a marker, by column.

    Parameters
    ----------
    marker
        Any.

    Returns
    -------
    dict

    Examples
    --------
    >>> from counters.units import Marker
    >>> marker_cells(Marker("turn", "Turn", "", "Turn", "", 1, texts={"icon": "hourglass"}))["icon"]
    ('hourglass',)
    """
    names = ("id", "name", "side", "front", "back", "count")
    return _words({**marker.texts, **{name: str(getattr(marker, name)) for name in names}})


def check_cells(template: Template, cells: Cells, templates: Templates) -> None:
    """Refuse a row that names what there is no drawing of.

    Parameters
    ----------
    template
        Of the row.
    cells
        Of the row.
    templates
        Of the folder.

    Raises
    ------
    WrongCell
        For the first such cell.
    """
    for face in _faces(template, cells):
        look_of(face, cells, templates.palette("", "", ""), templates.folder)


def look_of(
    face: FaceTemplate, cells: Cells, colors: Mapping[str, str], folder: Path
) -> tuple[Look, dict[str, str]]:
    """Return what a face shows of a row.

    Parameters
    ----------
    face, cells
        Template and row.
    colors
        What its colour words stand for.
    folder
        Where pictures are named from.

    Returns
    -------
    (Look, dict)
        And where its pictures lie, by the hash of their content.

    Raises
    ------
    WrongCell
        A cell names what there is no drawing of.
    """
    marks, pictures = marks_of(face, cells, colors, folder)
    ground, rim = tint_of(face.ground, colors), tint_of(face.rim, colors)
    return Look(ground, tuple(marks.values()), rim, face.rim_width if rim else 0.0, face.clear), pictures


def marks_of(
    face: FaceTemplate, cells: Cells, colors: Mapping[str, str], folder: Path
) -> tuple[dict[str, Mark], dict[str, str]]:
    """Return what a face shows of a row, by the names of the items.

    Parameters
    ----------
    face, cells, colors, folder
        As in `look_of`.

    Returns
    -------
    (dict, dict)
        The marks in the order in which they are drawn; where pictures lie, by the hash of their content.

    Raises
    ------
    WrongCell
        A cell names what there is no drawing of.
    """
    marks: dict[str, Mark] = {}
    pictures: dict[str, str] = {}
    for item in face.items:
        if not all(one.met(cells) for one in item.when):
            continue
        text = filled(item.text, cells, item.empty)
        if item.show in _DRAWN and not text:
            continue
        _check_name(item, text)
        if item.show == "picture":
            found = _picture(item, folder, text)
            text, pictures[found.digest] = found.digest, found.path
        marks[item.name] = _mark(item, text, colors, _arounds(item, cells, colors) if item.around else ())
    return marks, pictures


def _told(
    template: Template, cells: Cells, colors: Mapping[str, str], templates: Templates, file: str
) -> tuple[PrintedFace, ...]:
    try:
        looks = [look_of(face, cells, colors, templates.folder) for face in _faces(template, cells)]
    except WrongCell as fault:
        raise fault.told(file, cells["id"][0]) from None
    return tuple([_printed(look, pictures) for look, pictures in looks])


def _printed(look: Look, pictures: dict[str, str]) -> PrintedFace:
    """The face; where its pictures lie is no part of its key, what they hold is."""
    paint = functools.partial(draw_look, look, pictures=pictures)
    return PrintedFace(content_key((draw_look.__name__, look)), paint, grounds_of(look))


def _faces(template: Template, cells: Cells) -> Iterator[FaceTemplate]:
    """The faces that a row has."""
    return (face for face in template.faces if all(one.met(cells) for one in face.when))


def _words(cells: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {name: (text,) if text else () for name, text in cells.items()}


def _arounds(item: Item, cells: Cells, colors: Mapping[str, str]) -> tuple[Around, ...]:
    """What stands around its factors, of a row."""
    return tuple(
        [
            Around(
                one.factor,
                one.show,
                one.pad,
                one.rise,
                tint_of(one.ink, colors),
                tint_of(one.fill, colors),
                tint_of(one.outline, colors),
                one.width,
                one.radius,
            )
            for one in item.around
            if all(asked.met(cells) for asked in one.when)
        ]
    )


def _mark(item: Item, text: str, colors: Mapping[str, str], around: tuple[Around, ...]) -> Mark:
    return Mark(
        item.show,
        item.box,
        text,
        tint_of(item.ink, colors),
        tint_of(item.fill, colors),
        tint_of(item.outline, colors),
        tint_of(item.accent, colors),
        item.size,
        item.width,
        item.radius,
        item.lines,
        item.bold,
        item.align,
        item.fit,
        item.hang,
        item.underline,
        item.points,
        item.breaks,
        item.least,
        item.stand,
        item.gap,
        item.air,
        around,
        item.pitch,
        item.rays,
        item.waist,
    )


def _column(item: Item) -> str:
    """The column whose cell a name comes from; empty where the template says it."""
    return next(iter(columns_of(item.text)), "")


def _check_name(item: Item, text: str) -> None:
    if item.show == "dots" and not (text.isdecimal() and len(text) < 3 and 1 <= int(text) <= _MOST_DOTS):
        expected = f"a whole number from 1 to {_MOST_DOTS}, not {text!r}"
        raise WrongCell(
            _column(item), item.place, expected, f"or leave it empty: then {item.name} is not shown"
        )
    known = _NAMED.get(item.show)
    if known is not None and text not in known:
        import difflib

        near = difflib.get_close_matches(text, known, 1)
        hint = f"Did you mean {near[0]}?" if near else f"or leave it empty: then {item.name} is not shown"
        raise WrongCell(_column(item), item.place, f"one of {', '.join(known)}, not {text!r}", hint)


def _picture(item: Item, folder: Path, name: str) -> OwnPicture:
    """The picture of a name, which lies in the folder of the game."""
    path, column = PurePosixPath(name.replace("\\", "/")), _column(item)
    if path.is_absolute() or ".." in path.parts or ":" in name:
        raise WrongCell(column, item.place, f"a picture within the folder of the game, not {name!r}")
    if path.suffix.lower() not in ENDINGS:
        raise WrongCell(column, item.place, f"a picture: {', '.join(ENDINGS)}, not {name!r}")
    file = folder / path
    if not file.is_file():
        way_out = f'put one there, or show the item with a condition: when = "{column or "marks"}"'
        raise WrongCell(column, item.place, f"the picture {name}, which is not there", way_out)
    try:
        return _checked(stamp(file))
    except DataError as fault:
        place = fault.place and f" ({fault.place})"
        raise WrongCell(column, item.place, f"{fault.expected}, not {name}{place}", fault.way_out) from None


@functools.lru_cache(maxsize=512)
def _checked(key: tuple[Path, int, int]) -> OwnPicture:
    """A picture that can be opened; read again when it has changed."""
    open_clear(key[0])
    return OwnPicture(str(key[0]), hashlib.sha256(key[0].read_bytes()).hexdigest())
