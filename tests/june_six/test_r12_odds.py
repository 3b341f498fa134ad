"""12.42 and 13.7: the exact joint table, against a plain recount of the ten faces."""

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six.r12_attack import Attack
from adjudicator.june_six.r12_crt import PAIRS, cell
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r12_modes import given_weights, weights
from adjudicator.june_six.r12_odds import Basis, Force, Joint, force_of, forces, harm_of, joint, pair_odds
from adjudicator.june_six.r13_allocation import ALLOCATE, Allocate, Outcome, Readings, Sufferer, allocations
from adjudicator.june_six.r13_losses import fate
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.june_six import build
from tests.june_six.fighting import play

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
    fight, worth = found.line.fight, weights(OURS)
    total = found.line.drm - 3 * (pair == ("probe", "stand"))
    sums = dict.fromkeys(("ours", "theirs", "payoff"), 0)
    for face in range(10):
        c = cell(OURS, *pair, face + total)
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


# --- against the game itself ------------------------------------------------------------------------------


def played(here: Position, pair: tuple[str, str], die: int, wanted: dict[str, str]) -> Position:
    """The position when the results of a combat have been suffered by those who should."""
    state = play(here, Attack(("us-1", "us-2"), "e1940"), *pair, die)
    while state.decision is not None and state.decision.kind == ALLOCATE:
        ours = set(state.decision.data["units"])
        state = play(state, Allocate(tuple(sorted((u, r) for u, r in wanted.items() if u in ours))))
    return state


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("drm", [-2, 3])
def test_what_the_odds_promise_is_what_the_game_does(pair: tuple[str, str], drm: int) -> None:
    marks: dict[str, dict[str, Fact]] = {"us-2": {"disorder": 1}} if drm < 0 else {"ge-2": {"disorder": 2}}
    placed = [
        (build.unit("us-1", cs=8, cohesion=6 + drm), "e1840"), (build.unit("us-2", cs=6), "e1941"),
        (build.unit("ge-1", cs=5, cohesion=5), "e1940"), (build.unit("ge-2", cs=4, cohesion=4), "e1940"),
    ]  # fmt: skip
    here = build.situation(ON, *placed, part="combat", marks=marks)
    odds = joint(here, ATTACK).pairs[pair]
    for die, (_, ours, theirs) in enumerate(odds.faces):
        wanted = dict(ours.allocation) | dict(theirs.allocation)
        after = played(here, pair, die, wanted)
        for harm, side in ((ours, "us"), (theirs, "ge")):
            uids = [uid for uid in here.pieces if uid.startswith(side)]
            steps = sum(after.pieces[u].status != here.pieces[u].status for u in uids)
            levels = sum(after.number("disorder", u) - here.number("disorder", u) for u in uids)
            assert (steps, levels) == (harm.steps, harm.levels)


# --- single points ----------------------------------------------------------------------------------------


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
    found = harm_of(force, (("F", "dis-2"),), 0, 9, Basis(worth=given_weights(OURS, {"disorder": 1})))
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
    plainly, greedy = joint(here, ATTACK), joint(here, ATTACK, given_weights(OURS, {"ground": 40}))
    assert greedy.pairs["probe", "retreat"].payoff > plainly.pairs["probe", "retreat"].payoff
    assert greedy.mix.stand >= plainly.mix.stand


def test_cleared_counts_retreats_and_annihilation() -> None:
    single = Force((lot("a", 3),), frozenset({"a"}))
    odds = pair_odds(("assault", "stand"), 4, Force((lot("u", 5),)), single, Basis())
    assert odds.cleared == sum(bool(c.defender_retreat) or d.emptied for c, _, d in odds.faces) == 10


# --- ambush and engineers ---------------------------------------------------------------------------------


def bocage(marks: dict[str, dict[str, Fact]] | None = None, terrain: str = "bocage") -> Position:
    """Two units of cohesion 6 and 5 against one in bocage."""
    on = build.board(build.hexes(34, 46, 14, 24), terrain={"e1940": terrain})
    placed = [
        (build.unit("us-1", cohesion=6), "e1840"), (build.unit("us-2", cohesion=5), "e1941"),
        (build.unit("ge-1", cohesion=5), "e1940"),
    ]  # fmt: skip
    return build.situation(on, *placed, part="combat", marks=marks)


