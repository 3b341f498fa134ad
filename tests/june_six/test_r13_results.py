"""Section 13.0: a combat from its modes to its last advance: the order of stages, the roll, random play."""

from __future__ import annotations

import random

import pytest

from adjudicator.errors import PositionError, RollNeeded
from adjudicator.frames import plain, strict
from adjudicator.game import apply, legal, need_roll
from adjudicator.june_six import r12_crt
from adjudicator.june_six.battle import Battle, amend, battles
from adjudicator.june_six.r12_attack import Attack
from adjudicator.june_six.r13_results import STAGES, order_of, outcome_of
from adjudicator.june_six.registry import rules
from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import edge_id
from maps.filing import OURS
from maps.june_six.grid import GRID
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.june_six.fighting import HERE, SOUTH, attack, current, fight, play, table, under_way
from tests.playing import decision


def test_stages() -> None:
    at = fight((unit("us-1"), SOUTH))
    order = order_of(at)
    assert set(order) == set(STAGES)
    assert order.index("defender-losses") < order.index("defender-retreat") < order.index("advance")
    assert order.index("attacker-losses") < order.index("advance") < order.index("ambush-effect")
    early = fight((unit("us-1"), SOUTH), options={"support-order": "B"})
    assert order_of(early).index("attack-support") < order_of(early).index("attack-mode")


def test_the_roll_says_what_it_is_for() -> None:
    at = play(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)), Attack(("us-1",), HERE), "probe", "stand")
    with pytest.raises(RollNeeded, match="combat in E1940, die roll modifier -3"):
        need_roll(at)


def test_the_modified_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[int] = []

    def found(at: object, attack_mode: str, defence_mode: str, modified: int) -> r12_crt.Cell:
        rolled.append(modified)
        return r12_crt.Cell(attack_mode, defence_mode, 0)

    monkeypatch.setattr(r12_crt, "cell", found)
    attack(
        fight((unit("us-1", cohesion=6), SOUTH), (unit("ge-1", cohesion=4), HERE)),
        modes="probe stand",
        roll=7,
    )
    assert set(rolled) == {7 + 2 - 3}  # the die, cohesion, Probe against Stand


def test_what_the_table_says_of_each_side() -> None:
    known = Battle(
        "attack", "allied", HERE, ("us-1",), attack_mode="assault", defence_mode="stand", modified=-2
    )
    cell = r12_crt.cell(OURS, "assault", "stand", -2)
    assert outcome_of(OURS, known, attacking=True).results == cell.attacker
    assert outcome_of(OURS, known, attacking=False).retreat == cell.defender_retreat


def test_defenders_retreat_before_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, defender_retreat=1, attacker_retreat=1)
    at = attack(fight((unit("us-1"), SOUTH), (unit("ge-1"), HERE)))
    assert at.decision is not None
    assert (at.decision.player, at.decision.data["attacking"]) == ("german", False)


def test_a_combat_as_plain_data() -> None:
    known = Battle("attack", "allied", HERE, ("us-1",), modified=0, retreats={"ge-1": 1}, vacated=(SOUTH,))
    assert strict(Battle, plain(known)) == known
    assert plain(known)["modified"] == 0
    assert set(known.attack()) <= set(plain(known))
    assert known.defending == "german"


