"""Goes through a game step by step and keeps the position of the rules beside what lies on the table."""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.actions import Action, Roll
from adjudicator.asking.between import rule_of_change
from adjudicator.asking.candidates import Aim, Throws
from adjudicator.asking.changes import CLOCK, DEEDS, is_veiled, passing_items, value_of
from adjudicator.asking.memory import Memory
from adjudicator.asking.towards import Explained, ways
from adjudicator.audit.acts import act_of, retold
from adjudicator.audit.announced import hinted
from adjudicator.audit.book import Outlook, laid_in, missing, net, nothing_pending, settled_first
from adjudicator.audit.judged import AGAINST, Act, Judged
from adjudicator.audit.otherwise import answered_otherwise
from adjudicator.audit.readings import (
    OUTLOOK,
    READINGS,
    WINDOW,
    Entry,
    Reading,
    best,
    forgotten,
    last,
    numbered,
    undone,
    was_against,
)
from adjudicator.audit.refusing import is_plain, refused, told_elsewhere
from adjudicator.audit.tables import Tables
from adjudicator.audit.throws import Record, read_dice
from adjudicator.audit.undone import as_it_lies, not_done, unpaid
from adjudicator.position import Change
from adjudicator.ruling import Ruling, Violation
from adjudicator.saves.steps import Shown
from adjudicator.wording import change_words, describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from adjudicator.position import Piece, Position

__all__ = ["Auditor", "judge"]

_ALONE, _JOINED = 300, 400  # actions that a search tries
_DICE_AHEAD = 7  # steps in which dice can fall for what shows in the first of them
_TRIES = 4  # beginnings of a group of steps that are tried
_GOES_ON = CLOCK | {"round", "turn", "date"}  # what moves when a part of play is over
_BEYOND = 4  # units and hands of the clock that nobody ever shows like that


