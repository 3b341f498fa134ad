"""The battle marker: it adds up who is marked as attacker and defender, and reads the result off the table.

What counts in a game stands in its ``battle.toml``, in the engine's expressions: what a marked unit tells
the marker, what the marker adds up of that, which switches say what the module cannot know, and what follows.
The marker adds up anew at every mark, switch and roll, so no sum can get off its track; its labels show texts
that these events write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.saves.carriers import option_property
from adjudicator.saves.looks import counter_px
from module_builder.battle_data import Battle, Switch, load_battle
from module_builder.battle_tables import TABLES, columns_of, ground_at, no_ground
from module_builder.dice import pictures_of
from module_builder.vassal.builders import (
    calculated_property,
    dynamic_property,
    global_key,
    immobilized,
    label,
    layer,
    prototype,
    report,
    send_to_point,
    send_to_zone,
    set_global_property,
    submenu,
    trigger,
)
from module_builder.vassal.keys import (
    Target,
    TargetKind,
    ask,
    command,
    commands,
    ctrl,
    named,
    set_to,
    target,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from counters.catalog import Unit
    from counters.palette import Face
    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "BATTLE",
    "FIGHTS",
    "SHARED_KEYS",
    "battle_faces",
    "battle_properties",
    "battle_traits",
    "fights",
    "printed_values",
]

BATTLE, FIGHTS = "battle", "Fights"
"""The marker's uid, and the prototype of the units that can be marked."""
ATTACKS, DEFENDS = ctrl("1"), ctrl("2")
RESOLVE, AGAIN, CLEAR = ctrl("3"), ctrl("5"), ctrl("9")
_COUNT, _ZERO, _ASK, _HEARD, _SHOW = (
    named(f"bocageBattle{w}") for w in ("Count", "Zero", "Ask", "Heard", "Show")
)
_TELL, _FORGET, _HERE = (named(f"bocageBattle{w}") for w in ("Tell", "Forget", "Here"))
_ROLL, _TOLD, _HOME, _GO = (named(f"bocageBattle{w}") for w in ("Roll", "Told", "Home", "Go"))
_UNSEEN, _TAKE = named("bocageBattleTellUnseen"), named("bocageBattleTake")
_FORGET_ALL, _RESET, _HEAR = (named(f"bocageBattle{w}") for w in ("ForgetAll", "Reset", "Hear"))
_LIST, _RECORD = "BattleList", "BattleRecord"  # what the marked units have told, and what one of them
_HEX = "BattleHex"  # what the chart says of the space attacked
_WHERE = {"Where": "LocationName", "DefenderX": "CurrentX", "DefenderY": "CurrentY"}  # of the defender
SHARED_KEYS = frozenset({ATTACKS, DEFENDS, _FORGET, _ASK, _FORGET_ALL})
"""Keys that several traits of one piece answer."""
_MARKS = ("Attacks", "Defends")
_COLOURS = ("#b3261e", "#1f4e9e")
_BADGE, _RISE = 26, 1.3  # pixels of a badge; how far over the defender the marker lies, in counters


# --- units ------------------------------------------------------------------------------------------------


def printed_values(kit: Kit, unit: Unit) -> dict[str, str | int]:
    """What a unit's counter prints that only the battle marker asks for, as properties.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    dict

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kit = load_kit("breakout-normandy")
    >>> printed_values(kit, kit.units["us-29-116"])["BattleAF"]
    6
    """
    battle = load_battle(kit.game.slug)
    return {} if battle is None else {name: _printed(unit, own) for name, own in battle.prints.items()}


def _printed(unit: Unit, names: str) -> str | int:
    """What some names stand for; several are a text with low lines between."""
    found = [_one(unit, name) for name in names.split(", ")]
    return found[0] if len(found) == 1 else "_".join(map(str, found))


def _one(unit: Unit, name: str) -> str | int:
    """An attribute, a rating, or whether a mark is printed; empty for a number that is not, which is no 0."""
    mark = name.removeprefix("mark ")
    if mark != name:
        return int(mark in unit.marks)
    own, _, other = name.partition(" or ")
    value: Any = unit.rating(own)
    if isinstance(value, tuple):
        return " ".join(value)
    return other if value is None else int(value) if isinstance(value, bool) else value


