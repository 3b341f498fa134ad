"""What is audited: a log, a game record, or the saves of one game in the order of time."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.asking.loading import load_position
from adjudicator.audit.judging import Auditor
from adjudicator.audit.record import is_record, read_record
from adjudicator.audit.throws import Record, read_dice
from adjudicator.errors import SaveError
from adjudicator.game import load, seen_by
from adjudicator.position import Position
from adjudicator.saves.steps import Shown, open_log, shown_steps
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.audit.judged import Judged

__all__ = ["Played", "audited", "game_files", "in_time", "open_game"]

_LOG, _SAVE = ".vlog", ".vsav"


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: where it began, and its steps, read as they are asked for.

    Parameters
    ----------
    start
        What lay on the table before the first step, as the viewpoint sees it.
    said
        What was said in which step: its number, and the lines.
    shown
        Begins to read: what lies on the table at the start, then after each step.
    mask
        Hides from a position what the viewpoint does not see.

    Examples
    --------
    >>> from adjudicator import open_game
    >>> played = open_game("tests/engine/breakout_normandy/played.vlog")
    >>> played.start.text("phase"), len(played)
    ('daylight', 95)
    >>> step, after = next(played.judged())
    >>> step.kind, "91st Division" in step.chat[0], after == played.start
    ('comment', True, True)
    """

    start: Position
    said: tuple[tuple[int, tuple[str, ...]], ...]
    shown: Callable[[], Iterable[Shown]]
    mask: Callable[[Position], Position]

    def __len__(self) -> int:
        """How many steps it has."""
        return len(self.said)

    def tables(self) -> Iterator[tuple[Shown, Position]]:
        """Go through it without judging anything.

        Yields
        ------
        tuple of Shown and Position
            The start, then each step; and what lies on the table then.
        """
        table = self.start
        for shown in self.shown():
            table = table if shown.position is None else self.mask(shown.position)
            yield shown, table

    def judged(self) -> Iterator[tuple[Judged, Position]]:
        """Judge it step by step.

        Yields
        ------
        tuple of Judged and Position
            Each step and what lies on the table after it, in order. A step comes when no later one can change
            what it meant: behind a move of the clock at once, at the latest 64 steps later.
        """
        yield from self.auditor().run()

    def auditor(self, last: int | None = None) -> Auditor:
        """What judges it, before the first step.

        Parameters
        ----------
        last
            The last step to judge; all by default.

        Returns
        -------
        Auditor
        """
        said = [(number, lines) for number, lines in self.said if last is None or number <= last]
        dice = [die for number, lines in said for die in read_dice(self.start.game, lines, number)]
        steps = itertools.islice(self.shown(), None if last is None else last + 1)
        return Auditor(steps, Record(dice), self.mask)


def open_game(
    source: str | Path | Sequence[str | Path],
    *,
    viewpoint: str = "public",
    overlay: str | Path | None = None,
    adapter: str | Path | None = None,
) -> Played:
    """Open a game that was played, to go through it step by step.

    Parameters
    ----------
    source
        A log; a game record; or two saves or more, or a folder of them.
    viewpoint
        Whose eyes see and judge it: what they may not see enters no ruling.
    overlay, adapter
        As `adjudicator.open_position` takes them.

    Returns
    -------
    Played

    Raises
    ------
    SaveError, PositionError, DataError
        A file cannot be read.

    Examples
    --------
    >>> from adjudicator import open_game
    >>> open_game("no-such.vlog")
    Traceback (most recent call last):
    adjudicator.errors.SaveError: no-such.vlog: expected a log, a game record, or saves of one game
    """
    sources = [source] if isinstance(source, str | Path) else source
    files = game_files([Path(path) for path in sources])
    overlay, adapter = (None if path is None else Path(path) for path in (overlay, adapter))
    if len(files) == 1 and is_record(files[0]):
        steps = tuple(read_record(files[0], overlay=overlay))
        return _known(steps, "referee")  # a record hides nothing from whoever holds it
    if len(files) == 1 and files[0].suffix.casefold() == _LOG:
        log, read = open_log(files[0], overlay=overlay, adapter=adapter)
        start = next(shown_steps(log, read)).position
        assert start is not None  # noqa: S101 - what lies there before the first step was read
        mask = _mask(start, viewpoint)
        said = tuple([(step.number, step.chat) for step in log.steps])
        return Played(mask(start), said, functools.partial(shown_steps, log, read), mask)
    if len(files) < 2:
        name = Path(sources[0]).name if sources else "nothing"
        raise SaveError(name, "a log, a game record, or saves of one game")
    steps = tuple(_saves(files, overlay, adapter))
    return _known(steps, viewpoint)


def _known(steps: Sequence[Shown], viewpoint: str) -> Played:
    """A game all of whose steps are known."""
    start = steps[0].position
    assert start is not None  # noqa: S101 - what lies there before the first step was read
    mask = _mask(start, viewpoint)
    return Played(mask(start), tuple([(step.number, ()) for step in steps[1:]]), lambda: steps, mask)


def _mask(start: Position, viewpoint: str) -> Callable[[Position], Position]:
    """What hides from a position of a game what a viewpoint does not see."""
    load(start.game).looker(viewpoint)
    return functools.partial(seen_by, viewpoint=viewpoint)


def _saves(files: Sequence[Path], overlay: Path | None, adapter: Path | None) -> Iterator[Shown]:
    """The saves of one game as its steps."""
    game = ""
    for number, path in enumerate(files):
        found = load_position(str(path), overlay=overlay, adapter=adapter).position
        game = game or (found.game if found is not None else "")
        if found is None or found.game != game:
            raise SaveError(path.name, f"a save of the same game as {files[0].name}")
        yield Shown(number, found, label=path.name)


def audited(
    paths: Sequence[Path],
    *,
    viewpoint: str = "public",
    overlay: Path | None = None,
    adapter: Path | None = None,
    last: int | None = None,
) -> Auditor:
    """Judge every step of one game.

    Parameters
    ----------
    paths, viewpoint, overlay, adapter
        As `open_game` takes them.
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
    auditor = open_game(paths, viewpoint=viewpoint, overlay=overlay, adapter=adapter).auditor(last)
    auditor.finish()
    return auditor


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
