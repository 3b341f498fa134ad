"""Sources of supply on the map: what is framed is what the rules say, wherever random play leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from adjudicator.asking.typed import with_options
from adjudicator.battle_for_normandy.r07 import sources as battle
from adjudicator.dark_summer import r13_sources as dark
from adjudicator.game import GAMES, load
from adjudicator.june_six import r05_sources as june
from adjudicator.position import Position
from adjudicator.saves.adapter import LAYERS
from module_builder.kit import Kit, load_kit
from module_builder.save import save_commands
from module_builder.sources import SOURCES, frames, has_sources
from module_builder.turn_marker import dated_marker
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import GlobalProperty
from tests.every import quick_one
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate
from tests.module_builder.test_zoc import Table
from tests.playing import wander

HEXES = ("june-six", "dark-summer", "battle-for-normandy")
BATTLE = "battle-for-normandy"


def framed(kit: Kit, position: Position, side: str) -> set[str]:
    """Hexes that the piece frames for a side: its own layers asked, in the place that each lies over."""
    table = Table(kit, position)
    known = {c.name: c.value for c in save_commands(kit, position) if isinstance(c, GlobalProperty)}
    window = kit.layout.windows[kit.layout.main]
    found = set()
    for trait in kit.pieces[SOURCES].full:
        if trait.id == "emb2" and trait.field("images") == f"source_{side}.png":
            level = trait.field("reset_level")
            if level == "1" or evaluate(level, {**known, "true": True, "SumLocation": table.sum}) == 1:
                x, y = (int(trait.field(f"{axis}_offset")) for axis in "xy")
                place = kit.layout.find(kit.layout.main, window.width // 2 + x, window.height // 2 + y)
                assert place is not None
                found.add(place.id)
    return found


def _june(position: Position, side: str) -> set[str]:
    groups = [g for g in june.GROUPS if june.side_of(g) == side]
    return {h for group in groups for h in june.sources(position, group)}


def _dark(position: Position, side: str) -> set[str]:
    return set(dark.possible_sources(position, side))


def _battle(position: Position, side: str) -> set[str]:
    return {h for h, s in battle.sources(position, side).items() if s.kind != battle.PATHFINDER}


RULES: Mapping[str, Callable[[Position, str], set[str]]] = {
    "june-six": _june,
    "dark-summer": _dark,
    BATTLE: _battle,
}


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(HEXES, *HEXES))
def test_every_set_up_is_framed_as_the_rules_have_it(game: str) -> None:
    kit, seen = load_kit(game), set[frozenset[str]]()
    for name in kit.game.scenarios:
        position = kit.game.scenario(name)
        for side in ("german", "allied"):
            wanted = RULES[game](position, side)
            assert framed(kit, position, side) == wanted, (name, side)
            seen.add(frozenset(wanted))
    assert len(seen) > 1


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_wherever_random_play_leads_what_is_framed_is_the_rules(game: str) -> None:
    kit, count = load_kit(game), 0
    start = kit.game.scenario(next(iter(kit.game.scenarios)))
    for number, (position, _) in enumerate(wander(start, 7, 400)):
        if number % 50 == 49:
            for side in ("german", "allied"):
                wanted = RULES[game](position, side)
                assert framed(kit, position, side) == wanted, (number, side)
                count += len(wanted)
    assert count > 50


@pytest.mark.slow
def test_the_expansion_maps_move_the_edge() -> None:
    known = load(BATTLE)
    kit, start = load_kit(BATTLE), known.scenario("campaign")
    found = {letter: with_options(start, known, [f"expansion={letter}"]) for letter in "AB"}
    edges = {letter: framed(kit, position, "german") for letter, position in found.items()}
    assert all(edges[letter] == _battle(position, "german") for letter, position in found.items())
    assert edges["A"] - edges["B"]
    assert edges["B"] - edges["A"]


@pytest.mark.slow
def test_a_mulberry_makes_the_hexes_beside_its_beachhead_sources() -> None:
    kit = load_kit(BATTLE)
    draft = kit.game.scenario("goodwood-and-cobra").draft()
    seen = []
    for points in (0, battle.MULBERRY_POINTS - 1, battle.MULBERRY_POINTS):
        draft.set("mulberry", points, "omaha")
        position = draft.finish()
        seen.append(framed(kit, position, "allied"))
        assert seen[-1] == _battle(position, "allied")
    assert seen[0] == seen[1] < seen[2]


def test_what_happens_in_brittany_closes_hexes() -> None:
    kit = load_kit("dark-summer")
    draft = kit.game.scenario(next(iter(kit.game.scenarios))).draft()
    seen = []
    for item in ("", "brittany-turn", "brittany-return-turn"):
        if item:
            draft.set(item, 3)
        position = draft.finish()
        seen.append(framed(kit, position, "german"))
        assert seen[-1] == _dark(position, "german")
    assert seen[0] > seen[1] > seen[2]


def test_cherbourg_is_lost_for_good() -> None:
    kit = load_kit("june-six")
    draft = kit.game.scenario(next(iter(kit.game.scenarios))).draft()
    before = framed(kit, draft.finish(), "german")
    draft.set("cherbourg-lost", True)
    after = framed(kit, draft.finish(), "german")
    assert before - after == set(june.ground(draft).cherbourg)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_one_button_and_the_marker_of_the_turn_lays_the_piece(game: str) -> None:
    kit, tree = load_kit(game), tree_of(game)
    (*keys,) = (
        b.get("hotkey") for b in descendants(tree, "DoActionButton") if b.get("name") == "Supply sources"
    )
    assert keys == (["85,585"] if game in HEXES else [])
    assert has_sources(kit) is (game in HEXES) is (SOURCES in kit.pieces)
    if game not in HEXES:
        return
    lays = [uid for uid, p in kit.pieces.items() for t in p.full if "bocageSourcesLay" in t.type]
    (item,) = (row["advances"] for row in kit.adapter["due"] if "advances" in row)
    assert lays == [dated_marker(kit, item).id]
    piece = kit.pieces[SOURCES]
    assert piece.layer == LAYERS[0], "below the units"
    pictures = [t.field("images") for t in piece.full if t.id == "emb2"]
    assert pictures == [f"source_{side}.png" for side, _ in frames(kit)]
