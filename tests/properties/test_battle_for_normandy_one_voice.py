"""One voice in The Battle for Normandy: questions against `check`, lists of legal actions against chance."""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adjudicator.actions import Action, Roll, kind_of
from adjudicator.asking.between import between
from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.r09.feldersatz import UseFeldersatz
from adjudicator.battle_for_normandy.r10.closed import forced_hexes
from adjudicator.battle_for_normandy.r10.movement import Move
from adjudicator.battle_for_normandy.r11.armed_recon import Strike
from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory
from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r13.fire import FireAlone
from adjudicator.battle_for_normandy.r15_breakdown import BreakDown
from adjudicator.battle_for_normandy.r17.airborne import OneHex
from adjudicator.battle_for_normandy.r17.gliders import LandGlider
from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.battle_for_normandy.r18.strongpoints import PlaceStrongpoint
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.battle_for_normandy.r20.kg import PlaceKg
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, legal, open_now
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import refuses, reply
from tests.every import quick_one
from tests.playing import wander

# --- a question says what the action does: a table of its own, whatever the questions declare --------------


def _near(position: Position, rng: random.Random) -> tuple[str, str, str]:
    """A unit next to the enemy, an enemy hex beside it, any hex beside it."""
    pieces = [p for p in position.pieces.values() if terms.on_map(position, p)]
    rng.shuffle(pieces)
    for piece in pieces:
        around = [n for _, n in position.board.neighbours(piece.space)]
        foes = [n for n in around if terms.enemies(position, n, piece.side)]
        if around and (foes or rng.random() < 0.1):
            return piece.uid, rng.choice(foes or around), rng.choice(around)
    uid = rng.choice(sorted(position.pieces))
    some = rng.choice(sorted(position.board.spaces))
    return uid, some, some


def _step(position: Position, uid: str, to: str) -> Action:
    phase, side = position.text("phase"), position.pieces[uid].side
    if phase in {"reaction-movement", "german-movement"} and side == terms.GERMAN:
        return March(uid, (to,))
    if phase in {"airborne-movement", "landing"} and side == terms.ALLIED:
        return OneHex(uid, to)
    return Move((uid,), (to,))


Made = Callable[[Position, str, str, str], tuple[dict[str, Any], Action]]
TABLE: Mapping[str, Made] = {
    "odds": lambda _, u, foe, __: ({"area": foe, "with_units": [u]}, Attack((u,), foe)),
    "line-up": lambda _, u, foe, __: ({"area": foe, "with_units": [u]}, Attack((u,), foe)),
    "attackers": lambda _, u, foe, __: ({"area": foe, "with_units": [u]}, Attack((u,), foe)),
    "result": lambda _, u, foe, __: ({"area": foe, "with_units": [u], "roll": 5}, Attack((u,), foe)),
    "cost": lambda p, u, _, to: ({"unit": u, "path": [to]}, _step(p, u, to)),
    "slip": lambda p, u, _, to: ({"unit": u, "to": to}, _step(p, u, to)),
    "june-6-march": lambda _, u, __, to: ({"unit": u, "path": [to]}, March(u, (to,))),
    "fire": lambda _, u, foe, __: ({"gun": u, "target": foe}, FireAlone(u, foe)),
    "armed-recon": lambda _, __, foe, ___: ({"target": foe}, Strike(foe, 1)),
    "volley": lambda _, u, foe, __: ({"target": foe, "units": [u]}, InvasionFire((u,), foe)),
    "glider": lambda _, u, __, to: ({"unit": u, "to": to}, LandGlider(u, to)),
    "strongpoints": lambda _, u, __, to: ({"subject": u, "to": to}, PlaceStrongpoint(u, to)),
    "breakdown": lambda _, u, __, ___: ({"unit": u, "number": 1}, BreakDown(u, 1)),
    "feldersatz": lambda _, u, __, ___: ({"unit": u}, UseFeldersatz(u)),
    "kg": lambda p, u, _, to: ({"hex": to}, PlaceKg(_kg(p) or u, to)),
}


def _kg(position: Position) -> str:
    waits = position.units_in(terms.POOL)
    return next((p.uid for p in waits if terms.is_kg_hq(p.printed)), "")


def disagreement(position: Position, verb: str, rng: random.Random) -> str:
    """Where a question says yes and `check` no, or the other way round; empty where they agree."""
    args, action = TABLE[verb](position, *_near(position, rng))
    alone = verb == "volley" and position.text("phase") in {"airborne-combat", "reaction-combat"}
    try:
        ruling = reply(read_question(GAME.questions[verb], args), Asking(GAME, position, "referee"))
        said = check(position, action)
    except BocageError:
        return ""
    if ruling.violations and not refuses(ruling.verdict):
        return f"{verb} {args}: {ruling.verdict}"
    if said.ok and not alone and not ruling.ok:
        return f"{verb} {args} refuses what check grants: {ruling.reasons}"
    if ruling.ok and not said.ok and not _is_moment(position, action, ruling):
        return f"{verb} {args}: {ruling.verdict} | check: {said.reasons}"
    return ""


