"""Random legal play of The Dark Summer: no crash, no dead end, no broken invariant, nothing hidden leaks."""

from __future__ import annotations

import functools
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args, get_origin, get_type_hints

import networkx as nx
import pytest

from adjudicator.actions import Action, action_from_json, action_to_json, kind_of
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.dark_summer import GAME, r15_boundary, terms
from adjudicator.dark_summer.masking import masked
from adjudicator.dark_summer.r03_victory import final_result
from adjudicator.dark_summer.r05_stacking import crowded
from adjudicator.dark_summer.r06_zones_of_control import zoc_of
from adjudicator.dark_summer.r09_chits import in_cup
from adjudicator.dark_summer.r11_hidden import kind_of_hidden
from adjudicator.dark_summer.r13_lines import FLOODS, flood
from adjudicator.dark_summer.r13_supply import any_supplied_german, out_of_supply
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, legal
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.report import ruling_to_json
from adjudicator.schema import Schema
from tests.every import quick_one
from tests.playing import wander
from tests.properties.strange import mutated

CAMPAIGN = GAME.scenario("campaign")
UNITS = {uid: p.printed for uid, p in CAMPAIGN.pieces.items()}
SUBJECTS = {
    "unit": frozenset(UNITS),
    "hex": frozenset(CAMPAIGN.board.spaces),
    "box": frozenset(CAMPAIGN.board.spaces),
    "group": frozenset(terms.GROUPS),
    "side": frozenset({terms.GERMAN, terms.ALLIED}),
}


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
    for position, _ in wander(captured(), seed, 3000):
        if position.text("phase") == "replacement-allied" and position.number("turn") >= 2:
            draft = position.draft()
            draft.set("turn", 8)
            return draft.finish()
    raise AssertionError("no game came to Turn 2")


@functools.cache
def recorded() -> tuple[tuple[Position, Action], ...]:
    """One long game for the tests that only look at positions."""
    return tuple(wander(captured(), 66, 900))


# --- invariants -------------------------------------------------------------------------------------------


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    faults = (*_units(position), *_stacks(position), *_places(position))
    return [*faults, *_facts(position), *_chits(position)]


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
        if space.startswith("brittany") and any(
            p.printed.nationality != "us" for p in position.units_in(space)
        ):
            yield "units other than US ones are in Brittany (5.4)"
    free = (
        position.text("round-part") in {"entry", "movement"} or position.text("round-kind") == "second-wave"
    )
    if not free and not position.pending and position.text("phase") != "over":
        yield from (f"the stack in {space} is over the limit (5.2)" for space in crowded(position))


def _places(position: Position) -> Iterator[str]:
    between = not position.text("round-kind") and not position.pending and position.text("phase") == "action"
    lifted = position.flag("boundary-lifted")
    for uid, piece in position.pieces.items():
        space, german = position.board.spaces[piece.space], piece.side == terms.GERMAN
        if not terms.is_hex(space):
            continue
        if position.text("control", space.id) != piece.side:
            yield f"{uid} stands in {space.id}, which the enemy controls (3.2.2)"
        if german and position.text("beach", space.id) == "open":
            yield f"{uid} stands in the Open Beach {space.id} (11.9)"
        driven = position.flag("retreated-to-lettered", uid)
        if between and german and space["letter"] in {"C", "W", "S"} and not driven:
            yield f"{uid} has stopped in {space.id} (10.1)"
        group = terms.group_of(piece.printed)
        bound = group == terms.BRITISH or (group == terms.US and not lifted)
        over = bound and r15_boundary.depth(group, space.id) > 1
        if between and over and not position.flag("over-boundary", uid):
            yield f"{uid} is too far over the Boundary in {space.id} (15.0)"


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


def test_random_steps_from_the_campaign() -> None:
    for number, (position, action) in enumerate(wander(CAMPAIGN, 0, 300)):
        assert not broken(position), (number, action)


@pytest.mark.slow
def test_a_game_in_which_cherbourg_is_captured() -> None:
    for number, (position, action) in enumerate(recorded()):
        assert not broken(position), (number, action)


