"""Questions about the turn: Weather, chits, Rounds, Reinforcements, Replacements, Withdrawals."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from adjudicator.dark_summer import announcing, terms
from adjudicator.dark_summer import r09_rulings as rounds
from adjudicator.dark_summer.r09_rounds import PrepareOffensive
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_unit
from adjudicator.plural import many
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, question
from adjudicator.ruling import Ruling
from adjudicator.supposing import Supposed
from maps.board import fold

__all__ = [
    "QUESTIONS",
    "Activate",
    "Active",
    "Chits",
    "CleanUp",
    "Due",
    "Entry",
    "Placement",
    "Play",
    "Prepared",
    "Replacements",
    "Weather",
    "Withdrawals",
]

_GROUP = Annotated[
    str, Meta(description="german, us or british; by default the active one", extra={"word": True})
]


def _group(asking: Asking, word: str) -> str:
    group = (word or asking.position.text("round-group")).casefold()
    known = ", ".join(terms.GROUPS)
    if not group:
        raise MalformedAction("the position says no active group", f"Groups: {known}")
    if group not in terms.GROUPS:
        raise MalformedAction(f"there is no group, and no Formation that waits, {word!r}", f"Groups: {known}")
    return group


def _formation(position: Position, word: str) -> tuple[str, str] | None:
    """Group and name of a Formation that awaits entry, as players write it: ``17ss``, ``lehr``."""
    from adjudicator.dark_summer.r08_entry import formations

    wanted = fold(word).replace(" ", "")
    for group in terms.GROUPS if wanted and wanted not in terms.GROUPS else ():
        for name in formations(position, group):
            if wanted in {fold(name).replace(" ", ""), fold(name.partition(" ")[2]).replace(" ", "")}:
                return group, name
    return None


@question("weather")
class Weather(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The Weather that the next draw, or the one after it, can give.

    Example: adjudicator weather tests/saves/summer.vsav --draws 2
    """

    draws: Annotated[int, Meta(description="1 for the next turn, 2 for the turn after it")] = 1

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.weather_ruling(asking.position, draws=self.draws, strict=asking.strict)


