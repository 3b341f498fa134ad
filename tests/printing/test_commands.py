"""The commands that print: what they write, and one clear line for every mistake."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from module_builder.printing.pdf import write_pdf
from module_builder.printing.preset import preset_names
from tests.commandline import run

POINT = 25.4 / 72


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))
    return tmp_path / "settings"


def test_sheets_for_a_script(tmp_path: Path) -> None:
    done = run(f"module-builder sheets breakout-normandy -o {tmp_path}/p --formation 352 --only cut --json")
    facts = json.loads(done.out)
    assert (done.code, facts["counters"], facts["sheets"], facts["warnings"]) == (0, 4, 1, [])
    assert [Path(file).suffix for file in facts["files"]] == [".svg", ".dxf", ".json"]
    assert all(Path(file).is_file() for file in facts["files"])


def test_help_names_every_preset() -> None:
    told = {name: "".join(run(f"module-builder {name} --help").out.split()) for name in ("sheets", "cards")}
    for preset in preset_names():
        assert preset in told["cards" if preset.startswith("cards") else "sheets"]


def test_copies_a_list_and_a_save(tmp_path: Path) -> None:
    listed = tmp_path / "mine.csv"
    listed.write_text("quantity,id\n2,ge-915\n")
    line = f"module-builder sheets breakout-normandy -o {tmp_path}/p --only cut --json"
    assert json.loads(run(f"{line} --counter ge-916=3 --list {listed}").out)["counters"] == 5
    used = f"{line} --used-by tests/saves/contested.vsav --counter ge-916=3 --counter control=20"
    assert json.loads(run(used).out)["counters"] < 20
    again = run(f"{line} --counter ge-916=3 --list {listed} --changed-since {tmp_path}/p")
    assert json.loads(again.out)["counters"] == 4


def test_only_what_came_on_top_is_printed_again(tmp_path: Path) -> None:
    line = f"module-builder sheets breakout-normandy -o {tmp_path}/p --only cut --json"
    run(f"{line} --formation 352")
    again = run(f"{line} --formation 352 --changed-since {tmp_path}/p")
    assert again.code == 2
    assert "nothing may have changed since that build" in again.err


def test_builds_of_changes_into_one_folder_add_up(tmp_path: Path) -> None:
    line = f"module-builder sheets breakout-normandy -o {tmp_path}/p --only cut --json"
    run(f"{line} --formation 352")
    more = run(f"{line} --formation 352 --formation 716 --changed-since {tmp_path}/p")
    assert json.loads(more.out)["counters"] == 5
    assert run(f"{line} --formation 352 --formation 716 --changed-since {tmp_path}/p").code == 2


def test_nothing_is_written_outside_the_folder_or_by_halves(tmp_path: Path) -> None:
    table = Path("counters/dark_summer/units.csv").read_text(encoding="utf-8")
    line = f"module-builder sheets dark-summer -o {tmp_path}/p/q --overlay {tmp_path} --formation 1"
    for id_, rest in (
        ("../../evil", "--preset pod-pieces --only cut"),
        ("us-\u2192", "--contact --dpi 72 --png-dpi 36"),
    ):
        (tmp_path / "units.csv").write_text(table.replace("\nus-1-16,", f"\n{id_},"), encoding="utf-8")
        done = run(f"{line} {rest}")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert [file.name for file in tmp_path.iterdir()] == ["units.csv"]


def test_the_share_of_reconstructed_values_is_that_of_the_overlay(tmp_path: Path) -> None:
    for name in ("units.csv", "markers.csv"):
        table = Path("counters/breakout_normandy", name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(table.replace("reconstructed", "owner"), encoding="utf-8")
    line = "module-builder sheets breakout-normandy --counter ge-916 --only pdf"
    run(f"{line} -o {tmp_path}/p --overlay {tmp_path}")
    with pikepdf.open(tmp_path / "p" / "breakout-normandy-sheets.pdf") as pdf:
        assert "counters: 0 % of the printed values are reconstructed" in str(pdf.docinfo["/Subject"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--preset hom-a4", "did you mean home-a4?"),
        ("--preset nowhere.toml", "nowhere.toml"),
        ("--paper B9", "preset home-a4, paper: expected one of a4"),
        ("--paper 20x20mm", "preset home-a4, paper: expected 40 to"),
        ("--size 5/0in", "--size, 5/0in: expected a fraction with another divisor"),
        ("--size nine", "--size, nine: expected a length such as"),
        ("--size 10in", "the room that margins and marks leave on 210 x 297 mm, not 254 x 254 mm"),
        ("--size 0", "--size, 0 mm: expected 4 to 300 mm"),
        ("--size 300mm --dpi 1200", "--size, 300 mm at 1200 dpi: expected at most 8000 dots a side"),
        (f"--size {'9' * 5000}", "expected a length such as"),
        ("--paper 99999x99999mm", "preset home-a4, paper: expected at most 5080 mm a side"),
        ("--gap 3x", "preset home-a4, gap: expected a length"),
        ("--bleed 20mm", "preset home-a4, bleed: expected 0 to 3.2 mm, not 20"),
        ("--backs triple", "expected one of duplex, gutterfold, separate, numbered, none, not 'triple'"),
        ("--flip over", "expected one of long, short"),
        ("--back-offset 1", "--back-offset, 1: expected x,y,angle in millimetres and degrees"),
        ("--back-offset 1,2,3,4", "--back-offset, 1,2,3,4"),
        ("--back-offset 0,99", "--back-offset, 0,99: expected at most 20 mm, not 99"),
        ("--front-offset 0,0,90", "--front-offset, 0,0,90: expected at most 5 degrees, not 90"),
        ("--back-offset=", "--back-offset: expected x,y,angle"),
        ("--printer nope", "printer, nope"),
        ("--printer=", "expected a printer that has been measured"),
        ("--used-by=", "expected"),
        ("--only doc", "--only, doc: expected one of pdf, png, cut, contact"),
        ("--size 5/8", "--size, 0.625 mm: expected 4 to 300 mm; did you mean 5/8in?"),
        ("--size 400", "--size, 400 mm: expected 4 to 300 mm"),
        ("--side red", "--side, red: expected one of the game's, such as"),
        ("--counter ge-91", "--counter, ge-91"),
        ("--counter ge-916=x", "copies from 1 to 999"),
        ("--used-by dark-summer:campaign", "a position of breakout-normandy, not of dark-summer"),
        ("--used-by no-such.vsav", "no-such.vsav"),
        ("--changed-since nowhere", "the manifest of an earlier build"),
    ],
)
def test_a_mistake_gets_one_line_and_writes_nothing(tmp_path: Path, options: str, said: str) -> None:
    done = run(f"module-builder sheets breakout-normandy -o {tmp_path}/p {options}")
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "p").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("a file")
    done = run(f"module-builder sheets breakout-normandy -o {tmp_path}/p/q --formation 352 --only cut")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "expected room to write it (No space left on device); make room there"),
        (errno.EROFS, "expected a folder that can be written (Read-only file system)"),
        (errno.EACCES, "expected a folder that can be written (Permission denied)"),
    ],
)
@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("sheets breakout-normandy -o {} --counter turn --only cut", "breakout-normandy-sheet-1.svg"),
        ("counters breakout-normandy -o {} --px 16", "ge-1-919_f.png"),
        ("printer calibrate office -o {}/office.pdf", "office.pdf"),
        ("save breakout-normandy:d-day -o {}/start.vsav", "start.vsav"),
    ],
)
def test_a_place_that_takes_no_file_is_one_line_with_its_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, file: str, number: int, said: str
) -> None:
    opened = os.open

    def full(path: Path | str, flags: int, *rest: int) -> int:
        if flags & os.O_CREAT and str(path).endswith(".part"):
            raise OSError(number, os.strerror(number), str(path))
        return opened(path, flags, *rest)

    monkeypatch.setattr("module_builder.vassal.files.os.open", full)
    done = run(f"module-builder {line.format(tmp_path)}")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(f"module-builder: {tmp_path / file}: file: {said}")


@pytest.mark.parametrize("command", ["sheets", "cards", "map", "aids", "printer calibrate"])
def test_help_of_what_prints_says_how_to_print_it(command: str) -> None:
    told = " ".join(run(f"module-builder {command} --help").out.split())
    assert "Print the PDF at 100 %." in told
    silent = [line for line in told.split(" --")[1:] if "TEXT" in line and "default" not in line]
    free = ("side", "formation", "counter", "used-by", "printer", "front-offset", "back-offset", "intent")
    assert {line.split()[0] for line in silent} <= {*free, "board"}


def test_counters_says_where_it_writes(tmp_path: Path) -> None:
    done = run(f"module-builder counters breakout-normandy -o {tmp_path}/c --px 16")
    drawn = len(list((tmp_path / "c").glob("*.png")))
    assert done.out == f"{drawn} pictures in {tmp_path}/c\n"


def test_art_that_a_punch_would_take_is_named(tmp_path: Path) -> None:
    line = f"module-builder sheets breakout-normandy -o {tmp_path} --counter ge-916 --only cut"
    assert run(line).err == ""
    assert "warning: ge-916 front: art across a corner of 7 mm" in run(f"{line} --corner 7mm").err


# --- printers --------------------------------------------------------------------------------------------


def test_a_printer_is_stored_listed_and_used(tmp_path: Path, settings: Path) -> None:
    assert "none has been measured yet" in run("module-builder printer list").out
    assert run("module-builder printer list --json").out == "{}\n"
    assert run("module-builder printer set office --back 0.4,1.1,0.2").out == "office: stored\n"
    assert run("module-builder printer set office --front 0.2,-0.5 --flip short").code == 0
    kept = json.loads(run("module-builder printer list --json").out)
    assert kept == {"office": {"front": [0.2, -0.5, 0.0], "back": [0.4, 1.1, 0.2], "flip": "short"}}
    assert (
        "office: front 0.2,-0.5 mm; back 0.4,1.1 mm, 0.2 degrees; short edge"
        in run("module-builder printer list").out
    )
    assert [file.name for file in settings.iterdir()] == ["printers.toml"]
    line = f"module-builder sheets breakout-normandy -o {tmp_path}/p --counter ge-916 --only pdf"
    run(f"{line} --printer office")
    with pikepdf.open(tmp_path / "p" / "breakout-normandy-sheets.pdf") as pdf:
        said = str(pdf.docinfo["/Subject"])
    assert "printer: office; front offset: 0.2,-0.5 mm" in said


def test_a_printer_needs_a_reading() -> None:
    assert "expected --front, --back, or both" in run("module-builder printer set office").err


def test_the_output_depends_on_no_settings_without_a_printer(tmp_path: Path) -> None:
    line = "module-builder sheets breakout-normandy --counter ge-916 --only pdf -o"
    run(f"{line} {tmp_path}/a")
    run("module-builder printer set office --back 3,3")
    run(f"{line} {tmp_path}/b")
    name = "breakout-normandy-sheets.pdf"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("../x", "printer, '../x': expected a name of 1 to 60 letters"),
        ("''", "printer, '': expected a name of 1 to 60 letters"),
        ("x --paper 99999x99999", "expected at most 5080 mm a side"),
    ],
)
def test_a_calibration_page_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, said: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    done = run(f"module-builder printer calibrate {options}")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
    assert [file.name for file in tmp_path.rglob("*")] == ["here"]


def test_the_calibration_page(tmp_path: Path) -> None:
    done = run(f"module-builder printer calibrate office -o {tmp_path}/c.pdf --paper Letter --flip short")
    assert done.code == 0
    with pikepdf.open(tmp_path / "c.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert [round(float(v) * POINT, 1) for v in list(pdf.pages[0].MediaBox)[2:]] == [215.9, 279.4]


# --- cards, maps, aids -----------------------------------------------------------------------------------


def test_a_game_without_cards() -> None:
    done = run("module-builder cards dark-summer")
    assert (done.code, done.err) == (
        2,
        "module-builder: cards, dark-summer: expected a game with cards; this one has none\n",
    )


@pytest.mark.slow
def test_maps_as_picture_page_and_tiles(tmp_path: Path) -> None:
    line = f"module-builder map breakout-normandy --dpi 36 -o {tmp_path}"
    assert run(f"{line}/m.png").code == 0
    with Image.open(tmp_path / "m.png") as image:
        assert image.size == (1152, 792)
    assert run(f"{line}/m.pdf").code == 0
    with pikepdf.open(tmp_path / "m.pdf") as pdf:
        assert len(pdf.pages) == 1
        left, low, right, high = (float(v) * POINT for v in pdf.pages[0].TrimBox)
        assert (round(right - left, 1), round(high - low, 1)) == (812.8, 558.8)
    assert run(f"{line}/t.pdf --paper A4 --landscape").code == 0
    with pikepdf.open(tmp_path / "t.pdf") as pdf:
        assert len(pdf.pages) == 10


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("-o m.tif", "expected a name that ends in .png or .pdf"),
        ("-o m.pdf --paper A4 --overlap 300mm", "overlap, 300 mm"),
        ("-o m.pdf --paper A4 --margin 200mm", "margin"),
    ],
)
def test_a_map_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(f"module-builder map breakout-normandy --dpi 36 {options}")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_aids_for_a_script(tmp_path: Path) -> None:
    done = run(f"module-builder aids breakout-normandy -o {tmp_path} --paper Letter --json")
    assert [Path(file).name for file in json.loads(done.out)["files"]] == [
        "breakout-normandy-aids.pdf",
        "breakout-normandy-setup-german.pdf",
        "breakout-normandy-setup-allied.pdf",
    ]


def test_a_pdf_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    from maps.errors import DataError
    from module_builder.printing.page import Document, Page, Picture, Rect

    page = Page(100, 100, (Picture(Rect(0, 0, 10, 10), "missing"),))
    with pytest.raises(DataError, match="missing"):
        write_pdf(Document("x", (page,)), tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())
