"""12.4, 16.3, 17.3, 18.3: the best support, against a plain search over everything that may be committed."""

import itertools
from typing import Any

import pytest

from adjudicator.june_six.r12_crt import PAIRS
from adjudicator.june_six.r12_fight import fight_of, plain
from adjudicator.june_six.r12_modes import weights
from adjudicator.june_six.r12_odds import joint
from adjudicator.june_six.r12_support_choice import Means, best_support, means_of
from adjudicator.position import Position
from maps.filing import OURS
from tests.june_six import build

HEXES = build.hexes(34, 46, 14, 24)
ATTACK = plain("e1940", ["us-1", "us-2"], "allied")


def stage(ours: int, theirs: int, *, strongpoint: bool = False, order: str = "A", **more: Any) -> Position:
    """Two units against one, with artillery on both sides."""
    on = build.board(HEXES, features={"e1940": {"strongpoint": strongpoint, "coastal": True}})
    return build.situation(
        on,
        (build.unit("us-1", cohesion=5, division="us-1"), "e1840"),
        (build.unit("us-2", cohesion=4, division="us-1"), "e1840"),
        (build.hq("us-1-hq", "us-1", artillery=ours), "e1740"),
        (build.unit("ge-1", cohesion=5, division="ge-352"), "e1940"),
        (build.hq("ge-352-hq", "ge-352", artillery=theirs), "e2140"),
        part="combat",
        options={"support-order": order},
        **more,
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "air", "naval", "strongpoint"),
    [(6, 4, 2, 0, False), (3, 6, 1, 2, False), (5, 3, 0, 0, True), (0, 2, 2, 0, False), (4, 0, 0, 1, True)],
)
def test_against_a_plain_search(ours: int, theirs: int, air: int, naval: int, strongpoint: bool) -> None:
    here = stage(ours, theirs, air=air, naval=naval, strongpoint=strongpoint)
    plans, _ = best_support(here, fight_of(here, ATTACK), weights(OURS))
    flights = [(n, 0) for n in range(min(2, air) + 1)] + [(0, n) for n in range(min(2, naval) + 1)]
    for pair in PAIRS:
        best = max(
            min(
                joint(
                    here,
                    {
                        **ATTACK,
                        "artillery": {"attack": {"us-1-hq": a}, "defence": {"ge-352-hq": d}},
                        "air": flight[0],
                        "naval": flight[1],
                    },
                )
                .pairs[pair]
                .payoff
                for d in range(theirs + 1)
            )
            for a, flight in itertools.product(range(ours + 1), flights)
        )
        assert plans[pair].value == best


def test_the_plan_is_what_it_says() -> None:
    here = stage(6, 4, air=2)
    fight = fight_of(here, ATTACK)
    plans, mix = best_support(here, fight, weights(OURS))
    for pair, plan in plans.items():
        mine, theirs = plan.attack, plan.defence
        attack = {
            **ATTACK,
            "artillery": {"attack": dict(mine.artillery), "defence": dict(theirs.artillery)},
            "air": mine.air or theirs.air,
            "naval": mine.naval or theirs.naval,
        }
        found = joint(here, attack)
        assert found.line.drm == plan.drm
        assert found.pairs[pair].payoff == plan.value
    assert min(p.value for p in plans.values()) <= mix.value <= max(p.value for p in plans.values())


def test_no_more_is_spent_than_helps() -> None:
    here = stage(20, 2)
    plan = best_support(here, fight_of(here, ATTACK), weights(OURS))[0]["assault", "stand"]
    assert plan.attack.artillery == {"us-1-hq": 4}
    assert plan.defence.artillery == {}


def test_one_plan_for_all_modes_by_the_second_reading() -> None:
    here = stage(6, 4, order="B", air=2)
    plans, mix = best_support(here, fight_of(here, ATTACK), weights(OURS))
    assert len({id(plan) for plan in plans.values()}) == 1
    assert plans["assault", "stand"].value == mix.value


def test_naval_markers_first_where_they_reach_as_many() -> None:
    here = stage(3, 3, air=2, naval=2)
    fight = fight_of(here, ATTACK)
    assert means_of(here, fight, "allied").kind == "naval"
    assert means_of(stage(3, 3, air=2, naval=1), fight, "allied").kind == "air"
    assert means_of(here, fight, "german") == Means((("ge-352-hq", 3),))


def test_german_attack_with_allied_answer() -> None:
    here = stage(3, 3, air=2)
    fight = fight_of(here, plain("e1840", ["ge-1"], "german"))
    plan = best_support(here, fight, weights(OURS))[0]["assault", "stand"]
    assert (plan.attack.air, plan.defence.air) == (0, 2)


def test_points_halved_by_a_strongpoint_are_offered_in_pairs() -> None:
    assert list(Means((("a", 5),), halved=True).choices()) == [(0, 0), (2, 0), (4, 0)]
    assert list(Means((("a", 1),), 1, "air").choices()) == [(0, 0), (1, 0), (0, 1), (1, 1)]
