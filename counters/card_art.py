"""How a card looks, in millimetres of the cut card: frame, corners, medallion, text, chart, back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from counters.card_scenes import SCENES, VALUES, draw_scene
from counters.card_stage import mixed as _mixed
from counters.cards import CARD_SIZE, Card, CardFace, Deck
from counters.drawing import Color, Pen, TextBox, samples
from counters.geometry import Box, Point
from counters.icons import ICONS
from counters.palette import is_dark
from counters.paragraphs import Paragraph, fit_paragraph, print_paragraph
from maps.errors import DataError

if TYPE_CHECKING:
    from counters.overlays import Finish

__all__ = ["CORNER", "SAFE", "draw_back", "draw_card", "draw_front"]

SAFE, CORNER = 3.0, 3.0
"""Millimetres from the cut that no print that matters may reach, and the radius of the cut corners."""

_PANEL, _RULE = 3.4, 4.3
_INDEX = Box(5.6, 5.8, 16.6, 24.0)
_TEXT_LARGEST, _TEXT_SMALLEST, _TEXT_FAIR = 3.5, 2.1, 2.7
_PICTURES = (35.0, 29.0, 23.0, 17.0, 11.0)
_GAP = 1.6
_BACKS = {"german": "panzers", "allied": "landing"}  # side -> the picture of its back


def draw_card(
    card: Card,
    *,
    width_px: int,
    face: CardFace = "front",
    bleed: float = 0.0,
    finish: Finish = "print",
    size: tuple[float, float] = CARD_SIZE,
) -> Image.Image:
    """Draw one face of a card.

    Parameters
    ----------
    card
        Which card.
    width_px
        Width of the picture in pixels, bleed included; the height follows from it.
    face
        ``front`` or ``back``.
    bleed
        Millimetres on every side beyond the cut, in the colour of the card's edge.
    finish
        ``print``: flat to the edge; ``screen``: round transparent corners, without bleed.
    size
        Width and height of the cut card in millimetres.

    Returns
    -------
    PIL.Image.Image
        RGB for print, RGBA for the screen.

    Raises
    ------
    maps.errors.DataError
        The text is too long for a card.

    Examples
    --------
    >>> from counters.cards import load_cards
    >>> draw_card(load_cards("breakout-normandy")[0], width_px=127).size
    (127, 178)
    """
    draw = draw_front if face == "front" else draw_back
    return draw(card, width_px=width_px, bleed=bleed, finish=finish, size=size)


def draw_front(
    card: Card, *, width_px: int, bleed: float, finish: Finish, size: tuple[float, float]
) -> Image.Image:
    """Draw the face of a card.

    Parameters
    ----------
    card, width_px, bleed, finish, size
        As in `draw_card`.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    maps.errors.DataError
        The text is too long.

    Examples
    --------
    >>> from counters.cards import load_cards
    >>> card = load_cards("breakout-normandy")[0]
    >>> draw_front(card, width_px=64, bleed=0, finish="print", size=(63.5, 88.9)).size
    (64, 90)
    """
    deck = card.deck
    pen = _card_pen(width_px, deck.ground, bleed, finish, size)
    whole = Box(0, 0, *size)
    pen.rect(whole.shrunk(_PANEL), fill=deck.paper, outline=deck.deep, width=0.45, radius=2.6)
    pen.rect(whole.shrunk(_RULE), outline=_mixed(deck.ground, deck.paper, 0.5), width=0.2, radius=1.8)
    (_event if card.icon else _number)(pen, card, whole)
    return _finished(pen, finish, size)


def draw_back(
    card: Card, *, width_px: int, bleed: float, finish: Finish, size: tuple[float, float]
) -> Image.Image:
    """Draw the back of a card: the same for the whole deck, and the same upside down.

    Parameters
    ----------
    card, width_px, bleed, finish, size
        As in `draw_card`.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> from counters.cards import load_cards
    >>> card = load_cards("breakout-normandy")[0]
    >>> draw_back(card, width_px=64, bleed=0, finish="screen", size=(63.5, 88.9)).mode
    'RGBA'
    """
    deck = card.deck
    ground = deck.back or deck.deep
    pen = _card_pen(width_px, ground, bleed, finish, size)
    whole = Box(0, 0, *size)
    pen.rect(whole.shrunk(_PANEL), fill=deck.paper, radius=2.6)
    field = whole.shrunk(_PANEL + 0.7)
    pen.rect(field, fill=ground, radius=2.0)
    inner = whole.shrunk(_RULE + 1.2)
    upper = Box(inner.left, inner.top, inner.right, whole.centre[1] - 3.6)
    if deck.side in _BACKS:
        _scene(pen, _BACKS[deck.side], deck, upper, back=True)
    else:
        _icon(pen, deck.emblem, upper.shrunk(4), _mixed(ground, deck.paper, 0.35), ground)
    pen.rect(inner, outline=_mixed(ground, deck.paper, 0.4), width=0.35)
    _crest(pen, deck, ground, whole)
    _repeated(pen)
    return _finished(pen, finish, size)


# --- faces -----------------------------------------------------------------------------------------------


def _number(pen: Pen, card: Card, whole: Box) -> None:
    """A card that is its value: index in two corners, the value in a medallion, chart and text below."""
    deck, (x, _) = card.deck, whole.centre
    _corner_indices(pen, card, whole)
    top = Box(_INDEX.right + 1, 6.4, whole.right - _INDEX.right - 1, 10.6)
    pen.text(TextBox((deck.title.upper(),), top, 3.6), deck.deep)
    if card.title:
        below = Box(top.left, 11.8, top.right, 15.0)
        pen.text(TextBox((card.title,), below, 3.4, weight=500), deck.ink)
    if card.value in VALUES:
        _scene(pen, VALUES[card.value], deck, Box(7.0, _INDEX.bottom + 1.4, whole.right - 7.0, 53.5))
    _medallion(pen, deck, (x, 56.0), 9.4)
    _value(pen, card.value, Box(x - 6.6, 50.4, x + 6.6, 61.2), deck.ink)
    low = Box(7.0, 67.0, whole.right - _INDEX.right - 1.5, whole.bottom - 6.4)
    _footing(pen, card, low)


def _footing(pen: Pen, card: Card, box: Box) -> None:
    """Chart of the deck, then the text."""
    deck = card.deck
    words = Box(box.left, box.bottom - 5.2, box.right, box.bottom) if deck.spread else box
    if deck.spread:
        _chart(pen, card, Box(box.left, box.top, box.right, words.top - 1.0))
    if card.text or card.when:
        text = "\n".join(part for part in (card.when, card.text) if part)
        print_paragraph(pen, _fitted(card, text, words), words, deck.ink)


def _event(pen: Pen, card: Card, whole: Box) -> None:
    """A card with a picture: heading, picture, when it may be played, what it does."""
    deck = card.deck
    inner = whole.shrunk(_RULE + 1.4)
    head = Box(inner.left, inner.top, inner.right, inner.top + 9.6)
    _heading(pen, card, head)
    foot = Box(inner.left, inner.bottom - 2.6, inner.right, inner.bottom)
    pen.text(TextBox((deck.title,), foot, 2.3, weight=500), deck.deep)
    when = fit_paragraph(card.when, inner.width - 4, 9, largest=3.1, smallest=2.3, weight=700)
    if when is None:
        raise DataError(card.deck.file, f"{card.id}, when", "a text that fits three lines of a card")
    strip = when.height + 1.8 if card.when else 0.0
    free = foot.top - _GAP - head.bottom - _GAP - strip
    picture, body = _shared(card, inner.width - 2, free)
    art = Box(inner.left, head.bottom + _GAP, inner.right, head.bottom + _GAP + picture)
    _picture(pen, card, art)
    if card.when:
        band = Box(inner.left, art.bottom, inner.right, art.bottom + strip)
        pen.rect(band, fill=deck.deep)
        print_paragraph(pen, when, band, _print_on(deck.deep, deck))
    if body is not None:
        rest = Box(inner.left + 1, art.bottom + strip + _GAP, inner.right - 1, foot.top - _GAP / 2)
        print_paragraph(pen, body, rest, deck.ink)


def _heading(pen: Pen, card: Card, head: Box) -> None:
    """Band with the title; the value on its left, the emblem on its right."""
    deck = card.deck
    pen.rect(head, fill=deck.ground, outline=deck.deep, width=0.3, radius=1.2)
    side = head.height
    emblem = Box(head.right - side, head.top, head.right, head.bottom).shrunk(1.5)
    _icon(pen, deck.emblem, emblem, deck.ink, deck.accent)
    left = head.left + 1.6
    if card.value:
        badge = Box(head.left, head.top, head.left + side, head.bottom)
        pen.rect(badge, fill=deck.deep, radius=1.2)
        pen.text(TextBox((card.value,), badge.shrunk(1.7), 7), _print_on(deck.deep, deck))
        left = badge.right + 1.2
    if card.title:
        title = Box(left, head.top + 1.6, emblem.left - 1.2, head.bottom - 1.6)
        pen.text(TextBox((card.title,), title, 5.2), deck.ink)


def _shared(card: Card, width: float, free: float) -> tuple[float, Paragraph | None]:
    """Height of the picture, and the text that fits below it: a fair print first, then a large picture."""
    if not card.text:
        return free, None
    for smallest in (_TEXT_FAIR, _TEXT_SMALLEST):
        for picture in _PICTURES:
            height = free - picture - 1.5 * _GAP
            found = fit_paragraph(card.text, width, height, largest=_TEXT_LARGEST, smallest=smallest)
            if found is not None:
                return picture, found
    raise _too_long(card)


def _fitted(card: Card, text: str, box: Box) -> Paragraph:
    found = fit_paragraph(text, box.width, box.height, largest=_TEXT_LARGEST, smallest=_TEXT_SMALLEST)
    if found is None:
        raise _too_long(card)
    return found


def _too_long(card: Card) -> DataError:
    expected = f"a text that fits the card in print of {_TEXT_SMALLEST} mm"
    return DataError(card.deck.file, f"{card.id}, text", expected, "shorten it")


# --- parts -----------------------------------------------------------------------------------------------


def _picture(pen: Pen, card: Card, box: Box) -> None:
    """The scene of a card; an icon on a ground of the side where it names one."""
    deck = card.deck
    if card.icon in SCENES:
        _scene(pen, card.icon, deck, box)
        return
    pen.rect(box, fill=_mixed(deck.ground, deck.paper, 0.45), outline=deck.deep, width=0.3)
    half = min(box.width, box.height * 1.35) / 2 - 2.2
    x, y = box.centre
    high = min(box.height / 2 - 2.2, half)
    _icon(pen, card.icon, Box(x - half, y - high, x + half, y + high), deck.ink, deck.paper)


def _scene(pen: Pen, name: str, deck: Deck, box: Box, *, back: bool = False) -> None:
    """A picture that fills its box, in a thin frame."""
    part = _inset(pen, box, across=100)
    draw_scene(part, name, deck, 100 * box.height / box.width, back=back)
    _lay(pen, part, box)
    if not back:
        pen.rect(box, outline=deck.deep, width=0.35)


def _corner_indices(pen: Pen, card: Card, whole: Box) -> None:
    """Value over emblem, upright in one corner and turned in the opposite one."""
    deck = card.deck
    part = _inset(pen, _INDEX)
    _value(part, card.value, Box(0, 0, _INDEX.width, 9.4), deck.ink)
    x = _INDEX.width / 2
    _icon(part, deck.emblem, Box(x - 3.1, 11.2, x + 3.1, 17.4), deck.ink, deck.accent)
    _lay(pen, part, _INDEX)
    _lay(pen, part, _opposite(_INDEX, whole), turned=True)


def _value(pen: Pen, value: str, box: Box, ink: Color) -> None:
    """A value as large as its box; a bar under what would read as another one upside down."""
    pen.text(TextBox((value,), box, 2 * box.height), ink)
    if set(value) <= set("69"):
        x, half = box.centre[0], box.height * 0.22
        pen.rect(
            Box(x - half, box.bottom + box.height * 0.07, x + half, box.bottom + box.height * 0.13), fill=ink
        )


def _medallion(pen: Pen, deck: Deck, centre: Point, radius: float) -> None:
    """Rings round a pale emblem, for the value to stand on."""
    pale = _mixed(deck.ground, deck.paper, 0.42)
    pen.disc(centre, radius, deck.deep)
    pen.disc(centre, radius - 0.5, deck.paper)
    pen.disc(centre, radius - 1.1, deck.ground)
    pen.disc(centre, radius - 1.7, pale)
    x, y = centre
    half = (radius - 1.7) * 0.86
    box = Box(x - half, y - half, x + half, y + half)
    _icon(pen, deck.emblem, box, _mixed(deck.ground, deck.paper, 0.6), _mixed(deck.ground, deck.paper, 0.26))


def _chart(pen: Pen, card: Card, box: Box) -> None:
    """How many cards of each value the deck holds; those of this value dark."""
    deck = card.deck
    most = max(count for _, count in deck.spread)
    step = box.width / len(deck.spread)
    row = min(step, 3.2)
    unit = (box.height - row - 0.4) / most
    for i, (value, count) in enumerate(deck.spread):
        own = value == card.value
        left = box.left + i * step
        for n in range(count):
            bottom = box.bottom - row - 0.4 - n * unit
            brick = Box(left + step * 0.1, bottom - unit + 0.3, left + step * 0.9, bottom)
            pen.rect(brick, fill=deck.deep if own else _mixed(deck.ground, deck.paper, 0.6))
        label = Box(left + 0.15, box.bottom - row + 0.5, left + step - 0.15, box.bottom)
        pen.text(TextBox((value,), label, 2.6), deck.deep if own else _mixed(deck.deep, deck.paper, 0.75))


def _crest(pen: Pen, deck: Deck, ground: Color, whole: Box) -> None:
    """The emblem as the sun of the picture, and the band across the middle with the title twice."""
    x, y = whole.centre
    centre, radius = (x, y - 26.0), 8.6
    pen.disc(centre, radius + 0.9, ground)
    pen.disc(centre, radius, deck.paper)
    pen.disc(centre, radius - 0.6, deck.ground)
    _icon(pen, deck.emblem, _round(centre, radius * 0.62), deck.crest or deck.ink, deck.accent)
    band = Box(whole.left + _PANEL + 0.7, y - 3.6, whole.right - _PANEL - 0.7, y + 3.6)
    pen.rect(band, fill=deck.paper)
    pen.rect(Box(band.left, band.top + 0.5, band.right, band.bottom - 0.5), fill=ground)
    left = Box(band.left + 1.4, y - 2, x - 0.6, y + 2)
    title = _inset(pen, left)
    title.text(
        TextBox((deck.title.upper(),), Box(0.2, 0.2, left.width - 0.2, left.height - 0.2), 4.2), deck.paper
    )
    _lay(pen, title, left)
    _lay(pen, title, _opposite(left, whole), turned=True)


def _repeated(pen: Pen) -> None:
    """Make the lower half of a picture its upper half, turned."""
    wide, high = pen.image.size
    upper = pen.image.crop((0, 0, wide, high // 2))
    pen.image.paste(upper.transpose(Image.Transpose.ROTATE_180), (0, high - high // 2))


# --- pens ------------------------------------------------------------------------------------------------


def _card_pen(width_px: int, ground: Color, bleed: float, finish: Finish, size: tuple[float, float]) -> Pen:
    """A pen in millimetres of the cut card; the bleed lies outside of them."""
    edge = 0.0 if finish == "screen" else bleed
    high = width_px * (size[1] + 2 * edge) / (size[0] + 2 * edge)
    return Pen(width_px, ground, bleed=100 * edge / size[0], height=round(high), across=size[0])


def _finished(pen: Pen, finish: Finish, size: tuple[float, float]) -> Image.Image:
    flat = pen.finish()
    if finish == "print":
        return flat
    mask = Pen(pen.px, height=flat.height, across=size[0])
    mask.rect(Box(0, 0, *size), fill="#ffffff", radius=CORNER)
    image = flat.convert("RGBA")
    image.putalpha(mask.finish().getchannel("A"))
    return image


def _inset(pen: Pen, box: Box, *, across: float | None = None) -> Pen:
    """A clear pen for a box, with its upper left corner as the origin; in the same unit unless told."""
    fine = samples(round(box.width * pen.scale / 2))
    wide, high = (max(1, round(length * pen.scale / fine)) for length in (box.width, box.height))
    return Pen(wide, height=high, across=across or wide * fine / pen.scale)


def _lay(pen: Pen, part: Pen, box: Box, *, turned: bool = False) -> None:
    """Put what an inset pen drew in its box."""
    image = part.image.transpose(Image.Transpose.ROTATE_180) if turned else part.image
    spot = round(box.left * pen.scale + pen.origin), round(box.top * pen.scale + pen.origin)
    pen.image.paste(image, spot, image)


def _icon(pen: Pen, name: str, box: Box, ink: Color, accent: Color) -> None:
    """A picture of `counters.icons`, whose strokes are hundredths of a counter whose picture is 78 wide."""
    x, y = box.centre
    unit = max(box.width, box.height) / 78
    place = _round((x, y), 50 * unit)
    part = _inset(pen, place, across=100)
    wide, high = box.width / unit / 2, box.height / unit / 2
    ICONS[name](part, Box(50 - wide, 50 - high, 50 + wide, 50 + high), ink, accent)
    _lay(pen, part, place)


def _opposite(box: Box, whole: Box) -> Box:
    """A box turned half round the middle of the card."""
    return Box(
        whole.right - box.right, whole.bottom - box.bottom, whole.right - box.left, whole.bottom - box.top
    )


def _round(centre: Point, half: float) -> Box:
    return Box(centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half)


def _print_on(ground: Color, deck: Deck) -> Color:
    return deck.paper if is_dark(ground) else deck.ink
