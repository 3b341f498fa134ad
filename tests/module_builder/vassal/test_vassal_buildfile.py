"""The component tree: secure reading, canonical comparison, the table of components."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal.buildfile import (
    canonical,
    component_table,
    descendants,
    element,
    format_build_file,
    parse_build_file,
    same_tree,
    short_name,
    text_of,
)
from module_builder.vassal.errors import FormatError

ROOT = "VASSAL.build.GameModule"
XML_TEXT = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cs", "Cc"]), max_size=20
)


@given(st.dictionaries(st.sampled_from(["name", "version", "x"]), XML_TEXT), XML_TEXT)
def test_round_trip(attributes: dict[str, str], text: str) -> None:
    root = element(ROOT, attributes, element("entry", text=text))
    again = parse_build_file(format_build_file(root))
    assert same_tree(root, again)
    assert dict(again.attrib) == attributes
    assert (again[0].text or "") == text


def test_tabs_of_definitions_and_line_breaks_of_attributes_survive() -> None:
    root = element(ROOT, {"format": "a\nb\tc"}, element("slot", text="+/null/mark;A\tpiece;;;a;b/x\tnull"))
    data = format_build_file(root)
    assert b"a&#10;b&#9;c" in data
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<VASSAL')
    again = parse_build_file(data)
    assert again.get("format") == "a\nb\tc"
    assert again[0].text == "+/null/mark;A\tpiece;;;a;b/x\tnull"


def test_canonical_form_ignores_order_and_quotes() -> None:
    one = parse_build_file(b"<VASSAL.build.GameModule b='2' a=\"1\"><x/></VASSAL.build.GameModule>")
    two = parse_build_file(
        b'<VASSAL.build.GameModule a="1" b="2"><x></x><!-- note --></VASSAL.build.GameModule>'
    )
    three = parse_build_file(b'<VASSAL.build.GameModule a="1" b="3"><x></x></VASSAL.build.GameModule>')
    assert canonical(one) == canonical(two)
    assert not same_tree(one, three)


BOMB = b"""<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>
<VASSAL.build.GameModule>&b;</VASSAL.build.GameModule>"""
OUTSIDE = b"""<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><VASSAL.build.GameModule>&x;</VASSAL.build.GameModule>"""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"<VASSAL.build.GameModule>",
        b"<html/>",
        b"<VASSAL.build.GameModule>&nothing;</VASSAL.build.GameModule>",
        b"<VASSAL.build.GameModule>\xff</VASSAL.build.GameModule>",
        b"<VASSAL.build.GameModule>\x1b</VASSAL.build.GameModule>",
        BOMB,
        OUTSIDE,
        BOMB.decode().encode("utf-16"),
        b"<a>" * 5000,
    ],
)
def test_broken_build_files(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        parse_build_file(data, file="x.vmod: buildFile.xml")
    assert str(caught.value).startswith("x.vmod: buildFile.xml: ")
    assert "\n" not in str(caught.value)


def test_elements() -> None:
    node = element("a.b.Map", {"on": True, "n": 3, "no": None}, text=" t\n")
    assert dict(node.attrib) == {"on": "true", "n": "3"}
    assert (short_name(node), text_of(node), text_of(element("x"))) == ("Map", "t", "")
    with pytest.raises(FormatError, match="text that XML can hold"):
        element("a", text="\x1b")
    with pytest.raises(FormatError, match="text that XML can hold"):
        element("a b")


def test_comments_are_no_components() -> None:
    root = parse_build_file(
        b"<VASSAL.build.GameModule><!-- x --><a.Map/><b><c.Map/></b></VASSAL.build.GameModule>"
    )
    assert [node.tag for node in descendants(root, "Map")] == ["a.Map", "c.Map"]
    assert [short_name(node) for node in root] == ["", "Map", "b"]


def test_the_table_of_components() -> None:
    table = component_table()
    kinds = {
        "str",
        "bool",
        "int",
        "num",
        "key",
        "keys",
        "color",
        "image",
        "icon",
        "file",
        "sound",
        "list",
        "expr",
        "fexpr",
        "fmt",
        "enum",
        "target",
        "params",
        "text",
        "legacy",
    }
    assert len(table) > 110
    assert all(name == row.name for name, row in table.items())
    assert {kind for row in table.values() for kind in row.attributes.values()} <= kinds
    known = {name.rpartition(".")[2] for name in table} | {"entry", "option", "setup"}
    assert table["VASSAL.build.module.PlayerHand"].attributes["mapName"] == "str"
    assert table["VASSAL.build.module.DoActionButton"].attributes["hotkeys"] == "keys"
    assert table["VASSAL.build.GameModule"].children is None
    missing = {child for row in table.values() for child in row.children or ()} - known
    assert missing <= {"GamePieceLayoutsContainer", "ColorManager", "FontManager"}


def test_the_error_is_a_value_error_on_one_line() -> None:
    error = FormatError("a\nb", "", "c\x1b", "d")
    assert isinstance(error, ValueError)
    assert str(error) == "a b: expected c ; d"
    assert (error.file, error.place, error.expected, error.way_out) == ("a\nb", "", "c\x1b", "d")


def test_the_error_can_be_pickled() -> None:
    import pickle

    error = FormatError("a", "b", "c", "d")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301
