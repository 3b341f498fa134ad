"""What is played in a log, as the gestures of a player: a script of lines, and the gestures of each.

A script begins with heads: ``set-up: TITLE``, ``as: SIDE``, ``marks: yes`` where the player keeps the
records of the menus (``turns``: the turn trackers only), and ``prepare: move UNIT,.. SPACE`` for what is
done before the log begins; in place of the set-up ``continues: SCRIPT: LINE``, where it begins after a
line of another script. Then a line for each thing that is done::

    > words                               said in the chat
    ACTION                                a legal action, as typed; if there is nothing to be seen, it is said
    ACTION = Button                       the same, shown by a button of the toolbar
    roll 9,7 = Attack 4 5, Defense 3 4    dice of the buttons, and what is done with their roll
    press Button                          a button alone
    undo                                  the Undo button; the line before made one step
    by-hand move UNIT,.. SPACE            units dragged, whatever the rules say
    by-hand status UNIT,.. WORD           the status of units turned
    by-hand fact ITEM SUBJECT VALUE       a marker laid that says so; "-" is no subject
    by-hand mark UNIT ITEM VALUE          a record of a unit
    by-hand raw GESTURE | WORD ..         a gesture of PlayLog.java
    ! SECTION RULE: words                 an offence; the lines of two blanks after it are what is done
      refused ACTION                      what is played so, and is refused by that section
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import apply, check, describe
from adjudicator.action_words import read_action
from adjudicator.names import find_unit
from adjudicator.position import Fact, Key, Position
from adjudicator.saves.carriers import facts_to_property, value_to_text
from adjudicator.saves.placing import Placer, grid
from adjudicator.state import Change
from module_builder.prototypes import BETTER, WORSE
from module_builder.tracked import tracker_words
from module_builder.vassal.keys import alt, ctrl, key

if TYPE_CHECKING:
    from adjudicator.schema import Item
    from module_builder.kit import Kit

__all__ = ["Line", "Play", "read_script"]

_Laid = tuple[str, str, tuple[int, int] | None, int]  # marker, window, point where it states something, face
_CROWD = 5  # units on one point before the next is used
_ROW = re.compile(r"(?P<key>[a-z-]+): (?P<value>.+)")
_OFFENCE = re.compile(r"! (?P<section>[a-z]+) (?P<rule>[\w.]+): (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a script.

    Parameters
    ----------
    kind
        ``prepare``, ``chat``, ``action``, ``press``, ``undo``, ``hand`` or ``offence``;
        within an offence ``refused``.
    text
        What is done or said.
    buttons
        Buttons pressed, each with the dice that fall.
    section, rule
        Of an offence: what it is about, and the section that it breaks.
    parts
        Of an offence: what is done.
    """

    kind: str
    text: str
    buttons: tuple[tuple[str, str], ...] = ()
    section: str = ""
    rule: str = ""
    parts: tuple[Line, ...] = ()


def read_script(path: Path) -> tuple[dict[str, str], list[Line]]:
    """Heads and lines of a script."""
    heads: dict[str, str] = {}
    lines: list[Line] = []
    earlier: list[Line] = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if not row.strip() or row.startswith("#"):
            continue
        head = _ROW.fullmatch(row)
        if head and head["key"] == "prepare":
            lines.append(
                Line("prepare", f"by-hand {head['value']}", parts=(_line(f"by-hand {head['value']}"),))
            )
        elif head and head["key"] == "continues":
            name, last = head["value"].split(": ")
            known, before = read_script(path.with_name(f"{name}.txt"))
            heads |= {"set-up": known["set-up"]}
            until = next(n for n, line in enumerate(before, 1) if line.text == last)
            earlier = [replace(line, kind="prepare", parts=(line,)) for line in before[:until]]
        elif head and not lines:
            heads[head["key"]] = head["value"]
        elif row.startswith("  "):
            lines[-1] = replace(lines[-1], parts=(*lines[-1].parts, _line(row.strip())))
        else:
            lines.append(_line(row))
    return heads, [*earlier, *lines]


def _line(row: str) -> Line:
    word = row.split(maxsplit=1)[0]
    if word == ">":
        return Line("chat", row[2:])
    if found := _OFFENCE.fullmatch(row):
        return Line("offence", found["text"], section=found["section"], rule=found["rule"])
    if word == "refused":
        return Line("refused", row.removeprefix("refused "))
    if word == "by-hand":
        return Line("hand", row.removeprefix("by-hand "))
    text, _, after = row.partition(" = ")
    after = row.removeprefix("press ") if word == "press" else after
    pressed = [re.fullmatch(r"(.+?)((?: \d+)*)", part) for part in after.split(", ") if part]
    buttons = tuple((m[1], ",".join(m[2].split())) for m in pressed if m)
    if word == "press":
        return Line("press", text, buttons)
    return Line("undo" if row == "undo" else "action", text, buttons)


