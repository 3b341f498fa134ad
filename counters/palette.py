"""Colours, marker faces and printed sizes of one game, read from its ``sheet.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from counters.formations import Formation, load_formations
from counters.stock import Stock, read_stock
from maps.errors import DataError
from maps.filing import Filing, by_filing, filing_of
from maps.games import home_of
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.faces import PrintedFace
    from counters.units import Marker, Unit

__all__ = [
    "Face",
    "Palette",
    "Scheme",
    "activation_faces",
    "is_dark",
    "load_palette",
    "parse_palette",
]

_HERE = Path(__file__).parent
_COLOR = re.compile(r"#[0-9a-f]{6}")
_TABLES = ("branch", "division", "marker", "band", "layout", "print", "vehicle", "activation")
_LAYOUTS = {
    "striped": ("airborne",),
    "rated": ("support", "motorized", "artillery", "assault", "fired"),
    "battalions": ("mech", "recon", "tank", "at", "flak", "used"),
}
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of one branch of service.

    Parameters
    ----------
    ground, ink
        Ground of the Fresh side and print of its factors.
    mark
        Print of symbol, size and identification on the Fresh side.
    frame
        Inside of the symbol frame where no division colour applies.
    spent, deep
        Ground and print of the Spent side.

    Examples
    --------
    >>> load_palette("breakout-normandy").scheme("ss").ink
    '#ffffff'
    """

    ground: str
    ink: str
    mark: str
    frame: str
    spent: str
    deep: str


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a marker.

    Parameters
    ----------
    ground, ink
        Colours.
    icon
        Name of the picture, or empty.
    title
        Small print on top.
    value
        Large print; ``{attack}`` stands for the Attack Factor.
    accent
        Second colour of the picture; the ink where empty.
    corner
        Small print in the lower left corner: when the marker comes.

    Examples
    --------
    >>> Face("#ffffff", "#000000", title="Used").value
    ''
    """

    ground: str
    ink: str
    icon: str = ""
    title: str = ""
    value: str = ""
    accent: str = ""
    corner: str = ""


class OwnFaces(Protocol):
    """What draws counters by itself: front and back of each."""

    def unit(self, unit: Unit) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a unit."""
        ...

    def marker(self, marker: Marker) -> tuple[PrintedFace, PrintedFace]:
        """The faces of a marker."""
        ...

    def names(self, piece: Unit | Marker) -> tuple[str, ...]:
        """The faces that a counter has: front, back, and further ones."""
        ...

    def further(self, piece: Unit | Marker) -> tuple[PrintedFace, ...]:
        """The faces of a counter beyond front and back."""
        ...


@dataclass(frozen=True, slots=True)
class Palette:
    """Everything that ``sheet.toml`` says.

    Parameters
    ----------
    schemes
        By branch.
    divisions
        Colour inside the symbol frame, by nationality and division.
    faces
        Front and back by marker id.
    bands
        Colour of the band behind the place of set-up, by mark of the unit: ``wave-1`` ...
    stock
        Sizes and sheets of the printed counters; None where the game has none.
    layout
        How units are laid out: empty, ``striped``, ``rated`` or ``battalions``: the modules of these names.
    airborne
        Ground of the symbols of airborne units in the striped layout.
    paints
        Colours of a layout with ratings by what they mark: ``support``, ``motorized``, ``mech`` ...
    vehicles
        Silhouette in place of a symbol, by nationality and by kind of symbol or id of a unit.
    badges
        Formations by id.
    own
        What draws the counters of a game that draws them otherwise than ours.

    Examples
    --------
    >>> sorted(load_palette("breakout-normandy").schemes)[0]
    'british'
    """

    schemes: Mapping[str, Scheme]
    divisions: Mapping[tuple[str, str], str]
    faces: Mapping[str, tuple[Face, Face]]
    bands: Mapping[str, str] = field(default_factory=dict)
    stock: Stock | None = None
    layout: str = ""
    airborne: str = ""
    paints: Mapping[str, str] = field(default_factory=dict)
    vehicles: Mapping[tuple[str, str], str] = field(default_factory=dict)
    badges: Mapping[str, Formation] = field(default_factory=dict)
    own: OwnFaces | None = None

    def scheme(self, branch: str) -> Scheme:
        """Return the colours of a branch.

        Parameters
        ----------
        branch
            Word of ``units.csv``.

        Returns
        -------
        Scheme

        Raises
        ------
        maps.errors.DataError
            The sheet has no such branch.

        Examples
        --------
        >>> load_palette("breakout-normandy").scheme("navy")
        Traceback (most recent call last):
        maps.errors.DataError: sheet.toml, branch.navy: expected the colours of this branch
        """
        if branch not in self.schemes:
            raise DataError("sheet.toml", f"branch.{branch}", "the colours of this branch")
        return self.schemes[branch]

    def frame(self, nationality: str, division: str, branch: str) -> str:
        """Return the colour inside the symbol frame.

        Parameters
        ----------
        nationality, division, branch
            Of the unit.

        Returns
        -------
        str
            The division's colour where it has one, else the branch's.

        Examples
        --------
        >>> load_palette("breakout-normandy").frame("us", "no such division", "us")
        '#eef1dd'
        """
        return self.divisions.get((nationality, division)) or self.scheme(branch).frame


