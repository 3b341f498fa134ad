"""The state of a game command by command, and logs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal import builders
from module_builder.vassal.archive import Archive, read_save
from module_builder.vassal.commands import (
    AddDeck,
    AddPiece,
    AddStack,
    BeginSave,
    ChangePiece,
    Chat,
    Command,
    EndSave,
    ExtensionUsed,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    PlacedBoard,
    Player,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetupStackDone,
    Sgkc,
    Turn,
    Undo,
)
from module_builder.vassal.envelope import Envelope, Kind
from module_builder.vassal.errors import FormatError
from module_builder.vassal.log import LogGame, append_steps, load_log, read_log
from module_builder.vassal.pieces import neutral_pieces
from module_builder.vassal.savegame import Save, deck_type
from module_builder.vassal.sequence_encoder import encode
from module_builder.vassal.state import GameState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from module_builder.vassal.traits import Trait

HERE = Path(__file__).parent
ESC = "\x1b"


def piece(piece_id: str, x: int = 0, *extra: Trait) -> AddPiece:
    base = builders.basic_piece(f"P{piece_id}", gpid=piece_id, map_name="Main", x=x)
    return AddPiece.from_traits(piece_id, (base, builders.dynamic_property("D", 0), *extra))


def game() -> list[Command]:
    return [
        BeginSave(),
        *[piece(str(i), 10 if i < 3 else 20) for i in range(5)],
        AddStack("s1", "Main", 10, 0, ("0", "1", "2")),
        AddStack("s2", "Main", 20, 0, ("3", "4")),
        AddDeck("d", deck_type("Cup"), "Main", 50, 0, True, ()),
        SetBoards("Main", (PlacedBoard("B"),)),
        SetupStackDone(),
        EndSave(),
    ]


def move(piece_id: str, x: int, under: str | None = None, map_name: str | None = "Main") -> MovePiece:
    return MovePiece(piece_id, map_name, x, 0, under, "Main", 0, 0, None, "me")


def stacks(state: GameState) -> dict[int, tuple[str, ...]]:
    return {i.x: i.children for i in state.items.values() if isinstance(i, AddStack) and i.children}


def after(*commands: Command, start: Iterable[Command] | None = None) -> GameState:
    return GameState.from_commands([*(start or game()), *commands])


def place(state: GameState, piece_id: str) -> tuple[str | None, int]:
    found = next(p for p in neutral_pieces(state.commands(), reveal=True) if p.id == piece_id)
    return found.map, found.x


def test_a_move_into_the_open_makes_a_stack() -> None:
    state = after(move("1", 33))
    assert stacks(state) == {10: ("0", "2"), 20: ("3", "4"), 33: ("1",)}
    assert place(state, "1") == ("Main", 33)


def test_a_move_upon_a_piece_goes_right_above_it() -> None:
    assert stacks(after(move("1", 20, "3"))) == {10: ("0", "2"), 20: ("3", "1", "4")}
    assert stacks(after(move("0", 10, "1"))) == {10: ("1", "0", "2"), 20: ("3", "4")}


def test_a_move_upon_nothing_named_goes_below_the_stack_there() -> None:
    assert stacks(after(move("1", 20))) == {10: ("0", "2"), 20: ("1", "3", "4")}


def test_a_stack_moves_as_a_whole() -> None:
    state = after(move("s1", 33))
    assert stacks(state) == {33: ("0", "1", "2"), 20: ("3", "4")}
    assert place(state, "2") == ("Main", 33)
    assert stacks(after(move("s1", 20, "4"))) == {20: ("3", "4", "0", "1", "2")}


def test_a_deck_takes_what_arrives_on_its_point() -> None:
    state = after(move("1", 50), move("3", 50))
    deck = state.items["d"]
    assert isinstance(deck, AddDeck)
    assert deck.children == ("1", "3")
    drawn = GameState.from_commands([*state.commands(), move("1", 70)])
    assert stacks(drawn)[70] == ("1",)
    moved = after(move("1", 50), move("d", 90))
    assert place(moved, "1") == ("Main", 90)


def test_off_the_map() -> None:
    state = after(move("1", 0, map_name=None))
    assert place(state, "1")[0] is None
    assert stacks(state)[10] == ("0", "2")
    assert 10 not in stacks(after(move("s1", 0, map_name=None)))


def test_pieces_that_do_not_stack_stand_alone() -> None:
    start = [*game(), piece("9", 5, builders.immobilized())]
    assert "9" not in sum(stacks(after(move("9", 20), start=start)).values(), ())
    state = after()
    state.unstacked_maps = frozenset({"Main"})
    state.apply(move("1", 20))
    assert stacks(state) == {10: ("0", "2"), 20: ("3", "4")}


def test_add_remove_and_unknown_ids() -> None:
    assert stacks(after(RemovePiece("1"))) == {10: ("0", "2"), 20: ("3", "4")}
    gone = after(RemovePiece("s1"), move("0", 20, "4"))
    assert stacks(gone) == {20: ("3", "4", "0")}
    assert stacks(after(RemovePiece("77"), move("77", 1), ChangePiece("77", "x"))) == stacks(after())
    assert stacks(after(AddStack("s3", "Main", 70, 0, ("0", "nobody")))) == {
        10: ("1", "2"),
        20: ("3", "4"),
        70: ("0",),
    }


def test_changes() -> None:
    state = after(ChangePiece("s1", "Main;10;0;2;0;@@-1"), ChangePiece("d", "Main;50;0;false;1"))
    assert stacks(state)[10] == ("2", "0")
    deck = state.items["d"]
    assert isinstance(deck, AddDeck)
    assert (deck.children, deck.face_down) == (("1",), False)
    read = {
        p.id: p for p in neutral_pieces(after(ChangePiece("1", "5\tMain;10;0;1;0")).commands(), reveal=True)
    }
    assert read["1"].properties == {"D": "5"}


def test_a_change_of_an_older_state_touches_only_its_own_traits() -> None:
    change = ChangePiece("1", "5\tMain;10;0;1;0", "0\tMain;10;0;1;0")
    state = after(move("1", 33), change)
    read = {p.id: p for p in neutral_pieces(state.commands(), reveal=True)}
    assert (read["1"].x, read["1"].properties) == (33, {"D": "5"})


def test_properties_players_turn_and_boards() -> None:
    state = after(
        GlobalProperty("Turn", "3"),
        MutableProperty("Turn", "3", "4", "Module"),
        MutableProperty("Rain", "", "yes"),
        GlobalProperty("Held", "US", "Omaha\tB\tMain"),
        Turn("TurnTracker0", "0|4;0"),
        Player("a", "Anna", "German"),
        Player("b", "Ben", "US"),
        RemovePlayer("b"),
        RemovePlayer("c"),
        Sgkc("SGKC0"),
        ExtensionUsed("More", "1"),
        Chat("nothing"),
    )
    assert (state.property("Turn"), state.property("Rain"), state.property("none")) == ("4", "yes", None)
    assert state.property("Held", "Omaha\tB\tMain") == "US"
    assert state.turns == {"TurnTracker0": "0|4;0"}
    assert [p.name for p in state.players.values()] == ["Anna"]
    assert state.boards["Main"].boards == (PlacedBoard("B"),)
    assert (state.startup, state.extensions) == ({"SGKC0": True}, {"More": "1"})


def test_every_intermediate_position_and_its_chat() -> None:
    steps: list[list[Command]] = [
        [Chat("one"), move("1", 33), Chat("two")],
        [MutableProperty("Turn", "1", "2")],
        [Undo(True), move("1", 10, "0"), Undo(False)],
        [Chat("* 2d6 = 8")],
    ]
    log = read_log(append_steps(Save.from_commands(game()), steps))
    assert [step.chat for step in log.steps] == [("one", "two"), (), (), ("* 2d6 = 8",)]
    assert [step.is_undo for step in log.steps] == [False, False, True, False]
    positions = list(log.positions())
    assert [stacks(state).get(33) for _, state in positions] == [("1",), ("1",), None, None]
    assert stacks(positions[2][1]) == stacks(log.initial())
    assert positions[1][1].property("Turn") == "2"
    assert stacks(log.position(1))[33] == ("1",)
    assert stacks(log.position(0)) == stacks(log.initial())
    assert stacks(log.position()) == stacks(log.initial())


def test_reports_are_read_without_their_pictures() -> None:
    picture, typed = " <img src=die6_3.png>", "&lt;Anna&gt; - <img src=die6_6.png>"
    said = [Chat(f"* d6: 3 (Anna){picture}{picture}"), Chat(typed)]
    log = read_log(append_steps(Save.from_commands(game()), [said]))
    assert log.steps[0].chat == ("* d6: 3 (Anna)", typed)


def test_positions_are_copies() -> None:
    log = read_log(append_steps(Save.from_commands(game()), [[move("1", 33)], [move("2", 44)]]))
    (_, first), _ = log.positions()
    assert 44 not in stacks(first)


def test_steps_as_the_engine_groups_them() -> None:
    group = encode(["LOG\tCHATa", "LOG\tCHATb", encode(["LOG\tCHATc", "LOG\tCHATd"], ESC)], ESC)
    text = encode(
        ["begin_save", encode(["", "+/1/piece;;;a;b/null;0;0;1;0"], ESC), "end_save", group, "LOG\tCHATe"],
        ESC,
    )
    log = read_log(Save(text))
    assert [step.chat for step in log.steps] == [("a", "b", "c", "d"), ("e",)]
    assert [type(c) for c in log.start] == [BeginSave, AddPiece, EndSave]


def test_no_such_step() -> None:
    log = read_log(Save.from_commands(game()))
    assert log.steps == ()
    with pytest.raises(FormatError, match="a step from 0 to 0"):
        log.position(1)


def test_steps_are_appended_without_touching_the_start() -> None:
    save = Save.from_commands(game())
    assert append_steps(save, []) is save
    longer = append_steps(append_steps(save, [[Chat("a")]]), [[Chat("b"), Chat("c")]])
    assert longer.text.startswith(save.text + ESC)
    assert [step.number for step in read_log(longer).steps] == [1, 2]


def test_a_log_that_the_engine_stepped_through() -> None:
    """Engine 3.7.26 replayed this log and saved: two pieces at 300,300, the second above the third."""
    log = read_log(read_save(HERE / "written_log.vlog"))
    end = {p.id: (p.x, p.y, p.stack_position) for p in neutral_pieces(log.position().commands(), reveal=True)}
    assert end == {"103": (300, 300, 0), "102": (300, 300, 1)}
    assert log.steps[0].chat == ("<b>hello</b>",)


TEXT = st.lists(
    st.sampled_from(["\x1b", "\x1b", "\\", "'", "LOG\t", "CHATa", "+/7/piece;;;a;A/b", "+/8/", "\t→"])
)


def told(read: Callable[[], LogGame]) -> LogGame | str:
    try:
        return read()
    except FormatError as fault:
        return str(fault)


@given(TEXT.map("".join), st.sampled_from(["begin_save\x1b", "begin_save", ""]), st.sampled_from(list(Kind)))
def test_a_file_read_command_by_command_is_the_log_of_its_text(text: str, head: str, kind: Kind) -> None:
    archive = Archive().with_save(Save(head + text, Envelope(kind)))
    found, meant = told(lambda: load_log(archive)), told(lambda: read_log(archive.save()))
    assert found == meant
    if isinstance(found, LogGame) and isinstance(meant, LogGame):
        assert [c.text for c in found.start] == [c.text for c in meant.start]


@pytest.mark.parametrize("data", [b"!VCSK0g", b"!VCSK00" + b"\xff".hex().encode(), b"!VCSK", b"", b"\xff"])
def test_a_damaged_file_is_refused_as_its_text_is(data: bytes) -> None:
    archive = Archive().with_data("savedGame", data)
    with pytest.raises(FormatError) as one:
        load_log(archive)
    with pytest.raises(FormatError) as other:
        read_log(archive.save())
    assert str(one.value) == str(other.value)
    with pytest.raises(FormatError, match="this is no file of VASSAL"):
        load_log(Archive())
