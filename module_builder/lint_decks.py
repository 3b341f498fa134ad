"""Checks of decks: what a set-up holds of them against what the module says now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_model import MAPS, component_path, warning
from module_builder.lint_setups import setup_commands, setup_files
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.commands import AddDeck, SetBoards
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lxml.etree import _Element

    from module_builder.lint_model import Finding, Module
    from module_builder.vassal.commands import Command

__all__ = ["check_decks"]

_FIELDS: Mapping[str, int] = {
    "width": 3,
    "height": 4,
    "faceDown": 5,
    "shuffle": 6,
    "allowMultiple": 7,
    "allowSelect": 8,
    "reversible": 9,
    "reshuffleCommand": 10,
    "reshuffleTarget": 11,
}
"""Attributes of a DrawPile, and their place in the type of the deck that a save holds."""
_RENEW = "make the set-up again from today's decks"


def check_decks(module: Module) -> Iterator[Finding]:
    """Check the decks of every set-up: a save keeps a deck as it was, whatever the module says since.

    Parameters
    ----------
    module
        As read.

    Yields
    ------
    Finding
    """
    if not module.complete:
        return
    piles = {node.get("name", ""): node for node in module.every("DrawPile")}
    for node, name in setup_files(module):
        try:
            commands = setup_commands(module, name) if name in module.archive else ()
        except FormatError:
            continue  # check_setups says so
        if commands:
            yield from _setup(component_path(node), commands, piles)


def _setup(place: str, commands: Sequence[Command], piles: Mapping[str, _Element]) -> Iterator[Finding]:
    decks = {command.name: command for command in commands if isinstance(command, AddDeck)}
    boards = {command.map: command.boards for command in commands if isinstance(command, SetBoards)}
    for name, deck in decks.items():
        if name not in piles:
            text = f"it holds a deck {name!r}, and the module has none of that name"
            yield warning("setup-deck", place, text, _RENEW)
            continue
        changed = [*_differences(piles[name], deck), *_moved(piles[name], deck, boards)]
        if changed:
            text = f"deck {name!r} is another than in the module: {', '.join(changed)}"
            yield warning("setup-deck", place, text, _RENEW)
    for name in sorted(set(piles) - set(decks)):
        if list(descendants(piles[name], "CardSlot", "PieceSlot")):
            yield warning("setup-deck", place, f"it has no deck {name!r}: its cards are in no game", _RENEW)


def _differences(pile: _Element, deck: AddDeck) -> Iterator[str]:
    kept = decode(deck.type, ";")
    for name, at in _FIELDS.items():
        said, was = pile.get(name), kept[at] if at < len(kept) else ""
        if said is None or (name.startswith("reshuffle") and pile.get("reshufflable") != "true"):
            continue
        if said != was:
            yield f"{name} {was or 'nothing'}, now {said or 'nothing'}"


def _moved(pile: _Element, deck: AddDeck, boards: Mapping[str, Sequence[object]]) -> Iterator[str]:
    """Where it lies, as far as that can be told: on a map with one board its pixels count from the edge."""
    window = _map(pile)
    name = window.get("mapName", "")
    if deck.map != name:
        yield f"on map {deck.map}, now {name}"
    elif len(boards.get(name, ())) == 1:
        point = tuple(
            int(pile.get(at, "0")) + int(window.get(edge, "0") or 0)
            for at, edge in (("x", "edgeWidth"), ("y", "edgeHeight"))
        )
        if point != (deck.x, deck.y):
            yield f"at {deck.x},{deck.y}, now {point[0]},{point[1]}"


def _map(pile: _Element) -> _Element:
    return next((node for node in pile.iterancestors() if short_name(node) in MAPS), pile)
