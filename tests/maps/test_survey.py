"""Names never touch a name, number, star, mark or frame: asked of the boxes that the drawing itself made."""

from __future__ import annotations

from functools import partial

import pytest
import shapely

from adjudicator.contract import GAMES
from maps.drawing import Piece
from maps.hexdrawing_names import LOOKS, PlacedName, place_names
from maps.hexdrawing_sheet import HexSheet, Label
from maps.render import dressed_sheet, sheet_painters
from maps.room import Room, clear_of, nearest_free
from maps.survey import Lettering, Mark, Survey, survey, touches
from tests.every import quick_one

PRINTS = {"board": None, "home": 300, "double": 600}
FRAME = (0.0, 0.0, 500.0, 500.0)


def cases() -> list[tuple[str, str]]:
    return [(f"{game} {name}", name) for game in GAMES for name in PRINTS]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "name"), quick_one(cases(), "storm-over-normandy board"))
def test_no_lettering_touches_what_it_must_not(case: str, name: str) -> None:
    game = case.split(" ", maxsplit=1)[0]
    dpi, board = PRINTS[name], dressed_sheet(game).geometry.pixels_per_inch
    found = survey(game, 1.0 if dpi is None else dpi / board)
    assert len(found.texts) > 150
    assert len(found.marks) > 100
    assert [str(touch) for touch in touches(found)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(["dark-summer", "june-six", "battle-for-normandy"], "dark-summer"))
def test_hardly_a_name_finds_no_room(game: str) -> None:
    sheet = dressed_sheet(game)
    assert isinstance(sheet, HexSheet)
    wanted = {(n.text, n.kind, n.at) for n in sheet.labels if n.kind in LOOKS}
    names = []
    for painter in sheet_painters(sheet):
        inner = painter.paint if isinstance(painter, Piece) else painter
        name = inner.keywords.get("name") if isinstance(inner, partial) else None
        if isinstance(name, PlacedName):
            names.append(name)
    assert len(names) >= 0.99 * len(wanted)
    must = {text for text, kind, _ in wanted if LOOKS[kind].must}
    assert must <= {name.label.text for name in names}


def lettering(words: str, box: tuple[float, float, float, float], order: int = 5) -> Lettering:
    return Lettering(words, box, order, "name")


def told(*texts: Lettering, marks: tuple[Mark, ...] = ()) -> list[str]:
    return [f"{touch.words}/{touch.other}" for touch in touches(Survey(texts, marks, FRAME))]


def test_what_touches() -> None:
    caen = lettering("Caen", (100, 100, 160, 120))
    assert told(caen, lettering("Troarn", (161, 100, 220, 120))) == []
    assert told(caen, lettering("Troarn", (159, 100, 220, 120))) == ["Caen/Troarn"]
    assert told(lettering("Ver", (-2, 100, 40, 120))) == ["Ver/the frame"]
    star = Mark(shapely.Point(165, 110).buffer(8), 2, "star")
    assert told(caen, marks=(star,)) == ["Caen/star"]
    panel = Mark(shapely.box(90, 90, 300, 300), 2, "panel")
    assert told(caen, marks=(panel,)) == []
    assert told(caen, marks=(Mark(panel.shape, 9, "panel"),)) == ["Caen/panel"]
    assert told(caen, marks=(Mark(shapely.box(90, 90, 150, 300), 2, "panel"),)) == ["Caen/panel"]
    halves = tuple(Mark(shapely.box(*box), 5, "half") for box in ((90, 90, 130, 130), (130, 90, 170, 130)))
    assert told(caen, marks=halves) == []


def test_a_name_moves_for_one_that_must_stand() -> None:
    first = Label("Bayeux", (200.0, 200.0), "town")
    (alone,) = place_names([first], rects=[], points=[], gap=20)
    left, top, right, bottom = alone.rects[0]
    wall = (-600.0, -600.0, left - 1, 600.0)  # leaves the second name only what the first one took
    second = Label("Vire", (left - 20, (top + bottom) / 2), "town")
    both = place_names([first, second], rects=[wall, (right + 1, -600.0, 900.0, 600.0)], points=[], gap=20)
    boxes = [shapely.box(*rect) for name in both for rect in name.rects]
    assert not boxes[0].intersects(boxes[1])


def test_the_first_place_is_right_above() -> None:
    (name,) = place_names([Label("Vire", (200.0, 200.0), "town")], rects=[], points=[], gap=20)
    (_, (x, y)) = name.lines[0]
    assert x > 200
    assert y < 200


def test_houses_make_room() -> None:
    room = Room([(10, 10, 20, 20)])
    inside, outside = [(15, 15), (18, 15), (18, 18)], [(30, 15), (33, 15), (33, 18)]
    assert clear_of([inside, outside], room) == [outside]


def test_nothing_moves_that_has_room() -> None:
    room = Room([(10, 10, 20, 20)])
    assert nearest_free([(0, 0, 9, 9)], room, step=1, reach=20) == (0, 0)
    dx, dy = nearest_free([(12, 12, 18, 18)], room, step=1, reach=20)
    assert room.free((12 + dx, 12 + dy, 18 + dx, 18 + dy))
    assert nearest_free([(12, 12, 18, 18)], Room([(-99, -99, 99, 99)]), step=5, reach=20) == (0.0, 0.0)
