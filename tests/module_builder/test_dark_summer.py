"""The module of The Dark Summer: hexes, cups of chits, pools of hidden counters, what the engine said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.errors import PositionError
from adjudicator.game import load
from adjudicator.saves.positions import position_of_state, read_save
from module_builder.board import cards_drawing
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.module import set_ups
from module_builder.pieces import chit_faces, unit_faces
from module_builder.save import save_commands, write_position
from module_builder.summaries import lays_plates
from module_builder.tracked import tracker_words
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddDeck, AddPiece
from module_builder.vassal.geometry import Locator
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import GameState
from module_builder.vassal.traits import Trait
from tests.module_builder.building import built, records_in_menus, tree_of

GAME = "dark-summer"
ENGINE = Path(__file__).parents[1] / "engine" / "dark_summer"


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
def test_hexes_behind_the_zones(tree: etree._Element, kit: Kit) -> None:
    (grid,) = descendants(tree, "HexGrid")
    (numbering,) = descendants(tree, "HexGridNumbering")
    assert (grid.get("snapTo"), grid.get("visible"), numbering.get("visible")) == ("true", "false", "false")
    sizes = {"map.png": (4420, 2860), "cards.png": (3640, 2300)}
    locator = Locator.from_module(tree, size_of=sizes.get)
    for number in ("3304", "4506", "6027"):
        place = kit.layout.space(number)
        assert place is not None
        x, y = place.spots["german 1"].x, place.spots["german 1"].y
        assert locator.location(kit.layout.main, x, y) == number
        assert kit.layout.find(kit.layout.main, x + 9, y - 7) is place


def test_every_space_has_a_place_in_the_module(kit: Kit) -> None:
    placed = {p.id for window in kit.layout.windows.values() for p in window.of_kind("space")}
    assert placed == set(kit.board.spaces)
    names = [p.name for p in kit.layout.windows[kit.layout.main].places]
    assert len(set(names)) == len(names)
    assert {"Cherbourg Box", "Brittany Box: May Leave", "3rd Wave Utah", "Action Round Track 1"} <= set(names)


def test_trackers_say_none_where_there_is_nothing(kit: Kit, tree: etree._Element) -> None:
    assert list(tracker_words(kit, "round-kind").values())[:2] == ["None", "Move"]
    assert tracker_words(kit, "round-group")["us"] == "US"
    names = [t.get("name") for t in descendants(tree, "TurnTracker")]
    assert names == ["Phase", "To play", "Round", "Group", "Part"]
    for level in descendants(tree, "ListTurnLevel"):
        words = decode(level.get("list") or "", ",")
        assert len(set(words)) == len(words)
        assert all(words)


def test_a_round_is_counted_by_its_button(tree: etree._Element) -> None:
    (counted,) = (p for p in descendants(tree, "GlobalProperty") if p.get("name") == "bocage_round")
    changes = [b.get("propChanger") for b in descendants(counted, "ChangePropertyButton")]
    assert changes[:2] == ["P,", 'P,{bocage_round == "" ? 1 : bocage_round + 1}']
    keys = [b.get("hotkey") for b in descendants(counted, "ChangePropertyButton")]
    (button,) = (b for b in descendants(tree, "DoActionButton") if b.get("name") == "New Round")
    assert keys[1] is not None
    assert keys[1] in (button.get("hotkeys") or "").replace("\\", "")


def test_cups_are_opaque(tree: etree._Element, kit: Kit) -> None:
    """Face down, never chosen from, open when drawn, and only for what belongs there."""
    piles = {p.get("name"): p for p in descendants(tree, "DrawPile")}
    assert set(piles) == {cup.deck for cup in kit.carriers.cups}
    for cup in kit.carriers.cups:
        pile = piles[cup.deck]
        assert (pile.get("faceDown"), pile.get("shuffle"), pile.get("drawFaceUp")) == (
            "Always",
            "Always",
            "true",
        )
        assert (pile.get("allowSelect"), pile.get("allowMultiple")) == ("false", "false")
        assert pile.get("restrictExpression") == f'{{Cup == "{cup.deck}"}}'
        for uid in [*cup.chits, *(u.id for u in kit.units.values() if cup.holds(u))]:
            laid = [t.type for t in lays_plates(kit, kit.units[uid].side)] if uid in kit.units else []
            *_, last = (t for t in kit.pieces[uid].full if t.type not in laid)
            assert last.id == "obs", uid
            assert last.field("text") == "", "no menu covers it"
            marks = marks_of(kit, uid)
            assert marks["Cup"] == cup.deck


def test_pools_and_cups_of_a_save(kit: Kit) -> None:
    commands = list(save_commands(kit, kit.game.scenario("campaign")))
    decks = {c.name: c for c in commands if isinstance(c, AddDeck)}
    assert {name: len(deck.children) for name, deck in decks.items()} == {
        "Action Cup": 0,
        "Weather Cup": 9,
        "Reaction Chits": 0,
        "Strongpoints": 25,
        "Ost Battalions": 14,
    }
    assert sum(isinstance(c, AddPiece) for c in commands) > len(kit.units)


# --- pieces ----------------------------------------------------------------------------------------------


def marks_of(kit: Kit, uid: str) -> dict[str, str]:
    traits = [t for t in kit.pieces[uid].full if t.id == "mark"]
    return {k: v for t in traits for k, v in zip(t.fields, t.values, strict=True)}


def test_units_carry_what_reports_and_rules_need(kit: Kit) -> None:
    for uid, unit in kit.units.items():
        piece = kit.pieces[uid]
        marks = marks_of(kit, uid)
        assert (marks["Uid"], marks["Side"], marks["Layer"]) == (uid, unit.side.title(), "Units")
        status = next(t for t in piece.full if t.field("name") == "Status")
        assert len(status.field("images").split(",")) == max(1, unit.steps)
        assert set(unit_faces(kit, unit)) >= {f"{uid}_f"}


def test_what_stands_in_for_a_hidden_unit_tells_nothing(kit: Kit) -> None:
    hidden = [kit.pieces[u.id] for u in kit.units.values() if "hidden" in u.marks]
    assert len(hidden) == 39
    for piece in hidden:
        marks = marks_of(kit, piece.uid)
        assert marks["Fresh"].startswith("?")
        assert piece.group == "Hidden"


def test_the_engines_own_mark_of_movement_is_not_our_record(kit: Kit) -> None:
    """`Moved` is the engine's name for its mark; a record of that name would take its place."""
    names = {t.field("name") for p in kit.pieces.values() for t in p.full if t.id in {"PROP", "emb2"}}
    assert "Moved" not in names
    assert "HasMoved" in names


