"""Random legal play of Storm Over Normandy: no crash, no dead end, no broken invariant, nothing leaked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import check
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME, cards, r13_control, terms
from adjudicator.storm_over_normandy.masking import masked
from adjudicator.storm_over_normandy.r08_reach import reach
from adjudicator.storm_over_normandy.r15_chains import chains
from maps.filing import OURS
from tests.playing import wander

START = GAME.scenario("invasion")
UNITS = {uid: piece.printed for uid, piece in START.pieces.items()}
PLACES = ("stack", "hand", "discard", "removed")


def crowded(position: Position) -> list[str]:
    """Areas with more than six units of a side, unless their owner is just choosing who retreats on."""
    if any(decision.kind in {"overflow", "retreat", "retreats"} for decision in position.pending):
        return []
    return [
        f"{terms.stacked(position, space.id, side)} {side} units in {space.id} (8.1)"
        for space in terms.areas(position)
        for side in (terms.GERMAN, terms.ALLIED)
        if terms.stacked(position, space.id, side) > terms.STACK_LIMIT
    ]


def misplaced(position: Position) -> Iterator[str]:
    """Units that stand where they never may."""
    for piece in position.pieces.values():
        space = position.board.spaces[piece.space]
        if terms.is_landing(space) and piece.side == terms.GERMAN:
            yield f"{piece.uid} in a Landing Box (12.3)"
        if (
            terms.is_airborne(piece.printed)
            and terms.on_map(piece)
            and not terms.may_stand(position, space, piece.printed)
        ):
            yield f"{piece.uid} in {space.id} without its symbol (8.0)"
        if terms.is_strongpoint(piece.printed) and terms.on_map(piece) and not space["beach"]:
            yield f"{piece.uid} has left its beach (2.1.1)"


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    faults = [*crowded(position), *misplaced(position)]
    if position.pieces.keys() != UNITS.keys():
        faults.append("a unit appeared or vanished")
    if not position.pending and position.text("phase") not in {"set-up", "airborne"}:
        for space in terms.areas(position):
            sides = {piece.side for piece in position.units_in(space.id)}
            if len(sides) == 1 and terms.controller(position, space.id) not in sides:
                faults.append(f"{space.id} is held by nobody who is there (13.0)")
    for side in (terms.GERMAN, terms.ALLIED):
        places = [position.text("card", copy) for copy in cards.copies(OURS, side)]
        if len(places) != 27 or not set(places) <= set(PLACES):
            faults.append(f"{side} cards lie in {sorted(set(places))} (2.3)")
    if not 0 <= position.number("support") <= 24:
        faults.append("Support Points beyond the pool (9.3.3)")
    return faults


@pytest.mark.parametrize("seed", range(4))
def test_a_thousand_random_steps_of_each_seed(seed: int) -> None:
    for number, (position, action) in enumerate(wander(START, seed, 250)):
        assert check(position, action).ok, action
        assert not broken(position), (number, action)


def test_the_free_set_up_is_played_too() -> None:
    for number, (position, action) in enumerate(wander(GAME.scenario("set-up"), 9, 300)):
        assert check(position, action).ok, action
        assert not misplaced_after_set_up(position), (number, action)


def misplaced_after_set_up(position: Position) -> list[str]:
    return [] if position.text("phase") == "set-up" else broken(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    for position, _ in wander(START, seed, 1000):
        assert not broken(position)


def test_derived_layers_do_not_depend_on_how_a_position_came_about() -> None:
    for number, (position, _) in enumerate(wander(START, 55, 300)):
        if number % 10 == 0:
            anew = position_from_json(position_to_json(position), GAME, position.board, UNITS)
            for side in (terms.GERMAN, terms.ALLIED):
                assert chains(position, side) == chains(anew, side)
            for piece in list(position.pieces.values())[::40]:
                if terms.on_map(piece):
                    assert reach(position, [piece.uid]) == reach(anew, [piece.uid])
            assert all(
                r13_control.holder(position, a.id) == r13_control.holder(anew, a.id)
                for a in terms.areas(anew)
            )


def test_nothing_of_the_other_hand_is_seen() -> None:
    """Two positions that differ only in which cards an opponent holds look alike to a player."""
    seen = 0
    for number, (position, _) in enumerate(wander(START, 31, 400)):
        hand, stack = cards.hand(position, "german"), cards.stack(position, "german")
        if number % 7 or not hand or not stack or position.pending:
            continue
        draft = position.draft()
        draft.set("card", "stack", hand[0])
        draft.set("card", "hand", stack[-1])
        assert masked(position, "allied") == masked(draft.finish(), "allied")
        assert cards.hand(masked(position, "allied"), "german") == ()
        assert cards.hand_size(masked(position, "allied"), "german") == len(hand)
        seen += 1
    assert seen > 5
