"""Random legal play of each game: `legal` says what `check` says of any action, and all survives JSON.

The Dark Summer asks the same of more positions in `tests/properties/test_dark_summer_play.py`.
"""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from adjudicator.actions import action_from_json, action_to_json, kind_of
from adjudicator.battle_for_normandy.r09.entry import Reroute
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import GAMES, apply, check, legal, load, open_now
from adjudicator.position import Position
from adjudicator.storm_over_normandy import cards
from maps.filing import OURS
from tests.every import quick_one
from tests.generated import played
from tests.playing import wander
from tests.properties.strange import mutated

CHANGED = [
    ("breakout-normandy", "d-day", 10, 400),
    ("breakout-normandy", "d-day", 11, 400),
    ("storm-over-normandy", "invasion", 10, 400),
    ("storm-over-normandy", "invasion", 11, 400),
    ("june-six", "campaign", 10, 400),
    ("june-six", "campaign", 11, 400),
    ("battle-for-normandy", "carentan", 10, 300),
]
SURVIVING = [
    ("breakout-normandy", "d-day", 400, 5),
    ("storm-over-normandy", "invasion", 300, 5),
    ("june-six", "campaign", 300, 5),
    ("battle-for-normandy", "carentan", 200, 10),
]


def pools(position: Position) -> list[list[str]]:
    """Words that could stand in an action."""
    words = [sorted(position.pieces), sorted(position.board.spaces)]
    if position.game == "breakout-normandy":
        words.append(sorted(position.board.edges))
    elif position.game == "storm-over-normandy":
        words.append(sorted(cards.copies(OURS, "german")))
    elif position.game == "battle-for-normandy":
        words[1] = words[1][::20]
    return words


@pytest.mark.parametrize(
    ("slug", "scenario", "seed", "steps"), quick_one(CHANGED, "storm-over-normandy", "june-six")
)
def test_generated_actions_are_legal_exactly_when_check_says_so(
    slug: str, scenario: str, seed: int, steps: int
) -> None:
    rng = random.Random(seed)
    for number, (position, action) in enumerate(wander(load(slug).scenario(scenario), seed, steps)):
        if number % 8:
            continue
        found = legal(position)
        strange = mutated(action, rng, pools(position))
        ruling = check(position, strange)
        assert (strange in found) is ruling.ok
        if ruling.ok:
            assert apply(position, strange) is not None
        else:
            assert all(v.rule and v.text for v in ruling.violations)


@pytest.mark.parametrize(("slug", "scenario", "steps", "every"), quick_one(SURVIVING, "june-six"))
def test_positions_and_actions_survive_json(slug: str, scenario: str, steps: int, every: int) -> None:
    game = load(slug)
    start = game.scenario(scenario)
    units = {uid: piece.printed for uid, piece in start.pieces.items()}
    for number, (position, action) in enumerate(wander(start, 77, steps)):
        if number % every == 0:
            data = json.loads(json.dumps(position_to_json(position)))
            again = position_from_json(data, game, position.board, units)
            assert again == position
            assert set(again.occupied()) == set(position.occupied())
            assert action_from_json(json.loads(json.dumps(action_to_json(action))), game.kinds) == action


BY_NOBODY = {("dark-summer", "advance")}  # nobody has to


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_done_by_no_unit(slug: str) -> None:
    game = load(slug)
    for scenario in [*game.scenarios][:2]:
        for position in played(game, scenario, 4, 300, every=10):
            for handler in open_now(position):
                action: Any = next(iter(handler.options(position)), None)
                kind = kind_of(handler.action)
                if getattr(action, "units", ()) and (slug, kind) not in BY_NOBODY:
                    assert not check(position, dataclasses.replace(action, units=())).ok, kind


def test_no_reinforcement_waits_without_a_name() -> None:
    draft = load("battle-for-normandy").scenario("campaign").draft()
    draft.set("phase", "movement")
    draft.set("side", "german")
    faults = check(draft.finish(), Reroute((), "granville")).violations
    assert [(v.rule, v.text) for v in faults] == [("9.2.1", "units that are to wait must be named")]
