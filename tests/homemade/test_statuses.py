"""More statuses than two, or one, or none: faces of counters in modules, saves, rules, prints."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from lxml import etree

from adjudicator.asking.loading import load_position
from adjudicator.contract import load
from adjudicator.errors import PositionError
from adjudicator.position import Piece, Position
from adjudicator.table.session import Table
from counters.press import load_counters
from maps.errors import DataError
from maps.games import open_folder
from module_builder.homemade.importing.slots import marks_of
from module_builder.kit import load_kit
from module_builder.lint import lint
from module_builder.module import build
from module_builder.pieces import unit_faces
from module_builder.save import write_position
from module_builder.unit_marks import shown_factors
from tests.commandline import run
from tests.homemade.test_verbs_examples import ask

RIVERS = Path(__file__).parents[2] / "docs" / "examples" / "two-rivers"
CADRE = """
[template.default.cadre]
like = "back"
when = "steps = 3"
factors = { text = "{cadre_attack}-{cadre_defense}-1" }

[template.marker.worn]
like = "front"
when = "id = dug-in"
"""
SET_UP = "unit,space,status\nn-fell-1,high-fell,cadre\nn-fell-2,high-fell,reduced\ns-downs-1,lark-dale,\n"


def change(folder: Path, name: str, *pairs: tuple[str, str]) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def folder(tmp: Path, slug: str, statuses: str, set_up: str = SET_UP) -> Path:
    """Two Rivers with other statuses: the regiments of Fell have three steps and a cadre."""
    made = tmp / slug
    shutil.copytree(RIVERS, made)
    change(made, "game.toml", ('"two-rivers"', f'"{slug}"'), ('["full", "reduced"]', statuses))
    (made / "counters.toml").write_text((made / "counters.toml").read_text(encoding="utf-8") + CADRE, "utf-8")
    rows = (made / "units.csv").read_text(encoding="utf-8").splitlines()
    head = next(n for n, row in enumerate(rows) if row.startswith("id,"))
    rows[head] += ",cadre_attack,cadre_defense"
    for n in range(head + 1, len(rows)):
        fell = rows[n].startswith(("n-fell-1", "n-fell-2"))
        rows[n] = (rows[n].replace("Fell,2,", "Fell,3,") if fell else rows[n]) + (",1,2" if fell else ",,")
    (made / "units.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    change(made, "markers.csv", ("dug-in,Dug in,,Dug in,,", "dug-in,Dug in,,Dug in,Half,"))
    (made / "set-ups" / "turn-four.csv").unlink()
    (made / "set-ups" / "start.csv").write_text(set_up, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = folder(tmp_path_factory.mktemp("three"), "three-faces", '["full", "reduced", "cadre"]')
    open_folder(made)
    return made


def start(made: Path) -> Position:
    return load(open_folder(made)).scenario("start")


# --- what is ruled ------------------------------------------------------------------------------------------


def test_a_face_fights_with_what_it_prints(three: Path) -> None:
    at = start(three)
    odds = ask(at, "odds", kind="attack", area="lark-dale", with_units=["n-fell-1", "n-fell-2"], shift=["9R"])
    told = [str(step) for step in odds.steps]
    assert "+1  attack of 1st Fell Regiment (units.csv:5 attack)" in told
    assert "+2  attack of 2nd Fell Regiment (units.csv:6 attack)" in told
    assert odds.assumptions == ()


def test_a_face_has_fewer_steps_than_the_one_before(three: Path) -> None:
    at = start(three)
    odds = ask(at, "odds", kind="attack", area="lark-dale", with_units=["n-fell-1", "n-fell-2"], shift=["9R"])
    assert max(map(int, odds.answer["attacker_losses"])) <= 1 + 2
    stacked = ask(at, "stack", area="high-fell")
    assert stacked.answer["counted"] == 2


def test_a_face_that_prints_less_has_the_number_of_the_one_before(three: Path) -> None:
    at = start(three)
    reach = ask(at, "reach", subject="n-fell-1")
    assert reach.answer["points"] == "3"  # nothing prints another movement
    guns = at.pieces["s-downs-2"]
    unprinted = Piece(guns.printed, "mere-end", "cadre")
    moved = Position(at.game, at.board, at.schema, {**at.pieces, "s-downs-2": unprinted}, at.facts)
    odds = ask(moved, "odds", kind="attack", area="mere-end", with_units=["n-wold-4"], shift=["9R"])
    assert any(
        told.startswith("assumed: the cadre side of 2nd Downs Regiment has the defense of the side before, 3")
        for told in odds.assumptions
    )


# --- what is built ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_module_turns_a_counter_through_its_faces(three: Path, tmp_path: Path) -> None:
    kit = load_kit(open_folder(three))
    assert unit_faces(kit, kit.units["n-fell-1"]) == ["n-fell-1_f", "n-fell-1_b", "n-fell-1_3"]
    assert unit_faces(kit, kit.units["s-downs-1"]) == ["s-downs-1_f", "s-downs-1_b"]
    assert unit_faces(kit, kit.units["n-fell-guns"]) == ["n-fell-guns_f"]
    assert shown_factors(kit, kit.units["n-fell-1"]) == ("4-5-3", "2-3-3", "1-2-3")
    types = {uid: kit.pieces[uid].type_text for uid in ("n-fell-1", "s-downs-1", "n-fell-guns", "dug-in")}
    assert "n-fell-1_f.png,n-fell-1_b.png,n-fell-1_3.png" in types["n-fell-1"]
    assert "Flip Full / Reduced / Cadre" in types["n-fell-1"]
    assert "+ 1-2-3 (Cadre)" in types["n-fell-1"]
    assert "Flip Full / Reduced;" in types["s-downs-1"]
    assert "Flip" not in types["n-fell-guns"]
    assert "dug-in_f.png,dug-in_b.png,dug-in_3.png" in types["dug-in"]
    assert 'Status_Level == 1 ? "Full" : Status_Level == 2 ? "Reduced" : "Cadre"' in types["n-fell-1"]
    module = build(kit.game.slug, tmp_path)
    with zipfile.ZipFile(module) as archive:
        names = set(archive.namelist())
        assert {f"images/n-fell-1_{face}.png" for face in "fb3"} <= names
        assert {f"images/dug-in_{face}.png" for face in "fb3"} <= names
        assert not {"images/s-downs-1_3.png", "images/n-fell-guns_b.png", "images/status_d1.png"} & names
        pictures = [archive.read(f"images/n-fell-1_{face}.png") for face in "fb3"]
        etree.fromstring(archive.read("buildFile.xml"))
    assert len(set(pictures)) == 3
    assert [str(fault) for fault in lint(module)] == []


def test_a_stack_adds_up_what_shows(three: Path) -> None:
    kit = load_kit(open_folder(three))
    piece = kit.pieces["n-fell-1"]
    marks = marks_of(piece.full)
    assert [marks[f"Attack{n}"] for n in (1, 2, 3)] == ["4", "2", "1"]
    assert [marks[f"StepsLeft{n}"] for n in (1, 2, 3)] == ["3", "2", "1"]
    assert [marks[name] for name in ("Fresh", "Reduced", "Face3")] == ["4-5-3", "2-3-3", "1-2-3"]
    text = piece.type_text
    assert "Status_Level == 1 ? Attack1 : Status_Level == 2 ? Attack2 : Attack3" in text


def test_a_save_keeps_each_face(three: Path, tmp_path: Path) -> None:
    at = start(three)
    draft = at.draft()
    draft.set("face3-dug-in", 2, "stanbridge")
    at = draft.finish()
    write_position(at, tmp_path / "a.vsav")
    read = load_position(str(tmp_path / "a.vsav")).position
    assert read is not None
    assert not read.diff(at)
    assert [read.pieces[uid].status for uid in ("n-fell-1", "n-fell-2", "s-downs-1")] == [
        "cadre",
        "reduced",
        "full",
    ]
    guns = Piece(at.pieces["n-fell-guns"].printed, "high-fell", "reduced")
    wrong = Position(at.game, at.board, at.schema, {**at.pieces, "n-fell-guns": guns}, at.facts)
    with pytest.raises(PositionError, match="Fell Artillery: the counter has no face reduced"):
        write_position(wrong, tmp_path / "b.vsav")


def test_the_table_shows_each_face(three: Path) -> None:
    open_folder(three)
    table = Table()
    tree = table.open_text("three-faces:start")
    scene = msgspec.json.decode(msgspec.json.encode(table.node(tree, "n0")))["scene"]
    shown = {piece["id"]: piece for piece in scene["pieces"]}
    assert [shown[uid]["face"] for uid in ("n-fell-1", "n-fell-2", "s-downs-1")] == [
        "n-fell-1_3",
        "n-fell-2_b",
        "s-downs-1_f",
    ]
    assert not any(piece.get("badges") for piece in scene["pieces"])
    table.matchings.close()
    from adjudicator.saves.printed import load_printed
    from adjudicator.table.drawing.faces import game_faces

    faces = {face.name: face for face in game_faces(load_printed("three-faces"))}
    assert {"n-fell-1_3", "dug-in_3"} <= faces.keys()
    assert faces["n-fell-1_3"].paint(40).tobytes() != faces["n-fell-1_b"].paint(40).tobytes()


def test_the_sheets_hold_a_counter_for_further_faces(three: Path) -> None:
    counters = {one.id: one for one in load_counters(open_folder(three), numbers={})}
    more = counters["n-fell-1_3"]
    assert (more.name, more.side, more.count) == ("1st Fell Regiment, face 3", "north", 1)
    assert more.front == more.back != counters["n-fell-1"].back
    assert counters["dug-in_3"].count == counters["dug-in"].count
    assert "s-downs-1_3" not in counters


# --- one, none, wrong ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("statuses", ['["fresh"]', "[]"])
def test_a_game_whose_counters_have_a_front_only(tmp_path: Path, statuses: str) -> None:
    word = "fresh" if statuses != "[]" else "full"
    slug = f"one-face-{word}"
    made = folder(tmp_path, slug, statuses, "unit,space,status\nn-fell-1,high-fell,\nn-fell-2,high-fell,\n")
    kit = load_kit(open_folder(made))
    assert kit.game.statuses == (word,)
    assert all(len(unit_faces(kit, unit)) == 1 for unit in kit.units.values())
    module = build(slug, tmp_path / "out")
    assert [str(fault) for fault in lint(module)] == []
    with zipfile.ZipFile(module) as archive:
        assert not [name for name in archive.namelist() if name.startswith("images/n-fell-1_b")]
    at = start(made)
    write_position(at, tmp_path / "a.vsav")
    read = load_position(str(tmp_path / "a.vsav")).position
    assert read is not None
    assert not read.diff(at)
    assert ask(at, "stack", area="high-fell").answer["counted"] == 2
    assert run(f"adjudicator sketch {slug}").code == 0


WRONG: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "a word twice": (
        lambda f: change(f, "game.toml", ('"reduced", "cadre"]', '"full"]')),
        "game.toml, units statuses no. 2: expected a word that no status before has, not 'full' again",
    ),
    "an empty word": (
        lambda f: change(f, "game.toml", ('"reduced", "cadre"]', '" "]')),
        "game.toml, units statuses no. 2: expected a word such as reduced, not ' '",
    ),
    "too many": (
        lambda f: change(f, "game.toml", ('"cadre"]', '"3", "4", "5", "6", "7", "8", "9", "10"]')),
        "game.toml, units statuses: expected at most 9 words, one for each face of a counter",
    ),
    "a face that a unit has not": (
        lambda f: change(f, "set-ups/start.csv", ("s-downs-1,lark-dale,", "s-downs-1,lark-dale,cadre")),
        (
            "set-ups/start.csv, line 4, column status: expected one of full, reduced, not 'cadre', "
            "which are the faces of s-downs-1"
        ),
    ),
    "a status that no unit has": (
        lambda f: change(f, "set-ups/start.csv", ("high-fell,cadre", "high-fell,gone")),
        "set-ups/start.csv, line 2, column status: expected one of full, reduced, cadre, not 'gone'",
    ),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said(tmp_path: Path, fault: str) -> None:
    made = folder(tmp_path, "wrong-faces", '["full", "reduced", "cadre"]')
    spoil, says = WRONG[fault]
    spoil(made)
    with pytest.raises(DataError) as raised:
        start(made)
    assert str(raised.value) == says


def test_of_two_statuses_a_unit_of_one_step_has_no_back(tmp_path: Path) -> None:
    made = folder(
        tmp_path, "two-faces", '["full", "reduced"]', "unit,space,status\nn-fell-guns,high-fell,reduced\n"
    )
    with pytest.raises(DataError, match="expected one of full, not 'reduced', which are the faces of n-fell"):
        start(made)
