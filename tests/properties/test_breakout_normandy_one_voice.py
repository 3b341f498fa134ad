"""What a question of Breakout says, the action does; how verbs make actions is written a second time here."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adjudicator.actions import Action
from adjudicator.asking.loading import read_text
from adjudicator.breakout_normandy import GAME, terms
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r09_assault import Assault
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r12_depots import ALLIED_DEPOTS, on_map
from adjudicator.breakout_normandy.r12_night import AirSupply
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.breakout_normandy.r13_regrouping import Regroup, RegroupLand
from adjudicator.breakout_normandy.r17_naval_and_air import MARKERS
from adjudicator.breakout_normandy.r19_landing import Land
from adjudicator.breakout_normandy.r20_bridges import Demolish, Repair, Seize
from adjudicator.breakout_normandy.r20_night import NightRepair, night_payers
from adjudicator.breakout_normandy.r21_d_day import FirstWave
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, legal
from adjudicator.position import Piece, Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import refuses, reply
from maps.board import Board
from tests.playing import wander

_GUNS = frozenset({"field-artillery", "coastal-artillery"})


def answered(position: Position, verb: str, args: Mapping[str, Any]) -> Ruling | None:
    """The ruling, or None where the question has no answer."""
    try:
        return reply(read_question(GAME.questions[verb], args), Asking(GAME, position, "referee"))
    except BocageError:
        return None


def allowed(position: Position, action: Action) -> bool:
    """Whether an action is legal, now or once its moment has come."""
    return check(position, action).ok or check(GAME.moment(position, action), action).ok


# --- from verbs to actions, without what the questions declare ------------------------------------------


def assaults(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    """The assault with any Point Unit."""
    units = tuple(args["with_units"])
    for point in [args["point"]] if args.get("point") else units:
        yield Assault(args["area"], units, point, tuple(args.get("support", ())))


def supported(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    yield from assaults(position, {**args, "support": [args["gun"]]})


def fires(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    """The bombardment of any Primary Target; who leads may be named among the others too."""
    by = args.get("by") or args["marker"]
    support = tuple(u for u in args.get("support", ()) if u != by)
    target = args.get("area") or args["target"]
    for piece in position.units_in(target):
        yield Bombard(by, target, piece.uid, support)


def bridges(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    edge, side = position.board.edges[args["bridge"]], position.text("side")
    if args["kind"] == "seize":
        yield Seize(args["by"], edge.id)
    elif args["kind"] == "demolish":
        yield Demolish(edge.id)
    else:
        taken = ("", *position.subjects(f"construct-{side}"))
        yield from (Repair(edge.id, other) for other in taken)
        for depots, other in itertools.product(night_payers(position, edge, side), taken):
            yield NightRepair(edge.id, depots, other)


def landings(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    units = tuple(args["with_units"])
    yield from (Land(units), RegroupLand(units), FirstWave(units))


def steps(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    unit, area = args["unit"], args["area"]
    yield from (Move(unit, (area,)), Move(unit, (f"~{area}",)), Land((unit,)))


def ways(position: Position, args: Mapping[str, Any]) -> Iterator[Action]:
    """Every path of at most five spaces to the Area, rivers beside bridges too; by night, to regroup."""
    unit, board = args["unit"], position.board
    if position.text("phase").startswith("regroup"):
        yield from (Regroup(unit, args["to"]), Regroup(unit, args["to"], river=True), RegroupLand((unit,)))
        return
    yield Land((unit,))
    left = hops(board, args["to"])
    paths: list[tuple[str, ...]] = [()]
    for behind in reversed(range(5)):
        longer = []
        for path in paths:
            here = path[-1].lstrip("~") if path else position.pieces[unit].space
            for _, to in board.neighbours(here):
                if left.get(to, 9) <= behind and to not in {p.lstrip("~") for p in path}:
                    longer += [(*path, to), (*path, f"~{to}")]
        yield from (Move(unit, path) for path in longer if path[-1].lstrip("~") == args["to"])
        paths = longer


def hops(board: Board, goal: str) -> dict[str, int]:
    """How many borders lie between each space and one of them."""
    left, edge = {goal: 0}, [goal]
    for here in edge:
        for _, to in board.neighbours(here):
            if to not in left:
                left[to] = left[here] + 1
                edge.append(to)
    return left


TABLE: Mapping[str, Callable[[Position, Mapping[str, Any]], Iterator[Action]]] = {
    "odds assault": assaults,
    "odds bombardment": fires,
    "support": supported,
    "markers": fires,
    "bridge": bridges,
    "landing": landings,
    "duty": steps,
    "legal": ways,
    "air-supply": lambda position, args: iter(
        [AirSupply(position.pieces[args["unit"]].space, (args["unit"],))]
    ),
    "depots": lambda position, args: iter([PlaceDepot(args["depot"], args["area"])]),
}


# --- questions made by chance, near enough to sense to be answered --------------------------------------


def near(position: Position, space: str) -> list[Piece]:
    """Units in a space and next to it, those of the board's edge and of the Set-up Card now and then."""
    spaces = [space, *(other for _, other in position.board.neighbours(space))]
    return [p for s in spaces for p in position.units_in(s)] or list(position.pieces.values())


