"""An adapter is proposed for a module with other names and another scale; saves are read through it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudicator.errors import SaveError
from adjudicator.game import load
from adjudicator.saves.matching import match_place, match_unit, propose, write_adapter
from adjudicator.saves.positions import read_save
from module_builder.vassal.archive import Archive, build_save, write_archive
from module_builder.vassal.builders import basic_piece, layer, marker, prototype
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.metadata import Metadata
from module_builder.vassal.savegame import AddPiece, AddStack, BeginSave, EndSave, Save, SetupStackDone
from module_builder.vassal.traits import Trait, format_definition
from tests.commandline import run

GAME = "breakout-normandy"
PIECES = {
    "11": "116th Regiment, 29th Division",
    "12": "916 Rgt, 352 Div",
    "13": "915 Regt (352)",
    "14": "Allied Naval Gunfire",
    "15": 'Odd "piece" with \\signs',
}
ZONES = {"Caen Area": 0, "OMAHA BEACH": 100, "Carenten": 200, "Dead Pile": 300, "Paris": 400}


def steps() -> Trait:
    return layer(["f.png", "b.png", "c.png"], name="Steps", level_names=["", "+ (spent)", "+ (disrupted)"])


def traits(gpid: str, *, level: int = 1, at: tuple[int, int] | None = None) -> tuple[Trait, ...]:
    x, y = at or (0, 0)
    basic = basic_piece(PIECES[gpid], "i.png", gpid=gpid, map_name="Strategic" if at else None, x=x, y=y)
    worn = steps()
    return basic, Trait(worn.type, str(level)), marker({"Owner": "x"})


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five zones of 100 pixels in a row; the layer of the units stands in a prototype."""
    zones = [
        element(
            "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone",
            {"name": n, "locationFormat": "$name$", "path": f"{x},0;{x + 99},0;{x + 99},99;{x},99"},
        )
        for n, x in ZONES.items()
    ]
    grid = element("VASSAL.build.module.map.boardPicker.board.ZonedGrid", {}, *zones)
    board = element(
        "VASSAL.build.module.map.boardPicker.Board", {"name": "France", "width": 500, "height": 100}, grid
    )
    root = element(
        "VASSAL.build.GameModule",
        {"name": "Foreign"},
        element(
            "VASSAL.build.module.PrototypesContainer",
            {},
            element(
                "VASSAL.build.module.PrototypeDefinition",
                {"name": "Worn"},
                text=format_definition((basic_piece("", gpid=""), steps())),
            ),
        ),
        element(
            "VASSAL.build.module.Map",
            {"mapName": "Strategic"},
            element("VASSAL.build.module.map.BoardPicker", {}, board),
        ),
        *(
            element(
                "VASSAL.build.widget.PieceSlot",
                {"entryName": name, "gpid": gpid},
                text=format_definition((basic_piece(name, "i.png", gpid=gpid), prototype("Worn"))),
            )
            for gpid, name in PIECES.items()
        ),
    )
    path = tmp_path_factory.mktemp("foreign") / "foreign.vmod"
    path.write_bytes(write_archive(Archive().with_data("buildFile.xml", format_build_file(root))))
    return path


def saved(folder: Path, *rows: tuple[str, int, int]) -> Path:
    """A save with pieces: gpid, level, x."""
    commands: list[AddPiece | AddStack] = []
    for number, (gpid, level, x) in enumerate(rows):
        piece = AddPiece.from_traits(str(100 + number), traits(gpid, level=level, at=(x, 50)))
        commands += [piece, AddStack(str(200 + number), "Strategic", x, 50, (piece.id,), 0)]
    save = Save.from_commands([BeginSave(), *commands, SetupStackDone(), EndSave()])
    meta = Metadata("1", "3.7.0", "", "Foreign", "0")
    path = folder / "g.vsav"
    path.write_bytes(write_archive(build_save(save, saved=meta, module=meta)))
    return path


