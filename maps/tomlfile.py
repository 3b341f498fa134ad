"""Strict reading of TOML files; of a large one a compiled form is kept."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from maps.errors import DataError
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

__all__ = ["read_toml"]

_LARGEST = 32 * 1024 * 1024  # bytes of a file
_WORTH_KEEPING = 2_000  # bytes


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
        data = _parsed(load_bytes(path, most=_LARGEST))
    except FormatError as fault:
        raise DataError(path.name, "", fault.expected) from None
    except (ValueError, RecursionError) as fault:
        raise DataError(path.name, "", f"valid TOML ({fault})") from None
    allowed = None if keys is None else set(keys)
    unknown = [] if allowed is None else [k for k in data if k not in allowed]
    if unknown:
        raise DataError(path.name, f"key {unknown[0]}", f"one of the keys {', '.join(sorted(allowed or ()))}")
    return data


def _parsed(content: bytes) -> dict[str, Any]:
    """Parse TOML; a large file's compiled form is kept in the cache folder, keyed by its content."""
    if len(content) < _WORTH_KEEPING:
        return _loads(content)
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bocage"
    kept = folder / f"{hashlib.sha256(content).hexdigest()}.json"
    try:
        known: dict[str, Any] = msgspec.json.decode(kept.read_bytes())
    except (OSError, ValueError):
        data = _loads(content)
        _keep(kept, data)
        return data
    return known


def _loads(content: bytes) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(content.decode("utf-8"))


def _keep(path: Path, data: dict[str, Any]) -> None:
    """Write the compiled form beside and rename; where it cannot be written, or holds dates, go without."""
    with contextlib.suppress(OSError, TypeError):
        compiled = json.dumps(data).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        beside.write_bytes(compiled)
        beside.replace(path)
