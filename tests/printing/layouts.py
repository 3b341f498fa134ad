"""Random print jobs for the tests of layout and imposition, and what they measure."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from module_builder.printing.imposition import Piece
from module_builder.printing.page import Circle, Item, Line, Outline, Page, Picture, Polygon, Rect, Text
from module_builder.printing.preset import Preset

Job: TypeAlias = tuple[list[Piece], Preset]
PAPERS = ((210.0, 297.0), (297.0, 210.0), (215.9, 279.4), (420.0, 297.0), (304.8, 457.2), (250.0, 250.0))
LETTER_WIDTH = 0.53  # of the em, about


@st.composite
def jobs(
    draw: st.DrawFn, backs: Sequence[str] = ("duplex", "separate", "numbered", "none", "gutterfold")
) -> Job:
    """Pieces of up to three sizes in mixed order, and a preset that has room for each."""
    length = st.floats(8, 60).map(lambda value: round(value, 4))
    sizes = draw(st.lists(st.tuples(length, length), min_size=1, max_size=3))
    number = draw(st.integers(1, 40 * len(sizes)))
    chosen = random.Random(draw(st.integers(0, 99))).choices(sizes, k=number)
    pieces = [Piece(f"p{i}", f"P{i}", *size, f"f{i}", f"b{i}") for i, size in enumerate(chosen)]
    preset = Preset(
        "random",
        "Random",
        draw(st.sampled_from(PAPERS)),
        margin=draw(st.floats(0, 10)),
        gap=draw(st.sampled_from([0.0, 1.2, 3.0]) | st.floats(0, 6)),
        bleed=draw(st.sampled_from([0.0, 0.6, 3.175]) | st.floats(0, 3.2)),
        backs=draw(st.sampled_from(list(backs))),
        flip=draw(st.sampled_from(["long", "short"])),
        crop=draw(st.sampled_from(["front", "back", "both", "none"])),
        cut_lines=draw(st.sampled_from(["marks", "full"])),
        registration=draw(st.sampled_from(["none", "crosshairs", "cutter"])),
        corner=draw(st.sampled_from([0.0, 2.0])),
        fold=draw(st.sampled_from(["auto", "vertical", "horizontal"])),
    )
    return pieces, preset


def overlap(one: Rect, other: Rect) -> float:
    """How deep two rectangles lie in each other; 0 where they only touch."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, min(across, down))


def deepest(boxes: Iterable[Rect]) -> float:
    """The deepest overlap of any two."""
    return max((overlap(a, b) for a, b in itertools.combinations(boxes, 2)), default=0.0)


def extent(item: Item) -> Rect:
    """The rectangle that a shape covers, its stroke left out; of print, about."""
    if isinstance(item, Line):
        x, y = min(item.x1, item.x2), min(item.y1, item.y2)
        return Rect(x, y, abs(item.x1 - item.x2), abs(item.y1 - item.y2))
    if isinstance(item, Circle):
        return Rect(item.x - item.radius, item.y - item.radius, 2 * item.radius, 2 * item.radius)
    if isinstance(item, Polygon):
        xs, ys = zip(*item.points, strict=True)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    if isinstance(item, Text):
        return _print(item)
    return item.box


def _print(text: Text) -> Rect:
    long, high = LETTER_WIDTH * text.size * len(text.text), 0.75 * text.size
    before = {"start": 0.0, "middle": long / 2, "end": long}[text.anchor]
    if text.quarter == 270:
        return Rect(text.x - high, text.y - (long - before), high, long)
    return Rect(text.x - before, text.y - high, long, high)


def pictures(page: Page, side: str) -> list[Picture]:
    """The pictures of one side of the pieces."""
    return [item for item in page.items if isinstance(item, Picture) and item.name.endswith(side)]


def ornaments(page: Page) -> list[Item]:
    """What is printed beside the pictures, without the preview of corners."""
    return [item for item in page.items if not isinstance(item, (Picture, Outline))]
