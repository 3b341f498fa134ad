"""What two owners have typed, put together; and what an overlay says, as one list that can be given away."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.asking.correcting import corrected
from adjudicator.asking.overlay import check_overlay, texts_of, try_out
from adjudicator.errors import BocageError, DataError
from adjudicator.game import GAMES
from adjudicator.owning.doubts import seen_in
from adjudicator.owning.weights import Key
from adjudicator.ruling import Used
from maps.filing import BOARD_IMAGE, OURS, filing_of, replaceable
from maps.loader import overlay_file
from maps.sources import sourced_tables
from module_builder.vassal.values import dataclass

__all__ = ["Difference", "faults_of", "games_in", "merged", "other_files", "told_by"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two owners say different things.

    Parameters
    ----------
    game, key
        The value; its row and column are empty where a whole file is meant.
    ours, first, second
        What we say, and what each of them does.

    Examples
    --------
    >>> print(Difference("june-six", ("units.csv", "ge-916", "cs"), "3", "4", "5"))
    june-six/units.csv, ge-916, cs: 4 or 5 (ours 3)
    """

    game: str
    key: Key
    ours: str
    first: str
    second: str

    def __str__(self) -> str:
        place = ", ".join(part for part in self.key if part)
        if not self.key[1]:
            return f"{self.game}/{place}: the two files differ as a whole"
        first, second, ours = (text or "nothing" for text in (self.first, self.second, self.ours))
        return f"{self.game}/{place}: {first} or {second} (ours {ours})"


def games_in(overlay: Path) -> list[str]:
    """The games of which an overlay holds a file.

    Parameters
    ----------
    overlay
        The folder.

    Returns
    -------
    list of str
        Slugs.

    Raises
    ------
    DataError
        There is no such folder.
    """
    if not overlay.is_dir():
        raise DataError(str(overlay), "", "the folder of an overlay", "there is none")
    return [game for game in GAMES if _held(overlay, game)]


def _held(overlay: Path, game: str) -> dict[str, Path]:
    names = [*replaceable(game), BOARD_IMAGE]
    return {name: path for name in names if (path := overlay_file(overlay, game, name)) is not None}


def faults_of(overlay: Path) -> Iterator[str]:
    """Everything that is wrong with an overlay, a line each.

    Parameters
    ----------
    overlay
        The folder.

    Yields
    ------
    str
        Game, file, line and column, and what was expected there.
    """
    games = games_in(overlay) or [*GAMES]
    for game in games:
        try:
            check_overlay(game, overlay)
        except BocageError as fault:
            where = "" if str(fault).startswith(str(overlay)) else f"{game}/"
            yield from dict.fromkeys([f"{where}{fault}", *_each_alone(overlay, game)])


def _each_alone(overlay: Path, game: str) -> Iterator[str]:
    """What is wrong with each file by itself: what stops at the first would hide the others."""
    for name, path in _held(overlay, game).items():
        if name == BOARD_IMAGE:
            continue
        try:
            try_out(overlay, game, dict.fromkeys(_held(overlay, game)) | {name: path.read_text("utf-8-sig")})
        except BocageError as fault:
            yield f"{game}/{fault}"
        except UnicodeDecodeError:
            yield f"{game}/{name}: expected a readable UTF-8 file"


def told_by(overlay: Path, game: str) -> dict[Key, str]:
    """What an owner's files say otherwise than ours, or say for certain where ours do not.

    Parameters
    ----------
    overlay
        The folder.
    game
        Slug.

    Returns
    -------
    dict
        Value -> what is printed.

    Raises
    ------
    DataError
        A file cannot be read.
    """
    filing = filing_of(game, overlay)
    found: dict[Key, str] = {}
    for file in _held(overlay, game):
        if file == BOARD_IMAGE:
            continue
        ours, theirs = (seen_in(f, game, file) for f in (OURS, filing))
        for place, seen in theirs.items():
            before = ours.get(place)
            if before is not None and (seen.text != before.text or (seen.known and not before.known)):
                found[file, *place] = seen.text
    return found


def other_files(overlay: Path, game: str) -> list[str]:
    """Files of an overlay that say more than values in the place of ours: other rows, looks, pictures.

    Parameters
    ----------
    overlay, game
        As in `told_by`.

    Returns
    -------
    list of str
    """
    told = told_by(overlay, game)
    found = []
    for file, path in _held(overlay, game).items():
        if file == BOARD_IMAGE:
            found.append(file)
            continue
        own: dict[Used, str | None] = {Used("", *key): text for key, text in told.items() if key[0] == file}
        ours = replaceable(game)[file].read_text("utf-8")
        if _plain(file, corrected(ours, own) if own else ours) != _plain(file, path.read_text("utf-8-sig")):
            found.append(file)
    return found


def _plain(file: str, text: str) -> Any:
    """What a file says, without where that comes from."""
    if file.endswith(".csv"):
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        head, *rows = csv.reader(lines)
        keep = [n for n, column in enumerate(head) if column != "source"]
        return [[cell.strip() for n, cell in enumerate(row) if n in keep] for row in [head, *rows]]
    data = tomllib.loads(text)
    for _, table in sourced_tables(data):
        table.pop("source")
    return data


def merged(
    first: Path, second: Path, game: str, prefer: str = ""
) -> tuple[dict[str, str], dict[str, bytes], list[Difference]]:
    """The files that hold what two owners say of a game.

    Parameters
    ----------
    first, second
        Their overlays.
    game
        Slug.
    prefer
        Who is right where they differ: ``a`` or ``b``; empty where nobody says.

    Returns
    -------
    tuple
        Texts of files with values; files that are taken as they are; and where the two differ.

    Raises
    ------
    DataError
        An overlay cannot be read.
    """
    sides = [told_by(overlay, game) for overlay in (first, second)]
    values = {**sides[0], **sides[1]} if prefer != "a" else {**sides[1], **sides[0]}
    differ = [
        _difference(game, key, sides)
        for key in sides[0]
        if key in sides[1] and sides[0][key] != sides[1][key]
    ]
    whole, differing = _whole_files(first, second, game, prefer)
    files = {key[0] for key in values} - {*whole} - {each.key[0] for each in differing}
    told: dict[Used, str | None] = {
        Used("", *key): None if text == seen_in(OURS, game, key[0])[key[1:]].text else text
        for key, text in values.items()
        if key[0] in files
    }
    shown = [each for each in differ if each.key[0] in files]
    return texts_of(first / "no-such-folder", game, told), whole, [*shown, *differing]


def _difference(game: str, key: Key, sides: Sequence[Mapping[Key, str]]) -> Difference:
    ours = seen_in(OURS, game, key[0])[key[1:]].text
    return Difference(game, key, ours, *(side[key] for side in sides))


def _whole_files(
    first: Path, second: Path, game: str, prefer: str
) -> tuple[dict[str, bytes], list[Difference]]:
    """Files that say more than values: taken from whoever has them."""
    found: dict[str, bytes] = {}
    differing: list[Difference] = []
    held = [_held(overlay, game) for overlay in (first, second)]
    for name in sorted({*other_files(first, game), *other_files(second, game)}):
        data = [side[name].read_bytes() for side in held if name in side]
        if len(data) == 1 or data[0] == data[1]:
            found[name] = data[0]
        else:
            differing.append(Difference(game, (name, "", ""), "", "", ""))
            if prefer:
                found[name] = data["ab".index(prefer)]
    return found, differing
