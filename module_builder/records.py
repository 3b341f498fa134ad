"""What carries the state of a unit beside its place and status: layers and texts, with menus and reports.

An item with few values is one layer: a switch that is active where the item is true, or a layer whose level
is the word or number. It has no expression to follow, and while it shows nothing the engine passes it over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudicator.saves.looks import badge_image, badge_rows, carries, shows_back
from maps.errors import DataError
from module_builder.vassal.builders import dynamic_property, label, layer, prototype, report, submenu
from module_builder.vassal.keys import (
    ask,
    choose,
    command,
    commands,
    ctrl,
    ctrl_shift,
    named,
    set_to,
)

if TYPE_CHECKING:
    from adjudicator.saves.records import Record
    from adjudicator.schema import Item
    from counters.catalog import Unit
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "BLANK",
    "CHANGED",
    "MASKED",
    "badge_key",
    "face_down",
    "longest_memory",
    "memories",
    "own_records",
    "record_name",
    "record_prototypes",
    "records_of_kind",
    "turning_keys",
]

BLANK = "blank.png"
"""Picture without a mark: it lies inside the counter, so that a layer which shows nothing costs nothing."""
CHANGED = "$location$: $oldPieceName$ \u2192 $newPieceName$"
"""Report of what turns or marks a counter: its name says its state, before and after."""
MASKED = "$location$: $newPieceName$: $menuCommand$"
"""The same of a counter with a hidden side: the name that its owner sees goes to nobody."""
_FLIP, _BACK = ctrl("F"), ctrl("B")


def memories(kit: Kit) -> Mapping[str, str]:
    """Key that forgets the items of each memory, the shortest first; a button for a longer one sends all.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    mapping

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> list(memories(load_kit("breakout-normandy")))
    ['impulse', 'phase', 'day']
    """
    return {memory: named(f"bocage{memory.title()}") for memory in kit.adapter["desk"]["memories"]}


def longest_memory(kit: Kit) -> str:
    """Key of the longest memory: markers that are used up turn ready with it."""
    return list(memories(kit).values())[-1]


def badge_key(kit: Kit, item: str) -> str:
    """Key stroke with which players set an item that has a badge; empty for another.

    Parameters
    ----------
    kit, item
        The module and an item of units.

    Returns
    -------
    str
    """
    name = badge_rows(kit).get(item, {}).get("key", "")
    return "" if not name else ctrl_shift(name[-1]) if name.startswith("Shift+") else ctrl(name)


def record_name(kind: str, carries: Sequence[str] = ()) -> str:
    """Prototype of the pieces that carry items about a kind of subject, or some of these items.

    Examples
    --------
    >>> record_name("depot"), record_name("marker"), record_name("box", ["air-plan"])
    ('Depot', 'Counted Marker', 'Air Plan')
    """
    if carries:
        return " ".join(carries).replace("-", " ").title()
    return "Counted Marker" if kind == "marker" else kind.title()


# --- units ------------------------------------------------------------------------------------------------


@dataclass
class _Made:
    """Traits of some records, and what their menus and reports need to know."""

    traits: list[Trait] = field(default_factory=list)
    menus: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, tuple[str, list[str]]] = field(default_factory=dict)


def record_prototypes(kit: Kit) -> Iterator[tuple[str, Sequence[Trait]]]:
    """Prototypes of what units carry: all of them, and those to which an item is left.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and traits
        ``Records`` is what every unit carries.
    """
    shared: dict[str, list[Record]] = {"Records": []}
    for record in kit.carriers.of_pieces("unit"):
        for name in _homes(kit, record):
            shared.setdefault(name, []).append(record)
    for name, records in shared.items():
        group = next((g for g in kit.carriers.groups if g.name == name), None)
        made = _Made()
        for trait in dict.fromkeys(record.name for record in records):
            _add(kit, made, [record for record in records if record.name == trait], name)
        titles = made.menus if group is None else {name: [t for own in made.menus.values() for t in own]}
        if name == "Records":
            titles = _with_others(kit, titles)
        yield name, [*_said(made), *made.traits, *_submenus(titles)]


def turning_keys(kit: Kit, only: Collection[str] | None = None) -> list[str]:
    """Keys that mark a counter: its name says them before and after.

    Parameters
    ----------
    kit
        What the module is built from.
    only
        Items that are asked for; None for all.

    Returns
    -------
    list of str
    """
    menus, keys = kit.adapter["unit"]["menu"], list[str]()
    for record in kit.carriers.of_pieces("unit"):
        item = record.item.name
        if record.form == "layer" and item in menus and (only is None or item in only):
            keys.append(_key(kit, record))
    return keys


def _homes(kit: Kit, record: Record) -> list[str]:
    """Prototypes that hold a record."""
    if pools := _pools(kit, record.item.name):
        return [f"{record.name} {'/'.join(pool)}" for pool in pools]
    group = kit.carriers.group(record.item.name)
    if record.item.name in _turnable(kit):
        own = record.item.name == "hidden" or (group is not None and group.backs)
        return [] if own else [f"{record.name} Badge"]
    return [group.name if group else "Records"]


def _pools(kit: Kit, item: str) -> Sequence[Sequence[str]]:
    """Nationalities that choose from one list, where an item has several lists."""
    pools: Mapping[str, Sequence[Sequence[str]]] = kit.adapter["unit"].get("pools", {})
    return pools.get(item, ())


def face_down(kit: Kit) -> str:
    """Expression: a unit lies face down by its layer; empty in a game where a mask hides, or nothing does.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> face_down(load_kit("dark-summer")), face_down(load_kit("june-six"))
    ('Hidden_Active == "true"', '')
    """
    names = (r.name for r in kit.carriers.of_pieces("unit") if r.item.name == "hidden" and r.form == "layer")
    return " || ".join(f'{name}_Active == "true"' for name in names)


def _turnable(kit: Kit) -> set[str]:
    """Items that some counters show by their back, the others by a badge."""
    return {*kit.adapter["unit"].get("turned", ()), "hidden"}


def own_records(kit: Kit, unit: Unit, *, pooled: bool) -> Iterator[Trait]:
    """Prototypes of what a unit carries, and the layers that show its own back.

    Parameters
    ----------
    kit, unit
        The module and one of its units.
    pooled
        Whether it lies in a face-down deck, and has a "?" side.

    Yields
    ------
    Trait
    """
    own = shows_back(kit, unit)
    for record in kit.carriers.of_pieces("unit"):
        item = record.item.name
        if item not in _turnable(kit) or not carries(kit, unit, item):
            continue
        if item == own or (item == "hidden" and pooled):
            names = [f"? {unit.type.title()}"] if item == "hidden" else None
            yield from _switch(kit, record, f"{unit.id}_b.png", at=(0, 0), names=names)
        elif item != "hidden":
            yield prototype(f"{record.name} Badge")
    for record in kit.carriers.of_pieces("unit"):
        for pool in _pools(kit, record.item.name):
            if unit.nationality in pool and carries(kit, unit, record.item.name):
                yield prototype(f"{record.name} {'/'.join(pool)}")
    for group in kit.carriers.groups:
        shared = set(group.items) - _turnable(kit) - set(kit.adapter["unit"].get("pools", {}))
        if shared and group.holds(unit):
            yield prototype(group.name)


def _add(kit: Kit, made: _Made, records: list[Record], home: str) -> None:
    """Add the traits of one carrier."""
    record = records[0]
    item, menu = record.item, kit.adapter["unit"]["menu"].get(record.item.name, "")
    title = _title(kit, item.name)
    if record.form == "layer":
        image = f"{badge_image(item.name, 1)}.png" if item.name in badge_rows(kit) else BLANK
        made.traits += _levels(kit, record) if record.levels else _switch(kit, record, image)
        made.menus.setdefault(title, []).extend([menu] if menu else [])
    elif record.form == "note":
        made.traits.append(_note(kit, records))
    else:
        parts = list(_menu_commands(kit, record, menu, home)) if menu else []
        made.traits.append(_property(kit, record, [c for _, c, _ in parts]))
        made.menus.setdefault(title, []).extend(text for text, _, _ in parts)
        if item.name in badge_rows(kit):
            made.traits.append(_tag(kit, record))
        if parts:
            made.texts[record.name] = (menu, [stroke for _, _, stroke in parts])


def _said(made: _Made) -> Iterator[Trait]:
    """Report of the texts and numbers: each with its new value."""
    if made.texts:
        told = (f'", {menu} " + ({name} == "" ? "-" : {name})' for name, (menu, _) in made.texts.items())
        words = " + ".join(told).replace('", ', '": ', 1)
        keys = [stroke for _, strokes in made.texts.values() for stroke in strokes]
        yield report(keys, f'{{location + ": " + newPieceName + {words}}}')


def _submenus(menus: Mapping[str, Sequence[str]]) -> Iterator[Trait]:
    """One sub-menu a title; a single command needs none."""
    yield from (submenu(title, items) for title, items in menus.items() if len(items) > 1)


def _with_others(kit: Kit, menus: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The sub-menus of all units with those of their switches that stand in another prototype."""
    found = {title: [*texts] for title, texts in menus.items()}
    schema, texts = kit.game.schema, kit.adapter["unit"]["menu"]
    for title, items in kit.adapter["unit"].get("submenus", {}).items():
        own = found.setdefault(title, [])
        own += [texts[n] for n in items if schema.default(n) is False and n in texts and texts[n] not in own]
    return found


