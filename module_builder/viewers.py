"""What shows under the mouse: a stack with names and totals, one card, a space and who controls it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.saves.adapter import LAYERS, draw_layers
from adjudicator.saves.looks import counter_px
from adjudicator.vocabulary import load_vocabulary
from module_builder.counts import deck_names, flags
from module_builder.ground_facts import ground_at, has_worth
from module_builder.records import face_down
from module_builder.unit_marks import totals
from module_builder.vassal.buildfile import element
from module_builder.vassal.sequence_encoder import encode

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.kit import Kit

__all__ = ["card_viewer", "unit_line", "viewers"]

_VIEWER = "VASSAL.build.module.map.CounterDetailViewer"
_NAMED = 8  # pieces of a stack that are shown with their names; a larger one shows the pieces alone
_LABEL, _LABEL_HIGH = 118, 66  # pixels of the name below a piece
_LARGE, _SMALL = 1.5, 1.2
_LOOK: Mapping[str, object] = {
    "version": 4,
    "bgColor": "255,255,240",
    "fgColor": "20,20,20",
    "borderColor": "70,70,60",
    "borderWidth": 2,
    "fontSize": 12,
    "zoomlevel": 10.0,
}
_PILE = '"<b>" + DeckName + "</b> &nbsp;" + GetMapProperty(DeckName + "_numPieces", CurrentMap)'
_SHOWN: Mapping[str, object] = {
    "minDisplayPieces": 1,
    "showgraph": True,
    "showgraphsingle": True,
    "showtext": True,
    "showtextsingle": True,
    "centerAll": False,
    "stopAfterShowing": True,
    "showNonMovable": True,
}


def viewers(kit: Kit, name: str) -> Iterator[_Element]:
    """The viewers of a map.

    Parameters
    ----------
    kit
        What the module is built from.
    name
        Name of the map.

    Yields
    ------
    lxml element
        A stack with names, a large stack without, a card where there are any, and a space without pieces.
    """
    yield from (element(_VIEWER, stack) for stack in _stack_viewers(kit, name))
    if kit.carriers.piles is not None:
        yield element(_VIEWER, card_viewer())
    if name in deck_names(kit).values():
        yield element(_VIEWER, _pile_viewer())
    yield element(_VIEWER, _space_viewer(kit, name))


def _stack_viewers(kit: Kit, name: str) -> Iterator[dict[str, object]]:
    """A stack with a name below each piece, and one that is too large for names."""
    both: dict[str, object] = {
        **_LOOK,
        **_SHOWN,
        **_layers(kit),
        "hotkey": "32,130",
        "delay": 350,
        "summaryReportFormat": f"{{{_heading(kit, name)} + {_totals(kit)}}}",
        "enableHTML": True,
        "stretchWidthSummary": True,
        "stretchWidthPieces": True,
    }
    yield {
        **both,
        "description": "Stack: names, status and factors",
        "graphicsZoom": _LARGE,
        "borderWidth": max(2, _LABEL + 4 - round(_LARGE * counter_px(kit))),
        "verticalOffset": _LABEL_HIGH,
        "verticalBottomText": _LABEL_HIGH // 2 + 2,
        "propertyFilter": f'{{StackSize == "" || StackSize <= {_NAMED}}}',
        "counterReportFormat": f"{{{_label(kit)}}}",
    }
    yield {
        **both,
        "description": "Large stack",
        "graphicsZoom": _SMALL,
        "propertyFilter": f'{{StackSize != "" && StackSize > {_NAMED}}}',
        "counterReportFormat": "",
    }


def _space_viewer(kit: Kit, name: str) -> dict[str, object]:
    """What is told of a space, whether anything stands there or not."""
    return {
        **_LOOK,
        "description": kit.adapter["printed"]["description"],
        "hotkey": "32,195",
        "delay": 600,
        "minDisplayPieces": 0,
        "display": "from all layers",
        "propertyFilter": "{1 == 2}",
        "showgraph": False,
        "showtext": True,
        "enableHTML": True,
        "emptyHexReportForma": f"{{{_heading(kit, name)} + {_in_area(kit, name)}}}",
        "summaryReportFormat": "",
        "counterReportFormat": "",
    }


def card_viewer() -> dict[str, object]:
    """A viewer that shows one card, or the top one of an open pile, large enough to be read.

    Returns
    -------
    dict
        Its attributes.

    Examples
    --------
    >>> card_viewer()["layerList"]
    'Cards'
    """
    return {
        **_LOOK,
        **_SHOWN,
        "description": "Card",
        "hotkey": "32,130",
        "delay": 350,
        "display": "from listed layers only",
        "layerList": "Cards",
        "graphicsZoom": 2.0,
        "enableHTML": True,
        "showOnlyTopOfStack": True,
        "showDeck": True,
        "showDeckDepth": 1,
        "summaryReportFormat": f'{{DeckName == "" ? "" : {_PILE}}}',
        "counterReportFormat": "",
    }


def _pile_viewer() -> dict[str, object]:
    """A viewer of a deck or cup, which says how much lies in it, and not what."""
    return {
        **_LOOK,
        "description": "Deck or cup: how much lies in it",
        "hotkey": "32,130",
        "delay": 350,
        "minDisplayPieces": 1,
        "display": "from all layers",
        "propertyFilter": '{DeckName != ""}',
        "showgraph": False,
        "showtext": True,
        "enableHTML": True,
        "showDeck": True,
        "showDeckMasked": True,
        "showDeckDepth": 1,
        "stopAfterShowing": True,
        "summaryReportFormat": f"{{{_PILE}}}",
        "counterReportFormat": "",
    }


def _layers(kit: Kit) -> dict[str, object]:
    """Layers that the viewers of stacks show: a flag of control is told in the heading instead."""
    hidden = ["Control", *(layer for layer in draw_layers(kit.adapter) if layer not in LAYERS)]
    return {"display": "from layers other than those listed", "layerList": encode(hidden, ",")}


# --- words of a space ------------------------------------------------------------------------------------


def _heading(kit: Kit, name: str) -> str:
    """Expression: name of a space, what is printed there, and who controls it."""
    return f'"<b>" + LocationName + "</b> &nbsp;" + {_facts(kit, name)} + {_control(kit, name)}'


def _on_areas(kit: Kit) -> bool:
    return any(space.kind == "area" for space in kit.board.spaces.values())


def _facts(kit: Kit, name: str) -> str:
    """Expression: what is printed on the space."""
    return f'GetZoneProperty("Facts", CurrentZone, "{name}")' if _on_areas(kit) else ground_at("LocationName")


def _control(kit: Kit, name: str) -> str:
    """Expression: whose control marker lies in the space; without one it is whose it was at the start.

    An Area says so always, a hex only where it is worth something.
    """
    spec = kit.carriers.markers.get("control")
    if spec is None or name != kit.layout.main:
        return '""'
    where = (
        f'CountZone(CurrentZone, "{name}", ' if _on_areas(kit) else f'CountLocation(LocationName, "{name}", '
    )
    words = map(str, spec.levels)
    shown = "".join(f'{where}"{flags(kit, w)}") > 0 ? ", {_title(w)} control" : ' for w in words)
    told = f'{_facts(kit, name)} != ""' if _on_areas(kit) else has_worth("LocationName")
    return f'({shown}{told} ? ", " + {_first_holder(kit)} + " control" : "")'


def _first_holder(kit: Kit) -> str:
    """Expression: who controls a space on which no marker lies."""
    usual = str(kit.game.schema.items["control"].default)
    column = next((read.printed for read in kit.carriers.markers["control"].reads if read.printed), "")
    others = {
        s.name: str(s[column])
        for s in kit.board.spaces.values()
        if column and s[column] not in (None, "", usual)
    }
    chosen = "".join(f'CurrentZone == "{name}" ? "{_title(side)}" : ' for name, side in others.items())
    return f'({chosen}"{_title(usual)}")'


def _title(word: str) -> str:
    return word.upper() if len(word) == 2 else word.title()


# --- words of units --------------------------------------------------------------------------------------


def _label(kit: Kit) -> str:
    """Expression: name of a unit, what it belongs to, its numbers and its status; of all else the name alone.

    A piece that the player may not see has none of these properties for him, and shows what its mask says.
    """
    names = 'FullName + "<br>" + Above + (Above == "" ? "" : "<br>")'
    unit = f'{names} + "<b>" + {_factors(kit)} + "</b> " + State'
    known = " || ".join(filter(None, ('FullName == ""', face_down(kit))))
    cell = f"<td width={_LABEL} height={_LABEL_HIGH} align=center valign=top>"
    box = f"<table cellpadding=0 cellspacing=0><tr>{cell}"
    return f'"<html>{box}" + ({known} ? PieceName : {unit}) + "</td></tr></table></html>"'


def _factors(kit: Kit) -> str:
    """Expression: what the side of a unit prints that shows."""
    return f"({kit.adapter['unit']['status']}_Level == 1 ? {kit.adapter['unit']['factors']})"


def unit_line(kit: Kit) -> str:
    """Expression: a unit in one line of the inventory; of one that the player may not see its mask or back.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    str
        The inventory asks a piece for everything, so the mask is asked here.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> unit_line(load_kit("june-six")).startswith('(Obscured == "true" ? PieceName')
    True
    """
    unknown = " || ".join(filter(None, ('Obscured == "true"', face_down(kit))))
    known = f'FullName + (Above == "" ? "" : ", " + Above) + " " + {_factors(kit)} + " " + State'
    return f'({unknown} ? PieceName : {known}) + " - " + LocationName'


def _totals(kit: Kit) -> str:
    """Expression: the sums over what the viewer shows, each where there is one."""
    found = (
        (row["text"], f'GetString("sum({row["name"]})").replaceAll("[^0-9]", "")') for row in totals(kit)
    )
    told = (f'({number}.replaceAll("^0+", "") == "" ? "" : ", {text} " + {number})' for text, number in found)
    return f"({' + '.join(told)})"


def _in_area(kit: Kit, name: str) -> str:
    """Expression: for each side its units in an Area and their totals; nothing on hexes."""
    if not _on_areas(kit) or name != kit.layout.main:
        return '""'
    lines = []
    for side in load_vocabulary(kit.game.slug).sides:
        mine = f'{{Layer == \\"Units\\" && Side == \\"{side.title()}\\"}}'
        number = f'CountZone(CurrentZone, "{name}", "{mine}")'
        sums = "".join(
            f' + ", {row["text"]} " + SumZone("{row["name"]}", CurrentZone, "{name}", "{mine}")'
            for row in totals(kit)
        )
        lines.append(
            f'({number} == 0 ? "" : "&nbsp;&nbsp;<br>&nbsp;{side.title()} units: " + {number}{sums})'
        )
    return " + ".join(lines)
