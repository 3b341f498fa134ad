"""Breakout: Normandy (The Avalon Hill Game Company, 1993): its rules, one module for each section."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path

from adjudicator.breakout_normandy import questions_combat, questions_movement, questions_night, questions_turn
from adjudicator.breakout_normandy.examples import example_position, example_titles
from adjudicator.breakout_normandy.r05_set_up import SLUG, set_up
from adjudicator.game import Game
from adjudicator.position import Position
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from adjudicator.verbs import Apply, Check, Next

__all__ = ["GAME"]

_FOLDER = Path(__file__).parent
_SCHEMA = load_schema(_FOLDER)
_NAMES = [p.stem for p in sorted(_FOLDER.glob("r[0-9]*_*.py"))]
_MODULES = [importlib.import_module(f"adjudicator.breakout_normandy.{n}") for n in _NAMES]
_HANDLERS = [h for m in _MODULES for h in getattr(m, "HANDLERS", ())]
from adjudicator.actions import kind_of

_r11 = next((m for m in _MODULES if m.__name__.endswith("r11_advantage")), None)
_r06 = next((m for m in _MODULES if m.__name__.endswith("r06_sequence")), None)


def _example(name: str, overlay: Path | None) -> Position:
    return example_position(name, _SCHEMA, overlay)


GAME = Game(
    slug=SLUG,
    title="Breakout: Normandy",
    edition="1993",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    handlers={kind_of(h.action): h for h in _HANDLERS},
    rolls={k: r for m in _MODULES for k, r in getattr(m, "ROLLS", {}).items()},
    after_roll=getattr(_r11, "after_roll", lambda d, x, v: False),
    after=getattr(_r11, "after", lambda d, p: None),
    scenarios={
        "d-day": lambda overlay: set_up(_SCHEMA, overlay),
        **{name: functools.partial(_example, name) for name in example_titles()},
    },
    questions={
        q.verb: q
        for q in (
            Check,
            Apply,
            Next,
            *questions_combat.QUESTIONS,
            *questions_movement.QUESTIONS,
            *questions_night.QUESTIONS, *questions_turn.QUESTIONS,
        )
    },
    statuses=("fresh", "spent", "d1", "d2"),
    player_on_turn=getattr(_r06, "player_on_turn", lambda s: s.text("side")),
)
