"""Nests of traits, definitions, builders and key strokes."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal import builders, keys, traits
from module_builder.vassal.errors import FormatError
from module_builder.vassal.sequence_encoder import decode, encode
from module_builder.vassal.traits import (
    FIELDS,
    Trait,
    format_definition,
    make_trait,
    nest,
    parse_definition,
    split_piece,
    unnest,
)

PART = st.text(st.sampled_from("ab;',/\t\\"), max_size=8).filter(
    lambda s: not s.endswith("\\") and "\\\t" not in s
)
INNER = st.text(st.sampled_from("ab;,/"), max_size=8)
"""BasicPiece's own texts are not escaped by the nest: no TAB, no quotes at both ends."""
WORKED = (
    "+/null/emb2;;2;;Flip;2;;;2;;;;1;false;0;0;inf.png,inf_back.png;,+ (reduced);true;Step;;;false;;1;1;"
    "true;;70,130;;;1.0;;true\tmark;Side\\\tpiece;;;inf.png;Inf/1\tUS\\\tnull;0;0;17;0"
)


def reference_unnest(text: str) -> list[str]:
    out = []
    while True:
        tokens = decode(text, "\t")
        out.append(tokens[0])
        if len(tokens) < 2:
            return out
        text = tokens[1]


@given(st.lists(PART, max_size=7), INNER)
def test_nest_round_trip(parts: list[str], inner: str) -> None:
    assert unnest(nest([*parts, inner])) == [*parts, inner]


@given(st.text(st.sampled_from("ab'\t\\"), max_size=20))
def test_unnest_is_the_engines_on_any_text(text: str) -> None:
    assert unnest(text) == reference_unnest(text)


def test_the_worked_example_reads_in_editor_order() -> None:
    piece, mark, layer = parse_definition(WORKED)
    assert piece == Trait("piece;;;inf.png;Inf", "null;0;0;17;0")
    assert mark == Trait("mark;Side", "US")
    assert layer.id == "emb2"
    assert layer.state == "1"
    assert layer.field("name") == "Step"
    assert layer.field("increase_key") == "70,130"
    assert format_definition((piece, mark, layer)) == WORKED


def test_the_worked_example_is_what_the_builders_give() -> None:
    parts = [
        builders.basic_piece("Inf", "inf.png", gpid=17),
        builders.marker({"Side": "US"}),
        builders.layer(
            ["inf.png", "inf_back.png"],
            name="Step",
            level_names=["", "+ (reduced)"],
            increase=keys.ctrl("F"),
            increase_text="Flip",
        ),
    ]
    ours, theirs = parse_definition(format_definition(parts)), parse_definition(WORKED)
    assert ours[:2] == theirs[:2]
    assert ours[2].fields[:31] == theirs[2].fields[:31]


@given(st.lists(st.tuples(PART, PART), max_size=6), INNER, INNER)
def test_definitions_round_trip(pairs: list[tuple[str, str]], inner_type: str, inner_state: str) -> None:
    parts = (Trait("piece;" + inner_type, "null;" + inner_state), *[Trait(a, b) for a, b in pairs])
    text = format_definition(parts)
    if text == text.strip():
        assert parse_definition(text) == parts


def test_a_missing_state_is_one_line() -> None:
    with pytest.raises(FormatError, match="2 states for 2 traits, not 1") as caught:
        split_piece("mark;A\tpiece;;;a;b", "x", file="piece 7")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "x", "+/null", "+/null/piece;;;a;b", "-/null/a/b"])
def test_a_broken_definition_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="TYPE/STATE"):
        parse_definition(text)


def test_unknown_traits_survive() -> None:
    odd = Trait("myTrait;a\\;b;'c'", "x;y")
    text = format_definition((Trait("piece;;;a;b", "null;0;0;1;0"), odd))
    assert parse_definition(text)[1] == odd
    assert odd.named() == {}


def test_make_trait_refuses_what_it_does_not_know() -> None:
    with pytest.raises(FormatError, match="fields of text key desc"):
        make_trait("clone", menu="x")
    with pytest.raises(FormatError, match="a known trait"):
        make_trait("myTrait", text="x")


def test_replaced_changes_one_field_only() -> None:
    before = builders.send_to_zone("Go", key=keys.ctrl("G"), map_name="Main", zone="Caen")
    after = before.replaced(zone="Bayeux")
    assert {k for k in before.named() if before.field(k) != after.field(k)} == {"zone"}


def test_replaced_keeps_fields_that_have_no_name() -> None:
    newer = Trait("clone;Clone;67,130;;future;'x'", "state")
    assert newer.replaced(text="Copy") == Trait("clone;Copy;67,130;;future;x", "state")
    assert Trait("delete;Delete").replaced(desc="d").type == "delete;Delete;;d"
    assert builders.prototype("A", values={"p": "1"}).replaced(name="B").type == "prototype;B;p=1"
    with pytest.raises(FormatError, match="fields of text key desc"):
        newer.replaced(menu="x")


def test_a_free_rotation_has_fields_of_its_own() -> None:
    free = builders.rotate_freely(key="82,130", text="Turn", name="Gun")
    assert (free.field("key"), free.field("text"), free.field("name")) == ("82,130", "Turn", "Gun")
    assert free.replaced(key="83,130").fields[:3] == ["1", "83,130", "Turn"]
    assert builders.rotate(6, cw_key="93,130").field("cw_key") == "93,130"


def every_builder() -> list[Any]:
    return [getattr(builders, name) for name in builders.__all__]


