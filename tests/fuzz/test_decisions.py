"""Pending decisions: each that play asks fits its shape, every kind has one, and nothing else is read."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from adjudicator.codec import position_from_json, position_to_json
from adjudicator.decisions import ROLL, faults, shapes_of
from adjudicator.errors import BocageError, PositionError
from adjudicator.game import GAMES, apply, legal, load
from adjudicator.position import AUTO, Decision, Position
from adjudicator.questions import Asking, read_question
from adjudicator.supposing import reply
from tests.every import quick_one
from tests.playing import QUICK, STARTS, wander

JUNK: tuple[Any, ...] = (
    None,
    1,
    -1,
    10**30,
    True,
    "",
    "moon",
    "german",
    [],
    [1],
    {},
    {"moon": 1},
    1.5,
    "x" * 999,
)


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_decision_has_a_shape_and_no_other_has(slug: str) -> None:
    game, known = load(slug), shapes_of(slug)
    kinds = {k for h in game.handlers.values() for k in h.answers} | set(game.rules.steps)
    assert set(known["kinds"]) == kinds - {ROLL}
    assert set(known["rolls"]) == set(game.rolls)


def asked(slug: str, scenario: str, seed: int, steps: int) -> dict[str, Position]:
    """A position for each kind of decision that play asks; all of them fit their shapes."""
    game, found = load(slug), dict[str, Position]()
    for number, (position, _) in enumerate(wander(load(slug).scenario(scenario), seed, steps)):
        units = {uid: piece.printed for uid, piece in position.pieces.items()}
        for decision in position.pending:
            assert faults(decision, game, position.board, units) == [], (seed, number, decision)
            found.setdefault(f"{decision.kind} {decision.data.get('what', '')}", position)
    return found


@pytest.mark.parametrize(("slug", "scenario"), quick_one(QUICK, "june-six"))
def test_decisions_of_play_fit_their_shapes(slug: str, scenario: str) -> None:
    assert asked(slug, scenario, 5, 250)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("slug", "scenario"), STARTS)
def test_decisions_of_long_play_fit_their_shapes(slug: str, scenario: str, seed: int) -> None:
    assert asked(slug, scenario, 40 + seed, 2500)


def spoilt(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The data of a decision with one thing wrong: a field gone, new, or of another kind, at some depth."""
    inner = [k for k, v in data.items() if isinstance(v, dict) and v]
    if inner and rng.random() < 0.5:
        key = rng.choice(inner)
        return {**data, key: spoilt(data[key], rng)}
    key = rng.choice([*data, "moon"])
    if rng.random() < 0.3:
        return {k: v for k, v in data.items() if k != key}
    return {**data, key: rng.choice(JUNK)}


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "scenario"), quick_one(QUICK, "june-six"))
def test_a_spoilt_decision_is_refused_or_harmless(slug: str, scenario: str) -> None:
    game, rng = load(slug), random.Random(9)
    refused = 0
    for position in asked(slug, scenario, 5, 250).values():
        units = {uid: piece.printed for uid, piece in position.pieces.items()}
        body = position_to_json(position)
        for _ in range(12):
            top = body["pending"][-1]
            body["pending"][-1] = {**top, "data": spoilt(dict(top["data"]), rng)}
            try:
                read = position_from_json(body, game, position.board, units)
            except PositionError:
                refused += 1
            else:
                walk(read)
            body["pending"][-1] = top
    assert refused


