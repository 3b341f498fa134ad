"""What an adapter tells of the state of a game: facts, what is assumed aloud, pieces that say something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from adjudicator.errors import DataError
from adjudicator.position import Fact, Key
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.schema import Item
    from maps.board import Board

__all__ = ["Sign", "assumed_facts", "read_facts", "read_signs"]

_SIGN = {"item", "value", "places", "number"}


@dataclass(frozen=True, slots=True)
class Sign:
    """A piece that says something where it lies: a control marker, the marker of a track.

    Parameters
    ----------
    item
        Item of state.
    value
        What it says wherever it lies; None where the place says it.
    places
        Name of a place, folded -> what it says there.
    number
        Whether it says the number in the name of its place.

    Examples
    --------
    >>> Sign("date", number=True).says("June 12", "")
    ('', 12)
    >>> Sign("control", value="us").says("Caen", "caen")
    ('caen', 'us')
    """

    item: str
    value: Fact | None = None
    places: Mapping[str, Fact] | None = None
    number: bool = False

    def says(self, where: str, subject: str) -> tuple[str, Fact] | None:
        """Of what it says something, and what; None where it lies at no place that says anything."""
        if self.value is not None:
            return subject, self.value
        if self.number:
            found = re.findall(r"\d+", where)
            return (subject, int(found[-1])) if found else None
        value = (self.places or {}).get(fold(where))
        return None if value is None else (subject, value)


def _checked(file: str, place: str, item: Item, value: object) -> Fact:
    fits = isinstance(value, str | int) and type(value) is type(item.default)
    if fits and (not item.values or value in item.values):
        return cast("Fact", value)
    wanted = ", ".join(filter(None, item.values)) or type(item.default).__name__
    raise DataError(file, place, f"one of {wanted}, not {value!r}")


def _item(file: str, place: str, game: Game, name: object) -> Item:
    if name not in game.schema.items:
        raise DataError(file, place, f"an item of state, not {name!r}")
    return game.schema.items[str(name)]


def read_facts(file: str, rows: Mapping[str, Any], game: Game, board: Board) -> dict[Key, Fact]:
    """Read ``[facts]``.

    Parameters
    ----------
    file
        Of the adapter, for messages.
    rows
        Item -> value, or subject -> value.
    game, board
        Ours.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        An item, subject or value that there is not.
    """
    facts: dict[Key, Fact] = {}
    for name, values in rows.items():
        place = f"[facts] {name}"
        item = _item(file, place, game, name)
        if isinstance(values, dict) != bool(item.of):
            raise DataError(file, place, f"a table, as in [facts.{name}]" if item.of else "one value")
        subjects = _subjects(item, board)
        for subject, value in (values if isinstance(values, dict) else {"": values}).items():
            if subjects and subject not in subjects:
                raise DataError(file, place, f"{item.of} of ours, not {subject!r}")
            facts[name, subject] = _checked(file, place, item, value)
    return facts


def _subjects(item: Item, board: Board) -> Iterable[str]:
    """Every subject of an item that the board knows; none where it is of something else."""
    if item.of == "boundary":
        return board.edges
    if item.of in {"area", "hex"}:
        return board.spaces
    return ()


def assumed_facts(
    file: str, rows: Mapping[str, Any], game: Game, board: Board
) -> tuple[dict[Key, Fact], list[str]]:
    """Read ``[assumed]``: what holds of every subject of which nothing else is told.

    Parameters
    ----------
    file, game, board
        As for `read_facts`.
    rows
        Item -> value.

    Returns
    -------
    tuple
        The facts, and what every ruling tells of them.

    Raises
    ------
    DataError
        As `read_facts`; an item of whose subjects there is no list, with another value than the usual one.
    """
    facts: dict[Key, Fact] = {}
    told = []
    for name, given in rows.items():
        place = f"[assumed] {name}"
        item = _item(file, place, game, name)
        value = _checked(file, place, item, given)
        subjects = list(_subjects(item, board)) if item.of else [""]
        if not subjects and value != item.default:
            raise DataError(
                file, place, f"{item.default!r}: only what is usual is assumed of every {item.of}"
            )
        facts |= {(name, subject): value for subject in subjects}
        where = f" of every {item.of}" if item.of else ""
        told.append(
            f"assumed: the {name.replace('-', ' ')}{where} is {value} where nothing else is told ({file})"
        )
    return facts, told


def read_signs(file: str, rows: Mapping[str, Any], game: Game) -> dict[str, Sign]:
    """Read ``[markers]``: key of a piece -> what it says.

    Parameters
    ----------
    file, game
        As for `read_facts`.
    rows
        Key -> item, with a value, the values of places, or ``number = true``.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        As `read_facts`.
    """
    found = {}
    for key, row in rows.items():
        place = f"[markers] {key}"
        if not isinstance(row, dict) or set(row) - _SIGN or len(set(row) - {"item"}) != 1:
            raise DataError(file, place, "an item, and one of value, places and number")
        item = _item(file, place, game, row.get("item"))
        if item.of not in {"", "area", "hex"}:
            raise DataError(file, place, f"an item of a space or of the game, not of a {item.of}")
        value = _checked(file, place, item, row["value"]) if "value" in row else None
        places = {fold(n): _checked(file, place, item, v) for n, v in row.get("places", {}).items()}
        if row.get("number") and not (type(item.default) is int and item.of == ""):
            raise DataError(file, place, f"a number of the game, which {item.name} is not")
        found[key] = Sign(item.name, value, places, bool(row.get("number")))
    return found
