"""What is audited: a log, a game record, or the saves of one game in the order of time."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.asking.loading import load_position
from adjudicator.audit.judging import Auditor, judge
from adjudicator.audit.record import is_record, read_record
from adjudicator.errors import SaveError
from adjudicator.game import load
from adjudicator.saves.steps import Shown, open_log, shown_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.game import Viewpoint
    from adjudicator.position import Position

__all__ = ["audited", "game_files", "in_time", "steps_of"]

_LOG, _SAVE = ".vlog", ".vsav"


def audited(
    paths: Sequence[Path],
    *,
    viewpoint: Viewpoint = "public",
    overlay: Path | None = None,
    adapter: Path | None = None,
    last: int | None = None,
) -> Auditor:
    """Judge every step of one game.

    Parameters
    ----------
    paths
        A log; a game record; or two saves or more, or a folder of them.
    viewpoint
        Whose eyes judge: what they may not see enters no ruling.
    overlay, adapter
        As in `adjudicator.saves.positions.read_save`.
    last
        The last step to judge; all by default.

    Returns
    -------
    Auditor

    Raises
    ------
    SaveError, PositionError, DataError
        A file cannot be read.

    Examples
    --------
    >>> audited([Path("no-such.vlog")])
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vlog: expected a log, a game record, or saves of one game
    """
    steps = steps_of(paths, overlay=overlay, adapter=adapter)
    start = steps[0].position
    assert start is not None  # noqa: S101 - what lies there before the first step was read
    mask: Callable[[Position], Position] | None = None
    hides = load(start.game).mask
    told = any(step.actions for step in steps)  # a record hides nothing from whoever holds it
    if hides is not None and viewpoint != "referee" and not told:
        mask = functools.partial(_seen, hides, viewpoint)
    return judge(steps[: None if last is None else last + 1], mask)


def _seen(hides: Callable[[Position, str], Position], viewpoint: str, position: Position) -> Position:
    return hides(position, viewpoint)


def steps_of(
    paths: Sequence[Path], *, overlay: Path | None = None, adapter: Path | None = None
) -> tuple[Shown, ...]:
    """What lies on the table step by step.

    Parameters
    ----------
    paths, overlay, adapter
        As in `audited`.

    Returns
    -------
    tuple of Shown
        The first is what lies there before anything happens.

    Raises
    ------
    SaveError
        There is nothing to compare, or the files are of different games.
    """
    files = game_files(paths)
    if len(files) == 1 and files[0].suffix.casefold() == _LOG:
        return tuple(shown_steps(*open_log(files[0], overlay=overlay, adapter=adapter)))
    if len(files) == 1 and is_record(files[0]):
        return tuple(read_record(files[0], overlay=overlay))
    if len(files) < 2:
        name = paths[0].name if paths else "nothing"
        raise SaveError(name, "a log, a game record, or saves of one game")
    steps, game = list[Shown](), ""
    for number, path in enumerate(files):
        found = load_position(str(path), overlay=overlay, adapter=adapter).position
        game = game or (found.game if found is not None else "")
        if found is None or found.game != game:
            raise SaveError(path.name, f"a save of the same game as {files[0].name}")
        steps.append(Shown(number, found, label=path.name))
    return tuple(steps)


def game_files(paths: Sequence[Path]) -> list[Path]:
    """The files of one game: those named, and those in a folder in the order of time.

    Parameters
    ----------
    paths
        Files and folders.

    Returns
    -------
    list of Path

    Raises
    ------
    SaveError
        One of them is neither.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += in_time([p for p in path.iterdir() if p.suffix.casefold() in {_SAVE, _LOG}])
        elif path.is_file():
            files.append(path)
        else:
            raise SaveError(path.name, "a log, a game record, or saves of one game")
    return files


def in_time(files: Sequence[Path]) -> list[Path]:
    """Files in the order in which VASSAL saved them; by name where that is not told.

    Parameters
    ----------
    files
        Saves and logs.

    Returns
    -------
    list of Path

    Examples
    --------
    >>> [p.name for p in in_time([Path("turn10.vsav"), Path("turn9.vsav")])]
    ['turn9.vsav', 'turn10.vsav']
    """
    return sorted(files, key=lambda path: (_saved(path), _natural(path.name)))


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", name.casefold())]


def _saved(path: Path) -> int:
    """When VASSAL saved a file, in milliseconds; 0 where it does not say."""
    from module_builder.vassal.archive import open_archive
    from module_builder.vassal.errors import FormatError

    try:
        meta = open_archive(path).metadata()
    except FormatError:
        return 0
    return int(meta.date_saved) if meta is not None and meta.date_saved.isdigit() else 0