class Play:
    """A game in progress: what each line changes, and the gestures that show it.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        The set-up.
    marks
        ``yes`` if the player keeps the records of the menus, ``turns`` if the turn trackers only, or ``no``.
    """

    def __init__(self, kit: Kit, position: Position, *, marks: str) -> None:
        self._kit, self._now, self._marks = kit, position, marks
        self.wanted: list[Position] = []
        """The position after each line."""
        self._history = [position]

    def gestures(self, line: Line) -> list[str]:
        """Play a line."""
        made = [*self._made(line)]
        self.wanted.append(self._now)
        self._history.append(self._now)
        return made

    def _made(self, line: Line) -> Iterator[str]:
        match line.kind:
            case "chat":
                yield f"chat\t{line.text}"
            case "undo":
                self._now = self._history[-2]
                yield "undo"
            case "press":
                yield from self._pressed(line)
                self._now = self._turned_on(line)
            case "hand":
                yield from self._by_hand(line.text)
            case "offence" | "prepare":
                if line.kind == "offence":
                    self._now = _passed_over(self._now)
                for part in line.parts:
                    if part.kind == "refused":
                        self._refused(part.text, line.rule)
                    else:
                        yield from self._made(part)
            case _:
                yield from self._action(line)

    def _refused(self, action: str, rule: str) -> None:
        """What is played against the rules is refused for the reason that the script names."""
        ruling = check(self._now, action)
        if ruling.ok or not any(f"({rule})" in reason for reason in ruling.reasons):
            said = "; ".join(ruling.reasons) or "it is legal"
            raise ValueError(f"{action} is no offence against {rule}: {said}")

    # --- actions -------------------------------------------------------------------------------------

    def _action(self, line: Line) -> Iterator[str]:
        before = self._now
        self._now = apply(before, line.text)
        pressed, shown = [*self._pressed(line)], [*self._shown(before, self._now)]
        if not (pressed or shown):
            said = describe(before, read_action(before, self._kit.game, line.text))
            yield f"chat\t{said}"
        yield from (*pressed, *shown) if line.text.startswith("roll ") else (*shown, *pressed)
        if self._marks != "no":
            yield from self._kept(before, self._now, line)

    def _pressed(self, line: Line) -> Iterator[str]:
        desk = self._kit.adapter["desk"]
        keys = {row["name"]: row["key"] for row in (*desk["turns"], *desk["dice"], *desk.get("rolls", ()))}
        keys |= {desk[name]["name"]: desk[name]["key"] for name in ("deal", "draw", "held") if name in desk}
        keys |= {row["name"]: row["key"] for row in desk.get("collects", ())}
        for name, dice in line.buttons:
            plus = next((row.get("plus", 0) for row in desk["dice"] if row["name"] == name), 0)
            if dice:
                yield "dice\t" + ",".join(str(int(n) - plus) for n in dice.split(","))
            yield f"press\t{alt(keys[name])}"

    def _turned_on(self, line: Line) -> Position:
        """What a button alone does: items forgotten, a turn tracker on the next value."""
        draft, schema = self._now.draft(), self._now.schema
        for row in self._kit.adapter["desk"]["turns"]:
            if row["name"] in {name for name, _ in line.buttons}:
                draft.forget(*row["forgets"])
                if row["next"]:
                    values = schema.items[row["next"]].values
                    after = values.index(str(self._now.said(row["next"], ""))) + 1
                    draft.set(row["next"], values[after % len(values)])
        return draft.finish()

    def _shown(self, before: Position, after: Position) -> Iterator[str]:
        """What of the difference of two positions a player shows on the map."""
        yield from self._moves(before, after)
        for uid, piece in after.pieces.items():
            yield from self._turned(uid, before.pieces[uid].status, piece.status)
        yield from self._gone(before, after)
        yield from self._cups(before, after)
        if self._kit.carriers.piles is not None:
            yield from self._piles(before, after)
        yield from self._markers(before, after)

    def _moves(self, before: Position, after: Position) -> Iterator[str]:
        """Units of one stack that go to another space together are dragged together."""
        together: dict[tuple[object, ...], list[str]] = {}
        placer = Placer(self._kit, after, dict(self._stated(after)))
        for uid, piece in after.pieces.items():
            was, unit = before.pieces[uid].space, self._kit.units[uid]
            if was == piece.space or self._menu_of(uid, piece.space):
                continue
            if self._cup(uid, was):
                window, x, y = self._point(before, after, uid, piece.space)
                yield f"pull\t{uid}\t{window}\t{x}\t{y}"
                continue
            window, place = placer.unit_place(unit, was)
            alone = window == self._kit.layout.cards or place is None or placer.stands_apart(place)
            known = (was, unit.nationality, placer.day(uid), uid if alone else "", piece.space)
            together.setdefault(known, []).append(uid)
        for (*_, space), uids in together.items():
            window, x, y = self._point(before, after, uids[0], str(space))
            yield f"drag\t{';'.join(uids)}\t{window}\t{x}\t{y}"

    def _cup(self, uid: str, space: str) -> bool:
        """Whether a unit in a space lies in a deck of counters."""
        return any(cup.space == space and cup.holds(self._kit.units[uid]) for cup in self._kit.carriers.cups)

    def _cups(self, before: Position, after: Position) -> Iterator[str]:
        """Chits drawn from their deck, or put into it."""
        old, new = (dict(Placer(self._kit, p, dict(self._stated(p))).cups()) for p in (before, after))
        window = self._kit.layout.cards
        x, y = self._aside("Chits")
        for cup in self._kit.carriers.cups:
            if cup.kinds:
                yield from (
                    f"pull\t{uid}\t{window}\t{x}\t{y}" for uid in sorted({*old[cup.deck]} - {*new[cup.deck]})
                )
                for uid in sorted({*new[cup.deck]} - {*old[cup.deck]}):
                    yield f"drag\t{uid}\t{window}\t{cup.at[0]}\t{cup.at[1]}"

    def _piles(self, before: Position, after: Position) -> Iterator[str]:
        """Cards that go to another pile or hand: by a key of theirs, or of a command of the whole deck."""
        placers = [Placer(self._kit, p, dict(self._stated(p))) for p in (before, after)]
        old, new = ({uid: row for row, uids in placer.piles() for uid in uids} for placer in placers)
        for uid, row in sorted(new.items()):
            if old.get(uid) != row:
                yield f"key\t{uid}\t{ctrl(row.key)}"

    def _gone(self, before: Position, after: Position) -> Iterator[str]:
        for uid, piece in after.pieces.items():
            if before.pieces[uid].space != piece.space and (menu := self._menu_of(uid, piece.space)):
                yield f"menu\t{uid}\t{menu}"

    def _menu_of(self, uid: str, space: str) -> str:
        """The command that sends a unit to a box of the set-up cards."""
        layout = self._kit.layout
        boxes = {
            p.id
            for p in layout.windows[layout.cards].of_kind("space")
            if p.owner == self._kit.units[uid].side
        }
        if space == "eliminated":
            return "Eliminate"
        return "Withdraw" if space == "withdrawn" and space in boxes else ""

    def _point(self, before: Position, after: Position, uid: str, space: str) -> tuple[str, int, int]:
        """Where a unit is let go: the first point of its side that is not crowded."""
        placer, unit = Placer(self._kit, after, dict(self._stated(after))), self._kit.units[uid]
        window, place = placer.unit_place(unit, space, day=placer.day(uid))
        assert place is not None, space
        there = [u for u in before.pieces if before.pieces[u].space == space]
        if not place.spots:
            x, y = [*grid(place, range(len(there) + 1), placer.step)][-1]
            return window, x, y
        spots = [s for k, s in place.spots.items() if k.startswith(f"{unit.side} ")] or [
            *place.spots.values()
        ]
        own = sum(self._kit.units[u].side == unit.side for u in there)
        index = own % len(spots) if placer.stands_apart(place) else min(own // _CROWD, len(spots) - 1)
        spot = placer.own_point(unit, place) or spots[index]
        return window, spot.x, spot.y

    def _turned(self, uid: str, was: str, now: str) -> Iterator[str]:
        words = self._kit.game.statuses
        steps = words.index(now) - words.index(was)
        if len(words) == 2:
            yield from [f"key\t{uid}\t{ctrl('F')}"] * abs(steps)
        elif {was, now} == {words[0], words[1]}:
            yield f"key\t{uid}\t{ctrl('F')}"
        else:
            yield from [f"key\t{uid}\t{WORSE if steps > 0 else BETTER}"] * abs(steps)

    # --- markers -------------------------------------------------------------------------------------

    def _placed(self, position: Position) -> Counter[_Laid]:
        """Where markers lie; of those that state nothing only that they do."""
        placer = Placer(self._kit, position, dict(self._stated(position)))
        placer.marked = position.board.spaces  # what a module keeps aside no player can write
        [*placer.units()]
        placed: Counter[_Laid] = Counter()
        for p in placer.markers():
            place = self._kit.layout.find(p.window, p.x, p.y)
            spare = p.window == self._kit.layout.cards and (place is None or place.kind == "other")
            placed[p.uid, p.window, None if spare else (p.x, p.y), p.levels.get("Face", 1)] += 1
        return placed

    def _stated(self, position: Position) -> Iterator[tuple[Key, Fact]]:
        default = position.schema.default
        yield from ((k, v) for k, v in position.facts.items() if v != default(k[0]))

    def _markers(self, before: Position, after: Position) -> Iterator[str]:
        old, new = self._placed(before), self._placed(after)
        leaving, coming = [*(old - new).elements()], [*(new - old).elements()]
        for laid in coming:
            own = [row for row in leaving if row[0] == laid[0]]
            was = min(own, key=lambda row: row[1:3] != laid[1:3]) if own else None
            if was is not None:
                leaving.remove(was)
            yield from self._laid(was, laid)
        for uid, window, at, _ in leaving:
            if at is not None:
                yield f"key\t{uid}@{window}:{at[0]},{at[1]}\t{key('DELETE')}"

    def _laid(self, was: _Laid | None, now: _Laid) -> Iterator[str]:
        """A marker moved from where it lay, or taken from the palette, and turned."""
        uid, window, at, level = now
        if at is None and (was is None or was[2] is None):
            return
        x, y = at or self._aside()
        if was is None:
            yield f"take\t{uid}\t{window}\t{x}\t{y}"
        elif was[1:3] != now[1:3]:
            there = "" if was[2] is None else f":{was[2][0]},{was[2][1]}"
            yield f"drag\t{uid}@{was[1]}{there}\t{window}\t{x}\t{y}"
        faces = max(1, len(self._kit.carriers.markers[uid].images))
        turns = (level - (was[3] if was else 1)) % faces
        yield from [f"key\t{uid}@{window}:{x},{y}\t{ctrl('F')}"] * turns

    def _aside(self, name: str = "Markers") -> tuple[int, int]:
        """Where spare markers lie, or chits that are out of their cup."""
        cards = self._kit.layout.windows[self._kit.layout.cards]
        named = {p.name: p for p in cards.places}
        return named.get(name, named["Markers"]).middle

    # --- records -------------------------------------------------------------------------------------

    def _kept(self, before: Position, after: Position, line: Line) -> Iterator[str]:
        """Records and turn trackers, but for what a button sets and what a game forgets as a whole."""
        desk, items = self._kit.adapter["desk"], self._kit.carriers.schema.items
        turned = [row for row in desk["turns"] if row["name"] in {name for name, _ in line.buttons}]
        over = self._over(after) | {m for row in turned for m in row["forgets"]}
        counted = {row.get("counts", "") for row in turned}
        every = [c for c in before.diff(after) if c.what in items]
        changes = [
            c
            for c in every
            if c.what not in counted
            and not (items[c.what].memory in over and c.after == items[c.what].default)
        ]
        if self._marks == "yes":
            yield from self._recorded_all(after, changes)
        yield from self._trackers(after, {c.what for c in every})

    def _over(self, after: Position) -> set[str]:
        """Memories in which nothing is left: a script presses their button when it comes to it."""
        items = self._kit.carriers.schema.items
        kept = {items[k[0]].memory for k, v in after.facts.items() if v != after.schema.default(k[0])}
        return {m for m in self._kit.adapter["desk"]["memories"] if m not in kept}

    def _recorded_all(self, after: Position, changes: Sequence[Change]) -> Iterator[str]:
        menus, items = self._kit.adapter["unit"]["menu"], self._kit.carriers.schema.items
        names = {record.item.name for record in self._kit.carriers.of_pieces("unit")}
        for change in changes:
            if change.what in menus and change.what in names and change.subject in self._kit.units:
                item = items[change.what]
                yield from self._recorded(
                    change.subject, item, menus[change.what], change.before, change.after
                )
        yield from self._counted(changes)
        yield from self._properties(after, {c.what for c in changes})

    def _trackers(self, after: Position, changed: set[str]) -> Iterator[str]:
        for tracker, title in self._kit.carriers.trackers.items():
            if tracker in changed:
                word = tracker_words(self._kit, tracker)[str(after.said(tracker, ""))]
                yield f"turn\t{title}\tbocage_tracker_{tracker}\t{word}"

    def _counted(self, changes: Iterable[Change]) -> Iterator[str]:
        """Uses that the keys of a marker count, one more or one less."""
        for kind in self._kit.adapter.get("counted", {}):
            items = {record.item.name for record in self._kit.carriers.of_pieces(kind)}
            for spec in self._kit.carriers.markers.values():
                known = set(spec.carries) or items
                own = [
                    c for c in changes if spec.of == kind and c.subject == spec.subject and c.what in known
                ]
                more = max((int(str(c.after)) - int(str(c.before)) for c in own), key=abs, default=0)
                yield from [f"key\t{spec.id}\t{ctrl('F') if more > 0 else ctrl('B')}"] * abs(more)

    def _recorded(self, uid: str, item: Item, menu: str, was: object, now: object) -> Iterator[str]:
        record = next(r for r in self._kit.carriers.of_pieces("unit") if r.item is item)
        if isinstance(item.default, bool):
            yield f"menu\t{uid}\t{menu}"
        elif record.levels:
            old, new = (record.level(value) or 1 for value in (was, now))  # type: ignore[arg-type]
            yield from [f"menu\t{uid}\t{menu}"] * ((new - old) % record.levels)
        elif isinstance(item.default, int):
            steps = int(str(now)) - int(str(was))
            yield from [f"menu\t{uid}\t{menu} {'+' if steps > 0 else '-'}1"] * abs(steps)
        elif now == "" and item.name in self._kit.adapter["unit"].get("choices", {}):
            yield f"menu\t{uid}\t{menu}: none"
        else:
            yield f"answer\t{value_to_text(now)}"  # type: ignore[arg-type]
            yield f"menu\t{uid}\t{menu}"

    def _properties(self, after: Position, changed: set[str]) -> Iterator[str]:
        """Items of the menu of records, where the game has one."""
        if "records" not in self._kit.adapter["desk"]:
            return
        for name, item_name in self._kit.carriers.properties.items():
            item = self._kit.carriers.schema.items[item_name]
            if item_name in changed and item.carrier != "deck contents":
                facts = [(s, v) for (i, s), v in after.facts.items() if i == item_name and v != item.default]
                yield f"answer\t{facts_to_property(item, facts) if facts else ''}"
                yield f"set\t{name}"

    # --- by hand -------------------------------------------------------------------------------------

    def _by_hand(self, text: str) -> Iterator[str]:
        word, *rest = text.split()
        before, draft = self._now, self._now.draft()
        if word == "raw":
            yield "\t".join(text.removeprefix("raw ").split(" | "))
            return
        if word == "fact":
            item, subject, value = (
                rest[0],
                rest[1] if rest[1] != "-" else "",
                rest[2] if len(rest) > 2 else "",
            )
            draft.set(item, _read(before.schema.items[item].default, value), subject)
            self._now = draft.finish()
            yield from self._markers(before, self._now)
            yield from self._properties(self._now, {item})
            yield from self._trackers(self._now, {item})
            return
        if word == "mark":
            uid, item, value = find_unit(before, rest[0]).uid, rest[1], rest[2] if len(rest) > 2 else ""
            was = before.facts.get((item, uid), before.schema.default(item))
            kind = before.schema.items[item]
            new = _read(kind.default, value)
            draft.set(item, new, uid)
            self._now = draft.finish()
            yield from self._recorded(uid, kind, self._kit.adapter["unit"]["menu"][item], was, new)
            return
        for name in rest[0].split(","):
            uid = find_unit(before, name).uid
            if word == "move":
                draft.place(uid, rest[1])
            else:
                draft.set_status(uid, rest[1])
        self._now = draft.finish()
        yield from self._moves(before, self._now)
        for uid, piece in self._now.pieces.items():
            yield from self._turned(uid, before.pieces[uid].status, piece.status)
        yield from self._gone(before, self._now)


def _passed_over(position: Position) -> Position:
    """A position in which nobody decides what he should."""
    draft = position.draft()
    while draft.pending:
        draft.settle()
    return draft.finish()


def _read(default: Fact, text: str) -> Fact:
    """A value as a script writes it: of the kind that its item has."""
    if isinstance(default, bool):
        return text != "no"
    return int(text) if isinstance(default, int) else text
