"""Much work of one kind, in a pool of processes or on a Dask cluster; a worker that dies stops nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from adjudicator.errors import SaveError

__all__ = ["in_processes", "on_cluster"]

_J = TypeVar("_J")
_R = TypeVar("_R")
_LIVES = 2  # a job whose worker died so often is given up


def in_processes(
    work: Callable[[_J], _R], jobs: Sequence[_J], processes: int, given_up: Callable[[_J], _R]
) -> Iterator[_R]:
    """Results as they come. A worker that dies takes down its pool: what was under way is done anew, alone.

    Parameters
    ----------
    work
        A function that a worker finds by its name.
    jobs
        What it is given, one after the other; none twice.
    processes
        How many at a time; 1 works here.
    given_up
        What stands for the result of a job whose worker has died twice.

    Yields
    ------
    result
        In no order where there are several processes.

    Examples
    --------
    >>> list(in_processes(str, [1, 2], 1, repr))
    ['1', '2']
    """
    if processes <= 1:
        yield from map(work, jobs)
        return
    lives, left = Counter(dict.fromkeys(jobs, _LIVES)), list(jobs)
    size = processes
    while left:
        batch = left[:processes] if size == 1 else list(left)  # jobs begin in order: these were under way
        with ProcessPoolExecutor(size) as pool:
            waiting = {pool.submit(work, job): job for job in batch}
            for future in as_completed(waiting):
                if not _died(future):
                    left.remove(waiting[future])
                    yield future.result()
        died = [job for job in batch if job in left]
        size = 1 if died else processes
        for job in died[:1]:  # one by one: only the culprit dies again
            lives[job] -= 1
            if not lives[job]:
                left.remove(job)
                yield given_up(job)


def _died(future: Future[_R]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def on_cluster(work: Callable[[_J], _R], jobs: Sequence[_J], address: str) -> Iterator[_R]:
    """Results as workers of Dask send them.

    Parameters
    ----------
    work, jobs
        As in `in_processes`.
    address
        Of the scheduler.

    Yields
    ------
    result
        In no order.

    Raises
    ------
    SaveError
        Dask is not installed.
    """
    try:
        from distributed import Client
        from distributed import as_completed as arriving
    except ImportError:
        raise SaveError("--dask", "Dask beside this program", "pip install 'bocage[cluster]'") from None
    with Client(address) as client:
        for _, result in arriving(client.map(work, jobs, pure=False), with_results=True):
            yield result