def walk(position: Position) -> None:
    """What was read can be played on: at worst it is refused in our own words."""
    with contextlib.suppress(BocageError):
        for action in [legal(position).sample(random.Random(n), tries=6) for n in range(2)]:
            if action is not None:
                apply(position, action)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    ("player", "kind", "data"),
    [
        ("german", "moon", {}),
        ("moon", ROLL, {}),
        ("german", ROLL, {}),
        ("dice", ROLL, {"what": "moon", "dice": ["dr"]}),
        ("dice", ROLL, {"what": [], "dice": ["dr"]}),
        ("dice", ROLL, {"dice": ["dr"]}),
        (AUTO, "moon", {}),
    ],
)
def test_decisions_that_nobody_asks(slug: str, player: str, kind: str, data: dict[str, Any]) -> None:
    game = load(slug)
    board = game.scenario(next(iter(game.scenarios))).board
    assert len(faults(Decision(player, kind, "1", data), game, board, {})) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_refuses_what_it_does_not_have(slug: str) -> None:
    game, known = load(slug), shapes_of(slug)
    board = game.scenario(next(iter(game.scenarios))).board
    for kind in known["kinds"]:
        player = AUTO if kind in game.rules.steps else "german"
        found = faults(Decision(player, kind, "1", {"moon": 1}), game, board, {})
        assert f"a pending {kind!r} has no 'moon'" in found
    for roll in known["rolls"]:
        data = {"what": roll, "dice": ["dr"], "moon": 1}
        assert any(
            "has no 'moon'" in text for text in faults(Decision("dice", ROLL, "1", data), game, board, {})
        )


@pytest.mark.parametrize(
    ("values", "at"),
    [([], 0), ([13, 2], 0), ([7], 0), ([7, 7, 7], 0), ([0, 7], 0), ([7, 7], 2), ([7, 7], -1)],
)
def test_numbers_that_nobody_rolled(values: list[int], at: int) -> None:
    game = load("breakout-normandy")
    start = game.scenario("d-day")
    units = {uid: piece.printed for uid, piece in start.pieces.items()}
    fight = {"area": "caen", "units": ["ge-916"], "point": "ge-916", "support": [], "forward": "ge-916"}
    roll = {"what": "assault", "dice": ["DR", "DR"], **fight, "attacker": "german", "av": 3, "dv": 3}
    asked = Decision("german", "reroll", "11.6", {"roll": roll, "values": values, "of": "9.11"})
    again = {**roll, "roll": roll, "at": at, "instead-of": values, "dice": ["DR"]}
    pending = [Decision("dice", ROLL, "9.11", again)] if at else [asked]
    assert "nobody rolls" in str([faults(decision, game, start.board, units) for decision in pending])


def test_a_fact_about_a_unit_that_is_not_there_ends_nothing() -> None:
    game = load("june-six")
    start = game.scenario("campaign")
    body = position_to_json(start)
    units = {uid: piece.printed for uid, piece in start.pieces.items()}
    body["units"] = [row for row in body["units"] if row["id"] != "us-4-22"]
    body["facts"] |= {item: {"us-4-22": True} for item in ("active", "pinned", "fired")}
    body["facts"]["activation"] = {"": "me"}
    position = position_from_json(body, game, start.board, units)
    for verb in ("next", "end"):
        said = reply(read_question(game.questions[verb], {}), Asking(game, position))
        assert said.verdict


@pytest.mark.parametrize(
    ("slug", "scenario", "kind", "field"),
    [
        ("june-six", "campaign", "release-failed", "formation"),
        ("june-six", "campaign", "release-failed", "chit"),
        ("june-six", "campaign", "free-ops", "marker"),
        ("storm-over-normandy", "invasion", "give-up", "card"),
        ("storm-over-normandy", "invasion", "card-effect", "effect"),
        ("battle-for-normandy", "campaign", "mulberry", "site"),
        ("battle-for-normandy", "campaign", "box-bridge", "box"),
        ("battle-for-normandy", "campaign", "quality", "formation"),
        ("battle-for-normandy", "campaign", "withdrawal", "what_leaves"),
    ],
)
def test_a_wrong_id_in_a_decision_is_one_clear_line(slug: str, scenario: str, kind: str, field: str) -> None:
    game, board = load(slug), load(slug).scenario(scenario).board
    rolled = {"what": kind, "dice": ["d6"]} if kind in game.rolls else {}
    player = "dice" if rolled else AUTO if kind in game.rules.steps else "german"
    decision = Decision(player, ROLL if rolled else kind, "1.0", {**rolled, field: "moon"})
    found = [line for line in faults(decision, game, board, {}) if f"{field} is " in line]
    assert len(found) == 1
    assert found[0].endswith("not 'moon'")