def fights(kit: Kit) -> Iterator[Trait]:
    """What a unit needs for a battle: two marks, and what it tells the marker.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    Trait
        In editor order; nothing where the module has no battle marker.
    """
    battle = load_battle(kit.game.slug)
    if battle is None:
        return
    here = target(TargetKind.COUNTER, prop="Uid", value=BATTLE)
    where = {f"Next{name}": f"${own}$" for name, own in {**_WHERE, "Type": "Type"}.items()}
    where = where if battle.lends else {name: f"${own}$" for name, own in _WHERE.items()}
    names = [name.removeprefix("Its") for name in _asked(battle)]
    told = [command("", _TELL, _record(names))]
    if battle.unseen:
        open_ = {*re.findall(r"\w+", battle.unseen), *(f"{name}_Level" for name in _MARKS)}
        told.append(command("", _UNSEEN, _record([name if name in open_ else "" for name in names])))
    yield _kept(_LIST, *told)
    yield global_key("", key=ATTACKS, sent=_COUNT, target=here)
    yield global_key("", key=DEFENDS, sent=_HERE, target=here, values=where)
    texts, half = [], counter_px(kit) // 2
    for number, (name, key) in enumerate(zip(_MARKS, (ATTACKS, DEFENDS), strict=True)):
        images = [f"{stem}.png" for stem in _stems(battle, number)]
        texts.append(f"Mark as {('attacker', 'defender')[number]}")
        yield layer(
            ["blank.png", *images],
            name=name,
            increase=key,
            increase_text=texts[-1],
            reset=_FORGET,
            x_offset=(1 - 2 * number) * -half,
        )
    yield submenu("Battle", texts)


def _record(names: Sequence[str]) -> str:
    """Change of the list: what one unit tells, with nothing where no name is; a point closes it."""
    fields = ";".join(f"${name}$" if name else "" for name in names)
    return set_to(f"${_LIST}${fields};.|")


def _asked(battle: Battle) -> list[str]:
    """Names by which the marker calls the properties of the unit that tells: `Its` and the property."""
    texts = " ".join((*battle.tells.values(), *battle.sums.values()))
    return list(dict.fromkeys(re.findall(r"\bIts\w+", texts)))


def _stems(battle: Battle, number: int) -> list[str]:
    """Pictures of a mark: of a unit that fights, and of one that leads."""
    name = _MARKS[number].lower()
    return [f"battle_{name}", f"battle_{name}_lead"] if battle.leads else [f"battle_{name}"]


def battle_faces(kit: Kit) -> Iterator[tuple[str, Face, int]]:
    """The badges of units that are marked.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str, Face and int
        Name of the picture, what it shows, and its side in pixels.
    """
    from counters.palette import Face

    battle = load_battle(kit.game.slug)
    if battle is not None:
        for number, colour in enumerate(_COLOURS):
            for letter, stem in zip(("AD"[number], f"{'AD'[number]}+"), _stems(battle, number), strict=False):
                yield f"{stem}.png", Face(colour, "#ffffff", value=letter), _BADGE


# --- the marker -------------------------------------------------------------------------------------------


def battle_traits(kit: Kit) -> Iterator[Trait]:
    """What the battle marker does, in editor order.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    Trait
        Nothing where the module has no battle marker.
    """
    battle = load_battle(kit.game.slug)
    if battle is None:
        return
    yield prototype(TABLES)
    yield from _derived(battle)
    yield from _labels()
    yield from _moves(kit)
    yield from _commands(kit, battle)
    yield from _reports(kit, battle)
    yield from _switches(battle)
    yield from reversed(list(_held(battle)))
    yield immobilized(select="g", stack="R")


def _derived(battle: Battle) -> Iterator[Trait]:
    """Properties that follow from the sums, the switches and the ground."""
    for name, reading in battle.options.items():
        carrier = option_property(reading)
        yield calculated_property(name, f"{{{carrier}.substring(0, 1)}}")
    for number, name in enumerate(columns_of(battle)):
        yield calculated_property(name, f'{{{_HEX}.trim().split(";")[{number}]}}')
    if battle.edges:
        yield calculated_property("OwnGround", f"{{{ground_at(battle, 'ItsLocationName')}}}")
    for number, name in enumerate(_asked(battle)):
        yield calculated_property(name, f'{{{_RECORD}.trim().split(";")[{number}]}}')
    for name, expression in battle.derived.items():
        yield calculated_property(name, f"{{{expression}}}")