def test_data_that_describe_no_combat(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ({"kind": "attack"}, {**plain(Battle("attack", "allied", HERE, ("us-1",))), "odds": 2}):
        with pytest.raises(PositionError):
            strict(Battle, wrong)
    table(monkeypatch)
    at = under_way(fight((unit("us-1"), SOUTH)), stage="parley")
    with pytest.raises(PositionError):
        rules().steps["combat"](at.draft(), at.pending[-1])


def test_combats_lie_above_each_other() -> None:
    at = under_way(under_way(fight((unit("us-1"), SOUTH))), kind="gca", side="german")
    assert [b.kind for b in battles(at)] == ["attack", "gca"]
    assert current(at).kind == "gca"
    draft = at.draft()
    amend(draft, gca="made")
    assert [b.gca for b in battles(draft)] == ["", "made"]
    with pytest.raises(LookupError):
        amend(fight((unit("us-1"), SOUTH)).draft(), gca="made")


# --- random play ------------------------------------------------------------------------------------------

_FOOT = ("infantry", "commando", "motorized", "armor", "recon", "anti-tank", "strongpoint", "flak")
_OPTIONS = (
    "support-order", "reduced-allocation", "b-and-d-support", "second-zoc-hex", "retreat-direction",
    "gca-modes", "breakthrough-multi", "hq-reduced", "isolated-advance", "artillery-results", "rout-again",
    "single-double", "retreat-off-map", "fought", "zoc-rivers",
)  # fmt: skip


def _scattered(rng: random.Random) -> Position:
    """Units of both sides thrown over a block of hexes, at the combat of an activation."""
    block = hexes(36, 41, 16, 22)
    ground = {h: rng.choice(["clear", "bocage", "woods", "marsh", "town", "city"]) for h in block}
    pairs = {edge_id(a, b) for a in block for b in GRID.neighbours(a) if b in block}
    sides = {e: rng.choice(["major-river", "bluff", "cliff"]) for e in sorted(pairs) if rng.random() < 0.08}
    owner = {h: rng.choice(["us", "ge"]) for h in block}
    placed: list[tuple[Unit, str]] = []
    for number in range(22):
        where = rng.choice(block)
        if sum(h == where for _, h in placed) < 2:
            placed.append((_any_unit(rng, f"{owner[where]}-{number}"), where))
    for uid, formation, size in (
        ("us-hq", "us-1", "division"),
        ("ge-hq", "ge-352", "division"),
        ("us-vhq", "us-v", "corps"),
    ):
        where = rng.choice([h for h in block if owner[h] == uid[:2] and sum(h == w for _, w in placed) < 3])
        placed.append(
            (
                hq(uid, formation, size=size, artillery=rng.randint(1, 3), steps=1 + (size == "division")),
                where,
            )
        )
    marks = {u.id: {"disorder": rng.choice([0, 0, 1, 2]), "pinned": rng.random() < 0.1} for u, _ in placed}
    letters = {name: rng.choice("AB") for name in _OPTIONS}
    side, kind = rng.choice(["allied", "german"]), rng.choice(["me", "re"])
    return situation(
        board(block, terrain=ground, sides=sides), *placed,
        side=side, kind=kind, part="combat", marks=marks, options=letters, air=rng.randint(0, 2),
    )  # fmt: skip


def _any_unit(rng: random.Random, uid: str) -> Unit:
    type_ = rng.choice(_FOOT[:6] if uid[:2] == "us" else _FOOT)
    armor = {"armor": 3} if type_ == "armor" else {}
    formation = {"division": "us-1", "corps": "us-v"} if uid[:2] == "us" else {"division": "ge-352"}
    steps = rng.choice([1, 2])
    return unit(
        uid, type_, cs=rng.randint(1, 8), cohesion=rng.randint(2, 8), steps=steps, **armor, **formation
    )


@pytest.mark.parametrize("seed", range(25))
def test_random_combats_end(seed: int) -> None:
    """Every decision has a legal answer, and no hex ends with units of both sides."""
    rng = random.Random(seed)
    at = _scattered(rng)
    for _ in range(300):
        choice = _some_attack(rng, at) if at.decision is None else legal(at).sample(rng)
        if choice is None:
            break
        at = apply(at, choice)
    assert at.decision is None
    assert not decision(at)
    spaces = [s for s in at.occupied() if at.board.spaces[s].kind == "hex"]
    assert all(len({p.side for p in at.units_in(s)}) == 1 for s in spaces)


def _some_attack(rng: random.Random, at: Position) -> Attack | None:
    found: Attack | None = None
    for action in legal(at).of("attack"):
        assert isinstance(action, Attack)
        found = action
        if rng.random() < 0.4:
            break
    return found
