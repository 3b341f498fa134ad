"""Random legal play of The Dark Summer: no crash, no dead end, no broken invariant, nothing hidden leaks."""

from __future__ import annotations

import dataclasses
import functools
import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action, LegalActions, action_from_json, action_to_json, kind_of
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.r03_victory import final_result
from adjudicator.dark_summer.r05_stacking import crowded
from adjudicator.dark_summer.r06_zones_of_control import zoc_of
from adjudicator.dark_summer.r09_chits import availability, in_cup
from adjudicator.dark_summer.r11_hidden import kind_of_hidden
from adjudicator.dark_summer.r13_lines import FLOODS, flood
from adjudicator.dark_summer.r13_supply import out_of_supply
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, legal
from adjudicator.position import Position
from adjudicator.schema import Schema

CAMPAIGN = GAME.scenario("campaign")
UNITS = {uid: p.printed for uid, p in CAMPAIGN.pieces.items()}
SUBJECTS = {
    "unit": frozenset(UNITS),
    "hex": frozenset(CAMPAIGN.board.spaces),
    "box": frozenset(CAMPAIGN.board.spaces),
    "group": frozenset(terms.GROUPS),
    "side": frozenset({terms.GERMAN, terms.ALLIED}),
}
ENDING = ("end-phase", "end-round", "end-part", "decline-reaction")


# --- playing ----------------------------------------------------------------------------------------------


def captured(turn: int = 1) -> Position:
    """The Campaign with Cherbourg in Allied hands, so that the end of Turn 7 ends nothing."""
    draft = CAMPAIGN.draft()
    for piece in CAMPAIGN.units_in(terms.CHERBOURG):
        draft.place(piece.uid, terms.ELIMINATED)
    draft.set("cherbourg-taken-turn", 1)
    draft.set("turn", turn)
    return draft.finish()


@functools.cache
def late(seed: int = 5) -> Position:
    """A position with the Turn marker moved on to the Weather Phase of Turn 8, after a landing at random."""
    for position, _ in play(seed, 3000, start=captured()):
        if position.text("phase") == "replacement-allied" and position.number("turn") >= 2:
            draft = position.draft()
            draft.set("turn", 8)
            return draft.finish()
    raise AssertionError("no game came to Turn 2")


def choose(found: LegalActions, rng: random.Random) -> Action | None:
    """A random action; what ends a Round or phase comes up less often."""
    for _ in range(3):
        action = found.sample(rng, tries=24)
        kind = "" if action is None else kind_of(type(action))
        if kind not in ENDING or rng.random() < 0.25:
            return action
    return action


def play(seed: int, steps: int, *, start: Position = CAMPAIGN) -> Iterator[tuple[Position, Action]]:
    """Positions and the actions taken in them, from the start anew when a game ends."""
    rng, position = random.Random(seed), start
    for _ in range(steps):
        if position.text("phase") == "over":
            assert position.text("winner") in SUBJECTS["side"]
            position = start
        action = choose(legal(position), rng)
        assert action is not None, f"dead end in {position.text('phase')}: {position.decision}"
        yield position, action
        position = apply(position, action)


# --- invariants -------------------------------------------------------------------------------------------


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    return [*_units(position), *_stacks(position), *_facts(position), *_chits(position)]


def _units(position: Position) -> Iterator[str]:
    if position.pieces.keys() != UNITS.keys():
        yield "a unit appeared or vanished"
    for uid, piece in position.pieces.items():
        if piece.printed is not UNITS[uid] and piece.printed != UNITS[uid]:
            yield f"{uid} is another counter"
        if piece.status == terms.REDUCED and piece.printed.steps < 2:
            yield f"{uid} is reduced, with one step"
    for kind in ("strongpoint", "ost"):
        masked = [p for p in position.pieces.values() if kind_of_hidden(p.printed) == kind]
        hidden = [p for p in masked if "hidden" in p.printed.marks and p.space not in terms.OFF_MAP]
        pool = [p for p in masked if "hidden" not in p.printed.marks and p.space == terms.POOL]
        if len(hidden) > len(pool):
            yield f"{len(hidden)} hidden units of {len(pool)} counters ({kind}, 11.5)"


def _stacks(position: Position) -> Iterator[str]:
    spaces = position.board.spaces
    for space in position.occupied():
        sides = {p.side for p in position.units_in(space)}
        if len(sides) > 1 and terms.is_hex(spaces[space]):
            yield f"both sides are in {space} (5.0)"
        if terms.is_hex(spaces[space]) and spaces[space]["terrain"] in {"flooded", "sea"}:
            yield f"units are in {space}, which is Impassable (10.2)"
        if space.startswith("brittany") and any(p.printed.nationality != "us" for p in position.units_in(space)):
            yield "units other than US ones are in Brittany (5.4)"
    free = position.text("round-part") in {"entry", "movement"} or position.text("round-kind") == "second-wave"
    if not free and not position.pending and position.text("phase") != "over":
        yield from (f"the stack in {space} is over the limit (5.2)" for space in crowded(position))


def _facts(position: Position) -> Iterator[str]:
    schema: Schema = position.schema
    for (item, subject), value in position.facts.items():
        known = schema.items.get(item)
        if known is None:
            yield f"{item} is no item of state"
        elif type(value) is not type(known.default) or (known.values and value not in known.values):
            yield f"{item} {subject} is {value!r}"
        elif bool(known.of) != bool(subject) or subject not in SUBJECTS.get(known.of, {subject}):
            yield f"{item} is said of {subject!r}, which is no {known.of or 'subject'}"
    if min(position.number("half-vp", side) for side in SUBJECTS["side"]) < 0:
        yield "fewer than no Victory Points"


def _chits(position: Position) -> Iterator[str]:
    if not 0 <= position.number("reaction-chits") <= 4:
        yield "more than four Reaction chits, or fewer than none (9.3.4)"
    if any(count < 0 for count in in_cup(position).values()):
        yield "fewer chits than none in the cup (9.1)"
    for item in ("moves-played", "combats-played"):
        for group in terms.GROUPS:
            most = 2 if group != terms.BRITISH else 6
            if position.number(item, group) > most:
                yield f"{position.number(item, group)} {group} {item} in one turn (9.2)"
    if any(position.number("weather-drawn", chit) > n for chit, n in WEATHER.items()):
        yield "more Weather chits drawn than there are (7.1)"


WEATHER = {"sun": 2, "cloud": 2, "showers": 3, "rain": 1, "storm": 1}


@pytest.mark.parametrize("seed", range(2))
def test_a_thousand_random_steps_from_the_campaign(seed: int) -> None:
    for number, (position, action) in enumerate(play(seed, 1000)):
        assert not broken(position), (number, action)


def test_random_steps_of_the_last_turns_lead_to_a_final_result() -> None:
    seen: Counter[int] = Counter()
    for number, (position, action) in enumerate(play(7, 600, start=late())):
        assert not broken(position), (number, action)
        seen[position.number("turn")] += 1
        assert check(position, action).ok
    assert {8, 9, 10} <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    start = CAMPAIGN if seed % 2 else captured()
    for number, (position, action) in enumerate(play(seed, 1000, start=start)):
        assert not broken(position), (number, action)
