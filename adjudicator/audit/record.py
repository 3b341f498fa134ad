"""A game record: what was played, line by line, in words that people mail and that are read back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.asking.loading import load_position
from adjudicator.asking.typed import read_action
from adjudicator.errors import BocageError, SaveError
from adjudicator.game import apply, load
from adjudicator.saves.steps import Shown
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.audit.judged import Judged

__all__ = ["HEAD", "is_record", "read_record", "record_lines"]

HEAD = "game record: "
"""How the first line of a record begins; after it stands where the game began."""
_NOTE = "  ; "


def record_lines(start: str, steps: Iterable[Judged]) -> Iterator[str]:
    r"""Write a game down.

    Parameters
    ----------
    start
        Where it began: a scenario, or the name of a save or log that lies beside the record.
    steps
        What was played.

    Yields
    ------
    str
        Lines: the clock in brackets where it changes, each action as it can be typed, after a semicolon what
        a roll was for. Steps that are not in order stand as comments.

    Examples
    --------
    >>> from adjudicator.audit.judged import Act, Judged
    >>> act = Act("end-phase", "6.1", {"action": "end-phase"}, "date 6, Airborne Phase, allied")
    >>> print(*record_lines("breakout-normandy:d-day", [Judged(1, "action", "", (act,))]), sep="\n")
    game record: breakout-normandy:d-day
    [date 6, Airborne Phase, allied]
    end-phase
    """
    yield f"{HEAD}{start}"
    clock = ""
    for step in steps:
        for act in step.acts:
            if act.clock != clock:
                yield f"[{act.clock}]"
                clock = act.clock
            yield act.text + (f"{_NOTE}{act.about}" if act.about else "")
        if not step.fine:
            yield f"# {step.label or f'step {step.number}'}: {step.kind}: {step.text}"


def is_record(path: Path) -> bool:
    """Whether a file is a game record.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_record(Path("no-such-file"))
    False
    """
    try:
        return load_bytes(path)[: len(HEAD)] == HEAD.encode()
    except FormatError:
        return False


def read_record(path: Path, *, overlay: Path | None = None) -> Iterator[Shown]:
    """Play a game record.

    Parameters
    ----------
    path
        The record.
    overlay
        Folder with an owner's corrections.

    Yields
    ------
    Shown
        What the table shows at the beginning and after each action.

    Raises
    ------
    SaveError
        Where the record begins cannot be read, or a line is no legal action: the line and the reason.
    """
    first, *lines = load_bytes(path).decode("utf-8", errors="replace").splitlines()
    start = first.removeprefix(HEAD).strip()
    beside = path.parent / start
    loaded = load_position(str(beside) if beside.is_file() else start, overlay=overlay, step=_begin(start))
    position = loaded.position
    if position is None:
        raise SaveError(path.name, f"a scenario or a file in its first line, not {start!r}")
    yield Shown(0, position)
    number = 0
    for place, line in enumerate(lines, 2):
        text = line.partition(_NOTE)[0].strip()
        if not text or text.startswith(("#", "[")):
            continue
        number += 1
        try:
            action = read_action(position, load(position.game), text)
            position = apply(position, action)
        except BocageError as fault:
            raise SaveError(f"{path.name}, line {place}", f"a legal action ({fault})") from None
        yield Shown(number, position, (text,), actions=(action,))


def _begin(start: str) -> int | None:
    """Of a log, a record begins before its first step."""
    return 0 if start.casefold().endswith(".vlog") else None
