"""Sprite sheets: every face of a game in four sizes, drawn when a sheet is first wanted and then kept."""

from __future__ import annotations

import functools
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PIL import Image

from adjudicator.saves.looks import counter_px
from adjudicator.table.drawing.faces import DrawnFace, game_faces, own_faces
from adjudicator.table.drawing.kept import content_mark, ingredients_of, kept, shelf, state_mark
from adjudicator.table.drawing.laying import printed_of
from maps.games import FolderHome, home_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.table.drawing.scene import Scene

__all__ = ["SIZES", "Sheet", "Sheets", "own_sheets", "sheets_of"]

SIZES = (24, 48, 0, 150)
"""Pixels of the largest counter in the four sizes; 0 is its size in the module."""
_SIDE = 2048  # pixels of a sheet at most
_MANY = 512  # faces of a sheet at most, so that the first of them are there soon
_GAP = 1  # pixels between two faces, so that none shows at the edge of another
_QUALITY, _METHOD = 92, 2
_CODE = (
    "adjudicator/table/drawing/sprites.py",
    "adjudicator/table/drawing/faces.py",
    "adjudicator/table/drawing/scene.py",
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture with many faces.

    Parameters
    ----------
    px
        Size of the largest counter.
    width, height
        Of the picture.
    faces
        Left, top, width and height of each face.

    Examples
    --------
    >>> Sheet(24, 10, 10, {"a": (0, 0, 10, 10)}).px
    24
    """

    px: int
    width: int
    height: int
    faces: Mapping[str, tuple[int, int, int, int]]


class Sheets:
    """The sheets of a game, or of counters that are not of its mix.

    Parameters
    ----------
    kind, made_of
        Name of the shelf on which they are kept, and a hash of all that they are made of.
    usual
        Size of the largest counter in the module.
    faces
        What is drawn, what is wanted first in front.
    most
        Shelves of this kind that are kept.
    """

    def __init__(
        self, kind: str, made_of: str, usual: int, faces: Sequence[DrawnFace], *, most: int = 3
    ) -> None:
        self.key = f"{kind}-{made_of[:24]}"
        self._folder = functools.partial(shelf, f"sprites-{kind}", made_of, most=most)
        self._faces = {face.name: face for face in faces}
        self.usual = usual
        self.sheets = tuple([sheet for px in SIZES for sheet in _laid_out(faces, px or usual, usual)])

    def form(self, prefix: str = "") -> dict[str, Any]:
        """Where each face stands, for the page.

        Parameters
        ----------
        prefix
            What the addresses of the sheets begin with.

        Returns
        -------
        dict
            Of one size there may be several sheets.
        """
        rows = [
            {"px": s.px, "url": f"{prefix}{n}.webp", "faces": {k: list(at) for k, at in s.faces.items()}}
            for n, s in enumerate(self.sheets)
        ]
        return {"usual": self.usual, "sizes": rows}

    def webp(self, number: int) -> bytes | None:
        """The picture of a sheet; None where there is none of this number.

        Parameters
        ----------
        number
            From 0, as in `form`.

        Returns
        -------
        bytes or None
        """
        if not 0 <= number < len(self.sheets):
            return None
        path = self._folder() / f"{number}.webp"
        return kept(path, lambda: _drawn(self.sheets[number], self._faces))

    def face(self, name: str, px: int) -> Image.Image | None:
        """One face so large that the largest counter would have so many pixels; None for an unknown one.

        Parameters
        ----------
        name, px
            Which, and how large.

        Returns
        -------
        PIL.Image.Image or None
        """
        found = self._faces.get(name)
        return None if found is None else found.paint(_scaled(found.width, px, self.usual))

    def width(self, name: str) -> int:
        """Width of a face in pixels of the board."""
        return self._faces[name].width

    def ratio(self, name: str) -> float:
        """Height of a face for its width."""
        return self._faces[name].height / self._faces[name].width

    def painted(self, name: str, width: int) -> Image.Image:
        """A face so many pixels wide."""
        return self._faces[name].paint(max(1, width))

    def __contains__(self, name: str) -> bool:
        return name in self._faces


def sheets_of(game: str, overlay: Path | None = None, *, art: bool = False) -> Sheets:
    """The sprite sheets of a game.

    Parameters
    ----------
    game, overlay
        Slug, and folder with an owner's corrections or None.
    art
        Whether his own pictures are shown: to himself alone, never in what is given away.

    Returns
    -------
    Sheets

    Examples
    --------
    >>> sheets = sheets_of("storm-over-normandy")
    >>> sheets.key[:20], sorted({sheet.px for sheet in sheets.sheets})
    ('storm-over-normandy-', [24, 48, 78, 150])
    """
    return _sheets(game, overlay, state_mark(game, overlay, art=art), art)


@functools.lru_cache(maxsize=8)
def _sheets(game: str, overlay: Path | None, mark: str, art: bool) -> Sheets:  # noqa: ARG001, FBT001 - the key
    kit = printed_of(game, overlay)
    made_of, faces = _ingredients(game, overlay, art=art), game_faces(kit, art=art)
    if isinstance(home_of(game), FolderHome):  # the map says how large its markers are
        sizes = repr([(face.name, face.width, face.height) for face in faces])
        made_of = hashlib.sha256(f"{made_of} {sizes}".encode()).hexdigest()
    return Sheets(game, made_of, counter_px(kit), faces)


def _ingredients(game: str, overlay: Path | None, *, art: bool = False) -> str:
    home, code = home_of(game), ("counters", "counters/fonts", *_CODE)
    if isinstance(home, FolderHome):
        drawn = ingredients_of(overlay, *code, "counters/homemade", art=art)
        return hashlib.sha256(f"{drawn} {content_mark(game, 'counters')}".encode()).hexdigest()
    ours = (str(home.folders[room]) for room in ("counters", "maps", "adjudicator"))
    return ingredients_of(overlay, *code, *ours, art=art)


def own_sheets(scene: Scene, game: str, overlay: Path | None = None) -> Sheets | None:
    """The sheets of the counters of a scene that are not of the mix; None where there are none.

    Parameters
    ----------
    scene
        What lies on the table.
    game, overlay
        As in `sheets_of`.

    Returns
    -------
    Sheets or None
    """
    if not scene.own:
        return None
    key = game, state_mark(game, overlay), tuple(sorted(scene.own))
    if key not in _OWN:
        kit = printed_of(game, overlay)
        text = " ".join([_ingredients(game, overlay), *key[2]])
        made_of = hashlib.sha256(text.encode()).hexdigest()
        _OWN[key] = Sheets(f"{game}-own", made_of, counter_px(kit), own_faces(kit, scene.own), most=_MOST)
        while len(_OWN) > _MOST:
            del _OWN[next(iter(_OWN))]
    return _OWN[key]


_OWN: dict[tuple[str, str, tuple[str, ...]], Sheets] = {}
_MOST = 32


def _scaled(length: int, px: int, usual: int) -> int:
    return max(1, round(length * px / usual))


def _laid_out(faces: Sequence[DrawnFace], px: int, usual: int) -> Iterator[Sheet]:
    """Rows of faces, in the order given; a full sheet begins the next."""
    placed: dict[str, tuple[int, int, int, int]] = {}
    x = y = row = right = 0
    for face in faces:
        wide, high = _scaled(face.width, px, usual), _scaled(face.height, px, usual)
        if x + wide > _SIDE:
            x, y, row = 0, y + row + _GAP, 0
        if placed and (y + high > _SIDE or len(placed) == _MANY):
            yield Sheet(px, right, max(t + h for _, t, _, h in placed.values()), placed)
            placed, x, y, row, right = {}, 0, 0, 0, 0
        placed[face.name] = (x, y, wide, high)
        x, row, right = x + wide + _GAP, max(row, high), max(right, x + wide)
    if placed:
        yield Sheet(px, right, max(t + h for _, t, _, h in placed.values()), placed)


def _drawn(sheet: Sheet, faces: Mapping[str, DrawnFace]) -> bytes:
    picture = Image.new("RGBA", (sheet.width, sheet.height))
    for name, (left, top, wide, high) in sheet.faces.items():
        image = faces[name].paint(wide).convert("RGBA")
        if image.size != (wide, high):
            image = image.resize((wide, high), Image.Resampling.LANCZOS)
        picture.paste(image, (left, top))
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=_QUALITY, method=_METHOD)
    return buffer.getvalue()
