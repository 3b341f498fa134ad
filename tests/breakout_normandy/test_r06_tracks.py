"""The printed tracks that section 6 reads: days and their weather, impulse boxes, weekly requirement."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.breakout_normandy.tracks import load_tracks, read_tracks
from maps.errors import DataError
from maps.filing import OURS, filing_of

MINIMAL = """
[required]
12 = { points = 10, source = "rule 22.2" }
[weather]
clear = [6, 8]
overcast = [7]
source = "history: a diary"
printed = { 6 = "rule 5.1" }
[[tracks]]
id = "impulse"
labels = ["B", "A", "0", "1"]
source = "reconstructed"
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_our_tracks_agree_with_the_rulebook() -> None:
    tracks = load_tracks(OURS)
    assert len(tracks.boxes) == 17  # glossary
    assert tracks.boxes[0] <= -2 < 0 in tracks.boxes  # 12.53
    assert list(tracks.boxes) == list(range(tracks.boxes[0], tracks.last_box + 1))
    assert tracks.weather[6] == "clear"  # 5.1
    assert tracks.required[12] == 10  # 22.2
    assert sorted(tracks.weather)[:21] == list(range(6, 27))
    assert set(tracks.weather.values()) <= {"clear", "overcast", "storm"}


def test_every_printed_value_has_a_source() -> None:
    tracks = load_tracks(OURS)
    assert tracks.source("weather 6") == "rule 5.1"
    assert tracks.source("required 12") == "rule 22.2"
    for what in ("weather 9", "boxes", "required 19", "required 26"):
        assert tracks.source(what) != "unknown"


def test_minimal_file(tmp_path: Path) -> None:
    tracks = read_tracks(written(tmp_path, MINIMAL))
    assert tracks.boxes == (-2, -1, 0, 1)
    assert dict(tracks.weather) == {6: "clear", 7: "overcast", 8: "clear"}
    assert tracks.source("weather 6") == "rule 5.1"
    assert tracks.source("weather 7") == "history: a diary"
    assert tracks.source("anything else") == "unknown"


def test_an_owner_may_correct_the_tracks(tmp_path: Path) -> None:
    folder = tmp_path / "breakout-normandy"
    folder.mkdir()
    written(folder, MINIMAL.replace("points = 10", "points = 11"))
    assert load_tracks(filing_of("breakout-normandy", tmp_path)).required[12] == 11


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[required]", "[needed]", r"\[required\]"),
        ("[weather]", "[sky]", r"\[weather\]"),
        ('id = "impulse"', 'id = "turn"', "id 'impulse'"),
        ("clear = [6, 8]", "clear = [6, 7, 8]", "not two"),
        ('"B", "A"', '"BB", "A"', "one letter"),
        ('"B", "A"', '"b", "A"', "one letter"),
    ],
)
def test_faults_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_tracks(written(tmp_path, MINIMAL.replace(old, new)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"map\.toml"):
        read_tracks(tmp_path / "map.toml")
