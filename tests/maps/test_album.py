"""An album gives back what was drawn, whatever becomes of its files, and never grows beyond its bounds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from maps import album as albums
from maps.album import NO_ALBUM, Album, own_album


def drawing(said: list[str], what: str = "picture") -> Callable[[], bytes]:
    """Draws, and notes it."""

    def draw() -> bytes:
        said.append(what)
        return what.encode()

    return draw


def test_a_picture_is_drawn_once_for_all_that_it_is_made_of(tmp_path: Path) -> None:
    said: list[str] = []
    for made_of in (("a", 1), ("a", 2), ("a", "1"), (("a",), 1), ("a", 1.0), ("a", b"1")):
        for _ in range(2):
            assert Album(tmp_path).kept(made_of, drawing(said)) == b"picture"
    assert len(said) == len(list(tmp_path.iterdir())) == 6


def test_other_code_draws_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    Album(tmp_path).kept("a", drawing(said))
    monkeypatch.setattr(albums, "_drawn_by", lambda: b"another version")
    Album(tmp_path).kept("a", drawing(said))
    assert len(said) == 2


@pytest.mark.parametrize("harm", [b"", b"x", b"x" * 400])
def test_what_is_damaged_or_half_written_is_drawn_again_and_replaced(tmp_path: Path, harm: bytes) -> None:
    said: list[str] = []
    Album(tmp_path).kept("a", drawing(said))
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-1] if not harm else whole[:40] + harm)
    assert Album(tmp_path).kept("a", drawing(said)) == b"picture"
    assert len(said) == 2
    assert file.read_bytes() == whole


def test_a_picture_under_the_name_of_another_is_not_taken(tmp_path: Path) -> None:
    Album(tmp_path).kept("a", lambda: b"a")
    (one,) = tmp_path.iterdir()
    Album(tmp_path).kept("b", lambda: b"b")
    (other,) = set(tmp_path.iterdir()) - {one}
    other.write_bytes(one.read_bytes())
    assert Album(tmp_path).kept("b", lambda: b"b") == b"b"


def test_where_nothing_can_be_written_everything_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    said: list[str] = []
    for album in (NO_ALBUM, Album(tmp_path / "file"), Album(tmp_path / "file" / "below")):
        with album:
            assert [album.kept("a", drawing(said)) for _ in range(2)] == [b"picture"] * 2
    assert len(said) == 6
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_nobody_looked_at_for_longest_goes(tmp_path: Path) -> None:
    with Album(tmp_path) as album:
        for number in range(10):
            album.put(number, bytes(968))  # 1,000 with its checksum
    now = time.time()
    for age, path in enumerate(sorted(tmp_path.iterdir())):
        os.utime(path, (now - 1e6 * age, now - 1e6 * age))
    oldest, kept = max(tmp_path.iterdir()), [n for n in range(10) if album.found(n) is not None]
    assert len(kept) == 10, "looking at all makes all of them young"
    os.utime(oldest, (0, 0))
    with Album(tmp_path, most=9_000) as album:
        album.put("one more", bytes(968))
    assert 0 < sum(path.stat().st_size for path in tmp_path.iterdir()) <= 9_000
    assert not oldest.exists()
    assert album.found("one more") is not None


def test_several_builds_share_an_album(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from maps.album import Album\n"
        "for n in range(60):\n"
        "    with Album(Path(sys.argv[1]), most=40_000) as album:\n"
        "        assert album.kept(n % 50, lambda: bytes([n % 50]) * 1000) == bytes([n % 50]) * 1000"
    )
    line = [sys.executable, "-c", code, str(tmp_path)]
    running = [subprocess.Popen(line, env={**os.environ, "PYTHONPATH": str(Path.cwd())}) for _ in range(2)]
    assert [one.wait() for one in running] == [0, 0]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 40_000
    assert all("." not in path.name for path in tmp_path.iterdir()), "nothing half written is left"


def test_the_users_album_lies_in_his_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    own_album().put("a", b"a")
    assert len(list((tmp_path / "bocage" / "pictures").iterdir())) == 1


def test_another_template_of_counters_is_another_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counters.toml").write_text("size = 13\n")
    monkeypatch.setattr(albums, "_TEMPLATES", tmp_path)
    before = albums._drawn_by.__wrapped__()
    assert albums._drawn_by.__wrapped__() == before
    (tmp_path / "counters.toml").write_text("size = 14\n")
    assert albums._drawn_by.__wrapped__() != before