def _is_moment(position: Position, action: Action, ruling: Ruling) -> bool:
    """Whether only the moment forbids an action: at its moment `check` grants it, and the answer says so."""
    there = GAME.moment(position, action)
    alone = position.text("phase") in {"airborne-combat", "reaction-combat"}
    return alone or (bool(ruling.moment) and check(there, action).ok)


@pytest.mark.parametrize("verb", TABLE)
def test_a_question_grants_what_check_grants(verb: str) -> None:
    rng = random.Random(verb)
    found = [disagreement(position, verb, rng) for position in some_positions() for _ in range(3)]
    assert not any(found), [f for f in found if f]


@functools.cache
def some_positions() -> tuple[Position, ...]:
    """A few positions of two random games."""
    games = ((3, "campaign"), (4, "carentan"))
    return tuple(
        p for seed, s in games for n, (p, _) in enumerate(wander(GAME.scenario(s), seed, 48)) if n % 12 == 0
    )


@pytest.mark.slow
@pytest.mark.parametrize("verb", TABLE)
def test_a_question_grants_what_check_grants_in_long_games(verb: str) -> None:
    rng = random.Random(verb)
    for seed, scenario in ((5, "campaign"), (6, "carentan")):
        for number, (position, _) in enumerate(wander(GAME.scenario(scenario), seed, 600)):
            if number % 20 == 0:
                assert not [f for _ in range(6) if (f := disagreement(position, verb, rng))]


# --- guns, points and places that an answer grants may be used ---------------------------------------------


@functools.cache
def day(scenario: str) -> Position:
    """A scenario in the Allied Combat Phase of a clear day, with points to spend."""
    draft = GAME.scenario(scenario).draft()
    draft.pending = ()
    for item, word in {"phase": "combat", "side": terms.ALLIED, "time": "am", "weather": "clear"}.items():
        draft.set(item, word)
    for item, points in {"csp": 9, "ground-support": 2}.items():
        draft.set(item, points)
    return draft.finish()


def ungranted(position: Position, rng: random.Random) -> str:
    """Support that a question offers an attack and that `check` refuses at its moment; empty without."""
    uid, foe, _ = _near(position, rng)
    args = {"area": foe, "with_units": [uid]}
    try:
        guns = reply(read_question(GAME.questions["artillery"], args), Asking(GAME, position, "referee"))
        planes = reply(
            read_question(GAME.questions["ground-support"], args), Asking(GAME, position, "referee")
        )
    except BocageError:
        return ""
    there = GAME.moment(position, Attack((uid,), foe))
    known = tuple(guns.answer["guns"])
    sets = [known[: guns.answer["most"]], known[:1]]
    if guns.ok and known and not any(check(there, Attack((uid,), foe, support=s)).ok for s in sets):
        return f"artillery {args}: {guns.verdict}"
    most = planes.answer["most"] if position.pieces[uid].side == terms.ALLIED else 0
    if planes.ok and most and not check(there, Attack((uid,), foe, air=most)).ok:
        return f"ground-support {args}: {planes.verdict}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["epsom", "cobra"])
def test_support_that_is_granted_may_be_used(scenario: str) -> None:
    rng = random.Random(scenario)
    assert not [f for _ in range(30) if (f := ungranted(day(scenario), rng))]


def misjudged(position: Position, side: str, to: str) -> str:
    """Whether supply and mandatory attacks disagree on a hex in which a unit would have to attack."""
    mine = (p for p in position.pieces.values() if p.side == side and terms.on_map(position, p))
    piece = next(p for p in mine if terms.is_battalion(p.printed) and not terms.is_artillery(p.printed))
    draft = position.draft()
    for item in ("owed", "attacked", "retreated"):
        draft.clear(item, piece.uid)
    draft.place(piece.uid, to)
    duty = r12_mandatory.unit_duty(draft.finish(), piece.uid)
    trapped = any("surrounded" in text for _, _, text in duty.exempt)
    forced = to in forced_hexes(position, side)
    return "" if trapped or forced == bool(duty.hexes) else f"{side} to {to}: {forced}, {duty}"


@pytest.mark.parametrize("scenario", ["cherbourg", "epsom"])
@pytest.mark.parametrize("side", [terms.ALLIED, terms.GERMAN])
def test_units_keep_away_just_from_where_they_would_have_to_attack(scenario: str, side: str) -> None:
    here = day(scenario)
    foes = {p.space for p in here.pieces.values() if p.side != side and terms.on_map(here, p)}
    near = sorted({n for foe in foes for _, n in here.board.neighbours(foe) if terms.is_land(here.board, n)})
    some = [n for n in near if not terms.enemies(here, n, side)][::4]
    assert len(some) > 9
    assert not [found for to in some if (found := misjudged(here, side, to))]


