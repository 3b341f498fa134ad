"""Buttons, dice, trackers, properties and options of a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.vocabulary import load_vocabulary
from module_builder.acting import AGAIN, acting_buttons, acting_properties
from module_builder.battle import battle_properties
from module_builder.controls import button, change, command, kept
from module_builder.counts import count_buttons, count_names
from module_builder.dice import dice_buttons, dice_properties
from module_builder.options import option_tabs
from module_builder.phases import counting, next_key, phase_button, phase_properties
from module_builder.prototypes import REFRESH, TIDY, deal_key, dealt_to, spends
from module_builder.records import memories
from module_builder.save import global_properties
from module_builder.sources import source_buttons, source_properties
from module_builder.summaries import summary_buttons, summary_properties
from module_builder.tool_icons import COUNTS, RECORDS
from module_builder.unit_marks import totals
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import Target, TargetKind, alt, ask, ctrl, named, target
from module_builder.vassal.sequence_encoder import encode
from module_builder.viewers import unit_line
from module_builder.zoc import zoc_buttons, zoc_properties

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.schema import Item
    from module_builder.kit import Kit

__all__ = ["buttons", "property_elements", "record_title"]

_M = "VASSAL.build.module."
_P = _M + "properties."
_KEPT = {
    "bocage_beyond": "numbers beyond the last box of their track",
    "bocage_aside": "what is stated of units whose counters do not carry it",
}
_CLOCKS = "Chess clocks: show them, stop them, hide them"
_CLOCK = "Click: starts this clock, or stops it and starts the other; right-click for more"
_FORGET = "forget what holds only until now, stamp where units start"


def property_elements(kit: Kit) -> _Element:
    """Global properties that carry state, and the Scenario Options.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    lxml element
    """
    schema = kit.game.schema
    found: list[_Element] = []
    for name, value in global_properties(kit).items():
        if name.startswith("bocage_option_"):
            continue
        item = schema.items.get(kit.carriers.properties.get(name, ""))
        text = f"{item.name}, rule {item.rule}" if item else _KEPT.get(name, "identity of the save")
        reset = [change(key, "", memory) for memory, key in _longer(kit, item.memory)] if item else []
        reset += [_count(kit, name)] if item and item.name in _counted(kit) else []
        reset += list(_set_by_button(kit, item)) if item else []
        reset += [_by_hand(name, item)] if item and _is_record(kit, item) else []
        found.append(kept(name, value, text, *reset))
    found += [*acting_properties(kit), *zoc_properties(kit), *summary_properties(kit)]
    found += source_properties(kit)
    found += [*phase_properties(kit), *dice_properties(kit)]
    found += (kept(name, start, text) for name, (start, text) in battle_properties(kit).items())
    found.append(kept("TurnTracker.defaultDocked", "true", "turn trackers in the toolbar"))
    found += option_tabs(kit)
    return element(_P + "GlobalProperties", None, *found)


def _longer(kit: Kit, memory: str) -> list[tuple[str, str]]:
    """A memory and the longer ones, each with the key that forgets it."""
    known = list(memories(kit).items())
    names = [name for name, _ in known]
    return known[names.index(memory) :] if memory in names else []


def _counted(kit: Kit) -> set[str]:
    """Items that a button of `[desk]` counts up."""
    rows = (*kit.adapter["desk"]["turns"], *kit.adapter["due"])
    return {row["counts"] for row in rows if "counts" in row}


def _count(kit: Kit, name: str) -> _Element:
    """A button without a face that adds one; an empty property counts as 0."""
    item = kit.carriers.properties[name]
    return change(counting(item), f'{{{name} == "" ? 1 : {name} + 1}}', item)


def _set_by_button(kit: Kit, item: Item) -> Iterator[_Element]:
    """Buttons without a face that set an item when a button of `[desk]` is pressed."""
    for row in kit.adapter["desk"]["turns"]:
        if item.name in row.get("sets", {}):
            yield change(_setting(row["name"], item.name), row["sets"][item.name], row["name"])


def _setting(button: str, item: str) -> str:
    """Key with which a button sets an item."""
    return named(f"bocage{button.replace(' ', '')}-{item}")


def _is_record(kit: Kit, item: Item) -> bool:
    """Whether the menu of records sets an item: not what the decks carry."""
    return "records" in kit.adapter["desk"] and item.carrier != "deck contents"


def _by_hand(name: str, item: Item) -> _Element:
    """A line of the menu of records: it asks for the new value."""
    title, shape = record_title(item), "subject=value; subject=value" if item.of else "value"
    plain = title.removesuffix(" ...")
    asked = ask(f"{plain}: {shape}; empty for {item.default!s}")
    face = {"text": title, "icon": "", "tooltip": f"{plain}, rule {item.rule}", "hotkey": ""}
    said = f"~{plain}: $newValue$ ($PlayerSide$)"
    made = {**face, "propChanger": asked, "reportFormat": said, "desc": name}
    return element(_P + "ChangePropertyButton", made)


def record_title(item: Item) -> str:
    """Text of an item in the menu of records.

    Examples
    --------
    >>> from adjudicator.game import load
    >>> record_title(load("dark-summer").schema.items["moves-played"])
    'Moves played ...'
    """
    return f"{item.name.replace('-', ' ').capitalize()} ..."


def buttons(kit: Kit) -> Iterator[_Element]:
    """Every button of the toolbar, and the commands behind them.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    yield _welcome(kit)
    yield from _turns(kit)
    yield from acting_buttons(kit)
    yield from zoc_buttons(kit)
    yield from summary_buttons(kit)
    yield from source_buttons(kit)
    yield from _commands(kit)
    yield from dice_buttons(kit)
    yield from count_buttons(kit)
    yield _clocks(kit)
    yield from _windows(kit)
    menu = kit.adapter["desk"]["menu"]
    tip = "Victory Points, losses, cards and chits"
    yield _menu("Counts", tip, COUNTS, alt("5"), count_names(kit))
    yield _menu(menu["name"], menu["tip"], menu.get("icon", "day"), alt("Y"), menu["items"])
    if "records" in kit.adapter["desk"]:
        yield from _records(kit)