class Auditor:
    """Judges the steps of a game one after the other.

    Parameters
    ----------
    steps
        What lies on the table before the first step, then after each.
    record
        The dice of the whole game.
    mask
        Hides from a position what the viewpoint does not see.

    Notes
    -----
    The *book* is the position that the rules keep: what legal actions made of the beginning. A step of the
    table is explained by actions that bring about what changed in it. Where no action does, the step is kept
    in mind: with those that follow it may be one action made in several drags. What stays unexplained is laid
    into the book as it is, so that the steps after it are judged on what the players have before them.

    Where several sequences of actions explain a step alike (which units attacked, before anybody shows it),
    each is a reading of the game that is followed until later steps tell which one it was.
    """

    def __init__(self, steps: Iterable[Shown], record: Record, mask: Callable[[Position], Position]) -> None:
        self.record, self._tables = record, Tables(steps, mask)
        self._done: list[Judged] = []
        self._memory = Memory()
        self._readings = [Reading(self._tables[0].table, frozenset())]
        self._place, self._thrown, self._veiled, self._lacking = 0, 0, False, set[str]()

    def run(self) -> Iterator[tuple[Judged, Position]]:
        """Judge one step after the other, to the end.

        Yields
        ------
        tuple of Judged and Position
            Each step and what lies on the table after it, as soon as no later step can change what it meant.
        """
        while self._tables.end(self._place, 2) > self._place + 1:
            self._take(self._place + 1)
            yield from self._settled(self._changeable(), OUTLOOK)
            self._tables.forget(len(self._done))
        yield from self._settled(0, 0)

    def finish(self) -> None:
        """Judge every step that is left."""
        deque(self.run(), maxlen=0)

    def _changeable(self) -> int:
        """How many of the last steps the next one can still give another meaning."""
        recent = self._readings[0].entries[1 - OUTLOOK :]
        moved = [n for n, e in enumerate(recent, 1) if any(c.what in CLOCK for c in e.changes)]
        return len(recent) - moved[-1] if moved else len(recent)

    def _settled(self, changeable: int, patience: int) -> Iterator[tuple[Judged, Position]]:
        """The steps before the last so many, of which all readings of the game say the same.

        What readings still say otherwise when so many steps have passed, no step tells any more: those that
        disagree with the one that is easiest to believe are given up.
        """
        while (left := len(self._readings[0].entries)) > changeable:
            first = self._readings[0].entries[0]
            same = [r for r in self._readings if r.entries[0].says == first.says]
            if len(same) < len(self._readings) and left <= patience:
                return
            self._readings = [replace(r, entries=r.entries[1:]) for r in same]
            self._done.append(first.judged())
            yield self._done[-1], self._tables[len(self._done)].table

    def _take(self, place: int) -> None:
        """Judge the next step; what it means can still change with the steps after it."""
        lying, earlier = self._tables[place], self._tables[place - 1].table
        shown, changes = lying.shown, lying.changes
        raw = () if lying.table is earlier else earlier.diff(lying.table)
        quiet = "bookkeeping" if raw else "comment"
        schema = lying.table.schema
        self._place, self._veiled, self._lacking = place, any(is_veiled(c, schema) for c in raw), set()
        begun = [
            Reading(r.book, r.taken, (*r.entries, Entry(shown, changes, r.book, r.taken, quiet)))
            for r in self._readings
        ]
        self._readings = best(self._next(shown, changes, begun))
        if lying.moves_the_clock:
            self._readings = best([self._accounted(reading) for reading in self._readings])

    def _next(self, shown: Shown, changes: Sequence[Change], begun: Sequence[Reading]) -> Sequence[Reading]:
        """The readings with the new step in them: the plainest way to read it that any of them allows."""
        if shown.fault:
            text = f"the table cannot be read: {shown.fault}"
            return [last(r, r.book, r.taken, kind="unexplained", text=text) for r in begun]
        hints = [(r, hinted(r, self._tables[self._place], self.record, self._memory)) for r in begun]
        if said := [self._told(r, 1, way) for r, way in hints if way is not None]:
            return said
        if not changes:
            return [self._quiet(r) for r in begun]
        for thrown, way in self._every_way(shown.number):
            self._thrown = thrown
            if found := [told for r in begun for told in way(r)]:
                return found
        if all(change.what in DEEDS for change in changes) and told_elsewhere(begun[0].book):
            return begun
        return [self._forgotten(r) or self._refused(r) for r in begun]

    def _every_way(self, number: int) -> Iterator[tuple[int, Callable[[Reading], Sequence[Reading]]]]:
        """Ways to read a step, the plainest first, each with the last step whose dice it may take.

        Dice that fall after the step are looked at where those before it explain nothing.
        """
        shows = min(self._tables.following(self._place, WINDOW), self._tables.end(self._place, _DICE_AHEAD))
        ahead = self._tables[shows - 1].shown.number
        plain = (self._alone, self._together)
        yield from ((number, way) for way in plain)
        if self.record.free((), range(number + 1, ahead + 1)):
            yield from ((ahead, way) for way in plain)
        rest = (self._otherwise, self._at_any_price, self._far_back, self._left_undone)
        yield from ((ahead, way) for way in rest)

    def judged(self) -> tuple[Judged, ...]:
        """The steps whose meaning nothing can change any more; after `run`, all.

        Returns
        -------
        tuple of Judged
        """
        return tuple(self._done)

    @property
    def table(self) -> Position:
        """What lies on the table after the last step that was judged."""
        return self._tables[self._place].table

    @property
    def book(self) -> Position:
        """The position that the rules keep, by the reading that is easiest to believe."""
        return self._readings[0].book

    @property
    def loose(self) -> tuple[int, ...]:
        """What dice showed that no roll of the rules took."""
        return self.record.values(self.record.free(self._readings[0].taken))

    def _outlook(self, begun: int, count: int) -> Outlook:
        """What lies on the table from a step on, and as long as what this one does can show."""
        return self._tables.outlook(begun, self._tables.following(self._place, count))

    # --- nothing moved ----------------------------------------------------------------------------------

    def _quiet(self, reading: Reading) -> Reading:
        """A step in which nothing moved: dice that were due, dice on record, or words."""
        number, taken = reading.entries[-1].shown.number, reading.taken
        mine = self.record.free(taken, range(number, number + 1))
        if not mine:
            return reading
        actions, throws, position = list[Action](), Throws(), reading.book
        steps = range(self.record.around(number, number).start, number + 1)
        while position.decision is not None and position.decision.player == "dice":
            fits = list(self.record.fits(position.decision.data["dice"], steps, taken, throws))
            fit = next((f for f in fits if not {*mine}.isdisjoint(f[1])), next(iter(fits), None))
            there = self._memory.carried_out(position, Roll(fit[0])) if fit is not None else None
            if fit is None or there is None:
                break
            actions.append(Roll(fit[0]))
            throws, position = (*throws, fit[1]), there
        if actions:
            told = self._told(reading, 1, Explained(tuple(actions), (), throws))
            left = self._never_taken(told)
            return self._told_undone(told, left) if left else told
        text = f"dice: {', '.join(map(str, self.record.values(mine)))}"
        return last(reading, reading.book, taken, kind="chance", text=text)

    # --- what changed -----------------------------------------------------------------------------------

    def _alone(self, reading: Reading) -> Sequence[Reading]:
        """The step by itself: taken back, done already, or actions; with an earlier one of the same units."""
        entry = reading.entries[-1]
        back = self._taken_back(reading)
        if back is not None and (entry.shown.is_undo or was_against(reading, back)):
            return [back]
        shown = self._outlook(self._place, WINDOW)
        left = missing(reading.book, entry.changes)
        new = [c for c in entry.changes if value_of(reading.book, c) == c.before]
        if not new and all(shown.serves(replace(c, before=None), c.before) for c in left):
            done = "the table follows what the rules have done already"
            return [last(reading, reading.book, reading.taken, kind="bookkeeping", text=done)]
        recent = reading.recent()
        open_ = [(n, e) for n, e in enumerate(recent[:-1], 1) if e.kind in AGAINST]
        before = [n for n, e in open_ if e.subjects & entry.subjects]
        if not before:  # the step right before, where nothing explained it
            near = [(n, e) for n, e in open_[-1:] if e.changes and e.kind == "unexplained"]
            before = [n for n, _ in near if not any(e.changes for e in recent[n:-1])]
        again = self._explained(reading, len(recent) - before[0] + 1) if before else ()
        found = again or self._explained(reading, 1)
        return found or ([back] if back is not None else [])

    def _taken_back(self, reading: Reading) -> Reading | None:
        """The book gone back, where the step brings back what lay there some steps ago."""
        recent = reading.recent()
        for start in range(len(recent) - 2, -1, -1):
            back = recent[start:-1]
            if back[0].changes and not net(e.changes for e in recent[start:]):
                numbers = [e.shown.number for e in back if e.changes]
                kept = [undone(e) for e in back]
                text = f"takes back {numbered(numbers)}"
                this = replace(recent[-1], kind="correction", text=text)
                first = back[0]
                return reading.ended(len(kept) + 1, [*kept, this], first.before, first.taken)
        return None

    def _together(self, reading: Reading, *, far: bool = False) -> Sequence[Reading]:
        """The step with earlier ones: since one unexplained, one of the same units, or the last actions."""
        recent = reading.recent(far=far)
        before = [(n, e) for n, e in enumerate(recent[:-1], 1) if e.kind not in {"correction", "taken back"}]
        same = [n for n, e in before if e.changes and e.subjects & recent[-1].subjects]
        open_ = [n for n, e in before if e.kind in AGAINST]
        acted = [n for n, e in before if e.acts]
        starts = dict.fromkeys([*same[-1:], *acted[-1:], *open_[-1:], *acted[-2:-1], *open_[:1]])
        for start in itertools.islice(starts, _TRIES):
            if found := self._explained(reading, len(recent) - start + 1):
                return found
        return ()

    def _otherwise(self, reading: Reading) -> Sequence[Reading]:
        """The step explained by another answer than was supposed, which asks for dice that no roll took."""
        recent = reading.recent()
        loose = [n for n, e in enumerate(recent) if self._fell_loose(e, reading.taken)]
        for fell in loose[:1]:
            for place, acts, book in answered_otherwise(recent[:fell]):
                if found := self._explained(reading, len(recent) - fell, book):
                    earlier = list(retold(recent[place:fell], acts))
                    return [told.with_earlier(earlier, len(recent) - fell) for told in found]
        return ()

    def _fell_loose(self, entry: Entry, taken: frozenset[int]) -> bool:
        """Whether dice fell in a step that no roll took."""
        number = entry.shown.number
        return bool(self.record.free(taken, range(number, number + 1)))

    def _far_back(self, reading: Reading) -> Sequence[Reading]:
        """The step with earlier ones, over many in which the table only followed."""
        return self._together(reading, far=True) if len(reading.recent()) == WINDOW else ()

    def _at_any_price(self, reading: Reading) -> Sequence[Reading]:
        """The step by itself, explained by actions that do what nobody shows: the table may lag behind.

        Where dice are on record, none are invented besides; and nobody goes on with what a unit has to do
        first, see `_left_undone`.
        """
        return [told for told in self._priced(reading) if not self._left(told)]

    def _priced(self, reading: Reading) -> Sequence[Reading]:
        return [told for told in self._explained(reading, 1, price=True) if not self._invented(told)]

    def _invented(self, told: Reading) -> bool:
        """Whether dice that nobody threw bring about a turn, or what becomes of a unit, that nobody shows."""
        entry = told.entries[-1]
        if self.record.is_empty or all(act.on_record for act in entry.acts):
            return False
        shown = self._outlook(self._place, OUTLOOK)
        return bool(shown.hidden(entry.before, told.book)) or not shown.shows_turn_of(told.book)

    def _left(self, told: Reading) -> list[Piece]:
        """Units that ought to have done something before the table went on, and never do."""
        entry = told.entries[-1]
        on = any(change.what in _GOES_ON for change in entry.changes)
        if self._veiled or not on:
            return []
        unshown = self._outlook(self._place, OUTLOOK).hidden(entry.before, told.book)
        table = self._tables[self._place].table.pieces
        return [piece for piece in unshown if piece.uid in table and piece.uid not in entry.subjects]

    def _left_undone(self, reading: Reading) -> Sequence[Reading]:
        """The step in order but for what the rules do to units on the way to it, and nobody did."""
        for told in self._priced(reading):
            if left := self._left(told):
                return [self._told_undone(told, left)]
        return ()

    def _told_undone(self, told: Reading, left: Sequence[Piece]) -> Reading:
        """A reading whose last step left something undone; the units stay where they lie."""
        entry, table = told.entries[-1], self._tables[self._place].table
        against = not_done(entry.before, entry.actions, left, table)
        book = as_it_lies(entry.before, told.book, left, table)
        return replace(told, book=book, entries=(*told.entries[:-1], forgotten(entry, against)))

    def _never_taken(self, told: Reading) -> list[Piece]:
        """Units that dice took, or took a step of, and the table never shows, though play goes on."""
        entry = told.entries[-1]
        end = self._tables.ahead(self._place, OUTLOOK)
        moved = self._tables[end - 1].moves_the_clock
        end = self._tables.following(end - 1, OUTLOOK) if moved else end
        numbers = range(entry.shown.number + 1, self._tables[end - 1].shown.number + 1)
        if self._veiled or told.book.decision is not None or not (moved or self.record.free((), numbers)):
            return []
        unshown = self._tables.outlook(self._place, end).hidden(entry.before, told.book)
        return [piece for piece in unshown if piece.uid in self.table.pieces]

    def _accounted(self, reading: Reading) -> Reading:
        """The reading with what nobody paid since the clock moved the last time told of its steps."""
        *before, now = reading.recent(far=True)
        end = self._tables.following(self._place, OUTLOOK)
        later = [lying.table for lying in self._tables.between(self._place, end)]
        draft, told = reading.book.draft(), dict[int, list[Violation]]()
        for place, item, short, against in unpaid(before, now.before, later):
            told.setdefault(place, []).extend(against)
            draft.set(item, draft.number(item) + short)
        if not told:
            return reading
        entries = [forgotten(e, told[n]) if n in told else e for n, e in enumerate(before)]
        return reading.ended(len(entries) + 1, [*entries, now], draft.finish(), reading.taken)

    def _explained(
        self, reading: Reading, count: int, book: Position | None = None, *, price: bool = False
    ) -> Sequence[Reading]:
        """The readings in which legal actions bring about what the last steps change together."""
        group = reading.entries[-count:]
        before = book if book is not None else group[0].before
        wanted = missing(before, net(e.changes for e in group))
        if not wanted:
            return ()
        begun = self._place - count + 1
        steps = self.record.around(group[0].shown.number, self._thrown)
        rolls = self.record.rolls(group[0].taken, steps)
        shown = self._outlook(begun, WINDOW)
        end = self._tables.ahead(self._place, WINDOW) - 1
        turned = end > self._place and self._tables[end].moves_the_clock  # which takes passing records off
        last, still = self._tables[end].table, self._tables[end - turned].table
        passing = passing_items(before.schema)
        told = [c for c in self._tables[begun - 1].table.diff(last) if c.what not in passing]
        told += [c for c in before.diff(still) if c.what in passing]  # what holds for an impulse: who acted
        follows = missing(before, told)
        outlook = self._outlook(begun, OUTLOOK)
        aim = Aim(
            laid_in(before, follows, last),
            wanted,
            rolls,
            outlook.beyond,
            _BEYOND if price else 1,
            serves=shown.serves,
            unshown=outlook.unshown,
            lacks=self._lacking.add,
            **({} if self._leaps(wanted) else {"strays": outlook.strays}),
        )
        found = ways(before, aim, tries=_ALONE if count == 1 else _JOINED, most=READINGS, memory=self._memory)
        return [self._told(reading, count, way, before) for way in found if price or not way.extra]

    def _leaps(self, wanted: Sequence[Change]) -> bool:
        """Whether much can have passed unseen: the clock itself moves, or saves are compared."""
        return self.record.is_empty or any(change.what in _GOES_ON for change in wanted)

    def _told(self, reading: Reading, count: int, way: Explained, before: Position | None = None) -> Reading:
        """A reading with what was found in its last steps, carried out in the book."""
        group = reading.entries[-count:]
        position, acts, dice = before or group[0].before, list[Act](), iter(way.throws)
        for action in way.actions:
            record = next(dice, ()) if isinstance(action, Roll) else ()
            acts.append(act_of(position, action, on_record=bool(record) or not isinstance(action, Roll)))
            position = self._memory.applied(position, action)
        numbers = tuple([e.shown.number for e in group]) if count > 1 else ()
        chance = all(isinstance(action, Roll) for action in way.actions) and not group[0].changes
        kind = "chance" if chance else "action" if len(acts) == 1 else "actions"
        text = "; ".join(act.text for act in acts)
        entries = [replace(group[0], kind=kind, text=text, acts=tuple(acts), ruling=None, group=numbers)]
        for entry in group[1:]:
            part = replace(
                entry, acts=(), ruling=None, group=numbers, kind="part", text=f"with step {numbers[0]}"
            )
            entries.append(part if entry.changes or entry.acts else entry)
        taken = group[0].taken.union(*map(frozenset, way.throws))
        return reading.ended(count, entries, position, taken)

    # --- what is not explained --------------------------------------------------------------------------

    def _forgotten(self, reading: Reading) -> Reading | None:
        """The reading in which the step is in order but for what had to be settled before it."""
        first = settled_first(reading.book)
        found = self._explained(reading, 1, nothing_pending(reading.book)) if first else ()
        if not found:
            return None
        told = found[0].entries[-1].text
        ruling = Ruling(told, f"Illegal: {first[0].text}.", None, violations=first)
        text = f"{first[0].text}; then {told}"
        return last(found[0], found[0].book, found[0].taken, kind="forgotten", text=text, ruling=ruling)

    def _refused(self, reading: Reading) -> Reading:
        """The reading that says why no action explains the step, and goes on from what lies on the table.

        Where something had to be settled first, that is one reason; the others are those that would remain.
        """
        first, book = settled_first(reading.book), nothing_pending(reading.book)
        wanted = missing(book, reading.entries[-1].changes)
        target = laid_in(book, wanted, self._tables[self._place].table)
        number = reading.entries[-1].shown.number
        loose = any(self._fell_loose(entry, reading.taken) for entry in reading.recent())
        rolls = self.record.rolls(reading.taken, self.record.around(number, number))
        near = refused(book, Aim(target, wanted, rolls, lacks=self._lacking.add), wanted, dice=loose)
        what = change_words(book, wanted[0])
        if near is None:
            subject = wanted[0].subject
            units = (subject,) if subject in book.pieces else ()
            text = "; ".join([f"no legal action leads to this: {what}", *sorted(self._lacking)[:1]])
            against = Violation(rule_of_change(book, wanted[0]), text, units)
            verdict = f"Not explained: {what}."
            kind, ruling = "unexplained", Ruling(what, verdict, None, violations=(against, *first))
        else:
            action, why = near
            known = is_plain(book, wanted) and not self._veiled  # a secret accuses nobody
            kind, text = "illegal" if known else "unexplained", f"{what}: {why.violations[0].text}"
            asked = f"check {describe(book, action)}"
            ruling = replace(why, question=asked, violations=(*why.violations, *first))
        if self._veiled:
            text = f"{text} (part of this step is hidden from the viewpoint)"
        clock = any(change.what in CLOCK for change in wanted)
        kept = target if clock else laid_in(reading.book, wanted, self._tables[self._place].table)
        return last(reading, kept, reading.taken, kind=kind, text=text, ruling=ruling)


def judge(steps: Sequence[Shown], mask: Callable[[Position], Position] | None = None) -> Auditor:
    """Judge every step of a game.

    Parameters
    ----------
    steps
        What lies on the table before the first step, then after each.
    mask
        Hides what the viewpoint does not see; nothing by default.

    Returns
    -------
    Auditor
        With every step judged.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> [step.kind for step in judge([Shown(0, d_day), Shown(1, None, ("hello",))]).judged()]
    ['comment']
    """
    start = steps[0].position
    assert start is not None  # noqa: S101 - what lies there before the first step can always be read
    dice = [die for step in steps for die in read_dice(start.game, step.chat, step.number)]
    auditor = Auditor(steps, Record(dice), mask or (lambda position: position))
    auditor.finish()
    return auditor
