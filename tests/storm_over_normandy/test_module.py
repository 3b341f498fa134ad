"""The module and the saves of Storm Over Normandy: decks, hands, the cup, what the engine said."""

from __future__ import annotations

import html
import json
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from adjudicator.position import Fact, Position
from adjudicator.saves.piles import cards_by_uid, read_piles
from adjudicator.saves.positions import position_of_state, read_save
from adjudicator.storm_over_normandy import cards
from adjudicator.storm_over_normandy.masking import masked
from counters.palette import load_palette
from maps.errors import DataError
from maps.filing import OURS
from module_builder.board import cards_drawing
from module_builder.help import pages
from module_builder.kit import Kit, load_kit
from module_builder.module import set_ups
from module_builder.save import save_commands
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddDeck
from module_builder.vassal.keys import alt
from module_builder.vassal.pieces import neutral_pieces
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.state import GameState
from tests.module_builder.building import built, tree_of

GAME = "storm-over-normandy"
ENGINE = Path(__file__).parents[1] / "engine" / "storm_over_normandy"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


@pytest.fixture(scope="module")
def start(kit: Kit) -> Position:
    return kit.game.scenario("invasion")


@pytest.fixture(scope="module")
def vmod() -> Path:
    return built(GAME)


@pytest.fixture(scope="module")
def tree() -> etree._Element:
    return tree_of(GAME)


def changed(position: Position, *facts: tuple[str, Fact, str]) -> Position:
    draft = position.draft()
    for item, value, subject in facts:
        draft.set(item, value, subject)
    return draft.finish()


def again(kit: Kit, position: Position) -> Position:
    """A position written and read."""
    state = GameState.from_commands(save_commands(kit, position))
    found, notes = position_of_state(state, kit.game, kit.board, kit.units)
    assert notes == ()
    return found


# --- permanent ids ---------------------------------------------------------------------------------------


def test_cards_have_the_names_of_the_rules() -> None:
    """One id for a card: in the rules, in the module, in the drawing."""
    known = cards_by_uid(GAME)
    assert set(known) == {*cards.copies(OURS, "german"), *cards.copies(OURS, "allied")}
    assert len(known) == 54
    for uid, card in known.items():
        rules = cards.card_of(OURS, uid)
        assert rules is not None
        assert (rules.title, rules.side, rules.count) == (card.title, card.side, card.count)


# --- the file --------------------------------------------------------------------------------------------


def test_the_free_set_up_has_all_strongpoints_in_the_cup(kit: Kit) -> None:
    free = set_ups(kit)["Free set-up"]
    assert {p.space for p in free.pieces.values()} == {"turn-track", "cup"}
    decks = {c.name: c for c in save_commands(kit, free) if isinstance(c, AddDeck)}
    assert len(decks["Strongpoint Cup"].children) == 24


def test_every_space_has_a_place_in_the_module(kit: Kit) -> None:
    there = {p.id for window in kit.layout.windows.values() for p in window.of_kind("space")}
    pools = {cup.space for cup in kit.carriers.cups if cup.space}
    assert there | pools == set(kit.board.spaces)
    names = [p.name for p in kit.layout.windows[kit.layout.main].places]
    assert len(set(names)) == len(names)
    assert {"Gold Invasion", "Gold Exploitation", "Zone E", "Eliminated Unit Box"} <= set(names)


def test_points_lie_in_their_own_places(kit: Kit) -> None:
    for place in kit.layout.windows[kit.layout.main].places:
        for spot in place.spots.values():
            assert kit.layout.find(kit.layout.main, spot.x, spot.y) is place, spot.name


def test_both_sizes_of_counters(vmod: Path, kit: Kit) -> None:
    """78 and 62 pixels for 5/8 and 1/2 inch."""
    stock = load_palette(GAME).stock
    assert stock is not None
    with zipfile.ZipFile(vmod) as archive:
        for uid, px in (("us-1-16", 78), ("us-rng-2", 62), ("ge-sp-1", 62), ("support-x4", 62)):
            for face in "fb":
                with archive.open(f"images/{uid}_{face}.png") as picture:
                    assert Image.open(picture).size == (px, px), uid
            assert kit.pieces[uid].px == px


