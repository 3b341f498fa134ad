"""The contact sheet: every counter once, front beside back, forty a page, sorted, nothing over anything."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter as Tally

import pytest

from counters import fonts
from counters.press import Counter, counter_jobs, draw_faces, load_counters
from maps.errors import DataError
from module_builder.printing.contact import FACE, contact_document
from module_builder.printing.page import Document, Outline, Page, Picture, Rect, Text
from module_builder.printing.raster import page_image
from tests.printing.layouts import deepest

A4, A3, LETTER = (210.0, 297.0), (297.0, 420.0), (215.9, 279.4)
GAMES = ("breakout-normandy", "dark-summer", "june-six")
MIX = {game: load_counters(game, numbers={}) for game in GAMES}
CAPTION = "Share of values that is reconstructed: 84 %"


def document(
    counters: tuple[Counter, ...], paper: tuple[float, float] = A4, *, bleed: float = 0.6
) -> Document:
    jobs = counter_jobs(counters, dpi=600, bleed_mm=bleed, safe_mm=0.8)
    return contact_document("Battle", counters, jobs, {}, paper=paper, caption=CAPTION)


def cuts(page: Page) -> list[Rect]:
    """Faces without their bleed."""
    return [item.window or item.box for item in page.items if isinstance(item, Picture)]


def texts(page: Page) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


def extent(text: Text) -> Rect:
    width = fonts.advance(text.text, 700 if text.bold else 500) * text.size
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Rect(left, text.y - text.size * 0.75, width, text.size)


def order(made: Document) -> list[str]:
    """The ids in the order in which they are read."""
    ids = {counter.id for mix in MIX.values() for counter in mix}
    return [text.text for page in made.pages for text in texts(page) if text.text in ids]


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize("game", GAMES)
def test_front_and_back_of_every_counter_stand_beside_each_other(
    game: str, paper: tuple[float, float]
) -> None:
    made = document(MIX[game], paper)
    jobs = counter_jobs(MIX[game], dpi=600, bleed_mm=0.6, safe_mm=0.8)
    sizes = {job.key: job.size_mm for job in jobs.values()}
    shown = Tally(item.key for page in made.pages for item in page.items if isinstance(item, Picture))
    assert shown == Tally(job.key for job in jobs.values())
    for page in made.pages:
        faces = cuts(page)
        for front, back in zip(faces[::2], faces[1::2], strict=True):
            assert (front.width, front.height, back.width) == (FACE, FACE, FACE)
            assert back.y == front.y
            assert 0.5 < back.x - front.right < 1
        for item in page.items:
            if isinstance(item, Picture):
                assert item.box.width == pytest.approx(FACE * (1 + 1.2 / sizes[item.key]))


@pytest.mark.parametrize("paper", [A4, LETTER, A3, (304.8, 457.2)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_and_all_of_it_can_be_printed(
    game: str, paper: tuple[float, float]
) -> None:
    for page in document(MIX[game], paper).pages:
        boxes = [*cuts(page), *(extent(text) for text in texts(page))]
        assert all(Rect(0, 0, page.width, page.height).grown(-5).holds(box) for box in boxes)
        assert deepest(boxes) < 1e-6, page.name


def test_pages_are_few() -> None:
    assert [len(document(MIX[game]).pages) for game in GAMES] == [8, 9, 11]
    assert [len(document(MIX[game], A3).pages) for game in GAMES] == [4, 4, 5]


def test_the_page_is_turned_where_more_fit_so() -> None:
    page = document(MIX["breakout-normandy"], A4).pages[0]
    assert (page.width, page.height) == A4
    page = document(MIX["breakout-normandy"], (150, 200)).pages[0]
    assert (page.width, page.height) == (200, 150)


@pytest.mark.parametrize("game", GAMES)
def test_sorted_by_side_nationality_and_formation(game: str) -> None:
    by_id = {counter.id: counter for counter in MIX[game]}
    found = [by_id[uid] for uid in order(document(MIX[game]))]
    assert sorted(c.id for c in found) == sorted(by_id)
    groups = [key for key, _ in itertools.groupby((c.side, c.nationality, c.formation) for c in found)]
    assert len(groups) == len(set(groups))
    sides = [side for side, _ in itertools.groupby(c.side for c in found)]
    assert sorted(sides[:-1]) == ["allied", "german"]
    assert sides[-1] == ""
    americans = [c.formation for c in found if c.nationality == "us" and c.formation.isdigit()]
    assert [int(number) for number in americans] == sorted(int(number) for number in americans)


def test_the_name_stands_below_the_large_picture_beside_the_small_ones() -> None:
    marker = next(c for c in MIX["breakout-normandy"] if c.id == "disruption")
    (page,) = document((marker,)).pages
    front, _ = cuts(page)
    lines = {text.text: text for text in texts(page)}
    for line in ("Disruption \u00d7 60", "disruption", "Markers of both sides, sheet 1, 12.7 mm"):
        assert front.bottom < extent(lines[line]).y < front.bottom + 10
    assert lines["Disruption \u00d7 60"].bold


def test_heading_and_foot() -> None:
    made = document(MIX["dark-summer"])
    for number, page in enumerate(made.pages, 1):
        said = [text.text for text in texts(page)]
        assert {"Battle: contact sheet", f"{number} / {len(made.pages)}", CAPTION} <= set(said)
    assert made.title == "Battle: contact sheet"
    assert "US 1 \u2013 US 29" in {text.text for page in made.pages for text in texts(page)}


def test_a_long_name_is_printed_smaller() -> None:
    counter = dataclasses.replace(
        MIX["dark-summer"][0], name="Fallschirm-Panzer-Ersatz- und Ausbildungs-" * 3
    )
    (page,) = document((counter,)).pages
    (name,) = [text for text in texts(page) if text.text == counter.name]
    assert extent(name).right <= max(box.right for box in cuts(page)) + 1e-6
    assert name.size < 3


def test_counters_of_two_sizes_are_shown_in_one_and_say_what_they_measure() -> None:
    first, second, *_ = MIX["breakout-normandy"]
    (page,) = document((first, dataclasses.replace(second, size=12.7)), bleed=0).pages
    assert {box.width for box in cuts(page)} == {FACE}
    said = " ".join(text.text for text in texts(page))
    assert "15.875 mm" in said
    assert "12.7 mm" in said
    assert all(item.window is None for item in page.items if isinstance(item, Picture))


def test_paper_that_is_too_small_is_refused() -> None:
    with pytest.raises(
        DataError, match="paper, 40 x 50 mm: expected at least 52 x 50 mm for a contact sheet"
    ):
        document(MIX["breakout-normandy"], (40, 50))


def test_only_the_pictures_that_are_shown_go_along() -> None:
    few = MIX["dark-summer"][:2]
    jobs = counter_jobs(few, dpi=60, bleed_mm=0, safe_mm=0.8)
    pictures = draw_faces(jobs.values(), workers=1)
    made = contact_document("x", few, jobs, {**pictures, "other": b""}, paper=A4, caption="")
    assert set(made.pictures) == set(pictures)


def test_as_a_picture_faces_have_their_size_and_no_bleed() -> None:
    counter = next(c for c in MIX["dark-summer"] if c.id == "chit-us")
    jobs = counter_jobs([counter], dpi=300, bleed_mm=2, safe_mm=0.8)
    pictures = draw_faces(jobs.values(), workers=1)
    (page,) = contact_document("x", (counter,), jobs, pictures, paper=A4, caption="").pages
    image = page_image(page, pictures, dpi=254).convert("RGB")
    lines = [item for item in page.items if isinstance(item, Outline)]
    assert [item.box for item in lines] == cuts(page)
    for box in cuts(page):
        x, y = (round(value * 10) for value in box.centre)
        half, clear = round(box.width * 5), 4
        green = image.getpixel((x - half + clear, y - half + clear))
        assert green == tuple(int(re.findall("..", counter.front.grounds[0][1:])[i], 16) for i in range(3))
        assert image.getpixel((x - half - clear, y)) == (255, 255, 255)
