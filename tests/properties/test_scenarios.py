"""Every scenario of every game: who stands where, what may be done, how it stands; and random play."""

from __future__ import annotations

import functools
import itertools
import json
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from adjudicator import ask
from adjudicator.actions import Action, action_to_json
from adjudicator.battle_for_normandy import r21_part
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.contract import GAMES, load
from adjudicator.game import apply, legal, look
from adjudicator.june_six import r01_part
from adjudicator.position import Position
from maps.filing import OURS
from tests.every import for_every
from tests.playing import STARTS, hurry, wander

ALL = [(game, name) for game in GAMES for name in load(game).scenarios if not name.startswith("example-")]
NEW = [pytest.param(*at, marks=pytest.mark.slow) for at in ALL if at not in STARTS]
STEPS = 500
PARTS = {"battle-for-normandy": r21_part.outside, "june-six": r01_part.outside}


@functools.cache
def begun(game: str, name: str) -> Position:
    return load(game).scenario(name)


def _title(at: tuple[str, str]) -> str:
    return ":".join(at)


def misplaced(here: Position) -> list[str]:
    """Hexes that enemies share, and those outside of the part of the map on which something stands."""
    sides = defaultdict(set)
    for piece in here.pieces.values():
        if here.board.spaces[piece.space].kind == "hex":
            sides[piece.space].add(piece.side)
    out = PARTS[here.game](here) if here.game in PARTS else frozenset()
    return [space for space, there in sides.items() if len(there) > 1 or space in out]


def out_of_play(here: Position) -> Iterator[Action]:
    """Legal actions that name a hex outside of the part of the map, the first 2,000 looked at."""
    out = PARTS[here.game](here) if here.game in PARTS else frozenset()
    for action in itertools.islice(legal(here) if out else (), 2000):
        if not out.isdisjoint(words_of(action_to_json(action))):
            yield action


def beyond(here: Position) -> Iterator[Action]:
    """What the campaign would allow in a position beyond the part of the map, of the first 1,500 actions."""
    out, draft = PARTS[here.game](here), here.draft()
    draft.set("scenario", "campaign")
    for action in itertools.islice(legal(draft.finish()), 1500):
        if not out.isdisjoint(words_of(action_to_json(action))):
            yield action


def words_of(data: object) -> Iterator[str]:
    """Every word of an action."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for part in data.values() if isinstance(data, dict) else data:
            yield from words_of(part)


@for_every(ALL, _title)
def test_every_piece_has_a_space_and_no_hex_is_shared_by_enemies(at: tuple[str, str]) -> None:
    here = begun(*at)
    assert here.pieces
    assert {piece.space for piece in here.pieces.values()} <= set(here.board.spaces)
    assert misplaced(here) == []


@for_every(ALL, _title)
def test_somebody_has_something_to_do(at: tuple[str, str]) -> None:
    assert next(iter(legal(begun(*at))), None) is not None


@for_every(ALL, _title)
def test_its_victory_is_told_with_the_section_it_rests_on(at: tuple[str, str]) -> None:
    ruling = ask(begun(*at), "victory")
    assert ruling.verdict
    assert ruling.rules


@for_every(ALL, _title)
def test_it_survives_json(at: tuple[str, str]) -> None:
    here = begun(*at)
    units = {uid: piece.printed for uid, piece in here.pieces.items()}
    data = json.loads(json.dumps(position_to_json(here)))
    again = position_from_json(data, load(at[0]), here.board, units)
    assert again == here
    assert again.options == here.options


@pytest.mark.parametrize(("game", "name"), NEW)
def test_random_games_are_played_on(game: str, name: str) -> None:
    played = 0
    for position, action in wander(begun(game, name), 9, STEPS):
        assert misplaced(position) == [], action
        assert played % 5 or not list(out_of_play(position)), action
        played += 1
    assert played == STEPS


@pytest.mark.slow
@pytest.mark.parametrize("game", PARTS)
def test_what_only_the_whole_map_allows_is_refused_on_a_part(game: str) -> None:
    asked = 0
    for name in (name for slug, name in ALL if slug == game and PARTS[game](begun(game, name))):
        for step, (position, _) in enumerate(wander(begun(game, name), 3, STEPS)):
            for action in beyond(position) if step % 10 == 0 else ():
                assert look(position, action).violations, (name, action)
                asked += 1
    assert asked > 1000


@pytest.mark.parametrize(("game", "name"), NEW)
def test_a_game_in_which_nobody_does_more_than_he_must_comes_to_its_end(game: str, name: str) -> None:
    rng, position = random.Random(4), begun(game, name)
    for _ in range(5000):
        if position.text("phase") == "over":
            break
        position = apply(position, hurry(position, rng))
    assert position.text("winner") == "german"
    if game == "battle-for-normandy":
        assert position.number("date") == r21_part.scenarios(OURS)[name].number("last")
    if game == "june-six":
        assert position.number("turn") == r01_part.scenarios(OURS)[name].number("turn")
