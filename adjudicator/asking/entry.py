"""Where the command line begins: bare numbers are answered at once, all else by `adjudicator.asking.cli`.

Loading the rules takes longer than odds from bare numbers deserve, so that one form of question has a
path of its own. It returns None whenever the full path must decide.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.asking.guard import run_tool

__all__ = ["bare_odds", "main"]

_VALUES = ("--av", "--dv", "--defenders")
_OBJECTS = 500_000  # allocated between two collections: rules and maps are many, and none is garbage
_FLAGS = ("--bocage", "--no-overrun", "--json")


def main() -> None:
    """Run the command line."""
    run_tool("adjudicator", _run)


def _run() -> None:
    text = bare_odds(sys.argv[1:])
    if text is not None:
        sys.stdout.write(text + "\n")
        return
    gc.set_threshold(_OBJECTS)
    from adjudicator.asking.cli import main as full

    try:
        full()
    finally:
        gc.freeze()  # the process ends: nothing is worth looking through once more


def bare_odds(words: Sequence[str]) -> str | None:
    """Answer ``odds GAME assault --av N --dv N`` without loading the rules.

    Parameters
    ----------
    words
        The command line without the name of the tool.

    Returns
    -------
    str or None
        The ruling, or None when the full path must decide.

    Examples
    --------
    >>> bare_odds("odds breakout-normandy assault --av 14 --dv 10".split()).splitlines()[0]
    '14:10, success 1090/1296 (84.1%), mean 4.19 CP.'
    >>> bare_odds(["odds", "g.vsav", "assault", "omaha"]) is None
    True
    """
    if len(words) < 3 or words[0] != "odds" or words[2] != "assault" or os.environ.get("BOCAGE_OVERLAY"):
        return None
    folder = words[1].replace("-", "_")
    values = _parsed(words[3:]) if folder.isidentifier() else None
    if values is None or not Path(__file__).parents[1].joinpath(folder, "bare.py").is_file():
        return None
    answer: str | None = importlib.import_module(f"adjudicator.{folder}.bare").answer(values)
    return answer


def _parsed(words: Sequence[str]) -> dict[str, str] | None:
    """Options with their values; None when there is anything else."""
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word in _FLAGS:
            found[word] = "yes"
        elif word in _VALUES and word not in found:
            found[word] = next(rest, "")
        else:
            return None
    return found
