"""Pictures out of another module: its pieces and its map, made small, never larger than they may be."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction
from module_builder.vassal.buildfile import descendants

if TYPE_CHECKING:
    from PIL import Image

    from adjudicator.saves.foreign.modules import Counter, TheirModule

__all__ = ["board_images", "face_of", "has_picture", "map_of", "picture_of"]

_FORMATS = ("PNG", "GIF", "JPEG", "WEBP", "BMP")
_PIXELS, _MAP_PIXELS = 40_000_000, 250_000_000
"""Of the largest picture that is looked at: of a piece, of a map."""
_SIDE, _MAP_SIDE = 240, 4096
_QUALITY, _MAP_QUALITY, _METHOD = 90, 82, 1


def has_picture(module: TheirModule, images: Sequence[str]) -> bool:
    """Whether the file holds one of some pictures, in a format that a table shows.

    Parameters
    ----------
    module
        Theirs.
    images
        Their names.

    Returns
    -------
    bool
    """
    return any(f"images/{i}" in module.archive and not i.casefold().endswith(".svg") for i in images)


def face_of(module: TheirModule, counter: Counter) -> bytes | None:
    """What a piece shows when it comes from the palette, its layers over one another.

    Parameters
    ----------
    module, counter
        Theirs.

    Returns
    -------
    bytes or None
        A WebP; None where the file holds no such picture.
    """
    from PIL import Image

    drawn = [(_read(module, name, _PIXELS), dx, dy) for name, dx, dy in counter.shows]
    known = [(image.convert("RGBA"), dx, dy) for image, dx, dy in drawn if image is not None]
    if not known:
        return picture_of(module, counter.pictures[0]) if counter.pictures else None
    width, height = (max(image.size[n] for image, _, _ in known) for n in (0, 1))
    whole = Image.new("RGBA", (width, height))
    for image, dx, dy in known:
        at = (width - image.width) // 2 + dx, (height - image.height) // 2 + dy
        layer = Image.new("RGBA", whole.size)
        layer.paste(image, at)
        whole = Image.alpha_composite(whole, layer)
    return _webp(whole, _SIDE, _QUALITY)


def picture_of(module: TheirModule, name: str) -> bytes | None:
    """One picture of a piece.

    Parameters
    ----------
    module
        Theirs.
    name
        Of its file.

    Returns
    -------
    bytes or None
        A WebP; None where the file holds none of that name.
    """
    image = _read(module, name, _PIXELS)
    return None if image is None else _webp(image.convert("RGBA"), _SIDE, _QUALITY)


def map_of(module: TheirModule, window: str) -> bytes | None:
    """The boards of a window as one picture.

    Parameters
    ----------
    module
        Theirs.
    window
        Name of the window.

    Returns
    -------
    bytes or None
        A WebP; None where it has no pictures.
    """
    from PIL import Image

    board_map = module.locator.maps.get(window)
    names = board_images(module, window)
    laid = [(names.get(p.board.name, ""), p) for p in board_map.placed()] if board_map else []
    if not has_picture(module, [name for name, _ in laid if name]):
        return None
    width = max(p.x + p.board.width for _, p in laid)
    height = max(p.y + p.board.height for _, p in laid)
    scale = min(1.0, _MAP_SIDE / max(width, height))
    whole = Image.new("RGB", (max(1, round(width * scale)), max(1, round(height * scale))), "#cfd5d2")
    for name, placed in laid:
        size = (max(1, round(placed.board.width * scale)), max(1, round(placed.board.height * scale)))
        image = _read(module, name, _MAP_PIXELS, size)
        if image is not None:
            turned = image.rotate(180) if placed.turned else image
            whole.paste(
                turned.convert("RGB").resize(size), (round(placed.x * scale), round(placed.y * scale))
            )
    return _webp(whole, _MAP_SIDE, _MAP_QUALITY)


def board_images(module: TheirModule, window: str) -> dict[str, str]:
    """The picture of each board of a window.

    Parameters
    ----------
    module
        Theirs.
    window
        Its name.

    Returns
    -------
    dict
        Name of a board -> file.
    """
    for node in descendants(module.root, "Map", "PrivateMap", "PlayerHand"):
        if node.get("mapName", "") == window:
            return {b.get("name", ""): b.get("image", "") for b in descendants(node, "Board")}
    return {}


def _read(
    module: TheirModule, name: str, most: int, wanted: tuple[int, int] | None = None
) -> Image.Image | None:
    """A picture, whose size is looked at before it is unpacked."""
    from PIL import Image, UnidentifiedImageError

    entry = f"images/{name}"
    if not name or entry not in module.archive:
        return None
    Image.MAX_IMAGE_PIXELS = most
    try:
        image = Image.open(io.BytesIO(module.archive.read(entry)), formats=_FORMATS)
        if image.width * image.height > most:
            raise MalformedAction(f"the picture {name[:80]!r} is larger than a table shows")
        if wanted is not None:
            image.draft("RGB", wanted)
        image.load()
    except UnidentifiedImageError:
        return None  # a kind of picture that no table shows: its name stands in its place
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:
        raise MalformedAction(f"the picture {name[:80]!r} is damaged ({fault})") from None
    return image


def _webp(image: Image.Image, side: int, quality: int) -> bytes:
    image.thumbnail((side, side))
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=_METHOD)
    return out.getvalue()
