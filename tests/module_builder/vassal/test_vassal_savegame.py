"""Envelopes, command trees, single commands, and whole saves."""

from __future__ import annotations

import contextlib
import dataclasses
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal import tree
from module_builder.vassal.archive import open_archive
from module_builder.vassal.builders import basic_piece, marker
from module_builder.vassal.errors import FormatError
from module_builder.vassal.savegame import (
    AddDeck,
    AddPiece,
    AddStack,
    BeginSave,
    ChangePiece,
    Chat,
    Command,
    EndSave,
    Envelope,
    ExtensionUsed,
    GlobalProperty,
    Kind,
    Log,
    MovePiece,
    MutableProperty,
    PlacedBoard,
    Player,
    Raw,
    RemovePiece,
    RemovePlayer,
    Save,
    SetBoards,
    SetupStackDone,
    Sgkc,
    Turn,
    Undo,
    check_save,
    deck_type,
    parse_command,
    unwrap,
    wrap,
)
from module_builder.vassal.sequence_encoder import decode, encode

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
ESC = "\x1b"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ENVELOPES = st.builds(Envelope, st.sampled_from([Kind.VCSK, Kind.VOBS, Kind.BANG_VOBS]), st.integers(0, 255))


# --- envelopes


@given(TEXT, ENVELOPES)
def test_envelopes_round_trip(text: str, envelope: Envelope) -> None:
    data = wrap(text, envelope)
    assert data.startswith(envelope.kind.value)
    assert unwrap(data) == (text, envelope)


@given(TEXT, ENVELOPES, st.integers(1, 20))
def test_what_comes_bit_by_bit_is_read_as_the_whole(text: str, envelope: Envelope, size: int) -> None:
    data = wrap(text, envelope)
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    assert unwrap(lambda: iter(parts)) == (text, envelope)


@given(TEXT)
def test_xz_and_plain_text_round_trip(text: str) -> None:
    assert unwrap(lzma.compress(text.encode())) == (text, Envelope(Kind.XZ, 0))
    assert unwrap(wrap(text, Envelope(Kind.XZ, 0))) == (text, Envelope(Kind.XZ, 0))
    plain = "begin_save" + text
    assert unwrap(plain.encode()) == (plain, Envelope(Kind.PLAIN, 0))
    assert wrap(plain, Envelope(Kind.PLAIN, 0)) == plain.encode()


def test_a_new_save_is_what_every_engine_reads() -> None:
    assert wrap("é").startswith(b"!VCSKa5")
    assert wrap("é") == b"!VCSKa5" + bytes(b ^ 0xA5 for b in "é".encode()).hex().encode()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"!VCSK", "header"),
        (b"!VCSKa", "text after !VCSK"),
        (b"!VCSKa5abc", "text after !VCSK"),
        (b"!VCSKa5zz", "text after !VCSK"),
        (b"!VCSKxx00", "text after !VCSK"),
        (b"!VCSK00ff", "byte 0"),
        (b"VOBS", "header VOBS"),
        (b"!VOBS", "header !VOBS"),
        (b"\xfd7zXZ\x00garbage", "XZ stream"),
        (lzma.compress(b"x" * 100)[:-20], "XZ stream"),
        (b"\xff\xfe\x00", "byte 0"),
    ],
)
def test_broken_envelopes(data: bytes, place: str) -> None:
    with pytest.raises(FormatError) as caught:
        unwrap(data, file="game.vsav")
    assert str(caught.value).startswith(f"game.vsav: {place}")
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60), st.sampled_from([kind.value for kind in Kind]))
def test_noise_gives_text_or_a_format_error(noise: bytes, head: bytes) -> None:
    with contextlib.suppress(FormatError):
        Save.from_bytes(head + noise).commands()


def test_text_that_utf8_cannot_hold() -> None:
    with pytest.raises(FormatError, match="UTF-8"):
        wrap("a\ud800")


# --- the tree


def reference_commands(text: str) -> list[str]:
    tokens = decode(text, ESC)
    if len(tokens) == 1 and tokens[0] == text:
        return [text] if text else []
    return [command for token in tokens for command in reference_commands(token)]


LEAF = st.text(st.sampled_from("ab'\\/"), max_size=6)
TREE = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, min_size=1, max_size=4).map(lambda items: encode(items, ESC)),
    max_leaves=12,
)


@given(TREE)
def test_trees_come_back_byte_for_byte(text: str) -> None:
    assert tree.format_tree(tree.parse_tree(text)) == text


@given(st.text(st.sampled_from("ab'\\\x1b"), max_size=24))
def test_any_text_comes_back_byte_for_byte(text: str) -> None:
    node = tree.parse_tree(text)
    assert tree.format_tree(node) == text
    assert tree.leaves(node) == reference_commands(text)
    assert tree.flatten(text) == reference_commands(text)


