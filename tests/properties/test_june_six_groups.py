"""Random legal play of June Six with the optional German reinforcement groups (5.13)."""

from __future__ import annotations

import random

import pytest

from adjudicator.actions import action_to_json
from adjudicator.game import apply, check, legal
from adjudicator.june_six import GAME
from adjudicator.position import Position
from tests.playing import choose
from tests.properties.test_june_six_play import broken

TURNS = (5, 6, 8)
READY = ("choose-group", "choose-entry", "assign")


def begin(turn: int) -> Position:
    """The German Logistics Phase of a later turn of the campaign, nothing moved since June 6."""
    at = GAME.scenario("campaign")
    facts = {k: v for k, v in at.facts.items() if k[0] != "am"}
    facts |= {("turn", ""): turn, ("phase", ""): "german-logistics", ("side", ""): "german"}
    facts |= {("rp", "german"): 14, ("rp-received", "german"): True}
    return Position(at.game, at.board, at.schema, at.pieces, facts, options={"optional-groups": "B"})


@pytest.mark.parametrize("turn", TURNS)
def test_groups_that_are_called_up_lead_to_no_dead_end(turn: int) -> None:
    rng, position, called = random.Random(turn), begin(turn), 0
    for number in range(220):
        if position.text("phase") == "over":
            break
        found = legal(position)
        first = [a for kind in READY for a in found.of(kind)]
        action = rng.choice(first) if first else choose(position, rng)
        assert check(position, action).ok, action
        called += action_to_json(action)["action"] == "choose-group"
        position = apply(position, action)
        assert not broken(position), (number, action)
    assert called
