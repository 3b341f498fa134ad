"""Cards as data and as drawn: decks of the rulebook, strict files, print in the safe area, text that fits."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

import adjudicator.breakout_normandy as rules
from counters import fonts
from counters.card_art import CORNER, SAFE, draw_card
from counters.cards import CARD_SIZE, Card, CardFace, load_cards, parse_cards
from counters.drawing import Pen
from counters.geometry import Box
from counters.paragraphs import fit_paragraph, wrapped
from maps.errors import DataError
from module_builder.kit import load_kit
from module_builder.pieces import all_uids
from tests.counters.measuring import changed, rgb

GAME = "breakout-normandy"
CARDS = load_cards(GAME)
FACES: tuple[CardFace, ...] = ("front", "back")
SEVEN = next(card for card in CARDS if card.id == "card-german-7")
DOT = 10  # pixels to a millimetre
WIDE = round(CARD_SIZE[0] * DOT)
DECK: Mapping[str, Any] = {
    "side": "german",
    "title": "German Tactical Card",
    "ground": "#93adc2",
    "deep": "#23466a",
    "ink": "#0c1319",
    "paper": "#fbf9f0",
    "accent": "#ffffff",
    "emblem": "balkenkreuz",
    "back": "#9c2222",
}
FIRE: Mapping[str, Any] = {
    "id": "artillery",
    "decks": ["german"],
    "title": "Artillery",
    "value": "6",
    "icon": "howitzer",
    "when": "For your impulse",
    "text": "Fire attack with firepower 6 plus two dice on one area; no unit is needed.",
}


def made(**changes: object) -> Card:
    return parse_cards({"deck": {"german": DECK}, "card": [{**FIRE, **changes}]})[0]


def test_each_side_has_a_deck_of_36_as_two_dice_roll() -> None:
    for side in ("german", "allied"):
        own = [card for card in CARDS if card.side == side]
        found = Counter({int(card.value): card.count for card in own})
        assert found == Counter(a + b for a in range(1, 7) for b in range(1, 7))
        assert sum(card.count for card in own) == 36


def test_the_cards_are_those_of_the_module() -> None:
    adapter = tomllib.loads((Path(rules.__file__).parent / "adapter.toml").read_text(encoding="utf-8"))
    german = [card.count for card in CARDS if card.side == "german"]
    assert german == adapter["decks"]["counts"]
    pieces = {uid for uid in all_uids(load_kit(GAME)) if uid.startswith("card-")}
    assert {copy for card in CARDS for copy in card.copies} == pieces


def test_a_card_says_how_often_its_value_comes() -> None:
    assert {card.value: card.text for card in CARDS}["6"] == "5 in 36"
    assert SEVEN.deck.spread[5] == ("7", 6)
    assert SEVEN.back != CARDS[-1].back


def test_a_game_without_cards_has_none() -> None:
    assert load_cards("dark-summer") == ()


def test_cards_with_texts_need_no_code() -> None:
    card = made(count=3, title="Götz ({count} of {total})")
    assert (card.title, card.side, card.when) == ("Götz (3 of 3)", "german", "For your impulse")
    assert card.copies == ("card-german-artillery-1", "card-german-artillery-2", "card-german-artillery-3")
    assert card.deck.spread == ()


@pytest.mark.parametrize(
    ("deck", "card", "expected"),
    [
        ({"colour": "#000000"}, {}, "deck.german: expected no other keys"),
        ({"ground": "red"}, {}, "deck.german.ground: expected a colour such as #86ab62, not 'red'"),
        ({"crest": "white"}, {}, "deck.german.crest: expected a colour"),
        ({"emblem": "eagle"}, {}, "deck.german.emblem: expected one of star,"),
        ({"chart": 1}, {}, "deck.german, chart: expected true or false, not 1"),
        ({"title": None}, {}, "deck.german, title: expected a text in quotes, not None"),
        ({}, {"icon": "catapult"}, "card artillery, icon: expected one of star,"),
        ({}, {"count": "2"}, "card artillery, count: expected a whole number, not '2'"),
        ({}, {"count": True}, "card artillery, count: expected a whole number, not True"),
        ({}, {"count": 0}, "card artillery: expected a count of 1 or more, a deck, and a value or an icon"),
        ({}, {"decks": []}, "card artillery: expected a count of 1 or more, a deck"),
        ({}, {"decks": "german"}, "card artillery, decks: expected a list of words, not 'german'"),
        ({}, {"decks": ["red"]}, "card artillery, decks: expected names of decks, each with a table"),
        ({}, {"text": "{odds}"}, "card artillery: expected no other words in braces"),
        ({}, {"effect": "x"}, "card artillery: expected no other keys than id, decks"),
    ],
)
def test_a_wrong_file_is_told_by_place(deck: dict[str, Any], card: dict[str, Any], expected: str) -> None:
    with pytest.raises(DataError) as fault:
        parse_cards({"deck": {"german": {**DECK, **deck}}, "card": [{**FIRE, **card}]})
    assert str(fault.value).startswith(f"cards.toml, {expected}")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"cards": []}, "cards.toml: expected the tables deck and card, not cards"),
        ({"deck": []}, "cards.toml: expected tables [deck.NAME] and rows [[card]]"),
        ({"deck": {"red": {}}}, "cards.toml, deck.red: expected the keys side, title"),
        (
            {"card": [{"decks": ["red"]}]},
            "cards.toml, card number 1: expected the keys id, decks; id missing",
        ),
        ({"deck": {"german": DECK}, "card": [FIRE, FIRE]}, "cards.toml, deck.german: expected cards with"),
    ],
)
def test_a_wrong_table_is_told(data: dict[str, Any], expected: str) -> None:
    with pytest.raises(DataError) as fault:
        parse_cards(data)
    assert str(fault.value).startswith(expected)


def pixels_of(image: Image.Image, color: str) -> int:
    counts = {found: n for n, found in image.getcolors(image.width * image.height) or ()}
    return counts.get(rgb(color), 0)


def rims(image: Image.Image, depth: int) -> list[Image.Image]:
    wide, high = image.size
    boxes = (
        (0, 0, wide, depth),
        (0, high - depth, wide, high),
        (0, 0, depth, high),
        (wide - depth, 0, wide, high),
    )
    return [image.crop(box) for box in boxes]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("card", [*CARDS[::5], made(), made(text="")], ids=lambda card: card.id)
def test_nothing_is_printed_outside_the_safe_area(card: Card, face: CardFace) -> None:
    image = draw_card(card, width_px=round((CARD_SIZE[0] + 2) * DOT), face=face, bleed=1)
    ground = card.deck.ground if face == "front" else card.deck.back or card.deck.deep
    for rim in rims(image, round((1 + SAFE) * DOT)):
        assert rim.getcolors() == [(rim.width * rim.height, rgb(ground))]


@pytest.mark.parametrize("face", FACES)
def test_the_bleed_lies_beyond_the_same_card(face: CardFace) -> None:
    plain = draw_card(SEVEN, width_px=WIDE, face=face)
    bled = draw_card(SEVEN, width_px=WIDE + 20, face=face, bleed=1)
    assert plain.size == (635, 889)
    assert bled.size == (655, 909)
    cut = bled.crop((10, 10, 645, 899))
    assert changed(plain, cut) < 0.004 * plain.width * plain.height


def test_a_card_keeps_its_shape_at_every_size() -> None:
    for width in (64, 250, 1500):
        image = draw_card(SEVEN, width_px=width)
        assert abs(image.height / image.width - 88.9 / 63.5) < 1 / width


def test_the_screen_shows_round_corners() -> None:
    image = draw_card(SEVEN, width_px=WIDE, finish="screen", bleed=3)
    assert image.size == (635, 889)
    alpha = image.getchannel("A")
    radius = CORNER * DOT
    inside = radius * (1 - 0.5**0.5)  # where the arc crosses the diagonal
    for shift, expected in ((-2, 0), (2, 255)):
        assert alpha.getpixel((round(inside) + shift, round(inside) + shift)) == expected
    assert alpha.getpixel((317, 0)) == 255


@pytest.mark.parametrize("card", [CARDS[0], CARDS[-1]], ids=lambda card: card.id)
def test_a_back_is_the_same_upside_down_and_for_every_card(card: Card) -> None:
    back = draw_card(card, width_px=WIDE, face="back")
    turned = back.transpose(Image.Transpose.ROTATE_180)
    assert turned.tobytes() == back.tobytes()
    other = next(c for c in CARDS if c.back == card.back and c != card)
    assert draw_card(other, width_px=WIDE, face="back").tobytes() == back.tobytes()


def test_the_two_backs_differ_at_a_glance() -> None:
    german, allied = (
        draw_card(card, width_px=64, face="back").resize((1, 1)) for card in (CARDS[0], CARDS[-1])
    )
    one, other = german.getpixel((0, 0)), allied.getpixel((0, 0))
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 40


def test_the_value_stands_in_the_middle_and_in_two_corners() -> None:
    seven, eight = (draw_card(card, width_px=WIDE) for card in (CARDS[5], CARDS[6]))
    box = ImageChops.difference(seven, eight)
    corners = [(45, 55, 175, 155), (460, 735, 590, 835)]
    for place in [*corners, (265, 510, 370, 610)]:
        assert changed(seven.crop(place), eight.crop(place)) > 0.1 * (place[2] - place[0]) * (
            place[3] - place[1]
        )
    assert box.crop((190, 60, 445, 150)).getbbox() is None  # side and heading are the same
    first, second = (seven.crop(place) for place in corners)
    assert changed(first, second.transpose(Image.Transpose.ROTATE_180)) < 500


def test_six_and_nine_cannot_be_taken_for_each_other() -> None:
    bars = {}
    for card in CARDS[:11]:
        below = draw_card(card, width_px=WIDE).crop((285, 612, 350, 634))
        bars[card.value] = pixels_of(below, card.deck.ink)
    assert min(bars["6"], bars["9"]) > 150
    assert {n for value, n in bars.items() if value not in {"6", "9"}} == {0}


def test_the_chart_marks_the_own_value() -> None:
    bricks = []
    for card in CARDS[:11]:
        chart = draw_card(card, width_px=WIDE).crop((70, 655, 455, 740))
        bricks.append(pixels_of(chart, SEVEN.deck.deep))
    ones = [count / card.count for count, card in zip(bricks, CARDS, strict=False)]
    assert max(ones) < 1.15 * min(ones)


def test_accents_are_printed() -> None:
    plain, accents = (draw_card(made(title=title), width_px=WIDE) for title in ("Gotz", "Götz"))
    heading = (60, 60, 560, 160)
    assert changed(plain.crop(heading), accents.crop(heading)) > 20
    assert changed(plain.crop((0, 170, 635, 889)), accents.crop((0, 170, 635, 889))) == 0


@pytest.mark.parametrize("words", [0, 5, 20, 40])
def test_text_stays_between_picture_and_foot(words: int) -> None:
    card = made(text=" ".join(["Sainte-Mère-Église"] * words))
    with_text, without = (draw_card(c, width_px=WIDE) for c in (card, made(text="x")))
    for place in ((0, 0, 52, 889), (583, 0, 635, 889), (0, 0, 635, 150), (0, 835, 635, 889)):
        assert changed(with_text.crop(place), without.crop(place)) == 0


@pytest.mark.parametrize(("key", "words"), [("text", 400), ("text", 0), ("when", 60)])
def test_what_does_not_fit_is_refused(key: str, words: int) -> None:
    text = "word " * words or "Donaudampfschifffahrtsgesellschaftskapitän" * 3
    with pytest.raises(
        DataError, match=f"cards.toml, card-german-artillery, {key}: expected a text that fits"
    ):
        draw_card(made(**{key: text}), width_px=100)


def test_a_card_of_value_refuses_a_long_text_too() -> None:
    with pytest.raises(DataError, match="shorten it"):
        draw_card(made(icon="", text="word " * 300), width_px=100)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("abcéöÉ-", min_size=1, max_size=12), min_size=1, max_size=60).map(" ".join),
    st.floats(20, 60),
    st.floats(4, 60),
)
def test_a_paragraph_fits_its_box_and_loses_no_word(text: str, width: float, height: float) -> None:
    found = fit_paragraph(text, width, height, largest=3.5, smallest=2.1)
    if found is None:
        lines = wrapped(text, width, 2.1)
        assert lines is None or 2.1 * (1.18 + 1.22 * (len(lines) - 1)) > height - 0.01
        return
    assert 2.1 <= found.em <= 3.5
    assert found.height <= height
    assert max(fonts.advance(line, found.weight) for line in found.lines) * found.em <= width + 1e-9
    assert "".join(found.lines).replace(" ", "") == text.replace(" ", "")


def test_a_pen_may_be_higher_than_wide_and_count_millimetres() -> None:
    pen = Pen(20, "#ffffff", height=40, across=10)
    pen.rect(Box(5, 15, 10, 20), fill="#000000")
    image = pen.finish()
    assert image.size == (20, 40)
    assert image.getpixel((9, 35)) == image.getpixel((15, 29)) == (255, 255, 255)
    assert image.getpixel((10, 30)) == image.getpixel((19, 39)) == (0, 0, 0)
