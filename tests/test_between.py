"""What happened between two saves, and whether it was legal."""

from __future__ import annotations

from pathlib import Path

from adjudicator.actions import Roll
from adjudicator.asking.between import between, explain
from adjudicator.asking.typed import parse_action
from adjudicator.breakout_normandy import GAME
from adjudicator.game import apply
from adjudicator.position import Position
from module_builder.save import write_position
from tests.commandline import run


def after(position: Position, *lines: str) -> Position:
    for line in lines:
        position = apply(position, parse_action(position, GAME, line.split()))
    return position


EVENING = GAME.scenario("example-5")


def test_one_move_is_found() -> None:
    found = between(EVENING, after(EVENING, "move 920 cherbourg"))
    assert found.ok
    assert [type(a).__name__ for a in found.actions] == ["Move"]


def test_a_move_and_the_end_of_the_impulse_are_found() -> None:
    later = after(EVENING, "move 920 cherbourg", "end-impulse")
    ruling = explain(EVENING, later)
    assert ruling.ok
    assert ruling.verdict.startswith("Legal: 2 actions")
    assert len(ruling.steps) == 2


def test_a_roll_is_supplied_where_the_change_needs_one() -> None:
    later = after(
        EVENING, "move 920 cherbourg", "move 920 valognes", "move 920 montebourg", "roll 2", "keep-roll"
    )
    assert later.pieces["ge-920"].space == "valognes"
    found = between(EVENING, later)
    assert found.ok
    assert any(isinstance(a, Roll) for a in found.actions)


def test_what_no_action_explains_is_named() -> None:
    draft = EVENING.draft()
    draft.place("ge-marcouf", "valognes")
    ruling = explain(EVENING, draft.finish())
    assert not ruling.ok
    assert "Marcouf" in ruling.verdict
    assert ruling.violations[0].units == ("ge-marcouf",)


def test_nothing_changed() -> None:
    assert explain(EVENING, EVENING).ok


def test_two_saves_on_the_command_line(tmp_path: Path) -> None:
    write_position(EVENING, tmp_path / "before.vsav")
    write_position(after(EVENING, "move 920 cherbourg"), tmp_path / "after.vsav")
    done = run(f"adjudicator check {tmp_path}/before.vsav {tmp_path}/after.vsav")
    assert done.code == 0, done.err
    assert done.out.startswith("Legal: 1 action")