def test_edits_leave_the_rest_alone() -> None:
    text = encode(["begin_save", encode(["", "+/1", "+/2"], ESC), "'odd'x", "end_save"], ESC)
    node = tree.parse_tree(text)
    edited = tree.edit_tree(node, lambda leaf: {"+/1": None, "+/2": ["+/3", "+/4"]}.get(leaf, leaf))
    assert tree.format_tree(edited) == text.replace("+/1\\\x1b+/2", "+/3\\\x1b+/4")
    assert tree.edit_tree(node, lambda leaf: leaf) is node


def test_a_tree_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="64 deep"):
        tree.parse_tree("\\" * 5000 + ESC + "'x'")
    assert tree.flatten("a" + "\\" * 5000 + ESC + "b") == ["a", "b"]


# --- commands

COMMANDS: list[tuple[str, Command]] = [
    ("begin_save", BeginSave()),
    ("end_save", EndSave()),
    ("SETUP_STACK\t", SetupStackDone()),
    ("+/7/piece;;;a\\/b.png;N/Main;1;2;3;0", AddPiece("7", "piece;;;a/b.png;N", "Main;1;2;3;0")),
    ("+/8/stack/Main;1;2;7;9;@@-1", AddStack("8", "Main", 1, 2, ("7", "9"))),
    ("+/8/stack/null;0;0;@@2", AddStack("8", None, 0, 0, (), 2)),
    ("+/9/deck;x/Main;1;2;true;4,5", AddDeck("9", "deck;x", "Main", 1, 2, True, ("4", "5"))),
    ("+/9/deck;x/Main;1;2;false", AddDeck("9", "deck;x", "Main", 1, 2, False, ())),
    ("-/7", RemovePiece("7")),
    ("D/7/a\\/b/c", ChangePiece("7", "a/b", "c")),
    ("D/7/a", ChangePiece("7", "a")),
    ("M/7/Main/1/2/null/null/3/4/8/me", MovePiece("7", "Main", 1, 2, None, None, 3, 4, "8", "me")),
    ("PLAYER\tid\tname\tside", Player("id", "name", "side")),
    ("PYREMOVE\tid", RemovePlayer("id")),
    (
        "MainBoardPicker\tB/rev\t0\t1\tC\t1\t0",
        SetBoards("Main", (PlacedBoard("B", 0, 1, True), PlacedBoard("C", 1, 0))),
    ),
    ("MainBoardPicker", SetBoards("Main", ())),
    ("GlobalProperty\t;Turn;3;Module", GlobalProperty("Turn", "3")),
    ("GlobalProperty\t;A\\;B;x;zone\tboard\tmap", GlobalProperty("A;B", "x", "zone\tboard\tmap")),
    ("MutableProperty\tTurn\t3\t4\tModule", MutableProperty("Turn", "3", "4", "Module")),
    (
        "TURNTurnTracker0\t0|3;0;false;-1;1\\;0\\;0\\;true,true",
        Turn("TurnTracker0", "0|3;0;false;-1;1\\;0\\;0\\;true,true"),
    ),
    ("SGKC\tSGKC0\ttrue", Sgkc("SGKC0")),
    ("EXT\tMore\t1.1", ExtensionUsed("More", "1.1")),
    ("CHAT<b>roll 7</b>", Chat("<b>roll 7</b>")),
    ("LOG\tCHATx", Log("CHATx")),
    ("UNDO\ttrue", Undo(True)),
    ("UNDO\tfalse", Undo(False)),
    ("NOTES\tanything\x00", Raw("NOTES\tanything\x00")),
    ("begin_saves", Raw("begin_saves")),
]


@pytest.mark.parametrize(("text", "command"), COMMANDS, ids=lambda value: str(value)[:20])
def test_commands_read_and_written(text: str, command: Command) -> None:
    assert parse_command(text) == command
    assert command.text == text
    assert parse_command(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "D/7/a/",
        "+/8/stack/Main;1;2;7",
        "MutableProperty\tx",
        "GlobalProperty\t;x",
        "SGKC\tx",
        "EXT\tx",
        "+/9/deck;/null",
    ],
)
def test_commands_in_other_forms_keep_their_text(text: str) -> None:
    command = parse_command(text)
    assert command.text == text
    assert not isinstance(command, Raw)


def test_a_copy_is_formatted_anew() -> None:
    read = parse_command("+/8/stack/Main;1;2;7")
    assert isinstance(read, AddStack)
    assert dataclasses.replace(read, x=5).text == "+/8/stack/Main;5;2;7;@@-1"


