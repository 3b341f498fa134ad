"""The Dark Summer: what a position leaves out is taken alike by every question and by the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.r03_control import controller
from adjudicator.dark_summer.r09_moment import in_round
from adjudicator.dark_summer.r09_rulings import active_ruling
from adjudicator.dark_summer.r10_movement import Move
from adjudicator.dark_summer.r10_rulings import reach_ruling
from adjudicator.dark_summer.r11_attack import Attack
from adjudicator.game import check
from adjudicator.position import Fact, Key, Piece, Position

START = GAME.scenario("campaign")


def without(position: Position, said: Mapping[Key, Fact], *items: str) -> Position:
    """The position with nothing said of some items but what is given."""
    facts = {key: value for key, value in position.facts.items() if key[0] not in items} | dict(said)
    return Position(position.game, position.board, position.schema, position.pieces, facts, unknown=items)


def germans(position: Position) -> list[Piece]:
    """German units on the map that may stay where they are and that move."""
    spaces = position.board.spaces
    on_map = (p for p in position.pieces.values() if terms.is_hex(spaces[p.space]))
    known = (p for p in on_map if p.side == terms.GERMAN and not terms.is_strongpoint(p.printed))
    return [p for p in known if terms.letter(position, p.space) not in {"C", "W", "S"}]


def reaction(part: str) -> Position:
    draft = START.draft()
    in_round(draft, "reaction", terms.GERMAN, part)
    return draft.finish()


@pytest.mark.parametrize("seed", range(3))
def test_who_was_activated_is_one_and_the_same_for_all_questions(seed: int) -> None:
    rng = random.Random(seed)
    units = rng.sample(germans(START), 4)
    one = units[0]
    sayings: list[dict[Key, Fact]] = [{}, {("active-stack", ""): one.space}, {("active", one.uid): True}]
    for said in sayings:
        moving, fighting = (
            without(reaction(part), said, "active", "active-stack") for part in ("movement", "combat")
        )
        listed = active_ruling(moving).answer
        for piece in units:
            uid, beside = piece.uid, moving.board.neighbours(piece.space)[0][1]
            answers = {
                active_ruling(moving, uid).answer,
                uid in listed,
                "9.3.4" not in {v.rule for v in check(moving, Move(uid, (beside,))).violations},
                "9.3.4" not in {v.rule for v in reach_ruling(moving, uid).violations},
                "activated" not in str(check(fighting, Attack(beside, (uid,))).violations),
            }
            assert len(answers) == 1, (uid, said)


def test_whose_unit_stands_in_a_hex_controls_it_whatever_is_said() -> None:
    silent = without(START, {}, "control")
    held = [p for p in START.pieces.values() if terms.is_hex(START.board.spaces[p.space])]
    for piece in held:
        assert controller(silent, piece.space) == controller(START, piece.space) == piece.side
