"""Actions of June Six as words."""

from __future__ import annotations

import pytest

from adjudicator.asking.typed import parse_action
from adjudicator.errors import MalformedAction
from adjudicator.june_six import GAME
from adjudicator.june_six.r12_attack import CommitSupport
from adjudicator.june_six.r20_bridges import Demolish
from tests.june_six.build import board, hexes, hq, position

HERE = position(
    board(hexes(30, 33, 10, 12)), (hq("us-1-hq", "us-1"), "e1031"), (hq("us-v-hq", "us-v"), "e1131")
)


def test_guns_are_written_unit_and_points_markers_by_their_name() -> None:
    words = ["commit-support", "us-1-hq=4", "us-v-hq=2", "air=1"]
    assert parse_action(HERE, GAME, words) == CommitSupport((("us-1-hq", 4), ("us-v-hq", 2)), air=1)
    assert parse_action(HERE, GAME, ["commit-support", "naval=2"]) == CommitSupport(naval=2)
    assert parse_action(HERE, GAME, ["commit-support"]) == CommitSupport()


@pytest.mark.parametrize("word", ["us-1-hq", "us-1-hq=", "nobody=3", "us-1-hq=many"])
def test_a_gun_without_points_is_refused(word: str) -> None:
    with pytest.raises(MalformedAction):
        parse_action(HERE, GAME, ["commit-support", word])


def test_hqs_are_named_like_other_units() -> None:
    words = ["demolish", "us-1-hq", "e1031/e1032", "us-v-hq"]
    assert parse_action(HERE, GAME, words) == Demolish("us-1-hq", "e1031/e1032", "us-v-hq")
    with pytest.raises(MalformedAction):
        parse_action(HERE, GAME, ["demolish", "nobody", "e1031/e1032"])