@pytest.mark.slow
def test_random_steps_of_the_last_turns_lead_to_a_final_result() -> None:
    seen: Counter[int] = Counter()
    for number, (position, action) in enumerate(wander(late(), 7, 600)):
        assert not broken(position), (number, action)
        seen[position.number("turn")] += 1
        assert check(position, action).ok
    assert {8, 9, 10} <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    start = CAMPAIGN if seed % 2 else captured()
    for number, (position, action) in enumerate(wander(start, seed, 1000)):
        assert not broken(position), (number, action)


@pytest.mark.slow
def test_after_turn_ten_the_points_decide() -> None:
    draft = late().draft()
    draft.set("turn", 10)
    for position, action in wander(draft.finish(), 3, 3000):
        after = apply(position, action)
        if after.text("phase") == "over" and after.text("won-by").startswith("Allied "):
            assert (after.text("winner"), after.text("won-by")) == final_result(after)[:2]
            return
    raise AssertionError("no game came to its end")


# --- legal and check --------------------------------------------------------------------------------------


def pools(position: Position) -> list[list[str]]:
    """Words that could stand in an action."""
    return [sorted(position.pieces), sorted(position.board.spaces), ["us", "move", "naval-us"]]


@pytest.mark.parametrize("seed", quick_one(range(10, 13), "10"))
def test_generated_actions_are_legal_exactly_when_check_says_so(seed: int) -> None:
    rng = random.Random(seed)
    start = CAMPAIGN if seed % 2 else late()
    for number, (position, action) in enumerate(wander(start, seed, 250)):
        found = legal(position)
        assert check(position, action).ok
        if number % 3:
            continue
        strange = mutated(action, rng, pools(position))
        try:
            ruling = check(position, strange)
        except BocageError:
            continue
        assert (strange in found) is ruling.ok
        if ruling.ok:
            assert not broken(apply(position, strange)), strange
        else:
            assert all(v.rule and v.text for v in ruling.violations)


@pytest.mark.slow
def test_actions_of_every_kind_can_be_asked_at_any_moment() -> None:
    seen: dict[str, Action] = {}
    for number, (position, action) in enumerate(recorded()):
        seen.setdefault(kind_of(type(action)), action)
        if number % 45 == 0:
            for other in seen.values():
                ruling = check(position, other)
                assert (other in legal(position)) is ruling.ok
    assert len(seen) > 15


def filled(hint: object, pools: Sequence[Sequence[str]], rng: random.Random) -> object:
    """A value of the type of a field, drawn at random."""
    arguments = get_args(hint)
    if get_origin(hint) is tuple and arguments[-1] is Ellipsis:
        return tuple(filled(arguments[0], pools, rng) for _ in range(rng.choice([0, 1, 1, 2, 3])))
    if get_origin(hint) is tuple:
        return tuple(filled(part, pools, rng) for part in arguments)
    return {str: rng.choice(rng.choice(pools)), int: rng.randint(-3, 14), bool: rng.random() < 0.5}[hint]  # type: ignore[index]


@pytest.mark.parametrize("unknown", [pytest.param(False, marks=pytest.mark.slow), True])
def test_any_action_at_any_moment_is_ruled_on_or_refused_with_our_own_errors(unknown: bool) -> None:
    rng = random.Random(9)
    hints = {kind: get_type_hints(action) for kind, action in GAME.kinds.items()}
    for position, _ in recorded()[:450:30]:
        at = position
        if unknown:
            items = at.schema.items
            at = Position(
                at.game, at.board, at.schema, at.pieces, at.facts, pending=at.pending, unknown=items
            )
        here = [uid for uid, p in at.pieces.items() if p.space not in terms.OFF_MAP]
        words = ["nonsense", "", "us", "german", "move", "combat", "infantry", "naval-us", "BL1", "EX"]
        pools = [sorted(at.pieces), here, sorted(at.board.spaces), sorted(at.occupied()), words]
        for kind, fields in hints.items():
            action = GAME.kinds[kind](**{name: filled(hint, pools, rng) for name, hint in fields.items()})
            try:
                ruling = check(at, action)
            except BocageError:
                continue
            assert ruling.ok or ruling.violations


