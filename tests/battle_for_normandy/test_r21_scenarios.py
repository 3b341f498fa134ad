"""Section 21.0: the small scenarios: their part of the map, their set-ups, their end."""

from __future__ import annotations

import functools

import pytest

from adjudicator.battle_for_normandy import GAME, deploy, r06_excess, r21_part, r21_set_up, r21_victory, terms
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r09.entry import entries_in_play, entries_of
from adjudicator.battle_for_normandy.r09.rebuilding import rebuild_hexes
from adjudicator.battle_for_normandy.r10.cost import entry_faults, ground, step_cost
from adjudicator.battle_for_normandy.r10.naval import sea_faults
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.battle_for_normandy.r16_june_6 import JUNE_6
from adjudicator.battle_for_normandy.r18.beaches import beaches
from adjudicator.battle_for_normandy.r18.end import still_due
from adjudicator.battle_for_normandy.r22 import bloody_omaha
from adjudicator.position import Piece, Position
from maps.battle_for_normandy.grid import numbers_of
from maps.filing import OURS
from maps.loader import read_toml
from tests.every import for_every, quick_one

SMALL = tuple(r21_part.scenarios(OURS))
MADE = tuple(deploy.read_deployments(GAME.board()))


@functools.cache
def begun(name: str) -> Position:
    return GAME.scenario(name)


def _ground_units(here: Position) -> list[Piece]:
    return [p for p in here.pieces.values() if terms.on_map(here, p) and not terms.is_naval(p.printed)]


def test_every_small_scenario_is_declared_everywhere() -> None:
    boards = read_toml(GAME.folder / "adapter.toml")["boards"]
    assert set(SMALL) == set(GAME.scenarios) - {"campaign"}
    assert set(SMALL) == {*GAME.schema.items["scenario"].values} - {"campaign"}
    for name in (n for n in SMALL if r21_part.outside(begun(n))):
        assert r21_part.maps_in_play(begun(name)) <= {m.lower() for m in boards[name]}, name


@for_every(SMALL)
def test_every_unit_stands_where_the_rules_let_it(name: str) -> None:
    here = begun(name)
    out = r21_part.outside(here)
    for side in (terms.GERMAN, terms.ALLIED):
        assert r06_excess.overstacked(here, side) == ()
    for piece in _ground_units(here):
        assert piece.space not in out, piece
        assert terms.is_land(here.board, piece.space), piece
        assert not terms.enemies(here, piece.space, piece.side), piece
        wheels = terms.column(piece.printed) != "infantry" and not terms.is_static(piece.printed)
        assert not (wheels and ground(here.board, piece.space) == "flooded"), piece
    ships = [p for p in here.pieces.values() if terms.on_map(here, p) and terms.is_naval(p.printed)]
    assert all(not sea_faults(here, ship, ship.space) for ship in ships)


@for_every([n for n in MADE if r21_part.scenarios(OURS)[n].text("part")])  # Carentan has remnants without HQs
def test_every_division_begins_in_supply(name: str) -> None:
    here = begun(name)
    cut_off = not r21_part.scenarios(OURS)[name].text("edges")  # the corps HQs of the Germans lie beyond
    for piece in _ground_units(here):
        alone = terms.is_static(piece.printed) or terms.is_strongpoint(piece.printed)
        corps = piece.side == terms.GERMAN and cut_off and not terms.is_division_unit(here, piece)
        assert alone or corps or in_supply(here, piece.uid), piece


@for_every(SMALL)
def test_who_waits_comes_on_a_day_of_the_scenario_by_a_way_that_is_in_play(name: str) -> None:
    here, record = begun(name), r21_part.scenarios(OURS)[name]
    for piece in here.units_in(terms.TRACK):
        assert record.number("first") <= (piece.printed.arrival or 0) <= record.number("last"), piece
        if piece.side == terms.GERMAN:
            assert entries_of(here, piece), piece
        else:
            site = piece.printed.entry[0]
            box = here.board.spaces.get(f"holding-{site}")
            site = str(box["site"]) if box else site
            landed = here.text("beachhead", site) or record.number("first") == JUNE_6
            hexes = {b.hex for b in beaches(OURS).values() if b.site == site}
            assert landed, piece
            assert hexes - r21_part.outside(here), piece


@pytest.mark.parametrize("name", quick_one(MADE, "cherbourg"))
def test_the_set_up_is_what_the_program_makes(name: str) -> None:
    found = deploy.deploy(name, deploy.read_deployments(GAME.board())[name])
    kept = r21_set_up.units_of(OURS, name)
    assert {u: (s.space, s.status) for u, s in kept.items()} == {u: (s, t) for u, (s, t, _) in found.items()}


def test_at_omaha_only_those_land_who_land_there() -> None:
    here = begun("bloody-omaha")
    assert {"us-1-1-16", "us-29-1-116", "us-v-2-ranger", "us-naval-texas"} <= here.pieces.keys()
    assert not {"us-4-1-8", "br-50-hq", "us-82-1-505", "br-1-ss-1-rm-asg"} & here.pieces.keys()
    boxes = {p.space for p in here.pieces.values() if here.board.spaces[p.space].kind == "holding"}
    assert {str(here.board.spaces[b]["site"]) for b in boxes} == {"omaha", "pointe-du-hoc"}
    points = [p for p in here.pieces.values() if terms.is_strongpoint(p.printed)]
    assert len(points) == 10  # nine of Omaha, and that of Port-en-Bessin
    assert all(here.pieces[uid].space == terms.POOL for uid in bloody_omaha.named(here))


