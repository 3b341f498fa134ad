"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.dark_summer.terms import STATUSES
from adjudicator.game import Game, Rules
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from maps.board import Board

__all__ = ["GAME", "SLUG", "empty_position"]

SLUG = "dark-summer"
_HERE = "adjudicator.dark_summer"
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
    "support": f"{_HERE}.questions_combat:Support",
    "must-attack": f"{_HERE}.questions_combat:MustAttack",
    "result": f"{_HERE}.questions_combat:Result",
    "losses": f"{_HERE}.questions_losses:Losses",
    "retreats": f"{_HERE}.questions_combat:Retreats",
    "advance": f"{_HERE}.questions_combat:Advance",
    "legal": f"{_HERE}.questions_movement:Legal",
    "allowance": f"{_HERE}.questions_movement:Moving",
    "withdrawal": f"{_HERE}.questions_movement:Withdrawal",
    "zoc": f"{_HERE}.questions_movement:Zoc",
    "stack": f"{_HERE}.questions_movement:Stack",
    "distance": f"{_HERE}.questions_movement:Distance",
    "zone": f"{_HERE}.questions_movement:Zone",
    "control": f"{_HERE}.questions_movement:Control",
    "weather": f"{_HERE}.questions_rounds:Weather",
    "chits": f"{_HERE}.questions_rounds:Chits",
    "due": f"{_HERE}.questions_rounds:Due",
    "play": f"{_HERE}.questions_rounds:Play",
    "prepared": f"{_HERE}.questions_rounds:Prepared",
    "active": f"{_HERE}.questions_rounds:Active",
    "activate": f"{_HERE}.questions_rounds:Activate",
    "clean-up": f"{_HERE}.questions_rounds:CleanUp",
    "entry": f"{_HERE}.questions_rounds:Entry",
    "placement": f"{_HERE}.questions_rounds:Placement",
    "replacements": f"{_HERE}.questions_rounds:Replacements",
    "withdrawals": f"{_HERE}.questions_rounds:Withdrawals",
    "supply": f"{_HERE}.questions_supply:Supply",
    "sources": f"{_HERE}.questions_supply:Sources",
    "attrition": f"{_HERE}.questions_supply:Attrition",
    "isolation": f"{_HERE}.questions_supply:Isolation",
    "victory": f"{_HERE}.questions_supply:Victory",
    "set-up": f"{_HERE}.questions_supply:SetUp",
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
    'showers'
    """
    return Position(SLUG, board, _SCHEMA, dict(pieces or {}), dict(facts or {}))


def _campaign(overlay: Path | None) -> Position:
    from adjudicator.dark_summer.r03_set_up import set_up

    return set_up(overlay)


def _mask(position: Position, viewpoint: str) -> Position:  # noqa: ARG001 - neither player sees more
    if not position.subjects("hidden"):
        return position
    from adjudicator.dark_summer.masking import masked

    return masked(position)


def _faults(position: Position) -> tuple[str, ...]:
    from adjudicator.dark_summer.r05_stacking import coexisting

    return coexisting(position)


def _rules() -> Rules:
    from adjudicator.dark_summer.registry import rules

    return rules()


GAME = Game(
    slug=SLUG,
    title="The Dark Summer",
    edition="2021",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    load_rules=_rules,
    scenarios={"campaign": _campaign},
    statuses=STATUSES,
    questions=Verbs(_QUESTIONS),
    mask=_mask,
    faults=_faults,
)
