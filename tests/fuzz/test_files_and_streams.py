"""Files that are none, files too large, streams that are closed: one line, soon, and nothing is replaced."""

from __future__ import annotations

import io
import json
import os
import signal
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from module_builder.printing.commands import FOLDER
from module_builder.vassal.archive import open_archive
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes, write_file
from tests.commandline import Run, run

SAVES = Path("tests/saves")
BRIDGES = SAVES / "bridges.vsav"
LEGAL = "end-impulse"
SOON = 2.0
GIGABYTE = 1 << 30


def tool(line: str, *, stdin: int | None = subprocess.DEVNULL, more: str = "") -> Run:
    """Run a tool in a process of its own; `more` stands behind the command."""
    words = f"{sys.executable} -m {line}"
    done = subprocess.run(
        ["/bin/sh", "-c", f"{words} {more}"],
        stdin=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def one_line(done: Run, code: int = 2) -> str:
    assert done.code == code, done
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    return done.err


# --- reading ----------------------------------------------------------------------------------------------


@pytest.fixture
def sparse(tmp_path: Path) -> Path:
    file = tmp_path / "sparse.vsav"
    with file.open("wb") as out:
        out.truncate(8 * GIGABYTE)
    return file


@pytest.mark.parametrize("ending", ["vsav", "vlog", "json", "txt"])
def test_a_file_is_refused_by_its_size_before_it_is_read(sparse: Path, ending: str) -> None:
    file = sparse.rename(sparse.with_suffix(f".{ending}"))
    began = time.perf_counter()
    assert "MB" in one_line(run(f"adjudicator next {file}"))
    assert "MB" in one_line(run(f"adjudicator check {file} {file}"))
    assert "MB" in run(f"module-builder lint {file}").out
    assert time.perf_counter() - began < SOON


@pytest.mark.parametrize("line", ["next {}", "ask {}", "cases {}", "check {0} {0}", "next {} --adapter {}"])
def test_a_device_or_a_pipe_is_no_input(line: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.vsav"
    os.mkfifo(pipe)
    for place in ("/dev/zero", pipe, tmp_path):
        one_line(run(f"adjudicator {line.format(*[place] * 2)}"))


def test_a_pipe_in_an_overlay_does_not_hold_us_up(tmp_path: Path) -> None:
    folder = tmp_path / "breakout-normandy"
    folder.mkdir()
    os.mkfifo(folder / "units.csv")
    assert run(f"adjudicator next breakout-normandy:d-day --overlay {tmp_path}").code in {0, 2}
    one_line(run(f"adjudicator next {BRIDGES} --overlay {tmp_path}"))


@pytest.mark.slow
@pytest.mark.parametrize("said", [None, 1000])
def test_an_entry_of_300_megabytes_is_refused(said: int | None, tmp_path: Path) -> None:
    """Whether its size is told or kept silent."""
    file = tmp_path / "bomb.vsav"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", bytes(300 << 20))
    data = bytearray(file.read_bytes())
    if said is not None:
        for place in (22, data.rindex(b"PK\1\2") + 24):
            data[place : place + 4] = said.to_bytes(4, "little")
        file.write_bytes(data)
    began = time.perf_counter()
    one_line(run(f"adjudicator next {file}"))
    assert time.perf_counter() - began < SOON


@pytest.mark.parametrize("garbage", [b"", b"\xff" * 9, b"\x00"])
def test_a_save_whose_metadata_is_damaged(garbage: bytes, tmp_path: Path) -> None:
    whole = BRIDGES.read_bytes()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        info = archive.getinfo("moduledata")
    start = info.header_offset + 30 + len(info.filename)
    for cut in (start, start + 20):
        file = tmp_path / "damaged.vsav"
        file.write_bytes(whole[:cut] + (garbage * 40)[:40] + whole[cut + 40 :])
        one_line(run(f"adjudicator next {file}"))
        assert run(f"module-builder lint {file}").code == 1


# --- a million entries ------------------------------------------------------------------------------------


def million(kind: str) -> str:
    count = 1_000_000
    body: dict[str, object] = {"game": "breakout-normandy", "units": []}
    match kind:
        case "units":
            return json.dumps({**body, "units": [0] * count})
        case "facts":
            return json.dumps({**body, "facts": {"control": dict.fromkeys(map(str, range(count)), 1)}})
        case "items":
            return json.dumps({**body, "facts": dict.fromkeys(map(str, range(count)), 1)})
        case "pending":
            return json.dumps({**body, "pending": [[]] * count})
        case "unknown":
            return json.dumps({**body, "unknown": ["x"] * count})
        case "deep":
            return '{"game":"breakout-normandy","units":' + "[" * count + "]" * count + "}"
        case "lines":
            return "breakout-normandy\n" + "A: x\n" * count
        case "spaces":
            return "breakout-normandy\n" + "".join(f"S{n}:\n" for n in range(count // 2))
        case "words":
            return "breakout-normandy\nA: " + "us, " * count
        case "units-in-a-line":
            return "breakout-normandy\nA: | " + "us inf," * count
        case _:
            return "breakout-normandy" + ",clear" * count


KINDS = ["units", "facts", "items", "pending", "unknown", "deep"]
KINDS += ["lines", "spaces", "words", "units-in-a-line", "header"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_million_entries_are_answered_or_refused_soon(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "million.txt"
    file.write_text(million(kind))
    run("adjudicator next breakout-normandy:d-day")  # what is loaded once does not count
    began = time.perf_counter()
    done = run(f"adjudicator next {file}")
    assert time.perf_counter() - began < SOON
    assert done.code in {0, 2}
    assert len(done.out + done.err) < 5_000


def test_a_save_of_a_million_commands_is_refused_soon(tmp_path: Path) -> None:
    archive = open_archive(BRIDGES)
    text = "begin_save" + "\x1b" + "\x1b".join(["+/1/null"] * 1_000_000) + "\x1bend_save"
    file = tmp_path / "many.vsav"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name in ("moduledata", "savedata"):
            out.writestr(name, archive.read(name))
        out.writestr("savedGame", b"!VCSK00" + text.encode().hex().encode())
    began = time.perf_counter()
    one_line(run(f"adjudicator next {file}"))
    assert time.perf_counter() - began < SOON


# --- writing ----------------------------------------------------------------------------------------------

WRITERS = [
    f"adjudicator apply {BRIDGES} {LEGAL} -o",
    "module-builder save breakout-normandy:d-day -o",
    "module-builder map breakout-normandy -o",
    "module-builder map breakout-normandy --zoom 1 -o",
]
REFUSED = ["/dev/full", "/dev/null", "/", "''", ".", "/no/such/folder/x.vsav"]


@pytest.mark.parametrize("target", REFUSED)
@pytest.mark.parametrize("line", WRITERS[:2])
def test_what_is_no_file_is_never_replaced(line: str, target: str) -> None:
    before = {name: Path(name).stat().st_mode for name in ("/dev/full", "/dev/null")}
    assert one_line(run(f"{line} {target}")).startswith(line.split(maxsplit=1)[0])
    assert {name: Path(name).stat().st_mode for name in before} == before


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FormatError, match="not a pipe"):
        write_file(pipe, b"x")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_is_followed_and_rights_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), OSError(5, "Input/output error")])
def test_a_disk_that_fails_leaves_the_old_file(
    fault: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise fault

    file = tmp_path / "old.vsav"
    file.write_bytes(b"old")
    monkeypatch.setattr("os.fsync", refuse)
    assert str(fault.strerror) in one_line(run(f"module-builder save breakout-normandy:d-day -o {file}"))
    assert str(fault.strerror) in one_line(run(f"adjudicator apply {BRIDGES} {LEGAL} -o {file}"))
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"old"]


@pytest.mark.skipif(os.getuid() != 0, reason="a small disk needs a mount")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], check=False).returncode
    if mounted:
        pytest.skip("no right to mount")
    try:
        file = disk / "old.vsav"
        file.write_bytes(b"old")
        one_line(run(f"module-builder save breakout-normandy:d-day -o {file}"))
        assert [p.read_bytes() for p in disk.iterdir()] == [b"old"]
    finally:
        subprocess.run(["umount", disk], check=True)