# --- codec, layers ----------------------------------------------------------------------------------------


def test_positions_and_actions_survive_json() -> None:
    for number, (position, action) in enumerate(recorded()):
        if number % 10 == 0:
            data = json.loads(json.dumps(position_to_json(position)))
            again = position_from_json(data, GAME, position.board, UNITS)
            assert again == position
            assert set(again.occupied()) == set(position.occupied())
            assert action_from_json(json.loads(json.dumps(action_to_json(action))), GAME.kinds) == action


def anew(position: Position) -> Position:
    """The same position, made of its JSON."""
    return position_from_json(position_to_json(position), GAME, position.board, UNITS)


def test_derived_layers_do_not_depend_on_how_a_position_came_about() -> None:
    for number, (position, _) in enumerate(recorded()):
        if number % 20 == 0:
            again = anew(position)
            for side in (terms.GERMAN, terms.ALLIED):
                assert zoc_of(position, side) == zoc_of(again, side)
                assert out_of_supply(position, side) == out_of_supply(again, side)
            for name in FLOODS:
                assert flood(position, name).toward.keys() == flood(again, name).toward.keys()
                assert flood(position, name).barred == flood(again, name).barred
            for space in position.board.spaces:
                assert [p.uid for p in position.units_in(space)] == [p.uid for p in again.units_in(space)]
            assert legal(position).kinds == legal(again).kinds


def plain_zoc(position: Position, side: str) -> set[str]:
    """Hexes in the ZOC of a side, unit by unit and hexside by hexside (6.0, 6.1)."""
    found, spaces = set(), position.board.spaces
    for piece in position.pieces.values():
        sized = piece.printed.size in {"brigade", "regiment", "kampfgruppe", "combat-command"}
        if piece.side != side or not sized or not terms.is_hex(spaces[piece.space]):
            continue
        for edge, other in position.board.neighbours(piece.space):
            inside = {p.printed.type for p in position.units_in(other)}
            stopped = (side == terms.ALLIED and "strongpoint" in inside) or (
                side == terms.GERMAN and position.text("beach", other) == "open"
            )
            into = terms.is_hex(spaces[other]) and spaces[other]["terrain"] not in {"flooded", "sea", "city"}
            if edge.boundary in {"open", "minor-river"} and into and not stopped:
                found.add(other)
    return found


def plain_german_supply(position: Position) -> set[str]:
    """German units on the map that a graph of free hexes joins to a live Lettered hex (13.1.1, 13.2)."""
    spaces, units = position.board.spaces, position.pieces.values()
    hexes = {h for h, s in spaces.items() if terms.is_hex(s) and s["terrain"] not in {"flooded", "sea"}}
    ours = {p.space for p in units if p.side == terms.GERMAN}
    theirs = {p.space for p in units if p.side == terms.ALLIED}
    shut = {h for h in hexes if position.text("beach", h) == "open"}
    shut |= {h for h in hexes if spaces[h]["letter"] == "E" and position.text("exit-marker", h)}
    free = hexes - theirs - shut - (plain_zoc(position, terms.ALLIED) - ours)
    letters = {"E", "(E)"} | ({"W"} if not position.number("brittany-turn") else set())
    letters |= {"S"} if not position.number("brittany-return-turn") else set()
    graph = nx.Graph()
    graph.add_nodes_from(free)
    graph.add_edges_from(
        (e.a, e.b) for e in position.board.edges.values() if e.boundary != "sea" and {e.a, e.b} <= free
    )
    joined = set[str]()
    for source in (h for h in free if spaces[h]["letter"] in letters):
        if source not in joined:
            joined |= nx.node_connected_component(graph, source)
    early = position.number("turn") <= 2
    near = {h for h in hexes for e, o in position.board.neighbours(h) if o in joined and e.boundary != "sea"}
    return {
        p.uid
        for p in units
        if p.side == terms.GERMAN
        and p.space in hexes
        and (p.space in joined or p.space in near or (early and p.printed.type == "strongpoint"))
    }


