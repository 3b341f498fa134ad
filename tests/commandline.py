"""Runs the command lines in process."""

from __future__ import annotations

import importlib
import io
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest import mock

__all__ = ["Run", "run"]

_MODULES = {"adjudicator": "adjudicator.asking.cli", "module-builder": "module_builder.cli"}


@dataclass(frozen=True, slots=True)
class Run:
    """What a command did.

    Parameters
    ----------
    code
        Its exit code.
    out, err
        What it wrote.
    """

    code: int
    out: str
    err: str


def run(line: str, *, stdin: str = "") -> Run:
    """Run one command line as a shell would.

    Parameters
    ----------
    line
        The whole line.
    stdin
        What it reads.
    """
    words = shlex.split(line)
    main = importlib.import_module(_MODULES[words[0]]).main
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        mock.patch.object(sys, "argv", words),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as leave:
            code = leave.code if isinstance(leave.code, int) else int(leave.code is not None)
    return Run(code, out.getvalue(), err.getvalue())
