"""What a game is, what a question is, and what it is asked of: types that name one another.

`adjudicator.game` plays by them, `adjudicator.questions` reads and lists questions, `adjudicator.supposing`
answers; whoever uses these types finds them there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from adjudicator.actions import Action, Roll, kind_of
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.homes import named
from adjudicator.lookers import Looked
from adjudicator.position import Fact, Key, Piece, Position, State
from adjudicator.rules import Handler, RollRule, Rules
from maps.board import board_of
from maps.filing import filing_of, our_file
from maps.games import OUR_GAMES, FolderHome, UnknownGame, home_of, per_game
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.ruling import Ruling
    from adjudicator.schema import Schema
    from adjudicator.sequence import Sequence as PhaseSequence
    from maps.board import Board
    from maps.filing import Filing

__all__ = ["GAMES", "Asking", "Game", "Question", "Supposed", "Viewpoint", "has_module", "load", "moment_of"]

GAMES = OUR_GAMES
Viewpoint = Literal["german", "allied", "referee", "public"]
"""Who asks: a side of any of our games, who sees all, or who sees what both do; see `Game.viewpoints`."""


@dataclass(frozen=True)
class Game(Looked):
    """Everything the core needs to know of a game; its rules are loaded when they are first needed.

    Parameters
    ----------
    slug, title, edition
        Identity; the edition names the printing of the rulebook.
    folder
        Package folder with its TOML files.
    schema, sequence
        Items of state; phases.
    scenarios
        Name -> ``module:function`` in the folder, which sets it up with an owner's overlay or None; a third
        part, ``module:function:word``, is given to the function first.
    statuses
        Words for the status of a unit.
    questions
        Verb -> typed question.
    masking, doubting, keeping
        As ``module:function``, what `mask`, `faults` and `keep` are; empty where there is nothing to hide, to
        doubt or to keep.
    months
        Months of its calendar in small letters -> how many days each has; days are counted on from the first
        day of the first. Empty where a sketch names no day of a month.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> GAME.title
    'Breakout: Normandy'
    """

    slug: str
    title: str
    edition: str
    folder: Path
    schema: Schema
    sequence: PhaseSequence
    scenarios: Mapping[str, str]
    statuses: tuple[str, ...]
    questions: Mapping[str, type[Question]]
    masking: str = ""
    doubting: str = ""
    keeping: str = ""
    months: Mapping[str, int] = field(default_factory=dict)

    @functools.cached_property
    def rules(self) -> Rules:
        """The code of the sections, put together by the game's ``registry``."""
        found: Rules = self.own("registry:rules")()
        return found

    @functools.cached_property
    def mask(self) -> Callable[[Position, str], Position] | None:
        """Hides what a viewpoint may not see from all questions but the referee's; None where all is open."""
        return self.own(self.masking) if self.masking else None

    @functools.cached_property
    def sketch(self) -> str:
        """A position as a few lines of text with comments, to begin with."""
        return (self.folder / "sketch.txt").read_text(encoding="utf-8")

    @functools.cached_property
    def faults(self) -> Callable[[Position], Sequence[str]] | None:
        """Says what no position of the game can hold, asked when a save is read; None where nobody doubts."""
        return self.own(self.doubting) if self.doubting else None

    @functools.cached_property
    def keep(self) -> Callable[[Position, Position, Sequence[str], str], None] | None:
        """Takes over what is known of a position where another print of spaces, or a rating, changes nothing.

        It is given the position with another print and the one before, the spaces that print it (none where a
        unit does), and the column of the table in which it stands. None where nothing is worth keeping.
        """
        return self.own(self.keeping) if self.keeping else None

    def own(self, home: str) -> Any:
        """What ``module:name`` stands for in the game's package.

        Parameters
        ----------
        home
            Name of a module of the package, a colon, and a name in it.

        Returns
        -------
        Any

        Examples
        --------
        >>> from adjudicator.june_six import GAME
        >>> GAME.own("terms:ALLIED")
        'allied'
        """
        return named(f"{home_of(self.slug).packages['adjudicator']}.{home}")

    def empty(
        self,
        board: Board,
        pieces: Mapping[str, Piece] | None = None,
        facts: Mapping[Key, Fact] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Position:
        """A position on any board with the items of state of this game.

        Parameters
        ----------
        board
            Spaces and boundaries.
        pieces, facts
            What stands there, and what is known.
        options
            Interpretations and optional rules that differ from the default.

        Returns
        -------
        Position

        Examples
        --------
        >>> from adjudicator.june_six import GAME
        >>> from maps.board import Board
        >>> GAME.empty(Board([], [])).text("weather")
        'clear'
        """
        return Position(self.slug, board, self.schema, dict(pieces or {}), dict(facts or {}), options=options)

    def board(self, overlay: Path | None = None) -> Board:
        """The board as it is printed.

        Parameters
        ----------
        overlay
            Folder with an owner's corrections.

        Returns
        -------
        Board

        Raises
        ------
        DataError
            A file, row or cell is wrong.

        Examples
        --------
        >>> from adjudicator.june_six import GAME
        >>> GAME.board().name("e2640")
        'E2640 Sword'
        """
        return board_of(self.slug, overlay)

    @property
    def handlers(self) -> Mapping[str, Handler[Any]]:
        """Kind of action -> its rules."""
        return self.rules.handlers

    @property
    def rolls(self) -> Mapping[str, RollRule]:
        """Kind of roll -> what it does."""
        return self.rules.rolls

    def player_on_turn(self, state: State) -> str:
        """Side that acts when nothing is pending.

        Parameters
        ----------
        state
            The position.

        Returns
        -------
        str
        """
        return self.rules.player_on_turn(state)

    def moment(self, position: Position, action: Action) -> Position:
        """The position at the moment when a kind of action is open.

        Parameters
        ----------
        position, action
            As in `moment_of`, which serves where the game has nothing to add.

        Returns
        -------
        Position
        """
        return (self.rules.moment or moment_of)(position, action)

    def scenario(self, name: str, overlay: Path | None = None) -> Position:
        """Set a scenario up.

        Parameters
        ----------
        name
            Its name.
        overlay
            Folder with an owner's corrections.

        Returns
        -------
        Position

        Raises
        ------
        MalformedAction
            There is none of that name.
        """
        if name not in self.scenarios:
            known = ", ".join(f"{self.slug}:{s}" for s in self.scenarios)
            raise MalformedAction(f"{self.title} has no scenario {name!r}", f"Known: {known}")
        home, _, word = self.scenarios[name].partition(":")[2].partition(":")
        set_up = self.own(f"{self.scenarios[name].partition(':')[0]}:{home}")
        found: Position = set_up(word, overlay) if word else set_up(overlay)
        return found

    def handler(self, action: Action) -> Handler[Any]:
        """The rules of an action that a player announces.

        Parameters
        ----------
        action
            Any but a roll, whose rules are everywhere the same.

        Returns
        -------
        Handler

        Raises
        ------
        MalformedAction
            The game knows no such action.
        """
        kind = kind_of(type(action))
        if kind not in self.handlers:
            raise MalformedAction(f"{self.title} knows no action {kind!r}")
        return self.handlers[kind]

    @property
    def kinds(self) -> Mapping[str, type[Action]]:
        """Name -> class of every action."""
        return {kind: handler.action for kind, handler in self.handlers.items()} | {"roll": Roll}


@per_game
def load(slug: str) -> Game:
    """Find a game by its slug.

    Parameters
    ----------
    slug
        ``breakout-normandy`` ...

    Returns
    -------
    Game

    Raises
    ------
    MalformedAction
        There is no such game.

    Examples
    --------
    >>> load("breakout-normandy").slug
    'breakout-normandy'
    """
    try:
        game: Game = home_of(slug).module("adjudicator", "").GAME
    except UnknownGame as fault:
        raise MalformedAction(fault.problem, fault.way_out) from None
    return game


def has_module(slug: str) -> bool:
    """Whether we build a module of a game, and so read its saves."""
    return isinstance(home_of(slug), FolderHome) or our_file("adjudicator", slug, "adapter.toml").is_file()


def moment_of(position: Position, action: Action) -> Position:
    """A position with nothing pending, in the next phase in which an action is open.

    Parameters
    ----------
    position
        The position.
    action
        The action.

    Returns
    -------
    Position
        The same where the action answers a decision, which no moment brings by itself.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> moment_of(d_day, Roll((8, 5))) is d_day
    True
    """
    game = load(position.game)
    phases = frozenset() if isinstance(action, Roll) else game.handler(action).phases
    if not phases:
        return position
    order = list(game.sequence.phases)
    now = position.raw("phase")
    start = order.index(str(now)) if now in order else 0
    draft = position.draft()
    draft.pending = ()
    draft.set("phase", next(name for name in [*order[start:], *order[:start]] if name in phases))
    return draft.finish()


@dataclass(frozen=True, slots=True)
class Supposed:
    """An action that the answer to a question supposes to be made.

    Parameters
    ----------
    position
        The position in which it would be made.
    action
        The action.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> Supposed(GAME.scenario("d-day"), Roll((8,))).action
    Roll(values=(8,))
    """

    position: Position
    action: Action


@dataclass(frozen=True, slots=True)
class Asking:
    """What a question is asked of.

    Parameters
    ----------
    game
        The game.
    given
        The position, or None where a question needs none.
    viewpoint
        Who asks: a side, referee or public.
    strict
        Refuse assumptions and reconstructed values.
    overlay
        Folder with an owner's corrections, for what needs no position.
    notes
        What was noticed when the position was read.
    seen
        Whether the position is already as the viewpoint sees it, with what the asker supposes of the rest.
    whole
        Whether long lists are wanted whole.
    adapter
        How the names of another module are ours, for a second save of it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> Asking(GAME, GAME.scenario("d-day")).position.game
    'breakout-normandy'
    """

    game: Game
    given: Position | None = None
    viewpoint: str = "public"
    strict: bool = False
    overlay: Path | None = None
    notes: tuple[str, ...] = ()
    seen: bool = False
    whole: bool = False
    adapter: Path | None = None

    def __post_init__(self) -> None:
        if self.given is not None and not self.notes:
            object.__setattr__(self, "notes", self.given.notes)
        self.game.looker(self.viewpoint)
        if self.given is not None and not self.seen:
            object.__setattr__(self, "given", self.game.shown(self.given, self.viewpoint))

    @property
    def filing(self) -> Filing:
        """Where printed values are read from: with the position, or with the overlay."""
        return filing_of(self.game.slug, self.overlay) if self.given is None else self.given.filing

    @property
    def position(self) -> Position:
        """The position; PositionError when there is none."""
        if self.given is None:
            raise PositionError(["this question needs a position: a save, a sketch, or a scenario"])
        return self.given


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every question; a subclass says in `answer` how it is answered."""

    verb: ClassVar[str] = ""
    odds_kinds: ClassVar[Mapping[str, str]] = {}
    """Of `odds`: kind of an attack that is announced -> the word of its field `kind`, if it has one."""
    odds_bare: ClassVar[str] = ""
    """Of `odds`: the game's function of spaces that may be attacked even where no unit stands."""
    gathers: ClassVar[bool] = False
    """Whether it asks other questions of many units: which values matter is then for each of these to say."""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it.

        Parameters
        ----------
        asking
            Of what.

        Returns
        -------
        Ruling
        """
        raise NotImplementedError

    def supposes(self, asking: Asking) -> Iterable[Supposed]:  # noqa: ARG002 - a question that asks what is
        """Actions that the answer supposes to be made, in order; see `adjudicator.supposing`.

        Parameters
        ----------
        asking
            Of what.

        Returns
        -------
        iterable of Supposed
            None where the question asks about what is.
        """
        return ()

    @classmethod
    def offered(cls, field: str, game: Game) -> tuple[str, ...]:  # noqa: ARG003 - where anything may be typed
        """What a field can hold in a game, to choose from.

        Parameters
        ----------
        field
            Of the question.
        game
            What is played.

        Returns
        -------
        tuple of str
            None where there is nothing to choose from.
        """
        return ()
