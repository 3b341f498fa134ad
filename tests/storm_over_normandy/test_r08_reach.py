"""Section 8.0: where stacks can go, compared with a slow search written from the text."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.errors import PositionError, UnsupportedRule
from adjudicator.position import Piece, Position
from adjudicator.storm_over_normandy import GAME
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r08_reach import Reach, reach, refusals, tried
from adjudicator.storm_over_normandy.r08_rulings import alternative, reach_ruling
from counters.catalog import Unit, load_units
from maps.storm_over_normandy.board import load_board
from tests.playing import barred
from tests.storm_over_normandy.build import board, held, strongpoint, unit
from tests.storm_over_normandy.moving import situation

EXAMPLE = board(
    ["a11 2", "a12", "a15", "a16 3 red bocage", "a17"],
    ["a16/a17", "a16/a15", "a16/a11", "a11/a12", "a11/a15", "a11/a17"],
)
MAP = load_board()


def example(points: int = 3) -> Position:
    return situation(
        EXAMPLE,
        (unit("us-16", mf=points), "a16"),
        (unit("us-11"), "a11"),
        (unit("us-17"), "a17"),
        (unit("ge-11"), "a11"),
        (unit("ge-15"), "a15"),
        facts=held("a11", "a16", "a17"),
    )


def test_the_movement_example() -> None:
    found = reach(example(), ["us-16"])
    assert {s: found.cost(s) for s in found.destinations} == {"a17": 1, "a15": 2, "a11": 2}
    assert found.destinations[0] == "a17"
    assert found.path("a11") == ("a11",)
    far = reach(example(6), ["us-16"])
    assert (far.cost("a12"), far.path("a12")) == (5, ("a11", "a12"))


def test_a_stack_reaches_what_its_slowest_member_does() -> None:
    here = situation(
        EXAMPLE, (unit("us-1", mf=1), "a16"), (unit("us-2", mf=6), "a16"), facts=held("a16", "a17")
    )
    assert reach(here, ["us-1", "us-2"]).destinations == ("a17",)
    assert len(reach(here, ["us-2"]).destinations) == 4


def test_what_never_moves_reaches_nothing() -> None:
    here = situation(EXAMPLE, (strongpoint("ge-s"), "a16"), (unit("us-1"), "turn-track"))
    found = reach(here, ["ge-s"])
    assert not found.destinations
    assert not found.path("a17")
    assert not refusals(here, found)
    with pytest.raises(KeyError):
        found.cost("a17")
    assert not reach(here, ["us-1"]).destinations
    assert Reach(("us-1",), 4, None).destinations == ()


@pytest.mark.parametrize(("option", "price"), [("A", 1), ("B", 2)])
def test_what_stands_in_a_box_may_or_may_not_charge_the_exit(option: str, price: int) -> None:
    ground = board(["caen", "zone-a"], ["caen/zone-a"])
    placed = ((unit("ge-1"), "zone-a"), (unit("us-1"), "zone-a"))
    here = situation(ground, *placed, side="german", options={"box-with-enemies": option})
    assert reach(here, ["ge-1"]).cost("caen") == price


def test_a_full_area_is_no_way_for_a_stack_that_does_not_fit() -> None:
    line = board(["p", "q", "r"], ["p/q", "q/r"])
    full = [(unit(f"us-{n}"), "q") for n in range(5)]
    here = situation(line, *full, (unit("us-a"), "p"), (unit("us-b"), "p"), facts=held("p", "q", "r"))
    assert reach(here, ["us-a"]).destinations == ("q", "r")
    assert not reach(here, ["us-a", "us-b"]).destinations
    barred = refusals(here, reach(here, ["us-a", "us-b"]))
    assert [v.rule for v in barred["q"]] == ["8.1"]
    assert barred["r"][0].text.startswith("R is cut off: Q holds 5 Allied units")


def test_more_than_six_go_nowhere_together() -> None:
    shore = board(["sword", "caen"], ["sword/caen"])
    here = situation(shore, *((unit(f"us-{n}"), "landing-sword") for n in range(7)))
    assert not reach(here, [f"us-{n}" for n in range(7)]).destinations
    assert reach(here, [f"us-{n}" for n in range(6)]).destinations == ("sword", "caen")


# --- what bars the rest -----------------------------------------------------------------------------------


def test_the_nearest_reason_is_given_for_every_other_space() -> None:
    ground = board(
        ["p us", "q us", "r", "s", "sword us", "t us", "island", "zone-a"],
        ["p/q", "q/r", "r/s", "p/sword", "sword/t", "s/zone-a"],
    )
    here = situation(
        ground, (unit("us-1", airborne=True, mf=3), "p"), (strongpoint("ge-s"), "sword"), facts=held("p")
    )
    found = reach(here, ["us-1"])
    assert found.destinations == ("q", "sword")
    told = {space: [f"{v.rule} {v.text}" for v in why] for space, why in refusals(here, found).items()}
    lock = "8.0 T is cut off: Allied units do not move from Sword, which contains a strongpoint"
    assert told["r"] == ["8.0 R has no US airborne symbol for us-1"]
    assert told["s"] == ["8.0 S is cut off: R has no US airborne symbol for us-1"]
    assert told["t"] == [lock.replace("T is cut off: ", "")]
    assert told["island"] == ["8.0 no way leads to Island"]
    assert "p" not in told
    assert "turn-track" not in told
    assert len(told["exploitation-sword"]) == 2
    assert told["zone-a"][0].startswith("8.0 Zone A is cut off")


def test_what_is_too_dear_is_priced() -> None:
    line = board(["p", "q", "r"], ["p/q", "q/r"])
    here = situation(line, (unit("us-1", mf=3), "p"), facts=held("p"))
    faults = refusals(here, reach(here, ["us-1"]))
    assert [v.text for v in faults["r"]] == ["the way to R costs 4 of 3 movement points"]


# --- rulings ----------------------------------------------------------------------------------------------


def test_rulings_for_all_spaces_and_for_one() -> None:
    here = example()
    everything = reach_ruling(here, ["us-16"])
    assert everything.ok
    assert everything.verdict == "Us-16 reaches 3 spaces."
    assert everything.answer["destinations"][0] == {"space": "a17", "cost": 1, "path": ["a17"]}
    assert any(s.text == "not A12: the way to A12 costs 5 of 3 movement points" for s in everything.steps)
    one = reach_ruling(here, ["us-16"], to="a15")
    assert one.verdict == "Us-16 reaches A15 for 2 of 3 movement points."
    far = reach_ruling(here, ["us-16"], to="a12")
    assert far.verdict == "Us-16 does not reach A12. It gets as near as A11."
    assert [v.rule for v in far.violations] == ["8.0"]
    single = situation(
        EXAMPLE, (unit("us-1", mf=1), "a16"), (unit("us-2", mf=1), "a16"), facts=held("a16", "a17")
    )
    assert reach_ruling(single, ["us-1", "us-2"]).verdict == "The stack us-1, us-2 reaches 1 space."


def test_rulings_about_places_where_no_move_leads() -> None:
    here = example()
    trip = reach_ruling(here, ["us-16"], to="a16")
    assert trip.verdict == "Us-16 comes back to A16 for 2 of 3 movement points."
    assert trip.answer["destinations"][-1] == {"space": "a16", "cost": 2, "path": ["a17", "a16"]}
    draft = here.draft()
    draft.options = {"round-trip": "B"}
    found = reach_ruling(draft.finish(), ["us-16"], to="a16").violations
    assert [v.text for v in found] == ["it stands in A16 already"]
    found = reach_ruling(here, ["us-16"], to="eliminated").violations
    assert [v.text for v in found] == ["no move leads to Eliminated"]
    assert not reach_ruling(here, ["us-16"], to="turn-track").ok
    lost = reach(here, ["us-16"])
    assert alternative(here, lost, "nowhere") == ""
    assert alternative(here, lost, "turn-track") == ""


def test_a_refusal_shows_the_way_and_what_it_was_judged_by() -> None:
    here = situation(MAP, (UNITS["us-tk-741"], "omaha-1"), (strongpoint("ge-s"), "omaha-1"))
    found = reach_ruling(here, ["us-tk-741"], to="le-molay")
    assert [v.rule for v in found.violations] == ["8.0"]
    assert "the way to Le Molay costs 3 of 6 movement points" in [s.text for s in found.steps]
    assert [u.text for u in found.sources] == ["MF of 741 Tank Bn", "boundary Le Molay / Omaha-1"]
    with pytest.raises(UnsupportedRule):
        reach_ruling(here, ["us-tk-741"], to="le-molay", strict=True)
    assert tried(here, reach(here, ["us-tk-741"]), "le-molay") == ("le-molay",)
    assert tried(here, reach(here, ["us-tk-741"]), "nowhere") == ()
    free = situation(MAP, (UNITS["us-tk-741"], "omaha-1"))
    assert tried(free, reach(free, ["us-tk-741"]), "st-lo") == ("le-molay", "cerisy", "st-lo")
    assert tried(free, reach(free, ["us-tk-741"]), "tilly") == ("le-molay", "balleroy", "tilly")
    assert tried(free, reach(free, ["us-tk-741"]), "turn-track") == ()


def test_control_that_a_position_does_not_tell_of_is_asked_for_where_the_answer_hangs_on_it() -> None:
    ground = board(["p", "q", "r", "s"], ["p/q", "q/r", "r/s"])
    base = situation(ground, (unit("us-1", mf=2), "p"), facts=held("r"))
    here = Position(base.game, ground, base.schema, base.pieces, base.facts, unknown=["control"])
    with pytest.raises(PositionError, match="control of Q "):
        reach_ruling(here, ["us-1"], to="r")
    with pytest.raises(PositionError, match="control of Q "):
        reach_ruling(here, ["us-1"])
    assert not reach_ruling(here, ["us-1"], to="s").ok
    told = Position(
        base.game,
        ground,
        base.schema,
        base.pieces,
        {**base.facts, ("control", "q"): "german"},
        unknown=["control"],
    )
    assert reach_ruling(told, ["us-1"], to="q").ok
    assert not reach_ruling(told, ["us-1"], to="r").ok


@pytest.mark.parametrize(
    ("placed", "section"),
    [
        ((unit("us-1"), "a16 spent"), "7.1"),
        ((unit("us-1"), "turn-track"), "7.1"),
        ((strongpoint("ge-s"), "a16"), "2.1.1"),
        ((unit("ge-711-744"), "a16"), "14.1"),
    ],
)
def test_units_that_may_not_move_at_all(placed: tuple[Unit, str], section: str) -> None:
    ruling = reach_ruling(situation(EXAMPLE, placed), [placed[0].id])
    assert ruling.verdict.endswith("may not move.")
    assert [v.rule for v in ruling.violations] == [section]
    assert ruling.answer is None


# --- the slow search --------------------------------------------------------------------------------------


class Slow:
    """Every path that the points allow, with control as it changes on the way, as 8.0 and 13.0 say it."""

    def __init__(self, here: Position, uids: tuple[str, ...]) -> None:
        self.here, self.units = here, [here.pieces[u] for u in uids]
        self.side = self.units[0].side
        self.points = min(p.printed.mf or 0 for p in self.units)
        self.best: dict[str, int] = {}
        control = {s: here.text("control", s) for s in here.board.spaces}
        self.walk(self.units[0].space, control, 0)

    def others(self, space: str, *, foes: bool) -> list[Piece]:
        moving = {p.uid for p in self.units}
        return [p for p in self.here.units_in(space) if (p.side != self.side) == foes and p.uid not in moving]

    def legal(self, frm: str, to: str) -> bool:
        a, b = self.here.board.spaces[frm], self.here.board.spaces[to]
        edge = self.here.board.edge(frm, to)
        if edge is None or edge.boundary == "impassable":
            return False
        if self.side == "german":
            return b.kind == "area" and self.fits(to)
        locked = any(p.printed.type == "strongpoint" for p in self.others(frm, foes=True))
        if edge.boundary == "odl" or a.kind == "zone" or to.startswith("exploitation") or locked:
            return False
        for piece in self.units:
            army = "us" if piece.printed.nationality == "us" else "british"
            if piece.printed.airborne and not b[f"{army}-airborne"]:
                return False
        return b.kind != "area" or self.fits(to)

    def fits(self, to: str) -> bool:
        friends = [p for p in self.others(to, foes=False) if p.printed.type != "strongpoint"]
        return len(friends) + len(self.units) <= 6

    def price(self, frm: str, to: str, control: Mapping[str, str]) -> int:
        total = 1
        for space in (frm, to):
            if self.here.board.spaces[space].kind == "area":
                total += bool(control[space] != self.side or self.others(space, foes=True))
        return total

    def walk(self, at: str, control: dict[str, str], spent: int) -> None:
        for _, to in self.here.board.neighbours(at):
            if not self.legal(at, to) or spent + self.price(at, to, control) > self.points:
                continue
            cost = spent + self.price(at, to, control)
            self.best[to] = min(cost, self.best.get(to, cost))
            later = dict(control)
            if not self.others(to, foes=True):
                later[to] = self.side
            if self.others(at, foes=True) and not self.others(at, foes=False):
                later[at] = "german" if self.side == "allied" else "allied"
            self.walk(to, later, cost)


UNITS = load_units("storm-over-normandy")
MOVERS = sorted(u for u in UNITS if UNITS[u].mf)
PLACES = [s for s in MAP.spaces if MAP.spaces[s].kind != "box"]
AREAS = [s for s in PLACES if MAP.spaces[s].kind == "area"]
POINT = strongpoint("ge-s")


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(MOVERS), st.sampled_from(AREAS), min_size=10, max_size=60),
    st.sampled_from(PLACES),
    st.lists(st.sampled_from(MOVERS), min_size=1, max_size=8, unique=True),
    st.sets(st.sampled_from(AREAS)),
    st.sampled_from(AREAS),
)
def test_it_finds_what_every_path_finds(
    placed: dict[str, str], start: str, stack: list[str], allied: set[str], strong: str
) -> None:
    same = tuple(u for u in stack if UNITS[u].side == UNITS[stack[0]].side)
    pieces = {u: Piece(UNITS[u], where, "fresh") for u, where in placed.items()}
    pieces |= {u: Piece(UNITS[u], start, "fresh") for u in same}
    pieces["ge-s"] = Piece(POINT, strong, "fresh")
    draft = GAME.empty(MAP, pieces, held(*sorted(allied))).draft()
    for area in AREAS:
        sides = {p.side for p in draft.units_in(area)}
        if len(sides) == 1:
            draft.set("control", sides.pop(), area)
    draft.set("release", "released")
    here = draft.finish()
    found, slow = reach(here, same), Slow(here, same)
    assert {s: found.cost(s) for s in found.destinations} == {
        s: c for s, c in slow.best.items() if s != start
    }
    others = {s for s in PLACES if s not in found.destinations} - {start}
    assert refusals(here, found).keys() == others
    assert all(refusals(here, found).values())
    colours = {"us" if UNITS[u].nationality == "us" else UNITS[u].side for u in same}
    if len(colours) == 1:
        here = situation_of(here, UNITS[same[0]].side)
        for space in found.destinations:
            assert not barred(here, Move(same, found.path(space)))
        for space in sorted(others)[:3]:
            if here.board.edge(start, space):
                assert barred(here, Move(same, (space,)))


def situation_of(here: Position, side: str) -> Position:
    draft = here.draft()
    draft.set("side", side)
    return draft.finish()
