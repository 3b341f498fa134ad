"""What lists of actions tell without a check: `Handler.proven` and `Handler.allows` held against `check`.

Positions are those of random play in each game, of the casebook, and of the long front of The Battle for
Normandy, from which play goes on by chance.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action, LegalActions, Roll, kind_of
from adjudicator.contract import GAMES, load
from adjudicator.errors import BocageError
from adjudicator.game import apply, check, legal, open_now
from adjudicator.position import Position
from tests.battle_for_normandy.front import front
from tests.generated import played
from tests.properties.test_whole_lists import positions

FRONTS = (
    ("movement", "allied"),
    ("movement", "german"),
    ("mech-movement", "allied"),
    ("combat", "allied"),
    ("combat", "german"),
)
MOST = 40  # options of one kind that are checked in one position


def told(position: Position, rng: random.Random, most: int = MOST) -> Iterator[tuple[Action, bool]]:
    """Some of the options that are told without a check, and whether they are said to be legal."""
    for handler in open_now(position):
        if not handler.proven and handler.allows is None:
            continue
        try:
            listed = list(handler.options(position))
            for action in rng.sample(listed, min(most, len(listed))):
                yield action, handler.proven or bool(handler.allows and handler.allows(position, action))
        except BocageError:
            assert position.unknown  # the position leaves out what the rule must know


def wrong(position: Position, rng: random.Random, most: int = MOST) -> list[str]:
    """Options of which something else is told than `check` rules."""
    found = []
    for action, is_legal in told(position, rng, most):
        try:
            ruling = check(position, action)
        except BocageError:
            assert position.unknown, action
            continue
        if ruling.ok is not is_legal:
            found.append(f"{action}: {[violation.text for violation in ruling.violations]}")
    return found


def from_front(phase: str, side: str, steps: int) -> Iterator[Position]:
    """The front, and positions of random play from there on, in which units have moved and stand mixed."""
    rng, position = random.Random(f"{phase} {side}"), front(phase, side)
    for _ in range(steps):
        yield position
        action = legal(position).sample(rng)
        if action is None:
            return
        position = apply(position, action)


@pytest.mark.parametrize("slug", GAMES)
def test_proven_options_of_random_play_are_legal(slug: str) -> None:
    game, rng = load(slug), random.Random(5)
    for scenario in list(game.scenarios)[:2]:
        for position in played(game, scenario, 5, 120, every=6):
            assert wrong(position, rng) == []


@pytest.mark.slow
@pytest.mark.parametrize(("phase", "side"), FRONTS)
def test_proven_options_on_the_long_front_are_legal(phase: str, side: str) -> None:
    rng = random.Random(6)
    for number, position in enumerate(from_front(phase, side, 25)):
        if number % 12 == 0:
            assert wrong(position, rng, 100) == []


@pytest.mark.parametrize("slug", GAMES)
def test_proven_options_of_cases_are_legal(slug: str) -> None:
    rng = random.Random(7)
    for case, position in positions(slug.replace("-", "_"), 60):
        assert (case, wrong(position, rng, 12)) == (case, [])


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_proven_options_of_every_case_are_legal(slug: str) -> None:
    rng = random.Random(8)
    for case, position in positions(slug.replace("-", "_"), 1):
        assert (case, wrong(position, rng)) == (case, [])


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_proven_options_of_long_random_play_are_legal(slug: str) -> None:
    game, rng = load(slug), random.Random(9)
    for scenario, seed in itertools.product(game.scenarios, range(3)):
        for position in played(game, scenario, seed, 600, every=10):
            assert wrong(position, rng) == []


def test_moves_and_shots_of_battle_are_told_without_a_check() -> None:
    handlers = load("battle-for-normandy").handlers
    assert handlers["move"].proven
    assert handlers["fire-alone"].allows is not None
    at, rng = front("combat", "allied"), random.Random(2)
    assert {is_legal for _, is_legal in told(at, rng, 400)} == {True, False}


def test_proven_candidates_are_listed_and_drawn_unasked() -> None:
    asked = list[Action]()

    def is_legal(action: Action) -> bool:
        asked.append(action)
        return action != Roll((2,))

    rolls = {"roll": lambda: iter([Roll((1,)), Roll((2,))])}
    trusted = LegalActions(rolls, is_legal, quick={"roll": lambda _: True})
    assert list(trusted) == [Roll((1,)), Roll((2,))]
    assert trusted.sample(random.Random(1)) is not None
    assert asked == []
    assert Roll((2,)) not in trusted
    assert list(LegalActions(rolls, is_legal)) == [Roll((1,))]
    assert list(LegalActions(rolls, is_legal, quick={"roll": lambda a: a.values != (1,)})) == [Roll((2,))]


def test_where_a_position_leaves_something_out_every_option_is_checked() -> None:
    """What the rules assume then is heard by the check alone; a list must not hide it."""
    at = front("movement", "allied")
    draft = at.draft()
    draft.unknown = frozenset({"weather"})
    draft.clear("weather")
    some = [next(legal(position).of("move")) for position in (at, draft.finish())]
    assert [kind_of(type(action)) for action in some] == ["move", "move"]
    assert "move" not in legal(draft.finish())._quick
    assert "move" in legal(at)._quick