SAMPLES: dict[str, Any] = {
    "str": "a;b,c",
    "str | int": "a;b",
    "int | str": "a;b",
    "Sequence[str]": ["a,b", "c"],
    "Mapping[str, str | int]": {"A": "x,y", "B": 2},
    "Iterable[tuple[float, float]]": [(0, 0), (1, 0), (0, 1)],
    "int": 6,
}


def call(builder: Any) -> Trait:
    required = {
        p.name: SAMPLES[str(p.annotation)]
        for p in inspect.signature(builder).parameters.values()
        if p.default is inspect.Parameter.empty and p.kind is not inspect.Parameter.VAR_KEYWORD
    }
    built = builder(**required)
    assert isinstance(built, Trait)
    return built


@pytest.mark.parametrize("builder", every_builder(), ids=lambda b: b.__name__)
def test_every_builder_writes_the_fields_it_names(builder: Any) -> None:
    built = call(builder)
    assert built.id in FIELDS or built.id == "mark"
    again = parse_definition(format_definition((Trait("piece;;;;", "null;0;0;1;0"), built)))[1]
    assert again == built
    assert len(built.fields) <= max(len(FIELDS.get(built.id, ())), 2)


def test_the_fields_stand_in_the_engines_order() -> None:
    trait = builders.trigger("n", key="k1", menu="m", actions=["a,1"], watch=["w,1"], match="{x}")
    assert trait.type == "macro;n;m;k1;{x};w\\,1;a\\,1;false;;;counted;;;1;false;;1;1"
    assert trait.named()["watch_keys"] == "w\\,1"


def test_inline_definitions_are_escaped_twice() -> None:
    inner = format_definition([builders.basic_piece("Mk/1", "m.png", gpid=5)])
    outer = format_definition(
        [
            builders.basic_piece("Unit", "u.png", gpid=1),
            builders.place_marker("Place", key="80,130", spec=inner, gpid=2),
        ]
    )
    assert "+\\/null\\/" in outer
    assert parse_definition(parse_definition(outer)[1].field("spec"))[0].field("name") == "Mk/1"


def test_a_layer_off_has_a_negative_level() -> None:
    assert builders.layer(["a", "b"], level=2, active=False).state == "-2"
    with pytest.raises(FormatError, match="a level from 1 to 2"):
        builders.layer(["a", "b"], level=3)
    with pytest.raises(FormatError, match="2 facings"):
        builders.rotate(1)


def test_state_of_hiding_traits() -> None:
    assert builders.mask("b.png", key="80,130", owner="secret").state == "secret;"
    assert builders.invisible(key="73,130", hidden_by="secret").state == "secret"
    assert builders.dynamic_property("D", 3).state == "3"
    assert builders.footprint().state == "false;;0;false"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (keys.ctrl("F"), "70,130"),
        (keys.ctrl_shift("f"), "70,195"),
        (keys.alt("7"), "55,520"),
        (keys.key("F5"), "116,0"),
        (keys.key("F12"), "123,0"),
        (keys.key("PAGE_UP"), "33,0"),
        (keys.key("["), "91,0"),
        (keys.key("="), "61,0"),
        (keys.key("A", keys.Modifier.SHIFT | keys.Modifier.CTRL | keys.Modifier.ALT), "65,715"),
        (keys.key("A", keys.Modifier.CTRL | keys.Modifier.ALT), "65,650"),
        (keys.key("A", keys.Modifier.SHIFT | keys.Modifier.ALT), "65,585"),
        (keys.named("Fire"), "57348,0,Fire"),
        (keys.key_list([keys.ctrl("F"), keys.named("Fire")]), "70\\,130,57348\\,0\\,Fire"),
        (keys.choose("Side", ["a", "b", "c"]), "E,Side,a\\,b\\,c"),
        (keys.ask("How many"), "R,How many"),
        (keys.color(1, 2, 3, 4), "1,2,3,4"),
        (keys.parameters([("A", "1"), ("B", "x:y")]), "A:1,B:x\\:y"),
    ],
)
def test_scalars(text: str, expected: str) -> None:
    assert text == expected


def test_targets_have_sixteen_fields() -> None:
    for kind in keys.TargetKind:
        assert len(decode(keys.no_target(kind), "|")) == 16
    full = keys.target(
        keys.TargetKind.MAP, keys.Target.DECK, deck="Cup", prop="Side", value="US", compare="MATCH"
    )
    assert decode(full, "|")[9:14] == ["Cup", "true", "Side", "US", "MATCH"]


@pytest.mark.parametrize("name", ["", "FF", "é", "F13"])
def test_no_such_key(name: str) -> None:
    with pytest.raises(FormatError, match="a letter, a digit or a key name"):
        keys.key(name)


def test_broken_scalars() -> None:
    with pytest.raises(FormatError, match="without a comma"):
        keys.named("a,b")
    with pytest.raises(FormatError, match="0 to 255"):
        keys.color(1, 2, 256)


def test_the_table_of_fields_names_no_field_twice() -> None:
    for trait_id, names in traits.FIELDS.items():
        assert len(set(names)) == len(names), trait_id
        assert encode(names, ";").count(";") == len(names) - 1


@pytest.mark.parametrize("depth", [255, 256, 257, 300])
def test_a_nest_of_any_depth_is_undone(depth: int) -> None:
    parts = [f"'{n}" if n % 7 == 0 else str(n) for n in range(depth)]
    plain = [part.strip("'") for part in parts]
    assert unnest(nest(plain)) == plain
    assert unnest(nest(parts)) == reference_unnest(nest(parts))
