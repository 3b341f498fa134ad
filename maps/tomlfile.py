"""Strict reading of TOML files; of ours a compiled form is kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from maps.compiled import compiled, is_ours
from maps.errors import DataError
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

__all__ = ["read_toml"]

_LARGEST = 32 * 1024 * 1024  # bytes of a file
_WORTH_KEEPING = 200  # bytes


def read_toml(path: Path, keys: Iterable[str] | None = None) -> dict[str, Any]:
    r"""Read a TOML file; with `keys`, refuse any other top-level key.

    Parameters
    ----------
    path
        The file.
    keys
        Allowed top-level keys.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        Missing file, wrong TOML, unknown key.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "m.toml"
    ...     _ = file.write_text("version = 1\n")
    ...     read_toml(file, ["version"])
    {'version': 1}
    """
    try:
        data = _parsed(path)
    except FormatError as fault:
        raise DataError(path.name, "", fault.expected) from None
    except (ValueError, RecursionError) as fault:
        raise DataError(path.name, "", f"valid TOML ({fault})") from None
    allowed = None if keys is None else set(keys)
    unknown = [] if allowed is None else [k for k in data if k not in allowed]
    if unknown:
        raise DataError(path.name, f"key {unknown[0]}", f"one of the keys {', '.join(sorted(allowed or ()))}")
    return data


def _parsed(path: Path) -> dict[str, Any]:
    content = load_bytes(path, most=_LARGEST)
    if len(content) < _WORTH_KEEPING or not is_ours(path):
        return _loads(content)
    found: dict[str, Any] = compiled((b"toml", content), lambda: _loads(content))
    return found


def _loads(content: bytes) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(content.decode("utf-8"))
