"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.game import Game
from adjudicator.june_six.terms import STATUSES
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence

__all__ = ["GAME"]

_HERE = "adjudicator.june_six"
_FOLDER = Path(__file__).parent
_QUESTIONS = {
    "supply": "questions_supply:Supply",
    "sources": "questions_supply:Sources",
    "isolation": "questions_supply:Isolation",
    "surrender": "questions_supply:Surrender",
    "refit": "questions_supply:Refit",
    "victory": "questions_supply:Victory",
    "bombardment": "questions_support:Bombardment",
    "markers": "questions_support:Markers",
    "interdiction": "questions_support:Interdiction",
    "release": "questions_support:Release",
    "entry": "questions_support:Entry",
    "arrivals": "questions_support:Arrivals",
    "breakdown": "questions_support:Breakdown",
    "odds": "questions_combat:Odds",
    "modes": "questions_combat:Modes",
    "result": "questions_combat:Result",
    "line-up": "questions_combat:LineUp",
    "artillery": "questions_combat:Artillery",
    "ground-support": "questions_combat:GroundSupport",
    "attackers": "questions_attackers:Attackers",
    "legal": "questions_movement:Legal",
    "strategic": "questions_movement:Strategic",
    "zoc": "questions_movement:Zoc",
    "distance": "questions_movement:Distance",
    "re": "questions_turn:Re",
    "activate": "questions_turn:Activate",
    "attach": "questions_turn:Attach",
    "formation": "questions_turn:FormationOf",
    "losses": "questions_results:Losses",
    "allocation": "questions_results:Allocation",
    "retreats": "questions_results:Retreats",
    "advance": "questions_advance:Advance",
    "ambush": "questions_advance:Ambush",
    "breakthrough": "questions_advance:Breakthrough",
    "rout": "questions_advance:Rout",
    "counterattack": "questions_advance:Counterattack",
    "solitaire": "questions_advance:Solitaire",
    "reach": "questions_movement:Reach",
    "cost": "questions_movement:Cost",
    "stack": "questions_movement:Stack",
    "control": "questions_movement:Control",
    "crossing": "questions_movement:Crossing",
    "bridge": "questions_movement:Bridge",
    "due": "questions_turn:Due",
    "weather": "questions_turn:Weather",
    "initiative": "questions_turn:Initiative",
    "resources": "questions_turn:Resources",
    "purchase": "questions_turn:Purchase",
    "cup": "questions_turn:Cup",
    "assign": "questions_turn:Assign",
    "hq": "questions_turn:Hq",
    "corps": "questions_turn:Corps",
    "end": "questions_turn:End",
    "set-up": "questions_turn:SetUp",
}


GAME = Game(
    slug="june-six",
    title="June Six",
    edition="first",
    folder=_FOLDER,
    schema=load_schema(_FOLDER),
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    scenarios={
        name: f"r03_set_up:set_up:{name}"
        for name in ("campaign", "first-week", "cherbourg", "cotentin", "omaha", "caen", "odon")
    },
    statuses=STATUSES,
    questions=Verbs(_HERE, _QUESTIONS),
    masking="masking:masked",
)
