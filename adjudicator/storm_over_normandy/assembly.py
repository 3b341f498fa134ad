"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.game import Game
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from adjudicator.storm_over_normandy.terms import STATUSES

__all__ = ["GAME"]

_HERE = "adjudicator.storm_over_normandy"
_FOLDER = Path(__file__).parent
_QUESTIONS = {
    "odds": "questions_combat:Odds",
    "result": "questions_combat:Result",
    "support": "questions_combat:Support",
    "losses": "questions_losses:Losses",
    "retreats": "questions_losses:Retreats",
    "legal": "questions_movement:Legal",
    "stack": "questions_movement:Stack",
    "control": "questions_movement:Control",
    "box": "questions_movement:Box",
    "chain": "questions_movement:Chain",
    "supply": "questions_movement:Supply",
    "card": "questions_cards:Card",
    "hand": "questions_cards:Hand",
    "discard": "questions_cards:Discard",
    "impulse": "questions_cards:Impulse",
    "pass": "questions_cards:Pass",
    "continue": "questions_cards:Continue",
    "set-up": "questions_invasion:SetUp",
    "strongpoints": "questions_invasion:Strongpoints",
    "scatter": "questions_invasion:Scatter",
    "bombardment": "questions_invasion:Bombardment",
    "landing": "questions_invasion:Landing",
    "release": "questions_turn:Release",
    "reinforcements": "questions_turn:Reinforcements",
    "arrivals": "questions_turn:Arrivals",
    "end": "questions_turn:End",
    "victory": "questions_turn:Victory",
    "tally": "questions_turn:Tally",
    "markers": "questions_turn:Markers",
}


GAME = Game(
    slug="storm-over-normandy",
    title="Storm Over Normandy",
    edition="first",
    folder=_FOLDER,
    schema=load_schema(_FOLDER),
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    scenarios={"invasion": "r03_set_up:set_up", "set-up": "r03_set_up:free_set_up"},
    statuses=STATUSES,
    questions=Verbs(_HERE, _QUESTIONS),
    masking="masking:masked",
)
