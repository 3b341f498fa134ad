"""Questions about cards and impulses: may a card be played, what hands hold, discards, passes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta

from adjudicator.errors import MalformedAction
from adjudicator.game import check, legal
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Violation
from adjudicator.storm_over_normandy import (
    announcing,
    cards,
    hypothesis,
    r05_end,
    r05_flow,
    r05_pass,
    r06_draw,
    r06_play,
    r06_windows,
    terms,
)
from adjudicator.storm_over_normandy.assembly import GAME
from adjudicator.storm_over_normandy.cards import Card as TacticalCard
from adjudicator.storm_over_normandy.hypothesis import Named
from adjudicator.views import side_asked
from maps.filing import Located

__all__ = ["QUESTIONS", "Card", "Continue", "Discard", "Hand", "Impulse", "Pass"]

_SECTIONS = {"assault": "11.0", "continue": "5.0", "end": "6.3"}
_DISCARDS = {"discard-allied": terms.ALLIED, "discard-german": terms.GERMAN}


def _whose(side: str) -> str:
    return f"the {side.capitalize()} hand"


def _note_hidden(inquiry: Inquiry, side: str) -> None:
    """Say what the answer leaves out."""
    unseen = cards.held(inquiry, side)
    if unseen:
        hand = _whose(side)
        told = many(unseen, f"card in {hand} is", f"cards in {hand} are")
        inquiry.note("6.1", f"{told} not shown to who asks (--as {side})")


# --- chances ----------------------------------------------------------------------------------------------


def _percent(chance: Fraction) -> str:
    return f"{chance} ({float(chance):.1%})"


# --- cards ------------------------------------------------------------------------------------------------


def _describe(inquiry: Inquiry, card: TacticalCard) -> None:
    """What a card does, and what answers it, wherever it lies."""
    for use in card.uses:
        r06_play.explain_use(inquiry, card, use)
    cards.cite(inquiry, card, "6.2", "effect")
    inquiry.note("2.3", f"copies belong to the {card.side.capitalize()} deck", card.count)


def _told(at: Located, card: TacticalCard) -> dict[str, Any]:
    answers = {c.id for use in card.uses for c in r06_play.answers_to(at, card, use)}
    uses = [{"when": use.when, "effect": use.effect} for use in card.uses]
    return {"card": card.id, "side": card.side, "uses": uses, "answers": sorted(answers)}


@question("card")
class Card(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May a card be played now, with what effect, what answers it; or does it answer another card.

    Example: adjudicator card tests/saves/storm.vsav bocage --against "shock assault"

    Example: adjudicator card tests/saves/storm.vsav shock-assault --area bretteville --as allied
    """

    card: Annotated[str, Meta(description="the card", extra={"word": True})]
    against: Annotated[str, Meta(description="a card of the enemy that it would answer")] = ""
    area: Annotated[str, Meta(description="the Area that it is played on, or that is assaulted")] = ""
    with_units: Annotated[tuple[str, ...], Meta(description="units that act or fire by it")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        card = hypothesis.card_named(asking, self.card)
        if self.against:
            return self._answers(asking, card, hypothesis.card_named(asking, self.against))
        if asking.given is None:
            inquiry = Inquiry(_nowhere(asking), strict=asking.strict)
            _describe(inquiry, card)
            return inquiry.ruling(
                f"card {card.id}",
                f"{card.title}: a card of the {card.side.capitalize()} deck.",
                _told(asking, card),
            )
        if self.area or self.with_units:
            return self._played(asking, card)
        inquiry = Inquiry(asking.position, strict=asking.strict)
        playable = r06_play.explain(inquiry, card.id)
        _note_likely(inquiry, asking.position, card)
        may = "may be played now" if playable and not inquiry.violations else "may not be played now"
        answer = {**_told(asking, card), "playable": not inquiry.violations}
        return inquiry.ruling(f"card {card.id}", f"{card.title} {may}.", answer)

    def _played(self, asking: Asking, card: TacticalCard) -> Ruling:
        """Whether the card may be played on something in particular."""
        position = asking.position
        area = find_space(position.board, self.area).id if self.area else ""
        units = tuple(hypothesis.units_named(position, self.with_units))
        top = position.decision
        waits = top is not None and top.kind == r06_windows.WINDOW
        copy = cards.find(position, card.id)
        action = (r06_play.Respond if waits else r06_play.PlayCard)(copy, area, units)
        ruling = check(position, action, strict=asking.strict)
        may = "may be played so" if ruling.ok else "may not be played so"
        inquiry = Inquiry(position, strict=asking.strict)
        _describe(inquiry, card)
        found = Ruling(
            f"card {card.id}", f"{card.title} {may}.", {**_told(asking, card), "playable": ruling.ok}
        )
        return hypothesis.joined(found, inquiry, ruling)

    def _answers(self, asking: Asking, card: TacticalCard, played: TacticalCard) -> Ruling:
        """Whether the card answers one that the enemy plays."""
        position = asking.given
        inquiry = Inquiry(_nowhere(asking) if position is None else position, strict=asking.strict)
        fits = any(card in r06_play.answers_to(asking, played, use) for use in played.uses)
        passed = f"{card.title} may be played when {played.title} is"
        inquiry.require("6.2", fits, passed, f"{card.title} is no answer to {played.title}")
        _describe(inquiry, card)
        if fits:
            more = "several copies may be played" if card.cumulative else "one copy may be played"
            inquiry.note("6.2", f"{more} against the same {played.title}")
        if fits and any(use.effect == "stop-move" for use in card.uses):
            text = "a copy stops the units of one bocage Area; units of another Area go on, unless a copy of"
            inquiry.note("14.2", f"{text} its own stops them, which needs bocage there too")
        if position is not None:
            _note_likely(inquiry, position, card)
        answers = "answers" if fits else "does not answer"
        verdict = f"{card.title} {answers} {played.title}."
        answer = {**_told(asking, card), "against": played.id, "fits": fits}
        return inquiry.ruling(f"card {card.id} --against {played.id}", verdict, answer)


def _nowhere(at: Located) -> Position:
    """A position in which nothing is known but the decks."""
    from maps.board import Board

    return GAME.empty(Board([], [], filing=at.filing))


def _note_likely(inquiry: Inquiry, position: Position, card: TacticalCard) -> None:
    """Where the copies of a card lie, as far as who asks sees it, and the chance that the hand holds one."""
    places = [cards.place(position, copy) for copy in card.copies]
    open_, gone = places.count(cards.DISCARD), places.count(cards.REMOVED)
    inquiry.note("6.2", f"copies, of which {open_} are discarded and {gone} out of the game", card.count)
    if unseen := cards.held(position, card.side):
        chance = r06_draw.chance_held(position, card.side, card.copies)
        text = f"{unseen} unseen cards in {_whose(card.side)}: one at least is {card.title} with"
        inquiry.note("6.1", f"{text} {_percent(chance)}")


# --- hands ------------------------------------------------------------------------------------------------


@question("hand")
class Hand(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limit of a hand, what it holds, how many cards are drawn, whether the stack is made anew, chances.

    Example: adjudicator hand tests/saves/storm.vsav german --card bocage --as german
    """

    side: Annotated[str, Meta(description="german or allied", extra={"word": True})] = ""
    card: Annotated[str, Meta(description="a card: the chance that it comes")] = ""
    draw: Annotated[int | None, Meta(description="cards drawn; by default as many as the limit lets")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        side = hypothesis.one_side(self.side) or side_asked(position, asking.viewpoint)
        found = r06_draw.draw_ruling(position, side, strict=asking.strict)
        inquiry = Inquiry(position, strict=asking.strict)
        held = [cards.title(asking, copy) for copy in cards.hand(position, side)]
        if held:
            inquiry.note("6.1", f"in {_whose(side)}: {', '.join(held)}", len(held))
        _note_hidden(inquiry, side)
        inquiry.note("6.4", "cards in the stack", r06_draw.stack_size(position, side))
        inquiry.note("6.4", "cards in the discard pile", len(cards.discards(position, side)))
        answer = {**found.answer, "cards": held, "stack": r06_draw.stack_size(position, side)}
        verdict = found.verdict
        if self.card:
            drawn = found.answer["draw"] if self.draw is None else self.draw
            count = hypothesis.no_less_than_none(drawn, "draw")
            chance = self._chance(inquiry, side, count)
            answer |= {"chance": str(chance)}
            verdict = (
                f"{hypothesis.card_named(asking, self.card).title} comes with {_percent(chance)}. {verdict}"
            )
        joined = hypothesis.joined(found, inquiry)
        return hypothesis.joined(Ruling(f"hand {side}", verdict, answer), joined)

    def _chance(self, inquiry: Inquiry, side: str, count: int) -> Fraction:
        card, position = hypothesis.card_named(inquiry, self.card), terms.state_of(inquiry)
        if card.side != side or not isinstance(position, Position):
            raise MalformedAction(f"{card.title} is a card of the {card.side.capitalize()} deck")
        chance = r06_draw.chance_of(position, side, card.copies, count)
        text = f"one at least of {many(count, 'card')} drawn is {card.title}: {_percent(chance)}"
        inquiry.note("6.1", text)
        return chance


# --- discards ---------------------------------------------------------------------------------------------


@question("discard")
class Discard(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May cards be discarded: for an Assault, to go on after an Allied pass, or in the end phase.

    Example: adjudicator discard tests/saves/storm.vsav artillery --for assault --as german
    """

    cards: Annotated[tuple[str, ...], Meta(description="the cards", extra={"word": True})]
    purpose: Annotated[str, Meta(description="assault, continue or end; by default what the moment asks")] = (
        ""
    )

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        known = hypothesis.cards_named(asking, self.cards)
        if not known:
            raise MalformedAction("which cards", "Name them: discard artillery")
        purpose = self.purpose or _purpose(position)
        if purpose not in _SECTIONS:
            raise MalformedAction(f"--for {purpose!r}", f"One of {', '.join(_SECTIONS)}")
        copies = _copies(position, known)
        names = ", ".join(named.card.title for named in known)
        ruling = _discarding(asking, purpose, copies, known[0].card.side)
        may = "may be discarded" if ruling.ok else "may not be discarded"
        inquiry = Inquiry(position, strict=asking.strict)
        _note_hidden(inquiry, known[0].card.side)
        answer = {"legal": ruling.ok, "purpose": purpose, "cards": copies}
        moment = _not_attacking(position, known[0].card.side) if purpose == "assault" else ()
        found = Ruling(f"discard {' '.join(copies)}", f"{names} {may}.", answer, moment=moment)
        return hypothesis.joined(found, ruling, inquiry)


def _not_attacking(position: Position, side: str) -> tuple[Violation, ...]:
    """What the moment has against a discard for an Assault: only the side that has the impulse assaults."""
    has = r05_flow.side_said(position)
    if has in {side, ""}:
        return ()
    text = f"the {has.capitalize()} player has the impulse, not the {side.capitalize()} player"
    return (Violation("7.0", text),)


def _purpose(position: Position) -> str:
    if position.text("phase") in _DISCARDS:
        return "end"
    return "continue" if r05_pass.must_discard(position) else "assault"


def _copies(position: Position, known: Sequence[Named]) -> list[str]:
    """Copies that are in the hand where there are such, or may be, each once."""
    found: list[str] = []
    for named in known:
        found.append(announcing.copy_of(position, named, found))
    return found


def _discarding(asking: Asking, purpose: str, copies: Sequence[str], side: str) -> Ruling:
    """The check of a discard for one purpose."""
    position = asking.position
    if purpose == "continue" and len(copies) == 1:
        return check(position, r05_pass.ContinueTurn(copies[0]), strict=asking.strict)
    if purpose == "end":
        return check(position, r05_end.DiscardCards(tuple(copies)), strict=asking.strict)
    inquiry, section = Inquiry(position, strict=asking.strict), _SECTIONS[purpose]
    inquiry.require(section, len(copies) == 1, "one card is discarded", "a single card is discarded")
    for copy in copies:
        cards.may_discard(inquiry, side, copy, section)
    if purpose == "assault":
        inquiry.note(
            "11.0", "out of a Landing Box, and by a card that allows the Assault, nothing is discarded"
        )
    return inquiry.ruling("discard", "")


# --- impulses ---------------------------------------------------------------------------------------------


@question("impulse")
class Impulse(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has the impulse, what he may do in it, whether he passes by himself, and what he must discard.

    Example: adjudicator impulse tests/saves/storm.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry = Inquiry(position, strict=asking.strict)
        phase = asking.game.sequence.phases[inquiry.text("phase")]
        playing = phase.id == r05_flow.IMPULSES
        if not inquiry.require("7.0", playing, "", f"{phase.title}: there are no impulses now"):
            return inquiry.ruling("impulse", f"{phase.title}: there are no impulses now.", None)
        ruling = r05_pass.impulse_ruling(position, strict=asking.strict)
        _note_hidden(inquiry, ruling.answer["side"])
        found = legal(position)
        kinds = [k for k in found.kinds if next(found.of(k), None) is not None]
        for kind in kinds:
            rule = asking.game.handlers[kind].rule if kind in asking.game.handlers else "2.0"
            inquiry.note(rule, f"open: {kind.replace('-', ' ')}")
        answer = {**ruling.answer, "actions": kinds}
        return hypothesis.joined(Ruling("impulse", ruling.verdict, answer), ruling, inquiry)


@question("pass")
class Pass(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """May the side that has the impulse pass, must it, and what follows of it.

    Example: adjudicator pass tests/saves/storm.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        checked = check(position, r05_pass.Pass(), strict=asking.strict)
        side = r05_flow.whose_impulse(position)
        if not checked.ok:
            found = Ruling("pass", f"The {side.capitalize()} player may not pass now.", None)
            return hypothesis.joined(found, checked)
        now = r05_pass.impulse_ruling(position, strict=asking.strict)
        draft = position.draft()
        r05_flow.give_pass(draft)
        ends = draft.text("phase") != r05_flow.IMPULSES
        answer = {"side": side, "compulsory": now.answer["automatic"], "ends": ends}
        must = "must" if answer["compulsory"] else "may"
        then = (
            "the impulses end" if ends else f"the {r05_flow.whose_impulse(draft).capitalize()} player is next"
        )
        found = Ruling("pass", f"The {side.capitalize()} player {must} pass; then {then}.", answer)
        return hypothesis.joined(found, checked, now)


@question("continue")
class Continue(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Must the German player discard a card to have his impulse, and may he.

    Example: adjudicator continue tests/saves/storm.vsav artillery --as german
    """

    card: Annotated[str, Meta(description="the card that he would discard", extra={"word": True})] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, side = asking.position, terms.GERMAN
        if self.card:
            copy = _copies(position, hypothesis.cards_named(asking, [self.card]))[0]
            ruling = check(position, r05_pass.ContinueTurn(copy), strict=asking.strict)
            may = "may go on" if ruling.ok else "may not go on"
            title = cards.title(asking, copy)
            found = Ruling(f"continue {copy}", f"The German player {may} by discarding {title}.", ruling.ok)
            return hypothesis.joined(found, ruling)
        inquiry = Inquiry(position, strict=asking.strict)
        due, hand = r05_pass.must_discard(inquiry), r06_draw.hand_size(inquiry, side)
        passed = inquiry.text("passed")
        told = (
            f"the {passed.capitalize()} player has passed last"
            if passed
            else "the impulse before was no pass"
        )
        inquiry.note("5.0", told)
        cards.note_hand(inquiry, side, "cards in the German hand")
        _note_hidden(inquiry, side)
        if due and not hand:
            verdict = "The German player has no card to discard, and passes too."
        elif due:
            verdict = (
                f"The German player must discard one of his {many(hand, 'card')} to go on, or passes too."
            )
        else:
            verdict = "The German player has nothing to discard to go on."
        return inquiry.ruling("continue", verdict, {"due": due, "hand": hand, "may": due and hand > 0})


QUESTIONS: tuple[type[Question], ...] = (Card, Hand, Discard, Impulse, Pass, Continue)