# --- decks and hands -------------------------------------------------------------------------------------


def test_decks_of_cards(tree: etree._Element, kit: Kit) -> None:
    piles = {p.get("name"): p for p in descendants(tree, "DrawPile")}
    for side in ("German", "Allied"):
        stack, open_ = piles[f"{side} Cards"], piles[f"{side} Discards"]
        assert len(list(descendants(stack, "CardSlot"))) == 27
        assert (stack.get("faceDown"), stack.get("shuffle"), stack.get("allowSelect")) == (
            "Always",
            "Always",
            "false",
        )
        assert decode(stack.get("deckOwners") or "", ",")[0] == side
        assert (open_.get("faceDown"), open_.get("reshuffleTarget")) == ("Never", f"{side} Cards")
        assert piles[f"{side} Cards Removed"].get("reshufflable") == "true"
        assert [c.get("deckCount") for c in descendants(stack, "DeckGlobalKeyCommand")] == ["1"]
        assert {p.get("restrictExpression") for p in (stack, open_)} == {f'{{Deck == "{side}"}}'}
    frames = {"German Cards": (2333, 3488), "Allied Discards": (5316, 3488)}
    for name, at in frames.items():
        assert (int(piles[name].get("x") or 0), int(piles[name].get("y") or 0)) == at


def test_decks_of_a_save_say_what_the_components_say(tree: etree._Element, kit: Kit, start: Position) -> None:
    """VASSAL takes a deck's menu from the save, not from the module."""
    decks = {c.name: decode(c.type, ";") for c in save_commands(kit, start) if isinstance(c, AddDeck)}
    for pile in descendants(tree, "DrawPile"):
        fields = decks[pile.get("name") or ""]
        assert fields[5:7] == [pile.get("faceDown"), pile.get("shuffle")]
        assert fields[10:12] == [pile.get("reshuffleCommand") or "", pile.get("reshuffleTarget") or ""]
        menu = [decode(text, "|")[0] for text in decode(fields[24], ",") if text]
        assert menu == [c.get("name") for c in descendants(pile, "DeckGlobalKeyCommand")]


def test_hands_are_private(tree: etree._Element, kit: Kit) -> None:
    hands = {h.get("mapName"): h for h in descendants(tree, "PlayerHand")}
    assert {name: decode(h.get("side") or "", ",") for name, h in hands.items()} == {
        "German Hand": ["German", "Referee", "Solitaire"],
        "Allied Hand": ["Allied", "Referee", "Solitaire"],
    }
    for hand in hands.values():
        assert hand.get("visible") == "false"
        assert hand.get("moveWithinFormat") == ""
        assert "pieceName" not in (hand.get("moveToFormat") or "")
    assert set(kit.layout.hands) == set(hands)


def test_a_masked_card_shows_nothing(kit: Kit) -> None:
    """The mask is the outermost trait: name, picture, properties and commands lie below it."""
    for uid, card in cards_by_uid(GAME).items():
        last = kit.pieces[uid].full[-1]
        side = card.side.title()
        assert last.id == "obs", uid
        assert (last.field("image"), last.field("mask_name")) == (f"{card.back}.png", f"{side} card")
        assert last.field("style") == f"Gcard-{card.side}-held.png", "only its owner sees more"
        assert last.field("access") == f"sides:{side}:Referee:Solitaire"
        hidden = [t for t in kit.pieces[uid].full if t.id == "report" and "pieceName" in t.type.lower()]
        told = {"discard", "out of the game"}
        assert all(any(word in t.type for word in told) for t in hidden), "no other report names the card"


def test_hands_of_a_save_are_masked(kit: Kit, start: Position) -> None:
    position = changed(start, ("card", "hand", "german-bocage-1"), ("card", "discard", "german-flak-1"))
    commands = list(save_commands(kit, position))
    seen = neutral_pieces(commands)
    assert [p.masked_by for p in seen if p.map == "German Hand"] == ["German"]
    assert not [p for p in seen if p.markers.get("Uid") == "german-bocage-1"]
    assert "Bocage" not in {p.name for p in seen}
    (flak,) = (p for p in seen if p.markers.get("Uid") == "german-flak-1")
    assert (flak.deck, flak.masked_by) == ("German Discards", None)