@pytest.mark.parametrize(
    "text", ["+/7", "+/7/type", "D/7", "M/7/Main/1", "M/7/a/x/2/b/c/3/4/d", "PLAYER\tid\tname"]
)
def test_commands_that_the_engine_could_not_read(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        Save("begin_save" + ESC + text, file="x.vsav").commands()
    assert str(caught.value).startswith("x.vsav: ")


@given(st.text(st.sampled_from("+/-DM;7a\t\\'"), max_size=20))
def test_any_command_keeps_its_text_or_is_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        assert parse_command(text).text == text


# --- saves


def small_save() -> list[Command]:
    piece = AddPiece.from_traits(
        "1", (basic_piece("Inf", gpid=4, map_name="Main", x=5, y=6), marker({"Side": "US"}))
    )
    boards = SetBoards("Main", (PlacedBoard("B"),))
    return [BeginSave(), piece, AddStack("2", "Main", 5, 6, ("1",)), boards, SetupStackDone(), EndSave()]


def test_a_written_save_reads_back() -> None:
    save = Save.from_commands(small_save())
    again = Save.from_bytes(save.to_bytes())
    assert again.commands() == tuple(small_save())
    assert [p.name for p in again.pieces()] == ["Inf"]


def test_an_edit_changes_only_what_it_touches() -> None:
    nested = encode(
        ["begin_save", encode(["", *[c.text for c in small_save()[1:3]]], ESC), "NOTES\tx", "end_save"], ESC
    )
    save = Save(nested, Envelope(Kind.VOBS, 9))
    moved = save.edited(lambda c: dataclasses.replace(c, x=77) if isinstance(c, AddStack) else c)
    assert moved.text == nested.replace("Main;5;6;1", "Main;77;6;1")
    assert moved.envelope == save.envelope
    assert save.edited(lambda c: c).text == nested
    gone = save.edited(
        lambda c: None if isinstance(c, Raw) else [c, Chat("hello")] if isinstance(c, BeginSave) else c
    )
    assert [type(c) for c in gone.commands()] == [BeginSave, Chat, AddPiece, AddStack, EndSave]


def test_what_is_no_save() -> None:
    with pytest.raises(FormatError, match="begin_save"):
        Save.from_bytes(b"hello")
    with pytest.raises(FormatError, match="no saved game"):
        Save.from_bytes(b"")


def test_check_save_names_every_fault() -> None:
    assert check_save(small_save(), ["Main"]) == []
    bad = [BeginSave(), AddStack("2", "Main", 0, 0, ("1",)), AddStack("2", "Main", 0, 0, ()), EndSave()]
    assert check_save(bad, ["Main"]) == [
        "no SETUP_STACK command: at-start stacks would be created again",
        "no boards for map Main: it would stay empty",
        "2 holds 1, which is not added before it",
        "2 is added twice",
    ]


def test_the_deck_name_is_field_thirteen() -> None:
    deck = AddDeck("9", deck_type("Weather; Cup"), "Main", 1, 2, True, ("4",))
    assert deck.name == "Weather; Cup"
    assert decode(deck.type, ";")[13] == "Weather; Cup"
    assert AddDeck("9", "deck;", None, 0, 0, True, ()).name == ""


def test_the_codec_imports_only_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import module_builder.vassal.log, module_builder.vassal.archive\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "['module_builder']"


# --- a save that engine 3.7.26 wrote, holding every trait our builders make


def test_an_engines_save_comes_back_byte_for_byte() -> None:
    archive = open_archive(HERE / "engine_every_trait.vsav")
    save = archive.save()
    assert save.to_bytes() == archive.read("savedGame")
    assert tree.format_tree(save.tree()) == save.text


def test_our_formatting_is_the_engines() -> None:
    for command in open_archive(HERE / "engine_every_trait.vsav").save().commands():
        assert dataclasses.replace(command).text == command.text
        if isinstance(command, AddPiece):
            assert AddPiece.from_traits(command.id, command.traits()) == command


def test_an_engines_save_in_neutral_pieces() -> None:
    first, *_ = open_archive(HERE / "engine_every_trait.vsav").save().pieces(reveal=True)
    assert first.name == "Better"
    assert first.traits[0].field("name") == "Ünit 'α'"
    assert first.markers == {"Side": "US", "Layer": "Units", "Odd": "a,b/c;d'"}
    assert first.properties["Spent"] == "2"
    assert (first.layers["Step"].level, first.layers["Step"].level_name) == (2, "+ (spent)")
    assert not first.layers["Act"].active


def test_blanks_between_the_bytes_are_passed_over() -> None:
    assert unwrap(b"!VCSK01 62\n63")[0] == unwrap(b"!VCSK016263")[0] == "cb"


@given(st.lists(st.text(alphabet="a'\\;", max_size=4), min_size=1, max_size=6))
def test_a_plain_text_is_parted_as_the_engine_parts_it(parts: list[str]) -> None:
    text = ESC.join(parts)
    node = tree.parse_tree(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "_plainly", lambda _: None)
        assert tree.parse_tree(text) == node
    assert tree.format_tree(node) == text
