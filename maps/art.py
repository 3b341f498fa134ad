"""An owner's own pictures: where they lie in an overlay, and which of them there are.

They lie in ``art/counters``, ``art/cards`` and ``art/map``, each named after what it shows. No value and no
ruling rests on them, and nothing that is given to others holds them.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from maps.errors import DataError
from maps.filing import ART, BOARD_IMAGE, Stamp, files_mark
from maps.loader import overlay_file, stamp
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

__all__ = [
    "BACK",
    "ENDINGS",
    "KINDS",
    "OwnPicture",
    "art_folder",
    "board_art",
    "check_names",
    "open_board",
    "open_clear",
    "open_picture",
    "own_pictures",
    "pictures_mark",
]

BACK = "-back"
"""What the name of the back of a counter or card ends with."""
ENDINGS = (".png", ".jpg", ".jpeg")
KINDS = ("counters", "cards", "map")
_SLANT = 0.004  # by which a board's picture may be longer or wider than the board
_SMALLEST = 0.25  # of the board's pixels that a picture of it must have, at least
_LEAST, _MOST = 24, 12_000  # pixels of a side


@dataclass(frozen=True, slots=True)
class OwnPicture:
    """A picture of an owner.

    Parameters
    ----------
    path
        Where it lies.
    digest
        Hash of its content, after which everything that is made of it is named.

    Examples
    --------
    >>> OwnPicture("art/counters/ge-916.png", "ab12").path
    'art/counters/ge-916.png'
    """

    path: str
    digest: str


def art_folder(overlay: Path, game: str, kind: str) -> Path:
    """Where new pictures of a kind go.

    Parameters
    ----------
    overlay, game
        The folder, and the slug.
    kind
        One of `KINDS`.

    Returns
    -------
    Path

    Examples
    --------
    >>> art_folder(Path("mine"), "june-six", "counters").as_posix()
    'mine/june-six/art/counters'
    """
    return overlay / game / ART / kind


def own_pictures(overlay: Path | None, game: str, kind: str) -> Mapping[str, OwnPicture]:
    """The pictures of an overlay by the name of what each shows.

    Parameters
    ----------
    overlay, game, kind
        As in `art_folder`; an overlay of one game may hold ``art`` itself.

    Returns
    -------
    mapping
        Empty where there is none.

    Raises
    ------
    DataError
        A file is no picture by its name, or two show the same.

    Examples
    --------
    >>> own_pictures(None, "june-six", "counters")
    {}
    """
    if overlay is None:
        return {}
    folders = (overlay / game / ART / kind, overlay / ART / kind)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    return _pictures(tuple([stamp(path) for path in files if not path.name.startswith(".")]))


@functools.lru_cache(maxsize=64)
def _pictures(stamps: tuple[Stamp, ...]) -> Mapping[str, OwnPicture]:
    found: dict[str, OwnPicture] = {}
    for path, _, _ in stamps:
        if path.suffix.lower() not in ENDINGS or not path.is_file():
            raise DataError(str(path), "", f"a picture: {', '.join(ENDINGS)}")
        if path.stem in found:
            raise DataError(
                str(path), "", "one picture of each thing", f"{found[path.stem].path} shows it too"
            )
        found[path.stem] = OwnPicture(str(path), hashlib.sha256(path.read_bytes()).hexdigest())
    return found


def check_names(pictures: Mapping[str, OwnPicture], known: Collection[str], what: str) -> None:
    """Refuse a picture of something that a game has not.

    Parameters
    ----------
    pictures
        From `own_pictures`.
    known
        Names that a picture may have.
    what
        What they name.

    Raises
    ------
    DataError
        With the nearest name.

    Examples
    --------
    >>> check_names({"ge-961": OwnPicture("art/ge-961.png", "")}, ["ge-916"], "counter")
    Traceback (most recent call last):
    maps.errors.DataError: art/ge-961.png: expected the name of a counter; Did you mean ge-916?
    """
    import difflib

    for name, picture in pictures.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"Did you mean {near[0]}?" if near else f"one is {min(known, default='none')}"
            raise DataError(picture.path, "", f"the name of a {what}", hint)


def open_picture(path: Path | str) -> Image.Image:
    """Open a picture of an owner, whole and upright.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    PIL.Image.Image
        RGB; what is transparent in it is white.

    Raises
    ------
    DataError
        It cannot be read, or its size makes no sense.

    Examples
    --------
    >>> open_picture("no-such.png")
    Traceback (most recent call last):
    maps.errors.DataError: no-such.png: expected a picture that can be read (No such file or directory)
    """
    from PIL import Image

    turned = open_clear(path)
    white = Image.new("RGBA", turned.size, "#ffffff")
    white.alpha_composite(turned)
    return white.convert("RGB")


def open_clear(path: Path | str) -> Image.Image:
    """Open a picture of an owner as `open_picture` does, with what is transparent in it.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    PIL.Image.Image
        RGBA.

    Raises
    ------
    DataError
        As `open_picture`.

    Examples
    --------
    >>> open_clear("no-such.png")
    Traceback (most recent call last):
    maps.errors.DataError: no-such.png: expected a picture that can be read (No such file or directory)
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as image:
            _check_size(str(path), image.size)
            return ImageOps.exif_transpose(image).convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:
        why = getattr(fault, "strerror", None) or "it is damaged, or of another kind than its name says"
        raise DataError(str(path), "", f"a picture that can be read ({why})") from None


