"""Games are found by the entry point ``bocage.games``: ours, and those of other packages."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.game import load
from maps.games import GROUP, OUR_GAMES, home_of

PACKAGE = """
from pathlib import Path
from maps.games import home_in_package
HOME = home_in_package("far-away", "far_away", Path(__file__).parent)
"""


def test_our_games_are_those_of_the_entry_points() -> None:
    found = {entry.name: entry.load() for entry in entry_points(group=GROUP)}
    assert found == {slug: home_of(slug) for slug in OUR_GAMES}
    assert all(folder.is_dir() for home in found.values() for folder in home.folders.values())


def test_a_game_of_another_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, told = tmp_path / "far_away", tmp_path / "far_away-1.0.dist-info"
    rules = package / "adjudicator"
    rules.mkdir(parents=True)
    told.mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    (rules / "__init__.py").write_text("GAME = 'far away'")
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: far-away\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[{GROUP}]\nfar-away = far_away:HOME\n")
    with pytest.raises(MalformedAction, match=r"there is no game 'far-away'\. Known: "):
        load("far-away")
    monkeypatch.syspath_prepend(tmp_path)
    assert home_of("far-away").path("maps", "spaces.csv") == package / "maps" / "spaces.csv"
    assert home_of("far-away").module("maps", "sheet") is None
    assert str(load("far-away")) == "far away"
    home_of.cache_clear()
    load.cache_clear()
