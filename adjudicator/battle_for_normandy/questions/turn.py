"""Questions about the turn: what is due, weather, air, harbors, withdrawals, fog, set-up, victory."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from adjudicator.battle_for_normandy import r04_flow, r08_weather, terms
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space, find_unit
from adjudicator.plural import many
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed
from adjudicator.views import side_asked

__all__ = [
    "Air",
    "Arrivals",
    "Cherbourg",
    "Due",
    "End",
    "Inspect",
    "Kg",
    "Mulberry",
    "Options",
    "Queue",
    "SetUp",
    "Solitaire",
    "Victory",
    "Weather",
    "Withdrawal",
]

_TITLES = {"night": "Night", "am": "AM", "pm": "PM"}
_CLASHES = (
    ("6.1", "6.1o", "CW tanks stack by 6.1o until August, by 6.1 afterwards"),
    ("9.4", "9.4o", "the caps of July and August are ignored"),
    ("9.3.1", "22.4o", "Airborne units take Paratroop REM points only, one for a step"),
    ("12.3", "22.5o", "there are no mandatory attacks"),
    ("18.2", "22.3o", "battalions land whole, three Stacking Points in an Assault Hex"),
    ("9.3.3", "19.5o", "Commandos and Rangers take replacements at two points a step"),
    ("8.1", "8.0o", "the weather of 6 to 9 June is history's; 22.11o is ignored"),
)


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f}%"


def _asking(asking: Asking) -> Inquiry:
    return Inquiry(asking.position, strict=asking.strict)


@question("due")
class Due(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next in the turn, and who decides it.

    Example: adjudicator due battle-for-normandy:campaign
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r04_phases import closing_steps
        from adjudicator.battle_for_normandy.r16_june_6 import is_invasion
        from adjudicator.battle_for_normandy.r21_set_up import day_name

        inquiry = _asking(asking)
        now, then = r04_flow.moment(inquiry), r04_flow.following(inquiry)
        when = f"{_TITLES[then.time]} of {day_name(then.date)}"
        phases = asking.game.sequence.phases
        top = asking.position.decision
        who = top.player if top is not None else asking.game.player_on_turn(asking.position)
        inquiry.note(phases[now.phase].rule, phases[now.phase].help)
        inquiry.note("3.5", f"the Phasing Player is the {now.side} one")
        if is_invasion(inquiry):
            inquiry.note("3.7", "this is one of the two Invasion Turns of 6 June")
        if top is not None:
            inquiry.note(
                top.rule, f"the {top.player.capitalize()} side has to settle: {top.kind.replace('-', ' ')}"
            )
        for step in closing_steps(inquiry):
            inquiry.note("4.0", f"at its end: {step.replace('-', ' ')}")
        order = "16.0" if now.date == 6 and now.time != "pm" else "4.0"
        inquiry.note(order, f"next: {phases[then.phase].title}, {then.side}, {when}")
        verdict = f"{_TITLES[now.time]}: {phases[now.phase].title}; the {who.capitalize()} side is to act."
        return inquiry.ruling("due", verdict, {"phase": now.phase, "player": who, "next": then.phase})


@question("weather")
class Weather(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weather that a roll gives, what it brings, or the chances of the day's.

    Example: adjudicator weather tests/saves/epsom.vsav --roll 8
    """

    roll: Annotated[int | None, Meta(description="two dice, 2 to 12")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = _asking(asking)
        if self.roll is not None:
            if not 2 <= self.roll <= 12:
                raise MalformedAction("two dice show 2 to 12")
            return self._of_roll(inquiry, self.roll)
        found = r08_weather.chances(inquiry)
        for weather, chance in found.items():
            inquiry.note("8.1", f"{r08_weather.effects(asking, weather).text('title')}: {_percent(chance)}")
        best = max(found, key=lambda w: found[w])
        verdict = (
            f"{r08_weather.effects(asking, best).text('title')} is the likeliest, {_percent(found[best])}."
        )
        return inquiry.ruling("weather", verdict, {w: str(c) for w, c in found.items()})

    def _of_roll(self, inquiry: Inquiry, roll: int) -> Ruling:
        weather = r08_weather.explain_roll(inquiry, roll)
        row = r08_weather.effects(inquiry, weather)
        for key, section, text in (
            ("csp", "7.6.2", "Combat Supply Points of the day"),
            ("air", "8.2", "Air Points that stay on the ground"),
            ("drm", "12.6.4", "on the CRT"),
            ("limit", "8.2", "reinforcements that a Beachhead takes in a turn, -1 for no limit"),
        ):
            inquiry.note(section, text, row.number(key))
        naval = row.text("naval") or "none"
        inquiry.note("8.2", f"ships that may fire: {naval}")
        return inquiry.ruling(f"weather {roll}", f"{row.text('title')}.", weather)


@question("air")
class Air(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether an allotment of air and AA Points is legal, with the interdiction that comes of it.

    Example: adjudicator air battle-for-normandy:campaign --points 20,20,20,0,0 --recon 20 --aa 10,10,5,5,5
    """

    points: Annotated[str, Meta(description="Air Points of maps A to E")] = "0,0,0,0,0"
    recon: Annotated[int, Meta(description="points for Armed Recon")] = 0
    aa: Annotated[str, Meta(description="AA Points of maps A to E")] = "0,0,0,0,0"

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r11 import allocation as r11_allocation

        inquiry = _asking(asking)
        air, aa = _five(self.points), _five(self.aa)
        total, there = sum(air) + self.recon, r08_weather.air_points(inquiry)
        text = f"{total} of {there} Air Points are allotted"
        inquiry.require("11.1.1", total <= there, text, text)
        text = f"{many(self.recon, 'point')} for Armed Recon, of 20 at the most"
        inquiry.require("11.3", self.recon <= 20, text, text)
        guns = inquiry.number("aa-points")
        text = f"{sum(aa)} of {guns} AA Points are allotted"
        inquiry.require("11.1.3", sum(aa) <= guns, text, text)
        found = r11_allocation.explain_net(inquiry, air, aa)
        left = max(0, there - total)
        inquiry.note("11.1.2", "Ground Support Points that are left", left)
        verdict = "Legal." if not inquiry.violations else "Illegal."
        return inquiry.ruling("air", verdict, {"interdiction": found, "ground-support": left})

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """Both allotments, each in the part of the phase in which it is made."""
        from adjudicator.battle_for_normandy.r11.allocation import AllocateAa, AllocateAir

        air, aa = AllocateAir(_five(self.points), self.recon), AllocateAa(_five(self.aa))
        for side, action in ((terms.ALLIED, air), (terms.GERMAN, aa)):
            draft = asking.position.draft()
            if draft.text("phase") == "air":
                draft.set("side", side)
            yield Supposed(draft.finish(), action)


def _five(text: str) -> tuple[int, ...]:
    try:
        found = tuple(int(word) for word in text.split(","))
    except ValueError:
        found = ()
    if len(found) != 5 or min(found) < 0:
        raise MalformedAction(f"five numbers with commas between are wanted, not {text!r}")
    return found


@question("mulberry")
class Mulberry(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the Mulberries are, and the chances that they are ready in the next days.

    Example: adjudicator mulberry tests/saves/epsom.vsav --days 5
    """

    days: Annotated[int, Meta(description="how many days to look ahead")] = 5

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r19 import mulberry as r19_mulberry

        inquiry, answer = _asking(asking), {}
        for site in r19_mulberry.begun(inquiry):
            done = inquiry.number("mulberry", site)
            inquiry.note("19.4.1", f"progress at {site}, of {r19_mulberry.READY}", done)
            if not r19_mulberry.is_complete(inquiry, site):
                found = r19_mulberry.chances(done, max(1, min(30, self.days)))
                answer[site] = {str(day): str(chance) for day, chance in found.items()}
                inquiry.note(
                    "19.4.2.1", f"damage at {site} takes three dice off the progress, never below", 0
                )
                for day, chance in found.items():
                    inquiry.note("19.4.1", f"ready at {site} after {many(day, 'roll')}: {_percent(chance)}")
            else:
                inquiry.note("19.4.2.1", f"damage at {site} leaves 21 less three dice")
        for site in r19_mulberry.sites(inquiry):
            inquiry.note("19.4.1", f"a Mulberry can be begun at {site}")
        inquiry.note("19.4.2", f"a Storm damages each with {_percent(r19_mulberry.damage_chance())}")
        working = ", ".join(r19_mulberry.working(inquiry)) or "none"
        return inquiry.ruling("mulberry", f"Mulberries that bring supply: {working}.", answer)


@question("cherbourg")
class Cherbourg(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the port of Cherbourg stands, and which Victory Points it would give.

    Example: adjudicator cherbourg tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg

        inquiry = _asking(asking)
        level, captured = inquiry.number("port"), r20_cherbourg.is_captured(inquiry)
        text = "the demolition has not begun" if level < 0 else f"the marker stands at {level}"
        inquiry.note("20.4", text)
        allied, german = r20_cherbourg.allied_points(inquiry), r20_cherbourg.german_points(inquiry)
        if not captured:
            inquiry.note("20.4", "Victory Points if the Allied player captured the city now", allied)
            inquiry.note("20.4", "points off the Allied track if it held at the end of 28 June Night", german)
        elif level < r20_cherbourg.FIRST:
            inquiry.note(
                "20.4", "Combat Supply Points that one step of repair costs", r20_cherbourg.REPAIR_COST
            )
        verdict = "Captured" if captured else "German"
        supply = r20_cherbourg.is_supply_port(inquiry)
        answer = {"level": level, "captured": captured, "allied": allied, "german": german, "supply": supply}
        return inquiry.ruling("cherbourg", f"{verdict}: {text}.", answer)


@question("withdrawal")
class Withdrawal(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may be withdrawn today, and with which chance.

    Example: adjudicator withdrawal battle-for-normandy:campaign --given date=27
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals

        inquiry = _asking(asking)
        chance = r19_withdrawals.explain(inquiry)
        return inquiry.ruling("withdrawal", f"Each roll withdraws with {_percent(chance)}.", str(chance))


@question("kg")
class Kg(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Kampfgruppe HQ may be placed in a hex.

    Example: adjudicator kg tests/saves/epsom.vsav C3322
    """

    hex: Annotated[str, Meta(description="a hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r20 import kg as r20_kg

        inquiry = _asking(asking)
        space = find_space(asking.position.board, self.hex)
        left = len(r20_kg.placeable(inquiry))
        inquiry.note("20.3", "Kampfgruppe HQs that can still be placed", left)
        known = left or asking.position.unknown  # a sketch need not name them
        inquiry.require("20.3", bool(known), "", "no Kampfgruppe HQ is left to be placed")
        r20_kg.explain_place(inquiry, space.id)
        verdict = "Legal." if not inquiry.violations else "Illegal."
        return inquiry.ruling(f"kg {space.id}", verdict, not inquiry.violations)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """That the first Kampfgruppe HQ which can be placed is placed there."""
        from adjudicator.battle_for_normandy.r20 import kg as r20_kg

        space = find_space(asking.position.board, self.hex)
        for piece in r20_kg.placeable(asking.position)[:1]:
            yield Supposed(asking.position, r20_kg.PlaceKg(piece.uid, space.id))


@question("inspect")
class Inspect(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a player may examine the enemy stack of a hex.

    Example: adjudicator inspect tests/saves/epsom.vsav C3830 --as allied
    """

    hex: Annotated[str, Meta(description="a hex", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy import r03_fog

        inquiry = _asking(asking)
        space = find_space(asking.position.board, self.hex)
        allied, german = (bool(terms.friends(inquiry, space.id, s)) for s in (terms.ALLIED, terms.GERMAN))
        side = side_asked(asking.position, asking.viewpoint)
        if allied != german:
            side = terms.GERMAN if allied else terms.ALLIED
        allowed = r03_fog.explain(inquiry, space.id, side)
        verdict = f"The {side.capitalize()} player may {'' if allowed else 'not '}examine the stack."
        return inquiry.ruling(f"inspect {space.id}", verdict, allowed)


@question("arrivals")
class Arrivals(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Reinforcements that are due now, or come on a day, and where.

    Example: adjudicator arrivals battle-for-normandy:carentan german --day 9
    """

    side: Annotated[str, Meta(description="allied or german", extra={"word": True})]
    day: Annotated[int, Meta(description="a day from 1 June; 0 for those due now")] = 0

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy import r21_set_up, r23_swap
        from adjudicator.battle_for_normandy.r09 import reinforcements as r09_reinforcements

        inquiry, side = _asking(asking), self.side.casefold()
        if side not in {terms.ALLIED, terms.GERMAN}:
            raise MalformedAction("name a side: allied or german")
        if self.day:
            waiting = asking.position.units_in(terms.TRACK)
            pieces = [p for p in waiting if p.side == side and p.printed.arrival == self.day]
        else:
            pieces = list(r09_reinforcements.due(asking.position, side))
        for piece in pieces:
            if side == terms.ALLIED and r09_reinforcements.is_by_sea(inquiry, piece):
                sites = ", ".join(r09_reinforcements.sites_of(inquiry, piece)) or "no Beachhead"
                inquiry.note("9.2.2", f"{piece.printed.title} may land at {sites}")
            else:
                r21_set_up.explain_set_up(inquiry, piece.printed)
        for new, old in r23_swap.due(asking.position):
            inquiry.note("23.5", f"{new.printed.title} takes the place of {old.printed.title}")
        when, whose = r21_set_up.day_name(self.day) if self.day else "now", f"of the {side.capitalize()} side"
        verdict = f"{many(len(pieces), f'unit {whose} is', f'units {whose} are')} due {when}."
        return inquiry.ruling(f"arrivals {side}", verdict, [p.uid for p in pieces])


@question("queue")
class Queue(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who waits in the Landing Queue of a site, in which order, and where the first ones may land.

    Example: adjudicator queue tests/saves/epsom.vsav gold
    """

    site: Annotated[str, Meta(description="utah, omaha, gold, juno or sword", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r09 import landing as r09_landing

        inquiry, site, name = _asking(asking), self.site.casefold(), asking.position.board.name
        if site not in terms.SITES:
            raise MalformedAction(f"name a Landing Site: {', '.join(terms.SITES)}")
        answer = {}
        for row in r09_landing.rows(inquiry, site):
            r09_landing.note_beaches(inquiry, row[0])
            for at, space in enumerate(row, 1):
                waiting = r09_landing.waiting(inquiry, space)
                answer[space] = [p.uid for p in waiting]
                said = terms.titles(waiting) or "nobody"
                inquiry.note("9.2.2", f"Phase {at} hex {name(space)}: {said}", len(waiting))
        total, title = sum(map(len, answer.values())), site.capitalize()
        if not answer:
            inquiry.note("18.8.2", f"no Beachhead lies at {title}: nobody queues there")
            return inquiry.ruling(f"queue {site}", f"No Beachhead lies at {title}.", answer)
        bound = r09_landing.weather_limit(inquiry)
        verdict = f"{many(total, 'unit waits', 'units wait')} at {title}{f'; {bound}' if bound else ''}."
        return inquiry.ruling(f"queue {site}", verdict, answer)


@question("set-up")
class SetUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit begins the game, or when and where it comes.

    Example: adjudicator set-up battle-for-normandy:campaign ge-352-hq
    """

    unit: Annotated[str, Meta(description="one unit", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy import r21_set_up

        inquiry = _asking(asking)
        piece = find_unit(asking.position, self.unit)
        space = r21_set_up.explain_set_up(inquiry, piece.printed)
        said = inquiry.steps[-1].text
        return inquiry.ruling(f"set-up {piece.uid}", f"{said[0].upper()}{said[1:]}.", space)


@question("end")
class End(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happens at the end of this turn and of this day.

    Example: adjudicator end tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy import r21_victory
        from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals
        from adjudicator.battle_for_normandy.r20 import ost as r20_ost

        inquiry = _asking(asking)
        lost = r20_ost.explain(inquiry)
        for division in r19_withdrawals.AIRBORNE:
            if inquiry.number("leaving", division):
                inquiry.note("19.2", f"{division} is withdrawn at the end of the PM turn")
        for division in r19_withdrawals.worn(inquiry):
            inquiry.note("12.9o", f"{division} has to leave the front by the end of the day")
        winner = r21_victory.explain(inquiry)
        said = (
            f"the {winner.capitalize()} side would win"
            if winner in {terms.ALLIED, terms.GERMAN}
            else winner or "the game goes on"
        )
        return inquiry.ruling("end", f"Ost battalions that lose a step: {lost}; {said}.", winner)


@question("victory")
class Victory(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Victory Points by place, what 15 June or the scenario asks for, and who would win.

    Example: adjudicator victory tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy import r21_victory

        inquiry = _asking(asking)
        winner = r21_victory.explain(inquiry)
        total = inquiry.number("vp")
        said = f"The Allied player has {total} Victory Points"
        if r21_victory.objectives(inquiry):
            said += f"; what he held in history is worth {r21_victory.taken_in_history(inquiry)}"
        return inquiry.ruling("victory", f"{said}.", {"vp": total, "winner": winner})


@question("solitaire")
class Solitaire(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the solitaire tables allot in the weather of the position.

    Example: adjudicator solitaire battle-for-normandy:campaign --given weather=clear
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.battle_for_normandy.r22 import solitaire as r22_solitaire

        inquiry = _asking(asking)
        found = r22_solitaire.explain(inquiry)
        verdict = f"Armed Recon {found.recon}, Ground Support {found.support}."
        answer = {
            "interdiction": list(found.interdiction),
            "letters": list(found.letters),
            "recon": found.recon,
            "support": found.support,
        }
        return inquiry.ruling("solitaire", verdict, answer)


@question("options")
class Options(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which optional rules and readings hold, and what they change in the others.

    Example: adjudicator options tests/saves/epsom.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        inquiry = _asking(asking)
        chosen = {name: letter for name, letter in asking.position.options.items() if letter != "A"}
        for section, name, text in _CLASHES:
            if chosen.get(name, "A") != "A":
                inquiry.note(section, text)
        for name in sorted(chosen):
            inquiry.option(name)
        said = ", ".join(f"{n}={v}" for n, v in sorted(chosen.items())) or "none but the standard rules"
        return inquiry.ruling("options", f"Chosen: {said}.", chosen)