def open_board(path: Path, size: tuple[int, int]) -> Image.Image:
    """Open an owner's picture of a whole board.

    Parameters
    ----------
    path
        The file.
    size
        Width and height of the board in pixels.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    DataError
        It cannot be read, or has another shape than the board; one of its shape is brought to its size.
    """
    from PIL import Image

    image = open_picture(path)
    if image.size == size:
        return image
    across, down = image.width / size[0], image.height / size[1]
    if abs(across - down) > _SLANT * max(across, down) or not _SMALLEST <= across <= 1 / _SMALLEST:
        expected = f"{size[0]} x {size[1]} pixels, as geometry.toml says, or the same shape"
        raise DataError(path.name, f"{image.width} x {image.height} pixels", expected)
    return image.resize(size, Image.Resampling.LANCZOS)


def _check_size(path: str, size: tuple[int, int]) -> None:
    if not (min(size) >= _LEAST and max(size) <= _MOST):
        raise DataError(
            path, f"{size[0]} x {size[1]} pixels", f"a picture with sides of {_LEAST} to {_MOST:,} pixels"
        )


def board_art(overlay: Path | None, game: str, part: str = "") -> Path | None:
    """An owner's picture of a whole board: ``art/map/map.png``, or ``art/map/PART.png`` of one of several.

    Parameters
    ----------
    overlay, game
        The folder, and the slug.
    part
        Name of the board, where a map has several.

    Returns
    -------
    Path or None

    Raises
    ------
    DataError
        As `own_pictures`.

    Examples
    --------
    >>> board_art(None, "june-six") is None
    True
    """
    found = own_pictures(overlay, game, "map").get(part or Path(BOARD_IMAGE).stem)
    if found is not None:
        return Path(found.path)
    return None if part else overlay_file(overlay, game, BOARD_IMAGE)


def pictures_mark(overlay: Path | None) -> str:
    """Short fingerprint of everything in an overlay, its pictures too: what is drawn is named after it.

    Parameters
    ----------
    overlay
        Folder, or None.

    Returns
    -------
    str

    Examples
    --------
    >>> pictures_mark(None)
    ''
    """
    if overlay is None:
        return ""
    return _mark(overlay, tuple([stamp(path) for path in sorted(overlay.rglob("*")) if path.is_file()]))


@functools.lru_cache(maxsize=32)
def _mark(overlay: Path, stamps: tuple[Stamp, ...]) -> str:
    return f"art-{files_mark(overlay, (path for path, _, _ in stamps))}"
