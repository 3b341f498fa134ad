"""What may still act, lit up: a button that all modules have, and a frame that follows what units do.

The button asks once which of the game's rows holds at this moment, and keeps its number; a unit asks itself
when it is told to, or when something happens to it. While the light is off nobody asks anything, and a frame
that does not show costs the engine nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from module_builder.controls import button, change, command, kept
from module_builder.tracked import asked, tracker_words
from module_builder.vassal.builders import layer, trigger
from module_builder.vassal.keys import Target, TargetKind, alt, named, target

if TYPE_CHECKING:
    from lxml.etree import _Element

    from counters.catalog import Unit
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "AGAIN",
    "DROPPED",
    "ICON",
    "LIT",
    "acting_buttons",
    "acting_items",
    "acting_mark",
    "acting_properties",
    "lights",
]

LIT, ICON = "lit.png", "icon_lit.png"
"""Frame around a unit that may act, and the picture of the button."""
AGAIN, DROPPED = named("bocageLightAgain"), named("bocageDropped")
"""Keys: the light is on and the moment has changed; a unit was moved by hand."""
_LIGHT, _ROW, _WHO = "LitOn", "LitBy", "LitFor"
_TURN, _FIND, _CALL = (named(f"bocageLight{word}") for word in ("Turn", "Find", "Call"))
_ACTS = "Acts"
_ASK, _ON = named("bocageLit"), f'{_LIGHT} == "yes"'
_NOWHERE = ("eliminated", "withdrawn", "turn-track", "setup-card")
"""Spaces where nothing acts."""


def _lettered(kit: Kit) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The game's rows, each with its letter."""
    return list(zip("abcdefghijklmnopqrstuvwxyz", kit.adapter["acts"], strict=False))


def _rows(kit: Kit) -> Sequence[Mapping[str, Any]]:
    return [row for _, row in _lettered(kit)]


# --- the moment ------------------------------------------------------------------------------------------


def acting_properties(kit: Kit) -> Iterator[_Element]:
    """The global properties of the light, each with the key that sets it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    off, row, who = f'{{{_ON} ? "" : "yes"}}', '""', '""'
    for letter, found in reversed(_lettered(kit)):
        moment = _moment(kit, found)
        row = f'{moment} ? "{letter}" : {row}'
        who = f"{moment} ? ({_nations(kit, found['who'])}) : {who}"
    told = "what may act is lit up"
    for name, start, changed, stroke in (
        (_LIGHT, "", off, _TURN),
        (_ROW, "", f'{{!({_ON}) ? "" : {row}}}', _FIND),
        (_WHO, "", f'{{!({_ON}) ? "" : {who}}}', _FIND),
    ):
        yield kept(name, start, told, change(stroke, changed, told))


def _moment(kit: Kit, row: Mapping[str, Any]) -> str:
    """Expression: the turn trackers stand where a row holds."""
    tests = []
    for item, values in {"phase": row["phase"], **row.get("when", {})}.items():
        words = tracker_words(kit, item)
        tests.append("(" + " || ".join(f'{asked(item)} == "{words[value]}"' for value in values) + ")")
    return f"({' && '.join(tests)})"


def _nations(kit: Kit, who: str) -> str:
    """Expression: the nationalities that act, one after another: of a side, of all, or as a tracker says."""
    sides: dict[str, list[str]] = {}
    for unit in kit.units.values():
        title = kit.nations[unit.nationality].title
        own = sides.setdefault(unit.side, [])
        own += [] if title in own else [title]
    groups = {**sides, "all": [title for own in sides.values() for title in own]}
    groups |= {
        name: [kit.nations[n].title for n in own] for name, own in kit.adapter.get("groups", {}).items()
    }
    if who in groups:
        return f'"{" ".join(groups[who])}"'
    if who not in kit.carriers.trackers:
        raise DataError("adapter.toml", f"acts, who = {who!r}", f"one of {', '.join(groups)}, or a tracker")
    words = tracker_words(kit, who)
    chosen = (f'{asked(who)} == "{words[v]}" ? "{" ".join(groups[v])}" : ' for v in words if v in groups)
    return "".join(chosen) + '""'


def acting_buttons(kit: Kit) -> Iterator[_Element]:
    """The button that switches the light, and what goes on behind it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    units = target(TargetKind.MODULE, Target.MAP, map_name=kit.layout.main, prop="Layer", value="Units")
    once = {"loopType": "counted", "loopCount": f"{{{_ON} ? 1 : 0}}"}
    yield button("Light again", AGAIN, text="", strokes=[_FIND, _CALL], **once)
    said = f'{{"~What may still act is " + ({_ON} ? "no longer " : "") + "lit up (" + PlayerSide + ")"}}'
    tip, strokes = "Light up what may still act at this moment, or no longer", [_TURN, _FIND, _CALL]
    yield button("May act", alt("7"), tip=tip, icon=ICON, says=said, strokes=strokes)
    yield command("Light", _CALL, _ASK, units)


