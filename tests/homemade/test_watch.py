"""A folder that is watched: what is saved is shown; a fault is told, changes nothing, and is mended again."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from starlette.testclient import TestClient

from adjudicator.table.questioning import Asked
from adjudicator.table.server import table_app
from adjudicator.table.session import Table
from adjudicator.table.watch_routes import WATCH, watch_routes
from adjudicator.table.worker import Opener
from maps.errors import DataError
from module_builder.homemade.rebuilding import Built, Rebuilding
from module_builder.homemade.snapshots import Snapshots
from module_builder.homemade.watching import Watching
from tests.commandline import run
from tests.table.serving import ORIGIN, PORT, TOKEN

ROOT = Path(__file__).parents[2]
TWO_RIVERS = ROOT / "docs" / "examples" / "two-rivers"
WRONG = "units.csv, line 5, column side: expected one of north, south, not 'nroth'; Did you mean north?"


class Watched:
    """A copy of the example that is watched, without a browser and without a program beside it."""

    def __init__(self, room: Path, rebuilding: Rebuilding | None = None) -> None:
        self.folder, self.said = room / "two-rivers", list[str]()
        shutil.copytree(TWO_RIVERS, self.folder)
        self.table = Table()
        copies = room / "copies"
        self.watching = Watching(self.folder, copies, self.table, rebuilding, self.said.append)

    def save(self, file: str, change: Callable[[str], str]) -> None:
        path = self.folder / file
        before, text = path.stat(), change(path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))
        assert self.watching.look()

    @property
    def told(self) -> dict[str, Any]:
        return self.watching.news.newest

    @property
    def faces(self) -> dict[str, str]:
        assert self.watching.newest is not None
        return dict(self.watching.newest.faces)

    def attack(self, unit: str = "n-fell-1") -> Any:
        """What the table prints of a unit."""
        ruling = self.table.ask(str(self.told["tree"]), "n0", Asked(verb="printed", words=(unit,)))
        return ruling["text"]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    one = Watched(tmp_path)
    assert one.watching.look()
    yield one
    one.table.matchings.close()


def stronger(text: str) -> str:
    return text.replace("Fell,2,4,5,3", "Fell,2,9,5,3", 1)


def wrong(text: str) -> str:
    return text.replace("Regiment,north,", "Regiment,nroth,", 1)


def test_what_lies_there_is_on_the_table(watched: Watched) -> None:
    assert (watched.told["edition"], watched.told["faults"]) == (1, [])
    assert [tree["title"] for tree in watched.table.trees()] == ["Two Rivers: start"]
    assert not watched.watching.look()
    assert re.fullmatch(r"\d\d:\d\d:\d\d read in \d+\.\d s", watched.said[0])


def test_a_changed_value_is_drawn_again_and_nothing_else(watched: Watched) -> None:
    before, said = watched.faces, watched.attack()
    watched.save("units.csv", stronger)
    assert watched.told["changed"] == ["units.csv"]
    assert watched.told["drawn"] == ["n-fell-1 front"]
    assert {name for name, key in watched.faces.items() if before[name] != key} == {"n-fell-1 front"}
    assert watched.told["edition"] == 2
    assert watched.attack() != said
    assert "units.csv: drawn again: n-fell-1 front (" in watched.said[-1]


@pytest.mark.slow
def test_a_changed_map_is_drawn_again_and_no_counter(watched: Watched) -> None:
    watched.save("map.toml", lambda text: text.replace("#e8dec4", "#c8dec4"))
    assert watched.told["drawn"] == ["map"]


@pytest.mark.slow
def test_rules_change_answers_and_no_picture(watched: Watched) -> None:
    asked = Asked(verb="reach", words=("n-fell-1",))
    before = watched.table.ask(watched.told["tree"], "n0", asked)["ruling"]["answer"]
    watched.save("rules.toml", lambda text: text.replace("woods = 2", "woods = 1", 1))
    assert watched.told["drawn"] == []
    assert "rules.toml: no picture is another one" in watched.said[-1]
    assert watched.table.ask(watched.told["tree"], "n0", asked)["ruling"]["answer"] != before


def test_a_fault_is_told_and_what_was_right_stays_until_it_is_mended(watched: Watched) -> None:
    faces, said = watched.faces, watched.attack()
    watched.save("units.csv", wrong)
    assert (watched.told["faults"], watched.told["edition"]) == ([WRONG], 1)
    assert watched.said[-1].endswith(WRONG)
    assert (watched.faces, watched.attack()) == (faces, said)
    assert watched.table.open_text("two-rivers:turn-four")
    watched.save("units.csv", lambda text: stronger(text.replace("nroth", "north")))
    assert (watched.told["faults"], watched.told["edition"]) == ([], 2)
    assert watched.told["drawn"] == ["n-fell-1 front"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("game.toml", 'title = "North"', "title = 3", "game.toml, side no. 1 title"),
        ("map.toml", 'pattern = "woods"', 'pattern = "wood"', "map.toml, "),
        (
            "set-ups/start.csv",
            "n-fell-1,high-fell",
            "n-fell-1,low-fell",
            "set-ups/start.csv, line 3, column space",
        ),
        (
            "rules.toml",
            "meadow = 1",
            "medow = 1",
            "rules.toml, line 12, movement.terrain.medow: expected a terrain of map.toml",
        ),
        ("cards.csv", "league,march", "legue,march", "cards.csv, line 3, column deck"),
        ("markers.csv", "turn,Turn,,Turn", "turn,Turn,west,Turn", "markers.csv, line 4, column side"),
        ("game.toml", "[turns]", "[turns", "game.toml"),
    ],
)
def test_every_file_is_read(watched: Watched, file: str, old: str, new: str, place: str) -> None:
    watched.save(file, lambda text: text.replace(old, new, 1))
    assert watched.told["faults"]
    assert watched.told["faults"][0].startswith(place)
    assert all("\n" not in line for line in watched.told["faults"])


@pytest.mark.slow
def test_a_set_up_that_is_gone_makes_way_for_the_first_one(watched: Watched) -> None:
    (watched.folder / "set-ups" / "start.csv").unlink()
    assert watched.watching.look()
    assert watched.told["changed"] == ["set-ups/start.csv"]
    assert [tree["title"] for tree in watched.table.trees()] == ["Two Rivers: turn-four"]


def test_a_folder_that_is_wrong_from_the_beginning(tmp_path: Path) -> None:
    one = Watched(tmp_path)
    path = one.folder / "units.csv"
    right = path.read_text(encoding="utf-8")
    path.write_text(wrong(right), encoding="utf-8")
    assert one.watching.look()
    assert (one.told["faults"], one.watching.newest, one.table.trees()) == ([WRONG], None, [])
    one.save("units.csv", lambda _: right)
    assert one.told["faults"] == []
    assert one.table.trees()


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"expected a folder with a game\.toml; `module-builder init` makes one"
    ):
        Snapshots(tmp_path, tmp_path / "copies")


def test_what_editors_leave_for_a_moment_is_no_change(watched: Watched) -> None:
    for name in (".units.csv.swp", "units.csv~", "#units.csv#", "4913.tmp", "gpids.csv"):
        (watched.folder / name).write_text("x", encoding="utf-8")
    assert not watched.watching.look()


def test_the_line_on_the_page_names_the_folder(watched: Watched) -> None:
    told = watched.table.ask(watched.told["tree"], "n0", Asked(verb="position"))
    assert told["typed"] == f"adjudicator position {watched.folder}:start"


# --- the page ---------------------------------------------------------------------------------------------


@pytest.fixture
def client(watched: Watched) -> Iterator[TestClient]:
    opener = Opener(seconds=60)
    rooms = watch_routes(
        watched.watching.news, lambda: watched.watching.newest, "my-game", watched.table.gate
    )
    app: Any = table_app(watched.table, opener, TOKEN, lambda: PORT, rooms=rooms, beside=WATCH)
    yield TestClient(app, base_url=ORIGIN)
    opener.close()


@pytest.mark.slow
def test_the_page_has_every_picture(client: TestClient, watched: Watched) -> None:
    every = client.get(f"/{TOKEN}/api/watch").json()
    assert [group["title"] for group in every["groups"]] == ["North", "South", "Markers", "Cards"]
    keys = [key for group in every["groups"] for one in group["shown"] for key in one["faces"]]
    for key in (*keys[:3], keys[-1], every["map"], every["templates"]):
        reply = client.get(f"/{TOKEN}/watch/{key}.webp")
        assert (reply.status_code, reply.headers["content-type"]) == (200, "image/webp")
    assert client.get(f"/{TOKEN}/watch/no-such.webp").status_code == 404
    assert "my-game" in client.get(f"/{TOKEN}/watch").text
    assert 'data-beside="watch"' in client.get(f"/{TOKEN}/").text


@pytest.mark.slow
def test_the_table_fetches_new_sheets_and_tiles_only_where_they_are_others(
    client: TestClient, watched: Watched
) -> None:
    def keys() -> tuple[str, str, str]:
        tree = client.get(f"/{TOKEN}/api/trees/{watched.told['tree']}").json()
        board = client.get(f"/{TOKEN}/api/boards/{tree['board']}").json()
        return tree["board"], board["tiles"]["url"], tree["sprites"]

    first = keys()
    watched.save("units.csv", stronger)
    second = keys()
    assert second[:2] == first[:2]
    assert second[2] != first[2]
    watched.save("map.toml", lambda text: text.replace("#e8dec4", "#c8dec4"))
    third = keys()
    assert third[0] != second[0]
    assert third[1] != second[1]


@pytest.mark.slow
def test_a_cited_line_is_shown(client: TestClient) -> None:
    told = client.get(f"/{TOKEN}/api/rules/two-rivers", params={"section": "units.csv:5 attack"}).json()
    assert told["notes"][:2] == ["attack: 4", "id: n-fell-1"]
    told = client.get(f"/{TOKEN}/api/rules/two-rivers", params={"section": "rules.toml:31 crt.kind"}).json()
    assert told["notes"] == ['kind = "odds"          # attack to defense, the fraction dropped']
    for place in ("../secret:1", "units.csv:9999", "units.csv"):
        reply = client.get(f"/{TOKEN}/api/rules/two-rivers", params={"section": place})
        assert reply.status_code == 422
        assert reply.json()["error"].startswith(f"nothing is cited as {place!r}")


# --- the module, and the command --------------------------------------------------------------------------


def built(rebuilding: Rebuilding) -> Built:
    for _ in range(1200):
        if (found := rebuilding.done()) is not None:
            return found
        time.sleep(0.1)
    raise AssertionError("the build takes two minutes")


@pytest.mark.slow
def test_the_module_is_built_and_new_ids_are_kept(tmp_path: Path) -> None:
    rebuilding = Rebuilding(tmp_path / "modules")
    one = Watched(tmp_path, rebuilding)
    (one.folder / "gpids.csv").unlink()
    one.watching.look()
    while one.told["module"] is None:
        time.sleep(0.1)
        one.watching.look()
    assert one.told["module"]["path"] == str(tmp_path / "modules" / "two-rivers.vmod")
    assert (tmp_path / "modules" / "two-rivers.vmod").is_file()
    assert "n-fell-1" in (one.folder / "gpids.csv").read_text(encoding="utf-8")
    assert not one.watching.look()
    rebuilding.start(one.folder)
    rebuilding.start(one.folder)  # the one before is given up
    again = built(rebuilding)
    assert (again.fault, again.drawn, again.changed) == ("", 0, ())
    rebuilding.close()


def test_a_build_that_fails_says_so(tmp_path: Path) -> None:
    rebuilding = Rebuilding(tmp_path / "modules")
    rebuilding.start(tmp_path)
    assert built(rebuilding).fault == (
        f"{tmp_path}: expected a folder with a game.toml; `module-builder init` makes one"
    )
    assert rebuilding.done() is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("watch {here}", "expected a folder with a game.toml; `module-builder init` makes one"),
        ("watch {game} -o {game}/build", "expected a folder outside of {game}, which is watched; -o modules"),
    ],
)
def test_what_cannot_be_watched(tmp_path: Path, words: str, said: str) -> None:
    places = {"here": tmp_path, "game": TWO_RIVERS}
    done = run(f"module-builder {words.format(**places)} --no-browser")
    assert (done.code, done.out) == (2, ""), done
    assert said.format(**places) in done.err
    assert done.err.count("\n") == 1


def test_a_changed_value_is_there_within_two_seconds_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    folder = tmp_path / "two-rivers"
    shutil.copytree(TWO_RIVERS, folder)
    line = [sys.executable, "-m", "module_builder.cli", "watch", str(folder), "--no-browser", "--no-build"]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=surroundings) as running:
        try:
            assert running.stdout is not None
            address = running.stdout.readline().split()[2].removesuffix("watch")
            assert "read in" in running.stdout.readline()
            with httpx2.stream("GET", f"{address}api/watch/events", timeout=60) as events:
                lines = (line for line in events.iter_lines() if line.startswith("data: "))
                assert next(lines)
                path = folder / "units.csv"
                path.write_text(stronger(path.read_text(encoding="utf-8")), encoding="utf-8")
                begun = time.monotonic()
                told = msgspec.json.decode(next(lines).removeprefix("data: "))
                took = time.monotonic() - begun
            assert told["drawn"] == ["n-fell-1 front"]
            assert took < 20, "two on a quiet machine"
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 0
        finally:
            running.kill()
