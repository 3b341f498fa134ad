"""Questions about movement and the map: where to, stacking, control, duty to assault, landing."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from adjudicator.actions import action_to_json
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r08_assault_duty as duties
from adjudicator.breakout_normandy import r13_regrouping, r19_landing, r21_d_day, terms
from adjudicator.breakout_normandy.hypothesis import first_wave_lands, landing, move_or_land, one_landing
from adjudicator.breakout_normandy.r06_moment import moment
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r08_reach import reach, reach_ruling
from adjudicator.breakout_normandy.r09_values import add_crossing, line_up
from adjudicator.breakout_normandy.r13_reach import PHASES, regroup_ruling, regroupings
from adjudicator.breakout_normandy.r15_fortifications import stands
from adjudicator.game import legal
from adjudicator.holding import held_ruling
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.supposing import Supposed
from adjudicator.views import side_asked
from adjudicator.wording import describe

__all__ = ["QUESTIONS", "Challenge", "Control", "Duty", "Landing", "Legal", "Stack"]

_LISTED = 200
_Unit = Annotated[str, Meta(description="the unit", extra={"word": True})]
_Area = Annotated[str, Meta(description="the Area", extra={"word": True})]


@question("legal")
class Legal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All legal actions by kind, or everything one unit can reach, or why it does not reach an Area.

    Example: adjudicator legal tests/saves/bridges.vsav 1058 --to utah
    """

    unit: _Unit = ""
    to: Annotated[str, Meta(description="one Area: the full reasons and the nearest alternative")] = ""
    kind: Annotated[str, Meta(description="list the actions of one kind")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The move to the Area asked about, or to the first that the unit reaches."""
        if not self.unit:
            return ()
        position = asking.position
        uid = find_unit(position, self.unit).uid
        if position.raw("phase") in PHASES:
            to = find_space(position.board, self.to).id if self.to else ""
            ways = regroupings(position, uid, to)
            return tuple(Supposed(position, way) for way in list(ways.values())[:1])
        found = reach(moment(position, Move(uid, ())), uid).destinations
        to = find_space(position.board, self.to).id if self.to else next(iter(found), "")
        return (Supposed(position, move_or_land(position, uid, found[to].path)),) if to in found else ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        if self.unit:
            to = find_space(position.board, self.to).id if self.to else ""
            uid = find_unit(position, self.unit).uid
            if position.raw("phase") in PHASES:
                return regroup_ruling(position, uid, to, strict=asking.strict)
            return reach_ruling(moment(position, Move(uid, ())), uid, to=to)
        return self._all(position, asking)

    def _all(self, position: Position, asking: Asking) -> Ruling:
        inquiry, found = Inquiry(position, strict=asking.strict), legal(position)
        phase = asking.game.sequence.phases[inquiry.text("phase")]
        inquiry.note(phase.rule, f"{phase.title}")
        counts = {}
        for kind in [self.kind] if self.kind else found.kinds:
            actions = list(found.of(kind))
            if not actions:
                continue
            counts[kind] = len(actions)
            handler = asking.game.handlers.get(kind)
            section = handler.rule if handler is not None else "9.11"
            shown = "; ".join(describe(position, a) for a in actions[:3])
            inquiry.note(section, f"{kind.replace('-', ' ')}: {len(actions)}, such as {shown}", len(actions))
            if handler is not None and handler.sampled:
                inquiry.note(section, f"not all are listed: {handler.sampled}")
        listed = (
            [action_to_json(a) for n, a in enumerate(found.of(self.kind)) if n < _LISTED] if self.kind else []
        )
        total = sum(counts.values())
        verdict = f"{total} legal action{'' if total == 1 else 's'} now."
        return inquiry.ruling("legal", verdict, {"counts": counts, "actions": listed})


@question("stack")
class Stack(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many units a side has in an Area, and whether another one may join.

    Example: adjudicator stack tests/saves/bridges.vsav omaha --unit 116/29
    """

    area: _Area
    unit: Annotated[str, Meta(description="the unit that would join", extra={"word": False})] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        area = find_space(position.board, self.area).id
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name(area)
        counts = {s: len(terms.friends(position, area, s)) for s in (terms.GERMAN, terms.ALLIED)}
        if terms.is_area(position, area):
            inquiry.note("7.1", f"each side may have {r07.LIMIT} units in {name}", r07.LIMIT)
        elif terms.is_zone(position, area):
            inquiry.note("7.2", f"any number of units may stand in {name}")
            inquiry.note("14.3", f"Corps Artillery is not limited in {name}")
        else:
            inquiry.note("7.1", f"the limit is one of Areas, and {name} is none")
        for side, count in counts.items():
            inquiry.note(
                "7.7", f"{side}: {terms.titles(terms.friends(position, area, side)) or 'none'}", count
            )
        if not self.unit:
            verdict = f"{name}: {counts['german']} German, {counts['allied']} Allied units."
            return inquiry.ruling(f"stack {name}", verdict, counts)
        piece = find_unit(position, self.unit)
        if piece.space == area:
            verdict = f"{piece.printed.title} stands in {name} already."
            return inquiry.ruling(f"stack {name}", verdict, counts)
        for section, text in r07.room_faults(inquiry, area, piece):
            inquiry.refuse(section, text, units=[piece.uid], spaces=[area])
        may = "may" if not inquiry.violations else "may not"
        return inquiry.ruling(f"stack {name}", f"{piece.printed.title} {may} join {name}.", counts)


@question("control")
class Control(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who controls an Area, and whether it is Vacant, Free or Contested; without one, all.

    Example: adjudicator control tests/saves/bridges.vsav carentan

    Example: adjudicator control tests/saves/bridges.vsav
    """

    area: _Area = ""
    side: Annotated[str, Meta(description="for which side Vacant and Free are asked")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        named = terms.side_named(self.side)
        if not self.area:
            areas = [space for space in position.board.spaces if terms.on_map(inquiry, space)]
            return held_ruling(inquiry, "7.3", "Areas and Zones", areas, terms.control_side, side=named)
        area = find_space(position.board, self.area).id
        name, side = position.board.name(area), named or side_asked(position, asking.viewpoint)
        holder = terms.controller(inquiry, area)
        contested, vacant = terms.is_contested(inquiry, area), terms.is_vacant(inquiry, area, side)
        free = terms.is_free(inquiry, area, side)
        inquiry.note("7.3", f"{name} is controlled by the {_people(holder)}")
        inquiry.note("4.6", f"{name} has {'a' if holder != terms.GERMAN else 'no'} Control marker")
        inquiry.note("7.4", f"{name} is {'' if contested else 'not '}Contested")
        inquiry.note("7.5", f"{name} is {'' if vacant else 'not '}Vacant for the {side.capitalize()} side")
        inquiry.note("7.6", f"{name} is {'' if free else 'not '}Free for the {side.capitalize()} side")
        fortified = terms.is_area(position, area) and stands(inquiry, area)
        if position.board.spaces[area].features.get("fortified"):
            said = "effective and adds 2 to the German DV" if fortified else "eliminated"
            inquiry.note("15.1" if fortified else "15.2", f"its Fortification is {said}")
        answer = {
            "controller": holder,
            "contested": contested,
            "vacant": vacant,
            "free": free,
            "fortification": fortified,
            "side": side,
        }
        state = "Contested" if contested else "Free" if free else "Vacant" if vacant else "held by the enemy"
        verdict = (
            f"{name} is controlled by the {_people(holder)}; for the {side.capitalize()} side it is {state}."
        )
        return inquiry.ruling(f"control {name}", verdict, answer)


def _people(nation: str) -> str:
    return {"german": "Germans", "us": "Americans", "british": "British"}[nation]


@question("duty")
class Duty(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether entering an Area makes an assault Mandatory, and what the crossing adds to the Defense Value.

    Example: adjudicator duty tests/saves/bridges.vsav 1058 pont-labbe
    """

    unit: _Unit
    area: _Area
    origin: Annotated[str, Meta(description="Area that it comes from; by default where it stands")] = ""
    river: Annotated[bool, Meta(description="it crosses the river beside the bridge")] = False

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The step from where the unit stands; of an Area that it comes from, only the crossing is asked."""
        position = asking.position
        uid, to = find_unit(position, self.unit).uid, find_space(position.board, self.area).id
        edge = position.board.edge(position.pieces[uid].space, to)
        if edge is None or self.origin:
            return ()
        element = f"~{to}" if self.river and edge.bridge else to
        return (Supposed(position, move_or_land(position, uid, (element,))),)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.breakout_normandy.r08_movement import enter

        position = asking.position
        piece = find_unit(position, self.unit)
        to = find_space(position.board, self.area).id
        draft = position.draft()
        if self.origin:
            draft.place(piece.uid, find_space(position.board, self.origin).id)
        at = draft.pieces[piece.uid].space
        inquiry = Inquiry(draft, strict=asking.strict)
        name, edge = position.board.name(to), position.board.edge(at, to)
        asked = f"duty {piece.printed.title} {name}"
        if edge is None:
            inquiry.refuse("8.33", f"{name} is not adjacent to {position.board.name(at)}", spaces=(at, to))
            return inquiry.ruling(asked, f"{piece.printed.title} cannot enter {name} from there.", None)
        kind = inquiry.boundary(edge, "3.23")
        inquiry.note("3.2", f"{name} is adjacent to {position.board.name(at)}")
        inquiry.note("3.23", f"the boundary {terms.boundary_name(draft, edge)} is {kind}")
        if kind == "flooded" and (self.river or not terms.usable_bridge(inquiry, edge)):
            inquiry.refuse("8.371", f"{name} is not entered over flooded ground", spaces=(at, to))
            return inquiry.ruling(asked, f"{piece.printed.title} cannot enter {name} from there.", None)
        section, why = duties.duty(inquiry, piece, edge, to, at=at, river=self.river)
        defended = bool(terms.enemies(draft, to, piece.side))
        added = 0
        if section:
            inquiry.note(section, why)
            enter(draft, piece.uid, edge, to, river=self.river)
            added = (
                self._added(inquiry, draft.finish(), piece.uid, to)
                if defended and piece.printed.is_point
                else 0
            )
        elif defended:
            inquiry.note("8.52", "an assault is Optional")
        type_ = "mandatory" if section else "optional" if defended else "none"
        verdict = f"Entering {name}, {piece.printed.title} makes {_kind_of_assault(type_)}."
        answer = {"type": type_, "dv_modifier": added, "boundary": kind}
        return inquiry.ruling(asked, verdict, answer)

    @staticmethod
    def _added(inquiry: Inquiry, after: Position, uid: str, to: str) -> int:
        """What the crossing adds to the Defense Value, as steps."""
        adding = inquiry.adding("DV of the crossing")
        add_crossing(adding, Inquiry(after), line_up(after, to, [uid], uid))
        return adding.value


def _kind_of_assault(type_: str) -> str:
    return {"mandatory": "a Mandatory Assault", "optional": "an Optional Assault at most"}.get(
        type_, "no assault"
    )


@question("landing")
class Landing(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether units may land at a Beach, against what Interdiction Value, and whether they must assault.

    Example: adjudicator landing tests/saves/omaha.vsav omaha --with 16/1 18/1
    """

    beach: Annotated[str, Meta(description="the Beach Area", extra={"word": True})]
    with_units: Annotated[tuple[str, ...], Meta(description="units that would land together")] = ()

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The landing of the units that are named, or of one that waits there."""
        position = asking.position
        beach = find_space(position.board, self.beach).id
        if self.with_units:
            units = tuple(find_unit(position, u).uid for u in self.with_units)
            return (landing(position, units),)
        return one_landing(position, beach)

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        beach = find_space(position.board, self.beach).id
        inquiry, name = Inquiry(position, strict=asking.strict), position.board.name(beach)
        guns = r19_landing.interdictors(inquiry, beach)
        value = len(guns)
        inquiry.note("19.4", f"Fresh Coastal Artillery in or adjacent: {terms.titles(guns) or 'none'}", value)
        if guns:
            inquiry.note("16.3", "each Fresh Coastal Artillery unit interdicts", value)
        room = self._room(inquiry, beach)
        self._closed(inquiry, beach, room)
        section, why = duties.landing_duty(inquiry, beach)
        if section:
            inquiry.note(section, why)
        else:
            inquiry.note(*duties.landing_choice(inquiry, beach))
        dice = {str(d): r19_landing.interdicted_status(d, value) or "unaffected" for d in range(1, 7)}
        answer = {"interdiction_value": value, "room": room, "mandatory": bool(section), "by_dr": dice}
        must = "; landing there is a Mandatory Assault" if section else ""
        verdict = f"{name} has the Interdiction Value {value}; {many(room, 'unit')} may still land{must}."
        return inquiry.ruling(f"landing {name}", verdict, answer)

    @staticmethod
    def _room(inquiry: Inquiry, beach: str) -> int:
        """How many units may still land there: of the first wave, or of five in an impulse or by night."""
        if first_wave_lands(inquiry):
            room = r21_d_day.wave_room(inquiry, beach)
            inquiry.note("21.5", f"units of the first wave that still have room there: {room}", room)
            return room
        ashore = len(terms.friends(inquiry, beach, terms.ALLIED))
        room = max(0, min(r19_landing.landing_room(inquiry, beach), r07.LIMIT - ashore))
        inquiry.note("19.3", f"units that may still land there this impulse: {room}", room)
        return room

    @staticmethod
    def _closed(inquiry: Inquiry, beach: str, room: int) -> None:
        """What bars every unit from the Beach, whoever waits there."""
        if first_wave_lands(inquiry):
            return
        name = inquiry.board.name(beach)
        look = Inquiry(inquiry.state, strict=inquiry.strict)
        if inquiry.text("phase") == "regroup-allied":
            r13_regrouping.check_landing_by_night(look, [], beach)
        else:
            r19_landing.check_landing(look, [], beach)
        inquiry.violations += look.violations
        inquiry.require("19.3", room > 0, "", f"no more units may land on {name} this impulse")


@question("challenge")
class Challenge(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a move may still be changed by its player, or challenged by the other as illegal.

    Example: adjudicator challenge breakout-normandy --illegal
    """

    illegal: Annotated[bool, Meta(description="the move broke a rule")] = False
    rolled: Annotated[bool, Meta(description="its player has made a DR or dr since")] = False
    declared: Annotated[bool, Meta(description="the opponent has declared an action, a Pass included")] = (
        False
    )
    finished: Annotated[bool, Meta(description="the opponent has completed his next impulse")] = False

    def answer(self, asking: Asking) -> Ruling:  # noqa: ARG002 - no position is needed
        """Answer it; see `Question.answer`."""
        declared = self.declared or self.finished
        change = not self.rolled and not declared
        redo = self.illegal and not declared
        stands = not self.illegal or self.finished
        facts = (
            (self.rolled, "its player has made a DR or dr", "no die has been rolled since"),
            (declared, "the opponent has declared an action", "the opponent has declared no action"),
            (
                self.finished,
                "the opponent has completed his impulse",
                "the opponent has not completed an impulse",
            ),
        )
        steps = tuple(Step("8.13", yes if holds else no) for holds, yes, no in facts)
        refusal = "the move can no longer be changed, nor the player be made to redo it"
        violations = () if change or redo else (Violation("8.13", refusal),)
        said = "may still change it" if change else "may no longer change it"
        forced = "can be made to redo it legally" if redo else "cannot be made to redo it"
        verdict = f"Its player {said}; he {forced}."
        answer = {"change": change, "redo": redo, "stands": stands}
        return Ruling("challenge", verdict, answer, steps, violations)


QUESTIONS: tuple[type[Question], ...] = (Legal, Stack, Control, Duty, Landing, Challenge)
