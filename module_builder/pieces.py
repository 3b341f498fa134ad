"""The pieces of a module: units, markers and combat cards as they stand in the palette."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.saves.adapter import is_masked
from adjudicator.saves.combat_cards import card_face
from adjudicator.saves.looks import each_face, face_names, piece_px, shows_back
from adjudicator.saves.piles import members_by_uid
from module_builder.battle import BATTLE, FIGHTS, battle_traits
from module_builder.battle_data import load_battle
from module_builder.chits import chit_faces, chit_traits
from module_builder.materials import Kit, PieceDef
from module_builder.playing_cards import card_traits, cover
from module_builder.prototypes import (
    BACK,
    BETTER,
    ELIMINATE,
    FLIP,
    WORSE,
    controlling,
    expand,
    prototypes,
)
from module_builder.records import CHANGED, face_down, longest_memory, own_records, record_name
from module_builder.sources import SOURCES, has_sources, sources_piece
from module_builder.summaries import figures, plate_uids, plated, plates_of
from module_builder.turn_marker import turn_traits
from module_builder.unit_marks import formation_title, gun_range, shown_factors, unit_marks
from module_builder.vassal.builders import (
    basic_piece,
    layer,
    marker,
    mask,
    prototype,
    report,
    send_to_region,
    send_to_zone,
    submenu,
)
from module_builder.vassal.builders.hiding import access
from module_builder.vassal.keys import ctrl, named
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.traits import Trait, join_piece
from module_builder.veil import veil_uids, veils
from module_builder.zoc import placer, projects, tell_traits, tile_uids, tiles

if TYPE_CHECKING:
    from adjudicator.saves.carriers import MarkerSpec
    from counters.catalog import Unit

__all__ = [
    "FACE",
    "PieceDef",
    "all_pieces",
    "all_uids",
    "chit_faces",
    "placed",
    "unit_faces",
]

FACE, USED = "Face", ctrl("U")
"""Size of the largest counters."""
CARDS = "Cards"
"""Tab of what stands in no palette: it lies in a deck."""


def all_pieces(kit: Kit) -> dict[str, PieceDef]:
    """Every piece of the module by uid: units, markers, combat cards.

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
    >>> pieces = all_pieces(load_kit("breakout-normandy"))
    >>> pieces["ge-916"].tab, pieces["turn"].name
    ('German', 'Turn')
    """
    known = prototypes(kit)
    whole = {name: expand(traits, known) for name, traits in known.items()}
    found: dict[str, PieceDef] = {}
    overlays = (*tiles(kit), *plates_of(kit), *sources_piece(kit), *veils(kit))
    for piece in (*_units(kit), *_markers(kit), *_cards(kit), *_chits(kit), *_named(kit), *overlays):
        full = _full(piece.traits, whole)
        found[piece.uid] = replace(piece, full=full, type_text=join_piece(full)[0])
    return found


def _full(traits: Sequence[Trait], whole: Mapping[str, Sequence[Trait]]) -> tuple[Trait, ...]:
    """The traits of a slot with prototypes in their place, which are expanded already."""
    parts = (whole[t.field("name")] if t.id == "prototype" else expand([t], {}) for t in traits)
    return tuple(itertools.chain.from_iterable(parts))


def all_uids(kit: Kit) -> list[str]:
    """Every key of ``gpids.csv`` that the module needs, in a fixed order.

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
    >>> all_uids(load_kit("breakout-normandy"))[0]
    'ge-1-919'
    """
    cards = [card.uid for card in kit.carriers.decks.cards()]
    chits = [uid for cup in kit.carriers.cups for uid in cup.chits]
    controls = [f"{n}#control" for n in controlling(kit)]
    named = members_by_uid(kit.game.slug, kit.overlay)
    laid = (*tile_uids(kit).values(), *plate_uids(kit).values(), *([SOURCES] if has_sources(kit) else []))
    overlays = [f"{uid}{part}" for uid in laid for part in ("", "#place")]
    return [*kit.units, *kit.carriers.markers, *controls, *cards, *chits, *named, *overlays, *veil_uids(kit)]


def _has_control(kit: Kit, nationality: str) -> bool:
    """Whether a nationality has a face of the control marker."""
    spec = kit.carriers.markers.get("control")
    return spec is not None and nationality in spec.levels


def _units(kit: Kit) -> Iterator[PieceDef]:
    fighting = [prototype(FIGHTS)] if load_battle(kit.game.slug) else []
    for unit in kit.units.values():
        gpid = kit.gpid(unit.id)
        traits = (
            basic_piece(_open_name(kit, unit), f"{unit.id}_f.png", gpid=gpid),
            _status(kit, unit),
            *tell_traits(kit, unit.type, [ELIMINATE, BACK]),
            prototype("Unit"),
            prototype("Records"),
            prototype("Masked Turning" if is_masked(kit.adapter["unit"], unit) else "Turning"),
            *own_records(kit, unit, pooled=_pooled(kit, unit)),
            *([prototype("HQ")] if unit.type == "headquarters" and "range" in kit.adapter else []),
            *fighting,
            prototype(f"{unit.side.title()} Unit"),
            *(
                [prototype(f"{kit.nations[unit.nationality].title} Unit")]
                if _has_control(kit, unit.nationality) and unit.nationality != unit.side
                else []
            ),
            unit_marks(kit, unit),
            *gun_range(kit, unit),
            *_drawn(kit, unit),
            *_hidden(kit, unit),
            *([prototype(placer(unit.side))] if projects(kit, unit) else []),
            *([prototype(plated(unit.side))] if figures(kit) else []),
        )
        tab = CARDS if _pooled(kit, unit) else kit.nations[unit.nationality].title
        group = (
            formation_title(kit, unit)
            if unit.ratings or kit.formations
            else f"{unit.division} Div"
            if unit.division
            else f"{unit.corps} Corps"
            if unit.corps
            else "Hidden"
            if "hidden" in unit.marks
            else "Independent"
        )
        yield PieceDef(
            unit.id, unit.title, gpid, traits, tab, group, layer="Units", px=piece_px(kit, unit.size)
        )


def _hidden(kit: Kit, unit: Unit) -> Iterator[Trait]:
    """The hidden side of a counter: it lies over all else, and only its own side sees through it."""
    if is_masked(kit.adapter["unit"], unit):
        row = kit.adapter["unit"]["masked"]
        who = access([unit.side.title(), *row["open_to"]])
        hidden = _open_name(kit, unit)
        yield mask(f"{unit.id}_b.png", key=FLIP, text=row["text"], style="I", name=hidden, who=who)


def _open_name(kit: Kit, unit: Unit) -> str:
    """What anybody may know of a counter: the engine gives the name of the innermost trait through a mask."""
    if is_masked(kit.adapter["unit"], unit):
        names = kit.adapter["unit"]["masked"]["names"]
        return str(names.get(unit.type, names[""]))
    return f"? {unit.type.title()}" if face_down(kit) and _pooled(kit, unit) else unit.title


def _status(kit: Kit, unit: Unit) -> Trait:
    """The one carrier of a unit's status: four levels, the Spent side for three of them."""
    name = kit.adapter["unit"]["status"]
    words = kit.adapter["unit"]["words"]
    front, back = f"{unit.id}_f.png", f"{unit.id}_b.png"
    if each_face(kit):
        return _by_face(kit, unit, name, words)
    fresh, worn, *_ = shown_factors(kit, unit)
    if len(words) == 2:
        faces = [front] if unit.steps == 1 else [front, back]
        names = [f"+ {fresh}", f"+ {worn} ({words[1]})"][: len(faces)]
        flip = f"Flip {words[0]} / {words[1]}"
        if _open_name(kit, unit) != unit.title:
            names = [f"{unit.title} {said.removeprefix('+ ')}" for said in names]
        if is_masked(kit.adapter["unit"], unit):  # its key reveals it
            return layer(faces, name=name, level_names=names)
        return layer(faces, name=name, level_names=names, increase=FLIP, increase_text=flip)
    return layer(
        [front, *[back] * (len(words) - 1)],
        name=name,
        level_names=[f"+ {fresh}", *(f"+ {worn} ({word})" for word in words[1:])],
        increase=WORSE,
        increase_text="Disrupt (one level worse)",
        decrease=BETTER,
        decrease_text="Refit (one level better)",
        reset=FLIP,
        reset_text="Flip Fresh / Spent",
        reset_level=f"{{{name}_Level < 3 ? 3 - {name}_Level : {name}_Level}}",
        loop=False,
    )


