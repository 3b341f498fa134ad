"""Layers that a position brings up to date from those of the position before: held against computing anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of
from adjudicator.battle_for_normandy.r07.combat import chain
from adjudicator.battle_for_normandy.r07.general import in_supply, supply_line
from adjudicator.battle_for_normandy.r07.searches import Searches, barred
from adjudicator.battle_for_normandy.r07.seating import guest_ways
from adjudicator.contract import GAMES, load
from adjudicator.game import apply, legal
from adjudicator.position import Draft, Earlier, Position
from tests.battle_for_normandy.front import front
from tests.bench_work import fresh

SIDES = (terms.GERMAN, terms.ALLIED)


# --- every layer, in every game ---------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """What of a layer must be equal; searches are looked at by what they find, in the tests below."""
    if isinstance(value, Searches):
        return value.closed
    guests = getattr(value, "guests", None)
    return value if guests is None else ({u: way.line() for u, way in guests.items()}, value.offers.keys())


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of layers that were brought up to date, each compared with the same computed anew."""
    names: list[str] = []
    derived = Position.derived

    def checked(self: Position, name: str, compute: Callable[[Position], Any], update: Any = None) -> Any:
        new = update is not None and name not in self._cache and name in self._earlier
        value = derived(self, name, compute, update)
        if new:
            names.append(name)
            assert plain(value) == plain(compute(fresh(self))), name
        return value

    monkeypatch.setattr(Position, "derived", checked)
    return names


def walk(position: Position, seed: int, steps: int) -> Iterator[Position]:
    """Random legal play."""
    rng = random.Random(seed)
    for _ in range(steps):
        action = legal(position).sample(rng)
        if action is None:
            return
        position = apply(position, action)
        yield position


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.usefixtures("compared")
def test_layers_of_random_play_are_those_computed_fresh(slug: str) -> None:
    game = load(slug)
    for position in walk(game.scenario(next(iter(game.scenarios))), 4, 60):
        assert position.game == slug


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.usefixtures("compared")
def test_layers_of_long_random_play_are_those_computed_fresh(slug: str, seed: int) -> None:
    game = load(slug)
    for scenario in game.scenarios:
        for position in walk(game.scenario(scenario), seed, 400):
            assert position.game == slug


@pytest.mark.slow
def test_layers_of_play_on_the_long_front_are_those_computed_fresh(compared: list[str]) -> None:
    for number, position in enumerate(walk(front(), 1, 12)):
        if number % 3 == 0:
            assert [len(guest_ways(position, side)) for side in SIDES]
    assert {"lines/allied/guests", "lines/allied/bars", "lines/allied/searches", "hqs"} <= set(compared)


# --- supply after anything that may happen ----------------------------------------------------------------


def disturb(draft: Draft, rng: random.Random) -> None:
    """Something that bears on supply: units moved about or lost, bridges, weather, decrees, attachments."""
    units = [p for p in draft.pieces.values() if terms.on_map(draft, p)]
    piece = rng.choice(units)
    match rng.randrange(8):
        case 0 | 1 | 2:
            near = [to for _, to in draft.board.neighbours(piece.space) if terms.is_land(draft.board, to)]
            draft.place(piece.uid, rng.choice(near or [piece.space]))
        case 3:
            draft.place(piece.uid, rng.choice(units).space)
        case 4:
            draft.place(piece.uid, terms.ELIMINATED)
        case 5:
            hqs = [p for p in units if terms.is_hq(p.printed)]
            draft.place(rng.choice(hqs).uid, rng.choice(units).space)
        case 6:
            bridges = [edge.id for edge in draft.board.edges.values() if edge.bridge]
            draft.set("blown", rng.random() < 0.8, rng.choice(bridges))
        case _:
            draft.set("weather", rng.choice(["clear", "clear", "storm"]))
            draft.set("date", rng.choice([40, 50, 50]))
            draft.set("time", rng.choice(["am", "am", "night"]))
            draft.set("general-supply", rng.choice(["in", "out", ""]), piece.uid)
            draft.set("line-up", rng.choice([0, 2]), rng.choice(units).uid)
            draft.set("attached", rng.choice(["", "us-1", "br-50", "ge-352"]), rng.choice(units).uid)
            draft.set_status(piece.uid, terms.REDUCED)


def lines(position: Position) -> dict[str, Any]:
    """All that is said of the supply of a position."""
    units = [p.uid for p in position.pieces.values() if terms.on_map(position, p)]
    found: dict[str, Any] = {uid: (supply_line(position, uid), chain(position, uid)) for uid in units}
    for side in SIDES:
        found[side] = barred(position, side), zoc_of(position, side), sorted(guest_ways(position, side))
    return found


def differences(seed: int, steps: int) -> list[str]:
    rng, position, found = random.Random(seed), front(), list[str]()
    for step in range(steps):
        draft = position.draft()
        for _ in range(rng.choice([1, 1, 2, 5])):
            disturb(draft, rng)
        position = draft.finish()
        if rng.random() < 0.3:
            continue  # nobody asks: the next position hands two changes on at once
        mine, theirs = lines(position), lines(fresh(position))
        found += [f"step {step}: {uid}" for uid in mine if mine[uid] != theirs[uid]]
        told = {uid: in_supply(position, uid) for uid in mine if uid not in SIDES}
        found += [f"step {step}: {uid} told" for uid in told if told[uid] != (mine[uid][0] is not None)]
    return found


@pytest.mark.slow
def test_supply_does_not_depend_on_how_a_position_came_about() -> None:
    assert differences(1, 14) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 16))
def test_supply_after_many_changes_does_not_depend_on_how_it_came_about(seed: int) -> None:
    assert differences(seed, 80) == []


# --- what is handed on, and what is not -------------------------------------------------------------------


def test_nothing_is_handed_on_where_something_is_left_out_or_the_ground_differs() -> None:
    at = front()
    guest_ways(at, terms.ALLIED)
    plain_draft, sketchy, optional = at.draft(), at.draft(), at.draft()
    sketchy.unknown = frozenset({"weather"})
    optional.options = {"german-guests": "B"}
    assert "lines/allied/guests" in plain_draft.finish()._earlier
    assert sketchy.finish()._earlier == {}
    assert optional.finish()._earlier == {}


def test_who_moved_is_told_once_each() -> None:
    at = front()
    draft = at.draft()
    uid = next(p.uid for p in at.pieces.values() if terms.on_map(at, p))
    draft.place(uid, terms.ELIMINATED)
    after = draft.finish()
    moved = after.moved(Earlier(None, at.pieces, at.facts))
    assert [(was and was.uid, now and now.space) for was, now in moved] == [(uid, terms.ELIMINATED)]
    assert after.moved(Earlier(None, after.pieces, after.facts)) == ()