def load_palette(game: str, overlay: Path | None = None) -> Palette:
    """Read the ``sheet.toml`` of a game.

    Parameters
    ----------
    game
        Slug with hyphens.
    overlay
        Folder with an owner's ``sheet.toml`` and ``formations.csv``, or None.

    Returns
    -------
    Palette

    Raises
    ------
    maps.errors.DataError
        A key is unknown or missing, or a colour is not written as ``#rrggbb``.

    Examples
    --------
    >>> load_palette("breakout-normandy").scheme("us").ground
    '#86ab62'
    """
    return _load(filing_of(game, overlay), game)


@by_filing
def _load(filing: Filing, game: str) -> Palette:
    """The palette with the formations."""
    home = home_of(game)
    if (own := home.module("counters", "palette")) is not None:
        made: Palette = own.load_palette()
        return made
    data = read_toml(filing.path(home.path("counters", "sheet.toml")))
    palette = parse_palette(data)
    if palette.layout not in {"rated", "battalions"}:
        return palette
    badges = load_formations(game, filing.overlay)
    drawn = activation_faces(badges, palette, data.get("activation", {}))
    return replace(palette, badges=badges, faces={**drawn, **palette.faces})


def activation_faces(
    badges: Mapping[str, Formation], palette: Palette, branches: Mapping[str, str]
) -> dict[str, tuple[Face, Face]]:
    """Return the faces of the Activation Markers: the flag of a headquarters in the colour of its formation.

    Parameters
    ----------
    badges
        Formations by id.
    palette
        Colours of the branches.
    branches
        Branch on whose ground the marker of a formation stands, by id of the formation or by its nation;
        empty where no markers are drawn so.

    Returns
    -------
    dict
        By id of the marker, ``am-`` and the id of the formation; of divisions only.

    Raises
    ------
    maps.errors.DataError
        A formation has no branch, or the palette no colours for it.

    Examples
    --------
    >>> activation_faces({}, Palette({}, {}, {}), {})
    {}
    """
    found = {}
    for key, badge in badges.items():
        if badge.level == "division" and branches:
            if not {key, badge.nation} & branches.keys():
                raise DataError("sheet.toml", "activation", f"a branch for {key} or {badge.nation}")
            scheme = palette.scheme(branches.get(key) or branches[badge.nation])
            flag = f"flag-{badge.kind}"
            face = Face(scheme.ground, scheme.ink, flag, value=badge.printed, accent=badge.color)
            found[f"am-{key}"] = face, face
    return found


def is_dark(color: str) -> bool:
    """Tell whether a colour needs white print.

    Parameters
    ----------
    color
        As ``#rrggbb``.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_dark("#242424"), is_dark("#f6e27a")
    (True, False)
    """
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue < 110_000