def _by_face(kit: Kit, unit: Unit, name: str, words: Sequence[str]) -> Trait:
    """The status of a unit of which each is a face: they are turned over in their order."""
    faces = [f"{stem}.png" for stem in unit_faces(kit, unit)]
    shown = shown_factors(kit, unit)
    names = [f"+ {told} ({words[n]})" if n else f"+ {told}" for n, told in enumerate(shown[: len(faces)])]
    if len(faces) == 1:
        return layer(faces, name=name, level_names=names)
    flip = f"Flip {' / '.join(words[: len(faces)])}"
    return layer(faces, name=name, level_names=names, increase=FLIP, increase_text=flip)


def _drawn(kit: Kit, unit: Unit) -> Iterator[Trait]:
    """What a counter of a pool needs: it lies face down in its deck and goes back there."""
    for cup in kit.carriers.cups:
        if cup.holds(unit):
            if cup.to:
                yield prototype(cup.type.title())
            yield marker({"Cup": cup.deck})
            yield cover(f"{cup.cover or f'{unit.id}_b'}.png")


def _pooled(kit: Kit, unit: Unit) -> bool:
    """Whether a unit waits in a face-down deck."""
    return any(cup.holds(unit) for cup in kit.carriers.cups)


def unit_faces(kit: Kit, unit: Unit) -> list[str]:
    """Stems of the pictures of a unit that its piece shows.

    Parameters
    ----------
    kit, unit
        The module and one of its units.

    Returns
    -------
    list of str
        A unit of one step has no reduced side; a counter of a pool has its "?" side.
    """
    if each_face(kit):
        return [f"{unit.id}_{letter}" for letter in face_names(kit, unit)]
    one = len(kit.adapter["unit"]["words"]) == 2 and unit.steps == 1 and not _pooled(kit, unit)
    one = one and not shows_back(kit, unit) and not is_masked(kit.adapter["unit"], unit)
    return [f"{unit.id}_f"] if one else [f"{unit.id}_f", f"{unit.id}_b"]