def test_both_sides_put_control_markers(kit: Kit) -> None:
    for uid, menu in (("us-1-16", "Allied control"), ("ge-352-915", "German control")):
        (placer,) = (t for t in kit.pieces[uid].full if t.id == "placemark" and t.field("menu"))
        assert menu in placer.type


def test_chits_with_one_face_do_not_turn(kit: Kit) -> None:
    assert chit_faces(kit, "weather-sun-1") == ["weather-sun_f"]
    assert chit_faces(kit, "chit-us-4") == ["chit-us_f", "chit-us_b"]
    assert chit_faces(kit, "us-1-16") == []
    assert not [t for t in kit.pieces["weather-sun-1"].full if t.id == "emb2"]


# --- markers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [0, 1, 19, 20, 57, 199])
def test_victory_points_in_digits_and_halves(kit: Kit, half: int) -> None:
    draft = kit.game.scenario("campaign").draft()
    draft.set("half-vp", half, "german")
    position = draft.finish()
    state = GameState.from_commands(save_commands(kit, position))
    assert position_of_state(state, kit.game, kit.board, kit.units)[0].number("half-vp", "german") == half


def test_support_markers_lie_in_their_boxes(kit: Kit) -> None:
    from adjudicator.saves.placing import Placer

    placed = {p.uid: p for p in Placer(kit, kit.game.scenario("campaign"), {}).markers()}
    for uid, spec in kit.carriers.markers.items():
        if spec.rest:
            at = placed[uid]
            place = kit.layout.find(at.window, at.x, at.y)
            assert place is not None
            assert place.id == spec.rest
    spots = [(p.window, p.x, p.y) for p in placed.values() if kit.carriers.markers[p.uid].rest]
    assert len(set(spots)) == len(spots)


def test_every_property_can_be_set_by_hand(tree: etree._Element, kit: Kit) -> None:
    texts = [b.get("text") for b in descendants(tree, "ChangePropertyButton") if b.get("text")]
    assert records_in_menus(tree) == sorted(map(str, texts))
    assert len(texts) == len(kit.carriers.properties)


def without(piece: AddPiece, name: str) -> AddPiece:
    """A piece whose Dynamic Property is empty."""
    traits = [Trait(t.type, "") if t.id == "PROP" and t.field("name") == name else t for t in piece.traits()]
    return AddPiece.from_traits(piece.id, tuple(traits))


def test_the_box_of_another_turn_says_when_a_unit_comes(kit: Kit) -> None:
    """A Formation that failed its roll waits in the box of the next turn; players only move it there."""
    start = kit.game.scenario("campaign")
    draft = start.draft()
    draft.set("available-from", 4, "us-79-313")
    bare = [
        without(c, "Available") if isinstance(c, AddPiece) else c for c in save_commands(kit, draft.finish())
    ]
    state = GameState.from_commands(bare)
    read = position_of_state(state, kit.game, kit.board, kit.units)[0]
    assert read.number("available-from", "us-79-313") == 4
    free = set_ups(kit)["Free set-up"]
    state = GameState.from_commands(save_commands(kit, free))
    assert position_of_state(state, kit.game, kit.board, kit.units)[0] == free


# --- pictures and pages ----------------------------------------------------------------------------------


