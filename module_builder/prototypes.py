"""The prototypes of a module: every trait that many pieces share, and how the engine expands them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.saves.carriers import option_property
from adjudicator.saves.looks import counter_px, disrupts
from adjudicator.vocabulary import load_vocabulary
from maps.errors import DataError
from module_builder.acting import acting_items, lights
from module_builder.battle import FIGHTS, fights
from module_builder.battle_tables import TABLES, battle_tables
from module_builder.controls import slot_path
from module_builder.records import (
    BLANK,
    CHANGED,
    MASKED,
    badge_key,
    face_down,
    record_name,
    record_prototypes,
    records_of_kind,
    turning_keys,
)
from module_builder.summaries import figures, lays_plates, plated, plates_follow
from module_builder.unit_marks import now_properties, ranges, shows_formation
from module_builder.vassal.builders import (
    calculated_property,
    delete,
    footprint,
    layer,
    mark_moved,
    place_marker,
    report,
    restrict_commands,
    send_to_region,
    send_to_zone,
    submenu,
    trigger,
)
from module_builder.vassal.keys import (
    TargetKind,
    ctrl,
    ctrl_shift,
    key,
    named,
    no_target,
)
from module_builder.vassal.traits import Trait
from module_builder.zoc import follows, lays_tiles, placer, sides_of

if TYPE_CHECKING:
    from adjudicator.saves.cups import Cup
    from module_builder.materials import Kit

__all__ = [
    "REFRESH",
    "TIDY",
    "controlling",
    "deal_key",
    "deals",
    "dealt_to",
    "expand",
    "prototypes",
    "spends",
]

_OUTSIDE = 8  # pixels that the mark of what has moved stands out at the corner, so that it hides nothing

FLIP, WORSE, BETTER, SPEND = ctrl("F"), ctrl("J"), ctrl_shift("J"), ctrl("S")
ELIMINATE, WITHDRAW, BACK, HOME = ctrl("E"), ctrl("W"), ctrl("B"), ctrl("H")
MOVED, TRAIL, CONTROL, REMOVE = ctrl("M"), ctrl("T"), ctrl("K"), key("DELETE")
TIDY, REFRESH = named("bocageTidy"), named("bocageRefresh")
GONE = "!$newPieceName$: $menuCommand$, $oldLocation$ \u2192 $location$"
"""Report of what leaves the map, or comes back to it."""


def prototypes(kit: Kit) -> dict[str, tuple[Trait, ...]]:
    """The prototypes of a game, each without its BasicPiece, in editor order.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Name to traits.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> sorted(prototypes(load_kit("breakout-normandy")))[:3]
    ['Allied Unit', 'Battle Tables', 'British Unit']
    """
    found = {"Unit": _unit(kit), "Marker": _marker()}
    found |= {name: (*traits, *_unused(kit, traits)) for name, traits in record_prototypes(kit)}
    turning = [FLIP, WORSE, BETTER] if disrupts(kit) else [FLIP]
    found["Turning"] = (report([*turning, *turning_keys(kit)], CHANGED),)
    if "masked" in kit.adapter["unit"]:
        found["Masked Turning"] = (report([*turning, *turning_keys(kit)], MASKED),)
    for side in load_vocabulary(kit.game.slug).sides:
        found[f"{side.title()} Unit"] = tuple(_of_side(kit, side))
        if side in sides_of(kit):
            found[placer(side)] = tuple(lays_tiles(kit, side))
        if figures(kit):
            found[plated(side)] = tuple(lays_plates(kit, side))
    for nationality, (title, menu, face) in controlling(kit).items():
        own = found.get(f"{title} Unit", ())
        found[f"{title} Unit"] = (*own, _take_control(kit, nationality, menu, face))
    if "control" in kit.carriers.markers:
        found["Control"] = tuple(_control(kit))
    for cup in kit.carriers.cups:
        if cup.to:
            found[cup.type.title()] = tuple(_dealt(kit, cup))
    if traits := tuple(fights(kit)):
        found[FIGHTS] = traits
        found[TABLES] = tuple(battle_tables(kit))
    if "range" in kit.adapter:
        found["HQ"] = tuple(ranges(kit))
    for kind in kit.carriers.records:
        if kind != "unit":
            for carries in _carried(kit, kind):
                found[record_name(kind, carries)] = tuple(records_of_kind(kit, kind, carries))
    return found


def _unused(kit: Kit, traits: Sequence[Trait]) -> Iterator[Trait]:
    """Commands of these traits that are not in the menu while their optional rule is not used."""
    rules: Mapping[str, str] = kit.adapter["unit"].get("optional", {})
    layers = {trait.field("name") for trait in traits if trait.id == "emb2"}
    for record in kit.carriers.of_pieces("unit"):
        item = record.item.name
        if item in rules and record.name in layers:
            used = f'{option_property(rules[item])}.substring(0, 1) == "B"'
            name, keys = f"{record.name} is optional", [badge_key(kit, item)]
            yield restrict_commands(name, keys=keys, expression=f"{{!({used})}}")


def _carried(kit: Kit, kind: str) -> list[tuple[str, ...]]:
    """What the markers about a kind of subject carry: all its items, or some of them."""
    return list(dict.fromkeys(m.carries for m in kit.carriers.markers.values() if m.of == kind)) or [()]


def spends(kit: Kit) -> bool:
    """Whether the units of a game are Spent by what they do, and all turn Fresh together.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> spends(load_kit("breakout-normandy")), spends(load_kit("dark-summer"))
    (True, False)
    """
    return "spent" in kit.game.statuses


def dealt_to(kit: Kit, cup: Cup) -> tuple[str, ...]:
    """Spaces that several counters of a cup go to at once, in the order of the map.

    Parameters
    ----------
    kit, cup
        The module and one of its cups.

    Returns
    -------
    tuple of str
    """
    areas = (s for s in kit.board.spaces.values() if s.kind == "area")
    return tuple(space.id for space in areas if cup.to and space[cup.to])


def deal_key(space: str) -> str:
    """Key that sends a counter of a cup to a space.

    Examples
    --------
    >>> deal_key("omaha-1")
    '57348,0,bocageTo-omaha-1'
    """
    return named(f"bocageTo-{space}")


def deals(kit: Kit, cup: Cup) -> Iterator[dict[str, object]]:
    """The menu of a cup of which several counters go to a space at once, drawn by chance.

    Parameters
    ----------
    kit, cup
        The module and one of its cups.

    Yields
    ------
    dict
        Attributes of a DeckGlobalKeyCommand.
    """
    for space in dealt_to(kit, cup):
        name = f"{cup.deals} to {kit.board.name(space)}"
        row = {"name": name, "hotkey": deal_key(space), "deckCount": cup.deals, "reportSingle": False}
        yield {
            **row,
            "reportFormat": f"~{name}: drawn by chance ($PlayerSide$)",
            "target": no_target(TargetKind.DECK),
        }


def _dealt(kit: Kit, cup: Cup) -> Iterator[Trait]:
    """Ways of a counter out of its cup; the keys have no menu text: the cup has the commands."""
    main, points = kit.layout.main, kit.adapter["unit"].get("points", {})
    for id_ in dealt_to(kit, cup):
        place = kit.layout.space(id_)
        assert place is not None  # noqa: S101 - every Area has a zone
        spot = place.spots[points.get(cup.type, next(iter(place.spots)))]
        yield send_to_region("", key=deal_key(id_), map_name=main, region=spot.name)


def _unit(kit: Kit) -> tuple[Trait, ...]:
    status = kit.adapter["unit"]["status"]
    level = f"{status}_Level"
    words = kit.adapter["unit"]["words"]
    chosen = " : ".join(f'{level} == {n} ? "{w}"' for n, w in enumerate(words[:-1], 1))
    withdrawing = any(_own_box(kit, "withdrawn", side) for side in load_vocabulary(kit.game.slug).sides)
    corner = -counter_px(kit) // 2 - _OUTSIDE
    return (
        footprint(key=TRAIL, menu="Movement trail", clear_key=TIDY),
        *(_disruption(level) if disrupts(kit) else ()),
        mark_moved(
            "moved.png", x_offset=corner, y_offset=corner, text="Mark moved", key=MOVED, false_key=TIDY
        ),
        submenu("Movement", ["Mark moved", "Movement trail", "Back"]),
        *(_spending(level) if spends(kit) else ()),
        *shows_formation(kit),
        *lights(kit, _happening(kit)),
        report([ELIMINATE, WITHDRAW, BACK] if withdrawing else [ELIMINATE, BACK], GONE),
        calculated_property("State", f'{{{chosen} : "{words[-1]}"}}' if chosen else f'{{"{words[0]}"}}'),
        *now_properties(kit, level, face_down(kit)),
    )


def _happening(kit: Kit) -> list[str]:
    """Keys of what happens to a unit, and of what it does."""
    worse = [WORSE, BETTER] if disrupts(kit) else []
    return [FLIP, *worse, ELIMINATE, *turning_keys(kit, acting_items(kit))]


def _disruption(level: str) -> Iterator[Trait]:
    """The badge of a game whose units are disrupted: it follows the status."""
    yield layer(
        [BLANK, "status_d1.png", "status_d2.png"], name="Disrupt", follow=level, first_level=2, loop=False
    )


def _spending(level: str) -> Iterator[Trait]:
    """Commands of a game whose units are Spent by what they do."""
    yield trigger("Spend", key=SPEND, menu="Spend", match=f"{{{level} == 1}}", actions=[FLIP])
    yield trigger("Refresh", key=REFRESH, match=f"{{{level} == 2}}", actions=[FLIP])


def _of_side(kit: Kit, side: str) -> Iterator[Trait]:
    title, cards = side.title(), kit.layout.cards
    yield from follows(kit, side, [ELIMINATE, WITHDRAW, BACK])
    yield from plates_follow(kit, [FLIP, WORSE, BETTER, ELIMINATE, WITHDRAW, BACK])
    withdrawn = _own_box(kit, "withdrawn", side)
    back = {"back_text": "" if withdrawn else "Back", "back_key": BACK}
    if _own_box(kit, "eliminated", side):
        yield send_to_zone("Eliminate", key=ELIMINATE, map_name=cards, zone=f"{title} Eliminated", **back)
    else:
        spot = _box_point(kit, "eliminated", side)
        yield send_to_region("Eliminate", key=ELIMINATE, map_name=kit.layout.main, region=spot, **back)
    if withdrawn:
        back = {"back_text": "Back", "back_key": BACK}
        zone = f"{title} Withdrawn"
        yield send_to_zone("Withdraw", key=WITHDRAW, map_name=cards, zone=zone, **back)


def _own_box(kit: Kit, space: str, side: str) -> bool:
    """Whether a side has a box of its own for a space on the set-up cards."""
    places = kit.layout.windows[kit.layout.cards].of_kind("space")
    return any(place.id == space and place.owner == side for place in places)


def _box_point(kit: Kit, space: str, side: str) -> str:
    """Name of the first point of a side in a box of the map."""
    place = kit.layout.space(space)
    if place is None:
        raise DataError("adapter.toml", f"cards.boxes, {side}", f"a box for what is {space}")
    return place.spots[f"{side} 1"].name


def controlling(kit: Kit) -> dict[str, tuple[str, str, str]]:
    """The nationalities and sides that have a face of the control marker, in the order of the game's words.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    dict
        Nationality or side -> prototype, menu text, key that turns the control marker to its face.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> list(controlling(load_kit("breakout-normandy"))), list(controlling(load_kit("june-six")))
    (['us', 'british'], ['allied', 'german'])
    """
    spec, known = kit.carriers.markers.get("control"), load_vocabulary(kit.game.slug)
    words = dict.fromkeys(word for side, nation, _ in known.nations.values() for word in (nation, side))
    titles = {
        w: kit.nations[w].title if w in kit.nations else w.title() for w in words if spec and w in spec.levels
    }
    return {w: (title, f"{title} control", f"bocage{w.title()}") for w, title in titles.items()}


def _take_control(kit: Kit, nationality: str, menu: str, face: str) -> Trait:
    spec = kit.carriers.markers["control"]
    return place_marker(
        menu,
        key=CONTROL,
        spec=slot_path("Markers", "Markers", spec.name),
        gpid=kit.gpid(f"{nationality}#control"),
        after_key=named(face),
    )


def _control(kit: Kit) -> Iterator[Trait]:
    """Turn to the face of a nationality and go to the Area's own point; in a hex it is there already."""
    spot = '{CurrentZone + " Control"}'
    snap, hexes = named("bocageSnap"), kit.layout.windows[kit.layout.main].lattice is not None
    if not hexes:
        yield send_to_region("", key=snap, map_name=kit.layout.main, region=spot)
    for nationality, (_, _, face) in controlling(kit).items():
        level = kit.carriers.markers["control"].levels.index(nationality)
        yield trigger(
            f"Set {nationality}", key=named(face), actions=[*[FLIP] * level, *([] if hexes else [snap])]
        )


