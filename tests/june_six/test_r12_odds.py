"""12.42 and 13.7: the exact joint table, against a plain recount of the ten faces."""

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r12_crt import PAIRS, cell
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r12_modes import given_weights, weights
from adjudicator.june_six.r12_odds import Basis, Force, Joint, force_of, forces, harm_of, joint, pair_odds
from adjudicator.june_six.r13_allocation import Outcome, Readings, Sufferer, allocations
from adjudicator.june_six.r13_losses import fate
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from tests.june_six import build

ON = build.board(build.hexes(34, 46, 14, 24))
ATTACK = plain("e1940", ["us-1", "us-2"], "allied")


def stage(marks: dict[str, dict[str, Fact]] | None = None, *more: tuple[Unit, str]) -> Position:
    """Two units against two."""
    placed = [
        (build.unit("us-1", cs=8, cohesion=6), "e1840"), (build.unit("us-2", cs=6, cohesion=5), "e1840"),
        (build.unit("ge-1", cs=5, cohesion=5), "e1940"), (build.unit("ge-2", cs=4, cohesion=4), "e1940"),
    ]  # fmt: skip
    return build.situation(ON, *placed, *more, part="combat", marks=marks)


def recount(here: Position, found: Joint, pair: tuple[str, str]) -> dict[str, Fraction]:
    """Means of a pair of modes, straight from the table and the rules of allocation."""
    fight, worth = found.line.fight, weights()
    total = found.line.drm - 3 * (pair == ("probe", "stand"))
    sums = dict.fromkeys(("ours", "theirs", "payoff"), 0)
    for face in range(10):
        c = cell(*pair, face + total)
        costs = []
        for mine, other, results, retreat in (
            (fight.attackers, fight.defenders, c.attacker, c.attacker_retreat),
            (fight.defenders, fight.attackers, c.defender, c.defender_retreat),
        ):
            best = max(p.printed.rating("cohesion") or 0 for p in other)
            ways = allocations(force_of(here, mine).units, Outcome(results, retreat, best))
            counted = []
            for way in ways:
                after = {uid: fate(here, uid, result) for uid, result in way}
                steps = sum(lost for _, lost in after.values())
                levels = sum(level - here.number("disorder", uid) for uid, (level, _) in after.items())
                counted.append((worth.harm(steps, levels), steps))
            costs.append(min(counted))
        sums["ours"] += costs[0][1]
        sums["theirs"] += costs[1][1]
        emptied = max(c.defender_retreat, 0)
        ground = (emptied - c.attacker_retreat) * worth.ground + c.breakthrough * worth.breakthrough
        rout = worth.rout if pair[1] == "stand" and face + total <= 0 else 0
        sums["payoff"] += costs[1][0] - costs[0][0] + ground - rout
    return {name: Fraction(n, 10) for name, n in sums.items()}


@pytest.mark.parametrize(
    "marks",
    [{}, {"us-1": {"disorder": 2}}, {"ge-1": {"disorder": 1}, "ge-2": {"disorder": 2}}],
    ids=["fresh", "shaken attacker", "shaken defenders"],
)
def test_the_joint_table_by_recount(marks: dict[str, dict[str, Fact]]) -> None:
    here = stage(marks)
    found = joint(here, ATTACK)
    for pair in PAIRS:
        odds, plainly = found.pairs[pair], recount(here, found, pair)
        assert odds.mean("steps", attacking=True) == plainly["ours"]
        assert odds.mean("steps", attacking=False) == plainly["theirs"]
        assert odds.payoff == plainly["payoff"]


def test_ten_faces_in_every_pair() -> None:
    found = joint(stage(), ATTACK)
    assert all(len(odds.faces) == 10 for odds in found.pairs.values())
    assert [odds.drm for odds in found.pairs.values()] == [found.line.drm] * 2 + [
        found.line.drm - 3, found.line.drm,
    ]  # fmt: skip


