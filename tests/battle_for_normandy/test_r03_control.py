"""Section 3.3: hex control."""

from __future__ import annotations

from adjudicator.battle_for_normandy import r03_control as control
from adjudicator.battle_for_normandy.r10.movement import Move
from adjudicator.position import Fact, Key, Position
from tests.battle_for_normandy.build import around, board, situation, unit
from tests.playing import done

HERE = "c3014"
HEXES = around(HERE, radius=4)
MAP = board(HEXES)
OURS: dict[Key, Fact] = {("control", "c3013"): "allied"}


def updated(here: Position) -> Position:
    draft = here.draft()
    control.update(draft)
    return draft.finish()


def held(here: Position) -> set[str]:
    return {h for h in here.board.spaces if here.text("control", h) == "allied"}


def test_units_and_an_only_zoc_give_control() -> None:
    after = updated(situation(MAP, (unit("us-1"), HERE)))
    assert held(after) == set(around(HERE))


def test_a_hex_in_both_zocs_keeps_its_owner() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("ge-1"), "c3012"))
    assert "c3013" not in held(updated(here))
    before = situation(
        MAP, (unit("us-1"), HERE), (unit("ge-1"), "c3012"), facts={("control", "c3013"): "allied"}
    )
    assert "c3013" in held(updated(before))
    assert control.controller(before, "c3013") == "allied"


def test_an_occupied_hex_is_held_whatever_zocs_lie_on_it() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("ge-1"), "c3013"))
    after = updated(here)
    assert HERE in held(after)
    assert "c3013" not in held(after)


def test_a_city_hex_changes_hands_by_occupation_only() -> None:
    on = board(HEXES, terrain={"c3013": "city"})
    assert "c3013" not in held(updated(situation(on, (unit("us-1"), HERE))))
    assert "c3013" in held(updated(situation(on, (unit("us-1"), "c3013"))))


def test_ships_and_boxes_control_nothing() -> None:
    on = board(HEXES, terrain={HERE: "sea"})
    assert not held(updated(situation(on, (unit("us-1", "ship"), HERE), (unit("us-2"), "turn-track"))))


def test_hexes_change_hands_on_the_way() -> None:
    here = situation(MAP, (unit("us-1"), HERE))
    after = done(here, Move(("us-1",), ("c3013", "c3012", "c3011")))
    passed = {n for h in ("c3013", "c3012", "c3011") for n in around(h)}
    assert passed <= held(after)


def test_a_hex_lost_from_the_zoc_falls_to_the_enemy_who_covers_it_alone() -> None:
    start = situation(
        MAP, (unit("us-1"), HERE), (unit("ge-1"), "c3012"), facts={("control", "c3013"): "allied"}
    )
    after = done(start, Move(("us-1",), ("c3015",)))
    assert "c3013" not in held(after)


def test_a_unit_without_zoc_takes_the_hexes_it_enters_only() -> None:
    here = situation(MAP, (unit("br-1", "croc"), HERE))
    after = done(here, Move(("br-1",), ("c3013",)))
    assert held(after) == {"c3013"}


def test_the_answer_says_why() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("ge-1"), "c3012"))
    assert control.control_ruling(here, HERE).answer == {"side": "allied", "zocs": []}
    assert control.control_ruling(here, "c3013").answer["side"] == "german"
    assert control.control_ruling(here, "c3015").answer == {"side": "allied", "zocs": ["allied"]}