def _markers(kit: Kit) -> Iterator[PieceDef]:
    for spec in kit.carriers.markers.values():
        gpid = kit.gpid(spec.id)
        images = [f"{image}.png" for image in spec.images]
        extra = [prototype("Control")] if spec.id == "control" else []
        if spec.of:
            extra.append(prototype(record_name(spec.of, spec.carries)))
        if spec.form == "count":
            extra += _boxes(kit, spec)
        extra += turn_traits(kit, spec)
        if spec.id == BATTLE:
            extra += battle_traits(kit)
        traits = (
            basic_piece(spec.name, images[0], gpid=gpid),
            *tell_traits(kit, spec.id, [FLIP]),
            *([_face(kit, spec, images)] if len(images) > 1 else []),
            *([report([FLIP], CHANGED)] if len(images) > 1 and not spec.follows else []),
            prototype("Marker"),
            *extra,
            marker({"Uid": spec.id, "Side": spec.side.title() or "Both", "Layer": spec.layer}),
        )
        group = "Support" if spec.of == "marker" else "Markers"
        group = "Plans" if spec.private else "Depots" if spec.of == "depot" else group
        px = spec.px or piece_px(kit, "")
        yield PieceDef(spec.id, spec.name, gpid, traits, "Markers", group, layer=spec.layer, px=px)


def _boxes(kit: Kit, spec: MarkerSpec) -> Iterator[Trait]:
    """Commands that send a marker to each box where it counts, or away when it is used."""
    texts = []
    for read in spec.reads:
        for place in kit.layout.windows[kit.layout.main].of_kind("box"):
            track, _, label = place.id.partition(":")
            if track in read.on and (not read.words or label in dict(read.words).values()):
                texts.append(f"To {place.name}")
                spot, stroke = place.spots["slot 0"], named(f"bocageTo-{track}-{label}")
                yield send_to_region(texts[-1], key=stroke, map_name=kit.layout.main, region=spot.name)
    yield send_to_zone("Used", key=USED, map_name=kit.layout.cards, zone="Markers")
    yield submenu("Send", texts)
    yield report([USED], "?$newPieceName$ used ($oldLocation$)")


