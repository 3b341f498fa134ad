"""The module of The Battle for Normandy: boards that join, secrets, what the engine said."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.position import Position
from adjudicator.saves.looks import counter_px
from adjudicator.saves.patching import load_printed, patched
from adjudicator.saves.positions import position_of_state, read_save
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.module import set_ups
from module_builder.pieces import unit_faces
from module_builder.prototypes import prototypes
from module_builder.save import position_save, save_commands
from module_builder.summaries import lays_plates
from module_builder.tracked import tracker_words
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddPiece, SetBoards
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import GameState
from module_builder.zoc import placer, projects
from tests.module_builder.building import built, tree_of

pytestmark = pytest.mark.slow

GAME = "battle-for-normandy"
ENGINE = Path(__file__).parents[1] / "engine" / "battle_for_normandy"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


@pytest.fixture(scope="module")
def start(kit: Kit) -> Position:
    return kit.game.scenario("campaign")


@pytest.fixture(scope="module")
def small(kit: Kit) -> Position:
    """Carentan without the companies: the fewest pieces."""
    return few(kit.game.scenario("carentan"))


@pytest.fixture(scope="module")
def vmod() -> Path:
    return built(GAME)


@pytest.fixture(scope="module")
def tree() -> etree._Element:
    return tree_of(GAME)


def few(position: Position) -> Position:
    kept = (
        piece
        for piece in position.pieces.values()
        if piece.space not in {"companies", "turn-track"}
        or piece.printed.type in {"strongpoint", "headquarters", "coastal-artillery"}
    )
    pieces = {piece.uid: piece for piece in kept}
    return Position(position.game, position.board, position.schema, pieces, position.facts)


def read(kit: Kit, position: Position) -> tuple[Position, tuple[str, ...]]:
    """Written and read, without a file in between."""
    state = GameState.from_commands(save_commands(kit, position))
    return position_of_state(state, kit.game, kit.board, kit.units)


# --- the file --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_die_shows_one_to_ten(tree: etree._Element) -> None:
    dice = {die.get("name"): die for die in descendants(tree, "DiceButton")}
    assert (dice["d10"].get("nSides"), dice["d10"].get("plus", "0")) == ("10", "0")
    assert {name: die.get("nDice") for name, die in dice.items()} == {
        "d10": "1",
        "1d6": "1",
        "2d6": "2",
        "3d6": "3",
    }


def test_charts_and_help(kit: Kit) -> None:
    made = pages(kit)
    titles = [page.title for page in made["charts"]]
    assert {"Combat", "Terrain", "Weather", "Air", "Replacements", "Formations", "Victory"} <= set(titles)
    combat = next(page.text for page in made["charts"] if page.title == "Combat")
    assert combat.count("<th>7:1</th>") == 1
    assert 'class="r"' in combat


# --- boards that join --------------------------------------------------------------------------------------


def boards(kit: Kit, position: Position) -> list[tuple[str, int, int]]:
    found = [c for c in save_commands(kit, position) if isinstance(c, SetBoards) and c.map == kit.layout.main]
    return [(b.name, b.x, b.y) for b in found[0].boards]


@pytest.mark.slow
def test_a_set_up_shows_the_boards_that_it_needs(kit: Kit, start: Position, small: Position) -> None:
    north = [("Map A", 0, 0), ("Map B", 0, 1), ("Map D", 0, 2), ("Channel", 1, 0), ("Map C", 1, 1)]
    assert boards(kit, small) == north  # on Map D stands the box of what is at hand
    assert [name for name, _, _ in boards(kit, few(start))] == [
        "Map A",
        "Map B",
        "Map D",
        "Channel",
        "Map C",
        "Map E",
    ]
    wide = Position(start.game, start.board, start.schema, {}, {}, options={"expansion": "B"})
    assert {"Map F", "Map G"} <= {name for name, _, _ in boards(kit, wide)}
    uid = next(iter(small.pieces))
    draft = small.draft()
    draft.place(uid, next(h for h in kit.layout.windows[kit.layout.main].hexes if h.startswith("g40")))
    assert len(boards(kit, draft.finish())) == 8, "a piece on Map G brings it, and what it joins"


def test_boards_tile_the_plane(kit: Kit) -> None:
    """Where VASSAL lays a board: the widths of its row before it, the heights of its column above it."""
    parts = kit.layout.windows[kit.layout.main].parts
    at = {(p.column, p.row): p.rect for p in parts}
    for (column, row), (x, y, _, _) in at.items():
        assert x == sum(at[c, row][2] for c in range(column))
        assert y == sum(at[column, r][3] for r in range(row))


def test_hexes_have_their_number_on_every_board(tree: etree._Element, kit: Kit) -> None:
    window = kit.layout.windows[kit.layout.main]
    assert {len(list(descendants(b, "HexGridNumbering"))) > 0 for b in descendants(tree, "Board")} == {
        True,
        False,
    }
    chance = random.Random(6)
    for part, zones in window.zoned_parts:
        mine = [p for p in window.hexes.values() if part.shows(*p.middle)]
        for place in chance.sample(mine, min(60, len(mine))):
            x, y = place.spots["control"].x, place.spots["control"].y
            found = next((n for z in zones if (n := z.number(x - part.rect[0], y - part.rect[1]))), None)
            assert found == place.id


def test_both_halves_of_a_hex_on_a_seam_have_its_name(kit: Kit) -> None:
    main = kit.layout.windows[kit.layout.main]
    seam = next(p.rect[0] for p in main.parts if p.name == "C")
    cut = [p for p in main.hexes.values() if p.bounds[0] < seam - 12 and p.bounds[2] > seam + 12]
    halves = [(p, main.find(x, p.middle[1])) for p in cut for x in (seam - 9, seam + 9)]
    open_ = [(p, found) for p, found in halves if found not in main.places]
    assert len(open_) > 40
    assert [p.name for p, found in open_ if found is not p] == []


def test_every_space_has_a_place_in_the_module(kit: Kit) -> None:
    placed = {p.id for window in kit.layout.windows.values() for p in window.of_kind("space")}
    assert placed == set(kit.board.spaces)
    names = [p.name for window in kit.layout.windows.values() for p in window.places]
    assert len(set(names)) == len(names)


def test_no_furniture_covers_land(kit: Kit) -> None:
    main = kit.layout.windows[kit.layout.main]
    for number, place in main.hexes.items():
        if kit.board.spaces[number]["terrain"] != "sea":
            spot = place.spots["german 1"]
            assert main.find(spot.x, spot.y) is place, number


def test_bridges_have_a_place_on_their_hexside(kit: Kit) -> None:
    main = kit.layout.windows[kit.layout.main]
    assert {p.id for p in main.of_kind("crossing")} == {e.id for e in kit.board.edges.values() if e.bridge}
    for place in main.of_kind("crossing"):
        spot = place.spots["bridge"]
        assert main.find(spot.x, spot.y) is place


# --- what the set-up cards hold ----------------------------------------------------------------------------


def test_units_wait_by_nation_and_day(kit: Kit, start: Position) -> None:
    cards = kit.layout.windows[kit.layout.cards]
    for command in save_commands(kit, start):
        if isinstance(command, AddPiece):
            marks = {
                k: v
                for t in command.traits()
                if t.id == "mark"
                for k, v in zip(t.fields, t.values, strict=True)
            }
            uid = marks.get("Uid", "")
            if uid in start.pieces and start.pieces[uid].space == "turn-track":
                fields = decode(command.traits()[0].state, ";")
                place = cards.find(int(fields[1]), int(fields[2]))
                unit = start.pieces[uid].printed
                assert fields[0] == cards.name
                assert place is not None
                assert (place.owner, place.day) == (unit.nationality, unit.arrival)


def test_a_unit_that_returns_waits_in_the_box_of_its_day(kit: Kit, small: Position) -> None:
    uid = "us-29-1-175"
    draft = small.draft()
    draft.place(uid, "turn-track")
    draft.set("returns", 15, uid)
    position = draft.finish()
    assert read(kit, position) == (position, ())


# --- secrets -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_strongpoints_lie_under_a_mask(kit: Kit, start: Position) -> None:
    masks = {}
    for uid, unit in kit.units.items():
        found = [t for t in kit.pieces[uid].full if t.id == "obs"]
        if found:
            masks[uid] = found[0]
            laid = [
                *lays_plates(kit, unit.side),
                *(prototypes(kit)[placer("german")] if projects(kit, unit) else []),
            ]
            over = kit.pieces[uid].full[kit.pieces[uid].full.index(found[0]) + 1 :]
            assert {t.type for t in over} == {t.type for t in laid}, "the mask lies over all but the overlays"
            assert unit.side == "german"
    assert len(masks) == 48
    assert {m.field("access") for m in masks.values()} == {"sides:German:Referee:Solitaire"}
    draft = few(start).draft()
    draft.set("revealed", True, "ge-sp-01")
    position = draft.finish()
    hidden = [
        c
        for c in save_commands(kit, position)
        if isinstance(c, AddPiece) and any(t.id == "obs" and t.state.startswith("German") for t in c.traits())
    ]
    assert len(hidden) == 47
    assert read(kit, position) == (position, ())


def test_what_a_player_reveals_is_written_into_a_save(kit: Kit, start: Position) -> None:
    before = few(start)
    draft = before.draft()
    draft.set("revealed", True, "ge-sp-02")
    after = draft.finish()
    save = position_save(kit, before).save()
    new = patched(save, before, after, load_printed(GAME))
    state = GameState.from_commands(new.commands())
    assert position_of_state(state, kit.game, kit.board, kit.units)[0] == after


def test_plans_lie_in_a_window_that_only_their_side_opens(
    tree: etree._Element, kit: Kit, small: Position
) -> None:
    windows = {w.get("mapName"): decode(w.get("side") or "", ",") for w in descendants(tree, "PrivateMap")}
    assert windows == {
        "Allied Air Plan": ["Allied", "Referee", "Solitaire"],
        "German AA Plan": ["German", "Referee", "Solitaire"],
    }
    draft = small.draft()
    for number, subject in enumerate(("a", "b", "c", "d", "e", "recon"), 3):
        draft.set("air-plan", number, subject)
    draft.set("aa-plan", 7, "b")
    position = draft.finish()
    assert read(kit, position) == (position, ())
    names = {t.field("name") for t in kit.pieces["air-plan-a"].full if t.id == "PROP"}
    assert names == {"AirPlan"}


# --- pieces ----------------------------------------------------------------------------------------------


def test_units_carry_what_reports_and_rules_need(kit: Kit) -> None:
    names = {row["id"]: row["name"] for row in kit.formations}
    for uid, unit in kit.units.items():
        traits = [t for t in kit.pieces[uid].full if t.id == "mark"]
        marks = {k: v for t in traits for k, v in zip(t.fields, t.values, strict=True)}
        assert (marks["Uid"], marks["Side"], marks["Layer"]) == (uid, unit.side.title(), "Units")
        assert marks["Formation"] == unit.division
        assert not unit.division or marks["Division"] == names[unit.division]
        status = next(t for t in kit.pieces[uid].full if t.field("name") == "Status")
        assert len(status.field("images").split(",")) == (1 if unit.steps == 1 else 2)
    assert counter_px(kit) == 56


def test_numbers_are_those_of_the_counter(kit: Kit) -> None:
    unit = kit.units["us-v-5-ranger"]
    traits = [t for t in kit.pieces[unit.id].full if t.id == "mark"]
    marks = {k: v for t in traits for k, v in zip(t.fields, t.values, strict=True)}
    assert (marks["Fresh"], marks["Reduced"]) == ("4-4-6", "3-2-6")


def test_rings_show_ranges(kit: Kit) -> None:
    for uid, unit in kit.units.items():
        rings = {
            t.field("name"): int(t.field("radius")) for t in kit.pieces[uid].full if t.id == "AreaOfEffect"
        }
        wanted = {"Range6": 6} if unit.type == "headquarters" else {}
        assert rings == wanted | ({"GunRange": r} if (r := unit.rating("range")) else {})


def test_backs_follow_what_they_say(kit: Kit) -> None:
    gun, hq = (kit.pieces[uid].full for uid in ("us-29-224-fa", "us-29-hq"))
    shown = [
        next(t.field("images") for t in full if t.id == "emb2" and t.field("name") == name)
        for full, name in ((gun, "Flipped"), (hq, "Motorized"))
    ]
    assert shown == ["us-29-224-fa_b.png", "us-29-hq_b.png"]
    assert len(unit_faces(kit, kit.units["us-29-224-fa"])) == 2


def test_the_supply_badge_has_two_faces(kit: Kit) -> None:
    badge = next(t for t in kit.pieces["us-29-hq"].full if t.field("name") == "GeneralSupply")
    assert badge.field("images") == "blank.png,badge_general-supply_1.png,badge_general-supply_2.png"
    assert badge.field("follow") == "false"


# --- markers -----------------------------------------------------------------------------------------------


def test_markers_of_all_tracks_survive(kit: Kit, small: Position) -> None:
    draft = small.draft()
    for item, subject, value in (
        ("date", "", 76), ("weather", "", "storm"), ("vp", "", 127), ("csp", "", 240), ("air-points", "", 99),
        ("inf-losses", "us", 4), ("inf-rem", "german", 14), ("arm-rp", "us", 9),
        ("inf-losses", "commando", 3),
        ("arm-losses", "tiger", 2), ("inf-rem", "us-airborne", 6), ("interdiction", "c", 5), ("port", "", 4),
        ("ground-support", "", 41), ("recon-attacks", "", 3), ("beachhead", "sword", "queen-red"),
        ("mulberry", "omaha", 13), ("forecast", "day-12", "storm"), ("csp-plan", "", 40), ("invasion", "", 2),
    ):  # fmt: skip
        draft.set(item, value, subject)
    bridge = min(e.id for e in kit.board.edges.values() if e.bridge)
    draft.set("blown", True, bridge)
    draft.set("entrenchment", "building", "b2410")
    draft.set("carpet", True, "b2411")
    position = draft.finish()
    assert read(kit, position) == (position, ())


def test_badges_survive(kit: Kit, small: Position) -> None:
    draft, uid = small.draft(), "ge-17ss-hq"
    for item, value in (
        ("flipped", True), ("attacked", True), ("isolated", True), ("strategic", True), ("tac-move", True),
        ("general-supply", "out"), ("feldersatz", 3), ("repple", True), ("motorized", True),
        ("attached", "ge-6fj"),
        ("bridging", "b2410/b2411"), ("digging", "b3023"), ("began", "b3022"), ("moved", True),
    ):  # fmt: skip
        draft.set(item, value, uid)
    position = draft.finish()
    assert read(kit, position) == (position, ())


def test_trackers_say_night_am_pm(kit: Kit) -> None:
    assert list(tracker_words(kit, "time").values()) == ["Night", "AM", "PM"]
    assert list(kit.carriers.trackers) == ["phase", "time", "side"]


# --- what the engine said --------------------------------------------------------------------------------


def test_locations_as_in_the_engine(kit: Kit) -> None:
    """Two thousand points: zones before hexes, hexes by the engine's arithmetic, on every board in play."""
    rows = json.loads((ENGINE / "locations.json").read_text())
    main = kit.layout.windows[kit.layout.main]
    shown = [p for p in main.parts if not p.expansion]
    hexes = 0
    for window, x, y, location, zone in rows:
        if window == main.name and not any(p.shows(x, y) for p in shown):
            assert location == "offboard"
            continue
        place = kit.layout.find(window, x, y)
        if place is None:
            assert location.casefold() not in kit.board.spaces
        elif place.id in main.hexes:
            assert (location, zone) == (place.name, f"Sheet {place.name[0]}"), (x, y)
            hexes += 1
        else:
            assert location in {place.name, *(s.name for s in place.spots.values())}, (x, y)
    assert hexes > 500