def test_a_bocage_ambush_by_recount() -> None:
    """13.46: after each cell every eligible unit rolls above its cohesion, three and four faces of ten."""
    found = joint(bocage(), ATTACK)
    odds, ways = found.pairs["assault", "stand"], 0
    for c, ours, _ in odds.faces:
        hurt = {uid for uid, result in ours.allocation if result != "reduced"}
        if c.advance == "mandatory":
            ways += sum(faces for uid, faces in (("us-1", 3), ("us-2", 4)) if uid not in hurt)
    assert odds.ambush == Fraction(ways, 100) > 0
    assert all(found.pairs[pair].ambush == 0 for pair in PAIRS if pair != ("assault", "stand"))


def test_an_ambush_strikes_allied_units_in_bocage_that_may_advance() -> None:
    assert joint(bocage(terrain="woods"), ATTACK).pairs["assault", "stand"].ambush == 0
    both: dict[str, dict[str, Fact]] = {"us-1": {"pinned": True}, "us-2": {"scattered": True}}
    assert joint(bocage(both), ATTACK).pairs["assault", "stand"].ambush == 0
    one: dict[str, dict[str, Fact]] = {"us-1": {"disorder": 1}}
    assert joint(bocage(one), ATTACK).pairs["assault", "stand"].ambush > 0
    here = build.situation(
        build.board(build.hexes(34, 46, 14, 24), terrain={"e1940": "bocage"}),
        (build.unit("ge-1"), "e1840"), (build.unit("us-1"), "e1940"), side="german", part="combat",
    )  # fmt: skip
    assert joint(here, plain("e1940", ["ge-1"], "german")).pairs["assault", "stand"].ambush == 0


@pytest.mark.parametrize(("letter", "ways"), [("A", ()), ("B", (("us-hq", 4, 4),))])
def test_hqs_are_ambushed_by_the_second_reading(letter: str, ways: tuple[tuple[str, int, int], ...]) -> None:
    on = build.board(build.hexes(34, 46, 14, 24), terrain={"e1940": "bocage"})
    placed = [
        (build.unit("us-1", cohesion=6), "e1840"), (build.hq("us-hq", "us-1", cohesion=5), "e1840"),
        (build.unit("ge-1", cohesion=5), "e1940"),
    ]  # fmt: skip
    here = build.situation(on, *placed, part="combat", options={"hq-eligible": letter})
    force = forces(here, fight_of(here, plain("e1940", ["us-1"], "allied")))[0]
    assert force.ambush == (("us-1", 3, 3), *ways)
    assert [u.uid for u in force.idle] == [uid for uid, *_ in ways]


def test_a_steady_unit_is_never_ambushed() -> None:
    on = build.board(build.hexes(34, 46, 14, 24), terrain={"e1940": "bocage"})
    here = build.situation(on, (build.unit("us-1", cohesion=9), "e1840"), (build.unit("ge-1"), "e1940"))
    attack = plain("e1940", ["us-1"], "allied")
    assert forces(here, fight_of(here, attack))[0].ambush[0][:2] == ("us-1", 0)
    assert joint(here, attack).pairs["assault", "stand"].ambush == 0


def test_an_ambush_finds_the_reduced_side_of_a_unit_that_lost_a_step() -> None:
    """13.46: it comes after the results of the combat."""
    force = Force((lot("a", 5), lot("b", 4)), ambush=(("a", 4, 9), ("b", 5, 9)))
    same = Force(force.units, ambush=(("a", 4, 4), ("b", 5, 5)))
    enemy = Force((lot("x", 5),))
    worse, alike = (pair_odds(("assault", "stand"), 5, f, enemy, Basis()).ambush for f in (force, same))
    assert worse > alike > 0


def test_a_unit_that_lost_its_last_step_is_not_ambushed() -> None:
    force = Force((lot("a", 5), lot("b", 4)), frozenset({"a", "b"}), ambush=(("a", 4, 4), ("b", 5, 5)))
    lost = pair_odds(("assault", "stand"), 5, force, Force((lot("x", 5),)), Basis())
    kept = pair_odds(
        ("assault", "stand"), 5, Force(force.units, ambush=force.ambush), Force((lot("x", 5),)), Basis()
    )
    assert 0 < lost.ambush < kept.ambush


def test_the_cohesion_of_engineers_saves_no_weaker_attacker() -> None:
    """9.2 with 13.73."""
    on = build.board(build.hexes(38, 42, 24, 27))
    for letter, wanted in (("A", 5), ("B", 3)):
        here = build.situation(
            on, (build.unit("br-1", cohesion=3), "e2640"), (build.unit("ge-1", cohesion=4), "e2641"),
            facts={("engineers", "e2640"): "held"}, options={"engineers-cohesion": letter},
        )  # fmt: skip
        assert forces(here, fight_of(here, plain("e2640", ["ge-1"], "german")))[1].best == wanted
