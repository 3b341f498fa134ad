"""Storm Over Normandy and The Dark Summer: no verb tells what hands hold, or what lies face down.

Every verb is asked of pairs of positions that differ only in what who asks may not know, in both formats,
errors included, and one of a pair as the position AFTER.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.codec import position_to_json
from adjudicator.dark_summer.assembly import GAME as SUMMER
from adjudicator.errors import BocageError
from adjudicator.fingerprint import sealed
from adjudicator.game import Game
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, read_question
from adjudicator.report import render
from adjudicator.storm_over_normandy import GAME as STORM
from adjudicator.storm_over_normandy import cards, terms
from adjudicator.supposing import reply
from maps.filing import OURS
from tests.every import quick_one
from tests.generated import arguments, verbs
from tests.playing import wander
from tests.properties.test_dark_summer_play import CAMPAIGN, face_down

Pair = tuple[Position, Position, str]  # two positions, and who must not tell them apart


def other_hand(position: Position, side: str, rng: random.Random) -> Position:
    """The position with other cards in the hand of a side, as many as before."""
    lying = [c for c in cards.copies(OURS, side) if position.text("card", c) in {cards.HAND, cards.STACK}]
    draft, held = position.draft(), set(rng.sample(lying, len(cards.hand(position, side))))
    for copy in lying:
        draft.set("card", cards.HAND if copy in held else cards.STACK, copy)
    return draft.finish()


def storm_pairs(rng: random.Random, seed: int, steps: int, every: int) -> Iterator[Pair]:
    for number, (position, _) in enumerate(wander(STORM.scenario("invasion"), seed, steps)):
        if number % every == every - 1:
            for side in (terms.GERMAN, terms.ALLIED):
                yield position, other_hand(position, side, rng), terms.enemy_of(side)


def summer_pairs(rng: random.Random, seed: int, steps: int, every: int) -> Iterator[Pair]:
    """Positions in which what lies face down is named, otherwise each time."""
    yield face_down(CAMPAIGN, rng), face_down(CAMPAIGN, rng), "allied"
    for number, (position, _) in enumerate(wander(CAMPAIGN, seed, steps)):
        if number % every == every - 1:
            yield face_down(position, rng), face_down(position, rng), rng.choice(["allied", "german"])


PAIRS: Mapping[str, tuple[Game, Callable[[random.Random, int, int, int], Iterator[Pair]]]] = {
    "storm": (STORM, storm_pairs),
    "summer": (SUMMER, summer_pairs),
}


def asked(game: Game, position: Position, verb: str, rng: random.Random) -> Question | None:
    """A question of a verb, about cards too, from what the viewer sees; None where it cannot be read."""
    cls = game.questions[verb]
    found: dict[str, Any] = arguments(position, cls, rng)
    for name in {"card", "cards", "against"} & {*found}:
        words = rng.sample(list(cards.load_deck(OURS)), 2) if game is STORM else []
        found[name] = words if isinstance(found[name], list) else (words or [found[name]])[0]
    try:
        return read_question(cls, found)
    except BocageError:
        return None


def told(question: Question, asking: Asking) -> str:
    """All that is said, in text and as JSON, or why nothing can be."""
    try:
        ruling = sealed(reply(question, asking), asking, question)
        return render(ruling, "text") + render(ruling, "json")
    except BocageError as fault:
        return f"{type(fault).__name__}: {fault}"


def look(name: str, seed: int, steps: int, every: int, times: int) -> int:
    """Ask every verb about pairs; how many answers were compared."""
    game, pairs = PAIRS[name]
    rng, compared = random.Random(seed), 0
    for one, other, viewer in pairs(rng, seed, steps, every):
        seen = Asking(game, one, viewer).position
        for verb in verbs(game) * times:
            question = asked(game, seen, verb, rng)
            who = rng.choice([viewer, "public"])
            if question is not None:
                first, second = (told(question, Asking(game, p, who)) for p in (one, other))
                assert first == second, (question, who)
                compared += 1
    return compared


@pytest.mark.parametrize(
    ("name", "steps", "every"), quick_one([("storm", 120, 40), ("summer", 30, 29)], "storm")
)
def test_no_verb_tells_what_is_hidden(name: str, steps: int, every: int) -> None:
    assert look(name, 5, steps, every, 1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("seed", range(30, 33))
def test_no_verb_tells_what_is_hidden_in_long_play(name: str, seed: int) -> None:
    assert look(name, seed, 600, 50, 3) > 500


@pytest.mark.parametrize("name", PAIRS)
def test_a_second_position_is_seen_by_the_same_eyes(name: str, tmp_path: Path) -> None:
    """Between two positions that differ only in what a viewer may not know, nothing has changed for him."""
    game, pairs = PAIRS[name]
    file = tmp_path / "after.json"
    for one, other, viewer in pairs(random.Random(4), 4, 90, 45):
        file.write_text(json.dumps(position_to_json(other)), encoding="utf-8")
        asking = Asking(game, one, viewer)
        ruling = reply(read_question(game.questions["check"], {"action": [str(file)]}), asking)
        assert ruling.verdict == "Nothing changed.", (viewer, ruling.answer)