@question("chits")
class Chits(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many chits each side gets in this Weather, and what is left in the cup.

    Example: adjudicator chits tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.chits_ruling(asking.position, strict=asking.strict)


@question("due")
class Due(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes next in the turn, and who decides it.

    Example: adjudicator due dark-summer:campaign
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.due_ruling(asking.position, strict=asking.strict)


@question("play")
class Play(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a chit may be played for a kind of Round now.

    Example: adjudicator play tests/saves/summer.vsav us combined --face move
    """

    chit: Annotated[str, Meta(description="german, us, british-move, british-combat", extra={"word": True})]
    kind: Annotated[str, Meta(description="move, combat or combined", extra={"word": True})]
    face: Annotated[str, Meta(description="face of a Combined Action: move or combat")] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.play_ruling(asking.position, self.chit, self.kind, self.face, strict=asking.strict)


@question("prepared")
class Prepared(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Prepared Offensive may be declared.

    Example: adjudicator prepared tests/saves/summer.vsav us
    """

    group: _GROUP = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.prepared_ruling(asking.position, _group(asking, self.group), strict=asking.strict)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The declaration, where the group has the Round; see `Question.supposes`."""
        if asking.position.raw("round-group") == _group(asking, self.group):
            yield Supposed(asking.position, PrepareOffensive())


@question("active")
class Active(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which units are active in this Round, or why one is not.

    Example: adjudicator active tests/saves/summer.vsav 17ss/37
    """

    unit: Annotated[str, Meta(description="one unit", extra={"word": True})] = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        uid = find_unit(asking.position, self.unit).uid if self.unit else ""
        return rounds.active_ruling(asking.position, uid, strict=asking.strict)


@question("activate")
class Activate(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a Reaction chit may be played now, and which stacks and Formations it could activate.

    Example: adjudicator activate tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.reaction_ruling(asking.position, strict=asking.strict)


@question("clean-up")
class CleanUp(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the Clean-Up Phase does.

    Example: adjudicator clean-up tests/saves/summer.vsav
    """

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        return rounds.clean_up_ruling(asking.position, strict=asking.strict)


@question("entry")
class Entry(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many Formations may enter on which roll, and which may be chosen, or whether one may.

    Example: adjudicator entry dark-summer:campaign 17ss
    """

    group: Annotated[str, Meta(description="german, us or british; or a Formation", extra={"word": True})] = (
        ""
    )
    roll: Annotated[int | None, Meta(description="the Formation Entry die roll")] = None

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer import r08_entry
        from adjudicator.dark_summer.r08_placement import shown_formation
        from adjudicator.dark_summer.r08_rulings import explain_entry

        position, inquiry = asking.position, Inquiry(asking.position, strict=asking.strict)
        named = _formation(position, self.group)
        group = named[0] if named else _group(asking, self.group)
        found = explain_entry(inquiry, group)
        waiting = {
            name: [p.uid for p in units] for name, units in r08_entry.formations(inquiry, group).items()
        }
        answer: dict[str, Any] = {
            "awaiting": waiting,
            "selectable": sorted(r08_entry.selectable(inquiry, group)),
            "most": {str(n): w for n, w in sorted(found.items())},
        }
        verdict = (
            "1 Formation awaits entry." if len(waiting) == 1 else f"{len(waiting)} Formations await entry."
        )
        if named:
            able = named[1] in r08_entry.selectable(inquiry, group)
            first = r08_entry.formations(inquiry, group)[named[1]][0]
            failed = f"Formations of earlier turns must be chosen before {shown_formation(first)}"
            title = terms.formation_name(first.printed)
            inquiry.require("8.1.1", able, f"{title} may be chosen", failed)
            verdict = f"{title} {'may' if able else 'may not'} be chosen to enter."
        if self.roll is not None:
            if not 1 <= self.roll <= 6:
                raise MalformedAction(f"--roll {self.roll}", "One die shows 1 to 6")
            must = r08_entry.must_use_die(position, group)
            available = r08_entry.counted(position, group) if found else 0
            numbers = r08_entry.allowed_by(self.roll, available, handicapped=must) if found else ()
            answer["allowed"] = list(numbers)
            lets, one = " or ".join(map(str, numbers)) or "no", set(numbers) == {1}
            verdict = f"A roll of {self.roll} lets {lets} Formation{'' if one else 's'} enter."
        return inquiry.ruling("entry", verdict, answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The entry of the Formation by one of its units; see `Question.supposes`."""
        from adjudicator.dark_summer import r08_entry

        position, named = asking.position, _formation(asking.position, self.group)
        if named is None or self.roll is not None:
            return ()
        units = r08_entry.formations(position, named[0])[named[1]]
        return announcing.placing(position, [p.uid for p in units])


@question("placement")
class Placement(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a Reinforcement, a 3rd Wave unit or a whole Formation may be placed, and why not elsewhere.

    Example: adjudicator placement tests/saves/summer.vsav 2/9

    Example: adjudicator placement tests/saves/summer.vsav 2ss
    """

    unit: Annotated[str, Meta(description="the unit, or a Formation that waits", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r08_rulings import explain_hexes

        inquiry, uids = Inquiry(asking.position, strict=asking.strict), self._meant(asking.position)
        found = {uid: list(explain_hexes(inquiry, uid)) for uid in uids}
        told = [f"{asking.position.pieces[uid].printed.title} may be placed: {{}}" for uid in uids]
        words = [_with_letters(asking.position, hexes) for hexes in found.values()]
        if len({*words}) == 1 and len(uids) > 1:
            told = [f"{terms.titles(asking.position.pieces[uid] for uid in uids)} may be placed: {{}}"]
        verdict = "; ".join(text.format(where) for text, where in zip(told, words, strict=False))
        return inquiry.ruling("placement", f"{verdict}.", found if len(uids) > 1 else found[uids[0]])

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The entry of each unit in the first hex that is open to it; see `Question.supposes`."""
        for uid in self._meant(asking.position):
            yield from announcing.placing(asking.position, [uid])

    def _meant(self, position: Position) -> list[str]:
        """Ids of the unit that is named, or of those of a Formation that still wait."""
        from adjudicator.dark_summer.r08_entry import formations

        named = _formation(position, self.unit)
        if named is not None:
            return [piece.uid for piece in formations(position, named[0])[named[1]]]
        return [find_unit(position, self.unit).uid]


def _with_letters(position: Position, hexes: Sequence[str]) -> str:
    """Hexes by name, those of a letter after it."""
    groups: dict[str, list[str]] = {}
    for where in hexes:
        groups.setdefault(terms.letter(position, where), []).append(position.board.name(where))
    told = [
        f"by {letter} {', '.join(names)}" if letter else ", ".join(names) for letter, names in groups.items()
    ]
    return "; ".join(told) or "nowhere"


@question("replacements")
class Replacements(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a side may rebuild with this turn's Replacements.

    Example: adjudicator replacements tests/saves/summer.vsav allied
    """

    side: Annotated[str, Meta(description="german or allied", extra={"word": True})]

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r08_rulings import explain_replacements

        if self.side not in {terms.GERMAN, terms.ALLIED}:
            raise MalformedAction(f"there is no side {self.side!r}", "german or allied")
        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = explain_replacements(inquiry, self.side)
        answer = [{"unit": piece.uid, "type": kind} for piece, kind in found]
        return inquiry.ruling("replacements", f"{many(len(found), 'way')} to rebuild a unit.", answer)

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The first of the ways; see `Question.supposes`."""
        from adjudicator.dark_summer.r08_replacements import Rebuild, rebuildable

        for piece, kind in rebuildable(asking.position, self.side)[:1]:
            yield Supposed(asking.position, Rebuild(piece.uid, kind))


@question("withdrawals")
class Withdrawals(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which airborne, Ranger and Special Service units may be withdrawn from the game.

    Example: adjudicator withdrawals tests/saves/summer.vsav us
    """

    group: _GROUP = ""

    def answer(self, asking: Asking) -> Ruling:
        """Answer it; see `Question.answer`."""
        from adjudicator.dark_summer.r08_rulings import explain_withdrawals

        inquiry = Inquiry(asking.position, strict=asking.strict)
        found = explain_withdrawals(inquiry, _group(asking, self.group))
        names = terms.titles(found) or "none"
        return inquiry.ruling("withdrawals", f"May be withdrawn: {names}.", [p.uid for p in found])

    def supposes(self, asking: Asking) -> Iterable[Supposed]:
        """The withdrawal of the first of them; see `Question.supposes`."""
        from adjudicator.dark_summer.r08_withdrawals import WithdrawUnit, withdrawable

        for piece, _ in itertools.islice(withdrawable(asking.position, _group(asking, self.group)), 1):
            yield Supposed(asking.position, WithdrawUnit(piece.uid))


QUESTIONS: tuple[type[Question], ...] = (
    Weather,
    Chits,
    Due,
    Play,
    Prepared,
    Active,
    Activate,
    CleanUp,
    Entry,
    Placement,
    Replacements,
    Withdrawals,
)