def _records(kit: Kit) -> Iterator[_Element]:
    """The menu of records: one level, or one for each group of chapters that the game names."""
    desk, tip = kit.adapter["desk"], "what no piece shows, set by hand"
    items = [kit.game.schema.items[name] for name in kit.carriers.properties.values()]
    items = [item for item in items if _is_record(kit, item)]
    groups: Mapping[str, list[str]] = desk.get("record-groups", {})
    grouped = {title: [i for i in items if i.rule.split(".")[0] in own] for title, own in groups.items()}
    for title, own in grouped.items():
        yield _menu(title, f"{desk['records']}: {title}", RECORDS, "", [record_title(item) for item in own])
    known = [item for own in grouped.values() for item in own]
    rest = [record_title(item) for item in items if item not in known]
    yield _menu(desk["records"], tip, RECORDS, alt("Q"), [*grouped, *rest])


def _welcome(kit: Kit) -> _Element:
    """One line in the chat when a game starts; its key goes to no piece."""
    line = f"|{kit.title} {kit.adapter['version']}. Menu Help: Quick start, and a list of all Keys."
    line += " Readings and optional rules: menu File, Scenario Options."
    return element(
        _M + "StartupGlobalKeyCommand",
        {
            "name": "Welcome",
            "whenToApply": "firstLaunchOfSession",
            "hotkeyOrKeyCommand": "sendKeyCommand",
            "hotkey": TIDY,
            "deckCount": 0,
            "reportFormat": line,
            "target": target(TargetKind.MODULE, prop="Uid", value="nobody"),
        },
    )


def _turns(kit: Kit) -> Iterator[_Element]:
    """Buttons that begin an impulse, a Round, a phase, a turn or a day."""
    keys = memories(kit)
    for row in kit.adapter["desk"]["turns"]:
        if row["next"] == "phase":
            yield from phase_button(kit, row)
            continue
        name, forgets = row["name"], [keys[memory] for memory in row["forgets"]]
        onward = [next_key(row["next"])] if row["next"] else []
        onward += [counting(row["counts"])] if "counts" in row else []
        onward = [*(_setting(name, item) for item in row.get("sets", {})), *onward]
        said = row.get("report") or f"~--- {row.get('says', name)} ($PlayerSide$) ---"
        strokes = [*forgets, *onward, TIDY, AGAIN]
        yield _button(row, tip=f"{name}: {row.get('tip', _FORGET)}", says=said, strokes=strokes)


def _button(row: Mapping[str, Any], **more: Any) -> _Element:
    """A button of `[desk]`: its name, key, picture and tooltip are the row's."""
    face = {"tip": row.get("tip"), "icon": f"icon_{row['icon']}.png"}
    return button(row["name"], alt(row["key"]), **{**face, **more})


