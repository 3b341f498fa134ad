"""Makes the board from the other files here: ``python -m maps.june_six.generate``.

`placement.toml` lays the grid on the ground; `hexes` takes land, terrain and towns of each hex from it;
`sides` lays rivers and strips along hexsides and roads over hexes; `corrections.csv` comes last.
"""

from __future__ import annotations

from pathlib import Path

from maps.generating import csv_line, write_texts, yes_no
from maps.june_six.board import EDGE_COLUMNS, SPACE_COLUMNS
from maps.june_six.ground import middle, placed, residuals
from maps.june_six.hexes import Hex, beaches, build_hexes
from maps.june_six.sides import build_edges, exits
from maps.loader import read_rows

__all__ = ["edges_text", "main", "spaces_text"]

_HERE = Path(__file__).parent
_HALVES = {1: [""], 2: [" west", " east"], 3: [" west", " centre", " east"]}


def _names(cell: Hex) -> tuple[str, list[str]]:
    """Name and other spellings of a hex: number with town or Beach."""
    shown, aliases = cell.number.upper(), [cell.town] if cell.town else []
    if not cell.beach:
        return f"{shown} {cell.town}".strip(), aliases
    same = [n for n, b in beaches().items() if b == cell.beach]
    half = _HALVES[len(same)][same.index(cell.number)]
    return f"{shown} {cell.beach.title()}", [f"{cell.beach.title()}{half}", *aliases]


def _hex_row(cell: Hex) -> str:
    name, aliases = _names(cell)
    lon, lat = placed().degrees(middle(cell.number))
    sources = {"kind": "rule 2.1", **cell.sources}
    if cell.beach == "sword":
        sources |= {"beach": "rule 8.47", "coastal": "rule 8.47"}
    if cell.strongpoint and "strongpoint" not in sources:
        sources["strongpoint"] = "history: German coast defences of 1944"
    return csv_line(SPACE_COLUMNS, {
        "id": cell.number, "name": name, "kind": "hex", "terrain": cell.terrain,
        "strongpoint": yes_no(cell.strongpoint), "beach": cell.beach, "coastal": yes_no(cell.coastal),
        "entry": cell.entry, "cherbourg": yes_no(cell.cherbourg), "edge": exits().get(cell.number, ""),
        "town": cell.town, "aliases": "|".join(aliases), "lat": f"{lat:.3f}", "lon": f"{lon:.3f}",
        "source": "; ".join(["reconstructed", *(f"{k}={v}" for k, v in sources.items())]),
    })  # fmt: skip


def _box_rows() -> list[str]:
    """Landing Boxes, airfields, boxes: `boxes.csv` as it is."""
    rows = read_rows(_HERE / "boxes.csv", ["id", "name", "kind", "beach", "source"])
    return [csv_line(SPACE_COLUMNS, row.cells) for row in rows]


def spaces_text() -> str:
    """The text of ``spaces.csv``."""
    left = ", ".join(f"{name} {gap:.2f}" for name, gap in residuals().items())
    head = [
        "# Hexes, Landing Boxes, airfields and boxes of June Six; made by generate.py, do not edit.",
        "# How many hexes the plain projection of placement.toml leaves each pin from where it has to lie:",
        f"# {left}.",
        ",".join(SPACE_COLUMNS),
    ]
    return "\n".join([*head, *map(_hex_row, build_hexes().values()), *_box_rows(), ""])


def edges_text() -> str:
    """The text of ``edges.csv``."""
    rows = [
        "# Hexsides with more than open ground, and the landings; by generate.py. Others are open, or sea.",
        ",".join(EDGE_COLUMNS),
    ]
    for (a, b), side in build_edges().items():
        bridge = yes_no(side.road and side.boundary == "major-river")
        rows.append(csv_line(EDGE_COLUMNS, {
            "a": a, "b": b, "boundary": side.boundary, "bridge": bridge, "road": side.road,
            "source": side.source,
        }))  # fmt: skip
    for number, beach in beaches().items():
        source = "rule 8.47" if beach == "sword" else "reconstructed"
        rows.append(f"{number},landing-{beach},landing,no,,{source}")
    return "\n".join([*rows, ""])


def main() -> None:
    """Write ``spaces.csv`` and ``edges.csv``.

    Examples
    --------
    >>> main.__name__
    'main'
    """
    write_texts(_HERE, {"spaces.csv": spaces_text, "edges.csv": edges_text})


if __name__ == "__main__":
    main()
