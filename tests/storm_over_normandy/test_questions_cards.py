"""Questions about cards and impulses, and what a viewpoint does not see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.game import apply
from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME, r06_draw
from adjudicator.storm_over_normandy.r08_movement import Move
from tests.commandline import run
from tests.storm_over_normandy.asking import TILLY, ask, sections, sketch, texts

GERMAN_HAND = ("german-bocage-1", "german-artillery-1", "german-defensive-fire-1")
ALLIED_HAND = ("allied-shock-assault-1", "allied-massed-guns-1")


def dealt(*lines: str, more: str = "") -> Position:
    """The example with both hands dealt."""
    draft = sketch(*(lines or TILLY), more=more).draft()
    for copy in (*GERMAN_HAND, *ALLIED_HAND):
        draft.set("card", "hand", copy)
    return draft.finish()


# --- one card ---------------------------------------------------------------------------------------------


def test_a_card_without_a_position() -> None:
    ruling = ask(None, "card", card="bocage")
    assert ruling.answer["uses"][0] == {"when": "allied-leave", "effect": "stop-move"}
    assert ruling.answer["answers"] == ["hedge-breakers"]
    assert "2.3 copies belong to the German deck = 5" in texts(ruling)


def test_a_card_for_the_impulse() -> None:
    german = dealt(more=", german impulse")
    assert ask(german, "card", card="artillery", as_="german").answer["playable"]
    ruling = ask(dealt(), "card", card="artillery", as_="german")
    assert sections(ruling) == ["7.0"]
    late = ask(dealt(), "card", card="bocage", as_="german")
    assert sections(late) == ["6.2"]
    absent = ask(dealt(), "card", card="nebelwerfer", as_="german")
    assert "it lies in the stack" in absent.reasons[0]


def test_a_card_on_something() -> None:
    here = dealt()
    units = ("1", "2", "3", "4", "5", "6")
    played = ask(here, "card", card="shock assault", area="11", with_units=units, as_="allied")
    assert played.ok
    assert "may be played so" in played.verdict
    one = ask(here, "card", card="shock assault", area="11", with_units=("1", "2"), as_="allied")
    assert sections(one) == ["11.0"]
    assert "may not be played so" in one.verdict


def test_an_answer_when_units_leave_bocage() -> None:
    here = apply(dealt(), Move(("us-1",), ("17",)))
    ruling = ask(here, "card", card="bocage", as_="german")
    assert ruling.answer["playable"]
    assert ask(here, "card", card="bocage", area="16", as_="german").ok
    assert sections(ask(here, "card", card="bocage", area="17", as_="german")) == ["14.2"]
    assert sections(ask(here, "card", card="artillery", as_="german")) == ["6.2"]


def test_one_card_against_another() -> None:
    ruling = ask(None, "card", card="bocage", against="shock assault")
    assert (ruling.ok, ruling.answer["fits"]) == (True, True)
    assert "several copies may be played" in texts(ruling)
    assert "14.2" in ruling.rules
    other = ask(dealt(), "card", card="flak", against="shock assault", as_="german")
    assert (other.answer["fits"], sections(other)) == (False, ["6.2"])
    assert ask(None, "card", card="flak", against="air strike").answer["fits"]


# --- hands ------------------------------------------------------------------------------------------------


def test_what_each_viewpoint_sees_of_a_hand() -> None:
    here = dealt()
    own = ask(here, "hand", side="german", as_="german")
    assert own.answer["cards"] == ["Artillery", "Bocage", "Defensive Fire"]
    for viewpoint in ("allied", "public"):
        other = ask(here, "hand", side="german", as_=viewpoint)
        assert (other.answer["cards"], other.answer["hand"]) == ([], 3)
        assert "3 cards in the German hand are not shown" in texts(other)
    assert ask(here, "hand", as_="german").verdict.startswith("The German player")


def test_hands_of_turn_1() -> None:
    here = GAME.scenario("invasion")
    assert ask(here, "hand", side="german").answer["draw"] == 3
    assert ask(here, "hand", side="allied").answer["draw"] == 2


def test_the_chance_of_a_card() -> None:
    here = dealt()
    own = ask(here, "hand", side="german", card="bocage", draw=2, as_="german")
    assert own.answer["chance"] == str(1 - Fraction(20 * 19, 24 * 23))
    other = ask(here, "hand", side="german", card="bocage", draw=2, as_="allied")
    assert other.answer["chance"] == str(1 - Fraction(22 * 21, 27 * 26))
    likely = ask(here, "card", card="bocage", as_="allied")
    assert "3 unseen cards in the German hand: one at least is Bocage with" in texts(likely)
    assert r06_draw.chance_of(here, "german", ["german-bocage-1"], 5) == 0
    assert r06_draw.chance_held(here, "german", ["german-bocage-1"]) == 0
    with pytest.raises(MalformedAction, match="is a card of the German deck"):
        ask(here, "hand", side="allied", card="bocage")


def test_the_answer_is_the_same_whatever_is_hidden() -> None:
    """No question tells the public anything about which cards are held."""
    here = dealt()
    draft = here.draft()
    for old, new in zip(
        GERMAN_HAND, ("german-flak-1", "german-regroup-1", "german-nebelwerfer-1"), strict=True
    ):
        draft.set("card", "stack", old)
        draft.set("card", "hand", new)
    other = draft.finish()
    asked: list[tuple[str, dict[str, Any]]] = [
        ("hand", {"side": "german", "card": "bocage"}),
        ("card", {"card": "bocage"}),
        ("card", {"card": "artillery"}),
        ("impulse", {}),
        ("pass", {}),
        ("continue", {}),
        ("discard", {"cards": ("artillery",)}),
        ("odds", {"kind": "assault", "area": "11", "with_units": ("4",), "against": ("defensive-fire",)}),
        ("legal", {}),
        ("next", {}),
        ("position", {}),
    ]
    for verb, args in asked:
        for viewpoint in ("public", "allied"):
            assert ask(here, verb, as_=viewpoint, **args) == ask(other, verb, as_=viewpoint, **args), verb


# --- discards ---------------------------------------------------------------------------------------------


def test_discards() -> None:
    here = dealt()
    assert ask(here, "discard", cards=("massed guns",), as_="allied").answer["purpose"] == "assault"
    two = ask(here, "discard", cards=("massed-guns", "shock-assault"), as_="allied")
    assert sections(two) == ["11.0"]
    hidden = ask(here, "discard", cards=("massed-guns",), as_="german")
    assert "only that player sees" in hidden.reasons[0]
    end = dealt(more=", end phase")
    both = ask(end, "discard", cards=("massed-guns", "shock-assault"), as_="allied")
    assert (both.ok, both.answer["purpose"]) == (True, "end")
    absent = ask(end, "discard", cards=("build-up",), as_="allied")
    assert sections(absent) == ["6.3"]
    for args, words in (
        ({"cards": ()}, "which cards"),
        ({"cards": ("flak",), "purpose": "fun"}, "--for"),
    ):
        with pytest.raises(MalformedAction, match=words):
            ask(here, "discard", **args)


def test_going_on_after_an_allied_pass() -> None:
    here = dealt(more=", allied pass")
    ruling = ask(here, "continue")
    assert ruling.answer == {"due": True, "hand": 3, "may": True}
    assert ask(here, "continue", card="artillery").ok
    assert ask(here, "discard", cards=("artillery",)).answer["purpose"] == "continue"
    assert sections(ask(here, "continue", card="flak")) == ["5.0"]
    free = dealt(more=", german impulse")
    assert ask(free, "continue").answer["due"] is False
    assert sections(ask(free, "continue", card="artillery")) == ["5.0"]
    broke = ask(sketch(*TILLY, more=", allied pass"), "continue")
    assert broke.verdict == "The German player has no card to discard, and passes too."


# --- impulses ---------------------------------------------------------------------------------------------


def test_who_has_the_impulse() -> None:
    ruling = ask(dealt(), "impulse", as_="allied")
    assert ruling.answer["side"] == "allied"
    assert {"pass", "move", "assault", "play-card"} <= set(ruling.answer["actions"])
    public = ask(dealt(), "impulse", as_="public")
    assert "play-card" not in public.answer["actions"]
    assert "2 cards in the Allied hand are not shown" in texts(public)
    pays = ask(dealt(more=", allied pass"), "impulse")
    assert pays.answer["discard"]
    none = ask(GAME.scenario("invasion"), "impulse")
    assert (none.answer, sections(none)) == (None, ["7.0"])


def test_passing() -> None:
    ruling = ask(dealt(), "pass")
    assert ruling.answer == {"side": "allied", "compulsory": False, "ends": False}
    ends = ask(dealt(more=", german pass"), "pass")
    assert ends.answer["ends"]
    assert ends.verdict == "The Allied player may pass; then the impulses end."
    idle = ask(sketch("A: allied, dv 1 start german | us inf 1-9-4/8 '1' spent"), "pass")
    assert idle.answer["compulsory"]
    assert idle.verdict.startswith("The Allied player must pass")
    assert not ask(GAME.scenario("invasion"), "pass").ok


# --- as it is typed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "verdict"),
    [
        (
            "odds storm-over-normandy fire --attack 7 --defense 12",
            0,
            "7 and two dice against 12: damage in 26/36",
        ),
        ("card storm-over-normandy bocage --against 'shock assault'", 0, "Bocage answers Shock Assault."),
        ("card storm-over-normandy flak --against 'shock assault'", 1, "Flak does not answer Shock Assault."),
        ("hand storm-over-normandy:invasion german", 0, "The German player draws 3 to a hand of at most 3."),
        ("chain storm-over-normandy:invasion 28", 0, "Ste-Mère-Église is not chained to a beach"),
        (
            "bombardment storm-over-normandy:invasion utah=12 gold=12",
            0,
            "Not now: 'bombard' is not part of the American airborne landings (4.0); were it the moment: ",
        ),
        (
            "box storm-over-normandy:invasion zone-e --unit 505",
            1,
            "505 Para Rgt, 82 AB Div may not enter Zone E.",
        ),
        ("losses storm-over-normandy:invasion tilly --points many", 2, ""),
    ],
)
def test_command_lines(line: str, code: int, verdict: str) -> None:
    done = run(f"adjudicator {line}")
    assert done.code == code
    assert done.out.startswith(verdict)


def test_a_position_without_cards_is_open_to_everybody() -> None:
    here = GAME.scenario("invasion")
    assert ask(here, "hand", side="german", as_="public").answer["hand"] == 0
    two = ask(dealt(more=", allied pass"), "discard", cards=("artillery", "bocage"), purpose="continue")
    assert sections(two) == ["5.0"]