def _commands(kit: Kit) -> Iterator[_Element]:
    """Global key commands: some without a face, which only their key fires."""
    units = target(TargetKind.MODULE, prop="Layer", value="Units")
    hidden = [(f"Forget {memory}", key) for memory, key in memories(kit).items()]
    for name, stroke in hidden:
        yield command(name, stroke, stroke, target(TargetKind.MODULE))
    if spends(kit):
        said, name = "~All Spent units are Fresh ($PlayerSide$)", "Refresh Spent units"
        yield command(name, alt("E"), REFRESH, units, text=name, icon="icon_refresh.png", says=said)
    name = "Clear moved marks"
    yield command(name, alt("M"), TIDY, units, text=name, icon="/images/unmoved.gif")
    yield command("Tidy", TIDY, TIDY, units)
    yield from _deals(kit)
    yield from _hands(kit)
    for row in kit.adapter["desk"].get("collects", ()):
        where = target(TargetKind.MODULE, Target.DECK, deck=row["deck"])
        yield _command(row, where, says=f"~{row['says']} ($PlayerSide$)", deck=-1)


def _deals(kit: Kit) -> Iterator[_Element]:
    """Buttons that draw: a card for the side that presses, and what all cups deal to the map."""
    desk, keys = kit.adapter["desk"], list[str]()
    for cup in kit.carriers.cups:
        where = target(TargetKind.MODULE, Target.DECK, deck=cup.deck)
        for space in dealt_to(kit, cup):
            keys.append(named(f"bocageDeal-{space}"))
            name, said = (
                f"{cup.deals} to {space}",
                f"~{cup.deals} drawn by chance for {kit.board.name(space)} ($PlayerSide$)",
            )
            yield command(name, keys[-1], deal_key(space), where, says=said, deck=cup.deals)
    if keys:
        yield _button(desk["deal"], strokes=keys)
    if "draw" in desk:
        row = desk["draw"]
        where = target(TargetKind.MODULE, Target.DECK, deck=row["deck"])
        yield _command(row, where, says=row["says"], deck=1, quiet=bool(row["says"]))


def _hands(kit: Kit) -> Iterator[_Element]:
    """A button that says how many cards each side holds: of a hand the other side knows no more."""
    row = kit.adapter["desk"].get("held")
    piles = kit.carriers.piles
    if row is None or piles is None:
        return
    counts = (
        f'"{hand.side.title()} " + CountMap("{hand.name}", "{{Layer==\\"Cards\\"}}")' for hand in piles.hands
    )
    said = ' + ", " + '.join(counts)
    yield _button(row, says=f'{{"~Cards in hand: " + {said}}}')


def _command(row: Mapping[str, Any], where: str, **more: Any) -> _Element:
    """A button of `[desk]` that sends a command to what lies in a deck."""
    face = {"text": row["name"], "tip": row["tip"], "icon": f"icon_{row['icon']}.png"}
    return command(row["name"], alt(row["key"]), ctrl(row["sends"]), where, **face, **more)


def _clocks(kit: Kit) -> _Element:
    """A chess clock for each side, hidden until the button shows them; the log keeps every press."""
    clocks = (
        element(
            _M + "chessclockcontrol.ChessClock",
            {"side": side, "buttonText": side, "tooltip": _CLOCK, "icon": ""},
        )
        for side in (name.title() for name in load_vocabulary(kit.game.slug).sides)
    )
    face = {"name": "Clocks", "icon": "/images/chess_clock.png", "buttonText": "", "buttonTooltip": _CLOCKS}
    shown = {"showTenths": "Never", "showSeconds": "Always", "showHours": "Auto", "showDays": "Auto"}
    return element(
        _M + "ChessClockControl", {**face, "showHotkey": alt("8"), **shown, "allowReset": True}, *clocks
    )


def _windows(kit: Kit) -> Iterator[_Element]:
    sums = "".join(f", {row['text']} $sum_{row['name']}$" for row in totals(kit))
    yield element(
        _M + "Inventory",
        {
            "name": "Inventory",
            "text": "Inventory",
            "tooltip": "Units by side, division and status",
            "icon": "/images/inventory.gif",
            "hotkey": alt("U"),
            "include": '{Layer == "Units"}',
            "groupBy": encode(["Nationality", "Division", "State"], ","),
            "leafFormat": f"{{{unit_line(kit)}}}",
            "sortFormat": "$PieceName$",
            "nonLeafFormat": f"$PropertyValue$: $count_Uid$ units{sums}",
            "zoomOn": True,
        },
    )
    notes = {"buttonText": "Notes", "tooltip": "Notes", "icon": "/images/notes.gif", "hotkey": alt("A")}
    yield element(_M + "NotesWindow", notes)


def _menu(text: str, tooltip: str, icon: str, key: str, items: list[str]) -> _Element:
    attributes = {
        "description": text,
        "text": text,
        "tooltip": tooltip.capitalize(),
        "icon": f"icon_{icon}.png",
        "hotkey": key,
        "menuItems": encode(items, ","),
    }
    return element(_M + "ToolbarMenu", attributes)
