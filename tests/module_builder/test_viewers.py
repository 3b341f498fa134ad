"""What shows under the mouse: names, totals, what is printed, and nothing that a side may not see."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import counters
from adjudicator.game import GAMES
from adjudicator.saves.looks import counter_px
from counters.full_names import full_name
from maps.battle_for_normandy.painted_hexes import BELOW
from module_builder.ground_facts import GROUND, facts_of, ground_text, places_of_worth
from module_builder.kit import load_kit
from module_builder.unit_marks import totals
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.traits import Trait
from tests.module_builder.building import tree_of

every_game = pytest.mark.parametrize("game", GAMES)
TELLING = {"mark", "calcProp", "emb2", "PROP", "label"}
"""Traits that tell what a piece is."""
_SHORT = tomllib.loads((Path(counters.__file__).parent / "full_names.toml").read_text(encoding="utf-8"))


def marked(traits: tuple[Trait, ...]) -> dict[str, str]:
    """What the Markers of a piece say."""
    found: dict[str, str] = {}
    for trait in traits:
        if trait.id == "mark":
            names, values = trait.type.removeprefix("mark;").split(","), trait.state.split(",")
            found |= dict(zip(names, values, strict=False))
    return found


@every_game
def test_every_space_tells_what_is_printed_there(game: str) -> None:
    """A hex by the constant of the module, searched as its expression searches; an Area by its zone."""
    kit = load_kit(game)
    kept = {
        n.get("name"): n.get("initialValue") for n in descendants(tree_of(game), "GlobalTranslatableMessage")
    }
    zones = {
        zone.get("name"): [p.get("initialValue") for p in zone if p.get("name") == "Facts"]
        for zone in descendants(tree_of(game), "Zone")
    }
    for space in kit.board.spaces.values():
        if space.kind == "hex":
            text, sought = kept[GROUND] or "", f"|{space.id.upper()}="
            assert text.count(sought) == 1
            assert text[text.index(sought) + len(sought) :].partition("|")[0] != "", space.id
        elif space.kind == "area":
            assert zones[space.name] == [facts_of(kit, space)]
    assert kept.get(GROUND, "") == ground_text(kit)


def test_a_landing_queue_tells_its_order() -> None:
    """The viewer says which place of which queue a hex is; no counter covers the number on the map (18.1)."""
    kit = load_kit("battle-for-normandy")
    told: dict[str, list[int]] = {}
    for space in kit.board.spaces.values():
        if space.features.get("queue"):
            words = str(space["beach"]).replace("-", " ").title()
            told.setdefault(words, []).append(int(str(space["queue"])))
            assert facts_of(kit, space).startswith(f"sea, Assault Hex {space['queue']} of {words}, ")
    assert told["King Red"] == [3, 2, 1]
    assert all(sorted(places) == list(range(1, len(places) + 1)) for places in told.values())
    digit = 5  # half of its height
    assert counter_px(kit) / 2 <= BELOW - digit


@every_game
def test_places_of_worth_are_on_the_board_and_say_so(game: str) -> None:
    kit = load_kit(game)
    for place in places_of_worth(kit):
        assert place.spaces, place.title
        assert set(place.spaces) <= set(kit.board.spaces)
        assert " VP" in place.text
        assert place.text.startswith(f"{place.points} VP") or not place.points
        assert all(place.text in facts_of(kit, kit.board.spaces[space]) for space in place.spaces[:1])


@every_game
def test_names_are_written_out(game: str) -> None:
    kit = load_kit(game)
    formations = {row["id"]: row["name"] for row in kit.formations}
    short = {*_SHORT["words"], *_SHORT["arms"], *_SHORT["nations"][""]}
    written = {
        word
        for table in (_SHORT["words"], _SHORT["arms"])
        for text in table.values()
        for word in text.split()
    }
    for unit in kit.units.values():
        own, above = full_name(unit, formations)
        assert own, unit.id
        assert not (short - written) & set(re.findall(r"[^\W\d_]+", own)), unit.title
        said = marked(kit.pieces[unit.id].full)
        assert (said["FullName"], said["Above"]) == (own.replace(",", "\\,"), above.replace(",", "\\,"))


@every_game
def test_totals_are_those_of_the_side_that_shows(game: str) -> None:
    """The worn side never has more steps than the full one, and each total is a property of every unit."""
    kit = load_kit(game)
    for unit in kit.units.values():
        traits = kit.pieces[unit.id].full
        said, computed = marked(traits), {t.field("name") for t in traits if t.id == "calcProp"}
        for row in totals(kit):
            name = row["name"]
            assert name in computed
            full, worn = said[f"{name}1"], said[f"{name}2"]
            assert re.fullmatch(r"\d*", full)
            assert re.fullmatch(r"\d*", worn)
            if "less" in row and full:
                assert int(worn) == int(full) - row["less"]


@every_game
def test_what_is_masked_tells_nothing(game: str) -> None:
    """The engine hides what lies within the mask: names and numbers do. What lies outside is alike in all."""
    kit, outside = load_kit(game), dict[bool, set[tuple[str, ...]]]()
    for piece in kit.pieces.values():
        kinds = [trait.id for trait in piece.full]
        if "obs" in kinds:
            mask = kinds.index("obs")
            assert set(kinds[:mask]) & TELLING, piece.uid
            beyond = tuple(trait.type for trait in piece.full[mask + 1 :])
            outside.setdefault(piece.uid in kit.units, set()).add(beyond)
    assert all(len(alike) == 1 for alike in outside.values())


@every_game
def test_what_lies_face_down_by_a_layer_adds_nothing(game: str) -> None:
    kit = load_kit(game)
    for unit in kit.units.values():
        traits = kit.pieces[unit.id].full
        if any(t.id == "emb2" and t.field("name") == "Hidden" for t in traits):
            sums = [
                t
                for t in traits
                if t.id == "calcProp" and t.field("name") in {r["name"] for r in totals(kit)}
            ]
            assert sums
            assert all("Hidden_Active" in t.type for t in sums)
    labels = {n.get("counterReportFormat", "") for n in descendants(tree_of(game), "CounterDetailViewer")}
    hidden = any(r.item.name == "hidden" for r in kit.carriers.of_pieces("unit"))
    assert hidden == any("Hidden_Active" in text for text in labels)


@every_game
def test_no_viewer_counts_the_pieces_of_the_map_for_each_piece(game: str) -> None:
    """What is told below a piece is its own; sums are taken once, of what is shown or of a space."""
    for viewer in descendants(tree_of(game), "CounterDetailViewer"):
        for name in ("counterReportFormat", "propertyFilter"):
            assert not re.search(r"\b(Sum|Count)\w*\(", viewer.get(name, ""))
        assert not re.search(r"\b(Sum|Count|SumMap|CountMap)\(", viewer.get("summaryReportFormat", ""))
