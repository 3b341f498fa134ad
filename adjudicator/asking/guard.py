"""What surrounds every command of both tools: each fault is one line with an exit code, never a traceback.

0 is an answer, 1 one that says no, 2 a fault of what was asked, 70 a fault of ours, 130 an interruption.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import NoReturn

__all__ = ["BROKEN", "run_tool", "told"]

BROKEN = 70
"""Exit code of what should not happen: `EX_SOFTWARE`."""
_ASKED, _STOPPED = 2, 130
_LONGEST = 2_000  # signs of a message


def run_tool(tool: str, run: Callable[[], object]) -> NoReturn:
    """Run a command line and leave with its exit code.

    Parameters
    ----------
    tool
        Name that stands before a message.
    run
        What to do; returns an exit code or anything else for 0.

    Raises
    ------
    SystemExit
        Always.

    Examples
    --------
    >>> run_tool("adjudicator", lambda: 1)
    Traceback (most recent call last):
    SystemExit: 1
    """
    if sys.stdout is None:
        _leave(tool, "standard output is closed: the answer has nowhere to go", _ASKED)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - open until the end
    try:
        code = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        _leave(tool, "", _STOPPED)
    except BrokenPipeError:
        _leave(tool, "", 1)  # whoever read has enough
    except Exception as fault:  # noqa: BLE001 - the one guard
        _leave(tool, *told(fault))
    sys.exit(code if isinstance(code, int) else 0)


def told(fault: Exception) -> tuple[str, int]:
    """Message and exit code of a fault.

    Parameters
    ----------
    fault
        Whatever was raised.

    Returns
    -------
    tuple
        One line, and 70 where the fault is ours.

    Examples
    --------
    >>> told(KeyError("moon"))[1], told(FileNotFoundError(2, "No such file", "a.vsav"))
    (70, ('a.vsav: No such file', 2))
    """
    import click

    from adjudicator.errors import BocageError, IllegalAction
    from module_builder.vassal.errors import FormatError

    if isinstance(fault, click.exceptions.Exit):
        return "", fault.exit_code
    if isinstance(fault, click.Abort):
        return "", _STOPPED
    if isinstance(fault, click.ClickException):
        return fault.format_message(), _ASKED
    if isinstance(fault, BocageError | FormatError):
        return str(fault), 1 if isinstance(fault, IllegalAction) else _ASKED
    if isinstance(fault, OSError):
        return f"{fault.filename or 'standard output'}: {fault.strerror or fault}", _ASKED
    if isinstance(fault, UnicodeError):
        return f"text that can be neither read nor shown: {fault}", _ASKED
    return _ours(fault), BROKEN


def _ours(fault: Exception) -> str:
    """What to say of a fault that no user can have caused: what, where, and how to report it."""
    import traceback

    if os.environ.get("BOCAGE_DEBUG"):
        traceback.print_exception(fault)
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" in {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""  # noqa: PTH119
    text = f"{type(fault).__name__}{where}: {fault}"
    return (
        f"this is a fault of ours, not of your question ({text[:_LONGEST]}). Please report it with the "
        "command, the position and this line; BOCAGE_DEBUG=1 shows more"
    )


def _leave(tool: str, message: str, code: int) -> NoReturn:
    """End with one line, whatever words of the user stand in it."""
    plain = "".join(sign if sign.isprintable() else " " for sign in message)
    text = " ".join(plain.split())
    with contextlib.suppress(OSError, ValueError):
        if text:
            print(f"{tool}: {_short(text)}", file=sys.stderr, flush=True)  # noqa: T201 - the one line
    _silence_stdout()
    sys.exit(code)


def _short(text: str) -> str:
    """A message that fills no screen: where it begins, and the way out at its end."""
    if len(text) <= _LONGEST:
        return text
    end = _LONGEST // 2
    return f"{text[: _LONGEST - end]} ... ({len(text) - _LONGEST} more characters) ... {text[-end:]}"


def _silence_stdout() -> None:
    """What could not be written is not tried again at the end of the process."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
