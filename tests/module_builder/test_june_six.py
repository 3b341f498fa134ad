"""The module of June Six: Activation Markers, badges, ranges, hexsides, both sheets, what the engine said."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.game import apply, legal
from adjudicator.position import Position
from adjudicator.saves.patching import PrintedModule, load_printed, patched
from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.placing import Placer
from adjudicator.saves.positions import position_of_state, read_save
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.module import set_ups
from module_builder.pieces import unit_faces
from module_builder.save import position_save, save_commands
from module_builder.tracked import tracker_words
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddDeck, AddPiece
from module_builder.vassal.geometry import Locator
from module_builder.vassal.keys import ctrl
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import GameState
from tests.module_builder.building import built, records_in_menus, tree_of

GAME = "june-six"
ENGINE = Path(__file__).parents[1] / "engine" / "june_six"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


@pytest.fixture(scope="module")
def start(kit: Kit) -> Position:
    return kit.game.scenario("campaign")


@pytest.fixture(scope="module")
def printed() -> PrintedModule:
    return load_printed(GAME)


@pytest.fixture(scope="module")
def vmod() -> Path:
    return built(GAME)


@pytest.fixture(scope="module")
def tree() -> etree._Element:
    return tree_of(GAME)


def read(kit: Kit, position: Position) -> tuple[Position, tuple[str, ...]]:
    """Written and read, without a file in between."""
    state = GameState.from_commands(save_commands(kit, position))
    return position_of_state(state, kit.game, kit.board, kit.units)


# --- the file --------------------------------------------------------------------------------------------


def test_the_die_shows_zero_to_nine(tree: etree._Element) -> None:
    for die in descendants(tree, "DiceButton"):
        assert (die.get("nSides"), die.get("plus")) == ("10", "-1")


# --- both sheets -----------------------------------------------------------------------------------------


def test_hexes_of_both_sheets(tree: etree._Element, kit: Kit) -> None:
    """Each sheet has a grid in a zone of its own, named by its letter; behind them lies one without names."""
    grids = list(descendants(tree, "HexGrid"))
    assert [g.get("sideways") for g in grids] == ["true"] * 3
    assert len(list(descendants(tree, "HexGridNumbering"))) == 2
    window = kit.layout.windows[kit.layout.main]
    sizes = {"map.png": (window.width, window.height), "cards.png": (4632, 2090)}
    locator = Locator.from_module(tree, size_of=sizes.get)
    for number in ("w3221", "e2640", "w1034", "e1021", "e0153"):
        place = kit.layout.space(number)
        assert place is not None
        x, y = place.spots["german 1"].x, place.spots["german 1"].y
        assert locator.location(kit.layout.main, x, y) == number.upper()
        assert kit.layout.find(kit.layout.main, x + 9, y - 7) is place


def test_every_space_has_a_place_in_the_module(kit: Kit) -> None:
    placed = {p.id for window in kit.layout.windows.values() for p in window.of_kind("space")}
    assert placed == set(kit.board.spaces)
    names = [p.name for p in kit.layout.windows[kit.layout.main].places]
    assert len(set(names)) == len(names)


def test_no_furniture_covers_land(kit: Kit) -> None:
    main = kit.layout.windows[kit.layout.main]
    for number, place in main.hexes.items():
        if kit.board.spaces[number]["terrain"] != "sea":
            spot = place.spots["german 1"]
            assert main.find(spot.x, spot.y) is place, number


def test_bridges_have_a_place_on_their_hexside(kit: Kit) -> None:
    crossings = {p.id for p in kit.layout.windows[kit.layout.main].of_kind("crossing")}
    wanted = {e.id for e in kit.board.edges.values() if e.boundary == "major-river" or e.bridge}
    assert crossings == wanted
    for edge in wanted:
        place = kit.layout.crossing(edge)
        assert place is not None
        spot = place.spots["bridge"]
        assert kit.layout.find(kit.layout.main, spot.x, spot.y) is place


def test_a_bridge_blown_and_a_pontoon_lie_apart(kit: Kit, start: Position) -> None:
    edges = sorted(e.id for e in kit.board.edges.values() if e.boundary == "major-river" and not e.bridge)
    bridges = sorted(e.id for e in kit.board.edges.values() if e.bridge)
    draft = start.draft()
    draft.set("blown", True, bridges[0])
    draft.set("pontoon", True, edges[0])
    found, notes = read(kit, draft.finish())
    assert (found, notes) == (draft.finish(), ())


# --- activation markers ----------------------------------------------------------------------------------


def test_markers_wait_in_a_window_that_only_their_side_opens(tree: etree._Element, kit: Kit) -> None:
    windows = {w.get("mapName"): decode(w.get("side") or "", ",") for w in descendants(tree, "PrivateMap")}
    assert windows == {f"{s} Markers": [s, "Referee", "Solitaire"] for s in ("German", "Allied")}
    placed = {p.uid: p for p in Placer(kit, kit.game.scenario("campaign"), {}).chits()}
    assert {placed["mode-probe-1"].window, placed["mode-probe-2"].window} == set(windows)


def test_each_marker_has_a_place_of_its_own(kit: Kit) -> None:
    piles, members = kit.carriers.piles, members_by_uid(GAME)
    assert piles is not None
    for row in piles.hands:
        width, height = kit.adapter["piles"]["hand"]
        points = [piles.point(row, uid, members) for uid, m in members.items() if m.side == row.side]
        assert len(set(points)) == len(points)
        assert all(33 <= x <= width - 33 and 33 <= y <= height - 33 for x, y in points)


def test_the_cup_is_blind_and_takes_both_sides(tree: etree._Element, kit: Kit) -> None:
    decks = {d.get("name"): d for d in descendants(tree, "DrawPile")}
    cup = decks["Activation Cup"]
    assert (cup.get("faceDown"), cup.get("shuffle"), cup.get("allowSelect")) == ("Always", "Always", "false")
    assert cup.get("restrictExpression") == '{Deck == "German" || Deck == "Allied"}'
    assert cup.get("deckRestrictAccess") == "false"
    (drawn,) = descendants(cup, "DeckGlobalKeyCommand")
    assert drawn.get("hotkey") == ctrl("U")
    assert decks["Used Markers"].get("faceDown") == "Never"
    boxes = {p.id: p for p in kit.layout.windows[kit.layout.main].of_kind("box")}
    for name, box in (
        ("Activation Cup", "AM Pool"),
        ("Allied Initiative Marker", "Initiative AM"),
        ("German Initiative Marker", "Initiative AM"),
        ("Used Markers", "Used"),
    ):
        deck = decks[name]
        assert boxes[f"cup:{box}"].polygon.contains(int(deck.get("x") or 0), int(deck.get("y") or 0)), name


def test_only_its_owner_reaches_a_marker_that_lies_face_down(tree: etree._Element) -> None:
    """4.21 and 7.24: a marker held out of the cup is known to its side alone until it is played."""
    decks = {d.get("name"): d for d in descendants(tree, "DrawPile")}
    for name, owner, other in (
        ("Allied Initiative Marker", "Allied", "German"),
        ("German Initiative Marker", "German", "Allied"),
    ):
        deck = decks[name]
        assert (deck.get("faceDown"), deck.get("deckRestrictAccess")) == ("Always", "true")
        owners = decode(deck.get("deckOwners") or "", ",")
        assert owner in owners
        assert other not in owners
        assert deck.get("restrictExpression") == f'{{Deck == "{owner}"}}'
        (drawn,) = descendants(deck, "DeckGlobalKeyCommand")
        assert drawn.get("hotkey") == ctrl("U")


def test_what_a_side_puts_into_the_cup_is_not_said(kit: Kit) -> None:
    for uid in members_by_uid(GAME):
        for trait in (t for t in kit.pieces[uid].full if t.id == "report"):
            secret = decode(trait.field("keys"), ",")[0] in {ctrl("B"), ctrl("Y"), ctrl("H")}
            assert ("$Title$" in trait.field("format")) is not secret


def test_markers_of_all_places_survive(kit: Kit, start: Position) -> None:
    draft = start.draft()
    for place, uid in zip(
        ("used", "initiative", "next", "aside", "cup"), sorted(members_by_uid(GAME)), strict=False
    ):
        draft.set("am", place, uid)
    position = draft.finish()
    assert read(kit, position) == (position, ())
    decks = {c.name: len(c.children) for c in save_commands(kit, position) if isinstance(c, AddDeck)}
    assert {
        decks[n] for n in ("Used Markers", "Allied Initiative Marker", "Next Activation", "Markers Aside")
    } == {1}


def test_what_nobody_knows_of_the_cup_survives(kit: Kit, start: Position) -> None:
    """The position that a side sees: so many markers of the other lie in the cup."""
    assert kit.game.mask is not None
    seen = kit.game.mask(start, "german")
    assert any(uid.startswith("hidden-allied") for uid in seen.subjects("am"))
    assert read(kit, seen)[0] == seen


def test_a_loose_marker_counts_as_used(kit: Kit, start: Position) -> None:
    position = start.draft()
    position.set("am", "used", "am-us-1-1")
    commands = []
    for command in save_commands(kit, position.finish()):
        if isinstance(command, AddPiece) and "am-us-1-1" in command.type + command.state:
            where = kit.layout.space("e2540")
            assert where is not None
            x, y = where.spots["allied 1"].x, where.spots["allied 1"].y
            basic, *rest = command.traits()
            fields = decode(basic.state, ";")
            moved = type(basic)(basic.type, ";".join([kit.layout.main, str(x), str(y), *fields[3:]]))
            commands.append(AddPiece.from_traits("99999", (moved, *rest)))
        else:
            commands.append(command)  # type: ignore[arg-type]
    found, notes = position_of_state(GameState.from_commands(commands), kit.game, kit.board, kit.units)
    assert found.text("am", "am-us-1-1") == "used"
    assert "Used Markers" in notes[0]


# --- pieces ----------------------------------------------------------------------------------------------


def marks_of(kit: Kit, uid: str) -> dict[str, str]:
    traits = [t for t in kit.pieces[uid].full if t.id == "mark"]
    return {k: v for t in traits for k, v in zip(t.fields, t.values, strict=True)}


def test_units_carry_what_reports_and_rules_need(kit: Kit) -> None:
    names = {row["id"]: row["name"] for row in kit.formations}
    for uid, unit in kit.units.items():
        marks = marks_of(kit, uid)
        assert (marks["Uid"], marks["Side"], marks["Layer"]) == (uid, unit.side.title(), "Units")
        assert marks["Division"] == names.get(unit.division, "Independent")
        status = next(t for t in kit.pieces[uid].full if t.field("name") == "Status")
        assert len(status.field("images").split(",")) == max(1, unit.steps)
    assert marks_of(kit, "ge-sp-1")["Fresh"] == "(2)-3-4"


def test_a_badge_is_what_carries_its_item(kit: Kit) -> None:
    layers = {t.field("name"): t for t in kit.pieces["us-1-16"].full if t.id == "emb2"}
    assert layers["RE"].field("images") == "badge_re_1.png"
    assert layers["Disorder"].field("images") == "blank.png,badge_disorder_1.png,badge_disorder_2.png"
    assert all(layers[name].field("follow") == "false" for name in ("RE", "Disorder"))


def test_a_fired_side_is_shown_where_one_is_printed(kit: Kit) -> None:
    turned = {
        u.id
        for u in kit.units.values()
        if any(t.field("images") == f"{u.id}_b.png" for t in kit.pieces[u.id].full if t.id == "emb2")
    }
    assert turned == {
        u.id
        for u in kit.units.values()
        if u.type == "nebelwerfer" or (u.type == "headquarters" and u.size == "corps")
    }
    assert all(len(unit_faces(kit, kit.units[uid])) == 2 for uid in turned)


def test_headquarters_show_their_ranges(kit: Kit) -> None:
    for uid, unit in kit.units.items():
        rings = [int(t.field("radius")) for t in kit.pieces[uid].full if t.id == "AreaOfEffect"]
        assert rings == ([4, 8, 10] if unit.type == "headquarters" else [])


def test_any_unit_shows_its_formation(kit: Kit) -> None:
    keys = [t for t in kit.pieces["us-1-16"].full if t.id == "globalkey"]
    (shown,) = (t for t in keys if t.field("text") == "Show the formation")
    assert 'Formation == "$Formation$"' in shown.field("filter")
    assert 'Attached == "$Formation$"' in shown.field("filter")
    assert marks_of(kit, "us-1-16")["Formation"] == marks_of(kit, "us-1-hq")["Formation"] == "us-1"


def test_trackers_say_what_goes_on(kit: Kit, tree: etree._Element) -> None:
    assert list(tracker_words(kit, "activation").values()) == ["-", "ME", "RE", "Corps"]
    assert [t.get("name") for t in descendants(tree, "TurnTracker")] == [
        "Phase",
        "To act",
        "Activation",
        "Part",
    ]


# --- markers ---------------------------------------------------------------------------------------------


def test_air_and_naval_markers_are_counted_where_they_lie(kit: Kit, start: Position) -> None:
    draft = start.draft()
    numbers = {
        ("air", ""): 3,
        ("supply-interdiction", ""): 2,
        ("interdiction", "a-b"): 1,
        ("interdiction", "f"): 2,
        ("naval", ""): 4,
        ("naval-interdiction", ""): 2,
    }
    for (item, subject), number in numbers.items():
        draft.set(item, number, subject)
    found, notes = read(kit, draft.finish())
    assert {key: found.raw(*key) for key in numbers} == numbers
    assert notes == ()
    laid = [p for p in Placer(kit, draft.finish(), dict(draft.finish().facts)).markers() if p.uid == "air"]
    assert len(laid) == 3 + 2 + 1 + 2 + 1, "and one among the spare markers"


@pytest.mark.parametrize("number", [0, 7, 30, 94])
def test_victory_points_in_digits(kit: Kit, start: Position, number: int) -> None:
    draft = start.draft()
    draft.set("vp", number, "german")
    assert read(kit, draft.finish())[0].number("vp", "german") == number


def test_a_loose_status_marker_says_that_it_states_nothing(kit: Kit, start: Position) -> None:
    commands = list(save_commands(kit, start))
    place, piece = kit.layout.space("e2640"), kit.pieces["re"]
    assert place is not None
    from module_builder.pieces import placed

    spot = place.spots["german 1"]
    loose = AddPiece.from_traits("99999", placed(piece, kit.layout.main, spot.x, spot.y))
    state = GameState.from_commands([*commands, loose])
    position, notes = position_of_state(state, kit.game, kit.board, kit.units)
    assert position == start
    assert notes == ("RE at E2640 states nothing",)


def test_an_hq_that_returns_stands_on_its_turn(kit: Kit, start: Position) -> None:
    draft = start.draft()
    draft.place("us-1-hq", "turn-track")
    draft.set("returns", 4, "us-1-hq")
    position = draft.finish()
    placer = Placer(kit, position, dict(position.facts))
    (at,) = (p for p in placer.units() if p.uid == "us-1-hq")
    place = kit.layout.find(at.window, at.x, at.y)
    assert place is not None
    assert place.name == "US Turn 4"
    assert read(kit, position)[0] == position


def test_every_property_can_be_set_by_hand(tree: etree._Element, kit: Kit) -> None:
    texts = [b.get("text") for b in descendants(tree, "ChangePropertyButton") if b.get("text")]
    assert records_in_menus(tree) == sorted(map(str, texts))


# --- patches ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("steps", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_a_save_takes_what_play_changes(
    kit: Kit, printed: PrintedModule, start: Position, vmod: Path, steps: int
) -> None:
    """Random play, carried over into one save step by step."""
    chance, position = random.Random(6), start
    save = position_save(kit, start).save()
    for _ in range(steps):
        action = legal(position).sample(chance, tries=24)
        assert action is not None
        after = apply(position, action)
        save = patched(save, position, after, printed, module=vmod)
        position = after
    state = GameState.from_commands(save.commands())
    assert position_of_state(state, kit.game, kit.board, kit.units)[0] == position


# --- pages -----------------------------------------------------------------------------------------------


def test_pages_are_whole_and_mark_what_is_reconstructed(kit: Kit) -> None:
    made = pages(kit)
    assert [p.title for p in made["charts"]] == [
        "Sequence of play",
        "Combat",
        "Terrain",
        "Weather, initiative",
        "Bombardment, attrition, air and naval",
        "Reinforcements",
        "Victory",
        "Units, markers, engineers",
    ]
    for page in (p for group in made.values() for p in group):
        assert "{{" not in page.text
        etree.fromstring(page.text, etree.HTMLParser())
    text = {p.title: " ".join(p.text.split()) for p in made["charts"]}
    assert "Att.: B Dis-1 / D Red., retreat 1; Def.: -°" in text["Combat"]
    assert "<th>Air markers</th><td>8</td><td>4</td><td>-</td>" in text["Weather, initiative"]
    assert "Panzer Lehr Division</td>" in text["Reinforcements"]
    start = next(p.text for p in made["help"] if p.title == "Quick start")
    assert "Activation Cup" in start
    assert "impulse" not in " ".join(p.text for p in made["help"])


# --- what the engine said --------------------------------------------------------------------------------


def test_locations_as_in_the_engine(kit: Kit) -> None:
    """Two thousand points: zones before hexes, and hexes by the engine's own arithmetic."""
    rows = json.loads((ENGINE / "locations.json").read_text())
    assert len(rows) == 2000
    hexes = 0
    for window, x, y, location, zone in rows:
        place = kit.layout.find(window, x, y)
        if place is None:
            assert zone == "null" or zone.startswith("Sheet "), (x, y, location, zone)
            assert location.casefold() not in kit.board.spaces
        elif place.id in kit.layout.windows[kit.layout.main].hexes:
            assert (location, zone) == (place.name, f"Sheet {place.name[0]}")
            hexes += 1
        else:
            assert (location, zone) == (place.name, place.name) or location in {
                s.name for s in place.spots.values()
            }
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
            assert (place.name, place.id) == (location, piece.space)
        assert set(members_by_uid(GAME)) <= set(seen)


