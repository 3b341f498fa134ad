"""Neutral pieces: what is read, and what nobody may see unless revealed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal import builders
from module_builder.vassal.command_reader import parse_command
from module_builder.vassal.commands import AddDeck, AddPiece, AddStack, Command
from module_builder.vassal.errors import FormatError
from module_builder.vassal.pieces import Layer, NeutralPiece, both_views, neutral_decks, neutral_pieces
from module_builder.vassal.savegame import deck_type
from module_builder.vassal.traits import Trait


def piece(
    piece_id: str, name: str, *extra: Trait, x: int = 0, y: int = 0, map_name: str | None = "Main"
) -> AddPiece:
    base = builders.basic_piece(name, gpid=piece_id, map_name=map_name, x=x, y=y)
    return AddPiece.from_traits(piece_id, (base, *extra))


def masked(owner: str | None = "secret") -> Trait:
    return builders.mask("back.png", key="80,130", owner=owner)


def hidden(owner: str | None = "secret") -> Trait:
    return builders.invisible(key="73,130", hidden_by=owner)


def test_everything_about_a_piece() -> None:
    command = piece(
        "7",
        "916 Rgt",
        builders.layer(["a", "b"], name="Step", level_names=["", "+ spent"], level=2),
        builders.layer(["c"], active=False),
        builders.marker({"Side": "German", "uid": "ge-916"}),
        builders.dynamic_property("Crossings", 3),
        builders.basic_name("916"),
        x=3,
        y=4,
    )
    (read,) = neutral_pieces([command, AddStack("8", "Main", 3, 4, ("6", "7"))])
    assert (read.id, read.name, read.gpid, read.map, read.x, read.y) == ("7", "916", "7", "Main", 3, 4)
    assert read.layers == {"Step": Layer(2, True, "+ spent"), "#2": Layer(1, False)}
    assert read.markers == {"Side": "German", "uid": "ge-916"}
    assert read.properties == {"Crossings": "3"}
    assert (read.stack, read.stack_position, read.deck) == ("8", 0, None)
    assert (read.get("Crossings"), read.get("uid"), read.get("none"), read.get("none", "x")) == (
        "3",
        "ge-916",
        None,
        "x",
    )
    assert len(read.traits) == 6


def test_the_outer_marker_wins() -> None:
    (read,) = neutral_pieces([piece("1", "A", builders.marker({"S": "in"}), builders.marker({"S": "out"}))])
    assert read.markers == {"S": "out"}


def test_persistent_properties_and_places_off_the_map() -> None:
    base = builders.basic_piece("A", gpid=1, properties={"OldZone": "Omaha; Beach", "UniqueID": "5"})
    (read,) = neutral_pieces([AddPiece.from_traits("1", (base,))])
    assert read.map is None
    assert read.persistent == {"OldZone": "Omaha; Beach", "UniqueID": "5"}
    assert read.get("UniqueID") == "5"


def test_a_masked_piece_keeps_only_its_place() -> None:
    commands = [
        piece("1", "Pz Lehr", masked(), builders.marker({"uid": "x"}), x=5),
        AddStack("2", "Main", 5, 0, ("1",)),
    ]
    (public,) = neutral_pieces(commands)
    assert public == NeutralPiece("masked-1", "?", "", "Main", 5, 0, "2", 0, masked_by="secret")
    (revealed,) = neutral_pieces(commands, reveal=True)
    assert (revealed.name, revealed.masked_by) == ("Pz Lehr", "secret")


def test_a_mask_that_nobody_uses_hides_nothing() -> None:
    (read,) = neutral_pieces([piece("1", "Pz Lehr", masked(None), hidden(None))])
    assert (read.name, read.masked_by, read.hidden_by) == ("Pz Lehr", None, None)


def test_a_hidden_piece_leaves_no_gap() -> None:
    pieces = [piece("1", "A"), piece("2", "B", hidden()), piece("3", "C")]
    commands = [*pieces, AddStack("9", "Main", 0, 0, ("1", "2", "3"))]
    assert [(p.name, p.stack_position) for p in neutral_pieces(commands)] == [("A", 0), ("C", 1)]
    assert [p.stack_position for p in neutral_pieces(commands, reveal=True)] == [0, 1, 2]


@pytest.mark.parametrize("face_down", [True, False])
def test_decks(face_down: bool) -> None:
    cards = [piece(str(i), name) for i, name in enumerate("CAB")]
    deck = AddDeck("9", deck_type("Cup"), "Main", 1, 2, face_down, ("0", "1", "2"))
    public = neutral_pieces([*cards, deck])
    assert [(p.name, p.deck, p.deck_position) for p in public] == (
        [] if face_down else [("A", "Cup", None), ("B", "Cup", None), ("C", "Cup", None)]
    )
    assert [p.deck_position for p in neutral_pieces([*cards, deck], reveal=True)] == [0, 1, 2]
    assert [(d.name, d.count, d.face_down) for d in neutral_decks([*cards, deck])] == [("Cup", 3, face_down)]


@given(st.permutations(["A", "B", "C", "D"]), st.permutations(list(range(6))))
def test_permuting_secrets_changes_nothing_public(names: list[str], order: list[int]) -> None:
    def game(hidden_names: list[str], order: list[int]) -> list[Command]:
        a, b, c, d = hidden_names
        pieces = [
            piece(f"id{a}", a, masked(), x=1),
            piece(f"id{b}", b, masked(), x=1),
            piece(f"id{c}", c, x=9),
            piece(f"id{d}", d, x=9),
            piece("open", "Open", x=1),
            piece("free", "Free", masked(), x=4),
        ]
        stack = AddStack("s", "Main", 1, 0, (f"id{a}", "open", f"id{b}"))
        deck = AddDeck("d", deck_type("Cup"), "Main", 9, 0, True, (f"id{c}", f"id{d}"))
        return [*[pieces[i] for i in order], stack, deck]

    public = neutral_pieces(game(names, order))
    assert public == neutral_pieces(game(["A", "B", "C", "D"], list(range(6))))
    assert neutral_decks(game(names, order)) == neutral_decks(game(["A", "B", "C", "D"], list(range(6))))
    assert [p.name for p in public] == ["?", "Open", "?", "?"]


def test_a_later_command_for_the_same_id_wins() -> None:
    assert [p.name for p in neutral_pieces([piece("1", "old"), piece("1", "new")])] == ["new"]


@pytest.mark.parametrize(
    ("type_text", "state", "message"),
    [("mark;A\tpiece;;;a;b", "x", "2 states"), ("mark;A", "x", "a BasicPiece innermost")],
)
def test_broken_pieces(type_text: str, state: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        neutral_pieces([AddPiece("7", type_text, state)])


@pytest.mark.parametrize("state", ["", "null", "Main;x;y", "Main;1;2;3;9;a"])
def test_short_states_take_defaults(state: str) -> None:
    (read,) = neutral_pieces([AddPiece("7", "piece;;;a;b", state)])
    assert read.name == "b"
    assert isinstance(read.x, int)


@pytest.mark.parametrize("state", ["", "x", "99", "0"])
def test_odd_layer_states(state: str) -> None:
    layer = builders.layer(["a", "b"], name="L")
    (read,) = neutral_pieces([piece("1", "A", Trait(layer.type, state))])
    assert 1 <= read.layers["L"].level <= 2


def test_a_piece_gives_its_traits_when_it_is_asked_and_a_masked_one_none() -> None:
    commands = [piece("1", "Pz Lehr", masked()), piece("2", "916 Rgt", builders.marker({"uid": "x"}), x=9)]
    seen, revealed = both_views(commands)
    assert [piece.traits for piece in revealed] == [command.traits() for command in commands]
    assert [(piece.traits, piece.source) for piece in seen if piece.masked_by] == [((), None)]


def test_a_piece_that_names_no_map_lies_with_its_stack() -> None:
    """As saves of engines before 3.0 leave it."""
    piece = parse_command("+/7/piece;;;inf.png;1st Div/null;10;20;;0")
    alone = parse_command("+/8/piece;;;inf.png;2nd Div/null;10;20;;0")
    stack = parse_command("+/9/stack/Main;30;40;7")
    found = {p.name: (p.map, p.x, p.y) for p in neutral_pieces([piece, alone, stack])}
    assert found == {"1st Div": ("Main", 30, 40), "2nd Div": (None, 10, 20)}
