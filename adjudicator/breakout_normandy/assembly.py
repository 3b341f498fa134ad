"""The game put together: handlers, rolls, questions, scenarios of all its sections."""

from __future__ import annotations

import functools
from pathlib import Path
from types import ModuleType

from adjudicator.actions import kind_of
from adjudicator.breakout_normandy import (
    questions_combat,
    questions_movement,
    questions_night,
    questions_turn,
    r06_daylight,
    r06_sequence,
    r07_stacking_and_control,
    r08_air_interdiction,
    r08_impulses,
    r08_movement,
    r08_pass,
    r09_assault,
    r09_casualties,
    r09_results,
    r09_retreats,
    r10_attrition,
    r10_bombardment,
    r11_advantage,
    r12_night,
    r12_refit,
    r13_regrouping,
    r17_naval_and_air,
    r19_landing,
    r19_reinforcements,
    r20_bridges,
    r20_night,
    r21_d_day,
    r24_storm,
)
from adjudicator.breakout_normandy.examples import example_position, example_titles
from adjudicator.breakout_normandy.r05_set_up import SLUG, set_up
from adjudicator.game import Game
from adjudicator.position import Position
from adjudicator.questions import Question
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from adjudicator.verbs import Apply, Check, Next, Where

__all__ = ["GAME"]

_FOLDER = Path(__file__).parent
_SCHEMA = load_schema(_FOLDER)
_RULES: tuple[ModuleType, ...] = (
    r06_daylight,
    r06_sequence,
    r07_stacking_and_control,
    r08_air_interdiction,
    r08_impulses,
    r08_movement,
    r08_pass,
    r09_assault,
    r09_casualties,
    r09_results,
    r09_retreats,
    r10_attrition,
    r10_bombardment,
    r11_advantage,
    r12_night,
    r12_refit,
    r13_regrouping,
    r17_naval_and_air,
    r19_landing,
    r19_reinforcements,
    r20_bridges,
    r20_night,
    r21_d_day,
    r24_storm,
)
_QUESTIONS: tuple[type[Question], ...] = (
    Check,
    Apply,
    Next,
    Where,
    *questions_combat.QUESTIONS,
    *questions_movement.QUESTIONS,
    *questions_night.QUESTIONS,
    *questions_turn.QUESTIONS,
)


def _example(name: str, overlay: Path | None) -> Position:
    return example_position(name, _SCHEMA, overlay)


GAME = Game(
    slug=SLUG,
    title="Breakout: Normandy",
    edition="1993",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    handlers={kind_of(h.action): h for module in _RULES for h in getattr(module, "HANDLERS", ())},
    rolls={kind: roll for module in _RULES for kind, roll in getattr(module, "ROLLS", {}).items()},
    after_roll=r11_advantage.after_roll,
    after=r11_advantage.after,
    scenarios={
        "d-day": functools.partial(set_up, _SCHEMA),
        **{name: functools.partial(_example, name) for name in example_titles()},
    },
    questions={q.verb: q for q in _QUESTIONS},
    statuses=("fresh", "spent", "d1", "d2"),
    player_on_turn=r06_sequence.player_on_turn,
)
