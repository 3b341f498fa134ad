"""Counters of The Battle for Normandy drawn stroke by stroke: what their templates must come to."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from counters import fonts
from counters.battalion_looks import BattalionLook
from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box, regular_star
from counters.icons import ICONS
from counters.outlines import shape
from counters.overlays import Finish, counter_pen, finished
from counters.palette import is_dark
from counters.silhouettes import SILHOUETTES
from counters.symbols import KINDS, draw_size_mark, draw_symbol
from counters.vehicles import draw_vehicle
from module_builder.vassal.values import dataclass
from tests.counters.drawn_reverses import EMBLEM, draw_reverse, reverse_texts

_WHITE, _BLACK, _GREY = "#ffffff", "#111111", "#8a8478"
_STACKING, _ARRIVAL = Box(3.8, 3.8, 22, 14.2), Box(74, 3.8, 96.2, 14.2)
_SIZE_MARK, _SIZE_WORD, _BANNER = Box(30, 4.4, 70, 13.4), Box(26, 3.8, 74, 14.2), Box(26, 3.2, 74, 14.8)
_CORNER_SIZE, _ID_SIZE, _STRIP_SIZE, _GUN_SIZE, _LARGEST = 14.6, 13.4, 12.4, 22.0, 34.0
_LEAST = 9.8  # of a formation beside the symbol: more lines where one would be smaller
_RANGE_WIDTH = 23.0
_CAP = 0.74  # of the em size: height of a figure
_GAP, _PAD, _RISE = 0.03, 0.2, 0.14  # of the em size: between numbers; beside, above one in its oval
_HANG, _RISE_OF_BRACKETS = 0.22, 0.22  # how far brackets hang below the line; room above and below them
_DOT, _PITCH, _WHEEL = 3.1, 8.4, 2.6
_STRIPE = Box(0, 0, 100, 15.6)
_TASK, _TASK_ALONE, _BESIDE = Box(6.5, 63.4, 43.5, 95.4), Box(20, 62.4, 80, 95.6), 47.0
_TASK_ACCENTS = {"crates": "#b98a4a", "hedgerow": "#d9c08a", "scattered": _WHITE}
_BURST, _BONUS = ("#c4161c", "#ffe14d"), "+1"
_QUESTION = Box(28, 36, 72, 95)
_HIDDEN_WORD = Box(6, 8, 94, 30)
_TRUCK = Box(5, 18, 24, 46)
_BREAK = re.compile(r"(?<=[ /])|(?<=\d)(?=[A-Z][A-Za-z])")  # after a space or stroke, before letters
_MOTORISED = "motorised-"
_SHIELD = ((0.1, 0.0), (0.9, 0.0), (0.9, 0.55), (0.78, 0.78), (0.5, 1.0), (0.22, 0.78), (0.1, 0.55))


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where the parts of a counter stand: of a unit on land, or of a ship."""

    frame: Box
    dots: float
    strip: Box
    calibre: Box
    foot: Box
    sides: tuple[float, float]

    @property
    def right(self) -> Box:
        """Room right of the symbol."""
        return Box(self.frame.right + 2.6, self.sides[0], 96.4, self.sides[1])