def test_a_save_made_in_the_engine_reads_back_exactly(kit: Kit, start: Position) -> None:
    """Units reduced, lost, marked and moved, markers bought and drawn, all by menus.

    Whoever made it had no side: the marker that it tried to hold out stays, for its pile is its side's alone.
    """
    found = read_save(ENGINE / "made_in_engine.vsav")
    assert found.position is not None
    assert found.notes == ()
    changes = {(c.what, c.subject): c.after for c in start.diff(found.position)}
    assert changes == {
        ("status", "us-1-16"): "reduced",
        ("space", "us-1-18"): "e2540",
        ("space", "ge-21pz-125"): "turn-track",
        ("space", "ge-352-916"): "eliminated",
        ("re", "ge-352-914"): True,
        ("disorder", "ge-352-914"): 1,
        ("disorder", "ge-352-915"): 2,
        ("pinned", "ge-352-hq"): True,
        ("fired", "ge-lxxxiv-hq"): True,
        ("moved", "ge-21pz-192"): True,
        ("am", "am-us-2-1"): "cup",
        ("am", "am-us-2-2"): "cup",
        ("am", "am-us-30-1"): "used",
        ("am", "am-us-30-2"): "used",
        ("dp", "w2429"): True,
        ("dp", "w2833"): False,
        ("turn", ""): 3,
        ("weather", ""): "storm",
        ("initiative", ""): "german",
        ("rp", "allied"): 12,
        ("vp", "german"): 25,
        ("air", ""): 7,
        ("supply-interdiction", ""): 1,
        ("naval", ""): 0,
        ("naval-interdiction", ""): 7,
    }
