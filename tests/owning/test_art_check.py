"""What `data check` says of an owner's pictures: what is wrong, and what could be better."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from counters.art_check import art_faults, art_games
from maps.filing import our_file
from maps.geometry import load_geometry
from tests.commandline import run

GAME = "breakout-normandy"


def put(overlay: Path, name: str, size: tuple[int, int]) -> Path:
    path = overlay / GAME / "art" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "#8899aa").save(path)
    return path


BROKEN = {
    "counters/ge-961.png": ((80, 80), "the name of a counter; Did you mean ge-9"),
    "counters/ge-916.png": ((80, 120), "80 x 120 pixels: expected a square, as a counter is"),
    "counters/ge-726.png": ((20, 20), "a picture with sides of 24 to 12,000 pixels"),
    "cards/card-german-2.png": ((200, 200), "the shape of a card, 63.5 to 88.9"),
    "cards/german-2.png": ((127, 178), "the name of a card; Did you mean card-german-2?"),
    "map/map.png": ((576, 500), "5760 x 3960 pixels, as geometry.toml says, or the same shape"),
    "map/A.png": ((576, 396), "the name of a board"),
    "counter/ge-916.png": ((80, 80), "one of the folders counters, cards, map; Did you mean counters?"),
}
ADVICE = {
    "counters/ge-916.png": ((50, 50), "50 x 50 pixels are fewer than the 66 that a module shows across"),
    "counters/ge-726.png": ((100, 110), "are not a square, as a counter is: what is over is cut off"),
    "counters/ge-1058.png": ((1300, 1300), "are more than anybody sees"),
    "counters/ge-729-back.png": ((80, 80), "a back without its front: ge-729 is drawn by us"),
    "cards/card-german-2.png": ((100, 140), "fewer than the 132"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_picture_that_is_wrong_is_one_line(tmp_path: Path, name: str) -> None:
    size, told = BROKEN[name]
    put(tmp_path, name, size)
    faults = [fault for fault in art_faults(tmp_path, GAME) if fault.broken]
    assert len(faults) == 1
    assert told in str(faults[0])
    assert str(tmp_path) in str(faults[0])
    assert "\n" not in str(faults[0])


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    for name in ("ge-916.png", "notes.txt"):
        path = put(tmp_path, "counters/ge-726.png", (80, 80)).with_name(name)
        path.write_bytes(b"no picture")
    put(tmp_path, "counters/ge-726.jpg", (80, 80))
    told = [str(fault) for fault in art_faults(tmp_path, GAME)]
    assert len(told) == 3
    assert "one of each" not in told[0]
    assert any("ge-726" in line and "shows it too" in line for line in told)
    assert any("ge-916.png: expected a picture that can be read" in line for line in told)
    assert any("notes.txt: expected a picture: .png, .jpg, .jpeg" in line for line in told)


def test_what_could_be_better_is_advice(tmp_path: Path) -> None:
    for name, (size, _) in ADVICE.items():
        put(tmp_path, name, size)
    found = list(art_faults(tmp_path, GAME))
    assert len(found) == len(ADVICE)
    assert not any(fault.broken for fault in found)
    for name, (_, told) in ADVICE.items():
        assert any(name in str(fault) and told in str(fault) for fault in found), name


def test_the_command_tells_faults_and_advice_apart(tmp_path: Path) -> None:
    put(tmp_path, "counters/ge-916.png", (50, 50))
    done = run(f"module-builder data check {tmp_path}")
    assert done.code == 0
    assert [line.partition(" ")[0] for line in done.out.splitlines()] == ["advice:", f"{GAME}:"]
    assert done.out.endswith("0 values of yours, 1 picture, and nothing wrong\n")
    wrong = put(tmp_path, "counters/ge-961.png", (80, 80))
    done = run(f"module-builder data check {tmp_path}")
    assert done.code == 1
    assert done.out.splitlines()[0].startswith(f"{wrong}: expected the name of a counter")


def test_pictures_right_in_the_overlay_are_of_the_game_that_knows_them(tmp_path: Path) -> None:
    folder = tmp_path / "art" / "counters"
    folder.mkdir(parents=True)
    for name in ("us-1-16", "nobody"):
        Image.new("RGB", (80, 80)).save(folder / f"{name}.png")
    (game,) = art_games(tmp_path)
    assert [str(fault).partition(":")[0] for fault in art_faults(tmp_path, game)] == [
        str(folder / "nobody.png")
    ]


def test_a_board_of_its_shape_is_right(tmp_path: Path) -> None:
    geometry = load_geometry(our_file("maps", GAME, "geometry.toml"))
    put(tmp_path, "map/map.png", (geometry.width // 3, geometry.height // 3))
    assert list(art_faults(tmp_path, GAME)) == []
