"""Turns of each game that were played in a real engine: nothing was silent, and nothing lay otherwise.

`tests.engine.turns` plays them; here the same seed is played by the rules alone, and has to come to the same
positions.
"""

from __future__ import annotations

import re

import pytest

from adjudicator import describe
from adjudicator.game import GAMES, load
from module_builder.kit import load_kit
from module_builder.module import set_ups
from module_builder.vassal.keys import alt
from tests.engine.hands import Hands, by_hand
from tests.engine.run import MADE_FROM
from tests.engine.turns import STARTS, answers, course, digest, kept, silences
from tests.every import quick_one

_WHO = re.compile(r"\((German|Allied)( player)?\)|<(German|Allied) player>|--- .* \((German|Allied)\) ---")
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_the_same_seed_comes_to_the_same_positions(game: str) -> None:
    played = [(describe(before, action), digest(after)) for before, action, after in course(game)]
    assert played == [(step.action, step.position) for step in kept(game).steps], (
        "the rules have changed: python -m tests.engine.turns --classes DIR --write"
    )


@every_game
def test_the_engine_showed_what_the_rules_said(game: str) -> None:
    found = kept(game)
    assert found.differs == []
    assert len(found.steps) >= 80


@every_game
def test_only_what_no_player_sets_was_left_out(game: str) -> None:
    kit = load_kit(game)
    free = sorted(item.name for item in kit.carriers.schema.items.values() if not by_hand(kit, item))
    assert kept(game).unreached == free
    assert len(free) < len(kit.carriers.schema.items) / 2 or game == "breakout-normandy"


@every_game
def test_no_gesture_was_silent_and_each_line_says_who_made_it(game: str) -> None:
    found = kept(game)
    assert found.silent == []
    assert [line for step in found.steps for line in step.chat if not _WHO.search(line)] == []


@every_game
def test_both_sides_played(game: str) -> None:
    assert {side for step in kept(game).steps for side in step.by} == {"German", "Allied"}


@every_game
def test_the_set_up_is_there_from_which_a_save_is_made_in_the_engine(game: str) -> None:
    assert MADE_FROM[game] in set_ups(load_kit(game))


def test_a_gesture_of_which_nothing_is_said_is_silent_unless_it_is_secret() -> None:
    said = [
        ("drag\tu\tMap\t1\t1", ["* U: A -> B"]),
        ("key\tair-plan-a\t70,130", []),
        ("save\tx", []),
        ("key\tu\t9,0", []),
    ]
    assert silences(said) == ["key air-plan-a 70,130", "key u 9,0"]
    assert silences(said, ["air-plan-a"]) == ["key u 9,0"]


def test_lines_of_the_chat_belong_to_the_gesture_before_the_answer() -> None:
    lines = ["ENGINE 3.7", "DID 0 listen", "DID 1 drag", "CHAT * one", "CHAT ", "CHAT * two", "DID 2 key"]
    assert [*answers(lines)] == [[], ["* one", "* two"], []]


def test_dice_are_thrown_with_the_buttons_that_show_them() -> None:
    """A DR of the assault by the attacker's button and the defender's; June Six counts its die from zero."""
    breakout = Hands(load_kit("breakout-normandy"), load("breakout-normandy").scenario("d-day"))
    assert [*breakout._buttons([9, 4], 2, 6)] == [
        "dice\t6,3",
        f"press\t{alt('2')}",
        "dice\t3,1",
        f"press\t{alt('3')}",
    ]
    june = Hands(load_kit("june-six"), load("june-six").scenario("campaign"))
    assert [*june._buttons([0, 9], 1, 10)] == ["dice\t1,10", f"press\t{alt('2')}"]


def test_every_game_has_its_turns() -> None:
    assert set(STARTS) == set(GAMES)