def _face(kit: Kit, spec: MarkerSpec, images: Sequence[str]) -> Trait:
    """The layer that shows the face of a marker; bombardment markers turn to their front on a new day."""
    fixed = spec.form == "fixed"
    names = [f"+ ({word})" if word else "" for word in _face_words(kit, spec)]
    if spec.follows:
        used = f'{{{spec.follows} == "" || {spec.follows} < 1 ? 1 : 2}}'
        rule = spec.follows if spec.follows.startswith("{") else used
        return layer(images, name=FACE, level_names=names, follow=rule, loop=False)
    return layer(
        images,
        name=FACE,
        level_names=names,
        increase=FLIP,
        increase_text="Flip",
        reset=longest_memory(kit) if fixed else "",
    )


def _face_words(kit: Kit, spec: MarkerSpec) -> list[str]:
    printed = kit.printed.get(spec.id)
    if printed and spec.levels[0] is False:
        return ["", printed.back]
    if printed and len(spec.levels) == 2:
        return [printed.front, printed.back]
    return [str(level).title() for level in spec.levels]


def _cards(kit: Kit) -> Iterator[PieceDef]:
    for card in kit.carriers.decks.cards():
        gpid, side = kit.gpid(card.uid), card.side.title()
        traits = (
            basic_piece(card.name, f"{card.face}.png", gpid=gpid),
            marker({"Uid": card.uid, "Side": side, "Card": card.value, "Layer": "Markers"}),
            mask(f"{card_face(card.side)}.png", key=FLIP, text="Turn over", name=f"{side} card", who="side:"),
        )
        yield PieceDef(card.uid, card.name, gpid, traits, CARDS, side)


def _chits(kit: Kit) -> Iterator[PieceDef]:
    for uid, traits, tab, group in chit_traits(kit):
        yield PieceDef(uid, traits[0].fields[3], kit.gpid(uid), traits, tab, group)


def _named(kit: Kit) -> Iterator[PieceDef]:
    piles = kit.carriers.piles
    for uid, card, traits in card_traits(kit):
        assert piles is not None  # noqa: S101 - there are cards
        group, gpid, tab = card.side.title(), kit.gpid(uid), "Activation" if piles.markers else CARDS
        yield PieceDef(uid, card.title, gpid, traits, tab, group, layer="Cards", px=piles.size[0])


def placed(
    piece: PieceDef,
    map_name: str,
    x: int,
    y: int,
    *,
    levels: Mapping[str, int] | None = None,
    properties: Mapping[str, str] | None = None,
    owner: str = "",
) -> tuple[Trait, ...]:
    """The expanded traits of a piece as a save holds them.

    Parameters
    ----------
    piece
        The slot.
    map_name, x, y
        Where it stands.
    levels
        Layer name -> level.
    properties
        Dynamic Property -> value.
    owner
        Side that masks it.

    Returns
    -------
    tuple of Trait

    Examples
    --------
    >>> slot = PieceDef("x", "X", 1, (), "M", "M", full=(basic_piece("X", gpid=1),))
    >>> placed(slot, "Map", 3, 4)[0].state
    'Map;3;4;1;0'
    """
    states = {("emb2", name): str(level) for name, level in (levels or {}).items()}
    states |= {("PROP", name): value for name, value in (properties or {}).items()}
    states |= {("obs", ""): encode([owner, ""], ";")} if owner else {}
    states["piece", ""] = encode([map_name, x, y, piece.gpid, 0], ";")
    result = []
    for trait in piece.full:
        state = states.get(_carrier(trait.type), trait.state)
        result.append(trait if state == trait.state else Trait(trait.type, state))
    return tuple(result)


@functools.lru_cache(maxsize=16_384)
def _carrier(kind: str) -> tuple[str, str]:
    """Id of a trait, and the name of a layer or Dynamic Property: what its state is found under."""
    trait = Trait(kind)
    return trait.id, trait.field("name") if trait.id in {"emb2", "PROP"} else ""
