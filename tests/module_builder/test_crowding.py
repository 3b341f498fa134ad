"""Counters stay in their boxes and off what is written there, in every set-up and in random games."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from PIL import Image

from adjudicator.game import GAMES
from adjudicator.position import Position
from adjudicator.saves.layout import Place
from maps.drawing import Canvas
from maps.furniture import furniture_painters
from maps.hexdrawing_sheet import HexSheet
from maps.hexfurniture import hex_furniture_painters
from maps.lettering import text_width
from maps.render import load_sheet
from module_builder.kit import Kit, load_kit
from module_builder.placing import Placer
from tests.every import quick_one
from tests.playing import wander

Rect = tuple[float, float, float, float]

_RIGHT, _UP = 4, 8  # pixels by which a counter of a stack lies beside and above the one below it
_COVERED = 0.15  # of a caption: a rim of the letters
_ROOM = 2.5  # counters wide: smaller boxes are covered by what stands on them, as they are on paper
_OUTSIDE = {"area", "hex"}  # kinds of space that are ground, not a box


class Written(Canvas):
    """Notes what is written where, and draws nothing."""

    def __init__(self) -> None:
        super().__init__(Image.new("RGB", (4, 4)), 0, 1.0)
        self.words: list[tuple[str, Rect]] = []

    def shows(self, top: float, bottom: float) -> bool:
        return top <= bottom

    def meets(self, bounds: Rect) -> bool:
        return bool(bounds)

    def text(self, at: tuple[float, float], text: str, **how: Any) -> None:
        size, anchor = how["size"], how.get("anchor", "mm")
        width = text_width(text, how["face"], size, how.get("spacing", 0.0))
        left = at[0] - width * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
        self.words.append((text, (left, at[1] - 0.36 * size, left + width, at[1] + 0.36 * size)))


def captions(game: str) -> list[tuple[str, Rect]]:
    """Words that the map writes in its boxes; numbers of tracks are there to be covered."""
    sheet, canvas = load_sheet(game), Written()
    if isinstance(sheet, HexSheet):
        painters = sheet.own_painters(sheet) if sheet.own_painters else hex_furniture_painters(sheet)
    else:
        painters = furniture_painters(sheet)
    for paint in painters:
        paint(canvas)
    return [(text, rect) for text, rect in canvas.words if any(c.isalpha() for c in text)]


def stacks(kit: Kit, position: Position) -> Iterator[tuple[Place, Rect, int]]:
    """Every stack in a box of the main map: the box, what it covers, and the side of its largest counter."""
    default = kit.carriers.schema.default
    placer = Placer(kit, position, {k: v for k, v in position.facts.items() if v != default(k[0])})
    main = kit.layout.windows[kit.layout.main]
    laid = [p for p in (*placer.units(), *placer.markers()) if p.window == main.name]
    key = lambda p: (p.x, p.y, kit.pieces[p.uid].layer)  # noqa: E731
    for (x, y, _), heap in itertools.groupby(sorted(laid, key=key), key=key):
        place, sides = main.find(x, y), [kit.pieces[p.uid].px for p in heap]
        assert place is not None, (x, y)
        space = kit.board.spaces.get(place.id)
        if place.kind == "crossing" or place.id in main.hexes or (space and space.kind in _OUTSIDE):
            continue
        half, more = max(sides) / 2, len(sides) - 1
        yield place, (x - half, y - half - _UP * more, x + half + _RIGHT * more, y + half), max(sides)


def faults(kit: Kit, positions: Iterable[Position]) -> set[str]:
    """What is covered, and what stands over the edge by more than one step of a stack."""
    known, found = captions(kit.game.slug), set[str]()
    for place, rect, px in itertools.chain.from_iterable(stacks(kit, p) for p in positions):
        left, top, right, bottom = place.bounds
        if min(right - left, bottom - top) < _ROOM * px and place.kind != "box":
            continue
        if max(left - rect[0], top - rect[1], rect[2] - right, rect[3] - bottom) > _UP:
            found.add(f"{place.name}: counters stand over its edge")
        found |= {f"{place.name}: {t!r} is covered" for t, words in known if share(rect, words) > _COVERED}
    return found


def share(counter: Rect, words: Rect) -> float:
    """Share of some words that a counter covers."""
    width = min(counter[2], words[2]) - max(counter[0], words[0])
    height = min(counter[3], words[3]) - max(counter[1], words[1])
    area = (words[2] - words[0]) * (words[3] - words[1])
    return max(width, 0) * max(height, 0) / area


@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_every_set_up_leaves_its_captions_free(game: str) -> None:
    kit = load_kit(game)
    assert faults(kit, [kit.game.scenario(name) for name in kit.game.scenarios]) == set()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_leaves_its_captions_free(game: str) -> None:
    kit = load_kit(game)
    start = kit.game.scenario(next(iter(kit.game.scenarios)))
    played = [position for position, _ in wander(start, 7, 600)]
    assert faults(kit, [*played[::60], played[-1]]) == set()
