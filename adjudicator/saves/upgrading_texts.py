"""Properties of a save in the words of another module, without what names something that is no more."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from adjudicator.saves.carriers import (
    PENDING,
    facts_to_property,
    option_property,
    property_to_facts,
    text_to_pending,
    text_to_value,
)
from maps.board import fold
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.saves.printed import PrintedModule
    from adjudicator.saves.records import Record
    from adjudicator.schema import Item
    from maps.board import Board

__all__ = ["Texts"]

_SUBJECTS: Mapping[str, Callable[[PrintedModule], Mapping[str, object]]] = {
    "area": lambda printed: printed.board.spaces,
    "hex": lambda printed: printed.board.spaces,
    "boundary": lambda printed: printed.board.edges,
    "unit": lambda printed: printed.units,
}


@dataclass(frozen=True)
class Texts:
    """Reads the properties of an older save for a module.

    Parameters
    ----------
    printed
        What the module is made of.
    ours
        The board as we print it, without corrections: what an older module may have called a space.

    Examples
    --------
    >>> from adjudicator.saves.printed import load_printed
    >>> printed = load_printed("breakout-normandy")
    >>> Texts(printed, printed.board).of_piece("Start", "Omaha Beach")
    'Omaha Beach'
    """

    printed: PrintedModule
    ours: Board

    def of_piece(self, name: str, text: str) -> str | None:
        """The text of a Dynamic Property; None where it says nothing in the new module.

        Parameters
        ----------
        name, text
            Of the property, as saved.

        Returns
        -------
        str or None
        """
        item = next((r.item for r in self.records if name in {r.key, f"{r.name}.{r.key}"}), None)
        if item is None or not text.strip():
            return text
        if item.name in self.printed.adapter["unit"]["spaces"]:
            return self._space(text)
        try:
            text_to_value(item, text.strip())
        except ValueError:
            return None
        return text

    @functools.cached_property
    def records(self) -> tuple[Record, ...]:
        """What the module's pieces carry."""
        carriers = self.printed.carriers
        return tuple([record for kind in carriers.records for record in carriers.of_pieces(kind)])

    def _space(self, text: str) -> str | None:
        """A space by its name or id, in the words of the new module; ``=`` before it is kept."""
        bare = text.strip().removeprefix("=")
        mark = "=" if text.strip().startswith("=") else ""
        board, windows = self.printed.board, self.printed.layout.windows.values()
        if bare in board.spaces or fold(bare) in {fold(s.name) for s in board.spaces.values()}:
            return text
        if any(place.name == bare for window in windows for place in window.places):
            return text
        was = next((s.id for s in self.ours.spaces.values() if fold(s.name) == fold(bare)), None)
        return f"{mark}{board.spaces[was].name}" if was is not None and was in board.spaces else None

    def of_game(self, name: str, text: str) -> tuple[str, list[str]]:
        """The text of a global property, and what of it says nothing in the new module.

        Parameters
        ----------
        name, text
            Of the property, as saved.

        Returns
        -------
        tuple
        """
        item = self.printed.carriers.properties.get(name)
        if name == PENDING:
            return self._pending(text)
        if item is None or not text.strip():
            return text, []
        return self._facts(self.printed.carriers.schema.items[item], text)

    def _facts(self, item: Item, text: str) -> tuple[str, list[str]]:
        try:
            facts = property_to_facts(item, text)
        except ValueError as fault:
            return "", [f"{item.name}: {fault}"]
        known = _SUBJECTS[item.of](self.printed) if item.of in _SUBJECTS else None
        gone = [subject for _, subject in facts if known is not None and subject not in known]
        if not gone:
            return text, []
        kept = [(subject, value) for (_, subject), value in facts.items() if subject not in gone]
        return facts_to_property(item, kept) if kept else "", [f"{item.name} of {s}" for s in gone]

    def _pending(self, text: str) -> tuple[str, list[str]]:
        """What is to be decided: as it was, or not at all where it names what is no more."""
        from adjudicator.decisions import faults

        printed = self.printed
        try:
            decisions = text_to_pending(text)
        except ValueError as fault:
            return "", [f"what was to be decided: {fault}"]
        wrong = [f for d in decisions for f in faults(d, printed.game, printed.board, printed.units)]
        return ("", [f"what was to be decided: {wrong[0]}"]) if wrong else (text, [])

    def options(self) -> Mapping[str, str]:
        """Property of each option -> the option."""
        return {option_property(name): name for name in self.printed.game.schema.readings}

    def option(self, name: str, text: str) -> str | None:
        """The text of an option as the module shows it; None where it has no such letter.

        Parameters
        ----------
        name, text
            The option, and what the save says of it.

        Returns
        -------
        str or None
        """
        letter, reading = text.split(":", maxsplit=1)[0].strip(), self.printed.game.schema.readings[name]
        return f"{letter}: {reading.options[letter]}" if letter in reading.options else None
