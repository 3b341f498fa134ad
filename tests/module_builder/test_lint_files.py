"""Files that are no modules, old modules, extensions, random damage, helpers, the report."""

from __future__ import annotations

import json
import random
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from module_builder.lint import Finding, Severity, lint, report
from module_builder.lint_expressions import expression_faults, lost_html, names_in_expression
from module_builder.lint_fields import key_fault, same_key
from module_builder.lint_model import load_module
from module_builder.lint_pieces import expand
from module_builder.lint_targets import resolves
from module_builder.vassal.archive import write_archive
from module_builder.vassal.buildfile import descendants, element
from module_builder.vassal.traits import Trait, format_definition, parse_definition
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import MODULE, Parts

if TYPE_CHECKING:
    from pathlib import Path


def codes(findings: list[Finding]) -> set[str]:
    """The codes of findings."""
    return {finding.code for finding in findings}


def written(path: Path, entries: dict[str, bytes]) -> Path:
    """A zip of these entries, as Python writes it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return path


BOMB = b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]><VASSAL.build.GameModule name="&c;"/>'


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"readme.txt": b"hello"}, "no file of VASSAL"),
        ({"savedGame": b"!VCSK00", "buildFile": b"<a/>"}, "root element"),
        ({"savedGame": b"!VCSK00"}, "saved game"),
        ({"buildFile.xml": b"<VASSAL.build.GameModule"}, "well-formed"),
        ({"buildFile.xml": b"<html/>"}, "root element html"),
        ({"buildFile.xml": BOMB}, "DOCTYPE"),
        ({"../../evil": b"x", "buildFile.xml": b"<a/>"}, "path inside the file"),
        ({"/etc/evil": b"x", "buildFile.xml": b"<a/>"}, "path inside the file"),
        ({"images/big.txt": b"\0" * (4 << 20), "buildFile.xml": b"<a/>"}, "root element a"),
    ],
)
def test_a_file_that_is_no_module_is_one_error(entries: dict[str, bytes], words: str, tmp_path: Path) -> None:
    found = lint(written(tmp_path / "x.vmod", entries))
    assert [(f.severity, f.code) for f in found] == [(Severity.ERROR, "unreadable")]
    assert words in found[0].text
    assert "\n" not in str(found[0])


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\3\4 cut off"])
def test_a_file_that_is_no_zip_is_one_error(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    path.write_bytes(content)
    assert codes(lint(path)) == {"unreadable"}


def test_a_folder_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    assert codes(lint(tmp_path)) == {"unreadable"}
    assert codes(lint(tmp_path / "none.vmod")) == {"unreadable"}


def test_a_damaged_entry_is_named(tmp_path: Path) -> None:
    path = Parts().write(tmp_path / "x.vmod")
    content = path.read_bytes()
    at = content.index(data.png())
    path.write_bytes(content[: at + 40] + bytes([content[at + 40] ^ 255]) + content[at + 41 :])
    damaged = [finding for finding in lint(path) if finding.code == "damaged-entry"]
    assert [finding.place for finding in damaged] == ["images/inf.png"]


def test_an_old_module_is_read_and_named_old(tmp_path: Path) -> None:
    parts = Parts(build_name="buildFile")
    parts.tree.tag = "VASSAL.launch.BasicModule"
    parts.tree.set("VassalVersion", "3.1.20")
    del parts.entries["moduledata"]
    found = lint(parts.write(tmp_path / "old.vmod"))
    assert codes(found) == {"old-build-file", "old-root", "no-metadata"}


def test_a_module_without_anything_is_no_crash(tmp_path: Path) -> None:
    parts = Parts(tree=data.clean_tree())
    for node in list(parts.tree):
        parts.tree.remove(node)
    found = lint(parts.write(tmp_path / "bare.vmod"))
    assert {"no-pieces", "no-sides"} <= codes(found)
    assert not [finding for finding in found if finding.severity is Severity.ERROR]


def test_a_module_without_prototypes_names_the_missing_one(tmp_path: Path) -> None:
    parts = Parts()
    parts.tree.remove(parts.one("PrototypesContainer"))
    assert "unknown-prototype" in codes(lint(parts.write(tmp_path / "x.vmod")))


def test_code_of_its_own_is_advice_only(tmp_path: Path) -> None:
    parts = Parts()
    parts.tree.append(element("terrain.Hexes"))
    parts.entries["terrain/Hexes.class"] = b"\xca\xfe\xba\xbe"
    parts.with_trait(Trait("hexes;1"))
    assert codes(lint(parts.write(tmp_path / "x.vmod"))) == {"custom-class"}


class TestExtensions:
    """Extensions beside their module, elsewhere, and broken ones."""

    def test_beside_the_module_nothing_is_wrong(self, tmp_path: Path) -> None:
        module = Parts().write(tmp_path / "clean.vmod")
        extension = data.write_extension(tmp_path / "clean_ext" / "more.vmdx", data.extension_tree())
        assert lint(extension) == []
        assert lint(module) == []

    def test_alone_it_says_what_is_not_checked(self, tmp_path: Path) -> None:
        extension = data.write_extension(tmp_path / "more.vmdx", data.extension_tree())
        assert codes(lint(extension)) == {"extension-alone"}
        base = Parts().write(tmp_path / "clean.vmod")
        assert lint(extension, base=base) == []

    def test_a_name_of_the_extension_counts_in_the_module(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.with_trait(Trait("prototype;Extra"))
        module = parts.write(tmp_path / "clean.vmod")
        assert "unknown-prototype" in codes(lint(module))
        data.write_extension(tmp_path / "clean_ext" / "more.vmdx", data.extension_tree())
        assert lint(module) == []

    @pytest.mark.parametrize(
        ("attribute", "value", "code"),
        [("module", "Other", "extension-module"), ("extensionId", "xyz", "gpid-prefix")],
    )
    def test_root_attributes(self, attribute: str, value: str, code: str, tmp_path: Path) -> None:
        base = Parts().write(tmp_path / "clean.vmod")
        tree = data.extension_tree()
        tree.set(attribute, value)
        assert code in codes(lint(data.write_extension(tmp_path / "more.vmdx", tree), base=base))

    def test_a_target_that_is_gone(self, tmp_path: Path) -> None:
        base = Parts().write(tmp_path / "clean.vmod")
        tree = data.extension_tree(f"{MODULE}PieceWindow:Counters/VASSAL.build.widget.ListWidget:Axis")
        extension = data.write_extension(tmp_path / "clean_ext" / "more.vmdx", tree)
        assert "extension-target" in codes(lint(extension))
        assert "extension-target" in codes(lint(base))

    def test_a_broken_extension_is_a_finding_of_the_module(self, tmp_path: Path) -> None:
        base = Parts().write(tmp_path / "clean.vmod")
        (tmp_path / "clean_ext").mkdir()
        (tmp_path / "clean_ext" / "broken.vmdx").write_bytes(b"no zip")
        assert codes(lint(base)) == {"unreadable-extension"}

    def test_a_broken_base_is_one_error(self, tmp_path: Path) -> None:
        extension = data.write_extension(tmp_path / "more.vmdx", data.extension_tree())
        assert codes(lint(extension, base=tmp_path / "none.vmod")) == {"unreadable"}

    def test_a_path_through_an_extension_resolves(self, tmp_path: Path) -> None:
        path = Parts().write(tmp_path / "clean.vmod")
        data.write_extension(tmp_path / "clean_ext" / "more.vmdx", data.extension_tree())
        module = load_module(path)
        window = f"{MODULE}PieceWindow:Counters/VASSAL.build.widget.ListWidget:Allied"
        assert resolves(module, "")
        assert resolves(module, f"{window}/VASSAL.build.widget.PieceSlot:4th Div")
        assert not resolves(module, f"{window}/VASSAL.build.widget.PieceSlot:5th Div")


class TestExpressions:
    """What is and what is not a fault of an expression."""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{}",
            "{-1}",
            "{x == -1}",
            "{x >= 1 && y <= 2 || z != 3}",
            '{"a=b" + "(" + "{"}',
            '{Count("{Side==\\"US\\"}") > 0}',
            "{If(a, b, c)}",
            "{!Fresh}",
            "Side = US && Level >= 2",
            "Name =~ .*Div",
            '{SumStack("Steps")}',
        ],
    )
    def test_right_ones(self, text: str) -> None:
        assert expression_faults(text) == []

    @pytest.mark.parametrize(
        "text", ["{", "{a", "{a)}", "{(a}", '{"a}', "{a = 1}", "{a &&}", "{a * / b}", "a == b", "a}"]
    )
    def test_wrong_ones(self, text: str) -> None:
        assert len(expression_faults(text)) == 1

    def test_names_leave_out_functions_words_and_numbers(self) -> None:
        text = '{true && Math.abs(Level) > 3 && GetProperty("Name") == "US" && CountMap("{Fresh==1}","Main")}'
        assert names_in_expression(text) == {"Level", "Name", "Fresh"}

    @pytest.mark.parametrize("text", ["a <i>b</i>", "<img src='x.png'>", "<br/>", "{a < b}", "&lt;x&gt;", ""])
    def test_html_that_is_kept(self, text: str) -> None:
        assert lost_html(text) == ""

    @pytest.mark.parametrize("text", ["<$a$>", "a < b", '{"<" + a + ">"}', "<Player>"])
    def test_html_that_is_lost(self, text: str) -> None:
        assert lost_html(text)

    @given(st.text(st.sampled_from('{}()"\\=<>!&|+*/ aB1$'), max_size=24))
    def test_any_text_is_judged(self, text: str) -> None:
        assert isinstance(expression_faults(text), list)
        assert isinstance(names_in_expression(text), set)
        assert isinstance(lost_html(text), str)


class TestKeys:
    """Key strokes that are right, wrong, and the same."""

    @pytest.mark.parametrize("text", ["", "F", "70,130", "70,-1", "57348,0,Fire", "57348,0,", "F5", "ctrl F"])
    def test_right(self, text: str) -> None:
        assert key_fault(text) is None

    @pytest.mark.parametrize("text", ["70;130", "70,130,a,b", "??", "Ctrl+F"])
    def test_wrong(self, text: str) -> None:
        assert key_fault(text) is not None

    def test_old_and_new_modifiers_are_the_same_key(self) -> None:
        assert same_key("70,2") == same_key("70,128") == same_key("70,130") == same_key("F")
        assert same_key("57348,0,Go") == same_key("57999,0,Go") != same_key("57348,0,Stop")


def test_prototypes_that_multiply_are_cut(tmp_path: Path) -> None:
    parts = Parts()
    chain = [data.prototype(f"P{i}", [Trait(f"prototype;P{i + 1}")] * 2) for i in range(40)]
    parts.add("PrototypesContainer", *chain, data.prototype("P40", []))
    parts.piece("3", lambda old: [*old, Trait("prototype;P0")])
    assert lint(parts.write(tmp_path / "x.vmod")) == []


def test_expanding_puts_traits_in_the_place_of_the_name(tmp_path: Path) -> None:
    module = load_module(Parts().write(tmp_path / "x.vmod"))
    slot = next(slot for slot in module.slots if slot.gpid == "2")
    ids = [one.trait.id for one in expand(slot.traits, module.prototypes())]
    assert ids[:5] == ["piece", "emb2", "mark", "rotate", "markmoved"]
    loose = expand([Trait("prototype;Common;a=b")], module.prototypes())
    assert all(one.loose for one in loose)


class TestReport:
    """Lines and JSON."""

    FOUND = (
        Finding(Severity.ERROR, "bad-value", "Map:Ma\nin", "wrong", "mend it"),
        Finding(Severity.ADVICE, "no-sides", "", "nobody"),
    )

    def test_lines(self) -> None:
        assert report(list(self.FOUND)).splitlines() == [
            "error   bad-value: Map:Ma in: wrong; mend it",
            "advice  no-sides: nobody",
            "1 error, 0 warnings, 1 piece of advice",
        ]

    def test_json(self) -> None:
        value = json.loads(report(list(self.FOUND), as_json=True))
        assert value["counts"] == {"error": 1, "warning": 0, "advice": 1}
        assert value["findings"][1] == {
            "severity": "advice",
            "code": "no-sides",
            "place": "",
            "text": "nobody",
            "way_out": "",
        }

    def test_worst_first(self, tmp_path: Path) -> None:
        parts = Parts()
        parts.entries["images/left.png"] = data.png()
        parts.set("CounterDetailViewer", "version", "3")
        parts.set("Board", "image", "gone.png")
        severities = [finding.severity for finding in lint(parts.write(tmp_path / "x.vmod"))]
        assert severities == sorted(severities, key=list(Severity).index)
        assert set(severities) == set(Severity)


SIGNS = st.text(st.sampled_from("a1,;:|/\\'\t{}()=\"$<>.-é€ "), max_size=16)
NUMBERS = st.sampled_from(["-1", "0", "9" * 400, "1e999", "nan", "0x10", "٣", "99999999999"])
SEEDS = st.integers(0, 10**9)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS, value=st.one_of(SIGNS, NUMBERS))
def test_any_attribute_may_hold_anything(seed: int, value: str, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    value = "".join(c for c in value if c.isprintable())
    nodes = [node for node in parts.tree.iter() if node.attrib]
    for node in chance.sample(nodes, 3):
        node.set(chance.choice(sorted(str(name) for name in node.attrib)), value)
    assert all(str(finding) for finding in lint(parts.write(tmp_path / "x.vmod")))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS, value=st.one_of(SIGNS, NUMBERS))
def test_any_trait_may_hold_anything(seed: int, value: str, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    node = chance.choice(list(descendants(parts.tree, "PieceSlot", "PrototypeDefinition")))
    traits = list(parse_definition(node.text or ""))
    at = chance.randrange(len(traits))
    fields = traits[at].type.split(";")
    fields[chance.randrange(len(fields))] = value
    traits[at] = Trait(";".join(fields), chance.choice([value, traits[at].state]))
    node.text = format_definition(traits)
    assert all(str(finding) for finding in lint(parts.write(tmp_path / "x.vmod")))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS)
def test_any_piece_of_text_may_be_cut(seed: int, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    node = chance.choice([node for node in parts.tree.iter() if node.text])
    text = node.text or ""
    node.text = text[: chance.randrange(len(text))]
    name = chance.choice(sorted(parts.entries))
    content = parts.entries[name]
    parts.entries[name] = content[: chance.randrange(len(content))]
    assert all(str(finding) for finding in lint(parts.write(tmp_path / "x.vmod")))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS)
def test_any_component_may_be_gone_or_elsewhere(seed: int, tmp_path: Path) -> None:
    chance, parts = random.Random(seed), Parts()
    below = list(parts.tree.iterdescendants())
    node = chance.choice(below)
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)
    if chance.random() < 0.5:
        chance.choice(list(parts.tree.iter())).append(node)
    assert all(str(finding) for finding in lint(parts.write(tmp_path / "x.vmod")))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=SEEDS)
def test_any_byte_of_the_file_may_be_wrong(seed: int, tmp_path: Path) -> None:
    chance, content = random.Random(seed), bytearray(Parts().data())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path = tmp_path / "x.vmod"
    path.write_bytes(bytes(content))
    assert isinstance(lint(path), list)


def test_the_same_file_gives_the_same_findings(tmp_path: Path) -> None:
    parts = Parts()
    parts.set("SetupStack", "location", "Utha")
    parts.entries["images/left.png"] = data.png()
    path = parts.write(tmp_path / "x.vmod")
    assert lint(path) == lint(path)
    assert write_archive([]) == write_archive([])
