"""What the rules of a folder ask of a position: terrain, sides, numbers of the side that shows, data rows."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State
from adjudicator.ruling import Violation
from counters.palette import load_palette
from counters.units import Unit, steps_on
from maps.board import Space
from maps.games import FolderHome, home_of, per_game
from maps.homemade.game import UnitRow, game_file
from maps.loader import header

__all__ = [
    "columns_of",
    "edge_rule",
    "face_count",
    "face_of",
    "is_on_map",
    "once",
    "sides_of",
    "space_rule",
    "steps_left",
    "terrain_of",
    "unit_rule",
    "value_of",
]

_OFF_MAP = "box"
_SIDES = 2  # of a counter
_POSITION = "the position"
_KEYS: Mapping[str, tuple[str, ...]] = {"units.csv": ("id",), "spaces.csv": ("id",), "edges.csv": ("a", "b")}


def is_on_map(space: Space | None) -> bool:
    """Whether a space is one of the map, and no box beside it.

    Parameters
    ----------
    space
        The space.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_on_map(Space("0101", "0101", "hex")), is_on_map(Space("pool", "Pool", "box"))
    (True, False)
    """
    return space is not None and space.kind != _OFF_MAP


def terrain_of(inquiry: Inquiry, space: str, rule: str) -> str:
    """Terrain of a space; empty where its cell is.

    Parameters
    ----------
    inquiry
        Where a doubtful value is recorded.
    space, rule
        Id of the space, and where the rules ask for it.

    Returns
    -------
    str

    Raises
    ------
    PositionError
        The position does not say it.
    """
    return str(inquiry.feature(inquiry.board.spaces[space], "terrain", rule) or "")


def sides_of(slug: str) -> tuple[str, ...]:
    """Ids of the two sides.

    Parameters
    ----------
    slug
        Of the game.

    Returns
    -------
    tuple of str
    """
    home = home_of(slug)
    return game_file(home).sides if isinstance(home, FolderHome) else ()


def value_of(inquiry: Inquiry, piece: Piece, column: str, rule: str) -> int:
    """A printed number of the side that a unit shows.

    Parameters
    ----------
    inquiry
        Where it is recorded that a back prints none though others do: the number of the front is taken then.
    piece, column, rule
        The unit, the column of ``units.csv``, and where the rules ask for it.

    Returns
    -------
    int

    Raises
    ------
    PositionError
        The counter prints none.
    """
    position = inquiry.state
    face, title = face_of(position, piece), piece.printed.title
    shown = columns_of(position.game, column, face)
    own = next((name for name in shown if piece.printed.rating(name) is not None), "")
    if own or not face:
        return inquiry.printed(piece, own or column, rule)
    before = (columns_of(position.game, column, n) for n in range(face - 1, 0, -1))
    worn = next((n for names in before for n in names if piece.printed.rating(n) is not None), "")
    found = inquiry.printed(piece, worn or column, rule)
    columns = _columns(position.game)
    if columns and not columns & set(shown):
        return found  # no back of the game prints it
    which = "back" if face == 1 else f"{piece.status} side"
    other = "the side before" if worn else "its front"
    inquiry.assume(rule, f"the {which} of {title} has the {column} of {other}, {found}")
    return found


def columns_of(slug: str, column: str, face: int) -> tuple[str, ...]:
    """The columns of ``units.csv`` that can say what a face of a counter prints.

    Parameters
    ----------
    slug, column, face
        The game, the column of the front, and the face from 0 of the front.

    Returns
    -------
    tuple of str
    """
    home = home_of(slug)
    row = game_file(home).units if isinstance(home, FolderHome) else UnitRow()
    return tuple(f"{prefix}{column}" for prefix in row.prefixes(face))


def face_of(position: State, piece: Piece) -> int:
    """Which face a unit shows, from 0 of the front.

    Parameters
    ----------
    position, piece
        Where it stands, and the unit.

    Returns
    -------
    int
    """
    home = home_of(position.game)
    words = game_file(home).units.statuses if isinstance(home, FolderHome) else (piece.status,)
    return words.index(piece.status) if piece.status in words else 1


def steps_left(position: State, piece: Piece) -> int:
    """Steps that a unit has: those of its counter, on its back ``reduced_steps``, else half of them.

    On further faces, ``cadre_steps`` of a status ``cadre``, else as many less on each of its faces.

    Parameters
    ----------
    position, piece
        Where it stands, and the unit.

    Returns
    -------
    int
        At least 1.
    """
    full, unit = max(piece.printed.steps, 1), piece.printed
    face = face_of(position, piece)
    if not face:
        return full
    told = (unit.rating(name) for name in columns_of(position.game, "steps", face))
    own = next((value for value in told if value is not None), None)
    return max(1, steps_on(full, face, face_count(position.game, unit)) if own is None else int(own))


def face_count(slug: str, unit: Unit) -> int:
    """How many faces the counter of a unit has that a status names.

    Parameters
    ----------
    slug, unit
        The game, and the unit.

    Returns
    -------
    int
        Of two statuses both, but of a unit of one step the front; of more as many as its template draws.
    """
    home = home_of(slug)
    count = len(game_file(home).units.statuses) if isinstance(home, FolderHome) else _SIDES
    if count <= _SIDES:
        return 1 if unit.steps == 1 else count
    own = load_palette(slug).own
    return count if own is None else max(1, len(own.names(unit)))


def once(faults: Sequence[Violation]) -> tuple[Violation, ...]:
    """Each reason once, in order.

    Parameters
    ----------
    faults
        The reasons.

    Returns
    -------
    tuple of Violation
    """
    return tuple(dict.fromkeys(faults))


def unit_rule(position: State, uid: str, column: str = "") -> str:
    """Where a value of a unit stands: ``units.csv:5 attack``.

    Parameters
    ----------
    position, uid, column
        The unit, and the column that is read.

    Returns
    -------
    str
        ``the position`` where no row has the unit.
    """
    return _cited(position.game, "units.csv", (uid,), column)


def space_rule(position: State, space: str, column: str = "") -> str:
    """Where a value of a space stands, as `unit_rule` says that of a unit.

    Parameters
    ----------
    position, space, column
        The space, and the column that is read.

    Returns
    -------
    str
    """
    return _cited(position.game, "spaces.csv", (space,), column)


def edge_rule(position: State, a: str, b: str) -> str:
    """Where the border of two spaces stands; the map where no row has it.

    Parameters
    ----------
    position, a, b
        The spaces.

    Returns
    -------
    str
    """
    found = _lines(position.game, "edges.csv")
    line = found.get((a, b)) or found.get((b, a))
    return f"edges.csv:{line}" if line else "map.toml"


def _cited(slug: str, file: str, key: tuple[str, ...], column: str) -> str:
    line = _lines(slug, file).get(key)
    return f"{file}:{line} {column}".rstrip() if line else _POSITION


@per_game
def _columns(slug: str) -> frozenset[str]:
    """Columns of ``units.csv``; none where there is no such file."""
    home = home_of(slug)
    return frozenset(header(home.path("counters", "units.csv")))


@per_game
def _lines(slug: str, file: str) -> Mapping[tuple[str, ...], int]:
    """Key of a row -> its line; nothing where there is no such file."""
    home = home_of(slug)
    path = home.root / file if isinstance(home, FolderHome) else Path(file)
    return _keyed(path, _KEYS[file]) if isinstance(home, FolderHome) and path.is_file() else {}


def _keyed(path: Path, keys: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    columns: list[str] | None = None
    found: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        if columns is None:
            columns = cells
            if not set(keys) <= set(columns):
                return {}
            continue
        row = dict(zip(columns, cells, strict=False))
        found.setdefault(tuple(row.get(key, "") for key in keys), number)
    return found
