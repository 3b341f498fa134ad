"""Loose markers in set-ups: read, laid in saves and modules, read back, and what is said of a wrong row."""

from __future__ import annotations

import functools
import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.asking.loading import load_position
from adjudicator.contract import load
from adjudicator.errors import PositionError
from adjudicator.position import Position
from adjudicator.table.acting import Editing
from adjudicator.table.session import Table
from maps.errors import DataError
from maps.games import open_folder
from module_builder.save import write_position
from tests.commandline import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
HEAD = "unit,space,status\n"
UNITS = {"two-rivers": "n-fell-1,high-fell,\n", "hill-and-ford": "b-scouts,0503,\n"}


def folder(tmp: Path, rows: str, *, of: str = "two-rivers", slug: str = "strewn") -> Path:
    """A copy of an example whose set-up `start` has some rows more, and whose dug-in markers have a back."""
    made = tmp / slug
    if not made.exists():
        shutil.copytree(EXAMPLES / of, made)
        game = made / "game.toml"
        game.write_text(game.read_text(encoding="utf-8").replace(f'"{of}"', f'"{slug}"'), encoding="utf-8")
        markers = made / "markers.csv"
        text = markers.read_text(encoding="utf-8").replace(
            "dug-in,Dug in,,Dug in,,", "dug-in,Dug in,,Dug in,Half,"
        )
        markers.write_text(text, encoding="utf-8")
    (made / "set-ups" / "start.csv").write_text(HEAD + UNITS[of] + rows, encoding="utf-8")
    return made


def start(tmp: Path, rows: str, **more: str) -> Position:
    return load(open_folder(folder(tmp, rows, **more))).scenario("start")


ROWS = """dug-in,stanbridge,
dug-in,stanbridge,half
dug-in,stanbridge,Dug in
dug-in,north-reserve,half
bridge-out,lark-dale,
control,stanbridge,north
"""
FACTS = {
    ("marker-dug-in", "stanbridge"): 2,
    ("turned-dug-in", "stanbridge"): 1,
    ("turned-dug-in", "north-reserve"): 1,
    ("marker-bridge-out", "lark-dale"): 1,
    ("control", "stanbridge"): "north",
}


def test_a_set_up_holds_markers(tmp_path: Path) -> None:
    at = start(tmp_path, ROWS)
    assert {key: at.facts[key] for key in FACTS} == FACTS
    assert {key for key in at.facts if key[0].startswith(("marker-", "turned-"))} == FACTS.keys() - {
        ("control", "stanbridge")
    }
    assert at.pieces["n-fell-1"].space == "high-fell"


def test_they_are_laid_in_a_save_and_read_back(tmp_path: Path) -> None:
    at = start(tmp_path, ROWS)
    save = tmp_path / "a.vsav"
    write_position(at, save)
    read = load_position(str(save))
    assert read.position is not None
    assert not read.position.diff(at)
    assert {key: read.position.facts[key] for key in FACTS} == FACTS
    assert not [note for note in read.notes if "states nothing" in note]


def test_they_are_laid_on_hexes(tmp_path: Path) -> None:
    at = start(
        tmp_path, "out-of-supply,0503,\nout-of-supply,0503,\n", of="hill-and-ford", slug="strewn-hexes"
    )
    write_position(at, tmp_path / "a.vsav")
    read = load_position(str(tmp_path / "a.vsav")).position
    assert read is not None
    assert read.facts["marker-out-of-supply", "0503"] == 2


def test_control_of_a_set_up_goes_before_the_column_start(tmp_path: Path) -> None:
    made = folder(tmp_path, "control,stanbridge,South\n", slug="held")
    spaces = made / "spaces.csv"
    text = spaces.read_text(encoding="utf-8").replace(
        "terrain,number,vp,aliases", "terrain,number,vp,aliases,start"
    )
    spaces.write_text(
        "\n".join(row if row.startswith(("#", "id,")) else f"{row},north" for row in text.splitlines())
        + "\n",
        encoding="utf-8",
    )
    at = load(open_folder(made)).scenario("start")
    assert (at.text("control", "stanbridge"), at.text("control", "lark-dale")) == ("south", "north")


UNKNOWN = "column unit: expected a unit of units.csv or a loose marker of markers.csv, not "
WRONG = {
    "dug-inn,stanbridge,": f"{UNKNOWN}'dug-inn'; Did you mean dug-in?",
    "turn,stanbridge,": f"{UNKNOWN}'turn'",
    "vp,stanbridge,": f"{UNKNOWN}'vp'",
    "dug-in,stanbrige,": (
        "column space: expected a space of the map, not 'stanbrige'; Did you mean stanbridge?"
    ),
    "dug-in,turn-track,": (
        "column space: expected a space or a box of the map for the marker dug-in, not 'turn-track'"
    ),
    "dug-in,stanbridge,reduced": "column status: expected one of dug in, half, not 'reduced'",
    "bridge-out,stanbridge,Back": "column status: expected one of bridge out, not 'Back'",
    "control,stanbridge,": "column status: expected one of north, south, not ''",
    "control,north-reserve,north": (
        "column space: expected a space of the map, which a side can control, not 'north-reserve'"
    ),
    "control,stanbridge,north\ncontrol,stanbridge,south": (
        "column space: expected each space once for control, not 'stanbridge' again"
    ),
    "bridge-out,stanbridge,\n" * 4: (
        "column unit: expected 3 copies of bridge-out at most; or raise its count in markers.csv"
    ),
}


