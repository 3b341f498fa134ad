"""The dice of a module: buttons that roll, and pictures of the dice behind what they say in the chat.

The words of a report stay what they are, so a log is read as ever; the pictures stand after them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from module_builder.controls import button, change, kept
from module_builder.vassal.buildfile import element
from module_builder.vassal.keys import alt, named

if TYPE_CHECKING:
    from lxml.etree import _Element

    from counters.faces import Paint
    from module_builder.materials import Kit

__all__ = [
    "button_of",
    "dice_buttons",
    "dice_images",
    "dice_properties",
    "die_image",
    "pictures_of",
    "report_of",
    "reports_of",
    "sunset",
]

_M = "VASSAL.build.module."
_PX = 24
_SIX, _TEN = 6, 10
_PLACE, _RANDOM = re.compile(r"\$(\w+)\$"), re.compile(r"Random\((\d+)\)")


def die_image(sides: int, value: object) -> str:
    """Name of the picture of a die.

    Examples
    --------
    >>> die_image(6, 5)
    'die6_5.png'
    """
    return f"die{sides}_{value}.png"


def dice_images(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Pictures of every face of the dice of a game.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    from counters.dice import draw_die

    for sides in sorted({sides for row in _rows(kit) for sides in _sides(row)}):
        first = 1 + _plus(kit, sides)
        for value in range(first, first + sides):
            yield die_image(sides, value), functools.partial(draw_die, sides, value, px=_PX)


def _rows(kit: Kit) -> list[Mapping[str, Any]]:
    desk = kit.adapter["desk"]
    return [*desk["dice"], *desk.get("rolls", ())]


def _sides(row: Mapping[str, Any]) -> list[int]:
    """Sides of each die of a button."""
    if "dice" in row:
        return [int(row.get("sides", _SIX))] * int(row["dice"])
    return [int(sides) for sides in _RANDOM.findall(row["report"])]


def _plus(kit: Kit, sides: int) -> int:
    """What the game adds to a die: -1 where a ten-sided one shows 0 to 9."""
    known = {row.get("plus", 0) for row in kit.adapter["desk"]["dice"] if row.get("sides", _SIX) == sides}
    return int(next(iter(known), 0))


def pictures_of(kit: Kit, sides: int, rolled: Sequence[str]) -> str:
    """Expression of the engine: pictures of dice, for the end of a report.

    The tag is written in pieces: the engine looks through every text for the pictures that it names, and
    would take the expression for a name.

    Parameters
    ----------
    kit
        What the module is built from.
    sides
        Of each die.
    rolled
        Properties that hold 1 to `sides`.

    Returns
    -------
    str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> pictures_of(load_kit("dark-summer"), 6, ["Roll1"])
    '" <img" + " src=" + "die6_" + Roll1 + ".png>"'
    """
    plus = _plus(kit, sides)
    return _pictures([(sides, f"({name} {plus:+d})" if plus else name) for name in rolled])


def _pictures(shown: Sequence[tuple[int, str]]) -> str:
    return " + ".join(f'" <img" + " src=" + "die{sides}_" + {value} + ".png>"' for sides, value in shown)


# --- the buttons -----------------------------------------------------------------------------------------


def dice_buttons(kit: Kit) -> Iterator[_Element]:
    """The buttons that roll.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for row in kit.adapter["desk"]["dice"]:
        yield element(_M + "DiceButton", _button(kit, row))
    for row in kit.adapter["desk"].get("rolls", ()):
        yield from _several(row)


def _button(kit: Kit, row: Mapping[str, Any]) -> dict[str, object]:
    sides = _sides(row)
    if row["report"] == "sunset":
        said, icon = sunset(kit), "icon_sunset.png"
    else:
        said, icon = _expression(row["report"]), die_image(sides[0], _SIX)
    pictures = _pictures([(each, f"result{n}") for n, each in enumerate(sides, 1)])
    return {
        "name": row["name"],
        "text": row["name"],
        "tooltip": row["tip"],
        "icon": icon,
        "hotkey": alt(row["key"]) if row["key"] else "",
        "nDice": len(sides),
        "nSides": sides[0],
        **({"plus": row["plus"]} if "plus" in row else {}),
        "reportTotal": False,
        "prompt": False,
        "reportFormat": f"{{{said} + {pictures}}}",
    }


def _expression(report: str) -> str:
    """A report with ``$places$`` as an expression."""
    words = _PLACE.split(report)
    parts = [f'"{text}"' if n % 2 == 0 else text for n, text in enumerate(words)]
    return " + ".join(part for part in parts if part != '""')