def _title(kit: Kit, item: str) -> str:
    """Sub-menu in which a command stands."""
    rows: Mapping[str, Sequence[str]] = kit.adapter["unit"].get("submenus", {})
    return next((title for title, items in rows.items() if item in items), kit.adapter["unit"]["submenu"])


def _key(kit: Kit, record: Record) -> str:
    return badge_key(kit, record.item.name) or named(f"bocage{record.name}")


def _names(kit: Kit, record: Record) -> list[str]:
    """What each level adds to the name of the counter."""
    item, menu = record.item, kit.adapter["unit"]["menu"].get(record.item.name, "")
    known = kit.adapter["unit"].get("said", {}).get(item.name)
    if known is None:
        named_so = any(letter.isupper() for letter in menu[1:])
        known = [menu if named_so else menu.lower()] if menu else []
    names = [f"+, {word}" if word else "" for word in known]
    return ["", *names] if record.levels else names


def _switch(
    kit: Kit, record: Record, image: str, at: Sequence[int] | None = None, names: Sequence[str] | None = None
) -> Iterator[Trait]:
    """A layer that is active where the item is true."""
    x, y = at or badge_rows(kit).get(record.item.name, {}).get("at", (0, 0))
    yield layer(
        [image],
        name=record.name,
        level_names=_names(kit, record) if names is None else names,
        active=False,
        activate=_key(kit, record),
        activate_text=kit.adapter["unit"]["menu"].get(record.item.name, ""),
        reset=memories(kit).get(record.item.memory, ""),
        reset_level=-1,
        x_offset=x,
        y_offset=y,
    )


