"""The module as a whole: the same bytes every time, nothing missing, set-ups, what the engine said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from adjudicator.game import load
from adjudicator.position import Position
from adjudicator.saves.positions import read_save
from adjudicator.saves.printed import arrivals
from module_builder import pictures
from module_builder.board import BOARD_IMAGE, CARDS_IMAGE, cards_drawing, main_board
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.module import build, set_ups
from module_builder.save import WELCOME, save_commands
from module_builder.vassal.archive import open_archive
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.commands import AddPiece, Command, GlobalProperty, SetBoards, Sgkc
from module_builder.vassal.geometry import Locator
from module_builder.vassal.keys import alt
from tests.module_builder.building import built, small_board, tree_of

GAME = "breakout-normandy"
ENGINE = Path(__file__).parents[1] / "engine" / "breakout_normandy"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


@pytest.fixture(scope="module")
def vmod() -> Path:
    return built(GAME)


@pytest.fixture(scope="module")
def tree() -> etree._Element:
    return tree_of(GAME)


# --- the file --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_data_give_the_same_bytes(
    vmod: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "main_board", small_board)
    said: list[str] = []
    again = build(GAME, tmp_path / "new" / "folder", progress=said.append)
    assert again.read_bytes() == vmod.read_bytes()
    assert said[0] == "component tree"
    assert [p.name for p in again.parent.iterdir()] == [vmod.name], "no half-written file is left"


def test_name_and_version(vmod: Path, kit: Kit) -> None:
    meta = open_archive(vmod).metadata()
    assert meta is not None
    assert (meta.name, meta.vassal_version) == ("Breakout: Normandy (Bocage)", "3.7.0")
    assert meta.version == kit.adapter["version"]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Exception, match="folder") as caught:
        build(GAME, tmp_path / "file" / "sub")
    assert "\n" not in str(caught.value)


def test_further_positions_become_set_ups(kit: Kit) -> None:
    start = kit.game.scenario("d-day")
    titles = list(set_ups(kit, [("My game", start)]))
    assert titles[:2] == ["D-Day", "Free set-up"]
    assert titles[-1] == "My game"


def test_the_free_set_up_has_every_unit_on_the_cards(kit: Kit) -> None:
    free = set_ups(kit)["Free set-up"]
    assert {p.space for p in free.pieces.values()} == {"setup-card"}
    assert set(free.pieces) == set(kit.units)


# --- the tree --------------------------------------------------------------------------------------------


def test_toolbar_keys_are_unique(tree: etree._Element) -> None:
    shown = [
        n for n in tree.iter() if n.get("text") or n.get("buttonText") or n.get("icon") or n.get("tooltip")
    ]
    keys = [
        n.get("hotkey") for n in shown if short_name(n) not in {"GlobalKeyCommand", "CounterDetailViewer"}
    ]
    keys += [n.get("buttonHotkey") for n in shown if short_name(n) == "GlobalKeyCommand"]
    keys += [n.get("buttonKeyStroke") for n in shown]
    keys = [k for k in keys if k and not k.startswith("57348")]
    assert len(keys) == len(set(keys))
    assert not {alt(letter) for letter in "FHST"} & set(keys), "the engine's own menus and server controls"


def test_every_button_has_a_key_and_a_tooltip(tree: etree._Element) -> None:
    buttons = [n for n in tree.iter() if n.get("icon") and short_name(n) not in {"TurnTracker", "Map"}]
    assert len(buttons) > 15
    for node in buttons:
        assert node.get("tooltip") or node.get("buttonTooltip"), node.attrib
        assert any(node.get(name) for name in ("hotkey", "buttonHotkey", "showHotkey")), node.attrib


def test_a_new_game_says_what_it_is(tree: etree._Element, kit: Kit, vmod: Path) -> None:
    (welcome,) = descendants(tree, "StartupGlobalKeyCommand")
    assert kit.title in (welcome.get("reportFormat") or "")
    marks = [c for c in save_commands(kit, kit.game.scenario("d-day")) if isinstance(c, Sgkc)]
    assert marks == [Sgkc(WELCOME)]


def test_arrivals_on_the_turn_record_track(kit: Kit) -> None:
    days = arrivals(kit.units)
    assert 6 not in days
    assert set(days) == {u.arrival for u in kit.units.values() if u.arrival and u.arrival > 6}
    assert all(set(nations) <= {"german", "us", "british"} for nations in days.values())


def test_titles_of_boxes_fit(kit: Kit) -> None:
    image = cards_drawing(kit)()
    for place in kit.layout.windows[kit.layout.cards].of_kind("space"):
        _, top, right, _ = place.bounds
        strip = image.crop((right - 10, top + 10, right - 4, top + 40))
        assert len(strip.getcolors() or []) == 1, place.name


def test_sides_maps_and_viewers(tree: etree._Element, kit: Kit) -> None:
    sides = [e.text for e in tree.iter("entry")]
    assert sides == ["German", "Allied", "Referee", "Solitaire"]
    maps = {m.get("mapName"): m for m in tree.iter("VASSAL.build.module.Map")}
    assert [m.get("launch") for m in maps.values()] == ["false", "true"]
    assert set(maps) == set(kit.layout.windows)
    for window in maps.values():
        viewers = list(descendants(window, "CounterDetailViewer"))
        assert len(viewers) == 3 + (list(descendants(window, "DrawPile")) != [])
        assert {v.get("version") for v in viewers} == {"4"}


def test_every_option_and_every_item_has_a_place(tree: etree._Element, kit: Kit) -> None:
    properties = {p.get("name"): p for p in descendants(tree, "GlobalProperty")}
    options = {p.get("name") for p in descendants(tree, "ListScenarioProperty")}
    assert set(kit.carriers.properties) <= set(properties)
    assert len(options) == len(kit.game.schema.readings)
    for name, item_name in kit.carriers.properties.items():
        item = kit.game.schema.items[item_name]
        buttons = list(descendants(properties[name], "ChangePropertyButton"))
        assert bool(buttons) == (item.memory != "lasting"), item_name
        assert properties[name].get("initialValue") == ""


def test_menus_name_buttons_that_exist(tree: etree._Element) -> None:
    texts = {n.get("text") or n.get("buttonText") for n in tree.iter()}
    for menu in descendants(tree, "ToolbarMenu"):
        assert set((menu.get("menuItems") or "").split(",")) <= texts


def test_our_reader_names_places_as_the_zones_do(tree: etree._Element, kit: Kit, vmod: Path) -> None:
    """The layout that saves are read with is the one that the module carries."""
    archive = open_archive(vmod)
    sizes = {BOARD_IMAGE: (5760, 3960), CARDS_IMAGE: (3572, 2080)}
    locator = Locator.from_module(tree, size_of=sizes.get)
    rows = json.loads((ENGINE / "locations.json").read_text())
    for window, x, y, _, zone in rows[::25]:
        assert locator.zone(window, x, y) == zone
    assert archive.read("moduledata")


# --- pictures and pages ----------------------------------------------------------------------------------


def test_the_cards_have_the_size_of_their_window(kit: Kit) -> None:
    window = kit.layout.windows[kit.layout.cards]
    assert cards_drawing(kit)().size == (window.width, window.height)


def test_an_owners_map_must_have_the_size_of_the_geometry(kit: Kit, tmp_path: Path) -> None:
    from dataclasses import replace

    Image.new("RGB", (50, 40)).save(tmp_path / BOARD_IMAGE)
    with pytest.raises(Exception, match=r"map\.png.*5760 x 3960"):
        main_board(replace(kit, overlay=tmp_path))


def test_pages_are_whole(kit: Kit) -> None:
    made = pages(kit)
    assert len(made["charts"]) >= 3
    names = [p.name for group in made.values() for p in group]
    assert len(names) == len(set(names))
    for group in made.values():
        for page in group:
            assert page.title
            assert "{{" not in page.text
            etree.fromstring(page.text, etree.HTMLParser())
    assert "permission" in {p.title.split()[-1] for p in made["help"]}


# --- what the engine said --------------------------------------------------------------------------------


def test_locations_as_in_the_engine(kit: Kit) -> None:
    rows = json.loads((ENGINE / "locations.json").read_text())
    assert len(rows) == 2000
    for window, x, y, location, zone in rows:
        place = kit.layout.find(window, x, y)
        assert place is not None
        assert place.name == zone == location


def test_set_ups_as_in_the_engine(kit: Kit) -> None:
    """Every piece of every set-up stands where the engine says that it stands."""
    kept = json.loads((ENGINE / "setups.json").read_text())
    numbers = {p.gpid: uid for uid, p in kit.pieces.items()}
    for title, rows in kept.items():
        position = set_ups(kit).get(title)
        if position is None:
            continue
        seen = {numbers[int(gpid)]: (window, x, y, location) for gpid, _, window, x, y, location in rows}
        for uid in position.pieces:
            window, x, y, location = seen[uid]
            place = kit.layout.find(window, x, y)
            assert place is not None
            assert place.name == location


def test_a_save_made_in_the_engine_reads_back_exactly(kit: Kit) -> None:
    """Units flipped, disrupted, lost and moved, a bridge blown, control taken: all by the engine's menus."""
    start = kit.game.scenario("example-2")
    read = read_save(ENGINE / "made_in_engine.vsav")
    assert isinstance(read.position, Position)
    assert read.notes == ()
    changes = {(c.what, c.subject): (c.before, c.after) for c in start.diff(read.position)}
    assert changes == {
        ("space", "ge-726"): (start.pieces["ge-726"].space, "eliminated"),
        ("space", "ge-914"): (start.pieces["ge-914"].space, "st-lo"),
        ("status", "ge-915"): ("fresh", "spent"),
        ("status", "ge-916"): ("fresh", "d1"),
        ("bridge", "isigny/st-lo"): ("german", "destroyed"),
        ("bridge", "pont-labbe/st-mere-eglise"): ("allied", "destroyed"),
        ("bridge", "pont-labbe/valognes"): ("allied", "german"),
        ("control", "merville"): ("german", "british"),
        ("mandatory", "ge-914"): (False, True),
    }


