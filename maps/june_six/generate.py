"""Makes the board from the other files here: ``python -m maps.june_six.generate``.

`placement.toml` lays the grid on the ground; `hexes` takes land, terrain and towns of each hex from it;
`sides` lays rivers and strips along hexsides and roads over hexes; `corrections.csv` comes last.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maps.june_six.board import EDGE_COLUMNS, SPACE_COLUMNS
from maps.june_six.ground import middle, placed, residuals
from maps.june_six.hexes import Hex, beaches, build_hexes
from maps.june_six.sides import build_edges, exits
from maps.loader import read_rows

__all__ = ["edges_text", "main", "spaces_text"]

_HERE = Path(__file__).parent
_HALVES = {1: [""], 2: [" west", " east"], 3: [" west", " centre", " east"]}


def _cells(columns: list[str], cells: Mapping[str, object]) -> str:
    texts = [str(cells.get(c, "")) for c in columns]
    return ",".join(f'"{t}"' if "," in t else t for t in texts)


def _flag(on: object) -> str:
    return "yes" if on else "no"


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
    return _cells(SPACE_COLUMNS, {
        "id": cell.number, "name": name, "kind": "hex", "terrain": cell.terrain,
        "strongpoint": _flag(cell.strongpoint), "beach": cell.beach, "coastal": _flag(cell.coastal),
        "entry": cell.entry, "cherbourg": _flag(cell.cherbourg), "edge": exits().get(cell.number, ""),
        "town": cell.town, "aliases": "|".join(aliases), "lat": f"{lat:.3f}", "lon": f"{lon:.3f}",
        "source": "; ".join(["reconstructed", *(f"{k}={v}" for k, v in sources.items())]),
    })  # fmt: skip


def _box_rows() -> list[str]:
    """Landing Boxes, airfields, boxes: `boxes.csv` as it is."""
    rows = read_rows(_HERE / "boxes.csv", ["id", "name", "kind", "beach", "source"])
    return [_cells(SPACE_COLUMNS, row.cells) for row in rows]


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
        bridge = _flag(side.road and side.boundary == "major-river")
        rows.append(_cells(EDGE_COLUMNS, {
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
    (_HERE / "spaces.csv").write_text(spaces_text(), encoding="utf-8")
    (_HERE / "edges.csv").write_text(edges_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