# --- units -----------------------------------------------------------------------------------------------


def lights(kit: Kit, keys: Sequence[str]) -> Iterator[Trait]:
    """The frame of a unit that may act, and what makes the unit ask itself again.

    Parameters
    ----------
    kit
        What the module is built from.
    keys
        What happens to a unit.

    Yields
    ------
    Trait
        In editor order.
    """
    yield layer([LIT], name="Lit", active=False, reset=_ASK, reset_level=f"{{{_acts(kit)} ? 1 : -1}}")
    yield trigger("Light", watch=[*keys, DROPPED], match=f"{{{_ON}}}", actions=[_ASK])


def _acts(kit: Kit) -> str:
    """Expression: a unit may act, by the row that holds; `Acts` tells those that its counter allows."""
    lost = [p.name for p in kit.layout.windows[kit.layout.main].of_kind("space") if p.id in _NOWHERE]
    tests = [f"{_WHO}.contains(Nationality)"]
    tests += [f'CurrentZone != "{name}"' for name in dict.fromkeys(lost)]
    tests += [f"{_ACTS}.contains({_ROW})"] if _by_kind(kit) else []
    states: dict[str, str] = {}
    for letter, row in _lettered(kit):
        state = _state(kit, row)
        states[state] = states.get(state, "") + letter
    *others, (last, _) = states.items()
    chosen = "".join(f'"{letters}".contains({_ROW}) ? {state} : ' for state, letters in others)
    return " && ".join([*tests, f"({chosen}{last})"])


def _state(kit: Kit, row: Mapping[str, Any]) -> str:
    """Expression: the state of a unit in which it may act."""
    status, statuses = f"{kit.adapter['unit']['status']}_Level", kit.game.statuses
    tests = [f"{status} == {statuses.index(row['status']) + 1}"] if "status" in row else []
    tests += [f"{status} > 1"] if row.get("worn") else []
    records = kit.carriers.of_pieces("unit")
    layers = {r.item.name: r.name for r in records if r.form == "layer" and not r.levels}
    tests += [f'{layers[item]}_Active == "true"' for item in row.get("with", ())]
    tests += [f'{layers[item]}_Active != "true"' for item in row.get("without", ())]
    return f"({' && '.join(tests)})" if len(tests) > 1 else "".join(tests) or "true"


def _by_kind(kit: Kit) -> bool:
    """Whether a row asks what a counter prints."""
    return any({"types", "but", "marked"} & row.keys() for row in _rows(kit))


def acting_items(kit: Kit) -> set[str]:
    """Items of a unit that decide whether it may act.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    set of str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> sorted(acting_items(load_kit("june-six")))
    ['active', 'attacked', 'moved', 're', 're-done', 'refitted']
    """
    return {item for row in _rows(kit) for name in ("with", "without") for item in row.get(name, ())}


def acting_mark(kit: Kit, unit: Unit) -> dict[str, str]:
    """The rows in which a unit may act by what its counter prints, as a property.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    dict
        Empty where no row asks.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("battle-for-normandy")
    >>> acting_mark(kit, kit.units["us-v-743"])
    {'Acts': 'abcfghi'}
    """
    if not _by_kind(kit):
        return {}
    own = "".join(letter for letter, row in _lettered(kit) if _is_of(row, unit))
    return {_ACTS: own}


def _is_of(row: Mapping[str, Any], unit: Unit) -> bool:
    """Whether a counter is one of those that a row is about."""
    kinds, marks = row.get("types", [unit.type]), row.get("marked")
    return (
        unit.type in kinds
        and unit.type not in row.get("but", ())
        and (not marks or bool({*marks} & {*unit.marks}))
    )