def _marker() -> tuple[Trait, ...]:
    return (
        report(
            [REMOVE], "$oldPieceName$ removed from $oldLocation$ ($PlayerSide$)"
        ),  # it is on no map by then
        delete("Remove", key=REMOVE),
        calculated_property("Box", '{LocationName.substring(LocationName.lastIndexOf(" ") + 1)}'),
        calculated_property("Drm", '{Face_Level == 2 ? "-" + Box : Box}'),
    )


def expand(traits: Sequence[Trait], known: Mapping[str, Sequence[Trait]]) -> tuple[Trait, ...]:
    """Put the traits of prototypes in their place, as the engine does when a piece leaves the palette.

    Parameters
    ----------
    traits
        Of a slot, in editor order.
    known
        The prototypes.

    Returns
    -------
    tuple of Trait

    Raises
    ------
    KeyError
        A prototype that there is not.

    Examples
    --------
    >>> from module_builder.vassal.builders import marker, prototype
    >>> shared = {"P": (marker({"Side": "US"}),)}
    >>> [t.type for t in expand([prototype("P")], shared)]
    ['mark;Side']
    """
    result: list[Trait] = []
    for trait in traits:
        kind = trait.id
        if kind == "prototype":
            result.extend(expand(known[trait.field("name")], known))
        elif kind != "cmt":
            result.append(trait)
    return tuple(result)
