"""An action as the gestures of the players who carry it out, without a script.

What the table shows before and after it says what has to be moved, turned, drawn, laid, typed and pressed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator import describe
from adjudicator.actions import Action, Roll
from adjudicator.saves.piles import members_by_uid
from module_builder.vassal.keys import alt
from tests.engine.gestures import Line, Play

if TYPE_CHECKING:
    from adjudicator.position import Key, Position
    from adjudicator.schema import Item
    from adjudicator.state import Change
    from module_builder.kit import Kit

__all__ = ["Hands", "by_hand"]

_DR, _ONE = (2, 6), (1, 6)
_DICE: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "breakout-normandy": {"DR": _DR, "dr": _ONE},
    "storm-over-normandy": {"d6": _ONE},
    "dark-summer": {"dr": _ONE},
    "june-six": {"d0-9": (1, 10)},
    "battle-for-normandy": {"DR": _DR, "dr": _ONE, "d10": (1, 10)},
}
"""How many dice of how many sides a roll of that name is; what is not named here is drawn from a deck."""


def by_hand(kit: Kit, item: Item) -> bool:
    """Whether a player sets an item with a gesture; the others are kept only where we write the save."""
    kind, _, name = item.carrier.partition(" ")
    if kind == "property":
        return "records" in kit.adapter["desk"]
    if kind == "piece":
        counted = kit.adapter.get("counted", {})
        return not name.startswith("note ") and (
            item.name in kit.adapter["unit"]["menu"] or item.of in counted
        )
    return True


class Hands(Play):
    """What the players do: each action as gestures, every record kept.

    Parameters
    ----------
    kit
        What the module is built from.
    position
        Where it begins.
    """

    def __init__(self, kit: Kit, position: Position) -> None:
        super().__init__(kit, position, marks="yes")
        self.waiting: set[Key] = set()
        """What the rules have forgotten and no key takes back alone: it waits for its button."""
        self._members = members_by_uid(kit.game.slug) if kit.carriers.piles is not None else {}

    def acted(self, before: Position, action: Action, after: Position) -> Iterator[tuple[str, str]]:
        """The gestures of an action, each with the side that makes it."""
        made = [*self._thrown(before, action)] if isinstance(action, Roll) else []
        button = self._button(before, after)
        line = Line("action", "", ((button, ""),) if button else ())
        made += self._pressed(line)
        mid = self._after_button(before, button)
        made += [*self._shown(mid, after), *self._kept(mid, after, line)]
        player = self._player(before)
        for gesture in made or [f"chat\t{describe(before, action)}"]:
            yield self._owner(gesture) or player, gesture

    # --- dice --------------------------------------------------------------------------------------------

    def _thrown(self, position: Position, roll: Roll) -> Iterator[str]:
        """The buttons of the dice that are asked for; what is drawn from a deck is drawn by hand."""
        assert position.decision is not None
        asked: Sequence[str] = position.decision.data["dice"]
        fallen = zip(asked, roll.values, strict=True)
        for name, pairs in itertools.groupby(fallen, key=lambda pair: pair[0]):
            if name in _DICE[position.game]:
                yield from self._buttons([value for _, value in pairs], *_DICE[position.game][name])

    def _buttons(self, fallen: list[int], number: int, sides: int) -> Iterator[str]:
        """Like rolls, together where a button has so many dice, else on the fitting buttons in turn."""
        rows = [row for row in self._kit.adapter["desk"]["dice"] if row.get("sides", 6) == sides]
        if number == 1 and any(row["dice"] == len(fallen) for row in rows):
            throws = [fallen]
        else:
            throws = [_faces(value, number) for value in fallen]
        fitting = [row for row in rows if row["dice"] == len(throws[0])]
        for n, dice in enumerate(throws):
            row = fitting[min(n, len(fitting) - 1)]
            yield "dice\t" + ",".join(str(value - row.get("plus", 0)) for value in dice)
            yield f"press\t{alt(row['key'])}"

    # --- buttons -----------------------------------------------------------------------------------------

    def _button(self, before: Position, after: Position) -> str:
        """The button that forgets or counts what the game does in this action; empty where there is none."""
        old, new = (self._remembered(position) for position in (before, after))
        desk = self._kit.adapter["desk"]
        over = (old - new).intersection(desk["memories"])
        rows = [
            row
            for row in desk["turns"]
            if row["forgets"]
            and row["next"] != "phase"  # New phase does more: its trackers are turned by hand
            if over <= set(row["forgets"]) and not new.intersection(row["forgets"])
            if (_counts_on(row["counts"], before, after) if "counts" in row else over)
            if not any(str(value).startswith("{") for value in row.get("sets", {}).values())
        ]
        return str(min(rows, key=lambda row: len(row["forgets"]))["name"]) if rows else ""

    def _counted(self, changes: Iterable[Change]) -> Iterator[str]:
        """A key takes back one of all uses that it counted; fewer of them wait for their button."""
        known, kinds = [*changes], self._kit.adapter.get("counted", {})
        for spec in self._kit.carriers.markers.values():
            names = set(spec.carries) or {
                record.item.name for record in self._kit.carriers.of_pieces(spec.of)
            }
            less = [
                c
                for c in known
                if spec.of in kinds and c.subject == spec.subject and c.what in names
                if int(str(c.after)) < int(str(c.before))
            ]
            if len(less) < len(names):
                self.waiting |= {(c.what, c.subject) for c in less}
                known = [c for c in known if c not in less]
        yield from super()._counted(known)

    def _over(self, after: Position) -> set[str]:
        return set()

    def _remembered(self, position: Position) -> set[str]:
        """Memories in which something is kept."""
        items = position.schema.items
        kept = (items[key[0]] for key, value in position.facts.items() if value != items[key[0]].default)
        return {item.memory for item in kept if _forgotten(item)}

    def _after_button(self, before: Position, button: str) -> Position:
        """What the table shows when the button has been pressed."""
        row = next((row for row in self._kit.adapter["desk"]["turns"] if row["name"] == button), None)
        if row is None:
            return before
        draft, items = before.draft(), before.schema.items
        self.waiting = {key for key in self.waiting if items[key[0]].memory not in row["forgets"]}
        longest = self._kit.adapter["desk"]["memories"][-1] in row["forgets"]
        fixed = [spec.items for spec in self._kit.carriers.markers.values() if spec.form == "fixed"]
        ready = set[str]().union(*fixed) if longest else set[str]()
        for name, subject in list(before.facts):
            if name in ready or (items[name].memory in row["forgets"] and _forgotten(items[name])):
                draft.clear(name, subject)
        if row["next"]:
            values = items[row["next"]].values
            following = values.index(str(before.said(row["next"], ""))) + 1
            draft.set(row["next"], values[following % len(values)])
        if counted := row.get("counts"):
            draft.set(counted, int(str(before.said(counted))) + 1)
        for item, value in row.get("sets", {}).items():
            draft.set(item, value)
        return draft.finish()

    # --- who does it -------------------------------------------------------------------------------------

    def _player(self, position: Position) -> str:
        """Side that acts: that of the decision, or that whose turn it is, for whom dice fall too."""
        top = position.decision
        if top is not None and top.player in position.schema.items["side"].values:
            return top.player.title()
        return self._kit.game.player_on_turn(position).title()

    def _owner(self, gesture: str) -> str:
        """Side whose cards or markers it moves: they lie in its own hand."""
        word, *rest = gesture.split("\t")
        member = self._members.get(rest[0]) if word in {"key", "pull"} else None
        return member.side.title() if member is not None else ""


def _counts_on(item: str, before: Position, after: Position) -> bool:
    return after.said(item) == int(str(before.said(item))) + 1


def _forgotten(item: Item) -> bool:
    """Whether a button can forget an item: markers lie until somebody takes them away."""
    return item.carrier.startswith(("property ", "piece "))


def _faces(value: int, number: int) -> list[int]:
    """Dice of six sides that show a number together."""
    first = min(6, value - number + 1)
    return [first, *(_faces(value - first, number - 1) if number > 1 else [])]
