"""Questions that every game answers: check, apply, next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from msgspec import Meta

from adjudicator.actions import Action, action_from_json
from adjudicator.asking.between import explain, rule_of
from adjudicator.asking.loading import is_file, load_position
from adjudicator.asking.typed import known_action, parse_action, read_action
from adjudicator.codec import position_to_json
from adjudicator.errors import IllegalAction, MalformedAction
from adjudicator.game import apply, check, legal, load
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Entry, Ruling, Step
from adjudicator.showing import fact
from adjudicator.wording import change_words, describe
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Change, Decision, Position

__all__ = ["ActionQuestion", "Apply", "Check", "Next", "Where"]

_T = TypeVar("_T")
_Words = Annotated[tuple[str, ...], Meta(description="kind of action, then its values", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="units that take part")]
_Support = Annotated[tuple[str, ...], Meta(description="artillery that supports")]
_Point = Annotated[str, Meta(description="the Point Unit")]
_Take = Annotated[tuple[str, ...], Meta(description="losses, as `losses --take` has them")]
_Then = Annotated[tuple[str, ...], Meta(description="a further action, in quotes; again for each")]
_Json = Annotated[dict[str, Any] | None, Meta(description="the action as JSON instead of words")]


class ActionQuestion(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about one action, typed in words or given as JSON."""

    action: _Words = ()
    with_units: _With = ()
    support: _Support = ()
    point: _Point = ""
    take: _Take = ()
    then: _Then = ()
    data: _Json = None

    def read(self, asking: Asking) -> Action:
        """The action that is asked about.

        Parameters
        ----------
        asking
            Of which position.

        Returns
        -------
        Action

        Raises
        ------
        MalformedAction
            It cannot be read.
        """
        if self.data is not None:
            return known_action(asking.position, action_from_json(self.data, asking.game.kinds))
        if not self.action:
            raise MalformedAction("no action", f"Known: {', '.join(sorted(asking.game.kinds))}")
        named = {
            "with": self.with_units,
            "support": self.support,
            "point": (self.point,) if self.point else (),
            "take": self.take,
        }
        if len(self.action) == 1 and " " in self.action[0] and not any(named.values()):
            return read_action(asking.position, asking.game, self.action[0])
        return parse_action(asking.position, asking.game, self.action, named)


