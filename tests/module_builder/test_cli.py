"""The commands: one line and exit code 2 for every mistake, an example in every help, JSON for scripts."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import click
import pytest

from adjudicator.game import load
from adjudicator.saves.positions import read_save
from module_builder import cli as commands
from module_builder.cli import cli
from module_builder.data import KINDS, check_divisions, kind_of, report_sources, write_template
from module_builder.kit import load_kit
from module_builder.save import write_position

GAME = "breakout-normandy"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Exit code of a call."""
    monkeypatch.setattr(sys, "argv", ["module-builder", *words])
    try:
        commands.main()
    except SystemExit as leave:
        return int(leave.code or 0)
    return 0


def all_commands(group: click.Group, *above: str) -> list[tuple[str, ...]]:
    found = []
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found += all_commands(command, *above, name)
        found.append((*above, name))
    return found


@pytest.mark.parametrize("words", [(), *all_commands(cli)], ids=" ".join)
def test_every_help_has_an_example(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, *words, "--help") == 0
    assert "Example: module-builder" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("build", "chess"), "chess"),
        (("frobnicate",), "frobnicate"),
        (("save", "no-such-file", "-o", "x.vsav"), "no-such-file"),
        (("save", GAME, "-o", "x.vsav"), "breakout-normandy:d-day"),
        (("save", f"{GAME}:d-day", "-o", "no/such/folder/x.vsav"), "x.vsav"),
        (("lint", "no-such.vmod"), "no-such.vmod"),
        (("diff", "a.vmod", "b.vmod"), "a.vmod"),
        (("counters", GAME, "--px", "3"), "px"),
        (("build", GAME, "--overlay", "nowhere"), "nowhere"),
    ],
)
def test_mistakes_are_one_line(
    words: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *words) == 2
    error = capsys.readouterr().err
    assert error.startswith("module-builder: ")
    assert error.count("\n") == 1
    assert said in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_save_and_build_say_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from PIL import Image

    from module_builder import pictures

    out = tmp_path / "start.vsav"
    assert run(monkeypatch, "save", f"{GAME}:d-day", "-o", str(out)) == 0
    assert capsys.readouterr().out.strip() == str(out)
    assert read_save(out).position == load(GAME).scenario("d-day")
    monkeypatch.setattr(pictures, "main_board", lambda kit: Image.new("RGB", (5760, 3960)))
    assert run(monkeypatch, "build", GAME, "-o", str(tmp_path / "m"), "--json", "--no-cache") == 0
    said = json.loads(capsys.readouterr().out)
    assert Path(said["module"]).stat().st_size == said["bytes"]
    assert run(monkeypatch, "lint", said["module"]) == 0
    assert "0 errors" in capsys.readouterr().out
    assert run(monkeypatch, "diff", said["module"], said["module"]) == 0


def test_a_broken_module_gives_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.vmod"
    path.write_bytes(b"no zip")
    assert run(monkeypatch, "lint", str(path)) == 1
    assert "error" in capsys.readouterr().out


@pytest.mark.slow
def test_counters_are_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "counters", GAME, "-o", str(tmp_path / "c"), "--px", "16", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert {p.name for p in (tmp_path / "c").iterdir()} == set(said["files"])


# --- data ------------------------------------------------------------------------------------------------


def test_kinds_of_sources() -> None:
    sources = (
        "rule 9.4",
        "example 4",
        "published: X, 1994",
        "history: Y",
        "reconstructed",
        "owner",
        "nonsense",
    )
    assert [kind_of(s) for s in sources] == [
        "rule", "rule", "published", "history", "reconstructed", "owner", "unknown",
    ]  # fmt: skip


def test_the_report_counts_every_filled_cell() -> None:
    report = report_sources(GAME)
    units = list(load(GAME).scenario("d-day").pieces)
    assert sum(report["units.csv"].values()) >= 14 * len(units)
    total = {kind: sum(report[t].get(kind, 0) for t in report if t != "all") for kind in KINDS}
    assert report["all"] == {kind: n for kind, n in total.items() if n}


def test_reports_for_people_and_scripts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("games",), ("data", "report", GAME), ("data", "check", GAME)):
        assert run(monkeypatch, *words) == 0
        assert len(capsys.readouterr().out.splitlines()) >= 1
        assert run(monkeypatch, *words, "--json") == 0
        assert json.loads(capsys.readouterr().out)


def test_gpids_are_only_ever_added(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from module_builder import kit as kit_code

    whole = kit_code.gpid_file(GAME).read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "gpids.csv"
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    monkeypatch.setattr(kit_code, "gpid_file", lambda game: path)
    kit_code.load_gpids.cache_clear()
    try:
        assert run(monkeypatch, "data", "gpids", GAME) == 0
        assert "1 new" in capsys.readouterr().out
        assert path.read_text(encoding="utf-8") != whole
        assert run(monkeypatch, "data", "gpids", GAME, "--register", "--json") == 0
        assert json.loads(capsys.readouterr().out)["registered"] is True
        assert path.read_text(encoding="utf-8") == whole
    finally:
        kit_code.load_gpids.cache_clear()


def test_divisions_lack_nothing_without_a_reason() -> None:
    divisions = check_divisions(GAME)
    assert len(divisions) > 20
    for division in divisions:
        assert division.present or division.missing
        assert all(reason.endswith(".") for reason in division.missing.values())
    assert sum(len(d.present) for d in divisions) > 100


def test_the_template_is_a_valid_overlay(tmp_path: Path) -> None:
    written = write_template(GAME, tmp_path)
    assert {p.name for p in written} == {"spaces.csv", "edges.csv", "units.csv", "markers.csv", "map.toml"}
    assert write_template(GAME, tmp_path) == [], "an owner's work is never overwritten"
    ours, theirs = load_kit(GAME), load_kit(GAME, tmp_path)
    assert theirs.units == ours.units
    assert theirs.board.edges == ours.board.edges
    text = (tmp_path / GAME / "units.csv").read_text()
    assert "# to check: ge-1-736: af, df, mf, spent_df, entry" in text


def test_an_overlay_changes_a_unit_and_its_save_opens_without_it(tmp_path: Path) -> None:
    overlay = tmp_path / "mine"
    write_template(GAME, overlay)
    path = overlay / GAME / "units.csv"
    lines = path.read_text().splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for row in rows:
        if row["id"] == "ge-915":
            row["af"] = "9"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    kit = load_kit(GAME, overlay)
    assert kit.pieces["ge-915"].gpid == load_kit(GAME).pieces["ge-915"].gpid
    start = load(GAME).scenario("d-day", overlay)
    write_position(start, tmp_path / "a.vsav", overlay=overlay)
    read = read_save(tmp_path / "a.vsav", overlay=overlay).position
    assert read == start
    assert read is not None
    assert read.pieces["ge-915"].printed.af == 9
    plain = read_save(tmp_path / "a.vsav").position
    assert plain is not None
    assert plain.pieces["ge-915"].printed.af == load(GAME).scenario("d-day").pieces["ge-915"].printed.af