def _levels(kit: Kit, record: Record) -> Iterator[Trait]:
    """A layer whose level is the word or number; its key goes on to the next, and round to none."""
    row = badge_rows(kit).get(record.item.name, {"faces": (), "at": (0, 0)})
    count = len(row["faces"])
    images = [f"{badge_image(record.item.name, n)}.png" for n in range(1, count + 1)]
    x, y = row["at"]
    yield layer(
        [BLANK, *images, *[BLANK] * (record.levels - 1 - count)],
        name=record.name,
        level_names=_names(kit, record),
        increase=_key(kit, record),
        increase_text=kit.adapter["unit"]["menu"].get(record.item.name, ""),
        reset=memories(kit).get(record.item.memory, ""),
        x_offset=x,
        y_offset=y,
    )


def _tag(kit: Kit, record: Record) -> Trait:
    """The text that an item holds, small on the counter."""
    row = badge_rows(kit)[record.item.name]
    face, (x, y) = row["faces"][0], row["at"]
    return label(
        f"${record.name}$",
        name_format="$pieceName$",
        prop=f"{record.name}Tag",
        size=9,
        foreground=_rgb(face["ink"]),
        background=_rgb(face["ground"]),
        v_pos="c",
        v_offset=y,
        h_offset=x,
        v_just="c",
    )


def _rgb(colour: str) -> str:
    return ",".join(str(int(colour[n : n + 2], 16)) for n in (1, 3, 5))


def _note(kit: Kit, records: Sequence[Record]) -> Trait:
    """One text for several items that no player sets by hand; all are forgotten together."""
    if len({record.item.memory for record in records}) > 1:
        raise DataError("state.toml", records[0].name, "one memory for all items of a note")
    return _property(kit, records[0], [])