# --- streams and signals ----------------------------------------------------------------------------------

BARE = "adjudicator odds breakout-normandy assault --av 14 --dv 10"
LONG = "adjudicator next breakout-normandy:d-day"


@pytest.mark.slow
@pytest.mark.parametrize("line", [BARE, LONG, "module_builder.cli games"])
def test_closed_output_is_one_line_or_none(line: str) -> None:
    one_line(tool(line, more=">&-"))
    assert "No space left" in one_line(tool(line, more="> /dev/full"))
    assert "Traceback" not in tool(line, more="| true").err


@pytest.mark.parametrize("more", ["<&-", "< /dev/null"])
def test_ask_without_a_question(more: str) -> None:
    assert "no question" in one_line(tool("adjudicator ask", more=more))


def test_words_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "next", b"\xff\xfe"], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("wait", [0.1, 0.2, 0.3, 0.45])
def test_an_interruption_at_any_time_ends_without_a_traceback(wait: float) -> None:
    asked = ["losses", str(SAVES / "omaha.vsav"), "omaha", "--points", "9"]
    words = [sys.executable, "-m", "adjudicator", *asked]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    ours = [line for line in err.splitlines() if b"/adjudicator/" in line]
    assert not ours, err  # before our first line Python itself says what it wants


# --- many lines -------------------------------------------------------------------------------------------

