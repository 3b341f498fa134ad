"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.game import Game
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from maps.loader import read_toml

__all__ = ["GAME"]

_HERE = "adjudicator.breakout_normandy"
_FOLDER = Path(__file__).parent
_QUESTIONS = {
    "odds": "questions_combat:Odds",
    "losses": "questions_combat:Losses",
    "result": "questions_combat:Result",
    "retreats": "questions_combat:Retreats",
    "support": "questions_combat:Support",
    "legal": "questions_movement:Legal",
    "stack": "questions_movement:Stack",
    "control": "questions_movement:Control",
    "duty": "questions_movement:Duty",
    "landing": "questions_movement:Landing",
    "challenge": "questions_movement:Challenge",
    "supply": "questions_night:Supply",
    "refit": "questions_night:Refits",
    "refit-plan": "questions_night:RefitPlan",
    "depots": "questions_night:Depots",
    "isolation": "questions_night:Isolation",
    "air-supply": "questions_night:AirSupplyOdds",
    "bridge": "questions_night:Bridge",
    "sunset": "questions_turn:Sunset",
    "weather": "questions_turn:Weather",
    "advantage": "questions_turn:Advantage",
    "arrivals": "questions_turn:Arrivals",
    "markers": "questions_turn:Markers",
    "victory": "questions_turn:Victory",
    "bids": "questions_turn:Bids",
    "cards": "questions_turn:Cards",
    "ports": "questions_turn:Ports",
    "storm": "questions_turn:Storm",
}


GAME = Game(
    slug="breakout-normandy",
    title="Breakout: Normandy",
    edition="1993",
    folder=_FOLDER,
    schema=load_schema(_FOLDER),
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    scenarios={
        "d-day": "r05_set_up:set_up",
        "extended-game": "r05_set_up:extended_game",
        **{name: f"examples:example_position:{name}" for name in read_toml(_FOLDER / "examples.toml")},
    },
    statuses=("fresh", "spent", "d1", "d2"),
    questions=Verbs(_HERE, _QUESTIONS),
    months={"june": 30, "july": 31, "august": 31},
)
