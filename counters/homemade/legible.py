"""What is printed too small to be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from counters.homemade.faces import marker_cells, marks_of, unit_cells
from counters.homemade.writing import texts_of

if TYPE_CHECKING:
    from counters.homemade.fields import Cells
    from counters.homemade.templates import Template, Templates
    from counters.units import Marker, Unit

__all__ = ["LEAST", "small_print"]

LEAST = 1.2
"""Height of the letters, descenders included, below which nobody reads them: millimetres."""
_SCALE = 20.0  # pixels to a hundredth at which it is measured


def small_print(
    templates: Templates,
    units: Iterable[Unit],
    markers: Iterable[Marker] = (),
    *,
    least: float = LEAST,
) -> list[str]:
    """Tell which texts shrink so much in their places that they cannot be read.

    Parameters
    ----------
    templates, units, markers
        Of a folder.
    least
        Height in millimetres below which a text is told.

    Returns
    -------
    list of str
        One sentence for each row and item of its template.

    Raises
    ------
    WrongCell
        As `counters.homemade.faces.look_of`.

    Examples
    --------
    >>> from pathlib import Path
    >>> from counters.homemade.templates import Templates
    >>> small_print(Templates(Path(), {}), [])
    []
    """
    found: dict[str, None] = {}
    rows: list[tuple[str, Template, Cells, float]] = [
        (
            f"units.csv, {unit.id}",
            templates.of_unit(unit),
            unit_cells(unit),
            templates.stock.side_of(unit.size),
        )
        for unit in units
    ]
    side = templates.stock.side_of("")
    rows += [
        (f"markers.csv, {marker.id}", templates.of_marker(marker), marker_cells(marker), side)
        for marker in markers
    ]
    for row, template, cells, millimetres in rows:
        for item, text, high in _heights(template, cells, templates, millimetres):
            if high < least:
                found[_sentence(row, template.name, item, text, high)] = None
    return list(found)


def _heights(
    template: Template, cells: Cells, templates: Templates, side: float
) -> Iterator[tuple[str, str, float]]:
    """Item, text and height in millimetres of all that a row prints."""
    colors: Mapping[str, str] = templates.palette("", "", "")
    for face in template.faces:
        if all(one.met(cells) for one in face.when):
            marks, _ = marks_of(face, cells, colors, templates.folder)
            for name, mark in marks.items():
                for text in texts_of(mark, _SCALE)[:1]:
                    yield name, " ".join(text.lines), text.em(_SCALE) / _SCALE * side / 100


def _sentence(row: str, template: str, item: str, text: str, high: float) -> str:
    return (
        f"{row}: {text!r} is printed {high:.1f} mm high by {item} of the template {template}; write less, or"
        " give it a larger place or more lines"
    )
