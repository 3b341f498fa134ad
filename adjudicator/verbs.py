"""Questions that every game answers: check, apply, next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from adjudicator.actions import Action, action_from_json
from adjudicator.codec import position_to_json
from adjudicator.errors import MalformedAction
from adjudicator.game import apply, check, legal, load
from adjudicator.inquiry import Inquiry
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step
from adjudicator.typed import known_action, parse_action
from adjudicator.wording import describe

if TYPE_CHECKING:
    from adjudicator.position import Decision, Position

__all__ = ["ActionQuestion", "Apply", "Check", "Next", "Where", "describe"]

_Words = Annotated[tuple[str, ...], Meta(description="kind of action, then its values", extra={"word": True})]
_With = Annotated[tuple[str, ...], Meta(description="units that take part")]
_Support = Annotated[tuple[str, ...], Meta(description="artillery that supports")]
_Point = Annotated[str, Meta(description="the Point Unit")]
_Json = Annotated[dict[str, Any] | None, Meta(description="the action as JSON instead of words")]


class ActionQuestion(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about one action, typed in words or given as JSON."""

    action: _Words = ()
    with_units: _With = ()
    support: _Support = ()
    point: _Point = ""
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
        }
        return parse_action(asking.position, asking.game, self.action, named)


@question("check")
class Check(ActionQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule on a proposed action: every check that passed, every reason against.

    With a second save instead of an action: whether it can have come of the first, and how.

    Example: adjudicator check tests/saves/bridges.vsav move 1058 montebourg utah
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.sources import is_file

        if len(self.action) == 1 and is_file(self.action[0]):
            return self._since(asking, self.action[0])
        action = self.read(asking)
        ruling = check(asking.position, action, strict=asking.strict)
        what = describe(asking.position, action)
        count = len(ruling.violations)
        verdict = (
            f"Legal: {what}." if ruling.ok else f"Illegal, for {count} reason{'s' * (count > 1)}: {what}."
        )
        return replace(ruling, question=f"check {what}", verdict=verdict)

    @staticmethod
    def _since(asking: Asking, later: str) -> Ruling:
        """Whether a later save can have come of this one."""
        from adjudicator.between import explain
        from adjudicator.sources import load_position

        loaded = load_position(later, overlay=asking.position.board.overlay)
        if loaded.position is None or loaded.game.slug != asking.game.slug:
            raise MalformedAction(f"{later} is no position of {asking.game.title}")
        return explain(asking.position, replace(asking, given=loaded.position).position)


@question("apply")
class Apply(ActionQuestion, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Carry an action out: what changed, and the new position.

    With -o NEW.vsav also a copy of the save in which only what the action touched has changed.

    Example: adjudicator apply tests/saves/bridges.vsav move 1058 montebourg

    Example: adjudicator apply tests/saves/omaha.vsav assault omaha --with 18/1 16/1 --point 16/1 -o
    new.vsav
    """

    roll: Annotated[
        tuple[str, ...], Meta(description="what falls, in the order asked for: 8,5 for two DRs")
    ] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        action, before = self.read(asking), asking.position
        ruling = check(before, action, strict=asking.strict)
        what = describe(before, action)
        if not ruling.ok:
            return replace(ruling, question=f"apply {what}", verdict=f"Illegal: {what}.")
        *between, after = self.carried_out(asking)
        steps = list(ruling.steps)
        for text, rolling in zip(self.roll, between, strict=True):
            top = rolling.decision
            steps.append(Step(top.rule if top else asking.game.rules.dice_rule, f"the roll is {text}"))
        changes = before.diff(after)
        listed = [f"{c.what} {c.subject}: {c.before} -> {c.after}".replace(" :", ":") for c in changes]
        waiting = _waiting(after)
        answer = {"changes": listed, "pending": waiting, "position": position_to_json(after)}
        verdict = f"Done: {what}." + (f" Next: {waiting[-1]}." if waiting else "")
        asked = f"apply {what}"
        return replace(ruling, question=asked, verdict=verdict, answer=answer, steps=tuple(steps))

    def carried_out(self, asking: Asking) -> tuple[Position, ...]:
        """The positions after the action and after each roll.

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
            The action, or a roll, is illegal there.
        """
        after = apply(asking.position, self.read(asking), strict=asking.strict)
        positions = [after]
        for text in self.roll:
            after = apply(after, parse_action(after, asking.game, ["roll", text]))
            positions.append(after)
        return tuple(positions)


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
    """What stands where, and every item of state that is not at its default.

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
            steps.append(Step(position.schema.items[item].rule, f"{item.replace('-', ' ')}{of}: {value}"))
        on_map = sum(position.board.spaces[p.space].kind != "box" for p in position.pieces.values())
        verdict = f"{asking.game.title}: {on_map} of {len(position.pieces)} units on the map."
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
        turn = waiting[-1] if waiting else f"the {player} side acts" if kinds else "nobody acts"
        verdict = f"{phase.title}, {turn}."
        answer = {"phase": phase.id, "player": player, "pending": waiting, "actions": kinds}
        return inquiry.ruling("next", verdict, answer)
