"""A changed board is what a board made anew would be, and what it takes over from the old one holds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.asking import sensitivity
from adjudicator.asking.loading import load_position
from adjudicator.asking.sensitivity import weighed
from adjudicator.battle_for_normandy.r07 import searches
from adjudicator.game import load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from maps.board import Board, Edge, Space
from maps.breakout_normandy.board import load_board


@pytest.mark.parametrize("seed", range(20))
def test_parts_replaced_and_added_together(seed: int) -> None:
    chance, board = random.Random(seed), load_board()
    spaces = [replace(s, name=s.name + "!") for s in chance.sample(list(board.spaces.values()), 3)]
    edges = [replace(e, boundary="river") for e in chance.sample(list(board.edges.values()), 5)]
    new = Space("x", "X", "area")
    edges += [Edge(min("x", s.id), max("x", s.id), "open") for s in spaces[:2]]
    changed = board.changed(*spaces, new, *edges)
    anew = Board(
        {**board.spaces, **{s.id: s for s in (*spaces, new)}}.values(),
        {**board.edges, **{e.id: e for e in edges}}.values(),
    )
    assert (changed.spaces, changed.edges) == (anew.spaces, anew.edges)
    assert all(changed.neighbours(s) == anew.neighbours(s) for s in anew.spaces)
    assert changed.before is board
    differ = {s for s in board.spaces if board.neighbours(s) != changed.neighbours(s)}
    assert {"x", *differ, *(s.id for s in spaces)} <= changed.altered
    assert board.neighbours(spaces[0].id) == load_board().neighbours(spaces[0].id)


def test_lines_of_the_enemy_hold_where_another_print_is_of_a_hex_that_a_side_alone_holds() -> None:
    game, before = load("battle-for-normandy"), load_position("tests/saves/epsom.vsav").position
    assert before is not None
    assert game.keep is not None
    barred = {side: searches.barred(before, side) for side in ("german", "allied")}
    germans = {piece.space for piece in before.pieces.values() if piece.side == "german"}
    held, both = min(germans & barred["allied"]), {"german", "allied"}
    cases = [((held,), "terrain", {"allied"}), ((held,), "poi", both), ((), "attack", both)]
    for spaces, column, kept in [*cases, (("c0101",), "terrain", set[str]())]:
        now = game.empty(before.board, before.pieces, before.facts)  # nothing is handed on but what is kept
        game.keep(now, before, spaces, column)
        assert {side for side in both if now.layer(f"lines/{side}/barred") is not None} == kept


@pytest.mark.parametrize("area", ["cheux", "c3829"])
def test_what_matters_is_the_same_without_what_is_kept(monkeypatch: pytest.MonkeyPatch, area: str) -> None:
    loaded = load_position("tests/saves/epsom.vsav")
    game, position = load("battle-for-normandy"), loaded.position
    assert position is not None
    asked, asking = read_question(game.questions["odds"], {"area": area}), Asking(game, position)
    ruling = asked.answer(asking)
    quick = weighed(ruling, asked, asking)
    assert {u.matters for u in quick.sources} >= {True, False}
    monkeypatch.setattr(Position, "take_over", lambda *_: None)
    assert sensitivity.weighed(ruling, asked, asking).sources == quick.sources
