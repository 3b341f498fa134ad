"""Questions about movement and the map: where to, stacking, control, boxes, chains of controlled Areas."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from adjudicator import search
from adjudicator.actions import Action, action_to_json
from adjudicator.errors import ActionError, MalformedAction
from adjudicator.game import legal
from adjudicator.holding import held_ruling
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.position import Piece, View
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    announcing,
    hypothesis,
    r08_rulings,
    r08_stacking,
    r12_boxes,
    r13_control,
    r15_chains,
    terms,
)
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r11_assault import Assault
from adjudicator.storm_over_normandy.r15_chains import Chains
from adjudicator.supposing import Supposed
from adjudicator.wording import describe
from maps.board import Edge

__all__ = ["QUESTIONS", "Box", "Chain", "Control", "Legal", "Stack", "Supply", "cut_of"]

_LISTED = 200
_SIDES = (terms.ALLIED, terms.GERMAN)
_Area = Annotated[str, Meta(description="the Area", extra={"word": True})]


# --- movement ---------------------------------------------------------------------------------------------


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All legal actions by kind, or everything that units reach, or why they do not reach a space.

    Example: adjudicator legal tests/saves/storm.vsav 8/4 --to quineville

    Example: adjudicator legal tests/saves/storm.vsav 8/4 --with 12/4 22/4
    """

    unit: Annotated[str, Meta(description="a unit", extra={"word": True})] = ""
    with_units: Annotated[tuple[str, ...], Meta(description="units that move with it")] = ()
    to: Annotated[str, Meta(description="one space: the full reasons and the nearest alternative")] = ""
    kind: Annotated[str, Meta(description="list the actions of one kind")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        words = [self.unit, *self.with_units] if self.unit else list(self.with_units)
        if words:
            to = find_space(position.board, self.to).id if self.to else ""
            uids = hypothesis.units_named(position, words)
            return r08_rulings.reach_ruling(position, uids, to=to, strict=asking.strict)
        return self._all(asking)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The Movement to the space, or to the first that is reached; see `Question.supposes`."""
        words = [self.unit, *self.with_units] if self.unit else list(self.with_units)
        if words:
            position = asking.position
            to = find_space(position.board, self.to).id if self.to else ""
            yield from announcing.journey(position, hypothesis.units_named(position, words), to)

    def _all(self, asking: Asking) -> Ruling:
        position = asking.position
        inquiry, found = Inquiry(position, strict=asking.strict), legal(position)
        known = sorted({"roll", *asking.game.handlers, *found.kinds})
        if self.kind and self.kind not in known:
            raise MalformedAction(f"there is no kind of action {self.kind!r}", f"One of {', '.join(known)}")
        phase = asking.game.sequence.phases[inquiry.text("phase")]
        inquiry.note(phase.rule, phase.title)
        counts, more = {}, ""
        for kind in [self.kind] if self.kind else found.kinds:
            actions = list(found.of(kind))
            if not actions:
                continue
            counts[kind] = len(actions)
            section = asking.game.handlers[kind].rule if kind in asking.game.handlers else "2.0"
            shown = "; ".join(describe(position, a) for a in actions[:3])
            inquiry.note(section, f"{kind.replace('-', ' ')}: {len(actions)}, such as {shown}", len(actions))
            if kind in asking.game.handlers and (left_out := asking.game.handlers[kind].sampled):
                inquiry.note(section, f"not all are listed: {left_out}")
                more = " or more"
        first = itertools.islice(found.of(self.kind), _LISTED) if self.kind else ()
        total = sum(counts.values())
        verdict = f"{total}{more} legal action{'' if total == 1 else 's'} now."
        answer = {"counts": counts, "actions": [action_to_json(a) for a in first]}
        return inquiry.ruling("legal", verdict, answer)


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many units each side has in an Area, and whether others may join, or pass through.

    Example: adjudicator stack tests/saves/storm.vsav tilly --adding 8/4
    """

    area: _Area
    unit: Annotated[str, Meta(description="the unit that would join", extra={"word": False})] = ""
    adding: Annotated[tuple[str, ...], Meta(description="units of one side that would join")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        area = find_space(position.board, self.area).id
        words = [*([self.unit] if self.unit else []), *self.adding]
        pieces = [position.pieces[uid] for uid in hypothesis.units_named(position, words)]
        if len({p.side for p in pieces}) > 1:
            raise MalformedAction("the units are of both sides", "Name units of one side")
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name(area)
        r08_stacking.explain(inquiry, area, arriving=pieces)
        for piece in pieces:
            _check_comes(inquiry, piece, area)
        counts: dict[str, Any] = {side: terms.stacked(position, area, side) for side in _SIDES}
        counts |= {"strongpoints": len(terms.strongpoints(position, area))}
        if terms.is_area(position.board.spaces[area]):
            counts |= {"room": {side: r08_stacking.room(position, area, side) for side in _SIDES}}
        if pieces:
            may = "may" if not inquiry.violations else "may not"
            verdict = f"{terms.titles(pieces)} {may} be in {name}, also to pass through."
        else:
            told = f"{counts[terms.GERMAN]} German and {counts[terms.ALLIED]} Allied units"
            verdict = f"{name} holds {told} that count for the limit."
        return inquiry.ruling(f"stack {name}", verdict, counts)


def _check_comes(inquiry: Inquiry, piece: Piece, space: str) -> None:
    """Whether a unit could ever come to a space: strongpoints stay, airborne units need their symbol."""
    title, where, there = piece.printed.title, inquiry.board.spaces[space], piece.space == space
    stays = terms.is_strongpoint(piece.printed) and not there
    text = f"{title} is a strongpoint and does not move"
    inquiry.require("2.1.1", not stays, "", text, units=[piece.uid])
    stands = there or terms.may_stand(inquiry, where, piece.printed)
    text = f"{where.name} has no airborne symbol for {title}"
    inquiry.require("8.0", stands, "", text, units=[piece.uid], spaces=[space])
    faults = () if there else r12_boxes.entry_faults(inquiry, piece, space)
    for section, text in faults:
        inquiry.refuse(section, text, units=[piece.uid], spaces=[space])


# --- control and boxes ------------------------------------------------------------------------------------


@question("control")
class Control(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who controls an Area and why, whether it is contested, and whether it is chained; without one, all.

    Example: adjudicator control tests/saves/storm.vsav carentan
    """

    area: _Area = ""
    side: Annotated[str, Meta(description="without an Area: what this side controls")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name
        if not self.area:
            areas, side = [a.id for a in terms.areas(inquiry)], hypothesis.one_side(self.side)
            return held_ruling(inquiry, "13.0", "Areas", areas, r13_control.holder, side=side)
        area = find_space(position.board, self.area).id
        holder = r13_control.explain(inquiry, area)
        if not holder:
            return inquiry.ruling(f"control {name(area)}", f"{name(area)} is no Area.", None)
        contested = all(terms.friends(position, area, side) for side in _SIDES)
        chained = area in r15_chains.chains(position, holder)
        there = "both sides have units there" if contested else "it is not contested"
        inquiry.note("13.0", there)
        worth = int(inquiry.feature(position.board.spaces[area], "vp", "15.0") or 0)
        counts = "is chained and counts" if chained else "is cut off and does not count"
        inquiry.note("15.0", f"{name(area)} {counts} for the Victory Points", worth)
        answer = {"controller": holder, "contested": contested, "chained": chained, "vp": worth}
        state = "contested" if contested else "not contested"
        verdict = f"{name(area)} is {holder.capitalize()} controlled and {state}."
        return inquiry.ruling(f"control {name(area)}", verdict, answer)


@question("box")
class Box(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may enter, leave or attack a Landing or Reinforcement Box, and why one unit may not.

    Example: adjudicator box tests/saves/storm.vsav zone-a --unit 8/4
    """

    box: Annotated[str, Meta(description="the Landing or Reinforcement Box", extra={"word": True})]
    unit: Annotated[str, Meta(description="a unit that would enter, or leave")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        box = find_space(position.board, self.box).id
        if not self.unit:
            return r12_boxes.box_ruling(position, box, strict=asking.strict)
        inquiry, piece = Inquiry(position, strict=asking.strict), find_unit(position, self.unit)
        known, name, title = r12_boxes.explain(inquiry, box), position.board.name(box), piece.printed.title
        leaving = piece.space == box
        find = r12_boxes.exit_faults if leaving else r12_boxes.entry_faults
        for section, text in find(position, piece, box) if known else ():
            inquiry.refuse(section, text, units=[piece.uid], spaces=[box])
        stands = leaving or terms.may_stand(inquiry, position.board.spaces[box], piece.printed)
        text = f"{name} has no airborne symbol for {title}"
        inquiry.require("8.0", stands, "", text, units=[piece.uid], spaces=[box])
        may = "may" if not inquiry.violations else "may not"
        verb = "leave" if leaving else "enter"
        return inquiry.ruling(f"box {name}", f"{title} {may} {verb} {name}.", not inquiry.violations)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The step in or out of a unit that stands next to the box; see `Question.supposes`."""
        if not self.unit:
            return ()
        position, piece = asking.position, find_unit(asking.position, self.unit)
        box = find_space(position.board, self.box).id
        near = [to for _, to in position.board.neighbours(box)]
        if piece.space == box:
            steps: list[Action] = [Move((piece.uid,), (to,)) for to in near]
            steps += [
                Assault((piece.uid,), to) for to in near if terms.is_landing(position.board.spaces[box])
            ]
            return announcing.best(position, steps)
        return [Supposed(position, Move((piece.uid,), (box,)))] if piece.space in near else ()


# --- chains -----------------------------------------------------------------------------------------------


def _barred(view: View, edge: Edge, side: str) -> bool:
    """Whether a printed line ends a chain, in the reading that holds."""
    reading = view.option("vp-chain-lines")
    if edge.boundary == "impassable":
        return reading != "C"
    return edge.boundary == "odl" and side == terms.ALLIED and reading == "B"


def cut_of(view: View, area: str, side: str, found: Chains) -> tuple[str, ...]:
    """The way from an Area to a chained one of its side with the fewest Areas of the enemy on it.

    Parameters
    ----------
    view, area, side
        The position, an Area of the side that is not chained, and the side.

    Returns
    -------
    tuple of str
        Ids, the Area itself first; the Areas of the enemy among them are where it is cut. Empty without any.
    """
    ends = set(found.roots) or _wanted(view, side)

    def around(node: str, _: int) -> Iterator[search.Try[str, None]]:
        for edge, to in view.board.neighbours(node):
            if terms.is_area(view.board.spaces[to]) and not _barred(view, edge, side):
                yield search.Try(to, 100 * (r13_control.holder(view, to) != side) + 1)

    near = search.reach(area, around)
    known = [end for end in (*found.before, *ends) if end in near.arrivals]
    best = min(known, key=lambda end: near.arrivals[end].cost, default="")
    return near.path(best) if best else ()


def _wanted(view: View, side: str) -> set[str]:
    """Areas where the chains of a side would end if it controlled them."""
    if side == terms.ALLIED:
        return set(terms.beaches(view))
    zones = [s.id for s in view.board.spaces.values() if terms.is_zone(s)]
    return {area for zone in zones for _, area in view.board.neighbours(zone)}


def _explain(inquiry: Inquiry, space: str) -> dict[str, Any]:
    """Whether an Area or Reinforcement Box is chained; the chain, or where it is cut."""
    name = inquiry.board.name
    linked = r15_chains.explain_chain(inquiry, space)
    zone = terms.is_zone(inquiry.board.spaces[space])
    side = terms.ALLIED if zone else r13_control.holder(inquiry, space)
    found = r15_chains.chains(inquiry, side)
    if linked:
        first = next(a for _, a in inquiry.board.neighbours(space) if a in found) if zone else space
        way = r15_chains.path_of(found, first)
        return {"chained": True, "side": side, "path": [space, *way] if zone else list(way), "cut": []}
    starts = [a for _, a in inquiry.board.neighbours(space)] if zone else [space]
    ways = [way for start in starts if (way := cut_of(inquiry, start, side, found))]
    best = min(ways, key=lambda way: sum(_held(inquiry, way, side)), default=())
    cut = [a for a, enemy in zip(best, _held(inquiry, best, side), strict=True) if enemy]
    if cut:
        text = f"the shortest way, {' - '.join(map(name, best))}, is cut at {', '.join(map(name, cut))}"
        inquiry.note("15.0", text)
    return {"chained": False, "side": side, "path": list(best), "cut": cut}


def _held(view: View, way: Sequence[str], side: str) -> list[bool]:
    return [r13_control.holder(view, area) != side for area in way]


@question("chain")
class Chain(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chain of controlled Areas that 15.0 counts, or where it is cut; without an Area, all of them.

    Example: adjudicator chain tests/saves/storm.vsav ste-mere-eglise
    """

    area: Annotated[str, Meta(description="an Area or Reinforcement Box", extra={"word": True})] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        if not self.area:
            return _all_chains(inquiry)
        space = find_space(position.board, self.area)
        if not (terms.is_area(space) or terms.is_zone(space)):
            inquiry.refuse("15.0", f"{space.name} is no Area and no Reinforcement Box", spaces=[space.id])
            return inquiry.ruling(f"chain {space.name}", f"{space.name} is never part of a chain.", None)
        answer = _explain(inquiry, space.id)
        return inquiry.ruling(f"chain {space.name}", _said(inquiry, space.name, answer), answer)


def _said(inquiry: Inquiry, what: str, answer: Mapping[str, Any]) -> str:
    end = "a beach" if answer["side"] == terms.ALLIED else "a Reinforcement Box"
    if answer["chained"]:
        return f"{what} is chained to {end}: {' - '.join(map(inquiry.board.name, answer['path']))}."
    cut = ", ".join(map(inquiry.board.name, answer["cut"]))
    return f"{what} is not chained to {end}" + (f"; the chain is cut at {cut}." if cut else ".")


def _all_chains(inquiry: Inquiry, sides: Sequence[str] = _SIDES) -> Ruling:
    """Areas that are chained, and those that are cut off."""
    answer: dict[str, dict[str, list[str]]] = {}
    for side in sides:
        found = r15_chains.chains(inquiry, side)
        held = [a.id for a in terms.areas(inquiry) if r13_control.holder(inquiry, a.id) == side]
        answer[side] = {
            "roots": list(found.roots),
            "chained": [a for a in held if a in found],
            "cut": [a for a in held if a not in found],
        }
        for word in ("chained", "cut"):
            names = ", ".join(map(inquiry.board.name, answer[side][word])) or "none"
            said = "chained" if word == "chained" else "cut off"
            inquiry.note("15.0", f"{side.capitalize()} Areas {said}: {names}", len(answer[side][word]))
    counts = [f"{len(answer[s]['chained'])} {s.capitalize()}" for s in sides]
    return inquiry.ruling("chain", f"{' and '.join(counts)} Areas are chained.", answer)


@question("supply")
class Supply(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """There is no supply: the chain of controlled Areas to a beach or Reinforcement Box, or where it is cut.

    Example: adjudicator supply tests/saves/storm.vsav 8/4
    """

    subject: Annotated[str, Meta(description="a unit, an Area, german or allied", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        inquiry.note("1.0", "the game has no supply: no unit suffers from being cut off")
        side = self.subject.casefold()
        if side in _SIDES:
            ruling = _all_chains(inquiry, [side])
            verdict = f"There is no supply in this game. {ruling.verdict}"
            return inquiry.ruling("supply", verdict, ruling.answer[side])
        what, space = self._place(asking)
        where = inquiry.board.spaces[space]
        if terms.is_landing(where) or where.kind == "box":
            verdict = f"There is no supply in this game; {what} is in {where.name}, in no Area."
            return inquiry.ruling("supply", verdict, None)
        answer = _explain(inquiry, space)
        said = _said(inquiry, where.name, answer)
        return inquiry.ruling("supply", f"There is no supply in this game. {said}", answer)

    def _place(self, asking: Asking) -> tuple[str, str]:
        """What was named, and the space where it is."""
        position = asking.position
        try:
            piece = find_unit(position, self.subject)
        except ActionError as fault:
            try:
                space = find_space(position.board, self.subject)
            except ActionError:
                raise fault from None
            return space.name, space.id
        return piece.printed.title, piece.space


QUESTIONS: tuple[type[Question], ...] = (Legal, Stack, Control, Box, Chain, Supply)
