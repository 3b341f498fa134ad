"""Storm Over Normandy: whatever a question grants, the rules of the action grant too, but for the moment."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action
from adjudicator.position import Piece, Position
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import GAME, cards, terms
from adjudicator.storm_over_normandy.r04_airborne import LandAirborne
from adjudicator.storm_over_normandy.r04_bombardment import Bombard
from adjudicator.storm_over_normandy.r04_invasion import BeachAttack
from adjudicator.storm_over_normandy.r05_end import DiscardCards
from adjudicator.storm_over_normandy.r05_pass import ContinueTurn
from adjudicator.storm_over_normandy.r06_play import PlayCard, Respond
from adjudicator.storm_over_normandy.r06_windows import WINDOW
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r09_attack import SUPPORT, current
from adjudicator.storm_over_normandy.r09_fire import AddSupport, FireAttack
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from adjudicator.storm_over_normandy.r10_retreats import Retreat
from adjudicator.storm_over_normandy.r11_assault import Assault
from adjudicator.storm_over_normandy.r14_release_roll import ReleaseRoll
from maps.filing import OURS
from tests.playing import wander
from tests.properties.meaning import Arguments, Row, faults


def some(units: list[Piece], rng: random.Random) -> list[str]:
    """A few units, at least one."""
    return [p.uid for p in rng.sample(units, rng.randint(1, min(4, len(units))))]


def on_map(position: Position) -> list[Piece]:
    return [p for p in position.pieces.values() if terms.on_map(p)]


def near(position: Position, piece: Piece) -> list[str]:
    """The space of a unit, and those next to it."""
    return [piece.space, *(to for _, to in position.board.neighbours(piece.space))]


def fires(position: Position, rng: random.Random) -> Arguments:
    one = rng.choice(on_map(position))
    there = [p for p in position.units_in(one.space) if p.side == one.side or rng.random() < 0.1]
    return {"kind": "fire", "area": one.space, "with_units": some(there or [one], rng)}


def assaults(position: Position, rng: random.Random) -> Arguments:
    one = rng.choice(on_map(position))
    there = [p for p in position.units_in(one.space) if p.side == one.side]
    aims = [s for s in near(position, one) if terms.enemies(position, s, one.side)] or near(position, one)
    return {"kind": "assault", "area": rng.choice(aims), "with_units": some(there, rng)}


def shots(position: Position, rng: random.Random) -> Arguments:
    title = rng.choice(["artillery", "air-strike", "naval-gunfire", "corps-artillery"])
    return {"kind": "card", "area": rng.choice(on_map(position)).space, "card": [title]}


def journeys(position: Position, rng: random.Random) -> Arguments:
    one = rng.choice(on_map(position))
    there = [p for p in position.units_in(one.space) if p.side == one.side and p.uid != one.uid]
    others = some(there, rng) if there and rng.random() < 0.5 else []
    return {"unit": one.uid, "with_units": others, "to": rng.choice(near(position, one))}


def cards_played(position: Position, rng: random.Random) -> Arguments:
    one = rng.choice(on_map(position))
    copy = rng.choice(cards.hand(position, one.side) or cards.copies(OURS, one.side))
    if rng.random() < 0.5:
        return {"card": copy, "area": rng.choice(near(position, one)), "with_units": []}
    there = [p for p in position.units_in(one.space) if p.side == one.side]
    return {"card": copy, "area": rng.choice(near(position, one)), "with_units": some(there, rng)}


def card_in_turn(position: Position, a: Arguments) -> Action:
    """The card: an answer where a window waits for one, otherwise played of itself."""
    top = position.decision
    kind = Respond if top is not None and top.kind == WINDOW else PlayCard
    return kind(a["card"], a["area"], tuple(a["with_units"]))


def bombardments(position: Position, rng: random.Random) -> Arguments:
    beaches = rng.sample(list(terms.beaches(position)), rng.randint(1, 3))
    return {"points": [f"{b}={rng.randint(1, 13)}" for b in beaches]}


def landings(position: Position, rng: random.Random) -> Arguments:
    allied = [p for p in on_map(position) if p.side == terms.ALLIED]
    return {"beach": rng.choice(list(terms.beaches(position))), "with_units": some(allied, rng)}


def takings(position: Position, rng: random.Random) -> Arguments | None:
    top = position.decision
    if top is None or top.kind != "damage":
        return None
    hurt = rng.sample(top.data["units"], rng.randint(1, min(3, len(top.data["units"]))))
    return {"take": [f"{u}={rng.choice(['flip', 'retreat', 'eliminate'])}" for u in hurt]}


def ways_back(position: Position, rng: random.Random) -> Arguments | None:
    top = position.decision
    if top is None or top.kind != "retreat":
        return None
    piece = position.pieces[rng.choice(top.data["units"])]
    return {"unit": piece.uid, "to": [rng.choice(near(position, piece))]}


def additions(position: Position, rng: random.Random) -> Arguments | None:
    """Support Points or a card for an attack that has been announced, in time or too late."""
    attack, top = current(position), position.decision
    if attack is None or top is None or top.kind not in {WINDOW, SUPPORT, "roll"}:
        return None
    if top.kind == "roll" and rng.random() < 0.75:  # most attacks under way have come so far
        return None
    if attack.stage == "window":  # units are entering: the time for cards on their attack is still to come
        return None
    hand = cards.hand(position, attack.side)
    if hand and (top.kind == WINDOW or rng.random() < 0.5):
        return {"card": [rng.choice(hand)]}
    return {"support": [str(rng.randint(1, 3))]} if top.kind != WINDOW else None


def discards(position: Position, rng: random.Random) -> Arguments:
    side = rng.choice(["german", "allied"])
    return {"cards": [rng.choice(cards.hand(position, side) or cards.copies(OURS, side))], "purpose": "end"}


# --- what a yes means -------------------------------------------------------------------------------------


def fire(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield FireAttack(tuple(args["with_units"]))


def assault(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    """An Assault with one card of the hand or another: one of them is granted."""
    side = position.pieces[args["with_units"][0]].side
    boxed = terms.is_landing(position.board.spaces[position.pieces[args["with_units"][0]].space])
    paid = "" if boxed and side == terms.ALLIED else next(iter(cards.hand(position, side)), "")
    yield Assault(tuple(args["with_units"]), args["area"], paid)


def landed_attack(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    if position.text("phase") not in {"set-up", "airborne", "bombardment"}:  # before, the landing is supposed
        yield BeachAttack(args["beach"], tuple(args["with_units"]))


def shot(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield PlayCard(cards.find(position, args["card"][0]), args["area"])


def added(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    """What is added: a yes means that it can be played, or placed, now."""
    yield from (Respond(copy) for copy in args.get("card", ()))
    yield from (AddSupport(int(points)) for points in args.get("support", ()))


def journey(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    paths = {d["space"]: tuple(d["path"]) for d in ruling.answer["destinations"]}
    yield Move((args["unit"], *args["with_units"]), paths[args["to"]])


def taken(position: Position, args: Arguments, ruling: Ruling) -> Iterator[Action]:
    yield TakeDamage(tuple((text.partition("=")[0], text.partition("=")[2]) for text in args["take"]))


TABLE = [
    Row("odds", fires, fire),
    Row("result", lambda p, r: {**fires(p, r), "roll": str(r.randint(2, 12))}, fire),
    Row("odds", assaults, assault),
    Row("odds", shots, shot),
    Row("legal", journeys, journey),
    Row("card", cards_played, lambda p, a, r: iter([card_in_turn(p, a)])),
    Row(
        "bombardment",
        bombardments,
        lambda p, a, r: iter([Bombard(tuple((t.split("=")[0], int(t.split("=")[1])) for t in a["points"]))]),
    ),
    Row("landing", landings, landed_attack),
    Row(
        "scatter",
        lambda p, r: {"area": r.choice(on_map(p)).space, "roll": r.randint(1, 6)},
        lambda p, a, r: iter([LandAirborne(a["area"])]),
    ),
    Row("release", lambda p, r: {"roll": r.randint(1, 6)}, lambda p, a, r: iter([ReleaseRoll()])),
    Row("discard", discards, lambda p, a, r: iter([DiscardCards(tuple(a["cards"]))])),
    Row(
        "continue",
        lambda p, r: {"card": r.choice(cards.copies(OURS, "german"))},
        lambda p, a, r: iter([ContinueTurn(r.question.split()[1])]),
    ),
    Row("losses", takings, taken),
    Row("retreats", ways_back, lambda p, a, r: iter([Retreat(a["unit"], a["to"][0])])),
]


UNDER_WAY = Row("odds", additions, added)


def look(seed: int, steps: int, every: int, times: int) -> tuple[list[str], Counter[str]]:
    rng, found, seen = random.Random(seed), list[str](), Counter[str]()
    for number, (position, _) in enumerate(wander(GAME.scenario("invasion"), seed, steps)):
        if number % every == 0 or (position.decision and position.decision.kind in {"damage", "retreat"}):
            for row in TABLE:
                for _ in range(times):
                    wrong, looked = faults(GAME, position, row, rng)
                    found += wrong
                    seen[row.verb] += looked
        if current(position) is not None:
            wrong, looked = faults(GAME, position, UNDER_WAY, rng)
            found += wrong
            seen["under way"] += looked
    return found, seen


@pytest.mark.parametrize("seed", range(2))
def test_what_a_question_grants_the_action_grants(seed: int) -> None:
    found, seen = look(seed, 120, 15, 1)
    assert not found
    assert seen["odds"] > 0
    assert seen["legal"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 16))
def test_what_a_question_grants_the_action_grants_in_long_play(seed: int) -> None:
    found, seen = look(seed, 1200, 15, 3)
    assert not found
    assert min(seen[verb] for verb in ("odds", "result", "legal", "losses")) > 0
