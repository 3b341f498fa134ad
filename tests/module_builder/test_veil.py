"""What is out of play on the map: the strips of a set-up cover it, all of it and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.game import apply, legal, load
from adjudicator.june_six import r01_part, terms
from adjudicator.saves.patching import load_printed, patched
from adjudicator.saves.positions import read_save
from maps.filing import OURS
from module_builder.hatching import around
from module_builder.kit import Kit, load_kit
from module_builder.save import save_commands, write_position
from module_builder.vassal.commands import AddPiece
from module_builder.vassal.savegame import Save
from module_builder.veil import has_veil, strips, veil_images
from tests.every import for_every

GAME = load("june-six")
PARTS = [name for name in GAME.scenarios if r01_part.part_of(OURS, name) is not None]


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit("june-six")


def covered(kit: Kit, name: str) -> list[str]:
    """Ids of the hexes that strips cover, each as often as one does."""
    (step, _), found = around(kit.layout)[0], []
    for strip in strips(kit, GAME.scenario(name)):
        number = 2 * strip.levels["OutOfPlay"] - 1
        for place in range(-(number // 2), number // 2 + 1):
            there = kit.layout.find(strip.window, round(strip.x + place * step), strip.y)
            assert there is not None
            found.append(there.id)
    return found


@for_every(PARTS)
def test_strips_cover_every_hex_of_land_out_of_play_once(name: str) -> None:
    here = GAME.scenario(name)
    land = {h for h in r01_part.outside(here) if terms.is_land(here.board.spaces[h])}
    found = Counter(covered(load_kit("june-six"), name))
    assert found.keys() == land
    assert set(found.values()) == {1}


def test_nothing_is_covered_where_all_is_in_play(kit: Kit) -> None:
    assert list(strips(kit, GAME.scenario("campaign"))) == []
    for game in ("dark-summer", "battle-for-normandy", "storm-over-normandy"):
        assert not has_veil(load_kit(game))
        assert list(veil_images(load_kit(game))) == []


def test_strips_are_no_part_of_a_position_and_stay_when_a_save_is_changed(kit: Kit, tmp_path: Path) -> None:
    here = GAME.scenario("omaha")
    write_position(here, tmp_path / "omaha.vsav")
    read = read_save(tmp_path / "omaha.vsav").position
    assert read == here
    save = Save.from_commands(save_commands(kit, here))
    action = next(iter(legal(here)))
    after = patched(save, here, apply(here, action), load_printed("june-six"))
    number = len(list(strips(kit, here)))
    for one in (save, after):
        types = [c.type for c in one.commands() if isinstance(c, AddPiece)]
        assert sum("out_of_play_1.png" in text for text in types) == number


def test_pictures_of_neighbours_do_not_overlap(kit: Kit) -> None:
    (step, _), pictures = around(kit.layout)[0], dict(veil_images(kit))
    for number, paint in zip(range(1, 16, 2), pictures.values(), strict=True):
        picture = paint()
        assert abs(picture.width - number * step) <= 1
        alpha = picture.getchannel("A")
        assert alpha.getextrema() == (0, 150)
        middle = picture.height // 2
        row = alpha.crop((0, middle, picture.width, middle + 1)).tobytes()
        gaps = [x for x in range(1, number) if min(row[round(x * step) - 1 : round(x * step) + 2]) < 150]
        assert len(gaps) == number - 1  # the hexsides between them stay as they are
