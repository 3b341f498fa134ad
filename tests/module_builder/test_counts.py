"""What the module counts when it is asked agrees with the rulings, and with what its set-ups hold."""

from __future__ import annotations

import random
import re

import pytest

from adjudicator.game import GAMES
from adjudicator.homes import named
from adjudicator.vocabulary import load_vocabulary
from module_builder.counts import controls, count_buttons, count_names, deck_names
from module_builder.ground_facts import places_of_worth
from module_builder.kit import Kit, load_kit
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.sequence_encoder import decode
from tests.module_builder.building import tree_of

every_game = pytest.mark.parametrize("game", GAMES)
RULED = {
    "june-six": "adjudicator.june_six.r01_victory:points",
    "battle-for-normandy": "adjudicator.battle_for_normandy.r21_victory:place_points",
}
_TEST = re.compile(r'Count(?:Zone|Location)\("([^"]+)", "Map", "\{(Uid == [^}]*)\}"\)')


def flags_on_map(kit: Kit, held: dict[str, str], chance: random.Random) -> dict[str, tuple[str, int]]:
    """Name of a space for the engine -> control marker of any nation that lies there, and its face."""
    nations = {side: nation for side, nation, _ in load_vocabulary(kit.game.slug).nations.values()}
    found = {}
    for space, side in held.items():
        laid = [
            (spec.id, number)
            for spec, _ in kit.carriers.by_item["control"]
            for number, word in enumerate(map(str, spec.levels), 1)
            if word in {side, nations.get(side, "")}
        ]
        if laid:
            there = kit.board.spaces[space]
            found[space.upper() if there.kind == "hex" else there.name] = chance.choice(laid)
    return found


def computed(expression: str, flags: dict[str, tuple[str, int]]) -> bool:
    """What the engine makes of a test of control: each count is 1 where such a marker lies."""

    def counted(found: re.Match[str]) -> str:
        uid, face = flags.get(found[1], ("", 0))
        tests = re.findall(r'Uid == \\"([^"\\]+)\\" && Face_Level == (\d)', found[2])
        assert len(tests) == found[2].count("Uid"), found[2]
        return str(int((uid, str(face)) in tests))

    return bool(eval(_TEST.sub(counted, expression).replace("&&", "and")))  # noqa: S307 - our own numbers


@every_game
def test_control_is_told_as_the_rulings_tell_it(game: str) -> None:
    """By chance some places change hands: the points that the module adds up are those of the rulings."""
    kit, chance = load_kit(game), random.Random(19)
    default = str(kit.game.schema.items["control"].default)
    other = next(side for side in load_vocabulary(game).sides if side != default)
    places = places_of_worth(kit)
    taken = {space: other for place in places for space in place.spaces if chance.random() < 0.6}
    laid = flags_on_map(kit, taken, chance)
    total = 0
    for place in places:
        tests = {space: computed(controls(kit, space, other), laid) for space in place.spaces}
        spec = kit.carriers.markers["control"]
        printed = next((read.printed for read in spec.reads if read.printed), "")
        at_start = {s for s in place.spaces if printed and kit.board.spaces[s][printed] == other}
        assert {space for space, held in tests.items() if held} == {*place.spaces} & {*taken} | at_start
        mine = {space: computed(controls(kit, space, default), laid) for space in place.spaces}
        assert all(mine[space] != tests[space] for space in place.spaces)
        total += place.points if all(tests.values()) else 0
    if game in RULED:
        draft = kit.game.scenario(next(iter(kit.game.scenarios)), kit.overlay).draft()
        for uid in draft.pieces:
            draft.place(uid, "eliminated")  # a unit that stands there controls its hex, whatever lies on it
        for space in draft.subjects("control"):
            draft.set("control", default, space)
        for space in taken:
            draft.set("control", other, space)
        assert named(RULED[game])(draft.finish()) == total


@every_game
def test_every_pile_is_counted_and_every_count_stands_in_the_menu(game: str) -> None:
    tree, kit = tree_of(game), load_kit(game)
    maps = [*descendants(tree, "Map")]
    piles = {pile.get("name"): m.get("mapName") for m in maps for pile in descendants(m, "DrawPile")}
    assert deck_names(kit) == piles
    buttons = {b.get("name"): b for b in descendants(tree, "DoActionButton")}
    (menu,) = [m for m in descendants(tree, "ToolbarMenu") if m.get("text") == "Counts"]
    assert decode(menu.get("menuItems") or "", ",") == count_names(kit)
    assert set(count_names(kit)) <= set(buttons)
    told = buttons["Count piles"].get("reportFormat", "") if piles else ""
    assert all(f'"{name}_numPieces"' in told for name in piles)


@every_game
def test_losses_are_counted_where_the_lost_lie(game: str) -> None:
    kit = load_kit(game)
    told = next(b.get("reportFormat", "") for b in count_buttons(kit) if b.get("name") == "Count losses")
    zones = re.findall(r'CountZone\("([^"]+)", "([^"]+)"', told)
    assert len(zones) == len(load_vocabulary(game).sides)
    for zone, window in zones:
        assert [p.id for p in kit.layout.windows[window].places if p.name == zone] == ["eliminated"]


@every_game
def test_the_inventory_asks_the_mask_before_the_name(game: str) -> None:
    """It asks a piece for everything, masked or not; what lies face down stands there as its back."""
    (window,) = descendants(tree_of(game), "Inventory")
    leaf = window.get("leafFormat", "")
    assert leaf.startswith('{(Obscured == "true"')
    assert leaf.index("Obscured") < leaf.index("PieceName") < leaf.index("FullName")
