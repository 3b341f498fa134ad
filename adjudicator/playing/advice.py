"""The best things to do now, each with what it is expected to change and what the rules say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.actions import action_to_json, kind_of
from adjudicator.contract import Asking
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import check, load, need_roll, seen_by
from adjudicator.playing.games import stuck
from adjudicator.playing.players import COMPARED, Greedy
from adjudicator.playing.turns import OVER, decider
from adjudicator.questions import read_question
from adjudicator.sides import SIDES
from adjudicator.wording import describe
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.actions import Action
    from adjudicator.playing.players import Valued
    from adjudicator.position import Position

__all__ = ["Advice", "Counsel", "advise"]

_SHOWN = 3
_TARGETS = ("target", "area")


@dataclass(frozen=True, slots=True)
class Advice:
    """Something to do now.

    Parameters
    ----------
    action
        As it can be typed.
    score
        What it is expected to add to the worth of the position.
    terms
        The same, term by term; those that it does not change are left out.
    ruling
        The headline of the odds, of an attack; else of the check, with its sections.
    data
        The action as plain JSON data.

    Examples
    --------
    >>> Advice("pass", 0.0, {}, "Legal.", {"action": "pass"}).score
    0.0
    """

    action: str
    score: float
    terms: dict[str, float]
    ruling: str
    data: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a side is advised.

    Parameters
    ----------
    side
        Who has to decide.
    compared
        Among how many legal actions these are the best; there may be more.
    best
        The best first.

    Examples
    --------
    >>> Counsel("german", 24, ()).to_json()
    {'side': 'german', 'compared': 24, 'best': []}
    """

    side: str
    compared: int
    best: tuple[Advice, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {"side": self.side, "compared": self.compared, "best": [one.to_json() for one in self.best]}


def advise(
    position: Position,
    viewpoint: str = "referee",
    *,
    seed: int = 1,
    most: int = COMPARED,
    shown: int = _SHOWN,
) -> Counsel:
    """The best things to do now among some of what is legal, as a greedy player sees them.

    Parameters
    ----------
    position
        The position.
    viewpoint
        Who asks. The side that has to decide is answered by what it sees, and so is the referee; the public
        by what everybody sees; the other side not at all.
    seed
        Of the player, who compares some of the legal actions where there are many.
    most
        How many are compared, as in `adjudicator.playing.drawing.drawn`.
    shown
        How many are told.

    Returns
    -------
    Counsel

    Raises
    ------
    RollNeeded
        The dice are due.
    MalformedAction
        The game is over, the other side has to decide, or no player knows the game.
    PositionError
        Nothing is legal, as far as the side can see.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> counsel = advise(GAME.scenario("invasion"), most=2, shown=1)
    >>> counsel.side, counsel.compared, len(counsel.best)
    ('allied', 2, 1)
    """
    need_roll(position)
    if position.text("phase") == OVER:
        raise MalformedAction("the game is over: there is nothing to do")
    now = decider(position)
    if viewpoint in SIDES and viewpoint != now:
        raise MalformedAction(f"it is for the {now.capitalize()} side to decide now", f"Ask --as {now}")
    seen = seen_by(seen_by(position, viewpoint), now)
    ranked = Greedy(seed, most=most).ranked(seen, now)
    if not ranked:
        raise stuck(position, "an action that is legal")
    return Counsel(now, len(ranked), tuple([_told(seen, now, valued) for valued in ranked[:shown]]))


def _told(seen: Position, side: str, valued: Valued) -> Advice:
    action = valued.action
    return Advice(
        describe(seen, action),
        round(valued.score, 2) + 0.0,  # no -0.00
        valued.told,
        _odds(seen, side, action) or _checked(seen, action),
        action_to_json(action),
    )


def _odds(seen: Position, side: str, action: Action) -> str:
    """The verdict of the game's own odds for an attack; empty for what is none."""
    game = load(seen.game)
    cls, kind = game.questions.get("odds"), kind_of(type(action))
    target = next((getattr(action, name) for name in _TARGETS if hasattr(action, name)), "")
    if cls is None or not hasattr(action, "units") or (kind not in cls.odds_kinds and kind != "attack"):
        return ""
    word = {"kind": cls.odds_kinds[kind]} if kind in cls.odds_kinds else {}
    space = target or seen.pieces[action.units[0]].space
    try:
        question = read_question(cls, {**word, "area": space, "with_units": list(action.units)})
        return question.answer(Asking(game, seen, side, seen=True)).verdict
    except BocageError:
        return ""


def _checked(seen: Position, action: Action) -> str:
    ruling = check(seen, action)
    return f"{ruling.verdict.rstrip('.')} ({', '.join(ruling.rules)})." if ruling.rules else ruling.verdict
