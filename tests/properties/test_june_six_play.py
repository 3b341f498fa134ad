"""Random legal play of June Six: no crash, no dead end, no broken invariant, nothing leaked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from adjudicator.codec import position_from_json, position_to_json
from adjudicator.frames import plain
from adjudicator.game import check
from adjudicator.june_six import GAME, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.battle import COMBAT, read
from adjudicator.june_six.masking import masked
from adjudicator.june_six.r05_loc import without_loc
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r09_stacking import faults
from adjudicator.june_six.r11_zones_of_control import zoc_of
from adjudicator.position import Position
from tests.playing import wander

START = GAME.scenario("campaign")
UNITS = {uid: piece.printed for uid, piece in START.pieces.items()}
MOST_ACTIVATIONS, DETACHMENTS, DISORDER = 3, 6, 2
SETTLED = ("me", "re")


# --- invariants -------------------------------------------------------------------------------------------


def crowded(position: Position) -> Iterator[str]:
    """Stacks beyond the limit where no formation is moving and nothing is being settled (9.11)."""
    if position.pending or position.text("part") == "movement":
        return
    for space in position.occupied():
        if position.board.spaces[space].kind == "hex":
            for section, text in faults(position, space, position.units_in(space)[0].side):
                yield f"{section} {text}"


def misplaced(position: Position) -> Iterator[str]:
    """Units that stand where they never may."""
    for piece in position.pieces.values():
        space = position.board.spaces.get(piece.space)
        if space is None:
            yield f"{piece.uid} is nowhere"
        elif space.kind == "hex" and space["terrain"] == "sea":
            yield f"{piece.uid} stands in the sea"
        elif space.kind in {"landing", "airfield"} and piece.side == terms.GERMAN:
            yield f"{piece.uid} is in {space.id}"
    for space_id in position.occupied():
        sides = {p.side for p in position.units_in(space_id)}
        if position.board.spaces[space_id].kind == "hex" and len(sides) > 1:
            yield f"both sides stand in {space_id} (8.14)"


def miscounted(position: Position) -> Iterator[str]:
    """Numbers that the book bounds."""
    for uid in position.subjects("activations"):
        if position.number("activations", uid) > MOST_ACTIVATIONS:
            yield f"{uid} was activated four times (5.14)"
    for uid in position.subjects("disorder"):
        if not 0 <= position.number("disorder", uid) <= DISORDER:
            yield f"{uid} bears Disorder-{position.number('disorder', uid)} (13.1)"
    for item, most in (("air", 8), ("naval", 6), ("supply-interdiction", 2), ("naval-interdiction", 2)):
        if not 0 <= position.number(item) <= most:
            yield f"{item}: {position.number(item)}"
    for nation in (terms.US, terms.COMMONWEALTH, terms.GERMAN):
        if position.number("reduced-refits", nation) > 1:
            yield f"{nation} made two Reduced Refits (21.33)"
    for side in (terms.GERMAN, terms.ALLIED):
        if position.number("rp", side) < 0:
            yield f"{side} owes Resource Points (5.12)"
    groups = [markers.group_of_marker(c) for c in position.subjects("am") if position.text("am", c)]
    for group in set(groups):
        if groups.count(group) > len(markers.chits_of(group)):
            yield f"too many markers of {group} (5.14)"


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    faults_ = [*crowded(position), *misplaced(position), *miscounted(position)]
    if position.pieces.keys() != UNITS.keys():
        faults_.append("a unit appeared or vanished")
    flipped = (p for p in position.pieces.values() if p.status == terms.REDUCED and p.printed.steps == 1)
    faults_ += [f"{p.uid} has one step and shows a reduced side (13.21)" for p in flipped]
    return faults_


@pytest.mark.parametrize("seed", range(4))
def test_a_thousand_random_steps_of_each_seed(seed: int) -> None:
    for number, (position, action) in enumerate(wander(START, seed, 250)):
        assert check(position, action).ok, action
        assert not broken(position), (number, action)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    for number, (position, action) in enumerate(wander(START, seed, 1000)):
        assert not broken(position), (number, action)


# --- layers ------------------------------------------------------------------------------------------------


def test_derived_layers_do_not_depend_on_how_a_position_came_about() -> None:
    for number, (position, _) in enumerate(wander(START, 55, 300)):
        if number % 20 == 0:
            anew = position_from_json(position_to_json(position), GAME, position.board, UNITS)
            assert without_loc(position) == without_loc(anew)
            for side in (terms.GERMAN, terms.ALLIED):
                assert zoc_of(position, side) == zoc_of(anew, side)
            for piece in list(position.pieces.values())[::60]:
                if terms.on_map(position, piece):
                    assert reach(position, piece.uid) == reach(anew, piece.uid)


# --- what a player does not see ---------------------------------------------------------------------------


def test_nothing_of_the_others_markers_in_the_cup_is_seen() -> None:
    """Two positions that differ only in which markers an opponent has in the cup look alike to a player."""
    seen = 0
    for number, (position, _) in enumerate(wander(START, 31, 500)):
        inside = [
            c for c in markers.in_place(position, markers.CUP, side=terms.GERMAN) if "free-ops" not in c
        ]
        if number % 7 or not inside or position.pending:
            continue
        draft = position.draft()
        other = next(c for c in ("am-ge-353-1", "am-ge-276-2", "am-ge-77-2") if not position.text("am", c))
        draft.clear("am", inside[0])
        draft.set("am", markers.CUP, other)
        assert masked(position, "allied") == masked(draft.finish(), "allied")
        assert not [c for c in masked(position, "allied").subjects("am") if c in inside]
        seen += 1
    assert seen > 5


def test_a_mode_is_hidden_until_both_are_chosen() -> None:
    """What the attacker chose changes nothing that the defender sees before he has chosen."""
    seen = 0
    for position, _ in wander(START, 41, 900):
        at = next((n for n, d in enumerate(position.pending) if d.kind == COMBAT), None)
        if at is None:
            continue
        asked = position.pending[at]
        fight = read(asked)
        if not fight.attack_mode or fight.defence_mode:
            continue
        other = "probe" if fight.attack_mode == "assault" else "assault"
        turned = dataclasses.replace(asked, data=plain(dataclasses.replace(fight, attack_mode=other)))
        draft = position.draft()
        draft.pending = (*position.pending[:at], turned, *position.pending[at + 1 :])
        changed = draft.finish()
        assert masked(position, fight.defending) == masked(changed, fight.defending)
        assert masked(position, fight.side) != masked(changed, fight.side)
        seen += 1
    assert seen > 1
