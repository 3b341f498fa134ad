"""Section 4.0: what follows the Action Phase, the Clean-Up Phase, the next turn, and the end of the game."""

from __future__ import annotations

from adjudicator.actions import Roll
from adjudicator.dark_summer.r03_victory import LAST_TURN
from adjudicator.dark_summer.r04_turn import EndPhase
from adjudicator.dark_summer.r09_reaction import DeclineReaction
from adjudicator.game import apply, legal, load
from adjudicator.position import Fact, Key, Position

from . import build

BOARD = build.board(build.hexes(30, 36, 0, 8), letters={"3300": "E"})


def position(turn: int = 3, **facts: Fact) -> Position:
    """The last chance of a turn to react; only that is left of the Action Phase."""
    known: dict[Key, Fact] = {
        ("turn", ""): turn, ("round", ""): 9, ("round-over", ""): "us", ("reaction-chits", ""): 1,
        ("side", ""): "german", ("moves-played", "us"): 2, ("combined-taken", "us"): True,
        ("cherbourg-taken-turn", ""): 3,
    }  # fmt: skip
    known |= {(name.replace("_", "-"), ""): fact for name, fact in facts.items()}
    return build.position(
        BOARD, (build.unit("ge-916"), "3301"), (build.unit("ge-915"), "3301"),
        (build.unit("us-8"), "brittany-entered"), (build.unit("us-12"), "brittany-may-leave"), facts=known,
    )  # fmt: skip


def test_the_turn_closes_by_itself() -> None:
    after = apply(position(), DeclineReaction())
    assert (after.text("phase"), after.number("turn")) == ("weather", 4)
    top = after.decision
    assert top is not None
    assert (top.player, top.data["what"]) == ("dice", "weather")


def test_clean_up_forgets_the_turn_and_moves_units_in_brittany_on() -> None:
    after = apply(position(), DeclineReaction())
    assert after.pieces["us-8"].space == "brittany-may-leave"
    assert after.number("moves-played", "us") == 0
    assert not after.flag("combined-taken", "us")
    assert after.number("cherbourg-taken-turn") == 3


def test_weather_replacements_and_the_next_action_phase() -> None:
    given = apply(apply(position(), DeclineReaction()), Roll((1,)))
    assert (given.text("weather"), given.text("phase"), given.text("side")) == (
        "sun",
        "replacement-allied",
        "allied",
    )
    given = apply(given, EndPhase())
    assert (given.text("phase"), given.text("side")) == ("replacement-german", "german")
    given = apply(given, EndPhase())
    assert (given.text("phase"), given.text("side"), given.number("round")) == ("action", "allied", 0)
    assert given.number("cup", "german") == 3
    assert "play-initiative" in {k for k in legal(given).kinds if any(legal(given).of(k))}


def test_on_showers_the_british_chits_are_chosen_first() -> None:
    given = apply(apply(position(), DeclineReaction()), Roll((5,)))
    given = apply(apply(given, EndPhase()), EndPhase())
    assert {k for k in legal(given).kinds if any(legal(given).of(k))} == {"prepare-cup"}


def test_an_out_of_supply_unit_suffers_attrition() -> None:
    draft = position().draft()
    draft.place("ge-915", "3608")
    draft.set("exit-marker", "us", "3300")
    draft.place("ge-916", "3300")
    after = apply(draft.finish(), DeclineReaction())
    assert after.pieces["ge-915"].status == "reduced"


def test_the_game_ends_after_turn_10() -> None:
    after = apply(position(LAST_TURN), DeclineReaction())
    assert (after.text("phase"), after.number("turn")) == ("over", 10)
    assert after.text("winner") in {"german", "allied"}
    assert after.decision is None


def test_cherbourg_in_german_hands_at_the_end_of_turn_7() -> None:
    after = apply(position(7, cherbourg_taken_turn=0), DeclineReaction())
    assert (after.text("phase"), after.text("winner")) == ("over", "german")
    assert apply(position(7), DeclineReaction()).text("phase") == "weather"


def test_each_phase_in_which_something_follows_by_itself_is_declared_by_its_section() -> None:
    game = load("dark-summer")
    assert set(game.rules.phases) == {"weather", "action", "attrition", "cleanup", "victory"}
    assert set(game.rules.phases) < set(game.sequence.phases)
    assert [p for p, own in game.rules.phases.items() if own.leaving is not None] == ["victory", "action"]
    assert all(own.opening is not None for own in game.rules.phases.values())
