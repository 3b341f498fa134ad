"""An inquiry gathers the reasoning of one ruling while rule functions look at a position."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from adjudicator.errors import UnsupportedRule
from adjudicator.patience import go_on
from adjudicator.position import Decision, Fact, Piece, State
from adjudicator.ruling import Entry, Ruling, Step, Total, Used, Violation
from adjudicator.silence import hear

if TYPE_CHECKING:
    from adjudicator.schema import Item
    from counters.catalog import Unit
    from maps.board import Board, Edge, Feature, Space
    from maps.filing import Filing

__all__ = ["Adding", "Inquiry"]

DOUBTFUL = {"reconstructed", "unknown"}  # sources that a ruling must tell; the others are grounds


@functools.lru_cache(maxsize=8192)
def _used_factor(title: str, uid: str, name: str) -> Used:
    return Used(f"{name.replace('_', ' ').upper()} of {title}", "units.csv", uid, name)


@functools.lru_cache(maxsize=8192)
def _used_feature(title: str, space: str, name: str) -> Used:
    return Used(f"{name} of {title}", "spaces.csv", space, name)


class Adding:
    """A total in the making; its value is the fold of its steps at any time.

    Parameters
    ----------
    inquiry
        Where the steps are recorded too.
    name
        What is added up.

    Examples
    --------
    >>> adding = Adding(None, "drm")
    >>> adding.add("20.5", "Carentan is Free", 3)
    >>> adding.add("20.5", "Flooded boundary", -1)
    >>> adding.value
    2
    """

    __slots__ = ("inquiry", "name", "steps")

    def __init__(self, inquiry: Inquiry | None, name: str) -> None:
        self.inquiry, self.name = inquiry, name
        self.steps: list[Step] = []

    def add(self, rule: str, text: str, value: int, op: str = "+") -> None:
        """Add one line.

        Parameters
        ----------
        rule, text, value, op
            As in `adjudicator.ruling.Step`.
        """
        step = Step(rule, text, value, op, total=self.name)
        self.steps.append(step)
        if self.inquiry is not None:
            self.inquiry.steps.append(step)

    @property
    def total(self) -> Total:
        """The finished total."""
        return Total(self.name, tuple(self.steps))

    @property
    def value(self) -> int:
        """Its value so far."""
        return self.total.value


class Inquiry:
    """Collects steps, violations, assumptions, readings and sources.

    Parameters
    ----------
    state
        The position that is looked at.
    strict
        Refuse reconstructed values and assumptions.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> inquiry.require("7.1", 3 <= 10, "3 units are within the limit", "too many units")
    True
    >>> inquiry.ruling("stack", "Legal.").ok
    True
    """

    __slots__ = (
        "_assumptions",
        "_factors",
        "_readings",
        "_sources",
        "state",
        "steps",
        "strict",
        "violations",
    )

    def __init__(self, state: State, *, strict: bool = False) -> None:
        go_on()
        self.state, self.strict = state, strict
        self.steps: list[Step] = []
        self.violations: list[Violation] = []
        self._assumptions: dict[str, None] = {}
        self._readings: dict[str, None] = {}
        self._sources: dict[Used, None] = {}
        self._factors: dict[tuple[str, str], tuple[Unit, int]] = {}  # told before

    def note(self, rule: str, text: str, value: int | None = None, *, total: str = "") -> None:
        """Record a step.

        Parameters
        ----------
        rule, text, value, total
            As in `adjudicator.ruling.Step`.
        """
        self.steps.append(Step(rule, text, value, total=total))

    def refuse(
        self,
        rule: str,
        text: str,
        *,
        units: Iterable[str] = (),
        spaces: Iterable[str] = (),
        exceeds: str = "",
    ) -> None:
        """Record a violation.

        Parameters
        ----------
        rule, text
            Section, and why in this case.
        units, spaces
            Ids of what is concerned.
        exceeds
            Name of the total that was exceeded, see `adding`.
        """
        self.violations.append(Violation(rule, text, tuple(units), tuple(spaces), exceeds))

    def require(
        self,
        rule: str,
        condition: bool,  # noqa: FBT001 - reads like an assertion
        passed: str,
        failed: str,
        *,
        units: Iterable[str] = (),
        spaces: Iterable[str] = (),
    ) -> bool:
        """Record a check that passed as a step, or one that failed as a violation.

        Parameters
        ----------
        rule
            Section.
        condition
            Whether it holds.
        passed, failed
            What to say in either case; an empty `passed` says nothing.
        units, spaces
            Ids of what is concerned.

        Returns
        -------
        bool
            The condition.
        """
        if not condition:
            self.refuse(rule, failed, units=units, spaces=spaces)
        elif passed:
            self.note(rule, passed)
        return condition

    def adding(self, name: str) -> Adding:
        """Begin a total whose steps are recorded here.

        Parameters
        ----------
        name
            What is added up.

        Returns
        -------
        Adding
        """
        return Adding(self, name)

    def recall(self, other: Inquiry) -> None:
        """Record again what another inquiry into the same position recorded.

        Parameters
        ----------
        other
            The other one; it is not changed.
        """
        if other.steps:
            self.steps += other.steps
        if other.violations:
            self.violations += other.violations
        if other._assumptions:
            self._assumptions |= other._assumptions
        if other._readings:
            self._readings |= other._readings
        if other._sources:
            self._sources |= other._sources

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all has been recorded."""
        return not (self.steps or self.violations or self._assumptions or self._readings or self._sources)

    @contextmanager
    def under(self, rule: str, text: str, *, entry: Entry | None = None) -> Iterator[None]:
        """Hang the steps recorded inside under one step: a sub-ruling.

        Parameters
        ----------
        rule, text, entry
            The step that used the sub-ruling.
        """
        outer, self.steps = self.steps, []
        try:
            yield
        finally:
            inner, self.steps = self.steps, outer
            self.steps.append(Step(rule, text, under=tuple(inner), entry=entry))

    def fact(self, item: str, subject: str = "") -> Fact:
        """Value of an item of state; where the position does not say it, the assumption is recorded.

        Parameters
        ----------
        item, subject
            As in `adjudicator.position.State.raw`.

        Returns
        -------
        str, int or bool

        Raises
        ------
        PositionError
            The position does not say it and nothing can be assumed, or `strict` is on.
        """
        state = self.state
        value = state.facts.get((item, subject))  # what `State.raw` says, without the call
        if value is not None:
            return value
        if item not in state.unknown:
            return state.schema.default(item)
        known = state.schema.items[item]
        hear(item, subject, lambda: state.silence(item, subject), strict=self.strict or not known.assumed)
        if known.assumed:
            self._assume(known, state.name_of(subject))
        return known.default

    def _assume(self, known: Item, name: str) -> None:
        self._assumptions[f"assumed: {known.assumed.format(name=name)} ({known.rule})"] = None

    def assume(self, rule: str, text: str) -> None:
        """Record what is assumed since nothing says it.

        Parameters
        ----------
        rule, text
            Section that needs it, and what is assumed.

        Raises
        ------
        UnsupportedRule
            `strict` is on.
        """
        if self.strict:
            raise UnsupportedRule(rule, f"what nothing says ({text})", "say it, or leave --strict out")
        self._assumptions[f"assumed: {text} ({rule})"] = None

    def number(self, item: str, subject: str = "") -> int:
        """Value of an item that is a number; see `fact`."""
        return int(self.fact(item, subject))

    def text(self, item: str, subject: str = "") -> str:
        """Value of an item that is a word; see `fact`."""
        return str(self.fact(item, subject))

    def flag(self, item: str, subject: str = "") -> bool:
        """Value of an item that is yes or no; see `fact`."""
        return bool(self.fact(item, subject))

    def feature(self, space: Space, name: str, rule: str) -> Feature:
        """A printed feature of a space; its source is recorded when it is no printed fact.

        Parameters
        ----------
        space
            The space.
        name
            Feature such as ``tem``.
        rule
            Section that needs it.

        Returns
        -------
        str, int, bool

        Raises
        ------
        PositionError
            The position does not say it.
        UnsupportedRule
            There is no ground for a value, or only a reconstructed one and `strict` is on.
        """
        if name in space.features:
            source = space.sources.of(name)
            if source in DOUBTFUL:
                self.source(rule, _used_feature(space.name, space.id, name), source)
            return space.features[name]
        known = self.state.schema.feature(name)
        value = self.state.unsaid(space, name, rule, strict=self.strict)
        if known is not None and known.assumed:
            self._assume(known, space.name)
        return value

    def printed(self, piece: Piece, name: str, rule: str) -> int:
        """A printed factor of a unit; its source is recorded when it is no printed fact.

        Parameters
        ----------
        piece
            The unit.
        name
            ``af``, ``df``, ``mf``, ``spent_df`` or a rating of the game.
        rule
            Section that needs it.

        Returns
        -------
        int

        Raises
        ------
        PositionError
            The position does not say it.
        """
        unit = piece.printed
        known = self._factors.get((unit.id, name))
        if known is not None and known[0] is unit:
            return known[1]
        value = unit.rating(name)
        if value is None:
            return self.state.unrated(piece, name, rule)
        source = unit.sources.of(name)
        if source in DOUBTFUL:
            self.source(rule, _used_factor(unit.title, unit.id, name), source)
        self._factors[unit.id, name] = (unit, int(value))
        return int(value)

    def boundary(self, edge: Edge, rule: str) -> str:
        """Kind of a boundary; its source is recorded when it is no printed fact.

        Parameters
        ----------
        edge
            The boundary.
        rule
            Section that needs it.

        Returns
        -------
        str
        """
        name, source = self.state.board.name, edge.sources.of("boundary")
        if source in DOUBTFUL:
            what = f"boundary {name(edge.a)} / {name(edge.b)}"
            self.source(rule, Used(what, "edges.csv", edge.id, "boundary"), source)
        return str(edge.boundary)

    def source(self, rule: str, what: Used, source: str) -> None:
        """Note the source of a printed value that was used.

        Parameters
        ----------
        rule
            Section that needs it.
        what
            The value.
        source
            Its source in our data.

        Raises
        ------
        UnsupportedRule
            There is no ground for a value, or only a reconstructed one and `strict` is on.
        """
        if source == "unknown":
            raise UnsupportedRule(
                rule, f"the {what}, which nothing printed tells us", "type it into an overlay"
            )
        if source == "reconstructed":
            if self.strict:
                raise UnsupportedRule(rule, f"the {what}, which is reconstructed", "type it into an overlay")
            self._sources[what] = None

    def option(self, name: str) -> str:
        """Chosen letter of an open point; recorded with the ruling.

        Parameters
        ----------
        name
            Id in ``interpretations.toml``.

        Returns
        -------
        str
        """
        letter = self.state.option(name)
        self._readings[f"{name}={letter}"] = None
        return letter

    def ruling(self, question: str, verdict: str, answer: Any = None, **more: Any) -> Ruling:
        """Close the inquiry.

        Parameters
        ----------
        question, verdict, answer, **more
            As in `adjudicator.ruling.Ruling`.

        Returns
        -------
        Ruling
        """
        return Ruling(
            question,
            verdict,
            answer,
            tuple(self.steps),
            tuple(self.violations),
            tuple(self._assumptions),
            tuple(self._readings),
            tuple(self._sources),
            **more,
        )

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.board

    @property
    def filing(self) -> Filing:
        """Where the printed values are read from; see `adjudicator.position.State.filing`."""
        return self.state.board.filing

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """Every unit in play."""
        return self.state.pieces

    @property
    def decision(self) -> Decision | None:
        """The pending decision on top of the stack."""
        return self.state.decision

    def units_in(self, space: str) -> tuple[Piece, ...]:
        """Units that stand in a space; see `adjudicator.position.State.units_in`."""
        return self.state.units_in(space)

    def subjects(self, item: str) -> tuple[str, ...]:
        """Subjects of which an item is stated."""
        return self.state.subjects(item)

    @property
    def sources(self) -> Sequence[Used]:
        """Reconstructed values used so far."""
        return tuple(self._sources)
