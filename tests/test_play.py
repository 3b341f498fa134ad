"""A game at the command line: played, taken back, kept, recorded, and as a log that the audit finds legal."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.asking.memory import Memory
from adjudicator.audit.announced import announced, announcement, hinted
from adjudicator.audit.games import open_game
from adjudicator.audit.readings import Reading
from adjudicator.audit.record import read_record
from adjudicator.audit.tables import Tables
from adjudicator.audit.throws import Record
from adjudicator.battle_for_normandy.r11.allocation import AllocateAir
from adjudicator.game import fits, load, seen_by
from adjudicator.saves.steps import Shown, open_log, shown_steps
from module_builder.game_log import write_log
from module_builder.vassal.archive import open_archive
from module_builder.vassal.log import load_log
from tests.commandline import Run, run
from tests.every import quick_one
from tests.playing import wander

D_DAY = "breakout-normandy:d-day"
STARTS = (
    "storm-over-normandy:invasion",
    D_DAY,
    "june-six:omaha",
    "battle-for-normandy:carentan",
    "dark-summer:campaign",
)


def play(words: str, *lines: str) -> Run:
    return run(f"adjudicator play {words}", stdin="\n".join(lines) + "\n" * bool(lines))


def test_a_game_is_played_until_nothing_more_is_typed() -> None:
    said = play(f"{D_DAY} --german random --seed 3", "end-phase")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "[date 6, impulse 0, Airborne Phase, allied]\nAirborne Phase, the Allied side acts."
    )
    assert "Allied: end-phase (6.1)\n[date 6, impulse 0, Naval Bombardment Phase, allied]" in said.out


def test_the_same_seed_plays_the_same_game() -> None:
    both = f"{D_DAY} --german random --allied random --steps 40"
    games = [play(f"{both} --seed 8").out for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].count("Allied: ") > 10
    assert games[0] != play(f"{both} --seed 9").out


def test_a_game_without_a_seed_tells_the_one_that_it_takes() -> None:
    said = play(f"{D_DAY} --german random", "quit").out
    seed = re.match(r"seed (\d+)\n", said)
    assert seed
    assert said.splitlines()[1:] == play(f"{D_DAY} --german random --seed {seed[1]}", "quit").out.splitlines()


def test_what_can_be_typed_is_answered() -> None:
    said = play(
        f"{D_DAY} --german random --seed 3", "?", "actions", "actions assault", "suggest", "next", "odds"
    ).out
    assert "undo             back to where you last decided" in said
    assert "actions KIND lists those of a kind: end-phase, assault, secure-bridge" in said
    assert "assault st-mere-eglise 501/101AB" in said
    assert re.search(r"1\. \S.*: [+-]\d+\.\d\d", said)
    assert "fingerprint" in said


def test_an_illegal_action_is_refused_with_every_reason_and_play_goes_on() -> None:
    said = play(
        f"{D_DAY} --german random --seed 3", "move 916 caen", "castle", "odds 'x", "undo", "end-phase"
    ).out
    assert "Illegal" in said
    assert "'castle' is no action and no question here. Type help" in said
    assert "cannot be taken apart: No closing quotation" in said
    assert "there is nothing to take back" in said
    assert "Allied: end-phase (6.1)" in said


def test_what_was_done_is_taken_back() -> None:
    said = play(f"{D_DAY} --german random --seed 3", "end-phase", "undo", "end-phase").out
    assert said.count("Allied: end-phase (6.1)") == 2
    assert "Back where you had to decide" in said


def test_a_game_that_is_kept_goes_on(tmp_path: Path) -> None:
    keep = tmp_path / "game.json"
    play(f"{D_DAY} --german random --seed 3 --keep {keep}", "end-phase")
    said = play(f"--german random --seed 3 --keep {keep}", "quit").out
    assert said.startswith("[date 6, impulse 0, Naval Bombardment Phase, allied]")
    twice = play(f"{D_DAY} --keep {keep}", "quit")
    assert twice.code == 2
    assert "holds a game already. Leave the position out to go on with it" in twice.err


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "a POSITION is missing"),
        ("breakout-normandy", "leaves something out, so nobody can play on from it"),
        ("nowhere.vsav", "nowhere.vsav: expected a file, or a scenario"),
        (f"{D_DAY} --german chess", "'chess' is not one of 'me', 'greedy', 'quick', 'ahead', 'random'"),
        ("docs/examples/two-rivers:start", "play is for games of the german and allied sides. Try the table"),
    ],
)
def test_bad_input_is_one_line(words: str, fault: str) -> None:
    said = play(words)
    assert said.code == 2
    assert fault in said.err
    assert len(said.err.splitlines()) == 1


def test_a_game_that_began_with_text_has_no_record(tmp_path: Path) -> None:
    keep, record = tmp_path / "game.json", tmp_path / "record.txt"
    save = "tests/saves/storm.vsav"
    play(f"{save} --german random --seed 1 --keep {keep}", "quit")
    said = play(f"--german random --keep {keep} --record {record}", "quit")
    assert said.code == 2
    assert "--record needs the POSITION with which the game began" in said.err
    assert not record.exists()


# --- records and logs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", quick_one(STARTS, "storm-over-normandy:invasion"))
def test_a_game_becomes_a_log_in_which_every_step_is_legal(start: str, tmp_path: Path) -> None:
    record, log = tmp_path / "game.txt", tmp_path / "game.vlog"
    play(f"{start} --german random --allied random --seed 4 --steps 90 --record {record}")
    steps = list(read_record(record))
    assert write_log(record, log) == len(steps) - 1 == 90
    assert len(load_log(open_archive(log)).steps) == 90
    judged = [step for step, _ in open_game(log, viewpoint="referee").judged()]
    assert {step.kind for step in judged} <= {"action", "chance"}
    shown = [act.text for step in judged for act in step.acts]
    told = [step.chat[0] for step in steps[1:]]
    assert shown == told


@pytest.mark.slow
def test_the_log_is_the_same_each_time(tmp_path: Path) -> None:
    record = Path("tests/audit/storm_game.txt")
    written = []
    for name in ("a.vlog", "b.vlog"):
        write_log(record, tmp_path / name)
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize(
    "line",
    [
        "adjudicator play {storm.vsav} --german random --allied random --steps 1 --record {storm.vsav}",
        "adjudicator audit {game.txt} --record {game.txt}",
        "adjudicator audit {game.txt} --html {game.txt}",
        "adjudicator apply {at.json} pass -o {at.json}",
        "adjudicator apply {storm.vsav} pass -o {storm.vsav}",
        "module-builder save {storm.vsav} -o {storm.vsav}",
        "module-builder save {at.json} -o {at.json}",
        "module-builder log {game.txt} -o {game.txt}",
        "module-builder upgrade {storm.vsav} --module {storm.vsav} -o {storm.vsav}",
    ],
)
def test_no_file_is_written_over_by_what_is_made_of_it(line: str, tmp_path: Path) -> None:
    (tmp_path / "storm.vsav").write_bytes(Path("tests/saves/storm.vsav").read_bytes())
    (tmp_path / "game.txt").write_bytes(Path("tests/audit/storm_game.txt").read_bytes())
    run(f"adjudicator position tests/saves/storm.vsav --as referee -o {tmp_path / 'at.json'}")
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for name in ("storm.vsav", "game.txt", "at.json"):
        line = line.replace(f"{{{name}}}", str(tmp_path / name))
    said = run(line)
    assert said.code == 2
    assert "the original is never changed" in said.err
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("who", quick_one(["allied", "public", "referee"], "allied"))
def test_who_does_not_see_all_learns_nothing_from_the_chat(who: str, tmp_path: Path) -> None:
    """Where something is hidden, what the chat announces explains no step to whoever does not see it."""
    record, log = tmp_path / "game.txt", tmp_path / "game.vlog"
    play(f"{STARTS[0]} --german random --allied random --seed 4 --steps 90 --record {record}")
    write_log(record, log)
    tables = Tables(shown_steps(*open_log(log)), lambda position: seen_by(position, who))
    hinted_at, hidden = 0, 0
    for before, after in pairwise(tables.between(0, 90)):
        way = hinted(Reading(before.table, frozenset()), after, Record(()), Memory())
        if after.shown.position and after.table is not after.shown.position:
            hidden += 1
            assert way is None
        hinted_at += way is not None
    assert hinted_at
    assert (hidden > 0) == (who != "referee")


def test_what_changes_nothing_is_believed_by_whoever_sees_all() -> None:
    """An announced action that moves no piece is one; to whoever does not see all that lies there, words."""
    start = load("battle-for-normandy").scenario("carentan")
    nothing = AllocateAir((0, 0, 0, 0, 0), 0)
    now = next(p for p, _ in wander(start, 1, 200) if p.text("phase") == "air" and fits(p, nothing))
    words = announcement(1, "Allied", "allocate-air 0 0 0 0 0")
    for who, believed in (("referee", True), ("german", False)):
        tables = Tables([Shown(0, now), Shown(1, None, (words,))], partial(seen_by, viewpoint=who))
        way = hinted(Reading(tables[0].table, frozenset()), tables[1], Record(()), Memory())
        assert (way is not None) == believed, who
        assert way is None or way.actions == (nothing,)


def test_a_record_in_which_nothing_was_done_is_no_log(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(f"game record: {D_DAY}\n", encoding="utf-8")
    said = run(f"module-builder log {record} -o {tmp_path / 'a.vlog'}")
    assert (said.code, said.err) == (
        2,
        "module-builder: game.txt: expected a game in which something was done\n",
    )
    record.write_text(f"game record: {D_DAY}\nmove 916 caen\n", encoding="utf-8")
    assert "game.txt, line 2: expected a legal action" in run(f"module-builder log {record} -o a.vlog").err


def test_what_the_chat_announces_is_a_hint_and_no_proof() -> None:
    """A line that announces something else than what happened is not believed."""
    start = load("breakout-normandy").scenario("d-day")
    assert announced(start, ["hello", announcement(3, "Allied", "end-phase")]) is not None
    assert announced(start, ["* 3, Allied: fly to the moon", "* dr: 4 (Ann)"]) is None
