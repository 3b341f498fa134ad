"""What a game declares of its sections: kinds of action, kinds of roll, steps that follow by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator.actions import Action
from adjudicator.position import Decision, Draft, Position, State
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.inquiry import Inquiry

__all__ = ["Handler", "PhaseRule", "RollRule", "Rules"]

_A = TypeVar("_A", bound=Action)


@dataclass(frozen=True, slots=True)
class Handler(Generic[_A]):
    """The rules of one kind of action.

    Parameters
    ----------
    action
        Its class.
    check
        Records every step and every violation.
    perform
        Carries a legal action out.
    options
        Yields candidates: every legal action, at most a few illegal ones; a sample where `sampled` says so.
    answers
        Kinds of pending decision that it settles; empty when it is no answer to one.
    phases
        Ids of the phases in which it is open when nothing is pending.
    rule
        Section that opens it.
    sampled
        One sentence about which legal actions `options` leaves out; empty where it yields every one.
    toward
        Yields candidates that lead from one position towards another; None where `options` serves.
    proven
        Whether all that `options` yields is legal by the way it is found: it is listed without being checked,
        which whoever takes one does.
    allows
        Whether one of the options is legal, told without a word: what `check` would find, and explain. None
        where nothing tells it sooner.
    parts
        Yields `options` in parts, each with a unit that all in it name: who asks about few units lists no
        others. None where listing all costs little.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> GAME.handlers["pass"].rule
    '8.6'
    """

    action: type[_A]
    check: Callable[[Inquiry, _A], None]
    perform: Callable[[Draft, _A], None]
    options: Callable[[State], Iterator[_A]]
    rule: str
    answers: frozenset[str] = frozenset()
    phases: frozenset[str] = frozenset()
    sampled: str = ""
    toward: Callable[[Position, Position], Iterator[_A]] | None = None
    proven: bool = False
    allows: Callable[[State, _A], bool] | None = None
    parts: Callable[[State], Iterator[tuple[str, Iterator[_A]]]] | None = None


@dataclass(frozen=True, slots=True)
class RollRule:
    """What one kind of roll does.

    Parameters
    ----------
    resolve
        Takes the draft, the data of the decision and the values.
    why
        Sentence for `RollNeeded`.
    rule
        Section.
    allowed
        Sentence against numbers that cannot have come up now, such as a card that has been drawn; empty when
        they can. None where only the number of pips limits a roll.
    allowed_rule
        Section of that sentence.

    Examples
    --------
    >>> RollRule(lambda draft, data, values: None, lambda state, data: "a repair", "20.2").rule
    '20.2'
    """

    resolve: Callable[[Draft, Mapping[str, Any], Sequence[int]], None]
    why: Callable[[State, Mapping[str, Any]], str]
    rule: str
    allowed: Callable[[State, Mapping[str, Any], Sequence[int]], str] | None = None
    allowed_rule: str = ""


@dataclass(frozen=True, slots=True)
class PhaseRule:
    """What nobody decides in one phase; None where there is nothing of the kind.

    Parameters
    ----------
    opening, leaving
        Done when the phase begins, and when it ends.
    going
        Takes one step by itself while nothing is pending; false when somebody has to act.

    Examples
    --------
    >>> PhaseRule(opening=lambda draft: draft.set("passed", "")).leaving is None
    True
    """

    opening: Callable[[Draft], None] | None = None
    leaving: Callable[[Draft], None] | None = None
    going: Callable[[Draft], bool] | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The code of a game's sections.

    Parameters
    ----------
    handlers
        Kind of action -> its rules.
    rolls
        Kind of roll -> what it does.
    after_roll
        Called with every roll before it is resolved; true when a decision (a reroll) comes first.
    after
        Called after every action with the draft and the position before.
    player_on_turn
        Side that acts when nothing is pending.
    dice_rule
        Section about dice, against a roll that nobody asked for.
    loss_rule
        Section that says how units take what a combat costs them.
    steps
        Kind of decision that nobody takes (player ``auto``) -> what carries it out once it is on top.
    phases
        Id of a phase -> what nobody decides in it.
    moment
        The position at the moment when an action of that kind is open: its phase, its side's turn. None where
        the next phase in which it is open says it all.
    stages
        Stage of what goes on through several decisions, such as a combat -> what carries it out: given the
        draft and what is under way, it returns that as it is now, or None where somebody decides first.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> GAME.rules.rolls["sunset"].rule
    '6.3'
    """

    handlers: Mapping[str, Handler[Any]]
    rolls: Mapping[str, RollRule]
    after_roll: Callable[[Draft, Decision, Sequence[int]], bool]
    after: Callable[[Draft, Position], None]
    player_on_turn: Callable[[State], str]
    dice_rule: str
    loss_rule: str
    steps: Mapping[str, Callable[[Draft, Decision], None]] = field(default_factory=dict)
    phases: Mapping[str, PhaseRule] = field(default_factory=dict)
    moment: Callable[[Position, Action], Position] | None = None
    stages: Mapping[str, Callable[[Draft, Any], Any]] = field(default_factory=dict)
