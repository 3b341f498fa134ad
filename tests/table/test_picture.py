"""Rulings as pictures: the same bytes for the same question, nothing hidden in them, no name breaks them."""

from __future__ import annotations

import functools
import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from adjudicator import apply, ask, open_position
from adjudicator.errors import BocageError
from adjudicator.game import load
from adjudicator.position import Piece, Position
from adjudicator.table.drawing.framing import frame_of
from adjudicator.table.drawing.ground import ground_of
from adjudicator.table.drawing.picture import picture_of, write_picture
from adjudicator.table.drawing.raster import painted
from adjudicator.table.drawing.scene import scene_of
from adjudicator.table.drawing.shapes import LOOKS, Inset, Words
from adjudicator.table.drawing.shapes import Path as Drawn
from adjudicator.table.marks import TONES, marks_of
from tests.commandline import run

SKETCH = """breakout-normandy, 6 june, impulse 4, clear, advantage german
A: us, tem 1 | us inf 6-5-5 "116" fresh 29div
B: german, tem 3 bocage | ge inf 4-4-4 "916" fresh
C: german, tem 1
A-B: river, bridge german
A-C: open"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(scope="module")
def sketch() -> Position:
    return open_position(SKETCH)


def test_the_same_question_gives_the_same_bytes(
    sketch: Position, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = ask(sketch, "legal", "116")
    first = picture_of(sketch, ruling=ruling, width=500)
    told = first.png(), first.svg()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    again = picture_of(open_position(SKETCH), ruling=ask(open_position(SKETCH), "legal", "116"), width=500)
    assert (again.png(), again.svg()) == told


def test_a_picture_has_the_size_that_it_says(sketch: Position) -> None:
    picture = picture_of(sketch, ruling=ask(sketch, "legal", "116"), width=640)
    with Image.open(io.BytesIO(picture.png())) as image:
        assert image.size == picture.size
    root = ET.fromstring(picture.svg())  # noqa: S314 - our own
    assert (int(root.get("width", 0)), int(root.get("height", 0))) == picture.size
    assert root.findtext(f"{SVG}title") == picture.title


def test_verdict_legend_and_costs_stand_in_it(sketch: Position) -> None:
    ruling = ask(sketch, "legal", "116")
    texts = [s.text for s in picture_of(sketch, ruling=ruling)._shapes if isinstance(s, Words)]
    marks = marks_of(ruling, sketch)
    assert " ".join(texts).count(ruling.verdict) == 1
    assert {m.label for m in marks.spaces.values() if m.label} <= set(texts)
    assert all(key.text.split(":")[0] in " ".join(texts) for key in marks.legend)
    assert ruling.fingerprint in texts[-1]


def test_a_refusal_tells_its_reasons(sketch: Position) -> None:
    ruling = ask(sketch, "check", "move", "916", "C")
    texts = " ".join(s.text for s in picture_of(sketch, ruling=ruling)._shapes if isinstance(s, Words))
    assert not ruling.ok
    assert all(v.text.split()[0] in texts for v in ruling.violations[:5])


def test_no_tone_is_told_by_colour_alone() -> None:
    assert set(LOOKS) == set(TONES)
    seen = {(look.dash, look.hatch) for tone, look in LOOKS.items() if tone != "origin"}
    assert len(seen) == len(LOOKS) - 1


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a & b \x00\x07\ud800 ]]> \"'", "\u202eevil", "x" * 5000]
)
def test_no_name_breaks_the_drawing(sketch: Position, name: str) -> None:
    draft = sketch.draft()
    uid = next(iter(draft.pieces))
    piece = draft.pieces[uid]
    draft.pieces[uid] = Piece(replace(piece.printed, name=name, title=name), piece.space, piece.status)
    at = draft.finish()
    ruling = replace(ask(sketch, "legal", "116"), verdict=f"{name} reaches nothing")
    picture = picture_of(at, ruling=ruling, width=400)
    root = ET.fromstring(picture.svg())  # noqa: S314 - our own
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "defs", "rect", "image", "use", "path", "text", "pattern", "circle",
    }  # fmt: skip
    assert picture.png()


def test_what_is_hidden_is_in_no_picture() -> None:
    """Of two positions that look the same, pictures are made of the same shapes."""
    game = load("storm-over-normandy")
    ways = (
        {"german-bocage-1": "hand", "german-bocage-2": "stack"},
        {"german-bocage-1": "stack", "german-bocage-2": "hand"},
    )
    drawn = []
    for way in ways:
        draft = game.scenario("invasion").draft()
        draft.facts.update({("card", card): place for card, place in way.items()})
        drawn.append(picture_of(draft.finish(), viewpoint="allied", whole=True)._shapes)
    assert drawn[0] == drawn[1]


def test_what_is_marked_is_in_the_frame() -> None:
    position = open_position(Path(__file__).parents[1] / "saves" / "bridges.vsav")
    marks = marks_of(ask(position, "legal", "1058"), position)
    ground, scene = ground_of(position), scene_of(position)
    frame = frame_of(ground, scene, marks, 1200, whole=False)
    spaces = {s.id: s for s in ground.spaces}
    for id_, mark in marks.spaces.items():
        if mark.tone != "refused" and id_ in spaces:
            assert frame.shows(*spaces[id_].at, 0), id_
    whole = frame_of(ground, scene, marks, 1200, whole=True)
    assert whole.box == (0, 0, ground.width, ground.height)


def test_marked_counters_lie_on_top_of_their_stack(sketch: Position) -> None:
    shapes = picture_of(sketch, ruling=ask(sketch, "legal", "116"))._shapes
    veil = next(n for n, s in enumerate(shapes) if isinstance(s, Drawn) and s.holes)
    insets = [n for n, s in enumerate(shapes) if isinstance(s, Inset) and s.name]
    assert max(insets) > veil


@pytest.mark.parametrize("width", [0, -5, 10**9])
def test_a_width_that_is_none_is_refused(sketch: Position, width: int) -> None:
    with pytest.raises(BocageError, match="pixels wide"):
        picture_of(sketch, width=width)


def test_the_name_of_the_file_says_the_kind(sketch: Position, tmp_path: Path) -> None:
    for name, begins in (("a.png", b"\x89PNG"), ("a.SVG", b"<?xml"), ("a", b"\x89PNG")):
        write_picture(tmp_path / name, sketch, width=320)
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_command_draws_and_so_does_every_question(tmp_path: Path) -> None:
    river, one, other = "tests/saves/river.txt", tmp_path / "one.svg", tmp_path / "other.svg"
    done = run(f"adjudicator picture {river} legal 116 -o {one}")
    assert (done.code, done.out) == (0, f"wrote {one}: 116 (us inf) reaches 1 space.\n")
    asked = run(f"adjudicator legal {river} 116 --picture {other}")
    assert asked.code == 0
    assert asked.out.startswith("116 (us inf) reaches 1 space.")
    assert one.read_bytes() == other.read_bytes()


def test_a_picture_of_no_position_has_a_way_out(tmp_path: Path) -> None:
    done = run(f"adjudicator odds breakout-normandy assault --av 14 --dv 10 --picture {tmp_path / 'a.png'}")
    assert done.code == 2
    assert "Name a save" in done.err


@pytest.mark.parametrize("radius", [3.0, 7.3, 12.0])
def test_a_rounded_frame_may_have_any_size(radius: float) -> None:
    """Between whole pixels Pillow finds no room for a corner, and raised."""
    for step in range(80):
        wide, high = 2 * radius + step / 10, 2 * radius + step / 13
        box = ((5.2, 5.4), (5.2 + wide, 5.4), (5.2 + wide, 5.4 + high), (5.2, 5.4 + high))
        frame = Drawn(box, closed=True, fill="#ffffff", stroke="#000000", width=2.2, radius=radius)
        painted((60, 60), [frame], lambda *_: None)


def _tell(told: list[tuple[int, int]], done: int, of: int) -> None:
    told.append((done, of))


def test_the_board_is_drawn_once_and_told_row_by_row(tmp_path: Path) -> None:
    """A board that is too large for one drawing is told; the second time nothing is left to tell."""
    lines = "\n".join(f"space {n}: german" for n in range(40))
    position = open_position(f"breakout-normandy, 6 june\n{lines}")
    for wanted in (True, False):
        told: list[tuple[int, int]] = []
        write_picture(tmp_path / "a.png", position, width=400, progress=functools.partial(_tell, told))
        assert bool(told) == wanted
        assert all(done <= of for done, of in told)


def test_a_file_that_is_no_picture_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    for line in ("picture tests/saves/river.txt -o", "legal tests/saves/river.txt 116 --picture"):
        done = run(f"adjudicator {line} {tmp_path / 'a.gif'}")
        assert done.code == 2
        assert "Write FILE.png or FILE.svg" in done.err
    assert not list(tmp_path.iterdir())


def test_an_option_of_the_question_has_its_way_out(tmp_path: Path) -> None:
    done = run(f"adjudicator picture tests/saves/river.txt legal 116 --to b -o {tmp_path / 'a.svg'}")
    assert done.code == 2
    way = done.err.partition("Write ")[2].strip()
    assert way == f"adjudicator legal tests/saves/river.txt 116 --to b --picture {tmp_path / 'a.svg'}"
    assert run(way).code in {0, 1}
    assert (tmp_path / "a.svg").exists()


@pytest.mark.slow
def test_what_was_carried_out_is_drawn_as_it_lies_then(tmp_path: Path) -> None:
    bridges = open_position("tests/saves/bridges.vsav")
    after = apply(bridges, "move 1058 montebourg")
    run(f"adjudicator apply tests/saves/bridges.vsav move 1058 montebourg --picture {tmp_path / 'a.svg'}")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    ruling = ask(bridges, "apply", "move", "1058", "montebourg")
    assert drawn == picture_of(after, ruling=ruling).svg().decode()
    assert not marks_of(ruling, after).units


def test_a_picture_of_a_question_is_as_wide_as_is_said(tmp_path: Path) -> None:
    for said, width in (("", 1200), (" --width 500", 500)):
        path = tmp_path / f"{width}.svg"
        assert run(f"adjudicator legal tests/saves/river.txt 116{said} --picture {path}").code in {0, 1}
        root = ET.fromstring(path.read_bytes())  # noqa: S314 - our own
        assert root.attrib["width"].removesuffix("px") == str(width)


def test_a_border_is_drawn_in_one_along_the_common_side() -> None:
    position = open_position("tests/saves/bridges.vsav")
    drawing = picture_of(position, ruling=ask(position, "printed", column="bridge"), width=600)
    widths = [shape.width for shape in drawing._sides() if isinstance(shape, Drawn)]
    halves = len(widths) // 2
    assert halves > 100
    assert {*widths[:halves]} == {7}, "light below"
    assert {*widths[halves:]} == {4}, "and all of the line above it"