def sunset(kit: Kit) -> str:
    """Expression of the report of the Sunset DR: the modified roll beside the number of the impulse box.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    str
    """
    name = kit.layout.main
    box = f'SumMap("Box", "{name}", "{{Uid==\\"advantage\\"}}")'
    drm = f'SumMap("Drm", "{name}", "{{Uid==\\"sunset-drm\\"}}")'
    verdict = (
        f'(numericalTotal + {drm} < {box} ? "the day ends"'
        f' : numericalTotal == {box} ? "the weather changes, the marker advances" : "the marker advances")'
    )
    rolled = f'"~Sunset DR " + numericalTotal + ", DRM " + {drm} + ", impulse " + {box}'
    return f'{rolled} + ": " + {verdict} + " (" + PlayerName + ")"'


# --- what they said ----------------------------------------------------------------------------------------


def reports_of(kit: Kit, die: str, value: int, who: str) -> Iterator[str]:
    """What a module's button says in the chat of a number that the rules asked for.

    Parameters
    ----------
    kit
        What the module is built from.
    die
        ``DR``, ``dr``, ``d10`` ..., as `adjudicator.dice.die_range` reads it.
    value
        What fell; of a DR the sum, which is halved as well as it can be.
    who
        Whose throw it was.

    Yields
    ------
    str
        Nothing of chits and cards, which no button throws.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> next(reports_of(load_kit("breakout-normandy"), "dr", 4, "Ann"))
    '* 1d6: 4 (Ann) <img src=die6_4.png>'
    >>> list(reports_of(load_kit("breakout-normandy"), "d17", 4, "Ann"))
    []
    """
    sides = {"DR": _SIX, "dr": _SIX, "d6": _SIX, "d10": _TEN, "d0-9": _TEN}.get(die, 0)
    values = (value // 2, value - value // 2) if die == "DR" else (value,)
    button = button_of(kit, len(values), sides)
    if button is not None:
        yield report_of(button, values, who)


def button_of(kit: Kit, dice: int, sides: int) -> Mapping[str, Any] | None:
    """The button that throws so many dice of one kind and says each.

    Parameters
    ----------
    kit
        What the module is built from.
    dice, sides
        How many, and of how many sides.

    Returns
    -------
    mapping or None
        Its row of the adapter; None where the module has none.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> (button_of(load_kit("breakout-normandy"), 1, 6) or {})["name"]
    '1d6'
    """
    rows = (row for row in kit.adapter["desk"]["dice"] if _sides(row) == [sides] * dice)
    return next((row for row in rows if row["report"] != "sunset"), None)


def report_of(row: Mapping[str, Any], values: Sequence[int], who: str) -> str:
    """What a button says in the chat of what it has thrown, with the pictures of the dice.

    Parameters
    ----------
    row
        Of the button, as `button_of` finds it.
    values
        What fell.
    who
        Whose throw it was.

    Returns
    -------
    str

    Examples
    --------
    >>> report_of({"dice": 1, "report": "dr: $result$ ($PlayerName$)"}, (4,), "Ann")
    '* dr: 4 (Ann) <img src=die6_4.png>'
    """
    told = {f"result{number}": str(value) for number, value in enumerate(values, 1)}
    told |= {"result": ",".join(map(str, values)), "numericalTotal": str(sum(values)), "PlayerName": who}
    pictures = "".join(f" <img src={die_image(row.get('sides', _SIX), value)}>" for value in values)
    return "* " + _PLACE.sub(lambda place: told[place[1]], row["report"]) + pictures


# --- several dice at once --------------------------------------------------------------------------------


def dice_properties(kit: Kit) -> Iterator[_Element]:
    """What a button of several unlike dice keeps of each: its words and its pictures show the same.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for row in kit.adapter["desk"].get("rolls", ()):
        for number, sides in enumerate(_sides(row), 1):
            about = f"{row['name']}: die {number}"
            rolled = change(_key(row, number), f"{{Random({sides})}}", about)
            yield kept(_fallen(row, number), "0", about, rolled)


def _key(row: Mapping[str, Any], number: int) -> str:
    return named(f"bocageRoll{row['name']}{number or ''}")


def _fallen(row: Mapping[str, Any], number: int) -> str:
    return f"bocage_rolled_{row['name'].lower()}_{number}"


def _several(row: Mapping[str, Any]) -> Iterator[_Element]:
    """A button that rolls each die, and the hidden one behind it that says what fell."""
    sides = _sides(row)
    fallen = [(each, _fallen(row, number)) for number, each in enumerate(sides, 1)]
    names = iter(name for _, name in fallen)
    said = _RANDOM.sub(lambda _: next(names), row["report"].strip().removeprefix("{").removesuffix("}"))
    keys = [_key(row, number) for number in range(1, len(sides) + 1)]
    yield button(f"{row['name']}: say", _key(row, 0), text="", says=f"{{{said} + {_pictures(fallen)}}}")
    icon = f"icon_{row['icon']}.png"
    yield button(row["name"], alt(row["key"]), tip=row.get("tip"), icon=icon, strokes=[*keys, _key(row, 0)])
