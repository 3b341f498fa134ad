"""What is left out is unknown to every verb alike: each fact and each printed feature dropped in turn.

No verb dies of it, and none takes a default in silence: what rule code reads and the position does not say is
heard, whichever way it is read.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator import supposing
from adjudicator.actions import action_to_json
from adjudicator.asking.loading import read_text
from adjudicator.errors import BocageError
from adjudicator.game import GAMES, Game, legal, load
from adjudicator.position import Fact, Key, Position
from adjudicator.questions import Asking, Question, read_question
from adjudicator.silence import EVERY, Ear, Said, listening
from adjudicator.supposing import reply
from tests.generated import asked, verbs

SKETCHES = {
    "breakout-normandy": """breakout-normandy, 7 june, phase daylight, impulse 3, clear, advantage german
A: us, tem 1 | us inf 6-5-5/2 "116" fresh 29div, us arty 4-2-4/1 "arty" fresh 29div
B: german, tem 3 bocage fortified | ge inf 4-4-4/2 "916" fresh 352div, ge inf 3-3-4/1 "915" spent 352div
C: german, tem 2
A-B: river, bridge german
B-C: open""",
    "dark-summer": """dark-summer, turn 3, showers, us combat, round 2
3304: clear | us inf 6-6/3 "16" full 1div, us inf 5-6/3 "18" full 1div
3305: bocage | ge inf 4-6/2 "916" full 352div
3306: town | ge inf 3-6/2 "915" full 352div
3205: clear
3304-3305: minor-river bridge""",
    "storm-over-normandy": """storm-over-normandy, turn 3, allied impulse, support 4
P: allied dv 1 | us inf 3-9-4/8 '16' fresh 1div, us inf 1-9-4/8 '18' fresh 1div
Q: german dv 3 bocage red vp 1 | ge inf 1-10-4/8 '916' fresh 352div
R: german dv 2
P-Q: open
Q-R: odl""",
    "june-six": """june-six, turn 3, clear, me combat, side allied
e1938: clear | us hq [1]-6-8 'H' full us-1div us-vcorps active
e1939: clear | us inf 6-6-6/3-5-6 'u' full active us-1div
e1940: bocage | ge inf 6-6-6/3-5-6 'A' full ge-352div
e1941: town | ge hq [1]-6-8 'G' full ge-352div
e1939-e1940: river""",
    "battle-for-normandy": """battle-for-normandy, 9 june, am, allied combat, clear, csp 12
