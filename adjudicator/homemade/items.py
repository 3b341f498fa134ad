"""The items of state of a game of one's own, each with its one carrier in the module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.homemade.phases import phases_of
from adjudicator.schema import Fact, Item
from maps.games import GAME_FILE, FolderHome
from maps.homemade.game import GameFile, game_file

__all__ = ["CARD", "CONTROL", "HAND", "HELD", "STACK", "UNHELD", "UNSEEN", "items_of"]

CARD, CONTROL, HELD, UNHELD = "card", "control", "held", "none"
"""Items of state: where a card lies, who controls a space, how many unseen cards a hand holds; nobody."""
STACK, HAND, UNSEEN = "stack", "hand", "unseen"
"""Where a card can lie besides the discards: in its deck, in the hand, or in one of these two."""


def items_of(home: FolderHome) -> Mapping[str, Item]:
    """Every item of state: the clock, control of spaces, what markers on tracks show, where cards lie.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    mapping of str to Item
        By name.

    Raises
    ------
    DataError
        A file of the folder is wrong.
    """
    told = game_file(home)
    return {item.name: item for item in _items(told, tuple(phases_of(home).phases))}


def _items(told: GameFile, phases: tuple[str, ...]) -> Iterator[Item]:
    first = told.sides[0]
    yield _item("phase", phases[0], f"it is the phase {phases[0]}", "turn-tracker phase", values=phases)
    yield _item("side", first, f"{first} is to play", "turn-tracker side", values=told.sides)
    turns = told.turns
    said = f"it is {turns.name.casefold()} 1"
    yield _item("turn", 1, said, f"marker {turns.marker} on {turns.track}")
    for row in told.state:
        yield _item(row.id, row.start, f"{row.title}: {row.start}", f"marker {row.marker} on {row.track}")
    if told.control:
        values = (UNHELD, *told.sides)
        yield _item(CONTROL, UNHELD, "nobody controls {name}", "marker control", of="area", values=values)
    if told.deck:
        lies = (STACK, HAND, "discard", UNSEEN)
        said = "{name} lies in its deck"
        yield _item(
            CARD, STACK, said, "deck contents", of="card", values=lies, unseen={UNSEEN: (STACK, HAND)}
        )
        said = "how many unseen cards are in the {name} hand is not known"
        yield _item(HELD, 0, said, "property bocage_held", of="side")


def _item(
    name: str,
    default: Fact,
    assumed: str,
    carrier: str,
    *,
    of: str = "",
    values: tuple[str, ...] = (),
    unseen: Mapping[str, tuple[str, ...]] | None = None,
) -> Item:
    return Item(name, of, values, default, "lasting", GAME_FILE, assumed, carrier, unseen or {})
