"""What each stack of the main map is worth, on demand: a plate over every stack, to be read from far away.

A plate lies in every hex where units of a side stand, and shows what the viewer of the stack adds up. It adds
up when it is laid and when something happens to a unit in its hex; what it shows are pictures of digits that
these events have chosen. While the button is off there are no plates, and nobody asks. What is masked adds
nothing, whoever presses the button: what is added up is seen by all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.saves.adapter import OVERLAY
from adjudicator.vocabulary import load_vocabulary
from module_builder.acting import DROPPED
from module_builder.controls import button, command, slot_path, switch
from module_builder.materials import PieceDef
from module_builder.plates import ICON, PLATE, Cells, bars_at, cells, digit_images, doubt_images
from module_builder.records import BLANK, face_down
from module_builder.unit_marks import shown_factors
from module_builder.vassal.builders import (
    basic_piece,
    delete,
    dynamic_property,
    global_key,
    immobilized,
    layer,
    marker,
    non_rectangular,
    place_marker,
    trigger,
)
from module_builder.vassal.keys import Modifier, Target, TargetKind, commands, key, named, set_to, target
from module_builder.vassal.keys import command as change_by
from module_builder.zoc import LEFT, OVERLAY_OF, hexes

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.materials import Kit
    from module_builder.vassal.traits import Trait

__all__ = [
    "MOST",
    "PLATE_KEYS",
    "figures",
    "hides",
    "lays_plates",
    "plate_uids",
    "plated",
    "plates_follow",
    "plates_of",
    "summary_buttons",
    "summary_names",
    "summary_properties",
]

MOST = 99
"""The largest number that a plate shows."""
_SUMS, _LAYER = "Sums", "Overlays"
_NAME, _ON = "Stack sums", 'SumsOn == "yes"'
_TURN, _CLEAR, _LAY = (named(f"bocageSums{word}") for word in ("Turn", "Clear", "Lay"))
_NEW, _ASK, _COUNT, _SHOW, _TELL, _GONE = (
    named(f"bocageSums{word}") for word in ("New", "Ask", "Count", "Show", "Tell", "Gone")
)
PLATE_KEYS = frozenset({_NEW, _ASK, _SHOW})
"""Keys that several traits of a plate answer: its digits together, its triggers one or the other."""
_NOWHERE = ((0, 0), (0, 0), (0, 0))
"""What of a plate takes clicks: nothing, it lies over the units."""
_TEN = 10


def figures(kit: Kit) -> Sequence[str]:
    """Names of the totals in the upper line of a plate; none in a game without plates.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> figures(load_kit("dark-summer")), figures(load_kit("breakout-normandy"))
    (['Attack', 'Defense'], [])
    """
    found: Sequence[str] = kit.adapter.get("summary", {}).get("figures", [])
    return found


def plate_uids(kit: Kit) -> dict[str, str]:
    """The plate of each side; none in a game without.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> plate_uids(load_kit("june-six"))
    {'german': 'sum-german', 'allied': 'sum-allied'}
    """
    return {side: f"sum-{side}" for side in load_vocabulary(kit.game.slug).sides} if figures(kit) else {}


# --- plates -----------------------------------------------------------------------------------------------


def plates_of(kit: Kit) -> Iterator[PieceDef]:
    """The plate of each side, as it stands in the palette.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    PieceDef
    """
    for side, uid in plate_uids(kit).items():
        name, gpid = _title(side), kit.gpid(uid)
        traits = (
            basic_piece(name, PLATE.format(side), gpid=gpid),
            *_digits(kit, side),
            *_sums(kit),
            *_commands(kit, side, uid),
            non_rectangular(_NOWHERE),
            immobilized(select="n", move="V", stack="R"),
            marker(_marks(kit, side, uid)),
        )
        yield PieceDef(uid, name, gpid, traits, "Markers", "Overlays", layer=_LAYER)


def _title(side: str) -> str:
    return f"{side.title()} stack sum"


def _marks(kit: Kit, side: str, uid: str) -> dict[str, str | int]:
    """Properties of a plate; which units it counts, and which of them show what they are."""
    title = side.title()
    all_ = f'Layer == "Units" && Side == "{title}"'
    unseen = _unseen(kit)
    told = {"SumAll": f"{{{all_}}}", "SumKnown": f"{{{all_}{f' && !({unseen})' if unseen else ''}}}"}
    return {"Uid": uid, "Layer": _LAYER, OVERLAY: _SUMS, OVERLAY_OF: title, f"SumTile{title}": 1, **told}


def hides(kit: Kit) -> bool:
    """Whether a stack may hold what not everybody knows.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> hides(load_kit("dark-summer")), hides(load_kit("june-six"))
    (True, False)
    """
    return bool(_unseen(kit))


def _unseen(kit: Kit) -> str:
    """Expression: not everybody sees what a unit is, or nobody knows; empty where that cannot be."""
    masked = 'ObscuredToOthers == "true" || Obscured == "true"' if "masked" in kit.adapter["unit"] else ""
    unknown = (
        'Fresh.startsWith("?")' if any(shown_factors(kit, u)[0][0] == "?" for u in kit.units.values()) else ""
    )
    return " || ".join(filter(None, (masked, face_down(kit), unknown)))


def _commands(kit: Kit, side: str, uid: str) -> Iterator[Trait]:
    """What a plate does: it adds up, goes when nobody is left, and leaves the place to one that lay there."""
    where = {"map_name": kit.layout.main, "location": "{LocationName}"}
    others = target(TargetKind.COUNTER, Target.LOCATION, **where, prop="Uid", value=uid)
    stays = f'LocationName.matches("{hexes(kit)}") && CountLocation(SumAll) > 0'
    twice = f'SumLocation("SumTile{side.title()}") > 1'
    yield delete("", key=_GONE)
    yield trigger("Count", key=_ASK, watch=[LEFT], match=f"{{{stays}}}", actions=[_COUNT, _SHOW])
    yield trigger("Empty", key=_ASK, watch=[LEFT], match=f"{{!({stays})}}", actions=[_GONE])
    yield global_key("", key=_TELL, sent=_ASK, match='{SumSteps != ""}', target=others)
    yield trigger("First", key=_NEW, match=f"{{!({twice})}}", actions=[_ASK])
    yield trigger("Second", key=_NEW, match=f"{{{twice}}}", actions=[_TELL, _GONE])


def _sums(kit: Kit) -> Iterator[Trait]:
    """What a plate has added up; less than nothing where nothing is known."""
    steps: str = kit.adapter["summary"]["steps"]
    for name in (*figures(kit), steps):
        summed = f'CountLocation(SumKnown) == 0 ? -1 : Math.min({MOST}, SumLocation("{name}", SumKnown))'
        yield _held(_sum_of(name, steps), summed)
    if _unseen(kit):
        yield _held("SumDark", "CountLocation(SumAll) - CountLocation(SumKnown)")


def _held(name: str, expression: str) -> Trait:
    return dynamic_property(name, "", commands=commands(change_by("", _COUNT, set_to(f"{{{expression}}}"))))


def _sum_of(name: str, steps: str) -> str:
    return "SumSteps" if name == steps else f"Sum{name}"


def _digits(kit: Kit, side: str) -> Iterator[Trait]:
    """The pictures of the digits: figures beside a dash, or one in the middle; below them the steps."""
    measured, shown = cells(kit.layout, len(figures(kit))), [f"Sum{name}" for name in figures(kit)]
    wide, gap = measured.large[0], measured.gap
    if len(shown) == 1:
        (only,) = shown
        placed = [(_tens(only), -wide // 2), (_last(only), wide - wide // 2), (_single(only), 0)]
    else:
        left, right = shown
        near, far = (gap + wide + 1) // 2, (gap + 1 + 3 * wide) // 2
        placed = [(_tens(left), -far), (_ones(left), -near), (_leading(right), near), (_last(right), far)]
    large = digit_images(side, large=True)
    for number, (level, x) in enumerate(placed, 1):
        yield _shown(f"SumFigure{number}", large, level, x=x, y=measured.first)
    yield from _steps(measured, side)
    if _unseen(kit):
        (whole, part), first = doubt_images(side), shown[0]
        yield _shown("SumDoubt", [whole], f"{first} < 0 ? 2 : 1", x=0, y=measured.first)
        beside = bars_at(measured) + gap // 2 + 3 * measured.small[0]
        some = f"SumDark > 0 && {first} >= 0 ? 2 : 1"
        yield _shown("SumMore", [part], some, x=beside, y=measured.second)


def _steps(measured: Cells, side: str) -> Iterator[Trait]:
    wide, small = measured.small[0], digit_images(side, large=False)
    start, y = bars_at(measured) + measured.gap // 2 + 2, measured.second
    yield _shown("SumStep1", small, _leading("SumSteps"), x=start + wide // 2, y=y)
    yield _shown("SumStep2", small, _last("SumSteps"), x=start + wide + wide // 2, y=y)


def _shown(name: str, images: Sequence[str], level: str, *, x: int, y: int) -> Trait:
    """A picture that an event chooses; the first level shows nothing."""
    shown, chosen = [BLANK, *images], f"{{{level}}}"
    return layer(shown, name=name, reset=_SHOW, reset_level=chosen, loop=False, x_offset=x, y_offset=y)


def _tens(name: str) -> str:
    """Level: the first of two digits."""
    return f"{name} >= {_TEN} ? ({name} - {name} % {_TEN}) / {_TEN} + 2 : 1"


def _last(name: str) -> str:
    """Level: the second of two digits."""
    return f"{name} >= {_TEN} ? {name} % {_TEN} + 2 : 1"


def _ones(name: str) -> str:
    """Level: the last digit, of one or two."""
    return f"{name} >= 0 ? {name} % {_TEN} + 2 : 1"


def _single(name: str) -> str:
    """Level: the digit of a number that has one."""
    return f"{name} >= 0 && {name} < {_TEN} ? {name} + 2 : 1"


def _leading(name: str) -> str:
    """Level: the first digit, of one or two."""
    return f"{name} >= {_TEN} ? ({name} - {name} % {_TEN}) / {_TEN} + 2 : {name} >= 0 ? {name} + 2 : 1"


# --- units ------------------------------------------------------------------------------------------------


def plated(side: str) -> str:
    """Prototype of the units of a side, outside of their masks.

    Examples
    --------
    >>> plated("german")
    'German Stack Sums'
    """
    return f"{side.title()} Stack Sums"


def lays_plates(kit: Kit, side: str) -> Iterator[Trait]:
    """What a unit has outside of its mask: the plate that it lays.

    Parameters
    ----------
    kit, side
        The module, and the side of the unit.

    Yields
    ------
    Trait
    """
    spec = slot_path("Markers", "Overlays", _title(side))
    yield place_marker(
        "", key=_LAY, spec=spec, gpid=kit.gpid(f"{plate_uids(kit)[side]}#place"), after_key=_NEW
    )


def plates_follow(kit: Kit, keys: Sequence[str]) -> Iterator[Trait]:
    """What a unit does when something happened to it while plates are shown; inside of what does it.

    Parameters
    ----------
    kit
        What the module is built from.
    keys
        What flips it, or takes it elsewhere.

    Yields
    ------
    Trait
        Nothing in a game without plates.
    """
    if figures(kit):
        yield trigger("Sums follow", watch=[DROPPED, *keys], match=f"{{{_ON}}}", actions=[LEFT, _LAY])


# --- the toolbar ------------------------------------------------------------------------------------------


def summary_names(kit: Kit) -> list[str]:
    """The button of the plates.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> summary_names(load_kit("june-six")), summary_names(load_kit("storm-over-normandy"))
    (['Stack sums'], [])
    """
    return [_NAME] if figures(kit) else []


def summary_properties(kit: Kit) -> Iterator[_Element]:
    """Whether the plates are shown, with the key that changes it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    if figures(kit):
        yield switch("SumsOn", _TURN, "what each stack is worth is shown")


