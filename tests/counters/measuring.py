"""What tests of pictures measure: colours, the ink of a text, pixels that differ."""

from __future__ import annotations

from PIL import Image, ImageChops

from counters import fonts
from counters.drawing import TextBox, samples
from counters.geometry import Box


def rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


def ink_of(text: TextBox, px: int) -> Box:
    """Where the ink of a text stands, measured with the font that draws it."""
    scale = px * samples(px) / 100
    em = text.em(scale)
    sizes = [fonts.ink_size(line, em, text.weight) for line in text.lines]
    wide, high = max(w for w, _ in sizes), sum(h for _, h in sizes) + (len(sizes) - 1) * 0.16 * sizes[0][1]
    x, y = text.box.centre
    return Box(x - wide / scale / 2, y - high / scale / 2, x + wide / scale / 2, y + high / scale / 2)


def inside(inner: Box, outer: Box, slack: float = 0.6) -> bool:
    return (
        inner.left >= outer.left - slack
        and inner.top >= outer.top - slack
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def changed(one: Image.Image, other: Image.Image) -> int:
    red, green, blue = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    return sum(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()[24:])
