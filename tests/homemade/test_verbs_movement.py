"""Reach, legal, distance, stack and zoc of a game in a folder: each line of rules.toml by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import DataError, MalformedAction, PositionError, UnsupportedRule
from maps.board import Board, Edge, Space
from tests.homemade.boards import grid, line, toy

MOVE = """[movement]
allowance = "movement"
cost = 1
"""


def costs(answer: Any) -> dict[str, int]:
    return {way["space"]: way["sixths"] for way in answer["destinations"]}


def test_every_space_with_its_cost(tmp_path: Path) -> None:
    rules = MOVE + "[movement.terrain]\nwoods = 2\nmarsh = 3\n"
    game = toy(tmp_path, rules, line("clear clear woods clear marsh"))
    game.put("n1", "a", movement=4)
    ruling = game.ask("reach", subject="n1")
    assert costs(ruling.answer) == {"b": 6, "c": 18, "d": 24}
    assert ruling.answer["points"] == "4"
    assert ruling.verdict == "Unit n1 reaches 3 spaces."
    assert game.ask("legal", unit="n1").answer == ruling.answer


def test_the_way_to_one_space_line_by_line(tmp_path: Path) -> None:
    rules = MOVE + '[movement.terrain]\nwoods = 2\n[movement.boundary]\nriver = "+1"\n'
    game = toy(tmp_path, rules, line("clear woods", boundaries={"ab": "river"}))
    game.put("n1", "a", movement=4)
    ruling = game.ask("reach", subject="n1", to="b")
    assert ruling.ok
    assert ruling.verdict == "Unit n1 reaches B for 3 points."
    (leg,) = [step for step in ruling.steps if step.under]
    assert [str(step) for step in leg.under] == [
        "woods: 2 points (rules.toml:5 movement.terrain.woods)",
        "river: 1 point (rules.toml:7 movement.boundary.river)",
    ]


def test_a_space_that_is_too_far_and_the_nearest_instead(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear clear clear"))
    game.put("n1", "a", movement=2)
    ruling = game.ask("reach", subject="n1", to="d")
    assert not ruling.ok
    assert ruling.verdict == "Unit n1 does not reach D. It gets as near as C."
    assert ruling.reasons == ("it costs 3 points to get to D, and Unit n1 has 2 points (the position)",)


@pytest.mark.parametrize(
    ("lines", "board", "reason"),
    [
        (
            '[movement.terrain]\nsea = "no"',
            line("clear sea"),
            "no unit goes into sea (rules.toml:5 movement.terrain.sea)",
        ),
        (
            '[movement.boundary]\nriver = "no"',
            line("clear clear", boundaries={"ab": "river"}),
            "no unit goes across a river (rules.toml:5 movement.boundary.river)",
        ),
    ],
)
def test_what_is_barred(tmp_path: Path, lines: str, board: Board, reason: str) -> None:
    game = toy(tmp_path, MOVE + lines, board)
    game.put("n1", "a", movement=4)
    ruling = game.ask("reach", subject="n1")
    assert ruling.answer["refused"] == {"b": [reason]}
    assert game.ask("reach", subject="n1", to="b").reasons == (reason,)


def test_every_reason_is_told(tmp_path: Path) -> None:
    rules = MOVE + '[movement.terrain]\nsea = "no"\n[movement.boundary]\nriver = "no"\n'
    game = toy(tmp_path, rules, line("clear sea", boundaries={"ab": "river"}))
    game.put("n1", "a", movement=4)
    game.put("s1", "b", movement=4)
    assert [v.rule.split()[1] for v in game.ask("reach", subject="n1", to="b").violations] == [
        "movement.terrain.sea",
        "movement.boundary.river",
        "movement",
    ]


def test_a_whole_move_only_from_the_start(tmp_path: Path) -> None:
    rules = MOVE + '[movement.boundary]\nriver = "all"\n'
    game = toy(tmp_path, rules, line("clear clear clear", boundaries={"bc": "river"}))
    game.put("n1", "a", movement=4)
    ruling = game.ask("reach", subject="n1")
    assert costs(ruling.answer) == {"b": 6}
    assert ruling.answer["refused"] == {
        "c": ["only a whole move leads across a river (rules.toml:5 movement.boundary.river)"]
    }
    game.put("n1", "b", movement=4)
    assert costs(game.ask("reach", subject="n1").answer) == {"a": 6, "c": 24}


def test_nothing_follows_a_whole_move_not_even_what_costs_nothing(tmp_path: Path) -> None:
    rules = MOVE + '[movement.boundary]\nriver = "all"\n[movement.road]\nmain = 0\n'
    game = toy(tmp_path, rules, line("clear clear clear", boundaries={"ab": "river"}, roads=["bc"]))
    game.put("n1", "a", movement=4)
    assert costs(game.ask("reach", subject="n1").answer) == {"b": 24}


def test_a_bridge_holds_in_place_of_the_river(tmp_path: Path) -> None:
    rules = MOVE + '[movement.boundary]\nriver = "no"\nbridge = "+0"\n'
    game = toy(tmp_path, rules, line("clear clear", boundaries={"ab": "river"}, bridges=["ab"]))
    game.put("n1", "a", movement=1)
    assert costs(game.ask("reach", subject="n1").answer) == {"b": 6}


def test_without_a_line_a_bridge_changes_nothing(tmp_path: Path) -> None:
    rules = MOVE + '[movement.boundary]\nriver = "no"\n'
    game = toy(tmp_path, rules, line("clear clear", boundaries={"ab": "river"}, bridges=["ab"]))
    game.put("n1", "a", movement=1)
    assert costs(game.ask("reach", subject="n1").answer) == {}


def test_a_road_holds_in_place_of_the_terrain_and_rivers_count(tmp_path: Path) -> None:
    rules = (
        MOVE
        + '[movement.terrain]\nsea = "no"\n[movement.road]\nmain = "1/3"\n[movement.boundary]\nriver = "+1"\n'
    )
    game = toy(tmp_path, rules, line("clear sea clear", boundaries={"bc": "river"}, roads=["ab", "bc"]))
    game.put("n1", "a", movement=2)
    ruling = game.ask("reach", subject="n1")
    assert costs(ruling.answer) == {"b": 2, "c": 10}
    assert "C for 1⅔ points: B - C" in [step.text for step in ruling.steps]


def test_a_terrain_that_stops(tmp_path: Path) -> None:
    rules = MOVE + '[movement.terrain]\nmarsh = "2 stop"\n'
    game = toy(tmp_path, rules, line("clear marsh clear"))
    game.put("n1", "a", movement=9)
    assert costs(game.ask("reach", subject="n1").answer) == {"b": 12}


def test_a_dearer_way_that_does_not_stop_goes_on(tmp_path: Path) -> None:
    """From A to B is cheap and stops; by C it costs more, and leads on to D."""
    rules = MOVE + '[movement.boundary]\nford = "stop"\n'
    spaces = [Space(n, n.upper(), "area", {"terrain": "clear"}) for n in "abcd"]
    edges = [Edge("a", "b", "ford"), Edge("a", "c", "open"), Edge("b", "c", "open"), Edge("b", "d", "open")]
    game = toy(tmp_path, rules, Board(spaces, edges))
    game.put("n1", "a", movement=9)
    found = game.ask("reach", subject="n1").answer
    assert costs(found) == {"b": 6, "c": 6, "d": 18}
    assert found["destinations"][-1]["path"] == ["c", "b", "d"]


def test_one_space_may_always_be_moved(tmp_path: Path) -> None:
    rules = MOVE + "minimum = true\n[movement.terrain]\nmarsh = 3\n"
    game = toy(tmp_path, rules, line("clear marsh marsh"))
    game.put("n1", "a", movement=1)
    assert costs(game.ask("reach", subject="n1").answer) == {"b": 6}
    leg = game.ask("reach", subject="n1", to="b").steps[-1]
    assert str(leg.under[-1]) == "a unit may always move one space (rules.toml:4 movement.minimum)"


@pytest.mark.parametrize(("word", "there"), [("no", []), ("stop", ["b"]), ("free", ["b", "c"])])
def test_spaces_with_enemies(tmp_path: Path, word: str, there: list[str]) -> None:
    game = toy(tmp_path, MOVE + f'enemy = "{word}"\n', line("clear clear clear"))
    game.put("n1", "a", movement=3)
    game.put("s1", "b", movement=3)
    assert list(costs(game.ask("reach", subject="n1").answer)) == there


def test_a_class_pays_its_own(tmp_path: Path) -> None:
    rules = MOVE + (
        '[movement.terrain]\nwoods = 2\n[movement.class.wheeled]\ntypes = ["truck"]\nallowance = 6\n'
        '[movement.class.wheeled.terrain]\nwoods = "no"\n'
    )
    game = toy(tmp_path, rules, line("clear clear woods"))
    game.put("n1", "a", movement=3, type="infantry")
    game.put("n2", "a", movement=3, type="truck")
    assert costs(game.ask("reach", subject="n1").answer) == {"b": 6, "c": 18}
    told = game.ask("reach", subject="n2").answer
    assert (told["points"], costs(told)) == ("6", {"b": 6})


def test_a_unit_that_prints_no_allowance(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear"))
    game.put("n1", "a")
    with pytest.raises(
        PositionError, match=r"does not say the MOVEMENT of Unit n1 \(rules.toml:2 movement.allow"
    ):
        game.ask("reach", subject="n1")


def test_what_is_assumed_is_told_and_refused_when_strict(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + "default = 2\n", line("clear clear"))
    game.put("n1", "a")
    ruling = game.ask("reach", subject="n1")
    assert ruling.assumptions == (
        "assumed: Unit n1 prints no movement and has 2 points (rules.toml:4 movement.default)",
    )
    with pytest.raises(UnsupportedRule, match=r"rules.toml:4 movement.default needs what nothing says"):
        game.ask("reach", subject="n1", strict=True)


def test_the_back_of_a_counter(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear clear"))
    game.put("n1", "a", status="reduced", movement=2, reduced_movement=1)
    game.put("n2", "a", status="reduced", movement=2)
    one, two = (game.ask("reach", subject=uid) for uid in ("n1", "n2"))
    assert (one.answer["points"], one.assumptions) == ("1", ())
    assert two.answer["points"] == "2"
    assert two.assumptions == (
        "assumed: the back of Unit n2 has the movement of its front, 2 (rules.toml:2 movement.allowance)",
    )


def test_a_number_that_no_back_prints_is_that_of_both_sides(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear clear"))
    (game.root / "units.csv").write_text("id,movement\nn2,2\n", encoding="utf-8")
    game.put("n2", "a", status="reduced", movement=2)
    assert game.ask("reach", subject="n2", strict=True).assumptions == ()


def test_a_terrain_without_a_line(tmp_path: Path) -> None:
    game = toy(tmp_path, "[movement]\nallowance = 4\n[movement.terrain]\nclear = 1\n", line("clear swamp"))
    game.put("n1", "a")
    with pytest.raises(DataError) as fault:
        game.ask("reach", subject="n1")
    assert str(fault.value) == (
        "rules.toml, movement.terrain: expected a cost of swamp, the terrain of B; "
        "write swamp = 2, or cost = 1 under [movement] for all that have no line"
    )


def test_a_space_of_which_nobody_says_the_terrain(tmp_path: Path) -> None:
    board = Board(
        [Space("a", "A", "area", {"terrain": "clear"}), Space("b", "B", "area")], [Edge("a", "b", "open")]
    )
    game = toy(tmp_path, MOVE + "[movement.terrain]\nclear = 1\n", board)
    game.put("n1", "a", movement=2)
    with pytest.raises(PositionError, match="the position does not say the terrain of B"):
        game.ask("reach", subject="n1")


def test_beside_the_map_and_without_points_nobody_moves(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear"))
    game.put("n1", "box", movement=2)
    game.put("n2", "a", movement=0)
    assert game.ask("reach", subject="n1").reasons == (
        "Unit n1 stands in Box, beside the map (rules.toml:1 movement)",
    )
    assert game.ask("reach", subject="n2").reasons == ("Unit n2 has no movement points (the position)",)
    game.put("n3", "a", movement=2)
    assert game.ask("reach", subject="n3", to="box").reasons == (
        "Box lies beside the map (rules.toml:1 movement)",
    )
    assert game.ask("reach", subject="n3", to="a").reasons == (
        "Unit n3 stands there already (rules.toml:1 movement)",
    )


def test_no_way_at_all(tmp_path: Path) -> None:
    board = Board([Space(n, n.upper(), "area", {}) for n in "abz"], [Edge("a", "b", "open")])
    game = toy(tmp_path, MOVE, board)
    game.put("n1", "a", movement=2)
    reasons = game.ask("reach", subject="n1", to="z").reasons
    assert reasons == ("no way leads to Z, however many points a unit has (rules.toml:1 movement)",)


def test_who_comes_to_a_space(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear clear clear"))
    game.put("n1", "a", movement=2)
    game.put("n2", "b", movement=1)
    game.put("s1", "d", movement=1)
    ruling = game.ask("reach", subject="c")
    assert ruling.verdict == "3 units reach C: Unit n1; Unit n2; Unit s1."
    assert ruling.answer["n1"] == {"space": "c", "sixths": 12, "path": ["b", "c"]}
    assert list(game.ask("reach", subject="c", side="south").answer) == ["s1"]
    assert game.ask("reach", subject="a", side="south").verdict == "No unit reaches A."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"subject": "n1", "side": "north"}, "--side goes with a space. Name a space, or leave it out"),
        ({"subject": "a", "to": "b"}, "--to goes with a unit. Name a unit, or leave it out"),
        ({"subject": "a", "side": "east"}, "there is no side 'east'. Write north or south"),
        ({"subject": "moon"}, "there is no unit and no space 'moon'. Names are such as A or Box"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, words: dict[str, Any], message: str) -> None:
    game = toy(tmp_path, MOVE, line("clear clear"))
    game.put("n1", "a", movement=2)
    with pytest.raises(MalformedAction) as fault:
        game.ask("reach", **words)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    ("verb", "words", "part"),
    [
        ("reach", {"subject": "n1"}, "movement"),
        ("reach", {"subject": "a"}, "movement"),
        ("legal", {"unit": "n1"}, "movement"),
        ("odds", {"kind": "attack", "area": "b"}, "crt"),
        ("odds", {"kind": "attack", "strength": "3:1"}, "crt"),
        ("supply", {"unit": "n1"}, "supply"),
        ("supply", {"unit": "north"}, "supply"),
        ("stack", {"area": "a"}, "stacking"),
        ("zoc", {"subject": "a"}, "zoc"),
        ("zoc", {"subject": "north"}, "zoc"),
    ],
)
@pytest.mark.parametrize("rules", [None, ""])
def test_what_the_file_leaves_out(
    tmp_path: Path, verb: str, words: Any, part: str, rules: str | None
) -> None:
    game = toy(tmp_path, rules, line("clear clear"))
    game.put("n1", "a", movement=2)
    game.put("s1", "b", movement=2)
    with pytest.raises(MalformedAction) as fault:
        game.ask(verb, **words)
    assert str(fault.value) == (
        f"Toy has no [{part}] in its rules.toml. docs/your-own-game.md says how to write one"
    )


# --- Zones of Control ---------------------------------------------------------------------------------------


def test_a_zoc_stops_and_its_unit_is_named(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + "[zoc]\nstop = true\n", line("clear clear clear clear"))
    game.put("n1", "a", movement=4)
    game.put("s1", "d", movement=4)
    assert list(costs(game.ask("reach", subject="n1").answer)) == ["b", "c"]
    leg = game.ask("reach", subject="n1", to="c").steps[-1]
    assert str(leg.under[-1]) == "it stops in the ZOC of Unit s1 (rules.toml:5 zoc.stop)"


def test_a_zoc_costs_to_enter_and_to_leave(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + "[zoc]\nenter = 1\nleave = 0.5\n", grid(3, 3))
    game.put("n1", "0101", movement=9)
    game.put("s1", "0303", movement=4)
    found = costs(game.ask("reach", subject="n1").answer)
    assert found["0201"] == 6
    assert found["0202"] == 12 + 6
    game.put("n1", "0202", movement=9)
    assert costs(game.ask("reach", subject="n1").answer)["0201"] == 9


def test_from_zoc_to_zoc(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + "[zoc]\ndirect = false\n", grid(3, 3))
    game.put("n1", "0202", movement=1)
    game.put("s1", "0303", movement=4)
    (reason,) = game.ask("reach", subject="n1", to="0302").reasons
    assert reason == (
        "it would go from the ZOC of Unit s1 straight into that of Unit s1 (rules.toml:5 zoc.direct)"
    )


@pytest.mark.parametrize(
    ("lines", "held"),
    [
        ("", True),
        ('without = ["hq"]', False),
        ('with = ["infantry"]', False),
        ('with = ["hq"]', True),
        ('not_across = ["river"]', False),
        ('not_into = ["town"]', False),
        ("on = false", None),
    ],
)
def test_whose_zoc_reaches_where(tmp_path: Path, lines: str, held: bool | None) -> None:
    board = line("clear town clear", boundaries={"bc": "river"})
    game = toy(tmp_path, MOVE + f"[zoc]\nstop = true\n{lines}\n", board)
    game.put("n1", "a", movement=9)
    game.put("s1", "c", movement=4, type="hq")
    if held is None:
        with pytest.raises(MalformedAction, match=r"has no Zones of Control"):
            game.ask("zoc", subject="b", side="north")
        return
    assert game.ask("zoc", subject="b", side="north").answer is held
    assert game.ask("zoc", subject="s1").answer == (["b"] if held else [])


def test_a_friend_negates_for_what_is_said(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + '[zoc]\nstop = true\nnegated = ["movement"]\n', grid(3, 3))
    game.put("n1", "0101", movement=9)
    game.put("n2", "0202", movement=4)
    game.put("s1", "0303", movement=4)
    assert game.ask("zoc", subject="0202").answer is False
    assert game.ask("zoc", subject="0202", purpose="supply").answer is True
    assert "0203" in costs(game.ask("reach", subject="n1").answer)
    game.pieces.pop("n1")
    game.put("n3", "box", movement=1)
    assert game.ask("zoc", subject="0202", side="south").verdict == "For south, 0202 is not in an enemy ZOC."


def test_zoc_of_what(tmp_path: Path) -> None:
    game = toy(tmp_path, "[zoc]\n", line("clear clear"))
    with pytest.raises(MalformedAction, match=r"nobody stands in A. Name the side affected with --side"):
        game.ask("zoc", subject="a")
    with pytest.raises(MalformedAction, match=r"--purpose 'war'. One of movement, supply"):
        game.ask("zoc", subject="a", purpose="war")
    with pytest.raises(MalformedAction, match=r"--purpose 'war'. One of movement, supply"):
        game.ask("zoc", subject="north", purpose="war")
    with pytest.raises(MalformedAction, match=r"--side goes with a space. Name a space, or leave it out"):
        game.ask("zoc", subject="north", side="south")


def test_the_zoc_of_a_side(tmp_path: Path) -> None:
    rules = '[zoc]\nwithout = ["hq"]\nnot_across = ["river"]\nnegated = ["supply"]\n'
    board = line("clear clear clear clear clear", boundaries={"bc": "river"})
    game = toy(tmp_path, rules, board)
    game.put("n1", "c")
    game.put("n2", "e", type="hq")
    game.put("n3", "box")
    game.put("s1", "d")
    ruling = game.ask("zoc", subject="North")
    assert (ruling.verdict, ruling.answer) == ("The ZOC of north covers 1 space.", ["d"])
    assert [str(step) for step in ruling.steps] == ["D: Unit n1 has its ZOC there (rules.toml:1 zoc)"]
    ruling = game.ask("zoc", subject="north", purpose="supply")
    assert (ruling.verdict, ruling.answer) == ("The ZOC of north covers 0 spaces.", [])
    assert [str(step) for step in ruling.steps] == [
        "D: Unit s1 cancels that of Unit n1 for supply (rules.toml:4 zoc.negated)"
    ]
    assert game.ask("zoc", subject="south").answer == ["c", "e"]


@pytest.mark.parametrize("subject", ["north", "a", "n1"])
def test_where_zocs_are_off_it_is_one_line(tmp_path: Path, subject: str) -> None:
    game = toy(tmp_path, "[zoc]\non = false\n", line("clear clear"))
    game.put("n1", "a")
    with pytest.raises(MalformedAction) as fault:
        game.ask("zoc", subject=subject)
    assert str(fault.value) == (
        "Toy has no Zones of Control (rules.toml:2 zoc.on). on = true is for those that do"
    )


# --- stacking -----------------------------------------------------------------------------------------------


def test_a_full_space_is_passed_and_not_ended_in(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + "[stacking]\nlimit = 1\n", line("clear clear clear"))
    game.put("n1", "a", movement=9)
    game.put("n2", "b", movement=1)
    found = game.ask("reach", subject="n1").answer
    assert costs(found) == {"c": 12}
    reason = "the limit of B is 1; Unit n2, Unit n1 count for 2 (rules.toml:5 stacking.limit)"
    assert found["refused"] == {"b": [reason]}
    assert game.ask("stack", area="b", adding=["n1"]).reasons == (reason,)


def test_a_limit_on_the_way(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE + '[stacking]\nlimit = 1\nwhen = "always"\n', line("clear clear clear"))
    game.put("n1", "a", movement=9)
    game.put("n2", "b", movement=1)
    assert costs(game.ask("reach", subject="n1").answer) == {}


@pytest.mark.parametrize(
    ("lines", "counted", "limit", "legal"),
    [
        ("limit = 3", 3, 3, True),
        ("limit = 2", 3, 2, False),
        ('limit = 2\nexempt = ["hq"]', 2, 2, True),
        ('limit = 5\ncounts = "steps"', 5, 5, True),
        ('limit = 9\ncounts = "size"', 9, 9, True),
        ("limit = 9\n[stacking.side]\nnorth = 2", 3, 2, False),
        ("limit = 2\n[stacking.terrain]\nclear = 3", 3, 3, True),
        ("[stacking.terrain]\ntown = 1", 3, None, True),
    ],
)
def test_what_counts(tmp_path: Path, lines: str, counted: int, limit: int | None, legal: bool) -> None:
    game = toy(tmp_path, f"[stacking]\n{lines}\n", line("clear"))
    game.put("n1", "a", type="infantry", steps=2, size=4)
    game.put("n2", "a", type="infantry", steps=3, size=4, status="reduced", reduced_size=4)
    game.put("n3", "a", type="hq", steps=1, size=1)
    ruling = game.ask("stack", area="a")
    assert ruling.answer == {"legal": legal, "counted": counted, "limit": limit}
    assert ruling.ok is legal


def test_the_stack_of_which_side(tmp_path: Path) -> None:
    game = toy(tmp_path, "[stacking]\nlimit = 1\n", line("clear"))
    game.put("n1", "a")
    game.put("s1", "a")
    with pytest.raises(MalformedAction, match=r"both sides stand in A. Name one with --side"):
        game.ask("stack", area="a")
    assert game.ask("stack", area="a", side="south").verdict == "A: 1 of 1, within the limit."
    assert game.ask("stack", area="box").verdict == "Box: 0, and no limit, within the limit."


# --- distance -----------------------------------------------------------------------------------------------


def test_distance_needs_no_rules(tmp_path: Path) -> None:
    board = line("clear clear clear", boundaries={"ab": "river"}, roads=["ab"], bridges=["ab"])
    game = toy(tmp_path, None, board)
    far = game.ask("distance", area="a", to="c")
    assert far.answer == {"distance": 2, "adjacent": False}
    assert far.steps[-1].text == "the most direct way: A - B - C"
    ruling = game.ask("distance", area="a", to="b")
    assert (ruling.verdict, ruling.answer) == ("1 space.", {"distance": 1, "adjacent": True})
    assert ruling.steps[-1].text == "they are adjacent across: river, with a bridge, along a road (main)"
    with pytest.raises(MalformedAction, match=r"Box lies beside the map. Name two spaces of the map"):
        game.ask("distance", area="a", to="box")


def test_no_distance_where_no_way_leads(tmp_path: Path) -> None:
    game = toy(tmp_path, None, Board([Space(n, n.upper(), "area") for n in "ab"], []))
    ruling = game.ask("distance", area="a", to="b")
    assert ruling.answer == {"distance": None, "adjacent": False}
    assert ruling.verdict == "No way of adjacent spaces leads from A to B."


def test_the_rows_of_tables_are_cited(tmp_path: Path) -> None:
    game = toy(tmp_path, MOVE, line("clear clear"))
    (game.root / "spaces.csv").write_text("# a comment\nid,name\n\na,A\nb,B\n", encoding="utf-8")
    (game.root / "edges.csv").write_text("a,b,boundary\nb,a,open\n", encoding="utf-8")
    (game.root / "units.csv").write_text("name,id,movement\nOne,n1,2\n", encoding="utf-8")
    game.put("n1", "a", movement=2)
    assert game.ask("distance", area="a", to="b").rules == ("edges.csv:2",)
    assert game.ask("distance", area="a", to="a").answer == {"distance": 0, "adjacent": False}
    assert game.ask("reach", subject="n1").rules[0] == "units.csv:2 movement"