def summary_buttons(kit: Kit) -> Iterator[_Element]:
    """The button of the plates, and what goes on behind it.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    if not figures(kit):
        return
    words: Any = kit.adapter["summary"]["words"]
    says = (
        f'{{"~The {words} of each stack are " + ({_ON} ? "no longer " : "") + "shown (" + PlayerSide + ")"}}'
    )
    tip = f"Show the {words} of each stack over it, or no longer"
    stroke = key("S", Modifier.ALT | Modifier.SHIFT)
    calls = [named(f"bocageSumsCall{side.title()}") for side in plate_uids(kit)]
    yield button(_NAME, stroke, tip=tip, icon=ICON, says=says, strokes=[_TURN, _CLEAR, *calls])
    main = {"map_name": kit.layout.main}
    lying = target(TargetKind.MODULE, Target.MAP, **main, prop=OVERLAY, value=_SUMS)
    yield command("No stack sums", _CLEAR, _GONE, lying)
    for call, title in zip(calls, map(str.title, plate_uids(kit)), strict=True):
        units = target(TargetKind.MODULE, Target.MAP, **main, prop="Side", value=title)
        bare = f'{_ON} && LocationName.matches("{hexes(kit)}") && SumLocation("SumTile{title}") == 0'
        yield command(f"Every {title} stack sum", call, _LAY, units, match=bare)
