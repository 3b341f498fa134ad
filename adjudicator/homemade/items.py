"""The items of state of a game of one's own, each with its one carrier in the module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.homemade.phases import phases_of
from adjudicator.schema import Fact, Item
from counters.catalog import load_markers
from counters.palette import load_palette
from counters.units import Marker
from maps.errors import DataError
from maps.games import GAME_FILE, FolderHome
from maps.homemade.game import GameFile, game_file

__all__ = [
    "CARD",
    "CONTROL",
    "FRONT_OF",
    "HAND",
    "HELD",
    "STACK",
    "TURNED",
    "UNHELD",
    "UNSEEN",
    "faces_of_marker",
    "hand_of",
    "items_of",
    "loose_markers",
]

CARD, CONTROL, HELD, UNHELD = "card", "control", "held", "none"
"""Items of state: where a card lies, who controls a space, how many unseen cards a hand holds; nobody."""
STACK, HAND, UNSEEN = "stack", "hand", "unseen"
"""Where a card can lie besides the discards: in its deck, in the hand, or in one of these two."""


FRONT_OF, TURNED = "marker-", "turned-"
"""What the items begin with that say how many copies of a loose marker lie in a space, on either face."""
_TWO = 2  # faces that lie back to back


def faces_of_marker(slug: str, marker: Marker) -> Mapping[str, str]:
    """The faces of a loose marker that the module lays.

    Parameters
    ----------
    slug, marker
        The game, and one of its markers.

    Returns
    -------
    mapping of str to str
        Item that counts the copies which show a face -> word of the face, in their order: of front and back
        as ``markers.csv`` has it, of further ones as the template names them.
    """
    own = load_palette(slug).own
    drawn = own.names(marker) if own is not None else ()
    items = {f"{FRONT_OF}{marker.id}": marker.front or marker.name}
    second = "".join(drawn[1:_TWO])
    if marker.back or len(drawn) > _TWO or second not in {"", "back"}:
        items[f"{TURNED}{marker.id}"] = marker.back or second
    return items | {f"face{n}-{marker.id}": word for n, word in enumerate(drawn[_TWO:], _TWO + 1)}


def loose_markers(told: GameFile, printed: Mapping[str, Marker]) -> Mapping[str, Marker]:
    """The markers that no other item of state is shown by: players lay them where they like.

    Parameters
    ----------
    told, printed
        The game's ``game.toml``, and its markers.

    Returns
    -------
    mapping of str to Marker
        In the order of ``markers.csv``.
    """
    stating = {told.turns.marker, *(row.marker for row in told.state), *([CONTROL] if told.control else [])}
    return {id_: marker for id_, marker in printed.items() if id_ not in stating}


def hand_of(told: GameFile, side: str) -> str:
    """The value of `CARD` of a card in the hand of a side.

    Parameters
    ----------
    told, side
        The game's ``game.toml``, and the side.

    Returns
    -------
    str
        With the side in its name where a deck is nobody's, so that its cards can be in either hand.
    """
    return f"{side}-{HAND}" if told.shares_cards else HAND


def items_of(home: FolderHome) -> Mapping[str, Item]:
    """Every item of state: the clock, control of spaces, markers on tracks and loose ones, where cards lie.

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
    found = {item.name: item for item in _items(told, tuple(phases_of(home).phases))}
    for item in _lying(home.slug, loose_markers(told, load_markers(home.slug))):
        if item.name in found:
            expected = f"another id than {item.name!r}, which says where a marker lies"
            raise DataError(GAME_FILE, "state id", expected)
        found[item.name] = item
    return found


def _lying(slug: str, markers: Mapping[str, Marker]) -> Iterator[Item]:
    """How many copies of each loose marker lie in a space, face by face."""
    for marker in markers.values():
        for number, (item, word) in enumerate(faces_of_marker(slug, marker).items()):
            shown = f" with its face {word}" if number else ""
            said = f"no marker {marker.name} lies in {{name}}{shown}"
            yield _item(item, 0, said, f"marker {marker.id}", of="area", rule="markers.csv")


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
        hands = tuple(dict.fromkeys(hand_of(told, side) for side in told.hands))
        lies, unseen = (STACK, *hands, "discard", UNSEEN), {UNSEEN: (STACK, *hands)}
        said = "{name} lies in its deck"
        yield _item(CARD, STACK, said, "deck contents", of="card", values=lies, unseen=unseen)
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
    rule: str = GAME_FILE,
) -> Item:
    return Item(name, of, values, default, "lasting", rule, assumed, carrier, unseen or {})