def some(rng: random.Random, found: list[Piece], most: int) -> list[str]:
    return [p.uid for p in rng.sample(found, min(len(found), rng.randint(1, most)))]


def questions(position: Position, rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """One question of each line of the table."""
    occupied = [s for s in position.occupied() if terms.on_map(position, s)]
    area = rng.choice(occupied)
    there = near(position, area)
    inside = [p for p in position.units_in(area) if p.printed.type not in _GUNS] or there
    guns = [p for p in there if p.printed.type in _GUNS] or there
    edge = rng.choice([e for e in position.board.edges.values() if e.bridge])
    side = rng.choice(inside).side
    team = [p for p in inside if p.side == side]
    yield "odds assault", {"area": area, "with_units": some(rng, team, 4)}
    yield (
        "odds assault",
        {"area": area, "with_units": some(rng, team, 2), "support": some(rng, guns, 2)},
    )
    yield "odds bombardment", {"area": area, "by": rng.choice([*MARKERS, *some(rng, guns, 2)])}
    yield (
        "odds bombardment",
        {"area": area, "by": some(rng, guns, 1)[0], "support": some(rng, guns, 2)},
    )
    yield "support", {"area": area, "with_units": some(rng, team, 3), "gun": some(rng, guns, 1)[0]}
    yield "markers", {"marker": rng.choice([*MARKERS]), "target": area}
    yield "bridge", {"kind": rng.choice(["repair", "demolish"]), "bridge": edge.id}
    yield (
        "bridge",
        {"kind": "seize", "bridge": edge.id, "by": some(rng, near(position, edge.a), 1)[0]},
    )
    beach = rng.choice([s for s in position.board.spaces.values() if s.features.get("beach")])
    waiting = [*position.units_in(terms.approach_of(position, beach.id))] if beach.kind == "area" else []
    if waiting:
        yield "landing", {"beach": beach.id, "with_units": some(rng, waiting, 3)}
    unit = rng.choice(there).uid
    yield "duty", {"unit": unit, "area": area}
    yield "legal", {"unit": unit, "to": area}
    yield "air-supply", {"unit": unit}
    yield "depots", {"depot": rng.choice(["ge-1", *ALLIED_DEPOTS]), "area": area}


def disagreements(position: Position, rng: random.Random) -> Iterator[str]:
    for name, args in questions(position, rng):
        verb, _, kind = name.partition(" ")
        ruling = answered(position, verb, {**args, "kind": kind} if kind else args)
        if ruling is None:
            continue
        if ruling.violations and not refuses(ruling.verdict):
            yield f"{name} {args}: {ruling.verdict} with {ruling.reasons}"
        elsewhere = name in {"odds assault", "support"} and any(
            position.pieces[u].space != args["area"] for u in args["with_units"]
        )
        if ruling.ok and not elsewhere and not any(allowed(position, a) for a in TABLE[name](position, args)):
            yield f"{name} {args} in {position.text('phase')}: {ruling.verdict}"


def look(seed: int, steps: int, every: int, times: int) -> list[str]:
    rng, found = random.Random(seed), []
    for number, (position, _) in enumerate(wander(GAME.scenario("d-day"), seed, steps)):
        if number % every == 0:
            found += [d for _ in range(times) for d in disagreements(position, rng)]
    return found


def test_the_table_knows_every_question_that_supposes_an_action() -> None:
    told = {name.partition(" ")[0] for name in TABLE}
    own = {v for v, cls in GAME.questions.items() if "supposes" in vars(cls) and not cls.gathers}
    assert own - told == {"refit", "refit-plan"}  # they place Depots first; see below
    assert told <= own


def test_no_yes_where_the_action_is_refused() -> None:
    assert look(3, 120, 8, 2) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 48))
