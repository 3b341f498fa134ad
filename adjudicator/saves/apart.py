"""What somebody has made is never written over by what is made of it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.errors import SaveError

__all__ = ["need_apart"]


def need_apart(source: Path | str, out: Path, what: str = "what is written") -> None:
    """Refuse to write a file over the one that it is made from.

    Parameters
    ----------
    source
        What it is made from; what names no file (a scenario) is apart from every file.
    out
        Where it would be written.
    what
        What it is, for the message.

    Raises
    ------
    SaveError
        They are one and the same file.

    Examples
    --------
    >>> need_apart("june-six:omaha", Path("a.vsav"))
    >>> need_apart("a.vsav", Path("./a.vsav"), "the copy")
    Traceback (most recent call last):
    adjudicator.errors.SaveError: a.vsav: expected another file for the copy; the original is never changed
    """
    path = Path(source)
    try:
        same = path.resolve() == out.resolve() or (out.exists() and path.samefile(out))
    except (OSError, ValueError):  # text that is no name of a file
        return
    if same:
        raise SaveError(out.name, f"another file for {what}", "the original is never changed")
