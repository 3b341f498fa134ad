"""Small folders of games of one's own, to be changed by a test."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from maps.errors import DataError
from maps.homemade.board import load_board
from maps.homemade.layout import geometry_of

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
SIDES = {"two-rivers": ("north", "south"), "hill-and-ford": ("blue", "red")}

GAME = '[[side]]\nid = "red"\n\n[[side]]\nid = "blue"\n'
AREAS = {
    "game.toml": GAME,
    "map.toml": """
title = "Three Fields"
[board]
width = 6
height = 4
pixels_per_inch = 100
[areas]
[terrain.field]
[boundary.brook]
style = "river"
[boundary.ferry]
style = "link"
[road.lane]
[column.vp]
type = "number"
most = 5
shown = "star"
""",
    "spaces.csv": """id,name,terrain,vp,mood
west,West,field,1,gay
middle,Middle,field,,
east,East,field,5,grim
""",
    "areas.svg": """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4">
<rect id="west" x="0" y="0" width="2" height="4"/>
<polygon id="middle" points="2,0 4,0 4,4 2,4"/>
<path id="east" d="M4 0h2v4h-2z"/>
</svg>
""",
}
HEXES = {
    "game.toml": GAME,
    "map.toml": """
title = "Nine Hexes"
[board]
width = 6
height = 6
pixels_per_inch = 100
[hexes]
columns = 3
rows = 3
flat = 1
at = [1, 1]
terrain = "clear"
[terrain.clear]
[terrain.woods]
letter = "w"
[boundary.brook]
style = "river"
[boundary.ferry]
style = "link"
[road.lane]
""",
}


def write(folder: Path, files: Mapping[str, str], **changed: str) -> Path:
    """Write files; of `changed`, a name such as map_toml stands for map.toml."""
    names = {name.replace(".", "_").replace("-", "_"): name for name in (*files, *_MORE)}
    for name, text in {**files, **{names[key]: text for key, text in changed.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


_MORE = ("edges.csv", "courses.csv", "terrain.csv", "spaces.csv", "areas.geojson")


def areas(folder: Path, **changed: str) -> Path:
    return write(folder, AREAS, **changed)


def hexes(folder: Path, **changed: str) -> Path:
    return write(folder, HEXES, **changed)


def example(name: str, folder: Path) -> Path:
    """A copy of an example without the files of others."""
    return Path(shutil.copytree(EXAMPLES / name, folder / name))


def fault_of(folder: Path) -> str:
    """What is said of a folder that is wrong."""
    try:
        load_board(folder)
        geometry_of(folder)
    except DataError as fault:
        return str(fault)
    pytest.fail("nothing was said")
