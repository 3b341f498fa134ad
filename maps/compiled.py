"""What has been read of a file and checked, kept in a form that is read at once.

A compiled form is named after all that it was made of: the bytes of the files, and the code that read them.
It holds a checksum; one that is missing, stale or damaged is made again, and where none can be written
everything works without. It is plain data (MessagePack), nothing that could run. What an owner lays over our
files is read and checked each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

import msgspec

__all__ = ["columns_of", "compiled", "ingredients", "is_ours", "kept_rows", "own_folder", "poured"]

_ROOT = Path(__file__).parent.parent
_PACKAGED = Path(__file__).parent / "forms"
_MARK = 32  # bytes of a hash
_T = TypeVar("_T")
_Columns = Mapping[str, Any]


def is_ours(path: Path) -> bool:
    """Whether a file comes with us, so that what it holds is worth keeping.

    Parameters
    ----------
    path
        Any file.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_ours(Path(__file__)), is_ours(Path("spaces.csv"))
    (True, False)
    """
    return _ROOT in path.parents


def ingredients(files: Iterable[Path], code: Iterable[Path]) -> list[bytes] | None:
    """All that a compiled form is made of.

    Parameters
    ----------
    files
        What is read.
    code
        The modules that read it.

    Returns
    -------
    list of bytes or None
        None where there is to be no compiled form: a file is an owner's, or code or file is not there.

    Examples
    --------
    >>> ingredients([Path("spaces.csv")], []) is None
    True
    """
    files = list(files)
    if not all(map(is_ours, files)):
        return None
    try:
        return [path.read_bytes() for path in (*files, *code)]
    except OSError:
        return None


def kept_rows(
    cls: type[_T],
    path: Path,
    code: Iterable[Path],
    read: Callable[[Path], list[_T]],
    alive: Mapping[str, Callable[[Any], Any]],
) -> list[_T]:
    """What the rows of a file say: read, or from the form that was compiled of them.

    Parameters
    ----------
    cls, alive
        As for `poured`.
    path
        The file; one of an owner is always read.
    code
        The modules that read it.
    read
        Reads and checks it.

    Returns
    -------
    list

    Raises
    ------
    DataError
        As `read`.
    """
    made_of = ingredients([path], code)
    if made_of is None:
        return read(path)
    rows: list[_T] = []

    def make() -> Any:
        rows.extend(read(path))
        return columns_of(rows, cls.__match_args__)  # type: ignore[attr-defined]

    columns = compiled(made_of, make)
    return rows or poured(cls, columns, alive)


def compiled(made_of: Iterable[bytes], make: Callable[[], Any]) -> Any:
    """Plain data, from its compiled form where there is one.

    Parameters
    ----------
    made_of
        All that the data depend on.
    make
        Makes them: dicts with words for keys, lists, texts, numbers, truth values and None.

    Returns
    -------
    what `make` returns

    Raises
    ------
    whatever `make` raises

    Examples
    --------
    >>> compiled([b"two"], lambda: {"two": 2})
    {'two': 2}
    """
    key = _key(made_of)
    folders = [_PACKAGED, *own_folder()]
    for folder in folders:
        with contextlib.suppress(OSError, ValueError):
            content = (folder / key.hex()).read_bytes()
            if content[:_MARK] == _sealed(key, content[_MARK:]):
                return msgspec.msgpack.decode(content[_MARK:])
    data = make()
    for folder in folders[1:]:
        _keep(folder, key, data)
    return data


def _key(made_of: Iterable[bytes]) -> bytes:
    digest = hashlib.sha256()
    for part in made_of:
        digest.update(len(part).to_bytes(8) + part)
    return digest.digest()


def _sealed(key: bytes, body: bytes) -> bytes:
    return hashlib.sha256(key + body).digest()


def own_folder() -> list[Path]:
    """The user's cache; none where he has no home."""
    with contextlib.suppress(RuntimeError):
        return [Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bocage"]
    return []


def _keep(folder: Path, key: bytes, data: Any) -> None:
    """Write a compiled form beside its place and rename it; go without where it would not say the same."""
    with contextlib.suppress(OSError, TypeError, ValueError, OverflowError):
        body = msgspec.msgpack.encode(data)
        if msgspec.msgpack.decode(body) != data:
            return
        folder.mkdir(parents=True, exist_ok=True)
        beside = folder / f"{key.hex()}.{os.getpid()}"
        try:
            beside.write_bytes(_sealed(key, body) + body)
            beside.replace(folder / key.hex())
        finally:
            beside.unlink(missing_ok=True)


def columns_of(rows: Sequence[Any], names: Iterable[str]) -> _Columns:
    """The fields of many values as plain data, what repeats but once.

    Parameters
    ----------
    rows
        The values.
    names
        Of the fields.

    Returns
    -------
    dict
        Name of a field -> its values; or each once, and for each row which of them.

    Examples
    --------
    >>> columns_of([1 + 2j, 3 + 2j, 5 + 2j], ["real", "imag"])
    {'real': [1.0, 3.0, 5.0], 'imag': {'each': [2.0], 'at': [0, 0, 0]}}
    """
    return {name: _column([_plain(getattr(row, name)) for row in rows]) for name in names}


def _column(values: list[Any]) -> Any:
    texts = list(map(msgspec.msgpack.encode, values))
    places = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    if 2 * len(places) > len(values):
        return values
    first = dict(zip(reversed(texts), reversed(values), strict=True))
    return {"each": [first[text] for text in places], "at": [places[text] for text in texts]}


def _plain(value: Any) -> Any:
    """A field as plain data; what has fields itself as the list of them."""
    if isinstance(value, tuple):
        return list(map(_plain, value))
    if isinstance(value, Mapping):
        return dict(value)
    names = getattr(value, "__match_args__", None)
    return value if names is None else [_plain(getattr(value, name)) for name in names]


def poured(cls: type[_T], columns: _Columns, alive: Mapping[str, Callable[[Any], Any]]) -> list[_T]:
    """Values of a class with slots, from the columns of their fields; equal parts are shared.

    Parameters
    ----------
    cls
        A frozen dataclass with slots, whose own check there is none of.
    columns
        As `columns_of` gives them for all its fields.
    alive
        Name of a field -> what makes its value of plain data, where it is none itself.

    Returns
    -------
    list
    """
    named = {name: _values(column, alive.get(name)) for name, column in columns.items()}
    rows = list(map(object.__new__, repeat(cls, len(next(iter(named.values()))))))
    for name, values in named.items():
        deque(map(getattr(cls, name).__set__, rows, values), maxlen=0)
    return rows


def _values(column: Any, alive: Callable[[Any], Any] | None) -> list[Any]:
    each = column["each"] if isinstance(column, dict) else column
    if alive is not None:
        each = list(map(alive, each))
    return list(map(each.__getitem__, column["at"])) if isinstance(column, dict) else each
