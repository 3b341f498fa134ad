"""The tracks of a map for print beside it: the map's own painters, on boxes that hold a counter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import Color, HexColor
from reportlab.platypus import CondPageBreak, Flowable

from adjudicator.saves.printed import arrivals
from counters.palette import load_palette
from maps.drawing import Canvas
from maps.filing import our_file
from maps.furniture import furniture_painters
from maps.games import home_of
from maps.geometry import Box, TrackShape
from maps.hexdrawing_sheet import HexSheet
from maps.hexfurniture import hex_furniture_painters
from maps.lettering import text_width
from maps.loader import overlay_file, read_toml
from maps.render import load_sheet
from module_builder.printing.aids_flow import Title, heading
from module_builder.printing.aids_html import MARK, MARK_INK
from module_builder.printing.lengths import INCH, points
from module_builder.printing.pdf import fonts
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.drawing import Colour
    from maps.geography import Point
    from maps.sheet import Sheet
    from module_builder.kit import Kit

__all__ = ["Laid", "Track", "VectorCanvas", "lay", "reconstructed_boxes", "track_story"]

_PLAY = 1.0  # millimetres by which a box is larger than a counter
_FAR = -40_000.0  # board row, above everything else that the painters of a map paint
_HALF_EM = 0.342  # from the middle of a line of our lettering down to its base line, in ems
_HEAD = 30.0  # points for the title over a track
_SMALLEST = 0.75  # to this share of its size on the map may a box shrink to stand in its row


class VectorCanvas(Canvas):
    """Takes what a painter of maps draws between two board rows, and draws it as lines and letters of a PDF.

    Parameters
    ----------
    canvas
        reportlab's.
    rows
        The board rows between which it draws.
    scale
        Points for a pixel of the board.
    height
        Of the drawing, in points.
    mute
        Texts that are not drawn.
    """

    __slots__ = ("_bottom", "_height", "_mute", "_pdf", "_points", "_row")

    def __init__(
        self,
        canvas: Any,
        *,
        rows: tuple[float, float],
        scale: float,
        height: float,
        mute: frozenset[str] = frozenset(),
    ) -> None:
        self._pdf, (self._row, self._bottom) = canvas, rows
        self._points, self._height, self._mute = scale, height, mute

    def shows(self, top: float, bottom: float) -> bool:
        """Whether any row between two board rows is drawn."""
        return bottom >= self._row and top <= self._bottom

    def meets(self, bounds: tuple[float, float, float, float]) -> bool:
        """Whether anything of a rectangle of the board is drawn."""
        return self.shows(bounds[1], bounds[3])

    def _at(self, points: Any) -> list[Point]:
        return [(x * self._points, self._height - (y - self._row) * self._points) for x, y in points]

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with round bends and ends."""
        if len(points) > 1 and self._holds(points):
            self._pdf.setStrokeColor(_color(colour))
            self._stroke(points, width, close=False)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a filled or outlined polygon."""
        if not self._holds(points):
            return
        if fill is not None:
            self._pdf.setFillColor(_color(fill))
            self._pdf.drawPath(self._path(points, close=True), stroke=0, fill=1)
        if outline is not None:
            self._pdf.setStrokeColor(_color(outline))
            self._stroke(points, width, close=True)

    def circle(
        self,
        at: Point,
        radius: float,
        *,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a circle; its line lies within the radius."""
        if not self._holds([at]):
            return
        ((x, y),) = self._at([at])
        inner = radius - width / 2 if outline else radius
        self._pdf.setFillColor(_color(fill or (0, 0, 0)))
        self._pdf.setStrokeColor(_color(outline or (0, 0, 0)))
        self._pdf.setLineWidth(width * self._points)
        self._pdf.circle(
            x, y, inner * self._points, stroke=int(outline is not None), fill=int(fill is not None)
        )

    def text(
        self,
        at: Point,
        text: str,
        *,
        face: str,
        size: float,
        fill: Colour,
        anchor: str = "mm",
        halo: Colour | None = None,  # noqa: ARG002 - paper is white
        spacing: float = 0.0,
    ) -> None:
        """Draw one line of text, in our lettering, no wider than the map has it."""
        if text in self._mute or not self._holds([at]):
            return
        ((x, y),), (plain, bold) = self._at([at]), fonts()
        font = plain if face in {"sans", "italic"} else bold
        tall, room = size * self._points, text_width(text, face, size, spacing) * self._points
        wide = self._pdf.stringWidth(text, font, tall)
        tall *= min(1.0, room / wide) if wide else 1.0
        left = x - self._pdf.stringWidth(text, font, tall) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
        self._pdf.setFillColor(_color(fill))
        self._pdf.setFont(font, tall)
        self._pdf.drawString(left, y if anchor[1] == "s" else y - _HALF_EM * tall, text)

    def _holds(self, points: Sequence[Point]) -> bool:
        return all(self._row <= y <= self._bottom for _, y in points)

    def _path(self, points: Sequence[Point], *, close: bool) -> Any:
        path, at = self._pdf.beginPath(), self._at(points)
        path.moveTo(*at[0])
        for point in at[1:]:
            path.lineTo(*point)
        if close:
            path.close()
        return path

    def _stroke(self, points: Sequence[Point], width: float, *, close: bool) -> None:
        self._pdf.setLineWidth(width * self._points)
        self._pdf.setLineJoin(1)
        self._pdf.setLineCap(1)
        self._pdf.drawPath(self._path(points, close=close), stroke=1, fill=0)


