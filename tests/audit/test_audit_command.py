"""`adjudicator audit` on the command line: exit codes, pages, records, saves, archives, what is broken."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import shutil
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from adjudicator.asking import pooling
from adjudicator.asking.resuming import kept_results
from adjudicator.asking.typed import read_action
from adjudicator.audit import archive
from adjudicator.audit.archive import Job, Row, audit_archive, audit_file
from adjudicator.breakout_normandy import GAME
from adjudicator.errors import SaveError
from adjudicator.game import GAMES, apply, load
from module_builder.save import write_position
from tests.bench_work import random_game
from tests.commandline import run

ENGINE = Path(__file__).parents[1] / "engine" / "breakout_normandy"
LOG, OFFENCES = ENGINE / "played.vlog", ENGINE / "offences.vlog"
EVENING = GAME.scenario("example-5")


@pytest.fixture
def mailed(tmp_path: Path) -> Path:
    """A game by mail: two moves, then a unit that flew."""
    folder, position = tmp_path / "game", EVENING
    folder.mkdir()
    write_position(position, folder / "turn1.vsav")
    for number, line in enumerate(("move 920 cherbourg", "end-impulse"), 2):
        position = apply(position, read_action(position, GAME, line))
        write_position(position, folder / f"turn{number}.vsav")
    draft = position.draft()
    draft.place("ge-915", "cherbourg")
    write_position(draft.finish(), folder / "turn10.vsav")
    return folder


def test_a_clean_log_ends_with_0_and_a_page(tmp_path: Path) -> None:
    page = tmp_path / "audit.html"
    done = run(f"adjudicator audit {LOG} --to 12 --html {page}")
    assert done.code == 0, done.err
    assert done.out.startswith("In order: 12 steps")
    text = page.read_text(encoding="utf-8")
    assert "assault pont-labbe" in text
    assert "http" not in text.replace("http-equiv", "")


def test_an_illegal_step_ends_with_1_and_its_rule() -> None:
    done = run(f"adjudicator audit {OFFENCES} --to 2")
    assert done.code == 1
    assert "8.371" in done.out
    assert "8.22" in done.out


def test_json_is_a_step_a_line_and_the_sum_last() -> None:
    done = run(f"adjudicator audit {OFFENCES} --to 3 --from 2 --json")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row.get("step") for row in rows] == [2, 3, None]
    assert rows[0]["ruling"]["violations"][0]["rule"] == "8.22"
    assert rows[-1]["first"] == 1


@pytest.mark.slow
def test_saves_of_one_game_are_compared_in_the_order_of_time(mailed: Path) -> None:
    done = run(f"adjudicator audit {mailed}")
    assert done.code == 1
    lines = done.out.splitlines()
    assert "turn10.vsav" in lines[0]
    assert any("move 920" in line and "turn2.vsav" in line for line in lines)
    named = run(f"adjudicator audit {mailed}/turn1.vsav {mailed}/turn2.vsav {mailed}/turn3.vsav")
    assert named.code == 0, named.out


def test_a_record_is_read_back_and_judged(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    assert run(f"adjudicator audit {LOG} --to 12 --record {record}").code == 0
    assert "assault pont-labbe" in record.read_text(encoding="utf-8")
    again = run(f"adjudicator audit {record}")
    assert again.code == 0, again.err
    record.write_text("game record: breakout-normandy:d-day\nmove 916 paris\n", encoding="utf-8")
    for viewpoint in ("german", "referee"):
        assert run(f"adjudicator audit {record} --as {viewpoint}").code == 2
    refused = run(f"adjudicator audit {record}")
    assert refused.code == 2
    assert "line 2" in refused.err


def test_what_is_no_game_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "only.txt").write_text("nothing", encoding="utf-8")
    for words in (f"{tmp_path}/none.vlog", f"{tmp_path}/only.txt", f"{tmp_path} --jobs 1"):
        done = run(f"adjudicator audit {words}")
        assert done.code == 2
        assert len(done.err.strip().splitlines()) == 1


def test_an_archive_goes_on_where_it_stopped_and_names_what_is_broken(mailed: Path, tmp_path: Path) -> None:
    (mailed / "broken.vsav").write_bytes(b"no zip")
    results = tmp_path / "results.jsonl"
    done = run(f"adjudicator audit {mailed} --jobs 1 --results {results}")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "5 files: 4 clean, 0 against the rules, 1 broken"
    kept = results.read_text(encoding="utf-8")
    results.write_text(kept + '{"file": "half', encoding="utf-8")
    again = run(f"adjudicator audit {mailed} --jobs 1 --results {results}")
    assert again.out == done.out
    assert len(kept_results(results, Row)) == 5


def test_a_half_written_result_goes_and_the_next_run_goes_on(mailed: Path, tmp_path: Path) -> None:
    results, jobs = tmp_path / "results.jsonl", [Job(path) for path in sorted(mailed.iterdir())]
    audit_archive(jobs[:2], results=results)
    with results.open("a", encoding="utf-8") as file:
        file.write('{"file": "ha')
    for _ in range(2):
        assert len(audit_archive(jobs, results=results)) == len(jobs)
        assert (
            len(kept_results(results, Row))
            == len(results.read_text(encoding="utf-8").splitlines())
            == len(jobs)
        )


def test_another_viewpoint_is_another_question(mailed: Path, tmp_path: Path) -> None:
    results, path = tmp_path / "results.jsonl", mailed / "turn1.vsav"
    (public,) = audit_archive([Job(path)], results=results)
    (german,) = audit_archive([Job(path, "german")], results=results)
    assert public.stamp != german.stamp
    assert kept_results(results, Row)[str(path)] == german


@pytest.mark.parametrize("content", [b"hello", b"a note\n{}\n", b"\xff\xfe\x00"])
def test_a_file_of_the_user_is_never_taken_for_results(mailed: Path, tmp_path: Path, content: bytes) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_bytes(content)
    done = run(f"adjudicator audit {mailed} --jobs 1 --results {notes}")
    assert done.code == 2
    assert "Name another file" in done.err
    assert notes.read_bytes() == content


@pytest.mark.parametrize("words", ["--jobs 1 --html x.html", "--jobs 1 --to 3", "--from 9 --to 3"])
def test_options_that_do_not_go_together_are_refused(words: str) -> None:
    done = run(f"adjudicator audit {LOG} {words}")
    assert done.code == 2
    assert not done.out


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    results = tmp_path / "notes.txt"
    results.write_text("hello\nworld\n", encoding="utf-8")
    with pytest.raises(SaveError, match="line 1"):
        kept_results(results, Row)


def _killed_by(job: Job) -> Row:
    """A worker that dies of one file."""
    if job.path.name == "turn2.vsav":
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_file(job)


def test_a_worker_that_dies_takes_no_other_file_along(mailed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "audit_file", _killed_by)
    jobs = [Job(path) for path in sorted(mailed.iterdir())]
    rows = audit_archive(jobs, processes=2)
    assert [Path(row.file).name for row in rows if row.state == "broken"] == ["turn2.vsav"]
    assert sum(row.state == "clean" for row in rows) == 3


@pytest.mark.slow
def test_after_a_worker_died_the_others_are_judged_side_by_side_again(
    mailed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, size: int) -> None:
            sizes.append(size)
            super().__init__(size)

    for n in range(5, 15):
        shutil.copy(mailed / "turn1.vsav", mailed / f"turn{n}.vsav")
    monkeypatch.setattr(archive, "audit_file", _killed_by)
    monkeypatch.setattr(pooling, "ProcessPoolExecutor", Pool)
    jobs = sorted(map(Job, mailed.iterdir()), key=lambda job: job.path.name != "turn2.vsav")
    rows = audit_archive(jobs, processes=2)
    assert [row.state for row in rows] == ["broken", *["clean"] * (len(jobs) - 1)]
    assert (sizes[0], sizes[-1]) == (2, 2)
    assert set(sizes[1:-1]) == {1}


@pytest.mark.slow
def test_an_archive_of_five_hundred_outlives_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    club, told = tmp_path / "club", list[Row]()
    club.mkdir()
    for game in GAMES:
        shutil.copy(ENGINE.parent / game.replace("-", "_") / "played.vlog", club / f"{game}.vlog")
        scenario = "carentan" if game == "battle-for-normandy" else next(iter(load(game).scenarios))
        played = random_game(load(game).scenario(scenario), 1)
        for number, position in enumerate(itertools.islice(played, 99)):
            write_position(position, club / f"{game}-{number}.vsav")

    def each(row: Row) -> None:
        told.append(row)
        if len(told) == 250:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    jobs = [Job(path, "referee") for path in sorted(club.iterdir())]
    rows = audit_archive(jobs, processes=2, each=each)
    assert len(rows) == len(told) == 500
    assert {row.state for row in rows if row.file.endswith(".vsav")} == {"clean"}
    assert [row for row in rows if row.state == "broken"] == []
    assert [row for row in rows if row.file.endswith(".vlog")] == [
        audit_file(job) for job in jobs if job.path.suffix == ".vlog"
    ]


def test_a_cluster_gives_the_same_answers(mailed: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    jobs = [Job(path) for path in sorted(mailed.iterdir())]
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        assert audit_archive(jobs, dask=cluster.scheduler_address) == audit_archive(jobs)
