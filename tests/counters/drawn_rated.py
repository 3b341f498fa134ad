"""Counters of June Six drawn with the pen, stroke by stroke: what their template must come to."""

from __future__ import annotations

from PIL import Image

from counters import fonts
from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box, regular_star
from counters.overlays import Finish, counter_pen, finished
from counters.palette import is_dark
from counters.ratings import RatedLook
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import draw_vehicle
from module_builder.vassal.values import dataclass
from tests.counters.drawn_reverses import draw_reverse, reverse_texts

RATED_FRAME = Box(29.5, 21.4, 70.5, 49.6)
CIRCLE, FIRED = Box(3.8, 25.0, 26.2, 47.4), Box(29.5, 3.2, 70.5, 15.0)
_RIGHT = Box(75.2, 27.6, 96.4, 43.8)
_UPPER, _LOWER = Box(75.2, 20.4, 96.4, 35.4), Box(75.2, 36.2, 96.4, 51.2)
_ASSAULT = Box(3.6, 27.6, 25.0, 43.8)
_NAME = Box(4, 55.4, 96, 67.6)
_RATINGS = Box(4.4, 70.4, 95.6, 96.4)
_NAME_SIZE, _POINTS_SIZE, _LARGEST = 14.6, 17.5, 29.0
RIM = 2.4  # of the boxes beside the symbol, around their numbers
_ROUND = 4.2  # of the circle
_CAP, _ARM = 0.74, 0.17  # of the em size: height of a figure, room for a bracket beside it
_PAD, _RISE = 0.13, 0.1  # of the em size: room beside and above the number in its red box
_GAP = 0.03  # of the em size: between two numbers
_LOWEST = 95.8  # a bracket's stroke ends within the edge that every counter keeps free
_VEHICLE = Box(25.6, 22.6, 74.4, 49.4)
_BAND, _STRIPE = Box(0, 0, 100, 15.0), Box(0, 15.0, 100, 19.6)
_SIZE_MARK, _SIZE_PANEL = Box(30, 5.0, 70, 13.0), Box(26, 3.2, 74, 15.0)
_BACK_BAND = Box(0, 25.4, 100, 45.6)
_FLASH = Box(74.4, 24.6, 97, 47.2)
_EDGE, _STROKE = 1.3, 2.1  # of the boxes beside the symbol, of brackets
_WHITE, _BLACK, _PALE, _USED = "#ffffff", "#111111", "#f4f1e6", "#8a8478"
_FLASHES = ((0.5, _BLACK), (0.44, "#ffe14d"), (0.26, "#c4161c"))


@dataclass(frozen=True, slots=True)
class RatedLayout:
    """Where each printed item stands."""

    name: TextBox | None = None
    ratings: tuple[TextBox, ...] = ()
    brackets: Box | None = None
    movement: Box | None = None
    circle: TextBox | None = None
    assault: TextBox | None = None
    armor: TextBox | None = None
    at: TextBox | None = None
    remark: TextBox | None = None
    told: tuple[TextBox, ...] = ()

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        beside = (self.name, self.circle, self.assault, self.armor, self.at, self.remark)
        return (*(text for text in beside if text), *self.ratings, *self.told)


def rated(look: RatedLook, *, px: int, finish: Finish = "screen") -> Image.Image:
    """Draw what a side shows."""
    pen = counter_pen(px, look.ground, finish)
    if look.reverse:
        draw_reverse(pen, look.reverse, look.mark)
        return finished(pen, finish)
    _draw_bands(pen, look)
    layout = rated_layout(look)
    _draw_top(pen, look, layout)
    _draw_symbol(pen, look)
    _draw_beside(pen, look, layout)
    if layout.name:
        pen.text(layout.name, look.mark)
    _draw_ratings(pen, look, layout)
    return finished(pen, finish)


def rated_grounds(look: RatedLook) -> set[Color]:
    """The colours that run off the edge."""
    top = (look.paint("support"), look.color) if look.support else ()
    band = () if look.reverse else (look.band,)
    return {color for color in (look.ground, *band, *top) if color}


def rated_layout(look: RatedLook) -> RatedLayout:
    """Place the print of one side."""
    if look.reverse:
        return RatedLayout(None, (), told=reverse_texts(look.reverse))
    line = _rating_line(look.ratings, motorized=look.motorized)
    both = look.armor and look.at
    return RatedLayout(
        TextBox((look.name,), _NAME, _NAME_SIZE) if look.name else None,
        line.texts,
        line.brackets,
        line.movement,
        _inside(look.artillery, CIRCLE, _ROUND),
        _inside(look.assault, _ASSAULT, RIM),
        _inside(look.armor, _UPPER if both else _RIGHT, RIM),
        _inside(look.at, _LOWER if both else _RIGHT, RIM),
        _remark(look.back),
    )


def _remark(back: str) -> TextBox | None:
    """What a back says: that the unit has fired."""
    return TextBox((back.upper(),), FIRED.shrunk(1.8), 12.5) if back == "fired" else None


def _inside(text: str, around: Box, rim: float) -> TextBox | None:
    """A number within its shape."""
    return TextBox((text,), around.shrunk(rim), _POINTS_SIZE) if text else None


