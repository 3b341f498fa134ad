"""An archive of games: each file judged in a pool of processes, resumable; a broken one stops nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.asking.loading import load_position
from adjudicator.asking.pooling import in_processes, on_cluster
from adjudicator.asking.resuming import resumed, state_of
from adjudicator.audit.games import audited
from adjudicator.audit.summary import summary_of
from adjudicator.errors import BocageError, SaveError
from adjudicator.version import VERSION
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


__all__ = ["Job", "Row", "archive_files", "audit_archive", "audit_file", "table_lines"]

_KINDS = {".vlog", ".vsav"}


@dataclass(frozen=True, slots=True)
class Job:
    """One file to judge.

    Parameters
    ----------
    path
        The file.
    viewpoint
        Whose eyes judge.
    overlay, adapter
        As in `adjudicator.saves.positions.read_save`.

    Examples
    --------
    >>> Job(Path("a.vlog")).viewpoint
    'public'
    """

    path: Path
    viewpoint: str = "public"
    overlay: Path | None = None
    adapter: Path | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one file.

    Parameters
    ----------
    file, stamp
        Its path, and what its result depends on, by which a later run knows that it would be the same.
    game
        Slug; empty where it could not be read.
    verdict
        In one sentence.
    state
        ``clean``, ``against`` or ``broken``.
    counts
        Kind of step -> how many.
    first
        Number of the first step that is not in order; 0 where all are.

    Examples
    --------
    >>> Row("a.vlog", "1/2", "june-six", "In order", "clean", {}, 0).state
    'clean'
    """

    WORDS: ClassVar = ('{"file": "', "a result of an audit", "Name another file with --results")

    file: str
    stamp: str
    game: str
    verdict: str
    state: str
    counts: dict[str, int]
    first: int

    @property
    def key(self) -> str:
        """A file that has changed, or is asked about anew, takes the place of its last result."""
        return self.file

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data: one line of a file of results."""
        return {name: getattr(self, name) for name in self.__slots__}


def archive_files(paths: Iterable[Path]) -> list[Path]:
    """Every save and log among files and folders, those in folders within folders too.

    Parameters
    ----------
    paths
        Files and folders.

    Returns
    -------
    list of Path
        Sorted, each once.

    Raises
    ------
    SaveError
        One of them does not exist, or there is nothing to judge.
    """
    found: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise SaveError(str(path), "a file or a folder with saves and logs")
        found.update(
            [path] if path.is_file() else (p for p in path.rglob("*") if p.suffix.casefold() in _KINDS)
        )
    if not found:
        raise SaveError(", ".join(map(str, paths)), "a folder with .vsav or .vlog files in it")
    return sorted(found)


def audit_file(job: Job) -> Row:
    """Judge one file; whatever is wrong with it is said in its row.

    Parameters
    ----------
    job
        The file.

    Returns
    -------
    Row
        Of a log, what its audit came to; of a save, whether it holds a position of the game.

    Examples
    --------
    >>> audit_file(Job(Path("no-such.vlog"))).state
    'broken'
    """
    try:
        return _judged(job)
    except BocageError as fault:
        return _broken(job, str(fault))
    except Exception as fault:  # noqa: BLE001 - one file must not stop ten thousand others
        return _broken(job, f"{type(fault).__name__}: {fault}")


def _judged(job: Job) -> Row:
    stamp = _stamp(job)
    if job.path.suffix.casefold() == ".vsav":
        loaded = load_position(str(job.path), overlay=job.overlay, adapter=job.adapter)
        return Row(str(job.path), stamp, loaded.game.slug, "A position without defects.", "clean", {}, 0)
    auditor = audited([job.path], viewpoint=job.viewpoint, overlay=job.overlay, adapter=job.adapter)
    summary = summary_of(auditor)
    first = 0 if summary.first is None else summary.first.number
    state = "clean" if summary.clean else "against"
    return Row(str(job.path), stamp, summary.game, summary.verdict, state, dict(summary.counts), first)


def _broken(job: Job, why: str) -> Row:
    return Row(str(job.path), _stamp(job), "", why, "broken", {}, 0)


def _stamp(job: Job) -> str:
    """What a result depends on: the program, who asks, the files."""
    asked = [VERSION, job.viewpoint, *map(state_of, (job.path, job.overlay, job.adapter))]
    return "/".join(asked)


def audit_archive(
    jobs: Sequence[Job],
    *,
    processes: int = 1,
    results: Path | None = None,
    dask: str = "",
    each: Callable[[Row], object] | None = None,
) -> list[Row]:
    """Judge many files.

    Parameters
    ----------
    jobs
        The files.
    processes
        How many at a time; 1 judges them here.
    results
        JSON Lines to which each row is appended as it comes; files that stand in it unchanged are not judged
        again.
    dask
        Address of a scheduler of Dask, to judge them there instead.
    each
        Called with every row that comes, those of an earlier run too.

    Returns
    -------
    list of Row
        In the order of the jobs.

    Raises
    ------
    SaveError
        The file of results is none of ours.
    """

    def run(left: Sequence[Job]) -> Iterator[Row]:
        if dask:
            return on_cluster(audit_file, left, dask)
        return in_processes(audit_file, left, processes, _given_up)

    return resumed(
        jobs,
        run,
        stamped=lambda job: (str(job.path), _stamp(job)),
        kind=Row,
        keep=results,
        each=each,
    )


def _given_up(job: Job) -> Row:
    return _broken(job, "its worker died twice: too large, or it breaks the reader")


def table_lines(rows: Sequence[Row]) -> Iterator[str]:
    r"""The sum of an archive.

    Parameters
    ----------
    rows
        Of all files.

    Yields
    ------
    str
        Files that are not in order, then a line for each game, then the count.

    Examples
    --------
    >>> print(*table_lines([Row("a.vlog", "", "june-six", "In order", "clean", {"action": 3}, 0)]), sep="\n")
    june-six: 1 file, 1 clean, 0 with something against the rules; 3 action
    1 file: 1 clean, 0 against the rules, 0 broken
    """
    yield from (f"{row.file}: {row.verdict}" for row in rows if row.state != "clean")
    for game in sorted({row.game for row in rows} - {""}):
        mine = [row for row in rows if row.game == game]
        steps = sum((Counter(row.counts) for row in mine), Counter[str]())
        told = ", ".join(f"{count} {kind}" for kind, count in steps.most_common())
        states = Counter(row.state for row in mine)
        line = f"{game}: {_files(len(mine))}, {states['clean']} clean"
        yield f"{line}, {states['against']} with something against the rules" + (f"; {told}" if told else "")
    states = Counter(row.state for row in rows)
    yield (
        f"{_files(len(rows))}: {states['clean']} clean, {states['against']} against the rules,"
        f" {states['broken']} broken"
    )


def _files(count: int) -> str:
    return f"{count} file{'s' * (count != 1)}"
