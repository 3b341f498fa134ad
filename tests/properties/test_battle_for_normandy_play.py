"""Random legal play of The Battle for Normandy: no crash, no dead end, no broken invariant, no leak."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.masking import masked
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of
from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r07.rulings import out_of_supply
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import check
from adjudicator.position import Position
from tests.every import quick_one
from tests.playing import wander

STARTS = {name: GAME.scenario(name) for name in ("campaign", "carentan")}
GROUPS = (terms.US, terms.COMMONWEALTH, terms.GERMAN)


# --- invariants -------------------------------------------------------------------------------------------


def crowded(position: Position) -> Iterator[str]:
    """Stacks beyond the limit at the start of a Combat Phase (6.2)."""
    if position.pending or position.text("phase") != "combat" or position.subjects("hex-attacked"):
        return
    for space in position.occupied():
        units = position.units_in(space)
        if position.board.spaces[space].kind == "hex" and units[0].side == position.text("side"):
            yield from (f"{section} {text}" for section, text in faults(position, space, units[0].side))


def misplaced(position: Position) -> Iterator[str]:
    """Units that stand where they never may."""
    for piece in position.pieces.values():
        space = position.board.spaces.get(piece.space)
        if space is None:
            yield f"{piece.uid} is nowhere"
        elif space.kind == "hex" and space["terrain"] == "sea" and not terms.is_naval(piece.printed):
            if not space["queue"]:
                yield f"{piece.uid} stands in the sea"
        elif space.kind == "hex" and space["terrain"] != "sea" and terms.is_naval(piece.printed):
            yield f"{piece.uid} lies ashore"
    for space_id in position.occupied():
        sides = {p.side for p in position.units_in(space_id) if terms.has_zoc(p.printed)}
        if position.board.spaces[space_id].kind == "hex" and len(sides) > 1:
            yield f"both sides stand in {space_id} (10.1)"


def miscounted(position: Position) -> Iterator[str]:
    """Numbers that the book bounds."""
    for item, least, most in (
        ("csp", 0, 999), ("ground-support", 0, 135), ("recon-attacks", 0, 6), ("air-points", 0, 135),
        ("port", -1, 9), ("carpets", 0, 2),
    ):  # fmt: skip
        if not least <= position.number(item) <= most:
            yield f"{item}: {position.number(item)}"
    for group in GROUPS:
        for item, most in (("inf-losses", 4), ("arm-losses", 4), ("inf-rem", 10), ("arm-rem", 10)):
            if not 0 <= position.number(item, group) <= most:
                yield f"{item} of {group}: {position.number(item, group)} (9.3.5)"


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    found = [*crowded(position), *misplaced(position), *miscounted(position)]
    flipped = (p for p in position.pieces.values() if p.status == terms.REDUCED and p.printed.steps == 1)
    return found + [f"{p.uid} has one step and shows a reduced side (3.4)" for p in flipped]


@pytest.mark.parametrize(("scenario", "seed"), quick_one([("carentan", 0), ("campaign", 2)], "carentan"))
def test_a_thousand_random_steps_of_all_seeds(scenario: str, seed: int) -> None:
    for number, (position, action) in enumerate(wander(STARTS[scenario], seed, 340)):
        if number % 3 == 0:
            assert check(position, action).ok, action
            assert not broken(position), (number, action)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    scenario = "campaign" if seed % 2 else "carentan"
    for number, (position, action) in enumerate(wander(STARTS[scenario], seed, 1000)):
        assert not broken(position), (number, action)


# --- layers ------------------------------------------------------------------------------------------------


def test_derived_layers_do_not_depend_on_how_a_position_came_about() -> None:
    units = {uid: piece.printed for uid, piece in STARTS["carentan"].pieces.items()}
    for number, (position, _) in enumerate(wander(STARTS["carentan"], 55, 200)):
        if number % 20 == 0:
            anew = position_from_json(position_to_json(position), GAME, position.board, units)
            for side in (terms.GERMAN, terms.ALLIED):
                assert out_of_supply(position, side) == out_of_supply(anew, side)
                assert zoc_of(position, side) == zoc_of(anew, side)
            for piece in list(position.pieces.values())[::40]:
                if terms.on_map(position, piece) and not terms.is_naval(piece.printed):
                    assert reach(position, piece.uid) == reach(anew, piece.uid)


# --- what a player does not see ---------------------------------------------------------------------------


@pytest.mark.slow
def test_air_points_are_hidden_until_both_have_allotted_theirs() -> None:
    """Two positions that differ only in the other side's allotment look alike to a player (11.1.1)."""
    seen = 0
    for position, _ in wander(STARTS["carentan"], 31, 400):
        if position.text("phase") != "air" or position.flag("air-revealed") or position.pending:
            continue
        for item, viewer in (("air-plan", "german"), ("aa-plan", "allied")):
            boxes = position.subjects(item)
            if not boxes:
                continue
            draft = position.draft()
            for box, points in zip(boxes, reversed([position.number(item, b) for b in boxes]), strict=True):
                draft.set(item, points + 1, box)
            assert masked(position, viewer) == masked(draft.finish(), viewer)
            seen += 1
    assert seen > 1


def test_the_strength_of_a_hidden_strongpoint_is_not_seen() -> None:
    """18.9.1: two Strongpoints that change places while hidden change nothing for the Allied player."""
    position = STARTS["campaign"]
    points = [
        p for p in position.pieces.values() if terms.is_strongpoint(p.printed) and terms.on_map(position, p)
    ]
    weak = next(p for p in points if p.printed.rating("as") == 1)
    strong = next(p for p in points if (p.printed.rating("as") or 0) > 1)
    draft = position.draft()
    draft.place(weak.uid, strong.space)
    draft.place(strong.uid, weak.space)
    assert masked(position, "allied") == masked(draft.finish(), "allied")
