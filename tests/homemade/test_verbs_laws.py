"""Laws of the verbs on random boards: reach against every way tried one by one, and one voice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.answer_forms import forms_in
from adjudicator.homemade.answers import ANSWERS
from maps.board import Board
from tests.homemade.boards import Toy, grid, toy

HEXES = [f"{c:02}{r:02}" for c in range(1, 4) for r in range(1, 4)]
EDGES = list(grid(3, 3).edges)
TERRAIN = {"clear": 1, "woods": 2, "marsh": 3, "sea": None}
RULES = """[stacking]
limit = 2
[movement]
allowance = "movement"
minimum = {minimum}
enemy = "{enemy}"
[movement.terrain]
clear = 1
woods = 2
marsh = "3 stop"
sea = "no"
[movement.boundary]
river = "+1"
gorge = "all"
cliff = "no"
bridge = "+0"
[movement.road]
main = 0.5
[zoc]
stop = {stop}
enter = 0.5
leave = 1
direct = {direct}
negated = ["movement"]
[supply]
length = 3
zoc = true
[[supply.source]]
side = "north"
edge = "north"
[[supply.source]]
side = "south"
edge = "south"
[crt]
dice = "1d6"
columns = ["1:2", "1:1", "2:1"]
[crt.rows]
1-2 = ["A", "A", "D"]
3-6 = ["A", "D", "D"]
"""
CASES = [
    {"minimum": "false", "enemy": "no", "stop": "true", "direct": "true"},
    {"minimum": "true", "enemy": "no", "stop": "false", "direct": "false"},
    {"minimum": "true", "enemy": "stop", "stop": "false", "direct": "true"},
    {"minimum": "false", "enemy": "free", "stop": "true", "direct": "false"},
]
FAST = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module", params=CASES, ids=[" ".join(case.values()) for case in CASES])
def ruled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Toy, Mapping[str, str]]:
    return toy(tmp_path_factory.mktemp("laws"), RULES.format(**request.param)), request.param


@st.composite
def boards(draw: st.DrawFn) -> Board:
    terrain = draw(st.dictionaries(st.sampled_from(HEXES), st.sampled_from(sorted(TERRAIN)), max_size=6))
    kinds = st.sampled_from(["river", "gorge", "cliff"])
    edges: dict[str, dict[str, Any]] = {}
    for edge in draw(st.sets(st.sampled_from(EDGES), max_size=6)):
        edges[edge] = {"boundary": draw(kinds), "bridge": draw(st.booleans())}
    for edge in draw(st.sets(st.sampled_from(EDGES), max_size=5)):
        edges.setdefault(edge, {})["road"] = "main"
    return grid(3, 3, terrain, edges)


STANDING = st.dictionaries(
    st.sampled_from(HEXES[1:]), st.sampled_from(["north", "south", "two north"]), max_size=4
)


def set_up(game: Toy, board: Board, standing: Mapping[str, str], movement: int) -> None:
    game.board, game.pieces = board, {}
    game.put("n0", HEXES[0], movement=movement, attack=2, defense=2)
    for space, who in standing.items():
        for number in range(2 if who.startswith("two") else 1):
            uid = f"{who.split()[-1][0]}{space}-{number}"
            game.put(uid, space, movement=2, attack=2, defense=2)


def by_hand(  # noqa: C901 - every line of the file, by hand
    game: Toy, case: Mapping[str, str], movement: int
) -> dict[str, Fraction]:
    """Every way that a unit can go, tried one by one: a way never comes back to a space."""
    board = game.board
    south = {p.space for p in game.pieces.values() if p.side == "south"}
    others = {p.space for p in game.pieces.values() if p.side == "north" and p.uid != "n0"}
    zoc = {other for space in south for _, other in board.neighbours(space)} - others
    best: dict[str, Fraction] = {}

    def go(here: str, spent: Fraction, been: frozenset[str]) -> None:
        for edge, other in board.neighbours(here):
            if other in been or board.spaces[other].kind == "box":
                continue
            terrain, stop, whole = str(board.spaces[other]["terrain"]), False, False
            if edge.road:
                cost = Fraction(1, 2)
            elif terrain == "sea":
                continue
            else:
                cost, stop = Fraction(TERRAIN[terrain] or 0), terrain == "marsh"
            if not edge.bridge:
                if edge.boundary == "cliff" or (edge.boundary == "gorge" and here != HEXES[0]):
                    continue
                cost += edge.boundary == "river"
                whole = edge.boundary == "gorge"
            if other in south:
                if case["enemy"] == "no":
                    continue
                stop = stop or case["enemy"] == "stop"
            if here in zoc and other in zoc and case["direct"] == "false":
                continue
            cost += Fraction(other in zoc, 2) + (here in zoc)
            stop = stop or whole or (other in zoc and case["stop"] == "true")
            if whole:
                cost = Fraction(movement)
            if here == HEXES[0] and case["minimum"] == "true" and cost > movement:
                cost, stop = Fraction(movement), True
            if spent + cost > movement:
                continue
            mates = sum(p.space == other and p.side == "north" for p in game.pieces.values())
            if mates < 2:
                best[other] = min(best.get(other, spent + cost), spent + cost)
            if not stop:
                go(other, spent + cost, been | {other})

    go(HEXES[0], Fraction(0), frozenset({HEXES[0]}))
    return best


@FAST
@given(boards(), STANDING, st.integers(1, 5))
def test_reach_against_every_way(
    ruled: tuple[Toy, Mapping[str, str]], board: Board, standing: dict[str, str], movement: int
) -> None:
    game, case = ruled
    set_up(game, board, standing, movement)
    found = game.ask("reach", subject="n0").answer
    told = {way["space"]: Fraction(way["sixths"], 6) for way in found["destinations"]}
    assert told == by_hand(game, case, movement)
    assert not told.keys() & found["refused"].keys()


@FAST
@given(boards(), STANDING, st.integers(1, 5))
def test_one_voice(
    ruled: tuple[Toy, Mapping[str, str]], board: Board, standing: dict[str, str], movement: int
) -> None:
    game, _ = ruled
    set_up(game, board, standing, movement)
    found = game.ask("legal", unit="n0").answer
    told = {way["space"]: way for way in found["destinations"]}
    distance = nx.single_source_shortest_path_length(
        nx.Graph((e.a, e.b) for e in board.edges.values()), HEXES[0]
    )
    for space in HEXES:
        one = game.ask("reach", subject="n0", to=space)
        assert one.ok is (space in told)
        assert one.answer == found
        stacked = game.ask("stack", area=space, adding=["n0"], side="north").ok
        assert stacked or space not in told
        if not stacked and space in found["refused"]:
            assert any("stacking.limit" in why for why in found["refused"][space]) or space not in told
        comers = game.ask("reach", subject=space, side="north").answer
        assert comers.get("n0") == told.get(space)
        assert game.ask("distance", area=HEXES[0], to=space).answer["distance"] == distance[space]
        if space in told:
            assert len(told[space]["path"]) >= distance[space]
    assert game.ask("supply", unit="north").answer == [
        uid
        for uid, piece in game.pieces.items()
        if piece.side == "north" and not game.ask("supply", unit=uid).answer["supplied"]
    ]


@FAST
@given(boards(), STANDING)
def test_an_enemy_zoc_is_the_same_for_all_verbs(
    ruled: tuple[Toy, Mapping[str, str]], board: Board, standing: dict[str, str]
) -> None:
    game, _ = ruled
    set_up(game, board, standing, 3)
    for uid, piece in list(game.pieces.items()):
        if piece.side == "south":
            for space in game.ask("zoc", subject=uid).answer:
                assert game.ask("zoc", subject=space, side="north", purpose="supply").answer
                assert space in {o for _, o in board.neighbours(piece.space)}
    for side, enemy in (("north", "south"), ("south", "north")):
        for purpose in ("movement", "supply"):
            answered = game.ask("zoc", subject=side, purpose=purpose)
            one_by_one = {s: game.ask("zoc", subject=s, side=enemy, purpose=purpose) for s in HEXES}
            assert answered.answer == [s for s in HEXES if one_by_one[s].answer]
            for step in answered.steps:  # and each is said with the unit whose it is, or who cancels it
                assert "cancels" in step.text or step.text.partition(": ")[2] in {
                    told.text for told in one_by_one[step.text.partition(":")[0]].steps
                }
    for space in HEXES:
        held = game.ask("zoc", subject=space, side="north").answer
        own = any(p.side == "north" for p in game.position.units_in(space))
        assert not (held and own)


@FAST
@given(boards(), STANDING, st.integers(1, 5))
def test_answers_have_the_form_that_is_declared(
    ruled: tuple[Toy, Mapping[str, str]], board: Board, standing: dict[str, str], movement: int
) -> None:
    import msgspec

    game, _ = ruled
    set_up(game, board, standing, movement)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("reach", {"subject": "n0"}),
        ("reach", {"subject": HEXES[4]}),
        ("legal", {"unit": "n0", "to": HEXES[-1]}),
        ("distance", {"area": HEXES[0], "to": HEXES[1]}),
        ("stack", {"area": HEXES[0]}),
        ("supply", {"unit": "n0"}),
        ("supply", {"unit": "south"}),
        ("zoc", {"subject": "n0"}),
        ("zoc", {"subject": HEXES[4], "side": "south"}),
        ("zoc", {"subject": "north"}),
        ("odds", {"kind": "attack", "strength": "5:3"}),
    ]
    asked += [
        ("odds", {"kind": "attack", "area": p.space, "with_units": ["n0"]})
        for p in game.pieces.values()
        if p.side == "south"
    ]
    for verb, words in asked:
        answer = msgspec.json.encode(game.ask(verb, **words).answer)
        if answer == b"null":
            continue
        fits = 0
        for form in forms_in(ANSWERS[verb]):
            try:
                msgspec.json.decode(answer, type=form)
                fits += 1
            except msgspec.ValidationError:
                continue
        assert fits, (verb, answer)
    assert ANSWERS.keys() <= set(game.game.questions)
