"""What a counter of a module shows of the state of its unit: which of its faces, and the badges on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.saves.carriers import value_to_text

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.saves.placing_decks import Printed
    from adjudicator.schema import Item
    from counters.catalog import Unit

__all__ = [
    "badge_image",
    "badge_rows",
    "badges_of",
    "carries",
    "counter_px",
    "disrupts",
    "each_face",
    "face_names",
    "has_back",
    "piece_px",
    "shows_back",
]

_USUAL = 66  # pixels


def counter_px(kit: Printed) -> int:
    """Side of the largest counters of a module in pixels.

    Parameters
    ----------
    kit
        What the module is made of.

    Returns
    -------
    int

    Examples
    --------
    >>> from adjudicator.saves.printed import load_printed
    >>> counter_px(load_printed("june-six"))
    66
    """
    return int(kit.adapter["unit"].get("px", _USUAL))


def piece_px(kit: Printed, size: str) -> int:
    """Pixels of a counter by the size of its unit; of a marker by an empty text."""
    from counters.palette import load_palette

    stock, side = load_palette(kit.game.slug, kit.board.filing.overlay).stock, counter_px(kit)
    return side if stock is None else round(side * stock.side_of(size) / stock.size)


def badge_rows(kit: Printed) -> Mapping[str, Mapping[str, Any]]:
    """Item of state -> row of its badge in ``adapter.toml``."""
    return {row["item"]: row for row in kit.adapter.get("badge", ())}


def badge_image(item: str, number: int) -> str:
    """Name of the picture of a badge.

    Examples
    --------
    >>> badge_image("disorder", 2)
    'badge_disorder_2'
    """
    return f"badge_{item}_{number}"


def badges_of(kit: Printed, position: Position, uid: str) -> Iterator[tuple[str, int]]:
    """The badges that a unit wears: the item, and which of its faces.

    Parameters
    ----------
    kit, position, uid
        The module, the position, and one of its units.

    Yields
    ------
    tuple of str and int

    Examples
    --------
    >>> from adjudicator.saves.printed import load_printed
    >>> kit = load_printed("june-six")
    >>> draft = kit.game.scenario("campaign").draft()
    >>> uid = next(iter(draft.pieces))
    >>> draft.set("disorder", 2, uid)
    >>> list(badges_of(kit, draft.finish(), uid))
    [('disorder', 2)]
    """
    for item, row in badge_rows(kit).items():
        value = position.facts.get((item, uid))
        number = (
            _worn(kit.carriers.schema.items[item], value_to_text(value), len(row["faces"])) if value else 0
        )
        if number:
            yield item, number


def _worn(item: Item, text: str, faces: int) -> int:
    """Which face of a badge a text calls for, as the module's own rule does; 0 for none."""
    if isinstance(item.default, bool):
        return int(text == "true")
    if faces + 1 == len(item.values) > 2:
        return item.values.index(text) if text in item.values else 0
    if isinstance(item.default, int):
        return max(0, min(int(text), faces))
    return int(bool(text))


def each_face(kit: Printed) -> bool:
    """Whether every status of a unit is a face of its counter: of games in a folder with more than two.

    Parameters
    ----------
    kit
        The module.

    Returns
    -------
    bool
    """
    return bool(kit.adapter["unit"].get("faces"))


def disrupts(kit: Printed) -> bool:
    """Whether units have states that a badge shows, beside the two sides of their counters.

    Parameters
    ----------
    kit
        The module.

    Returns
    -------
    bool
    """
    return len(kit.game.statuses) > 2 and not each_face(kit)


def face_names(kit: Printed, unit: Unit) -> tuple[str, ...]:
    """How the pictures of a unit end that its status shows, where each status is a face.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    tuple of str
        One at least.
    """
    from counters.palette import load_palette
    from counters.units import FACE_LETTERS

    own = load_palette(kit.game.slug).own
    count = len(own.names(unit)) if own is not None else 1
    return tuple(FACE_LETTERS[: max(1, count)])


def has_back(kit: Printed, unit: Unit) -> bool:
    """Whether a unit ever shows its back: it has several states, or its back says that it fired or moved.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    bool
    """
    if each_face(kit):
        return len(face_names(kit, unit)) > 1
    return len(kit.game.statuses) > 2 or unit.steps != 1 or bool(shows_back(kit, unit))


def shows_back(kit: Printed, unit: Unit) -> str:
    """Item of state that turns a counter to its back, as what fired or what has trucks; empty for most.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    str
    """
    if "turned" not in kit.adapter["unit"]:
        return ""
    from counters.battalion_looks import status_side
    from counters.ratings import fires

    own, *truck = kit.adapter["unit"]["turned"]
    if "stacking" in unit.ratings:
        side = status_side(unit)
        return str(own if side in {"MOVED", "FIRED"} else truck[0] if side == "truck" else "")
    return str(own) if unit.steps == 1 and fires(unit) else ""


def carries(kit: Printed, unit: Unit, item: str) -> bool:
    """Whether the counter of a unit carries an item of units: some are left to those that need them.

    Parameters
    ----------
    kit, unit, item
        The module, one of its units, and an item of state.

    Returns
    -------
    bool

    Examples
    --------
    >>> from adjudicator.saves.printed import load_printed
    >>> kit = load_printed("june-six")
    >>> carries(kit, next(iter(kit.units.values())), "pinned")
    True
    """
    group = kit.carriers.group(item)
    if group is None:
        return True
    return shows_back(kit, unit) == item if group.backs else group.holds(unit)
