"""The turn trackers, and New phase: it turns them, does what is always done then, and says what is due.

The button works out first where the trackers will stand, turns each until it stands there, and then lets the
game's rows do what no player decides. All of it is one step for Undo. The arrows of a tracker turn it and do
no more: so what got off track is set right by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.saves.carriers import option_property
from adjudicator.vocabulary import load_vocabulary
from module_builder.acting import AGAIN
from module_builder.controls import button, change, command, kept
from module_builder.prototypes import TIDY
from module_builder.records import badge_key, memories
from module_builder.tracked import asked, tracker_property, tracker_words
from module_builder.turn_marker import ADVANCE, ARRIVALS, dated_marker
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import Target, TargetKind, alt, named, target
from module_builder.vassal.sequence_encoder import encode

if TYPE_CHECKING:
    from lxml.etree import _Element

    from adjudicator.sequence import Phase
    from module_builder.kit import Kit

__all__ = [
    "coming",
    "counting",
    "next_key",
    "phase_button",
    "phase_properties",
    "sequence_window",
    "trackers",
]

_M = "VASSAL.build.module."
_W = "VASSAL.build.widget."
_CAME, _TURNING = "bocage_came", "bocage_turning"
_FIND, _LEFT, _DONE = (named(f"bocagePhase{word}") for word in ("Find", "Left", "Done"))
_DUE, _SAY = named("bocagePhaseDue"), named("bocagePhaseSay")


def next_key(item: str) -> str:
    """Key that moves a turn tracker on.

    Examples
    --------
    >>> next_key("side")
    '57348,0,bocageNextside'
    """
    return named(f"bocageNext{item}")


def counting(item: str) -> str:
    """Key that counts an item up.

    Examples
    --------
    >>> counting("round")
    '57348,0,bocageCountround'
    """
    return named(f"bocageCount{item}")


def _rows(kit: Kit, name: str) -> Sequence[Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = kit.adapter[name]
    return rows


# --- the trackers ----------------------------------------------------------------------------------------


def trackers(kit: Kit) -> Iterator[_Element]:
    """One turn tracker for each item that no marker shows.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for item, title in kit.carriers.trackers.items():
        level = {
            "name": title,
            "property": tracker_property(item),
            "turnFormat": "$value$",
            "list": encode(tracker_words(kit, item).values(), ","),
            "configList": True,
            "configFirst": False,
        }
        said = f'{_TURNING} == "yes" ? "" : "~{title}: " + newTurn + " (" + PlayerSide + ")"'
        attributes = {
            "name": title,
            "buttonText": title,
            "turnFormat": f"{title}: $level1$" if "" in kit.game.schema.items[item].values else "$level1$",
            "reportFormat": f"{{{said}}}",
            "nexthotkey": next_key(item),
            "lengthStyle": "Variable",
            "tooltip": f"{title}: right-click to set; the arrows set it right by hand",
        }
        yield element(
            _M + "turn.TurnTracker",
            attributes,
            element(_M + "turn.ListTurnLevel", level),
            element(_M + "turn.TurnGlobalHotkey", {"name": "Light again", "hotkey": AGAIN}),
        )


# --- where they will stand -------------------------------------------------------------------------------


def coming(kit: Kit) -> dict[str, str]:
    """Expression for each tracker that New phase turns: the word at which it will stand.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Item -> expression without braces.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> list(coming(load_kit("battle-for-normandy")))
    ['phase', 'time', 'side']
    """
    steps = [*_rows(kit, "flow"), *_plain(kit)]
    found = {"phase": _chosen(kit, "phase", [(row, row.get("to")) for row in steps])}
    for item in kit.carriers.trackers:
        own = [(row, row.get("sets", {}).get(item)) for row in steps]
        if item != "phase" and any(value is not None for _, value in own):
            found[item] = _chosen(kit, item, own)
    return {item: found[item] for item in kit.carriers.trackers if item in found}


