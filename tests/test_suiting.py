"""Which game a module plays: of all pairs of made-up modules and games only the right one is taken."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

from adjudicator.game import GAMES, load
from adjudicator.saves.foreign.modules import TheirModule, open_module
from adjudicator.saves.foreign.shelf import place_of
from adjudicator.saves.foreign.suiting import OtherGame, suits, suits_or_refuses
from tests.commandline import run
from tests.foreign import STYLES, make_foreign

QUICK = "area-folders"
STYLE = [style if style == QUICK else pytest.param(style, marks=pytest.mark.slow) for style in STYLES]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("suiting")


@functools.cache
def module_of(style: str, folder: Path) -> TheirModule:
    return open_module(make_foreign(style, folder / f"{style}.vmod").path)


def refusal(module: TheirModule, game: str) -> OtherGame | None:
    try:
        suits_or_refuses(module, load(game))
    except OtherGame as no:
        return no
    return None


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLE)
def test_a_module_is_taken_for_its_own_game_and_for_no_other(style: str, folder: Path) -> None:
    module, own = module_of(style, folder), STYLES[style][0]
    refused = {game: no for game in GAMES if (no := refusal(module, game)) is not None}
    assert set(refused) == set(GAMES) - {own}
    assert {no.slug for no in refused.values()} == {own}
    for game, no in refused.items():
        assert load(game).title in str(no)
        assert f"{load(own).title} fits better" in str(no)
        assert "%" in str(no)
        assert "\n" not in str(no)
    assert suits(module)[0].game.slug == own


@pytest.mark.parametrize("share", [0.3, pytest.param(0.6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("style", STYLE)
def test_a_part_of_a_module_is_known_as_well(style: str, share: float, folder: Path) -> None:
    """A module of one scenario has few of our units, and is taken all the same."""
    whole, own = module_of(style, folder), STYLES[style][0]
    chance = random.Random(style)
    some = tuple([counter for counter in whole.counters if chance.random() < share])
    part = TheirModule(whole.file, whole.name, whole.version, whole.root, whole.archive, some)
    assert refusal(part, own) is None
    assert suits(part)[0].game.slug == own


def test_the_command_line_says_so_in_one_line_and_writes_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))
    module, out = module_of(QUICK, folder), tmp_path / "a.toml"
    told = run(f"adjudicator adapt {folder / f'{QUICK}.vmod'} june-six -o {out}")
    assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
    own = load(STYLES[QUICK][0])
    assert f"{own.title} fits better: adjudicator adapt {QUICK}.vmod {own.slug}" in told.err
    assert "nothing is written" in told.err
    assert not out.exists()
    assert not place_of(module.name).exists()