def test_no_yes_where_the_action_is_refused_in_long_play(seed: int) -> None:
    assert look(seed, 2000, 10, 4) == []


# --- and back: what is legal now is no question's no ----------------------------------------------------


def asked_of(position: Position, action: Action) -> tuple[str, dict[str, Any]] | None:
    """The question that supposes an action."""
    match action:
        case Assault(area, units, point, support):
            return "odds", {
                "kind": "assault", "area": area, "with_units": units, "point": point, "support": support
            }  # fmt: skip
        case Bombard(by, target, primary, support, False) if primary in position.pieces:
            return "odds", {
                "kind": "bombardment", "area": target, "by": by, "primary": primary, "support": support
            }  # fmt: skip
        case Seize(unit, bridge):
            return "bridge", {"kind": "seize", "bridge": bridge, "by": unit}
        case Repair(bridge) | NightRepair(bridge):
            return "bridge", {"kind": "repair", "bridge": bridge}
        case Demolish(bridge):
            return "bridge", {"kind": "demolish", "bridge": bridge}
        case Move(unit, path) if len(path) == 1:
            return "legal", {"unit": unit, "to": path[0].lstrip("~")}
        case Land(units) | RegroupLand(units):
            return "landing", {
                "beach": terms.beach_of(position, position.pieces[units[0]].space), "with_units": units
            }  # fmt: skip
        case FirstWave(units):
            return "landing", {"beach": position.pieces[units[0]].printed.entry[0], "with_units": units}
        case AirSupply(_, units):
            return "air-supply", {"unit": units[0]}
        case PlaceDepot(depot, area):
            return "depots", {"depot": depot, "area": area}
    return None


def refused(position: Position, action: Action) -> str:
    """Why the question says no to a legal action; empty when it does not."""
    asked = asked_of(position, action)
    if asked is None:
        return ""
    ruling = answered(position, *asked)
    assert ruling is not None, asked
    return f"{asked}: {ruling.reasons} {ruling.moment}" if ruling.reasons or ruling.moment else ""


def look_back(seed: int, steps: int, every: int) -> list[str]:
    found = []
    for number, (position, action) in enumerate(wander(GAME.scenario("d-day"), seed, steps)):
        if number % every == 0:
            found.append(refused(position, action))
    return [f for f in found if f]


def test_what_is_legal_no_question_refuses() -> None:
    assert look_back(5, 600, 3) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 66))
def test_what_is_legal_no_question_refuses_in_long_play(seed: int) -> None:
    assert look_back(seed, 3000, 1) == []


# --- what is paid, who may be hit, whose turn it is -----------------------------------------------------