def _plain(kit: Kit) -> list[Mapping[str, Any]]:
    """The rows that ``sequence.toml`` says: the next phase, and whose it is."""
    sides, phases = load_vocabulary(kit.game.slug).sides, kit.game.sequence.phases
    found: list[Mapping[str, Any]] = []
    for phase in phases.values():
        if phase.next:
            player = phases[phase.next].player
            own = {"side": player} if player in sides else {}
            found.append({"from": [phase.id], "to": phase.next, "sets": own})
    return found


def _chosen(kit: Kit, item: str, steps: Iterable[tuple[Mapping[str, Any], str | None]]) -> str:
    """Expression: the first row that holds says the word; else the tracker stays."""
    words, found = tracker_words(kit, item), asked(item)
    for row, value in reversed([*steps]):
        word = asked(item) if value is None else f'"{words[value]}"'
        found = f"{_holds(kit, {'phase': row['from'], **row.get('when', {})})} ? {word} : {found}"
    return found


def _holds(kit: Kit, when: Mapping[str, Sequence[Any]]) -> str:
    """Expression: the trackers, and what records say, are as stated."""
    tests = []
    for item, values in when.items():
        if item in kit.carriers.trackers:
            words = tracker_words(kit, item)
            name, texts = asked(item), [f'"{words[value]}"' for value in values]
        else:
            (name,) = (p for p, i in kit.carriers.properties.items() if i == item)
            texts = [str(value) for value in values]
        tests.append("(" + " || ".join(f"{name} == {text}" for text in texts) + ")")
    return f"({' && '.join(tests)})"


