"""Work shared out among processes, where there is enough of it to be worth their start."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

__all__ = ["in_parallel"]

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")
_MOST = 8


def in_parallel(
    work: Callable[[_Job], _Result], jobs: Sequence[_Job], *, workers: int | None, worth: int, chunk: int
) -> Iterator[_Result]:
    """Do each job, in several processes where that is quicker.

    Parameters
    ----------
    work
        A function of a module, which another process can import.
    jobs
        What it is called with.
    workers
        Processes, eight at most; one a core where None, this process where 1.
    worth
        Jobs that are worth the start of a process.
    chunk
        Jobs that a process is given at a time.

    Yields
    ------
    object
        Results in the order of the jobs.

    Examples
    --------
    >>> list(in_parallel(abs, [-1, 2], workers=2, worth=10, chunk=1))
    [1, 2]
    """
    count = min(workers or os.cpu_count() or 1, _MOST, len(jobs) // worth)
    if count < 2:
        yield from map(work, jobs)
        return
    fresh = multiprocessing.get_context("spawn")  # a progress bar has a thread, which a fork must not copy
    with ProcessPoolExecutor(count, mp_context=fresh) as pool:
        yield from pool.map(work, jobs, chunksize=chunk)
