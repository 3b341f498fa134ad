"""What a side corrects and takes is what it sees: no guess about the rest is confirmed."""

from __future__ import annotations

import pytest

from adjudicator.asking.taken import asking_of
from adjudicator.errors import BocageError
from adjudicator.game import Game, load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.report import ruling_to_json
from adjudicator.supposing import reply

SECRETS: dict[str, tuple[str, str, tuple[dict[tuple[str, str], str], ...], str]] = {
    # scenario; who may not know; what is hidden, in two ways that look alike; a guess
    "june-six": (
        "campaign",
        "allied",
        (
            {("am", "am-ge-352-1"): "cup", ("am", "am-ge-716-1"): ""},
            {("am", "am-ge-352-1"): "", ("am", "am-ge-716-1"): "cup"},
        ),
        "am:am-ge-352-1=cup",
    ),
    "battle-for-normandy": (
        "campaign",
        "allied",
        ({("guns-moved", ""): "c3011"}, {("guns-moved", ""): "c3012"}),
        "guns-moved=c3011",
    ),
    "storm-over-normandy": (
        "invasion",
        "allied",
        (
            {("card", "german-bocage-1"): "hand", ("card", "german-bocage-2"): "stack"},
            {("card", "german-bocage-1"): "stack", ("card", "german-bocage-2"): "hand"},
        ),
        "card:german-bocage-1=hand",
    ),
}


def told(game: Game, position: Position, viewpoint: str | None, given: list[str]) -> object:
    """Everything that an asker is told, faults included."""
    try:
        asking = asking_of(game, position, viewpoint, given=given)
        return asking.notes, ruling_to_json(reply(read_question(game.questions["next"], {}), asking))
    except BocageError as fault:
        return str(fault)


@pytest.mark.parametrize("slug", SECRETS)
def test_a_guess_about_what_is_hidden_is_neither_confirmed_nor_denied(slug: str) -> None:
    scenario, viewpoint, ways, guess = SECRETS[slug]
    game = load(slug)
    answers = []
    for way in ways:
        draft = game.scenario(scenario).draft()
        draft.facts.update(way)
        answers.append(told(game, draft.finish(), viewpoint, [guess]))
    assert answers[0] == answers[1]


def test_whoever_names_no_viewpoint_corrects_the_whole() -> None:
    game = load("june-six")
    asking = asking_of(game, game.scenario("campaign"), None, given=["weather=clear"])
    assert isinstance(asking, Asking)
    assert asking.viewpoint == "public"
