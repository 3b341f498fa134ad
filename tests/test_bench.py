"""The bench's machinery, never its times: names, budgets, peers, figures kept and compared."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.game import GAMES
from tests import bench
from tests.bench_games import BARE, all_rows
from tests.bench_page import PAGE_WORK
from tests.bench_work import Figure, Work, again, command, commands, measure

ROWS = list(all_rows())


def test_names_differ_and_every_budget_and_constant_has_a_row() -> None:
    assert len({work.name for work in ROWS}) == len(ROWS)
    told, whats = bench.budgets(), {*PAGE_WORK, *(work.what for work in ROWS)}
    assert told["seconds"].keys() | told["times_bare"].keys() <= whats
    besides = {work.beside for work in ROWS} - {""}
    assert told["constants"].keys() <= besides
    assert besides <= whats | told["constants"].keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_cold_fresh_and_warm_rows(game: str) -> None:
    whats = {work.what for work in ROWS if work.game == game}
    for state in ("cold", "fresh", "warm", "after a step"):
        assert any(what.endswith(state) for what in whats), state
    assert {"odds of a .vsav, cold", "next of a .vsav, cold", "audit of a log, a step"} <= whats


@pytest.fixture(autouse=True)
def no_collecting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What all the other tests keep on the heap is not what is measured here."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


def test_rows_are_measured_in_turn_after_a_warm_up() -> None:
    seen: list[str] = []
    rows = [
        Work("a", "", lambda: [lambda: seen.append("a")], 2),
        Work("b", "", lambda: [lambda: seen.append("b")] * 2, 1),
    ]
    figures = measure(rows)
    assert "".join(seen) == "aabba"
    assert (figures["a"].rounds, figures["b"].rounds) == (2, 1)
    assert all(0 <= figure.least <= figure.median for figure in figures.values())


def test_the_clock_is_that_of_the_processor_also_in_a_new_process() -> None:
    before = commands()
    command("-c", "sum(range(2_000_000))")()[0]()
    spent = commands() - before
    idle = measure([Work("idle", "", command("-c", "import time; time.sleep(0.5)"), 1, clock=commands)])
    assert spent > 0
    assert idle["idle"].least < 0.5


def _rows() -> list[Work]:
    return [
        Work(BARE, "", again(lambda: sum(range(1000))), 1, peer=True),
        Work("networkx: x", "june-six", again(lambda: sum(range(10))), 1, peer=True),
        Work("odds of a .vsav, cold", "june-six", again(lambda: sum(range(200_000))), 1, BARE),
        Work("check of an action, warm", "june-six", again(int), 1, "networkx: x"),
        Work("building the module", "june-six", again(int), 1, "LaTeX wargame"),
    ]


def test_figures_are_kept_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "then.json"
    assert bench.main(["--json", str(kept), "--note", "alone"], _rows()) == 1
    first = capsys.readouterr().out
    assert "LaTeX wargame (c)" in first
    assert "networkx: x (c)" not in first
    told = json.loads(kept.read_text())
    assert told["note"] == "alone"
    assert told["figures"].keys() == {row.name for row in _rows()}
    cold = told["figures"]["june-six: odds of a .vsav, cold"]
    assert cold["budget"] == pytest.approx(8 * told["figures"][BARE]["least"])
    assert bench.main(["--against", str(kept), "--only", "check"], _rows()) == 0
    again_ = capsys.readouterr().out
    assert "to then" in again_
    assert "networkx: x" in again_
    assert "LaTeX" not in again_


def test_a_ratio_to_earlier_figures_leaves_the_machine_out() -> None:
    now = [bench.Row(work, Figure(4.0, 4.0, 1), None, None, constant=False) for work in _rows()[:3]]
    then = {BARE: {"least": 2.0}, "june-six: odds of a .vsav, cold": {"least": 1.0}}
    column = list(bench.as_table(now, {"figures": then}).columns[-1].cells)
    assert column == ["1.00", "new", "2.00"]


def test_figures_that_are_not_there_are_missed_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "bench.json"
    monkeypatch.setattr(bench, "KEPT", kept)
    bench.main(["--only", "check"], _rows())
    told = capsys.readouterr()
    assert f"no earlier figures in {kept}" in told.err
    assert "to then" not in told.out
    assert not kept.exists()
    with pytest.raises(SystemExit):
        bench.main(["--against", str(kept)], _rows())


def test_the_bench_imports_without_measuring_and_says_how_it_is_asked() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--help"], check=True, capture_output=True, text=True
    )
    assert "--against" in done.stdout
