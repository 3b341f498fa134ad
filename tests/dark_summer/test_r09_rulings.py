"""Rulings on what is due, on Weather and chits to come, on Rounds, Reactions and Clean-Up."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer import r09_rulings as rulings
from adjudicator.errors import MalformedAction, UnsupportedRule
from adjudicator.position import Fact, Key, Position
from adjudicator.ruling import Ruling

from . import build

BOARD = build.board(build.hexes(30, 36, 2, 8))
CUP = {"german": 3, "us": 3, "british-move": 2, "british-combat": 1}


def position(turn: int = 2, *, cup: dict[str, int] | None = None, **facts: Fact) -> Position:
    """Units of both sides, and facts by name."""
    known: dict[Key, Fact] = {("turn", ""): turn}
    known |= {("cup", kind): number for kind, number in (cup or {}).items()}
    known |= {(name.replace("_", "-"), ""): fact for name, fact in facts.items()}
    return build.position(
        BOARD, (build.unit("ge-kg", "mechanized", division="21"), "3206"), (build.unit("ge-915"), "3206"),
        (build.unit("us-16"), "3504"), (build.unit("us-8"), "brittany-entered"), facts=known,
    )  # fmt: skip


def violated(ruling: Ruling) -> list[str]:
    """Sections that a ruling says are broken."""
    return [v.rule for v in ruling.violations]


def test_weather_of_the_next_turn_and_of_the_one_after() -> None:
    ruling = rulings.weather_ruling(position())
    assert ruling.verdict.startswith("Turn 3: Sun 1/4 (25.0%)")
    assert ruling.answer["chances"]["storm"] == "1/8"
    assert rulings.weather_ruling(position(phase="weather"), draws=2).answer["turn"] == 3
    with pytest.raises(MalformedAction):
        rulings.weather_ruling(position(), draws=10)


def test_chits_of_the_turn() -> None:
    ruling = rulings.chits_ruling(position(cup=CUP, reaction_chits=2))
    assert ruling.answer["of"] == 9
    assert ruling.answer["table"]["british"] == [(2, 1), (1, 2)]
    assert "number of US chits on Showers" in map(str, ruling.sources)
    assert any(s.rule == "9.4" for s in rulings.chits_ruling(position(1)).steps)
    with pytest.raises(UnsupportedRule):
        rulings.chits_ruling(position(), strict=True)


@pytest.mark.parametrize(
    ("kind", "who", "chance"),
    [
        ("next", ["german"], "1/3"),
        ("next", ["us", "any", "german"], "1/8"),
        ("before", ["british", "german"], "1/2"),
        ("all-before", ["british-combat", "german"], "1/4"),
        ("later", ["any"], "1"),
    ],
)
def test_the_order_of_chits(kind: str, who: list[str], chance: str) -> None:
    assert rulings.order_ruling(position(cup=CUP), kind, who).answer == {"chance": chance}


@pytest.mark.parametrize(
    ("kind", "who"),
    [("perhaps", ["us"]), ("before", ["us"]), ("next", ["polish"]), ("all-before", ["us", "allied"])],
)
def test_an_order_that_says_nothing(kind: str, who: list[str]) -> None:
    with pytest.raises(MalformedAction):
        rulings.order_ruling(position(cup=CUP), kind, who)


def test_a_british_move_chit_for_a_combined_round() -> None:
    """ds-ex-08: Reinforcements may enter, one hex or two by Road, attacks one column to the left."""
    ruling = rulings.play_ruling(position(), "british-move", "combined")
    assert ruling.answer is True
    texts = " ".join(step.text for step in ruling.steps)
    assert "Reinforcements may enter" in texts
    assert "one hex, or two by Road" in texts
    assert "one column to the left" in texts


def test_a_combat_chit_brings_no_reinforcements_in() -> None:
    ruling = rulings.play_ruling(position(), "us", "combined", "combat")
    assert any("may not enter" in step.text for step in ruling.steps)


def test_chits_that_may_not_be_played_so() -> None:
    assert violated(rulings.play_ruling(position(1), "us", "combined", "move")) == ["9.3.3"]
    assert violated(rulings.play_ruling(position(), "british-combat", "move")) == ["9.2"]
    with pytest.raises(MalformedAction):
        rulings.play_ruling(position(), "polish", "move")


def test_prepared_offensives() -> None:
    assert rulings.prepared_ruling(position(weather="sun"), "us").answer is True
    assert violated(rulings.prepared_ruling(position(weather="rain"), "us")) == ["7.2.3"]
    assert violated(rulings.prepared_ruling(position(weather="sun"), "german")) == ["7.2.3"]


def test_active_units() -> None:
    given = position(round_kind="combat", round_group="german", round_part="combat")
    assert rulings.active_ruling(given).answer == ["ge-915", "ge-kg"]
    assert rulings.active_ruling(given, "us-16").answer is False
    with pytest.raises(MalformedAction):
        rulings.active_ruling(given, "us-99")


def test_reactions() -> None:
    ruling = rulings.reaction_ruling(position(round_over="british", reaction_chits=1))
    assert ruling.answer == {
        "may": True,
        "stacks": {"3206": ["ge-kg"]},
        "formations": {"ge-915": [], "german 21": ["ge-kg"]},
    }
    assert violated(rulings.reaction_ruling(position(round_over="british"))) == ["9.3.4"]
    assert violated(rulings.reaction_ruling(position(reaction_chits=1))) == ["9.3.4"]


@pytest.mark.parametrize(
    ("given", "due"),
    [
        (position(), "cup"),
        (position(cup=CUP), "initiative"),
        (position(cup=CUP, round=1), "draw"),
        (position(cup=CUP, round=1, round_over="us", reaction_chits=1), "reaction"),
        (position(round=9), "end"),
        (position(1, cup=CUP), "wave"),
        (position(1, cup=CUP, round=1, round_over="allied"), "reaction"),
        (position(1, cup=CUP, round=2), "wave"),
        (position(round_kind="move", round_group="us", round_part="entry"), "entry"),
        (position(phase="replacement-german", side="german"), "replacement-german"),
    ],
)
def test_what_is_due(given: Position, due: str) -> None:
    ruling = rulings.due_ruling(given)
    assert ruling.answer["due"] == due
    assert ruling.verdict.endswith(".")


@pytest.mark.parametrize(
    ("given", "section"),
    [
        (position(1, round=1, round_kind="first-wave", round_group="allied", round_part="combat"), "9.4.1"),
        (position(1, round=2, round_kind="reaction", round_group="german", round_part="movement"), "9.4.2"),
        (position(1, round=3, round_kind="second-wave", round_group="allied", round_part="entry"), "9.4.3"),
        (position(1, round=4, round_kind="reaction", round_group="german", round_part="movement"), "9.4.4"),
        (position(1, round=5, round_kind="move", round_group="us", round_part="movement"), "9.4.5"),
        (position(1, round=8, round_kind="reaction", round_group="german", round_part="movement"), ""),
        (position(2, round=2, round_kind="reaction", round_group="german", round_part="movement"), ""),
    ],
)
def test_what_is_special_about_the_rounds_of_d_day(given: Position, section: str) -> None:
    cited = {step.rule for step in rulings.due_ruling(given).steps}
    assert cited == {"9.3", section} - {""}


def test_a_pending_decision_is_due_first() -> None:
    draft = position(cup=CUP, round=1).draft()
    draft.ask("german", "play-chit", "9.2", chit="german")
    assert rulings.due_ruling(draft.finish()).answer == {"due": "play-chit", "player": "german", "must": []}


def test_clean_up() -> None:
    ruling = rulings.clean_up_ruling(position(reaction_chits=2))
    assert ruling.answer == ["us-8"]
    assert {"4.0", "9.3.4", "10.4.4"} == {step.rule for step in ruling.steps}