def test_set_ups_as_in_the_engine(kit: Kit) -> None:
    """Every piece of every set-up stands where the engine says that it stands."""
    kept = json.loads((ENGINE / "setups.json").read_text())
    numbers = {p.gpid: uid for uid, p in kit.pieces.items()}
    for title, position in set_ups(kit).items():
        seen = {numbers[int(gpid)]: (window, x, y, at) for gpid, _, window, x, y, at in kept[title]}
        for uid, piece in position.pieces.items():
            window, x, y, location = seen[uid]
            place = kit.layout.find(window, x, y)
            assert place is not None
            assert place.id in {piece.space, ""}
            assert location in {place.name, *(s.name for s in place.spots.values())}, uid


@pytest.mark.slow
def test_every_piece_of_every_set_up_lies_on_a_board_that_is_shown(kit: Kit) -> None:
    """Pieces in a box of a board that the set-up leaves out are seen by nobody."""
    window = kit.layout.windows[kit.layout.main]
    for position in set_ups(kit).values():
        save = position_save(kit, position).save()
        (shown,) = [c.boards for c in save.commands() if isinstance(c, SetBoards) and c.map == window.name]
        parts = [part for part in window.parts if part.title in {board.name for board in shown}]
        lying = [(p.name, p.x, p.y) for p in save.pieces(reveal=True) if p.map == window.name]
        assert not [name for name, x, y in lying if not any(part.shows(x, y) for part in parts)]


def test_a_save_made_by_the_engine_is_read(kit: Kit) -> None:
    found = read_save(ENGINE / "made_in_engine.vsav").position
    begun = kit.game.scenario("carentan")
    assert found is not None
    assert set(found.pieces) == set(begun.pieces)
    assert found.number("date") == 12
    assert found.text("weather") == "storm"
    assert found.flag("flipped", "us-29-224-fa")
    assert found.pieces["us-29-1-175"].status == "reduced"
    assert found.pieces["us-29-2-175"].space == "eliminated"
    assert found.text("beachhead", "utah") == "uncle-red"
