"""What changed between two modules is said in words, and nothing else is."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from module_builder.diff import Change, ChangeKind, diff, report
from module_builder.diff_pieces import trait_changes, trait_name
from module_builder.vassal.buildfile import descendants, element
from module_builder.vassal.errors import FormatError
from module_builder.vassal.keys import ctrl
from module_builder.vassal.savegame import AddDeck, AddPiece, GlobalProperty, Turn, deck_type
from module_builder.vassal.traits import Trait, format_definition, parse_definition
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import GRID, MODULE, Parts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from module_builder.vassal.commands import Command


def changes(parts: Parts, folder: Path, *, before: Parts | None = None) -> list[str]:
    """The lines of the changes from the clean module, without the padding of the kind."""
    old = (before or Parts()).write(folder / "old.vmod")
    new = parts.write(folder / "new.vmod")
    return [f"{c.kind.value} {c.place}: {c.text}" for c in diff(old, new)]


def test_a_module_does_not_differ_from_itself(tmp_path: Path) -> None:
    assert changes(Parts(), tmp_path) == []


def _edit_slot(parts: Parts, edit: Callable[[list[Trait]], list[Trait]]) -> None:
    parts.piece("3", edit, renew=False)


def _rename_zone(parts: Parts) -> None:
    parts.set("Zone", "name", "Bayeux", name="Caen")


def _remove(parts: Parts, short: str) -> None:
    node = parts.one(short)
    parent = node.getparent()
    assert parent is not None
    parent.remove(node)


SLOT = "PieceWindow:Counters/ListWidget:Allied/PieceSlot:Control"
ZONED = "Map:Main/BoardPicker/Board:Land/ZonedGrid"
CASES: dict[str, tuple[Callable[[Parts], object], list[str]]] = {
    "version": (lambda p: p.tree.set("version", "1.1"), ["module : version: 1.0 -> 1.1"]),
    "attribute": (
        lambda p: p.set("Map", "moveKey", ctrl("M")),
        ["attribute Map:Main: moveKey: 57348,0,Moved -> 77,130"],
    ),
    "attribute-new": (
        lambda p: p.set("Map", "edgeWidth", "10"),
        ["attribute Map:Main: edgeWidth: (not set) -> 10"],
    ),
    "attribute-gone": (
        lambda p: p.set("DrawPile", "x", None),
        ["attribute Map:Main/DrawPile:Cup: x: 20 -> (not set)"],
    ),
    "added": (
        lambda p: p.tree.append(element(f"{MODULE}DiceButton", {"name": "1d6"})),
        ["added DiceButton:1d6: DiceButton added"],
    ),
    "removed": (
        lambda p: _remove(p, "ChartWindow"),
        ["removed ChartWindow:Charts: ChartWindow removed with 1 component inside"],
    ),
    "side": (
        lambda p: p.add("PlayerRoster", element("entry", text="Solo")),
        ["added PlayerRoster/entry: entry Solo added"],
    ),
    "text": (
        lambda p: setattr(p.one("setup"), "text", "MainBoardPicker\tLand\t0\t0"),
        [
            "removed Map:Main/BoardPicker/setup: setup old removed",
            "added Map:Main/BoardPicker/setup: setup MainBoardPicker\tLand\t0\t0 added",
        ],
    ),
    "option": (
        lambda p: setattr(p.one("option"), "text", "redo.png"),
        ["attribute GlobalOptions/option:stepIcon: text: step.png -> redo.png"],
    ),
    "long-value": (
        lambda p: p.set("Map", "moveKey", "57348,0," + "x" * 100),
        ["attribute Map:Main: moveKey: 57348,0,Moved -> 57348,0," + "x" * 69 + "..."],
    ),
    "renamed": (_rename_zone, [f"renamed {ZONED}/Zone:Bayeux: was Caen: old saves lose it"]),
    "region": (
        lambda p: p.set("Region", "originx", "121", name="Utah"),
        [f"attribute {ZONED}/Zone:Coast/RegionGrid/Region:Utah: originx: 120 -> 121"],
    ),
    "order": (
        lambda p: p.one("BoardPicker").addprevious(p.one("SetupStack")),
        ["order Map:Main: its components stand in another order"],
    ),
    "gpid": (
        lambda p: p.set("PieceSlot", "gpid", "4", name="Control"),
        [f"gpid {SLOT}: gpid 3 -> 4: old saves lose this piece"],
    ),
    "moved": (
        lambda p: p.add("DrawPile", p.one("PieceSlot", "Control")),
        ["moved Map:Main/DrawPile:Cup/PieceSlot:Control: was in PieceWindow:Counters/ListWidget:Allied"],
    ),
    "trait-field": (
        lambda p: _edit_slot(p, lambda old: [*old[:2], old[2].replaced(text="Kill"), *old[3:]]),
        [f"trait {SLOT}: Delete [Kill]: text Delete -> Kill"],
    ),
    "trait-added": (
        lambda p: _edit_slot(p, lambda old: [*old, Trait("prototype;Common")]),
        [f"trait {SLOT}: trait Prototype [Common] added"],
    ),
    "trait-removed": (
        lambda p: _edit_slot(p, lambda old: [*old[:2], *old[3:]]),
        [f"trait {SLOT}: trait Delete [Delete] removed"],
    ),
    "marker-value": (
        lambda p: _edit_slot(p, lambda old: [old[0], Trait(old[1].type, "British,Markers"), *old[2:]]),
        [f"trait {SLOT}: Marker [Side, Layer]: Side US -> British"],
    ),
    "image": (
        lambda p: p.entries.update({"images/map.png": data.png(210, 60)}),
        ["image images/map.png: changed (200 x 60 -> 210 x 60 pixels)"],
    ),
    "image-added": (
        lambda p: p.entries.update({"images/a.png": data.png()}),
        ["image images/a.png: added"],
    ),
    "file-removed": (lambda p: p.entries.pop("crt.html"), ["file crt.html: removed"]),
    "file-changed": (
        lambda p: p.entries.update({"crt.html": b"<html/>"}),
        ["file crt.html: changed (32 -> 7 bytes)"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_change_is_one_line(case: str, tmp_path: Path) -> None:
    change, expected = CASES[case]
    parts = Parts()
    before = Parts()
    for one in (before, parts):
        one.add("BoardPicker", element("setup", text="old"))
        one.add("GlobalOptions", element("option", {"name": "stepIcon"}, text="step.png"))
    change(parts)
    assert changes(parts, tmp_path, before=before) == expected


def test_the_way_back_swaps_added_and_removed(tmp_path: Path) -> None:
    parts = Parts()
    parts.tree.append(element(f"{MODULE}DiceButton", {"name": "1d6"}))
    parts.entries["images/a.png"] = data.png()
    assert changes(Parts(), tmp_path, before=parts) == [
        "removed DiceButton:1d6: DiceButton removed",
        "image images/a.png: removed",
    ]


def test_equal_names_are_told_apart_by_their_number(tmp_path: Path) -> None:
    def twins(*values: str) -> Parts:
        parts = Parts()
        for value in values:
            parts.tree.append(element(f"{MODULE}DiceButton", {"name": "Die", "nSides": value}))
        return parts

    assert changes(twins("6", "8"), tmp_path, before=twins("6", "6")) == [
        "attribute DiceButton:Die: nSides: 6 -> 8"
    ]


class TestSetups:
    """Set-ups are compared piece by piece."""

    PLACE = "setup PredefinedSetup:D-Day: "

    def lines(self, edit: Callable[[list[Command]], list[Command]], folder: Path) -> list[str]:
        parts = Parts()
        commands = edit(data.setup_commands(parts.tree))
        parts.entries["dday.vsav"] = data.save_bytes(commands)
        return [line.removeprefix(self.PLACE) for line in changes(parts, folder)]

    def test_moved(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.entries["dday.vsav"] = data.save_bytes(data.setup_commands(parts.tree, x=160))
        assert (
            changes(parts, tmp_path)
            == [
                f"{self.PLACE}2nd Div moved from Utah to Omaha",
                f"{self.PLACE}2nd Div shifted from 120,30 to 160,30",
            ][:1]
        )

    def test_shifted(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.entries["dday.vsav"] = data.save_bytes(data.setup_commands(parts.tree, x=121))
        assert changes(parts, tmp_path) == [f"{self.PLACE}2nd Div shifted from 120,30 to 121,30"]

    def test_added_and_removed(self, tmp_path: Path) -> None:
        extra = AddPiece("13", "piece;;;inf.png;Extra", "Main;10;10;3;0")
        assert self.lines(lambda c: [c[0], extra, *c[1:]], tmp_path) == ["Extra added at Caen"]
        assert self.lines(lambda c: [c[0], *c[3:]], tmp_path) == ["2nd Div removed from Utah"]

    def test_a_piece_off_every_board_is_named_by_its_pixel(self, tmp_path: Path) -> None:
        extra = AddPiece("13", "piece;;;inf.png;Extra", "Main;900;10;3;0")
        nowhere = AddPiece("14", "piece;;;inf.png;Ghost", "null;0;0;4;0")
        assert self.lines(lambda c: [c[0], extra, nowhere, *c[1:]], tmp_path) == [
            "Extra added at Main 900,10",
            "Ghost added at off the map",
        ]

    def test_state(self, tmp_path: Path) -> None:
        def flipped(commands: list[Command]) -> list[Command]:
            piece = commands[1]
            assert isinstance(piece, AddPiece)
            traits = list(piece.traits())
            at = next(i for i, trait in enumerate(traits) if trait.id == "emb2")
            traits[at] = Trait(traits[at].type, "2")
            steps = next(i for i, trait in enumerate(traits) if trait.id == "PROP")
            traits[steps] = Trait(traits[steps].type, "1")
            return [commands[0], AddPiece.from_traits("11", tuple(traits)), *commands[2:]]

        assert self.lines(flipped, tmp_path) == [
            "2nd Div: layer Step from level 1 to 2",
            "2nd Div: property Steps from 2 to 1",
        ]

    def test_properties_and_turns(self, tmp_path: Path) -> None:
        more: list[Command] = [GlobalProperty("Score", "3"), Turn("TurnTracker0", "0|1")]
        assert self.lines(lambda c: [*c[:-1], *more, c[-1]], tmp_path) == [
            "property Score of Module: none -> 3",
            "turn TurnTracker0: none -> 0|1",
        ]

    def test_written_anew(self, tmp_path: Path) -> None:
        assert self.lines(lambda c: [c[0], c[3], *c[1:3], *c[4:]], tmp_path) == [
            "the save was written anew; pieces, boards and properties are the same"
        ]

    def test_a_broken_one_cannot_be_compared(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.entries["dday.vsav"] = b"no zip"
        (line,) = changes(parts, tmp_path)
        assert "cannot be compared" in line

    def test_a_new_set_up_is_a_new_component(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.tree.append(element(f"{MODULE}PredefinedSetup", {"name": "Late", "file": "late.vsav"}))
        parts.entries["late.vsav"] = parts.entries["dday.vsav"]
        assert changes(parts, tmp_path) == ["added PredefinedSetup:Late: PredefinedSetup added"]

    def test_another_name_and_other_traits(self, tmp_path: Path) -> None:
        def renamed(commands: list[Command]) -> list[Command]:
            piece = commands[1]
            assert isinstance(piece, AddPiece)
            first, *rest = piece.traits()
            traits = (first.replaced(name="3rd Div"), *rest, Trait("delete;Kill;68,130;"))
            return [commands[0], AddPiece.from_traits("11", traits), *commands[2:]]

        assert self.lines(renamed, tmp_path) == [
            "2nd Div is called 3rd Div",
            "3rd Div: has other traits",
        ]

    def test_a_deck_is_a_place(self, tmp_path: Path) -> None:
        def stacked(commands: list[Command]) -> list[Command]:
            deck = AddDeck("20", deck_type("Cup"), "Main", 20, 20, True, ("11",))
            return [*commands[:2], deck, *commands[3:]]

        assert self.lines(stacked, tmp_path) == [
            "2nd Div moved from Utah to deck Cup",
        ]

    def test_a_board_that_cannot_be_read_leaves_pixels(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.entries["dday.vsav"] = data.save_bytes(data.setup_commands(parts.tree, x=160))
        parts.add("Board", element(f"{GRID}HexGrid", {"dx": "wide"}))
        lines = changes(parts, tmp_path)
        assert "setup PredefinedSetup:D-Day: 2nd Div moved from Utah to Main 160,30" in lines

    def test_a_piece_that_cannot_be_read(self, tmp_path: Path) -> None:
        broken = AddPiece("13", "mark;A\tpiece;;;inf.png;Odd", "1")
        (line,) = self.lines(lambda c: [c[0], broken, *c[1:]], tmp_path)
        assert "cannot be compared" in line


class TestTraits:
    """Single pieces."""

    def test_a_definition_that_cannot_be_read(self) -> None:
        (line,) = trait_changes("+/null/piece;;;a;A/null;0;0;1;0", "nonsense")
        assert "cannot be read" in line

    def test_an_empty_definition(self) -> None:
        assert list(trait_changes("", "+/null/piece;;;a;A/null;0;0;1;0")) == ["trait Basic Piece [A] added"]

    def test_unknown_traits_are_shown_whole(self) -> None:
        old = format_definition([Trait("piece;;;a;A", "null;0;0;1;0"), Trait("hexes;1")])
        assert list(trait_changes(old, old.replace("hexes;1", "hexes;2"))) == ["hexes: hexes;1 -> hexes;2"]

    def test_start_values(self) -> None:
        piece = Trait("piece;;;a;A", "null;0;0;1;0")
        old = format_definition([piece, Trait("PROP;Steps;;;", "2")])
        new = format_definition([Trait(piece.type, "null;0;5;1;0"), Trait("PROP;Steps;;;", "1")])
        assert list(trait_changes(old, new)) == [
            "Basic Piece [A]: y 0 -> 5",
            "Dynamic Property [Steps]: start value 2 -> 1",
        ]

    def test_a_renamed_trait_is_paired_with_the_old_one(self) -> None:
        piece = Trait("piece;;;a;A", "null;0;0;1;0")
        old = format_definition([piece, Trait("prototype;Infantry")])
        new = format_definition([piece, Trait("prototype;Armour")])
        assert list(trait_changes(old, new)) == ["Prototype [Armour]: name Infantry -> Armour"]

    def test_the_name_of_a_trait(self) -> None:
        assert trait_name(Trait("mark;Side,Layer", "US,Units")) == "Marker [Side, Layer]"
        assert trait_name(Trait("menuSeparator;")) == "Separator"

    def test_equal_traits_in_another_order(self) -> None:
        piece = Trait("piece;;;a;A", "null;0;0;1;0")
        one, two = Trait("delete;Kill;68,130;"), Trait("clone;Copy;67,130;")
        lines = list(
            trait_changes(format_definition([piece, one, two]), format_definition([piece, two, one]))
        )
        assert sorted(line.rpartition(" ")[2] for line in lines) == ["added", "removed"]


class TestReport:
    """Lines and JSON."""

    def test_lines(self) -> None:
        found = [Change(ChangeKind.FILE, "a", "added"), Change(ChangeKind.MODULE, "", "name:\n1 -> 2")]
        assert report(found).splitlines() == ["file      a: added", "module    name: 1 -> 2", "2 changes"]

    def test_json(self) -> None:
        value = json.loads(report([Change(ChangeKind.FILE, "a", "added")], as_json=True))
        assert value == {"changes": [{"kind": "file", "place": "a", "text": "added"}], "count": 1}


def test_a_file_that_is_no_module_is_refused(tmp_path: Path) -> None:
    path = Parts().write(tmp_path / "a.vmod")
    with pytest.raises(FormatError):
        diff(path, tmp_path / "none.vmod")


def test_extensions_are_compared_too(tmp_path: Path) -> None:
    old = data.write_extension(tmp_path / "a.vmdx", data.extension_tree())
    tree = data.extension_tree()
    tree.set("version", "1.1")
    new = data.write_extension(tmp_path / "b.vmdx", tree)
    assert [str(change) for change in diff(old, new)] == ["module    version: 1.0 -> 1.1"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9), value=st.text(st.sampled_from("a1,;:|/\\'{}=$"), min_size=1, max_size=8))
def test_a_change_anywhere_is_reported(seed: int, value: str, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    node = chance.choice([node for node in parts.tree.iter() if node.attrib])
    name = chance.choice(sorted(str(name) for name in node.attrib))
    changed = node.get(name) != value
    node.set(name, value)
    assert bool(changes(parts, tmp_path)) == changed


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9), value=st.text(st.sampled_from("a1,;:|/{}=$"), min_size=1, max_size=8))
def test_a_change_of_any_trait_is_reported(seed: int, value: str, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    node = chance.choice(list(descendants(parts.tree, "PieceSlot", "PrototypeDefinition")))
    traits = list(parse_definition(node.text or ""))
    at = chance.randrange(len(traits))
    traits[at] = Trait(f"{traits[at].type};{value}", traits[at].state)
    before, node.text = node.text, format_definition(traits)
    assert bool(changes(parts, tmp_path)) == (before != node.text)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_components_that_wander_are_reported(seed: int, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    node = chance.choice(list(parts.tree.iterdescendants()))
    last = node is parts.tree[-1]
    parts.tree.append(node)
    assert bool(changes(parts, tmp_path)) != last


def test_comments_are_no_components(tmp_path: Path) -> None:
    parts = Parts()
    parts.tree.append(etree.Comment("by hand"))
    assert changes(parts, tmp_path) == []


def test_a_damaged_image_is_told_by_its_bytes(tmp_path: Path) -> None:
    parts = Parts()
    parts.entries["images/inf.png"] = data.png(9, 9)
    old, new = Parts().write(tmp_path / "old.vmod"), parts.write(tmp_path / "new.vmod")
    content = bytearray(new.read_bytes())
    content[content.index(data.png(9, 9)) + 40] ^= 255
    new.write_bytes(bytes(content))
    (change,) = diff(old, new)
    assert change.text.endswith("bytes)")


def test_a_piece_that_moves_and_changes_has_two_lines(tmp_path: Path) -> None:
    parts = Parts()
    parts.set("PieceSlot", "height", "50", name="Control")
    parts.add("DrawPile", parts.one("PieceSlot", "Control"))
    assert [line.partition(" ")[0] for line in changes(parts, tmp_path)] == ["moved", "attribute"]


def test_ten_changes_at_once_are_ten_lines(tmp_path: Path) -> None:
    parts = Parts()
    for i in range(10):
        parts.add("RegionGrid", element(f"{GRID}Region", {"name": f"Point {i}", "originx": 110 + i}))
    assert len(changes(parts, tmp_path)) == 10