def test_supply_of_random_positions_is_that_of_a_graph_library() -> None:
    for number, (position, _) in enumerate(recorded()):
        if number % 30 == 0:
            hexes = {h for h, s in position.board.spaces.items() if terms.is_hex(s)}
            placed = {p.uid for p in position.pieces.values() if p.side == terms.GERMAN and p.space in hexes}
            assert placed - set(out_of_supply(position, terms.GERMAN)) == plain_german_supply(position)
            for side in (terms.GERMAN, terms.ALLIED):
                assert set(zoc_of(position, side)) == plain_zoc(position, side)
            assert any_supplied_german(position) is bool(plain_german_supply(position))


# --- viewpoint --------------------------------------------------------------------------------------------


def told(position: Position, viewpoint: str) -> list[str]:
    """Answers of several verbs as JSON, or the error message."""
    asked: list[tuple[str, dict[str, object]]] = [
        ("position", {}),
        ("supply", {"unit": "german"}),
        ("supply", {"unit": "allied"}),
        ("attrition", {}),
        ("victory", {}),
        ("next", {}),
    ]
    defended = sorted({p.space for p in position.pieces.values() if kind_of_hidden(p.printed)})
    on_map = [h for h in defended if terms.is_hex(position.board.spaces[h])][:6]
    asked += [("odds", {"kind": "attack", "area": h, "with_units": ["us-1-16", "us-29-116"]}) for h in on_map]
    asked += [("stack", {"area": h}) for h in on_map]
    asked += [("legal", {"unit": uid}) for uid in ("ge-352-914", "ge-709-919", "us-82-505")]
    asked += [("check", {"action": ["move", "ge-709-919", on_map[-1]]})]
    found = []
    for verb, args in asked:
        try:
            ruling = read_question(GAME.questions[verb], args).answer(Asking(GAME, position, viewpoint))
            found.append(json.dumps(ruling_to_json(ruling), sort_keys=True))
        except BocageError as error:
            found.append(f"{verb} {args}: {error}")
    return found


def face_down(position: Position, rng: random.Random) -> Position:
    """The position with a counter of the pool, drawn at random, in place of every placeholder on the map."""
    draft = position.draft()
    for kind in ("strongpoint", "ost"):
        of_kind = [p for p in position.pieces.values() if kind_of_hidden(p.printed) == kind]
        pool = [p for p in of_kind if "hidden" not in p.printed.marks and p.space == terms.POOL]
        shown = [p for p in of_kind if "hidden" in p.printed.marks and p.space not in terms.OFF_MAP]
        for placeholder, counter in zip(shown, rng.sample(pool, len(shown)), strict=True):
            draft.place(counter.uid, placeholder.space)
            draft.place(placeholder.uid, terms.WITHDRAWN)
            draft.set("hidden", True, counter.uid)
    return draft.finish()


@pytest.mark.parametrize("viewpoint", quick_one(["public", "german", "allied"], "allied"))
def test_which_counters_lie_face_down_changes_no_answer(viewpoint: str) -> None:
    rng = random.Random(5)
    for number, (position, _) in enumerate(recorded()[:400]):
        if number % 80 == 0 and not position.pending:
            one, other = face_down(position, rng), face_down(position, rng)
            assert one != other
            assert told(one, viewpoint) == told(other, viewpoint)


def test_the_referee_sees_what_lies_face_down() -> None:
    rng = random.Random(6)
    one, other = face_down(CAMPAIGN, rng), face_down(CAMPAIGN, rng)
    assert told(one, "referee") != told(other, "referee")


def test_masking_a_position_restores_the_placeholders() -> None:
    assert masked(face_down(CAMPAIGN, random.Random(7))).pieces.keys() == CAMPAIGN.pieces.keys()
    again = masked(face_down(CAMPAIGN, random.Random(7)))
    assert {(p.space, p.printed.type) for p in again.pieces.values()} == {
        (p.space, p.printed.type) for p in CAMPAIGN.pieces.values()
    }
    assert not again.subjects("hidden")
    assert not broken(again)