GOOD = b'{"question": "next", "position": "breakout-normandy:d-day"}'
BAD = [b"\xff\xfe", b"[]", b"{", b"null", b'{"question": "moon"}', b"\x00", GOOD[:-2], b"[" * 100_000]
BAD += [
    b'{"question":"next","position":{"game":"june-six","units":[],"pending":[{}]}}',
    b'"' + b"x" * 9_000_000,
]


def test_every_good_line_is_answered() -> None:
    lines = [part for bad in BAD for part in (bad, GOOD)]
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "ask", "--lines"],
        input=b"\n".join(lines),
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [True, False] * len(BAD)


def test_a_crash_is_an_error_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.asking import answers

    def crash(_: object, __: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr(answers, "reply", crash)
    found = answers.answer_json(GOOD.decode(), tolerant=True)
    assert "ZeroDivisionError" in found["error"]


CASE = """
[[case]]
id = "{}"
source = "derived"
position = "breakout-normandy:d-day"
question = "next"
expect = {{ ok = true }}
"""


def test_cases_after_a_bad_one_are_run(tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{name}.toml" for name in "abc")
    one.write_bytes(b"\xff\xfe")
    moon = CASE.format("M").replace('"next"', '"moon"')
    two.write_text(CASE.format("A") + "[[case]]\nid = 3\n" + CASE.format("A") + moon + CASE.format("B"))
    three.write_text(CASE.format("C").replace("actions", "x") + "given = 'x'\n" + CASE.format("D"))
    done = run(f"adjudicator cases {one} {tmp_path} {two} {three} {tmp_path}/none.toml --json")
    rows = json.loads(done.out)
    assert [row["id"] for row in rows if row["passed"]] == ["A", "B", "D"]
    assert done.code == 1


def test_a_folder_without_cases_covers_nothing(tmp_path: Path) -> None:
    assert "no case files" in one_line(run(f"adjudicator coverage breakout-normandy --cases {tmp_path}"))


@pytest.mark.parametrize("day", ["99 june", "31 june", "0 june", "june 0", "32 july", "august 32"])
def test_a_day_that_no_month_has(day: str) -> None:
    assert "has no day" in one_line(run(f"adjudicator next --sketch 'breakout-normandy, {day}'"))


@pytest.mark.parametrize("digits", [10, 20, 5000])
def test_numbers_of_many_digits(digits: int) -> None:
    one_line(run(f"adjudicator odds breakout-normandy assault --av {'9' * digits} --dv 3"))
    one_line(tool(f"adjudicator odds breakout-normandy assault --av {'9' * digits} --dv 3"))


def test_a_folder_of_ours_is_no_game() -> None:
    for name in ("cli", "verbs", "entry", "guard"):
        one_line(tool(f"adjudicator odds {name} assault --av 3 --dv 2"))


def test_what_is_read_may_not_grow_beyond_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_bytes(b"x" * 10)
    assert load_bytes(file, most=10) == b"x" * 10
    with pytest.raises(FormatError):
        load_bytes(file, most=9)


def test_losses_with_too_many_ways_are_counted_not_listed() -> None:
    line = f"losses {SAVES}/omaha.vsav omaha --points 4 --forward vierville --json"
    few = json.loads(run(f"adjudicator {line}").out)["answer"]
    from adjudicator.breakout_normandy import questions_combat

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions_combat, "_LISTED", 2)
        many = json.loads(run(f"adjudicator {line}").out)
        assert many["answer"]["count"] == len(few["ways"]) > 2
        assert many["answer"]["ways"] == few["ways"][:2]
        patch.setattr(questions_combat, "_MOST_WAYS", 3)
        assert json.loads(run(f"adjudicator {line}").out)["verdict"].startswith("more than 3 different ways")


def told_of_hands(viewpoint: str) -> set[tuple[str, str]]:
    """What is said of playing each of some Allied cards, whichever of them is held."""
    from adjudicator.asking.answers import answer_json
    from adjudicator.asking.loading import load_position
    from adjudicator.codec import position_to_json
    from adjudicator.game import load
    from adjudicator.saves.piles import members_by_uid

    game = load("storm-over-normandy")
    cards = [uid for uid, card in members_by_uid(game.slug).items() if card.side == "allied"][:20:7]
    start = load_position(str(SAVES / "storm.vsav")).position
    assert start is not None
    found = set()
    for held in cards:
        draft = start.draft()
        draft.set("side", "allied")
        for uid in cards:
            draft.set("card", "hand" if uid == held else str(game.schema.default("card")), uid)
        body = position_to_json(draft.finish())
        for card in cards:
            action = {"action": "play-card", "card": card, "area": "", "units": []}
            asked = {"question": "next", "position": body, "as": viewpoint, "actions": [action]}
            found.add((card, str(answer_json(json.dumps(asked), tolerant=True).get("error"))))
    return found


def test_an_asker_learns_no_card_by_acting() -> None:
    """Whatever the Allied hand holds, an action that plays a card is answered alike."""
    for viewpoint in ("german", "public"):
        assert len(told_of_hands(viewpoint)) == len({card for card, _ in told_of_hands(viewpoint)})
    assert len(told_of_hands("referee")) > len({card for card, _ in told_of_hands("referee")})


FOLDERS = (
    "build june-six",
    "counters june-six",
    "sheets june-six",
    "cards storm-over-normandy",
    "aids june-six",
)


@pytest.mark.parametrize("line", FOLDERS)
def test_a_file_s_name_is_no_folder(line: str, tmp_path: Path) -> None:
    """``build GAME -o GAME.vmod`` would make a folder of that name, with the module in it."""
    for name in ("ours.vmod", "Sheet.PDF"):
        assert str(tmp_path) in one_line(run(f"module-builder {line} -o {tmp_path / name}"))
    assert not list(tmp_path.iterdir())
    (tmp_path / "old.zip").mkdir()
    assert FOLDER.convert(tmp_path / "old.zip", None, None) == tmp_path / "old.zip"


@pytest.mark.parametrize("line", [*FOLDERS, "data template june-six"])
def test_a_device_is_no_folder_and_is_refused_before_anything_is_drawn(line: str) -> None:
    began = time.perf_counter()
    for place in ("/dev/full", "/dev/null", BRIDGES):
        one_line(run(f"module-builder {line} -o {place}"))
    assert time.perf_counter() - began < SOON


def test_a_picture_is_not_drawn_over_a_device(tmp_path: Path) -> None:
    for name in ("map.png", "map.pdf"):
        link = tmp_path / name
        link.symlink_to("/dev/null")
        with pytest.raises(FormatError, match="not a device"):
            write_file(link, b"x")
        assert link.is_symlink()
