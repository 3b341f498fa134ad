"""June Six: where a sketch says nothing of who is active, every verb takes the same units to be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.asking.loading import read_text
from adjudicator.errors import BocageError
from adjudicator.game import check, legal
from adjudicator.june_six import GAME
from adjudicator.june_six.r07_activation import at_re, takes_part
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r12_attack import Attack
from adjudicator.position import UNKNOWN, Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from adjudicator.supposing import reply

HEX = "e1940"
MARKS = ("", "", "", "", "re", "isolated", "scattered", "disorder 1", "active", "acted-me=yes", "moved")


def sketch(rng: random.Random, part: str) -> Position:
    """Units of one Division and its HQ round a German one, with markers by chance."""
    mark = [rng.choice(MARKS) for _ in range(4)]
    river = rng.choice(["", "e1939-e1940: major-river\n"])
    moment = rng.choice(["me", "re", "phase=re, part=", "activation=re, part="])
    when = f"{moment}{part}" if moment.endswith("=") else f"{moment} {part}"
    found = read_text(
        f"june-six, turn 4, clear, {when}, side allied\ne1838..e2042: clear\n{river}"
        f"{HEX}: | ge inf 6-6-6/3-5-6 'A' full ge-352div\n"
        f"e1939: | us inf 6-6-6/3-5-6 'u' full us-1div us-vcorps {mark[0]}, "
        f"us inf 5-5-6/2-4-6 'v' full us-1div us-vcorps {mark[1]}\n"
        f"e1941: | us inf 4-5-6/2-4-6 'w' full us-1div us-vcorps {mark[2]}\n"
        f"e1839: | us hq [1]-6-8 'H' full artillery5 us-1div us-vcorps {mark[3]}"
    ).position
    assert found is not None
    return found


def ask(position: Position, verb: str, **args: Any) -> Ruling | None:
    """The answer to a question; None where nobody can be named who does it."""
    try:
        return reply(read_question(GAME.questions[verb], args), Asking(GAME, position, "referee"))
    except BocageError:
        return None


def unlike(position: Position) -> list[str]:
    """Where two verbs differ about who attacks."""
    able = [u for u in ("us-u", "us-v", "us-w") if check(position, Attack((u,), HEX)).ok]
    listed, found = ask(position, "attackers", area=HEX), list[str]()
    if listed is None or sorted(listed.answer) != able:
        found.append(f"attackers: {listed and listed.answer}, by check {able}")
    line_up, going = ask(position, "line-up", area=HEX), ask(position, "next")
    if able and (line_up is None or not line_up.ok or not {*line_up.answer["attackers"]} <= {*able}):
        found.append(f"line-up: {line_up and line_up.verdict}, by check {able}")
    if not able and line_up is not None and line_up.ok and not line_up.moment:
        found.append(f"line-up: {line_up.verdict}")
    if going is not None and ("attack" in going.answer["actions"]) is not bool(able):
        found.append(f"next: {going.answer['actions']}, by check {able}")
    lent = ask(position, "artillery", area=HEX, side="allied") if able else None
    if lent is not None and lent.answer["allied"] and not takes_part(position, "us-h"):
        found.append("artillery of an HQ that does not act")
    return found


def astray(position: Position) -> list[str]:
    """Where two verbs differ about who moves."""
    listed, found = {a.unit for a in legal(position).of("move") if isinstance(a, Move)}, list[str]()
    for uid, to in {"us-u": "e1938", "us-v": "e1938", "us-w": "e1942", "us-h": "e1838"}.items():
        able = check(position, Move(uid, (to,))).ok
        if able is not (uid in listed) or (able and not takes_part(position, uid)):
            found.append(f"{uid}: by check {able}, listed {sorted(listed)}")
        told, silent = ask(position, "formation", unit=uid), position.said("active", uid) is UNKNOWN
        acts = told.answer["acts"] if told is not None else ""
        if able and silent and acts != "me" and not at_re(position):
            found.append(f"{uid} moves at ME and acts at {acts}")
    return found


@pytest.mark.parametrize("seed", range(3))
def test_verbs_agree_on_who_attacks_and_who_moves(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        fight, march = sketch(rng, "combat"), sketch(rng, "movement")
        assert not unlike(fight), dict(fight.facts)
        assert not astray(march), dict(march.facts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_verbs_agree_on_who_attacks_and_who_moves_in_many_sketches(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        fight, march = sketch(rng, "combat"), sketch(rng, "movement")
        assert not unlike(fight), dict(fight.facts)
        assert not astray(march), dict(march.facts)
