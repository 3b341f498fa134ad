"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.battle_for_normandy.terms import STATUSES
from adjudicator.game import Game
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence

__all__ = ["GAME"]

_HERE = "adjudicator.battle_for_normandy"
_FOLDER = Path(__file__).parent
_QUESTIONS = {
    "odds": "questions.combat:Odds",
    "line-up": "questions.combat:LineUp",
    "attackers": "questions.combat:Attackers",
    "artillery": "questions.combat:Artillery",
    "crt": "questions.combat:Crt",
    "spotters": "questions.combat:Spotters",
    "armed-recon": "questions.air:ArmedRecon",
    "recon-chart": "questions.air:ReconChart",
    "anti-air": "questions.air:AntiAir",
    "ground-support": "questions.air:GroundSupport",
    "interdiction": "questions.air:Interdiction",
    "supply": "questions.supply:Supply",
    "combat-supply": "questions.supply:CombatSupply",
    "sources": "questions.supply:Sources",
    "attach": "questions.supply:Attach",
    "hq": "questions.supply:Hq",
    "csp": "questions.supply:Csp",
    "oos": "questions.supply:Oos",
    "legal": "questions.movement:Legal",
    "reach": "questions.movement:Reach",
    "cost": "questions.movement:Cost",
    "slip": "questions.movement:Slip",
    "allowance": "questions.movement:Allowance",
    "strategic": "questions.movement:Strategic",
    "zoc": "questions.map:Zoc",
    "stack": "questions.map:Stack",
    "control": "questions.map:Control",
    "distance": "questions.map:Distance",
    "mandatory": "questions.mandatory:Mandatory",
    "result": "questions.results:Result",
    "losses": "questions.results:Losses",
    "retreats": "questions.results:Retreats",
    "advance": "questions.results:Advance",
    "fire": "questions.results:Fire",
    "drop": "questions.june_6:Drop",
    "glider": "questions.june_6:Glider",
    "landing": "questions.june_6:Landing",
    "volley": "questions.june_6:VolleyOf",
    "dives": "questions.june_6:Dives",
    "strongpoints": "questions.june_6:Strongpoints",
    "pegasus": "questions.june_6:Pegasus",
    "battery": "questions.june_6:Batteries",
    "june-6-march": "questions.june_6:March",
    "regroup": "questions.june_6:Regroup",
    "breakdown": "questions.companies:BreakdownOf",
    "combine": "questions.companies:CombineInto",
    "due": "questions.turn:Due",
    "weather": "questions.turn:Weather",
    "air": "questions.turn:Air",
    "mulberry": "questions.turn:Mulberry",
    "cherbourg": "questions.turn:Cherbourg",
    "withdrawal": "questions.turn:Withdrawal",
    "kg": "questions.turn:Kg",
    "inspect": "questions.turn:Inspect",
    "arrivals": "questions.turn:Arrivals",
    "queue": "questions.turn:Queue",
    "set-up": "questions.turn:SetUp",
    "end": "questions.turn:End",
    "victory": "questions.turn:Victory",
    "solitaire": "questions.turn:Solitaire",
    "options": "questions.turn:Options",
    "replacements": "questions.replacements:Replacements",
    "rem": "questions.replacements:Rem",
    "rebuilding": "questions.replacements:Rebuilding",
    "feldersatz": "questions.replacements:Feldersatz",
    "cotentin": "questions.replacements:Cotentin",
    "motorization": "questions.replacements:Motorization",
}


GAME = Game(
    slug="battle-for-normandy",
    title="The Battle for Normandy",
    edition="with the Expansion of 2013",
    folder=_FOLDER,
    schema=load_schema(_FOLDER),
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    scenarios={
        "campaign": "r21_set_up:campaign",
        **{
            name: f"r21_set_up:small:{name}"
            for name in ("carentan", "bloody-omaha", "cherbourg", "epsom", "goodwood-and-cobra", "cobra")
        },
    },
    statuses=STATUSES,
    questions=Verbs(_HERE, _QUESTIONS),
    masking="masking:masked",
    keeping="r07.searches:keep",
    months={"june": 30, "july": 31, "august": 31},
)