# --- matching --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "uid"),
    [
        ("916 Rgt, 352 Div", "ge-916"),
        ("916th Regiment, 352nd Division", "ge-916"),
        ("352/916", "ge-916"),
        ("116 Rgt (29 Div)", "us-29-116"),
        ("us-29-116", "us-29-116"),
        ("Turn marker", ""),
        ("", ""),
    ],
)
def test_units(name: str, uid: str) -> None:
    units = [p.printed for p in load(GAME).scenario("d-day").pieces.values()]
    assert match_unit(name, units).id == uid


def test_every_unit_of_ours_is_found_by_its_own_name() -> None:
    units = [p.printed for p in load(GAME).scenario("d-day").pieces.values()]
    assert {u.id: match_unit(u.title, units).id for u in units} == {u.id: u.id for u in units}


@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("Omaha Beach", "omaha-beach"),
        ("Sainte-Mere-Eglise", "st-mere-eglise"),
        ("Bayeux 3", "bayeux"),
        ("Eliminated Allied Units", "eliminated"),
        ("Turn 4", "setup-card"),
        ("Berlin", ""),
    ],
)
def test_places(name: str, space: str) -> None:
    assert match_place(name, load(GAME).scenario("d-day").board).id == space


def test_every_space_of_ours_is_found_by_its_own_name() -> None:
    board = load(GAME).scenario("d-day").board
    assert {s: match_place(board.name(s), board).id for s in board.spaces} == {s: s for s in board.spaces}


# --- the proposal ----------------------------------------------------------------------------------------


def test_the_proposal(module: Path) -> None:
    text = propose(module, load(GAME))
    data = tomllib.loads(text)
    assert data["units"] == {"gpid:11": "us-29-116", "gpid:12": "ge-916", "gpid:13": "ge-915"}
    assert data["places"] == {
        "Caen Area": "caen", "OMAHA BEACH": "omaha-beach", "Carenten": "carentan", "Dead Pile": "eliminated"
    }  # fmt: skip
    assert data["status"] == {"layer": "Steps", "words": ["fresh", "spent", "d1"]}
    assert data["file"] == "foreign.vmod"
    lines = text.splitlines()
    assert all("%, " in line for line in lines if line.startswith('"'))
    assert "# piece without a unit: gpid:14 Allied Naval Gunfire (nothing like it)" in lines
    assert any(line.startswith("# piece without a unit: gpid:15 Odd") for line in lines)
    assert "# place without a space: Paris (nothing like it)" in lines
    assert "# space without a place: bayeux Bayeux" in lines
    assert sum(line.startswith("# unit without a piece: ") for line in lines) > 100
    assert text == propose(module, load(GAME))


def test_a_save_is_read_through_it(module: Path, tmp_path: Path) -> None:
    adapter = tmp_path / "adapter.toml"
    write_adapter(module, GAME, adapter)
    save = saved(tmp_path, ("11", 1, 150), ("12", 2, 160), ("13", 3, 250), ("14", 1, 50))
    loaded = read_save(save, adapter=adapter)
    assert loaded.position is not None
    found = {u: (p.space, p.status) for u, p in loaded.position.pieces.items()}
    assert found == {
        "us-29-116": ("omaha-beach", "fresh"),
        "ge-916": ("omaha-beach", "spent"),
        "ge-915": ("carentan", "d1"),
    }
    assert loaded.notes == ("Allied Naval Gunfire at Caen Area is not in the adapter",)


# --- files -----------------------------------------------------------------------------------------------


def test_an_old_file_stays(module: Path, tmp_path: Path) -> None:
    out = tmp_path / "adapter.toml"
    assert run(f"adjudicator adapt {module} {GAME} -o {out}").code == 0
    out.write_text("mine")
    refused = run(f"adjudicator adapt {module} {GAME} -o {out}")
    assert (refused.code, out.read_text()) == (2, "mine")
    assert "--force" in refused.err
    assert run(f"adjudicator adapt {module} {GAME} -o {out} --force").code == 0
    assert tomllib.loads(out.read_text())["game"] == GAME
    assert [p.name for p in tmp_path.iterdir()] == ["adapter.toml"]


def test_what_is_no_module(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    path.write_bytes(b"no zip")
    with pytest.raises(SaveError, match="zip"):
        write_adapter(path, GAME, tmp_path / "a.toml")
    assert run(f"adjudicator adapt {path} no-game -o {tmp_path / 'a.toml'}").code == 2