c3008: clear allied | us inf 5-4-6/3-3-6 'I/16' full us-1div
c3009: clear allied | us inf 5-4-6/3-3-6 'II/16' full us-1div
c3010: bocage german village | ge inf 5-4-6/3-3-6 'I/916' full ge-352div
c3011: farmland german | ge hq 1-8 'G' full ge-352div
c3009-c3010: river bridge""",
}
GAME_FOLDERS = {slug.replace("-", "_") for slug in GAMES}


class Spied(dict[Key, Fact]):
    """Facts that notice when the rules of a game read one past `State.fact`."""

    def __init__(self, facts: Mapping[Key, Fact], read: set[Key]) -> None:
        super().__init__(facts)
        self.read = read

    def get(self, key: Key, default: Any = None) -> Any:
        if key not in self and Path(sys._getframe(1).f_code.co_filename).parent.name in GAME_FOLDERS:
            self.read.add(key)
        return super().get(key, default)


@contextmanager
def ears(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Ear]]:
    """What the answers hear."""
    heard: list[Ear] = []

    @contextmanager
    def kept(**words: bool) -> Iterator[Ear]:
        with listening(**words) as ear:
            heard.append(ear)
            yield ear

    with monkeypatch.context() as patch:
        patch.setattr(supposing, "listening", kept)
        yield heard


def without(position: Position, key: Key | None, read: set[Key]) -> Position:
    """The position with everything it does not say unknown, one fact of it too."""
    facts = {k: v for k, v in position.facts.items() if k != key}
    return Position(
        position.game,
        position.board,
        position.schema,
        position.pieces,
        Spied(facts, read),
        pending=position.pending,
        options=position.options,
        unknown=position.schema.items,
    )


def without_printed(position: Position) -> Iterator[tuple[str, Position]]:
    """The position without one feature that a sketch says of a space."""
    for space in position.board.spaces.values():
        for name in space.features if isinstance(space.features, Said) else ():
            left = Said({k: v for k, v in space.features.items() if k != name}, position.schema, space)
            draft = position.draft()
            draft.board = position.board.changed(replace(space, features=left))
            yield f"{name} of {space.name}", draft.finish()


def without_units(position: Position) -> Iterator[tuple[str, Position]]:
    """The position without one unit, and without what is printed on its counter."""
    for uid, piece in position.pieces.items():
        draft = position.draft()
        blank = replace(
            piece.printed, af=None, df=None, mf=None, spent_df=None, ratings={}, division="", corps=""
        )
        draft.pieces[uid] = replace(piece, printed=replace(blank, reduced_af=None, reduced_df=None))
        yield f"the numbers of {uid}", draft.finish()
        left = {other: p for other, p in position.pieces.items() if other != uid}
        facts = {key: value for key, value in position.facts.items() if uid not in {key[1], value}}
        yield f"{uid}", Position(position.game, position.board, position.schema, left, facts)


def faults(what: str, question: Question, asking: Asking, read: set[Key], heard: list[Ear]) -> list[str]:
    """What is wrong with the answer to a question of a position that leaves something out."""
    read.clear()
    heard.clear()
    try:
        ruling = reply(question, asking)
    except BocageError as fault:
        wrong = "\n" in str(fault) or not str(fault)
        return [f"without {what}: {question}: {fault!r}"] if wrong else []
    except Exception as fault:  # noqa: BLE001 - the property: there is none
        return [f"without {what}: {question}: {type(fault).__name__}: {fault}"]
    told = {(item, subject) for ear in heard for item, subject, _ in ear.heard}
    silent = {key for key in read if key not in told and (key[0], EVERY) not in told}
    said = [f"without {what}: {question}: reads {key} in silence" for key in sorted(silent)]
    return said + [f"{question}: {a}" for a in ruling.assumptions if "UNKNOWN" in a]


def questions(game: Game, position: Position, rng: random.Random, times: int) -> list[Question]:
    """Questions with every verb, and checks of actions that the position allows or nearly allows."""
    found = [q for verb in verbs(game) for _ in range(times) if (q := asked(game, position, verb, rng))]
    try:
        action = legal(position).sample(rng, tries=8)
    except BocageError:
        action = None
    if action is not None:
        data = {"data": action_to_json(action)}
        found += [read_question(game.questions[verb], data) for verb in ("check", "apply")]
    return found


def look(
    game: Game,
    positions: Mapping[str, Position],
    asking: list[Question],
    monkeypatch: pytest.MonkeyPatch,
    read: set[Key],
) -> list[str]:
    found: list[str] = []
    with ears(monkeypatch) as heard:
        for what, position in positions.items():
            for question in asking:
                found += faults(what, question, Asking(game, position, "referee"), read, heard)
    return found


def dropped(position: Position, read: set[Key]) -> dict[str, Position]:
    """The position with each thing that it says left out in turn."""
    found = {
        f"{item} of {subject}": without(position, (item, subject), read) for item, subject in position.facts
    }
    found |= {"nothing": without(position, None, read)}
    for what, changed in (*without_printed(position), *without_units(position)):
        found[what] = without(changed, None, read)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_no_verb_dies_or_takes_a_default_in_silence(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = load(slug), random.Random(3)
    position = read_text(SKETCHES[slug]).position
    assert position is not None
    read: set[Key] = set()
    every = dropped(position, read)
    few = dict(rng.sample(sorted(every.items()), min(8, len(every))))
    assert not look(game, few, questions(game, position, rng, 1), monkeypatch, read)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_each_thing_left_out_in_turn(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = load(slug), random.Random(5)
    position = read_text(SKETCHES[slug]).position
    assert position is not None
    read: set[Key] = set()
    asking = questions(game, position, rng, 3)
    assert not look(game, dropped(position, read), asking, monkeypatch, read)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_scenario_that_says_nothing_but_its_units(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = load(slug), random.Random(7)
    position = game.scenario(next(iter(game.scenarios)))
    read: set[Key] = set()
    items = sorted({item for item, _ in position.facts})
    every = {
        "everything": without(
            Position(slug, position.board, position.schema, position.pieces, {}), None, read
        )
    }
    for item in items:
        draft = position.draft()
        draft.clear(item)
        every[item] = without(draft.finish(), None, read)
    assert not look(game, every, questions(game, position, rng, 1), monkeypatch, read)