def test_a_save_of_the_engine_can_be_written_again(kit: Kit, tmp_path: Path) -> None:
    from module_builder.save import write_position

    read = read_save(ENGINE / "made_in_engine.vsav")
    assert read.position is not None
    write_position(read.position, tmp_path / "again.vsav")
    assert read_save(tmp_path / "again.vsav").position == read.position


def test_saves_name_what_they_were_made_with(kit: Kit) -> None:
    from module_builder.save import save_commands

    commands: list[Command] = list(save_commands(kit, kit.game.scenario("d-day")))
    values = {c.name: c.value for c in commands if isinstance(c, GlobalProperty)}
    assert values["bocage_game"] == GAME
    assert values["bocage_geometry"] == kit.layout.version
    assert values["bocage_rules"] == load(GAME).edition
    assert "bocage_overlay" in values
    assert len({c.id for c in commands if isinstance(c, AddPiece)}) == sum(
        isinstance(c, AddPiece) for c in commands
    )
    assert {c.map for c in commands if isinstance(c, SetBoards)} == set(kit.layout.windows)


@pytest.mark.slow
def test_a_real_build_has_the_real_map(tmp_path: Path) -> None:
    archive = open_archive(build(GAME, tmp_path))
    assert len(archive.read(f"images/{BOARD_IMAGE}")) > 1_000_000


