"""Supply lines of a game in a folder: each line of rules.toml by itself, sources of every kind, and laws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.errors import DataError, MalformedAction
from maps.board import Board, Edge, Space
from tests.homemade.boards import Toy, grid, line, toy

SOURCE = '[[supply.source]]\nside = "north"\nspaces = ["a"]\n'


def supply(lines: str = "", source: str = SOURCE) -> str:
    return f"[movement]\nallowance = 4\ncost = 1\n[supply]\n{lines}\n{source}"


def test_a_line_with_its_length_and_its_source(tmp_path: Path) -> None:
    game = toy(tmp_path, supply("length = 2"), line("clear clear clear"))
    game.put("n1", "c")
    ruling = game.ask("supply", unit="n1")
    assert ruling.verdict == "Unit n1 is in supply from A."
    assert ruling.answer == {"supplied": True, "path": ["c", "b", "a"], "length": "2", "cut": {}}
    assert [str(step) for step in ruling.steps] == [
        "a source of north: A (rules.toml:6 supply.source[1])",
        "its line: C - B - A, 2 spaces of 2 spaces (rules.toml:5 supply.length)",
    ]


def test_a_unit_on_its_source_needs_no_line(tmp_path: Path) -> None:
    game = toy(tmp_path, supply("length = 1"), line("clear"))
    game.put("n1", "a")
    assert game.ask("supply", unit="n1").answer["path"] == ["a"]


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    game = toy(tmp_path, supply("length = 1"), line("clear clear clear"))
    game.put("n1", "c")
    ruling = game.ask("supply", unit="n1")
    assert ruling.verdict == "Unit n1 is out of supply."
    assert str(ruling.steps[1]) == (
        "the shortest line has 2 spaces, and the most is 1 space (rules.toml:5 supply.length)"
    )


@pytest.mark.parametrize(
    ("lines", "board", "enemy", "reason"),
    [
        ("", line("clear clear clear"), "b", "enemy units stand there: Unit s1 (rules.toml:4 supply)"),
        ("zoc = true", grid(3, 3), "0201", "it is in the ZOC of Unit s1 (rules.toml:5 supply.zoc)"),
        (
            'not_across = ["river"]',
            line("clear clear clear", boundaries={"bc": "river"}),
            "",
            "no line crosses a river (rules.toml:5 supply.not_across)",
        ),
        (
            'not_into = ["sea"]',
            line("clear sea clear"),
            "",
            "no line enters sea (rules.toml:5 supply.not_into)",
        ),
    ],
)
def test_where_it_is_cut_and_why(tmp_path: Path, lines: str, board: Board, enemy: str, reason: str) -> None:
    hexes = "0101" in board.spaces
    source = SOURCE.replace('"a"', '"0101"') if hexes else SOURCE
    game = toy(tmp_path, supply(lines, source) + "[zoc]\n", board)
    game.put("n1", "0303" if hexes else "c")
    if enemy:
        game.put("s1", enemy)
    ruling = game.ask("supply", unit="n1")
    assert ruling.answer["supplied"] is False
    assert reason in [why for faults in ruling.answer["cut"].values() for why in faults]
    assert reason in " ".join(map(str, ruling.steps))
    assert game.ask("supply", unit="north").answer == ["n1"]


def test_a_bridge_lets_a_line_across(tmp_path: Path) -> None:
    board = line("clear clear", boundaries={"ab": "river"}, bridges=["ab"])
    game = toy(tmp_path, supply('not_across = ["river"]'), board)
    game.put("n1", "b")
    assert game.ask("supply", unit="n1").answer["supplied"]


def test_a_friend_in_the_zoc_keeps_the_line_open(tmp_path: Path) -> None:
    board = line("clear clear clear clear")
    game = toy(tmp_path, supply("zoc = true") + '[zoc]\nnegated = ["supply"]\n', board)
    game.put("n1", "d")
    game.put("s1", "b", side="south")
    assert not game.ask("supply", unit="n1").answer["supplied"]
    spaces = [Space(n, n.upper(), "area") for n in "abcx"]
    board = Board(spaces, [Edge("a", "b", "open"), Edge("b", "c", "open"), Edge("b", "x", "open")])
    game = toy(tmp_path, supply("zoc = true") + '[zoc]\nnegated = ["supply"]\n', board)
    game.put("n1", "c")
    game.put("s1", "x")
    assert not game.ask("supply", unit="n1").answer["supplied"]
    game.put("n2", "b")
    assert game.ask("supply", unit="n1").answer["path"] == ["c", "b", "a"]


def test_points_of_a_class_and_roads(tmp_path: Path) -> None:
    rules = (
        "[movement]\nallowance = 4\ncost = 1\n[movement.terrain]\nwoods = 3\n[movement.road]\nmain = 0.5\n"
        '[movement.class.truck]\ntypes = ["truck"]\n[movement.class.truck.terrain]\nwoods = "no"\n'
        '[supply]\nlength = 4\nmeasure = "points"\n' + SOURCE
    )
    board = line("clear woods clear", roads=["bc"])
    game = toy(tmp_path, rules, board)
    game.put("n1", "c", type="foot")
    game.put("n2", "c", type="truck")
    assert game.ask("supply", unit="n1").answer["length"] == "3/2"
    assert game.ask("supply", unit="n2").answer["supplied"]
    game = toy(tmp_path, rules.replace('"points"', '"points"\nclass = "truck"'), line("clear woods clear"))
    game.put("n1", "c", type="foot")
    told = game.ask("supply", unit="n1").answer
    assert told["cut"] == {
        "b": ["no line of points leads over woods (rules.toml:11 movement.class.truck.terrain.woods)"]
    }


def test_free_roads(tmp_path: Path) -> None:
    game = toy(
        tmp_path, supply('length = 1\nroads = "free"'), line("clear clear clear clear", roads=["ab", "bc"])
    )
    game.put("n1", "d")
    assert game.ask("supply", unit="n1").answer["length"] == "1"


def test_beside_the_map_no_line_is_traced(tmp_path: Path) -> None:
    game = toy(tmp_path, supply(), line("clear"))
    game.put("n1", "box")
    assert game.ask("supply", unit="n1").verdict == "Unit n1 is not on the map."
    assert game.ask("supply", unit="north").verdict == "Out of supply: none."


def test_a_side_without_a_source(tmp_path: Path) -> None:
    game = toy(tmp_path, supply(), line("clear clear"))
    game.put("s1", "b")
    ruling = game.ask("supply", unit="s1")
    assert ruling.steps[0].text == "sources of south: none"
    assert ruling.steps[1].text == "no way of adjacent spaces leads to a source"


def test_sources_of_a_column(tmp_path: Path) -> None:
    spaces = [
        Space(n, n.upper(), "area", {"supply": w}) for n, w in zip("abc", ["north", "", "yes"], strict=True)
    ]
    board = Board(spaces, [Edge("a", "b", "open"), Edge("b", "c", "open")])
    rules = supply(
        "length = 0",
        "".join(f'[[supply.source]]\nside = "{s}"\ncolumn = "supply"\n' for s in ("north", "south")),
    )
    game = toy(tmp_path, rules, board)
    for space in "abc":
        game.put(f"n{space}", space)
        game.put(f"s{space}", "box", side="south")
    assert game.ask("supply", unit="north").answer == ["nb"]


@pytest.mark.parametrize(
    ("edge", "flags", "wanted"),
    [
        ("north", "", "0101 0201 0301"),
        ("south", "", "0102 0202 0302"),
        ("west", "", "0101 0102"),
        ("east", "", "0301 0302"),
        ("north", "pointed = true", "0101 0102"),
        ("south", "pointed = true", "0301 0302"),
        ("west", "pointed = true", "0101 0201 0301"),
        ("north", "pointed = true\nnorthward = true", "0301 0302"),
        ("east", "pointed = true\nwestward = true", "0101 0201 0301"),
    ],
)
def test_sources_on_an_edge_of_the_map(tmp_path: Path, edge: str, flags: str, wanted: str) -> None:
    source = f'[[supply.source]]\nside = "north"\nedge = "{edge}"\n'
    game = toy(tmp_path, supply("length = 0", source), grid(3, 2))
    (game.root / "map.toml").write_text(f"[hexes]\n{flags}\n", encoding="utf-8")
    for space in game.board.spaces:
        game.put(f"n{space}", space)
    out = set(game.ask("supply", unit="north").answer)
    assert {uid[1:] for uid in game.pieces} - {uid[1:] for uid in out} - {"box"} == set(wanted.split())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            'side = "east"\nspaces = ["a"]',
            "line 7, side: expected a side of game.toml, not 'east'; there are north, south",
        ),
        ('side = "north"\nspaces = ["q"]', "expected spaces of the map, not 'q'; spaces.csv lists them"),
        ('side = "north"\ncolumn = "q"', "expected a column of spaces.csv, not 'q'"),
        (
            'side = "north"\nedge = "west"',
            "expected hexes with numbers such as 0308 for an edge of the map; name the spaces instead",
        ),
    ],
)
def test_sources_that_are_none(tmp_path: Path, source: str, message: str) -> None:
    game = toy(tmp_path, supply("", f"[[supply.source]]\n{source}\n"), line("clear clear"))
    game.put("n1", "b")
    with pytest.raises(DataError) as fault:
        game.ask("supply", unit="n1")
    assert message.removeprefix("line 7, side: ") in str(fault.value)
    assert str(fault.value).startswith("rules.toml, line ")


def test_a_unit_that_is_not_there(tmp_path: Path) -> None:
    game = toy(tmp_path, supply(), line("clear"))
    with pytest.raises(MalformedAction, match="there is no unit 'x'"):
        game.ask("supply", unit="x")


# --- laws ---------------------------------------------------------------------------------------------------

HEXES = [f"{c:02}{r:02}" for c in range(1, 5) for r in range(1, 5)]
FAST = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
RULES = """[movement]
allowance = 4
[movement.terrain]
clear = 1
woods = 2
sea = "no"
[movement.boundary]
river = "+1"
[zoc]
not_across = ["river"]
negated = ["supply"]
[supply]
length = 5
measure = "points"
zoc = true
[[supply.source]]
side = "north"
edge = "north"
"""


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    return toy(tmp_path_factory.mktemp("supply"), RULES)


def boards() -> st.SearchStrategy[Board]:
    ids = list(grid(4, 4).edges)
    return st.builds(
        lambda t, e: grid(4, 4, t, {i: {"boundary": "river"} for i in e}),
        st.dictionaries(st.sampled_from(HEXES), st.sampled_from(["woods", "sea"]), max_size=8),
        st.sets(st.sampled_from(ids), max_size=8),
    )


def set_up(game: Toy, board: Board, north: Any, south: Any) -> None:
    game.board, game.pieces = board, {}
    for number, space in enumerate(sorted(south)):
        game.put(f"s{number}", space)
    for number, space in enumerate(sorted(north - south)):
        game.put(f"n{number}", space)


@FAST
@given(
    boards(),
    st.sets(st.sampled_from(HEXES), min_size=1, max_size=4),
    st.sets(st.sampled_from(HEXES), max_size=3),
    st.sampled_from(HEXES),
)
def test_one_more_enemy_never_helps(
    ruled: Toy, board: Board, north: set[str], south: set[str], more: str
) -> None:
    if more in north:
        return
    set_up(ruled, board, north, south)
    before = {ruled.pieces[uid].space for uid in ruled.ask("supply", unit="north").answer}
    set_up(ruled, board, north - south, south | {more})
    after = {ruled.pieces[uid].space for uid in ruled.ask("supply", unit="north").answer}
    assert before <= after


@FAST
@given(
    boards(),
    st.sets(st.sampled_from(HEXES), min_size=1, max_size=4),
    st.sets(st.sampled_from(HEXES), max_size=3),
)
def test_supply_against_networkx(ruled: Toy, board: Board, north: set[str], south: set[str]) -> None:
    set_up(ruled, board, north, south)
    held = {p.space for p in ruled.pieces.values() if p.side == "north"}
    zoc = {
        other
        for space in south
        for edge, other in board.neighbours(space)
        if edge.boundary != "river" and other not in held
    }
    shut = south | zoc | {s.id for s in board.spaces.values() if s["terrain"] == "sea" or s.kind == "box"}
    graph = nx.DiGraph()
    graph.add_nodes_from(board.spaces)
    for edge in board.edges.values():
        for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
            if b not in shut:
                cost = (2 if board.spaces[b]["terrain"] == "woods" else 1) + (edge.boundary == "river")
                graph.add_edge(a, b, weight=cost)
    for uid, piece in ruled.pieces.items():
        if piece.side != "north":
            continue
        found = nx.single_source_dijkstra_path_length(graph, piece.space, weight="weight")
        least = min((cost for space, cost in found.items() if space[2:] == "01"), default=99)
        told = ruled.ask("supply", unit=uid).answer
        assert told["supplied"] is (least <= 5)
        if least <= 5:
            assert told["length"] == str(least)
