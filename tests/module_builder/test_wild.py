"""Large and untidy modules: checked and compared in seconds, without false alarms, in few lines."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from module_builder.diff import Change, ChangeKind, diff
from module_builder.diff import report as told
from module_builder.lint import Finding, Severity, lint, report
from tests.commandline import run
from tests.module_builder.wild import make_wild

PIECES = 800


@pytest.fixture(scope="module")
def wild(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_wild(tmp_path_factory.mktemp("wild") / "wild.vmod", PIECES)


def test_an_untidy_module_raises_no_false_alarm(wild: Path) -> None:
    """Pictures of help pages and in expressions, set-ups without a file, stacks at no place."""
    found = Counter((f.severity.value, f.code) for f in lint(wild))
    assert found == {
        ("advice", "unknown-region"): 50,
        ("advice", "unused-image"): 1,
        ("warning", "no-metadata"): 1,
    }


def test_what_is_wrong_with_a_prototype_that_nobody_uses_is_advice(wild: Path, tmp_path: Path) -> None:
    alone = [f for f in lint(wild) if f.code == "unknown-region"]
    assert all(f.severity is Severity.ADVICE and "nobody uses this prototype" in f.way_out for f in alone)
    used = [
        f
        for f in lint(make_wild(tmp_path / "used.vmod", 8, uses="Never used 3"))
        if f.code == "unknown-region"
    ]
    assert [f.place.partition(": ")[0] for f in used if f.severity is Severity.ERROR] == [
        "PrototypesContainer/PrototypeDefinition:Never used 3"
    ]


@pytest.mark.slow
def test_many_like_lines_are_few(wild: Path, tmp_path: Path) -> None:
    again = make_wild(tmp_path / "again.vmod", PIECES, renamed="x")
    changes = diff(wild, again)
    assert len(changes) == PIECES
    lines = told(changes).split("\n")
    assert len(lines) <= 6
    assert lines[-2].startswith(f"trait     ... and {PIECES - 3:,} more")
    assert lines[-1] == f"{PIECES} changes"
    assert len(told(changes, whole=True).split("\n")) == PIECES + 1
    short = run(f"module-builder lint {wild}")
    assert "advice    ... and 47 more: unknown-region" in short.out
    assert len(run(f"module-builder lint {wild} --all").out.split("\n")) > 50
    assert len(run(f"module-builder diff {wild} {again} --all").out.split("\n")) > PIECES


def test_what_differs_is_not_thrown_together() -> None:
    findings = [Finding(Severity.ERROR, f"code-{n % 3}", f"Map:{n}", "text") for n in range(24)]
    assert report(findings).count("\n") == 24
    changes = [
        Change(kind, f"Map:{n}", "a: 1 -> 2")
        for n in range(8)
        for kind in (ChangeKind.TRAIT, ChangeKind.GPID)
    ]
    assert told(changes).count("\n") == 16


def test_renumbered_pieces_are_found_again(wild: Path, tmp_path: Path) -> None:
    again = make_wild(tmp_path / "again.vmod", PIECES, first=5001)
    assert Counter(c.kind for c in diff(wild, again)) == {ChangeKind.GPID: PIECES, ChangeKind.TRAIT: PIECES}


@pytest.mark.slow
def test_four_thousand_pieces_take_seconds(tmp_path: Path) -> None:
    one = make_wild(tmp_path / "one.vmod", 4000)
    other = make_wild(tmp_path / "other.vmod", 4000, first=5001, renamed="x")
    start = time.process_time()
    lint(one)
    assert time.process_time() - start < 15
    start = time.process_time()
    diff(one, other)
    assert time.process_time() - start < 15
