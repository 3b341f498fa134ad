"""Every deck of every set-up is the deck of the build file: VASSAL takes what the save says of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lxml import etree

from adjudicator.game import GAMES
from module_builder.kit import Kit, load_kit
from module_builder.module import set_ups
from module_builder.save import save_commands
from module_builder.vassal.commands import AddDeck
from module_builder.vassal.sequence_encoder import decode
from module_builder.windows import map_windows

# Place of each attribute of a DrawPile in the type text of a deck (reference 9.1).
PLACES = {
    "faceDown": 5,
    "shuffle": 6,
    "allowMultiple": 7,
    "allowSelect": 8,
    "reversible": 9,
    "reshuffleCommand": 10,
    "reshuffleTarget": 11,
    "drawFaceUp": 17,
    "restrictOption": 29,
    "restrictExpression": 30,
    "deckRestrictAccess": 48,
    "deckOwners": 49,
}
UNSAID = {"drawFaceUp": "false", "restrictOption": "false", "deckRestrictAccess": "false"}


@pytest.fixture(scope="module", params=GAMES)
def kit(request: pytest.FixtureRequest) -> Kit:
    return load_kit(request.param)


def piles(kit: Kit) -> dict[str, etree._Element]:
    """DrawPiles of the build file."""
    windows = map_windows(kit, kit.pieces)
    found = (p for window in windows for p in window.iter() if str(p.tag).endswith("DrawPile"))
    return {str(p.get("name")): p for p in found}


def decks(kit: Kit) -> Iterator[tuple[str, str, AddDeck]]:
    for title, position in set_ups(kit).items():
        for command in save_commands(kit, position):
            if isinstance(command, AddDeck):
                yield title, command.name, command


def said(pile: etree._Element, attribute: str) -> str:
    value = pile.get(attribute) or UNSAID.get(attribute, "")
    unrestricted = attribute == "restrictOption" and not pile.get("restrictExpression")
    return "false" if unrestricted else value


def test_a_deck_of_a_set_up_says_what_the_build_file_says(kit: Kit) -> None:
    known, seen = piles(kit), set()
    for title, name, deck in decks(kit):
        fields = decode(deck.type, ";")
        for attribute, place in PLACES.items():
            value = fields[place] if place < len(fields) else UNSAID.get(attribute, "")
            assert value == said(known[name], attribute), (title, name, attribute)
        seen.add(name)
    assert seen == set(known)


def test_nobody_chooses_from_a_deck_that_is_drawn_by_chance(kit: Kit) -> None:
    for title, name, deck in decks(kit):
        fields = decode(deck.type, ";")
        if fields[PLACES["faceDown"]] == "Always":
            assert fields[PLACES["allowSelect"]] == fields[PLACES["reversible"]] == "false", (title, name)