def test_rout_faces_are_those_at_zero_or_less_against_stand() -> None:
    """13.61 and trap 61."""
    for drm in range(-12, 5):
        for pair in PAIRS:
            odds = pair_odds(pair, drm, Force(()), Force(()), Basis())
            low = [face for face in range(10) if face + odds.drm <= 0]
            assert odds.rout == (len(low) if pair[1] == "stand" else 0)


def lot(uid: str, cohesion: int, space: str = "a", **more: Any) -> Sufferer:
    """A unit of a force."""
    return Sufferer(uid, space, cohesion, **more)


def test_the_owner_chooses_what_costs_least() -> None:
    """F on a shaken and a fresh unit: the fresh one takes Dis-2, the shaken one would lose a step."""
    force = Force((lot("a", 5, disorder=2), lot("b", 5)))
    found = harm_of(force, (("F", "dis-2"),), 0, 9, Basis(worth=given_weights({"disorder": 1})))
    assert found.allocation == (("b", "dis-2"),)
    assert (found.steps, found.levels, found.ways) == (0, 2, 2)


def test_a_step_takes_the_marker_off() -> None:
    found = harm_of(Force((lot("a", 5, disorder=2),)), (("F", "reduced"),), 0, 9, Basis())
    assert (found.steps, found.levels, found.lost, found.emptied) == (1, -2, 0, False)


def test_the_last_steps_empty_the_hex() -> None:
    force = Force((lot("a", 5),), frozenset({"a"}))
    found = harm_of(force, (("F", "reduced"),), 0, 9, Basis())
    assert (found.lost, found.emptied) == (1, True)
    assert not harm_of(Force(()), (("F", "reduced"),), 0, 9, Basis()).emptied


def test_a_better_single_unit_ignores_a_double_result() -> None:
    """13.73 and trap 56; the retreat stands."""
    force, double = Force((lot("a", 6),)), (("B", "dis-1"), ("D", "reduced"))
    assert harm_of(force, double, 0, 5, Basis()).allocation == ()
    assert harm_of(force, double, 0, 6, Basis()).allocation == (("a", "reduced"),)


def test_an_hq_suffers_last() -> None:
    force = Force((lot("hq", 9, combat=False, hq=True), lot("a", 4)), frozenset({"hq"}))
    assert harm_of(force, (("D", "reduced"),), 0, 9, Basis()).allocation == (("a", "reduced"),)


def test_units_that_lend_artillery_beside_the_hex_suffer_too() -> None:
    """The Note to 13.0."""
    gun = build.hq("us-1-hq", "us-1", artillery=4, cohesion=3)
    for at, wanted in (("e1841", 3), ("e1740", 2)):
        here = stage(None, (gun, at))
        attack = {**ATTACK, "artillery": {"attack": {"us-1-hq": 4}, "defence": {}}}
        attackers, defenders = forces(here, fight_of(here, attack))
        assert (len(attackers.units), len(defenders.units)) == (wanted, 2)


def test_the_reading_of_the_position_counts() -> None:
    here = stage()
    assert joint(here, ATTACK).basis.read == Readings()
    assert joint(Inquiry(here), ATTACK).pairs == joint(here, ATTACK).pairs


def test_ones_own_payoff() -> None:
    here = stage()
    plainly, greedy = joint(here, ATTACK), joint(here, ATTACK, given_weights({"ground": 40}))
    assert greedy.pairs["probe", "retreat"].payoff > plainly.pairs["probe", "retreat"].payoff
    assert greedy.mix.stand >= plainly.mix.stand


def test_cleared_counts_retreats_and_annihilation() -> None:
    single = Force((lot("a", 3),), frozenset({"a"}))
    odds = pair_odds(("assault", "stand"), 4, Force((lot("u", 5),)), single, Basis())
    assert odds.cleared == sum(bool(c.defender_retreat) or d.emptied for c, _, d in odds.faces) == 10
