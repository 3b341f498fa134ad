"""What the clients of a real engine give away: nothing that their side may not see, unless it is planted."""

from __future__ import annotations

import random

import pytest

from adjudicator.game import GAMES, load
from tests.engine.leaks import alike, face_down, hidden_otherwise, kept, positions, revealed
from tests.every import quick_one
from tests.module_builder.building import tree_of

MASKED = [game for game in GAMES if load(game).mask is not None]


@pytest.mark.parametrize("game", MASKED)
def test_nothing_that_is_hidden_can_be_read_off(game: str) -> None:
    looks = kept(game)["looks"]
    assert {"german", "allied", "public"} == {look["viewer"] for look in looks} | (
        {"german", "allied"} if game == "battle-for-normandy" else set()
    )
    for look in looks:
        assert look["hidden"], "nothing lay otherwise"
        assert sum(look["looked"].values()) > 1000
        assert {"property", "name", "trait", "menu", "viewer", "inventory", "chat"} <= set(look["looked"])
        assert look["found"] == []


@pytest.mark.parametrize("game", MASKED)
def test_a_module_whose_secrets_stand_open_is_found_out(game: str) -> None:
    found = kept(game)
    assert len(found["planted"]) == len(found["looks"])
    assert min(found["planted"]) > 0


@pytest.mark.parametrize("game", quick_one(GAMES, "dark-summer"))
def test_no_text_shows_the_id_of_a_counter(game: str) -> None:
    """A counter that lies face down by a layer has its id all the same; expressions find pieces by it."""
    shown = ("reportFormat", "unrotatedText", "summaryReportFormat", "counterReportFormat", "leafFormat")
    texts = [node.get(name, "") for node in tree_of(game).iterdescendants() for name in shown]
    assert [text for text in texts if "$Uid$" in text] == []


def test_a_game_without_secrets_has_nothing_to_look_for() -> None:
    assert set(GAMES) - set(MASKED) == {"breakout-normandy"}
    assert kept("breakout-normandy") == {"looks": [], "planted": []}


@pytest.mark.parametrize("viewer", ["german", "allied", "public"])
def test_the_second_position_is_another_and_looks_alike(viewer: str) -> None:
    game = load("storm-over-normandy")
    (step, position), *_ = positions(game, "invasion", viewer)
    other = hidden_otherwise(game, position, viewer, random.Random(1))
    assert other != position
    assert alike(game, position, other, viewer)
    assert not alike(game, position, other, "referee")
    look = next(look for look in kept("storm-over-normandy")["looks"] if look["viewer"] == viewer)
    assert look["step"] == step


def test_counters_face_down_are_real_ones_of_the_pool() -> None:
    start = load("dark-summer").scenario("campaign")
    shown = face_down(start)
    hidden = [shown.pieces[uid] for uid in shown.subjects("hidden")]
    assert len(hidden) > 10
    assert all("hidden" not in piece.printed.marks for piece in hidden)
    blank = {p.space for p in start.pieces.values() if "hidden" in p.printed.marks}
    assert {piece.space for piece in hidden} <= blank


def test_lines_count_as_often_as_they_are_shown() -> None:
    assert revealed(["name\t?", "name\t?"], ["name\t?"]) == ["name ?"]
    assert revealed(["a", "b"], ["b", "a"]) == []
