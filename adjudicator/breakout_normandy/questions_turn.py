"""Questions about the turn: sunset, weather, the Advantage, reinforcements, markers, victory, bids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from adjudicator.breakout_normandy import (
    hypothesis,
    r05_set_up,
    r23_bids,
    r23_cards,
    r24_ports,
    r24_storm,
    terms,
)
from adjudicator.breakout_normandy import r06_daylight as daylight
from adjudicator.breakout_normandy import r11_advantage as advantage
from adjudicator.breakout_normandy import r17_naval_and_air as markers
from adjudicator.breakout_normandy import r18_weather as sky
from adjudicator.breakout_normandy import r19_reinforcements as arrivals
from adjudicator.breakout_normandy.r10_bombardment import battery_faults
from adjudicator.breakout_normandy.r22_victory import victory
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space
from adjudicator.plural import many
from adjudicator.position import UNKNOWN
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling, Step, Violation
from adjudicator.showing import fact
from adjudicator.supposing import Supposed
from maps.board import Space

__all__ = [
    "QUESTIONS",
    "Advantage",
    "Arrivals",
    "Bids",
    "Cards",
    "Markers",
    "Ports",
    "Storm",
    "Sunset",
    "Victory",
    "Weather",
]

_LAST_DAY = 12
_ORDINAL = ("first", "second")
_MULBERRIES = frozenset({"gold-beach", "omaha-beach"})


@question("sunset")
class Sunset(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Sunset DR does: end of day, next impulse, weather; or the chance of each.

    Example: adjudicator sunset tests/saves/bridges.vsav --roll 5
    """

    roll: Annotated[int | None, Meta(description="the unmodified Sunset DR")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry = Inquiry(position, strict=asking.strict)
        box = sky.box_name(inquiry.number("impulse"))
        if self.roll is not None and not 2 <= self.roll <= 12:
            raise MalformedAction(f"a DR of {self.roll}", "A DR is 2 to 12")
        if self.roll is None:
            from adjudicator.dice import DR

            outcomes = DR.map(lambda roll: _effect(daylight.sunset_outcome(inquiry, roll)))
            inquiry.note("6.3", f"the impulse marker stands on box {box}")
            listed = dict(sorted(outcomes.items()))
            ends = sum(n for k, n in listed.items() if k.startswith("ends"))
            verdict = f"In impulse {box} the day ends with {ends}/36."
            chances = inquiry.ruling("sunset", verdict, {"of": 36, "outcomes": listed})
            return replace(chances, moment=_no_sunset(asking))
        found = daylight.explain_sunset(inquiry, self.roll)
        answer = {
            "ends": found.ends,
            "advances": found.advances,
            "changes": found.changes,
            "total": found.total,
        }
        told = _effect(found)
        ruling = inquiry.ruling(f"sunset --roll {self.roll}", f"{told[:1].upper()}{told[1:]}.", answer)
        return replace(ruling, moment=_no_sunset(asking))


def _no_sunset(asking: Asking) -> tuple[Violation, ...]:
    """What the phase has against a Sunset DR: it is made in the Daylight Phase alone (6.3)."""
    phase = asking.position.raw("phase")
    if phase in {UNKNOWN, "daylight"}:
        return ()
    title = asking.game.sequence.phases[str(phase)].title
    return (Violation("6.3", f"no Sunset DR is made in the {title}"),)


def _effect(found: daylight.Sunset) -> str:
    first = "ends the Daylight Phase" if found.ends else "goes on, the marker advances"
    if not found.ends and not found.advances:
        first = "goes on, the marker stays"
    return f"{first}, the weather changes" if found.changes else first


@question("weather")
class Weather(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weather now, impulse by impulse, and what it does to depots, Air Supply and German MF.

    Example: adjudicator weather tests/saves/bridges.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        now = terms.weather(inquiry)
        bonus = sky.german_mf_bonus(inquiry)
        dawn = inquiry.text("weather-today")
        inquiry.note("18.1", f"the day began {dawn.capitalize()}")
        dated = asking.position.said("date") is not UNKNOWN
        if dated and inquiry.number("date") == r05_set_up.D_DAY:
            began = "6 June begins Clear"
            inquiry.require("5.1", dawn == sky.CLEAR, began, f"{began}, not {dawn.capitalize()}")
        inquiry.note(
            "4.8", f"the Weather marker of the day shows {inquiry.text('weather-today').capitalize()}"
        )
        inquiry.note("18.4", f"the weather in force is {now.capitalize()}")
        inquiry.note(
            "18.2" if now == "clear" else "18.3",
            f"Allied air {'flies' if now == 'clear' else 'does not fly'}",
        )
        inquiry.note("18.3", f"German MF are increased by {bonus}", bonus)
        if now == sky.STORM:
            inquiry.note("24.6", "a Storm has the effects of Overcast")
        depot, air = sky.depot_value(inquiry), sky.air_supply_drm(inquiry)
        inquiry.steps += [*depot.steps, *air.steps]
        boxes = {sky.box_name(box): weather for box, weather in sky.weather_by_box(inquiry)}
        answer = {
            "now": now,
            "air": sky.air_flies(inquiry),
            "german_mf_bonus": bonus,
            "depot": depot.value,
            "air_supply_drm": air.value,
            "impulses": boxes,
        }
        verdict = f"{now.capitalize()}; a German Depot is worth {depot.value} tonight."
        return inquiry.ruling("weather", verdict, answer)


@question("advantage")
class Advantage(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the loss of units does to the Advantage and the Sunset DRM, and whether it may still be used.

    Example: adjudicator advantage tests/saves/bridges.vsav --lost allied --units 2
    """

    lost: Annotated[str, Meta(description="side whose units are eliminated")] = ""
    units: Annotated[int, Meta(description="how many, in this impulse", ge=0)] = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry = Inquiry(position, strict=asking.strict)
        holder, may = inquiry.text("advantage"), advantage.may_use(position)
        inquiry.note("11.1", f"the {holder.capitalize()} side holds the Advantage")
        used = "has been used this impulse" if not may else "has not been used this impulse"
        inquiry.note("11.6", f"the Advantage {used}")
        answer: dict[str, object] = {"holder": holder, "reroll": may}
        may_use = "may still use it" if may else "may not use it again in this impulse or phase"
        verdict = f"The {holder.capitalize()} side holds the Advantage and {may_use}."
        lost = terms.side_named(self.lost)
        if lost:
            draft = position.draft()
            victims = [
                p.uid for p in position.pieces.values() if p.side == lost and terms.on_map(draft, p.space)
            ]
            if len(victims) < self.units:
                raise MalformedAction(
                    f"only {many(len(victims), 'unit of that side is', 'units of that side are')} on the map"
                )
            for uid in victims[: self.units]:
                terms.remove(draft, uid)
            advantage.after(draft, position)
            spaces = max((shift.spaces for shift in advantage.SHIFT.every(draft)), default=0)
            lost_it = draft.text("advantage") != holder or draft.flag("advantage-lost", lost)
            section = "11.21" if lost == terms.ALLIED else "11.22"
            inquiry.note(section, f"{many(self.units, f'{lost} unit')} eliminated in one impulse", self.units)
            inquiry.note("11.24", "the Sunset DRM marker moves three spaces at most an impulse")
            if lost_it:
                inquiry.note("11.2", "the Advantage passes to the other side")
            answer |= {"loses_advantage": lost_it, "sunset_spaces": spaces, "by": terms.enemy_of(lost)}
            verdict = (
                f"The {lost.capitalize()} side {'loses' if lost_it else 'keeps or lacks'} the Advantage; "
                f"the Sunset DRM may move {many(spaces, 'space')}."
            )
        return inquiry.ruling("advantage", verdict, answer)


@question("arrivals")
class Arrivals(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units are due, where each enters, and whether the Rangers leave.

    Example: adjudicator arrivals tests/saves/bridges.vsav
    """

    date: Annotated[int | None, Meta(description="a day of June; today by default")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        draft = asking.position.draft()
        if self.date is not None:
            if not 6 <= self.date <= 30:
                raise MalformedAction(
                    f"{self.date} June", "The game runs from 6 to 12 June, extended to 26 June"
                )
            draft.set("date", self.date)
        inquiry = Inquiry(draft, strict=asking.strict)
        board, due = draft.board, arrivals.arrivals(inquiry)
        listed = {}
        inquiry.note("19.1", "reinforcements are placed in the Dawn Phase")
        inquiry.note(
            "4.33", f"units on the Set-up Cards with that day or an earlier one: {len(due)}", len(due)
        )
        for piece in due:
            places = " or ".join(board.name(e) for e in piece.printed.entry)
            section = "19.2" if piece.side == terms.GERMAN else "19.3"
            if piece.side == terms.ALLIED and piece.printed.arrival == arrivals.OWN_BEACH_UNTIL:
                section = "19.5"
            inquiry.steps.append(fact(section, piece.printed.title, places))
            listed[piece.uid] = list(piece.printed.entry)
        day = inquiry.number("date")
        if not r24_storm.is_extended(inquiry):
            later = "units of the days after 12 June are not used outside the Extended Game"
            inquiry.require("5.3", day <= _LAST_DAY, later, later)
        leaving = arrivals.rangers_leave(inquiry)
        if leaving:
            inquiry.note("19.6", f"Omaha Beach is Allied-controlled: {terms.titles(leaving)} leave")
        verdict = f"{many(len(due), 'unit is', 'units are')} due by {day} June."
        return inquiry.ruling("arrivals", verdict, {"due": listed, "withdrawn": [p.uid for p in leaving]})


@question("markers")
class Markers(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which bombardment markers are ready, and why one may not strike an Area.

    Example: adjudicator markers breakout-normandy:example-2 --marker wtf --target omaha
    """

    marker: Annotated[str, Meta(description="wtf, etf, ix-af, 2-taf or le-havre")] = ""
    target: Annotated[str, Meta(description="Target Area")] = ""

    def supposes(self, asking: Asking) -> tuple[Supposed, ...]:
        """The bombardment, where marker and target are named."""
        if not self.target or find_space(asking.position.board, self.target).kind not in {"area", "zone"}:
            return ()
        from adjudicator.breakout_normandy.bombardment import supposed_fire

        return (supposed_fire(asking, self.target, self._battery().id, ()),)

    def _against(self, asking: Asking, inquiry: Inquiry, target: str) -> bool:
        """Whether anything but the moment is against the strike; a box is no target at all."""
        known = inquiry.board.spaces[target]
        if known.kind in {"area", "zone"}:
            return any(hypothesis.barred(fire) for fire in self.supposes(asking))
        for section, text in battery_faults(inquiry, self._battery(), target):
            inquiry.refuse(section, text, spaces=(target,))
        inquiry.refuse("10.12", f"{known.name} holds no enemy unit that could be a target", spaces=(target,))
        return True

    def _battery(self) -> markers.Battery:
        battery = markers.MARKERS.get(self.marker.casefold().replace(" ", "-"))
        if battery is None:
            raise MalformedAction(
                f"there is no marker {self.marker!r}", f"Known: {', '.join(markers.MARKERS)}"
            )
        return battery

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        position = asking.position
        inquiry = Inquiry(position, strict=asking.strict)
        if self.target:
            battery = self._battery()
            target = find_space(position.board, self.target)
            able = not self._against(asking, inquiry, target.id)
            self._colours(inquiry, battery, target)
            inquiry.note("17.1" if battery.kind != "le-havre" else "16.4", f"{battery.title} attacks alone")
            verdict = f"The {battery.title} {'may' if able else 'may not'} strike {target.name}."
            return inquiry.ruling("markers", verdict, able)
        ready = {}
        inquiry.note("4.4", "bombardment markers are no units: each has a Fresh side and a Used one")
        for battery in markers.MARKERS.values():
            ready[battery.id] = not inquiry.flag("used", battery.id)
            inquiry.note("10.11", f"{battery.title}: {'ready' if ready[battery.id] else 'used today'}")
        if inquiry.text("phase") == "airborne":
            inquiry.require("5.2", all(ready.values()), "play begins with all ready", "all begin ready")
        names = ", ".join(markers.MARKERS[m].title for m, is_ready in ready.items() if is_ready)
        return inquiry.ruling("markers", f"Ready: {names or 'none'}.", ready)

    @staticmethod
    def _colours(inquiry: Inquiry, battery: markers.Battery, target: Space) -> None:
        """Say whom the Identity symbol of the target shows as able to bombard it."""
        if battery.kind == "naval" and target.kind == "area":
            colours = str(inquiry.feature(target, "naval", "3.26"))
            inquiry.note("3.26", f"{target.name} is in range of: {colours.replace('+', ', ') or 'no ship'}")
        if battery.kind == "le-havre" and target.kind == "area":
            near = inquiry.feature(target, "le_havre", "3.27")
            inquiry.note("3.27", f"{target.name} is {'' if near else 'not '}in range of Le Havre")


@question("victory")
class Victory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who leads, what each Area counts and why not, and whether a Breakout stands.

    Example: adjudicator victory tests/saves/bridges.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return victory(asking.position, strict=asking.strict)


@question("bids")
class Bids(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who commands the Allies after two bids, and what requirement follows.

    Example: adjudicator bids breakout-normandy --first 2 --second 1
    """

    first: Annotated[int, Meta(description="bid of the first player", extra={"word": False})]
    second: Annotated[int, Meta(description="bid of the second player", extra={"word": False})]
    first_contested: Annotated[int, Meta(description="Contested points in the first bid")] = 0
    second_contested: Annotated[int, Meta(description="Contested points in the second bid")] = 0
    supply: Annotated[
        str,
        Meta(description="the bids are Supply Points, for the reserves of german or allied (tournaments)"),
    ] = ""

    def answer(self, asking: Asking) -> Ruling:  # noqa: ARG002 - no position is needed
        """Answer it; see `Question.answer`."""
        if terms.side_named(self.supply):
            return self._in_supply(terms.side_named(self.supply))
        one = r23_bids.Bid(self.first, self.first_contested)
        two = r23_bids.Bid(self.second, self.second_contested)
        found = r23_bids.settle_bids(one, two)
        who = (
            "a random die roll decides"
            if found.bidder is None
            else f"the {_ORDINAL[found.bidder]} player does"
        )
        steps = (
            Step("23.2", "both players want the same side, so they bid for it"),
            Step("23.21", "the higher bid commands the Allies; a tie is decided by a random die roll"),
            Step(
                "23.22", "the Allied requirement grows by the bid at the end of each week", found.bid.control
            ),
        )
        answer = {"bidder": found.bidder, "control": found.bid.control, "contested": found.bid.contested}
        return Ruling("bids", f"Who commands the Allies: {who}.", answer, steps)

    def _in_supply(self, receiver: str) -> Ruling:
        """Bids of Supply Points: the higher one has the side that it wants, and gives them to the other."""
        if min(self.first, self.second) < 0 or self.first_contested or self.second_contested:
            raise MalformedAction("a bid of Supply Points is a whole number, 0 or more")
        found = r23_bids.settle_bids(r23_bids.Bid(self.first), r23_bids.Bid(self.second))
        side, points = terms.enemy_of(receiver), found.bid.control
        who = "a random die roll decides"
        if found.bidder is not None:
            who = f"the {_ORDINAL[found.bidder]} player does"
        steps = (
            Step("23.21", "tournaments bid Supply Points; the higher bid has its side, a tie is rolled off"),
            Step(
                "12.53",
                f"reserves of the {receiver.capitalize()} side to begin with, for impulses only",
                points,
            ),
        )
        answer = {"bidder": found.bidder, "commands": side, "reserves": {receiver: points}}
        begins = f"the other side begins with {points} Supply Points"
        verdict = f"Who commands the {side.capitalize()} side: {who}; {begins}."
        return Ruling("bids", verdict, answer, steps)


@question("cards")
class Cards(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is left in the two combat decks (optional rule).

    Example: adjudicator cards tests/saves/bridges.vsav --option combat-cards
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        if not r23_cards.in_use(inquiry):
            inquiry.refuse("23.3", "combat is resolved with dice: the option combat-cards is not chosen")
            return inquiry.ruling("cards", "No cards are in use.", None)
        left = {s: r23_cards.left(inquiry, s) for s in (terms.GERMAN, terms.ALLIED)}
        for side, deck in left.items():
            inquiry.note(
                "23.31", f"{many(deck.total, 'card is', 'cards are')} left in the {side} deck", deck.total
            )
        answer = {side: {str(v): n for v, n in sorted(deck.items())} for side, deck in left.items()}
        return inquiry.ruling(
            "cards", f"{many(left[terms.GERMAN].total, 'card is', 'cards are')} left in each deck.", answer
        )


@question("ports")
class Ports(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When each Minor Port and Mulberry becomes available (Extended Game).

    Example: adjudicator ports tests/saves/bridges.vsav --option extended-game
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        if not r24_storm.is_extended(inquiry):
            inquiry.refuse("24.2", "Minor Ports and Mulberries belong to the Extended Game")
            return inquiry.ruling("ports", "None in the game to 12 June.", None)
        board = asking.position.board
        ready: dict[str, int | None] = {}
        for site in r24_ports.sites(inquiry):
            ready[site] = inquiry.number("port-ready", site) or None
            inquiry.note("24.3" if site in _MULBERRIES else "24.2", _port_state(inquiry, site))
            for section, text in _port_trouble(inquiry, site):
                inquiry.note(section, f"{board.name(site)}: {text}")
        depots = dict(r24_ports.extra_depots(inquiry))
        return inquiry.ruling("ports", f"{len(depots)} in use.", {"ready": ready, "depots": depots})


def _port_state(inquiry: Inquiry, site: str) -> str:
    day, name = inquiry.number("port-ready", site), inquiry.board.name(site)
    if inquiry.flag("mulberry-lost", site):
        return f"{name}: lost"
    if not day:
        return f"{name}: not taken"
    return f"{name}: {'in place' if day <= inquiry.number('date') else f'from {day} June'}"


def _port_trouble(inquiry: Inquiry, site: str) -> Iterator[tuple[str, str]]:
    """What keeps a Minor Port or Mulberry from use, or delays it."""
    day, mulberry = inquiry.number("port-ready", site), site in _MULBERRIES
    if inquiry.flag("mulberry-lost", site):
        yield "24.4", "a Mulberry that was removed is never replaced"
    elif day and terms.control_side(inquiry, site) == terms.GERMAN:
        yield "24.4", "under German control it is of no use and may be removed in the Refit Phase"
    elif day > inquiry.number("date") and terms.is_contested(inquiry, site):
        yield "24.4", "each Refit Phase in which the Germans contest it costs a day"
    if day and mulberry and r24_storm.in_storm(inquiry):
        yield "24.6B", "no Mulberry is used during the Storm"


@question("storm")
class Storm(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Storm dr is due at a Weather Change, and its chance (Extended Game).

    Example: adjudicator storm tests/saves/bridges.vsav --option extended-game
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = Inquiry(asking.position, strict=asking.strict)
        due, raging = r24_storm.storm_dr_due(inquiry), r24_storm.in_storm(inquiry)
        finished = max(0, min(6, inquiry.number("date") - 13))
        inquiry.note("24.5", "a Storm dr is due at a Weather Change" if due else "no Storm dr is due")
        if due:
            inquiry.note(
                "24.5", f"finished days of the week: {finished}; a dr not above that brings the Storm"
            )
        depot = r24_storm.beach_depot(inquiry)
        if raging:
            inquiry.note("24.6", "the effects of Overcast, and more")
            inquiry.note("24.6A", "no Allied unit lands")
            inquiry.note("24.6B", "no Mulberry is used, and a dr is made for each when the Storm ends")
            inquiry.note("24.6C", "no Naval Bombardment")
        inquiry.steps += depot.steps
        chance = [finished if due else 0, 6]
        answer = {"due": due, "storm": raging, "chance": chance, "beach_depot": depot.value}
        verdict = "A Storm rages." if raging else f"A Storm dr is {'due' if due else 'not due'}."
        return inquiry.ruling("storm", verdict, answer)


QUESTIONS: tuple[type[Question], ...] = (
    Sunset,
    Weather,
    Advantage,
    Arrivals,
    Markers,
    Victory,
    Bids,
    Cards,
    Ports,
    Storm,
)
