"""Questions about the turn: weather, Resource Points, the cup, activations, HQs, the End Phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from adjudicator.june_six import r03_rulings, r07_cup_rulings, r07_rulings
from adjudicator.names import find_unit
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed

__all__ = [
    "QUESTIONS",
    "Activate",
    "Assign",
    "Attach",
    "Corps",
    "Cup",
    "Due",
    "End",
    "FormationOf",
    "Hq",
    "Initiative",
    "Purchase",
    "Re",
    "Resources",
    "SetUp",
    "Weather",
]

_UNIT = Annotated[str, Meta(description="one unit", extra={"word": True})]


@question("due")
class Due(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next in the turn, and who decides it.

    Example: adjudicator due june-six:campaign
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.due_ruling(asking.position, strict=asking.strict)


@question("weather")
class Weather(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The weather that a German roll gives, what it brings, or the chances of the next turn's.

    Example: adjudicator weather june-six:campaign --roll 8
    """

    roll: Annotated[int | None, Meta(description="the unmodified German roll, 0 to 9")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.weather_ruling(asking.position, self.roll, strict=asking.strict)


@question("initiative")
class Initiative(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has the initiative with two rolls, or the chance of it.

    Example: adjudicator initiative june-six:campaign --allied 5 --german 7
    """

    allied: Annotated[int | None, Meta(description="the Allied roll")] = None
    german: Annotated[int | None, Meta(description="the German roll")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.initiative_ruling(asking.position, self.allied, self.german, strict=asking.strict)


@question("resources")
class Resources(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Resource Points that a side receives with a roll, or their chances.

    Example: adjudicator resources june-six:campaign german --roll 2
    """

    side: Annotated[str, Meta(description="allied or german", extra={"word": True})]
    die: Annotated[int | None, Meta(description="what was rolled, 0 to 9")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.resources_ruling(
            asking.position, self.side.casefold(), self.die, strict=asking.strict
        )


@question("purchase")
class Purchase(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether an Activation Marker can be bought, or all that can be.

    Example: adjudicator purchase tests/saves/june.vsav us-1
    """

    marker: Annotated[
        str, Meta(description="a Division, or us-corps, german-corps ...", extra={"word": True})
    ] = ""
    side: Annotated[str, Meta(description="who buys: allied or german")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.purchase_ruling(asking.position, self.side, self.marker, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The purchase of the marker named; see `Question.supposes`."""
        from adjudicator.june_six.r05_purchases import Purchase as Buying

        if not self.marker:
            return []
        group = r07_rulings.find_group(asking.position, self.marker)
        return [Supposed(asking.position, Buying(group))]


@question("cup")
class Cup(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exact chances of the cup: the next marker, one formation before another, two markers in a row.

    Example: adjudicator cup tests/saves/june.vsav us-1 --before ge-352
    """

    marker: Annotated[
        str, Meta(description="a Division, us-corps ...; empty for all", extra={"word": True})
    ] = ""
    before: Annotated[str, Meta(description="another one: the chance to be drawn before it")] = ""
    draws: Annotated[int, Meta(description="within how many draws")] = 0
    contents: Annotated[tuple[str, ...], Meta(description="a cup of one's own: us-1=2 ge-352=1 ...")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r07_cup_rulings.cup_ruling(
            asking.position,
            self.marker,
            before=self.before,
            draws=self.draws,
            contents=self.contents,
            strict=asking.strict,
        )


@question("activate")
class Activate(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a marker does when it is drawn: the LOC check, and the units that act at ME.

    Example: adjudicator activate tests/saves/june.vsav lehr
    """

    marker: Annotated[
        str, Meta(description="a Division, us-corps ..., or an HQ's formation", extra={"word": True})
    ]
    free_ops: Annotated[bool, Meta(description="by a Free Ops marker")] = False

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r07_rulings.activate_ruling(
            asking.position, self.marker, free_ops=self.free_ops, strict=asking.strict
        )


@question("formation")
class FormationOf(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The formation of a unit, its parent Corps, and the phase in which it acts.

    Example: adjudicator formation june-six:campaign 1049
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r07_rulings.formation_ruling(asking.position, uid, strict=asking.strict)


@question("attach")
class Attach(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Division can attach a Corps unit.

    Example: adjudicator attach tests/saves/june.vsav '8 ar' 50
    """

    unit: _UNIT
    division: Annotated[str, Meta(description="the Division", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r07_rulings.attach_ruling(asking.position, uid, self.division, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The attachment; see `Question.supposes`."""
        from adjudicator.june_six.r06_formations import Attach as Attaching

        uid = find_unit(asking.position, self.unit).uid
        division = r07_rulings.find_group(asking.position, self.division)
        return [Supposed(asking.position, Attaching(uid, division))]


@question("assign")
class Assign(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Corps to which a unit without one can be assigned.

    Example: adjudicator assign tests/saves/june.vsav 31
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r07_rulings.assign_ruling(asking.position, uid, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The assignment to each Corps to which it can go; see `Question.supposes`."""
        from adjudicator.june_six.r06_formations import Assign as Assigning
        from adjudicator.june_six.r06_formations import assignable

        uid = find_unit(asking.position, self.unit).uid
        found = assignable(asking.position, uid)
        return [Supposed(asking.position, Assigning(uid, corps)) for corps in found]


@question("hq")
class Hq(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the loss of an HQ brings, and when and where it returns.

    Example: adjudicator hq tests/saves/june.vsav ge-352-hq
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r07_rulings.hq_ruling(asking.position, uid, strict=asking.strict)


@question("corps")
class Corps(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Corps Activation can be declared, who takes part, and in which order.

    Example: adjudicator corps tests/saves/june.vsav us-v-hq
    """

    unit: Annotated[str, Meta(description="the Corps HQ", extra={"word": True})]
    divisions: Annotated[tuple[str, ...], Meta(description="Divisions that the German player chooses")] = ()

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r07_rulings.corps_ruling(asking.position, uid, self.divisions, strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The declaration; see `Question.supposes`."""
        from adjudicator.june_six.r07_corps import DeclareCorps

        position = asking.position
        chosen = tuple(r07_rulings.find_group(position, d) for d in self.divisions)
        return [Supposed(position, DeclareCorps(find_unit(position, self.unit).uid, chosen))]


@question("re")
class Re(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who acts in the RE Activation Phase, and in which order.

    Example: adjudicator re tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r07_rulings.phase_ruling(asking.position, strict=asking.strict)


@question("end")
class End(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that the End Phase does now, in its order.

    Example: adjudicator end tests/saves/june.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return r03_rulings.end_ruling(asking.position, strict=asking.strict)


@question("set-up")
class SetUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a unit is set up, or when and where it comes.

    Example: adjudicator set-up june-six:campaign 1049
    """

    unit: _UNIT

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid
        return r03_rulings.set_up_ruling(asking.position, uid, strict=asking.strict)


QUESTIONS = (
    Due,
    Weather,
    Initiative,
    Resources,
    Purchase,
    Cup,
    Activate,
    FormationOf,
    Attach,
    Assign,
    Hq,
    Corps,
    Re,
    End,
    SetUp,
)