# --- another module's save, through an adapter -----------------------------------------------------------


def adapter_text(vmod: Path, kit: Kit, extra: str = "") -> str:
    units = "\n".join(f'"gpid:{kit.gpid(uid)}" = "{uid}"' for uid in kit.units)
    return (
        f'game = "{GAME}"\nfile = "{vmod}"\nignore = ["Turn"]\n{extra}[facts]\nimpulse = 3\n'
        f'[status]\nlayer = "Status"\nwords = ["fresh", "spent", "d1", "d2"]\n'
        f'[places]\n"German Eliminated" = "eliminated"\n'
        + "".join(
            f'"{p.name}" = "setup-card"\n'
            for p in kit.layout.windows[kit.layout.cards].of_kind("space")
            if p.id == "setup-card"
        )
        + f"[units]\n{units}\n"
    )


def test_an_adapter_reads_by_the_modules_own_grids(vmod: Path, kit: Kit, tmp_path: Path) -> None:
    """Our module taken for a foreign one: units by gpid, places by the zones of the .vmod itself."""
    adapter = tmp_path / "adapter.toml"
    adapter.write_text(adapter_text(vmod, kit))
    ours = read_save(ENGINE / "made_in_engine.vsav").position
    read = read_save(ENGINE / "made_in_engine.vsav", adapter=adapter)
    assert ours is not None
    assert read.position is not None
    assert read.position.pieces == ours.pieces
    assert read.position.number("impulse") == 3
    assert "control" in read.position.unknown
    assert any("Advantage" in note for note in read.notes)


def test_an_adapter_that_is_wrong_is_named(vmod: Path, kit: Kit, tmp_path: Path) -> None:
    adapter = tmp_path / "adapter.toml"
    adapter.write_text('game = "chess"\n')
    with pytest.raises(Exception, match=r"adapter\.toml"):
        read_save(ENGINE / "made_in_engine.vsav", adapter=adapter)
    adapter.write_text(adapter_text(vmod, kit).replace('= "ge-916"', '= "ge-tiger"'))
    with pytest.raises(Exception, match="ge-tiger"):
        read_save(ENGINE / "made_in_engine.vsav", adapter=adapter)
    adapter.write_text(adapter_text(vmod, kit).replace("German Eliminated", "x"))
    notes = read_save(ENGINE / "made_in_engine.vsav", adapter=adapter).notes
    assert any("at places that adapter.toml does not know" in n and "German Eliminated" in n for n in notes)