# --- what is legal is listed, or the kind says what it leaves out ------------------------------------------


def drawn(position: Position, cls: type[Action], rng: random.Random) -> Action:
    """An action with fields drawn by their types, from units and spaces that are near each other."""
    uid, foe, near = _near(position, rng)
    fields = {}
    for field in dataclasses.fields(cls):
        fields[field.name] = _value(position, field, rng, (uid, foe, near))
    return cls(**fields)


def _value(
    position: Position, field: dataclasses.Field[Any], rng: random.Random, drawn: tuple[str, ...]
) -> Any:
    uid, foe, near = drawn
    kind, name = str(field.type), field.name
    word = uid if name in {"unit", "units", "gun", "lead", "by", "hq", "company"} else rng.choice([foe, near])
    if name in {"unit_id", "ship"}:
        there = position.units_in(foe)
        word = rng.choice(there).uid if there else uid
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "int":
        return rng.choice([0, 1, 2, 3])
    if kind.startswith("tuple[int"):
        return (0, 0, 0, 0, 0)
    if kind.startswith("tuple"):
        return () if name in {"support", "bonus", "drops"} else (word,)
    return "" if name in {"regiment", "entry"} else word


def unlisted(position: Position, rng: random.Random, times: int) -> Iterator[Action]:
    """Legal actions that a complete kind does not list."""
    for handler in open_now(position):
        if handler.sampled or handler.action is Roll:
            continue
        listed: set[Action] | None = None
        for _ in range(times):
            action = drawn(position, handler.action, rng)
            if check(position, action).ok:
                listed = set(handler.options(position)) if listed is None else listed
                if action not in listed:
                    yield action


@pytest.mark.parametrize(("seed", "scenario"), quick_one([(7, "campaign"), (8, "carentan")], "8"))
def test_whatever_is_legal_is_listed(seed: int, scenario: str) -> None:
    rng = random.Random(seed)
    for number, (position, _) in enumerate(wander(GAME.scenario(scenario), seed, 60)):
        if number % 6 == 0:
            assert not list(unlisted(position, rng, 12))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "scenario"), [(17, "campaign"), (18, "carentan"), (19, "campaign")])
def test_whatever_is_legal_is_listed_in_long_games(seed: int, scenario: str) -> None:
    rng = random.Random(seed)
    for number, (position, _) in enumerate(wander(GAME.scenario(scenario), seed, 900)):
        if number % 5 == 0:
            assert not list(unlisted(position, rng, 40))


# --- what a handler samples is explained from the difference -----------------------------------------------


def unexplained(seed: int, scenario: str, steps: int, every: int) -> Iterator[str]:
    """Actions of sampled kinds that `check BEFORE AFTER` does not find again."""
    for number, (position, action) in enumerate(wander(GAME.scenario(scenario), seed, steps)):
        handler = GAME.handlers.get(kind_of(type(action)))
        if handler is None or not handler.sampled or number % every:
            continue
        after = apply(position, action)
        if not between(position, after, nodes=40).ok:
            yield f"{position.text('phase')}: {action}"


@pytest.mark.parametrize(("seed", "scenario"), quick_one([(21, "campaign"), (22, "carentan")], "22"))
def test_sampled_actions_are_found_again(seed: int, scenario: str) -> None:
    assert not list(unexplained(seed, scenario, 60, 4))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "scenario"), [(23, "campaign"), (24, "carentan"), (25, "campaign")])
def test_sampled_actions_are_found_again_in_long_games(seed: int, scenario: str) -> None:
    assert not list(unexplained(seed, scenario, 800, 4))


def test_a_stack_that_moves_together_is_explained() -> None:
    start = GAME.scenario("carentan")
    for position, _ in wander(GAME.scenario("carentan"), 2, 200):
        start = position
        if position.text("phase") == "movement" and not position.pending:
            break
    stacks = [(p.uid, q.uid) for p in start.pieces.values() for q in start.units_in(p.space) if p.uid < q.uid]
    moves = (a for uids in stacks for a in _together(start, uids) if check(start, a).ok)
    action = next(moves)
    found = between(start, apply(start, action))
    assert found.ok
    assert len(found.actions) <= 2


def _together(position: Position, uids: tuple[str, str]) -> Iterator[Move]:
    for _, to in position.board.neighbours(position.pieces[uids[0]].space):
        yield Move(uids, (to,))


def test_the_list_of_a_sampled_kind_holds_only_some() -> None:
    kinds = {kind for kind, handler in GAME.handlers.items() if handler.sampled}
    assert {"attack", "move", "carpet-bomb", "enter", "place", "place-kg"} <= kinds
    assert not {"rebuild", "retreat", "take-losses", "break-down", "one-hex"} & kinds
    assert legal(GAME.scenario("campaign")).kinds
