"""Which counters are printed, and how many of each."""

from __future__ import annotations

import csv
import difflib
import io
import json
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position
    from counters.press import Counter
    from module_builder.kit import Kit

__all__ = ["MANIFEST", "Selection", "changed", "manifest", "read_list", "read_wanted", "select", "used_by"]

MANIFEST = "manifest.json"
"""End of the name of the file that says what was printed of a game."""

_OUT = ("eliminated", "withdrawn")  # spaces of counters that are out of play
_COLUMNS = ["quantity", "id"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What of a game's counters is wanted; every condition narrows the choice.

    Parameters
    ----------
    sides, formations, sheets
        Words, divisions or corps, numbers of the published sheets; empty for all.
    quantities
        Id -> copies. Where not empty, only these are printed.
    held
        Id -> most copies, from a saved game; None without one.
    since
        Id -> what was printed of it earlier, from a manifest; None without one.

    Examples
    --------
    >>> Selection().sides
    ()
    """

    sides: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    sheets: tuple[int, ...] = ()
    quantities: Mapping[str, int] | None = None
    held: Mapping[str, int] | None = None
    since: Mapping[str, Sequence[object]] | None = None


def select(counters: Sequence[Counter], wanted: Selection) -> tuple[tuple[Counter, int], ...]:
    """Choose counters.

    Parameters
    ----------
    counters
        All of the game, in print order.
    wanted
        Conditions.

    Returns
    -------
    tuple
        Counters with the number of copies, at least one of each.

    Raises
    ------
    maps.errors.DataError
        A side, formation, sheet or id is not in the game, or nothing is left.
    """
    wanted = replace(wanted, formations=tuple([_formation(word, counters) for word in wanted.formations]))
    _check(wanted.sides, [c.side for c in counters if c.side], "--side")
    _check(wanted.sheets, [c.sheet for c in counters], "--sheet")
    _check(wanted.quantities or (), [c.id for c in counters], "--counter")
    found = tuple((c, n) for c in counters if (n := _copies(c, wanted)) > 0)
    if not found:
        changes = "nothing may have changed since that build" if wanted.since is not None else ""
        way_out = changes or "leave one of them out"
        raise DataError("selection", "", "conditions that at least one counter meets", way_out)
    return found


def _copies(counter: Counter, wanted: Selection) -> int:
    """How many copies of a counter are printed; 0 for none."""
    if wanted.sides and counter.side not in wanted.sides:
        return 0
    if wanted.formations and counter.formation not in wanted.formations:
        return 0
    count = counter.copies(wanted.sheets)
    if wanted.quantities is not None and count:
        count = wanted.quantities.get(counter.id, 0)
    if wanted.held is not None:
        count = min(count, wanted.held.get(counter.id, 0))
    if wanted.since is not None:
        count = _added(counter, count, wanted.since.get(counter.id))
    return count


def _added(counter: Counter, count: int, before: Sequence[object] | None) -> int:
    """All copies of a changed counter; of an unchanged one those that came on top."""
    if before is None or list(before[:2]) != [counter.front.look(), counter.back.look()]:
        return count
    return count - int(str(before[2]))


def _formation(word: str, counters: Sequence[Counter]) -> str:
    """The formation that a word means: its id, what its counters print, or another of its names."""
    own = [c for c in counters if c.formation]
    if word in {c.formation for c in own}:
        return word
    for names in (_printed, _named):
        found = sorted({c.formation for c in own if _folded(word) in map(_folded, names(c))})
        if len(found) > 1:
            raise DataError("--formation", word, f"one formation: {' or '.join(found)}")
        if found:
            return found[0]
    _check([word], [name for c in own for name in (c.badge or c.formation, c.formation)], "--formation")
    return word


def _printed(counter: Counter) -> tuple[str, ...]:
    return (counter.badge,) if counter.badge else ()


def _named(counter: Counter) -> tuple[str, ...]:
    return counter.aliases


def _folded(word: str) -> str:
    return "".join(word.casefold().split())


def _check(said: Iterable[object], known: Sequence[object], option: str) -> None:
    """Refuse a word that no counter has, with the nearest ones that some have."""
    names = {str(word): None for word in known}
    for word in said:
        if str(word) not in names:
            near = difflib.get_close_matches(str(word), names, 3, 0.5) or list(names)[:12]
            raise DataError(option, str(word), f"one of the game's, such as {', '.join(near)}")


def read_wanted(words: Iterable[str]) -> dict[str, int]:
    """Read ``ID`` or ``ID=COPIES`` words.

    Parameters
    ----------
    words
        As typed.

    Returns
    -------
    dict
        Id -> copies.

    Raises
    ------
    maps.errors.DataError
        Copies is no whole number from 1 to 999.

    Examples
    --------
    >>> read_wanted(["ge-916", "control=40"])
    {'ge-916': 1, 'control': 40}
    """
    found: dict[str, int] = {}
    for word in words:
        id_, equals, copies = word.partition("=")
        found[id_] = found.get(id_, 0) + _number(copies if equals else "1", "--counter", word)
    return found


def _number(text: str, file: str, place: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and 1 <= int(text) <= 999):
        raise DataError(file, place, f"copies from 1 to 999, not {text!r}")
    return int(text)


def read_list(path: Path) -> dict[str, int]:
    """Read a CSV of counters: first column ``quantity``, then ``id``; further columns do not matter.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    dict
        Id -> copies.

    Raises
    ------
    maps.errors.DataError
        The head of the table or a cell is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(path.name, "", "a CSV in UTF-8") from None
    rows = csv.DictReader(io.StringIO(text))
    if list(rows.fieldnames or [])[:2] != _COLUMNS:
        raise DataError(path.name, "line 1", f"columns that begin with {','.join(_COLUMNS)}")
    found: dict[str, int] = {}
    for row in rows:
        id_ = (row["id"] or "").strip()
        copies = _number(row["quantity"] or "", path.name, f"line {rows.line_num}, column quantity")
        found[id_] = found.get(id_, 0) + copies
    return found


def used_by(kit: Kit, position: Position) -> dict[str, int]:
    """Count the counters that a position needs: units in play or to come, and the markers of its save.

    Parameters
    ----------
    kit
        The game.
    position
        The position.

    Returns
    -------
    dict
        Id of a unit or printed marker -> copies.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("breakout-normandy")
    >>> used = used_by(kit, kit.game.scenario("d-day"))
    >>> used["ge-916"], used["advantage"]
    (1, 1)
    """
    units = [uid for uid, piece in position.pieces.items() if piece.space not in _OUT]
    return dict(Tally([*units, *_markers(kit, position)]))


def _markers(kit: Kit, position: Position) -> Iterator[str]:
    """Printed marker of every marker that a save of the position holds, and the loose signs of statuses."""
    from adjudicator.saves.placing import Placer
    from counters.palette import load_palette

    default = kit.carriers.schema.default
    stated = {key: value for key, value in position.facts.items() if value != default(key[0])}
    placer = Placer(kit, position, stated)
    list(placer.units())
    uids = [placed.uid for placed in (*placer.markers(), *placer.chits())]
    uids += [uid for _, held in placer.cups() for uid in held]
    numbered = (uid if uid in kit.printed else uid.rpartition("-")[0] for uid in uids)
    yield from (name for name in numbered if name in kit.printed)
    stock = load_palette(kit.game.slug, kit.overlay).stock
    signs = stock.signs if stock else {}
    yield from (signs[piece.status] for piece in position.pieces.values() if piece.status in signs)


def manifest(
    game: str, counters: Iterable[tuple[Counter, int]], since: Mapping[str, Sequence[object]] | None = None
) -> bytes:
    """Write down what was printed, so that a later build can print only what has changed.

    Parameters
    ----------
    game
        Slug.
    counters
        With the copies of each.
    since
        What an earlier build printed, where this one adds to it.

    Returns
    -------
    bytes
        JSON: id -> how front and back look (`counters.faces.PrintedFace.look`), copies that look so.
    """
    printed = {id_: list(row) for id_, row in (since or {}).items()}
    for counter, copies in counters:
        looks, before = [counter.front.look(), counter.back.look()], printed.get(counter.id, [])
        printed[counter.id] = [*looks, copies + (int(str(before[2])) if before[:2] == looks else 0)]
    return (json.dumps({"game": game, "counters": printed}, indent=1, ensure_ascii=False) + "\n").encode()


def changed(path: Path, game: str) -> dict[str, Sequence[object]]:
    """Read the manifest of an earlier build.

    Parameters
    ----------
    path
        The manifest, or the folder that it lies in.
    game
        Slug that it must be of.

    Returns
    -------
    dict
        Id -> how front and back look, copies.

    Raises
    ------
    maps.errors.DataError
        No manifest of this game.
    """
    file = path / f"{game}-{MANIFEST}" if path.is_dir() else path
    way_out = "name the folder of an earlier `module-builder sheets`"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise DataError(str(file), "", "the manifest of an earlier build", way_out) from None
    rows = data.get("counters") if isinstance(data, dict) else None
    if not isinstance(rows, dict) or data.get("game") != game or not all(map(_is_row, rows.values())):
        raise DataError(str(file), "", f"a manifest of {game}", way_out)
    return rows


def _is_row(row: object) -> bool:
    return isinstance(row, list) and [type(cell) for cell in row] == [str, str, int] and row[2] >= 0