def _color(colour: Colour) -> Color:
    return Color(*(part / 255 for part in colour))


@dataclass(frozen=True, slots=True)
class Laid:
    """A track laid out anew for a page.

    Parameters
    ----------
    shape
        The track, its boxes in rows from the left edge of the board, far above everything else.
    scale
        Points for a pixel of the board.

    Examples
    --------
    >>> one = TrackShape("vp", "VP", ("0",), (Box(0, -40_000, 90, 45),))
    >>> Laid(one, 0.5).size
    (45.0, 22.5)
    """

    shape: TrackShape
    scale: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        right = max(box.x + box.width for box in self.shape.boxes)
        bottom = max(box.y + box.height for box in self.shape.boxes)
        return right * self.scale, (bottom - _FAR) * self.scale

    def pages(self, height: float) -> Iterator[Laid]:
        """Cut it between rows where it is taller than a page.

        Parameters
        ----------
        height
            Room of a page, in points.

        Yields
        ------
        Laid
            As many rows as fit, one at least.

        Examples
        --------
        >>> boxes = Box(0, -40_000, 90, 45), Box(0, -39_955, 90, 45), Box(0, -39_910, 90, 45)
        >>> laid = Laid(TrackShape("vp", "VP", ("0", "1", "2"), boxes), 0.5)
        >>> [(part.shape.labels, part.size) for part in laid.pages(50)]
        [(('0', '1'), (45.0, 45.0)), (('2',), (45.0, 22.5))]
        """
        shape, high = self.shape, self.shape.boxes[0].height
        rows = max(1, int(height / (high * self.scale)))
        parts: dict[int, list[tuple[str, Box]]] = {}
        for label, box in zip(shape.labels, shape.boxes, strict=True):
            page, row = divmod(round((box.y - _FAR) / high), rows)
            parts.setdefault(page, []).append((label, replace(box, y=_FAR + row * high)))
        for part in parts.values():
            labels, boxes = zip(*part, strict=True)
            yield Laid(TrackShape(shape.id, shape.title, labels, boxes), self.scale)


