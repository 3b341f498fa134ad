"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.game import Game, Rules
from adjudicator.june_six.terms import STATUSES
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from maps.board import Board

__all__ = ["GAME", "SLUG", "empty_position"]

SLUG = "june-six"
_HERE = "adjudicator.june_six"
_FOLDER = Path(__file__).parent
_SCHEMA = load_schema(_FOLDER)
_QUESTIONS = {
    "check": "adjudicator.verbs:Check",
    "apply": "adjudicator.verbs:Apply",
    "next": "adjudicator.verbs:Next",
    "position": "adjudicator.verbs:Where",
    "cuts": "adjudicator.cuts:Cuts",
    "attacks": "adjudicator.attacks:Attacks",
    "supply": f"{_HERE}.questions_supply:Supply",
    "sources": f"{_HERE}.questions_supply:Sources",
    "isolation": f"{_HERE}.questions_supply:Isolation",
    "surrender": f"{_HERE}.questions_supply:Surrender",
    "refit": f"{_HERE}.questions_supply:Refit",
    "victory": f"{_HERE}.questions_supply:Victory",
    "bombardment": f"{_HERE}.questions_support:Bombardment",
    "markers": f"{_HERE}.questions_support:Markers",
    "interdiction": f"{_HERE}.questions_support:Interdiction",
    "release": f"{_HERE}.questions_support:Release",
    "entry": f"{_HERE}.questions_support:Entry",
    "arrivals": f"{_HERE}.questions_support:Arrivals",
    "breakdown": f"{_HERE}.questions_support:Breakdown",
    "odds": f"{_HERE}.questions_combat:Odds",
    "modes": f"{_HERE}.questions_combat:Modes",
    "result": f"{_HERE}.questions_combat:Result",
    "line-up": f"{_HERE}.questions_combat:LineUp",
    "artillery": f"{_HERE}.questions_combat:Artillery",
    "ground-support": f"{_HERE}.questions_combat:GroundSupport",
    "attackers": f"{_HERE}.questions_attackers:Attackers",
    "legal": f"{_HERE}.questions_movement:Legal",
    "strategic": f"{_HERE}.questions_movement:Strategic",
    "zoc": f"{_HERE}.questions_movement:Zoc",
    "distance": f"{_HERE}.questions_movement:Distance",
    "re": f"{_HERE}.questions_turn:Re",
    "activate": f"{_HERE}.questions_turn:Activate",
    "attach": f"{_HERE}.questions_turn:Attach",
    "formation": f"{_HERE}.questions_turn:FormationOf",
    "losses": f"{_HERE}.questions_results:Losses",
    "allocation": f"{_HERE}.questions_results:Allocation",
    "retreats": f"{_HERE}.questions_results:Retreats",
    "advance": f"{_HERE}.questions_advance:Advance",
    "ambush": f"{_HERE}.questions_advance:Ambush",
    "breakthrough": f"{_HERE}.questions_advance:Breakthrough",
    "rout": f"{_HERE}.questions_advance:Rout",
    "counterattack": f"{_HERE}.questions_advance:Counterattack",
    "solitaire": f"{_HERE}.questions_advance:Solitaire",
    "reach": f"{_HERE}.questions_movement:Reach",
    "cost": f"{_HERE}.questions_movement:Cost",
    "stack": f"{_HERE}.questions_movement:Stack",
    "control": f"{_HERE}.questions_movement:Control",
    "crossing": f"{_HERE}.questions_movement:Crossing",
    "bridge": f"{_HERE}.questions_movement:Bridge",
    "due": f"{_HERE}.questions_turn:Due",
    "weather": f"{_HERE}.questions_turn:Weather",
    "initiative": f"{_HERE}.questions_turn:Initiative",
    "resources": f"{_HERE}.questions_turn:Resources",
    "purchase": f"{_HERE}.questions_turn:Purchase",
    "cup": f"{_HERE}.questions_turn:Cup",
    "assign": f"{_HERE}.questions_turn:Assign",
    "hq": f"{_HERE}.questions_turn:Hq",
    "corps": f"{_HERE}.questions_turn:Corps",
    "end": f"{_HERE}.questions_turn:End",
    "set-up": f"{_HERE}.questions_turn:SetUp",
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
    from adjudicator.june_six.r03_set_up import set_up

    return set_up(overlay)


def _mask(position: Position, viewpoint: str) -> Position:
    from adjudicator.june_six.masking import masked

    return masked(position, viewpoint)


def _rules() -> Rules:
    from adjudicator.june_six.registry import rules

    return rules()


GAME = Game(
    slug=SLUG,
    title="June Six",
    edition="first",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    load_rules=_rules,
    scenarios={"campaign": _campaign},
    statuses=STATUSES,
    questions=Verbs(_QUESTIONS),
    mask=_mask,
)
