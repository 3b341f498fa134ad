"""Sections 9.5, 9.8 and 12.3: which units absorb how much, and every legal way to take the losses."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r09_casualties import TakeLosses, ask_losses, capacity
from adjudicator.breakout_normandy.r09_chances import absorbs
from adjudicator.breakout_normandy.r09_retreats import RetreatDefender, StandFast
from adjudicator.game import check, legal
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r2 import attackers, ge, position, steps, unit
from tests.playing import play, reasons, rules


def losing(points: int, *defenders: Piece, forward: str = "", **more: object) -> Position:
    """Omaha has been attacked and Germans must absorb points."""
    control = more.pop("control", {"port": "us"})
    state = position([*attackers(1, "omaha"), *defenders, *more.pop("others", ())], control=control, **more)  # type: ignore[arg-type, misc]
    draft = state.draft()
    ask_losses(draft, "omaha", "german", points, forward or defenders[0].uid)
    return draft.finish()


def take(*losses: tuple[str, int, str]) -> TakeLosses:
    return TakeLosses(losses)


CA = {"type": "coastal-artillery", "values": "x-5-x-4"}


@pytest.mark.parametrize(("status", "most"), [("fresh", 4), ("spent", 3), ("d1", 2), ("d2", 1)])
def test_what_a_unit_absorbs(status: str, most: int) -> None:
    assert absorbs(status) == most
    state = losing(1, ge("1", "omaha", status))
    assert capacity(state.units_in("omaha")) == most + 4


@pytest.mark.parametrize(("points", "wanted"), [(1, "spent"), (2, "d1"), (3, "d2"), (4, "")])
def test_each_level_absorbs_one_point(points: int, wanted: str) -> None:
    state = losing(points, ge("1", "omaha"), ge("2", "omaha"))
    after = play(state, take(("ge-1", points, "")))
    if wanted:
        assert after.pieces["ge-1"].status == wanted
    else:
        assert after.pieces["ge-1"].space == "eliminated"
        assert after.number("eliminated", "german") == 1
    assert after.pieces["ge-2"].status == "fresh"


def test_the_letters_are_cited() -> None:
    found = steps(losing(4, ge("1", "omaha")), take(("ge-1", 4, "")))
    assert {"9.5A", "9.5B", "9.5C", "9.5D"} <= set(found)
    retreat = steps(losing(2, ge("1", "omaha")), take(("ge-1", 1, "grandcamp")))
    assert {"9.5A", "9.5E", "9.64A"} <= set(retreat)


def test_the_forward_unit_takes_the_first_point() -> None:
    state = losing(2, ge("1", "omaha"), ge("2", "omaha"))
    assert rules(state, take(("ge-2", 2, ""))) == {"9.5"}
    assert "must take the first CP" in reasons(state, take(("ge-2", 2, "")))
    assert rules(state, take(("ge-1", 1, ""), ("ge-2", 1, ""))) == set()
    assert rules(state, take(("ge-2", 1, ""), ("ge-1", 1, ""))) == set()


def test_exactly_the_points_are_absorbed() -> None:
    state = losing(2, ge("1", "omaha"), ge("2", "omaha"))
    assert rules(state, take(("ge-1", 1, ""))) == {"9.5"}
    assert rules(state, take(("ge-1", 3, ""))) == {"9.5"}


def test_a_fresh_unit_cannot_pay_by_retreat_at_once() -> None:
    state = losing(1, ge("1", "omaha"))
    assert rules(state, take(("ge-1", 0, "grandcamp"))) == {"12.3"}
    assert rules(losing(1, ge("1", "omaha", "spent")), take(("ge-1", 0, "grandcamp"))) == set()


def test_two_points_make_a_fresh_unit_spent_and_retreat() -> None:
    after = play(losing(2, ge("1", "omaha")), take(("ge-1", 1, "grandcamp")))
    assert (after.pieces["ge-1"].space, after.pieces["ge-1"].status) == ("grandcamp", "spent")
    assert after.text("control", "omaha") == "us"


def test_a_unit_does_not_pay_by_retreat_and_elimination() -> None:
    state = losing(2, ge("1", "omaha", "d1"))
    assert rules(state, take(("ge-1", 2, "grandcamp"))) == {"9.5", "9.5F"}
    assert rules(state, take(("ge-1", 1, "grandcamp"))) == set()
    assert rules(state, take(("ge-1", 2, ""))) == set()
    assert rules(state, take(("ge-1", 3, ""))) == {"9.5", "9.5F"}


def test_coastal_artillery_pays_by_levels_only() -> None:
    state = losing(1, ge("ca", "omaha", "spent", **CA))
    assert rules(state, take(("ge-ca", 0, "grandcamp"))) == {"8.373"}
    assert list(legal(state)) == [take(("ge-ca", 1, ""))]


@pytest.mark.parametrize(
    "action",
    [
        take(("nobody", 1, "")),
        take(("us-1-1", 1, "")),
        take(("ge-1", 1, ""), ("ge-1", 1, "")),
        take(("ge-1", 0, "")),
        take(("ge-1", -1, "grandcamp")),
        take(("ge-1", 1, "")),
        take(("ge-1", 1, "nowhere")),
        take(("ge-1", 1, "port")),
        take(("ge-1", 1, "approach-omaha")),
        take(("ge-1", 1, "verson")),
        take(),
        TakeLosses((("ge-1", "1", ""),)),  # type: ignore[arg-type]
        TakeLosses((("ge-1", 1),)),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_refused(action: TakeLosses) -> None:
    assert rules(losing(2, ge("1", "omaha")), action)


def test_nobody_takes_losses_unasked() -> None:
    assert rules(position([ge("1", "omaha")]), take(("ge-1", 1, ""))) == {"9.5"}


# --- examples -------------------------------------------------------------------------------------------


def omaha_four() -> Position:
    germans = [ge("vierville", "omaha", "spent", **CA), ge("916", "omaha"), ge("726", "omaha")]
    germans.append(ge("art", "omaha", type="field-artillery"))
    return losing(4, *germans, control={})


@pytest.mark.parametrize(
    "losses",
    [
        (("ge-vierville", 1, ""), ("ge-916", 1, ""), ("ge-726", 1, "grandcamp")),
        (("ge-vierville", 3, ""), ("ge-916", 1, "")),
        (("ge-vierville", 2, ""), ("ge-art", 1, "grandcamp")),
    ],
)
def test_example_4_allocations(losses: tuple[tuple[str, int, str], ...]) -> None:
    assert rules(omaha_four(), TakeLosses(losses)) == set()


def test_example_8_two_points() -> None:
    germans = [ge("f", "omaha"), ge("g", "omaha")]
    neighbour = {"port": "us", "isigny": "german"}
    state = losing(2, *germans, control=neighbour)
    assert rules(state, take(("ge-f", 1, "grandcamp"))) == set()
    assert rules(state, take(("ge-f", 1, "trevieres"))) == {"9.64A"}
    both = play(state, take(("ge-f", 1, ""), ("ge-g", 1, "")))
    assert play(both, StandFast()).pieces["ge-f"].space == "omaha"
    gone = play(both, RetreatDefender("ge-f", "grandcamp"), RetreatDefender("ge-g", "grandcamp"))
    assert gone.text("control", "omaha") == "us"
    assert [gone.pieces[u].status for u in ("ge-f", "ge-g")] == ["spent", "spent"]


# --- retreats one after the other -----------------------------------------------------------------------


def crowd(space: str, count: int) -> list[Piece]:
    return [ge(f"{space}-{n}", space, "spent") for n in range(count)]


def test_an_area_that_fills_closes_for_the_next_unit() -> None:
    two = [ge("1", "omaha", "spent"), ge("2", "omaha", "spent")]
    state = losing(2, *two, others=crowd("grandcamp", 9))
    assert rules(state, take(("ge-1", 0, "grandcamp"), ("ge-2", 0, "grandcamp"))) == {"9.63D"}
    assert rules(state, take(("ge-1", 0, "grandcamp"), ("ge-2", 0, "trevieres"))) == set()
    assert rules(state, take(("ge-2", 0, "grandcamp"), ("ge-1", 0, "trevieres"))) == set()
    assert rules(state, take(("ge-1", 0, "trevieres"), ("ge-2", 0, "grandcamp"))) == {"9.64A"}
    offered = {frozenset(a.losses) for a in legal(state) if isinstance(a, TakeLosses)}
    mixed = {
        frozenset({("ge-1", 0, "grandcamp"), ("ge-2", 0, "trevieres")}),
        frozenset({("ge-2", 0, "grandcamp"), ("ge-1", 0, "trevieres")}),
    }
    assert mixed <= offered


def test_retreat_into_a_full_area_goes_on() -> None:
    others = [*crowd("grandcamp", 10), *crowd("trevieres", 10)]
    state = losing(1, ge("1", "omaha", "spent"), others=others, control={"port": "us", "isigny": "german"})
    # Grandcamp leads only over the unbridged flood; Trevieres over the river to American Port: no way on
    assert rules(state, take(("ge-1", 0, "trevieres"))) == {"9.63D"}
    others = [
        *crowd("grandcamp", 10),
        *crowd("trevieres", 10),
        ge("p", "port", "spent"),
        unit("us-p", "port"),
    ]
    facts = {("river", "port/trevieres"): "german"}
    open_way = losing(1, ge("1", "omaha", "spent"), others=others, facts=facts, control={"port": "us"})
    assert rules(open_way, take(("ge-1", 0, "port"))) == set()


def test_losses_paid_by_a_retreat_through_a_full_area_go_on() -> None:
    pieces = [
        unit("us-1", "verson"),
        ge("1", "verson", "spent"),
        ge("2", "verson"),
        *crowd("bretteville", 10),
    ]
    draft = position(pieces).draft()
    ask_losses(draft, "verson", "german", 1, "ge-1")
    after = play(draft.finish(), take(("ge-1", 0, "bretteville")))
    assert [d.kind for d in after.pending] == ["retreat-defenders", "retreat-onward"]
    moved = play(after, RetreatDefender("ge-1", "gold"))
    assert moved.pieces["ge-1"].space == "gold"
    assert [d.kind for d in moved.pending] == ["retreat-defenders"]
    assert rules(moved, RetreatDefender("ge-2", "bretteville")) == set()


def test_a_capacity_too_small_offers_nothing() -> None:
    assert not list(legal(losing(9, ge("1", "omaha"))))


def test_every_option_is_legal_and_different() -> None:
    state = losing(5, ge("1", "omaha"), ge("2", "omaha", values="3-3-4-2"), ge("3", "omaha", "d2"))
    offered = [a for a in legal(state) if isinstance(a, TakeLosses)]
    assert len(offered) == len({frozenset(a.losses) for a in offered})
    assert all(check(state, a).ok for a in offered)


def brute(
    state: Position, points: int, uids: list[str], places: list[str]
) -> set[frozenset[tuple[str, int, str]]]:
    """Every legal allocation, by trying all."""
    found = set()
    ways = [(n, to) for n in range(5) for to in ("", *places)]
    for chosen in itertools.product(ways, repeat=len(uids)):
        losses = tuple((u, n, to) for u, (n, to) in zip(uids, chosen, strict=True) if (n, to) != (0, ""))
        if sum(n + bool(to) for _, n, to in losses) == points and check(state, TakeLosses(losses)).ok:
            found.add(frozenset(losses))
    return found


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(["fresh", "spent", "d1", "d2"]), min_size=1, max_size=2),
    st.integers(1, 6),
    st.sampled_from(["infantry", "armor", "coastal-artillery"]),
)
def test_options_are_exactly_the_legal_allocations(statuses: list[str], points: int, kind: str) -> None:
    units = [ge(str(n), "omaha", s, values=f"{n + 2}-3-4-2", type=kind) for n, s in enumerate(statuses)]
    if points > capacity(units):
        return
    state = losing(points, *units)
    offered = {frozenset(a.losses) for a in legal(state) if isinstance(a, TakeLosses)}
    assert offered == brute(state, points, [p.uid for p in units], ["grandcamp", "trevieres", "port"])
    assert offered


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["fresh", "spent", "d1", "d2"]), min_size=1, max_size=10), st.data())
def test_some_loss_is_always_possible_and_pays_all(statuses: list[str], data: st.DataObject) -> None:
    units = [ge(str(n), "omaha", s) for n, s in enumerate(statuses)]
    points = data.draw(st.integers(1, capacity(units)))
    state = losing(points, *units)
    action = next(iter(legal(state)))
    after = play(state, action)
    before = capacity(units)
    left = [after.pieces[p.uid] for p in units]
    now = sum(absorbs(p.status) for p in left if p.space == "omaha")
    assert before - now >= points
