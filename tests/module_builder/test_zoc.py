"""ZOCs on the map: what the tiles shade is what the rules say, in set-ups and wherever random play leads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.asking.typed import with_options
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of as battle_zoc
from adjudicator.dark_summer.r06_zones_of_control import zoc_of as dark_zoc
from adjudicator.game import GAMES, load
from adjudicator.june_six import terms as june_terms
from adjudicator.june_six.r11_zones_of_control import zoc_of as june_zoc
from adjudicator.position import Position
from adjudicator.saves.adapter import LAYERS
from adjudicator.saves.carrier_text import option_property
from adjudicator.saves.placing import Placer
from adjudicator.saves.positions import read_save
from module_builder import save
from module_builder.hatching import around, half_image, hatchings
from module_builder.kit import Kit, load_kit
from module_builder.pieces import placed
from module_builder.prototypes import prototypes
from module_builder.save import save_commands, write_position
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddPiece, Command
from module_builder.vassal.traits import join_state
from module_builder.zoc import placer, projects, reach_text, sides_of, tile_uids
from tests.every import quick_one
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate
from tests.playing import wander

GAME, OPTION = "june-six", "zoc-rivers"
"""Where a reading decides how far a ZOC reaches."""
TOLD = ("Zoc", "Supply")
"""How what is told to an overlay is called."""
HEXES = ("june-six", "dark-summer", "battle-for-normandy")
RULES: Mapping[str, Callable[[Position, str], Any]] = {
    "june-six": june_zoc,
    "dark-summer": dark_zoc,
    "battle-for-normandy": battle_zoc,
}


class Table:
    """The pieces of a position as the module lays them out, and what they tell at a place."""

    def __init__(self, kit: Kit, position: Position) -> None:
        placer = Placer(kit, position, dict(position.facts))
        self.kit, self.main = kit, kit.layout.main
        self.at: dict[str, dict[str, int]] = {}
        for laid in (*placer.units(), *placer.markers()):
            place = kit.layout.find(laid.window, laid.x, laid.y)
            if laid.window == self.main and place is not None:
                told = self.at.setdefault(place.name, {})
                levels = {f"{name}_Level": level for name, level in laid.levels.items()}
                for name, value in self._tells(laid.uid, levels):
                    told[name] = told.get(name, 0) + value

    def _tells(self, uid: str, levels: Mapping[str, int]) -> Iterator[tuple[str, int]]:
        for trait in self.kit.pieces[uid].full:
            if trait.id == "mark":
                said = dict(zip(trait.fields, trait.values, strict=True))
                yield from ((k, int(v)) for k, v in said.items() if k.startswith(TOLD))
            elif trait.id == "calcProp" and trait.field("name").startswith(TOLD):
                value = evaluate(trait.field("expression"), levels)
                assert isinstance(value, int)
                yield trait.field("name"), value

    def sum_here(self, place: str) -> Callable[[str], int]:
        """`SumLocation` of a piece in a place."""
        return lambda name: self.sum(name, place, self.main)

    def sum(self, name: str, place: str, window: str) -> int:
        """`SumLocation`, as the engine works it out."""
        assert window == self.main
        return self.at.get(place, {}).get(name, 0)


def laying(kit: Kit, side: str) -> str:
    """Where a unit lays a tile."""
    (lays,) = [t for t in prototypes(kit)[placer(side)] if t.id == "macro"]
    return str(lays.field("match"))


def shaded(kit: Kit, position: Position, side: str) -> set[str]:
    """Hexes that the tiles of a side shade."""
    table, tile = Table(kit, position), kit.pieces[tile_uids(kit)[side]]
    ends = dict(re.findall(r"\|([^=|]+)=([^|]*)", reach_text(kit, side)))
    option = (
        {option_property(OPTION): f"{position.option(OPTION)}: as chosen"} if kit.game.slug == GAME else {}
    )
    asks = [
        t.field("reset_level") for t in tile.full if t.id == "emb2" and re.match(r"Zoc\d", t.field("name"))
    ]
    drawn, found = around(kit.layout), set[str]()
    assert len(asks) == 2
    for name, told in table.at.items():
        known = {"LocationName": name, "SumLocation": table.sum_here(name)}
        if not told.get(f"Zoc{side.title()}") or not evaluate(laying(kit, side), known):
            continue
        known = {
            **option,
            "LocationName": name,
            "ZocSides": ends.get(name, "") + ";;;;;;",
            "SumLocation": table.sum,
        }
        hexagon = kit.layout.space(kit.layout.named()[name])
        assert hexagon is not None
        middle = next(iter(hexagon.spots.values()))
        for half, ask in enumerate(asks):
            level = evaluate(ask, known)
            assert isinstance(level, int)
            for bit, (x, y) in enumerate(drawn[3 * half : 3 * half + 3]):
                if level - 1 >> bit & 1:
                    beyond = kit.layout.find(kit.layout.main, round(middle.x + x), round(middle.y + y))
                    assert beyond is not None, (name, half, bit)
                    found.add(beyond.id)
    return found


def by_rule(position: Position, side: str) -> set[str]:
    """Hexes in the ZOC of a side by the rules; of June Six those with land, where a ZOC can matter."""
    slug = position.game
    hexes = set(RULES[slug](position, side))
    return {h for h in hexes if june_terms.is_land(position.board.spaces[h])} if slug == "june-six" else hexes


@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_every_set_up_is_shaded_as_the_rules_have_it(game: str) -> None:
    kit, seen = load_kit(game), 0
    for name in kit.game.scenarios:
        position = kit.game.scenario(name)
        for side in sides_of(kit):
            wanted = by_rule(position, side)
            assert shaded(kit, position, side) == wanted, (name, side)
            seen += len(wanted)
    assert seen > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    quick_one([*((g, ()) for g in HEXES), (f"{GAME} b", ("zoc-rivers=b",))], "dark-summer"),
)
def test_wherever_random_play_leads_what_is_shaded_is_the_rules(game: str, options: tuple[str, ...]) -> None:
    known = load(game.partition(" ")[0])
    kit = load_kit(known.slug)
    start = with_options(known.scenario(next(iter(known.scenarios))), known, options)
    seen = set[frozenset[str]]()
    for number, (position, _) in enumerate(wander(start, 3, 240)):
        if number % 30 == 29:
            for side in sides_of(kit):
                wanted = by_rule(position, side)
                assert shaded(kit, position, side) == wanted, (number, side)
                seen.add(frozenset(wanted))
    assert len(seen) > 5


def test_a_reading_and_a_bridge_decide_what_lies_beyond_a_river() -> None:
    known = load(GAME)
    kit, rivers = load_kit(GAME), with_options(known.scenario("campaign"), known, ["zoc-rivers=b"])
    unit = next(
        p for p in rivers.pieces.values() if p.printed.side == "german" and june_terms.has_zoc(p.printed)
    )
    bridged = [e for e in rivers.board.edges.values() if e.boundary == "major-river" and e.bridge]
    bare = [e for e in rivers.board.edges.values() if e.boundary == "major-river" and not e.bridge]
    for edge, item in ((bridged[0], "blown"), (bare[0], "pontoon")):
        draft = rivers.draft()
        for other in rivers.pieces.values():
            if rivers.board.spaces[other.space].kind == "hex":
                draft.place(other.uid, "turn-track")
        draft.place(unit.uid, edge.a)
        for there in (False, True):
            draft.set(item, there, edge.id)
            position = draft.finish()
            wanted = by_rule(position, "german")
            assert shaded(kit, position, "german") == wanted
            assert (edge.b in wanted) is ((item == "pontoon") is there)


@pytest.mark.parametrize("game", GAMES)
def test_every_side_has_a_button_with_one_key_and_its_tile_in_the_palette(game: str) -> None:
    kit, tree = load_kit(game), tree_of(game)
    found = {
        b.get("name"): b.get("hotkey")
        for b in descendants(tree, "DoActionButton")
        if " ZOC" in b.get("name", "")
    }
    wanted = {"Allied ZOC": "65,585", "German ZOC": "71,585"} if game in HEXES else {}
    assert found == wanted
    slots = {s.get("entryName") for s in descendants(tree, "PieceSlot")}
    assert {name for name in slots if str(name).endswith(" ZOC")} == wanted.keys()
    pictures = {name for name, _ in hatchings(kit.layout, sides_of(kit))} if wanted else set()
    for uid in tile_uids(kit).values():
        tile = kit.pieces[uid]
        assert tile.layer == LAYERS[0], "below the units"
        named = {i for t in tile.full if t.id == "emb2" for i in t.field("images").split(",")}
        assert named - pictures == {"blank.png"}
        side = uid.removeprefix("zoc-")
        assert {half_image(side, half, bits) for half in range(2) for bits in range(1, 8)} <= named


@pytest.mark.parametrize("game", HEXES)
def test_a_mask_hides_no_zoc_and_gives_none_away(game: str) -> None:
    """The word for it lies outside of the mask, and all that look alike under it exert one, or none does."""
    kit, alike = load_kit(game), dict[str, set[bool]]()
    for uid in kit.units:
        traits = kit.pieces[uid].full
        kinds = [t.id for t in traits]
        tells = [
            n
            for n, t in enumerate(traits)
            if t.id == "mark" and f"Zoc{kit.units[uid].side.title()}" in t.fields
        ]
        assert bool(tells) == projects(kit, kit.units[uid])
        if "obs" in kinds:
            alike.setdefault(traits[0].field("name"), set()).add(bool(tells))
            assert all(n > kinds.index("obs") for n in tells)
    assert all(len(found) == 1 for found in alike.values()), alike


@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_a_save_with_tiles_is_read_as_one_without(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = load_kit(game)
    position = kit.game.scenario(next(iter(kit.game.scenarios)))
    plain, tiled = tmp_path / "plain.vsav", tmp_path / "tiled.vsav"
    write_position(position, plain)

    def with_tiles(kit: Kit, position: Position) -> Iterator[Command]:
        first, *others = save_commands(kit, position)
        yield first
        for number, uid in enumerate(tile_uids(kit).values()):
            tile = kit.pieces[uid]
            state = join_state(placed(tile, kit.layout.main, 1200 + 90 * number, 1200))
            yield AddPiece(str(9_000_000 + number), tile.type_text, state)
        yield from others

    monkeypatch.setattr(save, "save_commands", with_tiles)
    write_position(position, tiled)
    assert tiled.read_bytes() != plain.read_bytes()
    assert read_save(tiled).position == read_save(plain).position