def parse_palette(data: Mapping[str, Mapping[str, Any]]) -> Palette:
    """Check and join the tables of a ``sheet.toml``.

    Parameters
    ----------
    data
        As `tomllib` reads it.

    Returns
    -------
    Palette

    Raises
    ------
    maps.errors.DataError
        As `load_palette`.

    Examples
    --------
    >>> parse_palette({"branch": {}, "marker": {"x": {"front": {"ground": "#ffffff"}}}})
    Traceback (most recent call last):
    maps.errors.DataError: sheet.toml, marker.x.front: expected the keys ground, ink
    """
    if unknown := sorted(data.keys() - set(_TABLES)):
        raise DataError("sheet.toml", "", f"the tables {', '.join(_TABLES)}, not {', '.join(unknown)}")
    schemes = {name: _build(Scheme, row, f"branch.{name}") for name, row in data.get("branch", {}).items()}
    divisions = {
        (nationality, division): _color(color, f"division.{nationality}.{division}")
        for nationality, table in data.get("division", {}).items()
        for division, color in table.items()
    }
    faces = {name: _faces(name, row) for name, row in data.get("marker", {}).items()}
    bands = {mark: _color(color, f"band.{mark}") for mark, color in data.get("band", {}).items()}
    stock = read_stock(data["print"]) if "print" in data else None
    return Palette(
        schemes,
        divisions,
        faces,
        bands,
        stock,
        **_layout(data.get("layout", {})),
        vehicles=_vehicles(data.get("vehicle", {})),
    )


def _layout(row: Mapping[str, object]) -> dict[str, Any]:
    """The table ``layout``: how units are laid out, and the colours of what they show."""
    if not row:
        return {}
    names = _LAYOUTS.get(str(row.get("units")), ())
    if not names or row.keys() != {"units", *names}:
        known = (f'units = "{layout}" and {", ".join(keys)}' for layout, keys in _LAYOUTS.items())
        raise DataError("sheet.toml", "layout", f"the keys {'; or '.join(known)}; all colours but the first")
    colors = {name: _color(row[name], f"layout.{name}") for name in names}
    return {"layout": row["units"], **(colors if names == ("airborne",) else {"paints": colors})}


def _vehicles(tables: Mapping[str, Mapping[str, object]]) -> dict[tuple[str, str], str]:
    """The tables ``vehicle.<nationality>``: silhouettes by kind of symbol or id of a unit."""
    from counters.vehicles import VEHICLES

    found = {(nation, key): str(name) for nation, row in tables.items() for key, name in row.items()}
    for (nation, key), name in found.items():
        if name not in VEHICLES:
            place = f"vehicle.{nation}.{key}"
            raise DataError("sheet.toml", place, f"one of {', '.join(VEHICLES)}, not {name!r}")
    return found


def _faces(name: str, row: Mapping[str, object]) -> tuple[Face, Face]:
    front = _build(Face, row.get("front", {}), f"marker.{name}.front")
    return front, _build(Face, row["back"], f"marker.{name}.back") if "back" in row else front


def _build(cls: type[_T], row: object, place: str) -> _T:
    """A dataclass of strings from a table, with unknown and missing keys refused."""
    table = row if isinstance(row, dict) else {}
    known = [f.name for f in fields(cls)]  # type: ignore[arg-type]
    needed = known if cls is Scheme else known[:2]
    if unknown := sorted(table.keys() - set(known)):
        raise DataError(
            "sheet.toml", place, f"no other keys than {', '.join(known)}, not {', '.join(unknown)}"
        )
    if set(needed) - table.keys():
        raise DataError("sheet.toml", place, f"the keys {', '.join(needed)}")
    for key, value in table.items():
        if key not in {"icon", "title", "value", "corner"}:
            _color(value, f"{place}.{key}")
    return cls(**{key: str(value) for key, value in table.items()})


def _color(value: object, place: str) -> str:
    if not isinstance(value, str) or not _COLOR.fullmatch(value):
        raise DataError("sheet.toml", place, f"a colour such as #86ab62, not {value!r}")
    return value
