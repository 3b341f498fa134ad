"""New phase as a real engine presses it: where it leads is what its expressions say, and Undo takes all back.

`tests.engine.phasing` presses it.
"""

from __future__ import annotations

import pytest

from adjudicator.game import GAMES, load
from module_builder.kit import load_kit
from tests.engine.phasing import kept
from tests.engine.turns import STARTS
from tests.module_builder.test_phases import pressed, stand

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_undo_takes_back_all_that_a_press_did_and_the_next_press_does_it_again(game: str) -> None:
    assert [line for press in kept(game) for line in press.otherwise] == []


@every_game
def test_the_engine_turns_the_trackers_to_where_the_expressions_lead(game: str) -> None:
    kit = load_kit(game)
    now, moved = stand(kit, load(game).scenario(STARTS[game][0])), 0
    for press in kept(game):
        wanted = pressed(kit, now)
        assert press.stands == wanted
        moved += wanted != now
        now = wanted
    assert moved >= 2


@every_game
def test_each_press_says_what_is_due_with_its_section(game: str) -> None:
    rules = {phase.id: phase.rule for phase in load(game).sequence.phases.values()}
    for press in kept(game):
        assert any(rules[press.stands["phase"]] in line for line in press.chat), press
