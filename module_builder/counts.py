"""What the module counts when it is asked: Victory Points, losses, cards; hands that are filled at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.vocabulary import load_vocabulary
from module_builder.controls import button, command
from module_builder.ground_facts import places_of_worth
from module_builder.vassal.keys import Target, TargetKind, alt, ctrl, named, target

if TYPE_CHECKING:
    from lxml.etree import _Element

    from module_builder.kit import Kit

__all__ = ["controls", "count_buttons", "count_names", "deck_names", "flags"]

_SPACE = re.compile(r"<([a-z0-9-]+)(:free)?>")


def count_buttons(kit: Kit) -> Iterator[_Element]:
    """Buttons that count when they are pressed: nothing is kept, so nothing can get off track.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    lxml element
    """
    for name, said in _counts(kit).items():
        yield button(name, named(f"bocage{name.replace(' ', '')}"), says=f"{{{said}}}")
    yield from _filled(kit)


def count_names(kit: Kit) -> list[str]:
    """The counting buttons, in the order of their menu.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> count_names(load_kit("june-six"))
    ['Count Victory Points', 'Count losses', 'Count piles']
    """
    return list(_counts(kit))


def _counts(kit: Kit) -> dict[str, str]:
    found = {"Count Victory Points": _points(kit), "Count losses": _losses(kit), "Count piles": _piles(kit)}
    return {name: said for name, said in found.items() if said}


# --- control ---------------------------------------------------------------------------------------------


def flags(kit: Kit, *words: str) -> str:
    r"""Match of the markers that say that a side controls where they lie; there may be one for each nation.

    Parameters
    ----------
    kit
        What the module is built from.
    words
        What their faces say.

    Returns
    -------
    str
        As it stands within a text of an expression.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> print(flags(load_kit("june-six"), "german"))
    {Uid == \"control\" && Face_Level == 2}
    """
    found = (
        f'Uid == \\"{spec.id}\\" && Face_Level == {number}'
        for spec, _ in kit.carriers.by_item["control"]
        for number, word in enumerate(map(str, spec.levels), 1)
        if word in words
    )
    return f"{{{' || '.join(found)}}}"


def controls(kit: Kit, space: str, side: str) -> str:
    r"""Expression: a side controls a space, by the marker that lies there, or none.

    Parameters
    ----------
    kit
        What the module is built from.
    space
        Id of an Area or hex.
    side
        Word of the game.

    Returns
    -------
    str
        Without braces.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> controls(load_kit("june-six"), "w1529", "allied")
    '(CountLocation("W1529", "Map", "{Uid == \\"control\\" && Face_Level == 1}") > 0)'
    """
    spec, there = kit.carriers.markers["control"], kit.board.spaces[space]
    sides = {nation: side for side, nation, _ in load_vocabulary(kit.game.slug).nations.values()}
    column = next((read.printed for read in spec.reads if read.printed), "")
    first = str(there[column] or "") if column else ""
    first = first or str(kit.game.schema.items["control"].default)
    mine = first == side
    others = [word for word in map(str, spec.levels) if (sides.get(word, word) == side) != mine]
    where = f'CountLocation("{space.upper()}"' if there.kind == "hex" else f'CountZone("{there.name}"'
    found = f'{where}, "{kit.layout.main}", "{flags(kit, *others)}")'
    return f"({found} == 0)" if mine else f"({found} > 0)"


def _points(kit: Kit) -> str:
    """Expression: what the places are worth that each side controls, and which the attacker holds."""
    if "control" not in kit.game.schema.items:
        return ""
    places = places_of_worth(kit)
    first = str(kit.game.schema.items["control"].default)
    sides = sorted(load_vocabulary(kit.game.slug).sides, key=lambda side: side == first)
    sums, names = [], list[str]()
    for side in sides:
        tests = [" && ".join(controls(kit, space, side) for space in place.spaces) for place in places]
        worth = [f"({test} ? {p.points} : 0)" for p, test in zip(places, tests, strict=True) if p.points]
        sums += [f'"{side.title()}-controlled places are worth " + ({" + ".join(worth)})'] if worth else []
        if side == sides[0]:
            names = [f'({test} ? ", {p.title}" : "")' for p, test in zip(places, tests, strict=True)]
    held = f'("held by the {sides[0].title()} side:" + {" + ".join(names)} + ".")'
    held += '.replaceFirst(":,", ":").replaceFirst(":[.]", ": none.")'
    return '"~By the control markers: " + ' + ' + "; " + '.join([*sums, held]) if names else ""


# --- losses and piles ------------------------------------------------------------------------------------


def _losses(kit: Kit) -> str:
    """Expression: units of each side among the lost, with the steps that they had."""
    parts = []
    for side in load_vocabulary(kit.game.slug).sides:
        zone, window = _lost_zone(kit, side)
        mine = f'"{zone}", "{window}", "{{Layer == \\"Units\\" && Side == \\"{side.title()}\\"}}"'
        parts.append(f'"{side.title()} " + CountZone({mine}) + " units"')
        if any(unit.steps for unit in kit.units.values()):
            parts[-1] += f' + " (" + SumZone("Steps", {mine}) + " steps)"'
    return '"~Lost: " + ' + ' + "; " + '.join(parts)


def _lost_zone(kit: Kit, side: str) -> tuple[str, str]:
    """Zone and window where the lost units of a side lie."""
    for window in (kit.layout.cards, kit.layout.main):
        for place in kit.layout.windows[window].of_kind("space"):
            if place.id == "eliminated" and place.owner in {side, ""}:
                return place.name, window
    raise LookupError(f"{kit.game.slug}: no box for what {side} has lost")


def deck_names(kit: Kit) -> dict[str, str]:
    """Decks, cups and piles of the maps, each with its window; hands are no decks.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> deck_names(load_kit("breakout-normandy"))["German Cards"]
    'Setup Cards'
    """
    found = {name: kit.layout.cards for row in kit.carriers.decks.rows for name, _ in row.piles}
    found |= {cup.deck: kit.layout.cards for cup in kit.carriers.cups}
    rows = kit.carriers.piles.decks if kit.carriers.piles else ()
    return found | {r.name: kit.layout.main if r.window == "map" else kit.layout.cards for r in rows}


def _piles(kit: Kit) -> str:
    """Expression: how much lies in each deck, cup and pile; the engine keeps the numbers itself."""
    parts = (
        f'"{name} " + GetMapProperty("{name}_numPieces", "{window}")'
        for name, window in deck_names(kit).items()
    )
    said = ' + ", " + '.join(parts)
    return f'"~" + {said}' if said else ""


# --- hands -----------------------------------------------------------------------------------------------


def _filled(kit: Kit) -> Iterator[_Element]:
    """A button that draws up to the limit of a hand: a player his own, the referee and Solitaire both."""
    row: Mapping[str, Any] | None = kit.adapter["desk"].get("fill")
    piles = kit.carriers.piles
    if row is None or piles is None:
        return
    keys = []
    for hand in piles.hands:
        limit, pile = (
            row["limits"][hand.side],
            next(r for r in piles.decks if r.closed and r.side == hand.side),
        )
        missing = f'{_spelled(kit, limit, hand.side)} - CountMap("{hand.name}", "{{Layer==\\"Cards\\"}}")'
        keys.append(named(f"bocageFill{hand.side.title()}"))
        where = target(TargetKind.MODULE, Target.DECK, deck=pile.name)
        name = f"Fill the {hand.name}"
        may = " || ".join(f'PlayerSide == "{one}"' for one in (hand.side.title(), *piles.open_to))
        said = f'{{{may} ? "~{name} to its limit: " + PlayerSide : ""}}'
        drawn = f"{{{missing} > 0 ? {missing} : 0}}"
        yield command(name, keys[-1], ctrl(hand.key), where, says=said, deck=drawn)
    icon = f"icon_{row['icon']}.png"
    yield button(row["name"], alt(row["key"]), tip=row["tip"], icon=icon, strokes=keys)


def _spelled(kit: Kit, limit: str, side: str) -> str:
    """A limit with 1 for each ``<space>`` that the side controls; ``:free``, only where no enemy is."""
    other = next(s for s in load_vocabulary(kit.game.slug).sides if s != side)

    def put(found: re.Match[str]) -> str:
        test, name = controls(kit, found[1], side), kit.board.name(found[1])
        enemies = f'"{{Layer == \\"Units\\" && Side == \\"{other.title()}\\"}}"'
        free = f' && CountZone("{name}", "{kit.layout.main}", {enemies}) == 0' if found[2] else ""
        return f"({test}{free} ? 1 : 0)"

    return f"({_SPACE.sub(put, limit)})"