def phase_properties(kit: Kit) -> Iterator[_Element]:
    """The global properties of New phase, each with the key that sets it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    about = "where New phase turns a tracker"
    for item, expression in coming(kit).items():
        yield kept(_to(item), "", about, change(_FIND, f"{{{expression}}}", about))
    about = "the phase before"
    yield kept(_CAME, "", about, change(_LEFT, f"{{{asked('phase')}}}", about))
    about = "New phase turns the trackers"
    yield kept(_TURNING, "", about, change(_LEFT, "yes", about), change(_DONE, "", about))


def _to(item: str) -> str:
    return f"bocage_to_{item}".replace("-", "_")


# --- the button ------------------------------------------------------------------------------------------


def phase_button(kit: Kit, row: Mapping[str, Any]) -> Iterator[_Element]:
    """New phase, and the hidden buttons behind it.

    Parameters
    ----------
    kit
        What the module is built from.
    row
        The button in ``[desk]``.

    Yields
    ------
    lxml element
    """
    turned = {item: named(f"bocageTurn-{item}") for item in coming(kit)}
    for item, stroke in turned.items():
        on = f"{{{_to(item)} != {asked(item)}}}"
        loop = {"loopType": "while", "whileExpression": on}
        yield button(f"Turn {item}", stroke, text="", strokes=[next_key(item)], **loop)
    dues = [named(f"bocageDue{number}") for number, _ in enumerate(_rows(kit, "due"))]
    for stroke, due in zip(dues, _rows(kit, "due"), strict=True):
        yield from _due(kit, stroke, due)
    yield button("Say the phase", _SAY, text="", says=f"{{{_line(kit)}}}")
    forgets = [memories(kit)[memory] for memory in row["forgets"]]
    strokes = [*forgets, _FIND, _LEFT, *turned.values(), _SAY, *dues, _DONE, TIDY, AGAIN]
    said, tip = f"~--- {row['name']} ($PlayerSide$) ---", f"{row['name']}: {_TIP}"
    icon = f"icon_{row['icon']}.png"
    yield button(row["name"], alt(row["key"]), tip=tip, icon=icon, says=said, strokes=strokes)


_TIP = "turns the trackers, does what is always done then, and says what is due; Undo takes all of it back"


def _due(kit: Kit, stroke: str, row: Mapping[str, Any]) -> Iterator[_Element]:
    """A row of what is done by itself, and the commands to units behind it."""
    holds = [_holds(kit, {"phase": row["enter"], **row.get("when", {})})]
    words = tracker_words(kit, "phase")
    if "came" in row:
        holds.append(" || ".join(f'{_CAME} == "{words[phase]}"' for phase in row["came"]))
    if "unless" in row:
        holds.append(f'{option_property(row["unless"])}.substring(0, 1) == "A"')
    strokes = [memories(kit)[memory] for memory in row.get("forgets", ())]
    strokes += [counting(row["counts"])] if "counts" in row else []
    strokes += [_pressed(kit, button) for button in row.get("does", ())]
    for item in row.get("off", ()):
        strokes.append(named(f"{stroke.rpartition(',')[2]}-{item}"))
        yield _taken_off(kit, item, strokes[-1], row)
    if "advances" in row:
        strokes += [named("bocageTurnOn"), named("bocageTurnArrivals")]
        yield from _marker_on(kit, strokes[-2:], row["advances"])
    once = {"loopType": "counted", "loopCount": f"{{({') && ('.join(holds)}) ? 1 : 0}}"}
    yield button(f"Due in {row['enter'][0]}", stroke, text="", strokes=strokes, **once)


def _pressed(kit: Kit, button: str) -> str:
    """Key of a button that a row presses."""
    desk = kit.adapter["desk"]
    keys = {row["name"]: alt(row["key"]) for row in desk.get("collects", ())}
    keys["Refresh Spent units"] = alt("E")
    return keys.get(button) or named(f"bocage{button.replace(' ', '')}")


def _taken_off(kit: Kit, item: str, stroke: str, row: Mapping[str, Any]) -> _Element:
    """A command to all units on the map that bear a mark, or those that the row is about."""
    record = next(r for r in kit.carriers.of_pieces("unit") if r.item.name == item)
    tests = [f'Side == "{row["of"].title()}"'] if "of" in row else []
    tests += [f'Type != "{kind.replace("-", " ")}"' for kind in row.get("but", ())]
    tests += [f'Type == "{kind.replace("-", " ")}"' for kind in row.get("types", ())]
    where = {"prop": f"{record.name}_Active", "value": "true"}
    units = target(TargetKind.MODULE, Target.MAP, map_name=kit.layout.main, **where)
    sent = badge_key(kit, item) or named(f"bocage{record.name}")
    return command(f"Off: {item}", stroke, sent, units, match=" && ".join(tests))


def _marker_on(kit: Kit, strokes: Sequence[str], item: str) -> Iterator[_Element]:
    """Commands to the marker of a date or turn: one box on; say what arrives."""
    uid = dated_marker(kit, item).id
    units = target(TargetKind.MODULE, Target.MAP, map_name=kit.layout.main, prop="Uid", value=uid)
    for stroke, sent in zip(strokes, (ADVANCE, ARRIVALS), strict=True):
        yield command(f"{uid}: {sent.rpartition(',')[2]}", stroke, sent, units, quiet=False)


def _line(kit: Kit) -> str:
    """Expression: the phase, its section, whose it is, and what is due in it."""
    found, words = '""', tracker_words(kit, "phase")
    for phase in reversed([*kit.game.sequence.phases.values()]):
        who = _who(kit, phase)
        text = f'"~{phase.title} (" + {who} + "{phase.rule}): {phase.help}"'
        found = f'{asked("phase")} == "{words[phase.id]}" ? {text} : {found}'
    return found


def _who(kit: Kit, phase: Phase) -> str:
    """Expression: the side whose phase it is, as far as it is of one."""
    if phase.player in load_vocabulary(kit.game.slug).sides:
        return f'"{phase.player.title()}, "'
    twice = {name for row in _rows(kit, "flow") if "to" not in row for name in row["from"]}
    turns = phase.player in {"alternating", "phasing"} or phase.id in twice
    return f'{asked("side")} + ", "' if turns else '""'


# --- beside it -------------------------------------------------------------------------------------------


def sequence_window(page: str) -> _Element:
    """The sequence of play in a window of its own, which stands beside the map.

    Parameters
    ----------
    page
        Entry in the module.

    Returns
    -------
    lxml element
    """
    tab = element(_W + "HtmlChart", {"chartName": "Sequence of play", "fileName": page})
    face = {"name": "Sequence", "text": "Sequence", "tooltip": "Sequence of play, step by step"}
    window = {**face, "icon": "/images/chart.gif", "hotkey": alt("9")}
    return element(_M + "ChartWindow", window, element(_W + "TabWidget", {"entryName": "Sequence"}, tab))
