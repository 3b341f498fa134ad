"""Much work that may be cut off: each result is kept on a line of its own, and none is worked out twice."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from adjudicator.errors import SaveError
from module_builder.vassal.files import write_file

__all__ = ["Result", "kept_results", "resumed", "state_of"]


class Result(Protocol):
    """What came of one job, as a line of JSON holds it."""

    WORDS: ClassVar[tuple[str, str, str]]
    """How each line begins; what a line holds, and the way out of a file of something else, for messages."""

    @property
    def key(self) -> str:
        """By which a later run finds it; of two with the same key the later one holds."""

    @property
    def stamp(self) -> str:
        """What it depends on: the same stamp, the same result."""

    def to_json(self) -> dict[str, Any]:
        """Its fields as plain JSON data."""


_J = TypeVar("_J")
_R = TypeVar("_R", bound=Result)


def resumed(
    jobs: Sequence[_J],
    run: Callable[[Sequence[_J]], Iterator[_R]],
    *,
    stamped: Callable[[_J], tuple[str, str]],
    kind: type[_R],
    keep: Path | None,
    each: Callable[[_R], object] | None,
) -> list[_R]:
    """Do what is not done yet.

    Parameters
    ----------
    jobs
        All of the work.
    run
        Does some of it, in any order.
    stamped
        Key and stamp of the result that a job will have.
    kind
        Of the results.
    keep
        JSON Lines to which each result is appended as it comes.
    each
        Called with every result that comes, those of an earlier run first.

    Returns
    -------
    list
        In the order of the jobs.

    Raises
    ------
    SaveError
        The file that is kept is none of ours.
    """
    known = kept_results(keep, kind) if keep is not None and keep.exists() else {}
    if keep is not None and known:
        write_file(keep, "".join(map(_line, known.values())).encode())  # a half line goes
    wanted = [stamped(job) for job in jobs]
    done = {key: row for key, stamp in wanted if (row := known.get(key)) and row.stamp == stamp}
    for key, _ in wanted:
        if each is not None and key in done:
            each(done[key])
    for result in run([job for job, (key, _) in zip(jobs, wanted, strict=True) if key not in done]):
        done[result.key] = result
        if keep is not None:
            with keep.open("a", encoding="utf-8") as file:
                file.write(_line(result))
        if each is not None:
            each(result)
    return [done[key] for key, _ in wanted]


def kept_results(keep: Path, kind: type[_R]) -> dict[str, _R]:
    """Results of an earlier run; the last line of one that was cut off may be half written.

    Parameters
    ----------
    keep
        JSON Lines.
    kind
        Of the results.

    Returns
    -------
    dict
        By key.

    Raises
    ------
    SaveError
        It holds something else.
    """
    begin, what, way_out = kind.WORDS
    found, lines = dict[str, _R](), keep.read_bytes().decode(errors="replace").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            result = kind(**json.loads(line))
        except (ValueError, TypeError):
            if number == len(lines) and line.startswith(begin):
                break
            raise SaveError(f"{keep.name}, line {number}", what, way_out) from None
        found[result.key] = result
    return found


def state_of(path: Path | None) -> str:
    """Size and time of change of a file; of a folder, of all that lies in it: part of a stamp.

    Parameters
    ----------
    path
        None for what was not given.

    Returns
    -------
    str

    Examples
    --------
    >>> state_of(None)
    ''
    """
    files = [] if path is None else [path] if not path.is_dir() else sorted(path.rglob("*"))
    told = []
    for file in files:
        with contextlib.suppress(OSError):
            state = file.stat()
            told.append(f"{state.st_size}-{state.st_mtime_ns}")
    return ",".join(told)


def _line(result: Result) -> str:
    return json.dumps(result.to_json(), ensure_ascii=False) + "\n"