@pytest.mark.parametrize("rows", WRONG, ids=[rows.partition("\n")[0] for rows in WRONG])
def test_a_wrong_row_is_told_with_its_line_and_column(tmp_path: Path, rows: str) -> None:
    made = folder(tmp_path, f"{rows.strip()}\n")
    with pytest.raises(DataError) as fault:
        load(open_folder(made)).scenario("start")
    line = 3 + rows.strip().count("\n")
    assert str(fault.value).startswith(f"set-ups/start.csv, line {line}, {WRONG[rows]}")
    done = run(f"module-builder data check {made}")
    assert (done.code, done.err) == (1, "")
    assert f"line {line}, {WRONG[rows]}" in done.out


def test_an_item_of_state_that_is_called_like_a_marker(tmp_path: Path) -> None:
    made = folder(tmp_path, "")
    game = made / "game.toml"
    text = game.read_text(encoding="utf-8").replace('id = "vp"', 'id = "marker-dug-in"')
    game.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        load(open_folder(made)).scenario("start")
    assert str(fault.value) == (
        "game.toml, state id: expected another id than 'marker-dug-in', which says where a marker lies"
    )


def test_the_page_shows_rows_that_are_read(tmp_path: Path) -> None:
    import re

    page = (EXAMPLES.parent / "your-own-game.md").read_text(encoding="utf-8")
    shown = re.search(r"^```csv\n(unit,space,status\n.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert shown is not None
    made = folder(tmp_path, "", slug="shown")
    (made / "set-ups" / "start.csv").write_text(shown[1], encoding="utf-8")
    at = load(open_folder(made)).scenario("start")
    assert at.facts["marker-dug-in", "stanbridge"] == 2
    assert (at.facts["marker-bridge-out", "lark-dale"], at.text("control", "stanbridge")) == (1, "south")


# --- any of them --------------------------------------------------------------------------------------------


@functools.cache
def strewn(tmp: Path) -> Position:
    return start(tmp, "", slug="strewn-at-random")


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.tuples(
            st.sampled_from(["marker-dug-in", "turned-dug-in", "marker-bridge-out"]),
            st.sampled_from(["stanbridge", "lark-dale", "mere-end", "north-reserve", "eliminated"]),
        ),
        st.integers(1, 4),
    ),
    st.sampled_from(["none", "north", "south"]),
)
def test_whatever_lies_there_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, lying: dict[tuple[str, str], int], control: str
) -> None:
    draft = strewn(tmp_path_factory.getbasetemp()).draft()
    for (item, space), number in lying.items():
        draft.set(item, number, space)
    draft.set("control", control, "stanbridge")
    at = draft.finish()
    save = tmp_path_factory.mktemp("saved") / "a.vsav"
    write_position(at, save)
    read = load_position(str(save)).position
    assert read is not None
    assert not read.diff(at)


def test_what_has_no_place_is_no_save(tmp_path: Path) -> None:
    at = start(tmp_path, "")
    for number, space in ((-1, "stanbridge"), (1, "turn-track")):
        draft = at.draft()
        draft.set("marker-dug-in", number, space)
        with pytest.raises(PositionError, match="marker-dug-in of"):
            write_position(draft.finish(), tmp_path / "a.vsav")


# --- with the tools -----------------------------------------------------------------------------------------


def test_the_position_tells_them_and_given_says_them(tmp_path: Path) -> None:
    made = folder(tmp_path, ROWS)
    told = json.loads(run(f"adjudicator position {made}:start --json").out)
    assert "marker-dug-in" in json.dumps(told["answer"])
    given_ = run(f"adjudicator position {made}:start --given marker-dug-in:Thornwick=3 --json").out
    assert '"marker-dug-in"' in given_
    assert "thornwick" in given_


def test_the_table_shows_them(tmp_path: Path) -> None:
    folder(tmp_path, ROWS)
    open_folder(tmp_path / "strewn")
    table = Table()
    tree = table.open_text("strewn:start")
    pieces = json.loads(_json(table.node(tree, "n0")))["scene"]["pieces"]
    lying = [piece for piece in pieces if piece["id"].startswith("dug-in")]
    assert sorted(piece["space"] for piece in lying) == ["north-reserve", *["stanbridge"] * 3]
    node = table.edit(tree, "n0", Editing(changes=("marker-dug-in:stanbridge=0",)))
    pieces = json.loads(_json(table.node(tree, node["id"])))["scene"]["pieces"]
    assert sum(piece["id"].startswith("dug-in") for piece in pieces) == 2
    table.matchings.close()


def _json(value: object) -> bytes:
    import msgspec

    return msgspec.json.encode(value)


@pytest.mark.slow
def test_the_module_begins_with_them(tmp_path: Path) -> None:
    import zipfile

    made = folder(tmp_path, ROWS)
    done = run(f"module-builder build {made} -o {tmp_path / 'out'}")
    assert done.code == 0, done.err
    assert run(f"module-builder lint {tmp_path / 'out' / 'strewn.vmod'}").code == 0
    found = []
    with zipfile.ZipFile(tmp_path / "out" / "strewn.vmod") as module:
        for name in (n for n in module.namelist() if n.endswith(".vsav")):
            (tmp_path / name).write_bytes(module.read(name))
            read = load_position(str(tmp_path / name)).position
            assert read is not None
            found.append({key: read.facts[key] for key in FACTS if key in read.facts})
    assert FACTS in found
