"""Rarer faults: set-ups damaged inside, menus, extensions, pieces within pieces, and how they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from module_builder import lint as lint_module
from module_builder.lint import Finding, Severity, lint
from module_builder.lint_model import Module, component_path, load_module, suggestion
from module_builder.vassal.archive import open_archive, write_archive
from module_builder.vassal.buildfile import descendants, element
from module_builder.vassal.errors import FormatError
from module_builder.vassal.savegame import AddPiece, AddStack, Save
from module_builder.vassal.traits import Trait, format_definition
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import MAP, MODULE, Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def found(parts: Parts, folder: Path) -> dict[str, Finding]:
    """The first finding of each code."""
    result: dict[str, Finding] = {}
    for finding in lint(parts.write(folder / "x.vmod")):
        result.setdefault(finding.code, finding)
    return result


def one(parts: Parts, folder: Path) -> Finding:
    """The only finding."""
    (finding,) = lint(parts.write(folder / "x.vmod"))
    return finding


class TestSetups:
    """What is wrong inside a save of the module."""

    def test_metadata_that_cannot_be_read(self, tmp_path: Path) -> None:
        parts = Parts()
        inner = open_archive(parts.entries["dday.vsav"]).with_data("moduledata", b"<data>")
        parts.entries["dday.vsav"] = write_archive(inner)
        finding = one(parts, tmp_path)
        assert (finding.code, finding.place) == ("bad-metadata", "PredefinedSetup:D-Day")

    def test_a_save_without_metadata_is_no_fault(self, tmp_path: Path) -> None:
        parts = Parts()
        inner = open_archive(parts.entries["dday.vsav"]).without("moduledata", "savedata")
        parts.entries["dday.vsav"] = write_archive(inner)
        assert found(parts, tmp_path) == {}

    def test_a_tutorial_that_is_no_log(self, tmp_path: Path) -> None:
        parts = Parts()
        tutorial = element(f"{MODULE}documentation.Tutorial", {"name": "Learn", "logfile": "learn.vlog"})
        parts.add("Documentation", tutorial)
        parts.entries["learn.vlog"] = b"no zip"
        assert one(parts, tmp_path).code == "bad-setup"
        del parts.entries["learn.vlog"]
        assert one(parts, tmp_path).code == "missing-file"

    def test_a_cut_command_is_named(self, tmp_path: Path) -> None:
        parts = Parts()
        commands = data.setup_commands(parts.tree)
        save = Save.from_commands(commands)
        text = save.text.replace("+/11/", "+/11\x1b", 1)
        inner = open_archive(parts.entries["dday.vsav"]).with_save(Save(text))
        parts.entries["dday.vsav"] = write_archive(inner)
        finding = one(parts, tmp_path)
        assert finding.code == "bad-setup"
        assert "id, type and state" in finding.text

    def test_the_first_stale_piece_is_named_with_its_trait(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.piece("2", lambda old: [*old, Trait("delete;Scrap;87,130;")], renew=False)
        finding = one(parts, tmp_path)
        assert finding.severity is Severity.WARNING
        assert finding.text == "1 of 1 pieces differ from the palette, first 2nd Div (without delete)"

    def test_a_changed_prototype_makes_pieces_stale(self, tmp_path: Path) -> None:
        parts = Parts()
        node = parts.one("PrototypeDefinition")
        node.text = (node.text or "").replace("To Caen", "Go to Caen")
        assert one(parts, tmp_path).text.endswith("(trait sendto has changed)")

    def test_a_changed_marker_makes_pieces_stale(self, tmp_path: Path) -> None:
        parts = Parts()
        edit = Trait("mark;Side,Layer", "British,Units")
        parts.piece("2", lambda old: [edit if t.id == "mark" else t for t in old], renew=False)
        assert one(parts, tmp_path).text.endswith("(trait mark has changed)")

    def test_another_order_makes_pieces_stale(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.piece("2", lambda old: [old[0], old[2], old[1], old[3]], renew=False)
        assert one(parts, tmp_path).text.endswith("(traits in another order)")

    def test_a_stack_before_its_children(self, tmp_path: Path) -> None:
        parts = Parts()
        commands = data.setup_commands(parts.tree)
        commands[1], commands[2] = commands[2], commands[1]
        assert isinstance(commands[1], AddStack)
        parts.entries["dday.vsav"] = data.save_bytes(commands)
        assert one(parts, tmp_path).code == "setup-order"

    def test_one_id_for_two_pieces(self, tmp_path: Path) -> None:
        parts = Parts()
        commands = data.setup_commands(parts.tree)
        twin = AddPiece("11", "piece;;;inf.png;Control", "Main;1;1;3;0")
        parts.entries["dday.vsav"] = data.save_bytes([*commands[:3], twin, *commands[3:]])
        assert "added twice" in found(parts, tmp_path)["setup-order"].text


class TestPiecesWithinPieces:
    """Faults of inline definitions and of prototypes."""

    def test_an_inline_piece_is_checked_too(self, tmp_path: Path) -> None:
        parts = Parts()
        inner = [Trait("piece;;;gone.png;Smoke", "null;0;0;21;0"), Trait("nosuch;1")]
        text = format_definition(inner).replace(";", "\\;")
        parts.with_trait(Trait(f"placemark;Smoke;83,130;{text};null;0;0;false;;;21;0;false;false;;1"))
        codes = found(parts, tmp_path)
        assert {"missing-image", "unknown-trait"} <= codes.keys()
        assert codes["unknown-trait"].place.endswith("trait 4 placemark: trait 1 nosuch")

    def test_an_inline_piece_without_basic_piece(self, tmp_path: Path) -> None:
        parts = Parts()
        text = format_definition([Trait("mark;A", "1")]).replace(";", "\\;")
        parts.with_trait(Trait(f"replace;Smoke;83,130;{text};null;0;0;false;;;21"))
        assert found(parts, tmp_path)["no-basic-piece"].severity is Severity.ERROR

    def test_two_basic_pieces(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.with_trait(Trait("piece;;;inf.png;Twice", "null;0;0;3;0"))
        assert "no-basic-piece" in found(parts, tmp_path)

    def test_a_fault_of_a_prototype_is_told_once(self, tmp_path: Path) -> None:
        parts = Parts()
        prototype = data.prototype("Extra", [Trait("delete;A;66,130;"), Trait("clone;B;66,130;")])
        parts.add("PrototypesContainer", prototype)
        for gpid in "123":
            parts.piece(gpid, lambda old: [*old, Trait("prototype;Extra")])
        findings = lint(parts.write(tmp_path / "x.vmod"))
        assert [finding.code for finding in findings] == ["double-key"]

    @pytest.mark.parametrize(
        "trait",
        [
            Trait("AreaOfEffect;red;30;1;true;Show;76,130;"),
            Trait("markmoved;/images/moved.gif;a;0;Moved;66,130;"),
            Trait("deselect;Off;66,130;;false;Q"),
            Trait("restrict;Allied;perhaps;true;"),
        ],
    )
    def test_fields_of_rarer_traits(self, trait: Trait, tmp_path: Path) -> None:
        parts = Parts()
        parts.with_trait(trait)
        assert "trait-value" in found(parts, tmp_path)

    def test_a_masks_image_is_looked_for(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.with_trait(Trait("obs;80,130;infb.png;Mask;Ggone.png;?;player:;Peek", "null;"))
        assert one(parts, tmp_path).code == "missing-image"


class TestWayOut:
    """A finding says what to do."""

    @pytest.mark.parametrize(
        ("wrong", "known", "words"),
        [("Cean", ["Caen"], "did you mean Caen?"), ("Caen", ["Utah"], ""), ("Caen", [], "")],
    )
    def test_the_nearest_name(self, wrong: str, known: list[str], words: str) -> None:
        assert suggestion(wrong, known) == words

    def test_in_a_finding(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.set("SetupStack", "location", "Utha")
        assert one(parts, tmp_path).way_out == "did you mean Utah?"
        parts.set("SetupStack", "location", "Utah")
        parts.tree.set("nextPieceSlotID", "5")
        assert one(parts, tmp_path).way_out == "did you mean nextPieceSlotId?"

    def test_a_misspelt_class(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.tree.append(element(f"{MODULE}DiceButon"))
        assert one(parts, tmp_path).way_out == f"did you mean {MODULE}DiceButton?"

    def test_the_path_of_a_component(self) -> None:
        tree = data.clean_tree()
        zone = next(n for n in descendants(tree, "Region") if n.get("name") == "Omaha")
        path = "Map:Main/BoardPicker/Board:Land/ZonedGrid/Zone:Coast/RegionGrid/Region:Omaha"
        assert component_path(zone) == path
        assert component_path(tree) == ""


def _first(codes: dict[str, Finding]) -> str:
    return next(iter(codes))


NO_DECK: list[Callable[[Parts], object]] = [
    lambda p: p.with_trait(Trait("return;Back;66,130;Old;Select")),
    lambda p: p.with_trait(Trait("return;Back;66,130;;Select;;2;false;Cup")),
]


@pytest.mark.parametrize("edit", NO_DECK)
def test_no_deck_at_all(edit: Callable[[Parts], object], tmp_path: Path) -> None:
    parts = Parts()
    pile = parts.one("DrawPile")
    parent = pile.getparent()
    assert parent is not None
    parent.remove(pile)
    edit(parts)
    assert "unknown-deck" in found(parts, tmp_path)


def test_a_button_outside_every_map_has_no_layers_to_name(tmp_path: Path) -> None:
    parts = Parts()
    parts.tree.append(element(f"{MAP}LayerControl", {"layers": "Ships"}))
    assert found(parts, tmp_path) == {}


def test_an_unreadable_entry_in_a_check_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(module: Module) -> Iterator[Finding]:
        raise FormatError(module.file, "entry x", "to be whole")
        yield

    monkeypatch.setattr(lint_module, "_CHECKS", (check,))
    (finding,) = lint(Parts().write(tmp_path / "x.vmod"))
    assert (finding.code, finding.place) == ("unreadable", "entry x")


def test_names_are_those_of_the_whole_family(tmp_path: Path) -> None:
    path = Parts().write(tmp_path / "clean.vmod")
    data.write_extension(tmp_path / "clean_ext" / "more.vmdx", data.extension_tree())
    module = load_module(path)
    assert set(module.prototypes()) == {"Common", "Extra"}
    assert module.maps() == {"Main"}
    assert module.sides() == {"Allied", "Axis", "<observer>"}
    assert [one.is_extension for one in module.family()] == [False, True]


def test_an_error_comes_before_a_warning(tmp_path: Path) -> None:
    parts = Parts()
    parts.set("CounterDetailViewer", "version", None)
    parts.set("Board", "image", "gone.png")
    assert _first(found(parts, tmp_path)) == "missing-image"
