"""The game put together: its identity, scenarios and questions; its rules when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.game import Game, Rules
from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.questions import Verbs
from adjudicator.schema import load_schema
from adjudicator.sequence import load_sequence
from adjudicator.storm_over_normandy.terms import STATUSES
from maps.board import Board

__all__ = ["GAME", "SLUG", "empty_position"]

SLUG = "storm-over-normandy"
_HERE = "adjudicator.storm_over_normandy"
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
    "result": f"{_HERE}.questions_combat:Result",
    "support": f"{_HERE}.questions_combat:Support",
    "losses": f"{_HERE}.questions_losses:Losses",
    "retreats": f"{_HERE}.questions_losses:Retreats",
    "legal": f"{_HERE}.questions_movement:Legal",
    "stack": f"{_HERE}.questions_movement:Stack",
    "control": f"{_HERE}.questions_movement:Control",
    "box": f"{_HERE}.questions_movement:Box",
    "chain": f"{_HERE}.questions_movement:Chain",
    "supply": f"{_HERE}.questions_movement:Supply",
    "card": f"{_HERE}.questions_cards:Card",
    "hand": f"{_HERE}.questions_cards:Hand",
    "discard": f"{_HERE}.questions_cards:Discard",
    "impulse": f"{_HERE}.questions_cards:Impulse",
    "pass": f"{_HERE}.questions_cards:Pass",
    "continue": f"{_HERE}.questions_cards:Continue",
    "set-up": f"{_HERE}.questions_invasion:SetUp",
    "strongpoints": f"{_HERE}.questions_invasion:Strongpoints",
    "scatter": f"{_HERE}.questions_invasion:Scatter",
    "bombardment": f"{_HERE}.questions_invasion:Bombardment",
    "landing": f"{_HERE}.questions_invasion:Landing",
    "release": f"{_HERE}.questions_turn:Release",
    "reinforcements": f"{_HERE}.questions_turn:Reinforcements",
    "arrivals": f"{_HERE}.questions_turn:Arrivals",
    "end": f"{_HERE}.questions_turn:End",
    "victory": f"{_HERE}.questions_turn:Victory",
    "tally": f"{_HERE}.questions_turn:Tally",
    "markers": f"{_HERE}.questions_turn:Markers",
}


def empty_position(
    board: Board, pieces: Mapping[str, Piece] | None = None, facts: Mapping[Key, Fact] | None = None
) -> Position:
    """A position on any board with the items of state of this game.

    Parameters
    ----------
    board
        Spaces and boundaries.
    pieces, facts
        What stands there, and what is known.

    Returns
    -------
    Position

    Examples
    --------
    >>> empty_position(Board([], [])).text("phase")
    'impulses'
    """
    return Position(SLUG, board, _SCHEMA, dict(pieces or {}), dict(facts or {}))


def _invasion(overlay: Path | None) -> Position:
    from adjudicator.storm_over_normandy.r03_set_up import set_up

    return set_up(overlay)


def _set_up(overlay: Path | None) -> Position:
    from adjudicator.storm_over_normandy.r03_set_up import free_set_up

    return free_set_up(overlay)


def _mask(position: Position, viewpoint: str = "public") -> Position:
    if not position.subjects("card"):
        return position
    from adjudicator.storm_over_normandy.masking import masked

    return masked(position, viewpoint)


def _rules() -> Rules:
    from adjudicator.storm_over_normandy.registry import rules

    return rules()


GAME = Game(
    slug=SLUG,
    title="Storm Over Normandy",
    edition="first",
    folder=_FOLDER,
    schema=_SCHEMA,
    sequence=load_sequence(_FOLDER / "sequence.toml"),
    load_rules=_rules,
    scenarios={"invasion": _invasion, "set-up": _set_up},
    statuses=STATUSES,
    questions=Verbs(_QUESTIONS),
    mask=_mask,
)