def _labels() -> Iterator[Trait]:
    """What the marker shows: the values, and where; texts that were written when they were counted."""
    paint: Mapping[str, Any] = {"foreground": "255,255,255", "background": "40,32,24", "v_pos": "b"}
    yield label("$Line$", size=18, style=1, prop="LineLabel", name_format="$pieceName$ $label$", **paint)
    yield label("$Detail$", size=11, v_just="t", prop="DetailLabel", name_format="$pieceName$", **paint)


def _moves(kit: Kit) -> Iterator[Trait]:
    """To the defender, and back to the spare markers."""
    rise = round(counter_px(kit) * _RISE)
    main, cards = kit.layout.main, kit.layout.cards
    yield send_to_point("", key=_GO, map_name=main, x="{DefenderX}", y=f"{{DefenderY - {rise}}}")
    yield send_to_zone("", key=_HOME, map_name=cards, zone="Markers")


def _commands(kit: Kit, battle: Battle) -> Iterator[Trait]:
    """What the keys of the marker set off."""
    for name in _MARKS:
        on_map = _marked(name, Target.MAP, kit.layout.main)
        seen = f"{{!({battle.unseen})}}" if battle.unseen else ""
        yield global_key("", key=_ASK, sent=_TELL, target=on_map, match=seen)
        if battle.unseen:
            yield global_key("", key=_ASK, sent=_UNSEEN, target=on_map, match=f"{{{battle.unseen}}}")
        yield global_key("", key=_FORGET_ALL, sent=_FORGET, target=_marked(name))
    yield trigger("Count", key=_COUNT, actions=[_ZERO, _ASK, _HEAR, _SHOW])
    left = f"{{{_LIST}.length() > 0}}"
    yield trigger("Hear", key=_HEAR, actions=[_HEARD], loop=True, loop_type="while", while_expr=left)
    yield trigger("Again", key=AGAIN, menu="Add up again", actions=[_COUNT])
    yield trigger("Here", key=_HERE, actions=[*([_TAKE] if battle.lends else []), _GO, _COUNT])
    yield trigger(
        "Resolve", key=RESOLVE, menu="Resolve: roll and read the result", actions=[_COUNT, _ROLL, _TOLD]
    )
    yield trigger("Clear", key=CLEAR, menu="Clear the battle", actions=[_FORGET_ALL, _RESET, _HOME, _COUNT])


def _marked(name: str, where: Target | None = None, map_name: str = "") -> str:
    """Fast match of the units that bear a mark."""
    match = {"prop": f"{name}_Level", "value": "1", "compare": "GREATER"}
    return target(TargetKind.COUNTER, where, map_name=map_name, **match)


def _reports(kit: Kit, battle: Battle) -> Iterator[Trait]:
    dice = pictures_of(kit, battle.sides, [f"Roll{number}" for number in range(1, battle.dice + 1)])
    said = f'({battle.result}) + (({battle.rolled or "true"}) ? {dice} : "")'
    first = '"~Battle: mark attackers (Ctrl+1) and defenders (Ctrl+2) first"'
    yield report([_TOLD], f'{{({battle.ready}) ? "!" + {said} : {first}}}')
    yield report([CLEAR], "~Battle cleared")
    for switch in battle.switch:
        yield report([key for _, key, _ in _choices(switch)], f"~Battle, {switch.title}: ${switch.name}$")


def _choices(switch: Switch) -> Iterator[tuple[str, str, str]]:
    """Menu text, key and change of each value of a switch."""
    if not switch.choices:
        yield f"{switch.title} ...", named(f"bocageBattle{switch.name}"), ask(switch.title)
    for number, choice in enumerate(switch.choices):
        yield f"{switch.title}: {choice}", named(f"bocageBattle{switch.name}{number}"), set_to(choice)