def test_a_position_that_hides_a_hand_keeps_hiding_it(kit: Kit, start: Position) -> None:
    hand = [("card", "hand", f"allied-{name}-1") for name in ("air-strike", "shock-assault")]
    hidden = masked(changed(start, *hand, ("card", "discard", "allied-build-up-1")), "german")
    assert hidden.number("held", "allied") == 2
    found = again(kit, hidden)
    assert found == hidden
    decks = {c.name: len(c.children) for c in save_commands(kit, hidden) if isinstance(c, AddDeck)}
    assert decks["Allied Cards"] == 26, "nobody can tell from the save which two are held"


def test_piles_are_checked() -> None:
    with pytest.raises(DataError, match=r"\[\[pile\]\] 1: expected the keys"):
        read_piles({"piles": {}, "pile": [{"value": "hand"}]}, ())


# --- the strongpoint cup ---------------------------------------------------------------------------------


def test_the_cup_deals_three_to_each_beach(tree: etree._Element, kit: Kit) -> None:
    (cup,) = (p for p in descendants(tree, "DrawPile") if p.get("name") == "Strongpoint Cup")
    assert (cup.get("faceDown"), cup.get("shuffle"), cup.get("drawFaceUp")) == ("Always", "Always", "true")
    menu = list(descendants(cup, "DeckGlobalKeyCommand"))
    assert [m.get("name") for m in menu] == [
        f"3 to {kit.board.name(b)}" for b in ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah")
    ]
    assert {m.get("deckCount") for m in menu} == {"3"}
    assert len(list(descendants(cup, "CardSlot"))) == 24
    (button,) = (b for b in descendants(tree, "DoActionButton") if b.get("name") == "Strongpoints")
    fired = set(decode(button.get("hotkeys") or "", ","))
    sends = [k for k in descendants(tree, "GlobalKeyCommand") if k.get("buttonHotkey") in fired]
    assert {(k.get("deckCount"), k.get("hotkey")) for k in sends} == {("3", m.get("hotkey")) for m in menu}


def test_strongpoints_show_no_value_in_the_cup(kit: Kit) -> None:
    for unit in kit.units.values():
        if unit.type == "strongpoint":
            last = kit.pieces[unit.id].full[-1]
            assert (last.id, last.field("image"), last.field("text")) == ("obs", "chit_back.png", "")
            goals = [t.field("region") for t in kit.pieces[unit.id].full if t.field("key").count("bocageTo-")]
            assert goals == [
                f"{kit.board.name(b)} Fortification"
                for b in ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah")
            ]


def test_undrawn_strongpoints_stay_in_the_cup(kit: Kit, start: Position) -> None:
    decks = {c.name: len(c.children) for c in save_commands(kit, start) if isinstance(c, AddDeck)}
    assert decks["Strongpoint Cup"] == 6
    assert decks["German Cards"] == decks["Allied Cards"] == 27


# --- pieces ----------------------------------------------------------------------------------------------


def test_every_unit_has_two_sides_and_a_way_out(kit: Kit) -> None:
    for uid, unit in kit.units.items():
        traits = kit.pieces[uid].full
        status = next(t for t in traits if t.field("name") == "Status")
        assert status.field("images") == f"{uid}_f.png,{uid}_b.png"
        gone = next(t for t in traits if t.id == "sendto" and t.field("text") == "Eliminate")
        assert gone.field("region") == f"Eliminated Unit Box {unit.side.title()} 1"


def test_a_pass_is_noted(tree: etree._Element) -> None:
    (item,) = (p for p in descendants(tree, "GlobalProperty") if p.get("name") == "bocage_passed")
    changes = {b.get("desc"): b.get("propChanger") for b in descendants(item, "ChangePropertyButton")}
    assert changes["New impulse"] == "P,"
    passing = changes["Pass"]
    assert passing == 'P,{bocage_tracker_side == "German" ? "german" : "allied"}'


