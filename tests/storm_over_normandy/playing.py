"""Hands of cards for tests of Storm Over Normandy."""

from __future__ import annotations

from adjudicator.game import legal
from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import cards
from adjudicator.storm_over_normandy.r06_play import Decline, PlayCard, Respond
from maps.filing import OURS
from tests.playing import decision, play

Facts = dict[Key, Fact]


def hands(*words: str) -> Facts:
    """Facts that put cards into hands, ``"bocage"`` its first copy, ``"bocage"`` again its second."""
    used: dict[str, int] = {}
    facts: Facts = {}
    for word in words:
        used[word] = used.get(word, 0) + 1
        facts["card", cards.load_deck(OURS)[word].copies[used[word] - 1]] = cards.HAND
    return facts


def copy(word: str, number: int = 1) -> str:
    """Id of a copy of a card."""
    return cards.load_deck(OURS)[word].copies[number - 1]


def place_of(state: Position, word: str, number: int = 1) -> str:
    """Where a copy lies."""
    return state.text("card", copy(word, number))


def on_the_spot(state: Position, player: str) -> bool:
    """Whether a player is asked for a card."""
    top = state.decision
    return top is not None and (top.kind, top.player) == ("window", player)


def declined(state: Position) -> Position:
    """The position after everybody has declined to play a card."""
    while decision(state) == "window":
        state = play(state, Decline())
    return state


def ways(state: Position, word: str) -> list[PlayCard | Respond]:
    """Legal ways to play a card now."""
    found = (a for a in legal(state) if isinstance(a, (PlayCard, Respond)))
    return [a for a in found if cards.find(state, word) == a.card]
