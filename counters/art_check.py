"""What is wrong with an owner's own pictures, and what might be better: one line each."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from counters.art import MOST_UNEVEN, known_names
from counters.cards import CARD_SIZE
from maps.art import BACK, ENDINGS, KINDS, open_board, open_picture
from maps.boardart import board_rects
from maps.errors import DataError
from maps.filing import ART, known_games, our_file
from maps.geometry import load_geometry
from maps.loader import overlay_file
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["ArtFault", "art_faults", "art_games"]

_Rect = tuple[int, int, int, int]
_NOWHERE = (0, 0, 0, 0)
_WORDS = {"counters": "counter", "cards": "card", "map": "board"}
_SHAPES = {
    "counters": (1.0, "a square, as a counter is"),
    "cards": (CARD_SIZE[0] / CARD_SIZE[1], f"the shape of a card, {CARD_SIZE[0]:g} to {CARD_SIZE[1]:g}"),
}
_COARSE = {"counters": 66, "cards": 132}  # pixels across in a module: a picture with fewer is blown up
_FINE = 1200  # pixels of a side, more than which nobody sees
_SCAN = re.compile(r"scan-[1-9][0-9]?")  # a folder with the pieces of a sheet as they were cut
_EVEN = 1.03  # a picture that is this much too long loses nothing that one would miss


@dataclass(frozen=True, slots=True)
class ArtFault:
    """Something about a picture.

    Parameters
    ----------
    text
        The file, and what was expected.
    broken
        Whether nothing can be built with it; otherwise it could be better.

    Examples
    --------
    >>> print(ArtFault("art/counters/ge-961.png: expected the name of a counter", broken=True))
    art/counters/ge-961.png: expected the name of a counter
    """

    text: str
    broken: bool

    def __str__(self) -> str:
        return self.text


def art_games(overlay: Path) -> dict[str, int]:
    """The games of which an overlay holds pictures, and how many of each.

    Parameters
    ----------
    overlay
        The folder. An ``art`` right in it is of the game that knows most of its names.

    Returns
    -------
    dict

    Examples
    --------
    >>> art_games(Path("no-such-folder"))
    {}
    """
    found = {game: _files([overlay / game / ART], KINDS) for game in sorted(known_games())}
    alone = _files([overlay / ART], KINDS)
    if alone:
        names = {path.stem for path in alone}
        found[max(found, key=lambda game: len(names & _all_names(overlay, game)))] += alone
    return {game: len(files) for game, files in found.items() if files}


def art_faults(overlay: Path, game: str) -> Iterator[ArtFault]:
    """Look at every picture that an overlay holds for a game.

    Parameters
    ----------
    overlay, game
        The folder, and the slug; an overlay of one game may hold ``art`` itself.

    Yields
    ------
    ArtFault
        Folder by folder, in the order of the files.

    Examples
    --------
    >>> list(art_faults(Path("no-such-folder"), "june-six"))
    []
    """
    arts = (overlay / game / ART, overlay / ART)
    for art in arts:
        for folder in sorted(art.iterdir()) if art.is_dir() else ():
            if folder.is_dir() and folder.name not in KINDS and not _is_left(folder.name):
                hint = _nearest(folder.name, KINDS, "nobody reads this one")
                yield _broken(str(folder), f"one of the folders {', '.join(KINDS)}", hint)
    for kind in KINDS:
        files = _files(arts, (kind,))
        if files:
            yield from _of_kind(files, kind, _names(overlay, game, kind))


def _is_left(name: str) -> bool:
    """Whether a folder is none of ours to look into: the pieces of a scan, or one that is hidden."""
    return name.startswith(".") or _SCAN.fullmatch(name) is not None


def _files(arts: Sequence[Path], kinds: Sequence[str]) -> list[Path]:
    folders = [art / kind for kind in kinds for art in arts]
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    return [path for path in files if not path.name.startswith(".")]


def _all_names(overlay: Path, game: str) -> set[str]:
    return {name for kind in KINDS for name in _names(overlay, game, kind)}


def _names(overlay: Path, game: str, kind: str) -> Mapping[str, _Rect]:
    """What a picture of a kind may show; of a board also where it lies on the map."""
    if kind != "map":
        return dict.fromkeys(known_names(game, overlay, kind), _NOWHERE)
    file = overlay_file(overlay, game, "geometry.toml") or our_file("maps", game, "geometry.toml")
    return board_rects(load_geometry(file))


def _of_kind(files: Sequence[Path], kind: str, known: Mapping[str, _Rect]) -> Iterator[ArtFault]:
    """What is wrong with the pictures of one kind, and what they lack."""
    shown: dict[str, Path] = {}
    for path in files:
        if path.suffix.lower() not in ENDINGS or not path.is_file():
            yield _broken(str(path), f"a picture: {', '.join(ENDINGS)}")
        elif path.stem in shown:
            yield _broken(str(path), "one picture of each thing", f"{shown[path.stem]} shows it too")
        elif path.stem not in known:
            near = _nearest(path.stem, known, f"one is {min(known, default='none')}")
            yield _broken(str(path), f"the name of a {_WORDS[kind]}", near)
        else:
            shown[path.stem] = path
            yield from _looked_at(path, kind, known[path.stem])
    for name, path in shown.items():
        front = name.removesuffix(BACK)
        if kind == "counters" and front != name and front not in shown:
            yield _advice(path, f"a back without its front: {front} is drawn by us beside it")


def _looked_at(path: Path, kind: str, rect: _Rect) -> Iterator[ArtFault]:
    """Open a picture, and measure it."""
    try:
        if kind == "map":
            open_board(path, rect[2:])
        else:
            yield from _measured(path, kind, open_picture(path))
    except DataError as fault:
        yield _broken(", ".join(filter(None, (str(path), fault.place))), fault.expected, fault.way_out)


def _measured(path: Path, kind: str, image: Image.Image) -> Iterator[ArtFault]:
    shape, words = _SHAPES[kind]
    size = f"{image.width} x {image.height} pixels"
    uneven = max(image.width / image.height / shape, shape * image.height / image.width)
    if uneven > MOST_UNEVEN:
        yield _broken(f"{path}, {size}", words)
        return
    if uneven > _EVEN:
        done = "what is over is cut off" if kind == "counters" else "it is drawn out"
        yield _advice(path, f"{size} are not {words}: {done}")
    if image.width < _COARSE[kind]:
        yield _advice(path, f"{size} are fewer than the {_COARSE[kind]} that a module shows across")
    elif max(image.size) > _FINE:
        yield _advice(path, f"{size} are more than anybody sees; {_FINE:,} are plenty")


def _broken(place: str, expected: str, hint: str = "") -> ArtFault:
    return ArtFault(str(DataError(place, "", expected, hint)), broken=True)


def _advice(path: Path, text: str) -> ArtFault:
    return ArtFault(f"{path}: {text}", broken=False)


def _nearest(name: str, known: Collection[str], otherwise: str) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"Did you mean {near[0]}?" if near else otherwise