def lay(shape: TrackShape, *, dpi: float, width: float, least: float) -> Laid:
    """Lay a track out on a page: as many boxes in a row as the map has, where they fit at that size.

    Parameters
    ----------
    shape
        As the map has it.
    dpi
        Pixels an inch of the board.
    width
        Of the page, in points.
    least
        Side of the smallest box, in points.

    Returns
    -------
    Laid

    Examples
    --------
    >>> boxes = Box(9, 9, 72, 72), Box(81, 9, 72, 72), Box(9, 81, 72, 72)
    >>> shape = TrackShape("vp", "VP", ("0", "1", "2"), boxes)
    >>> laid = lay(shape, dpi=72, width=500, least=50)
    >>> [box.x for box in laid.shape.boxes], round(laid.scale, 2)
    ([0, 72, 144], 1.0)
    """
    first, natural = shape.boxes[0], 72 / dpi
    columns = sum(box.y == first.y for box in shape.boxes)
    if columns * first.width * natural < width / 2:
        columns = len(shape.boxes)
    columns = max(1, min(columns, int((width - 2) / max(least, first.width * _SMALLEST * natural))))
    scale = min(max(natural, least / first.width), (width - 2) / (columns * first.width))
    high = max(first.height, least / scale)
    boxes = [
        Box(n % columns * first.width, _FAR + n // columns * high, first.width, high)
        for n in range(len(shape.boxes))
    ]
    return Laid(TrackShape(shape.id, shape.title, shape.labels, tuple(boxes)), scale)


class Track(Flowable):  # type: ignore[misc]
    """A track with what the map prints in its boxes.

    Parameters
    ----------
    laid
        Boxes and scale.
    sheet
        What the painters need to know.
    doubtful
        Labels of boxes that hold a reconstructed value.
    game
        Slug of the game, whose map may have painters of its own.
    """

    def __init__(
        self, laid: Laid, sheet: Sheet | HexSheet, doubtful: frozenset[str] = frozenset(), *, game: str = ""
    ) -> None:
        super().__init__()
        self.laid, self.sheet, self.doubtful, self.game = laid, sheet, doubtful, game

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Its size, and a little for the outer lines."""
        self.width, self.height = (side + 2 for side in self.laid.size)
        return self.width, self.height

    def draw(self) -> None:
        """Let the painters of the map paint it."""
        shape, scale = self.laid.shape, self.laid.scale
        bottom = max(box.y + box.height for box in shape.boxes)
        sheet = replace(self.sheet, geometry=replace(self.sheet.geometry, tracks={shape.id: shape}))
        self.canv.translate(1, 1)
        rows, mute = (_FAR - 1, bottom + 1), frozenset({shape.title})
        canvas = VectorCanvas(self.canv, rows=rows, scale=scale, height=self.height - 2, mute=mute)
        for paint in _painters(sheet, self.game):
            paint(canvas)
        for label in (label for label in shape.labels if label in self.doubtful):
            self._marked(shape.named[label])

    def _marked(self, box: Box) -> None:
        """The mark in the lower right corner of a box."""
        scale, (_, bold), size = self.laid.scale, fonts(), 9.0
        right, foot = (
            (box.x + box.width) * scale - 1,
            self.height - 2 - (box.y + box.height - _FAR) * scale + 1,
        )
        self.canv.setFillColor(HexColor(MARK_INK))
        self.canv.setFont(bold, size)
        self.canv.drawCentredString(right - size / 2, foot + 0.2, MARK)


def _painters(sheet: Sheet | HexSheet, game: str) -> Iterable[Callable[[Canvas], None]]:
    """The painters of what stands round the ground: those of the map where it has its own."""
    own = home_of(game).module("maps", "painted_furniture") if game else None
    if own is not None:
        pieces: Iterable[Callable[[Canvas], None]] = own.furniture_pieces(sheet)
        return pieces
    return hex_furniture_painters(sheet) if isinstance(sheet, HexSheet) else furniture_painters(sheet)


# --- the page ---------------------------------------------------------------------------------------------


def track_story(kit: Kit, width: float, height: float) -> list[Flowable]:
    """Lay out every track of a map; one that is taller than a page goes on over several.

    Parameters
    ----------
    kit
        What the module is built from.
    width, height
        Room of a printed page, in points.

    Returns
    -------
    list of reportlab Flowable
    """
    sheet, doubtful = _sheet(kit), reconstructed_boxes(kit)
    stock = load_palette(kit.game.slug, kit.overlay).stock
    side = max([stock.size, *stock.sizes.values()]) if stock else sheet.geometry.counter / 72 * INCH
    found: list[Flowable] = [Title("Tracks", "tracks")]
    for shape in sheet.geometry.tracks.values():
        laid = lay(shape, dpi=sheet.geometry.pixels_per_inch, width=width, least=points(side + _PLAY))
        boxes = doubtful[shape.id]
        whole = boxes == frozenset(shape.labels)
        for part in laid.pages(height - 2 * _HEAD):  # the title of all tracks may stand over it
            on = "" if part.shape.labels[0] == shape.labels[0] else ", continued"
            title = heading(shape.title + on + MARK * whole)
            track = Track(part, sheet, frozenset() if whole else boxes, game=kit.game.slug)
            found += [CondPageBreak(part.size[1] + _HEAD), title, track]
    return found


def _sheet(kit: Kit) -> Sheet | HexSheet:
    """The sheet of the map, with an owner's corrections of what its tracks show."""
    sheet = load_sheet(kit.game.slug, kit.overlay)
    known: dict[str, Any] = {"arrivals": arrivals(kit.units), "board": kit.board}
    if not isinstance(sheet, HexSheet):
        known["worth"] = {s.name: int(s["vp"] or 0) for s in kit.board.spaces.values() if s.kind == "area"}
        tracks = _own_tracks(kit)
        known |= {"weather": tracks.weather, "required": tracks.required} if tracks else {}
    return replace(sheet, **known)


def _own_tracks(kit: Kit) -> Any:
    """What a game reads from its tracks with an overlay, where it reads anything."""
    tracks = home_of(kit.game.slug).module("maps", "tracks")
    return tracks.load_tracks(kit.board) if tracks else None


def reconstructed_boxes(kit: Kit) -> Mapping[str, frozenset[str]]:
    """Labels of the boxes of each track whose print is reconstructed, as ``map.toml`` states it.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    mapping
        Track -> labels: all of them where the whole track is reconstructed.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> sorted(reconstructed_boxes(load_kit("breakout-normandy"))["turn"])
    ['V19', 'V26']
    """
    own = overlay_file(kit.overlay, kit.game.slug, "map.toml")
    data = read_toml(own or our_file("maps", kit.game.slug, "map.toml"))
    shapes = load_sheet(kit.game.slug, kit.overlay).geometry.tracks
    sources = {track["id"]: track.get("source", "") for track in data.get("tracks", [])}
    return {
        id_: frozenset(
            shape.labels if sources.get(id_) == "reconstructed" else _single(kit, data, shape.labels)
        )
        for id_, shape in shapes.items()
    }


def _single(kit: Kit, data: Mapping[str, Any], labels: Sequence[str]) -> Iterator[str]:
    """Boxes with a weekly requirement, or with the points of a space, that is reconstructed."""
    required = data.get("required", {})
    worth = {s.name: s.sources for s in kit.board.spaces.values() if s["vp"]}
    for label in labels:
        week = label[:1] == "V" and required.get(label[1:], {}).get("source") == "reconstructed"
        if week or (label in worth and worth[label].of("vp") == "reconstructed"):
            yield label
