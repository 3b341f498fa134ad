"""No verb tells what a viewpoint may not see: hidden values changed about change no answer and no error."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.asking.between import explain
from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.masking import masked
from adjudicator.errors import BocageError
from adjudicator.game import apply, legal
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.report import render, ruling_to_json
from adjudicator.supposing import reply
from tests.generated import asked, verbs
from tests.playing import wander

VIEWS = ("public", terms.ALLIED, terms.GERMAN)


def _answers(question: Question, position: Position, viewpoint: str) -> str:
    """Everything that a question says: the text, the JSON, or the error."""
    try:
        ruling = reply(question, Asking(GAME, position, viewpoint))
    except BocageError as fault:
        return f"{type(fault).__name__}: {fault}"
    return f"{render(ruling, 'text')}\n{ruling_to_json(ruling)}"


def changed_about(position: Position, viewpoint: str, rng: random.Random) -> Position:
    """Another position that looks the same: hidden Strongpoints change places, secret allotments change."""
    draft, seen = position.draft(), masked(position, viewpoint)
    hidden = [p for uid, p in position.pieces.items() if terms.is_strongpoint(p.printed)]
    hidden = [p for p in hidden if p.uid not in seen.pieces and terms.on_map(position, p)]
    places = [p.space for p in hidden]
    rng.shuffle(places)
    for piece, space in zip(hidden, places, strict=True):
        draft.place(piece.uid, space)
    for item in ("air-plan", "aa-plan"):
        if item in seen.unknown:
            for box in position.subjects(item):
                draft.set(item, position.number(item, box) + rng.randint(1, 3), box)
    if "guns-moved" in seen.unknown:
        draft.set("guns-moved", "no" if position.text("guns-moved") == "yes" else "yes")
    return draft.finish()


def _positions(seed: int, scenario: str, steps: int, every: int) -> Iterator[Position]:
    for number, (position, _) in enumerate(wander(GAME.scenario(scenario), seed, steps)):
        if number % every == 0:
            yield position


def _leaks(
    position: Position, rng: random.Random, times: int, *, views: tuple[str, ...] = VIEWS
) -> Iterator[str]:
    for viewpoint in views:
        other = changed_about(position, viewpoint, rng)
        if other == position or masked(other, viewpoint) != masked(position, viewpoint):
            continue
        for verb in verbs(GAME):
            for _ in range(times):
                question = asked(GAME, masked(position, viewpoint), verb, rng)
                if question is None:
                    continue
                if _answers(question, position, viewpoint) != _answers(question, other, viewpoint):
                    yield f"{viewpoint}: {question}"


def test_no_verb_leaks_at_set_up() -> None:
    assert not list(_leaks(GAME.scenario("campaign"), random.Random(1), 1, views=(terms.ALLIED,)))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "scenario"), [(31, "carentan"), (32, "campaign")])
def test_no_verb_leaks_in_play(seed: int, scenario: str) -> None:
    rng = random.Random(seed)
    for position in _positions(seed, scenario, 500, 25):
        assert not list(_leaks(position, rng, 2))


@pytest.mark.parametrize("viewpoint", VIEWS)
def test_what_happened_is_told_alike_whatever_lies_hidden(viewpoint: str) -> None:
    """`check BEFORE AFTER` of masked saves: the same answer for two games that look the same."""
    rng, before = random.Random(5), GAME.scenario("campaign")
    action = legal(before).sample(rng, tries=16)
    assert action is not None
    other = changed_about(before, viewpoint, rng)
    pairs = [(masked(p, viewpoint), masked(apply(p, action), viewpoint)) for p in (before, other)]
    if pairs[0] == pairs[1]:
        assert ruling_to_json(explain(*pairs[0])) == ruling_to_json(explain(*pairs[1]))
    assert masked(before, viewpoint) == masked(other, viewpoint)
