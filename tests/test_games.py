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
HOME = home_in_package("two-rivers", "two_rivers", Path(__file__).parent)
"""


def test_our_games_are_those_of_the_entry_points() -> None:
    found = {entry.name: entry.load() for entry in entry_points(group=GROUP)}
    assert found == {slug: home_of(slug) for slug in OUR_GAMES}
    assert all(folder.is_dir() for home in found.values() for folder in home.folders.values())


def test_a_game_of_another_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, told = tmp_path / "two_rivers", tmp_path / "two_rivers-1.0.dist-info"
    rules = package / "adjudicator"
    rules.mkdir(parents=True)
    told.mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    (rules / "__init__.py").write_text("GAME = 'two rivers'")
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: two-rivers\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text(f"[{GROUP}]\ntwo-rivers = two_rivers:HOME\n")
    with pytest.raises(MalformedAction, match=r"there is no game 'two-rivers'\. Known: "):
        load("two-rivers")
    monkeypatch.syspath_prepend(tmp_path)
    assert home_of("two-rivers").path("maps", "spaces.csv") == package / "maps" / "spaces.csv"
    assert home_of("two-rivers").module("maps", "sheet") is None
    assert str(load("two-rivers")) == "two rivers"
    home_of.cache_clear()
    load.cache_clear()
