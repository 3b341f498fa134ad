"""What the rules of a folder ask of a position: terrain, sides, numbers of the side that shows, data rows."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, State
from adjudicator.ruling import Violation
from maps.board import Space
from maps.games import FolderHome, home_of, per_game
from maps.homemade.game import game_file
from maps.loader import header

__all__ = [
    "edge_rule",
    "is_on_map",
    "is_reduced",
    "once",
    "sides_of",
    "space_rule",
    "steps_left",
    "terrain_of",
    "unit_rule",
    "value_of",
]

_OFF_MAP = "box"
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


def is_reduced(position: State, piece: Piece) -> bool:
    """Whether a unit shows its back.

    Parameters
    ----------
    position, piece
        Where it stands, and the unit.

    Returns
    -------
    bool
    """
    home = home_of(position.game)
    front = game_file(home).units.statuses[0] if isinstance(home, FolderHome) else piece.status
    return piece.status != front


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
    if not is_reduced(position, piece):
        return inquiry.printed(piece, column, rule)
    back = f"reduced_{column}"
    if piece.printed.rating(back) is not None:
        return inquiry.printed(piece, back, rule)
    found = inquiry.printed(piece, column, rule)
    columns = _columns(position.game)
    if columns and back not in columns:
        return found  # no back of the game prints it
    inquiry.assume(rule, f"the back of {piece.printed.title} has the {column} of its front, {found}")
    return found


def steps_left(position: State, piece: Piece) -> int:
    """Steps that a unit has: those of its counter, on its back ``reduced_steps``, else half of them.

    Parameters
    ----------
    position, piece
        Where it stands, and the unit.

    Returns
    -------
    int
        At least 1.
    """
    full = max(piece.printed.steps, 1)
    if not is_reduced(position, piece):
        return full
    back = piece.printed.rating("reduced_steps")
    return max(1, -(-full // 2) if back is None else int(back))


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
