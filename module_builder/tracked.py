"""What the turn trackers show: a word for each value of their item, and the phases that can still come."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from module_builder.materials import Kit

__all__ = ["asked", "to_come", "tracker_property", "tracker_words"]


def tracker_words(kit: Kit, item: str) -> dict[str, str]:
    """What a turn tracker shows for each value of its item.

    Parameters
    ----------
    kit
        What the module is built from.
    item
        Item of state.

    Returns
    -------
    dict
        Value to word.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> tracker_words(load_kit("breakout-normandy"), "side")
    {'german': 'German', 'allied': 'Allied'}
    """
    titles = {p.id: p.title for p in kit.game.sequence.phases.values()}
    words = {**titles, **kit.adapter.get("words", {})}
    return {v: words.get(v or "none", v.title()) for v in kit.game.schema.items[item].values}


def tracker_property(item: str) -> str:
    """Global property that a turn tracker keeps.

    Examples
    --------
    >>> tracker_property("side")
    'bocage_tracker_side'
    """
    return f"bocage_tracker_{item}"


def asked(item: str) -> str:
    """The same within an expression, where a name with a dash is no name.

    Examples
    --------
    >>> print(asked("side"), asked("round-kind"))
    bocage_tracker_side GetProperty("bocage_tracker_round-kind")
    """
    name = tracker_property(item)
    return name if name.isidentifier() else f'GetProperty("{name}")'


def to_come(kit: Kit, phase: str) -> set[str]:
    """Phases that a game can still reach.

    Parameters
    ----------
    kit
        What the module is built from.
    phase
        The phase now; it counts.

    Returns
    -------
    set of str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> "airborne" in to_come(load_kit("breakout-normandy"), "daylight")
    False
    """
    phases, found = kit.game.sequence.phases, set[str]()
    while phase and phase not in found:
        found.add(phase)
        phase = phases[phase].next
    return found
