"""What is alike in many pieces is looked into once, and says what each piece says by itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal import builders, piece_forms
from module_builder.vassal.command_reader import parse_bytes, parse_command
from module_builder.vassal.commands import AddPiece
from module_builder.vassal.errors import FormatError
from module_builder.vassal.piece_forms import PieceForms
from module_builder.vassal.traits import Trait, nest

ODD = st.text(st.sampled_from("ab;',\\\t"), max_size=6)
TYPES = st.sampled_from(
    [
        *("mark;Side,Uid", "PROP;Notes;false", "PROP", "obs;80,130;a.png", "hide;73,130", "basicName;A"),
        builders.layer(["a.png", "b.png"], name="Step", level_names=["", "+ spent"]).type,
        builders.layer(["own.png", "other.png"], name="Step", level_names=["", "+ spent"]).type,
        builders.layer(["c.png"]).type,
        "report;\\,;$location$",
    ]
)
STATES = st.one_of(st.sampled_from(["", "1", "-2", "US,us-1", "us-1;", "null;", "text"]), ODD)
TRAITS = st.lists(st.tuples(st.one_of(TYPES, TYPES, ODD), STATES), max_size=6)
INNER = st.sampled_from(["piece;;;a.png;A", "piece;;;b.png;B\\", "'piece;;;a.png;A'", "stack"])
BASIC = st.sampled_from(["Main;10;20;1;0", "null;0;0;2;1;Old;x", "a\tb", ""])


def read(forms: Callable[[AddPiece], dict[str, Any]], command: AddPiece) -> dict[str, Any] | str:
    try:
        return forms(command)
    except FormatError as fault:
        return str(fault)


@given(st.lists(st.tuples(TRAITS, INNER, BASIC), min_size=1, max_size=5), st.lists(ODD, max_size=2))
def test_pieces_read_together_say_what_each_says_alone(
    pieces: list[tuple[list[tuple[str, str]], str, str]], torn: list[str]
) -> None:
    commands = [
        AddPiece(str(i), nest([*(t for t, _ in traits), inner]), nest([*(s for _, s in traits), basic]))
        for i, (traits, inner, basic) in enumerate(pieces)
    ]
    commands += [AddPiece("torn", commands[0].type + text, commands[0].state) for text in torn]
    commands += [AddPiece("torn", commands[0].type, commands[0].state + text) for text in torn]
    forms = PieceForms()
    for command in commands * 2:
        assert read(forms.read, command) == read(piece_forms._exactly, command)


@given(st.text(st.sampled_from("ab7/\\'\t;→"), max_size=16), st.sampled_from(["+/", "+/7/", "+/7/deck;", ""]))
def test_a_command_says_the_same_of_bytes_and_of_text(text: str, head: str) -> None:
    def told(parse: Callable[[Any], Any], source: object) -> object:
        try:
            return parse(source)
        except FormatError as fault:
            return str(fault)

    one, other = told(parse_bytes, (head + text).encode()), told(parse_command, head + text)
    assert one == other
    if isinstance(one, AddPiece):
        assert isinstance(other, AddPiece)
        assert one.text == other.text
        again = cast("AddPiece", parse_bytes(one.text.encode()))
        assert read(PieceForms().read, again) == read(piece_forms._exactly, other)


def test_a_piece_that_is_no_utf_8_says_so_when_it_is_asked() -> None:
    command = parse_bytes(b"+/7/piece;;;inf.png;\xff/Main;10;20;1;0")
    with pytest.raises(FormatError, match="UTF-8"):
        PieceForms().read(cast("AddPiece", command))
    with pytest.raises(AttributeError):
        getattr(command, "nothing")  # noqa: B009 - there is none


def test_pieces_in_one_state_share_what_they_show() -> None:
    def unit(number: int, level: int) -> AddPiece:
        side = builders.marker({"Uid": f"us-{number}"})
        step = builders.layer([f"us-{number}.png"] * 2, name="Step", level=level)
        base = builders.basic_piece("A", gpid=number, map_name="Main", x=number, y=0)
        return AddPiece.from_traits(str(number), (base, step, Trait("report;1;2"), side))

    forms = PieceForms()
    one, two, other = (forms.read(unit(*numbers)) for numbers in ((1, 1), (2, 1), (3, 2)))
    assert one["layers"] is two["layers"]
    assert one["layers"] != other["layers"]
    assert [one["markers"], two["markers"]] == [{"Uid": "us-1"}, {"Uid": "us-2"}]


@pytest.mark.parametrize("inner", ["stack", "", "mark;Side"])
def test_a_piece_without_its_innermost_trait_is_refused(inner: str) -> None:
    with pytest.raises(FormatError, match="a BasicPiece innermost"):
        PieceForms().read(AddPiece("7", nest(["mark;Side", inner]), nest(["US", ""])))


def test_each_thread_keeps_what_it_read_until_that_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    known = piece_forms.forms_of_thread()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(piece_forms.forms_of_thread).result() is not known
    assert piece_forms.forms_of_thread() is known
    known.read(AddPiece("7", nest(["mark;Side", "piece;;;inf.png;A"]), nest(["US", "Main;1;2;7;0"])))
    assert known.held > 0
    monkeypatch.setattr(piece_forms, "_MOST_HELD", 0)
    assert piece_forms.forms_of_thread() is not known
