"""Sections 9.1 and 9.2: the cup, the Initiative chit, the draw, and the faces that may be played."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.dark_summer import GAME
from adjudicator.dark_summer import r09_chits as chits
from adjudicator.dark_summer.r09_chits import PlayInitiative, PrepareCup
from adjudicator.game import apply, check, legal
from adjudicator.position import Fact, Key, Position
from maps.board import Board
from maps.filing import OURS
from tests.playing import refused


def position(turn: int = 2, weather: str = "showers", *, played: int = 0, **cup: int) -> Position:
    """A pause between Rounds, with the cup as given (``british_move`` for british-move)."""
    known: dict[Key, Fact] = {("cup", kind.replace("_", "-")): n for kind, n in cup.items()}
    facts: dict[Key, Fact] = {("turn", ""): turn, ("weather", ""): weather, ("round", ""): played}
    return GAME.empty(Board([], []), {}, facts | known)


# --- the table -------------------------------------------------------------------------------------------


def test_what_the_text_fixes_of_the_table() -> None:
    table = chits.load_chits(OURS)
    showers = table["showers"]
    assert {showers.german + showers.us + m + c for m, c in showers.british} == {9}
    assert showers.reaction == 2
    assert {line.german for line in table.values()} == {3}
    assert all(1 <= line.reaction <= 4 and line.us <= 4 for line in table.values())
    assert table["rain"].us == table["storm"].us == 2
    assert [name for name, line in table.items() if len(line.british) > 1] == ["showers"]


def test_reconstructed_numbers_are_named() -> None:
    ruling = check(position(), PrepareCup(2, 1))
    assert "number of US chits on Showers" in map(str, ruling.sources)
    assert not any("Reaction" in str(used) or "German" in str(used) for used in ruling.sources)


# --- preparing the cup -----------------------------------------------------------------------------------


def test_the_british_combination_is_chosen_on_showers() -> None:
    given = position()
    assert list(legal(given)) == [PrepareCup(2, 1), PrepareCup(1, 2)]
    ready = apply(given, PrepareCup(1, 2))
    assert chits.in_cup(ready) == {"german": 3, "us": 3, "british-move": 1, "british-combat": 2}
    assert (ready.number("reaction-chits"), ready.number("round")) == (2, 0)
    assert ready.decision is None


def test_no_other_combination() -> None:
    assert refused(position(), PrepareCup(3, 0)) == ["9.1"]


def test_the_cup_is_prepared_once() -> None:
    assert refused(position(german=3), PrepareCup(2, 1)) == ["9.1"]
    assert refused(position(played=4), PrepareCup(2, 1)) == ["9.1"]


def test_not_during_a_round() -> None:
    draft = position().draft()
    draft.set("round-kind", "move")
    given = draft.finish()
    assert refused(given, PrepareCup(2, 1)) == ["9.1"]
    assert refused(given, PlayInitiative("us"))[0] == "9.1"


@pytest.mark.parametrize(("weather", "cup"), [("sun", 11), ("cloud", 10), ("rain", 7), ("storm", 7)])
def test_elsewhere_the_cup_is_filled_at_once(weather: str, cup: int) -> None:
    draft = position(weather=weather).draft()
    chits.open_action_phase(draft)
    assert sum(chits.in_cup(draft).values()) == cup
    assert {a.chit for a in legal(draft.finish()).of("play-initiative") if isinstance(a, PlayInitiative)} == {
        "us",
        "british-move",
        "british-combat",
    }


# --- the Initiative chit ---------------------------------------------------------------------------------


def test_the_initiative_chit_leaves_the_cup() -> None:
    chosen = apply(position(german=3, us=3, british_move=2), PlayInitiative("british-move"))
    assert chits.in_cup(chosen)["british-move"] == 1
    top = chosen.decision
    assert top is not None
    assert (top.player, top.kind, top.data["chit"]) == ("allied", "play-chit", "british-move")


@pytest.mark.parametrize("chit", ["german", "panzer"])
def test_the_initiative_chit_is_allied(chit: str) -> None:
    assert refused(position(german=3, us=3), PlayInitiative(chit)) == ["9.1"]


def test_the_initiative_chit_must_be_there() -> None:
    assert refused(position(german=3, us=3), PlayInitiative("british-combat")) == ["9.1"]


def test_no_initiative_chit_later_nor_on_turn_1() -> None:
    assert refused(position(us=2, played=1), PlayInitiative("us")) == ["9.1"]
    assert refused(position(1, us=3), PlayInitiative("us")) == ["9.4"]


# --- the draw --------------------------------------------------------------------------------------------


def drawn(number: int) -> Position:
    draft = position(played=1, german=2, us=1, british_combat=1).draft()
    chits.draw(draft)
    return apply(draft.finish(), Roll((number,)))


@pytest.mark.parametrize(
    ("number", "chit", "owner"),
    [(1, "german", "german"), (2, "german", "german"), (3, "us", "allied"), (4, "british-combat", "allied")],
)
def test_chits_are_numbered_in_a_fixed_order(number: int, chit: str, owner: str) -> None:
    after = drawn(number)
    top = after.decision
    assert top is not None
    assert (top.player, top.kind, top.data["chit"]) == (owner, "play-chit", chit)
    assert sum(chits.in_cup(after).values()) == 3
    assert after.text("side") == owner


def test_only_a_chit_of_the_cup_is_drawn() -> None:
    draft = position(played=1, german=2, us=1).draft()
    chits.draw(draft)
    assert legal(draft.finish()).count() == 3
    assert refused(draft.finish(), Roll((4,))) == ["9.2"]


# --- faces -----------------------------------------------------------------------------------------------


def faces(chit: str, weather: str, *, moves: int = 0, combats: int = 0, left: int = 0) -> list[str]:
    """Faces with which a chit just drawn may be played; `left` of its kind are still in the cup."""
    group = chits.group_of_chit(chit)
    draft = position(weather=weather, played=1).draft()
    draft.set("cup", left, chit)
    draft.set("moves-played", moves, group)
    draft.set("combats-played", combats, group)
    return [face for face in chits.FACES if not chits.face_faults(draft, chit, face)]


@pytest.mark.parametrize(
    ("weather", "moves", "combats", "left", "expected"),
    [
        ("showers", 0, 0, 2, ["move", "combat"]),
        ("showers", 1, 0, 1, ["move", "combat"]),
        ("showers", 2, 0, 0, ["combat"]),
        ("showers", 0, 1, 1, ["move"]),
        ("showers", 1, 1, 0, ["move"]),
        ("storm", 1, 1, 0, ["move", "combat"]),
        ("storm", 2, 0, 0, ["combat"]),
        ("storm", 0, 2, 0, ["move"]),
        ("storm", 0, 1, 1, ["move", "combat"]),
    ],
)
def test_german_faces(weather: str, moves: int, combats: int, left: int, expected: list[str]) -> None:
    assert faces("german", weather, moves=moves, combats=combats, left=left) == expected


@pytest.mark.parametrize(
    ("weather", "moves", "combats", "left", "expected"),
    [
        ("sun", 0, 0, 3, ["move", "combat"]),
        ("sun", 2, 0, 1, ["combat"]),
        ("sun", 2, 1, 0, ["combat"]),
        ("showers", 0, 0, 2, ["move", "combat"]),
        ("showers", 1, 1, 0, ["move", "combat"]),
        ("showers", 0, 2, 0, ["move"]),
        ("rain", 0, 0, 1, ["move", "combat"]),
        ("rain", 1, 0, 0, ["combat"]),
        ("storm", 0, 1, 0, ["move"]),
    ],
)
def test_us_faces(weather: str, moves: int, combats: int, left: int, expected: list[str]) -> None:
    assert faces("us", weather, moves=moves, combats=combats, left=left) == expected


def test_a_british_chit_has_one_face() -> None:
    assert faces("british-move", "sun") == ["move"]
    assert faces("british-combat", "rain", moves=1, combats=1) == ["combat"]