def test_only_the_beaches_in_play_get_a_beachhead() -> None:
    draft = begun("bloody-omaha").draft()
    draft.set("phase", "regroup")
    due = [fault.text for fault in still_due(draft) if fault.rule == "18.8.2"]
    assert due == ["Omaha has no Beachhead yet"]


def test_no_unit_enters_a_hex_that_is_out_of_play() -> None:
    here = begun("epsom")
    south = next(r.hex for r in r21_part.roads(here) if r.edge == "south")
    beyond = next(n for _, n in here.board.neighbours(south) if n in r21_part.outside(here))
    tank = here.pieces["br-31-tank-7-rtr"]
    assert "21.0" in [fault.rule for fault in entry_faults(here, tank, south, beyond)]
    assert step_cost(here, tank, south, beyond) is None
    whole = GAME.scenario("carentan")
    assert "21.0" not in [fault.rule for fault in entry_faults(whole, tank, south, beyond)]


def test_nobody_is_rebuilt_in_a_hex_that_is_out_of_play() -> None:
    """At the southern edge an HQ in supply has hexes before it in which its battalions may be rebuilt."""
    here = begun("bloody-omaha")
    south, out = r21_part.roads(here)[0].hex, r21_part.outside(here)
    draft = here.draft()
    draft.place("ge-352-hq", south)
    draft.place("ge-352-352-fus", terms.ELIMINATED)
    found = rebuild_hexes(draft.finish(), draft.pieces["ge-352-352-fus"])
    assert found
    assert out & set(terms.neighbours(south))
    assert not found & out


def test_a_hex_that_two_sheets_show_is_in_play_with_either() -> None:
    here = begun("cherbourg")
    shared = [s for s in here.board.spaces if s[0] == "a" and s[1:].isdigit() and len(numbers_of(s)) > 1]
    assert len(shared) > 10
    assert not set(shared) & r21_part.outside_of(here.board, "b1001-b4958")
    assert r21_part.maps_in_play(here) == frozenset("ab")


def test_german_roads_lead_over_the_edge_of_the_part() -> None:
    here = begun("epsom")
    known = entries_in_play(here)
    assert {e.edge for e in known.values()} == {"east", "south"}
    assert not {e.hex for e in known.values()} & r21_part.outside(here)
    assert not entries_in_play(begun("cherbourg"))


def test_history_is_the_measure_of_victory() -> None:
    for name in SMALL:
        record = r21_part.scenarios(OURS)[name]
        draft = begun(name).draft()
        draft.set("date", record.number("last") - 1)
        assert r21_victory.verdict(draft) == ""
        draft.set("date", record.number("last"))
        measure = r21_victory.taken_in_history(draft)
        won = {}
        for ahead in (-1, 0, 1):
            draft.set("vp", measure + ahead)
            won[ahead] = r21_victory.verdict(draft)
        assert won == {-1: "german", 0: record.text("even"), 1: "allied"}


def test_objectives_lie_in_play() -> None:
    for name in SMALL:
        here = begun(name)
        for objective in r21_victory.objectives(here):
            hexes = set(r21_victory.hexes_of(here, objective))
            assert hexes <= set(here.board.spaces) - r21_part.outside(here), objective.id
            assert all(terms.is_land(here.board, h) for h in hexes), objective.id


def test_what_a_place_is_worth_is_told_for_each_scenario() -> None:
    told = {w.title: w.text for w in r21_victory.worth(GAME.board())}
    assert told["Bayeux"] == "2 VP"
    assert told["Trévières"] == "1 VP; 2 VP in Bloody Omaha"
    assert told["Cheux"] == "1 VP in Operation Epsom"
    assert told["Hill 112"] == "3 VP in Operation Epsom; 2 VP in Goodwood and Cobra"


@for_every([n for n in SMALL if r21_part.outside(begun(n))])
def test_nobody_reaches_a_hex_that_is_out_of_play(name: str) -> None:
    draft = begun(name).draft()
    if draft.pending:
        draft.settle()
    for item, value in (("phase", "movement"), ("time", "am"), ("weather", "clear"), ("date", 20)):
        draft.set(item, value)
    out = r21_part.outside(draft)
    rim = {s for s in draft.board.spaces if s not in out and any(n in out for n in terms.neighbours(s))}
    mobile = [p for p in _ground_units(begun(name)) if not terms.is_static(p.printed)]
    near = sorted(mobile, key=lambda p: min(terms.distance(p.space, s) for s in rim))[:12]
    moved = 0
    for piece in near:
        draft.set("side", piece.side)
        found = reach(draft.finish(), piece.uid)
        moved += len(found.destinations)
        assert not {*found.destinations, *found.crowded} & out, piece
    assert moved