def test_all_units_turn_fresh_together(tree: etree._Element) -> None:
    (refresh,) = (g for g in descendants(tree, "GlobalKeyCommand") if g.get("name") == "Refresh Spent units")
    assert refresh.get("buttonHotkey") == alt("E")


# --- pictures and pages ----------------------------------------------------------------------------------


def test_titles_of_boxes_fit(kit: Kit) -> None:
    image = cards_drawing(kit)()
    window = kit.layout.windows[kit.layout.cards]
    assert image.size == (window.width, window.height)
    for place in window.of_kind("space"):
        _, top, right, _ = place.bounds
        strip = image.crop((right - 10, top + 10, right - 4, top + 40))
        assert len(strip.getcolors() or []) == 1, place.name


def test_pages_are_whole(kit: Kit) -> None:
    made = pages(kit)
    assert [p.title for p in made["charts"]] == [
        "Sequence of play",
        "Attack and damage",
        "Movement and assault",
        "Areas",
        "Cards in hand, Victory Points",
        "Cards",
    ]
    for page in (p for group in made.values() for p in group):
        assert "{{" not in page.text
        etree.fromstring(page.text, etree.HTMLParser())
    text = {p.title: html.unescape(" ".join(p.text.split())) for p in made["charts"]}
    assert all(card.title in text["Cards"] for card in cards_by_uid(GAME).values())
    assert all(space.name in text["Areas"] for space in kit.board.spaces.values() if space.kind == "area")
    chances = "<th>1 or more</th><td>1</td><td>3</td><td>6</td><td>10</td>"
    assert chances in text["Attack and damage"]


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
    for title, position in set_ups(kit).items():
        seen = {numbers[int(gpid)]: (window, x, y, at) for gpid, _, window, x, y, at in kept[title]}
        for uid, piece in position.pieces.items():
            window, x, y, location = seen[uid]
            if piece.space == "cup":
                assert location == "Strongpoint Cup"
                continue
            place = kit.layout.find(window, x, y)
            assert place is not None
            assert (place.name, place.id) == (location, piece.space)
        stacks = [seen[uid][3] for uid in cards_by_uid(GAME)]
        assert {where: stacks.count(where) for where in set(stacks)} == {
            "German Cards": 27,
            "Allied Cards": 27,
        }


def test_a_save_made_in_the_engine_reads_back_exactly(start: Position) -> None:
    """Units spent, lost, moved, cards drawn, discarded, removed, markers turned: by the engine's menus."""
    read = read_save(ENGINE / "made_in_engine.vsav")
    assert read.position is not None
    assert read.notes == ()
    changes = {(c.what, c.subject): (c.before, c.after) for c in start.diff(read.position)}
    hand = {
        **{("card", f"allied-shock-assault-{n}"): ("stack", "hand") for n in (1, 2, 3, 4)},
        **{("card", f"german-bocage-{n}"): ("stack", "hand") for n in (1, 2, 3, 4, 5)},
        **{("card", f"german-artillery-{n}"): ("stack", "discard") for n in (1, 2, 3, 4)},
        **{("card", f"german-seize-the-hour-{n}"): ("stack", "removed") for n in (1, 2)},
    }
    assert changes == {
        **hand,
        ("status", "us-1-16"): ("fresh", "spent"),
        ("status", "us-1-18"): ("fresh", "spent"),
        ("space", "br-3-8"): ("landing-sword", "eliminated"),
        ("space", "us-29-115"): ("landing-omaha-2", "exploitation-omaha-1"),
        ("space", "us-tk-70"): ("exploitation-utah", "utah"),
        ("freed", "br-3-9"): (False, True),
        ("control", "ste-marie-du-mont"): ("german", "allied"),
        ("release", ""): ("restricted", "rolled"),
        ("support", ""): (0, 7),
        ("turn", ""): (1, 3),
        ("vp", ""): (0, -15),
    }
