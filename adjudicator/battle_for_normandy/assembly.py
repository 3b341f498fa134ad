"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.battle_for_normandy.terms import STATUSES
from adjudicator.game import Game, Rules
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from maps.board import Board

__all__ = ["GAME", "SLUG", "empty_position"]

SLUG = "battle-for-normandy"
_HERE = "adjudicator.battle_for_normandy"
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
    "line-up": f"{_HERE}.questions_combat:LineUp",
    "attackers": f"{_HERE}.questions_combat:Attackers",
    "artillery": f"{_HERE}.questions_combat:Artillery",
    "crt": f"{_HERE}.questions_combat:Crt",
    "spotters": f"{_HERE}.questions_combat:Spotters",
    "armed-recon": f"{_HERE}.questions_air:ArmedRecon",
    "recon-chart": f"{_HERE}.questions_air:ReconChart",
    "anti-air": f"{_HERE}.questions_air:AntiAir",
    "ground-support": f"{_HERE}.questions_air:GroundSupport",
    "interdiction": f"{_HERE}.questions_air:Interdiction",
    "supply": f"{_HERE}.questions_supply:Supply",
    "combat-supply": f"{_HERE}.questions_supply:CombatSupply",
    "sources": f"{_HERE}.questions_supply:Sources",
    "attach": f"{_HERE}.questions_supply:Attach",
    "hq": f"{_HERE}.questions_supply:Hq",
    "csp": f"{_HERE}.questions_supply:Csp",
    "oos": f"{_HERE}.questions_supply:Oos",
    "legal": f"{_HERE}.questions_movement:Legal",
    "reach": f"{_HERE}.questions_movement:Reach",
    "cost": f"{_HERE}.questions_movement:Cost",
    "slip": f"{_HERE}.questions_movement:Slip",
    "allowance": f"{_HERE}.questions_movement:Allowance",
    "strategic": f"{_HERE}.questions_movement:Strategic",
    "zoc": f"{_HERE}.questions_map:Zoc",
    "stack": f"{_HERE}.questions_map:Stack",
    "control": f"{_HERE}.questions_map:Control",
    "distance": f"{_HERE}.questions_map:Distance",
    "mandatory": f"{_HERE}.questions_mandatory:Mandatory",
    "result": f"{_HERE}.questions_results:Result",
    "losses": f"{_HERE}.questions_results:Losses",
    "retreats": f"{_HERE}.questions_results:Retreats",
    "advance": f"{_HERE}.questions_results:Advance",
    "fire": f"{_HERE}.questions_results:Fire",
    "drop": f"{_HERE}.questions_june_6:Drop",
    "glider": f"{_HERE}.questions_june_6:Glider",
    "landing": f"{_HERE}.questions_june_6:Landing",
    "volley": f"{_HERE}.questions_june_6:VolleyOf",
    "dives": f"{_HERE}.questions_june_6:Dives",
    "strongpoints": f"{_HERE}.questions_june_6:Strongpoints",
    "pegasus": f"{_HERE}.questions_june_6:Pegasus",
    "battery": f"{_HERE}.questions_june_6:Batteries",
    "june-6-march": f"{_HERE}.questions_june_6:March",
    "regroup": f"{_HERE}.questions_june_6:Regroup",
    "breakdown": f"{_HERE}.questions_companies:BreakdownOf",
    "combine": f"{_HERE}.questions_companies:CombineInto",
    "due": f"{_HERE}.questions_turn:Due",
    "weather": f"{_HERE}.questions_turn:Weather",
    "air": f"{_HERE}.questions_turn:Air",
    "mulberry": f"{_HERE}.questions_turn:Mulberry",
    "cherbourg": f"{_HERE}.questions_turn:Cherbourg",
    "withdrawal": f"{_HERE}.questions_turn:Withdrawal",
    "kg": f"{_HERE}.questions_turn:Kg",
    "inspect": f"{_HERE}.questions_turn:Inspect",
    "arrivals": f"{_HERE}.questions_turn:Arrivals",
    "queue": f"{_HERE}.questions_turn:Queue",
    "set-up": f"{_HERE}.questions_turn:SetUp",
    "end": f"{_HERE}.questions_turn:End",
    "victory": f"{_HERE}.questions_turn:Victory",
    "solitaire": f"{_HERE}.questions_turn:Solitaire",
    "options": f"{_HERE}.questions_turn:Options",
    "replacements": f"{_HERE}.questions_replacements:Replacements",
    "rem": f"{_HERE}.questions_replacements:Rem",
    "rebuilding": f"{_HERE}.questions_replacements:Rebuilding",
    "feldersatz": f"{_HERE}.questions_replacements:Feldersatz",
    "cotentin": f"{_HERE}.questions_replacements:Cotentin",
    "motorization": f"{_HERE}.questions_replacements:Motorization",
}


def empty_position(
    board: Board, pieces: Mapping[str, Piece] | None = None, facts: Mapping[Key, Fact] | None = None
) -> Position:
    """A position on any board with the items of state of this game.

    Parameters
    ----------
    board
        Spaces and hexsides.
    pieces, facts
        What stands there, and what is known.

    Returns
    -------
    Position

    Examples
    --------
    >>> empty_position(Board([], [])).text("weather")
    'clear'
    """
    return Position(SLUG, board, _SCHEMA, dict(pieces or {}), dict(facts or {}))


def _campaign(overlay: Path | None) -> Position:
    from adjudicator.battle_for_normandy.r21_set_up import campaign

    return campaign(overlay)


def _carentan(overlay: Path | None) -> Position:
    from adjudicator.battle_for_normandy.r21_set_up import carentan

    return carentan(overlay)


def _mask(position: Position, viewpoint: str) -> Position:
    from adjudicator.battle_for_normandy.masking import masked

    return masked(position, viewpoint)


def _rules() -> Rules:
    from adjudicator.battle_for_normandy.registry import rules

    return rules()


GAME = Game(
    slug=SLUG,
    title="The Battle for Normandy",
    edition="with the Expansion of 2013",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    load_rules=_rules,
    scenarios={"campaign": _campaign, "carentan": _carentan},
    statuses=STATUSES,
    questions=Verbs(_QUESTIONS),
    mask=_mask,
)
