"""The decks of Storm Over Normandy: 27 cards a side, effects and windows explained, texts that fit."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from counters.card_art import draw_front
from counters.card_scenes import SCENES, draw_scene
from counters.cards import CARD_SIZE, load_cards
from counters.catalog import load_units
from counters.drawing import Pen
from counters.paragraphs import fit_paragraph
from maps.loader import Sources
from tests.counters.measuring import rgb

GAME = "storm-over-normandy"
FILE = Path(adjudicator.__file__).parent / "storm_over_normandy" / "deck.toml"
TEXT = FILE.read_text(encoding="utf-8")
CARDS: list[dict[str, Any]] = tomllib.loads(TEXT)["card"]
BY_ID = {card["id"]: card for card in CARDS}
DRAWN = load_cards(GAME)
KEYS = {
    "id",
    "side",
    "title",
    "count",
    "when",
    "effect",
    "params",
    "removed",
    "cumulative",
    "text",
    "source",
}
PARAMS = {
    "shock-assault": {"areas"},
    "stop-move": set(),
    "double-value": set(),
    "fire-and-stay": set(),
    "defensive-fire": set(),
    "card-attack": {"firepower", "eliminate", "reach"},
    "first-impulse": set(),
    "arrive": {"unit"},
    "attack-bonus": {"points"},
    "free-assault": set(),
    "refresh": {"units"},
    "march": {"points"},
    "cancel": {"cards"},
    "draw": {"cards"},
    "support": {"points"},
    "enemy-discard": {"cards"},
    "hasten": {"turns"},
}


def uses(card: dict[str, Any]) -> list[tuple[str, str]]:
    """Window and effect of each use."""
    found = [(card["when"], card["effect"])]
    if "second" in card:
        found.append((card["second"]["when"], card["second"]["effect"]))
    return found


def explained(heading: str) -> set[str]:
    """Words that a part of the head of the file explains."""
    part = re.split(r"^# (?=[A-Z])", TEXT.split("[[card]]")[0], flags=re.MULTILINE)
    (lines,) = [text for text in part if text.startswith(heading)]
    return set(re.findall(r"^#   ([a-z-]+)  +\S", lines, flags=re.MULTILINE))


def test_27_cards_a_side() -> None:
    counts: Counter[str] = Counter()
    for card in CARDS:
        counts[card["side"]] += card["count"]
    assert counts == {"german": 27, "allied": 27}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["id"]))
def test_a_card_has_its_keys(card: dict[str, Any]) -> None:
    assert card.keys() - {"second"} == KEYS
    assert re.fullmatch(r"[a-z-]+", card["id"])
    assert card["side"] in {"german", "allied"}
    assert card["count"] >= 1
    assert isinstance(card["removed"], bool)
    assert isinstance(card["cumulative"], bool)
    assert set(card["params"]) == set().union(*(PARAMS[effect] for _, effect in uses(card)))
    assert not card["removed"] or card["count"] == 1


def test_ids_and_titles_are_unique() -> None:
    assert len(BY_ID) == len(CARDS)
    assert len({card["title"] for card in CARDS}) == len(CARDS)


def test_every_effect_and_window_is_explained_and_no_other() -> None:
    assert explained("Effects") == {effect for card in CARDS for _, effect in uses(card)} == set(PARAMS)
    assert explained("Windows") == {when for card in CARDS for when, _ in uses(card)}
    told = {c["effect"] for c in CARDS if Sources.parse(c["source"]).of("effect").startswith("published")}
    assert told == {"hasten"}
    assert len(PARAMS.keys() - told) <= 16, "what a report tells counts apart from what we make up"


def test_every_source_is_a_source() -> None:
    for card in CARDS:
        sources = Sources.parse(card["source"])
        assert set(sources.columns) <= KEYS | {"second"}, card["id"]
        assert sources.of("count") == "reconstructed"


# What the rulebook says


def test_shock_assault() -> None:
    card = BY_ID["shock-assault"]
    assert (card["side"], card["when"], card["params"]) == ("allied", "impulse", {"areas": 2})


def test_bocage_has_two_uses_in_an_allied_impulse() -> None:
    card = BY_ID["bocage"]
    assert card["side"] == "german"
    assert uses(card) == [("allied-leave", "stop-move"), ("allied-attack", "double-value")]
    assert card["count"] >= 2
    assert card["cumulative"]


def test_defensive_fire_has_two_uses_and_may_be_played_in_multiples() -> None:
    card = BY_ID["defensive-fire"]
    assert card["side"] == "german"
    assert uses(card) == [("impulse", "fire-and-stay"), ("allied-entry", "defensive-fire")]
    assert card["count"] >= 2
    assert card["cumulative"]


def test_artillery_has_a_firepower_of_6_and_eliminates_nobody() -> None:
    card = BY_ID["artillery"]
    assert (card["side"], card["when"], card["effect"]) == ("german", "impulse", "card-attack")
    assert card["params"] == {"firepower": 6, "eliminate": False, "reach": "any"}


def test_a_german_card_takes_the_first_impulse() -> None:
    assert [card["side"] for card in CARDS if card["effect"] == "first-impulse"] == ["german"]


def test_the_two_units_without_set_up_come_by_cards() -> None:
    arriving = {card["params"]["unit"]: card for card in CARDS if card["effect"] == "arrive"}
    assert set(arriving) == {uid for uid, unit in load_units(GAME).items() if "card" in unit.marks}
    assert all(card["side"] == "german" and card["removed"] for card in arriving.values())


def test_cancels_name_cards_of_the_enemy() -> None:
    for card in CARDS:
        if card["effect"] == "cancel":
            assert {BY_ID[uid]["side"] for uid in card["params"]["cards"]} == {"german", "allied"} - {
                card["side"]
            }


# As drawn


def test_the_drawn_cards_are_those_of_the_deck() -> None:
    assert len(DRAWN) == len(CARDS)
    for card in DRAWN:
        own = BY_ID[card.id.removeprefix(f"card-{card.deck.name}-")]
        assert (card.deck.name, card.side) == (own["side"], own["side"])
        assert (card.title, card.text, card.count) == (own["title"], own["text"], own["count"])
        impulse = any(when == "impulse" for when, _ in uses(own))
        assert card.when.startswith("For your impulse") == impulse, card.id


def test_german_backs_are_red_and_allied_ones_green() -> None:
    backs = {card.deck.name: rgb(card.deck.back) for card in DRAWN}
    assert max(backs["german"]) == backs["german"][0]
    assert max(backs["allied"]) == backs["allied"][1]


@pytest.mark.parametrize("card", DRAWN, ids=lambda card: str(card.id))
def test_every_text_fits_a_card(card: Any) -> None:
    assert len(card.text) < 260
    image = draw_front(card, width_px=127, bleed=0, finish="print", size=CARD_SIZE)
    assert image.size == (127, 178)


def test_every_card_has_a_picture_of_its_own() -> None:
    """88s and Flak, Jabos and Naval Power: two cards that do different things do not look alike."""
    cards = load_cards("storm-over-normandy")
    icons = [card.icon for card in cards]
    assert len(set(icons)) == len(icons) == 25
    assert set(icons) <= set(SCENES)


def test_no_word_is_left_alone_on_the_last_line() -> None:
    for card in load_cards("storm-over-normandy"):
        found = fit_paragraph(card.text, 47.6, 30, largest=3.5, smallest=2.1)
        assert found is not None
        assert " ".join(found.lines) == " ".join(card.text.split())
        for line in found.lines[-1:]:
            assert len(line.split()) > 1, (card.id, found.lines)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_a_picture_fills_its_box_at_every_height(name: str) -> None:
    for deck in {card.deck.side: card.deck for card in load_cards("storm-over-normandy")}.values():
        for high, back in ((33, False), (62, False), (80, True)):
            pen = Pen(100, "#ff00ff", height=high)
            draw_scene(pen, name, deck, high, back=back)
            image = pen.finish()
            assert image.size == (100, high)
            corners = [(x, y) for x in (0, 99) for y in (0, high - 1)]
            assert (255, 0, 255) not in {image.getpixel(spot) for spot in corners}
            assert len(set(image.get_flattened_data())) > 12