def test_titles_of_boxes_fit(kit: Kit) -> None:
    image = cards_drawing(kit)()
    window = kit.layout.windows[kit.layout.cards]
    assert image.size == (window.width, window.height)
    for place in window.of_kind("space"):
        _, top, right, _ = place.bounds
        strip = image.crop((right - 10, top + 10, right - 4, top + 40))
        assert len(strip.getcolors() or []) == 1, place.name


def test_pages_are_whole_and_mark_what_is_reconstructed(kit: Kit) -> None:
    made = pages(kit)
    titles = [p.title for p in made["charts"]]
    assert titles == [
        "Sequence of play",
        "Combat",
        "Terrain and weather",
        "Chits and Replacements",
        "Combat Support",
        "Victory Points",
    ]
    for page in (p for group in made.values() for p in group):
        assert "{{" not in page.text
        etree.fromstring(page.text, etree.HTMLParser())
    text = {p.title: " ".join(p.text.split()) for p in made["charts"]}
    assert '<th>Clear</th><td class="r">1°</td><td>2</td><td>1</td>' in text["Terrain and weather"]
    assert "<td>Showers" not in text["Chits and Replacements"]
    assert "2 + 1 or 1 + 2°" in text["Chits and Replacements"]
    assert "US Naval Support</th><td>US</td> <td>1</td><td>6</td>" in text["Combat Support"]
    start = next(p.text for p in made["help"] if p.title == "Quick start")
    assert "Action Round Track" in start
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
            assert zone == "null", (x, y, location, zone)
            assert location not in kit.board.spaces
        elif place.id in kit.layout.windows[kit.layout.main].hexes:
            assert (location, zone) == (place.name, "null")
            hexes += 1
        else:
            assert (location, zone) == (place.name, place.name)
    assert hexes > 500


def test_set_ups_as_in_the_engine(kit: Kit) -> None:
    """Every piece of every set-up stands where the engine says that it stands."""
    kept = json.loads((ENGINE / "setups.json").read_text())
    numbers = {p.gpid: uid for uid, p in kit.pieces.items()}
    for title, position in set_ups(kit).items():
        seen = {numbers[int(gpid)]: (window, x, y, at) for gpid, _, window, x, y, at in kept[title]}
        for uid, piece in position.pieces.items():
            window, x, y, location = seen[uid]
            pool = next((c.deck for c in kit.carriers.cups if c.holds(kit.units[uid])), "")
            if pool and piece.space == "turn-track":
                assert location == pool
                continue
            place = kit.layout.find(window, x, y)
            assert place is not None
            assert (place.name, place.id) == (location, piece.space)


def test_a_save_made_in_the_engine_reads_back_exactly(kit: Kit) -> None:
    """Units reduced, lost and moved, chits drawn and put back: all by the engine's menus."""
    start = kit.game.scenario("campaign")
    read = read_save(ENGINE / "made_in_engine.vsav")
    assert read.position is not None
    assert read.notes == ()
    changes = {(c.what, c.subject): (c.before, c.after) for c in start.diff(read.position)}
    assert changes == {
        ("status", "us-1-16"): ("full", "reduced"),
        ("space", "us-82-505"): (start.pieces["us-82-505"].space, "eliminated"),
        ("space", "us-82-507"): (start.pieces["us-82-507"].space, "withdrawn"),
        ("space", "us-4-22"): ("second-wave-2403", "brittany-entered"),
        ("space", "us-4-12"): ("second-wave-2403", "2904"),
        ("space", "ge-sp-3"): ("turn-track", "2403"),
        ("entered", "us-1-18"): (False, True),
        ("cup", "german"): (0, 3),
        ("reaction-chits", ""): (0, 4),
        ("weather-drawn", "storm"): (0, 1),
        ("weather", ""): ("showers", "rain"),
        ("half-vp", "allied"): (0, 26),
        ("cherbourg-taken-turn", ""): (0, 4),
        ("support-turn", "naval-us"): (0, 2),
        ("support-round", "naval-us"): (0, 2),
        ("support-game", "naval-us"): (0, 2),
        ("combined-taken", "british"): (False, True),
    }


def test_saves_name_their_game(tmp_path: Path) -> None:
    from module_builder.save import write_position

    write_position(load(GAME).scenario("campaign"), tmp_path / "a.vsav")
    loaded = read_save(tmp_path / "a.vsav")
    assert loaded.game.slug == GAME
    assert loaded.position == load(GAME).scenario("campaign")


def test_a_save_with_both_sides_in_a_hex_names_the_hex(tmp_path: Path) -> None:
    draft = load("dark-summer").scenario("campaign").draft()
    draft.place("us-29-116", draft.pieces["ge-352-914"].space)
    write_position(draft.finish(), tmp_path / "both.vsav")
    with pytest.raises(PositionError, match=r"3207: 914/352 Inf, 116/29 Inf of both sides \(5\.0\)"):
        read_save(tmp_path / "both.vsav")
