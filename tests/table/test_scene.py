"""What lies on the table: every piece once, whatever the position; of what is hidden no more than that."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from adjudicator import open_position
from adjudicator.battle_for_normandy import GAME as BATTLE
from adjudicator.game import Viewpoint, load, seen_by
from adjudicator.position import Position
from adjudicator.table.drawing.ground import ground_of
from adjudicator.table.drawing.laying import ELSEWHERE, MAP
from adjudicator.table.drawing.scene import Scene, scene_of
from tests.playing import QUICK, wander
from tests.properties.test_june_six_leaks import pairs as june_pairs
from tests.properties.test_storm_and_summer_leaks import storm_pairs, summer_pairs

SAVES = sorted(p for p in (Path(__file__).parents[1] / "saves").iterdir() if p.suffix in {".vsav", ".txt"})
Pair = tuple[Position, Position, str]


def whole(position: Position, viewpoint: str) -> Scene:
    """The scene, checked: every unit that the viewpoint sees is there once, and no id occurs twice."""
    scene, at = scene_of(position, viewpoint), seen_by(position, viewpoint)
    counted = Counter(p.id for p in scene.pieces)
    assert not [id_ for id_, number in counted.items() if number > 1]
    assert {p.id for p in scene.pieces if p.kind == "unit"} == set(at.pieces)
    ground = ground_of(at)
    windows = {w.name: (w.width, w.height) for w in ground.windows} | {MAP: (ground.width, ground.height)}
    for piece in scene.pieces:
        width, height = windows[piece.window]
        assert piece.window == ELSEWHERE or (0 <= piece.x <= width and 0 <= piece.y <= height), piece
        assert piece.face
        assert piece.lines
    return scene


@pytest.mark.parametrize("path", SAVES, ids=lambda p: p.name)
@pytest.mark.parametrize("viewpoint", get_args(Viewpoint))
def test_every_piece_of_a_save_is_there_once(path: Path, viewpoint: str) -> None:
    whole(open_position(path), viewpoint)


@pytest.mark.parametrize(("slug", "scenario"), QUICK)
def test_every_piece_is_there_once_after_any_action(slug: str, scenario: str) -> None:
    for number, (position, _) in enumerate(wander(load(slug).scenario(scenario), 11, 25)):
        if number % 12 == 0:
            whole(position, random.Random(number).choice(get_args(Viewpoint)))


def battle_pairs() -> Iterator[Pair]:
    """Two Strongpoints out of sight that have changed places."""
    position = BATTLE.scenario("campaign")
    points = [p for p in position.pieces.values() if p.printed.type == "strongpoint" and "hex" in
              position.board.spaces[p.space].kind]  # fmt: skip
    for one, other in zip(points[:4:2], points[1:4:2], strict=True):
        draft = position.draft()
        draft.place(one.uid, other.space)
        draft.place(other.uid, one.space)
        draft.set_status(one.uid, other.status)
        draft.set_status(other.uid, one.status)
        yield position, draft.finish(), "allied"


@pytest.mark.parametrize("name", ["storm", "summer", "june", "battle"])
def test_what_is_hidden_changes_nothing(name: str) -> None:
    rng = random.Random(7)
    pairs = {
        "storm": lambda: storm_pairs(rng, 7, 40, 20),
        "summer": lambda: summer_pairs(rng, 7, 2, 14),
        "june": lambda: june_pairs(7, 21, 20),
        "battle": battle_pairs,
    }
    compared = 0
    for one, other, viewer in pairs[name]():
        for who in (viewer, "public"):
            first, second = scene_of(one, who), scene_of(other, who)
            assert first.form() == second.form()
            assert first.own == second.own
        compared += one != other
    assert compared


def test_a_masked_piece_shows_a_masked_face_and_its_place() -> None:
    scene = scene_of(BATTLE.scenario("campaign"), "allied")
    hidden = [p for p in scene.pieces if p.hidden]
    assert {p.face for p in hidden} == {"masked_german_strongpoint", "masked_german_unit"}
    assert all(len(p.lines) == 2 and not p.badges for p in hidden)
    known = {p.id for p in scene_of(BATTLE.scenario("campaign"), "german").pieces}
    assert not known & {p.id for p in hidden}


def test_a_hand_is_there_for_its_owner_alone() -> None:
    position = open_position(SAVES[0].parent / "storm.vsav")
    hands = {
        who: {p.window for p in scene_of(position, who).pieces if p.window.endswith("hand")}
        for who in get_args(Viewpoint)
    }
    assert hands == {
        "german": {"german-hand"},
        "allied": {"allied-hand"},
        "public": set(),
        "referee": {"german-hand", "allied-hand"},
    }


def test_combat_cards_lie_in_their_decks_and_what_is_drawn_beside_them() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    draft.set("cards-drawn", "11000000001", "german")
    at = {p.id: p for p in scene_of(draft.finish()).pieces if "card" in p.face}
    assert at["deck:German Cards"].lines == ("German Cards: 33 cards",)
    assert at["deck:Allied Cards"].lines == ("Allied Cards: 36 cards",)
    drawn = {id_: p.lines[0] for id_, p in at.items() if not id_.startswith("deck:")}
    assert drawn == {f"card-german-{n}-1": f"German card {n}" for n in (2, 3, 12)}


def test_states_are_seen_on_the_piece_and_told_in_words() -> None:
    game = load("june-six")
    draft = game.scenario("campaign").draft()
    uid = next(u for u, p in sorted(draft.pieces.items()) if p.printed.steps > 1)
    draft.set("disorder", 2, uid)
    draft.set_status(uid, "reduced")
    piece = next(p for p in scene_of(draft.finish()).pieces if p.id == uid)
    assert (piece.face, piece.turn, piece.status) == (f"{uid}_b", True, "reduced")
    assert [b.face for b in piece.badges] == ["badge_disorder_2"]
    assert "disorder: 2" in piece.lines


def test_a_disrupted_unit_wears_its_level() -> None:
    draft = load("breakout-normandy").scenario("d-day").draft()
    draft.set_status("ge-916", "d2")
    piece = next(p for p in scene_of(draft.finish()).pieces if p.id == "ge-916")
    assert (piece.face, [b.face for b in piece.badges]) == ("ge-916_b", ["status_d2"])


def test_what_no_window_shows_lies_elsewhere() -> None:
    position = load("breakout-normandy").scenario("d-day").draft()
    position.place("ge-916", "atlantis")
    piece = next(p for p in scene_of(position.finish()).pieces if p.id == "ge-916")
    assert (piece.window, piece.space) == (ELSEWHERE, "atlantis")


def test_a_sketch_has_counters_of_its_own() -> None:
    scene = scene_of(open_position("breakout-normandy, 6 june\nA: us | us inf 4-4-4 '116' fresh"))
    (unit,) = [p for p in scene.pieces if p.kind == "unit"]
    assert unit.face.removesuffix("_f") in scene.own
    assert next(p for p in scene.pieces if p.kind == "marker").space == "a"
