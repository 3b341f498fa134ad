"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.dark_summer.terms import STATUSES
from adjudicator.game import Game
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence

__all__ = ["GAME"]

_HERE = "adjudicator.dark_summer"
_FOLDER = Path(__file__).parent
_QUESTIONS = {
    "odds": "questions_combat:Odds",
    "support": "questions_combat:Support",
    "must-attack": "questions_combat:MustAttack",
    "result": "questions_combat:Result",
    "losses": "questions_losses:Losses",
    "retreats": "questions_combat:Retreats",
    "advance": "questions_advance:Advance",
    "legal": "questions_movement:Legal",
    "allowance": "questions_movement:Moving",
    "withdrawal": "questions_movement:Withdrawal",
    "zoc": "questions_movement:Zoc",
    "stack": "questions_movement:Stack",
    "distance": "questions_movement:Distance",
    "zone": "questions_movement:Zone",
    "control": "questions_movement:Control",
    "weather": "questions_rounds:Weather",
    "chits": "questions_rounds:Chits",
    "due": "questions_rounds:Due",
    "play": "questions_rounds:Play",
    "prepared": "questions_rounds:Prepared",
    "active": "questions_rounds:Active",
    "activate": "questions_rounds:Activate",
    "clean-up": "questions_rounds:CleanUp",
    "entry": "questions_rounds:Entry",
    "placement": "questions_rounds:Placement",
    "replacements": "questions_rounds:Replacements",
    "withdrawals": "questions_rounds:Withdrawals",
    "supply": "questions_supply:Supply",
    "sources": "questions_supply:Sources",
    "attrition": "questions_supply:Attrition",
    "isolation": "questions_supply:Isolation",
    "victory": "questions_supply:Victory",
    "set-up": "questions_supply:SetUp",
}


GAME = Game(
    slug="dark-summer",
    title="The Dark Summer",
    edition="2021",
    folder=_FOLDER,
    schema=load_schema(_FOLDER),
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    scenarios={"campaign": "r03_set_up:set_up"},
    statuses=STATUSES,
    questions=Verbs(_HERE, _QUESTIONS),
    masking="masking:masked",
    doubting="r05_stacking:coexisting",
)