def refits_asked(position: Position) -> Iterator[str]:
    """Units for which the question says yes or no where the list of legal refits says otherwise."""
    options = legal(position).of("refit")
    cheapest: dict[str, int] = {}
    for action in options:
        assert isinstance(action, Refit)
        after = apply(position, action)
        paid = sum(
            position.number("depot-points", d) - after.number("depot-points", d) for d in action.depots
        )
        cheapest[action.unit] = min(paid, cheapest.get(action.unit, paid))
    for piece in position.pieces.values():
        if terms.on_map(position, piece.space) and piece.side == position.text("side"):
            ruling = answered(position, "refit", {"unit": piece.uid})
            cost = ruling.answer["cost"] if ruling is not None and ruling.ok and not ruling.moment else None
            if cost != cheapest.get(piece.uid):
                yield f"{piece.uid}: {cost}, {cheapest.get(piece.uid)}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_a_refit_that_some_depots_pay_is_no_questions_no(seed: int) -> None:
    seen, found = 0, list[str]()
    for number, (position, _) in enumerate(wander(GAME.scenario("d-day"), seed, 2000)):
        side = position.text("phase").removeprefix("refit-")
        if side in {"german", "allied"} and on_map(position, side) and number % 3 == 0:
            seen += 1
            found += refits_asked(position)
    assert seen
    assert found == []


def test_losses_know_who_may_be_hit_first() -> None:
    """Field Artillery among other types is neither Forward Unit nor Primary Target (16.1, 10.12)."""
    seen = set()
    position = GAME.scenario("d-day")
    for space in (s for s in position.occupied() if terms.is_area(position, s)):
        types = {p.printed.type for p in position.units_in(space)}
        for piece, word in itertools.product(position.units_in(space), ("forward", "primary")):
            spared = piece.printed.type == "field-artillery" and len(types) > 1
            args = {"area": space, "points": 1, word: piece.uid}
            take = {"take": [f"{piece.uid}=spent"]} if word == "forward" else {}
            ruling = answered(position, "losses", args | take)
            assert ruling is not None
            assert ruling.ok is not spared, args
            seen.add((word, spared))
    assert len(seen) == 4


TURN = """breakout-normandy, 8 june, clear, impulse 3, advantage german{more}
A: us tem 1{active} | us inf 6-5-5/4 'x' fresh, us armor 5-5-6/3 't' fresh, us corps-arty 3-3-3/2 'r' fresh
B: german tem 1{active} | ge inf 4-4-4/3 'g' fresh, ge arty 3-3-4/2 'h' fresh
C: german tem 1{active} | ge inf 4-4-4/3 'd' fresh, us inf 6-5-5/4 'y' fresh
A-B: open
B-C: river, bridge german
A-C: open"""


@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("more", ["", ", impulse-type assault"])
def test_a_turn_left_out_is_that_of_either_side(side: str, more: str) -> None:
    active = " active" if more else ""
    said, unsaid = (
        read_text(TURN.format(more=words, active=active)).position for words in (f"{more}, side {side}", more)
    )
    assert said is not None
    assert unsaid is not None
    kinds = ["move", "assault"] if more else ["activate", "bombard"]
    for kind in kinds:
        actions = list(legal(said).of(kind))
        assert actions
        assert {*actions} <= {*legal(unsaid).of(kind)}
        assert all(check(unsaid, action).ok for action in actions)


def test_refits_of_a_plan_are_legal_one_after_another() -> None:
    seen = 0
    for position, _ in wander(GAME.scenario("d-day"), 11, 700):
        if not position.text("phase").startswith("refit"):
            continue
        ruling = answered(position, "refit-plan", {})
        assert ruling is not None
        if ruling.ok:
            seen += len(ruling.answer["refits"])
            for s in read_question(GAME.questions["refit-plan"], {}).supposes(Asking(GAME, position)):
                assert apply(GAME.moment(s.position, s.action), s.action)
    assert seen