_ASHORE = _Plan(
    Box(27.0, 16.6, 72.2, 46.0), 14.4, Box(3.8, 49.8, 96.2, 61.0),
    Box(3.8, 50.4, 26.8, 59.4), Box(3.8, 62.2, 96.2, 96.0), (16.6, 46.4),
)  # fmt: skip
_AFLOAT = _Plan(
    Box(18, 27.0, 82, 52.2), 0, Box(3.8, 17.4, 96.2, 27.2),
    Box(3.8, 52.4, 26.8, 61.4), Box(3.8, 63.4, 96.2, 96.0), (28, 50),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BattalionLayout:
    """Where each printed item stands."""

    frame: Box
    marks: tuple[TextBox, ...]
    ratings: tuple[TextBox, ...]
    oval: Box | None = None
    circle: Box | None = None
    gun: TextBox | None = None
    gun_box: Box | None = None
    dots: tuple[tuple[float, float], ...] = ()
    stripe: Box | None = None
    banner: Box | None = None

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        return (*self.marks, *self.ratings, *((self.gun,) if self.gun else ()))


def battalion(look: BattalionLook, *, px: int, finish: Finish = "screen") -> Image.Image:
    """Draw what a side shows."""
    pen = counter_pen(px, look.ground, finish)
    if look.reverse:
        draw_reverse(pen, look.reverse, look.mark)
        return finished(pen, finish)
    layout = battalion_layout(look)
    _draw_grounds(pen, look, layout)
    _draw_middle(pen, look, layout)
    _draw_dots(pen, look, layout)
    _draw_marks(pen, look, layout)
    _draw_foot(pen, look, layout)
    return finished(pen, finish)


def battalion_layout(look: BattalionLook) -> BattalionLayout:
    """Place the print of one side."""
    if look.reverse:
        return BattalionLayout(EMBLEM, reverse_texts(look.reverse), ())
    if look.back == "hidden":
        words = (TextBox((look.name,), _HIDDEN_WORD, 22), TextBox((look.remark,), _QUESTION, 62))
        return BattalionLayout(_ASHORE.frame, words, ())
    plan = _plan(look)
    line = _rating_line(look, plan.foot)
    middle = plan.frame.centre[1]
    gun_box = Box(plan.foot.left, plan.calibre.bottom + 2, plan.calibre.right, plan.foot.bottom)
    return BattalionLayout(
        plan.frame,
        tuple(text for text in _marks(look, plan) if text.lines[0]),
        line.texts,
        line.oval,
        line.circle,
        TextBox((look.gun,), gun_box.shrunk(3.0), _GUN_SIZE) if look.gun else None,
        gun_box if look.gun else None,
        tuple((plan.dots, middle + _PITCH * (i - (look.dots - 1) / 2)) for i in range(look.dots)),
        _STRIPE if look.back == "reduced" else None,
        _BANNER if look.back in {"MOVED", "FIRED"} else None,
    )


def battalion_grounds(look: BattalionLook) -> set[Color]:
    """The colours that run off the edge."""
    more = look.scheme.ground if look.back == "reduced" else "", look.stripe
    return {color for color in (look.ground, *more) if color}


def _plan(look: BattalionLook) -> _Plan:
    return _AFLOAT if look.ship else _ASHORE


def _marks(look: BattalionLook, plan: _Plan) -> Iterator[TextBox]:
    """Everything that is written above the foot."""
    yield TextBox((look.stacking,), _STACKING, _CORNER_SIZE)
    yield TextBox((look.arrival,), _ARRIVAL, _CORNER_SIZE)
    if look.back in {"MOVED", "FIRED"}:
        yield TextBox((look.back,), _BANNER.shrunk(1.8), 13)
    elif look.ship:
        yield TextBox((look.size,), _SIZE_WORD, 13)
    if look.back == "truck":
        yield TextBox(("T",), _TRUCK, 26)
    yield from _names(look, plan)
    if look.calibre:
        yield TextBox((look.calibre,), plan.calibre, 11.4, weight=500)
    if look.emblem:
        yield TextBox((look.emblem,), _in_shield(plan.frame), 23)
    if look.remark:
        yield TextBox((look.remark,), plan.foot.shrunk(4), 34 if look.remark.isdigit() else 15)


def _names(look: BattalionLook, plan: _Plan) -> Iterator[TextBox]:
    """Unit and formation."""
    beside = look.calibre and not look.ship
    yield TextBox((look.name,), replace(plan.strip, left=28.6) if beside else plan.strip, _STRIP_SIZE)
    if not look.ship:
        yield _stacked(look.formation, plan.right)


@functools.lru_cache(maxsize=2048)
def _stacked(text: str, box: Box) -> TextBox:
    """An identification in one to three lines: as few as print it large enough, or what prints largest."""
    parts = _BREAK.split(text)
    ways = [TextBox((text,), box, _ID_SIZE)]
    for count in range(1, min(3, len(parts))):
        for cuts in itertools.combinations(range(1, len(parts)), count):
            edges = (0, *cuts, len(parts))
            lines = ("".join(parts[a:b]).strip() for a, b in itertools.pairwise(edges))
            ways.append(TextBox(tuple(lines), box, _ID_SIZE))
    return max(ways, key=lambda w: (w.em(10) >= 10 * _LEAST, w.em(10) * 0.8 ** (len(w.lines) - 1)))


@dataclass(frozen=True, slots=True)
class _Line:
    """The line at the foot: numbers and strokes, the oval and the circle behind two of them."""

    texts: tuple[TextBox, ...] = ()
    oval: Box | None = None
    circle: Box | None = None


def _rating_line(look: BattalionLook, foot: Box) -> _Line:
    pieces = [piece for number in look.ratings for piece in ("-", number)][1:]
    if not pieces:
        return _Line()
    left = foot.left + _RANGE_WIDTH + 3 if look.gun else _BESIDE if look.task else foot.left
    room = replace(foot, left=left)
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    widths[0] += 2 * _PAD * look.flak
    widths[-1] += 2 * _PAD * bool(look.move)
    rise = _RISE if pieces[0].isdigit() else _RISE_OF_BRACKETS
    size = min(_LARGEST, room.width / sum(widths), room.height / (_CAP + 2 * rise))
    x, (_, y) = room.centre[0] - size * sum(widths) / 2, room.centre
    texts, around = [], []
    for piece, width in zip(pieces, widths, strict=True):
        box = Box(x, y - size * _CAP / 2, x + width * size, y + size * _CAP / 2)
        hang = 0.0 if piece[0] not in "([" else size * _HANG
        texts.append(TextBox((piece,), replace(box, top=box.top - hang / 3, bottom=box.bottom + hang), size))
        around.append(replace(box, top=box.top - size * rise, bottom=box.bottom + size * rise))
        x = box.right
    return _Line(tuple(texts), around[-1] if look.move else None, around[0] if look.flak else None)


def _in_shield(frame: Box) -> Box:
    return Box(frame.left + 9, frame.top + 5, frame.right - 9, frame.bottom - 8.5)


def _draw_grounds(pen: Pen, look: BattalionLook, layout: BattalionLayout) -> None:
    """The stripe of a reduced side, the band of a ship, the banner of a side that is used."""
    if layout.stripe:
        pen.band(layout.stripe, look.scheme.ground)
    if look.stripe:
        pen.band(Box(0, 0, 100, 16.0), look.stripe)
    if layout.banner:
        pen.rect(layout.banner, fill=look.paint("used"), radius=2)


def _draw_middle(pen: Pen, look: BattalionLook, layout: BattalionLayout) -> None:
    """The symbol, a vehicle in its box, a ship, or the shield of a corps."""
    frame, edge = layout.frame, _edge(look)
    if look.ship:
        SILHOUETTES[look.ship](pen, frame, look.mark, _WHITE)
    elif look.emblem:
        shape(pen, frame, _SHIELD, edge)
        shape(pen, frame.shrunk(1.5), _SHIELD, look.fill)
    elif look.vehicle:
        ink = _ink_on(look.fill)
        pen.rect(frame, fill=look.fill)
        draw_vehicle(pen, look.vehicle, _parked(frame), ink=ink, light=look.fill)
        pen.rect(frame, outline=edge, width=1.6)
    elif look.kind:
        kind = look.kind.removeprefix(_MOTORISED)
        for across in (0.2, 0.8) if kind != look.kind else ():
            pen.disc((frame.at(across, 0)[0], frame.bottom + _WHEEL * 0.35), _WHEEL, edge)
        draw_symbol(pen, kind, frame, ink=_ink_on(look.fill), fill=look.fill, edge=edge)


def _parked(frame: Box) -> Box:
    """Room of a vehicle: the box, a little above its foot."""
    return Box(frame.left + 2.4, frame.top, frame.right - 2.4, frame.bottom - 3.2)


def _ink_on(color: Color) -> Color:
    return _WHITE if is_dark(color) else _BLACK


def _edge(look: BattalionLook) -> Color:
    """What a box is drawn with, so that it stands out."""
    return _WHITE if is_dark(look.ground) else _BLACK


def _draw_dots(pen: Pen, look: BattalionLook, layout: BattalionLayout) -> None:
    fill = _BLACK if look.dot == "other" else look.paint(look.dot)
    rim = _WHITE if is_dark(look.ground) and is_dark(fill) else _BLACK
    for dot in layout.dots:
        pen.disc(dot, _DOT, rim)
        pen.disc(dot, _DOT - 0.75, fill)


def _draw_marks(pen: Pen, look: BattalionLook, layout: BattalionLayout) -> None:
    """What is written above the foot, and the size of the unit."""
    band = look.scheme.ground if layout.stripe else look.stripe
    above = _ink_on(band) if band else look.mark
    for text in layout.marks:
        inside = layout.banner is not None and text.lines[0] == look.back
        shielded = look.emblem and text.lines[0] == look.emblem
        ink = above if text.box.bottom < 16 else _ink_on(look.fill) if shielded else look.mark
        pen.text(text, _WHITE if inside else ink)
    if look.size and not look.ship and layout.banner is None:
        draw_size_mark(pen, look.size, _SIZE_MARK, ink=above)


def _draw_foot(pen: Pen, look: BattalionLook, layout: BattalionLayout) -> None:
    """Ratings with what stands behind them; the box of the range."""
    if look.task:
        _draw_task(pen, look, _TASK if look.ratings else _TASK_ALONE)
    used = layout.banner is not None
    if layout.gun and layout.gun_box:
        pen.rect(
            layout.gun_box, fill=None if used else _WHITE, outline=_GREY if used else _edge(look), width=1.5
        )
        pen.text(layout.gun, _GREY if used else _BLACK)
    if layout.circle:
        pen.ellipse(layout.circle, fill=look.paint("flak"))
    if layout.oval:
        pen.ellipse(layout.oval, fill=look.paint(look.move), outline=_BLACK, width=0.8)
    for text in layout.ratings:
        behind = _WHITE if layout.circle and text is layout.ratings[0] else look.ink
        pen.text(text, _BLACK if layout.oval and text is layout.ratings[-1] else behind)


def _draw_task(pen: Pen, look: BattalionLook, box: Box) -> None:
    """What a unit without strength is for: +1 in an assault, what it carries, cuts, supplies or guides."""
    if look.task == "assault":
        for share, color in zip((0.45, 0.365), _BURST, strict=True):
            pen.polygon(regular_star(box.centre, box.width * share, points=11, waist=0.66), color)
        pen.text(TextBox((_BONUS,), box.shrunk(9), 20), _BLACK)
    elif look.task in KINDS:
        frame = Box(box.left + 2, box.top + 2, box.right - 2, box.bottom - 5)
        draw_symbol(pen, look.task, frame, ink=_BLACK, fill=_WHITE, edge=_edge(look))
    else:
        ICONS[look.task](pen, box, look.mark, _TASK_ACCENTS[look.task])
