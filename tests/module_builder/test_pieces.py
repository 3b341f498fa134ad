"""Pieces: permanent ids, one vocabulary, expansion of prototypes as the engine does it, states in a save."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from module_builder.battle import SHARED_KEYS, fights
from module_builder.controls import slot_path
from module_builder.kit import FIRST_OVERLAY_GPID, Kit, load_kit, register
from module_builder.pieces import FACE, all_uids, placed
from module_builder.prototypes import expand, prototypes
from module_builder.records import memories
from module_builder.save import LAYERS
from module_builder.turn_marker import turn_traits
from module_builder.vassal.archive import read_save
from module_builder.vassal.builders import marker, prototype
from module_builder.vassal.savegame import AddPiece
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.traits import Trait, parse_definition

GAME = "breakout-normandy"
ENGINE = Path(__file__).parents[1] / "engine" / "breakout_normandy"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return load_kit(GAME)


# --- permanent ids ---------------------------------------------------------------------------------------


def test_every_piece_is_registered_once(kit: Kit) -> None:
    wanted = all_uids(kit)
    assert len(set(wanted)) == len(wanted)
    assert set(wanted) <= set(kit.gpids)
    assert len(set(kit.gpids.values())) == len(kit.gpids)
    assert kit.next_gpid > max(kit.gpids.values())
    assert kit.next_gpid > FIRST_OVERLAY_GPID


def test_registering_only_adds_at_the_end() -> None:
    text = register({"b": 5, "a": 2}, ["c", "a", "d"])
    assert text.splitlines()[1:] == ["uid,gpid", "b,5", "a,2", "c,6", "d,7"]
    assert register({"b": 5}, []).splitlines()[2:] == ["b,5"]


def test_an_unregistered_piece_is_an_error(kit: Kit) -> None:
    from maps.errors import DataError

    with pytest.raises(DataError, match="gpid"):
        kit.gpid("ge-tiger")


def test_units_of_an_overlay_get_numbers_from_900000(kit: Kit, tmp_path: Path) -> None:
    from dataclasses import replace

    unit = replace(kit.units["ge-916"], id="ge-new", title="New Rgt")
    other = replace(kit, units={**kit.units, "ge-new": unit}, overlay=tmp_path)
    assert other.gpid("ge-new") == FIRST_OVERLAY_GPID
    assert other.next_gpid == FIRST_OVERLAY_GPID + 2
    assert other.pieces["ge-new"].gpid == FIRST_OVERLAY_GPID
    assert other.gpid("ge-916") == kit.gpid("ge-916")


# --- pieces ----------------------------------------------------------------------------------------------


def test_units_carry_what_reports_and_rules_need(kit: Kit) -> None:
    for uid, unit in kit.units.items():
        piece = kit.pieces[uid]
        marks = {k: v for t in piece.full if t.id == "mark" for k, v in zip(t.fields, t.values, strict=True)}
        assert marks["Uid"] == uid
        assert marks["Side"] == unit.side.title()
        assert marks["Layer"] == "Units"
        assert piece.full[0].field("name") == unit.title
        status = next(t for t in piece.full if t.field("name") == "Status")
        images = decode(status.field("images"), ",")
        assert images == [f"{uid}_f.png", *[f"{uid}_b.png"] * 3]
        assert status.field("follow") == "false"


def test_a_status_has_no_loose_marker(kit: Kit) -> None:
    assert "disruption" not in kit.pieces


def test_every_trait_is_known_and_no_key_is_doubled(kit: Kit) -> None:
    """Within a piece a key means one thing; those that forget history or mark for a battle are shared."""
    shared = {*memories(kit).values(), *SHARED_KEYS}
    for piece in kit.pieces.values():
        keys: list[str] = []
        for trait in piece.full:
            assert trait.named() or trait.id == "mark", trait.type
            wanted = ("increase_key", "decrease_key", "activate_key", "reset_key")
            if trait.id == "emb2":
                keys += [trait.field(k) for k in wanted if trait.field(k)]
            elif trait.id in {"sendto", "macro", "delete", "placemark"}:
                keys.append(trait.field("key"))
        own = [k for k in keys if k not in shared]
        assert len(own) == len(set(own)), (piece.uid, own)


def test_the_key_list_names_every_menu_key(kit: Kit) -> None:
    listed = {text for text, _ in kit.adapter["desk"]["keys"]}
    codes = {
        "70,130": "Ctrl+F",
        "83,130": "Ctrl+S",
        "74,130": "Ctrl+J",
        "74,195": "Ctrl+Shift+J",
        "69,130": "Ctrl+E",
    }
    codes |= {
        "87,130": "Ctrl+W",
        "66,130": "Ctrl+B",
        "75,130": "Ctrl+K",
        "77,130": "Ctrl+M",
        "84,130": "Ctrl+T",
        **{f"{ord(digit)},130": f"Ctrl+{digit}" for digit in "12359"},
    }
    text = " ".join(p.type_text for p in kit.pieces.values())
    for code, name in codes.items():
        assert code in text or code.replace(",", "\\,") in text, name
        assert name in listed
    assert set(re.findall(r"\b(\d{2},1(?:30|95))\b", text)) <= set(codes)


def test_draw_layers_are_known(kit: Kit) -> None:
    assert {p.layer for p in kit.pieces.values()} <= set(LAYERS)


def test_expansion_is_recursive_and_drops_comments() -> None:
    known = {"A": (prototype("B"), marker({"x": 1})), "B": (marker({"y": 2}), Trait("cmt;note"))}
    assert [t.type for t in expand([prototype("A"), marker({"z": 3})], known)] == [
        "mark;y",
        "mark;x",
        "mark;z",
    ]
    with pytest.raises(KeyError):
        expand([prototype("C")], known)


def plain(text: str) -> str:
    """Without the codes of named keys, which the engine deals out anew on each run."""
    return re.sub(r"57\d{3}(\\*),0(\\*),", r"57000\1,0\2,", text)


RECORDS = {"PROP", "submenu", "report"}  # grow with the items of state.toml; a save made earlier has fewer


def test_pieces_expand_as_in_the_engine(kit: Kit) -> None:
    """A save of the engine holds our expanded types; the British control marker is fresh from the palette.

    The save may be older than what marks a unit for a battle, or lights it up, which is left out.
    """
    lit = [t for t in prototypes(kit)["Unit"] if t.id in {"emb2", "macro"} and t.field("name")[:2] == "Li"]
    turned = [t for spec in kit.carriers.markers.values() for t in turn_traits(kit, spec)]
    seen, marks = set(), {plain(t.type) for t in (*fights(kit), *lit, *turned)}
    for command in read_save(ENGINE / "made_in_engine.vsav").commands():
        if not isinstance(command, AddPiece):
            continue
        theirs = command.traits()
        uid = uid_of(theirs)
        ours = kit.pieces[uid].full
        kept = [
            [
                re.sub(r",Battle\w+", "", u)
                for t in traits
                if t.id not in RECORDS and (u := plain(t.type)) not in marks
            ]
            for traits in (theirs, ours)
        ]
        assert kept[0] == kept[1], uid
        known = {plain(t.type) for t in ours if t.id == "PROP"}
        names = {t.field("name") for t in ours}
        assert {plain(t.type) for t in theirs if t.id == "PROP" and t.field("name") in names} <= known
        seen.add(uid)
    assert {"ge-916", "control", "turn", "card-german-7-1"} <= seen


def uid_of(traits: Sequence[Trait]) -> str:
    marks = {k: v for t in traits if t.id == "mark" for k, v in zip(t.fields, t.values, strict=True)}
    return marks["Uid"]


def test_states_of_a_placed_piece(kit: Kit) -> None:
    unit = placed(kit.pieces["ge-916"], "Map", 3, 4, levels={"Status": 3}, properties={"Start": "Caen"})
    assert unit[0].state == f"Map;3;4;{kit.gpid('ge-916')};0"
    states = {t.field("name"): t.state for t in unit if t.id in {"emb2", "PROP"}}
    assert (states["Status"], states["Start"]) == ("3", "Caen")
    turned = placed(kit.pieces["turn"], "Map", 3, 4, levels={FACE: 2})
    assert next(t.state for t in turned if t.id == "emb2") == "2"


def test_place_marker_points_at_the_palette(kit: Kit) -> None:
    path = slot_path("Markers", "Markers", "Allied Control")
    assert path in "".join(t.field("spec") for t in kit.pieces["us-29-116"].full if t.id == "placemark")
    piece = kit.pieces["control"]
    assert (piece.tab, piece.group, piece.name) == ("Markers", "Markers", "Allied Control")


def test_cards_are_shared_out_without_loss(kit: Kit) -> None:
    decks = kit.carriers.decks.shared({"allied": "01000000001"})
    assert sorted(map(len, decks.values())) == [0, 2, 34, 36]
    everything = [card.uid for cards in decks.values() for card in cards]
    assert len(set(everything)) == 72


def test_definitions_read_back(kit: Kit) -> None:
    from module_builder.vassal.traits import format_definition

    for piece in kit.pieces.values():
        assert parse_definition(format_definition(piece.traits)) == piece.traits
