"""Borders of Areas as an owner draws them: written, checked, given away and put together as values are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.owning.doubts import seen_in
from adjudicator.owning.owned import OwnCopy
from adjudicator.saves.ground import find_ground, geometry_file, own_ground
from maps.errors import DataError
from maps.filing import OURS
from maps.redrawing import BORDER, GEOMETRY
from maps.render import load_sheet
from module_builder.owner import export_values, import_values, merge_overlays
from tests.commandline import run
from tests.every import quick_one

GAME = "breakout-normandy"
AREAS = quick_one([GAME, "storm-over-normandy"], GAME)


def border(game: str, number: int = 0, *, by: float = 3.0, place: float = 0.5) -> tuple[str, str]:
    """One of the longest borders of our map, with one of its points moved."""
    rows = [
        (row, seen.text) for (row, column), seen in seen_in(OURS, game, GEOMETRY).items() if column == BORDER
    ]
    row, text = sorted(rows, key=lambda each: -len(each[1]))[number]
    points = [[float(n) for n in word.split(",")] for word in text.split()]
    point = points[int(place * (len(points) - 1))]
    point[0], point[1] = round(point[0] + by, 1), round(point[1] + by, 1)
    return row, " ".join(f"{x:.1f},{y:.1f}".replace(".0", "") for x, y in points)


def draw(folder: Path, number: int = 0, game: str = GAME, *, by: float = 3.0, place: float = 0.5) -> str:
    """Draw one of them in a folder."""
    row, text = border(game, number, by=by, place=place)
    OwnCopy(game, folder).enter({(GEOMETRY, row, BORDER): text})
    return row


@pytest.mark.slow
@pytest.mark.parametrize("game", AREAS)
def test_a_border_is_written_used_and_taken_back(game: str, tmp_path: Path) -> None:
    row, text = border(game)
    copy = OwnCopy(game, tmp_path)
    (written,) = copy.enter({(GEOMETRY, row, BORDER): text})
    assert copy.seen(GEOMETRY, row, BORDER).text == text
    with written.open("rb") as file, geometry_file(game).open("rb") as ours:
        theirs, plain = tomllib.load(file), tomllib.load(ours)
    changed = {area for area in plain["areas"] if theirs["areas"][area] != plain["areas"][area]}
    assert changed == set(row.split("/"))
    assert load_sheet(game, tmp_path).geometry.borders[row] != load_sheet(game).geometry.borders[row]
    ground = own_ground(game, tmp_path)
    assert ground.version != own_ground(game).version
    assert find_ground(game, own_ground(game).version, tmp_path, file="an old save").board == plain
    done = run(f"module-builder data check {tmp_path}")
    assert done.out == f"{game}: 1 values of yours, and nothing wrong\n"
    assert copy.undo()
    assert not written.exists()


@pytest.mark.slow
def test_what_cannot_be_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    for by, told in ((900.0, "overlap|cross itself"), (-900.0, "overlap|cross itself|inside of it")):
        row, text = border(GAME, by=by)
        with pytest.raises(DataError, match=f"geometry.toml, .*, near .*({told})"):
            OwnCopy(GAME, tmp_path).enter({(GEOMETRY, row, BORDER): text})
    assert not list(tmp_path.rglob("*.toml"))


@pytest.mark.slow
def test_a_geometry_made_by_hand_is_not_drawn_over(tmp_path: Path) -> None:
    file = tmp_path / GAME / GEOMETRY
    file.parent.mkdir()
    text = geometry_file(GAME).read_text(encoding="utf-8").replace("version = 1", "version = 7")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="change by hand what was made by hand"):
        draw(tmp_path)
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_borders_are_given_away_and_put_together(tmp_path: Path) -> None:
    mine, yours, both, theirs = (tmp_path / name for name in ("mine", "yours", "both", "theirs"))
    first, second = draw(mine), draw(yours, 4)
    assert first != second
    export_values(mine, tmp_path / "mine.csv")
    import_values(tmp_path / "mine.csv", theirs)
    held = [folder / GAME / GEOMETRY for folder in (mine, theirs)]
    assert held[0].read_text(encoding="utf-8") == held[1].read_text(encoding="utf-8")
    _, differ = merge_overlays(mine, yours, both)
    assert not differ
    borders = load_sheet(GAME, both).geometry.borders
    for folder, row in ((mine, first), (yours, second)):
        assert borders[row] == load_sheet(GAME, folder).geometry.borders[row]


@pytest.mark.slow
def test_where_two_owners_draw_differently_is_listed(tmp_path: Path) -> None:
    mine, yours = tmp_path / "mine", tmp_path / "yours"
    row = draw(mine)
    draw(yours, by=-3.0)
    written, differ = merge_overlays(mine, yours, tmp_path / "both")
    assert not written
    assert [each.key for each in differ] == [(GEOMETRY, row, BORDER)]
