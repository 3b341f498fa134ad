"""June Six: no verb tells a player which markers the other side has in the cup or holds out (4.21, 7.24)."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.codec import position_to_json
from adjudicator.errors import BocageError
from adjudicator.fingerprint import sealed
from adjudicator.june_six import GAME, terms
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.masking import masked
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, read_question
from adjudicator.report import ruling_to_json
from adjudicator.saves.piles import members_by_uid
from adjudicator.supposing import reply
from tests.generated import asked, verbs
from tests.playing import wander

SECRET = (markers.CUP, markers.INITIATIVE)


def permuted(position: Position, side: str, rng: random.Random) -> Position | None:
    """The position with other markers of a side where its secret ones lie; None where it has none."""
    own = [c for c in members_by_uid(GAME.slug) if markers.side_of_marker(c) == side]
    named = [c for c in own if not markers.is_free_ops(c)]
    secret = [c for c in named if position.text("am", c) in SECRET]
    free = [c for c in named if not position.text("am", c)]
    if not secret or not free:
        return None
    draft = position.draft()
    others = rng.sample(secret + free, len(secret))
    places = [position.text("am", c) for c in secret]
    for chit in secret:
        draft.clear("am", chit)
    for chit, place in zip(others, places, strict=True):
        draft.set("am", place, chit)
    return draft.finish()


def told(question: Question, position: Position, viewpoint: str) -> str:
    """All that a question says, errors too."""
    try:
        asking = Asking(GAME, position, viewpoint)
        return json.dumps(ruling_to_json(sealed(reply(question, asking), asking, question)), sort_keys=True)
    except BocageError as fault:
        return f"{type(fault).__name__}: {fault}"


def pairs(seed: int, steps: int, every: int) -> Iterator[tuple[Position, Position, str]]:
    """Positions of a random game, each with one that differs only in what one side may not know."""
    rng = random.Random(seed)
    for number, (position, _) in enumerate(wander(GAME.scenario("campaign"), seed, steps)):
        if number % every:
            continue
        for side in (terms.GERMAN, terms.ALLIED):
            other = permuted(position, side, rng)
            if other is not None and other != position:
                yield position, other, terms.enemy_of(side)


def look(seed: int, steps: int, every: int, times: int) -> int:
    """Ask every verb about such pairs; the number of answers compared."""
    rng, compared = random.Random(seed), 0
    for position, other, viewer in pairs(seed, steps, every):
        assert masked(position, viewer) == masked(other, viewer)
        for verb in rng.sample(verbs(GAME) * 2, times):
            question = asked(GAME, masked(position, viewer), verb, rng)
            if question is not None:
                who = "public" if compared % 5 == 0 else viewer
                assert told(question, position, who) == told(question, other, who), (verb, question)
                compared += 1
    return compared


def test_no_verb_tells_what_lies_in_the_cup() -> None:
    assert look(3, 90, 45, 18) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 23))
def test_no_verb_tells_what_lies_in_the_cup_in_long_play(seed: int) -> None:
    assert look(seed, 400, 80, 40) > 100


def test_a_second_position_is_seen_by_the_same_eyes(tmp_path: Path) -> None:
    """Between two saves that differ only in what a side may not know, nothing has changed in its eyes."""
    file = tmp_path / "after.json"
    question = read_question(GAME.questions["check"], {"action": [str(file)]})
    for position, other, viewer in itertools.islice(pairs(5, 120, 15), 4):
        file.write_text(json.dumps(position_to_json(other)), encoding="utf-8")
        assert position.diff(other)
        assert '"verdict": "Nothing changed."' in told(question, position, viewer)
