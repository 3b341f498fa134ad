"""Makes the board from the other files here: ``python -m maps.battle_for_normandy.generate``.

`placement.toml` lays the grid on the ground; `hexes` takes land, cover and places of each hex from it;
`sides` lays rivers along hexsides and roads over hexes; `corrections.csv` comes last.
"""

from __future__ import annotations

import functools
from pathlib import Path

from maps.battle_for_normandy.board import BESIDE_COLUMNS, EDGE_COLUMNS, SPACE_COLUMNS
from maps.battle_for_normandy.grid import numbers_of
from maps.battle_for_normandy.ground import middle, placed, residuals
from maps.battle_for_normandy.hexes import Hex, beach_rows, build_hexes
from maps.battle_for_normandy.sides import WATERS, build_edges, exits, rails_beside
from maps.generating import csv_line, write_texts, yes_no
from maps.loader import Row, read_rows

__all__ = ["BOX_COLUMNS", "beside_text", "edges_text", "main", "spaces_text"]

BOX_COLUMNS = ["id", "name", "kind", "site", "beach", "source"]
_HERE = Path(__file__).parent
_PLAIN = {"level": "0", "queue": "0", **dict.fromkeys(("poi", "airfield", "coastal", "perimeter"), "no")}


def _beach_names() -> dict[str, Row]:
    return {row.text("slug"): row for row in beach_rows()}


def _hex_sources(cell: Hex) -> str:
    sources = {"kind": "rule 2.2", **cell.sources}
    if cell.beach:
        row = _beach_names()[cell.beach]
        column = f"queue{cell.queue}" if cell.queue else "hex"
        if row.sources().of(column) != "reconstructed":
            sources |= dict.fromkeys(("beach", "queue"), row.sources().of(column))
    return "; ".join(["reconstructed", *(f"{k}={v}" for k, v in sources.items())])


@functools.cache
def _degrees() -> dict[str, tuple[float, float]]:
    """Longitude and latitude of the centre of each hex."""
    import numpy as np

    numbers = list(build_hexes())
    found = placed().all_degrees(np.array([middle(n) for n in numbers]))
    return {n: (lon, lat) for n, (lon, lat) in zip(numbers, found.tolist(), strict=True)}


def _hex_row(cell: Hex) -> str:
    first, *others = numbers_of(cell.number)
    lon, lat = _degrees()[cell.number]
    names = list(cell.names)
    if cell.beach and not cell.queue:
        names.insert(0, _beach_names()[cell.beach].text("name"))
    names = list(dict.fromkeys(names))
    return csv_line(SPACE_COLUMNS, {
        "id": first, "name": " ".join([first.upper(), *names[:1]]), "kind": "hex", "terrain": cell.terrain,
        "settlement": cell.settlement, "poi": yes_no(cell.poi), "airfield": yes_no(cell.airfield),
        "level": cell.level, "site": cell.site, "beach": cell.beach, "queue": cell.queue,
        "coastal": yes_no(cell.coastal), "perimeter": yes_no(cell.perimeter),
        "edge": exits().get(cell.number, ""), "town": "".join(names[:1]),
        "aliases": "|".join([*(n.upper() for n in others), *names]), "lat": f"{lat:.3f}", "lon": f"{lon:.3f}",
        "source": _hex_sources(cell),
    })  # fmt: skip


def _box_rows() -> list[str]:
    """Holding boxes, boxes and tracks: `boxes.csv` as it is."""
    rows = read_rows(_HERE / "boxes.csv", BOX_COLUMNS)
    return [csv_line(SPACE_COLUMNS, {**_PLAIN, **row.cells}) for row in rows]


def spaces_text() -> str:
    """The text of ``spaces.csv``."""
    left = ", ".join(f"{name} {gap:.2f}" for name, gap in residuals().items())
    head = [
        "# Hexes, boxes and tracks of The Battle for Normandy; made by generate.py, do not edit.",
        "# How many hexes the plain projection of placement.toml leaves each pin from where it has to lie:",
        f"# {left}.",
        ",".join(SPACE_COLUMNS),
    ]
    return "\n".join([*head, *map(_hex_row, build_hexes().values()), *_box_rows(), ""])


def edges_text() -> str:
    """The text of ``edges.csv``."""
    rows = [
        "# Hexsides with more than open ground; made by generate.py. All others are open, or sea.",
        ",".join(EDGE_COLUMNS),
    ]
    for (a, b), side in build_edges().items():
        bridge = yes_no(side.road and side.boundary in WATERS)
        cells = {"a": a, "b": b, "boundary": side.boundary, "bridge": bridge, "road": side.road}
        rows.append(csv_line(EDGE_COLUMNS, cells | {"source": side.source}))
    return "\n".join([*rows, ""])


def beside_text() -> str:
    """The text of ``beside.csv``."""
    rows = [
        "# Where a railway runs beside a road; made by generate.py. Drawn only: movement takes the road.",
        ",".join(BESIDE_COLUMNS),
    ]
    rows += (csv_line(BESIDE_COLUMNS, {"railway": n, "hexes": "|".join(h)}) for n, h in rails_beside())
    return "\n".join([*rows, ""])


def main() -> None:
    """Write ``spaces.csv``, ``edges.csv`` and ``beside.csv``.

    Examples
    --------
    >>> main.__name__
    'main'
    """
    write_texts(_HERE, {"spaces.csv": spaces_text, "edges.csv": edges_text, "beside.csv": beside_text})


if __name__ == "__main__":
    main()
