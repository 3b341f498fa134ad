"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

import functools
from pathlib import Path

from adjudicator.breakout_normandy.examples import example_position, example_titles
from adjudicator.breakout_normandy.r05_set_up import SLUG, set_up
from adjudicator.game import Game, Rules
from adjudicator.position import Position
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence

__all__ = ["GAME"]

_HERE = "adjudicator.breakout_normandy"
_FOLDER = Path(__file__).parent
_SCHEMA = load_schema(_FOLDER)
_QUESTIONS = {
    "check": "adjudicator.verbs:Check",
    "apply": "adjudicator.verbs:Apply",
    "next": "adjudicator.verbs:Next",
    "position": "adjudicator.verbs:Where",
    "cuts": "adjudicator.cuts:Cuts",
    "attacks": "adjudicator.attacks:Attacks",
    "odds": f"{_HERE}.questions_combat:Odds",
    "losses": f"{_HERE}.questions_combat:Losses",
    "result": f"{_HERE}.questions_combat:Result",
    "retreats": f"{_HERE}.questions_combat:Retreats",
    "support": f"{_HERE}.questions_combat:Support",
    "legal": f"{_HERE}.questions_movement:Legal",
    "stack": f"{_HERE}.questions_movement:Stack",
    "control": f"{_HERE}.questions_movement:Control",
    "duty": f"{_HERE}.questions_movement:Duty",
    "landing": f"{_HERE}.questions_movement:Landing",
    "challenge": f"{_HERE}.questions_movement:Challenge",
    "supply": f"{_HERE}.questions_night:Supply",
    "refit": f"{_HERE}.questions_night:Refits",
    "refit-plan": f"{_HERE}.questions_night:RefitPlan",
    "depots": f"{_HERE}.questions_night:Depots",
    "isolation": f"{_HERE}.questions_night:Isolation",
    "air-supply": f"{_HERE}.questions_night:AirSupplyOdds",
    "bridge": f"{_HERE}.questions_night:Bridge",
    "sunset": f"{_HERE}.questions_turn:Sunset",
    "weather": f"{_HERE}.questions_turn:Weather",
    "advantage": f"{_HERE}.questions_turn:Advantage",
    "arrivals": f"{_HERE}.questions_turn:Arrivals",
    "markers": f"{_HERE}.questions_turn:Markers",
    "victory": f"{_HERE}.questions_turn:Victory",
    "bids": f"{_HERE}.questions_turn:Bids",
    "cards": f"{_HERE}.questions_turn:Cards",
    "ports": f"{_HERE}.questions_turn:Ports",
    "storm": f"{_HERE}.questions_turn:Storm",
}


def _example(name: str, overlay: Path | None) -> Position:
    return example_position(name, _SCHEMA, overlay)


def _rules() -> Rules:
    from adjudicator.breakout_normandy.registry import rules

    return rules()


GAME = Game(
    slug=SLUG,
    title="Breakout: Normandy",
    edition="1993",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    load_rules=_rules,
    scenarios={
        "d-day": functools.partial(set_up, _SCHEMA),
        **{name: functools.partial(_example, name) for name in example_titles()},
    },
    statuses=("fresh", "spent", "d1", "d2"),
    questions=Verbs(_QUESTIONS),
)
