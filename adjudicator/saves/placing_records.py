"""What the pieces of a position carry: the state of units and markers in layers and Dynamic Properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.position import Fact
from adjudicator.saves.carriers import value_to_text
from adjudicator.saves.looks import carries
from adjudicator.saves.placing_decks import DeckPlacer
from adjudicator.saves.records import aside_to_text, notes_to_text

if TYPE_CHECKING:
    from adjudicator.saves.records import Record

__all__ = ["RecordPlacer"]


class RecordPlacer(DeckPlacer):
    """Writes the facts about units and markers into the traits of their pieces.

    Parameters
    ----------
    kit, position, facts
        As of a `DeckPlacer`.

    Examples
    --------
    >>> from adjudicator.saves.patching import load_printed
    >>> printed = load_printed("battle-for-normandy")
    >>> start = printed.game.scenario("carentan")
    >>> uid = next(u for u in start.pieces if printed.units[u].type == "infantry")
    >>> placer = RecordPlacer(printed, start, {("feldersatz", uid): 2})
    >>> placer.aside() == f"feldersatz:{uid}=2"
    True
    """

    def _records(
        self, kind: str, subject: str, only: tuple[str, ...] = ()
    ) -> tuple[dict[str, int], dict[str, str]]:
        """Layers and Dynamic Properties of a piece, from the facts about it."""
        levels: dict[str, int] = {}
        texts: dict[str, str] = {}
        for name, records in self.kit.carriers.records.get(kind, {}).items():
            notes: dict[str, str] = {}
            for record in records:
                key = (record.item.name, subject)
                if key not in self.left or not self._carried(kind, record, subject, only):
                    continue
                value = self.left.pop(key)
                if record.form == "layer":
                    levels[name] = record.level(value) or record.rest
                elif record.form == "note":
                    notes[record.key] = self._text(record.item.name, subject, value)
                else:
                    texts[name] = self._text(record.item.name, subject, value)
            texts |= {name: notes_to_text(notes)} if notes else {}
        return levels, texts

    def _carried(self, kind: str, record: Record, subject: str, only: tuple[str, ...]) -> bool:
        """Whether this piece carries an item, and has a level for what is to be said."""
        name = record.item.name
        if record.form == "layer" and record.level(self.left[name, subject]) is None:
            return False
        if kind != "unit":
            return name in (only or (name,))
        return carries(self.kit, self.kit.units[subject], name)

    def aside(self) -> str:
        """What is left over of units that do not carry it, and of spaces where no marker is laid."""
        carriers, here = self.kit.carriers, self.position
        units = {record.item.name for record in carriers.of_pieces("unit")}
        found = {
            (item, subject): value
            for (item, subject), value in self.left.items()
            if (item in units and subject in here.pieces)
            or (item in carriers.left_out and subject in here.board.spaces)
        }
        for key in found:
            del self.left[key]
        return aside_to_text(found)

    def _text(self, item: str, subject: str, value: Fact) -> str:
        """Text of a property; a space by its printed name, ``=`` before the one where the unit stands."""
        text = value_to_text(value)
        if item not in self.kit.adapter["unit"]["spaces"] or text not in self.position.board.spaces:
            return text
        here = self.position.pieces[subject].space == text
        return ("=" if here else "") + self.position.board.name(text)