@dataclass(frozen=True, slots=True)
class _Line:
    """The line at the foot: numbers and strokes, the brackets and the red box around two of the numbers."""

    texts: tuple[TextBox, ...] = ()
    brackets: Box | None = None
    movement: Box | None = None


def _rating_line(ratings: tuple[str, ...], *, motorized: bool) -> _Line:
    pieces = [piece.strip("[]") for number in ratings for piece in ("-", number)][1:]
    if not pieces:
        return _Line()
    bracketed = ratings[0].startswith("[")
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    widths[0] += 2 * _ARM * bracketed
    widths[-1] += 2 * _PAD * motorized
    size = min(_LARGEST, _RATINGS.width / sum(widths))
    x, top = _RATINGS.centre[0] - size * sum(widths) / 2, _RATINGS.centre[1] - size * _CAP / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        texts.append(TextBox((piece,), Box(x, top, x + width * size, top + size * _CAP), size))
        x += width * size
    rise = min(size * _RISE, _LOWEST - texts[0].box.bottom)
    around = [_raised(text.box, rise) for text in (texts[0], texts[-1])]
    return _Line(tuple(texts), around[0] if bracketed else None, around[1] if motorized else None)


def _raised(box: Box, by: float) -> Box:
    return Box(box.left, box.top - by, box.right, box.bottom + by)


def _draw_bands(pen: Pen, look: RatedLook) -> None:
    """The band of a back, the white band and the stripe of a support unit."""
    if look.back:
        pen.band(_BACK_BAND, look.band)
    if look.support:
        pen.band(_BAND, look.paint("support"))
        if look.color:
            pen.band(_STRIPE, look.color)


def _draw_top(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """The size of the unit, or that it has fired; what else the back says."""
    fired = look.back == "fired"
    if fired:
        pen.rect(FIRED, fill=look.paint("fired"), radius=2)
    if layout.remark:
        pen.text(layout.remark, _WHITE if fired else look.mark)
    if look.size and not fired:
        panel = look.color if look.armored else ""
        if panel:
            pen.rect(_SIZE_PANEL, fill=panel, outline=_BLACK if look.support else look.mark, width=1.0)
        ground = panel or (look.paint("support") if look.support else look.ground)
        ink = look.mark if is_dark(look.mark) != is_dark(ground) else _WHITE if is_dark(ground) else _BLACK
        draw_size_mark(pen, look.size, _SIZE_MARK, ink=ink)


def _draw_symbol(pen: Pen, look: RatedLook) -> None:
    """The symbol in its box, or the silhouette of a vehicle."""
    if look.vehicle:
        draw_vehicle(pen, look.vehicle, _VEHICLE, ink=_edge(look), light=look.band)
        return
    ink = _WHITE if is_dark(look.fill) else _BLACK
    draw_symbol(pen, look.kind, RATED_FRAME, ink=ink, fill=look.fill, edge=_edge(look))


def _edge(look: RatedLook) -> Color:
    """What a box is drawn with, so that it stands out."""
    return _WHITE if is_dark(look.band) else _BLACK


def _draw_beside(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """Artillery points or the +1 on the left, armor and anti-tank points on the right."""
    fired = look.back == "fired"
    if layout.circle:
        fill = _PALE if fired else look.paint("artillery")
        pen.ellipse(CIRCLE, fill=fill, outline=_USED if fired else _BLACK, width=_EDGE)
        pen.text(layout.circle, _USED if fired else _BLACK)
    if fired:
        for share, color in _FLASHES:
            pen.polygon(regular_star(_FLASH.centre, _FLASH.width * share, points=9, waist=0.55), color)
    boxes = (
        (layout.assault, look.paint("assault"), _WHITE),
        (layout.armor, _BLACK, _WHITE),
        (layout.at, _WHITE, _BLACK),
    )
    for text, fill, ink in boxes:
        if text:
            edge = _BLACK if fill == _WHITE else _edge(look) if fill == _BLACK else fill
            pen.rect(text.box.shrunk(-RIM), fill=fill, outline=edge, width=_EDGE)
            pen.text(text, ink)


def _draw_ratings(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    ink = look.scheme.deep if look.back else look.scheme.ink
    if layout.movement:
        pen.rect(layout.movement, fill=look.paint("motorized"), radius=1.5)
    if layout.brackets:
        _draw_brackets(pen, layout.brackets, ink)
    for text in layout.ratings:
        last = layout.movement is not None and text is layout.ratings[-1]
        pen.text(text, _WHITE if last else ink)


def _draw_brackets(pen: Pen, box: Box, ink: Color) -> None:
    for edge, way in ((box.left, 1), (box.right, -1)):
        x = edge + way * _STROKE
        arm = x + way * _STROKE * 1.7
        pen.line([(arm, box.top), (x, box.top), (x, box.bottom), (arm, box.bottom)], ink, _STROKE)
        for y in (box.top, box.bottom):
            pen.rect(Box(min(x, arm), y - _STROKE / 2, max(x, arm), y + _STROKE / 2), fill=ink)