def _switches(battle: Battle) -> Iterator[Trait]:
    """Properties that players set; the marker adds up again."""
    keys = [key for switch in battle.switch for _, key, _ in _choices(switch)]
    if keys:
        yield trigger("Switched", watch=keys, actions=[_COUNT])
    for switch in battle.switch:
        parts = [command(text, key, change) for text, key, change in _choices(switch)]
        back = [] if switch.keeps else [command("", _RESET, set_to(switch.start))]
        yield _kept(switch.name, *parts, *back)
        if switch.choices:
            yield submenu(switch.title, [text for text, _, _ in _choices(switch)])
    for menu in dict.fromkeys(switch.menu for switch in battle.switch if switch.menu):
        yield submenu(menu, [switch.title for switch in battle.switch if switch.menu == menu])
    typed = [text for switch in battle.switch if not switch.choices for text, _, _ in _choices(switch)]
    if len(typed) > 1:
        yield submenu("Typed by hand", typed)


def _held(battle: Battle) -> Iterator[Trait]:
    """What the marker keeps, in the order in which it is worked out: what it is told, sums, dice, texts."""
    if columns_of(battle):
        yield _kept(_HEX, command("", _ZERO, set_to(f"{{{ground_at(battle, 'Where')}}}")))
    first = f'{{{_LIST}.contains("|") ? {_LIST}.substring(0, {_LIST}.indexOf("|")) : {_RECORD}}}'
    rest = f'{{{_LIST}.substring({_LIST}.indexOf("|") + 1)}}'
    yield _kept(_RECORD, command("", _HEARD, set_to(first)))
    yield _kept(_LIST, command("", _ZERO, set_to("")), command("", _HEARD, set_to(rest)))
    for name, expression in battle.tells.items():
        yield _kept(name, command("", _HEARD, set_to(f"{{{_told(expression)[1]}}}")))
    for name, expression in battle.sums.items():
        start, change = _sum(expression)
        yield _kept(name, command("", _ZERO, set_to(start)), command("", _HEARD, set_to(f"{{{change}}}")))
    for name in _WHERE:
        yield dynamic_property(name, "", commands=commands(*_placed(battle, name)))
    if battle.lends:
        yield from (dynamic_property(f"Next{name}", "") for name in (*_WHERE, "Type"))
    for number in range(1, battle.dice + 1):
        roll = set_to(f"{{({battle.ready}) ? Random({battle.sides}) : 0}}")
        yield _kept(f"Roll{number}", command("", _ROLL, roll))
    for name, text in (*battle.totals.items(), ("Line", battle.line), ("Detail", battle.detail)):
        yield _kept(name, command("", _SHOW, set_to(f"{{{text}}}")))


def _sum(text: str) -> tuple[str, str]:
    """Start of a sum, and what it becomes when a unit tells."""
    start, _, change = text.partition(" | ")
    return "" if start == '""' else start, change


def _placed(battle: Battle, name: str) -> Iterator[str]:
    """How the place of the defender changes: it is cleared, and what only lends support does not move it."""
    yield command("", _RESET, set_to(""))
    if battle.lends:
        stays = f'Where != "" && ({battle.lends})'
        yield command("", _TAKE, set_to(f"{{({stays}) ? {name} : Next{name}}}"))


def _told(text: str) -> tuple[str, str]:
    """Start of what a unit tells, empty unless it is stated, and what it tells."""
    return _sum(text) if " | " in text else ("", text)


def _kept(name: str, *parts: str) -> Trait:
    """A global property that the marker sets: a change is small, where a piece writes all its state."""
    return set_global_property(name, commands=commands(*parts))


def battle_properties(kit: Kit) -> dict[str, tuple[str, str]]:
    """The global properties of the battle marker.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Name -> its start and what it is; empty where the module has no battle marker.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> battle_properties(load_kit("breakout-normandy"))["Crossing"]
    ('+0', 'battle, rule 9.3C, 9.3D')
    """
    battle = load_battle(kit.game.slug)
    if battle is None:
        return {}
    texts = [_LIST, "Line", "Detail"]
    none = ";" * len(_asked(battle)) + "."
    rolls = [f"Roll{number}" for number in range(1, battle.dice + 1)]
    return {
        _RECORD: (none, "battle"),
        **({_HEX: (no_ground(battle), "battle")} if columns_of(battle) else {}),
        **dict.fromkeys(texts, ("", "battle")),
        **{name: (_told(text)[0], "battle") for name, text in battle.tells.items()},
        **{name: (_sum(text)[0], "battle") for name, text in battle.sums.items()},
        **dict.fromkeys(battle.totals, ("0", "battle")),
        **dict.fromkeys(rolls, ("0", "battle")),
        **{s.name: (s.start, f"battle, rule {s.rule}") for s in battle.switch},
    }