def _property(kit: Kit, record: Record, parts: list[str]) -> Trait:
    fresh = "{LocationName}" if record.name == "Start" else ""
    key = memories(kit).get(record.item.memory)
    resets = [command("", key, set_to(fresh))] if key else []
    return dynamic_property(record.name, "", commands=commands(*parts, *resets))


def _menu_commands(kit: Kit, record: Record, menu: str, home: str) -> Iterator[tuple[str, str, str]]:
    """Menu text, command and key of each way to set a text or number."""
    item, name = record.item, record.name
    stroke, chosen = _key(kit, record), _choices(kit, item, home)
    if isinstance(item.default, int):
        number = f'({name} == "" ? 0 : {name})'
        for sign, word in (("+", "Up"), ("-", "Down")):
            text, key = f"{menu} {sign}1", named(f"bocage{name}{word}")
            yield text, command(text, key, set_to(f"{{{number} {sign} 1}}")), key
    elif chosen:
        yield menu, command(menu, stroke, choose(menu, chosen)), stroke
        none, key = f"{menu}: none", named(f"bocageNo{name}")
        yield none, command(none, key, set_to("")), key
    else:
        yield menu, command(menu, stroke, ask(menu)), stroke


def _choices(kit: Kit, item: Item, home: str) -> list[str]:
    """What a player chooses from: the values of an item, or a word that the counters print."""
    column = kit.adapter["unit"].get("choices", {}).get(item.name)
    nations = home.rpartition(" ")[2].split("/") if _pools(kit, item.name) else ()
    units = (u for u in kit.units.values() if not nations or u.nationality in nations)
    printed = sorted({str(getattr(unit, column)) for unit in units} - {""}) if column else []
    return printed or [value for value in item.values if value]


# --- markers, depots, boxes ---


def records_of_kind(kit: Kit, kind: str, only: Sequence[str] = ()) -> Iterator[Trait]:
    """What the pieces about another kind of subject carry.

    Parameters
    ----------
    kit
        What the module is built from.
    kind
        Kind of subject.
    only
        Items of these pieces, where they do not carry all.

    Yields
    ------
    Trait
    """
    texts, counted = kit.adapter["unit"]["menu"], kit.adapter.get("counted", {}).get(kind, "")
    menus: list[str] = []
    first = True
    for records in kit.carriers.records[kind].values():
        record = records[0]
        if only and record.item.name not in only:
            continue
        if only:
            yield _shown_number(record.name)
        menu = texts.get(record.item.name, "")
        parts = [(t, c) for t, c, _ in _menu_commands(kit, record, menu, "")] if menu else []
        parts += list(_counting(record.name, counted, first=first)) if counted else []
        first = False
        menus += [text for text, _ in parts] if menu else []
        yield _property(kit, record, [c for _, c in parts])
    if menus:
        yield submenu(kit.adapter["unit"]["submenu"], menus)
    if counted and not only:
        yield _uses(kit, kind)


def _uses(kit: Kit, kind: str) -> Trait:
    """Report of a use: how often by now. What lies in a private window is told to nobody."""
    rows = [
        (r.item.name.replace("-", " "), r.name) for own in kit.carriers.records[kind].values() for r in own
    ]
    told = " + ".join(f'", {text} " + ({name} == "" ? 0 : {name})' for text, name in rows)
    return report([_FLIP, _BACK], f'{{location + ": " + newPieceName + {told}}}')


def _shown_number(name: str) -> Trait:
    """The number that a piece carries, large on its face."""
    return label(
        f"${name}$",
        name_format="$pieceName$: $label$",
        prop=f"{name}Shown",
        size=22,
        style=1,
        foreground="255,255,255",
        background="30,34,38",
        v_pos="b",
        v_offset=2,
    )


def _counting(name: str, text: str, *, first: bool) -> Iterator[tuple[str, str]]:
    """Keys that count a use, or take it back: all items of the piece together, the menu names them once."""
    number = f'({name} == "" ? 0 : {name})'
    for sign, word, stroke in (("+", "once more", _FLIP), ("-", "once less", _BACK)):
        told = f"{text} {word}" if first else ""
        yield told, command(told, stroke, set_to(f"{{{number} {sign} 1}}"))
