"""What is played in a log, as the gestures of a player: a script of lines, and the gestures of each.

A script begins with heads: ``set-up: TITLE``, ``as: SIDE``, ``marks: yes`` where the player also keeps
the records of the menus, and ``prepare: move UNIT,.. SPACE`` for what is done before the log begins. Then
a line for each thing that is done::

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
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import apply, describe
from adjudicator.action_words import read_action
from adjudicator.names import find_unit
from adjudicator.position import Fact, Key, Position
from adjudicator.saves.carriers import facts_to_property, value_to_text
from adjudicator.saves.placing import Placer, grid
from module_builder.unit_marks import badge_key, badge_rows
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
        ``prepare``, ``chat``, ``action``, ``press``, ``undo``, ``hand`` or ``offence``.
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
    for row in path.read_text(encoding="utf-8").splitlines():
        if not row.strip() or row.startswith("#"):
            continue
        head = _ROW.fullmatch(row)
        if head and head["key"] == "prepare":
            lines.append(
                Line("prepare", f"by-hand {head['value']}", parts=(_line(f"by-hand {head['value']}"),))
            )
        elif head and not lines:
            heads[head["key"]] = head["value"]
        elif row.startswith("  "):
            lines[-1] = replace(lines[-1], parts=(*lines[-1].parts, _line(row.strip())))
        else:
            lines.append(_line(row))
    return heads, lines


def _line(row: str) -> Line:
    word = row.split(maxsplit=1)[0]
    if word == ">":
        return Line("chat", row[2:])
    if found := _OFFENCE.fullmatch(row):
        return Line("offence", found["text"], section=found["section"], rule=found["rule"])
    if word == "by-hand":
        return Line("hand", row.removeprefix("by-hand "))
    text, _, after = row.partition(" = ")
    pressed = [re.fullmatch(r"(.+?)((?: \d+)*)", part) for part in after.split(", ") if part]
    buttons = tuple((m[1], ",".join(m[2].split())) for m in pressed if m)
    if word == "press":
        return Line("press", text, ((text.removeprefix("press "), ""),))
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
        Whether the player keeps the records of the menus.
    """

    def __init__(self, kit: Kit, position: Position, *, marks: bool) -> None:
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
            case "hand":
                yield from self._by_hand(line.text)
            case "offence" | "prepare":
                for part in line.parts:
                    yield from self._made(part)
            case _:
                yield from self._action(line)

    # --- actions -------------------------------------------------------------------------------------

    def _action(self, line: Line) -> Iterator[str]:
        before = self._now
        self._now = apply(before, line.text)
        pressed = [*self._pressed(line)]
        shown = [*self._shown(before, self._now, marks=self._marks and not self._forgets(line))]
        if not (pressed or shown):
            said = describe(before, read_action(before, self._kit.game, line.text))
            yield f"chat\t{said}"
        yield from (*pressed, *shown) if line.text.startswith("roll ") else (*shown, *pressed)

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

    def _forgets(self, line: Line) -> bool:
        """Whether a button clears the records of what is over."""
        turns = {row["name"] for row in self._kit.adapter["desk"]["turns"]}
        return any(name in turns for name, _ in line.buttons)

    def _shown(self, before: Position, after: Position, *, marks: bool) -> Iterator[str]:
        """What of the difference of two positions a player shows on the map."""
        yield from self._moves(before, after)
        for uid, piece in after.pieces.items():
            yield from self._turned(uid, before.pieces[uid].status, piece.status)
        yield from self._gone(before, after)
        yield from self._markers(before, after)
        if marks:
            yield from self._records(before, after)
            yield from self._properties(before, after)

    def _moves(self, before: Position, after: Position) -> Iterator[str]:
        """Units that go from one space to another together are dragged together."""
        together: dict[tuple[str, str, str], list[str]] = {}
        for uid, piece in after.pieces.items():
            was = before.pieces[uid].space
            if was != piece.space and not self._menu_of(uid, piece.space):
                together.setdefault((was, piece.space, self._kit.units[uid].side), []).append(uid)
        for (_, space, _), uids in together.items():
            window, x, y = self._point(before, uids[0], space)
            yield f"drag\t{';'.join(uids)}\t{window}\t{x}\t{y}"

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

    def _point(self, position: Position, uid: str, space: str) -> tuple[str, int, int]:
        """Where a unit is let go: the first point of its side that is not crowded."""
        placer, unit = Placer(self._kit, position, {}), self._kit.units[uid]
        window, place = placer.unit_place(unit, space)
        assert place is not None, space
        there = [u for u in position.pieces if position.pieces[u].space == space]
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
            yield from [f"key\t{uid}\t{ctrl('D' if steps > 0 else 'R')}"] * abs(steps)

    # --- markers -------------------------------------------------------------------------------------

    def _placed(self, position: Position) -> Counter[_Laid]:
        """Where markers lie; of those that state nothing only that they do."""
        placer = Placer(self._kit, position, dict(self._stated(position)))
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

    def _aside(self) -> tuple[int, int]:
        """Where spare markers lie."""
        cards = self._kit.layout.windows[self._kit.layout.cards]
        return next(p for p in cards.places if p.name == "Markers").middle

    # --- records -------------------------------------------------------------------------------------

    def _records(self, before: Position, after: Position) -> Iterator[str]:
        menus, items = self._kit.adapter["unit"]["menu"], self._kit.carriers.schema.items
        names = {item: name for name, item in self._kit.carriers.piece_properties["unit"].items()}
        for change in before.diff(after):
            if change.what in menus and change.what in names and change.subject in self._kit.units:
                item = items[change.what]
                yield from self._recorded(
                    change.subject, item, menus[change.what], change.before, change.after
                )

    def _recorded(self, uid: str, item: Item, menu: str, was: object, now: object) -> Iterator[str]:
        if isinstance(item.default, bool):
            yield f"menu\t{uid}\t{menu}"
        elif isinstance(item.default, int) and badge_key(self._kit, item.name):
            levels = len(badge_rows(self._kit)[item.name]["faces"]) + 1
            yield from [f"menu\t{uid}\t{menu}"] * ((int(str(now)) - int(str(was))) % levels)
        elif isinstance(item.default, int):
            steps = int(str(now)) - int(str(was))
            yield from [f"menu\t{uid}\t{menu} {'+' if steps > 0 else '-'}1"] * abs(steps)
        elif now == "" and item.name in self._kit.adapter["unit"].get("choices", {}):
            yield f"menu\t{uid}\t{menu}: none"
        else:
            yield f"answer\t{value_to_text(now)}"  # type: ignore[arg-type]
            yield f"menu\t{uid}\t{menu}"

    def _properties(self, before: Position, after: Position) -> Iterator[str]:
        """Items of the menu of records, where the game has one."""
        if "records" not in self._kit.adapter["desk"]:
            return
        changed = {c.what for c in before.diff(after)}
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


def _read(default: Fact, text: str) -> Fact:
    """A value as a script writes it: of the kind that its item has."""
    if isinstance(default, bool):
        return text != "no"
    return int(text) if isinstance(default, int) else text