@question("check")
class Check(ActionQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule on a proposed action: every check that passed, every reason against.

    With a second save instead of an action: whether it can have come of the first, and how.

    Example: adjudicator check tests/saves/bridges.vsav move 1058 montebourg utah

    Example: adjudicator check tests/saves/bridges.vsav move 1058 montebourg --then 'seize 1058
    pont-labbe/valognes'
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        if len(self.action) == 1 and is_file(self.action[0]):
            return self._since(asking, self.action[0])
        chain = list(_chain(asking, self.read(asking), self.then, carry=False))
        last, told = chain[-1], _joined(chain)
        if last.ruling.ok:
            verdict = f"Legal: {'; '.join(t.what for t in chain)}."
        else:
            count = len(last.ruling.violations)
            after = f", after {'; '.join(t.what for t in chain[:-1])}" * (len(chain) > 1)
            verdict = f"Illegal, for {count} reason{'s' * (count > 1)}: {last.what}{after}."
        return replace(told, question=f"check {chain[0].what}", verdict=verdict)

    @staticmethod
    def _since(asking: Asking, later: str) -> Ruling:
        """Whether a later save can have come of this one."""
        loaded = load_position(later, overlay=asking.filing.overlay, adapter=asking.adapter)
        if loaded.position is None or loaded.game.slug != asking.game.slug:
            raise MalformedAction(f"{later} is no position of {asking.game.title}")
        return explain(asking.position, replace(asking, given=loaded.position).position)


@question("apply")
class Apply(ActionQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Carry an action out: what changed, and the new position.

    With -o NEW.vsav also a copy of the save in which only what the action touched has changed.

    With -o NEW.json the whole position, from a scenario or a sketch too.

    Example: adjudicator apply tests/saves/bridges.vsav seize 1058 pont-labbe/valognes --roll 4

    Example: adjudicator apply tests/saves/bridges.vsav move 1058 montebourg --then end-impulse -o new.json

    Example: adjudicator apply tests/saves/bridges.vsav move 1058 montebourg -o new.vsav
    """

    roll: Annotated[
        tuple[str, ...], Meta(description="what falls, in the order asked for: 8,5 for two DRs")
    ] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        chain = list(self._taken(asking))
        last, told = chain[-1], _joined(chain)
        asked = f"apply {chain[0].what}"
        if last.after is None:
            done = f"; before it: {'; '.join(t.what for t in chain[:-1])}" * (len(chain) > 1)
            return replace(told, question=asked, verdict=f"Illegal: {last.what}{done}.")
        changes, waiting = asking.position.diff(last.after), _waiting(last.after)
        listed = [f"{c.what} {c.subject}: {c.before} -> {c.after}".replace(" :", ":") for c in changes]
        answer = {"changes": listed, "pending": waiting, "position": position_to_json(last.after)}
        first = f"Still to settle: {waiting[-1]}. " if waiting else ""
        verdict = f"{first}Done: {'; '.join(t.what for t in chain)}."
        steps = (*told.steps, *(_change_step(asking.position, c) for c in changes))
        return replace(told, question=asked, verdict=verdict, answer=answer, steps=steps)

    def _taken(self, asking: Asking) -> Iterator[_Taken]:
        """The action, its rolls and what comes after them; a roll that cannot fall is an error."""
        rolls = [f"roll {text}" for text in self.roll]
        for number, taken in enumerate(_chain(asking, self.read(asking), [*rolls, *self.then])):
            if not taken.ruling.ok and 0 < number <= len(rolls):
                raise IllegalAction(taken.ruling)
            yield taken

    def carried_out(self, asking: Asking) -> tuple[Position, ...]:
        """The positions after the action, after each roll, and after each further action.

        Parameters
        ----------
        asking
            Of which position.

        Returns
        -------
        tuple of Position

        Raises
        ------
        IllegalAction
            One of them is illegal there.
        """
        positions = []
        for taken in self._taken(asking):
            if taken.after is None:
                raise IllegalAction(taken.ruling)
            positions.append(taken.after)
        return tuple(positions)


def _change_step(position: Position, change: Change) -> Step:
    """A change as a step: of an item of state with the section that needs it, of a unit without one."""
    item = position.schema.items.get(change.what)
    section = item.rule if item is not None else ""
    return Step(section, f"changed: {change_words(position, change)}", entry=Entry("way"))


@dataclass(frozen=True, slots=True)
class _Taken:
    """An action of a chain: where it is made, what the rules say, and the position that it leaves."""

    before: Position
    action: Action
    ruling: Ruling
    after: Position | None

    @property
    def what(self) -> str:
        """The action as it is typed."""
        return describe(self.before, self.action)


def _chain(asking: Asking, first: Action, further: Sequence[str], *, carry: bool = True) -> Iterator[_Taken]:
    """An action and those after it, each in what the one before leaves; an illegal one is the last.

    The last one is carried out only if asked for: it can be legal and depend on what the viewer does not see.
    """
    position = asking.position
    for left, text in zip(range(len(further), -1, -1), ("", *further), strict=True):
        action = read_action(position, asking.game, text) if text else first
        ruling = check(position, action, strict=asking.strict)
        carried = ruling.ok and (carry or left > 0)
        after = apply(position, action, strict=asking.strict) if carried else None
        yield _Taken(position, action, ruling, after)
        if after is None:
            return
        position = after


def _joined(chain: Sequence[_Taken]) -> Ruling:
    """One ruling on a chain: of a single action as it is, of several the steps of each under it."""
    last = chain[-1].ruling
    if len(chain) == 1:
        return last
    rulings = [taken.ruling for taken in chain]
    steps = [
        Step(rule_of(taken.before, taken.action), taken.what, under=taken.ruling.steps) for taken in chain
    ]
    return replace(
        last,
        steps=tuple(steps),
        assumptions=_once(r.assumptions for r in rulings),
        interpretations=_once(r.interpretations for r in rulings),
        sources=_once(r.sources for r in rulings),
    )


def _once(groups: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


def _waiting(position: Position) -> list[str]:
    return [_decision(position, d) for d in position.pending]


def _decision(position: Position, decision: Decision) -> str:
    if decision.player == "dice":
        rule = load(position.game).rolls[decision.data["what"]]
        dice = " and ".join(decision.data["dice"])
        return f"roll {dice} for {rule.why(position, decision.data)} ({rule.rule})"
    return f"{decision.player}: {decision.kind.replace('-', ' ')} ({decision.rule})"


@question("position")
class Where(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands where, every item of state that is not at its default, and what is pending.

    Example: adjudicator position breakout-normandy:d-day --json
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        steps = []
        for space in position.board.spaces.values():
            units = [f"{p.printed.title} ({p.status})" for p in position.units_in(space.id)]
            if units and space.kind != "box":
                steps.append(Step("", f"{space.name}: {', '.join(units)}"))
        for (item, subject), value in sorted(position.stated().items()):
            of = f" {subject}" if subject else ""
            steps.append(fact(position.schema.items[item].rule, f"{item.replace('-', ' ')}{of}", str(value)))
        for decision in position.pending:
            words = f"pending: {decision.player}: {decision.kind.replace('-', ' ')}"
            steps.append(Step(decision.rule, words))
        on_map = sum(position.board.spaces[p.space].kind != "box" for p in position.pieces.values())
        verdict = f"{asking.game.title}: {on_map} of {many(len(position.pieces), 'unit')} on the map."
        return Ruling("position", verdict, position_to_json(position), tuple(steps))


@question("next")
class Next(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where play stands in the sequence, and what may be done now.

    Example: adjudicator next breakout-normandy:d-day
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, game = asking.position, asking.game
        inquiry = Inquiry(position, strict=asking.strict)
        phase = game.sequence.phases[inquiry.text("phase")]
        top = position.decision
        player = top.player if top else game.player_on_turn(position)
        inquiry.note(phase.rule, f"{phase.title}: {phase.help}")
        waiting = _waiting(position)
        for decision, words in zip(position.pending, waiting, strict=True):
            inquiry.note(decision.rule, f"pending: {words}")
        kinds = [k for k in legal(position).kinds if next(legal(position).of(k), None) is not None]
        for kind in kinds:
            if kind in game.handlers:
                inquiry.note(game.handlers[kind].rule, f"open: {kind.replace('-', ' ')}")
        turn = waiting[-1] if waiting else f"the {player.capitalize()} side acts" if kinds else "nobody acts"
        verdict = f"{phase.title}, {turn}."
        answer = {"phase": phase.id, "player": player, "pending": waiting, "actions": kinds}
        return inquiry.ruling("next", verdict, answer)
